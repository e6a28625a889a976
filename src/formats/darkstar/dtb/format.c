/* DTB as the registry knows it, and its heights. */
#include "formats/darkstar/ppl/ppl.h"
#include "formats/darkstar/dtf/terrain.h"

#include <string.h>

tlb_dtb *tlb_document_dtb(tlb_document *document)
{
    return document && document->format == &tlb_format_dtb ? document->root : NULL;
}

static void copy_row(float *to, const float *from, uint32_t available, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = i < available ? from[i] : 0;
}

static void add_deltas(float *to, const tlb_dtb_row *row, uint32_t count)
{
    to[0] = row->first;
    for (uint32_t i = 1; i + 1 < count; i++)
        to[i] = to[i - 1] + (i <= row->deltas.count ? (float)row->deltas.data[i - 1] * row->scale : 0);
    to[count - 1] = row->last;
}

void tlb_dtb_heights(const tlb_dtb *block, float *heights)
{
    if (!block || !heights)
        return;
    static const tlb_dtb_row none;
    uint32_t columns = (uint32_t)block->sizeX + 1, rows = (uint32_t)block->sizeY + 1;
    if (block->version == 0 || block->version > 3) {
        copy_row(heights, block->heights.data, block->heights.count, rows * columns);
        return;
    }
    copy_row(heights, block->firstRow.data, block->firstRow.count, columns);
    for (uint32_t i = 1; i + 1 < rows; i++)
        add_deltas(heights + (size_t)i * columns, i <= block->rows.count ? &block->rows.data[i - 1] : &none,
                   columns);
    copy_row(heights + (size_t)(rows - 1) * columns, block->lastRow.data, block->lastRow.count, columns);
}

static tlb_text id_of(const tlb_dtb *x)
{
    const char *nul = memchr(x->id, 0, sizeof x->id);
    return (tlb_text){x->id, nul ? (uint32_t)(nul - x->id) : sizeof x->id};
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dtb *x = document->root;
    tlb_arena *arena = &document->arena;
    bool used[UINT8_MAX + 1] = {false};
    uint32_t materials = 0, holes = 0;
    for (uint32_t i = 0; i < x->squares.count; i++) {
        materials += !used[x->squares.data[i].index];
        used[x->squares.data[i].index] = true;
        holes += (x->squares.data[i].flags & TLB_DTB_EMPTY_LEVEL) != 0;
    }
    tlb_summary_set_version(summary, x->version);
    summary->vertices = dtb_heights(x);
    summary->triangles = 2 * (uint64_t)(x->squares.count - holes);
    float side = dtb_square_alone(x);
    tlb_box_add(&summary->bounds, (float[3]){0, 0, x->hMin});
    tlb_box_add(&summary->bounds, (float[3]){side * (float)x->sizeX, side * (float)x->sizeY, x->hMax});
    tlb_value_add_bytes_text(arena, table, "id", id_of(x));
    const struct {
        const char *name;
        int64_t value;
    } rows[] = {{"sizeX", x->sizeX},           {"sizeY", x->sizeY},          {"details", x->details},
                {"lightScale", x->lightScale}, {"materialsUsed", materials}, {"holes", holes}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tlb_value_add_integer(arena, table, rows[i].name, rows[i].value);
    tlb_value_add_single(arena, table, "hMin", x->hMin);
    tlb_value_add_single(arena, table, "hMax", x->hMax);
    return TLB_OK;
}

static const tlb_option_info options[] = {
    TERRAIN_OPTION_STEP,
    {TLB_OPTION_HEIGHT_MAP, TLB_SETS_FROM(tlb_dtf_read_options, FLAG, height_map)},
    {TLB_OPTION_LIKE, TLB_SETS_TO(tlb_dtb_write_options, TEXT, like, TLB_CAN_CONVERT_VERSION)},
    PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE),
    {0},
};

const tlb_format tlb_format_dtb = {
    .info = {.name = "dtb",
             .title = "Darkstar terrain block",
             .family = "darkstar",
             .versions = "0 to 5",
             .extensions = (const char *const[]){"dtb", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(DTB_TAG)),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE | TLB_CAN_QUERY,
             .options = options,
             .queries = tlb_terrain_queries,
             .read_options = TLB_OPTIONS_TYPE(tlb_dtf_read_options),
             .write_options = TLB_OPTIONS_TYPE(tlb_dtb_write_options),
             .minimal = TLB_JSON({
                 "format" : "dtb",
                 "id" : "block-0",
                 "details" : 1,
                 "sizeX" : 1,
                 "sizeY" : 1,
                 "heights" : [ [ 0, 0 ], [ 0, 0 ] ],
                 "squares" : [ {"flags" : 0, "index" : 0} ],
                 "light" : [ [ 65535, 65535 ], [ 65535, 65535 ] ]
             })},
    .is_never_empty = true,
    .walk = tlb_dtb_walk,
    .check = tlb_dtb_check,
    .describe = describe,
    .query = tlb_dtb_query,
    .to_scene = tlb_dtb_to_scene,
    .translates = (const char *const[]){"png", NULL},
    .translate = tlb_dtb_from_picture,
};
