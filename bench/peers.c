#define _POSIX_C_SOURCE 200809L

#include "peers.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef TLB_WITH_ASSIMP
#include <assimp/cimport.h>
#include <assimp/scene.h>
#endif

double time_assimp(const void *data, size_t size, const char *extension)
{
#ifdef TLB_WITH_ASSIMP
    double start = now();
    const struct aiScene *scene = aiImportFileFromMemory(data, (unsigned)size, 0, extension);
    double seconds = now() - start;
    if (!scene)
        return 0;
    aiReleaseImport(scene);
    return seconds;
#else
    (void)data, (void)size, (void)extension;
    return 0;
#endif
}

double time_peer(const char *program, const void *data, size_t size)
{
    double seconds = 0;
    char path[] = "/tmp/trilobite-bench-XXXXXX", command[4096];
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "wb");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out))
        abort();
    snprintf(command, sizeof command, "'%s' '%s'", program, path);
    FILE *in = popen(command, "r");
    if (!in || fscanf(in, "%lf", &seconds) != 1)
        seconds = 0;
    if (in)
        pclose(in);
    remove(path);
    return seconds;
}
