#include "dif_brushes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double EPSILON = 1e-4; /* meters: nearer than that is the same */

enum { POLYGON_POINTS = 32, REGION_PLANES = 96 };

void *dif_room_for_one(tlb_arena *arena, void *data, uint32_t count, size_t size)
{
    if (count & (count - 1)) /* between powers of two there is room */
        return data;
    uint8_t *wider = tlb_zalloc_array(arena, count ? 2 * (size_t)count : 1, size);
    assert(wider);
    if (count)
        memcpy(wider, data, count * size);
    return wider;
}

/* --- vectors, polygons ------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double distance(const double plane[4], const double point[3])
{
    return dot(plane, point) + plane[3];
}

static int main_axis(const double normal[3])
{
    int axis = fabs(normal[1]) > fabs(normal[0]) + EPSILON ? 1 : 0;
    return fabs(normal[2]) > fabs(normal[axis]) + EPSILON ? 2 : axis;
}

typedef struct polygon {
    double at[POLYGON_POINTS][3];
    uint32_t count;
} polygon;

static void add_corner(polygon *p, const double point[3])
{
    assert(p->count < POLYGON_POINTS);
    memcpy(p->at[p->count++], point, sizeof p->at[0]);
}

/* As good as the whole plane; clockwise, seen from its front. */
static polygon whole_plane(const double plane[4])
{
    static const double turns[4][2] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    const double SIZE = 1000;
    double other[3] = {0}, u[3], v[3];
    other[(main_axis(plane) + 1) % 3] = 1;
    cross(other, plane, u);
    cross(plane, u, v);
    polygon p = {0};
    for (int i = 0; i < 4; i++) {
        double point[3];
        for (int axis = 0; axis < 3; axis++)
            point[axis] = SIZE * (turns[i][0] * u[axis] + turns[i][1] * v[axis]) - plane[3] * plane[axis];
        add_corner(&p, point);
    }
    return p;
}

/* The part on the plane's front (side 1) or back (side -1). */
static polygon clip(const polygon *p, const double plane[4], double side)
{
    polygon kept = {0};
    for (uint32_t i = 0; i < p->count; i++) {
        const double *a = p->at[i], *b = p->at[(i + 1) % p->count];
        double da = side * distance(plane, a), db = side * distance(plane, b), crossing[3];
        if (da > -EPSILON)
            add_corner(&kept, a);
        if ((da > EPSILON && db < -EPSILON) || (da < -EPSILON && db > EPSILON)) {
            for (int axis = 0; axis < 3; axis++)
                crossing[axis] = a[axis] + (b[axis] - a[axis]) * da / (da - db);
            add_corner(&kept, crossing);
        }
    }
    kept.count = kept.count < 3 ? 0 : kept.count;
    return kept;
}

static void reach(const polygon *p, const double plane[4], double *least, double *most)
{
    for (uint32_t i = 0; i < p->count; i++) {
        *least = fmin(*least, distance(plane, p->at[i]));
        *most = fmax(*most, distance(plane, p->at[i]));
    }
}

/* --- convex volumes ---------------------------------------------------------------------------------- */

typedef struct volume {
    double planes[REGION_PLANES][4];
    uint32_t count;
} volume;

static void add_half_space(volume *v, const double plane[4], double side)
{
    assert(v->count < REGION_PLANES);
    for (int i = 0; i < 4; i++)
        v->planes[v->count][i] = plane[i] * side;
    v->count++;
}

/* Empty when the plane does not bound the volume. */
static polygon volume_face(const volume *v, uint32_t face)
{
    polygon p = whole_plane(v->planes[face]);
    for (uint32_t i = 0; i < v->count && p.count; i++)
        if (i != face)
            p = clip(&p, v->planes[i], -1);
    return p;
}

static bool same_plane(const double a[4], const double b[4], double side)
{
    for (int i = 0; i < 4; i++)
        if (fabs(a[i] - side * b[i]) > EPSILON)
            return false;
    return true;
}

