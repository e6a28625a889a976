/* The rules of glTF: a document that breaks none, and the same with each broken once. */
#include "whole_gltf.h"

#include <math.h>

/* With one text in place of another. */
static void check_document(tlb_context *context, const char *from, const char *to, const vertex_data *data)
{
    check_changed(context, (const change[]){{from, to}, {NULL, NULL}}, data);
}

static void breaks(tlb_context *context, const char *from, const char *to, const vertex_data *data,
                   const char *code, const char *path)
{
    check_document(context, from, to, data);
    const tlb_diagnostic *d = find_diagnostic(context, code, path);
    if (!d) {
        print_diagnostics(context);
        fail_msg("%s: no %s at %s", to ? to : "", code, path);
        return;
    }
    /* What is missing has no place. */
    assert_true(d->offset != TLB_NO_OFFSET || !*path || strcmp(path, "extensionsUsed") == 0);
}

static void a_valid_document_has_no_errors(void **state)
{
    tlb_context *context = *state;
    vertex_data data = good_data();
    check_document(context, NULL, NULL, &data);
    print_diagnostics(context);
    assert_int_equal(tlb_severity_total(context, TLB_ERROR), 0);
    assert_int_equal(tlb_severity_total(context, TLB_WARNING), 0);
}

/* Normals of which some are elsewhere. */
#define SPARSE(members) "\"byteOffset\":36,\"sparse\":{" members "},\"componentType\":5126,\"count\":3,"
#define ACCESSOR_1      "\"byteOffset\":36,\"componentType\":5126,\"count\":3,"
#define ATTRIBUTES      "meshes[0].primitives[0].attributes."

/* The end of the materials, and a PNG. */
#define IMAGE(base64) "\"alphaMode\":\"OPAQUE\"}],\"images\":[{\"uri\":\"data:image/png;base64," base64 "\"}]"

static void a_good_image_is_valid(void **state)
{
    vertex_data data = good_data();
    check_document(
        *state, "\"alphaMode\":\"OPAQUE\"}]",
        IMAGE("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="),
        &data);
    print_diagnostics(*state);
    assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
}

static void matrices_without_data_are_not_read(void **state)
{
    vertex_data data = good_data();
    check_document(*state, "{\"bufferView\":4,\"componentType\":5126,", "{\"componentType\":5126,", &data);
    print_diagnostics(*state);
    assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
}

