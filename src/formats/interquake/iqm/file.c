/* Reading and writing: what no part takes is kept as gaps, and a document whose parts still fit where they
 * stood is written as it was. */
#include "formats/interquake/iqm/parts.h"

static tlb_status find_gaps(tlb_document *document, tlb_iqm *x)
{
    tlb_arena *arena = &document->arena;
    tlb_bytes source = document->source;
    iqm_parts parts = {0};
    TLB_LIST(tlb_iqm_gap) gaps = {0};
    if (!iqm_list_parts(x, arena, &parts) || !TLB_RESERVE(arena, &gaps, parts.count))
        return tlb_report_memory(document->context);
    uint64_t at = 0;
    for (uint32_t i = 0; i <= parts.count; i++) {
        const iqm_part *part = i < parts.count ? &parts.data[i] : &(iqm_part){source.size, 0, NULL};
        if (part->offset < at) {
            tlb_report(document->context, TLB_CODE_IQM_OVERLAP, part->offset, part->name,
                       "starts within the part before it, which ends at 0x%llx", (unsigned long long)at);
            return TLB_INVALID;
        }
        if (part->offset > at)
            gaps.data[gaps.count++] =
                (tlb_iqm_gap){(uint32_t)at, {source.data + at, (size_t)(part->offset - at)}};
        at = part->offset + part->size;
    }
    x->gaps.data = gaps.data;
    x->gaps.count = gaps.count;
    return TLB_OK;
}

tlb_status iqm_read(tlb_document *document)
{
    uint64_t taken = IQM_HEADER;
    tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
    w.user = &taken;
    iqm_walk(&w, &document->root);
    return w.status ? w.status : find_gaps(document, document->root);
}

static tlb_status refuse_count(tlb_context *context, const char *path, uint32_t count, const char *of,
                               uint32_t wanted)
{
    tlb_report(context, TLB_CODE_IQM_COUNT, TLB_NO_OFFSET, path,
               "%u, there must be none or one for each of the %u %s", count, wanted, of);
    return TLB_INVALID;
}

tlb_status iqm_write(tlb_document *document, tlb_buffer *out)
{
    tlb_context *context = document->context;
    tlb_iqm *x = document->root;
    tlb_arena work;
    uint64_t size;
    if (x->adjacency.count && x->adjacency.count != x->triangles.count)
        return refuse_count(context, "adjacency", x->adjacency.count, "triangles", x->triangles.count);
    if (x->bounds.count && x->bounds.count != x->num_frames)
        return refuse_count(context, "bounds", x->bounds.count, "frames", x->num_frames);
    tlb_arena_init(&work, &context->account);
    bool fits = iqm_fits(x, &work, &size);
    tlb_arena_free(&work);
    if (context->account.failure)
        return tlb_report_memory(context);
    if (!fits) {
        size = iqm_lay_out(x);
        x->filesize = (uint32_t)size;
    }
    if (size > UINT32_MAX) {
        tlb_report(context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, "filesize",
                   "%llu bytes are more than a file can have", (unsigned long long)size);
        return TLB_INVALID;
    }
    uint8_t *bytes = tlb_buffer_grow(out, (size_t)size);
    if (!bytes)
        return TLB_OK; /* the buffer's status says it */
    memset(bytes, 0, (size_t)size);
    for (uint32_t i = 0; i < x->gaps.count; i++)
        memcpy(bytes + x->gaps.data[i].offset, x->gaps.data[i].bytes.data, x->gaps.data[i].bytes.size);
    tlb_walk w = tlb_walk_writer(context, out);
    void *root = x;
    walk_seek(&w, NULL, 0);
    iqm_walk(&w, &root);
    out->size = (size_t)size;
    return w.status;
}
