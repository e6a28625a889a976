/* What leaves see, by their PVS lists: no solid leaf; themselves, where the others of the file do; each empty
 * leaf that the tree has open before them. A leaf outside sees what sees its side of the box. */
#include "formats/darkstar/dig/check/check.h"

#include "formats/darkstar/dig/cut.h"

#include <string.h>

#define LEAST_OPENING 0.05  /* square meters of what is open between two leaves */
#define BESIDE        0.002 /* how far before and behind a plane openings are looked for */

enum {
    STEPS_AN_ENTRY = 4096, /* cuts, and bytes of lists, more than real files take */
    SIDES = 6              /* of the box: numbers of lists below this are the outside seen there */
};

typedef struct pvs {
    tlb_checker *c;
    const tlb_dig *dig;
    uint64_t steps; /* left */
    dig_cutter front, back;
    uint8_t *reported; /* leaves */
    uint32_t depth;
    float planes[DIG_MOST_DEEP][4]; /* on the way to a node, positive there */
    dig_polygon parts[2];
    const tlb_dig_node *node; /* that openings are looked for at */
    uint32_t leaf;            /* before it */
} pvs;

/* True when the steps are used up: then nothing is known. */
static bool sees(pvs *p, tlb_bit_list list, uint32_t leaf)
{
    uint64_t price = 1 + (list.at ? (uint64_t)(list.end - list.at) : 0);
    bool known = p->steps >= price;
    p->steps -= known ? price : 0;
    return !known || tlb_bit_list_has(list, leaf);
}

/* False: there is no such leaf, or it is not an empty one inside. */
static bool inner_leaf(const tlb_dig *dig, uint32_t leaf, tlb_dig_leaf_info *info)
{
    return tlb_dig_leaf_at(dig, leaf, info) && !info->solid && !info->external;
}

/* One diagnostic a leaf. */
#define REPORT(p, leaf, ...)                                                                                 \
    do {                                                                                                     \
        if (!(p)->reported[leaf]) {                                                                          \
            (p)->reported[leaf] = 1;                                                                         \
            TLB_FIND((p)->c, DIG_PVS, tlb_dig_leaf_path((p)->c, (p)->dig, (leaf), "pvsIdx"), __VA_ARGS__);   \
        }                                                                                                    \
    } while (0)

/* --- lists alone ---------------------------------------------------------------------------------------- */

static void check_numbers(pvs *p, uint32_t leaf, tlb_bit_list list)
{
    uint32_t number;
    tlb_dig_leaf_info seen;
    while (p->steps && tlb_bit_list_next(&list, &number)) {
        p->steps--;
        if (number >= TLB_DIG_OUTSIDE_LEAVES && tlb_dig_leaf_at(p->dig, number, &seen) && seen.solid)
            REPORT(p, leaf, "leaf %u sees leaf %u, which is solid", leaf, number);
        if (number >= SIDES && number < TLB_DIG_OUTSIDE_LEAVES)
            REPORT(p, leaf, "leaf %u sees %u; the sides of the outside are 0 to 5", leaf, number);
    }
}

/* Whether leaves see themselves, in most of the file; no engine requires it. */
static void check_selves(pvs *p)
{
    enum { MOST = 10 }; /* of so many one may not */
    uint32_t blind = 0, inner = 0, count = tlb_dig_leaf_count(p->dig);
    tlb_dig_leaf_info info;
    for (uint32_t i = 0; i < count; i++) {
        bool is_inner = inner_leaf(p->dig, i, &info);
        inner += is_inner;
        blind += is_inner && !sees(p, info.visible, i);
    }
    for (uint32_t i = 0; blind && (uint64_t)blind * MOST <= inner && i < count; i++)
        if (inner_leaf(p->dig, i, &info) && !sees(p, info.visible, i))
            REPORT(p, i, "leaf %u does not see itself, as others do", i);
}

/* --- the outside ---------------------------------------------------------------------------------------- */

/* The sides of the box, as bits, that a leaf outside is beyond, by its number. */
static uint32_t sides_of(uint32_t outside)
{
    static const uint8_t places[SIDES] = {0, 2, 4, 1, 3, 5}; /* low x, y, z, high x, y, z */
    uint32_t sides = 0;
    for (uint32_t i = 0; i < SIDES; i++)
        sides |= (outside >> places[i] & 1) << i;
    return sides;
}

static void check_outside(pvs *p)
{
    for (uint32_t i = 0; i < tlb_dig_leaf_count(p->dig); i++) {
        tlb_dig_leaf_info inner, outer;
        uint32_t seen = 0;
        if (!inner_leaf(p->dig, i, &inner))
            continue;
        for (uint32_t side = 0; side < SIDES; side++)
            seen |= (uint32_t)sees(p, inner.visible, side) << side;
        for (uint32_t k = 1; k < TLB_DIG_OUTSIDE_LEAVES && p->steps; k++)
            if (sides_of(k) & seen && tlb_dig_leaf_at(p->dig, k, &outer) && outer.external &&
                !sees(p, outer.visible, i))
                REPORT(p, k, "leaf %u, outside, does not see leaf %u, from which it is seen", k, i);
    }
}

