/* Shapes that programs make, and their vertices at a moment. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/darkstar/dts/dts.h"

#define HALF 0.70710678f

/* A triangle in the plane x = 0 with two frames and two texture frames, on a node that is turned by a quarter
 * about Z and moved. */
static tlb_document *make_shape(tlb_context *context)
{
    static const tlb_vec3 rest[3] = {{0, 0, 0}, {0, 2, 0}, {0, 0, 4}},
                          other[3] = {{0, 0, 0}, {0, 6, 0}, {0, 0, 4}};
    static const tlb_vec3 normals[3] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    tlb_document *document;
    assert_int_equal(tlb_document_create(context, &tlb_format_dts, NULL, &document), TLB_OK);
    tlb_dts *shape = tlb_document_dts(document);
    assert_non_null(tlb_dts_add_node(document, "bounds", TLB_NONE));
    assert_non_null(tlb_dts_add_node(document, "arm", 0));
    tlb_dts_placement turned = {.rotation = {0, 0, HALF, HALF}, .translation = {10, 0, 0}};
    assert_true(tlb_dts_set_placement(shape, shape->nodes.data[1].defaultTransform, &turned));
    assert_non_null(tlb_dts_add_material(document, "stone.bmp"));
    tlb_dts_mesh *mesh = tlb_dts_add_mesh(document);
    assert_int_equal(mesh->pers.version, TLB_DTS_LAST_MESH_VERSION);
    assert_non_null(tlb_dts_add_frame(document, mesh, rest, normals, 3));
    assert_non_null(tlb_dts_add_frame(document, mesh, other, normals, 3));
    assert_null(tlb_dts_add_frame(document, mesh, rest, normals, 2)); /* another count */
    assert_non_null(tlb_dts_add_face(document, mesh, (const uint32_t[]){0, 2, 1}, NULL, 0));
    for (int i = 0; i < 6; i++) {
        assert_non_null(TLB_APPEND(document, &mesh->textureVerts));
        mesh->textureVerts.data[i][0] = (float)i;
        mesh->textureVerts.data[i][1] = 20 * (float)i;
    }
    mesh->textureVertsPerFrame = 3;
    assert_non_null(tlb_dts_add_object(document, "wing", 1, 0));
    shape->objects.data[0].offset[2] = 1;
    assert_non_null(tlb_dts_add_detail(document, 1, 10));
    return document;
}

static void is_at(const float found[3], float x, float y, float z)
{
    assert_float_equal(found[0], x, 1e-3f);
    assert_float_equal(found[1], y, 1e-3f);
    assert_float_equal(found[2], z, 1e-3f);
}

