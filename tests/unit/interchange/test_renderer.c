/* The renderer that is kept from one picture to the next. */
#include "options_text.h"
#include "files.h"
#include "drawing.h"
#include "scenes.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <pthread.h>
#include <string.h>

static const tlb_format *png(void)
{
    return tlb_format_by_name("png");
}

/* A square of one color, unlit; `alpha_mode` chooses another shader. */
static tlb_scene *make_square(tlb_context *context, float red, tlb_alpha_mode alpha_mode)
{
    tlb_scene *scene = make_empty(context);
    tlb_material *material = tlb_scene_add_material(scene, "m");
    material->unlit = true;
    material->alpha_mode = alpha_mode;
    material->color[0] = red;
    material->color[3] = 0.5f;
    add_square(scene, "square", 0, TLB_WITH_UV0 | TLB_WITH_UV1);
    add_node(scene, "square", TLB_NONE, 0);
    return scene;
}

/* What the PNG of the same scene and options shows, drawn without a renderer. */
static tlb_bitmap *decode_png(tlb_context *context, const tlb_scene *scene,
                              const tlb_convert_options *options)
{
    tlb_convert_options alone = *options;
    tlb_files *files;
    tlb_bitmap *bitmap;
    alone.renderer = NULL;
    assert_int_equal(tlb_scene_write(context, scene, png(), "a.png", &alone, &files), TLB_OK);
    tlb_bytes file = files->data[0].bytes;
    assert_int_equal(tlb_bitmap_decode(context, file.data, file.size, NULL, &bitmap), TLB_OK);
    tlb_files_free(files);
    return bitmap;
}

static void assert_same(const tlb_bitmap *a, const tlb_bitmap *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_memory_equal(a->pixels, b->pixels, (size_t)a->width * a->height * 4);
}

/* In a context of its own. */
static void draw_and_compare(tlb_renderer *renderer, float red, tlb_alpha_mode alpha_mode,
                             const tlb_format_options *drawing)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_square(context, red, alpha_mode);
    tlb_bitmap *drawn;
    const tlb_convert_options options = {.struct_size = sizeof options, .renderer = renderer, .to = drawing};
    assert_int_equal(tlb_scene_draw(context, scene, &options, &drawn), TLB_OK);
    tlb_bitmap *expected = decode_png(context, scene, &options);
    assert_same(drawn, expected);
    tlb_bitmap_free(expected);
    tlb_bitmap_free(drawn);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void draws_the_same_after_others(void **state)
{
    (void)state;
    tlb_renderer *renderer = tlb_renderer_create(NULL);
    const tlb_format_options *small = OPTIONS_OF(tlb_png_write_options, .size = {32, 24}),
                             *large =
                                 OPTIONS_OF(tlb_png_write_options, .size = {1100, 40}, .wireframe = true);
    for (int i = 0; i < 2; i++) {
        draw_and_compare(renderer, 1, TLB_ALPHA_OPAQUE, small);
        draw_and_compare(renderer, 0.2f, TLB_ALPHA_BLEND, small);
        draw_and_compare(renderer, 0.6f, TLB_ALPHA_ADD, large);
        draw_and_compare(renderer, 0.2f, TLB_ALPHA_OPAQUE, large);
    }
    tlb_renderer_free(renderer);
    tlb_renderer_free(NULL);
}

static void *draw_elsewhere(void *renderer)
{
    draw_and_compare(renderer, 0.4f, TLB_ALPHA_BLEND, OPTIONS_OF(tlb_png_write_options, .size = {20, 20}));
    return NULL;
}

static void moves_between_threads(void **state)
{
    (void)state;
    pthread_t thread;
    tlb_renderer *first = tlb_renderer_create(NULL), *second = tlb_renderer_create(NULL);
    draw_elsewhere(first);
    assert_int_equal(pthread_create(&thread, NULL, draw_elsewhere, first), 0);
    draw_elsewhere(second); /* at the same time */
    assert_int_equal(pthread_join(thread, NULL), 0);
    draw_elsewhere(first);
    tlb_renderer_free(first);
    draw_elsewhere(second);
    tlb_renderer_free(second);
}

