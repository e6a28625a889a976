/* Scenes put into another: what moves all the time does in each place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "scene/build/append.h"
#include "trilobite/trilobite.h"

/* A post and a vane on it, which turns in "Ambient" and falls in "fall". */
static tlb_scene *make_part(tlb_context *context)
{
    static float times[2] = {0, 1}, values[8] = {0, 0, 0, 1, 0, 1, 0, 0};
    static const char *const names[] = {"fall", "Ambient"};
    tlb_scene *part = tlb_scene_create(context);
    part->name = "vane.dts";
    tlb_scene_add_node(part, "post", TLB_NONE);
    tlb_scene_add_node(part, "vane", 0);
    tlb_scene_add_node(part, "collision", TLB_NONE);
    for (int i = 0; i < 2; i++) {
        tlb_animation *animation = tlb_scene_add_animation(part, names[i]);
        assert_true(tlb_animation_reserve(part, animation, 2, 0));
        animation->duration = 1;
        animation->loops = i == 1;
        animation->extras = tlb_value_table(tlb_scene_arena(part));
        for (int32_t k = 0; k < 2; k++)
            animation->channels[k] = (tlb_channel){k + 1, TLB_TARGET_ROTATION, TLB_LINEAR, 2, times, values};
    }
    return part;
}

static bool is_no_collision(const tlb_node *root)
{
    return strcmp(root->name, "collision") != 0;
}

static void test_ambient(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context), *part = make_part(context),
              *other = tlb_scene_create(context);
    tlb_arena work;
    tlb_appended things, others;
    tlb_arena_init(&work, context->account);
    tlb_appender appender = {.scene = scene, .work = &work};
    tlb_scene_add_node(other, "stone", TLB_NONE);
    assert_true(tlb_append_things(&appender, part, &things));
    assert_true(tlb_append_things(&appender, other, &others));
    assert_int_equal(scene->animation_count, 0); /* it stands nowhere yet */
    assert_true(tlb_append_nodes(&appender, &others, TLB_NONE, NULL));
    assert_int_equal(scene->animation_count, 0);
    assert_true(tlb_append_nodes(&appender, &things, TLB_NONE, is_no_collision));
    assert_true(tlb_append_nodes(&appender, &things, 0, NULL));
    assert_int_equal(scene->animation_count, 1);
    const tlb_animation *ambient = &scene->animations[0];
    assert_string_equal(ambient->name, "vane.dts Ambient");
    assert_true(ambient->loops);
    assert_true(ambient->duration == 1);
    assert_ptr_equal(ambient->extras, part->animations[1].extras);
    /* stone, post, vane, post, vane, collision */
    static const int32_t nodes[] = {2, 4, 5};
    assert_int_equal(ambient->channel_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ambient->channels[i].node, nodes[i]);
        assert_int_equal(ambient->channels[i].key_count, 2);
    }
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_scene_free(part);
    tlb_scene_free(other);
    tlb_context_free(context);
}

