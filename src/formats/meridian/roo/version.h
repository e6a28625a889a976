/* Changing a room's version: what the files that do it share. The lists of the source are replaced, never
 * written to. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_VERSION_H
#define TLB_FORMATS_MERIDIAN_ROO_VERSION_H

#include "formats/meridian/roo/roo.h"

typedef struct roo_reshaping {
    tlb_context *context;
    tlb_arena *arena;
    const tlb_roo *source;
    tlb_roo *made;
    roo_layout from, to;
    tlb_status status; /* the first failure: no step follows it */
} roo_reshaping;

/* A copy of a list in the arena, NULL after a failure or for an empty list. */
void *roo_replace(roo_reshaping *r, const void *source, size_t count, size_t size);
/* Reports that what stands at the path is lost. */
void roo_dropped(const roo_reshaping *r, const char *path, const char *what);

/* Nodes, client walls, slopes: coordinates and planes as integers or as floats. */
void roo_reshape_numbers(roo_reshaping *r);
/* The grids that the version has: those there are, those missing made. */
void roo_reshape_grids(roo_reshaping *r);

#endif
