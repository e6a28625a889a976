/* Missions as scenes: objects with what they show, from other files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "mission_world.h"

static void assert_near(const float *found, const float *expected, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(found[i] - expected[i]) < 1e-5f))
            fail_msg("number %d is %g, expected %g", i, (double)found[i], (double)expected[i]);
}

/* --- Torque ------------------------------------------------------------------------------------------- */

static void objects_stand_as_torque_places_them(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w,
         "new SimGroup(All) { position = \"9 9 9\";\n"
         " new InteriorInstance(room) { position = \"1 2 3\"; rotation = \"0 0 2 90\"; scale = \"2 3 4\";\n"
         "  interiorFile = \"~/data/rooms.dif\"; };\n"
         " new TSStatic(cock) { position = \"1e1 0 0\"; rotation = \"0 0 0 0\"; shapeName = \"weathercock\"; "
         "};\n"
         " new Marker(mark) { position = \"x\"; note = \"a \\\"b\\\"\"; }; };");
    const tlb_node *room = node_of(&w, "room"), *all = node_of(&w, "All");
    const float half = sqrtf(0.5f);
    assert_near(all->translation, (float[]){0, 0, 0}, 3);
    assert_near(room->translation, (float[]){1, 3, -2}, 3);
    assert_near(room->scale, (float[]){2, 4, 3}, 3);
    /* 90 degrees clockwise about Z, which is -90 about the scene's Y. */
    assert_near(room->rotation, (float[]){0, -half, 0, half}, 4);
    assert_near(node_of(&w, "cock")->rotation, (float[]){0, 0, 0, 1}, 4);
    assert_near(node_of(&w, "mark")->translation, (float[]){0, 0, 0}, 3);
    assert_ptr_equal(&w.scene->nodes[room->parent], all);
    assert_true(meshes_below(&w, "room") > 0);
    assert_true(meshes_below(&w, "cock") > 0);
    const tlb_value *note = tlb_value_get(node_of(&w, "mark")->extras, "note");
    assert_non_null(note);
    assert_string_equal(note->as.text.data, "a \\\"b\\\"");
    assert_string_equal(tlb_value_get(room->extras, "class")->as.text.data, "InteriorInstance");
    end_world(&w);
}

/* Scripts that are among the assets; a block without a shape has its parent's; the last of a name counts. */
static void data_blocks_say_what_is_shown(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(
        &w, "scripts/a.cs",
        "function f(%x) { datablock Item(Inner) { shapeFile = \"rooms.dts\"; }; }\n"
        "// datablock StaticShapeData(Cock) { shapeFile = \"no.dts\"; };\n"
        "datablock StaticShapeData(Base) { a = 1; shapeFile = $mod @ \"~/data/weathercock.dts\"; f(1); };\n"
        "DataBlock StaticShapeData(Cock : BASE) { sfx[0, 1] = \"}\"; };\n");
    add_file(&w, "scripts/b.cs", "exec(\"x\"); datablock A(Broken { ; $a = \"");
    show(&w, "new StaticShape(a) { dataBlock = \"cock\"; };\n"
             "new Item(b) { dataBlock = \"nothing\"; };\n"
             "new Trigger(c) { dataBlock = \"cock\"; };\n"
             "new SpawnSphere(s) { dataBlock = \"cock\"; };\n"
             "new Item(d) { dataBlock = \"GemItemRed\"; };");
    assert_true(meshes_below(&w, "a") > 0);
    assert_int_equal(meshes_below(&w, "b"), 0);
    assert_int_equal(meshes_below(&w, "c"), 0);
    assert_int_equal(meshes_below(&w, "s"), 0);
    /* Marble Blast's, though no script says so. */
    const tlb_diagnostic *missing = find_diagnostic(w.context, "ASSET_MISSING", "objects[4].fields[0].value");
    assert_non_null(missing);
    assert_string_equal(missing->message, "shape \"shapes/items/gem.dts\" not found");
    missing = find_diagnostic(w.context, "ASSET_MISSING", "objects[1].fields[0].value");
    assert_non_null(missing);
    assert_string_equal(missing->message, "data block \"nothing\" not found");
    end_world(&w);
    /* Once each, and not for what is only a place. */
    begin_world(&w);
    show(&w, "new Item(a) { dataBlock = \"nothing\"; };\n"
             "new Item(b) { dataBlock = \"Nothing\"; };\n"
             "new SpawnSphere(c) { dataBlock = \"SpawnSphereMarker\"; };\n");
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 1);
    end_world(&w);
}

