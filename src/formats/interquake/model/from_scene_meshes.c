/* The meshes of a scene, in the world and in the axes of IQE, as one list of vertexes. */
#include "formats/interquake/model/from_scene.h"
#include "formats/interquake/model/model.h"

#include "scene/materials/color.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"
#include "scene/materials/texture.h"
#include "scene/geometry/unit.h"
#include "scene/transform/colors.h"
#include "writers/hints.h"

#include <math.h>
#include <string.h>

/* A custom attribute: a UV set that is not texcoords, or what meshes call so. */
typedef struct custom {
    const char *name;
    uint32_t components;
    float (*values)[4];
} custom;

typedef struct mesh_maker {
    iq_scene_maker *s;
    uint32_t vertex, triangle; /* made so far */
    bool in_place;             /* the vertices of the mesh that is added next */
    float (*positions)[4], (*texcoords)[4], (*normals)[3], (*tangents)[6], (*colors)[4];
    custom customs[TLB_IQE_CUSTOMS];
    uint32_t custom_count, set_count; /* the UV sets come first */
    uint32_t set_at[TLB_UV_SETS];     /* where they are among the customs */
    uint8_t *forms;
    tlb_iqe_span *blends;
    tlb_iqe_weight *weights;
    uint32_t weight_count;
    uint32_t (*triangles)[3];
    iq_run *runs;
    iq_mesh *meshes;
    uint32_t run_count, mesh_count;
    tlb_index by_name;
} mesh_maker;

/* --- what there is ----------------------------------------------------------------------------------- */

typedef struct totals {
    uint64_t vertices, triangles, parts;
    bool normals, tangents, texcoords, colors, sets[TLB_UV_SETS];
} totals;

static bool is_white(const float color[4])
{
    return color[0] == 1 && color[1] == 1 && color[2] == 1 && color[3] == 1;
}

static totals count(const iq_scene_maker *s)
{
    totals t = {0};
    for (uint32_t i = 0; i < s->scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(s->scene, s->shown, i);
        if (!mesh)
            continue;
        int kept = tlb_scene_uv_set(s->scene, mesh);
        t.vertices += mesh->vertex_count;
        t.triangles += mesh->index_count / 3;
        t.parts += mesh->part_count;
        t.normals |= mesh->normals != NULL;
        t.tangents |= mesh->tangents != NULL;
        t.texcoords |= kept >= 0;
        t.colors |= mesh->colors != NULL;
        for (int k = 0; k < TLB_UV_SETS; k++)
            t.sets[k] |= mesh->uv[k] && k != kept;
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            float color[4];
            tlb_part_color(s->scene, &mesh->parts[p], color);
            t.colors |= !is_white(color);
        }
    }
    return t;
}

/* Gives the number of the custom attribute with this name, `custom_count` for none. */
static uint32_t find_custom(const mesh_maker *m, const char *name)
{
    uint32_t i = 0;
    while (i < m->custom_count && strcmp(m->customs[i].name, name) != 0)
        i++;
    return i;
}

/* Two arrays of one name could not be distinguished: what is called as a UV set is left out. */
static void add_custom(mesh_maker *m, const tlb_attribute *attribute)
{
    uint32_t at = find_custom(m, attribute->name);
    if (at < m->set_count || at == TLB_IQE_CUSTOMS) {
        m->s->crowded++;
        return;
    }
    if (at == m->custom_count)
        m->customs[m->custom_count++] = (custom){.name = attribute->name};
    if (m->customs[at].components < attribute->components)
        m->customs[at].components = attribute->components;
}

static void find_customs(mesh_maker *m, const totals *t)
{
    static const char *const names[TLB_UV_SETS] = {"texcoord0", "texcoord1", "texcoord2", "texcoord3"};
    for (uint32_t k = 0; k < TLB_UV_SETS; k++)
        if (t->sets[k]) {
            m->set_at[k] = m->custom_count;
            m->customs[m->custom_count++] = (custom){.name = names[k], .components = 2};
        }
    m->set_count = m->custom_count;
    for (uint32_t i = 0; i < m->s->scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(m->s->scene, m->s->shown, i);
        for (uint32_t k = 0; mesh && k < mesh->attribute_count; k++)
            add_custom(m, &mesh->attributes[k]);
    }
}

