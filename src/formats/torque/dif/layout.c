/* The layout of a DIF file, resource 44: its interiors and what else a level has. The order is the file's;
 * the names are those of the description, which docs/formats/dif.md corrects where real files differ from it.
 */
#include "formats/torque/dif/layout.h"
#include "formats/torque/dif/codecs.h"
#include "formats/torque/dif/dif.h"

/* --- objects beside interiors ---------------------------------------------------------------------- */

static void walk_polyhedron_edge(tlb_walk *w, tlb_dif_polyhedron_edge *e)
{
    WALK(w, e, face0);
    WALK(w, e, face1);
    WALK(w, e, vertex0);
    WALK(w, e, vertex1);
}

static void walk_trigger(tlb_walk *w, tlb_dif_trigger *t)
{
    tlb_dif_walk_string(w, "name", &t->name);
    tlb_dif_walk_string(w, "datablock", &t->datablock);
    tlb_dif_walk_dictionary(w, &t->properties);
    DIF_COUNT(w, t, "numPolyHedronPoints", polyHedronPoints);
    WALK_VECTORS(w, t, polyHedronPoints);
    DIF_COUNT(w, t, "numPolyHedronPlanes", polyHedronPlanes);
    WALK_VECTORS(w, t, polyHedronPlanes);
    DIF_COUNT(w, t, "numPolyHedronEdges", polyHedronEdges);
    WALK_ROWS(w, t, polyHedronEdges, 16, i)
        walk_polyhedron_edge(w, &t->polyHedronEdges.data[i]);
    WALK_ROW(w, t, offset);
}

static void walk_way_point(tlb_walk *w, tlb_dif_way_point *p)
{
    WALK_ROW(w, p, pos);
    WALK_DEFAULT(w, p, rot[0], 1); /* engines ignore it; exporters write this one */
    WALK_ROW(w, p, rot);
    WALK(w, p, msToNext);
    WALK(w, p, smoothingType);
}

void tlb_dif_default_way_point(tlb_document *document, tlb_dif_way_point *point)
{
    tlb_walk w = tlb_walk_defaults(document->context, &document->arena);
    walk_way_point(&w, point);
}

static bool trigger_at(const void *dif, uint32_t i, tlb_text *name, uint32_t *next)
{
    const tlb_dif *x = dif;
    *next = i + 1;
    if (i < x->triggers.count)
        *name = x->triggers.data[i].name;
    return i < x->triggers.count;
}

static const tlb_naming triggers = {"trigger", .at = trigger_at};

static void walk_path_follower(tlb_walk *w, const tlb_dif *dif, tlb_dif_path_follower *f)
{
    tlb_dif_walk_string(w, "name", &f->name);
    tlb_dif_walk_string(w, "datablock", &f->datablock);
    WALK(w, f, interiorResIndex);
    WALK_ROW(w, f, offset);
    tlb_dif_walk_dictionary(w, &f->properties);
    DIF_COUNT(w, f, "numTriggerIds", triggerIds);
    walk_refers(w, &triggers, dif);
    WALK_VALUES(w, f, triggerIds);
    DIF_COUNT(w, f, "numWayPoints", wayPoints);
    WALK_ROWS(w, f, wayPoints, 36, i)
        walk_way_point(w, &f->wayPoints.data[i]);
    WALK(w, f, totalMS);
}

static void walk_force_field_node(tlb_walk *w, tlb_dif_force_field_node *n)
{
    WALK(w, n, planeIndex);
    WALK(w, n, frontIndex);
    WALK(w, n, backIndex);
}

static void walk_force_field_surface(tlb_walk *w, tlb_dif_force_field_surface *s)
{
    WALK(w, s, windingStart);
    WALK(w, s, windingCount);
    WALK(w, s, planeIndex);
    WALK_FLAGS(w, s, surfaceFlags, tlb_dif_surface_flags);
    WALK(w, s, fanMask);
}

