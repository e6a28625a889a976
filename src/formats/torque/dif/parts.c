/* Force fields and the vehicle collision as interiors with less in them. */
#include "core/format.h"
#include "formats/torque/dif/geometry.h"

#include <string.h>

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

bool dif_force_field_interior(tlb_arena *arena, const tlb_dif_force_field *field, tlb_dif_interior *interior)
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

bool dif_vehicle_interior(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
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

/* --- for callers of the library ------------------------------------------------------------------------ */

tlb_status tlb_dif_vehicle_interior(tlb_document *document, const tlb_dif_vehicle_collision *collision,
                                    tlb_dif_interior *interior)
{
    return dif_vehicle_interior(&document->arena, collision, interior) ? TLB_OK
                                                                       : tlb_report_memory(document->context);
}

tlb_status tlb_dif_force_field_interior(tlb_document *document, const tlb_dif_force_field *field,
                                        tlb_dif_interior *interior)
{
    return dif_force_field_interior(&document->arena, field, interior) ? TLB_OK
                                                                       : tlb_report_memory(document->context);
}