static dif_brush brush_of(const double (*planes)[4], uint32_t count)
{
    dif_brush brush = {.planeCount = count};
    for (uint32_t i = 0; i < count; i++) {
        double length = sqrt(dot(planes[i], planes[i]));
        for (int k = 0; k < 4; k++)
            brush.planes[i][k] = planes[i][k] / length + 0.0;
    }
    return brush;
}

dif_brush dif_box(dif_corners c)
{
    return brush_of((const double[][4]){{1, 0, 0, -c.high[0]},
                                        {-1, 0, 0, c.low[0]},
                                        {0, 1, 0, -c.high[1]},
                                        {0, -1, 0, c.low[1]},
                                        {0, 0, 1, -c.high[2]},
                                        {0, 0, -1, c.low[2]}},
                    6);
}

dif_brush dif_ramp(dif_corners c)
{
    double run = c.high[0] - c.low[0], rise = c.high[2] - c.low[2];
    return brush_of((const double[][4]){{-rise, 0, run, rise * c.low[0] - run * c.low[2]},
                                        {1, 0, 0, -c.high[0]},
                                        {0, 1, 0, -c.high[1]},
                                        {0, -1, 0, c.low[1]},
                                        {0, 0, -1, c.low[2]}},
                    5);
}

dif_brush dif_pillar(dif_corners c, uint32_t sides)
{
    const double TURN = 6.283185307179586;
    double planes[BRUSH_PLANES][4] = {{0, 0, 1, -c.high[2]}, {0, 0, -1, c.low[2]}};
    double x = (c.low[0] + c.high[0]) / 2, y = (c.low[1] + c.high[1]) / 2,
           radius = (c.high[0] - c.low[0]) / 2;
    assert(sides + 2 <= BRUSH_PLANES);
    for (uint32_t i = 0; i < sides; i++) {
        double *plane = planes[2 + i], angle = TURN * i / sides;
        plane[0] = cos(angle);
        plane[1] = sin(angle);
        plane[3] = -(plane[0] * x + plane[1] * y + radius);
    }
    return brush_of((const double(*)[4])planes, sides + 2);
}

/* --- shared lists ------------------------------------------------------------------------------------ */

typedef struct face {
    polygon shape;
    double plane[4];
    uint32_t points[POLYGON_POINTS];
    uint16_t planeIndex;
    uint32_t brush;
    uint32_t zones; /* as bits: which it can be seen from */
    uint32_t ref;   /* as in hullSurfaceIndices */
} face;

typedef struct leaf_face {
    uint32_t leaf, face;
} leaf_face;

typedef struct builder {
    tlb_arena *arena;
    const dif_brushwork *work;
    tlb_dif_interior *x;
    TLB_ARRAY(face) faces;
    TLB_ARRAY(leaf_face) leafFaces;
    struct {
        uint32_t sheet, x, y, height;
    } shelf;
} builder;

/* The number of a vector in a list, added when it is not there. */
static uint32_t vector_index(tlb_arena *arena, tlb_vec3 **data, uint32_t *count, const double vector[3])
{
    struct {
        tlb_vec3 *data;
        uint32_t count;
    } list = {*data, *count};
    for (uint32_t i = 0; i < list.count; i++)
        if (fabs(list.data[i][0] - vector[0]) + fabs(list.data[i][1] - vector[1]) +
                fabs(list.data[i][2] - vector[2]) <
            EPSILON)
            return i;
    tlb_vec3 *added = DIF_ADD(arena, list);
    for (int axis = 0; axis < 3; axis++)
        (*added)[axis] = (float)vector[axis] + 0.0f;
    *data = list.data;
    *count = list.count;
    return list.count - 1;
}
#define VECTOR_INDEX(b, list, vector)                                                                        \
    vector_index((b)->arena, &(b)->x->list.data, &(b)->x->list.count, (vector))

