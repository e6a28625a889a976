/* Heights as a picture: 16 bits of gray, of which one is 1/32 m, with north at the top. */
#include "formats/torque/ter/ter.h"

#include "image/image.h"
#include "writers/palette.h"

#include <string.h>

/* Rows of pictures run from the top. */
static void turn_rows(const uint16_t *from, uint32_t side, uint16_t *to)
{
    for (uint32_t y = 0; y < side; y++)
        memcpy(to + (size_t)y * side, from + (size_t)(side - 1 - y) * side, side * sizeof *to);
}

/* In a document that was edited there may be fewer than its size says. */
static tlb_status require_heights(tlb_context *context, const tlb_ter *x)
{
    if (tlb_ter_grid(x).side)
        return TLB_OK;
    tlb_report(context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "heights", "%u heights of %u samples a side",
               x->heights.count, x->size);
    return TLB_INVALID;
}

/* --- to a picture --------------------------------------------------------------------------------------- */

static bool encode(tlb_scene *scene, const ter_grid *g, tlb_arena *work, tlb_image *image)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_buffer file = {.account = work->account};
    uint16_t *rows = tlb_alloc_array(work, (size_t)g->side * g->side, sizeof *rows);
    if (!rows)
        return false;
    turn_rows(g->ter->heights.data, g->side, rows);
    tlb_text copy = {0};
    if (tlb_png_encode_gray(rows, g->side, g->side, &file) == TLB_OK)
        copy = tlb_copy_text(arena, (const char *)file.data, file.size);
    tlb_arena_fail(work, file.status);
    tlb_buffer_free(&file);
    image->encoded = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    image->mime_type = tlb_image_mime(TLB_IMAGE_PNG);
    image->width = image->height = g->side;
    return copy.data;
}

tlb_status tlb_ter_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const ter_grid *g,
                              const char *name, tlb_arena *work)
{
    tlb_status status = require_heights(conversion->context, g->ter);
    tlb_image *image = status ? NULL : tlb_scene_add_image(scene, name);
    if (status || (image && encode(scene, g, work, image)))
        return status;
    return tlb_report_memory(conversion->context, tlb_arena_refused(work, tlb_scene_arena(scene)));
}

/* --- from a picture ------------------------------------------------------------------------------------- */

typedef struct height_map {
    tlb_context *context;
    tlb_arena *arena;
    uint16_t *heights; /* from south to north */
    uint32_t side;
} height_map;

static tlb_status read_picture(tlb_document *source, height_map *map)
{
    tlb_bytes file;
    tlb_image image = {.name = source->name};
    uint16_t *rows;
    tlb_status status = tlb_save_memory(source, &file);
    if (!status)
        status = tlb_image_decode_gray(map->context, map->arena, file, &image, &rows);
    if (status)
        return status;
    if (image.width != image.height || image.width > TLB_TER_MOST_SIZE) {
        tlb_report(map->context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "a picture of %ux%u is no terrain, which is a square of at most %d", image.width,
                   image.height, TLB_TER_MOST_SIZE);
        return TLB_UNSUPPORTED;
    }
    map->side = image.width;
    map->heights = tlb_alloc_array(map->arena, (size_t)map->side * map->side, sizeof *map->heights);
    if (!map->heights)
        return tlb_report_memory(map->context, map->arena);
    turn_rows(rows, map->side, map->heights);
    return TLB_OK;
}

/* A terrain of one material. */
static bool make_plain(const height_map *map, tlb_ter *x)
{
    static const tlb_text name = {"default", sizeof "default" - 1};
    size_t count = (size_t)map->side * map->side;
    *x = (tlb_ter){.version = TLB_TER_LAST_VERSION, .size = map->side};
    x->layerMap.data = tlb_zalloc_array(map->arena, count, sizeof *x->layerMap.data);
    x->layerMap.count = (uint32_t)count;
    x->materialNames.data = tlb_alloc_array(map->arena, 1, sizeof name);
    x->materialNames.count = 1;
    if (!x->layerMap.data || !x->materialNames.data)
        return false;
    x->materialNames.data[0] = name;
    return true;
}

/* All but the heights are those of the terrain of --like. */
static tlb_status make_like(const height_map *map, const tlb_document *like, tlb_ter *x)
{
    if (like->format != &tlb_format_ter)
        return tlb_refuse_option(map->context, "like", "\"%s\" is not a terrain, but %s", like->name,
                                 like->format->info.title);
    *x = *(const tlb_ter *)like->root;
    if (x->size != map->side)
        return tlb_refuse_option(map->context, "like", "\"%s\" has %u samples a side, the heights %u",
                                 like->name, x->size, map->side);
    return TLB_OK;
}

static tlb_status write(const height_map *map, const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_ter_write_options *options = conversion->to;
    tlb_document *like = NULL;
    tlb_ter x;
    void *root = &x;
    tlb_status status = tlb_open_option(conversion, options->like, &like);
    if (!status && like)
        status = make_like(map, like, &x);
    else if (!status && !make_plain(map, &x))
        status = tlb_report_memory(map->context, map->arena);
    if (!status) {
        x.heights.data = map->heights;
        x.heights.count = map->side * map->side;
        status = tlb_format_write(&tlb_format_ter, map->context, &root, out);
    }
    tlb_document_free(like);
    return status;
}

tlb_status tlb_ter_from_picture(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    height_map map = {.context = conversion->context, .arena = &arena};
    tlb_status status = read_picture(source, &map);
    if (!status)
        status = write(&map, conversion, out);
    tlb_arena_release(&arena);
    return status;
}

tlb_status tlb_ter_from_heights(tlb_document *source, const tlb_format *target,
                                const tlb_conversion *conversion, tlb_buffer *out)
{
    (void)target;
    const tlb_ter *x = source->root;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    const height_map map = {conversion->context, &arena, x->heights.data, x->size};
    tlb_status status = require_heights(map.context, x);
    if (!status)
        status = write(&map, conversion, out);
    tlb_arena_release(&arena);
    return status;
}
