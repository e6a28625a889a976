/* Light maps drawn together with textures. */
#include "image/image.h"
#include "scene/light/atlas.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

/* The scene is a square under a light map of 16 x 8 texels, with a texture of 2 x 2. */
static tlb_image *light, *texture;

static tlb_image *add_image(scene_fixture *f, const char *name, uint32_t width, uint32_t height)
{
    tlb_image *image = tlb_scene_add_image(f->scene, name);
    image->format = TLB_PIXELS_RGBA;
    image->width = width;
    image->height = height;
    image->pixels = tlb_alloc_array(tlb_scene_arena(f->scene), height, (size_t)width * 4);
    memset(image->pixels, 255, (size_t)width * height * 4);
    return image;
}

static int set_up(void **state)
{
    begin_scene(state);
    scene_fixture *f = *state;
    add_image(f, "light", 16, 8);
    add_image(f, "wall", 2, 2);
    light = &f->scene->images[0];
    texture = &f->scene->images[1];
    tlb_material *material = tlb_scene_add_material(f->scene, "wall");
    material->lightmap = (tlb_texture){.image = 0, .uv_set = 1};
    material->texture = (tlb_texture){.image = 1};
    add_square(f->scene, "square", 0, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_UV1);
    add_node(f->scene, "square", TLB_NONE, 0);
    return 0;
}

static tlb_scene draw(scene_fixture *f, float floor)
{
    tlb_scene drawn;
    tlb_light_map *maps;
    assert_int_equal(tlb_decode_light_maps(f->context, f->scene, &f->arena, &maps), TLB_OK);
    assert_int_equal(tlb_draw_atlas(f->context, f->scene, maps, floor, &f->arena, &drawn), TLB_OK);
    return drawn;
}

static const uint8_t *at(const tlb_image *image, uint32_t x, uint32_t y)
{
    assert_true(x < image->width && y < image->height);
    return image->pixels + ((size_t)y * image->width + x) * 4;
}

/* What stands between texels is blended. */
static void assert_near(const uint8_t *pixel, const uint8_t wanted[4])
{
    for (int k = 0; k < 4; k++)
        assert_in_range(pixel[k] + 3, wanted[k], wanted[k] + 6);
}

/* The light map's lower left quarter: from 0 to 0.5 along u, from 0.5 to 1 along v. */
static void light_a_quarter(scene_fixture *f)
{
    for (int i = 0; i < 4; i++) {
        float *uv = f->scene->meshes[0].uv[1][i];
        uv[0] = uv[0] / 2;
        uv[1] = uv[1] / 2 + 0.5f;
    }
}

static void test_a_sheet_is_texture_times_light(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 16 * 8; i++)
        memset(light->pixels + i * 4, i % 16 < 8 ? 64 : 192, 3);
    for (int i = 0; i < 4; i++) /* red above green */
        memcpy(texture->pixels + i * 4, (uint8_t[]){i < 2 ? 200 : 0, i < 2 ? 0 : 100, 0, 255}, 4);
    tlb_scene drawn = draw(f, 0);
    assert_int_equal(drawn.image_count, 3);
    const tlb_image *sheet = &drawn.images[2];
    assert_string_equal(sheet->name, "atlas 1");
    assert_int_equal(sheet->width, 16 * 8);
    assert_int_equal(sheet->height, 8 * 8);
    /* Away from where texels are blended: 200 or 100 times 64 / 255 or 192 / 255. */
    assert_near(at(sheet, 20, 16), (const uint8_t[]){50, 0, 0, 255});
    assert_near(at(sheet, 100, 16), (const uint8_t[]){151, 0, 0, 255});
    assert_near(at(sheet, 20, 48), (const uint8_t[]){0, 25, 0, 255});
    assert_near(at(sheet, 100, 48), (const uint8_t[]){0, 75, 0, 255});
    const tlb_material *material = &drawn.materials[0];
    assert_int_equal(material->texture.image, 2);
    assert_int_equal(material->texture.uv_set, 1);
    assert_int_equal(material->texture.wrap_u, TLB_WRAP_CLAMP);
    assert_int_equal(material->lightmap.image, TLB_NONE);
    assert_true(material->unlit);
    assert_int_equal(f->scene->materials[0].lightmap.image, 0); /* the scene stays as it was */
    assert_int_equal(f->scene->image_count, 2);
}