static void members_are_checked(void **state)
{
    static const struct {
        const char *from, *to, *code, *path;
    } rules[] = {
        {"\"version\":\"2.0\"", "\"version\":\"2.x\"", "GLTF_VERSION", "asset.version"},
        {"\"version\":\"2.0\"", "\"version\":\"2.0\",\"minVersion\":\"2.1\"", "GLTF_VERSION",
         "asset.minVersion"},
        {"\"asset\":{\"version\":\"2.0\"},", "", "GLTF_REQUIRED", ""},
        {"\"scene\":0", "\"scene\":1", "GLTF_REFERENCE", "scene"},
        {"\"nodes\":[0,1]", "\"nodes\":[]", "GLTF_EMPTY", "scenes[0].nodes"},
        {"\"nodes\":[0,1]", "\"nodes\":[0,0,1]", "GLTF_UNIQUE", "scenes[0].nodes"},
        {"\"nodes\":[0,1]", "\"nodes\":[0,2,1]", "GLTF_NODE_TREE", "scenes[0].nodes"},
        {"\"children\":[2]", "\"children\":[1]", "GLTF_NODE_TREE", "nodes[1]"},
        {"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"mesh\":0,\"skin\":0", "GLTF_DUPLICATE_KEY", "nodes[0].mesh"},
        {"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"skin\":0,\"colour\":1", "GLTF_UNKNOWN_MEMBER",
         "nodes[0].colour"},
        {"\"mesh\":0,\"skin\":0", "\"mesh\":4,\"skin\":0", "GLTF_REFERENCE", "nodes[0].mesh"},
        {"\"mesh\":0,\"skin\":0", "\"skin\":0", "GLTF_ONE_OF", "nodes[0].skin"},
        {"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"skin\":0,\"weights\":[1,2]", "GLTF_TARGETS",
         "nodes[0].weights"},
        {"\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,0.9]", "GLTF_UNIT", "nodes[1].rotation"},
        {"\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,1]", "GLTF_LENGTH", "nodes[1].rotation"},
        {"\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,2]", "GLTF_RANGE", "nodes[1].rotation"},
        {"\"rotation\":[0,0,0,1]", "\"matrix\":[1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "GLTF_MATRIX",
         "nodes[1].matrix"},
        {"\"alphaMode\":\"OPAQUE\"}]",
         "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":"
         "{\"KHR_texture_transform\":{\"offset\":[0,0],\"scale\":[1]}}}}}],\"textures\":[{}]",
         "GLTF_LENGTH", "materials[0]"},
        {"\"NORMAL\":1", "\"NORMALS\":1", "GLTF_SEMANTIC", "meshes[0].primitives[0].attributes.NORMALS"},
        {"\"NORMAL\":1", "\"NORMAL\":3", "GLTF_ACCESSOR_TYPE", "meshes[0].primitives[0].attributes.NORMAL"},
        {"\"NORMAL\":1", "\"NORMAL\":6", "GLTF_ATTRIBUTES", "meshes[0].primitives[0].attributes.NORMAL"},
        {"\"JOINTS_0\":2,", "", "GLTF_SEMANTIC", "meshes[0].primitives[0].attributes"},
        {"\"indices\":4", "\"indices\":0", "GLTF_USE", "meshes[0].primitives[0].indices"},
        {"\"targets\":[{\"POSITION\":0}]", "\"targets\":[{\"TANGENT\":0}]", "GLTF_TARGETS",
         "meshes[0].primitives[0].targets[0].TANGENT"},
        {"\"weights\":[0.5]", "\"weights\":[0.5,1]", "GLTF_TARGETS", "meshes[0].weights"},
        {"\"skeleton\":1", "\"skeleton\":2", "GLTF_SKIN", "skins[0].skeleton"},
        {"\"znear\":0.1", "\"znear\":7", "GLTF_RANGE", "cameras[0].perspective.zfar"},
        {"\"znear\":0.1", "\"znear\":0", "GLTF_RANGE", "cameras[0].perspective.znear"},
        {"\"type\":\"perspective\"", "\"type\":\"orthographic\"", "GLTF_REQUIRED", "cameras[0].type"},
        {"\"alphaMode\":\"OPAQUE\"", "\"alphaMode\":\"GLASS\"", "GLTF_WORD", "materials[0].alphaMode"},
        {"\"alphaMode\":\"OPAQUE\"", "\"extensions\":{\"KHR_materials_unlit\":{}}", "GLTF_EXTENSION",
         "extensionsUsed"},
        {"\"alphaMode\":\"OPAQUE\"", "\"emissiveTexture\":{\"index\":0}", "GLTF_TEXCOORD",
         "meshes[0].primitives[0].material"},
        {"\"alphaMode\":\"OPAQUE\"}]",
         IMAGE("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAA2dBTUEAAACUstd8AAAACklEQVR4nGNoAAAAggCBd81yt"
               "gAAAABJRU5ErkJggg=="),
         "GLTF_IMAGE", "images[0]"},
        {"\"alphaMode\":\"OPAQUE\"}]",
         IMAGE("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAjKHRFWHRhAGLcSaI7AAAACklEQVR4nGNoAAAAggCBd81yt"
               "gAAAABJRU5ErkJggg=="),
         "GLTF_IMAGE", "images[0]"},
        {"\"max\":[1,1,0]", "\"max\":[1,2,0]", "GLTF_BOUNDS", "accessors[0].max"},
        {"\"byteOffset\":36", "\"byteOffset\":38", "GLTF_ALIGNMENT", "accessors[1]"},
        {"\"byteOffset\":36", "\"byteOffset\":40", "GLTF_ACCESSOR_RANGE", "accessors[1]"},
        {"\"byteStride\":12", "\"byteStride\":10", "GLTF_STRIDE", "bufferViews[0].byteStride"},
        {"\"byteStride\":12,", "", "GLTF_STRIDE", "bufferViews[0]"},
        {"\"byteLength\":32", "\"byteLength\":33", "GLTF_VIEW_RANGE", "bufferViews[5]"},
        {"\"byteLength\":300", "\"byteLength\":299", "GLTF_BUFFER", "buffers[0].uri"},
        {"\"path\":\"translation\"}}",
         "\"path\":\"translation\"}},{\"sampler\":0,\"target\":{\"node\":2,\"path\":"
         "\"translation\"}}",
         "GLTF_ANIMATION", "animations[0].channels[1].target"},
        {"\"path\":\"translation\"", "\"path\":\"weights\"", "GLTF_ANIMATION",
         "animations[0].channels[0].target"},
        {"\"mesh\":0,\"skin\":0", "\"mesh\":0,\"skin\":0,\"extensions\":{\"KHR_x\":1}", "GLTF_TYPE",
         "extensionsUsed"},
        {"{\"asset\":{\"version\":\"2.0\"}",
         "\xef\xbb\xbf{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"x\":{}}", "GLTF_EXTENSION",
         "extensionsUsed"},
        {ACCESSOR_1,
         SPARSE("\"count\":4,\"indices\":{\"bufferView\":3,\"componentType\":5123},\"values\":{"
                "\"bufferView\":5}"),
         "GLTF_SPARSE", "accessors[1].sparse.count"},
        {ACCESSOR_1,
         SPARSE("\"count\":1,\"indices\":{\"bufferView\":3,\"componentType\":5130},\"values\":{"
                "\"bufferView\":5}"),
         "GLTF_WORD", "accessors[1].sparse.indices.componentType"},
        {ACCESSOR_1,
         SPARSE(
             "\"count\":1,\"indices\":{\"bufferView\":3,\"byteOffset\":1,\"componentType\":5123},\"values\":{"
             "\"bufferView\":5}"),
         "GLTF_ALIGNMENT", "accessors[1].sparse.indices"},
        {ACCESSOR_1,
         SPARSE("\"count\":3,\"indices\":{\"bufferView\":3,\"componentType\":5123},\"values\":{"
                "\"bufferView\":5}"),
         "GLTF_ACCESSOR_RANGE", "accessors[1].sparse.values"},
        {ACCESSOR_1,
         SPARSE("\"count\":1,\"indices\":{\"bufferView\":3,\"componentType\":5123},\"values\":{"
                "\"bufferView\":5}"),
         "GLTF_USE", "accessors[1].sparse.indices.bufferView"},
        {ACCESSOR_1,
         SPARSE("\"count\":1,\"indices\":{\"bufferView\":3,\"componentType\":5123},\"values\":{"
                "\"bufferView\":0}"),
         "GLTF_USE", "accessors[1].sparse.values.bufferView"},
        {ACCESSOR_1,
         SPARSE("\"count\":2,\"indices\":{\"bufferView\":4,\"componentType\":5121},\"values\":{"
                "\"bufferView\":5}"),
         "GLTF_SPARSE", "accessors[1].sparse.indices"}, /* 0 and 0 */
        {ACCESSOR_1,
         SPARSE(
             "\"count\":1,\"indices\":{\"bufferView\":3,\"byteOffset\":6,\"componentType\":5123},\"values\":{"
             "\"bufferView\":5}"),
         "GLTF_ACCESSOR_RANGE", "accessors[1].sparse.indices"},
        {ACCESSOR_1,
         SPARSE(
             "\"count\":1,\"indices\":{\"bufferView\":5,\"byteOffset\":6,\"componentType\":5123},\"values\":{"
             "\"bufferView\":5}"),
         "GLTF_SPARSE", "accessors[1].sparse.indices"}, /* the half of a float */
        {"\"NORMAL\":1", "\"NORMAL_0\":1", "GLTF_SEMANTIC", ATTRIBUTES "NORMAL_0"},
        {"\"NORMAL\":1", "\"TEXCOORD\":1", "GLTF_SEMANTIC", ATTRIBUTES "TEXCOORD"},
        {"\"NORMAL\":1", "\"TEXCOORD_\":1", "GLTF_SEMANTIC", ATTRIBUTES "TEXCOORD_"},
        {"\"NORMAL\":1", "\"TEXCOORD_00\":1", "GLTF_SEMANTIC", ATTRIBUTES "TEXCOORD_00"},
        {"\"NORMAL\":1", "\"TEXCOORD_0x\":1", "GLTF_SEMANTIC", ATTRIBUTES "TEXCOORD_0x"},
        {"\"NORMAL\":1", "\"TEXCOORD_1000\":1", "GLTF_SEMANTIC", ATTRIBUTES "TEXCOORD_1000"},
        {"\"alphaMode\":\"OPAQUE\"", "\"extensions\":{\"KHR_materials_anisotropy\":{}}", "GLTF_TEXCOORD",
         "meshes[0].primitives[0].material"},
        {"\"alphaMode\":\"OPAQUE\"",
         "\"extensions\":{\"KHR_materials_clearcoat\":{\"clearcoatNormalTexture\":{\"index\":0}}}",
         "GLTF_TEXCOORD", "meshes[0].primitives[0].material"},
        {"\"targets\":[{\"POSITION\":0}]}",
         "\"targets\":[{\"POSITION\":0}]},{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},{"
         "\"POSITION\":0}]}",
         "GLTF_TARGETS", "meshes[0].primitives[1].targets"},
        {"\"output\":7", "\"output\":7,\"interpolation\":\"CUBICSPLINE\"", "GLTF_ANIMATION",
         "animations[0].samplers[0].output"},
        {"\"output\":7", "\"output\":1", "GLTF_ANIMATION", "animations[0].samplers[0].output"},
        {"\"path\":\"translation\"", "\"path\":\"rotation\"", "GLTF_ACCESSOR_TYPE",
         "animations[0].samplers[0].output"},
        {"\"output\":7}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"",
         "\"output\":3}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"",
         "GLTF_UNIT", "animations[0].samplers[0].output"},
        {"{\"camera\":0}", "{\"camera\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}", "GLTF_ANIMATION",
         "animations[0].channels[0].target"},
    };
    vertex_data data = good_data();
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        breaks(*state, rules[i].from, rules[i].to, &data, rules[i].code, rules[i].path);
}

