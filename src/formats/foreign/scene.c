/* What assimp read as a scene: materials, meshes, and all of it. */
#include "formats/foreign/foreign.h"

#include "assets/textures.h"
#include "scene/build/name.h"
#include "scene/materials/color.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <stdlib.h>

/* --- materials ---------------------------------------------------------------------------------------- */

static bool has_number(const struct aiMaterial *m, const char *key, float *value)
{
    return aiGetMaterialFloatArray(m, key, 0, 0, value, NULL) == aiReturn_SUCCESS;
}

static tlb_wrap wrap_of(const struct aiMaterial *m, bool v)
{
    int mode = aiTextureMapMode_Wrap;
    if (v)
        aiGetMaterialIntegerArray(m, AI_MATKEY_MAPPINGMODE_V(aiTextureType_DIFFUSE, 0), &mode, NULL);
    else
        aiGetMaterialIntegerArray(m, AI_MATKEY_MAPPINGMODE_U(aiTextureType_DIFFUSE, 0), &mode, NULL);
    return mode == aiTextureMapMode_Clamp    ? TLB_WRAP_CLAMP
           : mode == aiTextureMapMode_Mirror ? TLB_WRAP_MIRROR
                                             : TLB_WRAP_REPEAT;
}

/* A texture within the file; TLB_NONE: it cannot be decoded, which is reported. *status: no memory. */
static int32_t add_embedded(foreign_scene *s, const struct aiTexture *t, const char *name, tlb_status *status)
{
    tlb_image *image = tlb_scene_add_image(s->scene, name);
    int32_t index = (int32_t)s->scene->image_count - 1;
    if (!image) {
        *status = TLB_NO_MEMORY;
        return TLB_NONE;
    }
    if (!t->mHeight) {
        tlb_bytes file = {(const uint8_t *)t->pcData, t->mWidth};
        tlb_status set = tlb_image_set_file(s->context, s->scene, image, file);
        *status = set == TLB_NO_MEMORY || set == TLB_LIMIT ? set : TLB_OK;
        return set ? TLB_NONE : index;
    }
    if (!tlb_image_reserve(s->scene, image, t->mWidth, t->mHeight)) {
        *status = TLB_NO_MEMORY;
        return TLB_NONE;
    }
    for (size_t i = 0; i < (size_t)t->mWidth * t->mHeight; i++) {
        const struct aiTexel *p = &t->pcData[i];
        memcpy(image->pixels + 4 * i, (uint8_t[]){p->r, p->g, p->b, p->a}, 4);
    }
    return index;
}

/* The texture within the file that a path means: "*2", or its name. NULL: there is none. */
static const struct aiTexture *embedded_of(const struct aiScene *scene, const char *path)
{
    if (path[0] == '*') {
        unsigned long index = strtoul(path + 1, NULL, 10);
        return index < scene->mNumTextures ? scene->mTextures[index] : NULL;
    }
    for (uint32_t i = 0; i < scene->mNumTextures; i++)
        if (scene->mTextures[i]->mFilename.length && strcmp(scene->mTextures[i]->mFilename.data, path) == 0)
            return scene->mTextures[i];
    return NULL;
}

static bool set_texture(foreign_scene *s, tlb_textures *textures, const struct aiMaterial *from,
                        uint32_t index, tlb_material *material)
{
    struct aiString path;
    unsigned set = 0;
    enum aiTextureType type = aiTextureType_DIFFUSE;
    if (aiGetMaterialTextureCount(from, type) == 0)
        type = aiTextureType_BASE_COLOR;
    if (aiGetMaterialTexture(from, type, 0, &path, NULL, &set, NULL, NULL, NULL, NULL) != aiReturn_SUCCESS ||
        !path.length)
        return true;
    const struct aiTexture *embedded = embedded_of(s->from, path.data);
    int32_t image;
    if (embedded) {
        tlb_status status = TLB_OK;
        const char *name = embedded->mFilename.length ? embedded->mFilename.data : material->name;
        image = add_embedded(s, embedded, name, &status);
        if (status)
            return false;
    } else {
        int32_t place;
        const char *name = tlb_scene_name(tlb_scene_arena(s->scene), path.data, path.length);
        if (!name || !tlb_texture_find(textures, name, "materials", index, &place))
            return false;
        image = textures->found.data[place].image;
        material->placeholder = textures->found.data[place].missing;
    }
    material->texture = (tlb_texture){.image = image,
                                      .uv_set = set < TLB_UV_SETS ? set : 0,
                                      .nearest = material->placeholder != NULL,
                                      .wrap_u = wrap_of(from, false),
                                      .wrap_v = wrap_of(from, true)};
    return true;
}

