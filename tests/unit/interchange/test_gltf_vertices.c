/* Vertices of glTF: documents that are put together here, with data of every type that a reader must know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "one_gltf.h"

static void add_square(gltf_fixture *f)
{
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}};
    ADD(f, FLOAT, "VEC3", 4, corners, "");
}

static void refuses(gltf_fixture *f, const char *members, const char *code, const char *path)
{
    assert_int_equal(open_gltf_scene(f, members), TLB_INVALID);
    if (!find_diagnostic(f->context, code, path)) {
        print_diagnostics(f->context);
        fail_msg("no %s at %s", code, path);
    }
}

static void attributes_of_programs_keep_their_names(void **state)
{
    gltf_fixture *f = *state;
    add_square(f);
    ADD(f, FLOAT, "SCALAR", 4, ((const float[]){1, 2, 3, 4}), "");
    ADD(f, UBYTE, "VEC2", 4, ((const uint8_t[4][4]){{0, 51}, {102, 153}, {204, 255}, {0, 0}}), /* padded */
        ",\"normalized\":true");
    strcpy(strrchr(f->views, '}'), ",\"byteStride\":4}");
    uint8_t columns[4][8]; /* two numbers, padded, and two */
    for (int i = 0; i < 32; i++)
        columns[i / 8][i % 8] = (uint8_t)i;
    ADD(f, UBYTE, "MAT2", 4, columns, "");
    ADD(f, FLOAT, "SCALAR", 4, ((const float[]){5, 6, 7, 8}), "");
    ADD(f, FLOAT, "MAT3", 4, ((const float[36]){0}), "");
    const tlb_scene *scene = gltf_scene_of(
        f,
        "\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"POSITION\":0,\"_HEAT\":1,\"_\":1,\"_M\":3,\"_MORE\":5,\"OTHER\":1},\"mode\":5},"
        "{\"attributes\":{\"POSITION\":0,\"_FLOW\":2,\"_HEAT\":4},\"mode\":5}]}]");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->attribute_count, 3);
    assert_string_equal(mesh->attributes[0].name, "HEAT");
    assert_int_equal(mesh->attributes[0].components, 1);
    static const float heat[] = {1, 2, 3, 4, 5, 6, 7, 8},
                       flow[8][2] = {[4] = {0, 0.2f}, {0.4f, 0.6f}, {0.8f, 1}};
    assert_memory_equal(mesh->attributes[0].values, heat, sizeof heat);
    assert_string_equal(mesh->attributes[1].name, "M");
    assert_int_equal(mesh->attributes[1].components, 4);
    static const float columns_of[8][4] = {{0, 1, 4, 5}, {8, 9, 12, 13}, {16, 17, 20, 21}, {24, 25, 28, 29}};
    assert_memory_equal(mesh->attributes[1].values, columns_of, sizeof columns_of);
    assert_string_equal(mesh->attributes[2].name, "FLOW");
    assert_int_equal(mesh->attributes[2].components, 2);
    for (int i = 0; i < 16; i++)
        assert_float_equal(mesh->attributes[2].values[i], flow[i / 2][i % 2], 1e-6);
}

static void more_attributes_than_a_scene_has_are_left_out(void **state)
{
    gltf_fixture *f = *state;
    add_square(f);
    ADD(f, FLOAT, "SCALAR", 4, ((const float[]){1, 2, 3, 4}), "");
    char members[1024] = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0";
    for (int i = 0; i <= TLB_ATTRIBUTES; i++)
        sprintf(members + strlen(members), ",\"_A%d\":1", i);
    strcat(members, "},\"mode\":5}]}]");
    const tlb_mesh *mesh = &gltf_scene_of(f, members)->meshes[0];
    assert_int_equal(mesh->attribute_count, TLB_ATTRIBUTES);
    assert_string_equal(mesh->attributes[TLB_ATTRIBUTES - 1].name, "A15");
}

#define PNG    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
#define IMAGES "\"images\":[{\"uri\":\"data:image/png;base64," PNG "\"}],\"textures\":[{\"source\":0}]"
#define TRANSFORM(set, members)                                                                              \
    "{\"index\":0,\"texCoord\":" set ",\"extensions\":{\"KHR_texture_transform\":{" members "}}}"

