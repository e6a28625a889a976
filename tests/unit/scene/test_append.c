/* Scenes that are put into another: what refers to what there. */
#include "scene/build/append.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static tlb_image *add_image(tlb_scene *scene, const char *name, uint8_t value)
{
    tlb_image *image = tlb_scene_add_image(scene, name);
    assert_true(tlb_image_reserve(scene, image, 2, 2));
    memset(image->pixels, value, 16);
    return image;
}

/* A textured square on a node below "root", and a bone with a skin; `value` is that of the pixels of "wall".
 */
static tlb_scene *make_part(tlb_context *context, uint8_t value)
{
    tlb_scene *part = tlb_scene_create(context);
    add_image(part, "sky", 1);
    add_image(part, "wall", value);
    tlb_scene_add_material(part, "plain");
    tlb_material *material = tlb_scene_add_material(part, "wall");
    material->texture.image = 1;
    assert_non_null(tlb_material_add_pbr(part, material));
    material->pbr->textures[TLB_PBR_NORMAL].image = 0;
    add_square(part, "square", 1, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_SKIN);
    tlb_scene_add_light(part, "lamp");
    tlb_scene_add_camera(part, "eye");
    assert_non_null(tlb_scene_add_node(part, "root", TLB_NONE));
    tlb_node *shown = tlb_scene_add_node(part, "shown", 0);
    shown->mesh = shown->skin = shown->light = shown->camera = 0;
    assert_non_null(tlb_scene_add_node(part, "bone", 1));
    assert_non_null(tlb_scene_add_node(part, "other", TLB_NONE));
    tlb_skin *skin = tlb_scene_add_skin(part, "skin");
    assert_true(tlb_skin_reserve(part, skin, 1));
    skin->joints[0] = 2;
    return part;
}

static bool is_not_other(const tlb_node *root)
{
    return strcmp(root->name, "other") != 0;
}

static void references_go_with_what_they_name(void **state)
{
    scene_fixture *f = *state;
    tlb_arena work;
    tlb_arena_init(&work, f->context->account);
    tlb_scene *one = make_part(f->context, 7), *two = make_part(f->context, 8), *scene = f->scene;
    tlb_appender appender = {.scene = scene, .work = &work};
    tlb_appended first, second;
    assert_non_null(tlb_scene_add_node(scene, "place", TLB_NONE));
    assert_true(tlb_append_things(&appender, one, &first));
    assert_true(tlb_append_things(&appender, two, &second));
    assert_true(tlb_append_nodes(&appender, &first, 0, is_not_other));
    assert_true(tlb_append_nodes(&appender, &second, TLB_NONE, NULL));
    assert_true(tlb_append_nodes(&appender, &second, 0, NULL));
    assert_int_equal(tlb_scene_validate(f->context, scene), TLB_OK);

    /* The sky is the same, the walls are not. */
    assert_int_equal(scene->image_count, 3);
    assert_int_equal(scene->material_count, 4);
    assert_int_equal(scene->materials[1].texture.image, 1);
    assert_int_equal(scene->materials[3].texture.image, 2);
    assert_int_equal(scene->materials[3].pbr->textures[TLB_PBR_NORMAL].image, 0);
    assert_int_equal(scene->meshes[0].parts[0].material, 1);
    assert_int_equal(scene->meshes[1].parts[0].material, 3);
    assert_int_equal(two->meshes[0].parts[0].material, 1);

    assert_int_equal(scene->node_count, 1 + 3 + 4 + 4);
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_int_equal(scene->nodes[2].parent, 1);
    assert_int_equal(scene->nodes[2].mesh, 0);
    assert_int_equal(scene->nodes[4].parent, TLB_NONE);
    assert_int_equal(scene->nodes[5].mesh, 1);
    assert_int_equal(scene->nodes[5].light, 1);
    assert_int_equal(scene->nodes[5].camera, 1);
    assert_int_equal(scene->nodes[8].parent, 0);
    assert_int_equal(scene->nodes[9].mesh, 1);
    assert_string_equal(scene->nodes[7].name, "other");

    /* A skin for each time that the nodes are there. */
    assert_int_equal(scene->skin_count, 3);
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(scene->skins[i].joints[0], i * 4 + (i ? 2 : 3));
    assert_int_equal(scene->nodes[2].skin, 0);
    assert_int_equal(scene->nodes[5].skin, 1);
    assert_int_equal(scene->nodes[9].skin, 2);
    tlb_arena_release(&work);
    tlb_scene_free(one);
    tlb_scene_free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(references_go_with_what_they_name, begin_scene, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
