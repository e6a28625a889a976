#include "render/stage.h"

#include "trilobite/scene.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"

#include <math.h>
#include <string.h>

/* More than this is no model but an attempt at using up the machine. */
enum { MOST_VERTICES = 1 << 25, MOST_INDICES = 1 << 27, MOST_PARTS = 1 << 22 };

static void count(tlb_stage *stage)
{
    stage->vertices = stage->indices = stage->parts = 0;
    stage->only_backdrops = true;
    for (uint32_t node = 0; node < stage->scene.node_count; node++) {
        const tlb_mesh *mesh = tlb_stage_mesh(stage, node);
        if (!mesh)
            continue;
        stage->vertices += mesh->vertex_count;
        stage->only_backdrops &= stage->scene.nodes[node].backdrop;
        for (uint32_t i = 0; i < mesh->part_count; i++) {
            stage->indices += mesh->parts[i].index_count;
            stage->parts += mesh->parts[i].index_count > 0;
        }
    }
}

bool tlb_stage_set(tlb_stage *stage, const tlb_scene *scene, const tlb_animation *animation, float seconds,
                   bool reveal, tlb_arena *arena)
{
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    if (!world || !tlb_scene_at(scene, animation, seconds, arena, &stage->scene))
        return false;
    stage->revealed = tlb_scene_hidden(&stage->scene, arena);
    for (uint32_t i = 0; reveal && i < scene->node_count; i++)
        stage->scene.nodes[i].hidden = false;
    tlb_scene_world_matrices(&stage->scene, world);
    stage->world = (const float(*)[16])world;
    stage->shown = tlb_scene_seen(&stage->scene, arena);
    if (!stage->revealed || !stage->shown)
        return false;
    count(stage);
    return true;
}

tlb_status tlb_stage_limit(tlb_context *context, const tlb_stage *stage)
{
    if (stage->vertices <= MOST_VERTICES && stage->indices <= MOST_INDICES && stage->parts <= MOST_PARTS)
        return TLB_OK;
    tlb_report(context, TLB_CODE_RENDER_TOO_MUCH, TLB_NO_OFFSET, NULL,
               "too much to draw: vertices: %llu, triangles: %llu, parts: %llu",
               (unsigned long long)stage->vertices, (unsigned long long)stage->indices / 3,
               (unsigned long long)stage->parts);
    return TLB_LIMIT;
}

static bool is_finite(const float point[3])
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

void tlb_stage_points(const tlb_stage *stage, bool backdrops, tlb_points_visitor *visit, void *user)
{
    float points[TLB_POSE_BATCH][3];
    for (uint32_t node = 0; node < stage->scene.node_count; node++) {
        const tlb_mesh *mesh = backdrops ? tlb_stage_mesh(stage, node) : tlb_stage_subject(stage, node);
        for (uint32_t first = 0; mesh && first < mesh->vertex_count; first += TLB_POSE_BATCH) {
            uint32_t count = tlb_pose_batch(mesh, first), kept = 0;
            tlb_pose_positions(&stage->scene, stage->world, node, first, count, points);
            for (uint32_t i = 0; i < count; i++)
                if (is_finite(points[i]))
                    memmove(points[kept++], points[i], sizeof *points);
            visit(user, (const float(*)[3])points, kept);
        }
    }
}
