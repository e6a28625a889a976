#include "base/bytes.h"
#include "formats/modern/gltf/binary.h"
#include "scenes.h"
#include "options_text.h"
#include "trilobite/trilobite.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the files into the folder that TLB_TEST_OUTPUT names, for the validator to look at. */
static void keep(const tlb_files *files)
{
    const char *folder = getenv("TLB_TEST_OUTPUT");
    for (uint32_t i = 0; folder && i < files->count; i++) {
        char path[4096];
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, files->data[i].name) < (int)sizeof path);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(files->data[i].bytes.data, 1, files->data[i].bytes.size, file),
                         files->data[i].bytes.size);
        fclose(file);
    }
}

/* As for the page: everything that the scene has, as it is. */
static tlb_files *write_scene(tlb_context *context, const tlb_scene *scene, const char *name)
{
    tlb_convert_options options = {.struct_size = sizeof options, .page = true};
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_path(name), name, &options, &files),
                     TLB_OK);
    keep(files);
    return files;
}

/* What a GLB or glTF file says, and its binary part. */
typedef struct parsed {
    json_t *json;
    const uint8_t *binary;
    size_t binary_size;
} parsed;

static json_t *parse_json(const void *text, size_t size)
{
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%d:%d: %s", error.line, error.column, error.text);
    return json;
}

static parsed parse_glb(const tlb_files *files)
{
    assert_int_equal(files->count, 1);
    const uint8_t *glb = files->data[0].bytes.data;
    size_t size = files->data[0].bytes.size;
    assert_true(size >= 20 && memcmp(glb, "glTF\2\0\0\0", 8) == 0);
    assert_int_equal(tlb_get_le32(glb + 8), size);
    uint32_t text = tlb_get_le32(glb + 12);
    assert_true(text % 4 == 0 && text <= size - 20 && memcmp(glb + 16, "JSON", 4) == 0);
    parsed result = {.json = parse_json(glb + 20, text)};
    if (text == size - 20)
        return result;
    assert_memory_equal(glb + 20 + text + 4, "BIN\0", 4);
    result.binary = glb + 28 + text;
    result.binary_size = tlb_get_le32(glb + 20 + text);
    assert_int_equal(result.binary_size, size - 28 - text);
    return result;
}

/* Path of keys and indexes: "nodes/0/name". Fails when there is none. */
static json_t *find(const json_t *json, const char *path)
{
    char copy[200], *rest = copy;
    assert_true(strlen(path) < sizeof copy);
    strcpy(copy, path);
    for (char *step = copy; rest; step = rest) {
        rest = strchr(step, '/');
        if (rest)
            *rest++ = 0;
        json =
            json_is_array(json) ? json_array_get(json, strtoul(step, NULL, 10)) : json_object_get(json, step);
        if (!json)
            fail_msg("%s: no %s", path, step);
    }
    return (json_t *)json;
}

static long long integer_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static double number_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const char *text_at(const json_t *json, const char *path)
{
    json_t *value = find(json, path);
    assert_true(json_is_string(value));
    return json_string_value(value);
}

static size_t count_at(const json_t *json, const char *path)
{
    return json_array_size(find(json, path));
}

static json_t *named(const json_t *json, const char *list, const char *name)
{
    size_t i;
    json_t *thing;
    json_array_foreach(find(json, list), i,
                       thing) if (json_object_get(thing, "name") &&
                                  strcmp(text_at(thing, "name"), name) == 0) return thing;
    fail_msg("no %s in %s", name, list);
    return NULL;
}

static size_t index_in(const json_t *json, const char *list, const json_t *wanted)
{
    size_t i;
    json_t *thing;
    json_array_foreach(find(json, list), i, thing) if (thing == wanted) return i;
    fail_msg("not in %s", list);
    return 0;
}

static json_t *item(const json_t *json, const char *list, long long index)
{
    json_t *thing = json_array_get(find(json, list), (size_t)index);
    assert_non_null(thing);
    return thing;
}

static json_t *mesh_of(const json_t *json, const json_t *node)
{
    return item(json, "meshes", integer_at(node, "mesh"));
}