static void writes_files_with_it_too(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_renderer *renderer = tlb_renderer_create(NULL);
    tlb_scene *scene = make_square(context, 0.5f, TLB_ALPHA_OPAQUE);
    tlb_files *with, *without;
    tlb_convert_options options = {
        .struct_size = sizeof options,
        .renderer = renderer,
        .to = OPTIONS_OF(tlb_png_write_options, .size = {30, 30}, .turntable = {true, 3})};
    assert_int_equal(tlb_scene_write(context, scene, png(), "a.png", &options, &with), TLB_OK);
    tlb_bitmap *first;
    assert_int_equal(tlb_scene_draw(context, scene, &options, &first), TLB_OK);
    tlb_bitmap *expected = decode_png(context, scene, &options); /* the first of the turntable */
    assert_same(first, expected);
    options.renderer = NULL;
    assert_int_equal(tlb_scene_write(context, scene, png(), "a.png", &options, &without), TLB_OK);
    assert_int_equal(with->count, 3);
    for (uint32_t i = 0; i < with->count; i++) {
        assert_int_equal(with->data[i].bytes.size, without->data[i].bytes.size);
        assert_memory_equal(with->data[i].bytes.data, without->data[i].bytes.data, with->data[i].bytes.size);
    }
    tlb_bitmap_free(first);
    tlb_bitmap_free(expected);
    tlb_files_free(with);
    tlb_files_free(without);
    tlb_scene_free(scene);
    tlb_renderer_free(renderer);
    tlb_context_free(context);
}

static void draws_after_a_failure(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_renderer *renderer = tlb_renderer_create(NULL);
    tlb_scene *scene = make_square(context, 0.5f, TLB_ALPHA_OPAQUE);
    tlb_bitmap *bitmap = (tlb_bitmap *)context;
    tlb_convert_options bad = {.struct_size = sizeof bad,
                               .renderer = renderer,
                               .to = OPTIONS_OF(tlb_png_write_options, .sequence = "none")};
    draw_elsewhere(renderer);
    assert_int_equal(tlb_scene_draw(context, scene, &bad, &bitmap), TLB_ARGUMENT);
    assert_null(bitmap);
    draw_elsewhere(renderer);
    tlb_scene_free(scene);
    tlb_renderer_free(renderer);
    tlb_context_free(context);
}

static void gives_stored_pictures_as_they_are(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_bitmap *bitmap;
    static uint8_t pixels[] = {1, 2, 3, 255, 4, 5, 6, 128};
    tlb_image *image = tlb_scene_add_image(scene, "two");
    image->format = TLB_PIXELS_RGBA;
    image->width = 2;
    image->height = 1;
    image->pixels = pixels;
    assert_int_equal(tlb_scene_draw(context, scene, NULL, &bitmap), TLB_OK);
    assert_int_equal(bitmap->width, 2);
    assert_memory_equal(bitmap->pixels, pixels, sizeof pixels);
    tlb_bitmap_free(bitmap);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* Its memory is its own: what it lacks is reported to the context of the picture. */
static void reports_its_want_of_memory(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_square(context, 0.5f, TLB_ALPHA_OPAQUE);
    const tlb_context_options invalid = {.max_nesting = 1};
    tlb_bitmap *bitmap;
    assert_null(tlb_renderer_create(&invalid));
    tlb_context_options tight = TLB_CONTEXT_OPTIONS_INIT;
    tlb_renderer *renderer = NULL;
    for (uint64_t most = 1; !renderer; most++) {
        tight.max_allocations = most;
        renderer = tlb_renderer_create(&tight);
    }
    const tlb_convert_options options = {.struct_size = sizeof options, .renderer = renderer};
    assert_int_equal(tlb_scene_draw(context, scene, &options, &bitmap), TLB_LIMIT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_MEMORY_LIMIT), 1);
    tlb_renderer_free(renderer);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest with_pictures[] = {
        cmocka_unit_test(draws_the_same_after_others),
        cmocka_unit_test(moves_between_threads),
        cmocka_unit_test(writes_files_with_it_too),
        cmocka_unit_test(draws_after_a_failure),
    };
    const struct CMUnitTest without[] = {
        cmocka_unit_test(gives_stored_pictures_as_they_are),
        cmocka_unit_test(reports_its_want_of_memory),
    };
    int failures = cmocka_run_group_tests(without, NULL, NULL);
    if (failures || can_draw())
        return failures + cmocka_run_group_tests(with_pictures, NULL, NULL);
    return lacking("gl");
}
