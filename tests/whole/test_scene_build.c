/* Scenes that a caller makes: through public headers alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trilobite/trilobite.h>

/* A triangle with everything: texture, light map, skin, morph, attribute, both kinds of channels. */
static tlb_scene *make_scene(tlb_context *context)
{
    tlb_scene *scene = tlb_scene_create(context);
    assert_non_null(scene);
    tlb_image *image = tlb_scene_add_image(scene, "image");
    assert_true(image && tlb_image_reserve(scene, image, 2, 2));
    tlb_material *material = tlb_scene_add_material(scene, "material");
    assert_non_null(material);
    material->texture.image = 0;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "mesh");
    assert_true(mesh &&
                tlb_mesh_reserve(scene, mesh, 3, 3, 1, TLB_WITH_NORMALS | TLB_WITH_UV0 | TLB_WITH_SKIN) &&
                tlb_mesh_reserve_morphs(scene, mesh, 1, true));
    for (uint32_t i = 0; i < 3; i++) {
        memcpy(mesh->positions[i], (float[3]){i == 1, i == 2, 0}, sizeof *mesh->positions);
        memcpy(mesh->uv[0][i], (float[2]){i == 1, i != 2}, sizeof *mesh->uv[0]);
        memcpy(mesh->joints[i], (uint16_t[4]){0, 0, 0, 0}, sizeof *mesh->joints);
        memcpy(mesh->weights[i], (float[4]){1, 0, 0, 0}, sizeof *mesh->weights);
        mesh->indices[i] = i;
    }
    mesh->parts[0] = (tlb_part){.material = 0, .index_count = 3};
    mesh->morphs[0].positions[2][1] = 1;
    mesh->attributes = tlb_zalloc(tlb_scene_arena(scene), sizeof *mesh->attributes);
    assert_non_null(mesh->attributes);
    *mesh->attributes =
        (tlb_attribute){"heat", 1, tlb_zalloc_array(tlb_scene_arena(scene), 3, sizeof(float))};
    assert_non_null(mesh->attributes->values);
    mesh->attribute_count = 1;
    tlb_mesh_compute_normals(mesh);
    assert_true(mesh->normals[1][2] == 1);
    assert_true(tlb_scene_add_node(scene, "joint", TLB_NONE) && tlb_scene_add_node(scene, "body", 0));
    scene->nodes[1].mesh = 0;
    scene->nodes[1].skin = 0;
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    assert_true(skin && tlb_skin_reserve(scene, skin, 1) && skin->inverse_bind[0][15] == 1);
    skin->joints[0] = 0;
    assert_true(tlb_scene_add_camera(scene, "camera") && tlb_scene_add_light(scene, "light"));
    tlb_animation *animation = tlb_scene_add_animation(scene, "animation");
    assert_true(animation && tlb_animation_reserve(scene, animation, 1, 1));
    animation->duration = 1;
    animation->channels[0].node = 1;
    animation->channels[0].target = TLB_TARGET_MORPHS;
    animation->material_channels[0].material = 0;
    animation->material_channels[0].target = TLB_MATERIAL_COLOR;
    assert_true(tlb_channel_reserve(scene, &animation->channels[0], 2) &&
                tlb_material_channel_reserve(scene, &animation->material_channels[0], 1));
    memcpy(animation->channels[0].times, (float[2]){0, 1}, 2 * sizeof(float));
    memcpy(animation->channels[0].values, (float[2]){0, 1}, 2 * sizeof(float));
    animation->material_channels[0].times[0] = 0;
    memcpy(animation->material_channels[0].values, (float[4]){1, 0, 0, 1}, 4 * sizeof(float));
    return scene;
}

/* It is valid, and every format that takes scenes takes it; in those that are read again a triangle is left.
 */
static void every_format_takes_it(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_scene(context);
    size_t written = 0;
    assert_int_equal(tlb_scene_validate(context, scene), TLB_OK);
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format *format = tlb_format_at(i);
        const tlb_format_info *info = tlb_format_info_of(format);
        tlb_files *files;
        if (!(info->abilities & TLB_CAN_IMPORT_SCENE))
            continue;
        tlb_status status = tlb_scene_write(context, scene, format, info->extensions[0], NULL, &files);
        if (status) /* of palettes it has none, and pictures are drawn where there is OpenGL */
            assert_true(status == TLB_ARGUMENT || status == TLB_UNSUPPORTED);
        else
            assert_true(files->count && files->data[0].bytes.size);
        written += !status;
        tlb_files_free(files);
    }
    assert_true(written >= 6);
    tlb_scene_free(scene);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

