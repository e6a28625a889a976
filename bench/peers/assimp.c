/* What assimp reads of a file: its triangles, joints (of all meshes, each once) and animations. On standard
 * error, the seconds that it takes, the best of TIMES (1); the file is in the cache.
 *
 *     assimp FILE [TIMES] */
#define _POSIX_C_SOURCE 200809L

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bones are listed once per mesh: counts those that no earlier mesh names. */
static unsigned count_joints(const struct aiScene *scene)
{
    unsigned joints = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; b++) {
            const struct aiString *name = &scene->mMeshes[m]->mBones[b]->mName;
            int seen = 0;
            for (unsigned other = 0; other < m && !seen; other++)
                for (unsigned i = 0; i < scene->mMeshes[other]->mNumBones && !seen; i++)
                    seen = strcmp(scene->mMeshes[other]->mBones[i]->mName.data, name->data) == 0;
            joints += !seen;
        }
    return joints;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    const struct aiScene *scene = NULL;
    double least = 1e9;
    int times = argc == 3 ? atoi(argv[2]) : 1;
    for (int i = 0; i < times; i++) {
        if (scene)
            aiReleaseImport(scene);
        double start = now();
        scene = argc > 1 ? aiImportFile(argv[1], aiProcess_Triangulate) : NULL;
        if (!scene) {
            printf("refused\n");
            return 1;
        }
        double seconds = now() - start;
        least = seconds < least ? seconds : least;
    }
    fprintf(stderr, "%f\n", least);
    if (!scene)
        return 1;
    unsigned triangles = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned f = 0; f < scene->mMeshes[m]->mNumFaces; f++)
            triangles += scene->mMeshes[m]->mFaces[f].mNumIndices == 3;
    printf("%u triangles, %u joints, %u animations\n", triangles, count_joints(scene), scene->mNumAnimations);
    aiReleaseImport(scene);
    return 0;
}
