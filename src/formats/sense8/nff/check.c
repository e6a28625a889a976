/* The rules of NFF and BFF. */
#include "formats/sense8/nff/lines.h"

#include "core/checker.h"

#include <math.h>

/* --- polygons ---------------------------------------------------------------------------------------- */

typedef struct polygons_check {
    tlb_checker *c;
    const tlb_nff_object *x;
    uint32_t *named;     /* for each vertex 1 + the polygon that named it last */
    float (*corners)[3]; /* of one polygon */
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
        TLB_FIND(c, NFF_FEW_CORNERS, tlb_at(c, "polygons[%u].indices", index), "number of corners: %u",
                 p->indices.count);
    if (p->indices.count > 256)
        TLB_FIND(c, NFF_MANY_CORNERS, tlb_at(c, "polygons[%u].indices", index), "number of corners: %u",
                 p->indices.count);
    for (uint32_t i = 0; i < p->indices.count; i++) {
        uint32_t vertex = p->indices.data[i];
        if (vertex >= k->x->vertices.count) {
            TLB_FIND(c, NFF_VERTEX_INDEX, tlb_at(c, "polygons[%u].indices", index),
                     "vertex index %u out of range; number of vertices: %u", vertex, k->x->vertices.count);
            good = false;
            continue;
        }
        repeated |= k->named[vertex] == index + 1;
        k->named[vertex] = index + 1;
    }
    if (repeated)
        TLB_FIND(c, NFF_REPEATED_CORNER, tlb_at(c, "polygons[%u].indices", index), "a vertex is repeated");
    return good && p->indices.count >= 3;
}

/* How far corners may stand off the plane, as a share of the polygon's size. */
static const float flat = 0.01f;

static void check_shape(polygons_check *k, const tlb_nff_polygon *p, uint32_t index)
{
    tlb_checker *c = k->c;
    float normal[3], size = 0, off = 0;
    if (!tlb_nff_can_draw(k->x, p))
        return;
    tlb_nff_corners(k->x, p, k->corners);
    if (!tlb_nff_polygon_normal((const float(*)[3])k->corners, p->indices.count, normal)) {
        TLB_FIND(c, NFF_NO_AREA, tlb_at(c, "polygons[%u].indices", index), "the area is zero");
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
                 "not all of its vertices have a color");
    if (p->has & TLB_NFF_MATID && !k->x->mtable.size)
        TLB_FIND(c, NFF_NO_MATERIALS, tlb_at(c, "polygons[%u].matid", index), "the object has no mtable");
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
                 "rot, scale, trans or mirror are ignored: all vertices have texture coordinates");
    if (t->has & TLB_NFF_SCALE && t->scale == 0)
        TLB_FIND(c, NFF_ZERO_SCALE, tlb_at(c, "polygons[%u].texture.scale", index), "the scale is 0");
    if (!tlb_all_finite(&t->rot, 1) || !tlb_all_finite(&t->scale, 1) || !tlb_all_finite(t->trans, 2))
        TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "polygons[%u]", index),
                 "a number of its texture is infinite or NaN");
}

static void check_vertex_use(polygons_check *k)
{
    tlb_checker *c = k->c;
    for (uint32_t i = 0; i < k->x->vertices.count; i++) {
        if (!k->named[i])
            TLB_FIND(c, NFF_UNUSED_VERTEX, tlb_at(c, "vertices[%u]", i), "no polygon uses it");
        else if (k->x->vertices.data[i].has & TLB_NFF_AUTO && !k->surrounded[i])
            TLB_FIND(c, NFF_NO_NORMAL, tlb_at(c, "vertices[%u]", i), "no polygon with an area uses it");
    }
}

static void check_polygons(tlb_checker *c, const tlb_nff_object *x)
{
    polygons_check k = {.c = c, .x = x};
    tlb_mark mark = tlb_arena_mark(&c->arena);
    k.named = tlb_scratch(c, x->vertices.count, sizeof *k.named);
    k.surrounded = tlb_scratch(c, x->vertices.count, sizeof *k.surrounded);
    k.corners = tlb_scratch(c, tlb_nff_most_corners(x), sizeof *k.corners);
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

static void check_finite(tlb_checker *c, const float *values, uint32_t count, const char *field)
{
    if (!tlb_all_finite(values, count))
        TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "%s", field), "infinite or NaN");
}

/* --- versions ---------------------------------------------------------------------------------------- */

static void check_version(tlb_checker *c, const tlb_nff_header *x)
{
    if (!(x->has & TLB_NFF_VERSION)) {
        TLB_FIND(c, NFF_VERSION, tlb_at(c, "header"), "the version is missing");
        return;
    }
    if (!tlb_nff_is_version(x->version))
        TLB_FIND(c, NFF_VERSION, tlb_at(c, "header.version"), "unknown version %g", (double)x->version);
}

