#include "base/number.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many random cases each test runs; set TLB_NUMBER_CASES for more. */
static long random_cases(void)
{
    const char *text = getenv("TLB_NUMBER_CASES");
    return text ? atol(text) : 1000000;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int random_below(uint64_t *state, int bound)
{
    return (int)(next_random(state) % (uint64_t)bound);
}

static uint64_t bits_of_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t bits_of_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double f64_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * Reads text as both types and expects what the C library reads there. Once in a block that ends with
 * the text, for the sanitizer to watch, and once with more characters readable after it.
 */
static void expect_as_libc(const char *text, size_t size)
{
    double f64_wanted = strtod(text, NULL);
    float f32_wanted = strtof(text, NULL);
    char *tight = malloc(size);
    char *roomy = malloc(size + 32);
    assert_true(tight && roomy);
    memcpy(tight, text, size);
    memcpy(roomy, text, size);
    memset(roomy + size, ' ', 32);
    for (int i = 0; i < 2; i++) {
        const char *p = i == 0 ? tight : roomy;
        const char *end = i == 0 ? tight + size : roomy + size + 32;
        double f64 = 0;
        float f32 = 0;
        const char *f64_after = tlb_read_f64(p, end, &f64);
        const char *f32_after = tlb_read_f32(p, end, &f32);
        if (f64_after != p + size || bits_of_f64(f64) != bits_of_f64(f64_wanted))
            fail_msg("f64 \"%.200s\": %.17g instead of %.17g", text, f64, f64_wanted);
        if (f32_after != p + size || bits_of_f32(f32) != bits_of_f32(f32_wanted))
            fail_msg("f32 \"%.200s\": %.9g instead of %.9g", text, (double)f32, (double)f32_wanted);
    }
    free(tight);
    free(roomy);
}

static void reads_hard_cases(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t f64;
        uint32_t f32;
    } cases[] = {
        {"0", 0, 0},
        {"-0", 0x8000000000000000u, 0x80000000u},
        {"-0.0e5", 0x8000000000000000u, 0x80000000u},
        {"1", 0x3ff0000000000000u, 0x3f800000u},
        {"+1", 0x3ff0000000000000u, 0x3f800000u},
        {"0.1", 0x3fb999999999999au, 0x3dcccccdu},
        {".5", 0x3fe0000000000000u, 0x3f000000u},
        {"5.", 0x4014000000000000u, 0x40a00000u},
        {"7.038531e-26", 0x3ab5c87fb0000000u, 0x15ae43fdu},
        {"2.2250738585072011e-308", 0x000fffffffffffffu, 0},
        {"2.2250738585072014e-308", 0x0010000000000000u, 0},
        {"1.7976931348623157e308", 0x7fefffffffffffffu, 0x7f800000u},
        {"1.7976931348623159e308", 0x7ff0000000000000u, 0x7f800000u},
        {"5e-324", 0x0000000000000001u, 0},
        {"2.4703282292062327e-324", 0, 0},
        {"2.4703282292062328e-324", 0x0000000000000001u, 0},
        {"9007199254740993", 0x4340000000000000u, 0x5a000000u},
        {"9007199254740993.00000000000000000000001", 0x4340000000000001u, 0x5a000000u},
        {"9007199254740995", 0x4340000000000002u, 0x5a000000u},
        {"16777217", 0x4170000010000000u, 0x4b800000u},
        {"16777217.0000001", 0x417000001000001bu, 0x4b800001u},
        {"16777219", 0x4170000030000000u, 0x4b800002u},
        {"3.4028235677973365e38", 0x47effffff0000000u, 0x7f7fffffu},
        {"3.4028235677973366e38", 0x47effffff0000000u, 0x7f7fffffu},
        {"1e-45", 0x3696d601ad376ab9u, 0x00000001u},
        {"7e-46", 0x368ff868bf4d956au, 0},
        {"7.1e-46", 0x369036aa2680f22cu, 0x00000001u},
        {"8.5899345920000003e9", 0x4200000000000000u, 0x50000000u},
        {"1.00000017881393432617187499", 0x3ff0000030000000u, 0x3f800001u},
        {"1.00000017881393432617187500", 0x3ff0000030000000u, 0x3f800002u},
        {"1.00000017881393432617187501", 0x3ff0000030000000u, 0x3f800002u},
        {"1e400", 0x7ff0000000000000u, 0x7f800000u},
        {"-1e400", 0xfff0000000000000u, 0xff800000u},
        {"1e-400", 0, 0},
        {"1e99999999999999999999999999", 0x7ff0000000000000u, 0x7f800000u},
        {"1e-99999999999999999999999999", 0, 0},
        {"0e99999999999999999999999999", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        expect_as_libc(text, strlen(text));
        double f64;
        float f32;
        assert_non_null(tlb_read_f64(text, text + strlen(text), &f64));
        assert_non_null(tlb_read_f32(text, text + strlen(text), &f32));
        if (bits_of_f64(f64) != cases[i].f64 || bits_of_f32(f32) != cases[i].f32)
            fail_msg("%s: 0x%016llx 0x%08x", text, (unsigned long long)bits_of_f64(f64), bits_of_f32(f32));
    }
}

/* Reads what stands in text and expects size characters to be read, or none at all when negative. */
static void expect_size(const char *text, int size)
{
    char roomy[64];
    memset(roomy, ' ', sizeof roomy);
    memcpy(roomy, text, strlen(text));
    const char *ends[] = {roomy + strlen(text), roomy + sizeof roomy};
    for (int i = 0; i < 2; i++) {
        double f64 = 77;
        float f32 = 77;
        const char *f64_after = tlb_read_f64(roomy, ends[i], &f64);
        const char *f32_after = tlb_read_f32(roomy, ends[i], &f32);
        const char *wanted = size < 0 ? NULL : roomy + size;
        if (f64_after != wanted || f32_after != wanted)
            fail_msg("\"%s\" ends elsewhere", text);
        assert_true(size >= 0 || (f64 == 77 && f32 == 77));
    }
}

static void stops_where_the_number_stops(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int size;
    } cases[] = {
        {"", -1},
        {".", -1},
        {"-", -1},
        {"+", -1},
        {"-.", -1},
        {"e5", -1},
        {".e5", -1},
        {"--1", -1},
        {"+-1", -1},
        {" 1", -1},
        {"x", -1},
        {"in", -1},
        {"na", -1},
        {"-i", -1},
        {"/", -1},
        {":", -1},
        {"1e", 1},
        {"1e+", 1},
        {"1E-", 1},
        {"1e+x", 1},
        {"1e5", 3},
        {"1E+05x", 5},
        {"1.e2", 4},
        {"5.", 2},
        {".5", 2},
        {"-.5,", 3},
        {"1.2.3", 3},
        {"1..2", 2},
        {"1-2", 1},
        {"12/3", 2},
        {"0x10", 1},
        {"1,5", 1},
        {"1\xc3\xa9", 1},
        {"1.\xe9"
         "9",
         2},
        {"12345678", 8},
        {"12345678.", 9},
        {"1234567.12345678:", 16},
        {"1234567.1234567e1", 17},
        {"1.2345678e", 9},
        {"123456789.5e", 11},
        {"inf", 3},
        {"-INF", 4},
        {"Infinity", 8},
        {"infinit", 3},
        {"+infinityx", 9},
        {"nan", 3},
        {"NaN(1)", 3},
        {"-nan", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_size(cases[i].text, cases[i].size);
    static const char text[] = "-12.5e+3";
    static const double values[] = {0, 0, -1, -12, -12, -12.5, -12.5, -12.5, -12500};
    static const int sizes[] = {-1, -1, 2, 3, 4, 5, 5, 5, 8};
    for (int size = 0; size <= 8; size++) {
        double value = 0;
        const char *after = tlb_read_f64(text, text + size, &value);
        assert_true(after == (sizes[size] < 0 ? NULL : text + sizes[size]) && value == values[size]);
    }
}

static void reads_non_finite(void **state)
{
    (void)state;
    double f64;
    float f32;
    const char *text = "-Infinity";
    assert_true(tlb_read_f64(text, text + 9, &f64) && isinf(f64) && f64 < 0);
    assert_true(tlb_read_f32(text, text + 9, &f32) && isinf(f32) && f32 < 0);
    text = "NAN";
    assert_true(tlb_read_f64(text, text + 3, &f64) && isnan(f64));
    assert_true(tlb_read_f32(text, text + 3, &f32) && isnan(f32));
}

static void expect_f64(const char *text, size_t size, double wanted)
{
    double value;
    assert_ptr_equal(tlb_read_f64(text, text + size, &value), text + size);
    assert_int_equal(bits_of_f64(value), bits_of_f64(wanted));
}

static void reads_very_long_text(void **state)
{
    (void)state;
    enum { SIZE = 3000000 };
    char *text = malloc(SIZE + 32);
    assert_non_null(text);
    memset(text, '0', SIZE);
    expect_f64(text, SIZE, 0);
    memcpy(text + SIZE, "7", 1);
    expect_f64(text, SIZE + 1, 7);
    memcpy(text + SIZE, "7.25e1", 6);
    expect_f64(text, SIZE + 6, 72.5);
    text[0] = '1';
    memcpy(text + SIZE, "e-2999999", 9);
    expect_f64(text, SIZE + 9, 1);
    text[0] = '.';
    memcpy(text + SIZE, "5e3000000", 9);
    expect_f64(text, SIZE + 9, 5);
    memset(text, '9', SIZE);
    expect_f64(text, SIZE, INFINITY);
    text[0] = '.';
    expect_f64(text, SIZE, 1);

    /* 2^53 + 1, a tie, and what a digit far after makes of it */
    memset(text, '0', SIZE);
    memcpy(text, "9007199254740993.", 17);
    expect_f64(text, SIZE, 9007199254740992.0);
    text[SIZE - 1] = '1';
    expect_f64(text, SIZE, 9007199254740994.0);
    free(text);
}

/* A random decimal in any form, of up to 40 digits. */
static size_t make_random_text(char *text, uint64_t *random)
{
    char *p = text;
    if (random_below(random, 2) == 0)
        *p++ = '-';
    bool is_plain = random_below(random, 2) == 0; /* as in most files */
    int digits = 1 + random_below(random, is_plain ? 17 : random_below(random, 4) == 0 ? 40 : 20);
    int point = random_below(random, digits + 2);
    for (int i = 0; i < digits; i++) {
        if (i == point)
            *p++ = '.';
        *p++ = (char)('0' + random_below(random, 10));
    }
    if (!is_plain) {
        int range = random_below(random, 3);
        range = range == 0 ? 30 : range == 1 ? 100 : 720;
        p += sprintf(p, "e%d", random_below(random, range) - range / 2);
    }
    *p = '\0';
    return (size_t)(p - text);
}

static void reads_random_text_as_libc(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (long i = random_cases(); i > 0; i--) {
        char text[80];
        expect_as_libc(text, make_random_text(text, &random));
    }
}

/*
 * Texts on and next to halfway points: an exact one as it is, with a tail of zeros, with another digit
 * after, and with the last digit less by one.
 */
static void expect_around(char *text, uint64_t *random)
{
    char *mark = strchr(text, 'e');
    char exponent[16];
    strcpy(exponent, mark);
    while (mark[-1] == '0' && mark[-2] != '.')
        mark--;
    strcpy(mark, exponent);
    expect_as_libc(text, strlen(text));

    int zeros = random_below(random, 900);
    memset(mark, '0', (size_t)zeros);
    strcpy(mark + zeros, exponent);
    expect_as_libc(text, strlen(text));
    mark[zeros] = (char)('1' + random_below(random, 9));
    strcpy(mark + zeros + 1, exponent);
    expect_as_libc(text, strlen(text));
    if (mark[-1] != '0' && mark[-1] != '.') {
        mark[-1]--;
        memset(mark, '9', (size_t)zeros);
        strcpy(mark + zeros, exponent);
        expect_as_libc(text, strlen(text));
    }
}

static void reads_halfway_points(void **state)
{
    (void)state;
#if LDBL_MANT_DIG >= 64
    uint64_t random = 2;
    for (long i = random_cases() / 200; i > 0; i--) {
        char text[2400];
        uint32_t f32_bits = (uint32_t)next_random(&random) & 0x7fffffffu;
        float f32 = f32_of_bits(f32_bits), f32_next = f32_of_bits(f32_bits + 1);
        if (isfinite(f32_next)) {
            sprintf(text, "%.150e", ((double)f32 + (double)f32_next) / 2);
            expect_around(text, &random);
        }
        uint64_t f64_bits = next_random(&random) & 0x7fffffffffffffffu;
        f64_bits >>= random_below(&random, 8) == 0 ? 12 : 0; /* subnormal */
        double f64 = f64_of_bits(f64_bits), f64_next = f64_of_bits(f64_bits + 1);
        if (isfinite(f64_next)) {
            sprintf(text, "%.800Le", ((long double)f64 + (long double)f64_next) / 2);
            expect_around(text, &random);
        }
    }
#endif
}

/* Halfway points, of one bit more than a significand, that an integer of 64 bits times 10^power makes. */
static void reads_halfway_points_of_few_digits(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int bits = 25; bits <= 54; bits += 29) {
        for (int power = -27; power <= 23; power++) {
            uint64_t five = 1;
            for (int i = abs(power); i > 0; i--)
                five *= 5;
            for (int i = 0; i < 1000; i++) {
                uint64_t halfway = next_random(&random) >> (64 - bits) | UINT64_C(1) << (bits - 1) | 1;
                if (power < 0 ? halfway > UINT64_MAX / 2 / five : halfway < five)
                    continue;
                uint64_t number = power < 0 ? halfway * five : halfway / five | 1;
                char text[32];
                for (int more = -1; more <= 1; more++) {
                    int size = sprintf(text, "%llue%d", (unsigned long long)number + (unsigned)more, power);
                    expect_as_libc(text, (size_t)size);
                }
            }
        }
    }
}

/* 15 digits next to halfway points of floats, many of which are nearest to those as doubles. */
static void reads_short_text_near_halfway_points(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (long i = random_cases(); i > 0; i--) {
        int power = random_below(&random, 8);
        float f32 = (float)((double)(next_random(&random) >> 11) * 0x1p-53 * pow(10, power));
        double halfway = ((double)f32 + (double)nextafterf(f32, INFINITY)) / 2;
        char text[32];
        int size = sprintf(text, "%.*f", power > 0 ? 15 - power : 14, halfway);
        expect_as_libc(text, (size_t)size);
    }
}

/* All texts of these characters: short numbers are read in another way than what the text ends with. */
static void reads_short_numbers_as_any(void **state)
{
    (void)state;
    static const char characters[] = "-.07 e9x";
    enum { BITS = 3, LONGEST = 6, ROOM = 32 };
    char roomy[ROOM];
    for (uint32_t code = 0; code < 1u << (BITS * LONGEST); code++) {
        memset(roomy, ' ', sizeof roomy);
        for (uint32_t i = 0; i < LONGEST; i++)
            roomy[i] = characters[code >> (BITS * i) & 7];
        float f32[2] = {77, 77};
        uint32_t u32[2] = {77, 77};
        const char *f32_after = tlb_read_f32(roomy, roomy + sizeof roomy, &f32[0]);
        const char *u32_after = tlb_read_u32(roomy, roomy + sizeof roomy, &u32[0]);
        if (tlb_read_f32(roomy, roomy + LONGEST, &f32[1]) != f32_after ||
            bits_of_f32(f32[0]) != bits_of_f32(f32[1]))
            fail_msg("\"%.*s\": %.9g or %.9g", LONGEST, roomy, (double)f32[0], (double)f32[1]);
        if (tlb_read_u32(roomy, roomy + LONGEST, &u32[1]) != u32_after || u32[0] != u32[1])
            fail_msg("\"%.*s\": %u or %u", LONGEST, roomy, u32[0], u32[1]);
    }
}

/* What is counted is what stands there, one blank between; what stops a row can be read yet. */
static void reads_rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t f32_count, u32_count;
        size_t f32_size, u32_size;
    } rows[] = {
        {"1 2 3 4\n", 3, 3, 5, 5},
        {"1 2\n3 4", 2, 2, 3, 3},
        {"1 -2.5 3\r\n", 3, 1, 8, 1},
        {"1\t2 3", 1, 1, 1, 1},
        {"1  2 3", 1, 1, 1, 1},
        {"1 2x 3", 1, 1, 1, 1},
        {"1 2e0 3", 1, 1, 1, 1},
        {"", 0, 0, 0, 0},
        {" 1", 0, 0, 0, 0},
        {"1 12345678 3", 1, 1, 1, 1},
        {"1 1234567.25 3", 3, 1, 14, 1},
        {"1/2", 0, 0, 0, 0},
        {"1 0.00000000000005 3", 1, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum { MOST = 3, ROOM = 64 };
        char text[ROOM];
        float f32[MOST];
        uint32_t u32[MOST];
        memset(text, ' ', sizeof text);
        memcpy(text, rows[i].text, strlen(rows[i].text));
        const char *f32_at = text, *u32_at = text;
        assert_int_equal(tlb_read_f32_row(&f32_at, text + ROOM, f32, MOST), rows[i].f32_count);
        assert_int_equal(tlb_read_u32_row(&u32_at, text + ROOM, u32, MOST), rows[i].u32_count);
        assert_int_equal(f32_at - text, rows[i].f32_size);
        assert_int_equal(u32_at - text, rows[i].u32_size);
        const char *p = text;
        for (uint32_t k = 0; k < rows[i].f32_count; k++, p++) {
            float value;
            p = tlb_read_f32(p, text + ROOM, &value);
            assert_true(p && value == f32[k]);
        }
    }
    const char text[] = "1 2 3", *at = text;
    float values[3];
    assert_int_equal(tlb_read_f32_row(&at, text + 5, values, 3), 0); /* not beyond the text */
    assert_ptr_equal(at, text);
}