/* Of a block and those that it is made from 32 are asked; two may be made from each other. */
static void data_blocks_are_asked_up_to_an_end(void **state)
{
    enum { MOST = 32, SIZE = 4096 };
    (void)state;
    world w;
    char script[SIZE];
    int size =
        snprintf(script, SIZE,
                 "datablock StaticShapeData(One : Other) {};\ndatablock StaticShapeData(Other : One) {};\n"
                 "datablock StaticShapeData(b1) { shapeFile = \"weathercock.dts\"; };\n");
    for (int i = 2; i <= MOST + 1; i++)
        size += snprintf(script + size, (size_t)(SIZE - size), "datablock StaticShapeData(b%d : b%d) {};\n",
                         i, i - 1);
    assert_true(size < SIZE);
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(&w, "scripts/a.cs", script);
    show(
        &w,
        "new StaticShape(last) { dataBlock = \"b32\"; };\nnew StaticShape(beyond) { dataBlock = \"b33\"; };\n"
        "new StaticShape(circle) { dataBlock = \"One\"; };\n");
    assert_true(meshes_below(&w, "last") > 0);
    assert_int_equal(meshes_below(&w, "beyond"), 0);
    assert_int_equal(meshes_below(&w, "circle"), 0);
    end_world(&w);
}

static void interiors_move_along_their_paths(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new SimGroup(g) {\n"
             " new PathedInterior(fast) { basePosition = \"10 0 0\"; position = \"5 5 5\"; interiorResource "
             "= \"rooms.dif\";\n"
             "  interiorIndex = 1; initialTargetPosition = -1; };\n"
             " new Path() { new Marker() { seqNum = 2; position = \"1 1 1\"; msToNext = 9; smoothingType = "
             "\"Linear\"; };\n"
             "  new Marker() { seqNum = 1; position = \"1 1 4\"; msToNext = 1000; smoothingType = "
             "\"Linear\"; }; };\n"
             "};\n"
             "new SimGroup(h) { new PathedInterior(slow) { interiorResource = \"rooms.dif\"; };\n"
             " new Path() { new Marker() { position = \"0 0 0\"; msToNext = 4000; };\n"
             "  new Marker() { position = \"0 8 0\"; }; }; };\n"
             "new SimGroup(i) { new PathedInterior(still) { interiorResource = \"rooms.dif\"; interiorIndex "
             "= 99; }; };");
    const tlb_node *fast = node_of(&w, "fast");
    assert_near(fast->translation, (float[]){10, 0, 0}, 3);
    assert_true(fast->mesh != TLB_NONE && strcmp(w.scene->meshes[fast->mesh].name, "sub-object 1") == 0);
    assert_int_equal(node_of(&w, "still")->mesh, TLB_NONE);
    assert_int_equal(w.scene->animation_count, 1);
    const tlb_animation *paths = &w.scene->animations[0];
    assert_int_equal(paths->channel_count, 2);
    assert_near(&paths->duration, (float[]){4}, 1);
    assert_true(paths->loops);
    /* From marker 1 to marker 2, 3 down, again and again while the other goes its way once. */
    const tlb_channel *channel = &paths->channels[0];
    assert_int_equal(channel->node, fast - w.scene->nodes);
    assert_near(channel->values, (float[]){10, 0, 0}, 3);
    assert_near(channel->values + 3, (float[]){10, -3, 0}, 3);
    assert_true(channel->times[channel->key_count - 1] > 3.5f);
    for (uint32_t i = 1; i < channel->key_count; i++)
        assert_true(channel->times[i] > channel->times[i - 1]);
    const tlb_channel *slow = &paths->channels[1];
    assert_near(slow->values + 3 * (slow->key_count - 1), (float[]){0, 0, -8}, 3);
    end_world(&w);
}

