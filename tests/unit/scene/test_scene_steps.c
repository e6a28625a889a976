/* What a scene goes through before artists see it: layers, the rig, placeholders, what is used, materials. */
#include "base/value.h"
#include "scene/animation/flips.h"
#include "scene/transform/gather.h"
#include "scene/transform/layers.h"
#include "scene/materials/materials.h"
#include "scene/geometry/matrix.h"
#include "scene/animation/pose.h"
#include "scene/transform/prune.h"
#include "scene/animation/flip_frames.h"
#include "scene/transform/rig.h"
#include "scene/transform/short_names.h"
#include "scenes.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static int32_t add_thing(scene_fixture *f, const char *name, int32_t parent, int32_t material)
{
    add_square(f->scene, name, material, TLB_WITH_NORMALS | TLB_WITH_UV0);
    add_node(f->scene, name, parent, (int32_t)f->scene->mesh_count - 1);
    return (int32_t)f->scene->node_count - 1;
}

/* An animation that moves these nodes along x, from 0 to 1 m in 1 s. */
static void add_animation(scene_fixture *f, const char *name, uint32_t count, const int32_t *nodes)
{
    static float times[] = {0, 1}, values[] = {0, 0, 0, 1, 0, 0};
    tlb_animation *animation = tlb_scene_add_animation(f->scene, name);
    animation->duration = 1;
    animation->channels = tlb_alloc_array(tlb_scene_arena(f->scene), count, sizeof *animation->channels);
    animation->channel_count = count;
    for (uint32_t i = 0; i < count; i++)
        animation->channels[i] =
            (tlb_channel){nodes[i], TLB_TARGET_TRANSLATION, TLB_LINEAR, 2, times, values};
}

/* A camera and a light, which the node then holds. */
static void add_camera_and_light(scene_fixture *f, const char *name, int32_t node)
{
    tlb_scene_add_camera(f->scene, name);
    tlb_scene_add_light(f->scene, name);
    f->scene->nodes[node].camera = (int32_t)f->scene->camera_count - 1;
    f->scene->nodes[node].light = (int32_t)f->scene->light_count - 1;
}

/* Numbers for each vertex of the mesh: ten times the vertex, and one more. */
static void add_attribute(scene_fixture *f, int32_t mesh_index)
{
    tlb_mesh *mesh = &f->scene->meshes[mesh_index];
    mesh->attributes = tlb_zalloc(tlb_scene_arena(f->scene), sizeof *mesh->attributes);
    mesh->attribute_count = 1;
    float *values = tlb_alloc_array(tlb_scene_arena(f->scene), mesh->vertex_count, 2 * sizeof *values);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        values[2 * i] = (float)(10 * i);
        values[2 * i + 1] = (float)(10 * i + 1);
    }
    mesh->attributes[0] = (tlb_attribute){"wetness", 2, values};
}

/* --- layers ------------------------------------------------------------------------------------------- */

/* A root that moves; below it two levels, the finer with collision below. */
static void make_levels(scene_fixture *f)
{
    add_node(f->scene, "root", TLB_NONE, TLB_NONE)->translation[1] = 5;
    int32_t coarse = add_thing(f, "coarse", 0, TLB_NONE), fine = add_thing(f, "fine", 0, TLB_NONE);
    f->scene->nodes[coarse].level = 1;
    f->scene->nodes[fine].level = 0;
    int32_t hull = add_thing(f, "hull", fine, TLB_NONE), lost = add_thing(f, "lost", 0, TLB_NONE);
    f->scene->nodes[hull].hidden = f->scene->nodes[lost].hidden = true;
    f->scene->nodes[hull].layer = "collision";
    add_animation(f, "fall", 3, (int32_t[]){0, coarse, hull});
}

static tlb_layers layers_of(scene_fixture *f, unsigned kinds)
{
    tlb_layers layers;
    assert_true(tlb_scene_layers(f->scene, kinds, &f->arena, &layers));
    for (uint32_t i = 0; i < layers.scene.node_count; i++) {
        const tlb_node *node = &layers.scene.nodes[i];
        assert_true(node->parent < (int32_t)i);
        assert_false(node->hidden);
        assert_int_equal(node->level, TLB_NONE);
        if (node->parent >= 0)
            assert_int_equal(layers.of_node[i], layers.of_node[node->parent]);
    }
    return layers;
}

static void test_only_the_finest_level_is_kept(void **state)
{
    scene_fixture *f = *state;
    make_levels(f);
    tlb_layers layers = layers_of(f, TLB_ONLY_SHOWN);
    assert_int_equal(layers.count, 1);
    assert_int_equal(layers.scene.node_count, 2);
    assert_string_equal(layers.scene.nodes[1].name, "fine");
    assert_int_equal(layers.scene.animations[0].channel_count, 1);
    assert_int_equal(layers.left_out, 2);
    assert_int_equal(f->scene->animations[0].channel_count, 3);
}

