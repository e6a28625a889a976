#include "base/bytes.h"
#include "formats/interchange/gltf/from_scene/binary.h"
#include "gltf_written.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int open_everything(void **state)
{
    static fixture f;
    setup_everything(&f.context, &f.scene);
    f.files = write_scene(f.context, f.scene, "everything.glb");
    f.file = parse_glb(f.files);
    *state = &f;
    return 0;
}

static void names_what_made_it(void **state)
{
    const json_t *json = ((fixture *)*state)->file.json;
    assert_string_equal(text_at(json, "asset/version"), "2.0");
    assert_memory_equal(text_at(json, "asset/generator"), "Trilobite ", 10);
    assert_string_equal(text_at(json, "asset/extras/format"), "test");
    assert_string_equal(text_at(json, "scenes/0/name"), "everything");
    assert_int_equal(integer_at(json, "scenes/0/extras/version"), 44);
    assert_int_equal(integer_at(json, "scene"), 0);
}

static void nodes_keep_their_places(void **state)
{
    const json_t *json = ((fixture *)*state)->file.json;
    json_t *world = named(json, "nodes", "world"), *lit = named(json, "nodes", "lit");
    assert_int_equal(integer_at(world, "children/0"), index_in(json, "nodes", lit));
    assert_float_equal(number_at(world, "translation/0"), 1, 0);
    assert_null(json_object_get(world, "rotation"));
    assert_null(json_object_get(world, "scale"));
    assert_float_equal(number_at(named(json, "nodes", "bare"), "scale/0"), -2, 0);
    assert_null(json_object_get(named(json, "nodes", "empty"), "mesh"));
    json_t *hidden = named(json, "nodes", "collision");
    assert_true(json_is_true(find(hidden, "extras/hidden")));
    assert_float_equal(number_at(hidden, "rotation/1"), 0.6, 1e-6);
    assert_float_equal(number_at(hidden, "rotation/3"), 0.8, 1e-6);
    assert_float_equal(number_at(named(json, "nodes", "broken \xc3\xa9"), "translation/2"), 0, 0);
}

static void meshes_share_their_vertices(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    json_t *lit = find(mesh_of(json, named(json, "nodes", "lit")), "primitives/0");
    assert_int_equal(json_object_size(find(lit, "attributes")), 5);
    json_t *positions = item(json, "accessors", integer_at(lit, "attributes/POSITION"));
    assert_float_equal(number_at(positions, "min/0"), -0.5, 0);
    assert_float_equal(number_at(positions, "max/2"), 0, 0);
    json_t *colors = item(json, "accessors", integer_at(lit, "attributes/COLOR_0"));
    assert_true(json_is_true(find(colors, "normalized")));
    assert_int_equal(integer_at(colors, "componentType"), 5121);
    assert_memory_equal(element(&f->file, integer_at(lit, "attributes/COLOR_0"), 4, 1), "\xff\x80\x3c\xff",
                        4);
    assert_int_equal(tlb_get_le16(element(&f->file, integer_at(lit, "indices"), 2, 5)), 3);
    json_t *view = item(json, "bufferViews", integer_at(positions, "bufferView"));
    assert_int_equal(integer_at(view, "target"), 34962);
    /* What the material needs and the mesh does not have. */
    json_t *bare = find(mesh_of(json, named(json, "nodes", "bare")), "primitives/0");
    json_t *uv = item(json, "accessors", integer_at(bare, "attributes/TEXCOORD_1"));
    assert_null(json_object_get(uv, "bufferView"));
    assert_int_equal(integer_at(uv, "count"), 4);
}

static void broken_numbers_are_mended(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    json_t *part = find(mesh_of(json, named(json, "nodes", "broken \xc3\xa9")), "primitives/0");
    long long positions = integer_at(part, "attributes/POSITION"),
              normals = integer_at(part, "attributes/NORMAL");
    assert_float_equal(float_of(&f->file, positions, 3, 1, 0), 0, 0);
    assert_float_equal(float_of(&f->file, positions, 3, 2, 1), 0, 0);
    assert_float_equal(number_at(item(json, "accessors", positions), "min/1"), -0.5, 0);
    for (size_t i = 0; i < 4; i++) {
        double square = 0;
        for (size_t axis = 0; axis < 3; axis++)
            square += pow((double)float_of(&f->file, normals, 3, i, axis), 2);
        assert_float_equal(square, 1, 1e-6);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SCENE_NOT_FINITE), 1);
}

