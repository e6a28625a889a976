/* The files that missions name: which are found, and what becomes of those that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "mission_world.h"
#include "temporary.h"

static void files_are_opened_once(void **state)
{
    (void)state;
    world one, many;
    begin_world(&one);
    tlb_assets_add(one.assets, "samples");
    show(&one, "new TSStatic(a) { shapeName = \"weathercock.dts\"; };");
    begin_world(&many);
    tlb_assets_add(many.assets, "samples");
    show(&many, "new TSStatic(a) { shapeName = \"~/x/weathercock.dts\"; };\n"
                "new TSStatic(b) { shapeName = \"~/X/Weathercock.dts\"; position = \"1 0 0\"; };\n"
                "new TSStatic(c) { shapeName = \"~\\\\x\\\\weathercock.dts\"; };");
    assert_int_equal(many.scene->mesh_count, one.scene->mesh_count);
    assert_int_equal(many.scene->image_count, one.scene->image_count);
    assert_int_equal(many.scene->node_count, 3 * one.scene->node_count);
    assert_int_equal(many.scene->skin_count, 3 * one.scene->skin_count);
    end_world(&one);
    end_world(&many);
}

static void what_is_missing_is_an_empty_node(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new InteriorInstance(a) { interiorFile = \"~/data/nowhere.dif\"; };\n"
             "new InteriorInstance(b) { interiorFile = \"~/data/nowhere.dif\"; };\n");
    assert_int_equal(w.scene->mesh_count, 0);
    assert_int_equal(w.scene->node_count, 2);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 1);
    assert_non_null(find_diagnostic(w.context, "ASSET_MISSING", "objects[0].fields[0].value"));
    end_world(&w);
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new PathedInterior(a) { interiorResource = \"rooms.dif\"; interiorIndex = 99; };");
    assert_non_null(find_diagnostic(w.context, "MISSION_NUMBERS", "objects[0].fields[1].value"));
    end_world(&w);
}

/* That a name was used for another kind before makes no difference. */
static void a_file_is_asked_for_by_its_kind(void **state)
{
    (void)state;
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    show(&w, "new InteriorInstance(a) { interiorFile = \"weathercock.dts\"; };\n"
             "new TSStatic(b) { shapeName = \"weathercock.dts\"; };\n");
    assert_int_equal(meshes_below(&w, "a"), 0);
    assert_true(meshes_below(&w, "b") > 0);
    end_world(&w);
}

/* One line about the object, whatever is wrong with the file. */
static void what_cannot_be_used_is_an_empty_node(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "shape \"rooms.dif\" cannot be used: it is of another kind, DIF",
        "interior \"text.dif\" cannot be used: interiorResourceFileVersion: unknown resource version "
        "1819043176, expected 44",
        "terrain \"empty.ter\" cannot be used: version: needs 1 bytes; only 0 left"};
    world w;
    begin_world(&w);
    tlb_assets_add(w.assets, "samples");
    add_file(&w, "text.dif", "hello");
    add_file(&w, "empty.ter", "");
    show(&w, "new TSStatic(a) { shapeName = \"rooms.dif\"; };\n"
             "new InteriorInstance(b) { interiorFile = \"text.dif\"; };\n"
             "new TerrainBlock(c) { terrainFile = \"empty.ter\"; };\n"
             "new InteriorInstance(d) { interiorFile = \"text.dif\"; };\n");
    assert_int_equal(w.scene->mesh_count, 0);
    assert_int_equal(w.scene->node_count, 4);
    assert_int_equal(tlb_diagnostic_count(w.context), 3);
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "objects[%d].fields[0].value", i);
        const tlb_diagnostic *found = find_diagnostic(w.context, "ASSET_MISSING", path);
        assert_non_null(found);
        assert_string_equal(found->message, messages[i]);
        assert_string_equal(found->file, "level.mis");
    }
    end_world(&w);
}

