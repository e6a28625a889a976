/* TER as the registry knows it, and what a terrain is at a glance. */
#include "formats/torque/ter/ter.h"

/* --- probe -------------------------------------------------------------------------------------------- */

/* What is left of a file that is looked through. */
typedef struct rest {
    const uint8_t *at;
    uint64_t left;
} rest;

static bool skip(rest *r, uint64_t size)
{
    if (size > r->left)
        return false;
    r->at += size;
    r->left -= size;
    return true;
}

/* Texts with lengths of 1 or 4 bytes. */
static bool skip_texts(rest *r, uint32_t width, uint32_t count)
{
    for (; count; count--) {
        const uint8_t *at = r->at;
        if (!skip(r, width) || !skip(r, width == 1 ? *at : tlb_get_le32(at)))
            return false;
    }
    return true;
}

static bool skip_legacy(rest *r, uint8_t version)
{
    enum { SAMPLES = TLB_TER_LEGACY_SIZE * TLB_TER_LEGACY_SIZE };
    uint32_t named = 0;
    if (!skip(r, SAMPLES * 2 + SAMPLES))
        return false;
    for (int i = 0; i < TLB_TER_MATERIALS; i++) {
        named += r->left && *r->at;
        if (!skip_texts(r, 1, 1))
            return false;
    }
    return skip(r, version < 2 ? 0 : (uint64_t)named * SAMPLES) && skip_texts(r, 4, version < 3 ? 0 : 2) &&
           skip_texts(r, 1, version < 5 ? 0 : 2);
}

static bool skip_sized(rest *r)
{
    const uint8_t *at = r->at;
    uint64_t size = skip(r, 4) ? tlb_get_le32(at) : 0;
    if (!size || size > TLB_TER_MOST_SIZE || !skip(r, size * size * 3))
        return false;
    at = r->at;
    return skip(r, 4) && skip_texts(r, 1, tlb_get_le32(at));
}

/* There is no signature, but the lengths have to fit. */
static int probe(tlb_bytes source)
{
    enum { SURE = 85, POSSIBLE = 30 };
    if (!source.size || source.data[0] < 1 || source.data[0] > TLB_TER_LAST_VERSION)
        return 0;
    rest r = {source.data + 1, source.size - 1};
    uint8_t version = source.data[0];
    if (version <= TLB_TER_LAST_LEGACY_VERSION ? !skip_legacy(&r, version) : !skip_sized(&r))
        return 0;
    return r.left ? POSSIBLE : SURE;
}

/* --- summary ------------------------------------------------------------------------------------------ */

static void add_names(tlb_summary *summary, const tlb_ter *x, bool of_textures)
{
    for (uint32_t i = 0; i < x->materialNames.count; i++) {
        tlb_text name = x->materialNames.data[i];
        tlb_summary_add_name(summary, &summary->materials, name.data, name.size);
        if (of_textures)
            tlb_summary_add_name(summary, &summary->textures, name.data, name.size);
    }
}

static void add_bounds(tlb_summary *summary, const ter_grid *g)
{
    float far = g->origin + (float)g->squares * g->square;
    for (uint32_t y = 0; y < g->side; y++)
        for (uint32_t x = 0; x < g->side; x++)
            tlb_box_add(&summary->bounds, (float[3]){g->origin, g->origin, tlb_ter_height(g, x, y)});
    tlb_box_add(&summary->bounds, (float[3]){far, far, tlb_ter_height(g, 0, 0)});
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_ter *x = document->root;
    tlb_arena *arena = &document->arena;
    ter_grid g = tlb_ter_grid(x);
    bool used[TER_LAYERS] = {false};
    uint32_t holes = 0, materials = 0;
    for (uint32_t row = 0; row < g.squares; row++)
        for (uint32_t column = 0; column < g.squares; column++) {
            uint8_t material = tlb_ter_material(&g, column, row);
            bool hole = material == TLB_TER_HOLE;
            materials += !hole && !used[material];
            used[material] = true;
            holes += hole;
        }
    tlb_summary_set_version(summary, x->version);
    add_names(summary, x, g.wraps);
    if (g.squares * g.squares > holes) {
        summary->vertices = ((uint64_t)g.squares + 1) * (g.squares + 1);
        summary->triangles = 2 * ((uint64_t)g.squares * g.squares - holes);
        add_bounds(summary, &g);
    }
    tlb_value_add_integer(arena, table, "size", g.side);
    tlb_value_add_single(arena, table, "squareSize", g.square);
    tlb_value_add_integer(arena, table, "materialsUsed", materials);
    tlb_value_add_integer(arena, table, "holes", holes);
    return TLB_OK;
}

/* --- the format --------------------------------------------------------------------------------------- */

tlb_ter *tlb_document_ter(tlb_document *document)
{
    return document && document->format == &tlb_format_ter ? document->root : NULL;
}

static const tlb_option_info options[] = {
    {TLB_OPTION_TERRAIN_STEP, TLB_SETS_FROM(tlb_ter_read_options, INTEGER, step), .least = 1,
     .most = TER_MOST_STEP},
    {TLB_OPTION_HEIGHT_MAP, TLB_SETS_FROM(tlb_ter_read_options, FLAG, height_map)},
    {"empty-squares", "LIST",
     "leave out squares of a terrain: emptySquares of a mission, its words separated by blanks",
     TLB_SETS_FROM(tlb_ter_read_options, TEXT, empty_squares)},
    {TLB_OPTION_LIKE, TLB_SETS_TO(tlb_ter_write_options, TEXT, like, TLB_CAN_CONVERT_VERSION)},
    {0},
};

const tlb_format tlb_format_ter = {
    .info = {.name = "ter",
             .title = "Torque terrain",
             .family = "torque",
             .versions = "1 to 7",
             .extensions = (const char *const[]){"ter", NULL},
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE |
                          TLB_CAN_QUERY | TLB_CAN_CONVERT_VERSION,
             .options = options,
             .read_options = TLB_OPTIONS_TYPE(tlb_ter_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_ter_write_options),
             .queries = tlb_ter_queries,
             .minimal = TLB_JSON({
                 "format" : "ter",
                 "size" : 2,
                 "heights" : [ [ 0, 0 ], [ 0, 0 ] ],
                 "layerMap" : [ [ 0, 0 ], [ 0, 0 ] ],
                 "materialNames" : ["default"]
             })},
    .is_never_empty = true,
    .probe = probe,
    .walk = tlb_ter_walk,
    .check = tlb_ter_check,
    .describe = describe,
    .query = tlb_ter_query,
    .to_scene = tlb_ter_to_scene,
    .convert_version = tlb_ter_from_heights,
    .translates = (const char *const[]){"png", NULL},
    .translate = tlb_ter_from_picture,
};
