/* What a scene has and a target has no place for. */
#ifndef TLB_SCENE_INSPECT_LOSSES_H
#define TLB_SCENE_INSPECT_LOSSES_H

#include "base/context.h"
#include "trilobite/scene.h"

typedef struct tlb_writing {
    tlb_context *context;
    const tlb_scene *scene;
    const bool *shown;    /* of tlb_scene_shown, or of tlb_scene_seen; NULL: all nodes have a meaning */
    const char *title;    /* of the target format */
    bool moves;           /* it has skins and animations */
    bool uv_sets;         /* it has more than one */
    bool attributes;      /* it has custom ones */
    bool chooses;         /* it reports itself which animations, lights and extras it leaves out */
    uint64_t kept_extras; /* how many extras the target has a place for */
} tlb_writing;

/* Reports `count` things of a kind as left out, unless there are none. */
void tlb_report_loss(const tlb_writing *writing, uint64_t count, const char *what);
/* Hidden nodes, levels of detail, nodes without size, skins, animations, animated materials, morphs, UV sets
 * but one, light maps, properties, as far as the target has no place for them. */
void tlb_report_losses(const tlb_writing *writing);

#endif
