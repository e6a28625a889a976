/* Heights as pictures of 16 bits of gray, and each allocation failing alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "fault.h"
#include "image/image.h"
#include "trilobite/scene_build.h"
#include "writers/height_map.h"

enum { WIDTH = 3, HEIGHT = 2 };

static uint16_t heights[HEIGHT][WIDTH] = {{0, 1, 256}, {1000, 65535, 7}}; /* from the south */

static tlb_status to_picture(tlb_context *context, const void *subject, collected *made)
{
    const tlb_height_map map = {*heights, WIDTH, HEIGHT};
    const tlb_conversion conversion = {.context = context};
    tlb_scene *scene = tlb_scene_create(context);
    tlb_arena work;
    (void)subject;
    tlb_arena_init(&work, context->account);
    tlb_status status =
        scene ? tlb_height_map_to_picture(&conversion, scene, "hills", &map, &work) : TLB_NO_MEMORY;
    if (!status)
        collect(made, scene->images[0].encoded.data, scene->images[0].encoded.size);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    return status;
}

static void north_is_at_the_top(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    const tlb_height_map map = {*heights, WIDTH, HEIGHT};
    const tlb_conversion conversion = {.context = context};
    tlb_arena work;
    uint16_t *rows;
    tlb_arena_init(&work, context->account);
    assert_int_equal(tlb_height_map_to_picture(&conversion, scene, "hills", &map, &work), TLB_OK);
    assert_int_equal(scene->image_count, 1);
    const tlb_image *image = &scene->images[0];
    assert_string_equal(image->name, "hills");
    assert_string_equal(image->mime_type, "image/png");
    assert_int_equal(image->width, WIDTH);
    assert_int_equal(image->height, HEIGHT);
    tlb_image decoded = {.name = "hills"};
    assert_int_equal(tlb_image_decode_gray(context, &work, image->encoded, &decoded, &rows), TLB_OK);
    assert_int_equal(decoded.width, WIDTH);
    assert_int_equal(decoded.height, HEIGHT);
    assert_memory_equal(rows, heights[1], sizeof heights[1]);
    assert_memory_equal(rows + WIDTH, heights[0], sizeof heights[0]);
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void pictures_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(to_picture, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(north_is_at_the_top),
                                       cmocka_unit_test(pictures_need_their_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