/* The digits of a written number that are neither leading nor trailing zeros. */
static int count_significant(const char *p, const char *end)
{
    int count = 0, zeros = 0;
    for (; p < end && *p != 'e'; p++) {
        if (*p == '0') {
            zeros += count > 0;
        } else if (*p >= '1' && *p <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

/* The same digits, whatever the notation. */
static bool is_same_decimal(const char *a, const char *b)
{
    char digits[2][64] = {{0}};
    for (int i = 0; i < 2; i++) {
        size_t size = 0;
        for (const char *p = i == 0 ? a : b; *p != '\0' && *p != 'e'; p++)
            if (*p >= '0' + (size == 0) && *p <= '9')
                digits[i][size++] = *p;
        while (size > 0 && digits[i][size - 1] == '0')
            digits[i][--size] = '\0';
    }
    return strcmp(digits[0], digits[1]) == 0;
}

/*
 * Writes a value, and expects it to read back, to be as short as the shortest rounded form that reads
 * back, and to be that one when it is no shorter.
 */
static void expect_shortest(double value, bool is_f32)
{
    char text[TLB_NUMBER_MAX + 1];
    memset(text, '#', sizeof text);
    char *end = is_f32 ? tlb_write_f32(text, (float)value) : tlb_write_f64(text, value);
    assert_true(text[TLB_NUMBER_MAX] == '#' && end <= text + TLB_NUMBER_MAX);
    *end = '\0';
    double read = is_f32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    if (bits_of_f64(read) != bits_of_f64(value))
        fail_msg("%.17g written as %s", value, text);
    int digits = count_significant(text, end);
    char other[64];
    if (digits > 1) {
        sprintf(other, "%.*e", digits - 2, value);
        if ((is_f32 ? (double)strtof(other, NULL) : strtod(other, NULL)) == value)
            fail_msg("%s is written for %s", text, other);
    }
    if (digits > 0) {
        sprintf(other, "%.*e", digits - 1, value);
        bool reads_back = (is_f32 ? (double)strtof(other, NULL) : strtod(other, NULL)) == value;
        if (reads_back && !is_same_decimal(text, other))
            fail_msg("%s is written for %s, which is closer", text, other);
    }
}

static void writes_shortest_f32(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (long i = random_cases(); i > 0; i--) {
        float value = f32_of_bits((uint32_t)next_random(&random));
        if (isfinite(value))
            expect_shortest((double)value, true);
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t i = 0; i < 5; i++) { /* around every power of two */
            expect_shortest((double)f32_of_bits((exponent << 23) + i), true);
            expect_shortest((double)f32_of_bits(((exponent + 1) << 23) - 1 - i), true);
        }
    }
}

static void writes_shortest_f64(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (long i = random_cases(); i > 0; i--) {
        double value = f64_of_bits(next_random(&random));
        if (isfinite(value))
            expect_shortest(value, false);
        /* few digits, which random bits hardly ever have */
        double scale = pow(10, random_below(&random, 8));
        expect_shortest((double)(next_random(&random) % 100000000) / scale, false);
    }
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        for (uint64_t i = 0; i < 5; i++) {
            expect_shortest(f64_of_bits((exponent << 52) + i), false);
            expect_shortest(f64_of_bits(((exponent + 1) << 52) - 1 - i), false);
        }
    }
}

static void writes_notation(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *f64, *f32;
    } cases[] = {
        {0, "0", "0"},
        {-0.0, "-0", "-0"},
        {1, "1", "1"},
        {-1500, "-1500", "-1500"},
        {0.001, "0.001", "0.001"},
        {1e-5, "0.00001", "0.00001"},
        {9e-6, "9e-6", "9e-6"},
        {1.5e-7, "1.5e-7", "1.5e-7"},
        {1e30, "1e30", "1e30"},
        {1e16, "10000000000000000", "1e16"},
        {1e17, "1e17", "1e17"},
        {1e8, "100000000", "100000000"},
        {1e9, "1000000000", "1e9"},
        {123456789, "123456789", "123456790"},
        {-12.5, "-12.5", "-12.5"},
        {0.1, "0.1", "0.1"},
        {12345678.5, "12345678.5", "12345678"},
        {123456789.5, "123456789.5", "123456790"},
        {1234567890.25, "1234567890.25", "1.234568e9"},
        {9007199254740992, "9007199254740992", "9.007199e15"},
        {72057594037927936, "72057594037927940", "7.2057594e16"},
        {0.3, "0.3", "0.3"},
        {2.0 / 3, "0.6666666666666666", "0.6666667"},
        {-1e-300, "-1e-300", "-0"},
        {-2.2250738585072014e-308, "-2.2250738585072014e-308", "-0"},
        {5e-324, "5e-324", "0"},
        {1234567890123456.8, "1234567890123456.8", "1.234568e15"},
        {1e23, "1e23", "1e23"},
        {INFINITY, "inf", "inf"},
        {-INFINITY, "-inf", "-inf"},
        {(double)NAN, "nan", "nan"},
        {-(double)NAN, "nan", "nan"},
        {(double)FLT_MAX, "3.4028234663852886e38", "3.4028235e38"},
        {(double)1e-45f, "1.401298464324817e-45", "1e-45"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[TLB_NUMBER_MAX + 1];
        *tlb_write_f64(text, cases[i].value) = '\0';
        assert_string_equal(text, cases[i].f64);
        *tlb_write_f32(text, (float)cases[i].value) = '\0';
        assert_string_equal(text, cases[i].f32);
    }
}

static void expect_integer(uint64_t value)
{
    char text[TLB_NUMBER_MAX], wanted[32];
    int size = sprintf(wanted, "%llu", (unsigned long long)value);
    char *end = tlb_write_u64(text, value);
    assert_int_equal(end - text, size);
    assert_memory_equal(text, wanted, (size_t)size);
    uint64_t u64 = ~value;
    assert_ptr_equal(tlb_read_u64(text, end, &u64), end);
    assert_true(u64 == value);

    int64_t wanted_i64, i64;
    memcpy(&wanted_i64, &value, sizeof wanted_i64);
    size = sprintf(wanted, "%lld", (long long)wanted_i64);
    end = tlb_write_i64(text, wanted_i64);
    assert_int_equal(end - text, size);
    assert_memory_equal(text, wanted, (size_t)size);
    assert_ptr_equal(tlb_read_i64(text, end, &i64), end);
    assert_true(i64 == wanted_i64);
}

static void converts_integers(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (uint64_t i = 0; i < 64; i++) {
        expect_integer(UINT64_C(1) << i);
        expect_integer((UINT64_C(1) << i) - 1);
    }
    for (uint64_t power = 1; power <= UINT64_MAX / 10; power *= 10) {
        expect_integer(power * 10);
        expect_integer(power * 10 - 1);
    }
    expect_integer(UINT64_MAX);
    for (long i = random_cases(); i > 0; i--)
        expect_integer(next_random(&random) >> random_below(&random, 64));
}

static void reads_integers_of_32_bits(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 7, 10, 1234567, 12345678, 999999999, 4294967295u};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[64];
        uint32_t value = 1;
        int size = sprintf(text, "%u both 0xffffff", values[i]);
        const char *after = strchr(text, ' ');
        assert_ptr_equal(tlb_read_u32(text, text + size, &value), after);
        assert_int_equal(value, values[i]);
        value = 1;
        assert_ptr_equal(tlb_read_u32(text, after, &value), after);
        assert_int_equal(value, values[i]);
    }
    static const char *const wrong[] = {"4294967296", "99999999999999999999999", "-1", "x1234567", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t value = 5;
        assert_null(tlb_read_u32(wrong[i], wrong[i] + strlen(wrong[i]), &value));
        assert_int_equal(value, 5);
    }
}

