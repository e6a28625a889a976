#include "formats/torque/dif/query.h"

/* Strings may be shared by any number of points: a hull with more to say than this keeps its features to
 * itself. Those of real files have some thousand bytes. */
enum { MOST_FEATURE_BYTES = 1 << 18 };

static void add_bytes(tlb_arena *arena, tlb_value *table, const char *key, const uint8_t *bytes,
                      uint32_t count)
{
    tlb_value *list = tlb_add_list(arena, table, key);
    for (uint32_t i = 0; i < count; i++)
        tlb_add_integer(arena, list, NULL, bytes[i]);
}

static void add_points(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                       const tlb_dif_list *list, uint32_t start, uint32_t count)
{
    tlb_value *points = tlb_add_list(arena, table, "points");
    for (uint32_t i = 0; i < count && start < list->count && i < list->count - start; i++) {
        tlb_value *point = tlb_add_table(arena, points, NULL);
        uint32_t index = list->data[start + i];
        tlb_add_integer(arena, point, "index", index);
        if (index < interior->points.count)
            tlb_add_singles(arena, point, "position", interior->points.data[index], 3);
    }
}

static void add_planes(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                       const tlb_dif_list *list, uint32_t start, uint32_t count)
{
    tlb_value *planes = tlb_add_list(arena, table, "planes");
    for (uint32_t i = 0; i < count && start < list->count && i < list->count - start; i++) {
        tlb_value *row = tlb_add_table(arena, planes, NULL);
        uint16_t index = (uint16_t)list->data[start + i];
        float plane[4];
        tlb_add_integer(arena, row, "index", index & ~TLB_DIF_PLANE_FLIPPED);
        tlb_add_bool(arena, row, "flipped", (index & TLB_DIF_PLANE_FLIPPED) != 0);
        if (tlb_dif_plane_of(interior, index, true, plane))
            tlb_add_singles(arena, row, "equation", plane, 4);
    }
}

/* --- features ----------------------------------------------------------------------------------------- */

static void add_feature(tlb_arena *arena, tlb_value *list, const tlb_dif_features *f)
{
    tlb_value *table = tlb_add_table(arena, list, NULL);
    add_bytes(arena, table, "vertices", f->vertices, f->vertexCount);
    tlb_value *edges = tlb_add_list(arena, table, "edges");
    for (uint32_t i = 0; i < f->edgeCount; i++)
        add_bytes(arena, edges, NULL, f->edges + 2 * i, 2);
    tlb_value *faces = tlb_add_list(arena, table, "faces");
    const uint8_t *at = f->faces;
    for (uint32_t i = 0; i < f->faceCount; i++) {
        tlb_value *face = tlb_add_table(arena, faces, NULL);
        tlb_add_integer(arena, face, "plane", at[1]);
        add_bytes(arena, face, "vertices", at + 2, at[0]);
        at += 2 + at[0];
    }
}

static void add_features(tlb_arena *arena, tlb_value *table, const tlb_dif_hulls *hulls, uint32_t hull)
{
    uint32_t bytes = 0, points = hulls->hulls[hull].hullCount;
    tlb_dif_features features;
    for (uint32_t i = 0; i < points && bytes <= MOST_FEATURE_BYTES; i++)
        bytes += tlb_dif_hull_features(hulls, hull, i, &features) ? features.size : 0;
    tlb_value *list = bytes && bytes <= MOST_FEATURE_BYTES ? tlb_add_list(arena, table, "features") : NULL;
    for (uint32_t i = 0; list && i < points; i++)
        if (tlb_dif_hull_features(hulls, hull, i, &features))
            add_feature(arena, list, &features);
}

/* --- polyhedron --------------------------------------------------------------------------------------- */

static void add_polygons(tlb_arena *arena, tlb_value *table, const tlb_dif_polyhedron *p)
{
    tlb_value *surfaces = tlb_add_list(arena, table, "surfaces");
    const uint8_t *at = p->surfaces;
    for (uint32_t i = 0; i < p->surfaceCount; i++) {
        tlb_value *surface = tlb_add_table(arena, surfaces, NULL);
        uint32_t count = at[0];
        tlb_add_integer(arena, surface, "mask", at[1]);
        tlb_add_integer(arena, surface, "plane", at[2]);
        tlb_value *points = tlb_add_list(arena, surface, "points");
        for (at += 3; count; count--, at += 2)
            tlb_add_integer(arena, points, NULL, tlb_get_be16(at));
    }
}

static void add_polyhedron(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior,
                           const tlb_dif_hulls *hulls, uint32_t hull)
{
    tlb_dif_polyhedron p;
    if (!tlb_dif_hull_polyhedron(hulls, hull, &p))
        return;
    const tlb_dif_hull *of = &hulls->hulls[hull];
    tlb_value *polyhedron = tlb_add_table(arena, table, "polyhedron");
    add_planes(arena, polyhedron, interior, &interior->polyListPlanes, of->polyListPlaneStart, p.planeCount);
    add_bytes(arena, polyhedron, "planeMasks", p.planeMasks, p.planeCount);
    add_points(arena, polyhedron, interior, &interior->polyListPoints, of->polyListPointStart, p.pointCount);
    add_bytes(arena, polyhedron, "pointMasks", p.pointMasks, p.pointCount);
    add_polygons(arena, polyhedron, &p);
}

/* --- the hull ----------------------------------------------------------------------------------------- */

bool dif_answer_hull(tlb_arena *arena, tlb_value *table, const tlb_dif_interior *interior, uint32_t hull)
{
    if (hull >= interior->convexHulls.count)
        return false;
    const tlb_dif_hull *of = &interior->convexHulls.data[hull];
    tlb_dif_hulls hulls = tlb_dif_interior_hulls(interior);
    const float box[6] = {of->minX, of->minY, of->minZ, of->maxX, of->maxY, of->maxZ};
    tlb_add_singles(arena, table, "box", box, 6);
    add_points(arena, table, interior, &interior->hullIndices, of->hullStart, of->hullCount);
    add_planes(arena, table, interior, &interior->hullPlaneIndices, of->planeStart,
               tlb_dif_hull_plane_count(&hulls, hull));
    tlb_value *surfaces = tlb_add_list(arena, table, "surfaces");
    uint32_t listed = interior->hullSurfaceIndices.count;
    for (uint32_t i = 0; i < of->surfaceCount && of->surfaceStart < listed && i < listed - of->surfaceStart;
         i++)
        dif_add_surface(arena, tlb_add_table(arena, surfaces, NULL),
                        tlb_dif_surface_of(&interior->hullSurfaceIndices, of->surfaceStart + i));
    add_features(arena, table, &hulls, hull);
    add_polyhedron(arena, table, interior, &hulls, hull);
    return true;
}
