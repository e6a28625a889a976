/* Moving in a room, by the rules that roomedit makes the server's grids with. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_MOVE_H
#define TLB_FORMATS_MERIDIAN_ROO_MOVE_H

#include "formats/meridian/roo/locate.h"

enum { ROO_MOVE_STEPS = 5, ROO_PLAYER_MARGIN = 256, ROO_MONSTER_MARGIN = 64 };

/* A sector's floor at a point in whole editor units; without `slopes`, that of the flat sector. */
double roo_floor_height(const tlb_roo_sector *sector, const double at[2], bool slopes);

/* Whether one standing at height z, in editor units, may go through a wall from its positive side or its
 * negative one. */
bool roo_wall_lets_pass(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive, double z);

/* A step of a move, from old to new. */
typedef struct roo_step {
    double old[2], new[2];
    double margin; /* how close one comes to walls */
    bool slopes;   /* floors slope; else they are as high as their sectors say */
    bool whole;    /* distances are integers, as in builders of integers */
    uint64_t work; /* nodes and walls looked at so far */
} roo_step;

/* Where the i-th step of a move ends. */
void roo_step_end(const double from[2], const double to[2], int i, double end[2]);

/* Whether the walls of one node let a step be made. */
bool roo_step_is_legal(const tlb_roo *room, const tlb_roo_node *node, roo_step *step);

/* Where a move from a cell of a grid in a direction (TLB_ROO_NORTH …) goes: the middle of the neighbour, or
 * the border where there is none. */
void roo_neighbour(double size, uint32_t rows, uint32_t cols, uint32_t row, uint32_t col, int direction,
                   double to[2]);

#endif
