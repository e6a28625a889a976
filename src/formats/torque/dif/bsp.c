/* Making BSP trees. A cell is split at the plane of a polygon in it until every hull that reaches into it
 * covers it, and it is solid, or none does, and it is empty. Without hulls the last split decides: what is
 * behind a polygon is solid. */
#include "formats/torque/dif/bsp.h"

#include <math.h>
#include <string.h>

enum {
    MOST_DEEP = 400, /* levels; real trees have 46 */
    CANDIDATES = 32, /* planes that are tried for a node … */
    COMPARED = 256,  /* … with so many of the polygons */
    MOST_HULL_PLANES = 255
};

/* A polygon in a cell, or the face of a hull in it. */
typedef struct piece {
    struct piece *next;
    dif_polygon_piece polygon;
    uint16_t plane; /* of a face flipped so that it looks out of the hull */
    bool open;      /* no node has been on the plane yet */
    bool portal;
} piece;

/* What of a hull is in a cell: a closed body. */
typedef struct body {
    struct body *next;
    piece *faces;
} body;

typedef struct cell {
    piece *polygons;
    body *bodies;
} cell;

typedef struct builder {
    const dif_bsp_source *source;
    const tlb_dif_interior *x;
    tlb_arena *arena, scratch;
    dif_bsp *bsp;
    uint64_t steps;
    tlb_status status;
} builder;

static void *take(builder *b, size_t size)
{
    void *memory = b->status ? NULL : tlb_alloc(&b->scratch, size);
    if (!memory && !b->status)
        b->status = TLB_NO_MEMORY;
    return memory;
}

static bool step(builder *b)
{
    if (!b->steps && !b->status)
        b->status = TLB_INVALID;
    return b->steps && b->steps--;
}

/* --- what a cell begins with ---------------------------------------------------------------------------- */

static void add_piece(builder *b, piece **list, dif_polygon_piece polygon, uint16_t plane, bool open,
                      bool portal)
{
    piece *added = take(b, sizeof *added);
    if (!added)
        return;
    *added = (piece){*list, polygon, plane, open, portal};
    *list = added;
}

static void add_polygon(builder *b, cell *c, const uint32_t *points, uint32_t count, uint16_t plane,
                        bool portal)
{
    float at[4];
    dif_polygon_piece polygon = {count, NULL};
    if (count < 3 || !tlb_dif_plane_of(b->x, plane, true, at))
        return;
    polygon.corners = take(b, count * sizeof *polygon.corners);
    for (uint32_t i = 0; polygon.corners && i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            polygon.corners[i][axis] = b->x->points.data[points[i]][axis];
    if (polygon.corners)
        add_piece(b, &c->polygons, polygon, plane, true, portal);
}

static void add_polygons(builder *b, cell *c)
{
    enum { STATIC_MESH_HULL = 0x20 };
    const tlb_dif_interior *x = b->x;
    uint32_t points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < x->portals.count; i++) {
        const tlb_dif_portal *portal = &x->portals.data[i];
        for (uint32_t k = 0; k < portal->triFanCount && step(b); k++) {
            uint64_t at = (uint64_t)portal->triFanStart + k;
            if (at >= x->windingIndices.count)
                break;
            tlb_dif_null_surface fan = {.windingStart = x->windingIndices.data[at].windingStart,
                                        .windingCount = x->windingIndices.data[at].windingCount};
            add_polygon(b, c, points, tlb_dif_null_surface_polygon(x, &fan, points), portal->planeIndex,
                        true);
        }
    }
    for (uint32_t i = 0; i < x->nullSurfaces.count; i++)
        if (!b->source->not_nulls[i])
            add_polygon(b, c, points, tlb_dif_null_surface_polygon(x, &x->nullSurfaces.data[i], points),
                        x->nullSurfaces.data[i].planeIndex, false);
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        if (!(x->surfaces.data[i].surfaceFlags & STATIC_MESH_HULL))
            add_polygon(b, c, points, tlb_dif_surface_polygon(x, &x->surfaces.data[i], true, points),
                        x->surfaces.data[i].planeIndex, false);
}

