/* The rules of shapes, one file a subject. Parts may be anything: no rule relies on another having held. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_CHECK_H
#define TLB_FORMATS_DARKSTAR_DTS_CHECK_H

#include "formats/darkstar/dts/extent.h"
#include "core/checker.h"

#define DTS_CHECK_INDEX(c, code, index, limit, path, things)                                                 \
    (dts_is_index((index), (limit))                                                                          \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "%d: there are %u %s", (int)(index), (unsigned)(limit), (things)))
#define DTS_CHECK_RANGE(c, code, first, amount, size, path, things)                                          \
    (dts_within((first), (amount), (size))                                                                   \
         ? (void)0                                                                                           \
         : TLB_FIND((c), code, (path), "%d from %d on: there are %u %s", (int)(amount), (int)(first),        \
                    (unsigned)(size), (things)))

void dts_check_tracks(tlb_checker *c, const tlb_dts *shape);
void dts_check_meshes(tlb_checker *c, const tlb_dts *shape);

#endif