/* One thing in place of another that is as good. */
static void what_is_allowed_is_valid(void **state)
{
    static const struct {
        const char *from, *to;
    } changes[] = {
        {"\"NORMAL\":1", "\"NORMAL\":1,\"COLOR_0\":3"},
        {"\"NORMAL\":1", "\"NORMAL\":1,\"_OWN\":1"},
        {"{\"asset\":{\"version\":\"2.0\"}",
         "{\"extensionsUsed\":[\"KHR_x\",\"x\"],\"asset\":{\"version\":\"2.0\",\"extras\":{\"extensions\":{"
         "\"y\":1}},"
         "\"extensions\":{\"KHR_x\":{\"extensions\":{\"z\":1}},\"x\":1}}"},
        {"\"path\":\"translation\"", "\"path\":\"scale\""},
    };
    vertex_data data = good_data();
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        check_document(*state, changes[i].from, changes[i].to, &data);
        print_diagnostics(*state);
        assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
    }
}

static void data_are_checked(void **state)
{
    vertex_data data = good_data();
    data.normals[1][2] = -1;
    breaks(*state, "\"NORMAL\":1", "\"COLOR_0\":1", &data, "GLTF_COLOR", ATTRIBUTES "COLOR_0");
    data.normals[1][2] = 1;
    data.normals[2][0] = 1.5f;
    breaks(*state, "\"NORMAL\":1", "\"COLOR_0\":1", &data, "GLTF_COLOR", ATTRIBUTES "COLOR_0");
    data = good_data();
    data.normals[1][2] = 0.9f;
    breaks(*state, NULL, NULL, &data, "GLTF_UNIT", "meshes[0].primitives[0].attributes.NORMAL");
    data = good_data();
    data.positions[1][0] = INFINITY;
    breaks(*state, NULL, NULL, &data, "GLTF_NOT_FINITE", "accessors[0]");
    data = good_data();
    data.indices[2] = 3;
    breaks(*state, NULL, NULL, &data, "GLTF_INDEX", "meshes[0].primitives[0].indices");
    data = good_data();
    data.weights[0][0] = 0.500008f;
    breaks(*state, NULL, NULL, &data, "GLTF_WEIGHTS", "meshes[0].primitives[0].attributes.WEIGHTS_0");
    data = good_data();
    data.joints[0][1] = 1;
    breaks(*state, NULL, NULL, &data, "GLTF_JOINTS", "meshes[0].primitives[0].attributes.JOINTS_0");
    data = good_data();
    data.joints[0][0] = 2;
    breaks(*state, NULL, NULL, &data, "GLTF_JOINTS", "meshes[0].primitives[0].attributes.JOINTS_0");
    data = good_data();
    data.matrices[1][3] = 1;
    breaks(*state, NULL, NULL, &data, "GLTF_MATRIX", "skins[0].inverseBindMatrices");
    data = good_data();
    data.times[0] = 1;
    breaks(*state, NULL, NULL, &data, "GLTF_ANIMATION", "animations[0].samplers[0].input");
}

