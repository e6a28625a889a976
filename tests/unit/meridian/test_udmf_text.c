/* The whole text of a room's map, with walls that have both sides, one, or none. */
#include "one_context.h"
#include "trilobite/formats/roo_build.h"
#include "trilobite/formats/roo_edit.h"
#include "trilobite/trilobite.h"

#include <string.h>

static const tlb_roo_editor_wall walls[] = {
    {1, 2, 11, 12, 13, 14, 0, 1, 0, 0, 0, 256, 0, 0, 0, 0},
    {2, 0, 15, 0, 16, 0, 1, -1, 0, 256, 320, 256, 0, 0, 0, 0},
    {0, 3, 17, 18, 0, 19, 0, 1, 320, 256, 320, -64, 0, 0, 0, 65535},
    {0, 0, 0, 20, 21, 0, 0, 0, 320, -64, 0, 0, 0, 65535, 0, 0},
    {2, 2, 0, 0, 0, 25, 0, -1, 0, 0, 320, 256, 0, 0, 0, 0},
    {2, 1, 24, 0, 0, 0, 2, 0, 64, 64, -64, 64, 7, 0, 0, 65535},
    {3, 0, 0, 22, 0, 23, 1, 1, -64, 64, 64, 64, 65535, 0, 0, 0},
};

static const tlb_roo_sidedef sidedefs[] = {
    {101, 31, 32, 33, 0, 34},
    {102, 0, 35, 0, TLB_ROO_WALL_PASSABLE | TLB_ROO_WALL_MAP_NEVER, 0},
    {103, 36, 0, 0, TLB_ROO_WALL_MAP_ALWAYS | TLB_ROO_WALL_BACKWARDS, 0},
};

static const tlb_roo_sector sectors[] = {
    {.id = 41,
     .floorBitmap = 42,
     .ceilingBitmap = 43,
     .textureX = 44,
     .textureY = 45,
     .floorHeight = 46,
     .ceilingHeight = 147,
     .light = 48,
     .animationSpeed = 49},
    {.floorBitmap = 51,
     .ceilingHeight = 152,
     .light = 192,
     .flags = TLB_ROO_SECTOR_SLOPED_FLOOR | TLB_ROO_SECTOR_SLOPED_CEILING,
     .floorSlope = {{256, 512, 1024, 32768}, {71.5, 72.25}, 73, {{74, 75, 76}, {77, 78, 79}, {80, 81, 82}}},
     .ceilingSlope = {{-512, 384, -768, 65536}, {83, 84}, 85, {{86, 87, 88}, {89, 90, 91}, {92, 93, 94}}}},
};

static const tlb_roo_thing things[] = {
    {.x = -64, .y = -64},
    {.x = 320, .y = 256},
    {.type = 61,
     .angle = 62,
     .x = 63,
     .y = 64,
     .when = 65,
     .exitX = 66,
     .exitY = 67,
     .flags = 68,
     .comment = {"well", 4}},
};

/* The lists are copied into the document, where they may be changed. */
#define PUT(document, list, rows)                                                                            \
    ((list).data = tlb_alloc(tlb_document_arena(document), sizeof(rows)),                                    \
     memcpy((list).data, rows, sizeof(rows)), (list).count = sizeof(rows) / sizeof *(rows))

