/* Torque shapes from scenes that lack what shapes have, have it twice, or have more than shapes can. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "image/image.h"
#include "shape_scenes.h"
#include "shape_written.h"

typedef struct named_size {
    const char *name;
    float size;
} named_size;

static void assert_details(const tlb_torque_shape *x, const named_size *wanted, uint32_t count)
{
    assert_int_equal(x->details.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(is_called(x, x->details.data[i].nameIndex, wanted[i].name));
        assert_float_equal(x->details.data[i].size, wanted[i].size, 0);
    }
}

/* Whether the object has a mesh in each detail, as 0 and 1. */
static void assert_slots(const tlb_torque_shape *x, const char *name, const char *slots)
{
    const tlb_torque_object *object = object_of(x, name);
    assert_int_equal(object->numMeshes, strlen(slots));
    for (int32_t i = 0; i < object->numMeshes; i++)
        assert_int_equal(x->meshes.data[object->startMeshIndex + i].meshType != TLB_TORQUE_NULL_MESH,
                         slots[i] - '0');
}

/* --- nodes --------------------------------------------------------------------------------------------- */

/* A skin on a joint that is left out, with influences of joints that it does not have. */
static void shapes_without_nodes_get_one(void **state)
{
    scene_fixture *f = facing(state);
    static const int16_t turn[] = {0, 0, 0, INT16_MAX};
    tlb_node *joint = add_node(f->scene, "joint", TLB_NONE, TLB_NONE);
    joint->hidden = true;
    joint->layer = "zones";
    tlb_mesh *mesh = add_square(f->scene, "leg", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_SKIN);
    for (int i = 0; i < 4; i++) {
        memcpy(mesh->joints[i], (uint16_t[]){0, 1, 7, 0}, sizeof mesh->joints[i]);
        memcpy(mesh->weights[i], (float[]){0.5f, i == 1 ? 0.5f : 0, i == 2 ? 0.5f : 0, 0},
               sizeof mesh->weights[i]);
    }
    add_node(f->scene, "leg", TLB_NONE, 0)->skin = 0;
    tlb_skin *skin = tlb_scene_add_skin(f->scene, "leg");
    assert_true(tlb_skin_reserve(f->scene, skin, 1));
    skin->joints[0] = 0;
    mesh->joints[3][0] = 7; /* it has none that there is */
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->nodes.count, 1);
    assert_true(is_called(x, x->nodes.data[0].nameIndex, "base"));
    const tlb_torque_node *node = &x->nodes.data[0];
    assert_true(node->parentIndex == -1 && node->firstObject == -1 && node->firstChild == -1 &&
                node->nextSibling == -1);
    assert_memory_equal(x->defaultRotations.data[0], turn, sizeof turn);
    for (int i = 0; i < 3; i++)
        assert_float_equal(x->defaultTranslations.data[0][i], 0, 0);
    assert_int_equal(x->subShapeNumNodes.data[0], 1);
    const tlb_torque_skin *made = x->meshes.data[object_of(x, "leg")->startMeshIndex].skin;
    assert_int_equal(made->nodeIndex.count, 1);
    assert_int_equal(made->nodeIndex.data[0], 0);
    assert_true(made->vertexIndex.count == 4 && made->boneIndex.count == 4 && made->weight.count == 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(made->vertexIndex.data[i], i);
        assert_int_equal(made->boneIndex.data[i], 0);
        assert_float_equal(made->weight.data[i], 1, 0);
    }
    shape_discard(&w);
}

static void rotations_become_of_unit_length(void **state)
{
    scene_fixture *f = facing(state);
    static const float turns[][4] = {{0, 0, 0, 0}, {0, 0, 0, 2}, {0, 0, 3, 4}, {0, 0, 0, -2}};
    static const int16_t wanted[][4] = {
        {0, 0, 0, 32767}, {0, 0, 0, 32767}, {0, 19660, 0, 26213}, {0, 0, 0, -32767}};
    for (int i = 0; i < 4; i++)
        memcpy(add_thing(f->scene, "thing", TLB_NONE)->rotation, turns[i], sizeof turns[i]);
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->defaultRotations.count, 4);
    assert_memory_equal(w.shape->defaultRotations.data, wanted, sizeof wanted);
    shape_discard(&w);
}