/* The bytes of element `index` of an accessor whose elements have `size` bytes. */
static const uint8_t *element(const parsed *file, long long accessor, size_t size, size_t index)
{
    json_t *what = item(file->json, "accessors", accessor);
    json_t *view = item(file->json, "bufferViews", integer_at(what, "bufferView"));
    size_t offset = (size_t)json_integer_value(json_object_get(what, "byteOffset")) +
                    (size_t)json_integer_value(json_object_get(view, "byteOffset"));
    assert_true(index < (size_t)integer_at(what, "count"));
    assert_true(offset + (index + 1) * size <= file->binary_size);
    return file->binary + offset + index * size;
}

static float float_of(const parsed *file, long long accessor, size_t columns, size_t index, size_t column)
{
    return tlb_get_lef32(element(file, accessor, 4 * columns, index) + 4 * column);
}

static void setup_everything(tlb_context **context, tlb_scene **scene)
{
    *context = tlb_context_create(NULL);
    assert_non_null(*context);
    *scene = make_everything(*context);
    tlb_diagnostics_clear(*context);
}

/* --- what is in the file -------------------------------------------------------------------------------- */

typedef struct fixture {
    tlb_context *context;
    tlb_scene *scene;
    tlb_files *files;
    parsed file;
} fixture;

static int open_everything(void **state)
{
    static fixture f;
    setup_everything(&f.context, &f.scene);
    f.files = write_scene(f.context, f.scene, "everything.glb");
    f.file = parse_glb(f.files);
    *state = &f;
    return 0;
}

