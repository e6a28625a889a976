/* The meshes of a scene on a shape of three details (--like): where they come to be, and what is left of the
 * shape's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dts_scenes.h"
#include "dts_text.h"
#include "formats/darkstar/dts/dts.h"
#include "image/image.h"
#include "options_text.h"
#include "scenes.h"
#include "temporary.h"
#include "trilobite/convert.h"

/* --- scenes ------------------------------------------------------------------------------------------ */

/* In half a second the arm goes up by 1, and the fin becomes larger in its middle. */
static void add_wave(tlb_scene *scene, int32_t arm, int32_t fin)
{
    tlb_animation *wave = begin_animation(scene, "wave", 0.5f, 3);
    add_channel(scene, wave, arm, TLB_TARGET_TRANSLATION, 2, (float[]){0, 0.5f}, (float[]){1, 0, 0, 1, 1, 0});
    add_channel(scene, wave, fin, TLB_TARGET_MORPHS, 2, (float[]){0, 0.25f}, (float[]){0, 1});
    wave->channels[1].interpolation = TLB_STEP;
}

static tlb_scene *scene_of_shape(tlb_context *context)
{
    tlb_scene *scene = make_empty(context);
    scene->facing[1] = -1;
    return scene;
}

static tlb_node *add_detail(tlb_scene *scene, const char *name, int32_t level, float size)
{
    tlb_node *node = add_node(scene, name, 0, TLB_NONE);
    node->level = level;
    node->level_size = size;
    return node;
}

/* Writes the scene, which is freed, as mech.dts. */
static const char *put(folder_fixture *f, tlb_scene *scene)
{
    tlb_files *files;
    assert_int_equal(tlb_scene_write(f->context, scene, &tlb_format_dts, "mech.dts", NULL, &files), TLB_OK);
    put_in_folder(f->folder, "mech.dts", files->data[0].bytes.data, files->data[0].bytes.size);
    tlb_files_free(files);
    tlb_scene_free(scene);
    return tlb_arena_printf(&f->arena, "%s/mech.dts", f->folder);
}

/* mech128 has an arm with two objects, mech36 an arm with one, coll0 a hull. */
static const char *put_shape(folder_fixture *f)
{
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_scene_add_material(scene, "red")->color[1] = 0;
    tlb_material *brick = tlb_scene_add_material(scene, "brick");
    brick->placeholder = "brick.bmp";
    add_wedge(scene, 0, TLB_WITH_NORMALS);
    add_morphs(scene, add_wedge(scene, 1, TLB_WITH_NORMALS | TLB_WITH_UV0), 1);
    add_node(scene, "bounds", TLB_NONE, TLB_NONE);
    add_detail(scene, "mech128", 0, 128);
    add_node(scene, "arm128", last_node(scene), TLB_NONE)->translation[0] = 1;
    int32_t arm = last_node(scene);
    memcpy(add_node(scene, "hand128", arm, TLB_NONE)->translation, (float[3]){0, 1, -1}, sizeof(float[3]));
    add_node(scene, "wedge128", arm, 0);
    add_node(scene, "fin128", arm, 1);
    add_wave(scene, arm, last_node(scene));
    add_detail(scene, "mech36", 1, 36)->translation[2] = -2;
    add_node(scene, "arm36", last_node(scene), TLB_NONE)->translation[1] = 3;
    add_node(scene, "wedge36", last_node(scene), 0);
    tlb_node *hull = add_node(scene, "coll0", 0, TLB_NONE);
    hull->hidden = true;
    hull->layer = "collision";
    add_node(scene, "hull", last_node(scene), 1);
    add_channel(scene, scene->animations, last_node(scene), TLB_TARGET_MORPHS, 2, (float[]){0, 0.125f},
                (float[]){0, 1})
        ->interpolation = TLB_STEP;
    tlb_arena *arena = tlb_scene_arena(scene);
    scene->extras = tlb_value_table(arena);
    tlb_value *detail = tlb_value_add_table(arena, tlb_value_add_list(arena, scene->extras, "details"), NULL);
    tlb_value_add_text(arena, detail, "rootNode", "coll0");
    tlb_value_add_integer(arena, detail, "size", 0);
    return put(f, scene);
}

