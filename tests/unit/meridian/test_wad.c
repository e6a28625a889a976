/* WADs: read, kept, checked and laid out anew, and the maps in them. */
#include "files.h"
#include "members.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

/* Data, a directory of two lumps, and a lump after it. */
static const uint8_t bytes[] = {
    'I', 'W', 'A', 'D', 2, 0, 0, 0, 16,  0,   0,   0, /* identification, numlumps, infotableofs */
    'd', 'a', 't', 'a',                               /* */
    13,  0,   0,   0,   2, 0, 0, 0, 'A', 0,   'x', 0,   0,   0,   0,   0, /* filepos, size, name */
    48,  0,   0,   0,   3, 0, 0, 0, 'L', 'O', 'N', 'G', 'N', 'A', 'M', 'E', 'e', 'n', 'd'};

static tlb_document *opened(const void *data, size_t size)
{
    tlb_document *document = NULL;
    assert_int_equal(tlb_open_memory(context, data, size, "a.wad", NULL, &document), TLB_OK);
    assert_non_null(tlb_document_wad(document));
    return document;
}

static void lumps_are_read_and_kept(void **state)
{
    (void)state;
    tlb_bytes saved;
    tlb_document *document = opened(bytes, sizeof bytes);
    const tlb_wad *wad = tlb_document_wad(document);
    assert_int_equal(wad->kind, TLB_WAD_IWAD);
    assert_int_equal(wad->lumps.count, 2);
    assert_int_equal(wad->data.size, 4);
    assert_int_equal(wad->tail.size, 3);
    expect_member(document, "A", "at");
    expect_member(document, "LONGNAME", "end");
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, sizeof bytes);
    assert_memory_equal(saved.data, bytes, sizeof bytes);
    tlb_document_free(document);
}

static void lumps_that_are_nowhere_are_told(void **state)
{
    (void)state;
    uint8_t wrong[sizeof bytes];
    uint32_t index;
    tlb_bytes found;
    memcpy(wrong, bytes, sizeof bytes);
    wrong[16] = 15; /* goes on into the directory */
    memset(wrong + 40, 0, 8);
    tlb_document *document = opened(wrong, sizeof wrong);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "WAD_LUMP", "lumps[0].filepos"));
    assert_non_null(find_diagnostic(context, "WAD_NAME", "lumps[1].name"));
    assert_int_equal(tlb_archive_find(document, "A", &index), TLB_OK);
    assert_int_equal(tlb_archive_read(document, index, &found), TLB_INVALID);
    tlb_document_free(document);
}

static void maps_without_an_end_are_told(void **state)
{
    (void)state;
    uint8_t wrong[sizeof bytes];
    memcpy(wrong, bytes, sizeof bytes);
    memcpy(wrong + 40, "TEXTMAP", 8);
    tlb_document *document = opened(wrong, sizeof wrong);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "WAD_MAP", "lumps[1]"));
    tlb_document_free(document);
}

/* The bytes of a document in another format, to be written as `output`. */
static bytes_copy converted_as(const char *output, const char *name, bytes_copy from, const char *to)
{
    tlb_document *document;
    tlb_files *files = NULL;
    bytes_copy out = {0};
    assert_int_equal(tlb_open_memory(context, from.data, from.size, name, NULL, &document), TLB_OK);
    if (tlb_convert(document, tlb_format_by_name(to), output, NULL, &files))
        print_diagnostics(context);
    assert_non_null(files);
    out.size = files->data[0].bytes.size;
    out.data = malloc(out.size);
    assert_non_null(out.data);
    memcpy(out.data, files->data[0].bytes.data, out.size);
    tlb_files_free(files);
    tlb_document_free(document);
    return out;
}

static bytes_copy converted(const char *name, bytes_copy from, const char *to)
{
    return converted_as("hall.wad", name, from, to);
}

static void maps_go_in_and_out(void **state)
{
    (void)state;
    bytes_copy map = load_file("samples/hall.udmf");
    bytes_copy wad = converted("hall.udmf", map, "wad");
    bytes_copy again = converted("hall.wad", wad, "udmf");
    bytes_copy room = converted("hall.wad", wad, "roo"), same = converted("hall.udmf", map, "roo");
    assert_int_equal(again.size, map.size);
    assert_memory_equal(again.data, map.data, map.size);
    assert_int_equal(room.size, same.size);
    assert_memory_equal(room.data, same.data, same.size);
    tlb_document *document = opened(wad.data, wad.size);
    const tlb_wad *x = tlb_document_wad(document);
    assert_int_equal(x->lumps.count, 3);
    assert_memory_equal(x->lumps.data[0].name, "HALL\0\0\0\0", 8);
    assert_memory_equal(x->lumps.data[2].name, "ENDMAP\0\0", 8);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_document_free(document);
    free(same.data);
    free(room.data);
    free(again.data);
    free(wad.data);
    free(map.data);
}

