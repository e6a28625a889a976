/* Pictures as pixels, through public headers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trilobite/image.h"
#include "trilobite/scene.h"

typedef struct collected {
    uint8_t data[4096];
    size_t size, most;
} collected;

static bool collect(void *user, const void *data, size_t size)
{
    collected *c = user;
    if (size > c->most - c->size)
        return false;
    memcpy(c->data + c->size, data, size);
    c->size += size;
    return true;
}

static void pixels_survive_png(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_bitmap *made = tlb_bitmap_create(context, 3, 2), *read;
    assert_non_null(made);
    for (int i = 0; i < 24; i++) {
        assert_int_equal(made->pixels[i], 0);
        made->pixels[i] = (uint8_t)(10 * i);
    }
    collected png = {.most = sizeof png.data}, full = {.most = 0};
    assert_int_equal(tlb_bitmap_write_png(context, made, (tlb_sink){collect, &png}), TLB_OK);
    assert_int_equal(tlb_bitmap_decode(context, png.data, png.size, "a.png", &read), TLB_OK);
    assert_true(read->width == 3 && read->height == 2);
    assert_memory_equal(read->pixels, made->pixels, 24);
    assert_int_equal(tlb_bitmap_write_png(context, made, (tlb_sink){collect, &full}), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(context, TLB_CODE_CANNOT_WRITE), 1);
    tlb_bitmap none = {0, 7, NULL};
    assert_int_equal(tlb_bitmap_write_png(context, &none, (tlb_sink){collect, &png}), TLB_INVALID);
    tlb_bitmap_free(made);
    tlb_bitmap_free(read);
    tlb_bitmap_free(NULL);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

/* Files of the other kinds, each of one pixel or two, and what they show. */
static void every_kind_is_decoded(void **state)
{
    (void)state;
    static const uint8_t bmp[] = {'B', 'M', 58, 0, 0, 0, 0, 0, 0,  0, 54, 0, 0, 0, 40, 0, 0,   0, 1, 0,
                                  0,   0,   1,  0, 0, 0, 1, 0, 24, 0, 0,  0, 0, 0, 0,  0, 0,   0, 0, 0,
                                  0,   0,   0,  0, 0, 0, 0, 0, 0,  0, 0,  0, 0, 0, 1,  2, 255, 0};
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 8, 1, 2, 255, 77};
    static const uint8_t gif[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0x80, 0, 0, 255, 2, 1, 0,  0,
                                  0,   ',', 0,   0,   0,   0,   1, 0, 1, 0, 0,    2, 2, 68,  1, 0, ';'};
    static const struct {
        const uint8_t *data;
        size_t size;
        uint8_t alpha;
    } files[] = {{bmp, sizeof bmp, 255}, {tga, sizeof tga, 77}, {gif, sizeof gif, 255}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_bitmap *bitmap;
        assert_int_equal(tlb_bitmap_decode(context, files[i].data, files[i].size, NULL, &bitmap), TLB_OK);
        const uint8_t wanted[4] = {255, 2, 1, files[i].alpha};
        assert_true(bitmap->width == 1 && bitmap->height == 1);
        assert_memory_equal(bitmap->pixels, wanted, 4);
        tlb_bitmap_free(bitmap);
        for (size_t cut = 0; cut < files[i].size / 2; cut++) { /* broken ones are refused, not read over */
            assert_int_not_equal(tlb_bitmap_decode(context, files[i].data, cut, NULL, &bitmap), TLB_OK);
            assert_null(bitmap);
        }
        tlb_context_free(context);
    }
}

static void sizes_are_bounded(void **state)
{
    (void)state;
    static const uint8_t vast[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0,
                                   13,   'I', 'H', 'D', 'R',  0,    1,    0,    0, 0, 1,
                                   0,    0,   1,   0,   0,    0,    0,    0,    0, 0, 0};
    tlb_context *context = tlb_context_create(NULL);
    tlb_bitmap *bitmap;
    assert_int_equal(tlb_bitmap_decode(context, vast, sizeof vast, "vast.png", &bitmap), TLB_LIMIT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_IMAGE), 1);
    assert_null(tlb_bitmap_create(context, UINT32_MAX, UINT32_MAX));
    assert_int_equal(tlb_code_total(context, TLB_CODE_MEMORY_LIMIT), 1);
    assert_int_equal(tlb_bitmap_decode(context, "none", 4, "none", &bitmap), TLB_UNSUPPORTED);
    tlb_context_free(context);
}

/* Of a scene: by palette, as a copy, from a file; or nothing. */
static void images_of_scenes(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_bitmap *bitmap;
    static uint8_t indexes[] = {1, 0}, pixels[] = {9, 8, 7, 6};
    static const uint8_t palette[256][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    tlb_image indexed = {
        .format = TLB_PIXELS_INDEXED, .width = 2, .height = 1, .pixels = indexes, .palette = palette};
    tlb_image colored = {.format = TLB_PIXELS_RGBA, .width = 1, .height = 1, .pixels = pixels},
              empty = {.name = "e"};
    assert_int_equal(tlb_bitmap_of_image(context, &indexed, &bitmap), TLB_OK);
    assert_memory_equal(bitmap->pixels, ((uint8_t[]){5, 6, 7, 8, 1, 2, 3, 4}), 8);
    tlb_bitmap_free(bitmap);
    assert_int_equal(tlb_bitmap_of_image(context, &colored, &bitmap), TLB_OK);
    assert_true(bitmap->pixels != pixels);
    assert_memory_equal(bitmap->pixels, pixels, 4);
    collected png = {.most = sizeof png.data};
    assert_int_equal(tlb_bitmap_write_png(context, bitmap, (tlb_sink){collect, &png}), TLB_OK);
    tlb_bitmap_free(bitmap);
    tlb_image encoded = {.encoded = {png.data, png.size}};
    assert_int_equal(tlb_bitmap_of_image(context, &encoded, &bitmap), TLB_OK);
    assert_memory_equal(bitmap->pixels, pixels, 4);
    tlb_bitmap_free(bitmap);
    assert_int_equal(tlb_bitmap_of_image(context, &empty, &bitmap), TLB_INVALID);
    assert_null(bitmap);
    tlb_context_free(context);
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    tlb_context *whole = tlb_context_create(NULL);
    tlb_bitmap *made = tlb_bitmap_create(whole, 3, 2), *bitmap;
    collected png = {.most = sizeof png.data};
    assert_int_equal(tlb_bitmap_write_png(whole, made, (tlb_sink){collect, &png}), TLB_OK);
    tlb_status status = TLB_LIMIT;
    for (uint64_t most = 1; status; most++) {
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        status = tlb_bitmap_decode(context, png.data, png.size, "a.png", &bitmap);
        assert_true(status == TLB_OK || status == TLB_LIMIT);
        tlb_bitmap_free(bitmap);
        tlb_context_free(context);
    }
    tlb_bitmap_free(made);
    tlb_context_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_survive_png),
        cmocka_unit_test(every_kind_is_decoded),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(images_of_scenes),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
