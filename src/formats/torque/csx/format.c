/* .csx as the registry knows it, and what a file is at a glance. */
#include "formats/torque/csx/csx.h"

#include "formats/torque/map/map.h"

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_csx *csx = &((csx_root *)document->root)->csx;
    csx_level made = {.level = tlb_level_create(document->context)};
    double version;
    if (!made.level)
        return tlb_report_memory(document->context, NULL);
    if (csx->elements.count && tlb_csx_numbers(&csx->elements.data[0], "version", &version, 1) &&
        version >= 0 && version < INT32_MAX)
        tlb_summary_set_version(summary, (int64_t)version);
    tlb_value_add_integer(&document->arena, table, "elements", csx->elements.count);
    tlb_status status = tlb_csx_make_level(document, &made);
    if (!status)
        status = tlb_map_describe_level(document, made.level, summary, table);
    tlb_level_free(made.level);
    return status;
}

/* --- the format -------------------------------------------------------------------------------------- */

static void walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(csx_root))))
        tlb_walk_no_memory(w);
    else if (w->visitor->places)
        tlb_csx_trace(w, *root);
    else
        tlb_csx_walk(w, *root);
}

static tlb_status write(tlb_context *context, void **root, tlb_buffer *out)
{
    return tlb_csx_write_text(context, *root, out);
}

tlb_csx *tlb_document_csx(tlb_document *document)
{
    return document && document->format == &tlb_format_csx ? &((csx_root *)document->root)->csx : NULL;
}

static const tlb_option_info options[] = {
    TLB_OPTION_COLLISION(TLB_CAN_EXPORT_SCENE), TLB_OPTION_ZONES(TLB_CAN_EXPORT_SCENE), {.name = NULL}};

const tlb_format tlb_format_csx = {
    .info = {.name = "csx",
             .title = "Torque Constructor scene",
             .family = "torque",
             .versions = "4",
             .extensions = (const char *const[]){"csx", NULL},
             .signatures =
                 TLB_SIGNATURES(TLB_SIGNATURE("<ConstructorScene"), {"\n<ConstructorScene ", 19, 1024}),
             .abilities = TLB_IS_MODEL | TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options,
             .minimal = TLB_JSON({
                 "format" : "csx",
                 "elements" : [ {
                     "name" : "ConstructorScene",
                     "isEmpty" : 1,
                     "attributes" : [ {"name" : "version", "value" : "4"} ]
                 } ]
             })},
    .is_never_empty = true,
    .probe = tlb_csx_probe,
    .read = tlb_csx_read,
    .walk = walk,
    .write = write,
    .check = tlb_csx_check,
    .describe = describe,
    .to_scene = tlb_map_to_scene,
    .to_level = tlb_csx_to_level,
};