static void levels_are_siblings(void **state)
{
    const json_t *json = ((fixture *)*state)->file.json;
    json_t *tree = named(json, "nodes", "tree");
    assert_int_equal(count_at(tree, "children"), 3);
    double sizes = 0;
    for (size_t i = 0; i < 3; i++) {
        char path[32];
        snprintf(path, sizeof path, "children/%zu", i);
        json_t *level = item(json, "nodes", integer_at(tree, path));
        assert_true(integer_at(level, "extras/level") < 3);
        sizes += number_at(level, "extras/levelSize");
    }
    assert_true(sizes >= 150);
}

static void materials_say_how_they_blend(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    json_t *opaque = named(json, "materials", "opaque"), *mask = named(json, "materials", "mask");
    json_t *blend = named(json, "materials", "blend"), *add = named(json, "materials", "add");
    assert_null(json_object_get(opaque, "alphaMode"));
    assert_float_equal(number_at(opaque, "pbrMetallicRoughness/baseColorFactor/0"), 0.5, 0);
    assert_float_equal(number_at(opaque, "pbrMetallicRoughness/baseColorFactor/1"), 1, 0);
    assert_int_equal(integer_at(opaque, "pbrMetallicRoughness/metallicFactor"), 0);
    assert_null(json_object_get(opaque, "emissiveFactor"));
    assert_string_equal(text_at(opaque, "extras/sound"), "stone");
    assert_int_equal(integer_at(opaque, "occlusionTexture/texCoord"), 1);
    assert_int_equal(integer_at(opaque, "extras/lightmap/texCoord"), 1);
    assert_int_equal(integer_at(opaque, "extras/lightmap/texture"),
                     integer_at(opaque, "occlusionTexture/index"));
    assert_string_equal(text_at(mask, "alphaMode"), "MASK");
    assert_float_equal(number_at(mask, "alphaCutoff"), 0.25, 0);
    assert_true(json_is_true(find(mask, "doubleSided")));
    assert_string_equal(text_at(blend, "alphaMode"), "BLEND");
    assert_null(json_object_get(blend, "alphaCutoff"));
    assert_true(json_is_true(find(blend, "extras/placeholder")));
    assert_string_equal(text_at(blend, "extras/texture"), "textures/wall.bmp");
    assert_null(json_object_get(find(blend, "pbrMetallicRoughness"), "baseColorTexture"));
    assert_string_equal(text_at(add, "alphaMode"), "BLEND");
    assert_true(json_is_true(find(add, "extras/additive")));
    find(add, "extensions/KHR_materials_unlit");
    assert_int_equal(integer_at(add, "pbrMetallicRoughness/baseColorTexture/index"),
                     integer_at(opaque, "pbrMetallicRoughness/baseColorTexture/index"));
}

static void textures_are_kept_once(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    assert_int_equal(count_at(json, "textures"), 3);
    assert_int_equal(count_at(json, "samplers"), 3);
    assert_int_equal(count_at(json, "images"), 2);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_IMAGE), 1);
    json_t *lightmap = find(json, "textures/1");
    json_t *sampler = item(json, "samplers", integer_at(lightmap, "sampler"));
    assert_int_equal(integer_at(sampler, "wrapS"), 33071);
    assert_int_equal(integer_at(sampler, "wrapT"), 33648);
    json_t *view = item(json, "bufferViews", integer_at(json, "images/0/bufferView"));
    assert_memory_equal(f->file.binary + integer_at(view, "byteOffset"), "\x89PNG", 4);
    assert_string_equal(text_at(json, "images/0/mimeType"), "image/png");
    view = item(json, "bufferViews", integer_at(json, "images/1/bufferView"));
    tlb_bytes encoded = f->scene->images[1].encoded; /* with a chunk of gamma, 16 bytes */
    assert_int_equal(integer_at(view, "byteLength"), encoded.size - 16);
    assert_memory_equal(f->file.binary + integer_at(view, "byteOffset"), encoded.data, 33);
    assert_memory_equal(f->file.binary + integer_at(view, "byteOffset") + 33, encoded.data + 33 + 16,
                        encoded.size - 33 - 16);
}

