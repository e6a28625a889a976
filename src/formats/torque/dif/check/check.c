/* Checking a resource: texture files, and the way to the other rules. */
#include "formats/torque/dif/check/check.h"
#include "formats/torque/shared/textures.h"
#include "base/text.h"

/* --- textures against the assets -------------------------------------------------------------------- */

/* Those that something shows, for compilers list names of their own as well ("NULL", "ORIGIN"). */

static void check_file(tlb_checker *c, tlb_text name, uint32_t index)
{
    if (name.size)
        tlb_check_file(c, "texture", name.data, tlb_torque_texture_extensions,
                       tlb_at(c, "materials[%u]", index));
}

/* Those that the file does not hold itself. */
static void check_static_mesh(tlb_checker *c, const tlb_dif_static_mesh *mesh)
{
    uint8_t *used = tlb_scratch(c, mesh->materials.count, 1);
    for (uint32_t i = 0; used && i < mesh->primitives.count; i++)
        if ((uint32_t)mesh->primitives.data[i].diffuseIndex < mesh->materials.count)
            used[mesh->primitives.data[i].diffuseIndex] = 1;
    for (uint32_t i = 0; used && i < mesh->materials.count; i++)
        if (used[i] && !(i < mesh->diffuseBitmaps.count && mesh->diffuseBitmaps.data[i].hasBitmap))
            check_file(c, mesh->materials.data[i], i);
}

/* The textures that an interior shows. What it learns of files lives in the checker's
 * memory to the end. */
static void check_texture_files(tlb_checker *c, const tlb_dif_interior *interior)
{
    uint8_t *used = c->assets ? tlb_scratch(c, interior->materials.count, 1) : NULL;
    if (!used)
        return;
    for (uint32_t i = 0; i < interior->surfaces.count; i++)
        if (interior->surfaces.data[i].textureIndex < interior->materials.count)
            used[interior->surfaces.data[i].textureIndex] = 1;
    for (uint32_t i = 0; i < interior->materials.count; i++)
        if (used[i])
            check_file(c, interior->materials.data[i], i);
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++) {
        size_t outer = tlb_enter(c, "staticMeshes[%u].", i);
        check_static_mesh(c, &interior->staticMeshes.data[i]);
        c->part = outer;
    }
}

/* --- order and versions of the interiors ------------------------------------------------------------ */

static void check_detail_levels(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    if (!dif->details.count)
        TLB_FIND(c, DIF_NO_DETAIL, "details", "the list is empty");
    for (uint32_t i = 0; i < dif->details.count; i++) {
        const tlb_dif_interior *detail = &dif->details.data[i];
        if (detail->detailLevel != i)
            TLB_FIND(c, DIF_DETAIL_NUMBER, tlb_at(c, "details[%u].detailLevel", i), "%u, expected %u",
                     detail->detailLevel, i);
        if (i && detail->minPixels > detail[-1].minPixels)
            TLB_FIND(c, DIF_DETAIL_ORDER, tlb_at(c, "details[%u].minPixels", i),
                     "%u after %u, expected descending order", detail->minPixels, detail[-1].minPixels);
    }
}

static void check_versions(tlb_checker *c, const char *list, const tlb_dif_interior *interiors,
                           uint32_t count, uint32_t version)
{
    for (uint32_t i = 0; i < count; i++)
        if (interiors[i].interiorFileVersion != version)
            TLB_FIND(c, DIF_MIXED_VERSIONS, tlb_at(c, "%s[%u].interiorFileVersion", list, i),
                     "%u, expected %u as in the first detail level", interiors[i].interiorFileVersion,
                     version);
}

static void check_sub_object_use(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    uint8_t *used = tlb_scratch(c, dif->subObjects.count, 1);
    for (uint32_t i = 0; used && i < dif->pathFollowers.count; i++)
        if (dif->pathFollowers.data[i].interiorResIndex < dif->subObjects.count)
            used[dif->pathFollowers.data[i].interiorResIndex] = 1;
    for (uint32_t i = 0; used && i < dif->subObjects.count; i++)
        if (!used[i])
            TLB_FIND(c, DIF_UNUSED_SUB_OBJECT, tlb_at(c, "subObjects[%u]", i), "no path follower uses it");
}

static void check_interiors(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    check_detail_levels(c);
    uint32_t version = dif->details.count ? dif->details.data[0].interiorFileVersion : 0;
    check_versions(c, "details", dif->details.data, dif->details.count, version);
    if (dif->details.count)
        check_versions(c, "subObjects", dif->subObjects.data, dif->subObjects.count, version);
    check_sub_object_use(c);
    for (uint32_t i = 0; i < dif->details.count; i++) {
        size_t outer = tlb_enter(c, "details[%u].", i);
        tlb_dif_check_interior(c, &dif->details.data[i], i == 0);
        check_texture_files(c, &dif->details.data[i]);
        c->part = outer;
    }
    for (uint32_t i = 0; i < dif->subObjects.count; i++) {
        size_t outer = tlb_enter(c, "subObjects[%u].", i);
        tlb_dif_check_interior(c, &dif->subObjects.data[i], false);
        check_texture_files(c, &dif->subObjects.data[i]);
        c->part = outer;
    }
}

