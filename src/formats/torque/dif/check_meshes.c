/* Static meshes. */
#include "formats/torque/dif/check.h"

static void check_primitives(tlb_checker *c, const tlb_dif_interior *interior,
                             const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->primitives.count; i++) {
        const tlb_dif_primitive *p = &mesh->primitives.data[i];
        DIF_CHECK_BOOL(c, p->alpha, tlb_at(c, "primitives[%u].alpha", i));
        TLB_CHECK_RANGE(c, DIF_MESH_PRIMITIVE, p->start, p->count, mesh->indices.count,
                        tlb_at(c, "primitives[%u].start", i), "indices");
        if (mesh->hasMaterialList && !dif_names_one(p->diffuseIndex, mesh->materials.count))
            TLB_FIND(c, DIF_MESH_PRIMITIVE, tlb_at(c, "primitives[%u].diffuseIndex", i),
                     "%d: there are %u materials", p->diffuseIndex, mesh->materials.count);
        if (!dif_names_one(p->lightMapIndex, interior->lightMaps.count))
            TLB_FIND(c, DIF_MESH_PRIMITIVE, tlb_at(c, "primitives[%u].lightMapIndex", i),
                     "%d: there are %u light maps", p->lightMapIndex, interior->lightMaps.count);
        DIF_CHECK_FINITE(c, p->lightMapEquationX, 4, tlb_at(c, "primitives[%u].lightMapEquationX", i));
        DIF_CHECK_FINITE(c, p->lightMapEquationY, 4, tlb_at(c, "primitives[%u].lightMapEquationY", i));
    }
}

static void check_count(tlb_checker *c, const tlb_dif_static_mesh *mesh, const char *list, uint32_t count)
{
    if (count != mesh->vertices.count)
        TLB_FIND(c, DIF_MESH_VERTICES, tlb_at(c, "%s", list), "%u for %u vertices", count,
                 mesh->vertices.count);
}

static void check_vertices(tlb_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->indices.count; i++)
        TLB_CHECK_INDEX(c, DIF_MESH_VERTICES, mesh->indices.data[i], mesh->vertices.count,
                        tlb_at(c, "indices[%u]", i), "vertices");
    check_count(c, mesh, "normals", mesh->normals.count);
    check_count(c, mesh, "diffuseUVs", mesh->diffuseUVs.count);
    check_count(c, mesh, "lightmapUVs", mesh->lightmapUVs.count);
    dif_check_numbers(c, "vertices", (const float *)mesh->vertices.data, mesh->vertices.count, 3);
    dif_check_numbers(c, "normals", (const float *)mesh->normals.data, mesh->normals.count, 3);
    dif_check_numbers(c, "diffuseUVs", (const float *)mesh->diffuseUVs.data, mesh->diffuseUVs.count, 2);
    dif_check_numbers(c, "lightmapUVs", (const float *)mesh->lightmapUVs.data, mesh->lightmapUVs.count, 2);
}

static void check_bitmaps(tlb_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->diffuseBitmaps.count; i++) {
        const tlb_dif_bitmap *bitmap = &mesh->diffuseBitmaps.data[i];
        size_t outer = tlb_enter(c, "diffuseBitmaps[%u].", i);
        DIF_CHECK_BOOL(c, bitmap->hasBitmap, tlb_at(c, "hasBitmap"));
        if (bitmap->hasBitmap)
            dif_check_png(c, bitmap->bitmap, "bitmap");
        c->part = outer;
    }
}

static void check_mesh(tlb_checker *c, const tlb_dif_interior *interior, const tlb_dif_static_mesh *mesh)
{
    check_primitives(c, interior, mesh);
    check_vertices(c, mesh);
    dif_check_materials(c, mesh->materials.data, mesh->materials.count);
    check_bitmaps(c, mesh);
    DIF_CHECK_BOOL(c, mesh->hasMaterialList, tlb_at(c, "hasMaterialList"));
    DIF_CHECK_BOOL(c, mesh->hasSolid, tlb_at(c, "hasSolid"));
    DIF_CHECK_BOOL(c, mesh->hasTranslucency, tlb_at(c, "hasTranslucency"));
    DIF_CHECK_FINITE(c, mesh->bounds, 6, tlb_at(c, "bounds"));
    DIF_CHECK_FINITE(c, mesh->transform, 16, tlb_at(c, "transform"));
    DIF_CHECK_FINITE(c, mesh->scale, 3, tlb_at(c, "scale"));
}

void dif_check_static_meshes(tlb_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++) {
        size_t outer = tlb_enter(c, "staticMeshes[%u].", i);
        check_mesh(c, interior, &interior->staticMeshes.data[i]);
        c->part = outer;
    }
}
