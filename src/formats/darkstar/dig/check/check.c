/* The rules of interior geometry. Parts may be anything: no rule relies on another having held. */
#include "formats/darkstar/dig/check/check.h"

#include "base/text.h"
#include "core/tree_check.h"

/* --- numbers, points and planes ------------------------------------------------------------------------ */

static void check_numbers(tlb_checker *c, const tlb_dig *dig)
{
    TLB_CHECK_FINITE(c, DIG_NOT_FINITE, &dig->textureScale, 1, "textureScale");
    TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->box, 6, "box");
    for (uint32_t i = 0; i < dig->points3.count; i++)
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->points3.data[i], 3, tlb_at(c, "points3[%u]", i));
    for (uint32_t i = 0; i < dig->points2.count; i++)
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, dig->points2.data[i], 2, tlb_at(c, "points2[%u]", i));
    if (dig->highestMip < 0 || dig->highestMip > DIG_LAST_MIP)
        TLB_FIND(c, DIG_MIP, "highestMip", "%d, expected 0 to %d", dig->highestMip, DIG_LAST_MIP);
    if (dig->flags & ~(uint32_t)TLB_DIG_LOW_DETAIL)
        TLB_FIND(c, DIG_FLAGS, "flags", "0x%08x has unknown bits; only bit 0 is known", dig->flags);
}

static void check_box(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->points3.count; i++) {
        const float *p = dig->points3.data[i];
        for (int axis = 0; axis < 3; axis++)
            if ((double)p[axis] < dig->box[axis] - DIG_THICKNESS ||
                (double)p[axis] > dig->box[axis + 3] + DIG_THICKNESS) {
                TLB_FIND(c, DIG_BOX, tlb_at(c, "points3[%u]", i), "%c is %g, outside the box (%g to %g)",
                         "xyz"[axis], (double)p[axis], (double)dig -> box[axis],
                         (double)dig -> box[axis + 3]);
                break;
            }
    }
}

static void check_planes(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->planes.count; i++) {
        const float *p = dig->planes.data[i];
        TLB_CHECK_FINITE(c, DIG_NOT_FINITE, p, 4, tlb_at(c, "planes[%u]", i));
        double length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        if (fabs(length - 1) > 1e-3)
            TLB_FIND(c, DIG_PLANE_NORMAL, tlb_at(c, "planes[%u]", i), "length %g, expected 1", length);
    }
}

static void check_vertices(tlb_checker *c, const tlb_dig *dig)
{
    for (uint32_t i = 0; i < dig->verts.count; i++) {
        TLB_CHECK_INDEX(c, DIG_VERTEX, dig->verts.data[i].pIdx, dig->points3.count,
                        tlb_at(c, "verts[%u].pIdx", i), "points3");
        TLB_CHECK_INDEX(c, DIG_VERTEX, dig->verts.data[i].tIdx, dig->points2.count,
                        tlb_at(c, "verts[%u].tIdx", i), "points2");
    }
}

/* --- vectors ------------------------------------------------------------------------------------------- */

typedef double vector[3];

