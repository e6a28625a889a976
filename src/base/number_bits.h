/* What reading and writing numbers share: powers, bits, eight digits at a time.
 *
 * Reading follows Lemire, "Number parsing at a gigabyte per second" (2021), with the proof of Mushtak
 * and Lemire (2023) that 128 bits of a power of five decide every decimal of up to 19 digits. Writing
 * is the Schubfach method of Giulietti, "The Schubfach way to render doubles" (2020). */
#ifndef TLB_BASE_NUMBER_BITS_H
#define TLB_BASE_NUMBER_BITS_H

#include "base/bits.h"
#include "base/number.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    MAX_DIGITS = 19, /* as many as always fit in 64 bits */
    FIRST_POWER = -342,
};

typedef struct wide {
    uint64_t high, low;
} wide;

extern const wide tlb_powers_of_five[];

/* The 128 leading bits of 5^power. Cut off, except that -27 to -1 are rounded up: an integer of 64
 * bits can be divisible by those divisors, and only then does their product show an exact quotient. */
static inline wide power_of_five(int power)
{
    return tlb_powers_of_five[power - FIRST_POWER];
}

static const uint64_t tens[] = {
    1u,
    10u,
    100u,
    1000u,
    10000u,
    100000u,
    1000000u,
    10000000u,
    100000000u,
    1000000000u,
    10000000000u,
    100000000000u,
    1000000000000u,
    10000000000000u,
    100000000000000u,
    1000000000000000u,
    10000000000000000u,
    100000000000000000u,
    1000000000000000000u,
    10000000000000000000u,
};

/* A binary floating-point format; value = significand * 2^(max(exponent field, 1) - bias). */
typedef struct binary_format {
    int fraction_bits;
    int bias;
    int exponent_ones; /* the exponent field of the infinities */
    int least_ten;     /* any 64-bit integer times a lesser power of ten rounds to zero ... */
    int greatest_ten;  /* ... and any but zero times a greater one to infinity */
    int tie_first;     /* powers of ten at which such a product can lie halfway between two values */
    int tie_last;
    int max_digits; /* that a value needs; also the number before the point without exponent */
} binary_format;

static const binary_format f32_format = {23, 150, 255, -64, 38, -17, 10, 9};
static const binary_format f64_format = {52, 1075, 2047, -342, 308, -4, 23, 17};

#if defined(__GNUC__)
#define INLINE   inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#else
#define INLINE inline
#define NOINLINE
#endif

#if defined(__SIZEOF_INT128__) && !defined(TLB_NO_INT128)
__extension__ typedef unsigned __int128 uint128;

static inline wide multiply(uint64_t a, uint64_t b)
{
    uint128 product = (uint128)a * b;
    return (wide){(uint64_t)(product >> 64), (uint64_t)product};
}
#else
static inline wide multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32;
    uint64_t b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    return (wide){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (low & UINT32_MAX)};
}
#endif

/* floor(log2(10^power)) for every power in the table; shifts of negative numbers keep the sign. */
static inline int floor_log2_of_ten(int power)
{
    return power * 1741647 >> 19;
}

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* Eight characters or digits, the first in the lowest byte */

static inline uint64_t load_eight(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

static inline void store_eight(char *out, uint64_t bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, sizeof bytes);
}

static const uint64_t eight_zeros = 0x3030303030303030u; /* '0' times eight, which makes text digits */

/* '0' to '9' as 0 to 9; other characters are more. */
static inline uint64_t digit_values(uint64_t characters)
{
    return characters ^ eight_zeros;
}

/* Finds values that are no digits: sets the highest bit of each, save that characters not in ASCII may have
 * it set on the next one too. Zero if all are digits. */
static inline uint64_t find_others(uint64_t values)
{
    return ((values + 0x7676767676767676u) | values) & 0x8080808080808080u;
}

static inline size_t count_before(uint64_t others)
{
    return others != 0 ? (unsigned)trailing_zeros(others) / 8 : 8;
}

/* The number that eight digits make. */
static inline uint64_t join_digits(uint64_t values)
{
    uint64_t pairs = values * 10 + (values >> 8);
    uint64_t even = (pairs & 0x000000ff000000ffu) * (100 + (UINT64_C(1000000) << 32));
    uint64_t odd = (pairs >> 16 & 0x000000ff000000ffu) * (1 + (UINT64_C(10000) << 32));
    return (even + odd) >> 32;
}

/* The number that those before the first of the others make, 0 to 7 digits: they move up, zeros in front. */
static inline uint64_t join_digits_before(uint64_t values, uint64_t others)
{
    return join_digits(values << 8 << (trailing_zeros(others) ^ 63));
}

/* The eight digits of a number below 10^8: halves of it in lanes, then pairs, then digits. */
static inline uint64_t split_digits(uint64_t number)
{
    uint64_t halves = number / 10000 + (number % 10000 << 32);
    uint64_t hundreds = halves * 5243 >> 19 & 0x0000007f0000007fu;
    uint64_t pairs = hundreds + ((halves - 100 * hundreds) << 16);
    uint64_t digits = pairs * 103 >> 10 & 0x000f000f000f000fu;
    return digits + ((pairs - 10 * digits) << 8);
}

#endif
