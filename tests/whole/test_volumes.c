/* Facts about real volumes: every member unpacks, LZH streams are those that our coder makes, all three
 * compressions give real data back, and a clean volume laid out anew is the same. */
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    size_t volumes, stored, lzh, reencoded, clean, same;
} seen;

static int failures;

static void fail(const char *path, const char *name, const char *what)
{
    fprintf(stderr, "%s/%s: %s\n", path, name, what);
    failures++;
}

static bool same_bytes(tlb_bytes a, tlb_bytes b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* The member alone in a volume of its own, in each compression. */
static void pack_again(tlb_context *context, const tlb_member *member, tlb_bytes bytes, tlb_bytes original,
                       const char *path)
{
    static const char *const compressions[] = {"none", "rle", "lzh"};
    for (int i = 0; i < 3; i++) {
        tlb_document *volume;
        tlb_bytes back;
        tlb_change change = {.name = "member", .bytes = bytes, .compression = compressions[i]};
        if (tlb_document_create(context, tlb_format_by_name("vol"), NULL, &volume) != TLB_OK ||
            tlb_archive_change(volume, &change, 1) != TLB_OK || tlb_archive_read(volume, 0, &back) != TLB_OK)
            abort();
        if (!same_bytes(back, bytes))
            fail(path, member->name, compressions[i]);
        if (i == 2 && strcmp(member->compression, "lzh") == 0)
            seen.reencoded += same_bytes(tlb_document_vol(volume)->blocks.data[0].data, original);
        tlb_document_free(volume);
    }
}

static void test_members(tlb_context *context, tlb_document *document, const char *path)
{
    tlb_members members;
    if (tlb_archive_list(document, &members) != TLB_OK)
        abort();
    for (uint32_t i = 0; i < members.count; i++) {
        const tlb_member *m = &members.data[i];
        tlb_bytes bytes;
        if (tlb_archive_read(document, i, &bytes) != TLB_OK) {
            fail(path, m->name, "cannot be unpacked");
            continue;
        }
        seen.stored += strcmp(m->compression, "none") == 0;
        seen.lzh += strcmp(m->compression, "lzh") == 0;
        if (bytes.size != m->size)
            fail(path, m->name, "has another size");
        pack_again(context, m, bytes, tlb_document_vol(document)->blocks.data[m->place].data, path);
    }
}

/* Volumes whose pads are zeros and that have no holes. */
static bool is_clean(const tlb_vol *vol)
{
    static const uint8_t zeros[3];
    uint8_t dirt = vol->directory.pad;
    for (uint32_t i = 0; i <= vol->blocks.count; i++) {
        tlb_bytes gap = i < vol->blocks.count ? vol->blocks.data[i].gap : vol->gap;
        if (gap.size > sizeof zeros || (gap.size && memcmp(gap.data, zeros, gap.size) != 0))
            return false;
    }
    for (uint32_t i = 1; i < vol->blocks.count; i++)
        if (vol->directory.entries.data[i].fileOffset % 4)
            return false;
    return !dirt;
}

static void lay_out_anew(tlb_document *document, const char *path)
{
    tlb_bytes source = tlb_document_source(document), anew;
    if (!is_clean(tlb_document_vol(document)))
        return;
    seen.clean++;
    if (tlb_archive_change(document, NULL, 0) != TLB_OK || tlb_save_memory(document, &anew) != TLB_OK)
        fail(path, "", "cannot be laid out anew");
    else if (same_bytes(source, anew))
        seen.same++;
    else
        fail(path, "", "laid out anew, it differs");
}

static void test_volume(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    if (tlb_open_path(context, path, NULL, &document) != TLB_OK)
        fail(path, "", "cannot be read");
    else {
        seen.volumes++;
        test_members(context, document, path);
        lay_out_anew(document, path);
    }
    print_diagnostics(context);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(void)
{
    char buffer[4096];
    const char *folder = corpus_folder("darkstar", buffer, sizeof buffer);
    if (!folder)
        return SKIPPED;
    file_list list = list_files(folder);
    for (size_t i = 0; i < list.count; i++)
        if (tlb_format_by_path(list.paths[i]) == tlb_format_by_name("vol"))
            test_volume(list.paths[i]);
    free_files(&list);
    printf("%zu volumes: %zu stored and %zu LZH members unpack, %zu LZH streams come out the same, %zu of "
           "%zu clean volumes, "
           "too; %d failures\n",
           seen.volumes, seen.stored, seen.lzh, seen.reencoded, seen.same, seen.clean, failures);
    return failures || seen.reencoded != seen.lzh || !seen.volumes;
}
