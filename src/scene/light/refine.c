#include "scene/light/refine.h"

#include "base/index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 24 };

/* --- the mesh as it is -------------------------------------------------------------------------------- */

typedef struct refiner {
    const tlb_mesh *mesh;
    const tlb_light_map *const *maps;
    const uint32_t *uv_sets;
    const tlb_bake_options *options;
    const tlb_light_scale *scale;
    tlb_arena *arena;
    tlb_fine_mesh *fine;
    uint32_t places, most; /* triangles */
} refiner;

/* The light of the vertices from `first` on, which are on one map or, without one, white. */
static void set_light(const refiner *r, const tlb_light_map *map, uint32_t first)
{
    float floor = r->options->floor;
    tlb_light_batch batch;
    for (uint32_t at = first; at < r->fine->vertices.count; at += batch.count) {
        tlb_fine_vertex *vertices = &r->fine->vertices.data[at];
        uint32_t left = r->fine->vertices.count - at;
        batch.count = left < TLB_LIGHT_BATCH ? left : TLB_LIGHT_BATCH;
        for (uint32_t i = 0; i < batch.count; i++) {
            batch.u[i] = vertices[i].uv[0];
            batch.v[i] = vertices[i].uv[1];
        }
        if (map)
            tlb_light_at_all(map, &batch);
        for (uint32_t i = 0; i < batch.count; i++)
            for (int k = 0; k < 3; k++)
                vertices[i].light[k] =
                    tlb_light_to_linear(r->scale, map ? floor + (1 - floor) * batch.light[k][i] : 1);
    }
}

/* Gives each position of the mesh a number. NULL without memory. */
static uint32_t *number_places(refiner *r, tlb_arena *work)
{
    tlb_index index = {0};
    uint32_t *places = tlb_alloc_array(work, r->mesh->vertex_count, sizeof *places);
    for (uint32_t i = 0; places && i < r->mesh->vertex_count; i++) {
        int32_t *place = tlb_index_find(&index, work, r->mesh->positions[i], sizeof *r->mesh->positions);
        if (!place)
            return NULL;
        if (*place == TLB_INDEX_NEW)
            *place = (int32_t)r->places++;
        places[i] = (uint32_t)*place;
    }
    return places;
}

/* The vertices that a part uses are its own. `known`: for each vertex of the mesh 1 + the one of `fine` that
 * represents it in the part `known_by` names. */
static bool take_part(refiner *r, uint32_t number, const uint32_t *places, uint32_t (*known)[2])
{
    const tlb_part *part = &r->mesh->parts[number];
    uint32_t first = r->fine->vertices.count;
    for (uint32_t i = 0; i + 2 < part->index_count; i += 3) {
        tlb_fine_triangle triangle = {.part = number, .is_done = !r->maps[number]};
        for (int k = 0; k < 3; k++) {
            uint32_t from = r->mesh->indices[part->first_index + i + (uint32_t)k];
            if (known[from][0] != number + 1) {
                tlb_fine_vertex *vertex = TLB_PUSH(r->arena, &r->fine->vertices);
                if (!vertex)
                    return false;
                *vertex = (tlb_fine_vertex){.from = from, .to = from, .place = places[from]};
                if (r->maps[number])
                    memcpy(vertex->uv, r->mesh->uv[r->uv_sets[number]][from], sizeof vertex->uv);
                known[from][0] = number + 1;
                known[from][1] = r->fine->vertices.count - 1;
            }
            triangle.corners[k] = known[from][1];
        }
        tlb_fine_triangle *added = TLB_PUSH(r->arena, &r->fine->triangles);
        if (!added)
            return false;
        *added = triangle;
    }
    set_light(r, r->maps[number], first);
    return true;
}

static bool take_mesh(refiner *r)
{
    tlb_arena work;
    tlb_arena_init(&work, r->arena->account);
    const uint32_t *places = number_places(r, &work);
    uint32_t(*known)[2] = tlb_zalloc_array(&work, r->mesh->vertex_count, sizeof *known);
    bool taken = places && known;
    for (uint32_t i = 0; taken && i < r->mesh->part_count; i++)
        taken = take_part(r, i, places, known);
    tlb_arena_release(&work);
    tlb_arena_fail(r->arena, work.failure);
    return taken;
}

/* --- a pass ------------------------------------------------------------------------------------------- */

/* One that a triangle is to be split at. */
typedef struct edge {
    uint32_t places[2]; /* the lower first */
    uint32_t triangles; /* that have it */
    uint32_t first;     /* side of a triangle that is it, of those of all triangles */
    uint32_t middle;    /* the place of its middle, once it is split */
    float error;        /* of the worst triangle that is to be split there */
    bool split;
} edge;

#define NO_EDGE UINT32_MAX

/* A triangle that has such edges: which of its sides, from corner i to the next, is which one or NO_EDGE. */
typedef struct sided {
    uint32_t triangle, edges[3];
} sided;

typedef struct pass {
    refiner *r;
    tlb_arena work;
    edge *edges;
    uint32_t edge_count;
    TLB_LIST(sided) sided;
    tlb_index by_places, by_corners;
} pass;

