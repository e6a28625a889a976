/* Polygons of any shape, as files have them: their plane, their triangles, and how high they are. */
#ifndef TLB_SCENE_GEOMETRY_POLYGON_H
#define TLB_SCENE_GEOMETRY_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

/* Newell's normal: twice the area long, towards where the corners go around counter-clockwise. */
void tlb_polygon_normal(const float (*corners)[3], uint32_t count, double normal[3]);

/* count - 2 triangles, three corner numbers each, in the polygon's own sense. A convex polygon becomes a fan
 * from its first corner; of others ears are cut off, as long as there is `effort` (in comparisons, which it
 * lessens), and then the rest is a fan. `links` has capacity for `count` numbers. */
void tlb_polygon_triangulate(const float (*corners)[3], uint32_t count, const double normal[3],
                             uint64_t *effort, uint32_t *links, uint32_t (*triangles)[3]);

/* Whether a polygon is at least that high over the longest way from its first corner: that its middle can be
 * told from its edges. */
bool tlb_polygon_is_high(double (*corners)[3], uint32_t count, double least);
void tlb_polygon_middle(double (*corners)[3], uint32_t count, double middle[3]);

#endif