static void reading_back_gives_the_triangle(void **state)
{
    (void)state;
    static const char *const names[] = {"a.iqe", "a.iqm", "a.nff"};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_scene(context), *again;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tlb_files *files;
        tlb_document *document;
        tlb_scene_stats stats;
        assert_int_equal(
            tlb_scene_write(context, scene, tlb_format_by_path(names[i]), names[i], NULL, &files), TLB_OK);
        tlb_bytes bytes = files->data[0].bytes;
        assert_int_equal(tlb_open_memory(context, bytes.data, bytes.size, names[i], NULL, &document), TLB_OK);
        assert_int_equal(tlb_document_scene(document, NULL, &again), TLB_OK);
        assert_int_equal(tlb_scene_measure(context, again, &stats), TLB_OK);
        assert_int_equal(stats.triangles, 1);
        assert_true(stats.low[0] == 0 && stats.high[0] == 1 && stats.low[1] == 0 && stats.high[1] == 1);
        tlb_scene_free(again);
        tlb_document_free(document);
        tlb_files_free(files);
    }
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void it_moves(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = make_scene(context), posed;
    tlb_arena *arena = tlb_arena_create(context);
    tlb_scene_stats stats;
    float world[2][16];
    assert_true(tlb_scene_at(scene, &scene->animations[0], 0.5f, arena, &posed));
    assert_true(posed.nodes[1].morph_weights[0] == 0.5f && posed.materials[0].color[1] == 0);
    assert_int_equal(tlb_scene_measure(context, &posed, &stats), TLB_OK);
    assert_true(stats.high[1] == 1.5f);
    scene->nodes[0].translation[0] = 3;
    tlb_scene_world_matrices(scene, world);
    assert_true(world[1][12] == 3);
    tlb_arena_free(arena);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- mistakes ----------------------------------------------------------------------------------------- */

typedef struct mistake {
    void (*make)(tlb_scene *scene);
    const char *path;
} mistake;

/* Each a function that breaks one thing. */
#define MISTAKE(name, statement)                                                                             \
    static void name(tlb_scene *s)                                                                           \
    {                                                                                                        \
        statement;                                                                                           \
    }
MISTAKE(no_nodes, s->nodes = NULL)
MISTAKE(no_scene_name, s->name = NULL)
MISTAKE(no_node_name, s->nodes[0].name = NULL)
MISTAKE(own_parent, s->nodes[1].parent = 1)
MISTAKE(cycle, s->nodes[0].parent = 1)
MISTAKE(odd_parent, s->nodes[0].parent = -2)
MISTAKE(mesh_of_node, s->nodes[0].mesh = 1)
MISTAKE(skin_of_node, s->nodes[0].skin = 1)
MISTAKE(camera_of_node, s->nodes[0].camera = 1)
MISTAKE(light_of_node, s->nodes[0].light = -7)
MISTAKE(no_positions, s->meshes[0].positions = NULL)
MISTAKE(no_indices, s->meshes[0].indices = NULL)
MISTAKE(no_weights, s->meshes[0].weights = NULL)
MISTAKE(no_joints, s->meshes[0].joints = NULL)
MISTAKE(index_outside, s->meshes[0].indices[2] = 3)
MISTAKE(part_starts_outside, s->meshes[0].parts[0].first_index = 4)
MISTAKE(part_ends_outside, s->meshes[0].parts[0].first_index = 3)
MISTAKE(part_overflows, s->meshes[0].parts[0].index_count = 0xfffffffd)
MISTAKE(half_a_triangle, s->meshes[0].parts[0].index_count = 2)
MISTAKE(material_of_part, s->meshes[0].parts[0].material = 1)
MISTAKE(no_morph_positions, s->meshes[0].morphs[0].positions = NULL)
MISTAKE(no_morph_name, s->meshes[0].morphs[0].name = NULL)
MISTAKE(components, s->meshes[0].attributes[0].components = 5)
MISTAKE(no_attribute_values, s->meshes[0].attributes[0].values = NULL)
MISTAKE(many_attributes, s->meshes[0].attribute_count = TLB_ATTRIBUTES + 1)
MISTAKE(joint_outside, s->skins[0].joints[0] = 2)
MISTAKE(no_joint, s->skins[0].joints[0] = TLB_NONE)
MISTAKE(no_inverse_bind, s->skins[0].inverse_bind = NULL)
MISTAKE(image_of_material, s->materials[0].lightmap.image = 1)
MISTAKE(uv_set, s->materials[0].texture.uv_set = TLB_UV_SETS)
MISTAKE(wrap, s->materials[0].texture.wrap_v = (tlb_wrap)3)
MISTAKE(alpha_mode, s->materials[0].alpha_mode = (tlb_alpha_mode)4)
MISTAKE(pixel_format, s->images[0].format = (tlb_pixel_format)3)
MISTAKE(no_pixels, s->images[0].pixels = NULL)
MISTAKE(no_palette, s->images[0].format = TLB_PIXELS_INDEXED)
MISTAKE(no_width, s->images[0].width = 0)
MISTAKE(no_file, s->images[0].encoded.size = 9)
MISTAKE(channel_node, s->animations[0].channels[0].node = 2)
MISTAKE(channel_target, s->animations[0].channels[0].target = (tlb_target)4)
MISTAKE(channel_times, s->animations[0].channels[0].times = NULL)
MISTAKE(channel_interpolation, s->animations[0].channels[0].interpolation = (tlb_interpolation)2)
MISTAKE(material_channel, s->animations[0].material_channels[0].material = TLB_NONE)
MISTAKE(material_values, s->animations[0].material_channels[0].values = NULL)
MISTAKE(no_camera_name, s->cameras[0].name = NULL)
MISTAKE(no_light_name, s->lights[0].name = NULL)

static const mistake mistakes[] = {
    {no_nodes, "nodes"},
    {no_scene_name, "name"},
    {no_node_name, "nodes[0].name"},
    {own_parent, "nodes[1].parent"},
    {cycle, "nodes[0].parent"},
    {odd_parent, "nodes[0].parent"},
    {mesh_of_node, "nodes[0].mesh"},
    {skin_of_node, "nodes[0].skin"},
    {camera_of_node, "nodes[0].camera"},
    {light_of_node, "nodes[0].light"},
    {no_positions, "meshes[0].positions"},
    {no_indices, "meshes[0].indices"},
    {no_weights, "meshes[0].weights"},
    {no_joints, "meshes[0].joints"},
    {index_outside, "meshes[0].indices[2]"},
    {part_starts_outside, "meshes[0].parts[0].first_index"},
    {part_ends_outside, "meshes[0].parts[0].index_count"},
    {part_overflows, "meshes[0].parts[0].index_count"},
    {half_a_triangle, "meshes[0].parts[0].index_count"},
    {material_of_part, "meshes[0].parts[0].material"},
    {no_morph_positions, "meshes[0].morphs[0].positions"},
    {no_morph_name, "meshes[0].morphs[0].name"},
    {components, "meshes[0].attributes[0].components"},
    {no_attribute_values, "meshes[0].attributes[0].values"},
    {many_attributes, "meshes[0].attribute_count"},
    {joint_outside, "skins[0].joints[0]"},
    {no_joint, "skins[0].joints[0]"},
    {no_inverse_bind, "skins[0].inverse_bind"},
    {image_of_material, "materials[0].lightmap.image"},
    {uv_set, "materials[0].texture.uv_set"},
    {wrap, "materials[0].texture.wrap_v"},
    {alpha_mode, "materials[0].alpha_mode"},
    {pixel_format, "images[0].format"},
    {no_pixels, "images[0].pixels"},
    {no_palette, "images[0].palette"},
    {no_width, "images[0].width"},
    {no_file, "images[0].encoded"},
    {channel_node, "animations[0].channels[0].node"},
    {channel_target, "animations[0].channels[0].target"},
    {channel_times, "animations[0].channels[0].times"},
    {channel_interpolation, "animations[0].channels[0].interpolation"},
    {material_channel, "animations[0].material_channels[0].material"},
    {material_values, "animations[0].material_channels[0].values"},
    {no_camera_name, "cameras[0].name"},
    {no_light_name, "lights[0].name"},
};

/* Each is refused by the writers, with its path, and does no harm. */
static void mistakes_are_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_scene *scene = make_scene(context);
        tlb_files *files;
        mistakes[i].make(scene);
        assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("glb"), "a.glb", NULL, &files),
                         TLB_ARGUMENT);
        assert_null(files);
        assert_true(tlb_diagnostic_count(context) >= 1);
        const tlb_diagnostic *first = tlb_diagnostic_at(context, 0);
        assert_int_equal(first->code, TLB_CODE_SCENE_INVALID);
        assert_string_equal(first->path, mistakes[i].path);
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
}

