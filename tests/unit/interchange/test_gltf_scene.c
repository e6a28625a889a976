/* glTF as scenes: documents written by hand, each with one thing that a reader must accept or refuse; and the
 * corpus against what an independent reader found in it. */
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
#include "formats/interchange/gltf/data.h"
#include "one_gltf.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/inspect/shown.h"

/* --- documents by hand -------------------------------------------------------------------------------- */

/* A buffer of these floats, as accessors: 0: four corners of a square (VEC3), 1: u8 indices of a strip, 2:
 * times 0 and 1, 3: two translations, 4: cubic of them, 5: normalized shorts (VEC4), 6: without data. */
static const float floats[] = {
    0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, /* 0: 48 bytes */
    0, 1,                               /* 48: times */
    1, 2, 3, 4, 5, 6,                   /* 56: two translations */
    0, 0, 0, 1, 2, 3, 0, 0, 0,          /* 80: cubic: in, value, out */
    0, 0, 0, 4, 5, 6, 0, 0, 0,          /* 116 */
};
enum { FLOATS = sizeof floats, BYTES = FLOATS + 4 + 8 };

#define DATA                                                                                                 \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":152},{\"buffer\":0,\"byteOffset\":152,\"byteLength\":12}" \
    "],"                                                                                                     \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"                \
    "{\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"},"                             \
    "{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"           \
    "{\"bufferView\":0,\"byteOffset\":56,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"             \
    "{\"bufferView\":0,\"byteOffset\":80,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"},"             \
    "{\"bufferView\":1,\"byteOffset\":4,\"componentType\":5122,\"normalized\":true,\"count\":1,\"type\":"    \
    "\"VEC4\"},"                                                                                             \
    "{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":{"            \
    "\"bufferView\":1,"                                                                                      \
    "\"byteOffset\":3,\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":56}}}]"
#define SQUARE "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}]}]"

static int set_up(void **state)
{
    begin_gltf(state);
    gltf_fixture *f = *state;
    f->size = BYTES;
    memcpy(f->data, floats, sizeof floats);
    memcpy(f->data + FLOATS, (uint8_t[]){0, 1, 2, 3}, 4);
    memcpy(f->data + FLOATS + 4, (int16_t[]){32767, -32767, -32768, 0}, 8);
    return 0;
}

static void refuses(gltf_fixture *f, const char *members, const char *code, const char *path)
{
    if (open_gltf_scene(f, members) == TLB_OK)
        fail_msg("accepted: %s", members);
    const tlb_diagnostic *d = find_diagnostic(f->context, code, path);
    if (!d)
        print_diagnostics(f->context);
    assert_non_null(d);
    assert_true(d->offset != TLB_NO_OFFSET);
}

/* --- names and extras of files to edit ----------------------------------------------------------------- */

static void names_say_levels_and_collision(void **state)
{
    gltf_fixture *f = *state;
    const tlb_scene *scene = gltf_scene_of(
        f,
        DATA "," SQUARE ",\"nodes\":["
             "{\"name\":\"tree_LOD0\",\"mesh\":0,\"children\":[7]},{\"name\":\"tree_lod12.001\",\"mesh\":0},"
             "{\"name\":\"UCX_tree_01\",\"mesh\":0},{\"name\":\"wall-colonly.002\",\"mesh\":0},"
             "{\"name\":\"rock_LOD1\",\"mesh\":0,\"extras\":{\"lod\":-1}},"
             "{\"name\":\"ubx_crate\",\"mesh\":0,\"extras\":{\"collision\":false}},"
             "{\"name\":\"hull\",\"mesh\":0,\"extras\":{\"collision\":\"hull\"}},"
             "{\"name\":\"leaf_LOD1\",\"mesh\":0},{\"name\":\"_LOD1\"},{\"name\":\"x_LOD1234\"}]");
    static const struct {
        const char *name;
        int32_t level;
        const char *layer, *collision;
    } wanted[] = {{"tree", 0, NULL, NULL},
                  {"tree", 12, NULL, NULL},
                  {"UCX_tree_01", TLB_NONE, "collision", "hull"},
                  {"wall-colonly.002", TLB_NONE, "collision", "mesh"},
                  {"rock_LOD1", TLB_NONE, NULL, NULL},
                  {"ubx_crate", TLB_NONE, NULL, NULL},
                  {"hull", TLB_NONE, "collision", "hull"},
                  {"leaf_LOD1", TLB_NONE, NULL, NULL},
                  {"_LOD1", TLB_NONE, NULL, NULL},
                  {"x_LOD1234", TLB_NONE, NULL, NULL}};
    for (uint32_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const tlb_node *node = &scene->nodes[i];
        const tlb_value *collision = tlb_value_get(node->extras, "collision");
        assert_string_equal(node->name, wanted[i].name);
        assert_int_equal(node->level, wanted[i].level);
        assert_int_equal(node->hidden, wanted[i].layer != NULL);
        assert_int_equal(node->layer == NULL, wanted[i].layer == NULL);
        if (wanted[i].layer)
            assert_string_equal(node->layer, wanted[i].layer);
        if (wanted[i].collision)
            assert_string_equal(collision->as.text.data, wanted[i].collision);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_GLTF_NAME), 4);
    assert_non_null(find_diagnostic(f->context, "GLTF_NAME", "nodes[1].name"));
}

