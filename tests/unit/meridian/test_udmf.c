/* Maps in UDMF: what is read, kept and checked, and rooms as maps and back. */
#include "files.h"
#include "formats/meridian/udmf/udmf.h"
#include "one_context.h"
#include "options_text.h"
#include "roo_maker.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two squares that share a wall; a wall with a - side alone, one without sides, and a side that faces no
 * sector. */
static const char odd[] =
    "namespace = \"Meridian59\";\n"
    "user_roo_version = 15;\n"
    "vertex {\n\tx = 0.0;\n\ty = 0.0;\n}\n"
    "vertex {\n\tx = 0.0;\n\ty = 128.0;\n}\n"
    "vertex {\n\tx = 128.0;\n\ty = 128.0;\n}\n"
    "vertex {\n\tx = 128.0;\n\ty = 0.0;\n}\n"
    "linedef {\n\tv1 = 0;\n\tv2 = 1;\n\tsidefront = 0;\n\tblocking = true;\n}\n"
    "linedef {\n\tv1 = 1;\n\tv2 = 2;\n\tsidefront = 1;\n\tuser_flipped = true;\n}\n"
    "linedef {\n\tv1 = 2;\n\tv2 = 3;\n\tsidefront = 2;\n}\n"
    "linedef {\n\tv1 = 3;\n\tv2 = 0;\n\tsidefront = 3;\n\tsideback = 4;\n"
    "\ttwosided = true;\n\tblocking = true;\n\tmapped = true;\n}\n"
    "sidedef {\n\tsector = 0;\n\toffsetx = -3;\n\ttexturemiddle = \"grd00001\";\n"
    "\tuser_id = 7;\n}\n"
    "sidedef {\n\tsector = 0;\n\ttexturetop = \"grd12345\";\n\tuser_passable = true;\n"
    "\tuser_scrollspeed = 3;\n\tuser_scrolldir = 5;\n\tuser_flags = 32768;\n}\n"
    "sidedef {\n\tsector = 1;\n\tuser_absent = true;\n}\n"
    "sidedef {\n\tsector = 0;\n\tuser_mapalways = true;\n\tuser_animspeed = 9;\n}\n"
    "sidedef {\n\tsector = 1;\n\tuser_mapalways = true;\n}\n"
    "sector {\n\theightfloor = 16;\n\theightceiling = 256;\n\ttexturefloor = \"grd00002\";\n"
    "\ttextureceiling = \"-\";\n\tlightlevel = 100;\n\tid = 3;\n\tuser_tx = 5;\n"
    "\tuser_depth = 2;\n\tuser_flicker = true;\n\tuser_speed = 4;\n}\n"
    "sector {\n\tuser_void = true;\n\ttexturefloor = \"-\";\n\ttextureceiling = \"-\";\n"
    "\tlightlevel = 0;\n}\n"
    "thing {\n\ttype = 1;\n\tx = 0.0;\n\ty = 0.0;\n}\n"
    "thing {\n\ttype = 1;\n\tx = 128.0;\n\ty = 128.0;\n}\n";

