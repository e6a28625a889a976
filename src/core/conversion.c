#include "core/output.h"

#include "scene/pictures.h"

#include <string.h>

/* What a conversion sees: all options, with assets in any case. */
typedef struct request {
    tlb_convert_options options;
    tlb_conversion conversion;
    tlb_assets *own; /* NULL: the caller's */
} request;

static tlb_status begin(request *r, tlb_context *context, const tlb_convert_options *options,
                        const char *beside)
{
    *r = (request){.conversion = {.context = context, .options = &r->options}};
    tlb_status status = tlb_options_take(context, options, &r->options);
    if (!status && !r->options.assets) {
        r->options.assets = r->own = tlb_assets_create(context);
        if (!r->own)
            return tlb_report_memory(context);
        if (beside)
            tlb_assets_add_beside(r->own, beside);
    }
    r->conversion.assets = r->options.assets;
    return status;
}

tlb_status tlb_document_scene(tlb_document *document, const tlb_convert_options *options, tlb_scene **scene)
{
    tlb_context *context = document->context;
    *scene = NULL;
    if (!document->format->to_scene) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "cannot convert %s to a scene",
                   document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    request r;
    tlb_status status = begin(&r, context, options, document->beside);
    if (status)
        return status;
    uint64_t refusals = context->account->refusals;
    tlb_scene *made = tlb_scene_create(context);
    if (made) {
        made->generator_format = document->format->info.name;
        status = document->format->to_scene(document, made, &r.conversion);
    }
    /* Values and names that found no memory leave no other trace. */
    if (!status && context->account->refusals != refusals)
        status = tlb_report_memory(context);
    tlb_assets_free(r.own);
    if (status)
        tlb_scene_free(made);
    else
        *scene = made;
    return status;
}

/* Writers of models get pictures on rectangles. */
static tlb_status from_scene(const tlb_scene *scene, const tlb_format *target,
                             const tlb_conversion *conversion, tlb_output *output)
{
    if (target->takes_pictures || !tlb_scene_is_pictures(scene))
        return target->from_scene(scene, conversion, output);
    tlb_scene *wall = tlb_scene_hang_pictures(conversion->context, scene);
    if (!wall)
        return tlb_report_memory(conversion->context);
    tlb_status status = target->from_scene(wall, conversion, output);
    tlb_scene_free(wall);
    return status;
}

tlb_status tlb_scene_write(tlb_context *context, const tlb_scene *scene, const tlb_format *target,
                           const char *name, const tlb_convert_options *options, tlb_files **files)
{
    *files = NULL;
    if (!target->from_scene) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "cannot convert a scene to %s",
                   target->info.title);
        return TLB_UNSUPPORTED;
    }
    request r;
    tlb_status status = tlb_scene_validate(context, scene);
    if (status)
        return status;
    status = begin(&r, context, options, NULL);
    if (status)
        return status;
    tlb_output *output = r.conversion.output = tlb_output_create(context, name);
    if (output)
        status = tlb_output_finish(context, output, from_scene(scene, target, &r.conversion, output), files);
    else
        status = tlb_report_memory(context);
    tlb_assets_free(r.own);
    return status;
}

static bool hold_the_same(const tlb_format *a, const tlb_format *b)
{
    return a == b || (a->model && b->model && strcmp(a->model, b->model) == 0);
}

static bool translates(const tlb_format *target, const tlb_format *from)
{
    for (const char *const *name = target->translates; name && *name; name++)
        if (strcmp(*name, from->info.name) == 0)
            return true;
    return false;
}

/* Another format's document, another version where the options say so, else the document as it is. */
static tlb_status write_within(tlb_document *source, const tlb_format *target,
                               const tlb_conversion *conversion, tlb_buffer *out)
{
    if (!hold_the_same(target, source->format))
        return target->translate(source, conversion, out);
    if (tlb_options_any(conversion->options, &target->info, TLB_CAN_CONVERT_VERSION))
        return target->convert_version(source, target, conversion, out);
    return tlb_format_write(target, source->context, &source->root, out);
}

/* Without a scene. */
static tlb_status convert_within(tlb_document *source, const tlb_format *target, const char *name,
                                 const tlb_convert_options *options, tlb_files **files)
{
    tlb_context *context = source->context;
    tlb_conversion conversion = {.context = context, .assets = options->assets, .options = options};
    tlb_output *output = conversion.output = tlb_output_create(context, name);
    tlb_buffer *out = output ? tlb_output_file(output, tlb_output_name(output)) : NULL;
    tlb_status status = out ? write_within(source, target, &conversion, out) : tlb_report_memory(context);
    return output ? tlb_output_finish(context, output, status, files) : status;
}

static tlb_status refuse_target(tlb_document *document, const tlb_format *target)
{
    char labels[2][TLB_FORMAT_LABEL];
    tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "cannot convert %s to %s",
               tlb_format_label(&document->format->info, labels[0]),
               tlb_format_label(&target->info, labels[1]));
    return TLB_UNSUPPORTED;
}

static tlb_status convert_through_scene(tlb_document *document, const tlb_format *target, const char *name,
                                        const tlb_convert_options *options, tlb_files **files)
{
    tlb_scene *scene;
    tlb_convert_options wanted = *options;
    if (!document->format->to_scene || !target->from_scene)
        return refuse_target(document, target);
    if (target->scene_defaults)
        target->scene_defaults(&wanted);
    tlb_status status = tlb_document_scene(document, &wanted, &scene);
    if (status)
        return status;
    status = tlb_scene_write(document->context, scene, target, name, options, files);
    tlb_scene_free(scene);
    return status;
}

tlb_status tlb_convert(tlb_document *document, const tlb_format *target, const char *name,
                       const tlb_convert_options *options, tlb_files **files)
{
    tlb_context *context = document->context;
    tlb_convert_options wanted;
    *files = NULL;
    bool within = hold_the_same(target, document->format) || translates(target, document->format);
    tlb_status status = tlb_options_take(context, options, &wanted);
    if (!status)
        status = (within ? convert_within : convert_through_scene)(document, target, name, &wanted, files);
    if (!status)
        tlb_options_report_unused(context, &wanted, &document->format->info,
                                  within ? TLB_CAN_CONVERT_VERSION : TLB_CAN_EXPORT_SCENE, &target->info);
    return status;
}
