#include "options_text.h"
/* The viewpoint of an NFF in pictures and in glTF. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "base/context.h"
#include "drawing.h"
#include "files.h"
#include "one_context.h"
#include "trilobite/trilobite.h"

static tlb_document *open_text(const char *text)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "test.nff", NULL, &document), TLB_OK);
    return document;
}

static tlb_files *convert_with(tlb_document *document, const char *name, const char *option,
                               const char *value)
{
    tlb_files *files;
    option_text texts[] = {{option, value}, {"size", "64x48"}};
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, texts, 2, &options), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_path(name), name, &options, &files), TLB_OK);
    return files;
}

/* 1 2 3 is 1 -2 -3 with Y up; to the left is a yaw of 90 degrees. */
static void pictures_and_gltf_look_from_the_viewpoint(void **state)
{
    static const char text[] =
        "nff\nversion 2.1\nviewpos 1 2 3\nviewdir -1 0 0\nA\n3\n-3 1 2\n-3 3 2\n-3 2 5\n"
        "1\n3 0 1 2 0xff0000 both\n";
    (void)state;
    tlb_document *document = open_text(text);
    tlb_files *gltf = convert_with(document, "a.gltf", "lod", "0");
    char *json = calloc(gltf->data[0].bytes.size + 1, 1);
    memcpy(json, gltf->data[0].bytes.data, gltf->data[0].bytes.size);
    const char *node = strstr(json, "\"camera\""), *cameras = strstr(json, "\"cameras\"");
    assert_true(node && cameras && strstr(cameras, "\"perspective\"") && strstr(cameras, "\"znear\""));
    free(json);
    tlb_files_free(gltf);
    tlb_files *file = convert_with(document, "a.png", "view", "file"),
              *inside = convert_with(document, "a.png", "view", "inside:1,-2,-3,90,0"),
              *away = convert_with(document, "a.png", "view", "inside:1,-2,-3,-90,0");
    tlb_bytes a = file->data[0].bytes, b = inside->data[0].bytes, c = away->data[0].bytes;
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    assert_true(a.size != c.size || memcmp(a.data, c.data, a.size) != 0); /* something is seen */
    tlb_files_free(file);
    tlb_files_free(inside);
    tlb_files_free(away);
    tlb_document_free(document);
}

/* Without a viewpoint there is no such view. */
static void views_from_no_viewpoint_are_refused(void **state)
{
    (void)state;
    tlb_document *document = open_text("nff\nA\n0\n0\n");
    tlb_files *files;
    tlb_convert_options options = {.struct_size = sizeof options,
                                   .to = OPTIONS_OF(tlb_png_write_options, .view.kind = TLB_VIEW_FILE)};
    assert_int_equal(tlb_convert(document, tlb_format_by_name("png"), "a.png", &options, &files),
                     TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_OPTION), 1);
    tlb_document_free(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pictures_and_gltf_look_from_the_viewpoint, set_up, tear_down),
        cmocka_unit_test_setup_teardown(views_from_no_viewpoint_are_refused, set_up, tear_down),
    };
    return can_draw() ? cmocka_run_group_tests(tests, NULL, NULL) : lacking("gl");
}
