/* Faces of a solid as pieces of at most INTERIOR_MOST_TEXELS a side, cut along lines between texels. Corners
 * are welded, so that pieces that meet have the same points. */
#include "formats/darkstar/interior/compile/compile.h"

#include "base/context.h"
#include "level/vector.h"

#include <math.h>
#include <string.h>

enum { MOST_SURFACES = UINT16_MAX, MOST_POINTS = UINT16_MAX };

/* How far over the edge of a texel a face may reach without having it: its texture coordinates are rounded.
 */
static const double FUZZ = 1.0 / 64;
/* Farther from the bitmap's origin a texture has no texels any more that numbers tell apart. */
static const double FARTHEST = 1e9;
/* Twice the area, in square meters, from which on a surface has one. */
static const double LEAST_AREA = 2e-6;

double tlb_interior_texel_of(const interior_compiler *c, const tlb_solid_face *face, int axis,
                             const double at[3])
{
    const double *equation = axis ? face->y : face->x;
    return (tlb_dot(equation, at) + equation[3]) * c->materials[face->material].size[axis];
}

bool tlb_interior_split(const tlb_winding *ring, const tlb_solid_plane *plane, tlb_arena *arena,
                        tlb_winding *above, tlb_winding *below)
{
    if (!tlb_winding_split(ring, plane, 0, 0, arena, above, below))
        return false;
    for (uint32_t i = 0; i < above->count; i++)
        above->corners[i].edge = TLB_WINDING_LOOSE;
    for (uint32_t i = 0; i < below->count; i++)
        below->corners[i].edge = TLB_WINDING_LOOSE;
    return true;
}

/* --- texels -------------------------------------------------------------------------------------------- */

typedef struct span {
    double first; /* a texel */
    double count; /* at least 1 */
} span;

/* The texels that a ring lies on. False: its texture coordinates are none. */
static bool find_span(const interior_compiler *c, const tlb_solid_face *face, const tlb_winding *ring,
                      int axis, span *found)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < ring->count; i++) {
        double texel = tlb_interior_texel_of(c, face, axis, ring->corners[i].at);
        if (!(fabs(texel) < FARTHEST))
            return false;
        low = fmin(low, texel);
        high = fmax(high, texel);
    }
    found->first = floor(low + FUZZ);
    found->count = fmax(ceil(high - FUZZ) - found->first, 1);
    return true;
}

/* --- points -------------------------------------------------------------------------------------------- */

/* Whether b does not turn the way from a to c to the left by more than its distance to the straight one. */
static bool is_straight(const double a[3], const double b[3], const double c[3], const double up[3])
{
    double ac[3], ab[3], across[3];
    tlb_subtract(c, a, ac);
    tlb_subtract(b, a, ab);
    tlb_cross(ab, ac, across);
    return tlb_dot(across, up) <= TLB_LEVEL_NEAR * sqrt(tlb_dot(ac, ac));
}

/* Drops corners that are the one before them again, or lie on the edge between their neighbors. */
static void straighten(interior_piece *piece, const double up[3])
{
    tlb_winding *ring = &piece->ring;
    for (uint32_t i = 0; i < ring->count && ring->count >= 3;) {
        uint32_t before = i ? i - 1 : ring->count - 1, after = i + 1 < ring->count ? i + 1 : 0;
        if (piece->points[i] != piece->points[after] &&
            !is_straight(ring->corners[before].at, ring->corners[i].at, ring->corners[after].at, up)) {
            i++;
            continue;
        }
        ring->count--;
        memmove(&ring->corners[i], &ring->corners[i + 1], (ring->count - i) * sizeof *ring->corners);
        memmove(&piece->points[i], &piece->points[i + 1], (ring->count - i) * sizeof *piece->points);
        i = i ? i - 1 : 0; /* the one before has a new neighbor */
    }
}

static bool weld(interior_compiler *c, interior_piece *piece)
{
    tlb_winding *ring = &piece->ring;
    piece->points = tlb_alloc_array(&c->work, ring->count, sizeof *piece->points);
    for (uint32_t i = 0; piece->points && i < ring->count; i++) {
        if (!tlb_weld_find(&c->points, &c->work, ring->corners[i].at, &piece->points[i]))
            return false;
        memcpy(ring->corners[i].at, c->points.entries.data[piece->points[i]].at, sizeof ring->corners[i].at);
    }
    return piece->points != NULL;
}

/* --- pieces -------------------------------------------------------------------------------------------- */

static void look_direction(const interior_compiler *c, const tlb_solid_face *face, double up[3])
{
    const double *normal = c->solid->planes.data[face->plane].normal;
    for (int axis = 0; axis < 3; axis++)
        up[axis] = face->reversed ? -normal[axis] : normal[axis];
}

