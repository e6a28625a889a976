/* A volume laid out anew, as the engines' tools write one: blocks in the order of the directory, each padded
 * to four bytes with zeros, names in the same order. */
#include "formats/darkstar/vol/vol.h"

#include "formats/darkstar/shared/lzh.h"
#include "formats/darkstar/shared/rle.h"

static const uint8_t zeros[4];

/* The data of a new member as its block holds it. */
static tlb_status pack(tlb_document *document, const tlb_archive_entry *h, uint8_t *type, tlb_bytes *data)
{
    tlb_buffer out = {.account = &document->context->account};
    *data = h->bytes;
    *type = vol_type_of(h->compression);
    if (*type == TLB_VOL_NONE)
        return TLB_OK;
    if (*type == TLB_VOL_RLE)
        rle_encode(h->bytes, &out);
    else
        lzh_encode(h->bytes, &out);
    uint8_t *copy = out.status ? NULL : tlb_alloc(&document->arena, out.size);
    if (copy && out.size)
        memcpy(copy, out.data, out.size);
    *data = (tlb_bytes){copy, out.size};
    tlb_buffer_free(&out);
    return copy ? TLB_OK : tlb_report_memory(document->context);
}

static tlb_status too_large(tlb_document *document, const char *what)
{
    tlb_report(document->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL, "%s: a volume ends at 2 GiB",
               what);
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
    entry->compressType = vol_type_of(h->kept->compression);
    if (h->kept->place >= old->blocks.count || entry->compressType == VOL_COMPRESSIONS) {
        tlb_report(document->context, TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
                   "%s: its data cannot be kept", h->name);
        return TLB_INVALID;
    }
    block->data = old->blocks.data[h->kept->place].data;
    return TLB_OK;
}

static tlb_bytes pad_of(const tlb_vol_block *before)
{
    return (tlb_bytes){zeros, before ? (4 - before->data.size % 4) % 4 : 0};
}

static tlb_status lay_out(tlb_document *document, const tlb_archive_entry *entries, tlb_vol *vol)
{
    tlb_vol_directory *d = &vol->directory;
    uint64_t at = VOL_HEADER, name_at = 0;
    tlb_vol_block *before = NULL;
    for (uint32_t i = 0; i < vol->blocks.count; i++) {
        const tlb_archive_entry *h = &entries[i];
        tlb_vol_entry *entry = &d->entries.data[i];
        tlb_vol_block *block = &vol->blocks.data[i];
        block->gap = pad_of(before);
        at += block->gap.size;
        entry->fileOffset = (uint32_t)at;
        entry->filenameOffset = (int32_t)name_at;
        tlb_status status = fill(document, h, entry, block);
        if (status)
            return status;
        d->stringData.data[i] = tlb_copy_text(&document->arena, h->name, strlen(h->name));
        if (!d->stringData.data[i].data)
            return tlb_report_memory(document->context);
        at += VOL_BLOCK_HEADER + block->data.size;
        name_at += (uint64_t)d->stringData.data[i].size + 1;
        if (at > INT32_MAX || name_at > INT32_MAX)
            return too_large(document, h->name);
        before = block;
    }
    vol->gap = pad_of(before);
    vol->stringBlockOffset = (uint32_t)(at + vol->gap.size);
    return TLB_OK;
}

tlb_status vol_assemble(tlb_document *document, const tlb_archive_entry *entries, uint32_t count)
{
    const tlb_vol *old = document->root;
    tlb_arena *arena = &document->arena;
    tlb_vol *vol = tlb_zalloc(arena, sizeof *vol);
    tlb_vol_directory *d = vol ? &vol->directory : NULL;
    if (vol) {
        vol->kind = old->kind;
        vol->hasEmptyDirectory = old->kind == TLB_VOL_VOL;
        vol->blocks.count = d->entries.count = d->stringData.count = count;
        vol->blocks.data = tlb_zalloc(arena, count * sizeof *vol->blocks.data);
        d->entries.data = tlb_zalloc(arena, count * sizeof *d->entries.data);
        d->stringData.data = tlb_zalloc(arena, count * sizeof *d->stringData.data);
    }
    if (!vol || !vol->blocks.data || !d->entries.data || !d->stringData.data)
        return tlb_report_memory(document->context);
    tlb_status status = lay_out(document, entries, vol);
    if (!status)
        document->root = vol;
    return status;
}
