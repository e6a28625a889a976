/* The scene of a room with what the server's programs place in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "bgf_maker.h"
#include "fault.h"
#include "files.h"
#include "options_text.h"
#include "scenes.h"
#include "trilobite/formats/roo.h"
#include "trilobite/formats/roo_query.h"
#include "virtual_files.h"

#define METER (2.5f / TLB_ROO_SQUARE)

typedef struct fixture {
    tlb_context *context;
    tlb_document *document;
    tlb_scene *scene;
} fixture;

/* The courtyard under a name, with programs and other files from folders, or from none (NULL). */
static tlb_status show_with(fixture *f, const char *name, const char *kod, const char *folder)
{
    bytes_copy room = load_file("samples/courtyard.roo");
    tlb_assets *assets = tlb_assets_create(f->context);
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .assets = assets,
                                         .from = OPTIONS_OF(tlb_roo_read_options, .kod = kod)};
    if (folder)
        assert_int_equal(tlb_assets_add(assets, folder), TLB_OK);
    assert_int_equal(tlb_open_memory(f->context, room.data, room.size, name, NULL, &f->document), TLB_OK);
    tlb_status status = tlb_document_scene(f->document, &options, &f->scene);
    tlb_assets_free(assets);
    free(room.data);
    return status;
}

static fixture show(const char *name, const char *kod, const char *folder)
{
    fixture f = {.context = tlb_context_create(NULL)};
    if (show_with(&f, name, kod, folder) != TLB_OK) {
        print_diagnostics(f.context);
        fail();
    }
    return f;
}

static void end(fixture *f)
{
    tlb_scene_free(f->scene);
    tlb_document_free(f->document);
    tlb_context_free(f->context);
}

/* The `number`th node of this name, from 0. */
static const tlb_node *find(const fixture *f, const char *name, uint32_t number)
{
    for (uint32_t i = 0; i < f->scene->node_count; i++)
        if (strcmp(f->scene->nodes[i].name, name) == 0 && !number--)
            return &f->scene->nodes[i];
    fail_msg("no node \"%s\"", name);
    return NULL;
}

static uint32_t count_below(const fixture *f, const char *name)
{
    uint32_t count = 0;
    int32_t group = (int32_t)(find(f, name, 0) - f->scene->nodes);
    for (uint32_t i = 0; i < f->scene->node_count; i++)
        count += f->scene->nodes[i].parent == group;
    return count;
}

/* Where it is, in client units: east, south, up. */
static void assert_place(const tlb_node *node, float x, float y, float z)
{
    assert_float_equal(node->translation[0], x * METER, 1e-3);
    assert_float_equal(node->translation[2], y * METER, 1e-3);
    assert_float_equal(node->translation[1], z * METER, 1e-3);
}

static int64_t integer(const tlb_node *node, const char *key)
{
    const tlb_value *value = tlb_value_get(node->extras, key);
    if (!value || value->kind != TLB_VALUE_INTEGER)
        fail_msg("%s has no \"%s\"", node->name, key);
    return value->as.integer;
}

static const char *text(const tlb_node *node, const char *key)
{
    const tlb_value *value = tlb_value_get(node->extras, key);
    if (!value || value->kind != TLB_VALUE_TEXT)
        fail_msg("%s has no \"%s\"", node->name, key);
    return value->as.text.data;
}

static void assert_reported(const fixture *f, const char *code, const char *message)
{
    const tlb_diagnostic *found = find_diagnostic(f->context, code, "");
    if (!found) {
        print_diagnostics(f->context);
        fail_msg("no %s", code);
    }
    assert_string_equal(found->message, message);
}

/* --- places ------------------------------------------------------------------------------------------- */

