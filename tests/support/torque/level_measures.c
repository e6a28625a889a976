#include "level_measures.h"
#include "base/context.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the compilers of the originals moved corners by, at most. */
static const double corner_moved = 6e-3;

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static uint64_t random_state;
static double random_between(double low, double high)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(random_state >> 11) / 9007199254740992.0;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* --- brushes ------------------------------------------------------------------------------------------ */

void brushes_make(tlb_context *context, const tlb_level *level, uint32_t detail, brushes *made)
{
    const tlb_level_detail *d = &level->details.data[detail];
    *made = (brushes){.level = level, .detail = d};
    tlb_arena_init(&made->arena, context->account);
    made->all = need(tlb_alloc_array(&made->arena, d->brushes.count, sizeof *made->all));
    for (int axis = 0; axis < 3; axis++) {
        made->low[axis] = INFINITY;
        made->high[axis] = -INFINITY;
    }
    for (uint32_t i = 0; i < d->brushes.count; i++) {
        const tlb_level_brush *brush = &d->brushes.data[i];
        solid_brush *b = &made->all[made->count];
        *b = (solid_brush){
            .brush = i, .faces = d->faces.data + brush->first_face, .face_count = brush->face_count};
        if (brush->kind != TLB_BRUSH_STRUCTURAL && brush->kind != TLB_BRUSH_DETAIL)
            continue;
        if (!tlb_brush_shape_make(b->faces, b->face_count, &made->arena, &made->arena, &b->shape))
            abort();
        if (b->shape.fault != TLB_BRUSH_SOUND)
            continue;
        made->count++;
        for (int axis = 0; axis < 3; axis++) {
            made->low[axis] = fmin(made->low[axis], b->shape.low[axis]);
            made->high[axis] = fmax(made->high[axis], b->shape.high[axis]);
        }
    }
}

void brushes_free(brushes *made)
{
    tlb_arena_release(&made->arena);
}

/* --- hulls -------------------------------------------------------------------------------------------- */

static bool has_corner(const tlb_dif_interior *x, const tlb_dif_hull *hull, const double point[3])
{
    for (uint32_t i = 0; i < hull->hullCount; i++) {
        const float *at = x->points.data[x->hullIndices.data[hull->hullStart + i]];
        double square = 0;
        for (int axis = 0; axis < 3; axis++)
            square += (at[axis] - point[axis]) * (at[axis] - point[axis]);
        if (square <= corner_moved * corner_moved)
            return true;
    }
    return false;
}

share measure_hulls(const brushes *of, const tlb_dif_interior *x)
{
    share s = {0, of->count > x->convexHulls.count ? of->count : x->convexHulls.count};
    for (uint32_t i = 0; i < of->count && i < x->convexHulls.count; i++) {
        const tlb_brush_shape *shape = &of->all[i].shape;
        const tlb_dif_hull *hull = &x->convexHulls.data[i];
        bool same = shape->points.count == hull->hullCount;
        for (uint32_t k = 0; k < shape->points.count && same; k++)
            same = has_corner(x, hull, shape->points.data[k]);
        s.right += same;
    }
    return s;
}

/* --- points ------------------------------------------------------------------------------------------- */

/* How far a point is outside of a brush: of its planes the farthest; negative inside. */
static double outside(const solid_brush *b, const double point[3], double far)
{
    double most = -INFINITY;
    for (int axis = 0; axis < 3; axis++)
        if (point[axis] < b->shape.low[axis] - far || point[axis] > b->shape.high[axis] + far)
            return INFINITY;
    for (uint32_t i = 0; i < b->face_count; i++)
        most = fmax(most, dot(b->faces[i].normal, point) - b->faces[i].distance);
    return most;
}

static void random_point(const brushes *of, double point[3])
{
    for (int axis = 0; axis < 3; axis++)
        point[axis] = (float)random_between(of->low[axis] - 1, of->high[axis] + 1);
}

