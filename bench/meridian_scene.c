#include "bench.h"
#include "files.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t convert_room(const char *path, bytes_copy source)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_assets *none = tlb_assets_create(context);
    tlb_convert_options options = {.assets = none};
    tlb_document *document;
    tlb_files *files;
    if (tlb_open_memory(&document, context, source.data, source.size, path, NULL) != TLB_OK ||
        tlb_convert(document, tlb_format_by_name("glb"), "bench.glb", &options, &files) != TLB_OK)
        abort();
    size_t size = files->data[0].bytes.size;
    tlb_files_free(files);
    tlb_document_free(document);
    tlb_assets_free(none);
    tlb_context_free(context);
    return size;
}

void bench_meridian_scenes(void)
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
