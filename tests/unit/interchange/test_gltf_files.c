#include "base/bytes.h"
#include "fault.h"
#include "gltf_written.h"
#include "options_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    /* What is within is at the places that the views name. */
    json_t *part = find(mesh_of(json, named(json, "nodes", "lit")), "primitives/0");
    parsed beside = {json, f.files->data[1].bytes.data, f.files->data[1].bytes.size};
    for (size_t i = 0; i < 4; i++) {
        static const float corners[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
        for (size_t axis = 0; axis < 2; axis++)
            assert_float_equal(float_of(&beside, integer_at(part, "attributes/POSITION"), 3, i, axis),
                               corners[i][axis], 0);
    }
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

/* Whether an object's numbers go on after `last`, one by one. */
static void assert_counts_on(json_t *object, long long *last)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) assert_int_equal(json_integer_value(value), ++*last);
}

/* Meshes with vertex data of each kind, and with zeros where the material or a morph needs data. */
static void accessors_can_be_more_than_16_bits_count(void **state)
{
    enum { MESHES = 4800, EACH = 14 };
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_empty(context);
    tlb_material *material = tlb_scene_add_material(scene, "");
    assert_true(material && tlb_scene_add_image(scene, ""));
    material->texture = (tlb_texture){.image = 0, .uv_set = 2};
    tlb_mesh *mesh = add_square(scene, "", 0,
                                TLB_WITH_NORMALS | TLB_WITH_TANGENTS | TLB_WITH_UV0 | TLB_WITH_UV1 |
                                    TLB_WITH_COLORS | TLB_WITH_SKIN);
    assert_true(tlb_mesh_reserve_morphs(scene, mesh, 2, true));
    mesh->morphs[1].normals = NULL;
    tlb_mesh one = *mesh;
    tlb_skin *skin = tlb_scene_add_skin(scene, "");
    assert_true(skin && tlb_skin_reserve(scene, skin, 1));
    skin->joints[0] = 0;
    for (int i = 0; i < MESHES; i++) {
        if (i)
            *tlb_scene_add_mesh(scene, "") = one;
        add_node(scene, "", TLB_NONE, i)->skin = 0;
    }
    tlb_convert_options options = {.struct_size = sizeof options,
                                   .to = OPTIONS_OF(tlb_gltf_write_options, .page = true)};
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("glb"), "many.glb", &options, &files),
                     TLB_OK);
    parsed file = parse_glb(files);
    assert_true(count_at(file.json, "accessors") > UINT16_MAX);
    json_t *mesh_json = item(file.json, "meshes", MESHES - 1);
    long long last = (MESHES - 1) * EACH - 1;
    assert_counts_on(find(mesh_json, "primitives/0/attributes"), &last);
    assert_counts_on(find(mesh_json, "primitives/0/targets/0"), &last);
    assert_counts_on(find(mesh_json, "primitives/0/targets/1"), &last);
    assert_string_equal(text_at(mesh_json, "extras/targetNames/1"), "target_1");
    assert_int_equal(integer_at(mesh_json, "primitives/0/indices"), last + 1);
    assert_int_equal(last + 2, MESHES * EACH);
    json_decref(file.json);
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
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
    tlb_convert_options options = {.struct_size = sizeof options,
                                   .to = OPTIONS_OF(tlb_gltf_write_options, .page = true)};
    tlb_files *files;
    assert_int_equal(
        tlb_scene_write(context, scene, tlb_format_by_name("glb"), "large.glb", &options, &files),
        TLB_UNSUPPORTED);
    assert_null(files);
    assert_int_equal(tlb_code_total(context, TLB_CODE_VALUE_TOO_LARGE), 1);
    tlb_scene_free(scene);
    tlb_context_free(context);
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
    *tlb_scene_add_light(f->scene, "torch") =
        (tlb_scene_light){.name = "torch", .color = {1, 0.5f, 0.25f}, .intensity = 12.5f};
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