/* A plane is stored once for both directions. */
static uint16_t plane_index(builder *b, const double plane[4])
{
    tlb_dif_interior *x = b->x;
    for (uint32_t i = 0; i < x->planes.count; i++) {
        const float *n = x->normals.data[x->planes.data[i].normalIndex];
        double stored[4] = {n[0], n[1], n[2], x->planes.data[i].planeDistance};
        if (same_plane(stored, plane, 1))
            return (uint16_t)i;
        if (same_plane(stored, plane, -1))
            return (uint16_t)(i | TLB_DIF_PLANE_FLIPPED);
    }
    uint16_t normal = (uint16_t)VECTOR_INDEX(b, normals, plane);
    *DIF_ADD(b->arena, x->planes) = (tlb_dif_plane){normal, (float)plane[3]};
    return (uint16_t)(x->planes.count - 1);
}

static void unpack_plane(const tlb_dif_interior *x, uint16_t index, double plane[4])
{
    float stored[4];
    bool found = tlb_dif_plane_of(x, index, true, stored);
    assert(found), (void)found;
    for (int i = 0; i < 4; i++)
        plane[i] = stored[i];
}

/* --- BSP --------------------------------------------------------------------------------------------- */

/* A brush, or what a region holds of it. Planes of the brush that need no more splits are done. */
typedef struct fragment {
    volume shape;
    uint32_t sides, done;
} fragment;

/* A side that still divides the region; all of them done: the fragment fills it. */
static int open_side(const fragment *f)
{
    for (uint32_t i = 0; i < f->sides; i++)
        if (!(f->done >> i & 1) && volume_face(&f->shape, i).count)
            return (int)i;
    return -1;
}

static uint32_t divide(builder *b, const fragment *from, uint32_t count, const double plane[4], double side,
                       fragment **parts)
{
    uint32_t kept = 0;
    *parts = tlb_alloc_array(b->arena, count, sizeof **parts);
    for (uint32_t i = 0; i < count; i++) {
        double least = 0, most = 0;
        for (uint32_t k = 0; k < from[i].shape.count; k++) {
            polygon p = volume_face(&from[i].shape, k);
            reach(&p, plane, &least, &most);
        }
        if ((side > 0 ? most : -least) < EPSILON)
            continue;
        fragment *part = &(*parts)[kept++];
        *part = from[i];
        for (uint32_t k = 0; k < part->sides; k++)
            if (same_plane(part->shape.planes[k], plane, 1) || same_plane(part->shape.planes[k], plane, -1))
                part->done |= 1u << k;
        if (least < -EPSILON && most > EPSILON)
            add_half_space(&part->shape, plane, -side);
    }
    return kept;
}

static bool within(const dif_corners *c, const double p[3])
{
    return p[0] > c->low[0] && p[1] > c->low[1] && p[2] > c->low[2] && p[0] < c->high[0] &&
           p[1] < c->high[1] && p[2] < c->high[2];
}

static uint32_t zone_of(const builder *b, const double point[3])
{
    for (uint32_t i = 0; i < b->work->roomCount; i++)
        if (within(&b->work->rooms[i], point))
            return i + 1;
    return 0;
}

static uint32_t empty_leaf(builder *b, const volume *region)
{
    double middle[3] = {0};
    uint32_t corners = 0;
    for (uint32_t i = 0; i < region->count; i++) {
        polygon p = volume_face(region, i);
        for (uint32_t k = 0; k < p.count; k++, corners++)
            for (int axis = 0; axis < 3; axis++)
                middle[axis] += p.at[k][axis];
    }
    for (int axis = 0; axis < 3; axis++)
        middle[axis] /= corners;
    return (b->x->interiorFileVersion >= 14 ? 0x80000 : 0x8000) | zone_of(b, middle);
}

static uint32_t solid_leaf(builder *b)
{
    DIF_ADD(b->arena, b->x->bspSolidLeaves);
    return (b->x->interiorFileVersion >= 14 ? 0xc0000 : 0xc000) | (b->x->bspSolidLeaves.count - 1);
}

