/* The rules of volumes. No rule relies on another having held. */
#include "formats/darkstar/vol/vol.h"

#include "base/index.h"
#include "base/text.h"
#include "core/checker.h"

typedef struct vol_checker {
    tlb_checker c;
    const tlb_vol *vol;
    vol_index index;
    bool *used; /* by block: whether an entry has been there */
} vol_checker;

static const char *at_entry(vol_checker *v, uint32_t i, const char *field)
{
    return tlb_at(&v->c, "directory.entries[%u].%s", i, field);
}

/* --- the file as a whole -------------------------------------------------------------------------------- */

static void check_directory(vol_checker *v)
{
    const tlb_vol *vol = v->vol;
    if (vol->stringBlockOffset != v->index.directory)
        TLB_FIND(&v->c, VOL_DIRECTORY, "stringBlockOffset", "%u, but the directory is at %llu",
                 vol->stringBlockOffset, (unsigned long long)v->index.directory);
    if (vol->emptyDirectory.entries.count)
        TLB_FIND(&v->c, VOL_DIRECTORY, "emptyDirectory.entries",
                 "%u %s before the directory; engines ignore them", vol->emptyDirectory.entries.count,
                 tlb_plural(vol->emptyDirectory.entries.count, "entry", "entries"));
    if (vol->directory.stringRest.size)
        TLB_FIND(&v->c, VOL_DIRECTORY, "directory.stringRest",
                 "%zu %s without a terminating NUL at the end of the names", vol->directory.stringRest.size,
                 tlb_plural(vol->directory.stringRest.size, "byte", "bytes"));
    if (vol->directory.entriesRest.size)
        TLB_FIND(&v->c, VOL_DIRECTORY, "directory.entriesRest", "%zu %s not a whole entry",
                 vol->directory.entriesRest.size,
                 tlb_plural(vol->directory.entriesRest.size, "byte that is", "bytes that are"));
    if (vol->tail.size)
        TLB_FIND(&v->c, TRAILING_BYTES, "tail", "%zu %s the directory", vol->tail.size,
                 tlb_plural(vol->tail.size, "byte follows", "bytes follow"));
}

/* What the pad of a block takes, up to the next multiple of four. */
static void check_gap(vol_checker *v, const char *path, const tlb_bytes *gap, uint64_t begin)
{
    if (gap->size > (4 - begin % 4) % 4)
        TLB_FIND(&v->c, VOL_GAP, path, "%zu %s at 0x%llx in no entry", gap->size,
                 tlb_plural(gap->size, "byte", "bytes"), (unsigned long long)begin);
}

static void check_blocks(vol_checker *v)
{
    const tlb_vol *vol = v->vol;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        const tlb_vol_block *b = &vol->blocks.data[i];
        check_gap(v, tlb_at(&v->c, "blocks[%u].gap", i), &b->gap, v->index.blocks[i] - b->gap.size);
        if (v->index.blocks[i] % 4)
            TLB_FIND(&v->c, VOL_ALIGNMENT, tlb_at(&v->c, "blocks[%u].data", i),
                     "the block begins at 0x%llx, which is not a multiple of 4",
                     (unsigned long long)v->index.blocks[i]);
    }
    check_gap(v, "gap", &vol->gap, v->index.directory - vol->gap.size);
}

/* --- entries -------------------------------------------------------------------------------------------- */

static void check_name(vol_checker *v, uint32_t i, const tlb_vol_entry *e)
{
    const char *name = tlb_vol_name_of(&v->index, e);
    if (e->filenameOffset < 0)
        TLB_FIND(&v->c, VOL_NAMELESS, at_entry(v, i, "filenameOffset"), "%d: the entry has no name",
                 e->filenameOffset);
    else if (!name)
        TLB_FIND(&v->c, VOL_ENTRY_NAME, at_entry(v, i, "filenameOffset"),
                 "no name of at most 255 bytes begins at offset %d", e->filenameOffset);
    else if (!tlb_is_portable_path(name))
        TLB_FIND(&v->c, VOL_UNSAFE_NAME, at_entry(v, i, "filenameOffset"),
                 "\"%s\" is not portable as a file name", name);
}

