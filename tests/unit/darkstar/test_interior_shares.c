/* How much of the corpus agrees with what the description says: bit lists, light maps, mission lighting,
 * rays. The members of volumes count too. Skipped without the corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/context.h"
#include "base/text.h"
#include "dig_rays.h"
#include "files.h"
#include "formats/darkstar/shared/lzh.h"
#include "core/format.h"
#include "shares.h"

typedef struct shares {
    share files, lists, map_ends, maps, streams, sorted;
    dig_rays rays;
} shares;

/* --- bit lists ------------------------------------------------------------------------------------------ */

static void recode(const tlb_dig *dig, uint32_t start, uint32_t bytes, uint32_t limit, shares *s)
{
    static uint32_t numbers[65536];
    static uint8_t again[65536];
    tlb_bit_list list = tlb_bit_list_open(dig->bits, start, bytes);
    uint32_t number, found = 0;
    bool in_range = true;
    while (tlb_bit_list_next(&list, &number) && found < 65536) {
        numbers[found++] = number;
        in_range &= number < limit;
    }
    bool same = !list.broken && tlb_bit_list_encode(numbers, found, NULL) == bytes;
    if (same && bytes) {
        tlb_bit_list_encode(numbers, found, again);
        same = memcmp(again, dig->bits.data + start, bytes) == 0;
    }
    count(&s->lists, same && in_range);
}

static void recode_leaf(const tlb_dig *dig, uint32_t leaf, shares *s)
{
    tlb_dig_leaf_info info;
    assert_true(tlb_dig_leaf_at(dig, leaf, &info));
    const struct {
        tlb_bit_list list;
        uint32_t limit;
    } lists[] = {{info.surfaces, dig->surfaces.count},
                 {info.planes, dig->planes.count},
                 {info.visible, tlb_dig_leaf_count(dig)}};
    for (size_t i = 0; i < 3; i++)
        if (lists[i].list.at)
            recode(dig, (uint32_t)(lists[i].list.at - dig->bits.data),
                   (uint32_t)(lists[i].list.end - lists[i].list.at), lists[i].limit, s);
}

/* --- geometry ------------------------------------------------------------------------------------------- */

static void measure_geometry(const tlb_dig *dig, shares *s)
{
    enum { RAYS = 100 };
    for (uint32_t i = 0; i < dig->surfaces.count; i++)
        recode(dig, dig->surfaces.data[i].pointIdx, dig->surfaces.data[i].pointBytes, dig->points3.count, s);
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++)
        recode_leaf(dig, i, s);
    dig_rays_cast(dig, RAYS, 0.1, &s->rays);
}

/* --- lighting ------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Where something of the map bytes begins: maps, and the brightness of animated lights. */
static uint32_t find_starts(const tlb_dil *dil, uint32_t *starts)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        tlb_dil_kind kind = tlb_dil_map_kind(dil->surfaces.data[i].map);
        if (kind == TLB_DIL_MAP_CODED || kind == TLB_DIL_MAP_RAW)
            starts[found++] = dil->surfaces.data[i].map & ~TLB_DIL_CODED;
    }
    for (uint32_t i = 0; i < dil->stateData.count; i++)
        if (dil->stateData.data[i].mapIndex >= 0)
            starts[found++] = (uint32_t)dil->stateData.data[i].mapIndex;
    starts[found++] = (uint32_t)dil->mapBytes.size;
    qsort(starts, found, sizeof *starts, compare);
    return found;
}

/* It ends where the next begins, and is stored again as it was. */
static void measure_map(const tlb_dil *dil, const tlb_dil_coder *coder, const tlb_dil_surface *surface,
                        const uint32_t *starts, uint32_t start_count, shares *s)
{
    static uint16_t luxels[255 * 255];
    static uint8_t again[2 * 255 * 255];
    uint32_t begin = surface->map & ~TLB_DIL_CODED, end;
    assert_true(tlb_dil_decode(dil, surface->map, surface->w, surface->h, luxels, &end));
    count(&s->map_ends, bsearch(&end, starts, start_count, sizeof *starts, compare) != NULL);
    if (!coder)
        return;
    bool coded;
    size_t size = tlb_dil_store(coder, luxels, (uint32_t)surface->w * surface->h, again, &coded);
    count(&s->maps, coded == (tlb_dil_map_kind(surface->map) == TLB_DIL_MAP_CODED) && size == end - begin &&
                        memcmp(again, dil->mapBytes.data + begin, size) == 0);
}

