/* All moves from the cells of a grid. Each wall is held against the cells around it, once, rather than each
 * cell's moves against the walls of the whole tree. */
#include "formats/meridian/roo/moves.h"

#include <math.h>
#include <string.h>

/* --- sectors ------------------------------------------------------------------------------------------ */

static void center_of(const roo_grid *g, uint32_t row, uint32_t col, double center[2])
{
    center[0] = (col + 0.5) * g->size;
    center[1] = (row + 0.5) * g->size;
}

static bool goes_on(const roo_grid *g)
{
    return *g->work <= g->most_work && !tlb_roo_count_work(g->account, *g->work, g->counted);
}

bool tlb_roo_grid_sectors(const roo_grid *g, uint16_t *sectors)
{
    for (uint32_t row = 0; row < g->rows && goes_on(g); row++)
        for (uint32_t col = 0; col < g->cols; col++) {
            double center[2];
            center_of(g, row, col, center);
            const tlb_roo_sector *sector =
                tlb_roo_leaf_sector(g->room, tlb_roo_leaf_at_counted(g->room, center[0], center[1], g->work));
            sectors[(size_t)row * g->cols + col] =
                (uint16_t)(sector ? sector - g->room->sectors.data + 1 : 0);
        }
    return goes_on(g);
}

/* --- blocks of cells ---------------------------------------------------------------------------------- */

/* Columns and rows. */
typedef struct block {
    uint16_t first[2], end[2];
} block;

/* Those of a block whose middles are no farther than that from a box. */
static block near_box(const roo_grid *g, block all, const double least[2], const double most[2], double reach)
{
    for (int axis = 0; axis < 2; axis++) {
        double first = ceil((least[axis] - reach) / g->size - 0.5),
               last = floor((most[axis] + reach) / g->size - 0.5);
        if (!(first <= last && first < all.end[axis] && last >= all.first[axis]))
            return (block){0};
        if (first > all.first[axis])
            all.first[axis] = (uint16_t)first;
        if (last + 1 < all.end[axis])
            all.end[axis] = (uint16_t)(last + 1);
    }
    return all;
}

/* --- a wall in the way -------------------------------------------------------------------------------- */

typedef struct move_steps {
    double ends[TLB_ROO_DIRECTIONS][ROO_MOVE_STEPS][2]; /* from where the move begins */
} move_steps;

typedef struct barrier {
    const tlb_roo_node *node;
    double least[2], most[2]; /* the steps that end in here may meet it */
    double square;            /* of the length of the line's a and b */
    double far, reach;        /* no step meets it, no move of the cell does, from this line value on */
    roo_passage passages[2];  /* from its negative side, from its positive side */
} barrier;

static double value_at(const tlb_roo_node *node, const double at[2])
{
    return node->a * at[0] + node->b * at[1] + node->c;
}

/* False: it lets everybody through. */
static bool set_barrier(const roo_grid *g, const tlb_roo_node *node, const tlb_roo_client_wall *wall,
                        barrier *b)
{
    b->node = node;
    for (int positive = 0; positive < 2; positive++)
        b->passages[positive] = tlb_roo_passage_of(g->room, wall, positive);
    if (b->passages[0].open && b->passages[1].open)
        return false;
    for (int axis = 0; axis < 2; axis++) {
        b->least[axis] = fmin(wall->start[axis], wall->end[axis]) - g->margin;
        b->most[axis] = fmax(wall->start[axis], wall->end[axis]) + g->margin;
    }
    b->square = node->a * node->a + node->b * node->b;
    /* Whole margins are cut off in builders of integers; the rest is for the digits that are lost. */
    b->far = (sqrt(b->square) + (g->whole ? 1 : 0)) * g->margin * 1.001;
    b->reach = b->far + (fabs(node->a) + fabs(node->b)) * g->size * 1.001;
    return true;
}

static bool is_in_box(const barrier *b, const double at[2])
{
    return !(at[0] < b->least[0] || at[0] > b->most[0] || at[1] < b->least[1] || at[1] > b->most[1]);
}

static bool is_met(const roo_grid *g, const barrier *b, const double at[2], double value)
{
    double in_margins = fabs(value) / g->margin;
    if (g->whole)
        in_margins = trunc(in_margins);
    if (!(in_margins * in_margins < b->square))
        return false;
    for (int axis = 0; axis < 2; axis++)
        if (b->node->box[axis] > at[axis] + g->margin || b->node->box[axis + 2] < at[axis] - g->margin)
            return false;
    return true;
}

/* The floor where a move begins, or a step of it. */
static double height_at(const roo_grid *g, uint32_t cell, int step, const double at[2])
{
    if (step)
        return tlb_roo_floor_under(g->room, at, g->slopes, g->work);
    const tlb_roo_sector *sector = roo_sector(g->room, g->sectors[cell]);
    return sector ? tlb_roo_floor_height(sector, at, g->slopes) : 0;
}

/* Whether a wall is in the way of a move in one direction; `value`: of its line, where the move begins. */
static bool is_closed(const roo_grid *g, const barrier *b, uint32_t cell, const double from[2], double value,
                      const double (*ends)[2])
{
    double old[2] = {from[0], from[1]}, new[2];
    for (int i = 0; i < ROO_MOVE_STEPS; i++) {
        for (int axis = 0; axis < 2; axis++)
            new[axis] = from[axis] + ends[i][axis];
        double was = value;
        value = value_at(b->node, new);
        if (is_in_box(b, new) && is_met(g, b, new, value)) {
            const roo_passage *passage = &b->passages[was > 0];
            bool leaves = fabs(value) > fabs(was) && is_in_box(b, old);
            if (!leaves && !passage->open &&
                (passage->closed || !tlb_roo_passage_lets(passage, height_at(g, cell, i, old))))
                return true;
        }
        memcpy(old, new, sizeof old);
    }
    return false;
}

