#include "base/bytes.h"
#include "formats/modern/gltf_binary.h"
#include "scene/finite.h"

#include <math.h>
#include <string.h>

void tlb_gltf_find_bounds(const float (*positions)[3], uint32_t count, float low[3], float high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = INFINITY;
        high[axis] = -INFINITY;
    }
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            float value = tlb_finite(positions[i][axis]);
            low[axis] = value < low[axis] ? value : low[axis];
            high[axis] = value > high[axis] ? value : high[axis];
        }
}

/* Vectors that are as good as unit keep their bits; one without direction points up, or does not rotate. */
static uint64_t unit(const float *v, float *out, int size)
{
    double square = 0;
    for (int i = 0; i < size; i++)
        square += (double)v[i] * (double)v[i];
    bool finite = square < INFINITY, directed = finite && square > 0;
    double scale = directed && fabs(square - 1) > 1e-6 ? 1 / sqrt(square) : 1;
    int otherwise = size == 3 ? 1 : 3;
    for (int i = 0; i < size; i++)
        out[i] = directed ? (float)((double)v[i] * scale) : (float)(i == otherwise);
    return !finite;
}

void tlb_gltf_unit_rotation(const float q[4], float out[4])
{
    unit(q, out, 4);
}

static uint8_t *put_floats(uint8_t *out, const float *values, int count)
{
    for (int i = 0; i < count; i++)
        tlb_put_lef32(out + 4 * i, values[i]);
    return out + 4 * count;
}

uint64_t tlb_gltf_encode_bytes(const tlb_gltf_piece *piece, uint8_t *out)
{
    memcpy(out, piece->source, piece->count);
    return 0;
}

uint64_t tlb_gltf_encode_floats(const tlb_gltf_piece *piece, uint8_t *out)
{
    const float *values = piece->source;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++) {
        bool finite = isfinite(values[i]);
        tlb_put_lef32(out + 4 * i, finite ? values[i] : 0);
        replaced += !finite;
    }
    return replaced;
}

static uint64_t encode_units(const tlb_gltf_piece *piece, uint8_t *out, int size)
{
    const float *vector = piece->source;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++, vector += size) {
        float made[4];
        replaced += unit(vector, made, size);
        out = put_floats(out, made, size);
    }
    return replaced;
}

uint64_t tlb_gltf_encode_normals(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode_units(piece, out, 3);
}

uint64_t tlb_gltf_encode_rotations(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode_units(piece, out, 4);
}

uint64_t tlb_gltf_encode_tangents(const tlb_gltf_piece *piece, uint8_t *out)
{
    const float *tangent = piece->source;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++, tangent += 4) {
        float made[4] = {[3] = tangent[3] < 0 ? -1.0f : 1.0f};
        replaced += unit(tangent, made, 3);
        out = put_floats(out, made, 4);
    }
    return replaced;
}

uint64_t tlb_gltf_encode_matrices(const tlb_gltf_piece *piece, uint8_t *out)
{
    const float *matrix = piece->source;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++, matrix += 16) {
        float made[16];
        for (int k = 0; k < 16; k++) {
            bool finite = isfinite(matrix[k]);
            made[k] = k % 4 == 3 ? (float)(k == 15) : finite ? matrix[k] : 0;
            replaced += !finite;
        }
        out = put_floats(out, made, 16);
    }
    return replaced;
}

uint64_t tlb_gltf_encode_index16(const tlb_gltf_piece *piece, uint8_t *out)
{
    const uint32_t *indices = piece->source;
    for (size_t i = 0; i < piece->count; i++)
        tlb_put_le16(out + 2 * i, (uint16_t)indices[i]);
    return 0;
}

uint64_t tlb_gltf_encode_index32(const tlb_gltf_piece *piece, uint8_t *out)
{
    const uint32_t *indices = piece->source;
    for (size_t i = 0; i < piece->count; i++)
        tlb_put_le32(out + 4 * i, indices[i]);
    return 0;
}

/* What moves a vertex: each joint once, the weights together 1, joint 0 where there is no weight. */
typedef struct influences {
    uint16_t joints[4];
    float weights[4];
    uint64_t replaced;
} influences;

static influences influences_of(const tlb_gltf_piece *piece, size_t vertex)
{
    const uint16_t *joints = (const uint16_t *)piece->source + vertex * 4;
    const float *weights = piece->weights + vertex * 4;
    influences result = {.replaced = 0};
    double merged[4] = {0}, sum = 0;
    int used = 0;
    for (int i = 0; i < 4; i++) {
        bool finite = isfinite(weights[i]);
        result.replaced += !finite;
        if (!finite || !(weights[i] > 0) || joints[i] >= piece->joint_limit)
            continue;
        int k = 0;
        while (k < used && result.joints[k] != joints[i])
            k++;
        used += k == used;
        result.joints[k] = joints[i];
        merged[k] += (double)weights[i];
        sum += (double)weights[i];
    }
    if (!used)
        merged[0] = sum = 1;
    double scale = fabs(sum - 1) > 1e-7 ? 1 / sum : 1;
    for (int k = 0; k < 4; k++) {
        result.weights[k] = (float)(merged[k] * scale);
        if (result.weights[k] == 0)
            result.joints[k] = 0;
    }
    return result;
}

uint64_t tlb_gltf_encode_joints8(const tlb_gltf_piece *piece, uint8_t *out)
{
    for (size_t i = 0; i < piece->count; i++) {
        influences found = influences_of(piece, i);
        for (int k = 0; k < 4; k++)
            *out++ = (uint8_t)found.joints[k];
    }
    return 0;
}

uint64_t tlb_gltf_encode_joints16(const tlb_gltf_piece *piece, uint8_t *out)
{
    for (size_t i = 0; i < piece->count; i++) {
        influences found = influences_of(piece, i);
        for (int k = 0; k < 4; k++, out += 2)
            tlb_put_le16(out, found.joints[k]);
    }
    return 0;
}

uint64_t tlb_gltf_encode_weights(const tlb_gltf_piece *piece, uint8_t *out)
{
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++) {
        influences found = influences_of(piece, i);
        replaced += found.replaced;
        out = put_floats(out, found.weights, 4);
    }
    return replaced;
}
