/* The server's grids: a move to each of the eight neighbours of each cell. */
#include "formats/meridian/roo/build/build.h"
#include "formats/meridian/roo/moves.h"

/* --- one grid ----------------------------------------------------------------------------------------- */

enum {
    CELL = TLB_ROO_SQUARE,
    HI_RES_CELL = 256,
    /* Editor coordinates have 16 bits: no room is wider. */
    MOST_SQUARES = 65536 / TLB_ROO_EDITOR_SQUARE,
    ALL_DIRECTIONS = 255,
    MOST_HEIGHT = (1 << (32 - TLB_ROO_HI_RES_HEIGHT_SHIFT)) - 1
};

/* Cells that walls are held against, and nodes, that may be looked at: some seconds. The largest rooms known
 * need less than a thirtieth of it. */
#define MOST_WORK UINT64_C(500000000)

static tlb_status too_much(const roo_building *b, const char *what)
{
    tlb_status stopped = tlb_work(b->context->account, 0);
    if (stopped)
        return stopped;
    tlb_report(b->context, TLB_CODE_ROO_GRID_LIMIT, TLB_NO_OFFSET, "server", "%s", what);
    return TLB_LIMIT;
}

static const char far_more_work[] = "walls and nodes need far more work than in any known room";

/* --- squares ------------------------------------------------------------------------------------------ */

static tlb_status make_moves(const roo_building *b, const roo_grid *g, uint8_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context, b->arena);
    return tlb_roo_grid_moves(g, cells) ? TLB_OK : too_much(b, far_more_work);
}

static tlb_status make_flags(const roo_building *b, const roo_grid *g, uint8_t *cells)
{
    if (!cells)
        return tlb_report_memory(b->context, b->arena);
    for (uint32_t i = 0; i < g->rows * g->cols; i++) {
        const tlb_roo_sector *sector = roo_sector(g->room, g->sectors[i]);
        cells[i] = sector && sector->floorBitmap ? TLB_ROO_FLAG_FLOOR : 0;
    }
    return TLB_OK;
}

/* --- hi-res ------------------------------------------------------------------------------------------- */

static void center_of(const roo_grid *g, uint32_t cell, double center[2])
{
    uint32_t row = cell / g->cols, col = cell % g->cols;
    center[0] = (col + 0.5) * g->size;
    center[1] = (row + 0.5) * g->size;
}

/* In cells: 16 editor units. */
static uint32_t hi_res_height(const tlb_roo_sector *sector, const double at[2], bool slopes)
{
    double height = tlb_roo_floor_height(sector, at, slopes) * TLB_ROO_EDITOR_UNIT / HI_RES_CELL;
    return height > 0 && height <= MOST_HEIGHT ? (uint32_t)height : 0;
}

static uint32_t hi_res_cell(const roo_grid *g, uint32_t cell, uint32_t directions)
{
    double center[2];
    const tlb_roo_sector *sector = roo_sector(g->room, g->sectors[cell]);
    if (!sector || !sector->floorBitmap)
        return ALL_DIRECTIONS << TLB_ROO_HI_RES_MOVE_SHIFT;
    center_of(g, cell, center);
    uint32_t height = hi_res_height(sector, center, g->slopes);
    uint32_t walkable = directions ? TLB_ROO_HI_RES_WALKABLE : 0;
    return height << TLB_ROO_HI_RES_HEIGHT_SHIFT |
           (directions ? directions : ALL_DIRECTIONS) << TLB_ROO_HI_RES_MOVE_SHIFT | walkable;
}

static tlb_status make_hi_res(const roo_building *b, const roo_grid *g, uint32_t *cells)
{
    uint8_t *moves = tlb_alloc_array(b->arena, g->rows, g->cols);
    if (!cells || !moves)
        return tlb_report_memory(b->context, b->arena);
    tlb_status status = make_moves(b, g, moves);
    for (uint32_t i = 0; !status && i < g->rows * g->cols; i++)
        cells[i] = hi_res_cell(g, i, moves[i]);
    return status;
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

/* Builders of version 14 thought of it in the end, no other ever did; which of the two a room of that version
 * comes from is found by the heights of its hi-res grid. */
bool tlb_roo_grids_slope(const tlb_roo *room)
{
    const tlb_roo_server *s = &room->server;
    const roo_grid g = {.size = HI_RES_CELL, .cols = s->hiResCols};
    uint64_t work = 0;
    uint32_t flat = 0, sloped = 0;
    if (room->version != 14)
        return false;
    for (uint32_t i = 0; s->hiResGrid && i < s->hiResRows * s->hiResCols && work < MOST_WORK; i++) {
        double center[2];
        center_of(&g, i, center);
        const tlb_roo_sector *sector =
            tlb_roo_leaf_sector(room, tlb_roo_leaf_at_counted(room, center[0], center[1], &work));
        if (!sector || !(sector->flags & TLB_ROO_SECTOR_SLOPED_FLOOR))
            continue;
        uint32_t height = s->hiResGrid[i] >> TLB_ROO_HI_RES_HEIGHT_SHIFT;
        flat += height == hi_res_height(sector, center, false);
        sloped += height == hi_res_height(sector, center, true);
    }
    return sloped >= flat;
}

static tlb_status find_sectors(const roo_building *b, roo_grid *g)
{
    uint16_t *sectors = tlb_alloc_array(b->arena, (size_t)g->rows * g->cols, sizeof *sectors);
    g->sectors = sectors;
    if (!sectors)
        return tlb_report_memory(b->context, b->arena);
    return tlb_roo_grid_sectors(g, sectors) ? TLB_OK : too_much(b, far_more_work);
}

static tlb_status fill_squares(const roo_building *b, const tlb_roo_server *s, roo_grid g)
{
    g.size = CELL;
    g.margin = ROO_PLAYER_MARGIN;
    g.rows = s->rows;
    g.cols = s->cols;
    tlb_status status = find_sectors(b, &g);
    if (!status)
        status = make_moves(b, &g, s->moveGrid);
    if (!status)
        status = make_flags(b, &g, s->flagGrid);
    g.margin = ROO_MONSTER_MARGIN;
    return !status && s->hasMonsterGrid ? make_moves(b, &g, s->monsterGrid) : status;
}

static tlb_status fill_hi_res(const roo_building *b, const tlb_roo_server *s, roo_grid g)
{
    g.size = HI_RES_CELL;
    g.margin = ROO_PLAYER_MARGIN;
    g.rows = s->hiResRows;
    g.cols = s->hiResCols;
    tlb_status status = find_sectors(b, &g);
    return status ? status : make_hi_res(b, &g, s->hiResGrid);
}

static tlb_status fill(const roo_building *b, const tlb_roo_server *s)
{
    uint64_t work = 0, counted = 0;
    const roo_grid g = {.room = b->room,
                        .slopes = b->slopes == ROO_SLOPES_AS_BUILT ? tlb_roo_grids_slope(b->room)
                                                                   : b->slopes == ROO_SLOPES_YES,
                        .whole = !tlb_roo_is_float(b->room),
                        .work = &work,
                        .most_work = b->work ? *b->work : MOST_WORK,
                        .account = b->context->account,
                        .counted = &counted};
    tlb_mark mark = tlb_arena_mark(b->arena);
    tlb_status status = fill_squares(b, s, g);
    if (!status && s->hasHiResGrid)
        status = fill_hi_res(b, s, g);
    tlb_arena_rewind(b->arena, mark);
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
