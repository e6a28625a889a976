/* Queries of NFF and BFF, in Sense8's axes. */
#include "formats/sense8/nff/nff.h"
#include "core/query.h"

#include <math.h>

const tlb_query_info tlb_nff_queries[] = {
    {"portal", "X Y Z X Y Z", "the first portal crossed on the way from one point to another"},
    {0},
};

typedef struct crossing {
    double t; /* share of the way */
    uint32_t object, polygon;
    bool front; /* it goes in where the polygon's front is */
} crossing;

typedef struct segment {
    double from[3], way[3];
} segment;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Whether a point of its plane is in a polygon of any shape: seen along the normal's longest axis, a ray
 * leaves it through an odd number of edges. */
static bool is_inside(const float (*corners)[3], uint32_t count, const float normal[3], const double point[3])
{
    int longest = fabsf(normal[0]) >= fabsf(normal[1]) && fabsf(normal[0]) >= fabsf(normal[2]) ? 0
                  : fabsf(normal[1]) >= fabsf(normal[2])                                       ? 1
                                                                                               : 2;
    int u = (longest + 1) % 3, v = (longest + 2) % 3;
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        double au = (double)corners[i][u], av = (double)corners[i][v], bu = (double)corners[k][u],
               bv = (double)corners[k][v];
        if ((av > point[v]) != (bv > point[v]) && point[u] < (bu - au) * (point[v] - av) / (bv - av) + au)
            inside = !inside;
    }
    return inside;
}

static bool find_crossing(const segment *s, const float (*corners)[3], uint32_t count, crossing *found)
{
    float normal[3];
    double n[3], to_plane[3], point[3];
    if (!tlb_nff_polygon_normal(corners, count, normal))
        return false;
    for (int k = 0; k < 3; k++) {
        n[k] = (double)normal[k];
        to_plane[k] = (double)corners[0][k] - s->from[k];
    }
    double along = dot(n, s->way), t = dot(n, to_plane) / along;
    if (along == 0 || !(t >= 0 && t <= 1))
        return false;
    for (int k = 0; k < 3; k++)
        point[k] = s->from[k] + s->way[k] * t;
    found->t = t;
    found->front = along < 0;
    return is_inside(corners, count, normal, point);
}

/* False without memory. */
static bool find_first(const tlb_query_call *q, const segment *s, crossing *first, bool *any)
{
    const tlb_nff *nff = &((const nff_root *)q->subject)->nff;
    *any = false;
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        const tlb_nff_object *x = &nff->objects.data[i];
        float(*corners)[3] = tlb_alloc_array(q->arena, tlb_nff_most_corners(x), sizeof *corners);
        if (!corners)
            return false;
        for (uint32_t k = 0; k < x->polygons.count; k++) {
            const tlb_nff_polygon *p = &x->polygons.data[k];
            crossing found = {.object = i, .polygon = k};
            if (!p->portal.size || !tlb_nff_can_draw(x, p))
                continue;
            tlb_nff_corners(x, p, corners);
            if (!find_crossing(s, (const float(*)[3])corners, p->indices.count, &found) ||
                (*any && found.t >= first->t))
                continue;
            *first = found;
            *any = true;
        }
    }
    return true;
}

static tlb_status answer_portal(const tlb_query_call *q)
{
    double ends[6], point[3];
    segment s;
    crossing first = {0};
    bool any;
    if (!tlb_query_reals(q, ends, 6))
        return tlb_query_refuse(q, "portal", "expected two points (six numbers)");
    for (int k = 0; k < 3; k++) {
        s.from[k] = ends[k];
        s.way[k] = ends[3 + k] - ends[k];
    }
    if (!find_first(q, &s, &first, &any))
        return tlb_report_memory(q->document->context, q->arena);
    tlb_value_add_bool(q->arena, q->table, "crossed", any);
    if (!any)
        return TLB_OK;
    const tlb_nff_object *x = &((const nff_root *)q->subject)->nff.objects.data[first.object];
    const tlb_nff_polygon *p = &x->polygons.data[first.polygon];
    for (int k = 0; k < 3; k++)
        point[k] = s.from[k] + s.way[k] * first.t;
    tlb_value_add_bytes_text(q->arena, q->table, "portal", p->portal);
    tlb_value_add_integer(q->arena, q->table, "object", first.object);
    tlb_value_add_bytes_text(q->arena, q->table, "name", x->name);
    tlb_value_add_integer(q->arena, q->table, "polygon", first.polygon);
    if (p->has & TLB_NFF_ID)
        tlb_value_add_integer(q->arena, q->table, "id", p->id);
    tlb_value_add_bool(q->arena, q->table, "front", first.front);
    tlb_value_add_single(q->arena, q->table, "t", (float)first.t);
    float at[3] = {(float)point[0], (float)point[1], (float)point[2]};
    tlb_value_add_singles(q->arena, q->table, "point", at, 3);
    return TLB_OK;
}

tlb_status tlb_nff_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_portal};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_nff_queries, answers);
}
