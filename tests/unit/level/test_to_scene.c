/* Levels as scenes: what is drawn, under which names, and where. */
#include "boxes.h"
#include "one_context.h"
#include "trilobite/scene_build.h"

#include <math.h>
#include <string.h>

static tlb_scene *scene;
static tlb_level *level;

static int begin(void **state)
{
    set_up(state);
    scene = tlb_scene_create(context);
    level = boxes_level(context);
    return !scene;
}

static int end(void **state)
{
    tlb_level_free(level);
    tlb_scene_free(scene);
    return tear_down(state);
}

static tlb_level_entity *add_entity(const char *classname)
{
    boxes_entity(level, classname);
    tlb_level_detail *detail = &level->details.data[0];
    return &detail->entities.data[detail->entities.count - 1];
}

static void add_property(tlb_level_entity *entity, const char *key, const char *value)
{
    assert_true(tlb_level_add_property(level, entity, key, value, 0));
}

static void add_box(tlb_brush_kind kind)
{
    boxes_box(level, kind, 0, 0, 0, 1, 1, 1, "wood");
}

static tlb_level_detail *detail_of(uint32_t index)
{
    return &level->details.data[index];
}

static void make_scene(unsigned with)
{
    assert_int_equal(tlb_level_to_scene(context, level, with, scene), TLB_OK);
}

/* The level may go: the scene has images of its own. */
static void images_are_copied(void **state)
{
    (void)state;
    uint8_t pixels[24], indices[6] = {1, 2, 3, 4, 5, 6}, file[3] = {7, 8, 9}, colors[256][4];
    static const char *const names[] = {"rgba", "indexed", "file"};
    for (int i = 0; i < 24; i++)
        pixels[i] = (uint8_t)(i + 1);
    for (int i = 0; i < 256; i++)
        memset(colors[i], 255 - i, 4);
    tlb_image images[3] = {
        {.name = "rgba", .format = TLB_PIXELS_RGBA, .width = 2, .height = 3, .pixels = pixels},
        {.name = "indexed", .format = TLB_PIXELS_INDEXED, .width = 3, .height = 2, .pixels = indices},
        {.name = "file", .mime_type = "image/png", .encoded = {file, 3}, .width = 5, .height = 6}};
    images[1].palette = (const uint8_t(*)[4])colors;
    for (uint32_t i = 0; i < 3; i++) {
        boxes_box(level, TLB_BRUSH_STRUCTURAL, 2 * i, 0, 0, 1, 1, 1, names[i]);
        level->materials.data[i].image = &images[i];
    }
    make_scene(0);
    tlb_level_free(level);
    level = NULL;
    assert_int_equal(scene->image_count, 3);
    for (int32_t i = 0; i < 3; i++) {
        const tlb_image *image = &scene->images[i];
        assert_string_equal(image->name, names[i]);
        assert_string_equal(scene->materials[i].name, names[i]);
        assert_int_equal(scene->materials[i].texture.image, i);
        assert_null(scene->materials[i].placeholder);
        assert_int_equal(image->format, images[i].format);
        assert_int_equal(image->width, images[i].width);
        assert_int_equal(image->height, images[i].height);
        assert_true(!image->pixels == !images[i].pixels && !image->palette == !images[i].palette);
        assert_int_equal(image->encoded.size, images[i].encoded.size);
        assert_true(!image->pixels || image->pixels != images[i].pixels);
    }
    assert_memory_equal(scene->images[0].pixels, pixels, sizeof pixels);
    assert_memory_equal(scene->images[1].pixels, indices, sizeof indices);
    assert_ptr_not_equal(scene->images[1].palette, colors);
    assert_memory_equal(scene->images[1].palette, colors, sizeof colors);
    assert_ptr_not_equal(scene->images[2].encoded.data, file);
    assert_memory_equal(scene->images[2].encoded.data, file, sizeof file);
    assert_string_equal(scene->images[2].mime_type, "image/png");
}

/* Textures that were not found are shown by one image; what is never drawn is not. */
static void materials_without_images_have_placeholders(void **state)
{
    (void)state;
    static const char *const names[] = {"one", "two", "", "NULL"};
    for (uint32_t i = 0; i < 4; i++)
        boxes_box(level, TLB_BRUSH_STRUCTURAL, 2 * i, 0, 0, 1, 1, 1, names[i]);
    make_scene(TLB_LEVEL_WITH_COLLISION);
    assert_int_equal(scene->material_count, 4);
    assert_int_equal(scene->image_count, 1);
    for (uint32_t i = 0; i < 4; i++) {
        const tlb_material *material = &scene->materials[i];
        assert_string_equal(material->name, names[i]);
        assert_int_equal(material->texture.image, i < 2 ? 0 : TLB_NONE);
        assert_true(i < 2 ? strcmp(material->placeholder, names[i]) == 0 && material->texture.nearest
                          : !material->placeholder);
        assert_int_equal(material->alpha_mode, i == 3 ? TLB_ALPHA_MASK : TLB_ALPHA_OPAQUE);
        assert_true(material->color[3] == (i == 3 ? 0 : 1));
        const tlb_value *null = tlb_value_get(material->extras, "null");
        assert_true(i == 3 ? null && null->as.boolean : !null);
    }
}

