/* What lists of shapes say, and what holds where they say nothing: they are short, or refer to what is not
 * there. */
#include "one_arena.h"

#include "formats/torque/dts/dts.h"
#include "formats/torque/dts/geometry.h"
#include "formats/torque/dts/pose.h"
#include "trilobite/trilobite.h"

#include <math.h>
#include <string.h>

enum { ONE = 32767, OLD = 20, SPLIT = 24, BUFFERED = 28 };

/* The elements of an array as a list. */
#define USE(list, array) ((list).data = (array), (list).count = sizeof(array) / sizeof *(array))

static void assert_floats(const float *found, const float *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(found[i], wanted[i], 1e-6f);
}

/* --- keys ---------------------------------------------------------------------------------------------- */

static void scales_along_turned_axes_are_told(void **state)
{
    tlb_vec3 factors[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, 14, 15}};
    tlb_quat16 turns[] = {{ONE, 0, 0, 0}, {0, 0, 0, ONE}, {ONE, 0, 0, 0}, {0, ONE, 0, 0}, {0, 0, ONE, 0}};
    static const struct {
        uint32_t rank, key;
        bool turned;
    } places[] = {{0, 0, false}, {0, 1, true}, {1, 0, true}, {1, 1, true}};
    shape_lists lists = {.version = SPLIT, .factor_turns = (const tlb_quat16 *)turns};
    const tlb_torque_sequence q = {.flags = TLB_TORQUE_ARBITRARY_SCALE, .numKeys = 2, .baseScale = 1};
    float scale[3];
    bool turned;
    (void)state;
    USE(lists.factors, factors);
    for (uint32_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_true(tlb_shape_scale(&lists, &q, places[i].rank, places[i].key, scale, &turned));
        assert_floats(scale, factors[i + 1], 3);
        assert_int_equal(turned, places[i].turned);
    }
    turned = true;
    assert_false(tlb_shape_scale(&lists, &q, 0, 2, scale, &turned));
    assert_false(turned);
    assert_false(tlb_shape_scale(&lists, &q, 2, 0, scale, &turned));
}

static void turns_are_of_unit_length(void **state)
{
    static const tlb_quat16 packed[] = {{0, 0, 0, 0}, {3, 0, -4, 0}, {0, -12, 0, 5}};
    static const float wanted[][4] = {{0, 0, 0, 1}, {-0.6f, 0, 0.8f, 0}, {0, 12 / 13.0f, 0, 5 / 13.0f}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        float turn[4];
        tlb_shape_turn(packed[i], turn);
        assert_floats(turn, wanted[i], 4);
    }
}

/* --- details ------------------------------------------------------------------------------------------- */

static void objects_of_a_sub_shape_end_at_the_next_where_no_number_is(void **state)
{
    int32_t first[] = {0, 2, 5}, counts[] = {1};
    static const char *const shown[] = {"100000", "001110", "000001", "000000", "000000"};
    tlb_torque_shape shape = {.version = SPLIT};
    (void)state;
    USE(shape.subShapeFirstObject, first);
    USE(shape.subShapeNumObjects, counts);
    for (int32_t sub = 0; sub < 5; sub++)
        for (uint32_t object = 0; object < 6; object++) {
            const tlb_torque_detail detail = {.subShapeNum = sub == 4 ? -1 : sub};
            assert_int_equal(tlb_shape_shows(&shape, &detail, object), shown[sub][object] - '0');
        }
    shape.subShapeFirstObject.count = 0; /* without any all are of the first */
    assert_true(tlb_shape_shows(&shape, &(tlb_torque_detail){.subShapeNum = 0}, 7));
    assert_false(tlb_shape_shows(&shape, &(tlb_torque_detail){.subShapeNum = 1}, 7));
}

/* --- times --------------------------------------------------------------------------------------------- */

/* A node that goes along X and an object that fades. */
typedef struct moving {
    tlb_torque_shape shape;
    tlb_torque_sequence sequence;
    tlb_torque_node node;
    tlb_torque_object objects[2];
    tlb_torque_object_state states[4];
    tlb_vec3 ways[3];
    uint32_t all;
} moving;

