/* The rules of shapes: each is broken once, and reported with the path of what breaks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "dts_maker.h"
#include "files.h"

typedef struct spoiling {
    const char *code, *path;
    void (*spoil)(tlb_dts *x);
} spoiling;

/* SPOIL(DTS_CODE, "path", what is done to shape x) */
#define SPOIL(name, statement)                                                                               \
    static void name(tlb_dts *x)                                                                             \
    {                                                                                                        \
        statement;                                                                                           \
    }

/* What is lowest becomes higher, and the box with it. */
static void raise(tlb_dts_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->vertices.count; i++)
        if (!mesh->vertices.data[i][0])
            mesh->vertices.data[i][0] = 1;
}

SPOIL(radius_not_finite, x->radius = NAN)
SPOIL(transform_not_finite, x->transforms.data[2].pos[1] = INFINITY)
SPOIL(key_not_finite, x->keyFrames.data[3].pos = NAN)
SPOIL(uv_not_finite, x->meshes.data[1].textureVerts.data[1][0] = NAN)
SPOIL(node_name, x->nodes.data[2].name = 99)
SPOIL(object_name, x->objects.data[2].name = -1)
SPOIL(sequence_name, x->sequences.data[1].name = 99)
SPOIL(name_tail, x->names.data[4].data[23] = 1)
SPOIL(bounds_node, x->nodes.data[0].name = x->nodes.data[1].name)
SPOIL(parent, x->nodes.data[3].parent = 5)
SPOIL(second_root, x->nodes.data[7].parent = -1)
SPOIL(node_transform, x->nodes.data[1].defaultTransform = 999)
SPOIL(quaternion, x->transforms.data[1].rot16[3] = 100)
SPOIL(tracks, x->nodes.data[4].numSubSequences = 999)
SPOIL(track_sequence, x->subSequences.data[0].sequenceIdx = 9)
SPOIL(track_order, (x->nodes.data[4].numSubSequences = 2, x->subSequences.data[1].sequenceIdx = 0))
SPOIL(track_empty, x->subSequences.data[1].numKeyFrames = 0)
SPOIL(keys, x->subSequences.data[1].firstKeyFrame = 999)
SPOIL(key_order, x->keyFrames.data[1].pos = 0)
SPOIL(key_position, x->keyFrames.data[7].pos = 1.5f)
SPOIL(key_transform, x->keyFrames.data[1].key = 999)
SPOIL(key_frame, x->keyFrames.data[22].key = 77)
SPOIL(key_material, x->keyFrames.data[x->keyFrames.count - 1].key = 66)
SPOIL(duration, x->sequences.data[1].duration = 0)
SPOIL(triggers, x->sequences.data[0].numTriggerFrames = 4)
SPOIL(trigger_position, x->frameTriggers.data[1].pos = 1.25f)
SPOIL(transition, x->transitions.data[1].endSequence = 3)
SPOIL(transition_position, x->transitions.data[0].startPosition = -1)
SPOIL(object_mesh, x->objects.data[1].meshIndex = 9)
SPOIL(object_node, x->objects.data[1].nodeIndex = 9)
SPOIL(detail_node, x->details.data[1].rootNode = 9)
SPOIL(always_node, x->alwaysNode = 9)
SPOIL(detail_order, x->details.data[1].size = 65)
SPOIL(no_detail, x->details.count = 0)
SPOIL(bounds_object, x->meshes.data[0].vertices.count = 1)
SPOIL(mesh_use, x->objects.data[3].meshIndex = 4)
SPOIL(detail_size, x->details.data[2].size = -1)
SPOIL(packed_range, raise(&x->meshes.data[2]))
SPOIL(frame_scale, x->meshes.data[2].frames.data[0].scale[1] = -0.1f)
SPOIL(no_materials, x->materialList.materials.count = x->materialList.numMaterials = 0)
SPOIL(node_key, x->keyFrames.data[2].matIndex = 0x4000)
SPOIL(hidden_object, x->objects.data[DTS_TOWER_OBJECT].flags = TLB_DTS_OBJECT_INVISIBLE)
SPOIL(default_materials, x->defaultMaterials = 7)
SPOIL(frame_range, x->meshes.data[1].frames.data[2].firstVert = 9999)
SPOIL(frame_box, x->meshes.data[2].vertices.data[1][2] = 7)
SPOIL(face_vertex, x->meshes.data[2].faces.data[3].vertIndex1 = 9999)
SPOIL(face_texture, x->meshes.data[2].faces.data[3].texIndex1 = -1)
SPOIL(face_box, x->meshes.data[2].faces.data[3].vertIndex1 = 1)
SPOIL(face_material, x->meshes.data[2].faces.data[3].matIndex = 6)
SPOIL(bounds, x->maxBounds[2] = 3)
SPOIL(small_radius, x->radius = 1)
SPOIL(tail, x->tail = ((tlb_bytes){(const uint8_t *)"xy", 2}))
SPOIL(material_sets, (x->materialList.numDetails = 2, x->materialList.numMaterials /= 2))
SPOIL(material_rest, x->materialList.pers.rest = ((tlb_bytes){(const uint8_t *)"xy", 2}))
SPOIL(material_kind, x->materialList.materials.data[2].flags = 9)

