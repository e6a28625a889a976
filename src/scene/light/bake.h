/* Light maps drawn into the colors of vertices: what every viewer shows. Triangles are split where the light
 * bends. */
#ifndef TLB_SCENE_LIGHT_BAKE_H
#define TLB_SCENE_LIGHT_BAKE_H

#include "scene/light/light.h"

typedef struct tlb_bake_options {
    float floor;     /* of tlb_light_rule */
    float tolerance; /* a triangle is split when it is off by more than this of what displays show, 0 to 1 */
    float least;     /* texels of the light map: edges that are not longer are not split */
} tlb_bake_options;

/* About 1 to 5, and about 2 to 8 times the triangles; never more than TLB_BAKE_MOST times those of a mesh.
 */
static const tlb_bake_options tlb_bake_usual = {0, 0.08f, 1.5f}, tlb_bake_fine = {0, 0.04f, 1.5f};
enum { TLB_BAKE_MOST = 8 };

/* `maps`: of the scene's images (tlb_decode_light_maps). `baked` has meshes and materials of its own, in
 * `arena`, and shares everything else with `scene`. What had a light map has colors, times those it had, and
 * an unlit material without the map. Neighbours that share an edge are split at the same places, whatever
 * their materials. False without memory. */
bool tlb_bake_light(const tlb_scene *scene, const tlb_light_map *maps, const tlb_bake_options *options,
                    tlb_arena *arena, tlb_scene *baked);

/* In `plain` what has light maps is lit as ordinary things are, and has them only with `keep_maps`. Memory as
 * above. */
bool tlb_leave_light(const tlb_scene *scene, bool keep_maps, tlb_arena *arena, tlb_scene *plain);

#endif
