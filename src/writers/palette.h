/* Files given by an option: the palette of --palette FILE is whatever file shows a picture that has
 * one. A palette's own formats show it as a swatch. */
#ifndef TLB_WRITERS_PALETTE_H
#define TLB_WRITERS_PALETTE_H

#include "core/format.h"

/* Opens the file that an option names, which is also looked for among the assets. *document is NULL when
 * `path` is; it is the caller's to free. What cannot be opened is reported. */
tlb_status tlb_open_option(const tlb_conversion *conversion, const char *path, tlb_document **document);

/* The palette of the first picture that the document shows, 256 x R, G, B, A in `arena`. BAD_OPTION is
 * reported, and TLB_ARGUMENT returned, when it shows none that is indexed. */
tlb_status tlb_palette_colors(tlb_document *document, const tlb_conversion *conversion, tlb_arena *arena,
                              const uint8_t (**colors)[4]);

#endif
