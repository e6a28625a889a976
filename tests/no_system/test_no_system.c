/* Where the library has no operating system (src/base/system_none.c, which this is linked with), it works on
 * the file systems of its contexts, and without one says that there are no files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/system.h"
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

/* What stands for the system says of each thing that it is not there. */
static void nothing_can_be_done(void **state)
{
    char byte = 'x';
    size_t size = 9;
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    assert_int_equal(tlb_system_open(context->account, "samples", 0), -1);
    assert_int_equal(tlb_system_standard(true), -1);
    assert_int_equal(tlb_system_read_some(0, &byte, 1), -1);
    assert_int_equal(tlb_system_write_some(1, &byte, 1), -1);
    assert_int_equal(byte, 'x');
    assert_int_equal(tlb_system_size(0), 0);
    assert_false(tlb_system_is_device(0));
    assert_false(tlb_system_close(0));
    assert_null(tlb_system_map(context->account, "samples/windmill.dts", &size));
    assert_null(tlb_system_follow("samples"));
    assert_false(tlb_file_remove("none") || tlb_system_link("none", "other") ||
                 tlb_file_move("none", "other", true) || tlb_system_make_folder("none"));
    assert_true(tlb_system_sync(0)); /* there is nothing to wait for */
    assert_int_equal(tlb_system_process(), 0);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_converted),
        cmocka_unit_test(there_are_no_files),
        cmocka_unit_test(nothing_can_be_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