/* --- in the game's folders --------------------------------------------------------------------------------
 */

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

static void save_text(folder_fixture *f, const char *name, const char *text)
{
    save(f->context, f->folder, name, (tlb_bytes){(const uint8_t *)text, strlen(text)});
}

static void save_sample(folder_fixture *f, const char *name, const char *sample)
{
    bytes_copy file = load_file(sample);
    save(f->context, f->folder, name, (tlb_bytes){file.data, file.size});
    free(file.data);
}

/* A mission in a folder, which is closed with end_saved. */
static void open_saved(folder_fixture *f, world *w, const char *name)
{
    char path[1024];
    *w = (world){.context = f->context};
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    assert_int_equal(tlb_open_path(f->context, path, NULL, &w->document), TLB_OK);
}

static void show_saved(folder_fixture *f, world *w, const char *name)
{
    open_saved(f, w, name);
    assert_int_equal(tlb_document_scene(w->document, NULL, &w->scene), TLB_OK);
}

static void end_saved(world *w)
{
    tlb_scene_free(w->scene);
    tlb_document_free(w->document);
}

/* It is above the mission's: where a file is that the mission names. */
static void the_folder_of_the_game_is_searched(void **state)
{
    world w;
    save_text(*state, "game/data/missions/one/level.mis",
              "new TSStatic(a) { shapeName = \"~/data/far/b/none.dts\"; };\n"
              "new TSStatic(b) { shapeName = \"~/data/shapes/x/cock.dts\"; };\n"
              "new InteriorInstance(c) { interiorFile = \"../other/rooms.dif\"; };\n");
    save_sample(*state, "game/data/shapes/x/cock.dts", "samples/torque/weathercock.dts");
    save_sample(*state, "game/data/interiors/y/rooms.dif", "samples/rooms.dif");
    show_saved(*state, &w, "game/data/missions/one/level.mis");
    assert_int_equal(meshes_below(&w, "a"), 0);
    assert_true(meshes_below(&w, "b") > 0);
    assert_true(meshes_below(&w, "c") > 0);
    end_saved(&w);
}

/* Whatever the case of names, without an extension, with the files that are in the folder itself; scripts
 * are beside it. */
static void the_folder_of_the_game_is_found_in_another_case(void **state)
{
    world w;
    save_text(*state, "Game/Data/missions/one/level.mis",
              "new InteriorInstance(a) { interiorFile = \"~/data/ROOMS\\\\inner/Hall\"; };\n"
              "new InteriorInstance(b) { interiorFile = \"rooms.dif\"; };\n"
              "new StaticShape(c) { dataBlock = \"Vane\"; };\n");
    save_sample(*state, "Game/Data/Rooms/Inner/HALL.DIF", "samples/rooms.dif");
    save_sample(*state, "Game/Data/Rooms.dif", "samples/rooms.dif");
    save_text(*state, "Game/server/all.cs",
              "datablock StaticShapeData(vane) { shapeFile = \"./vane.dts\"; };\n");
    save_sample(*state, "Game/Data/vane.dts", "samples/torque/weathercock.dts");
    show_saved(*state, &w, "Game/Data/missions/one/level.mis");
    assert_true(meshes_below(&w, "a") > 0);
    assert_true(meshes_below(&w, "b") > 0);
    assert_true(meshes_below(&w, "c") > 0);
    end_saved(&w);
}

/* A folder of files beside the mission does not hide the game's. */
static void a_game_may_be_in_several_folders(void **state)
{
    world w;
    save_text(*state, "game/data/missions/one/level.mis",
              "new InteriorInstance(own) { interiorFile = \"./deep/own/hall.dif\"; };\n"
              "new TSStatic(common) { shapeName = \"~/data/shapes/x/cock.dts\"; };\n");
    save_sample(*state, "game/data/missions/one/deep/own/hall.dif", "samples/rooms.dif");
    save_sample(*state, "game/data/shapes/x/cock.dts", "samples/torque/weathercock.dts");
    show_saved(*state, &w, "game/data/missions/one/level.mis");
    assert_true(meshes_below(&w, "own") > 0);
    assert_true(meshes_below(&w, "common") > 0);
    end_saved(&w);
}

