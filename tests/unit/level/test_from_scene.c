/* Scenes as levels: what names and extras mean, and which objects are brushes. */
#include "base/value.h"
#include "level/level.h"
#include "one_context.h"
#include "trilobite/scene_build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static tlb_scene *scene;
static tlb_level *level;

static int begin(void **state)
{
    set_up(state);
    scene = tlb_scene_create(context);
    level = NULL;
    return !scene;
}

static int end(void **state)
{
    tlb_level_free(level);
    tlb_scene_free(scene);
    return tear_down(state);
}

static const tlb_level_detail *make_level(void)
{
    tlb_status status;
    level = tlb_level_from_scene(context, scene, "a level", &status);
    assert_non_null(level);
    assert_int_equal(status, TLB_OK);
    return &level->details.data[0];
}

/* A box from `low` on, 1 m wide, u along x and v along -z of the level; `faces` of its six are there. */
static void fill_box(tlb_mesh *mesh, uint32_t first, float x, float y, float z, uint32_t faces)
{
    for (uint32_t f = 0; f < faces; f++) {
        uint32_t axis = f / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, side = f % 2;
        for (uint32_t c = 0; c < 4; c++) {
            uint32_t vertex = 4 * (first + f) + c;
            float at[3] = {x, y, z};
            at[axis] += (float)side;
            at[side ? u : v] += (float)(c == 1 || c == 2);
            at[side ? v : u] += (float)(c >= 2);
            memcpy(mesh->positions[vertex], at, sizeof at);
            mesh->uv[0][vertex][0] = 2 * at[0] + 3;
            mesh->uv[0][vertex][1] = -at[1];
        }
        static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t i = 0; i < 6; i++)
            mesh->indices[6 * (first + f) + i] = 4 * (first + f) + corners[i];
    }
}

static int32_t add_boxes(uint32_t boxes, uint32_t faces)
{
    tlb_mesh *mesh = tlb_scene_add_mesh(scene, "box");
    uint32_t count = boxes * faces;
    assert_true(mesh && tlb_mesh_reserve(scene, mesh, 4 * count, 6 * count, 1, TLB_WITH_UV0));
    mesh->parts[0] = (tlb_part){0, 0, 6 * count};
    for (uint32_t i = 0; i < boxes; i++)
        fill_box(mesh, i * faces, (float)(5 * i), 0, 0, faces);
    return (int32_t)scene->mesh_count - 1;
}

static tlb_node *add_node(const char *name, int32_t parent, int32_t mesh)
{
    tlb_node *node = tlb_scene_add_node(scene, name, parent);
    assert_non_null(node);
    node->mesh = mesh;
    return node;
}

static void add_extra(tlb_node *node, const char *key, const char *value)
{
    if (!node->extras)
        node->extras = tlb_value_table(tlb_scene_arena(scene));
    tlb_value_add_text(tlb_scene_arena(scene), node->extras, key, value);
}

static void a_convex_object_is_a_brush(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    add_node("any", TLB_NONE, add_boxes(1, 6))->translation[1] = 10;
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->meshes.count, 0);
    assert_int_equal(detail->brushes.count, 1);
    assert_int_equal(detail->brushes.data[0].kind, TLB_BRUSH_STRUCTURAL);
    assert_string_equal(detail->brushes.data[0].name, "any");
    assert_int_equal(detail->faces.count, 6);
    /* Y up becomes Z up: the box is from (0, -1, 10) to (1, 0, 11). */
    static const double planes[6][4] = {{-1, 0, 0, 0}, {1, 0, 0, 1}, {0, 0, -1, -10},
                                        {0, 0, 1, 11}, {0, 1, 0, 0}, {0, -1, 0, 1}};
    for (uint32_t i = 0; i < 6; i++) {
        const tlb_level_face *face = &detail->faces.data[i];
        bool found = false;
        for (uint32_t k = 0; k < 6; k++) {
            bool same = fabs(face->distance - planes[k][3]) < 1e-9;
            for (int axis = 0; axis < 3; axis++)
                same &= fabs(face->normal[axis] - planes[k][axis]) < 1e-9;
            found |= same;
        }
        assert_true(found);
        /* At (0.5, 0, 10.5): in the plane or not, the equations are constant along the normal. */
        double p[3] = {0.5, -0.5, 10.5};
        double above =
            face->normal[0] * p[0] + face->normal[1] * p[1] + face->normal[2] * p[2] - face->distance;
        for (int axis = 0; axis < 3; axis++)
            p[axis] -= above * face->normal[axis];
        double u = face->x[0] * p[0] + face->x[1] * p[1] + face->x[2] * p[2] + face->x[3];
        double v = face->y[0] * p[0] + face->y[1] * p[1] + face->y[2] * p[2] + face->y[3];
        assert_true(fabs(u - (2 * p[0] + 3)) < 1e-5 && fabs(v + p[2] - 10) < 1e-5);
    }
}

