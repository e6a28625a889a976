#include "render/triangles.h"

#include "scene/animation/pose.h"

#include <math.h>
#include <string.h>

static size_t count_triangles(const tlb_stage *stage)
{
    size_t count = 0;
    for (uint32_t node = 0; node < stage->scene.node_count; node++) {
        const tlb_mesh *mesh = tlb_stage_subject(stage, node);
        for (uint32_t i = 0; mesh && i < mesh->part_count; i++)
            count += mesh->parts[i].index_count / 3;
    }
    return count;
}

static bool is_finite(const tlb_triangle *triangle)
{
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            if (!isfinite(triangle->corners[i][axis]))
                return false;
    return true;
}

static void add_part(tlb_triangles *triangles, const tlb_stage *stage, const tlb_mesh *mesh,
                     const tlb_part *part, const float (*places)[3], bool mirrored, bool ground)
{
    const uint32_t *index = mesh->indices + part->first_index;
    for (uint32_t i = 0; i + 2 < part->index_count; i += 3, index += 3) {
        tlb_triangle *triangle = &triangles->data[triangles->count];
        for (int corner = 0; corner < 3; corner++)
            memcpy(triangle->corners[mirrored && corner ? 3 - corner : corner], places[index[corner]],
                   sizeof *places);
        triangle->double_sided = part->material >= 0 && stage->scene.materials[part->material].double_sided;
        triangle->ground = ground;
        triangles->count += is_finite(triangle);
    }
}

static bool add_node(tlb_triangles *triangles, const tlb_stage *stage, uint32_t node, tlb_arena *arena)
{
    const tlb_mesh *mesh = tlb_stage_subject(stage, node);
    if (!mesh)
        return true;
    float(*places)[3] = tlb_alloc_array(arena, mesh->vertex_count, sizeof *places);
    if (!places)
        return false;
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH)
        tlb_pose_positions(&stage->scene, stage->world, node, first, tlb_pose_batch(mesh, first),
                           places + first);
    bool mirrored = tlb_pose_mirrors(&stage->scene, stage->world, node);
    for (uint32_t i = 0; i < mesh->part_count; i++)
        add_part(triangles, stage, mesh, &mesh->parts[i], (const float(*)[3])places, mirrored,
                 stage->scene.nodes[node].ground);
    return true;
}

bool tlb_stage_triangles(const tlb_stage *stage, tlb_arena *arena, tlb_triangles *triangles)
{
    *triangles =
        (tlb_triangles){.data = tlb_alloc_array(arena, count_triangles(stage), sizeof *triangles->data)};
    if (!triangles->data)
        return false;
    for (uint32_t node = 0; node < stage->scene.node_count; node++) {
        tlb_mark mark = tlb_arena_mark(arena);
        if (!add_node(triangles, stage, node, arena))
            return false;
        tlb_arena_rewind(arena, mark);
    }
    return true;
}
