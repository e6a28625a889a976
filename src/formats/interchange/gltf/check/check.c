/* The rules of the specification, as the validator of Khronos has them: what is valid for it has no errors
 * here. */
#include "formats/interchange/gltf/check/check.h"
#include "formats/interchange/gltf/compression.h"

#include "image/image.h"

#include <stdio.h>

bool tlb_gltf_check_index(gltf_checker *g, int64_t index, uint32_t count, const char *things,
                          const char *path)
{
    if (index < (int64_t)count)
        return true;
    TLB_FIND(&g->c, GLTF_REFERENCE, path, "index %lld out of range; number of %s: %u", (long long)index,
             things, count);
    return false;
}

const tlb_gltf_accessor *tlb_gltf_sound(gltf_checker *g, int64_t index)
{
    if (index < 0 || index >= g->x->accessors.count)
        return NULL;
    const tlb_gltf_accessor *a = &g->x->accessors.data[index];
    return tlb_gltf_element_size(a) && a->count ? a : NULL;
}

bool tlb_gltf_has_shape(const tlb_gltf_accessor *a, const gltf_shape *shapes, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count && !found; i++)
        found = gltf_is(a->type, shapes[i].type) && a->componentType == shapes[i].component &&
                a->normalized == shapes[i].normalized;
    return found;
}

/* --- what views and accessors are used for ------------------------------------------------------------ */

static void use_view(gltf_checker *g, int64_t view, gltf_use use, const char *path)
{
    if (view < 0 || view >= g->x->bufferViews.count)
        return;
    uint8_t *held = &g->view_use[view];
    bool same = !*held || *held == use ||
                (use >= GLTF_MATRICES && *held >= GLTF_MATRICES && use != GLTF_IMAGE_DATA &&
                 *held != GLTF_IMAGE_DATA);
    if (!same)
        TLB_FIND(&g->c, GLTF_USE, path, "bufferViews[%lld] is used for other data as well", (long long)view);
    *held = (uint8_t)use;
    const tlb_gltf_buffer_view *v = &g->x->bufferViews.data[view];
    uint32_t wanted = use == GLTF_VERTEX_DATA ? 34962 : use == GLTF_INDEX_DATA ? 34963 : 0;
    if (v->target && v->target != wanted && (v->target == 34962 || v->target == 34963))
        TLB_FIND(&g->c, GLTF_USE, path,
                 "the target of bufferViews[%lld] is %u, which is not what it is used for", (long long)view,
                 v->target);
    if (v->byteStride && use != GLTF_VERTEX_DATA)
        TLB_FIND(&g->c, GLTF_STRIDE, path, "bufferViews[%lld] has a byteStride, which only vertices can have",
                 (long long)view);
}

void tlb_gltf_use(gltf_checker *g, int64_t index, gltf_use use, const char *path)
{
    if (index < 0 || index >= g->x->accessors.count)
        return;
    uint8_t *held = &g->accessor_use[index];
    if (*held && *held != use)
        TLB_FIND(&g->c, GLTF_USE, path, "accessors[%lld] is used for other data as well", (long long)index);
    bool first = !*held;
    *held = (uint8_t)use;
    int32_t view = g->x->accessors.data[index].bufferView;
    use_view(g, view, use, path);
    if (!first || use != GLTF_VERTEX_DATA || view < 0 || (uint32_t)view >= g->x->bufferViews.count)
        return;
    int32_t *owner = &g->view_owner[view];
    if (*owner != TLB_NONE && !g->x->bufferViews.data[view].byteStride) {
        char of_view[64]; /* not below the part that is checked */
        snprintf(of_view, sizeof of_view, "bufferViews[%d]", view);
        TLB_FIND(&g->c, GLTF_STRIDE, of_view,
                 "several accessors of vertices use it, so that it needs a byteStride");
    }
    *owner = (int32_t)index;
}

/* --- the container, the asset, extensions -------------------------------------------------------------- */