static void make_moving(moving *m)
{
    *m = (moving){.sequence = {.flags = TLB_TORQUE_CYCLIC, .numKeys = 3, .duration = 3, .baseObjectState = 2},
                  .node = {.parentIndex = -1},
                  .states = {{.vis = 0.5f}, {.vis = 1}, {.vis = 0.25f}, {.vis = 0.75f}},
                  .ways = {{2, 0, 0}, {4, 0, 0}, {16, 0, 0}},
                  .all = 3};
    m->shape = (tlb_torque_shape){.version = SPLIT,
                                  .nodes = {&m->node, 1},
                                  .objects = {m->objects, 2},
                                  .objectStates = {m->states, 4},
                                  .nodeTranslations = {m->ways, 3},
                                  .sequences = {&m->sequence, 1}};
    m->sequence.translationMatters.words.data = m->sequence.visMatters.words.data = &m->all;
    m->sequence.translationMatters.words.count = 1;
}

static float way_at(const moving *m, double seconds)
{
    shape_place place;
    tlb_shape_pose(&m->shape, &m->sequence, seconds, &place);
    return place.translation[0];
}

static void times_are_between_keys_of_the_sequence(void **state)
{
    moving m;
    (void)state;
    make_moving(&m);
    assert_float_equal(way_at(&m, 0.25), 2.5f, 1e-6f);
    assert_float_equal(way_at(&m, 2.5), 9, 1e-6f);
    assert_float_equal(way_at(&m, 5.5), 9, 1e-6f);
    /* So little before the start that it is the end, where the first key comes again. */
    assert_float_equal(way_at(&m, -1e-30), 2, 1e-6f);
    m.sequence.flags = 0;
    assert_float_equal(way_at(&m, 0.75), 3, 1e-6f);
    assert_float_equal(way_at(&m, 3), 16, 1e-6f);
    assert_float_equal(way_at(&m, 4), 16, 1e-6f);
    assert_float_equal(way_at(&m, -1), 2, 1e-6f);
    m.sequence.duration = 0;
    assert_float_equal(way_at(&m, 2), 2, 1e-6f);
}

/* The second object's keys are beyond the list, so that it stays as it is at rest. */
static void visibility_changes_between_keys(void **state)
{
    moving m;
    tlb_torque_object_state found[2];
    (void)state;
    make_moving(&m);
    m.sequence.numKeys = 2;
    m.sequence.duration = 2;
    m.sequence.visMatters.words.count = 1;
    tlb_shape_object_states(&m.shape, &m.sequence, 0.25, found);
    assert_float_equal(found[0].vis, 0.375f, 1e-6f);
    assert_float_equal(found[1].vis, 1, 1e-6f);
    m.states[1].vis = 0.125f;
    tlb_shape_object_states(&m.shape, &m.sequence, 0.75, found);
    assert_float_equal(found[0].vis, 0.625f, 1e-6f);
    assert_float_equal(found[1].vis, 0.125f, 1e-6f);
    m.states[2].vis = 1; /* all or nothing: half way */
    m.states[3].vis = 0;
    tlb_shape_object_states(&m.shape, &m.sequence, 0.25, found);
    assert_float_equal(found[0].vis, 1, 1e-6f);
    tlb_shape_object_states(&m.shape, &m.sequence, 0.5, found);
    assert_float_equal(found[0].vis, 0, 1e-6f);
}

/* --- posed vertices ------------------------------------------------------------------------------------ */

static void sequences_are_found_by_name(void **state)
{
    tlb_text names[] = {{"run", 3}, {"Ru", 2}, {"walk", 4}};
    tlb_torque_sequence sequences[] = {
        {.nameIndex = 2}, {.nameIndex = 1}, {.nameIndex = 0}, {.nameIndex = 0}};
    tlb_torque_shape shape = {.version = SPLIT, .sequences = {sequences, 4}, .names = {names, 3}};
    (void)state;
    assert_int_equal(tlb_torque_find_sequence(&shape, "RUN"), 2);
    assert_int_equal(tlb_torque_find_sequence(&shape, "ru"), 1);
    assert_int_equal(tlb_torque_find_sequence(&shape, "runs"), -1);
    assert_int_equal(tlb_torque_find_sequence(&shape, ""), -1);
    assert_int_equal(tlb_torque_find_sequence(&shape, NULL), -1);
    assert_int_equal(tlb_torque_find_sequence(NULL, "run"), -1);
}

/* Two frames of a triangle in a shape of one node, which is two up. */
typedef struct posed {
    tlb_torque_shape shape;
    tlb_torque_node nodes[2];
    tlb_vec3 places[2], verts[6], norms[6];
    uint32_t indices[9];
    tlb_torque_object object;
    tlb_torque_object_state state;
    tlb_torque_mesh mesh;
    tlb_torque_skin skin;
} posed;

