#include "image/sheets.h"

#include <string.h>

enum { BORDER = 1, NARROWEST = 16 };

/* The tiles' numbers, the highest first, those of one height in their order. NULL without memory. */
static uint32_t *by_height(tlb_arena *arena, const tlb_tile *tiles, uint32_t count)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < count; i++)
        highest = tiles[i].height > highest ? tiles[i].height : highest;
    uint32_t *places = tlb_zalloc_array(arena, highest + (size_t)2, sizeof *places);
    uint32_t *order = tlb_alloc_array(arena, count, sizeof *order);
    if (!places || !order)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        places[highest - tiles[i].height + 1]++;
    for (uint32_t i = 0; i <= highest; i++)
        places[i + 1] += places[i];
    for (uint32_t i = 0; i < count; i++)
        order[places[highest - tiles[i].height]++] = i;
    return order;
}

/* A power of two that makes all of it about a square. */
static uint32_t width_for(const tlb_tile *tiles, uint32_t count, tlb_sheet_form form)
{
    uint64_t area = 0;
    uint32_t width = NARROWEST;
    for (uint32_t i = 0; i < count; i++)
        area += (tiles[i].width + (uint64_t)2 * form.border) * (tiles[i].height + (uint64_t)2 * form.border);
    while (width < form.widest && (uint64_t)width * width < area)
        width *= 2;
    return width;
}

/* Where the next tile goes. */
typedef struct pen {
    tlb_sheet_form form;
    tlb_image *sheet;
    uint32_t width, x, y, row; /* width: of sheets; row: its height */
} pen;

static bool start_sheet(tlb_arena *arena, pen *p, tlb_sheets *sheets, uint32_t *capacity)
{
    if (!tlb_list_reserve(arena, &sheets->data, sheets->count, capacity, 1, sizeof *sheets->data))
        return false;
    p->sheet = &sheets->data[sheets->count++];
    *p->sheet = (tlb_image){.format = TLB_PIXELS_RGBA};
    p->x = p->y = p->row = 0;
    return true;
}

static bool fits(const pen *p, const tlb_tile *tile)
{
    return p->sheet && (!p->y || p->y + tile->height + 2 * p->form.border <= p->form.widest);
}

static void put(pen *p, tlb_tile *tile, uint32_t sheet)
{
    uint32_t width = tile->width + 2 * p->form.border, height = tile->height + 2 * p->form.border;
    tile->sheet = sheet;
    tile->x = p->x + p->form.border;
    tile->y = p->y + p->form.border;
    p->x += width;
    p->row = height > p->row ? height : p->row;
    p->sheet->width = p->x > p->sheet->width ? p->x : p->sheet->width;
    p->sheet->height = p->y + p->row;
}

bool tlb_sheets_place(tlb_arena *arena, tlb_tile *tiles, uint32_t count, tlb_sheet_form form,
                      tlb_sheets *sheets)
{
    uint32_t *order = by_height(arena, tiles, count), capacity = 0;
    pen p = {.form = form, .width = width_for(tiles, count, form)};
    *sheets = (tlb_sheets){0};
    if (!order)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        tlb_tile *tile = &tiles[order[i]];
        if (p.x && p.x + tile->width + 2 * form.border > p.width) {
            p.y += p.row;
            p.x = p.row = 0;
        }
        if (!fits(&p, tile) && !start_sheet(arena, &p, sheets, &capacity))
            return false;
        put(&p, tile, sheets->count - 1);
    }
    return true;
}

static uint32_t clamp(uint32_t i, uint32_t size)
{
    return i < BORDER ? 0 : i - BORDER < size ? i - BORDER : size - 1;
}

void tlb_sheet_paint(tlb_image *sheet, const tlb_tile *tile, const uint8_t (*pixels)[4])
{
    for (uint32_t row = 0; row < tile->height + 2 * BORDER; row++) {
        const uint8_t(*from)[4] = pixels + (size_t)clamp(row, tile->height) * tile->width;
        uint8_t *to =
            sheet->pixels + ((size_t)(tile->y + row - BORDER) * sheet->width + tile->x - BORDER) * 4;
        for (uint32_t i = 0; i < tile->width + 2 * BORDER; i++, to += 4)
            memcpy(to, from[clamp(i, tile->width)], 4);
    }
}
