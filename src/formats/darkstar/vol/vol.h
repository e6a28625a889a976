/* What the files of volumes share. The public part is trilobite/formats/vol.h. */
#ifndef TLB_FORMATS_DARKSTAR_VOL_VOL_H
#define TLB_FORMATS_DARKSTAR_VOL_VOL_H

#include "core/format.h"
#include "trilobite/formats/vol.h"

extern const tlb_format tlb_format_vol;
extern const char *const tlb_vol_kinds[]; /* by tlb_vol_kind, as kinds and dumps call them */
enum { VOL_HEADER = 8, VOL_BLOCK_HEADER = 8, VOL_ENTRY_SIZE = 17, VOL_COMPRESSIONS = TLB_VOL_LZH + 1 };
extern const char *const tlb_vol_compressions[VOL_COMPRESSIONS]; /* by tlb_vol_compression */

void tlb_vol_walk(tlb_walk *w, void **root);
tlb_status tlb_vol_read(tlb_document *document);

/* archive.c: what the offsets of entries mean. */
#define VOL_NOWHERE UINT32_MAX

typedef struct vol_index {
    const tlb_vol *vol;
    uint64_t *blocks;   /* where each begins */
    uint64_t *names;    /* where each begins, from the first byte of stringData */
    uint64_t directory; /* where it begins */
} vol_index;

/* False without memory. */
bool tlb_vol_index_make(vol_index *index, tlb_arena *arena, const tlb_vol *vol);
/* NULL: it begins outside the names, or is longer than 255 bytes. */
const char *tlb_vol_name_of(const vol_index *index, const tlb_vol_entry *entry);
/* The number of its block, or VOL_NOWHERE. */
uint32_t tlb_vol_block_of(const vol_index *index, const tlb_vol_entry *entry);
/* What is wrong with the data of an entry, NULL: nothing. What compressed data holds is not looked at. */
const char *tlb_vol_data_fault(const tlb_vol_block *block, uint32_t size, uint8_t type);

/* RLE or LZH; see there. */
size_t tlb_vol_unfold(uint8_t type, tlb_bytes packed, uint8_t *out, size_t size);

extern const tlb_archive_format tlb_vol_archive;
tlb_status tlb_vol_check(tlb_document *document);

#endif
