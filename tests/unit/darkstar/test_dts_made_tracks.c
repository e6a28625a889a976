/* Tracks and pictures of shapes from scenes, key by key. */
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
#include "scenes.h"
#include "trilobite/convert.h"

/* --- what is made ----------------------------------------------------------------------------------------
 */

typedef struct made {
    const char *shape, *objects, *sequences;
    int32_t default_materials;
} made;

static made make(scene_fixture *f)
{
    tlb_files *files;
    tlb_document *document;
    f->scene->facing[1] = -1;
    assert_int_equal(tlb_scene_write(f->context, f->scene, &tlb_format_dts, "made.dts", NULL, &files),
                     TLB_OK);
    tlb_bytes bytes = files->data[0].bytes;
    assert_int_equal(tlb_open_memory(f->context, bytes.data, bytes.size, "made.dts", NULL, &document),
                     TLB_OK);
    const tlb_dts *shape = tlb_document_dts(document);
    made m = {.shape = shape_text(&f->arena, shape),
              .sequences = sequences_text(&f->arena, shape),
              .default_materials = shape->defaultMaterials};
    m.objects = strstr(m.shape, "object");
    tlb_document_free(document);
    tlb_files_free(files);
    return m;
}

/* --- nodes -----------------------------------------------------------------------------------------------
 */

/* A place before its first key and after its last is that of the key; at a key of the other channel it is
 * mixed. */
static void channels_of_a_node_are_mixed_at_each_others_keys(void **state)
{
    scene_fixture *f = *state;
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "arm", TLB_NONE, 0);
    tlb_animation *rest = begin_animation(f->scene, "rest", 1, 1), *swing;
    add_channel(f->scene, rest, 0, TLB_TARGET_SCALE, 1, (float[]){0}, (float[]){1, 1, 1});
    swing = begin_animation(f->scene, "swing", 4, 2);
    add_channel(f->scene, swing, 0, TLB_TARGET_TRANSLATION, 2, (float[]){1, 3}, (float[]){1, 0, 0, 5, 0, 0});
    add_channel(f->scene, swing, 0, TLB_TARGET_ROTATION, 2, (float[]){0, 4},
                (float[]){0, -0.6f, 0, 0.8f, 0, 0.96f, 0, 0.28f});
    tlb_animation *again = begin_animation(f->scene, "again", 2, 1);
    add_channel(f->scene, again, 0, TLB_TARGET_TRANSLATION, 2, (float[]){0, 1}, (float[]){0, 0, 0, 0, 2, 0});
    assert_same_text(make(f).sequences,
                     "rest 1 priority 0\n"
                     "swing 4 priority 0\n"
                     "  arm: 0 (1 0 0) turned 0 0 -0.6 0.8; 0.25 (1 0 0) turned 0 0 -0.81 0.58; 0.75 (5 0 0) "
                     "turned 0 0 -1 0.02; 1 (5 0 0) turned 0 0 0.96 0.28\n"
                     "again 2 priority 0\n"
                     "  arm: 0 (0 0 0); 0.5 (0 0 2); 1 (0 0 2)\n");
}

/* What jumps has a key just before; what stays has the keys around only, what always stays one. */
static void keys_within_what_stays_are_left_out(void **state)
{
    scene_fixture *f = *state;
    static const float times[] = {0, 1, 2, 3, 4};
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    tlb_animation *walk = begin_animation(f->scene, "walk", 5, 4);
    for (int32_t i = 0; i < 4; i++)
        add_node(f->scene, (const char *const[]){"jumps", "stays", "raised", "rests"}[i], TLB_NONE, 0);
    add_channel(f->scene, walk, 0, TLB_TARGET_TRANSLATION, 2, (float[]){0, 2.5f}, (float[]){0, 0, 0, 3, 0, 0})
        ->interpolation = TLB_STEP;
    add_channel(f->scene, walk, 1, TLB_TARGET_TRANSLATION, 5, times,
                (float[]){0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0});
    add_channel(f->scene, walk, 2, TLB_TARGET_TRANSLATION, 2, times, (float[]){0, 1, 0, 0, 1, 0});
    add_channel(f->scene, walk, 3, TLB_TARGET_TRANSLATION, 2, times, (float[]){0, 0, 0, 0, 0, 0});
    assert_same_text(make(f).sequences,
                     "walk 5 priority 0\n"
                     "  jumps: 0 (0 0 0); 0.5 (0 0 0); 0.5 (3 0 0); 1 (3 0 0)\n"
                     "  stays: 0 (0 0 0); 0.2 (1 0 0); 0.6 (1 0 0); 0.8 (2 0 0); 1 (2 0 0)\n"
                     "  raised: 0 (0 0 1)\n");
}

