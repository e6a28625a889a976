/* IQM made of other documents of the family. */
#include "formats/interquake/compile_options.h"
#include "formats/interquake/iqm_room.h"

#include <string.h>

typedef struct inputs {
    const tlb_iqe **documents;
    const char **names;
    tlb_document **opened; /* but the first, which is the caller's */
    uint32_t count;
} inputs;

static tlb_status add(tlb_context *context, inputs *in, tlb_document *document)
{
    const tlb_iqe *iqe = tlb_document_iqe(document);
    if (!iqe) {
        tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "--merge %s: it is no IQE file",
                   document->name);
        return TLB_ARGUMENT;
    }
    in->documents[in->count] = iqe;
    in->names[in->count] = document->name;
    in->opened[in->count++] = document;
    return TLB_OK;
}

static tlb_status open_all(tlb_document *first, const iq_request *request, tlb_arena *arena, inputs *in)
{
    tlb_context *context = first->context;
    size_t most = (size_t)request->merge_count + 1;
    in->documents = tlb_alloc_array(arena, most, sizeof(tlb_iqe *));
    in->names = tlb_alloc_array(arena, most, sizeof *in->names);
    in->opened = tlb_alloc_array(arena, most, sizeof *in->opened);
    if (!in->documents || !in->names || !in->opened)
        return tlb_report_memory(context);
    tlb_status status = add(context, in, first);
    for (uint32_t i = 0; i < request->merge_count && !status; i++) {
        tlb_document *document;
        status = tlb_open_path(&document, context, request->merges[i], NULL);
        if (!status && (status = add(context, in, document)))
            tlb_document_free(document);
    }
    context->file = first->name;
    return status;
}

static void close_all(const inputs *in)
{
    for (uint32_t i = 1; i < in->count; i++)
        tlb_document_free(in->opened[i]);
}

/* The model in `arena` lasts as long as the inputs. */
static tlb_status make_model(tlb_context *context, tlb_arena *arena, const iq_request *request,
                             const inputs *in, iq_model *model)
{
    tlb_status status = iq_model_of_iqe(model, context, arena, in->documents, in->names, in->count);
    return status ? status : iq_clip_animations(context, arena, request, model);
}

tlb_status iqm_write_compiled(tlb_context *context, const iq_model *model, const iq_choices *choices,
                              tlb_buffer *out)
{
    tlb_iqm made;
    tlb_document document = {.context = context, .format = &tlb_format_iqm, .name = "", .root = &made};
    tlb_arena_init(&document.arena, &context->account);
    tlb_status status = iq_compile(&made, context, &document.arena, model, choices);
    if (!status)
        status = iqm_write(&document, out);
    tlb_arena_free(&document.arena);
    return status;
}

tlb_status iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_context *context = source->context;
    tlb_arena arena;
    iq_request request;
    inputs in = {.count = 0};
    iq_model model;
    tlb_arena_init(&arena, &context->account);
    tlb_status status = iq_read_request(conversion, &arena, &request);
    if (!status)
        status = open_all(source, &request, &arena, &in);
    if (!status)
        status = make_model(context, &arena, &request, &in, &model);
    if (!status)
        status = iqm_write_compiled(context, &model, &request.choices, out);
    close_all(&in);
    tlb_arena_free(&arena);
    return status;
}