static void check_stream(vol_checker *v, uint32_t i, const tlb_vol_entry *e, tlb_bytes packed)
{
    tlb_mark mark = tlb_arena_mark(&v->c.arena);
    uint8_t *out = tlb_alloc(&v->c.arena, e->size);
    size_t spare = e->compressType == TLB_VOL_LZH; /* the coder ends with a zero that is not needed */
    if (!out) {
        v->c.status = tlb_report_memory(v->c.context, &v->c.arena);
        return;
    }
    size_t used = tlb_vol_unfold(e->compressType, packed, out, e->size);
    if (used > packed.size)
        TLB_FIND(&v->c, VOL_STREAM, at_entry(v, i, "size"),
                 "%u bytes claimed, but the %zu bytes of compressed data end before", e->size, packed.size);
    else if (packed.size - used > spare)
        TLB_FIND(&v->c, VOL_STREAM_REST, at_entry(v, i, "size"),
                 "%zu of %zu bytes of compressed data are unused", packed.size - used, packed.size);
    tlb_arena_rewind(&v->c.arena, mark);
}

static void check_data(vol_checker *v, uint32_t i, const tlb_vol_entry *e)
{
    uint32_t block = tlb_vol_block_of(&v->index, e);
    if (block == VOL_NOWHERE) {
        TLB_FIND(&v->c, VOL_ENTRY_BLOCK, at_entry(v, i, "fileOffset"), "no block begins at offset %u",
                 e->fileOffset);
        return;
    }
    tlb_bytes packed = v->vol->blocks.data[block].data;
    const char *fault = tlb_vol_data_fault(&v->vol->blocks.data[block], e->size, e->compressType);
    if (v->used[block]) /* once each: unfolding is the costly rule */
        TLB_FIND(&v->c, VOL_SHARED_BLOCK, at_entry(v, i, "fileOffset"),
                 "another entry has the same block at offset %u", e->fileOffset);
    else if (fault && e->compressType == TLB_VOL_NONE)
        TLB_FIND(&v->c, VOL_ENTRY_SIZE, at_entry(v, i, "size"), "%u, but the block has %zu bytes", e->size,
                 packed.size);
    else if (fault && (e->compressType == TLB_VOL_RLE || e->compressType == TLB_VOL_LZH))
        TLB_FIND(&v->c, VOL_STREAM, at_entry(v, i, "size"),
                 "%u bytes claimed, too many to decompress from %zu", e->size, packed.size);
    else if (fault)
        TLB_FIND(&v->c, VOL_COMPRESSION, at_entry(v, i, "compressType"), "type %u: %s", e->compressType,
                 fault);
    else if (e->compressType != TLB_VOL_NONE)
        check_stream(v, i, e, packed);
    v->used[block] = true;
}

/* --- all of it ------------------------------------------------------------------------------------------ */

static void check_repeated(vol_checker *v, tlb_index *names, uint32_t i, const tlb_vol_entry *e)
{
    const char *name = tlb_vol_name_of(&v->index, e);
    if (!name)
        return;
    tlb_text key = tlb_name_key(&v->c.arena, name);
    int32_t *first = key.data ? tlb_index_find(names, &v->c.arena, key.data, key.size) : NULL;
    if (!first)
        v->c.status = tlb_report_memory(v->c.context, &v->c.arena);
    else if (*first == TLB_INDEX_NEW)
        *first = (int32_t)i;
    else
        TLB_FIND(&v->c, VOL_REPEATED_NAME, at_entry(v, i, "filenameOffset"),
                 "\"%s\" is also the name of entry %d", name, *first);
}

tlb_status tlb_vol_check(tlb_document *document)
{
    vol_checker v = {tlb_checker_start(document->context, document->root), .vol = document->root};
    const tlb_vol_directory *d = &v.vol->directory;
    tlb_index names = {0};
    v.used = tlb_scratch(&v.c, v.vol->blocks.count, sizeof *v.used);
    if (v.used && !tlb_vol_index_make(&v.index, &v.c.arena, v.vol))
        v.c.status = tlb_report_memory(document->context, &v.c.arena);
    if (!v.used || v.c.status)
        return tlb_checker_end(&v.c);
    check_directory(&v);
    check_blocks(&v);
    for (uint32_t i = 0; !v.c.status && i < d->entries.count; i++) {
        check_name(&v, i, &d->entries.data[i]);
        check_repeated(&v, &names, i, &d->entries.data[i]);
        check_data(&v, i, &d->entries.data[i]);
    }
    return tlb_checker_end(&v.c);
}
