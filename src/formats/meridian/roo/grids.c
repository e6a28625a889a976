/* Moving in a room by the rules of roomedit, and the server's grids made by them: a move to each of the
 * eight neighbours of each cell. */
#include "formats/meridian/roo/build.h"

#include "formats/meridian/roo/roo.h"

#include <math.h>

/* --- moves -------------------------------------------------------------------------------------------- */

enum { MOVE_STEPS = 5, PLAYER_MARGIN = 256, MONSTER_MARGIN = 64 };

/* A step of a move, from old to new. */
typedef struct roo_step {
    double old[2], new[2];
    double margin; /* how close one comes to walls */
    bool slopes;   /* floors slope; else they are as high as their sectors say */
    bool whole;    /* distances are integers, as in builders of integers */
    uint64_t work; /* nodes and walls looked at so far */
} roo_step;

/* Editor units. */
enum { HIGHEST_STEP = 24, LEAST_ROOM = 48 };

/* Where the i-th step of a move ends. */
static void step_end(const double from[2], const double to[2], int i, double end[2])
{
    for (int axis = 0; axis < 2; axis++)
        end[axis] = from[axis] + trunc((to[axis] - from[axis]) * i / MOVE_STEPS);
}

double tlb_roo_floor_height(const tlb_roo_sector *sector, const double at[2], bool slopes)
{
    if (!slopes)
        return sector->floorHeight;
    return floor(tlb_roo_floor_at(sector, at[0], at[1]) / TLB_ROO_EDITOR_UNIT + 0.5);
}

/* The floor where a step begins, in editor units; 0 outside. */
static double floor_under(const tlb_roo *room, roo_step *step)
{
    const double *at = step->old;
    const tlb_roo_sector *sector =
        tlb_roo_leaf_sector(room, tlb_roo_leaf_at_counted(room, at[0], at[1], &step->work));
    return sector ? tlb_roo_floor_height(sector, at, step->slopes) : 0;
}

static bool is_within(const double at[2], const tlb_roo_client_wall *wall, double margin)
{
    for (int axis = 0; axis < 2; axis++)
        if (at[axis] < fmin(wall->start[axis], wall->end[axis]) - margin ||
            at[axis] > fmax(wall->start[axis], wall->end[axis]) + margin)
            return false;
    return true;
}

bool tlb_roo_wall_lets_pass(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive, double z)
{
    static const double depths[] = {0, 12, 25, 38};
    const tlb_roo_sidedef *sidedef =
        roo_sidedef(room, positive ? wall->positiveSidedef : wall->negativeSidedef);
    const tlb_roo_sector *here = roo_sector(room, positive ? wall->positiveSector : wall->negativeSector),
                         *there = roo_sector(room, positive ? wall->negativeSector : wall->positiveSector);
    if (!sidedef)
        return true;
    if (!(sidedef->flags & TLB_ROO_WALL_PASSABLE))
        return false;
    here = here ? here : there;
    there = there ? there : here;
    if (!here)
        return true;
    double depth = depths[there->flags & TLB_ROO_SECTOR_DEPTH_MASK];
    double bottom = fmax(here->floorHeight, there->floorHeight),
           top = fmin(here->ceilingHeight, there->ceilingHeight);
    return (!sidedef->belowBitmap || bottom - z - depth <= HIGHEST_STEP) &&
           (!sidedef->aboveBitmap || top - z >= LEAST_ROOM);
}

/* Whether the walls of one node let a step be made. */
static bool node_allows_step(const tlb_roo *room, const tlb_roo_node *node, roo_step *step)
{
    const double *p = step->new, *q = step->old;
    double distance = node->a * p[0] + node->b * p[1] + node->c,
           was = node->a * q[0] + node->b * q[1] + node->c;
    double in_margins = fabs(distance) / step->margin;
    if (step->whole)
        in_margins = trunc(in_margins);
    if (!(in_margins * in_margins < node->a * node->a + node->b * node->b))
        return true;
    for (const tlb_roo_client_wall *wall = roo_wall(room, node->firstWall); wall;
         wall = roo_next_wall(room, wall)) {
        step->work++;
        if (!is_within(p, wall, step->margin))
            continue;
        bool leaves = fabs(distance) > fabs(was) && is_within(q, wall, step->margin);
        if (!leaves && !tlb_roo_wall_lets_pass(room, wall, was > 0, floor_under(room, step)))
            return false;
    }
    return true;
}

static bool step_is_legal(const tlb_roo *room, roo_step *step)
{
    const double m = step->margin, *p = step->new;
    const double box[4] = {p[0] - m, p[1] - m, p[0] + m, p[1] + m};
    roo_near near;
    const tlb_roo_node *node;
    tlb_roo_near_begin(&near, room, box);
    while ((node = tlb_roo_near_next(&near)))
        if (node->type == TLB_ROO_INTERNAL && !node_allows_step(room, node, step))
            return false;
    return true;
}

