/* Light maps drawn together with textures into larger light maps: one picture a sheet, one material a
 * picture, for engines that know no vertex colors. Tiling textures become blurred. */
#ifndef TLB_SCENE_LIGHT_ATLAS_H
#define TLB_SCENE_LIGHT_ATLAS_H

#include "scene/light/light.h"

enum { TLB_ATLAS_SIDE = 4096, TLB_ATLAS_PIXELS = 1 << 24 }; /* of a sheet, and of all together */

/* Sheets are 8, 4 or 2 times as large as the light maps, as these bounds allow, else as large. `drawn` has
 * meshes, materials and images of its own, in `arena`, and shares everything else with `scene`. What had a
 * light map has a sheet on the light map's UV set and is unlit; materials that animations move only lose
 * theirs. Triangles without a place of their own on the light map keep their texture, as bright as the light
 * of all of their material is in the mean. `maps`: of the scene's images (tlb_decode_light_maps). `floor`: of
 * tlb_light_rule. */
tlb_status tlb_draw_atlas(tlb_context *context, const tlb_scene *scene, const tlb_light_map *maps,
                          float floor, tlb_arena *arena, tlb_scene *drawn);

#endif