typedef struct loop {
    uint32_t way, other; /* from 0 to 3, and of a path beside it from 0 to 9, in milliseconds */
    const char *more;    /* its further markers */
    uint32_t count;
    float keys[8][2]; /* seconds, and X */
} loop;

static void assert_loop(const loop *expected)
{
    char text[1024];
    world w;
    snprintf(text, sizeof text,
             "new SimGroup(g) { new PathedInterior() { interiorResource = \"rooms.dif\";\n"
             "  initialTargetPosition = -1; };\n"
             " new Path() { new Marker() { position = \"0 0 0\"; msToNext = %u; };\n"
             "  new Marker() { position = \"3 0 0\"; msToNext = 1000; };%s }; };\n"
             "new SimGroup(h) { new PathedInterior() { interiorResource = \"rooms.dif\"; };\n"
             " new Path() { new Marker() { position = \"0 0 0\"; msToNext = %u; };\n"
             "  new Marker() { position = \"9 0 0\"; }; }; };",
             expected->way, expected->more, expected->other);
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, text);
    const tlb_channel *channel = &w.scene->animations[0].channels[0];
    assert_int_equal(channel->key_count, expected->count);
    for (uint32_t i = 0; i < channel->key_count; i++) {
        assert_near(&channel->times[i], &expected->keys[i][0], 1);
        assert_near(&channel->values[3 * i], &expected->keys[i][1], 1);
    }
    end_world(&w);
}

