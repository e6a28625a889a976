#include "image/reduce.h"

#include <stdlib.h>
#include <string.h>

/* Colors to 5 bits a channel, with how many pixels there are and their sums. */
enum { BITS = 5, CELLS = 1 << 3 * BITS, HALF = 128 };

typedef struct cell {
    uint64_t count, sums[3];
    uint8_t at[3];
    uint32_t place; /* in its box, before that is sorted */
} cell;

typedef struct box {
    cell *cells;
    uint32_t cell_count;
    int longest; /* axis */
    uint32_t length;
    uint64_t count;
} box;

static int by_color(const void *a, const void *b)
{
    return memcmp(a, b, 3);
}

/* The colors themselves; false when there are more than `most`. */
static bool take_all(const uint8_t (*pixels)[4], size_t pixel_count, uint32_t most, uint8_t (*palette)[4],
                     uint32_t *count)
{
    uint32_t last = 0;
    *count = 0;
    for (size_t i = 0; i < pixel_count; i++) {
        if (pixels[i][3] < HALF || (*count && memcmp(palette[last], pixels[i], 3) == 0))
            continue;
        for (last = 0; last < *count && memcmp(palette[last], pixels[i], 3) != 0;)
            last++;
        if (last < *count)
            continue;
        if (*count == most)
            return false;
        memcpy(palette[(*count)++], pixels[i], 3);
    }
    qsort(palette, *count, sizeof *palette, by_color);
    return true;
}

/* Of those that are alike, as they were: the sorting of one C library keeps them so, that of another does
 * not. */
static int by_axis(const void *a, const void *b, int axis)
{
    const cell *x = a, *y = b;
    int order = (int)x->at[axis] - y->at[axis];
    return order ? order : (x->place > y->place) - (x->place < y->place);
}
static int by_axis_0(const void *a, const void *b)
{
    return by_axis(a, b, 0);
}
static int by_axis_1(const void *a, const void *b)
{
    return by_axis(a, b, 1);
}
static int by_axis_2(const void *a, const void *b)
{
    return by_axis(a, b, 2);
}

static void measure(box *b)
{
    b->length = 0;
    b->count = 0;
    for (uint32_t i = 0; i < b->cell_count; i++)
        b->count += b->cells[i].count;
    for (int axis = 0; axis < 3; axis++) {
        uint8_t low = UINT8_MAX, high = 0;
        for (uint32_t i = 0; i < b->cell_count; i++) {
            low = b->cells[i].at[axis] < low ? b->cells[i].at[axis] : low;
            high = b->cells[i].at[axis] > high ? b->cells[i].at[axis] : high;
        }
        if (b->cell_count && (uint32_t)(high - low) > b->length) {
            b->length = (uint32_t)(high - low);
            b->longest = axis;
        }
    }
}

/* Halves the pixels of a box across its longest side. */
static void cut(box *b, box *rest)
{
    static int (*const orders[])(const void *, const void *) = {by_axis_0, by_axis_1, by_axis_2};
    for (uint32_t i = 0; i < b->cell_count; i++)
        b->cells[i].place = i;
    qsort(b->cells, b->cell_count, sizeof *b->cells, orders[b->longest]);
    uint64_t sum = 0;
    uint32_t at = 0;
    while (at + 1 < b->cell_count && (!at || sum + b->cells[at].count / 2 < b->count / 2))
        sum += b->cells[at++].count;
    *rest = (box){.cells = b->cells + at, .cell_count = b->cell_count - at};
    b->cell_count = at;
    measure(b);
    measure(rest);
}

static uint32_t cut_all(cell *cells, uint32_t cell_count, uint32_t most, uint8_t (*palette)[4])
{
    box boxes[256];
    uint32_t count = 1;
    boxes[0] = (box){.cells = cells, .cell_count = cell_count};
    measure(&boxes[0]);
    for (; count < most; count++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            if (boxes[i].count * boxes[i].length > boxes[best].count * boxes[best].length)
                best = i;
        if (!boxes[best].length)
            break;
        cut(&boxes[best], &boxes[count]);
    }
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            uint64_t sum = 0;
            for (uint32_t k = 0; k < boxes[i].cell_count; k++)
                sum += boxes[i].cells[k].sums[axis];
            palette[i][axis] = (uint8_t)((sum + boxes[i].count / 2) / (boxes[i].count ? boxes[i].count : 1));
        }
    return count;
}

static void blacken(uint8_t (*palette)[4], uint32_t first)
{
    for (uint32_t i = first; i < 256; i++)
        memcpy(palette[i], (const uint8_t[]){0, 0, 0, UINT8_MAX}, sizeof *palette);
}

bool tlb_reduce_colors(tlb_arena *arena, const uint8_t (*pixels)[4], size_t pixel_count, uint32_t most,
                       uint8_t (*palette)[4], uint32_t *count)
{
    blacken(palette, 0);
    if (take_all(pixels, pixel_count, most, palette, count))
        return true;
    cell *cells = tlb_zalloc_array(arena, CELLS, sizeof *cells);
    if (!cells)
        return false;
    for (size_t i = 0; i < pixel_count; i++) {
        if (pixels[i][3] < HALF)
            continue;
        uint32_t index = 0;
        for (int axis = 0; axis < 3; axis++)
            index = index << BITS | (uint32_t)(pixels[i][axis] >> (8 - BITS));
        cell *c = &cells[index];
        c->count++;
        for (int axis = 0; axis < 3; axis++) {
            c->sums[axis] += pixels[i][axis];
            c->at[axis] = pixels[i][axis] >> (8 - BITS);
        }
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < CELLS; i++)
        if (cells[i].count)
            cells[used++] = cells[i];
    *count = cut_all(cells, used, most, palette);
    blacken(palette, *count); /* what was taken before there were too many */
    return true;
}