/* "-col" is drawn and collides: a node for each, unless its extras say that it does not. */
static void a_name_says_that_what_is_drawn_collides(void **state)
{
    gltf_fixture *f = *state;
    const tlb_scene *scene = gltf_scene_of(
        f, DATA "," SQUARE ",\"nodes\":[{\"name\":\"crate-col.001\",\"mesh\":0,\"translation\":[1,2,3]},"
                "{\"name\":\"Rock-ConvCol\",\"mesh\":0},"
                "{\"name\":\"sign-col\",\"mesh\":0,\"extras\":{\"collision\":false}},{\"name\":\"-col\","
                "\"mesh\":0}]");
    static const struct {
        const char *name;
        int32_t parent;
        const char *collision;
    } wanted[] = {{"crate", TLB_NONE, NULL},   {"crate-col.001", 0, "mesh"}, {"Rock", TLB_NONE, NULL},
                  {"Rock-ConvCol", 2, "hull"}, {"sign-col", TLB_NONE, NULL}, {"-col", TLB_NONE, NULL}};
    assert_int_equal(scene->node_count, 6);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        bool collides = wanted[i].collision != NULL;
        assert_string_equal(node->name, wanted[i].name);
        assert_int_equal(node->parent, wanted[i].parent);
        assert_int_equal(node->mesh, 0);
        assert_int_equal(node->hidden, collides);
        if (collides)
            assert_string_equal(tlb_value_get(node->extras, "collision")->as.text.data, wanted[i].collision);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_GLTF_NAME), 2);
}

/* As Blender leaves them: nodes where they are at a frame, animations without extras. */
static void the_rest_and_animations_come_back(void **state)
{
#define MOVED                                                                                                \
    "\"animations\":[{\"name\":\"walk\",\"samplers\":[{\"input\":2,\"output\":3}],\"channels\":[{"           \
    "\"sampler\":0,"                                                                                         \
    "\"target\":{\"node\":0,\"path\":\"translation\"}}]}],\"scenes\":[{\"nodes\":[0,1],\"extras\":{"         \
    "\"animations\":"                                                                                        \
    "{\"walk\":{\"loops\":1,\"priority\":3}},\"other\":1}}]"
    const tlb_scene *scene = gltf_scene_of(
        *state,
        DATA "," MOVED ",\"nodes\":[{\"translation\":[9,9,9],\"extras\":{\"rest\":[1,2,3,0,0,0,2,4,5,6]}},"
             "{\"translation\":[9,9,9],\"extras\":{\"rest\":[1,2,3,0,0,0,1,1,1,1],\"backdrop\":true}}]");
    static const float rest[] = {1, 2, 3}, scale[] = {4, 5, 6}, stays[] = {9, 9, 9};
    assert_memory_equal(scene->nodes[0].translation, rest, sizeof rest);
    assert_memory_equal(scene->nodes[0].scale, scale, sizeof scale);
    assert_true(scene->nodes[0].rotation[3] == 1);
    assert_memory_equal(scene->nodes[1].translation, stays, sizeof stays);
    assert_null(scene->nodes[0].extras);
    assert_true(scene->nodes[1].backdrop && !scene->nodes[0].backdrop && !scene->nodes[1].extras);
    assert_true(scene->animations[0].loops);
    assert_int_equal(tlb_value_get(scene->animations[0].extras, "priority")->as.integer, 3);
    assert_null(tlb_value_get(scene->extras, "animations"));
    assert_non_null(tlb_value_get(scene->extras, "other"));
}

