#include "iqe_maker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ATTRIBUTES = 16,
    TEXCOORD = 1,
    NORMAL = 2,
    TANGENT = 4,
    BLEND = 8,
    COLOR = 16,
    SMOOTH = 32,
    CUSTOM = 64
};

typedef struct speaker {
    tlb_buffer *out;
    uint32_t random;
    bool canonical, crlf;
    uint32_t has; /* attributes, by bit; CUSTOM and those above it are v0 to v9 */
    uint32_t joints;
    bool flags; /* fs */
    uint32_t defined, mesh_first;
} speaker;

static uint32_t pick(speaker *s, uint32_t count)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 17;
    s->random ^= s->random << 5;
    return s->random % count;
}

static bool chance(speaker *s, uint32_t percent)
{
    return pick(s, 100) < percent;
}

static void say(speaker *s, const char *format, ...) TLB_PRINTF(2, 3);

static void say(speaker *s, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tlb_buffer_append(s->out, text, (size_t)size);
}

/* --- spelling ---------------------------------------------------------------------------------------- */

static void say_blank(speaker *s)
{
    static const char *const blanks[] = {" ", "  ", "\t", " \t "};
    say(s, "%s", blanks[s->canonical ? 0 : pick(s, 4)]);
}

static void say_end(speaker *s)
{
    static const char *const ends[] = {"", " ", "\t", " # of the line", "#"};
    const char *line = s->crlf ? "\r\n" : "\n";
    if (!s->canonical)
        say(s, "%s", ends[chance(s, 80) ? 0 : pick(s, 5)]);
    say(s, "%s", line);
    if (!s->canonical && chance(s, 5))
        say(s, "%s", line);
    if (!s->canonical && chance(s, 5))
        say(s, " # a comment \"of its own\"%s", line);
}

static void say_word(speaker *s, const char *word)
{
    if (!s->canonical && chance(s, 20))
        say_blank(s);
    say(s, "%s", word);
}

/* A number of few digits, whose spelling is the same with every C library. */
static void say_number(speaker *s)
{
    uint32_t whole = pick(s, 50), part = pick(s, 1000);
    const char *sign = chance(s, 40) ? "-" : "";
    say_blank(s);
    switch (s->canonical ? 0 : pick(s, 7)) {
    case 0:
        say(s, "%s%u.%u", sign, whole, part / 100 * 2 + 1);
        break;
    case 1:
        say(s, "%s%u.%03u000", sign, whole, part);
        break;
    case 2:
        say(s, "%s.%03u", sign, part);
        break;
    case 3:
        say(s, "+%u.", whole);
        break;
    case 4:
        say(s, "%s%u.%ue-%u", sign, whole, part, pick(s, 4));
        break;
    case 5:
        say(s, "%s%u", sign, whole);
        break;
    default:
        say(s, "%s0%u.%uE+01", sign, whole, part);
        break;
    }
}

static void say_numbers(speaker *s, const char *word, uint32_t count)
{
    say_word(s, word);
    for (uint32_t i = 0; i < count; i++)
        say_number(s);
    say_end(s);
}

static void say_integer(speaker *s, int32_t value)
{
    say_blank(s);
    say(s, !s->canonical && value >= 0 && chance(s, 10) ? "+%d" : "%d", value);
}

static void say_name(speaker *s, const char *stem, uint32_t number)
{
    static const char *const spellings[] = {"\"%s %u\"", "\"%s%u\"", "%s%u", "%s\"%u", "\"%s#%u\"", "\"\""};
    char text[64];
    uint32_t spelling = s->canonical ? pick(s, 2) : pick(s, 6);
    snprintf(text, sizeof text, spellings[spelling], stem, number);
    say_blank(s);
    say(s, "%s", text);
}

/* --- vertexes and faces ------------------------------------------------------------------------------ */

static void say_weights(speaker *s)
{
    static const char *const halves[] = {"0.5", ".5", "5e-1", "0.500"};
    uint32_t first = pick(s, s->joints);
    say_word(s, "vb");
    if (chance(s, 40)) {
        say_integer(s, (int32_t)first);
        say(s, " %s", halves[s->canonical ? 0 : pick(s, 4)]);
        say_integer(s, (int32_t)pick(s, s->joints));
        say(s, " %s", halves[s->canonical ? 0 : pick(s, 4)]);
    } else {
        say_integer(s, (int32_t)first);
        say(s, " 1");
    }
    say_end(s);
}

