/* The preview bitmap of interiors: there when it is wanted, and the picture of the level. */
#include "options_text.h"
#include "drawing.h"
#include "files.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

#include <string.h>

static tlb_files *convert(tlb_document *from, const char *name, const tlb_format_options *to)
{
    const tlb_convert_options options = {.struct_size = sizeof options, .to = to};
    tlb_files *files;
    assert_int_equal(tlb_convert(from, tlb_format_by_path(name), name, &options, &files), TLB_OK);
    return files;
}

static tlb_document *open_made(const tlb_files *files)
{
    tlb_document *made;
    assert_int_equal(tlb_open_memory(context, files->data[0].bytes.data, files->data[0].bytes.size,
                                     files->data[0].name, NULL, &made),
                     TLB_OK);
    return made;
}

static void a_preview_is_the_picture_of_the_level(void **state)
{
    tlb_document *map;
    tlb_bitmap *drawn, *kept;
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .to = OPTIONS_OF(tlb_png_write_options, .size = {256, 192})};
    (void)state;
    assert_int_equal(tlb_open_path(context, "samples/hut.map", NULL, &map), TLB_OK);
    tlb_files *files = convert(map, "hut.dif", OPTIONS_OF(tlb_dif_write_options, .preview = true));
    tlb_document *made = open_made(files);
    const tlb_dif *dif = tlb_document_dif(made);
    assert_int_equal(dif->previewIncluded, 1);
    assert_int_equal(tlb_check(made, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    assert_int_equal(tlb_document_draw(map, &options, &drawn), TLB_OK);
    assert_int_equal(
        tlb_bitmap_decode(context, dif->previewBitmap.data, dif->previewBitmap.size, "preview", &kept),
        TLB_OK);
    assert_int_equal(kept->width, 256);
    assert_int_equal(kept->height, 192);
    assert_memory_equal(kept->pixels, drawn->pixels, (size_t)4 * 256 * 192);
    tlb_bitmap_free(kept);
    tlb_bitmap_free(drawn);
    tlb_document_free(made);
    tlb_files_free(files);
    tlb_document_free(map);
}

static void interiors_that_there_are_get_one(void **state)
{
    tlb_document *rooms;
    (void)state;
    assert_int_equal(tlb_open_path(context, "samples/rooms.dif", NULL, &rooms), TLB_OK);
    tlb_files *files = convert(rooms, "again.dif", OPTIONS_OF(tlb_dif_write_options, .preview = true));
    tlb_document *made = open_made(files);
    assert_int_equal(tlb_document_dif(made)->previewIncluded, 1);
    assert_memory_equal(tlb_document_dif(made)->previewBitmap.data, "\x89PNG", 4);
    tlb_document_free(made);
    tlb_files_free(files);
    tlb_document_free(rooms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_preview_is_the_picture_of_the_level, set_up, tear_down),
        cmocka_unit_test_setup_teardown(interiors_that_there_are_get_one, set_up, tear_down),
    };
    return can_draw() ? cmocka_run_group_tests(tests, NULL, NULL) : lacking("gl");
}