/* A path that does not end where it begins jumps; the last round ends on its way. */
static void loops_go_on_until_the_longest_path_ends(void **state)
{
    (void)state;
    static const loop loops[] = {
        {3000, 7000, "", 6, {{0, 0}, {3, 3}, {3.001f, 0}, {6, 3}, {6.001f, 0}, {7, 0.999f / 2.999f * 3}}},
        {3000, 5000, "", 4, {{0, 0}, {3, 3}, {3.001f, 0}, {5, 1.999f / 2.999f * 3}}},
        {3000, 6000, "", 4, {{0, 0}, {3, 3}, {3.001f, 0}, {6, 3}}},
        {3000, 2000, "", 2, {{0, 0}, {3, 3}}},
        {1000, 5000, "new Marker() { };", 6, {{0, 0}, {1, 3}, {2, 0}, {3, 3}, {4, 0}, {5, 3}}},
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        assert_loop(&loops[i]);
}

static void suns_and_water_are_there(void **state)
{
    (void)state;
    world w;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.lights = true;
    begin_world(&w);
    show_with(&w,
              "new Sun(sun) { direction = \"0 2 0\"; color = \"1 0.5 0 1\"; };\n"
              "new WaterBlock(lake) { position = \"-5 -6 1\"; scale = \"10 20 3\"; };",
              options);
    assert_int_equal(w.scene->light_count, 1);
    assert_int_equal(w.scene->lights[0].kind, TLB_LIGHT_DIRECTIONAL);
    assert_near(w.scene->lights[0].color, (float[]){1, 0.5f, 0}, 3);
    /* North is -Z of the scene, along which lights shine. */
    assert_near(node_of(&w, "sun")->rotation, (float[]){0, 0, 0, 1}, 4);
    tlb_scene_stats stats;
    assert_int_equal(tlb_scene_measure(w.context, w.scene, &stats), TLB_OK);
    assert_near(stats.low, (float[]){-5, 4, -14}, 3);
    assert_near(stats.high, (float[]){5, 4, 6}, 3);
    end_world(&w);
}

static void terrain_is_raised(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new TerrainBlock(land) { terrainFile = \"./valley.ter\"; position = \"-1024 -1024 12.5\"; };");
    assert_near(node_of(&w, "land")->translation, (float[]){0, 12.5f, 0}, 3);
    assert_true(meshes_below(&w, "land") > 0);
    end_world(&w);
}

static uint32_t triangles_of_land(world *w, const char *empty)
{
    char text[256];
    snprintf(text, sizeof text,
             "new TerrainBlock(land) { terrainFile = \"./valley.ter\"; emptySquares = \"%s\"; };", empty);
    show(w, text);
    uint32_t count = w->scene->mesh_count ? w->scene->meshes[0].index_count / 3 : 0;
    tlb_scene_free(w->scene);
    tlb_document_free(w->document);
    w->scene = NULL;
    w->document = NULL;
    return count;
}

/* A number is so many squares of a row, from a column on; what is beyond the terrain is nothing. */
static void squares_are_taken_out_of_terrain(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples/torque");
    uint32_t whole = triangles_of_land(&w, "");
    assert_int_equal(triangles_of_land(&w, "65793"), whole - 2);             /* one at 1, 1 */
    assert_int_equal(triangles_of_land(&w, "198914  65536"), whole - 2 * 4); /* three at 2, 9; one at 0, 0 */
    assert_int_equal(triangles_of_land(&w, "131102 131326"), whole - 2);     /* from 30, 0 and 254, 0 */
    assert_int_equal(triangles_of_land(&w, "one"), 0);
    assert_non_null(find_diagnostic(w.context, "BAD_OPTION", ""));
    end_world(&w);
}

/* The color of the wall that is seen from the middle this way, in the scene's axes; its UV goes to `uv`. */
static const tlb_material *wall_seen(const world *w, const float way[3], float uv[2])
{
    const tlb_node *node = node_of(w, "heaven");
    assert_int_not_equal(node->mesh, TLB_NONE);
    const tlb_mesh *mesh = &w->scene->meshes[node->mesh];
    for (uint32_t part = 0; part < mesh->part_count; part++) {
        const uint32_t *quad = mesh->indices + mesh->parts[part].first_index;
        const float *a = mesh->positions[quad[0]], *b = mesh->positions[quad[1]],
                    *c = mesh->positions[quad[2]];
        float middle[3], ab[3], ac[3], facing = 0;
        for (int i = 0; i < 3; i++) {
            middle[i] = (a[i] + c[i]) / 2;
            ab[i] = b[i] - a[i];
            ac[i] = c[i] - a[i];
        }
        for (int i = 0; i < 3; i++)
            facing += way[i] * (ab[(i + 1) % 3] * ac[(i + 2) % 3] - ab[(i + 2) % 3] * ac[(i + 1) % 3]);
        if (fabsf(middle[0] - way[0]) + fabsf(middle[1] - way[1]) + fabsf(middle[2] - way[2]) > 1e-5f)
            continue;
        assert_true(facing < 0);
        memcpy(uv, mesh->uv[0][quad[0]], 2 * sizeof *uv);
        assert_near(a, (float[]){way[0] ? way[0] : a[0], way[1] ? way[1] : a[1], way[2] ? way[2] : a[2]}, 3);
        return &w->scene->materials[mesh->parts[part].material];
    }
    return NULL;
}

static void skies_are_around_all_else(void **state)
{
    (void)state;
    world w;
    float uv[2];
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(&w, "data/skies/day.dml",
             "brick\r\n  cloth.png \r\nfloor\r\nglass\r\nbrick\r\npillar\r\nwood\r\n");
    show(&w, "new Sky(heaven) { position = \"9 9 9\"; materialList = \"~/data/skies/day.dml\"; };\n"
             "new TSStatic(cock) { position = \"100 200 50\"; shapeName = \"weathercock\"; };");
    const tlb_node *heaven = node_of(&w, "heaven");
    const float *scale = heaven->scale;
    assert_true(heaven->backdrop);
    for (int i = 0; i < 3; i++)
        assert_true(fabsf(heaven->translation[i] - ((float[]){100, 50, -200})[i]) < 5 && scale[i] > 0.5f &&
                    scale[i] < 10);
    /* North is -Z; lines 0 to 5 are south, east, north, west, up, down. */
    const struct {
        float way[3];
        const char *name;
    } walls[] = {{{0, 0, 1}, "brick"},  {{1, 0, 0}, "cloth"}, {{0, 0, -1}, "floor"},
                 {{-1, 0, 0}, "glass"}, {{0, 1, 0}, "brick"}, {{0, -1, 0}, "pillar"}};
    for (int i = 0; i < 6; i++) {
        const tlb_material *material = wall_seen(&w, walls[i].way, uv);
        assert_non_null(material);
        assert_true(strncmp(material->name, walls[i].name, strlen(walls[i].name)) == 0);
        assert_true(material->unlit && !material->double_sided);
        assert_int_equal(material->texture.wrap_u, TLB_WRAP_CLAMP);
        assert_near(uv, (float[]){0, 0}, 2);
    }
    assert_ptr_equal(wall_seen(&w, walls[0].way, uv), wall_seen(&w, walls[4].way, uv));
    /* The upper left corner of the southern picture is at the upper west, though one who looks south has
     * that at the right. */
    const tlb_mesh *mesh = &w.scene->meshes[heaven->mesh];
    assert_near(mesh->positions[mesh->indices[0]], (float[]){-1, 1, 1}, 3);
    end_world(&w);
}

static void skies_may_lack_pictures(void **state)
{
    (void)state;
    world w;
    float uv[2];
    const float up[] = {0, 1, 0}, down[] = {0, -1, 0}, south[] = {0, 0, 1};
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(&w, "day.dml", "brick\nnowhere\n\nglass\nbrick\npillar");
    show(&w, "new Sky(heaven) { renderBottomTexture = 0; materialList = \"day.dml\"; };");
    assert_non_null(wall_seen(&w, up, uv));
    assert_null(wall_seen(&w, down, uv));
    assert_int_equal(w.scene->meshes[node_of(&w, "heaven")->mesh].part_count, 3);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 1);
    end_world(&w);

    begin_world(&w);
    show(&w, "new Sky(heaven) { useSkyTextures = 0; SkySolidColor = \"1 0.5 0 1\"; };");
    const tlb_material *material = wall_seen(&w, south, uv);
    assert_non_null(material);
    assert_near(material->color, (float[]){1, 0.2140411f, 0}, 3);
    end_world(&w);

    begin_world(&w);
    show(&w, "new Sky(heaven) { materialList = \"nowhere.dml\"; };");
    assert_int_equal(node_of(&w, "heaven")->mesh, TLB_NONE);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 1);
    end_world(&w);
}

