/* What moves the vertices of a mesh: each joint once, the weights together 1, joint 0 where there is no
 * weight. */
#include "formats/interchange/gltf/from_scene/binary.h"

#include "base/bytes.h"

#include <math.h>
#include <string.h>

/* Compilers make vector code of loops of a fixed length that do not branch. */
enum { INFLUENCES = 4, BLOCK = 64 };

typedef struct influences {
    uint16_t joints[INFLUENCES];
    float weights[INFLUENCES];
} influences;

static bool is_one(double sum)
{
    return fabs(sum - 1) <= 1e-7;
}

static uint64_t rotated(uint64_t lanes, int bits)
{
    return lanes << bits | lanes >> (64 - bits);
}

/* Not 0 where one of the lanes is. */
static uint64_t zero_lanes(uint64_t lanes)
{
    return (lanes - UINT64_C(0x0001000100010001)) & ~lanes & UINT64_C(0x8000800080008000);
}

/* By which of the last three weights are not 0: the lanes of joints that must then be 0, and in them numbers
 * that are no joint's, each another. Those without weight must be the last: elsewhere two of them are one. */
static const struct {
    uint64_t lanes, numbers;
} unused[8] = {
    [0] = {UINT64_C(0xffffffffffff0000), UINT64_C(0xfffdfffeffff0000)},
    [1] = {UINT64_C(0xffffffff00000000), UINT64_C(0xfffdfffe00000000)},
    [3] = {UINT64_C(0xffff000000000000), UINT64_C(0xfffd000000000000)},
    [7] = {0, 0},
    [2] = {0, UINT64_MAX},
    [4] = {0, UINT64_MAX},
    [5] = {0, UINT64_MAX},
    [6] = {0, UINT64_MAX},
};

/* Whether a vertex's influences need no mending, as those of nearly all do not; its joints are there. */
static bool is_sound(const uint16_t j[INFLUENCES], const float w[INFLUENCES])
{
    int32_t bits[INFLUENCES]; /* 0 where the weight is, negative where it is */
    memcpy(bits, w, sizeof bits);
    double sum = ((double)w[0] + (double)w[1]) + ((double)w[2] + (double)w[3]);
    int used = (bits[1] != 0) | (bits[2] != 0) << 1 | (bits[3] != 0) << 2;
    uint64_t lanes = j[0] | (uint64_t)j[1] << 16 | (uint64_t)j[2] << 32 | (uint64_t)j[3] << 48;
    uint64_t apart = lanes | unused[used].numbers;
    bool positive = (bits[0] > 0) & ((bits[1] | bits[2] | bits[3]) >= 0);
    bool distinct = (zero_lanes(apart ^ rotated(apart, 16)) | zero_lanes(apart ^ rotated(apart, 32))) == 0;
    return is_one(sum) & positive & !(lanes & unused[used].lanes) & distinct;
}

static bool are_sound(const uint16_t *joints, const float *weights, uint32_t joint_limit)
{
    uint16_t last = (uint16_t)(joint_limit <= UINT16_MAX ? joint_limit - 1 : UINT16_MAX);
    int others = joint_limit == 0;
    for (int i = 0; i < BLOCK * INFLUENCES; i++)
        others |= joints[i] > last;
    for (int i = 0; i < BLOCK; i++, joints += INFLUENCES, weights += INFLUENCES)
        others |= !is_sound(joints, weights);
    return !others;
}

