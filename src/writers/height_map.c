#include "writers/height_map.h"

#include "image/image.h"

#include <string.h>

/* Rows of pictures run from the top. NULL without memory. */
static uint16_t *turn_rows(tlb_arena *arena, const tlb_height_map *map)
{
    uint16_t *rows = tlb_alloc_array(arena, (size_t)map->width * map->height, sizeof *rows);
    for (uint32_t y = 0; rows && y < map->height; y++)
        memcpy(rows + (size_t)y * map->width, map->heights + (size_t)(map->height - 1 - y) * map->width,
               map->width * sizeof *rows);
    return rows;
}

static bool encode(tlb_scene *scene, const tlb_height_map *map, tlb_arena *work, tlb_image *image)
{
    tlb_buffer file = {.account = work->account};
    tlb_text copy = {0};
    const uint16_t *rows = turn_rows(work, map);
    if (!rows)
        return false;
    if (tlb_png_encode_gray(rows, map->width, map->height, &file) == TLB_OK)
        copy = tlb_copy_text(tlb_scene_arena(scene), (const char *)file.data, file.size);
    tlb_arena_fail(work, file.status);
    tlb_buffer_free(&file);
    image->encoded = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    image->mime_type = tlb_image_mime(TLB_IMAGE_PNG);
    image->width = map->width;
    image->height = map->height;
    return copy.data;
}

tlb_status tlb_height_map_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const char *name,
                                     const tlb_height_map *map, tlb_arena *work)
{
    tlb_image *image = tlb_scene_add_image(scene, name);
    return image && encode(scene, map, work, image)
               ? TLB_OK
               : tlb_report_memory(conversion->context, tlb_arena_refused(work, tlb_scene_arena(scene)));
}

tlb_status tlb_height_map_from_picture(tlb_document *source, tlb_context *context, tlb_arena *arena,
                                       tlb_height_map *map)
{
    tlb_bytes file;
    tlb_image image = {.name = source->name};
    uint16_t *rows;
    tlb_status status = tlb_save_memory(source, &file);
    if (!status)
        status = tlb_image_decode_gray(context, arena, file, &image, &rows);
    if (status)
        return status;
    *map = (tlb_height_map){rows, image.width, image.height};
    map->heights = turn_rows(arena, map);
    return map->heights ? TLB_OK : tlb_report_memory(context, arena);
}
