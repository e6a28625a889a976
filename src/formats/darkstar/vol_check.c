/* The rules of volumes. No rule relies on another having held. */
#include "formats/darkstar/vol_room.h"

#include "base/text.h"
#include "formats/darkstar/lzh.h"
#include "formats/darkstar/rle.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct vol_checker {
    tlb_context *context;
    const tlb_vol *vol;
    vol_index index;
    bool *used;      /* by block: whether an entry has been there */
    tlb_arena arena; /* given back at the end */
    char path[64];
} vol_checker;

#define VOL_FIND(c, code, path, ...)                                                                         \
    tlb_report((c)->context, TLB_CODE_##code, TLB_NO_OFFSET, (path), __VA_ARGS__)

static const char *at(vol_checker *c, const char *list, uint32_t i, const char *field)
{
    snprintf(c->path, sizeof c->path, "%s[%u].%s", list, i, field);
    return c->path;
}

static const char *at_entry(vol_checker *c, uint32_t i, const char *field)
{
    return at(c, "directory.entries", i, field);
}

/* --- the file as a whole -------------------------------------------------------------------------------- */

static void check_directory(vol_checker *c)
{
    const tlb_vol *vol = c->vol;
    if (vol->stringBlockOffset != c->index.directory)
        VOL_FIND(c, VOL_DIRECTORY, "stringBlockOffset", "%u: the directory is at %llu",
                 vol->stringBlockOffset, (unsigned long long)c->index.directory);
    if (vol->emptyDirectory.entries.count)
        VOL_FIND(c, VOL_DIRECTORY, "emptyDirectory.entries", "%u entries that no engine sees",
                 vol->emptyDirectory.entries.count);
    if (vol->directory.stringRest.size)
        VOL_FIND(c, VOL_DIRECTORY, "directory.stringRest", "%zu bytes without a NUL at the end of the names",
                 vol->directory.stringRest.size);
    if (vol->directory.entriesRest.size)
        VOL_FIND(c, VOL_DIRECTORY, "directory.entriesRest", "%zu bytes that are no whole entry",
                 vol->directory.entriesRest.size);
    if (vol->tail.size)
        VOL_FIND(c, TRAILING_BYTES, "tail", "%zu bytes follow the directory", vol->tail.size);
}

/* What the pad of a block takes, up to the next multiple of four. */
static void check_gap(vol_checker *c, const char *path, const tlb_bytes *gap, uint64_t begin)
{
    if (gap->size > (4 - begin % 4) % 4)
        VOL_FIND(c, VOL_GAP, path, "%zu bytes at 0x%llx belong to no entry", gap->size,
                 (unsigned long long)begin);
}

static void check_blocks(vol_checker *c)
{
    const tlb_vol *vol = c->vol;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        const tlb_vol_block *b = &vol->blocks.data[i];
        check_gap(c, at(c, "blocks", i, "gap"), &b->gap, c->index.blocks[i] - b->gap.size);
        if (c->index.blocks[i] % 4)
            VOL_FIND(c, VOL_ALIGNMENT, at(c, "blocks", i, "data"), "the block begins at 0x%llx",
                     (unsigned long long)c->index.blocks[i]);
    }
    check_gap(c, "gap", &vol->gap, c->index.directory - vol->gap.size);
}

/* --- entries -------------------------------------------------------------------------------------------- */

static void check_name(vol_checker *c, uint32_t i, const tlb_vol_entry *e)
{
    const char *name = vol_name_of(&c->index, e);
    if (e->filenameOffset < 0)
        VOL_FIND(c, VOL_NAMELESS, at_entry(c, i, "filenameOffset"), "%d: the entry has no name",
                 e->filenameOffset);
    else if (!name)
        VOL_FIND(c, VOL_ENTRY_NAME, at_entry(c, i, "filenameOffset"),
                 "%d: no name of at most 255 bytes begins there", e->filenameOffset);
    else if (!tlb_is_portable_path(name))
        VOL_FIND(c, VOL_UNSAFE_NAME, at_entry(c, i, "filenameOffset"),
                 "\"%s\" cannot be the name of a file everywhere", name);
}

