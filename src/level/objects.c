/* The shape of an object: its corners welded, its connected parts told apart, and each tried as a brush. */
#include "level/objects.h"

#include "base/context.h"
#include "scene/animation/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far a corner may be from a plane that it is on, and a texture coordinate from its equation. */
static const double flat = 1e-3;

typedef struct triangle {
    uint32_t points[3];
    uint32_t material;
    double normal[3], distance;
    double x[4], y[4];
    uint32_t part; /* a point of its connected part: the least */
} triangle;

typedef struct object {
    tlb_level *level;
    tlb_level_detail *detail;
    tlb_arena *work;
    tlb_brush_kind kind;
    const char *name;
    double (*points)[3];
    uint32_t point_count;
    triangle *triangles;
    uint32_t count;
} object;

/* --- vectors ----------------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double a[3], const double b[3], double result[3])
{
    for (int axis = 0; axis < 3; axis++)
        result[axis] = a[axis] - b[axis];
}

static void cross(const double a[3], const double b[3], double result[3])
{
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

/* --- welding ----------------------------------------------------------------------------------------- */

typedef struct sorted_point {
    double at[3];
    uint32_t vertex;
} sorted_point;

static int compare_points(const void *a, const void *b)
{
    const sorted_point *one = a, *other = b;
    for (int axis = 0; axis < 3; axis++)
        if (one->at[axis] != other->at[axis])
            return one->at[axis] < other->at[axis] ? -1 : 1;
    return one->vertex < other->vertex ? -1 : one->vertex > other->vertex;
}

/* Y up to Z up, in the world. */
static void place(const float world[16], const float from[3], double at[3])
{
    double p[3];
    for (int axis = 0; axis < 3; axis++)
        p[axis] = (double)world[axis] * from[0] + (double)world[4 + axis] * from[1] +
                  (double)world[8 + axis] * from[2] + world[12 + axis];
    at[0] = p[0];
    at[1] = p[2] != 0 ? -p[2] : 0;
    at[2] = p[1];
}

/* At rest, with its skin and the weights of its morph targets. */
static void place_vertices(const tlb_level_object *from, sorted_point *placed)
{
    static const float as_posed[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const tlb_node *node = &from->scene->nodes[from->node];
    const tlb_mesh *mesh = &from->scene->meshes[node->mesh];
    bool bends = node->skin != TLB_NONE || node->morph_weights;
    float posed[TLB_POSE_BATCH][3];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t at = i % TLB_POSE_BATCH;
        if (bends && !at)
            tlb_pose_positions(from->scene, from->world, (uint32_t)from->node, i, tlb_pose_batch(mesh, i),
                               posed);
        place(bends ? as_posed : from->world[from->node], bends ? posed[at] : mesh->positions[i],
              placed[i].at);
        placed[i].vertex = i;
        for (int axis = 0; axis < 3; axis++)
            placed[i].at[axis] = isfinite(placed[i].at[axis]) ? placed[i].at[axis] : 0;
    }
}

/* Which point each vertex is: those within TLB_LEVEL_NEAR are one, the first by x, y and z. */
static bool weld(object *o, const tlb_mesh *mesh, const tlb_level_object *from, uint32_t *point_of)
{
    sorted_point *sorted = tlb_alloc_array(o->work, mesh->vertex_count, sizeof *sorted);
    uint32_t *seen = tlb_alloc_array(o->work, mesh->vertex_count, sizeof *seen);
    o->points = tlb_alloc_array(o->work, mesh->vertex_count, sizeof *o->points);
    if (!sorted || !seen || !o->points)
        return false;
    place_vertices(from, sorted);
    qsort(sorted, mesh->vertex_count, sizeof *sorted, compare_points);
    uint32_t first = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        enum { MOST_COMPARED = 256 };
        uint32_t point = o->point_count;
        while (first < o->point_count && o->points[first][0] < sorted[i].at[0] - TLB_LEVEL_NEAR)
            first++;
        uint32_t last = o->point_count > MOST_COMPARED ? o->point_count - MOST_COMPARED : 0;
        for (uint32_t k = o->point_count; k-- > (first > last ? first : last);) {
            double d[3];
            subtract(o->points[k], sorted[i].at, d);
            if (dot(d, d) <= TLB_LEVEL_NEAR * TLB_LEVEL_NEAR)
                point = k;
        }
        if (point == o->point_count)
            memcpy(o->points[o->point_count++], sorted[i].at, sizeof *o->points);
        point_of[sorted[i].vertex] = point;
    }
    return true;
}

