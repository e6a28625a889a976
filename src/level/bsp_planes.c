/* Which plane parts a cell of a tree best. */
#include "level/bsp_pieces.h"
#include "level/vector.h"

#include <math.h>

/* Whether a piece lies so near a plane that rounding parts both. */
static bool is_beside(const piece *p, const tlb_solid_plane *plane)
{
    static const double most = 5e-4;
    bool is_near = true;
    for (uint32_t i = 0; i < p->winding.count; i++)
        is_near &= fabs(tlb_plane_above(plane, p->winding.corners[i].at)) < most;
    return is_near;
}

/* What bounds a cell stays with both parts of it when it lies beside the plane: neither can do without. */
unsigned tlb_bsp_sides_of(const tlb_solid *solid, const piece *p, uint32_t plane)
{
    bool is_coplanar = p->plane == plane || (p->place != INSIDE && is_beside(p, &solid->planes.data[plane]));
    return is_coplanar ? 0 : tlb_winding_sides(&p->winding, &solid->planes.data[plane]);
}

enum { MOST_CANDIDATES = 32, MOST_COMPARED = 4096 };

static bool is_axial(const tlb_solid_plane *plane)
{
    int zeros = 0;
    for (int axis = 0; axis < 3; axis++)
        zeros += plane->normal[axis] == 0;
    return zeros == 2;
}

/* Of the pieces in a cell, each of this number is looked at: of many not all. */
static uint32_t step_of(uint32_t inside)
{
    return inside / MOST_COMPARED + 1;
}

/* How a plane parts the pieces in a cell, of which each `step`th is looked at. */
typedef struct balance {
    int32_t front, back, split, coplanar;
    int32_t folded; /* pieces that meet the plane at a shallow angle */
} balance;

/* Whether a piece meets a plane at so shallow an angle that next to their edge both count as one: engines
 * take what is within 5 mm of a plane to be on it. A ray that meets the piece there crosses the plane last,
 * and finds no face on it. */
static bool is_folded(const tlb_solid *solid, const piece *p, uint32_t plane)
{
    static const double shallow = 0.99;
    const tlb_solid_plane *planes = solid->planes.data;
    if (fabs(tlb_dot(planes[p->plane].normal, planes[plane].normal)) < shallow)
        return false;
    for (uint32_t i = 0; i < p->winding.count; i++)
        if (fabs(tlb_plane_above(&planes[plane], p->winding.corners[i].at)) < TLB_LEVEL_NEAR)
            return true;
    return false;
}

static balance balance_of(const tlb_solid *solid, const piece_list *list, uint32_t plane, uint32_t step)
{
    balance found = {0};
    uint32_t at = 0;
    for (const piece *p = list->first; p; p = p->next) {
        if (p->place != INSIDE || at++ % step)
            continue;
        unsigned sides = tlb_bsp_sides_of(solid, p, plane);
        found.coplanar += !sides;
        found.folded += sides && is_folded(solid, p, plane);
        found.front += sides == TLB_WINDING_ABOVE;
        found.back += sides == TLB_WINDING_BELOW;
        found.split += sides == (TLB_WINDING_ABOVE | TLB_WINDING_BELOW);
    }
    return found;
}

static double score_of(const tlb_solid *solid, const balance *of, uint32_t plane)
{
    return 5.0 * of->coplanar - 5.0 * (of->split + of->folded) - 0.5 * fabs((double)of->front - of->back) +
           (is_axial(&solid->planes.data[plane]) ? 5 : 0);
}

/* How well a plane parts a curve: that both sides have as many counts twice, that it is axial not at all. */
static double seam_score_of(const balance *of)
{
    return 5.0 * of->coplanar - 5.0 * (of->split + of->folded) - fabs((double)of->front - of->back);
}

static bool is_candidate(const piece *p, bool of_details)
{
    return p->place == INSIDE && (of_details || p->kind != DETAIL);
}

/* Along a curve each face has all others behind it, and the tree gets as deep as there are faces: planes
 * where brushes meet part them better, which are of no face. */
static void try_seams(const tlb_solid *solid, const piece_list *list, bool of_details, uint32_t inside,
                      const balance *best, uint32_t *plane)
{
    enum { FEW = 18, MOST_TRIED = 8, MOST_OF_HULL = 16 };
    uint32_t at = 0, step = step_of(inside);
    double most = seam_score_of(best);
    int32_t fewer = best->front < best->back ? best->front : best->back;
    if (!best->folded && (inside <= FEW || most >= 0 || 16 * (uint32_t)fewer > inside / step))
        return;
    for (const piece *p = list->first; p; p = p->next) {
        if (p->kind == PORTAL || !is_candidate(p, of_details) || at++ % (inside / MOST_TRIED + 1))
            continue;
        const tlb_solid_hull *hull = &solid->hulls.data[solid->faces.data[p->face].hull];
        for (uint32_t i = 0; i < hull->plane_count; i += hull->plane_count / MOST_OF_HULL + 1) {
            uint32_t seam = solid->hull_planes.data[hull->first_plane + i].plane;
            balance of = balance_of(solid, list, seam, step);
            double score = seam_score_of(&of);
            if (score > most && of.front && of.back) {
                most = score;
                *plane = seam;
            }
        }
    }
}

/* The best of some planes of pieces, taken evenly from the list. False: there are no pieces. */
bool tlb_bsp_choose_plane(const tlb_solid *solid, const piece_list *list, bool of_details, uint32_t *plane)
{
    uint32_t tried[MOST_CANDIDATES], tried_count = 0, candidates = 0, inside = 0, at = 0;
    double best = -INFINITY;
    balance best_balance = {0};
    for (const piece *p = list->first; p; p = p->next) {
        candidates += is_candidate(p, of_details);
        inside += p->place == INSIDE;
    }
    for (const piece *p = list->first; p && tried_count < MOST_CANDIDATES; p = p->next) {
        if (!is_candidate(p, of_details))
            continue;
        uint64_t i = at++;
        if (candidates > MOST_CANDIDATES && i &&
            i * MOST_CANDIDATES / candidates == (i - 1) * MOST_CANDIDATES / candidates)
            continue;
        bool is_new = true;
        for (uint32_t j = 0; j < tried_count; j++)
            is_new &= tried[j] != p->plane;
        if (!is_new)
            continue;
        tried[tried_count++] = p->plane;
        balance of = balance_of(solid, list, p->plane, step_of(inside));
        double score = score_of(solid, &of, p->plane);
        if (score > best) {
            best = score;
            best_balance = of;
            *plane = p->plane;
        }
    }
    if (candidates)
        try_seams(solid, list, of_details, inside, &best_balance, plane);
    return candidates;
}