/* Cuts off what is before the plane of a face. */
static bool cut_outside(builder *b, dif_polygon_piece *polygon, uint16_t plane)
{
    float at[4];
    if (!tlb_dif_plane_of(b->x, plane ^ TLB_DIF_PLANE_FLIPPED, true, at))
        return true;
    if (!tlb_dif_cut_piece(&b->scratch, polygon, at, polygon)) {
        b->status = TLB_NO_MEMORY;
        return false;
    }
    return polygon->count >= 3;
}

/* The faces of a hull: each plane, cut off at the others. */
static void add_body(builder *b, cell *c, const tlb_dif_hulls *hulls, uint32_t hull)
{
    const tlb_dif_hull *of = &hulls->hulls[hull];
    const uint32_t *planes = hulls->hullPlaneIndices + of->planeStart;
    uint32_t count = tlb_dif_hull_plane_count(hulls, hull);
    const double middle[3] = {((double)of->minX + of->maxX) / 2, ((double)of->minY + of->maxY) / 2,
                              ((double)of->minZ + of->maxZ) / 2};
    double reach =
        1 + ((double)of->maxX - of->minX) + ((double)of->maxY - of->minY) + ((double)of->maxZ - of->minZ);
    body *added = count && count <= MOST_HULL_PLANES ? take(b, sizeof *added) : NULL;
    if (!added)
        return;
    *added = (body){c->bodies, NULL};
    c->bodies = added;
    for (uint32_t i = 0; i < count && !b->status; i++) {
        dif_polygon_piece face;
        float at[4];
        bool left = tlb_dif_plane_of(b->x, (uint16_t)planes[i], true, at);
        if (left && !tlb_dif_cover_plane(&b->scratch, at, middle, reach, &face))
            b->status = TLB_NO_MEMORY;
        for (uint32_t k = 0; k < count && left && step(b); k++)
            left = k == i || dif_plane_index(planes[k]) == dif_plane_index(planes[i]) ||
                   cut_outside(b, &face, (uint16_t)planes[k]);
        if (left && !b->status)
            add_piece(b, &added->faces, face, (uint16_t)planes[i], true, false);
    }
}

/* --- splitting --------------------------------------------------------------------------------------- */

/* One side of a split plane. */
typedef struct side {
    cell into;
    uint16_t plane; /* looks into this side */
    float at[4];
} side;

static void put_polygon(builder *b, const piece *p, side *to)
{
    dif_polygon_piece cut;
    if (!tlb_dif_cut_piece(&b->scratch, &p->polygon, to->at, &cut))
        b->status = TLB_NO_MEMORY;
    else if (cut.count >= 3)
        add_piece(b, &to->into.polygons, cut, p->plane, p->open, p->portal);
}

/* Polygons on the plane are done with. */
static void split_polygons(builder *b, const cell *c, side sides[2])
{
    for (const piece *p = c->polygons; p && step(b); p = p->next) {
        double low, high;
        tlb_dif_measure_piece(&p->polygon, sides[0].at, &low, &high);
        if (dif_plane_index(p->plane) == dif_plane_index(sides[0].plane) ||
            (low >= -DIF_BSP_ON && high <= DIF_BSP_ON))
            continue;
        if (high <= DIF_BSP_ON || low >= -DIF_BSP_ON)
            add_piece(b, &sides[high <= DIF_BSP_ON].into.polygons, p->polygon, p->plane, p->open, p->portal);
        else
            for (int i = 0; i < 2; i++)
                put_polygon(b, p, &sides[i]);
    }
}

static body *add_empty_body(builder *b, side *to)
{
    body *added = take(b, sizeof *added);
    if (!added)
        return NULL;
    *added = (body){to->into.bodies, NULL};
    to->into.bodies = added;
    return added;
}

static void put_body(builder *b, const body *of, side *to)
{
    body *added = add_empty_body(b, to);
    for (const piece *f = of->faces; f && added && step(b); f = f->next) {
        double low, high;
        tlb_dif_measure_piece(&f->polygon, to->at, &low, &high);
        bool on = dif_plane_index(f->plane) == dif_plane_index(to->plane) ||
                  (low >= -DIF_BSP_ON && high <= DIF_BSP_ON);
        add_piece(b, &added->faces, f->polygon, f->plane, f->open && !on, false);
    }
}

