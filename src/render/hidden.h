/* What is hidden from outside. */
#ifndef TLB_RENDER_HIDDEN_H
#define TLB_RENDER_HIDDEN_H

#include "render/triangles.h"

/* Whether a triangle stands between a point and who looks at it from far away, from where `way` points. */
bool tlb_is_hidden(const tlb_triangles *triangles, const double point[3], const double way[3]);

/* Whether little of all there is can be seen by who goes around it, far away: samples of a bounded number
 * tell. */
bool tlb_is_mostly_hidden(const tlb_triangles *triangles, const double way[3]);

#endif
