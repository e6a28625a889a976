#include "base/number_short.h"

/* Scanning */

/*
 * A number as written: the digits from first to last, perhaps with a point among them, times a power
 * of ten. That is number * 10^exponent, provided that there are no more than 19 digits.
 */
typedef struct decimal {
    const char *first, *last;
    uint64_t number;
    int64_t exponent;
    bool negative;
} decimal;

static inline const char *read_sign(const char *p, const char *end, bool *negative)
{
    char c = p < end ? *p : '\0';
    *negative = c == '-';
    return p + (*negative || c == '+');
}

/* Appends the run of digits at p to *number, modulo 2^64, and returns its end. */
static inline const char *read_digits(const char *p, const char *end, uint64_t *number)
{
    while (end - p >= 8) {
        uint64_t values = digit_values(load_eight(p));
        uint64_t others = find_others(values);
        if (others != 0) {
            size_t count = count_before(others);
            *number = *number * tens[count] + join_digits_before(values, others);
            return p + count;
        }
        *number = *number * tens[8] + join_digits(values);
        p += 8;
    }
    for (; p < end && is_digit(*p); p++) {
        *number = *number * 10 + (uint64_t)(*p - '0');
    }
    return p;
}

/* Reads the exponent whose 'e' is at p, if there is one, and returns its end, else p. */
static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
    const int64_t enough = INT64_C(1) << 56; /* beyond what digits in memory can make up for */
    bool negative;
    const char *digit = read_sign(p + 1, end, &negative);
    if (digit == end || !is_digit(*digit)) {
        return p;
    }
    int64_t magnitude = 0;
    for (; digit < end && is_digit(*digit); digit++) {
        if (magnitude < enough) {
            magnitude = magnitude * 10 + (*digit - '0');
        }
    }
    *exponent += negative ? -magnitude : magnitude;
    return digit;
}

/* Returns NULL where there is no digit. */
static inline const char *read_decimal(const char *p, const char *end, decimal *d)
{
    d->number = 0;
    d->exponent = 0;
    d->first = read_sign(p, end, &d->negative);
    p = read_digits(d->first, end, &d->number);
    bool empty = p == d->first;
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = read_digits(fraction, end, &d->number);
        empty = empty && p == fraction;
        d->exponent = fraction - p;
    }
    if (empty) {
        return NULL;
    }
    d->last = p;
    return p < end && (*p | 0x20) == 'e' ? read_exponent(p, end, &d->exponent) : p;
}

/* Comparing decimals of any length */

/*
 * Halfway points have at most 768 significant digits, so 800 decide, with one more to stand for the
 * rest. What is compared are digits * 5^a and significand * 5^b, where a or b is zero, with powers of
 * two on either; as they are nearly equal, neither exceeds 10^801 or 2^54 * 5^1125, that is 2668 bits.
 */
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
    if (carry > 0) {
        b->limbs[b->count++] = (uint32_t)carry;
    }
}

