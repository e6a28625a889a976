/* Planes, from the corners of what lies on them. A plane that no polygon fits any more moves; a polygon that
 * left a plane others are still on gets another. */
#include "formats/torque/dif/check/check.h"
#include "formats/torque/dif/rebuild/rebuild.h"

#include <string.h>

#define SAME_DIRECTION 1e-4 /* that planes of one direction differ by */

/* --- a plane and a polygon ---------------------------------------------------------------------------- */

double tlb_dif_plane_through(const tlb_dif_interior *x, const uint32_t *points, uint32_t count,
                             double plane[4])
{
    double middle[3] = {0}, area[3] = {0}, length = 0, farthest = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += (double)x->points.data[points[i]][axis] / count;
    for (uint32_t i = 0; i < count; i++) {
        const float *a = x->points.data[points[i]], *b = x->points.data[points[i + 1 < count ? i + 1 : 0]];
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            area[axis] -= (a[u] - middle[u]) * (b[v] - middle[v]) - (a[v] - middle[v]) * (b[u] - middle[u]);
        }
    }
    for (int axis = 0; axis < 3; axis++)
        length += area[axis] * area[axis];
    length = sqrt(length);
    if (!(length > 0) || !isfinite(length))
        return INFINITY;
    plane[3] = 0;
    for (int axis = 0; axis < 3; axis++) {
        plane[axis] = area[axis] / length;
        if (fabs(plane[axis]) < 1e-7) /* what rounding leaves of 0 */
            plane[axis] = 0;
        plane[3] -= plane[axis] * middle[axis];
    }
    for (uint32_t i = 0; i < count; i++) {
        double at = plane[3];
        for (int axis = 0; axis < 3; axis++)
            at += plane[axis] * x->points.data[points[i]][axis];
        farthest = fmax(farthest, fabs(at));
    }
    return farthest;
}

/* The farthest corner's distance from a plane of the interior; INFINITY where there is no such plane. */
static double off_plane(const tlb_dif_interior *x, uint16_t planeIndex, const uint32_t *points,
                        uint32_t count)
{
    float plane[4];
    double farthest = 0;
    if (!tlb_dif_plane_of(x, planeIndex, false, plane) || !tlb_all_finite(plane, 4))
        return INFINITY;
    double length = (double)plane[0] * plane[0] + (double)plane[1] * plane[1] + (double)plane[2] * plane[2];
    if (length < 0.5)
        return INFINITY;
    for (uint32_t i = 0; i < count; i++)
        farthest = fmax(farthest, fabs(tlb_plane_distance(plane, x->points.data[points[i]])));
    return farthest;
}

/* --- the tables of planes and normals ------------------------------------------------------------------ */

/* Whether a normal of the table is a direction, or its inverse, and which. */
static int same_direction(const float normal[3], const double direction[3])
{
    double along = 0, off[2] = {0, 0};
    for (int axis = 0; axis < 3; axis++) {
        along += normal[axis] * direction[axis];
        off[0] = fmax(off[0], fabs(normal[axis] - direction[axis]));
        off[1] = fmax(off[1], fabs(normal[axis] + direction[axis]));
    }
    return off[along < 0] <= SAME_DIRECTION ? along < 0 ? -1 : 1 : 0;
}

static bool add_normal(dif_rebuild *r, const double direction[3], uint16_t *index)
{
    float normal[3] = {(float)direction[0], (float)direction[1], (float)direction[2]};
    for (uint32_t i = 0; i < r->normals.count && i <= UINT16_MAX && dif_rebuild_step(r); i++)
        if (memcmp(r->normals.data[i], normal, sizeof normal) == 0) {
            *index = (uint16_t)i;
            return true;
        }
    tlb_vec3 *added = r->normals.count <= UINT16_MAX ? TLB_PUSH(&r->document->arena, &r->normals) : NULL;
    if (!added)
        return false;
    memcpy(added, normal, sizeof normal);
    *index = (uint16_t)(r->normals.count - 1);
    r->x->normals.data = r->normals.data;
    r->x->normals.count = r->normals.count;
    return true;
}

/* Sets a plane of the table; its normal stays where it is the same direction and the corners stay near. */
static bool set_plane(dif_rebuild *r, uint32_t index, const double plane[4], const uint32_t *points,
                      uint32_t count)
{
    tlb_dif_plane *to = &r->planes.data[index], before = *to;
    if (to->normalIndex < r->normals.count && same_direction(r->normals.data[to->normalIndex], plane) > 0) {
        const float *normal = r->normals.data[to->normalIndex];
        double sum = 0;
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++)
                sum -= (double)normal[axis] * r->x->points.data[points[i]][axis] / count;
        to->planeDistance = (float)sum;
        if (off_plane(r->x, (uint16_t)index, points, count) <= DIF_FLAT / 2)
            return true;
        *to = before;
    }
    if (!add_normal(r, plane, &to->normalIndex))
        return false;
    to->planeDistance = (float)plane[3];
    return true;
}

