/* A tree of boxes, each halved at the median of its boxes' centers. */
#include "level/box_tree.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEAF_MOST = 4,
    DEEPEST = 33,
    PER_STEP = 16 /* boxes that are found and sorted, for a step of work */
};

typedef struct center {
    double at[3], key;
    uint32_t box;
} center;

static int compare_centers(const void *a, const void *b)
{
    const center *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->box < other->box ? -1 : one->box > other->box;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Sorts the run along its longest axis. */
static void sort_run(center *run, uint32_t count)
{
    int longest = 0;
    double extent = -1;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            low = fmin(low, run[i].at[axis]);
            high = fmax(high, run[i].at[axis]);
        }
        if (high - low > extent) {
            extent = high - low;
            longest = axis;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        run[i].key = run[i].at[longest];
    qsort(run, count, sizeof *run, compare_centers);
}

static bool make_node(tlb_box_tree *tree, center *centers, uint32_t first, uint32_t count, tlb_arena *arena,
                      uint32_t *made)
{
    tlb_box_node node = {
        {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, first, count, {0}};
    *made = tree->nodes.count;
    if (!TLB_RESERVE(arena, &tree->nodes, 1))
        return false;
    tree->nodes.count++;
    for (uint32_t i = first; i < first + count; i++)
        for (int axis = 0; axis < 3; axis++) {
            const tlb_level_box *box = &tree->boxes[centers[i].box];
            node.box.low[axis] = fmin(node.box.low[axis], box->low[axis]);
            node.box.high[axis] = fmax(node.box.high[axis], box->high[axis]);
        }
    if (count > LEAF_MOST) {
        uint32_t half = count / 2;
        sort_run(centers + first, count);
        node.count = 0;
        if (!make_node(tree, centers, first, half, arena, &node.children[0]) ||
            !make_node(tree, centers, first + half, count - half, arena, &node.children[1]))
            return false;
    }
    tree->nodes.data[*made] = node;
    return true;
}

bool tlb_box_tree_make(tlb_box_tree *tree, const tlb_level_box *boxes, uint32_t count, tlb_arena *arena)
{
    *tree = (tlb_box_tree){.boxes = boxes, .order = tlb_alloc_array(arena, count, sizeof *tree->order)};
    center *centers = tlb_alloc_array(arena, count, sizeof *centers);
    if (!tree->order || !centers)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        centers[i].box = i;
        for (int axis = 0; axis < 3; axis++) {
            double middle = boxes[i].low[axis] / 2 + boxes[i].high[axis] / 2;
            centers[i].at[axis] = isfinite(middle) ? middle : 0;
        }
    }
    uint32_t root;
    if (!make_node(tree, centers, 0, count, arena, &root))
        return false;
    for (uint32_t i = 0; i < count; i++)
        tree->order[i] = centers[i].box;
    return true;
}

/* --- finding ----------------------------------------------------------------------------------------- */

/* A box, or a segment within it. */
typedef struct search {
    tlb_level_box box;
    const double *from, *to; /* NULL: all of the box */
    double margin;
} search;

static bool overlaps(const tlb_level_box *a, const tlb_level_box *b)
{
    for (int axis = 0; axis < 3; axis++)
        if (a->low[axis] > b->high[axis] || a->high[axis] < b->low[axis])
            return false;
    return true;
}

/* What of the segment is between the box's sides, axis after axis. */
static bool is_passed(const search *s, const tlb_level_box *box)
{
    double first = 0, last = 1;
    for (int axis = 0; axis < 3; axis++) {
        double start = s->from[axis], step = s->to[axis] - start;
        if (step == 0)
            continue; /* the search's box tells */
        double in = (box->low[axis] - s->margin - start) / step;
        double out = (box->high[axis] + s->margin - start) / step;
        first = fmax(first, fmin(in, out));
        last = fmin(last, fmax(in, out));
    }
    return first <= last;
}

static bool is_found(const search *s, const tlb_level_box *box)
{
    return overlaps(&s->box, box) && (!s->from || is_passed(s, box));
}

static bool find(const tlb_box_tree *tree, const search *s, tlb_arena *arena, tlb_box_list *found)
{
    uint32_t stack[DEEPEST + 1], height = 0;
    found->count = 0;
    for (stack[height++] = 0; height;) {
        const tlb_box_node *node = &tree->nodes.data[stack[--height]];
        if (!is_found(s, &node->box))
            continue;
        if (!node->count && node->children[1]) {
            stack[height++] = node->children[1];
            stack[height++] = node->children[0];
        }
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            if (!is_found(s, &tree->boxes[tree->order[i]]))
                continue;
            uint32_t *added = TLB_PUSH(arena, found);
            if (!added)
                return false;
            *added = tree->order[i];
        }
    }
    if (found->count)
        qsort(found->data, found->count, sizeof *found->data, compare_numbers);
    return found->count < PER_STEP || !tlb_work(arena->account, found->count / PER_STEP);
}

bool tlb_box_tree_find(const tlb_box_tree *tree, const tlb_level_box *box, tlb_arena *arena,
                       tlb_box_list *found)
{
    search s = {.box = *box};
    return find(tree, &s, arena, found);
}

bool tlb_box_tree_cross(const tlb_box_tree *tree, const double from[3], const double to[3], double margin,
                        tlb_arena *arena, tlb_box_list *found)
{
    search s = {.from = from, .to = to, .margin = margin};
    for (int axis = 0; axis < 3; axis++) {
        s.box.low[axis] = fmin(from[axis], to[axis]) - margin;
        s.box.high[axis] = fmax(from[axis], to[axis]) + margin;
    }
    return find(tree, &s, arena, found);
}