/* Coordinates are scaled and rotated as the base color's texture is; other sets are not. */
static void coordinates_are_transformed(void **state)
{
    gltf_fixture *f = *state;
    static const float uv[4][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5f, 0.25f}};
    add_square(f);
    ADD(f, FLOAT, "VEC2", 4, uv, "");
    const tlb_scene *scene = gltf_scene_of(
        f, IMAGES
        ",\"materials\":["
        "{\"pbrMetallicRoughness\":{\"metallicFactor\":0,"
        "\"baseColorTexture\":" TRANSFORM("0", "\"offset\":[0.5,0.75],\"scale\":[2,3],\"rotation\":1."
                                               "5707963267948966") "}},"
                                                                   "{\"pbrMetallicRoughness\":{"
                                                                   "\"metallicFactor\":0,"
                                                                   "\"baseColorTexture\":" TRANSFORM(
                                                                       "0", "\"texCoord\":1,\"scale\":["
                                                                            "4,5]") "}},{}],"
                                                                                    "\"meshes\":[{"
                                                                                    "\"primitives\":["
                                                                                    "{\"attributes\":{"
                                                                                    "\"POSITION\":0,"
                                                                                    "\"TEXCOORD_0\":1,"
                                                                                    "\"TEXCOORD_1\":1},"
                                                                                    "\"mode\":5,"
                                                                                    "\"material\":0},"
                                                                                    "{\"attributes\":{"
                                                                                    "\"POSITION\":0,"
                                                                                    "\"TEXCOORD_0\":1,"
                                                                                    "\"TEXCOORD_1\":1},"
                                                                                    "\"mode\":5,"
                                                                                    "\"material\":1},"
                                                                                    "{\"attributes\":{"
                                                                                    "\"POSITION\":0,"
                                                                                    "\"TEXCOORD_0\":1,"
                                                                                    "\"TEXCOORD_1\":1},"
                                                                                    "\"mode\":5,"
                                                                                    "\"material\":2},"
                                                                                    "{\"attributes\":{"
                                                                                    "\"POSITION\":0,"
                                                                                    "\"TEXCOORD_0\":1,"
                                                                                    "\"TEXCOORD_1\":1},"
                                                                                    "\"mode\":5}]}]");
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 12); /* the last two share theirs */
    for (int i = 0; i < 4; i++) {
        /* Rotated by a quarter, counterclockwise as glTF has it, after scaling. */
        assert_float_equal(mesh->uv[0][i][0], 3 * uv[i][1], 1e-6);
        assert_float_equal(mesh->uv[0][i][1], -2 * uv[i][0], 1e-6);
        assert_float_equal(mesh->uv[1][i][0], uv[i][0], 0);
        assert_float_equal(mesh->uv[0][4 + i][1], uv[i][1], 0);
        assert_float_equal(mesh->uv[1][4 + i][0], 4 * uv[i][0], 1e-6);
        assert_float_equal(mesh->uv[1][4 + i][1], 5 * uv[i][1], 1e-6);
        assert_float_equal(mesh->uv[0][8 + i][0], uv[i][0], 0);
        assert_float_equal(mesh->uv[1][8 + i][1], uv[i][1], 0);
    }
    const tlb_texture *first = &scene->materials[0].texture, *second = &scene->materials[1].texture;
    assert_float_equal(first->offset[0], 0.5, 0);
    assert_float_equal(first->offset[1], 0.75, 0);
    assert_int_equal(first->uv_set, 0);
    assert_int_equal(second->uv_set, 1);
}

/* Another texture of the material has the base color's transformation, or is left out. */
static void textures_of_a_set_have_one_transformation(void **state)
{
    gltf_fixture *f = *state;
    add_square(f);
    const tlb_scene *scene = gltf_scene_of(
        f, IMAGES
        ",\"materials\":["
        "{\"pbrMetallicRoughness\":{\"baseColorTexture\":" TRANSFORM(
            "0",
            "\"scale\":[2,3]") "},"
                               "\"normalTexture\":" TRANSFORM(
                                   "0",
                                   "\"scale\":[2,3]") ","
                                                      "\"occlusionTexture\":" TRANSFORM(
                                                          "0",
                                                          "\"scale\":[2,4]") ",\"emissiveTexture\":{"
                                                                             "\"index\":0,\"texCoord\":1}}],"
                                                                             "\"meshes\":[{\"primitives\":[{"
                                                                             "\"attributes\":{\"POSITION\":0}"
                                                                             ",\"mode\":5,\"material\":0}]}"
                                                                             "]");
    const tlb_pbr *pbr = scene->materials[0].pbr;
    assert_int_equal(pbr->textures[TLB_PBR_NORMAL].image, 0);
    assert_int_equal(pbr->textures[TLB_PBR_OCCLUSION].image, TLB_NONE);
    assert_int_equal(pbr->textures[TLB_PBR_EMISSIVE].image, 0);
    assert_int_equal(pbr->textures[TLB_PBR_EMISSIVE].uv_set, 1);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_GLTF_SKIPPED), 1);
    assert_non_null(find_diagnostic(f->context, "GLTF_SKIPPED", "materials[0].occlusionTexture"));
}

