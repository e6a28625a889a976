/* What the BSP tree says against the surfaces and the leaves. Every leaf is the child of one node, and its
 * box and surfaces are where the planes on the way to it lead. Points just before and just behind each
 * surface are looked up in the tree: before it is an empty leaf, behind it a solid one, and both list it. */
#include "formats/darkstar/dig/check/check.h"

#include "formats/darkstar/dig/cut.h"
#include "scene/geometry/polygon.h"

#include <string.h>

#define BESIDE 0.002  /* how far a sample is from its surface */
#define UNSURE 0.0005 /* a sample this near a plane of the tree may be on either side of it */

enum {
    STEPS_AN_ENTRY = 512, /* nodes and list entries to look at, more than real files take … */
    LEAST_STEPS = 1 << 20,
    MOST_SAMPLES = 256,
    FRONT = 0, /* of the two samples of a surface, of the two children of a node */
    BACK = 1
};

/* What the samples on one node's plane come to. */
typedef struct votes {
    uint32_t good, bad, surface; /* good: solid is behind, bad: solid is before; the first that was bad */
} votes;

/* What is on the wrong side of a node. */
typedef struct misfits {
    uint32_t count[2]; /* of leaves in front and behind, whose boxes are on the other side */
    uint32_t leaf;     /* the first */
} misfits;

typedef struct tree {
    tlb_checker *c;
    const tlb_dig *dig;
    bool boxes;     /* of leaves are looked at */
    uint64_t steps; /* left */
    dig_cutter cutter;
    votes *nodes;
    misfits *sides;
    uint32_t surface;                /* that is sampled */
    double offset[3];                /* how far what is cut lies beside it */
    double middles[MOST_SAMPLES][3]; /* of what the leaves just before and just behind it leave of it */
    uint32_t count, depth;
    uint32_t way[DIG_MOST_DEEP];    /* nodes on the way to a leaf … */
    float planes[DIG_MOST_DEEP][4]; /* … and their planes, which are positive there */
    bool turned[DIG_MOST_DEEP];     /* behind the node */
    dig_polygon parts[2];
} tree;

/* Where a point is. */
typedef struct place {
    uint32_t leaf;
    bool sure, solid;
    tlb_dig_leaf_info info;
} place;

static bool step(tree *t)
{
    return t->steps && t->steps--;
}

/* --- every leaf is the child of one node --------------------------------------------------------------- */

static void count_leaf(const tlb_dig *dig, int16_t child, uint8_t *counts)
{
    uint32_t leaf = dig_leaf_of(child);
    if (child < 0 && leaf < tlb_dig_leaf_count(dig) && counts[leaf] < 2)
        counts[leaf]++;
}

static void check_leaf_use(tree *t)
{
    const tlb_dig *dig = t->dig;
    uint8_t *counts = tlb_scratch(t->c, tlb_dig_leaf_count(dig), 1);
    if (!counts)
        return;
    for (uint32_t i = 0; i < dig->nodes.count; i++) {
        count_leaf(dig, dig->nodes.data[i].front, counts);
        count_leaf(dig, dig->nodes.data[i].back, counts);
    }
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++) {
        tlb_dig_leaf_info info;
        tlb_dig_leaf_at(dig, i, &info);
        uint32_t expected = info.external ? 0 : 1;
        if (counts[i] != expected)
            TLB_FIND(t->c, DIG_LEAF_USE, tlb_dig_leaf_path(t->c, dig, i, "surfIdx"),
                     "leaf %u is the child of %s, expected %s", i,
                     !counts[i]       ? "no node"
                     : counts[i] == 1 ? "a node"
                                      : "more than one node",
                     expected ? "one" : "none: it is outside");
    }
}

/* --- leaves against the planes on the way to them ------------------------------------------------------ */

/* The farthest that a box reaches in front of a plane. */
static double reach(const float plane[4], const float box[6])
{
    double sum = plane[3];
    for (int axis = 0; axis < 3; axis++)
        sum += fmax((double)plane[axis] * box[axis], (double)plane[axis] * box[axis + 3]);
    return sum;
}

