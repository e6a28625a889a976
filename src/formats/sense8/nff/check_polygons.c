/* The rules of polygons. */
#include "formats/sense8/nff/check.h"
#include "formats/sense8/nff/normals.h"

typedef struct polygons_check {
    tlb_checker *c;
    const tlb_nff_object *x;
    uint32_t *named;     /* for each vertex 1 + the polygon that named it last */
    float (*corners)[3]; /* room for one polygon's */
    uint8_t *surrounded; /* for each vertex: a polygon with an area is around it */
} polygons_check;

static bool has_part(const polygons_check *k, const tlb_nff_polygon *p, uint8_t has)
{
    bool some = false;
    for (uint32_t i = 0; i < p->indices.count; i++)
        some |= (k->x->vertices.data[p->indices.data[i]].has & has) != 0;
    for (uint32_t i = 0; i < p->indices.count; i++)
        if (some && !(k->x->vertices.data[p->indices.data[i]].has & has))
            return true;
    return false;
}

/* False: its vertices cannot be looked at. */
static bool check_indices(polygons_check *k, const tlb_nff_polygon *p, uint32_t index)
{
    tlb_checker *c = k->c;
    bool good = true, repeated = false;
    if (p->indices.count < 3)
        TLB_FIND(c, NFF_FEW_CORNERS, tlb_at(c, "polygons[%u].indices", index), "%u corners",
                 p->indices.count);
    if (p->indices.count > 256)
        TLB_FIND(c, NFF_MANY_CORNERS, tlb_at(c, "polygons[%u].indices", index), "%u corners",
                 p->indices.count);
    for (uint32_t i = 0; i < p->indices.count; i++) {
        uint32_t vertex = p->indices.data[i];
        if (vertex >= k->x->vertices.count) {
            TLB_FIND(c, NFF_VERTEX_INDEX, tlb_at(c, "polygons[%u].indices", index),
                     "%u: there are %u vertices", vertex, k->x->vertices.count);
            good = false;
            continue;
        }
        repeated |= k->named[vertex] == index + 1;
        k->named[vertex] = index + 1;
    }
    if (repeated)
        TLB_FIND(c, NFF_REPEATED_CORNER, tlb_at(c, "polygons[%u].indices", index), "a vertex is named twice");
    return good && p->indices.count >= 3;
}

/* How far corners may stand off the plane, as a share of the polygon's size. */
static const float flat = 0.01f;

static void check_shape(polygons_check *k, const tlb_nff_polygon *p, uint32_t index)
{
    tlb_checker *c = k->c;
    float normal[3], size = 0, off = 0;
    if (!nff_can_draw(k->x, p))
        return;
    nff_corners(k->x, p, k->corners);
    if (!nff_polygon_normal((const float(*)[3])k->corners, p->indices.count, normal)) {
        TLB_FIND(c, NFF_NO_AREA, tlb_at(c, "polygons[%u].indices", index), "it has no area");
        return;
    }
    for (uint32_t i = 0; i < p->indices.count; i++) {
        float distance = 0;
        k->surrounded[p->indices.data[i]] = 1;
        for (int axis = 0; axis < 3; axis++) {
            float d = k->corners[i][axis] - k->corners[0][axis];
            distance += d * normal[axis];
            size = fabsf(d) > size ? fabsf(d) : size;
        }
        off = fabsf(distance) > off ? fabsf(distance) : off;
    }
    if (off > flat * size)
        TLB_FIND(c, NFF_NOT_FLAT, tlb_at(c, "polygons[%u].indices", index), "a corner is %g off the plane",
                 (double)off);
}

static void check_surface(polygons_check *k, const tlb_nff_polygon *p, uint32_t index)
{
    tlb_checker *c = k->c;
    const tlb_nff_texture *t = p->texture;
    if (!t && has_part(k, p, TLB_NFF_RGB))
        TLB_FIND(c, NFF_SOME_COLORS, tlb_at(c, "polygons[%u]", index),
                 "not all of its vertices have a colour");
    if (p->has & TLB_NFF_MATID && !k->x->mtable.size)
        TLB_FIND(c, NFF_NO_MATERIALS, tlb_at(c, "polygons[%u].matid", index), "its object has no mtable");
    if (!t)
        return;
    if (has_part(k, p, TLB_NFF_UV))
        TLB_FIND(c, NFF_SOME_UV, tlb_at(c, "polygons[%u]", index),
                 "not all of its vertices have texture coordinates");
    bool all = p->indices.count != 0;
    for (uint32_t i = 0; i < p->indices.count; i++)
        all &= (k->x->vertices.data[p->indices.data[i]].has & TLB_NFF_UV) != 0;
    if (all && t->has)
        TLB_FIND(c, NFF_UV_AND_KEYWORDS, tlb_at(c, "polygons[%u]", index),
                 "rot, scale, trans or mirror, and coordinates at all vertices");
    if (t->has & TLB_NFF_SCALE && t->scale == 0)
        TLB_FIND(c, NFF_ZERO_SCALE, tlb_at(c, "polygons[%u].texture.scale", index), "the scale is 0");
    if (!tlb_all_finite(&t->rot, 1) || !tlb_all_finite(&t->scale, 1) || !tlb_all_finite(t->trans, 2))
        TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "polygons[%u]", index),
                 "a number of its texture is not finite");
}

static void check_vertex_use(polygons_check *k)
{
    tlb_checker *c = k->c;
    for (uint32_t i = 0; i < k->x->vertices.count; i++) {
        if (!k->named[i])
            TLB_FIND(c, NFF_UNUSED_VERTEX, tlb_at(c, "vertices[%u]", i), "no polygon names it");
        else if (k->x->vertices.data[i].has & TLB_NFF_AUTO && !k->surrounded[i])
            TLB_FIND(c, NFF_NO_NORMAL, tlb_at(c, "vertices[%u]", i), "no polygon around it has an area");
    }
}

void nff_check_polygons(tlb_checker *c, const tlb_nff_object *x)
{
    polygons_check k = {.c = c, .x = x};
    tlb_mark mark = tlb_arena_mark(&c->arena);
    k.named = tlb_scratch(c, x->vertices.count, sizeof *k.named);
    k.surrounded = tlb_scratch(c, x->vertices.count, sizeof *k.surrounded);
    k.corners = tlb_scratch(c, nff_most_corners(x), sizeof *k.corners);
    for (uint32_t i = 0; i < x->polygons.count && k.named && k.surrounded && k.corners; i++) {
        if (!check_indices(&k, &x->polygons.data[i], i))
            continue;
        check_shape(&k, &x->polygons.data[i], i);
        check_surface(&k, &x->polygons.data[i], i);
    }
    if (k.named && k.surrounded && k.corners)
        check_vertex_use(&k);
    tlb_arena_rewind(&c->arena, mark);
}
