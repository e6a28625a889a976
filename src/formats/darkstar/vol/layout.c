/* The layout of a volume, in the order of the file: header, blocks with what stands between them,
 * directory. */
#include "formats/darkstar/vol/vol.h"

#include "layout/fields.h"

#include <stdlib.h>

/* From the directory, what a walk that reads has as its user. */
typedef struct vol_plan {
    const uint32_t *blocks; /* where they begin, ascending */
    uint32_t count;
    uint32_t directory;
    tlb_document *document;
    uint64_t released; /* up to there */
} vol_plan;

/* Of a large volume, what was looked at need not stay in memory. */
static void release_read(vol_plan *plan, uint64_t offset)
{
    enum { AT_ONCE = 16 << 20 };
    const tlb_file_view *file = &plan->document->file;
    if (file->origin != TLB_BYTES_MAPPED || offset < plan->released + AT_ONCE)
        return;
    tlb_file_view_release(file, file->data + plan->released, (size_t)(offset - plan->released));
    plan->released = offset;
}

static const uint32_t PADDED_TO_4 = 0x80000000u;

/* A size that fits into the file. */
static void walk_size(tlb_walk *w, const char *name, uint64_t *size, uint32_t most, uint32_t *flag)
{
    if (*size > most)
        tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, name, "size %llu exceeds %u, the maximum of a chunk",
                      (unsigned long long)*size, most);
    uint32_t word = (uint32_t)*size | *flag;
    walk_count(w, name, &word, TLB_U32);
    if (w->direction == WALK_READ) {
        *size = word & most;
        *flag = word & ~most;
    }
}

static void walk_block(tlb_walk *w, tlb_vol_block *b)
{
    static const char *const paddings[] = {"dword", "word", NULL};
    tlb_walk_gap(w, "gap", &b->gap);
    tlb_walk_signature(w, "tag", "VBLK", 4);
    uint64_t size = b->data.size;
    uint32_t flag = b->padding ? 0 : PADDED_TO_4;
    walk_size(w, "encodedSize", &size, PADDED_TO_4 - 1, &flag);
    if (w->direction == WALK_READ) {
        b->data.size = (size_t)size;
        b->padding = !flag;
    }
    tlb_walk_choice(w, "padding", &b->padding, paddings);
    tlb_walk_bytes(w, "data", &b->data);
}

static void walk_entry(tlb_walk *w, tlb_vol_entry *e)
{
    WALK(w, e, id);
    WALK(w, e, filenameOffset);
    WALK(w, e, fileOffset);
    WALK(w, e, size);
    WALK(w, e, compressType);
}

/* Of `size` bytes of names, how many end. */
static uint32_t count_names(const tlb_walk *w, uint64_t size)
{
    uint32_t count = 0;
    for (const uint8_t *p = w->at, *end = w->at + size; p < end; p++)
        count += !*p;
    return count;
}

static uint64_t size_of_names(const tlb_vol_directory *d)
{
    uint64_t size = d->stringRest.size;
    for (uint32_t i = 0; i < d->stringData.count; i++)
        size += (uint64_t)d->stringData.data[i].size + 1;
    return size;
}

static void walk_name(tlb_walk *w, tlb_text *name)
{
    if (w->direction == WALK_READ && !w->status)
        name->size = (uint32_t)((const uint8_t *)memchr(w->at, 0, (size_t)(w->end - w->at)) - w->at);
    tlb_walk_text(w, NULL, name);
    tlb_walk_signature(w, "end", "", 1);
}

static void walk_names(tlb_walk *w, tlb_vol_directory *d)
{
    uint64_t size = size_of_names(d);
    uint32_t none = 0;
    tlb_walk_signature(w, "vols", "vols", 4);
    walk_size(w, "volsSize", &size, UINT32_MAX, &none);
    bool reading = w->direction == WALK_READ && !w->status;
    if (reading && size > (size_t)(w->end - w->at))
        tlb_walk_short(w, "stringData", size);
    else if (reading)
        d->stringData.count = count_names(w, size);
    WALK_BARE(w, d, stringData, 1, i)
        walk_name(w, &d->stringData.data[i]);
    if (w->direction == WALK_READ && !w->status)
        d->stringRest.size = (size_t)(size - size_of_names(d));
    tlb_walk_gap(w, "stringRest", &d->stringRest);
    if (size_of_names(d) % 2)
        WALK(w, d, pad);
}

static void walk_entries(tlb_walk *w, tlb_vol_directory *d)
{
    uint64_t size = (uint64_t)d->entries.count * VOL_ENTRY_SIZE + d->entriesRest.size;
    uint32_t none = 0;
    tlb_walk_signature(w, "voli", "voli", 4);
    walk_size(w, "voliSize", &size, UINT32_MAX, &none);
    if (w->direction == WALK_READ) {
        d->entries.count = (uint32_t)(size / VOL_ENTRY_SIZE);
        d->entriesRest.size = size % VOL_ENTRY_SIZE;
    }
    WALK_ROWS(w, d, entries, VOL_ENTRY_SIZE, i)
        walk_entry(w, &d->entries.data[i]);
    tlb_walk_gap(w, "entriesRest", &d->entriesRest);
}