static void check_container(gltf_checker *g, const gltf_root *root)
{
    const tlb_gltf *x = g->x;
    bool binary = false;
    if (!root->binary)
        return;
    if (x->length)
        TLB_FIND(&g->c, GLTF_CONTAINER, "length", "%u is not the size of the file", x->length);
    if (x->tail.size)
        TLB_FIND(&g->c, GLTF_CONTAINER, "tail", "%zu bytes follow the last chunk", x->tail.size);
    if (root->spelling.size % 4)
        TLB_FIND(&g->c, GLTF_CONTAINER, "chunkLength", "the JSON has %zu bytes, which is no multiple of 4",
                 root->spelling.size);
    for (uint32_t i = 0; i < x->chunks.count; i++) {
        if (x->chunks.data[i].chunkData.size % 4)
            TLB_FIND(&g->c, GLTF_CONTAINER, tlb_at(&g->c, "chunks[%u].chunkLength", i),
                     "the length is no multiple of 4");
        bool is_binary = x->chunks.data[i].chunkType == GLB_BIN;
        if (x->chunks.data[i].chunkType == GLB_JSON || (is_binary && (binary || i)))
            TLB_FIND(&g->c, GLTF_CONTAINER, tlb_at(&g->c, "chunks[%u].chunkType", i),
                     "the chunk comes twice, or not in its place");
        binary |= is_binary;
    }
}

/* NUMBER.NUMBER, as 10000 times the first and the second; -1: it is none. */
static int version_of(tlb_text text)
{
    unsigned major, minor;
    char end;
    return text.size && text.data[0] >= '0' && text.data[0] <= '9' &&
                   sscanf(text.data, "%4u.%4u%c", &major, &minor, &end) == 2
               ? (int)(major * 10000 + minor)
               : -1;
}

static void check_asset(gltf_checker *g)
{
    const tlb_gltf_asset *asset = g->x->asset;
    if (!asset)
        return;
    int version = version_of(asset->version),
        least = asset->minVersion.data ? version_of(asset->minVersion) : 0;
    if (asset->version.data && version < 0)
        TLB_FIND(&g->c, GLTF_VERSION, "asset.version", "expected NUMBER.NUMBER");
    if (least < 0 || (version >= 0 && least > version))
        TLB_FIND(&g->c, GLTF_VERSION, "asset.minVersion", "it is no version, or greater than the version");
}

static bool is_used(const tlb_gltf *x, const char *name, size_t size)
{
    bool used = false;
    for (uint32_t i = 0; i < x->extensionsUsed.count && !used; i++)
        used =
            x->extensionsUsed.data[i].size == size && memcmp(x->extensionsUsed.data[i].data, name, size) == 0;
    return used;
}

/* All members named "extensions" but those in extras and in extensions. */
static void check_declared(gltf_checker *g, const tlb_json_tree *tree, const tlb_json_node *node,
                           size_t depth)
{
    for (const tlb_json_node *n = tlb_json_first(tree, node); n && depth; n = tlb_json_next(tree, n)) {
        bool table = node->kind == TLB_JSON_TABLE;
        if (table && tlb_json_is_key(tree, n, "extras"))
            continue;
        if (!table || !tlb_json_is_key(tree, n, "extensions")) {
            if (n->kind >= TLB_JSON_LIST)
                check_declared(g, tree, n, depth - 1);
            continue;
        }
        for (const tlb_json_node *e = tlb_json_first(tree, n); e; e = tlb_json_next(tree, e)) {
            if (e->kind != TLB_JSON_TABLE && memcmp(tree->text + e->key, "KHR_", 4) == 0)
                TLB_FIND(&g->c, GLTF_TYPE, "extensionsUsed", "the value of %.*s is no object",
                         (int)(e->key_end - e->key < 80 ? e->key_end - e->key : 80), tree->text + e->key);
            if (!is_used(g->x, tree->text + e->key, e->key_end - e->key))
                TLB_FIND(&g->c, GLTF_EXTENSION, "extensionsUsed", "%.*s is used and not listed",
                         (int)(e->key_end - e->key < 80 ? e->key_end - e->key : 80), tree->text + e->key);
        }
    }
}

