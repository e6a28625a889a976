#include "random_scene.h"

#include "trilobite/arena.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    tlb_scene *scene;
    tlb_arena *arena;
    uint32_t random;
} maker;

static void *must(void *made)
{
    if (!made)
        abort();
    return made;
}

static uint32_t below(maker *m, uint32_t count)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 17;
    m->random ^= m->random << 5;
    return m->random % count;
}

static bool one_in(maker *m, uint32_t count)
{
    return below(m, count) == 0;
}

/* From `low` to `high`, in eighths. */
static float eighths(maker *m, int low, int high)
{
    return (float)(low * 8 + (int)below(m, (uint32_t)(high - low) * 8 + 1)) / 8;
}

static void fill(maker *m, float *numbers, size_t count, int low, int high)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = eighths(m, low, high);
}

static int32_t any_of(maker *m, uint32_t count)
{
    return count && !one_in(m, 5) ? (int32_t)below(m, count) : TLB_NONE;
}

#define PICK(m_, list_) (list_)[below(m_, sizeof(list_) / sizeof *(list_))]

/* --- pictures and materials --------------------------------------------------------------------------- */

static void add_image(maker *m)
{
    static const char *const names[] = {"wall", "Wall", "leaf.v2", "a name of more than thirty-one letters",
                                        ""};
    static const uint32_t sizes[] = {1, 2, 3, 4, 8, 16};
    static const uint8_t alphas[] = {255, 255, 255, 0, 128};
    tlb_image *image = must(tlb_scene_add_image(m->scene, PICK(m, names)));
    uint32_t width = PICK(m, sizes), height = PICK(m, sizes), colors = 1 + below(m, 300),
             start = below(m, 255);
    if (!tlb_image_reserve(m->scene, image, width, height))
        abort();
    bool opaque = one_in(m, 2);
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t color = (start + below(m, colors)) * 2654435761u;
        memcpy(image->pixels + (size_t)i * 4,
               &(uint8_t[4]){(uint8_t)color, (uint8_t)(color >> 8), (uint8_t)(color >> 16), 255}, 4);
        if (!opaque)
            image->pixels[(size_t)i * 4 + 3] = PICK(m, alphas);
    }
}

static tlb_texture any_texture(maker *m)
{
    tlb_texture texture = {.image = any_of(m, m->scene->image_count),
                           .uv_set = one_in(m, 4),
                           .wrap_u = (tlb_wrap)below(m, 3),
                           .wrap_v = (tlb_wrap)below(m, 3),
                           .nearest = one_in(m, 3)};
    if (one_in(m, 3))
        fill(m, texture.offset, 2, -1, 1);
    return texture;
}

static void add_pbr(maker *m, tlb_material *material)
{
    tlb_pbr *pbr = must(tlb_material_add_pbr(m->scene, material));
    pbr->metallic = eighths(m, 0, 1);
    pbr->roughness = eighths(m, 0, 1);
    pbr->normal_scale = eighths(m, 0, 2);
    pbr->occlusion_strength = eighths(m, 0, 1);
    fill(m, pbr->emissive, 3, 0, 1);
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        if (one_in(m, 2))
            pbr->textures[i] = any_texture(m);
}

static void add_material(maker *m)
{
    static const char *const names[] = {"red",   "Red",          "wall.png", "NULL", "textures/leaf.bmp",
                                        "glass", "Glas\xc3\xbc", ""};
    static const char *const missing[] = {"brick.bmp", "textures/BRICK.PNG", "stone", "lamp.v2.jpg"};
    tlb_material *material = must(tlb_scene_add_material(m->scene, PICK(m, names)));
    fill(m, material->color, 3, 0, 1);
    material->color[3] = one_in(m, 4) ? eighths(m, 0, 1) : 1;
    if (one_in(m, 3))
        fill(m, material->emissive, 3, 0, 1);
    material->texture = any_texture(m);
    if (one_in(m, 4))
        material->lightmap = any_texture(m);
    material->alpha_mode = one_in(m, 2) ? TLB_ALPHA_OPAQUE : (tlb_alpha_mode)below(m, 4);
    material->alpha_cutoff = eighths(m, 0, 1);
    material->double_sided = one_in(m, 4);
    material->unlit = one_in(m, 5);
    if (material->texture.image < 0 && one_in(m, 2))
        material->placeholder = PICK(m, missing);
    if (one_in(m, 4))
        add_pbr(m, material);
}

/* --- meshes ------------------------------------------------------------------------------------------ */