static void a_mirrored_object_is_not_inside_out(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    tlb_node *node = add_node("any", TLB_NONE, add_boxes(1, 6));
    node->scale[0] = -2;
    make_level();
    assert_int_equal(level->details.data[0].brushes.count, 1);
    assert_int_equal(tlb_level_check_brushes(context, level, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

/* Where its joints are, wherever its node is. */
static void a_skinned_object_is_in_its_pose(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    tlb_node *joint = add_node("joint", TLB_NONE, TLB_NONE);
    joint->translation[1] = 10;
    tlb_node *node = add_node("any", TLB_NONE, add_boxes(1, 6));
    node->translation[1] = 100;
    node->skin = 0;
    tlb_mesh *mesh = &scene->meshes[0];
    tlb_skin *skin = tlb_scene_add_skin(scene, "skin");
    assert_true(skin && tlb_skin_reserve(scene, skin, 1));
    assert_true(tlb_mesh_reserve(scene, mesh, mesh->vertex_count, mesh->index_count, 1,
                                 TLB_WITH_UV0 | TLB_WITH_SKIN));
    mesh->parts[0] = (tlb_part){0, 0, 36};
    fill_box(mesh, 0, 0, 0, 0, 6);
    memset(mesh->joints, 0, mesh->vertex_count * sizeof *mesh->joints);
    memset(mesh->weights, 0, mesh->vertex_count * sizeof *mesh->weights);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->weights[i][0] = 1;
    skin->joints[0] = 0;
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->brushes.count, 1);
    const tlb_level_face *faces = tlb_level_brush_faces(detail, &detail->brushes.data[0]);
    uint32_t tops = 0;
    for (uint32_t i = 0; i < detail->brushes.data[0].face_count; i++)
        tops += faces[i].normal[2] > 0.5 && fabs(faces[i].distance - 11) < 1e-6;
    assert_int_equal(tops, 1);
}

static void parts_apart_are_brushes_each_and_open_ones_meshes(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    add_node("two", TLB_NONE, add_boxes(2, 6));
    add_node("open", TLB_NONE, add_boxes(1, 5));
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->brushes.count, 2);
    assert_int_equal(detail->meshes.count, 1);
    assert_false(detail->meshes.data[0].is_closed);
    assert_int_equal(detail->meshes.data[0].polygons.count, 10);
    assert_int_equal(detail->meshes.data[0].points.count, 8);
}

static uint32_t entity_of_class(const tlb_level_detail *detail, const char *classname)
{
    for (uint32_t i = 0; i < detail->entities.count; i++)
        if (strcmp(detail->entities.data[i].classname, classname) == 0)
            return i;
    return UINT32_MAX;
}

static void names_and_extras_say_what_objects_are(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_node("detail_shelf", TLB_NONE, box);
    add_extra(add_node("PORTAL_door", TLB_NONE, box), "ambient_light", "1");
    add_extra(add_node("detail_not", TLB_NONE, box), "class", "collision");
    add_node("plain", TLB_NONE, box);
    tlb_node *shop = add_node("shop", TLB_NONE, TLB_NONE);
    shop->translation[2] = -7;
    add_extra(shop, "game_class", "Shop");
    add_extra(shop, "datablock", "ShopData");
    add_node("nothing", TLB_NONE, TLB_NONE);
    const tlb_level_detail *detail = make_level();
    assert_int_equal(level->details.count, 1);
    static const tlb_brush_kind kinds[] = {TLB_BRUSH_STRUCTURAL, TLB_BRUSH_DETAIL, TLB_BRUSH_COLLISION,
                                           TLB_BRUSH_PORTAL};
    static const char *const classes[] = {"worldspawn", "detail", "collision", "portal"};
    assert_int_equal(detail->brushes.count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(detail->brushes.data[i].kind, kinds[i]);
        assert_string_equal(detail->entities.data[detail->brushes.data[i].entity].classname, classes[i]);
    }
    const tlb_level_entity *portal = &detail->entities.data[entity_of_class(detail, "portal")];
    assert_string_equal(tlb_level_property_value(portal, "ambient_light"), "1");
    const tlb_level_entity *entity = &detail->entities.data[entity_of_class(detail, "Shop")];
    assert_true(entity->has_origin && entity->origin[1] == 7);
    assert_string_equal(tlb_level_property_value(entity, "datablock"), "ShopData");
    assert_int_equal(detail->entities.count, 5);
}

static void a_mover_has_its_way_points_after_it(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    add_node("mover_lift", TLB_NONE, add_boxes(1, 6));
    add_extra(add_node("path_1", 0, TLB_NONE), "next_time", "500");
    add_node("path_2", 0, TLB_NONE)->translation[1] = 4;
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->entities.count, 4);
    assert_string_equal(detail->entities.data[1].classname, "Door_Elevator");
    assert_int_equal(detail->entities.data[1].brush_count, 1);
    assert_int_equal(detail->brushes.data[0].kind, TLB_BRUSH_MOVER);
    assert_string_equal(tlb_level_property_value(&detail->entities.data[2], "next_time"), "500");
    assert_string_equal(tlb_level_property_value(&detail->entities.data[2], "origin"), "0 0 0");
    assert_true(detail->entities.data[3].origin[2] == 4);
}