static int close_everything(void **state)
{
    fixture *f = *state;
    json_decref(f->file.json);
    tlb_files_free(f->files);
    tlb_scene_free(f->scene);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
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

/* A square on three joints, of which `roots` have no parent; a camera and a light where the square is held.
 */
static tlb_files *write_skinned(fixture *f, bool several_roots, float second_weight)
{
    f->context = tlb_context_create(NULL);
    f->scene = make_empty(f->context);
    for (int i = 0; i < 3; i++)
        add_node(f->scene, "joint", several_roots || i == 0 ? TLB_NONE : 0, TLB_NONE);
    tlb_mesh *mesh = add_square(f->scene, "skin", TLB_NONE, TLB_WITH_SKIN);
    for (uint16_t i = 0; i < 4; i++)
        mesh->joints[i][0] = i; /* there is no fourth */
    mesh->weights[1][1] = second_weight;
    mesh->joints[1][1] = second_weight > 0 ? 2 : 0;
    tlb_node *node = add_node(f->scene, "skinned", 1, 0);
    node->skin = 0;
    node->translation[1] = 7;
    node->camera = 0;
    tlb_scene_add_camera(f->scene, "eye");
    node->light = 0;
    *tlb_scene_add_light(f->scene, "torch") = (tlb_point_light){"torch", {1, 0.5f, 0.25f}, 12.5f};
    tlb_skin *skin = tlb_scene_add_skin(f->scene, "skin");
    assert_true(skin && tlb_skin_reserve(f->scene, skin, 3));
    memcpy(skin->joints, (int32_t[]){2, 0, 1}, 3 * sizeof *skin->joints);
    f->files = write_scene(f->context, f->scene, several_roots ? "roots.glb" : "root.glb");
    f->file = parse_glb(f->files);
    return f->files;
}

static void rigid_weights_are_bytes(void **state)
{
    (void)state;
    fixture f;
    void *opened = &f;
    for (int several = 0; several < 2; several++) {
        write_skinned(&f, several == 1, 0);
        json_t *part = find(f.file.json, "meshes/0/primitives/0");
        long long joints = integer_at(part, "attributes/JOINTS_0"),
                  weights = integer_at(part, "attributes/WEIGHTS_0");
        json_t *accessor = item(f.file.json, "accessors", weights);
        assert_int_equal(integer_at(accessor, "componentType"), 5121);
        assert_true(json_is_true(find(accessor, "normalized")));
        static const uint8_t wanted[4][4] = {{0}, {1}, {2}, {0}};
        for (size_t i = 0; i < 4; i++) {
            assert_memory_equal(element(&f.file, joints, 4, i), wanted[i], 4);
            assert_memory_equal(element(&f.file, weights, 4, i), "\xff\0\0\0", 4);
        }
        json_t *skeleton = json_object_get(find(f.file.json, "skins/0"), "skeleton");
        assert_int_equal(skeleton != NULL, several == 0); /* three roots have nothing above them */
        if (skeleton)
            assert_int_equal(json_integer_value(skeleton), 0);
        /* The mesh goes to the root, the camera stays where it was. */
        assert_null(json_object_get(find(f.file.json, "nodes/3"), "camera"));
        json_t *place = find(f.file.json, "nodes/4");
        assert_int_equal(integer_at(place, "camera"), 0);
        assert_float_equal(number_at(place, "translation/1"), 7, 0);
        assert_int_equal(integer_at(place, "extensions/KHR_lights_punctual/light"), 0);
        assert_null(json_object_get(find(f.file.json, "nodes/3"), "extensions"));
        json_t *light = find(f.file.json, "extensions/KHR_lights_punctual/lights/0");
        assert_string_equal(json_string_value(find(light, "name")), "torch");
        assert_string_equal(json_string_value(find(light, "type")), "point");
        assert_float_equal(number_at(light, "color/1"), 0.5, 0);
        assert_float_equal(number_at(light, "intensity"), 12.5, 0);
        assert_string_equal(json_string_value(find(f.file.json, "extensionsUsed/0")), "KHR_lights_punctual");
        close_everything(&opened);
    }
    write_skinned(&f, false, 0.25f);
    long long weights = integer_at(f.file.json, "meshes/0/primitives/0/attributes/WEIGHTS_0");
    assert_int_equal(integer_at(item(f.file.json, "accessors", weights), "componentType"), 5126);
    close_everything(&opened);
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

/* --- other files
 * ------------------------------------------------------------------------------------------ */

static void writes_files_beside_gltf(void **state)
{
    (void)state;
    fixture f;
    setup_everything(&f.context, &f.scene);
    f.files = write_scene(f.context, f.scene, "a folder/every thing.gltf");
    assert_int_equal(f.files->count, 4);
    assert_string_equal(f.files->data[0].name, "every thing.gltf");
    assert_string_equal(f.files->data[1].name, "every thing.bin");
    assert_string_equal(f.files->data[2].name, "every thing-Wall__1_.png");
    assert_string_equal(f.files->data[3].name, "every thing-WALL__1__1.png");
    json_t *json = parse_json(f.files->data[0].bytes.data, f.files->data[0].bytes.size);
    assert_string_equal(text_at(json, "buffers/0/uri"), "every%20thing.bin");
    assert_string_equal(text_at(json, "images/1/uri"), "every%20thing-WALL__1__1.png");
    assert_int_equal(integer_at(json, "buffers/0/byteLength"), f.files->data[1].bytes.size);
    f.file.json = json;
    void *opened = &f;
    close_everything(&opened);
}

/* Writes the fixture's scene as its name says, with one more option or none, and reads the first file. */
static void write_with(fixture *f, const char *name, const char *option, const char *value)
{
    option_text text = {option, value};
    tlb_convert_options options;
    assert_int_equal(options_from_text(f->context, &text, option != NULL, &options), TLB_OK);
    assert_int_equal(
        tlb_scene_write(f->context, f->scene, tlb_format_by_path(name), name, &options, &f->files), TLB_OK);
    if (!option) /* the validator wants files that are to be missing */
        keep(f->files);
    if (strstr(name, ".glb"))
        f->file = parse_glb(f->files);
    else
        f->file.json = parse_json(f->files->data[0].bytes.data, f->files->data[0].bytes.size);
}

static void start_scene(fixture *f)
{
    f->context = tlb_context_create(NULL);
    f->scene = make_empty(f->context);
}

/* A wall whose texture was not found, beside one that has its own. */
static void textures_that_are_missing_can_be_files(void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++) {
        fixture f;
        void *opened = &f;
        start_scene(&f);
        static uint8_t red[] = {255, 0, 0, 255};
        tlb_image *image = tlb_scene_add_image(f.scene, "red");
        image->format = TLB_PIXELS_RGBA;
        image->width = image->height = 1;
        image->pixels = red;
        for (int i = 0; i < 2; i++) {
            tlb_material *material = tlb_scene_add_material(f.scene, i ? "textures/Big Wall.jpg" : "red");
            material->texture = (tlb_texture){.image = 0};
            material->placeholder = i ? "textures/Big Wall.jpg" : NULL;
            add_square(f.scene, "thing", i, TLB_WITH_UV0);
            add_node(f.scene, "thing", TLB_NONE, i);
        }
        write_with(&f, with ? "missing.gltf" : "grey.gltf", with ? "placeholder" : NULL, "uri");
        assert_int_equal(f.files->count, with ? 3 : 4);
        assert_int_equal(count_at(f.file.json, "images"), 2);
        json_t *wall = named(f.file.json, "materials", "Big Wall");
        long long texture = integer_at(wall, "pbrMetallicRoughness/baseColorTexture/index");
        json_t *missing =
            item(f.file.json, "images", integer_at(item(f.file.json, "textures", texture), "source"));
        assert_string_equal(text_at(missing, "uri"), with ? "Big%20Wall.jpg" : "grey-Big_Wall.png");
        assert_string_equal(text_at(wall, "extras/texture"), "textures/Big Wall.jpg");
        close_everything(&opened);
    }
}

/* A solid hull with a texture, and a clear one, as formats make them: both are seen through in the file. */
static void hidden_things_are_glass(void **state)
{
    (void)state;
    fixture f;
    void *opened = &f;
    start_scene(&f);
    tlb_scene_add_material(f.scene, "wall");
    tlb_material *clear = tlb_scene_add_material(f.scene, "clear");
    clear->alpha_mode = TLB_ALPHA_BLEND;
    clear->color[0] = 0.5f;
    clear->color[3] = 0.75f;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"wall", "hull", "zone"};
        add_square(f.scene, names[i], i == 2, 0);
        add_node(f.scene, names[i], TLB_NONE, i)->hidden = i > 0;
        f.scene->nodes[i].layer = i == 1 ? "collision" : i == 2 ? "zones" : NULL;
    }
    add_node(f.scene, "other state", TLB_NONE, 0)->hidden = true;
    write_with(&f, "glass.glb", NULL, NULL);
    assert_int_equal(count_at(f.file.json, "scenes"), 3);
    assert_int_equal(integer_at(f.file.json, "scene"), 0);
    assert_int_equal(count_at(f.file.json, "scenes/0/nodes"), 1);
    static const char *const wanted[] = {"collision", "clear"};
    for (int i = 0; i < 2; i++) {
        json_t *mesh = mesh_of(f.file.json, named(f.file.json, "nodes", i ? "zone" : "hull"));
        json_t *glass = item(f.file.json, "materials", integer_at(mesh, "primitives/0/material"));
        assert_string_equal(text_at(glass, "name"), wanted[i]);
        assert_string_equal(text_at(glass, "alphaMode"), "BLEND");
        assert_float_equal(number_at(glass, "pbrMetallicRoughness/baseColorFactor/3"), 0.25, 0);
        assert_float_equal(number_at(glass, "pbrMetallicRoughness/baseColorFactor/0"), i ? 0.5 : 1, 0);
    }
    assert_null(json_object_get(named(f.file.json, "materials", "wall"), "alphaMode"));
    /* What no layer shows is left out and reported. */
    assert_int_equal(count_at(f.file.json, "nodes"), 3);
    assert_int_equal(tlb_code_total(f.context, TLB_CODE_DROPPED), 1);
    close_everything(&opened);
}