/* How far a box reaches behind a plane that lies along an axis: what such planes cut is cut exactly. */
static double reach_behind(const float plane[4], const float box[6])
{
    double most = 0;
    for (int axis = 0; axis < 3; axis++)
        if (fabsf(plane[axis]) >= 1)
            most = -plane[3] - fmin((double)plane[axis] * box[axis], (double)plane[axis] * box[axis + 3]);
    return most;
}

static void measure_box(tree *t, uint32_t leaf, const float box[6])
{
    double over = 0;
    for (int axis = 0; axis < 3; axis++) {
        over = fmax(over, (double)t->dig->box[axis] - box[axis]);
        over = fmax(over, (double)box[axis + 3] - t->dig->box[axis + 3]);
    }
    for (uint32_t i = 0; i < t->depth && step(t); i++) {
        over = fmax(over, reach_behind(t->planes[i], box));
        misfits *of = &t->sides[t->way[i]];
        if (!(reach(t->planes[i], box) < -DIG_THICKNESS))
            continue;
        if (!of->count[FRONT] && !of->count[BACK])
            of->leaf = leaf;
        of->count[t->turned[i] ? BACK : FRONT]++;
    }
    if (over > DIG_THICKNESS)
        TLB_FIND(t->c, DIG_LEAF_BOX, tlb_dig_leaf_path(t->c, t->dig, leaf, "box"),
                 "the box reaches %.3g m out of the leaf", over);
}

/* What the planes on the way leave of a surface, and what is less than the margin behind them. `*lost` is
 * UINT32_MAX, or the place on the way whose plane cuts off the last of it. */
static uint32_t cut_to_leaf(tree *t, const tlb_dig_surface *s, double margin, double (**part)[3],
                            uint32_t *lost)
{
    uint32_t count = s->numVerts, at = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            t->parts[0][i][axis] = dig_corner(t->dig, s, i)[axis];
    while (count && at < t->depth && step(t)) {
        count = tlb_dig_cut_behind(t->planes[at], margin, t->parts[at & 1], count, t->parts[~at & 1]);
        at++;
    }
    *part = t->parts[at & 1];
    *lost = count ? UINT32_MAX : at - 1;
    return count;
}

/* The farthest that a part of a surface reaches out of a box. */
static double reach_out(const float box[6], double (*part)[3], uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            most = fmax(most, fmax(box[axis] - part[i][axis], part[i][axis] - box[axis + 3]));
    return most;
}

static void check_listed(tree *t, uint32_t leaf, const tlb_dig_leaf_info *info)
{
    tlb_bit_list list = info->surfaces;
    bool boxed = t->boxes && info->has_box && !info->solid && tlb_all_finite(info->box, 6);
    uint32_t surface, lost;
    while (tlb_bit_list_next(&list, &surface) && surface < t->dig->surfaces.count && step(t)) {
        const tlb_dig_surface *s = &t->dig->surfaces.data[surface];
        if (!tlb_dig_has_polygon(t->dig, s) || s->numVerts > DIG_MOST_CORNERS)
            continue;
        double(*part)[3];
        cut_to_leaf(t, s, DIG_THICKNESS, &part, &lost);
        if (lost != UINT32_MAX) {
            TLB_FIND(
                t->c, DIG_LEAF_SURFACES, tlb_dig_leaf_path(t->c, t->dig, leaf, "surfIdx"),
                "surface %u is in the list but does not touch the leaf: it is on the other side of nodes[%u]",
                surface, t->way[lost]);
            return;
        }
        uint32_t count = boxed ? cut_to_leaf(t, s, UNSURE, &part, &lost) : 0;
        double out = reach_out(info->box, part, count);
        if (out > DIG_THICKNESS) {
            TLB_FIND(t->c, DIG_LEAF_BOX, tlb_dig_leaf_path(t->c, t->dig, leaf, "box"),
                     "surface %u reaches %.3g m out of the box", surface, out);
            return;
        }
    }
}

