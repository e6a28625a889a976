/* The rules of DIF files: well-made documents break none, and each fault gives its own code at its own
 * field. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "fault.h"
#include "scene/geometry/plane.h"
#include "base/bytes.h"
#include "base/context.h"
#include "dif_brushes.h"
#include "dif_maker.h"
#include "files.h"

/* --- well-made documents ---------------------------------------------------------------------------- */

static bool explained(tlb_code code, dif_ending ending)
{
    bool tail = ending == DIF_END_ENTITIES_TAIL || ending >= DIF_END_PLAIN_TAIL_4;
    return (code == TLB_CODE_TRAILING_BYTES && tail) ||
           (code == TLB_CODE_DIF_SURPLUS_WORD && ending == DIF_END_SURPLUS_WORD);
}

static void check_nothing_found(const dif_plan *plan)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dif_make(&document, context, plan);
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_code_count(); i++)
        if (tlb_code_total(context, tlb_code_at(i)) && !explained(tlb_code_at(i), plan->ending)) {
            print_diagnostics(context);
            fail_msg("version %u, family %d, seed %u", plan->version, plan->family, plan->seed);
        }
    made_end(&document);
    tlb_context_free(context);
}

static void nothing_is_found_in_what_is_well_made(void **state)
{
    (void)state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++)
        for (uint32_t seed = 0; seed < DIF_ENDINGS; seed++)
            check_nothing_found(&(dif_plan){.version = version,
                                            .seed = seed,
                                            .ending = (dif_ending)seed,
                                            .flagged = seed & 1,
                                            .largeMaps = version >= 13 && (seed & 2),
                                            .bare = seed == 4});
    for (int family = TLB_DIF_TGE; family <= TLB_DIF_TGE_BIG_MAPS; family++)
        check_nothing_found(&(dif_plan){.family = (tlb_dif_family)family, .seed = 3});
}

/* What is odd and makes no difference: a point and texture equations that nothing uses, no light map indices
 * for an alarm, a total that is not the sum, blanks around a number. */
static void nothing_is_found_in_what_nothing_uses(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dif_make(&document, context, &(dif_plan){.version = 12, .seed = 7});
    tlb_dif *dif = document.root;
    tlb_dif_interior *x = &dif->details.data[0];
    (*DIF_ADD(&document.arena, x->points))[2] = 1e6f;
    assert_int_equal(tlb_dif_make_point_visibility(&document, x), TLB_OK);
    DIF_ADD(&document.arena, x->texGenEqs)->planeX[0] = NAN;
    x->alarmLMapIndices.count = 0;
    dif->pathFollowers.data[0].properties.data[0].value = (tlb_text){" 500 ", 5};
    dif->pathFollowers.data[0].totalMS++;
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    if (tlb_diagnostic_count(context))
        print_diagnostics(context);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    made_end(&document);
    tlb_context_free(context);
}

/* --- faults ----------------------------------------------------------------------------------------- */

/* Whether some test has met a code. */
static bool met[TLB_CODES];

typedef struct subject {
    tlb_context *context;
    tlb_document document;
    tlb_dif *dif;
    tlb_dif_interior *x; /* the first detail level */
} subject;

static subject begin(uint32_t version)
{
    subject s = {.context = tlb_context_create(NULL)};
    dif_make(&s.document, s.context, &(dif_plan){.version = version, .seed = 7});
    s.dif = s.document.root;
    s.x = &s.dif->details.data[0];
    return s;
}

/* What follows from some faults. */
static bool comes_along(tlb_code code, tlb_code with)
{
    return (code == TLB_CODE_DIF_SOLID_LEAF_OTHERS && with == TLB_CODE_DIF_SOLID_LEAF_SURFACES) ||
           (code == TLB_CODE_DIF_SOLID_LEAF_OTHERS && with == TLB_CODE_DIF_NO_AREA) ||
           (code == TLB_CODE_DIF_SOLID_LEAF_SURFACES && with == TLB_CODE_DIF_SOLID_LEAF_OTHERS) ||
           (code == TLB_CODE_DIF_SOLID_LEAF_SURFACES &&
            (with == TLB_CODE_DIF_BSP_EMPTY || with == TLB_CODE_DIF_NO_AREA)) ||
           (code == TLB_CODE_DIF_PORTAL_SIDES &&
            (with == TLB_CODE_DIF_LEAF_ZONE || with == TLB_CODE_DIF_PORTAL_ZONES)) ||
           (code == TLB_CODE_DIF_BOX && with == TLB_CODE_DIF_BSP_SOLID) ||
           (code == TLB_CODE_DIF_BSP_SOLID && with == TLB_CODE_DIF_BOX) ||
           (code == TLB_CODE_DIF_HULL_SURFACE && with == TLB_CODE_DIF_HULL_FACES) ||
           (code == TLB_CODE_DIF_SURFACE_HULL &&
            (with == TLB_CODE_DIF_HULL_RANGE || with == TLB_CODE_DIF_SURFACE_REF)) ||
           (code == TLB_CODE_DIF_EMIT_POINT && with == TLB_CODE_DIF_HULLS_ENTANGLED) ||
           (code == TLB_CODE_DIF_HULL_PLANE && with == TLB_CODE_DIF_HULL_SIZE) ||
           ((code == TLB_CODE_DIF_BSP_EMPTY || code == TLB_CODE_DIF_BSP_EXCHANGED ||
             code == TLB_CODE_DIF_LEAF_ZONE) &&
            (with == TLB_CODE_DIF_BSP_UNREACHED || with == TLB_CODE_DIF_BSP_CHILD));
}

static const tlb_diagnostic *first_of(const tlb_context *context, tlb_code code)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (tlb_diagnostic_at(context, i)->code == code)
            return tlb_diagnostic_at(context, i);
    return NULL;
}

/* Checks, and expects this code alone, first at this path. */
static void end(subject *s, tlb_code code, const char *path)
{
    assert_int_equal(tlb_check(&s->document, NULL), TLB_OK);
    const tlb_diagnostic *found = first_of(s->context, code);
    if (!found)
        print_diagnostics(s->context);
    assert_non_null(found);
    assert_string_equal(found->path, path);
    for (size_t i = 0; i < tlb_code_count(); i++)
        if (tlb_code_at(i) != code && tlb_code_total(s->context, tlb_code_at(i)) &&
            !comes_along(tlb_code_at(i), code)) {
            print_diagnostics(s->context);
            fail_msg("%s is not alone", tlb_code_name(code));
        }
    met[tlb_code_index(code)] = true;
    made_end(&s->document);
    tlb_context_free(s->context);
}

static const char *at(const char *format, unsigned index)
{
    static char path[128];
    snprintf(path, sizeof path, format, index);
    return path;
}

