/* The layout of an interior, versions 0 to 14, all families. */
#include "formats/torque/dif/codecs.h"
#include "formats/torque/dif/dif.h"
#include "formats/torque/dif/layout.h"
#include "layout/fields.h"

dif_layout tlb_dif_layout_of(uint32_t version, tlb_dif_family family)
{
    bool v0 = version == 0;
    return (dif_layout){
        .version = version,
        .count = version >= 13 ? TLB_U32 : TLB_U8,
        .map = version >= 13                          ? TLB_U32
               : v0 && family == TLB_DIF_TGE_BIG_MAPS ? TLB_U16
                                                      : TLB_U8,
        .leaf = version >= 14 ? TLB_U32 : TLB_U16,
        .unused = v0 ? family == TLB_DIF_TSE : version <= 5 || version >= 12,
        .brushId = version >= 2 && version <= 5,
        .lightDirMaps = v0 ? family == TLB_DIF_TSE || family == TLB_DIF_TSE_EARLY
                           : version <= 3 || version == 5 || version >= 12,
    };
}

/* --- flags -------------------------------------------------------------------------------------------- */

const tlb_flag tlb_dif_surface_flags[] = {
    {"detail", TLB_DIF_SURFACE_DETAIL, TLB_DIF_SURFACE_DETAIL},
    {"ambiguous", TLB_DIF_SURFACE_AMBIGUOUS, TLB_DIF_SURFACE_AMBIGUOUS},
    {"orphan", TLB_DIF_SURFACE_ORPHAN, TLB_DIF_SURFACE_ORPHAN},
    {"sharedLightMaps", TLB_DIF_SURFACE_SHARED_LIGHT_MAPS, TLB_DIF_SURFACE_SHARED_LIGHT_MAPS},
    {"outsideVisible", TLB_DIF_SURFACE_OUTSIDE_VISIBLE, TLB_DIF_SURFACE_OUTSIDE_VISIBLE},
    {0},
};
static const tlb_flag zone_flags[] = {{"inside", 1, 1}, {0}};

/* --- names -------------------------------------------------------------------------------------------- */

static bool material_at(const void *interior, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dif_interior *x = interior;
    *next = i + 1;
    if (i < x->materials.count)
        *name = x->materials.data[i];
    return i < x->materials.count;
}

static bool light_name_at(const void *interior, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dif_interior *x = interior;
    return tlb_names_in_block(x->nameBuffers.data, x->nameBuffers.count, i, name, next);
}

static const tlb_naming surface_materials = {"material", .at = material_at};
static const tlb_naming light_names = {"name", .texts = true, .at = light_name_at};

/* --- small structures --------------------------------------------------------------------------------- */

void tlb_dif_walk_plane(tlb_walk *w, tlb_dif_plane *p)
{
    WALK(w, p, normalIndex);
    WALK(w, p, planeDistance);
}

static void walk_texgen(tlb_walk *w, tlb_dif_texgen *t)
{
    WALK_ROW(w, t, planeX);
    WALK_ROW(w, t, planeY);
}

static void walk_bsp_node(tlb_walk *w, tlb_dif_bsp_node *n, const dif_layout *layout)
{
    WALK(w, n, planeIndex);
    WALK_AS(w, n, frontIndex, layout->leaf);
    WALK_AS(w, n, backIndex, layout->leaf);
}

void tlb_dif_walk_solid_leaf(tlb_walk *w, tlb_dif_solid_leaf *l)
{
    WALK(w, l, surfaceIndex);
    WALK(w, l, surfaceCount);
}

void tlb_dif_walk_winding_range(tlb_walk *w, tlb_dif_winding_range *r)
{
    WALK(w, r, windingStart);
    WALK(w, r, windingCount);
}

static void walk_edge(tlb_walk *w, tlb_dif_edge *e)
{
    WALK(w, e, pointIndex0);
    WALK(w, e, pointIndex1);
    WALK(w, e, surfaceIndex0);
    WALK(w, e, surfaceIndex1);
}

static void walk_edge2(tlb_walk *w, tlb_dif_edge2 *e, const dif_layout *layout)
{
    WALK(w, e, vertex0);
    WALK(w, e, vertex1);
    WALK(w, e, normal0);
    WALK(w, e, normal1);
    if (layout->version >= 3) {
        WALK(w, e, face0);
        WALK(w, e, face1);
    }
}

static void walk_zone(tlb_walk *w, tlb_dif_zone *z, const dif_layout *layout)
{
    WALK(w, z, portalStart);
    WALK(w, z, portalCount);
    WALK(w, z, surfaceStart);
    WALK(w, z, surfaceCount);
    if (layout->version >= 12) {
        WALK(w, z, staticMeshStart);
        WALK(w, z, staticMeshCount);
    }
    WALK_FLAGS(w, z, flags, zone_flags);
}

