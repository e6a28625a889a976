#include "render/draws.h"

#include "scene/geometry/finite.h"
#include "scene/animation/pose.h"

#include <stdlib.h>

/* --- pieces ------------------------------------------------------------------------------------------ */

/* The members of a group, a node that is nothing itself, are told apart as they are; what stands alone falls
 * into its loose parts. */
static bool is_in_group(const tlb_scene *scene, uint32_t node)
{
    int32_t parent = scene->nodes[node].parent;
    return parent >= 0 && scene->nodes[parent].mesh < 0;
}

static void add_piece(tlb_draws *draws, const tlb_stage *stage, uint32_t node, const tlb_mesh *mesh)
{
    draws->pieces[draws->piece_count++] = (tlb_piece){
        .node = node,
        .mesh = mesh,
        .first_vertex = draws->vertex_count,
        .mirrored = tlb_pose_mirrors(&stage->scene, stage->world, node),
        .tinted = stage->revealed[node],
        .loose = stage->revealed[node] && !is_in_group(&stage->scene, node),
    };
    draws->vertex_count += mesh->vertex_count;
    uint32_t sets = tlb_mesh_uv_sets(mesh);
    draws->uv_sets = sets > draws->uv_sets ? sets : draws->uv_sets;
}

/* --- looks ------------------------------------------------------------------------------------------- */

typedef struct planner {
    tlb_draws *draws;
    const tlb_stage *stage;
    const bool *has_image;
    bool black; /* light maps: their materials are lit as ordinary ones */
} planner;

static bool is_shown(const planner *p, const tlb_texture *texture, const tlb_mesh *mesh)
{
    return tlb_texture_fits(texture, mesh) && p->has_image[texture->image];
}

static uint32_t choose_look(const planner *p, const tlb_material *material, const tlb_mesh *mesh)
{
    tlb_paint paint = !is_shown(p, &material->texture, mesh) ? TLB_PAINT_PLAIN
                      : material->placeholder                ? TLB_PAINT_STAND_IN
                                                             : TLB_PAINT_TEXTURE;
    bool mapped = is_shown(p, &material->lightmap, mesh);
    tlb_light light = mapped && !p->black          ? TLB_LIGHT_MAP
                      : material->unlit && !mapped ? TLB_LIGHT_NONE
                                                   : TLB_LIGHT_STUDIO;
    return tlb_look_of(paint, light, material->alpha_mode);
}

/* The mean of its corners. */
static void find_middle(const planner *p, tlb_draw *draw)
{
    const tlb_piece *piece = &p->draws->pieces[draw->piece];
    const tlb_part *part = &piece->mesh->parts[draw->part];
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < part->index_count; i++) {
        float point[1][3];
        uint32_t vertex = piece->mesh->indices[part->first_index + i];
        tlb_pose_positions(&p->stage->scene, p->stage->world, piece->node, vertex, 1, point);
        for (int axis = 0; axis < 3; axis++)
            sum[axis] += tlb_finite(point[0][axis]);
    }
    for (int axis = 0; axis < 3; axis++)
        draw->middle[axis] = (float)(sum[axis] / part->index_count);
}

static void add_draw(const planner *p, uint32_t piece_index, uint32_t part_index)
{
    const tlb_piece *piece = &p->draws->pieces[piece_index];
    tlb_draw *draw = &p->draws->list[p->draws->count++];
    *draw = (tlb_draw){.piece = piece_index,
                       .part = part_index,
                       .material = piece->mesh->parts[part_index].material,
                       .look = tlb_look_of(TLB_PAINT_PLAIN, TLB_LIGHT_STUDIO, TLB_ALPHA_OPAQUE)};
    const tlb_material *material = draw->material >= 0 ? &p->stage->scene.materials[draw->material] : NULL;
    if (piece->tinted)
        draw->look = tlb_look_of(TLB_PAINT_PLAIN, TLB_LIGHT_STUDIO, TLB_ALPHA_BLEND);
    else if (material)
        draw->look = choose_look(p, material, piece->mesh);
    draw->blended = piece->tinted || (material && material->alpha_mode >= TLB_ALPHA_BLEND);
    if (draw->blended)
        find_middle(p, draw);
}

/* --- order ------------------------------------------------------------------------------------------- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static uint64_t place_in_scene(const tlb_draw *draw)
{
    return (uint64_t)draw->piece << 32 | draw->part;
}

/* Solid ones first, by program, then by material. */
static int compare_states(const void *left, const void *right)
{
    const tlb_draw *a = left, *b = right;
    int order = compare(a->blended, b->blended);
    order = order ? order : compare(a->look, b->look);
    order = order ? order : compare((uint32_t)(a->material + 1), (uint32_t)(b->material + 1));
    return order ? order : compare(place_in_scene(a), place_in_scene(b));
}

static int compare_distances(const void *left, const void *right)
{
    const tlb_draw *a = left, *b = right;
    int order = (a->distance < b->distance) - (a->distance > b->distance);
    return order ? order : compare(place_in_scene(a), place_in_scene(b));
}

static void order_draws(tlb_draws *draws)
{
    qsort(draws->list, draws->count, sizeof *draws->list, compare_states);
    for (uint32_t i = 0; i < draws->count; i++) {
        tlb_draw *draw = &draws->list[i];
        draw->first_index = draws->index_count;
        draws->index_count += draws->pieces[draw->piece].mesh->parts[draw->part].index_count;
        draws->solid_count += !draw->blended;
    }
}

void tlb_draws_sort(tlb_draws *draws, const double position[3], const double back[3])
{
    for (uint32_t i = draws->solid_count; i < draws->count; i++) {
        tlb_draw *draw = &draws->list[i];
        draw->distance = 0;
        for (int axis = 0; axis < 3; axis++)
            draw->distance += back[axis] * (position[axis] - draw->middle[axis]);
    }
    qsort(draws->list + draws->solid_count, draws->count - draws->solid_count, sizeof *draws->list,
          compare_distances);
}

/* ----------------------------------------------------------------------------------------------------- */

tlb_status tlb_draws_plan(tlb_draws *draws, tlb_context *context, const tlb_stage *stage,
                          const bool *has_image, bool black, tlb_arena *arena)
{
    *draws = (tlb_draws){.uv_sets = 1,
                         .pieces = tlb_alloc_array(arena, stage->scene.node_count, sizeof *draws->pieces),
                         .list = tlb_alloc_array(arena, (size_t)stage->parts, sizeof *draws->list)};
    if (!draws->pieces || !draws->list)
        return tlb_report_memory(context, arena);
    for (uint32_t i = 0; i < stage->scene.node_count; i++) {
        const tlb_mesh *mesh = tlb_stage_mesh(stage, i);
        if (mesh)
            add_piece(draws, stage, i, mesh);
    }
    planner p = {draws, stage, has_image, black};
    for (uint32_t i = 0; i < draws->piece_count; i++)
        for (uint32_t k = 0; k < draws->pieces[i].mesh->part_count; k++)
            if (draws->pieces[i].mesh->parts[k].index_count)
                add_draw(&p, i, k);
    order_draws(draws);
    return TLB_OK;
}
