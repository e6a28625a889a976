/* Nodes that take turns, and what that makes of their channels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "animations.h"
#include "fault.h"
#include "scene/animation/channel.h"
#include "scene/animation/flip_frames.h"
#include "scene/animation/flips.h"
#include "scene/transform/layers.h"
#include "scenes.h"

static void only_the_first_node_is_seen(void **state)
{
    scene_fixture *f = *state;
    static const char *const names[] = {"other", "a", "b", "c"};
    add_node(f->scene, "sign", TLB_NONE, TLB_NONE);
    for (int i = 0; i < 4; i++)
        add_square(f->scene, names[i], TLB_NONE, 0);
    assert_true(tlb_add_flip_nodes(f->scene, 0, 1, 3));
    assert_int_equal(f->scene->node_count, 4);
    for (int i = 1; i < 4; i++) {
        const tlb_node *node = &f->scene->nodes[i];
        assert_string_equal(node->name, names[i]);
        assert_int_equal(node->parent, 0);
        assert_int_equal(node->mesh, i);
        for (int axis = 0; axis < 3; axis++)
            assert_true(node->scale[axis] == (i == 1 ? 1 : 0));
    }
}

static void nodes_need_memory(void **state)
{
    (void)state;
    bool done = false;
    for (uint64_t most = 1; !done; most++) {
        uint64_t left = most;
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
        tlb_scene *scene = context ? tlb_scene_create(context) : NULL;
        if (scene && tlb_scene_add_mesh(scene, "a") && tlb_scene_add_mesh(scene, "b")) {
            done = tlb_add_flip_nodes(scene, TLB_NONE, 0, 2);
            assert_true(done == (scene->node_count == 2));
        }
        tlb_scene_free(scene);
        tlb_context_free(context);
    }
}

static void assert_scales(const tlb_channel *channel, int32_t node, uint32_t count, const float *times,
                          const float *scales)
{
    assert_int_equal(channel->node, node);
    assert_int_equal(channel->target, TLB_TARGET_SCALE);
    assert_int_equal(channel->interpolation, TLB_STEP);
    assert_int_equal(channel->key_count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(channel->times[i] == times[i]);
        for (int axis = 0; axis < 3; axis++)
            assert_true(channel->values[3 * i + (uint32_t)axis] == scales[i]);
    }
}

/* Of four nodes the third is never seen, which it is not at rest either. */
static void channels_have_a_key_for_each_turn(void **state)
{
    static const tlb_flip_key keys[] = {{0, 0}, {1, 1}, {2, 1}, {3, 0}, {4, 3}};
    scene_fixture *f = *state;
    tlb_animation *animation = begin_animation(f->scene, "turns", 5, 4);
    assert_true(tlb_add_flip_channels(f->scene, animation, 7, 4, keys, 5));
    assert_int_equal(animation->channel_count, 3);
    assert_scales(&animation->channels[0], 7, 4, (const float[]){0, 1, 3, 4}, (const float[]){1, 0, 1, 0});
    assert_scales(&animation->channels[1], 8, 3, (const float[]){0, 1, 3}, (const float[]){0, 1, 0});
    assert_scales(&animation->channels[2], 10, 2, (const float[]){0, 4}, (const float[]){0, 1});
}

/* The first is seen at rest: without another it needs no channel, and with another all the time both do. */
static void what_stays_as_it_rests_has_no_channel(void **state)
{
    scene_fixture *f = *state;
    for (uint32_t shown = 0; shown < 2; shown++) {
        tlb_animation *animation = begin_animation(f->scene, "still", 1, 2);
        assert_true(tlb_add_flip_channels(f->scene, animation, 0, 2, (const tlb_flip_key[]){{0, shown}}, 1));
        assert_int_equal(animation->channel_count, 2 * shown);
        for (uint32_t i = 0; i < animation->channel_count; i++)
            assert_scales(&animation->channels[i], (int32_t)i, 1, (const float[]){0},
                          (const float[]){i ? 1 : 0});
    }
}

/* Whether the end differs from the begin, which a loop would jump at. */
static void channels_are_open_or_closed(void **state)
{
    static float values[8] = {0, 0, 0, 1, 0, 0, 0, -1}, near[6] = {1, 2, 3, 1, 2, 3.00005f},
                 far[6] = {1, 2, 3, 1, 2, 3.001f}, times[2] = {0, 1};
    const tlb_channel none = {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 0, times, far},
                      moved = {0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 2, times, far},
                      back = {0, TLB_TARGET_SCALE, TLB_LINEAR, 2, times, near},
                      turned = {0, TLB_TARGET_ROTATION, TLB_LINEAR, 2, times, values},
                      bulged = {0, TLB_TARGET_MORPHS, TLB_LINEAR, 2, times, far},
                      lost = {1, TLB_TARGET_MORPHS, TLB_LINEAR, 2, times, far};
    scene_fixture *f = *state;
    add_node(f->scene, "joint", TLB_NONE, TLB_NONE);
    assert_false(tlb_channel_is_open(f->scene, &none));
    assert_true(tlb_channel_is_open(f->scene, &moved));
    assert_false(tlb_channel_is_open(f->scene, &back));
    assert_false(tlb_channel_is_open(f->scene, &turned)); /* the same rotation */
    /* Nothing has morphs, so there are no weights. */
    assert_int_equal(tlb_channel_width(f->scene, &bulged), 0);
    assert_int_equal(tlb_channel_width(f->scene, &lost), 0);
    add_square(f->scene, "face", TLB_NONE, 0)->morph_count = 3;
    tlb_scene_add_mesh(f->scene, "taken back")->morph_count = 5;
    f->scene->mesh_count--;
    f->scene->nodes[0].mesh = 1; /* there is none */
    assert_int_equal(tlb_channel_width(f->scene, &bulged), 0);
    add_node(f->scene, "face", TLB_NONE, 0);
    assert_int_equal(tlb_channel_width(f->scene, &lost), 3);
    assert_true(tlb_channel_is_open(f->scene, &lost));
}

