/* IQM made of other documents of the family, of scenes, and of itself with other options. */
#include "formats/interquake/iqm_compiler/compile.h"
#include "formats/interquake/iqm/iqm.h"
#include "formats/interquake/model/model.h"

#include <string.h>

/* --- output ------------------------------------------------------------------------------------------ */

/* Where a model is large, so is its file: what only the model needs goes first. */
typedef struct compilation {
    tlb_context *context;
    tlb_arena arena;
    tlb_iqm iqm;
} compilation;

static void begin(compilation *made, tlb_context *context)
{
    made->context = context;
    tlb_arena_init(&made->arena, context->account);
}

static tlb_status finish(compilation *made, tlb_status status, tlb_buffer *out)
{
    if (!status)
        status = tlb_iqm_write(made->context, &(void *){&made->iqm}, out);
    tlb_arena_release(&made->arena);
    return status;
}

static tlb_status compile(compilation *made, tlb_arena *arena, const tlb_iqm_write_options *options,
                          iq_model *model)
{
    iq_placement placement = tlb_iq_placement(options);
    tlb_status status = tlb_iq_clip_animations(made->context, arena, options, model);
    return status ? status : tlb_iq_compile(&made->iqm, made->context, &made->arena, model, &placement);
}

/* The model, and the inputs as long as it needs them, are in `arena`. */
static tlb_status make_model(tlb_document *source, const tlb_conversion *conversion, tlb_arena *arena,
                             iq_inputs *all, iq_model *model)
{
    tlb_context *context = source->context;
    const tlb_iqm_write_options *options = conversion->to;
    if (source->format == &tlb_format_iqm && !options->merges.count)
        return tlb_iq_model_of_iqm(model, context, arena, source->root);
    tlb_status status = tlb_iq_open_inputs(all, conversion, arena, source);
    return status ? status
                  : tlb_iq_model_of_iqe(model, context, arena, all->documents, all->names, all->count);
}

tlb_status tlb_iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    compilation made;
    tlb_arena arena;
    iq_model model;
    iq_inputs all = {.count = 0};
    begin(&made, source->context);
    tlb_arena_init(&arena, source->context->account);
    tlb_status status = make_model(source, conversion, &arena, &all, &model);
    if (!status)
        status = compile(&made, &arena, conversion->to, &model);
    tlb_iq_close_inputs(&all);
    tlb_arena_release(&arena);
    return finish(&made, status, out);
}

tlb_status tlb_iqm_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out)
{
    (void)target;
    return tlb_iqm_translate(source, conversion, out);
}

/* A model that others join is the first of the inputs: as text. */
static tlb_status join_model(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_context *context = conversion->context;
    tlb_buffer text = {.account = context->account};
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
    iq_model chosen = *model;
    const tlb_iqm_write_options *options = conversion->to;
    if (options->merges.count)
        return join_model(model, conversion, out);
    begin(&made, conversion->context);
    tlb_arena_init(&arena, conversion->context->account);
    tlb_status status = compile(&made, &arena, conversion->to, &chosen);
    tlb_arena_release(&arena);
    return finish(&made, status, out);
}

tlb_status tlb_iqm_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return tlb_iq_from_scene(scene, conversion, output, "IQM", true, write_model);
}