static void visit_leaf(tree *t, uint32_t leaf, bool measuring)
{
    tlb_dig_leaf_info info;
    if (!tlb_dig_leaf_at(t->dig, leaf, &info))
        return;
    if (!measuring)
        check_listed(t, leaf, &info);
    else if (info.has_box && !info.solid && tlb_all_finite(info.box, 6))
        measure_box(t, leaf, info.box);
}

/* Measures what is on the wrong side of nodes, or looks at the lists of the leaves. */
static void go_down(tree *t, int32_t child, bool measuring)
{
    if (child < 0)
        visit_leaf(t, dig_leaf_of(child), measuring);
    if (child < 0 || (uint32_t)child >= t->dig->nodes.count || t->depth == DIG_MOST_DEEP || !step(t))
        return;
    const tlb_dig_node *node = &t->dig->nodes.data[child];
    uint32_t at = t->depth++;
    t->way[at] = (uint32_t)child;
    t->turned[at] = false;
    memcpy(t->planes[at], t->dig->planes.data[node->planeIdx], sizeof t->planes[at]);
    go_down(t, node->front, measuring);
    t->turned[at] = true;
    for (int i = 0; i < 4; i++)
        t->planes[at][i] = -t->planes[at][i];
    go_down(t, node->back, measuring);
    t->depth--;
}

static bool check_sides(tree *t)
{
    bool right = true;
    for (uint32_t i = 0; i < t->dig->nodes.count; i++) {
        const misfits *of = &t->sides[i];
        if (!of->count[FRONT] && !of->count[BACK])
            continue;
        bool front = of->count[FRONT] != 0, both = front && of->count[BACK];
        TLB_FIND(t->c, DIG_BSP_SIDES, tlb_at(t->c, "nodes[%u]", i),
                 "%s, leaf %u and %u others have boxes on the other side of plane %u",
                 both    ? "on both sides"
                 : front ? "in front"
                         : "behind",
                 of->leaf, of->count[FRONT] + of->count[BACK] - 1, t->dig->nodes.data[i].planeIdx);
        right = false;
    }
    return right;
}

/* --- samples of surfaces -------------------------------------------------------------------------------- */

static place find_place(tree *t, const double point[3])
{
    place p = {.sure = true};
    int32_t child = 0;
    for (int depth = 0; child >= 0; depth++) {
        const tlb_dig_node *node = &t->dig->nodes.data[child];
        if (depth == DIG_MOST_DEEP || !step(t))
            return (place){.sure = false};
        double at = dig_distance(t->dig->planes.data[node->planeIdx], point);
        p.sure &= fabs(at) > UNSURE;
        child = at > 0 ? node->front : node->back;
    }
    p.leaf = dig_leaf_of(child);
    p.sure &= tlb_dig_leaf_at(t->dig, p.leaf, &p.info);
    p.solid = p.info.solid;
    return p;
}

/* The node whose plane is between two points; false when they are in one leaf. */
static bool find_parting(tree *t, double points[2][3], uint32_t *index)
{
    int32_t child = 0;
    while (child >= 0 && step(t)) {
        const tlb_dig_node *node = &t->dig->nodes.data[child];
        const float *plane = t->dig->planes.data[node->planeIdx];
        bool front = dig_distance(plane, points[FRONT]) > 0;
        *index = (uint32_t)child;
        if (front != (dig_distance(plane, points[BACK]) > 0))
            return true;
        child = front ? node->front : node->back;
    }
    return false;
}

static void add_middle(void *context, uint32_t leaf, double (*corners)[3], uint32_t count)
{
    tree *t = context;
    (void)leaf;
    if (t->count == MOST_SAMPLES)
        return;
    double *middle = t->middles[t->count++];
    tlb_polygon_middle(corners, count, middle);
    for (int axis = 0; axis < 3; axis++)
        middle[axis] -= t->offset[axis];
}

