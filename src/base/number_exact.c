#include "base/number_exact.h"

#include <string.h>

const wide tlb_powers_of_five[] = {
#include "base/pow5.inc"
};

/* Halfway points have at most 768 significant digits, so 800 decide, with one more to represent the
 * rest. What is compared are digits * 5^a and significand * 5^b, where a or b is zero, with powers of
 * two on either; as they are nearly equal, neither exceeds 10^801 or 2^54 * 5^1125, that is 2668 bits. */
enum {
    COMPARED_DIGITS = 800,
    LIMBS = 96,
};

typedef struct big {
    int count;
    uint32_t limbs[LIMBS];
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limbs[i] * factor;
        b->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0)
        b->limbs[b->count++] = (uint32_t)carry;
}

static void big_multiply_by_five(big *b, int64_t power)
{
    for (; power >= 13; power -= 13)
        big_multiply_add(b, 1220703125u, 0);
    for (; power > 0; power--)
        big_multiply_add(b, 5, 0);
}

static void big_shift_left(big *b, int64_t bits)
{
    big_multiply_add(b, UINT32_C(1) << bits % 32, 0);
    size_t words = (size_t)(bits / 32);
    memmove(b->limbs + words, b->limbs, (size_t)b->count * sizeof b->limbs[0]);
    memset(b->limbs, 0, words * sizeof b->limbs[0]);
    b->count += (int)words;
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

/* Loads all digits that can matter and returns the exponent of ten that goes with them. */
static int64_t big_load(big *b, const decimal *d)
{
    *b = (big){.count = 2, .limbs = {(uint32_t)d->number, (uint32_t)(d->number >> 32)}};
    int64_t exponent = d->exponent;
    int count = 0;
    for (const char *p = d->first; p < d->last; p++) {
        if (*p == '.')
            continue;
        count++;
        if (count > COMPARED_DIGITS && *p != '0') {
            big_multiply_add(b, 10, 1);
            return exponent - 1;
        }
        if (count > MAX_DIGITS && count <= COMPARED_DIGITS) {
            big_multiply_add(b, 10, (uint32_t)(*p - '0'));
            exponent--;
        }
    }
    return exponent;
}

bool tlb_keep_leading_digits(decimal *d)
{
    const char *p = d->first;
    while (p < d->last && (*p == '0' || *p == '.'))
        p++;
    d->first = p;
    d->number = 0;
    for (int count = 0; p < d->last && count < MAX_DIGITS; p++) {
        if (*p != '.') {
            d->number = d->number * 10 + (uint64_t)(*p - '0');
            count++;
        }
    }
    int64_t dropped = 0;
    for (; p < d->last; p++)
        dropped += *p != '.';
    d->exponent += dropped;
    return dropped > 0;
}

int tlb_compare_with_halfway(const decimal *d, uint64_t bits, const binary_format *format)
{
    uint64_t hidden_bit = UINT64_C(1) << format->fraction_bits;
    int field = (int)(bits >> format->fraction_bits);
    uint64_t significand = (bits & (hidden_bit - 1)) | (field > 0 ? hidden_bit : 0);
    uint64_t halfway = 2 * significand + 1;
    big left, right = {.limbs = {(uint32_t)halfway, (uint32_t)(halfway >> 32)}};
    right.count = right.limbs[1] > 0 ? 2 : 1;
    int64_t tens_left = big_load(&left, d);
    int64_t twos_left = tens_left - ((field > 0 ? field : 1) - format->bias - 1);
    if (tens_left >= 0)
        big_multiply_by_five(&left, tens_left);
    else
        big_multiply_by_five(&right, -tens_left);
    if (twos_left >= 0)
        big_shift_left(&left, twos_left);
    else
        big_shift_left(&right, -twos_left);
    return big_compare(&left, &right);
}
