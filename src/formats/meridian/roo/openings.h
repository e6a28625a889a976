/* Where one can go from one leaf to another. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_OPENINGS_H
#define TLB_FORMATS_MERIDIAN_ROO_OPENINGS_H

#include "base/context.h"
#include "trilobite/roo_query.h"

/* What an edge of one leaf and an edge of another have in common, less the walls there. */
typedef struct roo_opening {
    uint16_t to;  /* a node, from 1 */
    double at[2]; /* its middle */
} roo_opening;

typedef struct roo_openings {
    TLB_LIST(roo_opening) list;
    uint32_t *first; /* an entry a node and one more: those out of node i, from 0, begin at first[i] */
} roo_openings;

/* All of them, by the leaf they lead out of. TLB_LIMIT: far more work than in any room known; reported. */
tlb_status roo_find_openings(tlb_context *context, tlb_arena *arena, const tlb_roo *room,
                             roo_openings *openings);

#endif
