#include "core/output.h"

#include "scene/pictures.h"

#include <string.h>

/* What a conversion sees: the caller's options, with assets in any case. */
static tlb_status begin(tlb_conversion *conversion, tlb_context *context, const tlb_convert_options *options,
                        const char *beside, tlb_assets **own)
{
    tlb_convert_options o = options ? *options : (tlb_convert_options){0};
    *own = NULL;
    if (!o.assets) {
        o.assets = *own = tlb_assets_create(context);
        if (!o.assets)
            return tlb_report_memory(context);
        if (beside)
            tlb_assets_add_beside(o.assets, beside);
    }
    *conversion = (tlb_conversion){context, o.assets, o.choices, o.choice_count, NULL};
    return TLB_OK;
}

tlb_status tlb_document_scene(tlb_document *document, const tlb_convert_options *options, tlb_scene **scene)
{
    tlb_context *context = document->context;
    context->file = document->name;
    *scene = NULL;
    if (!document->format->to_scene) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s has nothing to show",
                   document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_conversion conversion;
    tlb_assets *own;
    tlb_status status = begin(&conversion, context, options, document->beside, &own);
    if (status)
        return status;
    tlb_scene *made = tlb_scene_create(context);
    if (made) {
        made->generator_format = document->format->info.name;
        status = document->format->to_scene(document, made, &conversion);
    } else
        status = tlb_report_memory(context);
    tlb_assets_free(own);
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
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s cannot be written from a scene",
                   target->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = tlb_scene_validate(context, scene);
    if (status)
        return status;
    tlb_conversion conversion = {.context = context};
    tlb_assets *own;
    status = begin(&conversion, context, options, NULL, &own);
    if (status)
        return status;
    tlb_output *output = conversion.output = tlb_output_create(context, name);
    if (output)
        status = tlb_output_finish(output, from_scene(scene, target, &conversion, output), files);
    else
        status = tlb_report_memory(context);
    tlb_assets_free(own);
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

/* Without a scene: another format's document, another version when choices ask for one, else the document as
 * it is. */
static tlb_status convert_within(tlb_document *source, const tlb_format *target, const char *name,
                                 const tlb_convert_options *options, tlb_files **files)
{
    tlb_context *context = source->context;
    tlb_document seen_as = *source, *document = &seen_as; /* the same root, written as the target does */
    seen_as.format = target;
    seen_as.saved = (tlb_buffer){.account = &context->account};
    tlb_output *output = tlb_output_create(context, name);
    tlb_buffer *out = output ? tlb_output_file(output, tlb_output_name(output)) : NULL;
    if (!out) {
        tlb_files_free((tlb_files *)output);
        return tlb_report_memory(context);
    }
    tlb_status status;
    tlb_conversion conversion = {.context = context, .output = output};
    if (options)
        conversion =
            (tlb_conversion){context, options->assets, options->choices, options->choice_count, output};
    if (!hold_the_same(target, source->format))
        status = target->translate(source, &conversion, out);
    else if (target->convert_version && conversion.choice_count)
        status = target->convert_version(document, &conversion, out);
    else {
        tlb_bytes bytes;
        status = tlb_save_memory(document, &bytes);
        if (!status)
            tlb_buffer_append(out, bytes.data, bytes.size);
        tlb_buffer_free(&seen_as.saved);
    }
    return tlb_output_finish(output, status, files);
}

/* The choices made, and what the target wants besides. False without memory. */
static bool add_scene_defaults(const tlb_convert_options *options, const tlb_choice *scene_defaults,
                               tlb_arena *arena, tlb_convert_options *out)
{
    tlb_conversion made = {.choices = options->choices, .choice_count = options->choice_count};
    size_t count = 0;
    while (scene_defaults[count].name)
        count++;
    tlb_choice *choices = tlb_alloc_array(arena, options->choice_count + count, sizeof *choices);
    if (!choices)
        return false;
    *out = *options;
    out->choices = choices;
    for (size_t i = 0; i < options->choice_count; i++)
        choices[i] = options->choices[i];
    for (; scene_defaults->name; scene_defaults++)
        if (!tlb_choice_made(&made, scene_defaults->name))
            choices[out->choice_count++] = *scene_defaults;
    return true;
}

/* The document's scene as the target wants it. */
static tlb_status show_for(tlb_document *document, const tlb_format *target,
                           const tlb_convert_options *options, tlb_scene **scene)
{
    if (!target->scene_defaults)
        return tlb_document_scene(document, options, scene);
    tlb_arena arena;
    tlb_convert_options wanted;
    tlb_arena_init(&arena, &document->context->account);
    tlb_status status = TLB_NO_MEMORY;
    if (add_scene_defaults(options ? options : &(tlb_convert_options){0}, target->scene_defaults, &arena,
                           &wanted))
        status = tlb_document_scene(document, &wanted, scene);
    else
        tlb_report_memory(document->context);
    tlb_arena_release(&arena);
    return status;
}

static tlb_status convert_through_scene(tlb_document *document, const tlb_format *target, const char *name,
                                        const tlb_convert_options *options, tlb_files **files)
{
    tlb_scene *scene;
    tlb_status status = show_for(document, target, options, &scene);
    if (status)
        return status;
    status = tlb_scene_write(document->context, scene, target, name, options, files);
    tlb_scene_free(scene);
    return status;
}

static bool offers(const tlb_format *format, const char *name)
{
    const tlb_option_info *option = format->info.options;
    while (option && option->name && strcmp(option->name, name) != 0)
        option++;
    return option && option->name;
}

/* What the target offers may be for other inputs than this one. */
static void report_unused(tlb_context *context, const tlb_convert_options *options, const tlb_format *from,
                          const tlb_format *target)
{
    for (size_t i = 0; i < options->choice_count && i < TLB_NOTED; i++)
        if (!(context->asked >> i & 1) && !offers(target, options->choices[i].name))
            tlb_report(context, TLB_CODE_OPTION_UNUSED, TLB_NO_OFFSET, NULL,
                       "--%s changes nothing when %s becomes %s", options->choices[i].name, from->info.name,
                       target->info.name);
}

tlb_status tlb_convert(tlb_document *document, const tlb_format *target, const char *name,
                       const tlb_convert_options *options, tlb_files **files)
{
    tlb_context *context = document->context;
    *files = NULL;
    context->file = document->name;
    context->asked = 0;
    bool within = hold_the_same(target, document->format) || translates(target, document->format);
    tlb_status status =
        (within ? convert_within : convert_through_scene)(document, target, name, options, files);
    if (!status && options)
        report_unused(context, options, document->format, target);
    return status;
}
