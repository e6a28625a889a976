/* What the files about volumes offer each other. The public part is trilobite/vol.h. */
#ifndef TLB_FORMATS_DARKSTAR_VOL_VOL_H
#define TLB_FORMATS_DARKSTAR_VOL_VOL_H

#include "core/format.h"
#include "trilobite/vol.h"

extern const tlb_format tlb_format_vol;
extern const char *const vol_kinds[]; /* by tlb_vol_kind, as kinds and dumps call them */
enum { VOL_HEADER = 8, VOL_BLOCK_HEADER = 8, VOL_ENTRY_SIZE = 17, VOL_COMPRESSIONS = TLB_VOL_LZH + 1 };
extern const char *const vol_compressions[VOL_COMPRESSIONS]; /* by tlb_vol_compression */

/* vol_layout.c: the description. A walk that reads has a vol_plan as its user. */
typedef struct vol_plan {
    const uint32_t *blocks; /* where they begin, ascending */
    uint32_t count;
    uint32_t directory;
} vol_plan;

void vol_walk(tlb_walk *w, void **root);
/* The part from the directory on, which says where the blocks are. */
void vol_walk_directories(tlb_walk *w, tlb_vol *vol);
/* vol_read.c: from the directory to the plan. */
tlb_status vol_read(tlb_document *document);

/* vol_index.c: what the offsets of entries mean. */
#define VOL_NOWHERE UINT32_MAX

typedef struct vol_index {
    const tlb_vol *vol;
    uint64_t *blocks;   /* where each begins */
    uint64_t *names;    /* where each begins, from the first byte of stringData */
    uint64_t directory; /* where it begins */
} vol_index;

/* False without memory. */
bool vol_index_make(vol_index *index, tlb_arena *arena, const tlb_vol *vol);
/* NULL: it begins outside the names, or is longer than 255 bytes. */
const char *vol_name_of(const vol_index *index, const tlb_vol_entry *entry);
/* The number of its block, or VOL_NOWHERE. */
uint32_t vol_block_of(const vol_index *index, const tlb_vol_entry *entry);
/* VOL_COMPRESSIONS: none of them. */
uint8_t vol_type_of(const char *compression);
/* What is wrong with the data of an entry, NULL: nothing. What compressed data holds is not looked at. */
const char *vol_data_fault(const tlb_vol_block *block, uint32_t size, uint8_t type);

/* RLE or LZH; see there. */
size_t vol_unfold(uint8_t type, tlb_bytes packed, uint8_t *out, size_t size);

extern const tlb_archive_format vol_archive;
tlb_status vol_assemble(tlb_document *document, const tlb_archive_entry *entries, uint32_t count);
tlb_status vol_check(tlb_document *document);

#endif
