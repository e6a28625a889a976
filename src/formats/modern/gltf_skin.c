/* What moves the vertices of a mesh: each joint once, the weights together 1, joint 0 where there is no
 * weight. */
#include "base/bytes.h"
#include "formats/modern/gltf_binary.h"

#include <math.h>
#include <string.h>

typedef struct influences {
    uint16_t joints[4];
    float weights[4];
} influences;

static bool is_one(double sum)
{
    return fabs(sum - 1) <= 1e-7;
}

/* Whether a vertex's influences need no mending, as those of nearly all do not. */
static bool is_sound(const uint16_t j[4], const float w[4], uint32_t joint_limit)
{
    double sum = (double)w[0] + (double)w[1] + (double)w[2] + (double)w[3];
    bool second = w[1] > 0, third = w[2] > 0, fourth = w[3] > 0;
    bool no_second = (w[1] == 0) & (j[1] == 0), no_third = (w[2] == 0) & (j[2] == 0),
         no_fourth = (w[3] == 0) & (j[3] == 0);
    /* Those without weight are the last. */
    bool ordered = (w[0] > 0) & (second | (no_second & no_third)) & (third | (no_third & no_fourth)) &
                   (fourth | no_fourth);
    bool distinct = (no_second | (j[1] != j[0])) & (no_third | ((j[2] != j[0]) & (j[2] != j[1]))) &
                    (no_fourth | ((j[3] != j[0]) & (j[3] != j[1]) & (j[3] != j[2])));
    bool there = (j[0] < joint_limit) & (j[1] < joint_limit) & (j[2] < joint_limit) & (j[3] < joint_limit);
    return is_one(sum) & ordered & distinct & there;
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

/* Joints of `width` bytes, and right behind them all the weights. */
static inline uint64_t encode(const tlb_gltf_piece *piece, uint8_t *out, size_t width)
{
    const uint16_t *joints = piece->source;
    const float *weights = piece->weights;
    uint8_t *weights_out = out + piece->count * 4 * width;
    uint64_t replaced = 0;
    for (size_t i = 0; i < piece->count;
         i++, joints += 4, weights += 4, out += 4 * width, weights_out += 16) {
        const uint16_t *j = joints;
        const float *w = weights;
        influences mended;
        if (!is_sound(j, w, piece->joint_limit)) {
            replaced += mend(j, w, piece->joint_limit, &mended);
            j = mended.joints;
            w = mended.weights;
        }
        for (int k = 0; k < 4; k++)
            if (width == 1)
                out[k] = (uint8_t)j[k];
            else
                tlb_put_le16(out + 2 * k, j[k]);
        tlb_put_array_le32(weights_out, w, 4);
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