static void objects_of_one_name_are_told_apart(void **state)
{
    enum { COUNT = 66 };
    scene_fixture *f = facing(state);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    for (int i = 0; i < COUNT; i++)
        add_thing(f->scene, i % 2 ? "leaf" : "Leaf", 0);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->nodes.count, 1);
    assert_int_equal(x->objects.count, COUNT);
    assert_true(is_called(x, x->objects.data[0].nameIndex, "Leaf"));
    for (int i = 1; i < COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s_%d", i % 2 ? "leaf" : "Leaf", i + 1);
        assert_true(is_called(x, x->objects.data[i].nameIndex, name));
        assert_int_equal(x->objects.data[i].startMeshIndex, i);
    }
    shape_discard(&w);
}

/* --- details ------------------------------------------------------------------------------------------- */

static void add_told(tlb_scene *scene, tlb_value *list, const char *name, double size, int64_t part)
{
    tlb_value *row = tlb_value_add_table(tlb_scene_arena(scene), list, NULL);
    if (name)
        tlb_value_add_text(tlb_scene_arena(scene), row, "name", name);
    tlb_value_add_real(tlb_scene_arena(scene), row, "size", size);
    tlb_value_add_integer(tlb_scene_arena(scene), row, "subShapeNum", part);
}

/* Pictures and what has no name are none; where none is drawn the first shows the scene. */
static void details_that_are_told_are_those_of_the_shape(void **state)
{
    static const named_size undrawn[] = {{"hull", -1}, {"Collision-1", -1}, {"Collision-7", -7}},
                            drawn[] = {{"near", 90},
                                       {"far", 5},
                                       {"hull", -1},
                                       {"Collision-1", -1},
                                       {"Collision-7", -7}};
    for (int with = 0; with < 2; with++) {
        end_scene(state);
        begin_scene(state);
        scene_fixture *f = facing(state);
        f->scene->extras = tlb_value_table(tlb_scene_arena(f->scene));
        tlb_value *list = tlb_value_add_list(tlb_scene_arena(f->scene), f->scene->extras, "details");
        add_told(f->scene, list, "picture", 3, -1);
        if (with) {
            add_told(f->scene, list, "near", 90, 0);
            add_told(f->scene, list, "far", 5, 0);
        }
        add_told(f->scene, list, "hull", -1, 0);
        add_told(f->scene, list, NULL, 4, 0);
        add_told(f->scene, list, "", 4, 0);
        add_told(f->scene, list, "Collision-7", -7, 0);
        add_thing(f->scene, "hut", TLB_NONE)->level = with ? 0 : TLB_NONE;
        if (with)
            add_thing(f->scene, "hut", TLB_NONE)->level = 1;
        add_thing(f->scene, "UCX_hut", TLB_NONE);
        written w = shape_write(f->context, f->scene);
        assert_details(w.shape, with ? drawn : undrawn, with ? 5 : 3);
        assert_slots(w.shape, "hut", with ? "11" : "1");
        assert_slots(w.shape, "UCX_hut", with ? "0001" : "01");
        shape_discard(&w);
    }
}

