/* What is no drawn surface: convex hulls, null surfaces, zones, portals, mirrors, triggers, game entities,
 * force fields, AI nodes. */
#include "formats/torque/dif/scene/scene.h"

/* --- shapes ----------------------------------------------------------------------------------------- */

/* Meshes that are made polygon by polygon. */
typedef struct dif_shape {
    tlb_arena *arena;
    uint64_t *budget;             /* corners that may still be looked at: what goes beyond is left out */
    TLB_LIST(tlb_vec3) positions; /* in the scene's axes */
    TLB_LIST(uint32_t) indices;
} dif_shape;

/* Files repeat some of the windings that polygons are made of, but not without end. */
static uint64_t budget_for(uint32_t windings)
{
    return (uint64_t)windings * 4;
}

/* Points, and the windings that name them. */
typedef struct dif_outlines {
    const tlb_vec3 *points;
    uint32_t point_count;
    const uint32_t *windings;
    uint32_t winding_count;
} dif_outlines;

/* The functions of shapes return false when there is no memory. Points are the file's. */
static bool shape_vertex(dif_shape *shape, const float point[3], uint32_t *vertex)
{
    float *position = (float *)TLB_PUSH(shape->arena, &shape->positions);
    if (!position)
        return false;
    dif_turn_axes(position, point);
    *vertex = shape->positions.count - 1;
    return true;
}

/* Takes the corners of a polygon from the budget, one for none. False: it is to be left out, as none is left
 * or it is a line or a point. */
static bool shape_admits(dif_shape *shape, uint32_t corners)
{
    uint32_t price = corners ? corners : 1;
    bool enough = price <= *shape->budget;
    *shape->budget -= enough ? price : *shape->budget;
    return enough && corners >= 3;
}

/* A convex polygon of vertices, admitted before, clockwise seen from its front. */
static bool shape_fan(dif_shape *shape, const uint32_t *vertices, uint32_t count)
{
    if (!TLB_RESERVE(shape->arena, &shape->indices, (count - 2) * (size_t)3))
        return false;
    const tlb_vec3 *at = (const tlb_vec3 *)shape->positions.data;
    for (uint32_t i = 2; i < count; i++) {
        if (!dif_has_area(at[vertices[0]], at[vertices[i - 1]], at[vertices[i]]))
            continue;
        uint32_t *triangle = &shape->indices.data[shape->indices.count];
        triangle[0] = vertices[0];
        triangle[1] = vertices[i];
        triangle[2] = vertices[i - 1];
        shape->indices.count += 3;
    }
    return true;
}

static dif_outlines interior_outlines(const tlb_dif_interior *x)
{
    return (dif_outlines){(const tlb_vec3 *)x->points.data, x->points.count, x->windings.data,
                          x->windings.count};
}

/* A polygon, clockwise too, with vertices of its own. What is out of range is left out. */
static bool shape_polygon(dif_shape *shape, const dif_outlines *outlines, uint32_t start, uint32_t count)
{
    uint32_t vertices[TLB_DIF_MAX_WINDING];
    bool sound = count <= TLB_DIF_MAX_WINDING && tlb_within(start, count, outlines->winding_count);
    for (uint32_t i = 0; sound && i < count; i++)
        sound = outlines->windings[start + i] < outlines->point_count;
    if (!shape_admits(shape, sound ? count : 0))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (!shape_vertex(shape, outlines->points[outlines->windings[start + i]], &vertices[i]))
            return false;
    return shape_fan(shape, vertices, count);
}

/* No triangle uses a position that is no number; writers shall not meet it either. */
static void copy_positions(float (*out)[3], const tlb_vec3 *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            out[i][axis] = isfinite(positions[i][axis]) ? positions[i][axis] : 0;
}

/* Gives the node the shape as a mesh with the node's name. An empty shape gives it none. */
static bool shape_finish(dif_scene *s, const dif_shape *shape, int32_t node, int32_t material)
{
    if (!shape->indices.count)
        return true;
    int32_t index = (int32_t)s->scene->mesh_count;
    tlb_mesh *mesh = tlb_scene_add_mesh(s->scene, s->scene->nodes[node].name);
    if (!mesh ||
        !tlb_mesh_reserve(s->scene, mesh, shape->positions.count, shape->indices.count, 1, TLB_WITH_NORMALS))
        return false;
    copy_positions(mesh->positions, (const tlb_vec3 *)shape->positions.data, shape->positions.count);
    memcpy(mesh->indices, shape->indices.data, shape->indices.count * sizeof *mesh->indices);
    mesh->parts[0] = (tlb_part){material, 0, shape->indices.count};
    tlb_mesh_compute_normals(mesh);
    s->scene->nodes[node].mesh = index;
    return true;
}

