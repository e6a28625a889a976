/* How far the light of vertices is off of a light map, as displays show both. */
#include "scene/light/refine.h"

#include "scene/materials/color.h"

#include <string.h>

/* --- scale -------------------------------------------------------------------------------------------- */

void tlb_light_scale_make(tlb_light_scale *scale)
{
    for (int i = 0; i <= TLB_LIGHT_STEPS; i++)
        scale->linear[i] = tlb_linear((float)i / TLB_LIGHT_STEPS);
    for (int i = 0, at = 0; i <= TLB_LIGHT_STEPS; i++) {
        float linear = (float)i / TLB_LIGHT_STEPS * ((float)i / TLB_LIGHT_STEPS);
        while (at < TLB_LIGHT_STEPS - 1 && scale->linear[at + 1] < linear)
            at++;
        float step = scale->linear[at + 1] - scale->linear[at];
        scale->display[i] = ((float)at + (linear - scale->linear[at]) / step) / TLB_LIGHT_STEPS;
    }
    scale->linear[TLB_LIGHT_STEPS + 1] = scale->linear[TLB_LIGHT_STEPS];
    scale->display[TLB_LIGHT_STEPS + 1] = scale->display[TLB_LIGHT_STEPS];
}

/* --- how far off a triangle is ------------------------------------------------------------------------ */

/* Where light is looked at, on the edges and within: the weights of each corner. Sixteen are four times as
 * many as vector code takes at once, so the last ones are there again. */
enum { PROBES = 16 };
static const float probes[3][PROBES] = {
    {0.5f, 0, 0.5f, 0.75f, 0.25f, 0, 0, 0.25f, 0.75f, 0.34f, 0.6f, 0.2f, 0.2f, 0.2f, 0.2f, 0.2f},
    {0.5f, 0.5f, 0, 0.25f, 0.75f, 0.75f, 0.25f, 0, 0, 0.33f, 0.2f, 0.6f, 0.2f, 0.2f, 0.2f, 0.2f},
    {0, 0.5f, 0.5f, 0, 0, 0.25f, 0.75f, 0.75f, 0.25f, 0.33f, 0.2f, 0.2f, 0.6f, 0.6f, 0.6f, 0.6f},
};

static float blend_of(const float of_corners[3], uint32_t probe)
{
    return of_corners[0] * probes[0][probe] + of_corners[1] * probes[1][probe] +
           of_corners[2] * probes[2][probe];
}

/* tlb_light_to_display at all probes. */
static void show_all(const tlb_light_scale *scale, float values[PROBES])
{
    int32_t first[PROBES];
    float share[PROBES], low[PROBES], high[PROBES];
    for (uint32_t i = 0; i < PROBES; i++) {
        float at = sqrtf(values[i]), place = at > 1 ? TLB_LIGHT_STEPS : at * TLB_LIGHT_STEPS;
        first[i] = (int32_t)place;
        share[i] = place - (float)first[i];
    }
    for (uint32_t i = 0; i < PROBES; i++) {
        low[i] = scale->display[first[i]];
        high[i] = scale->display[first[i] + 1];
    }
    for (uint32_t i = 0; i < PROBES; i++)
        values[i] = low[i] + (high[i] - low[i]) * share[i];
}

/* The largest difference between what is shown of the map and what the corners' light shows. */
static float error_of(const tlb_light_map *map, const tlb_fine_vertex *const corners[3], float floor,
                      const tlb_light_scale *scale)
{
    tlb_light_batch batch;
    batch.count = PROBES;
    float error = 0, of_corners[3], blended[PROBES];
    for (int axis = 0; axis < 2; axis++) {
        float *to = axis ? batch.v : batch.u;
        for (int i = 0; i < 3; i++)
            of_corners[i] = corners[i]->uv[axis];
        for (uint32_t i = 0; i < PROBES; i++)
            to[i] = blend_of(of_corners, i);
    }
    tlb_light_at_all(map, &batch);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            of_corners[i] = corners[i]->light[k];
        for (uint32_t i = 0; i < PROBES; i++)
            blended[i] = blend_of(of_corners, i);
        show_all(scale, blended);
        for (uint32_t i = 0; i < PROBES; i++) {
            float off = fabsf(floor + (1 - floor) * batch.light[k][i] - blended[i]);
            error = off > error ? off : error;
        }
    }
    return error;
}

/* Whether no probe can be far off: light at it, and what is blended of the corners, are between the least and
 * the most of the texels, but for what scales are not exact by. */
static bool is_even(const tlb_light_map *map, const tlb_fine_vertex *const corners[3], float tolerance)
{
    const float inexact = 0.001f;
    float uv[3][2];
    tlb_light_range range;
    for (int i = 0; i < 3; i++)
        memcpy(uv[i], corners[i]->uv, sizeof uv[i]);
    return tlb_light_range_of(map, (const float(*)[2])uv, &range) &&
           (float)(range.above + range.below) < (tolerance - inexact) * UINT8_MAX;
}

/* Which side is the longest on the light map, and how long it is in texels. */
static uint32_t longest_side(const tlb_light_map *map, const tlb_fine_vertex *const corners[3], float *length)
{
    uint32_t longest = 0;
    *length = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const float *a = corners[i]->uv, *b = corners[(i + 1) % 3]->uv;
        float u = (a[0] - b[0]) * (float)map->width, v = (a[1] - b[1]) * (float)map->height;
        float own = sqrtf(u * u + v * v);
        if (own > *length) {
            *length = own;
            longest = i;
        }
    }
    return longest;
}

float tlb_light_error(const tlb_light_map *map, const tlb_fine_vertex *const corners[3],
                      const tlb_bake_options *options, const tlb_light_scale *scale, uint32_t *side)
{
    float length;
    *side = longest_side(map, corners, &length);
    if (!(length > options->least) || is_even(map, corners, options->tolerance))
        return 0;
    float error = error_of(map, corners, options->floor, scale);
    return error > options->tolerance ? error : 0;
}
