#include "base/number_bits.h"

/* Without leading zeros; below 10^8. */
static inline char *write_leading_digits(char *out, uint64_t number)
{
    uint64_t bytes = split_digits(number);
    int zeros = trailing_zeros(bytes | UINT64_C(1) << 56) / 8; /* the last digit always stays */
    store_eight(out, (bytes | eight_zeros) >> (8 * zeros));
    return out + 8 - zeros;
}

static inline char *write_eight_digits(char *out, uint64_t number)
{
    store_eight(out, split_digits(number) | eight_zeros);
    return out + 8;
}

char *tlb_write_u64(char *out, uint64_t value)
{
    if (value < tens[8])
        return write_leading_digits(out, value);
    if (value < tens[16]) {
        out = write_leading_digits(out, value / tens[8]);
    } else {
        out = write_leading_digits(out, value / tens[16]);
        out = write_eight_digits(out, value / tens[8] % tens[8]);
    }
    return write_eight_digits(out, value % tens[8]);
}

char *tlb_write_i64(char *out, int64_t value)
{
    uint64_t magnitude = (uint64_t)value;
    if (value < 0) {
        *out++ = '-';
        magnitude = ~magnitude + 1;
    }
    return tlb_write_u64(out, magnitude);
}

static inline int count_digits(uint64_t number)
{
    int guess = (64 - leading_zeros(number)) * 1233 >> 12; /* log10(2) is 1233 / 4096 */
    return guess + (number >= tens[guess]);
}

/* Bytes up to the last that is not zero. */
static inline int count_bytes_used(uint64_t bytes)
{
    return bytes != 0 ? 8 - leading_zeros(bytes) / 8 : 0;
}

/* 17 digits, all that a double can need, in text but for the first; count is without trailing zeros. */
typedef struct digit_row {
    char first;
    uint64_t middle, last;
    int count;
} digit_row;

/* The digits of a number of exactly that many, 9 or 17. */
static INLINE digit_row make_digit_row(uint64_t number, int digits)
{
    uint64_t last = 0;
    if (digits == 17) {
        last = split_digits(number % tens[8]);
        number /= tens[8];
    }
    uint64_t middle = split_digits(number % tens[8]);
    return (digit_row){
        .first = (char)('0' + number / tens[8]),
        .middle = middle | eight_zeros,
        .last = last | eight_zeros,
        .count = last != 0 ? 9 + count_bytes_used(last) : 1 + count_bytes_used(middle),
    };
}

static inline void write_row(char *out, digit_row row)
{
    out[0] = row.first;
    store_eight(out + 1, row.middle);
    store_eight(out + 9, row.last);
}

/* Writes all but the first skip digits, 1 to 16 of them. */
static inline void write_row_from(char *out, digit_row row, int skip)
{
    if (skip <= 8) {
        store_eight(out, row.middle >> 8 * (skip - 1));
        store_eight(out + 9 - skip, row.last);
    } else {
        store_eight(out, row.last >> 8 * (skip - 9));
    }
}

/* number * 10^exponent; number is not zero and has no more digits than max_digits, 9 or 17. */
static INLINE char *write_decimal(char *out, uint64_t number, int exponent, int max_digits)
{
    int count = count_digits(number);
    int point = count + exponent; /* the number of digits before it */
    digit_row row = make_digit_row(number * tens[max_digits - count], max_digits);
    bool plain = point > -5 && point <= max_digits;
    if (plain && point <= 0) {
        memcpy(out, "0.0000", 6);
        out += 2 - point;
        write_row(out, row);
        return out + row.count;
    }
    int before_point = plain ? point : 1;
    write_row(out, row); /* whose zeros may be needed */
    out += before_point;
    if (row.count > before_point) {
        *out++ = '.';
        write_row_from(out, row, before_point);
        out += row.count - before_point;
    }
    if (!plain) {
        *out++ = 'e';
        out = tlb_write_i64(out, point - 1);
    }
    return out;
}

/* Four times a value in units of 10^exponent, and the bounds of what reads back as it. Each is cut
 * off with its last bit set if anything was lost, which is enough to compare with multiples of two. */
typedef struct interval {
    uint64_t lower, value, upper;
} interval;