/* --- collision -------------------------------------------------------------------------------------- */

/* What is hit and not seen: convex hulls, null surfaces, the vehicles' own. Hidden. */

/* A hull's faces share their vertices, and with no other hull: each is a loose part of the mesh. */
typedef struct hull_vertices {
    uint32_t *vertex; /* for each point of the interior, when `hull` is the one at hand */
    uint32_t *hull;   /* 1 + the hull that used the point last */
} hull_vertices;

static bool add_hull(dif_shape *shape, hull_vertices *known, const tlb_dif_interior *x, uint32_t hull)
{
    const tlb_dif_hull *at = &x->convexHulls.data[hull];
    for (uint32_t i = 0; i < at->surfaceCount && *shape->budget; i++) {
        uint32_t points[TLB_DIF_MAX_WINDING];
        uint16_t plane;
        uint64_t entry = (uint64_t)at->surfaceStart + i;
        if (entry >= x->hullSurfaceIndices.count)
            break;
        tlb_dif_surface_ref ref = tlb_dif_surface_of(&x->hullSurfaceIndices, (uint32_t)entry);
        uint32_t count = tlb_dif_collision_polygon(x, ref, points, &plane);
        if (!shape_admits(shape, count))
            continue;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t point = points[k];
            if (known->hull[point] != hull + 1 &&
                !shape_vertex(shape, x->points.data[point], &known->vertex[point]))
                return false;
            known->hull[point] = hull + 1;
            points[k] = known->vertex[point];
        }
        if (!shape_fan(shape, points, count))
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
    if (!tlb_dif_find_glass(s, name, color, &material) ||
        (node = tlb_dif_add_node(s, parent, "%s", name)) == TLB_NONE)
        return false;
    s->scene->nodes[node].hidden = true;
    s->scene->nodes[node].layer = "collision";
    return shape_finish(s, shape, node, material);
}

static bool add_hulls(dif_scene *s, const tlb_dif_interior *x, int32_t node)
{
    hull_vertices known = {tlb_alloc_array(&s->work, x->points.count, sizeof *known.vertex),
                           tlb_zalloc_array(&s->work, x->points.count, sizeof *known.hull)};
    uint64_t budget = budget_for(x->windings.count);
    dif_shape shape = {.arena = &s->work, .budget = &budget};
    if (!known.vertex || !known.hull)
        return false;
    for (uint32_t i = 0; i < x->convexHulls.count && budget; i++)
        if (!add_hull(&shape, &known, x, i))
            return false;
    return finish_hidden(s, &shape, node, "collision");
}

static bool add_null_surfaces(dif_shape *shape, const dif_outlines *outlines,
                              const tlb_dif_null_surface *surfaces, uint32_t count)
{
    for (uint32_t i = 0; i < count && *shape->budget; i++)
        if (!shape_polygon(shape, outlines, surfaces[i].windingStart, surfaces[i].windingCount))
            return false;
    return true;
}

bool tlb_dif_add_collision(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    dif_outlines outlines = interior_outlines(x);
    uint64_t budget = budget_for(x->windings.count);
    dif_shape shape = {.arena = &s->work, .budget = &budget};
    return add_hulls(s, x, node) &&
           add_null_surfaces(&shape, &outlines, x->nullSurfaces.data, x->nullSurfaces.count) &&
           finish_hidden(s, &shape, node, "null surfaces");
}

bool tlb_dif_add_vehicle_collision(dif_scene *s)
{
    const tlb_dif_vehicle_collision *vehicle = &s->dif->vehicleCollision;
    dif_outlines outlines = {(const tlb_vec3 *)vehicle->points.data, vehicle->points.count,
                             vehicle->windings.data, vehicle->windings.count};
    uint64_t budget = budget_for(vehicle->windings.count);
    dif_shape shape = {.arena = &s->work, .budget = &budget};
    return add_null_surfaces(&shape, &outlines, vehicle->nullSurfaces.data, vehicle->nullSurfaces.count) &&
           finish_hidden(s, &shape, TLB_NONE, "vehicle collision");
}

/* --- zones, portals, mirrors ------------------------------------------------------------------------ */

/* Nodes with what the file says of each. With the option "zones" they also have a shape, hidden at first. */