static void glossy_materials_have_their_diffuse_color(void **state)
{
    gltf_fixture *f = *state;
    static const float uv[4][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5f, 0.25f}};
    add_square(f);
    ADD(f, FLOAT, "VEC2", 4, uv, "");
    const tlb_scene *scene = gltf_scene_of(
        f, IMAGES
        ",\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,1],\"metallicFactor\":0.5},"
        "\"extensions\":{\"KHR_materials_pbrSpecularGlossiness\":{\"diffuseFactor\":[0.25,0.5,0.75,0.5,9],"
        "\"diffuseTexture\":" TRANSFORM(
            "0", "\"scale\":[2,4]") "}}}],"
                                    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_"
                                    "0\":1},\"mode\":5,\"material\":0}]}]");
    const tlb_material *material = &scene->materials[0];
    static const float color[] = {0.25f, 0.5f, 0.75f, 0.5f};
    assert_memory_equal(material->color, color, sizeof material->color);
    assert_float_equal(material->emissive[0], 0, 0); /* the fifth number is none of them */
    assert_int_equal(material->texture.image, 0);
    assert_float_equal(scene->meshes[0].uv[0][3][0], 1, 1e-6);
    assert_float_equal(scene->meshes[0].uv[0][3][1], 1, 1e-6);
    assert_null(material->pbr); /* neither metallic nor smooth */
}

/* Of eight influences the four strongest, with a sum of 1. */
static void the_strongest_influences_are_kept(void **state)
{
    gltf_fixture *f = *state;
    static const uint8_t first[4][4] = {{1, 2, 3, 4}, {1, 2, 3, 4}, {9, 9, 9, 9}, {1, 2, 3, 4}};
    static const uint16_t second[4][4] = {{5, 6, 7, 8}, {5, 6, 7, 8}, {9, 9, 9, 9}, {5, 6, 7, 8}};
    static const float weights[2][4][4] = {
        {{0.05f, 0.2f, 0.05f, 0.1f}, {0.1f, 0.6f, 0.2f, 0.05f}, {0}, {-1, 0.5f, 0, 0}},
        {{0.25f, 0.05f, 0.2f, 0.1f}, {0.05f, 0, 0, 0}, {0}, {0.54f, 0, 0, 0}},
    };
    add_square(f);
    ADD(f, UBYTE, "VEC4", 4, first, "");
    ADD(f, USHORT, "VEC4", 4, second, "");
    ADD(f, FLOAT, "VEC4", 4, weights[0], "");
    ADD(f, FLOAT, "VEC4", 4, weights[1], "");
    const tlb_mesh *mesh =
        gltf_scene_of(
            f, "\"nodes\":[{\"mesh\":0,\"skin\":0},{},{},{},{},{},{},{},{},{}],\"skins\":[{\"joints\":[1,2,"
               "3,4,5,6,7,8,9]}],"
               "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"JOINTS_1\":2,"
               "\"WEIGHTS_0\":3,\"WEIGHTS_1\":4},\"mode\":5}]}]")
            ->meshes;
    static const uint16_t joints[4][4] = {{5, 2, 7, 4}, {2, 3, 1, 4}, {0}, {5, 2}};
    static const float kept[4][4] = {{0.25f / 0.75f, 0.2f / 0.75f, 0.2f / 0.75f, 0.1f / 0.75f},
                                     {0.6f / 0.95f, 0.2f / 0.95f, 0.1f / 0.95f, 0.05f / 0.95f},
                                     {1},
                                     {0.54f / 1.04f, 0.5f / 1.04f}};
    assert_memory_equal(mesh->joints, joints, sizeof joints);
    for (int i = 0; i < 16; i++)
        assert_float_equal(mesh->weights[i / 4][i % 4], kept[i / 4][i % 4], 1e-6);
}

static void joints_are_bytes_or_shorts(void **state)
{
    gltf_fixture *f = *state;
    add_square(f);
    ADD(f, FLOAT, "VEC4", 4, ((const float[16]){0}), "");
    refuses(f,
            "\"nodes\":[{\"mesh\":0,\"skin\":0},{}],\"skins\":[{\"joints\":[1]}],\"meshes\":[{\"primitives\":"
            "[{\"attributes\":{"
            "\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":1},\"mode\":5}]}]",
            "GLTF_ACCESSOR_TYPE", "meshes[0].primitives[0].attributes.JOINTS_0");
}

