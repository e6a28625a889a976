/* A volume as an archive: its members, their data, and volumes laid out anew. */
#include "formats/darkstar/vol/vol.h"

#include "base/text.h"
#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/rle.h"

/* --- what the offsets of entries mean ------------------------------------------------------------------ */

enum { LONGEST_NAME = 255 };

bool tlb_vol_index_make(vol_index *index, tlb_arena *arena, const tlb_vol *vol)
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

const char *tlb_vol_name_of(const vol_index *index, const tlb_vol_entry *entry)
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

uint32_t tlb_vol_block_of(const vol_index *index, const tlb_vol_entry *entry)
{
    uint32_t count = index->vol->blocks.count, i = last_not_above(index->blocks, count, entry->fileOffset);
    return i < count && index->blocks[i] == entry->fileOffset ? i : VOL_NOWHERE;
}

const char *tlb_vol_data_fault(const tlb_vol_block *block, uint32_t size, uint8_t type)
{
    switch (type) {
    case TLB_VOL_NONE:
        return block->data.size == size ? NULL : "its size differs from that of its block";
    case TLB_VOL_RLE:
        return size <= rle_most(block->data.size) ? NULL : "its block is too small to decompress to its size";
    case TLB_VOL_LZH:
        return size <= lzh_most(block->data.size) ? NULL : "its block is too small to decompress to its size";
    case TLB_VOL_LZ:
        return "it is compressed with LZ (type 2), for which no decoder is known";
    default:
        return "its compression type is unknown";
    }
}

size_t tlb_vol_unfold(uint8_t type, tlb_bytes packed, uint8_t *out, size_t size)
{
    return type == TLB_VOL_RLE ? tlb_darkstar_rle_decode(packed, out, size)
                               : tlb_darkstar_lzh_decode(packed, out, size);
}

const char *const tlb_vol_kinds[] = {"pvol", "vol", NULL};
const char *const tlb_vol_compressions[VOL_COMPRESSIONS] = {"none", "rle", "lz", "lzh"};

static const char *const writable[] = {"none", "rle", "lzh", NULL};

/* --- reading -------------------------------------------------------------------------------------------- */

static tlb_status list(tlb_document *document, tlb_arena *arena, tlb_members *members)
{
    const tlb_vol *vol = document->root;
    const tlb_vol_directory *d = &vol->directory;
    vol_index index;
    tlb_member *data = tlb_alloc_array(arena, d->entries.count, sizeof *data);
    if (!data || !tlb_vol_index_make(&index, arena, vol))
        return tlb_report_memory(document->context, arena);
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const tlb_vol_entry *e = &d->entries.data[i];
        const char *name = tlb_vol_name_of(&index, e);
        uint32_t block = tlb_vol_block_of(&index, e);
        data[i] = (tlb_member){
            .name = name && *name ? name : tlb_arena_printf(arena, "#%u", i),
            .compression =
                e->compressType < VOL_COMPRESSIONS ? tlb_vol_compressions[e->compressType] : "unknown",
            .size = e->size,
            .packed = block == VOL_NOWHERE ? 0 : vol->blocks.data[block].data.size,
            .offset = block == VOL_NOWHERE ? 0 : (uint64_t)e->fileOffset + VOL_BLOCK_HEADER,
            .place = block,
        };
        if (!data[i].name)
            return tlb_report_memory(document->context, arena);
    }
    *members = (tlb_members){data, d->entries.count};
    return TLB_OK;
}

/* VOL_COMPRESSIONS: an unknown one. */
static uint8_t type_of(const char *compression)
{
    uint8_t type = 0;
    while (type < VOL_COMPRESSIONS && strcmp(tlb_vol_compressions[type], compression) != 0)
        type++;
    return type;
}

static tlb_status refuse(tlb_document *document, const tlb_member *member, const char *fault, bool known)
{
    tlb_report(document->context, TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL, "%s: %s", member->name, fault);
    return known ? TLB_INVALID : TLB_UNSUPPORTED;
}