/* --- objects by class -------------------------------------------------------------------------------- */

static const char four_objects[] =
    "new SimGroup(All) { new SimGroup(Ones) { new Marker(one); }; new Item(two) { new Trigger(three); };\n"
    " new SimGroup(None) { new Trigger(four); }; };";

static void show_classes(world *w, const char *only, const char *without)
{
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_mission_read_options own = TLB_MISSION_READ_OPTIONS_INIT;
    own.only = only;
    own.without = without;
    options.from = &own.head;
    begin_world(w);
    show_with(w, four_objects, options);
}

static void assert_nodes(world *w, const char *names)
{
    char found[256] = "";
    for (uint32_t i = 0; i < w->scene->node_count; i++) {
        strcat(found, i ? " " : "");
        strcat(found, w->scene->nodes[i].name);
    }
    assert_string_equal(found, names);
    end_world(w);
}

static void classes_are_chosen(void **state)
{
    (void)state;
    world w;
    show_classes(&w, NULL, NULL);
    assert_nodes(&w, "All Ones one two three None four");
    show_classes(&w, "marker,trigger", NULL);
    assert_nodes(&w, "All Ones one two three None four");
    show_classes(&w, "Marker", NULL);
    assert_nodes(&w, "All Ones one");
    show_classes(&w, NULL, "ITEM");
    assert_nodes(&w, "All Ones one None four");
    show_classes(&w, "Trigger", "Item");
    assert_nodes(&w, "All None four");
    show_classes(&w, NULL, "Nothing,SimGroup");
    assert_nodes(&w, "");
}

static void a_class_that_nothing_has_is_refused(void **state)
{
    (void)state;
    world w;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_mission_read_options own = TLB_MISSION_READ_OPTIONS_INIT;
    own.only = "Mark";
    options.from = &own.head;
    begin_world(&w);
    assert_int_equal(
        tlb_open_memory(w.context, four_objects, sizeof four_objects - 1, "level.mis", NULL, &w.document),
        TLB_OK);
    assert_int_equal(tlb_document_scene(w.document, &options, &w.scene), TLB_ARGUMENT);
    const tlb_diagnostic *refused = find_diagnostic(w.context, "BAD_OPTION", "");
    assert_non_null(refused);
    assert_string_equal(refused->message,
                        "no object is of class \"Mark\"; there are SimGroup,Marker,Item,Trigger");
    w.scene = NULL;
    end_world(&w);
}