static void writes_decimals_that_read_back(void **state)
{
    (void)state;
    static const struct {
        float value;
        int decimals;
        const char *text;
    } cases[] = {
        {333.168854f, 6, "333.168854"},
        {-263.5f, 6, "-263.500000"},
        {0.5f, 0, "0.5"},
        {2.5f, 1, "2.5"},
        {-0.0f, 2, "-0.00"},
        {1e-7f, 6, "1e-7"},
        {3, 0, "3"},
        {2.09f, 1, "2.09"},
        {1e20f, 3, "1e20"},
        {0.1f, -1, "0.1"},
        {7, 9, "7.000000000"},
        {1e6f, 9, "1000000"},
    };
    char text[TLB_NUMBER_MAX + 1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        *tlb_write_fixed_f32(text, cases[i].value, cases[i].decimals) = 0;
        assert_string_equal(text, cases[i].text);
    }
    /* As printf has them, where these read back. */
    uint32_t random = 1;
    for (int i = 0; i < 1000000; i++) {
        char expected[128];
        random = random * 1664525 + 1013904223;
        float value = (float)(int32_t)random / 65536 / (float)(1 + i % 977);
        sprintf(expected, "%.6f", (double)value);
        *tlb_write_fixed_f32(text, value, 6) = 0;
        if (strtof(expected, NULL) == value)
            assert_string_equal(text, expected);
        else
            assert_true(strtof(text, NULL) == value);
    }
}

