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

#include "base/context.h"
#include "files.h"
#include "temporary.h"

typedef struct world {
    tlb_context *context;
    tlb_assets *assets;
    tlb_document *document;
    tlb_scene *scene;
} world;

static void begin(world *w)
{
    *w = (world){.context = tlb_context_create(NULL)};
    w->assets = tlb_assets_create(w->context);
}

static void add_file(world *w, const char *name, const char *text)
{
    assert_int_equal(tlb_assets_add_memory(w->assets, name, (tlb_bytes){(const uint8_t *)text, strlen(text)}),
                     TLB_OK);
}

static void show_with(world *w, const char *text, tlb_convert_options options)
{
    options.assets = w->assets;
    assert_int_equal(tlb_open_memory(w->context, text, strlen(text), "level.mis", NULL, &w->document),
                     TLB_OK);
    tlb_status status = tlb_document_scene(w->document, &options, &w->scene);
    if (status)
        print_diagnostics(w->context);
    assert_int_equal(status, TLB_OK);
    assert_int_equal(tlb_scene_validate(w->context, w->scene), TLB_OK);
}

static void show(world *w, const char *text)
{
    show_with(w, text, (tlb_convert_options)TLB_CONVERT_OPTIONS_INIT);
}

static void end(world *w)
{
    tlb_scene_free(w->scene);
    tlb_document_free(w->document);
    tlb_assets_free(w->assets);
    tlb_context_free(w->context);
}

static const tlb_node *node_of(const world *w, const char *name)
{
    for (uint32_t i = 0; i < w->scene->node_count; i++)
        if (strcmp(w->scene->nodes[i].name, name) == 0)
            return &w->scene->nodes[i];
    fail_msg("there is no node \"%s\"", name);
    return NULL;
}

static void assert_near(const float *found, const float *expected, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(found[i] - expected[i]) < 1e-5f))
            fail_msg("number %d is %g, expected %g", i, (double)found[i], (double)expected[i]);
}

/* Meshes of the nodes below one. */
static uint32_t meshes_below(const world *w, const char *name)
{
    int32_t top = (int32_t)(node_of(w, name) - w->scene->nodes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->scene->node_count; i++) {
        int32_t above = (int32_t)i;
        while (above != TLB_NONE && above != top)
            above = w->scene->nodes[above].parent;
        count += above == top && w->scene->nodes[i].mesh != TLB_NONE;
    }
    return count;
}

/* --- Torque ------------------------------------------------------------------------------------------- */

static void objects_stand_as_torque_places_them(void **state)
{
    (void)state;
    world w;
    begin(&w);
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
    end(&w);
}

static void files_are_opened_once(void **state)
{
    (void)state;
    world one, many;
    begin(&one);
    tlb_assets_add(one.assets, "samples");
    show(&one, "new TSStatic(a) { shapeName = \"weathercock.dts\"; };");
    begin(&many);
    tlb_assets_add(many.assets, "samples");
    show(&many, "new TSStatic(a) { shapeName = \"~/x/weathercock.dts\"; };\n"
                "new TSStatic(b) { shapeName = \"~/X/Weathercock.dts\"; position = \"1 0 0\"; };\n"
                "new TSStatic(c) { shapeName = \"~\\\\x\\\\weathercock.dts\"; };");
    assert_int_equal(many.scene->mesh_count, one.scene->mesh_count);
    assert_int_equal(many.scene->image_count, one.scene->image_count);
    assert_int_equal(many.scene->node_count, 3 * one.scene->node_count);
    assert_int_equal(many.scene->skin_count, 3 * one.scene->skin_count);
    end(&one);
    end(&many);
}

static void what_is_missing_is_an_empty_node(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new InteriorInstance(a) { interiorFile = \"~/data/nowhere.dif\"; };\n"
             "new InteriorInstance(b) { interiorFile = \"~/data/nowhere.dif\"; };\n"
             "new TSStatic(c) { shapeName = \"rooms.dif\"; };");
    assert_int_equal(w.scene->mesh_count, 0);
    assert_int_equal(w.scene->node_count, 3);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 1);
    assert_non_null(find_diagnostic(w.context, "ASSET_MISSING", "objects[0].fields[0].value"));
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_NOT_SUPPORTED), 1);
    end(&w);
}