/* --- meshes -------------------------------------------------------------------------------------------- */

static void strips_become_triangles(void **state)
{
    const tlb_scene *scene = gltf_scene_of(*state, DATA "," SQUARE ",\"nodes\":[{\"mesh\":0}]");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->index_count, 6);
    assert_memory_equal(mesh->indices, ((uint32_t[]){0, 1, 2, 1, 3, 2}), 6 * sizeof(uint32_t));
    assert_memory_equal(mesh->positions, floats, 48);
    assert_int_equal(scene->nodes[0].mesh, 0);
    assert_false(scene->nodes[0].hidden);
}

static void fans_become_triangles(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":6}]}]");
    assert_memory_equal(scene->meshes[0].indices, ((uint32_t[]){0, 1, 2, 0, 2, 3}), 6 * sizeof(uint32_t));
}

/* A mesh of one vertex pair has no triangle; what was decoded for it stays. */
static void meshes_without_triangles_leave_the_data(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":3}}]},{"
                     "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}]}]");
    assert_int_equal(scene->mesh_count, 1);
    assert_memory_equal(scene->meshes[0].positions, floats, 48);
}

static void sparse_values_replace_zeros(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":6},\"mode\":6}]}]");
    static const float expected[4][3] = {[3] = {1, 2, 3}};
    assert_memory_equal(scene->meshes[0].positions, expected, sizeof expected);
}

static void normalized_numbers_are_scaled(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state,
        DATA "," SQUARE ",\"nodes\":[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":"
             "{\"ROTATION\":5}}}}],\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"]");
    assert_int_equal(scene->node_count, 2);
    assert_int_equal(scene->nodes[0].mesh, TLB_NONE);
    assert_int_equal(scene->nodes[1].mesh, 0);
    assert_float_equal(scene->nodes[1].rotation[0], 0.57735f, 1e-5);
    assert_float_equal(scene->nodes[1].rotation[1], -0.57735f, 1e-5);
    assert_float_equal(scene->nodes[1].rotation[2], -0.57735f, 1e-5);
    assert_float_equal(scene->nodes[1].rotation[3], 0, 0);
}

/* The least of each signed type is one less than what -1 is. */
static void numbers_of_each_type_are_read(void **state)
{
    static const struct {
        uint32_t type, size;
        uint8_t bytes[4];
        float plain, normalized;
    } numbers[] = {{BYTE, 1, {0x80}, -128, -1},
                   {BYTE, 1, {0x81}, -127, -1},
                   {BYTE, 1, {0x82}, -126, -126 / 127.0f},
                   {BYTE, 1, {0x7f}, 127, 1},
                   {UBYTE, 1, {0xff}, 255, 1},
                   {UBYTE, 1, {51}, 51, 0.2f},
                   {SHORT, 2, {0x00, 0x80}, -32768, -1},
                   {SHORT, 2, {0x01, 0x80}, -32767, -1},
                   {SHORT, 2, {0x02, 0x80}, -32766, -32766 / 32767.0f},
                   {SHORT, 2, {0xff, 0x7f}, 32767, 1},
                   {USHORT, 2, {0xff, 0xff}, 65535, 1},
                   {USHORT, 2, {0x33, 0x33}, 13107, 0.2f},
                   {UINT, 4, {0, 0, 0, 0x80}, 2147483648, 2147483648}};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int normalized = 0; normalized < 2; normalized++) {
            const gltf_rows rows = {.data = numbers[i].bytes,
                                    .count = 1,
                                    .columns = 1,
                                    .component_type = numbers[i].type,
                                    .component_size = numbers[i].size,
                                    .normalized = normalized};
            float read[2] = {0, 7};
            tlb_gltf_row(&rows, 0, 2, read);
            assert_true(read[0] == (normalized ? numbers[i].normalized : numbers[i].plain));
            assert_true(read[1] == 7);
        }
}

