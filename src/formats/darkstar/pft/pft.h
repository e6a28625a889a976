/* Fonts inside: the layout, and the glyphs on a sheet. */
#ifndef TLB_FORMATS_DARKSTAR_PFT_PFT_H
#define TLB_FORMATS_DARKSTAR_PFT_PFT_H

#include "formats/darkstar/pba/pba.h"
#include "trilobite/formats/pft.h"

extern const tlb_format tlb_format_pft;

/* Whether the glyph lies within its page. */
bool tlb_pft_is_within(const tlb_pft *font, const tlb_pft_glyph *glyph);

void tlb_pft_walk(tlb_walk *w, void **root);
tlb_status tlb_pft_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

#endif
