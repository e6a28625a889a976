/* A volume that another program shortens while it is open. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"
#include "temporary.h"
#include "trilobite/trilobite.h"

enum { MEMBER = 300000 };

static void copy(tlb_context *context, const char *path)
{
    static uint8_t data[MEMBER];
    tlb_document *document;
    memset(data, 'x', sizeof data);
    const tlb_change changes[] = {{.name = "a", .bytes = {data, sizeof data}},
                                  {.name = "b", .bytes = {data, sizeof data}}};
    assert_int_equal(tlb_document_create(context, tlb_format_by_name("vol"), NULL, &document), TLB_OK);
    assert_int_equal(tlb_archive_change(document, changes, 2), TLB_OK);
    assert_int_equal(tlb_save_path(document, path, true), TLB_OK);
    tlb_document_free(document);
}

/* It was read when it was opened, unless mapping was asked for. */
static void a_volume_that_is_shortened_is_still_there(void **state)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_bytes bytes;
    tlb_arena arena;
    (void)state;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    const char *path = tlb_arena_printf(&arena, "%s/all.vol", folder);
    copy(context, path);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(truncate(path, 1000), 0);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(tlb_archive_read(document, i, &bytes), TLB_OK);
        assert_int_equal(bytes.size, MEMBER);
        for (size_t k = 0; k < bytes.size; k++)
            assert_int_equal(bytes.data[k], 'x');
    }
    tlb_document_free(document);
    remove_folder(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_volume_that_is_shortened_is_still_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
