/* Scenes of callers: each number at the end of what it may be, and one beyond. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenes.h"
#include "trilobite/scene_build.h"

/* NULL: the scene is sound; else the path of the only mistake. */
static const char *mistake(scene_fixture *f)
{
    tlb_diagnostics_clear(f->context);
    tlb_status status = tlb_scene_validate(f->context, f->scene);
    assert_int_equal(tlb_diagnostic_count(f->context), status != TLB_OK);
    return status ? tlb_diagnostic_at(f->context, 0)->path : NULL;
}

static void assert_mistake(scene_fixture *f, const char *path)
{
    const char *found = mistake(f);
    if (!found != !path || (path && strcmp(found, path) != 0))
        fail_msg("\"%s\", not \"%s\"", found ? found : "", path ? path : "");
}

static void meshes_have_sixteen_attributes_of_one_to_four_numbers(void **state)
{
    scene_fixture *f = *state;
    static float values[4 * 4];
    static tlb_attribute attributes[TLB_ATTRIBUTES + 1];
    tlb_mesh *mesh = add_square(f->scene, "square", TLB_NONE, 0);
    assert_int_equal(TLB_ATTRIBUTES, 16);
    for (int i = 0; i <= TLB_ATTRIBUTES; i++) {
        attributes[i] =
            (tlb_attribute){.name = "a", .values = (void *)values, .components = i < TLB_ATTRIBUTES};
    }
    mesh->attributes = attributes;
    mesh->attribute_count = TLB_ATTRIBUTES + 1;
    assert_mistake(f, "meshes[0].attribute_count");
    mesh->attribute_count = TLB_ATTRIBUTES;
    assert_mistake(f, NULL);
    for (uint32_t components = 0; components <= 5; components++) {
        attributes[TLB_ATTRIBUTES - 1].components = components;
        assert_mistake(f, components >= 1 && components <= 4 ? NULL : "meshes[0].attributes[15].components");
    }
}

static void textures_have_an_image_and_a_uv_set(void **state)
{
    scene_fixture *f = *state;
    tlb_image *image = tlb_scene_add_image(f->scene, "image");
    image->encoded = (tlb_bytes){(const uint8_t *)"image", 5};
    image->mime_type = "image/png";
    tlb_material *material = tlb_scene_add_material(f->scene, "material");
    tlb_pbr *pbr = tlb_material_add_pbr(f->scene, material);
    tlb_texture *textures[] = {&material->texture, &material->lightmap, &pbr->textures[0],
                               &pbr->textures[TLB_PBR_TEXTURES - 1]};
    static const char *const names[] = {"texture", "lightmap", "pbr", "pbr"};
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        tlb_texture *texture = textures[i], before = *texture;
        const struct {
            int32_t image;
            uint32_t uv_set;
            int wrap_u, wrap_v;
            const char *field;
        } cases[] = {{0, TLB_UV_SETS - 1, TLB_WRAP_MIRROR, TLB_WRAP_MIRROR, NULL},
                     {TLB_NONE, TLB_UV_SETS, 0, 0, NULL},
                     {-2, 0, 0, 0, "image"},
                     {1, 0, 0, 0, "image"},
                     {0, TLB_UV_SETS, 0, 0, "uv_set"},
                     {0, 0, TLB_WRAP_MIRROR + 1, 0, "wrap_u"},
                     {0, 0, 0, TLB_WRAP_MIRROR + 1, "wrap_v"}};
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            char path[64];
            texture->image = cases[k].image;
            texture->uv_set = (uint8_t)cases[k].uv_set;
            texture->wrap_u = (tlb_wrap)cases[k].wrap_u;
            texture->wrap_v = (tlb_wrap)cases[k].wrap_v;
            snprintf(path, sizeof path, "materials[0].%s.%s", names[i], cases[k].field ? cases[k].field : "");
            assert_mistake(f, cases[k].field ? path : NULL);
        }
        *texture = before;
    }
}

/* One of each that has members to be looked at; the second skin's joint and the second image are sound, too.
 */
