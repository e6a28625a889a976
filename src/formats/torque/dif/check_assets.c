/* Textures against the assets: those that something shows, for compilers list names of their own as well
 * ("NULL", "ORIGIN"). */
#include "formats/torque/dif/check.h"
#include "formats/torque/dif/dif.h"

static void check_file(tlb_checker *c, tlb_text name, uint32_t index)
{
    if (name.size)
        tlb_check_file(c, "texture", name.data, dif_texture_extensions, tlb_at(c, "materials[%u]", index));
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

void dif_check_texture_files(tlb_checker *c, const tlb_dif_interior *interior)
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
