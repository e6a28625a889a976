/* Polygons cut at the planes of a BSP tree. */
#include "formats/torque/dif/check/check.h"
#include "scene/geometry/polygon.h"

#include <string.h>

enum { MOST_CORNERS = sizeof(dif_polygon) / sizeof(double[3]) };

/* How far the corners of a polygon are before a plane, and where some are. */
typedef struct sides {
    double at[MOST_CORNERS];
    bool before, behind;
} sides;

static void find_sides(const float plane[4], double margin, double (*polygon)[3], uint32_t count, sides *s)
{
    s->before = s->behind = false;
    for (uint32_t i = 0; i < count; i++) {
        double at = plane[3] + margin;
        for (int axis = 0; axis < 3; axis++)
            at += plane[axis] * polygon[i][axis];
        s->at[i] = at;
        s->before |= !(at < 0);
        s->behind |= !(at > 0);
    }
}

/* What lies on the plane or on one side of it: before it for 1, behind it for -1. */
static uint32_t cut_polygon(const sides *s, int side, double (*in)[3], uint32_t count, dif_polygon out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept + 2 <= MOST_CORNERS; i++) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        const double *a = in[i], *b = in[next];
        double from = side * s->at[i], to = side * s->at[next];
        if (!(from < 0))
            memcpy(out[kept++], a, sizeof *out);
        if ((from < 0) == (to < 0))
            continue;
        for (int axis = 0; axis < 3; axis++)
            out[kept][axis] = a[axis] + from / (from - to) * (b[axis] - a[axis]);
        kept++;
    }
    return kept;
}

/* --- the middles of what is left of them in its leaves ---------------------------------------------- */

#define LEAST_HEIGHT 0.1 /* of the parts whose middles are sampled */

/* What lies on either side of a node goes on as s->parts[depth + 1], and where that is all, as it is. */
static void sample_below(dif_sampler *s, uint32_t frontOrBackIndex, uint32_t depth, double (*polygon)[3],
                         uint32_t count)
{
    sides at;
    if (count < 3 || s->count == DIF_MOST_SAMPLES || !tlb_polygon_is_high(polygon, count, LEAST_HEIGHT))
        return;
    const tlb_dif_bsp_node *node;
    do {
        tlb_dif_child child = tlb_dif_child_of(s->x, frontOrBackIndex);
        if (child.kind != TLB_DIF_NODE) {
            tlb_polygon_middle(polygon, count, s->middles[s->count++]);
            return;
        }
        float plane[4];
        if (child.index >= s->x->bspNodes.count || depth + 1 == s->depth || !s->steps ||
            !tlb_dif_plane_of(s->x, s->x->bspNodes.data[child.index].planeIndex, false, plane))
            return;
        s->steps--;
        node = &s->x->bspNodes.data[child.index];
        find_sides(plane, 0, polygon, count, &at);
        depth++;
        frontOrBackIndex = at.before ? node->frontIndex : node->backIndex;
    } while (at.before != at.behind && count < MOST_CORNERS);
    double(*part)[3] = s->parts[depth];
    sample_below(s, node->frontIndex, depth, part, cut_polygon(&at, 1, polygon, count, part));
    sample_below(s, node->backIndex, depth, part, cut_polygon(&at, -1, polygon, count, part));
}

dif_sampler *tlb_dif_sampler_create(tlb_checker *c, const tlb_dif_interior *interior, uint64_t steps)
{
    dif_sampler *s = tlb_scratch(c, 1, sizeof *s);
    if (!s)
        return NULL;
    s->x = interior;
    s->steps = steps;
    s->depth = interior->bspNodes.count < DIF_MOST_DEEP ? interior->bspNodes.count + 1 : DIF_MOST_DEEP;
    s->parts = tlb_scratch(c, s->depth, sizeof *s->parts);
    return s->parts ? s : NULL;
}

void tlb_dif_sample(dif_sampler *s, const uint32_t *points, uint32_t count, const float plane[4],
                    double beside)
{
    s->count = 0;
    if (count > DIF_MOST_CORNERS)
        return;
    for (int side = 1; side >= -1; side -= 2) {
        uint32_t first = s->count;
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++)
                s->parts[0][i][axis] = s->x->points.data[points[i]][axis] + side * beside * plane[axis];
        sample_below(s, 0, 0, s->parts[0], count);
        for (uint32_t i = first; i < s->count; i++)
            for (int axis = 0; axis < 3; axis++)
                s->middles[i][axis] -= side * beside * plane[axis];
    }
}

