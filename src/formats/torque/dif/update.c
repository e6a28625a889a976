/* Rebuilding all of a resource, and a document in its place. */
#include "formats/torque/dif/rebuild/rebuild.h"

#include <stdio.h>
#include <string.h>

static tlb_status rebuild_interiors(tlb_document *document, const char *list, tlb_dif_interior *interiors,
                                    uint32_t count)
{
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        char path[32];
        snprintf(path, sizeof path, "%s[%u]", list, i);
        status = tlb_dif_rebuild(document, path, &interiors[i],
                                 interiors == ((const tlb_dif *)document->root)->details.data && !i);
    }
    return status;
}

tlb_status tlb_dif_rebuild_resource(tlb_document *document)
{
    tlb_dif *dif = document->root;
    tlb_status status = rebuild_interiors(document, "details", dif->details.data, dif->details.count);
    if (!status)
        status = rebuild_interiors(document, "subObjects", dif->subObjects.data, dif->subObjects.count);
    for (uint32_t i = 0; i < dif->forceFields.count && !status; i++) {
        char path[32];
        snprintf(path, sizeof path, "forceFields[%u]", i);
        status = tlb_dif_rebuild_force_field(document, path, &dif->forceFields.data[i]);
    }
    if (!status && dif->readVehicleCollision == 1)
        status = tlb_dif_rebuild_vehicle(document, &dif->vehicleCollision);
    return status;
}

#define KEEP(document, list) tlb_dif_keep((document), (list).data, (list).count, sizeof *(list).data)
#define PUT_BACK(to, from)                                                                                   \
    ((from).count ? (void)memcpy((to).data, (from).data, (from).count * sizeof *(from).data) : (void)0)

/* On a copy. What was made goes to where the caller knows its interiors to be. */
tlb_status tlb_dif_update(tlb_document *document)
{
    tlb_dif *dif = document->root, made = *dif;
    made.details.data = KEEP(document, dif->details);
    made.subObjects.data = KEEP(document, dif->subObjects);
    made.forceFields.data = KEEP(document, dif->forceFields);
    if (!made.details.data || !made.subObjects.data || !made.forceFields.data)
        return tlb_report_memory(document->context, &document->arena);
    document->root = &made;
    tlb_status status = tlb_dif_rebuild_resource(document);
    document->root = dif;
    if (status)
        return status;
    PUT_BACK(dif->details, made.details);
    PUT_BACK(dif->subObjects, made.subObjects);
    PUT_BACK(dif->forceFields, made.forceFields);
    dif->vehicleCollision = made.vehicleCollision;
    return TLB_OK;
}
