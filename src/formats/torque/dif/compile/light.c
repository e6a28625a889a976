/* Light maps: a rectangle for each surface, on sheets. Texels are those of a grid through the world's origin;
 * a rectangle has those that its surface touches, and one more where it comes within half a texel of them. */
#include "base/buffer.h"
#include "formats/torque/dif/compile/compile.h"
#include "image/image.h"
#include "image/sheets.h"
#include "level/lamps.h"

#include <math.h>

/* Rectangles have bytes for their places, and indices of sheets are bytes, of which the last means none. */
enum { WIDEST_SHEET = 256, WIDEST_TILE = 255, MOST_SHEETS = 254, NARROWEST_SHEET = 32 };

/* The rectangle of a surface in texels, before it is on a sheet. */
typedef struct light_area {
    double texel; /* meters, a power of two */
    int axes[2];  /* the longer one first */
    double low[2];
    uint32_t size[2];
} light_area;

/* --- areas -------------------------------------------------------------------------------------------- */

/* The power of two that is not below, and whose texels a sheet can have: coordinates on it are meters divided
 * by a power of two of at least 1. */
static double texel_of(const tlb_level_detail *detail)
{
    double texel = 1.0 / WIDEST_SHEET;
    while (texel < detail->texel && texel < WIDEST_SHEET)
        texel *= 2;
    return texel;
}

static int steepest_axis(const float normal[3])
{
    int steepest = 0;
    for (int axis = 1; axis < 3; axis++)
        if (fabsf(normal[axis]) > fabsf(normal[steepest]))
            steepest = axis;
    return steepest;
}

/* The texel of a sheet whose side is the largest scale that fits its field. */
#define LARGEST_TEXEL ldexp(1, 63 - 8)

/* Texels become larger until the rectangle has room. */
static light_area area_of(const dif_compiler *c, const tlb_dif_surface *surface, double texel)
{
    const tlb_dif_interior *x = c->x;
    int steepest =
        steepest_axis(x->normals.data[x->planes.data[dif_plane_index(surface->planeIndex)].normalIndex]);
    light_area area = {.texel = texel, .axes = {steepest == 0, 2 - (steepest == 2)}};
    for (;; area.texel *= 2) {
        double size[2];
        for (int i = 0; i < 2; i++) {
            double low = INFINITY, high = -INFINITY;
            for (uint32_t k = 0; k < surface->windingCount; k++) {
                double at = x->points.data[x->windings.data[surface->windingStart + k]][area.axes[i]];
                low = fmin(low, at / area.texel);
                high = fmax(high, at / area.texel);
            }
            area.low[i] = floor(low - 0.5);
            size[i] = ceil(high + 0.5) - area.low[i];
        }
        area.size[0] = (uint32_t)fmin(size[0], WIDEST_TILE);
        area.size[1] = (uint32_t)fmin(size[1], WIDEST_TILE);
        if ((size[0] <= WIDEST_TILE && size[1] <= WIDEST_TILE) || area.texel >= LARGEST_TEXEL)
            break;
    }
    if (area.size[0] < area.size[1])
        area = (light_area){area.texel,
                            {area.axes[1], area.axes[0]},
                            {area.low[1], area.low[0]},
                            {area.size[1], area.size[0]}};
    return area;
}

/* --- on sheets ---------------------------------------------------------------------------------------- */

static uint32_t logarithm_of(double power)
{
    uint32_t logarithm = 0;
    while (power > 1) {
        power /= 2;
        logarithm++;
    }
    return logarithm;
}

/* Sides are powers of two, of at least a meter. */
static uint32_t side_of(uint32_t texels, double texel)
{
    uint32_t side = NARROWEST_SHEET;
    while (side < texels || side * texel < 1)
        side *= 2;
    return side;
}

static uint32_t axes_code(const int axes[2])
{
    uint32_t code = 0;
    while (tlb_dif_light_map_axes[code][0] != axes[0] || tlb_dif_light_map_axes[code][1] != axes[1])
        code++;
    return code;
}