static tlb_status add_piece(interior_compiler *c, uint32_t index, const tlb_winding *ring)
{
    const tlb_solid_face *face = &c->solid->faces.data[index];
    interior_piece piece = {.face = index,
                            .order = c->pieces.count,
                            .material = c->materials[face->material].number,
                            .ring = *ring};
    double up[3], area[3];
    const uint32_t mip = (uint32_t)c->dig.highestMip, grain = (1u << mip) - 1;
    if (c->cut_count++ == MOST_SURFACES)
        return tlb_interior_refuse(c, "surfaces", c->cut_count, MOST_SURFACES, index);
    look_direction(c, face, up);
    if (!weld(c, &piece))
        return tlb_report_memory(c->context, &c->work);
    straighten(&piece, up);
    tlb_winding_area(&piece.ring, area);
    if (piece.ring.count < 3 || !(tlb_dot(area, up) > LEAST_AREA))
        return TLB_OK;
    if (c->points.entries.count > MOST_POINTS)
        return tlb_interior_refuse(c, "points", c->points.entries.count, MOST_POINTS, index);
    for (int axis = 0; axis < 2; axis++) {
        span texels = {0, 1};
        find_span(c, face, &piece.ring, axis, &texels);
        piece.start[axis] = texels.first;
        piece.texels[axis] = ((uint32_t)fmin(texels.count, INTERIOR_MOST_TEXELS << mip) + grain) & ~grain;
    }
    interior_piece *added = TLB_PUSH(&c->work, &c->pieces);
    if (!added)
        return tlb_report_memory(c->context, &c->work);
    *added = piece;
    return TLB_OK;
}

/* Where the texture begins with a texel. */
static bool line_at(const interior_compiler *c, const tlb_solid_face *face, int axis, double texel,
                    tlb_solid_plane *line)
{
    const double *equation = axis ? face->y : face->x;
    double length = sqrt(tlb_dot(equation, equation));
    for (int i = 0; i < 3; i++)
        line->normal[i] = equation[i] / length;
    line->distance = (texel / c->materials[face->material].size[axis] - equation[3]) / length;
    return length > 0;
}

/* Cuts along u, each part along v. Parts are of about the same size, so that none is a sliver. */
static tlb_status cut(interior_compiler *c, uint32_t index, tlb_winding ring, int axis)
{
    const tlb_solid_face *face = &c->solid->faces.data[index];
    const double most = INTERIOR_MOST_TEXELS << c->dig.highestMip;
    span texels;
    tlb_status status = TLB_OK;
    if (axis == 2 || ring.count < 3)
        return ring.count < 3 ? TLB_OK : add_piece(c, index, &ring);
    if (!find_span(c, face, &ring, axis, &texels))
        return add_piece(c, index, &ring);
    double parts = ceil(texels.count / most);
    if (parts > MOST_SURFACES)
        return tlb_interior_refuse(c, "surfaces", (uint64_t)parts, MOST_SURFACES, index);
    for (double i = 1; i < parts && !status; i++) {
        tlb_solid_plane line;
        tlb_winding part, rest;
        if (!line_at(c, face, axis, texels.first + floor(texels.count * i / parts), &line))
            break;
        if (!tlb_interior_split(&ring, &line, &c->work, &rest, &part))
            return tlb_report_memory(c->context, &c->work);
        status = cut(c, index, part, axis + 1);
        ring = rest;
    }
    return status ? status : cut(c, index, ring, axis + 1);
}

static tlb_status cut_face(interior_compiler *c, uint32_t index)
{
    const tlb_solid_face *face = &c->solid->faces.data[index];
    tlb_winding ring = {tlb_alloc_array(&c->work, face->corner_count, sizeof *ring.corners),
                        face->corner_count};
    if (!ring.corners)
        return tlb_report_memory(c->context, &c->work);
    for (uint32_t i = 0; i < ring.count; i++) {
        uint32_t point = c->solid->corners.data[face->first_corner + i];
        memcpy(ring.corners[i].at, c->solid->points.data[point], sizeof ring.corners[i].at);
        ring.corners[i].edge = TLB_WINDING_LOOSE;
    }
    return c->materials[face->material].number == TLB_DIG_NULL_MATERIAL ? add_piece(c, index, &ring)
                                                                        : cut(c, index, ring, 0);
}

/* What is only for collision is not. */
static bool is_in_tree(const interior_compiler *c, const tlb_solid_source *source)
{
    const tlb_level_detail *detail = &c->level->details.data[c->detail];
    tlb_brush_kind kind =
        source->of_mesh ? detail->meshes.data[source->part].kind : detail->brushes.data[source->part].kind;
    return kind != TLB_BRUSH_COLLISION;
}

tlb_status tlb_interior_cut_faces(interior_compiler *c)
{
    tlb_status status = TLB_OK;
    c->points = (tlb_weld){.dimensions = 3, .reach = TLB_LEVEL_NEAR};
    for (uint32_t i = 0; i < c->solid->faces.count && !status; i++)
        if (is_in_tree(c, &c->solid->faces.data[i].source))
            status = cut_face(c, i);
    return status;
}