static uint32_t build_tree(builder *b, const volume *region, const fragment *fragments, uint32_t count,
                           const double *first_plane)
{
    if (!count)
        return empty_leaf(b, region);
    int side = open_side(&fragments[0]);
    if (side < 0 && !first_plane)
        return solid_leaf(b);
    uint16_t index = plane_index(b, first_plane ? first_plane : fragments[0].shape.planes[side]);
    index &= (uint16_t)~TLB_DIF_PLANE_FLIPPED; /* nodes do not flip */
    double plane[4];
    unpack_plane(b->x, index, plane);
    uint32_t node = b->x->bspNodes.count;
    DIF_ADD(b->arena, b->x->bspNodes)->planeIndex = index;
    uint32_t children[2];
    for (int back = 0; back < 2; back++) {
        double toward = back ? -1 : 1;
        fragment *parts;
        uint32_t part_count = divide(b, fragments, count, plane, toward, &parts);
        volume half = *region;
        add_half_space(&half, plane, -toward);
        children[back] = build_tree(b, &half, parts, part_count, NULL);
    }
    b->x->bspNodes.data[node].frontIndex = children[0];
    b->x->bspNodes.data[node].backIndex = children[1];
    return node;
}

static void build_bsp(builder *b)
{
    static const dif_corners world = {{-500, -500, -500}, {500, 500, 500}};
    const dif_brushwork *work = b->work;
    dif_brush all = dif_box(world), door = dif_box(work->portal);
    volume region = {.count = all.planeCount};
    memcpy(region.planes, all.planes, all.planeCount * sizeof *all.planes);
    fragment *fragments = tlb_zalloc_array(b->arena, work->brushCount, sizeof *fragments);
    for (uint32_t i = 0; i < work->brushCount; i++) {
        const dif_brush *brush = &work->brushes[i];
        fragments[i].shape.count = fragments[i].sides = brush->planeCount;
        memcpy(fragments[i].shape.planes, brush->planes, brush->planeCount * sizeof *brush->planes);
    }
    build_tree(b, &region, fragments, work->brushCount, work->hasPortal ? door.planes[0] : NULL);
}

/* --- faces ------------------------------------------------------------------------------------------- */

static uint32_t point_index(builder *b, const double point[3])
{
    return VECTOR_INDEX(b, points, point);
}

static void add_faces(builder *b)
{
    for (uint32_t i = 0; i < b->work->brushCount; i++) {
        const dif_brush *brush = &b->work->brushes[i];
        volume shape = {.count = brush->planeCount};
        memcpy(shape.planes, brush->planes, brush->planeCount * sizeof *brush->planes);
        for (uint32_t k = 0; k < brush->planeCount; k++) {
            face *f = DIF_ADD(b->arena, b->faces);
            *f = (face){
                .shape = volume_face(&shape, k), .planeIndex = plane_index(b, brush->planes[k]), .brush = i};
            memcpy(f->plane, brush->planes[k], sizeof f->plane);
            for (uint32_t c = 0; c < f->shape.count; c++)
                f->points[c] = point_index(b, f->shape.at[c]);
        }
    }
}

/* Where a face borders: empty leaves in front of it, solid ones behind. */
static void push_face(builder *b, uint32_t number, const polygon *part, uint32_t child_index, bool behind)
{
    tlb_dif_child child = tlb_dif_child_of(b->x, child_index);
    face *f = &b->faces.data[number];
    if (child.kind == TLB_DIF_NODE) {
        const tlb_dif_bsp_node *node = &b->x->bspNodes.data[child.index];
        double plane[4], least = 0, most = 0;
        unpack_plane(b->x, node->planeIndex, plane);
        reach(part, plane, &least, &most);
        bool on = most < EPSILON && least > -EPSILON, along = dot(plane, f->plane) > 0;
        polygon front = clip(part, plane, 1), back = clip(part, plane, -1);
        if (on ? along != behind : most > EPSILON)
            push_face(b, number, &front, node->frontIndex, behind);
        if (on ? along == behind : least < -EPSILON)
            push_face(b, number, &back, node->backIndex, behind);
    } else if (child.kind == TLB_DIF_EMPTY_LEAF && !behind)
        f->zones |= 1u << child.index;
    else if (child.kind == TLB_DIF_SOLID_LEAF && behind)
        *DIF_ADD(b->arena, b->leafFaces) = (leaf_face){child.index, number};
}

