/* Each step from a scene to another one with each of its allocations failing alone: it must fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fault.h"
#include "scene/light/atlas.h"
#include "scene/light/bake.h"
#include "scene/transform/gather.h"
#include "scene/materials/materials.h"
#include "scene/animation/pose.h"
#include "scene/transform/prune.h"
#include "scene/animation/flip_frames.h"
#include "scene/transform/rig.h"
#include "scene/transform/short_names.h"
#include "scene/build/append.h"
#include "scene/build/pictures.h"
#include "scene/inspect/shown.h"
#include "scene/transform/colors.h"
#include "scenes.h"

typedef bool (*step)(const tlb_scene *scene, tlb_context *context, tlb_arena *arena);

#define STEP(name, expression)                                                                               \
    static bool name(const tlb_scene *scene, tlb_context *context, tlb_arena *arena)                         \
    {                                                                                                        \
        tlb_scene out;                                                                                       \
        (void)out, (void)context, (void)arena;                                                               \
        return expression;                                                                                   \
    }

STEP(prune, tlb_scene_prune(scene, arena, &out))
STEP(merge_materials, tlb_merge_materials(scene, arena, &out))
STEP(name_placeholders, tlb_name_placeholders(scene, arena, &out))
STEP(separate_triangles, tlb_separate_triangles(scene, arena, &out))
STEP(leave_light, tlb_leave_light(scene, true, arena, &out))
STEP(pose, tlb_scene_at(scene, &scene->animations[0], 0.5f, arena, &out))
STEP(shown, tlb_scene_shown(scene, arena) != NULL)
STEP(seen, tlb_scene_seen(scene, arena) != NULL)
STEP(hidden, tlb_scene_hidden(scene, arena) != NULL)
STEP(shorten_names, tlb_shorten_names(scene, arena, &out, &(uint32_t){0}))
STEP(layers, tlb_scene_layers(scene, TLB_WITH_LEVELS | TLB_WITH_HIDDEN, arena, &(tlb_layers){0}))
STEP(separate_colors, tlb_separate_colors(scene, arena, &out))
STEP(measure, tlb_scene_measure(context, scene, &(tlb_scene_stats){0}) == TLB_OK)

#define LIGHT_STEP(name, expression)                                                                         \
    static bool name(const tlb_scene *scene, tlb_context *context, tlb_arena *arena)                         \
    {                                                                                                        \
        tlb_scene out;                                                                                       \
        tlb_light_map *maps;                                                                                 \
        (void)out;                                                                                           \
        return tlb_decode_light_maps(context, scene, arena, &maps) == TLB_OK && (expression);                \
    }

LIGHT_STEP(light, tlb_choose_light(context, scene, maps, &(tlb_light_rule){0}) == TLB_OK)
LIGHT_STEP(bake, tlb_bake_light(scene, maps, &tlb_bake_usual, arena, &out))
LIGHT_STEP(atlas, tlb_draw_atlas(context, scene, maps, 0, arena, &out) == TLB_OK)

static bool rig(const tlb_scene *scene, tlb_context *context, tlb_arena *arena)
{
    (void)context;
    tlb_layers layers, rigged;
    return tlb_scene_layers(scene, TLB_WITH_LEVELS, arena, &layers) &&
           tlb_rig_layers(&layers, "rig", arena, &rigged);
}

static bool settle(const tlb_scene *scene, tlb_context *context, tlb_arena *arena)
{
    (void)context;
    tlb_layers layers, settled;
    return tlb_scene_layers(scene, TLB_WITH_LEVELS, arena, &layers) &&
           tlb_bake_flip_frames(&layers, arena, &settled);
}

/* In two places of another scene, which also gets a swatch. */
static bool append(const tlb_scene *scene, tlb_context *context, tlb_arena *arena)
{
    static const uint8_t colors[2][4];
    tlb_scene *to = tlb_scene_create(context);
    tlb_appender appender = {.scene = to, .work = arena};
    tlb_appended things;
    bool done = to && tlb_append_things(&appender, scene, &things) &&
                tlb_append_nodes(&appender, &things, TLB_NONE, NULL) &&
                tlb_append_nodes(&appender, &things, TLB_NONE, NULL) &&
                tlb_add_swatch(to, "swatch", colors, 2, false);
    tlb_scene_free(to);
    return done;
}

static const struct {
    const char *name;
    step run;
} steps[] = {{"prune", prune},
             {"merge_materials", merge_materials},
             {"name_placeholders", name_placeholders},
             {"separate_triangles", separate_triangles},
             {"leave_light", leave_light},
             {"pose", pose},
             {"shown", shown},
             {"seen", seen},
             {"hidden", hidden},
             {"shorten_names", shorten_names},
             {"layers", layers},
             {"rig", rig},
             {"settle", settle},
             {"separate_colors", separate_colors},
             {"append", append},
             {"measure", measure},
             {"light", light},
             {"bake", bake},
             {"atlas", atlas}};

