/* Palettes of paint programs: GIMP's .gpl, JASC's .pal and the bare bytes of .act. The first two are kept as
 * the text they are. */
#include "formats/interchange/shared/numbered.h"

#include "base/number.h"
#include "base/text.h"
#include "core/checker.h"
#include "image/image.h"
#include "layout/fields.h"
#include "scene/build/pictures.h"
#include "writers/obstacles.h"

#include <string.h>

enum { COLORS = 256 };

extern const tlb_format tlb_format_gpl, tlb_format_jasc, tlb_format_act;

typedef uint8_t bare_color[3];

/* A document: the text, or the bytes. */
typedef struct palette_file {
    tlb_text text;
    TLB_ARRAY(bare_color) colors;
    tlb_bytes tail;
} palette_file;

static palette_file *root_of(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(palette_file))))
        tlb_walk_no_memory(w);
    return *root;
}

/* --- text --------------------------------------------------------------------------------------------- */

static const char gpl_start[] = "GIMP Palette", jasc_start[] = "JASC-PAL";

static bool starts_with(tlb_bytes source, const char *start)
{
    return source.size >= strlen(start) && memcmp(source.data, start, strlen(start)) == 0;
}

static void walk_palette_text(tlb_walk *w, void **root, const char *start)
{
    palette_file *file = root_of(w, root);
    if (!file)
        return;
    if (w->direction == WALK_READ) {
        size_t size = (size_t)(w->end - w->at);
        if (!starts_with((tlb_bytes){w->at, size}, start) || size > UINT32_MAX)
            tlb_walk_fail(w, TLB_CODE_BAD_SIGNATURE, NULL, "expected a text that begins with \"%s\"", start);
        file->text.size = w->status ? 0 : (uint32_t)size;
    }
    tlb_walk_text(w, "text", &file->text);
}

static void walk_gpl(tlb_walk *w, void **root)
{
    walk_palette_text(w, root, gpl_start);
}

static void walk_jasc(tlb_walk *w, void **root)
{
    walk_palette_text(w, root, jasc_start);
}

