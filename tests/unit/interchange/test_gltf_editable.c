/* GLBs to edit: what glTF has no place for is in extras and names, and is read again. */
#include "options_text.h"
#include "base/context.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "trilobite/trilobite.h"

/* Two levels, collision, two nodes of one name, an animation that ends before its duration. */
static void fill(scene_fixture *f)
{
    tlb_scene *scene = f->scene;
    tlb_arena *arena = tlb_scene_arena(scene);
    add_square(scene, "square", TLB_NONE, TLB_WITH_NORMALS);
    tlb_node *fine = add_node(scene, "mill", TLB_NONE, 0);
    fine->level = 0;
    fine->level_size = 64;
    fine->translation[0] = 5;
    tlb_node *coarse = add_node(scene, "mill", TLB_NONE, 0);
    coarse->level = 1;
    coarse->level_size = 8.5f;
    tlb_node *wall = add_node(scene, "wall", TLB_NONE, 0);
    wall->hidden = true;
    wall->layer = "collision";
    tlb_node *zone = add_node(scene, "zone", TLB_NONE, 0);
    zone->hidden = true;
    zone->layer = "zones";
    add_node(scene, "sky", TLB_NONE, 0)->backdrop = true;
    add_node(scene, "plain", TLB_NONE, 0)->ground = true;
    tlb_animation *animation = tlb_scene_add_animation(scene, "walk");
    assert_true(tlb_animation_reserve(scene, animation, 1, 0));
    animation->duration = 2;
    animation->loops = true;
    animation->extras = tlb_value_table(arena);
    tlb_value_add_integer(arena, animation->extras, "priority", 3);
    tlb_channel *channel = animation->channels;
    channel->node = 0;
    channel->target = TLB_TARGET_TRANSLATION;
    assert_true(tlb_channel_reserve(scene, channel, 2));
    memcpy(channel->times, (float[]){0, 0.7f}, 2 * sizeof(float));
    memcpy(channel->values, (float[]){5, 0, 0, 6, 0, 0}, 6 * sizeof(float));
}

static tlb_document *write_editable(scene_fixture *f, tlb_files **files)
{
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .to = OPTIONS_OF(tlb_gltf_write_options, .editable = true)};
    tlb_document *document;
    assert_int_equal(
        tlb_scene_write(f->context, f->scene, tlb_format_by_name("glb"), "x.glb", &options, files), TLB_OK);
    tlb_bytes glb = (*files)->data[0].bytes;
    assert_int_equal(tlb_open_memory(f->context, glb.data, glb.size, "x.glb", NULL, &document), TLB_OK);
    return document;
}

static void assert_text(const tlb_value *table, const char *key, const char *wanted)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_string_equal(value->as.text.data, wanted);
}

static void marks_are_in_names_and_extras(void **state)
{
    scene_fixture *f = *state;
    tlb_files *files;
    fill(f);
    tlb_document *document = write_editable(f, &files);
    const tlb_gltf *x = tlb_document_gltf(document);
    assert_int_equal(x->nodes.count, 6);
    assert_memory_equal(x->nodes.data[0].name.data, "mill_LOD0", 9);
    assert_memory_equal(x->nodes.data[1].name.data, "mill_LOD1", 9);
    assert_int_equal(tlb_value_get(x->nodes.data[1].extras, "lod")->as.integer, 1);
    assert_true(tlb_value_get(x->nodes.data[1].extras, "minPixels")->as.real == 8.5);
    assert_text(x->nodes.data[1].extras, "longName", "mill");
    assert_text(x->nodes.data[2].extras, "collision", "mesh");
    assert_text(x->nodes.data[3].extras, "layer", "zones");
    /* Only what moves has a place at rest. */
    const tlb_value *rest = tlb_value_get(x->nodes.data[0].extras, "rest");
    assert_true(rest && rest->as.members.first->as.integer == 5);
    assert_null(tlb_value_get(x->nodes.data[1].extras, "rest"));
    /* The last key once more, at the end. */
    const tlb_gltf_animation_sampler *sampler = &x->animations.data[0].samplers.data[0];
    assert_int_equal(x->accessors.data[sampler->input].count, 3);
    const tlb_value *walk = tlb_value_get(tlb_value_get(x->scenes.data[0].extras, "animations"), "walk");
    assert_int_equal(tlb_value_get(walk, "priority")->as.integer, 3);
    assert_true(tlb_value_get(walk, "loops")->as.boolean);
    tlb_document_free(document);
    tlb_files_free(files);
}