static void add_all(tlb_scene *s)
{
    tlb_image *image = tlb_scene_add_image(s, "image");
    image->encoded = (tlb_bytes){(const uint8_t *)"image", 5};
    image->mime_type = "image/png";
    assert_true(tlb_image_reserve(s, tlb_scene_add_image(s, "pixels"), 2, 2));
    tlb_material_add_pbr(s, tlb_scene_add_material(s, "material"));
    tlb_mesh *mesh = add_square(s, "square", 0, 0);
    assert_true(tlb_mesh_reserve_morphs(s, mesh, 1, false));
    mesh->morphs[0].name = "morph";
    mesh->attributes = tlb_zalloc_array(tlb_scene_arena(s), 1, sizeof *mesh->attributes);
    mesh->attributes[0] = (tlb_attribute){"a", 1, tlb_zalloc_array(tlb_scene_arena(s), 4, sizeof(float))};
    mesh->attribute_count = 1;
    add_node(s, "node", TLB_NONE, 0);
    tlb_skin *skin = tlb_scene_add_skin(s, "skin");
    assert_true(tlb_skin_reserve(s, skin, 1));
    skin->joints[0] = 0;
    tlb_scene_add_camera(s, "camera");
    tlb_scene_add_light(s, "light");
    tlb_animation *animation = tlb_scene_add_animation(s, "animation");
    assert_true(tlb_animation_reserve(s, animation, 1, 1));
    animation->channels[0].node = animation->material_channels[0].material = 0;
    assert_true(tlb_channel_reserve(s, &animation->channels[0], 1));
    assert_true(tlb_material_channel_reserve(s, &animation->material_channels[0], 1));
}

#define NO_POINTER(member, path)                                                                             \
    {                                                                                                        \
        &(member), sizeof(member), 0, path                                                                   \
    }
#define NUMBER(member, value, path)                                                                          \
    {                                                                                                        \
        &(member), sizeof(member), value, path                                                               \
    }

