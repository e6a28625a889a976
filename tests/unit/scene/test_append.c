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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ambient), cmocka_unit_test(test_textures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
