#include "page.h"

#include <string.h>

/* Options from lines "name=value", which are cut up. */
static tlb_status parse_options(tlb_options *named, char *text)
{
    tlb_status status = TLB_OK;
    for (char *line = text, *next; *line && !status; line = next) {
        char *end = line + strcspn(line, "\n");
        next = *end ? end + 1 : end;
        *end = 0;
        char *value = line + strcspn(line, "=");
        if (*value)
            *value++ = 0;
        status = tlb_options_set(named, line, value);
    }
    return status;
}

/* What stands beside the file comes first, then everything that was dropped. */
static tlb_status gather(page *p, tlb_assets **assets)
{
    *assets = tlb_assets_create(p->context);
    if (!*assets)
        return tlb_report_memory(p->context, NULL);
    tlb_status status = tlb_assets_add_beside(*assets, tlb_document_name(p->document));
    return status ? status : tlb_assets_add(*assets, "/");
}

/* The options and assets of a conversion; end frees them, whatever begin returned. */
typedef struct request {
    tlb_options *named;
    tlb_convert_options options;
} request;

static tlb_status begin(page *p, char *text, request *r)
{
    *r = (request){.named = tlb_options_create(p->context)};
    tlb_files_free(p->files);
    p->files = NULL;
    tlb_status status = r->named ? parse_options(r->named, text) : TLB_NO_MEMORY;
    if (status)
        return status;
    r->options = *tlb_options_get(r->named);
    return gather(p, &r->options.assets);
}

static tlb_status end(request *r, tlb_status status)
{
    tlb_assets_free(r->options.assets);
    tlb_options_free(r->named);
    return status;
}

/* To the format of that name, in files of which the first has the name given; `text` is cut up. */
tlb_status PAGE_EXPORT(page_convert)(page *p, const char *format, const char *name, char *text)
{
    request r;
    const tlb_format *target = tlb_format_by_name(format);
    tlb_status status = begin(p, text, &r);
    if (!status)
        status = target ? tlb_convert(p->document, target, name, &r.options, &p->files) : TLB_ARGUMENT;
    return end(&r, status);
}

/* The names of the formats that the scene can be written in. */
static tlb_status set_targets(page *p, const tlb_scene *scene)
{
    tlb_arena *arena = tlb_arena_create(p->context);
    tlb_value *names = arena ? tlb_value_list(arena) : NULL;
    for (size_t i = 0; i < tlb_format_count(); i++)
        if (!tlb_scene_obstacle(scene, tlb_format_at(i)))
            tlb_value_add_text(arena, names, NULL, tlb_format_info_of(tlb_format_at(i))->name);
    return page_set_json(p, arena, names);
}

/* What is to be seen of it: pictures as PNG files, everything else as a GLB. The result is what its scene can
 * be converted to. */
tlb_status PAGE_EXPORT(page_show)(page *p, char *text)
{
    request r;
    tlb_scene *scene = NULL;
    tlb_status status = begin(p, text, &r);
    if (!status)
        status = tlb_document_scene(p->document, &r.options, &scene);
    if (!status) {
        bool is_model = !tlb_scene_is_pictures(scene);
        const char *format = is_model ? "glb" : "png";
        tlb_gltf_write_options page = *TLB_OPTIONS_OF(r.named, tlb_gltf_write_options);
        page.page = true;
        if (is_model)
            r.options.to = &page.head;
        status =
            tlb_scene_write(p->context, scene, tlb_format_by_name(format), format, &r.options, &p->files);
    }
    if (!status)
        status = set_targets(p, scene);
    tlb_scene_free(scene);
    return end(&r, status);
}

uint32_t PAGE_EXPORT(page_file_count)(const page *p)
{
    return p->files ? p->files->count : 0;
}

const char *PAGE_EXPORT(page_file_name)(const page *p, uint32_t index)
{
    return p->files->data[index].name;
}

const void *PAGE_EXPORT(page_file_data)(const page *p, uint32_t index)
{
    return p->files->data[index].bytes.data;
}

size_t PAGE_EXPORT(page_file_size)(const page *p, uint32_t index)
{
    return p->files->data[index].bytes.size;
}
