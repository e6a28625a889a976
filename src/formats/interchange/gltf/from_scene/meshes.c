#include "formats/interchange/gltf/from_scene/from_scene.h"

#include "scene/inspect/shown.h"

#include <stdio.h>

bool tlb_gltf_plan_meshes(tlb_gltf_writer *g)
{
    const tlb_scene *scene = g->scene;
    g->meshes = tlb_alloc_array(g->arena, scene->mesh_count, sizeof *g->meshes);
    g->skin_index = tlb_alloc_array(g->arena, scene->skin_count, sizeof *g->skin_index);
    if (!g->meshes || !g->skin_index)
        return false;
    int32_t meshes = 0, skins = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const tlb_mesh *mesh = &scene->meshes[i];
        g->meshes[i].index = tlb_mesh_is_empty(mesh) ? TLB_NONE : meshes++;
        g->meshes[i].joint_limit = mesh->joints && mesh->weights ? UINT32_MAX : 0;
    }
    for (uint32_t i = 0; i < scene->skin_count; i++)
        g->skin_index[i] = scene->skins[i].joint_count ? skins++ : TLB_NONE;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        uint32_t joints = node->skin < 0 ? 0 : scene->skins[node->skin].joint_count;
        if (node->mesh >= 0 && joints < g->meshes[node->mesh].joint_limit)
            g->meshes[node->mesh].joint_limit = joints;
    }
    return true;
}

static uint32_t put_vertices(tlb_gltf_writer *g, tlb_gltf_piece piece, tlb_gltf_out_accessor accessor)
{
    tlb_gltf_begin_view(&g->binary, GLTF_VERTICES);
    return tlb_gltf_put_accessor(&g->binary, piece, accessor);
}

/* An attribute of 32-bit floats. */
static uint32_t put_floats(tlb_gltf_writer *g, const tlb_mesh *mesh, tlb_gltf_shape shape, const void *source,
                           uint64_t (*encode)(const tlb_gltf_piece *, uint8_t *), uint32_t numbers)
{
    return put_vertices(
        g,
        (tlb_gltf_piece){.encode = encode, .source = source, .count = (size_t)mesh->vertex_count * numbers},
        (tlb_gltf_out_accessor){.component = GLTF_FLOAT, .shape = shape, .count = mesh->vertex_count});
}

static uint32_t put_positions(tlb_gltf_writer *g, const tlb_mesh *mesh, const float (*positions)[3])
{
    uint32_t index = put_floats(g, mesh, GLTF_VEC3, positions, tlb_gltf_encode_floats, 3);
    if (g->binary.failed)
        return 0;
    tlb_gltf_out_accessor *accessor = &g->binary.accessors.data[index];
    accessor->bounds = 3;
    tlb_gltf_find_bounds(positions, mesh->vertex_count, accessor->low, accessor->high);
    return index;
}

static uint32_t put_zeros(tlb_gltf_writer *g, const tlb_mesh *mesh, tlb_gltf_shape shape)
{
    return tlb_gltf_add_accessor(&g->binary, (tlb_gltf_out_accessor){.view = TLB_NONE,
                                                                     .component = GLTF_FLOAT,
                                                                     .shape = shape,
                                                                     .count = mesh->vertex_count});
}

static uint32_t needed_uv_sets(const tlb_texture *texture)
{
    return texture->image >= 0 && texture->uv_set < TLB_UV_SETS ? texture->uv_set + 1 : 0;
}

/* glTF numbers UV sets without gaps, and a material may not ask for one that its meshes lack. */
static uint32_t count_uv_sets(const tlb_scene *scene, const tlb_mesh *mesh)
{
    uint32_t count = tlb_mesh_uv_sets(mesh);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].material < 0)
            continue;
        const tlb_material *material = &scene->materials[mesh->parts[i].material];
        uint32_t texture = needed_uv_sets(&material->texture), lightmap = needed_uv_sets(&material->lightmap);
        count = count > texture ? count : texture;
        count = count > lightmap ? count : lightmap;
        for (int k = 0; material->pbr && k < TLB_PBR_TEXTURES; k++) {
            uint32_t needed = needed_uv_sets(&material->pbr->textures[k]);
            count = count > needed ? count : needed;
        }
    }
    return count;
}

static const char *const uv_names[TLB_UV_SETS] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};

enum { ATTRIBUTES_MAX = 6 + TLB_UV_SETS + TLB_ATTRIBUTES };

typedef struct attributes {
    uint32_t count;
    const char *names[ATTRIBUTES_MAX];
    uint32_t accessors[ATTRIBUTES_MAX];
} attributes;

static void add(attributes *list, const char *name, uint32_t accessor)
{
    list->names[list->count] = name;
    list->accessors[list->count++] = accessor;
}

