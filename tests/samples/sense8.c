/* Sense8: a lighthouse as text and as binary, with its table of materials. */
#include "nff_maker.h"
#include "samples.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDES = 16 };

/* --- writing text ------------------------------------------------------------------------------------ */

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

/* A corner of a ring, rounded so that it is the same with every math library. */
static void corner(double radius, uint32_t side, double out[2])
{
    double angle = 6.283185307179586 * side / SIDES;
    out[0] = floor(radius * cos(angle) * 1000 + 0.5) / 1000 + 0.0;
    out[1] = floor(radius * sin(angle) * 1000 + 0.5) / 1000 + 0.0;
}

/* Vertices around the y axis, which points down. `end` follows the numbers of each. */
static void say_ring(tlb_buffer *out, double radius, double y, const char *end)
{
    for (uint32_t i = 0; i < SIDES; i++) {
        double at[2];
        corner(radius, i, at);
        say(out, "%.3f %.3f %.3f%s\n", at[0], y, at[1], end);
    }
}

/* The same with normals that point away from the axis. */
static void say_smooth_ring(tlb_buffer *out, double radius, double y)
{
    for (uint32_t i = 0; i < SIDES; i++) {
        double at[2], away[2];
        corner(radius, i, at);
        corner(1, i, away);
        say(out, "%.3f %.3f %.3f norm %.3f 0.000 %.3f\n", at[0], y, at[1], away[0], away[1]);
    }
}

/* Squares between two rings, the upper one first among the vertices; `look` follows the corners. */
static void say_wall(tlb_buffer *out, uint32_t first, const char *look)
{
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t next = (i + 1) % SIDES;
        say(out, "4 %u %u %u %u %s\n", first + i, first + SIDES + i, first + SIDES + next, first + next,
            look);
    }
}

/* Triangles from a ring up to a point. */
static void say_cone(tlb_buffer *out, uint32_t ring, uint32_t tip, const char *look)
{
    for (uint32_t i = 0; i < SIDES; i++)
        say(out, "3 %u %u %u %s\n", tip, ring + i, ring + (i + 1) % SIDES, look);
}

/* --- the lighthouse ---------------------------------------------------------------------------------- */

static void say_island(tlb_buffer *out)
{
    say(out, "Island\n%u // the top of the rock, its foot, and the middle\n", 2 * SIDES + 1);
    say_ring(out, 9, -2, " rgb 0x5a9a3c");
    say_ring(out, 14, 0, " rgb 0xd8c690");
    say(out, "0.000 -2.600 0.000 rgb 0x3f7f2c\n%u\n", 2 * SIDES);
    say_wall(out, 0, "0xa09060 // all corners have colours: these count");
    say_cone(out, 0, 2 * SIDES, "0x5a9a3c");
    say(out, "\n");
}

static void say_tower(tlb_buffer *out)
{
    enum { BANDS = 5 };
    say(out, "Tower =on\n%u // red and white bands, smooth around\n", BANDS * 2 * SIDES);
    for (uint32_t i = 0; i < BANDS; i++) { /* from the top */
        say_smooth_ring(out, 2.2 + 0.32 * i, -18 + 3.2 * i);
        say_smooth_ring(out, 2.2 + 0.32 * (i + 1), -18 + 3.2 * (i + 1));
    }
    say(out, "%u\n", BANDS * SIDES);
    for (uint32_t i = 0; i < BANDS; i++)
        say_wall(out, i * 2 * SIDES, i % 2 ? "0xfff" : "0xc22");
    say(out, "\n");
}

static void say_lamp(tlb_buffer *out)
{
    say(out, "Lamp\nmtable lighthouse\n%u\n", 6 * SIDES);
    say_ring(out, 3.0, -18.4, "");
    say_ring(out, 3.0, -18.0, "");
    say_ring(out, 0.7, -20.6, "");
    say_ring(out, 0.7, -18.6, "");
    say_ring(out, 1.9, -21.0, "");
    say_ring(out, 1.9, -18.4, "");
    say(out, "%u\n", 3 * SIDES + 1);
    say_wall(out, 0, "matid 0 both // the gallery");
    say_wall(out, 2 * SIDES, "matid 1 // the light");
    say_wall(out, 4 * SIDES, "matid 2 both // panes");
    say(out, "%u", SIDES);
    for (uint32_t i = 0; i < SIDES; i++)
        say(out, " %u", i);
    say(out, " matid 0 both\n\n");
}