static void test_the_floor_lies_under_the_light(void **state)
{
    scene_fixture *f = *state;
    memset(light->pixels, 51, 16 * 8 * 4);
    f->scene->materials[0].color[0] = 0.2140411f; /* half, as displays show it */
    f->scene->materials[0].color[1] = 0;
    tlb_scene drawn = draw(f, 0.5f); /* 0.5 + 0.5 * 0.2 */
    assert_near(at(&drawn.images[2], 64, 32), (const uint8_t[]){77, 0, 153, 255});
}

static void test_textures_are_repeated_and_shifted(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 4; i++)
        memset(texture->pixels + i * 4, i % 2 ? 255 : 0, 3); /* black, white from left to right */
    for (int i = 0; i < 4; i++)
        f->scene->meshes[0].uv[0][i][0] = f->scene->meshes[0].uv[0][i][0] * 4 - 2;
    f->scene->materials[0].texture.nearest = true;
    tlb_scene drawn = draw(f, 0);
    const tlb_image *sheet = &drawn.images[2];
    for (uint32_t tile = 0; tile < 4; tile++) { /* of 32 pixels; the middles of its texels lie at 8 and 24 */
        assert_in_range(at(sheet, tile * 32 + 8, 30)[0], 0, 10);
        assert_in_range(at(sheet, tile * 32 + 24, 30)[0], 245, 255);
    }
    f->scene->materials[0].texture.offset[0] = 0.5f;
    drawn = draw(f, 0);
    assert_in_range(at(&drawn.images[2], 40, 30)[0], 245, 255);
}

static void test_fine_textures_are_blended(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 4; i++)
        memset(texture->pixels + i * 4, i == 0 ? 200 : 40, 3); /* mean 80 */
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            f->scene->meshes[0].uv[0][i][k] *= 300;
    tlb_scene drawn = draw(f, 0);
    for (uint32_t x = 10; x < 110; x += 7)
        assert_int_equal(at(&drawn.images[2], x, 20)[1], 80);
}

static void test_triangles_have_a_gutter(void **state)
{
    scene_fixture *f = *state;
    light_a_quarter(f);
    memset(light->pixels, 0, 16 * 8 * 4);
    for (int i = 0; i < 16 * 8; i++)
        memset(light->pixels + i * 4, 255, i % 16 < 10 ? 3 : 0);
    memset(texture->pixels, 0, 16);
    for (int i = 0; i < 4; i++)
        texture->pixels[i * 4] = texture->pixels[i * 4 + 3] = 255;
    f->scene->materials[0].alpha_mode = TLB_ALPHA_MASK;
    for (int i = 0; i < 4; i++)
        texture->pixels[i * 4 + 3] = 128;
    tlb_scene drawn = draw(f, 0);
    const tlb_image *sheet = &drawn.images[2];
    /* The square ends at x = 64, y = 32. Pixels whose middles are 0.5 and 1.5 away are drawn, others not. */
    for (uint32_t i = 62; i < 66; i++)
        assert_int_equal(at(sheet, i, 50)[3], 128);
    assert_int_equal(at(sheet, 66, 50)[3], 255);
    assert_int_equal(at(sheet, 20, 30)[3], 128);
    assert_int_equal(at(sheet, 20, 29)[3], 255);
    assert_int_equal(at(sheet, 120, 5)[0], 255); /* the mean of what was drawn */
    assert_int_equal(drawn.materials[0].alpha_mode, TLB_ALPHA_MASK);
}

static void test_missing_textures_are_gray_and_moved_ones_stay(void **state)
{
    scene_fixture *f = *state;
    f->scene->materials[0].placeholder = "wall.png";
    tlb_material *moved = tlb_scene_add_material(f->scene, "flows");
    moved->texture.image = 1;
    moved->lightmap = (tlb_texture){.image = 0, .uv_set = 1};
    static tlb_material_channel channel = {.material = 1};
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "flow");
    animation->material_channels = &channel;
    animation->material_channel_count = 1;
    add_square(f->scene, "flows", 1, TLB_WITH_UV0 | TLB_WITH_UV1);
    f->scene->materials[1].color[0] = 0;
    tlb_scene drawn = draw(f, 0);
    assert_near(at(&drawn.images[2], 64, 32), (const uint8_t[]){184, 184, 184, 255});
    assert_null(drawn.materials[0].placeholder);
    assert_int_equal(drawn.materials[1].texture.image, 1);
    assert_int_equal(drawn.materials[1].lightmap.image, TLB_NONE);
    assert_false(drawn.materials[1].unlit);
}