/* Faces of a box of three materials: a part for each, in the order of their first face; with Y up. */
static void faces_become_parts(void **state)
{
    (void)state;
    static const uint32_t used[6] = {2, 0, 2, 1, 0, 2};
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 1, 2, 3, 4, 5, 6, "a");
    for (int i = 0; i < 2; i++) {
        uint32_t material;
        assert_true(tlb_level_find_material(level, i ? "c" : "b", &material));
    }
    for (uint32_t i = 0; i < 6; i++) {
        tlb_level_face *face = &detail_of(0)->faces.data[i];
        const double x[4] = {1, 10 + i, 100, 1000}, y[4] = {2, 20, 200 + i, 2000};
        face->material = used[i];
        memcpy(face->x, x, sizeof x);
        memcpy(face->y, y, sizeof y);
    }
    make_scene(0);
    const tlb_mesh *mesh = &scene->meshes[0];
    static const char *const names[] = {"c", "a", "b"};
    static const uint32_t faces[3][3] = {{0, 2, 5}, {1, 4}, {3}};
    uint32_t index = 0;
    assert_int_equal(mesh->part_count, 3);
    assert_int_equal(mesh->vertex_count, 24);
    assert_int_equal(mesh->index_count, 36);
    for (uint32_t p = 0; p < 3; p++) {
        const tlb_part *part = &mesh->parts[p];
        assert_string_equal(scene->materials[part->material].name, names[p]);
        assert_int_equal(part->first_index, index);
        assert_int_equal(part->index_count, 6 * (3 - p));
        for (uint32_t i = 0; i < part->index_count; i += 3, index += 3) {
            uint32_t number = faces[p][i / 6];
            const tlb_level_face *face = &detail_of(0)->faces.data[number];
            const float *corners[3];
            double cross[3];
            for (int k = 0; k < 3; k++) {
                uint32_t vertex = mesh->indices[index + (uint32_t)k];
                const float *at = corners[k] = mesh->positions[vertex];
                double p3[3] = {at[0], -at[2], at[1]}, above = -face->distance, u = face->x[3],
                       v = face->y[3];
                for (int axis = 0; axis < 3; axis++) {
                    above += face->normal[axis] * p3[axis];
                    u += face->x[axis] * p3[axis];
                    v += face->y[axis] * p3[axis];
                }
                assert_true(fabs(above) < 1e-6);
                assert_true(fabs(u - (double)mesh->uv[0][vertex][0]) < 1e-3);
                assert_true(fabs(v - (double)mesh->uv[0][vertex][1]) < 1e-3);
                const float *n = mesh->normals[vertex];
                assert_true(n[0] == (float)face->normal[0] && n[1] == (float)face->normal[2] &&
                            n[2] == (float)-face->normal[1]);
            }
            for (int axis = 0; axis < 3; axis++) {
                int a = (axis + 1) % 3, b = (axis + 2) % 3;
                cross[axis] =
                    (double)(corners[1][a] - corners[0][a]) * (double)(corners[2][b] - corners[0][b]) -
                    (double)(corners[1][b] - corners[0][b]) * (double)(corners[2][a] - corners[0][a]);
            }
            double sides[3] = {30, 24, 20}; /* of what faces along x, y and z */
            assert_true(cross[0] * face->normal[0] + cross[1] * face->normal[2] -
                            cross[2] * face->normal[1] ==
                        sides[number / 2]);
        }
    }
}