static void what_is_below_a_mover_moves_with_it(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_node("mover_lift", TLB_NONE, TLB_NONE);
    add_node("door", 0, box);
    add_node("col_door", 0, box);
    add_node("detail_knob", 1, box);
    add_extra(add_node("start", 0, TLB_NONE), "class", "MarbleSpawn");
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->entities.count, 3);
    assert_string_equal(detail->entities.data[2].classname, "MarbleSpawn");
    static const tlb_brush_kind kinds[] = {TLB_BRUSH_MOVER, TLB_BRUSH_DETAIL, TLB_BRUSH_COLLISION};
    assert_int_equal(detail->entities.data[1].brush_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(detail->brushes.data[i].kind, kinds[i]);
        assert_true(tlb_level_is_mover(detail, detail->brushes.data[i].entity));
    }
}

static void an_entity_may_have_children(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_extra(add_node("gem", TLB_NONE, TLB_NONE), "class", "Item");
    add_node("label", 0, TLB_NONE);
    add_extra(&scene->nodes[0], "datablock", "GemItem");
    add_node("looks", 1, box);
    add_extra(add_node("hall", TLB_NONE, TLB_NONE), "class", "Trigger");
    add_node("empty", 3, TLB_NONE);
    add_node("volume", 4, box);
    add_extra(add_node("gem too", 3, TLB_NONE), "class", "Item");
    const tlb_level_detail *detail = make_level();
    static const char *const classes[] = {"worldspawn", "trigger", "Item", "Item"};
    assert_int_equal(detail->entities.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(detail->entities.data[i].classname, classes[i]);
    assert_int_equal(detail->entities.data[1].brush_count, 1);
}

static void each_trigger_of_a_mover_has_its_object(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_node("mover_lift", TLB_NONE, box);
    for (int i = 0; i < 2; i++)
        add_extra(add_node(i ? "b" : "a", 0, TLB_NONE), "class", "trigger");
    add_node("volume a", 1, box);
    add_node("volume b", 2, box);
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->entities.count, 4);
    for (uint32_t i = 2; i < 4; i++)
        assert_int_equal(detail->entities.data[i].brush_count, 1);
}

