/* Palettes as the registry knows them. */
#include "formats/darkstar/ppl/ppl.h"

#include "base/text.h"
#include "scene/build/pictures.h"

tlb_ppl *tlb_document_ppl(tlb_document *document)
{
    return document && document->format == &tlb_format_ppl ? document->root : NULL;
}

tlb_pal *tlb_document_pal(tlb_document *document)
{
    return document && (document->format == &tlb_format_ppal || document->format == &tlb_format_pal)
               ? document->root
               : NULL;
}

/* --- what they are ------------------------------------------------------------------------------------- */

static tlb_status describe_ppl(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    const tlb_ppl *ppl = document->root;
    tlb_arena *arena = &document->arena;
    tlb_value_add_integer(arena, table, "shadeShift", ppl->shadeShift);
    tlb_value_add_integer(arena, table, "hazeLevels", ppl->hazeLevels);
    tlb_value_add_integer(arena, table, "hazeColor", ppl->hazeColor);
    tlb_value *list = tlb_value_add_list(arena, table, "palettes");
    for (uint32_t i = 0; i < ppl->palettes.count; i++) {
        const tlb_ppl_palette *palette = &ppl->palettes.data[i];
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_integer(arena, row, "paletteIndex", (int32_t)palette->paletteIndex);
        tlb_value_add_text(arena, row, "type", tlb_ppl_type_name(palette->type));
        const tlb_ppl_remap *remap = tlb_ppl_remap_of(ppl, i);
        if (remap)
            tlb_value_add_integer(arena, row, "remap", (int64_t)remap->map.size);
    }
    if (ppl->hasWeights == 1) {
        tlb_value_add_singles(arena, table, "colorWeights", ppl->colorWeights, TLB_PALETTE_COLORS);
        tlb_value_add_integer(arena, table, "weightStart", ppl->weightStart);
        tlb_value_add_integer(arena, table, "weightEnd", ppl->weightEnd);
    }
    return TLB_OK;
}

static tlb_status describe_pal(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    (void)summary;
    const tlb_pal *pal = document->root;
    const tlb_pal_chunk *colors = tlb_pal_colors(pal);
    tlb_value_add_integer(&document->arena, table, "colors", colors ? colors->colors.count : 0);
    tlb_value *list = tlb_value_add_list(&document->arena, table, "chunks");
    for (uint32_t i = 0; i < pal->chunks.count; i++)
        tlb_value_add_bytes_text(&document->arena, list, NULL, pal->chunks.data[i].tag);
    return TLB_OK;
}

/* --- to a scene ---------------------------------------------------------------------------------------- */

static tlb_status add_palette(tlb_document *document, tlb_scene *scene, const tlb_ppl_palette *palette,
                              tlb_context *context)
{
    const char *name = tlb_arena_printf(&document->arena, "%.*s %d %s", (int)tlb_path_stem(document->name),
                                        tlb_path_base(document->name), (int32_t)palette->paletteIndex,
                                        tlb_ppl_type_name(palette->type));
    const tlb_ppl_color *colors = (const tlb_ppl_color *)palette->colors.data;
    bool translucent = palette->type == TLB_PPL_TRANSLUCENT || palette->type == TLB_PPL_ALPHA_QUANT;
    bool made = name && tlb_add_swatch(scene, name, colors, palette->colors.count,
                                       translucent && tlb_ppl_has_alpha(colors));
    return made ? TLB_OK
                : tlb_report_memory(context, tlb_arena_refused(&document->arena, tlb_scene_arena(scene)));
}

static tlb_status ppl_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    enum { MOST_SHOWN = 1000 };
    const tlb_ppl *ppl = document->root;
    uint32_t count = ppl->palettes.count < MOST_SHOWN ? ppl->palettes.count : MOST_SHOWN;
    tlb_optional_integer chosen = ((const tlb_ppl_read_options *)conversion->from)->index;
    if (!tlb_option_is_within(conversion->context, "index", chosen, 0, count ? count - 1 : 0))
        return TLB_ARGUMENT;
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < count && !status; i++)
        if (!chosen.is_set || chosen.value == i)
            status = add_palette(document, scene, &ppl->palettes.data[i], conversion->context);
    return status;
}

static tlb_status pal_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_pal_chunk *colors = tlb_pal_colors(document->root);
    const char *name = tlb_arena_printf(&document->arena, "%.*s", (int)tlb_path_stem(document->name),
                                        tlb_path_base(document->name));
    bool made = !colors || (name && tlb_add_swatch(scene, name, (const tlb_ppl_color *)colors->colors.data,
                                                   colors->colors.count, false));
    return made ? TLB_OK
                : tlb_report_memory(conversion->context,
                                    tlb_arena_refused(&document->arena, tlb_scene_arena(scene)));
}

static const tlb_option_info options[] = {
    {"index", "N", "palette to convert, by position from 0 (default: all)",
     TLB_SETS_FROM(tlb_ppl_read_options, INTEGER, index), .most = UINT32_MAX},
    {0},
};

enum { ABILITIES = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE };

const tlb_format tlb_format_ppl = {
    .info = {.name = "ppl",
             .title = "Darkstar palettes (PL98)",
             .family = "darkstar",
             .versions = "all remap types",
             .extensions = (const char *const[]){"ppl", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PL98")),
             .abilities = ABILITIES | TLB_CAN_QUERY,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_ppl_read_options),
             .queries = tlb_ppl_queries,
             .minimal =
                 "{\"format\": \"ppl\", \"palettes\": [{\"colors\": [" TLB_COLORS_256("[0,0,0,255]") "]}]}"},
    .is_never_empty = true,
    .walk = tlb_ppl_walk,
    .check = tlb_ppl_check,
    .describe = describe_ppl,
    .query = tlb_ppl_query,
    .to_scene = ppl_to_scene,
};

const tlb_format tlb_format_ppal = {
    .info = {.name = "ppal",
             .title = "Phoenix palette (PPAL)",
             .family = "darkstar",
             .versions = "all",
             .extensions = (const char *const[]){"ppl", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PPAL")),
             .abilities = ABILITIES,
             .minimal =
                 "{\"format\": \"ppal\", \"size\": 1044, \"chunks\": [{\"tag\": \"head\", \"data\": "
                 "\"AQAAAA==\"}, {\"tag\": \"data\", \"colors\": [" TLB_COLORS_256("[0,0,0,255]") "]}]}"},
    .is_never_empty = true,
    .walk = tlb_pal_walk,
    .check = tlb_pal_check,
    .describe = describe_pal,
    .to_scene = pal_to_scene,
};

static void walk_riff(tlb_walk *w, void **root)
{
    if (!*root && (*root = tlb_zalloc(w->arena, sizeof(tlb_pal))))
        ((tlb_pal *)*root)->isRiff = true;
    tlb_pal_walk(w, root);
}

const tlb_format tlb_format_pal = {
    .info = {.name = "pal",
             .title = "Microsoft palette (RIFF PAL)",
             .family = "darkstar",
             .versions = "all",
             .extensions = (const char *const[]){"pal", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE("RIFF????PAL ")),
             .abilities = ABILITIES,
             .minimal = "{\"format\": \"pal\", \"size\": 1040, \"chunks\": [{\"tag\": \"data\", "
                        "\"palVersion\": 768, \"colors\": [" TLB_COLORS_256("[0,0,0,255]") "]}]}"},
    .is_never_empty = true,
    .walk = walk_riff,
    .check = tlb_pal_check,
    .describe = describe_pal,
    .to_scene = pal_to_scene,
};
