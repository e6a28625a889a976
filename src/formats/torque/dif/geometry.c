/* The geometry of an interior, one reference at a time: BSP children, planes, polygons, texture equations;
 * and force fields and the vehicle collision as interiors with less in them. */
#include "formats/torque/dif/dif.h"
#include "base/argument.h"

#include <string.h>

tlb_dif_child tlb_dif_child_of(const tlb_dif_interior *interior, uint32_t frontOrBackIndex)
{
    if (!interior)
        return (tlb_dif_child){TLB_DIF_EMPTY_LEAF, TLB_DIF_NO_ZONE};
    dif_leaf_bits bits = dif_leaf_bits_of(interior->interiorFileVersion);
    if (!(frontOrBackIndex & bits.leaf))
        return (tlb_dif_child){TLB_DIF_NODE, frontOrBackIndex};
    return (tlb_dif_child){frontOrBackIndex & bits.solid ? TLB_DIF_SOLID_LEAF : TLB_DIF_EMPTY_LEAF,
                           frontOrBackIndex & ~(bits.leaf | bits.solid)};
}

tlb_dif_surface_ref tlb_dif_surface_of(const tlb_dif_list *list, uint32_t entry)
{
    if (!list)
        return (tlb_dif_surface_ref){false, TLB_DIF_NO_SURFACE};
    if (entry >= list->count)
        return (tlb_dif_surface_ref){false, TLB_DIF_NO_SURFACE};
    enum { WIDE_PARAM = 4 };
    bool narrow = list->flagged && list->param != WIDE_PARAM;
    uint32_t null_bit = narrow ? 0x8000 : DIF_NULL_SURFACE, value = list->data[entry];
    return (tlb_dif_surface_ref){(value & null_bit) != 0, value & ~null_bit};
}

bool tlb_dif_plane_of(const tlb_dif_interior *interior, uint16_t planeIndex, bool flips, float plane[4])
{
    if (!interior || !plane)
        return false;
    uint32_t index = dif_plane_index(planeIndex);
    if (index >= interior->planes.count)
        return false;
    const tlb_dif_plane *stored = &interior->planes.data[index];
    if (stored->normalIndex >= interior->normals.count)
        return false;
    const float *normal = interior->normals.data[stored->normalIndex];
    memcpy(plane, normal, 3 * sizeof *plane);
    plane[3] = stored->planeDistance;
    if (flips && (planeIndex & TLB_DIF_PLANE_FLIPPED))
        for (int i = 0; i < 4; i++)
            plane[i] = -plane[i];
    return true;
}

/* The windings of a polygon, NULL when they or the points they name are out of range. */
static const uint32_t *valid_windings(const tlb_dif_interior *interior, uint32_t start, uint32_t count)
{
    const tlb_dif_list *windings = &interior->windings;
    if (!count || count > TLB_DIF_MAX_WINDING || !tlb_within(start, count, windings->count))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (windings->data[start + i] >= interior->points.count)
            return NULL;
    return windings->data + start;
}

/* Where polygon corner `corner` is in a strip p0 p1 p(n-1) p2 p(n-2) ... of n. */
static uint32_t strip_position(uint32_t corner, uint32_t n)
{
    if (!corner)
        return 0;
    return corner <= n / 2 ? 2 * corner - 1 : 2 * (n - corner);
}

uint32_t tlb_dif_surface_polygon(const tlb_dif_interior *interior, const tlb_dif_surface *surface,
                                 bool collision, uint32_t points[TLB_DIF_MAX_WINDING])
{
    if (!interior || !surface || !points)
        return 0;
    uint32_t count = surface->windingCount, kept = 0;
    const uint32_t *strip = valid_windings(interior, surface->windingStart, count);
    for (uint32_t corner = 0; strip && corner < count; corner++)
        if (!collision || corner >= 32 || surface->fanMask >> corner & 1)
            points[kept++] = strip[strip_position(corner, count)];
    return kept;
}

uint32_t tlb_dif_null_surface_polygon(const tlb_dif_interior *interior, const tlb_dif_null_surface *surface,
                                      uint32_t points[TLB_DIF_MAX_WINDING])
{
    if (!interior || !surface || !points)
        return 0;
    const uint32_t *polygon = valid_windings(interior, surface->windingStart, surface->windingCount);
    for (uint32_t i = 0; polygon && i < surface->windingCount; i++)
        points[i] = polygon[i];
    return polygon ? surface->windingCount : 0;
}