static void vertices_are_where_the_pose_has_them(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    tlb_dts_instance *instance;
    assert_int_equal(tlb_dts_instance_create(context, shape, 1, &instance), TLB_OK);
    const tlb_dts_pose *pose = tlb_dts_evaluate(instance);
    tlb_vec3 at[5], normals[5];
    assert_true(tlb_dts_is_shown(pose, 0));
    assert_int_equal(tlb_dts_vertices(pose, 0, TLB_DTS_IN_SHAPE, at, normals, 5), 5);
    is_at(at[0], 10, 0, 1); /* the box */
    is_at(at[1], 8, 0, 5);
    is_at(at[3], 8, 0, 1);
    is_at(at[4], 10, 0, 5);
    assert_true(fabsf(normals[3][1]) > 0.95f);
    assert_int_equal(tlb_dts_vertices(pose, 0, TLB_DTS_IN_OBJECT, NULL, normals, 4), 5);
    memset(normals, 0x40, sizeof normals);
    assert_int_equal(tlb_dts_vertices(pose, 0, TLB_DTS_IN_OBJECT, at, normals, 4), 5);
    is_at(at[3], 0, 2, 0);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(normals[i], tlb_dts_normal(shape->meshes.data[0].vertices.data[i][3]), 12);
    assert_memory_equal(normals[4], "\x40\x40\x40\x40", 4);
    assert_true(normals[3][0] > 0.95f);
    is_at(at[4], 10, 0, 5); /* beyond the capacity nothing was written */
    float one[3], uv[2];
    assert_true(tlb_dts_vertex(pose, 0, 4, TLB_DTS_IN_SHAPE, one, NULL));
    is_at(one, 10, 0, 5);
    assert_false(tlb_dts_vertex(pose, 0, 5, TLB_DTS_IN_SHAPE, one, NULL));
    assert_false(tlb_dts_vertex(pose, 1, 0, TLB_DTS_IN_SHAPE, one, NULL));
    assert_true(tlb_dts_texture_vertex(pose, 0, 2, uv));
    assert_float_equal(uv[0], 2, 0);
    assert_false(tlb_dts_texture_vertex(pose, 0, 6, uv));
    assert_false(tlb_dts_texture_vertex(pose, 0, -1, uv));
    tlb_dts_object_state *object = (tlb_dts_object_state *)pose->objects;
    *object = (tlb_dts_object_state){.frame = 1, .textureFrame = 1};
    assert_false(tlb_dts_is_shown(pose, 0));
    assert_true(tlb_dts_vertex(pose, 0, 3, TLB_DTS_IN_SHAPE, one, NULL));
    is_at(one, 4, 0, 1);
    for (int i = 0; i < 3; i++) {
        assert_true(tlb_dts_texture_vertex(pose, 0, i, uv));
        assert_true(uv[0] == (float)i + 3 && uv[1] == 20 * ((float)i + 3));
    }
    for (int32_t version = 1; version <= 3; version++) { /* version 1 has one frame of them */
        shape->meshes.data[0].pers.version = version;
        assert_true(tlb_dts_texture_vertex(pose, 0, 1, uv));
        assert_true(uv[0] == (version == 1 ? 1 : 4));
    }
    object->frame = 2; /* there is none */
    assert_int_equal(tlb_dts_vertices(pose, 0, TLB_DTS_IN_SHAPE, at, NULL, 5), 0);
    tlb_dts_instance_free(instance);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* Tracks of a node follow each other, those of other nodes move on. */
static void tracks_are_added_in_order(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_null(tlb_dts_add_track(document, 1, 0, 2)); /* no such sequence */
    for (int i = 0; i < 3; i++)
        assert_non_null(tlb_dts_add_sequence(document, i ? i > 1 ? "run" : "walk" : "idle", 1));
    static const int32_t order[][2] = {{1, 2}, {0, 1}, {1, 0}, {1, 1}, {0, 0}};
    for (size_t i = 0; i < 5; i++) {
        tlb_dts_key_frame *keys = tlb_dts_add_track(document, order[i][0], order[i][1], 3);
        assert_non_null(keys);
        assert_float_equal(keys[1].pos, 0.5f, 0);
        tlb_dts_placement raised = {.rotation = {0, 0, 0, 1}, .translation = {0, 0, (float)i + 1}};
        assert_true(tlb_dts_set_placement(shape, (int32_t)keys[2].key, &raised));
    }
    assert_null(tlb_dts_add_track(document, 1, 1, 3)); /* it has one */
    assert_int_equal(shape->keyFrames.count, 15);
    static const int32_t expected[] = {0, 1, 2, 0, 1};
    assert_int_equal(shape->nodes.data[1].firstSubSequence, 0);
    assert_int_equal(shape->nodes.data[0].firstSubSequence, 3);
    for (int i = 0; i < 5; i++)
        assert_int_equal(shape->subSequences.data[i].sequenceIdx, expected[i]);
    tlb_dts_instance *instance;
    assert_int_equal(tlb_dts_instance_create(context, shape, 1, &instance), TLB_OK);
    assert_true(tlb_dts_play(instance, 0, 2, 1));
    assert_float_equal(tlb_dts_evaluate(instance)->local[1].translation[2], 1, 1e-6f);
    assert_true(tlb_dts_play(instance, 0, 1, 1));
    assert_float_equal(tlb_dts_evaluate(instance)->local[1].translation[2], 4, 1e-6f);
    tlb_dts_instance_free(instance);
    assert_int_equal(tlb_document_update(document), TLB_OK);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR) + tlb_severity_total(context, TLB_WARNING), 0);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* One that is added right before those of another node, too. */
