#include "render/stage.h"

#include "scene/animate.h"
#include "scene/build.h"
#include "scene/pose.h"

#include <math.h>
#include <string.h>

/* Marks what is hidden, and takes the mark away from the nodes. */
static bool reveal_nodes(tlb_stage *stage, bool reveal, tlb_arena *arena)
{
    tlb_scene *scene = &stage->scene;
    bool *revealed = tlb_alloc_array(arena, scene->node_count, sizeof *revealed);
    if (!revealed)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        tlb_node *node = &scene->nodes[i];
        revealed[i] = node->hidden || (node->parent >= 0 && revealed[node->parent]);
        node->hidden = node->hidden && !reveal;
    }
    stage->revealed = revealed;
    return true;
}

bool tlb_stage_set(tlb_stage *stage, const tlb_scene *scene, const tlb_animation *animation, float seconds,
                   bool reveal, tlb_arena *arena)
{
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    if (!world || !tlb_scene_at(scene, animation, seconds, arena, &stage->scene) ||
        !reveal_nodes(stage, reveal, arena))
        return false;
    tlb_scene_world_matrices(&stage->scene, world);
    stage->world = (const float(*)[16])world;
    stage->shown = tlb_scene_shown(&stage->scene, arena);
    return stage->shown != NULL;
}

static bool is_finite(const float point[3])
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

void tlb_stage_points(const tlb_stage *stage, tlb_points_visitor *visit, void *user)
{
    enum { BATCH = 256 };
    float points[BATCH][3];
    for (uint32_t node = 0; node < stage->scene.node_count; node++) {
        const tlb_mesh *mesh = tlb_stage_mesh(stage, node);
        for (uint32_t first = 0; mesh && first < mesh->vertex_count; first += BATCH) {
            uint32_t count = mesh->vertex_count - first < BATCH ? mesh->vertex_count - first : BATCH,
                     kept = 0;
            tlb_pose_positions(&stage->scene, stage->world, node, first, count, points);
            for (uint32_t i = 0; i < count; i++)
                if (is_finite(points[i]))
                    memmove(points[kept++], points[i], sizeof *points);
            visit(user, (const float(*)[3])points, kept);
        }
    }
}