static void test_layers_stand_where_they_stood(void **state)
{
    scene_fixture *f = *state;
    make_levels(f);
    tlb_layers layers = layers_of(f, TLB_WITH_LEVELS | TLB_WITH_HIDDEN);
    assert_int_equal(layers.count, 3);
    assert_string_equal(layers.names[1], "level 1");
    assert_string_equal(layers.names[2], "collision");
    assert_int_equal(layers.left_out, 1);
    /* root fine, root coarse, root fine hull: what is above holds nothing. */
    static const char *const names[] = {"root", "fine", "root", "coarse", "root", "fine", "hull"};
    static const uint32_t of[] = {0, 0, 1, 1, 2, 2, 2};
    assert_int_equal(layers.scene.node_count, 7);
    for (int i = 0; i < 7; i++) {
        assert_string_equal(layers.scene.nodes[i].name, names[i]);
        assert_int_equal(layers.of_node[i], of[i]);
        assert_int_equal(layers.scene.nodes[i].mesh >= 0, i == 1 || i == 3 || i == 6);
    }
    assert_float_equal(layers.scene.nodes[4].translation[1], 5, 0);
    assert_int_equal(layers.scene.animations[0].channel_count, 5); /* the root three times */
}

static void test_cameras_and_lights_stand_in_their_own_layer_only(void **state)
{
    scene_fixture *f = *state;
    make_levels(f);
    add_camera_and_light(f, "eye", 0);
    tlb_layers layers = layers_of(f, TLB_WITH_LEVELS | TLB_WITH_HIDDEN);
    for (int i = 0; i < 7; i++)
        assert_true(layers.scene.nodes[i].camera == (i == 0 ? 0 : TLB_NONE) &&
                    layers.scene.nodes[i].light == layers.scene.nodes[i].camera);
}

/* Joints that are hidden are there for the skin, without what they hold. */
static void test_skins_follow_their_joints(void **state)
{
    scene_fixture *f = *state;
    make_levels(f);
    tlb_skin *skin = tlb_scene_add_skin(f->scene, "shown");
    skin->joints = (int32_t[]){2};
    skin->joint_count = 1;
    skin = tlb_scene_add_skin(f->scene, "hidden");
    skin->joints = (int32_t[]){1};
    skin->joint_count = 1;
    f->scene->nodes[2].skin = 0;
    f->scene->nodes[0].skin = 1;
    tlb_layers layers = layers_of(f, TLB_ONLY_SHOWN);
    assert_int_equal(layers.scene.skins[0].joints[0], 1);
    assert_int_equal(layers.scene.nodes[1].skin, 0);
    assert_int_equal(layers.scene.nodes[0].skin, 1);
    assert_int_equal(layers.scene.skins[1].joints[0], 2);
    assert_string_equal(layers.scene.nodes[2].name, f->scene->nodes[1].name);
    assert_int_equal(layers.scene.nodes[2].mesh, TLB_NONE);
}

/* --- the rig ------------------------------------------------------------------------------------------ */

/* Two parts that move, one mirrored and one of no size at rest; a part with a morph. */
static void make_shape(scene_fixture *f)
{
    add_node(f->scene, "root", TLB_NONE, TLB_NONE)->rotation[2] = 0.70710678f;
    f->scene->nodes[0].rotation[3] = 0.70710678f;
    int32_t body = add_thing(f, "body", 0, 0), arm = add_thing(f, "arm", body, 1);
    int32_t face = add_thing(f, "face", arm, 0);
    f->scene->nodes[body].translation[0] = 3;
    f->scene->nodes[body].scale[1] = -2;
    f->scene->nodes[arm].translation[1] = 1;
    tlb_mesh *mesh = &f->scene->meshes[f->scene->nodes[face].mesh];
    mesh->morph_count = 1;
    mesh->morphs = tlb_zalloc(tlb_scene_arena(f->scene), sizeof *mesh->morphs);
    mesh->morphs[0].name = "smile";
    mesh->morphs[0].positions = tlb_zalloc_array(tlb_scene_arena(f->scene), 4, sizeof(float[3]));
    tlb_scene_add_material(f->scene, "skin");
    tlb_scene_add_material(f->scene, "cloth");
    add_animation(f, "walk", 3, (int32_t[]){body, arm, face});
    f->scene->animations[0].channels[2].target = TLB_TARGET_MORPHS;
}

static tlb_layers rig(scene_fixture *f)
{
    tlb_layers rigged, layers = layers_of(f, TLB_ONLY_SHOWN);
    assert_true(tlb_rig_layers(&layers, "shape", &f->arena, &rigged));
    return rigged;
}

