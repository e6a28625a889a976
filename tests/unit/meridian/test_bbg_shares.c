/* Real command files are read and written back, and with their pictures become what makebgf makes of them;
 * real bitmaps come back from the command files and pictures that they become. Skipped without the corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/bytes.h"
#include "base/text.h"
#include "files.h"
#include "trilobite/formats/bbg.h"
#include "trilobite/formats/bgf.h"

typedef struct tally {
    int read, identical, converted, bitmaps, same;
} tally;

/* The files of the corpus have the names of their folders before their own. */
static tlb_assets *pictures(tlb_context *context, file_list bmps, bytes_copy *held)
{
    tlb_assets *assets = tlb_assets_create(context);
    for (size_t i = 0; i < bmps.count; i++) {
        const char *name = strstr(bmps.paths[i], "__");
        if (!name)
            continue;
        held[i] = load_file(bmps.paths[i]);
        assert_int_equal(tlb_assets_add_memory(assets, name + 2, (tlb_bytes){held[i].data, held[i].size}),
                         TLB_OK);
    }
    return assets;
}

static const bytes_copy *find_bmp(file_list bmps, const bytes_copy *held, tlb_text file)
{
    for (size_t i = 0; i < bmps.count; i++) {
        const char *name = strstr(bmps.paths[i], "__");
        char wanted[256];
        snprintf(wanted, sizeof wanted, "%.*s", (int)file.size, file.data);
        if (name && tlb_same_nocase(name + 2, wanted))
            return &held[i];
    }
    return NULL;
}

/* What makebgf stores of a picture: its rows from the top, compressed at level 9. */
static bool is_of_picture(const tlb_bgf_bitmap *b, const bytes_copy *bmp)
{
    const uint8_t *p = bmp->data, *rows = p + tlb_get_le32(p + 10);
    size_t width = tlb_get_le32(p + 18), height = tlb_get_le32(p + 22), stride = (width + 3) & ~(size_t)3;
    uLongf size = compressBound((uLong)(width * height));
    uint8_t *pixels = malloc(width * height), *packed = malloc(size);
    assert_true(pixels && packed);
    for (size_t y = 0; y < height; y++)
        memcpy(pixels + y * width, rows + (height - 1 - y) * stride, width);
    assert_int_equal(compress2(packed, &size, pixels, (uLong)(width * height), 9), Z_OK);
    bool same = b->width == width && b->height == height && b->data.size == size &&
                memcmp(b->data.data, packed, size) == 0;
    free(pixels);
    free(packed);
    return same;
}

static bool has_fields(const tlb_bbg *bbg, const tlb_bgf *bgf)
{
    bool same = bbg->bitmaps.count == bgf->bitmaps.count && bbg->groups.count == bgf->groups.count;
    for (uint32_t i = 0; same && i < bbg->bitmaps.count; i++) {
        const tlb_bbg_bitmap *a = &bbg->bitmaps.data[i];
        const tlb_bgf_bitmap *b = &bgf->bitmaps.data[i];
        same = a->xoff == b->xoff && a->yoff == b->yoff && a->hotspots.count == b->hotspots.count;
        for (uint32_t k = 0; same && k < a->hotspots.count; k++)
            same = a->hotspots.data[k].number == b->hotspots.data[k].number &&
                   a->hotspots.data[k].x == b->hotspots.data[k].x &&
                   a->hotspots.data[k].y == b->hotspots.data[k].y;
    }
    for (uint32_t i = 0; same && i < bbg->groups.count; i++) {
        same = bbg->groups.data[i].indices.count == bgf->groups.data[i].indices.count;
        for (uint32_t k = 0; same && k < bbg->groups.data[i].indices.count; k++)
            same = bbg->groups.data[i].indices.data[k] - 1 == bgf->groups.data[i].indices.data[k];
    }
    return same;
}

static void measure_bgf(tlb_context *context, tlb_document *bbg, tlb_bytes made, file_list bmps,
                        const bytes_copy *held, tally *t)
{
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, made.data, made.size, "made.bgf", NULL, &document), TLB_OK);
    const tlb_bgf *bgf = tlb_document_bgf(document);
    assert_true(has_fields(tlb_document_bbg(bbg), bgf));
    t->converted++;
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++) {
        const bytes_copy *bmp = find_bmp(bmps, held, tlb_document_bbg(bbg)->bitmaps.data[i].file);
        t->bitmaps++;
        t->same += bmp && is_of_picture(&bgf->bitmaps.data[i], bmp);
    }
    tlb_document_free(document);
}

