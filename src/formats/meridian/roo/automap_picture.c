/* The map of a room as a picture: lines a pixel wide, their edges smoothed. */
#include "formats/meridian/roo/automap.h"

#include "base/text.h"

#include <math.h>

enum { WIDTH = 1024, HEIGHT = 768, MOST = 8192, BORDER = 8, CHANNELS = 4 };

typedef struct canvas {
    uint8_t *pixels;
    uint32_t width, height;
} canvas;

/* From client units to pixels: the room fits in, with a border, in its middle. */
typedef struct fit {
    double scale, shift[2];
} fit;

static fit fit_into(const roo_automap *map, uint32_t width, uint32_t height)
{
    const double room[2] = {map->high[0] - map->low[0], map->high[1] - map->low[1]};
    const double space[2] = {fmax((double)width - 2 * BORDER, 1), fmax((double)height - 2 * BORDER, 1)};
    fit f = {.scale = fmin(space[0] / fmax(room[0], 1), space[1] / fmax(room[1], 1))};
    f.shift[0] = (width - room[0] * f.scale) / 2 - map->low[0] * f.scale;
    f.shift[1] = (height - room[1] * f.scale) / 2 - map->low[1] * f.scale;
    return f;
}

/* Darkens a pixel towards a color by how much of it is covered. */
static void blend(canvas *c, double x, double y, double cover, const uint8_t color[3])
{
    if (!(cover > 0 && x >= 0 && y >= 0 && x < c->width && y < c->height))
        return;
    uint8_t *pixel = &c->pixels[((size_t)y * c->width + (size_t)x) * CHANNELS];
    for (int i = 0; i < 3; i++) {
        double value = 255 + (color[i] - 255.0) * fmin(cover, 1);
        pixel[i] = value < pixel[i] ? (uint8_t)lround(value) : pixel[i];
    }
}

/* Steps along the longer axis, and covers the two or three pixels across that the line touches. */
static void draw_line(canvas *c, const double a[2], const double b[2], const uint8_t color[3])
{
    int major = fabs(b[0] - a[0]) < fabs(b[1] - a[1]), minor = !major;
    const double *first = a[major] <= b[major] ? a : b, *last = first == a ? b : a;
    double run = last[major] - first[major], rise = last[minor] - first[minor];
    double across = run > 0 ? hypot(run, rise) / run : 1; /* how far a line of width 1 reaches */
    for (int64_t step = (int64_t)floor(first[major]); step <= (int64_t)floor(last[major]); step++) {
        double along = fmin(fmax((double)step + 0.5, first[major]), last[major]);
        double middle = first[minor] + (run > 0 ? (along - first[major]) / run * rise : 0);
        for (int64_t k = (int64_t)floor(middle - across); k <= (int64_t)floor(middle + across); k++) {
            double cover = 0.5 * across + 0.5 - fabs((double)k + 0.5 - middle);
            double at[2];
            at[major] = (double)step;
            at[minor] = (double)k;
            blend(c, at[0], at[1], cover, color);
        }
    }
}

static void draw(canvas *c, const roo_automap *map)
{
    static const uint8_t colors[2][3] = {{0, 0, 0}, {170, 0, 0}}; /* once seen, always */
    fit f = fit_into(map, c->width, c->height);
    memset(c->pixels, UINT8_MAX, (size_t)c->width * c->height * CHANNELS);
    for (uint32_t i = 0; i < map->lines.count; i++) {
        const roo_map_line *line = &map->lines.data[i];
        double ends[2][2];
        for (int axis = 0; axis < 2; axis++) {
            ends[0][axis] = line->start[axis] * f.scale + f.shift[axis];
            ends[1][axis] = line->end[axis] * f.scale + f.shift[axis];
        }
        draw_line(c, ends[0], ends[1], colors[line->always]);
    }
}

static tlb_status choose_size(const tlb_conversion *conversion, canvas *c)
{
    const char *text = tlb_choice_text(conversion, "size");
    *c = (canvas){.width = WIDTH, .height = HEIGHT};
    if (!text || (tlb_read_size(text, &c->width, &c->height) && c->width <= MOST && c->height <= MOST))
        return TLB_OK;
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--size is WxH, each from 1 to %d, not \"%s\"", MOST, text);
    return TLB_ARGUMENT;
}

tlb_status roo_draw_automap(const tlb_roo *room, tlb_scene *scene, const tlb_conversion *conversion)
{
    canvas c;
    roo_automap map;
    tlb_arena work;
    tlb_status status = choose_size(conversion, &c);
    if (status)
        return status;
    tlb_arena_init(&work, &conversion->context->account);
    tlb_image *image = tlb_add_image(scene, "automap");
    c.pixels = tlb_alloc(tlb_scene_arena(scene), (size_t)c.width * c.height * CHANNELS);
    if (image && c.pixels && roo_make_automap(&work, room, &map)) {
        draw(&c, &map);
        image->format = TLB_PIXELS_RGBA;
        image->width = c.width;
        image->height = c.height;
        image->pixels = c.pixels;
    } else
        status = tlb_report_memory(conversion->context);
    tlb_arena_free(&work);
    return status;
}