static const char *line_end(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* Three numbers up to 255 at the start of a line. */
static bool read_color(const char *at, const char *end, uint8_t color[4])
{
    for (int i = 0; i < 3; i++) {
        uint64_t value;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        at = at < end ? tlb_read_u64(at, end, &value) : NULL;
        if (!at || value > 255)
            return false;
        color[i] = (uint8_t)value;
    }
    color[3] = 255;
    return true;
}

/* Every line that is a color is one: the headers of both kinds are none. */
static uint32_t read_colors(tlb_text text, uint8_t (*colors)[4])
{
    uint32_t count = 0;
    const char *at = text.data, *end = at + text.size;
    while (at < end && count < COLORS) {
        const char *stop = line_end(at, end);
        count += read_color(at, stop, colors[count]);
        at = stop < end ? stop + 1 : end;
    }
    return count;
}

/* --- bytes -------------------------------------------------------------------------------------------- */

static void walk_act(tlb_walk *w, void **root)
{
    palette_file *file = root_of(w, root);
    if (!file)
        return;
    if (w->direction == WALK_READ)
        file->colors.count = COLORS;
    WALK_VECTORS(w, file, colors);
    if (!w->status && file->colors.count != COLORS)
        tlb_walk_fault(w, "colors", "number of colors: %u, expected 256", file->colors.count);
    tlb_walk_remaining(w, "tail", &file->tail);
}

/* Nothing says what the bytes are but how many there are. */
static int probe_act(tlb_bytes source)
{
    return source.size == 3 * COLORS;
}

static bool begins(const char *at, const char *stop, const char *word)
{
    return starts_with((tlb_bytes){(const uint8_t *)at, (size_t)(stop - at)}, word);
}

static bool is_blank(const char *at, const char *stop)
{
    while (at < stop && (*at == ' ' || *at == '\t'))
        at++;
    return at == stop;
}

/* What GIMP writes besides colors. */
static bool is_remark(const char *at, const char *stop)
{
    return is_blank(at, stop) || *at == '#' || begins(at, stop, "Name:") || begins(at, stop, "Columns:");
}

static const uint64_t UNCLAIMED = UINT64_MAX;

/* Of JASC the version and the number of colors. */
static void check_head(tlb_checker *c, bool is_jasc, uint32_t line, const char *at, const char *stop,
                       uint64_t *claimed)
{
    if (!is_jasc)
        return;
    if (line == 2 && !(stop - at == 4 && begins(at, stop, "0100")))
        TLB_FIND(c, BAD_VERSION, "text", "line 2 is not the version 0100");
    if (line == 3 && tlb_read_u64(at, stop, claimed) != stop) {
        *claimed = UNCLAIMED;
        TLB_FIND(c, BAD_NUMBER, "text", "line 3 is not the number of colors");
    }
}

/* Line by line; a line ends with CR and LF, or with one of them. */
static void check_lines(tlb_checker *c, tlb_text text, bool is_jasc)
{
    uint32_t line = 0, first = is_jasc ? 3 : 1;
    uint64_t colors = 0, claimed = UNCLAIMED;
    uint8_t color[4];
    for (const char *at = text.data, *end = at + text.size; at < end;) {
        const char *stop = line_end(at, end);
        if (++line <= first)
            check_head(c, is_jasc, line, at, stop, &claimed);
        else if (read_color(at, stop, color))
            colors++;
        else if (!(is_jasc ? is_blank(at, stop) : is_remark(at, stop)))
            TLB_FIND(c, BAD_WORD, "text", "line %u is not a color of three numbers from 0 to 255", line);
        bool two = end - stop > 1 && stop[0] == '\r' && stop[1] == '\n';
        at = stop < end ? stop + 1 + two : end;
    }
    if (claimed != UNCLAIMED && colors != claimed)
        TLB_FIND(c, BAD_VALUE, "text", "line 3 claims %llu colors; %llu follow", (unsigned long long)claimed,
                 (unsigned long long)colors);
}

static tlb_status check(tlb_document *document)
{
    const palette_file *file = document->root;
    uint8_t colors[COLORS][4];
    tlb_checker c = tlb_checker_start(document->context, document->root);
    if (!file->colors.count)
        check_lines(&c, file->text, document->format == &tlb_format_jasc);
    if (!file->colors.count && !read_colors(file->text, colors))
        TLB_FIND(&c, PPL_NO_PALETTE, "text", "there is no line with a color");
    return tlb_checker_end(&c);
}

/* --- to and from a scene ------------------------------------------------------------------------------ */

static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const palette_file *file = document->root;
    uint8_t colors[COLORS][4];
    uint32_t count = file->colors.count ? COLORS : read_colors(file->text, colors);
    for (uint32_t i = 0; i < file->colors.count && i < COLORS; i++) {
        memcpy(colors[i], file->colors.data[i], 3);
        colors[i][3] = 255;
    }
    const char *name = tlb_arena_printf(&document->arena, "%.*s", (int)tlb_path_stem(document->name),
                                        tlb_path_base(document->name));
    bool made = name && tlb_add_swatch(scene, name, (const uint8_t(*)[4])colors, count, false);
    return made ? TLB_OK
                : tlb_report_memory(conversion->context,
                                    tlb_arena_refused(&document->arena, tlb_scene_arena(scene)));
}

typedef void writer(tlb_buffer *out, const tlb_image *image);

/* Numbers one after the other, in columns of `width`. */
static void put_numbers(tlb_buffer *out, const uint8_t *numbers, int count, size_t width)
{
    for (int i = 0; i < count; i++) {
        char digits[TLB_NUMBER_MAX];
        size_t size = (size_t)(tlb_write_u64(digits, numbers[i]) - digits);
        if (i)
            tlb_buffer_byte(out, ' ');
        for (size_t k = size; k < width; k++)
            tlb_buffer_byte(out, ' ');
        tlb_buffer_append(out, digits, size);
    }
}

