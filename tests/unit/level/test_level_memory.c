/* Levels compiled, lit, validated, and exchanged with scenes, with each allocation failing alone: each must
 * fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "boxes.h"
#include "fault.h"
#include "level/lamps.h"
#include "level/solid.h"
#include "trilobite/scene_build.h"

static void *need(void *made)
{
    assert_non_null(made);
    return made;
}

/* Of colors from a palette, and as a file. */
static void add_pictures(tlb_level *level)
{
    static uint8_t pixels[4], palette[256][4];
    static const tlb_image images[2] = {
        {.name = "floor",
         .format = TLB_PIXELS_INDEXED,
         .width = 2,
         .height = 2,
         .pixels = pixels,
         .palette = (const uint8_t(*)[4])palette},
        {.name = "step", .mime_type = "image/png", .encoded = {(const uint8_t *)"file", 4}}};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t material;
        assert_true(tlb_level_find_material(level, images[i].name, &material));
        level->materials.data[material].image = &images[i];
    }
}

/* Steps that cover each other in part, a detail and a door; what collides; a lamp. */
static tlb_level *make_steps(tlb_context *context)
{
    tlb_level *level = boxes_level(context);
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 4, 4, 1, "floor");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, 1, 0, 1, 4, 2, "step");
    boxes_entity(level, "detail");
    boxes_box(level, TLB_BRUSH_DETAIL, 3, 3, 0.5, 2, 0.5, 1, "shelf");
    boxes_entity(level, "collision");
    boxes_box(level, TLB_BRUSH_COLLISION, 5, 0, 0, 1, 1, 1, "NULL");
    boxes_entity(level, "portal");
    boxes_box(level, TLB_BRUSH_PORTAL, 1.5, 0, 0.5, 0.25, 2, 2, "PORTAL");
    add_pictures(level);
    boxes_entity(level, "light_omni");
    tlb_level_detail *detail = &level->details.data[0];
    tlb_level_entity *lamp = &detail->entities.data[detail->entities.count - 1];
    lamp->has_origin = true;
    lamp->origin[0] = lamp->origin[2] = 3;
    assert_true(tlb_level_add_property(level, lamp, "falloff1", "8", 0) &&
                tlb_level_add_property(level, lamp, "falloff2", "9", 0));
    return level;
}

/* Brushes that are the same, almost in one plane, and with a face too many. */
static tlb_level *make_faults(tlb_context *context)
{
    tlb_level *level = boxes_level(context);
    for (int i = 0; i < 2; i++)
        boxes_box(level, TLB_BRUSH_STRUCTURAL, 0, 0, 0, 4, 4, 1, "floor");
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 4, 0, 0.002, 1, 1, 1, "near");
    boxes_face(level, 1, 0, 0, 9, "redundant");
    return level;
}

/* Meshes: a tetrahedron with a dent, which is no brush, and a triangle alone. */
static tlb_level *make_meshes(tlb_context *context)
{
    static const double points[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1},
                                       {0, 0, 4}, {9, 0, 0}, {8, 1, 0}, {8, 0, 1}};
    static const uint32_t corners[][3] = {{0, 2, 1}, {0, 1, 4}, {0, 4, 2}, {1, 2, 3},
                                          {2, 4, 3}, {4, 1, 3}, {5, 6, 7}};
    tlb_level *level = boxes_level(context);
    uint32_t material;
    assert_true(tlb_level_find_material(level, "wall", &material));
    for (uint32_t open = 0; open < 2; open++) {
        tlb_level_mesh *mesh = need(tlb_level_add_mesh(level, &level->details.data[0], TLB_BRUSH_STRUCTURAL));
        uint32_t first = open ? 6 : 0, count = open ? 1 : 6;
        mesh->is_closed = !open;
        mesh->points.data = need(tlb_alloc(&level->arena, sizeof points));
        mesh->points.count = 8;
        memcpy(mesh->points.data, points, sizeof points);
        mesh->corners.data = need(tlb_alloc(&level->arena, sizeof corners));
        mesh->corners.count = 3 * count;
        memcpy(mesh->corners.data, corners[first], count * sizeof *corners);
        mesh->polygons.data = need(tlb_alloc_array(&level->arena, count, sizeof *mesh->polygons.data));
        mesh->polygons.count = count;
        for (uint32_t i = 0; i < count; i++)
            mesh->polygons.data[i] = (tlb_level_polygon){.first_corner = 3 * i, .corner_count = 3};
    }
    return level;
}

/* --- steps ------------------------------------------------------------------------------------------- */

typedef struct subject {
    const tlb_level *level;
    const tlb_solid *solid; /* compiled */
    const tlb_scene *scene; /* the same level */
} subject;

enum { ALL = TLB_LEVEL_WITH_COLLISION | TLB_LEVEL_WITH_ZONES };