static void put_joints(tlb_gltf_writer *g, attributes *list, const tlb_mesh *mesh, uint32_t limit)
{
    bool small = limit <= 256,
         rigid = tlb_gltf_is_rigid((const float(*)[4])mesh->weights, mesh->vertex_count);
    tlb_gltf_piece piece = {.encode = rigid   ? small ? tlb_gltf_encode_rigid8 : tlb_gltf_encode_rigid16
                                      : small ? tlb_gltf_encode_skin8
                                              : tlb_gltf_encode_skin16,
                            .source = mesh->joints,
                            .weights = (const float *)mesh->weights,
                            .count = mesh->vertex_count,
                            .joint_limit = limit};
    tlb_gltf_out_accessor accessor = {
        .component = small ? GLTF_UBYTE : GLTF_USHORT, .shape = GLTF_VEC4, .count = mesh->vertex_count};
    add(list, "JOINTS_0", put_vertices(g, piece, accessor));
    accessor.component = rigid ? GLTF_UBYTE : GLTF_FLOAT;
    accessor.normalized = rigid;
    add(list, "WEIGHTS_0", put_vertices(g, (tlb_gltf_piece){.encode = NULL}, accessor));
}

/* In bytes where these are enough. */
static void put_colors(tlb_gltf_writer *g, attributes *list, const tlb_mesh *mesh)
{
    size_t count = (size_t)mesh->vertex_count * 4;
    const uint16_t *colors = *mesh->colors;
    bool small = true;
    for (size_t i = 0; i < count && small; i++)
        small = colors[i] % 257 == 0;
    tlb_gltf_piece piece = {.encode = small ? tlb_gltf_encode_colors8 : tlb_gltf_encode_colors16,
                            .source = colors,
                            .count = count};
    tlb_gltf_out_accessor accessor = {.component = small ? GLTF_UBYTE : GLTF_USHORT,
                                      .shape = GLTF_VEC4,
                                      .count = mesh->vertex_count,
                                      .normalized = true};
    add(list, "COLOR_0", put_vertices(g, piece, accessor));
}

static bool is_taken(const attributes *list, const char *name)
{
    bool taken = false;
    for (uint32_t i = 0; i < list->count; i++)
        taken |= strcmp(list->names[i], name) == 0;
    return taken;
}

/* "_WETNESS" of "wetness": letters, digits and underscores, and none twice. NULL without memory. */
static const char *own_name(tlb_gltf_writer *g, const attributes *list, const char *name)
{
    char *own = tlb_arena_printf(g->arena, "_%s", name), *numbered = own;
    for (char *p = own; p && *p; p++) {
        bool small = *p >= 'a' && *p <= 'z',
             good = small || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        *p = (char)(small ? *p - 'a' + 'A' : good ? *p : '_');
    }
    for (uint32_t i = 2; numbered && is_taken(list, numbered); i++)
        numbered = tlb_arena_printf(g->arena, "%s_%u", own, i);
    return numbered;
}

static void put_own_attributes(tlb_gltf_writer *g, attributes *list, const tlb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->attribute_count && i < TLB_ATTRIBUTES; i++) {
        const tlb_attribute *a = &mesh->attributes[i];
        const char *name = own_name(g, list, a->name);
        if (!name) {
            g->binary.failed = true;
            return;
        }
        add(list, name,
            put_floats(g, mesh, GLTF_SCALAR + (a->components - 1), a->values, tlb_gltf_encode_floats,
                       a->components));
    }
}

static void put_attributes(tlb_gltf_writer *g, attributes *list, const tlb_mesh *mesh, uint32_t joint_limit)
{
    add(list, "POSITION", put_positions(g, mesh, (const float(*)[3])mesh->positions));
    if (mesh->normals)
        add(list, "NORMAL", put_floats(g, mesh, GLTF_VEC3, mesh->normals, tlb_gltf_encode_normals, 1));
    if (mesh->normals && mesh->tangents)
        add(list, "TANGENT", put_floats(g, mesh, GLTF_VEC4, mesh->tangents, tlb_gltf_encode_tangents, 1));
    uint32_t uv_sets = count_uv_sets(g->scene, mesh);
    for (uint32_t i = 0; i < uv_sets; i++)
        add(list, uv_names[i],
            mesh->uv[i] ? put_floats(g, mesh, GLTF_VEC2, mesh->uv[i], tlb_gltf_encode_floats, 2)
                        : put_zeros(g, mesh, GLTF_VEC2));
    if (mesh->colors)
        put_colors(g, list, mesh);
    if (joint_limit)
        put_joints(g, list, mesh, joint_limit);
    put_own_attributes(g, list, mesh);
}

/* The accessors of each morph: positions, and normals when any morph and the mesh have them. */
typedef struct morph_accessors {
    uint32_t count;
    bool normals;
    uint32_t (*accessors)[2];
} morph_accessors;

