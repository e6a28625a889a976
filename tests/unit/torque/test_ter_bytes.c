/* Torque terrains against bytes written by hand, field by field: versions 1 to 7. Order and widths are those
 * of docs/formats/ter.md. */
#include <stdio.h>
#include <string.h>

#include "pinned.h"

enum { SAMPLES = TLB_TER_LEGACY_SIZE * TLB_TER_LEGACY_SIZE };

/* Of a large map: values of which each is another than its neighbors and those of the next row. */
static int64_t value_of(uint32_t map, uint32_t i, uint32_t range)
{
    return (int64_t)((i * 7 + i / TLB_TER_LEGACY_SIZE * 3 + map * 11) % range);
}

static void heights(pinned *p, const tlb_ter *x)
{
    IS(x, heights.count, SAMPLES);
    U16(x, heights.data[0], 0x8123);
    for (uint32_t i = 1; i < SAMPLES; i++)
        U16(x, heights.data[i], value_of(0, i, 0x10000));
}

static void alpha(pinned *p, const tlb_ter *x, uint32_t map)
{
    const tlb_ter_alpha_map *a = AT(x, alphaMaps, map);
    IS(a, alpha.count, SAMPLES);
    for (uint32_t i = 0; i < SAMPLES; i++)
        U8(a, alpha.data[i], value_of(2 + map, i, 0x100));
}

static void legacy(pinned *p, const tlb_ter *x)
{
    const uint32_t version = *(const uint32_t *)p->variant;
    IS(x, size, TLB_TER_LEGACY_SIZE);
    heights(p, x);
    IS(x, baseMaterialMap.count, SAMPLES);
    for (uint32_t i = 0; i < SAMPLES; i++)
        U8(x, baseMaterialMap.data[i], value_of(1, i, 0x100));
    IS(x, materialNames.count, TLB_TER_MATERIALS);
    STRING8(x, materialNames.data[0], "game/data/a");
    STRING8(x, materialNames.data[1], "");
    STRING8(x, materialNames.data[2], "b");
    for (uint32_t i = 3; i < TLB_TER_MATERIALS; i++)
        U8(x, materialNames.data[i].size, 0);
    IS(x, alphaMaps.count, version >= 2 ? 2 : 0);
    for (uint32_t i = 0; version >= 2 && i < 2; i++)
        alpha(p, x, i);
    if (version >= 3) {
        U32(x, textureScript.size, 5);
        BYTES(x, textureScript, "t\r\nu\x01");
        U32(x, heightfieldScript.size, 3);
        BYTES(x, heightfieldScript, "hf;");
    }
    if (version >= 5) {
        STRING8(x, edgePath1, "e/1");
        STRING8(x, edgePath2, "e/22");
    }
}

static void torque_3d(pinned *p, const tlb_ter *x)
{
    U32(x, size, 3);
    PINNED_EACH(U16, x, heights.data, 0x8101, 0x8102, 0x8103, 0x8104, 0x8105, 0x8106, 0x8107, 0x8108, 0x8109);
    IS(x, heights.count, 9);
    U8S(x, layerMap.data, 0, 1, 2, 0xff, 4, 5, 6, 0x87, 8);
    IS(x, layerMap.count, 9);
    COUNT(x, materialNames, 3);
    STRING8(x, materialNames.data[0], "Grass");
    STRING8(x, materialNames.data[1], "");
    STRING8(x, materialNames.data[2], "R");
    IS(x, alphaMaps.count, 0);
    IS(x, baseMaterialMap.count, 0);
}

static void terrain(pinned *p, const tlb_ter *x)
{
    const uint32_t *version = p->variant;
    U8(x, version, *version);
    if (*version <= TLB_TER_LAST_LEGACY_VERSION)
        legacy(p, x);
    else
        torque_3d(p, x);
    TAIL(x, tail);
}

static void terrain_of_each_version(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= TLB_TER_LAST_VERSION; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", version);
        PIN(&p, "ter", tlb_document_ter, terrain);
    }
}

/* --- what is refused ------------------------------------------------------------------------------------ */

static void refuse(const uint8_t *data, size_t size, const char *code, uint64_t offset, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, data, size, NULL, tlb_format_by_name("ter"), &document),
                     TLB_INVALID);
    assert_null(document);
    const tlb_diagnostic *d = tlb_diagnostic_at(context, 0);
    assert_string_equal(tlb_code_name(d->code), code);
    assert_string_equal(d->path, path);
    assert_int_equal(d->offset, offset);
    tlb_context_free(context);
}

static void wrong_bytes_are_refused(void **state)
{
    (void)state;
    static uint8_t legacy_file[1 + 3 * SAMPLES + TLB_TER_MATERIALS + 1] = {2};
    static const uint8_t none[] = {0}, next[] = {8}, empty[] = {7, 0, 0, 0, 0}, huge[] = {7, 1, 32, 0, 0},
                         heights_end[] = {7, 2, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4},
                         layers_end[] = {7, 1, 0, 0, 0, 1, 0},
                         count_ends[] = {7, 1, 0, 0, 0, 1, 0, 0, 9, 0, 0, 0},
                         name_ends[] = {7, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 4, 'a'};
    refuse(none, sizeof none, "BAD_VERSION", 0, "version");
    refuse(next, sizeof next, "BAD_VERSION", 0, "version");
    refuse(empty, sizeof empty, "BAD_VALUE", 1, "size");
    refuse(huge, sizeof huge, "BAD_VALUE", 1, "size");
    refuse(heights_end, sizeof heights_end, "TRUNCATED", 5, "heights");
    refuse(layers_end, sizeof layers_end, "TRUNCATED", 7, "layerMap");
    refuse(count_ends, sizeof count_ends, "TRUNCATED", 12, "materialNames");
    refuse(name_ends, sizeof name_ends, "TRUNCATED", 13, "materialNames[0]");
    refuse(legacy_file, 2 * SAMPLES, "TRUNCATED", 1, "heights");
    refuse(legacy_file, 3 * SAMPLES, "TRUNCATED", 1 + 2 * SAMPLES, "baseMaterialMap");
    legacy_file[sizeof legacy_file - 2] = 1;
    refuse(legacy_file, sizeof legacy_file, "TRUNCATED", sizeof legacy_file, "alphaMaps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terrain_of_each_version),
        cmocka_unit_test(wrong_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
