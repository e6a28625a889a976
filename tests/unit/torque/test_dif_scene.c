/* DIF documents as scenes: geometry, materials, moving sub-objects, what is skipped and what is reported. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/platform.h"
#include "dif_maker.h"
#include "fault.h"
#include "formats/torque/dif/dif.h"
#include "temporary.h"
#include "options_text.h"

#define LIST(array) .data = (array), .count = sizeof(array) / sizeof *(array)

typedef struct fixture {
    tlb_context *context;
    tlb_assets *assets;
    tlb_document document;
    tlb_scene *scene;
    tlb_dif dif;
    tlb_dif_interior room; /* one square of 2 x 2 meters on the ground, facing up */
    tlb_dif_surface surfaces[2];
    uint32_t sheets[2];
    tlb_dif_light_map light_maps[2];
    tlb_dif_path_follower follower;
    tlb_dif_way_point way_points[4];
    tlb_dif_property properties[2];
} fixture;

/* A PNG file of 16 x 16 pixels as far as headers go; the last byte tells one from another. */
static const uint8_t sheet_a[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0\x90\x91\x68\x36"
    "\0\0\0\0IEND\xae\x42\x60\x82";
static const uint8_t sheet_b[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0\x90\x91\x68\x36"
    "\0\0\0\0IEND\xae\x42\x60\x83";

static tlb_vec3 up[] = {{0, 0, 2}}; /* too long: scenes have unit normals */
static tlb_dif_plane ground[] = {{0, 0}};
static tlb_vec3 corners[] = {{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}};
static tlb_dif_texgen texgens[] = {{{0.5f, 0, 0, 0}, {0, -0.5f, 0, 1}}};
static tlb_text materials[] = {{"walls/brick", 11}};
static uint32_t strip[] = {0, 1, 3, 2}; /* clockwise seen from above */

static tlb_text text_of(const char *words)
{
    return (tlb_text){words, (uint32_t)strlen(words)};
}

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    f.assets = tlb_assets_create(f.context);
    f.room.normals.data = up, f.room.normals.count = 1;
    f.room.planes.data = ground, f.room.planes.count = 1;
    f.room.points.data = corners, f.room.points.count = 4;
    f.room.texGenEqs.data = texgens, f.room.texGenEqs.count = 1;
    f.room.materials.data = materials, f.room.materials.count = 1;
    f.room.windings.data = strip, f.room.windings.count = 4;
    f.room.surfaces.data = f.surfaces, f.room.surfaces.count = 1;
    f.surfaces[0] = (tlb_dif_surface){.windingCount = 4, .finalWord = 2 << 6 | 2, .texGenXDistance = 0.25f};
    f.surfaces[1] = f.surfaces[0];
    f.room.lightMaps.data = f.light_maps, f.room.lightMaps.count = 2;
    f.light_maps[0].lightMap = (tlb_bytes){sheet_a, sizeof sheet_a - 1};
    f.light_maps[1].lightMap = (tlb_bytes){sheet_b, sizeof sheet_b - 1};
    f.dif.details.data = &f.room, f.dif.details.count = 1;
    f.document =
        (tlb_document){.context = f.context, .format = tlb_format_by_name("dif"), .name = "", .root = &f.dif};
    tlb_arena_init(&f.document.arena, f.context->account);
    *state = &f;
    return f.assets ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_scene_free(f->scene);
    tlb_arena_release(&f->document.arena);
    tlb_assets_free(f->assets);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_status show_options(fixture *f, const tlb_convert_options *options)
{
    tlb_chosen_options chosen;
    tlb_status status = tlb_options_choose(f->context, options, &tlb_format_dif.info, NULL, &chosen);
    if (status)
        return status;
    tlb_conversion conversion = {
        .context = f->context, .assets = f->assets, .options = &chosen.common, .from = &chosen.from};
    tlb_scene_free(f->scene);
    f->scene = tlb_scene_create(f->context);
    return tlb_dif_to_scene(&f->document, f->scene, &conversion);
}

static tlb_status show_with(fixture *f, const option_text *texts, size_t count)
{
    tlb_convert_options options;
    tlb_status status = options_from_text(f->context, texts, count, &options);
    return status ? status : show_options(f, &options);
}

static const tlb_scene *show(fixture *f)
{
    assert_int_equal(show_with(f, NULL, 0), TLB_OK);
    return f->scene;
}

static const tlb_node *node_named(const tlb_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    fail_msg("there is no node \"%s\"", name);
    return NULL;
}

static void assert_near(const float *values, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(values[i], expected[i], 1e-5f);
}

/* --- surfaces ---------------------------------------------------------------------------------------- */

static void a_surface_faces_up_in_the_scene(void **state)
{
    const tlb_scene *scene = show(*state);
    assert_int_equal(scene->mesh_count, 1);
    const tlb_mesh *mesh = &scene->meshes[0];
    static const float positions[][3] = {{0, 0, 0}, {0, 0, -2}, {2, 0, 0}, {2, 0, -2}};
    static const float uv[][2] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
    static const uint32_t indices[] = {0, 2, 1, 1, 2, 3};
    static const float normal[3] = {0, 1, 0};
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->index_count, 6);
    assert_memory_equal(mesh->indices, indices, sizeof indices);
    for (int i = 0; i < 4; i++) {
        assert_near(mesh->positions[i], positions[i], 3);
        assert_near(mesh->uv[0][i], uv[i], 2);
        assert_near(mesh->normals[i], normal, 3);
    }
    assert_null(mesh->uv[1]); /* no surface has a light map */
    assert_int_equal(scene->nodes[0].level, TLB_NONE);
}

static void a_flipped_plane_turns_the_normal(void **state)
{
    fixture *f = *state;
    static const float normal[3] = {0, -1, 0};
    f->surfaces[0].planeIndex = TLB_DIF_PLANE_FLIPPED;
    assert_near(show(f)->meshes[0].normals[0], normal, 3);
}

static void light_maps_split_a_material(void **state)
{
    fixture *f = *state;
    f->room.surfaces.count = 2;
    f->sheets[0] = 1, f->sheets[1] = 0;
    f->room.normalLMapIndices = (tlb_dif_list){LIST(f->sheets)};
    const tlb_scene *scene = show(f);
    const tlb_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->part_count, 2);
    assert_int_equal(scene->material_count, 2);
    assert_int_equal(scene->image_count, 3); /* and the placeholder */
    const tlb_material *material = &scene->materials[mesh->parts[0].material];
    assert_string_equal(material->name, "brick");
    assert_int_equal(material->lightmap.uv_set, 1);
    assert_int_equal(material->lightmap.wrap_u, TLB_WRAP_CLAMP);
    const tlb_image *sheet = &scene->images[material->lightmap.image];
    assert_int_equal(sheet->encoded.size, sizeof sheet_a - 1);
    assert_memory_equal(sheet->encoded.data, sheet_a, sizeof sheet_a - 1);
    static const float uv[2] = {0.75f, 0.5f}; /* of (2, 2): a quarter a meter, a quarter along */
    assert_near(mesh->uv[1][3], uv, 2);
}