/* The other ends of edges that end within an edge of a face: points that renderers need there. */
static uint32_t ring_of(const builder *b, const face *f, uint32_t ring[POLYGON_POINTS], uint32_t *fan_mask)
{
    uint32_t count = 0;
    *fan_mask = 0;
    for (uint32_t i = 0; i < f->shape.count; i++) {
        const double *from = f->shape.at[i], *to = f->shape.at[(i + 1) % f->shape.count];
        double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]},
               length = sqrt(dot(along, along));
        *fan_mask |= 1u << count;
        ring[count++] = f->points[i];
        for (double reached = EPSILON;;) {
            double nearest = length - EPSILON;
            uint32_t found = UINT32_MAX;
            for (uint32_t k = 0; k < b->x->points.count; k++) {
                const float *p = b->x->points.data[k];
                double offset[3] = {p[0] - from[0], p[1] - from[1], p[2] - from[2]},
                       t = dot(offset, along) / length;
                if (t > reached && t < nearest && fabs(dot(offset, offset) - t * t) < EPSILON * EPSILON) {
                    nearest = t;
                    found = k;
                }
            }
            if (found == UINT32_MAX)
                break;
            assert(count < POLYGON_POINTS - f->shape.count);
            ring[count++] = found;
            reached = nearest + EPSILON;
        }
    }
    return count;
}

/* --- surfaces ---------------------------------------------------------------------------------------- */

/* Right and down on a wall, as one sees it. */
static const uint8_t texture_axes[3][2] = {{1, 2}, {0, 2}, {0, 1}};

static uint32_t texgen_index(builder *b, const face *f)
{
    int main = main_axis(f->plane);
    uint32_t scale = 1u + b->work->brushes[f->brush].textureIndex % 2u;
    tlb_dif_texgen t = {{0}, {0}};
    t.planeX[texture_axes[main][0]] = 0.5f * (float)scale;
    t.planeY[texture_axes[main][1]] = -0.5f * (float)scale;
    t.planeX[3] = 0.25f * (float)b->work->brushes[f->brush].textureIndex;
    for (uint32_t i = 0; i < b->x->texGenEqs.count; i++)
        if (memcmp(&b->x->texGenEqs.data[i], &t, sizeof t) == 0)
            return i;
    *DIF_ADD(b->arena, b->x->texGenEqs) = t;
    return b->x->texGenEqs.count - 1;
}

/* A rectangle on a sheet, in rows. */
static void place(builder *b, tlb_dif_surface *s)
{
    uint32_t side = b->work->sheetSize;
    if (b->shelf.x + s->mapSizeX > side) {
        b->shelf.y += b->shelf.height;
        b->shelf.x = b->shelf.height = 0;
    }
    if (b->shelf.y + s->mapSizeY > side) {
        b->shelf.sheet++;
        b->shelf.x = b->shelf.y = b->shelf.height = 0;
    }
    assert(s->mapSizeX <= side && s->mapSizeY <= side);
    s->mapOffsetX = b->shelf.x;
    s->mapOffsetY = b->shelf.y;
    b->shelf.x += s->mapSizeX;
    b->shelf.height = s->mapSizeY > b->shelf.height ? s->mapSizeY : b->shelf.height;
}

