/* An interior: its numbers, planes, materials, bounds, BSP tree, and the limits of its indices; force fields
 * and vehicle collision, which are interiors with less in them. */
#include "formats/torque/dif/check/check.h"
#include "core/tree_check.h"

#include <float.h>

/* --- planes ----------------------------------------------------------------------------------------- */

/* A vector is finite and of unit length. */
static void check_normal(tlb_checker *c, const float n[3], const char *list, uint32_t index)
{
    const double UNIT_TOLERANCE = 1e-3; /* a millimeter's error at a meter's distance */
    double length = sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
    DIF_CHECK_FINITE(c, n, 3, tlb_at(c, "%s[%u]", list, index));
    if (isfinite(length) && fabs(length - 1) > UNIT_TOLERANCE)
        TLB_FIND(c, DIF_NORMAL_LENGTH, tlb_at(c, "%s[%u]", list, index), "length %g, expected 1", length);
}

static void check_planes(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->normals.count; i++)
        check_normal(c, interior->normals.data[i], "normals", i);
    for (uint32_t i = 0; i < interior->planes.count; i++) {
        const tlb_dif_plane *plane = &interior->planes.data[i];
        TLB_CHECK_INDEX(c, DIF_PLANE_NORMAL, plane->normalIndex, interior->normals.count,
                        tlb_at(c, "planes[%u].normalIndex", i), "normals");
        DIF_CHECK_FINITE(c, &plane->planeDistance, 1, tlb_at(c, "planes[%u].planeDistance", i));
    }
}

/* --- points ----------------------------------------------------------------------------------------- */

static void check_visibility(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t count = interior->pointVisibilities.count;
    if (interior->interiorFileVersion == 4) /* which has none */
        return;
    if (count != interior->points.count) {
        TLB_FIND(c, DIF_POINT_VISIBILITY, tlb_at(c, "pointVisibilities"),
                 "length %u, expected %u (number of points)", count, interior->points.count);
        return;
    }
    uint8_t *used = tlb_scratch(c, count, 1);
    for (uint32_t i = 0; used && i < interior->surfaces.count; i++) {
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint32_t corners = tlb_dif_surface_polygon(interior, &interior->surfaces.data[i], false, points);
        for (uint32_t k = 0; k < corners; k++)
            used[points[k]] = 1;
    }
    for (uint32_t i = 0; used && i < count; i++) {
        uint8_t visibility = interior->pointVisibilities.data[i];
        if ((visibility != 0) != used[i])
            TLB_FIND(c, DIF_POINT_USE, tlb_at(c, "pointVisibilities[%u]", i),
                     "%u, but %s surface uses the point", visibility, used[i] ? "a" : "no");
    }
}

/* --- bounds ------------------------------------------------------------------------------------------- */

typedef struct extent {
    double least[3], most[3];
} extent;

static void extend(extent *e, const float point[3])
{
    for (int axis = 0; axis < 3; axis++) {
        e->least[axis] = fmin(e->least[axis], (double)point[axis]);
        e->most[axis] = fmax(e->most[axis], (double)point[axis]);
    }
}

/* Of all points, or of those that are used, and of static meshes. */
static extent extent_of(const tlb_dif_interior *interior, const uint8_t *used)
{
    extent e = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < interior->points.count; i++)
        if (!used || used[i])
            extend(&e, interior->points.data[i]);
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++)
        for (uint32_t k = 0; k < interior->staticMeshes.data[i].vertices.count; k++) {
            float at[3];
            tlb_dif_place_vertex(&interior->staticMeshes.data[i], k, at);
            extend(&e, at);
        }
    return e;
}

static void mark_used(const tlb_dif_interior *interior, const tlb_dif_list *list, uint8_t *used)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] < interior->points.count)
            used[list->data[i]] = 1;
}