/* A name says more than the file's: hall.2.dis is hall.dis in the light for its instance 2. */
static void the_game_is_found_by_the_names_of_files(void **state)
{
    world w;
    save_text(*state, "game/missions/level.mis",
              "instant InteriorShape \"a\" { fileName = \"halls\\\\hall.2.dis\"; };\n");
    static const char *const parts[] = {"hall.dis", "hall-00.dig", "hall-000.dil", "hall.dml"};
    for (int i = 0; i < 4; i++) {
        char name[64], sample[64];
        snprintf(name, sizeof name, "game/halls/%s", parts[i]);
        snprintf(sample, sizeof sample, "samples/darkstar/%s", parts[i]);
        save_sample(*state, name, sample);
    }
    show_saved(*state, &w, "game/missions/level.mis");
    assert_true(meshes_below(&w, "a") > 0);
    end_saved(&w);
}

/* `check` misses what a conversion misses. */
static void check_looks_where_conversions_do(void **state)
{
    world w;
    save_text(*state, "game/data/missions/level.mis",
              "new TSStatic(a) { shapeName = \"~/data/shapes/cock.dts\"; };\n"
              "new TSStatic(b) { shapeName = \"~/data/shapes/none.dts\"; };\n"
              "new StaticShape(c) { dataBlock = \"Vane\"; };\n"
              "new StaticShape(d) { dataBlock = \"Lost\"; };\n"
              "new StaticShape(e) { dataBlock = \"Unknown\"; };\n"
              "new StaticShape(f) { dataBlock = \"GemItem\"; };\n");
    save_sample(*state, "game/data/shapes/cock.dts", "samples/torque/weathercock.dts");
    save_text(*state, "game/server/all.cs",
              "datablock StaticShapeData(Vane) { shapeFile = \"~/data/shapes/cock.dts\"; };\n");
    save_text(*state, "game/scripts/more/lost.cs",
              "datablock StaticShapeData(Lost) { shapeFile = \"~/data/shapes/lost.dts\"; };\n");
    open_saved(*state, &w, "game/data/missions/level.mis");
    tlb_assets *assets = tlb_assets_create(w.context);
    assert_int_equal(tlb_check_assets(w.document, assets, NULL), TLB_OK);
    tlb_assets_free(assets);
    assert_int_equal(tlb_code_total(w.context, TLB_CODE_ASSET_MISSING), 4);
    static const char *const missing[] = {
        "shape \"data/shapes/none.dts\" not found", "shape \"data/shapes/lost.dts\" not found",
        "data block \"Unknown\" not found", "shape \"shapes/items/gem.dts\" not found"};
    for (int i = 0; i < 4; i++) {
        char path[64];
        snprintf(path, sizeof path, "objects[%d].fields[0].value", i ? i + 2 : 1);
        const tlb_diagnostic *found = find_diagnostic(w.context, "ASSET_MISSING", path);
        assert_non_null(found);
        assert_string_equal(found->message, missing[i]);
    }
    end_saved(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_opened_once),
        cmocka_unit_test(what_is_missing_is_an_empty_node),
        cmocka_unit_test(what_cannot_be_used_is_an_empty_node),
        cmocka_unit_test(a_file_is_asked_for_by_its_kind),
        cmocka_unit_test_setup_teardown(the_folder_of_the_game_is_searched, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(the_folder_of_the_game_is_found_in_another_case, begin_folder,
                                        end_folder),
        cmocka_unit_test_setup_teardown(a_game_may_be_in_several_folders, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(the_game_is_found_by_the_names_of_files, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(check_looks_where_conversions_do, begin_folder, end_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
