/* Rays through a geometry: what its tree says against its surfaces, one by one. */
#ifndef TLB_TESTS_DIG_RAYS_H
#define TLB_TESTS_DIG_RAYS_H

#include "shares.h"
#include "trilobite/formats/dig.h"

typedef struct dig_rays {
    share rays;     /* the tree and the surfaces have the first hit in one place, or none */
    share surfaces; /* hits that have a surface */
} dig_rays;

/* Up to `most` rays within the box, those that start in empty space. Where one passes an edge by less than
 * `near` meters, or grazes a surface, rounding decides: it does not count. */
void dig_rays_cast(const tlb_dig *dig, int most, double near, dig_rays *rays);

#endif
