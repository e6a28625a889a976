/* The layout of BGF, after the client's loader: docs/formats/bgf.md. */
#include "formats/meridian/bgf/bgf.h"
#include "layout/fields.h"

static void walk_hotspots(tlb_walk *w, tlb_bgf_bitmap *b)
{
    walk_count(w, "hotspotCount", &b->hotspots.count, TLB_U8);
    WALK_ROWS(w, b, hotspots, 9, i) {
        WALK(w, &b->hotspots.data[i], number);
        WALK(w, &b->hotspots.data[i], x);
        WALK(w, &b->hotspots.data[i], y);
    }
}

/* Compressed pixels have a length. Raw ones need none, but have a word in its place. */
static void walk_pixels(tlb_walk *w, tlb_bgf_bitmap *b)
{
    uint64_t size = (uint64_t)b->width * b->height;
    if (b->type == TLB_BGF_COMPRESSED) {
        if (w->direction == WALK_WRITE && b->data.size > INT32_MAX)
            tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, "data",
                          "%llu bytes exceed the maximum of the length field",
                          (unsigned long long)b->data.size);
        uint32_t length = (uint32_t)b->data.size;
        walk_count(w, "length", &length, TLB_U32);
        size = length;
    } else
        WALK(w, b, length);
    if (w->direction == WALK_READ) {
        if (size > (size_t)(w->end - w->at))
            tlb_walk_short(w, "data", size);
        b->data.size = w->status ? 0 : (size_t)size;
    } else if (w->direction == WALK_WRITE && b->data.size != size)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, "data",
                      "number of pixels: %llu, expected %llu from width and height",
                      (unsigned long long)b->data.size, (unsigned long long)size);
    tlb_walk_bytes(w, "data", &b->data);
}

static void walk_bitmap(tlb_walk *w, tlb_bgf_bitmap *b)
{
    WALK(w, b, width);
    WALK(w, b, height);
    WALK(w, b, xoff);
    WALK(w, b, yoff);
    walk_hotspots(w, b);
    WALK(w, b, type);
    if (b->type > TLB_BGF_COMPRESSED)
        tlb_walk_refuse(w, sizeof b->type, TLB_CODE_BAD_VALUE, "type",
                        "unknown type %u, expected 0 (raw) or 1 (compressed)", b->type);
    walk_pixels(w, b);
}

static void walk_group(tlb_walk *w, tlb_bgf_group *g)
{
    walk_count(w, "count", &g->indices.count, TLB_U32);
    WALK_VALUES(w, g, indices);
}

static void walk_file(tlb_walk *w, tlb_bgf *x)
{
    tlb_walk_signature(w, "signature", BGF_SIGNATURE, 4);
    WALK_DEFAULT(w, x, version, TLB_BGF_VERSION);
    WALK(w, x, version);
    if (x->version != TLB_BGF_VERSION && x->version != TLB_BGF_LH4_VERSION && !w->status)
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected 9 or 10", x->version);
    WALK_NAME(w, x, name);
    walk_count(w, "numBitmaps", &x->bitmaps.count, TLB_U32);
    walk_count(w, "numGroups", &x->groups.count, TLB_U32);
    WALK(w, x, maxIndices);
    WALK_DEFAULT(w, x, shrink, 1);
    WALK(w, x, shrink);
    WALK_BLOCKS(w, x, bitmaps, 22, i)
        walk_bitmap(w, &x->bitmaps.data[i]);
    WALK_ROWS(w, x, groups, 4, i)
        walk_group(w, &x->groups.data[i]);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_bgf_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_bgf))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}

tlb_bgf *tlb_document_bgf(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_bgf_walk ? document->root : NULL;
}