/* 30 keys per second, whose intervals are 33 and 34 ms. */
static void a_path_is_as_long_as_its_animation(void **state)
{
    enum { SECONDS = 10, RATE = 30, KEYS = SECONDS * RATE + 1 };
    (void)state;
    tlb_scene_add_material(scene, "wood");
    add_node("mover_lift", TLB_NONE, add_boxes(1, 6));
    tlb_animation *animation = tlb_scene_add_animation(scene, "up");
    assert_true(animation && tlb_animation_reserve(scene, animation, 1, 0));
    tlb_channel *channel = &animation->channels[0];
    channel->node = 0;
    channel->target = TLB_TARGET_TRANSLATION;
    channel->interpolation = TLB_LINEAR;
    assert_true(tlb_channel_reserve(scene, channel, KEYS));
    for (uint32_t i = 0; i < KEYS; i++)
        channel->times[i] = (float)i / RATE;
    memset(channel->values, 0, 3 * KEYS * sizeof(float));
    const tlb_level_detail *detail = make_level();
    double total = 0;
    for (uint32_t i = 2; i < detail->entities.count; i++)
        total += tlb_level_property_number(&detail->entities.data[i], "next_time", 0);
    assert_true(total == SECONDS * 1000);
}

static void an_animation_is_a_path_too(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    add_node("mover_lift", TLB_NONE, add_boxes(1, 6));
    tlb_animation *animation = tlb_scene_add_animation(scene, "up");
    assert_true(animation && tlb_animation_reserve(scene, animation, 1, 0));
    tlb_channel *channel = &animation->channels[0];
    channel->node = 0;
    channel->target = TLB_TARGET_TRANSLATION;
    channel->interpolation = TLB_LINEAR;
    assert_true(tlb_channel_reserve(scene, channel, 2));
    memcpy(channel->times, (float[]){0, 1.5f}, 2 * sizeof(float));
    memcpy(channel->values, (float[]){1, 2, 3, 1, 8, 3}, 6 * sizeof(float));
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->entities.count, 4);
    assert_string_equal(tlb_level_property_value(&detail->entities.data[2], "next_time"), "1500");
    const double *at = detail->entities.data[3].origin;
    assert_true(at[0] == 1 && at[1] == -3 && at[2] == 8);
}

static void nodes_above_are_levels_of_detail(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_extra(add_node("detail_0", TLB_NONE, TLB_NONE), "min_pixels", "200");
    add_node("LOD_2_40", TLB_NONE, TLB_NONE);
    add_node("fine", 0, box);
    add_node("fine too", 0, box);
    add_node("coarse", 1, box);
    make_level();
    assert_int_equal(level->details.count, 2);
    assert_int_equal(level->details.data[0].brushes.count, 2);
    assert_int_equal(level->details.data[1].brushes.count, 1);
    assert_true(level->details.data[0].min_pixels == 200 && level->details.data[1].min_pixels == 40);
    assert_int_equal(level->details.data[1].detail_number, 2);
}

static void objects_are_of_their_own_levels(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    static const float sizes[] = {250, 100};
    add_node("of no size", TLB_NONE, box)->level = 0;
    for (int32_t i = 0; i < 2; i++) {
        tlb_node *node = add_node(i ? "coarse" : "fine", TLB_NONE, box);
        node->level = i;
        node->level_size = sizes[i];
        add_node("shelf", 1 + i * 2, box);
    }
    make_level();
    assert_int_equal(level->details.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const tlb_level_detail *detail = &level->details.data[i];
        assert_int_equal(detail->detail_number, i);
        assert_true(detail->min_pixels == (double)sizes[i]);
        assert_int_equal(detail->brushes.count, i ? 2 : 3);
        assert_string_equal(detail->brushes.data[i ? 0 : 1].name, i ? "coarse" : "fine");
    }
}

static void materials_can_be_null(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood")->extras = tlb_value_table(tlb_scene_arena(scene));
    tlb_value_add_bool(tlb_scene_arena(scene), scene->materials[0].extras, "null", true);
    tlb_scene_add_material(scene, "null");
    for (int i = 0; i < 2; i++) {
        tlb_material *material = tlb_scene_add_material(scene, i ? "one" : "zero");
        material->extras = tlb_value_table(tlb_scene_arena(scene));
        tlb_value_add_integer(tlb_scene_arena(scene), material->extras, "null", i);
    }
    for (int i = 0; i < 2; i++) {
        tlb_material *material = tlb_scene_add_material(scene, i ? "text" : "false");
        tlb_value *extras = material->extras = tlb_value_table(tlb_scene_arena(scene));
        if (i)
            tlb_value_add_text(tlb_scene_arena(scene), extras, "null", "true");
        else
            tlb_value_add_bool(tlb_scene_arena(scene), extras, "null", false);
    }
    add_node("any", TLB_NONE, add_boxes(1, 6));
    make_level();
    assert_int_equal(level->materials.data[0].surface, TLB_LEVEL_NULL);
    assert_int_equal(level->materials.data[1].surface, TLB_LEVEL_NULL);
    assert_int_equal(level->materials.data[2].surface, TLB_LEVEL_VISIBLE);
    assert_int_equal(level->materials.data[3].surface, TLB_LEVEL_NULL);
    assert_int_equal(level->materials.data[4].surface, TLB_LEVEL_VISIBLE);
    assert_int_equal(level->materials.data[5].surface, TLB_LEVEL_VISIBLE);
}

