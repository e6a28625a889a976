/* Meshes of a scene as objects of a shape: one for each material, each joint and each run of triangles that a
 * mesh can have. */
#include "formats/darkstar/dts/from_scene/meshes.h"

#include "base/text.h"
#include "scene/geometry/matrix.h"
#include "scene/transform/short_names.h"
#include "scene/materials/texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- triangles ----------------------------------------------------------------------------------------- */

/* The joint with the largest sum of weights over the corners. */
static int32_t strongest_joint(dts_mesh_maker *mm, const uint32_t corners[3])
{
    const tlb_mesh *mesh = mm->mesh;
    int32_t best = 0;
    float most = -1;
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < TLB_INFLUENCES; k++) {
            uint16_t joint = mesh->joints[corners[c]][k];
            float sum = 0;
            if (joint >= mm->skin->joint_count)
                continue;
            for (int d = 0; d < 3; d++)
                for (int l = 0; l < TLB_INFLUENCES; l++)
                    sum += mesh->joints[corners[d]][l] == joint ? mesh->weights[corners[d]][l] : 0;
            if (sum > most) {
                most = sum;
                best = joint;
            }
        }
    mm->m->shared_triangles += most < 2.999f;
    return best;
}

static void count_influences(dts_mesh_maker *mm)
{
    for (uint32_t i = 0; i < mm->mesh->vertex_count; i++) {
        float most = 0;
        for (int k = 0; k < TLB_INFLUENCES; k++)
            most = fmaxf(most, mm->mesh->weights[i][k]);
        mm->m->shared_vertices += most < 0.999f;
    }
    mm->m->skinned_vertices += mm->mesh->vertex_count;
}

static int by_use(const void *a, const void *b)
{
    const dts_triangle *x = a, *y = b;
    int order = (x->joint > y->joint) - (x->joint < y->joint);
    order = order ? order : (x->material > y->material) - (x->material < y->material);
    return order ? order : (x->first > y->first) - (x->first < y->first);
}

/* All triangles, by joint and material. */
static dts_triangle *list_triangles(dts_mesh_maker *mm, uint32_t *count)
{
    const tlb_mesh *mesh = mm->mesh;
    size_t most = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        most += mesh->parts[i].index_count / 3;
    dts_triangle *list = most < UINT32_MAX ? tlb_alloc_array(mm->m->arena, most, sizeof *list) : NULL;
    *count = 0;
    for (uint32_t i = 0; list && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        bool colored = tlb_dts_is_colored(mm->m, mesh, part->material);
        int32_t material = colored ? TLB_NONE : tlb_dts_material_number(mm->m, part->material);
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3) {
            dts_triangle *t = &list[(*count)++];
            *t = (dts_triangle){.first = part->first_index + k, .material = material};
            if (colored)
                t->material = tlb_dts_color_number(mm->m, mesh, part, t->first);
            const uint32_t *corners = mesh->indices + t->first;
            t->joint = mm->skin ? strongest_joint(mm, corners) : 0;
            for (int axis = 0; axis < 3; axis++)
                for (int c = 0; c < 3; c++)
                    t->middle[axis] += tlb_dts_sane(mm->m, mesh->positions[corners[c]][axis]) / 3;
        }
    }
    if (list && *count)
        qsort(list, *count, sizeof *list, by_use);
    return list;
}

/* --- objects ------------------------------------------------------------------------------------------- */

static const char *object_name(dts_mesh_maker *mm)
{
    dts_maker *m = mm->m;
    const tlb_node *node = &m->scene->nodes[mm->holder];
    const char *name = *node->name ? node->name : *mm->mesh->name ? mm->mesh->name : "object";
    bool is_long = strlen(name) >= TLB_DTS_NAME;
    m->cut_names += is_long && !mm->parts;
    if (!is_long && !mm->parts++)
        return name;
    return tlb_distinct_name(m->arena, &m->objects_known, name, TLB_DTS_NAME - 1);
}

