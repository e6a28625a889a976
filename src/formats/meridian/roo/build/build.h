/* The steps of a rebuild, each on the room at hand; new memory comes from the arena, diagnostics go to the
 * context. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_BUILD_BUILD_H
#define TLB_FORMATS_MERIDIAN_ROO_BUILD_BUILD_H

#include "core/format.h"
#include "formats/meridian/roo/tree.h"
#include "trilobite/formats/roo_build.h"

/* Whether floors slope for those who move. */
typedef enum roo_slopes {
    ROO_SLOPES_AS_BUILT, /* by the builder of the version, found by the heights of the hi-res grid */
    ROO_SLOPES_NO,
    ROO_SLOPES_YES
} roo_slopes;

typedef struct roo_building {
    tlb_context *context;
    tlb_arena *arena;
    tlb_roo *room;
    roo_slopes slopes; /* in the grids */
    uint64_t *work;    /* nodes and walls that grids may still look at, lessened; NULL: as a rebuild may */
    /* Of a room of floats without nodes: roomedit's latest where it is ROO_INTEGER. One with nodes is built
     * in the arithmetic that makes its own tree, if there is one. */
    roo_arithmetic arithmetic;
    uint32_t *lost; /* gets how many walls are not in the tree; NULL: a rebuild reports them */
} roo_building;

/* Lists of the room are replaced, never written to. */

/* What the options rebuild and outside want. TLB_ARGUMENT, with BAD_OPTION reported, when they make no sense.
 */
tlb_status tlb_roo_rebuild_if_wanted(const roo_building *b, const tlb_roo_write_options *options);
/* All that roomedit makes anew when it saves. The room is unchanged when it fails. */
tlb_status tlb_roo_build(const roo_building *b, tlb_roo_outside outside);
tlb_status tlb_roo_build_grids(const roo_building *b);
/* Whether floors slope for those who move, in the grids that the room has. */
bool tlb_roo_grids_slope(const tlb_roo *room);

/* Nodes and client walls, to the last digit of a double: grids are made from these. */
tlb_status tlb_roo_make_tree(const roo_building *b, bool keep_outside);
/* In the arithmetic that makes the room's own tree, which is told; ROO_INTEGER for the room's usual one, also
 * where none makes it. */
tlb_status tlb_roo_make_tree_as_built(const roo_building *b, bool keep_outside, roo_arithmetic *found);
/* Reports walls that are not in the tree. */
void tlb_roo_report_lost(const roo_building *b, tlb_code code, uint32_t lost);
/* To floats, as the file holds them. */
void tlb_roo_round_tree(tlb_roo *room);

#endif