/* --- triangles --------------------------------------------------------------------------------------- */

/* The equation in the triangle's plane whose values at the corners are these. */
static void solve_texture(double edges[2][3], const double normal[3], const double at[3],
                          const double values[3], double equation[4])
{
    double a[3], b[3], area[3];
    cross(edges[1], normal, a);
    cross(normal, edges[0], b);
    cross(edges[0], edges[1], area);
    double determinant = dot(area, normal);
    for (int axis = 0; axis < 3; axis++)
        equation[axis] =
            ((values[1] - values[0]) * a[axis] + (values[2] - values[0]) * b[axis]) / determinant;
    equation[3] = values[0] - dot(equation, at);
}

/* False: it has no area. */
static bool make_triangle(object *o, const tlb_mesh *mesh, const uint32_t vertices[3],
                          const uint32_t *point_of, triangle *t)
{
    double edges[2][3], normal[3];
    for (int i = 0; i < 3; i++)
        t->points[i] = point_of[vertices[i]];
    subtract(o->points[t->points[1]], o->points[t->points[0]], edges[0]);
    subtract(o->points[t->points[2]], o->points[t->points[0]], edges[1]);
    cross(edges[0], edges[1], normal);
    double length = sqrt(dot(normal, normal));
    if (t->points[0] == t->points[1] || t->points[1] == t->points[2] || t->points[2] == t->points[0] ||
        !(length > 1e-12))
        return false;
    for (int axis = 0; axis < 3; axis++)
        t->normal[axis] = normal[axis] / length;
    t->distance = dot(t->normal, o->points[t->points[0]]);
    double u[3] = {0}, v[3] = {0};
    for (int i = 0; mesh->uv[0] && i < 3; i++) {
        u[i] = isfinite(mesh->uv[0][vertices[i]][0]) ? mesh->uv[0][vertices[i]][0] : 0;
        v[i] = isfinite(mesh->uv[0][vertices[i]][1]) ? mesh->uv[0][vertices[i]][1] : 0;
    }
    solve_texture(edges, t->normal, o->points[t->points[0]], u, t->x);
    solve_texture(edges, t->normal, o->points[t->points[0]], v, t->y);
    return true;
}

static bool make_triangles(object *o, const tlb_mesh *mesh, const tlb_level_object *from,
                           const uint32_t *point_of)
{
    int second = tlb_pose_mirrors(from->scene, from->world, (uint32_t)from->node) ? 2 : 1;
    o->triangles = tlb_alloc_array(o->work, mesh->index_count / 3, sizeof *o->triangles);
    if (!o->triangles)
        return false;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const tlb_part *part = &mesh->parts[p];
        uint32_t material;
        if (part->material != TLB_NONE)
            material = from->materials[part->material];
        else if (!tlb_level_find_material(o->level, "", &material))
            return false;
        for (uint32_t i = 0; i + 2 < part->index_count && o->count < mesh->index_count / 3; i += 3) {
            const uint32_t *index = mesh->indices + part->first_index + i;
            triangle *t = &o->triangles[o->count];
            t->material = material;
            o->count += make_triangle(o, mesh, (uint32_t[3]){index[0], index[second], index[3 - second]},
                                      point_of, t);
        }
    }
    return true;
}

/* --- parts ------------------------------------------------------------------------------------------- */

static uint32_t find_root(uint32_t *parents, uint32_t point)
{
    while (parents[point] != point)
        point = parents[point] = parents[parents[point]];
    return point;
}

static int compare_parts(const void *a, const void *b)
{
    const triangle *one = *(const triangle *const *)a, *other = *(const triangle *const *)b;
    if (one->part != other->part)
        return one->part < other->part ? -1 : 1;
    return one < other ? -1 : one > other;
}