/* From the mesh's space, or that in which a joint holds it, to the node's. */
static void find_matrix(dts_part_maker *p, int32_t joint, uint32_t host)
{
    dts_mesh_maker *mm = p->mm;
    const float *shape = mm->m->hints[host].shape;
    float scales[16] = {shape[0], shape[1], shape[2], 0, shape[3], shape[4], shape[5], 0,
                        shape[6], shape[7], shape[8], 0, 0,        0,        0,        1};
    if (mm->skin && mm->skin->inverse_bind)
        tlb_matrix_multiply(scales, mm->skin->inverse_bind[joint], p->matrix);
    else
        memcpy(p->matrix, scales, sizeof scales);
    tlb_matrix_for_normals(p->matrix, p->for_normals);
    p->mirrors = tlb_matrix_determinant(p->matrix) < 0;
}

static bool add_object(dts_mesh_maker *mm, uint32_t host, tlb_dts_mesh *mesh)
{
    dts_maker *m = mm->m;
    const tlb_node *node = &m->scene->nodes[mm->holder];
    const dts_hint *hint = &m->hints[mm->holder];
    if (m->objects.count >= DTS_MOST_INDEX) {
        tlb_dts_refuse(m, "objects", (uint64_t)m->objects.count + 1, DTS_MOST_INDEX);
        return false;
    }
    const char *name = object_name(mm);
    dts_made_object *object = name ? TLB_PUSH(m->arena, &m->objects) : NULL;
    tlb_dts_mesh *made = object ? TLB_PUSH(m->arena, &m->meshes) : NULL;
    if (!made)
        return false;
    *made = *mesh;
    *object = (dts_made_object){.node = m->hints[host].place, .source = mm->node, .host = host, .name = name};
    if (!hint->is_object || mm->skin || node->parent < 0)
        return true;
    const float *above = m->hints[node->parent].shape;
    float offset[3];
    for (int i = 0; i < 3; i++)
        offset[i] = tlb_dts_sane(m, above[i] * node->translation[0] + above[3 + i] * node->translation[1] +
                                        above[6 + i] * node->translation[2]);
    dts_axes_from_scene(object->offset, offset);
    return true;
}

static bool add_part(dts_mesh_maker *mm, const dts_triangle *triangles, uint32_t count)
{
    dts_maker *m = mm->m;
    dts_part_maker p = {.mm = mm, .triangles = triangles, .triangle_count = count};
    uint32_t host = mm->skin ? (uint32_t)mm->skin->joints[triangles->joint] : mm->holder;
    int32_t material = m->source_of[triangles->material];
    tlb_dts_mesh mesh = {
        .pers = {.className = {"TS::CelAnimMesh", 15}, .version = TLB_DTS_LAST_MESH_VERSION}};
    p.frame_count = m->frames[mm->node].width ? m->frames[mm->node].weights.count : 1;
    find_matrix(&p, triangles->joint, host);
    if (!tlb_dts_pack_part(&p, &mesh, material < 0 ? NULL : &m->scene->materials[material]))
        return false;
    return !mesh.faces.count || add_object(mm, host, &mesh);
}

/* --- parts that are too large -------------------------------------------------------------------------- */

#define BY_MIDDLE(axis)                                                                                      \
    static int by_middle_##axis(const void *a, const void *b)                                                \
    {                                                                                                        \
        const dts_triangle *x = a, *y = b;                                                                   \
        int order = (x->middle[axis] > y->middle[axis]) - (x->middle[axis] < y->middle[axis]);               \
        return order ? order : (x->first > y->first) - (x->first < y->first);                                \
    }
BY_MIDDLE(0)
BY_MIDDLE(1)
BY_MIDDLE(2)

