/* Zones, portals, mirrors. */
#include "formats/torque/dif/check/check.h"

enum { KNOWN_ZONE_FLAGS = 1 };

/* Zones whose parts of zonePortalList do not overlap cannot name more than its entries: only then are zones
 * gone through entry by entry, so that no file makes that slow. */

static void check_zone(tlb_checker *c, const tlb_dif_interior *interior, uint32_t i)
{
    const tlb_dif_zone *zone = &interior->zones.data[i];
    TLB_CHECK_RANGE(c, DIF_ZONE, zone->surfaceStart, zone->surfaceCount, interior->zoneSurfaces.count,
                    tlb_at(c, "zones[%u].surfaceStart", i), "zoneSurfaces");
    TLB_CHECK_RANGE(c, DIF_ZONE, zone->portalStart, zone->portalCount, interior->zonePortalList.count,
                    tlb_at(c, "zones[%u].portalStart", i), "zonePortalList");
    if (interior->interiorFileVersion >= 12)
        TLB_CHECK_RANGE(c, DIF_ZONE, zone->staticMeshStart, zone->staticMeshCount,
                        interior->zoneStaticMeshes.count, tlb_at(c, "zones[%u].staticMeshStart", i),
                        "zoneStaticMeshes");
    if (zone->flags & ~KNOWN_ZONE_FLAGS)
        TLB_FIND(c, DIF_ZONE_FLAGS, tlb_at(c, "zones[%u].flags", i), "0x%04x has unknown bits", zone->flags);
}

static void check_surfaces_in_zones(tlb_checker *c, const tlb_dif_interior *interior)
{
    const uint8_t *drawn = tlb_dif_surfaces_in_zones(&c->arena, interior);
    if (!drawn && !c->status)
        c->status = tlb_report_memory(c->context, &c->arena);
    for (uint32_t i = 0; drawn && i < interior->surfaces.count; i++)
        if (!drawn[i])
            TLB_FIND(c, DIF_SURFACE_ZONE, tlb_at(c, "surfaces[%u]", i), "it is in no zone");
}

static void check_zones(tlb_checker *c, const tlb_dif_interior *interior)
{
    if (!interior->zones.count && (interior->surfaces.count || interior->bspNodes.count))
        TLB_FIND(c, DIF_ZONES_MISSING, tlb_at(c, "zones"), "zone 0, the outside, is missing");
    uint64_t listed = 0;
    for (uint32_t i = 0; i < interior->zones.count; i++) {
        check_zone(c, interior, i);
        listed += interior->zones.data[i].surfaceCount;
    }
    tlb_dif_check_entries(c, TLB_CODE_DIF_ZONE_LIST, "zoneSurfaces", interior->zoneSurfaces.data,
                          interior->zoneSurfaces.count, interior->surfaces.count, "surfaces");
    tlb_dif_check_entries(c, TLB_CODE_DIF_ZONE_LIST, "zonePortalList", interior->zonePortalList.data,
                          interior->zonePortalList.count, interior->portals.count, "portals");
    tlb_dif_check_entries(c, TLB_CODE_DIF_ZONE_LIST, "zoneStaticMeshes", interior->zoneStaticMeshes.data,
                          interior->zoneStaticMeshes.count, interior->staticMeshes.count, "static meshes");
    if (listed > interior->zoneSurfaces.count)
        TLB_FIND(c, DIF_ZONES_OVERLAP, tlb_at(c, "zoneSurfaces"), "zones share entries");
    if (interior->zones.count)
        check_surfaces_in_zones(c, interior);
}

/* --- portals ---------------------------------------------------------------------------------------- */

static void check_portal(tlb_checker *c, const tlb_dif_interior *interior, uint32_t i)
{
    const tlb_dif_portal *portal = &interior->portals.data[i];
    TLB_CHECK_INDEX(c, DIF_PORTAL, dif_plane_index(portal->planeIndex), interior->planes.count,
                    tlb_at(c, "portals[%u].planeIndex", i), "planes");
    TLB_CHECK_RANGE(c, DIF_PORTAL, portal->triFanStart, portal->triFanCount, interior->windingIndices.count,
                    tlb_at(c, "portals[%u].triFanStart", i), "windingIndices");
    TLB_CHECK_INDEX(c, DIF_PORTAL, portal->zoneFront, interior->zones.count,
                    tlb_at(c, "portals[%u].zoneFront", i), "zones");
    TLB_CHECK_INDEX(c, DIF_PORTAL, portal->zoneBack, interior->zones.count,
                    tlb_at(c, "portals[%u].zoneBack", i), "zones");
}

/* A portal is listed in the two zones it joins and in no other. */
enum { LISTED_FRONT = 1, LISTED_BACK = 2 };