static void measure(const char *path, file_list bmps, tally *t)
{
    tlb_context *context = tlb_context_create(NULL);
    bytes_copy source = load_file(path), *held = calloc(bmps.count, sizeof *held);
    tlb_assets *assets = pictures(context, bmps, held);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_document *document;
    tlb_files *files;
    tlb_bytes saved;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_non_null(tlb_document_bbg(document));
    t->read++;
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    t->identical += saved.size == source.size && memcmp(saved.data, source.data, saved.size) == 0;
    if (tlb_convert(document, tlb_format_by_name("bgf"), "made.bgf", &options, &files) == TLB_OK) {
        measure_bgf(context, document, files->data[0].bytes, bmps, held, t);
        tlb_files_free(files);
    }
    tlb_document_free(document);
    tlb_assets_free(assets);
    tlb_context_free(context);
    for (size_t i = 0; i < bmps.count; i++)
        free(held[i].data);
    free(held);
    free(source.data);
}

static void corpus_of_command_files(void **state)
{
    (void)state;
    file_list bbgs = corpus_files("meridian", "bbg"), bmps = corpus_files("meridian", "bmp");
    tally t = {0};
    for (size_t i = 0; i < bbgs.count; i++)
        measure(bbgs.paths[i], bmps, &t);
    free_files(&bbgs);
    free_files(&bmps);
    assert_int_equal(t.read, 577);
    assert_int_equal(t.identical, 577);
    assert_int_equal(t.converted, 9);
    assert_int_equal(t.bitmaps, 36);
    assert_int_equal(t.same, 36);
}

/* --- bitmaps that become command files --------------------------------------------------------------- */

static bool has_same_pixels(tlb_context *context, const tlb_bgf *a, const tlb_bgf *b)
{
    bool same = a->bitmaps.count == b->bitmaps.count;
    for (uint32_t i = 0; same && i < a->bitmaps.count; i++) {
        size_t count = tlb_bgf_pixel_count(a, &a->bitmaps.data[i]);
        uint8_t *x = malloc(count), *y = malloc(count);
        same = x && y && count == tlb_bgf_pixel_count(b, &b->bitmaps.data[i]) &&
               tlb_bgf_pixels(context, a, &a->bitmaps.data[i], x) == TLB_OK &&
               tlb_bgf_pixels(context, b, &b->bitmaps.data[i], y) == TLB_OK && memcmp(x, y, count) == 0;
        free(x);
        free(y);
    }
    return same;
}

typedef struct way_back {
    int pixels, identical, all_but_name;
} way_back;

static void compare(tlb_context *context, tlb_document *document, bytes_copy source, tlb_bytes bgf,
                    way_back *same)
{
    enum { NAME = 8 };
    tlb_document *made;
    uint8_t *named = malloc(bgf.size);
    assert_non_null(named);
    assert_int_equal(tlb_open_memory(context, bgf.data, bgf.size, "x.bgf", NULL, &made), TLB_OK);
    same->pixels += has_same_pixels(context, tlb_document_bgf(document), tlb_document_bgf(made));
    tlb_document_free(made);
    bool fits = bgf.size == source.size;
    same->identical += fits && memcmp(bgf.data, source.data, bgf.size) == 0;
    memcpy(named, bgf.data, bgf.size);
    memcpy(named + NAME, source.data + NAME, TLB_BGF_NAME_SIZE);
    same->all_but_name += fits && memcmp(named, source.data, bgf.size) == 0;
    free(named);
}

static void measure_way_back(const char *path, way_back *same)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    bytes_copy source = load_file(path);
    tlb_document *document, *commands;
    tlb_files *files, *made;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_convert(document, tlb_format_by_name("bbg"), "x.bbg", NULL, &files), TLB_OK);
    for (uint32_t i = 1; i < files->count; i++)
        assert_int_equal(tlb_assets_add_memory(assets, files->data[i].name, files->data[i].bytes), TLB_OK);
    tlb_bytes text = files->data[0].bytes;
    assert_int_equal(tlb_open_memory(context, text.data, text.size, "x.bbg", NULL, &commands), TLB_OK);
    assert_int_equal(tlb_convert(commands, tlb_format_by_name("bgf"), "x.bgf", &options, &made), TLB_OK);
    compare(context, document, source, made->data[0].bytes, same);
    tlb_document_free(document);
    tlb_document_free(commands);
    tlb_files_free(files);
    tlb_files_free(made);
    tlb_assets_free(assets);
    tlb_context_free(context);
    free(source.data);
}

static void corpus_of_bitmaps(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian", "bgf");
    way_back same = {0};
    for (size_t i = 0; i < files.count; i++)
        measure_way_back(files.paths[i], &same);
    assert_int_equal(files.count, 25);
    free_files(&files);
    assert_int_equal(same.pixels, 25);
    assert_int_equal(same.all_but_name, 21);
    assert_int_equal(same.identical, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus_of_command_files),
                                       cmocka_unit_test(corpus_of_bitmaps)};
    char folder[4096];
    return corpus_folder("meridian", folder, sizeof folder) ? cmocka_run_group_tests(tests, NULL, NULL)
                                                            : SKIPPED;
}
