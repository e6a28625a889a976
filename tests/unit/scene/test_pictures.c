/* Pictures on rectangles, for writers of models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/build/pictures.h"
#include "scenes.h"

/* What is seen through, however little, is blended: by the alpha of a pixel, or of a color that one has. */
static void what_is_seen_through_is_blended(void **state)
{
    scene_fixture *f = *state;
    static uint8_t rgba[2][4], indices[2] = {0, 7}, palette[256][4];
    static const struct {
        uint8_t alpha, unused;
        tlb_alpha_mode mode;
    } cases[] = {{255, 255, TLB_ALPHA_OPAQUE},
                 {254, 255, TLB_ALPHA_BLEND},
                 {0, 255, TLB_ALPHA_BLEND},
                 {255, 254, TLB_ALPHA_OPAQUE}};
    tlb_image *image = tlb_scene_add_image(f->scene, "picture");
    image->width = 2;
    image->height = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int indexed = 0; indexed < 2; indexed++) {
            for (int k = 0; k < 256; k++)
                palette[k][3] = 255;
            rgba[0][3] = 255;
            rgba[1][3] = palette[7][3] = cases[i].alpha;
            palette[8][3] = cases[i].unused;
            image->format = indexed ? TLB_PIXELS_INDEXED : TLB_PIXELS_RGBA;
            image->pixels = indexed ? indices : &rgba[0][0];
            image->palette = indexed ? (const uint8_t(*)[4])palette : NULL;
            tlb_scene *wall = tlb_scene_hang_pictures(f->context, f->scene);
            assert_int_equal(wall->material_count, 1);
            assert_int_equal(wall->materials[0].alpha_mode, cases[i].mode);
            tlb_scene_free(wall);
        }
}

/* The longer side is 1. */
static void rectangles_are_as_wide_and_high_as_their_picture(void **state)
{
    static const struct {
        uint32_t width, height;
        float size[2];
    } cases[] = {{4, 4, {1, 1}}, {8, 2, {1, 0.25f}}, {2, 8, {0.25f, 1}}, {0, 0, {1, 1}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_image image = {.width = cases[i].width, .height = cases[i].height};
        float size[2];
        tlb_picture_size(&image, size);
        assert_true(size[0] == cases[i].size[0] && size[1] == cases[i].size[1]);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_seen_through_is_blended),
        TEST(rectangles_are_as_wide_and_high_as_their_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