static void equal_light_maps_are_one_image(void **state)
{
    fixture *f = *state;
    f->room.surfaces.count = 2;
    f->sheets[1] = 1;
    f->light_maps[1] = f->light_maps[0];
    f->room.normalLMapIndices = (tlb_dif_list){LIST(f->sheets)};
    const tlb_scene *scene = show(f);
    assert_int_equal(scene->image_count, 2);
    assert_int_equal(scene->material_count, 1);
}

static void smooth_normals_are_those_of_the_version(void **state)
{
    fixture *f = *state;
    static tlb_vec3 normals[] = {{0, 0, 1}, {3, 0, 0}};
    static uint32_t of_windings[] = {9, 0, 9, 9, 1, 9, 9, 7, 9}; /* T, N, B; the third N is out of range */
    static const float along_x[3] = {1, 0, 0}, along_y[3] = {0, 1, 0};
    f->room.normals2.data = normals, f->room.normals2.count = 2;
    f->room.normalIndices = (tlb_dif_list){LIST(of_windings)};
    const tlb_mesh *mesh = &show(f)->meshes[0];
    assert_near(mesh->normals[0], along_y, 3);
    assert_near(mesh->normals[1], along_x, 3);
    assert_near(mesh->normals[2], along_y, 3);

    static tlb_dif_tex_matrix matrices[] = {{0, 1, 0}};
    static uint32_t of_entries[] = {0, 5, 5, 5};
    f->room.texNormals.data = normals, f->room.texNormals.count = 2;
    f->room.texMatrices.data = matrices, f->room.texMatrices.count = 1;
    f->room.texMatIndices.data = of_entries, f->room.texMatIndices.count = 4;
    mesh = &show(f)->meshes[0];
    assert_near(mesh->normals[0], along_x, 3);
    assert_near(mesh->normals[1], along_y, 3);
}

/* The texture's u grows along x and its v against y, which is +z in the scene: a bitangent points at -z. */
static void tangents_are_those_of_the_matrices(void **state)
{
    fixture *f = *state;
    static tlb_vec3 normals[] = {{0, 0, 1}, {3, 0, 0}, {0, 0, -1}};
    static tlb_dif_tex_matrix matrices[] = {{1, 0, 9}, {9, 0, 9}, {1, 2, 9}};
    static uint32_t of_entries[] = {0, 1, 2, 7};
    static const float right[4] = {1, 0, 0, 1}, mirrored[4] = {1, 0, 0, -1};
    assert_null(show(f)->meshes[0].tangents);
    f->room.texNormals.data = normals, f->room.texNormals.count = 3;
    f->room.texMatrices.data = matrices, f->room.texMatrices.count = 3;
    f->room.texMatIndices.data = of_entries, f->room.texMatIndices.count = 4;
    const tlb_mesh *mesh = &show(f)->meshes[0];
    assert_near(mesh->tangents[0], right, 4);
    assert_near(mesh->tangents[1], right, 4);    /* its T is out of range: from the texture's equations */
    assert_near(mesh->tangents[2], mirrored, 4); /* seen from below */
    assert_near(mesh->tangents[3], right, 4);
}

