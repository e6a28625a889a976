/* What is shown of a scene, and apart from it what is not: coarser levels of detail, collision, zones.
 * Programs that know nothing of either show all they find. */
#ifndef TLB_SCENE_TRANSFORM_LAYERS_H
#define TLB_SCENE_TRANSFORM_LAYERS_H

#include "base/arena.h"
#include "trilobite/scene.h"

typedef enum tlb_layer_kinds {
    TLB_ONLY_SHOWN = 0,
    TLB_WITH_LEVELS = 1, /* each level but the finest is a layer: "level 2" */
    TLB_WITH_HIDDEN = 2  /* so are hidden things, by their node's layer: "collision" */
} tlb_layer_kinds;

enum { TLB_LAYERS_MOST = 32 }; /* what would be in others is left out */

typedef struct tlb_layers {
    tlb_scene scene;    /* nothing in it is hidden or has a level */
    uint32_t *of_node;  /* the layer of each of its nodes */
    uint32_t count;     /* at least 1: the first layer is what is shown */
    const char **names; /* NULL for the first */
    uint32_t left_out;  /* hidden nodes of no layer, those below them not counted */
} tlb_layers;

/* Nodes that lie above those of other layers are there once more, without what they hold; what moves them
 * moves all of them. Joints of skins are there in each layer that has the skin, hidden ones, too. Nodes, skins
 * and channels are the layers' own, in `arena`; everything else is shared. False without memory. */
bool tlb_scene_layers(const tlb_scene *scene, unsigned kinds, tlb_arena *arena, tlb_layers *layers);

#endif
