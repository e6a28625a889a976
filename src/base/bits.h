/* Zeros at the ends of a number's bits. */
#ifndef TLB_BASE_BITS_H
#define TLB_BASE_BITS_H

#include <stdint.h>

/* Both want a number other than zero. */
#if defined(__GNUC__)
static inline int leading_zeros(uint64_t number)
{
    return __builtin_clzll(number);
}

static inline int trailing_zeros(uint64_t number)
{
    return __builtin_ctzll(number);
}
#else
static inline int leading_zeros(uint64_t number)
{
    int count = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (number >> (64 - step) == 0) {
            count += step;
            number <<= step;
        }
    }
    return count;
}

static inline int trailing_zeros(uint64_t number)
{
    return 63 - leading_zeros(number & (~number + 1));
}
#endif

#endif
