/* Pieces, nodes and leaves as geometry of version 7. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "level/box_tree.h"
#include "level/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = UINT16_MAX, MOST_LIST = UINT8_MAX };

typedef struct visible_list {
    bool is_made;
    uint32_t start;
    size_t size;
} visible_list;

typedef struct geometry_maker {
    interior_compiler *c;
    tlb_box_tree tree; /* of the points in use */
    uint32_t *used;    /* those */
    uint32_t *numbers; /* of each point: 1 + its number in the geometry, 0: it has none so far */
    tlb_index uvs;
    tlb_buffer bits;
    tlb_box_list near;
    visible_list *visible;   /* of each space */
    TLB_LIST(uint32_t) list; /* the numbers at hand */
} geometry_maker;

/* --- bit lists ----------------------------------------------------------------------------------------- */

/* Where a list goes, and its bytes. */
static bool add_list(geometry_maker *g, const uint32_t *numbers, uint32_t count, uint32_t *start,
                     size_t *size)
{
    *start = (uint32_t)g->bits.size;
    *size = tlb_bit_list_encode(numbers, count, NULL);
    uint8_t *out = *size ? tlb_buffer_grow(&g->bits, *size) : NULL;
    if (out)
        tlb_bit_list_encode(numbers, count, out);
    return out || !*size;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Sorts the list, each number once. */
static void sort_list(geometry_maker *g)
{
    uint32_t kept = 0;
    if (g->list.count)
        qsort(g->list.data, g->list.count, sizeof *g->list.data, compare_numbers);
    for (uint32_t i = 0; i < g->list.count; i++)
        if (!kept || g->list.data[kept - 1] != g->list.data[i])
            g->list.data[kept++] = g->list.data[i];
    g->list.count = kept;
}

static bool push_number(geometry_maker *g, uint32_t number)
{
    uint32_t *added = TLB_PUSH(&g->c->work, &g->list);
    if (added)
        *added = number;
    return added != NULL;
}

/* --- points -------------------------------------------------------------------------------------------- */

static bool plant_points(geometry_maker *g)
{
    interior_compiler *c = g->c;
    uint32_t count = c->points.entries.count, used = 0;
    g->numbers = tlb_zalloc_array(&c->work, count, sizeof *g->numbers);
    g->used = tlb_alloc_array(&c->work, count, sizeof *g->used);
    tlb_level_box *boxes = tlb_alloc_array(&c->work, count, sizeof *boxes);
    if (!g->numbers || !g->used || !boxes)
        return false;
    for (uint32_t i = 0; i < c->pieces.count; i++)
        for (uint32_t k = 0; k < c->pieces.data[i].ring.count; k++)
            g->numbers[c->pieces.data[i].points[k]] = 1;
    for (uint32_t i = 0; i < count; i++)
        if (g->numbers[i]) {
            memcpy(boxes[used].low, c->points.entries.data[i].at, sizeof boxes[used].low);
            memcpy(boxes[used].high, c->points.entries.data[i].at, sizeof boxes[used].high);
            g->used[used++] = i;
            g->numbers[i] = 0;
        }
    c->dig.points3.data = tlb_alloc_array(&c->work, used, sizeof *c->dig.points3.data);
    return c->dig.points3.data && tlb_box_tree_make(&g->tree, boxes, used, &c->work);
}

static uint32_t number_point(geometry_maker *g, uint32_t point)
{
    tlb_dig *dig = &g->c->dig;
    if (!g->numbers[point]) {
        float *to = dig->points3.data[dig->points3.count++];
        for (int axis = 0; axis < 3; axis++)
            to[axis] = (float)g->c->points.entries.data[point].at[axis] + 0.0f;
        g->numbers[point] = dig->points3.count;
    }
    return g->numbers[point] - 1;
}

/* Lists the points on an edge, without its ends. */
static bool list_edge(geometry_maker *g, uint32_t first, uint32_t last)
{
    const tlb_weld_entry *points = g->c->points.entries.data;
    const double *from = points[first].at, *to = points[last].at;
    double edge[3];
    tlb_subtract(to, from, edge);
    double square = tlb_dot(edge, edge), reach = TLB_LEVEL_NEAR * sqrt(square);
    if (!tlb_box_tree_cross(&g->tree, from, to, TLB_LEVEL_NEAR, &g->c->work, &g->near))
        return false;
    for (uint32_t i = 0; i < g->near.count; i++) {
        uint32_t point = g->used[g->near.data[i]];
        double way[3], across[3];
        tlb_subtract(points[point].at, from, way);
        tlb_cross(way, edge, across);
        double along = tlb_dot(way, edge);
        if (point != first && point != last && along > 0 && along < square &&
            tlb_dot(across, across) <= reach * reach && !push_number(g, number_point(g, point)))
            return false;
    }
    return true;
}

/* --- surfaces ------------------------------------------------------------------------------------------ */

/* A list of the corners alone always fits. */
static bool list_points(geometry_maker *g, const interior_piece *piece, tlb_dig_surface *surface)
{
    size_t size;
    g->list.count = 0;
    for (uint32_t i = 0; i < piece->ring.count; i++)
        if (!push_number(g, number_point(g, piece->points[i])))
            return false;
    for (uint32_t i = 0; i < piece->ring.count; i++)
        if (!list_edge(g, piece->points[i], piece->points[i + 1 < piece->ring.count ? i + 1 : 0]))
            return false;
    sort_list(g);
    if (tlb_bit_list_encode(g->list.data, g->list.count, NULL) > MOST_LIST) {
        g->c->unlisted++;
        g->list.count = piece->ring.count;
        for (uint32_t i = 0; i < piece->ring.count; i++)
            g->list.data[i] = number_point(g, piece->points[i]);
        sort_list(g);
    }
    if (!add_list(g, g->list.data, g->list.count, &surface->pointIdx, &size))
        return false;
    surface->pointBytes = (uint8_t)size;
    return true;
}

/* The number of a corner's texture coordinates; UINT32_MAX without memory. */
static uint32_t number_uv(geometry_maker *g, const interior_piece *piece, uint32_t corner)
{
    interior_compiler *c = g->c;
    float *uv = c->dig.points2.data[c->dig.points2.count];
    for (int axis = 0; axis < 2; axis++) {
        double texel =
            tlb_interior_texel_of(c, interior_face_of(c, piece), axis, piece->ring.corners[corner].at) -
            piece->start[axis];
        uv[axis] = (float)(fmin(fmax(texel, 0), piece->texels[axis]) / piece->texels[axis]) + 0.0f;
    }
    int32_t *number = tlb_index_find(&g->uvs, &c->work, uv, sizeof *c->dig.points2.data);
    if (number && *number == TLB_INDEX_NEW)
        *number = (int32_t)c->dig.points2.count++;
    return number ? (uint32_t)*number : UINT32_MAX;
}

/* Clockwise, seen from where it looks. */
static bool add_corners(geometry_maker *g, const interior_piece *piece)
{
    tlb_dig *dig = &g->c->dig;
    for (uint32_t i = piece->ring.count; i-- > 0;) {
        uint32_t uv = number_uv(g, piece, i);
        if (uv == UINT32_MAX)
            return false;
        dig->verts.data[dig->verts.count++] =
            (tlb_dig_vertex){(uint16_t)number_point(g, piece->points[i]), (uint16_t)uv};
    }
    return true;
}

/* World units a texel. */
static double scale_of(const interior_compiler *c, const tlb_solid_face *face)
{
    double texels = sqrt(tlb_dot(face->x, face->x)) * c->materials[face->material].size[0];
    return texels > 0 ? 1 / texels : 1;
}

/* The power of two by which the geometry's scale comes nearest: bits 1 to 4 of a surface's flags. */
static uint8_t scale_shift(double scale, double wanted)
{
    int shift = 0;
    while (shift < 7 && wanted < scale * 0.75) {
        scale /= 2;
        shift++;
    }
    while (shift > -7 && shift <= 0 && wanted > scale * 1.5) {
        scale *= 2;
        shift--;
    }
    return (uint8_t)((shift < 0 ? 8 - shift : shift) << 1);
}

static uint16_t first_texel(const interior_compiler *c, const interior_piece *piece, int axis)
{
    double size = c->materials[interior_face_of(c, piece)->material].size[axis];
    return (uint16_t)(piece->start[axis] - floor(piece->start[axis] / size) * size);
}

static bool add_surface(geometry_maker *g, const interior_piece *piece, const uint16_t *planes)
{
    interior_compiler *c = g->c;
    tlb_dig *dig = &c->dig;
    const tlb_solid_face *face = interior_face_of(c, piece);
    tlb_dig_surface *surface = &dig->surfaces.data[dig->surfaces.count++];
    *surface = (tlb_dig_surface){
        .flags = (uint8_t)(TLB_DIG_APPLY_AMBIENT | (piece->is_outside ? TLB_DIG_VISIBLE_TO_OUTSIDE : 0) |
                           (face->reversed ? 0 : TLB_DIG_PLANE_FRONT) |
                           scale_shift((double)dig->textureScale, scale_of(c, face))),
        .material = piece->material,
        .tsX = (uint8_t)((piece->texels[0] >> dig->highestMip) - 1),
        .tsY = (uint8_t)((piece->texels[1] >> dig->highestMip) - 1),
        .toX = (uint8_t)first_texel(c, piece, 0),
        .toY = (uint8_t)first_texel(c, piece, 1),
        .planeIdx = planes[face->plane],
        .vertIdx = dig->verts.count,
        .numVerts = (uint8_t)piece->ring.count};
    return list_points(g, piece, surface) && add_corners(g, piece);
}

static tlb_status add_surfaces(geometry_maker *g)
{
    interior_compiler *c = g->c;
    tlb_dig *dig = &c->dig;
    size_t corners = 0;
    for (uint32_t i = 0; i < c->pieces.count; i++)
        corners += c->pieces.data[i].ring.count;
    dig->surfaces.data = tlb_alloc_array(&c->work, c->pieces.count, sizeof *dig->surfaces.data);
    dig->verts.data = tlb_alloc_array(&c->work, corners, sizeof *dig->verts.data);
    dig->points2.data = tlb_alloc_array(&c->work, corners + 1, sizeof *dig->points2.data);
    uint16_t *planes = tlb_alloc_array(&c->work, c->solid->planes.count, sizeof *planes);
    if (!dig->surfaces.data || !dig->verts.data || !dig->points2.data || !planes || !plant_points(g))
        return tlb_report_memory(c->context, &c->work);
    for (uint32_t i = 0; i < c->planes.count; i++)
        planes[c->planes.data[i]] = (uint16_t)i;
    for (uint32_t i = 0; i < c->pieces.count; i++) {
        if (!add_surface(g, &c->pieces.data[i], planes))
            return tlb_report_memory(c->context, &c->work);
        if (dig->points2.count > MOST_POINTS)
            return tlb_interior_refuse(c, "texture coordinates", dig->points2.count, MOST_POINTS,
                                       c->pieces.data[i].face);
    }
    return TLB_OK;
}

static bool add_planes(interior_compiler *c)
{
    tlb_dig *dig = &c->dig;
    dig->planes.data = tlb_alloc_array(&c->work, c->planes.count, sizeof *dig->planes.data);
    for (; dig->planes.data && dig->planes.count < c->planes.count; dig->planes.count++) {
        const tlb_solid_plane *from = &c->solid->planes.data[c->planes.data[dig->planes.count]];
        float *to = dig->planes.data[dig->planes.count];
        for (int axis = 0; axis < 3; axis++)
            to[axis] = (float)from->normal[axis] + 0.0f;
        to[3] = (float)-from->distance + 0.0f;
    }
    return dig->planes.data != NULL;
}

/* --- leaves -------------------------------------------------------------------------------------------- */

/* The box of its surfaces in its cell, or of the cell. */
static void set_leaf_box(const interior_compiler *c, const interior_leaf *leaf, float box[6])
{
    for (int axis = 0; axis < 3; axis++) {
        box[axis] = leaf->surfaces.count ? INFINITY : (float)leaf->low[axis] + 0.0f;
        box[axis + 3] = leaf->surfaces.count ? -INFINITY : (float)leaf->high[axis] + 0.0f;
    }
    for (uint32_t i = 0; i < leaf->surfaces.count; i++) {
        const tlb_winding *ring = &c->pieces.data[leaf->surfaces.data[i]].ring;
        for (uint32_t k = 0; k < ring->count; k++)
            for (int axis = 0; axis < 3; axis++) {
                box[axis] = fminf(box[axis], (float)ring->corners[k].at[axis] + 0.0f);
                box[axis + 3] = fmaxf(box[axis + 3], (float)ring->corners[k].at[axis] + 0.0f);
            }
    }
    for (int axis = 0; axis < 3; axis++) {
        box[axis] = fmaxf(box[axis], (float)leaf->low[axis] + 0.0f);
        box[axis + 3] = fminf(box[axis + 3], (float)leaf->high[axis] + 0.0f);
    }
}

static bool add_lists(geometry_maker *g, const interior_surfaces *surfaces, tlb_dig_solid_leaf *to)
{
    size_t size;
    if (!add_list(g, surfaces->data, surfaces->count, &to->surfIdx, &size))
        return false;
    to->surfBytes = (uint16_t)size;
    g->list.count = 0;
    for (uint32_t i = 0; i < surfaces->count; i++)
        if (!push_number(g, g->c->dig.surfaces.data[surfaces->data[i]].planeIdx))
            return false;
    sort_list(g);
    bool added = add_list(g, g->list.data, g->list.count, &to->planeIdx, &size);
    to->planeBytes = (uint16_t)size;
    return added;
}

static bool add_solid_lists(geometry_maker *g)
{
    interior_compiler *c = g->c;
    for (uint32_t i = 0; i < c->dig.solidLeaves.count; i++)
        if (!add_lists(g, &c->solid_leaves[i], &c->dig.solidLeaves.data[i]))
            return false;
    return true;
}

static bool add_empty_lists(geometry_maker *g, const interior_leaf *leaf, tlb_dig_empty_leaf *to)
{
    tlb_dig_solid_leaf lists;
    if (!add_lists(g, &leaf->surfaces, &lists))
        return false;
    to->surfIdx = lists.surfIdx;
    to->planeIdx = lists.planeIdx;
    to->surfBytes = lists.surfBytes;
    to->planeBytes = lists.planeBytes;
    return true;
}

/* What a space sees: all of its leaves; and those outside, the directions from which it is looked at. */
static bool list_visible(geometry_maker *g, uint32_t space)
{
    enum { DIRECTIONS = 6 };
    const interior_compiler *c = g->c;
    const uint32_t first = TLB_DIG_OUTSIDE_LEAVES + c->dig.solidLeaves.count;
    g->list.count = 0;
    for (uint32_t i = 0; space == c->outside && i < DIRECTIONS; i++)
        if (!push_number(g, i))
            return false;
    for (uint32_t i = 0; i < c->leaves.count; i++)
        if (c->leaves.data[i].space == space && !push_number(g, first + i))
            return false;
    return true;
}

/* The list of a space is made once; each of its leaves has a copy. */
static bool add_visible(geometry_maker *g, uint32_t space, tlb_dig_empty_leaf *to)
{
    visible_list *list = &g->visible[space];
    if (!list->is_made) {
        list->is_made = true;
        if (!list_visible(g, space) || !add_list(g, g->list.data, g->list.count, &list->start, &list->size))
            return false;
        to->pvsIdx = list->start;
    } else {
        to->pvsIdx = (uint32_t)g->bits.size;
        uint8_t *copy = list->size ? tlb_buffer_grow(&g->bits, list->size) : NULL;
        if (copy)
            memcpy(copy, g->bits.data + list->start, list->size);
        else if (list->size)
            return false;
    }
    to->flags = (uint16_t)(to->flags | list->size << 1);
    return true;
}

static bool add_leaves(geometry_maker *g)
{
    interior_compiler *c = g->c;
    tlb_dig *dig = &c->dig;
    dig->emptyLeaves.count = TLB_DIG_OUTSIDE_LEAVES + c->leaves.count;
    tlb_dig_empty_leaf *leaves = dig->emptyLeaves.data =
        tlb_zalloc_array(&c->work, dig->emptyLeaves.count, sizeof *leaves);
    g->visible = tlb_zalloc_array(&c->work, c->solid->zones.count + (size_t)1, sizeof *g->visible);
    if (!leaves || !g->visible || !add_solid_lists(g))
        return false;
    for (uint32_t i = 0; i < TLB_DIG_OUTSIDE_LEAVES; i++) {
        leaves[i].flags = 1;
        leaves[i].surfIdx = leaves[i].planeIdx = leaves[i].pvsIdx = (uint32_t)g->bits.size;
        memcpy(leaves[i].box, dig->box, sizeof leaves[i].box);
    }
    for (uint32_t i = 0; i < c->leaves.count; i++) {
        set_leaf_box(c, &c->leaves.data[i], leaves[TLB_DIG_OUTSIDE_LEAVES + i].box);
        if (!add_empty_lists(g, &c->leaves.data[i], &leaves[TLB_DIG_OUTSIDE_LEAVES + i]))
            return false;
    }
    for (uint32_t i = 1; i < TLB_DIG_OUTSIDE_LEAVES; i++)
        if (!add_visible(g, c->outside, &leaves[i]))
            return false;
    for (uint32_t i = 0; i < c->leaves.count; i++)
        if (!add_visible(g, c->leaves.data[i].space, &leaves[TLB_DIG_OUTSIDE_LEAVES + i]))
            return false;
    return true;
}

/* --- all ----------------------------------------------------------------------------------------------- */

tlb_status tlb_interior_make_geometry(interior_compiler *c)
{
    geometry_maker g = {.c = c, .bits.account = c->context->account};
    tlb_dig *dig = &c->dig;
    dig->pers = (tlb_pers){.className = {DIG_CLASS, sizeof DIG_CLASS - 1}, .version = 7};
    dig->textureScale = c->pieces.count ? (float)scale_of(c, interior_face_of(c, &c->pieces.data[0])) : 1;
    tlb_status status = add_surfaces(&g);
    if (!status && (!add_planes(c) || !add_leaves(&g)))
        status = tlb_report_memory(c->context, tlb_arena_refused(&c->work, &c->arena));
    if (!status) {
        uint8_t *bits = tlb_alloc(&c->work, g.bits.size);
        if (bits && g.bits.size)
            memcpy(bits, g.bits.data, g.bits.size);
        dig->bits = (tlb_bytes){bits, g.bits.size};
        status = bits ? TLB_OK : tlb_report_memory(c->context, &c->work);
    }
    tlb_buffer_free(&g.bits);
    return status;
}