share measure_points(const brushes *of, const tlb_dif_interior *x, uint32_t count)
{
    const double near = 0.002;
    share s = {0, 0};
    random_state = 1;
    for (uint32_t n = 0; n < count; n++) {
        double point[3];
        bool inside = false, close = false;
        random_point(of, point);
        for (uint32_t i = 0; i < of->count; i++) {
            double off = outside(&of->all[i], point, near);
            close |= fabs(off) < near;
            inside |= off < 0;
        }
        if (close)
            continue;
        float at[3] = {(float)point[0], (float)point[1], (float)point[2]};
        uint32_t zone;
        s.all++;
        s.right += tlb_dif_zone_at(x, at, &zone) == !inside;
    }
    return s;
}

/* --- rays --------------------------------------------------------------------------------------------- */

/* Where a ray enters a brush that is larger by `more`, from 0 to 1, and leaves it; false: it misses. `face`:
 * by which it enters. */
static bool cross(const solid_brush *b, const double from[3], const double way[3], double more,
                  double *enters, double *leaves, uint32_t *face)
{
    *enters = -INFINITY;
    *leaves = INFINITY;
    *face = UINT32_MAX;
    for (uint32_t i = 0; i < b->face_count; i++) {
        const tlb_level_face *f = &b->faces[i];
        double along = dot(f->normal, way), off = dot(f->normal, from) - f->distance - more;
        if (along == 0) {
            if (off > 0)
                return false;
            continue;
        }
        double t = -off / along;
        if (along < 0 && t > *enters) {
            *enters = t;
            *face = i;
        } else if (along > 0)
            *leaves = fmin(*leaves, t);
    }
    return *enters<*leaves && * leaves> 0 && *enters < 1;
}

static bool is_called(const char *name, tlb_text stored)
{
    const char *base = name, *end = stored.data + stored.size, *stored_base = stored.data;
    for (const char *p = name; *p; p++)
        base = *p == '/' || *p == '\\' ? p + 1 : base;
    for (const char *p = stored.data; p < end; p++)
        stored_base = *p == '/' || *p == '\\' ? p + 1 : stored_base;
    return tlb_same_nocase(*base ? base : "WHITE", stored_base);
}

static bool is_repeat(double a, double b)
{
    double off = a - b;
    return fabs(off - floor(off + 0.5)) < 0.01;
}

/* A face that the ray may have hit, compared with the surface that was found. */
static void compare_face(const brushes *of, const tlb_level_face *face, const tlb_dif_interior *x,
                         tlb_dif_surface_ref ref, const double at[3], bool *name, bool *texture)
{
    const tlb_level_material *material = &of->level->materials.data[face->material];
    if (ref.null_surface) {
        *name |= material->surface != TLB_LEVEL_VISIBLE;
        *texture |= material->surface != TLB_LEVEL_VISIBLE;
        return;
    }
    const tlb_dif_surface *s = &x->surfaces.data[ref.index];
    const tlb_dif_texgen *texgen = &x->texGenEqs.data[s->texGenIndex];
    float uv[2], point[3] = {(float)at[0], (float)at[1], (float)at[2]};
    *name |= material->surface == TLB_LEVEL_VISIBLE &&
             is_called(material->name, x->materials.data[s->textureIndex]);
    tlb_dif_texture_uv(texgen, point, uv);
    *texture |=
        is_repeat(uv[0], dot(face->x, at) + face->x[3]) && is_repeat(uv[1], dot(face->y, at) + face->y[3]);
}

/* Where a ray enters the first brush; 2: it meets none. False: it begins in a brush, or first meets one that
 * it only grazes. `falls`: how far it goes towards the face that it meets. */
static bool find_first(const brushes *of, const double from[3], const double way[3], double *first,
                       double *falls)
{
    const double graze = 0.002;
    double enters, leaves, grazed = 2;
    uint32_t face;
    *first = 2;
    for (uint32_t i = 0; i < of->count; i++) {
        const solid_brush *b = &of->all[i];
        double reaches;
        if (!cross(b, from, way, graze, &reaches, &leaves, &face))
            continue;
        if (reaches < 0)
            return false;
        if (!cross(b, from, way, -graze, &enters, &leaves, &face))
            grazed = fmin(grazed, reaches);
        else if (cross(b, from, way, 0, &enters, &leaves, &face) && enters < *first) {
            *first = enters;
            *falls = -dot(b->faces[face].normal, way);
        }
    }
    return *first <= grazed;
}