static void walk_force_field(tlb_walk *w, tlb_dif_force_field *f)
{
    WALK(w, f, forceFieldFileVersion);
    if (f->forceFieldFileVersion != 0 && !w->status) {
        tlb_walk_refuse(w, sizeof f->forceFieldFileVersion, TLB_CODE_BAD_VERSION, "forceFieldFileVersion",
                        "unknown force field version %u, expected 0", f->forceFieldFileVersion);
        return;
    }
    tlb_dif_walk_string(w, "name", &f->name);
    DIF_COUNT(w, f, "numTriggers", triggers);
    WALK_BARE(w, f, triggers, 1, i)
        tlb_dif_walk_string(w, NULL, &f->triggers.data[i]);
    WALK_ROW(w, f, boundingBox);
    WALK_ROW(w, f, boundingSphere);
    DIF_COUNT(w, f, "numNormals", normals);
    WALK_VECTORS(w, f, normals);
    DIF_COUNT(w, f, "numPlanes", planes);
    WALK_ROWS(w, f, planes, 6, i)
        tlb_dif_walk_plane(w, &f->planes.data[i]);
    DIF_COUNT(w, f, "numPoints", points);
    WALK_VECTORS(w, f, points);
    DIF_COUNT(w, f, "numBSPNodes", bspNodes);
    WALK_ROWS(w, f, bspNodes, 6, i)
        walk_force_field_node(w, &f->bspNodes.data[i]);
    DIF_COUNT(w, f, "numBSPSolidLeaves", bspSolidLeaves);
    WALK_ROWS(w, f, bspSolidLeaves, 6, i)
        tlb_dif_walk_solid_leaf(w, &f->bspSolidLeaves.data[i]);
    DIF_COUNT(w, f, "numWindings", windings);
    WALK_VALUES(w, f, windings);
    DIF_COUNT(w, f, "numSurfaces", surfaces);
    WALK_ROWS(w, f, surfaces, 12, i)
        walk_force_field_surface(w, &f->surfaces.data[i]);
    DIF_COUNT(w, f, "numSolidLeafSurfaces", solidLeafSurfaces);
    WALK_VALUES(w, f, solidLeafSurfaces);
    WALK_ROW(w, f, color);
}

static void walk_ai_node(tlb_walk *w, tlb_dif_ai_node *n)
{
    tlb_dif_walk_string(w, "name", &n->name);
    WALK_ROW(w, n, position);
}

static void walk_vehicle_collision(tlb_walk *w, tlb_dif_vehicle_collision *v, bool narrowNulls)
{
    WALK(w, v, vehicleCollisionFileVersion);
    DIF_COUNT(w, v, "numVehicleConvexHulls", convexHulls);
    WALK_ROWS(w, v, convexHulls, 52, i)
        tlb_dif_walk_hull(w, &v->convexHulls.data[i], false);
    DIF_COUNT(w, v, "numVehicleConvexHullEmitStrings", convexHullEmitStrings);
    WALK_VALUES(w, v, convexHullEmitStrings);
    DIF_COUNT(w, v, "numVehicleHullIndices", hullIndices);
    WALK_VALUES(w, v, hullIndices);
    DIF_COUNT(w, v, "numVehicleHullPlaneIndices", hullPlaneIndices);
    WALK_VALUES(w, v, hullPlaneIndices);
    DIF_COUNT(w, v, "numVehicleHullEmitStringIndices", hullEmitStringIndices);
    WALK_VALUES(w, v, hullEmitStringIndices);
    DIF_COUNT(w, v, "numVehicleHullSurfaceIndices", hullSurfaceIndices);
    WALK_VALUES(w, v, hullSurfaceIndices);
    DIF_COUNT(w, v, "numVehiclePolyListPlanes", polyListPlanes);
    WALK_VALUES(w, v, polyListPlanes);
    DIF_COUNT(w, v, "numVehiclePolyListPoints", polyListPoints);
    WALK_VALUES(w, v, polyListPoints);
    DIF_COUNT(w, v, "numVehiclePolyListStrings", polyListStrings);
    WALK_VALUES(w, v, polyListStrings);
    DIF_COUNT(w, v, "numVehicleNullSurfaces", nullSurfaces);
    WALK_ROWS(w, v, nullSurfaces, 8, i)
        tlb_dif_walk_null_surface(w, &v->nullSurfaces.data[i], narrowNulls ? TLB_U8 : TLB_U32);
    DIF_COUNT(w, v, "numVehiclePoints", points);
    WALK_VECTORS(w, v, points);
    DIF_COUNT(w, v, "numVehiclePlanes", planes);
    WALK_VECTORS(w, v, planes);
    DIF_COUNT(w, v, "numVehicleWindings", windings);
    WALK_VALUES(w, v, windings);
    DIF_COUNT(w, v, "numVehicleWindingIndices", windingIndices);
    WALK_ROWS(w, v, windingIndices, 8, i)
        tlb_dif_walk_winding_range(w, &v->windingIndices.data[i]);
}

static void walk_game_entity(tlb_walk *w, tlb_dif_game_entity *e)
{
    tlb_dif_walk_string(w, "datablock", &e->datablock);
    tlb_dif_walk_string(w, "gameClass", &e->gameClass);
    WALK_ROW(w, e, position);
    tlb_dif_walk_dictionary(w, &e->properties);
}

