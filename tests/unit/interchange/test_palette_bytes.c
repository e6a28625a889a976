/* The palettes of paint programs against bytes written by hand: GIMP's, JASC's and the bare bytes of .act. */
#include "pinned.h"

/* They have no typed document: the colors are those of the picture that they become. */
static void expect_palette(const char *format, const void *bytes, size_t size, const uint8_t (*colors)[3],
                           uint32_t count)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_bytes saved;
    tlb_scene *scene;
    assert_int_equal(tlb_open_memory(context, bytes, size, NULL, tlb_format_by_name(format), &document),
                     TLB_OK);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, size);
    assert_memory_equal(saved.data, bytes, size);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->image_count, 1);
    assert_int_equal(scene->images[0].format, TLB_PIXELS_INDEXED);
    for (uint32_t i = 0; i < count; i++) {
        assert_memory_equal(scene->images[0].palette[i], colors[i], 3);
        assert_int_equal(scene->images[0].palette[i][3], 255);
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void palettes_of_paint_programs(void **state)
{
    (void)state;
    static const char gpl[] =
        "GIMP Palette\nName: two\nColumns: 0\n# of them\n  1   2   3\tred\n255 128   0\n";
    static const char jasc[] = "JASC-PAL\r\n0100\r\n2\r\n1 2 3\r\n255 128 0\r\n";
    static const uint8_t two[][3] = {{1, 2, 3}, {255, 128, 0}};
    expect_palette("gpl", gpl, sizeof gpl - 1, two, 2);
    expect_palette("jasc", jasc, sizeof jasc - 1, two, 2);
    uint8_t act[256][3];
    for (int i = 0; i < 256; i++) {
        act[i][0] = (uint8_t)i;
        act[i][1] = (uint8_t)(255 - i);
        act[i][2] = (uint8_t)(i ^ 0x5a);
    }
    expect_palette("act", act, sizeof act, (const uint8_t(*)[3])act, 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(palettes_of_paint_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
