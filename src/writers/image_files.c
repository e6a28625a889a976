#include "writers/image_files.h"

#include "writers/names.h"
#include "image/image.h"

#include <string.h>

tlb_status tlb_make_image_files(tlb_context *context, tlb_arena *arena, const tlb_scene *scene,
                                const bool *wanted, const char *stem, tlb_image_file **files)
{
    tlb_names names = {.arena = arena};
    tlb_image_file *made = tlb_zalloc_array(arena, scene->image_count, sizeof *made);
    const char *start = stem ? tlb_arena_printf(arena, "%s-", stem) : "";
    if (!made || !start)
        return tlb_report_memory(context, arena);
    *files = made;
    for (uint32_t i = 0; i < scene->image_count; i++) {
        const tlb_image *image = &scene->images[i];
        tlb_image_file *file = &made[i];
        if (wanted && !wanted[i])
            continue;
        tlb_status status = tlb_image_for_gltf(context, arena, image, &file->bytes, &file->mime_type);
        if (tlb_is_fatal(status))
            return status;
        if (status)
            continue;
        /* That of an earlier conversion to the same name stays as it is. */
        const char *prefix = strncmp(image->name, start, strlen(start)) == 0 ? "" : start;
        const char *extension = strcmp(file->mime_type, "image/jpeg") == 0 ? ".jpg" : ".png";
        file->name = tlb_names_add(&names, prefix, *image->name ? image->name : "image", extension, i);
        if (!file->name)
            return tlb_report_memory(context, arena);
    }
    return TLB_OK;
}

tlb_status tlb_put_image_files(tlb_context *context, const tlb_image_file *files, uint32_t count,
                               tlb_output *output)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!files[i].name)
            continue;
        tlb_buffer *out = tlb_output_file(output, files[i].name);
        if (out)
            tlb_buffer_append(out, files[i].bytes.data, files[i].bytes.size);
        if (!out || out->status)
            return tlb_report_output(context, output, NULL);
    }
    return TLB_OK;
}