static tlb_document *open_text(const char *text, size_t size)
{
    tlb_document *document;
    if (tlb_open_memory(context, text, size, "test.udmf", NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    assert_non_null(tlb_document_udmf(document));
    return document;
}

/* Of bytes in one format those in another. */
static tlb_status try_convert(bytes_copy from, const char *name, const char *to, const option_text *texts,
                              size_t count, bytes_copy *out)
{
    tlb_document *document;
    tlb_files *files;
    tlb_convert_options options;
    *out = (bytes_copy){0};
    assert_int_equal(options_from_text(context, texts, count, &options), TLB_OK);
    assert_int_equal(tlb_open_memory(context, from.data, from.size, name, NULL, &document), TLB_OK);
    tlb_status status = tlb_convert(document, tlb_format_by_name(to), "made", &options, &files);
    if (!status) {
        out->size = files->data[0].bytes.size;
        out->data = malloc(out->size);
        assert_non_null(out->data);
        memcpy(out->data, files->data[0].bytes.data, out->size);
        tlb_files_free(files);
    }
    tlb_document_free(document);
    return status;
}

static bytes_copy converted(bytes_copy from, const char *name, const char *to, const option_text *texts,
                            size_t count)
{
    bytes_copy out;
    if (try_convert(from, name, to, texts, count, &out))
        print_diagnostics(context);
    assert_non_null(out.data);
    return out;
}

static bytes_copy text_of(const char *text)
{
    return (bytes_copy){(uint8_t *)(uintptr_t)text, strlen(text)};
}

static void assert_equal(bytes_copy a, bytes_copy b)
{
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, b.size);
}

/* --- maps --------------------------------------------------------------------------------------------- */

static void blocks_are_read_and_kept(void **state)
{
    (void)state;
    static const char text[] =
        "namespace=\"Doom\"; // a map\r\nVertex { x = +1.50; y = 0x10; user_a = \"b\"; }\r\n";
    tlb_bytes saved;
    tlb_document *document = open_text(text, sizeof text - 1);
    tlb_mission *map = tlb_document_udmf(document);
    assert_int_equal(map->objects.count, 1);
    assert_string_equal(map->objects.data[0].className.data, "Vertex");
    assert_int_equal(map->objects.data[0].fields.count, 3);
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_equal((bytes_copy){(uint8_t *)(uintptr_t)saved.data, saved.size}, text_of(text));
    map->objects.data[0].fields.data[0].value = (tlb_text){"2.0", 3};
    assert_int_equal(tlb_save_memory(document, &saved), TLB_OK);
    assert_non_null(strstr((const char *)saved.data, "{ x = 2.0; y = 0x10; user_a"));
    tlb_document_free(document);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    static const char text[] = "namespace = \"Doom\"; a = b;\n"
                               "vertex { x = 0; x = 1; 2y = 1; }\n"
                               "linedef { v1 = 0; v2 = 0; sidefront = 0; }\n"
                               "sidedef { sector = -1; }\n";
    tlb_document *document = open_text(text, sizeof text - 1);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_non_null(find_diagnostic(context, "UDMF_NAMESPACE", "statements[0].value"));
    assert_non_null(find_diagnostic(context, "UDMF_VALUE", "statements[1].value"));
    assert_non_null(find_diagnostic(context, "UDMF_TWICE", "objects[0].fields[1].name"));
    assert_non_null(find_diagnostic(context, "UDMF_NAME", "objects[0].fields[2].name"));
    assert_non_null(find_diagnostic(context, "UDMF_MISSING", "objects[0]"));
    assert_non_null(find_diagnostic(context, "ROO_WALL_LENGTH", "objects[1]"));
    assert_non_null(find_diagnostic(context, "UDMF_REFERENCE", "objects[2].fields[0].value"));
    tlb_document_free(document);
}

/* --- rooms -------------------------------------------------------------------------------------------- */

static void odd_walls_are_mapped(void **state)
{
    (void)state;
    tlb_document *document;
    bytes_copy room = converted(text_of(odd), "a.udmf", "roo", NULL, 0);
    bytes_copy map = converted(room, "a.roo", "udmf", NULL, 0);
    assert_equal(map, text_of(odd));
    assert_int_equal(tlb_open_memory(context, room.data, room.size, "a.roo", NULL, &document), TLB_OK);
    const tlb_roo *roo = tlb_document_roo(document);
    assert_int_equal(roo->version, 15);
    assert_int_equal(roo->sectors.count, 1);
    assert_int_equal(roo->sidedefs.count, 4);
    const tlb_roo_editor_wall *w = roo->editorWalls.data;
    assert_true(w[0].positiveSidedef == 1 && !w[0].negativeSidedef && w[0].positiveXOffset == -3);
    assert_true(!w[1].positiveSidedef && w[1].negativeSidedef == 2 && w[1].negativeSector == 0);
    assert_true(w[1].x0 == 128 && w[1].x1 == 0);
    assert_true(!w[2].positiveSidedef && !w[2].negativeSidedef && w[2].positiveSector == -1);
    assert_true(w[3].positiveSidedef == 3 && w[3].negativeSidedef == 4 && w[3].negativeSector == -1);
    assert_int_equal(roo->sidedefs.data[1].flags, 1 << 2 | 3 << 10 | 5 << 12 | 1 << 15);
    assert_int_equal(roo->sectors.data[0].flags, 2 | TLB_ROO_SECTOR_FLICKER);
    tlb_document_free(document);
    free(map.data);
    free(room.data);
}

/* Of every version, with two things and with three: the map's room is the room, rebuilt. */
static void rooms_come_back(void **state)
{
    (void)state;
    static const option_text rebuild = {"rebuild", ""};
    for (int i = 0; i < 2 * ROO_FORMS; i++) {
        tlb_document made;
        tlb_bytes saved;
        roo_plan plan = roo_form(i / 2);
        plan.things = 2 + (uint32_t)i % 2;
        roo_make(&made, context, &plan);
        assert_int_equal(tlb_save_memory(&made, &saved), TLB_OK);
        bytes_copy source = {(uint8_t *)(uintptr_t)saved.data, saved.size};
        bytes_copy rebuilt = converted(source, "a.roo", "roo", &rebuild, 1);
        bytes_copy map = converted(source, "a.roo", "udmf", NULL, 0);
        bytes_copy room = converted(map, "a.udmf", "roo", NULL, 0);
        assert_equal(room, rebuilt);
        free(room.data);
        free(map.data);
        free(rebuilt.data);
        made_end(&made);
    }
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code, *path;
    } wrong[] = {
        {"vertex { x = 40000; y = 0; }", "UDMF_VALUE", "objects[0].fields[0].value"},
        {"vertex { x = \"1\"; y = 0; }", "UDMF_VALUE", "objects[0].fields[0].value"},
        {"vertex { y = 0; }", "UDMF_MISSING", "objects[0].fields"},
        {"sidedef { sector = 0; texturetop = \"BRICK\"; }", "UDMF_VALUE", "objects[0].fields[1].value"},
        {"sidedef { sector = 0; user_scrollspeed = 4; }", "UDMF_VALUE", "objects[0].fields[1].value"},
        {"sidedef { sector = 0; user_passable = 1; }", "UDMF_VALUE", "objects[0].fields[1].value"},
        {"sector { textureceiling = \"-\"; }", "UDMF_MISSING", "objects[0].fields"},
        {"sector { texturefloor = grd00001; textureceiling = \"-\"; }", "UDMF_VALUE",
         "objects[0].fields[0].value"},
        {"sidedef { sector = 0; texturetop = \"grd65536\"; }", "UDMF_VALUE", "objects[0].fields[1].value"},
        {"sidedef { sector = 0; texturetop = \"grd1x\"; }", "UDMF_VALUE", "objects[0].fields[1].value"},
        {"linedef { v1 = 0; v2 = 1; sidefront = 0; user_upper = \"1 2 3\"; }", "UDMF_VALUE",
         "objects[0].fields[3].value"},
        {"linedef { v1 = 0; v2 = 1; sidefront = 0; user_upper = \"1 2 3 4 5\"; }", "UDMF_VALUE",
         "objects[0].fields[3].value"},
        {"linedef { v1 = 0; v2 = 1; sidefront = 0; user_upper = 1; }", "UDMF_VALUE",
         "objects[0].fields[3].value"},
        {"user_roo_dialect = 5;", "UDMF_VALUE", "statements[1].value"},
        {"sector { texturefloor = \"-\"; textureceiling = \"-\"; user_floorslope = \"0 0 0 1 1 1 2 2 2\"; }",
         "ROO_SLOPE_VERTICES", "sectors[0]"},
        {"sector { texturefloor = \"-\"; textureceiling = \"-\"; user_ceilingslope = \"0 0 0 1 1 1 2 2 2\"; "
         "}",
         "ROO_SLOPE_VERTICES", "sectors[0]"},
        {"linedef { v1 = 0; v2 = 0; sidefront = 0; }", "UDMF_REFERENCE", "objects[0]"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[160];
        bytes_copy out;
        snprintf(text, sizeof text, "namespace = \"Meridian59\";\n%s", wrong[i].text);
        assert_int_equal(try_convert(text_of(text), "a.udmf", "roo", NULL, 0, &out), TLB_INVALID);
        assert_non_null(find_diagnostic(context, wrong[i].code, wrong[i].path));
        tlb_diagnostics_clear(context);
        /* before anybody converts it */
        tlb_document *document;
        tlb_check_result found;
        assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.udmf", NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, &found), TLB_OK);
        if (!found.errors)
            fail_msg("%s", text);
        tlb_document_free(document);
        tlb_diagnostics_clear(context);
    }
}

/* By name, where they say something; not those of editors, nor those of what is left out as a whole. */
static void blocks_and_fields_that_rooms_do_not_have_are_counted(void **state)
{
    (void)state;
    static const char more[] =
        "game = \"x\"; none = 0;\n"
        "vertex { x = 0; y = 0; zfloor = 8.5; }\n"
        "linedef { v1 = 0; v2 = 2; sidefront = 5; special = 9; blocking = true; secret = false; arg0 = 0x0; "
        "}\n"
        "sidedef { sector = 2; offsetx_mid = 4; comment = \"\"; }\n"
        "sector { xpanningfloor = 4; texturefloor = \"-\"; textureceiling = \"-\"; floorplane_a = 1.0; }\n"
        "sector { XPanningFloor = -4; rotationceiling = 45.0; texturefloor = \"-\"; textureceiling = \"-\";\n"
        " user_floorangle = 5; }\n"
        "thing { type = 1; x = 0; y = 0; skill1 = true; }\n"
        "thing { type = 3001; x = 0; y = 0; skill2 = true; }\n"
        "portal { x = 1; }\nPortal { skill3 = true; }\n";
    static const char *const expected[] = {
        "portal left out, as a room has no place for it: 2 blocks",
        "game left out, as a room has no place for it: 1 field outside of blocks",
        "zfloor left out, as a room has no place for it: 1 vertex",
        "offsetx_mid left out, as a room has no place for it: 1 sidedef",
        "special left out, as a room has no place for it: 1 linedef",
        "xpanningfloor left out, as a room has no place for it: 2 sectors",
        "rotationceiling left out, as a room has no place for it: 1 sector",
        "user_floorangle left out, as a room has no place for it: 1 sector",
        "skill1 left out, as a room has no place for it: 1 thing",
        "1 thing of types other than 1 and 2 left out: a room has no place for objects of a game"};
    char text[2 * sizeof odd];
    uint32_t found = 0;
    snprintf(text, sizeof text, "%s%s", odd, more);
    free(converted(text_of(text), "a.udmf", "roo", NULL, 0).data);
    for (uint32_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *diagnostic = tlb_diagnostic_at(context, i);
        if (diagnostic->code != TLB_CODE_DROPPED)
            continue;
        assert_true(found < sizeof expected / sizeof *expected);
        assert_string_equal(diagnostic->message, expected[found++]);
    }
    assert_int_equal(found, sizeof expected / sizeof *expected);
    tlb_diagnostics_clear(context);
    free(converted(text_of(odd), "a.udmf", "roo", NULL, 0).data);
    assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), 0);
}