static void details_of_one_size_are_one(void **state)
{
    static const named_size wanted[] = {{"detail64", 64}, {"Detail8", 8}, {"Collision-1", -1}, {"LOS-9", -9}};
    scene_fixture *f = facing(state);
    add_node(f->scene, "LOS-9", TLB_NONE, TLB_NONE);
    add_node(f->scene, "Detail8", TLB_NONE, TLB_NONE);
    add_node(f->scene, "Collision-1", TLB_NONE, TLB_NONE);
    add_node(f->scene, "detail64", TLB_NONE, TLB_NONE);
    add_node(f->scene, "DETAIL8", TLB_NONE, TLB_NONE);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_thing(f->scene, "hut64", 5);
    add_thing(f->scene, "hut8", 5);
    add_thing(f->scene, "bolt8", 5);
    add_thing(f->scene, "hull-1", 5);
    add_thing(f->scene, "view-9", 5);
    written w = shape_write(f->context, f->scene);
    assert_details(w.shape, wanted, 4);
    assert_slots(w.shape, "hut", "11");
    assert_slots(w.shape, "bolt", "01");
    assert_slots(w.shape, "hull", "001");
    assert_slots(w.shape, "view", "0001");
    shape_discard(&w);
}

static void add_levels(tlb_scene *scene, int32_t count, float (*size)(int32_t level))
{
    add_node(scene, "base", TLB_NONE, TLB_NONE);
    for (int32_t level = 0; level < count; level++) {
        tlb_node *node = add_thing(scene, "tree", 0);
        node->level = level;
        node->level_size = size(level);
    }
}

static float rising(int32_t level)
{
    return 5 + (float)level;
}

static float falling(int32_t level)
{
    return 200 - (float)level;
}

/* Sizes descend: what nodes say that do not is left. */
static void sizes_of_levels_descend(void **state)
{
    static const named_size few[] = {{"detail128", 128}, {"detail64", 64}, {"detail1", 1}};
    static const named_size many[] = {{"detail144", 144}, {"detail128", 128}, {"detail112", 112},
                                      {"detail96", 96},   {"detail80", 80},   {"detail64", 64},
                                      {"detail48", 48},   {"detail32", 32},   {"detail16", 16}};
    for (int32_t count = 3; count <= 9; count += 6) {
        end_scene(state);
        begin_scene(state);
        scene_fixture *f = facing(state);
        add_levels(f->scene, count, rising);
        written w = shape_write(f->context, f->scene);
        assert_details(w.shape, count == 3 ? few : many, (uint32_t)count);
        assert_slots(w.shape, "tree", count == 3 ? "111" : "111111111");
        shape_discard(&w);
    }
}

static void levels_are_at_most_64(void **state)
{
    for (int32_t count = 64; count <= 65; count++) {
        end_scene(state);
        begin_scene(state);
        scene_fixture *f = facing(state);
        add_levels(f->scene, count, falling);
        written w;
        assert_int_equal(shape_write_with(f->context, f->scene, NULL, &w), count == 64 ? TLB_OK : TLB_LIMIT);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_SHAPE_TOO_LARGE), count == 65);
        if (count == 65)
            assert_true(is_said(f->context, "levels of detail: 65 or more, at most 64"));
        else
            shape_discard(&w);
    }
}

static tlb_node *add_hull(scene_fixture *f, const char *name, int32_t parent, const char *detail)
{
    tlb_arena *arena = tlb_scene_arena(f->scene);
    tlb_node *node = add_thing(f->scene, name, parent);
    node->extras = tlb_value_table(arena);
    tlb_value_add_text(arena, node->extras, "collision", "hull");
    if (detail)
        tlb_value_add_text(arena, node->extras, "detail", detail);
    return node;
}

/* A detail that is drawn is none for a hull; what is below a hull is of its detail. */
static void hulls_say_which_detail_they_are_of(void **state)
{
    static const named_size wanted[] = {
        {"detail1", 1}, {"hull", -1}, {"Collision-1", -1}, {"Collision-3", -3}, {"LOS-9", -9}};
    scene_fixture *f = facing(state);
    add_thing(f->scene, "hut", TLB_NONE);
    add_hull(f, "drawn", TLB_NONE, "DETAIL1");
    add_hull(f, "named", TLB_NONE, "hull");
    add_hull(f, "again", TLB_NONE, "HULL");
    add_thing(f->scene, "Col-3", TLB_NONE);
    add_thing(f->scene, "plate", 4);
    add_hull(f, "view", TLB_NONE, "LOS-9");
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_details(x, wanted, 5);
    assert_slots(x, "hut", "1");
    assert_slots(x, "drawn", "001");
    assert_slots(x, "named", "01");
    assert_slots(x, "again", "01");
    assert_slots(x, "Col-3", "0001");
    assert_slots(x, "plate", "0001");
    assert_slots(x, "view", "00001");
    shape_discard(&w);
}