static void check_bounds(tlb_checker *c, const tlb_dif_interior *interior)
{
    const float *box = interior->boundingBox, *sphere = interior->boundingSphere;
    if (!interior->points.count) {
        if (!tlb_all_finite(box, 6) || !tlb_all_finite(sphere, 4))
            TLB_FIND(c, DIF_NO_BOUNDS, tlb_at(c, tlb_all_finite(box, 6) ? "boundingSphere" : "boundingBox"),
                     "infinite or NaN, as there are no points");
        return;
    }
    DIF_CHECK_FINITE(c, box, 6, tlb_at(c, "boundingBox"));
    DIF_CHECK_FINITE(c, sphere, 4, tlb_at(c, "boundingSphere"));
    uint8_t *used = tlb_scratch(c, interior->points.count, 1); /* exporters left others out of the bounds */
    if (!used)
        return;
    mark_used(interior, &interior->windings, used);
    mark_used(interior, &interior->hullIndices, used);
    extent points = extent_of(interior, used), all = extent_of(interior, NULL);
    double outside = 0, spare = 0;
    for (int axis = 0; axis < 3; axis++) {
        outside = fmax(outside, fmax(box[axis] - points.least[axis], points.most[axis] - box[3 + axis]));
        spare = fmax(spare, fmax(all.least[axis] - box[axis], box[3 + axis] - all.most[axis]));
    }
    if (outside > DIF_THICKNESS)
        TLB_FIND(c, DIF_BOX, tlb_at(c, "boundingBox"), "a point is %g outside the box", outside);
    else if (spare > DIF_THICKNESS)
        TLB_FIND(c, DIF_BOX_LOOSE, tlb_at(c, "boundingBox"), "up to %g larger than the points require",
                 spare);
    double farthest = 0;
    for (uint32_t i = 0; i < interior->points.count; i++) {
        const float *p = interior->points.data[i];
        double x = (double)p[0] - sphere[0], y = (double)p[1] - sphere[1], z = (double)p[2] - sphere[2];
        farthest = used[i] ? fmax(farthest, sqrt(x * x + y * y + z * z)) : farthest;
    }
    if (farthest - sphere[3] > DIF_THICKNESS + FLT_EPSILON * sphere[3])
        TLB_FIND(c, DIF_SPHERE, tlb_at(c, "boundingSphere"),
                 "a point is %g from the center; the radius is %g", farthest, (double)sphere[3]);
}

/* --- materials, texture equations ------------------------------------------------------------------- */

static void check_texgen_plane(tlb_checker *c, const float plane[4], const char *name, uint32_t i)
{
    DIF_CHECK_FINITE(c, plane, 4, tlb_at(c, "texGenEqs[%u].%s", i, name));
    if (plane[0] == 0 && plane[1] == 0 && plane[2] == 0)
        TLB_FIND(c, DIF_TEXGEN_ZERO, tlb_at(c, "texGenEqs[%u].%s", i, name),
                 "the vector is zero: the texture is smeared");
}

/* Both axes of a texture are needed to tell one point of a surface from another. */
static void check_texgen_axes(tlb_checker *c, const tlb_dif_texgen *eq, uint32_t i)
{
    const double LEAST_SINE = 1e-3;
    const float *x = eq->planeX, *y = eq->planeY;
    double xx = 0, yy = 0, cross = 0;
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        double part = (double)x[u] * y[v] - (double)x[v] * y[u];
        cross += part * part;
        xx += (double)x[axis] * x[axis];
        yy += (double)y[axis] * y[axis];
    }
    if (xx > 0 && yy > 0 && cross < LEAST_SINE * LEAST_SINE * xx * yy)
        TLB_FIND(c, DIF_TEXGEN_ZERO, tlb_at(c, "texGenEqs[%u].planeY", i),
                 "it is parallel to planeX: the texture is smeared");
}

/* Those that surfaces use: exporters left others unfinished. */
static void check_texgens(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint8_t *used = tlb_scratch(c, interior->texGenEqs.count, 1);
    for (uint32_t i = 0; used && i < interior->surfaces.count; i++)
        if (interior->surfaces.data[i].texGenIndex < interior->texGenEqs.count)
            used[interior->surfaces.data[i].texGenIndex] = 1;
    for (uint32_t i = 0; used && i < interior->texGenEqs.count; i++)
        if (used[i]) {
            check_texgen_plane(c, interior->texGenEqs.data[i].planeX, "planeX", i);
            check_texgen_plane(c, interior->texGenEqs.data[i].planeY, "planeY", i);
            check_texgen_axes(c, &interior->texGenEqs.data[i], i);
        }
}

/* --- limits of indices ------------------------------------------------------------------------------ */