/* Columns of matrices begin at multiples of four bytes: 3 bytes and one, 2 bytes and two, 3 shorts and 2
 * bytes. */
static void columns_of_small_matrices_are_padded(void **state)
{
#define LAST_ACCESSOR                                                                                        \
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}]"
    static const struct {
        int type, count;
        const char *shape;
        int columns, least[9], most[9];
    } rows[] = {
        {5121, 2, "MAT3", 9, {1, 2, 3, 5, 6, 7, 9, 10, 11}, {13, 14, 15, 17, 18, 19, 21, 22, 23}},
        {5121, 3, "MAT2", 4, {1, 2, 5, 6}, {17, 18, 21, 22}},
        {5123,
         1,
         "MAT3",
         9,
         {0x0201, 0x0403, 0x0605, 0x0a09, 0x0c0b, 0x0e0d, 0x1211, 0x1413, 0x1615},
         {0x0201, 0x0403, 0x0605, 0x0a09, 0x0c0b, 0x0e0d, 0x1211, 0x1413, 0x1615}},
    };
    vertex_data data = good_data();
    uint8_t bytes[24];
    for (int i = 0; i < 24; i++)
        bytes[i] = (uint8_t)(i + 1);
    memcpy(data.translations, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int wrong = -1; wrong < rows[i].columns; wrong++) {
            char text[800], *out = text;
            out += sprintf(out,
                           "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":"
                           "\"VEC3\"},{\"bufferView\":5,\"byteOffset\":8,\"componentType\":%d,\"count\":%d,"
                           "\"type\":\"%s\"",
                           rows[i].type, rows[i].count, rows[i].shape);
            for (int most = 0; most < 2; most++)
                for (int k = 0; k < rows[i].columns; k++)
                    out += sprintf(out, "%s%d",
                                   k      ? ","
                                   : most ? "],\"max\":["
                                          : ",\"min\":[",
                                   most ? rows[i].most[k] - (k == wrong) : rows[i].least[k]);
            sprintf(out, "]}]");
            if (wrong < 0) {
                check_document(*state, LAST_ACCESSOR, text, &data);
                print_diagnostics(*state);
                assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 0);
                continue;
            }
            char path[40];
            sprintf(path, "accessors[8].max");
            breaks(*state, LAST_ACCESSOR, text, &data, "GLTF_BOUNDS", path);
            assert_int_equal(tlb_severity_total(*state, TLB_ERROR), 1);
        }
}

