/* The rules of NFF: each is broken once, and reported with the path of what breaks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "files.h"
#include "scenes.h"
#include "trilobite/formats/nff.h"

static const char sound[] = "nff\n"
                            "version 3.0\n"
                            "viewpos 0 0 0\n"
                            "viewdir 0 0 1\n"
                            "Plate =on\n"
                            "4\n"
                            "0 0 5 norm 0 0 1 rgb 0xff0000 uv 0 0\n"
                            "1 0 5 norm 0 0 1 rgb 0x00ff00 uv 1 0\n"
                            "1 1 5 norm 0 0 1 rgb 0x0000ff uv 1 1\n"
                            "0 1 5 norm 0 0 1 rgb 0xffffff uv 0 1\n"
                            "2\n"
                            "3 0 1 2 0xfff _v_brick\n"
                            "3 0 2 3 0xfff\n";

typedef struct spoiling {
    const char *code, *path;
    void (*spoil)(tlb_nff *x, tlb_nff_object *plate);
} spoiling;

/* What is done to document x, or to its one object. */
#define SPOIL(name, statement)                                                                               \
    static void name(tlb_nff *x, tlb_nff_object *plate)                                                      \
    {                                                                                                        \
        (void)x, (void)plate;                                                                                \
        statement;                                                                                           \
    }

static uint32_t many[257], corners[4] = {0, 1, 0, 2}, line[3] = {0, 1, 1}, two[2] = {0, 1},
                           all_corners[4] = {0, 1, 2, 3};

static void name_corners(tlb_nff_polygon *p, uint32_t *indices, uint32_t count)
{
    p->indices.data = indices;
    p->indices.count = count;
}

SPOIL(no_version, x->header.has &= (uint8_t)~TLB_NFF_VERSION)
SPOIL(unknown_version, x->header.version = 4)
SPOIL(early_normals, x->header.version = 1.9f)
SPOIL(early_colors, x->header.version = 2)
SPOIL(early_matid, (x->header.version = 2.1f, plate->polygons.data[1].has |= TLB_NFF_MATID))
SPOIL(early_table, (x->header.version = 2.1f, plate->mtable = ((tlb_text){"stone", 5})))
SPOIL(view, x->header.viewdir[1] = NAN)
SPOIL(no_object, x->objects.count = 0)
SPOIL(no_vertices, plate->vertices.count = plate->polygons.count = 0)
SPOIL(no_polygons, plate->polygons.count = 0)
SPOIL(shading, plate->shading = ((tlb_text){"dim", 3}))
SPOIL(place, plate->vertices.data[1].position[2] = INFINITY)
SPOIL(uv, plate->vertices.data[2].uv[0] = NAN)
SPOIL(normal, plate->vertices.data[2].norm[0] = NAN)
SPOIL(normal_length, plate->vertices.data[3].norm[2] = 2)
SPOIL(vertex_index, plate->polygons.data[1].indices.data[2] = 4)
SPOIL(few_corners, name_corners(&plate->polygons.data[0], two, 2))
SPOIL(many_corners, name_corners(&plate->polygons.data[0], many, 257))
SPOIL(repeated, name_corners(&plate->polygons.data[0], corners, 4))
SPOIL(no_area, name_corners(&plate->polygons.data[0], line, 3))
SPOIL(not_flat,
      (name_corners(&plate->polygons.data[1], all_corners, 4), plate->vertices.data[3].position[2] = 1))
SPOIL(unused, plate->polygons.count = 1)
SPOIL(no_normal,
      (name_corners(&plate->polygons.data[1], line, 3), plate->vertices.data[1].has |= TLB_NFF_AUTO,
       plate->polygons.data[0] = plate->polygons.data[1]))
SPOIL(some_colors, plate->vertices.data[3].has &= (uint8_t)~TLB_NFF_RGB)
SPOIL(some_uv, plate->vertices.data[1].has &= (uint8_t)~TLB_NFF_UV)
SPOIL(uv_and_keywords, plate->polygons.data[0].texture->has = TLB_NFF_MIRROR)
SPOIL(zero_scale, plate->polygons.data[0].texture->has = TLB_NFF_SCALE)
SPOIL(texture_number, plate->polygons.data[0].texture->rot = NAN)
SPOIL(no_materials, plate->polygons.data[1].has |= TLB_NFF_MATID)

static void early_texture(tlb_nff *x, tlb_nff_object *plate)
{
    x->header.version = 2;
    for (uint32_t i = 0; i < plate->vertices.count; i++)
        plate->vertices.data[i].has &= (uint8_t) ~(TLB_NFF_RGB | TLB_NFF_UV);
    plate->polygons.data[0].texture->kind = 'u';
}