/* One detail of size 0, which is drawn all the same. */
static const char *put_single(folder_fixture *f)
{
    tlb_scene *scene = scene_of_shape(f->context);
    add_wedge(scene, TLB_NONE, TLB_WITH_NORMALS);
    add_node(scene, "bounds", TLB_NONE, TLB_NONE);
    add_detail(scene, "only", 0, 0);
    add_node(scene, "box", 1, 0);
    return put(f, scene);
}

/* The message without the folder. */
static const char *told(folder_fixture *f, const char *message)
{
    const char *path = strstr(message, f->folder);
    int before = path ? (int)(path - message) : 0;
    const char *rest = path ? path + strlen(f->folder) + 1 : message;
    return tlb_arena_printf(&f->arena, "%.*s%s", before, message, rest);
}

static const char *messages(folder_fixture *f)
{
    const char *text = "";
    for (size_t i = 0; i < tlb_diagnostic_count(f->context); i++)
        text =
            tlb_arena_printf(&f->arena, "%s%s\n", text, told(f, tlb_diagnostic_at(f->context, i)->message));
    return text;
}

/* What is made, as text; NULL: it was refused. */
typedef struct made {
    const char *shape, *objects, *sequences;
} made;

static made made_on(folder_fixture *f, const char *shape_path, const tlb_scene *scene, const char *sequence,
                    tlb_status expected)
{
    tlb_files *files;
    tlb_document *document;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.to = OPTIONS_OF(tlb_dts_write_options, .like = shape_path, .sequence = sequence);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_scene_write(f->context, scene, &tlb_format_dts, "made.dts", &options, &files),
                     expected);
    if (expected)
        return (made){0};
    tlb_bytes bytes = files->data[0].bytes;
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "made.dts", NULL, &document),
                     TLB_OK);
    const tlb_dts *shape = tlb_document_dts(document);
    const char *text = shape_text(&f->arena, shape), *sequences = sequences_text(&f->arena, shape);
    for (uint32_t i = 1; i < files->count; i++)
        text = tlb_arena_printf(&f->arena, "%sfile %s\n", text, files->data[i].name);
    tlb_document_free(document);
    tlb_files_free(files);
    return (made){text, strstr(text, "object"), sequences};
}

static made made_with(folder_fixture *f, const tlb_scene *scene, const char *sequence, tlb_status expected)
{
    return made_on(f, put_shape(f), scene, sequence, expected);
}

static made made_like(folder_fixture *f, const tlb_scene *scene)
{
    return made_with(f, scene, NULL, TLB_OK);
}

/* --- the shape, where nothing replaces it ------------------------------------------------------------ */

#define NODES                                                                                                \
    "node bounds (0 0 0)\n"                                                                                  \
    "node mech128 in bounds (0 0 0)\n"                                                                       \
    "node arm128 in mech128 (1 0 0)\n"                                                                       \
    "node hand128 in arm128 (0 1 1)\n"                                                                       \
    "node mech36 in bounds (0 2 0)\n"                                                                        \
    "node arm36 in mech36 (0 0 3)\n"                                                                         \
    "node coll0 in bounds (0 0 0)\n"
#define HULL                                                                                                 \
    "object hull on coll0 2 frames\n"                                                                        \
    "  m1 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
#define OWN_MATERIALS                                                                                        \
    "material #ff00ff\n"                                                                                     \
    "material brick.bmp #000000\n"
#define ONE_DETAIL_LESS                                                                                      \
    "\"mech.dts\" has 1 detail for which the scene has no level: left out; the coarsest level is drawn "     \
    "instead\n"

/* --- which objects are replaced ---------------------------------------------------------------------- */

/* The finest detail is that of what has no level; of two meshes with the name of an object the first is in
 * its place. */
