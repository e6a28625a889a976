#include "level/winding.h"

#include "level/level.h"
#include "level/vector.h"

#include <math.h>
#include <string.h>

static int side_of(double above)
{
    return above > TLB_LEVEL_NEAR ? 1 : above < -TLB_LEVEL_NEAR ? -1 : 0;
}

unsigned tlb_winding_sides(const tlb_winding *winding, const tlb_solid_plane *plane)
{
    unsigned sides = 0;
    for (uint32_t i = 0; i < winding->count; i++) {
        int side = side_of(tlb_plane_above(plane, winding->corners[i].at));
        sides |= side > 0 ? TLB_WINDING_ABOVE : side < 0 ? TLB_WINDING_BELOW : 0;
    }
    return sides;
}

/* Where the edge from a to b passes a plane: the meeting of three planes, if that is near. */
static void meet(const tlb_solid_plane *planes, uint32_t face, const tlb_winding_corner *a,
                 const tlb_winding_corner *b, uint32_t cut, double at[3])
{
    double from = tlb_plane_above(&planes[cut], a->at), to = tlb_plane_above(&planes[cut], b->at);
    double exact[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = a->at[axis] + from / (from - to) * (b->at[axis] - a->at[axis]);
    if (a->edge == TLB_WINDING_LOOSE)
        return;
    const tlb_solid_plane *p = &planes[face], *q = &planes[a->edge], *r = &planes[cut];
    double qr[3], rp[3], pq[3];
    tlb_cross(q->normal, r->normal, qr);
    tlb_cross(r->normal, p->normal, rp);
    tlb_cross(p->normal, q->normal, pq);
    double determinant = tlb_dot(p->normal, qr);
    if (fabs(determinant) < 1e-6)
        return;
    for (int axis = 0; axis < 3; axis++)
        exact[axis] =
            (p->distance * qr[axis] + q->distance * rp[axis] + r->distance * pq[axis]) / determinant;
    if (tlb_square_distance(exact, at) < 16 * TLB_LEVEL_NEAR * TLB_LEVEL_NEAR)
        memcpy(at, exact, sizeof exact);
}

static void push(tlb_winding *winding, const double at[3], uint32_t edge)
{
    tlb_winding_corner *added = &winding->corners[winding->count++];
    memcpy(added->at, at, sizeof added->at);
    added->edge = edge;
}

bool tlb_winding_split(const tlb_winding *winding, const tlb_solid_plane *planes, uint32_t face, uint32_t cut,
                       tlb_arena *arena, tlb_winding *above, tlb_winding *below)
{
    /* Convex, it passes the plane twice; rounding may make it more. */
    size_t most = 2 * (size_t)winding->count;
    *above = (tlb_winding){tlb_alloc_array(arena, most, sizeof *above->corners), 0};
    *below = (tlb_winding){tlb_alloc_array(arena, most, sizeof *below->corners), 0};
    if (!above->corners || !below->corners)
        return false;
    const tlb_solid_plane *plane = &planes[cut];
    for (uint32_t i = 0; i < winding->count; i++) {
        const tlb_winding_corner *a = &winding->corners[i];
        const tlb_winding_corner *b = &winding->corners[i + 1 < winding->count ? i + 1 : 0];
        int from = side_of(tlb_plane_above(plane, a->at)), to = side_of(tlb_plane_above(plane, b->at));
        if (from >= 0)
            push(above, a->at, from == 0 && to < 0 ? cut : a->edge);
        if (from <= 0)
            push(below, a->at, from == 0 && to > 0 ? cut : a->edge);
        if (from * to < 0) {
            double at[3];
            meet(planes, face, a, b, cut, at);
            push(above, at, to < 0 ? cut : a->edge);
            push(below, at, to > 0 ? cut : a->edge);
        }
    }
    above->count = above->count < 3 ? 0 : above->count;
    below->count = below->count < 3 ? 0 : below->count;
    return true;
}

void tlb_winding_area(const tlb_winding *winding, double area[3])
{
    area[0] = area[1] = area[2] = 0;
    for (uint32_t i = 2; i < winding->count; i++) {
        double a[3], b[3], normal[3];
        tlb_subtract(winding->corners[i - 1].at, winding->corners[0].at, a);
        tlb_subtract(winding->corners[i].at, winding->corners[0].at, b);
        tlb_cross(a, b, normal);
        for (int axis = 0; axis < 3; axis++)
            area[axis] += normal[axis];
    }
}

void tlb_winding_box(const tlb_winding *winding, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = INFINITY;
        high[axis] = -INFINITY;
        for (uint32_t i = 0; i < winding->count; i++) {
            low[axis] = fmin(low[axis], winding->corners[i].at[axis]);
            high[axis] = fmax(high[axis], winding->corners[i].at[axis]);
        }
    }
}
