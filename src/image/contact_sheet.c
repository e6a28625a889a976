/* Contact sheets: trilobite/image.h. */
#include "trilobite/image.h"
#include "base/argument.h"

#include "image/image.h"
#include "image/label.h"

#include <string.h>

typedef struct tile_size {
    uint32_t width, height;
} tile_size;

enum {
    LEAST_SIDE = 16,
    MOST_SIDE = 4096,
    MOST_PIXELS = 1 << 28,
    GAP = 8,
    WIDE_TILE = 160 /* from here on names are written large */
};

static const uint8_t paper[4] = {244, 246, 248, 255}, ink[4] = {40, 46, 54, 255};
static const uint8_t nothing[4] = {222, 214, 214, 255}, cross[4] = {170, 60, 50, 255};

struct tlb_sheet {
    tlb_context *context;
    tlb_arena arena; /* with the sheet itself */
    tlb_image image;
    size_t count;
    tile_size tile;
    uint32_t columns, scale, line; /* line: the height of a name */
};

static uint8_t *pixel_at(const tlb_image *image, uint32_t x, uint32_t y)
{
    return image->pixels + 4 * ((size_t)y * image->width + x);
}

static void fill(tlb_image *image, uint32_t x, uint32_t y, tile_size size, const uint8_t color[4])
{
    for (uint32_t row = 0; row < size.height; row++)
        for (uint32_t column = 0; column < size.width; column++)
            memcpy(pixel_at(image, x + column, y + row), color, 4);
}

/* --- one tile ---------------------------------------------------------------------------------------- */

static void cross_out(tlb_sheet *s, uint32_t x, uint32_t y)
{
    fill(&s->image, x, y, s->tile, nothing);
    for (uint32_t row = 0; row < s->tile.height; row++) {
        uint32_t column = (uint32_t)((uint64_t)row * s->tile.width / s->tile.height);
        memcpy(pixel_at(&s->image, x + column, y + row), cross, 4);
        memcpy(pixel_at(&s->image, x + s->tile.width - 1 - column, y + row), cross, 4);
    }
}

/* The mean of a rectangle of the picture, over what `to` holds. */
static void put_mean(const tlb_bitmap *picture, const uint32_t low[2], const uint32_t high[2], uint8_t *to)
{
    uint64_t sum[3] = {0, 0, 0}, alpha = 0, count = (uint64_t)(high[0] - low[0]) * (high[1] - low[1]);
    for (uint32_t y = low[1]; y < high[1]; y++)
        for (uint32_t x = low[0]; x < high[0]; x++) {
            const uint8_t *from = picture->pixels + 4 * ((size_t)y * picture->width + x);
            for (int i = 0; i < 3; i++)
                sum[i] += (uint64_t)from[i] * from[3];
            alpha += from[3];
        }
    for (int i = 0; i < 3; i++)
        to[i] = (uint8_t)((sum[i] + to[i] * (255 * count - alpha)) / (255 * count));
}

/* In the middle of the tile; never larger than it is, unless by whole pixels. */
static void put_picture(tlb_sheet *s, const tlb_bitmap *picture, uint32_t x, uint32_t y)
{
    uint32_t width = s->tile.width, height = s->tile.height;
    uint32_t times =
        width / picture->width < height / picture->height ? width / picture->width : height / picture->height;
    if (times)
        width = picture->width * times, height = picture->height * times;
    else if ((uint64_t)picture->width * height > (uint64_t)picture->height * width)
        height = (uint32_t)((uint64_t)picture->height * width / picture->width);
    else
        width = (uint32_t)((uint64_t)picture->width * height / picture->height);
    width += !width, height += !height;
    x += (s->tile.width - width) / 2;
    y += (s->tile.height - height) / 2;
    for (uint32_t row = 0; row < height; row++)
        for (uint32_t column = 0; column < width; column++) {
            uint32_t low[2] = {(uint32_t)((uint64_t)column * picture->width / width),
                               (uint32_t)((uint64_t)row * picture->height / height)};
            uint32_t high[2] = {(uint32_t)((uint64_t)(column + 1) * picture->width / width),
                                (uint32_t)((uint64_t)(row + 1) * picture->height / height)};
            for (int i = 0; i < 2; i++)
                high[i] += high[i] == low[i];
            put_mean(picture, low, high, pixel_at(&s->image, x + column, y + row));
        }
}

void tlb_sheet_place(tlb_sheet *s, size_t index, const char *name, const tlb_bitmap *picture)
{
    if (!s || index >= s->count)
        return;
    uint32_t x = GAP + (uint32_t)(index % s->columns) * (s->tile.width + GAP);
    uint32_t y = GAP + (uint32_t)(index / s->columns) * (s->tile.height + s->line + GAP);
    if (picture && picture->width && picture->height)
        put_picture(s, picture, x, y);
    else
        cross_out(s, x, y);
    if (s->line)
        tlb_label_draw(&s->image, name ? name : "", x, y + s->tile.height + 2 * s->scale, s->tile.width,
                       s->scale, ink);
}