bool tlb_dif_find_plane(dif_rebuild *r, const double plane[4], const uint32_t *points, uint32_t count,
                        uint16_t *planeIndex)
{
    for (uint32_t i = 0; i < r->planes.count && i < TLB_DIF_PLANE_FLIPPED && dif_rebuild_step(r); i++) {
        if (r->planes.data[i].normalIndex >= r->normals.count)
            continue;
        int side = same_direction(r->normals.data[r->planes.data[i].normalIndex], plane);
        if (!side || fabs(r->planes.data[i].planeDistance - side * plane[3]) > 1 ||
            off_plane(r->x, (uint16_t)i, points, count) > DIF_FLAT)
            continue;
        *planeIndex = (uint16_t)(i | (side < 0 ? TLB_DIF_PLANE_FLIPPED : 0));
        return true;
    }
    tlb_dif_plane *added =
        r->planes.count < TLB_DIF_PLANE_FLIPPED ? TLB_PUSH(&r->document->arena, &r->planes) : NULL;
    if (!added)
        return false;
    *added = (tlb_dif_plane){0, (float)plane[3]};
    r->x->planes.data = r->planes.data;
    r->x->planes.count = r->planes.count;
    *planeIndex = (uint16_t)(r->planes.count - 1);
    return add_normal(r, plane, &added->normalIndex);
}

/* --- polygons ------------------------------------------------------------------------------------------ */

/* Whatever lies on a plane. */
typedef struct user {
    uint32_t next;             /* user of the plane + 1 */
    uint32_t first, count;     /* points */
    uint16_t *plane;           /* of a surface, null surface or portal */
    tlb_dif_portal *portal;    /* whose plane is never flipped: zoneFront is where it is positive */
    uint32_t hull;             /* of such a face */
    uint32_t *hull_plane;      /* of the face of a hull: entry of hullPlaneIndices */
    bool left, lost;           /* its plane; and it has none of its own */
    double at[4], off, extent; /* its own plane, how far it is off that; its longest diagonal, squared */
} user;

typedef struct users {
    dif_rebuild *r;
    TLB_LIST(user) list;
    TLB_LIST(uint32_t) points;
    uint32_t *first; /* user of each plane + 1 */
    uint32_t left;   /* how many left their planes */
} users;

static uint16_t plane_index(const user *u)
{
    return (uint16_t)(u->hull_plane ? *u->hull_plane : u->portal ? dif_plane_index(*u->plane) : *u->plane);
}

static bool add_user(users *all, user u, const uint32_t *points, uint32_t count)
{
    tlb_arena *scratch = &all->r->scratch;
    if (count < 3)
        return true;
    if (!TLB_RESERVE(scratch, &all->points, count) || !TLB_RESERVE(scratch, &all->list, 1)) {
        tlb_dif_rebuild_failed(all->r);
        return false;
    }
    u.first = all->points.count;
    u.count = count;
    memcpy(all->points.data + u.first, points, count * sizeof *points);
    all->points.count += count;
    all->list.data[all->list.count++] = u;
    return true;
}

static void add_surfaces(users *all)
{
    tlb_dif_interior *x = all->r->x;
    uint32_t points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < x->surfaces.count && !all->r->status; i++) {
        tlb_dif_surface *s = &x->surfaces.data[i];
        add_user(all, (user){.plane = &s->planeIndex}, points, tlb_dif_surface_polygon(x, s, false, points));
    }
    for (uint32_t i = 0; i < x->nullSurfaces.count && !all->r->status; i++) {
        tlb_dif_null_surface *s = &x->nullSurfaces.data[i];
        add_user(all, (user){.plane = &s->planeIndex}, points, tlb_dif_null_surface_polygon(x, s, points));
    }
}

static void add_portals(users *all)
{
    tlb_dif_interior *x = all->r->x;
    uint32_t points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < x->portals.count && !all->r->status; i++) {
        tlb_dif_portal *portal = &x->portals.data[i];
        if (!portal->triFanCount || portal->triFanStart >= x->windingIndices.count)
            continue;
        const tlb_dif_winding_range *fan = &x->windingIndices.data[portal->triFanStart];
        tlb_dif_null_surface polygon = {.windingStart = fan->windingStart, .windingCount = fan->windingCount};
        add_user(all, (user){.plane = &portal->planeIndex, .portal = portal}, points,
                 tlb_dif_null_surface_polygon(x, &polygon, points));
    }
}

