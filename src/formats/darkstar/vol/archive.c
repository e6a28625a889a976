/* A volume as an archive: its members, what they hold, and volumes made anew. */
#include "formats/darkstar/vol/vol.h"

#include "base/text.h"

const char *const vol_kinds[] = {"pvol", "vol", NULL};
const char *const vol_compressions[VOL_COMPRESSIONS] = {"none", "rle", "lz", "lzh"};

static const char *const writable[] = {"none", "rle", "lzh", NULL};

/* --- reading -------------------------------------------------------------------------------------------- */

static tlb_status list(tlb_document *document, tlb_arena *arena, tlb_members *members)
{
    const tlb_vol *vol = document->root;
    const tlb_vol_directory *d = &vol->directory;
    vol_index index;
    tlb_member *data = tlb_alloc_array(arena, d->entries.count, sizeof *data);
    if (!data || !vol_index_make(&index, arena, vol))
        return tlb_report_memory(document->context);
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const tlb_vol_entry *e = &d->entries.data[i];
        const char *name = vol_name_of(&index, e);
        uint32_t block = vol_block_of(&index, e);
        data[i] = (tlb_member){
            .name = name && *name ? name : tlb_print(arena, "#%u", i),
            .compression = e->compressType < VOL_COMPRESSIONS ? vol_compressions[e->compressType] : "unknown",
            .size = e->size,
            .packed = block == VOL_NOWHERE ? 0 : vol->blocks.data[block].data.size,
            .place = block,
        };
        if (!data[i].name)
            return tlb_report_memory(document->context);
    }
    *members = (tlb_members){data, d->entries.count};
    return TLB_OK;
}

uint8_t vol_type_of(const char *compression)
{
    uint8_t type = 0;
    while (type < VOL_COMPRESSIONS && strcmp(vol_compressions[type], compression) != 0)
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
        return tlb_report_memory(document->context);
    if (vol_unfold(type, packed, out, size) > packed.size)
        return refuse(document, member, "its compressed data ends early", true);
    *bytes = (tlb_bytes){out, size};
    return TLB_OK;
}

static tlb_status read(tlb_document *document, const tlb_member *member, tlb_arena *arena, tlb_bytes *bytes)
{
    const tlb_vol *vol = document->root;
    uint8_t type = vol_type_of(member->compression);
    if (member->place >= vol->blocks.count)
        return refuse(document, member, "no block begins where its data is said to be", true);
    const tlb_vol_block *block = &vol->blocks.data[member->place];
    const char *fault = vol_data_fault(block, (uint32_t)member->size, type);
    if (fault)
        return refuse(document, member, fault, type != TLB_VOL_LZ && type < VOL_COMPRESSIONS);
    if (type != TLB_VOL_NONE)
        return unpack(document, member, type, block->data, arena, bytes);
    *bytes = block->data;
    return TLB_OK;
}

/* --- making --------------------------------------------------------------------------------------------- */

static tlb_status create(tlb_document *document, const char *kind)
{
    uint32_t found = TLB_VOL_PVOL;
    while (kind && vol_kinds[found] && !tlb_same_nocase(vol_kinds[found], kind))
        found++;
    if (!vol_kinds[found])
        return TLB_ARGUMENT;
    tlb_vol *vol = document->root = tlb_zalloc(&document->arena, sizeof *vol);
    if (!vol)
        return tlb_report_memory(document->context);
    vol->kind = found;
    return vol_assemble(document, NULL, 0);
}

const tlb_archive_format vol_archive = {
    .extension = "vol",
    .compressions = writable,
    .create = create,
    .list = list,
    .read = read,
    .assemble = vol_assemble,
};
