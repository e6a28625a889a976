/* The light of an interior beside that which another compiler made of the same level. */
#ifndef TLB_TESTS_LIGHT_MEASURES_H
#define TLB_TESTS_LIGHT_MEASURES_H

#include "level_measures.h"

typedef struct light_measures {
    share texels;     /* lit in the original, within 1/255 */
    uint64_t without; /* lit ones around faces that were cut differently */
} light_measures;

/* Texels are compared by where they are on their surface's plane. What those outside of a face have depends
 * on how it was cut. */
light_measures measure_light(tlb_context *context, const tlb_dif_interior *original,
                             const tlb_dif_interior *other);

#endif
