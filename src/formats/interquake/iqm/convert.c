/* IQM made of other documents of the family, of scenes, and of itself with other options. */
#include "formats/interquake/compile/compile.h"
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

#include <string.h>

/* --- output ------------------------------------------------------------------------------------------ */

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
        status = tlb_iqm_write(&made->document, out);
    tlb_arena_release(&made->document.arena);
    return status;
}

static tlb_status compile(compilation *made, tlb_arena *arena, const iq_request *request, iq_model *model)
{
    tlb_context *context = made->document.context;
    iq_choices choices = request->choices;
    choices.texcoords = true;
    tlb_status status = tlb_iq_clip_animations(context, arena, request, model);
    return status ? status : tlb_iq_compile(&made->iqm, context, &made->document.arena, model, &choices);
}

/* The model, and the inputs as long as it needs them, are in `arena`. */
static tlb_status make_model(tlb_document *source, const tlb_conversion *conversion, tlb_arena *arena,
                             const iq_request *request, iq_inputs *all, iq_model *model)
{
    tlb_context *context = source->context;
    if (source->format == &tlb_format_iqm && !request->merge_count)
        return tlb_iq_model_of_iqm(model, context, arena, source->root);
    tlb_status status = tlb_iq_open_inputs(all, conversion, arena, request, source);
    return status ? status
                  : tlb_iq_model_of_iqe(model, context, arena, all->documents, all->names, all->count);
}

tlb_status tlb_iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    compilation made;
    tlb_arena arena;
    iq_request request;
    iq_model model;
    iq_inputs all = {.count = 0};
    begin(&made, source->context);
    tlb_arena_init(&arena, &source->context->account);
    tlb_status status = tlb_iq_read_request(conversion, &arena, &request);
    if (!status)
        status = make_model(source, conversion, &arena, &request, &all, &model);
    if (!status)
        status = compile(&made, &arena, &request, &model);
    tlb_iq_close_inputs(&all);
    tlb_arena_release(&arena);
    return finish(&made, status, out);
}

tlb_status tlb_iqm_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out)
{
    return tlb_iq_is_request(conversion) ? tlb_iqm_translate(document, conversion, out)
                                         : tlb_iqm_write(document, out);
}

/* A model that others join is the first of the inputs: as text. */
static tlb_status join_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_context *context = conversion->context;
    tlb_buffer text = {.account = &context->account};
    tlb_document *document = NULL;
    tlb_status status = tlb_iq_open_respelled(&document, context, model, &text, context->file);
    if (!status)
        status = tlb_iqm_translate(document, conversion, out);
    tlb_document_free(document);
    tlb_buffer_free(&text);
    return status;
}

static tlb_status write_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    compilation made;
    tlb_arena arena;
    iq_request request;
    iq_model chosen = *model;
    if (tlb_choice_made(conversion, "merge"))
        return join_model(model, conversion, out);
    begin(&made, conversion->context);
    tlb_arena_init(&arena, &conversion->context->account);
    tlb_status status = tlb_iq_read_request(conversion, &arena, &request);
    if (!status)
        status = compile(&made, &arena, &request, &chosen);
    tlb_arena_release(&arena);
    return finish(&made, status, out);
}

tlb_status tlb_iqm_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_iq_from_scene(scene, conversion, output, "IQM", write_model);
}
