/* How one moves in a room: what single moves and the grids of all moves share. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_MOVES_H
#define TLB_FORMATS_MERIDIAN_ROO_MOVES_H

#include "base/arena.h"
#include "formats/meridian/roo/roo.h"

/* A move is made in steps; how close one comes to walls. */
enum { ROO_MOVE_STEPS = 5, ROO_PLAYER_MARGIN = 256, ROO_MONSTER_MARGIN = 64 };

/* moves.c. Where the i-th step of a move ends. */
void tlb_roo_step_end(const double from[2], const double to[2], int i, double end[2]);

/* The columns and rows from a cell to its neighbour in a direction (TLB_ROO_NORTH …). */
extern const int8_t tlb_roo_directions[TLB_ROO_DIRECTIONS][2];
/* Where a move from a cell of a grid in a direction goes: the middle of the neighbour, or the border where
 * there is none. */
void tlb_roo_neighbour(double size, uint32_t rows, uint32_t cols, uint32_t row, uint32_t col, int direction,
                       double to[2]);

/* The floor at a point in editor units; 0 outside. Adds the nodes and walls looked at to `work`. */
double tlb_roo_floor_under(const tlb_roo *room, const double at[2], bool slopes, uint64_t *work);

/* Whom a wall lets through from one of its sides. */
typedef struct roo_passage {
    bool open, closed;         /* everybody, nobody; else by the height that one is at */
    bool has_below, has_above; /* its parts below and above the opening */
    double bottom, top;        /* of the opening, editor units */
    double depth;              /* by which one stands deeper behind it */
} roo_passage;

roo_passage tlb_roo_passage_of(const tlb_roo *room, const tlb_roo_client_wall *wall, bool positive);
bool tlb_roo_passage_lets(const roo_passage *passage, double z);

/* grid_moves.c. A grid being made: rows and columns of cells of `size`. */
typedef struct roo_grid {
    const tlb_roo *room;
    double size, margin;
    bool slopes; /* floors slope; else they are as high as their sectors say */
    bool whole;  /* distances are integers, as in builders of integers */
    uint32_t rows, cols;
    const uint16_t *sectors; /* under the middle of each cell (tlb_roo_grid_sectors) */
    uint64_t *work, most_work;
    tlb_account *account; /* whose work it is, too */
    uint64_t *counted;    /* so much of `work` is */
} roo_grid;

/* Counts nodes and walls that were looked at as work of the caller's (max_work), many at once: those from
 * `counted` to `work`. Not TLB_OK: the call is to end. */
tlb_status tlb_roo_count_work(tlb_account *account, uint64_t work, uint64_t *counted);

/* Of each cell the sector under its middle, from 1; 0: none. False: too much work, or the call is to end. */
bool tlb_roo_grid_sectors(const roo_grid *g, uint16_t *sectors);
/* Of each cell the directions that one can go in, as bits. False: as above. */
bool tlb_roo_grid_moves(const roo_grid *g, uint8_t *moves);

#endif
