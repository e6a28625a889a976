/* Heights of a block as a picture, from the lowest in black to the highest in white. A picture has no meters:
 * its block is like another, whose lowest and highest heights they are. */
#include "formats/darkstar/dtb/dtb.h"

#include "formats/darkstar/dtf/terrain.h"
#include "writers/height_map.h"
#include "writers/palette.h"

#include <math.h>
#include <string.h>

enum { WHITE = UINT16_MAX };

/* The heights of a block, and what they are in a picture. */
typedef struct dtb_relief {
    float *heights;
    uint32_t columns, rows;
    float least, most;
} dtb_relief;

/* False without memory. */
static bool survey(const tlb_dtb *x, tlb_arena *arena, dtb_relief *relief)
{
    uint32_t count = dtb_heights(x);
    *relief = (dtb_relief){.heights = tlb_alloc_array(arena, count, sizeof(float)),
                           .columns = (uint32_t)x->sizeX + 1,
                           .rows = (uint32_t)x->sizeY + 1,
                           .least = INFINITY,
                           .most = -INFINITY};
    if (!relief->heights)
        return false;
    tlb_dtb_heights(x, relief->heights);
    for (uint32_t i = 0; i < count; i++)
        if (isfinite(relief->heights[i])) {
            relief->least = fminf(relief->least, relief->heights[i]);
            relief->most = fmaxf(relief->most, relief->heights[i]);
        }
    return true;
}

static uint16_t gray_of(const dtb_relief *relief, float height)
{
    double span = (double)relief->most - (double)relief->least;
    double gray = span > 0 ? ((double)height - (double)relief->least) / span * WHITE : 0;
    return (uint16_t)lround(fmax(0, fmin(gray, WHITE)));
}

static float height_of(const dtb_relief *relief, uint16_t gray)
{
    return (float)((double)relief->least + ((double)relief->most - (double)relief->least) * gray / WHITE);
}

tlb_status tlb_dtb_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const tlb_dtb *x,
                              const char *name, tlb_arena *work)
{
    dtb_relief relief;
    uint16_t *grays = tlb_alloc_array(work, dtb_heights(x), sizeof *grays);
    if (!grays || !survey(x, work, &relief))
        return tlb_report_memory(conversion->context, work);
    for (uint32_t i = 0; i < dtb_heights(x); i++)
        grays[i] = gray_of(&relief, relief.heights[i]);
    const tlb_height_map map = {grays, relief.columns, relief.rows};
    return tlb_height_map_to_picture(conversion, scene, name, &map, work);
}

/* --- from a picture ------------------------------------------------------------------------------------- */

/* A row as differences of one byte, each from what those before it come to. */
static bool pack_row(tlb_arena *arena, const float *heights, uint32_t columns, tlb_dtb_row *row)
{
    enum { MOST = 127 };
    float steepest = 0, at = heights[0];
    *row = (tlb_dtb_row){.first = heights[0], .last = heights[columns - 1]};
    row->deltas.count = columns - 2;
    row->deltas.data = tlb_zalloc_array(arena, row->deltas.count, sizeof *row->deltas.data);
    if (!row->deltas.data)
        return false;
    for (uint32_t i = 1; i + 1 < columns; i++)
        steepest = fmaxf(steepest, fabsf(heights[i] - heights[i - 1]));
    row->scale = steepest / MOST;
    for (uint32_t i = 1; i + 1 < columns && row->scale > 0; i++) {
        float steps = fmaxf(-MOST, fminf(MOST, roundf((heights[i] - at) / row->scale)));
        row->deltas.data[i - 1] = (int8_t)steps;
        at += steps * row->scale;
    }
    return true;
}

/* Rows that have not changed stay as they are. */
static bool set_row(tlb_arena *arena, tlb_dtb *x, const dtb_relief *relief, uint32_t row)
{
    const float *heights = relief->heights + (size_t)row * relief->columns;
    size_t size = relief->columns * sizeof *heights;
    if (x->version == 0 || x->version > 3)
        memcpy(x->heights.data + (size_t)row * relief->columns, heights, size);
    else if (row == 0)
        memcpy(x->firstRow.data, heights, size);
    else if (row + 1 == relief->rows)
        memcpy(x->lastRow.data, heights, size);
    else
        return pack_row(arena, heights, relief->columns, &x->rows.data[row - 1]);
    return true;
}

static void measure(tlb_dtb *x, const dtb_relief *relief)
{
    tlb_dtb_heights(x, relief->heights);
    x->hMin = x->hMax = relief->heights[0];
    for (uint32_t i = 1; i < dtb_heights(x); i++) {
        x->hMin = fminf(x->hMin, relief->heights[i]);
        x->hMax = fmaxf(x->hMax, relief->heights[i]);
    }
}

/* Where the picture shows what the block has, that stays. */
static bool set_heights(tlb_arena *arena, tlb_dtb *x, const uint16_t *grays)
{
    dtb_relief relief;
    bool any = false;
    if (!survey(x, arena, &relief))
        return false;
    for (uint32_t row = 0; row < relief.rows; row++) {
        bool changed = false;
        for (uint32_t i = row * relief.columns; i < (row + 1) * relief.columns; i++)
            if (gray_of(&relief, relief.heights[i]) != grays[i]) {
                relief.heights[i] = height_of(&relief, grays[i]);
                changed = true;
            }
        if (changed && !set_row(arena, x, &relief, row))
            return false;
        any |= changed;
    }
    if (any) {
        measure(x, &relief);
        x->heightsStream = (tlb_bytes){0};
    }
    return true;
}

static bool has_all_heights(const tlb_dtb *x)
{
    uint32_t columns = (uint32_t)x->sizeX + 1;
    if (x->version == 0 || x->version > 3)
        return x->heights.count >= dtb_heights(x);
    return x->firstRow.count >= columns && x->lastRow.count >= columns && x->sizeX > 0 &&
           x->rows.count + 1 >= (uint32_t)x->sizeY;
}

/* `like` is changed: it is not kept. */
static tlb_status write_like(const tlb_conversion *conversion, tlb_document *like, const tlb_height_map *map,
                             tlb_buffer *out)
{
    tlb_context *context = conversion->context;
    tlb_dtb *x = like->root;
    if (like->format != &tlb_format_dtb)
        return tlb_refuse_option(context, "like", "\"%s\" is not a block of a terrain, but %s", like->name,
                                 like->format->info.title);
    if (map->width != (uint32_t)x->sizeX + 1 || map->height != (uint32_t)x->sizeY + 1 || !has_all_heights(x))
        return tlb_refuse_option(context, "like", "\"%s\" has %dx%d heights, the picture %ux%u", like->name,
                                 x->sizeX + 1, x->sizeY + 1, map->width, map->height);
    if (!set_heights(&like->arena, x, map->heights))
        return tlb_report_memory(context, &like->arena);
    return tlb_format_write(&tlb_format_dtb, context, &like->root, out);
}

tlb_status tlb_dtb_from_picture(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    const tlb_dtb_write_options *options = conversion->to;
    tlb_document *like = NULL;
    tlb_height_map map;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    tlb_status status = tlb_height_map_from_picture(source, conversion->context, &arena, &map);
    if (!status)
        status = tlb_open_option(conversion, options->like, &like);
    if (!status)
        status =
            like ? write_like(conversion, like, &map, out)
                 : tlb_refuse_option(conversion->context, "like",
                                     "a picture has no heights in meters: the block that it is to replace "
                                     "has them");
    tlb_document_free(like);
    tlb_arena_release(&arena);
    return status;
}
