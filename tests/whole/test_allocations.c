/* Each allocation of each direction and conversion failing alone: a call that goes on without the memory, and
 * succeeds, must have made the same bytes as with it. Of a job with many allocations, so many spread evenly
 * over it; all of them where TLB_FULL is set.
 *
 *     test_allocations FILE... */
#include "fault.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 60 };

static int failures;

typedef struct subject {
    const char *path;
    const tlb_format *format;
    bytes_copy source;
} subject;

/* What is tried: it adds what was made to `result`. */
typedef tlb_status (*job)(tlb_document *document, const tlb_format *target, collected *result);

static tlb_status read_and_write(tlb_document *document, const tlb_format *target, collected *result)
{
    (void)target;
    tlb_bytes written;
    tlb_status status = tlb_save_memory(document, &written);
    if (!status)
        collect(result, written.data, written.size);
    if (!status)
        status = tlb_dump(document, NULL, (tlb_sink){collect, result});
    return status ? status : tlb_map(document, NULL, (tlb_sink){collect, result});
}

static tlb_status build(tlb_document *document, const tlb_format *target, collected *result)
{
    (void)target;
    collected json = {0};
    tlb_document *built = NULL;
    tlb_bytes written;
    tlb_status status = tlb_dump(document, NULL, (tlb_sink){collect, &json});
    if (!status)
        status = tlb_build(tlb_document_context(document), json.data, json.size, NULL, &built);
    if (!status)
        status = tlb_save_memory(built, &written);
    if (!status)
        collect(result, written.data, written.size);
    tlb_document_free(built);
    free(json.data);
    return status;
}

static tlb_status check(tlb_document *document, const tlb_format *target, collected *result)
{
    (void)target;
    tlb_status status = tlb_check(document, NULL);
    const tlb_context *context = tlb_document_context(document);
    for (size_t i = 0; i < tlb_code_count(); i++) {
        uint64_t total = tlb_code_total(context, tlb_code_at(i));
        collect(result, &total, sizeof total);
    }
    return status;
}

static tlb_status convert(tlb_document *document, const tlb_format *target, collected *result)
{
    static const tlb_roo_read_options room = {.head = {sizeof room, "tlb_roo_read_options"}, .editor = true};
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .from = tlb_document_roo(document) ? &room.head : NULL,
                                         .lod = {true, TLB_LOD_ALL},
                                         .collision = true,
                                         .zones = true};
    tlb_files *files = NULL;
    tlb_status status = tlb_convert(document, target, "model", &options, &files);
    for (uint32_t i = 0; !status && i < files->count; i++) {
        collect(result, files->data[i].name, strlen(files->data[i].name));
        collect(result, files->data[i].bytes.data, files->data[i].bytes.size);
    }
    tlb_files_free(files);
    return status;
}

static tlb_status run(const subject *s, job work, const tlb_format *target, fault *f, collected *result)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.allocator = fault_allocator(f);
    tlb_context *context = tlb_context_create(&options);
    tlb_document *document = NULL;
    tlb_status status =
        context ? tlb_open_memory(context, s->source.data, s->source.size, s->path, s->format, &document)
                : TLB_NO_MEMORY;
    if (!status)
        status = work(document, target, result);
    tlb_document_free(document);
    tlb_context_free(context);
    return status;
}

static void fail_each(const subject *s, job work, const tlb_format *target, const char *what)
{
    collected expected = {0};
    fault f = {.at = UINT64_MAX};
    tlb_status undisturbed = run(s, work, target, &f, &expected);
    uint64_t count = f.made, tries = count > MOST_TRIES && !getenv("TLB_FULL") ? MOST_TRIES : count;
    for (uint64_t i = 0; i < tries && !undisturbed; i++) {
        uint64_t at = i * count / tries;
        collected result = {0};
        f = (fault){.at = at};
        tlb_status status = run(s, work, target, &f, &result);
        bool same = result.size == expected.size && memcmp(result.data, expected.data, result.size) == 0;
        if (f.failed && status != TLB_NO_MEMORY && (status || !same)) {
            fprintf(stderr, "%s, %s: allocation %llu of %llu: %s\n", s->path, what, (unsigned long long)at,
                    (unsigned long long)count, status ? tlb_status_text(status) : "another result");
            failures++;
        }
        free(result.data);
    }
    free(expected.data);
}

static void try_file(const char *path)
{
    subject s = {.path = path, .source = load_file(path)};
    s.format = tlb_probe(s.source.data, s.source.size, path);
    if (!s.format) {
        fprintf(stderr, "%s: of no known format\n", path);
        failures++;
    } else {
        unsigned abilities = tlb_format_info_of(s.format)->abilities;
        fail_each(&s, read_and_write, NULL, "reading and writing");
        fail_each(&s, build, NULL, "build");
        if (abilities & TLB_CAN_CHECK)
            fail_each(&s, check, NULL, "check");
        for (size_t i = 0; i < tlb_format_count(); i++) {
            const tlb_format *target = tlb_format_at(i);
            const tlb_format_info *info = tlb_format_info_of(target);
            bool makes = info->abilities & TLB_CAN_IMPORT_SCENE ||
                         (target == s.format && abilities & TLB_CAN_CONVERT_VERSION);
            if (makes && strcmp(info->name, "html") != 0) /* large, and made as a GLB is */
                fail_each(&s, convert, target, info->name);
        }
    }
    free(s.source.data);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        try_file(argv[i]);
    return failures != 0;
}
