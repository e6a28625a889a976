/* The choice of a node's wall: each wall of the list is held against each other, so this is where time
 * goes. */
#include "formats/meridian/roo/tree.h"

/* How many walls are counted before a candidate is given up that cannot win any more. */
enum { BLOCK = 64 };

/* x0, y0, x1, y1 of a list's walls, an array each, in the arithmetic's own numbers. */
typedef struct columns {
    double *real[4];
    int32_t *whole[4];
} columns;

typedef struct tally {
    uint32_t positive, negative, cut;
} tally;

static uint32_t fuller(const tally *t)
{
    return t->positive > t->negative ? t->positive : t->negative;
}

static bool is_better(const tally *t, const tally *best)
{
    return fuller(t) < fuller(best) || (fuller(t) == fuller(best) && t->cut < best->cut);
}

static void add(tally *t, uint32_t positive, uint32_t negative, uint32_t cut)
{
    t->positive += positive;
    t->negative += negative;
    t->cut += cut;
}

static void count_real(const columns *c, const roo_line *line, uint32_t from, uint32_t to, tally *t)
{
    const double a = line->a, b = line->b, k = line->c;
    int64_t positive = 0, negative = 0, cut = 0;
    for (uint32_t i = from; i < to; i++) {
        double start = a * c->real[0][i] + b * c->real[1][i] + k,
               end = a * c->real[2][i] + b * c->real[3][i] + k;
        int64_t right = (start > ROO_ON_LINE) | (end > ROO_ON_LINE);
        int64_t left = (start < -ROO_ON_LINE) | (end < -ROO_ON_LINE);
        positive += right;
        negative += left;
        cut += right & left;
    }
    add(t, (uint32_t)positive, (uint32_t)negative, (uint32_t)cut);
}

static void count_whole(const columns *c, const roo_line *line, uint32_t from, uint32_t to, tally *t)
{
    const int32_t a = (int32_t)line->a, b = (int32_t)line->b, k = (int32_t)line->c;
    int32_t positive = 0, negative = 0, cut = 0;
    for (uint32_t i = from; i < to; i++) {
        int32_t start = roo_wrapped_side(a, b, k, c->whole[0][i], c->whole[1][i]);
        int32_t end = roo_wrapped_side(a, b, k, c->whole[2][i], c->whole[3][i]);
        int32_t right = (start > 0) | (end > 0), left = (start < 0) | (end < 0);
        positive += right;
        negative += left;
        cut += right & left;
    }
    add(t, (uint32_t)positive, (uint32_t)negative, (uint32_t)cut);
}

static void set_column(columns *c, roo_arithmetic arithmetic, uint32_t i, const roo_tree_wall *wall)
{
    for (int axis = 0; axis < 2; axis++)
        if (arithmetic == ROO_INTEGER) {
            c->whole[axis][i] = (int32_t)wall->start[axis];
            c->whole[axis + 2][i] = (int32_t)wall->end[axis];
        } else {
            c->real[axis][i] = wall->start[axis];
            c->real[axis + 2][i] = wall->end[axis];
        }
}

static bool make_columns(columns *c, tlb_arena *scratch, roo_arithmetic arithmetic,
                         const roo_tree_wall *walls, const uint32_t *list, uint32_t count)
{
    bool whole = arithmetic == ROO_INTEGER;
    for (int k = 0; k < 4; k++) {
        void *column = tlb_alloc_array(scratch, count, whole ? sizeof **c->whole : sizeof **c->real);
        if (!column)
            return false;
        c->whole[k] = whole ? column : NULL;
        c->real[k] = whole ? NULL : column;
    }
    for (uint32_t i = 0; i < count; i++)
        set_column(c, arithmetic, i, &walls[list[i]]);
    return true;
}

/* Counts until it is told that the line is no better than the best so far. */
static tally tally_line(const columns *c, roo_arithmetic arithmetic, const roo_line *line, uint32_t count,
                        const tally *best, uint64_t *cost)
{
    tally t = {0};
    uint32_t to;
    for (uint32_t from = 0; from < count && fuller(&t) <= fuller(best); from = to) {
        to = count - from > BLOCK ? from + BLOCK : count;
        (arithmetic == ROO_INTEGER ? count_whole : count_real)(c, line, from, to, &t);
        *cost += to - from;
    }
    return t;
}

bool roo_choose_root(tlb_arena *scratch, roo_arithmetic arithmetic, const roo_tree_wall *walls,
                     const uint32_t *list, uint32_t count, uint32_t *root, uint64_t *cost)
{
    columns c;
    tally best = {.positive = UINT32_MAX};
    if (!make_columns(&c, scratch, arithmetic, walls, list, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        roo_line line = roo_line_through(arithmetic, walls[list[i]].start, walls[list[i]].end);
        tally t = tally_line(&c, arithmetic, &line, count, &best, cost);
        if (is_better(&t, &best)) {
            best = t;
            *root = list[i];
        }
    }
    return true;
}