static void surfaces_out_of_range_are_skipped(void **state)
{
    fixture *f = *state;
    const tlb_dif_surface good = f->surfaces[0];
    const tlb_dif_surface bad[] = {
        {.windingCount = 4, .windingStart = 1}, {.windingCount = 4, .windingStart = UINT32_MAX},
        {.windingCount = UINT32_MAX},           {.windingCount = 2},
        {.windingCount = 4, .planeIndex = 1},   {.windingCount = 4, .textureIndex = 1},
        {.windingCount = 4, .texGenIndex = 1},  {.windingCount = 4, .finalWord = 6 << 13},
    };
    f->room.surfaces.count = 2;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        f->surfaces[0] = bad[i];
        f->surfaces[1] = good;
        tlb_diagnostics_clear(f->context);
        assert_int_equal(show(f)->meshes[0].vertex_count, 4);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_SURFACE_SKIPPED), 1);
    }
}

static void what_is_no_number_is_skipped(void **state)
{
    fixture *f = *state;
    static tlb_dif_texgen lost[] = {{{NAN, 0, 0, 0}, {0, 1, 0, 0}}};
    f->room.texGenEqs.data = lost;
    const tlb_scene *scene = show(f);
    assert_int_equal(scene->mesh_count, 0);
    assert_int_equal(scene->nodes[0].mesh, TLB_NONE);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_SURFACE_SKIPPED), 1);
}

static void lines_make_no_triangles(void **state)
{
    fixture *f = *state;
    static uint32_t line[] = {0, 1, 3, 1, 0}; /* one triangle, then an index twice, then the same backwards */
    static tlb_vec3 in_line[] = {{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {0, 1, 0}};
    f->room.windings = (tlb_dif_list){LIST(line)};
    f->surfaces[0].windingCount = 4;
    assert_int_equal(show(f)->meshes[0].index_count, 3);
    f->room.points.data = in_line;
    assert_int_equal(show(f)->mesh_count, 0);
}

/* Two surfaces and one zone, which lists the first: engines never draw the second. */
static void what_is_in_no_zone_is_left_out_or_hidden(void **state)
{
    fixture *f = *state;
    static uint32_t listed[] = {0};
    tlb_dif_zone zone = {.surfaceCount = 1};
    f->room.surfaces.count = 2;
    f->room.zones.data = &zone, f->room.zones.count = 1;
    f->room.zoneSurfaces.data = listed, f->room.zoneSurfaces.count = 1;
    const tlb_scene *scene = show(f);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->meshes[0].index_count, 6);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_SURFACES_UNDRAWN), 1);
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, i);
        if (d->code == TLB_CODE_DIF_SURFACES_UNDRAWN)
            assert_string_equal(d->message, "1 of 2 surfaces are in no zone: they are left out");
    }

    assert_int_equal(show_with(f, &(option_text){"collision", ""}, 1), TLB_OK);
    const tlb_node *hidden = node_named(f->scene, "surfaces in no zone");
    assert_true(hidden->hidden);
    assert_string_equal(hidden->layer, "collision"); /* a GLB leaves out what is hidden and of no layer */
    assert_int_equal(f->scene->meshes[hidden->mesh].index_count, 6);
    assert_int_equal(f->scene->meshes[node_named(f->scene, "detail 0")->mesh].index_count, 6);

    zone.surfaceStart = 7; /* a zone whose list does not exist has nothing */
    assert_int_equal(show(f)->mesh_count, 0);
    f->room.zones.count = 0; /* without zones an interior is drawn whole */
    assert_int_equal(show(f)->meshes[0].index_count, 12);
}

/* --- materials --------------------------------------------------------------------------------------- */

/* A thousand portals of the same thousand lines: a million, if each were looked at. */
static void repeated_outlines_take_no_memory(void **state)
{
    enum { MANY = 1000, LEAST = 4 << 20 };
    static tlb_dif_winding_range lines[MANY];
    static tlb_dif_portal portals[MANY];
    fixture *f = *state;
    for (uint32_t i = 0; i < MANY; i++) {
        lines[i] = (tlb_dif_winding_range){0, 2};
        portals[i] = (tlb_dif_portal){.triFanCount = MANY};
    }
    f->room.windingIndices.data = lines, f->room.windingIndices.count = MANY;
    f->room.portals.data = portals, f->room.portals.count = MANY;
    assert_int_equal(show_with(f, &(option_text){"zones", ""}, 1), TLB_OK);
    assert_true(tlb_memory_peak(f->context) < LEAST);
}

static void a_missing_texture_is_reported_once(void **state)
{
    fixture *f = *state;
    tlb_dif_interior twice[] = {f->room, f->room};
    f->dif.details.data = twice, f->dif.details.count = 2;
    const option_text all = {"lod", "all"};
    assert_int_equal(show_with(f, &all, 1), TLB_OK);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "details[0].materials[0]");
    assert_int_equal(f->scene->material_count, 1);
    assert_true(f->scene->materials[0].placeholder);
    assert_string_equal(f->scene->materials[0].name, "brick");
    assert_int_equal(f->scene->nodes[1].level, 1);
}