/* What `check` says of one field. */
static void assert_message(const char *field, const char *value, const char *code, const char *message)
{
    world w;
    char text[1024];
    snprintf(text, sizeof text, "new InteriorInstance() { %s = %s; };", field, value);
    begin_world(&w);
    assert_int_equal(tlb_open_memory(w.context, text, strlen(text), "level.mis", NULL, &w.document), TLB_OK);
    assert_int_equal(tlb_check_assets(w.document, w.assets, NULL), TLB_OK);
    const tlb_diagnostic *found = find_diagnostic(w.context, code, "objects[0].fields[0].value");
    assert_non_null(found);
    assert_string_equal(found->message, message);
    end_world(&w);
}

/* Of a value a message has 60 characters, of the name of a file 255. */
static void values_of_a_message_end(void **state)
{
    enum { SHOWN = 60, NAME = 255 };
    (void)state;
    for (int size = SHOWN - 1; size <= SHOWN + 1; size++) {
        char x[SHOWN + 2] = "", value[SHOWN + 8], message[256];
        memset(x, 'x', (size_t)size);
        int shown = size < SHOWN ? size : SHOWN;
        snprintf(value, sizeof value, "\"%s\"", x);
        snprintf(message, sizeof message, "position is \"%.*s\", expected 3 numbers", shown, x);
        assert_message("position", value, "MISSION_NUMBERS", message);
        snprintf(value, sizeof value, "$%s", x + 1);
        snprintf(message, sizeof message, "code, kept as text: $%.*s", shown - 1, x);
        assert_message("a", value, "MISSION_CODE", message);
    }
    for (int size = NAME; size <= NAME + 1; size++) {
        char x[NAME + 2] = "", value[NAME + 8], message[NAME + 64];
        memset(x, 'x', (size_t)size);
        snprintf(value, sizeof value, "\"%s\"", x);
        snprintf(message, sizeof message, "interior \"%.*s\" not found", NAME, x);
        assert_message("interiorFile", value, "ASSET_MISSING", message);
    }
}

/* Of the classes that there are the message has as many as 400 characters hold. */
static void classes_of_a_message_end(void **state)
{
    enum { MOST = 399, FIRST = 200 };
    (void)state;
    for (int more = 0; more < 2; more++) {
        world w;
        char text[1024], first[FIRST + 1], second[MOST + 1], message[1024];
        tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
        tlb_mission_read_options own = TLB_MISSION_READ_OPTIONS_INIT;
        own.only = "None";
        options.from = &own.head;
        memset(first, 'a', sizeof first);
        memset(second, 'b', sizeof second);
        first[FIRST] = 0;
        second[MOST - FIRST - 1 + more] = 0; /* after a comma */
        snprintf(text, sizeof text, "new %s(){};new %s(){};", first, second);
        begin_world(&w);
        assert_int_equal(tlb_open_memory(w.context, text, strlen(text), "level.mis", NULL, &w.document),
                         TLB_OK);
        assert_int_equal(tlb_document_scene(w.document, &options, &w.scene), TLB_ARGUMENT);
        snprintf(message, sizeof message, "no object is of class \"None\"; there are %s%s%s", first,
                 more ? "" : ",", more ? "" : second);
        assert_string_equal(find_diagnostic(w.context, "BAD_OPTION", "")->message, message);
        w.scene = NULL;
        end_world(&w);
    }
}

/* --- Tribes ------------------------------------------------------------------------------------------- */

static void tribes_turns_the_other_way(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(&w, "tree.cs", "StaticShapeData Tree { className = \"x\"; shapeFile = \"windmill\"; };\n");
    show(
        &w,
        "instant SimGroup \"All\" {\n"
        " instant InteriorShape \"hut\" { fileName = \"hall.7.dis\"; position = \"1 2 3\"; rotation = \"0 0 "
        "1.5707964\"; };\n"
        " instant SimTerrain \"land\" { tedFileName = \"hills.dtf\"; position = \"-48 -48 0\"; };\n"
        " instant StaticShape \"tree\" { dataBlock = \"tree\"; rotation = \"1.5707964 1.5707964 0\"; };\n};");
    const float half = sqrtf(0.5f);
    assert_near(node_of(&w, "hut")->translation, (float[]){1, 3, -2}, 3);
    assert_near(node_of(&w, "hut")->rotation, (float[]){0, half, 0, half}, 4);
    /* About X, then Y. */
    assert_near(node_of(&w, "tree")->rotation, (float[]){0.5f, -0.5f, -0.5f, 0.5f}, 4);
    assert_true(meshes_below(&w, "hut") > 0);
    assert_true(meshes_below(&w, "land") > 0);
    assert_true(meshes_below(&w, "tree") > 0);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 0);
    end_world(&w);
}