/* Triangles that share points belong together. */
static bool find_parts(object *o, triangle **order)
{
    uint32_t *parents = tlb_alloc_array(o->work, o->point_count, sizeof *parents);
    if (!parents)
        return false;
    for (uint32_t i = 0; i < o->point_count; i++)
        parents[i] = i;
    for (uint32_t i = 0; i < o->count; i++)
        for (int k = 1; k < 3; k++) {
            uint32_t a = find_root(parents, o->triangles[i].points[0]);
            uint32_t b = find_root(parents, o->triangles[i].points[k]);
            parents[a > b ? a : b] = a > b ? b : a;
        }
    for (uint32_t i = 0; i < o->count; i++) {
        o->triangles[i].part = find_root(parents, o->triangles[i].points[0]);
        order[i] = &o->triangles[i];
    }
    qsort(order, o->count, sizeof(triangle *), compare_parts);
    return true;
}

typedef struct edge {
    uint32_t from, to; /* the lower point first */
    int balance;       /* 1 or -1, whether it goes from low to high */
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *one = a, *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return one->to < other->to ? -1 : one->to > other->to;
}

/* Whether each edge is there as often in one direction as in the other. */
static bool is_closed(const triangle *const *part, uint32_t count, edge *edges)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = part[i]->points[k], b = part[i]->points[(k + 1) % 3];
            edges[3 * i + k] = (edge){a < b ? a : b, a < b ? b : a, a < b ? 1 : -1};
        }
    qsort(edges, 3 * (size_t)count, sizeof *edges, compare_edges);
    int balance = 0;
    for (uint32_t i = 0; i < 3 * count; i++) {
        balance += edges[i].balance;
        if ((i + 1 == 3 * count || compare_edges(&edges[i], &edges[i + 1]) != 0) && balance != 0)
            return false;
    }
    return true;
}

static bool is_on(const object *o, const triangle *t, const triangle *of)
{
    for (int i = 0; i < 3; i++)
        if (fabs(dot(of->normal, o->points[t->points[i]]) - of->distance) > flat)
            return false;
    return true;
}

static bool has_texture_of(const object *o, const triangle *t, const triangle *of)
{
    if (t->material != of->material)
        return false;
    for (int i = 0; i < 3; i++) {
        const double *p = o->points[t->points[i]];
        if (fabs(dot(t->x, p) + t->x[3] - dot(of->x, p) - of->x[3]) > flat ||
            fabs(dot(t->y, p) + t->y[3] - dot(of->y, p) - of->y[3]) > flat)
            return false;
    }
    return true;
}

static double area_of(const object *o, const triangle *t)
{
    double edges[2][3], normal[3];
    subtract(o->points[t->points[1]], o->points[t->points[0]], edges[0]);
    subtract(o->points[t->points[2]], o->points[t->points[0]], edges[1]);
    cross(edges[0], edges[1], normal);
    return dot(normal, normal);
}

/* The planes of a convex part, each that of the largest triangle in it; 0: it is not convex, or a plane has
 * several materials. */
static uint32_t find_planes(const object *o, const triangle *const *part, uint32_t count,
                            const triangle **planes)
{
    enum { MOST_FACES = 1024 };
    uint32_t plane_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < plane_count &&
               !(is_on(o, part[i], planes[k]) && dot(part[i]->normal, planes[k]->normal) > 0))
            k++;
        if (k == plane_count && plane_count == MOST_FACES)
            return 0;
        if (k == plane_count)
            planes[plane_count++] = part[i];
        else if (!has_texture_of(o, part[i], planes[k]))
            return 0;
        else if (area_of(o, part[i]) > area_of(o, planes[k]))
            planes[k] = part[i];
    }
    for (uint32_t k = 0; k < plane_count; k++)
        for (uint32_t i = 0; i < count; i++)
            for (int c = 0; c < 3; c++)
                if (dot(planes[k]->normal, o->points[part[i]->points[c]]) - planes[k]->distance > flat)
                    return 0;
    return plane_count;
}

/* --- what it becomes --------------------------------------------------------------------------------- */

