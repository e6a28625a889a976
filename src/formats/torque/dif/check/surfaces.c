/* Surfaces, null surfaces, the windings they are made of; static meshes. */
#include "formats/torque/dif/check/check.h"

enum {
    LEAST_CORNERS = 3,
    MOST_CORNERS = 32, /* fanMask has that many bits, and the engine arrays of that size */
    KNOWN_FLAGS = 0x3f /* 0x20: of a static mesh's hull */
};

#define DIF_MERGED 0.01 /* how far a corner in an edge may be off it: twice the thickness of a plane */

/* --- windings --------------------------------------------------------------------------------------- */

static void check_winding_ranges(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->windingIndices.count; i++) {
        const tlb_dif_winding_range *range = &interior->windingIndices.data[i];
        TLB_CHECK_RANGE(c, DIF_FAN_WINDING, range->windingStart, range->windingCount,
                        interior->windings.count, tlb_at(c, "windingIndices[%u].windingStart", i),
                        "windings");
        if (range->windingCount < LEAST_CORNERS)
            TLB_FIND(c, DIF_FAN_WINDING, tlb_at(c, "windingIndices[%u].windingCount", i),
                     "%u, expected 3 or more corners", range->windingCount);
    }
}

/* Signed indices may be -1 for none. */
static bool names_one(int32_t index, uint32_t count)
{
    return index >= -1 && index < (int64_t)count;
}

static void check_edges(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t points = interior->points.count, surfaces = interior->surfaces.count;
    for (uint32_t i = 0; i < interior->edges.count; i++) {
        const tlb_dif_edge *edge = &interior->edges.data[i];
        if ((uint32_t)edge->pointIndex0 >= points || (uint32_t)edge->pointIndex1 >= points)
            TLB_FIND(c, DIF_EDGE, tlb_at(c, "edges[%u]", i),
                     "point index %d or %d out of range; number of points: %u", edge->pointIndex0,
                     edge->pointIndex1, points);
        else if (!names_one(edge->surfaceIndex0, surfaces) || !names_one(edge->surfaceIndex1, surfaces))
            TLB_FIND(c, DIF_EDGE, tlb_at(c, "edges[%u]", i),
                     "surface index %d or %d out of range; number of surfaces: %u", edge->surfaceIndex0,
                     edge->surfaceIndex1, surfaces);
    }
    bool has_faces = interior->interiorFileVersion >= 3;
    for (uint32_t i = 0; i < interior->edges2.count; i++) {
        const tlb_dif_edge2 *edge = &interior->edges2.data[i];
        if (edge->vertex0 >= points || edge->vertex1 >= points)
            TLB_FIND(c, DIF_EDGE, tlb_at(c, "edges2[%u].vertex%d", i, edge->vertex0 < points),
                     "point index %u or %u out of range; number of points: %u", edge->vertex0, edge->vertex1,
                     points);
        else if (has_faces && (edge->face0 >= surfaces || edge->face1 >= surfaces))
            TLB_FIND(c, DIF_EDGE, tlb_at(c, "edges2[%u].face%d", i, edge->face0 < surfaces),
                     "surface index %u or %u out of range; number of surfaces: %u", edge->face0, edge->face1,
                     surfaces);
    }
}

/* The winding entries of surfaces, which come first; those of null surfaces and portals need no normals. */
static uint32_t count_drawn(const tlb_dif_interior *interior)
{
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        const tlb_dif_surface *s = &interior->surfaces.data[i];
        if (tlb_within(s->windingStart, s->windingCount, interior->windings.count) &&
            s->windingStart + s->windingCount > drawn)
            drawn = s->windingStart + s->windingCount;
    }
    return drawn;
}

/* Versions 4 and 5: a T, N and B for each winding entry. */
static void check_winding_normals(tlb_checker *c, const tlb_dif_interior *interior)
{
    if (interior->interiorFileVersion != 4 && interior->interiorFileVersion != 5)
        return;
    uint32_t drawn = count_drawn(interior), count = interior->normalIndices.count;
    if (count % 3 || count / 3 < drawn || count / 3 > interior->windings.count)
        TLB_FIND(c, DIF_WINDING_NORMALS, tlb_at(c, "normalIndices"),
                 "length %u, expected three for each of %u winding entries", count, drawn);
    tlb_dif_check_entries(c, TLB_CODE_DIF_WINDING_NORMALS, "normalIndices", interior->normalIndices.data,
                          interior->normalIndices.count, interior->normals2.count, "normals");
    tlb_dif_check_numbers(c, "normals2", (const float *)interior->normals2.data, interior->normals2.count, 3);
}