static void walk_directory(tlb_walk *w, const char *name, tlb_vol_directory *d)
{
    tlb_walk_open(w, name, TLB_BLOCK);
    walk_names(w, d);
    walk_entries(w, d);
    tlb_walk_close(w, TLB_BLOCK);
}

/* The empty directory of " VOL" differs from the real one by the other that follows. */
static bool another_follows(const tlb_walk *w)
{
    enum { EMPTY = 16 };
    return w->end - w->at >= EMPTY + 4 && memcmp(w->at + EMPTY, "vols", 4) == 0;
}

/* The part from the directory on, which says where the blocks are. */
static void walk_directories(tlb_walk *w, tlb_vol *vol)
{
    if (w->direction == WALK_READ)
        vol->hasEmptyDirectory = vol->kind == TLB_VOL_VOL && another_follows(w);
    tlb_walk_has(w, "emptyDirectory", &vol->hasEmptyDirectory);
    if (vol->hasEmptyDirectory)
        walk_directory(w, "emptyDirectory", &vol->emptyDirectory);
    walk_directory(w, "directory", &vol->directory);
    if (w->direction == WALK_READ)
        vol->tail.size = (size_t)(w->end - w->at);
    tlb_walk_gap(w, "tail", &vol->tail);
}

static void walk_volume(tlb_walk *w, tlb_vol *vol)
{
    static const char *const tags[] = {"PVOL", " VOL"};
    vol_plan *plan = w->user;
    bool reading = w->direction == WALK_READ;
    tlb_walk_choice(w, "kind", &vol->kind, tlb_vol_kinds);
    tlb_walk_signature(w, "tag", tags[vol->kind != TLB_VOL_PVOL], 4);
    WALK(w, vol, stringBlockOffset);
    if (reading)
        vol->blocks.count = plan->count;
    WALK_ROWS(w, vol, blocks, VOL_BLOCK_HEADER, i) {
        if (reading)
            vol->blocks.data[i].gap.size = plan->blocks[i] - (size_t)tlb_walk_offset(w);
        walk_block(w, &vol->blocks.data[i]);
        if (reading)
            release_read(plan, tlb_walk_offset(w));
    }
    if (reading)
        vol->gap.size = plan->directory - (size_t)tlb_walk_offset(w);
    tlb_walk_gap(w, "gap", &vol->gap);
    walk_directories(w, vol);
}

void tlb_vol_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_vol))))
        tlb_walk_no_memory(w);
    else
        walk_volume(w, *root);
}

/* --- reading ------------------------------------------------------------------------------------------- */

/* The directory at the end says where blocks are, and everything else is a gap. Blocks that the directory
 * places wrongly are not blocks: the bytes stay in gaps, and reading such a member fails. */

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

static tlb_status make_plan(tlb_document *document, tlb_arena *arena, const tlb_vol *vol, vol_plan *plan)
{
    tlb_bytes source = document->source;
    uint32_t count = vol->directory.entries.count;
    uint32_t *offsets = tlb_alloc_array(arena, count, sizeof *offsets);
    if (!offsets)
        return tlb_report_memory(document->context, arena);
    for (uint32_t i = 0; i < count; i++)
        offsets[i] = vol->directory.entries.data[i].fileOffset;
    if (count)
        qsort(offsets, count, sizeof *offsets, by_offset);
    *plan = (vol_plan){.blocks = offsets, .directory = vol->stringBlockOffset, .document = document};
    uint64_t reached = VOL_HEADER;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t end = offsets[i] >= reached ? end_of_block(source, offsets[i], plan->directory) : 0;
        if (!end)
            continue;
        offsets[plan->count++] = offsets[i];
        reached = end;
        release_read(plan, end);
    }
    plan->released = 0;
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
    tlb_walk_signature(&w, "tag", vol->kind == TLB_VOL_VOL ? " VOL" : "PVOL", 4);
    WALK(&w, vol, stringBlockOffset);
    if (!w.status && (vol->stringBlockOffset < VOL_HEADER || vol->stringBlockOffset > source.size)) {
        tlb_walk_refuse(&w, sizeof vol->stringBlockOffset, TLB_CODE_BAD_VALUE, "stringBlockOffset",
                        "directory offset %u is outside the file (%zu bytes)", vol->stringBlockOffset,
                        source.size);
    }
    if (w.status)
        return w.status;
    w.at = w.start + vol->stringBlockOffset;
    walk_directories(&w, vol);
    return w.status;
}

tlb_status tlb_vol_read(tlb_document *document)
{
    tlb_arena work;
    tlb_vol first = {0}, *vol = tlb_zalloc(&document->arena, sizeof *vol);
    vol_plan plan;
    document->root = vol;
    if (!vol)
        return tlb_report_memory(document->context, &document->arena);
    tlb_arena_init(&work, document->context->account);
    tlb_status status = read_directory(document, &work, &first);
    if (!status)
        status = make_plan(document, &work, &first, &plan);
    if (!status) {
        tlb_walk w = tlb_walk_reader(document->context, &document->arena, document->source);
        w.user = &plan;
        vol->kind = first.kind;
        tlb_vol_walk(&w, &document->root);
        status = w.status;
    }
    tlb_arena_release(&work);
    return status;
}