/* The box of what is drawn `seconds` into the first animation. */
static tlb_scene_stats box_at(const tlb_scene *scene, float seconds)
{
    static tlb_scene moved;
    static tlb_node nodes[16];
    moved = *scene;
    memcpy(nodes, scene->nodes, scene->node_count * sizeof *nodes);
    for (uint32_t i = 0; i < scene->animations[0].channel_count; i++)
        if (scene->animations[0].channels[i].target == TLB_TARGET_TRANSLATION)
            memcpy(nodes[scene->animations[0].channels[i].node].translation, (float[]){seconds, 0, 0}, 12);
    moved.nodes = nodes;
    float world[16][16];
    tlb_scene_world_matrices(&moved, world);
    tlb_scene_stats stats = {.low = {1e9f, 1e9f, 1e9f}, .high = {-1e9f, -1e9f, -1e9f}};
    for (uint32_t i = 0; i < moved.node_count; i++) {
        const tlb_mesh *mesh = moved.nodes[i].mesh < 0 ? NULL : &moved.meshes[moved.nodes[i].mesh];
        for (uint32_t k = 0; mesh && k < mesh->vertex_count; k++) {
            float point[1][3];
            tlb_pose_positions(&moved, (const float(*)[16])world, i, k, 1, point);
            for (int axis = 0; axis < 3; axis++) {
                stats.low[axis] = point[0][axis] < stats.low[axis] ? point[0][axis] : stats.low[axis];
                stats.high[axis] = point[0][axis] > stats.high[axis] ? point[0][axis] : stats.high[axis];
            }
        }
        for (uint32_t k = 0; mesh && k < mesh->part_count; k++)
            stats.triangles += mesh->parts[k].index_count / 3;
    }
    return stats;
}

static void test_parts_become_one_mesh_on_a_skeleton(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    tlb_layers rigged = rig(f);
    const tlb_scene *scene = &rigged.scene;
    assert_int_equal(scene->node_count, 5);
    const tlb_node *node = &scene->nodes[4];
    assert_string_equal(node->name, "shape");
    assert_int_equal(node->parent, TLB_NONE);
    assert_int_equal(node->skin, 0);
    assert_int_equal(scene->skins[0].joint_count, 3); /* the face is none: nothing moves it but its morph */
    assert_int_equal(scene->skins[0].joints[0], 0);
    assert_int_equal(scene->nodes[1].mesh, TLB_NONE);
    assert_int_equal(scene->nodes[3].mesh, 2);
    const tlb_mesh *mesh = &scene->meshes[node->mesh];
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->part_count, 2);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(mesh->joints[i][0], 1 + i / 4);
        assert_memory_equal(mesh->weights[i], ((float[]){1, 0, 0, 0}), 16);
    }
}

/* The tangents of what is mirrored turn the other way; who has no colors is white. */
static void test_a_rig_has_the_tangents_and_colors_of_its_parts(void **state)
{
    scene_fixture *f = *state;
    static float tangents[4][4];
    static uint16_t colors[4][4];
    static const uint16_t white[4] = {65535, 65535, 65535, 65535};
    make_shape(f);
    for (int i = 0; i < 4; i++) {
        memcpy(tangents[i], (float[]){2, 0, 0, i % 2 ? 1 : -1}, sizeof tangents[i]);
        memcpy(colors[i], (uint16_t[]){1, 2, 3, (uint16_t)i}, sizeof colors[i]);
    }
    for (uint32_t i = 0; i < f->scene->mesh_count; i++)
        f->scene->meshes[i].tangents = tangents;
    f->scene->meshes[1].colors = colors;
    for (int mirrored = 1; mirrored >= 0; mirrored--) {
        f->scene->nodes[1].scale[1] = mirrored ? -2 : 2;
        tlb_layers rigged = rig(f);
        const tlb_mesh *mesh = &rigged.scene.meshes[rigged.scene.nodes[4].mesh];
        assert_int_equal(mesh->vertex_count, 8);
        for (int i = 0; i < 8; i++) {
            assert_float_equal(mesh->tangents[i][0], 0, 1e-6);
            assert_float_equal(mesh->tangents[i][1], 1, 1e-6);
            assert_true(mesh->tangents[i][3] == (i % 2 == mirrored ? -1 : 1));
            assert_memory_equal(mesh->colors[i], i < 4 ? white : colors[i - 4], sizeof white);
        }
    }
}

static void test_a_rig_moves_as_its_parts_did(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    tlb_layers rigged = rig(f);
    for (int i = 0; i <= 4; i++) {
        tlb_scene_stats before = box_at(f->scene, (float)i / 4), after = box_at(&rigged.scene, (float)i / 4);
        assert_int_equal(before.triangles, after.triangles);
        for (int axis = 0; axis < 3; axis++) {
            assert_float_equal(before.low[axis], after.low[axis], 1e-5);
            assert_float_equal(before.high[axis], after.high[axis], 1e-5);
        }
    }
    /* Fronts stay fronts: the body is mirrored. */
    const tlb_mesh *mesh = &rigged.scene.meshes[rigged.scene.nodes[4].mesh];
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]],
                    *c = mesh->positions[mesh->indices[i + 2]];
        float turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert_true(turn * mesh->normals[mesh->indices[i]][2] > 0);
    }
    /* Texture coordinates come along; what no part has the rig has not either. */
    assert_non_null(mesh->uv[0]);
    assert_null(mesh->uv[1]);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        assert_memory_equal(mesh->uv[0][i], f->scene->meshes[0].uv[0][i % 4], sizeof mesh->uv[0][i]);
}