/* A texture that slides and a color that changes, beside a texture that is shifted for good. */
static void materials_are_animated_by_pointers(void **state)
{
    (void)state;
    fixture f;
    void *opened = &f;
    start_scene(&f);
    static uint8_t red[] = {255, 0, 0, 255};
    tlb_image *image = tlb_scene_add_image(f.scene, "red");
    image->format = TLB_PIXELS_RGBA;
    image->width = image->height = 1;
    image->pixels = red;
    static const char *const names[] = {"unused", "slides", "shifted"};
    for (int i = 0; i < 3; i++) {
        tlb_scene_add_material(f.scene, names[i])->texture =
            (tlb_texture){.image = 0, .offset = {0, i == 2 ? 0.25f : 0}};
        add_square(f.scene, names[i], i, TLB_WITH_UV0);
        if (i)
            add_node(f.scene, names[i], TLB_NONE, i);
    }
    static float times[] = {0, 2}, offsets[] = {0, 0, 1, 0.5f}, colors[] = {1, 1, 1, 1, 1, 0, 0, 0.5f};
    static tlb_material_channel channels[] = {
        {1, TLB_MATERIAL_UV_OFFSET, TLB_LINEAR, 2, times, offsets},
        {1, TLB_MATERIAL_COLOR, TLB_STEP, 2, times, colors},
        {0, TLB_MATERIAL_COLOR, TLB_STEP, 2, times, colors},
    };
    tlb_animation *animation = tlb_scene_add_animation(f.scene, "flow");
    animation->material_channels = channels;
    animation->material_channel_count = 3;
    write_with(&f, "flow.glb", NULL, NULL);
    const json_t *json = f.file.json;
    size_t slides = index_in(json, "materials", named(json, "materials", "slides"));
    assert_int_equal(count_at(json, "animations/0/channels"), 2); /* what moves nothing is left out */
    static const char *const ends[] = {"baseColorTexture/extensions/KHR_texture_transform/offset",
                                       "baseColorFactor"};
    for (int i = 0; i < 2; i++) {
        char wanted[200];
        snprintf(wanted, sizeof wanted, "/materials/%d/pbrMetallicRoughness/%s", (int)slides, ends[i]);
        json_t *channel = json_array_get(find(json, "animations/0/channels"), (size_t)i);
        assert_string_equal(text_at(channel, "target/path"), "pointer");
        assert_string_equal(text_at(channel, "target/extensions/KHR_animation_pointer/pointer"), wanted);
        json_t *sampler =
            json_array_get(find(json, "animations/0/samplers"), (size_t)integer_at(channel, "sampler"));
        json_t *output = item(json, "accessors", integer_at(sampler, "output"));
        assert_string_equal(text_at(output, "type"), i ? "VEC4" : "VEC2");
        assert_float_equal(float_of(&f.file, integer_at(sampler, "output"), i ? 4 : 2, 1, i ? 3 : 1), 0.5, 0);
    }
    find(json, "materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform");
    assert_float_equal(number_at(named(json, "materials", "shifted"),
                                 "pbrMetallicRoughness/baseColorTexture/extensions/"
                                 "KHR_texture_transform/offset/1"),
                       0.25, 0);
    char *used = json_dumps(find(json, "extensionsUsed"), 0);
    assert_non_null(strstr(used, "\"KHR_animation_pointer\""));
    assert_non_null(strstr(used, "\"KHR_texture_transform\""));
    free(used);
    assert_null(json_object_get(json, "extensionsRequired"));
    close_everything(&opened);
}