static tlb_material *add_textured(const char *name, int32_t image)
{
    tlb_material *material = tlb_scene_add_material(scene, name);
    assert_non_null(material);
    material->texture.image = image;
    return material;
}

static void materials_are_as_many_as_their_images(void **state)
{
    static const char *const names[] = {"tex", "tex_1", "wood", "wood_4", "NULL"};
    (void)state;
    tlb_scene_add_image(scene, "tex");
    tlb_scene_add_image(scene, "tex");
    add_textured("", 0);
    add_textured("", 1);
    add_textured("wood", 0);
    add_textured("", 0);
    add_textured("Wood", 1);
    tlb_material *null = add_textured("", TLB_NONE);
    null->extras = tlb_value_table(tlb_scene_arena(scene));
    tlb_value_add_bool(tlb_scene_arena(scene), null->extras, "null", true);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        add_node("any", TLB_NONE, add_boxes(1, 6));
        scene->meshes[i].parts[0].material = (int32_t)i;
    }
    const tlb_level_detail *detail = make_level();
    assert_int_equal(level->materials.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_true(strcmp(level->materials.data[i].name, names[i]) == 0 ||
                    (i == 3 && strcmp(level->materials.data[i].name, "Wood_4") == 0));
    static const uint32_t used[] = {0, 1, 2, 0, 3, 4};
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(detail->faces.data[detail->brushes.data[i].first_face].material, used[i]);
}

static void has_told(const char *what)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++)
        if (strcmp(tlb_diagnostic_at(context, i)->message, what) == 0)
            return;
    fail_msg("not reported: %s", what);
}

static void what_is_lost_is_reported(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_node("mover_lift", TLB_NONE, box);
    add_node("vehicle_lift", 0, box);
    add_node("path_1", TLB_NONE, TLB_NONE);
    add_extra(add_node("gem", TLB_NONE, box), "datablock", "GemItem");
    add_node("sun", TLB_NONE, TLB_NONE)->light = 0;
    tlb_scene_add_light(scene, "sun")->kind = TLB_LIGHT_DIRECTIONAL;
    tlb_scene_add_camera(scene, "eye");
    add_extra(add_node("house", TLB_NONE, TLB_NONE), "class", "InteriorInstance");
    add_node("walls", (int32_t)scene->node_count - 1, box);
    for (int32_t i = 0; i < 2; i++) {
        tlb_animation *animation = tlb_scene_add_animation(scene, "up");
        assert_true(animation && tlb_animation_reserve(scene, animation, 1, 0));
        animation->channels[0].node = i;
        animation->channels[0].target = TLB_TARGET_TRANSLATION;
        animation->channels[0].interpolation = TLB_LINEAR;
        assert_true(tlb_channel_reserve(scene, &animation->channels[0], 1));
        animation->channels[0].times[0] = 0;
        memset(animation->channels[0].values, 0, 3 * sizeof(float));
    }
    make_level();
    has_told(
        "a level does not support objects of movers that are portals, for vehicles, or of another level of "
        "detail: 1 left out");
    has_told("a level does not support way points of no mover: 1 left out");
    has_told("a level does not support entities with meshes (these are in the level instead): 2 left out");
    has_told("a level does not support animations other than the translation of movers: 1 left out");
    has_told("a level does not support lights other than point lights without a mesh: 1 left out");
    has_told("a level does not support cameras: 1 left out");
    assert_int_equal(tlb_diagnostic_count(context), 6);
}

static tlb_value *extras_of(tlb_node *node)
{
    if (!node->extras)
        node->extras = tlb_value_table(tlb_scene_arena(scene));
    return node->extras;
}

