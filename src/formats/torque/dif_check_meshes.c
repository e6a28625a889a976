/* Static meshes. */
#include "formats/torque/dif_check.h"

static void check_primitives(dif_checker *c, const tlb_dif_interior *interior,
                             const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->primitives.count; i++) {
        const tlb_dif_primitive *p = &mesh->primitives.data[i];
        DIF_CHECK_BOOL(c, p->alpha, dif_at(c, "primitives[%u].alpha", i));
        DIF_CHECK_RANGE(c, DIF_MESH_PRIMITIVE, p->start, p->count, mesh->indices.count,
                        dif_at(c, "primitives[%u].start", i), "indices");
        if (mesh->hasMaterialList && !dif_names_one(p->diffuseIndex, mesh->materials.count))
            DIF_FIND(c, DIF_MESH_PRIMITIVE, dif_at(c, "primitives[%u].diffuseIndex", i),
                     "%d: there are %u materials", p->diffuseIndex, mesh->materials.count);
        if (!dif_names_one(p->lightMapIndex, interior->lightMaps.count))
            DIF_FIND(c, DIF_MESH_PRIMITIVE, dif_at(c, "primitives[%u].lightMapIndex", i),
                     "%d: there are %u light maps", p->lightMapIndex, interior->lightMaps.count);
        DIF_CHECK_FINITE(c, p->lightMapEquationX, 4, dif_at(c, "primitives[%u].lightMapEquationX", i));
        DIF_CHECK_FINITE(c, p->lightMapEquationY, 4, dif_at(c, "primitives[%u].lightMapEquationY", i));
    }
}

static void check_count(dif_checker *c, const tlb_dif_static_mesh *mesh, const char *list, uint32_t count)
{
    if (count != mesh->vertices.count)
        DIF_FIND(c, DIF_MESH_VERTICES, dif_at(c, "%s", list), "%u for %u vertices", count,
                 mesh->vertices.count);
}

static void check_vertices(dif_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->indices.count; i++)
        DIF_CHECK_INDEX(c, DIF_MESH_VERTICES, mesh->indices.data[i], mesh->vertices.count,
                        dif_at(c, "indices[%u]", i), "vertices");
    check_count(c, mesh, "normals", mesh->normals.count);
    check_count(c, mesh, "diffuseUVs", mesh->diffuseUVs.count);
    check_count(c, mesh, "lightmapUVs", mesh->lightmapUVs.count);
    dif_check_numbers(c, "vertices", (const float *)mesh->vertices.data, mesh->vertices.count, 3);
    dif_check_numbers(c, "normals", (const float *)mesh->normals.data, mesh->normals.count, 3);
    dif_check_numbers(c, "diffuseUVs", (const float *)mesh->diffuseUVs.data, mesh->diffuseUVs.count, 2);
    dif_check_numbers(c, "lightmapUVs", (const float *)mesh->lightmapUVs.data, mesh->lightmapUVs.count, 2);
}

static void check_bitmaps(dif_checker *c, const tlb_dif_static_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->diffuseBitmaps.count; i++) {
        const tlb_dif_bitmap *bitmap = &mesh->diffuseBitmaps.data[i];
        size_t outer = dif_enter(c, "diffuseBitmaps[%u].", i);
        DIF_CHECK_BOOL(c, bitmap->hasBitmap, dif_at(c, "hasBitmap"));
        if (bitmap->hasBitmap)
            dif_check_png(c, bitmap->bitmap, "bitmap");
        c->part = outer;
    }
}

static void check_mesh(dif_checker *c, const tlb_dif_interior *interior, const tlb_dif_static_mesh *mesh)
{
    check_primitives(c, interior, mesh);
    check_vertices(c, mesh);
    dif_check_materials(c, mesh->materials.data, mesh->materials.count);
    check_bitmaps(c, mesh);
    DIF_CHECK_BOOL(c, mesh->hasMaterialList, dif_at(c, "hasMaterialList"));
    DIF_CHECK_BOOL(c, mesh->hasSolid, dif_at(c, "hasSolid"));
    DIF_CHECK_BOOL(c, mesh->hasTranslucency, dif_at(c, "hasTranslucency"));
    DIF_CHECK_FINITE(c, mesh->bounds, 6, dif_at(c, "bounds"));
    DIF_CHECK_FINITE(c, mesh->transform, 16, dif_at(c, "transform"));
    DIF_CHECK_FINITE(c, mesh->scale, 3, dif_at(c, "scale"));
}

void dif_check_static_meshes(dif_checker *c, const tlb_dif_interior *interior)
{
    for (uint32_t i = 0; i < interior->staticMeshes.count; i++) {
        size_t outer = dif_enter(c, "staticMeshes[%u].", i);
        check_mesh(c, interior, &interior->staticMeshes.data[i]);
        c->part = outer;
    }
}