/* A document of a version, broken by some statements, gives this code at this path. */
#define BREAKS_VERSION(number, code, path, ...)                                                              \
    do {                                                                                                     \
        subject s = begin(number);                                                                           \
        tlb_dif *dif = s.dif;                                                                                \
        tlb_dif_interior *x = s.x;                                                                           \
        (void)dif, (void)x;                                                                                  \
        __VA_ARGS__;                                                                                         \
        end(&s, TLB_CODE_##code, path);                                                                      \
    } while (0)
#define BREAKS(code, path, ...) BREAKS_VERSION(12, code, path, __VA_ARGS__)

static tlb_text words(const char *text)
{
    return (tlb_text){text, (uint32_t)strlen(text)};
}

static void resources(void **state)
{
    (void)state;
    BREAKS(DIF_NO_DETAIL, "details", dif->details.count = 0);
    BREAKS(DIF_DETAIL_NUMBER, "details[1].detailLevel", x[1].detailLevel = 0);
    BREAKS(DIF_DETAIL_ORDER, "details[1].minPixels", x[1].minPixels = x->minPixels + 1);
    BREAKS(DIF_MIXED_VERSIONS, "subObjects[1].interiorFileVersion",
           dif->subObjects.data[1].interiorFileVersion = 13);
    BREAKS(DIF_UNUSED_SUB_OBJECT, "subObjects[0]", dif->pathFollowers.data[0].interiorResIndex = 1);
    BREAKS(DIF_BOOL, "previewIncluded", dif->previewIncluded = 2);
    BREAKS(DIF_END_WORD, "readVehicleCollision", dif->readVehicleCollision = 3);
    BREAKS(DIF_END_WORD, "readGameEntities", dif->readGameEntities = 1);
    BREAKS(DIF_END_WORD, "dummy", dif->dummy = 9);
    BREAKS(TRAILING_BYTES, "tail", dif->tail = (tlb_bytes){(const uint8_t *)"end", 3});
    BREAKS(DIF_NAME_BYTES, "gameEntities[1].gameClass",
           dif->gameEntities.data[1].gameClass = words("\x01\xcd"));
    BREAKS(DIF_NAME_BYTES, "aiSpecialNodes[0].name", dif->aiSpecialNodes.data[0].name = words("a\n"));
    BREAKS(DIF_NOT_FINITE, "gameEntities[0].position", dif->gameEntities.data[0].position[2] = INFINITY);
}

static void a_surplus_word_is_told_from_other_ends(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dif_make(&document, context, &(dif_plan){.ending = DIF_END_SURPLUS_WORD});
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIF_SURPLUS_WORD), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_TRAILING_BYTES), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DIF_END_WORD), 0);
    met[TLB_CODE_INDEX_DIF_SURPLUS_WORD] = true;
    made_end(&document);
    tlb_context_free(context);
}

static void add_follower(subject *s, uint32_t sub_object)
{
    tlb_dif_path_follower follower = s->dif->pathFollowers.data[0];
    follower.interiorResIndex = sub_object;
    *DIF_ADD(&s->document.arena, s->dif->pathFollowers) = follower;
}

static void triggers_and_paths(void **state)
{
    (void)state;
#define TRIGGER dif->triggers.data[1]
    BREAKS(DIF_REPEATED_PROPERTY, "triggers[1].properties[1].name",
           TRIGGER.properties.data[1].name = words("EnterCommand"));
    BREAKS(DIF_TRIGGER_EDGE, "triggers[1].polyHedronEdges[3].face1",
           TRIGGER.polyHedronEdges.data[3].face1 = 6);
    BREAKS(DIF_TRIGGER_EDGE, "triggers[1].polyHedronEdges[3].vertex0",
           TRIGGER.polyHedronEdges.data[3].vertex0 = 8);
    BREAKS(DIF_TRIGGER_EMPTY, "triggers[1].polyHedronPoints",
           TRIGGER.polyHedronPoints.count = TRIGGER.polyHedronEdges.count = 0);
    BREAKS(DIF_TRIGGER_SHAPE, "triggers[1].polyHedronPlanes[0]", TRIGGER.polyHedronPlanes.data[0][3] += 0.1f);
    BREAKS(DIF_NOT_FINITE, "triggers[1].offset", TRIGGER.offset[0] = NAN);
#define PATH dif->pathFollowers.data[1]
    BREAKS(DIF_PATH_SUB_OBJECT, "pathFollowers[1].interiorResIndex", PATH.interiorResIndex = 2;
           add_follower(&s, 1));
    BREAKS(DIF_PATH_TRIGGER, "pathFollowers[1].triggerIds[0]", PATH.triggerIds.data[0] = 2);
    BREAKS(DIF_PATH_EMPTY, "pathFollowers[1].wayPoints", PATH.wayPoints.count = 0; PATH.totalMS = 0);
    BREAKS(DIF_PATH_JUMP, "pathFollowers[1].wayPoints[1].msToNext",
           PATH.totalMS -= PATH.wayPoints.data[1].msToNext;
           PATH.wayPoints.data[1].msToNext = 0);
    BREAKS(DIF_TARGET_TIME, "triggers[1].properties[0].value",
           TRIGGER.properties.data[0] = ((tlb_dif_property){words("TargetTime"), words("soon")}));
    BREAKS(DIF_TARGET_TIME, "pathFollowers[1].properties[0].value",
           PATH.properties.data[0].value = words("12e"));
    BREAKS(DIF_TARGET_TIME, "pathFollowers[1].properties[0].value",
           PATH.properties.data[0].value = words("1e9"));
    BREAKS(DIF_PATH_SMOOTHING, "pathFollowers[1].wayPoints[0].smoothingType",
           PATH.wayPoints.data[0].smoothingType = 3);
    BREAKS(DIF_PATH_ROTATION, "pathFollowers[1].wayPoints[0].rot", PATH.wayPoints.data[0].rot[0] = 0);
    BREAKS(DIF_NOT_FINITE, "pathFollowers[1].wayPoints[0].rot", PATH.wayPoints.data[0].rot[0] = NAN);
}

static void repeat_plane(subject *s, uint32_t count)
{
    tlb_dif_plane plane = s->x->planes.data[0];
    while (s->x->planes.count < count)
        *DIF_ADD(&s->document.arena, s->x->planes) = plane;
}