static void test_what_has_no_size_at_rest_is_bound_with_one(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    tlb_layers sized = rig(f);
    memset(f->scene->nodes[2].scale, 0, sizeof f->scene->nodes[2].scale);
    tlb_layers rigged = rig(f);
    assert_float_equal(rigged.scene.nodes[2].scale[0], 0, 0);
    assert_memory_equal(rigged.scene.skins[0].inverse_bind[2], sized.scene.skins[0].inverse_bind[2], 64);
    assert_memory_equal(rigged.scene.meshes[3].positions, sized.scene.meshes[3].positions,
                        8 * sizeof(float[3]));
}

static void test_a_joint_does_not_hold_a_morphing_mesh(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    tlb_channel *channels = f->scene->animations[0].channels;
    channels[0].node = 3; /* the face moves and morphs */
    tlb_layers rigged = rig(f);
    const tlb_scene *scene = &rigged.scene;
    assert_int_equal(scene->node_count, 6);
    assert_int_equal(scene->nodes[3].mesh, TLB_NONE);
    assert_int_equal(scene->nodes[4].parent, 3);
    assert_int_equal(scene->nodes[4].mesh, 2);
    assert_int_equal(scene->animations[0].channels[0].node, 3);
    assert_int_equal(scene->animations[0].channels[2].node, 4);
    assert_int_equal(channels[2].node, 3);
}

static void test_the_rig_leaves_cameras_lights_and_attributes_where_they_are(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    add_camera_and_light(f, "eye", 2);
    add_attribute(f, f->scene->nodes[2].mesh);
    tlb_layers rigged = rig(f);
    const tlb_scene *scene = &rigged.scene;
    assert_int_equal(scene->node_count, 6); /* the arm's mesh stands below the arm */
    for (uint32_t i = 0; i < scene->node_count; i++)
        assert_true(scene->nodes[i].camera == (i == 2 ? 0 : TLB_NONE) &&
                    scene->nodes[i].light == scene->nodes[i].camera);
    assert_int_equal(scene->nodes[4].parent, 2);
    assert_int_equal(scene->meshes[scene->nodes[4].mesh].attribute_count, 1);
    assert_int_equal(scene->nodes[5].skin, 0);
    assert_int_equal(scene->meshes[scene->nodes[5].mesh].vertex_count, 4);
    assert_int_equal(scene->meshes[scene->nodes[5].mesh].attribute_count, 0);
}

static void test_one_moving_node_needs_no_rig(void **state)
{
    scene_fixture *f = *state;
    make_shape(f);
    f->scene->animations[0].channel_count = 1;
    tlb_layers rigged = rig(f);
    assert_int_equal(rigged.scene.node_count, 4);
    assert_int_equal(rigged.scene.skin_count, 0);
}

/* --- pictures that morph ------------------------------------------------------------------------------ */

enum { FRAMES = 3, PICTURES = 2 };

/* Pictures that take turns every second, each of which is a square that grows in steps of half a second. */
static void make_effect(scene_fixture *f)
{
    static float seconds[] = {0, 1}, halves[] = {0, 0.5f, 1, 1.5f};
    static float turns[PICTURES][2 * 3] = {{1, 1, 1, 0, 0, 0}, {0, 0, 0, 1, 1, 1}};
    static float weights[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    tlb_arena *arena = tlb_scene_arena(f->scene);
    add_node(f->scene, "effect", TLB_NONE, TLB_NONE);
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "burn");
    animation->duration = 2;
    animation->channels = tlb_alloc_array(arena, 2 * PICTURES, sizeof *animation->channels);
    animation->channel_count = 2 * PICTURES;
    for (int i = 0; i < PICTURES; i++) {
        int32_t node = add_thing(f, i ? "smoke" : "flame", 0, TLB_NONE);
        tlb_mesh *mesh = &f->scene->meshes[f->scene->nodes[node].mesh];
        mesh->morph_count = FRAMES;
        mesh->morphs = tlb_zalloc_array(arena, FRAMES, sizeof *mesh->morphs);
        for (int k = 0; k < FRAMES; k++) {
            mesh->morphs[k] = (tlb_morph){"frame", tlb_zalloc_array(arena, 4, sizeof(float[3])), NULL};
            for (int v = 0; v < 4; v++)
                mesh->morphs[k].positions[v][0] = mesh->positions[v][0] * (float)(k + 1);
        }
        for (int axis = 0; axis < 3 && i; axis++)
            f->scene->nodes[node].scale[axis] = 0;
        animation->channels[2 * i] = (tlb_channel){node, TLB_TARGET_SCALE, TLB_STEP, 2, seconds, turns[i]};
        animation->channels[2 * i + 1] = (tlb_channel){node, TLB_TARGET_MORPHS, TLB_STEP, 4, halves, weights};
    }
}