/* As Blender writes it: what moves where it is at a frame, animations without extras. */
static void what_editors_lose_is_read_again(void **state)
{
    scene_fixture *f = *state;
    tlb_files *files;
    tlb_scene *scene;
    fill(f);
    tlb_document *document = write_editable(f, &files);
    tlb_gltf *x = tlb_document_gltf(document);
    x->animations.data[0].extras = NULL;
    x->nodes.data[0].translation.data[0] = 77;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_true(scene->nodes[0].translation[0] == 5);
    assert_string_equal(scene->nodes[0].name, "mill");
    assert_string_equal(scene->nodes[1].name, "mill");
    assert_int_equal(scene->nodes[1].level, 1);
    assert_true(scene->nodes[1].level_size == 8.5f);
    assert_true(scene->nodes[2].hidden && strcmp(scene->nodes[2].layer, "collision") == 0);
    assert_true(scene->nodes[3].hidden && strcmp(scene->nodes[3].layer, "zones") == 0);
    assert_true(scene->nodes[4].backdrop && !scene->nodes[0].backdrop);
    assert_true(scene->nodes[5].ground && !scene->nodes[4].ground);
    assert_true(scene->animations[0].loops && scene->animations[0].duration == 2);
    assert_int_equal(tlb_value_get(scene->animations[0].extras, "priority")->as.integer, 3);
    assert_null(tlb_value_get(scene->extras, "animations"));
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_files_free(files);
}

/* By names that Blender keeps as those of properties: of up to 63 bytes. */
static void animations_with_long_names_are_not_marked(void **state)
{
    static const char names[] = "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqr";
    scene_fixture *f = *state;
    fill(f);
    for (size_t size = 64; size >= 63; size--) {
        tlb_files *files;
        const char *name = names + 64 - size;
        f->scene->animations[0].name = name;
        tlb_document *document = write_editable(f, &files);
        const tlb_value *marked =
            tlb_value_get(tlb_document_gltf(document)->scenes.data[0].extras, "animations");
        assert_int_equal(tlb_value_get(marked, name) != NULL, size == 63);
        tlb_document_free(document);
        tlb_files_free(files);
    }
}

/* Channels that move nothing are left out, and nothing is held for them: shapes of a node without a mesh, and
 * those without keys. */
static void channels_of_nothing_are_left_out(void **state)
{
    scene_fixture *f = *state;
    static float times[] = {0, 0.5f}, weights[] = {0, 1}, moved[] = {0, 0, 0, 1, 2, 3};
    add_node(f->scene, "bare", TLB_NONE, TLB_NONE);
    add_node(f->scene, "other", TLB_NONE, TLB_NONE);
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "a");
    assert_true(tlb_animation_reserve(f->scene, animation, 4, 0));
    animation->duration = 2;
    animation->channels[0] = (tlb_channel){
        .node = 0, .target = TLB_TARGET_MORPHS, .key_count = 2, .times = times, .values = weights};
    animation->channels[1] = (tlb_channel){.node = 0, .target = TLB_TARGET_SCALE};
    animation->channels[2] = (tlb_channel){
        .node = 1, .target = TLB_TARGET_TRANSLATION, .key_count = 2, .times = times, .values = moved};
    animation->channels[3] = (tlb_channel){
        .node = 1, .target = TLB_TARGET_TRANSLATION, .key_count = 2, .times = times, .values = moved};
    tlb_files *files;
    tlb_document *document = write_editable(f, &files);
    const tlb_gltf *x = tlb_document_gltf(document);
    assert_int_equal(x->animations.count, 1);
    assert_int_equal(x->animations.data[0].channels.count, 1);
    assert_int_equal(x->animations.data[0].samplers.count, 1);
    const tlb_gltf_animation_sampler *sampler = &x->animations.data[0].samplers.data[0];
    assert_int_equal(x->accessors.data[sampler->input].count, 3); /* with the last once more */
    assert_int_equal(x->accessors.data[sampler->output].count, 3);
    assert_true(x->accessors.data[sampler->input].max.data[0] == 2);
    assert_int_equal(x->animations.data[0].channels.data[0].target->node, 1);
    tlb_document_free(document);
    tlb_files_free(files);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(marks_are_in_names_and_extras),
        TEST(what_editors_lose_is_read_again),
        TEST(channels_of_nothing_are_left_out),
        TEST(animations_with_long_names_are_not_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