static void numbers_and_bounds(void **state)
{
    (void)state;
    BREAKS(DIF_NOT_FINITE, "details[0].points[2]", x->points.data[2][1] = NAN);
    BREAKS(DIF_NOT_FINITE, "details[0].planes[0].planeDistance", x->planes.data[0].planeDistance = NAN);
    BREAKS(DIF_NOT_FINITE, "details[0].texGenEqs[0].planeY", x->texGenEqs.data[0].planeY[3] = -INFINITY);
    BREAKS(DIF_NOT_FINITE, "details[0].boundingSphere", x->boundingSphere[3] = NAN);
    BREAKS(DIF_NO_BOUNDS, "subObjects[0].boundingSphere",
           dif->subObjects.data[0] = (tlb_dif_interior){
               .interiorFileVersion = 12, .materialListVersion = 1, .boundingSphere = {NAN}});
    BREAKS(DIF_BOX, "details[0].boundingBox", x->boundingBox[5] -= 1);
    BREAKS(DIF_TEXGEN_ZERO, "details[0].texGenEqs[0].planeX",
           memset(x->texGenEqs.data[0].planeX, 0, 3 * sizeof(float)));
    BREAKS(DIF_TEXGEN_ZERO, "details[0].texGenEqs[0].planeY",
           for (int axis = 0; axis < 3; axis++) x->texGenEqs.data[0].planeY[axis] =
               -2 * x->texGenEqs.data[0].planeX[axis]);
    BREAKS(DIF_BOX_LOOSE, "details[0].boundingBox", x->boundingBox[5] += 1);
    BREAKS(DIF_SPHERE, "details[0].boundingSphere", x->boundingSphere[3] /= 2);
    BREAKS(DIF_BOOL, "details[0].hasAlarmState", x->hasAlarmState = 255);
    BREAKS(DIF_NORMAL_LENGTH, at("details[0].normals[%u]", x->normals.count - 1),
           (*DIF_ADD(&s.document.arena, x->normals))[2] = 1.01f);
    BREAKS(DIF_PLANE_NORMAL, "details[0].planes[0].normalIndex", x->planes.data[0].normalIndex = 0xffff);
    BREAKS(DIF_POINT_VISIBILITY, "details[0].pointVisibilities", x->pointVisibilities.count--);
    BREAKS(DIF_POINT_USE, "details[0].pointVisibilities[1]", x->pointVisibilities.data[1] ^= 255);
    BREAKS_VERSION(9, DIF_RESERVED, "details[0].reserved", x->reserved[1] = 4);
    BREAKS_VERSION(10, DIF_RESERVED, "details[0].reserved", x->reserved[0] = 1);
    BREAKS(DIF_BOOL, "details[0].extendedLightMapData", x->extendedLightMapData = 2);
    BREAKS(DIF_INDEX_SPACE, "details[0].planes", repeat_plane(&s, 0x7800));
}

static void materials_and_windings(void **state)
{
    (void)state;
    BREAKS(DIF_MATERIAL_EMPTY, "details[0].materials[1]", x->materials.data[1].size = 0);
    BREAKS(DIF_MATERIAL_EMPTY, "details[0].staticMeshes[0].materials[1]",
           x->staticMeshes.data[0].materials.data[1].size = 0);
    BREAKS(DIF_MATERIAL_PATH, "details[0].materials[1]", x->materials.data[1] = words("house\\wall"));
    BREAKS(DIF_WINDING_POINT, "details[0].windings[0]", x->windings.data[0] = x->points.count);
    BREAKS(DIF_FAN_WINDING, "details[0].windingIndices[0].windingStart",
           x->windingIndices.data[0].windingStart = UINT32_MAX);
    BREAKS(DIF_FAN_WINDING, "details[0].windingIndices[0].windingCount",
           x->windingIndices.data[0].windingCount = 2);
    BREAKS(DIF_EDGE, "details[0].edges[0]", x->edges.data[0].pointIndex0 = -1);
    BREAKS(DIF_EDGE, "details[0].edges[0]", x->edges.data[0].surfaceIndex1 = (int32_t)x->surfaces.count);
    BREAKS_VERSION(2, DIF_EDGE, "details[0].edges2[0].vertex1", x->edges2.data[0].vertex1 = UINT32_MAX);
    BREAKS_VERSION(3, DIF_EDGE, "details[0].edges2[0].face0", x->edges2.data[0].face0 = x->surfaces.count);
    BREAKS_VERSION(4, DIF_WINDING_NORMALS, "details[0].normalIndices", x->normalIndices.count--);
    BREAKS_VERSION(5, DIF_WINDING_NORMALS, "details[0].normalIndices[2]",
                   x->normalIndices.data[2] = x->normals2.count);
    BREAKS(DIF_TEX_MATRIX, "details[0].texMatIndices", x->texMatIndices.count = 1);
    BREAKS(DIF_TEX_MATRIX, "details[0].texMatIndices[1]", x->texMatIndices.data[1] = x->texMatrices.count);
    BREAKS(DIF_TEX_MATRIX, "details[0].texMatrices[0]", x->texMatrices.data[0].B = -2);
}

/* A plane beside that of a surface, which the surface then names. */
static void shift_plane(subject *s, tlb_dif_surface *surface)
{
    tlb_dif_plane *plane = DIF_ADD(&s->document.arena, s->x->planes);
    *plane = s->x->planes.data[surface->planeIndex & ~TLB_DIF_PLANE_FLIPPED];
    plane->planeDistance += 0.01f;
    surface->planeIndex =
        (uint16_t)((surface->planeIndex & TLB_DIF_PLANE_FLIPPED) | (s->x->planes.count - 1));
}

static void collapse(tlb_dif_interior *x, const tlb_dif_surface *surface)
{
    for (uint32_t i = 1; i < surface->windingCount; i++)
        x->windings.data[surface->windingStart + i] = x->windings.data[surface->windingStart];
}

/* Two corners of a strip of four that stand one after the other; which surface it is. */
static uint32_t exchange_corners(tlb_dif_interior *x, uint32_t first)
{
    uint32_t i = 0;
    while (x->surfaces.data[i].windingCount != 4)
        i++;
    uint32_t *corner = x->windings.data + x->surfaces.data[i].windingStart + first, was = corner[0];
    corner[0] = corner[1];
    corner[1] = was;
    return i;
}

/* The second corner comes near the first, so that the first of the strip's two triangles is small. */
static uint32_t exchange_near_corners(subject *s)
{
    tlb_dif_interior *x = s->x;
    uint32_t surface = exchange_corners(x, 0);
    uint32_t *corner = x->windings.data + x->surfaces.data[surface].windingStart;
    float *near = *DIF_ADD(&s->document.arena, x->points);
    for (int axis = 0; axis < 3; axis++)
        near[axis] = 0.99f * x->points.data[corner[1]][axis] + 0.01f * x->points.data[corner[0]][axis];
    corner[0] = x->points.count - 1;
    assert_int_equal(tlb_dif_make_point_visibility(&s->document, x), TLB_OK);
    return surface;
}

