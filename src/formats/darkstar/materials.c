#include "formats/darkstar/materials.h"

tlb_status darkstar_add_materials(tlb_scene *scene, const tlb_dml_material *records, uint32_t count,
                                  const char *path, const tlb_conversion *conversion, int32_t *base)
{
    (void)path;
    *base = (int32_t)scene->material_count;
    for (uint32_t i = 0; i < count; i++) {
        char name[TLB_DML_NAME + 1] = {0};
        memcpy(name, records[i].file, TLB_DML_NAME);
        if (!tlb_add_material(scene, *name ? name : tlb_dml_kind_name(records[i].flags)))
            return tlb_report_memory(conversion->context);
    }
    return TLB_OK;
}
