/* Reading: the directory at the end says where blocks are, and everything else is a gap. Blocks that the
 * directory places wrongly are not blocks: the bytes stay in gaps, and reading such a member fails. */
#include "formats/darkstar/vol/vol.h"

#include <stdlib.h>

static int by_offset(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Where the block that begins here ends, 0 when none does. */
static uint64_t end_of_block(tlb_bytes source, uint32_t offset, uint32_t directory)
{
    if (offset < VOL_HEADER || (uint64_t)offset + VOL_BLOCK_HEADER > directory ||
        memcmp(source.data + offset, "VBLK", 4) != 0)
        return 0;
    uint64_t end = offset + VOL_BLOCK_HEADER + (uint64_t)(tlb_get_le32(source.data + offset + 4) & INT32_MAX);
    return end <= directory ? end : 0;
}

static tlb_status make_plan(tlb_context *context, tlb_arena *arena, tlb_bytes source, const tlb_vol *vol,
                            vol_plan *plan)
{
    uint32_t count = vol->directory.entries.count;
    uint32_t *offsets = tlb_alloc_array(arena, count, sizeof *offsets);
    if (!offsets)
        return tlb_report_memory(context);
    for (uint32_t i = 0; i < count; i++)
        offsets[i] = vol->directory.entries.data[i].fileOffset;
    if (count)
        qsort(offsets, count, sizeof *offsets, by_offset);
    *plan = (vol_plan){.blocks = offsets, .directory = vol->stringBlockOffset};
    uint64_t reached = VOL_HEADER;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t end = offsets[i] >= reached ? end_of_block(source, offsets[i], plan->directory) : 0;
        if (!end)
            continue;
        offsets[plan->count++] = offsets[i];
        reached = end;
    }
    return TLB_OK;
}

static tlb_vol_kind kind_of(tlb_bytes source)
{
    return source.size && source.data[0] == ' ' ? TLB_VOL_VOL : TLB_VOL_PVOL;
}

/* The directory alone, to see what it says. */
static tlb_status read_directory(tlb_document *document, tlb_arena *arena, tlb_vol *vol)
{
    tlb_bytes source = document->source;
    tlb_walk w = tlb_walk_reader(document->context, arena, source);
    vol->kind = kind_of(source);
    walk_signature(&w, "tag", vol->kind == TLB_VOL_VOL ? " VOL" : "PVOL", 4);
    WALK(&w, vol, stringBlockOffset);
    if (!w.status && (vol->stringBlockOffset < VOL_HEADER || vol->stringBlockOffset > source.size)) {
        walk_refuse(&w, sizeof vol->stringBlockOffset, TLB_CODE_BAD_VALUE, "stringBlockOffset",
                    "the directory is said to be at %u, the file has %zu bytes", vol->stringBlockOffset,
                    source.size);
    }
    if (w.status)
        return w.status;
    w.at = w.start + vol->stringBlockOffset;
    vol_walk_directories(&w, vol);
    return w.status;
}

tlb_status vol_read(tlb_document *document)
{
    tlb_arena work;
    tlb_vol first = {0}, *vol = tlb_zalloc(&document->arena, sizeof *vol);
    vol_plan plan;
    document->root = vol;
    if (!vol)
        return tlb_report_memory(document->context);
    tlb_arena_init(&work, &document->context->account);
    tlb_status status = read_directory(document, &work, &first);
    if (!status)
        status = make_plan(document->context, &work, document->source, &first, &plan);
    if (!status) {
        tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
        w.user = &plan;
        vol->kind = first.kind;
        vol_walk(&w, &document->root);
        status = w.status;
    }
    tlb_arena_free(&work);
    return status;
}