static void make_posed(posed *p)
{
    *p = (posed){.nodes = {{.parentIndex = -1}, {.parentIndex = 0}},
                 .places = {{0, 0, 2}, {0, 3, 0}},
                 .verts = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}},
                 .norms = {{0, 0, 4}, {0, 0, 0}, {INFINITY, 0, 0}, {3, 0, 4}, {0, -2, 0}, {0, 0, 1}},
                 .object = {.numMeshes = 1, .nodeIndex = 0},
                 .state = {.vis = 1}};
    p->mesh = (tlb_torque_mesh){.parentMesh = -1,
                                .numFrames = 2,
                                .numMatFrames = 1,
                                .vertsPerFrame = 3,
                                .verts = {p->verts, 6},
                                .norms = {p->norms, 6}};
    p->shape = (tlb_torque_shape){.version = SPLIT,
                                  .nodes = {p->nodes, 2},
                                  .defaultTranslations = {p->places, 2},
                                  .objects = {&p->object, 1},
                                  .objectStates = {&p->state, 1},
                                  .meshes = {&p->mesh, 1}};
}

static void assert_posed(fixture *f, posed *p, const float positions[3][3], const float normals[3][3])
{
    tlb_torque_pose pose;
    tlb_vec3 at[3], along[3];
    assert_true(tlb_torque_pose_at(&p->shape, TLB_NONE, 0, &f->arena, &pose));
    assert_int_equal(tlb_torque_vertices(&pose, 0, &p->mesh, at, along, NULL, 3), 3);
    for (int i = 0; i < 3; i++) {
        assert_floats(at[i], positions[i], 3);
        assert_floats(along[i], normals[i], 3);
    }
}

static void frames_that_are_none_show_the_first(void **state)
{
    static const float first[][3] = {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}},
                       second[][3] = {{5, 0, 2}, {6, 0, 2}, {5, 1, 2}};
    static const float up[][3] = {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}},
                       other[][3] = {{0.6f, 0, 0.8f}, {0, -1, 0}, {0, 0, 1}};
    posed p;
    make_posed(&p);
    for (int32_t frame = -1; frame <= 2; frame++) {
        p.state.frameIndex = frame;
        assert_posed(*state, &p, frame == 1 ? second : first, frame == 1 ? other : up);
    }
}

/* Of a skin whose lists are odd: influences of what is not there change nothing, bones that are at no node
 * are at the first one, and what has no influence stays. */