static void an_empty_scene_is_a_file(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_files *files = write_scene(context, scene, "empty.glb");
    parsed file = parse_glb(files);
    assert_null(file.binary);
    assert_int_equal(count_at(file.json, "scenes"), 1);
    assert_int_equal(json_object_size(file.json), 3);
    json_decref(file.json);
    tlb_files_free(files);
    files = write_scene(context, scene, "empty.gltf");
    assert_int_equal(files->count, 1);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void the_way_it_looks_is_told_where_it_is_known(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    scene->facing[1] = -1;
    tlb_files *files = write_scene(context, scene, "facing.glb");
    parsed file = parse_glb(files);
    assert_float_equal(number_at(file.json, "scenes/0/extras/facing/0"), 0, 0);
    assert_float_equal(number_at(file.json, "scenes/0/extras/facing/1"), 0, 0);
    assert_float_equal(number_at(file.json, "scenes/0/extras/facing/2"), -1, 0);
    json_decref(file.json);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* Numbers are looked at in blocks: what is broken in one leaves its neighbours' bits alone. */
static void only_what_is_broken_is_mended(void **state)
{
    (void)state;
    enum { VERTICES = 101, BROKEN = 70, TURNED = 40, MERGED = 99 };
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "");
    assert_non_null(mesh);
    assert_true(tlb_mesh_reserve(scene, mesh, VERTICES, 3, 1, TLB_WITH_NORMALS | TLB_WITH_SKIN));
    float almost = nextafterf(0.6f, 1);
    for (uint32_t i = 0; i < VERTICES; i++) {
        memcpy(mesh->positions[i], (float[]){(float)i + 0.1f, -0.0f, -(float)i}, sizeof(tlb_vec3));
        memcpy(mesh->normals[i], (float[]){almost, 0, 0.8f}, sizeof(tlb_vec3));
        memcpy(mesh->joints[i], (uint16_t[]){1, 0, 2, 0}, sizeof *mesh->joints);
        memcpy(mesh->weights[i], (float[]){0.5f, 0.3f, 0.2f, 0}, sizeof *mesh->weights);
    }
    mesh->positions[BROKEN][0] = NAN;
    memcpy(mesh->normals[TURNED], (float[]){0, 0, 5}, sizeof(tlb_vec3));
    memcpy(mesh->joints[MERGED], (uint16_t[]){1, 1, 7, 0}, sizeof *mesh->joints);
    memcpy(mesh->indices, (uint32_t[]){0, 1, 2}, 3 * sizeof *mesh->indices);
    mesh->parts[0].index_count = 3;
    add_node(scene, "", TLB_NONE, 0);
    scene->nodes[0].skin = 0;
    tlb_skin *skin = tlb_scene_add_skin(scene, "");
    add_node(scene, "", 0, TLB_NONE);
    add_node(scene, "", 0, TLB_NONE);
    assert_true(skin && tlb_skin_reserve(scene, skin, 3));
    memcpy(skin->joints, (int32_t[]){0, 1, 2}, 3 * sizeof *skin->joints);
    tlb_files *files = write_scene(context, scene, "blocks.glb");
    parsed file = parse_glb(files);
    json_t *part = find(file.json, "meshes/0/primitives/0/attributes");
    long long positions = integer_at(part, "POSITION"), normals = integer_at(part, "NORMAL"),
              joints = integer_at(part, "JOINTS_0"), weights = integer_at(part, "WEIGHTS_0");
    for (uint32_t i = 0; i < VERTICES; i++) {
        bool broken = i == BROKEN, turned = i == TURNED, merged = i == MERGED;
        assert_true(float_of(&file, positions, 3, i, 0) == (broken ? 0 : (float)i + 0.1f));
        assert_true(float_of(&file, positions, 3, i, 2) == -(float)i);
        assert_true(float_of(&file, normals, 3, i, 0) == (turned ? 0 : almost));
        assert_true(float_of(&file, normals, 3, i, 2) == (turned ? 1 : 0.8f));
        assert_memory_equal(element(&file, joints, 4, i), merged ? "\1\0\0" : "\1\0\2", 4);
        assert_true(float_of(&file, weights, 4, i, 0) == (merged ? 1 : 0.5f));
        assert_true(float_of(&file, weights, 4, i, 1) == (merged ? 0 : 0.3f));
        assert_true(float_of(&file, weights, 4, i, 2) == (merged ? 0 : 0.2f));
    }
    json_t *bounds = item(file.json, "accessors", positions);
    assert_true(number_at(bounds, "min/0") == 0 && number_at(bounds, "max/2") == 0);
    assert_true((float)number_at(bounds, "max/0") == VERTICES - 1 + 0.1f);
    assert_false(signbit(number_at(bounds, "min/1")) || signbit(number_at(bounds, "max/1")));
    json_decref(file.json);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* 65535 as an index would mean something else, so the widest small mesh has as many vertices. */
static void indices_are_as_narrow_as_they_can(void **state)
{
    (void)state;
    for (uint32_t count = UINT16_MAX; count <= UINT16_MAX + 1; count++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_scene *scene = make_empty(context);
        tlb_mesh *mesh = tlb_scene_add_mesh(scene, "");
        assert_non_null(mesh);
        assert_true(tlb_mesh_reserve(scene, mesh, count, 6, 2, 0));
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++)
                mesh->positions[i][axis] = (float)(i % 97 + (uint32_t)axis * i % 89);
        for (uint32_t i = 0; i < 6; i++)
            mesh->indices[i] = i < 3 ? i : count - 6 + i;
        mesh->parts[0].index_count = mesh->parts[1].index_count = mesh->parts[1].first_index = 3;
        add_node(scene, "", TLB_NONE, 0);
        char name[32];
        snprintf(name, sizeof name, "vertices-%u.glb", count);
        tlb_files *files = write_scene(context, scene, name);
        parsed file = parse_glb(files);
        long long second = integer_at(file.json, "meshes/0/primitives/1/indices");
        bool small = count == UINT16_MAX;
        assert_int_equal(integer_at(item(file.json, "accessors", second), "componentType"),
                         small ? 5123 : 5125);
        const uint8_t *last = element(&file, second, small ? 2 : 4, 2);
        assert_int_equal(small ? tlb_get_le16(last) : tlb_get_le32(last), count - 1);
        assert_int_equal(integer_at(file.json, "meshes/0/primitives/0/attributes/POSITION"),
                         integer_at(file.json, "meshes/0/primitives/1/attributes/POSITION"));
        json_decref(file.json);
        tlb_files_free(files);
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
}

static void refuses_what_a_glb_cannot_hold(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    enum { VERTICES = 1 << 20, MESHES = 400 }; /* that share their positions */
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "large");
    assert_true(mesh && tlb_mesh_reserve(scene, mesh, VERTICES, 3, 1, 0));
    memset(mesh->positions, 0, VERTICES * sizeof *mesh->positions);
    memset(mesh->indices, 0, 3 * sizeof *mesh->indices);
    mesh->parts[0].index_count = 3;
    tlb_mesh large = *mesh;
    for (int i = 0; i < MESHES; i++) {
        *tlb_scene_add_mesh(scene, "large") = large;
        add_node(scene, "", TLB_NONE, i);
    }
    tlb_convert_options options = {.struct_size = sizeof options, .page = true};
    tlb_files *files;
    assert_int_equal(
        tlb_scene_write(context, scene, tlb_format_by_name("glb"), "large.glb", &options, &files),
        TLB_UNSUPPORTED);
    assert_null(files);
    assert_int_equal(tlb_code_total(context, TLB_CODE_VALUE_TOO_LARGE), 1);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- memory
 * ------------------------------------------------------------------------------------------------ */

static void survives_want_of_memory(void **state)
{
    (void)state;
    tlb_context *maker = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(maker);
    static const char *const names[] = {"glb", "gltf"};
    for (int i = 0; i < 2; i++) {
        tlb_status status = TLB_LIMIT;
        for (uint64_t most = 1; status; most++) {
            tlb_context *context = tlb_context_create(
                &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
            tlb_files *files;
            status = tlb_scene_write(context, scene, tlb_format_by_name(names[i]), "x", NULL, &files);
            assert_true(status == TLB_OK || (status == TLB_LIMIT && !files));
            tlb_files_free(files);
            tlb_context_free(context);
        }
    }
    tlb_scene_free(scene);
    tlb_context_free(maker);
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

int main(void)
{
    const struct CMUnitTest everything[] = {
        cmocka_unit_test(names_what_made_it),
        cmocka_unit_test(nodes_keep_their_places),
        cmocka_unit_test(meshes_share_their_vertices),
        cmocka_unit_test(broken_numbers_are_mended),
        cmocka_unit_test(levels_are_siblings),
        cmocka_unit_test(materials_say_how_they_blend),
        cmocka_unit_test(textures_are_kept_once),
        cmocka_unit_test(skins_stand_at_the_root),
        cmocka_unit_test(influences_are_mended_in_blocks_as_alone),
        cmocka_unit_test(morphs_have_names_and_weights),
        cmocka_unit_test(animations_move_what_there_is),
    };
    const struct CMUnitTest others[] = {
        cmocka_unit_test(writes_files_beside_gltf),
        cmocka_unit_test(rigid_weights_are_bytes),
        cmocka_unit_test(textures_that_are_missing_can_be_files),
        cmocka_unit_test(hidden_things_are_glass),
        cmocka_unit_test(materials_are_animated_by_pointers),
        cmocka_unit_test(an_empty_scene_is_a_file),
        cmocka_unit_test(only_what_is_broken_is_mended),
        cmocka_unit_test(the_way_it_looks_is_told_where_it_is_known),
        cmocka_unit_test(indices_are_as_narrow_as_they_can),
        cmocka_unit_test(refuses_what_a_glb_cannot_hold),
        cmocka_unit_test(survives_want_of_memory),
    };
    int failed = cmocka_run_group_tests_name("everything.glb", everything, open_everything, close_everything);
    return failed + cmocka_run_group_tests_name("other files", others, NULL, NULL);
}