static void assert_property(const tlb_level_entity *entity, const char *key, const char *expected)
{
    const char *value = tlb_level_property_value(entity, key);
    if (expected ? !value || strcmp(value, expected) != 0 : value != NULL)
        fail_msg("%s is %s", key, value ? value : "missing");
}

static void extras_are_properties(void **state)
{
    (void)state;
    tlb_arena *arena = tlb_scene_arena(scene);
    tlb_node *node = add_node("gem", TLB_NONE, TLB_NONE);
    tlb_value *extras = extras_of(node);
    node->translation[2] = -0.5f;
    tlb_value_add_text(arena, extras, "class", "Item");
    tlb_value_add_text(arena, extras, "Torque", "no property");
    tlb_value_add_text(arena, extras, "longname", "no property");
    tlb_value_add_text(arena, extras, "text", "two words");
    tlb_value_add_bool(arena, extras, "yes", true);
    tlb_value_add_bool(arena, extras, "no", false);
    tlb_value_add_integer(arena, extras, "whole", -12);
    tlb_value_add_real(arena, extras, "real", 0.25);
    tlb_value_add_table(arena, extras, "table");
    tlb_value_add_null(arena, extras, "nothing");
    tlb_value *list = tlb_value_add_list(arena, extras, "list");
    tlb_value *mixed = tlb_value_add_list(arena, extras, "mixed");
    tlb_value_add_list(arena, extras, "empty");
    tlb_value_add_integer(arena, list, NULL, 1);
    tlb_value_add_real(arena, list, NULL, -2.5);
    tlb_value_add_integer(arena, list, NULL, 3);
    tlb_value_add_integer(arena, mixed, NULL, 1);
    tlb_value_add_text(arena, mixed, NULL, "text");
    const tlb_level_entity *item = &make_level()->entities.data[1];
    assert_string_equal(item->classname, "Item");
    static const char *const properties[][2] = {
        {"classname", "Item"}, {"origin", "0 0.5 0"}, {"class", NULL},     {"torque", NULL},
        {"longName", NULL},    {"text", "two words"}, {"yes", "1"},        {"no", "0"},
        {"whole", "-12"},      {"real", "0.25"},      {"table", NULL},     {"nothing", NULL},
        {"mixed", NULL},       {"empty", ""},         {"list", "1 -2.5 3"}};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        assert_property(item, properties[i][0], properties[i][1]);
    assert_int_equal(item->properties.count, 9);
}

/* Lengths are those of the source, which says its units. */
static void lights_say_their_color_and_range(void **state)
{
    (void)state;
    tlb_value_add_integer(tlb_scene_arena(scene), extras_of(add_node("detail_0", TLB_NONE, TLB_NONE)),
                          "geometry_scale", 4);
    static const char *const classes[] = {NULL, "light_point", NULL};
    static const char *const expected[][4] = {{"light_omni", "255 128 0", "0", "2"},
                                              {"light_point", "255 255 255", "0", "40"},
                                              {"light_omni", "1 2 3", "0.5", "7"}};
    for (int32_t i = 0; i < 3; i++) {
        tlb_node *node = add_node("lamp", 0, TLB_NONE);
        node->light = i;
        node->translation[0] = 2;
        node->translation[2] = -3;
        tlb_scene_light *light = tlb_scene_add_light(scene, "lamp");
        assert_non_null(light);
        light->kind = TLB_LIGHT_POINT;
        memcpy(light->color, i ? (float[3]){1, 1, 1} : (float[3]){1, 0.5f, 0}, sizeof light->color);
        light->range = i == 1 ? 0 : 0.5f;
        if (classes[i])
            add_extra(node, "class", classes[i]);
    }
    add_extra(&scene->nodes[3], "Color", "1 2 3");
    add_extra(&scene->nodes[3], "falloff1", "0.5");
    add_extra(&scene->nodes[3], "falloff2", "7");
    const tlb_level_detail *detail = make_level();
    assert_true(detail->units == 4);
    assert_int_equal(detail->entities.count, 4);
    for (uint32_t i = 0; i < 3; i++) {
        const tlb_level_entity *lamp = &detail->entities.data[i + 1];
        assert_string_equal(lamp->classname, expected[i][0]);
        assert_property(lamp, "color", expected[i][1]);
        assert_property(lamp, "falloff1", expected[i][2]);
        assert_property(lamp, "falloff2", expected[i][3]);
        assert_property(lamp, "origin", "8 12 0");
        assert_true(lamp->origin[0] == 2);
        assert_int_equal(lamp->properties.count, 5);
    }
}