static void parents_come_first(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state, "\"nodes\":[{\"name\":\"leaf\",\"matrix\":[0,2,0,0,-1,0,0,0,0,0,-1,0,7,8,9,1]},"
                "{\"name\":\"other\"},{\"name\":\"root\",\"children\":[0]}],\"scenes\":[{\"nodes\":[2]},"
                "{\"name\":\"collision\",\"nodes\":[1]}]");
    assert_string_equal(scene->nodes[0].name, "root");
    const tlb_node *leaf = &scene->nodes[1], *other = &scene->nodes[2];
    assert_int_equal(leaf->parent, 0);
    assert_float_equal(leaf->translation[2], 9, 0);
    /* a quarter turn, and a mirror */
    assert_float_equal(fabsf(leaf->scale[0]), 2, 1e-6);
    assert_true(leaf->scale[0] * leaf->scale[1] * leaf->scale[2] < 0);
    assert_true(other->hidden);
    assert_string_equal(other->layer, "collision");
}

static void cubic_splines_are_followed(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state,
        DATA ",\"nodes\":[{}],\"animations\":[{\"name\":\"a\",\"channels\":[{\"sampler\":0,\"target\":"
             "{\"node\":0,\"path\":\"translation\"}},{\"sampler\":1,\"target\":{\"node\":0,\"path\":"
             "\"scale\"}}],\"samplers\":[{\"input\":2,\"output\":4,\"interpolation\":\"CUBICSPLINE\"},"
             "{\"input\":2,\"output\":3,\"interpolation\":\"STEP\"}]}]");
    tlb_arena arena;
    tlb_arena_init(&arena, ((gltf_fixture *)*state)->context->account);
    const tlb_animation *a = &scene->animations[0];
    assert_float_equal(a->duration, 1, 0);
    assert_int_equal(a->channels[1].interpolation, TLB_STEP);
    for (float t = 0; t <= 1; t += 0.0625f) {
        tlb_scene posed;
        float smooth = 3 * t * t - 2 * t * t * t; /* the tangents are 0 */
        assert_true(tlb_scene_at(scene, a, t, &arena, &posed));
        assert_float_equal(posed.nodes[0].translation[0], 1 + 3 * smooth, 2e-3);
        assert_float_equal(posed.nodes[0].translation[2], 3 + 3 * smooth, 2e-3);
    }
    tlb_arena_release(&arena);
}

static void lights_have_kinds(void **state)
{
    const tlb_scene *scene = gltf_scene_of(
        *state,
        "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"intensity\":5,\"range\":3,"
        "\"spot\":"
        "{\"outerConeAngle\":0.5}},{\"type\":\"directional\",\"color\":[1,0,0]},{\"type\":\"point\"}]}},"
        "\"extensionsUsed\":[\"KHR_lights_punctual\"],\"extensionsRequired\":[\"KHR_lights_punctual\"],"
        "\"nodes\":[{\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}}}]");
    assert_int_equal(scene->light_count, 3);
    assert_int_equal(scene->lights[0].kind, TLB_LIGHT_SPOT);
    assert_float_equal(scene->lights[0].outer_cone, 0.5, 0);
    assert_float_equal(scene->lights[0].range, 3, 0);
    assert_int_equal(scene->lights[1].kind, TLB_LIGHT_DIRECTIONAL);
    assert_float_equal(scene->lights[1].color[1], 0, 0);
    assert_float_equal(scene->lights[1].outer_cone, 0, 0);
    assert_float_equal(scene->lights[2].intensity, 1, 0);
    assert_int_equal(scene->nodes[0].light, 1);
}

