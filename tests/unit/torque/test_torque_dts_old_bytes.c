/* Torque shapes of version 18, which have one stream, against bytes written by hand. */
#include "torque_bytes.h"

static void old_mesh(pinned *p, const tlb_torque_mesh *m)
{
    N32(m, numFrames);
    N32(m, numMatFrames);
    COUNT(m, verts, 2);
    EACH_ROW(NF, m, verts, 2, 3);
    COUNT(m, tverts, 3);
    EACH_ROW(NF, m, tverts, 3, 2);
    COUNT(m, norms, 1);
    EACH_ROW(NF, m, norms, 1, 3);
    IS(m, parentMesh, -1);
    IS(m, numVerts, 2);
    IS(m, numTVerts, 3);
    COUNT(m, primitives, 1);
    U16(m, primitives.data[0].start, 0x8001);
    U16(m, primitives.data[0].numElements, 0xfffe);
    U32(m, primitives.data[0].matIndex, 0x60000001);
    COUNT(m, indices, 2);
    PINNED_EACH(U16, m, indices.data, 0xffff, 1);
    N32(m, vertsPerFrame);
    U32(m, flags, 0xa0000003u);
}

static void old_skin(pinned *p, const tlb_torque_skin *k)
{
    COUNT(k, initialVerts, 2);
    EACH_ROW(NF, k, initialVerts, 2, 3);
    COUNT(k, initialNorms, 1);
    EACH_ROW(NF, k, initialNorms, 1, 3);
    COUNT(k, initialTransforms, 1);
    EACH_ROW(NF, k, initialTransforms, 1, 16);
    LIST(I32, k, vertexIndex, 1, 2, 3);
    LIST(I32, k, boneIndex, 4, 5);
    LIST(I32, k, nodeIndex, 6);
    LIST(F32, k, weight, 0.5, 0.25, 0.125, 0.0625);
    IS(k, numInitialVerts, 2);
    IS(k, numInitialTransforms, 1);
    IS(k, numWeights, 3);
    IS(k, numNodeIndex, 1);
}

static void old_lists(pinned *p, const tlb_torque_shape *x)
{
    COUNT(x, nodes, 1);
    N32(x, nodes.data[0].nameIndex);
    N32(x, nodes.data[0].parentIndex);
    COUNT(x, objects, 1);
    N32(x, objects.data[0].nameIndex);
    N32(x, objects.data[0].numMeshes);
    N32(x, objects.data[0].startMeshIndex);
    N32(x, objects.data[0].nodeIndex);
    COUNT(x, decals, 1);
    N32(x, decals.data[0].nameIndex);
    N32(x, decals.data[0].numMeshes);
    N32(x, decals.data[0].startMeshIndex);
    N32(x, decals.data[0].objectIndex);
    COUNT(x, iflMaterials, 1);
    N32(x, iflMaterials.data[0].nameIndex);
    N32(x, iflMaterials.data[0].materialSlot);
    LIST(I32, x, subShapeFirstNode, 1, 2);
    LIST(I32, x, subShapeFirstObject, 3);
    LIST(I32, x, subShapeFirstDecal, 4, 5);
    COUNT(x, nodeStates, 2);
    for (int i = 0; i < 2; i++) {
        EACH(N16, x, nodeStates.data[i].rotation, 4);
        EACH(NF, x, nodeStates.data[i].translation, 3);
    }
    COUNT(x, objectStates, 1);
    NF(x, objectStates.data[0].vis);
    N32(x, objectStates.data[0].frameIndex);
    N32(x, objectStates.data[0].matFrameIndex);
    LIST(I32, x, decalStates, 9, 10);
    COUNT(x, triggers, 1);
    N32(x, triggers.data[0].state);
    NF(x, triggers.data[0].pos);
    COUNT(x, details, 1);
    N32(x, details.data[0].nameIndex);
    N32(x, details.data[0].subShapeNum);
    N32(x, details.data[0].objectDetailNum);
    NF(x, details.data[0].size);
}

static void old_shape(pinned *p, const tlb_torque_shape *x)
{
    U8(x, version, 18);
    U8(x, reserved, 0);
    U16(x, exporterVersion, 117);
    NF(x, radius);
    NF(x, tubeRadius);
    EACH(NF, x, center, 3);
    EACH(NF, x, bounds, 6);
    old_lists(p, x);
    COUNT(x, sequences, 1);
    N32(x, sequences.data[0].nameIndex);
    sequence_bytes(p, AT(x, sequences, 0), 18);
    COUNT(x, meshes, 3);
    U32(AT(x, meshes, 0), meshType, TLB_TORQUE_STANDARD_MESH);
    old_mesh(p, AT(x, meshes, 0));
    U32(AT(x, meshes, 1), meshType, TLB_TORQUE_NULL_MESH);
    U32(AT(x, meshes, 2), meshType, TLB_TORQUE_SKIN_MESH);
    old_mesh(p, AT(x, meshes, 2));
    old_skin(p, p->reading ? x->meshes.data[2].skin : NULL);
    COUNT(x, names, 2);
    U32(x, names.data[0].size, 4);
    BYTES(x, names.data[0], "root");
    U32(x, names.data[1].size, 3);
    BYTES(x, names.data[1], "a\0b");
    U32(x, gotMaterials, 1);
    material_bytes(p, PART(x, materialList), 18);
    TAIL(x, tail);
}

static void version_18(void **state)
{
    (void)state;
    pinned p = {.title = "version 18"};
    PIN(&p, "torque-dts", tlb_document_torque_dts, old_shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_18),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