static const spoiling spoilings[] = {
    {"NFF_VERSION", "header", no_version},
    {"NFF_VERSION", "header.version", unknown_version},
    {"NFF_TOO_NEW", "header.version", early_normals},
    {"NFF_TOO_NEW", "header.version", early_colors},
    {"NFF_TOO_NEW", "header.version", early_texture},
    {"NFF_TOO_NEW", "header.version", early_matid},
    {"NFF_TOO_NEW", "header.version", early_table},
    {"NFF_NOT_FINITE", "header.viewdir", view},
    {"NFF_NO_OBJECT", "objects", no_object},
    {"NFF_EMPTY_OBJECT", "objects[0].vertices", no_vertices},
    {"NFF_EMPTY_OBJECT", "objects[0].polygons", no_polygons},
    {"NFF_SHADING", "objects[0].shading", shading},
    {"NFF_NOT_FINITE", "objects[0].vertices[1].position", place},
    {"NFF_NOT_FINITE", "objects[0].vertices[2].uv", uv},
    {"NFF_NOT_FINITE", "objects[0].vertices[2].norm", normal},
    {"NFF_NORMAL_LENGTH", "objects[0].vertices[3].norm", normal_length},
    {"NFF_VERTEX_INDEX", "objects[0].polygons[1].indices", vertex_index},
    {"NFF_FEW_CORNERS", "objects[0].polygons[0].indices", few_corners},
    {"NFF_MANY_CORNERS", "objects[0].polygons[0].indices", many_corners},
    {"NFF_REPEATED_CORNER", "objects[0].polygons[0].indices", repeated},
    {"NFF_NO_AREA", "objects[0].polygons[0].indices", no_area},
    {"NFF_NOT_FLAT", "objects[0].polygons[1].indices", not_flat},
    {"NFF_UNUSED_VERTEX", "objects[0].vertices[3]", unused},
    {"NFF_NO_NORMAL", "objects[0].vertices[1]", no_normal},
    {"NFF_SOME_COLORS", "objects[0].polygons[1]", some_colors},
    {"NFF_SOME_UV", "objects[0].polygons[0]", some_uv},
    {"NFF_UV_AND_KEYWORDS", "objects[0].polygons[0]", uv_and_keywords},
    {"NFF_ZERO_SCALE", "objects[0].polygons[0].texture.scale", zero_scale},
    {"NFF_NOT_FINITE", "objects[0].polygons[0]", texture_number},
    {"NFF_NO_MATERIALS", "objects[0].polygons[1].matid", no_materials},
};

static void test_each_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spoilings / sizeof *spoilings; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        assert_int_equal(tlb_open_memory(context, sound, sizeof sound - 1, "a.nff", NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        print_diagnostics(context);
        assert_int_equal(tlb_diagnostic_count(context), 0);
        tlb_nff *nff = tlb_document_nff(document);
        spoilings[i].spoil(nff, &nff->objects.data[0]);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        if (!find_diagnostic(context, spoilings[i].code, spoilings[i].path)) {
            print_diagnostics(context);
            fail_msg("%s at %s was not reported", spoilings[i].code, spoilings[i].path);
        }
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

static void test_color_above_white(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    char text[sizeof sound + 1];
    const char *white = strstr(sound, "0xffffff");
    tlb_document *document = NULL;
    snprintf(text, sizeof text, "%.*s0x1000000%s", (int)(white - sound), sound, white + strlen("0xffffff"));
    assert_int_equal(tlb_open_memory(context, text, strlen(text), "a.nff", NULL, &document), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_non_null(strstr(tlb_diagnostic_at(context, 0)->message, "0x000000 to 0xffffff"));
    tlb_document_free(document);
    tlb_context_free(context);
}

/* As many as WorldToolKit takes. */
static void test_256_corners(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, sound, sizeof sound - 1, "a.nff", NULL, &document), TLB_OK);
    name_corners(&tlb_document_nff(document)->objects.data[0].polygons.data[0], many, 256);
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_MANY_CORNERS), 0);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_REPEATED_CORNER), 1);
    tlb_document_free(document);
    tlb_context_free(context);
}