bool tlb_foreign_add_materials(foreign_scene *s)
{
    static const char *const extensions[] = {"png", "jpg", "jpeg", "tga", "bmp", "gif", NULL};
    tlb_textures textures = {.context = s->context,
                             .assets = s->assets,
                             .scene = s->scene,
                             .work = &s->work,
                             .extensions = extensions};
    for (uint32_t i = 0; i < s->from->mNumMaterials; i++) {
        const struct aiMaterial *from = s->from->mMaterials[i];
        struct aiString name = {0};
        struct aiColor4D color;
        float opacity = 1;
        int two_sided = 0;
        aiGetMaterialString(from, AI_MATKEY_NAME, &name);
        tlb_material *material = tlb_scene_add_material(s->scene, name.data);
        if (!material)
            return false;
        if (aiGetMaterialColor(from, AI_MATKEY_COLOR_DIFFUSE, &color) == aiReturn_SUCCESS) {
            float factors[] = {color.r, color.g, color.b};
            for (int k = 0; k < 3; k++)
                material->color[k] = tlb_linear(factors[k] > 0 ? factors[k] < 1 ? factors[k] : 1 : 0);
        }
        if (has_number(from, "$mat.opacity", &opacity) && opacity >= 0 && opacity < 1) {
            material->color[3] = opacity;
            material->alpha_mode = TLB_ALPHA_BLEND;
        }
        if (aiGetMaterialIntegerArray(from, AI_MATKEY_TWOSIDED, &two_sided, NULL) == aiReturn_SUCCESS)
            material->double_sided = two_sided != 0;
        if (!set_texture(s, &textures, from, i, material))
            return false;
    }
    return true;
}

/* --- meshes ------------------------------------------------------------------------------------------- */

static void copy_vectors(float (*out)[3], const struct aiVector3D *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        memcpy(out[i], (float[]){from[i].x, from[i].y, from[i].z}, sizeof *out);
}

static void copy_vertices(tlb_mesh *mesh, const struct aiMesh *from)
{
    uint32_t count = from->mNumVertices;
    copy_vectors(mesh->positions, from->mVertices, count);
    if (mesh->normals)
        copy_vectors(mesh->normals, from->mNormals, count);
    for (uint32_t k = 0; k < TLB_UV_SETS; k++)
        for (uint32_t i = 0; mesh->uv[k] && i < count; i++) {
            mesh->uv[k][i][0] = from->mTextureCoords[k][i].x;
            mesh->uv[k][i][1] = from->mTextureCoords[k][i].y;
        }
    for (uint32_t i = 0; mesh->colors && i < count; i++) {
        const struct aiColor4D *c = &from->mColors[0][i];
        float values[] = {c->r, c->g, c->b, c->a};
        for (int k = 0; k < 4; k++)
            mesh->colors[i][k] =
                (uint16_t)((values[k] > 0 ? values[k] < 1 ? values[k] : 1 : 0) * UINT16_MAX + 0.5f);
    }
}

/* Puts a weight in place of the least one. */
static void add_weight(tlb_mesh *mesh, uint32_t vertex, uint32_t joint, float weight)
{
    int least = 0;
    for (int k = 1; k < TLB_INFLUENCES; k++)
        if (mesh->weights[vertex][k] < mesh->weights[vertex][least])
            least = k;
    if (weight > mesh->weights[vertex][least]) {
        mesh->weights[vertex][least] = weight;
        mesh->joints[vertex][least] = (uint16_t)joint;
    }
}