static void light(builder *b, const face *f, tlb_dif_surface *s)
{
    static const uint8_t axes_code[3] = {3, 1, 0};
    int main = main_axis(f->plane), scale;
    double lumel = b->work->lumel, side = b->work->sheetSize, low[2], high[2];
    for (int i = 0; i < 2; i++) {
        int axis = texture_axes[main][i];
        low[i] = high[i] = f->shape.at[0][axis];
        for (uint32_t c = 1; c < f->shape.count; c++) {
            low[i] = fmin(low[i], f->shape.at[c][axis]);
            high[i] = fmax(high[i], f->shape.at[c][axis]);
        }
        low[i] = floor(low[i] / lumel);
        high[i] = ceil(high[i] / lumel);
    }
    s->mapSizeX = (uint32_t)(high[0] - low[0]) + 1;
    s->mapSizeY = (uint32_t)(high[1] - low[1]) + 1;
    place(b, s);
    frexp(lumel * side, &scale);
    s->finalWord = (uint16_t)(axes_code[main] << 13 | (scale - 1) << 6 | (scale - 1));
    s->texGenXDistance = (float)((s->mapOffsetX + 0.5 - low[0]) / side);
    s->texGenYDistance = (float)((s->mapOffsetY + 0.5 - low[1]) / side);
    *DIF_ADD(b->arena, b->x->normalLMapIndices) = b->shelf.sheet;
    *DIF_ADD(b->arena, b->x->alarmLMapIndices) = 255; /* none */
}

/* Tangent, normal and binormal of a surface; its number. */
static uint32_t matrix_index(builder *b, const face *f, const tlb_dif_texgen *texgen)
{
    int32_t rows[3];
    for (int row = 0; row < 3; row++) {
        const float *toward = row == 0 ? texgen->planeX : texgen->planeY;
        double v[3] = {toward[0], toward[1], toward[2]}, off = dot(v, f->plane), length;
        for (int axis = 0; axis < 3; axis++)
            v[axis] = row == 1 ? f->plane[axis] : v[axis] - off * f->plane[axis];
        length = sqrt(dot(v, v));
        for (int axis = 0; axis < 3; axis++)
            v[axis] /= length;
        rows[row] = (int32_t)VECTOR_INDEX(b, texNormals, v);
    }
    tlb_dif_tex_matrix matrix = {rows[0], rows[1], rows[2]};
    for (uint32_t i = 0; i < b->x->texMatrices.count; i++)
        if (memcmp(&b->x->texMatrices.data[i], &matrix, sizeof matrix) == 0)
            return i;
    *DIF_ADD(b->arena, b->x->texMatrices) = matrix;
    return b->x->texMatrices.count - 1;
}

static void add_winding(builder *b, uint32_t point, uint32_t matrix)
{
    *DIF_ADD(b->arena, b->x->windings) = point;
    *DIF_ADD(b->arena, b->x->texMatIndices) = matrix;
}

static void add_surface(builder *b, face *f)
{
    tlb_dif_interior *x = b->x;
    const dif_brush *brush = &b->work->brushes[f->brush];
    uint32_t ring[POLYGON_POINTS], fan_mask, count = ring_of(b, f, ring, &fan_mask),
                                             texgen = texgen_index(b, f);
    uint32_t matrix = matrix_index(b, f, &x->texGenEqs.data[texgen]);
    tlb_dif_surface *s = DIF_ADD(b->arena, x->surfaces);
    f->ref = x->surfaces.count - 1;
    *s = (tlb_dif_surface){.windingStart = x->windings.count,
                           .windingCount = count,
                           .planeIndex = f->planeIndex,
                           .textureIndex = brush->textureIndex,
                           .texGenIndex = texgen,
                           .surfaceFlags = (uint8_t)((brush->detail ? TLB_DIF_SURFACE_DETAIL : 0) |
                                                     (f->zones & 1 ? TLB_DIF_SURFACE_OUTSIDE_VISIBLE : 0)),
                           .fanMask = fan_mask,
                           .brushId = f->brush + 1};
    for (uint32_t k = 0; k < count; k++)
        add_winding(b, ring[k == 0 ? 0 : k % 2 ? (k + 1) / 2 : count - k / 2], matrix);
    light(b, f, s);
}

