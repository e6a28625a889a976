/* The VOL format as the registry knows it. */
#include "formats/darkstar/vol/vol.h"

tlb_vol *tlb_document_vol(tlb_document *document)
{
    return document && document->format == &tlb_format_vol ? document->root : NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    const tlb_vol *vol = document->root;
    tlb_arena *arena = &document->arena;
    uint32_t counts[VOL_COMPRESSIONS + 1] = {0};
    uint64_t size = 0;
    for (uint32_t i = 0; i < vol->directory.entries.count; i++) {
        const tlb_vol_entry *e = &vol->directory.entries.data[i];
        counts[e->compressType < VOL_COMPRESSIONS ? e->compressType : VOL_COMPRESSIONS]++;
        size += e->size;
    }
    tlb_value_add_text(arena, table, "kind", tlb_vol_kinds[vol->kind != TLB_VOL_PVOL]);
    tlb_value_add_integer(arena, table, "members", vol->directory.entries.count);
    tlb_value_add_integer(arena, table, "unpacked", (int64_t)size);
    tlb_value *compressions = tlb_value_add_table(arena, table, "compressions");
    for (uint32_t type = 0; type <= VOL_COMPRESSIONS; type++)
        if (counts[type])
            tlb_value_add_integer(arena, compressions,
                                  type < VOL_COMPRESSIONS ? tlb_vol_compressions[type] : "unknown",
                                  counts[type]);
    return TLB_OK;
}

static const char *const extensions[] = {"vol", "ted", NULL};

const tlb_format tlb_format_vol = {
    .info = {.name = "vol",
             .title = "Darkstar volume",
             .family = "darkstar",
             .versions = "PVOL and \" VOL\"; stored, RLE, LZH",
             .extensions = extensions,
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PVOL"), TLB_SIGNATURE(" VOL")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_IS_ARCHIVE},
    .read = tlb_vol_read,
    .walk = tlb_vol_walk,
    .check = tlb_vol_check,
    .describe = describe,
    .archive = &tlb_vol_archive,
};