/* How wide what is seen is, and how many nodes show something. */
static float width_at(const tlb_scene *scene, float seconds, tlb_arena *arena, uint32_t *shown)
{
    tlb_scene posed;
    float world[32][16], low = 0, high = 0;
    assert_true(tlb_scene_at(scene, &scene->animations[0], seconds, arena, &posed));
    assert_true(posed.node_count <= 32);
    tlb_scene_world_matrices(&posed, world);
    *shown = 0;
    for (uint32_t i = 0; i < posed.node_count; i++) {
        const tlb_mesh *mesh = posed.nodes[i].mesh < 0 ? NULL : &posed.meshes[posed.nodes[i].mesh];
        *shown += mesh && posed.nodes[i].scale[0] > 0;
        for (uint32_t v = 0; mesh && v < mesh->vertex_count; v++) {
            float point[1][3];
            tlb_pose_positions(&posed, (const float(*)[16])world, i, v, 1, point);
            low = point[0][0] < low ? point[0][0] : low;
            high = point[0][0] > high ? point[0][0] : high;
        }
    }
    return high - low;
}

static void test_pictures_that_morph_become_one_mesh(void **state)
{
    scene_fixture *f = *state;
    make_effect(f);
    tlb_layers layers = layers_of(f, TLB_ONLY_SHOWN), settled, rigged;
    assert_true(tlb_bake_flip_frames(&layers, &f->arena, &settled));
    assert_true(tlb_rig_layers(&settled, "effect", &f->arena, &rigged));
    for (uint32_t i = 0; i < settled.scene.animations[0].channel_count; i++)
        assert_int_equal(settled.scene.animations[0].channels[i].target, TLB_TARGET_SCALE);
    assert_int_equal(rigged.scene.skin_count, 1);
    for (uint32_t i = 0; i + 1 < rigged.scene.node_count; i++)
        assert_int_equal(rigged.scene.nodes[i].mesh, TLB_NONE);
    for (int i = 0; i < 8; i++) {
        float seconds = 0.125f + 0.25f * (float)i;
        uint32_t shown;
        float width = width_at(f->scene, seconds, &f->arena, &shown);
        assert_float_equal(width_at(&settled.scene, seconds, &f->arena, &shown), width, 1e-5);
        assert_int_equal(shown, 1);
        assert_float_equal(width_at(&rigged.scene, seconds, &f->arena, &shown), width, 1e-5);
    }
}

/* What glides from form to form keeps its morphs. */
static void test_pictures_that_glide_keep_their_morphs(void **state)
{
    scene_fixture *f = *state;
    make_effect(f);
    f->scene->animations[0].channels[1].interpolation = TLB_LINEAR;
    tlb_layers layers = layers_of(f, TLB_ONLY_SHOWN), settled;
    assert_true(tlb_bake_flip_frames(&layers, &f->arena, &settled));
    assert_int_equal(settled.scene.meshes[settled.scene.nodes[1].mesh].morph_count, FRAMES);
    assert_int_equal(settled.scene.meshes[settled.scene.nodes[2].mesh].morph_count, 0);
}

/* --- what is used ------------------------------------------------------------------------------------- */

static void test_what_nothing_uses_is_left_out(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 3; i++) {
        tlb_scene_add_image(f->scene, i == 1 ? "used" : "unused");
        tlb_scene_add_material(f->scene, i == 1 ? "used" : "unused")->texture.image = i;
    }
    add_square(f->scene, "unused", 0, 0);
    add_thing(f, "used", TLB_NONE, 1);
    add_thing(f, "empty", TLB_NONE, 2);
    f->scene->meshes[2].parts[0].index_count = 0;
    tlb_scene pruned;
    assert_true(tlb_scene_prune(f->scene, &f->arena, &pruned));
    assert_int_equal(pruned.mesh_count, 1);
    assert_int_equal(pruned.material_count, 1);
    assert_int_equal(pruned.image_count, 1);
    assert_string_equal(
        pruned.images[pruned.materials[pruned.meshes[0].parts[0].material].texture.image].name, "used");
    assert_int_equal(pruned.node_count, 2);
    assert_int_equal(pruned.nodes[0].mesh, 0);
    assert_int_equal(pruned.nodes[1].mesh, TLB_NONE);
    assert_int_equal(f->scene->meshes[1].parts[0].material, 1);
}

static void test_light_maps_and_skins_are_used(void **state)
{
    scene_fixture *f = *state;
    for (int i = 0; i < 3; i++)
        tlb_scene_add_image(f->scene, i == 2 ? "light" : "unused");
    tlb_scene_add_material(f->scene, "lit")->lightmap.image = 2;
    tlb_scene_add_mesh(f->scene, "empty");
    add_node(f->scene, "empty", TLB_NONE, 0);
    int32_t wall = add_thing(f, "wall", TLB_NONE, 0);
    tlb_scene_add_skin(f->scene, "skin");
    f->scene->nodes[0].skin = f->scene->nodes[wall].skin = 0;
    tlb_scene pruned;
    assert_true(tlb_scene_prune(f->scene, &f->arena, &pruned));
    assert_int_equal(pruned.image_count, 1);
    assert_string_equal(pruned.images[pruned.materials[0].lightmap.image].name, "light");
    assert_int_equal(pruned.materials[0].texture.image, TLB_NONE);
    assert_int_equal(pruned.nodes[0].mesh, TLB_NONE);
    assert_int_equal(pruned.nodes[0].skin, TLB_NONE);
    assert_int_equal(pruned.nodes[1].mesh, 0);
    assert_int_equal(pruned.nodes[1].skin, 0);
}

