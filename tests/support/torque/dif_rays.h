/* Rays through an interior against its polygons, one by one. */
#ifndef TLB_TESTS_DIF_RAYS_H
#define TLB_TESTS_DIF_RAYS_H

#include "trilobite/formats/dif.h"

typedef struct dif_rays {
    uint32_t right, hits;
    char first_wrong[128];
} dif_rays;

/* `count` rays across the bounding box, from outside of it, where nothing is solid. Right: the tree and the
 * polygons, null ones too, have the first hit in one place, or none. */
dif_rays dif_rays_cast(const tlb_dif_interior *interior, uint32_t count);

#endif
