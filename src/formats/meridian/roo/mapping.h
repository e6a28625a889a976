/* How textures lie on walls, floors and ceilings. Coordinates are the scene's: u to the right, v down, in
 * repeats of the texture turned upright. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_MAPPING_H
#define TLB_FORMATS_MERIDIAN_ROO_MAPPING_H

#include "formats/meridian/roo/shape.h"

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

roo_wall_mapping roo_map_wall(const roo_side *side, roo_part part, const roo_texture *texture);
/* The height above which a texture that is not repeated upwards ends; INFINITY where it is. */
double roo_map_ceiling(const roo_wall_mapping *mapping, const roo_side *side, roo_part part);
void roo_wall_uv(const roo_wall_mapping *mapping, const roo_spot *spot, float uv[2]);

/* What must be known of a floor or ceiling to lay its texture on. */
typedef struct roo_plane_mapping {
    const tlb_roo_slope *slope; /* NULL: it is flat */
    bool ceiling;
    double shift[2];              /* the sector's texture origin, client units */
    double origin[3], u[3], v[3]; /* of the slope's axes */
} roo_plane_mapping;

roo_plane_mapping roo_map_plane(const tlb_roo_sector *sector, bool ceiling);
void roo_plane_uv(const roo_plane_mapping *mapping, const double point[3], float uv[2]);

#endif
