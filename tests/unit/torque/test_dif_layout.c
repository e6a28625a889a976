/* The layout of DIF files, in every version, family and ending: written, read back, dumped and built
 * again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "dif_maker.h"
#include "files.h"

/* --- every kind of document -------------------------------------------------------------------------- */

static const tlb_dif_family last_family = TLB_DIF_TGE_BIG_MAPS;

/* Calls `test` with a context of its own; afterwards there must be nothing in it. */
static void with_document(const dif_plan *plan, void (*test)(tlb_document *, const dif_plan *))
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dif_make(&document, context, plan);
    test(&document, plan);
    made_end(&document);
    print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_diagnostics_clear(context); /* trials that were given up leave their diagnostics' memory */
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static void for_each_version(dif_plan plan, void (*test)(tlb_document *, const dif_plan *))
{
    for (plan.version = 0; plan.version <= TLB_DIF_LAST_VERSION; plan.version++)
        for (int family = 0; family <= (plan.version ? 0 : (int)last_family); family++) {
            plan.family = (tlb_dif_family)family;
            with_document(&plan, test);
        }
}

/* --- what is done with each -------------------------------------------------------------------------- */

static void assert_same_bytes(tlb_bytes a, tlb_bytes b)
{
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
}

static tlb_bytes save(tlb_document *document)
{
    collected sunk = {0};
    tlb_bytes bytes;
    assert_int_equal(tlb_save(document, (tlb_sink){collect, &sunk}), TLB_OK);
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_same_bytes((tlb_bytes){(uint8_t *)sunk.data, sunk.size}, bytes);
    free(sunk.data);
    return bytes;
}

static collected dump(tlb_document *document)
{
    collected json = {0};
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    return json;
}

/* The map's lines follow one another and end where the file does. */
static void assert_map_covers(tlb_document *document, size_t size)
{
    collected map = {0};
    assert_int_equal(tlb_map(document, NULL, (tlb_sink){collect, &map}), TLB_OK);
    uint64_t at = 0;
    for (const char *line = map.data; line < map.data + map.size;
         line = (const char *)memchr(line, '\n', (size_t)(map.data + map.size - line)) + 1) {
        char *end;
        uint64_t offset = strtoull(line, &end, 16), length = strtoull(end, NULL, 10);
        if (offset != at)
            print_message("at 0x%llx: %.80s\n", (unsigned long long)at, line);
        assert_int_equal(offset, at);
        at += length;
    }
    assert_int_equal(at, size);
    free(map.data);
}

static void round_trip(tlb_document *made, const dif_plan *plan)
{
    tlb_bytes written = save(made);
    tlb_document *read, *built;
    assert_int_equal(tlb_open_memory(made->context, written.data, written.size, "made.dif", NULL, &read),
                     TLB_OK);
    assert_same_bytes(save(read), written);
    const tlb_dif *dif = tlb_document_dif(read);
    if (plan->version == 0)
        assert_int_equal(dif->family, plan->family);
    assert_int_equal(dif->narrowVehicleNulls, plan->narrowNulls);

    collected before = dump(made), after = dump(read);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    assert_int_equal(tlb_build(made->context, after.data, after.size, NULL, &built), TLB_OK);
    assert_same_bytes(save(built), written);

    assert_map_covers(read, written.size);
    free(before.data);
    free(after.data);
    tlb_document_free(built);
    tlb_document_free(read);
}

static void find_nothing(tlb_document *made, const dif_plan *plan)
{
    (void)plan;
    assert_int_equal(tlb_check(made, NULL), TLB_OK);
}

/* --- tests ------------------------------------------------------------------------------------------- */

static void test_versions(void **state)
{
    (void)state;
    for_each_version((dif_plan){.seed = 1}, round_trip);
    for_each_version((dif_plan){.seed = 2, .odd = true}, round_trip);
}

static void test_bare(void **state)
{
    (void)state;
    for_each_version((dif_plan){.bare = true, .ending = DIF_END_PLAIN}, round_trip);
}

static void test_flagged_lists(void **state)
{
    (void)state;
    for_each_version((dif_plan){.seed = 3, .flagged = true}, round_trip);
    for_each_version((dif_plan){.flagged = true, .bare = true}, round_trip);
}

static void test_endings(void **state)
{
    (void)state;
    static const uint32_t versions[] = {0, 4, 14};
    for (size_t v = 0; v < sizeof versions / sizeof *versions; v++)
        for (int ending = 0; ending < DIF_ENDINGS; ending++)
            with_document(&(dif_plan){.version = versions[v], .ending = (dif_ending)ending}, round_trip);
}

static void test_narrow_vehicle_nulls(void **state)
{
    (void)state;
    for_each_version((dif_plan){.narrowNulls = true}, round_trip);
    for_each_version((dif_plan){.narrowNulls = true, .ending = DIF_END_PLAIN_TAIL_4}, round_trip);
}

static void test_large_light_maps(void **state)
{
    (void)state;
    with_document(&(dif_plan){.family = TLB_DIF_TGE_BIG_MAPS, .largeMaps = true}, round_trip);
    with_document(&(dif_plan){.version = 13, .largeMaps = true}, round_trip);
    with_document(&(dif_plan){.version = 14, .largeMaps = true}, round_trip);
}

static void test_nothing_to_find(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 3; seed++) {
        for_each_version((dif_plan){.seed = seed}, find_nothing);
        for_each_version((dif_plan){.seed = seed, .flagged = true, .ending = DIF_END_PLAIN}, find_nothing);
    }
}

/* --- lists of the smallest elements there are --------------------------------------------------------- */

enum { MANY = 20000 };

/* Writes and reads a document of nothing but this interior. */
static void read_again(tlb_dif_interior *x)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_dif dif = {.interiorResourceFileVersion = TLB_DIF_RESOURCE_VERSION};
    dif.details.data = x, dif.details.count = 1;
    tlb_document document = {
        .context = context, .format = tlb_format_by_name("dif"), .name = "", .root = &dif};
    document.saved.account = context->account;
    tlb_document *again;
    tlb_bytes bytes = save(&document);
    assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, NULL, document.format, &again), TLB_OK);
    assert_int_equal(tlb_document_dif(again)->details.data[0].surfaces.count, x->surfaces.count);
    assert_int_equal(tlb_document_dif(again)->details.data[0].staticMeshes.count, x->staticMeshes.count);
    tlb_document_free(again);
    tlb_buffer_free(&document.saved);
    tlb_context_free(context);
}

static void test_smallest_elements(void **state)
{
    (void)state;
    tlb_dif_surface *surfaces = calloc(MANY, sizeof *surfaces);
    tlb_dif_static_mesh *meshes = calloc(MANY, sizeof *meshes);
    tlb_dif_interior x = {.materialListVersion = 1};
    x.surfaces.data = surfaces, x.surfaces.count = MANY;
    read_again(&x);
    x = (tlb_dif_interior){.materialListVersion = 1, .interiorFileVersion = 10};
    x.staticMeshes.data = meshes, x.staticMeshes.count = MANY;
    read_again(&x);
    free(surfaces);
    free(meshes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_flagged_lists),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_narrow_vehicle_nulls),
        cmocka_unit_test(test_large_light_maps),
        cmocka_unit_test(test_nothing_to_find),
        cmocka_unit_test(test_smallest_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