/* A volume of the terrain and its blocks, as a file among the assets, which have to be freed first. */
static tlb_document *add_volume(world *w, const char *name)
{
    static const char *const members[] = {"hills.dtf", "hills#0.dtb", "hills#1.dtb"};
    enum { MEMBERS = sizeof members / sizeof *members };
    bytes_copy files[MEMBERS];
    tlb_change changes[MEMBERS];
    tlb_document *volume;
    tlb_bytes bytes;
    char path[64];
    for (int i = 0; i < MEMBERS; i++) {
        snprintf(path, sizeof path, "samples/darkstar/%s", members[i]);
        files[i] = load_file(path);
        changes[i] = (tlb_change){.name = members[i], .bytes = {files[i].data, files[i].size}};
    }
    assert_int_equal(tlb_document_create(w->context, tlb_format_by_name("vol"), "pvol", &volume), TLB_OK);
    assert_int_equal(tlb_archive_change(volume, changes, MEMBERS), TLB_OK);
    assert_int_equal(tlb_save_memory(volume, &bytes), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(w->assets, name, bytes), TLB_OK);
    for (int i = 0; i < MEMBERS; i++)
        free(files[i].data);
    return volume;
}

static void terrain_lies_in_a_volume(void **state)
{
    (void)state;
    static const char *const volumes[] = {"missions/hills.ted", "Hills.TED.vol"};
    for (size_t i = 0; i < sizeof volumes / sizeof *volumes; i++) {
        world w;
        begin_world(&w);
        tlb_document *volume = add_volume(&w, volumes[i]);
        show(&w, "instant SimTerrain \"land\" { tedFileName = \"Hills.dtf\"; };");
        assert_int_equal(meshes_below(&w, "land"), 9);
        tlb_scene_free(w.scene);
        tlb_document_free(w.document);
        tlb_assets_free(w.assets);
        tlb_document_free(volume);
        tlb_context_free(w.context);
    }
}

static void a_planet_is_the_sun(void **state)
{
    (void)state;
    world w;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.lights = true;
    begin_world(&w);
    show_with(&w,
              "instant Planet \"sun\" { azimuth = \"180\"; incidence = \"0\"; intensity = \"1 0.5 0\"; };",
              options);
    assert_int_equal(w.scene->light_count, 1);
    assert_near(w.scene->lights[0].color, (float[]){1, 0.5f, 0}, 3);
    /* It is in the south: light goes north, which is -Z of the scene, along which lights shine. */
    assert_near(node_of(&w, "sun")->rotation, (float[]){0, 0, 0, 1}, 4);
    end_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_stand_as_torque_places_them),
        cmocka_unit_test(data_blocks_say_what_is_shown),
        cmocka_unit_test(data_blocks_are_asked_up_to_an_end),
        cmocka_unit_test(interiors_move_along_their_paths),
        cmocka_unit_test(loops_go_on_until_the_longest_path_ends),
        cmocka_unit_test(suns_and_water_are_there),
        cmocka_unit_test(terrain_is_raised),
        cmocka_unit_test(squares_are_taken_out_of_terrain),
        cmocka_unit_test(skies_are_around_all_else),
        cmocka_unit_test(skies_may_lack_pictures),
        cmocka_unit_test(classes_are_chosen),
        cmocka_unit_test(a_class_that_nothing_has_is_refused),
        cmocka_unit_test(classes_of_a_message_end),
        cmocka_unit_test(values_of_a_message_end),
        cmocka_unit_test(tribes_turns_the_other_way),
        cmocka_unit_test(terrain_lies_in_a_volume),
        cmocka_unit_test(a_planet_is_the_sun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