/* Of each kind a brush. What collides and what marks zones is hidden, and there if it is wanted. */
static void kinds_have_names_and_layers(void **state)
{
    (void)state;
    static const struct {
        const char *classname, *name, *layer;
        unsigned with;
    } kinds[] = {{"worldspawn", "brush_0", NULL, 0},
                 {"detail", "detail_1", NULL, 0},
                 {"collision", "col_2", "collision", TLB_LEVEL_WITH_COLLISION},
                 {"vehicle_collision", "vehicle_3", "collision", TLB_LEVEL_WITH_COLLISION},
                 {"portal", "portal_4", "zones", TLB_LEVEL_WITH_ZONES},
                 {"trigger", "trigger_5", "zones", TLB_LEVEL_WITH_ZONES},
                 {"Door_Elevator", "brush_6", NULL, 0}};
    for (uint32_t i = 0; i < 7; i++) {
        if (i)
            add_entity(kinds[i].classname);
        add_box(tlb_level_brush_kind_of(kinds[i].classname));
    }
    add_box(TLB_BRUSH_MOVER);
    detail_of(0)->brushes.data[7].name = "knob";
    for (unsigned with = 0; with < 4; with++) {
        tlb_scene_free(scene);
        scene = tlb_scene_create(context);
        make_scene(with);
        uint32_t count = 0;
        for (uint32_t i = 0; i < scene->node_count; i++) {
            const tlb_node *node = &scene->nodes[i];
            if (node->mesh == TLB_NONE)
                continue;
            assert_string_equal(scene->meshes[node->mesh].name, node->name);
            while (count < 7 && (kinds[count].with & with) != kinds[count].with)
                count++;
            assert_string_equal(node->name, count < 7 ? kinds[count].name : "knob");
            const char *layer = count < 7 ? kinds[count].layer : NULL;
            assert_true(layer ? node->layer && strcmp(node->layer, layer) == 0 : !node->layer);
            assert_int_equal(node->hidden, layer != NULL);
            count++;
        }
        assert_int_equal(count, 8);
    }
}

/* Only volumes and what collides have faces that are never drawn. */
static void faces_that_are_not_drawn_are_left_out(void **state)
{
    (void)state;
    add_box(TLB_BRUSH_STRUCTURAL);
    assert_true(tlb_level_find_material(level, "null", &detail_of(0)->faces.data[2].material));
    boxes_box(level, TLB_BRUSH_STRUCTURAL, 2, 0, 0, 1, 1, 1, "NULL");
    add_entity("trigger");
    boxes_box(level, TLB_BRUSH_TRIGGER, 2, 0, 0, 1, 1, 1, "trigger");
    add_entity("portal");
    boxes_box(level, TLB_BRUSH_PORTAL, 2, 0, 0, 1, 1, 1, "portal");
    make_scene(TLB_LEVEL_WITH_ZONES);
    assert_int_equal(scene->mesh_count, 3);
    assert_int_equal(scene->meshes[0].index_count, 30);
    assert_int_equal(scene->meshes[1].index_count, 36);
    assert_int_equal(scene->meshes[2].index_count, 36);
    tlb_scene_free(scene);
    scene = tlb_scene_create(context);
    make_scene(TLB_LEVEL_WITH_COLLISION);
    assert_int_equal(scene->mesh_count, 2);
    assert_int_equal(scene->meshes[0].index_count, 36);
}

static void entities_are_nodes(void **state)
{
    (void)state;
    static const struct {
        const char *classname;
        bool has_brush;
        const char *name; /* NULL: its brush is the detail's */
        float place;
    } entities[] = {{"detail", true, NULL, 0},
                    {"path_node", false, "path_2", 2}, /* of no mover yet */
                    {"trigger", true, "trigger_3", 0},
                    {"door_elevator", true, "mover_4", 0},
                    {"path_node", false, "path_5", 5},
                    {"trigger", true, "trigger_6", 0},
                    {"Item", false, "Item_7", 7},
                    {"portal", true, "portal_8", 0},
                    {"Door_Elevator", false, "mover_9", 9},
                    {"path_node", false, "path_10", 10}};
    static const char *const names[] = {"detail_0", "detail_0", "path_2",   "trigger_3", "trigger_1",
                                        "mover_4",  "brush_2",  "path_5",   "trigger_6", "trigger_3",
                                        "Item_7",   "portal_8", "portal_4", "mover_9",   "path_10"};
    static const int32_t parents[] = {TLB_NONE, 0, 0, 0, 3, 0, 5, 5, 5, 8, 0, 0, 11, 0, 13};
    for (uint32_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        tlb_level_entity *entity = add_entity(entities[i].classname);
        entity->has_origin = true;
        entity->origin[2] = i + 1;
        if (entities[i].has_brush)
            add_box(tlb_level_brush_kind_of(entities[i].classname));
        if (i == 6)
            for (int k = 0; k < 6; k++)
                add_property(
                    entity,
                    (const char *[]){"classname", "DataBlock", "Origin", "datablock", "Speed", "speed"}[k],
                    (const char *[]){"Item", "old", "1 2 3", "new", "4", "5"}[k]);
    }
    make_scene(TLB_LEVEL_WITH_ZONES);
    assert_int_equal(scene->node_count, sizeof names / sizeof *names);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        assert_string_equal(node->name, names[i]);
        assert_int_equal(node->parent, parents[i]);
        float height = 0;
        for (uint32_t k = 0; k < sizeof entities / sizeof *entities; k++)
            if (entities[k].name && strcmp(entities[k].name, node->name) == 0 && node->mesh == TLB_NONE)
                height = entities[k].place;
        assert_true(node->translation[0] == 0 && node->translation[1] == height && node->translation[2] == 0);
    }
    const tlb_value *extras = scene->nodes[10].extras, *first = extras->as.members.first;
    assert_string_equal(first->key, "class");
    assert_string_equal(first->as.text.data, "Item");
    assert_string_equal(first->next->key, "datablock");
    assert_string_equal(first->next->as.text.data, "new");
    assert_string_equal(first->next->next->key, "speed");
    assert_string_equal(first->next->next->as.text.data, "5");
    assert_null(first->next->next->next);
}