static void check_index_space(tlb_checker *c, const tlb_dif_interior *interior)
{
    /* Wide children have 18 bits for leaves, but engines hold the indices of solid leaves in 16. */
    bool wide = interior->interiorFileVersion >= 14;
    const struct {
        const char *list;
        uint32_t count, limit;
    } spaces[] = {
        {"normals", interior->normals.count, 0x10000},
        {"planes", interior->planes.count, 0x8000},
        {"bspNodes", interior->bspNodes.count, wide ? 0x80000 : 0x8000},
        {"bspSolidLeaves", interior->bspSolidLeaves.count, wide ? 0x10000 : 0x4000},
        {"materials", interior->materials.count, 0x10000},
        {"zones", interior->zones.count, TLB_DIF_NO_ZONE},
        {"portals", interior->portals.count, 0x10000},
        {"surfaces", interior->surfaces.count, 0x10000},
        {"convexHulls", interior->convexHulls.count, 0x10000},
    };
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (spaces[i].count > spaces[i].limit - spaces[i].limit / 10)
            TLB_FIND(c, DIF_INDEX_SPACE, tlb_at(c, "%s", spaces[i].list),
                     "length %u; the largest index possible is %u", spaces[i].count, spaces[i].limit - 1);
}

static void check_end(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t version = interior->interiorFileVersion, reserved = version < 10 ? 3 : version < 11 ? 2 : 0;
    for (uint32_t i = 0; version != 4 && i < reserved; i++)
        if (interior->reserved[i])
            TLB_FIND(c, DIF_RESERVED, tlb_at(c, "reserved"), "%u, expected 0", interior->reserved[i]);
    DIF_CHECK_BOOL(c, interior->extendedLightMapData, tlb_at(c, "extendedLightMapData"));
}

/* --- nodes ------------------------------------------------------------------------------------------ */

static void check_child(tlb_checker *c, const tlb_dif_interior *interior, uint32_t index, const char *side,
                        uint32_t value)
{
    tlb_dif_child child = tlb_dif_child_of(interior, value);
    switch (child.kind) {
    case TLB_DIF_NODE:
        TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->bspNodes.count,
                        tlb_at(c, "bspNodes[%u].%s", index, side), "nodes");
        break;
    case TLB_DIF_SOLID_LEAF:
        TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->bspSolidLeaves.count,
                        tlb_at(c, "bspNodes[%u].%s", index, side), "solid leaves");
        break;
    case TLB_DIF_EMPTY_LEAF:
        if (child.index != TLB_DIF_NO_ZONE &&
            interior->zones.count) /* no zones are one diagnostic, elsewhere */
            TLB_CHECK_INDEX(c, DIF_BSP_CHILD, child.index, interior->zones.count,
                            tlb_at(c, "bspNodes[%u].%s", index, side), "zones");
        break;
    }
}

static void check_nodes(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->bspNodes.count; i++) {
        const tlb_dif_bsp_node *node = &interior->bspNodes.data[i];
        uint32_t plane = dif_plane_index(node->planeIndex);
        TLB_CHECK_INDEX(c, DIF_BSP_PLANE, plane, interior->planes.count,
                        tlb_at(c, "bspNodes[%u].planeIndex", i), "planes");
        if (node->planeIndex & TLB_DIF_PLANE_FLIPPED)
            TLB_FIND(c, DIF_BSP_FLIPPED, tlb_at(c, "bspNodes[%u].planeIndex", i),
                     "plane %u has the flipped bit", plane);
        check_child(c, interior, i, "frontIndex", node->frontIndex);
        check_child(c, interior, i, "backIndex", node->backIndex);
    }
}

/* --- tree ------------------------------------------------------------------------------------------- */

static uint32_t child_node(const void *interior, uint32_t node, int side)
{
    const tlb_dif_interior *x = interior;
    const tlb_dif_bsp_node *n = &x->bspNodes.data[node];
    tlb_dif_child child = tlb_dif_child_of(x, side ? n->backIndex : n->frontIndex);
    return child.kind == TLB_DIF_NODE ? child.index : UINT32_MAX;
}

static void check_tree(tlb_checker *c, const tlb_dif_interior *interior)
{
    tlb_check_tree(c, &(tlb_tree){.nodes = interior,
                                  .count = interior->bspNodes.count,
                                  .child_of = child_node,
                                  .list = "bspNodes",
                                  .sides = {"frontIndex", "backIndex"},
                                  .cycle = TLB_CODE_DIF_BSP_CYCLE,
                                  .shared = TLB_CODE_DIF_BSP_SHARED,
                                  .unreached = TLB_CODE_DIF_BSP_UNREACHED});
}

/* --- solid leaves ----------------------------------------------------------------------------------- */