/* --- materials and meshes ------------------------------------------------------------------------------ */

static void colors_become_pictures(void **state)
{
    static const struct {
        tlb_alpha_mode mode;
        float alpha;
        uint8_t wanted;
    } cases[] = {{TLB_ALPHA_OPAQUE, 0.25f, 255},
                 {TLB_ALPHA_BLEND, 0.5f, 128},
                 {TLB_ALPHA_BLEND, 2, 255},
                 {TLB_ALPHA_BLEND, -1, 255},
                 {TLB_ALPHA_BLEND, 0, 0}};
    enum { COUNT = sizeof cases / sizeof *cases };
    scene_fixture *f = facing(state);
    for (int32_t i = 0; i < COUNT; i++) {
        char name[] = {(char)('a' + i), 0};
        tlb_material *m = tlb_scene_add_material(f->scene, name);
        m->alpha_mode = cases[i].mode;
        memcpy(m->color, (float[]){1, 0, 0.21404114f, cases[i].alpha}, sizeof m->color);
        add_square(f->scene, name, i, TLB_WITH_NORMALS | TLB_WITH_UV0);
        add_node(f->scene, name, TLB_NONE, i);
    }
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.files->count, 1 + COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint8_t wanted[] = {255, 0, 128, cases[i].wanted};
        const tlb_file *file = &w.files->data[i + 1];
        const char name[] = {(char)('a' + i), '.', 'p', 'n', 'g', 0};
        tlb_image image = {0};
        assert_string_equal(file->name, name);
        assert_int_equal(tlb_image_decode(f->context, &f->arena, file->bytes, &image), TLB_OK);
        assert_true(image.width == 4 && image.height == 4);
        for (int k = 0; k < 16 && image.format == TLB_PIXELS_RGBA; k++)
            assert_memory_equal(image.pixels + 4 * k, wanted, 4);
        assert_true(image.format == TLB_PIXELS_RGBA || wanted[3] == 255);
    }
    shape_discard(&w);
}

static void image_lists_have_what_is_called_so(void **state)
{
    static const char text[] = "on 1\noff 3\n";
    scene_fixture *f = facing(state);
    tlb_arena *arena = tlb_scene_arena(f->scene);
    tlb_material *m = tlb_scene_add_material(f->scene, "flash");
    m->extras = tlb_value_table(arena);
    tlb_value_add_bool(arena, m->extras, "iflMaterial", true);
    tlb_value *list = tlb_value_add_list(arena, m->extras, "ifl");
    tlb_value_add_integer(arena, tlb_value_add_table(arena, list, NULL), "count", 4);
    tlb_value_add_integer(arena, tlb_value_add_table(arena, list, NULL), "image", 4);
    tlb_value_add_text(arena, tlb_value_add_table(arena, list, NULL), "image", "on");
    tlb_value *last = tlb_value_add_table(arena, list, NULL);
    tlb_value_add_text(arena, last, "image", "off");
    tlb_value_add_integer(arena, last, "count", 3);
    add_square(f->scene, "lamp", 0, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, "lamp", TLB_NONE, 0);
    written w = shape_write(f->context, f->scene);
    assert_string_equal(w.files->data[1].name, "flash.ifl");
    assert_int_equal(w.files->data[1].bytes.size, sizeof text - 1);
    assert_memory_equal(w.files->data[1].bytes.data, text, sizeof text - 1);
    shape_discard(&w);
}

