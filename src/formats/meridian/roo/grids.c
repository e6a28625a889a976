/* The server's grids, made as roomedit makes them: a move to each of the eight neighbours of each cell. */
#include "formats/meridian/roo/build.h"
#include "formats/meridian/roo/move.h"
#include "trilobite/roo_query.h"

#include <math.h>

enum {
    CELL = TLB_ROO_SQUARE,
    HI_RES_CELL = 256,
    /* Editor coordinates have 16 bits: no room is wider. */
    MOST_SQUARES = 65536 / TLB_ROO_EDITOR_SQUARE,
    ALL_DIRECTIONS = 255,
    MOST_HEIGHT = (1 << (32 - TLB_ROO_HI_RES_HEIGHT_SHIFT)) - 1
};

/* Nodes and walls that may be looked at; the largest rooms known need a tenth of it. */
#define MOST_WORK UINT64_C(2000000000)

/* One grid being made: rows and columns of cells of `size`. */
typedef struct grid {
    const tlb_roo *room;
    double size, margin;
    bool slopes, whole; /* as in roo_step */
    uint32_t rows, cols;
    const tlb_roo_node **near; /* the nodes that moves from the cell at hand may meet */
    uint32_t near_count;
    uint64_t *work, most_work;
} grid;

static void centre_of(const grid *g, uint32_t row, uint32_t col, double centre[2])
{
    centre[0] = (col + 0.5) * g->size;
    centre[1] = (row + 0.5) * g->size;
}

/* A move ends no farther than one cell away. */
static void gather_near(grid *g, const double centre[2])
{
    double reach = g->size + g->margin;
    const double box[4] = {centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach};
    roo_near near;
    roo_near_begin(&near, g->room, box);
    g->near_count = 0;
    for (const tlb_roo_node *node; (node = roo_near_next(&near));)
        if (node->type == TLB_ROO_INTERNAL && node->firstWall)
            g->near[g->near_count++] = node;
    *g->work += g->room->nodes.count - near.steps;
}

static bool is_beside(const tlb_roo_node *node, const roo_step *step)
{
    for (int axis = 0; axis < 2; axis++)
        if (node->box[axis] > step->new[axis] + step->margin ||
            node->box[axis + 2] < step->new[axis] - step->margin)
            return false;
    return true;
}

static bool step_is_legal(const grid *g, roo_step *step)
{
    step->work += g->near_count;
    for (uint32_t i = 0; i < g->near_count; i++)
        if (is_beside(g->near[i], step) && !roo_step_is_legal(g->room, g->near[i], step))
            return false;
    return true;
}

static bool can_move(const grid *g, const double from[2], const double to[2])
{
    roo_step step = {.new = {from[0], from[1]}, .margin = g->margin, .slopes = g->slopes, .whole = g->whole};
    bool legal = true;
    for (int i = 1; legal && g->near_count && i <= ROO_MOVE_STEPS; i++) {
        step.old[0] = step.new[0];
        step.old[1] = step.new[1];
        roo_step_end(from, to, i, step.new);
        legal = step_is_legal(g, &step);
    }
    *g->work += step.work;
    return legal;
}

/* Which neighbours of a cell can be gone to, as bits. */
static uint8_t directions_from(grid *g, uint32_t row, uint32_t col)
{
    double centre[2], to[2];
    uint8_t bits = 0;
    centre_of(g, row, col, centre);
    gather_near(g, centre);
    for (int k = 0; k < TLB_ROO_DIRECTIONS; k++) {
        roo_neighbour(g->size, g->rows, g->cols, row, col, k, to);
        if (can_move(g, centre, to))
            bits |= (uint8_t)(1u << k);
    }
    return bits;
}

/* NULL outside. */
static const tlb_roo_sector *sector_of(const grid *g, uint32_t row, uint32_t col, double centre[2])
{
    centre_of(g, row, col, centre);
    return tlb_roo_leaf_sector(g->room, roo_leaf_at(g->room, centre[0], centre[1], g->work));
}

static tlb_status too_much(const roo_building *b, const char *what)
{
    tlb_report(b->context, TLB_CODE_ROO_GRID_LIMIT, TLB_NO_OFFSET, "server", "%s", what);
    return TLB_LIMIT;
}

static const char far_more_work[] = "walls and nodes take far more work than in any room known";

/* --- squares ------------------------------------------------------------------------------------------ */

static tlb_status make_moves(const roo_building *b, grid *g, uint8_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        cells[i] = directions_from(g, i / g->cols, i % g->cols);
        if (*g->work > g->most_work)
            return too_much(b, far_more_work);
    }
    return TLB_OK;
}

static tlb_status make_flags(const roo_building *b, const grid *g, uint8_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        double centre[2];
        const tlb_roo_sector *sector = sector_of(g, i / g->cols, i % g->cols, centre);
        cells[i] = sector && sector->floorBitmap ? TLB_ROO_FLAG_FLOOR : 0;
        if (*g->work > g->most_work)
            return too_much(b, far_more_work);
    }
    return TLB_OK;
}

/* --- hi-res ------------------------------------------------------------------------------------------- */

/* In cells: 16 editor units. */
static uint32_t hi_res_height(const tlb_roo_sector *sector, const double at[2], bool slopes)
{
    double height = roo_floor_height(sector, at, slopes) * TLB_ROO_EDITOR_UNIT / HI_RES_CELL;
    return height > 0 && height <= MOST_HEIGHT ? (uint32_t)height : 0;
}

