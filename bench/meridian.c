/* Rooms: the largest ones rebuilt, and a path from their first leaf to their last; all of them read and
 * written; all of them to GLB. */
#include "bench.h"
#include "files.h"

#include "base/text.h"

#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 3, TRIES = 5 };

static tlb_document *open_room(tlb_context *context, const char *path)
{
    tlb_document *document;
    return tlb_open_path(context, path, NULL, &document) == TLB_OK ? document : NULL;
}

static uint32_t walls_of(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = open_room(context, path);
    const tlb_roo *room = document ? tlb_document_roo(document) : NULL;
    uint32_t walls = room ? room->editorWalls.count : 0;
    tlb_document_free(document);
    tlb_context_free(context);
    return walls;
}

/* The middle of a leaf; the first, or the last. */
static void leaf_middle(const tlb_roo *room, bool last, double middle[2])
{
    for (uint32_t i = 0; i < room->nodes.count; i++) {
        const tlb_roo_node *node = &room->nodes.data[last ? room->nodes.count - 1 - i : i];
        if (node->type != TLB_ROO_LEAF)
            continue;
        middle[0] = (node->box[0] + node->box[2]) / 2;
        middle[1] = (node->box[1] + node->box[3]) / 2;
        return;
    }
}

static void bench_room(const char *path)
{
    double rebuild = 1e9, find = 1e9;
    uint32_t version = 0, walls = 0;
    for (int i = 0; i < TRIES; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = open_room(context, path);
        tlb_roo *room = document ? tlb_document_roo(document) : NULL;
        tlb_roo_path way;
        if (!room)
            abort();
        double start = now();
        if (tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS) != TLB_OK)
            abort();
        keep_least(&rebuild, now() - start);
        double from[2] = {0}, to[2] = {0};
        leaf_middle(room, false, from);
        leaf_middle(room, true, to);
        start = now();
        if (tlb_roo_find_path(document, from, to, &way) != TLB_OK)
            abort();
        keep_least(&find, now() - start);
        version = room->version;
        walls = room->editorWalls.count;
        tlb_document_free(document);
        tlb_context_free(context);
    }
    printf("%-42.42s version %u, %u editor walls | rebuild %.0f ms | path %.1f ms\n", strrchr(path, '/') + 1,
           version, walls, rebuild * 1e3, find * 1e3);
}

/* --- rebuilding --------------------------------------------------------------------------------------- */

static void bench_rebuild(void)
{
    char buffer[4096];
    const char *folder = corpus_folder("meridian/rooms", buffer, sizeof buffer);
    if (!folder)
        return;
    file_list list = list_files(folder);
    uint32_t *walls = calloc(list.count + 1, sizeof *walls);
    for (size_t i = 0; walls && i < list.count; i++)
        walls[i] = walls_of(list.paths[i]);
    for (int n = 0; walls && n < LARGEST && list.count; n++) {
        size_t largest = 0;
        for (size_t i = 0; i < list.count; i++)
            largest = walls[i] > walls[largest] ? i : largest;
        bench_room(list.paths[largest]);
        walls[largest] = 0;
    }
    free(walls);
    free_files(&list);
}

/* --- scenes ------------------------------------------------------------------------------------------- */

static size_t convert_room(const char *path, bytes_copy source)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *none = tlb_assets_create(context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = none};
    tlb_document *document;
    tlb_files *files;
    if (tlb_open_memory(context, source.data, source.size, path, NULL, &document) != TLB_OK ||
        tlb_convert(document, tlb_format_by_name("glb"), "bench.glb", &options, &files) != TLB_OK)
        abort();
    size_t size = files->data[0].bytes.size;
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_assets_free(none);
    tlb_context_free(context);
    return size;
}

static void bench_scenes(void)
{
    char buffer[4096];
    const char *folder = corpus_folder("meridian", buffer, sizeof buffer);
    if (!folder)
        return;
    file_list list = list_files(folder);
    double least = 1e9, in = 0, out = 0;
    size_t rooms = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double seconds = 0;
        in = out = 0;
        rooms = 0;
        for (size_t i = 0; i < list.count; i++) {
            if (strcmp(tlb_path_extension(list.paths[i]), "roo") != 0)
                continue;
            bytes_copy source = load_file(list.paths[i]);
            double start = now();
            out += (double)convert_room(list.paths[i], source);
            seconds += now() - start;
            in += (double)source.size;
            rooms++;
            free(source.data);
        }
        keep_least(&least, seconds);
    }
    printf("%zu rooms, %.1f MB, to %.1f MB of GLB without textures: %.3f s\n", rooms, in / 1e6, out / 1e6,
           least);
    free_files(&list);
}

void bench_meridian(void)
{
    bench_kind("meridian", "roo");
    bench_kind("meridian", "bgf");
    bench_rebuild();
    bench_scenes();
}
