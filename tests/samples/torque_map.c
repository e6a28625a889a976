/* Maps: a hut with all that levels have, and a text in all the ways that maps are spelled. */
#include "samples.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(tlb_buffer *out, const char *format, ...) TLB_PRINTF(2, 3);

static void say(tlb_buffer *out, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tlb_buffer_append(out, line, (size_t)size);
}

/* --- a hut, in 1/32 m --------------------------------------------------------------------------------- */

/* A box with one texture on its sides, and one above and below. */
static void say_box(tlb_buffer *out, const int low[3], const int high[3], const char *side, const char *flat)
{
    const int *l = low, *h = high;
    say(out, "{\n");
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n", l[0], h[1], h[2],
        h[0], h[1], h[2], h[0], l[1], h[2], flat);
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n", l[0], l[1], l[2],
        h[0], l[1], l[2], h[0], h[1], l[2], flat);
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n", h[0], l[1], h[2],
        h[0], h[1], h[2], h[0], h[1], l[2], side);
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n", l[0], h[1], h[2],
        l[0], l[1], h[2], l[0], l[1], l[2], side);
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1\n", h[0], h[1], h[2],
        l[0], h[1], h[2], l[0], h[1], l[2], side);
    say(out, "( %d %d %d ) ( %d %d %d ) ( %d %d %d ) %s [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1\n", l[0], l[1], h[2],
        h[0], l[1], h[2], h[0], l[1], l[2], side);
    say(out, "}\n");
}

static void say_walls(tlb_buffer *out)
{
    static const struct {
        int low[3], high[3];
        const char *side, *flat;
    } boxes[] = {
        {{-128, -96, -16}, {128, 96, 0}, "brick", "floor"}, {{-128, -96, 0}, {-112, 96, 96}, "wall", "NULL"},
        {{112, -96, 0}, {128, 96, 96}, "wall", "NULL"},     {{-112, 80, 0}, {112, 96, 96}, "wall", "NULL"},
        {{-112, -96, 0}, {-24, -80, 96}, "wall", "NULL"},   {{24, -96, 0}, {112, -80, 96}, "wall", "NULL"},
        {{-24, -96, 72}, {24, -80, 96}, "wall", "NULL"},
    };
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        say_box(out, boxes[i].low, boxes[i].high, boxes[i].side, boxes[i].flat);
}

/* A prism on top: five faces. */
static void say_roof(tlb_buffer *out)
{
    say(out, "{\n"
             "( -144 -112 96 ) ( 144 -112 96 ) ( 144 112 96 ) wood [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n"
             "( -144 -112 96 ) ( -144 0 160 ) ( 144 0 160 ) wood [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n"
             "( 144 0 160 ) ( -144 0 160 ) ( -144 112 96 ) wood [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1\n"
             "( -144 112 96 ) ( -144 0 160 ) ( -144 -112 96 ) brick [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"
             "( 144 -112 96 ) ( 144 0 160 ) ( 144 112 96 ) brick [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1\n"
             "}\n");
}

static void make_hut(sampler *s)
{
    tlb_buffer out = {.account = s->context->account};
    say(&out, "// A hut, to show what maps have.\n"
              "{\n"
              "\"classname\" \"worldspawn\"\n"
              "\"detail_number\" \"0\"\n"
              "\"min_pixels\" \"250\"\n"
              "\"geometry_scale\" \"32.0\"\n"
              "\"light_geometry_scale\" \"32.0\"\n"
              "\"ambient_color\" \"0 0 0\"\n"
              "\"emergency_ambient_color\" \"0 0 0\"\n"
              "\"mapversion\" \"220\"\n");
    say_walls(&out);
    say_roof(&out);
    say(&out, "}\n// A shelf makes no zones.\n{\n\"classname\" \"detail\"\n");
    say_box(&out, (int[3]){-112, 48, 32}, (int[3]){-64, 80, 40}, "wood", "wood");
    say(&out, "}\n// The door.\n{\n\"classname\" \"portal\"\n\"ambient_light\" \"1\"\n");
    say_box(&out, (int[3]){-24, -90, 0}, (int[3]){24, -86, 72}, "NULL", "NULL");
    say(&out, "}\n{\n\"classname\" \"light_omni\"\n\"origin\" \"0 0 80\"\n\"color\" \"255 220 160\"\n"
              "\"falloff1\" \"64\"\n\"falloff2\" \"320\"\n}\n");
    say(&out, "// A board that goes up and down.\n{\n\"classname\" \"Door_Elevator\"\n\"datablock\" "
              "\"PathedDefault\"\n\"initialTargetPosition\" \"-1\"\n");
    say_box(&out, (int[3]){64, 16, 0}, (int[3]){112, 64, 4}, "wood", "wood");
    say(&out, "}\n{\n\"classname\" \"path_node\"\n\"origin\" \"88 40 2\"\n\"next_time\" \"2000\"\n}\n"
              "{\n\"classname\" \"path_node\"\n\"origin\" \"88 40 50\"\n\"next_time\" \"2000\"\n}\n");
    sample_save(s, "samples", "hut.map", out.data, out.size);
    sample_save(s, "fuzz/seeds/map", "hut.map", out.data, out.size);
    tlb_buffer_free(&out);
}

