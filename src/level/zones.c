/* Zones: the regions of connected cells that the outside or a portal leads to. */
#include "level/flood.h"
#include "level/solid.h"

#include "base/context.h"
#include "base/text.h"

typedef struct zoner {
    tlb_solid_maker *m;
    tlb_solid *solid;
    tlb_solid_flood flood;
    uint32_t *zones; /* of each cell that stands for its region */
} zoner;

static uint32_t zone_of(zoner *z, uint32_t cell)
{
    return z->zones[tlb_root_of(z->flood.joined, cell)];
}

/* --- numbers ----------------------------------------------------------------------------------------- */

static bool add_zone(zoner *z, uint32_t cell)
{
    uint32_t *zone = cell < z->m->cells.count ? &z->zones[tlb_root_of(z->flood.joined, cell)] : NULL;
    if (zone && *zone != TLB_SOLID_NO_ZONE)
        return true;
    tlb_solid_zone *added = TLB_PUSH(&z->solid->arena, &z->solid->zones);
    if (!added)
        return false;
    *added = (tlb_solid_zone){0};
    if (zone)
        *zone = z->solid->zones.count - 1;
    return true;
}

static bool number_zones(zoner *z)
{
    z->zones = tlb_alloc_array(&z->m->scratch, z->m->cells.count, sizeof *z->zones);
    for (uint32_t i = 0; z->zones && i < z->m->cells.count; i++)
        z->zones[i] = TLB_SOLID_NO_ZONE;
    if (!z->zones || !add_zone(z, z->flood.outside))
        return false;
    for (uint32_t i = 0; i < z->solid->portals.count; i++) {
        const tlb_solid_door *door = &z->flood.doors[i];
        if (door->area > 0 && (!add_zone(z, door->cells[0]) || !add_zone(z, door->cells[1])))
            return false;
    }
    for (uint32_t i = 0; i < z->solid->empty_zones.count; i++)
        z->solid->empty_zones.data[i] = (uint16_t)zone_of(z, z->m->cells.of_leaves.data[i]);
    return true;
}

/* --- portals ----------------------------------------------------------------------------------------- */

static void connect_portals(zoner *z)
{
    const tlb_level_detail *detail = &z->m->level->details.data[z->m->detail];
    for (uint32_t i = 0; i < z->solid->portals.count; i++) {
        tlb_solid_portal *portal = &z->solid->portals.data[i];
        const tlb_solid_door *door = &z->flood.doors[i];
        for (int side = 0; side < 2; side++)
            portal->zones[side] = door->area > 0 ? zone_of(z, door->cells[side]) : 0;
        if (portal->zones[0] != portal->zones[1])
            continue;
        char place[TLB_LEVEL_PLACE];
        tlb_level_place(detail, portal->entity, TLB_LEVEL_WHOLE, TLB_LEVEL_WHOLE, place);
        tlb_report(z->m->context, TLB_CODE_LEVEL_PORTAL, TLB_NO_OFFSET, NULL,
                   "%s: both sides of the portal are in zone %u: expected it to close an opening", place,
                   portal->zones[0]);
    }
}

/* Zones are inside unless portals with ambient_light connect them with the outside. */
static bool find_inside(zoner *z)
{
    const tlb_level_detail *detail = &z->m->level->details.data[z->m->detail];
    uint32_t count = z->solid->zones.count;
    uint32_t *joined = tlb_alloc_array(&z->m->scratch, count, sizeof *joined);
    if (!joined)
        return false;
    for (uint32_t i = 0; i < count; i++)
        joined[i] = i;
    for (uint32_t i = 0; i < z->solid->portals.count; i++) {
        const tlb_solid_portal *portal = &z->solid->portals.data[i];
        const tlb_level_entity *entity = &detail->entities.data[portal->entity];
        if (tlb_level_property_number(entity, "ambient_light", 0) != 0)
            joined[tlb_root_of(joined, portal->zones[0])] = tlb_root_of(joined, portal->zones[1]);
    }
    for (uint32_t i = 0; i < count; i++)
        z->solid->zones.data[i].is_inside = tlb_root_of(joined, i) != tlb_root_of(joined, 0);
    return true;
}