static tlb_scene *make_copies(tlb_context *context, uint32_t vertices, uint32_t triangles, int nodes)
{
    tlb_scene *scene = tlb_scene_create(context);
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "mesh");
    assert_true(mesh && tlb_mesh_reserve(scene, mesh, vertices, 3 * triangles, 1, 0));
    for (uint32_t i = 0; i < 3 * triangles; i++)
        mesh->indices[i] = i % 3;
    mesh->parts[0] = (tlb_part){.material = TLB_NONE, .index_count = 3 * triangles};
    for (int i = 0; i < nodes; i++)
        tlb_scene_add_node(scene, "node", TLB_NONE)->mesh = 0;
    return scene;
}

/* 100,000 triangles or vertices that 700 nodes have; only GLB writes them once. */
static void many_copies_are_refused(void **state)
{
    static const char *const refused[] = {"obj", "iqm", "iqe", "nff", "bff", "dts"};
    static const struct {
        uint32_t vertices, triangles;
    } cases[] = {{3, 100000}, {100000, 1}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_scene *scene = make_copies(context, cases[k].vertices, cases[k].triangles, 700);
        tlb_files *files;
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
            assert_int_equal(
                tlb_scene_write(context, scene, tlb_format_by_name(refused[i]), "model", NULL, &files),
                TLB_UNSUPPORTED);
            assert_null(files);
            assert_int_equal(tlb_code_total(context, TLB_CODE_SCENE_MANY_COPIES), i + 1);
        }
        scene->node_count = 1;
        assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("obj"), "model", NULL, &files),
                         TLB_OK);
        tlb_files_free(files);
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
}