static void test_cameras_and_lights_that_nothing_holds_are_left_out(void **state)
{
    scene_fixture *f = *state;
    add_thing(f, "thing", TLB_NONE, TLB_NONE);
    tlb_scene_add_camera(f->scene, "lost");
    tlb_scene_add_light(f->scene, "lost");
    add_camera_and_light(f, "eye", 0);
    tlb_scene pruned;
    assert_true(tlb_scene_prune(f->scene, &f->arena, &pruned));
    assert_int_equal(pruned.camera_count, 1);
    assert_string_equal(pruned.cameras[pruned.nodes[0].camera].name, "eye");
    assert_int_equal(pruned.light_count, 1);
    assert_string_equal(pruned.lights[pruned.nodes[0].light].name, "eye");
}

/* --- textures that change ----------------------------------------------------------------------------- */

static void test_parts_of_a_mesh_keep_their_attributes(void **state)
{
    scene_fixture *f = *state;
    add_thing(f, "thing", TLB_NONE, TLB_NONE);
    add_attribute(f, 0);
    tlb_mesh *from = &f->scene->meshes[0], to = {.name = "second"};
    tlb_part parts[2] = {{TLB_NONE, 0, 3}, {TLB_NONE, 3, 3}};
    from->parts = parts;
    from->part_count = 2;
    assert_true(tlb_mesh_of_parts(&f->arena, from, (bool[]){false, true}, NULL, &to));
    assert_int_equal(to.vertex_count, 3);
    assert_int_equal(to.attribute_count, 1);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t vertex = from->indices[3 + i];
        assert_float_equal(to.attributes[0].values[2 * to.indices[i] + 1], (float)(10 * vertex + 1), 0);
    }
}

/* --- materials ---------------------------------------------------------------------------------------- */

static void test_equal_materials_become_one(void **state)
{
    scene_fixture *f = *state;
    tlb_scene_add_image(f->scene, "wall");
    static const char *const names[] = {"textures/wall.PNG", "wall+x", "wall", "wall"};
    for (int i = 0; i < 4; i++) {
        tlb_material *material = tlb_scene_add_material(f->scene, names[i]);
        material->texture.image = 0;
        material->double_sided = i == 2;
        material->alpha_cutoff = (float)i; /* means nothing to what is opaque */
    }
    tlb_mesh *mesh = add_square(f->scene, "square", 0, TLB_WITH_UV0);
    static tlb_part parts[] = {{0, 0, 3}, {2, 3, 3}, {3, 0, 3}};
    mesh->parts = parts;
    mesh->part_count = 3;
    tlb_scene merged;
    assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
    assert_int_equal(merged.material_count, 2);
    assert_string_equal(merged.materials[0].name, "wall");
    assert_string_equal(merged.materials[1].name, "wall (2)");
    assert_true(merged.materials[1].double_sided);
    mesh = &merged.meshes[0];
    assert_int_equal(mesh->part_count, 2);
    assert_memory_equal(mesh->indices, ((uint32_t[]){0, 1, 2, 0, 1, 2, 0, 2, 3}), 36);
    assert_int_equal(mesh->parts[0].index_count, 6);
    assert_int_equal(mesh->parts[1].first_index, 6);
    assert_int_equal(mesh->parts[1].material, 1);
}

/* Three alike, of which two flicker in the same way, each by channels of its own; a fourth flickers later, a
 * fifth to another color. */
static void test_materials_that_move_alike_become_one(void **state)
{
    scene_fixture *f = *state;
    static float times[4][2] = {{0, 1}, {0, 1}, {0, 2}, {0, 1}},
                 colors[4][8] = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1, 0, 1, 0, 1}};
    static tlb_material_channel channels[4];
    tlb_scene_add_image(f->scene, "wall");
    for (int i = 0; i < 5; i++) {
        tlb_scene_add_material(f->scene, "wall")->texture.image = 0;
        add_thing(f, "thing", TLB_NONE, i);
        if (i)
            channels[i - 1] =
                (tlb_material_channel){i, TLB_MATERIAL_COLOR, TLB_STEP, 2, times[i - 1], colors[i - 1]};
    }
    tlb_animation *animation = tlb_scene_add_animation(f->scene, "flicker");
    animation->material_channels = channels;
    animation->material_channel_count = 4;
    tlb_scene merged;
    assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
    assert_int_equal(merged.material_count, 4);
    for (int i = 0; i < 5; i++)
        assert_int_equal(merged.meshes[i].parts[0].material, i < 2 ? i : i - 1);
    assert_int_equal(merged.animations[0].material_channel_count, 3);
    assert_int_equal(merged.animations[0].material_channels[0].material, 1);
    assert_int_equal(merged.animations[0].material_channels[1].material, 2);
    assert_int_equal(merged.animations[0].material_channels[2].material, 3);
    assert_int_equal(animation->material_channel_count, 4);
}

