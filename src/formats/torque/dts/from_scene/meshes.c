/* Meshes: strips and lists of triangles for each material, in pieces that their numbers address. */
#include "formats/torque/dts/from_scene/from_scene.h"
#include "scene/geometry/box.h"
#include "scene/geometry/matrix.h"
#include "scene/geometry/packed_normals.h"
#include "scene/geometry/unit.h"
#include "scene/materials/color.h"
#include "scene/materials/texture.h"

#include <math.h>
#include <stdlib.h>

typedef struct triangle {
    uint32_t first; /* of its indices */
    uint32_t word;  /* what its primitive has of the material */
    int32_t material;
} triangle;

typedef struct mesh_job {
    shape_maker *m;
    uint32_t node;
    const tlb_mesh *mesh;
    const tlb_skin *skin; /* NULL: none */
    float (*normals)[3];
    int uv_set;
    float matrix[16], for_normals[9]; /* to the space of the node, in the file's axes */
    bool mirrors;
    uint32_t frame_count;
    triangle *triangles;
    uint32_t triangle_count;
    uint32_t *local, *stamp; /* for each vertex its number in the piece that is numbered `serial` */
    uint32_t serial;
    uint32_t most; /* numbers that a piece can have */
} mesh_job;

/* --- vertices ------------------------------------------------------------------------------------------- */

/* A vertex in one of the frames that animations show. */
static void place_vertex(mesh_job *j, uint32_t vertex, uint32_t frame, float position[3], float normal[3])
{
    float at[3], to[3], turned[3];
    tlb_morph_frames_vertex(&j->m->frames[j->node], j->mesh, (const float(*)[3])j->normals, vertex, frame, at,
                            to);
    for (int i = 0; i < 3; i++) {
        at[i] = tlb_shape_sane(j->m, at[i]);
        to[i] = tlb_shape_sane(j->m, to[i]);
    }
    shape_axes_from_scene(turned, at);
    tlb_matrix_point(j->matrix, turned, position);
    for (int i = 0; i < 3; i++)
        position[i] = tlb_shape_sane(j->m, position[i]) + 0.0f;
    shape_axes_from_scene(turned, to);
    float side = j->mirrors ? -1.0f : 1.0f;
    for (int i = 0; i < 3; i++)
        normal[i] = side * (j->for_normals[i] * turned[0] + j->for_normals[3 + i] * turned[1] +
                            j->for_normals[6 + i] * turned[2]);
    if (!tlb_is_unit(normal, 3))
        tlb_make_unit(normal);
    for (int i = 0; i < 3; i++)
        normal[i] += 0.0f; /* 0 for -0 */
}

/* Lists of vertices, or, of a skin, the initial ones. */
static bool add_vertices(mesh_job *j, const uint32_t *used, uint32_t count, tlb_torque_mesh *to)
{
    tlb_arena *arena = j->m->arena;
    uint32_t all = count * j->frame_count;
    tlb_vec3 *verts = tlb_alloc_array(arena, all, sizeof *verts);
    tlb_vec3 *norms = tlb_alloc_array(arena, all, sizeof *norms);
    uint8_t *encoded = tlb_alloc_array(arena, all, sizeof *encoded);
    if (!verts || !norms || !encoded)
        return false;
    for (uint32_t f = 0; f < j->frame_count; f++)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = f * count + i;
            place_vertex(j, used[i], f, verts[at], norms[at]);
            encoded[at] = tlb_pack_normal(norms[at]);
        }
    if (to->skin) {
        to->skin->initialVerts.data = verts;
        to->skin->initialNorms.data = norms;
        to->skin->initialEncodedNorms.data = encoded;
        to->skin->initialVerts.count = to->skin->initialNorms.count = all;
        to->skin->initialEncodedNorms.count = all;
        return tlb_shape_bind_skin(j->m, j->mesh, j->skin, j->matrix, used, count, to->skin);
    }
    to->verts.data = verts;
    to->norms.data = norms;
    to->encodedNorms.data = encoded;
    to->verts.count = to->norms.count = to->encodedNorms.count = to->numVerts = all;
    return true;
}