/* Materials keep the images of all of their textures, which have other numbers there. */
static void test_textures(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context), *part = tlb_scene_create(context),
              *other = tlb_scene_create(context);
    tlb_arena work;
    tlb_appended things;
    tlb_arena_init(&work, context->account);
    tlb_appender appender = {.scene = scene, .work = &work};
    static const uint8_t files[TLB_PBR_TEXTURES + 2] = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < TLB_PBR_TEXTURES + 2; i++) /* of one name, and each another */
        tlb_scene_add_image(part, "image")->encoded = (tlb_bytes){&files[i], 1};
    tlb_scene_add_image(other, "earlier");
    tlb_scene_add_material(other, "earlier");
    tlb_mesh *mesh = tlb_scene_add_mesh(part, "mesh");
    assert_true(tlb_mesh_reserve(part, mesh, 3, 9, 3, 0));
    for (int32_t i = 0; i < 3; i++)
        mesh->parts[i] = (tlb_part){i - 1, 3 * (uint32_t)i, 3};
    tlb_scene_add_material(part, "plain");
    tlb_material *material = tlb_scene_add_material(part, "shiny");
    tlb_pbr *pbr = tlb_material_add_pbr(part, material);
    material->texture.image = TLB_PBR_TEXTURES;
    material->lightmap.image = TLB_PBR_TEXTURES + 1;
    for (int i = 0; i < TLB_PBR_TEXTURES; i++)
        pbr->textures[i].image = i;
    assert_true(tlb_append_things(&appender, other, &things));
    assert_true(tlb_append_things(&appender, part, &things));
    assert_int_equal(scene->image_count, TLB_PBR_TEXTURES + 3);
    assert_int_equal(scene->materials[1].texture.image, TLB_NONE);
    assert_null(scene->materials[1].pbr);
    const tlb_material *added = &scene->materials[2];
    assert_int_equal(added->texture.image, TLB_PBR_TEXTURES + 1);
    assert_int_equal(added->lightmap.image, TLB_PBR_TEXTURES + 2);
    assert_ptr_not_equal(added->pbr, pbr);
    for (int i = 0; i < TLB_PBR_TEXTURES; i++) {
        assert_int_equal(added->pbr->textures[i].image, i + 1);
        assert_int_equal(pbr->textures[i].image, i);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(scene->meshes[0].parts[i].material, i ? i : TLB_NONE);
    assert_true(tlb_append_things(&appender, part, &things)); /* whose images are there */
    assert_int_equal(scene->image_count, TLB_PBR_TEXTURES + 3);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_scene_free(part);
    tlb_scene_free(other);
    tlb_context_free(context);
}

/* Whatever refers to another thing refers to the same one in the scene, where it has another number. */
static void test_everything_refers_to_its_own(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context), *part = tlb_scene_create(context);
    tlb_arena work;
    tlb_appended things;
    tlb_arena_init(&work, context->account);
    tlb_appender appender = {.scene = scene, .work = &work};
    static float times[2] = {0, 2}, values[4] = {0, 0, 1, 0}, bind[3][16] = {{1}, {2}, {3}};
    static int32_t joints[3] = {2, TLB_NONE, 1};
    part->name = "fan";
    tlb_scene_add_material(part, "still");
    tlb_scene_add_material(part, "moving");
    tlb_scene_add_mesh(part, "rotor");
    tlb_scene_add_mesh(part, "blades");
    tlb_scene_add_camera(part, "near")->yfov = 1;
    tlb_scene_add_camera(part, "far")->yfov = 2;
    tlb_scene_add_light(part, "dim")->intensity = 3;
    tlb_scene_add_light(part, "bright")->intensity = 4;
    for (int i = 0; i < 2; i++)
        tlb_scene_add_skin(part, i ? "bent" : "stiff");
    part->skins[1] = (tlb_skin){"bent", 3, joints, bind};
    for (int32_t i = 0; i < 3; i++) {
        tlb_node *node = tlb_scene_add_node(part, "node", i - 1);
        node->translation[0] = (float)i;
        node->mesh = node->skin = node->camera = node->light = i - 1;
    }
    tlb_animation *animation = tlb_scene_add_animation(part, "ambient");
    assert_true(tlb_animation_reserve(part, animation, 0, 2));
    for (int32_t i = 0; i < 2; i++)
        animation->material_channels[i] =
            (tlb_material_channel){1 - i, TLB_MATERIAL_UV_OFFSET, TLB_LINEAR, 2, times, values};
    for (int32_t copy = 0; copy < 2; copy++) { /* the second time nothing has its number any more */
        assert_true(tlb_append_things(&appender, part, &things));
        assert_true(tlb_append_nodes(&appender, &things, copy - 1, NULL));
        assert_int_equal(scene->camera_count, 2 * copy + 2);
        assert_int_equal(scene->light_count, 2 * copy + 2);
        assert_int_equal(scene->skin_count, 2 * copy + 2);
        assert_int_equal(scene->node_count, 3 * copy + 3);
        for (int32_t i = 0; i < 3; i++) {
            const tlb_node *node = &scene->nodes[3 * copy + i];
            int32_t thing = i ? 2 * copy + i - 1 : TLB_NONE;
            assert_int_equal(node->parent, i ? 3 * copy + i - 1 : copy - 1);
            assert_true(node->translation[0] == (float)i);
            assert_int_equal(node->mesh, thing);
            assert_int_equal(node->skin, thing);
            assert_int_equal(node->camera, thing);
            assert_int_equal(node->light, thing);
        }
        assert_string_equal(scene->cameras[2 * copy + 1].name, "far");
        assert_true(scene->cameras[2 * copy + 1].yfov == 2);
        assert_string_equal(scene->lights[2 * copy + 1].name, "bright");
        assert_true(scene->lights[2 * copy + 1].intensity == 4);
        const tlb_skin *skin = &scene->skins[2 * copy + 1];
        assert_string_equal(skin->name, "bent");
        assert_int_equal(skin->joint_count, 3);
        assert_int_equal(skin->joints[0], 3 * copy + 2);
        assert_int_equal(skin->joints[1], TLB_NONE);
        assert_int_equal(skin->joints[2], 3 * copy + 1);
        assert_memory_equal(skin->inverse_bind, bind, sizeof bind);
        const tlb_animation *ambient = &scene->animations[copy];
        assert_string_equal(ambient->name, "fan ambient");
        assert_int_equal(ambient->material_channel_count, 2);
        for (int32_t i = 0; i < 2; i++) {
            assert_int_equal(ambient->material_channels[i].material, 2 * copy + 1 - i);
            assert_int_equal(ambient->material_channels[i].key_count, 2);
        }
    }
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_scene_free(part);
    tlb_context_free(context);
}