static void objects_of_a_detail_with_meshes_are_replaced(void **state)
{
    folder_fixture *f = *state;
    static const uint32_t turned[] = {1, 2, 0, 3, 0, 2};
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_scene_add_material(scene, "wall")->placeholder = "textures/BRICK.PNG";
    tlb_scene_add_material(scene, "new")->color[0] = 0;
    add_morphs(scene, add_wedge(scene, 0, TLB_WITH_NORMALS | TLB_WITH_UV0), 1);
    memcpy(add_square(scene, "square", 1, 0)->indices, turned, sizeof turned);
    add_node(scene, "arm", TLB_NONE, TLB_NONE)->translation[0] = 1;
    add_node(scene, "wedge128", 0, 0)->translation[1] = 0.5f;
    add_node(scene, "wedge128", 0, 1)->scale[0] = -1;
    add_node(scene, "fin", 0, 0);
    made m = made_like(f, scene);
    assert_same_text(m.shape,
                     "detail mech128 36\n"
                     "detail coll0 0\n" NODES "object wedge128 on arm128\n"
                     "  m1 (1 0 0.5) (1 0 1.5) (3 0 0.5), normal (0 -1 0)\n"
                     "object fin128 on arm128\n"
                     "  m1 (1 0 0) (1 0 1) (3 0 0), normal (0 -1 0)\n" HULL "object wedge128 on arm128\n"
                     "  m2 (0.5 0 -0.5) (0.5 0 0.5) (1.5 0 -0.5), normal (0 -1 0)\n"
                     "  m2 (1.5 0 0.5) (1.5 0 -0.5) (0.5 0 0.5), normal (0 -1 0)\n" OWN_MATERIALS
                     "material #00ffff\n");
    assert_same_text(m.sequences, "wave 0.5 priority 0\n"
                                  "  arm128: 0 (1 0 0); 1 (1 0 1)\n"
                                  "  hull: 0 frame 0; 0.25 frame 1\n");
    assert_same_text(messages(f), ONE_DETAIL_LESS);
    tlb_scene_free(scene);
}

/* Levels by their numbers, collision into the first detail that is never drawn. What has no detail is left
 * out, what is on a node that the shape has not goes to that of the detail. */
static void meshes_go_to_the_details_of_their_levels(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_scene_add_material(scene, "blue")->color[0] = 0;
    add_wedge(scene, 0, TLB_WITH_NORMALS);
    add_node(scene, "hull", TLB_NONE, 0)->level = 0;
    add_node(scene, "arm", TLB_NONE, TLB_NONE)->level = 1;
    add_node(scene, "wing.001", 1, 0)->translation[1] = 5;
    add_node(scene, "farther", TLB_NONE, 0)->level = 2;
    add_node(scene, "farthest", TLB_NONE, 0)->level = 3;
    add_node(scene, "UCX_block", TLB_NONE, 0)->translation[2] = 4;
    add_node(scene, "unseen", TLB_NONE, 0)->hidden = true;
    tlb_animation *animation = tlb_scene_add_animation(scene, "walk");
    animation->duration = 1;
    made m = made_like(f, scene);
    assert_same_text(m.shape,
                     "detail mech128 128\n"
                     "detail mech36 36\n"
                     "detail coll0 0\n" NODES "object hull on mech128\n"
                     "  m2 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                     "object wing.001 on arm36\n"
                     "  m2 (0 0 5) (0 0 6) (2 0 5), normal (0 -1 0)\n"
                     "object UCX_block on coll0\n"
                     "  m2 (0 -4 0) (0 -4 1) (2 -4 0), normal (0 -1 0)\n" OWN_MATERIALS "material #00ffff\n");
    assert_same_text(m.sequences, "wave 0.5 priority 0\n"
                                  "  arm128: 0 (1 0 0); 1 (1 0 1)\n");
    assert_same_text(
        messages(f),
        "2 meshes are left out: \"mech.dts\" has no detail for \"farther\"\n"
        "2 nodes are not in \"mech.dts\": meshes on \"hull\" are put on the node of the detail\n"
        "the sequences are those of \"mech.dts\", none is replaced by an animation of the scene\n");
    tlb_scene_free(scene);
}

/* That of the coarser detail is the scene's only mesh: the finer detail is left out. */
static void a_replaced_object_is_a_mesh_of_its_detail(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    add_wedge(scene, TLB_NONE, 0);
    tlb_node *node = add_node(scene, "wedge", TLB_NONE, 0);
    node->level = 1;
    node->translation[1] = 2;
    assert_same_text(made_like(f, scene).shape,
                     "detail mech36 36\n"
                     "detail coll0 0\n" NODES "object wedge36 on arm36\n"
                     "  m2 (0 0 2) (0 0 3) (2 0 2), normal (0 -1 0)\n" HULL OWN_MATERIALS
                     "material #ffffff\n");
    assert_same_text(messages(f), ONE_DETAIL_LESS);
    tlb_scene_free(scene);
}