/* What came with which version. */
static void check_features(tlb_checker *c, const tlb_nff *nff)
{
    static const struct {
        float version;
        const char *what;
    } features[] = {{2.0f, "vertex normals"},
                    {2.09f, "vertex colors, texture coordinates or textures of kind u"},
                    {3.0f, "material tables"}};
    bool used[3] = {false};
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        const tlb_nff_object *x = &nff->objects.data[i];
        used[2] |= x->mtable.size != 0;
        for (uint32_t k = 0; k < x->vertices.count; k++) {
            used[0] |= (x->vertices.data[k].has & TLB_NFF_NORM) != 0;
            used[1] |= (x->vertices.data[k].has & (TLB_NFF_RGB | TLB_NFF_UV)) != 0;
        }
        for (uint32_t k = 0; k < x->polygons.count; k++) {
            used[1] |= x->polygons.data[k].texture && x->polygons.data[k].texture->kind == 'u';
            used[2] |= (x->polygons.data[k].has & TLB_NFF_MATID) != 0;
        }
    }
    for (int i = 0; i < 3; i++)
        if (used[i] && nff->header.has & TLB_NFF_VERSION && nff->header.version < features[i].version)
            TLB_FIND(c, NFF_TOO_NEW, tlb_at(c, "header.version"), "%s require version %g; this is %g",
                     features[i].what, (double)features[i].version, (double)nff->header.version);
}

/* --- objects ----------------------------------------------------------------------------------------- */

static void check_vertices(tlb_checker *c, const tlb_nff_object *x)
{
    const float tolerance = 0.01f;
    for (uint32_t i = 0; i < x->vertices.count; i++) {
        const tlb_nff_vertex *v = &x->vertices.data[i];
        float square = v->norm[0] * v->norm[0] + v->norm[1] * v->norm[1] + v->norm[2] * v->norm[2];
        if (!tlb_all_finite(v->position, 3))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].position", i), "infinite or NaN");
        if (v->has & TLB_NFF_UV && !tlb_all_finite(v->uv, 2))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].uv", i), "infinite or NaN");
        if (!(v->has & TLB_NFF_NORM))
            continue;
        if (!tlb_all_finite(v->norm, 3))
            TLB_FIND(c, NFF_NOT_FINITE, tlb_at(c, "vertices[%u].norm", i), "infinite or NaN");
        else if (!(fabsf(square - 1) < tolerance))
            TLB_FIND(c, NFF_NORMAL_LENGTH, tlb_at(c, "vertices[%u].norm", i), "length %g, expected 1",
                     sqrt((double)square));
    }
}

static void check_files(tlb_checker *c, const tlb_nff_object *x)
{
    if (x->mtable.size)
        tlb_check_file(c, "material table", x->mtable.data, tlb_nff_table_extensions, tlb_at(c, "mtable"));
    for (uint32_t i = 0; i < x->polygons.count && c->assets; i++)
        if (x->polygons.data[i].texture && x->polygons.data[i].texture->name.size)
            tlb_check_file(c, "texture", x->polygons.data[i].texture->name.data, tlb_nff_texture_extensions,
                           tlb_at(c, "polygons[%u].texture.name", i));
}

static void check_shading(tlb_checker *c, const tlb_nff_header *header, tlb_text shading)
{
    int size = (int)(shading.size < 40 ? shading.size : 40);
    const char *right = header->has & TLB_NFF_VERSION ? tlb_nff_shading_of(header->version, shading) : NULL;
    if (shading.size && !tlb_nff_is_shading(shading.data, shading.size))
        TLB_FIND(c, NFF_SHADING, tlb_at(c, "shading"),
                 "unknown shading \"%.*s\", expected on, off, flat or none", size, shading.data);
    else if (right)
        TLB_FIND(c, NFF_SHADING_VERSION, tlb_at(c, "shading"), "\"%.*s\", but version %g uses \"%s\"", size,
                 shading.data, (double)header->version, right);
}

static void check_object(tlb_checker *c, const tlb_nff_header *header, const tlb_nff_object *x)
{
    if (!x->name.size)
        TLB_FIND(c, NFF_NAME, tlb_at(c, "name"), "the object has no name");
    if (!x->vertices.count || !x->polygons.count)
        TLB_FIND(c, NFF_EMPTY_OBJECT, tlb_at(c, "%s", x->vertices.count ? "polygons" : "vertices"),
                 "number of vertices: %u, of polygons: %u", x->vertices.count, x->polygons.count);
    check_shading(c, header, x->shading);
    check_vertices(c, x);
    check_polygons(c, x);
    check_files(c, x);
}

tlb_status tlb_nff_check(tlb_document *document)
{
    const tlb_nff *nff = &((nff_root *)document->root)->nff;
    tlb_checker c = tlb_checker_start(document->context, nff);
    c.assets = document->assets;
    check_version(&c, &nff->header);
    check_features(&c, nff);
    check_finite(&c, nff->header.viewpos, 3, "header.viewpos");
    check_finite(&c, nff->header.viewdir, 3, "header.viewdir");
    if (!nff->objects.count)
        TLB_FIND(&c, NFF_NO_OBJECT, tlb_at(&c, "objects"), "there is no object");
    for (uint32_t i = 0; i < nff->objects.count; i++) {
        size_t outer = tlb_enter(&c, "objects[%u].", i);
        check_object(&c, &nff->header, &nff->objects.data[i]);
        c.part = outer;
    }
    return tlb_checker_end(&c);
}
