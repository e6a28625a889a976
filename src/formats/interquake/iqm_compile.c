/* IQM made of other documents of the family, and of itself with other choices. */
#include "formats/interquake/compile_options.h"
#include "formats/interquake/iqm_room.h"

#include <string.h>

/* --- inputs ------------------------------------------------------------------------------------------- */

typedef struct input {
    const tlb_document *document;
    tlb_document *opened;    /* NULL: it is the caller's */
    tlb_document *respelled; /* an IQM as IQE, from `text` */
    tlb_buffer text;
} input;

typedef struct inputs {
    input *data;
    uint32_t count;
    const tlb_iqe **documents;
    const char **names;
} inputs;

/* A model joins others as the text that it can be. */
static tlb_status respell(tlb_context *context, input *in)
{
    tlb_arena work;
    iq_model model;
    tlb_arena_init(&work, &context->account);
    tlb_status status = iq_model_of_iqm(&model, context, &work, in->document->root);
    if (!status)
        status = iq_write_iqe(&model, context, &in->text);
    tlb_arena_free(&work);
    if (!status && in->text.status)
        status = tlb_report_memory(context);
    if (!status)
        status = tlb_open_memory(&in->respelled, context, in->text.data, in->text.size, in->document->name,
                                 tlb_format_by_name("iqe"));
    return status;
}

static tlb_status add(tlb_context *context, inputs *all, tlb_document *document, tlb_document *opened)
{
    input *in = &all->data[all->count];
    *in = (input){.document = document, .opened = opened, .text = {.account = &context->account}};
    all->names[all->count] = document->name;
    all->count++;
    if (document->format == &tlb_format_iqm) {
        tlb_status status = respell(context, in);
        if (status)
            return status;
        document = in->respelled;
    }
    all->documents[all->count - 1] = tlb_document_iqe(document);
    return TLB_OK;
}

static tlb_status open_all(tlb_context *context, tlb_arena *arena, const iq_request *request,
                           tlb_document *first, inputs *all)
{
    size_t most = (size_t)request->merge_count + 1;
    *all = (inputs){.data = tlb_alloc_array(arena, most, sizeof *all->data),
                    .documents = tlb_alloc_array(arena, most, sizeof(tlb_iqe *)),
                    .names = tlb_alloc_array(arena, most, sizeof(char *))};
    if (!all->data || !all->documents || !all->names)
        return tlb_report_memory(context);
    tlb_status status = add(context, all, first, NULL);
    for (uint32_t i = 0; i < request->merge_count && !status; i++) {
        tlb_document *opened;
        status = tlb_open_path(&opened, context, request->merges[i], NULL);
        if (status)
            break;
        status = add(context, all, opened, opened);
        if (!status && !all->documents[all->count - 1]) {
            tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                       "--merge %s: it is neither IQE nor IQM", request->merges[i]);
            status = TLB_ARGUMENT;
        }
    }
    return status;
}

static void close_all(const inputs *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        tlb_document_free(all->data[i].respelled);
        tlb_document_free(all->data[i].opened);
        tlb_buffer_free(&all->data[i].text);
    }
}

/* --- output ------------------------------------------------------------------------------------------- */

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

static tlb_status compile_inputs(tlb_document *source, tlb_arena *arena, const iq_request *request,
                                 inputs *all, tlb_buffer *out)
{
    tlb_context *context = source->context;
    iq_model model;
    tlb_status status;
    if (source->format == &tlb_format_iqm && !request->merge_count)
        status = iq_model_of_iqm(&model, context, arena, source->root);
    else {
        status = open_all(context, arena, request, source, all);
        context->file = source->name;
        if (!status)
            status = iq_model_of_iqe(&model, context, arena, all->documents, all->names, all->count);
    }
    if (!status)
        status = iq_clip_animations(context, arena, request, &model);
    return status ? status : iqm_write_compiled(context, &model, &request->choices, out);
}

static tlb_status make(tlb_document *source, const tlb_conversion *conversion, bool asked_only,
                       tlb_buffer *out)
{
    tlb_arena arena;
    iq_request request;
    inputs all = {.count = 0};
    tlb_arena_init(&arena, &source->context->account);
    tlb_status status = iq_read_request(conversion, &arena, &request);
    if (!status && asked_only && !request.asked)
        status = iqm_write(source, out);
    else if (!status)
        status = compile_inputs(source, &arena, &request, &all, out);
    close_all(&all);
    tlb_arena_free(&arena);
    return status;
}

tlb_status iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    return make(source, conversion, false, out);
}

tlb_status iqm_reshape(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    return make(document, conversion, true, out);
}
