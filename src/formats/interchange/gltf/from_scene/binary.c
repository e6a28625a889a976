/* The binary part: what pieces are made of, and how they are planned and filled. */
#include "formats/interchange/gltf/from_scene/binary.h"

#include "base/bytes.h"
#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/unit.h"

#include <math.h>
#include <string.h>

/* --- encoding ----------------------------------------------------------------------------------------- */

/* Compilers make vector code of loops of a fixed length that do not branch. */
enum { BLOCK = 64, POINTS = 4, LANES = POINTS * 3 };

static inline void widen(const float *values, size_t count, float *lows, float *highs)
{
    for (size_t i = 0; i < count; i++) {
        float value = tlb_finite(values[i]);
        lows[i] = value < lows[i] ? value : lows[i];
        highs[i] = value > highs[i] ? value : highs[i];
    }
}

void tlb_gltf_find_bounds(const float (*positions)[3], uint32_t count, float low[3], float high[3])
{
    float lows[LANES], highs[LANES];
    for (int i = 0; i < LANES; i++) {
        lows[i] = INFINITY;
        highs[i] = -INFINITY;
    }
    for (; count >= POINTS; count -= POINTS, positions += POINTS)
        widen(positions[0], LANES, lows, highs);
    if (count)
        widen(positions[0], (size_t)count * 3, lows, highs);
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = fminf(fminf(lows[axis], lows[axis + 3]), fminf(lows[axis + 6], lows[axis + 9]));
        high[axis] = fmaxf(fmaxf(highs[axis], highs[axis + 3]), fmaxf(highs[axis + 6], highs[axis + 9]));
        low[axis] += 0.0f; /* not -0, whichever of the two was met first */
        high[axis] += 0.0f;
    }
}

/* One without direction points up, or does not rotate; one of length 1 (`stays`) keeps its bits. */
static uint64_t make_unit(const float *v, float *out, int size, bool stays)
{
    double square = 0;
    for (int i = 0; i < size; i++)
        square += (double)v[i] * (double)v[i];
    bool finite = square < INFINITY, directed = finite && square > 0;
    double scale = directed && !stays ? 1 / sqrt(square) : 1;
    int otherwise = size == 3 ? 1 : 3;
    for (int i = 0; i < size; i++)
        out[i] = directed ? (float)((double)v[i] * scale) : (float)(i == otherwise);
    return !finite;
}

void tlb_gltf_rotation(const float q[4], bool packed, float out[4])
{
    make_unit(q, out, 4, packed ? tlb_is_rotation(q) : tlb_is_unit(q, 4));
}

uint64_t tlb_gltf_encode_bytes(const tlb_gltf_piece *piece, uint8_t *out)
{
    memcpy(out, piece->source, piece->count);
    return 0;
}

/* Elements of `width` floats. A block that is sound, as nearly all are, is written as it is, of others each
 * element as it is mended. */
static inline uint64_t encode(const tlb_gltf_piece *piece, uint8_t *out, size_t width,
                              bool (*is_sound)(const float *block),
                              uint64_t (*mend)(const float *element, float *mended))
{
    const float *at = piece->source;
    uint64_t replaced = 0;
    for (size_t left = piece->count, count; left; left -= count) {
        count = left < BLOCK ? left : BLOCK;
        bool sound = count == BLOCK && is_sound(at);
        if (sound)
            tlb_put_array_le32(out, at, BLOCK * width);
        for (size_t i = 0; i < count && !sound; i++) {
            float mended[4];
            replaced += mend(at + i * width, mended);
            tlb_put_array_le32(out + 4 * i * width, mended, width);
        }
        at += count * width;
        out += 4 * count * width;
    }
    return replaced;
}

uint64_t tlb_gltf_encode_colors8(const tlb_gltf_piece *piece, uint8_t *out)
{
    const uint16_t *colors = piece->source;
    for (size_t i = 0; i < piece->count; i++)
        out[i] = tlb_color_byte(colors[i]);
    return 0;
}

uint64_t tlb_gltf_encode_colors16(const tlb_gltf_piece *piece, uint8_t *out)
{
    const uint16_t *colors = piece->source;
    for (size_t i = 0; i < piece->count; i++)
        tlb_put_le16(out + 2 * i, colors[i]);
    return 0;
}

static bool are_finite(const float *values)
{
    int others = 0;
    for (int i = 0; i < BLOCK; i++)
        others |= !isfinite(values[i]);
    return !others;
}

static uint64_t make_finite(const float *value, float *mended)
{
    bool finite = isfinite(*value);
    *mended = finite ? *value : 0;
    return !finite;
}

uint64_t tlb_gltf_encode_floats(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 1, are_finite, make_finite);
}

static bool are_normals(const float *v)
{
    bool all = true;
    for (int i = 0; i < BLOCK; i++, v += 3)
        all &= tlb_is_unit(v, 3);
    return all;
}

static uint64_t make_normal(const float *v, float *mended)
{
    return make_unit(v, mended, 3, tlb_is_unit(v, 3));
}

uint64_t tlb_gltf_encode_normals(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 3, are_normals, make_normal);
}