static void add_null_surface(builder *b, face *f)
{
    tlb_dif_null_surface *s = DIF_ADD(b->arena, b->x->nullSurfaces);
    *s = (tlb_dif_null_surface){
        .windingStart = b->x->windings.count, .planeIndex = f->planeIndex, .windingCount = f->shape.count};
    for (uint32_t i = 0; i < f->shape.count; i++)
        add_winding(b, f->points[i], 0);
    f->ref = (b->x->nullSurfaces.count - 1) | 0x80000000u;
}

/* --- what refers to surfaces ------------------------------------------------------------------------- */

static void list_leaf_surfaces(builder *b)
{
    tlb_dif_interior *x = b->x;
    for (uint32_t leaf = 0; leaf < x->bspSolidLeaves.count; leaf++) {
        uint32_t start = x->solidLeafSurfaces.count;
        for (uint32_t i = 0; i < b->leafFaces.count; i++) {
            uint32_t ref = b->faces.data[b->leafFaces.data[i].face].ref;
            bool listed = b->leafFaces.data[i].leaf != leaf;
            for (uint32_t k = start; k < x->solidLeafSurfaces.count; k++)
                listed |= x->solidLeafSurfaces.data[k] == ref;
            if (!listed)
                *DIF_ADD(b->arena, x->solidLeafSurfaces) = ref;
        }
        x->bspSolidLeaves.data[leaf].surfaceIndex = start;
        x->bspSolidLeaves.data[leaf].surfaceCount = (uint16_t)(x->solidLeafSurfaces.count - start);
    }
}

static void add_portal(builder *b)
{
    tlb_dif_interior *x = b->x;
    dif_brush door = dif_box(b->work->portal);
    volume shape = {.count = door.planeCount};
    memcpy(shape.planes, door.planes, door.planeCount * sizeof *door.planes);
    polygon outline = volume_face(&shape, 0);
    double sides[2][3] = {{0}};
    for (int axis = 0; axis < 3; axis++) /* a little in front of the middle, and behind it */
        for (int side = 0; side < 2; side++)
            sides[side][axis] = (b->work->portal.low[axis] + b->work->portal.high[axis]) / 2 +
                                (side ? -0.1 : 0.1) * door.planes[0][axis];
    uint16_t plane = plane_index(b, door.planes[0]);
    *DIF_ADD(b->arena, x->windingIndices) = (tlb_dif_winding_range){x->windings.count, outline.count};
    for (uint32_t i = 0; i < outline.count; i++)
        add_winding(b, point_index(b, outline.at[i]), 0);
    *DIF_ADD(b->arena, x->portals) = (tlb_dif_portal){.planeIndex = plane,
                                                      .triFanCount = 1,
                                                      .zoneFront = (uint16_t)zone_of(b, sides[0]),
                                                      .zoneBack = (uint16_t)zone_of(b, sides[1])};
}

static void add_zones(builder *b)
{
    tlb_dif_interior *x = b->x;
    for (uint32_t zone = 0; zone <= b->work->roomCount; zone++) {
        tlb_dif_zone z = {.surfaceStart = x->zoneSurfaces.count,
                          .portalStart = (uint16_t)x->zonePortalList.count,
                          .flags = zone != 0};
        for (uint32_t i = 0; i < b->faces.count; i++)
            if (b->faces.data[i].zones >> zone & 1 && !b->work->collisionOnly)
                *DIF_ADD(b->arena, x->zoneSurfaces) = b->faces.data[i].ref;
        for (uint32_t i = 0; i < x->portals.count; i++)
            if (x->portals.data[i].zoneFront == zone || x->portals.data[i].zoneBack == zone)
                *DIF_ADD(b->arena, x->zonePortalList) = i;
        z.surfaceCount = (uint16_t)(x->zoneSurfaces.count - z.surfaceStart);
        z.portalCount = (uint16_t)(x->zonePortalList.count - z.portalStart);
        *DIF_ADD(b->arena, x->zones) = z;
    }
}