static void put_morphs(tlb_gltf_writer *g, morph_accessors *list, const tlb_mesh *mesh)
{
    list->accessors = tlb_alloc_array(g->arena, mesh->morph_count, sizeof *list->accessors);
    if (!list->accessors) {
        g->binary.failed = true;
        return;
    }
    list->count = mesh->morph_count;
    for (uint32_t i = 0; i < mesh->morph_count; i++)
        list->normals |= mesh->normals && mesh->morphs[i].normals;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        const tlb_morph *morph = &mesh->morphs[i];
        list->accessors[i][0] = put_positions(g, mesh, (const float(*)[3])morph->positions);
        if (list->normals)
            list->accessors[i][1] =
                morph->normals ? put_floats(g, mesh, GLTF_VEC3, morph->normals, tlb_gltf_encode_floats, 3)
                               : put_zeros(g, mesh, GLTF_VEC3);
    }
}

static void write_part(tlb_gltf_writer *g, const tlb_part *part, const attributes *vertices,
                       const morph_accessors *morphs, tlb_gltf_out_accessor indices)
{
    indices.offset += part->first_index * (indices.component == GLTF_USHORT ? UINT64_C(2) : UINT64_C(4));
    indices.count = part->index_count;
    tlb_json_open(&g->json, NULL, '{', true);
    tlb_json_open(&g->json, "attributes", '{', true);
    for (uint32_t i = 0; i < vertices->count; i++)
        tlb_json_unsigned(&g->json, vertices->names[i], vertices->accessors[i]);
    tlb_json_close(&g->json);
    tlb_json_unsigned(&g->json, "indices", tlb_gltf_add_accessor(&g->binary, indices));
    int32_t material = part->material < 0 ? g->plain_material : part->material;
    if (material >= 0)
        tlb_json_integer(&g->json, "material", material);
    if (morphs->count) {
        tlb_json_open(&g->json, "targets", '[', true);
        for (uint32_t i = 0; i < morphs->count; i++) {
            tlb_json_open(&g->json, NULL, '{', true);
            tlb_json_unsigned(&g->json, "POSITION", morphs->accessors[i][0]);
            if (morphs->normals)
                tlb_json_unsigned(&g->json, "NORMAL", morphs->accessors[i][1]);
            tlb_json_close(&g->json);
        }
        tlb_json_close(&g->json);
    }
    tlb_json_close(&g->json);
}

/* Blender does not open a file in which a target is called nothing. */
static void write_target_name(tlb_gltf_writer *g, const char *name, uint32_t number)
{
    char made[32];
    snprintf(made, sizeof made, "target_%u", number);
    tlb_gltf_text(g, NULL, name && *name ? name : made);
}

static void write_extras(tlb_gltf_writer *g, const tlb_mesh *mesh)
{
    if (!mesh->morph_count) {
        tlb_gltf_extras(g, mesh->extras);
        return;
    }
    tlb_gltf_open_extras(g, mesh->extras);
    tlb_json_open(&g->json, "targetNames", '[', true);
    for (uint32_t i = 0; i < mesh->morph_count; i++)
        write_target_name(g, mesh->morphs[i].name, i);
    tlb_json_close(&g->json);
    tlb_json_close(&g->json);
}

static void write_mesh(tlb_gltf_writer *g, const tlb_mesh *mesh, uint32_t joint_limit)
{
    attributes vertices = {.count = 0};
    morph_accessors morphs = {.count = 0};
    put_attributes(g, &vertices, mesh, joint_limit);
    put_morphs(g, &morphs, mesh);
    /* 65535 would restart the primitive. */
    bool small = mesh->vertex_count <= UINT16_MAX;
    uint32_t view = tlb_gltf_begin_view(&g->binary, GLTF_INDICES);
    tlb_gltf_put(&g->binary,
                 (tlb_gltf_piece){.encode = small ? tlb_gltf_encode_index16 : tlb_gltf_encode_index32,
                                  .source = mesh->indices,
                                  .count = mesh->index_count},
                 mesh->index_count * (small ? UINT64_C(2) : UINT64_C(4)));
    tlb_gltf_out_accessor indices = {
        .view = (int32_t)view, .component = small ? GLTF_USHORT : GLTF_UINT, .shape = GLTF_SCALAR};
    tlb_gltf_name(g, mesh->name);
    tlb_json_open(&g->json, "primitives", '[', false);
    for (uint32_t i = 0; i < mesh->part_count; i++)
        if (mesh->parts[i].index_count)
            write_part(g, &mesh->parts[i], &vertices, &morphs, indices);
    tlb_json_close(&g->json);
    write_extras(g, mesh);
}

void tlb_gltf_write_meshes(tlb_gltf_writer *g)
{
    bool opened = false;
    for (uint32_t i = 0; i < g->scene->mesh_count && !g->binary.failed; i++) {
        if (g->meshes[i].index < 0)
            continue;
        tlb_gltf_open_member(g, "meshes", &opened);
        write_mesh(g, &g->scene->meshes[i], g->meshes[i].joint_limit);
        tlb_json_close(&g->json);
    }
    tlb_gltf_close_list(g, opened);
}
