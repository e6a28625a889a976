/* Rules about the server's grids. */
#include "formats/meridian/roo/check/check.h"

#include "formats/meridian/roo/build/build.h"

/* --- sizes -------------------------------------------------------------------------------------------- */

enum { HI_RES_CELL = 256, DIRECTIONS = 8 };

static void check_size(roo_checker *c, const char *field, uint32_t rows, uint32_t cols, int32_t cell)
{
    int32_t wanted_rows = c->room->height / cell, wanted_cols = c->room->width / cell;
    if (rows != (uint32_t)wanted_rows || cols != (uint32_t)wanted_cols)
        TLB_FIND(&c->base, ROO_GRID, field, "%u x %u, expected %d x %d from the size of the room", rows, cols,
                 wanted_rows, wanted_cols);
}

static void check_presence(roo_checker *c)
{
    const tlb_roo *x = c->room;
    roo_layout layout = tlb_roo_layout_of(x->version, x->dialect);
    if (!x->server.present) {
        if (x->version < 14 && x->encryption == TLB_ROO_PLAIN) /* encrypted rooms are for clients */
            TLB_FIND(&c->base, ROO_GRID, NULL, "rooms of version %u have no server grids", x->version);
        return;
    }
    bool cells = x->server.rows && x->server.cols;
    if (cells && layout.monsterGrid && !x->server.hasMonsterGrid)
        TLB_FIND(&c->base, ROO_GRID, "server", "the monster grid, required by version %u, is missing",
                 x->version);
    if (layout.hiResGrid && !x->server.hasHiResGrid)
        TLB_FIND(&c->base, ROO_GRID, "server", "the high-resolution grid, required by version %u, is missing",
                 x->version);
}

/* --- reachable squares -------------------------------------------------------------------------------- */

typedef struct area_map {
    const tlb_roo_server *server;
    uint32_t *area; /* of each square, from 1; 0: none yet */
    uint32_t *stack;
} area_map;

static bool is_floor(const tlb_roo_server *s, uint32_t square)
{
    return s->flagGrid[square] & TLB_ROO_FLAG_FLOOR;
}

/* The square that lies in a direction, or the square itself at the edge. */
static uint32_t neighbour(const tlb_roo_server *s, uint32_t square, int direction)
{
    static const int steps[DIRECTIONS][2] = {{-1, 0}, {-1, 1}, {0, 1},  {1, 1},
                                             {1, 0},  {1, -1}, {0, -1}, {-1, -1}};
    int64_t row = (int64_t)(square / s->cols) + steps[direction][0],
            col = (int64_t)(square % s->cols) + steps[direction][1];
    return row < 0 || col < 0 || row >= s->rows || col >= s->cols ? square : (uint32_t)(row * s->cols + col);
}

/* Squares belong to one area when one can go from one to the other, there or back. */
static bool joined(const tlb_roo_server *s, uint32_t from, uint32_t to, int direction)
{
    int back = (direction + DIRECTIONS / 2) % DIRECTIONS;
    return (s->moveGrid[from] >> direction & 1) || (s->moveGrid[to] >> back & 1);
}

static uint32_t fill_area(area_map *m, uint32_t start, uint32_t area)
{
    uint32_t depth = 0, size = 0;
    m->area[start] = area;
    m->stack[depth++] = start;
    while (depth) {
        uint32_t square = m->stack[--depth];
        size++;
        for (int d = 0; d < DIRECTIONS; d++) {
            uint32_t next = neighbour(m->server, square, d);
            if (m->area[next] || !is_floor(m->server, next) || !joined(m->server, square, next, d))
                continue;
            m->area[next] = area;
            m->stack[depth++] = next;
        }
    }
    return size;
}