/* From version 11: an index of a matrix for each winding entry. */
static void check_tex_matrices(tlb_checker *c, const tlb_dif_interior *interior)
{
    if (interior->interiorFileVersion < 11)
        return;
    uint32_t drawn = count_drawn(interior), count = interior->texMatIndices.count;
    if (count < drawn || count > interior->windings.count)
        TLB_FIND(c, DIF_TEX_MATRIX, tlb_at(c, "texMatIndices"),
                 "length %u, expected one for each of %u winding entries", count, drawn);
    tlb_dif_check_entries(c, TLB_CODE_DIF_TEX_MATRIX, "texMatIndices", interior->texMatIndices.data,
                          interior->texMatIndices.count, interior->texMatrices.count, "texture matrices");
    tlb_dif_check_numbers(c, "texNormals", (const float *)interior->texNormals.data,
                          interior->texNormals.count, 3);
    for (uint32_t i = 0; i < interior->texMatrices.count; i++) {
        const tlb_dif_tex_matrix *m = &interior->texMatrices.data[i];
        uint32_t limit = interior->texNormals.count;
        if (!names_one(m->T, limit) || !names_one(m->N, limit) || !names_one(m->B, limit))
            TLB_FIND(c, DIF_TEX_MATRIX, tlb_at(c, "texMatrices[%u]", i),
                     "normal index %d, %d or %d out of range; number of normals: %u", m->T, m->N, m->B,
                     interior->texNormals.count);
    }
}

void tlb_dif_check_windings(tlb_checker *c, const tlb_dif_interior *interior)
{
    tlb_dif_check_entries(c, TLB_CODE_DIF_WINDING_POINT, "windings", interior->windings.data,
                          interior->windings.count, interior->points.count, "points");
    check_winding_ranges(c, interior);
    check_edges(c, interior);
    check_winding_normals(c, interior);
    check_tex_matrices(c, interior);
}

/* --- polygons --------------------------------------------------------------------------------------- */

/* Which way the triangles of a polygon turn. */
typedef struct turns {
    double area[3]; /* of all, twice, towards where it is seen turning counter-clockwise */
    double right,
        wrong; /* of the triangles that are clockwise, seen from where the plane faces, and the others */
} turns;

/* A triangle lower than the engine's thickness of a plane counts for neither way. */
static void add_triangle(turns *t, const float *corners[3], const float plane[4])
{
    double a[3], b[3], area[3], longest = 0, ab = 0, ac = 0, bc = 0, facing = 0;
    for (int axis = 0; axis < 3; axis++) {
        a[axis] = (double)corners[1][axis] - corners[0][axis];
        b[axis] = (double)corners[2][axis] - corners[0][axis];
        ab += a[axis] * a[axis];
        ac += b[axis] * b[axis];
        bc += (b[axis] - a[axis]) * (b[axis] - a[axis]);
    }
    longest = sqrt(fmax(ab, fmax(ac, bc)));
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        area[axis] = a[u] * b[v] - a[v] * b[u];
        t->area[axis] += area[axis];
        facing += area[axis] * plane[axis];
    }
    t->right += facing < -DIF_THICKNESS * longest ? -facing : 0;
    t->wrong += facing > DIF_THICKNESS * longest ? facing : 0;
}

/* A polygon as a fan around its first corner. */
static turns turns_of_fan(const tlb_dif_interior *interior, const uint32_t *points, uint32_t count,
                          const float plane[4])
{
    turns t = {{0, 0, 0}, 0, 0};
    for (uint32_t i = 1; i + 1 < count; i++) {
        const float *corners[3] = {interior->points.data[points[0]], interior->points.data[points[i]],
                                   interior->points.data[points[i + 1]]};
        add_triangle(&t, corners, plane);
    }
    return t;
}

/* The triangles that are drawn. */
static turns turns_of_strip(const tlb_dif_interior *interior, const uint32_t *strip, uint32_t count,
                            const float plane[4])
{
    turns t = {{0, 0, 0}, 0, 0};
    for (uint32_t i = 0; i + 2 < count; i++) {
        const float *corners[3] = {interior->points.data[strip[i]],
                                   interior->points.data[strip[i & 1 ? i + 2 : i + 1]],
                                   interior->points.data[strip[i & 1 ? i + 1 : i + 2]]};
        add_triangle(&t, corners, plane);
    }
    return t;
}

