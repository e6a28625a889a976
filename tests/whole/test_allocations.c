/* Allocations of each direction and conversion failing alone: a call that goes on without the memory, and
 * succeeds, must have made the same bytes as with it. Of the allocations that the same functions make for
 * each other one fails, or one of each size where the system does not tell who calls; all of them where
 * TLB_FULL is set. Files after --glb are made into GLB first.
 *
 *     test_allocations FILE... [--glb FILE...] */
#include "everything.h"
#include "fault.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define CALLERS 8
#endif
#endif

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
    const tlb_convert_options options = everything_of(document);
    tlb_files *files = NULL;
    tlb_status status = tlb_convert(document, target, "model", &options, &files);
    for (uint32_t i = 0; !status && i < files->count; i++) {
        collect(result, files->data[i].name, strlen(files->data[i].name));
        collect(result, files->data[i].bytes.data, files->data[i].bytes.size);
    }
    tlb_files_free(files);
    return status;
}

/* --- which allocations fail ---------------------------------------------------------------------------- */

/* The allocations of a job that are tried, by their numbers. */
typedef struct choice {
    uint64_t *at, made;
    size_t count, room;
} choice;

static void choose(choice *c, uint64_t at)
{
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->at = realloc(c->at, c->room * sizeof *c->at);
    }
    c->at[c->count++] = at;
}

/* Hashes of who called, or of what for, which are not 0. */
static bool is_new(size_t size)
{
    enum { SLOTS = 1 << 18 };
    static uint64_t seen[SLOTS];
    uint64_t hash = 0xcbf29ce484222325u;
#ifdef CALLERS
    void *callers[CALLERS];
    int count = backtrace(callers, CALLERS);
    (void)size;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)callers[i]) * 0x9e3779b97f4a7c15u;
#else
    hash = (hash ^ size) * 0x9e3779b97f4a7c15u;
#endif
    hash |= 1;
    size_t slot = hash >> 46;
    while (seen[slot] && seen[slot] != hash)
        slot = (slot + 1) % SLOTS;
    bool new = !seen[slot];
    seen[slot] = hash;
    return new;
}

static void *allocate_chosen(void *user, size_t size)
{
    choice *c = user;
    if (is_new(size) || getenv("TLB_FULL"))
        choose(c, c->made);
    c->made++;
    return malloc(size);
}

static void release(void *user, void *memory, size_t size)
{
    (void)user, (void)size;
    free(memory);
}

/* --- running ------------------------------------------------------------------------------------------- */

static tlb_status run(const subject *s, job work, const tlb_format *target, tlb_allocator allocator,
                      collected *result)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.allocator = allocator;
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
    choice chosen = {0};
    tlb_status undisturbed =
        run(s, work, target, (tlb_allocator){allocate_chosen, release, &chosen}, &expected);
    for (size_t i = 0; i < chosen.count && !undisturbed; i++) {
        collected result = {0};
        fault f = {.at = chosen.at[i]};
        tlb_status status = run(s, work, target, fault_allocator(&f), &result);
        bool same = result.size == expected.size && memcmp(result.data, expected.data, result.size) == 0;
        if (f.failed && status != TLB_NO_MEMORY && (status || !same)) {
            fprintf(stderr, "%s, %s: allocation %llu of %llu: %s\n", s->path, what,
                    (unsigned long long)chosen.at[i], (unsigned long long)chosen.made,
                    status ? tlb_status_text(status) : "another result");
            failures++;
        }
        free(result.data);
    }
    free(chosen.at);
    free(expected.data);
}

static void try_subject(const subject *s)
{
    unsigned abilities = tlb_format_info_of(s->format)->abilities;
    fail_each(s, read_and_write, NULL, "reading and writing");
    fail_each(s, build, NULL, "build");
    if (abilities & TLB_CAN_CHECK)
        fail_each(s, check, NULL, "check");
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format *target = tlb_format_at(i);
        const tlb_format_info *info = tlb_format_info_of(target);
        bool makes = info->abilities & TLB_CAN_IMPORT_SCENE ||
                     (target == s->format && abilities & TLB_CAN_CONVERT_VERSION);
        if (makes && strcmp(info->name, "html") != 0) /* large, and made as a GLB is */
            fail_each(s, convert, target, info->name);
    }
}

static bytes_copy glb_of(const subject *s)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = NULL;
    tlb_files *files = NULL;
    bytes_copy made = {0};
    if (!tlb_open_memory(context, s->source.data, s->source.size, s->path, s->format, &document) &&
        !tlb_convert(document, tlb_format_by_name("glb"), "model.glb", NULL, &files)) {
        made.size = files->data[0].bytes.size;
        made.data = malloc(made.size);
        memcpy(made.data, files->data[0].bytes.data, made.size);
    }
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_context_free(context);
    return made;
}

static void try_file(const char *path, bool as_glb)
{
    subject s = {.path = path, .source = load_file(path)};
    s.format = tlb_probe(s.source.data, s.source.size, path);
    if (s.format && as_glb) {
        bytes_copy glb = glb_of(&s);
        free(s.source.data);
        s = (subject){path, tlb_format_by_name("glb"), glb};
    }
    if (s.format && s.source.data)
        try_subject(&s);
    else {
        fprintf(stderr, "%s: of no known format, or without a GLB\n", path);
        failures++;
    }
    free(s.source.data);
}

int main(int argc, char **argv)
{
    bool as_glb = false;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--glb") == 0)
            as_glb = true;
        else
            try_file(argv[i], as_glb);
    return failures != 0;
}