static void check_extensions(gltf_checker *g, tlb_bytes text)
{
    enum { DEEP = 64 };
    const tlb_gltf *x = g->x;
    tlb_json_tree tree;
    tlb_json_error error;
    tlb_status status = tlb_json_parse(g->c.context, &g->c.arena, text, &tree, &error);
    if (status == TLB_NO_MEMORY || status == TLB_LIMIT)
        g->c.status = status;
    if (!status)
        check_declared(g, &tree, tree.nodes, DEEP);
    for (uint32_t i = 0; i < x->extensionsRequired.count; i++)
        if (!is_used(x, x->extensionsRequired.data[i].data, x->extensionsRequired.data[i].size))
            TLB_FIND(&g->c, GLTF_EXTENSION, tlb_at(&g->c, "extensionsRequired[%u]", i),
                     "the extension is not listed in extensionsUsed");
}

/* --- buffers, views, accessors ------------------------------------------------------------------------- */

static void check_buffers(gltf_checker *g)
{
    for (uint32_t i = 0; i < g->x->buffers.count; i++) {
        const tlb_gltf_buffer *b = &g->x->buffers.data[i];
        tlb_bytes bytes;
        bool external = b->uri.data && !gltf_is_data_uri(b->uri);
        if ((external && !g->data.assets) || (!b->uri.data && tlb_gltf_is_fallback(b)))
            continue;
        if (tlb_gltf_buffer_bytes(&g->data, i, &bytes) || !b->uri.data || external)
            continue;
        /* The data of a URI is exactly as long. */
        tlb_bytes whole;
        if (!tlb_gltf_uri_bytes(&g->data, b->uri, NULL, &whole) && whole.size != b->byteLength)
            TLB_FIND(&g->c, GLTF_BUFFER, tlb_at(&g->c, "buffers[%u].uri", i),
                     "%zu bytes of data, byteLength is %u", whole.size, b->byteLength);
    }
}

/* Compressed data that this build can unpack. */
static void check_compression(gltf_checker *g, uint32_t index)
{
    const char *name;
    tlb_bytes bytes;
    if (!tlb_gltf_view_compression(g->x, index, &name))
        return;
    tlb_report_mark mark = tlb_report_mark_get(g->c.context);
    if (tlb_gltf_view_bytes(&g->data, index, "", &bytes) != TLB_INVALID)
        tlb_report_rewind(g->c.context, &mark);
}

static void check_view(gltf_checker *g, uint32_t index)
{
    const tlb_gltf *x = g->x;
    const tlb_gltf_buffer_view *v = &x->bufferViews.data[index];
    if (v->buffer >= 0 &&
        tlb_gltf_check_index(g, v->buffer, x->buffers.count, "buffers",
                             tlb_at(&g->c, "bufferViews[%u].buffer", index)) &&
        (uint64_t)v->byteOffset + v->byteLength > x->buffers.data[v->buffer].byteLength)
        TLB_FIND(&g->c, GLTF_VIEW_RANGE, tlb_at(&g->c, "bufferViews[%u]", index),
                 "%u bytes from %u on exceed the buffer (%u bytes)", v->byteLength, v->byteOffset,
                 x->buffers.data[v->buffer].byteLength);
    if (v->byteStride % 4 || v->byteStride > v->byteLength || (v->byteStride && v->target == 34963))
        TLB_FIND(&g->c, GLTF_STRIDE, tlb_at(&g->c, "bufferViews[%u].byteStride", index),
                 "%u is no multiple of 4, more than the view has, or not allowed for indices", v->byteStride);
    if (v->target && v->target != 34962 && v->target != 34963)
        TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "bufferViews[%u].target", index), "unknown target %u",
                 v->target);
}

/* A part of an accessor in a view; `size`: of its components. */
static void check_part(gltf_checker *g, int32_t view, uint64_t offset, uint64_t length, uint32_t size,
                       const char *path)
{
    const tlb_gltf *x = g->x;
    if (view < 0 || !tlb_gltf_check_index(g, view, x->bufferViews.count, "bufferViews", path))
        return;
    const tlb_gltf_buffer_view *v = &x->bufferViews.data[view];
    if (offset + length > v->byteLength)
        TLB_FIND(&g->c, GLTF_ACCESSOR_RANGE, path, "%llu bytes from %llu on exceed the view (%u bytes)",
                 (unsigned long long)length, (unsigned long long)offset, v->byteLength);
    if (offset % size || (offset + v->byteOffset) % size)
        TLB_FIND(&g->c, GLTF_ALIGNMENT, path, "the offset is no multiple of %u", size);
}

