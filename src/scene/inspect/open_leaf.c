#include "scene/inspect/open_leaf.h"

#include <math.h>
#include <string.h>

enum { MOST_CORNERS = 32, MOST_DEPTH = 200, MOST_STEPS = 20000 };

static const double least_part = 1e-4; /* of the triangle's area, that counts as seen */

typedef struct polygon {
    double at[MOST_CORNERS][3];
    uint32_t count;
} polygon;

typedef struct search {
    const tlb_leaf_tree *tree;
    double normal[3];
    double least_twice; /* the area */
    uint32_t steps;
} search;

static double twice_the_area(const polygon *p)
{
    double sum[3] = {0};
    for (uint32_t i = 1; i + 1 < p->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            sum[axis] += (p->at[i][u] - p->at[0][u]) * (p->at[i + 1][v] - p->at[0][v]) -
                         (p->at[i][v] - p->at[0][v]) * (p->at[i + 1][u] - p->at[0][u]);
        }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

static double distance(const float plane[4], const double at[3])
{
    return plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] + (double)plane[3];
}

/* The part on one side of a plane. */
static void clip(const polygon *from, const double *away, double side, polygon *to)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t next = (i + 1) % from->count;
        double a = away[i] * side, b = away[next] * side;
        if (a >= 0)
            memcpy(to->at[to->count++], from->at[i], sizeof *to->at);
        if ((a < 0) == (b < 0))
            continue;
        for (int axis = 0; axis < 3; axis++)
            to->at[to->count][axis] =
                from->at[i][axis] + (from->at[next][axis] - from->at[i][axis]) * (a / (a - b));
        to->count++;
    }
}

/* Whether a plane is that of the triangle, and faces as it does. */
static bool is_parallel(const search *s, const float plane[4], bool *front)
{
    double along = 0, lengths[2] = {0, 0};
    for (int i = 0; i < 3; i++) {
        along += plane[i] * s->normal[i];
        lengths[0] += (double)plane[i] * plane[i];
        lengths[1] += s->normal[i] * s->normal[i];
    }
    *front = along >= 0;
    return fabs(along) > 0.999 * sqrt(lengths[0] * lengths[1]);
}

static bool sees(search *s, const polygon *p, uint32_t child, uint32_t depth)
{
    float plane[4];
    uint32_t children[2];
    bool front;
    double away[MOST_CORNERS], low = INFINITY, high = -INFINITY;
    tlb_leaf_kind kind = s->tree->look(s->tree->user, child, plane, children);
    if (kind != TLB_LEAF_NONE)
        return kind == TLB_LEAF_OPEN;
    if (children[0] == child || depth == MOST_DEPTH || s->steps++ == MOST_STEPS ||
        2 * p->count > MOST_CORNERS)
        return true;
    for (uint32_t i = 0; i < p->count; i++) {
        away[i] = distance(plane, p->at[i]);
        low = fmin(low, away[i]);
        high = fmax(high, away[i]);
    }
    if (low >= (double)-s->tree->off && high <= (double)s->tree->off && is_parallel(s, plane, &front))
        return sees(s, p, children[!front], depth + 1);
    for (int side = 0; side < 2; side++) {
        polygon part;
        if (side ? low >= 0 : high <= 0)
            continue;
        clip(p, away, side ? -1 : 1, &part);
        if (twice_the_area(&part) > s->least_twice && sees(s, &part, children[side], depth + 1))
            return true;
    }
    return false;
}

bool tlb_faces_open_leaf(const tlb_leaf_tree *tree, const float *const corners[3], const float plane[4])
{
    polygon whole = {.count = 3};
    search s = {.tree = tree};
    for (int i = 0; i < 3; i++) {
        s.normal[i] = plane[i];
        for (int axis = 0; axis < 3; axis++)
            whole.at[i][axis] = corners[i][axis];
    }
    double twice = twice_the_area(&whole);
    if (!(twice > 0) || !isfinite(twice))
        return true;
    s.least_twice = least_part * twice;
    return sees(&s, &whole, tree->root, 0);
}
