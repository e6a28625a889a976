/* Real bitmaps of both versions decode, and compressed again give the bytes they had. Skipped without the
 * corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "files.h"
#include "trilobite/formats/bgf.h"

typedef struct tally {
    int decoded, compressed, same;
} tally;

static void measure_bitmap(tlb_context *context, tlb_document *document, tlb_bgf_bitmap *b, tally *t)
{
    tlb_bytes was = b->data;
    uint8_t *pixels = malloc(tlb_bgf_pixel_count(tlb_document_bgf(document), b) + 1);
    assert_non_null(pixels);
    tlb_status status = tlb_bgf_pixels(context, tlb_document_bgf(document), b, pixels);
    t->decoded += status == TLB_OK;
    if (status == TLB_OK && b->type == TLB_BGF_COMPRESSED) {
        t->compressed++;
        assert_int_equal(tlb_bgf_set_pixels(document, b, b->width, b->height, pixels), TLB_OK);
        t->same += b->data.size == was.size && memcmp(b->data.data, was.data, was.size) == 0;
    }
    free(pixels);
}

static void measure(const char *path, tally *t)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    tlb_bgf *bgf = tlb_document_bgf(document);
    for (uint32_t i = 0; i < bgf->bitmaps.count; i++)
        measure_bitmap(context, document, &bgf->bitmaps.data[i], t);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void test_shares(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian", "bgf");
    assert_true(files.count > 0);
    tally t = {0};
    for (size_t i = 0; i < files.count; i++)
        measure(files.paths[i], &t);
    free_files(&files);
    assert_int_equal(t.decoded, 25);
    assert_int_equal(t.compressed, 10);
    assert_int_equal(t.same, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares)};
    char folder[4096];
    return corpus_folder("meridian", folder, sizeof folder) ? cmocka_run_group_tests(tests, NULL, NULL)
                                                            : SKIPPED;
}