static void difference(vector out, const float a[3], const float b[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (double)a[i] - b[i];
}

static void cross(vector out, const vector a, const vector b)
{
    for (int i = 0; i < 3; i++) {
        int u = (i + 1) % 3, v = (i + 2) % 3;
        out[i] = a[u] * b[v] - a[v] * b[u];
    }
}

static double dot(const vector a, const vector b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* --- surfaces: references ------------------------------------------------------------------------------ */

static void check_references(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    TLB_CHECK_INDEX(c, DIG_SURFACE_PLANE, s->planeIdx, dig->planes.count,
                    tlb_at(c, "surfaces[%u].planeIdx", i), "planes");
    TLB_CHECK_RANGE(c, DIG_SURFACE_VERTICES, s->vertIdx, s->numVerts, dig->verts.count,
                    tlb_at(c, "surfaces[%u].vertIdx", i), "verts");
    if (s->numVerts < 3)
        TLB_FIND(c, DIG_SURFACE_CORNERS, tlb_at(c, "surfaces[%u].numVerts", i), "%u", s->numVerts);
}

/* Its points, and that they hold its corners. `listed` has for each point the last surface that listed it,
 * from 1. */
static void check_points(tlb_checker *c, const tlb_dig *dig, uint32_t i, uint32_t *listed)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    tlb_bit_list list = tlb_bit_list_open(dig->bits, s->pointIdx, s->pointBytes);
    uint32_t point;
    bool missing = false;
    while (!missing && tlb_bit_list_next(&list, &point)) {
        missing = point >= dig->points3.count;
        if (!missing)
            listed[point] = i + 1;
    }
    if (list.broken)
        TLB_FIND(c, DIG_SURFACE_POINTS, tlb_at(c, "surfaces[%u].pointIdx", i),
                 "invalid bit list of %u bytes at %u; length of bits: %zu", s->pointBytes, s->pointIdx,
                 dig->bits.size);
    else if (missing)
        TLB_FIND(c, DIG_SURFACE_POINTS, tlb_at(c, "surfaces[%u].pointIdx", i),
                 "point index %u out of range; number of points: %u", point, dig->points3.count);
    else if (tlb_dig_has_polygon(dig, s))
        for (uint32_t k = 0; k < s->numVerts; k++)
            if (listed[dig->verts.data[s->vertIdx + k].pIdx] != i + 1)
                TLB_FIND(c, DIG_POINT_UNLISTED, tlb_at(c, "surfaces[%u].pointIdx", i),
                         "vertex %u (point %u) is missing from the list", k,
                         dig->verts.data[s->vertIdx + k].pIdx);
}

/* --- surfaces: polygons -------------------------------------------------------------------------------- */

/* Twice its area, as a vector towards whom sees it counter-clockwise. */
static void area_of(const tlb_dig *dig, const tlb_dig_surface *s, vector area)
{
    area[0] = area[1] = area[2] = 0;
    for (uint32_t k = 2; k < s->numVerts; k++) {
        vector ab, ac, part;
        difference(ab, dig_corner(dig, s, k - 1), dig_corner(dig, s, 0));
        difference(ac, dig_corner(dig, s, k), dig_corner(dig, s, 0));
        cross(part, ab, ac);
        for (int axis = 0; axis < 3; axis++)
            area[axis] += part[axis];
    }
}

/* Whether the way around turns back anywhere, by more than a hundredth of a radian. */
static bool turns_back(const tlb_dig *dig, const tlb_dig_surface *s, const vector behind)
{
    for (uint32_t k = 0; k < s->numVerts; k++) {
        const float *a = dig_corner(dig, s, k), *b = dig_corner(dig, s, (k + 1u) % s->numVerts),
                    *c = dig_corner(dig, s, (k + 2u) % s->numVerts);
        vector ab, bc, turn;
        difference(ab, b, a);
        difference(bc, c, b);
        cross(turn, ab, bc);
        if (dot(turn, behind) < -0.01 * sqrt(dot(ab, ab) * dot(bc, bc)))
            return true;
    }
    return false;
}

static void check_polygon(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    float plane[4];
    double farthest = 0;
    vector area, behind;
    tlb_dig_surface_plane(dig, s, plane);
    for (uint32_t k = 0; k < s->numVerts; k++)
        farthest = fmax(farthest, fabs(tlb_plane_distance(plane, dig_corner(dig, s, k))));
    if (farthest > DIG_THICKNESS)
        TLB_FIND(c, DIG_OFF_PLANE, tlb_at(c, "surfaces[%u].planeIdx", i), "a vertex is %g off plane %u",
                 farthest, s->planeIdx);
    area_of(dig, s, area);
    for (int axis = 0; axis < 3; axis++)
        behind[axis] = -(double)plane[axis];
    bool flat = !(dot(area, area) > 1e-12), folded = turns_back(dig, s, behind);
    if (flat && !folded)
        TLB_FIND(c, DIG_NO_AREA, tlb_at(c, "surfaces[%u].vertIdx", i), "the area is %g square meters",
                 sqrt(dot(area, area)) / 2);
    else if (!flat && dot(area, behind) < 0)
        TLB_FIND(c, DIG_REVERSED_WINDING, tlb_at(c, "surfaces[%u].vertIdx", i), "plane %u faces %s",
                 s->planeIdx, s->flags & TLB_DIG_PLANE_FRONT ? "the other way" : "the same way");
    else if (folded)
        TLB_FIND(c, DIG_NOT_CONVEX, tlb_at(c, "surfaces[%u].vertIdx", i),
                 "its %u vertices do not form a convex polygon", s->numVerts);
}

static void check_uv(tlb_checker *c, const tlb_dig *dig, uint32_t i)
{
    const tlb_dig_surface *s = &dig->surfaces.data[i];
    for (uint32_t k = 0; k < s->numVerts; k++) {
        const float *uv = dig->points2.data[dig->verts.data[s->vertIdx + k].tIdx];
        if (uv[0] < -1e-3f || uv[0] > 1.001f || uv[1] < -1e-3f || uv[1] > 1.001f) {
            TLB_FIND(c, DIG_UV_RANGE, tlb_at(c, "surfaces[%u].vertIdx", i),
                     "vertex %u has %g, %g; expected 0 to 1", k, (double)uv[0], (double)uv[1]);
            break;
        }
    }
}

static void check_surfaces(tlb_checker *c, const tlb_dig *dig)
{
    uint32_t *listed = tlb_scratch(c, dig->points3.count, sizeof *listed);
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        check_references(c, dig, i);
        if (listed)
            check_points(c, dig, i, listed);
        if (!tlb_dig_has_polygon(dig, &dig->surfaces.data[i]))
            continue;
        check_polygon(c, dig, i);
        check_uv(c, dig, i);
    }
}