static bool reserve(mesh_maker *m, const totals *t)
{
    tlb_arena *arena = m->s->arena;
    size_t vertices = (size_t)t->vertices;
    bool blends = m->s->model->joints.count != 0;
    m->positions = tlb_alloc_array(arena, vertices, sizeof *m->positions);
    m->triangles = tlb_alloc_array(arena, (size_t)t->triangles, sizeof *m->triangles);
    m->runs = tlb_alloc_array(arena, (size_t)t->parts, sizeof *m->runs);
    m->meshes = tlb_alloc_array(arena, (size_t)t->parts, sizeof *m->meshes);
    m->normals = t->normals ? tlb_zalloc_array(arena, vertices, sizeof *m->normals) : NULL;
    m->texcoords = t->texcoords ? tlb_zalloc_array(arena, vertices, sizeof *m->texcoords) : NULL;
    m->tangents = t->tangents ? tlb_zalloc_array(arena, vertices, sizeof *m->tangents) : NULL;
    m->forms = t->tangents ? tlb_zalloc(arena, vertices) : NULL;
    m->colors = t->colors ? tlb_alloc_array(arena, vertices, sizeof *m->colors) : NULL;
    m->blends = blends ? tlb_zalloc_array(arena, vertices, sizeof *m->blends) : NULL;
    m->weights = blends ? tlb_alloc_array(arena, vertices, TLB_INFLUENCES * sizeof *m->weights) : NULL;
    bool done = m->positions && m->triangles && m->runs && m->meshes && (m->normals || !t->normals) &&
                (m->texcoords || !t->texcoords) && ((m->tangents && m->forms) || !t->tangents) &&
                (m->colors || !t->colors) && ((m->blends && m->weights) || !blends);
    for (uint32_t i = 0; i < m->custom_count && done; i++) {
        custom *c = &m->customs[i];
        c->values = tlb_zalloc_array(arena, vertices, sizeof *c->values);
        done = c->values != NULL;
    }
    return done;
}

/* --- vertexes ---------------------------------------------------------------------------------------- */

static float make_finite(mesh_maker *m, float value)
{
    float number = tlb_finite(value);
    m->s->replaced += number != value; /* NaN is unequal, too */
    return number + 0.0f;              /* 0 for -0 */
}

static void turn(mesh_maker *m, float out[3], const float in[3])
{
    float turned[3];
    iq_turn_back(turned, in);
    for (int k = 0; k < 3; k++)
        out[k] = make_finite(m, turned[k]);
}

static float greatest(const float v[3], float most)
{
    return fmaxf(most, fmaxf(fabsf(v[0]), fmaxf(fabsf(v[1]), fabsf(v[2]))));
}

/* Whether a joint is where it was bound, but for rounding, which is in proportion to the numbers that are
 * computed with. */
static bool is_bound(const float world[16], const float inverse_bind[16], float extent)
{
    static const float rounding = 1e-5f;
    float both[16], apart = 0;
    tlb_matrix_multiply(world, inverse_bind, both);
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            apart = fmaxf(apart, fabsf(both[column * 4 + row] - (float)(row == column)));
    return apart <= rounding && greatest(both + 12, 0) <= rounding * greatest(world + 12, extent);
}

/* Whether the vertices of a mesh are in their place as they are stored: its joints are as they were bound, or
 * its node is at the origin. What posing would add is rounding, each time the model is converted. */
static bool is_in_place(const mesh_maker *m, const tlb_mesh *mesh, uint32_t index)
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const float(*world)[16] = (const float(*)[16])m->s->world;
    const tlb_node *node = &m->s->scene->nodes[index];
    const tlb_skin *skin = node->skin >= 0 && mesh->joints ? &m->s->scene->skins[node->skin] : NULL;
    if (mesh->morph_count && node->morph_weights)
        return false;
    if (!skin || !mesh->weights || !skin->inverse_bind)
        return memcmp(world[index], identity, sizeof identity) == 0;
    float extent = 0;
    bool bound = true;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        extent = greatest(mesh->positions[i], extent);
    for (uint32_t i = 0; i < skin->joint_count && bound; i++)
        bound = is_bound(world[skin->joints[i]], skin->inverse_bind[i], extent);
    return bound;
}

static void set_positions(mesh_maker *m, const tlb_mesh *mesh, uint32_t node)
{
    const float(*world)[16] = (const float(*)[16])m->s->world;
    float batch[TLB_POSE_BATCH][3];
    for (uint32_t i = 0; i < mesh->vertex_count && m->in_place; i++) {
        turn(m, m->positions[m->vertex + i], mesh->positions[i]);
        m->positions[m->vertex + i][3] = 1;
    }
    if (m->in_place)
        return;
    for (uint32_t first = 0; first < mesh->vertex_count; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first), at = m->vertex + first;
        tlb_pose_positions(m->s->scene, world, node, first, count, batch);
        for (uint32_t i = 0; i < count; i++) {
            turn(m, m->positions[at + i], batch[i]);
            m->positions[at + i][3] = 1;
        }
    }
}

