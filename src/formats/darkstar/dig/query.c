/* Points and rays in the BSP tree, and the queries that they answer. */
#include "formats/darkstar/dig/dig.h"

#include <math.h>

/* How far beside a surface a hit may be, and still be one of it: planes and points of real files differ by
 * 0.05 at most. */
#define BESIDE 0.05

enum {
    MOST_PENDING = 512, /* ways not gone yet; no tree of a real interior is half as deep */
    NO_NODE = -1
};

static uint64_t most_steps(const tlb_dig *dig)
{
    return 8 * ((uint64_t)dig->nodes.count + 1);
}

static uint32_t leaf_of(int32_t child)
{
    return (uint32_t)(-(child + 1));
}

/* --- points ------------------------------------------------------------------------------------------- */

static uint32_t outside(const tlb_dig *dig, const float point[3])
{
    uint32_t leaf = 0;
    for (int axis = 0; axis < 3; axis++)
        leaf |= point[axis] < dig->box[axis]       ? 1u << 2 * axis
                : point[axis] > dig->box[axis + 3] ? 2u << 2 * axis
                                                   : 0;
    return leaf;
}

bool tlb_dig_find_leaf(const tlb_dig *dig, const float point[3], uint32_t *leaf)
{
    if (!dig || !point || !leaf)
        return false;
    *leaf = outside(dig, point);
    if (*leaf)
        return true;
    int32_t child = 0;
    for (uint64_t steps = most_steps(dig); child >= 0 && steps; steps--) {
        if ((uint32_t)child >= dig->nodes.count)
            return false;
        const tlb_dig_node *node = &dig->nodes.data[child];
        if (node->planeIdx >= dig->planes.count)
            return false;
        child = tlb_plane_distance(dig->planes.data[node->planeIdx], point) > 0 ? node->front : node->back;
    }
    *leaf = leaf_of(child);
    return child < 0 && *leaf < tlb_dig_leaf_count(dig);
}

/* --- rays --------------------------------------------------------------------------------------------- */

/* A part of the ray, from t0 to t1, and the child it goes through. */
typedef struct branch {
    int32_t child, node; /* node: the one at whose plane the part begins */
    double t0, t1;
} branch;

typedef struct caster {
    const tlb_dig *dig;
    const float *start, *end;
    branch pending[MOST_PENDING];
    uint32_t count;
} caster;

static void follow(caster *c, int32_t child, int32_t node, double t0, double t1)
{
    if (c->count < MOST_PENDING)
        c->pending[c->count++] = (branch){child, node, t0, t1};
}

/* What is followed last is gone first: the nearer side. */
static void split(caster *c, int32_t index, const branch *b)
{
    const tlb_dig_node *node = &c->dig->nodes.data[index];
    if (node->planeIdx >= c->dig->planes.count)
        return;
    const float *plane = c->dig->planes.data[node->planeIdx];
    double at_start = tlb_plane_distance(plane, c->start),
           change = tlb_plane_distance(plane, c->end) - at_start;
    double d0 = at_start + b->t0 * change, d1 = at_start + b->t1 * change;
    if (d0 > 0 && d1 > 0)
        follow(c, node->front, b->node, b->t0, b->t1);
    else if (!(d0 > 0) && !(d1 > 0))
        follow(c, node->back, b->node, b->t0, b->t1);
    else {
        double t = b->t0 + (b->t1 - b->t0) * (d0 / (d0 - d1));
        follow(c, d0 > 0 ? node->back : node->front, index, t, b->t1);
        follow(c, d0 > 0 ? node->front : node->back, b->node, b->t0, t);
    }
}

static bool is_solid(const tlb_dig *dig, uint32_t leaf)
{
    tlb_dig_leaf_info info;
    return tlb_dig_leaf_at(dig, leaf, &info) && info.solid;
}

/* The first solid leaf. A tree that goes in circles is left in the end. */
static bool find_solid(caster *c, branch *found)
{
    uint64_t steps = most_steps(c->dig);
    follow(c, 0, NO_NODE, 0, 1);
    while (c->count && steps--) {
        *found = c->pending[--c->count];
        if (found->child >= 0 && (uint32_t)found->child < c->dig->nodes.count)
            split(c, found->child, found);
        else if (found->child < 0 && is_solid(c->dig, leaf_of(found->child)))
            return true;
    }
    return false;
}

/* How far within a polygon that is there a point of its plane is, from the nearest edge; negative outside. */
static double depth_within(const tlb_dig *dig, const tlb_dig_surface *surface, const float plane[4],
                           const float point[3])
{
    const float behind[3] = {-plane[0], -plane[1], -plane[2]}; /* the corners turn clockwise */
    double least = INFINITY;
    for (uint32_t i = 0; i < surface->numVerts; i++) {
        const float *next = dig_corner(dig, surface, i + 1 < surface->numVerts ? i + 1 : 0);
        least = fmin(least, tlb_left_of_edge(dig_corner(dig, surface, i), next, behind, point));
    }
    return least;
}