static void measure_stream(tlb_document *document, const tlb_dil *dil, shares *s)
{
    tlb_dil_relit_list pairs;
    tlb_buffer packed = {.account = document->context->account};
    assert_int_equal(tlb_dil_relit_pairs(document, &pairs), TLB_OK);
    uint8_t *bytes = malloc(pairs.count * 8 + 1);
    bool sorted = true;
    for (uint32_t i = 0; i < pairs.count; i++) {
        tlb_put_le32(bytes + 8 * i, (uint32_t)pairs.data[i].srcMapOffset);
        tlb_put_le32(bytes + 8 * i + 4, (uint32_t)pairs.data[i].dstMapOffset);
        sorted &= !i || pairs.data[i].srcMapOffset >= pairs.data[i - 1].srcMapOffset;
    }
    tlb_darkstar_lzh_encode((tlb_bytes){bytes, (size_t)pairs.count * 8}, &packed);
    count(&s->sorted, sorted && pairs.count == dil->surfaces.count);
    enum { LOOKAHEAD = 60 }; /* of shorter streams the packer matched what its memory held after them */
    if (pairs.count * 8 >= LOOKAHEAD)
        count(&s->streams,
              packed.size == dil->relit.size && memcmp(packed.data, dil->relit.data, packed.size) == 0);
    tlb_buffer_free(&packed);
    free(bytes);
}

static void measure_lighting(tlb_document *document, const tlb_dil *dil, shares *s)
{
    tlb_dil_coder *coder = NULL;
    uint32_t *starts = malloc((dil->surfaces.count + dil->stateData.count + 1) * sizeof *starts);
    uint32_t start_count = find_starts(dil, starts);
    if (dil->huffman)
        assert_int_equal(tlb_dil_coder_create(document, &coder), TLB_OK);
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        tlb_dil_kind kind = tlb_dil_map_kind(dil->surfaces.data[i].map);
        if (kind == TLB_DIL_MAP_CODED || kind == TLB_DIL_MAP_RAW)
            measure_map(dil, coder, &dil->surfaces.data[i], starts, start_count, s);
    }
    if (tlb_dil_is_mission(dil))
        measure_stream(document, dil, s);
    free(starts);
}

/* --- the corpus ----------------------------------------------------------------------------------------- */

static bool is_same(tlb_document *document)
{
    tlb_bytes bytes, source = tlb_document_source(document);
    return tlb_save_memory(document, &bytes) == TLB_OK && bytes.size == source.size &&
           memcmp(bytes.data, source.data, bytes.size) == 0;
}

static void measure(const uint8_t *data, size_t size, shares *s)
{
    const tlb_format *format = tlb_probe(data, size, NULL);
    const char *name = format ? tlb_format_info_of(format)->name : "";
    if (strcmp(name, "dig") != 0 && strcmp(name, "dil") != 0 && strcmp(name, "dis") != 0)
        return;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, data, size, NULL, format, &document), TLB_OK);
    count(&s->files, is_same(document));
    if (tlb_document_dig(document))
        measure_geometry(tlb_document_dig(document), s);
    if (tlb_document_dil(document))
        measure_lighting(document, tlb_document_dil(document), s);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* The blocks of a volume, wherever they stand. */
static void measure_members(bytes_copy volume, shares *s)
{
    enum { HEADER = 8, SIZE = 0x7fffffff };
    for (size_t at = 0; at + HEADER < volume.size; at++) {
        if (memcmp(volume.data + at, "VBLK", 4) != 0)
            continue;
        uint32_t size = tlb_get_le32(volume.data + at + 4) & SIZE;
        if (size <= volume.size - at - HEADER)
            measure(volume.data + at + HEADER, size, s);
    }
}

static void test_shares(void **state)
{
    (void)state;
    file_list files = corpus_files("darkstar", NULL);
    assert_true(files.count > 0);
    shares s = {0};
    for (size_t i = 0; i < files.count; i++) {
        bytes_copy file = load_file(files.paths[i]);
        if (tlb_same_nocase(tlb_path_extension(files.paths[i]), "vol"))
            measure_members(file, &s);
        else
            measure(file.data, file.size, &s);
        free(file.data);
    }
    free_files(&files);
    require("files and members identical", s.files, 639);
    require("bit lists", s.lists, s.lists.all);
    require("light maps that end where the next begins", s.map_ends, s.map_ends.all);
    require("light maps stored again", s.maps, s.maps.all);
    require("streams of mission lighting packed again", s.streams, s.streams.all);
    require("sorted", s.sorted, s.sorted.all);
    require("rays", s.rays.rays, 3947);
    require("surfaces hit", s.rays.surfaces, 2194);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares)};
    char folder[4096];
    return corpus_folder("darkstar", folder, sizeof folder) ? cmocka_run_group_tests(tests, NULL, NULL)
                                                            : SKIPPED;
}