/* --- spellings ---------------------------------------------------------------------------------------- */

static const char everything[] =
    "\r\n// Several records a line, tabs, comments between and after words.\r\n"
    "{ \"classname\" \"worldspawn\" \"mapversion\" \"220\" // valve\r\n"
    "\t\"classname\" \"worldspawn\"\r\n"
    "{ // brush 0: standard faces, turned and scaled\r\n"
    "( 0 64 64 ) ( 64 64 64 ) ( 64 0 64 ) textures/wall 8 -4.5 30 0.5 -.25\r\n"
    "( 0 0 0 )\t( 64 0 0 ) ( 64 64 0 )   floor 0 0 90 1 1\r\n"
    "( 64 0 64 ) ( 64 64 64 ) ( 64 64 0 ) \"a quoted name\" 0 0 0 1 1 2 0 1e2\r\n"
    "( 0 64 64 ) ( 0 0 64 ) ( 0 0 0 ) NULL 0 0 0 1 1 // after a face\r\n"
    "( 64 64 64 ) ( 0 64 64 ) ( 0 64 0 ) brick 0 0 0 0 0\r\n"
    "( 0 0 64 ) (64 0 64)( 64\r\n 0 0 ) brick 0 0 0 1 1 }\r\n"
    "\"between\" \"brushes // no comment\"\r\n"
    "{ ( -32 6.12303e-017 8 ) ( 1 0 8 ) ( 0 -5 8 ) [ 1 -6.12303e-017 0 1.25 ] [ 0 -1 0 -2 ] 0 .75 0.75 }\r\n"
    "\"after\" \"\" }\r\n"
    "{ \"classname\" \"light_omni\" \"origin\" \"1 2 3\" }{\r\n"
    "}\r\n"
    "// the end";

static void make_refused(sampler *s)
{
#define REFUSE(file, text, code, offset, path)                                                               \
    sample_refuse(s, file, text, sizeof(text) - 1, code, offset, path)
    REFUSE("map-ends-in-a-brush.map", "{\n\"classname\" \"worldspawn\"\n{\n( 0 0 0 ) ( 1 0", "TRUNCATED", 44,
           "entities[0].brushes[0].faces[0].points[1]");
    REFUSE("map-no-number.map", "{\n{\n( 0 0 0 ) ( 1 zero 0 ) ( 0 1 0 ) T 0 0 0 1 1\n}\n}\n", "BAD_WORD", 18,
           "entities[0].brushes[0].faces[0].points[1]");
    REFUSE("map-no-quote.map", "{\n\"classname\" \"worldspawn\n}\n", "TRUNCATED", 14,
           "entities[0].properties[0].value");
    REFUSE("map-no-scale.map", "{\n{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) T 0 0 0 1\n}\n}\n", "BAD_WORD", 44,
           "entities[0].brushes[0].faces[0].scale");
    REFUSE("map-word-for-an-entity.map", "{\n\"a\" \"b\"\n}\nworld\n", "BAD_WORD", 12, "entities[1]");
    REFUSE("map-binary.map", "\0\1\2\3\0\0\0\7", "NOT_SUPPORTED", 0, "");
#undef REFUSE
}

void make_torque_map_samples(sampler *s)
{
    make_hut(s);
    sample_save(s, "fuzz/seeds/map", "everything.map", everything, sizeof everything - 1);
    make_refused(s);
}