static void tracks_before_others_move_them(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_true(tlb_dts_add_sequence(document, "idle", 1) && tlb_dts_add_sequence(document, "walk", 1));
    assert_true(tlb_dts_add_track(document, 1, 0, 2) && tlb_dts_add_track(document, 0, 0, 3));
    assert_non_null(tlb_dts_add_track(document, 1, 1, 4));
    assert_int_equal(shape->nodes.data[0].firstSubSequence, 2);
    assert_int_equal(shape->subSequences.data[2].numKeyFrames, 3);
    assert_int_equal(shape->nodes.data[1].numSubSequences, 2);
    assert_int_equal(shape->subSequences.data[1].numKeyFrames, 4);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void parts_have_what_they_need(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    tlb_dts_mesh *mesh = shape->meshes.data;
    static const uint32_t corners[3] = {0, 1, 2}, texture[3] = {3, 5, 4};
    const tlb_dts_face *face = tlb_dts_add_face(document, mesh, corners, texture, 7);
    assert_true(face->vertIndex0 == 2 && face->vertIndex1 == 3 && face->vertIndex2 == 4);
    assert_true(face->texIndex0 == 3 && face->texIndex1 == 5 && face->texIndex2 == 4 && face->matIndex == 7);
    assert_float_equal(mesh->radius, 6, 1e-3f);
    assert_true(mesh->frames.data[1].firstVert == 5 && mesh->vertsPerFrame == 5);
    const tlb_dts_object *object = shape->objects.data;
    for (int i = 0; i < 9; i++)
        assert_true(object->offsetRot[i] == (i % 4 == 0));
    assert_true(object->nodeIndex == 1 && object->meshIndex == 0);
    const tlb_dts_transform *turned = &shape->transforms.data[shape->nodes.data[1].defaultTransform];
    for (int axis = 0; axis < 3; axis++)
        assert_true(turned->scale[axis] == 1);
    assert_true(turned->rot16[2] < -23000 && turned->rot16[3] > 23000); /* the conjugate */
    uint32_t names = shape->names.count;
    assert_int_equal(tlb_dts_add_node(document, "arm", 0)->name, shape->nodes.data[1].name);
    assert_int_equal(shape->names.count, names);
    static const char *const texts[] = {"bounds", "arm", "arm"};
    for (int i = 0; i < 3; i++)
        assert_string_equal(tlb_dts_name_at(shape, shape->nodes.data[i].name).data, texts[i]);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* The box of a new shape is that of what is drawn; one that it has grows, and only where it must. */
static void the_box_follows_the_meshes(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_int_equal(tlb_document_update(document), TLB_OK);
    is_at(shape->minBounds, 8, 0, 1);
    is_at(shape->maxBounds, 10, 0, 5);
    is_at(shape->center, 9, 0, 3);
    assert_float_equal(shape->radius, sqrtf(5), 1e-3f);
    shape->objects.data[0].offset[2] = 9;
    assert_int_equal(tlb_document_update(document), TLB_OK);
    is_at(shape->minBounds, 8, 0, 1);
    is_at(shape->maxBounds, 10, 0, 13);
    is_at(shape->center, 9, 0, 3);
    assert_float_equal(shape->radius, sqrtf(101), 1e-2f);
    shape->objects.data[0].offset[2] = -9;
    assert_int_equal(tlb_document_update(document), TLB_OK);
    is_at(shape->minBounds, 8, 0, -9);
    is_at(shape->maxBounds, 10, 0, 13);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* A box without a height has one all the same; and one on the far side of the origin does not reach it. */
static void a_flat_box_is_kept(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    for (int axis = 0; axis < 3; axis++)
        shape->transforms.data[0].pos[axis] = -20;
    assert_int_equal(tlb_document_update(document), TLB_OK);
    is_at(shape->minBounds, -12, -20, -19);
    is_at(shape->maxBounds, -10, -20, -15);
    static const float low[3] = {1, 2, -30}, high[3] = {1, 2, 40};
    memcpy(shape->minBounds, low, sizeof low);
    memcpy(shape->maxBounds, high, sizeof high);
    shape->radius = 0;
    assert_int_equal(tlb_document_update(document), TLB_OK);
    is_at(shape->minBounds, -12, -20, -30);
    is_at(shape->maxBounds, 1, 2, 40);
    tlb_document_free(document);
    tlb_context_free(context);
}

static void details_and_materials_keep_their_order(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_non_null(tlb_dts_add_detail(document, 1, 50));
    assert_non_null(tlb_dts_add_detail(document, 1, 0));
    assert_non_null(tlb_dts_add_detail(document, 1, 10));
    static const float sizes[] = {50, 10, 10, 0};
    for (int i = 0; i < 4; i++)
        assert_float_equal(shape->details.data[i].size, sizes[i], 0);
    shape->materialList.numDetails = 2; /* another list after the first */
    tlb_dml_material two[2] = {shape->materialList.materials.data[0], {.file = "far.bmp"}};
    shape->materialList.materials.data = two;
    shape->materialList.materials.count = 2;
    const tlb_dml_material *added = tlb_dts_add_material(document, "wood.bmp");
    assert_ptr_equal(added, &shape->materialList.materials.data[1]);
    static const char *const files[] = {"stone.bmp", "wood.bmp", "far.bmp", "wood.bmp"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(shape->materialList.materials.data[i].file, files[i]);
    assert_int_equal(shape->defaultMaterials, 2);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* What stands before the tracks that move, or has none, stays. */
static void tracks_of_objects_and_materials_move_too(void **state)
{
    (void)state;
    static const int32_t before[5][2] = {{1, 2}, {0, 3}, {1, 0}, {4, 1}, {9, -1}}, after[5] = {2, 0, 1, 5, 9};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_true(tlb_dts_add_sequence(document, "idle", 1) && tlb_dts_add_track(document, 1, 0, 1));
    assert_true(shape->keyFrames.data[0].pos == 0);
    for (int i = 0; i < 5; i++) {
        assert_non_null(tlb_dts_add_node(document, "leg", 0));
        tlb_dts_node *node = &shape->nodes.data[2 + i];
        assert_true(tlb_dts_add_object(document, "wing", 1, 0) && tlb_dts_add_sequence(document, "run", 1));
        tlb_dts_object *object = &shape->objects.data[i];
        tlb_dts_sequence *sequence = &shape->sequences.data[i];
        node->firstSubSequence = object->firstSubSequence = sequence->firstIFLSubSequence = before[i][0];
        node->numSubSequences = object->numSubSequences = sequence->numIFLSubSequences = before[i][1];
    }
    for (int i = 0; i < 4; i++)
        assert_non_null(TLB_APPEND(document, &shape->subSequences));
    assert_non_null(tlb_dts_add_track(document, 1, 5, 1));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(shape->nodes.data[2 + i].firstSubSequence, after[i]);
        assert_int_equal(shape->objects.data[i].firstSubSequence, after[i]);
        assert_int_equal(shape->sequences.data[i].firstIFLSubSequence, after[i]);
    }
    tlb_document_free(document);
    tlb_context_free(context);
}

static void a_track_has_as_many_keys_as_a_file_can_count(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts *shape = tlb_document_dts(document);
    assert_true(tlb_dts_add_sequence(document, "idle", 1) && tlb_dts_add_sequence(document, "walk", 1));
    shape->transforms.count = 0;
    const tlb_dts_key_frame *keys = tlb_dts_add_track(document, 1, 0, INT16_MAX);
    for (uint32_t i = 0; i < INT16_MAX; i++)
        assert_true(keys[i].key == i && keys[i].matIndex == 0 && keys[i].pos == (float)i / (INT16_MAX - 1));
    assert_null(tlb_dts_add_track(document, 1, 1, INT16_MAX + 1));
    tlb_document_free(document);
    tlb_context_free(context);
}

/* The corners of the box first, which have no normal. The second frame has X and Z exchanged. */
static void frames_are_packed_within_their_box(void **state)
{
    (void)state;
    static const tlb_vec3 points[2][3] = {{{1, 20, 300}, {256, 72, 402}, {103, 530, 1065}},
                                          {{300, 20, 1}, {402, 72, 256}, {1065, 530, 103}}},
                          normals[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const tlb_vec3 broken[3][3] = {{{0}, {NAN}}, {{0}, {0, NAN}}, {{0}, {0, 0, NAN}}};
    static const uint8_t expected[5][3] = {
        {0, 0, 0}, {255, 255, 255}, {0, 0, 0}, {255, 26, 34}, {102, 255, 255}};
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document = make_shape(context);
    tlb_dts_mesh *mesh = tlb_dts_add_mesh(document);
    for (int f = 0; f < 2; f++) {
        const tlb_dts_frame *frame = tlb_dts_add_frame(document, mesh, points[f], f ? NULL : normals, 3);
        tlb_dts_packed_vertex *packed = mesh->vertices.data + (size_t)f * 5;
        assert_int_equal(frame->firstVert, f * 5);
        for (int axis = 0; axis < 3; axis++) {
            int from = f ? 2 - axis : axis;
            assert_true(frame->origin[axis] == points[0][0][from]);
            assert_float_equal(frame->scale[axis], from + 1, 1e-5f);
            for (int i = 0; i < 5; i++)
                assert_int_equal(packed[i][axis], expected[i][from]);
        }
        for (int i = 0; i < 5; i++)
            assert_int_equal(packed[i][3], i < 2 ? 0 : tlb_dts_pack_normal(normals[f ? 2 : i - 2]));
    }
    for (int axis = 0; axis < 3; axis++)
        assert_null(tlb_dts_add_frame(document, mesh, broken[axis], normals, 3));
    mesh->vertices.count = INT32_MAX / 2 + 1;
    assert_null(tlb_dts_add_frame(document, mesh, points[0], normals, 3));
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_where_the_pose_has_them),
        cmocka_unit_test(tracks_are_added_in_order),
        cmocka_unit_test(tracks_before_others_move_them),
        cmocka_unit_test(parts_have_what_they_need),
        cmocka_unit_test(the_box_follows_the_meshes),
        cmocka_unit_test(a_flat_box_is_kept),
        cmocka_unit_test(details_and_materials_keep_their_order),
        cmocka_unit_test(tracks_of_objects_and_materials_move_too),
        cmocka_unit_test(a_track_has_as_many_keys_as_a_file_can_count),
        cmocka_unit_test(frames_are_packed_within_their_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