static void places_of(const tlb_fine_mesh *fine, const tlb_fine_triangle *triangle, uint32_t side,
                      uint32_t places[2])
{
    uint32_t a = fine->vertices.data[triangle->corners[side]].place;
    uint32_t b = fine->vertices.data[triangle->corners[(side + 1) % 3]].place;
    places[0] = a < b ? a : b;
    places[1] = a < b ? b : a;
}

static float judge(const refiner *r, const tlb_fine_triangle *triangle, uint32_t *side)
{
    const tlb_fine_vertex *corners[3];
    for (int i = 0; i < 3; i++)
        corners[i] = &r->fine->vertices.data[triangle->corners[i]];
    return tlb_light_error(r->maps[triangle->part], corners, r->options, r->scale, side);
}

/* One edge of each triangle that has to be split. False without memory. */
static bool find_edges(pass *p)
{
    tlb_fine_mesh *fine = p->r->fine;
    p->edges = tlb_alloc_array(&p->work, fine->triangles.count, sizeof *p->edges);
    if (!p->edges)
        return false;
    for (uint32_t i = 0; i < fine->triangles.count; i++) {
        tlb_fine_triangle *triangle = &fine->triangles.data[i];
        uint32_t side = 0;
        float error = triangle->is_done ? 0 : judge(p->r, triangle, &side);
        triangle->is_done = error == 0;
        if (triangle->is_done)
            continue;
        edge *next = &p->edges[p->edge_count];
        *next = (edge){.triangles = 0};
        places_of(fine, triangle, side, next->places);
        int32_t *known = tlb_index_find(&p->by_places, &p->work, next->places, sizeof next->places);
        if (!known)
            return false;
        if (*known == TLB_INDEX_NEW)
            *known = (int32_t)p->edge_count++;
        p->edges[*known].error = fmaxf(p->edges[*known].error, error);
    }
    return true;
}

/* The places that are ends of such edges. NULL without memory. */
static uint8_t *find_ends(pass *p)
{
    uint8_t *ends = tlb_zalloc_array(&p->work, p->r->places, sizeof *ends);
    for (uint32_t i = 0; ends && i < p->edge_count; i++)
        ends[p->edges[i].places[0]] = ends[p->edges[i].places[1]] = 1;
    return ends;
}

/* Whether a side of a triangle is such an edge, which is noted. */
static bool find_side(pass *p, uint32_t triangle, uint32_t side, uint32_t *found)
{
    uint32_t places[2];
    places_of(p->r->fine, &p->r->fine->triangles.data[triangle], side, places);
    const int32_t *known = tlb_index_look(&p->by_places, places, sizeof places);
    *found = known ? (uint32_t)*known : NO_EDGE;
    if (known && !p->edges[*known].triangles++)
        p->edges[*known].first = 3 * triangle + side;
    return known;
}

/* The triangles that have such edges: few have two corners at the ends of one. False without memory. */
static bool find_sides(pass *p)
{
    const tlb_fine_mesh *fine = p->r->fine;
    const uint8_t *ends = find_ends(p);
    for (uint32_t i = 0; ends && i < fine->triangles.count; i++) {
        const uint32_t *corners = fine->triangles.data[i].corners;
        uint32_t count = 0;
        for (uint32_t k = 0; k < 3; k++)
            count += ends[fine->vertices.data[corners[k]].place];
        if (count < 2)
            continue;
        sided own = {.triangle = i}, *added;
        bool found = false;
        for (uint32_t k = 0; k < 3; k++)
            found |= find_side(p, i, k, &own.edges[k]);
        if (!found)
            continue;
        if (!(added = TLB_PUSH(&p->work, &p->sided)))
            return false;
        *added = own;
    }
    return ends != NULL;
}