static void numbers_of_the_world_are_sound(void **state)
{
    static const struct {
        double number, scale, light_scale;
        int32_t detail_number;
        double units, texel;
    } worlds[] = {{3, 32, 16, 3, 32, 0.5},
                  {-1, -32, -4, 0, 1, 1},
                  {2147483647, 0, 0, 0, 1, 1},
                  {0, INFINITY, 8, 0, 1, 8},
                  {2147483646, 2, INFINITY, 2147483646, 2, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        tlb_scene_free(scene);
        tlb_level_free(level);
        scene = tlb_scene_create(context);
        tlb_arena *arena = tlb_scene_arena(scene);
        tlb_value *extras = extras_of(add_node("detail_0", TLB_NONE, TLB_NONE));
        tlb_value_add_text(arena, extras, "class", "worldspawn");
        char text[3][32];
        const double values[] = {worlds[i].number, worlds[i].scale, worlds[i].light_scale};
        for (int k = 0; k < 3; k++) {
            snprintf(text[k], sizeof text[k], "%.17g", values[k]);
            tlb_value_add_text(arena, extras,
                               (const char *[]){"detail_number", "geometry_scale", "light_geometry_scale"}[k],
                               text[k]);
        }
        const tlb_level_detail *detail = make_level();
        assert_int_equal(detail->detail_number, worlds[i].detail_number);
        assert_true(detail->units == worlds[i].units && detail->texel == worlds[i].texel);
    }
}

static void collision_of_gltf_is_collision(void **state)
{
    (void)state;
    tlb_scene_add_material(scene, "wood");
    int32_t box = add_boxes(1, 6);
    add_node("crate", TLB_NONE, box);
    add_node("crate-col", 0, box)->layer = "collision";
    add_node("UCX_crate", TLB_NONE, add_boxes(1, 6))->layer = "collision";
    const tlb_level_detail *detail = make_level();
    assert_int_equal(detail->brushes.count, 2);
    assert_int_equal(detail->brushes.data[0].kind, TLB_BRUSH_STRUCTURAL);
    assert_int_equal(detail->brushes.data[1].kind, TLB_BRUSH_COLLISION);
    assert_int_equal(tlb_diagnostic_count(context), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_convex_object_is_a_brush, begin, end),
        cmocka_unit_test_setup_teardown(a_mirrored_object_is_not_inside_out, begin, end),
        cmocka_unit_test_setup_teardown(a_skinned_object_is_in_its_pose, begin, end),
        cmocka_unit_test_setup_teardown(parts_apart_are_brushes_each_and_open_ones_meshes, begin, end),
        cmocka_unit_test_setup_teardown(names_and_extras_say_what_objects_are, begin, end),
        cmocka_unit_test_setup_teardown(a_mover_has_its_way_points_after_it, begin, end),
        cmocka_unit_test_setup_teardown(what_is_below_a_mover_moves_with_it, begin, end),
        cmocka_unit_test_setup_teardown(an_entity_may_have_children, begin, end),
        cmocka_unit_test_setup_teardown(each_trigger_of_a_mover_has_its_object, begin, end),
        cmocka_unit_test_setup_teardown(an_animation_is_a_path_too, begin, end),
        cmocka_unit_test_setup_teardown(a_path_is_as_long_as_its_animation, begin, end),
        cmocka_unit_test_setup_teardown(nodes_above_are_levels_of_detail, begin, end),
        cmocka_unit_test_setup_teardown(objects_are_of_their_own_levels, begin, end),
        cmocka_unit_test_setup_teardown(materials_can_be_null, begin, end),
        cmocka_unit_test_setup_teardown(materials_are_as_many_as_their_images, begin, end),
        cmocka_unit_test_setup_teardown(what_is_lost_is_reported, begin, end),
        cmocka_unit_test_setup_teardown(extras_are_properties, begin, end),
        cmocka_unit_test_setup_teardown(lights_say_their_color_and_range, begin, end),
        cmocka_unit_test_setup_teardown(numbers_of_the_world_are_sound, begin, end),
        cmocka_unit_test_setup_teardown(collision_of_gltf_is_collision, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