/* 1024 x 1024 may be 4 times as large; a second of 1024 x 8 with it, too; one of 2048 only twice. */
static void test_sheets_are_as_large_as_allowed(void **state)
{
    scene_fixture *f = *state;
    static const uint32_t sizes[][3] = {
        {512, 8, 8}, {1024, 8, 4}, {1024, 1024, 4}, {2048, 8, 2}, {4096, 8, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        light = add_image(f, "light", sizes[i][0], sizes[i][1]);
        f->scene->materials[0].lightmap.image = (int32_t)f->scene->image_count - 1;
        for (int k = 0; k < 4; k++) /* little is drawn */
            for (int axis = 0; axis < 2; axis++)
                f->scene->meshes[0].uv[1][k][axis] *= 0.1f;
        tlb_scene drawn = draw(f, 0);
        const tlb_image *sheet = &drawn.images[drawn.image_count - 1];
        assert_int_equal(sheet->width, sizes[i][0] * sizes[i][2]);
        assert_int_equal(sheet->height, sizes[i][1] * sizes[i][2]);
    }
}

/* The second triangle lies upon the first, or upon a line: it keeps its texture. */
static void test_what_has_no_place_of_its_own_keeps_its_texture(void **state)
{
    scene_fixture *f = *state;
    memset(light->pixels, 128, 16 * 8 * 4);
    tlb_mesh *mesh = &f->scene->meshes[0];
    for (int flat = 0; flat < 2; flat++) {
        static const float first[3][2] = {{0, 1}, {1, 1}, {1, 0}};
        memcpy(mesh->uv[1], first, sizeof first);
        memcpy(mesh->uv[1][3], flat ? mesh->uv[1][2] : (float[2]){0.9f, 0.9f}, 8);
        tlb_scene drawn = draw(f, 0);
        const tlb_mesh *split = &drawn.meshes[0];
        assert_int_equal(split->part_count, 2);
        assert_int_equal(split->parts[0].index_count, 3);
        assert_int_equal(split->parts[0].material, 0);
        assert_int_equal(split->parts[1].material, 1);
        assert_memory_equal(split->indices, mesh->indices, 6 * sizeof *mesh->indices);
        const tlb_material *left = &drawn.materials[1];
        assert_int_equal(left->texture.image, 1);
        assert_int_equal(left->lightmap.image, TLB_NONE);
        assert_true(left->unlit);
        assert_float_equal(left->color[0], 0.2158605, 1e-4);
        assert_float_equal(left->color[3], 1, 0);
        assert_int_equal(mesh->part_count, 1);
    }
}

/* All of it lies upon a line, so that nothing was drawn. */
static void test_an_empty_sheet_is_black(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 4; i++)
        f->scene->meshes[0].uv[1][i][1] = 0.5f;
    tlb_scene drawn = draw(f, 0);
    const tlb_image *sheet = &drawn.images[2];
    for (uint32_t y = 0; y < sheet->height; y++)
        for (uint32_t x = 0; x < sheet->width; x++)
            assert_memory_equal(at(sheet, x, y), ((const uint8_t[]){0, 0, 0, 255}), 4);
}

static void test_coordinates_may_be_anything(void **state)
{
    scene_fixture *f = *state;
    static const float odd[] = {1e30f, -1e30f, (float)__builtin_inf(), (float)__builtin_nan("")};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            f->scene->meshes[0].uv[0][i][0] = odd[k];
            f->scene->meshes[0].uv[1][i][1] = odd[(k + i) % 4];
            draw(f, 0);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_a_sheet_is_texture_times_light),
        TEST(test_the_floor_lies_under_the_light),
        TEST(test_textures_are_repeated_and_shifted),
        TEST(test_fine_textures_are_blended),
        TEST(test_triangles_have_a_gutter),
        TEST(test_missing_textures_are_gray_and_moved_ones_stay),
        TEST(test_sheets_are_as_large_as_allowed),
        TEST(test_what_has_no_place_of_its_own_keeps_its_texture),
        TEST(test_an_empty_sheet_is_black),
        TEST(test_coordinates_may_be_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