/* Times before 0 and beyond the end are those; the duration of what has none is a thirtieth of a second. */
static void keys_are_within_the_duration(void **state)
{
    scene_fixture *f = *state;
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "arm", TLB_NONE, 0);
    tlb_animation *late = begin_animation(f->scene, "late", 1, 1);
    add_channel(f->scene, late, 0, TLB_TARGET_TRANSLATION, 3, (float[]){-1, 0.7f, 3},
                (float[]){0, 0, 0, 1, 0, 0, 3, 0, 0});
    tlb_animation *brief = begin_animation(f->scene, "", 0, 1);
    brief->loops = true;
    add_channel(f->scene, brief, 0, TLB_TARGET_TRANSLATION, 2, (float[]){0, 1}, (float[]){0, 0, 0, 3, 0, 0});
    assert_same_text(make(f).sequences, "late 1 priority 0\n"
                                        "  arm: 0 (0.59 0 0); 0.7 (1 0 0); 1 (1.26 0 0)\n"
                                        "sequence 0.0333333 cyclic priority 0\n"
                                        "  arm: 0 (0 0 0); 1 (0.1 0 0)\n");
}

/* --- objects ---------------------------------------------------------------------------------------------
 */

/* A frame for each fifteenth of a second between two weights, none between the same. */
static void weights_that_change_are_frames(void **state)
{
    scene_fixture *f = *state;
    add_morphs(f->scene, add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS), 1);
    add_node(f->scene, "fin", TLB_NONE, 0);
    tlb_animation *grow = begin_animation(f->scene, "grow", 2, 2);
    add_channel(f->scene, grow, 0, TLB_TARGET_MORPHS, 4, (float[]){0, 0.2f, 1, 1.2f},
                (float[]){0, 0.5f, 0.5f, 1});
    add_channel(f->scene, grow, 0, TLB_TARGET_SCALE, 3, (float[]){0, 0.5f, 1.5f},
                (float[]){1, 1, 1, 0, 0, 0, 1, 1, 1})
        ->interpolation = TLB_STEP;
    made m = make(f);
    assert_same_text(m.objects, "object fin on fin 7 frames\n"
                                "  m0 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                                "material #ffffff\n");
    assert_same_text(m.sequences, "grow 2 priority 0\n"
                                  "  fin: 0 seen frame 0; 0.0333333 seen frame 1; 0.0666667 seen frame 2; "
                                  "0.1 seen frame 3; 0.25 unseen frame 3; 0.533333 unseen frame 4; 0.566667 "
                                  "unseen frame 5; 0.6 unseen frame 6; 0.75 seen frame 6\n");
}

/* What is not seen below what is not seen. */
static void scales_of_nothing_hide_what_is_below(void **state)
{
    scene_fixture *f = *state;
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    memset(add_node(f->scene, "ghost", TLB_NONE, TLB_NONE)->scale, 0, 3 * sizeof(float));
    add_node(f->scene, "sheet", 0, 0);
    add_node(f->scene, "house", TLB_NONE, 0);
    tlb_animation *haunt = begin_animation(f->scene, "haunt", 1, 3);
    add_channel(f->scene, haunt, 0, TLB_TARGET_SCALE, 2, (float[]){0, 0.5f}, (float[]){0, 0, 0, 1, 1, 1});
    add_channel(f->scene, haunt, 1, TLB_TARGET_SCALE, 2, (float[]){0, 0.75f}, (float[]){1, 1, 1, 0, 0, 0});
    add_channel(f->scene, haunt, 2, TLB_TARGET_SCALE, 2, (float[]){0, 0.75f}, (float[]){1, 1, 1, 2, 2, 2});
    for (uint32_t i = 0; i < 3; i++)
        haunt->channels[i].interpolation = TLB_STEP;
    made m = make(f);
    assert_same_text(m.objects, "object sheet on ghost hidden\n"
                                "  m0 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                                "object house on house\n"
                                "  m0 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                                "material #ffffff\n");
    assert_same_text(m.sequences, "haunt 1 priority 0\n"
                                  "  sheet: 0 unseen; 0.5 seen; 0.75 unseen\n");
}

/* Triggers that lack a number are left out. */
static void triggers_have_a_position_and_a_value(void **state)
{
    scene_fixture *f = *state;
    static const char *const keys[] = {"pos", "value"};
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "arm", TLB_NONE, 0);
    for (int i = 0; i < 2; i++) {
        tlb_animation *walk = begin_animation(f->scene, i ? "run" : "walk", 1, 0);
        walk->extras = tlb_value_table(&f->arena);
        tlb_value_add_integer(&f->arena, walk->extras, "priority", 7 + i);
        tlb_value *list = tlb_value_add_list(&f->arena, walk->extras, "frameTriggers");
        for (int k = 0; k < 4; k++) {
            tlb_value *trigger = tlb_value_add_table(&f->arena, list, NULL);
            for (int j = 0; j < 2; j++)
                if (k != j)
                    tlb_value_add_real(&f->arena, trigger, keys[j], 0.25 * k + i * 4 * j);
        }
    }
    assert_same_text(make(f).sequences, "walk 1 priority 7\n"
                                        "  trigger 0 at 0.5\n"
                                        "  trigger 0 at 0.75\n"
                                        "run 1 priority 8\n"
                                        "  trigger 4 at 0.5\n"
                                        "  trigger 4 at 0.75\n");
}