/* A lump's name has eight letters. */
static void long_names_of_maps_are_cut(void **state)
{
    (void)state;
    static const char *const outputs[] = {"hallways.wad", "a/hallways of all.wad"};
    bytes_copy map = load_file("samples/hall.udmf");
    for (int i = 0; i < 2; i++) {
        bytes_copy wad = converted_as(outputs[i], "hall.udmf", map, "wad");
        tlb_document *document = opened(wad.data, wad.size);
        assert_memory_equal(tlb_document_wad(document)->lumps.data[0].name, "HALLWAYS", 8);
        tlb_document_free(document);
        free(wad.data);
    }
    free(map.data);
}

static void wads_without_maps_are_no_rooms(void **state)
{
    (void)state;
    tlb_files *files;
    tlb_document *document = opened(bytes, sizeof bytes);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("roo"), "a.roo", NULL, &files),
                     TLB_UNSUPPORTED);
    tlb_document_free(document);
}

/* Laid out anew, byte by byte: what stays and what is new, in order, then the directory. */
static void changed_wads_are_laid_out_anew(void **state)
{
    (void)state;
    static const uint8_t expected[] = {
        'I', 'W', 'A', 'D', 4,   0,   0,   0,   22,  0,   0,   0,                       /* */
        'a', 't', 'e', 'n', 'd', 'n', 'e', 'w', '!', '!',                               /* */
        12,  0,   0,   0,   2,   0,   0,   0,   'A', 0,   0,   0,   0,   0,   0,   0,   /* */
        14,  0,   0,   0,   3,   0,   0,   0,   'L', 'O', 'N', 'G', 'N', 'A', 'M', 'E', /* */
        17,  0,   0,   0,   5,   0,   0,   0,   'E', 'I', 'G', 'H', 'T', 'E', 'E', 'N', /* */
        22,  0,   0,   0,   0,   0,   0,   0,   'N', 'O', 'N', 'E', 0,   0,   0,   0};
    tlb_bytes saved;
    tlb_document *document = opened(bytes, sizeof bytes);
    const tlb_change changes[] = {{.name = "EIGHTEEN", .bytes = {(const uint8_t *)"new!!", 5}},
                                  {.name = "NONE"}},
                     longer = {.name = "NINE_LONG", .bytes = {(const uint8_t *)"x", 1}};
    assert_int_equal(tlb_archive_change(document, changes, 2), TLB_OK);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, sizeof expected);
    assert_memory_equal(saved.data, expected, sizeof expected);
    assert_int_equal(tlb_archive_change(document, &longer, 1), TLB_INVALID);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "NINE_LONG: names of lumps have at most 8 characters");
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_int_equal(saved.size, sizeof expected);
    assert_memory_equal(saved.data, expected, sizeof expected);
    tlb_document_free(document);
}

/* The map's lumps, at their places, by a name that is cut. */
static void maps_have_three_lumps(void **state)
{
    (void)state;
    bytes_copy map = load_file("samples/hall.udmf"), wad = converted("hall.udmf", map, "wad");
    tlb_document *document = opened(wad.data, wad.size);
    const tlb_wad *x = tlb_document_wad(document);
    const uint32_t size = (uint32_t)map.size, places[3][2] = {{12, 0}, {12, size}, {12 + size, 0}};
    static const char *const names[] = {"HALL\0\0\0\0", "TEXTMAP\0", "ENDMAP\0\0"};
    assert_int_equal(x->kind, TLB_WAD_PWAD);
    assert_int_equal(x->lumps.count, 3);
    assert_int_equal(wad.size, 12 + map.size + 3 * 16);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(x->lumps.data[i].name, names[i], 8);
        assert_int_equal(x->lumps.data[i].filepos, places[i][0]);
        assert_int_equal(x->lumps.data[i].size, places[i][1]);
    }
    tlb_document_free(document);
    free(wad.data);
    free(map.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(changed_wads_are_laid_out_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_have_three_lumps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lumps_are_read_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lumps_that_are_nowhere_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_without_an_end_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_go_in_and_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_names_of_maps_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wads_without_maps_are_no_rooms, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
