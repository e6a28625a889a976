/* What stands before the camera: a scene at a time, and which of its nodes are drawn. */
#ifndef TLB_RENDER_STAGE_H
#define TLB_RENDER_STAGE_H

#include "base/context.h"
#include "scene/inspect/shown.h"

typedef struct tlb_stage {
    tlb_scene scene;          /* posed; not to be freed */
    const float (*world)[16]; /* of each node */
    const bool *shown;
    const bool *revealed;              /* it, or a node above it, is hidden at first */
    bool only_backdrops;               /* then they are what there is to see */
    uint64_t vertices, indices, parts; /* that are drawn, those of a mesh for each node that shows it */
} tlb_stage;

/* `animation` NULL: at rest. With `reveal` hidden nodes are shown too. What is made is in `arena`; false
 * without memory. */
bool tlb_stage_set(tlb_stage *stage, const tlb_scene *scene, const tlb_animation *animation, float seconds,
                   bool reveal, tlb_arena *arena);

/* TLB_LIMIT, and reported, when there is too much to draw. */
tlb_status tlb_stage_limit(tlb_context *context, const tlb_stage *stage);

/* The mesh that is drawn for a node, NULL when there is nothing to draw. */
static inline const tlb_mesh *tlb_stage_mesh(const tlb_stage *stage, uint32_t node)
{
    return tlb_shown_mesh(&stage->scene, stage->shown, node);
}

/* The mesh of a node that is more than a backdrop. */
static inline const tlb_mesh *tlb_stage_subject(const tlb_stage *stage, uint32_t node)
{
    bool behind = stage->scene.nodes[node].backdrop && !stage->only_backdrops;
    return behind ? NULL : tlb_stage_mesh(stage, node);
}

/* Calls `visit` with all points of the stage in the world, some at a time, with `backdrops` those of them,
 * too. Those that are not numbers, or infinite, are left out. */
typedef void tlb_points_visitor(void *user, const float (*points)[3], uint32_t count);
void tlb_stage_points(const tlb_stage *stage, bool backdrops, tlb_points_visitor *visit, void *user);

#endif