static bool add_brush(object *o, const triangle *const *planes, uint32_t count)
{
    tlb_level_brush *brush = tlb_level_add_brush(o->level, o->detail, o->kind);
    if (!brush)
        return false;
    brush->name = o->name;
    for (uint32_t i = 0; i < count; i++) {
        tlb_level_face *face = tlb_level_add_face(o->level, o->detail);
        if (!face)
            return false;
        memcpy(face->normal, planes[i]->normal, sizeof face->normal);
        face->distance = planes[i]->distance;
        memcpy(face->x, planes[i]->x, sizeof face->x);
        memcpy(face->y, planes[i]->y, sizeof face->y);
        face->material = planes[i]->material;
    }
    return true;
}

static bool add_mesh(object *o, const triangle *const *part, uint32_t count, bool closed, uint32_t *renamed)
{
    tlb_arena *arena = &o->level->arena;
    tlb_level_mesh *mesh = tlb_level_add_mesh(o->level, o->detail, o->kind);
    if (!mesh)
        return false;
    mesh->name = o->name;
    mesh->is_closed = closed;
    mesh->points.data = tlb_alloc_array(arena, 3 * (size_t)count, sizeof *mesh->points.data);
    mesh->corners.data = tlb_alloc_array(arena, 3 * (size_t)count, sizeof *mesh->corners.data);
    mesh->polygons.data = tlb_alloc_array(arena, count, sizeof *mesh->polygons.data);
    if (!mesh->points.data || !mesh->corners.data || !mesh->polygons.data)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        tlb_level_polygon *p = &mesh->polygons.data[mesh->polygons.count++];
        *p = (tlb_level_polygon){mesh->corners.count, 3, part[i]->material, {0}, {0}};
        memcpy(p->x, part[i]->x, sizeof p->x);
        memcpy(p->y, part[i]->y, sizeof p->y);
        for (int k = 0; k < 3; k++) {
            uint32_t *point = &renamed[part[i]->points[k]];
            if (*point == UINT32_MAX) {
                *point = mesh->points.count++;
                memcpy(mesh->points.data[*point], o->points[part[i]->points[k]], sizeof *mesh->points.data);
            }
            mesh->corners.data[mesh->corners.count++] = *point;
        }
    }
    return true;
}

static bool add_parts(object *o)
{
    const triangle **order = tlb_alloc_array(o->work, o->count, sizeof *order);
    const triangle **planes = tlb_alloc_array(o->work, o->count, sizeof *planes);
    edge *edges = tlb_alloc_array(o->work, 3 * (size_t)o->count, sizeof *edges);
    uint32_t *renamed = tlb_alloc_array(o->work, o->point_count, sizeof *renamed);
    if (!order || !planes || !edges || !renamed || !find_parts(o, (triangle **)(uintptr_t)order))
        return false;
    for (uint32_t i = 0; i < o->point_count; i++)
        renamed[i] = UINT32_MAX;
    for (uint32_t i = 0, count; i < o->count; i += count) {
        for (count = 1; i + count < o->count && order[i + count]->part == order[i]->part;)
            count++;
        bool closed = is_closed(order + i, count, edges);
        uint32_t plane_count = closed ? find_planes(o, order + i, count, planes) : 0;
        if (!(plane_count >= 4 ? add_brush(o, planes, plane_count)
                               : add_mesh(o, order + i, count, closed, renamed)))
            return false;
    }
    return true;
}

bool tlb_level_add_object(tlb_level *level, tlb_level_detail *detail, const tlb_level_object *from,
                          tlb_arena *work)
{
    const tlb_node *node = &from->scene->nodes[from->node];
    const tlb_mesh *mesh = &from->scene->meshes[node->mesh];
    tlb_mark mark = tlb_arena_mark(work);
    const char *name = node->name;
    tlb_text copy = tlb_copy_text(&level->arena, name ? name : "", name ? strlen(name) : 0);
    object o = {.level = level, .detail = detail, .work = work, .kind = from->kind, .name = copy.data};
    uint32_t *point_of = tlb_alloc_array(work, mesh->vertex_count, sizeof *point_of);
    bool added = copy.data && point_of && weld(&o, mesh, from, point_of) &&
                 make_triangles(&o, mesh, from, point_of) && add_parts(&o);
    tlb_arena_rewind(work, mark);
    return added;
}