/* --- pictures --------------------------------------------------------------------------------------------
 */

static int32_t add_picture(scene_fixture *f, int32_t parent, double picture, double frame, int32_t material)
{
    tlb_mesh *mesh = add_wedge(f->scene, material, TLB_WITH_NORMALS | TLB_WITH_UV0);
    for (uint32_t i = 0; i < 3; i++) {
        mesh->uv[0][i][0] = (float)frame + (float)(i == 1);
        mesh->uv[0][i][1] = (float)(i == 2);
    }
    tlb_node *node = add_node(f->scene, tlb_arena_printf(&f->arena, "picture %g", picture), parent,
                              (int32_t)f->scene->mesh_count - 1);
    node->extras = tlb_value_table(&f->arena);
    tlb_value_add_real(&f->arena, node->extras, "picture", picture);
    tlb_value_add_real(&f->arena, node->extras, "textureFrame", frame);
    return last_node(f->scene);
}

/* From a time on it is shown, to another. */
static void show(scene_fixture *f, tlb_animation *animation, int32_t node, float from, float to)
{
    tlb_channel *channel = add_channel(f->scene, animation, node, TLB_TARGET_SCALE, 3, (float[]){0, from, to},
                                       (float[]){0, 0, 0, 1, 1, 1, 0, 0, 0});
    channel->interpolation = TLB_STEP;
    channel->values[0] = channel->values[1] = channel->values[2] = from > 0 ? 0 : 1;
}

static void add_paints(scene_fixture *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tlb_material *paint = tlb_scene_add_material(f->scene, "paint");
        paint->color[0] = (float)i / 8;
        paint->unlit = true;
    }
}

/* Sorted by an editor: the picture at rest comes last. Of one number they stay in their order. */
static void pictures_of_other_materials_and_frames_take_turns(void **state)
{
    scene_fixture *f = *state;
    add_paints(f, 5);
    add_node(f->scene, "lamp", TLB_NONE, TLB_NONE);
    int32_t second = add_picture(f, 0, 2, 1, 2), other = add_picture(f, 0, 2, 3, 4),
            third = add_picture(f, 0, 3, 2, 0), first = add_picture(f, 0, 1, 1, 3),
            rest = add_picture(f, 0, 0, 0, 1);
    tlb_animation *blink = begin_animation(f->scene, "blink", 1, 5);
    add_channel(f->scene, blink, rest, TLB_TARGET_SCALE, 3, (float[]){0, 0.25f, 0.75f},
                (float[]){1, 1, 1, 0, 0, 0, 1, 1, 1})
        ->interpolation = TLB_STEP;
    show(f, blink, first, 0.25f, 0.375f);
    show(f, blink, second, 0.375f, 0.5f);
    show(f, blink, other, 0.5f, 0.625f);
    show(f, blink, third, 0.625f, 0.75f);
    made m = make(f);
    assert_same_text(m.shape, "detail detail1 1\n"
                              "node bounds (0 0 0)\n"
                              "node detail1 in bounds (0 0 0)\n"
                              "node lamp in detail1 (0 0 0)\n"
                              "object lamp on lamp 4 texture frames\n"
                              "  m1 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                              "material #00ffff\n"
                              "material #63ffff\n"
                              "material #89ffff\n"
                              "material #a5ffff\n"
                              "material #bcffff\n");
    assert_same_text(m.sequences,
                     "blink 1 priority 0\n"
                     "  materials: 0 1 shows 1; 0.25 1 shows 3; 0.375 1 shows 2; 0.5 1 shows 4; 0.625 1 "
                     "shows 0; 0.75 1 shows 1\n"
                     "  lamp: 0 texture 0; 0.25 texture 1; 0.5 texture 2; 0.625 texture 3; 0.75 texture 0\n");
    assert_int_equal(m.default_materials, 2); /* that at rest is the second */
}

