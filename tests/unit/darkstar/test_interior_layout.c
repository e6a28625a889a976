/* Interiors of every version: written, read, dumped and built they are the same; what is wrong is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "interior_maker.h"

typedef void make(tlb_document *document, tlb_context *context, const interior_plan *plan);

static tlb_bytes saved(tlb_document *document)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    return bytes;
}

static void assert_same(tlb_document *document, tlb_bytes expected)
{
    tlb_bytes bytes = saved(document);
    assert_int_equal(bytes.size, expected.size);
    assert_memory_equal(bytes.data, expected.data, expected.size);
}

static void assert_clean(tlb_context *context)
{
    if (tlb_diagnostic_count(context))
        print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

/* Through bytes and through JSON; and nothing to find in it. */
static void assert_survives(make *made, const interior_plan *plan)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document, *read, *built;
    collected json = {0};
    made(&document, context, plan);
    tlb_bytes bytes = saved(&document);
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, NULL, NULL, &read), TLB_OK);
    assert_ptr_equal(tlb_document_format(read), document.format);
    assert_same(read, bytes);
    assert_int_equal(tlb_check(read, NULL), TLB_OK);
    assert_clean(context);
    assert_int_equal(tlb_dump(read, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(context, json.data, json.size, NULL, &built), TLB_OK);
    assert_same(built, bytes);
    free(json.data);
    tlb_document_free(built);
    tlb_document_free(read);
    made_end(&document);
    tlb_context_free(context);
}

static void test_geometry(void **state)
{
    (void)state;
    assert_survives(interior_make_dig, &(interior_plan){.version = 4});
    assert_survives(interior_make_dig, &(interior_plan){.version = 5});
    assert_survives(interior_make_dig, &(interior_plan){.version = 7, .mip = 2});
}

static void test_lighting(void **state)
{
    (void)state;
    assert_survives(interior_make_dil, &(interior_plan){.version = 4});
    assert_survives(interior_make_dil, &(interior_plan){.version = 6});
    assert_survives(interior_make_dil, &(interior_plan){.version = 7});
    assert_survives(interior_make_dil, &(interior_plan){.version = 7, .mission = true});
}

static void test_index(void **state)
{
    (void)state;
    assert_survives(interior_make_dis, &(interior_plan){.name = "hall"});
    assert_survives(interior_make_dis, &(interior_plan){.name = "hall", .mission_name = "-3"});
}

/* What follows the object, and what it has too much of, is kept and reported. */
static void test_surplus_bytes(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document, *read;
    interior_make_dis(&document, context, &(interior_plan){.name = "hall"});
    tlb_dis *dis = tlb_document_dis(&document);
    dis->rest = (tlb_bytes){(const uint8_t *)"rest", 4};
    dis->tail = (tlb_bytes){(const uint8_t *)"stale", 5};
    tlb_bytes bytes = saved(&document);
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, NULL, NULL, &read), TLB_OK);
    assert_int_equal(tlb_document_dis(read)->rest.size, 4);
    assert_int_equal(tlb_document_dis(read)->tail.size, 5);
    assert_same(read, bytes);
    assert_int_equal(tlb_check(read, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_TRAILING_BYTES), 1);
    tlb_document_free(read);
    made_end(&document);
    tlb_context_free(context);
}

/* Nobody has seen others: guesses would lose bytes. */
static void test_unknown_versions(void **state)
{
    (void)state;
    static const int32_t versions[] = {3, 8};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        tlb_bytes bytes;
        interior_make_dil(&document, context, &(interior_plan){0});
        tlb_document_dil(&document)->pers.version = versions[i];
        assert_int_equal(tlb_save_memory(&document, &bytes), TLB_INVALID);
        assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_VERSION), 1);
        made_end(&document);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_lighting),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_surplus_bytes),
        cmocka_unit_test(test_unknown_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
