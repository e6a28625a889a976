/* What a description gives besides reading and writing, to the letter: maps, places, parts, their hashes. */
#include "one_arena.h"

#include "base/json_read.h"
#include "layout/directions.h"

#include <stdio.h>
#include <string.h>

typedef struct window {
    uint8_t kind;
    uint16_t wide;
} window;

typedef struct room {
    uint8_t number;
    TLB_ARRAY(window) windows;
} room;

typedef struct house {
    uint16_t street;
    TLB_ARRAY(room) rooms;
    window roof;
    float corner[3];
    TLB_ARRAY(tlb_vec2) floor;
    TLB_ARRAY(uint16_t) bells;
    uint8_t flags;
    tlb_text name;
    tlb_bytes rest;
    uint32_t jump; /* 0: none */
} house;

static void walk_window(tlb_walk *w, window *x)
{
    WALK(w, x, kind);
    WALK(w, x, wide);
}

static void walk_room(tlb_walk *w, room *x)
{
    WALK(w, x, number);
    walk_count(w, "numWindows", &x->windows.count, TLB_U8);
    WALK_ROWS(w, x, windows, 3, i)
        walk_window(w, &x->windows.data[i]);
}

static void walk_house(tlb_walk *w, void **root)
{
    static const tlb_flag flags[] = {{"lit", 1, 1}, {"old", 6, 2}, {"new", 6, 4}, {0}};
    house *x = *root;
    tlb_walk_open(w, "head", TLB_BLOCK);
    WALK(w, x, street);
    tlb_walk_close(w, TLB_BLOCK);
    walk_count(w, "numRooms", &x->rooms.count, TLB_U8);
    WALK_BLOCKS(w, x, rooms, 2, i)
        walk_room(w, &x->rooms.data[i]);
    tlb_walk_open(w, "roof", TLB_ROW);
    walk_window(w, &x->roof);
    tlb_walk_close(w, TLB_ROW);
    WALK_ROW(w, x, corner);
    if (x->corner[0] == 99)
        tlb_walk_refuse(w, sizeof x->corner, TLB_CODE_BAD_VALUE, "corner", "99 is no place");
    walk_count(w, "numFloor", &x->floor.count, TLB_U8);
    WALK_VECTORS(w, x, floor);
    walk_count(w, "numBells", &x->bells.count, TLB_U8);
    WALK_VALUES(w, x, bells);
    if (x->jump)
        tlb_walk_seek(w, "jump", x->jump);
    WALK_FLAGS(w, x, flags, flags);
    walk_count(w, "length", &x->name.size, TLB_U8);
    tlb_walk_text(w, "name", &x->name);
    tlb_walk_bytes(w, "rest", &x->rest);
}

enum { BELLS = 18 };

static window windows[3] = {{1, 10}, {2, 20}, {3, 30}};
static room rooms[2];
static tlb_vec2 square[2] = {{0, 1}, {2, 3}};
static uint16_t bells[BELLS];

static house make_house(void)
{
    house x = {.street = 7, .roof = {9, 90}, .corner = {1, 2, 3}, .flags = 5, .name = {"inn", 3}};
    rooms[0] = (room){.number = 1, .windows = {windows, 2}};
    rooms[1] = (room){.number = 2, .windows = {windows + 2, 1}};
    for (uint16_t i = 0; i < BELLS; i++)
        bells[i] = i;
    x.rooms.data = rooms, x.rooms.count = 2;
    x.floor.data = square, x.floor.count = 2;
    x.bells.data = bells, x.bells.count = BELLS;
    x.rest = (tlb_bytes){(const uint8_t *)"abc", 3};
    return x;
}

/* --- maps --------------------------------------------------------------------------------------------- */

static void assert_map(fixture *f, house *x, const char *path, const char *expected)
{
    tlb_buffer out = {.account = f->context->account};
    assert_int_equal(tlb_map_document(f->context, walk_house, x, path, &out),
                     expected ? TLB_OK : TLB_NOT_FOUND);
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected ? expected : "");
    tlb_buffer_free(&out);
}

