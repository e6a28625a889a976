/* Where a texture lies on a polygon without texture coordinates. The description leaves it open; this is
 * ours: u goes along the first edge, v to its left in the polygon's plane, the polygon's rectangle is the
 * whole texture; then the keywords, in the order that the description gives, about the texture's origin. */
#include "formats/sense8/nff/scene.h"

#include <math.h>

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Unit vectors along the first edge that has a length, and to its left. */
static void find_axes(const float (*corners)[3], uint32_t count, const float normal[3], float axes[2][3])
{
    float length = 0;
    for (uint32_t i = 0; i + 1 < count && !(length > 0); i++) {
        for (int k = 0; k < 3; k++)
            axes[0][k] = corners[i + 1][k] - corners[i][k];
        length = sqrtf(dot(axes[0], axes[0]));
    }
    for (int k = 0; k < 3; k++)
        axes[0][k] = length > 0 ? axes[0][k] / length : (float)(k == 0);
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        axes[1][k] = normal[u] * axes[0][v] - normal[v] * axes[0][u];
    }
}

static void fit(const float (*corners)[3], uint32_t count, const float axis[3], int which, float (*uv)[2])
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        uv[i][which] = dot(corners[i], axis);
        low = uv[i][which] < low ? uv[i][which] : low;
        high = uv[i][which] > high ? uv[i][which] : high;
    }
    for (uint32_t i = 0; i < count; i++)
        uv[i][which] = high > low ? (uv[i][which] - low) / (high - low) : 0;
}

static void apply_keywords(const tlb_nff_texture *x, float uv[2])
{
    if (x->has & TLB_NFF_MIRROR)
        uv[0] = 1 - uv[0];
    if (x->has & TLB_NFF_ROT) {
        float c = cosf(x->rot), s = sinf(x->rot), u = uv[0];
        uv[0] = c * u - s * uv[1];
        uv[1] = s * u + c * uv[1];
    }
    for (int i = 0; i < 2; i++) {
        if (x->has & TLB_NFF_SCALE)
            uv[i] *= x->scale;
        if (x->has & TLB_NFF_TRANS)
            uv[i] += x->trans[i];
        if (!isfinite(uv[i]))
            uv[i] = 0;
    }
}

void nff_map_texture(const tlb_nff_texture *texture, const float (*corners)[3], uint32_t count,
                     const float normal[3], float (*uv)[2])
{
    float axes[2][3] = {{0}};
    find_axes(corners, count, normal, axes);
    fit(corners, count, axes[0], 0, uv);
    fit(corners, count, axes[1], 1, uv);
    for (uint32_t i = 0; i < count; i++)
        apply_keywords(texture, uv[i]);
}