static void check_reach(roo_checker *c)
{
    const tlb_roo_server *s = &c->room->server;
    uint32_t squares = s->rows * s->cols, areas = 0, floors = 0, largest = 0, largest_area = 0;
    area_map m = {s, tlb_scratch(&c->base, squares, sizeof *m.area),
                  tlb_scratch(&c->base, squares, sizeof *m.stack)};
    if (!m.area || !m.stack)
        return;
    for (uint32_t i = 0; i < squares; i++) {
        if (!is_floor(s, i) || m.area[i])
            continue;
        uint32_t size = fill_area(&m, i, ++areas);
        floors += size;
        if (size > largest) {
            largest = size;
            largest_area = areas;
        }
    }
    for (uint32_t i = 0; i < squares && areas > 1; i++)
        if (m.area[i] && m.area[i] != largest_area) {
            TLB_FIND(&c->base, ROO_UNREACHABLE, tlb_at(&c->base, "server.moveGrid[%u]", i / s->cols),
                     "%u of %u squares with a floor cannot be reached from the largest area (number of "
                     "areas: %u); the first is in row %u, column %u",
                     floors - largest, floors, areas - 1, i / s->cols + 1, i % s->cols + 1);
            return;
        }
}

void tlb_roo_check_grids(roo_checker *c)
{
    const tlb_roo_server *s = &c->room->server;
    check_presence(c);
    if (!s->present)
        return;
    check_size(c, "server.rows", s->rows, s->cols, TLB_ROO_SQUARE);
    if (s->hasHiResGrid)
        check_size(c, "server.hiResRows", s->hiResRows, s->hiResCols, HI_RES_CELL);
    if (s->moveGrid && s->flagGrid)
        check_reach(c);
}

/* --- what the walls make ------------------------------------------------------------------------------ */

/* For all grids together: a second or so. The largest rooms known need less than a sixth of it. */
#define MOST_WORK UINT64_C(100000000)

/* The cells in which two grids differ. */
typedef struct difference {
    uint32_t cells, first;
} difference;

typedef struct differences {
    difference player, monster, flags, hi_res;
} differences;

static uint64_t total(const differences *d)
{
    return (uint64_t)d->player.cells + d->monster.cells + d->flags.cells + d->hi_res.cells;
}

static void count(difference *d, uint32_t cell, bool differs)
{
    if (differs && !d->cells++)
        d->first = cell;
}

static difference compare_bytes(const uint8_t *a, const uint8_t *b, uint32_t cells, uint8_t mask)
{
    difference d = {0};
    for (uint32_t i = 0; a && b && i < cells; i++)
        count(&d, i, (a[i] ^ b[i]) & mask);
    return d;
}

static differences compare(const tlb_roo_server *stored, const tlb_roo_server *made)
{
    differences d = {0};
    uint32_t cells = stored->rows * stored->cols;
    if (stored->rows == made->rows && stored->cols == made->cols) {
        d.player = compare_bytes(stored->moveGrid, made->moveGrid, cells, UINT8_MAX);
        d.flags = compare_bytes(stored->flagGrid, made->flagGrid, cells, TLB_ROO_FLAG_FLOOR);
        d.monster = compare_bytes(stored->monsterGrid, made->monsterGrid, cells, UINT8_MAX);
    }
    if (stored->hiResRows == made->hiResRows && stored->hiResCols == made->hiResCols && stored->hiResGrid &&
        made->hiResGrid)
        for (uint32_t i = 0; i < stored->hiResRows * stored->hiResCols; i++)
            count(&d.hi_res, i, stored->hiResGrid[i] != made->hiResGrid[i]);
    return d;
}

static void report(roo_checker *c, const difference *d, const char *field, uint32_t rows, uint32_t cols,
                   const char *what)
{
    if (d->cells)
        TLB_FIND_REMEDY(&c->base, ROO_GRID_STALE, "rebuild", NULL,
                        tlb_at(&c->base, "server.%s[%u]", field, d->first / cols),
                        "%u of %u %s do not match the walls; the first is in row %u, column %u", d->cells,
                        rows * cols, what, d->first / cols + 1, d->first % cols + 1);
}

static void keep_smaller(difference *d, const difference *other)
{
    if (other->cells < d->cells)
        *d = *other;
}