static void test_materials_have_names_that_differ(void **state)
{
    scene_fixture *f = *state;
    const char *const names[] = {"", "a (2)", "a", "a", "v1.5", "dir\\"}, *const expected[] = {
                                                                              "unnamed", "a (2)",
                                                                              "a",       "a (3)",
                                                                              "v1.5",    "unnamed (2)"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tlb_scene_add_material(f->scene, names[i])->color[0] = (float)i / 10;
    tlb_scene merged;
    assert_true(tlb_merge_materials(f->scene, &f->arena, &merged));
    assert_int_equal(merged.material_count, 6);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(merged.materials[i].name, expected[i]);
}

/* Two of 100 bytes that are cut to the same 62, which a short one is called already. */
static void test_long_names_are_cut_and_differ(void **state)
{
    scene_fixture *f = *state;
    char lengthy[101], cut[64];
    memset(lengthy, 'x', 100);
    memcpy(lengthy + 60, "\xc3\xa9\xc3\xa9", 4); /* the second would be cut in two */
    lengthy[100] = 0;
    memcpy(cut, lengthy, 62);
    cut[62] = 0;
    const char *const names[] = {lengthy, "b", lengthy, cut, "b"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        add_node(f->scene, names[i], TLB_NONE, TLB_NONE);
        tlb_scene_add_material(f->scene, names[i]);
        tlb_scene_add_image(f->scene, names[i]);
        tlb_scene_add_mesh(f->scene, names[i]);
        tlb_scene_add_light(f->scene, names[i]);
    }
    tlb_arena *arena = tlb_scene_arena(f->scene);
    tlb_value *extras = f->scene->nodes[2].extras = tlb_value_table(arena);
    tlb_value_add_integer(arena, extras, "flags", 7);
    tlb_scene s;
    uint32_t count = 1;
    assert_true(tlb_shorten_names(f->scene, &f->arena, &s, &count));
    assert_int_equal(count, 10);
    const char *const lists[][5] = {
        {s.nodes[0].name, s.nodes[1].name, s.nodes[2].name, s.nodes[3].name, s.nodes[4].name},
        {s.materials[0].name, s.materials[1].name, s.materials[2].name, s.materials[3].name,
         s.materials[4].name},
        {s.images[0].name, s.images[1].name, s.images[2].name, s.images[3].name, s.images[4].name},
        {s.meshes[0].name, s.meshes[1].name, s.meshes[2].name, s.meshes[3].name, s.meshes[4].name},
        {s.lights[0].name, s.lights[1].name, s.lights[2].name, s.lights[3].name, s.lights[4].name}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        assert_int_equal(strlen(lists[i][0]), 54);
        assert_string_equal(lists[i][0] + 50, " (2)");
        assert_string_equal(lists[i][2] + 50, " (3)");
        assert_string_equal(lists[i][3], cut); /* has its name already */
        assert_string_equal(lists[i][1], "b");
        assert_string_equal(lists[i][4], "b"); /* short names are the source's business */
    }
    const tlb_value *member = s.nodes[2].extras->as.members.first;
    assert_string_equal(member->key, "longName");
    assert_string_equal(member->as.text.data, lengthy);
    assert_string_equal(member->next->key, "flags");
    assert_ptr_equal(member->next, s.nodes[2].extras->as.members.last);
    assert_ptr_equal(extras->as.members.first, extras->as.members.last); /* the source is as it was */
    assert_null(s.nodes[1].extras);
    assert_string_equal(s.meshes[0].extras->as.members.first->as.text.data, lengthy);
    assert_string_equal(f->scene->nodes[0].name, lengthy);
}

/* A square seen from both sides, on four vertices: the side behind gets six of its own. */
static void test_triangles_of_the_same_vertices_are_separated(void **state)
{
    scene_fixture *f = *state;
    static uint32_t indices[] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 0, 3, 2};
    add_thing(f, "plain", TLB_NONE, TLB_NONE);
    tlb_mesh *mesh = add_square(f->scene, "pan", TLB_NONE, TLB_WITH_NORMALS | TLB_WITH_UV0);
    static tlb_part parts[] = {{TLB_NONE, 0, 12}};
    mesh->indices = indices;
    mesh->index_count = 12;
    mesh->parts = parts;
    tlb_scene s;
    assert_true(tlb_separate_triangles(f->scene, &f->arena, &s));
    assert_int_equal(s.meshes[1].vertex_count, 10);
    assert_memory_equal(s.meshes[1].indices, ((uint32_t[]){0, 1, 2, 0, 2, 3, 4, 5, 6, 7, 8, 9}), 48);
    static const uint32_t from[] = {2, 1, 0, 0, 3, 2};
    for (int i = 0; i < 6; i++) {
        assert_memory_equal(s.meshes[1].positions[4 + i], mesh->positions[from[i]], sizeof *mesh->positions);
        assert_memory_equal(s.meshes[1].uv[0][4 + i], mesh->uv[0][from[i]], sizeof *mesh->uv[0]);
    }
    assert_ptr_equal(s.meshes[0].positions, f->scene->meshes[0].positions);
    static tlb_part both[] = {{TLB_NONE, 0, 6}, {TLB_NONE, 6, 6}}; /* apart in any case */
    mesh->parts = both;
    mesh->part_count = 2;
    assert_true(tlb_separate_triangles(f->scene, &f->arena, &s));
    assert_ptr_equal(s.meshes[1].indices, indices);
}