/* Whether a check has this code at this path, whatever else it finds, at the end of a subject. */
static bool end_finds(subject *s, tlb_code code, const char *path)
{
    bool found = false;
    assert_int_equal(tlb_check(&s->document, NULL), TLB_OK);
    for (size_t i = 0; i < tlb_diagnostic_count(s->context); i++)
        found |= tlb_diagnostic_at(s->context, i)->code == code &&
                 strcmp(tlb_diagnostic_at(s->context, i)->path, path) == 0;
    made_end(&s->document);
    tlb_context_free(s->context);
    return found;
}

static void counts_have_limits(void **state)
{
    static const struct {
        uint16_t count;
        bool surface, hull;
    } counts[] = {{2, true, true},   {3, false, true},   {4, false, false}, {32, false, false},
                  {33, true, false}, {255, true, false}, {256, true, true}};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        subject s = begin(12);
        s.x->surfaces.data[3].windingCount = counts[i].count;
        assert_int_equal(end_finds(&s, TLB_CODE_DIF_SURFACE_CORNERS, "details[0].surfaces[3].windingCount"),
                         counts[i].surface);
        s = begin(12);
        s.x->convexHulls.data[0].hullCount = counts[i].count;
        assert_int_equal(end_finds(&s, TLB_CODE_DIF_HULL_SIZE, "details[0].convexHulls[0].hullCount"),
                         counts[i].hull);
    }
}

/* Up to version 12 an index of a sheet is a byte, and 255 is none. */
static void sheets_have_a_limit(void **state)
{
    (void)state;
    for (uint32_t version = 12; version <= 13; version++)
        for (uint32_t count = 255; count <= 256; count++) {
            subject s = begin(version);
            tlb_dif_light_map sheets[256];
            for (uint32_t i = 0; i < count; i++)
                sheets[i] = s.x->lightMaps.data[0];
            s.x->lightMaps.data = sheets;
            s.x->lightMaps.count = count;
            assert_int_equal(end_finds(&s, TLB_CODE_DIF_LIGHT_MAP_OVERFLOW, "details[0].lightMaps"),
                             version < 13 && count > 255);
        }
}

static void surfaces(void **state)
{
    (void)state;
#define SURFACE x->surfaces.data[3]
#define VEHICLE dif->vehicleCollision
    BREAKS(DIF_SURFACE_WINDING, "details[0].surfaces[3].windingStart",
           SURFACE.windingStart = x->windings.count);
    BREAKS(DIF_SURFACE_CORNERS, "vehicleCollision.nullSurfaces[1].windingCount",
           VEHICLE.nullSurfaces.data[1].windingCount = 2);
    BREAKS(DIF_SURFACE_PLANE, "details[0].surfaces[3].planeIndex",
           SURFACE.planeIndex = (uint16_t)x->planes.count);
    BREAKS(DIF_SURFACE_MATERIAL, "details[0].surfaces[3].textureIndex",
           SURFACE.textureIndex = (uint16_t)x->materials.count);
    BREAKS(DIF_SURFACE_TEXGEN, "details[0].surfaces[3].texGenIndex",
           SURFACE.texGenIndex = x->texGenEqs.count);
    BREAKS(DIF_SURFACE_FLAGS, "details[0].surfaces[3].surfaceFlags", SURFACE.surfaceFlags |= 0x80);
    BREAKS(DIF_FAN_MASK, "details[0].surfaces[3].fanMask", SURFACE.fanMask |= 0x80000000);
    BREAKS(DIF_FAN_MASK, "details[0].surfaces[3].fanMask", SURFACE.fanMask = 3);
    BREAKS(DIF_FAN_MASK, "details[0].surfaces[3].fanMask", SURFACE.fanMask &= ~1u);
    BREAKS(DIF_OFF_PLANE, "details[0].surfaces[3].planeIndex", shift_plane(&s, &SURFACE));
    BREAKS(DIF_REVERSED_WINDING, "details[0].surfaces[3]", SURFACE.planeIndex ^= TLB_DIF_PLANE_FLIPPED);
    BREAKS(DIF_NO_AREA, "details[0].surfaces[3]", collapse(x, &SURFACE));
    uint32_t quad = 0;
    BREAKS(DIF_CORNERS_CROSSED, at("details[0].surfaces[%u]", quad), quad = exchange_corners(x, 0));
    BREAKS(DIF_CORNERS_CROSSED, at("details[0].surfaces[%u]", quad), quad = exchange_corners(x, 2));
    BREAKS(DIF_CORNERS_CROSSED, at("details[0].surfaces[%u]", quad), quad = exchange_near_corners(&s));
    BREAKS(DIF_REVERSED_WINDING, at("details[0].surfaces[%u]", quad), quad = exchange_corners(x, 1));
    BREAKS(DIF_SURFACE_REF, "details[0].solidLeafSurfaces[1]",
           x->solidLeafSurfaces.data[1] = x->surfaces.count);
    BREAKS(DIF_SURFACE_REF, "details[0].hullSurfaceIndices[1]",
           x->hullSurfaceIndices.data[1] = 0x80000000 | 0x7fff);
    BREAKS(DIF_SURFACE_REF, "vehicleCollision.hullSurfaceIndices[1]",
           VEHICLE.hullSurfaceIndices.data[1] &= ~0x40000000u);
}

static bool is_leaf(const tlb_dif_interior *x, uint32_t child)
{
    return tlb_dif_child_of(x, child).kind != TLB_DIF_NODE;
}

/* The last node with a leaf in front, and with a leaf or a node behind. */
static uint32_t leaf_owner(const tlb_dif_interior *x, bool leaf_behind)
{
    uint32_t i = x->bspNodes.count - 1;
    while (!is_leaf(x, x->bspNodes.data[i].frontIndex) ||
           is_leaf(x, x->bspNodes.data[i].backIndex) != leaf_behind)
        i--;
    return i;
}

static void exchange_children(tlb_dif_interior *x, uint32_t node)
{
    tlb_dif_bsp_node *at = &x->bspNodes.data[node];
    uint32_t front = at->frontIndex;
    at->frontIndex = at->backIndex;
    at->backIndex = front;
}

/* The surfaces of a leaf, one entry further on. */
static void shift_leaf(tlb_dif_interior *x, uint32_t leaf)
{
    assert_true(x->bspSolidLeaves.data[leaf].surfaceCount > 1);
    x->bspSolidLeaves.data[leaf].surfaceIndex += x->bspSolidLeaves.data[leaf].surfaceCount;
}