ray_measures measure_rays(const brushes *of, const tlb_dif_interior *x, uint32_t count)
{
    const double near = 0.005, on_plane = 0.001; /* a flat ray is on a plane for long */
    ray_measures m = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    random_state = 2;
    for (uint32_t n = 0; n < count; n++) {
        double from[3], to[3], way[3], first, falls = 0, enters, leaves, length;
        uint32_t face;
        random_point(of, from);
        random_point(of, to);
        for (int axis = 0; axis < 3; axis++)
            way[axis] = to[axis] - from[axis];
        length = sqrt(dot(way, way));
        if (!find_first(of, from, way, &first, &falls))
            continue;
        float start[3] = {(float)from[0], (float)from[1], (float)from[2]};
        float end[3] = {(float)to[0], (float)to[1], (float)to[2]};
        tlb_dif_hit hit;
        bool found = tlb_dif_cast_ray(x, start, end, &hit);
        m.hits.all++;
        if (!found || first > 1) {
            m.hits.right += !found == (first > 1);
            continue;
        }
        double late = fabs(hit.t - first);
        m.hits.right += late * length < near || late * falls < on_plane;
        m.faces.all++;
        m.faces.right += hit.has_surface;
        if (!hit.has_surface)
            continue;
        bool name = false, texture = false;
        double at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = from[axis] + first * way[axis];
        for (uint32_t i = 0; i < of->count; i++)
            if (cross(&of->all[i], from, way, 0, &enters, &leaves, &face) && (enters - first) * length < near)
                compare_face(of, &of->all[i].faces[face], x, hit.surface, at, &name, &texture);
        m.names.all++;
        m.names.right += name;
        m.texture.all++;
        m.texture.right += texture;
    }
    return m;
}

/* --- areas -------------------------------------------------------------------------------------------- */

/* What lies on a plane, in one material where `material` is not NULL. */
typedef struct patch {
    double plane[4];
    char material[64];
    double area[2];
} patch;

typedef struct patches {
    tlb_arena *arena;
    const tlb_dif_interior *hulls; /* what they bury is left out; NULL: nothing */
    uint32_t buried[2];
    TLB_LIST(patch) all;
    uint32_t heads[4096];
    TLB_LIST(uint32_t) next;
} patches;

static double area_of(const tlb_dif_interior *x, const uint32_t *points, uint32_t count)
{
    double sum[3] = {0};
    for (uint32_t i = 2; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const float *o = x->points.data[points[0]], *a = x->points.data[points[i - 1]],
                        *b = x->points.data[points[i]];
            sum[axis] +=
                ((double)a[u] - o[u]) * ((double)b[v] - o[v]) - ((double)a[v] - o[v]) * ((double)b[u] - o[u]);
        }
    return sqrt(dot(sum, sum)) / 2;
}

static void material_key(const tlb_dif_interior *x, tlb_dif_surface_ref ref, char key[64])
{
    tlb_text name = {"", 0};
    if (!ref.null_surface)
        name = x->materials.data[x->surfaces.data[ref.index].textureIndex];
    const char *base = name.data;
    for (const char *p = name.data; p < name.data + name.size; p++)
        base = *p == '/' || *p == '\\' ? p + 1 : base;
    snprintf(key, 64, "%s", base);
    for (char *p = key; *p; p++)
        *p = tlb_lower(*p);
}

/* By distance, in steps that neighbors are looked up by, too. */
static uint32_t bucket(double distance)
{
    return (uint32_t)(int64_t)floor(distance * 100) & 4095;
}