/* A multiple of ten units if there is one inside, else the closest multiple of one unit inside. */
static inline uint64_t choose_shortest(interval i)
{
    uint64_t unit = i.value / 4;
    uint64_t ten = unit / 10 * 10;
    bool below_fits = i.lower <= 4 * ten;
    bool above_fits = 4 * (ten + 10) <= i.upper;
    bool ten_fits = below_fits != above_fits;
    ten += above_fits ? 10 : 0;

    below_fits = i.lower <= 4 * unit;
    above_fits = 4 * (unit + 1) <= i.upper;
    bool above_is_closer = i.value + (unit & 1) > 4 * unit + 2;
    unit += above_fits & (!below_fits | above_is_closer);
    return ten_fits ? ten : unit;
}

/* floor(log10(2^power)), or of 3/4 of that */
static inline int floor_log10_of_two(int power, bool three_quarters)
{
    return (power * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

/* The high bits of power * factor, the last one set if there are lower ones. */
static inline uint64_t scale(wide power, uint64_t factor)
{
    uint64_t carry = multiply(power.low, factor).high;
    wide product = multiply(power.high, factor);
    product.low += carry;
    product.high += product.low < carry;
    return product.high | (product.low > 1);
}

/* The least 128-bit number not below 5^power, scaled. */
static inline wide power_rounded_up(int power)
{
    wide five = power_of_five(power);
    if (power < -27 || power > 55) {
        five.low++;
        five.high += five.low == 0;
    }
    return five;
}

/* The shortest decimal for significand * 2^twos is what this returns times 10^*exponent. */
static inline uint64_t find_shortest(uint64_t significand, int twos, bool lower_is_closer, int *exponent)
{
    *exponent = floor_log10_of_two(twos, lower_is_closer);
    wide power = power_rounded_up(-*exponent);
    int shift = twos + floor_log2_of_ten(-*exponent) + 1;
    uint64_t four = 4 * significand;
    bool odd = significand % 2;
    return choose_shortest((interval){
        .lower = scale(power, (four - 2 + lower_is_closer) << shift) + odd,
        .value = scale(power, four << shift),
        .upper = scale(power, (four + 2) << shift) - odd,
    });
}

static INLINE char *write_binary(char *out, uint64_t bits, bool negative, const binary_format *format)
{
    uint64_t hidden_bit = UINT64_C(1) << format->fraction_bits;
    uint64_t fraction = bits & (hidden_bit - 1);
    int field = (int)(bits >> format->fraction_bits) & format->exponent_ones;
    bool is_finite = field < format->exponent_ones;
    *out = '-';
    out += negative && (is_finite || fraction == 0);
    if (!is_finite) {
        memcpy(out, fraction == 0 ? "inf" : "nan", 3);
        return out + 3;
    }
    uint64_t significand = field > 0 ? fraction | hidden_bit : fraction;
    int twos = (field > 0 ? field : 1) - format->bias;
    if (significand == 0) {
        *out = '0';
        return out + 1;
    }
    bool can_be_integer = twos <= 0 && -twos <= format->fraction_bits;
    if (can_be_integer && (significand & ((UINT64_C(1) << -twos) - 1)) == 0)
        return tlb_write_u64(out, significand >> -twos);
    int exponent;
    uint64_t number = find_shortest(significand, twos, fraction == 0 && field > 1, &exponent);
    return write_decimal(out, number, exponent, format->max_digits);
}

char *tlb_write_f64(char *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return write_binary(out, bits, bits >> 63, &f64_format);
}

char *tlb_write_f32(char *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return write_binary(out, bits, bits >> 31, &f32_format);
}

char *tlb_write_fixed_f32(char *out, float value, int decimals)
{
    enum { MOST_DECIMALS = 9 };
    static const double most = 1e15; /* integers up to here are exact, and so are halves */
    double scaled = (double)value * (decimals < 0 || decimals > MOST_DECIMALS ? 0 : (double)tens[decimals]);
    double size = scaled < 0 ? -scaled : scaled;
    if (decimals < 0 || decimals > MOST_DECIMALS || !(size < most))
        return tlb_write_f32(out, value);
    uint64_t number = (uint64_t)size;
    double rest = size - (double)number;
    number += rest > 0.5 || (rest == 0.5 && number % 2 == 1);
    uint32_t bits, bits_again;
    memcpy(&bits, &value, sizeof bits);
    char *p = out;
    *p = '-';
    p = tlb_write_u64(p + (bits >> 31), number / tens[decimals]);
    number %= tens[decimals];
    if (decimals > 0)
        *p++ = '.';
    for (int i = decimals; i-- > 0;) {
        p[i] = (char)('0' + number % 10);
        number /= 10;
    }
    p += decimals;
    float again = 0;
    tlb_read_f32(out, p, &again);
    memcpy(&bits_again, &again, sizeof bits_again);
    return bits == bits_again ? p : tlb_write_f32(out, value);
}