static void big_multiply_by_five(big *b, int64_t power)
{
    for (; power >= 13; power -= 13) {
        big_multiply_add(b, 1220703125u, 0);
    }
    for (; power > 0; power--) {
        big_multiply_add(b, 5, 0);
    }
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
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Loads all digits that can matter and returns the exponent of ten that goes with them. */
static int64_t big_load(big *b, const decimal *d)
{
    *b = (big){.count = 2, .limbs = {(uint32_t)d->number, (uint32_t)(d->number >> 32)}};
    int64_t exponent = d->exponent;
    int count = 0;
    for (const char *p = d->first; p < d->last; p++) {
        if (*p == '.') {
            continue;
        }
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

/* Leaves number and exponent for the 19 leading digits, with first at them; returns if more follow. */
static bool keep_leading_digits(decimal *d)
{
    const char *p = d->first;
    while (p < d->last && (*p == '0' || *p == '.')) {
        p++;
    }
    d->first = p;
    d->number = 0;
    for (int count = 0; p < d->last && count < MAX_DIGITS; p++) {
        if (*p != '.') {
            d->number = d->number * 10 + (uint64_t)(*p - '0');
            count++;
        }
    }
    int64_t dropped = 0;
    for (; p < d->last; p++) {
        dropped += *p != '.';
    }
    d->exponent += dropped;
    return dropped > 0;
}

/* Compares d with the point halfway between the value that bits stand for and the next one. */
static int compare_with_halfway(const decimal *d, uint64_t bits, const binary_format *format)
{
    uint64_t hidden_bit = UINT64_C(1) << format->fraction_bits;
    int field = (int)(bits >> format->fraction_bits);
    uint64_t significand = (bits & (hidden_bit - 1)) | (field > 0 ? hidden_bit : 0);
    uint64_t halfway = 2 * significand + 1;
    big left, right = {.limbs = {(uint32_t)halfway, (uint32_t)(halfway >> 32)}};
    right.count = right.limbs[1] > 0 ? 2 : 1;
    int64_t tens_left = big_load(&left, d);
    int64_t twos_left = tens_left - ((field > 0 ? field : 1) - format->bias - 1);
    if (tens_left >= 0) {
        big_multiply_by_five(&left, tens_left);
    } else {
        big_multiply_by_five(&right, -tens_left);
    }
    if (twos_left >= 0) {
        big_shift_left(&left, twos_left);
    } else {
        big_shift_left(&right, -twos_left);
    }
    return big_compare(&left, &right);
}

/* Rounding */

/*
 * The bits of the value nearest to number * 10^power (Eisel and Lemire). The leading bits of number
 * times 5^power are enough to round by; the low half of 5^power only matters when the bits past those
 * are all ones, so that it might carry into them.
 */
static INLINE uint64_t round_to_binary(uint64_t number, int64_t power, const binary_format *format)
{
    uint64_t infinity = (uint64_t)format->exponent_ones << format->fraction_bits;
    if (number == 0 || power < format->least_ten) {
        return 0;
    }
    if (power > format->greatest_ten) {
        return infinity;
    }
    int zeros = leading_zeros(number);
    number <<= zeros;
    wide five = power_of_five((int)power);
    wide product = multiply(number, five.high);
    uint64_t undecided = UINT64_MAX >> (format->fraction_bits + 3);
    if ((product.high & undecided) == undecided) {
        uint64_t carry = multiply(number, five.low).high;
        product.low += carry;
        product.high += product.low < carry;
    }

    int top = (int)(product.high >> 63);
    int shift = top + 64 - 3 - format->fraction_bits;
    uint64_t significand = product.high >> shift; /* and one bit more, to round by */
    int field = floor_log2_of_ten((int)power) + top - zeros + format->bias - format->fraction_bits + 63;
    if (field <= 0) { /* subnormal, unless it rounds up to the least normal value */
        significand = 1 - field < 64 ? significand >> (1 - field) : 0;
        return (significand + 1) >> 1;
    }
    bool tie = product.low <= 1 && power >= format->tie_first && power <= format->tie_last &&
               significand << shift == product.high;
    if (!tie || (significand & 3) != 1) {
        significand++;
    }
    /* The hidden bit, and the carry should the significand overflow, add to the exponent field. */
    uint64_t bits = ((uint64_t)(field - 1) << format->fraction_bits) + (significand >> 1);
    return bits < infinity ? bits : infinity;
}

static inline bool is_long(const decimal *d)
{
    return d->last - d->first > MAX_DIGITS;
}

/* A decimal of perhaps too many digits for d->number. */
static NOINLINE uint64_t round_long(decimal d, const binary_format *format)
{
    bool truncated = keep_leading_digits(&d);
    uint64_t lower = round_to_binary(d.number, d.exponent, format);
    uint64_t upper = truncated ? round_to_binary(d.number + 1, d.exponent, format) : lower;
    if (lower == upper) {
        return lower;
    }
    int order = compare_with_halfway(&d, lower, format);
    return order > 0 || (order == 0 && lower % 2 == 1) ? upper : lower;
}

static INLINE uint64_t round_decimal(const decimal *d, const binary_format *format)
{
    return is_long(d) ? round_long(*d, format) : round_to_binary(d->number, d->exponent, format);
}

/* Case-insensitive; word is in lower case. */
static bool starts_with(const char *p, const char *end, const char *word)
{
    for (; *word != '\0'; p++, word++) {
        if (p == end || (*p | 0x20) != *word) {
            return false;
        }
    }
    return true;
}

static const char *read_special(const char *p, const char *end, float *value)
{
    bool negative;
    p = read_sign(p, end, &negative);
    uint32_t bits;
    if (starts_with(p, end, "inf")) {
        p += starts_with(p, end, "infinity") ? 8 : 3;
        bits = 0x7f800000u;
    } else if (starts_with(p, end, "nan")) {
        p += 3;
        bits = 0x7fc00000u;
    } else {
        return NULL;
    }
    bits |= (uint32_t)negative << 31;
    memcpy(value, &bits, sizeof bits);
    return p;
}

static NOINLINE const char *read_any_f64(const char *p, const char *end, double *value)
{
    decimal d;
    const char *after = read_decimal(p, end, &d);
    if (after) {
        uint64_t bits = round_decimal(&d, &f64_format) | (uint64_t)d.negative << 63;
        memcpy(value, &bits, sizeof bits);
        return after;
    }
    float special;
    after = read_special(p, end, &special);
    if (after) {
        *value = (double)special;
    }
    return after;
}

static NOINLINE const char *read_any_f32(const char *p, const char *end, float *value)
{
    decimal d;
    const char *after = read_decimal(p, end, &d);
    if (!after) {
        return read_special(p, end, value);
    }
    uint32_t bits = (uint32_t)round_decimal(&d, &f32_format) | (uint32_t)d.negative << 31;
    memcpy(value, &bits, sizeof bits);
    return after;
}

static inline bool is_exponent(char c)
{
    return (c | 0x20) == 'e';
}

const char *tlb_read_f64(const char *p, const char *end, double *value)
{
    const char *after = end - p >= TLB_SHORT_NUMBER ? tlb_short_f64(p, value) : NULL;
    return after && !is_exponent(*after) ? after : read_any_f64(p, end, value);
}

const char *tlb_read_f32(const char *p, const char *end, float *value)
{
    const char *after = end - p >= TLB_SHORT_NUMBER ? tlb_short_f32(p, value) : NULL;
    return after && !is_exponent(*after) ? after : read_any_f32(p, end, value);
}

const char *tlb_read_u64(const char *p, const char *end, uint64_t *value)
{
    const char *first = p;
    while (p < end && *p == '0') {
        p++;
    }
    uint64_t number = 0;
    const char *after = read_digits(p, end, &number);
    ptrdiff_t count = after - p;
    /* Of the numbers of 20 digits those that fit start with 1, and those that do not wrap to less. */
    bool fits = count <= MAX_DIGITS || (count == 20 && *p == '1' && number >= tens[19]);
    if (after == first || !fits) {
        return NULL;
    }
    *value = number;
    return after;
}

const char *tlb_read_u32(const char *p, const char *end, uint32_t *value)
{
    const char *after = end - p >= TLB_SHORT_NUMBER ? tlb_short_u32(p, value) : NULL;
    if (after) {
        return after;
    }
    uint64_t number;
    p = tlb_read_u64(p, end, &number);
    if (!p || number > UINT32_MAX) {
        return NULL;
    }
    *value = (uint32_t)number;
    return p;
}

const char *tlb_read_i64(const char *p, const char *end, int64_t *value)
{
    bool negative;
    uint64_t magnitude;
    p = tlb_read_u64(read_sign(p, end, &negative), end, &magnitude);
    if (!p || magnitude > (uint64_t)INT64_MAX + negative) {
        return NULL;
    }
    *value = negative && magnitude > 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return p;
}

/* Rows */

/* White space ends a number, and a blank is between two. */
static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

#define DEFINE_ROW(function, type, read)                                                                     \
    uint32_t function(const char **at, const char *end, type *values, uint32_t most)                         \
    {                                                                                                        \
        uint32_t count = 0;                                                                                  \
        bool more = true;                                                                                    \
        for (const char *p = *at; more && count < most && end - p >= TLB_SHORT_NUMBER; p++) {                \
            p = read(p, &values[count]);                                                                     \
            if (!p || !is_space(*p)) {                                                                       \
                break;                                                                                       \
            }                                                                                                \
            *at = p;                                                                                         \
            count++;                                                                                         \
            more = *p == ' ';                                                                                \
        }                                                                                                    \
        return count;                                                                                        \
    }

DEFINE_ROW(tlb_read_f32_row, float, tlb_short_f32)
DEFINE_ROW(tlb_read_u32_row, uint32_t, tlb_short_u32)
