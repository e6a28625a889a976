/* The ground in a square of a grid of heights, which two triangles make. */
#ifndef TLB_SCENE_GEOMETRY_GROUND_H
#define TLB_SCENE_GEOMETRY_GROUND_H

#include <stdbool.h>

typedef struct tlb_ground {
    float height, slope_x, slope_y; /* meters, and meters a meter */
} tlb_ground;

typedef struct tlb_ground_square {
    float south_west, south_east, north_west, north_east; /* heights */
    float side;
    bool rises; /* the triangles meet from south-west to north-east */
} tlb_ground_square;

/* `u` and `v` go from 0 in the west and the south to 1. */
tlb_ground tlb_ground_at(const tlb_ground_square *square, float u, float v);

#endif