/* Boxes and triangles next to each other, wherever. */
static void fill_triangles(maker *m, tlb_mesh *mesh)
{
    static const uint32_t box[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float low[3], size[3];
    fill(m, low, 3, -4, 4);
    fill(m, size, 3, 1, 4);
    fill(m, *mesh->positions, (size_t)mesh->vertex_count * 3, -4, 4);
    for (uint32_t i = 0; i < 8 && mesh->vertex_count >= 8; i++)
        for (int axis = 0; axis < 3; axis++)
            mesh->positions[i][axis] = low[axis] + (i >> axis & 1 ? size[axis] : 0);
    for (uint32_t i = 0; i < mesh->index_count; i++)
        mesh->indices[i] = i < 36 && mesh->vertex_count >= 8 ? box[i] : below(m, mesh->vertex_count);
}

static void fill_vertices(maker *m, tlb_mesh *mesh)
{
    if (mesh->normals)
        tlb_mesh_compute_normals(mesh);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        for (int set = 0; set < TLB_UV_SETS; set++)
            if (mesh->uv[set])
                fill(m, mesh->uv[set][i], 2, -2, 2);
        for (int k = 0; k < 4 && mesh->colors; k++)
            mesh->colors[i][k] = (uint16_t)(below(m, 5) * 16383);
        if (mesh->tangents)
            memcpy(mesh->tangents[i], (float[4]){one_in(m, 2), 0, 0, one_in(m, 2) ? 1 : -1},
                   sizeof(float[4]));
        for (int k = 0; k < TLB_INFLUENCES && mesh->joints; k++) {
            mesh->joints[i][k] = (uint16_t)below(m, 4);
            mesh->weights[i][k] = k ? 0 : 1;
        }
        if (mesh->joints && one_in(m, 3))
            memcpy(mesh->weights[i], (float[4]){0.5f, 0.25f, 0.25f, 0}, sizeof(float[4]));
    }
}

static void divide(maker *m, tlb_mesh *mesh)
{
    uint32_t triangles = mesh->index_count / 3, first = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        uint32_t end = i + 1 == mesh->part_count ? triangles : first + below(m, triangles - first + 1);
        mesh->parts[i] = (tlb_part){any_of(m, m->scene->material_count), first * 3, (end - first) * 3};
        first = end;
    }
}

static void add_morphs(maker *m, tlb_mesh *mesh)
{
    bool with_normals = mesh->normals && one_in(m, 2);
    if (!tlb_mesh_reserve_morphs(m->scene, mesh, 1 + below(m, 3), with_normals))
        abort();
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        mesh->morphs[i].name = one_in(m, 2) ? "open" : "";
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            if (one_in(m, 2))
                fill(m, mesh->morphs[i].positions[v], 3, -1, 1);
    }
}

static void add_attributes(maker *m, tlb_mesh *mesh)
{
    static const char *const names[] = {"_WIND", "_wind", "_ID", "lean", "custom0"};
    mesh->attribute_count = 1 + below(m, 3);
    mesh->attributes = must(tlb_zalloc_array(m->arena, mesh->attribute_count, sizeof *mesh->attributes));
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        tlb_attribute *attribute = &mesh->attributes[i];
        attribute->name = names[(i + below(m, 2)) % 5];
        attribute->components = 1 + below(m, 4);
        size_t count = (size_t)mesh->vertex_count * attribute->components;
        attribute->values = must(tlb_zalloc_array(m->arena, count, sizeof(float)));
        fill(m, attribute->values, count, -2, 2);
    }
}

static void add_mesh(maker *m)
{
    static const char *const names[] = {"body", "Body", "fin.001",
                                        "a mesh with a name of more than thirty-two", ""};
    static const uint32_t vertices[] = {3, 4, 8, 8, 8, 17, 40};
    tlb_mesh *mesh = must(tlb_scene_add_mesh(m->scene, PICK(m, names)));
    uint32_t count = PICK(m, vertices), triangles = count == 8 ? 12 : 1 + below(m, count + 3);
    if (!tlb_mesh_reserve(m->scene, mesh, count, triangles * 3, 1 + below(m, 3), below(m, 256)))
        abort();
    fill_triangles(m, mesh);
    fill_vertices(m, mesh);
    divide(m, mesh);
    if (one_in(m, 3))
        add_morphs(m, mesh);
    if (one_in(m, 4))
        add_attributes(m, mesh);
}

/* --- nodes ------------------------------------------------------------------------------------------- */

