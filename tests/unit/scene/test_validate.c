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

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(meshes_have_sixteen_attributes_of_one_to_four_numbers),
        TEST(textures_have_an_image_and_a_uv_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