/* --- resource ----------------------------------------------------------------------------------------- */

static const char *const dif_families[] = {"tge", "tse", "tse-early", "tge-big-maps", NULL};

static void walk_dialect(tlb_walk *w, tlb_dif *dif)
{
    static const char *const widths[] = {"u32", "u8", NULL};
    uint32_t family = dif->family, width = dif->narrowVehicleNulls;
    tlb_walk_choice(w, "family", &family, dif_families);
    tlb_walk_choice(w, "vehicleNullCounts", &width, widths);
    dif->family = (tlb_dif_family)family;
    dif->narrowVehicleNulls = width != 0;
}

const char *tlb_dif_family_name(tlb_dif_family family)
{
    return (unsigned)family < sizeof dif_families / sizeof *dif_families ? dif_families[family] : NULL;
}

/* The engine leaves the rest alone when the vehicle or the entity word is not the one it expects; so does the
 * tail. */
static void walk_resource(tlb_walk *w, tlb_dif *dif)
{
    WALK_DEFAULT(w, dif, interiorResourceFileVersion, TLB_DIF_RESOURCE_VERSION);
    WALK(w, dif, interiorResourceFileVersion);
    if (dif->interiorResourceFileVersion != TLB_DIF_RESOURCE_VERSION && !w->status)
        tlb_walk_refuse(w, sizeof dif->interiorResourceFileVersion, TLB_CODE_BAD_VERSION,
                        "interiorResourceFileVersion", "unknown resource version %u, expected 44",
                        dif->interiorResourceFileVersion);
    walk_dialect(w, dif);
    WALK(w, dif, previewIncluded);
    if (dif->previewIncluded)
        tlb_dif_walk_png(w, "previewBitmap", &dif->previewBitmap);
    DIF_COUNT(w, dif, "numDetailLevels", details);
    WALK_BLOCKS(w, dif, details, 2048, i)
        tlb_dif_walk_interior(w, &dif->details.data[i], dif->family);
    DIF_COUNT(w, dif, "numSubObjects", subObjects);
    WALK_BLOCKS(w, dif, subObjects, 2048, i)
        tlb_dif_walk_interior(w, &dif->subObjects.data[i], dif->family);
    DIF_COUNT(w, dif, "numTriggers", triggers);
    WALK_BLOCKS(w, dif, triggers, 30, i)
        walk_trigger(w, &dif->triggers.data[i]);
    DIF_COUNT(w, dif, "numInteriorPathFollowers", pathFollowers);
    WALK_BLOCKS(w, dif, pathFollowers, 34, i)
        walk_path_follower(w, dif, &dif->pathFollowers.data[i]);
    DIF_COUNT(w, dif, "numForceFields", forceFields);
    WALK_BLOCKS(w, dif, forceFields, 85, i)
        walk_force_field(w, &dif->forceFields.data[i]);
    DIF_COUNT(w, dif, "numAISpecialNodes", aiSpecialNodes);
    WALK_ROWS(w, dif, aiSpecialNodes, 13, i)
        walk_ai_node(w, &dif->aiSpecialNodes.data[i]);
    WALK(w, dif, readVehicleCollision);
    if (dif->readVehicleCollision == 1) {
        tlb_walk_open(w, "vehicleCollision", TLB_BLOCK);
        walk_vehicle_collision(w, &dif->vehicleCollision, dif->narrowVehicleNulls);
        tlb_walk_close(w, TLB_BLOCK);
    }
    WALK(w, dif, readGameEntities);
    if (dif->readGameEntities == 2) {
        DIF_COUNT(w, dif, "numGameEntities", gameEntities);
        WALK_BLOCKS(w, dif, gameEntities, 18, i)
            walk_game_entity(w, &dif->gameEntities.data[i]);
        if (w->direction == WALK_READ)
            dif->hasDummy = (size_t)(w->end - w->at) >= sizeof dif->dummy;
        tlb_walk_has(w, "dummy", &dif->hasDummy);
        if (dif->hasDummy)
            WALK(w, dif, dummy);
    }
    if (w->direction == WALK_READ)
        dif->tail.size = (size_t)(w->end - w->at);
    tlb_walk_bytes(w, "tail", &dif->tail);
}

void tlb_dif_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dif))))
        tlb_walk_no_memory(w);
    else
        walk_resource(w, *root);
}

tlb_dif *tlb_document_dif(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_dif_walk ? document->root : NULL;
}
