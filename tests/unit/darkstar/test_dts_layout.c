/* The layout of shapes, in every version: written, read back, dumped and built again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "dts_maker.h"
#include "files.h"

/* Calls `test` with a context of its own; afterwards there must be nothing in it. */
static void with_document(const dts_plan *plan, void (*test)(tlb_document *, const dts_plan *))
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dts_make(&document, context, plan);
    test(&document, plan);
    made_end(&document);
    print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static void for_each_version(dts_plan plan, void (*test)(tlb_document *, const dts_plan *))
{
    for (plan.version = TLB_DTS_FIRST_VERSION; plan.version <= TLB_DTS_LAST_VERSION; plan.version++)
        for (plan.meshVersion = 1; plan.meshVersion <= TLB_DTS_LAST_MESH_VERSION; plan.meshVersion++) {
            plan.listVersion = 1 + plan.version % 4;
            with_document(&plan, test);
        }
}

static tlb_bytes save(tlb_document *document)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    return bytes;
}

static void assert_same_bytes(tlb_bytes a, tlb_bytes b)
{
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
}

static void reads_what_it_wrote(tlb_document *document, const dts_plan *plan)
{
    tlb_document *again;
    tlb_bytes bytes = save(document);
    assert_int_equal(tlb_open_memory(document->context, bytes.data, bytes.size, NULL, NULL, &again), TLB_OK);
    const tlb_dts *x = tlb_document_dts(again), *y = document->root;
    assert_non_null(x);
    assert_int_equal(x->pers.version, plan->version);
    assert_int_equal(x->pers.size, bytes.size - 8 - y->tail.size);
    assert_int_equal(x->nodes.count, y->nodes.count);
    assert_memory_equal(x->nodes.data, y->nodes.data, x->nodes.count * sizeof *x->nodes.data);
    assert_int_equal(x->subSequences.count, y->subSequences.count);
    assert_memory_equal(x->names.data, y->names.data, x->names.count * sizeof *x->names.data);
    assert_int_equal(x->meshes.count, y->meshes.count);
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        assert_int_equal(x->meshes.data[i].pers.version, plan->meshVersion);
        assert_int_equal(x->meshes.data[i].faces.count, y->meshes.data[i].faces.count);
    }
    assert_int_equal(x->alwaysNode, y->alwaysNode);
    assert_int_equal(x->materialList.materials.count, y->materialList.materials.count);
    assert_same_bytes(save(again), bytes);
    tlb_document_free(again);
}

static void builds_what_it_dumped(tlb_document *document, const dts_plan *plan)
{
    collected json = {0};
    tlb_document *built;
    (void)plan;
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(document->context, json.data, json.size, NULL, &built), TLB_OK);
    assert_same_bytes(save(built), save(document));
    tlb_document_free(built);
    free(json.data);
}

/* The sizes that the format's description and real files give for a version's parts. */
static void takes_the_bytes_of_its_version(tlb_document *document, const dts_plan *plan)
{
    static const size_t headers[] = {0, 36, 40, 40, 44, 44, 44, 44, 44},
                        sequences[] = {0, 16, 16, 16, 24, 32, 32, 32, 32};
    int32_t v = plan->version;
    size_t transform = v >= 8 ? 20 : v == 7 ? 32 : 40;
    const tlb_dts *x = document->root;
    size_t expected = 40 + headers[v] + (v >= 8 ? 24u : 0u);
    expected += x->nodes.count * (size_t)(v >= 8 ? 10 : 20) + x->sequences.count * sequences[v];
    expected += x->subSequences.count * (size_t)(v >= 8 ? 6 : 12);
    expected += x->keyFrames.count * (size_t)(v < 3 || v >= 8 ? 8 : 12) + x->transforms.count * transform;
    expected += x->names.count * 24 + x->objects.count * (size_t)(v >= 8 ? 28 : 72) + x->details.count * 8;
    expected += x->transitions.count * (20 + transform) + x->frameTriggers.count * 8;
    expected += (v >= 5 ? 4u : 0u) + (v >= 6 ? 4u : 0u);
    collected map = {0};
    assert_int_equal(tlb_map(document, "meshes[0].tag", (tlb_sink){collect, &map}), TLB_OK);
    assert_true(map.size > 10);
    assert_int_equal(strtoul(map.data, NULL, 16), expected);
    free(map.data);
}

static void test_round_trip(void **state)
{
    (void)state;
    for_each_version((dts_plan){.seed = 1}, reads_what_it_wrote);
    for_each_version((dts_plan){.seed = 2, .odd = true}, reads_what_it_wrote);
    for_each_version((dts_plan){.seed = 3, .bare = true}, reads_what_it_wrote);
}

static void test_build(void **state)
{
    (void)state;
    for_each_version((dts_plan){.seed = 1}, builds_what_it_dumped);
    for_each_version((dts_plan){.seed = 2, .odd = true}, builds_what_it_dumped);
}

static void test_sizes(void **state)
{
    (void)state;
    for_each_version((dts_plan){.seed = 1}, takes_the_bytes_of_its_version);
}

/* Version 8 has 16 bits where others have 32. */
static void test_too_large(void **state)
{
    (void)state;
    static const dts_plan plan = {.version = 8, .meshVersion = 3, .listVersion = 4};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    tlb_bytes bytes;
    dts_make(&document, context, &plan);
    tlb_dts *x = document.root;
    x->nodes.data[1].defaultTransform = 32768;
    assert_int_equal(tlb_save_memory(&document, &bytes), TLB_INVALID);
    assert_int_equal(tlb_code_total(context, TLB_CODE_VALUE_TOO_LARGE), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->path, "nodes[1].defaultTransform");
    x->nodes.data[1].defaultTransform = -32768;
    assert_int_equal(tlb_save_memory(&document, &bytes), TLB_OK);
    made_end(&document);
    tlb_context_free(context);
}

/* Of an engine before: reported by name, not by an error somewhere within. */
static void test_old_file(void **state)
{
    (void)state;
    static const uint8_t old[] = {0x08, 0, 0x14, 0, 0x2c, 0, 0, 0, 1, 2, 3, 4};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, old, sizeof old, "DUNEBUG.DTS", NULL, &document),
                     TLB_UNSUPPORTED);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NOT_SUPPORTED), 1);
    assert_non_null(strstr(tlb_diagnostic_at(context, 0)->message, "before Darkstar"));
    tlb_context_free(context);
}

static void test_normals(void **state)
{
    (void)state;
    for (int i = 0; i < TLB_DTS_NORMALS; i++) {
        const float *n = tlb_dts_normal((uint8_t)i);
        assert_float_equal(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-4);
        assert_memory_equal(tlb_dts_normal(tlb_dts_pack_normal(n)), n, 3 * sizeof *n); /* some stand twice */
    }
    assert_float_equal(tlb_dts_normal(0)[0], 0.565061, 1e-6);
    assert_float_equal(tlb_dts_normal(255)[2], 0.979024, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_build),    cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_too_large),  cmocka_unit_test(test_old_file), cmocka_unit_test(test_normals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