static void objects_are_nodes_where_they_stand(void **state)
{
    (void)state;
    fixture f = show("maps/COURTYARD.roo", "samples/kod", NULL);
    assert_int_equal(count_below(&f, "objects"), 8);
    const tlb_node *post = find(&f, "Signpost", 0);
    assert_place(post, 5.25 * 1024, 9.25 * 1024, 1024);
    assert_string_equal(text(post, "class"), "Signpost");
    assert_string_equal(text(post, "bgf"), "signpost.bgf");
    assert_string_equal(text(post, "message"), "CreateStandardObjects");
    assert_int_equal(integer(post, "row"), 10);
    assert_int_equal(integer(post, "col"), 6);
    assert_int_equal(integer(post, "fineRow"), 16);
    assert_int_equal(integer(post, "fineCol"), 16);
    assert_int_equal(integer(post, "angle"), 1024);
    assert_place(find(&f, "Plant", 0), 5.5 * 1024, 7.5 * 1024, 768);          /* on the slope */
    assert_place(find(&f, "Signpost", 2), 2.5 * 1024, 2.5 * 1024, 768 - 204); /* wading */
    end(&f);
}

static void what_hangs_hangs_from_the_ceiling(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    const tlb_node *lantern = find(&f, "Lantern", 0), *ivy = find(&f, "Plant", 1);
    assert_place(lantern, 5.5 * 1024, 1.5 * 1024, 5120 - 40 * 16);
    assert_place(ivy, 11.5 * 1024, 1.5 * 1024, 5120 - 40 * 16);
    assert_int_equal(ivy->mesh, lantern->mesh);
    assert_true(tlb_value_get(lantern->extras, "hanging")->as.boolean);
    assert_null(tlb_value_get(find(&f, "Signpost", 0)->extras, "hanging"));
    end(&f);
}