static bool outline_zone(dif_shape *shape, const tlb_dif_interior *x, const tlb_dif_zone *zone)
{
    for (uint32_t i = 0; i < zone->surfaceCount && *shape->budget; i++) {
        uint64_t entry = (uint64_t)zone->surfaceStart + i;
        uint32_t points[TLB_DIF_MAX_WINDING], count = 0;
        if (entry >= x->zoneSurfaces.count)
            break;
        uint32_t surface = x->zoneSurfaces.data[entry];
        if (surface < x->surfaces.count)
            count = tlb_dif_surface_polygon(x, &x->surfaces.data[surface], false, points);
        dif_outlines polygon = {(const tlb_vec3 *)x->points.data, x->points.count, points, count};
        if (!shape_polygon(shape, &polygon, 0, count))
            return false;
    }
    return true;
}

static bool outline_portal(dif_shape *shape, const tlb_dif_interior *x, const tlb_dif_portal *portal)
{
    dif_outlines outlines = interior_outlines(x);
    for (uint32_t i = 0; i < portal->triFanCount && *shape->budget; i++) {
        uint64_t entry = (uint64_t)portal->triFanStart + i;
        if (entry >= x->windingIndices.count)
            break;
        const tlb_dif_winding_range *fan = &x->windingIndices.data[entry];
        if (!shape_polygon(shape, &outlines, fan->windingStart, fan->windingCount))
            return false;
    }
    return true;
}

static bool show_hidden(dif_scene *s, const dif_shape *shape, int32_t node, const char *look,
                        const uint8_t color[4])
{
    int32_t material;
    s->scene->nodes[node].hidden = true;
    s->scene->nodes[node].layer = "zones";
    return tlb_dif_find_glass(s, look, color, &material) && shape_finish(s, shape, node, material);
}

/* How much may still be shown and listed: the entries of sound files are used once or twice. */
typedef struct zone_budget {
    uint64_t corners, portals;
} zone_budget;

static bool add_zone(dif_scene *s, const tlb_dif_interior *x, uint32_t index, int32_t parent,
                     zone_budget *budget)
{
    static const uint8_t color[4] = {120, 240, 170, 80};
    const tlb_dif_zone *zone = &x->zones.data[index];
    int32_t node = tlb_dif_add_node(s, parent, "zone %u", index);
    if (node == TLB_NONE)
        return false;
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_integer(s->arena, extras, "flags", zone->flags);
    tlb_value_add_integer(s->arena, extras, "surfaceCount", zone->surfaceCount);
    tlb_value *portals = tlb_value_add_list(s->arena, extras, "portals");
    for (uint32_t i = 0; i < zone->portalCount && budget->portals; i++, budget->portals--) {
        uint64_t entry = (uint64_t)zone->portalStart + i;
        if (entry >= x->zonePortalList.count)
            break;
        tlb_value_add_integer(s->arena, portals, NULL, x->zonePortalList.data[entry]);
    }
    dif_shape shape = {.arena = &s->work, .budget = &budget->corners};
    return !s->zones || (outline_zone(&shape, x, zone) && show_hidden(s, &shape, node, "zone", color));
}

static bool add_zones(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    zone_budget budget = {budget_for(x->windings.count), budget_for(x->zonePortalList.count)};
    if (x->zones.count < 2) /* only the outside */
        return true;
    int32_t group = tlb_dif_add_node(s, parent, "zones");
    if (group == TLB_NONE)
        return false;
    for (uint32_t i = 0; i < x->zones.count; i++)
        if (!add_zone(s, x, i, group, &budget))
            return false;
    return true;
}

static bool add_portals(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    static const uint8_t color[4] = {120, 190, 255, 100};
    uint64_t budget = budget_for(x->windings.count);
    int32_t group = x->portals.count ? tlb_dif_add_node(s, parent, "portals") : TLB_NONE;
    for (uint32_t i = 0; i < x->portals.count; i++) {
        const tlb_dif_portal *portal = &x->portals.data[i];
        int32_t node = group != TLB_NONE ? tlb_dif_add_node(s, group, "portal %u", i) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        tlb_value *extras = tlb_dif_node_extras(s, node);
        tlb_value_add_integer(s->arena, extras, "zoneFront", portal->zoneFront);
        tlb_value_add_integer(s->arena, extras, "zoneBack", portal->zoneBack);
        dif_shape shape = {.arena = &s->work, .budget = &budget};
        if (s->zones && !(outline_portal(&shape, x, portal) && show_hidden(s, &shape, node, "portal", color)))
            return false;
    }
    return true;
}

