/* The layout of an interior's static meshes, and of what its light maps need beside normals. */
#include "formats/torque/dif/codecs.h"
#include "formats/torque/dif/layout.h"

static void walk_primitive(tlb_walk *w, tlb_dif_primitive *p)
{
    WALK(w, p, alpha);
    WALK(w, p, texS);
    WALK(w, p, texT);
    WALK(w, p, diffuseIndex);
    WALK(w, p, lightMapIndex);
    WALK(w, p, start);
    WALK(w, p, count);
    WALK_ROW(w, p, lightMapEquationX);
    WALK_ROW(w, p, lightMapEquationY);
    WALK_ROW(w, p, lightMapOffset);
    WALK_ROW(w, p, lightMapSize);
}

/* A number for each material. */
static void *walk_of_materials(tlb_walk *w, const char *name, void *data, uint32_t *count, uint32_t materials,
                               tlb_type type)
{
    if (w->direction == WALK_READ)
        *count = materials;
    data = tlb_walk_table(w, name, data, count, 1, type, type);
    if (*count != materials && !w->status)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "length %u, expected %u (number of materials)", *count,
                      materials);
    return data;
}
#define WALK_OF_MATERIALS(w, m, field)                                                                       \
    ((m)->field.data = walk_of_materials((w), #field, (m)->field.data, &(m)->field.count,                    \
                                         (m)->materials.count, WALK_TYPE((m)->field.data[0])))

static void walk_bitmap(tlb_walk *w, tlb_dif_bitmap *b)
{
    WALK(w, b, hasBitmap);
    if (b->hasBitmap)
        tlb_dif_walk_png(w, "bitmap", &b->bitmap);
}

static void walk_static_mesh(tlb_walk *w, tlb_dif_static_mesh *m)
{
    DIF_COUNT(w, m, "numPrimitives", primitives);
    WALK_ROWS(w, m, primitives, 73, i)
        walk_primitive(w, &m->primitives.data[i]);
    DIF_COUNT(w, m, "numIndices", indices);
    WALK_VALUES(w, m, indices);
    DIF_COUNT(w, m, "numVertices", vertices);
    WALK_VECTORS(w, m, vertices);
    DIF_COUNT(w, m, "numNormals", normals);
    WALK_VECTORS(w, m, normals);
    DIF_COUNT(w, m, "numDiffuseUVs", diffuseUVs);
    WALK_VECTORS(w, m, diffuseUVs);
    DIF_COUNT(w, m, "numLightmapUVs", lightmapUVs);
    WALK_VECTORS(w, m, lightmapUVs);
    WALK_DEFAULT(w, m, materialListVersion, DIF_BINARY_MATERIALS);
    WALK(w, m, hasMaterialList);
    if (m->hasMaterialList) {
        DIF_MATERIALS(w, m);
        WALK_OF_MATERIALS(w, m, materialFlags);
        WALK_OF_MATERIALS(w, m, reflectanceMaps);
        WALK_OF_MATERIALS(w, m, bumpMaps);
        WALK_OF_MATERIALS(w, m, detailMaps);
        WALK_OF_MATERIALS(w, m, lightMaps);
        WALK_OF_MATERIALS(w, m, detailScales);
        WALK_OF_MATERIALS(w, m, reflectionAmounts);
    }
    DIF_COUNT(w, m, "numDiffuseBitmaps", diffuseBitmaps);
    WALK_BLOCKS(w, m, diffuseBitmaps, 1, i)
        walk_bitmap(w, &m->diffuseBitmaps.data[i]);
    WALK(w, m, hasSolid);
    WALK(w, m, hasTranslucency);
    WALK_ROW(w, m, bounds);
    for (int i = 0; i < 16; i += 5)
        WALK_DEFAULT(w, m, transform[i], 1);
    WALK_ROW(w, m, transform);
    for (int i = 0; i < 3; i++)
        WALK_DEFAULT(w, m, scale[i], 1);
    WALK_ROW(w, m, scale);
}

static void walk_tex_matrix(tlb_walk *w, tlb_dif_tex_matrix *m)
{
    WALK(w, m, T);
    WALK(w, m, N);
    WALK(w, m, B);
}

/* From version 10 and 11; before, the engine expects their counts to be there and 0. */
void tlb_dif_walk_meshes(tlb_walk *w, tlb_dif_interior *x, uint32_t version)
{
    if (version >= 10) {
        DIF_COUNT(w, x, "numStaticMeshes", staticMeshes);
        WALK_BLOCKS(w, x, staticMeshes, 131, i)
            walk_static_mesh(w, &x->staticMeshes.data[i]);
    }
    if (version >= 11) {
        DIF_COUNT(w, x, "numTexNormals", texNormals);
        WALK_VECTORS(w, x, texNormals);
        DIF_COUNT(w, x, "numTexMatrices", texMatrices);
        WALK_ROWS(w, x, texMatrices, 12, i)
            walk_tex_matrix(w, &x->texMatrices.data[i]);
        DIF_COUNT(w, x, "numTexMatIndices", texMatIndices);
        WALK_VALUES(w, x, texMatIndices);
    } else
        walk_row(w, "reserved", TLB_U32, x->reserved, version >= 10 ? 2 : 3);
}