static void check_sparse(gltf_checker *g, uint32_t index, uint32_t element)
{
    const tlb_gltf_accessor *a = &g->x->accessors.data[index];
    const tlb_gltf_sparse *s = a->sparse;
    if (!s || !s->indices || !s->values)
        return;
    size_t outer = tlb_enter(&g->c, "accessors[%u].sparse.", index);
    uint32_t width = tlb_gltf_component_size(s->indices->componentType);
    if (s->count > a->count)
        TLB_FIND(&g->c, GLTF_SPARSE, tlb_at(&g->c, "count"), "%u is more than the accessor has (%u)",
                 s->count, a->count);
    if (!width)
        TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "indices.componentType"), "unknown type");
    else
        check_part(g, s->indices->bufferView, s->indices->byteOffset, (uint64_t)s->count * width, width,
                   tlb_at(&g->c, "indices"));
    use_view(g, s->indices->bufferView, GLTF_SPARSE_DATA, tlb_at(&g->c, "indices.bufferView"));
    use_view(g, s->values->bufferView, GLTF_SPARSE_DATA, tlb_at(&g->c, "values.bufferView"));
    check_part(g, s->values->bufferView, s->values->byteOffset, (uint64_t)s->count * element,
               tlb_gltf_component_size(a->componentType), tlb_at(&g->c, "values"));
    g->c.part = outer;
}

static void check_accessor(gltf_checker *g, uint32_t index)
{
    const tlb_gltf_accessor *a = &g->x->accessors.data[index];
    uint32_t width = tlb_gltf_component_size(a->componentType), count = tlb_gltf_component_count(a->type);
    uint32_t element = tlb_gltf_element_size(a);
    size_t outer = tlb_enter(&g->c, "accessors[%u].", index);
    if (!width)
        TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "componentType"), "unknown componentType %u",
                 a->componentType);
    if (a->type.data && !count)
        TLB_FIND(&g->c, GLTF_WORD, tlb_at(&g->c, "type"), "unknown type");
    if (a->byteOffset && a->bufferView < 0)
        TLB_FIND(&g->c, GLTF_ONE_OF, tlb_at(&g->c, "byteOffset"), "there is no bufferView");
    if (a->normalized && a->componentType >= 5125)
        TLB_FIND(&g->c, GLTF_ACCESSOR_TYPE, tlb_at(&g->c, "normalized"),
                 "only bytes and shorts can be normalized");
    if (width && count &&
        ((a->min.count && a->min.count != count) || (a->max.count && a->max.count != count)))
        TLB_FIND(&g->c, GLTF_LENGTH, tlb_at(&g->c, a->min.count && a->min.count != count ? "min" : "max"),
                 "expected %u numbers", count);
    if (count > 4 || gltf_is(a->type, "MAT2"))
        if (a->byteOffset % 4)
            TLB_FIND(&g->c, GLTF_ALIGNMENT, tlb_at(&g->c, "byteOffset"), "matrices begin at multiples of 4");
    g->c.part = outer;
    if (!element)
        return;
    const tlb_gltf_buffer_view *v = a->bufferView >= 0 && (uint32_t)a->bufferView < g->x->bufferViews.count
                                        ? &g->x->bufferViews.data[a->bufferView]
                                        : NULL;
    uint32_t stride = v && v->byteStride ? v->byteStride : element;
    if (stride < element)
        TLB_FIND(&g->c, GLTF_STRIDE, tlb_at(&g->c, "accessors[%u]", index),
                 "the view's byteStride %u is less than an element (%u bytes)", stride, element);
    if (a->count)
        check_part(g, a->bufferView, a->byteOffset, (uint64_t)stride * (a->count - 1) + element, width,
                   tlb_at(&g->c, "accessors[%u]", index));
    check_sparse(g, index, element);
}

