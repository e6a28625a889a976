/* Normals of polygons, and those that vertices get from the polygons around them. */
#ifndef TLB_FORMATS_SENSE8_NFF_NORMALS_H
#define TLB_FORMATS_SENSE8_NFF_NORMALS_H

#include "formats/sense8/nff/nff.h"

/* Whether a polygon can be drawn: three corners or more, all of them there, all numbers finite. */
bool nff_can_draw(const tlb_nff_object *x, const tlb_nff_polygon *polygon);
/* Its corners' positions; `corners` has room for them. */
void nff_corners(const tlb_nff_object *x, const tlb_nff_polygon *polygon, float (*corners)[3]);
/* Of unit length; false: it has no area. */
bool nff_polygon_normal(const float (*corners)[3], uint32_t count, float normal[3]);

/* The most corners that a polygon of the object has. */
uint32_t nff_most_corners(const tlb_nff_object *x);

/* For each vertex with "N" the mean of the normals of the polygons that name it; zero where there are none
 * with an area. Others are left as they are. `corners` has room for nff_most_corners. */
void nff_automatic_normals(const tlb_nff_object *x, float (*corners)[3], float (*normals)[3]);

#endif