/* --- the end of the resource ------------------------------------------------------------------------ */

/* One exporter writes a zero before the flag of the vehicle collision: the engine then takes that
 * word, 1, for the flag of the entities, and stops. An empty vehicle collision and a zero follow. */
static bool has_surplus_word(const tlb_dif *dif)
{
    enum { EMPTY_VEHICLE_COLLISION = 15 * 4, LAST_WORD = 4 };
    return dif->readVehicleCollision == 0 && dif->readGameEntities == 1 &&
           dif->tail.size >= EMPTY_VEHICLE_COLLISION + LAST_WORD;
}

static void check_end(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    if (has_surplus_word(dif)) {
        TLB_FIND(c, DIF_SURPLUS_WORD, "readVehicleCollision",
                 "a surplus 0: engines read neither vehicle collision nor entities");
    } else {
        if (dif->readVehicleCollision > 1)
            TLB_FIND(c, DIF_END_WORD, "readVehicleCollision",
                     "%u, expected 0 or 1: engines read a vehicle collision only after 1",
                     dif->readVehicleCollision);
        if (dif->readGameEntities != 0 && dif->readGameEntities != 2)
            TLB_FIND(c, DIF_END_WORD, "readGameEntities",
                     "%u, expected 0 or 2: engines read entities only after 2", dif->readGameEntities);
    }
    if (dif->hasDummy && dif->dummy)
        TLB_FIND(c, DIF_END_WORD, "dummy", "%u, expected 0", dif->dummy);
    if (dif->tail.size)
        tlb_report(c->context, TLB_CODE_TRAILING_BYTES, TLB_NO_OFFSET, "tail",
                   "%zu %s after the end; engines ignore them", dif->tail.size,
                   tlb_plural(dif->tail.size, "byte", "bytes"));
}

/* --- entities, AI nodes ----------------------------------------------------------------------------- */

static void check_game_entities(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    for (uint32_t i = 0; i < dif->gameEntities.count; i++) {
        const tlb_dif_game_entity *entity = &dif->gameEntities.data[i];
        size_t outer = tlb_enter(c, "gameEntities[%u].", i);
        tlb_dif_check_text(c, entity->datablock, "datablock");
        tlb_dif_check_text(c, entity->gameClass, "gameClass");
        DIF_CHECK_FINITE(c, entity->position, 3, tlb_at(c, "position"));
        tlb_dif_check_properties(c, &entity->properties);
        c->part = outer;
    }
}

static void check_ai_nodes(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    for (uint32_t i = 0; i < dif->aiSpecialNodes.count; i++) {
        const tlb_dif_ai_node *node = &dif->aiSpecialNodes.data[i];
        size_t outer = tlb_enter(c, "aiSpecialNodes[%u].", i);
        tlb_dif_check_text(c, node->name, "name");
        DIF_CHECK_FINITE(c, node->position, 3, tlb_at(c, "position"));
        c->part = outer;
    }
}

/* --- resource ----------------------------------------------------------------------------------------- */

static void check_resource(tlb_checker *c)
{
    const tlb_dif *dif = c->root;
    DIF_CHECK_BOOL(c, dif->previewIncluded, "previewIncluded");
    if (dif->previewIncluded)
        tlb_dif_check_png(c, dif->previewBitmap, "previewBitmap");
    check_interiors(c);
    for (uint32_t i = 0; i < dif->triggers.count; i++) {
        size_t outer = tlb_enter(c, "triggers[%u].", i);
        tlb_dif_check_trigger(c, &dif->triggers.data[i]);
        c->part = outer;
    }
    for (uint32_t i = 0; i < dif->pathFollowers.count; i++) {
        size_t outer = tlb_enter(c, "pathFollowers[%u].", i);
        tlb_dif_check_path_follower(c, &dif->pathFollowers.data[i]);
        c->part = outer;
    }
    for (uint32_t i = 0; i < dif->forceFields.count; i++) {
        size_t outer = tlb_enter(c, "forceFields[%u].", i);
        tlb_dif_check_force_field(c, &dif->forceFields.data[i]);
        c->part = outer;
    }
    check_ai_nodes(c);
    if (dif->readVehicleCollision == 1) {
        size_t outer = tlb_enter(c, "vehicleCollision.");
        tlb_dif_check_vehicle_collision(c, &dif->vehicleCollision);
        c->part = outer;
    }
    check_game_entities(c);
    check_end(c);
}

tlb_status tlb_dif_check(tlb_document *document)
{
    tlb_checker c = tlb_checker_start(document->context, document->root);
    c.assets = document->assets;
    check_resource(&c);
    return tlb_checker_end(&c);
}