uint32_t tlb_dif_collision_polygon(const tlb_dif_interior *interior, tlb_dif_surface_ref ref,
                                   uint32_t points[TLB_DIF_MAX_WINDING], uint16_t *planeIndex)
{
    if (!interior || !points || !planeIndex)
        return 0;
    if (ref.index >= (ref.null_surface ? interior->nullSurfaces.count : interior->surfaces.count))
        return 0;
    if (ref.null_surface) {
        const tlb_dif_null_surface *surface = &interior->nullSurfaces.data[ref.index];
        *planeIndex = surface->planeIndex;
        return tlb_dif_null_surface_polygon(interior, surface, points);
    }
    const tlb_dif_surface *surface = &interior->surfaces.data[ref.index];
    *planeIndex = surface->planeIndex;
    return tlb_dif_surface_polygon(interior, surface, true, points);
}

static float evaluate(const float equation[4], const float point[3])
{
    return equation[0] * point[0] + equation[1] * point[1] + equation[2] * point[2] + equation[3];
}

void tlb_dif_texture_uv(const tlb_dif_texgen *texgen, const float point[3], float uv[2])
{
    if (!texgen || !point || !uv)
        return;
    uv[0] = evaluate(texgen->planeX, point);
    uv[1] = evaluate(texgen->planeY, point);
}

/* finalWord: which axes in the three highest bits, then the binary logarithms of the scales, six bits
 * each. */
const uint8_t tlb_dif_light_map_axes[8][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};

