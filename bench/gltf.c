/* GLB: hills of a million triangles, against assimp and tinygltf where these are installed. */
#include "bench.h"
#include "hills.h"
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 10, THEIRS_EVERY = 5 };

typedef struct figures {
    double open, save, scene, memory;
} figures;

static void time_ours(figures *f, tlb_bytes glb)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_scene *scene;
    tlb_bytes bytes;
    double start = now();
    if (tlb_open_memory(context, glb.data, glb.size, "hills.glb", NULL, &document) != TLB_OK)
        abort();
    keep_least(&f->open, now() - start);
    start = now();
    if (tlb_document_scene(document, NULL, &scene) != TLB_OK)
        abort();
    keep_least(&f->scene, now() - start);
    f->memory = (double)(tlb_memory_peak(context) + glb.size) / (double)glb.size;
    tlb_scene_free(scene);
    start = now();
    if (tlb_save_memory(document, &bytes) != TLB_OK || bytes.size != glb.size ||
        memcmp(bytes.data, glb.data, glb.size) != 0)
        abort();
    keep_least(&f->save, now() - start);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void compare(const char *name, double theirs, const figures *f)
{
    if (theirs > 0)
        printf("GLB: %s %.1f ms, ours in %.1f times less (document and scene)\n", name, theirs * 1e3,
               theirs / (f->open + f->scene));
}

void bench_gltf(void)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_files *files = write_hills(context, "glb");
    tlb_bytes glb = files->data[0].bytes;
    double megabytes = (double)glb.size / 1e6, assimp = 1e9, tinygltf = 1e9;
    figures f = {1e9, 1e9, 1e9, 0};
    for (int i = 0; i < TIMES; i++) {
        time_ours(&f, glb);
        if (i % THEIRS_EVERY == 0) {
            keep_least(&assimp, time_assimp(glb.data, glb.size, "glb"));
#ifdef TLB_TINYGLTF
            keep_least(&tinygltf, time_peer(TLB_TINYGLTF, glb.data, glb.size));
#endif
        }
    }
    printf("GLB of %d triangles, %.1f MB: open %.2f ms, scene %.2f ms (together %.0f MB/s), save %.2f ms, "
           "memory with the file %.2f times the file\n",
           HILLS_SIDE * HILLS_SIDE * 2, megabytes, f.open * 1e3, f.scene * 1e3,
           megabytes / (f.open + f.scene), f.save * 1e3, f.memory);
    compare("assimp", assimp, &f);
    compare("tinygltf", tinygltf < 1e9 ? tinygltf : 0, &f);
    tlb_files_free(files);
    tlb_context_free(context);
}
