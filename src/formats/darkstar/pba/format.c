/* Lists of bitmaps as the registry knows them: their rules, and their bitmaps as pictures. */
#include "formats/darkstar/pba/pba.h"

#include "base/text.h"

tlb_pba *tlb_document_pba(tlb_document *document)
{
    return document && document->format == &tlb_format_pba ? document->root : NULL;
}

/* --- rules --------------------------------------------------------------------------------------------- */

void tlb_pba_check_list(tlb_checker *c, const tlb_pba *pba)
{
    enum { COUNT = 0xffffff, HEADER = 16 };
    uint64_t size = HEADER;
    for (uint32_t i = 0; i < pba->bitmaps.count; i++) {
        size_t part = tlb_enter(c, "bitmaps[%u].", i);
        tlb_pbmp_check_bitmap(c, &pba->bitmaps.data[i]);
        c->part = part;
        size += pba->bitmaps.data[i].size;
    }
    if (pba->size != size)
        TLB_FIND(c, PBA_SIZE, tlb_at(c, "size"), "%u, expected %llu", pba->size, (unsigned long long)size);
    if ((pba->version & COUNT) != pba->bitmaps.count)
        TLB_FIND(c, PBA_COUNT, tlb_at(c, "version"), "%u bitmaps, expected %u", pba->version & COUNT,
                 pba->bitmaps.count);
}

tlb_status tlb_pba_check(tlb_document *document)
{
    const tlb_pba *pba = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    tlb_pba_check_list(&c, pba);
    tlb_check_tail(&c, pba->tail);
    return tlb_checker_end(&c);
}

/* --- pictures ------------------------------------------------------------------------------------------ */

tlb_status tlb_pba_add_images(const tlb_pba *pba, const char *name, const tlb_conversion *conversion,
                              tlb_scene *scene)
{
    tlb_arena *arena = tlb_scene_arena(scene);
    int stem = (int)tlb_path_stem(name);
    palettes p;
    tlb_status status = tlb_ppl_palettes_init(&p, conversion);
    for (uint32_t i = 0; i < pba->bitmaps.count && !status; i++) {
        bitmap_look look = {0};
        const char *own = tlb_arena_printf(arena, "%.*s_%u", stem, tlb_path_base(name), i);
        tlb_image *image = own ? tlb_scene_add_image(scene, own) : NULL;
        status = image ? tlb_pbmp_image(&pba->bitmaps.data[i], &p, name, &look, arena, image)
                       : tlb_report_memory(conversion->context, arena);
    }
    tlb_ppl_palettes_free(&p);
    return status;
}

static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    return tlb_pba_add_images(document->root, document->name, conversion, scene);
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    const tlb_pba *pba = document->root;
    tlb_arena *arena = &document->arena;
    tlb_value *list = tlb_value_add_list(arena, table, "bitmaps");
    for (uint32_t i = 0; i < pba->bitmaps.count; i++) {
        tlb_value *bitmap = tlb_value_add_table(arena, list, NULL);
        tlb_pbmp_info info;
        if (!tlb_pbmp_info_of(&pba->bitmaps.data[i], &info))
            continue;
        tlb_value_add_integer(arena, bitmap, "width", info.width);
        tlb_value_add_integer(arena, bitmap, "height", info.height);
        tlb_value_add_integer(arena, bitmap, "paletteIndex", (int32_t)info.paletteIndex);
    }
    return TLB_OK;
}

static const tlb_option_info options[] = {PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE), {0}};

const tlb_format tlb_format_pba = {
    .info = {.name = "pba",
             .title = "Darkstar list of bitmaps",
             .family = "darkstar",
             .versions = "0",
             .extensions = (const char *const[]){"pba", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PBMA")),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options},
    .walk = tlb_pba_walk,
    .check = tlb_pba_check,
    .describe = describe,
    .to_scene = to_scene,
};
