/* Volumes: members to files against `cp`, and the codecs. */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"
#include "files.h"
#include "temporary.h"

#include "base/context.h"
#include "base/platform.h"
#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/rle.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

static double run(const char *program, char *const *arguments)
{
    pid_t child;
    int status;
    double start = now();
    if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) != 0 ||
        waitpid(child, &status, 0) < 0 || status)
        abort();
    return now() - start;
}

/* The members of a volume many times over in one of `path`: beside it the start of a process does not
 * count. */
static size_t make_large(tlb_context *context, const char *source, const char *path)
{
    enum { TIMES = 24 };
    tlb_document *document, *large;
    tlb_members members;
    tlb_bytes bytes;
    if (tlb_open_path(context, source, NULL, &document) || tlb_archive_list(document, &members) ||
        tlb_document_create(context, tlb_document_format(document), NULL, &large))
        abort();
    tlb_arena names;
    tlb_arena_init(&names, context->account);
    tlb_change *changes = tlb_zalloc_array(&names, members.count, TIMES * sizeof *changes);
    for (uint32_t i = 0; i < members.count * TIMES; i++) {
        uint32_t member = i % members.count;
        changes[i].name = tlb_arena_printf(&names, "%u-%s", i / members.count, members.data[member].name);
        if (tlb_archive_read(document, member, &changes[i].bytes)) /* stored: the bytes are the document's */
            abort();
    }
    if (tlb_archive_change(large, changes, members.count * TIMES) || tlb_save_memory(large, &bytes) ||
        tlb_file_save(context, path, bytes, true))
        abort();
    tlb_document_free(large);
    tlb_document_free(document);
    tlb_arena_release(&names);
    return bytes.size;
}

/* A whole process each: `extract`, and `cp -r` of what it made. */
static void bench_extraction(const char *source)
{
    enum { EXTRACTIONS = 8 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *work = make_temporary_folder(&arena);
    char *volume = tlb_arena_printf(&arena, "%s/large.vol", work);
    char *first = tlb_arena_printf(&arena, "%s/first", work),
         *target = tlb_arena_printf(&arena, "%s/target", work);
    char *extract_first[] = {TLB_COMMAND, "extract", volume, "-C", first, NULL};
    char *extract[] = {TLB_COMMAND, "extract", volume, "-C", target, NULL};
    char *copy[] = {"cp", "-r", first, target, NULL};
    double extracted = 1e9, copied = 1e9, megabytes = (double)make_large(context, source, volume) / 1e6;
    run(TLB_COMMAND, extract_first);
    for (int i = 0; i < EXTRACTIONS; i++) {
        keep_least(&extracted, run(TLB_COMMAND, extract));
        remove_folder(target);
        keep_least(&copied, run("cp", copy));
        remove_folder(target);
    }
    remove_folder(work);
    printf("%-42.42s %6.2f MB | extract %5.0f MB/s | cp -r of the members %5.0f (%.2f)\n",
           strrchr(source, '/') + 1, megabytes, megabytes / extracted, megabytes / copied,
           copied / extracted);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

typedef struct codec {
    const char *name;
    void (*encode)(tlb_bytes source, tlb_buffer *out);
    size_t (*decode)(tlb_bytes source, uint8_t *out, size_t size);
    double encoded, decoded; /* seconds */
    size_t packed;
} codec;

static void time_codec(tlb_context *context, codec *c, tlb_bytes bytes)
{
    enum { ENCODINGS = 5 };
    tlb_buffer packed = {.account = context->account};
    uint8_t *out = malloc(bytes.size + 1);
    double encoded = 1e9, decoded = 1e9;
    for (int i = 0; i < ENCODINGS; i++) {
        packed.size = 0;
        double start = now();
        c->encode(bytes, &packed);
        keep_least(&encoded, now() - start);
    }
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        c->decode((tlb_bytes){packed.data, packed.size}, out, bytes.size);
        keep_least(&decoded, now() - start);
    }
    c->encoded += encoded;
    c->decoded += decoded;
    c->packed += packed.size;
    tlb_buffer_free(&packed);
    free(out);
}

/* On the members of a volume that has them LZH packed. */
static void bench_codecs(const char *path)
{
    codec codecs[] = {{"LZH", tlb_darkstar_lzh_encode, tlb_darkstar_lzh_decode, 0, 0, 0},
                      {"RLE", tlb_darkstar_rle_encode, tlb_darkstar_rle_decode, 0, 0, 0}};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_members members;
    size_t size = 0;
    if (tlb_open_path(context, path, NULL, &document) || tlb_archive_list(document, &members))
        abort();
    for (uint32_t i = 0; i < members.count; i++) {
        tlb_bytes bytes;
        if (tlb_archive_read(document, i, &bytes) != TLB_OK)
            abort();
        size += bytes.size;
        for (int k = 0; k < 2; k++)
            time_codec(context, &codecs[k], bytes);
    }
    for (int k = 0; k < 2; k++)
        printf("%-42.42s %6.2f MB | %s packs to %.2f | decode %5.0f MB/s of output | encode %5.1f\n",
               strrchr(path, '/') + 1, (double)size / 1e6, codecs[k].name,
               (double)codecs[k].packed / (double)size, (double)size / 1e6 / codecs[k].decoded,
               (double)size / 1e6 / codecs[k].encoded);
    tlb_document_free(document);
    tlb_context_free(context);
}

void bench_darkstar_vol(void)
{
    char folder[4096], path[8192];
    if (!corpus_folder("darkstar", folder, sizeof folder))
        return;
    snprintf(path, sizeof path, "%s/ssr/Terrain/Ice.Sim.vol", folder);
    bench_extraction(path);
    snprintf(path, sizeof path, "%s/asr/scripts.vol", folder);
    bench_codecs(path);
}