/* More joints than a byte numbers: they are shorts, of vertices that one joint moves and of others. */
static void many_joints_are_shorts(void **state)
{
    (void)state;
    enum { JOINTS = 300 };
    for (int blends = 0; blends < 2; blends++) {
        fixture f;
        void *opened = &f;
        start_scene(&f);
        for (int i = 0; i < JOINTS; i++)
            add_node(f.scene, "joint", i ? 0 : TLB_NONE, TLB_NONE);
        tlb_mesh *mesh = add_square(f.scene, "skin", TLB_NONE, TLB_WITH_SKIN);
        for (uint16_t i = 0; i < 4; i++)
            mesh->joints[i][0] = (uint16_t)(i * 90 + 1);
        if (blends) {
            mesh->joints[2][1] = 299;
            mesh->weights[2][0] = mesh->weights[2][1] = 0.5f;
        }
        add_node(f.scene, "skinned", TLB_NONE, 0)->skin = 0;
        tlb_skin *skin = tlb_scene_add_skin(f.scene, "skin");
        assert_true(skin && tlb_skin_reserve(f.scene, skin, JOINTS));
        for (int i = 0; i < JOINTS; i++)
            skin->joints[i] = i;
        f.files = write_scene(f.context, f.scene, "joints.glb");
        f.file = parse_glb(f.files);
        json_t *part = find(f.file.json, "meshes/0/primitives/0");
        long long joints = integer_at(part, "attributes/JOINTS_0");
        assert_int_equal(integer_at(item(f.file.json, "accessors", joints), "componentType"), 5123);
        for (size_t i = 0; i < 4; i++) {
            const uint8_t *row = element(&f.file, joints, 8, i);
            assert_int_equal(tlb_get_le16(row), i * 90 + 1);
            assert_int_equal(tlb_get_le16(row + 2), blends && i == 2 ? 299 : 0);
            assert_int_equal(tlb_get_le16(row + 6), 0);
        }
        close_everything(&opened);
    }
}

/* What glTF forbids becomes what it allows: cameras that see nothing, cones that are none. */
static void cameras_and_cones_are_valid(void **state)
{
    (void)state;
    static const struct {
        float xmag, ymag, yfov, aspect, znear, zfar;
        double start, end; /* -1: none */
    } cameras[] = {
        {0, 0, 1, 1.5f, 0.5f, 20, 0.5, 20}, {0, 0, 1, 0, 2, 2, 2, -1},   {0, 0, 1, 0, 3, 0, 3, -1},
        {2, 3, 0, 0, 0, 10, 0, 10},         {2, 3, 0, 0, 4, 4, 4, 1004}, {2, 3, 0, 0, 4, 8, 4, 8},
    };
    static const struct {
        float inner, outer;
        double written_inner, written_outer;
    } cones[] = {
        {0.25f, 0.5f, 0.25, 0.5},
        {0, 0.5f, 0, 0.5},
        {0.5f, 0.5f, 0, 0.5},
        {-1, 0.5f, 0, 0.5},
        {0.25f, 0, 0.25, 1.570796},
        {1, 3, 1, 1.570796},
        {0.5f, 1.57079632f, 0.5, 1.570796},
    };
    enum { CAMERAS = sizeof cameras / sizeof *cameras, CONES = sizeof cones / sizeof *cones };
    fixture f;
    void *opened = &f;
    char path[64];
    start_scene(&f);
    for (int i = 0; i < CAMERAS; i++) {
        tlb_scene_camera *camera = tlb_scene_add_camera(f.scene, "eye");
        camera->xmag = cameras[i].xmag;
        camera->ymag = cameras[i].ymag;
        camera->yfov = cameras[i].yfov;
        camera->aspect = cameras[i].aspect;
        camera->znear = cameras[i].znear;
        camera->zfar = cameras[i].zfar;
        add_node(f.scene, "eye", TLB_NONE, TLB_NONE)->camera = i;
    }
    for (int i = 0; i < CONES; i++) {
        *tlb_scene_add_light(f.scene, "spot") = (tlb_scene_light){.name = "spot",
                                                                  .kind = TLB_LIGHT_SPOT,
                                                                  .color = {1, 1, 1},
                                                                  .intensity = 1,
                                                                  .inner_cone = cones[i].inner,
                                                                  .outer_cone = cones[i].outer};
        add_node(f.scene, "spot", TLB_NONE, TLB_NONE)->light = i;
    }
    f.files = write_scene(f.context, f.scene, "cameras.glb");
    f.file = parse_glb(f.files);
    for (int i = 0; i < CAMERAS; i++) {
        const char *kind = cameras[i].xmag > 0 ? "orthographic" : "perspective";
        snprintf(path, sizeof path, "cameras/%d", i);
        json_t *camera = find(f.file.json, path);
        assert_string_equal(text_at(camera, "type"), kind);
        json_t *values = json_object_get(camera, kind), *end = json_object_get(values, "zfar");
        assert_float_equal(number_at(values, "znear"), cameras[i].start, 1e-6);
        assert_int_equal(end != NULL, cameras[i].end >= 0);
        if (end)
            assert_float_equal(json_number_value(end), cameras[i].end, 1e-3);
        assert_int_equal(json_object_get(values, "aspectRatio") != NULL, cameras[i].aspect > 0);
    }
    for (int i = 0; i < CONES; i++) {
        snprintf(path, sizeof path, "extensions/KHR_lights_punctual/lights/%d/spot", i);
        json_t *spot = find(f.file.json, path);
        assert_float_equal(number_at(spot, "innerConeAngle"), cones[i].written_inner, 1e-5);
        assert_float_equal(number_at(spot, "outerConeAngle"), cones[i].written_outer, 1e-5);
        assert_true(number_at(spot, "outerConeAngle") <= acos(0));
    }
    close_everything(&opened);
}