static void say_roof(tlb_buffer *out)
{
    say(out, "Roof\n%u // N: the normals are made from the polygons around\n", SIDES + 1);
    say_ring(out, 2.4, -21, " N");
    say(out, "0.000 -23.200 0.000\n%u\n", SIDES);
    say_cone(out, 0, SIDES, "0x8a2018 both");
    say(out, "\n");
}

static void say_house(tlb_buffer *out)
{
    tlb_buffer_text(out, "House\n10\n"
                         "4.000 -2.300 -3.000\n9.000 -2.300 -3.000\n9.000 -2.300 3.000\n4.000 -2.300 3.000\n"
                         "4.000 -5.300 -3.000\n9.000 -5.300 -3.000\n9.000 -5.300 3.000\n4.000 -5.300 3.000\n"
                         "6.500 -7.300 -3.000\n6.500 -7.300 3.000\n"
                         "7\n"
                         "5 0 1 5 8 4 0xffffff _S_wall scale 2.0 id=1\n"
                         "5 2 3 7 9 6 0xffffff _S_wall scale 2.0 id=2\n"
                         "4 1 2 6 5 0xffffff _S_wall scale 2.0 id=3\n"
                         "4 3 0 4 7 0xffffff _S_wall scale 2.0 id=4\n"
                         "4 4 8 9 7 0x7a5a3a both _S_brass rot 1.5707964 // the roof\n"
                         "4 8 5 6 9 0x7a5a3a both _S_brass rot 1.5707964 mirror\n"
                         "4 3 2 1 0 0x444444 // the floor\n\n");
    tlb_buffer_text(out,
                    "Door\n4\n"
                    "6.000 -4.500 -3.050 uv 0.0 1.0\n7.000 -4.500 -3.050 uv 1.0 1.0\n"
                    "7.000 -2.300 -3.050 uv 1.0 0.0\n6.000 -2.300 -3.050 uv 0.0 0.0\n"
                    "1\n4 3 2 1 0 0xffffff both _V_floor id=7 -inside // through it into another universe\n");
}

static void say_lighthouse(tlb_buffer *out)
{
    say(out, "nff // A lighthouse, to show what Sense8's format has.\n"
             "version 3.0\n"
             "viewpos 0.0 -8.0 -40.0 // y points down\n"
             "viewdir 0.0 0.0 1.0\n\n");
    say_island(out);
    say_tower(out);
    say_lamp(out);
    say_roof(out);
    say_house(out);
}

static const char materials[] = "mat // of the lighthouse\n"
                                "version 3.0\n"
                                "valid ambientdiffuse specular shininess emission opacity\n\n"
                                "matdef gallery // 0\n"
                                "ambientdiffuse 0.2 0.22 0.25\n"
                                "specular 0.5 0.5 0.5\n"
                                "shininess 20.0\n\n"
                                "matdef light // 1\n"
                                "ambientdiffuse 1.0 0.9 0.5\n"
                                "emission 1.0 0.85 0.4\n\n"
                                "matdef pane // 2\n"
                                "ambientdiffuse 0.7 0.85 0.95\n"
                                "opacity 0.35\n";

/* --- files ------------------------------------------------------------------------------------------- */

/* The same document as BFF. */
static void save_binary(sampler *s, const char *folder, const char *name, tlb_document *document)
{
    tlb_files *files;
    if (tlb_convert(document, &tlb_format_bff, name, NULL, &files) != TLB_OK)
        abort();
    sample_save(s, folder, name, files->data[0].bytes.data, files->data[0].bytes.size);
    tlb_files_free(files);
}

