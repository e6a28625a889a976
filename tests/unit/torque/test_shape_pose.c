/* Poses of sequences at random times against an evaluation of their own: matrices of doubles, straight from
 * the lists of the file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "formats/torque/dts/pose.h"
#include "shape_maker.h"
#include "trilobite/trilobite.h"

typedef struct matrix {
    double m[3][4];
} matrix;

/* As the engine keeps it: the conjugate, of whole numbers. */
static void decode(const int16_t *packed, double q[4])
{
    for (int i = 0; i < 4; i++)
        q[i] = (i < 3 ? -1 : 1) * packed[i] / 32767.0;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        q[3] = 1;
}

static matrix compose(const double q[4], const double t[3], const double s[3])
{
    double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double x = q[0] / n, y = q[1] / n, z = q[2] / n, w = q[3] / n;
    return (matrix){
        {{s[0] * (1 - 2 * (y * y + z * z)), s[1] * 2 * (x * y - z * w), s[2] * 2 * (x * z + y * w), t[0]},
         {s[0] * 2 * (x * y + z * w), s[1] * (1 - 2 * (x * x + z * z)), s[2] * 2 * (y * z - x * w), t[1]},
         {s[0] * 2 * (x * z - y * w), s[1] * 2 * (y * z + x * w), s[2] * (1 - 2 * (x * x + y * y)), t[2]}}};
}

static matrix product(const matrix *a, const matrix *b)
{
    matrix r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            r.m[i][k] = k == 3 ? a->m[i][3] : 0;
            for (int j = 0; j < 3; j++)
                r.m[i][k] += a->m[i][j] * b->m[j][k];
        }
    return r;
}

static bool in_set(const tlb_torque_set *set, uint32_t i)
{
    return i / 32 < set->words.count && (set->words.data[i / 32] & 1u << i % 32);
}

static int64_t place_of(const tlb_torque_set *set, int32_t base, uint32_t node, int32_t keys)
{
    int64_t before = 0;
    for (uint32_t i = 0; i < node; i++)
        before += in_set(set, i);
    return base + before * keys;
}

static double scale_of(const tlb_torque_shape *x, const tlb_torque_sequence *q, int64_t place, int axis)
{
    return (double)(q->flags & TLB_TORQUE_ARBITRARY_SCALE ? x->nodeArbitraryScaleFactors.data[place][axis]
                    : q->flags & TLB_TORQUE_ALIGNED_SCALE ? x->nodeAlignedScales.data[place][axis]
                                                          : x->nodeUniformScales.data[place]);
}

/* Of versions from 22 on; scales along turned axes without their turn. */
static matrix expected(const tlb_torque_shape *x, const tlb_torque_sequence *q, double seconds, uint32_t node)
{
    bool cyclic = q->flags & TLB_TORQUE_CYCLIC, blend = q->flags & TLB_TORQUE_BLEND;
    double position = seconds / (double)q->duration, s[3] = {1, 1, 1};
    position = cyclic ? fmod(position, 1) : fmin(position, 1);
    double at = position * (cyclic ? q->numKeys : q->numKeys - 1);
    int first = (int)fmin(floor(at), q->numKeys - 1);
    int second = first + 1 < q->numKeys ? first + 1 : cyclic ? 0 : first;
    double part = at - first, rest_q[4], rest_t[3], turn[4], way[3];
    decode(x->defaultRotations.data[node], rest_q);
    for (int i = 0; i < 3; i++)
        rest_t[i] = (double)x->defaultTranslations.data[node][i];
    matrix rest = compose(rest_q, rest_t, s);
    memcpy(turn, blend ? (double[]){0, 0, 0, 1} : rest_q, sizeof turn);
    memcpy(way, blend ? (double[]){0, 0, 0} : rest_t, sizeof way);
    if (in_set(&q->rotationMatters, node)) {
        const int64_t base = place_of(&q->rotationMatters, q->baseRotation, node, q->numKeys);
        double a[4], b[4];
        decode(x->nodeRotations.data[base + first], a);
        decode(x->nodeRotations.data[base + second], b);
        bool far = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0;
        for (int i = 0; i < 4; i++)
            turn[i] = a[i] + ((far ? -b[i] : b[i]) - a[i]) * part;
    }
    if (in_set(&q->translationMatters, node)) {
        const int64_t base = place_of(&q->translationMatters, q->baseTranslation, node, q->numKeys);
        for (int i = 0; i < 3; i++) {
            double a = (double)x->nodeTranslations.data[base + first][i];
            way[i] = a + ((double)x->nodeTranslations.data[base + second][i] - a) * part;
        }
    }
    for (int i = 0; i < 3 && in_set(&q->scaleMatters, node); i++) {
        const int64_t base = place_of(&q->scaleMatters, q->baseScale, node, q->numKeys);
        s[i] = scale_of(x, q, base + first, i) * (1 - part) + scale_of(x, q, base + second, i) * part;
    }
    matrix own = compose(turn, way, s);
    return blend ? product(&rest, &own) : own;
}

