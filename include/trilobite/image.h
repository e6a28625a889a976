/* Contact sheets: many pictures on one, each with its name below it. */
#ifndef TRILOBITE_IMAGE_H
#define TRILOBITE_IMAGE_H

#include "trilobite/base.h"
#include "trilobite/document.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_sheet_entry {
    const char *name;
    tlb_bytes picture; /* a file of any kind that textures come in; of no bytes where there is none: a crossed
                          tile */
} tlb_sheet_entry;

typedef struct tlb_sheet_size {
    uint32_t width, height; /* of a tile without its name, from 16 to 4096 pixels */
} tlb_sheet_size;

/* Writes a PNG, the entries in rows from the top left, about as wide as a screen is to its height. Pictures
 * larger than a tile are made smaller. What cannot be decoded is reported and crossed out. TLB_ARGUMENT: no
 * such size; TLB_LIMIT: the sheet would have more than 2^28 pixels. */
TLB_API tlb_status tlb_sheet_draw(tlb_context *context, const tlb_sheet_entry *entries, size_t count,
                                  tlb_sheet_size tile, tlb_sink sink);

#ifdef __cplusplus
}
#endif
#endif