static const char map[] =
    "namespace = \"Meridian59\";\n"
    "user_roo_version = 15;\n"
    "vertex { x = 0.0; y = 0.0; }\n"
    "vertex { x = 0.0; y = 256.0; }\n"
    "vertex { x = 320.0; y = 256.0; }\n"
    "vertex { x = 320.0; y = -64.0; }\n"
    "vertex { x = 64.0; y = 64.0; }\n"
    "vertex { x = -64.0; y = 64.0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; sideback = 1; twosided = true; blocking = "
    "true; dontdraw = true; }\n"
    "linedef { v1 = 1; v2 = 2; sidefront = 2; dontdraw = true; }\n"
    "linedef { v1 = 3; v2 = 2; sidefront = 3; user_flipped = true; blocking = true; "
    "mapped = true; }\n"
    "linedef { v1 = 3; v2 = 0; sidefront = 4; }\n"
    "linedef { v1 = 0; v2 = 2; sidefront = 5; sideback = 6; twosided = true; dontdraw = "
    "true; }\n"
    "linedef { v1 = 4; v2 = 5; sidefront = 7; sideback = 8; user_upper = \"7 0 0 65535\"; "
    "twosided = true; blocking = true; dontdraw = true; }\n"
    "linedef { v1 = 5; v2 = 4; sidefront = 9; blocking = true; mapped = true; }\n"
    "sidedef { sector = 0; offsetx = 11; offsety = 13; texturetop = \"grd00032\"; "
    "texturemiddle = \"grd00031\"; texturebottom = \"grd00033\"; user_id = 101; "
    "user_animspeed = 34; }\n"
    "sidedef { sector = 1; offsetx = 12; offsety = 14; texturetop = \"grd00035\"; user_id = "
    "102; user_passable = true; user_mapnever = true; }\n"
    "sidedef { sector = 1; offsetx = 15; offsety = 16; texturetop = \"grd00035\"; user_id = "
    "102; user_passable = true; user_mapnever = true; }\n"
    "sidedef { sector = 1; offsetx = 18; offsety = 19; texturemiddle = \"grd00036\"; "
    "user_id = 103; user_backwards = true; user_mapalways = true; }\n"
    "sidedef { sector = 2; user_absent = true; }\n"
    "sidedef { sector = 0; texturetop = \"grd00035\"; user_id = 102; user_passable = true; "
    "user_mapnever = true; }\n"
    "sidedef { sector = 2; offsety = 25; texturetop = \"grd00035\"; user_id = 102; "
    "user_passable = true; user_mapnever = true; }\n"
    "sidedef { sector = 2; offsetx = 24; texturetop = \"grd00035\"; user_id = 102; "
    "user_passable = true; user_mapnever = true; }\n"
    "sidedef { sector = 0; texturetop = \"grd00032\"; texturemiddle = \"grd00031\"; "
    "texturebottom = \"grd00033\"; user_id = 101; user_animspeed = 34; }\n"
    "sidedef { sector = 1; texturemiddle = \"grd00036\"; user_id = 103; user_backwards = "
    "true; user_mapalways = true; }\n"
    "sector { heightfloor = 46; heightceiling = 147; texturefloor = \"grd00042\"; "
    "textureceiling = \"grd00043\"; lightlevel = 48; id = 41; user_tx = 44; user_ty = 45; "
    "user_speed = 49; }\n"
    "sector { heightceiling = 152; texturefloor = \"grd00051\"; textureceiling = \"-\"; "
    "lightlevel = 192; user_floorslope = \"74 75 76 77 78 79 80 81 82\"; user_floorangle = "
    "73; user_floorplane = \"256 512 1024 32768 71.5 72.25\"; floorplane_a = 0.25; "
    "floorplane_b = -0.5; floorplane_c = 1.0; floorplane_d = 146.0; user_ceilingslope = "
    "\"86 87 88 89 90 91 92 93 94\"; user_ceilingangle = 85; user_ceilingplane = \"-512 384 "
    "-768 65536 83 84\"; ceilingplane_a = -0.5; ceilingplane_b = -0.375; ceilingplane_c = "
    "-0.75; ceilingplane_d = 68.0; }\n"
    "sector { user_void = true; texturefloor = \"-\"; textureceiling = \"-\"; lightlevel = 0; "
    "}\n";

/* What follows the sectors; each block is on a line. */
static void assert_map(uint32_t thing_count, const char *expected_things)
{
    tlb_document *document;
    tlb_files *files;
    assert_int_equal(tlb_document_create(context, tlb_format_by_name("roo"), NULL, &document), TLB_OK);
    tlb_roo *room = tlb_document_roo(document);
    PUT(document, room->editorWalls, walls);
    PUT(document, room->sidedefs, sidedefs);
    PUT(document, room->sectors, sectors);
    PUT(document, room->things, things);
    room->things.count = thing_count;
    assert_int_equal(tlb_convert(document, tlb_format_by_name("udmf"), "made", NULL, &files), TLB_OK);
    char text[4096] = "", *out = text;
    tlb_bytes bytes = files->data[0].bytes;
    assert_true(bytes.size < sizeof text);
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] == '\n' && i + 1 < bytes.size && strchr("\t}", bytes.data[i + 1]))
            *out++ = ' ';
        else if (bytes.data[i] != '\t')
            *out++ = (char)bytes.data[i];
    assert_memory_equal(text, map, strlen(map));
    assert_string_equal(text + strlen(map), expected_things);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_string_equal(tlb_diagnostic_at(context, 0)->message,
                        "texture offsets of sides that are not there left out: 4");
    tlb_diagnostics_clear(context);
    tlb_files_free(files);
    tlb_document_free(document);
}

static void everything_has_its_place_in_a_map(void **state)
{
    (void)state;
    assert_map(3, "thing { type = 1; x = -64.0; y = -64.0; }\n"
                  "thing { type = 1; x = 320.0; y = 256.0; }\n"
                  "thing { type = 2; x = 63.0; y = 64.0; angle = 62; user_type = 61; user_when = 65; "
                  "user_exitx = 66; user_exity = 67; user_flags = 68; user_comment = \"77656c6c\"; }\n");
    assert_map(2, "thing { type = 1; x = -64.0; y = -64.0; }\n"
                  "thing { type = 1; x = 320.0; y = 256.0; }\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everything_has_its_place_in_a_map, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