/* --- lists ------------------------------------------------------------------------------------------- */

static bool add_pair(zoner *z, tlb_solid_pairs *pairs, uint32_t zone, uint32_t member)
{
    tlb_solid_pair *added = TLB_PUSH(&z->m->scratch, pairs);
    if (added)
        *added = (tlb_solid_pair){zone, member};
    return added;
}

static bool list_faces(zoner *z)
{
    tlb_solid *solid = z->solid;
    tlb_solid_pairs pairs = {0};
    for (uint32_t i = 0; i < z->m->cells.faces.count; i++) {
        const tlb_solid_pair *face = &z->m->cells.faces.data[i];
        uint32_t zone = zone_of(z, face->group);
        if (zone != TLB_SOLID_NO_ZONE && !add_pair(z, &pairs, zone, face->member))
            return false;
    }
    tlb_solid_sort_pairs(&pairs);
    if (!TLB_RESERVE(&solid->arena, &solid->zone_faces, pairs.count))
        return false;
    for (uint32_t i = 0; i < pairs.count; i++) {
        tlb_solid_zone *zone = &solid->zones.data[pairs.data[i].group];
        if (!zone->face_count++)
            zone->first_face = i;
        solid->zone_faces.data[solid->zone_faces.count++] = pairs.data[i].member;
    }
    return true;
}

static bool list_portals(zoner *z)
{
    tlb_solid *solid = z->solid;
    tlb_solid_pairs pairs = {0};
    for (uint32_t i = 0; i < solid->portals.count; i++)
        for (int side = 0; side < 2; side++)
            if (!add_pair(z, &pairs, solid->portals.data[i].zones[side], i))
                return false;
    tlb_solid_sort_pairs(&pairs);
    if (!TLB_RESERVE(&solid->arena, &solid->zone_portals, pairs.count))
        return false;
    for (uint32_t i = 0; i < pairs.count; i++) {
        tlb_solid_zone *zone = &solid->zones.data[pairs.data[i].group];
        if (!zone->portal_count++)
            zone->first_portal = i;
        solid->zone_portals.data[solid->zone_portals.count++] = pairs.data[i].member;
    }
    return true;
}

static bool report_unreached(zoner *z)
{
    const tlb_solid *solid = z->solid;
    uint32_t count = 0;
    uint8_t *is_reached = tlb_zalloc(&z->m->scratch, solid->faces.count);
    if (!is_reached)
        return false;
    for (uint32_t i = 0; i < solid->zone_faces.count; i++)
        is_reached[solid->zone_faces.data[i]] = 1;
    for (uint32_t i = 0; i < solid->faces.count; i++) {
        const tlb_solid_face *face = &solid->faces.data[i];
        count += !is_reached[i] && !tlb_solid_is_collision(solid->hulls.data[face->hull].kind) &&
                 z->m->level->materials.data[face->material].surface == TLB_LEVEL_VISIBLE;
    }
    if (count)
        tlb_report(
            z->m->context, TLB_CODE_LEVEL_UNREACHED, TLB_NO_OFFSET, NULL,
            "%u %s in no zone, as neither the outside nor a portal leads there: solid, and never drawn",
            count, tlb_plural(count, "face is", "faces are"));
    return true;
}

tlb_status tlb_solid_make_zones(tlb_solid_maker *m)
{
    zoner z = {.m = m, .solid = m->solid};
    tlb_status status = tlb_solid_flood_cells(m, &z.flood);
    if (status)
        return status;
    if (!number_zones(&z))
        return tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
    connect_portals(&z);
    return find_inside(&z) && list_faces(&z) && list_portals(&z) && report_unreached(&z)
               ? TLB_OK
               : tlb_report_memory(m->context, tlb_arena_refused(&m->scratch, &m->solid->arena));
}
