/* Many small images on few large ones: light maps as textures want them. */
#ifndef TLB_IMAGE_SHEETS_H
#define TLB_IMAGE_SHEETS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* A small image, and where it comes to stand. Around it there may be a border, one pixel wide, in which its
 * edge is repeated: what blends neighbouring pixels sees nothing of other tiles. */
typedef struct tlb_tile {
    uint32_t width, height;
    uint32_t sheet, x, y; /* x, y: of its first pixel, within the border */
} tlb_tile;

typedef struct tlb_sheets {
    tlb_image *data; /* format, width and height are set; pixels are the caller's to take */
    uint32_t count;
} tlb_sheets;

typedef struct tlb_sheet_form {
    uint32_t border; /* 0 or 1 */
    uint32_t widest; /* no sheet is wider, or higher unless a tile is */
} tlb_sheet_form;

enum { TLB_SHEET_WIDEST = 1024 };

/* Finds places for all tiles, the highest first in rows from the top. False without memory. */
bool tlb_sheets_place(tlb_arena *arena, tlb_tile *tiles, uint32_t count, tlb_sheet_form form,
                      tlb_sheets *sheets);

/* Copies a tile's pixels to its sheet, with the border. */
void tlb_sheet_paint(tlb_image *sheet, const tlb_tile *tile, const uint8_t (*pixels)[4]);

#endif
