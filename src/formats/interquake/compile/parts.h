/* The compiler's algorithms, over plain arrays. Each takes its working memory from `work` and gives it back;
 * those that return bool return false without memory. All take time in proportion to their input, give or
 * take a logarithm, whatever the input is; none depends on rounding that a compiler may choose. */
#ifndef TLB_FORMATS_INTERQUAKE_COMPILE_PARTS_H
#define TLB_FORMATS_INTERQUAKE_COMPILE_PARTS_H

#include "base/arena.h"
#include "trilobite/iqm.h"

/* --- equal vertices ----------------------------------------------------------------------------------- */

/* Rows of floats, or of integers: both compared as the bits they are, but that -0 is 0. */
typedef struct iq_rows {
    const void *data;
    uint32_t words; /* of 32 bits, in a row */
} iq_rows;

/* first[i]: the first row that equals row i in all of `keys`. */
bool iq_find_equal(tlb_arena *work, const iq_rows *keys, uint32_t key_count, uint32_t count, uint32_t *first);

/* --- order -------------------------------------------------------------------------------------------- */

enum { IQ_CACHE = 32 }; /* vertices that hardware is taken to remember */

/* How many vertices a cache of IQ_CACHE, first in first out, has to fetch. */
bool iq_cache_misses(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count, uint32_t vertices,
                     uint32_t *misses);
/* Orders triangles so that they find their vertices in the cache; an order that is as good is kept. Ordering
 * twice is ordering once. `vertices`: one more than the greatest index. The corners of a triangle differ. */
bool iq_order_triangles(tlb_arena *work, tlb_iqm_triangle *triangles, uint32_t count, uint32_t vertices);

/* --- neighbours --------------------------------------------------------------------------------------- */

/* The triangle at each edge k, k + 1. place[v]: the same number for all vertices at one position, less than
 * `places`. An edge that is not exactly two triangles', running it in opposite directions, has none: -1. */
bool iq_find_neighbours(tlb_arena *work, const tlb_iqm_triangle *triangles, uint32_t count,
                        const uint32_t *place, uint32_t places, tlb_iqm_adjacency *adjacency);

#endif