static bool add_mirrors(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    for (uint32_t i = 0; i < x->subObjects.count; i++) {
        const tlb_dif_mirror *mirror = &x->subObjects.data[i];
        int32_t node = tlb_dif_add_node(s, parent, "mirror %u", i);
        if (node == TLB_NONE)
            return false;
        tlb_dif_place(s, node, mirror->centroid);
        tlb_value *extras = tlb_dif_node_extras(s, node);
        tlb_value_add_integer(s->arena, extras, "detailLevel", mirror->detailLevel);
        tlb_value_add_integer(s->arena, extras, "zone", mirror->zone);
        tlb_value_add_single(s->arena, extras, "alphaLevel", mirror->alphaLevel);
        tlb_value_add_integer(s->arena, extras, "surfaceStart", mirror->surfaceStart);
        tlb_value_add_integer(s->arena, extras, "surfaceCount", mirror->surfaceCount);
    }
    return true;
}

bool tlb_dif_add_zones(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    return add_zones(s, x, node) && add_portals(s, x, node) && add_mirrors(s, x, node);
}

/* --- triggers, entities, force fields, AI nodes ----------------------------------------------------- */

/* A triangle of the polyhedron, its back to the center. */
static bool add_outward(dif_shape *shape, const dif_outlines *polyhedron, const float center[3], uint32_t a,
                        uint32_t b, uint32_t c)
{
    const tlb_vec3 *at = polyhedron->points;
    float normal[3], out[3] = {at[a][0] - center[0], at[a][1] - center[1], at[a][2] - center[2]};
    dif_triangle_normal(normal, at[a], at[b], at[c]);
    bool clockwise = dif_dot(normal, out) < 0;
    uint32_t triangle[3] = {a, clockwise ? b : c, clockwise ? c : b};
    dif_outlines outline = {at, polyhedron->point_count, triangle, 3};
    return shape_polygon(shape, &outline, 0, 3);
}

/* Each face is a fan around the first vertex that it is met with: an edge elsewhere closes a triangle. */
static bool outline_trigger(dif_scene *s, const tlb_dif_trigger *trigger, dif_shape *shape)
{
    uint32_t point_count = trigger->polyHedronPoints.count, face_count = trigger->polyHedronPlanes.count;
    dif_outlines polyhedron = {(const tlb_vec3 *)trigger->polyHedronPoints.data, point_count, NULL, 0};
    uint32_t *pivots = tlb_zalloc_array(&s->work, face_count, sizeof *pivots); /* 1 + the vertex */
    float center[3] = {0, 0, 0};
    if (!pivots)
        return false;
    for (uint32_t i = 0; i < point_count; i++)
        for (int axis = 0; axis < 3; axis++)
            center[axis] += polyhedron.points[i][axis] / (float)point_count;
    for (uint32_t i = 0; i < trigger->polyHedronEdges.count * 2; i++) {
        const tlb_dif_polyhedron_edge *edge = &trigger->polyHedronEdges.data[i / 2];
        uint32_t face = i & 1 ? edge->face1 : edge->face0, a = edge->vertex0, b = edge->vertex1;
        if (face >= face_count || a >= point_count || b >= point_count)
            continue;
        if (!pivots[face])
            pivots[face] = a + 1;
        else if (pivots[face] != a + 1 && pivots[face] != b + 1 &&
                 !add_outward(shape, &polyhedron, center, pivots[face] - 1, a, b))
            return false;
    }
    return true;
}

static bool add_trigger(dif_scene *s, const tlb_dif_trigger *trigger, uint32_t index, int32_t parent)
{
    static const uint8_t color[4] = {255, 220, 90, 100};
    const char *name = tlb_dif_name(s, trigger->name, "trigger");
    int32_t material, node = name ? tlb_dif_add_node(s, parent, "%s %u", name, index) : TLB_NONE;
    if (node == TLB_NONE)
        return false;
    tlb_dif_place(s, node, trigger->offset);
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_bytes_text(s->arena, extras, "name", trigger->name);
    tlb_value_add_bytes_text(s->arena, extras, "datablock", trigger->datablock);
    tlb_dif_add_properties(s, extras, &trigger->properties);
    if (!s->zones)
        return true;
    uint64_t budget = trigger->polyHedronEdges.count * (uint64_t)6; /* two triangles an edge */
    dif_shape shape = {.arena = &s->work, .budget = &budget};
    s->scene->nodes[node].hidden = true;
    s->scene->nodes[node].layer = "zones";
    return outline_trigger(s, trigger, &shape) && tlb_dif_find_glass(s, "trigger", color, &material) &&
           shape_finish(s, &shape, node, material);
}