static int by_place(const void *a, const void *b)
{
    const dts_triangle *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Halves across the longest side until each fits: what is smaller is packed more finely, too. */
static bool add_parts(dts_mesh_maker *mm, dts_triangle *triangles, uint32_t count)
{
    static int (*const orders[])(const void *, const void *) = {by_middle_0, by_middle_1, by_middle_2};
    const uint32_t most = DTS_MOST_VERTICES - TLB_DTS_BOX_VERTICES - (mm->common ? TLB_DTS_BOX_VERTICES : 0);
    bool fits = count <= DTS_MOST_FACES &&
                ((uint64_t)count * 3 <= most || tlb_dts_list_used(mm, triangles, count, NULL) <= most);
    if (fits) {
        qsort(triangles, count, sizeof *triangles, by_place);
        return add_part(mm, triangles, count);
    }
    tlb_box box = tlb_box_empty();
    for (uint32_t i = 0; i < count; i++)
        tlb_box_add(&box, triangles[i].middle);
    int longest = 0;
    for (int axis = 1; axis < 3; axis++)
        longest = box.high[axis] - box.low[axis] > box.high[longest] - box.low[longest] ? axis : longest;
    qsort(triangles, count, sizeof *triangles, orders[longest]);
    mm->m->split++;
    return add_parts(mm, triangles, count / 2) && add_parts(mm, triangles + count / 2, count - count / 2);
}

/* --- all ----------------------------------------------------------------------------------------------- */

static bool find_normals(dts_mesh_maker *mm)
{
    tlb_mesh copy = *mm->mesh;
    mm->normals = copy.normals;
    if (mm->normals)
        return true;
    mm->normals = copy.normals = tlb_alloc_array(mm->m->arena, copy.vertex_count, sizeof *copy.normals);
    if (!mm->normals)
        return false;
    tlb_mesh_compute_normals(&copy);
    return true;
}

static bool is_colored(const dts_mesh_maker *mm)
{
    bool colored = false;
    for (uint32_t i = 0; i < mm->mesh->part_count; i++)
        colored |= tlb_dts_is_colored(mm->m, mm->mesh, mm->mesh->parts[i].material);
    return colored;
}

/* Many parts side by side that are rounded in the same way, so that no gaps open between them. */
static bool find_common(dts_mesh_maker *mm, const dts_triangle *triangles, uint32_t count)
{
    dts_maker *m = mm->m;
    uint32_t frames = m->frames[mm->node].width ? m->frames[mm->node].weights.count : 1;
    dts_part_maker p = {.mm = mm, .triangles = triangles, .triangle_count = count};
    tlb_box *common = tlb_alloc_array(m->arena, frames, sizeof *common);
    uint64_t replaced = m->replaced;
    if (!common || !tlb_dts_find_used(&p))
        return false;
    find_matrix(&p, triangles->joint, mm->skin ? (uint32_t)mm->skin->joints[triangles->joint] : mm->holder);
    for (uint32_t f = 0; f < frames; f++) {
        common[f] = tlb_box_empty();
        for (uint32_t i = 0; i < p.used_count; i++) {
            float point[3], normal[3];
            tlb_dts_pose_vertex(&p, p.used[i], f, point, normal);
            tlb_box_add(&common[f], point);
        }
    }
    m->replaced = replaced; /* counted when they are packed */
    mm->common = common;
    return true;
}

bool tlb_dts_add_objects(dts_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    bool is_picture = m->hints[node].picture != DTS_NO_PICTURE;
    dts_mesh_maker mm = {.m = m,
                         .node = node,
                         .holder = is_picture ? (uint32_t)from->parent : node,
                         .pictures = dts_group_of(m, node),
                         .mesh = &m->scene->meshes[from->mesh]};
    const tlb_skin *skin = from->skin >= 0 ? &m->scene->skins[from->skin] : NULL;
    bool bends = skin && skin->joint_count && mm.mesh->joints && mm.mesh->weights;
    mm.skin = bends ? skin : NULL;
    mm.uv_set = tlb_scene_uv_set(m->scene, mm.mesh);
    if (!bends && m->hints[node].place == TLB_NONE)
        return true;
    mm.local = tlb_alloc_array(m->arena, mm.mesh->vertex_count, sizeof *mm.local);
    mm.stamp = tlb_zalloc_array(m->arena, mm.mesh->vertex_count, sizeof *mm.stamp);
    if (!mm.local || !mm.stamp || !find_normals(&mm))
        return false;
    if (bends)
        count_influences(&mm);
    uint32_t count, end;
    dts_triangle *list = list_triangles(&mm, &count);
    bool colored = is_colored(&mm);
    for (uint32_t i = 0; list && i < count; i = end) {
        bool first = !i || list[i].joint != list[i - 1].joint;
        for (end = i; colored && first && end < count && list[end].joint == list[i].joint;)
            end++;
        if (colored && first && !find_common(&mm, list + i, end - i))
            return false;
        for (end = i;
             end < count && list[end].joint == list[i].joint && list[end].material == list[i].material;)
            end++;
        if (!add_parts(&mm, list + i, end - i))
            return false;
    }
    return list != NULL;
}
