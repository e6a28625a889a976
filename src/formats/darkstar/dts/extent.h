/* How far a shape reaches at rest. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_EXTENT_H
#define TLB_FORMATS_DARKSTAR_DTS_EXTENT_H

#include "formats/darkstar/dts/dts.h"
#include "scene/box.h"

/* The first vertices of a frame are its box. */
enum { DTS_BOX_VERTICES = 2 };

/* Files may name the same part again and again; work on them is bounded in proportion to the part. */
enum { DTS_SHARED = 8, DTS_LEAST = 1 << 16 };

/* Takes `cost` of what is left; false when it is not there. */
static inline bool dts_afford(uint64_t *left, uint64_t cost)
{
    bool there = cost <= *left;
    *left -= there ? cost : 0;
    return there;
}

typedef struct dts_extent {
    tlb_box box;  /* empty when nothing is drawn */
    float radius; /* about the shape's center */
} dts_extent;

/* Of what is drawn of the finest detail, in the space of the shape's center: to version 7 that of node 0. */
tlb_status dts_measure(tlb_context *context, const tlb_dts *shape, dts_extent *extent);

#endif