static void hostile_documents_are_refused(void **state)
{
    gltf_fixture *f = *state;
    refuses(f, "\"nodes\":[{\"children\":[1]},{\"children\":[0]}]", "GLTF_NODE_TREE", "nodes[0]");
    refuses(f, "\"nodes\":[{\"children\":[0]}]", "GLTF_NODE_TREE", "nodes[0]");
    refuses(f, "\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", "GLTF_NODE_TREE", "nodes[2]");
    refuses(f, "\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]", "GLTF_NODE_TREE",
            "nodes[1]");
    refuses(f, "\"nodes\":[{\"children\":[9]}]", "GLTF_REFERENCE", "nodes[0].children");
    refuses(f, "\"nodes\":[{\"mesh\":9}]", "GLTF_REFERENCE", "nodes[0].mesh");
    refuses(f, "\"nodes\":[{\"skin\":0}]", "GLTF_REFERENCE", "nodes[0].skin");
    refuses(f, DATA ",\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}]",
            "GLTF_ACCESSOR_TYPE", "skins[0].inverseBindMatrices");
    refuses(f, "\"extensionsRequired\":[\"KHR_texture_basisu\"]", "GLTF_EXTENSION_REQUIRED",
            "extensionsRequired[0]");
    refuses(f, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":77}]}]",
            "GLTF_REFERENCE", "meshes[0].primitives[0]");
    refuses(f, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":3},\"indices\":1}]}]",
            "GLTF_ATTRIBUTES", "meshes[0].primitives[0].indices");
    refuses(f, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":3}}]}]",
            "GLTF_ATTRIBUTES", "meshes[0].primitives[0].attributes.NORMAL");
    refuses(f, DATA ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}]",
            "GLTF_ACCESSOR_TYPE", "meshes[0].primitives[0].attributes.POSITION");
}

/* A position accessor that has this, and the code. */
static void refuses_accessor(gltf_fixture *f, const char *views, const char *accessor, const char *code,
                             const char *path)
{
    char members[1024];
    snprintf(members, sizeof members,
             "\"bufferViews\":[%s],\"accessors\":[{%s}],\"meshes\":[{\"primitives\":[{\"attributes\":"
             "{\"POSITION\":0}}]}]",
             views, accessor);
    refuses(f, members, code, path);
}

static void hostile_data_are_refused(void **state)
{
    gltf_fixture *f = *state;
    static const char vec3[] = "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"";
    refuses_accessor(f, "{\"buffer\":0,\"byteLength\":35}", vec3, "GLTF_ACCESSOR_RANGE", "accessors[0]");
    refuses_accessor(f, "{\"buffer\":0,\"byteOffset\":164,\"byteLength\":36}", vec3, "GLTF_VIEW_RANGE",
                     "bufferViews[0]");
    refuses_accessor(f, "{\"buffer\":0,\"byteOffset\":4294967295,\"byteLength\":4294967295}", vec3,
                     "GLTF_VIEW_RANGE", "bufferViews[0]");
    refuses_accessor(f, "{\"buffer\":4,\"byteLength\":36}", vec3, "GLTF_REFERENCE", "bufferViews[0].buffer");
    refuses_accessor(f, "{\"buffer\":0,\"byteLength\":36}",
                     "\"bufferView\":0,\"byteOffset\":4294967290,\"componentType\":5126,\"count\":4294967295,"
                     "\"type\":\"VEC3\"",
                     "GLTF_COUNT", "meshes[0].primitives[0]");
    refuses_accessor(f, "{\"buffer\":0,\"byteLength\":36}",
                     "\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"", "GLTF_COUNT",
                     "meshes[0].primitives[0]");
    refuses_accessor(f, "{\"buffer\":0,\"byteLength\":36}",
                     "\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"",
                     "GLTF_ACCESSOR_TYPE", "accessors[0]");
    refuses_accessor(f, "{\"buffer\":0,\"byteLength\":36}",
                     "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC9\"",
                     "GLTF_ACCESSOR_TYPE", "accessors[0]");
    refuses_accessor(
        f, "{\"buffer\":0,\"byteLength\":36}",
        "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":"
        "{\"bufferView\":0,\"byteOffset\":30,\"componentType\":5125},\"values\":{\"bufferView\":0}}",
        "GLTF_SPARSE", "accessors[0]");
    static const char *const sparse[] = {
        "\"values\":{\"bufferView\":0}", "\"indices\":{\"bufferView\":0,\"componentType\":5125}",
        "\"indices\":{\"bufferView\":0,\"componentType\":5126},\"values\":{\"bufferView\":0}",
        "\"indices\":{\"bufferView\":0,\"componentType\":5122},\"values\":{\"bufferView\":0}",
        "\"indices\":{\"bufferView\":0,\"componentType\":9},\"values\":{\"bufferView\":0}"};
    for (size_t i = 0; i < sizeof sparse / sizeof *sparse; i++) {
        char accessor[300];
        snprintf(accessor, sizeof accessor,
                 "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1,%s}",
                 sparse[i]);
        refuses_accessor(f, "{\"buffer\":0,\"byteLength\":36}", accessor, "GLTF_SPARSE", "accessors[0]");
        assert_string_equal(find_diagnostic(f->context, "GLTF_SPARSE", "accessors[0]")->message,
                            "indices or values are missing or invalid");
    }
}