/* So many triangles with one corner that they are sorted; the last is the first again. */
static void test_a_fan_is_searched_for_twins(void **state)
{
    enum { TRIANGLES = 2000 };
    scene_fixture *f = *state;
    tlb_mesh *mesh = tlb_scene_add_mesh(f->scene, "fan");
    assert_true(tlb_mesh_reserve(f->scene, mesh, TRIANGLES + 2, (TRIANGLES + 1) * 3, 1, 0));
    memset(mesh->positions, 0, mesh->vertex_count * sizeof *mesh->positions);
    for (uint32_t i = 0; i < TRIANGLES; i++)
        memcpy(mesh->indices + i * 3, (uint32_t[]){0, i + 1, i + 2}, 3 * sizeof *mesh->indices);
    memcpy(mesh->indices + TRIANGLES * 3, (uint32_t[]){2, 0, 1}, 3 * sizeof *mesh->indices);
    mesh->parts[0] = (tlb_part){.material = TLB_NONE, .index_count = (TRIANGLES + 1) * 3};
    tlb_scene s;
    assert_true(tlb_separate_triangles(f->scene, &f->arena, &s));
    assert_int_equal(s.meshes[0].vertex_count, TRIANGLES + 5);
    assert_memory_equal(s.meshes[0].indices, mesh->indices, TRIANGLES * 3 * sizeof *mesh->indices);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(s.meshes[0].indices[TRIANGLES * 3 + i], TRIANGLES + 2 + i);
}

static void test_placeholders_are_gray_and_named(void **state)
{
    scene_fixture *f = *state;
    tlb_scene_add_image(f->scene, "placeholder");
    static const char *const wanted[] = {"base/wall.png", NULL, "other/wall.png", "floor"};
    for (int i = 0; i < 4; i++) {
        tlb_material *material = tlb_scene_add_material(f->scene, "m");
        material->texture.image = 0;
        material->texture.nearest = true;
        material->placeholder = wanted[i];
    }
    tlb_scene named;
    assert_true(tlb_name_placeholders(f->scene, &f->arena, &named));
    assert_int_equal(named.image_count, 3);
    assert_int_equal(named.materials[0].texture.image, 1);
    assert_int_equal(named.materials[1].texture.image, 0);
    assert_int_equal(named.materials[2].texture.image, 1);
    assert_int_equal(named.materials[3].texture.image, 2);
    assert_string_equal(named.images[1].name, "wall");
    assert_string_equal(named.images[2].name, "floor");
    assert_int_equal(named.images[1].width, 4);
    assert_memory_equal(named.images[1].pixels + 60, "\xb8\xb8\xb8\xff", 4);
    assert_int_equal(f->scene->materials[0].texture.image, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_scene, end_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_only_the_finest_level_is_kept),
        TEST(test_layers_stand_where_they_stood),
        TEST(test_cameras_and_lights_stand_in_their_own_layer_only),
        TEST(test_skins_follow_their_joints),
        TEST(test_parts_become_one_mesh_on_a_skeleton),
        TEST(test_a_rig_moves_as_its_parts_did),
        TEST(test_a_rig_has_the_tangents_and_colors_of_its_parts),
        TEST(test_what_has_no_size_at_rest_is_bound_with_one),
        TEST(test_a_joint_does_not_hold_a_morphing_mesh),
        TEST(test_the_rig_leaves_cameras_lights_and_attributes_where_they_are),
        TEST(test_one_moving_node_needs_no_rig),
        TEST(test_pictures_that_morph_become_one_mesh),
        TEST(test_pictures_that_glide_keep_their_morphs),
        TEST(test_what_nothing_uses_is_left_out),
        TEST(test_light_maps_and_skins_are_used),
        TEST(test_cameras_and_lights_that_nothing_holds_are_left_out),
        TEST(test_parts_of_a_mesh_keep_their_attributes),
        TEST(test_equal_materials_become_one),
        TEST(test_materials_that_move_alike_become_one),
        TEST(test_materials_have_names_that_differ),
        TEST(test_long_names_are_cut_and_differ),
        TEST(test_triangles_of_the_same_vertices_are_separated),
        TEST(test_a_fan_is_searched_for_twins),
        TEST(test_placeholders_are_gray_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