void tlb_dif_sample_side(dif_sampler *s, int side, double beyond)
{
    const float *box = s->x->boundingBox;
    int out = side % 3, u = (out + 1) % 3, v = (out + 2) % 3;
    s->count = 0;
    if (!tlb_all_finite(box, 6))
        return;
    for (int i = 0; i < 4; i++) {
        s->parts[0][i][out] = side < 3 ? box[out] - beyond : box[out + 3] + beyond;
        s->parts[0][i][u] = box[i == 1 || i == 2 ? u + 3 : u];
        s->parts[0][i][v] = box[i >= 2 ? v + 3 : v];
    }
    sample_below(s, 0, 0, s->parts[0], 4);
}

/* --- solid leaves ----------------------------------------------------------------------------------- */

/* Whether the surfaces that a solid leaf lists touch it: each is cut off at the planes on the way to the
 * leaf, and something must be left. */

#define BESIDE 0.01 /* how far off the leaf a surface may be */

enum {
    STEPS_PER_NODE = 1024 /* cuts, ten times what real files take */
};

typedef struct leaves {
    tlb_checker *c;
    const tlb_dif_interior *x;
    uint64_t steps; /* left */
    uint32_t depth;
    float planes[DIF_MOST_DEEP][4]; /* on the way to the leaf, which is where they are positive */
    dif_polygon parts[2];
} leaves;

static bool touches_leaf(leaves *l, tlb_dif_surface_ref surface)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    uint16_t plane;
    uint32_t count = tlb_dif_collision_polygon(l->x, surface, points, &plane);
    if (count < 3 || count > DIF_MOST_CORNERS || l->steps < l->depth)
        return true;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            l->parts[0][i][axis] = l->x->points.data[points[i]][axis];
    int now = 0;
    for (uint32_t i = 0; i < l->depth && count; i++, l->steps--) {
        sides at;
        find_sides(l->planes[i], BESIDE, l->parts[now], count, &at);
        if (at.behind || count == MOST_CORNERS) {
            count = cut_polygon(&at, 1, l->parts[now], count, l->parts[!now]);
            now = !now;
        }
    }
    return count != 0;
}

static void check_leaf(leaves *l, uint32_t index)
{
    if (index >= l->x->bspSolidLeaves.count)
        return;
    const tlb_dif_solid_leaf *leaf = &l->x->bspSolidLeaves.data[index];
    if (!tlb_within(leaf->surfaceIndex, leaf->surfaceCount, l->x->solidLeafSurfaces.count))
        return;
    for (uint32_t i = 0; i < leaf->surfaceCount && l->steps; i++) {
        tlb_dif_surface_ref surface = tlb_dif_surface_of(&l->x->solidLeafSurfaces, leaf->surfaceIndex + i);
        l->steps--;
        if (touches_leaf(l, surface))
            continue;
        TLB_FIND(l->c, DIF_SOLID_LEAF_OTHERS, tlb_at(l->c, "bspSolidLeaves[%u].surfaceIndex", index),
                 "%s[%u] is in the leaf's list but does not touch the leaf",
                 surface.null_surface ? "nullSurfaces" : "surfaces", surface.index);
        return;
    }
}

static void go_down(leaves *l, uint32_t frontOrBackIndex)
{
    tlb_dif_child child = tlb_dif_child_of(l->x, frontOrBackIndex);
    if (child.kind == TLB_DIF_SOLID_LEAF)
        check_leaf(l, child.index);
    if (child.kind != TLB_DIF_NODE || child.index >= l->x->bspNodes.count || l->depth == DIF_MOST_DEEP ||
        !l->steps)
        return;
    l->steps--;
    const tlb_dif_bsp_node *node = &l->x->bspNodes.data[child.index];
    float *plane = l->planes[l->depth++];
    if (tlb_dif_plane_of(l->x, node->planeIndex, false, plane)) {
        go_down(l, node->frontIndex);
        for (int i = 0; i < 4; i++)
            plane[i] = -plane[i];
        go_down(l, node->backIndex);
    }
    l->depth--;
}

void tlb_dif_check_leaves(tlb_checker *c, const tlb_dif_interior *interior)
{
    leaves *l = interior->bspSolidLeaves.count ? tlb_scratch(c, 1, sizeof *l) : NULL;
    if (!l)
        return;
    l->c = c;
    l->x = interior;
    l->steps = STEPS_PER_NODE * ((uint64_t)interior->bspNodes.count + 1);
    go_down(l, 0);
}