static double difference(const tlb_torque_shape *x, const tlb_torque_sequence *q, double seconds)
{
    shape_place *places = calloc(x->nodes.count + 1, sizeof *places);
    double most = 0;
    tlb_shape_pose(x, q, seconds, places);
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        matrix wanted = expected(x, q, seconds, i);
        double turn[4], way[3], scale[3];
        for (int k = 0; k < 4; k++)
            turn[k] = (double)places[i].rotation[k];
        for (int k = 0; k < 3; k++) {
            way[k] = (double)places[i].translation[k];
            scale[k] = (double)places[i].scale[k];
        }
        matrix found = compose(turn, way, scale);
        for (int k = 0; k < 12; k++) {
            double value = wanted.m[k / 4][k % 4];
            most = fmax(most, fabs(found.m[k / 4][k % 4] - value) / fmax(1, fabs(value)));
        }
    }
    free(places);
    return most;
}

static uint32_t compare_shape(const tlb_torque_shape *x, const char *name)
{
    uint32_t seed = 1, count = 0;
    for (uint32_t i = 0; i < x->sequences.count; i++, count++)
        for (int k = 0; k < 20; k++) {
            const tlb_torque_sequence *q = &x->sequences.data[i];
            seed = seed * 1664525u + 1013904223u;
            double seconds = (seed >> 8) / 16777216.0 * 2.5 * (double)q->duration;
            double off = difference(x, q, seconds);
            if (off > 1e-4)
                fail_msg("%s sequences[%u] at %g: %g off", name, i, seconds, off);
        }
    return count;
}

static void poses_sequences(void **state)
{
    (void)state;
    for (uint32_t version = 22; version <= TLB_TORQUE_LAST_VERSION; version++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document shape;
        shape_make(&shape, context, version);
        assert_int_equal(compare_shape(shape.root, "weathercock"), SHAPE_SEQUENCES);
        made_end(&shape);
        tlb_context_free(context);
    }
}

static void corpus_poses(void **state)
{
    (void)state;
    uint32_t sequences = 0;
    file_list files = corpus_files("torque-shapes", "dts");
    for (size_t i = 0; i < files.count; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_path(context, files.paths[i], NULL, &document), TLB_OK);
        const tlb_torque_shape *x = tlb_document_torque_dts(document);
        if (x->version >= 22)
            sequences += compare_shape(x, files.paths[i]);
        tlb_document_free(document);
        tlb_context_free(context);
    }
    assert_true(sequences > 20);
    free_files(&files);
}

/* The second frame of a mesh with more vertices than 16 bits count. */
static void frames_may_be_large(void **state)
{
    enum { COUNT = UINT16_MAX + 10 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena *arena = tlb_arena_create(context);
    tlb_torque_node node = {.parentIndex = -1};
    tlb_torque_object object = {.numMeshes = 1};
    tlb_torque_object_state object_state = {.vis = 1, .frameIndex = 1};
    tlb_quat16 rotation = {0, 0, 0, 32767};
    tlb_vec3 translation = {0, 0, 0}, *verts = tlb_zalloc_array(arena, 2 * COUNT, sizeof *verts), at[2];
    tlb_torque_mesh mesh = {.parentMesh = -1, .numFrames = 2, .numMatFrames = 1, .vertsPerFrame = COUNT};
    tlb_torque_shape shape = {.version = TLB_TORQUE_LAST_VERSION - 2};
    tlb_torque_pose pose;
    (void)state;
    verts[COUNT][0] = 7;
    mesh.verts.data = verts;
    mesh.verts.count = mesh.numVerts = 2 * COUNT;
    shape.nodes.data = &node;
    shape.objects.data = &object;
    shape.objectStates.data = &object_state;
    shape.defaultRotations.data = &rotation;
    shape.defaultTranslations.data = &translation;
    shape.meshes.data = &mesh;
    shape.nodes.count = shape.objects.count = shape.objectStates.count = shape.defaultRotations.count =
        shape.defaultTranslations.count = shape.meshes.count = 1;
    assert_true(tlb_torque_pose_at(&shape, -1, 0, arena, &pose));
    assert_int_equal(tlb_torque_vertices(&pose, 0, &mesh, at, NULL, NULL, 2), COUNT);
    assert_true(at[0][0] == 7 && at[1][0] == 0);
    tlb_arena_free(arena);
    tlb_context_free(context);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(poses_sequences),
                                       cmocka_unit_test(frames_may_be_large), cmocka_unit_test(corpus_poses)};
    (void)argv;
    if (!choose_tests(argc, "torque-shapes"))
        return SKIPPED;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
