/* Each rule of Torque shapes broken once. */
#include "shape_maker.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

static const struct {
    const char *assignment, *code;
} breaches[] = {
    {"nodes[1].nameIndex=99", "SHAPE_NAME"},
    {"sequences[0].nameIndex=-1", "SHAPE_NAME"},
    {"nodes[1].parentIndex=2", "SHAPE_PARENT"},
    {"subShapeNumNodes[0]=5", "SHAPE_SUB_SHAPE"},
    {"subShapeFirstObject[0]=-1", "SHAPE_SUB_SHAPE"},
    {"objects[0].nodeIndex=4", "SHAPE_OBJECT_NODE"},
    {"objects[0].startMeshIndex=5", "SHAPE_OBJECT_MESHES"},
    {"details[1].subShapeNum=1", "SHAPE_DETAIL"},
    {"details[1].size=65", "SHAPE_DETAIL_ORDER"},
    {"meshes[1].parentMesh=1", "SHAPE_MESH_PARENT"},
    {"meshes[1].numVerts=25", "SHAPE_MESH_PARENT"},
    {"meshes[3].numFrames=3", "SHAPE_VERTICES"},
    {"meshes[0].colors[+]=5", "SHAPE_VERTICES"},
    {"meshes[0].tverts2[+]=[0,1]", "SHAPE_VERTICES"},
    {"meshes[0].primitives[0].numElements=37", "SHAPE_PRIMITIVE"},
    {"meshes[0].primitives[0].matIndex=5", "SHAPE_PRIMITIVE"},
    {"meshes[1].indices[0]=24", "SHAPE_INDEX"},
    {"meshes[4].skin.boneIndex[0]=2", "SHAPE_SKIN"},
    {"meshes[4].skin.nodeIndex[0]=4", "SHAPE_SKIN"},
    {"meshes[4].skin.vertexIndex[0]=4", "SHAPE_SKIN"},
    {"meshes[4].skin.weight[0]=0.5", "SHAPE_WEIGHTS"},
    {"meshes[5].sorted.clusters[0].endPrimitive=3", "SHAPE_CLUSTER"},
    {"meshes[5].sorted.clusters[0].frontCluster=2", "SHAPE_CLUSTER"},
    {"defaultRotations[0][3]=30000", "SHAPE_QUATERNION"},
    {"sequences[0].baseRotation=3", "SHAPE_KEYS"},
    {"sequences[0].numKeys=9", "SHAPE_KEYS"},
    {"sequences[1].baseObjectState=8", "SHAPE_KEYS"},
    {"sequences[0].rotationMatters.words[0]=18", "SHAPE_SET"},
    {"sequences[0].duration=0", "SHAPE_DURATION"},
    {"sequences[0].firstTrigger=1", "SHAPE_TRIGGERS"},
    {"sequences[0].numGround=3", "SHAPE_TRIGGERS"},
    {"iflMaterials[0].materialSlot=5", "SHAPE_IFL"},
};

static void each_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breaches / sizeof *breaches; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document shape, *broken;
        tlb_bytes bytes;
        shape_make(&shape, context, 26);
        assert_int_equal(tlb_save_memory(&shape, &bytes), TLB_OK);
        assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, NULL, NULL, &broken), TLB_OK);
        assert_int_equal(tlb_check(broken, NULL), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(context), 0);
        assert_int_equal(tlb_edit(broken, &breaches[i].assignment, 1), TLB_OK);
        assert_int_equal(tlb_check(broken, NULL), TLB_OK);
        bool found = false;
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++)
            found |= strcmp(tlb_code_name(tlb_diagnostic_at(context, k)->code), breaches[i].code) == 0;
        if (!found)
            fail_msg("%s: %s not found", breaches[i].assignment, breaches[i].code);
        tlb_document_free(broken);
        made_end(&shape);
        tlb_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