static void make_lighthouse(sampler *s)
{
    tlb_buffer text = {.account = s->context->account};
    tlb_document *document;
    say_lighthouse(&text);
    if (text.status ||
        tlb_open_memory(s->context, text.data, text.size, "lighthouse.nff", NULL, &document) != TLB_OK)
        abort();
    sample_save(s, "samples", "lighthouse.nff", text.data, text.size);
    sample_save(s, "samples", "lighthouse.mat", materials, sizeof materials - 1);
    save_binary(s, "samples", "lighthouse.bff", document);
    tlb_document_free(document);
    tlb_buffer_free(&text);
}

static void make_seeds(sampler *s)
{
    for (uint32_t seed = 1; seed <= 6; seed++) {
        char name[64];
        tlb_document document;
        tlb_buffer text = {.account = s->context->account};
        nff_make(&document, s->context, &(nff_plan){.seed = seed});
        nff_speak(tlb_document_nff(&document), seed, &text);
        snprintf(name, sizeof name, "random-%u.nff", seed);
        sample_save(s, "fuzz/seeds/nff", name, text.data, text.size);
        snprintf(name, sizeof name, "random-%u.bff", seed);
        save_binary(s, "fuzz/seeds/bff", name, &document);
        tlb_buffer_free(&text);
        made_end(&document);
    }
}

#define REFUSE(s, name, text, code, offset, path)                                                            \
    sample_refuse(s, name, text, sizeof(text) - 1, code, offset, path)

static void make_invalid(sampler *s)
{
    REFUSE(s, "haines.nff", "# balls\nv\nfrom 2.1 1.3 1.7\nat 0 0 0\n", "NOT_SUPPORTED", 0, "");
    REFUSE(s, "other-binary.nff", "\0\1\2\3\0\0\0\7", "NOT_SUPPORTED", 0, "");
    REFUSE(s, "other-binary.bff", "BFF2.1\0\0\0\7", "NOT_SUPPORTED", 0, "");
    REFUSE(s, "unknown-word.nff", "nff\nversion 2.1\nA\n1\n0 0 0 tangent 1 0 0\n0\n", "BAD_WORD", 26,
           "objects[0].vertices[0]");
    REFUSE(s, "too-many-vertices.nff", "nff\nversion 2.1\nA\n2147483648\n0 0 0\n0\n", "TRUNCATED", 29,
           "objects[0].vertices");
    REFUSE(s, "too-many-corners.nff", "nff\nA\n1\n0 0 0\n1\n4000000000 0 0 0 0xfff\n", "TRUNCATED", 16,
           "objects[0].polygons[0].indices");
    REFUSE(s, "no-color.nff", "nff\nA\n1\n0 0 0\n1\n3 0 0 0 both\n", "BAD_NUMBER", 28,
           "objects[0].polygons[0].color");
    REFUSE(s, "nul-color.nff", "nff\nA\n1\n0 0 0\n1\n1 0 \0\0\0\0\0\0\0\0\n", "BAD_WORD", 20,
           "objects[0].polygons[0]");
    REFUSE(s, "ends-in-vertices.nff", "nff\nA\n2\n0 0 0\n", "TRUNCATED", 8, "objects[0].vertices");
    REFUSE(s, "layout-2.bff", "bnff\0\2\0\0\0\0\0", "BAD_VERSION", 4, "layout");
    REFUSE(s, "too-many-objects.bff", "bnff\0\1\0\xff\0\0\0", "TRUNCATED", 11, "objects");
    REFUSE(s, "bytes-after.bff", "bnff\0\1\0\0\0\0\0x", "BAD_VALUE", 11, "");
    REFUSE(s, "no-color.bff", "bnff\0\1\0\0\0\0\1\0\0\0\1A\0\0\0\0\0\0\0\0\1\0\0\0\0\4\0\0\0", "BAD_VALUE",
           30, "objects[0].polygons[0].color");
}

void make_sense8_samples(sampler *s)
{
    make_lighthouse(s);
    make_seeds(s);
    make_invalid(s);
}
