#include "core/output.h"
#include "base/argument.h"
#include "core/renderer.h"
#include "core/targets.h"

#include "base/text.h"
#include "scene/build/pictures.h"

#include <string.h>

static tlb_conversion conversion_with(tlb_context *context, const tlb_chosen_options *options)
{
    return (tlb_conversion){.context = context,
                            .assets = options->common.assets,
                            .options = &options->common,
                            .from = &options->from,
                            .to = &options->to};
}

/* The assets of the options, or else `own`: the files beside a path. */
static tlb_status begin(tlb_conversion *conversion, tlb_context *context, const tlb_chosen_options *options,
                        const char *beside, tlb_assets **own)
{
    *conversion = conversion_with(context, options);
    *own = NULL;
    if (conversion->assets)
        return TLB_OK;
    conversion->assets = *own = tlb_assets_create(context);
    if (!*own)
        return tlb_report_memory(context, NULL);
    if (beside)
        tlb_assets_add_beside(*own, beside);
    tlb_status failure = (*own)->arena.failure; /* reported; all else that is beside may do */
    if (failure)
        tlb_assets_free(*own);
    return failure;
}

/* Values and names that found no memory leave no other trace than the failure of their arena. */
tlb_status tlb_document_fill_scene(tlb_document *document, const tlb_conversion *conversion, tlb_scene *scene)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_status earlier = tlb_arena_begin(&document->arena);
    uint64_t errors = tlb_severity_total(document->context, TLB_ERROR);
    scene->generator_format = document->format->info.name;
    tlb_status status = document->format->to_scene(document, scene, conversion);
    tlb_arena_fail(arena, tlb_arena_end(&document->arena, earlier));
    /* A picture that does not decode is a warning, as most are textures; here it is all that there is. */
    if (status && !tlb_is_fatal(status) && tlb_severity_total(document->context, TLB_ERROR) == errors)
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "the file cannot be converted, as its picture cannot be decoded");
    return status || !arena->failure ? status : tlb_report_memory(document->context, arena);
}

static tlb_status make_scene(tlb_document *document, const tlb_chosen_options *options, tlb_scene **scene)
{
    tlb_context *context = document->context;
    tlb_conversion conversion;
    tlb_assets *own;
    *scene = NULL;
    tlb_status status = begin(&conversion, context, options, document->beside, &own);
    if (status)
        return status;
    tlb_scene *made = tlb_scene_create(context);
    status = made ? tlb_document_fill_scene(document, &conversion, made) : tlb_report_memory(context, NULL);
    tlb_assets_free(own);
    if (status)
        tlb_scene_free(made);
    else
        *scene = made;
    return tlb_final_status(context, status);
}