bool tlb_roo_can_move(const tlb_roo *room, tlb_roo_mover mover, const double from[2], const double to[2])
{
    if (!room || !from || !to)
        return false;
    roo_step step = {.margin = mover == TLB_ROO_PLAYER ? PLAYER_MARGIN : MONSTER_MARGIN, .slopes = true};
    step_end(from, to, 0, step.new);
    for (int i = 1; i <= MOVE_STEPS; i++) {
        for (int axis = 0; axis < 2; axis++)
            step.old[axis] = step.new[axis];
        step_end(from, to, i, step.new);
        if (!step_is_legal(room, &step))
            return false;
    }
    return true;
}

/* Where a move from a cell of a grid in a direction (TLB_ROO_NORTH …) goes: the middle of the neighbour, or
 * the border where there is none. */
static void neighbour(double size, uint32_t rows, uint32_t cols, uint32_t row, uint32_t col, int direction,
                      double to[2])
{
    static const int8_t to_row[] = {-1, -1, 0, 1, 1, 1, 0, -1}, to_col[] = {0, 1, 1, 1, 0, -1, -1, -1};
    to[0] = fmin(fmax((col + 0.5 + to_col[direction]) * size, 0), cols * size);
    to[1] = fmin(fmax((row + 0.5 + to_row[direction]) * size, 0), rows * size);
}

uint8_t tlb_roo_moves_from(const tlb_roo *room, tlb_roo_mover mover, uint32_t size, uint32_t row,
                           uint32_t col)
{
    if (!room)
        return 0;
    uint32_t rows = room->height > 0 && size ? (uint32_t)room->height / size : 0,
             cols = room->width > 0 && size ? (uint32_t)room->width / size : 0;
    const double center[2] = {(col + 0.5) * size, (row + 0.5) * size};
    uint8_t bits = 0;
    for (int k = 0; k < TLB_ROO_DIRECTIONS; k++) {
        double to[2];
        neighbour(size, rows, cols, row, col, k, to);
        if (tlb_roo_can_move(room, mover, center, to))
            bits |= (uint8_t)(1u << k);
    }
    return bits;
}

/* --- one grid ----------------------------------------------------------------------------------------- */

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

static void center_of(const grid *g, uint32_t row, uint32_t col, double center[2])
{
    center[0] = (col + 0.5) * g->size;
    center[1] = (row + 0.5) * g->size;
}

/* A move ends no farther than one cell away. */
static void gather_near(grid *g, const double center[2])
{
    double reach = g->size + g->margin;
    const double box[4] = {center[0] - reach, center[1] - reach, center[0] + reach, center[1] + reach};
    roo_near near;
    tlb_roo_near_begin(&near, g->room, box);
    g->near_count = 0;
    for (const tlb_roo_node *node; (node = tlb_roo_near_next(&near));)
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

static bool grid_step_is_legal(const grid *g, roo_step *step)
{
    step->work += g->near_count;
    for (uint32_t i = 0; i < g->near_count; i++)
        if (is_beside(g->near[i], step) && !node_allows_step(g->room, g->near[i], step))
            return false;
    return true;
}

static bool can_move(const grid *g, const double from[2], const double to[2])
{
    roo_step step = {.new = {from[0], from[1]}, .margin = g->margin, .slopes = g->slopes, .whole = g->whole};
    bool legal = true;
    for (int i = 1; legal && g->near_count && i <= MOVE_STEPS; i++) {
        step.old[0] = step.new[0];
        step.old[1] = step.new[1];
        step_end(from, to, i, step.new);
        legal = grid_step_is_legal(g, &step);
    }
    *g->work += step.work;
    return legal;
}

/* Which neighbours of a cell can be gone to, as bits. */
static uint8_t directions_from(grid *g, uint32_t row, uint32_t col)
{
    double center[2], to[2];
    uint8_t bits = 0;
    center_of(g, row, col, center);
    gather_near(g, center);
    for (int k = 0; k < TLB_ROO_DIRECTIONS; k++) {
        neighbour(g->size, g->rows, g->cols, row, col, k, to);
        if (can_move(g, center, to))
            bits |= (uint8_t)(1u << k);
    }
    return bits;
}

/* NULL outside. */
static const tlb_roo_sector *sector_of(const grid *g, uint32_t row, uint32_t col, double center[2])
{
    center_of(g, row, col, center);
    return tlb_roo_leaf_sector(g->room, tlb_roo_leaf_at_counted(g->room, center[0], center[1], g->work));
}

static tlb_status too_much(const roo_building *b, const char *what)
{
    tlb_report(b->context, TLB_CODE_ROO_GRID_LIMIT, TLB_NO_OFFSET, "server", "%s", what);
    return TLB_LIMIT;
}

static const char far_more_work[] = "walls and nodes need far more work than in any known room";

/* --- squares ------------------------------------------------------------------------------------------ */

static tlb_status make_moves(const roo_building *b, grid *g, uint8_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context, b->arena);
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
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        double center[2];
        const tlb_roo_sector *sector = sector_of(g, i / g->cols, i % g->cols, center);
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
    double height = tlb_roo_floor_height(sector, at, slopes) * TLB_ROO_EDITOR_UNIT / HI_RES_CELL;
    return height > 0 && height <= MOST_HEIGHT ? (uint32_t)height : 0;
}

