/* Levels that are hard to compile: brushes whose corners do not quite meet, share planes, are thin, have many
 * sides, are open, repeated or far away. Seeds of the fuzz target of the compilers. */
#include "samples.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct level {
    tlb_buffer text;
    uint32_t state; /* of the random numbers */
    int jitter;     /* at most so many thousandths are added to each coordinate */
} level;

static int random_below(level *l, int most)
{
    l->state = l->state * 1664525u + 1013904223u;
    return (int)((l->state >> 8) % (uint32_t)most);
}

static void say(level *l, const char *format, ...) TLB_PRINTF(2, 3);

static void say(level *l, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tlb_buffer_append(&l->text, line, (size_t)size);
}

static void say_point(level *l, const int at[3])
{
    say(l, "(");
    for (int i = 0; i < 3; i++) {
        long long value = 1000LL * at[i], size;
        value += l->jitter ? random_below(l, 2 * l->jitter + 1) - l->jitter : 0;
        size = value < 0 ? -value : value;
        say(l, " %s%lld.%03lld", value < 0 ? "-" : "", size / 1000, size % 1000);
    }
    say(l, " ) ");
}

/* The plane through `at` that faces `normal`. */
static void say_face(level *l, const int at[3], const int normal[3], const char *texture)
{
    const int *n = normal, axis = n[0] ? 1 : 0;
    const int a[3] = {axis == 0, axis == 1, 0};
    const int u[3] = {n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2], n[0] * a[1] - n[1] * a[0]};
    const int v[3] = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};
    int points[3][3];
    for (int i = 0; i < 3; i++) {
        points[0][i] = at[i];
        points[1][i] = at[i] + v[i];
        points[2][i] = at[i] + u[i];
    }
    for (int i = 0; i < 3; i++)
        say_point(l, points[i]);
    say(l, "%s 0 0 0 1 1\n", texture);
}

static void say_box(level *l, const int low[3], const int size[3], const char *texture)
{
    say(l, "{\n");
    for (int axis = 0; axis < 3; axis++) {
        int normal[3] = {0}, far[3] = {low[0] + size[0], low[1] + size[1], low[2] + size[2]};
        normal[axis] = -1;
        say_face(l, low, normal, texture);
        normal[axis] = 1;
        say_face(l, far, normal, texture);
    }
    say(l, "}\n");
}

/* --- the levels --------------------------------------------------------------------------------------- */

enum { SOME = 12 };

static void say_grid(level *l)
{
    for (int i = 0; i < SOME; i++) {
        const int low[3] = {64 * random_below(l, 3), 64 * random_below(l, 3), 64 * random_below(l, 2)};
        say_box(l, low, (int[3]){64, 64, 64}, "wall");
    }
}

static void say_jitter(level *l)
{
    l->jitter = 3;
    say_grid(l);
}

static void say_coplanar(level *l)
{
    static const char *const textures[] = {"wall", "floor", "NULL"};
    for (int i = 0; i < SOME; i++) {
        const int low[3] = {16 * random_below(l, 8), 16 * random_below(l, 8), 16 * random_below(l, 8)};
        const int size[3] = {16 << random_below(l, 3), 16 << random_below(l, 3), 16 << random_below(l, 3)};
        say_box(l, low, size, textures[random_below(l, 3)]);
    }
}

/* What is left of boxes of nearly no thickness is less than the compiler tells apart. */
static void say_slivers(level *l)
{
    l->jitter = 40;
    for (int i = 0; i < SOME; i++) {
        const int low[3] = {random_below(l, 128), random_below(l, 128), random_below(l, 128)};
        int size[3] = {1 + random_below(l, 99), 1 + random_below(l, 99), 1 + random_below(l, 99)};
        size[random_below(l, 3)] = 0;
        say_box(l, low, size, "wall");
    }
}

/* Many sides: more than a winding may have. */
static void say_prism(level *l)
{
    say(l, "{\n");
    say_face(l, (int[3]){0, 0, 64}, (int[3]){0, 0, 1}, "floor");
    say_face(l, (int[3]){0, 0, 0}, (int[3]){0, 0, -1}, "floor");
    for (int x = -10; x <= 10; x++) {
        int y = 10 - (x < 0 ? -x : x);
        say_face(l, (int[3]){20 * x, 20 * y, 0}, (int[3]){x, y ? y : 1, 0}, "wall");
        say_face(l, (int[3]){20 * x, -20 * y, 0}, (int[3]){x, y ? -y : -1, 0}, "wall");
    }
    say(l, "}\n");
}

/* Planes around a point, some of which leave it open. */
static void say_random(level *l)
{
    for (int i = 0; i < SOME; i++) {
        const int center[3] = {random_below(l, 120), random_below(l, 120), random_below(l, 120)};
        say(l, "{\n");
        for (int faces = 3 + random_below(l, 9); faces; faces--) {
            const int n[3] = {random_below(l, 9) - 4, random_below(l, 9) - 4, 1 + random_below(l, 4)};
            const int sign = random_below(l, 2) ? 1 : -1, out[3] = {sign * n[0], sign * n[1], sign * n[2]};
            const int at[3] = {center[0] + 8 * out[0], center[1] + 8 * out[1], center[2] + 8 * out[2]};
            say_face(l, at, out, "wall");
        }
        say(l, "}\n");
    }
}

static void say_far(level *l)
{
    for (int i = 0; i < 3; i++)
        say_box(l, (int[3]){-100000000, 1 << i, 0}, (int[3]){200000000, 1, 1 << 8 * i}, "wall");
    say(l, "{\n( nan 0 0 ) ( 0 1e30 0 ) ( 0 0 1 ) wall 0 0 0 1e-30 0\n}\n");
}

/* A shelf, an opening and a lamp among boxes; the lamp has numbers that none has. */
static void say_entities(level *l)
{
    say_grid(l);
    say(l, "}\n{\n\"classname\" \"detail\"\n");
    say_random(l);
    say(l, "}\n{\n\"classname\" \"portal\"\n");
    say_box(l, (int[3]){0, 60, 0}, (int[3]){192, 4, 128}, "NULL");
    say(l, "}\n{\n\"classname\" \"light_omni\"\n\"origin\" \"100 100 100\"\n\"color\" \"255 9e40 -1\"\n"
           "\"falloff1\" \"nan\"\n\"falloff2\" \"1e30\"\n");
}

static void save_level(sampler *s, const char *name, void (*say_brushes)(level *l))
{
    level l = {.text = {.account = s->context->account}, .state = 1};
    say(&l, "{\n\"classname\" \"worldspawn\"\n\"geometry_scale\" \"32\"\n");
    say_brushes(&l);
    say(&l, "}\n");
    sample_save(s, "fuzz/seeds/compile", name, l.text.data, l.text.size);
    tlb_buffer_free(&l.text);
}

void make_torque_level_samples(sampler *s)
{
    save_level(s, "jitter.map", say_jitter);
    save_level(s, "coplanar.map", say_coplanar);
    save_level(s, "slivers.map", say_slivers);
    save_level(s, "prism.map", say_prism);
    save_level(s, "random.map", say_random);
    save_level(s, "far.map", say_far);
    save_level(s, "entities.map", say_entities);
}