static void a_map_has_a_line_for_each_value(void **state)
{
    fixture *f = *state;
    house x = make_house();
    assert_map(f, &x, NULL,
               "0x00000000\t2\thead.street\t7\n"
               "0x00000002\t1\tnumRooms\t2\n"
               "0x00000003\t1\trooms[0].number\t1\n"
               "0x00000004\t1\trooms[0].numWindows\t2\n"
               "0x00000005\t1\trooms[0].windows[0].kind\t1\n"
               "0x00000006\t2\trooms[0].windows[0].wide\t10\n"
               "0x00000008\t1\trooms[0].windows[1].kind\t2\n"
               "0x00000009\t2\trooms[0].windows[1].wide\t20\n"
               "0x0000000b\t1\trooms[1].number\t2\n"
               "0x0000000c\t1\trooms[1].numWindows\t1\n"
               "0x0000000d\t1\trooms[1].windows[0].kind\t3\n"
               "0x0000000e\t2\trooms[1].windows[0].wide\t30\n"
               "0x00000010\t1\troof.kind\t9\n"
               "0x00000011\t2\troof.wide\t90\n"
               "0x00000013\t12\tcorner\t[1,2,3]\n"
               "0x0000001f\t1\tnumFloor\t2\n"
               "0x00000020\t8\tfloor[0]\t[0,1]\n"
               "0x00000028\t8\tfloor[1]\t[2,3]\n"
               "0x00000030\t1\tnumBells\t18\n"
               "0x00000031\t32\tbells[0..15]\t[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]\n"
               "0x00000051\t4\tbells[16..17]\t[16,17]\n"
               "0x00000055\t1\tflags\t5\tlit|new\n"
               "0x00000056\t1\tlength\t3\n"
               "0x00000057\t3\tname\t\"inn\"\n"
               "0x0000005a\t3\trest\t(bytes)\n");
}

static void a_map_may_be_of_a_part(void **state)
{
    fixture *f = *state;
    house x = make_house();
    assert_map(f, &x, "rooms[1]",
               "0x0000000b\t1\trooms[1].number\t2\n0x0000000c\t1\trooms[1].numWindows\t1\n"
               "0x0000000d\t1\trooms[1].windows[0].kind\t3\n"
               "0x0000000e\t2\trooms[1].windows[0].wide\t30\n");
    assert_map(f, &x, "floor", "0x00000020\t8\tfloor[0]\t[0,1]\n0x00000028\t8\tfloor[1]\t[2,3]\n");
    assert_map(f, &x, "roof.wide", "0x00000011\t2\troof.wide\t90\n");
    assert_map(f, &x, "room", NULL);
    assert_map(f, &x, "roof.wider", NULL);
    x.bells.count = 17;
    assert_map(f, &x, "bells[16]", "0x00000051\t2\tbells[16]\t16\n");
    x.rest.size = 0;
    assert_map(f, &x, "rest", NULL);
}

/* From where it was gone to another place on lines are sorted. */
static void a_map_is_in_the_order_of_the_file(void **state)
{
    fixture *f = *state;
    house x = make_house();
    x.jump = 0x20;
    x.rooms.count = x.floor.count = x.bells.count = 0;
    assert_map(f, &x, NULL,
               "0x00000000\t2\thead.street\t7\n0x00000002\t1\tnumRooms\t0\n"
               "0x00000003\t1\troof.kind\t9\n0x00000004\t2\troof.wide\t90\n"
               "0x00000006\t12\tcorner\t[1,2,3]\n0x00000012\t1\tnumFloor\t0\n"
               "0x00000013\t1\tnumBells\t0\n0x00000020\t1\tflags\t5\tlit|new\n"
               "0x00000021\t1\tlength\t3\n0x00000022\t3\tname\t\"inn\"\n"
               "0x00000025\t3\trest\t(bytes)\n");
}

/* Two hundred characters are shown. */
static void long_texts_are_cut(void **state)
{
    enum { SHOWN = 200 };
    fixture *f = *state;
    char text[SHOWN + 5], line[SHOWN + 64];
    house x = make_house();
    memset(text, 't', sizeof text);
    for (uint32_t size = SHOWN - 1; size < SHOWN + 3; size++) {
        x.name = (tlb_text){text, size};
        snprintf(line, sizeof line, "0x00000057\t%u\tname\t\"%.*s\"\n", size,
                 (int)(size < SHOWN ? size : SHOWN), text);
        assert_map(f, &x, "name", line);
    }
}

