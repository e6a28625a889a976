/* The shapes that a room draws, in client units (x east, y south, z up), and how textures lie on them. The
 * rules are those of the clients: docs/formats/roo.md. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_SHAPE_H
#define TLB_FORMATS_MERIDIAN_ROO_SHAPE_H

#include "trilobite/formats/roo.h"

/* --- leaves ------------------------------------------------------------------------------------------- */

/* Floor or ceiling of a sector at a point. */
double tlb_roo_height(const tlb_roo_sector *sector, bool ceiling, const double point[2]);

/* Three or more points, all finite. */
bool tlb_roo_leaf_has_shape(const tlb_roo_node *leaf);

/* Twice the area of a leaf, positive when its points run clockwise seen from above. */
double tlb_roo_leaf_area(const tlb_roo_node *leaf);

/* --- walls -------------------------------------------------------------------------------------------- */

typedef enum roo_part { ROO_BELOW, ROO_NORMAL, ROO_ABOVE, ROO_PARTS } roo_part;

static inline uint16_t roo_part_bitmap(const tlb_roo_sidedef *sidedef, roo_part part)
{
    return part == ROO_BELOW    ? sidedef->belowBitmap
           : part == ROO_NORMAL ? sidedef->normalBitmap
                                : sidedef->aboveBitmap;
}

/* A wall as seen from one of its sides. Arrays of two are the left end and the right
 * end. */
typedef struct roo_side {
    const tlb_roo_sidedef *sidedef;
    const tlb_roo_sector *own; /* whose light falls on it; NULL: no sector is near */
    double ends[2][2];
    bool two_sided;   /* there is a sector on the other side too */
    bool transparent; /* one of the wall's sides says so: index 254 of its bitmaps is not drawn */
    int16_t x_offset, y_offset;
    double own_floor[2], own_ceiling[2], other_floor[2], other_ceiling[2];
} roo_side;

/* ROO_NO_SIDE: there is no sidedef. ROO_BAD_SIDE: its sidedef or a sector does not exist, or an end is no
 * number. */
typedef enum roo_side_kind { ROO_NO_SIDE, ROO_BAD_SIDE, ROO_SIDE } roo_side_kind;
roo_side_kind tlb_roo_side_of(const tlb_roo *roo, const tlb_roo_client_wall *wall, bool positive,
                              roo_side *side);

/* Heights between which a part lies; the top may be below the bottom. */
typedef struct roo_span {
    double bottom[2], top[2];
} roo_span;
/* What of a part can be seen from the side: nothing where the top is below the bottom. */
roo_span tlb_roo_part_seen(const roo_side *side, roo_part part);
/* The part as clients draw it, with what is hidden: textures are laid on from its edges. */
roo_span tlb_roo_part_drawn(const roo_side *side, roo_part part);

/* A point of a wall: how far along it from the left, 0 to 1, and its height. */
typedef struct roo_spot {
    double along, z;
} roo_spot;

enum { ROO_CORNERS = 5 };

/* The corners of what lies between bottom and top, counter-clockwise from the lower left, cut off above
 * `ceiling` (INFINITY: not). 0: nothing of it is as high as a client unit. */
uint32_t tlb_roo_span_corners(const roo_span *span, double ceiling, roo_spot corners[ROO_CORNERS]);

void tlb_roo_spot_place(const roo_side *side, const roo_spot *spot, double place[3]);

/* --- textures ----------------------------------------------------------------------------------------- */

/* Coordinates are the scene's: u to the right, v down, in repeats of the texture turned upright. */

/* A texture turned upright: width is what the file calls height. */
typedef struct roo_texture {
    double width, height; /* pixels */
    double shrink;        /* pixels for an editor unit */
} roo_texture;

/* u of the two ends, v of a height. */
typedef struct roo_wall_mapping {
    double u[2];
    double anchor, v; /* v at that height */
    double per_unit;  /* v for a client unit, downwards */
} roo_wall_mapping;

roo_wall_mapping tlb_roo_map_wall(const roo_side *side, roo_part part, const roo_texture *texture);
/* The height above which a texture that is not repeated upwards ends; INFINITY where it is. */
double tlb_roo_map_ceiling(const roo_wall_mapping *mapping, const roo_side *side, roo_part part);
void tlb_roo_wall_uv(const roo_wall_mapping *mapping, const roo_spot *spot, float uv[2]);

/* What must be known of a floor or ceiling to lay its texture on. */
typedef struct roo_plane_mapping {
    const tlb_roo_slope *slope; /* NULL: it is flat */
    bool ceiling;
    double shift[2];              /* the sector's texture origin, client units */
    double origin[3], u[3], v[3]; /* of the slope's axes */
} roo_plane_mapping;

roo_plane_mapping tlb_roo_map_plane(const tlb_roo_sector *sector, bool ceiling);
void tlb_roo_plane_uv(const roo_plane_mapping *mapping, const double point[3], float uv[2]);

#endif