/* Of a leaf's surfaces that face the start, the one that the point is deepest within. */
static bool find_surface(const tlb_dig *dig, const float start[3], tlb_dig_hit *hit)
{
    tlb_dig_leaf_info leaf;
    double deepest = -BESIDE;
    if (!tlb_dig_leaf_at(dig, hit->leaf, &leaf))
        return false;
    for (uint32_t i; tlb_bit_list_next(&leaf.surfaces, &i) && i < dig->surfaces.count;) {
        const tlb_dig_surface *surface = &dig->surfaces.data[i];
        float plane[4];
        if (!tlb_dig_surface_plane(dig, surface, plane) ||
            fabs(tlb_plane_distance(plane, hit->point)) > BESIDE || tlb_plane_distance(plane, start) <= 0 ||
            !tlb_dig_has_polygon(dig, surface))
            continue;
        double depth = depth_within(dig, surface, plane, hit->point);
        if (depth > deepest) {
            deepest = depth;
            hit->has_surface = true;
            hit->surface = i;
        }
    }
    return hit->has_surface;
}

/* A node's plane is crossed from either side: the normal is that of the side met. */
static void set_normal(const caster *c, int32_t node, tlb_dig_hit *hit)
{
    float plane[4];
    if (hit->has_surface)
        tlb_dig_surface_plane(c->dig, &c->dig->surfaces.data[hit->surface], plane);
    else
        for (int i = 0; i < 4; i++)
            plane[i] = c->dig->planes.data[c->dig->nodes.data[node].planeIdx][i];
    bool from_front = hit->has_surface || tlb_plane_distance(plane, c->start) > 0;
    for (int axis = 0; axis < 3; axis++)
        hit->normal[axis] = from_front ? plane[axis] : -plane[axis];
}

bool tlb_dig_cast_ray(const tlb_dig *dig, const float start[3], const float end[3], tlb_dig_hit *hit)
{
    if (!dig || !start || !end || !hit)
        return false;
    caster c = {.dig = dig, .start = start, .end = end};
    branch found;
    *hit = (tlb_dig_hit){0};
    if (!dig->nodes.count || !find_solid(&c, &found))
        return false;
    hit->start_solid = found.node == NO_NODE;
    hit->t = (float)found.t0;
    hit->leaf = leaf_of(found.child);
    for (int axis = 0; axis < 3; axis++)
        hit->point[axis] = (float)(start[axis] + found.t0 * ((double)end[axis] - start[axis]));
    if (hit->start_solid)
        tlb_against_ray(start, end, hit->normal);
    else {
        find_surface(dig, start, hit);
        set_normal(&c, found.node, hit);
    }
    return true;
}

/* --- queries ------------------------------------------------------------------------------------------- */

const tlb_query_info tlb_dig_queries[] = {
    {"ray", "X Y Z X Y Z", "the first solid hit by a ray from one point to another"},
    {"leaf", "X Y Z", "the leaf of a point, and the leaves visible from there"},
    {0},
};

tlb_status tlb_dig_answer_ray(const tlb_query_call *q)
{
    const tlb_dig *dig = q->subject;
    float ends[6];
    tlb_dig_hit hit;
    if (!tlb_query_singles(q, ends, 6))
        return tlb_query_refuse(q, "ray", "expected two points (six numbers)");
    bool any = tlb_dig_cast_ray(dig, ends, ends + 3, &hit);
    tlb_value_add_bool(q->arena, q->table, "hit", any);
    if (!any)
        return TLB_OK;
    tlb_add_hit(q, hit.start_solid, hit.t, hit.point, hit.normal);
    tlb_value_add_integer(q->arena, q->table, "leaf", hit.leaf);
    if (hit.has_surface) {
        tlb_value_add_integer(q->arena, q->table, "surface", hit.surface);
        tlb_value_add_integer(q->arena, q->table, "material", dig->surfaces.data[hit.surface].material);
    }
    return TLB_OK;
}

static void add_list(tlb_arena *arena, tlb_value *table, const char *name, tlb_bit_list numbers)
{
    tlb_value *list = tlb_value_add_list(arena, table, name);
    uint32_t number;
    while (tlb_bit_list_next(&numbers, &number))
        tlb_value_add_integer(arena, list, NULL, number);
}

tlb_status tlb_dig_answer_leaf(const tlb_query_call *q)
{
    const tlb_dig *dig = q->subject;
    float point[3];
    uint32_t leaf;
    tlb_dig_leaf_info info;
    if (!tlb_query_singles(q, point, 3))
        return tlb_query_refuse(q, "leaf", "expected a point (three numbers)");
    if (!tlb_dig_find_leaf(dig, point, &leaf) || !tlb_dig_leaf_at(dig, leaf, &info))
        return TLB_OK;
    tlb_value_add_integer(q->arena, q->table, "leaf", leaf);
    tlb_value_add_bool(q->arena, q->table, "solid", info.solid);
    tlb_value_add_bool(q->arena, q->table, "external", info.external);
    if (info.has_box)
        tlb_value_add_singles(q->arena, q->table, "box", info.box, 6);
    add_list(q->arena, q->table, "surfaces", info.surfaces);
    add_list(q->arena, q->table, "visible", info.visible);
    return TLB_OK;
}

tlb_status tlb_dig_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {tlb_dig_answer_ray, tlb_dig_answer_leaf};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_dig_queries, answers);
}