/* A mesh of many vertices, as large as the data says. */
static void large_meshes_are_read(void **state)
{
    enum { VERTICES = 3 << 19, HEADER = 28 };
    gltf_fixture *f = *state;
    char json[512];
    int size = snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5120,"
        "\"count\":%d,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d,"
        "\"byteStride\":4}],\"buffers\":[{\"byteLength\":%d}]}",
        VERTICES, VERTICES * 4, VERTICES * 4);
    uint32_t text = (uint32_t)(size + 3) / 4 * 4, total = HEADER + text + VERTICES * 4;
    const uint32_t header[] = {0x46546c67, 2, total, text, 0x4e4f534a}, chunk[] = {VERTICES * 4, 0x4e4942};
    uint8_t *file = calloc(1, total);
    assert_non_null(file);
    memcpy(file, header, sizeof header);
    memset(file + sizeof header, ' ', text);
    memcpy(file + sizeof header, json, (size_t)size);
    memcpy(file + sizeof header + text, chunk, sizeof chunk);
    assert_int_equal(tlb_open_memory(f->context, file, total, "x.glb", NULL, &f->document), TLB_OK);
    assert_int_equal(tlb_document_scene(f->document, NULL, &f->scene), TLB_OK);
    assert_int_equal(f->scene->meshes[0].index_count, VERTICES);
    close_gltf_scene(f);
    free(file);
}

static void refuses_uri(gltf_fixture *f, const char *uri)
{
    char text[512];
    close_gltf_scene(f);
    tlb_diagnostics_clear(f->context);
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,\"uri\":\"%s\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":1}],\"images\":[{\"bufferView\":0}]}",
             uri);
    assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &f->document), TLB_OK);
    tlb_document_scene(f->document, NULL, &f->scene);
    assert_non_null(find_diagnostic(f->context, "GLTF_URI", "buffers[0].uri"));
}

static void uris_stay_in_the_folder(void **state)
{
    static const char *const uris[] = {"../x.bin",         "a/../../x.bin",      "%2e%2e/x.bin",
                                       "/etc/passwd",      "file:///etc/passwd", "http://a/b.bin",
                                       "a\\\\..\\\\x",     "C:/x.bin",           "x%00.bin",
                                       "data:;base64,!!!", "data:x,plain",       "data:;base64,AB=="};
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++)
        refuses_uri(*state, uris[i]);
}

/* A URI may begin with "./", and have bytes as digits. */
static void uris_name_files(void **state)
{
    static const struct {
        const char *uri, *file;
    } rows[] = {{"x.bin", "x.bin"},   {"./x.bin", "x.bin"}, {"a/x.bin", "a/x.bin"},
                {"x%2ebin", "x.bin"}, {"x%2Ebin", "x.bin"}, {".x.bin", ".x.bin"},
                {"a%20b", "a b"},     {"x%2", "x%2"},       {"x%zz", "x%zz"}};
    gltf_fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[600];
        tlb_assets *assets = tlb_assets_create(f->context);
        const tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
        close_gltf_scene(f);
        assert_int_equal(
            tlb_assets_add_memory(assets, rows[i].file, (tlb_bytes){(const uint8_t *)floats, 48}), TLB_OK);
        snprintf(
            text, sizeof text,
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":48,\"uri\":\"%s\"}],"
            "\"bufferViews\":"
            "[{\"buffer\":0,\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
            "\"count\":4,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
            "\"mode\":6}]}]}",
            rows[i].uri);
        assert_int_equal(tlb_open_memory(f->context, text, strlen(text), "x.gltf", NULL, &f->document),
                         TLB_OK);
        if (tlb_document_scene(f->document, &options, &f->scene)) {
            print_diagnostics(f->context);
            fail_msg("%s", rows[i].uri);
        }
        assert_memory_equal(f->scene->meshes[0].positions, floats, 48);
        tlb_assets_free(assets);
    }
}

