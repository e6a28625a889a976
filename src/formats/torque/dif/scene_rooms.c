/* Zones, the portals between them, and mirrors: nodes that tell what the file says of each. With the choice
 * "zones" they also show it, hidden at first. */
#include "formats/torque/dif/scene_materials.h"
#include "formats/torque/dif/shape.h"

static bool outline_zone(dif_shape *shape, const tlb_dif_interior *x, const tlb_dif_zone *zone)
{
    for (uint32_t i = 0; i < zone->surfaceCount && *shape->room; i++) {
        uint64_t entry = (uint64_t)zone->surfaceStart + i;
        uint32_t points[TLB_DIF_MAX_WINDING], count = 0;
        if (entry >= x->zoneSurfaces.count)
            break;
        uint32_t surface = x->zoneSurfaces.data[entry];
        if (surface < x->surfaces.count)
            count = tlb_dif_surface_polygon(x, &x->surfaces.data[surface], false, points);
        dif_outlines polygon = {(const tlb_vec3 *)x->points.data, x->points.count, points, count};
        if (!dif_shape_polygon(shape, &polygon, 0, count))
            return false;
    }
    return true;
}

static bool outline_portal(dif_shape *shape, const tlb_dif_interior *x, const tlb_dif_portal *portal)
{
    dif_outlines outlines = dif_interior_outlines(x);
    for (uint32_t i = 0; i < portal->triFanCount && *shape->room; i++) {
        uint64_t entry = (uint64_t)portal->triFanStart + i;
        if (entry >= x->windingIndices.count)
            break;
        const tlb_dif_winding_range *fan = &x->windingIndices.data[entry];
        if (!dif_shape_polygon(shape, &outlines, fan->windingStart, fan->windingCount))
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
    return dif_find_glass(s, look, color, &material) && dif_shape_finish(s, shape, node, material);
}

/* How much may still be shown and listed: the entries of sound files are used once or twice. */
typedef struct zone_room {
    uint64_t corners, portals;
} zone_room;

static bool add_zone(dif_scene *s, const tlb_dif_interior *x, uint32_t index, int32_t parent, zone_room *room)
{
    static const uint8_t color[4] = {120, 240, 170, 80};
    const tlb_dif_zone *zone = &x->zones.data[index];
    int32_t node = dif_add_node(s, parent, "zone %u", index);
    if (node == TLB_NONE)
        return false;
    tlb_value *extras = dif_node_extras(s, node);
    tlb_add_integer(s->arena, extras, "flags", zone->flags);
    tlb_add_integer(s->arena, extras, "surfaceCount", zone->surfaceCount);
    tlb_value *portals = tlb_add_list(s->arena, extras, "portals");
    for (uint32_t i = 0; i < zone->portalCount && room->portals; i++, room->portals--) {
        uint64_t entry = (uint64_t)zone->portalStart + i;
        if (entry >= x->zonePortalList.count)
            break;
        tlb_add_integer(s->arena, portals, NULL, x->zonePortalList.data[entry]);
    }
    dif_shape shape = {.arena = &s->work, .room = &room->corners};
    return !s->zones || (outline_zone(&shape, x, zone) && show_hidden(s, &shape, node, "zone", color));
}

static bool add_zones(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    zone_room room = {dif_room_for(x->windings.count), dif_room_for(x->zonePortalList.count)};
    if (x->zones.count < 2) /* only the outside */
        return true;
    int32_t group = dif_add_node(s, parent, "zones");
    if (group == TLB_NONE)
        return false;
    for (uint32_t i = 0; i < x->zones.count; i++)
        if (!add_zone(s, x, i, group, &room))
            return false;
    return true;
}

static bool add_portals(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    static const uint8_t color[4] = {120, 190, 255, 100};
    uint64_t room = dif_room_for(x->windings.count);
    int32_t group = x->portals.count ? dif_add_node(s, parent, "portals") : TLB_NONE;
    for (uint32_t i = 0; i < x->portals.count; i++) {
        const tlb_dif_portal *portal = &x->portals.data[i];
        int32_t node = group != TLB_NONE ? dif_add_node(s, group, "portal %u", i) : TLB_NONE;
        if (node == TLB_NONE)
            return false;
        tlb_value *extras = dif_node_extras(s, node);
        tlb_add_integer(s->arena, extras, "zoneFront", portal->zoneFront);
        tlb_add_integer(s->arena, extras, "zoneBack", portal->zoneBack);
        dif_shape shape = {.arena = &s->work, .room = &room};
        if (s->zones && !(outline_portal(&shape, x, portal) && show_hidden(s, &shape, node, "portal", color)))
            return false;
    }
    return true;
}

static bool add_mirrors(dif_scene *s, const tlb_dif_interior *x, int32_t parent)
{
    for (uint32_t i = 0; i < x->subObjects.count; i++) {
        const tlb_dif_mirror *mirror = &x->subObjects.data[i];
        int32_t node = dif_add_node(s, parent, "mirror %u", i);
        if (node == TLB_NONE)
            return false;
        dif_place(s, node, mirror->centroid);
        tlb_value *extras = dif_node_extras(s, node);
        tlb_add_integer(s->arena, extras, "detailLevel", mirror->detailLevel);
        tlb_add_integer(s->arena, extras, "zone", mirror->zone);
        tlb_add_single(s->arena, extras, "alphaLevel", mirror->alphaLevel);
        tlb_add_integer(s->arena, extras, "surfaceStart", mirror->surfaceStart);
        tlb_add_integer(s->arena, extras, "surfaceCount", mirror->surfaceCount);
    }
    return true;
}

bool dif_add_rooms(dif_scene *s, const dif_subject *subject, int32_t node)
{
    const tlb_dif_interior *x = subject->interior;
    return add_zones(s, x, node) && add_portals(s, x, node) && add_mirrors(s, x, node);
}