/* --- the sheet --------------------------------------------------------------------------------------- */

static uint64_t sheet_width(const tlb_sheet *s, uint64_t columns)
{
    return GAP + columns * (s->tile.width + GAP);
}

static uint64_t sheet_height(const tlb_sheet *s, uint64_t columns)
{
    return GAP + (s->count + columns - 1) / columns * (s->tile.height + s->line + GAP);
}

/* The fewest columns that make it as wide as 4:3. */
static uint64_t choose_columns(const tlb_sheet *s)
{
    uint64_t columns = 1;
    while (columns < s->count && 3 * sheet_width(s, columns) < 4 * sheet_height(s, columns))
        columns++;
    return columns;
}

static tlb_status lay_out(tlb_sheet *s, const tlb_sheet_options *options)
{
    bool countable = s->count <= MOST_PIXELS;
    uint64_t columns = options->columns ? options->columns : countable ? choose_columns(s) : 1;
    uint64_t width = sheet_width(s, columns), height = sheet_height(s, columns);
    if (!countable || width > MOST_PIXELS || height > MOST_PIXELS || width * height > MOST_PIXELS) {
        tlb_report(s->context, TLB_CODE_RENDER_TOO_MUCH, TLB_NO_OFFSET, NULL,
                   "a contact sheet of %zu tiles of %u x %u pixels is too large; use smaller or fewer "
                   "tiles, or fewer columns",
                   s->count, (unsigned)s->tile.width, (unsigned)s->tile.height);
        return TLB_LIMIT;
    }
    s->columns = (uint32_t)columns;
    s->image = (tlb_image){.name = "sheet",
                           .format = TLB_PIXELS_RGBA,
                           .width = (uint32_t)width,
                           .height = (uint32_t)height,
                           .pixels = tlb_alloc_array(&s->arena, (size_t)(width * height), 4)};
    if (!s->image.pixels)
        return tlb_report_memory(s->context, &s->arena);
    fill(&s->image, 0, 0, (tile_size){s->image.width, s->image.height}, paper);
    return TLB_OK;
}

static bool is_side(uint32_t side)
{
    return side >= LEAST_SIDE && side <= MOST_SIDE;
}

static bool sets_members(const tlb_sheet_options *o)
{
    return o->width || o->height || o->columns || o->no_labels;
}

static tlb_status take_options(tlb_context *context, const tlb_sheet_options *given, tlb_sheet_options *taken)
{
    *taken = (tlb_sheet_options)TLB_SHEET_OPTIONS_INIT;
    const char *fault = NULL;
    if (given &&
        (!tlb_copy_struct(taken, sizeof *taken, given) || (!given->struct_size && sets_members(given))))
        fault = "start tlb_sheet_options from TLB_SHEET_OPTIONS_INIT";
    if (!taken->width && !taken->height)
        taken->width = 256, taken->height = 192;
    if (!fault && (!is_side(taken->width) || !is_side(taken->height)))
        fault = "invalid tile size, expected sides of 16 to 4096 pixels";
    if (!fault)
        return TLB_OK;
    tlb_report(context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s", fault);
    return TLB_ARGUMENT;
}

tlb_status tlb_sheet_create(tlb_context *context, size_t count, const tlb_sheet_options *given,
                            tlb_sheet **sheet)
{
    TLB_REQUIRE(context, sheet);
    *sheet = NULL;
    TLB_REQUIRE(NULL, context);
    tlb_sheet_options options;
    tlb_arena arena;
    tlb_status status = take_options(context, given, &options);
    if (status)
        return status;
    tlb_arena_init(&arena, context->account);
    tlb_sheet *made = tlb_alloc(&arena, sizeof *made);
    if (!made)
        return tlb_report_memory(context, &arena);
    uint32_t scale = options.width < WIDE_TILE ? 1 : 2;
    *made = (tlb_sheet){.context = context,
                        .arena = arena,
                        .count = count,
                        .tile = {options.width, options.height},
                        .scale = scale,
                        .line = options.no_labels ? 0 : (TLB_LABEL_HEIGHT + 2) * scale};
    status = lay_out(made, &options);
    if (status)
        tlb_sheet_free(made);
    else
        *sheet = made;
    return status;
}

tlb_status tlb_sheet_write(const tlb_sheet *s, tlb_sink sink)
{
    TLB_REQUIRE(NULL, s);
    TLB_REQUIRE(s->context, sink.write);
    tlb_buffer file = {.account = s->context->account};
    tlb_status status = tlb_png_encode_fast(&s->image, &file);
    if (status)
        tlb_report_failure(s->context, status);
    else if (!sink.write(sink.user, file.data, file.size))
        status = TLB_WRITE_FAILED;
    tlb_buffer_free(&file);
    return status;
}

void tlb_sheet_free(tlb_sheet *sheet)
{
    if (!sheet)
        return;
    tlb_arena arena = sheet->arena; /* a copy: the sheet itself lives in it */
    tlb_arena_release(&arena);
}