static bool add_texture_vertices(mesh_job *j, const uint32_t *used, const int32_t *materials, uint32_t count,
                                 tlb_torque_mesh *to)
{
    tlb_vec2 *tverts = tlb_zalloc_array(j->m->arena, count, sizeof *tverts);
    for (uint32_t i = 0; tverts && i < count && j->uv_set >= 0; i++)
        for (int k = 0; k < 2; k++) {
            float offset = materials[i] < 0 ? 0 : j->m->scene->materials[materials[i]].texture.offset[k];
            tverts[i][k] = tlb_shape_sane(j->m, j->mesh->uv[j->uv_set][used[i]][k] + offset) + 0.0f;
        }
    to->tverts.data = tverts;
    to->tverts.count = to->numTVerts = count;
    return tverts != NULL;
}

/* The first that is not the one of textures; TLB_NONE without. */
static int second_uv_set(const mesh_job *j)
{
    for (int k = 0; k < TLB_UV_SETS; k++)
        if (k != j->uv_set && j->mesh->uv[k])
            return k;
    return TLB_NONE;
}

/* What a material has as a color beside its texture; NULL: nothing. */
static const tlb_material *tint_of(const mesh_job *j, int32_t material)
{
    const tlb_material *from = material < 0 ? NULL : &j->m->scene->materials[material];
    return from && shape_is_tinted(from) ? from : NULL;
}

static bool has_colors(const mesh_job *j, const int32_t *materials, uint32_t count)
{
    bool any = j->mesh->colors != NULL;
    for (uint32_t i = 0; i < count && !any; i++)
        any = tint_of(j, materials[i]) != NULL;
    return any;
}

/* As they are shown: bytes R, G, B, A from the least on. */
static uint32_t color_of(const mesh_job *j, uint32_t vertex, int32_t material)
{
    const tlb_material *tint = tint_of(j, material);
    uint32_t made = 0;
    for (int k = 0; k < 4; k++) {
        float value = j->mesh->colors ? j->mesh->colors[vertex][k] / (float)UINT16_MAX : 1;
        value *= !tint ? 1 : k < 3 ? tint->color[k] : shape_opacity(tint);
        made |= (uint32_t)(k < 3 ? tlb_srgb_byte(value) : (uint8_t)lroundf(value * 255)) << 8 * k;
    }
    return made;
}

static bool same_tint(const tlb_material *a, const tlb_material *b)
{
    return a == b || (a && b && tlb_same_bytes(a->color, b->color, 3 * sizeof *a->color) &&
                      shape_opacity(a) == shape_opacity(b));
}

/* Corners whose vertex shows the color of another material. */
static uint64_t count_mixed(const mesh_job *j, const triangle *triangles, uint32_t count,
                            const int32_t *materials)
{
    uint64_t mixed = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            uint32_t vertex = j->local[j->mesh->indices[triangles[i].first + (uint32_t)c]];
            mixed += !same_tint(tint_of(j, triangles[i].material), tint_of(j, materials[vertex]));
        }
    return mixed;
}

/* Colors and the second UV set, which version 26 has a place for. */
static bool add_wide_vertices(mesh_job *j, const uint32_t *used, const int32_t *materials, uint32_t count,
                              tlb_torque_mesh *to)
{
    int set = second_uv_set(j);
    tlb_arena *arena = j->m->arena;
    if (set != TLB_NONE) {
        to->tverts2.data = tlb_alloc_array(arena, count, sizeof *to->tverts2.data);
        for (uint32_t i = 0; to->tverts2.data && i < count; i++)
            for (int k = 0; k < 2; k++)
                to->tverts2.data[i][k] = tlb_shape_sane(j->m, j->mesh->uv[set][used[i]][k]) + 0.0f;
        to->tverts2.count = to->numTVerts2 = count;
        to->flags |= SHAPE_MESH_UV2;
        if (!to->tverts2.data)
            return false;
    }
    if (has_colors(j, materials, count)) {
        to->colors.data = tlb_alloc_array(arena, count, sizeof *to->colors.data);
        for (uint32_t i = 0; to->colors.data && i < count; i++)
            to->colors.data[i] = color_of(j, used[i], materials[i]);
        to->colors.count = to->numColors = count;
        to->flags |= SHAPE_MESH_COLORS;
        if (!to->colors.data)
            return false;
    }
    return true;
}

