#include "core/place.h"

#include "core/document.h"

#include <string.h>

enum { MOST_NODES = 1 << 20 };

void tlb_placer_begin(tlb_placer *p, tlb_document *document, tlb_scene *scene,
                      const tlb_conversion *conversion, tlb_arena *work)
{
    *p = (tlb_placer){.conversion = conversion,
                      .document = document,
                      .work = work,
                      .appender = {.scene = scene, .work = work},
                      .nodes_left = MOST_NODES};
}

/* A file that a field names, once it is found. */
typedef struct tlb_named_file {
    const char *name, *field, *path;
    tlb_bytes bytes;
} tlb_named_file;

static tlb_status report_work(tlb_placer *p)
{
    const tlb_arena *scene = tlb_scene_arena(p->appender.scene);
    return tlb_report_memory(p->conversion->context, tlb_arena_refused(p->work, scene));
}

static bool is_of_kind(const tlb_place_kind *kind, const tlb_format *format)
{
    for (const char *const *name = kind->formats; *name; name++)
        if (strcmp(*name, format->info.name) == 0)
            return true;
    return false;
}

/* The options that all formats share, for a file of another format. */
static tlb_status choose_options(const tlb_placer *p, const tlb_document *part, tlb_chosen_options *chosen)
{
    tlb_convert_options options = *p->conversion->options;
    options.from = p->options;
    options.to = NULL;
    options.assets = p->conversion->assets;
    if (options.lod.value != TLB_LOD_ALL)
        options.lod.is_set = false;
    return tlb_options_choose(part->context, &options, &part->format->info, NULL, chosen);
}

/* The scene keeps what its parts share with it. */
static tlb_status add_scene(tlb_placer *p, tlb_document *part, tlb_placed *placed)
{
    tlb_chosen_options chosen;
    tlb_status status = choose_options(p, part, &chosen);
    tlb_scene *scene = status ? NULL : tlb_scene_create(part->context);
    if (!scene)
        return status ? status : tlb_report_memory(part->context, NULL);
    tlb_conversion conversion = {part->context, p->conversion->assets, &chosen.common, &chosen.from, NULL,
                                 NULL};
    status = tlb_document_fill_scene(part, &conversion, scene);
    if (!*scene->name)
        scene->name = tlb_path_base(part->name);
    if (!status && !tlb_append_things(&p->appender, scene, &placed->things))
        status = report_work(p);
    placed->found = !status;
    tlb_arena_adopt(tlb_scene_arena(p->appender.scene), tlb_scene_arena(scene));
    return status;
}

static tlb_status add_file(tlb_placer *p, const tlb_place_kind *kind, const tlb_named_file *file,
                           tlb_placed *placed)
{
    tlb_context *context = p->conversion->context;
    tlb_document *part;
    char label[TLB_FORMAT_LABEL];
    tlb_status status = tlb_open_memory(context, file->bytes.data, file->bytes.size, file->path, NULL, &part);
    if (status)
        return status;
    if (is_of_kind(kind, part->format))
        status = add_scene(p, part, placed);
    else
        tlb_report(context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, file->field,
                   "%s \"%s\" cannot be used: it is of another kind, %s", kind->what, file->name,
                   tlb_format_label(&part->format->info, label));
    tlb_arena_adopt(&p->document->arena, &part->arena);
    tlb_document_free(part);
    return status;
}

/* The first error after the mark becomes a line about the object; its file's other lines are dropped. */
static void report_damage(tlb_context *context, const tlb_report_mark *mark, const tlb_place_kind *kind,
                          const tlb_named_file *file)
{
    static const tlb_diagnostic unknown = {.path = "", .message = "it is damaged"};
    const tlb_diagnostic *reason = &unknown;
    for (uint32_t i = context->session->diagnostics.count; i-- > mark->count;)
        if (context->session->diagnostics.data[i].severity == TLB_ERROR)
            reason = &context->session->diagnostics.data[i];
    tlb_report_rewind(context, mark);
    tlb_report(context, TLB_CODE_ASSET_MISSING, TLB_NO_OFFSET, file->field,
               "%s \"%s\" cannot be used: %s%s%s", kind->what, file->name, reason->path,
               *reason->path ? ": " : "", reason->message);
}

static tlb_status open_file(tlb_placer *p, const tlb_place_kind *kind, const char *name, const char *field,
                            tlb_placed *placed)
{
    tlb_context *context = p->conversion->context;
    tlb_named_file file = {.name = name, .field = field};
    tlb_status status = tlb_assets_find(p->conversion->assets, &p->document->arena, name, kind->extensions,
                                        NULL, &file.bytes, &file.path);
    if (status == TLB_NOT_FOUND)
        tlb_report_missing(context, field, kind->what, name);
    if (status)
        return status;
    tlb_report_mark mark = tlb_report_mark_get(context);
    status = add_file(p, kind, &file, placed);
    if (status && status != TLB_ARGUMENT && !tlb_is_fatal(status))
        report_damage(context, &mark, kind, &file);
    return status;
}

tlb_status tlb_place_open(tlb_placer *p, const tlb_place_kind *kind, const char *name, const char *field,
                          tlb_placed *placed)
{
    const char *as_kind = tlb_arena_printf(p->work, "%s %s", kind->what, name);
    tlb_text key = as_kind ? tlb_name_key(p->work, as_kind) : (tlb_text){0};
    int32_t *index = key.data ? tlb_index_find(&p->names, p->work, key.data, key.size) : NULL;
    *placed = (tlb_placed){.found = false};
    if (!index)
        return report_work(p);
    if (*index != TLB_INDEX_NEW) {
        *placed = p->files.data[*index];
        return TLB_OK;
    }
    tlb_placed *file = TLB_PUSH(p->work, &p->files);
    if (!file)
        return report_work(p);
    *index = (int32_t)p->files.count - 1;
    *file = *placed;
    tlb_status status = open_file(p, kind, name, field, placed);
    *file = *placed;
    return tlb_is_fatal(status) ? status : TLB_OK;
}

tlb_status tlb_place_nodes(tlb_placer *p, const tlb_placed *placed, int32_t parent,
                           bool (*takes)(const tlb_node *root))
{
    if (!placed->found)
        return TLB_OK;
    uint32_t count = placed->things.part->node_count;
    if (count > p->nodes_left) {
        tlb_report(p->conversion->context, TLB_CODE_SCENE_MANY_COPIES, TLB_NO_OFFSET, NULL,
                   "the files that it names have more than %d nodes in all", MOST_NODES);
        return TLB_UNSUPPORTED;
    }
    p->nodes_left -= count;
    return tlb_append_nodes(&p->appender, &placed->things, parent, takes) ? TLB_OK : report_work(p);
}
