/* Baked light: what the light maps of a scene hold, and how much of it is shown.
 *
 * Light maps hold the lamps of a place; sun and sky are the mission's. So many are dark or black where the
 * game was bright. One rule for pictures, pages and glTF: black maps are not applied; others are shown at
 * full strength above a floor. Light is measured and applied as displays show it (sRGB), as the engines
 * multiplied it. */
#ifndef TLB_SCENE_LIGHT_LIGHT_H
#define TLB_SCENE_LIGHT_LIGHT_H

#include "base/arena.h"
#include "base/context.h"
#include "trilobite/scene.h"

/* --- light maps as numbers ---------------------------------------------------------------------------- */

/* Rows run from the top. */
typedef struct tlb_light_map {
    uint32_t width, height;
    const uint8_t (
        *pixels)[4]; /* R, G, B, A as displays show them; NULL: no light map, or it does not decode */
} tlb_light_map;

/* Leaves `map` as it is where the image does not decode, which is reported. */
tlb_status tlb_decode_light_map(tlb_context *context, const tlb_image *image, tlb_arena *arena,
                                tlb_light_map *map);

/* One for each image of the scene, in `arena`. Those that cannot be decoded are reported. */
tlb_status tlb_decode_light_maps(tlb_context *context, const tlb_scene *scene, tlb_arena *arena,
                                 tlb_light_map **maps);

/* The light map of a part's material; NULL where it has none that can be shown. */
const tlb_light_map *tlb_light_map_of(const tlb_scene *scene, const tlb_light_map *maps, const tlb_mesh *mesh,
                                      const tlb_part *part);

/* Blended between the nearest texels, whose middles lie at .5; the edge goes on outside. From 0 to 1. */
void tlb_light_at(const tlb_light_map *map, const float uv[2], float light[3]);

/* The same of several places at once: compilers make vector code of it. */
enum { TLB_LIGHT_BATCH = 64 };
typedef struct tlb_light_batch {
    uint32_t count;
    float u[TLB_LIGHT_BATCH], v[TLB_LIGHT_BATCH];
    float light[3][TLB_LIGHT_BATCH];
} tlb_light_batch;
void tlb_light_at_all(const tlb_light_map *map, tlb_light_batch *batch);

/* Of the texels that light in a triangle is blended of, and maybe of some beside them: one, and by how much a
 * channel of others is above and below its own. False: there are too many to look at. */
typedef struct tlb_light_range {
    uint8_t texel[3], above, below;
} tlb_light_range;
bool tlb_light_range_of(const tlb_light_map *map, const float uv[3][2], tlb_light_range *range);

/* --- the rule ----------------------------------------------------------------------------------------- */

typedef struct tlb_light_rule {
    bool lit;    /* something that is drawn has a light map */
    bool black;  /* and all of them are black: they are not applied */
    float mean;  /* luminance from 0 to 1, weighted by the area that is lit; 0 of black ones */
    float floor; /* what is shown: floor + (1 - floor) * light; 0 for black ones */
} tlb_light_rule;

/* The rule for what is drawn of the scene. Light maps that cannot be decoded do not count; black ones are
 * reported as LIGHT_BLACK, once a session, as a scene may be written several times. */
tlb_status tlb_choose_light(tlb_context *context, const tlb_scene *scene, const tlb_light_map *maps,
                            tlb_light_rule *rule);

/* The floor of light maps with this mean: what brings the mean halfway to 0.5, at most 0.5. */
float tlb_light_floor(float mean);

#endif
