/* The layout of meshes. */
#include "formats/torque/dts/access.h"
#include "formats/torque/dts/dts.h"

const tlb_flag tlb_torque_mesh_flags[] = {
    {"billboard", 0x80000000u, 0x80000000u},
    {"detailTexture", 0x40000000u, 0x40000000u},
    {"billboardZ", 0x20000000u, 0x20000000u},
    {"encodedNormals", 0x10000000u, 0x10000000u},
    {"colors", SHAPE_MESH_COLORS, SHAPE_MESH_COLORS},
    {"secondUVs", SHAPE_MESH_UV2, SHAPE_MESH_UV2},
    {0},
};
const tlb_flag tlb_torque_primitive_flags[] = {
    {"triangles", TLB_TORQUE_PRIMITIVE_MASK, TLB_TORQUE_TRIANGLES},
    {"strip", TLB_TORQUE_PRIMITIVE_MASK, TLB_TORQUE_STRIP},
    {"fan", TLB_TORQUE_PRIMITIVE_MASK, TLB_TORQUE_FAN},
    {"indexed", TLB_TORQUE_INDEXED, TLB_TORQUE_INDEXED},
    {"noMaterial", TLB_TORQUE_NO_MATERIAL, TLB_TORQUE_NO_MATERIAL},
    {0},
};

/* --- what a mesh may share with its parent ------------------------------------------------------------ */

/* The number of elements, and, where the mesh has its own, those. */
#define WALK_OWN(w, m, own, number, list, WALK_LIST)                                                         \
    do {                                                                                                     \
        if (own) {                                                                                           \
            DTS_COUNT(w, m, #number, list);                                                                  \
            WALK_LIST(w, m, list);                                                                           \
            (m)->number = (m)->list.count;                                                                   \
        } else                                                                                               \
            WALK(w, m, number);                                                                              \
    } while (0)

static void walk_encoded_norms(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    tlb_walk_stream(w, &layout->streams, IN_BYTES);
    DTS_ALONG(w, m, encodedNorms, m->verts.count, WALK_VALUES);
    tlb_walk_stream(w, &layout->streams, IN_WORDS);
}

static void walk_vertices(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    bool own = m->parentMesh < 0;
    WALK_OWN(w, m, own, numVerts, verts, WALK_VECTORS);
    WALK_OWN(w, m, own, numTVerts, tverts, WALK_VECTORS);
    if (layout->version >= 26) {
        WALK_OWN(w, m, own, numTVerts2, tverts2, WALK_VECTORS);
        WALK_OWN(w, m, own, numColors, colors, WALK_VALUES);
    }
    if (own)
        DTS_ALONG(w, m, norms, m->verts.count, WALK_VECTORS);
    if (own && layout->version >= 22)
        walk_encoded_norms(w, layout, m);
}

/* --- primitives --------------------------------------------------------------------------------------- */

static void walk_primitive(tlb_walk *w, dts_layout *layout, tlb_torque_primitive *p)
{
    if (layout->version >= 26) {
        WALK(w, p, start);
        WALK(w, p, numElements);
    } else {
        tlb_walk_stream(w, &layout->streams, IN_HALFWORDS);
        WALK_AS(w, p, start, TLB_U16);
        WALK_AS(w, p, numElements, TLB_U16);
        tlb_walk_stream(w, &layout->streams, IN_WORDS);
    }
    WALK_FLAGS(w, p, matIndex, tlb_torque_primitive_flags);
}

#define WALK_PRIMITIVES(w, layout, m)                                                                        \
    do {                                                                                                     \
        DTS_COUNT(w, m, "numPrimitives", primitives);                                                        \
        WALK_ROWS(w, m, primitives, (layout)->version >= 26 ? 12 : 4, i_)                                    \
            walk_primitive(w, layout, &(m)->primitives.data[i_]);                                            \
    } while (0)

#define WALK_HALFWORDS(w, layout, m, field)                                                                  \
    do {                                                                                                     \
        tlb_walk_stream(w, &(layout)->streams, IN_HALFWORDS);                                                \
        WALK_VALUES_AS(w, m, field, TLB_U16);                                                                \
        tlb_walk_stream(w, &(layout)->streams, IN_WORDS);                                                    \
    } while (0)

static void walk_faces(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    WALK_PRIMITIVES(w, layout, m);
    DTS_COUNT(w, m, "numIndices", indices);
    if (layout->version >= 26)
        WALK_VALUES(w, m, indices);
    else
        WALK_HALFWORDS(w, layout, m, indices);
    DTS_COUNT(w, m, "numMergeIndices", mergeIndices);
    WALK_HALFWORDS(w, layout, m, mergeIndices);
}

static void walk_standard(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    tlb_torque_walk_guard(w, layout);
    WALK_DEFAULT(w, m, numFrames, 1);
    WALK(w, m, numFrames);
    WALK_DEFAULT(w, m, numMatFrames, 1);
    WALK(w, m, numMatFrames);
    WALK_DEFAULT(w, m, parentMesh, -1);
    WALK(w, m, parentMesh);
    WALK_ROW(w, m, bounds);
    WALK_ROW(w, m, center);
    WALK(w, m, radius);
    if (layout->version >= 27) {
        WALK(w, m, vertOffset);
        WALK(w, m, numVertsInBuffer);
        WALK(w, m, vertSize);
    }
    walk_vertices(w, layout, m);
    walk_faces(w, layout, m);
    WALK(w, m, vertsPerFrame);
    WALK_FLAGS(w, m, flags, tlb_torque_mesh_flags);
    tlb_torque_walk_guard(w, layout);
}

/* --- the types ---------------------------------------------------------------------------------------- */

static void walk_initial(tlb_walk *w, dts_layout *layout, tlb_torque_skin *s, bool own)
{
    WALK_OWN(w, s, own, numInitialVerts, initialVerts, WALK_VECTORS);
    if (!own)
        return;
    DTS_ALONG(w, s, initialNorms, s->initialVerts.count, WALK_VECTORS);
    if (layout->version >= 22) {
        tlb_walk_stream(w, &layout->streams, IN_BYTES);
        DTS_ALONG(w, s, initialEncodedNorms, s->initialVerts.count, WALK_VALUES);
        tlb_walk_stream(w, &layout->streams, IN_WORDS);
    }
}

static void walk_skin(tlb_walk *w, dts_layout *layout, tlb_torque_skin *s, bool own)
{
    if (layout->version >= 27)
        WALK(w, s, maxBones);
    else
        walk_initial(w, layout, s, own);
    WALK_OWN(w, s, own, numInitialTransforms, initialTransforms, WALK_VECTORS);
    WALK_OWN(w, s, own, numWeights, vertexIndex, WALK_VALUES);
    if (own) {
        DTS_ALONG(w, s, boneIndex, s->vertexIndex.count, WALK_VALUES);
        DTS_ALONG(w, s, weight, s->vertexIndex.count, WALK_VALUES);
    }
    WALK_OWN(w, s, own, numNodeIndex, nodeIndex, WALK_VALUES);
    tlb_torque_walk_guard(w, layout);
}

static void walk_cluster(tlb_walk *w, tlb_torque_cluster *c)
{
    WALK(w, c, startPrimitive);
    WALK(w, c, endPrimitive);
    WALK_ROW(w, c, normal);
    WALK(w, c, k);
    WALK(w, c, frontCluster);
    WALK(w, c, backCluster);
}

static void walk_sorted(tlb_walk *w, dts_layout *layout, tlb_torque_sorted *s)
{
    DTS_COUNT(w, s, "numClusters", clusters);
    WALK_ROWS(w, s, clusters, 32, i)
        walk_cluster(w, &s->clusters.data[i]);
    DTS_COUNT(w, s, "numStartClusters", startCluster);
    WALK_VALUES(w, s, startCluster);
    DTS_COUNT(w, s, "numFirstVerts", firstVerts);
    WALK_VALUES(w, s, firstVerts);
    DTS_COUNT(w, s, "numNumVerts", numVerts);
    WALK_VALUES(w, s, numVerts);
    DTS_COUNT(w, s, "numFirstTVerts", firstTVerts);
    WALK_VALUES(w, s, firstTVerts);
    WALK(w, s, alwaysWriteDepth);
    tlb_torque_walk_guard(w, layout);
}

static void walk_decal(tlb_walk *w, dts_layout *layout, tlb_torque_decal_mesh *d)
{
    bool has_mesh = layout->version < 20;
    if (has_mesh) {
        tlb_torque_walk_guard(w, layout);
        WALK_ROW(w, d, emptyMesh);
    }
    WALK_PRIMITIVES(w, layout, d);
    DTS_COUNT(w, d, "numIndices", indices);
    WALK_HALFWORDS(w, layout, d, indices);
    if (has_mesh) {
        WALK_ROW(w, d, emptyEnd);
        tlb_torque_walk_guard(w, layout);
    }
    DTS_COUNT(w, d, "numStartPrimitives", startPrimitive);
    WALK_VALUES(w, d, startPrimitive);
    DTS_ALONG(w, d, texgenS, d->startPrimitive.count, WALK_VECTORS);
    DTS_ALONG(w, d, texgenT, d->startPrimitive.count, WALK_VECTORS);
    WALK(w, d, materialIndex);
    tlb_torque_walk_guard(w, layout);
}

void *tlb_torque_besides(tlb_walk *w, const char *name, void *held, size_t size)
{
    if (held || w->status)
        return held;
    void *made = w->arena ? tlb_zalloc(w->arena, size) : NULL;
    if (!made && w->arena)
        tlb_walk_no_memory(w);
    else if (!made)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "missing in a mesh of this type");
    return made;
}

