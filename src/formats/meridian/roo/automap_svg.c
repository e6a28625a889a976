/* SVG: the map of a room. */
#include "formats/meridian/roo/automap.h"

#include "base/number.h"

/* Room for a border, in client units: a quarter of a square. */
enum { BORDER = TLB_ROO_SQUARE / 4 };

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

static void put_lines(tlb_buffer *out, const roo_automap *map, bool always)
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

static void put_map(tlb_buffer *out, const roo_automap *map)
{
    const double corner[2] = {map->low[0] - BORDER, map->low[1] - BORDER};
    const double size[2] = {map->high[0] - corner[0] + BORDER, map->high[1] - corner[1] + BORDER};
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
    roo_automap map;
    tlb_arena arena;
    (void)tlb_choice_made(conversion, "automap"); /* it is drawn in any case */
    tlb_arena_init(&arena, &conversion->context->account);
    bool made = roo_make_automap(&arena, source->root, &map);
    if (made)
        put_map(out, &map);
    tlb_arena_free(&arena);
    return made && !out->status ? TLB_OK : tlb_report_memory(conversion->context);
}

const tlb_format tlb_format_svg = {
    .info = {.name = "svg",
             .title = "SVG map of a room",
             .family = "meridian",
             .versions = "1.1",
             .extensions = (const char *const[]){"svg", NULL}},
    .translates = (const char *const[]){"roo", NULL},
    .translate = translate,
};