/* More lines than a room can have walls, or more sectors. */
static void maps_may_be_too_large(void **state)
{
    static const char head[] = "namespace = \"Meridian59\";";
    static const char *const blocks[] = {"linedef { v1 = 0; v2 = 1; sidefront = 0; }",
                                         "sector { texturefloor = \"-\"; textureceiling = \"-\"; }"};
    enum { MOST = INT16_MAX };
    (void)state;
    for (int of = 0; of < 2; of++)
        for (size_t count = MOST; count <= MOST + 1; count++) {
            size_t size = strlen(blocks[of]);
            char *text = malloc(sizeof head + count * size);
            bytes_copy out = {0};
            assert_non_null(text);
            memcpy(text, head, sizeof head);
            for (size_t i = 0; i < count; i++)
                memcpy(text + sizeof head - 1 + i * size, blocks[of], size);
            text[sizeof head - 1 + count * size] = 0;
            tlb_diagnostics_clear(context);
            assert_int_equal(try_convert(text_of(text), "a.udmf", "roo", NULL, 0, &out) == TLB_LIMIT,
                             count > MOST);
            assert_int_equal(tlb_code_total(context, TLB_CODE_ROO_REBUILD_LIMIT), count > MOST);
            if (count > MOST)
                assert_int_equal(tlb_severity_total(context, TLB_ERROR), 1);
            free(out.data);
            free(text);
        }
}