/* There may be fewer bitmaps than materials: the last of many has none of its own. */
static void materials_beyond_the_bitmaps_are_files(void **state)
{
    enum { MANY = UINT16_MAX + 2 };
    fixture *f = *state;
    static tlb_text names[MANY];
    static tlb_vec3 normals[] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static tlb_vec2 uvs[3];
    static uint16_t triangle[] = {0, 1, 2};
    for (size_t i = 0; i < MANY; i++)
        names[i] = text_of("first");
    names[MANY - 1] = text_of("last");
    tlb_dif_bitmap bitmap = {1, f->light_maps[0].lightMap};
    tlb_dif_primitive primitive = {.diffuseIndex = MANY - 1, .lightMapIndex = -1, .count = 3};
    tlb_dif_static_mesh mesh = {.primitives = {&primitive, 1},
                                .indices = {triangle, 3},
                                .vertices = {corners, 3},
                                .normals = {normals, 3},
                                .diffuseUVs = {uvs, 3},
                                .hasMaterialList = 1,
                                .materials = {names, MANY},
                                .diffuseBitmaps = {&bitmap, 1},
                                .transform = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                .scale = {1, 1, 1}};
    f->room.staticMeshes.data = &mesh, f->room.staticMeshes.count = 1;
    const tlb_scene *scene = show(f);
    assert_int_equal(scene->mesh_count, 2);
    const tlb_material *material = &scene->materials[scene->meshes[1].parts[0].material];
    assert_true(material->placeholder);
    assert_string_equal(material->name, "last");
}

/* The scene, with a texture of this name in a folder. */
static const tlb_scene *show_with_texture(fixture *f, const char *name)
{
    const char *folder = make_temporary_folder(&f->document.arena);
    const char *path = tlb_arena_printf(&f->document.arena, "%s/%s", folder, name);
    assert_int_equal(tlb_file_save(f->context, path, f->light_maps[0].lightMap, false), TLB_OK);
    assert_int_equal(tlb_assets_add(f->assets, folder), TLB_OK);
    const tlb_scene *scene = show(f);
    remove_folder(folder);
    return scene;
}

static void a_texture_is_found_whatever_its_case(void **state)
{
    fixture *f = *state;
    const tlb_scene *scene = show_with_texture(f, "Brick.PNG");
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 0);
    assert_false(scene->materials[0].placeholder);
    assert_int_equal(scene->image_count, 1);
    assert_int_equal(scene->images[0].width, 16);
    assert_memory_equal(scene->images[0].encoded.data, sheet_a, sizeof sheet_a - 1);
}

/* The name in the bytes of Windows, the file's in UTF-8, as of an archive unpacked elsewhere. */
static void a_texture_is_found_in_another_encoding(void **state)
{
    fixture *f = *state;
    tlb_text name = text_of("base/textures/b\xf6rse");
    f->room.materials.data = &name;
    const tlb_scene *scene = show_with_texture(f, "B\xc3\xb6rse.png");
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ASSET_MISSING), 0);
    assert_false(scene->materials[0].placeholder);
}

static void a_level_that_is_not_there_is_refused(void **state)
{
    fixture *f = *state;
    const option_text second = {"lod", "1"}, word = {"lod", "finest"};
    assert_int_equal(show_with(f, &second, 1), TLB_ARGUMENT);
    assert_int_equal(show_with(f, &word, 1), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 2);
}

/* --- what moves -------------------------------------------------------------------------------------- */

static void put_on_path(fixture *f, const char *position, const char *target)
{
    f->dif.subObjects.data = &f->room, f->dif.subObjects.count = 1;
    f->dif.details.count = 0;
    f->follower = (tlb_dif_path_follower){.name = text_of("lift"), .offset = {0, 0, -5}};
    f->properties[0] = (tlb_dif_property){text_of("InitialPosition"), text_of(position)};
    f->properties[1] = (tlb_dif_property){text_of("initialTargetPosition"), text_of(target)};
    f->follower.properties = (tlb_dif_dictionary){LIST(f->properties)};
    f->follower.wayPoints.data = f->way_points, f->follower.wayPoints.count = 3;
    f->way_points[0] = (tlb_dif_way_point){.pos = {10, 0, 0}, .msToNext = 1000};
    f->way_points[1] = (tlb_dif_way_point){.pos = {10, 4, 0}, .msToNext = 3000};
    f->way_points[2] = (tlb_dif_way_point){.pos = {10, 4, 6}, .msToNext = 9000};
    f->dif.pathFollowers.data = &f->follower, f->dif.pathFollowers.count = 1;
}

static void assert_keys(const tlb_scene *scene, const float (*keys)[4], uint32_t count)
{
    assert_int_equal(scene->animation_count, 1);
    const tlb_channel *channel = &scene->animations[0].channels[0];
    assert_int_equal(channel->key_count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_near(&channel->times[i], keys[i], 1);
        assert_near(channel->values + (size_t)i * 3, keys[i] + 1, 3);
    }
}