/* One node may have several, each with its picture at rest first: what comes before goes with the first.
 * Those of a torch without one are none. */
static void pictures_go_with_the_one_at_rest_before_them(void **state)
{
    scene_fixture *f = *state;
    add_paints(f, 6);
    add_node(f->scene, "lamp", TLB_NONE, TLB_NONE);
    add_node(f->scene, "torch", TLB_NONE, TLB_NONE);
    add_picture(f, 1, 2, 0, 4);
    int32_t early = add_picture(f, 0, 2, 0, 5), left = add_picture(f, 0, 0, 0, 0),
            lit = add_picture(f, 0, 1, 0, 1), right = add_picture(f, 0, 0, 0, 2),
            burning = add_picture(f, 0, 1, 0, 3);
    tlb_animation *blink = begin_animation(f->scene, "blink", 1, 5);
    show(f, blink, left, 0, 0.25f);
    show(f, blink, lit, 0.25f, 0.75f);
    show(f, blink, early, 0.75f, 1);
    show(f, blink, right, 0, 0.5f);
    show(f, blink, burning, 0.5f, 1);
    made m = make(f);
    assert_same_text(m.objects, "object lamp on lamp\n"
                                "  m0 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                                "object lamp on lamp\n"
                                "  m2 (0 0 0) (0 0 1) (2 0 0), normal (0 -1 0)\n"
                                "material #00ffff\n"
                                "material #63ffff\n"
                                "material #89ffff\n"
                                "material #a5ffff\n"
                                "material #bcffff\n"
                                "material #cfffff\n");
    assert_same_text(m.sequences, "blink 1 priority 0\n"
                                  "  materials: 0 0 shows 0; 0.25 0 shows 1; 0.75 0 shows 5\n"
                                  "  materials: 0 2 shows 2; 0.5 2 shows 3\n");
}

/* --- what is too much -------------------------------------------------------------------------------- */

/* An arm that jumps to and fro at each key. */
static void keys_and_transforms_have_limits(void **state)
{
    scene_fixture *f = *state;
    static const struct {
        uint32_t keys;
        tlb_status status;
        const char *message;
    } expected[] = {{INT16_MAX - 3, TLB_OK, NULL}, /* and those of three nodes */
                    {INT16_MAX - 2, TLB_LIMIT, "transforms of nodes and keys: 32768 or more, at most 32767"},
                    {INT16_MAX, TLB_LIMIT, "transforms of nodes and keys: 32770 or more, at most 32767"},
                    {INT16_MAX + 1, TLB_LIMIT, "keys of animations: 32768 or more, at most 32767"}};
    add_wedge(f->scene, TLB_NONE, TLB_WITH_NORMALS);
    add_node(f->scene, "arm", TLB_NONE, 0);
    tlb_animation *animation = begin_animation(f->scene, "jump", 1, 1);
    animation->channel_count = 1;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        tlb_channel *channel = animation->channels;
        uint32_t count = expected[i].keys;
        *channel = (tlb_channel){.target = TLB_TARGET_TRANSLATION, .interpolation = TLB_LINEAR};
        assert_true(tlb_channel_reserve(f->scene, channel, count));
        for (uint32_t k = 0; k < count; k++) {
            channel->times[k] = (float)((double)k / (count - 1));
            memcpy(channel->values + (size_t)k * 3, (float[3]){(float)(k % 2) * 10, 0, 0}, 3 * sizeof(float));
        }
        tlb_files *files = NULL;
        tlb_diagnostics_clear(f->context);
        assert_int_equal(tlb_scene_write(f->context, f->scene, &tlb_format_dts, "made.dts", NULL, &files),
                         expected[i].status);
        if (expected[i].status)
            assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, expected[i].message);
        else
            tlb_files_free(files);
    }
}

int main(void)
{
#define IN_SCENE(test) cmocka_unit_test_setup_teardown(test, begin_scene, end_scene)
    const struct CMUnitTest tests[] = {
        IN_SCENE(channels_of_a_node_are_mixed_at_each_others_keys),
        IN_SCENE(keys_within_what_stays_are_left_out),
        IN_SCENE(keys_are_within_the_duration),
        IN_SCENE(weights_that_change_are_frames),
        IN_SCENE(scales_of_nothing_hide_what_is_below),
        IN_SCENE(triggers_have_a_position_and_a_value),
        IN_SCENE(pictures_of_other_materials_and_frames_take_turns),
        IN_SCENE(pictures_go_with_the_one_at_rest_before_them),
        IN_SCENE(keys_and_transforms_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
