/* Faults: every truncation of a file, every byte flipped, the Nth allocation failing. Nothing may crash, leak
 * or hang (the sanitizers watch), memory stays in proportion, and what is refused is reported.
 *
 *     test_sweep FILE...                  our own files
 *     test_sweep --corpus FAMILY NAME...  three real ones, skipped where they are not at hand */
#include "everything.h"
#include "fault.h"
#include "files.h"

#include "base/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void fail(const char *path, const char *what, size_t at)
{
    fprintf(stderr, "%s: %s at %zu\n", path, what, at);
    failures++;
}

static void use_members(tlb_document *document)
{
    tlb_members members;
    tlb_bytes bytes;
    const char *const *names;
    if (tlb_archive_list(document, &members) == TLB_OK)
        for (uint32_t i = 0; i < members.count; i++)
            tlb_archive_read(document, i, &bytes);
    tlb_archive_file_names(document, &names);
    tlb_archive_change(document, &(tlb_change){.name = "added.txt", .bytes = {(const uint8_t *)"x", 1}}, 1);
}

static void use(tlb_document *document)
{
    const tlb_convert_options options = everything_of(document);
    unsigned abilities = tlb_format_info_of(tlb_document_format(document))->abilities;
    const tlb_value *info;
    tlb_files *files = NULL;
    if (abilities & TLB_CAN_CHECK)
        tlb_check(document, NULL);
    tlb_info(document, &info);
    if (abilities & TLB_CAN_EXPORT_SCENE)
        tlb_convert(document, tlb_format_by_name("glb"), "model", &options, &files);
    tlb_files_free(files);
    if (abilities & TLB_IS_ARCHIVE)
        use_members(document);
}

/* Opens damaged bytes and does everything with what is accepted. */
static void try_bytes(const tlb_format *format, const uint8_t *data, size_t size, const char *path, size_t at)
{
    tlb_context_options limits = {.struct_size = sizeof limits,
                                  .max_bytes = (64 << 20) + 512 * (uint64_t)size};
    tlb_context *context = tlb_context_create(&limits);
    tlb_document *document;
    tlb_bytes written;
    tlb_status status = tlb_open_memory(context, data, size, NULL, format, &document);
    if (status == TLB_LIMIT)
        fail(path, "memory out of proportion", at);
    else if (status && tlb_severity_total(context, TLB_ERROR) == 0)
        fail(path, "refused without a word", at);
    else if (!status) {
        if (tlb_save_memory(document, &written) != TLB_OK || written.size != size ||
            (size && memcmp(written.data, data, size) != 0))
            fail(path, "accepted, but written back otherwise", at);
        use(document);
    }
    tlb_document_free(document);
    tlb_context_free(context);
}

/* Which bytes are swept: all, or with --half every other one. */
static size_t first = 0, step = 1;

static void sweep_truncations(const tlb_format *format, bytes_copy source, const char *path)
{
    for (size_t size = first; size < source.size; size += step) {
        /* A block of its own: the sanitizer sees each byte read behind it. */
        uint8_t *cut = malloc(size ? size : 1);
        memcpy(cut, source.data, size);
        try_bytes(format, cut, size, path, size);
        free(cut);
    }
}

static void sweep_flips(const tlb_format *format, bytes_copy source, const char *path)
{
    for (size_t i = first; i < source.size; i += step) {
        uint8_t was = source.data[i];
        source.data[i] = (uint8_t)~was;
        try_bytes(format, source.data, source.size, path, i);
        source.data[i] = was;
    }
}

/* --- failing allocations ------------------------------------------------------------------------------ */

/* True when everything went well: no more allocations to fail. */
static bool with_budget(const tlb_format *format, bytes_copy source, uint64_t allowed)
{
    uint64_t left = allowed;
    tlb_context_options options = {.struct_size = sizeof options, .allocator = scarce_allocator(&left)};
    tlb_context *context = tlb_context_create(&options);
    if (!context)
        return false;
    tlb_document *document;
    if (tlb_open_memory(context, source.data, source.size, NULL, format, &document) == TLB_OK) {
        tlb_bytes written;
        collected json = {0};
        tlb_save_memory(document, &written);
        tlb_dump(document, NULL, (tlb_sink){collect, &json});
        tlb_document *built;
        if (json.data && tlb_build(context, json.data, json.size, NULL, &built) == TLB_OK)
            tlb_document_free(built);
        free(json.data);
        use(document);
        tlb_document_free(document);
    }
    tlb_context_free(context);
    return left > 0;
}

static void sweep_allocations(const tlb_format *format, bytes_copy source)
{
    uint64_t more;
    for (uint64_t allowed = first; !with_budget(format, source, allowed); allowed += more)
        more = step + step * allowed / 64;
}

static void sweep(const char *path)
{
    bytes_copy source = load_file(path);
    const tlb_format *format = tlb_probe(source.data, source.size, path);
    if (!format)
        fail(path, "of no known format", 0);
    else {
        sweep_truncations(format, source, path);
        sweep_flips(format, source, path);
        sweep_allocations(format, source);
        printf("%zu bytes swept: %s\n", source.size, path);
    }
    free(source.data);
}

int main(int argc, char **argv)
{
    char folder[2048], path[4096];
    if (argc > 2 && strcmp(argv[1], "--half") == 0) {
        first = strcmp(argv[2], "second") == 0;
        step = 2;
        argv += 2;
        argc -= 2;
    }
    bool corpus = argc > 2 && strcmp(argv[1], "--corpus") == 0;
    if (corpus && !corpus_folder(argv[2], folder, sizeof folder))
        return SKIPPED;
    for (int i = corpus ? 3 : 1; i < argc; i++) {
        snprintf(path, sizeof path, "%s%s%s", corpus ? folder : "", corpus ? "/" : "", argv[i]);
        sweep(path);
    }
    return failures != 0;
}