static void place(maker *m, tlb_node *node)
{
    static const float turns[][4] = {
        {0, 0, 0, 1}, {0, 0.6f, 0, 0.8f}, {0.5f, -0.5f, 0.5f, 0.5f}, {1, 0, 0, 0}, {0, 0, -0.8f, 0.6f}};
    if (one_in(m, 2))
        fill(m, node->translation, 3, -4, 4);
    memcpy(node->rotation, PICK(m, turns), sizeof node->rotation);
    if (one_in(m, 4))
        fill(m, node->scale, 3, 1, 2);
    if (one_in(m, 6))
        node->scale[below(m, 3)] *= -1;
}

static void add_extras(maker *m, tlb_node *node)
{
    static const char *const keys[] = {"class", "classname", "flags", "light", "skin", "billboard"};
    static const char *const texts[] = {"portal", "detail", "lamp", "1", "zone"};
    node->extras = must(tlb_value_table(m->arena));
    tlb_value_add_text(m->arena, node->extras, PICK(m, keys), PICK(m, texts));
    tlb_value_add_integer(m->arena, node->extras, "priority", below(m, 9));
}

static void add_node(maker *m)
{
    static const char *const names[] = {
        "body",
        "arm",
        "Arm",
        "bounds",
        "UCX_body",
        "col-1",
        "portal_a",
        "mover_lift",
        "path_1",
        "wing128",
        "wing32",
        "lamp",
        "a node with a name of more than sixty-three letters, which no engine has",
        ""};
    static const char *const layers[] = {"collision", "zones", NULL};
    tlb_node *node = must(tlb_scene_add_node(m->scene, PICK(m, names), TLB_NONE));
    int32_t self = (int32_t)m->scene->node_count - 1;
    node->parent = any_of(m, (uint32_t)self);
    place(m, node);
    node->mesh = any_of(m, m->scene->mesh_count);
    if (one_in(m, 4))
        node->camera = any_of(m, m->scene->camera_count);
    if (one_in(m, 4))
        node->light = any_of(m, m->scene->light_count);
    if (one_in(m, 4)) {
        node->level = (int32_t)below(m, 3);
        node->level_size = (float)(128 >> node->level);
    }
    if (one_in(m, 5)) {
        node->hidden = true;
        node->layer = PICK(m, layers);
    }
    node->ground = one_in(m, 12);
    node->backdrop = one_in(m, 12);
    if (node->mesh >= 0 && m->scene->meshes[node->mesh].morph_count) {
        node->morph_weights =
            must(tlb_zalloc_array(m->arena, m->scene->meshes[node->mesh].morph_count, sizeof(float)));
        fill(m, node->morph_weights, m->scene->meshes[node->mesh].morph_count, 0, 1);
    }
    if (one_in(m, 4))
        add_extras(m, node);
}

static bool is_in_layer(const tlb_scene *scene, int32_t node)
{
    bool layered = false;
    for (; node >= 0; node = scene->nodes[node].parent)
        layered |= scene->nodes[node].layer != NULL;
    return layered;
}

/* On nodes of the scene itself, from a random one on. */
static void add_skin(maker *m)
{
    tlb_skin *skin = must(tlb_scene_add_skin(m->scene, "skin"));
    uint32_t nodes = m->scene->node_count, first = below(m, nodes), joints = 0;
    if (!tlb_skin_reserve(m->scene, skin, 4))
        abort();
    for (uint32_t i = 0; i < nodes && joints < 4; i++) {
        int32_t node = (int32_t)((first + i) % nodes);
        if (is_in_layer(m->scene, node))
            continue;
        fill(m, skin->inverse_bind[joints] + 12, 3, -2, 2);
        skin->joints[joints++] = node;
    }
    skin->joint_count = joints;
    for (uint32_t i = 0; i < nodes; i++)
        if (m->scene->nodes[i].mesh >= 0 && m->scene->meshes[m->scene->nodes[i].mesh].joints)
            m->scene->nodes[i].skin = 0;
}

static void add_eyes_and_lamps(maker *m)
{
    for (uint32_t i = below(m, 3); i > 0; i--) {
        tlb_scene_camera *camera = must(tlb_scene_add_camera(m->scene, one_in(m, 2) ? "eye" : ""));
        camera->yfov = eighths(m, 0, 2);
        if (one_in(m, 3))
            camera->xmag = camera->ymag = eighths(m, 1, 4);
        camera->znear = eighths(m, 0, 1);
        camera->zfar = one_in(m, 2) ? 0 : eighths(m, 2, 50);
    }
    for (uint32_t i = below(m, 3); i > 0; i--) {
        tlb_scene_light *light = must(tlb_scene_add_light(m->scene, one_in(m, 2) ? "lamp" : ""));
        light->kind = (tlb_light_kind)below(m, 3);
        fill(m, light->color, 3, 0, 1);
        light->intensity = eighths(m, 0, 30);
        light->range = one_in(m, 2) ? 0 : eighths(m, 1, 20);
        light->outer_cone = eighths(m, 0, 1);
        light->inner_cone = light->outer_cone / 2;
    }
}