static void walk_portal(tlb_walk *w, tlb_dif_portal *p)
{
    WALK(w, p, planeIndex);
    WALK(w, p, triFanCount);
    WALK(w, p, triFanStart);
    WALK(w, p, zoneFront);
    WALK(w, p, zoneBack);
}

static void walk_surface(tlb_walk *w, const tlb_dif_interior *x, tlb_dif_surface *s, const dif_layout *layout)
{
    WALK(w, s, windingStart);
    WALK_AS(w, s, windingCount, layout->count);
    WALK(w, s, planeIndex);
    walk_refers(w, &surface_materials, x);
    WALK(w, s, textureIndex);
    WALK(w, s, texGenIndex);
    WALK_FLAGS(w, s, surfaceFlags, tlb_dif_surface_flags);
    WALK(w, s, fanMask);
    WALK(w, s, finalWord);
    WALK(w, s, texGenXDistance);
    WALK(w, s, texGenYDistance);
    WALK(w, s, lightCount);
    WALK(w, s, lightStateInfoStart);
    WALK_AS(w, s, mapOffsetX, layout->map);
    WALK_AS(w, s, mapOffsetY, layout->map);
    WALK_AS(w, s, mapSizeX, layout->map);
    WALK_AS(w, s, mapSizeY, layout->map);
    if (layout->unused)
        WALK(w, s, unused);
    if (layout->brushId)
        WALK(w, s, brushId);
}

void tlb_dif_walk_null_surface(tlb_walk *w, tlb_dif_null_surface *s, tlb_type count)
{
    WALK(w, s, windingStart);
    WALK(w, s, planeIndex);
    WALK_FLAGS(w, s, surfaceFlags, tlb_dif_surface_flags);
    WALK_AS(w, s, windingCount, count);
}

static void walk_light_map(tlb_walk *w, tlb_dif_light_map *m, const dif_layout *layout)
{
    tlb_dif_walk_png(w, "lightMap", &m->lightMap);
    if (layout->lightDirMaps)
        tlb_dif_walk_png(w, "lightDirMap", &m->lightDirMap);
    WALK(w, m, keepLightMap);
}

static void walk_animated_light(tlb_walk *w, const tlb_dif_interior *x, tlb_dif_animated_light *l)
{
    walk_refers(w, &light_names, x);
    WALK(w, l, nameIndex);
    WALK(w, l, stateIndex);
    WALK(w, l, stateCount);
    WALK(w, l, flags);
    WALK(w, l, duration);
}

static void walk_light_state(tlb_walk *w, tlb_dif_light_state *s)
{
    WALK(w, s, red);
    WALK(w, s, green);
    WALK(w, s, blue);
    WALK(w, s, activeTime);
    WALK(w, s, dataIndex);
    WALK(w, s, dataCount);
}

static void walk_state_data(tlb_walk *w, tlb_dif_state_data *d)
{
    WALK(w, d, surfaceIndex);
    WALK(w, d, mapIndex);
    WALK(w, d, lightStateIndex);
}

static void walk_mirror(tlb_walk *w, tlb_dif_mirror *m)
{
    WALK_DEFAULT(w, m, kind, TLB_DIF_MIRROR);
    WALK(w, m, kind);
    if (m->kind != TLB_DIF_MIRROR && !w->status) {
        tlb_walk_refuse(w, sizeof m->kind, TLB_CODE_NOT_SUPPORTED, "kind",
                        "unknown sub-object kind %u, expected 1 (mirror)", m->kind);
        return;
    }
    WALK(w, m, detailLevel);
    WALK(w, m, zone);
    WALK(w, m, alphaLevel);
    WALK(w, m, surfaceCount);
    WALK(w, m, surfaceStart);
    WALK_ROW(w, m, centroid);
}

void tlb_dif_walk_hull(tlb_walk *w, tlb_dif_hull *h, bool staticMesh)
{
    WALK(w, h, hullStart);
    WALK(w, h, hullCount);
    WALK(w, h, minX);
    WALK(w, h, maxX);
    WALK(w, h, minY);
    WALK(w, h, maxY);
    WALK(w, h, minZ);
    WALK(w, h, maxZ);
    WALK(w, h, surfaceStart);
    WALK(w, h, surfaceCount);
    WALK(w, h, planeStart);
    WALK(w, h, polyListPlaneStart);
    WALK(w, h, polyListPointStart);
    WALK(w, h, polyListStringStart);
    if (staticMesh)
        WALK(w, h, staticMesh);
}