/* Names of attributes that differ in what glTF has no letters for are numbered. */
static void attributes_have_different_names(void **state)
{
    (void)state;
    static const char *const names[] = {"heat", "HEAT", "he-t", "he.t", "he_t"};
    static const char *const written[] = {"_HEAT", "_HEAT_2", "_HE_T", "_HE_T_2", "_HE_T_3"};
    enum { COUNT = sizeof names / sizeof *names };
    fixture f;
    void *opened = &f;
    float values[COUNT][4];
    start_scene(&f);
    tlb_mesh *mesh = add_square(f.scene, "wall", TLB_NONE, 0);
    mesh->attributes = tlb_zalloc_array(tlb_scene_arena(f.scene), TLB_ATTRIBUTES, sizeof *mesh->attributes);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 4; k++)
            values[i][k] = (float)(10 * i + k);
        mesh->attributes[mesh->attribute_count++] = (tlb_attribute){names[i], 1, values[i]};
    }
    add_node(f.scene, "wall", TLB_NONE, 0);
    f.files = write_scene(f.context, f.scene, "attributes.glb");
    f.file = parse_glb(f.files);
    json_t *attributes = find(f.file.json, "meshes/0/primitives/0/attributes");
    for (int i = 0; i < COUNT; i++)
        for (size_t k = 0; k < 4; k++)
            assert_float_equal(float_of(&f.file, integer_at(attributes, written[i]), 1, k, 0), values[i][k],
                               0);
    close_everything(&opened);
}

/* Three skins, the first without joints: those with joints are numbered. Of a mesh with two of them, joints
 * that one does not have are none. */
static void skins_with_joints_are_numbered(void **state)
{
    (void)state;
    fixture f;
    void *opened = &f;
    static const uint32_t joints[] = {0, 1, 2};
    start_scene(&f);
    for (int i = 0; i < 2; i++)
        add_node(f.scene, "joint", TLB_NONE, TLB_NONE);
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"none", "one", "two", "both"};
        tlb_mesh *mesh = add_square(f.scene, names[i], TLB_NONE, TLB_WITH_SKIN);
        mesh->joints[2][0] = 1;
        add_node(f.scene, names[i], TLB_NONE, i)->skin = i % 3;
    }
    f.scene->nodes[2 + 3].skin = 2;
    add_node(f.scene, "again", TLB_NONE, 3)->skin = 1;
    for (int i = 0; i < 3; i++) {
        tlb_skin *skin = tlb_scene_add_skin(f.scene, "skin");
        assert_true(skin && tlb_skin_reserve(f.scene, skin, joints[i]));
        for (uint32_t k = 0; k < joints[i]; k++)
            skin->joints[k] = (int32_t)k;
    }
    f.files = write_scene(f.context, f.scene, "skins.glb");
    f.file = parse_glb(f.files);
    const json_t *json = f.file.json;
    assert_int_equal(count_at(json, "skins"), 2);
    assert_int_equal(count_at(json, "skins/0/joints"), 1);
    assert_int_equal(count_at(json, "skins/1/joints"), 2);
    assert_null(json_object_get(named(json, "nodes", "none"), "skin"));
    static const struct {
        const char *node;
        int skin;
        uint8_t second; /* joint of corner 2 */
    } wanted[] = {{"one", 0, 0}, {"two", 1, 1}, {"both", 1, 0}, {"again", 0, 0}};
    for (size_t i = 0; i < 4; i++) {
        json_t *node = named(json, "nodes", wanted[i].node);
        assert_int_equal(integer_at(node, "skin"), wanted[i].skin);
        json_t *part = find(mesh_of(json, node), "primitives/0");
        assert_int_equal(*element(&f.file, integer_at(part, "attributes/JOINTS_0"), 4, 2), wanted[i].second);
    }
    assert_null(json_object_get(find(mesh_of(json, named(json, "nodes", "none")), "primitives/0/attributes"),
                                "JOINTS_0"));
    close_everything(&opened);
}

