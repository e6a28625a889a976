/* Where everything is in the file that would be saved: shows it to a visitor that needs offsets (map,
 * locate). The JSON names its members itself; what of the binary chunk is whose, the accessors and views say.
 */
#include "formats/interchange/gltf/document.h"

#include "formats/interchange/gltf/accessor.h"

#include <stdlib.h>

typedef struct tracer {
    tlb_walk *w;
    tlb_json_tree tree;
    tlb_arena work;
    uint64_t base, from; /* of the text in the file; what comes before this place in the text was shown */
} tracer;

static const tlb_visitor *visitor(const tracer *t)
{
    return t->w->visitor;
}

/* Shows what stands between values. */
static void show_until(tracer *t, uint64_t at)
{
    if (at > t->from && visitor(t)->counts) {
        t->w->offset = t->base + t->from;
        visitor(t)->bytes(t->w, "text", &(tlb_bytes){(const uint8_t *)t->tree.text + t->from, at - t->from});
    }
    t->from = at;
}

static void stand_at(tracer *t, const tlb_json_node *node)
{
    show_until(t, node->start);
    t->w->offset = t->base + node->start;
    t->w->extent = node->end - node->start;
}

static bool is_row(const tracer *t, const tlb_json_node *list)
{
    bool numbers = list->count > 0;
    for (const tlb_json_node *n = tlb_json_first(&t->tree, list); n && numbers;
         n = tlb_json_next(&t->tree, n))
        numbers = n->kind == TLB_JSON_NUMBER;
    return numbers;
}

static void trace_row(tracer *t, const tlb_json_node *list, const char *name)
{
    double *values = tlb_alloc_array(&t->work, list->count, sizeof *values);
    uint32_t count = 0;
    if (!values) {
        tlb_walk_refused(t->w, t->work.failure);
        return;
    }
    for (const tlb_json_node *n = tlb_json_first(&t->tree, list); n; n = tlb_json_next(&t->tree, n))
        values[count++] = tlb_json_number(&t->tree, n);
    stand_at(t, list);
    visitor(t)->scalars(t->w, name, TLB_F64, TLB_F64, values, count, true);
    t->from = list->end;
}

static void trace_leaf(tracer *t, const tlb_json_node *node, const char *name)
{
    stand_at(t, node);
    if (node->kind == TLB_JSON_NUMBER) {
        double value = tlb_json_number(&t->tree, node);
        visitor(t)->scalars(t->w, name, TLB_F64, TLB_F64, &value, 1, false);
    } else if (node->kind == TLB_JSON_TEXT) {
        tlb_mark mark = tlb_arena_mark(&t->work);
        tlb_text text = tlb_json_string(&t->tree, node, &t->work);
        if (text.data)
            visitor(t)->text(t->w, name, &text);
        else
            tlb_walk_refused(t->w, t->work.failure);
        tlb_arena_rewind(&t->work, mark);
    } else {
        uint8_t value = node->kind == TLB_JSON_TRUE;
        visitor(t)->scalars(t->w, name, TLB_U8, TLB_U8, &value, 1, false);
    }
    t->from = node->end;
}

static void trace_value(tracer *t, const tlb_json_node *node, const char *name);

static void trace_members(tracer *t, const tlb_json_node *parent, int64_t *element)
{
    int64_t index = 0;
    for (const tlb_json_node *n = tlb_json_first(&t->tree, parent); n && !t->w->status;
         n = tlb_json_next(&t->tree, n)) {
        if (parent->kind == TLB_JSON_LIST) {
            *element = index++;
            trace_value(t, n, NULL);
            continue;
        }
        tlb_mark mark = tlb_arena_mark(&t->work);
        const char *key = tlb_json_key(&t->tree, n, &t->work).data;
        if (key)
            trace_value(t, n, key);
        else
            tlb_walk_refused(t->w, t->work.failure);
        tlb_arena_rewind(&t->work, mark);
    }
}