static void refuses_wrong_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int u64_size, i64_size; /* negative for NULL */
    } cases[] = {
        {"", -1, -1},
        {"-", -1, -1},
        {"+", -1, -1},
        {"x", -1, -1},
        {" 1", -1, -1},
        {"-0", -1, 2},
        {"+7", -1, 2},
        {"7.5", 1, 1},
        {"12/34", 2, 2},
        {"00000000000000000000000000012", 29, 29},
        {"18446744073709551615", 20, -1},
        {"18446744073709551616", -1, -1},
        {"0018446744073709551615 ", 22, -1},
        {"19999999999999999999", -1, -1},
        {"28446744073709551615", -1, -1},
        {"29000000000000000000", -1, -1},
        {"99999999999999999999", -1, -1},
        {"100000000000000000000", -1, -1},
        {"184467440737095516150", -1, -1},
        {"9223372036854775807", 19, 19},
        {"9223372036854775808", 19, -1},
        {"-9223372036854775808", -1, 20},
        {"-9223372036854775809", -1, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        const char *end = text + strlen(text);
        uint64_t u64 = 77;
        int64_t i64 = 77;
        const char *u64_after = tlb_read_u64(text, end, &u64);
        const char *i64_after = tlb_read_i64(text, end, &i64);
        const char *u64_wanted = cases[i].u64_size < 0 ? NULL : text + cases[i].u64_size;
        const char *i64_wanted = cases[i].i64_size < 0 ? NULL : text + cases[i].i64_size;
        if (u64_after != u64_wanted || i64_after != i64_wanted)
            fail_msg("\"%s\" is read wrongly", text);
        assert_true((u64_after || u64 == 77) && (i64_after || i64 == 77));
    }
}

