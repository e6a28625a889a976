/* What the files of the WAD module offer each other. The public part is trilobite/formats/wad.h. */
#ifndef TLB_FORMATS_MERIDIAN_WAD_WAD_H
#define TLB_FORMATS_MERIDIAN_WAD_WAD_H

#include "core/format.h"
#include "trilobite/formats/wad.h"

extern const tlb_format tlb_format_wad;
extern const char *const tlb_wad_kinds[]; /* by tlb_wad_kind */
extern const tlb_archive_format tlb_wad_archive;

enum { WAD_LUMP_SIZE = 16 };

void tlb_wad_walk(tlb_walk *w, void **root);

/* The bytes of a lump; false: they are not within the file, or in its directory. */
bool tlb_wad_bytes(const tlb_wad *wad, const tlb_wad_lump *lump, tlb_bytes *bytes);
uint32_t tlb_wad_name_length(const tlb_wad_lump *lump);
bool tlb_wad_is_named(const tlb_wad_lump *lump, const char *name);
/* The text of the first map of UDMF; false: there is none. */
bool tlb_wad_find_map(const tlb_wad *wad, tlb_bytes *text);

#endif