/* --- pictures that morph ------------------------------------------------------------------------------- */

/* A square of so many forms, from second to second, which is seen from second `seen` on; at rest it is if
 * that is 0. */
static tlb_layers settle(scene_fixture *f, uint32_t forms, float seen)
{
    tlb_arena *arena = tlb_scene_arena(f->scene);
    tlb_mesh *mesh = add_square(f->scene, "flame", TLB_NONE, 0);
    assert_true(tlb_mesh_reserve_morphs(f->scene, mesh, 1, false));
    mesh->morphs[0].name = "larger";
    memcpy(mesh->morphs[0].positions, mesh->positions, 4 * sizeof *mesh->positions);
    tlb_node *node = add_node(f->scene, "flame", TLB_NONE, (int32_t)f->scene->mesh_count - 1);
    if (seen != 0)
        memset(node->scale, 0, sizeof node->scale);
    float *times = tlb_alloc_array(arena, forms, sizeof *times);
    float *weights = tlb_alloc_array(arena, forms, sizeof *weights);
    assert_true(times && weights);
    for (uint32_t i = 0; i < forms; i++)
        times[i] = weights[i] = (float)i;
    const float shown[2] = {0, seen}, scales[6] = {0, 0, 0, 1, 1, 1};
    tlb_animation *animation = begin_animation(f->scene, "burn", (float)forms, 2);
    int32_t index = (int32_t)f->scene->node_count - 1;
    add_channel(f->scene, animation, index, TLB_TARGET_SCALE, seen < 0 ? 1 : 2, shown, scales);
    add_channel(f->scene, animation, index, TLB_TARGET_MORPHS, forms, times, weights);
    for (uint32_t i = 0; i < animation->channel_count; i++)
        animation->channels[i].interpolation = TLB_STEP;
    tlb_layers layers, settled;
    assert_true(tlb_scene_layers(f->scene, TLB_ONLY_SHOWN, &f->arena, &layers));
    assert_true(tlb_bake_flip_frames(&layers, &f->arena, &settled));
    return settled;
}

static void each_form_that_is_seen_is_a_node(void **state)
{
    tlb_layers settled = settle(*state, 4, 2);
    const tlb_scene *s = &settled.scene;
    assert_int_equal(s->node_count, 2); /* with the weights 2 and 3 */
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_mesh *mesh = &s->meshes[s->nodes[i].mesh];
        assert_int_equal(mesh->morph_count, 0);
        assert_true(mesh->positions[0][0] == -0.5f * (float)(i + 3));
        assert_true(s->nodes[i].scale[0] == 0);
    }
    assert_int_equal(s->animations[0].channel_count, 2);
    assert_scales(&s->animations[0].channels[0], 0, 3, (const float[]){0, 2, 3}, (const float[]){0, 1, 0});
    assert_scales(&s->animations[0].channels[1], 1, 2, (const float[]){0, 3}, (const float[]){0, 1});
}

static void what_is_never_seen_is_one_node(void **state)
{
    tlb_layers settled = settle(*state, 4, -1);
    const tlb_scene *s = &settled.scene;
    assert_int_equal(s->node_count, 1);
    assert_int_equal(s->meshes[s->nodes[0].mesh].morph_count, 0);
    assert_true(s->nodes[0].scale[0] == 0);
    assert_int_equal(s->animations[0].channel_count, 0);
}

static void what_is_always_seen_alike_is_one_node(void **state)
{
    tlb_layers settled = settle(*state, 1, 0);
    const tlb_scene *s = &settled.scene;
    assert_int_equal(s->node_count, 1);
    assert_int_equal(s->meshes[s->nodes[0].mesh].morph_count, 0);
    assert_true(s->nodes[0].scale[0] == 1);
    assert_int_equal(s->animations[0].channel_count, 0);
}

static void more_than_64_forms_stay_morphs(void **state)
{
    tlb_layers settled = settle(*state, 64, 0);
    assert_int_equal(settled.scene.node_count, 64);
    settled = settle(*state, 65, 0); /* beside the other */
    assert_int_equal(settled.scene.node_count, 65);
    assert_int_equal(settled.scene.meshes[settled.scene.nodes[1].mesh].morph_count, 1);
    assert_int_equal(settled.scene.animations[1].channel_count, 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(only_the_first_node_is_seen),       cmocka_unit_test(nodes_need_memory),
        TEST(channels_have_a_key_for_each_turn), TEST(what_stays_as_it_rests_has_no_channel),
        TEST(channels_are_open_or_closed),       TEST(each_form_that_is_seen_is_a_node),
        TEST(what_is_never_seen_is_one_node),    TEST(what_is_always_seen_alike_is_one_node),
        TEST(more_than_64_forms_stay_morphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