static tlb_status unpack(tlb_document *document, const tlb_member *member, uint8_t type, tlb_bytes packed,
                         tlb_arena *arena, tlb_bytes *bytes)
{
    size_t size = (size_t)member->size;
    uint8_t *out = tlb_alloc(arena, size);
    if (!out)
        return tlb_report_memory(document->context, arena);
    if (tlb_vol_unfold(type, packed, out, size) > packed.size)
        return refuse(document, member, "its compressed data is truncated", true);
    *bytes = (tlb_bytes){out, size};
    return TLB_OK;
}

static tlb_status read(tlb_document *document, const tlb_member *member, tlb_arena *arena, tlb_bytes *bytes)
{
    const tlb_vol *vol = document->root;
    uint8_t type = type_of(member->compression);
    if (member->place >= vol->blocks.count)
        return refuse(document, member, "no block begins at its offset", true);
    const tlb_vol_block *block = &vol->blocks.data[member->place];
    const char *fault = tlb_vol_data_fault(block, (uint32_t)member->size, type);
    if (fault)
        return refuse(document, member, fault, type != TLB_VOL_LZ && type < VOL_COMPRESSIONS);
    if (type != TLB_VOL_NONE)
        return unpack(document, member, type, block->data, arena, bytes);
    *bytes = block->data;
    return TLB_OK;
}

/* --- laying out ---------------------------------------------------------------------------------------- */

/* As the engines' tools write one: blocks in the order of the directory, each padded to four bytes, new
 * ones with zeros, names in the same order. */

static const uint8_t zeros[4];

/* The data of a new member as its block holds it. */
static tlb_status pack(tlb_document *document, const tlb_archive_entry *h, uint8_t *type, tlb_bytes *data)
{
    tlb_buffer out = {.account = document->context->account};
    *data = h->bytes;
    *type = type_of(h->compression);
    if (*type == TLB_VOL_NONE)
        return TLB_OK;
    if (*type == TLB_VOL_RLE)
        tlb_darkstar_rle_encode(h->bytes, &out);
    else
        tlb_darkstar_lzh_encode(h->bytes, &out);
    uint8_t *copy = out.status ? NULL : tlb_alloc(&document->arena, out.size);
    tlb_arena_fail(&document->arena, out.status);
    if (copy && out.size)
        memcpy(copy, out.data, out.size);
    *data = (tlb_bytes){copy, out.size};
    tlb_buffer_free(&out);
    return copy ? TLB_OK : tlb_report_memory(document->context, &document->arena);
}

static tlb_status too_large(tlb_document *document, const char *what)
{
    tlb_report(document->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL,
               "%s: the volume would exceed 2 GiB", what);
    return TLB_INVALID;
}

/* An old member keeps its data as it is. */
static tlb_status fill(tlb_document *document, const tlb_archive_entry *h, tlb_vol_entry *entry,
                       tlb_vol_block *block)
{
    const tlb_vol *old = document->root;
    if (!h->kept) {
        if (h->bytes.size > INT32_MAX)
            return too_large(document, h->name);
        entry->size = (uint32_t)h->bytes.size;
        return pack(document, h, &entry->compressType, &block->data);
    }
    entry->size = (uint32_t)h->kept->size;
    entry->compressType = type_of(h->kept->compression);
    if (h->kept->place >= old->blocks.count || entry->compressType == VOL_COMPRESSIONS) {
        tlb_report(document->context, TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
                   "%s: its data is damaged and cannot be copied", h->name);
        return TLB_INVALID;
    }
    block->data = old->blocks.data[h->kept->place].data;
    return TLB_OK;
}