/* --- nodes ------------------------------------------------------------------------------------------- */

static void check_child(tlb_checker *c, const tlb_dig *dig, uint32_t index, const char *side, int16_t child)
{
    uint32_t leaf = (uint32_t)(-(child + 1));
    if (child >= 0)
        TLB_CHECK_INDEX(c, DIG_BSP_CHILD, (uint32_t)child, dig->nodes.count,
                        tlb_at(c, "nodes[%u].%s", index, side), "nodes");
    else
        TLB_CHECK_INDEX(c, DIG_BSP_CHILD, leaf, tlb_dig_leaf_count(dig),
                        tlb_at(c, "nodes[%u].%s", index, side), "leaves");
}

static void check_nodes(tlb_checker *c, const tlb_dig *dig)
{
    if (!dig->nodes.count && dig->surfaces.count)
        TLB_FIND(c, DIG_NO_BSP, "nodes", "there are surfaces, but no node to start rays at");
    for (uint32_t i = 0; i < dig->nodes.count; i++) {
        const tlb_dig_node *node = &dig->nodes.data[i];
        TLB_CHECK_INDEX(c, DIG_BSP_PLANE, node->planeIdx, dig->planes.count,
                        tlb_at(c, "nodes[%u].planeIdx", i), "planes");
        check_child(c, dig, i, "front", node->front);
        check_child(c, dig, i, "back", node->back);
    }
}

static uint32_t child_node(const void *dig, uint32_t node, int side)
{
    const tlb_dig_node *n = &((const tlb_dig *)dig)->nodes.data[node];
    int16_t child = side ? n->back : n->front;
    return child < 0 ? UINT32_MAX : (uint32_t)child;
}

static void check_tree(tlb_checker *c, const tlb_dig *dig)
{
    check_nodes(c, dig);
    tlb_check_tree(c, &(tlb_tree){.nodes = dig,
                                  .count = dig->nodes.count,
                                  .child_of = child_node,
                                  .list = "nodes",
                                  .sides = {"front", "back"},
                                  .cycle = TLB_CODE_DIG_BSP_CYCLE,
                                  .shared = TLB_CODE_DIG_BSP_SHARED,
                                  .unreached = TLB_CODE_DIG_BSP_UNREACHED});
}