/* The faces of a hull as its emit strings have them, which know nothing of where points are now. */
static void add_hull_faces(users *all, const tlb_dif_hulls *hulls, uint32_t index, uint8_t *seen)
{
    tlb_dif_interior *x = all->r->x;
    const tlb_dif_hull *hull = &hulls->hulls[index];
    uint32_t planes = tlb_dif_hull_plane_count(hulls, index), points[TLB_DIF_HULL_MAX];
    if (planes > TLB_DIF_HULL_MAX)
        return;
    memset(seen, 0, TLB_DIF_HULL_MAX);
    for (uint32_t i = 0; i < hull->hullCount && i < TLB_DIF_HULL_MAX; i++) {
        tlb_dif_features features;
        if (!dif_rebuild_step(all->r) || !tlb_dif_hull_features(hulls, index, i, &features))
            return;
        const uint8_t *face = features.faces;
        for (uint32_t f = 0; f < features.faceCount; f++, face += 2 + face[0]) {
            if (face[1] >= planes || seen[face[1]])
                continue;
            seen[face[1]] = 1;
            uint32_t count = 0;
            for (uint32_t k = 0; k < face[0]; k++) {
                uint32_t point = hulls->hullIndices[hull->hullStart + features.vertices[face[2 + k]]];
                if (point < x->points.count)
                    points[count++] = point;
            }
            uint32_t *entry = &x->hullPlaneIndices.data[hull->planeStart + face[1]];
            if (count == face[0] && *entry <= UINT16_MAX &&
                !add_user(all, (user){.hull = index, .hull_plane = entry}, points, count))
                return;
        }
    }
}

/* --- who is where ------------------------------------------------------------------------------------ */

/* A portal's plane keeps its front, whichever way the polygon turns. */
static void face_as_before(const tlb_dif_interior *x, user *u)
{
    float plane[4];
    if (!u->portal || !tlb_dif_plane_of(x, *u->plane, false, plane) ||
        plane[0] * u->at[0] + plane[1] * u->at[1] + plane[2] * u->at[2] >= 0)
        return;
    for (int i = 0; i < 4; i++)
        u->at[i] = -u->at[i];
}

/* The plane that a polygon is on now: that of before, moved along its normal, or else the one through its
 * corners, which those of slivers hardly tell. */
static void find_own_plane(const tlb_dif_interior *x, user *u, const uint32_t *points)
{
    float plane[4];
    if (tlb_dif_plane_of(x, plane_index(u), !u->portal, plane) && tlb_all_finite(plane, 4)) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < u->count; i++) {
            double at = tlb_plane_distance(plane, x->points.data[points[i]]);
            low = fmin(low, at);
            high = fmax(high, at);
        }
        for (int i = 0; i < 4; i++)
            u->at[i] = plane[i];
        u->at[3] -= (low + high) / 2;
        u->off = (high - low) / 2;
        double length = u->at[0] * u->at[0] + u->at[1] * u->at[1] + u->at[2] * u->at[2];
        if (u->off <= DIF_FLAT / 2 && fabs(length - 1) < SAME_DIRECTION)
            return;
    }
    u->off = tlb_dif_plane_through(x, points, u->count, u->at);
    face_as_before(x, u);
}

/* Whether a polygon left its plane: it is far off, and nearer to one of its own. */
static void measure(users *all, user *u)
{
    const tlb_dif_interior *x = all->r->x;
    const uint32_t *points = all->points.data + u->first;
    uint16_t index = plane_index(u);
    double off = off_plane(x, index, points, u->count);
    if (off > DIF_FLAT) {
        find_own_plane(x, u, points);
        u->left = u->off < off / 2;
        u->lost = !u->left;
        all->left += u->lost;
    }
    uint32_t plane = dif_plane_index(index);
    if (plane < all->r->planes.count) {
        u->next = all->first[plane];
        all->first[plane] = (uint32_t)(u - all->list.data) + 1;
    }
    if (!u->left)
        return;
    all->left++;
    if (u->hull_plane)
        all->r->touched[u->hull] = 1;
    double longest = 0;
    for (uint32_t i = 1; i < u->count; i++) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            double d = (double)x->points.data[points[i]][axis] - x->points.data[points[0]][axis];
            square += d * d;
        }
        longest = fmax(longest, square);
    }
    u->extent = longest;
}