static void say_vertex(speaker *s)
{
    say_numbers(s, "vp", !s->canonical && chance(s, 20) ? 4 : 3);
    if (s->has & TEXCOORD)
        say_numbers(s, "vt", 2);
    if (s->has & NORMAL)
        say_numbers(s, "vn", 3);
    if (s->has & TANGENT)
        say_numbers(s, "vx", chance(s, 50) ? 4 : 6);
    if (s->has & BLEND && s->joints)
        say_weights(s);
    if (s->has & COLOR)
        say_numbers(s, "vc", chance(s, 50) ? 3 : 4);
    if (s->has & SMOOTH) {
        say_word(s, "vs");
        say_integer(s, (int32_t)pick(s, 5));
        say_end(s);
    }
    for (uint32_t i = 0; i < ATTRIBUTES - 6; i++)
        if (s->has & ((uint32_t)CUSTOM << i)) {
            char word[] = {'v', (char)('0' + i), 0};
            say_numbers(s, word, 1 + pick(s, 4));
        }
    s->defined++;
}

/* Different corners, in every way to count them. */
static void say_face(speaker *s)
{
    uint32_t count = s->defined - s->mesh_first, corners = 3 + pick(s, 3), first = pick(s, count);
    bool of_mesh = chance(s, 60);
    corners = corners < count ? corners : count;
    say_word(s, of_mesh ? "fm" : "fa");
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t vertex = (first + i) % count;
        if (chance(s, 20))
            say_integer(s, (int32_t)vertex - (int32_t)count);
        else
            say_integer(s, (int32_t)(of_mesh ? vertex : s->mesh_first + vertex));
    }
    say_end(s);
    if (!s->flags)
        return;
    say_word(s, "fs");
    for (uint32_t i = 0; i < corners; i++)
        say_integer(s, (int32_t)pick(s, 2));
    say_end(s);
}

static void say_smoothing(speaker *s)
{
    static const char *const angles[] = {"0", "30", "89.5", "91", "180"};
    if (chance(s, 30))
        say(s, "smoothuv %u%s", pick(s, 2), s->crlf ? "\r\n" : "\n");
    if (chance(s, 30)) {
        say_word(s, "smoothgroup");
        say_integer(s, (int32_t)pick(s, 5) - 1);
        say_end(s);
    }
    if (chance(s, 30)) {
        say_word(s, "smoothangle");
        say(s, " %s", angles[pick(s, 5)]);
        say_end(s);
    }
}

static void say_mesh(speaker *s, uint32_t number)
{
    uint32_t vertexes = 3 + pick(s, 6), faces = 1 + pick(s, 5);
    say_word(s, "mesh");
    say_name(s, "body", number);
    say_end(s);
    if (chance(s, 70)) {
        say_word(s, "material");
        say_name(s, "skin.png", number);
        say_end(s);
    }
    s->mesh_first = s->defined;
    for (uint32_t i = 0; i < vertexes; i++)
        say_vertex(s);
    for (uint32_t i = 0; i < faces; i++) {
        if (!(s->has & NORMAL))
            say_smoothing(s);
        say_face(s);
    }
}

/* --- formats ----------------------------------------------------------------------------------------- */

static void say_formats(speaker *s)
{
    static const char *const types[] = {"position", "texcoord", "normal", "tangent", "blendweights", "color"};
    static const char *const components[] = {"byte", "ubyte", "short", "ushort", "int",
                                             "uint", "half",  "float", "double"};
    for (uint32_t i = 0; i < sizeof types / sizeof *types; i++)
        if (chance(s, 30)) {
            say_word(s, "vertexarray");
            say(s, " %s %s", types[i], components[pick(s, 9)]);
            say_integer(s, (int32_t)pick(s, 4) + 1);
            say_end(s);
        }
    for (uint32_t i = 0; i < ATTRIBUTES - 6; i++)
        if (s->has & ((uint32_t)CUSTOM << i)) {
            say_word(s, "vertexarray");
            say(s, " custom%u %s", i, components[pick(s, 9)]);
            say_integer(s, (int32_t)pick(s, 4) + 1);
            if (chance(s, 60))
                say_name(s, "of my own", i);
            say_end(s);
        }
}

