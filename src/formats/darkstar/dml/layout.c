/* The layout of a material list, versions 1 to 4. */
#include "formats/darkstar/dml/dml.h"

#include "formats/darkstar/shared/chunks.h"

enum { SHORT_RECORD = 32, SHORT_NAME = 16 };

static const char list_class[] = "TS::MaterialList";

static const tlb_flag material_flags[] = {
    {"palette", TLB_DML_KIND, TLB_DML_PALETTE},
    {"rgb", TLB_DML_KIND, TLB_DML_RGB},
    {"texture", TLB_DML_KIND, TLB_DML_TEXTURE},
    {"shadingNone", TLB_DML_SHADING, TLB_DML_SHADING_NONE},
    {"shadingFlat", TLB_DML_SHADING, TLB_DML_SHADING_FLAT},
    {"shadingSmooth", TLB_DML_SHADING, TLB_DML_SHADING_SMOOTH},
    {"transparent", TLB_DML_TEXTURE_DRAWING, TLB_DML_TRANSPARENT},
    {"translucent", TLB_DML_TEXTURE_DRAWING, TLB_DML_TRANSLUCENT},
    {0},
};

static bool has_properties(const tlb_dml_list *list)
{
    return list->pers.version >= 3 || (list->pers.version == 1 && list->recordSize == TLB_DML_RECORD_48);
}

static void walk_material(tlb_walk *w, tlb_dml_material *m, const tlb_dml_list *list)
{
    WALK_FLAGS(w, m, flags, material_flags);
    WALK(w, m, alpha);
    WALK(w, m, index);
    WALK(w, m, red);
    WALK(w, m, green);
    WALK(w, m, blue);
    WALK(w, m, rgbFlags);
    tlb_walk_fixed_name(w, "file", "fileTail", m->file, list->pers.version == 1 ? SHORT_NAME : TLB_DML_NAME);
    if (has_properties(list)) {
        WALK(w, m, type);
        WALK(w, m, elasticity);
        WALK(w, m, friction);
    }
    if (list->pers.version == 4 || (list->pers.version == 1 && has_properties(list)))
        WALK(w, m, useDefaultProps);
    else if (w->direction != WALK_WRITE)
        m->useDefaultProps = 1;
}

static size_t record_size(const tlb_dml_list *list)
{
    static const uint8_t sizes[] = {0, SHORT_RECORD, 48, 60, 64};
    if (list->pers.version == 1 && list->recordSize == TLB_DML_RECORD_48)
        return 48;
    return sizes[list->pers.version];
}

/* Version 1 comes in two lengths; the chunk's size decides. */
static void choose_record_size(tlb_walk *w, tlb_dml_list *list, uint64_t count)
{
    static const char *const names[] = {"32", "48", NULL};
    if (w->direction == WALK_READ && (uint64_t)(w->end - w->at) != count * SHORT_RECORD)
        list->recordSize = TLB_DML_RECORD_48;
    tlb_walk_choice(w, "recordSize", &list->recordSize, names);
}

static void walk_materials(tlb_walk *w, tlb_dml_list *list)
{
    uint64_t count = (uint64_t)list->numDetails * list->numMaterials;
    if (list->pers.version == 1)
        choose_record_size(w, list, count);
    if (count > UINT32_MAX)
        tlb_walk_refuse(w, sizeof list->numMaterials, TLB_CODE_TRUNCATED, "numMaterials",
                        "the product of %u details and %u materials is too large", list->numDetails,
                        list->numMaterials);
    if (w->direction == WALK_READ)
        list->materials.count = w->status ? 0 : (uint32_t)count;
    WALK_ROWS(w, list, materials, record_size(list), i)
        walk_material(w, &list->materials.data[i], list);
    if (!w->status && list->materials.count != count)
        tlb_walk_fault(w, "materials",
                       "number of elements: %u, expected the product of %u details and %u materials",
                       list->materials.count, list->numDetails, list->numMaterials);
}

void tlb_dml_default_list(tlb_walk *w, tlb_dml_list *list)
{
    WALK_DEFAULT(w, &list->pers, className, ((tlb_text){list_class, sizeof list_class - 1}));
    WALK_DEFAULT(w, &list->pers, version, TLB_DML_LAST_VERSION);
    WALK_DEFAULT(w, list, numDetails, 1);
}

void tlb_dml_walk_list(tlb_walk *w, tlb_dml_list *list)
{
    tlb_dml_default_list(w, list);
    pers_chunk chunk = tlb_darkstar_pers_open(w, &list->pers);
    tlb_darkstar_pers_class(w, &list->pers, list_class);
    tlb_darkstar_pers_versions(w, &list->pers, TLB_DML_FIRST_VERSION, TLB_DML_LAST_VERSION);
    if (w->status)
        return;
    WALK(w, list, numDetails);
    WALK(w, list, numMaterials);
    walk_materials(w, list);
    tlb_darkstar_pers_close(w, &list->pers, &chunk);
}
