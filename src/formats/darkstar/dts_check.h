/* The rules of shapes, one file a subject. Parts may be anything: no rule relies on another having held. */
#ifndef TLB_DARKSTAR_DTS_CHECK_H
#define TLB_DARKSTAR_DTS_CHECK_H

#include "formats/darkstar/dts_room.h"
#include "formats/darkstar/findings.h"

/* Files may name the same part again and again; rules follow them to a bound in proportion to the part. */
enum { DTS_CHECK_SHARED = 8, DTS_CHECK_LEAST = 1 << 16 };

/* Takes `cost` of what is left; false when it is not there. */
static inline bool dts_afford(uint64_t *left, uint64_t cost)
{
    bool there = cost <= *left;
    *left -= there ? cost : 0;
    return there;
}

#define DTS_FIND_INDEX(f, code, index, limit, path, things)                                                  \
    (dts_is_index((index), (limit))                                                                          \
         ? (void)0                                                                                           \
         : FIND((f), code, (path), "%d: there are %u %s", (int)(index), (unsigned)(limit), (things)))
#define DTS_FIND_RANGE(f, code, first, amount, size, path, things)                                           \
    (dts_within((first), (amount), (size)) ? (void)0                                                         \
                                           : FIND((f), code, (path), "%d from %d on: there are %u %s",       \
                                                  (int)(amount), (int)(first), (unsigned)(size), (things)))

void dts_check_tracks(finder *f, const tlb_dts *shape);
void dts_check_meshes(finder *f, const tlb_dts *shape);
/* The shape at rest against its bounds and radius. */
void dts_check_extent(finder *f, const tlb_dts *shape);

#endif
