/* Compressed glTF: files that gltf-transform packed of a surface whose formula is known, and data that cannot
 * be what it claims. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "files.h"
#include "trilobite/trilobite.h"

#ifdef TLB_WITH_MESHOPT
enum { HAS_MESHOPT = true };
#else
enum { HAS_MESHOPT = false };
#endif
#ifdef TLB_WITH_DRACO
enum { HAS_DRACO = true };
#else
enum { HAS_DRACO = false };
#endif

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
    tlb_scene *scene;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    *state = &f;
    return 0;
}

static void close_scene(fixture *f)
{
    tlb_scene_free(f->scene);
    tlb_document_free(f->document);
    f->scene = NULL;
    f->document = NULL;
    tlb_diagnostics_clear(f->context);
}

static int tear_down(void **state)
{
    fixture *f = *state;
    close_scene(f);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_status open_file(fixture *f, const char *path)
{
    assert_int_equal(tlb_open_path(f->context, path, NULL, &f->document), TLB_OK);
    return tlb_document_scene(f->document, NULL, &f->scene);
}

static void assert_near(double a, double b, double most)
{
    if (!(fabs(a - b) <= most))
        fail_msg("%g, expected %g", a, b);
}

/* The surface z = sin(6 x) cos(4 y) / 4 over a square of 15 by 15 quads. */
static void assert_wave(const tlb_scene *scene)
{
    assert_int_equal(scene->mesh_count, 1);
    const tlb_mesh *m = &scene->meshes[0];
    uint32_t node = 0;
    while (scene->nodes[node].mesh != 0)
        node++;
    const float *t = scene->nodes[node].translation, *s = scene->nodes[node].scale;
    double area = 0;
    assert_int_equal(m->vertex_count, 256);
    assert_int_equal(m->index_count, 3 * 450);
    assert_non_null(m->normals);
    assert_non_null(m->uv[0]);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (double)(m->positions[i][k] * s[k] + t[k]);
        assert_near(p[2], 0.25 * sin(6 * p[0]) * cos(4 * p[1]), 1e-3);
        assert_near((double)m->uv[0][i][0], p[0], 1e-3);
        assert_near((double)m->uv[0][i][1], 1 - p[1], 1e-3);
        double dx = 1.5 * cos(6 * p[0]) * cos(4 * p[1]), dy = -sin(6 * p[0]) * sin(4 * p[1]);
        assert_near((double)m->normals[i][2], 1 / sqrt(dx * dx + dy * dy + 1), 2e-2);
    }
    for (uint32_t i = 0; i < m->index_count; i += 3) {
        const float *a = m->positions[m->indices[i]], *b = m->positions[m->indices[i + 1]],
                    *c = m->positions[m->indices[i + 2]];
        area += (double)(((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) * s[0] * s[1]) / 2;
    }
    assert_near(area, 1, 1e-3);
}

static void assert_turns(const tlb_scene *scene)
{
    assert_int_equal(scene->animation_count, 1);
    const tlb_channel *c = &scene->animations[0].channels[0];
    assert_int_equal(scene->animations[0].channel_count, 1);
    assert_near((double)c->values[4 * (c->key_count - 1) + 2], sqrt(0.5), 1e-3);
    assert_near((double)c->values[4 * (c->key_count - 1) + 3], sqrt(0.5), 1e-3);
}

static void reads_or_refuses(fixture *f, const char *path, bool has, const char *name)
{
    tlb_status status = open_file(f, path);
    assert_int_equal(status, has ? TLB_OK : TLB_UNSUPPORTED);
    if (has) {
        assert_wave(f->scene);
        assert_turns(f->scene);
    } else {
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_NOT_SUPPORTED), 1);
        assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, name));
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_GLTF_COMPRESSION), 0);
    close_scene(f);
}

static void meshopt_is_unpacked(void **state)
{
    reads_or_refuses(*state, "tests/compressed/wave-meshopt.glb", HAS_MESHOPT, "libmeshoptimizer");
}

static void draco_is_unpacked(void **state)
{
    reads_or_refuses(*state, "tests/compressed/wave-draco.glb", HAS_DRACO, "libdraco");
}

static double weight_of(const tlb_mesh *m, uint32_t vertex, uint16_t joint)
{
    double sum = 0;
    for (int k = 0; k < 4; k++)
        sum += m->joints[vertex][k] == joint ? (double)m->weights[vertex][k] : 0;
    return sum;
}