/* What is wrong with one member alone is found there. */
static void each_member_is_looked_at(void **state)
{
    scene_fixture *f = *state;
    tlb_scene *s = f->scene;
    add_all(s);
    assert_mistake(f, NULL);
    tlb_mesh *mesh = &s->meshes[0];
    tlb_channel *channel = &s->animations[0].channels[0];
    tlb_material_channel *material = &s->animations[0].material_channels[0];
    const struct {
        void *member;
        size_t size;
        int64_t value;
        const char *path;
    } cases[] = {
        NO_POINTER(s->name, "name"),
        NO_POINTER(s->generator_format, "generator_format"),
        NO_POINTER(s->nodes, "nodes"),
        NO_POINTER(s->meshes, "meshes"),
        NO_POINTER(s->materials, "materials"),
        NO_POINTER(s->images, "images"),
        NO_POINTER(s->skins, "skins"),
        NO_POINTER(s->cameras, "cameras"),
        NO_POINTER(s->lights, "lights"),
        NO_POINTER(s->animations, "animations"),
        NO_POINTER(s->nodes[0].name, "nodes[0].name"),
        NUMBER(s->nodes[0].parent, -2, "nodes[0].parent"),
        NUMBER(s->nodes[0].parent, 0, "nodes[0].parent"),
        NUMBER(s->nodes[0].mesh, -2, "nodes[0].mesh"),
        NUMBER(s->nodes[0].mesh, 1, "nodes[0].mesh"),
        NUMBER(s->nodes[0].skin, 1, "nodes[0].skin"),
        NUMBER(s->nodes[0].camera, 1, "nodes[0].camera"),
        NUMBER(s->nodes[0].light, 1, "nodes[0].light"),
        NO_POINTER(s->skins[0].name, "skins[0].name"),
        NO_POINTER(s->skins[0].joints, "skins[0].joints"),
        NO_POINTER(s->skins[0].inverse_bind, "skins[0].inverse_bind"),
        NUMBER(s->skins[0].joints[0], -1, "skins[0].joints[0]"),
        NUMBER(s->skins[0].joints[0], 1, "skins[0].joints[0]"),
        NO_POINTER(mesh->name, "meshes[0].name"),
        NO_POINTER(mesh->positions, "meshes[0].positions"),
        NO_POINTER(mesh->indices, "meshes[0].indices"),
        NO_POINTER(mesh->parts, "meshes[0].parts"),
        NO_POINTER(mesh->morphs, "meshes[0].morphs"),
        NO_POINTER(mesh->attributes, "meshes[0].attributes"),
        NUMBER(mesh->indices[5], 4, "meshes[0].indices[5]"),
        NUMBER(mesh->parts[0].material, 1, "meshes[0].parts[0].material"),
        NUMBER(mesh->parts[0].first_index, 7, "meshes[0].parts[0].first_index"),
        NUMBER(mesh->parts[0].first_index, 3, "meshes[0].parts[0].index_count"),
        NUMBER(mesh->parts[0].index_count, 4, "meshes[0].parts[0].index_count"),
        NO_POINTER(mesh->morphs[0].name, "meshes[0].morphs[0].name"),
        NO_POINTER(mesh->morphs[0].positions, "meshes[0].morphs[0].positions"),
        NO_POINTER(mesh->attributes[0].name, "meshes[0].attributes[0].name"),
        NO_POINTER(mesh->attributes[0].values, "meshes[0].attributes[0].values"),
        NO_POINTER(s->materials[0].name, "materials[0].name"),
        NUMBER(s->materials[0].alpha_mode, TLB_ALPHA_ADD + 1, "materials[0].alpha_mode"),
        NUMBER(s->materials[0].alpha_mode, -1, "materials[0].alpha_mode"),
        NO_POINTER(s->images[0].name, "images[0].name"),
        NO_POINTER(s->images[0].encoded.data, "images[0].encoded"),
        NO_POINTER(s->images[0].mime_type, "images[0].mime_type"),
        NUMBER(s->images[1].format, TLB_PIXELS_RGBA + 1, "images[1].format"),
        NUMBER(s->images[1].format, TLB_PIXELS_INDEXED, "images[1].palette"),
        NO_POINTER(s->images[1].pixels, "images[1].pixels"),
        NUMBER(s->images[1].width, 0, "images[1].width"),
        NUMBER(s->images[1].height, 0, "images[1].height"),
        NO_POINTER(s->cameras[0].name, "cameras[0].name"),
        NO_POINTER(s->lights[0].name, "lights[0].name"),
        NO_POINTER(s->animations[0].name, "animations[0].name"),
        NO_POINTER(s->animations[0].channels, "animations[0].channels"),
        NO_POINTER(s->animations[0].material_channels, "animations[0].material_channels"),
        NUMBER(channel->node, -1, "animations[0].channels[0].node"),
        NUMBER(channel->node, 1, "animations[0].channels[0].node"),
        NUMBER(channel->target, TLB_TARGET_MORPHS + 1, "animations[0].channels[0].target"),
        NUMBER(channel->interpolation, TLB_LINEAR + 1, "animations[0].channels[0].interpolation"),
        NO_POINTER(channel->times, "animations[0].channels[0].times"),
        NO_POINTER(channel->values, "animations[0].channels[0].values"),
        NUMBER(material->material, 1, "animations[0].material_channels[0].material"),
        NUMBER(material->target, TLB_MATERIAL_COLOR + 1, "animations[0].material_channels[0].target"),
        NUMBER(material->interpolation, -1, "animations[0].material_channels[0].interpolation"),
        NO_POINTER(material->times, "animations[0].material_channels[0].times"),
        NO_POINTER(material->values, "animations[0].material_channels[0].values"),
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t before[sizeof(void *)];
        assert_true(cases[i].size <= sizeof before);
        memcpy(before, cases[i].member, cases[i].size);
        int32_t number = (int32_t)cases[i].value;
        memcpy(cases[i].member, cases[i].size == sizeof number ? (void *)&number : (void *)&cases[i].value,
               cases[i].size);
        assert_mistake(f, cases[i].path);
        memcpy(cases[i].member, before, cases[i].size);
    }
    assert_mistake(f, NULL);
}

static void only_the_first_of_a_list_is_told(void **state)
{
    scene_fixture *f = *state;
    add_all(f->scene);
    f->scene->skins[0].joints = (int32_t[]){0, 1, -1};
    f->scene->skins[0].inverse_bind = (float[3][16]){{0}};
    f->scene->skins[0].joint_count = 3;
    assert_mistake(f, "skins[0].joints[1]");
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(meshes_have_sixteen_attributes_of_one_to_four_numbers),
        TEST(each_member_is_looked_at),
        TEST(only_the_first_of_a_list_is_told),
        TEST(textures_have_an_image_and_a_uv_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