static uint32_t hi_res_cell(grid *g, uint32_t row, uint32_t col)
{
    double centre[2];
    const tlb_roo_sector *sector = sector_of(g, row, col, centre);
    if (!sector || !sector->floorBitmap)
        return ALL_DIRECTIONS << TLB_ROO_HI_RES_MOVE_SHIFT;
    uint32_t height = hi_res_height(sector, centre, g->slopes);
    uint32_t directions = directions_from(g, row, col);
    uint32_t walkable = directions ? TLB_ROO_HI_RES_WALKABLE : 0;
    return height << TLB_ROO_HI_RES_HEIGHT_SHIFT |
           (directions ? directions : ALL_DIRECTIONS) << TLB_ROO_HI_RES_MOVE_SHIFT | walkable;
}

static tlb_status make_hi_res(const roo_building *b, grid *g, uint32_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        cells[i] = hi_res_cell(g, i / g->cols, i % g->cols);
        if (*g->work > g->most_work)
            return too_much(b, far_more_work);
    }
    return TLB_OK;
}

/* --- the section -------------------------------------------------------------------------------------- */

/* Room for the grids that the version has. */
static void allocate(const roo_building *b, tlb_roo_server *s)
{
    const tlb_roo *room = b->room;
    bool of_open_meridian = (room->version == 13 && room->dialect == TLB_ROO_O) || room->version == 14;
    size_t cells = (size_t)s->rows * s->cols;
    s->moveGrid = tlb_alloc(b->arena, cells);
    s->flagGrid = tlb_alloc(b->arena, cells);
    s->hasMonsterGrid = room->version >= 12;
    s->monsterGrid = s->hasMonsterGrid ? tlb_alloc(b->arena, cells) : NULL;
    s->hasHiResGrid = of_open_meridian;
    if (!s->hasHiResGrid)
        return;
    s->hiResRows = (uint32_t)room->height / HI_RES_CELL;
    s->hiResCols = (uint32_t)room->width / HI_RES_CELL;
    s->hiResGrid = tlb_alloc_array(b->arena, (size_t)s->hiResRows * s->hiResCols, sizeof *s->hiResGrid);
}

/* Whether floors slope for those who move. Builders of version 14 thought of it in the end, no other ever
 * did; which of the two a room of that version comes from is told by the heights of its hi-res grid. */
static bool has_slopes(const tlb_roo *room)
{
    const tlb_roo_server *s = &room->server;
    grid g = {.room = room, .size = HI_RES_CELL};
    uint64_t work = 0;
    uint32_t flat = 0, sloped = 0;
    g.work = &work;
    for (uint32_t i = 0; s->hiResGrid && i < s->hiResRows * s->hiResCols && work < MOST_WORK; i++) {
        double centre[2];
        const tlb_roo_sector *sector = sector_of(&g, i / s->hiResCols, i % s->hiResCols, centre);
        if (!sector || !(sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR))
            continue;
        uint32_t height = s->hiResGrid[i] >> TLB_ROO_HI_RES_HEIGHT_SHIFT;
        flat += height == hi_res_height(sector, centre, false);
        sloped += height == hi_res_height(sector, centre, true);
    }
    return room->version == 14 && sloped >= flat;
}

static tlb_status fill(const roo_building *b, const tlb_roo_server *s)
{
    uint64_t work = 0;
    grid g = {.room = b->room,
              .size = CELL,
              .margin = ROO_PLAYER_MARGIN,
              .slopes = b->slopes == ROO_SLOPES_AS_BUILT ? has_slopes(b->room) : b->slopes == ROO_SLOPES_YES,
              .whole = !tlb_roo_is_float(b->room),
              .rows = s->rows,
              .cols = s->cols,
              .work = &work,
              .most_work = b->work ? *b->work : MOST_WORK};
    g.near = tlb_alloc_array(b->arena, b->room->nodes.count, sizeof(tlb_roo_node *));
    if (!g.near)
        return tlb_report_memory(b->context);
    tlb_status status = make_moves(b, &g, s->moveGrid);
    if (!status)
        status = make_flags(b, &g, s->flagGrid);
    g.margin = ROO_MONSTER_MARGIN;
    if (!status && s->hasMonsterGrid)
        status = make_moves(b, &g, s->monsterGrid);
    grid hi_res = g;
    hi_res.size = HI_RES_CELL;
    hi_res.margin = ROO_PLAYER_MARGIN;
    hi_res.rows = s->hiResRows;
    hi_res.cols = s->hiResCols;
    if (!status && s->hasHiResGrid)
        status = make_hi_res(b, &hi_res, s->hiResGrid);
    if (b->work)
        *b->work -= work < *b->work ? work : *b->work;
    return status;
}

tlb_status roo_make_grids(const roo_building *b)
{
    tlb_roo *room = b->room;
    tlb_roo_server server = {.present = room->version < 15};
    if (room->width < 0 || room->height < 0 || room->width / CELL > MOST_SQUARES ||
        room->height / CELL > MOST_SQUARES)
        return too_much(b, "the room's box is wider than the editor's coordinates reach");
    tlb_status status = TLB_OK;
    if (server.present) {
        server.rows = (uint32_t)room->height / CELL;
        server.cols = (uint32_t)room->width / CELL;
        allocate(b, &server);
        status = fill(b, &server);
    }
    if (!status)
        room->server = server;
    return status;
}