/* Scripts that are among the assets; a block without a shape has its parent's; the last of a name counts. */
static void data_blocks_say_what_is_shown(void **state)
{
    (void)state;
    world w;
    begin(&w);
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
             "new Item(d) { dataBlock = \"GemItemRed\"; };");
    assert_true(meshes_below(&w, "a") > 0);
    assert_int_equal(meshes_below(&w, "b"), 0);
    assert_int_equal(meshes_below(&w, "c"), 0);
    /* Marble Blast's, though no script says so. */
    const tlb_diagnostic *missing = find_diagnostic(w.context, "ASSET_MISSING", "objects[3].fields[0].value");
    assert_non_null(missing);
    assert_string_equal(missing->message, "shape \"shapes/items/gem.dts\" not found");
    end(&w);
}

static void interiors_move_along_their_paths(void **state)
{
    (void)state;
    world w;
    begin(&w);
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
    end(&w);
}

static void suns_and_water_are_there(void **state)
{
    (void)state;
    world w;
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    options.lights = true;
    begin(&w);
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
    end(&w);
}

static void terrain_is_raised(void **state)
{
    (void)state;
    world w;
    begin(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new TerrainBlock(land) { terrainFile = \"./valley.ter\"; position = \"-1024 -1024 12.5\"; };");
    assert_near(node_of(&w, "land")->translation, (float[]){0, 12.5f, 0}, 3);
    assert_true(meshes_below(&w, "land") > 0);
    end(&w);
}

/* --- Tribes ------------------------------------------------------------------------------------------- */

static void tribes_turns_the_other_way(void **state)
{
    (void)state;
    world w;
    begin(&w);
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
    end(&w);
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
        begin(&w);
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
    begin(&w);
    show_with(&w,
              "instant Planet \"sun\" { azimuth = \"180\"; incidence = \"0\"; intensity = \"1 0.5 0\"; };",
              options);
    assert_int_equal(w.scene->light_count, 1);
    assert_near(w.scene->lights[0].color, (float[]){1, 0.5f, 0}, 3);
    /* It is in the south: light goes north, which is -Z of the scene, along which lights shine. */
    assert_near(node_of(&w, "sun")->rotation, (float[]){0, 0, 0, 1}, 4);
    end(&w);
}

/* --- all ---------------------------------------------------------------------------------------------- */

static void save(tlb_context *context, const char *folder, const char *name, tlb_bytes bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (tlb_path_kind_of(context, path) == TLB_PATH_NONE)
            assert_int_equal(tlb_folder_make(context, path), TLB_OK);
    }
    assert_int_equal(tlb_file_save(context, path, bytes, false), TLB_OK);
}

/* It is above the mission's: where a file is that the mission names. */
static void the_folder_of_the_game_is_searched(void **state)
{
    static const char mission[] = "new TSStatic(a) { shapeName = \"~/data/far/b/none.dts\"; };\n"
                                  "new TSStatic(b) { shapeName = \"~/data/shapes/x/cock.dts\"; };\n"
                                  "new InteriorInstance(c) { interiorFile = \"../other/rooms.dif\"; };\n";
    folder_fixture *f = *state;
    bytes_copy shape = load_file("samples/torque/weathercock.dts"), room = load_file("samples/rooms.dif");
    world w = {.context = f->context};
    char path[1024];
    save(f->context, f->folder, "game/data/missions/one/level.mis",
         (tlb_bytes){(const uint8_t *)mission, sizeof mission - 1});
    save(f->context, f->folder, "game/data/shapes/x/cock.dts", (tlb_bytes){shape.data, shape.size});
    save(f->context, f->folder, "game/data/interiors/y/rooms.dif", (tlb_bytes){room.data, room.size});
    snprintf(path, sizeof path, "%s/game/data/missions/one/level.mis", f->folder);
    assert_int_equal(tlb_open_path(f->context, path, NULL, &w.document), TLB_OK);
    assert_int_equal(tlb_document_scene(w.document, NULL, &w.scene), TLB_OK);
    assert_int_equal(meshes_below(&w, "a"), 0);
    assert_true(meshes_below(&w, "b") > 0);
    assert_true(meshes_below(&w, "c") > 0);
    tlb_scene_free(w.scene);
    tlb_document_free(w.document);
    free(shape.data);
    free(room.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_stand_as_torque_places_them),
        cmocka_unit_test(files_are_opened_once),
        cmocka_unit_test(what_is_missing_is_an_empty_node),
        cmocka_unit_test(data_blocks_say_what_is_shown),
        cmocka_unit_test(interiors_move_along_their_paths),
        cmocka_unit_test(suns_and_water_are_there),
        cmocka_unit_test(terrain_is_raised),
        cmocka_unit_test(tribes_turns_the_other_way),
        cmocka_unit_test(terrain_lies_in_a_volume),
        cmocka_unit_test(a_planet_is_the_sun),
        cmocka_unit_test_setup_teardown(the_folder_of_the_game_is_searched, begin_folder, end_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