static void skins_stand_at_the_root(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    assert_int_equal(count_at(json, "skins"), 1);
    json_t *body = named(json, "nodes", "body"); /* the first: with the mesh */
    size_t index = index_in(json, "nodes", body), i, roots = 0;
    assert_int_equal(integer_at(body, "skin"), 0);
    assert_null(json_object_get(body, "translation"));
    json_t *root;
    json_array_foreach(find(json, "scenes/0/nodes"), i, root) roots +=
        (size_t)json_integer_value(root) == index;
    assert_int_equal(roots, 1);
    assert_int_equal(count_at(named(json, "nodes", "skeletons"), "children"), 2);
    long long matrices = integer_at(json, "skins/0/inverseBindMatrices");
    assert_float_equal(float_of(&f->file, matrices, 16, 2, 15), 1, 0);
    json_t *part = find(mesh_of(json, body), "primitives/0");
    long long joints = integer_at(part, "attributes/JOINTS_0"),
              weights = integer_at(part, "attributes/WEIGHTS_0");
    static const uint8_t wanted_joints[4][4] = {{0, 0, 0, 0}, {1, 2, 0, 0}, {1, 2, 0, 0}, {0, 0, 0, 0}};
    static const float wanted_weights[4][4] = {
        {1, 0, 0, 0}, {0.75f, 0.25f, 0, 0}, {0.5f, 0.5f, 0, 0}, {1, 0, 0, 0}};
    for (size_t vertex = 0; vertex < 4; vertex++) {
        assert_memory_equal(element(&f->file, joints, 4, vertex), wanted_joints[vertex], 4);
        for (size_t k = 0; k < 4; k++)
            assert_float_equal(float_of(&f->file, weights, 4, vertex, k), wanted_weights[vertex][k], 0);
    }
}

static void morphs_have_names_and_weights(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    json_t *node = named(json, "nodes", "face"), *mesh = mesh_of(json, node);
    assert_float_equal(number_at(node, "weights/0"), 0.5, 0);
    assert_string_equal(text_at(mesh, "extras/targetNames/1"), "frown");
    assert_int_equal(count_at(mesh, "primitives/0/targets"), 2);
    long long smile = integer_at(mesh, "primitives/0/targets/0/POSITION");
    assert_float_equal(float_of(&f->file, smile, 3, 0, 2), 1, 0);
    assert_float_equal(number_at(item(json, "accessors", smile), "max/2"), 1, 0);
    assert_null(json_object_get(item(json, "accessors", integer_at(mesh, "primitives/0/targets/0/NORMAL")),
                                "bufferView"));
}

static void animations_move_what_there_is(void **state)
{
    fixture *f = *state;
    const json_t *json = f->file.json;
    assert_int_equal(count_at(json, "animations"), 1);
    json_t *walk = find(json, "animations/0");
    assert_string_equal(text_at(walk, "name"), "walk");
    assert_true(json_is_true(find(walk, "extras/loops")));
    assert_float_equal(number_at(walk, "extras/duration"), 1, 0);
    assert_int_equal(count_at(walk, "channels"), 4);
    assert_int_equal(integer_at(walk, "samplers/0/input"), integer_at(walk, "samplers/1/input"));
    assert_string_equal(text_at(walk, "samplers/1/interpolation"), "STEP");
    assert_float_equal(float_of(&f->file, integer_at(walk, "samplers/0/output"), 4, 2, 3), 0.5, 1e-6);
    json_t *odd = item(json, "accessors", integer_at(walk, "samplers/2/input"));
    assert_int_equal(integer_at(odd, "count"), 2);
    assert_float_equal(number_at(odd, "min/0"), 0.5, 0);
    assert_float_equal(number_at(odd, "max/0"), 2, 0);
    /* The skinned body is moved by the node that has its place. */
    json_t *place = item(json, "nodes", integer_at(walk, "channels/2/target/node"));
    assert_float_equal(number_at(place, "translation/0"), 5, 0);
    assert_string_equal(text_at(walk, "channels/3/target/path"), "weights");
    json_t *weights = item(json, "accessors", integer_at(walk, "samplers/3/output"));
    assert_int_equal(integer_at(weights, "count"), 6);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_SCENE_KEYS), 1);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DROPPED), 1);
}

/* Blocks that need no mending are written otherwise than single vertices: the bytes must be the same, and
 * sound whatever the source. */