/* Two primitives, of which one has no normals: it gets its own, the other keeps its. */
static void normals_that_are_missing_are_computed(void **state)
{
    static const float normals[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}};
    for (int own = 0; own < 2; own++) { /* the primitive that has normals */
        char members[300];
        snprintf(members, sizeof members,
                 "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1%s},\"mode\":5},"
                 "{\"attributes\":{\"POSITION\":1%s},\"mode\":5}]}]",
                 own ? "" : ",\"NORMAL\":0", own ? ",\"NORMAL\":0" : "");
        ADD(*state, FLOAT, "VEC3", 4, normals, "");
        add_square(*state);
        const tlb_mesh *mesh = gltf_scene_of(*state, members)->meshes;
        assert_int_equal(mesh->vertex_count, 8);
        for (int i = 0; i < 4; i++)
            assert_float_equal(mesh->normals[4 * !own + i][2], 1, 1e-6);
        assert_memory_equal(mesh->normals[4 * own], normals, sizeof normals);
        end_gltf(state);
        begin_gltf(state);
    }
}

/* Corners of wide indices; those that make no whole triangle are left out. */
static void indices_of_each_width_are_read(void **state)
{
    gltf_fixture *f = *state;
    static const uint32_t wide[] = {3, 1, 2, 2, 1, 0, 3, 3};
    add_square(f);
    ADD(f, UINT, "SCALAR", 8, wide, "");
    ADD(f, USHORT, "SCALAR", 5, ((const uint16_t[]){0, 2, 1, 3, 0}), "");
    ADD(f, UINT, "SCALAR", 2, wide, "");
    ADD(f, USHORT, "SCALAR", 3, ((const uint16_t[]){3, 1, 0}), "");
    ADD(f, UINT, "SCALAR", 3, ((const uint32_t[]){2, 9, 3, 9, 1}), "");
    strcpy(strrchr(f->views, '}'), ",\"byteStride\":8}");
    const tlb_scene *scene =
        gltf_scene_of(f, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]},"
                         "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":6}]},"
                         "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":5}]},"
                         "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":3,\"mode\":5}]},"
                         "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":4,\"mode\":5}]},"
                         "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":5}]}]");
    static const float corners[2][3][3] = {{{1, 2, 0}, {1, 0, 0}, {0, 0, 0}},
                                           {{0, 2, 0}, {1, 2, 0}, {1, 0, 0}}};
    assert_int_equal(scene->mesh_count, 5);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(scene->meshes[3 + i].vertex_count, 3);
        assert_memory_equal(scene->meshes[3 + i].positions, corners[i], sizeof corners[i]);
        assert_memory_equal(scene->meshes[3 + i].indices, ((const uint32_t[]){0, 1, 2}), 12);
    }
    assert_int_equal(scene->meshes[0].index_count, 6);
    assert_memory_equal(scene->meshes[0].indices, wide, 6 * sizeof *wide);
    assert_int_equal(scene->meshes[1].index_count, 9);
    assert_memory_equal(scene->meshes[1].indices, ((const uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 0}), 36);
    assert_memory_equal(scene->meshes[2].indices, ((const uint32_t[]){0, 2, 1, 2, 3, 1, 1, 3, 0}), 36);
}

static void indices_are_unsigned_and_within_the_vertices(void **state)
{
    for (int i = 0; i < 3; i++) {
        uint32_t indices[3] = {0, 1, 2};
        indices[i] = 4;
        add_square(*state);
        ADD(*state, UINT, "SCALAR", 3, indices, "");
        refuses(*state, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]",
                "GLTF_ATTRIBUTES", "meshes[0].primitives[0].indices");
        end_gltf(state);
        begin_gltf(state);
    }
}

static void indices_are_no_floats(void **state)
{
    gltf_fixture *f = *state;
    add_square(f);
    ADD(f, FLOAT, "SCALAR", 3, ((const float[]){0, 1, 2}), "");
    refuses(f, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]",
            "GLTF_ACCESSOR_TYPE", "meshes[0].primitives[0].indices");
}