static void find_bounds(tlb_torque_mesh *to)
{
    const tlb_vec3 *verts = (const tlb_vec3 *)(to->skin ? to->skin->initialVerts.data : to->verts.data);
    uint32_t count = to->skin ? to->skin->initialVerts.count : to->verts.count;
    tlb_box box = tlb_box_empty();
    float square = 0;
    for (uint32_t i = 0; i < count; i++)
        tlb_box_add(&box, verts[i]);
    for (int k = 0; k < 3; k++) {
        to->bounds[k] = box.low[k];
        to->bounds[3 + k] = box.high[k];
        to->center[k] = (box.low[k] + box.high[k]) / 2;
    }
    for (uint32_t i = 0; i < count; i++) {
        float distance = 0;
        for (int k = 0; k < 3; k++)
            distance += (verts[i][k] - to->center[k]) * (verts[i][k] - to->center[k]);
        square = fmaxf(square, distance);
    }
    to->radius = (int32_t)fminf(sqrtf(square), 1e9f);
}

/* --- faces ---------------------------------------------------------------------------------------------- */

typedef TLB_LIST(tlb_torque_primitive) primitive_list;

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Counter-clockwise becomes clockwise. */
static shape_face face_of(const mesh_job *j, const triangle *t)
{
    const uint32_t *corners = j->mesh->indices + t->first;
    shape_face face;
    for (int c = 0; c < 3; c++)
        face.corners[c] = j->local[corners[j->mirrors || !c ? c : 3 - c]];
    return face;
}

static void add_index(tlb_torque_mesh *to, uint32_t index)
{
    to->indices.data[to->indices.count++] = index;
}

/* So many faces as one strip, or as a list. */
static bool add_primitive(tlb_arena *arena, const shape_face *faces, uint32_t count, uint32_t word,
                          primitive_list *primitives, tlb_torque_mesh *to)
{
    tlb_torque_primitive *made = TLB_PUSH(arena, primitives);
    if (!made)
        return false;
    bool strip = (word & TLB_TORQUE_PRIMITIVE_MASK) == TLB_TORQUE_STRIP;
    *made = (tlb_torque_primitive){to->indices.count, 0, word};
    for (uint32_t i = 0; i < count; i++)
        for (int c = strip && i ? 2 : 0; c < 3; c++)
            add_index(to, faces[i].corners[c]);
    made->numElements = to->indices.count - made->start;
    return true;
}

/* Those of one material. */
static bool add_run(mesh_job *j, shape_face *faces, uint32_t count, uint32_t word, primitive_list *primitives,
                    tlb_torque_mesh *to)
{
    tlb_arena *arena = j->m->arena;
    uint32_t strips, done = 0, *lengths = tlb_alloc_array(arena, count, sizeof *lengths);
    if (!lengths || !tlb_shape_find_strips(arena, faces, count, j->most - 2, lengths, &strips))
        return false;
    for (uint32_t i = 0; i < strips; done += lengths[i++])
        if (!add_primitive(arena, faces + done, lengths[i], word | TLB_TORQUE_STRIP, primitives, to))
            return false;
    return done == count || add_primitive(arena, faces + done, count - done, word, primitives, to);
}