static patch *find_patch(patches *p, const float plane[4], const char *material)
{
    for (int step = -1; step <= 1; step++)
        for (uint32_t i = p->heads[(bucket(plane[3]) + (uint32_t)step) & 4095]; i; i = p->next.data[i - 1]) {
            patch *at = &p->all.data[i - 1];
            bool same = fabs(at->plane[3] - plane[3]) < 0.006 && strcmp(at->material, material) == 0;
            for (int axis = 0; axis < 3; axis++)
                same &= fabs(at->plane[axis] - plane[axis]) < 5e-4;
            if (same)
                return at;
        }
    patch *made = need(TLB_PUSH(p->arena, &p->all));
    uint32_t *next = need(TLB_PUSH(p->arena, &p->next));
    memset(made, 0, sizeof *made);
    for (int i = 0; i < 4; i++)
        made->plane[i] = plane[i];
    snprintf(made->material, sizeof made->material, "%s", material);
    *next = p->heads[bucket(plane[3])];
    p->heads[bucket(plane[3])] = p->all.count;
    return made;
}

/* Whether a surface lies between hulls: what is a millimeter before its middle is inside of one. */
static bool is_buried(const tlb_dif_interior *hulls, const tlb_dif_interior *x, const uint32_t *points,
                      uint32_t count, const float plane[4])
{
    const double before = 1e-3, inside = 5e-4;
    double at[3] = {0};
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < count; i++)
            at[axis] += (double)x->points.data[points[i]][axis] / count;
        at[axis] += before * plane[axis];
    }
    tlb_dif_hulls all = tlb_dif_interior_hulls(hulls);
    for (uint32_t i = 0; i < all.hullCount; i++) {
        double most = -INFINITY;
        for (uint32_t k = 0; k < tlb_dif_hull_plane_count(&all, i); k++) {
            float of[4];
            uint32_t index = all.hullPlaneIndices[all.hulls[i].planeStart + k];
            if (!tlb_dif_plane_of(hulls, (uint16_t)index, true, of))
                return false;
            most = fmax(most, of[0] * at[0] + of[1] * at[1] + of[2] * at[2] + of[3]);
        }
        if (most < -inside)
            return true;
    }
    return false;
}

static void add_areas(patches *p, const tlb_dif_interior *x, bool by_material, int side)
{
    for (uint32_t i = 0; i < x->surfaces.count + x->nullSurfaces.count; i++) {
        bool null = i >= x->surfaces.count;
        tlb_dif_surface_ref ref = {null, null ? i - x->surfaces.count : i};
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint16_t plane_index = 0;
        float plane[4];
        char material[64] = "";
        uint32_t count = tlb_dif_collision_polygon(x, ref, points, &plane_index);
        if (!count || !tlb_dif_plane_of(x, plane_index, true, plane))
            continue;
        if (p->hulls && is_buried(p->hulls, x, points, count, plane)) {
            p->buried[side]++;
            continue;
        }
        if (by_material)
            material_key(x, ref, material);
        find_patch(p, plane, material)->area[side] += area_of(x, points, count);
    }
}

static share compare_areas(tlb_arena *arena, const tlb_dif_interior *original, const tlb_dif_interior *other,
                           bool by_material, area_measures *m)
{
    patches *p = need(tlb_zalloc(arena, sizeof *p));
    share s = {0, 0};
    p->arena = arena;
    p->hulls = m->hulls;
    add_areas(p, original, by_material, 0);
    add_areas(p, other, by_material, 1);
    for (uint32_t i = 0; i < p->all.count; i++) {
        const double *area = p->all.data[i].area;
        s.all++;
        s.right += fabs(area[0] - area[1]) <= 0.002 * fmax(area[0], area[1]) + 2e-4;
        if (by_material) {
            m->original += area[0];
            m->other += area[1];
        }
    }
    m->buried = p->buried[0];
    return s;
}

area_measures measure_areas(tlb_arena *arena, const tlb_dif_interior *original, const tlb_dif_interior *other,
                            const tlb_dif_interior *hulls)
{
    area_measures m = {.hulls = hulls};
    m.keys = compare_areas(arena, original, other, true, &m);
    m.planes = compare_areas(arena, original, other, false, &m);
    return m;
}

/* --- zones -------------------------------------------------------------------------------------------- */

