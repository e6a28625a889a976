#include "base/context.h"
#include "base/argument.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"

#include <math.h>

static void grow_box(tlb_scene_stats *stats, const tlb_scene *scene, const float (*world)[16], uint32_t node)
{
    const tlb_mesh *mesh = &scene->meshes[scene->nodes[node].mesh];
    float points[TLB_POSE_BATCH][3];
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_positions(scene, world, node, first, count, points);
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++) {
                stats->low[axis] = fminf(stats->low[axis], points[i][axis]);
                stats->high[axis] = fmaxf(stats->high[axis], points[i][axis]);
            }
    }
}

static void count_mesh(tlb_scene_stats *stats, const tlb_mesh *mesh)
{
    stats->vertices += mesh->vertex_count;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        stats->triangles += mesh->parts[i].index_count / 3;
}

tlb_status tlb_scene_measure(tlb_context *context, const tlb_scene *scene, tlb_scene_stats *stats)
{
    TLB_REQUIRE(context, stats);
    *stats =
        (tlb_scene_stats){.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    *stats =
        (tlb_scene_stats){.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    float(*world)[16] = tlb_alloc_array(&arena, scene->node_count, sizeof *world);
    const bool *hidden = tlb_scene_hidden(scene, &arena);
    bool done = world && hidden;
    if (done) {
        tlb_scene_world_matrices(scene, world);
        for (uint32_t i = 0; i < scene->node_count; i++) {
            const tlb_node *node = &scene->nodes[i];
            if (hidden[i] || node->mesh < 0)
                continue;
            count_mesh(stats, &scene->meshes[node->mesh]);
            grow_box(stats, scene, (const float(*)[16])world, i);
        }
    }
    tlb_arena_release(&arena);
    return done ? TLB_OK : tlb_report_memory(context, &arena);
}
