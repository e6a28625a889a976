/* The map of a room as clients draw it, walls seen from above: as a picture and as SVG. */
#include "formats/meridian/roo/roo.h"

#include "base/number.h"
#include "base/text.h"
#include "formats/meridian/roo/shape.h"

#include <math.h>

/* --- lines of the map --------------------------------------------------------------------------------- */

typedef struct map_line {
    double start[2], end[2]; /* client units: x east, y south */
    bool always;             /* on the map before it was seen */
} map_line;

typedef struct automap {
    TLB_LIST(map_line) lines;
    double low[2], high[2]; /* of the room's box and all lines */
} automap;

/* Clients put a wall on the map when they draw a part of it: one that has a bitmap and height. */
static bool can_be_seen(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    for (int positive = 0; positive < 2; positive++) {
        roo_side side;
        bool there = tlb_roo_side_of(room, wall, positive, &side) == ROO_SIDE;
        for (int part = 0; there && part < ROO_PARTS; part++) {
            roo_span span = tlb_roo_part_seen(&side, (roo_part)part);
            roo_spot corners[ROO_CORNERS];
            if (roo_part_bitmap(side.sidedef, (roo_part)part) &&
                tlb_roo_span_corners(&span, INFINITY, corners))
                return true;
        }
    }
    return false;
}

/* The flags of either side count, as in roomedit, which sets them on both. */
static uint32_t flags_of(const tlb_roo *room, const tlb_roo_client_wall *wall)
{
    const tlb_roo_sidedef *positive = roo_sidedef(room, wall->positiveSidedef),
                          *negative = roo_sidedef(room, wall->negativeSidedef);
    return (positive ? positive->flags : 0) | (negative ? negative->flags : 0);
}

static void include(automap *map, const double at[2])
{
    for (int axis = 0; axis < 2; axis++) {
        map->low[axis] = fmin(map->low[axis], at[axis]);
        map->high[axis] = fmax(map->high[axis], at[axis]);
    }
}

/* False without memory. */
static bool make_automap(tlb_arena *arena, const tlb_roo *room, automap *map)
{
    *map = (automap){.high = {fmax(room->width, 0), fmax(room->height, 0)}};
    for (uint32_t i = 0; i < room->clientWalls.count; i++) {
        const tlb_roo_client_wall *w = &room->clientWalls.data[i];
        uint32_t flags = flags_of(room, w);
        bool always = flags & TLB_ROO_WALL_MAP_ALWAYS;
        bool finite = isfinite(w->start[0] + w->start[1] + w->end[0] + w->end[1]);
        if (flags & TLB_ROO_WALL_MAP_NEVER || !finite || !(always || can_be_seen(room, w)))
            continue;
        map_line *line = TLB_PUSH(arena, &map->lines);
        if (!line)
            return false;
        *line = (map_line){{w->start[0], w->start[1]}, {w->end[0], w->end[1]}, always};
        include(map, line->start);
        include(map, line->end);
    }
    return true;
}

/* --- picture ------------------------------------------------------------------------------------------ */

enum { WIDTH = 1024, HEIGHT = 768, MOST = 8192, BORDER = 8, CHANNELS = 4 };

typedef struct canvas {
    uint8_t *pixels;
    uint32_t width, height;
} canvas;

/* From client units to pixels: the room fits in, with a border, in its middle. */
typedef struct fit {
    double scale, shift[2];
} fit;

static fit fit_into(const automap *map, uint32_t width, uint32_t height)
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