/* --- leaves ------------------------------------------------------------------------------------------ */

/* Lists may share their bytes; those that are met this often, on average, are not followed any more. */
enum { LISTS_PER_BYTE = 16 };

typedef struct leaf_checker {
    tlb_checker *c;
    const tlb_dig *dig;
    float (*boxes)[6]; /* of the surfaces */
    uint8_t *seen;     /* the surfaces in an empty leaf */
    uint64_t budget;   /* bytes of lists */
} leaf_checker;

const char *tlb_dig_leaf_path(tlb_checker *c, const tlb_dig *dig, uint32_t leaf, const char *field)
{
    if (dig->pers.version < 7)
        return tlb_at(c, "leaves[%u].%s", leaf, field);
    uint32_t solid = leaf - TLB_DIG_OUTSIDE_LEAVES;
    if (leaf >= TLB_DIG_OUTSIDE_LEAVES && solid < dig->solidLeaves.count)
        return tlb_at(c, "solidLeaves[%u].%s", solid, field);
    uint32_t empty = leaf < TLB_DIG_OUTSIDE_LEAVES ? leaf : leaf - dig->solidLeaves.count;
    return tlb_at(c, "emptyLeaves[%u].%s", empty, field);
}

static const char *list_path(leaf_checker *l, uint32_t leaf, const char *field)
{
    return tlb_dig_leaf_path(l->c, l->dig, leaf, field);
}

/* Whether there is still budget for a list, which is then paid. */
static bool affords(leaf_checker *l, const tlb_bit_list *list)
{
    uint64_t price = list->at ? (uint64_t)(list->end - list->at) : 0;
    bool enough = price <= l->budget;
    l->budget -= enough ? price : 0;
    return enough;
}

static void check_list(leaf_checker *l, uint32_t leaf, tlb_bit_list list, const char *field, uint32_t limit,
                       const char *things)
{
    uint32_t number;
    while (tlb_bit_list_next(&list, &number))
        if (number >= limit) {
            TLB_FIND(l->c, DIG_LEAF_REF, list_path(l, leaf, field), "index %u out of range; number of %s: %u",
                     number, things, limit);
            return;
        }
    if (list.broken)
        TLB_FIND(l->c, DIG_LEAF_LIST, list_path(l, leaf, field), "invalid bit list; length of bits: %zu",
                 l->dig->bits.size);
}

static bool boxes_meet(const float a[6], const float b[6])
{
    bool meet = true;
    for (int axis = 0; axis < 3; axis++)
        meet &=
            (double)a[axis] <= b[axis + 3] + DIG_THICKNESS && (double)b[axis] <= a[axis + 3] + DIG_THICKNESS;
    return meet;
}

static void check_drawn(leaf_checker *l, uint32_t leaf, const tlb_dig_leaf_info *info)
{
    tlb_bit_list list = info->surfaces;
    uint32_t surface;
    while (tlb_bit_list_next(&list, &surface) && surface < l->dig->surfaces.count) {
        l->seen[surface] = 1;
        if (!boxes_meet(l->boxes[surface], info->box))
            TLB_FIND(l->c, DIG_LEAF_BOX, list_path(l, leaf, "box"), "surface %u is outside the box", surface);
    }
}

/* False when the budget is used up. */
static bool check_leaf(leaf_checker *l, uint32_t leaf)
{
    const tlb_dig *dig = l->dig;
    tlb_dig_leaf_info info;
    if (!tlb_dig_leaf_at(dig, leaf, &info))
        return true;
    if (!affords(l, &info.surfaces) || !affords(l, &info.planes) || !affords(l, &info.visible))
        return false;
    check_list(l, leaf, info.surfaces, "surfIdx", dig->surfaces.count, "surfaces");
    check_list(l, leaf, info.planes, "planeIdx", dig->planes.count, "planes");
    check_list(l, leaf, info.visible, "pvsIdx", tlb_dig_leaf_count(dig), "leaves");
    if (info.has_box)
        TLB_CHECK_FINITE(l->c, DIG_NOT_FINITE, info.box, 6, list_path(l, leaf, "box"));
    if (info.solid)
        return true;
    check_drawn(l, leaf, &info);
    return true;
}

