/* Writing the document: its own text where that still says the same, else the canonical one. */
#include "formats/interchange/gltf/document.h"

static tlb_status write_canonical(tlb_context *context, const tlb_gltf *x, bool binary, tlb_buffer *out)
{
    tlb_json json = {.out = out, .compact = binary};
    size_t start = out->size;
    tlb_walk w = tlb_walk_writer(context, out);
    gltf_fields g = {.w = &w, .json = &json};
    tlb_json_open(&json, NULL, '{', false);
    tlb_gltf_walk_members(&g, (tlb_gltf *)(uintptr_t)x);
    tlb_json_close(&json);
    if (binary)
        tlb_buffer_append(out, "   ", (4 - (out->size - start) % 4) % 4);
    if (out->status == TLB_LIMIT) {
        tlb_report(context, TLB_CODE_NESTING_LIMIT, TLB_NO_OFFSET, NULL,
                   "values are nested deeper than %d levels", TLB_JSON_DEPTH);
        return TLB_LIMIT;
    }
    return w.status ? w.status : tlb_report_failure(context, out->status);
}

static bool same(const tlb_buffer *a, const void *data, size_t size)
{
    return a->size == size && memcmp(a->data, data, size) == 0;
}

bool tlb_gltf_is_canonical(tlb_context *context, const gltf_root *root, tlb_status *status)
{
    tlb_buffer text = {.account = context->account};
    *status = write_canonical(context, &root->gltf, root->binary, &text);
    bool is = !*status && same(&text, root->spelling.data, root->spelling.size);
    tlb_buffer_free(&text);
    return is;
}

/* What the text that is kept says, written canonically. TLB_NO_MEMORY, TLB_LIMIT: reported; else it says
 * nothing. */
static tlb_status write_spelled(tlb_context *context, const gltf_root *root, tlb_buffer *out)
{
    tlb_arena work;
    tlb_gltf x = {.scene = TLB_NONE};
    tlb_arena_init(&work, context->account);
    tlb_report_mark mark = tlb_report_mark_get(context);
    tlb_status status = tlb_gltf_read_text(context, &work, root->spelling, root->spelling, &x, NULL);
    if (!status)
        status = write_canonical(context, &x, root->binary, out);
    if (status == TLB_INVALID || status == TLB_UNSUPPORTED)
        tlb_report_rewind(context, &mark);
    tlb_arena_release(&work);
    return status;
}

tlb_status tlb_gltf_write_text(tlb_context *context, const gltf_root *root, tlb_buffer *out)
{
    tlb_buffer text = {.account = context->account}, spelled = {.account = context->account};
    tlb_status status = write_canonical(context, &root->gltf, root->binary, &text);
    tlb_status said = !status && root->spelling.data ? write_spelled(context, root, &spelled) : TLB_INVALID;
    bool keeps = !said && same(&spelled, text.data, text.size);
    if (said == TLB_NO_MEMORY || said == TLB_LIMIT)
        status = said;
    if (keeps)
        tlb_buffer_append(out, root->spelling.data, root->spelling.size);
    else if (!status)
        tlb_buffer_append(out, text.data, text.size);
    tlb_buffer_free(&spelled);
    tlb_buffer_free(&text);
    return status ? status : tlb_report_failure(context, out->status);
}

static tlb_status write_glb(tlb_context *context, const gltf_root *root, tlb_buffer *text, tlb_buffer *out)
{
    const tlb_gltf *x = &root->gltf;
    uint64_t length = GLB_HEADER + GLB_CHUNK_HEADER + (uint64_t)text->size + x->tail.size;
    for (uint32_t i = 0; i < x->chunks.count; i++)
        length += GLB_CHUNK_HEADER + (uint64_t)x->chunks.data[i].chunkData.size;
    if (length > UINT32_MAX) {
        tlb_report(context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
                   "the GLB would have %llu bytes; a GLB is limited to 4 GiB", (unsigned long long)length);
        return TLB_INVALID;
    }
    tlb_walk w = tlb_walk_writer(context, out);
    uint32_t words[] = {GLB_MAGIC, GLB_VERSION, x->length ? x->length : (uint32_t)length,
                        (uint32_t)text->size, GLB_JSON};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        walk_u32(&w, NULL, &words[i]);
    tlb_walk_bytes(&w, NULL, &(tlb_bytes){text->data, text->size});
    for (uint32_t i = 0; i < x->chunks.count; i++) {
        tlb_gltf_chunk chunk = x->chunks.data[i];
        uint32_t size = (uint32_t)chunk.chunkData.size;
        walk_u32(&w, "chunkLength", &size);
        walk_u32(&w, "chunkType", &chunk.chunkType);
        tlb_walk_bytes(&w, "chunkData", &chunk.chunkData);
    }
    tlb_walk_bytes(&w, NULL, &(tlb_bytes){x->tail.data, x->tail.size});
    return tlb_walk_finish(&w) ? w.status : tlb_report_failure(context, out->status);
}

tlb_status tlb_gltf_write(tlb_context *context, void **root, tlb_buffer *out)
{
    const gltf_root *r = *root;
    if (!r->binary)
        return tlb_gltf_write_text(context, r, out);
    tlb_buffer text = {.account = context->account};
    tlb_status status = tlb_gltf_write_text(context, r, &text);
    if (!status)
        status = write_glb(context, r, &text, out);
    tlb_buffer_free(&text);
    return status;
}
