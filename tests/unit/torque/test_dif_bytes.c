/* DIF against bytes written by hand: every version of an interior, the dialects of version 0, lists with
 * flags, and the ways in which a file ends. Order and widths are those of the "DIF File Format Specification"
 * and its corrections in docs/formats/dif.md. */
#include <stdio.h>

#include "pinned.h"

typedef struct dif_variant {
    uint32_t version;
    tlb_dif_family family;
    bool flagged; /* counts have bit 31 */
    bool sparse;  /* without the optional parts */
    uint32_t readVehicleCollision, readGameEntities;
    uint32_t vehicleCollisionFileVersion;
    bool narrow_nulls;
} dif_variant;

/* --- parts ------------------------------------------------------------------------------------------- */

/* A signature, a chunk that is different in each, IEND. */
#define PNG(owner, field, mark)                                                                              \
    BYTES(owner, field,                                                                                      \
          "\x89PNG\r\n\x1a\n"                                                                                \
          "\0\0\0\1prVt" mark "\x11\x22\x33\x44"                                                             \
          "\0\0\0\0IEND\xae\x42\x60\x82")

/* A list whose count may have bit 31: then `param` follows, which gives the width of the elements. */
#define FLAGGED(WIDE, NARROW, value_of_param, owner, list, ...)                                              \
    do {                                                                                                     \
        const double list##_values[] = {__VA_ARGS__};                                                        \
        uint32_t list##_count = sizeof list##_values / sizeof *list##_values;                                \
        IS(owner, list.count, list##_count);                                                                 \
        pinned_put_integer(p, 4, v->flagged ? 0x80000000 | list##_count : list##_count);                     \
        IS(owner, list.flagged, v->flagged);                                                                 \
        if (v->flagged) {                                                                                    \
            U8(owner, list.param, value_of_param);                                                           \
            PINNED_EACH(NARROW, owner, list.data, __VA_ARGS__);                                              \
        } else {                                                                                             \
            PINNED_EACH(WIDE, owner, list.data, __VA_ARGS__);                                                \
        }                                                                                                    \
    } while (0)

/* U8 before version 13, U32 from it; none of the values has the same bytes in both. */
#define NARROW(owner, field, narrow, wide)                                                                   \
    do {                                                                                                     \
        if (v->version >= 13)                                                                                \
            U32(owner, field, wide);                                                                         \
        else                                                                                                 \
            U8(owner, field, narrow);                                                                        \
    } while (0)

static void surface(pinned *p, const tlb_dif_surface *s, uint32_t number)
{
    const dif_variant *v = p->variant;
    /* In version 0 these six decide which dialect it is: windings, planes, materials, texgens, axes in range.
     */
    bool any = v->version > 0;
    U32(s, windingStart, (any ? 0x80000201 : 1) + number);
    if (any)
        NARROW(s, windingCount, 0xf3, 0x80000203);
    else
        U8(s, windingCount, 3);
    U16(s, planeIndex, 0x8001);
    U16(s, textureIndex, any ? 0x8205 : 1);
    U32(s, texGenIndex, any ? 0x80000206 : 0);
    U8(s, surfaceFlags, 0xf7);
    U32(s, fanMask, 0x80000208);
    U16(s, finalWord, 0x4209);
    F32(s, texGenXDistance, -0.125);
    F32(s, texGenYDistance, 0.375);
    U16(s, lightCount, 0x820a);
    U32(s, lightStateInfoStart, 0x8000020b);
    if (!any && v->family == TLB_DIF_TGE_BIG_MAPS) {
        U16(s, mapOffsetX, 0x820c);
        U16(s, mapOffsetY, 0x820d);
        U16(s, mapSizeX, 0x820e);
        U16(s, mapSizeY, 0x820f);
    } else {
        NARROW(s, mapOffsetX, 0xfc, 0x8000020c);
        NARROW(s, mapOffsetY, 0xfd, 0x8000020d);
        NARROW(s, mapSizeX, 0xfe, 0x8000020e);
        NARROW(s, mapSizeY, 0xff, 0x8000020f);
    }
    if (any ? v->version <= 5 || v->version >= 12 : v->family == TLB_DIF_TSE)
        U8(s, unused, 0x91);
    if (v->version >= 2 && v->version <= 5)
        U32(s, brushId, 0x80000210);
}

static void hull(pinned *p, const tlb_dif_hull *h)
{
    U32(h, hullStart, 0x80000301);
    U16(h, hullCount, 0x8302);
    F32(h, minX, -3.5);
    F32(h, maxX, 4.5);
    F32(h, minY, -5.5);
    F32(h, maxY, 6.5);
    F32(h, minZ, -7.5);
    F32(h, maxZ, 8.5);
    U32(h, surfaceStart, 0x80000303);
    U16(h, surfaceCount, 0x8304);
    U32(h, planeStart, 0x80000305);
    U32(h, polyListPlaneStart, 0x80000306);
    U32(h, polyListPointStart, 0x80000307);
    U32(h, polyListStringStart, 0x80000308);
}

static void mesh_materials(pinned *p, const tlb_dif_static_mesh *m)
{
    U8(m, materialListVersion, 1);
    COUNT(m, materials, 2);
    STRING8(m, materials.data[0], "oak");
    STRING8(m, materials.data[1], "slate");
    PINNED_EACH(U32, m, materialFlags.data, 0x80000421, 0x80000422);
    PINNED_EACH(U32, m, reflectanceMaps.data, 0x80000423, 0x80000424);
    PINNED_EACH(U32, m, bumpMaps.data, 0x80000425, 0x80000426);
    PINNED_EACH(U32, m, detailMaps.data, 0x80000427, 0x80000428);
    PINNED_EACH(U32, m, lightMaps.data, 0x80000429, 0x8000042a);
    F32S(m, detailScales.data, 23, 24);
    F32S(m, reflectionAmounts.data, 25, 26);
}

static void static_mesh(pinned *p, const tlb_dif_static_mesh *m)
{
    const dif_variant *v = p->variant;
    COUNT(m, primitives, 1);
    const tlb_dif_primitive *r = AT(m, primitives, 0);
    U8(r, alpha, 0x81);
    U32(r, texS, 0x80000401);
    U32(r, texT, 0x80000402);
    I32(r, diffuseIndex, -403);
    I32(r, lightMapIndex, -404);
    U32(r, start, 0x80000405);
    U32(r, count, 0x80000406);
    F32S(r, lightMapEquationX, 0.5, 1.5, 2.5, 3.5);
    F32S(r, lightMapEquationY, 4.5, 5.5, 6.5, 7.5);
    PINNED_EACH(I32, r, lightMapOffset, -407, -408);
    PINNED_EACH(I32, r, lightMapSize, -409, -410);
    LIST(U16, m, indices, 0x8411, 0x8412, 0x8413);
    COUNT(m, vertices, 2);
    F32S(m, vertices.data[0], 11, 12, 13);
    F32S(m, vertices.data[1], 14, 15, 16);
    COUNT(m, normals, 1);
    F32S(m, normals.data[0], 0.25, 0.75, -0.5);
    COUNT(m, diffuseUVs, 1);
    F32S(m, diffuseUVs.data[0], 17, 18);
    COUNT(m, lightmapUVs, 2);
    F32S(m, lightmapUVs.data[0], 19, 20);
    F32S(m, lightmapUVs.data[1], 21, 22);
    U8(m, hasMaterialList, v->sparse ? 0 : 1);
    if (!v->sparse)
        mesh_materials(p, m);
    COUNT(m, diffuseBitmaps, 2);
    U8(m, diffuseBitmaps.data[0].hasBitmap, 0);
    U8(m, diffuseBitmaps.data[1].hasBitmap, 1);
    PNG(m, diffuseBitmaps.data[1].bitmap, "M");
    U8(m, hasSolid, 0x83);
    U8(m, hasTranslucency, 0x84);
    F32S(m, bounds, 31, 32, 33, 34, 35, 36);
    F32S(m, transform, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56);
    F32S(m, scale, 57, 58, 59);
}

/* --- interior ------------------------------------------------------------------------------------------- */

static void lighting(pinned *p, const tlb_dif_interior *in)
{
    const dif_variant *v = p->variant;
    COUNT(in, animatedLights, 1);
    const tlb_dif_animated_light *light = AT(in, animatedLights, 0);
    U32(light, nameIndex, 0x80000501);
    U32(light, stateIndex, 0x80000502);
    U16(light, stateCount, 0x8503);
    U16(light, flags, 0x8504);
    U32(light, duration, 0x80000505);
    COUNT(in, lightStates, 1);
    const tlb_dif_light_state *state = AT(in, lightStates, 0);
    U8(state, red, 0x86);
    U8(state, green, 0x87);
    U8(state, blue, 0x88);
    U32(state, activeTime, 0x80000506);
    U32(state, dataIndex, 0x80000507);
    U16(state, dataCount, 0x8508);
    if (v->version != 4) {
        COUNT(in, stateDatas, 1);
        const tlb_dif_state_data *data = AT(in, stateDatas, 0);
        U32(data, surfaceIndex, 0x80000509);
        U32(data, mapIndex, 0x8000050a);
        U16(data, lightStateIndex, 0x850b);
        COUNT(in, stateDataBuffers, 3);
        U32(in, stateDataFlags, 0x8000050c);
        U8S(in, stateDataBuffers.data, 0xd1, 0xd2, 0xd3);
        LIST(U8, in, nameBuffers, 0xd4, 0xd5);
        COUNT(in, subObjects, 1);
        const tlb_dif_mirror *mirror = AT(in, subObjects, 0);
        U32(mirror, kind, 1);
        U32(mirror, detailLevel, 0x80000511);
        U32(mirror, zone, 0x80000512);
        F32(mirror, alphaLevel, 0.0625);
        U32(mirror, surfaceCount, 0x80000513);
        U32(mirror, surfaceStart, 0x80000514);
        F32S(mirror, centroid, 61, 62, 63);
    }
}

static void interior(pinned *p, const tlb_dif_interior *in, uint32_t detailLevel)
{
    const dif_variant *v = p->variant;
    bool full = v->version != 4; /* version 4 leaves out what the engine makes itself */
    U32(in, interiorFileVersion, v->version);
    U32(in, detailLevel, detailLevel);
    U32(in, minPixels, 0x80000103);
    F32S(in, boundingBox, -1.5, -2.5, -3.5, 1.25, 2.25, 3.25);
    F32S(in, boundingSphere, 4.25, 5.25, 6.25, 7.25);
    U8(in, hasAlarmState, 0x84);
    U32(in, numLightStateEntries, 0x80000105);
    COUNT(in, normals, 1);
    F32S(in, normals.data[0], 0.5, -0.25, 0.75);
    COUNT(in, planes, 2);
    U16(in, planes.data[0].normalIndex, 0x8106);
    F32(in, planes.data[0].planeDistance, 65.5);
    U16(in, planes.data[1].normalIndex, 0x8107);
    F32(in, planes.data[1].planeDistance, 66.5);
    COUNT(in, points, 2);
    F32S(in, points.data[0], 71, 72, 73);
    F32S(in, points.data[1], 74, 75, 76);
    if (full)
        LIST(U8, in, pointVisibilities, 0x88, 0x89, 0x8a);
    COUNT(in, texGenEqs, 1);
    F32S(in, texGenEqs.data[0].planeX, 81, 82, 83, 84);
    F32S(in, texGenEqs.data[0].planeY, 85, 86, 87, 88);
    COUNT(in, bspNodes, 1);
    const tlb_dif_bsp_node *node = AT(in, bspNodes, 0);
    U16(node, planeIndex, 0x810b);
    if (v->version >= 14) {
        U32(node, frontIndex, 0x8000010c);
        U32(node, backIndex, 0x8000010d);
    } else {
        U16(node, frontIndex, 0x810c);
        U16(node, backIndex, 0x810d);
    }
    COUNT(in, bspSolidLeaves, 1);
    U32(in, bspSolidLeaves.data[0].surfaceIndex, 0x8000010e);
    U16(in, bspSolidLeaves.data[0].surfaceCount, 0x810f);
    U8(in, materialListVersion, 1);
    COUNT(in, materials, 2);
    STRING8(in, materials.data[0], "brick");
    STRING8(in, materials.data[1], "a/b c");
    FLAGGED(U32, U16, 2, in, windings, 0x9111, 0x9112, 0x9113, 0x9114, 0x9115);
    COUNT(in, windingIndices, 1);
    U32(in, windingIndices.data[0].windingStart, 0x80000116);
    U32(in, windingIndices.data[0].windingCount, 0x80000117);
    if (v->version >= 12) {
        COUNT(in, edges, 1);
        const tlb_dif_edge *edge = AT(in, edges, 0);
        I32(edge, pointIndex0, -118);
        I32(edge, pointIndex1, -119);
        I32(edge, surfaceIndex0, -120);
        I32(edge, surfaceIndex1, -121);
    }
    COUNT(in, zones, 1);
    const tlb_dif_zone *zone = AT(in, zones, 0);
    U16(zone, portalStart, 0x8122);
    U16(zone, portalCount, 0x8123);
    U32(zone, surfaceStart, 0x80000124);
    U16(zone, surfaceCount, 0x8125);
    if (v->version >= 12) {
        U32(zone, staticMeshStart, 0x80000126);
        U32(zone, staticMeshCount, 0x80000127);
    }
    U16(zone, flags, 0x8128);
    FLAGGED(U16, U8, 0, in, zoneSurfaces, 0xe1, 0xe2);
    if (v->version >= 12)
        LIST(U32, in, zoneStaticMeshes, 0x8000012a);
    FLAGGED(U16, U16, 1, in, zonePortalList, 0x812b, 0x812c, 0x812d);
    COUNT(in, portals, 1);
    const tlb_dif_portal *portal = AT(in, portals, 0);
    U16(portal, planeIndex, 0x812e);
    U16(portal, triFanCount, 0x812f);
    U32(portal, triFanStart, 0x80000130);
    U16(portal, zoneFront, 0x8131);
    U16(portal, zoneBack, 0x8132);
    COUNT(in, surfaces, 2);
    surface(p, AT(in, surfaces, 0), 0);
    surface(p, AT(in, surfaces, 1), 1);
    if (v->version >= 2 && v->version <= 5) {
        COUNT(in, edges2, 1);
        const tlb_dif_edge2 *edge = AT(in, edges2, 0);
        U32(edge, vertex0, 0x80000133);
        U32(edge, vertex1, 0x80000134);
        U32(edge, normal0, 0x80000135);
        U32(edge, normal1, 0x80000136);
        if (v->version >= 3) {
            U32(edge, face0, 0x80000137);
            U32(edge, face1, 0x80000138);
        }
    }
    if (v->version == 4 || v->version == 5) {
        IS(in, normals2.count, 1);
        IS(in, normals2.flagged, v->flagged);
        pinned_put_integer(p, 4, v->flagged ? 0x80000001 : 1);
        if (v->flagged)
            U8(in, normals2.param, 0x93);
        F32S(in, normals2.data[0], 91, 92, 93);
        FLAGGED(U16, U8, 0, in, normalIndices, 0xe3, 0xe4, 0xe5);
    }
    COUNT(in, normalLMapIndices, 2);
    NARROW(in, normalLMapIndices.data[0], 0xe6, 0x80000139);
    NARROW(in, normalLMapIndices.data[1], 0xe7, 0x8000013a);
    if (full) {
        COUNT(in, alarmLMapIndices, 1);
        NARROW(in, alarmLMapIndices.data[0], 0xe8, 0x8000013b);
    }
    COUNT(in, nullSurfaces, 1);
    const tlb_dif_null_surface *null = AT(in, nullSurfaces, 0);
    U32(null, windingStart, 0x8000013c);
    U16(null, planeIndex, 0x813d);
    U8(null, surfaceFlags, 0xe9);
    NARROW(null, windingCount, 0xea, 0x8000013e);
    if (full) {
        COUNT(in, lightMaps, 1);
        const tlb_dif_light_map *map = AT(in, lightMaps, 0);
        PNG(map, lightMap, "L");
        if (v->version == 0 ? v->family == TLB_DIF_TSE || v->family == TLB_DIF_TSE_EARLY
                            : v->version <= 5 || v->version >= 12)
            PNG(map, lightDirMap, "D");
        U8(map, keepLightMap, 0xeb);
    }
    FLAGGED(U32, U32, 4, in, solidLeafSurfaces, 0x8000013f, 0x80000140);
    lighting(p, in);
    COUNT(in, convexHulls, 1);
    hull(p, AT(in, convexHulls, 0));
    if (v->version >= 12)
        U8(in, convexHulls.data[0].staticMesh, 0x85);
    LIST(U8, in, convexHullEmitStrings, 0xec, 0xed);
    FLAGGED(U32, U16, 2, in, hullIndices, 0x9141, 0x9142);
    FLAGGED(U16, U16, 1, in, hullPlaneIndices, 0x8143);
    FLAGGED(U32, U8, 1, in, hullEmitStringIndices, 0xee, 0xef);
    FLAGGED(U32, U16, 2, in, hullSurfaceIndices, 0x9145, 0x9146, 0x9147);
    FLAGGED(U16, U16, 1, in, polyListPlanes, 0x8148, 0x8149);
    FLAGGED(U32, U16, 3, in, polyListPoints, 0x914a); /* no width of its own: 16 bits */
    LIST(U8, in, polyListStrings, 0xf0, 0xf1, 0xf2);
    for (uint32_t i = 0; i < TLB_DIF_COORD_BINS; i++) {
        U32(in, coordBins[i].binStart, 0x80001000 + i);
        U32(in, coordBins[i].binCount, 0x80002000 + i);
    }
    FLAGGED(U16, U16, 1, in, coordBinIndices, 0x814c, 0x814d);
    U32(in, coordBinMode, 0x8000014e);
    if (!full)
        return;
    U8S(in, baseAmbientColor, 0xf3, 0xf4, 0xf5, 0xf6);
    U8S(in, alarmAmbientColor, 0xf7, 0xf8, 0xf9, 0xfa);
    uint32_t words = 0;
    if (v->version >= 10) {
        COUNT(in, staticMeshes, 1);
        static_mesh(p, AT(in, staticMeshes, 0));
    } else {
        U32(in, reserved[0], 0x80000158);
        words = 1;
    }
    if (v->version >= 11) {
        COUNT(in, texNormals, 1);
        F32S(in, texNormals.data[0], 94, 95, 96);
        COUNT(in, texMatrices, 1);
        I32(in, texMatrices.data[0].T, -151);
        I32(in, texMatrices.data[0].N, -152);
        I32(in, texMatrices.data[0].B, -153);
        LIST(U32, in, texMatIndices, 0x80000154, 0x80000155);
    } else {
        U32(in, reserved[words], 0x80000159);
        U32(in, reserved[words + 1], 0x8000015a);
    }
    U32(in, extendedLightMapData, v->sparse ? 2 : 1);
    if (v->sparse)
        return;
    U32(in, lightMapBorderSize, 0x80000156);
    U32(in, extendedDummy, 0x80000157);
}

/* --- resource ------------------------------------------------------------------------------------------- */

static void dictionary(pinned *p, const tlb_dif_dictionary *d)
{
    pinned_put_integer(p, 4, 2);
    if (p->reading)
        pinned_same_number(p, d->count, 2, "properties.count", __FILE__, __LINE__);
    STRING8(d, data[0].name, "k");
    STRING8(d, data[0].value, "one");
    STRING8(d, data[1].name, "k2");
    STRING8(d, data[1].value, "");
}

static void trigger(pinned *p, const tlb_dif_trigger *t)
{
    STRING8(t, name, "gate");
    STRING8(t, datablock, "GateTrigger");
    dictionary(p, PART(t, properties));
    COUNT(t, polyHedronPoints, 1);
    F32S(t, polyHedronPoints.data[0], 101, 102, 103);
    COUNT(t, polyHedronPlanes, 1);
    F32S(t, polyHedronPlanes.data[0], 104, 105, 106, 107);
    COUNT(t, polyHedronEdges, 1);
    const tlb_dif_polyhedron_edge *edge = AT(t, polyHedronEdges, 0);
    U32(edge, face0, 0x80000601);
    U32(edge, face1, 0x80000602);
    U32(edge, vertex0, 0x80000603);
    U32(edge, vertex1, 0x80000604);
    F32S(t, offset, 108, 109, 110);
}

static void path_follower(pinned *p, const tlb_dif_path_follower *f)
{
    STRING8(f, name, "lift");
    STRING8(f, datablock, "Mover");
    U32(f, interiorResIndex, 0x80000611);
    F32S(f, offset, 111, 112, 113);
    dictionary(p, PART(f, properties));
    LIST(U32, f, triggerIds, 0x80000612, 0x80000613, 0x80000614);
    COUNT(f, wayPoints, 1);
    const tlb_dif_way_point *point = AT(f, wayPoints, 0);
    F32S(point, pos, 114, 115, 116);
    F32S(point, rot, 117, 118, 119, 120);
    U32(point, msToNext, 0x80000615);
    U32(point, smoothingType, 0x80000616);
    U32(f, totalMS, 0x80000617);
}

static void force_field(pinned *p, const tlb_dif_force_field *f)
{
    U32(f, forceFieldFileVersion, 0);
    STRING8(f, name, "field");
    COUNT(f, triggers, 2);
    STRING8(f, triggers.data[0], "on");
    STRING8(f, triggers.data[1], "off");
    F32S(f, boundingBox, 121, 122, 123, 124, 125, 126);
    F32S(f, boundingSphere, 127, 128, 129, 130);
    COUNT(f, normals, 1);
    F32S(f, normals.data[0], 131, 132, 133);
    COUNT(f, planes, 1);
    U16(f, planes.data[0].normalIndex, 0x8621);
    F32(f, planes.data[0].planeDistance, 134);
    COUNT(f, points, 1);
    F32S(f, points.data[0], 135, 136, 137);
    COUNT(f, bspNodes, 1);
    U16(f, bspNodes.data[0].planeIndex, 0x8622);
    U16(f, bspNodes.data[0].frontIndex, 0x8623);
    U16(f, bspNodes.data[0].backIndex, 0x8624);
    COUNT(f, bspSolidLeaves, 1);
    U32(f, bspSolidLeaves.data[0].surfaceIndex, 0x80000625);
    U16(f, bspSolidLeaves.data[0].surfaceCount, 0x8626);
    LIST(U32, f, windings, 0x80000627, 0x80000628, 0x80000629);
    COUNT(f, surfaces, 1);
    const tlb_dif_force_field_surface *s = AT(f, surfaces, 0);
    U32(s, windingStart, 0x8000062a);
    U8(s, windingCount, 0x8b);
    U16(s, planeIndex, 0x862c);
    U8(s, surfaceFlags, 0x8d);
    U32(s, fanMask, 0x8000062e);
    LIST(U32, f, solidLeafSurfaces, 0x8000062f, 0x80000630);
    U8S(f, color, 0x9a, 0x9b, 0x9c, 0x9d);
}

static void vehicle_collision(pinned *p, const tlb_dif_vehicle_collision *c)
{
    const dif_variant *v = p->variant;
    U32(c, vehicleCollisionFileVersion, v->vehicleCollisionFileVersion); /* of its own: not the interiors' */
    COUNT(c, convexHulls, 1);
    hull(p, AT(c, convexHulls, 0)); /* never with staticMesh */
    LIST(U8, c, convexHullEmitStrings, 0xa1, 0xa2, 0xa3);
    LIST(U32, c, hullIndices, 0x80000701, 0x80000702);
    LIST(U16, c, hullPlaneIndices, 0x8703);
    LIST(U32, c, hullEmitStringIndices, 0x80000704);
    LIST(U32, c, hullSurfaceIndices, 0x40000705, 0x40000706);
    LIST(U16, c, polyListPlanes, 0x8707, 0x8708, 0x8709);
    LIST(U32, c, polyListPoints, 0x8000070a);
    LIST(U8, c, polyListStrings, 0xa4, 0xa5);
    COUNT(c, nullSurfaces, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_dif_null_surface *s = AT(c, nullSurfaces, i);
        U32(s, windingStart, 0x8000070b + i);
        U16(s, planeIndex, 0x870d + i);
        U8(s, surfaceFlags, 0xa6 + i);
        if (v->narrow_nulls)
            U8(s, windingCount, 0xa8 + i);
        else
            U32(s, windingCount, 0x80000710 + i);
    }
    COUNT(c, points, 1);
    F32S(c, points.data[0], 141, 142, 143);
    COUNT(c, planes, 1);
    F32S(c, planes.data[0], 144, 145, 146, 147);
    LIST(U32, c, windings, 0x80000712, 0x80000713, 0x80000714);
    COUNT(c, windingIndices, 1);
    U32(c, windingIndices.data[0].windingStart, 0x80000715);
    U32(c, windingIndices.data[0].windingCount, 0x80000716);
}

static void resource(pinned *p, const tlb_dif *dif)
{
    const dif_variant *v = p->variant;
    U32(dif, interiorResourceFileVersion, 44);
    U8(dif, previewIncluded, v->sparse ? 0 : 1);
    if (!v->sparse)
        PNG(dif, previewBitmap, "P");
    COUNT(dif, details, 1);
    interior(p, AT(dif, details, 0), 0x80000101);
    COUNT(dif, subObjects, 1);
    interior(p, AT(dif, subObjects, 0), 0x80000102);
    COUNT(dif, triggers, 1);
    trigger(p, AT(dif, triggers, 0));
    COUNT(dif, pathFollowers, 1);
    path_follower(p, AT(dif, pathFollowers, 0));
    COUNT(dif, forceFields, 1);
    force_field(p, AT(dif, forceFields, 0));
    COUNT(dif, aiSpecialNodes, 1);
    STRING8(dif, aiSpecialNodes.data[0].name, "node");
    F32S(dif, aiSpecialNodes.data[0].position, 151, 152, 153);
    U32(dif, readVehicleCollision, v->readVehicleCollision);
    if (v->readVehicleCollision == 1)
        vehicle_collision(p, PART(dif, vehicleCollision));
    U32(dif, readGameEntities, v->readGameEntities);
    if (v->readGameEntities == 2) {
        COUNT(dif, gameEntities, 1);
        const tlb_dif_game_entity *entity = AT(dif, gameEntities, 0);
        STRING8(entity, datablock, "GemItem");
        STRING8(entity, gameClass, "\xfe\x80");
        F32S(entity, position, 154, 155, 156);
        dictionary(p, PART(entity, properties));
        p->end = p->size; /* a word that is cut short belongs to the tail */
        U32(dif, dummy, 0x80000721);
    } else
        p->end = p->size;
    IS(dif, hasDummy, v->readGameEntities == 2);
    if (v->version == 0)
        IS(dif, family, v->family);
    if (v->readVehicleCollision == 1)
        IS(dif, narrowVehicleNulls, v->narrow_nulls);
    size_t end = p->end;
    TAIL(dif, tail);
    p->end = end;
}

/* --- tests ---------------------------------------------------------------------------------------------- */

static void pin(dif_variant variant)
{
    pinned p = {.variant = &variant};
    snprintf(p.title, sizeof p.title, "version %u, family %d%s, vehicle %u, entities %u",
             (unsigned)variant.version, (int)variant.family, variant.flagged ? ", flagged" : "",
             (unsigned)variant.readVehicleCollision, (unsigned)variant.readGameEntities);
    PIN(&p, "dif", tlb_document_dif, resource);
}

static void every_version(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        pin((dif_variant){.version = version, .readVehicleCollision = 1, .readGameEntities = 2});
}

static void dialects_of_version_0(void **state)
{
    (void)state;
    for (int family = TLB_DIF_TGE; family <= TLB_DIF_TGE_BIG_MAPS; family++)
        pin((dif_variant){.family = (tlb_dif_family)family, .readGameEntities = 2});
}

static void lists_with_flags(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        pin((dif_variant){.version = version, .flagged = true});
}

static void parts_that_are_not_there(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        pin((dif_variant){.version = version, .sparse = true, .readGameEntities = 2});
}

static void vehicle_collisions(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= 4; version++)
        for (int narrow = 0; narrow < 2; narrow++)
            pin((dif_variant){.version = 3,
                              .readVehicleCollision = 1,
                              .vehicleCollisionFileVersion = version,
                              .readGameEntities = 2,
                              .narrow_nulls = narrow});
}

/* Only a word of 1 is followed by a vehicle collision, only a word of 2 by entities. */
static void ends(void **state)
{
    (void)state;
    pin((dif_variant){.version = 3, .readVehicleCollision = 0, .readGameEntities = 0});
    pin((dif_variant){.version = 3, .readVehicleCollision = 1, .readGameEntities = 0});
    pin((dif_variant){.version = 3, .readVehicleCollision = 0x80000002, .readGameEntities = 0x80000001});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),      cmocka_unit_test(dialects_of_version_0),
        cmocka_unit_test(lists_with_flags),   cmocka_unit_test(parts_that_are_not_there),
        cmocka_unit_test(vehicle_collisions), cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
