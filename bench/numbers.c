/* Numbers as text, read: against strtof and against copying the text. */
#include "bench.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 200000, TEXT_MOST = 16 };

/* Numbers from -range to range with as many decimals as given, of which zeros at the end are left out. */
typedef struct kind {
    const char *name;
    double range;
    int decimals;
} kind;

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static size_t make_text(char *text, const kind *k)
{
    char *p = text;
    uint32_t random = 1;
    for (int i = 0; i < NUMBERS; i++) {
        double share = (double)next_random(&random) / (1 << 23) - 1;
        p += sprintf(p, "%.*f", k->decimals, share * k->range);
        while (p[-1] == '0')
            p--;
        p -= p[-1] == '.';
        *p++ = ' ';
    }
    *p = 0;
    return (size_t)(p - text);
}

static double time_ours(const char *text, size_t size, float *sum)
{
    double start = now();
    const char *end = text + size;
    for (const char *p = text; p < end; p++) {
        float value = 0;
        p = tlb_read_f32(p, end, &value);
        if (!p)
            abort();
        *sum += value;
    }
    return now() - start;
}

static double time_strtof(const char *text, size_t size, float *sum)
{
    double start = now();
    const char *end = text + size;
    for (const char *p = text; p < end; p++) {
        char *after;
        *sum += strtof(p, &after);
        p = after;
    }
    return now() - start;
}

static void bench_kind_of_numbers(const kind *k)
{
    char *text = malloc((size_t)NUMBERS * TEXT_MOST);
    if (!text)
        abort();
    size_t size = make_text(text, k);
    double ours = 1e9, theirs = 1e9, copy = 1e9;
    float sums[2] = {0, 0};
    for (int i = 0; i < ROUNDS; i++) {
        keep_least(&ours, time_ours(text, size, &sums[0]));
        keep_least(&theirs, time_strtof(text, size, &sums[1]));
        keep_least(&copy, time_copy((const uint8_t *)text, size));
    }
    if (memcmp(&sums[0], &sums[1], sizeof sums[0]) != 0)
        abort();
    printf("numbers, %s, %.1f characters each: %.0f MB/s, in %.1f times less than strtof, in %.1f times more "
           "than "
           "copying\n",
           k->name, (double)size / NUMBERS, (double)size / 1e6 / ours, theirs / ours, ours / copy);
    free(text);
}

void bench_numbers(void)
{
    static const kind kinds[] = {
        {"6 to 9 digits", 500, 6},
        {"2 to 5 digits", 10, 4},
        {"1 to 3 digits", 10, 2},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        bench_kind_of_numbers(&kinds[i]);
}