/* It lies on its plane, and all of it turns clockwise. `strip`: the corners as they stand in the file. */
static void check_polygon(tlb_checker *c, const tlb_dif_interior *interior, const uint32_t *strip,
                          const uint32_t *points, uint32_t count, uint16_t planeIndex, const char *list,
                          uint32_t index)
{
    /* A polygon that small is a point or a line to the engine. */
    const double NO_AREA = DIF_THICKNESS * DIF_THICKNESS;
    float plane[4];
    if (count < LEAST_CORNERS || !tlb_dif_plane_of(interior, planeIndex, true, plane))
        return;
    double farthest = 0;
    for (uint32_t i = 0; i < count; i++)
        farthest = fmax(farthest, fabs(tlb_plane_distance(plane, interior->points.data[points[i]])));
    if (farthest > DIF_THICKNESS)
        TLB_FIND(c, DIF_OFF_PLANE, tlb_at(c, "%s[%u].planeIndex", list, index),
                 "a corner is %g off the plane", farthest);
    turns t =
        strip ? turns_of_strip(interior, strip, count, plane) : turns_of_fan(interior, points, count, plane);
    const double *area = t.area;
    double facing = area[0] * plane[0] + area[1] * plane[1] + area[2] * plane[2];
    if (t.right > 0 && t.wrong > 0)
        TLB_FIND(c, DIF_CORNERS_CROSSED, tlb_at(c, "%s[%u]", list, index),
                 "triangles of %g square meters have one winding, of %g the opposite", t.right / 2,
                 t.wrong / 2);
    else if (area[0] * area[0] + area[1] * area[1] + area[2] * area[2] < NO_AREA * NO_AREA)
        TLB_FIND(c, DIF_NO_AREA, tlb_at(c, "%s[%u]", list, index), "the area is %g",
                 sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]) / 2);
    else if (facing > 0)
        TLB_FIND(c, DIF_REVERSED_WINDING, tlb_at(c, "%s[%u]", list, index),
                 "counter-clockwise winding seen from the front of the plane, expected clockwise");
}

/* --- surfaces ----------------------------------------------------------------------------------------- */

static void check_corners(tlb_checker *c, uint32_t start, uint32_t count, uint32_t windings, const char *list,
                          uint32_t index)
{
    TLB_CHECK_RANGE(c, DIF_SURFACE_WINDING, start, count, windings,
                    tlb_at(c, "%s[%u].windingStart", list, index), "windings");
    if (count < LEAST_CORNERS || count > MOST_CORNERS)
        TLB_FIND(c, DIF_SURFACE_CORNERS, tlb_at(c, "%s[%u].windingCount", list, index),
                 "%u, expected %d to %d corners", count, LEAST_CORNERS, MOST_CORNERS);
}

static void check_surface_plane(tlb_checker *c, const tlb_dif_interior *interior, uint16_t planeIndex,
                                const char *list, uint32_t index)
{
    TLB_CHECK_INDEX(c, DIF_SURFACE_PLANE, dif_plane_index(planeIndex), interior->planes.count,
                    tlb_at(c, "%s[%u].planeIndex", list, index), "planes");
}