/* The worst first. */
static int compare_errors(const void *a, const void *b)
{
    const edge *x = *(edge *const *)a, *y = *(edge *const *)b;
    if (x->error != y->error)
        return x->error > y->error ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Marks the edges to be split: a triangle more for each that has one. As many as fit; *marked
 * is how many. False without memory. */
static bool mark_edges(pass *p, uint32_t *marked)
{
    uint32_t left = p->r->most - p->r->fine->triangles.count;
    edge **order = tlb_alloc_array(&p->work, p->edge_count, sizeof *order);
    if (!order)
        return false;
    for (uint32_t i = 0; i < p->edge_count; i++)
        order[i] = &p->edges[i];
    qsort(order, p->edge_count, sizeof *order, compare_errors);
    for (uint32_t i = 0; i < p->edge_count && order[i]->triangles <= left; i++) {
        left -= order[i]->triangles;
        order[i]->split = true;
        order[i]->middle = p->r->places++;
        ++*marked;
    }
    return true;
}

/* The vertex in the middle of a side, the same for both triangles of a part. */
static bool find_middle(pass *p, const tlb_fine_triangle *triangle, uint32_t side, uint32_t place,
                        uint32_t *middle)
{
    tlb_fine_mesh *fine = p->r->fine;
    uint32_t a = triangle->corners[side], b = triangle->corners[(side + 1) % 3];
    uint32_t *key = tlb_alloc_array(&p->work, 2, sizeof *key);
    if (!key)
        return false;
    key[0] = a < b ? a : b;
    key[1] = a < b ? b : a;
    int32_t *known = tlb_index_find(&p->by_corners, &p->work, key, 2 * sizeof *key);
    if (!known)
        return false;
    if (*known == TLB_INDEX_NEW) {
        tlb_fine_vertex *vertex = TLB_PUSH(p->r->arena, &fine->vertices);
        if (!vertex)
            return false;
        *known = (int32_t)fine->vertices.count - 1;
        *vertex = (tlb_fine_vertex){.from = key[0], .to = key[1], .middle = true, .place = place};
        for (int k = 0; k < 2; k++)
            vertex->uv[k] = (fine->vertices.data[key[0]].uv[k] + fine->vertices.data[key[1]].uv[k]) / 2;
        set_light(p->r, p->r->maps[triangle->part], (uint32_t)*known);
    }
    *middle = (uint32_t)*known;
    return true;
}

/* Into two at a side. The part of it that has the corner before the side's second one stays in place. */
static bool split_at(pass *p, uint32_t number, uint32_t first, uint32_t second, uint32_t middle)
{
    tlb_fine_mesh *fine = p->r->fine;
    tlb_fine_triangle *other = TLB_PUSH(p->r->arena, &fine->triangles);
    if (!other)
        return false;
    tlb_fine_triangle *own = &fine->triangles.data[number];
    own->is_done = !p->r->maps[own->part];
    *other = *own;
    for (int k = 0; k < 3; k++) {
        if (own->corners[k] == second)
            own->corners[k] = middle;
        if (other->corners[k] == first)
            other->corners[k] = middle;
    }
    return true;
}

/* The triangle that has both corners, of those into which one was split. */
static uint32_t part_with(const tlb_fine_mesh *fine, uint32_t number, uint32_t first_new, uint32_t a,
                          uint32_t b)
{
    for (uint32_t i = first_new; i < fine->triangles.count; i++) {
        const uint32_t *c = fine->triangles.data[i].corners;
        if ((c[0] == a || c[1] == a || c[2] == a) && (c[0] == b || c[1] == b || c[2] == b))
            return i;
    }
    return number;
}

/* At all its marked sides, the worst first. */
static bool split_triangle(pass *p, const sided *split)
{
    tlb_fine_mesh *fine = p->r->fine;
    uint32_t number = split->triangle, first_new = fine->triangles.count, order[3] = {0}, count = 0;
    const tlb_fine_triangle whole = fine->triangles.data[number];
    for (uint32_t k = 0; k < 3; k++) {
        if (split->edges[k] == NO_EDGE || !p->edges[split->edges[k]].split)
            continue;
        float error = p->edges[split->edges[k]].error;
        uint32_t at = count++;
        for (; at && p->edges[split->edges[order[at - 1]]].error < error; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t side = order[i], middle, a = whole.corners[side], b = whole.corners[(side + 1) % 3];
        if (!find_middle(p, &whole, side, p->edges[split->edges[side]].middle, &middle) ||
            !split_at(p, part_with(fine, number, first_new, a, b), a, b, middle))
            return false;
    }
    return true;
}

/* Splits what is to be split once; *marked: how many edges. */
static bool refine_once(refiner *r, uint32_t *marked)
{
    pass p = {.r = r};
    tlb_arena_init(&p.work, r->arena->account);
    *marked = 0;
    bool done = find_edges(&p) && (!p.edge_count || (find_sides(&p) && mark_edges(&p, marked)));
    for (uint32_t i = 0; done && *marked && i < p.sided.count; i++)
        done = split_triangle(&p, &p.sided.data[i]);
    tlb_arena_release(&p.work);
    tlb_arena_fail(r->arena, p.work.failure);
    return done;
}

bool tlb_refine(const tlb_mesh *mesh, const tlb_light_map *const *part_maps, const uint32_t *part_uv_sets,
                const tlb_bake_options *options, const tlb_light_scale *scale, tlb_arena *arena,
                tlb_fine_mesh *fine)
{
    *fine = (tlb_fine_mesh){.vertices = {0}};
    refiner r = {.mesh = mesh,
                 .maps = part_maps,
                 .uv_sets = part_uv_sets,
                 .options = options,
                 .scale = scale,
                 .arena = arena,
                 .fine = fine};
    if (!take_mesh(&r))
        return false;
    uint64_t most = (uint64_t)fine->triangles.count * TLB_BAKE_MOST;
    r.most = most < INT32_MAX / 3 ? (uint32_t)most : fine->triangles.count;
    if (mesh->joints || mesh->morph_count) /* these would have to be split as well */
        return true;
    uint32_t marked = 1;
    for (int i = 0; i < MOST_PASSES && marked; i++)
        if (!refine_once(&r, &marked))
            return false;
    return true;
}