static void write_gpl(tlb_buffer *out, const tlb_image *image)
{
    tlb_buffer_text(out, "GIMP Palette\nName: ");
    tlb_buffer_text(out, *image->name ? image->name : "palette");
    tlb_buffer_text(out, "\nColumns: 16\n#\n");
    for (int i = 0; i < COLORS; i++) {
        put_numbers(out, image->palette[i], 3, 3);
        tlb_buffer_byte(out, '\n');
    }
}

static void write_jasc(tlb_buffer *out, const tlb_image *image)
{
    tlb_buffer_text(out, "JASC-PAL\r\n0100\r\n256\r\n");
    for (int i = 0; i < COLORS; i++) {
        put_numbers(out, image->palette[i], 3, 1);
        tlb_buffer_text(out, "\r\n");
    }
}

static void write_act(tlb_buffer *out, const tlb_image *image)
{
    for (int i = 0; i < COLORS; i++)
        tlb_buffer_append(out, image->palette[i], 3);
}

/* The palette of each picture, a file each. */
static tlb_status from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                             writer *write)
{
    tlb_arena arena;
    uint32_t written = 0;
    tlb_status status = TLB_OK;
    tlb_arena_init(&arena, conversion->context->account);
    for (uint32_t i = 0; i < scene->image_count && !status; i++) {
        if (scene->images[i].format != TLB_PIXELS_INDEXED)
            continue;
        tlb_buffer *out = tlb_numbered_file(output, &arena, written++);
        if (out)
            write(out, &scene->images[i]);
        if (!out)
            status = tlb_report_output(conversion->context, output, &arena);
        else
            status = tlb_report_failure(conversion->context, out->status);
    }
    tlb_arena_release(&arena);
    return status;
}

static tlb_status gpl_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return from_scene(scene, conversion, output, write_gpl);
}

static tlb_status jasc_from_scene(const tlb_scene *scene, const tlb_conversion *conversion,
                                  tlb_output *output)
{
    return from_scene(scene, conversion, output, write_jasc);
}

static tlb_status act_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output)
{
    return from_scene(scene, conversion, output, write_act);
}

enum {
    ABILITIES = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE
};

const tlb_format tlb_format_gpl = {
    .info = {.name = "gpl",
             .title = "GIMP palette",
             .family = "interchange",
             .versions = "text",
             .extensions = (const char *const[]){"gpl", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(gpl_start)),
             .abilities = ABILITIES,
             .minimal = TLB_JSON({"format" : "gpl", "text" : "GIMP Palette\n0 0 0\n"})},
    .is_never_empty = true,
    .takes_pictures = true,
    .walk = walk_gpl,
    .check = check,
    .to_scene = to_scene,
    .obstacle = tlb_needs_palette,
    .from_scene = gpl_from_scene,
};

const tlb_format tlb_format_jasc = {
    .info = {.name = "jasc",
             .title = "JASC palette",
             .family = "interchange",
             .versions = "0100",
             .extensions = (const char *const[]){"pal", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(jasc_start)),
             .abilities = ABILITIES,
             .minimal = TLB_JSON({"format" : "jasc", "text" : "JASC-PAL\r\n0100\r\n1\r\n0 0 0\r\n"})},
    .is_never_empty = true,
    .takes_pictures = true,
    .walk = walk_jasc,
    .check = check,
    .to_scene = to_scene,
    .obstacle = tlb_needs_palette,
    .from_scene = jasc_from_scene,
};

const tlb_format tlb_format_act = {
    .info = {.name = "act",
             .title = "Palette of bare bytes",
             .family = "interchange",
             .versions = "256 times red, green, blue",
             .extensions = (const char *const[]){"act", NULL},
             .abilities = ABILITIES,
             .minimal = "{\"format\": \"act\", \"colors\": [" TLB_COLORS_256("[0, 0, 0]") "]}"},
    .is_never_empty = true,
    .takes_pictures = true,
    .probe = probe_act,
    .walk = walk_act,
    .check = check,
    .to_scene = to_scene,
    .obstacle = tlb_needs_palette,
    .from_scene = act_from_scene,
};
