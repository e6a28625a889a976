/* Making BSP trees: of convex hulls, whose union is solid, or of polygons that bound what is solid. */
#ifndef TLB_FORMATS_TORQUE_DIF_BSP_H
#define TLB_FORMATS_TORQUE_DIF_BSP_H

#include "formats/torque/dif/dif.h"

/* How near a plane a corner is on it. */
#define DIF_BSP_ON 0.0005

/* A child is a node, or the number of a leaf with one of these bits. */
enum { DIF_BSP_SOLID = 1 << 30, DIF_BSP_EMPTY = 1 << 29 };

typedef struct dif_bsp_part {
    uint32_t plane;       /* of the interior */
    uint32_t children[2]; /* before and behind it */
} dif_bsp_part;

/* Node 0 is the root; each node precedes those below it, the front ones first. */
typedef struct dif_bsp {
    TLB_LIST(dif_bsp_part) nodes;
    uint32_t solid_count, empty_count;
} dif_bsp;

/* What a tree is made of: the hulls of an interior, which have to enclose volumes, or else its surfaces and
 * null surfaces, split further at its portals. */
typedef struct dif_bsp_source {
    const tlb_dif_interior *interior;
    bool of_hulls;
    const uint8_t *not_hulls, *not_nulls; /* for each hull and null surface: it is not in the tree */
    uint64_t steps;                       /* pieces that may be cut */
} dif_bsp_source;

/* TLB_INVALID: there is nothing to split, or too much. */
tlb_status tlb_dif_make_bsp(tlb_arena *arena, const dif_bsp_source *source, dif_bsp *bsp);

/* A convex polygon that is cut at planes; memory from an arena. */
typedef struct dif_polygon_piece {
    uint32_t count;
    double (*corners)[3];
} dif_polygon_piece;

/* A polygon on a plane that covers all within `reach` of the middle. False without memory, like the next. */
bool tlb_dif_cover_plane(tlb_arena *arena, const float plane[4], const double middle[3], double reach,
                         dif_polygon_piece *piece);
/* What of a polygon is before a plane, if anything: fewer than three corners are nothing. */
bool tlb_dif_cut_piece(tlb_arena *arena, const dif_polygon_piece *piece, const float plane[4],
                       dif_polygon_piece *front);
/* How far a polygon is before and behind a plane. */
void tlb_dif_measure_piece(const dif_polygon_piece *piece, const float plane[4], double *low, double *high);

#endif
