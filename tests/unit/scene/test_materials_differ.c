/* Which members tell materials apart that are one otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/materials/materials.h"
#include "scenes.h"
#include "trilobite/scene_build.h"

static void each_number_tells_materials_apart(void **state)
{
    scene_fixture *f = *state;
    tlb_scene_add_image(f->scene, "wall");
    tlb_scene_add_image(f->scene, "roof");
    for (int i = 0; i < 2; i++) {
        tlb_material *material = tlb_scene_add_material(f->scene, "wall");
        tlb_pbr *pbr = tlb_material_add_pbr(f->scene, material);
        assert_non_null(pbr);
        material->alpha_mode = TLB_ALPHA_MASK;
        material->texture.image = material->lightmap.image = 0;
        for (int k = 0; k < TLB_PBR_TEXTURES; k++)
            pbr->textures[k].image = 0;
    }
    tlb_material *m = &f->scene->materials[1];
    tlb_pbr *pbr = m->pbr;
    float *const numbers[] = {&m->color[0],
                              &m->color[3],
                              &m->emissive[0],
                              &m->emissive[2],
                              &m->alpha_cutoff,
                              &m->texture.offset[0],
                              &m->texture.offset[1],
                              &m->lightmap.offset[0],
                              &pbr->metallic,
                              &pbr->roughness,
                              &pbr->normal_scale,
                              &pbr->occlusion_strength,
                              &pbr->emissive[0],
                              &pbr->emissive[2],
                              &pbr->textures[0].offset[0],
                              &pbr->textures[TLB_PBR_TEXTURES - 1].offset[1]};
    int32_t *const images[] = {&m->texture.image, &m->lightmap.image, &pbr->textures[0].image,
                               &pbr->textures[TLB_PBR_TEXTURES - 1].image};
    tlb_scene merged;
    assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
    assert_int_equal(merged.material_count, 1);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        float before = *numbers[i];
        *numbers[i] = before + 0.25f;
        assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
        assert_int_equal(merged.material_count, 2);
        *numbers[i] = before;
    }
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
        int32_t before = *images[i];
        *images[i] = 1;
        assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
        assert_int_equal(merged.material_count, 2);
        *images[i] = before;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_number_tells_materials_apart, begin_scene, end_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