static void check_solid_leaves(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->bspSolidLeaves.count; i++) {
        const tlb_dif_solid_leaf *leaf = &interior->bspSolidLeaves.data[i];
        TLB_CHECK_RANGE(c, DIF_SOLID_LEAF_RANGE, leaf->surfaceIndex, leaf->surfaceCount,
                        interior->solidLeafSurfaces.count, tlb_at(c, "bspSolidLeaves[%u].surfaceIndex", i),
                        "solidLeafSurfaces");
    }
    tlb_dif_check_surface_refs(c, interior, &interior->solidLeafSurfaces, "solidLeafSurfaces");
}

/* Diagnostics of what keeps a tree from being gone down. */
static uint64_t broken(const tlb_checker *c)
{
    return tlb_tally_of(c->context, TLB_CODE_DIF_BSP_PLANE) +
           tlb_tally_of(c->context, TLB_CODE_DIF_BSP_CHILD) +
           tlb_tally_of(c->context, TLB_CODE_DIF_BSP_CYCLE) +
           tlb_tally_of(c->context, TLB_CODE_DIF_BSP_SHARED);
}

void tlb_dif_check_bsp(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint64_t before = broken(c);
    if (!interior->bspNodes.count && interior->surfaces.count)
        TLB_FIND(c, DIF_NO_BSP, tlb_at(c, "bspNodes"), "there are surfaces, but no node to start rays at");
    check_nodes(c, interior);
    check_tree(c, interior);
    check_solid_leaves(c, interior);
    if (broken(c) == before)
        tlb_dif_check_tree(c, interior);
}

/* --- interior ----------------------------------------------------------------------------------------- */

void tlb_dif_check_interior(tlb_checker *c, const tlb_dif_interior *interior, bool first_detail)
{
    tlb_mark memory = tlb_arena_mark(&c->arena);
    DIF_CHECK_BOOL(c, interior->hasAlarmState, tlb_at(c, "hasAlarmState"));
    check_bounds(c, interior);
    check_planes(c, interior);
    tlb_dif_check_numbers(c, "points", (const float *)interior->points.data, interior->points.count, 3);
    check_visibility(c, interior);
    check_texgens(c, interior);
    tlb_dif_check_materials(c, interior->materials.data, interior->materials.count);
    check_index_space(c, interior);
    tlb_dif_check_windings(c, interior);
    tlb_dif_check_surfaces(c, interior);
    tlb_dif_check_textures(c, interior);
    tlb_dif_check_null_surfaces(c, interior);
    tlb_dif_check_bsp(c, interior);
    tlb_dif_check_zones(c, interior);
    tlb_dif_check_light_maps(c, interior);
    tlb_dif_check_lights(c, interior);
    tlb_dif_check_hulls(c, interior, first_detail);
    tlb_dif_check_bins(c, interior);
    tlb_dif_check_static_meshes(c, interior);
    check_end(c, interior);
    tlb_arena_rewind(&c->arena, memory);
}

/* --- force fields, vehicle collision ---------------------------------------------------------------- */

static void no_memory(tlb_checker *c)
{
    if (!c->status)
        c->status = tlb_report_memory(c->context, &c->arena);
}

void tlb_dif_check_force_field(tlb_checker *c, const tlb_dif_force_field *field)
{
    tlb_dif_interior interior;
    if (!tlb_dif_force_field_as_interior(&c->arena, field, &interior)) {
        no_memory(c);
        return;
    }
    tlb_dif_check_text(c, field->name, "name");
    check_bounds(c, &interior);
    check_planes(c, &interior);
    tlb_dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    tlb_dif_check_windings(c, &interior);
    tlb_dif_check_surfaces(c, &interior);
    tlb_dif_check_bsp(c, &interior);
}

void tlb_dif_check_vehicle_collision(tlb_checker *c, const tlb_dif_vehicle_collision *collision)
{
    tlb_dif_interior interior;
    if (!tlb_dif_vehicle_as_interior(&c->arena, collision, &interior)) {
        no_memory(c);
        return;
    }
    for (uint32_t i = 0; i < collision->hullSurfaceIndices.count; i++)
        if (!(collision->hullSurfaceIndices.data[i] & DIF_VEHICLE_NULL_SURFACE))
            TLB_FIND(c, DIF_SURFACE_REF, tlb_at(c, "hullSurfaceIndices[%u]", i),
                     "0x%08x, expected the bit of a vehicle's null surface to be set",
                     collision->hullSurfaceIndices.data[i]);
    tlb_dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    for (uint32_t i = 0; i < interior.planes.count; i++)
        check_normal(c, interior.normals.data[i], "planes", i);
    tlb_dif_check_windings(c, &interior);
    tlb_dif_check_null_surfaces(c, &interior);
    tlb_dif_check_hulls(c, &interior, true);
}