static void copy_weights(tlb_mesh *mesh, const struct aiMesh *from)
{
    memset(mesh->joints, 0, mesh->vertex_count * sizeof *mesh->joints);
    memset(mesh->weights, 0, mesh->vertex_count * sizeof *mesh->weights);
    for (uint32_t b = 0; b < from->mNumBones && b <= UINT16_MAX; b++)
        for (uint32_t i = 0; i < from->mBones[b]->mNumWeights; i++) {
            const struct aiVertexWeight *w = &from->mBones[b]->mWeights[i];
            if (w->mVertexId < mesh->vertex_count)
                add_weight(mesh, w->mVertexId, b, w->mWeight);
        }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float sum = 0, *weights = mesh->weights[v];
        for (int k = 0; k < TLB_INFLUENCES; k++)
            sum += weights[k];
        for (int k = 0; k < TLB_INFLUENCES && sum > 0; k++)
            weights[k] /= sum;
        if (!(sum > 0))
            weights[0] = 1;
    }
}

static uint32_t copy_triangles(uint32_t *indices, const struct aiMesh *from)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->mNumFaces; i++) {
        const struct aiFace *f = &from->mFaces[i];
        bool whole = f->mNumIndices == 3;
        for (uint32_t k = 0; whole && k < 3; k++)
            whole = f->mIndices[k] < from->mNumVertices;
        for (uint32_t k = 0; whole && k < 3; k++)
            indices[count++] = f->mIndices[k];
    }
    return count;
}

static bool add_mesh(foreign_scene *s, const struct aiMesh *from)
{
    static const unsigned uv[TLB_UV_SETS] = {TLB_WITH_UV0, TLB_WITH_UV1, TLB_WITH_UV2, TLB_WITH_UV3};
    unsigned data = (from->mNormals ? TLB_WITH_NORMALS : 0) | (from->mColors[0] ? TLB_WITH_COLORS : 0) |
                    (from->mNumBones ? TLB_WITH_SKIN : 0);
    for (uint32_t i = 0; i < TLB_UV_SETS; i++)
        data |= from->mTextureCoords[i] ? uv[i] : 0;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, from->mName.data);
    if (!mesh || from->mNumFaces > UINT32_MAX / 3 ||
        !tlb_mesh_reserve(s->scene, mesh, from->mNumVertices, from->mNumFaces * 3, 1, data))
        return false;
    copy_vertices(mesh, from);
    if (mesh->joints)
        copy_weights(mesh, from);
    mesh->index_count = copy_triangles(mesh->indices, from);
    mesh->parts[0] =
        (tlb_part){from->mMaterialIndex < s->scene->material_count ? (int32_t)from->mMaterialIndex : TLB_NONE,
                   0, mesh->index_count};
    return true;
}

bool tlb_foreign_add_meshes(foreign_scene *s)
{
    uint32_t morphs = 0;
    s->meshes = tlb_alloc_array(&s->work, s->from->mNumMeshes, sizeof *s->meshes);
    if (!s->meshes)
        return false;
    for (uint32_t i = 0; i < s->from->mNumMeshes; i++) {
        const struct aiMesh *from = s->from->mMeshes[i];
        s->meshes[i] = TLB_NONE;
        morphs += from->mNumAnimMeshes;
        if (!(from->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) || !from->mVertices)
            continue;
        s->meshes[i] = (int32_t)s->scene->mesh_count;
        if (!add_mesh(s, from))
            return false;
    }
    if (morphs)
        tlb_report(s->context, TLB_CODE_FOREIGN_SKIPPED, TLB_NO_OFFSET, NULL, "morph targets left out: %u",
                   morphs);
    return true;
}

/* --- all of it ---------------------------------------------------------------------------------------- */

tlb_status tlb_foreign_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    tlb_status status;
    foreign_scene s = {.context = document->context, .assets = conversion->assets, .scene = scene};
    if (!(s.from = tlb_foreign_import(document, conversion->assets, &status)))
        return status;
    tlb_arena_init(&s.work, document->context->account);
    scene->generator_format = document->format->info.name;
    bool made = tlb_foreign_add_materials(&s) && tlb_foreign_add_meshes(&s) && tlb_foreign_add_nodes(&s) &&
                tlb_foreign_add_animations(&s);
    tlb_arena_release(&s.work);
    tlb_arena_fail(tlb_scene_arena(scene), s.work.failure);
    aiReleaseImport(s.from);
    return made ? TLB_OK : tlb_report_memory(document->context, tlb_scene_arena(scene));
}