/* A surface as the leaves just before or just behind it cut it; its corners are put on its plane. */
static void cut_beside(tree *t, const tlb_dig_surface *s, const float plane[4], double beside)
{
    for (int axis = 0; axis < 3; axis++)
        t->offset[axis] = beside * plane[axis];
    for (uint32_t i = 0; i < s->numVerts; i++) {
        const float *corner = dig_corner(t->dig, s, i);
        double off = tlb_plane_distance(plane, corner) - beside;
        for (int axis = 0; axis < 3; axis++)
            t->cutter.parts[0][i][axis] = corner[axis] - off * plane[axis];
    }
    tlb_dig_cut(&t->cutter, 0, s->numVerts);
}

static void report_missing(tree *t, const place *p, const char *how)
{
    TLB_FIND(t->c, DIG_LEAF_SURFACES, tlb_dig_leaf_path(t->c, t->dig, p->leaf, "surfIdx"),
             "surface %u %s leaf %u but is not in its list", t->surface, how, p->leaf);
}

/* What is wrong at one sample; true when something is. */
static bool check_places(tree *t, bool drawn, const place places[2])
{
    if (places[FRONT].solid) /* something stands on it */
        return false;
    if (!places[BACK].solid) {
        TLB_FIND(t->c, DIG_BSP_SPACE, tlb_at(t->c, "surfaces[%u]", t->surface),
                 "the tree is empty behind it (leaf %u)", places[BACK].leaf);
        return true;
    }
    if (drawn && !tlb_bit_list_has(places[FRONT].info.surfaces, t->surface)) {
        report_missing(t, &places[FRONT], "faces");
        return true;
    }
    if (!tlb_bit_list_has(places[BACK].info.surfaces, t->surface)) {
        report_missing(t, &places[BACK], "bounds");
        return true;
    }
    return false;
}

static void vote(tree *t, double samples[2][3], const place places[2])
{
    uint32_t node;
    if (places[FRONT].solid == places[BACK].solid || !find_parting(t, samples, &node))
        return;
    votes *of = &t->nodes[node];
    if (places[FRONT].solid && !of->bad)
        of->surface = t->surface;
    places[FRONT].solid ? of->bad++ : of->good++;
}

/* Votes, or looks at what is before and behind a surface in every leaf. */
static void sample_surface(tree *t, const tlb_dig_surface *s, bool voting)
{
    float plane[4];
    if (!tlb_dig_has_polygon(t->dig, s) || s->numVerts > DIG_MOST_CORNERS ||
        !tlb_dig_surface_plane(t->dig, s, plane))
        return;
    bool drawn = s->material != TLB_DIG_NULL_MATERIAL;
    uint32_t open = 0, covered = 0, before = 0;
    t->count = 0;
    cut_beside(t, s, plane, BESIDE);
    cut_beside(t, s, plane, -BESIDE);
    for (uint32_t i = 0; i < t->count && step(t); i++) {
        double samples[2][3];
        for (int axis = 0; axis < 3; axis++) {
            samples[FRONT][axis] = t->middles[i][axis] + BESIDE * plane[axis];
            samples[BACK][axis] = t->middles[i][axis] - BESIDE * plane[axis];
        }
        const place places[2] = {find_place(t, samples[FRONT]), find_place(t, samples[BACK])};
        if (!places[FRONT].sure || !places[BACK].sure)
            continue;
        if (voting)
            vote(t, samples, places);
        else if (check_places(t, drawn, places))
            return;
        open += !places[FRONT].solid;
        covered += places[FRONT].solid;
        before = places[FRONT].solid ? places[FRONT].leaf : before;
    }
    if (!voting && drawn && covered && !open)
        TLB_FIND(t->c, DIG_BSP_SPACE, tlb_at(t->c, "surfaces[%u]", t->surface),
                 "the tree is solid in front of all of it (leaf %u)", before);
}