/* A skinned and animated triangle, packed and as it was. */
static void skins_are_unpacked(void **state)
{
    static const struct {
        const char *path;
        bool has;
    } packed[] = {{"tests/compressed/triangle-meshopt.glb", HAS_MESHOPT},
                  {"tests/compressed/triangle-draco.glb", HAS_DRACO}};
    fixture *f = *state, plain = {.context = f->context};
    assert_int_equal(open_file(&plain, "fuzz/seeds/glb/triangle.glb"), TLB_OK);
    const tlb_mesh *b = &plain.scene->meshes[0];
    for (int i = 0; i < 2; i++) {
        if (!packed[i].has)
            continue;
        assert_int_equal(open_file(f, packed[i].path), TLB_OK);
        const tlb_mesh *a = &f->scene->meshes[0];
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_int_equal(f->scene->skin_count, plain.scene->skin_count);
        assert_int_equal(f->scene->animation_count, plain.scene->animation_count);
        for (uint32_t v = 0; v < a->index_count; v++)
            for (uint16_t joint = 0; joint < 2; joint++)
                assert_near(weight_of(a, a->indices[v], joint), weight_of(b, b->indices[v], joint), 0.005);
        close_scene(f);
    }
    close_scene(&plain);
}

/* --- data that cannot be what it claims -------------------------------------------------------------- */

static tlb_status read_text(fixture *f, const char *text)
{
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "a.gltf", NULL, &f->document), TLB_OK);
    return tlb_document_scene(f->document, NULL, &f->scene);
}

#define MODEL                                                                                                \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}%s}]}],\"nodes\":[{\"mesh\":0}],"          \
    "\"scenes\":[{\"nodes\":[0]}],\"buffers\":[{\"byteLength\":9,\"uri\":\"data:;base64,oAAAAAAAAAAA\"},"    \
    "{\"byteLength\":4000000000,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}],"

static tlb_status read_view(fixture *f, const char *members)
{
    static char text[2000]; /* the document reads from it */
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_meshopt_compression\"],"
             "\"extensionsRequired\":[\"EXT_meshopt_compression\"]," MODEL
             "\"bufferViews\":[{\"buffer\":1,\"byteLength\":36,\"extensions\":{"
             "\"EXT_meshopt_compression\":{%s}}}],\"accessors\":[{\"bufferView\":0,"
             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]}",
             "", members);
    return read_text(f, text);
}

static void hostile_views_are_refused(void **state)
{
    static const struct {
        const char *members;
        tlb_code code;
    } cases[] = {
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":12,\"count\":300000000,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COUNT},
        {"\"buffer\":0,\"byteLength\":10,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":7,\"byteLength\":9,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":13,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":260,\"count\":3,\"mode\":\"ATTRIBUTES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":4,\"count\":4,\"mode\":\"TRIANGLES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":8,\"count\":3,\"mode\":\"INDICES\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\","
         "\"filter\":\"QUATERNION\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":12,\"count\":3,\"mode\":\"ATTRIBUTES\","
         "\"filter\":\"COLOR\"",
         TLB_CODE_GLTF_COMPRESSION},
        {"\"buffer\":0,\"byteLength\":9,\"byteStride\":12,\"count\":3,\"mode\":7", TLB_CODE_GLTF_COMPRESSION},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_view(f, cases[i].members), HAS_MESHOPT ? TLB_INVALID : TLB_UNSUPPORTED);
        assert_int_equal(tlb_code_total(f->context, HAS_MESHOPT ? cases[i].code : TLB_CODE_NOT_SUPPORTED), 1);
        if (HAS_MESHOPT && strstr(cases[i].members, "COLOR"))
            assert_non_null(
                strstr(tlb_diagnostic_at(f->context, 0)->message, "filter of compression \"COLOR\""));
        assert_int_equal(tlb_check(f->document, NULL), TLB_OK);
        close_scene(f);
    }
}