/* What names the leaf that a point is in. */
static uint32_t *leaf_at(tlb_dif_interior *x, const float point[3])
{
    uint32_t at = 0, *child;
    do {
        float plane[4];
        tlb_dif_bsp_node *node = &x->bspNodes.data[at];
        assert_true(tlb_dif_plane_of(x, node->planeIndex, false, plane));
        child = tlb_plane_distance(plane, point) < 0 ? &node->backIndex : &node->frontIndex;
        at = *child;
    } while (!is_leaf(x, at));
    return child;
}

/* The leaf before a surface, or behind it, is cut near the surface's end; beyond the cut is another leaf.
 * False: nothing of the surface is beyond it. */
static bool cut_leaf(subject *s, const tlb_dif_surface *surface, float beside, uint32_t other)
{
    tlb_dif_interior *x = s->x;
    const uint32_t *strip = x->windings.data + surface->windingStart;
    const float *from = x->points.data[strip[0]], *to = x->points.data[strip[1]];
    const float *end = from;
    float before[3], beyond[3], plane[4], length = 0, least = INFINITY, most = -INFINITY;
    float *along = *DIF_ADD(&s->document.arena, x->normals);
    assert_true(tlb_dif_plane_of(x, surface->planeIndex, true, plane));
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = to[axis] - from[axis];
        length += along[axis] * along[axis];
        before[axis] = (from[axis] + to[axis] + x->points.data[strip[2]][axis]) / 3 + beside * plane[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        along[axis] /= sqrtf(length);
    for (uint32_t i = 0; i < surface->windingCount; i++) {
        const float *p = x->points.data[strip[i]];
        float at = along[0] * p[0] + along[1] * p[1] + along[2] * p[2];
        least = fminf(least, at);
        if (at > most)
            end = p;
        most = fmaxf(most, at);
    }
    for (int axis = 0; axis < 3; axis++)
        beyond[axis] = 0.1f * before[axis] + 0.9f * (end[axis] + beside * plane[axis]);
    uint32_t *child = leaf_at(x, before), leaf = *child;
    *child = x->bspNodes.count;
    *DIF_ADD(&s->document.arena, x->planes) =
        (tlb_dif_plane){(uint16_t)(x->normals.count - 1), -(0.2f * least + 0.8f * most)};
    *DIF_ADD(&s->document.arena, x->bspNodes) =
        (tlb_dif_bsp_node){(uint16_t)(x->planes.count - 1), other, leaf};
    return *leaf_at(x, beyond) == other;
}

static void trees(void **state)
{
    (void)state;
    const uint32_t NO_LEAF = 0xc000 | 0x3fff, OUTSIDE = 0x8000, NO_ZONE = 0x8000 | 99;
#define NODE x->bspNodes.data
    BREAKS(DIF_NO_BSP, "details[0].bspNodes", x->bspNodes.count = 0);
    BREAKS(DIF_BSP_PLANE, "details[0].bspNodes[1].planeIndex",
           NODE[1].planeIndex = (uint16_t)x->planes.count);
    BREAKS(DIF_BSP_PLANE, "forceFields[0].bspNodes[1].planeIndex",
           dif->forceFields.data[0].bspNodes.data[1].planeIndex = 99);
    BREAKS(DIF_BSP_FLIPPED, "details[0].bspNodes[0].planeIndex", NODE[0].planeIndex |= TLB_DIF_PLANE_FLIPPED);
    uint32_t owner = 0, cut = 0;
    BREAKS(DIF_BSP_CHILD, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex = NO_LEAF);
    BREAKS(DIF_BSP_CHILD, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex = NO_ZONE);
    BREAKS(DIF_BSP_CHILD, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex = x->bspNodes.count);
    BREAKS(DIF_BSP_CYCLE, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex = 0);
    BREAKS(DIF_BSP_SHARED, at("details[0].bspNodes[%u].backIndex", owner), owner = leaf_owner(x, false);
           NODE[owner].frontIndex = NODE[owner].backIndex);
    BREAKS(DIF_BSP_UNREACHED, at("details[0].bspNodes[%u]", cut), owner = leaf_owner(x, false);
           cut = NODE[owner].backIndex; NODE[owner].backIndex = OUTSIDE);
    BREAKS(DIF_SOLID_LEAF_RANGE, "details[0].bspSolidLeaves[0].surfaceIndex",
           x->bspSolidLeaves.data[0].surfaceCount = 0xffff);
    BREAKS(DIF_BSP_EXCHANGED, at("details[0].bspNodes[%u]", owner),
           exchange_children(x, owner = leaf_owner(x, true)));
    BREAKS(DIF_SOLID_LEAF_SURFACES, "details[0].bspSolidLeaves[0].surfaceIndex", shift_leaf(x, 0));
    BREAKS(DIF_SOLID_LEAF_OTHERS, "details[0].bspSolidLeaves[0].surfaceIndex", shift_leaf(x, 0));
    BREAKS(DIF_SOLID_LEAF_SURFACES, "details[0].bspSolidLeaves[0].surfaceIndex",
           x->bspSolidLeaves.data[0].surfaceCount = 0);
    BREAKS(DIF_LEAF_ZONE, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex ^= 1);
    BREAKS(DIF_LEAF_ZONE, at("details[0].bspNodes[%u].frontIndex", owner),
           NODE[owner = leaf_owner(x, true)].frontIndex |= 0xfff);
    BREAKS(DIF_BSP_EMPTY, "details[0].surfaces[1]", NODE[leaf_owner(x, true)].backIndex = OUTSIDE);
    BREAKS(DIF_BSP_SOLID, "details[0].bspNodes[18].backIndex", x->boundingBox[5] -= 2);
}

/* Whatever surface it is, and although the middles of its triangles are in another leaf: before it is none of
 * its zones, behind it a leaf that does not list it. */
static void every_leaf_beside_a_surface_is_looked_at(void **state)
{
    (void)state;
    const float BESIDE = 0.01f;
    const uint32_t NO_ZONE = 0x8fff, SOLID = 0xc000;
    uint32_t surfaces = 1, cut[2] = {0, 0};
    for (uint32_t i = 0; i < 2 * surfaces; i++) {
        bool behind = i & 1;
        subject s = begin(12);
        surfaces = s.x->surfaces.count;
        *DIF_ADD(&s.document.arena, s.x->bspSolidLeaves) = (tlb_dif_solid_leaf){0, 0};
        bool is_cut = cut_leaf(&s, &s.x->surfaces.data[i / 2], behind ? -BESIDE : BESIDE,
                               behind ? SOLID | (s.x->bspSolidLeaves.count - 1) : NO_ZONE);
        cut[behind] += is_cut;
        assert_int_equal(tlb_check(&s.document, NULL), TLB_OK);
        if (is_cut &&
            !tlb_code_total(s.context, behind ? TLB_CODE_DIF_SOLID_LEAF_SURFACES : TLB_CODE_DIF_LEAF_ZONE))
            fail_msg("the leaf %s surface %u is wrong, and nothing is reported", behind ? "behind" : "before",
                     i / 2);
        made_end(&s.document);
        tlb_context_free(s.context);
    }
    assert_true(cut[0] > surfaces / 2 && cut[1] > surfaces / 2);
}

/* Another surface takes its place in the zones. */
static void hide_first_surface(tlb_dif_interior *x)
{
    for (uint32_t i = 0; i < x->zoneSurfaces.count; i++)
        if (x->zoneSurfaces.data[i] == 0)
            x->zoneSurfaces.data[i] = 1;
}

/* The first surface that is only in zone 0 for one that is only in zone 1; returns the lower of them. */
static uint32_t exchange_zones(tlb_dif_interior *x)
{
    uint32_t *entries[2] = {NULL, NULL};
    for (uint32_t zone = 0; zone < 2; zone++)
        for (uint32_t i = 0; i < x->zones.data[zone].surfaceCount && !entries[zone]; i++) {
            uint32_t *entry = &x->zoneSurfaces.data[x->zones.data[zone].surfaceStart + i], times = 0;
            for (uint32_t k = 0; k < x->zoneSurfaces.count; k++)
                times += x->zoneSurfaces.data[k] == *entry;
            entries[zone] = times == 1 ? entry : NULL;
        }
    uint32_t first = *entries[0], second = *entries[1];
    *entries[0] = second;
    *entries[1] = first;
    return first < second ? first : second;
}

static void zones(void **state)
{
    (void)state;
    uint32_t last = 0;
    BREAKS(DIF_ZONES_MISSING, "details[0].zones",
           x->zones.count = x->portals.count = x->zonePortalList.count = x->subObjects.count = 0);
    BREAKS(DIF_ZONE, at("details[0].zones[%u].staticMeshStart", last), last = x->zones.count - 1;
           x->zones.data[last].staticMeshStart = UINT32_MAX);
    BREAKS(DIF_ZONE_LIST, "details[0].zoneStaticMeshes[1]",
           x->zoneStaticMeshes.data[1] = x->staticMeshes.count);
    BREAKS(DIF_ZONE_FLAGS, "details[0].zones[0].flags", x->zones.data[0].flags |= 0x100);
    BREAKS(DIF_ZONES_OVERLAP, "details[0].zoneSurfaces", x->zones.data[0].surfaceStart = 0;
           x->zones.data[0].surfaceCount = (uint16_t)x->zoneSurfaces.count);
    BREAKS(DIF_SURFACE_ZONE, "details[0].surfaces[0]", hide_first_surface(x));
    BREAKS(DIF_SURFACE_ZONES, at("details[0].surfaces[%u]", last), last = exchange_zones(x));
    BREAKS(DIF_PORTAL, "details[0].portals[0].planeIndex", x->portals.data[0].planeIndex = 0x7fff);
    BREAKS(DIF_PORTAL, "details[0].portals[0].triFanStart", x->portals.data[0].triFanStart = UINT32_MAX);
    BREAKS(DIF_PORTAL_ZONES, "details[0].portals[0]", x->zones.data[1].portalCount = 0);
    BREAKS(DIF_PORTAL_ZONES, "details[0].zonePortalList[0]", x->portals.data[0].zoneFront = 0;
           x->portals.data[0].zoneBack = 0);
    BREAKS(DIF_PORTAL_SIDES, "details[0].portals[0].zoneFront", last = x->portals.data[0].zoneFront;
           x->portals.data[0].zoneFront = x->portals.data[0].zoneBack;
           x->portals.data[0].zoneBack = (uint16_t)last);
    BREAKS(DIF_MIRROR_TARGET, "details[0].subObjects[0].zone", x->subObjects.data[0].zone = x->zones.count);
    BREAKS(DIF_MIRROR_TARGET, "details[0].subObjects[0].surfaceStart",
           x->subObjects.data[0].surfaceCount = UINT32_MAX);
}

static void repeat_sheet(subject *s, uint32_t count)
{
    tlb_dif_light_map sheet = s->x->lightMaps.data[0];
    while (s->x->lightMaps.count < count)
        *DIF_ADD(&s->document.arena, s->x->lightMaps) = sheet;
}

static void light_maps(void **state)
{
    (void)state;
    BREAKS(DIF_NO_LIGHT_MAPS, "subObjects[0].lightMaps", dif->subObjects.data[0].lightMaps.count = 0);
    BREAKS(DIF_LIGHT_MAP_COUNT, "details[0].normalLMapIndices", x->normalLMapIndices.count--);
    BREAKS(DIF_LIGHT_MAP_COUNT, "details[0].alarmLMapIndices", x->alarmLMapIndices.count--);
    BREAKS(DIF_LIGHT_MAP_INDEX, "details[0].normalLMapIndices[3]",
           x->normalLMapIndices.data[3] = x->lightMaps.count);
    BREAKS(DIF_LIGHT_MAP_OVERFLOW, "details[0].lightMaps", repeat_sheet(&s, 256));
    BREAKS(DIF_LIGHT_MAP_SIZES, "details[0].lightMaps[0].lightDirMap",
           x->lightMaps.data[0].lightDirMap = dif->previewBitmap);
    BREAKS(DIF_LIGHT_MAP_AREA, "details[0].surfaces[3].mapOffsetX", SURFACE.mapOffsetY = 64);
    BREAKS(DIF_LIGHT_MAP_AXES, "details[0].surfaces[3].finalWord", SURFACE.finalWord |= 6 << 13);
    BREAKS(DIF_LIGHT_MAP_UV, "details[0].surfaces[3].finalWord", SURFACE.texGenXDistance += 2);
    BREAKS(DIF_NOT_FINITE, "details[0].surfaces[3].texGenYDistance", SURFACE.texGenYDistance = NAN);
    BREAKS(DIF_BOOL, "details[0].lightMaps[0].keepLightMap", x->lightMaps.data[0].keepLightMap = 2);
    BREAKS(DIF_LIGHT, "details[0].animatedLights[0].nameIndex", x->animatedLights.data[0].nameIndex = 99);
    BREAKS(DIF_LIGHT, "details[0].animatedLights[0].nameIndex",
           x->nameBuffers.data[x->nameBuffers.count - 1] = '!');
    BREAKS(DIF_LIGHT, "details[0].lightStates[1].dataIndex", x->lightStates.data[1].dataIndex = 2);
    BREAKS(DIF_LIGHT, "details[0].stateDatas[1].mapIndex", x->stateDatas.data[1].mapIndex = UINT32_MAX - 1);
    BREAKS(DIF_LIGHT, "details[0].surfaces[0].lightStateInfoStart",
           x->surfaces.data[0].lightStateInfoStart = 1);
}

/* The preview with a byte changed; with `sealed`, the checksum of its header made right again. */
static void change_preview(subject *s, size_t offset, uint8_t value, bool sealed)
{
    enum { HEADER = 12, HEADER_END = 29 };
    tlb_bytes *png = &s->dif->previewBitmap;
    uint8_t *copy = tlb_alloc(&s->document.arena, png->size);
    memcpy(copy, png->data, png->size);
    copy[offset] = value;
    if (sealed)
        tlb_put_be32(copy + HEADER_END, (uint32_t)crc32(0, copy + HEADER, HEADER_END - HEADER));
    png->data = copy;
}

static void pictures(void **state)
{
    (void)state;
    enum {
        WIDTH = 16,
        DEPTH = 24,
        COLOR_TYPE = 25,
        INTERLACE = 28,
        FIRST_LENGTH = 8,
        SECOND_TYPE = 37,
        END = 12
    };
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, 0, 'P', false));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, FIRST_LENGTH, 0x7f, false));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, WIDTH, 1, false));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, WIDTH, 0x80, true));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, DEPTH, 4, true));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, COLOR_TYPE, 5, true));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, INTERLACE, 2, true));
    BREAKS(DIF_PNG, "previewBitmap", change_preview(&s, SECOND_TYPE, 'X', false));
    BREAKS(DIF_PNG, "previewBitmap", dif->previewBitmap.size -= END);
    BREAKS(DIF_PNG, "previewBitmap", dif->previewBitmap.size = 0);
    BREAKS(DIF_PNG, "details[0].lightMaps[0].lightMap", x->lightMaps.data[0].lightMap.size -= 1);
    BREAKS(DIF_PNG, "details[0].staticMeshes[1].diffuseBitmaps[0].bitmap",
           x->staticMeshes.data[1].diffuseBitmaps.data[0].bitmap.size -= 1);
}

