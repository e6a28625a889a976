/* The formats that libassimp reads. */
#include "formats/foreign/foreign.h"

#include "base/bytes.h"
#include "layout/fields.h"

#include <assimp/cimport.h>

#include <string.h>

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(foreign_root)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_walk_remaining(w, "data", &((foreign_root *)*root)->data);
}

static bool begins(tlb_bytes source, const char *word)
{
    size_t size = strlen(word);
    return source.size >= size && memcmp(source.data, word, size) == 0;
}

enum { SURE = 100, LIKELY = 70, MAYBE = 10 };

static int probe_fbx(tlb_bytes source)
{
    return begins(source, "Kaydara FBX Binary") ? SURE : begins(source, "; FBX ") ? LIKELY : 0;
}

static int probe_dae(tlb_bytes source)
{
    enum { HEAD = 1024 };
    static const char tag[] = "<COLLADA";
    size_t most = source.size < HEAD ? source.size : HEAD;
    for (size_t i = 0; i + sizeof tag <= most; i++)
        if (memcmp(source.data + i, tag, sizeof tag - 1) == 0)
            return SURE;
    return 0;
}

static int probe_3ds(tlb_bytes source)
{
    return begins(source, "MM") && source.size > 8 && tlb_get_le32(source.data + 2) <= source.size ? LIKELY
                                                                                                   : 0;
}

static int probe_md5mesh(tlb_bytes source)
{
    return begins(source, "MD5Version") ? SURE : 0;
}

static int probe_smd(tlb_bytes source)
{
    return begins(source, "version 1") ? LIKELY : 0;
}

static int probe_lwo(tlb_bytes source)
{
    return begins(source, "FORM") && source.size > 12 &&
                   (memcmp(source.data + 8, "LWO2", 4) == 0 || memcmp(source.data + 8, "LWOB", 4) == 0)
               ? SURE
               : 0;
}

static int probe_x(tlb_bytes source)
{
    return begins(source, "xof 0") ? SURE : 0;
}

static int probe_ms3d(tlb_bytes source)
{
    return begins(source, "MS3D000000") ? SURE : 0;
}

static int probe_ply(tlb_bytes source)
{
    return begins(source, "ply\n") || begins(source, "ply\r") ? SURE : 0;
}

static int probe_stl(tlb_bytes source)
{
    enum { HEADER = 84, TRIANGLE = 50 };
    bool binary = source.size >= HEADER &&
                  source.size == HEADER + (uint64_t)tlb_get_le32(source.data + HEADER - 4) * TRIANGLE;
    return binary ? LIKELY : begins(source, "solid") ? MAYBE : 0;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    tlb_status status;
    const struct aiScene *scene = tlb_foreign_import(document, NULL, &status);
    if (!scene)
        return status;
    for (uint32_t i = 0; i < scene->mNumMeshes; i++) {
        summary->vertices += scene->mMeshes[i]->mNumVertices;
        summary->triangles += scene->mMeshes[i]->mNumFaces;
    }
    for (uint32_t i = 0; i < scene->mNumAnimations; i++) {
        const struct aiAnimation *a = scene->mAnimations[i];
        double rate = a->mTicksPerSecond > 0 ? a->mTicksPerSecond : 25;
        tlb_summary_add_animation(summary, tlb_copy_text(summary->arena, a->mName.data, a->mName.length),
                                  (float)(a->mDuration / rate));
    }
    tlb_value_add_integer(summary->arena, table, "meshes", scene->mNumMeshes);
    tlb_value_add_integer(summary->arena, table, "materials", scene->mNumMaterials);
    aiReleaseImport(scene);
    return TLB_OK;
}

#define FOREIGN(format, name_of, ...)                                                                        \
    const tlb_format tlb_format_##format = {                                                                 \
        .info = {.name = #format,                                                                            \
                 .title = name_of,                                                                           \
                 .family = "foreign",                                                                        \
                 .versions = "those of libassimp",                                                           \
                 .extensions = (const char *const[]){__VA_ARGS__, NULL},                                     \
                 .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_EXPORT_SCENE},                           \
        .probe = probe_##format,                                                                             \
        .walk = walk,                                                                                        \
        .describe = describe,                                                                                \
        .to_scene = tlb_foreign_to_scene,                                                                    \
    }

FOREIGN(fbx, "Autodesk FBX", "fbx");
FOREIGN(dae, "COLLADA", "dae");
FOREIGN(3ds, "3D Studio", "3ds");
FOREIGN(md5mesh, "Doom 3 model", "md5mesh");
FOREIGN(smd, "Valve StudioMDL source", "smd");
FOREIGN(lwo, "LightWave object", "lwo");
FOREIGN(x, "DirectX model", "x");
FOREIGN(ms3d, "MilkShape 3D", "ms3d");
FOREIGN(ply, "Stanford PLY", "ply");
FOREIGN(stl, "STL", "stl");
