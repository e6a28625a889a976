/* Moving in a room by the rules of roomedit. */
#include "formats/meridian/roo/moves.h"

#include <math.h>

/* --- moves -------------------------------------------------------------------------------------------- */

/* A step of a move, from old to new. */
typedef struct roo_step {
    double old[2], new[2];
    double margin; /* how close one comes to walls */
} roo_step;

/* Editor units. */
enum { HIGHEST_STEP = 24, LEAST_HEADROOM = 48 };

void tlb_roo_step_end(const double from[2], const double to[2], int i, double end[2])
{
    for (int axis = 0; axis < 2; axis++)
        end[axis] = from[axis] + trunc((to[axis] - from[axis]) * i / ROO_MOVE_STEPS);
}

double tlb_roo_floor_height(const tlb_roo_sector *sector, const double at[2], bool slopes)
{
    if (!slopes)
        return sector->floorHeight;
    return floor(tlb_roo_floor_at(sector, at[0], at[1]) / TLB_ROO_EDITOR_UNIT + 0.5);
}

double tlb_roo_floor_under(const tlb_roo *room, const double at[2], bool slopes, uint64_t *work)
{
    const tlb_roo_sector *sector =
        tlb_roo_leaf_sector(room, tlb_roo_leaf_at_counted(room, at[0], at[1], work));
    return sector ? tlb_roo_floor_height(sector, at, slopes) : 0;
}

tlb_status tlb_roo_count_work(tlb_account *account, uint64_t work, uint64_t *counted)
{
    enum { A_STEP = 100, AT_ONCE = 100 * A_STEP };
    uint64_t steps = (work - *counted) / A_STEP;
    if (work - *counted < AT_ONCE)
        return TLB_OK;
    *counted += steps * A_STEP;
    return tlb_work(account, steps);
}

static bool is_within(const double at[2], const tlb_roo_client_wall *wall, double margin)
{
    for (int axis = 0; axis < 2; axis++)
        if (at[axis] < fmin(wall->start[axis], wall->end[axis]) - margin ||
            at[axis] > fmax(wall->start[axis], wall->end[axis]) + margin)
            return false;
    return true;
}

roo_passage tlb_roo_passage_of(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive)
{
    static const double depths[] = {0, 12, 25, 38};
    const tlb_roo_sidedef *sidedef =
        roo_sidedef(room, positive ? wall->positiveSidedef : wall->negativeSidedef);
    const tlb_roo_sector *here = roo_sector(room, positive ? wall->positiveSector : wall->negativeSector),
                         *there = roo_sector(room, positive ? wall->negativeSector : wall->positiveSector);
    if (!sidedef)
        return (roo_passage){.open = true};
    if (!(sidedef->flags & TLB_ROO_WALL_PASSABLE))
        return (roo_passage){.closed = true};
    here = here ? here : there;
    there = there ? there : here;
    if (!here || (!sidedef->belowBitmap && !sidedef->aboveBitmap))
        return (roo_passage){.open = true};
    return (roo_passage){.has_below = sidedef->belowBitmap != 0,
                         .has_above = sidedef->aboveBitmap != 0,
                         .bottom = fmax(here->floorHeight, there->floorHeight),
                         .top = fmin(here->ceilingHeight, there->ceilingHeight),
                         .depth = depths[there->flags & TLB_ROO_SECTOR_DEPTH_MASK]};
}

bool tlb_roo_passage_lets(const roo_passage *passage, double z)
{
    if (passage->open || passage->closed)
        return passage->open;
    return (!passage->has_below || passage->bottom - z - passage->depth <= HIGHEST_STEP) &&
           (!passage->has_above || passage->top - z >= LEAST_HEADROOM);
}

bool tlb_roo_wall_lets_pass(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive, double z)
{
    roo_passage passage = tlb_roo_passage_of(room, wall, positive);
    return tlb_roo_passage_lets(&passage, z);
}

/* Whether the walls of one node let a step be made. */
static bool node_allows_step(const tlb_roo *room, const tlb_roo_node *node, const roo_step *step)
{
    const double *p = step->new, *q = step->old;
    uint64_t work = 0;
    double distance = node->a * p[0] + node->b * p[1] + node->c,
           was = node->a * q[0] + node->b * q[1] + node->c;
    double in_margins = fabs(distance) / step->margin;
    if (!(in_margins * in_margins < node->a * node->a + node->b * node->b))
        return true;
    for (const tlb_roo_client_wall *wall = roo_wall(room, node->firstWall); wall;
         wall = roo_next_wall(room, wall)) {
        if (!is_within(p, wall, step->margin))
            continue;
        bool leaves = fabs(distance) > fabs(was) && is_within(q, wall, step->margin);
        if (!leaves &&
            !tlb_roo_wall_lets_pass(room, wall, was > 0, tlb_roo_floor_under(room, q, true, &work)))
            return false;
    }
    return true;
}

static bool step_is_legal(const tlb_roo *room, const roo_step *step)
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
    roo_step step = {.margin = mover == TLB_ROO_PLAYER ? ROO_PLAYER_MARGIN : ROO_MONSTER_MARGIN};
    tlb_roo_step_end(from, to, 0, step.new);
    for (int i = 1; i <= ROO_MOVE_STEPS; i++) {
        for (int axis = 0; axis < 2; axis++)
            step.old[axis] = step.new[axis];
        tlb_roo_step_end(from, to, i, step.new);
        if (!step_is_legal(room, &step))
            return false;
    }
    return true;
}

const int8_t tlb_roo_directions[TLB_ROO_DIRECTIONS][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                                          {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};

void tlb_roo_neighbour(double size, uint32_t rows, uint32_t cols, uint32_t row, uint32_t col, int direction,
                       double to[2])
{
    to[0] = fmin(fmax((col + 0.5 + tlb_roo_directions[direction][0]) * size, 0), cols * size);
    to[1] = fmin(fmax((row + 0.5 + tlb_roo_directions[direction][1]) * size, 0), rows * size);
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
        tlb_roo_neighbour(size, rows, cols, row, col, k, to);
        if (tlb_roo_can_move(room, mover, center, to))
            bits |= (uint8_t)(1u << k);
    }
    return bits;
}