/* Matrices that turn by halves about each axis and by less, mirror, and flatten. */
static void matrices_become_places(void **state)
{
    static const struct {
        const char *matrix;
        float rotation[4], scale[3];
    } rows[] = {
        {"2,0,0,0,0,-3,0,0,0,0,-4,0,5,6,7,1", {1, 0, 0, 0}, {2, 3, 4}},
        {"-2,0,0,0,0,3,0,0,0,0,-4,0,5,6,7,1", {0, 1, 0, 0}, {2, 3, 4}},
        {"-2,0,0,0,0,-3,0,0,0,0,4,0,5,6,7,1", {0, 0, 1, 0}, {2, 3, 4}},
        {"-2,0,0,0,0,3,0,0,0,0,4,0,5,6,7,1", {0, 0, 0, 1}, {-2, 3, 4}},
        {"2,0,0,0,0,0,0,0,0,0,4,0,5,6,7,1", {0, 0, 0, 1}, {2, 0, 4}},
        {"0,1,0,0,0,0,1,0,1,0,0,0,5,6,7,1", {0.5f, 0.5f, 0.5f, 0.5f}, {1, 1, 1}},
        {"-0.5,0.8660254,0,0,0.8660254,0.5,0,0,0,0,-1,0,5,6,7,1", {0.5f, 0.8660254f, 0, 0}, {1, 1, 1}},
        {"-0.5,0,0.8660254,0,0,-1,0,0,0.8660254,0,0.5,0,5,6,7,1", {0.5f, 0, 0.8660254f, 0}, {1, 1, 1}},
        {"0.36,0.48,0.8,0,0.8,-0.6,0,0,0.48,0.64,-0.6,0,5,6,7,1", {0.8f, 0.4f, 0.4f, -0.2f}, {1, 1, 1}},
        {"-0.6,0.48,0.64,0,0.8,0.36,0.48,0,0,0.8,-0.6,0,5,6,7,1", {0.4f, 0.8f, 0.4f, -0.2f}, {1, 1, 1}},
        {"-0.6,0,0.8,0,0.64,-0.6,0.48,0,0.48,0.8,0.36,0,5,6,7,1", {0.4f, 0.4f, 0.8f, -0.2f}, {1, 1, 1}},
    };
    gltf_fixture *f = *state;
    char members[2048] = "\"nodes\":[";
    add_square(f);
    enum { ROWS = sizeof rows / sizeof *rows };
    for (int i = 0; i < ROWS; i++)
        sprintf(members + strlen(members), "%s{\"matrix\":[%s]}", i ? "," : "", rows[i].matrix);
    strcat(members, ",{\"rotation\":[0,0,0,0]},{\"rotation\":[0,3,0,4]}]");
    const tlb_scene *scene = gltf_scene_of(f, members);
    for (int i = 0; i < ROWS; i++) {
        const tlb_node *node = &scene->nodes[i];
        float sign = 0; /* a rotation and its negative are the same */
        for (int k = 0; k < 4; k++)
            sign += node->rotation[k] * rows[i].rotation[k];
        for (int k = 0; k < 4; k++)
            assert_float_equal(node->rotation[k] * (sign < 0 ? -1 : 1), rows[i].rotation[k], 1e-6);
        for (int k = 0; k < 3; k++) {
            assert_float_equal(node->scale[k], rows[i].scale[k], 1e-6);
            assert_float_equal(node->translation[k], (float)(5 + k), 0);
        }
    }
    assert_float_equal(scene->nodes[ROWS].rotation[3], 1, 0);
    assert_float_equal(scene->nodes[ROWS + 1].rotation[1], 0.6, 1e-6);
    assert_float_equal(scene->nodes[ROWS + 1].rotation[3], 0.8, 1e-6);
}

/* Colors are within 0 and 1, and are rounded. */
static void colors_are_bounded(void **state)
{
    gltf_fixture *f = *state;
    static const float colors[4][3] = {
        {-1, 0.5f, 2}, {0, 1, 0.25f}, {-0.001f, 1.001f, 1e30f}, {0.1f, 0.2f, 0.3f}};
    add_square(f);
    ADD(f, FLOAT, "VEC3", 4, colors, "");
    const tlb_mesh *mesh = gltf_scene_of(f, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                                            "\"COLOR_0\":1},\"mode\":5}]}]")
                               ->meshes;
    static const uint16_t expected[4][4] = {{0, 32768, 65535, 65535},
                                            {0, 65535, 16384, 65535},
                                            {0, 65535, 65535, 65535},
                                            {6554, 13107, 19661, 65535}};
    assert_memory_equal(mesh->colors, expected, sizeof expected);
}