static void place(tlb_dif_surface *s, const light_area *area, const tlb_tile *tile, const tlb_image *sheet)
{
    enum { AXES_AT = 13, FIRST_SCALE_AT = 6 };
    double sides[2] = {sheet->width, sheet->height};
    s->mapOffsetX = tile->x;
    s->mapOffsetY = tile->y;
    s->mapSizeX = tile->width;
    s->mapSizeY = tile->height;
    s->texGenXDistance = dif_single((tile->x - area->low[0]) / sides[0]);
    s->texGenYDistance = dif_single((tile->y - area->low[1]) / sides[1]);
    s->finalWord =
        (uint16_t)(axes_code(area->axes) << AXES_AT | logarithm_of(sides[0] * area->texel) << FIRST_SCALE_AT |
                   logarithm_of(sides[1] * area->texel));
}

/* Finds all rectangles; where that takes too many sheets, with larger texels. */
static bool place_all(dif_compiler *c, light_area *areas, tlb_tile *tiles, tlb_sheets *sheets)
{
    const tlb_sheet_form form = {.widest = WIDEST_SHEET};
    uint32_t count = c->x->surfaces.count;
    double texel = texel_of(&c->level->details.data[c->detail]);
    do {
        for (uint32_t i = 0; i < count; i++) {
            areas[i] = area_of(c, &c->x->surfaces.data[i], texel);
            tiles[i] = (tlb_tile){.width = areas[i].size[0], .height = areas[i].size[1]};
        }
        if (!tlb_sheets_place(&c->scratch, tiles, count, form, sheets)) {
            tlb_dif_compile_failed(c);
            return false;
        }
        texel *= 2;
    } while (sheets->count > MOST_SHEETS);
    for (uint32_t i = 0; i < count; i++) {
        tlb_image *sheet = &sheets->data[tiles[i].sheet];
        sheet->width = side_of(sheet->width, areas[i].texel);
        sheet->height = side_of(sheet->height, areas[i].texel);
    }
    return true;
}

/* --- pictures ----------------------------------------------------------------------------------------- */

/* A sheet of one color. */
static tlb_image flat_sheet(dif_compiler *c, const tlb_image *sheet, const uint8_t color[4])
{
    size_t pixels = (size_t)sheet->width * sheet->height;
    tlb_image image = *sheet;
    image.pixels = tlb_dif_compile_scratch(c, pixels, 4);
    for (size_t i = 0; image.pixels && i < pixels; i++)
        memcpy(image.pixels + 4 * i, color, 4);
    return image;
}

static tlb_bytes png_of(dif_compiler *c, const tlb_image *image)
{
    tlb_buffer png = {.account = c->made.arena.account};
    uint8_t *data = NULL;
    if (image->pixels && tlb_png_encode(image, &png) == TLB_OK)
        data = tlb_dif_compile_alloc(c, png.size, 1);
    tlb_arena_fail(&c->made.arena, png.status);
    if (data)
        memcpy(data, png.data, png.size);
    else
        tlb_dif_compile_failed(c);
    tlb_bytes made = {data, data ? png.size : 0};
    tlb_buffer_free(&png);
    return made;
}

/* Lays the texels onto the plane of the face, along the third axis. */
static tlb_light_grid grid_on(const tlb_solid_plane *plane, const light_area *area)
{
    tlb_light_grid grid = {.size = {area->size[0], area->size[1]}};
    int third = 3 - area->axes[0] - area->axes[1];
    double steepness = plane->normal[third];
    grid.origin[third] = plane->distance / steepness;
    for (int i = 0; i < 2; i++) {
        double slope = -plane->normal[area->axes[i]] / steepness;
        grid.origin[area->axes[i]] = area->low[i] * area->texel;
        grid.origin[third] += slope * area->low[i] * area->texel;
        grid.steps[i][area->axes[i]] = area->texel;
        grid.steps[i][third] = slope * area->texel;
    }
    return grid;
}

