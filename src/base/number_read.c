#include "base/number_exact.h"
#include "base/number_short.h"

/* --- scanning ----------------------------------------------------------------------------------------- */

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
    for (; p < end && is_digit(*p); p++)
        *number = *number * 10 + (uint64_t)(*p - '0');
    return p;
}

/* Reads the exponent whose 'e' is at p, if there is one, and returns its end, else p. */
static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
    const int64_t enough = INT64_C(1) << 56; /* beyond what digits in memory can make up for */
    bool negative;
    const char *digit = read_sign(p + 1, end, &negative);
    if (digit == end || !is_digit(*digit))
        return p;
    int64_t magnitude = 0;
    for (; digit < end && is_digit(*digit); digit++)
        if (magnitude < enough)
            magnitude = magnitude * 10 + (*digit - '0');
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
    if (empty)
        return NULL;
    d->last = p;
    return p < end && (*p | 0x20) == 'e' ? read_exponent(p, end, &d->exponent) : p;
}

/* --- rounding ----------------------------------------------------------------------------------------- */

/* The bits of the value nearest to number * 10^power (Eisel and Lemire). The leading bits of number
 * times 5^power are enough to round by; the low half of 5^power only matters when the bits past those
 * are all ones, so that it might carry into them. */
static INLINE uint64_t round_to_binary(uint64_t number, int64_t power, const binary_format *format)
{
    uint64_t infinity = (uint64_t)format->exponent_ones << format->fraction_bits;
    if (number == 0 || power < format->least_ten)
        return 0;
    if (power > format->greatest_ten)
        return infinity;
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
    if (!tie || (significand & 3) != 1)
        significand++;
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
    bool truncated = tlb_keep_leading_digits(&d);
    uint64_t lower = round_to_binary(d.number, d.exponent, format);
    uint64_t upper = truncated ? round_to_binary(d.number + 1, d.exponent, format) : lower;
    if (lower == upper)
        return lower;
    int order = tlb_compare_with_halfway(&d, lower, format);
    return order > 0 || (order == 0 && lower % 2 == 1) ? upper : lower;
}

static INLINE uint64_t round_decimal(const decimal *d, const binary_format *format)
{
    return is_long(d) ? round_long(*d, format) : round_to_binary(d->number, d->exponent, format);
}

/* Case-insensitive; word is in lower case. */
static bool starts_with(const char *p, const char *end, const char *word)
{
    for (; *word != '\0'; p++, word++)
        if (p == end || (*p | 0x20) != *word)
            return false;
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
    if (after)
        *value = (double)special;
    return after;
}

static NOINLINE const char *read_any_f32(const char *p, const char *end, float *value)
{
    decimal d;
    const char *after = read_decimal(p, end, &d);
    if (!after)
        return read_special(p, end, value);
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
    while (p < end && *p == '0')
        p++;
    uint64_t number = 0;
    const char *after = read_digits(p, end, &number);
    ptrdiff_t count = after - p;
    /* Of the numbers of 20 digits those that fit start with 1, and those that do not wrap to less. */
    bool fits = count <= MAX_DIGITS || (count == 20 && *p == '1' && number >= tens[19]);
    if (after == first || !fits)
        return NULL;
    *value = number;
    return after;
}

const char *tlb_read_u32(const char *p, const char *end, uint32_t *value)
{
    const char *after = end - p >= TLB_SHORT_NUMBER ? tlb_short_u32(p, value) : NULL;
    if (after)
        return after;
    uint64_t number;
    p = tlb_read_u64(p, end, &number);
    if (!p || number > UINT32_MAX)
        return NULL;
    *value = (uint32_t)number;
    return p;
}

const char *tlb_read_i64(const char *p, const char *end, int64_t *value)
{
    bool negative;
    uint64_t magnitude;
    p = tlb_read_u64(read_sign(p, end, &negative), end, &magnitude);
    if (!p || magnitude > (uint64_t)INT64_MAX + negative)
        return NULL;
    *value = negative && magnitude > 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return p;
}

/* --- rows --------------------------------------------------------------------------------------------- */

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
            if (!p || !is_space(*p))                                                                         \
                break;                                                                                       \
            *at = p;                                                                                         \
            count++;                                                                                         \
            more = *p == ' ';                                                                                \
        }                                                                                                    \
        return count;                                                                                        \
    }

DEFINE_ROW(tlb_read_f32_row, float, tlb_short_f32)
DEFINE_ROW(tlb_read_u32_row, uint32_t, tlb_short_u32)