static void draw(canvas *c, const automap *map)
{
    static const uint8_t colors[2][3] = {{0, 0, 0}, {170, 0, 0}}; /* once seen, always */
    fit f = fit_into(map, c->width, c->height);
    memset(c->pixels, UINT8_MAX, (size_t)c->width * c->height * CHANNELS);
    for (uint32_t i = 0; i < map->lines.count; i++) {
        const map_line *line = &map->lines.data[i];
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
    const tlb_size_option *size = &((const tlb_roo_read_options *)conversion->from)->size;
    *c = (canvas){.width = WIDTH, .height = HEIGHT};
    if (!size->width && !size->height)
        return TLB_OK;
    c->width = size->width;
    c->height = size->height;
    if (c->width && c->height && c->width <= MOST && c->height <= MOST)
        return TLB_OK;
    return tlb_refuse_option(conversion->context, "size",
                             "invalid value %ux%u, expected WxH, each from 1 to %d", size->width,
                             size->height, MOST);
}

tlb_status tlb_roo_draw_automap(const tlb_roo *room, tlb_scene *scene, const tlb_conversion *conversion)
{
    canvas c;
    automap map;
    tlb_arena work;
    tlb_status status = choose_size(conversion, &c);
    if (status)
        return status;
    tlb_arena_init(&work, conversion->context->account);
    tlb_image *image = tlb_scene_add_image(scene, "automap");
    c.pixels = tlb_alloc_array(tlb_scene_arena(scene), c.height, (size_t)c.width * CHANNELS);
    if (image && c.pixels && make_automap(&work, room, &map)) {
        draw(&c, &map);
        image->format = TLB_PIXELS_RGBA;
        image->width = c.width;
        image->height = c.height;
        image->pixels = c.pixels;
    } else
        status = tlb_report_memory(conversion->context, tlb_arena_refused(&work, tlb_scene_arena(scene)));
    tlb_arena_release(&work);
    return status;
}

/* --- SVG ---------------------------------------------------------------------------------------------- */

/* Width of a border, in client units: a quarter of a square. */
enum { SVG_BORDER = TLB_ROO_SQUARE / 4 };

static void put_number(tlb_buffer *out, char before, double value)
{
    char text[TLB_NUMBER_MAX];
    tlb_buffer_byte(out, (uint8_t)before);
    tlb_buffer_append(out, text, (size_t)(tlb_write_f32(text, (float)value) - text));
}

static void put_point(tlb_buffer *out, char command, const double at[2])
{
    put_number(out, command, at[0]);
    put_number(out, ' ', at[1]);
}

static void put_lines(tlb_buffer *out, const automap *map, bool always)
{
    tlb_buffer_text(out, always ? "<path class=\"always\" d=\"" : "<path class=\"seen\" d=\"");
    for (uint32_t i = 0; i < map->lines.count; i++)
        if (map->lines.data[i].always == always) {
            put_point(out, 'M', map->lines.data[i].start);
            put_point(out, 'L', map->lines.data[i].end);
            tlb_buffer_byte(out, '\n');
        }
    tlb_buffer_text(out, "\"/>\n");
}

static void put_map(tlb_buffer *out, const automap *map)
{
    const double corner[2] = {map->low[0] - SVG_BORDER, map->low[1] - SVG_BORDER};
    const double size[2] = {map->high[0] - corner[0] + SVG_BORDER, map->high[1] - corner[1] + SVG_BORDER};
    tlb_buffer_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=");
    put_point(out, '"', corner);
    put_point(out, ' ', size);
    tlb_buffer_text(out, "\">\n<style>path{fill:none;stroke:#000;stroke-width:1.5;"
                         "vector-effect:non-scaling-stroke}.always{stroke:#a00}</style>\n");
    put_lines(out, map, false);
    put_lines(out, map, true);
    tlb_buffer_text(out, "</svg>\n");
}

static tlb_status translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out)
{
    automap map;
    tlb_arena arena;
    tlb_arena_init(&arena, conversion->context->account);
    bool made = make_automap(&arena, source->root, &map);
    if (made)
        put_map(out, &map);
    tlb_arena_release(&arena);
    return made && !out->status ? TLB_OK
                                : tlb_report_failure(conversion->context, made ? out->status : arena.failure);
}

static const tlb_option_info options[] = {
    ROO_AUTOMAP_OPTION(TLB_CAN_IMPORT_SCENE),
    {0},
};

const tlb_format tlb_format_svg = {
    .info = {.name = "svg",
             .title = "SVG map of a room",
             .family = "meridian",
             .versions = "1.1",
             .extensions = (const char *const[]){"svg", NULL},
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_roo_read_options)},
    .translates = (const char *const[]){"roo", NULL},
    .translate = translate,
};