/* The bytes of a hull's polylist string that say how many polygons there are, and the first of these. */
static uint8_t *polygons(tlb_dif_interior *x, uint32_t hull)
{
    uint8_t *string = x->polyListStrings.data + x->convexHulls.data[hull].polyListStringStart;
    uint8_t *points = string + 1 + string[0];
    return points + 2 + (points[0] << 8 | points[1]);
}

static void fold_hull(tlb_dif_interior *x)
{
    uint8_t *first = polygons(x, 0) + 1;
    size_t size = 3u + 2u * first[0];
    memcpy(first + size, first, size);
}

/* One long emit string, for all points of all hulls. */
static void entangle(subject *s)
{
    enum { FACES = 255, SIZE = 4 + FACES * (2 + 255) };
    tlb_dif_interior *x = s->x;
    uint8_t *string = tlb_zalloc(&s->document.arena, SIZE);
    string[0] = 1;
    string[3] = FACES;
    for (uint32_t i = 0; i < FACES; i++)
        string[4 + i * 257] = 255;
    x->convexHullEmitStrings.data = string;
    x->convexHullEmitStrings.count = SIZE;
    for (uint32_t i = 0; i < x->hullEmitStringIndices.count; i++)
        x->hullEmitStringIndices.data[i] = 0;
}