static void check_flags(tlb_checker *c, uint8_t flags, const char *list, uint32_t index)
{
    if (flags & ~KNOWN_FLAGS)
        TLB_FIND(c, DIF_SURFACE_FLAGS, tlb_at(c, "%s[%u].surfaceFlags", list, index),
                 "0x%02x has unknown bits", flags);
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* How far a corner is from the line through two others. */
static double off_line(const float a[3], const float b[3], const float at[3])
{
    double along[3], to[3], length = 0, area = 0;
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = (double)b[axis] - a[axis];
        to[axis] = (double)at[axis] - a[axis];
        length += along[axis] * along[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, v = (axis + 2) % 3;
        double part = along[u] * to[v] - along[v] * to[u];
        area += part * part;
    }
    return length > 0 ? sqrt(area / length) : 0;
}

/* A corner that the mask leaves out was put into an edge, between two that it keeps. `points`: all of them.
 */
static void check_left_out(tlb_checker *c, const tlb_dif_interior *interior, uint32_t mask,
                           const uint32_t *points, uint32_t count, uint32_t index)
{
    uint32_t before = count - 1;
    while (!(mask >> before & 1))
        before--;
    for (uint32_t i = 0, after = 0; i < count; i++) {
        if (mask >> i & 1) {
            before = i;
            continue;
        }
        for (after = i + 1; !(mask >> (after % count) & 1);)
            after++;
        double off = off_line(interior->points.data[points[before]],
                              interior->points.data[points[after % count]], interior->points.data[points[i]]);
        if (off <= DIF_MERGED)
            continue;
        TLB_FIND(c, DIF_FAN_MASK, tlb_at(c, "surfaces[%u].fanMask", index),
                 "0x%x leaves out corner %u, which is %g off the edge between its neighbors", mask, i, off);
        return;
    }
}

static void check_fan_mask(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_surface *surface,
                           const uint32_t *points, uint32_t count, uint32_t index)
{
    uint32_t corners = surface->windingCount;
    uint32_t possible = corners < MOST_CORNERS ? (1u << corners) - 1 : UINT32_MAX;
    uint32_t kept = count_bits(surface->fanMask & possible);
    if (surface->fanMask & ~possible)
        TLB_FIND(c, DIF_FAN_MASK, tlb_at(c, "surfaces[%u].fanMask", index),
                 "0x%x has bits beyond the last corner; number of corners: %u", surface->fanMask, corners);
    else if (kept < LEAST_CORNERS && corners >= LEAST_CORNERS)
        TLB_FIND(c, DIF_FAN_MASK, tlb_at(c, "surfaces[%u].fanMask", index),
                 "0x%x: corners left to collide with: %u, expected 3 or more", surface->fanMask, kept);
    else if (kept < count && count <= MOST_CORNERS)
        check_left_out(c, interior, surface->fanMask, points, count, index);
}

void tlb_dif_check_textures(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        const tlb_dif_surface *surface = &interior->surfaces.data[i];
        TLB_CHECK_INDEX(c, DIF_SURFACE_MATERIAL, surface->textureIndex, interior->materials.count,
                        tlb_at(c, "surfaces[%u].textureIndex", i), "materials");
        TLB_CHECK_INDEX(c, DIF_SURFACE_TEXGEN, surface->texGenIndex, interior->texGenEqs.count,
                        tlb_at(c, "surfaces[%u].texGenIndex", i), "texGenEqs");
    }
}

void tlb_dif_check_surfaces(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < interior->surfaces.count; i++) {
        const tlb_dif_surface *surface = &interior->surfaces.data[i];
        check_corners(c, surface->windingStart, surface->windingCount, interior->windings.count, "surfaces",
                      i);
        check_surface_plane(c, interior, surface->planeIndex, "surfaces", i);
        check_flags(c, surface->surfaceFlags, "surfaces", i);
        uint32_t count = tlb_dif_surface_polygon(interior, surface, false, points);
        check_fan_mask(c, interior, surface, points, count, i);
        const uint32_t *strip = count ? interior->windings.data + surface->windingStart : NULL;
        check_polygon(c, interior, strip, points, count, surface->planeIndex, "surfaces", i);
    }
}

void tlb_dif_check_null_surfaces(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint32_t points[TLB_DIF_MAX_WINDING];
    for (uint32_t i = 0; i < interior->nullSurfaces.count; i++) {
        const tlb_dif_null_surface *surface = &interior->nullSurfaces.data[i];
        check_corners(c, surface->windingStart, surface->windingCount, interior->windings.count,
                      "nullSurfaces", i);
        check_surface_plane(c, interior, surface->planeIndex, "nullSurfaces", i);
        check_flags(c, surface->surfaceFlags, "nullSurfaces", i);
        uint32_t count = tlb_dif_null_surface_polygon(interior, surface, points);
        check_polygon(c, interior, NULL, points, count, surface->planeIndex, "nullSurfaces", i);
    }
}

/* --- static meshes ------------------------------------------------------------------------------------ */