static void the_only_detail_is_none_for_collision(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    add_wedge(scene, TLB_NONE, 0);
    add_node(scene, "lid", TLB_NONE, 0)->translation[1] = 1;
    add_node(scene, "knob", TLB_NONE, 0)->level = 0;
    add_node(scene, "UCX_lid", TLB_NONE, 0);
    add_node(scene, "far", TLB_NONE, 0)->level = 1;
    assert_same_text(made_on(f, put_single(f), scene, NULL, TLB_OK).shape,
                     "detail only 0\n"
                     "node bounds (0 0 0)\n"
                     "node only in bounds (0 0 0)\n"
                     "object lid on only\n"
                     "  m1 (0 0 1) (0 0 2) (2 0 1), normal (0 -1 0)\n"
                     "object knob on only\n"
                     "  m1 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                     "material #ffffff\n"
                     "material #ffffff\n");
    assert_same_text(
        messages(f),
        "2 meshes are left out: \"mech.dts\" has no detail for \"UCX_lid\"\n"
        "2 nodes are not in \"mech.dts\": meshes on \"lid\" are put on the node of the detail\n");
    tlb_scene_free(scene);
}

/* --- what becomes of meshes -------------------------------------------------------------------------- */

/* A quarter of each of two targets shows. */
static void morph_targets_are_turned_with_the_mesh(void **state)
{
    folder_fixture *f = *state;
    float quarters[] = {0.25f, 0.25f};
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_scene_add_material(scene, "blue")->color[0] = 0;
    add_morphs(scene, add_wedge(scene, 0, TLB_WITH_NORMALS), 2);
    add_node(scene, "arm", TLB_NONE, TLB_NONE);
    tlb_node *node = add_node(scene, "blade", 0, 0);
    node->translation[0] = 2;
    memcpy(node->rotation, (float[4]){0, 0.6f, 0, 0.8f}, sizeof node->rotation);
    node->scale[1] = 2;
    node->morph_weights = quarters;
    assert_same_text(made_like(f, scene).objects,
                     HULL "object blade on arm128\n"
                          "  m2 (2 0 0) (2 0 3) (2.84 2.88 0), normal (0.75 0.5 0)\n" OWN_MATERIALS
                          "material #00ffff\n");
    tlb_scene_free(scene);
}

/* Of two wedges the first is an arm's, the second that of a joint that the shape has not. */
static tlb_scene *held_wedges(folder_fixture *f)
{
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_scene_add_material(scene, "blue")->color[0] = 0;
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "wedges"), *wedge = add_wedge(scene, 0, 0);
    assert_true(tlb_mesh_reserve(scene, mesh, 6, 6, 1, TLB_WITH_SKIN));
    mesh->parts[0] = (tlb_part){.material = 0, .index_count = 6};
    for (uint32_t i = 0; i < 6; i++) {
        memcpy(mesh->positions[i], wedge->positions[i % 3], sizeof *mesh->positions);
        mesh->indices[i] = i;
        memset(mesh->joints[i], 0, sizeof *mesh->joints);
        memcpy(mesh->weights[i], (float[4]){0, 1, 0, 0}, sizeof *mesh->weights);
        mesh->joints[i][1] = (uint16_t)(i / 3);
    }
    add_node(scene, "skin", TLB_NONE, 0)->skin = 0;
    add_node(scene, "arm", TLB_NONE, TLB_NONE)->translation[0] = 1;
    add_node(scene, "tail", TLB_NONE, TLB_NONE)->translation[2] = 1;
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    assert_true(skin && tlb_skin_reserve(scene, skin, 2));
    skin->joints[0] = 1;
    skin->joints[1] = 2;
    skin->inverse_bind[0][13] = 7;
    return scene;
}

static void vertices_are_where_their_joints_hold_them(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = held_wedges(f);
    assert_same_text(made_like(f, scene).objects, HULL
                     "object skin on arm128\n"
                     "  m2 (1 0 7) (1 0 8) (3 0 7), normal (0 -1 0)\n"
                     "object skin on mech128\n"
                     "  m2 (0 -1 0) (0 -1 1) (2 -1 0), normal (0 -1 0)\n" OWN_MATERIALS "material #00ffff\n");
    assert_same_text(messages(f), ONE_DETAIL_LESS
                     "1 node is not in \"mech.dts\": meshes on \"tail\" are put on the node of the detail\n"
                     "meshes with skins are cut at their joints; 0.0 % of 6 vertices have more than one "
                     "joint, 0 triangles span joints\n");
    tlb_scene_free(scene);
}