static void triangles_without_an_area_are_left_out(void **state)
{
    static const uint32_t given[] = {0, 1, 1, 2, 1, 2, 3, 3, 0, 0, 1, 2}, wanted[] = {0, 2, 1};
    scene_fixture *f = facing(state);
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "sheet");
    assert_true(tlb_mesh_reserve(f->scene, mesh, 4, 12, 1, 0));
    memcpy(mesh->positions, (float[4][3]){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}},
           4 * sizeof *mesh->positions);
    memcpy(mesh->indices, given, sizeof given);
    mesh->parts[0] = (tlb_part){TLB_NONE, 0, 12};
    add_node(f->scene, "sheet", TLB_NONE, 0);
    written w = shape_write(f->context, f->scene);
    const tlb_torque_mesh *m = &w.shape->meshes.data[0];
    assert_int_equal(m->verts.count, 3);
    assert_int_equal(m->indices.count, 3);
    assert_memory_equal(m->indices.data, wanted, sizeof wanted);
    assert_true(is_said(f->context, "triangles without an area: 3 left out"));
    shape_discard(&w);
}

/* --- sequences ----------------------------------------------------------------------------------------- */

/* Half a radian is three steps of what the engine mixes well, as long as keys are not too many. */
static void wide_turns_get_as_many_keys_as_there_may_be(void **state)
{
    static const struct {
        uint32_t intervals;
        float angle;
        uint32_t keys;
    } cases[] = {{100, 0.5f, 301}, {1500, 0.5f, 3001}, {2047, 0.3f, 4095}, {2048, 0.3f, 2049}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        end_scene(state);
        begin_scene(state);
        scene_fixture *f = facing(state);
        const uint32_t count = cases[n].intervals + 1;
        add_thing(f->scene, "wheel", TLB_NONE);
        tlb_animation *spin = begin_animation(f->scene, "spin", (float)cases[n].intervals, 4);
        tlb_channel *channel = add_channel(f->scene, spin, 0, TLB_TARGET_ROTATION, count, NULL, NULL);
        for (uint32_t k = 0; k < count; k++) {
            const double half = (double)k * (double)cases[n].angle / 2;
            const float turn[] = {0, (float)sin(half), 0, (float)cos(half)};
            channel->times[k] = (float)k;
            memcpy(channel->values + (size_t)4 * k, turn, sizeof turn);
        }
        written w = shape_write(f->context, f->scene);
        assert_int_equal(w.shape->sequences.data[0].numKeys, cases[n].keys);
        shape_discard(&w);
    }
}

/* The first lamp has keys that all show it as it is at rest: out. */
static void states_that_do_not_change_have_no_keys(void **state)
{
    scene_fixture *f = facing(state);
    static const float sizes[][9] = {{0}, {1, 1, 1, 0, 0, 0, 1, 1, 1}}, wanted[] = {0, 1, 1, 0},
                       times[] = {0, 0.25f, 0.75f};
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    tlb_animation *blink = begin_loop(f->scene, "blink", 1, 4);
    for (int32_t i = 0; i < 2; i++) {
        memcpy(add_thing(f->scene, i ? "lamp" : "out", 0)->scale, sizes[i], sizeof(float[3]));
        tlb_channel *channel = add_channel(f->scene, blink, i + 1, TLB_TARGET_SCALE, 3, NULL, NULL);
        channel->interpolation = TLB_STEP;
        memcpy(channel->times, times, sizeof times);
        memcpy(channel->values, sizes[i], sizeof sizes[i]);
    }
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    const tlb_torque_sequence *q = &x->sequences.data[0];
    assert_int_equal(q->numKeys, 2);
    assert_int_equal(q->visMatters.words.count, 1);
    assert_int_equal(q->visMatters.words.data[0], 2);
    assert_int_equal(q->frameMatters.words.count, 0);
    assert_int_equal(q->baseObjectState, 2);
    assert_int_equal(x->objectStates.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_float_equal(x->objectStates.data[i].vis, wanted[i], 0);
        assert_int_equal(x->objectStates.data[i].frameIndex, 0);
    }
    shape_discard(&w);
}