static void trace_value(tracer *t, const tlb_json_node *node, const char *name)
{
    if (t->w->status)
        return;
    if (node->kind < TLB_JSON_LIST) {
        trace_leaf(t, node, name);
        return;
    }
    if (node->kind == TLB_JSON_LIST && visitor(t)->counts && is_row(t, node)) {
        trace_row(t, node, name);
        return;
    }
    if (t->w->depth == WALK_DEPTH) /* shown as text */
        return;
    stand_at(t, node);
    uint32_t count = node->count;
    if (node->kind == TLB_JSON_LIST && name)
        visitor(t)->open_list(t->w, name, &count);
    t->w->frames[t->w->depth] = (tlb_frame){name, -1};
    tlb_frame *frame = &t->w->frames[t->w->depth++];
    if (node->kind == TLB_JSON_TABLE || !name)
        visitor(t)->open(t->w, name, TLB_BLOCK);
    t->from = node->start;
    trace_members(t, node, &frame->index);
    t->w->depth--;
}

static void trace_text(tlb_walk *w, uint64_t base, tlb_bytes text)
{
    tracer t = {.w = w, .base = base};
    tlb_json_error error;
    tlb_arena trees;
    size_t before = text.size >= 3 && text.data[0] == 0xef ? 3 : 0, size = text.size;
    while (size && !text.data[size - 1])
        size--;
    tlb_arena_init(&t.work, w->context->account);
    tlb_arena_init(&trees, w->context->account);
    t.base += before;
    w->status =
        tlb_json_parse(w->context, &trees, (tlb_bytes){text.data + before, size - before}, &t.tree, &error);
    if (!w->status) {
        if (before && visitor(&t)->counts) {
            w->offset = base;
            visitor(&t)->bytes(w, "text", &(tlb_bytes){text.data, before});
        }
        int64_t element;
        trace_members(&t, t.tree.nodes, &element);
        show_until(&t, text.size - before);
    }
    w->extent = 0;
    tlb_arena_release(&trees);
    tlb_arena_release(&t.work);
}

/* --- the binary chunk ----------------------------------------------------------------------------------- */

typedef struct region {
    uint64_t start, end;
    const char *list;
    uint32_t index;
} region;

typedef struct regions {
    region *data;
    size_t count;
} regions;

static int by_place(const void *a, const void *b)
{
    const region *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end != y->end ? (x->end < y->end ? -1 : 1) : 0;
}

static void add_view(regions *r, const tlb_gltf *x, int32_t view, const char *list, uint32_t index,
                     uint64_t offset, uint64_t length)
{
    if (view < 0 || (uint32_t)view >= x->bufferViews.count || x->bufferViews.data[view].buffer != 0)
        return;
    const tlb_gltf_buffer_view *v = &x->bufferViews.data[view];
    uint64_t start = v->byteOffset + offset;
    r->data[r->count++] = (region){start, start + (length ? length : v->byteLength), list, index};
}

/* An accessor's own bytes, where no others are between them; else its view is shown as a whole. */
static void add_accessor(regions *r, const tlb_gltf *x, uint32_t index)
{
    const tlb_gltf_accessor *a = &x->accessors.data[index];
    uint32_t size = tlb_gltf_element_size(a);
    bool known = a->bufferView >= 0 && (uint32_t)a->bufferView < x->bufferViews.count && size && a->count;
    uint32_t stride = known ? x->bufferViews.data[a->bufferView].byteStride : 0;
    if (known && (!stride || stride == size))
        add_view(r, x, a->bufferView, "accessors", index, a->byteOffset, (uint64_t)size * a->count);
}

static void show_region(tlb_walk *w, uint64_t base, tlb_bytes data, uint64_t from, uint64_t to,
                        const char *list, uint32_t index)
{
    if (to <= from)
        return;
    w->offset = base + from;
    uint32_t depth = w->depth;
    if (list) {
        w->depth = 0;
        w->frames[w->depth++] = (tlb_frame){list, index};
    }
    w->visitor->bytes(w, list ? NULL : "chunkData", &(tlb_bytes){data.data + from, (size_t)(to - from)});
    w->depth = depth;
}

static void show_regions(tlb_walk *w, uint64_t base, tlb_bytes data, const regions *r)
{
    tlb_frame chunk = w->frames[0];
    uint64_t at = 0;
    for (size_t i = 0; i < r->count; i++) {
        uint64_t start = r->data[i].start > at ? r->data[i].start : at;
        uint64_t end = r->data[i].end < data.size ? r->data[i].end : data.size;
        if (end <= start)
            continue;
        w->frames[0] = chunk;
        show_region(w, base, data, at, start, NULL, 0);
        show_region(w, base, data, start, end, r->data[i].list, r->data[i].index);
        at = end;
    }
    w->frames[0] = chunk;
    show_region(w, base, data, at, data.size, NULL, 0);
}