static void influences_of_nothing_are_left_out(void **state)
{
    int32_t vertices[] = {0, 3, -1, 0, 0, 0, 1, 2}, bones[] = {0, 0, 0, 2, -1, 1, 1}, nodes[] = {7, 1};
    float weights[] = {0.5f, 1, 1, 1, 1, 0.5f, 2, 1};
    tlb_matrix4 at_rest[] = {{1, 0, 0, 8, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    static const float positions[][3] = {{4, 1.5f, 2}, {2, 6, 4}, {0, 1, 0}};
    static const float normals[][3] = {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}};
    posed p;
    make_posed(&p);
    p.mesh.numFrames = 1;
    p.mesh.verts.count = p.mesh.norms.count = 3;
    p.mesh.skin = &p.skin;
    USE(p.skin.vertexIndex, vertices);
    USE(p.skin.boneIndex, bones);
    USE(p.skin.weight, weights);
    USE(p.skin.nodeIndex, nodes);
    USE(p.skin.initialTransforms, at_rest);
    assert_posed(*state, &p, positions, normals);
    p.skin.weight.count = 6; /* the second vertex has none any more */
    assert_posed(*state, &p, (const float[][3]){{4, 1.5f, 2}, {1, 0, 0}, {0, 1, 0}}, normals);
}

static void triangles_are_those_of_lists_strips_and_fans(void **state)
{
    static const tlb_torque_triangle wanted[] = {{{0, 1, 2}, 1},
                                                 {{2, 1, 3}, 1},
                                                 {{0, 1, 2}, TLB_TORQUE_STRIP | 2},
                                                 {{2, 1, 3}, TLB_TORQUE_STRIP | 2},
                                                 {{2, 3, 0}, TLB_TORQUE_FAN | 3},
                                                 {{2, 0, 1}, TLB_TORQUE_FAN | 3}};
    tlb_vec3 verts[4] = {{0}};
    uint32_t indices[] = {0, 1, 2, 2,
                          1, 3, 0, /* a strip */ 0,
                          1, 2, 3, /* a fan */ 2,
                          3, 0, 1, /* none */ 4,
                          0, 1, 0, 4,
                          1, 0, 1, 4,
                          0, 0, 1, 0,
                          1, 1, 0, 1,
                          0};
    tlb_torque_primitive primitives[] = {{0, 7, 1},
                                         {7, 4, TLB_TORQUE_STRIP | 2},
                                         {7, 2, TLB_TORQUE_STRIP | 2},
                                         {11, 4, TLB_TORQUE_FAN | 3},
                                         {11, 1, TLB_TORQUE_FAN | 3},
                                         {15, 18, 4},
                                         {30, 4, 4}};
    tlb_torque_mesh mesh = {.parentMesh = -1};
    tlb_torque_shape shape = {.version = SPLIT, .meshes = {&mesh, 1}};
    tlb_torque_triangle found[7];
    (void)state;
    USE(mesh.verts, verts);
    USE(mesh.indices, indices);
    USE(mesh.primitives, primitives);
    memset(found, 0xee, sizeof found);
    assert_int_equal(tlb_torque_triangles(&shape, &mesh, found, 6), 6);
    assert_memory_equal(found, wanted, sizeof wanted);
    assert_int_equal(tlb_torque_triangles(&shape, &mesh, found, 2), 6);
    assert_int_equal(tlb_torque_triangles(NULL, &mesh, found, 6), 0);
    assert_int_equal(tlb_torque_triangles(&shape, NULL, found, 6), 0);
    assert_int_equal(tlb_torque_vertices(NULL, 0, &mesh, NULL, NULL, NULL, 0), 0);
    assert_int_equal(tlb_torque_vertices(&(tlb_torque_pose){0}, 0, &mesh, NULL, NULL, NULL, 0), 0);
    assert_int_equal(
        tlb_torque_vertices(&(tlb_torque_pose){.shape = &shape}, TLB_NONE, NULL, NULL, NULL, NULL, 0), 0);
}

/* Primitives can name the same indices again and again. */
static void triangles_are_at_most_so_many_times_the_indices(void **state)
{
    enum { MOST = SHAPE_MOST_COPIES * 3 };
    static tlb_torque_primitive primitives[MOST + 2];
    static tlb_torque_triangle found[MOST + 2];
    tlb_vec3 verts[3] = {{0}};
    uint32_t indices[] = {0, 1, 2};
    tlb_torque_mesh mesh = {.parentMesh = -1};
    tlb_torque_shape shape = {.version = SPLIT, .meshes = {&mesh, 1}};
    (void)state;
    USE(mesh.verts, verts);
    USE(mesh.indices, indices);
    USE(mesh.primitives, primitives);
    for (uint32_t i = 0; i < MOST + 2; i++)
        primitives[i] = (tlb_torque_primitive){0, 3, i};
    memset(found, 0xee, sizeof found);
    assert_int_equal(tlb_torque_triangles(&shape, &mesh, found, MOST + 2), MOST);
    for (uint32_t i = 0; i < MOST + 2; i++)
        assert_int_equal(found[i].matIndex, i < MOST ? i : 0xeeeeeeee);
    memset(found, 0xee, sizeof found);
    assert_int_equal(tlb_torque_triangles(&shape, &mesh, found, 1), MOST);
    assert_int_equal(found[1].matIndex, 0xeeeeeeee);
}

static void the_buffer_has_second_coordinates_where_vertices_have_room(void **state)
{
    uint8_t bytes[200] = {0};
    tlb_torque_mesh mesh = {.parentMesh = -1, .vertOffset = 16, .numVertsInBuffer = 3, .vertSize = 60};
    tlb_torque_shape shape = {.version = BUFFERED, .meshes = {&mesh, 1}};
    (void)state;
    USE(shape.vertexBuffer.data, bytes);
    shape.vertexBuffer.texCoordOffset = 52;
    assert_null(tlb_shape_vertices(&shape, &mesh).uvs2);
    mesh.flags = SHAPE_MESH_UV2;
    shape_vertices found = tlb_shape_vertices(&shape, &mesh);
    assert_ptr_equal(found.positions, bytes + 16);
    assert_ptr_equal(found.normals, bytes + 16 + 16);
    assert_ptr_equal(found.uvs, bytes + 16 + 40);
    assert_ptr_equal(found.uvs2, bytes + 16 + 52);
    assert_true(found.stride == 60 && found.uv_stride == 60 && found.uv2_stride == 60);
    assert_true(found.count == 3 && found.uv_count == 3 && found.uv2_count == 3 && found.color_count == 0);
    shape.vertexBuffer.texCoordOffset = 53;
    found = tlb_shape_vertices(&shape, &mesh);
    assert_true(!found.uvs2 && found.uv2_count == 0 && found.uv_count == 3);
    mesh.vertOffset = 20; /* to the end */
    assert_int_equal(tlb_shape_vertices(&shape, &mesh).count, 3);
    mesh.vertOffset = 21;
    assert_int_equal(tlb_shape_vertices(&shape, &mesh).count, 0);
    mesh.vertOffset = -1;
    assert_int_equal(tlb_shape_vertices(&shape, &mesh).count, 0);
}

/* --- measures ------------------------------------------------------------------------------------------ */

/* The first detail draws the second skin, and one that is none; the next ones are not drawn, or have no first
 * skin. */
static void skins_of_details_are_measured(void **state)
{
    fixture *f = *state;
    static const float bounds[] = {0, 0, 0, 2, 4, 6}, far_bounds[] = {90, 0, 0, 99, 0, 0};
    tlb_vec3 verts[] = {{0, 0, 0}, {2, 0, 0}, {0, 4, 6}, {NAN, 0, 0}, {50, 50, 50}},
             far[] = {{90, 0, 0}, {99, 0, 0}};
    uint32_t indices[] = {0, 1, 2, 3, 5}, far_indices[] = {0, 1};
    int32_t first[] = {1, 0}, counts[] = {2, 1, 1};
    tlb_torque_detail details[] = {{.size = 8}, {.size = -1}, {.size = 4}, {.size = 2}};
    tlb_torque_mesh skins[] = {{.parentMesh = -1}, {.parentMesh = -1}};
    tlb_torque_shape shape = {.version = OLD};
    USE(skins[0].verts, far);
    USE(skins[0].indices, far_indices);
    USE(skins[1].verts, verts);
    USE(skins[1].indices, indices);
    USE(shape.skins, skins);
    USE(shape.details, details);
    USE(shape.detailFirstSkin, first);
    USE(shape.detailNumSkins, counts);
    assert_true(tlb_shape_update(&shape, &f->arena));
    assert_floats(shape.bounds, bounds, 6);
    assert_floats(shape.center, (const float[]){1, 2, 3}, 3);
    assert_float_equal(shape.radius, sqrtf(14), 1e-6f);
    assert_float_equal(shape.tubeRadius, sqrtf(5), 1e-6f);
    assert_floats(skins[1].bounds, bounds, 6);
    assert_floats(skins[1].center, (const float[]){1, 2, 3}, 3);
    assert_int_equal(skins[1].radius, 4);
    assert_floats(skins[0].bounds, far_bounds, 6);
    assert_int_equal(skins[0].radius, 5);
}

/* Of a mesh with frames of its own all are measured, of others what their triangles use; the shape is as its
 * details show it. */
static void meshes_are_measured_in_all_their_frames(void **state)
{
    fixture *f = *state;
    static const float all[] = {0, 0, 0, 7, 8, 2}, one[] = {1, 0, 2, 1, 0, 2}, seen[] = {0, 0, 0, 1, 0, 2};
    tlb_vec3 verts[] = {{0, 0, 0}, {1, 0, 2}, {7, 0, 0}, {0, 8, 0}};
    uint32_t indices[] = {0, 1}, others[] = {1};
    tlb_torque_mesh meshes[] = {{.parentMesh = -1, .numFrames = 2, .vertsPerFrame = 2},
                                {.parentMesh = 0, .numFrames = 2, .vertsPerFrame = 2}};
    tlb_torque_object object = {.numMeshes = 2, .nodeIndex = -1};
    tlb_torque_detail details[] = {
        {.size = 0}, {.size = -1, .objectDetailNum = 1}, {.size = 2, .subShapeNum = -1}};
    tlb_torque_shape shape = {.version = SPLIT, .objects = {&object, 1}};
    USE(meshes[0].verts, verts);
    USE(meshes[0].indices, indices);
    USE(meshes[1].indices, others);
    USE(shape.meshes, meshes);
    USE(shape.details, details);
    assert_true(tlb_shape_update(&shape, &f->arena));
    assert_floats(meshes[0].bounds, all, 6);
    assert_floats(meshes[0].center, (const float[]){3.5f, 4, 1}, 3);
    assert_int_equal(meshes[0].radius, 6); /* 5.408 */
    assert_floats(meshes[1].bounds, one, 6);
    assert_int_equal(meshes[1].radius, 0);
    assert_floats(shape.bounds, seen, 6);
    assert_floats(shape.center, (const float[]){0.5f, 0, 1}, 3);
    assert_float_equal(shape.radius, sqrtf(1.25f), 1e-6f);
    assert_float_equal(shape.tubeRadius, 0.5f, 1e-6f);
}

/* By no less than rounding puts them out. */
static void measures_only_grow(void **state)
{
    fixture *f = *state;
    static const struct {
        float x;
        int32_t radius, grown;
        float shape, tube, shape_grown, tube_grown;
    } cases[] = {{2.5f, 2, 2, 2.49995f, 2.49995f, 2.49995f, 2.49995f},
                 {2.5f, 1, 3, 2.4f, 2, 2.5f, 2.5f},
                 {2.5f, 4, 4, 3, 3, 3, 3},
                 {3, 2, 3, 1, 4, 3, 4}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const float bounds[] = {-1, -1, -1, cases[i].x, 1, 1};
        tlb_vec3 verts[] = {{cases[i].x, 0, 0}, {0, -1.00005f, 0}, {0, 1.00005f, 0.5f}};
        uint32_t indices[] = {0, 1, 2};
        tlb_torque_mesh mesh = {.parentMesh = -1, .bounds = {-1, -1, -1, 1, 1, 1}, .radius = cases[i].radius};
        tlb_torque_object object = {.numMeshes = 1, .nodeIndex = -1};
        tlb_torque_detail detail = {.size = 1};
        tlb_torque_shape shape = {.version = SPLIT,
                                  .bounds = {-1, -1, -1, 1, 1, 1},
                                  .radius = cases[i].shape,
                                  .tubeRadius = cases[i].tube,
                                  .objects = {&object, 1},
                                  .details = {&detail, 1},
                                  .meshes = {&mesh, 1}};
        USE(mesh.verts, verts);
        USE(mesh.indices, indices);
        assert_true(tlb_shape_update(&shape, &f->arena));
        assert_floats(mesh.bounds, bounds, 6);
        assert_floats(mesh.center, (const float[]){0, 0, 0}, 3);
        assert_int_equal(mesh.radius, cases[i].grown);
        assert_floats(shape.bounds, bounds, 6);
        assert_floats(shape.center, (const float[]){0, 0, 0}, 3);
        assert_float_equal(shape.radius, cases[i].shape_grown, 1e-6f);
        assert_float_equal(shape.tubeRadius, cases[i].tube_grown, 1e-6f);
    }
}

/* What is not drawn leaves the shape as it is, whatever else it says of itself. */
static void shapes_that_draw_nothing_stay_as_they_are(void **state)
{
    fixture *f = *state;
    static const float bounds[] = {1, 2, 3, 4, 5, 6};
    tlb_torque_shape shape = {
        .version = SPLIT, .bounds = {1, 2, 3, 4, 5, 6}, .center = {7, 8, 9}, .radius = 1, .tubeRadius = 2};
    assert_true(tlb_shape_update(&shape, &f->arena));
    assert_floats(shape.bounds, bounds, 6);
    assert_floats(shape.center, (const float[]){7, 8, 9}, 3);
    assert_true(shape.radius == 1 && shape.tubeRadius == 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(scales_along_turned_axes_are_told),
        TEST(turns_are_of_unit_length),
        TEST(objects_of_a_sub_shape_end_at_the_next_where_no_number_is),
        TEST(times_are_between_keys_of_the_sequence),
        TEST(visibility_changes_between_keys),
        TEST(sequences_are_found_by_name),
        TEST(frames_that_are_none_show_the_first),
        TEST(influences_of_nothing_are_left_out),
        TEST(triangles_are_those_of_lists_strips_and_fans),
        TEST(triangles_are_at_most_so_many_times_the_indices),
        TEST(the_buffer_has_second_coordinates_where_vertices_have_room),
        TEST(skins_of_details_are_measured),
        TEST(meshes_are_measured_in_all_their_frames),
        TEST(measures_only_grow),
        TEST(shapes_that_draw_nothing_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