/* --- images ------------------------------------------------------------------------------------------- */

/* A PGM is no kind that is known; a BMP of one red pixel is decoded; what stays a file is a copy. */
static void files_become_images(void **state)
{
    (void)state;
    static const uint8_t bmp[] = {'B', 'M', 58, 0, 0, 0, 0, 0, 0,  0, 54, 0, 0, 0, 40, 0, 0,   0, 1, 0,
                                  0,   0,   1,  0, 0, 0, 1, 0, 24, 0, 0,  0, 0, 0, 0,  0, 0,   0, 0, 0,
                                  0,   0,   0,  0, 0, 0, 0, 0, 0,  0, 0,  0, 0, 0, 0,  0, 255, 0};
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_image *image = tlb_scene_add_image(scene, "red");
    assert_non_null(image);
    assert_int_equal(tlb_image_set_file(context, scene, image, (tlb_bytes){(const uint8_t *)"P5 1 1", 6}),
                     TLB_UNSUPPORTED);
    assert_int_equal(tlb_image_set_file(context, scene, image, (tlb_bytes){bmp, sizeof bmp}), TLB_OK);
    assert_true(image->width == 1 && image->format == TLB_PIXELS_RGBA && image->pixels[0] == 255);
    assert_string_equal(image->name, "red");
    tlb_files *files;
    assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name("png"), "red.png", NULL, &files),
                     TLB_OK);
    tlb_bytes png = files->data[0].bytes;
    assert_int_equal(tlb_image_set_file(context, scene, image, png), TLB_OK);
    assert_true(image->encoded.size == png.size && image->encoded.data != png.data);
    assert_string_equal(image->mime_type, "image/png");
    tlb_files_free(files);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- triangles at once --------------------------------------------------------------------------------- */

static const float corner_positions[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}};
static const float corner_uvs[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
static const float corner_normals[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}};
static const uint32_t corner_indices[6] = {0, 1, 2, 0, 2, 3};