/* 1 / 2^logarithm: ldexpf takes as long as all else that is done for a corner. */
static float scale_of(uint32_t logarithm)
{
    uint32_t bits = (127 - logarithm) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

void tlb_dif_light_map_uv(const tlb_dif_surface *surface, const float point[3], float uv[2])
{
    if (!surface || !point || !uv)
        return;
    const uint8_t *axis = tlb_dif_light_map_axes[dif_axes_of(surface)];
    uv[0] = point[axis[0]] * scale_of(surface->finalWord >> 6 & 63) + surface->texGenXDistance;
    uv[1] = point[axis[1]] * scale_of(surface->finalWord & 63) + surface->texGenYDistance;
}

void tlb_dif_place_vertex(const tlb_dif_static_mesh *mesh, uint32_t vertex, float at[3])
{
    for (int row = 0; row < 3; row++) {
        double sum = mesh->transform[row * 4 + 3];
        for (int axis = 0; axis < 3; axis++)
            sum += (double)mesh->transform[row * 4 + axis] * (double)mesh->scale[axis] *
                   (double)mesh->vertices.data[vertex][axis];
        at[row] = (float)sum;
    }
}

uint8_t *tlb_dif_surfaces_in_zones(tlb_arena *arena, const tlb_dif_interior *interior)
{
    const tlb_dif_list *listed = &interior->zoneSurfaces;
    uint8_t *marks = tlb_zalloc(arena, interior->surfaces.count);
    int32_t *changes = tlb_zalloc_array(arena, listed->count + (size_t)1, sizeof *changes);
    if (!marks || !changes)
        return NULL;
    for (uint32_t i = 0; i < interior->zones.count; i++) {
        const tlb_dif_zone *zone = &interior->zones.data[i];
        if (!tlb_within(zone->surfaceStart, zone->surfaceCount, listed->count))
            continue;
        changes[zone->surfaceStart]++;
        changes[zone->surfaceStart + zone->surfaceCount]--;
    }
    for (uint32_t i = 0, zones = 0; i < listed->count; i++) { /* how many zones have the entry */
        zones += (uint32_t)changes[i];
        if (zones && listed->data[i] < interior->surfaces.count)
            marks[listed->data[i]] = 1;
    }
    return marks;
}

/* --- parts as interiors ----------------------------------------------------------------------------- */

#define SAME(to, from) ((to).data = (from).data, (to).count = (from).count)

static bool copy_nodes(tlb_arena *arena, const tlb_dif_force_field *field, tlb_dif_interior *interior)
{
    tlb_dif_bsp_node *nodes = tlb_alloc_array(arena, field->bspNodes.count, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < field->bspNodes.count; i++) {
        const tlb_dif_force_field_node *node = &field->bspNodes.data[i];
        nodes[i] = (tlb_dif_bsp_node){node->planeIndex, node->frontIndex, node->backIndex};
    }
    interior->bspNodes.data = nodes;
    interior->bspNodes.count = field->bspNodes.count;
    return nodes != NULL;
}

static bool copy_surfaces(tlb_arena *arena, const tlb_dif_force_field *field, tlb_dif_interior *interior)
{
    tlb_dif_surface *surfaces = tlb_alloc_array(arena, field->surfaces.count, sizeof *surfaces);
    for (uint32_t i = 0; surfaces && i < field->surfaces.count; i++) {
        const tlb_dif_force_field_surface *surface = &field->surfaces.data[i];
        surfaces[i] = (tlb_dif_surface){.windingStart = surface->windingStart,
                                        .windingCount = surface->windingCount,
                                        .planeIndex = surface->planeIndex,
                                        .surfaceFlags = surface->surfaceFlags,
                                        .fanMask = surface->fanMask};
    }
    interior->surfaces.data = surfaces;
    interior->surfaces.count = field->surfaces.count;
    return surfaces != NULL;
}

bool tlb_dif_force_field_as_interior(tlb_arena *arena, const tlb_dif_force_field *field,
                                     tlb_dif_interior *interior)
{
    *interior = (tlb_dif_interior){0};
    memcpy(interior->boundingBox, field->boundingBox, sizeof interior->boundingBox);
    memcpy(interior->boundingSphere, field->boundingSphere, sizeof interior->boundingSphere);
    SAME(interior->normals, field->normals);
    SAME(interior->planes, field->planes);
    SAME(interior->points, field->points);
    SAME(interior->bspSolidLeaves, field->bspSolidLeaves);
    SAME(interior->windings, field->windings);
    SAME(interior->solidLeafSurfaces, field->solidLeafSurfaces);
    return copy_nodes(arena, field, interior) && copy_surfaces(arena, field, interior);
}

/* What there is no room for in a force field is not in such an interior; its surfaces keep all but their
 * planes. */
bool tlb_dif_force_field_from_interior(tlb_arena *arena, const tlb_dif_interior *interior,
                                       tlb_dif_force_field *field)
{
    tlb_dif_force_field_node *nodes = tlb_alloc_array(arena, interior->bspNodes.count, sizeof *nodes);
    tlb_dif_force_field_surface *surfaces = tlb_alloc_array(arena, field->surfaces.count, sizeof *surfaces);
    if (!nodes || !surfaces)
        return false;
    for (uint32_t i = 0; i < interior->bspNodes.count; i++) {
        const tlb_dif_bsp_node *node = &interior->bspNodes.data[i];
        nodes[i] = (tlb_dif_force_field_node){node->planeIndex, (uint16_t)node->frontIndex,
                                              (uint16_t)node->backIndex};
    }
    for (uint32_t i = 0; i < field->surfaces.count; i++) {
        surfaces[i] = field->surfaces.data[i];
        surfaces[i].planeIndex = interior->surfaces.data[i].planeIndex;
    }
    memcpy(field->boundingBox, interior->boundingBox, sizeof field->boundingBox);
    memcpy(field->boundingSphere, interior->boundingSphere, sizeof field->boundingSphere);
    SAME(field->normals, interior->normals);
    SAME(field->planes, interior->planes);
    SAME(field->bspSolidLeaves, interior->bspSolidLeaves);
    SAME(field->solidLeafSurfaces, interior->solidLeafSurfaces);
    field->bspNodes.data = nodes;
    field->bspNodes.count = interior->bspNodes.count;
    field->surfaces.data = surfaces;
    return true;
}

static bool widen(tlb_arena *arena, const uint16_t *data, uint32_t count, tlb_dif_list *list)
{
    list->data = tlb_alloc_array(arena, count, sizeof *list->data);
    list->count = count;
    for (uint32_t i = 0; list->data && i < count; i++)
        list->data[i] = data[i];
    return list->data != NULL;
}

/* All surfaces of a vehicle's hulls are null surfaces, with a bit of their own. */
static bool copy_surface_refs(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
                              tlb_dif_list *list)
{
    list->count = collision->hullSurfaceIndices.count;
    list->data = tlb_alloc_array(arena, list->count, sizeof *list->data);
    for (uint32_t i = 0; list->data && i < list->count; i++)
        list->data[i] =
            (collision->hullSurfaceIndices.data[i] & ~DIF_VEHICLE_NULL_SURFACE) | DIF_NULL_SURFACE;
    return list->data != NULL;
}

/* A vehicle's planes hold their normals themselves. */
static bool split_planes(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
                         tlb_dif_interior *interior)
{
    uint32_t count =
        collision->planes.count < TLB_DIF_PLANE_FLIPPED ? collision->planes.count : TLB_DIF_PLANE_FLIPPED;
    interior->normals.data = tlb_alloc_array(arena, count, sizeof *interior->normals.data);
    interior->planes.data = tlb_alloc_array(arena, count, sizeof *interior->planes.data);
    if (!interior->normals.data || !interior->planes.data)
        return false;
    interior->normals.count = interior->planes.count = count;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(interior->normals.data[i], collision->planes.data[i], sizeof interior->normals.data[i]);
        interior->planes.data[i] = (tlb_dif_plane){(uint16_t)i, collision->planes.data[i][3]};
    }
    return true;
}