static void walk_coord_bin(tlb_walk *w, tlb_dif_coord_bin *b)
{
    WALK(w, b, binStart);
    WALK(w, b, binCount);
}

/* --- interior ----------------------------------------------------------------------------------------- */

static void walk_bsp(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    DIF_COUNT(w, x, "numBSPNodes", bspNodes);
    WALK_ROWS(w, x, bspNodes, 6, i)
        walk_bsp_node(w, &x->bspNodes.data[i], layout);
    DIF_COUNT(w, x, "numBSPSolidLeaves", bspSolidLeaves);
    WALK_ROWS(w, x, bspSolidLeaves, 6, i)
        tlb_dif_walk_solid_leaf(w, &x->bspSolidLeaves.data[i]);
}

static void walk_windings(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    DIF_LIST(w, x, "numWindings", windings, TLB_U32);
    DIF_COUNT(w, x, "numWindingIndices", windingIndices);
    WALK_ROWS(w, x, windingIndices, 8, i)
        tlb_dif_walk_winding_range(w, &x->windingIndices.data[i]);
    if (layout->version >= 12) {
        DIF_COUNT(w, x, "numEdges", edges);
        WALK_ROWS(w, x, edges, 16, i)
            walk_edge(w, &x->edges.data[i]);
    }
}

static void walk_zones(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    DIF_COUNT(w, x, "numZones", zones);
    WALK_ROWS(w, x, zones, 12, i)
        walk_zone(w, &x->zones.data[i], layout);
    DIF_LIST(w, x, "numZoneSurfaces", zoneSurfaces, TLB_U16);
    if (layout->version >= 12) {
        DIF_COUNT(w, x, "numZoneStaticMeshes", zoneStaticMeshes);
        WALK_VALUES(w, x, zoneStaticMeshes);
    }
    DIF_LIST(w, x, "numZonePortalList", zonePortalList, TLB_U16);
    DIF_COUNT(w, x, "numPortals", portals);
    WALK_ROWS(w, x, portals, 12, i)
        walk_portal(w, &x->portals.data[i]);
}

static void walk_surfaces(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    DIF_COUNT(w, x, "numSurfaces", surfaces);
    WALK_ROWS(w, x, surfaces, 38, i)
        walk_surface(w, x, &x->surfaces.data[i], layout);
    tlb_dif_doubt(w, x);
    if (layout->version >= 2 && layout->version <= 5) {
        DIF_COUNT(w, x, "numEdges2", edges2);
        WALK_ROWS(w, x, edges2, 16, i)
            walk_edge2(w, &x->edges2.data[i], layout);
    }
    if (layout->version == 4 || layout->version == 5) {
        tlb_dif_walk_flagged_count(w, "numNormals2", "normals2Param", &x->normals2.count,
                                   &x->normals2.flagged, &x->normals2.param);
        WALK_VECTORS(w, x, normals2);
        DIF_LIST(w, x, "numNormalIndices", normalIndices, TLB_U16);
    }
    DIF_LIST(w, x, "numNormalLMapIndices", normalLMapIndices, layout->count);
    if (layout->version != 4) {
        DIF_COUNT(w, x, "numAlarmLMapIndices", alarmLMapIndices);
        WALK_VALUES_AS(w, x, alarmLMapIndices, layout->count);
    }
    DIF_COUNT(w, x, "numNullSurfaces", nullSurfaces);
    WALK_ROWS(w, x, nullSurfaces, 8, i)
        tlb_dif_walk_null_surface(w, &x->nullSurfaces.data[i], layout->count);
}

static void walk_lights(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    if (layout->version != 4) {
        DIF_COUNT(w, x, "numLightMaps", lightMaps);
        WALK_BLOCKS(w, x, lightMaps, 21, i)
            walk_light_map(w, &x->lightMaps.data[i], layout);
    }
    DIF_LIST(w, x, "numSolidLeafSurfaces", solidLeafSurfaces, TLB_U32);
    DIF_COUNT(w, x, "numAnimatedLights", animatedLights);
    WALK_ROWS(w, x, animatedLights, 16, i)
        walk_animated_light(w, x, &x->animatedLights.data[i]);
    DIF_COUNT(w, x, "numLightStates", lightStates);
    WALK_ROWS(w, x, lightStates, 13, i)
        walk_light_state(w, &x->lightStates.data[i]);
    if (layout->version != 4) {
        DIF_COUNT(w, x, "numStateDatas", stateDatas);
        WALK_ROWS(w, x, stateDatas, 10, i)
            walk_state_data(w, &x->stateDatas.data[i]);
        DIF_COUNT(w, x, "numStateDataBuffers", stateDataBuffers);
        WALK(w, x, stateDataFlags);
        WALK_VALUES(w, x, stateDataBuffers);
        DIF_COUNT(w, x, "numNameBuffers", nameBuffers);
        WALK_VALUES(w, x, nameBuffers);
        DIF_COUNT(w, x, "numSubObjects", subObjects);
        WALK_ROWS(w, x, subObjects, 36, i)
            walk_mirror(w, &x->subObjects.data[i]);
    }
}

