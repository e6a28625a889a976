/* IQM made of other documents of the family, of scenes, and of itself with other choices. */
#include "formats/interquake/compile_options.h"
#include "formats/interquake/iqm_room.h"
#include "formats/interquake/scene_model.h"

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

/* Where a model is large, so is its file: what only the model needs goes first. */
typedef struct compilation {
    tlb_iqm iqm;
    tlb_document document;
} compilation;

static void begin(compilation *made, tlb_context *context)
{
    made->document =
        (tlb_document){.context = context, .format = &tlb_format_iqm, .name = "", .root = &made->iqm};
    tlb_arena_init(&made->document.arena, &context->account);
}

static tlb_status finish(compilation *made, tlb_status status, tlb_buffer *out)
{
    if (!status)
        status = iqm_write(&made->document, out);
    tlb_arena_free(&made->document.arena);
    return status;
}

static tlb_status compile(compilation *made, tlb_arena *arena, const iq_request *request, iq_model *model)
{
    tlb_context *context = made->document.context;
    tlb_status status = iq_clip_animations(context, arena, request, model);
    return status ? status : iq_compile(&made->iqm, context, &made->document.arena, model, &request->choices);
}

/* The model, and the inputs as long as it needs them, are in `arena`. */
static tlb_status make_model(tlb_document *source, tlb_arena *arena, const iq_request *request, inputs *all,
                             iq_model *model)
{
    tlb_context *context = source->context;
    if (source->format == &tlb_format_iqm && !request->merge_count)
        return iq_model_of_iqm(model, context, arena, source->root);
    tlb_status status = open_all(context, arena, request, source, all);
    context->file = source->name;
    return status ? status : iq_model_of_iqe(model, context, arena, all->documents, all->names, all->count);
}

tlb_status iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    compilation made;
    tlb_arena arena;
    iq_request request;
    iq_model model;
    inputs all = {.count = 0};
    begin(&made, source->context);
    tlb_arena_init(&arena, &source->context->account);
    tlb_status status = iq_read_request(conversion, &arena, &request);
    if (!status)
        status = make_model(source, &arena, &request, &all, &model);
    if (!status)
        status = compile(&made, &arena, &request, &model);
    close_all(&all);
    tlb_arena_free(&arena);
    return finish(&made, status, out);
}

tlb_status iqm_reshape(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    return iq_is_request(conversion) ? iqm_translate(document, conversion, out) : iqm_write(document, out);
}

static tlb_status write_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    compilation made;
    tlb_arena arena;
    iq_request request;
    iq_model chosen = *model;
    begin(&made, conversion->context);
    tlb_arena_init(&arena, &conversion->context->account);
    tlb_status status = iq_read_request(conversion, &arena, &request);
    if (!status && request.merge_count) {
        tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "--merge %s: only IQE and IQM files are merged", request.merges[0]);
        status = TLB_ARGUMENT;
    }
    if (!status)
        status = compile(&made, &arena, &request, &chosen);
    tlb_arena_free(&arena);
    return finish(&made, status, out);
}

tlb_status iqm_receive(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return iq_receive(scene, conversion, output, "IQM", write_model);
}