/* The first hull ends before its last plane, and that is the next one's. */
static void lose_plane(tlb_dif_interior *x)
{
    x->convexHulls.data[1].planeStart--;
}

/* The first hull has the first plane of the next; returns where that is. */
static uint32_t take_plane(tlb_dif_interior *x)
{
    return x->convexHulls.data[1].planeStart++;
}

static void exchange_surfaces(tlb_dif_interior *x)
{
    uint32_t *data = x->hullSurfaceIndices.data, *other = data + x->convexHulls.data[1].surfaceStart;
    uint32_t first = data[0];
    data[0] = *other;
    *other = first;
}

static void hulls(void **state)
{
    (void)state;
    uint32_t added = 0, lost = 0;
#define HULL x->convexHulls.data[0]
    BREAKS(DIF_HULL_RANGE, "details[0].convexHulls[0].surfaceStart", HULL.surfaceCount = 0xffff);
    BREAKS(DIF_HULL_LIST, "details[0].hullIndices[0]", x->hullIndices.data[0] = x->points.count);
    BREAKS(DIF_HULL_LIST, "details[0].polyListPlanes[0]", x->polyListPlanes.data[0] = 0x7fff);
    BREAKS(DIF_HULL_LIST, "vehicleCollision.polyListPoints[0]",
           VEHICLE.polyListPoints.data[0] = VEHICLE.points.count);
    BREAKS(DIF_HULL_SIZE, "details[0].convexHulls[0].hullCount", HULL.hullCount = 0);
    BREAKS(DIF_HULL_BOX, "details[0].convexHulls[0].minX", HULL.maxZ -= 0.1f);
    BREAKS(DIF_NOT_FINITE, "details[0].convexHulls[0].minX", HULL.maxZ = INFINITY);
    BREAKS(DIF_BOOL, "details[0].convexHulls[0].staticMesh", HULL.staticMesh = 7);
    BREAKS(DIF_NO_HULL_STRINGS, "details[0].convexHullEmitStrings", x->convexHullEmitStrings.count = 1);
    BREAKS(DIF_NO_HULL_STRINGS, "details[0].polyListStrings", x->polyListStrings.count = 1);
    BREAKS(DIF_EMIT_STRING, "details[0].hullEmitStringIndices[1]",
           x->hullEmitStringIndices.data[1] = x->convexHullEmitStrings.count);
    BREAKS(DIF_POLYLIST_STRING, "details[0].convexHulls[0].polyListStringStart",
           HULL.polyListStringStart = x->polyListStrings.count - 1);
    BREAKS(DIF_POLYLIST_MASK, "details[0].convexHulls[0].polyListStringStart",
           x->polyListStrings.data[HULL.polyListStringStart + 1] = 0);
    BREAKS(DIF_HULL_PLANE, "details[0].hullPlaneIndices[1]",
           x->hullPlaneIndices.data[1] ^= TLB_DIF_PLANE_FLIPPED);
    BREAKS(DIF_HULL_FACES, "details[0].convexHulls[0].planeStart", lose_plane(x));
    BREAKS(DIF_HULL_FACES, "details[0].hullPlaneIndices[1]",
           x->hullPlaneIndices.data[1] = x->hullPlaneIndices.data[0]);
    BREAKS(DIF_HULL_FACES, at("details[0].hullPlaneIndices[%u]", added), added = take_plane(x));
    BREAKS(DIF_HULL_SURFACE, "details[0].hullSurfaceIndices[0]", exchange_surfaces(x));
    BREAKS(DIF_SURFACE_HULL, at("details[0].surfaces[%u]", lost),
           lost = x->hullSurfaceIndices.data[HULL.surfaceStart + HULL.surfaceCount - 1];
           HULL.surfaceCount--);
    BREAKS(DIF_SURFACE_HULL, at("details[0].surfaces[%u]", lost),
           lost = x->hullSurfaceIndices.data[HULL.surfaceStart];
           x->hullSurfaceIndices.data[HULL.surfaceStart] = x->hullSurfaceIndices.data[HULL.surfaceStart + 1]);
    BREAKS(DIF_EMIT_POINT, "details[0].hullEmitStringIndices[0]",
           uint32_t *at = x->hullEmitStringIndices.data;
           uint32_t first = at[0]; at[0] = at[1]; at[1] = first);
    BREAKS(DIF_HULL_FOLDED, "details[0].convexHulls[0].polyListStringStart", fold_hull(x));
    BREAKS(DIF_HULL_SHAPE, "details[0].convexHulls[0].polyListPointStart",
           x->polyListPlanes.data[HULL.polyListPlaneStart] ^= TLB_DIF_PLANE_FLIPPED);
    BREAKS(DIF_HULLS_ENTANGLED, "details[0].convexHulls", entangle(&s));
}