/* --- openings ------------------------------------------------------------------------------------------- */

static double area_of(double (*corners)[3], uint32_t count)
{
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 2; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            sum[axis] += (corners[i - 1][u] - corners[0][u]) * (corners[i][v] - corners[0][v]) -
                         (corners[i - 1][v] - corners[0][v]) * (corners[i][u] - corners[0][u]);
        }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / 2;
}

static void check_pair(pvs *p, uint32_t leaf, uint32_t other)
{
    tlb_dig_leaf_info info;
    if (inner_leaf(p->dig, leaf, &info) && !sees(p, info.visible, other))
        REPORT(p, leaf, "leaf %u does not see leaf %u, which is open to it", leaf, other);
}

static void visit_back(void *context, uint32_t leaf, double (*corners)[3], uint32_t count)
{
    pvs *p = context;
    tlb_dig_leaf_info info;
    if (!inner_leaf(p->dig, leaf, &info) || area_of(corners, count) < LEAST_OPENING)
        return;
    check_pair(p, p->leaf, leaf);
    check_pair(p, leaf, p->leaf);
}

static void visit_front(void *context, uint32_t leaf, double (*corners)[3], uint32_t count)
{
    pvs *p = context;
    const float *plane = p->dig->planes.data[p->node->planeIdx];
    tlb_dig_leaf_info info;
    if (count > DIG_MOST_CORNERS || !inner_leaf(p->dig, leaf, &info))
        return;
    p->leaf = leaf;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            p->back.parts[0][i][axis] = corners[i][axis] - 2 * BESIDE * plane[axis];
    tlb_dig_cut(&p->back, p->node->back, count);
}

/* The part of a node's plane that is in the box and in the node's part of it. Returns its number of corners;
 * it is in p->front.parts[0]. */
static uint32_t find_opening(pvs *p, const float plane[4])
{
    const float *box = p->dig->box;
    double(*corners)[3] = p->parts[0];
    int up = 0;
    for (int axis = 1; axis < 3; axis++)
        if (fabsf(plane[axis]) > fabsf(plane[up]))
            up = axis;
    int u = (up + 1) % 3, v = (up + 2) % 3;
    for (uint32_t i = 0; i < 4; i++) {
        corners[i][u] = box[i == 1 || i == 2 ? u + 3 : u];
        corners[i][v] = box[i >= 2 ? v + 3 : v];
        corners[i][up] = -(plane[3] + plane[u] * corners[i][u] + plane[v] * corners[i][v]) / plane[up];
    }
    float low[4] = {0}, high[4] = {0};
    low[up] = 1;
    low[3] = -box[up];
    high[up] = -1;
    high[3] = box[up + 3];
    uint32_t count = tlb_dig_cut_behind(low, 0, p->parts[0], 4, p->parts[1]), at = 1;
    count = tlb_dig_cut_behind(high, 0, p->parts[1], count, p->parts[0]);
    for (uint32_t i = 0; i < p->depth && count && p->steps; i++, at++, p->steps--)
        count = tlb_dig_cut_behind(p->planes[i], 0, p->parts[~at & 1], count, p->parts[at & 1]);
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            p->front.parts[0][i][axis] = p->parts[~at & 1][i][axis] + BESIDE * plane[axis];
    return count;
}

static void go_down(pvs *p, int32_t child)
{
    if (child < 0 || (uint32_t)child >= p->dig->nodes.count || p->depth == DIG_MOST_DEEP || !p->steps)
        return;
    const tlb_dig_node *node = &p->dig->nodes.data[child];
    uint32_t count = find_opening(p, p->dig->planes.data[node->planeIdx]);
    p->node = node;
    if (count >= 3 && count <= DIG_MOST_CORNERS)
        tlb_dig_cut(&p->front, node->front, count);
    float *plane = p->planes[p->depth++];
    memcpy(plane, p->dig->planes.data[node->planeIdx], sizeof p->planes[0]);
    go_down(p, node->front);
    for (int i = 0; i < 4; i++)
        plane[i] = -plane[i];
    go_down(p, node->back);
    p->depth--;
}

void tlb_dig_check_pvs(tlb_checker *c, const tlb_dig *dig)
{
    pvs *p = dig->nodes.count ? tlb_scratch(c, 1, sizeof *p) : NULL;
    if (!p)
        return;
    p->c = c;
    p->dig = dig;
    p->steps = STEPS_AN_ENTRY * ((uint64_t)dig->nodes.count + tlb_dig_leaf_count(dig));
    p->reported = tlb_scratch(c, tlb_dig_leaf_count(dig), 1);
    if (!p->reported || !tlb_dig_cutter_init(c, dig, p->steps, &p->front) ||
        !tlb_dig_cutter_init(c, dig, p->steps, &p->back))
        return;
    p->front.visit = visit_front;
    p->back.visit = visit_back;
    p->front.context = p->back.context = p;
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++) {
        tlb_dig_leaf_info info;
        if (inner_leaf(dig, i, &info))
            check_numbers(p, i, info.visible);
    }
    check_selves(p);
    check_outside(p);
    go_down(p, 0);
}
