/* What assimp reads of a file: its triangles, joints (of all meshes, each once) and animations. */
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <stdio.h>
#include <string.h>

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

int main(int argc, char **argv)
{
    const struct aiScene *scene = argc == 2 ? aiImportFile(argv[1], aiProcess_Triangulate) : NULL;
    if (!scene) {
        printf("refused\n");
        return 1;
    }
    unsigned triangles = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned f = 0; f < scene->mMeshes[m]->mNumFaces; f++)
            triangles += scene->mMeshes[m]->mFaces[f].mNumIndices == 3;
    printf("%u triangles, %u joints, %u animations\n", triangles, count_joints(scene), scene->mNumAnimations);
    aiReleaseImport(scene);
    return 0;
}