/* After a block, the bytes that followed it or the one in whose place it is, if they are as many. */
static tlb_bytes pad_of(const tlb_vol *old, const tlb_archive_entry *entry, const tlb_vol_block *before)
{
    tlb_bytes pad = {zeros, before ? (4 - before->data.size % 4) % 4 : 0};
    const tlb_member *member = !before ? NULL : entry->kept ? entry->kept : entry->old;
    if (!member || member->place >= old->blocks.count)
        return pad;
    tlb_bytes was =
        member->place + 1 < old->blocks.count ? old->blocks.data[member->place + 1].gap : old->gap;
    return was.size == pad.size ? was : pad;
}

static tlb_status lay_out(tlb_document *document, const tlb_archive_entry *entries, tlb_vol *vol)
{
    const tlb_vol *old = document->root;
    tlb_vol_directory *d = &vol->directory;
    uint64_t at = VOL_HEADER, name_at = 0;
    tlb_vol_block *before = NULL;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        const tlb_archive_entry *h = &entries[i];
        tlb_vol_entry *entry = &d->entries.data[i];
        tlb_vol_block *block = &vol->blocks.data[i];
        block->gap = pad_of(old, before ? &entries[i - 1] : NULL, before);
        at += block->gap.size;
        entry->fileOffset = (uint32_t)at;
        entry->filenameOffset = (int32_t)name_at;
        tlb_status status = fill(document, h, entry, block);
        if (status)
            return status;
        d->stringData.data[i] = tlb_copy_text(&document->arena, h->name, strlen(h->name));
        if (!d->stringData.data[i].data)
            return tlb_report_memory(document->context, &document->arena);
        at += VOL_BLOCK_HEADER + block->data.size;
        name_at += (uint64_t)d->stringData.data[i].size + 1;
        if (at > INT32_MAX || name_at > INT32_MAX)
            return too_large(document, h->name);
        before = block;
    }
    vol->gap = pad_of(old, before ? &entries[vol->blocks.count - 1] : NULL, before);
    vol->stringBlockOffset = (uint32_t)(at + vol->gap.size);
    return TLB_OK;
}

static tlb_status assemble(tlb_document *document, const tlb_archive_entry *entries, uint32_t count)
{
    const tlb_vol *old = document->root;
    tlb_arena *arena = &document->arena;
    tlb_vol *vol = tlb_zalloc(arena, sizeof *vol);
    tlb_vol_directory *d = vol ? &vol->directory : NULL;
    if (vol) {
        vol->kind = old->kind;
        vol->hasEmptyDirectory = old->kind == TLB_VOL_VOL;
        vol->blocks.count = d->entries.count = d->stringData.count = count;
        d->pad = old->directory.pad;
        vol->blocks.data = tlb_zalloc_array(arena, count, sizeof *vol->blocks.data);
        d->entries.data = tlb_zalloc_array(arena, count, sizeof *d->entries.data);
        d->stringData.data = tlb_zalloc_array(arena, count, sizeof *d->stringData.data);
    }
    if (!vol || !vol->blocks.data || !d->entries.data || !d->stringData.data)
        return tlb_report_memory(document->context, arena);
    tlb_status status = lay_out(document, entries, vol);
    if (!status)
        document->root = vol;
    return status;
}

/* --- making --------------------------------------------------------------------------------------------- */

static tlb_status create(tlb_document *document, const char *kind)
{
    uint32_t found = TLB_VOL_PVOL;
    while (kind && tlb_vol_kinds[found] && !tlb_same_nocase(tlb_vol_kinds[found], kind))
        found++;
    if (!tlb_vol_kinds[found])
        return TLB_ARGUMENT;
    tlb_vol *vol = document->root = tlb_zalloc(&document->arena, sizeof *vol);
    if (!vol)
        return tlb_report_memory(document->context, &document->arena);
    vol->kind = found;
    return assemble(document, NULL, 0);
}

const tlb_archive_format tlb_vol_archive = {
    .extension = "vol",
    .compressions = writable,
    .create = create,
    .list = list,
    .read = read,
    .assemble = assemble,
};