static uint32_t hi_res_cell(grid *g, uint32_t row, uint32_t col)
{
    double center[2];
    const tlb_roo_sector *sector = sector_of(g, row, col, center);
    if (!sector || !sector->floorBitmap)
        return ALL_DIRECTIONS << TLB_ROO_HI_RES_MOVE_SHIFT;
    uint32_t height = hi_res_height(sector, center, g->slopes);
    uint32_t directions = directions_from(g, row, col);
    uint32_t walkable = directions ? TLB_ROO_HI_RES_WALKABLE : 0;
    return height << TLB_ROO_HI_RES_HEIGHT_SHIFT |
           (directions ? directions : ALL_DIRECTIONS) << TLB_ROO_HI_RES_MOVE_SHIFT | walkable;
}

static tlb_status make_hi_res(const roo_building *b, grid *g, uint32_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        cells[i] = hi_res_cell(g, i / g->cols, i % g->cols);
        if (*g->work > g->most_work)
            return too_much(b, far_more_work);
    }
    return TLB_OK;
}

/* --- the section -------------------------------------------------------------------------------------- */

/* Memory for the grids that the version has. */
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
    s->hiResGrid = tlb_alloc_array(b->arena, s->hiResRows, s->hiResCols * sizeof *s->hiResGrid);
}

/* Builders of version 14 thought of it in the end, no other ever
 * did; which of the two a room of that version comes from is found by the heights of its hi-res grid. */
bool tlb_roo_grids_slope(const tlb_roo *room)
{
    const tlb_roo_server *s = &room->server;
    grid g = {.room = room, .size = HI_RES_CELL};
    uint64_t work = 0;
    uint32_t flat = 0, sloped = 0;
    g.work = &work;
    for (uint32_t i = 0; s->hiResGrid && i < s->hiResRows * s->hiResCols && work < MOST_WORK; i++) {
        double center[2];
        const tlb_roo_sector *sector = sector_of(&g, i / s->hiResCols, i % s->hiResCols, center);
        if (!sector || !(sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR))
            continue;
        uint32_t height = s->hiResGrid[i] >> TLB_ROO_HI_RES_HEIGHT_SHIFT;
        flat += height == hi_res_height(sector, center, false);
        sloped += height == hi_res_height(sector, center, true);
    }
    return room->version == 14 && sloped >= flat;
}

static tlb_status fill(const roo_building *b, const tlb_roo_server *s)
{
    uint64_t work = 0;
    grid g = {.room = b->room,
              .size = CELL,
              .margin = PLAYER_MARGIN,
              .slopes = b->slopes == ROO_SLOPES_AS_BUILT ? tlb_roo_grids_slope(b->room)
                                                         : b->slopes == ROO_SLOPES_YES,
              .whole = !tlb_roo_is_float(b->room),
              .rows = s->rows,
              .cols = s->cols,
              .work = &work,
              .most_work = b->work ? *b->work : MOST_WORK};
    g.near = tlb_alloc_array(b->arena, b->room->nodes.count, sizeof(tlb_roo_node *));
    if (!g.near)
        return tlb_report_memory(b->context, b->arena);
    tlb_status status = make_moves(b, &g, s->moveGrid);
    if (!status)
        status = make_flags(b, &g, s->flagGrid);
    g.margin = MONSTER_MARGIN;
    if (!status && s->hasMonsterGrid)
        status = make_moves(b, &g, s->monsterGrid);
    grid hi_res = g;
    hi_res.size = HI_RES_CELL;
    hi_res.margin = PLAYER_MARGIN;
    hi_res.rows = s->hiResRows;
    hi_res.cols = s->hiResCols;
    if (!status && s->hasHiResGrid)
        status = make_hi_res(b, &hi_res, s->hiResGrid);
    if (b->work)
        *b->work -= work < *b->work ? work : *b->work;
    return status;
}

tlb_status tlb_roo_build_grids(const roo_building *b)
{
    tlb_roo *room = b->room;
    tlb_roo_server server = {.present = room->version < 15};
    if (room->width < 0 || room->height < 0 || room->width / CELL > MOST_SQUARES ||
        room->height / CELL > MOST_SQUARES)
        return too_much(b, "the room's box is wider than the range of the editor's coordinates");
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
