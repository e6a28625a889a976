/* What reading geometry's numbers comes down to, wherever it is done. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_GEOMETRY_H
#define TLB_FORMATS_DARKSTAR_DIG_GEOMETRY_H

#include "base/range.h"
#include "scene/plane.h"
#include "trilobite/dig.h"

enum { DIG_LAST_MIP = 15 };

/* Whether all that a surface's polygon is made of is there. */
bool dig_has_polygon(const tlb_dig *dig, const tlb_dig_surface *surface);

/* A corner of a polygon that is there. */
static inline const float *dig_corner(const tlb_dig *dig, const tlb_dig_surface *surface, uint32_t corner)
{
    return dig->points3.data[dig->verts.data[surface->vertIdx + corner].pIdx];
}

/* How far within a polygon that is there a point of its plane is, from the nearest edge; negative outside. */
double dig_depth_within(const tlb_dig *dig, const tlb_dig_surface *surface, const float plane[4],
                        const float point[3]);

#endif