static void sample_surfaces(tree *t, bool voting)
{
    for (t->surface = 0; t->surface < t->dig->surfaces.count; t->surface++)
        sample_surface(t, &t->dig->surfaces.data[t->surface], voting);
}

static bool check_votes(tree *t)
{
    bool right = true;
    for (uint32_t i = 0; i < t->dig->nodes.count; i++) {
        if (t->nodes[i].bad <= t->nodes[i].good)
            continue;
        TLB_FIND(t->c, DIG_BSP_SIDES, tlb_at(t->c, "nodes[%u]", i),
                 "surface %u, on its plane, has solid in front of it and empty space behind it",
                 t->nodes[i].surface);
        right = false;
    }
    return right;
}

/* --- lists of planes --------------------------------------------------------------------------------- */

/* The planes that a leaf lists are those of the surfaces that it lists. Each array has 1 + the last leaf that
 * has the plane. */
static void check_planes_of(tree *t, uint32_t leaf, uint32_t *listed, uint32_t *wanted)
{
    const tlb_dig *dig = t->dig;
    tlb_dig_leaf_info info;
    uint32_t number;
    tlb_dig_leaf_at(dig, leaf, &info);
    tlb_bit_list planes = info.planes, surfaces = info.surfaces;
    while (tlb_bit_list_next(&planes, &number) && number < dig->planes.count && step(t))
        listed[number] = leaf + 1;
    while (tlb_bit_list_next(&surfaces, &number) && number < dig->surfaces.count && step(t)) {
        uint32_t plane = dig->surfaces.data[number].planeIdx;
        if (plane >= dig->planes.count)
            continue;
        wanted[plane] = leaf + 1;
        if (listed[plane] == leaf + 1)
            continue;
        TLB_FIND(t->c, DIG_LEAF_PLANES, tlb_dig_leaf_path(t->c, dig, leaf, "planeIdx"),
                 "plane %u of surface %u is not in the list", plane, number);
        return;
    }
    while (tlb_bit_list_next(&info.planes, &number) && number < dig->planes.count && step(t)) {
        if (wanted[number] == leaf + 1)
            continue;
        TLB_FIND(t->c, DIG_LEAF_PLANES, tlb_dig_leaf_path(t->c, dig, leaf, "planeIdx"),
                 "plane %u is in the list, and of no surface that is", number);
        return;
    }
}

static void check_planes(tree *t)
{
    uint32_t *listed = tlb_scratch(t->c, t->dig->planes.count, sizeof *listed);
    uint32_t *wanted = tlb_scratch(t->c, t->dig->planes.count, sizeof *wanted);
    for (uint32_t leaf = 0; listed && wanted && leaf < tlb_dig_leaf_count(t->dig); leaf++)
        check_planes_of(t, leaf, listed, wanted);
}

void tlb_dig_check_tree(tlb_checker *c, const tlb_dig *dig, bool boxes)
{
    tree *t = dig->nodes.count ? tlb_scratch(c, 1, sizeof *t) : NULL;
    uint64_t entries = (uint64_t)dig->surfaces.count + dig->nodes.count;
    if (!t)
        return;
    t->c = c;
    t->dig = dig;
    t->boxes = boxes;
    t->steps = LEAST_STEPS + STEPS_AN_ENTRY * entries;
    t->nodes = tlb_scratch(c, dig->nodes.count, sizeof *t->nodes);
    t->sides = tlb_scratch(c, dig->nodes.count, sizeof *t->sides);
    if (!t->nodes || !t->sides || !tlb_dig_cutter_init(c, dig, t->steps, &t->cutter))
        return;
    t->cutter.visit = add_middle;
    t->cutter.context = t;
    check_leaf_use(t);
    check_planes(t);
    go_down(t, 0, true);
    if (!check_sides(t)) /* everything else would follow from it */
        return;
    sample_surfaces(t, true);
    if (!check_votes(t))
        return;
    go_down(t, 0, false);
    sample_surfaces(t, false);
}