/* A big number just for the table: 40 * 32 bits, the lowest first. */
enum { LIMBS = 40 };

static void multiply_by_five(uint32_t *limbs)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)limbs[i] * 5;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_five(uint32_t *limbs)
{
    uint64_t rest = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / 5);
        rest %= 5;
    }
}

/* Sets high and low to the 128 leading bits. */
static void take_leading_bits(const uint32_t *limbs, uint64_t *high, uint64_t *low)
{
    int bit = 32 * LIMBS - 1;
    while ((limbs[bit / 32] >> bit % 32 & 1) == 0)
        bit--;
    *high = *low = 0;
    for (int i = 0; i < 128; i++, bit--) {
        *high = *high << 1 | *low >> 63;
        *low = *low << 1 | (bit >= 0 ? limbs[bit / 32] >> bit % 32 & 1 : 0);
    }
}

static void table_is_right(void **state)
{
    (void)state;
    static const uint64_t table[][2] = {
#include "base/pow5.inc"
    };
    enum { FIRST = -342, LAST = 324 };
    assert_int_equal(sizeof table / sizeof table[0], LAST - FIRST + 1);
    uint32_t positive[LIMBS] = {1}, negative[LIMBS] = {0};
    negative[LIMBS - 1] = 1; /* 2^1248: 5^-342 leaves it 453 bits */
    for (int power = 0; power <= -FIRST; power++) {
        uint64_t high, low;
        if (power <= LAST) {
            take_leading_bits(positive, &high, &low);
            assert_true(table[power - FIRST][0] == high && table[power - FIRST][1] == low);
        }
        take_leading_bits(negative, &high, &low);
        if (power >= 1 && power <= 27) {
            low++;
            high += low == 0;
        }
        assert_true(table[-power - FIRST][0] == high && table[-power - FIRST][1] == low);
        multiply_by_five(positive);
        divide_by_five(negative);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_right),
        cmocka_unit_test(reads_hard_cases),
        cmocka_unit_test(stops_where_the_number_stops),
        cmocka_unit_test(reads_non_finite),
        cmocka_unit_test(reads_very_long_text),
        cmocka_unit_test(reads_halfway_points),
        cmocka_unit_test(reads_halfway_points_of_few_digits),
        cmocka_unit_test(reads_short_text_near_halfway_points),
        cmocka_unit_test(reads_random_text_as_libc),
        cmocka_unit_test(reads_short_numbers_as_any),
        cmocka_unit_test(reads_rows),
        cmocka_unit_test(writes_notation),
        cmocka_unit_test(writes_shortest_f32),
        cmocka_unit_test(writes_shortest_f64),
        cmocka_unit_test(converts_integers),
        cmocka_unit_test(refuses_wrong_integers),
        cmocka_unit_test(reads_integers_of_32_bits),
        cmocka_unit_test(writes_decimals_that_read_back),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