/* --- the corpus --------------------------------------------------------------------------------------- */

typedef struct expectation {
    char name[128], animations[512], required[128];
    unsigned nodes, in_scene, meshes, triangles, lines, points, materials, images, skins;
    double area, volume, low[3], high[3];
} expectation;

static bool read_line(const char *line, expectation *e)
{
    int found = sscanf(line,
                       "%127[^\t]\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%lf\t%lf\t%lf %lf %lf\t%lf %lf %lf\t"
                       "%511[^\t]\t%127[^\n]",
                       e->name, &e->nodes, &e->in_scene, &e->meshes, &e->materials, &e->images, &e->skins,
                       &e->triangles, &e->lines, &e->points, &e->area, &e->volume, &e->low[0], &e->low[1],
                       &e->low[2], &e->high[0], &e->high[1], &e->high[2], e->animations, e->required);
    return found == 20;
}

static double area_of(const float (*p)[3], const uint32_t *t)
{
    double a[3], b[3], square = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = (double)p[t[1]][i] - p[t[0]][i];
        b[i] = (double)p[t[2]][i] - p[t[0]][i];
    }
    for (int i = 0; i < 3; i++) {
        double c = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        square += c * c;
    }
    return sqrt(square) / 2;
}

/* Six times the volume of a tetrahedron with the origin, signed. */
static double volume_of(const float (*p)[3], const uint32_t *t)
{
    const float *a = p[t[0]], *b = p[t[1]], *c = p[t[2]];
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, n = (i + 2) % 3;
        sum += a[i] * ((double)b[k] * c[n] - (double)b[n] * c[k]);
    }
    return sum / 6;
}

/* Of all that is shown, as placed. The winding of a mirrored node's triangles is turned. */
static void measure_scene(const tlb_scene *scene, tlb_arena *arena, double *area, double *volume)
{
    float(*world)[16] = tlb_alloc_array(arena, scene->node_count, sizeof *world);
    *area = *volume = 0;
    tlb_scene_world_matrices(scene, world);
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (scene->nodes[n].mesh < 0 || scene->nodes[n].hidden)
            continue;
        const tlb_mesh *mesh = &scene->meshes[scene->nodes[n].mesh];
        float(*p)[3] = tlb_alloc_array(arena, mesh->vertex_count, sizeof *p);
        double side = scene->nodes[n].skin < 0 && tlb_matrix_determinant(world[n]) < 0 ? -1 : 1;
        tlb_pose_positions(scene, (const float(*)[16])world, n, 0, mesh->vertex_count, p);
        for (uint32_t i = 0; i < mesh->index_count; i += 3) {
            *area += area_of((const float(*)[3])p, mesh->indices + i);
            *volume += side * volume_of((const float(*)[3])p, mesh->indices + i);
        }
    }
}

/* "name:seconds:channels;…", or "-". */
static void assert_animations(const tlb_gltf *x, const tlb_scene *scene, const char *expected)
{
    char found[1024] = "-";
    size_t size = 0;
    assert_int_equal(x->animations.count, scene->animation_count);
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        const tlb_animation *a = &scene->animations[i];
        size += (size_t)snprintf(found + size, sizeof found - size, "%s%s:%.4f:%u", size ? ";" : "", a->name,
                                 a->duration, x->animations.data[i].channels.count);
    }
    assert_string_equal(found, expected);
}

static void assert_required(const tlb_gltf *x, const char *expected)
{
    char found[1024] = "-";
    size_t size = 0;
    for (uint32_t i = 0; i < x->extensionsRequired.count; i++)
        size += (size_t)snprintf(found + size, sizeof found - size, "%s%s", size ? ";" : "",
                                 x->extensionsRequired.data[i].data);
    assert_string_equal(found, expected);
}

static unsigned count_primitives(const tlb_gltf *x, uint32_t from, uint32_t to)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < x->meshes.count; i++)
        for (uint32_t k = 0; k < x->meshes.data[i].primitives.count; k++) {
            uint32_t mode = x->meshes.data[i].primitives.data[k].mode;
            count += mode >= from && mode <= to;
        }
    return count;
}