/* Maps of other games may have what no room could have. */
static void other_namespaces_are_not_rooms(void **state)
{
    (void)state;
    static const char text[] = "namespace = \"Doom\"; vertex { x = 40000; y = 0.5; }";
    tlb_document *document;
    tlb_check_result found;
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.udmf", NULL, &document), TLB_OK);
    assert_int_equal(tlb_check(document, &found), TLB_OK);
    assert_int_equal(found.errors, 0);
    assert_int_equal(found.warnings, 1); /* the namespace */
    tlb_document_free(document);
    tlb_diagnostics_clear(context);
}

/* A room of a map written by hand: its floor is known everywhere, and all of it can be reached. */
static void halls_are_built(void **state)
{
    (void)state;
    static const char *const versions[] = {"12", "13o", "13m", "14", "15"};
    bytes_copy map = load_file("samples/hall.udmf");
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        option_text version = {"roo-version", versions[i]};
        bytes_copy room = converted(map, "hall.udmf", "roo", &version, 1);
        tlb_document *document;
        assert_int_equal(tlb_open_memory(context, room.data, room.size, "a.roo", NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(context), 0);
        const tlb_roo *roo = tlb_document_roo(document);
        double slack = tlb_roo_is_float(roo) ? 0.5 : TLB_ROO_EDITOR_UNIT; /* planes of integers */
        for (int x = 8; x < 8192; x += 128)
            for (int y = 8; y < 4096; y += 128) {
                uint16_t leaf = tlb_roo_leaf_at(roo, x, y);
                assert_true(leaf);
                const tlb_roo_sector *sector = &roo->sectors.data[roo->nodes.data[leaf - 1].sector - 1];
                double expected = x < 4096 ? 0 : (x - 4096) * 48.0 / 256;
                assert_true(fabs(tlb_roo_floor_at(sector, x, y) - expected) < slack);
            }
        for (uint32_t k = 0; k < roo->server.rows * roo->server.cols; k++)
            assert_int_equal(roo->server.flagGrid[k], TLB_ROO_FLAG_FLOOR);
        tlb_document_free(document);
        free(room.data);
    }
    free(map.data);
}