/* Data of sizes that are sound come to the library, for which these are damaged. */
static void sizes_of_compressed_views_are_sound(void **state)
{
    static const struct {
        const char *mode, *filter;
        int count, sound[8], wrong[8]; /* strides */
    } rows[] = {
        {"ATTRIBUTES", "NONE", 3, {4, 12, 252, 256}, {0, 2, 6, 260}},
        {"ATTRIBUTES", "OCTAHEDRAL", 3, {4, 8}, {2, 6, 12, 16}},
        {"ATTRIBUTES", "QUATERNION", 3, {8}, {4, 12, 16}},
        {"ATTRIBUTES", "EXPONENTIAL", 3, {4, 8, 12}, {2, 6}},
        {"TRIANGLES", "NONE", 3, {2, 4}, {1, 3, 5, 8}},
        {"TRIANGLES", "NONE", 4, {0}, {2, 4}},
        {"TRIANGLES", "OCTAHEDRAL", 3, {0}, {4, 8}},
        {"TRIANGLES", "QUATERNION", 3, {0}, {4, 8}},
        {"INDICES", "NONE", 4, {2, 4}, {1, 3, 5, 8}},
        {"INDICES", "EXPONENTIAL", 3, {0}, {2, 4}},
    };
    fixture *f = *state;
    for (size_t i = 0; HAS_MESHOPT && i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 16; k++) {
            const int stride = k < 8 ? rows[i].sound[k] : rows[i].wrong[k - 8];
            char members[200];
            snprintf(members, sizeof members,
                     "\"buffer\":0,\"byteLength\":9,\"byteStride\":%d,\"count\":%d,\"mode\":\"%s\","
                     "\"filter\":\"%s\"",
                     stride, rows[i].count, rows[i].mode, rows[i].filter);
            if (!stride && k != 8)
                continue;
            assert_int_equal(read_view(f, members), TLB_INVALID);
            assert_string_equal(
                tlb_diagnostic_at(f->context, 0)->message,
                k < 8 ? "the compressed data is damaged or of a later version"
                      : "byteStride and count are not allowed for this mode and filter of compression");
            close_scene(f);
        }
}

/* Of a word that is longer 40 bytes are shown. */
static void words_that_are_unknown_are_shown(void **state)
{
    fixture *f = *state;
    for (int size = 39; HAS_MESHOPT && size <= 41; size++)
        for (int filter = 0; filter < 2; filter++) {
            static const char word[] = "A23456789012345678901234567890123456789012";
            char members[200], expected[100];
            snprintf(members, sizeof members,
                     "\"buffer\":0,\"byteLength\":9,\"byteStride\":4,\"count\":3,\"mode\":\"%.*s\","
                     "\"filter\":\"%.*s\"",
                     filter ? 10 : size, filter ? "ATTRIBUTES" : word, size, word);
            snprintf(expected, sizeof expected, "unknown %s of compression \"%.*s\"",
                     filter ? "filter" : "mode", size < 40 ? size : 40, word);
            assert_int_equal(read_view(f, members), TLB_INVALID);
            assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, expected);
            close_scene(f);
        }
}

static void hostile_primitives_are_refused(void **state)
{
    static const struct {
        const char *members, *count;
        tlb_code code;
    } cases[] = {
        {",\"indices\":1", "3", TLB_CODE_GLTF_COMPRESSION},
        {",\"indices\":1", "3000000000", TLB_CODE_GLTF_COUNT},
        {",\"indices\":1,\"mode\":5", "3", TLB_CODE_GLTF_COMPRESSION},
        {",\"indices\":9", "3", TLB_CODE_GLTF_COMPRESSION},
        {"", "3", TLB_CODE_GLTF_COMPRESSION},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000], primitive[400];
        snprintf(primitive, sizeof primitive,
                 "%s,\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,"
                 "\"attributes\":{\"POSITION\":0}}}",
                 cases[i].members);
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_draco_mesh_compression\"],"
                 "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]," MODEL
                 "\"bufferViews\":[{\"buffer\":0,\"byteLength\":9}],\"accessors\":[{\"componentType\":5126,"
                 "\"count\":%s,\"type\":\"VEC3\"},{\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\"}]}",
                 primitive, cases[i].count);
        assert_int_equal(read_text(f, text), HAS_DRACO ? TLB_INVALID : TLB_UNSUPPORTED);
        assert_int_equal(tlb_code_total(f->context, HAS_DRACO ? cases[i].code : TLB_CODE_NOT_SUPPORTED), 1);
        close_scene(f);
    }
}

/* What is not required is left alone: the data without it is there. */
static void uncompressed_data_is_used_where_it_is(void **state)
{
    fixture *f = *state;
    char text[2000];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_meshopt_compression\"]," MODEL
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":9,\"extensions\":{\"EXT_meshopt_compression\":{"
             "\"buffer\":0,\"byteLength\":9,\"byteStride\":4,\"count\":3,\"mode\":\"ATTRIBUTES\"}}}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":3,\"type\":\"VEC3\"}]}",
             ",\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{}}}");
    assert_int_equal(read_text(f, text), TLB_OK);
    assert_int_equal(f->scene->meshes[0].vertex_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(meshopt_is_unpacked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(draco_is_unpacked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(skins_are_unpacked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hostile_views_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sizes_of_compressed_views_are_sound, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_that_are_unknown_are_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hostile_primitives_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uncompressed_data_is_used_where_it_is, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