bool tlb_dif_vehicle_as_interior(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
                                 tlb_dif_interior *interior)
{
    *interior = (tlb_dif_interior){0};
    SAME(interior->convexHulls, collision->convexHulls);
    SAME(interior->convexHullEmitStrings, collision->convexHullEmitStrings);
    SAME(interior->hullIndices, collision->hullIndices);
    SAME(interior->hullEmitStringIndices, collision->hullEmitStringIndices);
    SAME(interior->polyListPoints, collision->polyListPoints);
    SAME(interior->polyListStrings, collision->polyListStrings);
    SAME(interior->nullSurfaces, collision->nullSurfaces);
    SAME(interior->points, collision->points);
    SAME(interior->windings, collision->windings);
    SAME(interior->windingIndices, collision->windingIndices);
    return split_planes(arena, collision, interior) &&
           widen(arena, collision->hullPlaneIndices.data, collision->hullPlaneIndices.count,
                 &interior->hullPlaneIndices) &&
           widen(arena, collision->polyListPlanes.data, collision->polyListPlanes.count,
                 &interior->polyListPlanes) &&
           copy_surface_refs(arena, collision, &interior->hullSurfaceIndices);
}

static bool narrow(tlb_arena *arena, const tlb_dif_list *list, uint16_t **data, uint32_t *count)
{
    uint16_t *made = tlb_alloc_array(arena, list->count, sizeof *made);
    for (uint32_t i = 0; made && i < list->count; i++)
        made[i] = (uint16_t)list->data[i];
    *data = made;
    *count = made ? list->count : 0;
    return made != NULL;
}

static bool join_planes(tlb_arena *arena, const tlb_dif_interior *interior,
                        tlb_dif_vehicle_collision *collision)
{
    uint32_t count = interior->planes.count;
    collision->planes.data = tlb_alloc_array(arena, count, sizeof *collision->planes.data);
    collision->planes.count = collision->planes.data ? count : 0;
    for (uint32_t i = 0; i < collision->planes.count; i++) {
        const tlb_dif_plane *plane = &interior->planes.data[i];
        memcpy(collision->planes.data[i], interior->normals.data[plane->normalIndex],
               sizeof *interior->normals.data);
        collision->planes.data[i][3] = plane->planeDistance;
    }
    return collision->planes.data != NULL;
}

static bool join_surface_refs(tlb_arena *arena, const tlb_dif_list *list,
                              tlb_dif_vehicle_collision *collision)
{
    uint32_t *made = tlb_alloc_array(arena, list->count, sizeof *made);
    for (uint32_t i = 0; made && i < list->count; i++)
        made[i] = (list->data[i] & ~DIF_NULL_SURFACE) | DIF_VEHICLE_NULL_SURFACE;
    collision->hullSurfaceIndices.data = made;
    collision->hullSurfaceIndices.count = made ? list->count : 0;
    return made != NULL;
}

bool tlb_dif_vehicle_from_interior(tlb_arena *arena, const tlb_dif_interior *before,
                                   const tlb_dif_interior *after, tlb_dif_vehicle_collision *collision)
{
    SAME(collision->convexHulls, after->convexHulls);
    SAME(collision->convexHullEmitStrings, after->convexHullEmitStrings);
    SAME(collision->hullIndices, after->hullIndices);
    SAME(collision->hullEmitStringIndices, after->hullEmitStringIndices);
    SAME(collision->polyListPoints, after->polyListPoints);
    SAME(collision->polyListStrings, after->polyListStrings);
    SAME(collision->nullSurfaces, after->nullSurfaces);
    return join_planes(arena, after, collision) &&
           narrow(arena, &after->hullPlaneIndices, &collision->hullPlaneIndices.data,
                  &collision->hullPlaneIndices.count) &&
           narrow(arena, &after->polyListPlanes, &collision->polyListPlanes.data,
                  &collision->polyListPlanes.count) &&
           (after->hullSurfaceIndices.data == before->hullSurfaceIndices.data ||
            join_surface_refs(arena, &after->hullSurfaceIndices, collision));
}

/* --- for callers of the library ------------------------------------------------------------------------ */

tlb_status tlb_dif_vehicle_interior(tlb_document *document, const tlb_dif_vehicle_collision *collision,
                                    tlb_dif_interior *interior)
{
    TLB_REQUIRE(tlb_document_context(document), interior);
    *interior = (tlb_dif_interior){0};
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, collision);
    return tlb_dif_vehicle_as_interior(&document->arena, collision, interior)
               ? TLB_OK
               : tlb_report_memory(document->context, &document->arena);
}

tlb_status tlb_dif_force_field_interior(tlb_document *document, const tlb_dif_force_field *field,
                                        tlb_dif_interior *interior)
{
    TLB_REQUIRE(tlb_document_context(document), interior);
    *interior = (tlb_dif_interior){0};
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, field);
    return tlb_dif_force_field_as_interior(&document->arena, field, interior)
               ? TLB_OK
               : tlb_report_memory(document->context, &document->arena);
}