static void a_follower_moves_along_its_path(void **state)
{
    fixture *f = *state;
    static const float keys[][4] = {{0, 0, 5, 0}, {1, 0, 5, -4}, {4, 0, 11, -4}};
    put_on_path(f, "0", "0");
    const tlb_scene *scene = show(f);
    assert_keys(scene, keys, 3);
    assert_false(scene->animations[0].loops);
    assert_string_equal(scene->animations[0].name, "lift 0");
    const tlb_node *node = node_named(scene, "lift 0");
    assert_int_equal(node->mesh, 0);
    assert_near(node->translation, keys[0] + 1, 3);
}

static void a_loop_begins_where_the_follower_is(void **state)
{
    fixture *f = *state;
    static const float on[][4] = {
        {0, 0, 8, -4}, {1.5f, 0, 11, -4}, {1.501f, 0, 5, 0}, {2.5f, 0, 5, -4}, {4, 0, 8, -4}};
    static const float back[][4] = {
        {0, 0, 8, -4}, {1.5f, 0, 5, -4}, {2.499f, 0, 5, 0}, {2.5f, 0, 11, -4}, {4, 0, 8, -4}};
    put_on_path(f, "2500", " -1");
    const tlb_scene *scene = show(f);
    assert_keys(scene, on, 5);
    assert_true(scene->animations[0].loops);
    assert_near(node_named(scene, "lift 0")->translation, on[0] + 1, 3);
    put_on_path(f, "2500", "-2");
    assert_keys(show(f), back, 5);
}

static void of_a_repeated_property_the_last_counts(void **state)
{
    fixture *f = *state;
    static const float there[] = {0, 8, -4};
    put_on_path(f, "0", "0");
    f->properties[1] = (tlb_dif_property){text_of("initialposition"), text_of("2500")};
    assert_near(node_named(show(f), "lift 0")->translation, there, 3);
}

static void a_jump_takes_a_millisecond(void **state)
{
    fixture *f = *state;
    static const float keys[][4] = {{0, 0, 5, 0}, {0, 0, 5, 0}, {1, 0, 5, 0}};
    put_on_path(f, "0", "-1");
    f->follower.wayPoints.count = 4;
    f->way_points[1].msToNext = 0;
    f->way_points[2].msToNext = 1000;
    f->way_points[3] = (tlb_dif_way_point){.pos = {10, 0, 0}};
    const tlb_scene *scene = show(f);
    const tlb_channel *channel = &scene->animations[0].channels[0];
    assert_int_equal(channel->key_count, 4);
    assert_float_equal(channel->times[1], 1, 1e-6f);
    assert_float_equal(channel->times[2], 1.001f, 1e-6f);
    assert_near(channel->values, keys[0] + 1, 3);
    assert_near(channel->values + 9, keys[2] + 1, 3);
}

/* A quarter of the way to the second point, (10, 0, 0) to (10, 4, 0), by the numbers of the file: 0 goes
 * straight, 1 along a Catmull-Rom spline that wraps around to (10, 4, 6), 2 speeds up and slows down by the
 * cosine. */
static void smoothing_is_by_the_numbers_of_the_file(void **state)
{
    fixture *f = *state;
    static const float quarter[3][3] = {{0, 5, -1}, {0, 4.4375f, -0.53125f}, {0, 5, -0.5857864f}};
    static const float middle[3] = {0, 5, -4}, end[3] = {0, 11, -4};
    for (uint32_t smoothing = 0; smoothing <= 2; smoothing++) {
        put_on_path(f, smoothing ? "0" : "250", smoothing ? "0" : "-1");
        f->way_points[0].smoothingType = f->way_points[1].smoothingType = smoothing;
        const tlb_scene *scene = show(f);
        const tlb_channel *channel = &scene->animations[0].channels[0];
        if (!smoothing) { /* a straight piece has no key on its way, but where the follower starts */
            assert_near(channel->values, quarter[0], 3);
            continue;
        }
        assert_int_equal(channel->key_count, 33);
        assert_near(channel->values + 3 * 4, quarter[smoothing], 3);
        assert_near(channel->values + 3 * 16, middle, 3);
        assert_near(channel->values + 3 * 32, end, 3);
        for (uint32_t i = 1; i < channel->key_count; i++)
            assert_true(channel->times[i] > channel->times[i - 1]);
    }
}

static void two_followers_share_a_sub_object(void **state)
{
    fixture *f = *state;
    put_on_path(f, "0", "0");
    tlb_dif_path_follower followers[] = {f->follower, f->follower};
    f->dif.pathFollowers.data = followers, f->dif.pathFollowers.count = 2;
    const tlb_scene *scene = show(f);
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(node_named(scene, "lift 0")->mesh, 0);
    assert_int_equal(node_named(scene, "lift 1")->mesh, 0);
    assert_int_equal(scene->animation_count, 2);
}