/* A square with a texture, under a light map with a shadow whose edge is not an edge of the square's. */
static tlb_scene *make_lit(tlb_context *context)
{
    enum { SIDE = 8 };
    tlb_scene *scene = make_empty(context);
    tlb_material *material = tlb_scene_add_material(scene, "wall");
    assert_non_null(material);
    for (int i = 0; i < 2; i++) {
        tlb_image *image = tlb_scene_add_image(scene, i ? "brick" : "light");
        assert_true(image && tlb_image_reserve(scene, image, SIDE, SIDE));
        for (int texel = 0; texel < SIDE * SIDE; texel++)
            memset(image->pixels + (size_t)4 * (size_t)texel, texel % SIDE * 2 < texel / SIDE + 3 ? 255 : 32,
                   4);
    }
    material->lightmap = (tlb_texture){0, 1, TLB_WRAP_CLAMP, TLB_WRAP_CLAMP, false, {0, 0}};
    material->texture = (tlb_texture){.image = 1};
    add_square(scene, "square", 0, TLB_WITH_UV0 | TLB_WITH_UV1 | TLB_WITH_NORMALS);
    add_node(scene, "square", TLB_NONE, 0);
    tlb_animation *animation = tlb_scene_add_animation(scene, "none");
    assert_true(animation && tlb_animation_reserve(scene, animation, 0, 0));
    return scene;
}

/* Two levels on a joint of the first, of two colors that have vertices in common, with names too long; what
 * flickers all the time; a camera and a light. */
static tlb_scene *make_shared(tlb_context *context)
{
    static const char name[] = "of more than the sixty-two bytes that the names of some other programs have";
    static float times[1], values[4];
    tlb_scene *scene = make_empty(context);
    tlb_arena *arena = tlb_scene_arena(scene);
    for (int i = 0; i < 2; i++) {
        tlb_image *image = tlb_scene_add_image(scene, name);
        assert_true(image && tlb_image_reserve(scene, image, 1, (uint32_t)i + 1));
        tlb_material *material = tlb_scene_add_material(scene, i ? "short" : name);
        assert_true(material && tlb_material_add_pbr(scene, material));
        material->color[0] = (float)i;
    }
    tlb_mesh *mesh = add_square(scene, name, 0, TLB_WITH_NORMALS);
    tlb_part *parts = tlb_alloc_array(arena, 2, sizeof *parts);
    assert_non_null(parts);
    parts[0] = (tlb_part){0, 0, 3};
    parts[1] = (tlb_part){1, 3, 3};
    mesh->parts = parts;
    mesh->part_count = 2;
    add_node(scene, "joint", TLB_NONE, TLB_NONE);
    for (int32_t i = 0; i < 2; i++) {
        tlb_node *node = add_node(scene, name, TLB_NONE, 0);
        node->level = i;
        node->skin = 0;
    }
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    tlb_animation *animation = tlb_scene_add_animation(scene, "Ambient");
    assert_true(skin && animation && tlb_scene_add_camera(scene, "eye") &&
                tlb_scene_add_light(scene, "lamp"));
    skin->joints = tlb_zalloc(arena, sizeof *skin->joints);
    skin->joint_count = 1;
    assert_true(skin->joints && tlb_animation_reserve(scene, animation, 1, 1));
    animation->channels[0] = (tlb_channel){0, TLB_TARGET_TRANSLATION, TLB_LINEAR, 1, times, values};
    animation->material_channels[0] =
        (tlb_material_channel){1, TLB_MATERIAL_COLOR, TLB_STEP, 1, times, values};
    return scene;
}

/* Whether the allocation `at` was there to fail. */
static bool fails_at(const tlb_scene *scene, size_t which, uint64_t at)
{
    fault f = {.at = UINT64_MAX};
    tlb_context_options options = {.struct_size = sizeof options, .allocator = fault_allocator(&f)};
    tlb_context *context = tlb_context_create(&options);
    assert_non_null(context);
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    f.at = f.made + at;
    bool done = steps[which].run(scene, context, &arena);
    if (done == f.failed)
        fail_msg("%s, allocation %llu: %s", steps[which].name, (unsigned long long)at,
                 done ? "succeeded without it" : "failed with all");
    tlb_arena_release(&arena);
    tlb_context_free(context);
    return f.failed;
}

static void every_step_fails_without_memory(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_scene *scenes[] = {make_everything(context), make_lit(context), make_shared(context)};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        for (size_t which = 0; which < sizeof steps / sizeof *steps; which++)
            for (uint64_t at = 0; fails_at(scenes[i], which, at); at++)
                ;
        tlb_scene_free(scenes[i]);
    }
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_step_fails_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