/* --- words, images, cameras ---------------------------------------------------------------------------- */

void tlb_gltf_check_word(gltf_checker *g, tlb_text text, const char *const *words, const char *path)
{
    bool known = !text.data;
    for (; *words && !known; words++)
        known = gltf_is(text, *words);
    if (!known)
        TLB_FIND(&g->c, GLTF_WORD, path, "unknown word");
}

static void check_image_data(gltf_checker *g, uint32_t index, tlb_bytes bytes)
{
    const tlb_gltf_image *image = &g->x->images.data[index];
    tlb_image_kind kind = tlb_image_sniff(bytes);
    const char *path = tlb_at(&g->c, "images[%u]", index), *mime = tlb_image_mime(kind);
    uint32_t width, height;
    if (!bytes.size || !mime)
        return;
    if (image->mimeType.data && !gltf_is(image->mimeType, mime))
        TLB_FIND(&g->c, GLTF_IMAGE, path, "the image is %s, the mimeType says %s", mime,
                 image->mimeType.data);
    else if (tlb_image_size(bytes, &width, &height) ||
             (kind == TLB_IMAGE_PNG && !tlb_png_has_valid_chunks(bytes)))
        TLB_FIND(&g->c, GLTF_IMAGE, path, "the image is damaged");
}

static void check_images(gltf_checker *g)
{
    static const char *const types[] = {"image/png", "image/jpeg", NULL};
    for (uint32_t i = 0; i < g->x->images.count; i++) {
        const tlb_gltf_image *image = &g->x->images.data[i];
        const char *path = tlb_at(&g->c, "images[%u]", i);
        tlb_bytes bytes = {0};
        if ((image->uri.data != NULL) == (image->bufferView >= 0))
            TLB_FIND(&g->c, GLTF_ONE_OF, path, "expected either a uri or a bufferView");
        if (image->bufferView >= 0 && !image->mimeType.data)
            TLB_FIND(&g->c, GLTF_ONE_OF, path, "a bufferView needs a mimeType");
        tlb_gltf_check_word(g, image->mimeType, types, tlb_at(&g->c, "images[%u].mimeType", i));
        if (image->bufferView >= 0 &&
            !tlb_gltf_check_index(g, image->bufferView, g->x->bufferViews.count, "bufferViews",
                                  tlb_at(&g->c, "images[%u].bufferView", i)))
            continue;
        if (image->bufferView >= 0) {
            use_view(g, image->bufferView, GLTF_IMAGE_DATA, tlb_at(&g->c, "images[%u].bufferView", i));
            tlb_gltf_view_bytes(&g->data, image->bufferView, NULL, &bytes);
        } else if (image->uri.data && (gltf_is_data_uri(image->uri) || g->data.assets)) {
            char uri[64];
            snprintf(uri, sizeof uri, "images[%u].uri", i);
            tlb_gltf_uri_bytes(&g->data, image->uri, uri, &bytes);
        }
        check_image_data(g, i, bytes);
    }
}

static void check_cameras(gltf_checker *g)
{
    static const char *const types[] = {"perspective", "orthographic", NULL};
    for (uint32_t i = 0; i < g->x->cameras.count; i++) {
        const tlb_gltf_camera *x = &g->x->cameras.data[i];
        size_t outer = tlb_enter(&g->c, "cameras[%u].", i);
        tlb_gltf_check_word(g, x->type, types, tlb_at(&g->c, "type"));
        if (!x->perspective == !x->orthographic)
            TLB_FIND(&g->c, GLTF_ONE_OF, tlb_at(&g->c, "type"),
                     "expected either perspective or orthographic");
        else if ((gltf_is(x->type, types[0]) && !x->perspective) ||
                 (gltf_is(x->type, types[1]) && !x->orthographic))
            TLB_FIND(&g->c, GLTF_REQUIRED, tlb_at(&g->c, "type"), "the object of this type is missing");
        if (x->perspective && x->perspective->zfar > 0 && x->perspective->zfar <= x->perspective->znear)
            TLB_FIND(&g->c, GLTF_RANGE, tlb_at(&g->c, "perspective.zfar"), "zfar is not greater than znear");
        if (x->orthographic && (x->orthographic->zfar <= x->orthographic->znear ||
                                x->orthographic->xmag == 0 || x->orthographic->ymag == 0))
            TLB_FIND(&g->c, GLTF_RANGE, tlb_at(&g->c, "orthographic"),
                     "zfar is not greater than znear, or xmag or ymag is 0");
        g->c.part = outer;
    }
}