/* At rest a picture faces south; 4096 is a turn from east, clockwise. */
static void objects_face_where_they_look(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    static const struct {
        const char *name;
        uint32_t number;
        double x, z;
    } expected[] = {{"Signpost", 0, 0, 1}, {"Signpost", 1, -1, 0}, {"Lantern", 0, 1, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const float *q = find(&f, expected[i].name, expected[i].number)->rotation;
        assert_float_equal(q[0] * q[0] + q[2] * q[2], 0, 1e-6);
        assert_float_equal(2 * q[1] * q[3], expected[i].x, 1e-6);
        assert_float_equal(q[3] * q[3] - q[1] * q[1], expected[i].z, 1e-6);
    }
    end(&f);
}

/* --- pictures ----------------------------------------------------------------------------------------- */

static void a_picture_is_one_rectangle_for_all(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    const tlb_node *post = find(&f, "Signpost", 0);
    assert_int_equal(find(&f, "Signpost", 1)->mesh, post->mesh);
    const tlb_mesh *mesh = &f.scene->meshes[post->mesh];
    assert_int_equal(mesh->vertex_count, 4);
    /* 64 x 96 pixels, 2 a unit; 10 to the right and 3 * 4 up. */
    static const float corners[4][2] = {{-246, 12}, {266, 12}, {266, 780}, {-246, 780}};
    for (int i = 0; i < 4; i++) {
        assert_float_equal(mesh->positions[i][0], corners[i][0] * METER, 1e-4);
        assert_float_equal(mesh->positions[i][1], corners[i][1] * METER, 1e-4);
        assert_float_equal(mesh->positions[i][2], 0, 1e-6);
        assert_float_equal(mesh->normals[i][2], 1, 1e-6);
        assert_float_equal(mesh->uv[0][i][0], corners[i][0] > 0, 1e-6);
        assert_float_equal(mesh->uv[0][i][1], corners[i][1] < 100, 1e-6);
    }
    const tlb_material *material = &f.scene->materials[mesh->parts[0].material];
    assert_string_equal(material->name, "signpost");
    assert_int_equal(material->alpha_mode, TLB_ALPHA_MASK);
    assert_true(material->double_sided);
    const tlb_image *image = &f.scene->images[material->texture.image];
    assert_int_equal(image->width, 64);
    assert_int_equal(image->height, 96);
    /* The first group's first bitmap, the front, has letters that the back has not. */
    tlb_document back;
    bgf_make(&back, f.context, BGF_SIGNPOST);
    uint8_t pixels[64 * 96];
    tlb_bgf *bgf = back.root;
    assert_int_equal(tlb_bgf_pixels(f.context, bgf, &bgf->bitmaps.data[1], pixels), TLB_OK);
    assert_memory_equal(image->pixels, pixels, sizeof pixels);
    made_end(&back);
    end(&f);
}

static void what_is_missing_is_an_empty_node(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    assert_int_equal(find(&f, "Plant", 0)->mesh, TLB_NONE);
    assert_string_equal(text(find(&f, "Plant", 0), "bgf"), "fern.bgf");
    const tlb_diagnostic *missing = NULL;
    for (size_t i = 0; i < tlb_diagnostic_count(f.context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f.context, i);
        if (strstr(d->message, "fern.bgf"))
            missing = d;
    }
    assert_non_null(missing);
    assert_string_equal(missing->message, "bitmap \"fern.bgf\" not found");
    assert_string_equal(missing->remedy.option, "assets");
    end(&f);
}

static void what_is_not_constant_is_told(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    assert_reported(&f, "KOD_COMPUTED",
                    "courtyrd.kod: 2 objects and 0 exits left out: what they are, or where, "
                    "is computed");
    assert_reported(&f, "KOD_ICON",
                    "courtyrd.kod: 1 object without a picture, as the class is unknown or computes "
                    "it: Plant");
    assert_reported(&f, "KOD_OUTSIDE",
                    "courtyrd.kod: 1 object and 0 exits outside every sector, shown at height 0");
    assert_int_equal(find(&f, "Plant", 2)->mesh, TLB_NONE);
    assert_null(tlb_value_get(find(&f, "Plant", 2)->extras, "bgf"));
    assert_place(find(&f, "Signpost", 3), 0.5 * 1024, 11.5 * 1024, 0);
    assert_null(find_diagnostic(f.context, "KOD_FILE", ""));
    assert_null(find_diagnostic(f.context, "KOD_ROOM", ""));
    end(&f);
}

/* --- exits -------------------------------------------------------------------------------------------- */

static void exits_are_empty_nodes(void **state)
{
    (void)state;
    fixture f = show("courtyard.roo", "samples/kod", NULL);
    assert_int_equal(count_below(&f, "exits"), 3);
    const tlb_node *gate = find(&f, "RID_LANE", 0), *door = find(&f, "ROOM_LOCKED_DOOR", 0),
                   *edge = find(&f, "RID_LANE", 1);
    assert_place(gate, 6.5 * 1024, 9.5 * 1024, 1024);
    assert_int_equal(gate->mesh, TLB_NONE);
    assert_int_equal(integer(gate, "row"), 10);
    assert_int_equal(integer(gate, "col"), 7);
    assert_int_equal(integer(gate, "room"), 60);
    assert_int_equal(integer(gate, "toRow"), 2);
    assert_int_equal(integer(gate, "toCol"), 3);
    assert_int_equal(integer(gate, "rotation"), 8);
    assert_int_equal(integer(door, "room"), -1);
    assert_null(tlb_value_get(door->extras, "toRow"));
    assert_string_equal(text(edge, "edge"), "south");
    assert_int_equal(integer(edge, "toCol"), 5);
    assert_float_equal(edge->translation[0], 6.5 * 2.5, 1e-3);
    assert_float_equal(edge->translation[2], 10 * 2.5, 1e-3);
    end(&f);
}

/* --- the programs ------------------------------------------------------------------------------------- */

static void a_room_without_a_class_is_told(void **state)
{
    (void)state;
    fixture f = show("tower.roo", "samples/kod", NULL);
    assert_reported(&f, "KOD_ROOM",
                    "none of 7 classes in samples/kod has prRoom with the file \"tower.roo\"; the "
                    "room was converted without objects");
    assert_int_equal(node_named(f.scene, "objects"), TLB_NONE);
    end(&f);
}

static void a_folder_that_is_not_there_fails(void **state)
{
    (void)state;
    fixture f = {.context = tlb_context_create(NULL)};
    assert_int_equal(show_with(&f, "courtyard.roo", "samples/no-kod", NULL), TLB_NOT_FOUND);
    assert_non_null(find_diagnostic(f.context, "CANNOT_READ", ""));
    end(&f);
}

/* Programs in files of no disk: name, text, name, text, … */
static fixture show_virtual(const char *const *files, tlb_bytes bgf)
{
    static virtual_files all;
    fixture f = {.context = NULL};
    tlb_context *plain = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_arena_init(&arena, plain->account);
    all = (virtual_files){.calls = 0};
    for (; files[0]; files += 2)
        virtual_add_text(&arena, &all, files[0], files[1]);
    if (bgf.data)
        virtual_add(&arena, &all, "kod/thing.bgf", bgf);
    const tlb_context_options options = {.struct_size = sizeof options, .files = virtual_file_system(&all)};
    f.context = tlb_context_create(&options);
    assert_int_equal(show_with(&f, "courtyard.roo", "kod", NULL), TLB_OK);
    tlb_arena_release(&arena);
    tlb_context_free(plain);
    return f;
}

#define ROOM(calls)                                                                                          \
    "Yard is Room resources: r = courtyard.roo properties: prRoom = r messages: F() { " calls " } end"
#define THING "Thing is Room resources: i = thing.bgf classvars: vrIcon = i end"

static void classes_of_one_room_are_told(void **state)
{
    (void)state;
    static const char *const files[] = {"kod/a.kod",
                                        ROOM("Send(self,@NewHold,#what=Create(&Thing));"),
                                        "kod/b.kod",
                                        "Night is Yard end",
                                        "kod/c.kod",
                                        "",
                                        "kod/room.kod",
                                        "Room messages: end",
                                        "kod/x/thing.kod",
                                        THING,
                                        NULL};
    fixture f = show_virtual(files, (tlb_bytes){NULL, 0});
    assert_reported(&f, "KOD_ROOM",
                    "1 more class has the file \"courtyard.roo\"; the objects are those of a.kod");
    assert_reported(&f, "KOD_FILE", "1 file without a class: c.kod");
    assert_int_equal(count_below(&f, "objects"), 1);
    end(&f);
}

static void bitmaps_may_be_damaged_or_empty(void **state)
{
    (void)state;
    static const char *const files[] = {
        "kod/a.kod",
        ROOM("Send(self,@NewHold,#what=Create(&Thing));Send(self,@NewHold,#what=Create(&Thing));"),
        "kod/room.kod",
        "Room messages: end",
        "kod/thing.kod",
        THING,
        NULL};
    static const struct {
        const char *set;
        const char *code;
    } faults[] = {{NULL, "BAD_IMAGE"},
                  {"groups[0].indices[0]=7", "BAD_IMAGE"},
                  {"groups[0].indices[0]=-1", NULL},
                  {"bitmaps[1].data=\"AAAA\"", "BAD_IMAGE"},
                  {"groups=[]", ""},
                  {"shrink=0", ""}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        tlb_bytes bytes = {(const uint8_t *)"BGF", 3};
        assert_int_equal(tlb_open_path(context, "samples/kod/signpost.bgf", NULL, &document), TLB_OK);
        if (faults[i].set) {
            assert_int_equal(tlb_edit(document, &faults[i].set, 1), TLB_OK);
            assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
        }
        fixture f = show_virtual(files, bytes);
        bool shown = faults[i].code && !*faults[i].code;
        assert_int_equal(find(&f, "Thing", 0)->mesh != TLB_NONE, shown);
        assert_int_equal(find(&f, "Thing", 1)->mesh, find(&f, "Thing", 0)->mesh);
        size_t reports = 0;
        for (size_t k = 0; k < tlb_diagnostic_count(f.context); k++)
            reports += strcmp(tlb_code_name(tlb_diagnostic_at(f.context, k)->code), "BAD_IMAGE") == 0;
        assert_int_equal(reports, faults[i].code && *faults[i].code ? 1 : 0);
        end(&f);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void effects_are_drawn(void **state)
{
    (void)state;
    static const char *const files[] = {
        "kod/a.kod",
        ROOM("Send(self,@NewHold,#what=Create(&Thing));Send(self,@NewHold,#what=Create(&Ghost));"
             "Send(self,@NewHold,#what=Create(&Shade));"),
        "kod/room.kod",
        "Room messages: end",
        "kod/thing.kod",
        THING,
        "kod/ghost.kod",
        "Ghost is Thing constants: HALF = 0x02 properties: piDrawfx = HALF end",
        "kod/shade.kod",
        "Shade is Ghost properties: piDrawFX = 4 end",
        NULL};
    bytes_copy bitmap = load_file("samples/kod/signpost.bgf");
    fixture f = show_virtual(files, (tlb_bytes){bitmap.data, bitmap.size});
    static const struct {
        const char *name;
        tlb_alpha_mode mode;
        float alpha;
        int64_t effect;
    } rows[] = {{"Thing", TLB_ALPHA_MASK, 1, 0},
                {"Ghost", TLB_ALPHA_BLEND, 0.5f, 2},
                {"Shade", TLB_ALPHA_MASK, 1, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const tlb_node *node = find(&f, rows[i].name, 0);
        const tlb_material *m = &f.scene->materials[f.scene->meshes[node->mesh].parts[0].material];
        assert_int_equal(m->alpha_mode, rows[i].mode);
        assert_float_equal(m->color[3], rows[i].alpha, 0);
        if (rows[i].effect)
            assert_int_equal(integer(node, "drawEffect"), rows[i].effect);
        else
            assert_null(tlb_value_get(node->extras, "drawEffect"));
    }
    assert_int_equal(find(&f, "Shade", 0)->mesh, find(&f, "Thing", 0)->mesh);
    end(&f);
    free(bitmap.data);
}

static void exits_of_no_edge_are_left_out(void **state)
{
    (void)state;
    static const char *const files[] = {
        "kod/a.kod",
        ROOM("plEdge_Exits = Cons([5,1],$); plEdge_Exits = Cons([0,1],$); plExits = Cons([99,1,7],$);"),
        "kod/room.kod", "Room messages: end", NULL};
    fixture f = show_virtual(files, (tlb_bytes){NULL, 0});
    assert_reported(&f, "KOD_COMPUTED",
                    "a.kod: 0 objects and 2 exits left out: what they are, or where, is computed");
    assert_reported(&f, "KOD_OUTSIDE", "a.kod: 0 objects and 1 exit outside every sector, shown at height 0");
    assert_int_equal(count_below(&f, "exits"), 1);
    assert_int_equal(find(&f, "room 7", 0)->mesh, TLB_NONE);
    assert_int_equal(node_named(f.scene, "objects"), TLB_NONE);
    end(&f);
}

static tlb_status add_all(tlb_context *context, const void *subject, collected *made)
{
    fixture f = {.context = context};
    tlb_assets *assets = tlb_assets_create(context);
    const tlb_convert_options options = {.struct_size = sizeof options,
                                         .assets = assets,
                                         .from = OPTIONS_OF(tlb_roo_read_options, .kod = subject)};
    tlb_status status =
        assets ? tlb_open_path(context, "samples/courtyard.roo", NULL, &f.document) : TLB_NO_MEMORY;
    if (!status)
        status = tlb_document_scene(f.document, &options, &f.scene);
    for (uint32_t i = 0; !status && i < f.scene->node_count; i++) {
        collect(made, f.scene->nodes[i].name, strlen(f.scene->nodes[i].name));
        collect(made, &f.scene->nodes[i].mesh, sizeof f.scene->nodes[i].mesh);
    }
    tlb_scene_free(f.scene);
    tlb_document_free(f.document);
    tlb_assets_free(assets);
    return status;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    assert_refused_or_same(add_all, "samples/kod");
}

/* --- real rooms --------------------------------------------------------------------------------------- */

/* "corpus/rooms/v15__berghall_476f1d.roo" -> "berghall.roo" */
static const char *name_in_game(const char *path, char name[256])
{
    const char *from = strstr(path, "__"), *to = strrchr(path, '_');
    snprintf(name, 256, "%.*s.roo", (int)(to - from - 2), from + 2);
    return name;
}

/* Rooms may be older than the programs: one object is outside. Clients refuse the rooms with a third corner,
 * whose box is another. */
static void corpus_objects_stand_on_floors(void **state)
{
    (void)state;
    char family[4096], kod[4200], name[256];
    uint32_t rooms = 0, objects = 0, inside = 0, floors = 0;
    assert_non_null(corpus_folder("meridian", family, sizeof family));
    snprintf(kod, sizeof kod, "%s/kod", family);
    file_list files = corpus_files("meridian", "roo");
    for (size_t i = 0; i < files.count; i++) {
        if (!strstr(files.paths[i], "__") || strstr(files.paths[i], "_enc"))
            continue;
        fixture f = {.context = tlb_context_create(NULL)};
        bytes_copy bytes = load_file(files.paths[i]);
        tlb_assets *assets = tlb_assets_create(f.context);
        const tlb_convert_options options = {.struct_size = sizeof options,
                                             .assets = assets,
                                             .from = OPTIONS_OF(tlb_roo_read_options, .kod = kod)};
        assert_int_equal(tlb_open_memory(f.context, bytes.data, bytes.size,
                                         name_in_game(files.paths[i], name), NULL, &f.document),
                         TLB_OK);
        assert_int_equal(tlb_document_scene(f.document, &options, &f.scene), TLB_OK);
        const tlb_roo *room = tlb_document_roo(f.document);
        int32_t group = node_named(f.scene, "objects");
        if (room->things.count != 2)
            group = TLB_NONE;
        rooms += group != TLB_NONE;
        for (uint32_t k = 0; group != TLB_NONE && k < f.scene->node_count; k++) {
            const tlb_node *node = &f.scene->nodes[k];
            if (node->parent != group)
                continue;
            const tlb_roo_sector *sector =
                tlb_roo_sector_at(room, node->translation[0] / METER, node->translation[2] / METER);
            objects++;
            inside += sector != NULL;
            floors += sector && sector->floorBitmap;
        }
        tlb_assets_free(assets);
        free(bytes.data);
        end(&f);
    }
    free_files(&files);
    printf("%u rooms, %u objects, %u in a sector, %u over a floor\n", rooms, objects, inside, floors);
    assert_int_equal(rooms, 42);
    assert_int_equal(objects, 373);
    assert_int_equal(inside, 372);
    assert_int_equal(floors, 370);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_nodes_where_they_stand),
        cmocka_unit_test(what_hangs_hangs_from_the_ceiling),
        cmocka_unit_test(objects_face_where_they_look),
        cmocka_unit_test(a_picture_is_one_rectangle_for_all),
        cmocka_unit_test(what_is_missing_is_an_empty_node),
        cmocka_unit_test(what_is_not_constant_is_told),
        cmocka_unit_test(exits_are_empty_nodes),
        cmocka_unit_test(a_room_without_a_class_is_told),
        cmocka_unit_test(a_folder_that_is_not_there_fails),
        cmocka_unit_test(classes_of_one_room_are_told),
        cmocka_unit_test(bitmaps_may_be_damaged_or_empty),
        cmocka_unit_test(effects_are_drawn),
        cmocka_unit_test(exits_of_no_edge_are_left_out),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(corpus_objects_stand_on_floors),
    };
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