/* --- animations -------------------------------------------------------------------------------------- */

/* Times ascend in eighths. */
static void fill_times(maker *m, float *times, uint32_t count)
{
    float time = one_in(m, 4) ? 0.25f : 0;
    for (uint32_t i = 0; i < count; i++) {
        times[i] = time;
        time += eighths(m, 0, 1) + 0.125f;
    }
}

static void fill_channel(maker *m, tlb_channel *channel)
{
    static const float turns[][4] = {
        {0, 0, 0, 1}, {0, 0.6f, 0, 0.8f}, {0, 0, 1, 0}, {0.5f, -0.5f, 0.5f, 0.5f}};
    channel->node = (int32_t)below(m, m->scene->node_count);
    const tlb_node *node = &m->scene->nodes[channel->node];
    uint32_t morphs = node->mesh >= 0 ? m->scene->meshes[node->mesh].morph_count : 0;
    channel->target = (tlb_target)below(m, morphs ? 4 : 3);
    channel->interpolation = one_in(m, 3) ? TLB_STEP : TLB_LINEAR;
    uint32_t keys = 1 + below(m, 4);
    if (!tlb_channel_reserve(m->scene, channel, keys))
        abort();
    fill_times(m, channel->times, keys);
    for (uint32_t i = 0; i < keys && channel->target == TLB_TARGET_ROTATION; i++)
        memcpy(channel->values + (size_t)i * 4, PICK(m, turns), sizeof(float[4]));
    if (channel->target == TLB_TARGET_TRANSLATION)
        fill(m, channel->values, (size_t)keys * 3, -4, 4);
    else if (channel->target == TLB_TARGET_SCALE)
        fill(m, channel->values, (size_t)keys * 3, 0, 2);
    else if (channel->target == TLB_TARGET_MORPHS)
        fill(m, channel->values, (size_t)keys * morphs, 0, 1);
}

static void fill_material_channel(maker *m, tlb_material_channel *channel)
{
    channel->material = (int32_t)below(m, m->scene->material_count);
    channel->target = (tlb_material_target)below(m, 2);
    channel->interpolation = one_in(m, 3) ? TLB_STEP : TLB_LINEAR;
    uint32_t keys = 1 + below(m, 4);
    if (!tlb_material_channel_reserve(m->scene, channel, keys))
        abort();
    fill_times(m, channel->times, keys);
    fill(m, channel->values, (size_t)keys * (channel->target == TLB_MATERIAL_COLOR ? 4 : 2), 0, 1);
}

static void add_animation(maker *m)
{
    static const char *const names[] = {"walk", "Walk", "turn", "an animation with a name of many letters",
                                        ""};
    tlb_animation *animation = must(tlb_scene_add_animation(m->scene, PICK(m, names)));
    uint32_t of_materials = m->scene->material_count ? below(m, 3) : 0;
    animation->duration = eighths(m, 0, 2) + 0.125f;
    animation->loops = one_in(m, 2);
    if (!tlb_animation_reserve(m->scene, animation, 1 + below(m, 4), of_materials))
        abort();
    for (uint32_t i = 0; i < animation->channel_count; i++)
        fill_channel(m, &animation->channels[i]);
    for (uint32_t i = 0; i < of_materials; i++)
        fill_material_channel(m, &animation->material_channels[i]);
}

/* --- all --------------------------------------------------------------------------------------------- */

tlb_scene *random_scene(tlb_context *context, uint32_t seed)
{
    static const float facings[][2] = {{0, 0}, {0, 1}, {0, -1}, {1, 0}};
    maker m = {.scene = must(tlb_scene_create(context)), .random = seed * 2654435761u + 1};
    m.arena = tlb_scene_arena(m.scene);
    memcpy(m.scene->facing, PICK(&m, facings), sizeof m.scene->facing);
    for (uint32_t i = below(&m, 4); i > 0; i--)
        add_image(&m);
    for (uint32_t i = below(&m, 6); i > 0; i--)
        add_material(&m);
    for (uint32_t i = 1 + below(&m, 4); i > 0; i--)
        add_mesh(&m);
    add_eyes_and_lamps(&m);
    for (uint32_t i = 2 + below(&m, 8); i > 0; i--)
        add_node(&m);
    if (one_in(&m, 2))
        add_skin(&m);
    for (uint32_t i = below(&m, 3); i > 0; i--)
        add_animation(&m);
    return m.scene;
}
