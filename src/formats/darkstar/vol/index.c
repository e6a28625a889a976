#include "formats/darkstar/vol/vol.h"

#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/rle.h"

enum { LONGEST_NAME = 255 };

bool vol_index_make(vol_index *index, tlb_arena *arena, const tlb_vol *vol)
{
    const tlb_vol_directory *d = &vol->directory;
    uint64_t *blocks = tlb_alloc_array(arena, vol->blocks.count, sizeof *blocks);
    uint64_t *names = tlb_alloc_array(arena, d->stringData.count, sizeof *names);
    if (!blocks || !names)
        return false;
    uint64_t at = VOL_HEADER, name = 0;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        const tlb_vol_block *b = &vol->blocks.data[i];
        blocks[i] = at + b->gap.size;
        at = blocks[i] + VOL_BLOCK_HEADER + b->data.size;
    }
    for (uint32_t i = 0; i < d->stringData.count; i++) {
        names[i] = name;
        name += (uint64_t)d->stringData.data[i].size + 1;
    }
    *index = (vol_index){vol, blocks, names, at + vol->gap.size};
    return true;
}

/* The last of ascending offsets that is not above one, `count` when all are. */
static uint32_t last_not_above(const uint64_t *offsets, uint32_t count, uint64_t offset)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (offsets[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : count;
}

const char *vol_name_of(const vol_index *index, const tlb_vol_entry *entry)
{
    const tlb_vol_directory *d = &index->vol->directory;
    uint32_t count = d->stringData.count;
    if (entry->filenameOffset < 0)
        return NULL;
    uint64_t offset = (uint64_t)entry->filenameOffset;
    uint32_t i = last_not_above(index->names, count, offset);
    const tlb_text *text = i < count ? &d->stringData.data[i] : NULL;
    if (!text || offset - index->names[i] > text->size)
        return NULL;
    size_t before = (size_t)(offset - index->names[i]);
    return text->size - before <= LONGEST_NAME ? text->data + before : NULL;
}

uint32_t vol_block_of(const vol_index *index, const tlb_vol_entry *entry)
{
    uint32_t count = index->vol->blocks.count, i = last_not_above(index->blocks, count, entry->fileOffset);
    return i < count && index->blocks[i] == entry->fileOffset ? i : VOL_NOWHERE;
}

const char *vol_data_fault(const tlb_vol_block *block, uint32_t size, uint8_t type)
{
    switch (type) {
    case TLB_VOL_NONE:
        return block->data.size == size ? NULL : "its block has another size than it";
    case TLB_VOL_RLE:
        return size <= rle_most(block->data.size) ? NULL : "its block is too small to unfold to its size";
    case TLB_VOL_LZH:
        return size <= lzh_most(block->data.size) ? NULL : "its block is too small to unfold to its size";
    case TLB_VOL_LZ:
        return "it is compressed with LZ (type 2), for which no decoder is known";
    default:
        return "its compression is of a type that no volume is known to have";
    }
}

size_t vol_unfold(uint8_t type, tlb_bytes packed, uint8_t *out, size_t size)
{
    return type == TLB_VOL_RLE ? rle_decode(packed, out, size) : lzh_decode(packed, out, size);
}