static tlb_status compile(tlb_context *context, const void *of, collected *made)
{
    const subject *s = of;
    tlb_solid *solid;
    tlb_status status = tlb_solid_make(context, s->level, 0, TLB_SOLID_WORLD, &solid);
    if (!status) {
        collect(made, solid->points.data, solid->points.count * sizeof *solid->points.data);
        collect(made, solid->corners.data, solid->corners.count * sizeof *solid->corners.data);
        collect(made, solid->nodes.data, solid->nodes.count * sizeof *solid->nodes.data);
        collect(made, solid->leaf_faces.data, solid->leaf_faces.count * sizeof *solid->leaf_faces.data);
        collect(made, solid->zone_faces.data, solid->zone_faces.count * sizeof *solid->zone_faces.data);
        collect(made, &solid->hulls.count, sizeof solid->hulls.count);
        collect(made, &solid->portals.count, sizeof solid->portals.count);
    }
    tlb_solid_free(solid);
    return status;
}

static tlb_status light(tlb_context *context, const void *of, collected *made)
{
    static const tlb_light_grid grid = {{0, 0, 1}, {{1, 0, 0}, {0, 1, 0}}, {4, 4}};
    static const tlb_sun_options sun;
    enum { FACES = 4 }; /* each as the others */
    const subject *s = of;
    uint8_t rgb[16][3];
    tlb_lighting lighting;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    bool lit =
        tlb_lighting_make(s->solid, &s->level->details.data[0], TLB_BAKED_SUN, &sun, &arena, &lighting);
    for (uint32_t i = 0; lit && i < FACES; i++) {
        lit = tlb_light_face(&lighting, i, &grid, &arena, rgb);
        if (lit)
            collect(made, rgb, sizeof rgb);
    }
    tlb_arena_release(&arena);
    return lit ? TLB_OK : TLB_NO_MEMORY;
}

static tlb_status check(tlb_context *context, const void *of, collected *made)
{
    const subject *s = of;
    tlb_status status = tlb_level_check_brushes(context, s->level, NULL);
    for (size_t i = 0; i < tlb_code_count(); i++) {
        uint64_t told = tlb_code_total(context, tlb_code_at(i));
        collect(made, &told, sizeof told);
    }
    return status;
}

/* Scenes have copies of the pictures, for they live longer than levels. */
static void assert_copies(const tlb_level *level, const tlb_image *image)
{
    for (uint32_t i = 0; i < level->materials.count; i++) {
        const tlb_image *from = level->materials.data[i].image;
        assert_false(from && image->palette && image->palette == from->palette);
        assert_false(from && image->encoded.data && image->encoded.data == from->encoded.data);
    }
}

static tlb_status to_scene(tlb_context *context, const void *of, collected *made)
{
    const subject *s = of;
    tlb_scene *scene = tlb_scene_create(context);
    tlb_status status = scene ? tlb_level_to_scene(context, s->level, ALL, scene) : TLB_NO_MEMORY;
    for (uint32_t i = 0; !status && i < scene->node_count; i++)
        collect(made, scene->nodes[i].name, strlen(scene->nodes[i].name));
    for (uint32_t i = 0; !status && i < scene->mesh_count; i++)
        collect(made, scene->meshes[i].positions, scene->meshes[i].vertex_count * sizeof(float[3]));
    for (uint32_t i = 0; !status && i < scene->image_count; i++) {
        const tlb_image *image = &scene->images[i];
        assert_copies(s->level, image);
        collect(made, image->name, strlen(image->name));
        collect(made, image->pixels, image->pixels ? (size_t)image->width * image->height : 0);
        collect(made, image->encoded.data, image->encoded.size);
    }
    tlb_scene_free(scene);
    return status;
}

static tlb_status from_scene(tlb_context *context, const void *of, collected *made)
{
    const subject *s = of;
    tlb_status status;
    tlb_level *level = tlb_level_from_scene(context, s->scene, "a level", &status);
    const tlb_level_detail *detail = level ? &level->details.data[0] : NULL;
    assert_true(!level == (status != TLB_OK));
    for (uint32_t i = 0; level && i < detail->entities.count; i++)
        collect(made, detail->entities.data[i].classname, strlen(detail->entities.data[i].classname));
    for (uint32_t i = 0; level && i < detail->faces.count; i++)
        collect(made, detail->faces.data[i].normal, sizeof detail->faces.data[i].normal);
    tlb_level_free(level);
    return status;
}

static void fail_each(tlb_level *(*make)(tlb_context *), const fault_job *steps, size_t count)
{
    tlb_context *context = need(tlb_context_create(NULL));
    tlb_level *level = make(context);
    tlb_solid *solid;
    tlb_scene *scene = need(tlb_scene_create(context));
    assert_int_equal(tlb_solid_make(context, level, 0, TLB_SOLID_WORLD, &solid), TLB_OK);
    assert_int_equal(tlb_level_to_scene(context, level, ALL, scene), TLB_OK);
    for (size_t i = 0; i < count; i++)
        assert_refused_or_same(steps[i], &(subject){level, solid, scene});
    tlb_scene_free(scene);
    tlb_solid_free(solid);
    tlb_level_free(level);
    tlb_context_free(context);
}

static void each_step_needs_its_memory(void **state)
{
    static const fault_job steps[] = {compile, light, to_scene, from_scene};
    (void)state;
    fail_each(make_steps, steps, 4);
    fail_each(make_meshes, steps, 1);
    fail_each(make_faults, (const fault_job[]){check}, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_step_needs_its_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
