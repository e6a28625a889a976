/* The seconds that a file takes to a scene, the best of TIMES (3); the file is in the cache.
 *
 *     peer_trilobite FILE [TIMES] */
#define _POSIX_C_SOURCE 200809L

#include <trilobite/trilobite.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    double least = 1e9;
    int times = argc > 2 ? atoi(argv[2]) : 3;
    for (int i = 0; i < times; i++) {
        double start = now();
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_scene *scene;
        if (tlb_open_path(context, argv[1], NULL, &document) || tlb_document_scene(document, NULL, &scene))
            return 1;
        double seconds = now() - start;
        least = seconds < least ? seconds : least;
        tlb_scene_free(scene);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    printf("%f\n", least);
    return 0;
}
