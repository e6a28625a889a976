/* Polygons cut at the planes of the BSP tree. */
#ifndef TLB_FORMATS_DARKSTAR_DIG_CUT_H
#define TLB_FORMATS_DARKSTAR_DIG_CUT_H

#include "core/checker.h"
#include "formats/darkstar/dig/dig.h"

enum {
    DIG_MOST_DEEP = 512,  /* levels that are gone down; no tree of a real interior is half as deep */
    DIG_MOST_CORNERS = 48 /* of polygons that are cut; real ones have 21 */
};
/* What is cut has a corner more for each plane at most. */
typedef double dig_polygon[DIG_MOST_CORNERS + 16][3];

/* `corners` are what the tree leaves of a polygon in a leaf, if that is high enough for its middle to be told
 * from its edges. */
typedef void dig_visit(void *context, uint32_t leaf, double (*corners)[3], uint32_t count);

typedef struct dig_cutter {
    const tlb_dig *dig;
    uint64_t steps; /* nodes that may still be looked at */
    uint32_t depth;
    dig_polygon *parts; /* as many as `depth`; the polygon is parts[0] */
    dig_visit *visit;
    void *context;
} dig_cutter;

static inline double dig_distance(const float plane[4], const double point[3])
{
    return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] + plane[3];
}

static inline uint32_t dig_leaf_of(int32_t child)
{
    return (uint32_t)(-(child + 1));
}

/* False without memory. */
bool tlb_dig_cutter_init(tlb_checker *c, const tlb_dig *dig, uint64_t steps, dig_cutter *cutter);
/* Visits the leaves below a child that parts[0] reaches. */
void tlb_dig_cut(dig_cutter *cutter, int32_t child, uint32_t count);
/* What lies before a plane, or less than the margin behind it. Returns how many corners `out` has. */
uint32_t tlb_dig_cut_behind(const float plane[4], double margin, double (*in)[3], uint32_t count,
                            dig_polygon out);

#endif