static void set_normals(mesh_maker *m, const tlb_mesh *mesh, uint32_t node)
{
    const float(*world)[16] = (const float(*)[16])m->s->world;
    float batch[TLB_POSE_BATCH][3];
    for (uint32_t i = 0; i < mesh->vertex_count && mesh->normals && m->in_place; i++) {
        float normal[3] = {mesh->normals[i][0], mesh->normals[i][1], mesh->normals[i][2]};
        if (!tlb_is_unit(normal, 3))
            tlb_make_unit(normal);
        turn(m, m->normals[m->vertex + i], normal);
    }
    if (m->in_place)
        return;
    for (uint32_t first = 0; first < mesh->vertex_count && mesh->normals; first += TLB_POSE_BATCH) {
        uint32_t count = tlb_pose_batch(mesh, first);
        tlb_pose_normals(m->s->scene, world, node, first, count, batch);
        for (uint32_t i = 0; i < count; i++)
            turn(m, m->normals[m->vertex + first + i], batch[i]);
    }
}

/* Tangents of what is not in its place would have to be turned: they are made anew. */
static void set_tangents(mesh_maker *m, const tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertex_count && mesh->tangents && m->in_place; i++) {
        float *out = m->tangents[m->vertex + i];
        turn(m, out, mesh->tangents[i]);
        out[3] = mesh->tangents[i][3] < 0 ? -1.0f : 1.0f;
        m->forms[m->vertex + i] = 4;
    }
}

static void set_uv(mesh_maker *m, const tlb_mesh *mesh)
{
    int kept = tlb_scene_uv_set(m->s->scene, mesh);
    for (int k = 0; k < TLB_UV_SETS; k++) {
        float(*to)[4] = k == kept ? m->texcoords : m->customs[m->set_at[k]].values;
        for (uint32_t i = 0; i < mesh->vertex_count && mesh->uv[k] && to; i++)
            for (int c = 0; c < 2; c++)
                to[m->vertex + i][c] = make_finite(m, mesh->uv[k][i][c]);
    }
}

static void set_customs(mesh_maker *m, const tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const tlb_attribute *attribute = &mesh->attributes[i];
        uint32_t at = find_custom(m, attribute->name), width = attribute->components;
        if (at < m->set_count || at == m->custom_count)
            continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            for (uint32_t c = 0; c < width; c++)
                m->customs[at].values[m->vertex + v][c] =
                    make_finite(m, attribute->values[(size_t)v * width + c]);
    }
}

/* Those of the vertices times that of the material, for display. */
static bool set_colors(mesh_maker *m, const tlb_mesh *mesh)
{
    float(*out)[4] = m->colors + m->vertex;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (int c = 0; c < 4; c++)
            out[i][c] = mesh->colors ? (float)mesh->colors[i][c] / UINT16_MAX : 1;
    bool *done = tlb_zalloc(m->s->arena, mesh->vertex_count);
    if (!done)
        return false;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const tlb_part *part = &mesh->parts[p];
        float color[4];
        tlb_part_color(m->s->scene, part, color);
        for (uint32_t i = 0; i < part->index_count; i++) {
            uint32_t v = mesh->indices[part->first_index + i];
            for (int c = 0; c < 4 && !done[v]; c++)
                out[v][c] *= make_finite(m, color[c]);
            done[v] = true;
        }
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (int c = 0; c < 3; c++)
            out[i][c] = tlb_srgb(out[i][c]);
    return true;
}

static void add_weight(mesh_maker *m, tlb_iqe_span *blend, int32_t joint, float weight)
{
    m->weights[m->weight_count++] = (tlb_iqe_weight){joint, weight};
    blend->count++;
}

static void set_blends(mesh_maker *m, const tlb_mesh *mesh, const tlb_node *node, uint32_t index)
{
    const iq_scene_maker *s = m->s;
    const tlb_skin *skin = node->skin >= 0 && mesh->joints ? &s->scene->skins[node->skin] : NULL;
    int32_t mover = s->mover[index] >= 0 ? s->mover[index] : s->still;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        tlb_iqe_span *blend = &m->blends[m->vertex + i];
        blend->first = m->weight_count;
        for (int k = 0; k < TLB_INFLUENCES && skin; k++)
            if (mesh->weights[i][k] > 0 && mesh->joints[i][k] < skin->joint_count)
                add_weight(m, blend, s->joint[skin->joints[mesh->joints[i][k]]],
                           make_finite(m, mesh->weights[i][k]));
        if (!blend->count && mover >= 0)
            add_weight(m, blend, mover, 1);
    }
}

/* --- triangles --------------------------------------------------------------------------------------- */

static tlb_text text_of(const char *name)
{
    return (tlb_text){name, (uint32_t)strlen(name)};
}

