/* What stands in an interior without being part of it: triggers, game entities, force fields, AI nodes. */
#include "formats/torque/dif/scene_materials.h"
#include "formats/torque/dif/shape.h"

/* A triangle of the polyhedron, its back to the centre. */
static bool add_outward(dif_shape *shape, const dif_outlines *polyhedron, const float centre[3], uint32_t a,
                        uint32_t b, uint32_t c)
{
    const tlb_vec3 *at = polyhedron->points;
    float normal[3], out[3] = {at[a][0] - centre[0], at[a][1] - centre[1], at[a][2] - centre[2]};
    dif_triangle_normal(normal, at[a], at[b], at[c]);
    bool clockwise = dif_dot(normal, out) < 0;
    uint32_t triangle[3] = {a, clockwise ? b : c, clockwise ? c : b};
    dif_outlines outline = {at, polyhedron->point_count, triangle, 3};
    return dif_shape_polygon(shape, &outline, 0, 3);
}

/* Each face is a fan around the first vertex that it is met with: an edge elsewhere closes a triangle. */
static bool outline_trigger(dif_scene *s, const tlb_dif_trigger *trigger, dif_shape *shape)
{
    uint32_t point_count = trigger->polyHedronPoints.count, face_count = trigger->polyHedronPlanes.count;
    dif_outlines polyhedron = {(const tlb_vec3 *)trigger->polyHedronPoints.data, point_count, NULL, 0};
    uint32_t *pivots = tlb_zalloc(&s->work, face_count * sizeof *pivots); /* 1 + the vertex */
    float centre[3] = {0, 0, 0};
    if (!pivots)
        return false;
    for (uint32_t i = 0; i < point_count; i++)
        for (int axis = 0; axis < 3; axis++)
            centre[axis] += polyhedron.points[i][axis] / (float)point_count;
    for (uint32_t i = 0; i < trigger->polyHedronEdges.count * 2; i++) {
        const tlb_dif_polyhedron_edge *edge = &trigger->polyHedronEdges.data[i / 2];
        uint32_t face = i & 1 ? edge->face1 : edge->face0, a = edge->vertex0, b = edge->vertex1;
        if (face >= face_count || a >= point_count || b >= point_count)
            continue;
        if (!pivots[face])
            pivots[face] = a + 1;
        else if (pivots[face] != a + 1 && pivots[face] != b + 1 &&
                 !add_outward(shape, &polyhedron, centre, pivots[face] - 1, a, b))
            return false;
    }
    return true;
}

static bool add_trigger(dif_scene *s, const tlb_dif_trigger *trigger, uint32_t index, int32_t parent)
{
    static const uint8_t color[4] = {255, 220, 90, 100};
    const char *name = dif_name(s, trigger->name, "trigger");
    int32_t material, node = name ? dif_add_node(s, parent, "%s %u", name, index) : TLB_NONE;
    if (node == TLB_NONE)
        return false;
    dif_place(s, node, trigger->offset);
    tlb_value *extras = dif_node_extras(s, node);
    tlb_add_bytes_text(s->arena, extras, "name", trigger->name);
    tlb_add_bytes_text(s->arena, extras, "datablock", trigger->datablock);
    dif_add_properties(s, extras, &trigger->properties);
    if (!s->zones)
        return true;
    uint64_t room = trigger->polyHedronEdges.count * (uint64_t)6; /* two triangles an edge */
    dif_shape shape = {.arena = &s->work, .room = &room};
    s->scene->nodes[node].hidden = true;
    s->scene->nodes[node].layer = "zones";
    return outline_trigger(s, trigger, &shape) && dif_find_glass(s, "trigger", color, &material) &&
           dif_shape_finish(s, &shape, node, material);
}

static bool add_triggers(dif_scene *s)
{
    uint32_t count = s->dif->triggers.count;
    int32_t group = count ? dif_add_node(s, TLB_NONE, "triggers") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (group == TLB_NONE || !add_trigger(s, &s->dif->triggers.data[i], i, group))
            return false;
    return true;
}

static bool add_entities(dif_scene *s)
{
    uint32_t count = s->dif->gameEntities.count;
    int32_t group = count ? dif_add_node(s, TLB_NONE, "game entities") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dif_game_entity *entity = &s->dif->gameEntities.data[i];
        const char *name =
            dif_name(s, entity->datablock.size ? entity->datablock : entity->gameClass, "entity");
        int32_t node = name && group != TLB_NONE ? dif_add_node(s, group, "%s", name) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        dif_place(s, node, entity->position);
        tlb_value *extras = dif_node_extras(s, node);
        tlb_add_bytes_text(s->arena, extras, "datablock", entity->datablock);
        tlb_add_bytes_text(s->arena, extras, "gameClass", entity->gameClass);
        dif_add_properties(s, extras, &entity->properties);
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
            if (!dif_shape_polygon(shape, &outline, 0, 3))
                return false;
        }
    }
    return true;
}

static bool add_force_field(dif_scene *s, const tlb_dif_force_field *field, uint32_t index, int32_t parent)
{
    const char *name = dif_name(s, field->name, "force field");
    int32_t material, node = name ? dif_add_node(s, parent, "%s %u", name, index) : TLB_NONE;
    if (node == TLB_NONE)
        return false;
    tlb_value *extras = dif_node_extras(s, node);
    tlb_add_bytes_text(s->arena, extras, "name", field->name);
    tlb_value *triggers = tlb_add_list(s->arena, extras, "triggers");
    for (uint32_t i = 0; i < field->triggers.count; i++)
        tlb_add_bytes_text(s->arena, triggers, NULL, field->triggers.data[i]);
    uint64_t room = dif_room_for(field->windings.count);
    dif_shape shape = {.arena = &s->work, .room = &room};
    return outline_force_field(&shape, field) && dif_find_glass(s, "force field", field->color, &material) &&
           dif_shape_finish(s, &shape, node, material);
}

static bool add_force_fields(dif_scene *s)
{
    uint32_t count = s->dif->forceFields.count;
    int32_t group = count ? dif_add_node(s, TLB_NONE, "force fields") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (group == TLB_NONE || !add_force_field(s, &s->dif->forceFields.data[i], i, group))
            return false;
    return true;
}

static bool add_ai_nodes(dif_scene *s)
{
    uint32_t count = s->dif->aiSpecialNodes.count;
    int32_t group = count ? dif_add_node(s, TLB_NONE, "AI special nodes") : TLB_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_dif_ai_node *from = &s->dif->aiSpecialNodes.data[i];
        const char *name = dif_name(s, from->name, "AI special node");
        int32_t node = name && group != TLB_NONE ? dif_add_node(s, group, "%s", name) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        dif_place(s, node, from->position);
        tlb_add_bytes_text(s->arena, dif_node_extras(s, node), "name", from->name);
    }
    return true;
}

bool dif_add_objects(dif_scene *s)
{
    return add_triggers(s) && add_entities(s) && add_force_fields(s) && add_ai_nodes(s);
}
