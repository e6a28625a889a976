/* Force fields and vehicle collision: each is an interior with less in it, and is checked by its rules. */
#include "formats/torque/dif_check.h"

#include <string.h>

#define SAME(to, from) ((to).data = (from).data, (to).count = (from).count)

/* --- force fields ----------------------------------------------------------------------------------- */

static bool copy_nodes(tlb_checker *c, const tlb_dif_force_field *field, tlb_dif_interior *interior)
{
    tlb_dif_bsp_node *nodes = tlb_scratch(c, field->bspNodes.count, sizeof *nodes);
    for (uint32_t i = 0; nodes && i < field->bspNodes.count; i++) {
        const tlb_dif_force_field_node *node = &field->bspNodes.data[i];
        nodes[i] = (tlb_dif_bsp_node){node->planeIndex, node->frontIndex, node->backIndex};
    }
    interior->bspNodes.data = nodes;
    interior->bspNodes.count = field->bspNodes.count;
    return nodes != NULL;
}

static bool copy_surfaces(tlb_checker *c, const tlb_dif_force_field *field, tlb_dif_interior *interior)
{
    tlb_dif_surface *surfaces = tlb_scratch(c, field->surfaces.count, sizeof *surfaces);
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

void dif_check_force_field(tlb_checker *c, const tlb_dif_force_field *field)
{
    tlb_dif_interior interior = {0};
    if (!copy_nodes(c, field, &interior) || !copy_surfaces(c, field, &interior))
        return;
    memcpy(interior.boundingBox, field->boundingBox, sizeof interior.boundingBox);
    memcpy(interior.boundingSphere, field->boundingSphere, sizeof interior.boundingSphere);
    SAME(interior.normals, field->normals);
    SAME(interior.planes, field->planes);
    SAME(interior.points, field->points);
    SAME(interior.bspSolidLeaves, field->bspSolidLeaves);
    SAME(interior.windings, field->windings);
    SAME(interior.solidLeafSurfaces, field->solidLeafSurfaces);

    dif_check_text(c, field->name, "name");
    dif_check_bounds(c, &interior);
    dif_check_planes(c, &interior);
    dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    dif_check_windings(c, &interior);
    dif_check_surfaces(c, &interior);
    dif_check_bsp(c, &interior);
}

/* --- vehicle collision ------------------------------------------------------------------------------ */

static const uint32_t VEHICLE_NULL = 0x40000000;

static bool widen(tlb_checker *c, const uint16_t *data, uint32_t count, tlb_dif_list *list)
{
    list->data = tlb_scratch(c, count, sizeof *list->data);
    list->count = count;
    for (uint32_t i = 0; list->data && i < count; i++)
        list->data[i] = data[i];
    return list->data != NULL;
}

/* All surfaces of a vehicle's hulls are null surfaces, with a bit of their own. */
static bool copy_surface_refs(tlb_checker *c, const tlb_dif_vehicle_collision *collision, tlb_dif_list *list)
{
    list->count = collision->hullSurfaceIndices.count;
    list->data = tlb_scratch(c, list->count, sizeof *list->data);
    for (uint32_t i = 0; list->data && i < list->count; i++) {
        uint32_t ref = collision->hullSurfaceIndices.data[i];
        if (!(ref & VEHICLE_NULL))
            TLB_FIND(c, DIF_SURFACE_REF, tlb_at(c, "hullSurfaceIndices[%u]", i),
                     "0x%08x lacks the bit of a vehicle's null surface", ref);
        list->data[i] = (ref & ~VEHICLE_NULL) | DIF_NULL_SURFACE;
    }
    return list->data != NULL;
}

/* A vehicle's planes hold their normals themselves. */
static bool split_planes(tlb_checker *c, const tlb_dif_vehicle_collision *collision,
                         tlb_dif_interior *interior)
{
    uint32_t count =
        collision->planes.count < TLB_DIF_PLANE_FLIPPED ? collision->planes.count : TLB_DIF_PLANE_FLIPPED;
    interior->normals.data = tlb_scratch(c, count, sizeof *interior->normals.data);
    interior->planes.data = tlb_scratch(c, count, sizeof *interior->planes.data);
    if (!interior->normals.data || !interior->planes.data)
        return false;
    interior->normals.count = interior->planes.count = count;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(interior->normals.data[i], collision->planes.data[i], sizeof interior->normals.data[i]);
        interior->planes.data[i] = (tlb_dif_plane){(uint16_t)i, collision->planes.data[i][3]};
    }
    return true;
}

void dif_check_vehicle_collision(tlb_checker *c, const tlb_dif_vehicle_collision *collision)
{
    tlb_dif_interior interior = {0};
    if (!split_planes(c, collision, &interior) ||
        !widen(c, collision->hullPlaneIndices.data, collision->hullPlaneIndices.count,
               &interior.hullPlaneIndices) ||
        !widen(c, collision->polyListPlanes.data, collision->polyListPlanes.count,
               &interior.polyListPlanes) ||
        !copy_surface_refs(c, collision, &interior.hullSurfaceIndices))
        return;
    SAME(interior.convexHulls, collision->convexHulls);
    SAME(interior.convexHullEmitStrings, collision->convexHullEmitStrings);
    SAME(interior.hullIndices, collision->hullIndices);
    SAME(interior.hullEmitStringIndices, collision->hullEmitStringIndices);
    SAME(interior.polyListPoints, collision->polyListPoints);
    SAME(interior.polyListStrings, collision->polyListStrings);
    SAME(interior.nullSurfaces, collision->nullSurfaces);
    SAME(interior.points, collision->points);
    SAME(interior.windings, collision->windings);
    SAME(interior.windingIndices, collision->windingIndices);

    dif_check_numbers(c, "points", (const float *)interior.points.data, interior.points.count, 3);
    for (uint32_t i = 0; i < interior.planes.count; i++)
        dif_check_normal(c, interior.normals.data[i], "planes", i);
    dif_check_windings(c, &interior);
    dif_check_null_surfaces(c, &interior);
    dif_check_hulls(c, &interior, true);
}
