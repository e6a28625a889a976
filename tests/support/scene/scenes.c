#include "scenes.h"

#include "base/value.h"
#include "image/image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *made)
{
    if (!made)
        abort();
    return made;
}

static void *zeros(tlb_scene *scene, size_t count, size_t size)
{
    return must(tlb_zalloc_array(tlb_scene_arena(scene), count, size));
}

tlb_scene_stats measured(tlb_context *context, const tlb_scene *scene)
{
    tlb_scene_stats stats;
    if (tlb_scene_measure(context, scene, &stats))
        abort();
    return stats;
}

tlb_scene *make_empty(tlb_context *context)
{
    return must(tlb_scene_create(context));
}

int begin_scene(void **state)
{
    static scene_fixture f;
    f = (scene_fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    f.scene = make_empty(f.context);
    *state = &f;
    return 0;
}

int end_scene(void **state)
{
    scene_fixture *f = *state;
    tlb_arena_release(&f->arena);
    tlb_scene_free(f->scene);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

tlb_mesh *add_square(tlb_scene *scene, const char *name, int32_t material, unsigned vertex_data)
{
    static const float corners[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    tlb_mesh *mesh = must(tlb_scene_add_mesh(scene, name));
    if (!tlb_mesh_reserve(scene, mesh, 4, 6, 1, vertex_data))
        abort();
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->parts[0] = (tlb_part){.material = material, .index_count = 6};
    for (int i = 0; i < 4; i++) {
        const float *corner = corners[i];
        memcpy(mesh->positions[i], (float[3]){corner[0], corner[1], 0}, sizeof mesh->positions[i]);
        for (int set = 0; set < 2; set++)
            if (mesh->uv[set])
                memcpy(mesh->uv[set][i], (float[2]){corner[0] + 0.5f, 0.5f - corner[1]},
                       sizeof mesh->uv[set][i]);
        if (mesh->colors)
            memcpy(mesh->colors[i], (uint16_t[4]){65535, 128 * 257, (uint16_t)(i * 60 * 257), 65535},
                   sizeof mesh->colors[i]);
        if (mesh->joints) {
            memset(mesh->joints[i], 0, sizeof mesh->joints[i]);
            memcpy(mesh->weights[i], (float[4]){1, 0, 0, 0}, sizeof mesh->weights[i]);
        }
    }
    if (mesh->normals)
        tlb_mesh_compute_normals(mesh);
    return mesh;
}

tlb_node *add_node(tlb_scene *scene, const char *name, int32_t parent, int32_t mesh)
{
    tlb_node *node = must(tlb_scene_add_node(scene, name, parent));
    node->mesh = mesh;
    return node;
}

int32_t node_named(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return (int32_t)i;
    return TLB_NONE;
}

/* A node with a square of its own. */
static tlb_node *add_thing(tlb_scene *scene, const char *name, int32_t parent, int32_t material,
                           unsigned vertex_data)
{
    add_square(scene, name, material, vertex_data);
    return add_node(scene, name, parent, (int32_t)scene->mesh_count - 1);
}

static tlb_mesh *last_mesh(tlb_scene *scene)
{
    return &scene->meshes[scene->mesh_count - 1];
}

/* The PNG with a chunk of gamma after its header, which glTF does not support. */
static tlb_bytes with_gamma(tlb_arena *arena, tlb_bytes png)
{
    enum { HEADER_END = 33 };
    static const uint8_t gamma[] = {0, 0, 0, 4, 'g', 'A', 'M', 'A', 0, 0, 0xb1, 0x8f, 0x0b, 0xfc, 0x61, 0x05};
    uint8_t *data = must(tlb_alloc(arena, png.size + sizeof gamma));
    memcpy(data, png.data, HEADER_END);
    memcpy(data + HEADER_END, gamma, sizeof gamma);
    memcpy(data + HEADER_END + sizeof gamma, png.data + HEADER_END, png.size - HEADER_END);
    return (tlb_bytes){data, png.size + sizeof gamma};
}

/* Pixels with a palette, and the same as a PNG file; then one that cannot be written. */
static void add_images(tlb_context *context, tlb_scene *scene)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_bytes file;
    const char *mime_type;
    tlb_image *pixels = must(tlb_scene_add_image(scene, "Wall <1>"));
    if (tlb_image_placeholder(context, arena, pixels) ||
        tlb_image_for_gltf(context, arena, pixels, &file, &mime_type))
        abort();
    tlb_image *encoded = must(tlb_scene_add_image(scene, "WALL <1>"));
    encoded->encoded = with_gamma(arena, file);
    encoded->mime_type = mime_type;
    must(tlb_scene_add_image(scene, "nothing"));
}

static void add_materials(tlb_scene *scene)
{
    static const char *const names[] = {[TLB_ALPHA_OPAQUE] = "opaque",
                                        [TLB_ALPHA_MASK] = "mask",
                                        [TLB_ALPHA_BLEND] = "blend",
                                        [TLB_ALPHA_ADD] = "add"};
    for (int mode = TLB_ALPHA_OPAQUE; mode <= TLB_ALPHA_ADD; mode++) {
        tlb_material *material = must(tlb_scene_add_material(scene, names[mode]));
        material->alpha_mode = (tlb_alpha_mode)mode;
        material->alpha_cutoff = 0.25f;
        material->double_sided = mode == TLB_ALPHA_MASK;
        material->unlit = mode == TLB_ALPHA_ADD;
        material->placeholder = mode == TLB_ALPHA_BLEND ? "textures/wall.bmp" : NULL;
        material->texture =
            (tlb_texture){.image = mode == TLB_ALPHA_BLEND ? 2 : 0, .nearest = mode == TLB_ALPHA_MASK};
    }
    tlb_material *opaque = &scene->materials[TLB_ALPHA_OPAQUE];
    opaque->lightmap =
        (tlb_texture){.image = 1, .uv_set = 1, .wrap_u = TLB_WRAP_CLAMP, .wrap_v = TLB_WRAP_MIRROR};
    opaque->color[0] = 0.5f;
    opaque->color[1] = 7;
    opaque->emissive[2] = NAN;
    opaque->extras = must(tlb_value_table(tlb_scene_arena(scene)));
    tlb_value_add_text(tlb_scene_arena(scene), opaque->extras, "sound", "stone");
}

/* All kinds of vertex data; a material that needs UV sets the mesh has not; no triangles; a hidden thing. */
static void add_still_life(tlb_scene *scene, int32_t world)
{
    add_thing(scene, "lit", world, 0, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_UV1 | TLB_WITH_COLORS);
    add_thing(scene, "bare", world, 0, 0)->scale[0] = -2;
    add_thing(scene, "empty", world, TLB_NONE, 0);
    last_mesh(scene)->parts[0].index_count = 0;
    tlb_node *hidden = add_node(scene, "collision", world, 0);
    hidden->hidden = true;
    hidden->rotation[1] = 3; /* the quaternion is not unit */
    hidden->rotation[3] = 4;
}

/* The coarsest first. */
static void add_levels(tlb_scene *scene)
{
    add_node(scene, "tree", TLB_NONE, TLB_NONE);
    for (int32_t level = 2; level >= 0; level--) {
        tlb_node *node = add_thing(scene, "tree level", node_named(scene, "tree"), 1 + level, TLB_WITH_UV0);
        node->level = level;
        node->level_size = (float)(100 >> level);
    }
}

static void set_influences(tlb_mesh *mesh, int vertex, const uint16_t joints[4], const float weights[4])
{
    memcpy(mesh->joints[vertex], joints, sizeof mesh->joints[vertex]);
    memcpy(mesh->weights[vertex], weights, sizeof mesh->weights[vertex]);
}

/* A skinned node that has a parent and a place of its own, joints below several roots, weights that are too
 * large, that name a joint twice, that are no numbers. */
static void add_character(tlb_scene *scene, int32_t world)
{
    static const char *const names[] = {"hip", "knee", "prop"};
    tlb_node *body = add_thing(scene, "body", world, 0, TLB_WITH_NORMALS | TLB_WITH_SKIN);
    body->skin = 0;
    body->translation[0] = 5;
    tlb_mesh *mesh = last_mesh(scene);
    set_influences(mesh, 1, (uint16_t[4]){1, 2, 1, 0}, (float[4]){3, 1, 0, 0});
    set_influences(mesh, 2, (uint16_t[4]){1, 1, 2, 2}, (float[4]){0.25f, 0.25f, 0.5f, 0});
    set_influences(mesh, 3, (uint16_t[4]){1, 99, 0, 0}, (float[4]){NAN, 1, -1, 0});
    tlb_skin *skin = must(tlb_scene_add_skin(scene, "skin"));
    skin->joint_count = 3;
    skin->joints = zeros(scene, 3, sizeof *skin->joints);
    skin->inverse_bind = zeros(scene, 3, sizeof *skin->inverse_bind);
    for (int i = 0; i < 3; i++) {
        skin->joints[i] = (int32_t)scene->node_count;
        int32_t parent = i == 0 ? world : i == 1 ? skin->joints[0] : TLB_NONE;
        add_node(scene, names[i], parent, TLB_NONE)->translation[1] = (float)i;
        for (int k = 0; k < 4; k++)
            skin->inverse_bind[i][k * 5] = k == 3 ? 1.5f : 1; /* the last row should be 0 0 0 1 */
    }
    must(tlb_scene_add_skin(scene, "no joints"));
}

/* Two morphs, only the second with normals. */
static void add_face(tlb_scene *scene)
{
    tlb_node *node = add_thing(scene, "face", TLB_NONE, TLB_NONE, TLB_WITH_NORMALS);
    tlb_mesh *mesh = last_mesh(scene);
    node->morph_weights = zeros(scene, 2, sizeof *node->morph_weights);
    node->morph_weights[0] = 0.5f;
    mesh->morph_count = 2;
    mesh->morphs = zeros(scene, 2, sizeof *mesh->morphs);
    for (int i = 0; i < 2; i++) {
        tlb_morph *morph = &mesh->morphs[i];
        morph->name = i ? "frown" : "smile";
        morph->positions = zeros(scene, 4, sizeof *morph->positions);
        morph->positions[0][2] = (float)(i + 1);
        morph->normals = i ? zeros(scene, 4, sizeof *morph->normals) : NULL;
    }
}

static void add_broken(tlb_scene *scene)
{
    add_thing(scene, "broken \xe9", TLB_NONE, 0, TLB_WITH_NORMALS | TLB_WITH_UV0)->translation[2] = INFINITY;
    tlb_mesh *mesh = last_mesh(scene);
    mesh->positions[1][0] = NAN;
    mesh->positions[2][1] = -INFINITY;
    mesh->uv[0][3][0] = NAN;
    memset(mesh->normals[0], 0, sizeof mesh->normals[0]);
    mesh->normals[1][2] = 1e30f;
    mesh->normals[2][0] = NAN;
}

static void add_channel(tlb_scene *scene, tlb_animation *animation, const char *node, tlb_target target,
                        tlb_interpolation interpolation, const float times[3], float value)
{
    static const uint32_t widths[] = {3, 4, 3, 2};
    tlb_channel *channel = &animation->channels[animation->channel_count++];
    *channel = (tlb_channel){.node = node_named(scene, node),
                             .target = target,
                             .interpolation = interpolation,
                             .key_count = 3,
                             .times = zeros(scene, 3, sizeof *channel->times),
                             .values = zeros(scene, 3 * widths[target], sizeof *channel->values)};
    memcpy(channel->times, times, 3 * sizeof *times);
    for (uint32_t i = 0; i < 3 * widths[target]; i++)
        channel->values[i] = value;
}

static tlb_animation *new_animation(tlb_scene *scene, const char *name)
{
    tlb_animation *animation = must(tlb_scene_add_animation(scene, name));
    animation->duration = 1;
    animation->loops = true;
    animation->channels = zeros(scene, 8, sizeof *animation->channels);
    return animation;
}

/* Every target; what moves a thing twice; keys that go back; an animation that has no channel in the end. */
static void add_animations(tlb_scene *scene)
{
    static const float times[] = {0, 0.5f, 1}, odd_times[] = {0.5f, -1, 2};
    tlb_animation *nothing = new_animation(scene, "nothing");
    add_channel(scene, nothing, "empty", TLB_TARGET_MORPHS, TLB_LINEAR, times, 1);
    tlb_animation *walk = new_animation(scene, "walk");
    add_channel(scene, walk, "knee", TLB_TARGET_ROTATION, TLB_LINEAR, times, 7);
    add_channel(scene, walk, "hip", TLB_TARGET_TRANSLATION, TLB_STEP, times, 2);
    add_channel(scene, walk, "hip", TLB_TARGET_TRANSLATION, TLB_LINEAR, times, 3);
    add_channel(scene, walk, "body", TLB_TARGET_SCALE, TLB_LINEAR, odd_times, 1);
    add_channel(scene, walk, "face", TLB_TARGET_MORPHS, TLB_LINEAR, times, 0.5f);
}

static void add_eye_and_lamp(tlb_scene *scene)
{
    add_node(scene, "eye", TLB_NONE, TLB_NONE)->camera = 0;
    add_node(scene, "lamp", TLB_NONE, TLB_NONE)->light = 0;
    must(tlb_scene_add_camera(scene, "eye"));
    *(tlb_scene_light *)must(tlb_scene_add_light(scene, "lamp")) =
        (tlb_scene_light){.name = "lamp", .color = {1, 0.5f, 0}, .intensity = 30};
}

tlb_scene *make_everything(tlb_context *context)
{
    tlb_scene *scene = make_empty(context);
    scene->name = "everything";
    scene->generator_format = "test";
    scene->extras = must(tlb_value_table(tlb_scene_arena(scene)));
    tlb_value_add_integer(tlb_scene_arena(scene), scene->extras, "version", 44);
    add_images(context, scene);
    add_materials(scene);
    add_node(scene, "world", TLB_NONE, TLB_NONE)->translation[0] = 1;
    add_still_life(scene, 0);
    add_levels(scene);
    add_character(scene, 0);
    add_face(scene);
    add_broken(scene);
    add_animations(scene);
    add_eye_and_lamp(scene);
    return scene;
}