/* --- JSON --------------------------------------------------------------------------------------------- */

static void assert_dump(fixture *f, house *x, const char *path, const char *expected)
{
    tlb_buffer out = {.account = f->context->account};
    tlb_json json = {.out = &out};
    if (!path)
        tlb_json_open(&json, NULL, '{', false);
    assert_int_equal(tlb_dump_document(f->context, walk_house, x, path, &json),
                     expected ? TLB_OK : TLB_NOT_FOUND);
    if (!path)
        tlb_json_close(&json);
    out.size -= out.size && out.data[out.size - 1] == '\n';
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected ? expected : "");
    tlb_buffer_free(&out);
}

static void json_has_rows_and_lines(void **state)
{
    fixture *f = *state;
    house x = make_house();
    assert_dump(f, &x, NULL,
                "{\n \"head\": {\n  \"street\": 7\n },\n \"rooms\": [\n  {\n   \"number\": 1,\n"
                "   \"windows\": [\n    {\"kind\": 1, \"wide\": 10},\n"
                "    {\"kind\": 2, \"wide\": 20}\n   ]\n  },\n  {\n   \"number\": 2,\n"
                "   \"windows\": [\n    {\"kind\": 3, \"wide\": 30}\n   ]\n  }\n ],\n"
                " \"roof\": {\"kind\": 9, \"wide\": 90},\n \"corner\": [1, 2, 3],\n"
                " \"floor\": [\n  [0, 1],\n  [2, 3]\n ],\n \"bells\": [\n"
                "  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,\n  16, 17\n ],\n"
                " \"flags\": 5,\n \"name\": \"inn\",\n \"rest\": \"YWJj\"\n}");
}

static void json_may_be_of_a_part(void **state)
{
    static const char *const parts[][2] = {{"head.street", "7"},
                                           {"roof", "{\"kind\": 9, \"wide\": 90}"},
                                           {"roof.wide", "90"},
                                           {"rooms[1].windows[0]", "{\"kind\": 3, \"wide\": 30}"},
                                           {"rooms[0].windows[1].wide", "20"},
                                           {"corner", "[1, 2, 3]"},
                                           {"corner[2]", "3"},
                                           {"floor[1]", "[2, 3]"},
                                           {"floor[1][0]", "2"},
                                           {"bells[17]", "17"},
                                           {"name", "\"inn\""},
                                           {"rest", "\"YWJj\""},
                                           {"flags", "5"},
                                           {"corner[3]", NULL},
                                           {"corner[0]x", NULL},
                                           {"corner[0][0]", NULL},
                                           {"floor[2]", NULL},
                                           {"floor[0][2]", NULL},
                                           {"floor[0][1][0]", NULL},
                                           {"bells[18]", NULL},
                                           {"bells[0][0]", NULL},
                                           {"bells[+1]", NULL},
                                           {"rooms[2]", NULL},
                                           {"head.streets", NULL},
                                           {"numRooms", NULL},
                                           {"roo", NULL},
                                           {"name[0]", NULL},
                                           {"cornerx", NULL},
                                           {"corner[", NULL},
                                           {"corner[]", NULL},
                                           {"floor[0]x", NULL}};
    fixture *f = *state;
    house x = make_house();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_dump(f, &x, parts[i][0], parts[i][1]);
}

/* --- places ------------------------------------------------------------------------------------------- */

/* Those of `paths` alone are looked for. */
static void assert_places(fixture *f, house *x, const char *const *paths, const uint64_t *offsets,
                          size_t count)
{
    tlb_diagnostics_clear(f->context);
    for (size_t i = 0; i < count; i++)
        tlb_report(f->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, paths[i], "wrong");
    assert_int_equal(tlb_locate_diagnostics(f->context, walk_house, x, 0), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), count);
    for (size_t i = 0; i < count; i++)
        if (tlb_diagnostic_at(f->context, i)->offset != offsets[i])
            fail_msg("%s: at %llu", paths[i], (unsigned long long)tlb_diagnostic_at(f->context, i)->offset);
}