static void a_sub_object_without_a_follower_stays(void **state)
{
    fixture *f = *state;
    put_on_path(f, "0", "0");
    f->follower.interiorResIndex = 7;
    const tlb_scene *scene = show(f);
    assert_int_equal(node_named(scene, "lift 0")->mesh, TLB_NONE);
    const tlb_node *node = node_named(scene, "sub-object 0");
    assert_int_equal(node->mesh, 0);
    assert_false(node->hidden);
}

/* --- names and properties ----------------------------------------------------------------------------- */

static void names_and_properties_lose_nothing(void **state)
{
    fixture *f = *state;
    tlb_dif_game_entity entity = {.datablock = text_of("Gem\xe9\n"), .position = {1, 2, 3}};
    f->dif.gameEntities.data = &entity, f->dif.gameEntities.count = 1;
    f->properties[0] = (tlb_dif_property){text_of("a"), text_of("1")};
    f->properties[1] = (tlb_dif_property){text_of("b"), text_of("2")};
    entity.properties = (tlb_dif_dictionary){LIST(f->properties)};
    static const float at[3] = {1, 3, -2};
    const tlb_node *node = node_named(show(f), "Gem\xc3\xa9_");
    assert_near(node->translation, at, 3);
    const tlb_value *properties = tlb_value_get(node->extras, "properties");
    assert_string_equal(tlb_value_get(properties, "b")->as.text.data, "2");

    f->properties[1].name = text_of("a");
    properties = tlb_value_get(node_named(show(f), "Gem\xc3\xa9_")->extras, "properties");
    assert_int_equal(properties->kind, TLB_VALUE_LIST);
    assert_string_equal(properties->as.members.last->as.members.first->as.text.data, "a");
    assert_string_equal(properties->as.members.last->as.members.last->as.text.data, "2");
}

static void zeroed_texts_are_empty_ones(void **state)
{
    fixture *f = *state;
    static tlb_text nothing[1];
    put_on_path(f, "0", "0");
    f->properties[0] = f->properties[1] = (tlb_dif_property){{0}, {0}};
    f->follower.name = f->follower.datablock = (tlb_text){0};
    f->room.materials.data = nothing;
    const tlb_scene *scene = show(f);
    assert_string_equal(scene->materials[0].name, "unnamed");
    assert_string_equal(scene->nodes[1].name, "path follower 0");
    const tlb_value *info;
    assert_int_equal(tlb_info(&f->document, &info), TLB_OK);
    const tlb_value *animation = tlb_value_get(info, "animations")->as.members.first;
    assert_string_equal(tlb_value_get(animation, "name")->as.text.data, "path follower 0");
}

/* --- static meshes ------------------------------------------------------------------------------------ */

static void static_meshes_keep_their_front(void **state)
{
    fixture *f = *state;
    static uint16_t indices[] = {0, 1, 3, 2};
    tlb_dif_primitive primitives[] = {
        {.start = 0, .count = 4, .diffuseIndex = -1, .lightMapIndex = -1, .alpha = 1},
        {.start = 2, .count = 4}};
    tlb_dif_static_mesh mesh = {.transform = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                .scale = {1, 1, 1}};
    mesh.indices.data = indices, mesh.indices.count = 4;
    mesh.vertices.data = corners, mesh.vertices.count = 4;
    mesh.primitives.data = primitives, mesh.primitives.count = 2;
    f->room.surfaces.count = 0;
    f->room.staticMeshes.data = &mesh, f->room.staticMeshes.count = 1;
    static const uint32_t plain[] = {0, 2, 1, 1, 2, 3}, mirrored[] = {0, 1, 2, 1, 3, 2};
    static const float moved[3] = {5, 0, 0};
    static const uint32_t *const expected[] = {plain, mirrored};
    for (int side = 0; side < 2; side++) {
        mesh.scale[1] = side ? -1 : 1;
        const tlb_scene *scene = show(f);
        const tlb_mesh *made = &scene->meshes[node_named(scene, "static mesh 0")->mesh];
        assert_int_equal(made->index_count, 6);
        for (int i = 0; i < 6; i += 3) { /* the strip's corners 2 and 3 stand in the vertices as 3 and 2 */
            static const uint32_t corner[] = {0, 1, 3, 2};
            for (int k = 0; k < 3; k++)
                assert_int_equal(made->indices[i + k], corner[expected[side][i + k]]);
        }
        assert_near(made->positions[0], moved, 3);
        assert_true(made->normals[0][1] > 0.99f); /* there are none in the file */
        assert_int_equal(scene->materials[made->parts[0].material].alpha_mode, TLB_ALPHA_BLEND);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_SURFACE_SKIPPED), 2);
}

