/* Volumes of any size are made and changed in little memory. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "trilobite/trilobite.h"

enum { FILES = 8, SIZE = 32 << 20, MOST_KB = 64 << 10 };

static char folder[] = "/tmp/trilobite-volume-XXXXXX";

static long peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void name_file(char *path, size_t size, int number)
{
    snprintf(path, size, "%s/%d.bin", folder, number);
}

/* Empty but for its number at the end. */
static void make_file(int number)
{
    char path[64];
    name_file(path, sizeof path, number);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, SIZE - 1, SEEK_SET), 0);
    assert_int_equal(fputc('0' + number, file), '0' + number);
    assert_int_equal(fclose(file), 0);
}

static void expect_members(tlb_context *context, const char *path, uint32_t count, uint64_t first_size)
{
    tlb_document *document;
    tlb_members members;
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_archive_list(document, &members), TLB_OK);
    assert_int_equal(members.count, count);
    assert_int_equal(members.data[0].size, first_size);
    for (uint32_t i = 1; i < FILES; i++) {
        tlb_bytes bytes;
        assert_int_equal(tlb_archive_read(document, i, &bytes), TLB_OK);
        assert_int_equal(bytes.size, SIZE);
        assert_int_equal(bytes.data[SIZE - 1], '0' + i);
        assert_ptr_equal(bytes.data, tlb_document_source(document).data + members.data[i].offset);
    }
    tlb_document_free(document);
}

static void a_volume_of_256_mb_is_made_and_changed_in_64_mb(void **state)
{
    char paths[FILES][64], names[FILES][16], volume[64];
    tlb_change changes[FILES] = {0};
    tlb_document *document;
    tlb_context *context = tlb_context_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .map_files = true});
    (void)state;
    snprintf(volume, sizeof volume, "%s/all.vol", folder);
    for (int i = 0; i < FILES; i++) {
        name_file(paths[i], sizeof paths[i], i);
        snprintf(names[i], sizeof names[i], "%d.bin", i);
        changes[i] = (tlb_change){.name = names[i], .path = paths[i]};
    }
    long before = peak();
    assert_int_equal(tlb_document_create(context, tlb_format_by_name("vol"), NULL, &document), TLB_OK);
    assert_int_equal(tlb_archive_change(document, changes, FILES), TLB_OK);
    assert_int_equal(tlb_save_path(document, volume, false), TLB_OK);
    tlb_document_free(document);
    assert_in_range(peak() - before, 0, MOST_KB);

    const tlb_change change[] = {
        {.name = "0.bin", .bytes = {(const uint8_t *)"small", 5}},
        {.name = "new.bin", .bytes = {(const uint8_t *)"new", 3}, .compression = "rle"}};
    assert_int_equal(tlb_open_path(context, volume, NULL, &document), TLB_OK);
    assert_int_equal(tlb_archive_change(document, change, 2), TLB_OK);
    assert_int_equal(tlb_save_path(document, volume, true), TLB_OK);
    tlb_document_free(document);
    assert_in_range(peak() - before, 0, MOST_KB);
    expect_members(context, volume, FILES + 1, 5);

    changes[0].path = "absent.bin";
    assert_int_equal(tlb_open_path(context, volume, NULL, &document), TLB_OK);
    assert_int_equal(tlb_archive_change(document, changes, 1), TLB_NOT_FOUND);
    assert_int_equal(tlb_save_path(document, volume, false), TLB_WRITE_FAILED);
    tlb_document_free(document);
    tlb_context_free(context);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    for (int i = 0; i < FILES; i++)
        make_file(i);
    return 0;
}

static int tear_down(void **state)
{
    char path[64];
    (void)state;
    for (int i = 0; i < FILES; i++) {
        name_file(path, sizeof path, i);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/all.vol", folder);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_volume_of_256_mb_is_made_and_changed_in_64_mb)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
