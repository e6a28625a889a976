/* Numbers as most of them are in files, read in the loops that read millions: of few characters, without
 * exponent. There are few branches for the digits to decide, because one mispredicted costs more than all the
 * rest; and where the number ends waits for as little as can be.
 *
 * TLB_SHORT_NUMBER characters must be readable at p. NULL where something else stands, which tlb_read_f32 and
 * its like may yet read. An exponent may follow what was read: look what does. */
#ifndef TLB_BASE_NUMBER_SHORT_H
#define TLB_BASE_NUMBER_SHORT_H

#include "base/number_bits.h"

enum { TLB_SHORT_NUMBER = 16 };

/* [-] digits [. digits], at most 15 characters, a digit or '-' the first, the point among the first eight.
 * Their integer and the power of ten to divide it by are then exact as doubles, so that the quotient is
 * rounded once (Clinger). */
static INLINE const char *tlb_short_f64(const char *p, double *value)
{
    /* With the sign of the number. */
    static const double powers[2][15] = {
        {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14},
        {-1, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14}};
    uint64_t head = load_eight(p), values = digit_values(head);
    /* 255 for a '-', else 0. A comparison would set one byte of a register, and wait for what last was in it.
     */
    uint64_t sign = (((head & 255) ^ '-') - 1) >> 56;
    /* Where the number ends need not wait for what it begins with. */
    uint64_t others = find_others(values) & ~UINT64_C(255);
    values &= ~sign; /* a leading zero instead of it */
    if (others == 0 || (values & 255) > 9)
        return NULL;
    size_t length = count_before(others), decimals = 0;
    uint64_t number;
    if (p[length] != '.') {
        if (length == (sign & 1))
            return NULL;
        number = join_digits_before(values, others);
    } else {
        uint64_t up_to_point = others ^ (others - 1);
        /* A leading zero again: the digits before the point move over it. */
        values ^= (values ^ values << 8) & up_to_point;
        others &= others - 1;
        size_t whole = length;
        if (others != 0) {
            length = count_before(others);
            if (length == 1 + (sign & 1))
                return NULL;
            number = join_digits_before(values, others);
        } else {
            uint64_t tail = digit_values(load_eight(p + 8)), others_behind = find_others(tail);
            if (others_behind == 0)
                return NULL;
            size_t rest = count_before(others_behind);
            length = 8 + rest;
            number = join_digits(values) * tens[rest] + join_digits_before(tail, others_behind);
        }
        decimals = length - whole - 1;
    }
    *value = (double)(int64_t)number / powers[sign & 1][decimals];
    return p + length;
}

/* Whether numbers on both sides of a point halfway between two floats can have been rounded to this
 * double. If not, rounding it again is as good as rounding once, from 2^-126 on. */
static inline bool hides_halfway(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x1fffffffu) == 0x10000000u;
}

static INLINE const char *tlb_short_f32(const char *p, float *value)
{
    double nearly;
    const char *after = tlb_short_f64(p, &nearly);
    if (!after || hides_halfway(nearly))
        return NULL;
    *value = (float)nearly;
    return after;
}

/* 1 to 7 digits. */
static INLINE const char *tlb_short_u32(const char *p, uint32_t *value)
{
    uint64_t values = digit_values(load_eight(p)), others = find_others(values);
    size_t count = count_before(others);
    if (others == 0 || count == 0)
        return NULL;
    *value = (uint32_t)join_digits_before(values, others);
    return p + count;
}

#endif
