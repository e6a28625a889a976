/* Queries of terrains and their blocks. */
#include "core/query.h"

#include "formats/darkstar/dtf/terrain.h"
#include "formats/darkstar/shared/files.h"

const tlb_query_info tlb_terrain_queries[] = {
    {"height", "X Y",
     "the ground at a place in meters from the south-west corner: height, normal, square and material, or a "
     "hole"},
    {0},
};

/* The square that has a coordinate, of `count`, and how far it is in it; false beyond an edge. */
static bool find_square(double at, double side, int32_t count, uint32_t *square, float *within)
{
    double place = at / side;
    if (!(place >= 0 && place <= count))
        return false;
    *square = place < count ? (uint32_t)place : (uint32_t)count - 1;
    *within = (float)(place - *square);
    return true;
}

static tlb_status refuse_place(const tlb_query_call *q)
{
    return tlb_query_refuse(q, "height", "the place is outside of the terrain");
}

/* At a place of a block. */
static tlb_status answer_in_block(const tlb_query_call *q, const tlb_dtb *block, float side,
                                  const double at[2])
{
    uint32_t x, y;
    float u, v;
    if (!find_square(at[0], (double)side, block->sizeX, &x, &u) ||
        !find_square(at[1], (double)side, block->sizeY, &y, &v))
        return refuse_place(q);
    uint32_t columns = (uint32_t)block->sizeX + 1;
    size_t i = (size_t)y * (uint32_t)block->sizeX + x;
    float *heights = tlb_alloc_array(q->arena, dtb_heights(block), sizeof *heights);
    if (!heights)
        return tlb_report_memory(q->document->context, q->arena);
    tlb_dtb_heights(block, heights);
    const float *south = heights + (size_t)y * columns + x, *north = south + columns;
    const tlb_ground_square square = {south[0], south[1], north[0], north[1], side, !((x ^ y) & 1)};
    tlb_ground ground = tlb_ground_at(&square, u, v);
    bool hole = i >= block->squares.count || block->squares.data[i].flags & TLB_DTB_EMPTY_LEVEL;
    tlb_add_ground(q, x, y, hole ? NULL : &ground);
    if (!hole)
        tlb_value_add_integer(q->arena, q->table, "material", block->squares.data[i].index);
    return TLB_OK;
}

/* --- the map -------------------------------------------------------------------------------------------- */

/* The block of an id, from beside the file; NULL: it is missing, which is reported. */
static tlb_status read_block(const tlb_query_call *q, int32_t id, tlb_assets *assets, void **root)
{
    const tlb_dtf *dtf = q->subject;
    uint32_t i = 0;
    *root = NULL;
    while (i < dtf->blocks.count && dtf->blocks.data[i].id != id)
        i++;
    if (i == dtf->blocks.count)
        return tlb_query_refuse(q, "height", "the map has a block there that the terrain does not list");
    const char *name = tlb_dtf_block_file(q->arena, q->document->name, &dtf->blocks.data[i]);
    const char *field = tlb_arena_printf(q->arena, "blocks[%u].id", i), *beside = q->document->beside;
    if (!name || !field)
        return tlb_report_memory(q->document->context, q->arena);
    const tlb_conversion conversion = {.context = q->document->context, .assets = assets};
    tlb_status status = beside ? tlb_assets_add_beside(assets, beside) : TLB_OK;
    return status ? status
                  : tlb_darkstar_read_file(&conversion, q->arena, name, field, false, tlb_dtb_walk, root);
}

/* `at` becomes the place in the block. */
static tlb_status answer_in_cell(const tlb_query_call *q, const tlb_dtf *dtf, double at[2])
{
    double side = (double)dtf_side(dtf);
    uint32_t column, row;
    float u, v;
    if (!find_square(at[0], side, dtf->sizeX, &column, &u) || !find_square(at[1], side, dtf->sizeY, &row, &v))
        return refuse_place(q);
    size_t cell = (size_t)row * (uint32_t)dtf->sizeX + column;
    if (cell >= dtf->map.count)
        return refuse_place(q);
    void *block;
    tlb_assets *assets = tlb_assets_create(q->document->context);
    if (!assets)
        return tlb_report_memory(q->document->context, NULL);
    tlb_status status = read_block(q, dtf->map.data[cell], assets, &block);
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "cell");
    tlb_value_add_integer(q->arena, list, NULL, column);
    tlb_value_add_integer(q->arena, list, NULL, row);
    tlb_value_add_integer(q->arena, q->table, "block", dtf->map.data[cell]);
    at[0] -= column * side;
    at[1] -= row * side;
    if (!status)
        status = block ? answer_in_block(q, block, dtf_square(dtf), at) : TLB_NOT_FOUND;
    tlb_assets_free(assets);
    return status;
}

/* --- the queries ---------------------------------------------------------------------------------------- */

static tlb_status expect_place(const tlb_query_call *q)
{
    return tlb_query_refuse(q, "height", "expected x and y in meters (two numbers)");
}

/* Meters a side, as it is converted. */
static tlb_status find_square_of_block(const tlb_query_call *q, float *square)
{
    const tlb_dtf *dtf = NULL;
    const char *beside = q->document->beside;
    tlb_assets *assets = tlb_assets_create(q->document->context);
    const tlb_conversion conversion = {.context = q->document->context, .assets = assets};
    if (!assets)
        return tlb_report_memory(q->document->context, NULL);
    tlb_status status = beside ? tlb_assets_add_beside(assets, beside) : TLB_OK;
    if (!status)
        status = tlb_dtb_find_terrain(&conversion, q->arena, q->document, &dtf);
    *square = dtf ? dtf_square(dtf) : dtb_square_alone(q->subject);
    tlb_assets_free(assets);
    return status;
}

static tlb_status answer_of_block(const tlb_query_call *q)
{
    double at[2];
    float square = 0;
    if (!tlb_query_reals(q, at, 2))
        return expect_place(q);
    tlb_status status = find_square_of_block(q, &square);
    return status ? status : answer_in_block(q, q->subject, square, at);
}

static tlb_status answer_of_terrain(const tlb_query_call *q)
{
    double at[2];
    return tlb_query_reals(q, at, 2) ? answer_in_cell(q, q->subject, at) : expect_place(q);
}

tlb_status tlb_dtb_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_of_block};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_terrain_queries, answers);
}

tlb_status tlb_dtf_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_of_terrain};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_terrain_queries, answers);
}
