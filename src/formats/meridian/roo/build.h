/* The steps of a rebuild, each on the room at hand; new memory comes from the arena, diagnostics go to the
 * context. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_BUILD_H
#define TLB_FORMATS_MERIDIAN_ROO_BUILD_H

#include "core/format.h"
#include "formats/meridian/roo/tree.h"
#include "trilobite/formats/roo_build.h"

/* Whether floors slope for those who move. */
typedef enum roo_slopes {
    ROO_SLOPES_AS_BUILT, /* by the builder of the version, told by the heights of the hi-res grid there is */
    ROO_SLOPES_NO,
    ROO_SLOPES_YES
} roo_slopes;

typedef struct roo_building {
    tlb_context *context;
    tlb_arena *arena;
    tlb_roo *room;
    roo_slopes slopes; /* in the grids */
    uint64_t *work;    /* nodes and walls that grids may still look at, lessened; NULL: as a rebuild may */
} roo_building;

/* Lists of the room are replaced, never written to. */

/* What --rebuild and --outside want. TLB_ARGUMENT, with BAD_OPTION reported, when they make no sense. */
tlb_status tlb_roo_rebuild_if_wanted(const roo_building *b, const tlb_convert_options *options);
tlb_status tlb_roo_build_grids(const roo_building *b);

/* Nodes and client walls, to the last digit of a double: grids are made from these. */
tlb_status tlb_roo_make_tree(const roo_building *b, bool keep_outside);
/* To floats, as the file holds them. */
void tlb_roo_round_tree(tlb_roo *room);

#endif