/* The part of a body on one side, closed with what of the plane is in it. */
static void cut_body(builder *b, const body *of, side *to)
{
    body *added = add_empty_body(b, to);
    double middle[3] = {0}, reach = 0;
    uint32_t corners = 0;
    dif_polygon_piece lid;
    for (const piece *f = of->faces; f && added && step(b); f = f->next) {
        dif_polygon_piece cut;
        if (!tlb_dif_cut_piece(&b->scratch, &f->polygon, to->at, &cut)) {
            b->status = TLB_NO_MEMORY;
            return;
        }
        if (cut.count >= 3)
            add_piece(b, &added->faces, cut, f->plane, f->open, false);
        for (uint32_t i = 0; i < f->polygon.count; i++, corners++)
            for (int axis = 0; axis < 3; axis++)
                middle[axis] += f->polygon.corners[i][axis];
    }
    for (int axis = 0; axis < 3; axis++)
        middle[axis] /= corners ? corners : 1;
    for (const piece *f = of->faces; f; f = f->next)
        for (uint32_t i = 0; i < f->polygon.count; i++)
            for (int axis = 0; axis < 3; axis++)
                reach = fmax(reach, fabs(f->polygon.corners[i][axis] - middle[axis]));
    if (!added || b->status)
        return;
    bool left = tlb_dif_cover_plane(&b->scratch, to->at, middle, 4 * reach, &lid);
    if (!left)
        b->status = TLB_NO_MEMORY;
    for (const piece *f = of->faces; f && left; f = f->next)
        left = cut_outside(b, &lid, f->plane);
    if (left)
        add_piece(b, &added->faces, lid, to->plane ^ TLB_DIF_PLANE_FLIPPED, false, false);
    enum { LEAST_FACES = 4 }; /* that enclose a volume */
    uint32_t faces = 0;
    for (const piece *f = added->faces; f; f = f->next)
        faces++;
    if (faces < LEAST_FACES)
        to->into.bodies = added->next;
}

static void split_bodies(builder *b, const cell *c, side sides[2])
{
    for (const body *of = c->bodies; of && !b->status; of = of->next) {
        double low = INFINITY, high = -INFINITY;
        for (const piece *f = of->faces; f; f = f->next) {
            double one[2];
            tlb_dif_measure_piece(&f->polygon, sides[0].at, &one[0], &one[1]);
            low = fmin(low, one[0]);
            high = fmax(high, one[1]);
        }
        if (low > high)
            continue;
        if (high <= DIF_BSP_ON || low >= -DIF_BSP_ON)
            put_body(b, of, &sides[high <= DIF_BSP_ON]);
        else
            for (int i = 0; i < 2; i++)
                cut_body(b, of, &sides[i]);
    }
}

/* --- choosing a plane -------------------------------------------------------------------------------- */

typedef struct choice {
    const piece *best;
    double score;
    uint32_t tried, every, at;
} choice;

static double score_of(const builder *b, const piece *candidate, const piece *list, uint32_t every)
{
    float plane[4];
    double on = 0, split = 0, front = 0, back = 0;
    uint32_t at = 0;
    if (!tlb_dif_plane_of(b->x, candidate->plane, false, plane))
        return -INFINITY;
    for (const piece *p = list; p; p = p->next) {
        double low, high;
        if (!p->open || at++ % every)
            continue;
        tlb_dif_measure_piece(&p->polygon, plane, &low, &high);
        if (low >= -DIF_BSP_ON && high <= DIF_BSP_ON)
            on++;
        else if (high <= DIF_BSP_ON)
            back++;
        else if (low >= -DIF_BSP_ON)
            front++;
        else
            split++;
    }
    bool axial = fabsf(plane[0]) == 1 || fabsf(plane[1]) == 1 || fabsf(plane[2]) == 1;
    return 5 * on - 5 * split - fabs(front - back) + (axial ? 5 : 0);
}

static uint32_t count_open(const piece *list, bool portal)
{
    uint32_t count = 0;
    for (const piece *p = list; p; p = p->next)
        count += p->open && p->portal == portal;
    return count;
}

/* The best plane of some of a list's polygons. */
static void choose_of(const builder *b, const piece *list, bool portal, choice *best)
{
    uint32_t count = count_open(list, portal), every = (count + CANDIDATES - 1) / CANDIDATES, at = 0;
    for (const piece *p = list; p; p = p->next) {
        if (!p->open || p->portal != portal || at++ % every)
            continue;
        double score = score_of(b, p, list, count / COMPARED + 1);
        if (!best->best || score > best->score) {
            best->best = p;
            best->score = score;
        }
    }
}

