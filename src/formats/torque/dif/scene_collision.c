/* What is hit and not seen: convex hulls, null surfaces, the vehicles' own. Hidden. */
#include "formats/torque/dif/scene_materials.h"
#include "formats/torque/dif/shape.h"

/* A hull's faces share their vertices, and with no other hull: each is a loose part of the mesh. */
typedef struct hull_vertices {
    uint32_t *vertex; /* for each point of the interior, when `hull` is the one at hand */
    uint32_t *hull;   /* 1 + the hull that used the point last */
} hull_vertices;

static bool add_hull(dif_shape *shape, hull_vertices *known, const tlb_dif_interior *x, uint32_t hull)
{
    const tlb_dif_hull *at = &x->convexHulls.data[hull];
    for (uint32_t i = 0; i < at->surfaceCount && *shape->room; i++) {
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint16_t plane;
        uint64_t entry = (uint64_t)at->surfaceStart + i;
        if (entry >= x->hullSurfaceIndices.count)
            break;
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, (uint32_t)entry);
        uint32_t count = tlb_dif_collision_polygon(x, ref, points, &plane);
        if (!dif_shape_admits(shape, count))
            continue;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t point = points[k];
            if (known->hull[point] != hull + 1 &&
                !dif_shape_vertex(shape, x->points.data[point], &known->vertex[point]))
                return false;
            known->hull[point] = hull + 1;
            points[k] = known->vertex[point];
        }
        if (!dif_shape_fan(shape, points, count))
            return false;
    }
    return true;
}

/* A hidden node below `parent` to take a shape. */
static bool finish_hidden(dif_scene *s, const dif_shape *shape, int32_t parent, const char *name)
{
    static const uint8_t color[4] = {255, 160, 90, 100};
    int32_t material, node;
    if (!shape->indices.count)
        return true;
    if (!dif_find_glass(s, name, color, &material) ||
        (node = dif_add_node(s, parent, "%s", name)) == TLB_NONE)
        return false;
    s->scene->nodes[node].hidden = true;
    s->scene->nodes[node].layer = "collision";
    return dif_shape_finish(s, shape, node, material);
}

static bool add_hulls(dif_scene *s, const tlb_dif_interior *x, int32_t node)
{
    hull_vertices known = {tlb_alloc_array(&s->work, x->points.count, sizeof *known.vertex),
                           tlb_zalloc(&s->work, x->points.count * sizeof *known.hull)};
    uint64_t room = dif_room_for(x->windings.count);
    dif_shape shape = {.arena = &s->work, .room = &room};
    if (!known.vertex || !known.hull)
        return false;
    for (uint32_t i = 0; i < x->convexHulls.count && room; i++)
        if (!add_hull(&shape, &known, x, i))
            return false;
    return finish_hidden(s, &shape, node, "collision");
}

static bool add_null_surfaces(dif_shape *shape, const dif_outlines *outlines,
                              const tlb_dif_null_surface *surfaces, uint32_t count)
{
    for (uint32_t i = 0; i < count && *shape->room; i++)
        if (!dif_shape_polygon(shape, outlines, surfaces[i].windingStart, surfaces[i].windingCount))
            return false;
    return true;
}

bool dif_add_collision(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    dif_outlines outlines = dif_interior_outlines(x);
    uint64_t room = dif_room_for(x->windings.count);
    dif_shape shape = {.arena = &s->work, .room = &room};
    return add_hulls(s, x, node) &&
           add_null_surfaces(&shape, &outlines, x->nullSurfaces.data, x->nullSurfaces.count) &&
           finish_hidden(s, &shape, node, "null surfaces");
}

bool dif_add_vehicle_collision(dif_scene *s)
{
    const tlb_dif_vehicle_collision *vehicle = &s->dif->vehicleCollision;
    dif_outlines outlines = {(const tlb_vec3 *)vehicle->points.data, vehicle->points.count,
                             vehicle->windings.data, vehicle->windings.count};
    uint64_t room = dif_room_for(vehicle->windings.count);
    dif_shape shape = {.arena = &s->work, .room = &room};
    return add_null_surfaces(&shape, &outlines, vehicle->nullSurfaces.data, vehicle->nullSurfaces.count) &&
           finish_hidden(s, &shape, TLB_NONE, "vehicle collision");
}