/* The boxes of polygons; those that are none are everywhere. */
static void find_boxes(const tlb_dig *dig, float (*boxes)[6])
{
    for (uint32_t i = 0; i < dig->surfaces.count; i++) {
        const tlb_dig_surface *s = &dig->surfaces.data[i];
        bool whole = tlb_dig_has_polygon(dig, s);
        for (int axis = 0; axis < 3; axis++) {
            boxes[i][axis] = whole ? INFINITY : -INFINITY;
            boxes[i][axis + 3] = whole ? -INFINITY : INFINITY;
        }
        for (uint32_t k = 0; whole && k < s->numVerts; k++)
            for (int axis = 0; axis < 3; axis++) {
                boxes[i][axis] = fminf(boxes[i][axis], dig_corner(dig, s, k)[axis]);
                boxes[i][axis + 3] = fmaxf(boxes[i][axis + 3], dig_corner(dig, s, k)[axis]);
            }
    }
}

static void check_leaves(tlb_checker *c, const tlb_dig *dig)
{
    leaf_checker l = {.c = c, .dig = dig, .budget = (uint64_t)dig->bits.size * LISTS_PER_BYTE};
    l.boxes = tlb_scratch(c, dig->surfaces.count, sizeof *l.boxes);
    l.seen = tlb_scratch(c, dig->surfaces.count, sizeof *l.seen);
    if (!l.boxes || !l.seen)
        return;
    find_boxes(dig, l.boxes);
    for (uint32_t i = 0; i < tlb_dig_leaf_count(dig); i++)
        if (!check_leaf(&l, i)) {
            TLB_FIND(c, DIG_LISTS_SHARED, list_path(&l, i, "surfIdx"), "leaves not checked: %u",
                     tlb_dig_leaf_count(dig) - i);
            return;
        }
    for (uint32_t i = 0; i < dig->surfaces.count; i++)
        if (!l.seen[i] && dig->surfaces.data[i].material != TLB_DIG_NULL_MATERIAL)
            TLB_FIND(c, DIG_SURFACE_LEAF, tlb_at(c, "surfaces[%u]", i), "it is in the list of no empty leaf");
}

/* --- all of it ----------------------------------------------------------------------------------------- */

/* Diagnostics of what keeps the tree from being gone down. */
static uint64_t broken(const tlb_checker *c)
{
    return tlb_tally_of(c->context, TLB_CODE_DIG_BSP_PLANE) +
           tlb_tally_of(c->context, TLB_CODE_DIG_BSP_CHILD) +
           tlb_tally_of(c->context, TLB_CODE_DIG_BSP_CYCLE) +
           tlb_tally_of(c->context, TLB_CODE_DIG_BSP_SHARED);
}

tlb_status tlb_dig_check(tlb_document *document)
{
    const tlb_dig *dig = document->root;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    check_numbers(&c, dig);
    check_box(&c, dig);
    check_planes(&c, dig);
    check_vertices(&c, dig);
    check_surfaces(&c, dig);
    uint64_t before = broken(&c), boxes = tlb_tally_of(c.context, TLB_CODE_DIG_LEAF_BOX);
    check_tree(&c, dig);
    check_leaves(&c, dig);
    if (broken(&c) == before) {
        tlb_dig_check_tree(&c, dig, tlb_tally_of(c.context, TLB_CODE_DIG_LEAF_BOX) == boxes);
        tlb_dig_check_pvs(&c, dig);
    }
    if (dig->pers.rest.size + dig->tail.size)
        tlb_report(c.context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, dig->pers.rest.size ? "rest" : "tail",
                   "%zu %s after the end; engines ignore them", dig->pers.rest.size + dig->tail.size,
                   tlb_plural(dig->pers.rest.size + dig->tail.size, "byte", "bytes"));
    return tlb_checker_end(&c);
}