static void walk_hulls(tlb_walk *w, tlb_dif_interior *x, const dif_layout *layout)
{
    DIF_COUNT(w, x, "numConvexHulls", convexHulls);
    WALK_ROWS(w, x, convexHulls, 52, i)
        tlb_dif_walk_hull(w, &x->convexHulls.data[i], layout->version >= 12);
    DIF_COUNT(w, x, "numConvexHullEmitStrings", convexHullEmitStrings);
    WALK_VALUES(w, x, convexHullEmitStrings);
    DIF_LIST(w, x, "numHullIndices", hullIndices, TLB_U32);
    DIF_LIST(w, x, "numHullPlaneIndices", hullPlaneIndices, TLB_U16);
    DIF_LIST(w, x, "numHullEmitStringIndices", hullEmitStringIndices, TLB_U32);
    DIF_LIST(w, x, "numHullSurfaceIndices", hullSurfaceIndices, TLB_U32);
    DIF_LIST(w, x, "numPolyListPlanes", polyListPlanes, TLB_U16);
    DIF_LIST(w, x, "numPolyListPoints", polyListPoints, TLB_U32);
    DIF_COUNT(w, x, "numPolyListStrings", polyListStrings);
    WALK_VALUES(w, x, polyListStrings);
    WALK_FIXED_ROWS(w, x, coordBins, i)
        walk_coord_bin(w, &x->coordBins[i]);
    DIF_LIST(w, x, "numCoordBinIndices", coordBinIndices, TLB_U16);
    WALK(w, x, coordBinMode);
}

void tlb_dif_walk_interior(tlb_walk *w, tlb_dif_interior *x, tlb_dif_family family)
{
    WALK(w, x, interiorFileVersion);
    if (x->interiorFileVersion > TLB_DIF_LAST_VERSION && !w->status) {
        tlb_walk_refuse(w, sizeof x->interiorFileVersion, TLB_CODE_BAD_VERSION, "interiorFileVersion",
                        "unknown interior version %u, expected 0 to %d", x->interiorFileVersion,
                        TLB_DIF_LAST_VERSION);
        return;
    }
    dif_layout layout = tlb_dif_layout_of(x->interiorFileVersion, family);
    WALK(w, x, detailLevel);
    WALK(w, x, minPixels);
    WALK_ROW(w, x, boundingBox);
    WALK_ROW(w, x, boundingSphere);
    WALK(w, x, hasAlarmState);
    WALK(w, x, numLightStateEntries);
    DIF_COUNT(w, x, "numNormals", normals);
    WALK_VECTORS(w, x, normals);
    DIF_COUNT(w, x, "numPlanes", planes);
    WALK_ROWS(w, x, planes, 6, i)
        tlb_dif_walk_plane(w, &x->planes.data[i]);
    DIF_COUNT(w, x, "numPoints", points);
    WALK_VECTORS(w, x, points);
    if (layout.version != 4) {
        DIF_COUNT(w, x, "numPointVisibilities", pointVisibilities);
        WALK_VALUES(w, x, pointVisibilities);
    }
    DIF_COUNT(w, x, "numTexGenEqs", texGenEqs);
    WALK_ROWS(w, x, texGenEqs, 32, i)
        walk_texgen(w, &x->texGenEqs.data[i]);
    walk_bsp(w, x, &layout);
    DIF_MATERIALS(w, x);
    walk_windings(w, x, &layout);
    walk_zones(w, x, &layout);
    walk_surfaces(w, x, &layout);
    walk_lights(w, x, &layout);
    walk_hulls(w, x, &layout);
    if (layout.version == 4)
        return;
    WALK_ROW(w, x, baseAmbientColor);
    WALK_ROW(w, x, alarmAmbientColor);
    tlb_dif_walk_meshes(w, x, layout.version);
    WALK(w, x, extendedLightMapData);
    if (x->extendedLightMapData == 1) {
        WALK(w, x, lightMapBorderSize);
        WALK(w, x, extendedDummy);
    }
}