static void check_primitives(tlb_checker *c, const tlb_dif_interior *interior,
                             const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->primitives.count; i++) {
        const tlb_dif_primitive *p = &mesh->primitives.data[i];
        DIF_CHECK_BOOL(c, p->alpha, tlb_at(c, "primitives[%u].alpha", i));
        TLB_CHECK_RANGE(c, DIF_MESH_PRIMITIVE, p->start, p->count, mesh->indices.count,
                        tlb_at(c, "primitives[%u].start", i), "indices");
        if (mesh->hasMaterialList && !names_one(p->diffuseIndex, mesh->materials.count))
            TLB_FIND(c, DIF_MESH_PRIMITIVE, tlb_at(c, "primitives[%u].diffuseIndex", i),
                     "index %d out of range; number of materials: %u", p->diffuseIndex,
                     mesh->materials.count);
        if (!names_one(p->lightMapIndex, interior->lightMaps.count))
            TLB_FIND(c, DIF_MESH_PRIMITIVE, tlb_at(c, "primitives[%u].lightMapIndex", i),
                     "index %d out of range; number of light maps: %u", p->lightMapIndex,
                     interior->lightMaps.count);
        DIF_CHECK_FINITE(c, p->lightMapEquationX, 4, tlb_at(c, "primitives[%u].lightMapEquationX", i));
        DIF_CHECK_FINITE(c, p->lightMapEquationY, 4, tlb_at(c, "primitives[%u].lightMapEquationY", i));
    }
}

static void check_count(tlb_checker *c, const tlb_dif_static_mesh *mesh, const char *list, uint32_t count)
{
    if (count != mesh->vertices.count)
        TLB_FIND(c, DIF_MESH_VERTICES, tlb_at(c, "%s", list), "length %u, expected %u (number of vertices)",
                 count, mesh->vertices.count);
}

static void check_vertices(tlb_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->indices.count; i++)
        TLB_CHECK_INDEX(c, DIF_MESH_VERTICES, mesh->indices.data[i], mesh->vertices.count,
                        tlb_at(c, "indices[%u]", i), "vertices");
    check_count(c, mesh, "normals", mesh->normals.count);
    check_count(c, mesh, "diffuseUVs", mesh->diffuseUVs.count);
    check_count(c, mesh, "lightmapUVs", mesh->lightmapUVs.count);
    tlb_dif_check_numbers(c, "vertices", (const float *)mesh->vertices.data, mesh->vertices.count, 3);
    tlb_dif_check_numbers(c, "normals", (const float *)mesh->normals.data, mesh->normals.count, 3);
    tlb_dif_check_numbers(c, "diffuseUVs", (const float *)mesh->diffuseUVs.data, mesh->diffuseUVs.count, 2);
    tlb_dif_check_numbers(c, "lightmapUVs", (const float *)mesh->lightmapUVs.data, mesh->lightmapUVs.count,
                          2);
}

static void check_bitmaps(tlb_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->diffuseBitmaps.count; i++) {
        const tlb_dif_bitmap *bitmap = &mesh->diffuseBitmaps.data[i];
        size_t outer = tlb_enter(c, "diffuseBitmaps[%u].", i);
        DIF_CHECK_BOOL(c, bitmap->hasBitmap, tlb_at(c, "hasBitmap"));
        if (bitmap->hasBitmap)
            tlb_dif_check_png(c, bitmap->bitmap, "bitmap");
        c->part = outer;
    }
}

static void check_mesh(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_static_mesh *mesh)
{
    check_primitives(c, interior, mesh);
    check_vertices(c, mesh);
    tlb_dif_check_materials(c, mesh->materials.data, mesh->materials.count);
    check_bitmaps(c, mesh);
    DIF_CHECK_BOOL(c, mesh->hasMaterialList, tlb_at(c, "hasMaterialList"));
    DIF_CHECK_BOOL(c, mesh->hasSolid, tlb_at(c, "hasSolid"));
    DIF_CHECK_BOOL(c, mesh->hasTranslucency, tlb_at(c, "hasTranslucency"));
    DIF_CHECK_FINITE(c, mesh->bounds, 6, tlb_at(c, "bounds"));
    DIF_CHECK_FINITE(c, mesh->transform, 16, tlb_at(c, "transform"));
    DIF_CHECK_FINITE(c, mesh->scale, 3, tlb_at(c, "scale"));
}

void tlb_dif_check_static_meshes(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++) {
        size_t outer = tlb_enter(c, "staticMeshes[%u].", i);
        check_mesh(c, interior, &interior->staticMeshes.data[i]);
        c->part = outer;
    }
}

void tlb_dif_check_materials(tlb_checker *c, const tlb_text *materials, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tlb_text name = materials[i];
        if (!name.size)
            TLB_FIND(c, DIF_MATERIAL_EMPTY, tlb_at(c, "materials[%u]", i), "the name is empty");
        else if (memchr(name.data, '/', name.size) || memchr(name.data, '\\', name.size))
            TLB_FIND(c, DIF_MATERIAL_PATH, tlb_at(c, "materials[%u]", i), "%s", name.data);
    }
}