/* Images are one if nothing of them differs: format, size, pixels, colors of a palette, file. */
static void test_only_equal_images_are_one(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context), *part = tlb_scene_create(context);
    tlb_arena work;
    tlb_appended things;
    tlb_arena_init(&work, context->account);
    tlb_appender appender = {.scene = scene, .work = &work};
    static uint8_t pixels[32], last[32] = {[31] = 1}, sixth[32] = {[5] = 1};
    static const uint8_t colors[256][4] = {{1}}, others[256][4] = {{1}, [255] = {0, 0, 0, 2}},
                         files[] = {7, 8, 7};
    const tlb_image different[] = {
        {.format = TLB_PIXELS_RGBA, .width = 2, .height = 4, .pixels = pixels},
        {.format = TLB_PIXELS_RGBA, .width = 4, .height = 2, .pixels = pixels},
        {.format = TLB_PIXELS_RGBA, .width = 2, .height = 4, .pixels = last},
        {.format = TLB_PIXELS_INDEXED, .width = 2, .height = 3, .pixels = pixels, .palette = colors},
        {.format = TLB_PIXELS_INDEXED, .width = 3, .height = 2, .pixels = pixels, .palette = colors},
        {.format = TLB_PIXELS_INDEXED, .width = 2, .height = 3, .pixels = sixth, .palette = colors},
        {.format = TLB_PIXELS_INDEXED, .width = 2, .height = 3, .pixels = pixels, .palette = others},
        {.format = TLB_PIXELS_INDEXED, .width = 2, .height = 3, .pixels = pixels},
        {.encoded = {files, 1}},
        {.encoded = {files, 2}},
        {.encoded = {files + 1, 1}},
        {.width = 2, .encoded = {files, 1}},
        {.height = 2, .encoded = {files, 1}},
    };
    const tlb_image same[] = {
        /* as the first, the fourth and the ninth, from other memory */
        {.format = TLB_PIXELS_RGBA, .width = 2, .height = 4, .pixels = (uint8_t[32]){0}},
        {.format = TLB_PIXELS_INDEXED,
         .width = 2,
         .height = 3,
         .pixels = last,
         .palette = (const uint8_t[256][4]){{1}}},
        {.encoded = {files + 2, 1}},
    };
    enum { COUNT = sizeof different / sizeof *different };
    for (int i = 0; i < COUNT + 3; i++) {
        tlb_image *image = tlb_scene_add_image(part, "image");
        *image = i < COUNT ? different[i] : same[i - COUNT];
        image->name = "image";
    }
    assert_true(tlb_append_things(&appender, part, &things));
    assert_int_equal(scene->image_count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(things.images[i], i);
    assert_int_equal(things.images[COUNT], 0);
    assert_int_equal(things.images[COUNT + 1], 3);
    assert_int_equal(things.images[COUNT + 2], 8);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_scene_free(part);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ambient), cmocka_unit_test(test_textures),
                                       cmocka_unit_test(test_everything_refers_to_its_own),
                                       cmocka_unit_test(test_only_equal_images_are_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