/* Zone 1 lists the mesh; flags 40 are 8, additive, and 32, self-illuminating; 0xffffffff is no map. */
static void static_meshes_tell_zones_and_materials(void **state)
{
    fixture *f = *state;
    static tlb_text names[] = {{"glow", 4}};
    static uint32_t flags[] = {40}, bump[] = {3}, none[] = {UINT32_MAX}, listed[] = {0};
    static float half[] = {0.5f};
    tlb_dif_zone zones[2] = {{.surfaceCount = 0}, {.staticMeshCount = 1}};
    tlb_dif_static_mesh mesh = {.scale = {1, 1, 1}};
    mesh.materials.data = names, mesh.materials.count = 1;
    mesh.materialFlags.data = flags, mesh.materialFlags.count = 1;
    mesh.bumpMaps.data = bump, mesh.bumpMaps.count = 1;
    mesh.detailMaps.data = none, mesh.detailMaps.count = 1;
    mesh.detailScales.data = half, mesh.detailScales.count = 1;
    f->room.staticMeshes.data = &mesh, f->room.staticMeshes.count = 1;
    f->room.zones.data = zones, f->room.zones.count = 2;
    f->room.zoneStaticMeshes.data = listed, f->room.zoneStaticMeshes.count = 1;
    const tlb_value *extras = node_named(show(f), "static mesh 0")->extras;
    const tlb_value *listing = tlb_value_get(extras, "zones");
    assert_int_equal(listing->as.members.first->as.integer, 1);
    assert_ptr_equal(listing->as.members.first, listing->as.members.last);
    const tlb_value *material = tlb_value_get(extras, "materials")->as.members.first;
    assert_true(tlb_value_get(material, "additive")->as.boolean);
    assert_true(tlb_value_get(material, "selfIlluminating")->as.boolean);
    assert_false(tlb_value_get(material, "subtractive")->as.boolean);
    assert_int_equal(tlb_value_get(material, "bumpMap")->as.integer, 3);
    assert_null(tlb_value_get(material, "detailMap"));
    assert_true(tlb_value_get(material, "detailScale")->as.real == 0.5);
}

static tlb_status show_pictures(fixture *f, const char *kind)
{
    return show_with(f, &(option_text){"pictures", kind}, 1);
}

static void assert_picture(const tlb_scene *scene, uint32_t index, const char *name, const uint8_t *png)
{
    const tlb_image *image = &scene->images[index];
    assert_string_equal(image->name, name);
    assert_int_equal(image->encoded.size, sizeof sheet_a - 1);
    assert_memory_equal(image->encoded.data, png, image->encoded.size);
}

static void pictures_come_as_they_are(void **state)
{
    fixture *f = *state;
    assert_int_equal(show_pictures(f, "light"), TLB_OK);
    assert_int_equal(f->scene->node_count, 0);
    assert_int_equal(f->scene->image_count, 2);
    assert_picture(f->scene, 0, "detail 0 light map 0", sheet_a);
    assert_picture(f->scene, 1, "detail 0 light map 1", sheet_b);
    assert_int_equal(show_pictures(f, "direction"), TLB_ARGUMENT);
    assert_int_equal(show_pictures(f, "preview"), TLB_ARGUMENT);
    assert_int_equal(show_pictures(f, "all"), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_OPTION), 3);
    f->light_maps[1].lightDirMap = f->light_maps[0].lightMap;
    f->dif.previewBitmap = f->light_maps[1].lightMap;
    assert_int_equal(show_pictures(f, "direction"), TLB_OK);
    assert_int_equal(f->scene->image_count, 1);
    assert_picture(f->scene, 0, "detail 0 direction map 1", sheet_a);
    assert_int_equal(show_pictures(f, "preview"), TLB_OK);
    assert_picture(f->scene, 0, "preview", sheet_b);
}

/* --- whole documents ---------------------------------------------------------------------------------- */

static const tlb_dif_read_options everything_of_dif = {
    .head = {sizeof everything_of_dif, "tlb_dif_read_options"}, .alarm = true};
static const tlb_convert_options everything = {.struct_size = sizeof everything,
                                               .from = &everything_of_dif.head,
                                               .lod = {true, TLB_LOD_ALL},
                                               .collision = true,
                                               .zones = true,
                                               .light_time = {true, 0.5}};

static void assert_mesh_is_sound(const tlb_scene *scene, const tlb_mesh *mesh)
{
    assert_true(mesh->part_count > 0);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const tlb_part *part = &mesh->parts[i];
        assert_in_range(part->material, 0, scene->material_count - 1);
        assert_true(part->index_count > 0 && part->first_index + part->index_count <= mesh->index_count);
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *corner = mesh->indices + i;
        float ab[3], ac[3], facing = 0;
        for (int k = 0; k < 3; k++) {
            assert_true(corner[k] < mesh->vertex_count);
            ab[k] = mesh->positions[corner[1]][k] - mesh->positions[corner[0]][k];
            ac[k] = mesh->positions[corner[2]][k] - mesh->positions[corner[0]][k];
        }
        for (int k = 0; k < 3; k++)
            facing += mesh->normals[corner[0]][k] *
                      (ab[(k + 1) % 3] * ac[(k + 2) % 3] - ab[(k + 2) % 3] * ac[(k + 1) % 3]);
        assert_true(facing > 0);
    }
    for (uint32_t i = 0; mesh->uv[1] && i < mesh->vertex_count; i++)
        for (int axis = 0; axis < 2; axis++)
            assert_true(mesh->uv[1][i][axis] > -1e-4f && mesh->uv[1][i][axis] < 1.0001f);
}