#define WALK_BESIDES(w, m, field, ...)                                                                       \
    do {                                                                                                     \
        (m)->field = tlb_torque_besides((w), #field, (m)->field, sizeof *(m)->field);                        \
        if ((m)->field) {                                                                                    \
            tlb_walk_open((w), #field, TLB_BLOCK);                                                           \
            __VA_ARGS__;                                                                                     \
            tlb_walk_close((w), TLB_BLOCK);                                                                  \
        }                                                                                                    \
    } while (0)

void tlb_torque_walk_mesh(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    switch (m->meshType) {
    case TLB_TORQUE_STANDARD_MESH:
        walk_standard(w, layout, m);
        break;
    case TLB_TORQUE_SKIN_MESH:
        walk_standard(w, layout, m);
        WALK_BESIDES(w, m, skin, walk_skin(w, layout, m->skin, m->parentMesh < 0));
        break;
    case TLB_TORQUE_SORTED_MESH:
        walk_standard(w, layout, m);
        WALK_BESIDES(w, m, sorted, walk_sorted(w, layout, m->sorted));
        break;
    case TLB_TORQUE_DECAL_MESH:
        WALK_BESIDES(w, m, decal, walk_decal(w, layout, m->decal));
        break;
    default:
        break;
    }
}

void tlb_torque_walk_typed_mesh(tlb_walk *w, dts_layout *layout, tlb_torque_mesh *m)
{
    WALK(w, m, meshType);
    if (m->meshType > TLB_TORQUE_NULL_MESH && !w->status)
        tlb_walk_refuse(w, sizeof m->meshType, TLB_CODE_BAD_VALUE, "meshType",
                        "unknown type %u, expected 0 to 4", m->meshType);
    tlb_torque_walk_mesh(w, layout, m);
}
