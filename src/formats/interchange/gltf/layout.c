/* The objects of glTF 2.0 and their members, in the order in which they are written. */
#include "formats/interchange/gltf/document.h"

#include <float.h>

#define ANY -DBL_MAX, DBL_MAX

enum {
    REPEAT = 10497,
    TRIANGLES = 4,
    TRIANGLE_FAN = 6,
    BYTE = 5120,
    FLOAT = 5126,
    STRIDE_LEAST = 4,
    STRIDE_MOST = 252
};

/* --- what has names ---------------------------------------------------------------------------------- */

#define NAMED(list, word)                                                                                    \
    static bool list##_at(const void *gltf, uint32_t i, tlb_text *name, uint32_t *next)                      \
    {                                                                                                        \
        const tlb_gltf *x = gltf;                                                                            \
        *next = i + 1;                                                                                       \
        if (i < x->list.count)                                                                               \
            *name = x->list.data[i].name;                                                                    \
        return i < x->list.count;                                                                            \
    }                                                                                                        \
    static const tlb_naming list = {word, .at = list##_at}

NAMED(scenes, "scene");
NAMED(nodes, "node");
NAMED(meshes, "mesh");
NAMED(skins, "skin");
NAMED(cameras, "camera");
NAMED(materials, "material");
NAMED(textures, "texture");
NAMED(samplers, "sampler");
NAMED(images, "image");
NAMED(accessors, "accessor");
NAMED(bufferViews, "buffer view");
NAMED(buffers, "buffer");

static void index_of(gltf_fields *g, const tlb_naming *names, const char *name, int32_t *index,
                     unsigned rules)
{
    g->names = names;
    tlb_field_index(g, name, index, rules);
    g->names = NULL;
}

static void indices_of(gltf_fields *g, const tlb_naming *names, const char *name,
                       tlb_gltf_index_array *indices, unsigned rules)
{
    g->names = names;
    tlb_field_indices(g, name, indices, rules);
    g->names = NULL;
}

/* --- objects ------------------------------------------------------------------------------------------- */

static void walk_asset(gltf_fields *g, tlb_gltf_asset *x)
{
    WALK_DEFAULT(g->w, x, version, ((tlb_text){"2.0", 3}));
    tlb_field_text(g, "version", &x->version, GLTF_REQUIRED);
    GLTF_TEXT(g, x, generator);
    GLTF_TEXT(g, x, minVersion);
    GLTF_TEXT(g, x, copyright);
    GLTF_REST(g, x);
}

static void walk_scene(gltf_fields *g, tlb_gltf_scene *x)
{
    GLTF_TEXT(g, x, name);
    indices_of(g, &nodes, "nodes", &x->nodes, GLTF_UNIQUE);
    GLTF_REST(g, x);
}

static void walk_node(gltf_fields *g, tlb_gltf_node *x)
{
    GLTF_TEXT(g, x, name);
    indices_of(g, &nodes, "children", &x->children, GLTF_UNIQUE);
    GLTF_NUMBERS(g, x, translation, 3, ANY);
    GLTF_NUMBERS(g, x, rotation, 4, -1, 1);
    GLTF_NUMBERS(g, x, scale, 3, ANY);
    GLTF_NUMBERS(g, x, matrix, 16, ANY);
    index_of(g, &meshes, "mesh", &x->mesh, GLTF_OPTIONAL);
    index_of(g, &skins, "skin", &x->skin, GLTF_OPTIONAL);
    index_of(g, &cameras, "camera", &x->camera, GLTF_OPTIONAL);
    GLTF_NUMBERS(g, x, weights, 0, ANY);
    GLTF_REST(g, x);
}

static void walk_primitive(gltf_fields *g, tlb_gltf_primitive *x)
{
    tlb_field_attributes(g, "attributes", &x->attributes);
    index_of(g, &accessors, "indices", &x->indices, GLTF_OPTIONAL);
    index_of(g, &materials, "material", &x->material, GLTF_OPTIONAL);
    tlb_field_uint(g, "mode", &x->mode, TRIANGLES, 0, TRIANGLE_FAN, GLTF_OPTIONAL);
    tlb_field_targets(g, "targets", &x->targets.data, &x->targets.count);
    GLTF_REST(g, x);
}

static void walk_mesh(gltf_fields *g, tlb_gltf_mesh *x)
{
    GLTF_TEXT(g, x, name);
    GLTF_LIST(g, x, primitives, GLTF_REQUIRED, i)
    walk_primitive(g, &x->primitives.data[i.at]);
    GLTF_NUMBERS(g, x, weights, 0, ANY);
    GLTF_REST(g, x);
}

static void walk_skin(gltf_fields *g, tlb_gltf_skin *x)
{
    GLTF_TEXT(g, x, name);
    index_of(g, &accessors, "inverseBindMatrices", &x->inverseBindMatrices, GLTF_OPTIONAL);
    index_of(g, &nodes, "skeleton", &x->skeleton, GLTF_OPTIONAL);
    indices_of(g, &nodes, "joints", &x->joints, GLTF_REQUIRED | GLTF_UNIQUE);
    GLTF_REST(g, x);
}

static void walk_camera(gltf_fields *g, tlb_gltf_camera *x)
{
    gltf_scope s;
    GLTF_TEXT(g, x, name);
    tlb_field_text(g, "type", &x->type, GLTF_REQUIRED);
    if (GLTF_OBJECT(g, x, perspective, GLTF_OPTIONAL, &s)) {
        tlb_gltf_perspective *p = x->perspective;
        tlb_field_number(g, "yfov", &p->yfov, 0, 0, DBL_MAX, GLTF_REQUIRED | GLTF_ABOVE);
        tlb_field_number(g, "znear", &p->znear, 0, 0, DBL_MAX, GLTF_REQUIRED | GLTF_ABOVE);
        tlb_field_number(g, "zfar", &p->zfar, 0, 0, DBL_MAX, GLTF_ABOVE);
        tlb_field_number(g, "aspectRatio", &p->aspectRatio, 0, 0, DBL_MAX, GLTF_ABOVE);
        GLTF_REST(g, p);
        tlb_field_close(g, &s);
    }
    if (GLTF_OBJECT(g, x, orthographic, GLTF_OPTIONAL, &s)) {
        tlb_gltf_orthographic *p = x->orthographic;
        tlb_field_number(g, "xmag", &p->xmag, 0, ANY, GLTF_REQUIRED);
        tlb_field_number(g, "ymag", &p->ymag, 0, ANY, GLTF_REQUIRED);
        tlb_field_number(g, "znear", &p->znear, 0, 0, DBL_MAX, GLTF_REQUIRED);
        tlb_field_number(g, "zfar", &p->zfar, 0, 0, DBL_MAX, GLTF_REQUIRED | GLTF_ABOVE);
        GLTF_REST(g, p);
        tlb_field_close(g, &s);
    }
    GLTF_REST(g, x);
}

static void walk_channel(gltf_fields *g, tlb_gltf_channel *x)
{
    gltf_scope s;
    tlb_field_index(g, "sampler", &x->sampler, GLTF_REQUIRED);
    if (GLTF_OBJECT(g, x, target, GLTF_REQUIRED, &s)) {
        index_of(g, &nodes, "node", &x->target->node, GLTF_OPTIONAL);
        tlb_field_text(g, "path", &x->target->path, GLTF_REQUIRED);
        GLTF_REST(g, x->target);
        tlb_field_close(g, &s);
    }
    GLTF_REST(g, x);
}

static void walk_animation(gltf_fields *g, tlb_gltf_animation *x)
{
    GLTF_TEXT(g, x, name);
    GLTF_LIST(g, x, samplers, GLTF_REQUIRED, i)
    {
        tlb_gltf_animation_sampler *s = &x->samplers.data[i.at];
        index_of(g, &accessors, "input", &s->input, GLTF_REQUIRED);
        GLTF_TEXT(g, s, interpolation);
        index_of(g, &accessors, "output", &s->output, GLTF_REQUIRED);
        GLTF_REST(g, s);
    }
    GLTF_LIST(g, x, channels, GLTF_REQUIRED, i)
    walk_channel(g, &x->channels.data[i.at]);
    GLTF_REST(g, x);
}

static void walk_texture_info(gltf_fields *g, const char *name, tlb_gltf_texture_info **info)
{
    gltf_scope s;
    if (!tlb_field_open(g, name, (void **)info, sizeof **info, GLTF_OPTIONAL, &s))
        return;
    tlb_gltf_texture_info *x = *info;
    index_of(g, &textures, "index", &x->index, GLTF_REQUIRED);
    tlb_field_uint(g, "texCoord", &x->texCoord, 0, 0, INT32_MAX, GLTF_OPTIONAL);
    if (strcmp(name, "normalTexture") == 0)
        tlb_field_number(g, "scale", &x->scale, 1, ANY, GLTF_OPTIONAL);
    if (strcmp(name, "occlusionTexture") == 0)
        tlb_field_number(g, "strength", &x->strength, 1, 0, 1, GLTF_OPTIONAL);
    GLTF_REST(g, x);
    tlb_field_close(g, &s);
}

static void walk_material(gltf_fields *g, tlb_gltf_material *x)
{
    gltf_scope s;
    GLTF_TEXT(g, x, name);
    if (GLTF_OBJECT(g, x, pbrMetallicRoughness, GLTF_OPTIONAL, &s)) {
        tlb_gltf_pbr *p = x->pbrMetallicRoughness;
        GLTF_NUMBERS(g, p, baseColorFactor, 4, 0, 1);
        walk_texture_info(g, "baseColorTexture", &p->baseColorTexture);
        tlb_field_number(g, "metallicFactor", &p->metallicFactor, 1, 0, 1, GLTF_OPTIONAL);
        tlb_field_number(g, "roughnessFactor", &p->roughnessFactor, 1, 0, 1, GLTF_OPTIONAL);
        walk_texture_info(g, "metallicRoughnessTexture", &p->metallicRoughnessTexture);
        GLTF_REST(g, p);
        tlb_field_close(g, &s);
    }
    walk_texture_info(g, "normalTexture", &x->normalTexture);
    walk_texture_info(g, "occlusionTexture", &x->occlusionTexture);
    walk_texture_info(g, "emissiveTexture", &x->emissiveTexture);
    GLTF_NUMBERS(g, x, emissiveFactor, 3, 0, 1);
    GLTF_TEXT(g, x, alphaMode);
    tlb_field_number(g, "alphaCutoff", &x->alphaCutoff, 0.5, 0, DBL_MAX, GLTF_OPTIONAL);
    tlb_field_bool(g, "doubleSided", &x->doubleSided);
    GLTF_REST(g, x);
}

static void walk_texture(gltf_fields *g, tlb_gltf_texture *x)
{
    GLTF_TEXT(g, x, name);
    index_of(g, &samplers, "sampler", &x->sampler, GLTF_OPTIONAL);
    index_of(g, &images, "source", &x->source, GLTF_OPTIONAL);
    GLTF_REST(g, x);
}

static void walk_sampler(gltf_fields *g, tlb_gltf_sampler *x)
{
    GLTF_TEXT(g, x, name);
    tlb_field_uint(g, "magFilter", &x->magFilter, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
    tlb_field_uint(g, "minFilter", &x->minFilter, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
    tlb_field_uint(g, "wrapS", &x->wrapS, REPEAT, 0, UINT32_MAX, GLTF_OPTIONAL);
    tlb_field_uint(g, "wrapT", &x->wrapT, REPEAT, 0, UINT32_MAX, GLTF_OPTIONAL);
    GLTF_REST(g, x);
}

static void walk_image(gltf_fields *g, tlb_gltf_image *x)
{
    GLTF_TEXT(g, x, name);
    GLTF_TEXT(g, x, mimeType);
    index_of(g, &bufferViews, "bufferView", &x->bufferView, GLTF_OPTIONAL);
    GLTF_TEXT(g, x, uri);
    GLTF_REST(g, x);
}

static void walk_sparse(gltf_fields *g, tlb_gltf_sparse *x)
{
    gltf_scope s;
    tlb_field_uint(g, "count", &x->count, 0, 1, UINT32_MAX, GLTF_REQUIRED);
    if (GLTF_OBJECT(g, x, indices, GLTF_REQUIRED, &s)) {
        index_of(g, &bufferViews, "bufferView", &x->indices->bufferView, GLTF_REQUIRED);
        tlb_field_uint(g, "byteOffset", &x->indices->byteOffset, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
        tlb_field_uint(g, "componentType", &x->indices->componentType, 0, 0, UINT32_MAX, GLTF_REQUIRED);
        GLTF_REST(g, x->indices);
        tlb_field_close(g, &s);
    }
    if (GLTF_OBJECT(g, x, values, GLTF_REQUIRED, &s)) {
        index_of(g, &bufferViews, "bufferView", &x->values->bufferView, GLTF_REQUIRED);
        tlb_field_uint(g, "byteOffset", &x->values->byteOffset, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
        GLTF_REST(g, x->values);
        tlb_field_close(g, &s);
    }
    GLTF_REST(g, x);
}

static void walk_accessor(gltf_fields *g, tlb_gltf_accessor *x)
{
    gltf_scope s;
    GLTF_TEXT(g, x, name);
    index_of(g, &bufferViews, "bufferView", &x->bufferView, GLTF_OPTIONAL);
    tlb_field_uint(g, "byteOffset", &x->byteOffset, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
    tlb_field_uint(g, "componentType", &x->componentType, 0, 0, UINT32_MAX, GLTF_REQUIRED);
    tlb_field_bool(g, "normalized", &x->normalized);
    tlb_field_uint(g, "count", &x->count, 0, 1, UINT32_MAX, GLTF_REQUIRED);
    tlb_field_text(g, "type", &x->type, GLTF_REQUIRED);
    GLTF_NUMBERS(g, x, min, 0, ANY);
    GLTF_NUMBERS(g, x, max, 0, ANY);
    if (GLTF_OBJECT(g, x, sparse, GLTF_OPTIONAL, &s)) {
        walk_sparse(g, x->sparse);
        tlb_field_close(g, &s);
    }
    GLTF_REST(g, x);
}

static void walk_buffer_view(gltf_fields *g, tlb_gltf_buffer_view *x)
{
    GLTF_TEXT(g, x, name);
    index_of(g, &buffers, "buffer", &x->buffer, GLTF_REQUIRED);
    tlb_field_uint(g, "byteOffset", &x->byteOffset, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
    tlb_field_uint(g, "byteLength", &x->byteLength, 0, 1, UINT32_MAX, GLTF_REQUIRED);
    tlb_field_uint(g, "byteStride", &x->byteStride, 0, STRIDE_LEAST, STRIDE_MOST, GLTF_OPTIONAL);
    tlb_field_uint(g, "target", &x->target, 0, 0, UINT32_MAX, GLTF_OPTIONAL);
    GLTF_REST(g, x);
}

static void walk_buffer(gltf_fields *g, tlb_gltf_buffer *x)
{
    GLTF_TEXT(g, x, name);
    GLTF_TEXT(g, x, uri);
    tlb_field_uint(g, "byteLength", &x->byteLength, 0, 1, UINT32_MAX, GLTF_REQUIRED);
    GLTF_REST(g, x);
}

void tlb_gltf_walk_members(gltf_fields *g, tlb_gltf *x)
{
    gltf_scope s;
    if (GLTF_OBJECT(g, x, asset, GLTF_REQUIRED, &s)) {
        walk_asset(g, x->asset);
        tlb_field_close(g, &s);
    }
    index_of(g, &scenes, "scene", &x->scene, GLTF_OPTIONAL);
    GLTF_LIST(g, x, scenes, GLTF_OPTIONAL, i)
    walk_scene(g, &x->scenes.data[i.at]);
    GLTF_LIST(g, x, nodes, GLTF_OPTIONAL, i)
    walk_node(g, &x->nodes.data[i.at]);
    GLTF_LIST(g, x, meshes, GLTF_OPTIONAL, i)
    walk_mesh(g, &x->meshes.data[i.at]);
    GLTF_LIST(g, x, skins, GLTF_OPTIONAL, i)
    walk_skin(g, &x->skins.data[i.at]);
    GLTF_LIST(g, x, cameras, GLTF_OPTIONAL, i)
    walk_camera(g, &x->cameras.data[i.at]);
    GLTF_LIST(g, x, animations, GLTF_OPTIONAL, i)
    walk_animation(g, &x->animations.data[i.at]);
    GLTF_LIST(g, x, materials, GLTF_OPTIONAL, i)
    walk_material(g, &x->materials.data[i.at]);
    GLTF_LIST(g, x, textures, GLTF_OPTIONAL, i)
    walk_texture(g, &x->textures.data[i.at]);
    GLTF_LIST(g, x, samplers, GLTF_OPTIONAL, i)
    walk_sampler(g, &x->samplers.data[i.at]);
    GLTF_LIST(g, x, images, GLTF_OPTIONAL, i)
    walk_image(g, &x->images.data[i.at]);
    GLTF_LIST(g, x, accessors, GLTF_OPTIONAL, i)
    walk_accessor(g, &x->accessors.data[i.at]);
    GLTF_LIST(g, x, bufferViews, GLTF_OPTIONAL, i)
    walk_buffer_view(g, &x->bufferViews.data[i.at]);
    GLTF_LIST(g, x, buffers, GLTF_OPTIONAL, i)
    walk_buffer(g, &x->buffers.data[i.at]);
    tlb_field_texts(g, "extensionsUsed", &x->extensionsUsed.data, &x->extensionsUsed.count);
    tlb_field_texts(g, "extensionsRequired", &x->extensionsRequired.data, &x->extensionsRequired.count);
    GLTF_REST(g, x);
}

/* --- with what is not in the JSON ----------------------------------------------------------------------- */

static bool walk_has(tlb_walk *w, const char *name, bool present)
{
    tlb_walk_has(w, name, &present);
    return present;
}

static void walk_container(tlb_walk *w, tlb_gltf *x)
{
    static const tlb_flag types[] = {{"BIN", UINT32_MAX, GLB_BIN}, {NULL, 0, 0}};
    if (walk_has(w, "length", x->length != 0))
        WALK(w, x, length);
    if (walk_has(w, "chunks", x->chunks.count != 0)) {
        WALK_ROWS(w, x, chunks, 1, i) {
            tlb_gltf_chunk *chunk = &x->chunks.data[i];
            WALK_FLAGS(w, chunk, chunkType, types);
            tlb_walk_bytes(w, "chunkData", &chunk->chunkData);
        }
    } else
        x->chunks.count = 0;
    if (walk_has(w, "tail", x->tail.size != 0))
        tlb_walk_bytes(w, "tail", &x->tail);
    else
        x->tail = (tlb_bytes){0};
}

/* Where the text is not what would be written of the values, JSON has both. */
static void walk_spelling(tlb_walk *w, gltf_root *root)
{
    tlb_status status = TLB_OK;
    bool shown = walk_fills(w) ? root->spelling.data != NULL
                               : root->spelling.data && !tlb_gltf_is_canonical(w->context, root, &status);
    tlb_text text = {(const char *)root->spelling.data, (uint32_t)root->spelling.size};
    if (status)
        tlb_walk_refused(w, status);
    if (!walk_has(w, "text", shown))
        return;
    tlb_walk_text(w, "text", &text);
    if (walk_fills(w))
        root->spelling = (tlb_bytes){(const uint8_t *)text.data, text.size};
}

void tlb_gltf_walk_document(tlb_walk *w, gltf_root *root)
{
    gltf_fields g = {.w = w, .gltf = &root->gltf};
    tlb_gltf_walk_members(&g, &root->gltf);
    if (root->binary)
        walk_container(w, &root->gltf);
    walk_spelling(w, root);
}
