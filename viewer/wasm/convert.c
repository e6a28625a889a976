#include "page.h"

#include <string.h>

enum { MOST_CHOICES = 64 };

/* Cuts text of lines "name=value" into choices. False: there are too many. */
static bool cut_choices(char *text, tlb_choice *choices, size_t *count)
{
    *count = 0;
    for (char *line = text, *next; *line; line = next) {
        char *end = line + strcspn(line, "\n");
        next = *end ? end + 1 : end;
        *end = 0;
        char *value = line + strcspn(line, "=");
        if (*value)
            *value++ = 0;
        if (*count == MOST_CHOICES)
            return false;
        choices[(*count)++] = (tlb_choice){line, value};
    }
    return true;
}

/* What stands beside the file comes first, then everything that was dropped. */
static tlb_status gather(page *p, tlb_assets **assets)
{
    *assets = tlb_assets_create(p->context);
    if (!*assets)
        return tlb_report_memory(p->context);
    tlb_status status = tlb_assets_add_beside(*assets, tlb_document_name(p->document));
    return status ? status : tlb_assets_add(*assets, "/");
}

static tlb_status begin(page *p, char *text, tlb_choice *choices, tlb_convert_options *options)
{
    *options = (tlb_convert_options){.choices = choices};
    tlb_files_free(p->files);
    p->files = NULL;
    if (!cut_choices(text, choices, &options->choice_count))
        return TLB_ARGUMENT;
    return gather(p, &options->assets);
}

/* To the format of that name, in files of which the first has the name given; `text` is cut up. */
tlb_status PAGE_EXPORT(page_convert)(page *p, const char *format, const char *name, char *text)
{
    tlb_choice choices[MOST_CHOICES];
    tlb_convert_options options;
    const tlb_format *target = tlb_format_by_name(format);
    tlb_status status = begin(p, text, choices, &options);
    if (!status)
        status = target ? tlb_convert(p->document, target, name, &options, &p->files) : TLB_ARGUMENT;
    tlb_assets_free(options.assets);
    return status;
}

/* What is to be seen of it: pictures as PNG files, everything else as a GLB. */
tlb_status PAGE_EXPORT(page_show)(page *p, char *text)
{
    tlb_choice choices[MOST_CHOICES + 1];
    tlb_convert_options options;
    tlb_scene *scene = NULL;
    tlb_status status = begin(p, text, choices, &options);
    if (!status)
        status = tlb_document_scene(p->document, &options, &scene);
    if (!status) {
        const char *format = tlb_scene_is_pictures(scene) ? "png" : "glb";
        choices[options.choice_count++] = (tlb_choice){"page", ""};
        status = tlb_scene_write(p->context, scene, tlb_format_by_name(format), format, &options, &p->files);
    }
    tlb_scene_free(scene);
    tlb_assets_free(options.assets);
    return status;
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