static void places_are_found_alone_and_together(void **state)
{
    static const char *const paths[] = {"head",
                                        "head.street",
                                        "rooms",
                                        "rooms[0]",
                                        "rooms[0].number",
                                        "rooms[0].windows[1]",
                                        "rooms[1].windows",
                                        "rooms[1].windows[0].wide",
                                        "roof",
                                        "roof.wide",
                                        "corner",
                                        "floor",
                                        "floor[1]",
                                        "bells[17]",
                                        "flags",
                                        "name",
                                        "rest"};
    static const uint64_t offsets[] = {0, 0, 3, 3, 3, 8, 13, 14, 16, 17, 19, 32, 40, 83, 85, 87, 90};
    enum { COUNT = sizeof offsets / sizeof *offsets };
    fixture *f = *state;
    house x = make_house();
    assert_places(f, &x, paths, offsets, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        assert_places(f, &x, paths + i, offsets + i, 1);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < i; k++)
            assert_places(f, &x, (const char *const[]){paths[i], paths[k], paths[i]},
                          (const uint64_t[]){offsets[i], offsets[k], offsets[i]}, 3);
    static const char *const nowhere[] = {"room", "rooms[2]", "roofs", "rooms[0].windows[2]", "bell", "none"};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        assert_places(f, &x, nowhere + i, (const uint64_t[]){TLB_NO_OFFSET}, 1);
}

/* What has a place keeps it, and so do diagnostics before the first. */
static void known_places_stay(void **state)
{
    fixture *f = *state;
    house x = make_house();
    tlb_report(f->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "roof", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_VALUE, 5, "roof", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_VALUE, 6, "bells[1]", "wrong");
    tlb_report(f->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, NULL, "wrong");
    tlb_report(f->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, "roof", "wrong");
    assert_int_equal(tlb_locate_diagnostics(f->context, walk_house, &x, 1), TLB_OK);
    static const uint64_t offsets[] = {TLB_NO_OFFSET, 5, 6, TLB_NO_OFFSET, 16};
    for (size_t i = 0; i < 5; i++)
        assert_true(tlb_diagnostic_at(f->context, i)->offset == offsets[i]);
    assert_int_equal(tlb_locate_diagnostics(f->context, walk_house, &x, 5), TLB_OK);
}

/* --- hashes of parts ---------------------------------------------------------------------------------- */

static tlb_digest digest_of(fixture *f, house *x)
{
    tlb_digest digest = {.arena = &f->arena};
    assert_int_equal(tlb_digest_document(f->context, walk_house, x, &digest), TLB_OK);
    return digest;
}

static void a_change_is_in_one_part(void **state)
{
    static const char *const parts[][2] = {
        {"bells", "bells"},
        {"corner", "corner"},
        {"flags", "flags"},
        {"floor", "floor"},
        {"name", "name"},
        {"rest", "rest"},
        {"roof", "roof"},
        {"rooms", "rooms"},
        {"head.street", "street"},
        {"rooms[0].number", "number"},
        {"rooms[0].windows", "windows"},
        {"rooms[1].number", "number"},
        {"rooms[1].windows", "windows"},
    };
    enum { PARTS = sizeof parts / sizeof *parts };
    fixture *f = *state;
    house x = make_house();
    tlb_digest before = digest_of(f, &x);
    assert_int_equal(before.parts.count, PARTS);
    for (uint32_t i = 0; i < PARTS; i++) {
        assert_string_equal(before.parts.data[i].path, parts[i][0]);
        assert_string_equal(before.parts.data[i].path + before.parts.data[i].name, parts[i][1]);
        if (i)
            assert_true(tlb_order_parts(&before.parts.data[i - 1], &before.parts.data[i]) < 0);
        assert_int_equal(tlb_order_parts(&before.parts.data[i], &before.parts.data[i]), 0);
    }
    for (uint32_t change = 0; change < PARTS; change++) {
        house y = make_house();
        uint16_t kept = windows[1].wide, wide = windows[2].wide;
        uint16_t *const wider[] = {[0] = &bells[17],
                                   [6] = &y.roof.wide,
                                   [8] = &y.street,
                                   [10] = &windows[1].wide,
                                   [12] = &windows[2].wide};
        uint8_t *const larger[] = {[2] = &y.flags, [9] = &rooms[0].number, [11] = &rooms[1].number};
        if (change < sizeof wider / sizeof *wider && wider[change])
            ++*wider[change];
        if (change < sizeof larger / sizeof *larger && larger[change])
            ++*larger[change];
        y.corner[2] += change == 1;
        square[1][1] += change == 3;
        y.name.data = change == 4 ? "inm" : "inn";
        y.rest.size -= change == 5;
        y.rooms.count -= change == 7;
        tlb_digest after = digest_of(f, &y);
        windows[1].wide = kept, windows[2].wide = wide;
        square[1][1] = 3;
        for (uint32_t i = 0; i < after.parts.count; i++)
            assert_int_equal(before.parts.data[i].hash != after.parts.data[i].hash, i == change);
    }
}

