/* Material lists as the registry knows them. */
#include "formats/darkstar/dml/dml.h"

#include "formats/darkstar/ppl/ppl.h"
#include "formats/darkstar/shared/chunks.h"
#include "formats/darkstar/dml/materials.h"
#include "scene/build/pictures.h"

static const uint32_t OLD_TAG = 0x0014001e;

/* Of an engine before Darkstar. */
static bool is_old(tlb_bytes source)
{
    return source.size >= 8 && tlb_get_le32(source.data) == OLD_TAG;
}

static int probe(tlb_bytes source)
{
    enum { SURE = 100, LIKELY = 60 };
    return tlb_has_signature(&tlb_format_dml, source) ? SURE : is_old(source) ? LIKELY : 0;
}

static void walk(tlb_walk *w, void **root)
{
    if (w->direction == WALK_READ && is_old((tlb_bytes){w->start, (size_t)(w->end - w->start)})) {
        tlb_walk_fail(w, TLB_CODE_NOT_SUPPORTED, NULL,
                      "a material list of an engine before Darkstar (tag 1e 00 14 00), which is undocumented "
                      "and not supported");
        return;
    }
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dml)))) {
        tlb_walk_no_memory(w);
        return;
    }
    tlb_dml *dml = *root;
    tlb_dml_walk_list(w, &dml->list);
    tlb_walk_remaining(w, "tail", &dml->tail);
}

tlb_dml *tlb_document_dml(tlb_document *document)
{
    return document && document->format == &tlb_format_dml ? document->root : NULL;
}

const char *tlb_dml_kind_name(uint32_t flags)
{
    static const char *const names[] = {"null", "palette", "RGB", "texture"};
    uint32_t kind = flags & TLB_DML_KIND;
    return kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

const char *tlb_dml_type_name(uint32_t type)
{
    static const char *const names[TLB_DML_TYPES] = {
        "default", "concrete", "carpet", "metal", "glass", "plastic",    "wood",        "marble",
        "snow",    "ice",      "sand",   "mud",   "stone", "soft earth", "packed earth"};
    type &= TLB_DML_TYPE;
    return type < TLB_DML_TYPES ? names[type] : NULL;
}

static tlb_status describe(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    const tlb_dml_list *list = &((const tlb_dml *)document->root)->list;
    tlb_arena *arena = &document->arena;
    tlb_summary_set_version(summary, list->pers.version);
    tlb_darkstar_name_materials(summary, list->materials.data, list->materials.count);
    tlb_value_add_integer(arena, table, "numDetails", list->numDetails);
    tlb_value_add_integer(arena, table, "numMaterials", list->numMaterials);
    return TLB_OK;
}

/* --- to a scene ---------------------------------------------------------------------------------------- */

/* A swatch for each material, in rows, the first above on the left. */
static bool add_swatches(tlb_scene *scene)
{
    const float pitch = 1.1f;
    uint32_t count = scene->material_count, columns = 1;
    while ((uint64_t)columns * columns < count)
        columns++;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_material *material = &scene->materials[i];
        float size[2] = {1, 1};
        if (material->texture.image >= 0)
            tlb_picture_size(&scene->images[material->texture.image], size);
        uint32_t column = i % columns, row = (count - 1) / columns - i / columns;
        float corner[2] = {(float)column * pitch, (float)row * pitch};
        if (!tlb_add_rectangle(scene, material->name, corner, size, (int32_t)i))
            return false;
    }
    return true;
}

static tlb_status to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    const tlb_dml_list *list = &((const tlb_dml *)document->root)->list;
    int32_t base;
    tlb_status status = tlb_darkstar_add_materials(scene, list->materials.data, list->materials.count,
                                                   "materials", conversion, &base);
    return status                ? status
           : add_swatches(scene) ? TLB_OK
                                 : tlb_report_memory(conversion->context, tlb_scene_arena(scene));
}

static const tlb_option_info options[] = {PALETTE_OPTIONS(TLB_CAN_EXPORT_SCENE), {0}};

const tlb_format tlb_format_dml = {
    .info = {.name = "dml",
             .title = "Darkstar material list",
             .family = "darkstar",
             .versions = "1 to 4",
             .extensions = (const char *const[]){"dml", NULL},
             .signatures = TLB_SIGNATURES(TLB_SIGNATURE(PERS_SIGNATURE("\x10", "TS::MaterialList"))),
             .abilities = TLB_CAN_READ | TLB_CAN_WRITE | TLB_CAN_CHECK | TLB_CAN_EXPORT_SCENE,
             .options = options,
             .minimal = TLB_JSON({"format" : "dml", "numDetails" : 1})},
    .probe = probe,
    .walk = walk,
    .check = tlb_dml_check,
    .describe = describe,
    .to_scene = to_scene,
};
