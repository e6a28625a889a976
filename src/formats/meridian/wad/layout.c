/* The layout of a WAD: header, data, directory. */
#include "formats/meridian/wad/wad.h"

#include "base/text.h"
#include "layout/fields.h"

const char *const tlb_wad_kinds[] = {"PWAD", "IWAD", NULL};

static void walk_lump(tlb_walk *w, tlb_wad_lump *lump)
{
    WALK(w, lump, filepos);
    WALK(w, lump, size);
    WALK_NAME(w, lump, name);
}

/* The data goes up to the directory, whose place the header says. */
static void walk_data(tlb_walk *w, tlb_wad *wad)
{
    uint32_t infotableofs = (uint32_t)(TLB_WAD_HEADER_SIZE + wad->data.size);
    walk_count(w, "infotableofs", &infotableofs, TLB_U32);
    if (w->direction == WALK_READ && !w->status) {
        if (infotableofs < TLB_WAD_HEADER_SIZE || infotableofs > (size_t)(w->end - w->start))
            tlb_walk_refuse(w, sizeof infotableofs, TLB_CODE_BAD_VALUE, "infotableofs",
                            "directory offset %u is outside the file (%zu bytes)", infotableofs,
                            (size_t)(w->end - w->start));
        else
            wad->data.size = infotableofs - TLB_WAD_HEADER_SIZE;
    }
    tlb_walk_bytes(w, "data", &wad->data);
}

static void walk_file(tlb_walk *w, tlb_wad *wad)
{
    if (w->direction == WALK_READ)
        wad->kind = w->end > w->at && *w->at == 'I' ? TLB_WAD_IWAD : TLB_WAD_PWAD;
    tlb_walk_choice(w, "kind", &wad->kind, tlb_wad_kinds);
    tlb_walk_signature(w, "identification", tlb_wad_kinds[wad->kind == TLB_WAD_IWAD], 4);
    walk_count(w, "numlumps", &wad->lumps.count, TLB_U32);
    walk_data(w, wad);
    WALK_ROWS(w, wad, lumps, WAD_LUMP_SIZE, i)
        walk_lump(w, &wad->lumps.data[i]);
    tlb_walk_remaining(w, "tail", &wad->tail);
}

void tlb_wad_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_wad))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}

/* --- what lumps are ----------------------------------------------------------------------------------- */

bool tlb_wad_bytes(const tlb_wad *wad, const tlb_wad_lump *lump, tlb_bytes *bytes)
{
    uint64_t directory = TLB_WAD_HEADER_SIZE + (uint64_t)wad->data.size;
    uint64_t tail = directory + (uint64_t)wad->lumps.count * WAD_LUMP_SIZE, from = lump->filepos;
    *bytes = (tlb_bytes){wad->data.data, 0};
    if (!lump->size)
        return true;
    if (from >= TLB_WAD_HEADER_SIZE && from + lump->size <= directory)
        *bytes = (tlb_bytes){wad->data.data + (from - TLB_WAD_HEADER_SIZE), lump->size};
    else if (from >= tail && from + lump->size <= tail + wad->tail.size)
        *bytes = (tlb_bytes){wad->tail.data + (from - tail), lump->size};
    return bytes->size != 0;
}

uint32_t tlb_wad_name_length(const tlb_wad_lump *lump)
{
    const char *nul = memchr(lump->name, 0, TLB_WAD_NAME_SIZE);
    return nul ? (uint32_t)(nul - lump->name) : TLB_WAD_NAME_SIZE;
}

bool tlb_wad_is_named(const tlb_wad_lump *lump, const char *name)
{
    uint32_t length = tlb_wad_name_length(lump);
    if (strlen(name) != length)
        return false;
    for (uint32_t i = 0; i < length; i++)
        if (tlb_upper(lump->name[i]) != name[i])
            return false;
    return true;
}

bool tlb_wad_find_map(const tlb_wad *wad, tlb_bytes *text)
{
    for (uint32_t i = 0; i < wad->lumps.count; i++)
        if (tlb_wad_is_named(&wad->lumps.data[i], "TEXTMAP"))
            return tlb_wad_bytes(wad, &wad->lumps.data[i], text);
    return false;
}