/* --- corpus ------------------------------------------------------------------------------------------- */

/* Offsets of sides that are not there are all that maps do not keep. */
static void forget_stale_offsets(tlb_roo *room)
{
    for (uint32_t i = 0; i < room->editorWalls.count; i++) {
        tlb_roo_editor_wall *w = &room->editorWalls.data[i];
        if (!w->positiveSidedef)
            w->positiveXOffset = w->positiveYOffset = 0;
        if (!w->negativeSidedef)
            w->negativeXOffset = w->negativeYOffset = 0;
    }
    room->security = tlb_roo_security(room);
}

static void corpus_rooms_come_back(void **state)
{
    (void)state;
    file_list files = corpus_files("meridian", "roo");
    uint32_t rooms = 0;
    for (size_t i = 0; i < files.count; i++) {
        tlb_document *document;
        tlb_bytes rebuilt;
        if (!strstr(files.paths[i], "/rooms/"))
            continue;
        bytes_copy source = load_file(files.paths[i]);
        set_up(NULL);
        bytes_copy map = converted(source, "a.roo", "udmf", NULL, 0);
        bytes_copy room = converted(map, "a.udmf", "roo", NULL, 0);
        assert_int_equal(tlb_open_memory(context, source.data, source.size, "a.roo", NULL, &document),
                         TLB_OK);
        forget_stale_offsets(tlb_document_roo(document));
        assert_int_equal(tlb_roo_rebuild(document, TLB_ROO_OUTSIDE_AS_IT_WAS), TLB_OK);
        assert_int_equal(tlb_save_memory(document, &rebuilt), TLB_OK);
        assert_equal(room, (bytes_copy){(uint8_t *)(uintptr_t)rebuilt.data, rebuilt.size});
        tlb_document_free(document);
        free(room.data);
        free(map.data);
        free(source.data);
        tear_down(NULL);
        rooms++;
    }
    free_files(&files);
    assert_int_equal(rooms, 68);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(blocks_are_read_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(odd_walls_are_mapped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rooms_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_values_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(blocks_and_fields_that_rooms_do_not_have_are_counted, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(maps_may_be_too_large, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_namespaces_are_not_rooms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(halls_are_built, set_up, tear_down),
        cmocka_unit_test(corpus_rooms_come_back),
    };
    return !choose_tests(argc, "meridian") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