static void lights_shine_as_far_as_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *classname, *color, *range;
        float shown[3], meters, intensity;
    } lights[] = {{"light_omni", NULL, NULL, {1, 1, 1}, 0, 1},
                  {"Light_Point", "255 127.5 0", "8", {1, 0.5f, 0}, 4, 4},
                  {"light_emitter_point", "-10 51 25.5", "20", {0, 1, 0.5f}, 10, 5},
                  {"light_omni", "0 0 0", "4", {1, 1, 1}, 2, 0},
                  {"light_omni", "51 51 51", "-4", {1, 1, 1}, 0, 1},
                  {"light_omni", "51 51 51", "2000000", {1, 1, 1}, 0, 1},
                  {"light_omni", "255 255 255", "1", {1, 1, 1}, 0.5f, 0.0625f},
                  {"light_omni", "255", "2e3", {1, 1, 1}, 1000, 250000}};
    enum { COUNT = sizeof lights / sizeof *lights };
    detail_of(0)->units = 2;
    for (int i = 0; i < COUNT; i++) {
        tlb_level_entity *entity = add_entity(lights[i].classname);
        if (lights[i].color)
            add_property(entity, "Color", lights[i].color);
        if (lights[i].range)
            add_property(entity, "falloff2", lights[i].range);
    }
    add_property(add_entity("light_spot"), "color", "1 2 3");
    make_scene(0);
    assert_int_equal(scene->light_count, COUNT);
    assert_int_equal(scene->node_count, COUNT + 2);
    assert_int_equal(scene->nodes[COUNT + 1].light, TLB_NONE);
    for (int i = 0; i < COUNT; i++) {
        const tlb_scene_light *light = &scene->lights[i];
        assert_int_equal(scene->nodes[i + 1].light, i);
        assert_int_equal(light->kind, TLB_LIGHT_POINT);
        assert_true(light->range == lights[i].meters);
        assert_true(fabsf(light->intensity - lights[i].intensity) <= 1e-6f * lights[i].intensity);
        for (int k = 0; k < 3; k++)
            assert_true(light->color[k] == lights[i].shown[k]);
    }
}

static void details_are_levels(void **state)
{
    (void)state;
    add_property(&detail_of(0)->entities.data[0], "music", "march");
    detail_of(0)->min_pixels = 200;
    make_scene(0);
    assert_int_equal(scene->nodes[0].level, TLB_NONE);
    assert_string_equal(tlb_value_get(scene->nodes[0].extras, "music")->as.text.data, "march");
    tlb_scene_free(scene);
    scene = tlb_scene_create(context);
    tlb_level_detail *coarse = tlb_level_add_detail(level);
    assert_non_null(coarse);
    coarse->min_pixels = 30;
    make_scene(0);
    assert_int_equal(scene->node_count, 2);
    for (int32_t i = 0; i < 2; i++) {
        assert_string_equal(scene->nodes[i].name, i ? "detail_1" : "detail_0");
        assert_int_equal(scene->nodes[i].level, i);
        assert_true(scene->nodes[i].level_size == (i ? 30 : 200));
    }
    assert_null(scene->nodes[1].extras);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(images_are_copied),
                                       TEST(materials_without_images_have_placeholders),
                                       TEST(faces_become_parts),
                                       TEST(kinds_have_names_and_layers),
                                       TEST(faces_that_are_not_drawn_are_left_out),
                                       TEST(entities_are_nodes),
                                       TEST(lights_shine_as_far_as_they_say),
                                       TEST(details_are_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