static void trace_binary(tlb_walk *w, const tlb_gltf *x, uint64_t base, tlb_bytes data)
{
    tlb_arena work;
    tlb_arena_init(&work, w->context->account);
    size_t most = (size_t)x->accessors.count + x->images.count + x->bufferViews.count;
    regions r = {.data = tlb_alloc_array(&work, most, sizeof *r.data)};
    if (!r.data) {
        tlb_walk_refused(w, work.failure);
        tlb_arena_release(&work);
        return;
    }
    for (uint32_t i = 0; i < x->accessors.count; i++)
        add_accessor(&r, x, i);
    for (uint32_t i = 0; i < x->images.count; i++)
        add_view(&r, x, x->images.data[i].bufferView, "images", i, 0, 0);
    qsort(r.data, r.count, sizeof *r.data, by_place);
    size_t finer = r.count;
    /* A view is shown where nothing in it is. */
    for (uint32_t i = 0; i < x->bufferViews.count; i++) {
        const tlb_gltf_buffer_view *v = &x->bufferViews.data[i];
        size_t low = 0, high = finer;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (r.data[middle].start < v->byteOffset)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == finer || r.data[low].start >= (uint64_t)v->byteOffset + v->byteLength)
            add_view(&r, x, (int32_t)i, "bufferViews", i, 0, 0);
    }
    qsort(r.data, r.count, sizeof *r.data, by_place);
    show_regions(w, base, data, &r);
    tlb_arena_release(&work);
}

/* --- the file ------------------------------------------------------------------------------------------- */

static void show_word(tlb_walk *w, const uint8_t *file, uint64_t offset, const char *name)
{
    static const tlb_flag types[] = {
        {"JSON", UINT32_MAX, GLB_JSON}, {"BIN", UINT32_MAX, GLB_BIN}, {NULL, 0, 0}};
    uint32_t value = tlb_get_le32(file + offset);
    w->offset = offset;
    w->flags = strcmp(name, "chunkType") == 0 ? types : NULL;
    tlb_walk_visit(w, name, TLB_U32, TLB_U32, &value);
}

static void trace_chunks(tlb_walk *w, const tlb_gltf *x, const uint8_t *file, uint64_t at)
{
    bool met = false;
    for (uint32_t i = 0; i < x->chunks.count && !w->status; i++) {
        tlb_bytes data = {file + at + GLB_CHUNK_HEADER, x->chunks.data[i].chunkData.size};
        w->frames[w->depth++] = (tlb_frame){"chunks", i};
        show_word(w, file, at, "chunkLength");
        show_word(w, file, at + 4, "chunkType");
        at += GLB_CHUNK_HEADER;
        w->offset = at;
        bool binary = !met && x->chunks.data[i].chunkType == GLB_BIN;
        met |= binary;
        if (binary && w->visitor->counts)
            trace_binary(w, x, at, data);
        else
            w->visitor->bytes(w, "chunkData", &data);
        w->depth--;
        at += data.size;
    }
    w->offset = at;
    if (x->tail.size)
        w->visitor->bytes(w, "tail", &(tlb_bytes){file + at, x->tail.size});
}

void tlb_gltf_trace(tlb_walk *w, gltf_root *root)
{
    tlb_buffer file = {.account = w->context->account};
    void *written = root;
    w->status = tlb_gltf_write(w->context, &written, &file);
    if (!w->status && !root->binary)
        trace_text(w, 0, (tlb_bytes){file.data, file.size});
    else if (!w->status) {
        uint32_t size = tlb_get_le32(file.data + GLB_HEADER);
        if (w->visitor->counts)
            w->visitor->bytes(w, "magic", &(tlb_bytes){file.data, 4});
        show_word(w, file.data, 4, "version");
        show_word(w, file.data, 8, "length");
        show_word(w, file.data, GLB_HEADER, "chunkLength");
        show_word(w, file.data, GLB_HEADER + 4, "chunkType");
        trace_text(w, GLB_HEADER + GLB_CHUNK_HEADER,
                   (tlb_bytes){file.data + GLB_HEADER + GLB_CHUNK_HEADER, size});
        if (!w->status)
            trace_chunks(w, &root->gltf, file.data, GLB_HEADER + GLB_CHUNK_HEADER + (uint64_t)size);
    }
    tlb_buffer_free(&file);
}
