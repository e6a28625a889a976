/* Where the library has no operating system (src/base/system_none.c, which this is linked with), it works on
 * the file systems of its contexts, and without one says that there are no files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/context.h"
#include "files.h"
#include "virtual_files.h"

static void models_are_converted(void **state)
{
    static const char *const paths[] = {"samples/windmill.dts",      "samples/textures/brick.png",
                                        "samples/textures/wood.png", "samples/textures/cloth.png",
                                        "samples/textures/sign.png", "samples/outpost.vol"};
    enum { COUNT = sizeof paths / sizeof *paths };
    (void)state;
    virtual_files files = {0};
    bytes_copy copies[COUNT];
    tlb_document *document;
    tlb_files *made;
    tlb_context *outer = tlb_context_create(NULL);
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    tlb_arena arena;
    tlb_arena_init(&arena, outer->account);
    for (size_t i = 0; i < COUNT; i++) {
        copies[i] = load_file(paths[i]);
        virtual_add(&arena, &files, paths[i], (tlb_bytes){copies[i].data, copies[i].size});
    }
    options.files = virtual_file_system(&files);
    tlb_context *context = tlb_context_create(&options);
    for (int member = 0; member < 2; member++) {
        assert_int_equal(
            tlb_open_path(context, member ? "samples/outpost.vol/windmill.dts" : paths[0], NULL, &document),
            TLB_OK);
        assert_int_equal(tlb_convert(document, tlb_format_by_name("glb"), "windmill.glb", NULL, &made),
                         TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_ASSET_MISSING), 0);
        assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
        assert_int_equal(tlb_files_save(context, made, "/tmp", true), TLB_WRITE_FAILED);
        tlb_diagnostics_clear(context);
        tlb_files_free(made);
        tlb_document_free(document);
    }
    tlb_context_free(context);
    tlb_arena_release(&arena);
    tlb_context_free(outer);
    for (size_t i = 0; i < COUNT; i++)
        free(copies[i].data);
}

static void there_are_no_files(void **state)
{
    (void)state;
    tlb_document *document;
    tlb_paths paths;
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    assert_int_equal(tlb_path_kind_of(context, "samples"), TLB_PATH_NONE);
    assert_int_equal(tlb_open_path(context, "samples/windmill.dts", NULL, &document), TLB_READ_FAILED);
    assert_int_equal(tlb_open_path(context, "-", NULL, &document), TLB_READ_FAILED);
    assert_int_equal(tlb_folder_files(context, arena, "samples", &paths), TLB_READ_FAILED);
    assert_int_equal(tlb_folder_make(context, "/tmp/none/such"), TLB_WRITE_FAILED);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 4);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_converted),
        cmocka_unit_test(there_are_no_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
