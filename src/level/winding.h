/* Convex polygons cut by planes. Each edge knows the plane along which it runs, so that a corner is the
 * meeting of three planes and no error adds up. */
#ifndef TLB_LEVEL_WINDING_H
#define TLB_LEVEL_WINDING_H

#include "base/arena.h"

/* n . p - d */
typedef struct tlb_solid_plane {
    double normal[3], distance;
} tlb_solid_plane;

static inline double tlb_plane_above(const tlb_solid_plane *plane, const double at[3])
{
    return plane->normal[0] * at[0] + plane->normal[1] * at[1] + plane->normal[2] * at[2] - plane->distance;
}

#define TLB_WINDING_LOOSE UINT32_MAX

typedef struct tlb_winding_corner {
    double at[3];
    uint32_t edge; /* the plane along which the edge from it runs; TLB_WINDING_LOOSE: none is known */
} tlb_winding_corner;

typedef struct tlb_winding {
    tlb_winding_corner *corners;
    uint32_t count; /* 0, or at least 3 */
} tlb_winding;

/* Which sides of a plane have corners that are farther than TLB_LEVEL_NEAR from it; none: it lies in the
 * plane. */
enum { TLB_WINDING_ABOVE = 1, TLB_WINDING_BELOW = 2 };
unsigned tlb_winding_sides(const tlb_winding *winding, const tlb_solid_plane *plane);

/* Its parts above and below `cut`; `face` is its own plane, both of `planes`. False: no memory. */
bool tlb_winding_split(const tlb_winding *winding, const tlb_solid_plane *planes, uint32_t face, uint32_t cut,
                       tlb_arena *arena, tlb_winding *above, tlb_winding *below);

/* Its area vector, twice the area long: along the normal if it goes around that counter-clockwise. */
void tlb_winding_area(const tlb_winding *winding, double area[3]);
void tlb_winding_box(const tlb_winding *winding, double low[3], double high[3]);

#endif
