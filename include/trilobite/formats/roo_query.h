/* Queries of a room. Everything is in client units, 1024 a square: x east, y SOUTH, z up, from the
 * north-west corner of the room's box. They can be used on any room: what is out of range counts as absent,
 * and trees with cycles end. */
#ifndef TRILOBITE_FORMATS_ROO_QUERY_H
#define TRILOBITE_FORMATS_ROO_QUERY_H

#include "trilobite/formats/roo.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The node, from 1, of the leaf at a point; 0: outside every sector. What clients do: on a line, that is
 * within 0.001 in the line's own measure, the + child if there is one. Leaves that old builders kept outside
 * every sector count as outside. */
TLB_API uint16_t tlb_roo_leaf_at(const tlb_roo *room, double x, double y);

/* The sector of a leaf, or at a point; NULL: none. */
TLB_API const tlb_roo_sector *tlb_roo_leaf_sector(const tlb_roo *room, uint16_t leaf);
TLB_API const tlb_roo_sector *tlb_roo_sector_at(const tlb_roo *room, double x, double y);

/* --- moving ------------------------------------------------------------------------------------------- */

/* Who moves: players keep 256 units away from walls, monsters 64. */
typedef enum tlb_roo_mover { TLB_ROO_PLAYER, TLB_ROO_MONSTER } tlb_roo_mover;

/* Directions, as grids count their bits. */
enum {
    TLB_ROO_NORTH,
    TLB_ROO_NORTH_EAST,
    TLB_ROO_EAST,
    TLB_ROO_SOUTH_EAST,
    TLB_ROO_SOUTH,
    TLB_ROO_SOUTH_WEST,
    TLB_ROO_WEST,
    TLB_ROO_NORTH_WEST,
    TLB_ROO_DIRECTIONS
};

/* Whether one can go straight from one point to another, by the rules that grids are made with: five steps;
 * each must keep the mover's distance from walls that are not passable, that are a step of more than 24
 * editor units up, wading counted, or leave less than 48 above. */
TLB_API bool tlb_roo_can_move(const tlb_roo *room, tlb_roo_mover mover, const double from[2],
                              const double to[2]);

/* Which of the eight neighbours one can go to from a cell of a grid, as the grid's bits: from the middle of
 * the cell, `size` client units wide (1024, or 256 of the hi-res grid), to theirs; beyond the room's box, to
 * its border. Rows and columns count from 0. Grids of versions other than 14 were made without regard to
 * slopes, which can make a difference. */
TLB_API uint8_t tlb_roo_moves_from(const tlb_roo *room, tlb_roo_mover mover, uint32_t size, uint32_t row,
                                   uint32_t col);

/* --- rays --------------------------------------------------------------------------------------------- */

typedef enum tlb_roo_hit_kind {
    TLB_ROO_HIT_FLOOR,
    TLB_ROO_HIT_CEILING,
    TLB_ROO_HIT_BELOW,  /* the part of a wall below the higher floor */
    TLB_ROO_HIT_NORMAL, /* between the higher floor and the lower ceiling */
    TLB_ROO_HIT_ABOVE,  /* above the lower ceiling */
    TLB_ROO_HIT_OUTSIDE /* no wall, but no sector goes on: the room is open there */
} tlb_roo_hit_kind;

typedef struct tlb_roo_hit {
    tlb_roo_hit_kind kind;
    bool start_solid; /* the ray begins outside every sector, under a floor or above a ceiling: t is 0 */
    double t;         /* 0 to 1, from start to end */
    double point[3];
    uint16_t leaf; /* the node, from 1, of the leaf in which the ray ends; 0: none */
    uint16_t wall; /* the client wall, from 1, of a hit on one; else 0 */
    bool positive; /* it was hit on its + side */
} tlb_roo_hit;

/* The first thing solid on the way from start to end; false: none. Floors and ceilings are solid, also those
 * without bitmap (sky); so is everything outside. Of a wall the parts above and below are solid by the
 * heights of the sectors on both sides, whatever is drawn there; the part between is solid where there is no
 * sector behind it, or the side that the ray comes from has a sidedef that is not PASSABLE. */
TLB_API bool tlb_roo_cast_ray(const tlb_roo *room, const double start[3], const double end[3],
                              tlb_roo_hit *hit);

/* --- paths -------------------------------------------------------------------------------------------- */

/* A leaf on the way, and where it is entered: x, y. */
typedef struct tlb_roo_path_step {
    uint16_t leaf;
    double at[2];
} tlb_roo_path_step;

typedef struct tlb_roo_path {
    bool found;
    double length;                      /* client units, seen from above */
    TLB_ARRAY(tlb_roo_path_step) steps; /* the first is where it starts */
} tlb_roo_path;

/* The shortest way from leaf to leaf, for a mover without width, through the middles of the openings between
 * them: what two leaves have of their edges in common, less the walls there that a player could not walk
 * through from that side. Openings narrower than an editor unit are none. The path's memory is the
 * document's. TLB_LIMIT: leaves and walls are so dense that it takes far more work than in any known room.
 * TLB_ARGUMENT: the document is not a room. */
TLB_API tlb_status tlb_roo_find_path(tlb_document *document, const double from[2], const double to[2],
                                     tlb_roo_path *path);

#ifdef __cplusplus
}
#endif
#endif