static void every_version_is_shown(void **state)
{
    fixture *f = *state;
    for (uint32_t version = 0; version <= TLB_DIF_LAST_VERSION; version++) {
        dif_plan plan = {.version = version, .seed = version + 1, .odd = version & 1};
        dif_make(&f->document, f->context, &plan);
        assert_int_equal(show_options(f, &everything), TLB_OK);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_DIF_SURFACE_SKIPPED), 0);
        for (uint32_t i = 0; i < f->scene->mesh_count; i++)
            assert_mesh_is_sound(f->scene, &f->scene->meshes[i]);
        for (uint32_t i = 0; i < f->scene->node_count; i++)
            assert_true(f->scene->nodes[i].parent < (int32_t)i);
        assert_true(node_named(f->scene, "collision")->hidden);
        assert_int_equal(f->scene->animation_count, 2);
        const tlb_node *trigger = node_named(f->scene, "entrance 0");
        assert_true(trigger->hidden);
        assert_int_equal(f->scene->meshes[trigger->mesh].index_count, 6 * 2 * 3);
        made_end(&f->document);
    }
}

static void memory_may_end_anywhere(void **state)
{
    fixture *f = *state;
    dif_plan plan = {.version = TLB_DIF_LAST_VERSION, .seed = 3, .odd = true};
    dif_make(&f->document, f->context, &plan);
    bool done = false;
    for (uint64_t count = 3; !done; count++) { /* the context, its assets and the scene are there */
        uint64_t left = UINT64_MAX;
        tlb_context_options options = {.struct_size = sizeof options, .allocator = scarce_allocator(&left)};
        tlb_context *context = tlb_context_create(&options);
        tlb_assets *assets = tlb_assets_create(context);
        tlb_scene *scene = tlb_scene_create(context);
        tlb_conversion conversion = {
            .context = context, .assets = assets, .options = &everything, .from = &everything_of_dif};
        left = count;
        tlb_status status = tlb_dif_to_scene(&f->document, scene, &conversion);
        done = status == TLB_OK;
        assert_true(done || status == TLB_NO_MEMORY);
        tlb_scene_free(scene);
        tlb_assets_free(assets);
        tlb_context_free(context);
    }
    made_end(&f->document);
}

/* --- describe ----------------------------------------------------------------------------------------- */

static int64_t integer_at(const tlb_value *table, const char *key)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    return value->as.integer;
}

static void describe_counts(void **state)
{
    fixture *f = *state;
    f->room.surfaces.count = 2;
    const tlb_value *summary;
    assert_int_equal(tlb_info(&f->document, &summary), TLB_OK);
    assert_int_equal(integer_at(summary, "triangles"), 4);
    assert_string_equal(tlb_value_get(summary, "version")->as.text.data, "0");
    const tlb_value *info = tlb_value_get(summary, "dif");
    const tlb_value *detail = tlb_value_get(info, "details")->as.members.first;
    assert_int_equal(integer_at(detail, "surfaces"), 2);
    assert_int_equal(integer_at(detail, "triangles"), 4);
    const tlb_value *material = tlb_value_get(info, "materials")->as.members.first;
    assert_string_equal(tlb_value_get(material, "name")->as.text.data, "brick");
    assert_int_equal(integer_at(material, "surfaces"), 2);
    const tlb_value *sheets = tlb_value_get(info, "lightMaps")->as.members.first;
    assert_string_equal(tlb_value_get(sheets, "name")->as.text.data, "16 x 16");
    assert_int_equal(integer_at(sheets, "count"), 2);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_surface_faces_up_in_the_scene),
        TEST(a_flipped_plane_turns_the_normal),
        TEST(light_maps_split_a_material),
        TEST(equal_light_maps_are_one_image),
        TEST(smooth_normals_are_those_of_the_version),
        TEST(tangents_are_those_of_the_matrices),
        TEST(surfaces_out_of_range_are_skipped),
        TEST(what_is_no_number_is_skipped),
        TEST(lines_make_no_triangles),
        TEST(repeated_outlines_take_no_memory),
        TEST(a_missing_texture_is_reported_once),
        TEST(materials_beyond_the_bitmaps_are_files),
        TEST(a_texture_is_found_whatever_its_case),
        TEST(a_texture_is_found_in_another_encoding),
        TEST(a_level_that_is_not_there_is_refused),
        TEST(a_follower_moves_along_its_path),
        TEST(a_loop_begins_where_the_follower_is),
        TEST(of_a_repeated_property_the_last_counts),
        TEST(a_jump_takes_a_millisecond),
        TEST(static_meshes_tell_zones_and_materials),
        TEST(what_is_in_no_zone_is_left_out_or_hidden),
        TEST(smoothing_is_by_the_numbers_of_the_file),
        TEST(two_followers_share_a_sub_object),
        TEST(a_sub_object_without_a_follower_stays),
        TEST(names_and_properties_lose_nothing),
        TEST(zeroed_texts_are_empty_ones),
        TEST(static_meshes_keep_their_front),
        TEST(pictures_come_as_they_are),
        TEST(every_version_is_shown),
        TEST(memory_may_end_anywhere),
        TEST(describe_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