static bool add_triggers(dif_scene *s)
{
    uint32_t count = s->dif->triggers.count;
    int32_t group = count ? tlb_dif_add_node(s, TLB_NONE, "triggers") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (group == TLB_NONE || !add_trigger(s, &s->dif->triggers.data[i], i, group))
            return false;
    return true;
}

static bool add_entities(dif_scene *s)
{
    uint32_t count = s->dif->gameEntities.count;
    int32_t group = count ? tlb_dif_add_node(s, TLB_NONE, "game entities") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dif_game_entity *entity = &s->dif->gameEntities.data[i];
        const char *name =
            tlb_dif_name(s, entity->datablock.size ? entity->datablock : entity->gameClass, "entity");
        int32_t node = name && group != TLB_NONE ? tlb_dif_add_node(s, group, "%s", name) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        tlb_dif_place(s, node, entity->position);
        tlb_value *extras = tlb_dif_node_extras(s, node);
        tlb_value_add_bytes_text(s->arena, extras, "datablock", entity->datablock);
        tlb_value_add_bytes_text(s->arena, extras, "gameClass", entity->gameClass);
        tlb_dif_add_properties(s, extras, &entity->properties);
    }
    return true;
}

/* Its surfaces are strips, as those of interiors. */
static bool outline_force_field(dif_shape *shape, const tlb_dif_force_field *field)
{
    for (uint32_t i = 0; i < field->surfaces.count; i++) {
        const tlb_dif_force_field_surface *surface = &field->surfaces.data[i];
        if (!tlb_within(surface->windingStart, surface->windingCount, field->windings.count))
            continue;
        const uint32_t *strip = field->windings.data + surface->windingStart;
        for (uint32_t k = 0; k + 2 < surface->windingCount; k++) {
            uint32_t triangle[3] = {strip[k], strip[k & 1 ? k + 2 : k + 1], strip[k & 1 ? k + 1 : k + 2]};
            dif_outlines outline = {(const tlb_vec3 *)field->points.data, field->points.count, triangle, 3};
            if (!shape_polygon(shape, &outline, 0, 3))
                return false;
        }
    }
    return true;
}

static bool add_force_field(dif_scene *s, const tlb_dif_force_field *field, uint32_t index, int32_t parent)
{
    const char *name = tlb_dif_name(s, field->name, "force field");
    int32_t material, node = name ? tlb_dif_add_node(s, parent, "%s %u", name, index) : TLB_NONE;
    if (node == TLB_NONE)
        return false;
    tlb_value *extras = tlb_dif_node_extras(s, node);
    tlb_value_add_bytes_text(s->arena, extras, "name", field->name);
    tlb_value *triggers = tlb_value_add_list(s->arena, extras, "triggers");
    for (uint32_t i = 0; i < field->triggers.count; i++)
        tlb_value_add_bytes_text(s->arena, triggers, NULL, field->triggers.data[i]);
    uint64_t budget = budget_for(field->windings.count);
    dif_shape shape = {.arena = &s->work, .budget = &budget};
    return outline_force_field(&shape, field) &&
           tlb_dif_find_glass(s, "force field", field->color, &material) &&
           shape_finish(s, &shape, node, material);
}

static bool add_force_fields(dif_scene *s)
{
    uint32_t count = s->dif->forceFields.count;
    int32_t group = count ? tlb_dif_add_node(s, TLB_NONE, "force fields") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (group == TLB_NONE || !add_force_field(s, &s->dif->forceFields.data[i], i, group))
            return false;
    return true;
}

static bool add_ai_nodes(dif_scene *s)
{
    uint32_t count = s->dif->aiSpecialNodes.count;
    int32_t group = count ? tlb_dif_add_node(s, TLB_NONE, "AI special nodes") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dif_ai_node *from = &s->dif->aiSpecialNodes.data[i];
        const char *name = tlb_dif_name(s, from->name, "AI special node");
        int32_t node = name && group != TLB_NONE ? tlb_dif_add_node(s, group, "%s", name) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        tlb_dif_place(s, node, from->position);
        tlb_value_add_bytes_text(s->arena, tlb_dif_node_extras(s, node), "name", from->name);
    }
    return true;
}

bool tlb_dif_add_objects(dif_scene *s)
{
    return add_triggers(s) && add_entities(s) && add_force_fields(s) && add_ai_nodes(s);
}