tlb_status tlb_document_scene(tlb_document *document, const tlb_convert_options *options, tlb_scene **scene)
{
    TLB_REQUIRE(tlb_document_context(document), scene);
    *scene = NULL;
    TLB_REQUIRE(NULL, document);
    tlb_chosen_options chosen;
    if (!document->format->to_scene) {
        tlb_report(document->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "cannot convert %s to a scene", document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_status status =
        tlb_options_choose(document->context, options, &document->format->info, NULL, &chosen);
    return status ? status : make_scene(document, &chosen, scene);
}

static tlb_status scene_as_level(const tlb_scene *scene, const tlb_format *target,
                                 const tlb_conversion *conversion, tlb_output *output)
{
    tlb_status status;
    char label[TLB_FORMAT_LABEL];
    tlb_level *level =
        tlb_level_from_scene(conversion->context, scene, tlb_format_label(&target->info, label), &status);
    if (!level)
        return status;
    level->name = tlb_output_stem(output);
    status = target->from_level(level, conversion, output);
    tlb_level_free(level);
    return status;
}

/* Few bytes are enough for a scene whose meshes, each written for all of its nodes, no memory holds. */
static tlb_status check_copies(tlb_context *context, const tlb_scene *scene, const tlb_format *target)
{
    enum { MOST = 1 << 26 };
    uint64_t triangles = 0, vertices = 0;
    bool copies = target->copies_meshes || target->from_level;
    for (uint32_t i = 0; i < scene->node_count && copies; i++) {
        const tlb_mesh *mesh = scene->nodes[i].mesh >= 0 ? &scene->meshes[scene->nodes[i].mesh] : NULL;
        for (uint32_t k = 0; mesh && k < mesh->part_count; k++)
            triangles += mesh->parts[k].index_count / 3;
        vertices += mesh ? mesh->vertex_count : 0;
    }
    if (triangles <= MOST && vertices <= MOST)
        return TLB_OK;
    tlb_report(context, TLB_CODE_SCENE_MANY_COPIES, TLB_NO_OFFSET, NULL,
               "%s has no instances: the nodes of the scene have %llu %s, and at most %d can be written",
               target->info.title, (unsigned long long)(triangles > MOST ? triangles : vertices),
               triangles > MOST ? "triangles" : "vertices", MOST);
    return TLB_UNSUPPORTED;
}

/* Writers of models get pictures on rectangles. */
static tlb_status from_scene(const tlb_scene *scene, const tlb_format *target,
                             const tlb_conversion *conversion, tlb_output *output)
{
    tlb_status status = check_copies(conversion->context, scene, target);
    if (status)
        return status;
    if (target->from_level)
        return scene_as_level(scene, target, conversion, output);
    if (target->takes_pictures || !tlb_scene_is_pictures(scene))
        return target->from_scene(scene, conversion, output);
    tlb_scene *wall = tlb_scene_hang_pictures(conversion->context, scene);
    if (!wall)
        return tlb_report_memory(conversion->context, NULL);
    status = target->from_scene(wall, conversion, output);
    tlb_scene_free(wall);
    return status;
}

static tlb_status write_scene(tlb_context *context, const tlb_scene *scene, const tlb_format *target,
                              const char *name, const tlb_chosen_options *options, tlb_files **files)
{
    tlb_conversion conversion;
    tlb_assets *own;
    tlb_status status = begin(&conversion, context, options, NULL, &own);
    if (status)
        return status;
    tlb_output *output = conversion.output = tlb_output_create(context, name);
    if (output)
        status = tlb_output_finish(context, output, from_scene(scene, target, &conversion, output), files);
    else
        status = tlb_report_memory(context, NULL);
    tlb_assets_free(own);
    return status;
}

tlb_status tlb_scene_write(tlb_context *context, const tlb_scene *scene, const tlb_format *target,
                           const char *name, const tlb_convert_options *options, tlb_files **files)
{
    TLB_REQUIRE(context, files);
    *files = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    TLB_REQUIRE(context, target);
    TLB_REQUIRE(context, name);
    tlb_chosen_options chosen;
    if (!tlb_is_written_anew(target)) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "cannot convert a scene to %s",
                   target->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_status status = tlb_scene_validate(context, scene);
    if (!status)
        status = tlb_options_choose(context, options, NULL, &target->info, &chosen);
    if (!status && tlb_scene_obstacle(scene, target))
        status = tlb_refuse_target(context, NULL, scene, target);
    return tlb_final_status(context,
                            status ? status : write_scene(context, scene, target, name, &chosen, files));
}

tlb_status tlb_scene_save(tlb_context *context, const tlb_scene *scene, const char *path,
                          const tlb_convert_options *options, bool replace)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    TLB_REQUIRE(context, path);
    const tlb_format *target = tlb_formats_by_path(context->session->formats, path);
    const char *name = tlb_path_base(path);
    if (!target) {
        tlb_report(context, TLB_CODE_UNKNOWN_FORMAT, TLB_NO_OFFSET, NULL, "unknown output type \"%s\"",
                   tlb_path_extension(path));
        return TLB_UNSUPPORTED;
    }
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    tlb_files *files = NULL;
    const char *folder = tlb_copy_text(&arena, path, (size_t)(name - path)).data;
    tlb_status status = folder ? tlb_scene_write(context, scene, target, name, options, &files)
                               : tlb_report_memory(context, &arena);
    if (!status)
        status = tlb_files_save(context, files, folder, replace);
    tlb_files_free(files);
    tlb_arena_release(&arena);
    return status;
}

/* Another format's document, another version where the options say so, else the document as it is. */
static tlb_status write_within(tlb_document *source, const tlb_format *target,
                               const tlb_chosen_options *options, const tlb_conversion *conversion,
                               tlb_buffer *out)
{
    if (!tlb_share_model(target, source->format))
        return target->translate(source, conversion, out);
    if (tlb_options_any(options, TLB_CAN_CONVERT_VERSION))
        return target->convert_version(source, target, conversion, out);
    return tlb_format_write(target, source->context, &source->root, out);
}

/* Without a scene. */
static tlb_status convert_within(tlb_document *source, const tlb_format *target, const char *name,
                                 const tlb_chosen_options *options, tlb_files **files)
{
    tlb_context *context = source->context;
    tlb_conversion conversion = conversion_with(context, options);
    tlb_output *output = conversion.output = tlb_output_create(context, name);
    tlb_buffer *out = output ? tlb_output_file(output, tlb_output_name(output)) : NULL;
    tlb_status status = out      ? write_within(source, target, options, &conversion, out)
                        : output ? tlb_report_output(context, output, NULL)
                                 : tlb_report_memory(context, NULL);
    return output ? tlb_output_finish(context, output, status, files) : status;
}

/* Of a document that has to_level. */
static tlb_status make_level(tlb_document *document, const tlb_conversion *conversion, tlb_level **level)
{
    tlb_status status;
    *level = tlb_level_create(document->context);
    status = *level ? document->format->to_level(document, *level, conversion)
                    : tlb_report_memory(document->context, NULL);
    if (!status)
        return TLB_OK;
    tlb_level_free(*level);
    *level = NULL;
    return status;
}

static tlb_status convert_level(tlb_document *document, const tlb_format *target, const char *name,
                                const tlb_chosen_options *options, tlb_files **files)
{
    tlb_context *context = document->context;
    tlb_conversion conversion;
    tlb_assets *own;
    tlb_level *level;
    tlb_status status = begin(&conversion, context, options, document->beside, &own);
    if (status)
        return status;
    status = make_level(document, &conversion, &level);
    tlb_output *output = status ? NULL : tlb_output_create(context, name);
    conversion.output = output;
    if (output) {
        level->name = tlb_output_stem(output);
        status = tlb_output_finish(context, output, target->from_level(level, &conversion, output), files);
    } else if (!status)
        status = tlb_report_memory(context, NULL);
    tlb_level_free(level);
    tlb_assets_free(own);
    return status;
}

/* Of a target that no scene is written in. What the document can be converted to depends on what is in it,
 * and its scene says so, if one can be made. */
static tlb_status refuse_target(tlb_document *document, const tlb_format *target,
                                const tlb_chosen_options *options)
{
    tlb_context *context = document->context;
    tlb_scene *scene = NULL;
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_status status = document->format->to_scene ? make_scene(document, options, &scene) : TLB_OK;
    if (tlb_is_fatal(status))
        return status;
    tlb_report_rewind(context, &reports);
    status = tlb_refuse_target(context, document, scene, target);
    tlb_scene_free(scene);
    return status;
}

static tlb_status convert_through_scene(tlb_document *document, const tlb_format *target, const char *name,
                                        const tlb_chosen_options *options, tlb_files **files)
{
    tlb_scene *scene = NULL;
    tlb_chosen_options wanted = *options;
    if (!document->format->to_scene || !tlb_is_written_anew(target))
        return refuse_target(document, target, options);
    if (target->scene_defaults)
        target->scene_defaults(&wanted.to, &wanted.common);
    tlb_status status = make_scene(document, &wanted, &scene);
    if (!scene)
        return status;
    status = tlb_scene_obstacle(scene, target)
                 ? tlb_refuse_target(document->context, document, scene, target)
                 : write_scene(document->context, scene, target, name, options, files);
    tlb_scene_free(scene);
    return status;
}

/* What a target's options are for, unless its own document is written. */
enum { WRITES = TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION };

static void report_unused(const tlb_document *document, const tlb_format *target,
                          const tlb_chosen_options *options)
{
    bool within = tlb_is_written_within(target, document->format);
    bool as_is = within && tlb_share_model(target, document->format);
    tlb_options_report_unused(document->context, options,
                              within ? TLB_CAN_CONVERT_VERSION : TLB_CAN_EXPORT_SCENE,
                              as_is ? TLB_CAN_CONVERT_VERSION : WRITES);
}

tlb_status tlb_convert(tlb_document *document, const tlb_format *target, const char *name,
                       const tlb_convert_options *options, tlb_files **files)
{
    TLB_REQUIRE(tlb_document_context(document), files);
    *files = NULL;
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, target);
    TLB_REQUIRE(document->context, name);
    tlb_context *context = document->context;
    tlb_chosen_options chosen;
    bool within = tlb_is_written_within(target, document->format);
    tlb_status status = tlb_options_choose(context, options, &document->format->info, &target->info, &chosen);
    bool by_level = target->from_level && document->format->to_level;
    if (!status)
        status = (within     ? convert_within
                  : by_level ? convert_level
                             : convert_through_scene)(document, target, name, &chosen, files);
    if (!status)
        report_unused(document, target, &chosen);
    return tlb_final_status(context, status);
}