/* All that is found in texts, in the order of the places, each a line: code, path, message. */
static void test_nothing_else_is_found(void **state)
{
    static const struct {
        const char *text, *found;
    } cases[] = {
        {"nff\nversion 1.6\nA\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xfff\n", ""},
        {"nff\nversion 3\nA\n3\n0 0 0\n1 0 0\n0 1 0 norm 0 0.6 0.8\n1\n3 0 1 2 0xfff\n", ""},
        {"nff\nversion 3\nA\n3\n0 0 0 norm 0 0 1.004\n1 0 0 norm 0 0 -1.006\n0 1 0\n1\n3 0 1 2 0xfff\n",
         "NFF_NORMAL_LENGTH objects[0].vertices[1].norm length 1.006, expected 1\n"},
        {"nff\nversion 3\nA\n3\n0 0 0 rgb 0xf\n1 0 0\n0 1 0\n3\n3 0 1 2 0xfff\n2 0 1 0xfff\n3 0 1 7 0xfff "
         "_v_a\n",
         "NFF_SOME_COLORS objects[0].polygons[0] not all of its vertices have a color\n"
         "NFF_FEW_CORNERS objects[0].polygons[1].indices number of corners: 2\n"
         "NFF_VERTEX_INDEX objects[0].polygons[2].indices vertex index 7 out of range; number of vertices: "
         "3\n"},
        {"nff\nversion 3\nA\n4\n0 0 0 N\n1 0 0\n2 0 0\n0 1 0 N\n2\n3 0 1 2 0xfff\n3 1 2 3 0xfff\n",
         "NFF_NO_AREA objects[0].polygons[0].indices the area is zero\n"
         "NFF_NO_NORMAL objects[0].vertices[0] no polygon with an area uses it\n"},
        {"nff\nversion 3\nA\n4\n0 0 0\n100 0 0\n100 100 1\n0 100 0\n1\n4 0 1 2 3 0xfff\n", ""},
        {"nff\nversion 3\nA\n4\n0 0 0\n100 0 0\n100 100 10\n0 100 0\n1\n4 0 1 2 3 0xfff\n",
         "NFF_NOT_FLAT objects[0].polygons[0].indices a corner is 4.98755 off the plane\n"},
        {"nff\nversion 1.6\nA =on\n3\n0 0 0 norm 0 0 1\n1 0 0 uv 0 0\n0 1 0\n"
         "2\n3 0 1 2 0xfff _u_a scale 0\n3 0 1 2 matid 1\n",
         "NFF_TOO_NEW header.version vertex normals require version 2; this is 1.6\n"
         "NFF_TOO_NEW header.version vertex colors, texture coordinates or textures of kind u require "
         "version 2.09; this is 1.6\n"
         "NFF_TOO_NEW header.version material tables require version 3; this is 1.6\n"
         "NFF_SHADING_VERSION objects[0].shading \"on\", but version 1.6 uses \"flat\"\n"
         "NFF_SOME_UV objects[0].polygons[0] not all of its vertices have texture coordinates\n"
         "NFF_ZERO_SCALE objects[0].polygons[0].texture.scale the scale is 0\n"
         "NFF_NO_MATERIALS objects[0].polygons[1].matid the object has no mtable\n"},
        {"nff\nA\n1\n0 0 0\n1\n0 0xfff\n",
         "NFF_VERSION header the version is missing\n"
         "NFF_FEW_CORNERS objects[0].polygons[0].indices number of corners: 0\n"
         "NFF_UNUSED_VERTEX objects[0].vertices[0] no polygon uses it\n"},
        {"nff\nA\nmtable x\n3\n0 0 0 uv 0 0\n1 0 0 uv 0 0\n0 1 0 uv 0 0\n1\n3 0 1 2 0xfff matid 0 _v_a rot "
         "0\n",
         "NFF_VERSION header the version is missing\n"
         "NFF_UV_AND_KEYWORDS objects[0].polygons[0] rot, scale, trans or mirror are ignored: all vertices "
         "have texture coordinates\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_context *context = tlb_context_create(NULL);
        tlb_document *document;
        char found[1024] = "";
        assert_int_equal(
            tlb_open_memory(context, cases[i].text, strlen(cases[i].text), "a.nff", NULL, &document), TLB_OK);
        assert_int_equal(tlb_check(document, NULL), TLB_OK);
        for (size_t k = 0; k < tlb_diagnostic_count(context); k++) {
            const tlb_diagnostic *d = tlb_diagnostic_at(context, k);
            size_t length = strlen(found);
            snprintf(found + length, sizeof found - length, "%s %s %s\n", tlb_code_name(d->code), d->path,
                     d->message);
        }
        assert_string_equal(found, cases[i].found);
        tlb_document_free(document);
        tlb_context_free(context);
    }
}

/* What cannot be written has no offsets, which is no diagnostic of its own. */
static void test_name_edited_away(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    assert_int_equal(tlb_open_memory(context, sound, sizeof sound - 1, "a.nff", NULL, &document), TLB_OK);
    tlb_document_nff(document)->objects.data[0].name = (tlb_text){0};
    assert_int_equal(tlb_check(document, NULL), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    assert_non_null(find_diagnostic(context, "NFF_NAME", "objects[0].name"));
    tlb_document_free(document);
    tlb_context_free(context);
}

static void test_skipped_polygons(void **state)
{
    (void)state;
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *document;
    tlb_scene *scene;
    assert_int_equal(tlb_open_memory(context, sound, sizeof sound - 1, "a.nff", NULL, &document), TLB_OK);
    vertex_index(NULL, &tlb_document_nff(document)->objects.data[0]);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_POLYGON_SKIPPED), 1);
    assert_int_equal(measured(context, scene).triangles, 1);
    tlb_scene_free(scene);
    tlb_document_free(document);
    tlb_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_rule),         cmocka_unit_test(test_256_corners),
        cmocka_unit_test(test_color_above_white), cmocka_unit_test(test_name_edited_away),
        cmocka_unit_test(test_skipped_polygons),  cmocka_unit_test(test_nothing_else_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
