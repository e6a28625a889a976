/* Decimals of any length, for where the digits that fit into 64 bits do not decide what is nearest. */
#ifndef TLB_BASE_NUMBER_EXACT_H
#define TLB_BASE_NUMBER_EXACT_H

#include "base/number_bits.h"

/* A number as written: the digits from first to last, perhaps with a point among them, times a power
 * of ten. That is number * 10^exponent, provided that there are no more than 19 digits. */
typedef struct decimal {
    const char *first, *last;
    uint64_t number;
    int64_t exponent;
    bool negative;
} decimal;

/* Leaves number and exponent for the 19 leading digits, with first at them; returns if more follow. */
bool tlb_keep_leading_digits(decimal *d);
/* Compares d with the point halfway between the value of the bits and the next one. */
int tlb_compare_with_halfway(const decimal *d, uint64_t bits, const binary_format *format);

#endif
