/* A scene as programs of artists show it right: what happens to it before it is written as glTF. */
#ifndef TLB_FORMATS_MODERN_GLTF_PREPARE_H
#define TLB_FORMATS_MODERN_GLTF_PREPARE_H

#include "core/light_option.h"
#include "scene/layers.h"

typedef enum tlb_gltf_light {
    GLTF_LIGHT_VERTEX, /* in the colours of vertices */
    GLTF_LIGHT_NONE,
    GLTF_LIGHT_MAP,  /* as textures on UV set 1 */
    GLTF_LIGHT_ATLAS /* with the textures in one picture */
} tlb_gltf_light;

typedef struct tlb_gltf_options {
    tlb_gltf_light light;
    bool fine;             /* light in more detail */
    bool levels;           /* the coarser ones, too */
    bool rig;              /* many moving parts become one mesh on a skeleton */
    bool placeholder_uris; /* textures that were not found are named as files */
    bool page;             /* for the page, which hides, shows and lights for itself: everything as it is */
} tlb_gltf_options;

extern const tlb_option_info tlb_gltf_option_list[], tlb_glb_option_list[];

/* The options as they were chosen; false, with BAD_OPTION reported, when one is not right. */
bool tlb_gltf_choose(const tlb_conversion *conversion, tlb_gltf_options *options);

typedef struct tlb_gltf_scene {
    tlb_layers layers;
    tlb_light_rule rule;
    uint32_t shortened; /* names */
} tlb_gltf_scene;

/* What is to be written of the scene, in `arena` and for as long as the scene is there; `name`: of the file.
 */
tlb_status tlb_gltf_prepare(const tlb_conversion *conversion, const tlb_scene *scene,
                            const tlb_gltf_options *options, const char *name, tlb_arena *arena,
                            tlb_gltf_scene *prepared);

#endif