/* The texture's file, as most exporters have it; a texture that was missing keeps its name. */
static tlb_text material_of(const iq_scene_maker *s, const tlb_part *part)
{
    if (part->material < 0)
        return (tlb_text){"", 0};
    const tlb_material *material = &s->scene->materials[part->material];
    const char *file = tlb_missing_texture(s->arena, material);
    if (!file && material->texture.image >= 0)
        file = s->images[material->texture.image].name;
    return text_of(file ? file : material->name);
}

static bool find_mesh(mesh_maker *m, tlb_text name, tlb_text material, uint32_t *mesh)
{
    char *key = tlb_arena_printf(m->s->arena, "%s\n%s", name.data, material.data);
    int32_t *known = key ? tlb_index_find(&m->by_name, m->s->arena, key, strlen(key)) : NULL;
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        *known = (int32_t)m->mesh_count;
        m->meshes[m->mesh_count++] = (iq_mesh){name, material};
    }
    *mesh = (uint32_t)*known;
    return true;
}

/* Counter-clockwise to clockwise, unless the pose mirrors. */
static bool add_part(mesh_maker *m, const tlb_mesh *mesh, uint32_t node, const tlb_part *part)
{
    const char *name = m->s->scene->nodes[node].name;
    bool mirrored = tlb_pose_mirrors(m->s->scene, (const float(*)[16])m->s->world, node);
    iq_run *run = &m->runs[m->run_count++];
    *run = (iq_run){0, 0, m->triangle, part->index_count / 3};
    for (uint32_t i = 0; i < run->triangle_count; i++) {
        const uint32_t *in = mesh->indices + part->first_index + (size_t)i * 3;
        uint32_t *out = m->triangles[m->triangle++];
        out[0] = m->vertex + in[0];
        out[1] = m->vertex + in[mirrored ? 1 : 2];
        out[2] = m->vertex + in[mirrored ? 2 : 1];
    }
    return find_mesh(m, text_of(*name ? name : mesh->name), material_of(m->s, part), &run->mesh);
}

static bool add_mesh(mesh_maker *m, const tlb_mesh *mesh, uint32_t node)
{
    m->in_place = is_in_place(m, mesh, node);
    set_positions(m, mesh, node);
    if (m->normals)
        set_normals(m, mesh, node);
    if (m->tangents)
        set_tangents(m, mesh);
    set_uv(m, mesh);
    set_customs(m, mesh);
    if (m->colors && !set_colors(m, mesh))
        return false;
    if (m->blends)
        set_blends(m, mesh, &m->s->scene->nodes[node], node);
    for (uint32_t i = 0; i < mesh->part_count; i++)
        if (!add_part(m, mesh, node, &mesh->parts[i]))
            return false;
    m->vertex += mesh->vertex_count;
    return true;
}

/* --- all --------------------------------------------------------------------------------------------- */

static void set_formats(mesh_maker *m)
{
    iq_model *model = m->s->model;
    for (uint32_t i = 0; i < IQ_TYPES; i++)
        model->formats[i] = tlb_iqe_default_format(i);
    for (uint32_t i = 0; i < m->custom_count; i++) {
        const custom *c = &m->customs[i];
        model->formats[IQ_ATTRIBUTES + i] = (iq_format){true, TLB_IQM_FLOAT, c->components, text_of(c->name)};
        model->customs[i] = (const float(*)[4])c->values;
    }
}

bool tlb_iq_add_scene_meshes(iq_scene_maker *s)
{
    static const iq_smoothing plain[1] = {{false, -1, 180}};
    mesh_maker m = {.s = s};
    totals t = count(s);
    find_customs(&m, &t);
    if (!reserve(&m, &t))
        return false;
    for (uint32_t i = 0; i < s->scene->node_count; i++) {
        const tlb_mesh *mesh = tlb_shown_mesh(s->scene, s->shown, i);
        if (mesh && !add_mesh(&m, mesh, i))
            return false;
    }
    set_formats(&m);
    iq_model *model = s->model;
    model->vertex_count = m.vertex;
    model->positions = (const float(*)[4])m.positions;
    model->texcoords = (const float(*)[4])m.texcoords;
    model->normals = (const float(*)[3])m.normals;
    model->tangents = (const float(*)[6])m.tangents;
    model->tangent_forms = m.forms;
    model->colors = (const float(*)[4])m.colors;
    model->blends = m.blends;
    model->weights = m.weights;
    model->triangle_count = m.triangle;
    model->triangles = (const uint32_t(*)[3])m.triangles;
    model->runs.data = m.runs;
    model->runs.count = m.run_count;
    model->meshes.data = m.meshes;
    model->meshes.count = m.mesh_count;
    model->smoothings.data = plain;
    model->smoothings.count = 1;
    return true;
}