/* Written and read, all three numbers of each. */
static void morphs_come_back(void **state)
{
    (void)state;
    fixture f;
    void *opened = &f;
    start_scene(&f);
    tlb_mesh *mesh = add_square(f.scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    assert_true(tlb_mesh_reserve_morphs(f.scene, mesh, 2, true));
    for (int i = 0; i < 2; i++)
        for (int v = 0; v < 4; v++)
            for (int axis = 0; axis < 3; axis++) {
                mesh->morphs[i].positions[v][axis] = (float)(i * 100 + v * 10 + axis);
                mesh->morphs[i].normals[v][axis] = (float)(i * 100 + v * 10 + axis) / 1024;
            }
    add_node(f.scene, "square", TLB_NONE, 0);
    f.files = write_scene(f.context, f.scene, "morphs.glb");
    f.file = parse_glb(f.files);
    tlb_document *document;
    tlb_scene *again;
    tlb_bytes glb = f.files->data[0].bytes;
    assert_int_equal(tlb_open_memory(f.context, glb.data, glb.size, "x.glb", NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &again), TLB_OK);
    assert_int_equal(again->meshes[0].morph_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(again->meshes[0].morphs[i].positions, mesh->morphs[i].positions,
                            4 * sizeof(tlb_vec3));
        assert_memory_equal(again->meshes[0].morphs[i].normals, mesh->morphs[i].normals,
                            4 * sizeof(tlb_vec3));
    }
    tlb_scene_free(again);
    tlb_document_free(document);
    close_everything(&opened);
}

typedef struct subject {
    const tlb_scene *scene;
    const char *name;
} subject;

static tlb_status write_again(tlb_context *context, const void *made_of, collected *made)
{
    const subject *s = made_of;
    tlb_files *files;
    tlb_status status =
        tlb_scene_write(context, s->scene, tlb_format_by_path(s->name), s->name, NULL, &files);
    for (uint32_t i = 0; files && i < files->count; i++)
        collect(made, files->data[i].bytes.data, files->data[i].bytes.size);
    tlb_files_free(files);
    return status;
}

static void survives_want_of_memory(void **state)
{
    (void)state;
    tlb_context *maker = tlb_context_create(NULL);
    tlb_scene *scene = make_everything(maker);
    assert_refused_or_same(write_again, &(subject){scene, "x.glb"});
    assert_refused_or_same(write_again, &(subject){scene, "x.gltf"});
    tlb_scene_free(scene);
    tlb_context_free(maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_files_beside_gltf),
        cmocka_unit_test(rigid_weights_are_bytes),
        cmocka_unit_test(textures_that_are_missing_can_be_files),
        cmocka_unit_test(hidden_things_are_glass),
        cmocka_unit_test(materials_are_animated_by_pointers),
        cmocka_unit_test(an_empty_scene_is_a_file),
        cmocka_unit_test(only_what_is_broken_is_mended),
        cmocka_unit_test(the_way_it_looks_is_told_where_it_is_known),
        cmocka_unit_test(indices_are_as_narrow_as_they_can),
        cmocka_unit_test(accessors_can_be_more_than_16_bits_count),
        cmocka_unit_test(refuses_what_a_glb_cannot_hold),
        cmocka_unit_test(skins_with_joints_are_numbered),
        cmocka_unit_test(many_joints_are_shorts),
        cmocka_unit_test(cameras_and_cones_are_valid),
        cmocka_unit_test(attributes_have_different_names),
        cmocka_unit_test(morphs_come_back),
        cmocka_unit_test(survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