static void influences_are_mended_in_blocks_as_alone(void **state)
{
    enum { COUNT = 64, LIMIT = 6, SIZE = COUNT * (4 + 16) };
    static const float some[] = {0, 0, 0, 0.25f, 0.5f, 0.5f, 1, -0.5f, -0.0f, NAN};
    uint32_t random = 1;
    (void)state;
    for (int round = 0; round < 100000; round++) {
        uint16_t joints[COUNT][4];
        float weights[COUNT][4];
        uint8_t together[SIZE], alone[4 + 16];
        for (int i = 0; i < COUNT; i++) {
            memcpy(joints[i], (uint16_t[]){2, 1, 0, 0}, sizeof *joints);
            memcpy(weights[i], (float[]){0.5f, 0.5f, 0, 0}, sizeof *weights);
        }
        int changed = round % COUNT; /* one, so that the others do not hide it */
        for (int k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            joints[changed][k] = (uint16_t)(random >> 24 & 7);
            weights[changed][k] = some[(random >> 16 & 255) % (sizeof some / sizeof *some)];
        }
        tlb_gltf_piece piece = {
            .source = joints, .weights = weights[0], .count = COUNT, .joint_limit = LIMIT};
        uint64_t replaced = tlb_gltf_encode_skin8(&piece, together), replaced_alone = 0;
        for (int i = 0; i < COUNT; i++) {
            piece = (tlb_gltf_piece){
                .source = joints[i], .weights = weights[i], .count = 1, .joint_limit = LIMIT};
            replaced_alone += tlb_gltf_encode_skin8(&piece, alone);
            assert_memory_equal(together + 4 * i, alone, 4);
            assert_memory_equal(together + 4 * COUNT + 16 * i, alone + 4, 16);
        }
        assert_int_equal(replaced, replaced_alone);
    }
}

/* The same of rotations: those of keys, and those of nodes, which are mended more finely. */
static void rotations_are_mended_in_blocks_as_alone(void **state)
{
    enum { COUNT = 64 };
    static const float odd[][4] = {
        {0, 0, 0, 2},        {0, 0, 0, 0},       {NAN, 0, 0, 1},           {0.6f, 0, 0, 0.8f},
        {0, INFINITY, 0, 0}, {0, 0, 0, 1.0001f}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.7071f, 0, 0, 0.7071f},
        {0, 0, 0, -1}};
    uint64_t (*const encode[])(const tlb_gltf_piece *, uint8_t *) = {tlb_gltf_encode_rotations,
                                                                     tlb_gltf_encode_packed_rotations};
    (void)state;
    for (int way = 0; way < 2; way++)
        for (size_t kind = 0; kind < sizeof odd / sizeof *odd; kind++)
            for (int changed = 0; changed < COUNT; changed++) {
                float q[COUNT][4];
                uint8_t together[COUNT * 16], alone[16];
                for (int i = 0; i < COUNT; i++)
                    memcpy(q[i], (const float[]){0, 1, 0, 0}, sizeof *q);
                memcpy(q[changed], odd[kind], sizeof *q);
                uint64_t replaced = encode[way](&(tlb_gltf_piece){.source = q, .count = COUNT}, together),
                         replaced_alone = 0;
                for (int i = 0; i < COUNT; i++) {
                    replaced_alone += encode[way](&(tlb_gltf_piece){.source = q[i], .count = 1}, alone);
                    assert_memory_equal(together + 16 * i, alone, 16);
                }
                assert_int_equal(replaced, replaced_alone);
                float mended[4];
                memcpy(mended, together + 16 * changed, sizeof mended);
                float square = 0;
                for (int k = 0; k < 4; k++)
                    square += mended[k] * mended[k];
                assert_float_equal(square, 1, 1e-3f);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_made_it),
        cmocka_unit_test(nodes_keep_their_places),
        cmocka_unit_test(meshes_share_their_vertices),
        cmocka_unit_test(broken_numbers_are_mended),
        cmocka_unit_test(levels_are_siblings),
        cmocka_unit_test(materials_say_how_they_blend),
        cmocka_unit_test(textures_are_kept_once),
        cmocka_unit_test(skins_stand_at_the_root),
        cmocka_unit_test(influences_are_mended_in_blocks_as_alone),
        cmocka_unit_test(rotations_are_mended_in_blocks_as_alone),
        cmocka_unit_test(morphs_have_names_and_weights),
        cmocka_unit_test(animations_move_what_there_is),
    };
    return cmocka_run_group_tests(tests, open_everything, close_everything);
}