/* By the name of the image, too: both materials are one of the shape, whose texture is written anew. */
static void images_in_place_of_textures_of_the_shape_are_written(void **state)
{
    folder_fixture *f = *state;
    static const char *const names[] = {"Brick", "stone.v2"};
    tlb_scene *scene = scene_of_shape(f->context);
    for (int32_t i = 0; i < 2; i++) {
        tlb_image *image = tlb_scene_add_image(scene, names[i]);
        assert_int_equal(tlb_image_placeholder(f->context, tlb_scene_arena(scene), image), TLB_OK);
        image->name = names[i];
    }
    for (int32_t i = 0; i < 3; i++) {
        tlb_scene_add_material(scene, "any")->texture.image = i / 2;
        add_wedge(scene, i, TLB_WITH_NORMALS | TLB_WITH_UV0);
        add_node(scene, "arm", TLB_NONE, i);
    }
    assert_same_text(made_like(f, scene).objects,
                     HULL "object arm on arm128\n"
                          "  m1 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                          "object arm on arm128\n"
                          "  m1 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                          "object arm on arm128\n"
                          "  m2 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n" OWN_MATERIALS
                          "material stone.v2.bmp #000000\n"
                          "file brick.bmp\n"
                          "file stone.v2.bmp\n");
    tlb_scene_free(scene);
}

/* --- where a scene looks ----------------------------------------------------------------------------- */

/* What does not say where it looks looks where its arm and hand are nearer to the shape's. */
static void assert_turned(folder_fixture *f, float x, float z, const char *object)
{
    tlb_scene *scene = make_empty(f->context);
    tlb_scene_add_material(scene, "blue")->color[0] = 0;
    add_wedge(scene, 0, TLB_WITH_NORMALS);
    add_node(scene, "arm", TLB_NONE, 0)->translation[0] = x;
    add_node(scene, "hand", 0, TLB_NONE)->translation[2] = z;
    const char *arm = strstr(made_like(f, scene).objects, "object arm");
    assert_same_text(tlb_copy_text(&f->arena, arm, (size_t)(strstr(arm, "material") - arm)).data, object);
    tlb_scene_free(scene);
}

static void scenes_are_turned_to_the_arms_of_the_shape(void **state)
{
    assert_turned(*state, 0.25f, 0,
                  "object arm on arm128\n"
                  "  m2 (0.25 0 0) (0.25 0 1) (2.25 0 0), normal (0 -1 0)\n");
    assert_turned(*state, -0.25f, 0,
                  "object arm on arm128\n"
                  "  m2 (0.25 0 0) (0.25 0 1) (-1.75 0 0), normal (0.25 1 0)\n");
    assert_turned(*state, 0, -0.25f,
                  "object arm on arm128\n"
                  "  m2 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n");
    assert_turned(*state, 0, 0.25f,
                  "object arm on arm128\n"
                  "  m2 (0 0 0) (0 0 1) (-2 0 0), normal (0.25 1 0)\n");
}

/* --- sequences --------------------------------------------------------------------------------------- */

/* The arm of each detail goes where the model's does. The fin changes at the same part of the longer
 * duration. */