static void draw_light(dif_compiler *c, const tlb_lighting *lighting, uint32_t surface,
                       const light_area *area, const tlb_tile *tile, tlb_image *sheet)
{
    uint32_t width = area->size[0], height = area->size[1];
    const tlb_solid_face *face = &c->solid->faces.data[c->face_of[surface]];
    tlb_light_grid grid = grid_on(&c->solid->planes.data[face->plane], area);
    uint8_t(*rgb)[3] = tlb_dif_compile_scratch(c, (size_t)width * height, sizeof *rgb);
    if (!rgb)
        return;
    if (!tlb_light_face(lighting, c->face_of[surface], &grid, &c->scratch, rgb)) {
        tlb_dif_compile_failed(c);
        return;
    }
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            memcpy(sheet->pixels + 4 * ((size_t)(tile->y + y) * sheet->width + tile->x + x),
                   rgb[(size_t)y * width + x], sizeof *rgb);
}

/* Without light sheets stay black: engines add the mission's sun. */
static void draw_all(dif_compiler *c, const light_area *areas, const tlb_tile *tiles, tlb_image *sheets)
{
    tlb_lighting lighting;
    const tlb_dif_write_options *options = c->conversion->to;
    if (!tlb_lighting_make(c->solid, &c->level->details.data[c->detail], c->conversion->options->light,
                           &options->sun, &c->scratch, &lighting)) {
        tlb_dif_compile_failed(c);
        return;
    }
    if (!tlb_lighting_shines(&lighting))
        return;
    for (uint32_t i = 0; i < c->x->surfaces.count && !c->status; i++) {
        tlb_mark mark = tlb_arena_mark(&c->scratch);
        draw_light(c, &lighting, i, &areas[i], &tiles[i], &sheets[tiles[i].sheet]);
        tlb_arena_rewind(&c->scratch, mark);
    }
}

static void make_sheets(dif_compiler *c, const light_area *areas, const tlb_tile *tiles,
                        const tlb_sheets *sheets)
{
    static const uint8_t black[4] = {0, 0, 0, 255}, straight_up[4] = {127, 127, 255, 255};
    bool has_directions = tlb_dif_layout_of(c->version, c->family).lightDirMaps;
    tlb_image *drawn = tlb_dif_compile_scratch(c, sheets->count, sizeof *drawn);
    for (uint32_t i = 0; i < sheets->count && !c->status; i++)
        drawn[i] = flat_sheet(c, &sheets->data[i], black);
    if (!c->status)
        draw_all(c, areas, tiles, drawn);
    if (c->status || !DIF_MAKE_ARRAY(c, &c->x->lightMaps, sheets->count))
        return;
    for (uint32_t i = 0; i < sheets->count && !c->status; i++) {
        tlb_image directions = {0};
        c->x->lightMaps.data[i].lightMap = png_of(c, &drawn[i]);
        if (has_directions)
            directions = flat_sheet(c, &sheets->data[i], straight_up);
        if (has_directions && !c->status)
            c->x->lightMaps.data[i].lightDirMap = png_of(c, &directions);
    }
}

/* Version 4 has no light maps, but their indices. */
void tlb_dif_compile_light_maps(dif_compiler *c)
{
    enum { NO_SHEET = 255 };
    uint32_t count = c->x->surfaces.count;
    bool has_sheets = c->version != 4;
    tlb_sheets sheets;
    light_area *areas = tlb_dif_compile_scratch(c, count, sizeof *areas);
    tlb_tile *tiles = tlb_dif_compile_scratch(c, count, sizeof *tiles);
    if (!count || c->status || !DIF_MAKE_ARRAY(c, &c->x->normalLMapIndices, count) ||
        (has_sheets && !DIF_MAKE_ARRAY(c, &c->x->alarmLMapIndices, count)) ||
        !place_all(c, areas, tiles, &sheets))
        return;
    for (uint32_t i = 0; i < count; i++) {
        place(&c->x->surfaces.data[i], &areas[i], &tiles[i], &sheets.data[tiles[i].sheet]);
        c->x->normalLMapIndices.data[i] = tiles[i].sheet;
        if (has_sheets)
            c->x->alarmLMapIndices.data[i] = NO_SHEET;
    }
    if (has_sheets)
        make_sheets(c, areas, tiles, &sheets);
}