/* --- cells around a wall ------------------------------------------------------------------------------ */

static void set_steps(const roo_grid *g, uint32_t row, uint32_t col, move_steps *steps)
{
    static const double zero[2] = {0, 0};
    double center[2], to[2];
    center_of(g, row, col, center);
    for (int k = 0; k < TLB_ROO_DIRECTIONS; k++) {
        tlb_roo_neighbour(g->size, g->rows, g->cols, row, col, k, to);
        for (int axis = 0; axis < 2; axis++)
            to[axis] -= center[axis];
        for (int i = 0; i < ROO_MOVE_STEPS; i++)
            tlb_roo_step_end(zero, to, i + 1, steps->ends[k][i]);
    }
}

/* Whether moves that do not change an axis, or go along it, can come into the barrier's box: by change + 1.
 */
static void find_ways(const roo_grid *g, const barrier *b, const double from[2], bool ways[2][3])
{
    for (int axis = 0; axis < 2; axis++) {
        double at = from[axis], back = at - g->size, on = at + g->size;
        ways[axis][0] = !(at < b->least[axis] || back > b->most[axis]);
        ways[axis][1] = !(at < b->least[axis] || at > b->most[axis]);
        ways[axis][2] = !(on < b->least[axis] || at > b->most[axis]);
    }
}

static uint8_t close_moves(const roo_grid *g, const barrier *b, uint32_t cell, const double from[2],
                           double value, const move_steps *steps, uint8_t open)
{
    bool ways[2][3];
    find_ways(g, b, from, ways);
    for (int k = 0; k < TLB_ROO_DIRECTIONS; k++) {
        const int8_t *direction = tlb_roo_directions[k];
        const double *whole = steps->ends[k][ROO_MOVE_STEPS - 1];
        double end = value + b->node->a * whole[0] + b->node->b * whole[1];
        if (!(open >> k & 1) || !ways[0][direction[0] + 1] || !ways[1][direction[1] + 1] ||
            (value > b->far && end > b->far) || (value < -b->far && end < -b->far))
            continue;
        ++*g->work;
        if (is_closed(g, b, cell, from, value, steps->ends[k]))
            open &= (uint8_t) ~(1u << k);
    }
    return open;
}

static bool is_inner(const roo_grid *g, uint32_t row, uint32_t col)
{
    return row > 0 && col > 0 && row + 1 < g->rows && col + 1 < g->cols;
}

static void close_around(const roo_grid *g, const barrier *b, block around, const move_steps *inner,
                         uint8_t *moves)
{
    move_steps border = {0};
    for (uint32_t row = around.first[1]; row < around.end[1]; row++)
        for (uint32_t col = around.first[0]; col < around.end[0]; col++) {
            uint32_t cell = row * g->cols + col;
            double center[2];
            center_of(g, row, col, center);
            double value = value_at(b->node, center);
            ++*g->work;
            if (!moves[cell] || value > b->reach || value < -b->reach)
                continue;
            bool is_border = !is_inner(g, row, col);
            if (is_border)
                set_steps(g, row, col, &border);
            moves[cell] = close_moves(g, b, cell, center, value, is_border ? &border : inner, moves[cell]);
        }
}

static void close_by_walls(const roo_grid *g, const tlb_roo_node *node, block around, const move_steps *inner,
                           uint8_t *moves)
{
    const tlb_roo_client_wall *wall = roo_wall(g->room, node->firstWall);
    for (; wall && goes_on(g); wall = roo_next_wall(g->room, wall)) {
        barrier b;
        ++*g->work;
        if (set_barrier(g, node, wall, &b)) {
            /* A move ends no farther than one cell away. */
            close_around(g, &b, near_box(g, around, b.least, b.most, g->size), inner, moves);
        }
    }
}

/* --- all walls ---------------------------------------------------------------------------------------- */

/* The nodes that are left to be gone to, each with the cells that are near all nodes above it. */
typedef struct pending {
    uint32_t count;
    uint16_t nodes[ROO_MOST_PENDING];
    block around[ROO_MOST_PENDING];
} pending;

static void add_child(pending *p, uint16_t node, block around)
{
    if (!node || p->count == ROO_MOST_PENDING)
        return;
    p->nodes[p->count] = node;
    p->around[p->count++] = around;
}

bool tlb_roo_grid_moves(const roo_grid *g, uint8_t *moves)
{
    const tlb_roo *room = g->room;
    pending p = {.count = 0};
    move_steps inner = {0};
    memset(moves, UINT8_MAX, (size_t)g->rows * g->cols);
    if (!g->rows || !g->cols)
        return true;
    roo_grid middle = *g;
    middle.rows = middle.cols = 3;
    set_steps(&middle, 1, 1, &inner);
    add_child(&p, 1, (block){{0, 0}, {(uint16_t)g->cols, (uint16_t)g->rows}});
    for (uint32_t left = room->nodes.count; left && p.count && goes_on(g); left--) {
        uint16_t number = p.nodes[--p.count];
        ++*g->work;
        if (number > room->nodes.count)
            continue;
        const tlb_roo_node *node = &room->nodes.data[number - 1];
        block around = near_box(g, p.around[p.count], node->box, node->box + 2, g->size + g->margin);
        if (node->type != TLB_ROO_INTERNAL || around.first[0] == around.end[0])
            continue;
        add_child(&p, node->negativeChild, around);
        add_child(&p, node->positiveChild, around);
        close_by_walls(g, node, around, &inner, moves);
    }
    return goes_on(g);
}