static void check_stream(vol_checker *c, uint32_t i, const tlb_vol_entry *e, tlb_bytes packed)
{
    tlb_mark mark = tlb_arena_mark(&c->arena);
    uint8_t *out = tlb_alloc(&c->arena, e->size);
    size_t spare = e->compressType == TLB_VOL_LZH; /* the coder ends with a zero that nobody needs */
    size_t used = !out                             ? packed.size
                  : e->compressType == TLB_VOL_RLE ? rle_decode(packed, out, e->size)
                                                   : lzh_decode(packed, out, e->size);
    if (used > packed.size)
        VOL_FIND(c, VOL_STREAM, at_entry(c, i, "size"), "%u bytes: %zu bytes of compressed data end before",
                 e->size, packed.size);
    else if (packed.size - used > spare)
        VOL_FIND(c, VOL_STREAM_REST, at_entry(c, i, "size"),
                 "%zu of %zu bytes of compressed data are not needed", packed.size - used, packed.size);
    tlb_arena_rewind(&c->arena, mark);
}

static void check_data(vol_checker *c, uint32_t i, const tlb_vol_entry *e)
{
    uint32_t block = vol_block_of(&c->index, e);
    if (block == VOL_NOWHERE) {
        VOL_FIND(c, VOL_ENTRY_BLOCK, at_entry(c, i, "fileOffset"), "%u: no block begins there",
                 e->fileOffset);
        return;
    }
    tlb_bytes packed = c->vol->blocks.data[block].data;
    const char *fault = vol_data_fault(&c->vol->blocks.data[block], e->size, e->compressType);
    if (c->used[block]) /* once each: unfolding is the costly rule */
        VOL_FIND(c, VOL_SHARED_BLOCK, at_entry(c, i, "fileOffset"), "%u: another entry has the same block",
                 e->fileOffset);
    else if (fault && e->compressType == TLB_VOL_NONE)
        VOL_FIND(c, VOL_ENTRY_SIZE, at_entry(c, i, "size"), "%u: the block holds %zu bytes", e->size,
                 packed.size);
    else if (fault && (e->compressType == TLB_VOL_RLE || e->compressType == TLB_VOL_LZH))
        VOL_FIND(c, VOL_STREAM, at_entry(c, i, "size"), "%u bytes cannot come from %zu", e->size,
                 packed.size);
    else if (fault)
        VOL_FIND(c, VOL_COMPRESSION, at_entry(c, i, "compressType"), "%u: %s", e->compressType, fault);
    else if (e->compressType != TLB_VOL_NONE)
        check_stream(c, i, e, packed);
    c->used[block] = true;
}

/* --- names that come twice ------------------------------------------------------------------------------ */

typedef struct named {
    const char *name;
    uint32_t entry;
} named;

static int compare_names(const char *a, const char *b)
{
    while (*a && tlb_lower(*a) == tlb_lower(*b))
        a++, b++;
    return (uint8_t)tlb_lower(*a) - (uint8_t)tlb_lower(*b);
}

static int by_name(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = compare_names(x->name, y->name);
    return order ? order : (x->entry > y->entry) - (x->entry < y->entry);
}

static void check_repeated(vol_checker *c, named *names)
{
    const tlb_vol_directory *d = &c->vol->directory;
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const char *name = vol_name_of(&c->index, &d->entries.data[i]);
        if (name)
            names[count++] = (named){name, i};
    }
    if (count)
        qsort(names, count, sizeof *names, by_name);
    for (uint32_t i = 1; i < count; i++)
        if (compare_names(names[i - 1].name, names[i].name) == 0)
            VOL_FIND(c, VOL_REPEATED_NAME, at_entry(c, names[i].entry, "filenameOffset"),
                     "\"%s\" is the name of entry %u, too", names[i].name, names[i - 1].entry);
}

tlb_status vol_check(tlb_document *document)
{
    vol_checker c = {.context = document->context, .vol = document->root};
    const tlb_vol_directory *d = &c.vol->directory;
    tlb_arena_init(&c.arena, &document->context->account);
    c.used = tlb_zalloc(&c.arena, c.vol->blocks.count);
    named *names = tlb_alloc_array(&c.arena, d->entries.count, sizeof *names);
    bool ready = c.used && names && vol_index_make(&c.index, &c.arena, c.vol);
    if (ready) {
        check_directory(&c);
        check_blocks(&c);
        check_repeated(&c, names);
    }
    for (uint32_t i = 0; ready && i < d->entries.count; i++) {
        check_name(&c, i, &d->entries.data[i]);
        check_data(&c, i, &d->entries.data[i]);
    }
    tlb_arena_free(&c.arena);
    return ready ? TLB_OK : tlb_report_memory(document->context);
}