/* Makes the grids of a room, and lessens for each what differs. */
static tlb_status make_grids(roo_checker *c, const tlb_roo *from, roo_slopes slopes, uint64_t *work,
                             differences *d)
{
    tlb_roo room = *from;
    roo_building b = {
        .context = c->base.context, .arena = &c->base.arena, .room = &room, .slopes = slopes, .work = work};
    tlb_mark mark = tlb_arena_mark(&c->base.arena);
    tlb_status status = tlb_roo_build_grids(&b);
    if (!status) {
        differences now = compare(&c->room->server, &room.server);
        keep_smaller(&d->player, &now.player);
        keep_smaller(&d->monster, &now.monster);
        keep_smaller(&d->flags, &now.flags);
        keep_smaller(&d->hi_res, &now.hi_res);
    }
    tlb_arena_rewind(&c->base.arena, mark);
    return status;
}

/* From the room as it is, or from one with a tree made anew (builders made grids from that, before it was
 * rounded), by one rule for slopes or both. Each grid may have been made by another builder: of rooms of
 * other versions they are kept. False when that cannot be done. */
static bool make(roo_checker *c, bool from_walls, int rules, uint64_t *work, differences *d)
{
    static const roo_slopes slopes[] = {ROO_SLOPES_NO, ROO_SLOPES_YES};
    tlb_context *context = c->base.context;
    tlb_roo room = *c->room;
    roo_building b = {.context = context, .arena = &c->base.arena, .room = &room};
    tlb_report_mark reports = tlb_report_mark_get(context);
    tlb_mark mark = tlb_arena_mark(&c->base.arena);
    tlb_status status = from_walls ? tlb_roo_make_tree(&b, false) : TLB_OK;
    for (int rule = 0; !status && rule < rules && total(d); rule++)
        status = make_grids(c, &room, slopes[rule], work, d);
    tlb_status stopped = tlb_work(context->account, 0);
    if (status == TLB_LIMIT && !stopped)
        tlb_report_rewind(context, &reports);
    else if (status)
        c->base.status = status;
    tlb_arena_rewind(&c->base.arena, mark);
    return !status;
}

static bool can_rebuild(const tlb_roo *x)
{
    for (uint32_t i = 0; i < x->editorWalls.count; i++)
        if (x->editorWalls.data[i].positiveSidedef > x->sidedefs.count ||
            x->editorWalls.data[i].negativeSidedef > x->sidedefs.count)
            return false;
    return x->editorWalls.count > 0;
}

static bool has_sloped_floors(const tlb_roo *x)
{
    bool sloped = false;
    for (uint32_t i = 0; i < x->sectors.count; i++)
        sloped |= (x->sectors.data[i].flags & TLB_ROO_SECTOR_SLOPED_FLOOR) != 0;
    return sloped;
}

void tlb_roo_check_stale_grids(roo_checker *c)
{
    const tlb_roo *x = c->room;
    const tlb_roo_server *s = &x->server;
    const difference all = {UINT32_MAX, 0};
    uint64_t work = MOST_WORK;
    differences d = {all, all, all, all};
    const int trees = can_rebuild(x) ? 2 : 1, rules = has_sloped_floors(x) ? 2 : 1;
    for (int tree = 0; s->present && tree < trees && total(&d); tree++)
        if (!make(c, tree == 1, rules, &work, &d)) {
            if (!c->base.status)
                TLB_FIND(&c->base, ROO_GRID_UNCHECKED, "server",
                         "%u x %u squares were not compared with the walls: too much work", s->rows, s->cols);
            return;
        }
    if (!s->present)
        return;
    report(c, &d.player, "moveGrid", s->rows, s->cols, "squares of the player grid");
    report(c, &d.flags, "flagGrid", s->rows, s->cols, "squares of the floor flags");
    report(c, &d.monster, "monsterGrid", s->rows, s->cols, "squares of the monster grid");
    report(c, &d.hi_res, "hiResGrid", s->hiResRows, s->hiResCols, "cells of the high-resolution grid");
}