static bool are_rotations(const float *q)
{
    bool all = true;
    for (int i = 0; i < BLOCK; i++, q += 4)
        all &= tlb_is_unit(q, 4);
    return all;
}

static uint64_t make_rotation(const float *q, float *mended)
{
    return make_unit(q, mended, 4, tlb_is_unit(q, 4));
}

uint64_t tlb_gltf_encode_rotations(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 4, are_rotations, make_rotation);
}

static bool are_packed_rotations(const float *q)
{
    bool all = true;
    for (int i = 0; i < BLOCK; i++, q += 4)
        all &= tlb_is_rotation(q);
    return all;
}

static uint64_t make_packed_rotation(const float *q, float *mended)
{
    return make_unit(q, mended, 4, tlb_is_rotation(q));
}

uint64_t tlb_gltf_encode_packed_rotations(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 4, are_packed_rotations, make_packed_rotation);
}

static bool are_tangents(const float *t)
{
    bool all = true;
    for (int i = 0; i < BLOCK; i++, t += 4)
        all &= tlb_is_unit(t, 3) & (fabsf(t[3]) == 1);
    return all;
}

static uint64_t make_tangent(const float *t, float *mended)
{
    mended[3] = t[3] < 0 ? -1.0f : 1.0f;
    return make_unit(t, mended, 3, tlb_is_unit(t, 3));
}

uint64_t tlb_gltf_encode_tangents(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 4, are_tangents, make_tangent);
}

uint64_t tlb_gltf_encode_matrices(const tlb_gltf_piece *piece, uint8_t *out)
{
    const float *matrix = piece->source;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count; i++, matrix += 16, out += 64)
        for (int k = 0; k < 16; k++) {
            bool finite = isfinite(matrix[k]);
            tlb_put_lef32(out + 4 * k, k % 4 == 3 ? (float)(k == 15) : finite ? matrix[k] : 0);
            replaced += !finite;
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
    tlb_put_array_le32(out, piece->source, piece->count);
    return 0;
}

/* --- views, accessors, pieces ------------------------------------------------------------------------- */

static uint64_t aligned(uint64_t size)
{
    return (size + 3) & ~UINT64_C(3);
}

bool tlb_gltf_expect_accessors(tlb_gltf_binary *b, size_t count)
{
    return TLB_RESERVE(b->arena, &b->accessors, count) && TLB_RESERVE(b->arena, &b->pieces, count);
}

uint32_t tlb_gltf_begin_view(tlb_gltf_binary *binary, tlb_gltf_target target)
{
    tlb_gltf_out_view *view = TLB_PUSH(binary->arena, &binary->views);
    if (!view) {
        binary->failed = true;
        return 0;
    }
    *view = (tlb_gltf_out_view){.offset = binary->size, .target = target};
    return binary->views.count - 1;
}

uint64_t tlb_gltf_put(tlb_gltf_binary *binary, tlb_gltf_piece piece, uint64_t size)
{
    tlb_gltf_piece *place = binary->failed ? NULL : TLB_PUSH(binary->arena, &binary->pieces);
    if (!place) {
        binary->failed = true;
        return 0;
    }
    tlb_gltf_out_view *view = &binary->views.data[binary->views.count - 1];
    piece.offset = binary->size;
    piece.size = size;
    *place = piece;
    view->size = piece.offset + size - view->offset;
    binary->size = aligned(piece.offset + size);
    return piece.offset - view->offset;
}

uint32_t tlb_gltf_add_accessor(tlb_gltf_binary *binary, tlb_gltf_out_accessor accessor)
{
    tlb_gltf_out_accessor *place = TLB_PUSH(binary->arena, &binary->accessors);
    if (!place) {
        binary->failed = true;
        return 0;
    }
    *place = accessor;
    return binary->accessors.count - 1;
}

uint32_t tlb_gltf_put_accessor(tlb_gltf_binary *binary, tlb_gltf_piece piece, tlb_gltf_out_accessor accessor)
{
    static const uint32_t columns[] = {
        [GLTF_SCALAR] = 1, [GLTF_VEC2] = 2, [GLTF_VEC3] = 3, [GLTF_VEC4] = 4, [GLTF_MAT4] = 16};
    uint32_t width = accessor.component == GLTF_UBYTE ? 1 : accessor.component == GLTF_USHORT ? 2 : 4;
    accessor.offset = tlb_gltf_put(binary, piece, (uint64_t)accessor.count * columns[accessor.shape] * width);
    accessor.view = (int32_t)(binary->views.count - 1);
    return tlb_gltf_add_accessor(binary, accessor);
}

uint64_t tlb_gltf_fill(const tlb_gltf_binary *binary, uint8_t *out)
{
    uint64_t at = 0, replaced = 0;
    for (uint32_t i = 0; i < binary->pieces.count; i++) {
        const tlb_gltf_piece *piece = &binary->pieces.data[i];
        memset(out + at, 0, (size_t)(piece->offset - at));
        replaced += piece->encode ? piece->encode(piece, out + piece->offset) : 0;
        at = piece->offset + piece->size;
    }
    memset(out + at, 0, (size_t)(binary->size - at));
    return replaced;
}