/* Gives how many weights were not finite. */
static uint64_t mend(const uint16_t joints[4], const float weights[4], uint32_t joint_limit,
                     influences *mended)
{
    double merged[4] = {0}, sum = 0;
    uint64_t replaced = 0;
    int used = 0;
    *mended = (influences){{0}, {0}};
    for (int i = 0; i < 4; i++) {
        bool finite = isfinite(weights[i]);
        replaced += !finite;
        if (!finite || !(weights[i] > 0) || joints[i] >= joint_limit)
            continue;
        int k = 0;
        while (k < used && mended->joints[k] != joints[i])
            k++;
        used += k == used;
        mended->joints[k] = joints[i];
        merged[k] += (double)weights[i];
        sum += (double)weights[i];
    }
    if (!used)
        merged[0] = sum = 1;
    double scale = is_one(sum) ? 1 : 1 / sum;
    for (int k = 0; k < 4; k++) {
        mended->weights[k] = (float)(merged[k] * scale);
        if (mended->weights[k] == 0)
            mended->joints[k] = 0;
    }
    return replaced;
}

static inline void put_joints(const uint16_t *restrict joints, size_t count, uint8_t *restrict out,
                              size_t width)
{
    if (width == 1)
        for (size_t i = 0; i < count * INFLUENCES; i++)
            out[i] = (uint8_t)joints[i];
    else
        for (size_t i = 0; i < count * INFLUENCES; i++)
            tlb_put_le16(out + 2 * i, joints[i]);
}

/* Joints of `width` bytes, and right after them all the weights. Inline, so that the width is known. */
static inline __attribute__((always_inline)) uint64_t encode(const tlb_gltf_piece *piece, uint8_t *out,
                                                             size_t width)
{
    const uint16_t *joints = piece->source;
    const float *weights = piece->weights;
    uint8_t *weights_out = out + piece->count * INFLUENCES * width;
    uint64_t replaced = 0;
    for (size_t left = piece->count, count; left; left -= count) {
        count = left < BLOCK ? left : BLOCK;
        if (count == BLOCK && are_sound(joints, weights, piece->joint_limit)) {
            put_joints(joints, BLOCK, out, width);
            tlb_put_array_le32(weights_out, weights, BLOCK * INFLUENCES);
        } else
            for (size_t i = 0; i < count; i++) {
                influences mended;
                replaced +=
                    mend(joints + i * INFLUENCES, weights + i * INFLUENCES, piece->joint_limit, &mended);
                put_joints(mended.joints, 1, out + i * INFLUENCES * width, width);
                tlb_put_array_le32(weights_out + i * sizeof mended.weights, mended.weights, INFLUENCES);
            }
        joints += count * INFLUENCES;
        weights += count * INFLUENCES;
        out += count * INFLUENCES * width;
        weights_out += count * sizeof(float[INFLUENCES]);
    }
    return replaced;
}

uint64_t tlb_gltf_encode_skin8(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 1);
}

uint64_t tlb_gltf_encode_skin16(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode(piece, out, 2);
}

/* --- one joint a vertex ------------------------------------------------------------------------------- */

bool tlb_gltf_is_rigid(const float (*weights)[4], uint32_t count)
{
    bool rigid = true;
    for (uint32_t i = 0; i < count && rigid; i++)
        rigid = weights[i][0] == 1 && weights[i][1] == 0 && weights[i][2] == 0 && weights[i][3] == 0;
    return rigid;
}

static uint64_t encode_rigid(const tlb_gltf_piece *piece, uint8_t *out, size_t width)
{
    const uint16_t *joints = piece->source;
    uint8_t *weights = out + piece->count * INFLUENCES * width;
    for (size_t i = 0; i < piece->count; i++) {
        uint16_t own[INFLUENCES] = {joints[i * INFLUENCES]};
        if (own[0] >= piece->joint_limit)
            own[0] = 0;
        put_joints(own, 1, out + i * INFLUENCES * width, width);
        memcpy(weights + i * INFLUENCES, (uint8_t[INFLUENCES]){255}, INFLUENCES);
    }
    return 0;
}

uint64_t tlb_gltf_encode_rigid8(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode_rigid(piece, out, 1);
}

uint64_t tlb_gltf_encode_rigid16(const tlb_gltf_piece *piece, uint8_t *out)
{
    return encode_rigid(piece, out, 2);
}
