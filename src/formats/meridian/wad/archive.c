/* A WAD as an archive: its lumps, and WADs laid out anew. */
#include "formats/meridian/wad/wad.h"

#include "base/text.h"

static const char *const compressions[] = {"none", NULL};

static tlb_status list(tlb_document *document, tlb_arena *arena, tlb_members *members)
{
    const tlb_wad *wad = document->root;
    tlb_member *data = tlb_alloc_array(arena, wad->lumps.count, sizeof *data);
    if (!data)
        return tlb_report_memory(document->context, arena);
    for (uint32_t i = 0; i < wad->lumps.count; i++) {
        const tlb_wad_lump *lump = &wad->lumps.data[i];
        uint32_t length = tlb_wad_name_length(lump);
        data[i] = (tlb_member){.name = length ? tlb_copy_text(arena, lump->name, length).data
                                              : tlb_arena_printf(arena, "#%u", i),
                               .compression = compressions[0],
                               .size = lump->size,
                               .packed = lump->size,
                               .offset = lump->filepos,
                               .place = i};
        if (!data[i].name)
            return tlb_report_memory(document->context, arena);
    }
    *members = (tlb_members){data, wad->lumps.count};
    return TLB_OK;
}

static tlb_status read(tlb_document *document, const tlb_member *member, tlb_arena *arena, tlb_bytes *bytes)
{
    const tlb_wad *wad = document->root;
    (void)arena;
    if (member->place < wad->lumps.count && tlb_wad_bytes(wad, &wad->lumps.data[member->place], bytes))
        return TLB_OK;
    tlb_report(document->context, TLB_CODE_MEMBER_DATA, TLB_NO_OFFSET, NULL,
               "%s: its bytes are not within the file, or in its directory", member->name);
    return TLB_INVALID;
}

/* The bytes that a lump is to have. */
static tlb_status bytes_of(tlb_document *document, const tlb_archive_entry *entry, tlb_bytes *bytes)
{
    *bytes = entry->bytes;
    return entry->kept ? read(document, entry->kept, &document->arena, bytes) : TLB_OK;
}

static tlb_status refuse(tlb_document *document, const char *name, const char *why)
{
    tlb_report(document->context, TLB_CODE_VALUE_TOO_LARGE, TLB_NO_OFFSET, NULL, "%s: %s", name, why);
    return TLB_INVALID;
}

static tlb_status lay_out(tlb_document *document, const tlb_archive_entry *entries, tlb_wad *wad)
{
    uint64_t size = 0;
    tlb_bytes bytes;
    for (uint32_t i = 0; i < wad->lumps.count; i++) {
        tlb_wad_lump *lump = &wad->lumps.data[i];
        size_t length = strlen(entries[i].name);
        tlb_status status = bytes_of(document, &entries[i], &bytes);
        if (status)
            return status;
        if (length > TLB_WAD_NAME_SIZE)
            return refuse(document, entries[i].name, "names of lumps have at most 8 characters");
        memcpy(lump->name, entries[i].name, length);
        lump->filepos = (uint32_t)(TLB_WAD_HEADER_SIZE + size);
        lump->size = (uint32_t)bytes.size;
        size += bytes.size;
        if (size > INT32_MAX - TLB_WAD_HEADER_SIZE - (uint64_t)wad->lumps.count * WAD_LUMP_SIZE)
            return refuse(document, entries[i].name, "the WAD would exceed 2 GiB");
    }
    uint8_t *data = tlb_alloc(&document->arena, (size_t)size);
    if (!data)
        return tlb_report_memory(document->context, &document->arena);
    wad->data = (tlb_bytes){data, (size_t)size};
    for (uint32_t i = 0; i < wad->lumps.count; i++) {
        bytes_of(document, &entries[i], &bytes);
        if (bytes.size)
            memcpy(data + (wad->lumps.data[i].filepos - TLB_WAD_HEADER_SIZE), bytes.data, bytes.size);
    }
    return TLB_OK;
}

static tlb_status assemble(tlb_document *document, const tlb_archive_entry *entries, uint32_t count)
{
    const tlb_wad *old = document->root;
    tlb_wad *wad = tlb_zalloc(&document->arena, sizeof *wad);
    if (wad)
        wad->lumps.data = tlb_zalloc_array(&document->arena, count, sizeof *wad->lumps.data);
    if (!wad || !wad->lumps.data)
        return tlb_report_memory(document->context, &document->arena);
    wad->kind = old->kind;
    wad->lumps.count = count;
    tlb_status status = lay_out(document, entries, wad);
    if (!status)
        document->root = wad;
    return status;
}

static tlb_status create(tlb_document *document, const char *kind)
{
    uint32_t found = TLB_WAD_PWAD;
    while (kind && tlb_wad_kinds[found] && !tlb_same_nocase(tlb_wad_kinds[found], kind))
        found++;
    if (!tlb_wad_kinds[found])
        return TLB_ARGUMENT;
    tlb_wad *wad = document->root = tlb_zalloc(&document->arena, sizeof *wad);
    if (!wad)
        return tlb_report_memory(document->context, &document->arena);
    wad->kind = found;
    return TLB_OK;
}

const tlb_archive_format tlb_wad_archive = {
    .extension = "wad",
    .compressions = compressions,
    .create = create,
    .list = list,
    .read = read,
    .assemble = assemble,
};