static void add_bin_index(subject *s, uint32_t hull)
{
    tlb_dif_list *list = &s->x->coordBinIndices;
    uint32_t *longer = tlb_alloc_array(&s->document.arena, list->count + 1, sizeof *longer);
    memcpy(longer, list->data, list->count * sizeof *longer);
    longer[list->count++] = hull;
    list->data = longer;
}

static tlb_dif_interior without_hulls(void)
{
    return (tlb_dif_interior){.interiorFileVersion = 12, .materialListVersion = 1};
}

static void bins(void **state)
{
    (void)state;
    uint32_t added = 0;
    BREAKS(DIF_BIN, at("details[0].coordBinIndices[%u]", added), added = x->coordBinIndices.count;
           add_bin_index(&s, x->convexHulls.count));
    BREAKS(DIF_BIN, "subObjects[0].coordBins[7].binStart", dif->subObjects.data[0] = without_hulls();
           dif->subObjects.data[0].coordBins[7].binStart = UINT32_MAX);
    BREAKS(DIF_BIN_MISSES, "details[0].coordBins[7]", x->coordBins[7].binCount = 0);
    BREAKS(DIF_BIN_MODE, "details[0].coordBinMode", x->coordBinMode = 2);
}

static void static_meshes(void **state)
{
    (void)state;
#define MESH x->staticMeshes.data[0]
    BREAKS(DIF_MESH_PRIMITIVE, "details[0].staticMeshes[0].primitives[1].start",
           MESH.primitives.data[1].count = 99);
    BREAKS(DIF_MESH_PRIMITIVE, "details[0].staticMeshes[0].primitives[1].diffuseIndex",
           MESH.primitives.data[1].diffuseIndex = (int32_t)MESH.materials.count);
    BREAKS(DIF_MESH_PRIMITIVE, "details[0].staticMeshes[0].primitives[1].lightMapIndex",
           MESH.primitives.data[1].lightMapIndex = -2);
    BREAKS(DIF_MESH_VERTICES, "details[0].staticMeshes[0].indices[2]", MESH.indices.data[2] = 99);
    BREAKS(DIF_MESH_VERTICES, "details[0].staticMeshes[0].lightmapUVs", MESH.lightmapUVs.count--);
    BREAKS(DIF_NOT_FINITE, "details[0].staticMeshes[0].transform", MESH.transform[5] = NAN);
    BREAKS(DIF_BOOL, "details[0].staticMeshes[0].hasSolid", MESH.hasSolid = 2);
}

static void every_code_was_met(void **state)
{
    (void)state;
    for (size_t i = TLB_CODE_INDEX_DIF_NOT_FINITE; i <= TLB_CODE_INDEX_DIF_PATH_ROTATION; i++)
        if (!met[i])
            fail_msg("no document breaks %s", tlb_code_name(tlb_code_at(i)));
}

/* --- memory ----------------------------------------------------------------------------------------- */

static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    tlb_status status = TLB_NO_MEMORY;
    for (size_t allowed = 0; status; allowed++) {
        uint64_t left = UINT64_MAX;
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
        tlb_document document;
        dif_make(&document, context, &(dif_plan){.version = 12, .seed = 7});
        ((tlb_dif *)document.root)->details.data[0].points.data[0][0] = NAN; /* diagnostics take memory too */
        left = allowed;
        status = tlb_check(&document, NULL);
        assert_true(status == TLB_OK || status == TLB_NO_MEMORY);
        made_end(&document);
        tlb_context_free(context);
    }
}

/* --- real files --------------------------------------------------------------------------------------- */

static void corpus_files_have_no_errors(void **state)
{
    (void)state;
    char folder[1024];
    assert_non_null(corpus_folder("torque", folder, sizeof folder));
    file_list files = list_files(folder);
    for (size_t i = 0; i < files.count; i++) {
        if (tlb_format_by_path(files.paths[i]) != tlb_format_by_name("dif"))
            continue;
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document = NULL;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        if (tlb_severity_total(context, TLB_ERROR))
            print_diagnostics(context);
        assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    free_files(&files);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_found_in_what_is_well_made),
        cmocka_unit_test(nothing_is_found_in_what_nothing_uses),
        cmocka_unit_test(resources),
        cmocka_unit_test(a_surplus_word_is_told_from_other_ends),
        cmocka_unit_test(triggers_and_paths),
        cmocka_unit_test(numbers_and_bounds),
        cmocka_unit_test(materials_and_windings),
        cmocka_unit_test(surfaces),
        cmocka_unit_test(counts_have_limits),
        cmocka_unit_test(sheets_have_a_limit),
        cmocka_unit_test(trees),
        cmocka_unit_test(every_leaf_beside_a_surface_is_looked_at),
        cmocka_unit_test(zones),
        cmocka_unit_test(light_maps),
        cmocka_unit_test(pictures),
        cmocka_unit_test(hulls),
        cmocka_unit_test(bins),
        cmocka_unit_test(static_meshes),
        cmocka_unit_test(every_code_was_met),
        cmocka_unit_test(a_lack_of_memory_is_told),
        cmocka_unit_test(corpus_files_have_no_errors),
    };
    return !choose_tests(argc, "torque") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