static const spoiling spoilings[] = {
    {"DTS_NOT_FINITE", "radius", radius_not_finite},
    {"DTS_NOT_FINITE", "transforms[2]", transform_not_finite},
    {"DTS_NOT_FINITE", "keyFrames[3].pos", key_not_finite},
    {"DTS_NOT_FINITE", "meshes[1].textureVerts[1]", uv_not_finite},
    {"DTS_NAME", "nodes[2].name", node_name},
    {"DTS_NAME", "objects[2].name", object_name},
    {"DTS_NAME", "sequences[1].name", sequence_name},
    {"DTS_NAME_TAIL", "names[4].data", name_tail},
    {"DTS_BOUNDS_NODE", "nodes[0].name", bounds_node},
    {"DTS_PARENT", "nodes[3].parent", parent},
    {"DTS_ROOTS", "nodes[7].parent", second_root},
    {"DTS_TRANSFORM", "nodes[1].defaultTransform", node_transform},
    {"DTS_QUATERNION", "transforms[1]", quaternion},
    {"DTS_TRACKS", "nodes[4]", tracks},
    {"DTS_TRACK_SEQUENCE", "subSequences[0].sequenceIdx", track_sequence},
    {"DTS_TRACK_ORDER", "subSequences[1].sequenceIdx", track_order},
    {"DTS_TRACK_EMPTY", "subSequences[1].numKeyFrames", track_empty},
    {"DTS_KEYS", "subSequences[1].firstKeyFrame", keys},
    {"DTS_KEY_ORDER", "keyFrames[1].pos", key_order},
    {"DTS_KEY_POSITION", "keyFrames[7].pos", key_position},
    {"DTS_KEY_VALUE", "keyFrames[1].key", key_transform},
    {"DTS_KEY_VALUE", "keyFrames[22].key", key_frame},
    {"DTS_KEY_VALUE", "keyFrames[31].key", key_material},
    {"DTS_DURATION", "sequences[1].duration", duration},
    {"DTS_TRIGGERS", "sequences[0].firstTriggerFrame", triggers},
    {"DTS_TRIGGER_POSITION", "frameTriggers[1].pos", trigger_position},
    {"DTS_TRANSITION", "transitions[1].endSequence", transition},
    {"DTS_TRANSITION_POSITION", "transitions[0]", transition_position},
    {"DTS_OBJECT_MESH", "objects[1].meshIndex", object_mesh},
    {"DTS_OBJECT_NODE", "objects[1].nodeIndex", object_node},
    {"DTS_DETAIL_NODE", "details[1].rootNode", detail_node},
    {"DTS_DETAIL_NODE", "alwaysNode", always_node},
    {"DTS_DETAIL_ORDER", "details[1].size", detail_order},
    {"DTS_NO_DETAIL", "details", no_detail},
    {"DTS_BOUNDS_OBJECT", "objects[0]", bounds_object},
    {"DTS_MESH_USE", "objects[3].meshIndex", mesh_use},
    {"DTS_DETAIL_SIZE", "details[2].size", detail_size},
    {"DTS_PACKED_RANGE", "meshes[2].vertices[0]", packed_range},
    {"DTS_FRAME_SCALE", "meshes[2]", frame_scale},
    {"DTS_NO_MATERIALS", "materialList", no_materials},
    {"DTS_NODE_KEY", "keyFrames[2]", node_key},
    {"DTS_HIDDEN_OBJECT", "objects[2].flags", hidden_object},
    {"DTS_MATERIALS", "defaultMaterials", default_materials},
    {"DTS_FRAME_RANGE", "meshes[1].frames", frame_range},
    {"DTS_FRAME_BOX", "meshes[2].vertices[0]", frame_box},
    {"DTS_FACE_VERTEX", "meshes[2].faces[3]", face_vertex},
    {"DTS_FACE_VERTEX", "meshes[2].faces[3]", face_texture},
    {"DTS_FACE_BOX", "meshes[2].faces[3]", face_box},
    {"DTS_FACE_MATERIAL", "meshes[2].faces[3].matIndex", face_material},
    {"DTS_BOUNDS", "minBounds", bounds},
    {"DTS_RADIUS", "radius", small_radius},
    {"PERS_STALE_TAIL", "tail", tail},
    {"DML_KIND", "materialList.materials[2].flags", material_kind},
    {"DML_DETAILS", "materialList.numDetails", material_sets},
    {"PERS_REST", "materialList.rest", material_rest},
};

static const dts_plan plan = {.version = 8, .meshVersion = 3, .listVersion = 4, .seed = 2};