/* Polygons that are seen first, then faces of hulls, which others hide, then portals. */
static const piece *choose(const builder *b, const cell *c)
{
    choice best = {0};
    if (!b->source->of_hulls || c->bodies)
        choose_of(b, c->polygons, false, &best);
    for (const body *of = c->bodies; of && !best.best; of = of->next)
        choose_of(b, of->faces, false, &best);
    if (!best.best)
        choose_of(b, c->polygons, true, &best);
    return best.best;
}

/* --- nodes ------------------------------------------------------------------------------------------- */

static bool is_covered(const cell *c)
{
    for (const body *of = c->bodies; of; of = of->next)
        if (of->faces && !count_open(of->faces, false))
            return true;
    return false;
}

static uint32_t add_leaf(builder *b, bool solid)
{
    return solid ? b->bsp->solid_count++ | DIF_BSP_SOLID : b->bsp->empty_count++ | DIF_BSP_EMPTY;
}

/* Two leaves of a kind are one. */
static uint32_t merge(builder *b, uint32_t node, uint32_t front, uint32_t back)
{
    enum { LEAF = DIF_BSP_SOLID | DIF_BSP_EMPTY };
    if (!(front & LEAF) || (front & LEAF) != (back & LEAF) || !node)
        return node;
    b->bsp->nodes.count = node;
    *(front & DIF_BSP_SOLID ? &b->bsp->solid_count : &b->bsp->empty_count) -= 1;
    return front;
}

static uint32_t build(builder *b, const cell *c, uint32_t depth, bool solid)
{
    if (b->status || !step(b))
        return 0;
    if (is_covered(c))
        return add_leaf(b, true);
    const piece *at = choose(b, c);
    if (!at || (at->portal && solid))
        return add_leaf(b, b->source->of_hulls ? false : solid);
    bool portal = at->portal;
    uint32_t node = b->bsp->nodes.count;
    dif_bsp_part *made = TLB_PUSH(b->arena, &b->bsp->nodes);
    if (!made || depth == MOST_DEEP) {
        b->status = made ? TLB_INVALID : TLB_NO_MEMORY;
        return 0;
    }
    made->plane = dif_plane_index(at->plane);
    bool flipped = at->plane & TLB_DIF_PLANE_FLIPPED && !portal;
    tlb_mark memory = tlb_arena_mark(&b->scratch);
    side sides[2] = {{.plane = (uint16_t)dif_plane_index(at->plane)},
                     {.plane = (uint16_t)(dif_plane_index(at->plane) | TLB_DIF_PLANE_FLIPPED)}};
    for (int i = 0; i < 2; i++)
        tlb_dif_plane_of(b->x, sides[i].plane, true, sides[i].at);
    split_polygons(b, c, sides);
    split_bodies(b, c, sides);
    uint32_t children[2];
    for (int i = 0; i < 2; i++)
        children[i] = build(b, &sides[i].into, depth + 1, !portal && (i == 1) != flipped);
    tlb_arena_rewind(&b->scratch, memory);
    if (b->status)
        return 0;
    memcpy(b->bsp->nodes.data[node].children, children, sizeof children);
    return portal ? node : merge(b, node, children[0], children[1]);
}

tlb_status tlb_dif_make_bsp(tlb_arena *arena, const dif_bsp_source *source, dif_bsp *bsp)
{
    builder b = {.source = source, .x = source->interior, .arena = arena, .bsp = bsp, .steps = source->steps};
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(source->interior);
    cell all = {0};
    *bsp = (dif_bsp){0};
    tlb_arena_init(&b.scratch, arena->account);
    add_polygons(&b, &all);
    for (uint32_t i = 0; i < hulls.hullCount && source->of_hulls && !b.status; i++)
        if (!source->not_hulls[i])
            add_body(&b, &all, &hulls, i);
    build(&b, &all, 0, false);
    tlb_arena_release(&b.scratch);
    tlb_arena_fail(arena, b.scratch.failure);
    return b.status ? b.status : bsp->nodes.count ? TLB_OK : TLB_INVALID;
}