tlb_status tlb_report_unused_options(tlb_document *document, const tlb_format *target,
                                     const tlb_convert_options *options)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, target);
    tlb_chosen_options chosen;
    tlb_status status =
        tlb_options_choose(document->context, options, &document->format->info, &target->info, &chosen);
    if (!status)
        report_unused(document, target, &chosen);
    return status;
}

/* --- pixels -------------------------------------------------------------------------------------------- */

/* The format that draws; NULL, and reported: this library has none. */
static const tlb_format *find_drawing(tlb_context *context)
{
    const tlb_format *const *format = context->session->formats;
    while (*format && !(*format)->draw)
        format++;
    if (!*format)
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "this build of the library cannot draw pictures");
    return *format;
}

/* `document`: that the scene is of; NULL: of none. */
static tlb_status draw_scene(tlb_context *context, const tlb_document *document, const tlb_scene *scene,
                             const tlb_format *target, const tlb_chosen_options *options, tlb_bitmap **bitmap)
{
    tlb_conversion conversion = conversion_with(context, options);
    if (tlb_scene_obstacle(scene, target))
        return tlb_refuse_target(context, document, scene, target);
    return tlb_final_status(context, target->draw(scene, &conversion, bitmap));
}

tlb_status tlb_scene_draw(tlb_context *context, const tlb_scene *scene, const tlb_convert_options *options,
                          tlb_bitmap **bitmap)
{
    TLB_REQUIRE(context, bitmap);
    *bitmap = NULL;
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, scene);
    tlb_chosen_options chosen;
    const tlb_format *target = find_drawing(context);
    if (!target)
        return TLB_UNSUPPORTED;
    tlb_status status = tlb_scene_validate(context, scene);
    if (!status)
        status = tlb_options_choose(context, options, NULL, &target->info, &chosen);
    return status ? status : draw_scene(context, NULL, scene, target, &chosen, bitmap);
}

tlb_status tlb_document_draw(tlb_document *document, const tlb_convert_options *options, tlb_bitmap **bitmap)
{
    TLB_REQUIRE(tlb_document_context(document), bitmap);
    *bitmap = NULL;
    TLB_REQUIRE(NULL, document);
    tlb_context *context = document->context;
    tlb_chosen_options chosen;
    tlb_scene *scene;
    const tlb_format *target = find_drawing(context);
    if (!target)
        return TLB_UNSUPPORTED;
    if (!document->format->to_scene)
        return tlb_refuse_target(context, document, NULL, target);
    tlb_status status = tlb_options_choose(context, options, &document->format->info, &target->info, &chosen);
    if (!status)
        status = make_scene(document, &chosen, &scene);
    if (status)
        return status;
    status = draw_scene(context, document, scene, target, &chosen, bitmap);
    tlb_scene_free(scene);
    if (!status)
        tlb_options_report_unused(context, &chosen, TLB_CAN_EXPORT_SCENE, WRITES);
    return status;
}