static void list_portals(tlb_checker *c, const tlb_dif_interior *interior, uint32_t zone_index,
                         uint8_t *listed)
{
    const tlb_dif_zone *zone = &interior->zones.data[zone_index];
    if (!tlb_within(zone->portalStart, zone->portalCount, interior->zonePortalList.count))
        return;
    for (uint32_t k = zone->portalStart; k < zone->portalStart + (uint32_t)zone->portalCount; k++) {
        uint32_t index = interior->zonePortalList.data[k];
        if (index >= interior->portals.count)
            continue;
        const tlb_dif_portal *portal = &interior->portals.data[index];
        uint8_t sides = (uint8_t)((portal->zoneFront == zone_index ? LISTED_FRONT : 0) |
                                  (portal->zoneBack == zone_index ? LISTED_BACK : 0));
        listed[index] |= sides;
        if (!sides)
            TLB_FIND(c, DIF_PORTAL_ZONES, tlb_at(c, "zonePortalList[%u]", k),
                     "zone %u lists portal %u, which joins zones %u and %u", zone_index, index,
                     portal->zoneFront, portal->zoneBack);
    }
}

static void check_portals_in_zones(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint8_t *listed = tlb_scratch(c, interior->portals.count, 1);
    if (!listed)
        return;
    for (uint32_t i = 0; i < interior->zones.count; i++)
        list_portals(c, interior, i, listed);
    for (uint32_t i = 0; i < interior->portals.count; i++) {
        const tlb_dif_portal *portal = &interior->portals.data[i];
        if (listed[i] == (LISTED_FRONT | LISTED_BACK) || portal->zoneFront >= interior->zones.count ||
            portal->zoneBack >= interior->zones.count)
            continue;
        uint32_t zone = listed[i] & LISTED_FRONT ? portal->zoneBack : portal->zoneFront;
        TLB_FIND(c, DIF_PORTAL_ZONES, tlb_at(c, "portals[%u]", i), "it is missing from the list of zone %u",
                 zone);
    }
}

static void check_portal_polygons(tlb_checker *c, const tlb_dif_interior *interior, uint32_t i)
{
    const tlb_dif_portal *portal = &interior->portals.data[i];
    float plane[4];
    if (!tlb_within(portal->triFanStart, portal->triFanCount, interior->windingIndices.count) ||
        !tlb_dif_plane_of(interior, portal->planeIndex, true, plane))
        return;
    for (uint32_t k = 0; k < portal->triFanCount; k++) {
        const tlb_dif_winding_range *fan = &interior->windingIndices.data[portal->triFanStart + k];
        uint32_t points[TLB_DIF_MAX_WINDING];
        tlb_dif_null_surface polygon = {.windingStart = fan->windingStart, .windingCount = fan->windingCount};
        uint32_t count = tlb_dif_null_surface_polygon(interior, &polygon, points);
        double farthest = 0;
        for (uint32_t n = 0; n < count; n++)
            farthest = fmax(farthest, fabs(tlb_plane_distance(plane, interior->points.data[points[n]])));
        if (farthest > DIF_THICKNESS)
            TLB_FIND(c, DIF_OFF_PLANE, tlb_at(c, "windingIndices[%u]", portal->triFanStart + k),
                     "a corner of portal %u is %g off its plane", i, farthest);
    }
}

static void check_portals(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint64_t listed = 0, fans = 0;
    for (uint32_t i = 0; i < interior->zones.count; i++)
        listed += interior->zones.data[i].portalCount;
    for (uint32_t i = 0; i < interior->portals.count; i++) {
        check_portal(c, interior, i);
        fans += interior->portals.data[i].triFanCount;
    }
    if (listed > interior->zonePortalList.count)
        TLB_FIND(c, DIF_ZONES_OVERLAP, tlb_at(c, "zonePortalList"), "zones share entries");
    else
        check_portals_in_zones(c, interior);
    if (fans <= interior->windingIndices.count)
        for (uint32_t i = 0; i < interior->portals.count; i++)
            check_portal_polygons(c, interior, i);
}

/* --- mirrors ---------------------------------------------------------------------------------------- */

static void check_mirrors(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->subObjects.count; i++) {
        const tlb_dif_mirror *mirror = &interior->subObjects.data[i];
        TLB_CHECK_INDEX(c, DIF_MIRROR_TARGET, mirror->zone, interior->zones.count,
                        tlb_at(c, "subObjects[%u].zone", i), "zones");
        TLB_CHECK_RANGE(c, DIF_MIRROR_TARGET, mirror->surfaceStart, mirror->surfaceCount,
                        interior->surfaces.count, tlb_at(c, "subObjects[%u].surfaceStart", i), "surfaces");
        DIF_CHECK_FINITE(c, &mirror->alphaLevel, 1, tlb_at(c, "subObjects[%u].alphaLevel", i));
        DIF_CHECK_FINITE(c, mirror->centroid, 3, tlb_at(c, "subObjects[%u].centroid", i));
    }
}

void tlb_dif_check_zones(tlb_checker *c, const tlb_dif_interior *interior)
{
    check_zones(c, interior);
    check_portals(c, interior);
    check_mirrors(c, interior);
}