static bool add_faces(mesh_job *j, const triangle *triangles, uint32_t count, tlb_torque_mesh *to)
{
    primitive_list primitives = {0};
    tlb_arena *arena = j->m->arena;
    shape_face *faces = tlb_alloc_array(arena, count, sizeof *faces);
    to->indices.data = tlb_alloc_array(arena, (size_t)count * 3, sizeof *to->indices.data);
    if (!faces || !to->indices.data)
        return false;
    for (uint32_t i = 0; i < count; i++)
        faces[i] = face_of(j, &triangles[i]);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && triangles[next].word == triangles[i].word;)
            next++;
        if (!add_run(j, faces + i, next - i, triangles[i].word, &primitives, to))
            return false;
    }
    to->primitives.data = primitives.data;
    to->primitives.count = primitives.count;
    return true;
}

/* The vertices that triangles use, and the material that shows each; NULL without memory. */
static uint32_t *list_used(mesh_job *j, const triangle *triangles, uint32_t count, uint32_t *used_count,
                           int32_t **materials)
{
    uint32_t *used = tlb_alloc_array(j->m->arena, (size_t)count * 3, sizeof *used), next = 0;
    j->serial++;
    for (uint32_t i = 0; used && i < count; i++)
        for (int c = 0; c < 3; c++) {
            uint32_t vertex = j->mesh->indices[triangles[i].first + (uint32_t)c];
            if (j->stamp[vertex] == j->serial)
                continue;
            j->stamp[vertex] = j->serial;
            used[next++] = vertex;
        }
    *used_count = next;
    *materials = tlb_alloc_array(j->m->arena, next, sizeof **materials);
    if (!used || !*materials)
        return NULL;
    qsort(used, next, sizeof *used, by_number);
    for (uint32_t i = 0; i < next; i++)
        j->local[used[i]] = i;
    for (uint32_t i = count; i--;)
        for (int c = 0; c < 3; c++)
            (*materials)[j->local[j->mesh->indices[triangles[i].first + (uint32_t)c]]] =
                triangles[i].material;
    return used;
}

static uint32_t billboard_of(const tlb_node *node)
{
    const tlb_value *value = tlb_value_get(node->extras, "billboard");
    bool text = value && value->kind == TLB_VALUE_TEXT;
    if (!text && !tlb_hint_is_true(value, false))
        return 0;
    return TLB_TORQUE_BILLBOARD |
           (text && value->as.text.size && value->as.text.data[0] == 'z' ? TLB_TORQUE_BILLBOARD_Z : 0);
}