/* States of a loop that end otherwise than they begin change at its end, too, which is no half way between
 * keys. */
static void loops_of_states_change_where_they_begin_again(void **state)
{
    enum { KEYS = 30 };
    scene_fixture *f = facing(state);
    static const float sizes[] = {1, 1, 1, 0, 0, 0}, weights[] = {0, 1};
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_thing(f->scene, "lamp", 0);
    add_thing(f->scene, "flag", 0);
    tlb_mesh *flag = &f->scene->meshes[1];
    assert_true(tlb_mesh_reserve_morphs(f->scene, flag, 1, true));
    flag->morphs[0].positions[0][0] = -3;
    for (int32_t node = 1; node <= 2; node++) {
        tlb_animation *blink = begin_loop(f->scene, node == 1 ? "blink" : "wave", 1, 4);
        tlb_channel *channel = add_channel(f->scene, blink, node,
                                           node == 1 ? TLB_TARGET_SCALE : TLB_TARGET_MORPHS, 2, NULL, NULL);
        channel->interpolation = TLB_STEP;
        channel->times[0] = 0;
        channel->times[1] = 0.5f;
        memcpy(channel->values, node == 1 ? sizes : weights, node == 1 ? sizeof sizes : sizeof weights);
    }
    written w = shape_write(f->context, f->scene);
    const tlb_torque_shape *x = w.shape;
    assert_int_equal(x->objectStates.count, 2 + 2 * KEYS);
    for (int32_t i = 0; i < 2; i++) {
        const tlb_torque_sequence *q = &x->sequences.data[i];
        assert_int_equal(q->numKeys, KEYS);
        assert_int_equal(q->baseObjectState, 2 + i * KEYS);
        for (int32_t k = 0; k < KEYS; k++) {
            const tlb_torque_object_state *of = &x->objectStates.data[q->baseObjectState + k];
            assert_float_equal(of->vis, i == 0 && k >= KEYS / 2 ? 0 : 1, 0);
            assert_int_equal(of->frameIndex, i == 1 && k >= KEYS / 2);
        }
    }
    shape_discard(&w);
}

static void loops_of_morphs_need_no_mesh(void **state)
{
    scene_fixture *f = facing(state);
    add_node(f->scene, "base", TLB_NONE, TLB_NONE);
    add_thing(f->scene, "lamp", 0);
    tlb_animation *wave = begin_loop(f->scene, "wave", 1, 4);
    tlb_channel *channel = add_channel(f->scene, wave, 0, TLB_TARGET_MORPHS, 2, NULL, NULL);
    channel->times[0] = 0;
    channel->times[1] = 1;
    written w = shape_write(f->context, f->scene);
    assert_int_equal(w.shape->objectStates.count, 1);
    shape_discard(&w);
}

int main(void)
{
#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)
    const struct CMUnitTest tests[] = {
        IN_SCENE(shapes_without_nodes_get_one),
        IN_SCENE(rotations_become_of_unit_length),
        IN_SCENE(objects_of_one_name_are_told_apart),
        IN_SCENE(details_that_are_told_are_those_of_the_shape),
        IN_SCENE(details_of_one_size_are_one),
        IN_SCENE(sizes_of_levels_descend),
        IN_SCENE(levels_are_at_most_64),
        IN_SCENE(hulls_say_which_detail_they_are_of),
        IN_SCENE(colors_become_pictures),
        IN_SCENE(image_lists_have_what_is_called_so),
        IN_SCENE(triangles_without_an_area_are_left_out),
        IN_SCENE(wide_turns_get_as_many_keys_as_there_may_be),
        IN_SCENE(states_that_do_not_change_have_no_keys),
        IN_SCENE(loops_of_states_change_where_they_begin_again),
        IN_SCENE(loops_of_morphs_need_no_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
