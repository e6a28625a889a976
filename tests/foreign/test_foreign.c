/* Formats that libassimp reads: its own test models, against its own export to glTF as read here.
 *
 *     test_foreign [FOLDER]      without a folder, the models of Debian's package assimp-testmodels */
#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trilobite/trilobite.h"

enum { SKIP = 77 };

static unsigned compared, refused, differ;

/* Models that assimp exports with another box than it imports: of these only the triangles are compared. */
static bool has_other_box(const char *path)
{
    return strstr(path, "close_to_identity_transforms.fbx") || strstr(path, "huesitos.fbx");
}

static bool is_near(const tlb_scene_stats *a, const tlb_scene_stats *b)
{
    float size = 0, off = 0;
    for (int k = 0; k < 3; k++) {
        size = fmaxf(size, b->high[k] - b->low[k]);
        off = fmaxf(off, fmaxf(fabsf(a->low[k] - b->low[k]), fabsf(a->high[k] - b->high[k])));
    }
    return off <= 1e-3f * size + 1e-6f;
}

static tlb_scene *read_scene(tlb_document *document)
{
    tlb_scene *scene = NULL;
    return tlb_document_scene(document, NULL, &scene) ? NULL : scene;
}

static void export_file(const char *path, FILE *out)
{
    struct aiPropertyStore *store = aiCreatePropertyStore();
    aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyInteger(store, AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const struct aiScene *scene = aiImportFileExWithProperties(
        path, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_FlipUVs | aiProcess_GlobalScale, NULL,
        store);
    const struct aiExportDataBlob *blob = scene ? aiExportSceneToBlob(scene, "glb2", 0) : NULL;
    if (blob)
        fwrite(blob->data, 1, blob->size, out);
    fflush(out);
}

/* The stats of assimp's own GLB; false: it has none. Its exporter crashes on some models, so it has a process
 * of its own. */
static bool export_stats(tlb_context *context, const char *path, tlb_scene_stats *stats)
{
    FILE *file = tmpfile();
    int ended = 0;
    pid_t child = file ? fork() : -1;
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        export_file(path, file);
        _exit(0);
    }
    if (child > 0)
        waitpid(child, &ended, 0);
    long size = child > 0 && !ended && !fseek(file, 0, SEEK_END) ? ftell(file) : 0;
    void *data = size > 0 ? malloc((size_t)size) : NULL;
    tlb_document *document = NULL;
    tlb_scene *read = NULL;
    if (data) {
        rewind(file);
        if (fread(data, 1, (size_t)size, file) == (size_t)size &&
            !tlb_open_memory(context, data, (size_t)size, "a.glb", NULL, &document))
            read = read_scene(document);
    }
    bool good = read && !tlb_scene_measure(context, read, stats);
    tlb_scene_free(read);
    tlb_document_free(document);
    free(data);
    if (file)
        fclose(file);
    return good;
}

static void try_file(const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = NULL;
    tlb_scene *scene = NULL;
    tlb_scene_stats ours, theirs;
    tlb_status status = tlb_open_path(context, path, NULL, &document);
    if (!status && strcmp(tlb_format_info_of(tlb_document_format(document))->family, "foreign") != 0)
        status = TLB_UNSUPPORTED;
    else if (!status && !(scene = read_scene(document))) {
        status = TLB_INVALID;
        if (!tlb_diagnostic_count(context)) {
            printf("%s: refused without a reason\n", path);
            differ++;
        }
    }
    refused += status != TLB_OK;
    if (scene) {
        if (tlb_scene_validate(context, scene) || tlb_scene_measure(context, scene, &ours)) {
            printf("%s: invalid scene\n", path);
            differ++;
        } else if (export_stats(context, path, &theirs)) {
            compared++;
            if (ours.triangles != theirs.triangles ||
                (ours.triangles && !has_other_box(path) && !is_near(&ours, &theirs))) {
                printf("%s: %llu triangles from %g %g %g to %g %g %g, by assimp %llu from %g %g %g to %g %g "
                       "%g\n",
                       path, (unsigned long long)ours.triangles, (double)ours.low[0], (double)ours.low[1],
                       (double)ours.low[2], (double)ours.high[0], (double)ours.high[1], (double)ours.high[2],
                       (unsigned long long)theirs.triangles, (double)theirs.low[0], (double)theirs.low[1],
                       (double)theirs.low[2], (double)theirs.high[0], (double)theirs.high[1],
                       (double)theirs.high[2]);
                differ++;
            }
        }
    }
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

static bool try_folder(const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d))) {
        char path[5000];
        const tlb_format *format = tlb_format_by_path(e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (format && strcmp(tlb_format_info_of(format)->family, "foreign") == 0)
            try_file(path);
    }
    if (d)
        closedir(d);
    return d != NULL;
}

int main(int count, char **arguments)
{
    static const char *const folders[] = {"FBX",      "Collada", "3DS",  "MD5", "SMD",
                                          "LWO/LWO2", "X",       "MS3D", "PLY", "STL"};
    bool any = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", count > 1 ? arguments[1] : "/usr/share/assimp/models",
                 folders[i]);
        any |= try_folder(path);
    }
    if (!any)
        return SKIP;
    printf("%u compared, %u refused, %u differ\n", compared, refused, differ);
    return differ || !compared;
}
