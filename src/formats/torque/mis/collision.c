/* Interiors of a mission that nothing collides with. */
#include "formats/torque/mis/mis.h"

#include "trilobite/formats/dif.h"

/* A file that is missing, damaged or of another kind is not this rule's. */
static tlb_status open_interior(tlb_checker *c, const char *name, const char *const *extensions,
                                tlb_document **interior)
{
    tlb_bytes bytes;
    tlb_report_mark mark = tlb_report_mark_get(c->context);
    tlb_status status = tlb_assets_find(c->assets, &c->arena, name, extensions, NULL, &bytes, NULL);
    *interior = NULL;
    if (!status)
        status = tlb_open_memory(c->context, bytes.data, bytes.size, name, NULL, interior);
    if (tlb_is_fatal(status))
        return status;
    tlb_report_rewind(c->context, &mark);
    return TLB_OK;
}

static tlb_status check_interior(tlb_checker *c, const tlb_mission_file *rule, const char *name,
                                 const char *path)
{
    tlb_text key = tlb_name_key(&c->arena, name);
    int32_t *met = key.data ? tlb_index_find(&c->files, &c->arena, key.data, key.size) : NULL;
    tlb_document *interior;
    if (!met)
        return tlb_report_memory(c->context, &c->arena);
    if (*met != TLB_INDEX_NEW)
        return TLB_OK;
    *met = 0;
    tlb_status status = open_interior(c, name, rule->extensions, &interior);
    const tlb_dif *dif = tlb_document_dif(interior);
    if (dif && dif->details.count && !dif->details.data[0].convexHulls.count)
        TLB_FIND(c, MISSION_COLLISION, path, "interior \"%s\" has no convex hulls: nothing collides with it",
                 name);
    tlb_document_free(interior);
    return status;
}

tlb_status tlb_mis_check_collision(tlb_document *document)
{
    const tlb_mission_file *rule = tlb_mis_files; /* the first: of interiors that stand */
    const tlb_mission *mission = &((const tlb_mission_root *)document->root)->mission;
    tlb_checker c = tlb_checker_start(document->context, document->root);
    char name[MISSION_FILE_NAME];
    c.assets = document->assets;
    for (uint32_t i = 0; i < mission->objects.count && !c.status; i++) {
        const tlb_mission_object *object = &mission->objects.data[i];
        const tlb_mission_field *field;
        const char *file = tlb_mission_file_of(object, rule, name, &field);
        if (file)
            c.status = check_interior(&c, rule, file, tlb_mission_at(&c, object, i, field));
    }
    return tlb_checker_end(&c);
}