/* The plane that all its polygons left goes with the widest of them. */
static void move_plane(users *all, uint32_t plane)
{
    user *list = all->list.data, *widest = NULL;
    for (uint32_t at = list ? all->first[plane] : 0; at; at = list[at - 1].next) {
        user *u = &list[at - 1];
        if (!u->left && !u->lost)
            return;
        widest = u->left && (!widest || u->extent > widest->extent) ? u : widest;
    }
    if (!widest)
        return;
    bool flipped = plane_index(widest) & TLB_DIF_PLANE_FLIPPED;
    double to[4];
    for (int i = 0; i < 4; i++)
        to[i] = flipped ? -widest->at[i] : widest->at[i];
    if (!set_plane(all->r, plane, to, all->points.data + widest->first, widest->count))
        return;
    for (uint32_t at = all->first[plane]; at; at = all->list.data[at - 1].next) {
        user *u = &all->list.data[at - 1];
        u->left = u->left &&
                  off_plane(all->r->x, (uint16_t)plane, all->points.data + u->first, u->count) > DIF_FLAT;
    }
}

static void find_planes(users *all)
{
    uint32_t refused = 0;
    for (uint32_t i = 0; i < all->list.count && !all->r->status; i++) {
        user *u = &all->list.data[i];
        uint16_t index;
        if (!u->left)
            continue;
        if (!tlb_dif_find_plane(all->r, u->at, all->points.data + u->first, u->count, &index)) {
            refused++;
            continue;
        }
        if (u->portal && index & TLB_DIF_PLANE_FLIPPED) {
            uint16_t front = u->portal->zoneFront;
            u->portal->zoneFront = u->portal->zoneBack;
            u->portal->zoneBack = front;
            index &= (uint16_t)~TLB_DIF_PLANE_FLIPPED;
        }
        if (u->plane)
            *u->plane = index;
        else
            *u->hull_plane = index;
    }
    if (refused)
        tlb_dif_rebuild_report(all->r, TLB_CODE_DIF_INDEX_SPACE, "planes",
                               "no index is left for the planes of %u polygons", refused);
}

/* --- all of them ------------------------------------------------------------------------------------- */

/* Surfaces, and which way they look. */
static void note_directions(dif_rebuild *r, float (*directions)[4])
{
    for (uint32_t i = 0; i < r->x->surfaces.count; i++)
        if (!tlb_dif_plane_of(r->x, r->x->surfaces.data[i].planeIndex, true, directions[i]))
            memset(directions[i], 0, sizeof directions[i]);
}

static void note_turns(dif_rebuild *r, float (*before)[4])
{
    for (uint32_t i = 0; i < r->x->surfaces.count; i++) {
        float plane[4] = {0};
        tlb_dif_plane_of(r->x, r->x->surfaces.data[i].planeIndex, true, plane);
        const double direction[3] = {plane[0], plane[1], plane[2]};
        r->turned[i] = same_direction(before[i], direction) <= 0;
    }
}

/* What no plane fits. */
static void report_bent(users *all)
{
    static const char *const field = "points";
    uint32_t bent = 0;
    double farthest = 0;
    for (uint32_t i = 0; i < all->list.count; i++) {
        const user *u = &all->list.data[i];
        double off = off_plane(all->r->x, plane_index(u), all->points.data + u->first, u->count);
        bent += u->plane && off > DIF_THICKNESS && isfinite(off);
        farthest = u->plane && isfinite(off) ? fmax(farthest, off) : farthest;
    }
    if (bent)
        tlb_dif_rebuild_report(all->r, TLB_CODE_DIF_OFF_PLANE, field,
                               "%u polygons are not flat; the farthest corner is %g off", bent, farthest);
}

void tlb_dif_fit_planes(dif_rebuild *r)
{
    tlb_dif_interior *x = r->x;
    users all = {.r = r};
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(x);
    float(*before)[4] = tlb_dif_rebuild_scratch(r, x->surfaces.count, sizeof *before);
    uint8_t *seen = tlb_dif_rebuild_scratch(r, TLB_DIF_HULL_MAX, 1);
    all.first = tlb_dif_rebuild_scratch(r, x->planes.count, sizeof *all.first);
    if (r->status)
        return;
    note_directions(r, before);
    add_surfaces(&all);
    add_portals(&all);
    for (uint32_t i = 0; i < hulls.hullCount && !r->status; i++)
        add_hull_faces(&all, &hulls, i, seen);
    uint32_t planes = x->planes.count;
    for (uint32_t i = 0; i < all.list.count && !r->status; i++)
        measure(&all, &all.list.data[i]);
    r->edited = all.left && all.left < all.list.count;
    for (uint32_t i = 0; i < planes && !r->status; i++)
        move_plane(&all, i);
    find_planes(&all);
    note_turns(r, before);
    report_bent(&all);
}
