/* Numbers as the formats of vertex arrays hold them. */
#ifndef TLB_FORMATS_INTERQUAKE_COMPILE_NUMBERS_H
#define TLB_FORMATS_INTERQUAKE_COMPILE_NUMBERS_H

#include "trilobite/iqm.h"

/* The nearest half, ties to even; too large is infinity. */
uint16_t iq_half(float value);

/* What becomes a vertex array's values: rows of `size` numbers of a format. */
typedef struct iq_values {
    uint32_t format, size;
    void *data;
} iq_values;

/* The first `size` numbers of `count` rows, at row `first`. Integers hold fractions of
 * their range, rounded to the nearest, what lies outside it cut; what is no number is 0. */
void iq_put(const iq_values *to, uint32_t first, uint32_t count, const float (*rows)[TLB_IQM_COMPONENTS]);
/* The same for whole numbers, which fit. */
void iq_put_whole(const iq_values *to, uint32_t first, uint32_t count,
                  const uint32_t (*rows)[TLB_IQM_COMPONENTS]);
/* The greatest whole number up to which a format holds all of them. */
uint32_t iq_greatest_whole(uint32_t format);
/* The same for weights, whose integers then add up to what 1 is stored as. */
void iq_put_weights(const iq_values *to, uint32_t first, uint32_t count,
                    const float (*rows)[TLB_IQM_COMPONENTS]);

#endif