/* A transform of a texture names another set of coordinates than the texture. */
static void transforms_choose_the_coordinates(void **state)
{
    static const struct {
        const char *transform;
        const char *message; /* NULL: nothing is wrong */
    } rows[] = {
        {"\"texCoord\":0", "a texture of the material needs TEXCOORD_0"},
        {"\"texCoord\":3", "a texture of the material needs TEXCOORD_3"},
        {"\"offset\":[0,1]", "a texture of the material needs TEXCOORD_2"},
    };
    vertex_data data = good_data();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[500];
        sprintf(text,
                "\"alphaMode\":\"OPAQUE\",\"normalTexture\":{\"index\":0,\"texCoord\":2,\"extensions\":{"
                "\"KHR_texture_transform\":{%s}}}}],\"extensionsUsed\":[\"KHR_texture_transform\"],"
                "\"textures\":[{}]",
                rows[i].transform);
        breaks(*state, "\"alphaMode\":\"OPAQUE\"}]", text, &data, "GLTF_TEXCOORD",
               "meshes[0].primitives[0].material");
        const tlb_diagnostic *d =
            find_diagnostic(*state, "GLTF_TEXCOORD", "meshes[0].primitives[0].material");
        assert_string_equal(d->message, rows[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_valid_document_has_no_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(matrices_without_data_are_not_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_good_image_is_valid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(members_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_allowed_is_valid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(columns_of_small_matrices_are_padded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(transforms_choose_the_coordinates, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