/* --- the beginning of a file -------------------------------------------------------------------------- */

/* Whatever is missing: lists are as long as they are. */
static void what_is_cut_has_no_elements(void **state)
{
    fixture *f = *state;
    house x = make_house();
    tlb_buffer out = {.account = f->context->account};
    tlb_walk writer = tlb_walk_writer(f->context, &out);
    void *root = &x;
    walk_house(&writer, &root);
    assert_int_equal(writer.status, TLB_OK);
    assert_int_equal(out.size, 93);
    for (size_t size = 0; size < out.size - 3; size++) {
        uint8_t *copy = tlb_alloc(&f->arena, size);
        house y = {0};
        memcpy(copy, out.data, size);
        root = &y;
        tlb_diagnostics_clear(f->context);
        tlb_walk reader = tlb_walk_reader(f->context, &f->arena, (tlb_bytes){copy, size});
        walk_house(&reader, &root);
        assert_int_equal(reader.status, TLB_INVALID);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_true(y.bells.data ? y.bells.count == BELLS : !y.bells.count);
        assert_true(y.floor.data ? y.floor.count == 2 : !y.floor.count);
        assert_true(y.rooms.data ? y.rooms.count == 2 : !y.rooms.count);
        assert_true(size >= 87 || !y.flags || y.flags == 5);
    }
    tlb_buffer_free(&out);
}

/* What is walked after a refusal is not there. */
static void what_follows_a_refused_value_is_empty(void **state)
{
    fixture *f = *state;
    house x = make_house();
    static const char json[] = "{\"corner\": [99, 0, 0], \"name\": \"bar\"}";
    tlb_value *changes;
    tlb_json_error error;
    assert_int_equal(tlb_json_load(f->context, &f->arena, (tlb_bytes){(const uint8_t *)json, sizeof json - 1},
                                   &changes, &error),
                     TLB_OK);
    assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_house, &x, changes), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "99 is no place");
    assert_true(!x.floor.data && !x.floor.count && !x.bells.data && !x.bells.count);
    assert_int_equal(x.name.size, 0);
    assert_true(!x.rest.data && !x.rest.size);
    assert_int_equal(x.rooms.count, 2);
}

/* The name of a part is the last of its path, within structures too. */
static void walk_nested(tlb_walk *w, void **root)
{
    tlb_walk_open(w, "a", TLB_BLOCK);
    tlb_walk_open(w, "porch", TLB_ROW);
    walk_window(w, *root);
    tlb_walk_close(w, TLB_ROW);
    tlb_walk_close(w, TLB_BLOCK);
}

static void parts_within_structures_have_their_names(void **state)
{
    fixture *f = *state;
    window x = {0};
    tlb_digest digest = {.arena = &f->arena};
    assert_int_equal(tlb_digest_document(f->context, walk_nested, &x, &digest), TLB_OK);
    assert_int_equal(digest.parts.count, 1);
    assert_string_equal(digest.parts.data[0].path, "a.porch");
    assert_int_equal(digest.parts.data[0].name, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_map_has_a_line_for_each_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_map_may_be_of_a_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_map_is_in_the_order_of_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_texts_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_has_rows_and_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_may_be_of_a_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_are_found_alone_and_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(known_places_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_change_is_in_one_part, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_cut_has_no_elements, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_follows_a_refused_value_is_empty, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_within_structures_have_their_names, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