static void triangles_are_added_at_once(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    assert_non_null(tlb_scene_add_material(scene, "red"));
    assert_non_null(tlb_scene_add_node(scene, "first", TLB_NONE));
    assert_non_null(tlb_scene_add_mesh(scene, "first"));
    const tlb_node *node = tlb_scene_add_triangles(scene, "both", 0, 4, corner_positions[0],
                                                   corner_normals[0], corner_uvs[0], 6, corner_indices);
    assert_true(node == &scene->nodes[1] && node->mesh == 1 && node->parent == TLB_NONE);
    assert_string_equal(node->name, "both");
    const tlb_mesh *mesh = &scene->meshes[1];
    assert_string_equal(mesh->name, "both");
    assert_true(mesh->vertex_count == 4 && mesh->index_count == 6 && mesh->part_count == 1);
    assert_true(mesh->positions[0] != corner_positions[0] && mesh->indices != corner_indices); /* copies */
    assert_memory_equal(mesh->positions, corner_positions, sizeof corner_positions);
    assert_memory_equal(mesh->normals, corner_normals, sizeof corner_normals);
    assert_memory_equal(mesh->uv[0], corner_uvs, sizeof corner_uvs);
    assert_memory_equal(mesh->indices, corner_indices, sizeof corner_indices);
    assert_true(mesh->parts[0].material == 0 && mesh->parts[0].index_count == 6);
    assert_int_equal(tlb_scene_validate(context, scene), TLB_OK);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void triangles_need_only_positions(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    const tlb_node *node =
        tlb_scene_add_triangles(scene, NULL, TLB_NONE, 3, corner_positions[0], NULL, NULL, 0, NULL);
    assert_true(node && node->mesh == 0);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_true(mesh->index_count == 3 && mesh->indices[2] == 2 && mesh->normals[1][2] == 1 && !mesh->uv[0]);
    assert_int_equal(mesh->parts[0].material, TLB_NONE);
    assert_int_equal(tlb_scene_validate(context, scene), TLB_OK);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

static void triangles_that_are_none_are_refused(void **state)
{
    (void)state;
    static const uint32_t outside[3] = {0, 1, 4};
    const float *positions = corner_positions[0];
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    assert_null(tlb_scene_add_triangles(scene, "", 0, 4, NULL, NULL, NULL, 6, corner_indices));
    assert_null(tlb_scene_add_triangles(scene, "", 0, 4, positions, NULL, NULL, 5, corner_indices));
    assert_null(tlb_scene_add_triangles(scene, "", 0, 4, positions, NULL, NULL, 3, outside));
    assert_null(tlb_scene_add_triangles(scene, "", 0, 4, positions, NULL, NULL, 0, NULL));
    assert_null(tlb_scene_add_triangles(scene, "", 0, 3, positions, NULL, NULL, 3, NULL));
    assert_true(scene->mesh_count == 0 && scene->node_count == 0);
    tlb_scene_free(scene);
    tlb_context_free(context);
}

/* --- memory ------------------------------------------------------------------------------------------- */

static bool make_some(tlb_scene *scene)
{
    tlb_mesh *mesh = scene ? tlb_scene_add_mesh(scene, "mesh") : NULL;
    tlb_image *image = mesh ? tlb_scene_add_image(scene, "image") : NULL;
    tlb_skin *skin = image ? tlb_scene_add_skin(scene, "skin") : NULL;
    tlb_animation *animation = skin ? tlb_scene_add_animation(scene, "animation") : NULL;
    return animation && tlb_mesh_reserve(scene, mesh, 3, 3, 1, UINT32_MAX) &&
           tlb_mesh_reserve_morphs(scene, mesh, 2, true) && tlb_image_reserve(scene, image, 2, 2) &&
           tlb_skin_reserve(scene, skin, 3) && tlb_animation_reserve(scene, animation, 1, 1) &&
           tlb_channel_reserve(scene, &animation->channels[0], 3) &&
           tlb_material_channel_reserve(scene, &animation->material_channels[0], 3) &&
           tlb_scene_add_triangles(scene, "roof", 0, 4, corner_positions[0], NULL, corner_uvs[0], 6,
                                   corner_indices);
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    bool done = false;
    for (uint64_t most = 1; !done; most++) {
        tlb_context *context = tlb_context_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        tlb_scene *scene = tlb_scene_create(context);
        done = make_some(scene);
        if (!done)
            assert_int_equal(tlb_report_memory(context, tlb_scene_arena(scene)), TLB_LIMIT);
        if (scene) /* what was added is whole */
            assert_true(scene->mesh_count <= 1 + (uint32_t)done && scene->node_count == (uint32_t)done);
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scene = tlb_scene_create(context);
    tlb_image *image = tlb_scene_add_image(scene, "vast");
    assert_false(tlb_image_reserve(scene, image, UINT32_MAX, UINT32_MAX));
    tlb_scene_free(scene);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_takes_it),
        cmocka_unit_test(reading_back_gives_the_triangle),
        cmocka_unit_test(it_moves),
        cmocka_unit_test(mistakes_are_reported),
        cmocka_unit_test(many_copies_are_refused),
        cmocka_unit_test(files_become_images),
        cmocka_unit_test(triangles_are_added_at_once),
        cmocka_unit_test(triangles_need_only_positions),
        cmocka_unit_test(triangles_that_are_none_are_refused),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