share measure_zones(const brushes *of, const tlb_dif_interior *original, const tlb_dif_interior *other,
                    uint32_t count)
{
    enum { MOST = 64 };
    uint64_t met[MOST][MOST] = {{0}};
    share s = {0, 0};
    random_state = 3;
    for (uint32_t n = 0; n < count; n++) {
        double point[3];
        uint32_t a, b;
        random_point(of, point);
        float at[3] = {(float)point[0], (float)point[1], (float)point[2]};
        if (!tlb_dif_zone_at(original, at, &a) || !tlb_dif_zone_at(other, at, &b))
            continue;
        met[a < MOST ? a : MOST - 1][b < MOST ? b : MOST - 1]++;
    }
    for (int a = 0; a < MOST; a++) {
        int best = 0;
        for (int b = 0; b < MOST; b++) {
            s.all += met[a][b];
            best = met[a][b] > met[a][best] ? b : best;
        }
        s.right += met[a][a ? best : 0];
    }
    return s;
}

/* --- edges, depth ------------------------------------------------------------------------------------- */

static const tlb_dif_interior *sorted_of;
static int compare_by_x(const void *a, const void *b)
{
    const float *one = sorted_of->points.data[*(const uint32_t *)a],
                *other = sorted_of->points.data[*(const uint32_t *)b];
    return (one[0] > other[0]) - (one[0] < other[0]);
}

static bool is_between(const float a[3], const float b[3], const float point[3])
{
    const double on = 4e-4, apart = 1e-3;
    double way[3], to[3], length, along, square = 0;
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = (double)b[axis] - a[axis];
        to[axis] = (double)point[axis] - a[axis];
    }
    length = sqrt(dot(way, way));
    if (!(length > 2 * apart))
        return false;
    along = dot(way, to) / length;
    for (int axis = 0; axis < 3; axis++)
        square += (to[axis] - along * way[axis] / length) * (to[axis] - along * way[axis] / length);
    return along > apart && along < length - apart && square < on * on;
}

static bool is_open(const tlb_dif_interior *x, const uint32_t *sorted, uint32_t count, const float a[3],
                    const float b[3])
{
    float low = fminf(a[0], b[0]) - 0.001f, high = fmaxf(a[0], b[0]) + 0.001f;
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (x->points.data[sorted[middle]][0] < low)
            first = middle + 1;
        else
            end = middle;
    }
    for (uint32_t i = first; i < count && x->points.data[sorted[i]][0] <= high; i++)
        if (is_between(a, b, x->points.data[sorted[i]]))
            return true;
    return false;
}

share measure_edges(tlb_arena *arena, const tlb_dif_interior *x)
{
    uint32_t *sorted = need(tlb_alloc_array(arena, x->points.count, sizeof *sorted)), count = 0;
    uint8_t *used = need(tlb_zalloc(arena, x->points.count));
    uint32_t points[TLB_DIF_MAX_WINDING];
    share s = {0, 0};
    for (uint32_t i = 0; i < x->surfaces.count; i++)
        for (uint32_t k = tlb_dif_surface_polygon(x, &x->surfaces.data[i], false, points); k-- > 0;)
            if (!used[points[k]]) {
                used[points[k]] = 1;
                sorted[count++] = points[k];
            }
    sorted_of = x;
    qsort(sorted, count, sizeof *sorted, compare_by_x);
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        uint32_t corners = tlb_dif_surface_polygon(x, &x->surfaces.data[i], false, points);
        for (uint32_t k = 0; k < corners; k++) {
            s.all++;
            s.right += !is_open(x, sorted, count, x->points.data[points[k]],
                                x->points.data[points[(k + 1) % corners]]);
        }
    }
    return s;
}

static uint32_t depth_of(const tlb_dif_interior *x, uint32_t code, uint32_t depth)
{
    tlb_dif_child child = tlb_dif_child_of(x, code);
    if (child.kind != TLB_DIF_NODE || child.index >= x->bspNodes.count || depth > 1000)
        return depth;
    uint32_t front = depth_of(x, x->bspNodes.data[child.index].frontIndex, depth + 1),
             back = depth_of(x, x->bspNodes.data[child.index].backIndex, depth + 1);
    return front > back ? front : back;
}

uint32_t measure_depth(const tlb_dif_interior *x)
{
    return depth_of(x, 0, 0);
}