static void the_sequence_moves_the_nodes_of_all_details(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    tlb_arena *arena = tlb_scene_arena(scene);
    add_morphs(scene, add_wedge(scene, TLB_NONE, 0), 1);
    add_node(scene, "base", TLB_NONE, TLB_NONE)->translation[2] = 1;
    add_node(scene, "arm", 0, 0);
    add_node(scene, "tail", 0, TLB_NONE);
    add_node(scene, "tip", 0, TLB_NONE);
    add_node(scene, "grown", 0, 0);
    add_node(scene, "hand", 1, TLB_NONE);
    const float times[] = {0, 1}, moves[] = {0, 0, 0, 0, 3, 1}, turns[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f};
    tlb_animation *walk = begin_animation(scene, "walk", 2, 8);
    add_channel(scene, walk, 1, TLB_TARGET_TRANSLATION, 2, times, moves);
    add_channel(scene, walk, 1, TLB_TARGET_ROTATION, 2, times, turns);
    add_channel(scene, walk, 2, TLB_TARGET_TRANSLATION, 2, times, moves);
    add_channel(scene, walk, 2, TLB_TARGET_ROTATION, 2, times, turns);
    add_channel(scene, walk, 3, TLB_TARGET_ROTATION, 2, times, turns);
    add_channel(scene, walk, 4, TLB_TARGET_MORPHS, 2, times, (float[]){0, 1});
    add_channel(scene, walk, 4, TLB_TARGET_SCALE, 2, times, moves);
    add_channel(scene, walk, 5, TLB_TARGET_TRANSLATION, 2, times, moves);
    walk->extras = tlb_value_table(arena);
    tlb_value *trigger =
        tlb_value_add_table(arena, tlb_value_add_list(arena, walk->extras, "frameTriggers"), NULL);
    tlb_value_add_real(arena, trigger, "pos", 0.75);
    tlb_value_add_integer(arena, trigger, "value", 5);
    assert_same_text(made_with(f, scene, "wave", TLB_OK).sequences,
                     "wave 2 priority 0\n"
                     "  trigger 5 at 0.75\n"
                     "  arm128: 0 (0 -1 0); 0.5 (0 -2 3) turned 0 0 0.6 0.8; 1 (0 -2 3) turned 0 0 0.6 0.8\n"
                     "  hand128: 0 (0 0 0); 0.5 (0 -1 3); 1 (0 -1 3)\n"
                     "  arm36: 0 (0 -3 0); 0.5 (0 -4 3) turned 0 0 0.6 0.8; 1 (0 -4 3) turned 0 0 0.6 0.8\n"
                     "  fin128: 0 frame 0; 0.5 frame 1\n"
                     "  hull: 0 frame 0; 0.25 frame 1\n");
    assert_same_text(messages(f), "2 animated nodes are not in \"mech.dts\": \"tail\" and others\n");
    tlb_scene_free(scene);
}

static void a_single_node_that_the_shape_has_not_is_named(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    add_wedge(scene, TLB_NONE, 0);
    add_node(scene, "tail", TLB_NONE, 0);
    tlb_animation *walk = begin_animation(scene, "walk", 2, 1);
    add_channel(scene, walk, 0, TLB_TARGET_TRANSLATION, 2, (float[]){0, 1}, (float[]){0, 0, 0, 0, 3, 1});
    made_with(f, scene, "wave", TLB_OK);
    assert_same_text(messages(f), "1 animated node is not in \"mech.dts\": \"tail\"\n");
    tlb_scene_free(scene);
}

/* Of two animations neither has the name. */
static void names_of_sequences_and_animations_are_listed(void **state)
{
    folder_fixture *f = *state;
    tlb_scene *scene = scene_of_shape(f->context);
    add_wedge(scene, TLB_NONE, 0);
    add_node(scene, "arm", TLB_NONE, 0);
    made_with(f, scene, "walk", TLB_ARGUMENT);
    assert_same_text(messages(f), "\"mech.dts\" has no animation \"walk\"; it has: wave\n");
    made_with(f, scene, "wave", TLB_ARGUMENT);
    assert_same_text(messages(f), "the scene has no animation \"wave\"; it has: none\n");
    begin_animation(scene, "walk", 1, 0);
    begin_animation(scene, "run", 1, 0);
    made_with(f, scene, "wave", TLB_ARGUMENT);
    assert_same_text(messages(f), "the scene has no animation \"wave\"; it has: walk, run\n");
    tlb_scene_free(scene);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin_folder, end_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(objects_of_a_detail_with_meshes_are_replaced),
        IN_FOLDER(meshes_go_to_the_details_of_their_levels),
        IN_FOLDER(a_replaced_object_is_a_mesh_of_its_detail),
        IN_FOLDER(the_only_detail_is_none_for_collision),
        IN_FOLDER(morph_targets_are_turned_with_the_mesh),
        IN_FOLDER(vertices_are_where_their_joints_hold_them),
        IN_FOLDER(images_in_place_of_textures_of_the_shape_are_written),
        IN_FOLDER(scenes_are_turned_to_the_arms_of_the_shape),
        IN_FOLDER(the_sequence_moves_the_nodes_of_all_details),
        IN_FOLDER(a_single_node_that_the_shape_has_not_is_named),
        IN_FOLDER(names_of_sequences_and_animations_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