/* Whether the code was reported at the path, with an offset and a message. */
static bool reported(const tlb_context *context, const spoiling *s)
{
    const tlb_diagnostic *d = find_diagnostic(context, s->code, s->path);
    return d && d->offset != TLB_NO_OFFSET && *d->message;
}

static void test_each_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spoilings / sizeof *spoilings; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        dts_make(&document, context, &plan);
        spoilings[i].spoil(document.root);
        assert_int_equal(tlb_check(&document, NULL), TLB_OK);
        if (!reported(context, &spoilings[i])) {
            print_diagnostics(context);
            fail_msg("%s at %s was not reported", spoilings[i].code, spoilings[i].path);
        }
        made_end(&document);
        tlb_context_free(context);
    }
}

/* What the engine of version 8 does not store any more. */
static void test_scale(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dts_make(&document, context, &(dts_plan){.version = 7, .meshVersion = 3, .listVersion = 4, .seed = 2});
    ((tlb_dts *)document.root)->transforms.data[1].scale[0] = 2;
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    assert_true(reported(context, &(spoiling){"DTS_SCALE", "transforms[1]", NULL}));
    made_end(&document);
    tlb_context_free(context);
}

static void test_sound_shapes(void **state)
{
    (void)state;
    for (dts_plan sound = {.version = 1, .meshVersion = 3, .listVersion = 3}; sound.version <= 8;
         sound.version++)
        for (sound.seed = 1; sound.seed < 4; sound.seed++) {
            tlb_context *context = tlb_context_create(NULL);
            tlb_document document;
            dts_make(&document, context, &sound);
            assert_int_equal(tlb_check(&document, NULL), TLB_OK);
            print_diagnostics(context);
            assert_int_equal(tlb_diagnostic_count(context), 0);
            made_end(&document);
            tlb_context_free(context);
        }
}

/* The engines take a shape without a list, and give it one later; the games have none. */
static void test_no_list(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document document;
    dts_make(&document, context, &(dts_plan){.version = 3, .meshVersion = 2, .listVersion = 2, .seed = 2});
    tlb_dts *shape = document.root;
    shape->hasMaterials = 0;
    shape->materialList = (tlb_dml_list){0};
    assert_int_equal(tlb_check(&document, NULL), TLB_OK);
    print_diagnostics(context);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DTS_NO_MATERIALS), 1);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    made_end(&document);
    tlb_context_free(context);
}

/* A square from 0, 0, 0 to 1, 0, 1 on a node 10 behind node 0, which is 10 behind the shape. The sphere,
 * about 10.25, 0, 2 of node 0's space with radius 0.5, cuts it at x = 10.75 and does not reach it along z. */
static void test_bounds(void **state)
{
    (void)state;
    static const float expected[2][6] = {{20, 0, 1.5f, 20.75f, 0, 2.5f}, {-1, -2, -3, 4, 5, 6}};
    for (int i = 0; i < 2; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document document;
        dts_make(&document, context,
                 &(dts_plan){.version = 7 + i, .meshVersion = 3, .listVersion = 4, .bare = true});
        tlb_dts *x = document.root;
        x->transforms.data[0].pos[0] = 10;
        x->radius = 0.5f;
        memcpy(x->center, (const float[]){10.25f, 0, 2}, sizeof x->center);
        memcpy(x->minBounds, &expected[1][0], sizeof x->minBounds);
        memcpy(x->maxBounds, &expected[1][3], sizeof x->maxBounds);
        float box[6];
        assert_int_equal(tlb_dts_bounds(context, x, box, box + 3), TLB_OK);
        for (int k = 0; k < 6; k++)
            assert_true(fabsf(box[k] - expected[i][k]) < 0.01f);
        made_end(&document);
        assert_int_equal(tlb_memory_now(context), 0);
        tlb_context_free(context);
    }
}

/* Real files: no errors, and no warnings either. */
static void corpus_shapes_are_sound(void **state)
{
    (void)state;
    file_list list = corpus_files("darkstar", NULL);
    assert_true(list.count > 0);
    for (size_t i = 0; i < list.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        bytes_copy source = load_file(list.paths[i]);
        tlb_document *document = NULL;
        const tlb_format *format = tlb_probe(source.data, source.size, NULL);
        if (format == tlb_format_by_name("dts") &&
            tlb_open_memory(context, source.data, source.size, list.paths[i], NULL, &document) == TLB_OK) {
            assert_int_equal(tlb_check(document, NULL), TLB_OK);
            if (tlb_severity_total(context, TLB_ERROR) || tlb_severity_total(context, TLB_WARNING)) {
                print_diagnostics(context);
                fail_msg("%s", list.paths[i]);
            }
        }
        tlb_document_free(document);
        tlb_context_free(context);
        free(source.data);
    }
    free_files(&list);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_rule),    cmocka_unit_test(test_scale),
        cmocka_unit_test(test_sound_shapes), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_no_list),      cmocka_unit_test(corpus_shapes_are_sound),
    };
    return !choose_tests(argc, "darkstar") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