/* --- skeletons --------------------------------------------------------------------------------------- */

/* Unit quaternions of few digits. */
static void say_rotation(speaker *s)
{
    static const char *const rotations[] = {" 0 0 0 1", " 0.5 0.5 -0.5 -0.5", " 0 0.6 0 -0.8",
                                            " -0.6 0 0 0.8", " 0.48 0.64 0 -0.6"};
    say(s, "%s", rotations[pick(s, 5)]);
}

static void say_pose(speaker *s)
{
    static const char *const matrices[] = {" 1 0 0 0 1 0 0 0 1", " 0 2 0 -2 0 0 0 0 2",
                                           " 1 0 0 0 0.5 0 0 0 -3"};
    bool scaled = chance(s, 30);
    uint32_t kind = pick(s, 4);
    say_word(s, kind == 2 ? "pm" : kind == 3 ? "pa" : "pq");
    for (int i = 0; i < 3; i++)
        say_number(s);
    if (kind == 2)
        say(s, "%s", matrices[pick(s, 3)]);
    else if (kind == 3)
        for (int i = 0; i < 3; i++)
            say_number(s);
    else if (kind == 1 && !scaled)
        say(s, " 0.6 0 0"); /* its w is computed */
    else
        say_rotation(s);
    if (scaled)
        say(s, " 1 1.5 -2");
    say_end(s);
}

static void say_skeleton(speaker *s)
{
    for (uint32_t i = 0; i < s->joints; i++) {
        say_word(s, "joint");
        say_blank(s);
        say(s, i % 2 ? "\"joint %u\"" : "joint%u", i);
        if (i && chance(s, 80))
            say_integer(s, (int32_t)pick(s, i));
        else if (chance(s, 50))
            say_integer(s, -1);
        say_end(s);
    }
    for (uint32_t i = 0; i < s->joints; i++)
        say_pose(s);
}

static void say_animation(speaker *s, uint32_t number)
{
    uint32_t frames = pick(s, 4);
    say_word(s, "animation");
    if (chance(s, 80))
        say_name(s, "walk", number);
    say_end(s);
    if (chance(s, 70)) {
        say_word(s, "framerate");
        say(s, chance(s, 50) ? " 24" : " 12.5");
        say_end(s);
    }
    if (chance(s, 50)) {
        say_word(s, "loop");
        say_end(s);
    }
    for (uint32_t f = 0; f < frames; f++) {
        if (f || chance(s, 50)) {
            say_word(s, "frame");
            say_end(s);
        }
        for (uint32_t i = 0; i < s->joints; i++)
            say_pose(s);
    }
}

void iqe_speak(tlb_buffer *out, const iqe_plan *plan)
{
    speaker s = {.out = out, .random = plan->seed, .canonical = plan->canonical};
    pick(&s, 2);
    s.crlf = !s.canonical && chance(&s, 20);
    s.has = pick(&s, 1u << ATTRIBUTES) & (chance(&s, 50) ? CUSTOM * 2 - 1 : (1u << ATTRIBUTES) - 1);
    s.joints = chance(&s, 60) ? 1 + pick(&s, 4) : 0;
    s.flags = !(s.has & NORMAL) && chance(&s, 30);
    say(&s, "# Inter-Quake Export%s", s.canonical ? "\n" : s.crlf ? " from a maker\r\n" : "\n");
    say_skeleton(&s);
    say_formats(&s);
    uint32_t meshes = 1 + pick(&s, 3), animations = s.joints ? pick(&s, 3) : 0;
    for (uint32_t i = 0; i < meshes; i++)
        say_mesh(&s, pick(&s, 2) + i);
    for (uint32_t i = 0; i < animations; i++)
        say_animation(&s, i);
    if (!s.canonical && chance(&s, 20))
        say(&s, "# the end");
    else if (chance(&s, 30))
        say(&s, "comment\nfa 0 1 2 is not a face here\n");
}
