/* Rules about the server's grids. */
#include "formats/meridian/roo/check.h"

enum { HI_RES_CELL = 256, DIRECTIONS = 8 };

static void check_size(roo_checker *c, const char *field, uint32_t rows, uint32_t cols, int32_t cell)
{
    int32_t wanted_rows = c->room->height / cell, wanted_cols = c->room->width / cell;
    if (rows != (uint32_t)wanted_rows || cols != (uint32_t)wanted_cols)
        TLB_FIND(&c->base, ROO_GRID, field, "%u x %u, the room has %d x %d", rows, cols, wanted_rows,
                 wanted_cols);
}

static void check_presence(roo_checker *c)
{
    const tlb_roo *x = c->room;
    roo_layout layout = roo_layout_of(x->version, x->dialect);
    if (!x->server.present) {
        if (x->version < 14 && x->encryption == TLB_ROO_PLAIN) /* encrypted rooms are for clients */
            TLB_FIND(&c->base, ROO_GRID, NULL, "a room of version %u has no grids for the server",
                     x->version);
        return;
    }
    bool cells = x->server.rows && x->server.cols;
    if (cells && layout.monsterGrid && !x->server.hasMonsterGrid)
        TLB_FIND(&c->base, ROO_GRID, "server", "version %u has a grid for monsters too", x->version);
    if (layout.hiResGrid && !x->server.hasHiResGrid)
        TLB_FIND(&c->base, ROO_GRID, "server", "version %u has a grid of high resolution too", x->version);
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
            TLB_FIND(
                &c->base, ROO_UNREACHABLE, tlb_at(&c->base, "server.moveGrid[%u]", i / s->cols),
                "%u of %u squares with a floor, in %u areas, have no way to the largest; the first is in row "
                "%u, column %u",
                floors - largest, floors, areas - 1, i / s->cols + 1, i % s->cols + 1);
            return;
        }
}

void roo_check_grids(roo_checker *c)
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