/* --- all of it ------------------------------------------------------------------------------------------ */

static bool set_up(gltf_checker *g, tlb_assets *assets)
{
    const tlb_gltf *x = g->x;
    g->accessor_use = tlb_scratch(&g->c, x->accessors.count, sizeof *g->accessor_use);
    g->view_use = tlb_scratch(&g->c, x->bufferViews.count, sizeof *g->view_use);
    g->view_owner = tlb_scratch(&g->c, x->bufferViews.count, sizeof *g->view_owner);
    g->parents = tlb_scratch(&g->c, x->nodes.count, sizeof *g->parents);
    if (!g->accessor_use || !g->view_use || !g->view_owner || !g->parents)
        return false;
    for (uint32_t i = 0; i < x->bufferViews.count; i++)
        g->view_owner[i] = TLB_NONE;
    return tlb_gltf_data_init(&g->data, g->c.context, &g->c.arena, x, assets);
}

static void check_all(gltf_checker *g, const gltf_root *root, tlb_bytes text)
{
    const tlb_gltf *x = g->x;
    check_container(g, root);
    check_asset(g);
    check_extensions(g, text);
    check_buffers(g);
    for (uint32_t i = 0; i < x->bufferViews.count; i++) {
        check_view(g, i);
        check_compression(g, i);
    }
    for (uint32_t i = 0; i < x->accessors.count; i++)
        check_accessor(g, i);
    tlb_gltf_check_materials(g);
    check_images(g);
    check_cameras(g);
    tlb_gltf_check_nodes(g);
    for (uint32_t i = 0; i < x->meshes.count; i++)
        tlb_gltf_check_primitives(g, i);
    tlb_gltf_check_skins(g);
    for (uint32_t i = 0; i < x->animations.count; i++)
        tlb_gltf_check_animation(g, i);
    tlb_gltf_check_accessor_data(g);
}

/* The text as it is or would be saved, read once more with the rules of the schema. */
static tlb_status check_schema(gltf_checker *g, const gltf_root *root, tlb_buffer *text)
{
    tlb_gltf again = {.scene = TLB_NONE};
    tlb_status status = tlb_gltf_write_text(g->c.context, root, text);
    tlb_bytes bytes = {text->data, text->size};
    if (status)
        return status;
    if (text->size >= 3 && text->data[0] == 0xef)
        TLB_FIND(&g->c, GLTF_JSON, "", "the text begins with a byte order mark");
    if (text->size && !text->data[text->size - 1])
        TLB_FIND(&g->c, GLTF_JSON, "", "the text is padded with NUL, expected blanks");
    return tlb_gltf_read_text(g->c.context, &g->c.arena, bytes, bytes, &again, &g->c);
}

tlb_status tlb_gltf_check(tlb_document *document)
{
    const gltf_root *root = document->root;
    gltf_checker g = {.c = tlb_checker_start(document->context, root), .x = &root->gltf};
    tlb_buffer text = {.account = document->context->account};
    tlb_status status = check_schema(&g, root, &text);
    if (!status && set_up(&g, document->assets)) {
        tlb_bytes bytes = {text.data, text.size};
        if (bytes.size >= 3 && bytes.data[0] == 0xef)
            bytes = (tlb_bytes){bytes.data + 3, bytes.size - 3};
        while (bytes.size && !bytes.data[bytes.size - 1])
            bytes.size--;
        check_all(&g, root, bytes);
    }
    if (!status && g.c.arena.failure)
        status = tlb_report_memory(document->context, &g.c.arena);
    tlb_buffer_free(&text);
    tlb_status ended = tlb_checker_end(&g.c);
    return status ? status : ended;
}