/* There are four sets of coordinates; of numbers beyond them the texture's own counts, or the first. */
static void sets_of_coordinates_are_four(void **state)
{
    static const struct {
        const char *texture;
        uint32_t set;
    } rows[] = {
        {"\"texCoord\":3", 3},
        {"\"texCoord\":4", 0},
        {"\"texCoord\":2,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":3}}", 3},
        {"\"texCoord\":2,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":4}}", 2},
        {"\"texCoord\":3,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":-1}}", 3},
        {"\"texCoord\":4,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":0}}", 0},
        {"\"texCoord\":4,\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":4}}", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int gloss = 0; gloss < 2; gloss++) {
            char text[800];
            snprintf(text, sizeof text, IMAGES ",\"materials\":[{\"%s\":{%s\"%s\":{\"index\":0,%s}}}%s]",
                     gloss ? "extensions" : "pbrMetallicRoughness",
                     gloss ? "\"KHR_materials_pbrSpecularGlossiness\":{" : "",
                     gloss ? "diffuseTexture" : "baseColorTexture", rows[i].texture, gloss ? "}" : "");
            const tlb_scene *scene = gltf_scene_of(*state, text);
            assert_int_equal(scene->materials[0].texture.image, 0);
            assert_int_equal(scene->materials[0].texture.uv_set, rows[i].set);
            end_gltf(state);
            begin_gltf(state);
        }
}

/* The attributes of instances are of one count. */
static void instances_have_one_count(void **state)
{
    for (int count = 1; count <= 3; count++) {
        gltf_fixture *f = *state;
        static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                           places[2][3] = {{1, 2, 3}, {4, 5, 6}},
                           sizes[3][3] = {{2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
        static const char members[] =
            "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1},\"mode\":5}]}],"
            "\"scenes\":[{\"nodes\":[]},{\"name\":\"crates\",\"nodes\":[0]}],"
            "\"nodes\":[{\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{"
            "\"TRANSLATION\":0,\"SCALE\":2}}}}],\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"]";
        ADD(f, FLOAT, "VEC3", 2, places, "");
        ADD(f, FLOAT, "VEC3", 3, corners, "");
        add_accessor(f, FLOAT, "VEC3", count, sizes, (size_t)count * sizeof *sizes, "");
        if (count != 2)
            refuses(f, members, "GLTF_ATTRIBUTES", "nodes[0].extensions.EXT_mesh_gpu_instancing");
        else {
            const tlb_scene *scene = gltf_scene_of(f, members);
            assert_int_equal(scene->node_count, 3);
            for (int i = 0; i < 2; i++) {
                assert_memory_equal(scene->nodes[1 + i].translation, places[i], sizeof *places);
                assert_memory_equal(scene->nodes[1 + i].scale, sizes[i], sizeof *sizes);
                assert_true(scene->nodes[1 + i].hidden); /* as all of another scene */
                assert_string_equal(scene->nodes[1 + i].layer, "crates");
            }
        }
        end_gltf(state);
        begin_gltf(state);
    }
}

/* Of a name that is longer 80 bytes are shown. */
static void required_extensions_are_named(void **state)
{
    static const char name[] =
        "EXT_56789012345678901234567890123456789012345678901234567890123456789012345678901";
    for (int size = 79; size <= 81; size++) {
        gltf_fixture *f = *state;
        char members[200], expected[200];
        snprintf(members, sizeof members, "\"extensionsRequired\":[\"%.*s\"]", size, name);
        snprintf(expected, sizeof expected, "the file requires %.*s, which is not supported",
                 size < 80 ? size : 80, name);
        add_square(f);
        assert_int_equal(open_gltf_scene(f, members), TLB_UNSUPPORTED);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, expected);
        assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "extensionsRequired[0]");
        end_gltf(state);
        begin_gltf(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(colors_are_bounded, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(sets_of_coordinates_are_four, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(instances_have_one_count, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(required_extensions_are_named, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(attributes_of_programs_keep_their_names, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(more_attributes_than_a_scene_has_are_left_out, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(coordinates_are_transformed, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(textures_of_a_set_have_one_transformation, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(glossy_materials_have_their_diffuse_color, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(the_strongest_influences_are_kept, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(joints_are_bytes_or_shorts, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(normals_that_are_missing_are_computed, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(indices_of_each_width_are_read, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(indices_are_unsigned_and_within_the_vertices, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(indices_are_no_floats, begin_gltf, end_gltf),
        cmocka_unit_test_setup_teardown(matrices_become_places, begin_gltf, end_gltf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