static bool add_piece(mesh_job *j, const triangle *triangles, uint32_t count)
{
    shape_maker *m = j->m;
    made_mesh *made = TLB_PUSH(m->arena, &m->meshes);
    if (!made)
        return false;
    *made = (made_mesh){.place = TLB_NONE,
                        .mesh = {.meshType = j->skin ? TLB_TORQUE_SKIN_MESH : TLB_TORQUE_STANDARD_MESH,
                                 .numFrames = (int32_t)j->frame_count,
                                 .numMatFrames = 1,
                                 .parentMesh = TLB_NONE,
                                 .flags = billboard_of(&m->scene->nodes[j->node])}};
    tlb_torque_mesh *to = &made->mesh;
    if (j->skin && !(to->skin = tlb_zalloc(m->arena, sizeof *to->skin)))
        return false;
    uint32_t used_count;
    int32_t *materials;
    const uint32_t *used = list_used(j, triangles, count, &used_count, &materials);
    if (!used || !add_vertices(j, used, used_count, to) ||
        !add_texture_vertices(j, used, materials, used_count, to) ||
        (m->shape->version >= SHAPE_WIDE_VERSION && !add_wide_vertices(j, used, materials, used_count, to)) ||
        !add_faces(j, triangles, count, to))
        return false;
    to->vertsPerFrame = (int32_t)used_count;
    m->mixed += to->colors.count ? count_mixed(j, triangles, count, materials) : 0;
    find_bounds(to);
    return true;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static bool list_triangles(mesh_job *j)
{
    const tlb_mesh *mesh = j->mesh;
    size_t most = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        most += mesh->parts[i].index_count / 3;
    j->triangles = most < UINT32_MAX ? tlb_alloc_array(j->m->arena, most, sizeof *j->triangles) : NULL;
    for (uint32_t i = 0; j->triangles && i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        uint32_t word = tlb_shape_material_word(j->m, part->material, j->m->hints[j->node].collision);
        for (uint32_t k = 0; k + 2 < part->index_count; k += 3) {
            const uint32_t *c = mesh->indices + part->first_index + k;
            if (c[0] == c[1] || c[1] == c[2] || c[0] == c[2])
                j->m->flat++;
            else
                j->triangles[j->triangle_count++] = (triangle){part->first_index + k, word, part->material};
        }
    }
    return j->triangles != NULL;
}

static bool find_matrix(mesh_job *j)
{
    const float *s = j->m->hints[j->node].within;
    static const int axis[3] = {0, 2, 1};
    static const float sign[3] = {1, 1, -1};
    memset(j->matrix, 0, sizeof j->matrix);
    j->matrix[15] = 1;
    if (j->skin) {
        if (!tlb_shape_place_skin(j->m, j->skin, j->matrix))
            return false;
    } else {
        for (int column = 0; column < 3; column++)
            for (int row = 0; row < 3; row++)
                j->matrix[axis[column] * 4 + axis[row]] = sign[column] * sign[row] * s[column * 3 + row];
    }
    tlb_matrix_for_normals(j->matrix, j->for_normals);
    j->mirrors = tlb_matrix_determinant(j->matrix) < 0;
    return true;
}

static bool find_normals(mesh_job *j)
{
    tlb_mesh copy = *j->mesh;
    j->normals = copy.normals;
    if (j->normals)
        return true;
    j->normals = copy.normals = tlb_alloc_array(j->m->arena, copy.vertex_count, sizeof *copy.normals);
    if (j->normals)
        tlb_mesh_compute_normals(&copy);
    return j->normals != NULL;
}

bool tlb_shape_make_meshes(shape_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    const tlb_mesh *mesh = &m->scene->meshes[from->mesh];
    bool wide = m->shape->version >= SHAPE_WIDE_VERSION, bends = tlb_shape_is_skinned(m->scene, from);
    mesh_job j = {.m = m,
                  .node = node,
                  .mesh = mesh,
                  .skin = bends ? &m->scene->skins[from->skin] : NULL,
                  .uv_set = tlb_scene_uv_set(m->scene, mesh),
                  .frame_count =
                      bends || m->frames[node].weights.count < 2 ? 1 : m->frames[node].weights.count,
                  .most = wide ? INT32_MAX : SHAPE_MOST_NUMBER};
    j.local = tlb_alloc_array(m->arena, mesh->vertex_count, sizeof *j.local);
    j.stamp = tlb_zalloc_array(m->arena, mesh->vertex_count, sizeof *j.stamp);
    if (!j.local || !j.stamp || !find_matrix(&j) || !find_normals(&j) || !list_triangles(&j))
        return false;
    uint32_t first = m->meshes.count;
    for (uint32_t done = 0, count; done < j.triangle_count; done += count) {
        count = j.triangle_count - done < j.most / 3 ? j.triangle_count - done : j.most / 3;
        if (!add_piece(&j, j.triangles + done, count))
            return false;
    }
    if (m->meshes.count > first + 1)
        tlb_report(
            m->context, TLB_CODE_SHAPE_MESH_SPLIT, TLB_NO_OFFSET, NULL,
            "mesh \"%.80s\": %u vertices and %u triangles, split into %u meshes of at most %d vertices and "
            "indices",
            *from->name ? from->name : mesh->name, mesh->vertex_count, j.triangle_count,
            m->meshes.count - first, SHAPE_MOST_NUMBER);
    return true;
}
