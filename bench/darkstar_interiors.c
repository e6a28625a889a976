/* Interiors: geometry and lighting read, the largest of each; every light map of the latter decoded. */
#include "bench.h"
#include "files.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest file of an extension; "" when there is none. */
static bytes_copy largest_of(const file_list *list, const char *extension, const char **path)
{
    bytes_copy best = {0};
    for (size_t i = 0; i < list->count; i++) {
        if (!tlb_same_nocase(tlb_path_extension(list->paths[i]), extension))
            continue;
        bytes_copy file = load_file(list->paths[i]);
        if (file.size > best.size) {
            free(best.data);
            best = file;
            *path = list->paths[i];
        } else
            free(file.data);
    }
    return best;
}

/* Luxels decoded. */
static double decode_maps(const tlb_dil *dil, double *least)
{
    static uint16_t luxels[255 * 255];
    double start = now(), count = 0;
    for (uint32_t i = 0; i < dil->surfaces.count; i++) {
        const tlb_dil_surface *s = &dil->surfaces.data[i];
        if (tlb_dil_decode(dil, s->map, s->w, s->h, luxels, NULL))
            count += s->w * s->h;
    }
    keep_least(least, now() - start);
    return count;
}

static void bench_largest(const file_list *list, const char *extension)
{
    const char *path = NULL;
    bytes_copy file = largest_of(list, extension, &path);
    double open = 1e9, decode = 1e9, luxels = 0;
    if (!path)
        return;
    for (int i = 0; i < ROUNDS; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        double start = now();
        if (tlb_open_memory(context, file.data, file.size, path, NULL, &document) != TLB_OK)
            abort();
        keep_least(&open, now() - start);
        if (tlb_document_dil(document))
            luxels = decode_maps(tlb_document_dil(document), &decode);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    printf("%-42.42s %6.2f MB | open %5.0f MB/s", strrchr(path, '/') + 1, (double)file.size / 1e6,
           (double)file.size / 1e6 / open);
    if (luxels > 0)
        printf(" | light maps %5.0f million luxels/s", luxels / 1e6 / decode);
    printf("\n");
    free(file.data);
}

void bench_darkstar_interiors(void)
{
    char buffer[4096];
    const char *folder = corpus_folder("darkstar", buffer, sizeof buffer);
    if (!folder)
        return;
    file_list list = list_files(folder);
    bench_largest(&list, "dig");
    bench_largest(&list, "dil");
    free_files(&list);
}