static void add_hull_point(builder *b, tlb_dif_hull *h, uint32_t point)
{
    const float *p = b->x->points.data[point];
    for (uint32_t i = h->hullStart; i < b->x->hullIndices.count; i++)
        if (b->x->hullIndices.data[i] == point)
            return;
    *DIF_ADD(b->arena, b->x->hullIndices) = point;
    bool first = h->hullCount++ == 0;
    h->minX = first ? p[0] : fminf(h->minX, p[0]), h->maxX = first ? p[0] : fmaxf(h->maxX, p[0]);
    h->minY = first ? p[1] : fminf(h->minY, p[1]), h->maxY = first ? p[1] : fmaxf(h->maxY, p[1]);
    h->minZ = first ? p[2] : fminf(h->minZ, p[2]), h->maxZ = first ? p[2] : fmaxf(h->maxZ, p[2]);
}

/* One a brush: its faces stand together. */
static void add_hulls(builder *b)
{
    tlb_dif_interior *x = b->x;
    for (uint32_t i = 0; i < b->work->brushCount; i++) {
        tlb_dif_hull h = {.hullStart = x->hullIndices.count,
                          .surfaceStart = x->hullSurfaceIndices.count,
                          .surfaceCount = (uint16_t)b->work->brushes[i].planeCount,
                          .planeStart = x->hullPlaneIndices.count};
        for (uint32_t k = 0; k < b->faces.count; k++) {
            const face *f = &b->faces.data[k];
            if (f->brush != i)
                continue;
            *DIF_ADD(b->arena, x->hullSurfaceIndices) = f->ref;
            *DIF_ADD(b->arena, x->hullPlaneIndices) = f->planeIndex;
            for (uint32_t c = 0; c < f->shape.count; c++)
                add_hull_point(b, &h, f->points[c]);
        }
        *DIF_ADD(b->arena, x->convexHulls) = h;
    }
}

/* A side of a surface's polygon, and the side of a later one that runs back along it. */
typedef struct side {
    uint32_t from, to, surface;
    bool paired;
} side;

static void add_edges(builder *b)
{
    tlb_dif_interior *x = b->x;
    TLB_ARRAY(side) sides = {0};
    for (uint32_t i = 0; i < x->surfaces.count; i++) {
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint32_t count = tlb_dif_surface_polygon(x, &x->surfaces.data[i], false, points);
        for (uint32_t k = 0; k < count; k++)
            *DIF_ADD(b->arena, sides) = (side){points[k], points[(k + 1) % count], i, false};
    }
    side *end = sides.count ? sides.data + sides.count : sides.data;
    for (side *s = sides.data; s < end; s++)
        for (side *t = s + 1; t < end && !s->paired; t++)
            if (!t->paired && s->from == t->to && s->to == t->from) {
                s->paired = t->paired = true;
                *DIF_ADD(b->arena, x->edges) = (tlb_dif_edge){(int32_t)s->from, (int32_t)s->to,
                                                              (int32_t)s->surface, (int32_t)t->surface};
            }
}

uint32_t dif_build(tlb_arena *arena, const dif_brushwork *work, tlb_dif_interior *x)
{
    builder b = {.arena = arena, .work = work, .x = x};
    build_bsp(&b);
    add_faces(&b);
    for (uint32_t i = 0; i < b.faces.count; i++) {
        push_face(&b, i, &b.faces.data[i].shape, 0, false);
        push_face(&b, i, &b.faces.data[i].shape, 0, true);
    }
    bool null_only = work->collisionOnly;
    for (uint32_t i = 0; i < b.faces.count; i++)
        if (b.faces.data[i].zones && !null_only)
            add_surface(&b, &b.faces.data[i]);
    for (uint32_t i = 0; i < b.faces.count; i++)
        if (!b.faces.data[i].zones || null_only)
            add_null_surface(&b, &b.faces.data[i]);
    if (work->hasPortal)
        add_portal(&b);
    list_leaf_surfaces(&b);
    add_zones(&b);
    add_hulls(&b);
    add_edges(&b);
    tlb_dif_make_bounds(x);
    return x->surfaces.count ? b.shelf.sheet + 1 : 0;
}