static unsigned count_shown(const tlb_scene *scene)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += !scene->nodes[i].hidden;
    return count;
}

/* What is expected was found without regard to names. */
static void show_collision(tlb_scene *scene)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i].layer && strcmp(scene->nodes[i].layer, "collision") == 0)
            scene->nodes[i].hidden = false;
}

static void corpus_file_is_as_expected(gltf_fixture *f, const char *folder, const expectation *e)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, e->name);
    tlb_assets *assets = tlb_assets_create(f->context);
    tlb_convert_options options = {.struct_size = sizeof options, .assets = assets};
    tlb_assets_add_beside(assets, path);
    assert_int_equal(tlb_open_path(f->context, path, NULL, &f->document), TLB_OK);
    assert_int_equal(tlb_document_scene(f->document, &options, &f->scene), TLB_OK);
    tlb_scene_stats stats;
    tlb_arena arena;
    tlb_arena_init(&arena, f->context->account);
    show_collision(f->scene);
    assert_int_equal(tlb_scene_measure(f->context, f->scene, &stats), TLB_OK);
    const tlb_gltf *x = tlb_document_gltf(f->document);
    double area, volume;
    assert_int_equal(f->scene->node_count, e->nodes);
    assert_int_equal(count_shown(f->scene), e->in_scene);
    assert_int_equal(x->meshes.count, e->meshes);
    assert_int_equal(count_primitives(x, 1, 3), e->lines);
    assert_int_equal(count_primitives(x, 0, 0), e->points);
    assert_int_equal(stats.triangles, e->triangles);
    assert_int_equal(f->scene->material_count, e->materials);
    assert_int_equal(f->scene->image_count, e->images);
    assert_int_equal(f->scene->skin_count, e->skins);
    for (int i = 0; i < 3; i++) {
        assert_float_equal(stats.low[i], (float)e->low[i], (float)(1e-4 * (1 + fabs(e->low[i]))));
        assert_float_equal(stats.high[i], (float)e->high[i], (float)(1e-4 * (1 + fabs(e->high[i]))));
    }
    measure_scene(f->scene, &arena, &area, &volume);
    assert_float_equal((float)area, (float)e->area, (float)(2e-4 * e->area));
    assert_float_equal((float)volume, (float)e->volume, (float)(2e-4 * e->area));
    assert_animations(x, f->scene, e->animations);
    assert_required(x, e->required);
    tlb_arena_release(&arena);
    close_gltf_scene(f);
    tlb_assets_free(assets);
}

static void corpus_is_as_expected(void **state)
{
    char folder[4096], path[4200], line[2048];
    const char *found = corpus_folder("gltf", folder, sizeof folder);
    unsigned count = 0;
    assert_non_null(found);
    snprintf(path, sizeof path, "%s/EXPECT.tsv", found);
    FILE *list = fopen(path, "r");
    assert_non_null(list);
    while (fgets(line, sizeof line, list)) {
        expectation e = {0};
        if (!read_line(line, &e) || !strstr(e.name, ".gl"))
            continue;
        printf("%s\n", e.name);
        corpus_file_is_as_expected(*state, found, &e);
        count++;
    }
    fclose(list);
    assert_true(count >= 25);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_say_levels_and_collision, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(a_name_says_that_what_is_drawn_collides, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(the_rest_and_animations_come_back, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(strips_become_triangles, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(fans_become_triangles, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(meshes_without_triangles_leave_the_data, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(sparse_values_replace_zeros, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(normalized_numbers_are_scaled, set_up, end_gltf),
        cmocka_unit_test(numbers_of_each_type_are_read),
        cmocka_unit_test_setup_teardown(parents_come_first, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(cubic_splines_are_followed, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(lights_have_kinds, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(hostile_documents_are_refused, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(hostile_data_are_refused, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(large_meshes_are_read, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(uris_stay_in_the_folder, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(uris_name_files, set_up, end_gltf),
        cmocka_unit_test_setup_teardown(corpus_is_as_expected, set_up, end_gltf),
    };
    return choose_tests(argc, "gltf") ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
