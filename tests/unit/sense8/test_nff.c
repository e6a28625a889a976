/* NFF and BFF: what is read, kept, edited, refused, converted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"
#include "one_context.h"
#include "nff_maker.h"
#include "scenes.h"
#include "temporary.h"
#include "options_text.h"

static tlb_document *open_bytes(const void *data, size_t size, const char *name)
{
    tlb_document *document;
    if (tlb_open_memory(context, data, size, name, NULL, &document) != TLB_OK)
        print_diagnostics(context);
    assert_non_null(document);
    return document;
}

static tlb_document *open_text(const char *text)
{
    return open_bytes(text, strlen(text), "test.nff");
}

static void assert_saved(tlb_document *document, const char *expected)
{
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    char *text = calloc(bytes.size + 1, 1);
    memcpy(text, bytes.data, bytes.size);
    assert_string_equal(text, expected);
    free(text);
}

/* --- random documents -------------------------------------------------------------------------------- */

static tlb_document *convert(tlb_document *document, const char *format)
{
    char name[32];
    tlb_files *files;
    snprintf(name, sizeof name, "converted.%s", format);
    assert_int_equal(tlb_convert(document, tlb_format_by_name(format), name, NULL, &files), TLB_OK);
    static uint8_t bytes[1 << 20]; /* outlives the document */
    assert_true(files->data[0].bytes.size < sizeof bytes);
    size_t size = files->data[0].bytes.size;
    memcpy(bytes, files->data[0].bytes.data, size);
    tlb_files_free(files);
    tlb_document *result = open_bytes(bytes, size, name);
    assert_string_equal(tlb_format_info_of(tlb_document_format(result))->name, format);
    return result;
}

static void any_spelling_is_read_and_kept(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        tlb_document made;
        tlb_bytes saved;
        tlb_buffer text = {.account = context->account};
        nff_make(&made, context, &(nff_plan){.seed = seed});
        nff_speak(tlb_document_nff(&made), seed, &text);
        tlb_document *read = open_bytes(text.data, text.size, "spoken.nff");
        assert_true(nff_equal(tlb_document_nff(&made), tlb_document_nff(read)));
        assert_int_equal(tlb_save_memory(read, &saved), TLB_OK);
        assert_int_equal(saved.size, text.size);
        assert_memory_equal(saved.data, text.data, text.size);
        tlb_document_free(read);
        tlb_buffer_free(&text);
        made_end(&made);
    }
}

static void documents_survive_bff(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        tlb_document made;
        nff_make(&made, context, &(nff_plan){.seed = seed});
        tlb_document *binary = convert(&made, "bff");
        assert_true(nff_equal(tlb_document_nff(&made), tlb_document_nff(binary)));
        tlb_document *text = convert(binary, "nff");
        assert_true(nff_equal(tlb_document_nff(&made), tlb_document_nff(text)));
        tlb_document_free(text);
        tlb_document_free(binary);
        made_end(&made);
    }
}

static uint32_t bits_of(const float v[3])
{
    uint32_t bits[3];
    float plain[3] = {v[0] + 0, v[1] + 0, v[2] + 0};
    memcpy(bits, plain, sizeof bits);
    return bits[0] * 3 + bits[1] * 5 + bits[2] * 7;
}

/* What a triangle shows, whatever the order of triangles and vertices. */
static uint64_t looks_of(const tlb_nff *nff, bool textured)
{
    uint64_t sum = 0;
    for (uint32_t o = 0; o < nff->objects.count; o++)
        for (uint32_t i = 0; i < nff->objects.data[o].polygons.count; i++) {
            const tlb_nff_polygon *p = &nff->objects.data[o].polygons.data[i];
            uint64_t look = p->has & TLB_NFF_BOTH;
            if (textured && p->texture)
                look = look * 31 + (uint8_t)p->texture->kind;
            else if (!p->texture)
                for (int k = 0; k < 3; k++)
                    look = look * 257 + p->color[k];
            for (int k = 0; k < 3; k++) {
                const tlb_nff_vertex *v = &nff->objects.data[o].vertices.data[p->indices.data[k]];
                look = look * 31 + bits_of(v->position) + 11 * bits_of(v->norm);
            }
            sum += look * look;
        }
    return sum;
}

static void scenes_hold_triangles_normals_colors_and_textures(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        tlb_document made;
        tlb_scene *scene;
        tlb_files *files;
        nff_make(&made, context, &(nff_plan){.seed = seed, .scenic = true});
        assert_int_equal(tlb_document_scene(&made, NULL, &scene), TLB_OK);
        assert_int_equal(tlb_scene_write(context, scene, &tlb_format_nff, "again.nff", NULL, &files), TLB_OK);
        tlb_document *again = open_bytes(files->data[0].bytes.data, files->data[0].bytes.size, "again.nff");
        assert_int_equal(looks_of(tlb_document_nff(&made), true), looks_of(tlb_document_nff(again), true));
        tlb_document_free(again);
        tlb_files_free(files);
        tlb_scene_free(scene);
        made_end(&made);
        tlb_diagnostics_clear(context);
    }
}

/* --- tables of materials ------------------------------------------------------------------------------ */

static tlb_scene *scene_of(const char *folder, const char *name)
{
    char path[512];
    tlb_document *document;
    tlb_scene *scene;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    tlb_document_free(document);
    return scene;
}

static void assert_near(const float *a, const float *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(a[i] - b[i]) < 1e-4f))
            fail_msg("%g is not %g", (double)a[i], (double)b[i]);
}

static void faults_of_materials_are_told(void **state)
{
    (void)state;
    static const char text[] = "nff\nversion 3.00\nCan\nmtable can.mat\n3\n0 0 0\n1 0 0\n1 1 0\n2\n"
                               "3 0 1 2 matid 0\n3 0 1 2 matid 7\n";
    static const char table[] = "mat\nversion 3.00\nvalid diffuse\nmatdef Red\ndiffuse .86 red 0\n";
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_non_null(folder);
    put_in_folder(folder, "can.nff", text, sizeof text - 1);
    put_in_folder(folder, "can.mat", table, sizeof table - 1);
    tlb_scene *scene = scene_of(folder, "can.nff");
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_MATERIAL_LINE), 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_MATERIAL), 1);
    tlb_scene_free(scene);
    remove_folder(folder);
    tlb_arena_release(&arena);
}

/* Glow, transparency and what scenes keep as extras of materials. */
static void tables_of_materials_come_back(void **state)
{
    (void)state;
    static const char text[] = "nff\nversion 3.00\nCan\nmtable can.mat\n"
                               "4\n0 0 0 rgb 0xff0000\n1 0 0 rgb 0xff00\n1 1 0 rgb 0xff\n0 1 0\n"
                               "4\n3 0 1 2 matid 0 both\n3 0 1 3 matid 1\n4 0 1 2 3 0xff8000\n"
                               "3 0 3 2 matid 1 _v_missing.tga\n"
                               "Plain\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0xff\n";
    static const char table[] = "mat\nversion 3.00\nvalid ambient diffuse specular shininess emission alpha\n"
                                "matdef Red\ndiffuse .86 0 0\nambient 1 .01 0\nalpha .6\n"
                                "matdef // unnamed\nspecular 1 1 0\nemission 1 .54 0\nshininess 101\n";
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    const char *folder = make_temporary_folder(&arena);
    assert_non_null(folder);
    put_in_folder(folder, "can.nff", text, sizeof text - 1);
    put_in_folder(folder, "can.mat", table, sizeof table - 1);
    tlb_scene *scene = scene_of(folder, "can.nff"), *again;
    for (int k = 0; k < 2; k++) {
        tlb_files *files;
        const char *format = k ? "bff" : "nff", *name = k ? "an other.bff" : "an other.nff";
        assert_int_equal(tlb_scene_write(context, scene, tlb_format_by_name(format), name, NULL, &files),
                         TLB_OK);
        assert_int_equal(files->count, 2);
        assert_string_equal(files->data[1].name, "an_other.mat");
        for (uint32_t i = 0; i < files->count; i++)
            put_in_folder(folder, files->data[i].name, files->data[i].bytes.data, files->data[i].bytes.size);
        tlb_files_free(files);
        again = scene_of(folder, name);
        assert_int_equal(again->material_count, scene->material_count);
        for (uint32_t i = 0; i < scene->material_count; i++) {
            const tlb_material *a = &scene->materials[i], *b = &again->materials[i];
            assert_near(a->color, b->color, 4);
            assert_near(a->emissive, b->emissive, 3);
            assert_int_equal(a->alpha_mode, b->alpha_mode);
            const tlb_value *x = a->extras ? a->extras->as.members.first : NULL;
            for (; x; x = x->next)
                assert_non_null(tlb_value_get(b->extras, x->key));
        }
        const tlb_value *shininess = tlb_value_get(again->materials[1].extras, "shininess");
        assert_true(shininess->as.real == 101);
        tlb_scene_free(again);
    }
    tlb_scene_free(scene);
    remove_folder(folder);
    tlb_arena_release(&arena);
}

/* A texture replaces colors, also those of vertices: their loss is reported. */
static void colors_below_textures_are_reported(void **state)
{
    (void)state;
    static const char text[] =
        "nff\nA\n3\n0 0 0 rgb 0xff0000\n1 0 0 rgb 0xff00\n0 1 0 rgb 0xff\n1\n3 0 1 2 0xf\n";
    for (int textured = 0; textured < 2; textured++) {
        tlb_document *document = open_text(text);
        tlb_scene *scene;
        tlb_files *files;
        assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
        assert_non_null(tlb_scene_add_image(scene, "missing"));
        scene->materials[0].placeholder = textured ? "missing" : NULL;
        scene->materials[0].texture.image = textured ? 0 : TLB_NONE;
        assert_int_equal(tlb_scene_write(context, scene, &tlb_format_nff, "a.nff", NULL, &files), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_DROPPED), textured);
        tlb_files_free(files);
        tlb_scene_free(scene);
        tlb_document_free(document);
    }
}

/* --- editing ----------------------------------------------------------------------------------------- */

static const char model[] = "nff // first\r\n"
                            "version 2.10\n"
                            "\n"
                            "Thing =on // name\n"
                            " 3\n"
                            "0.0 0.00 1e0   norm 0 0 1 // a\n"
                            "// between\n"
                            "1 0 0 uv 0.5 .5 rgb 0x00FF00\n"
                            "0 1 0 0xff0000 N\n"
                            "1\n"
                            "3 0 1 2 0xf00 both _v_rug rot 1.50 id = 5 - world // end\n"
                            "// the end";

static void edits_change_only_their_place(void **state)
{
    (void)state;
    tlb_document *document = open_text(model);
    tlb_nff *nff = tlb_document_nff(document);
    tlb_nff_object *x = &nff->objects.data[0];
    assert_saved(document, model);
    x->vertices.data[0].position[2] = 2.5f;
    x->vertices.data[1].rgb[0] = 1;
    x->polygons.data[0].texture->rot = 2;
    x->polygons.data[0].texture->kind = 't';
    x->polygons.data[0].id = -7;
    x->polygons.data[0].portal = (tlb_text){"moon", 4};
    x->polygons.data[0].indices.data[1] = 0;
    assert_saved(document, "nff // first\r\n"
                           "version 2.10\n"
                           "\n"
                           "Thing =on // name\n"
                           " 3\n"
                           "0.0 0.00 2.5   norm 0 0 1 // a\n"
                           "// between\n"
                           "1 0 0 uv 0.5 .5 rgb 0x01ff00\n"
                           "0 1 0 0xff0000 N\n"
                           "1\n"
                           "3 0 0 2 0xf00 both _t_rug rot 2.0 id = -7 - moon // end\n"
                           "// the end");
    tlb_document_free(document);
}

static void other_words_keep_comments_and_lines(void **state)
{
    (void)state;
    tlb_document *document = open_text(model);
    tlb_nff_object *x = &tlb_document_nff(document)->objects.data[0];
    tlb_nff_vertex more[4];
    memcpy(more, x->vertices.data, sizeof *more * 2);
    more[0].has = 0;
    more[2] = (tlb_nff_vertex){.position = {4, 5, 6}};
    more[3] = x->vertices.data[2];
    x->vertices.data = more;
    x->vertices.count = 4;
    x->shading = (tlb_text){0};
    assert_saved(document, "nff // first\r\n"
                           "version 2.10\n"
                           "\n"
                           "Thing\r\n"
                           "4\n"
                           "0.0 0.0 1.0 // a\n"
                           "// between\n"
                           "1 0 0 uv 0.5 .5 rgb 0x00FF00\n"
                           "4.0 5.0 6.0\r\n"
                           "0 1 0 0xff0000 N\n"
                           "1\n"
                           "3 0 1 2 0xf00 both _v_rug rot 1.50 id = 5 - world // end\n"
                           "// the end");
    tlb_document_free(document);
}

static void a_built_document_can_be_edited_as_json(void **state)
{
    (void)state;
    tlb_document *document = open_text(model), *built;
    collected json = {0};
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    collect(&json, "", 1);
    char *one = strstr(json.data, "\"position\": [0, 0, 1]");
    assert_non_null(one);
    one[strlen("\"position\": [0, 0, ")] = '9';
    assert_int_equal(tlb_build(context, json.data, strlen(json.data), "test.json", &built), TLB_OK);
    char expected[sizeof model];
    memcpy(expected, model, sizeof model);
    memcpy(strstr(expected, "1e0"), "9.0", 3);
    assert_saved(built, expected);
    tlb_document_free(built);
    char *spelling = strstr(json.data, "\"spelling\": \"0.0 ");
    assert_non_null(spelling);
    spelling[strlen("\"spelling\": \"0")] = 'x';
    assert_int_equal(tlb_build(context, json.data, strlen(json.data), "test.json", &built), TLB_INVALID);
    assert_int_equal(tlb_code_total(context, TLB_CODE_BAD_JSON), 1);
    free(json.data);
    tlb_document_free(document);
}

#define STYLE "\"style\": {\"decimals\": -1, \"shortColors\": 0, \"crlf\": 0},"

/* A field that no document has is a slip: its value would be lost. */
static void slips_in_json_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json, *path;
    } slips[] = {
        {"{\"format\": \"nff\", " STYLE " \"heater\": {}, \"header\": {}, \"objects\": []}", "heater"},
        {"{\"format\": \"nff\", " STYLE " \"header\": {\"verzion\": 3}, \"objects\": []}", "header.verzion"},
        {"{\"format\": \"nff\", " STYLE " \"header\": {}, \"objects\": [{\"name\": \"A\", \"vertices\": "
         "[{\"position\": [0, 0, 0], "
         "\"uw\": [0, 0]}], \"polygons\": []}]}",
         "objects[0].vertices[0].uw"},
    };
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        tlb_document *built;
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_build(context, slips[i].json, strlen(slips[i].json), "test.json", &built),
                         TLB_INVALID);
        assert_int_equal(tlb_diagnostic_count(context), 1);
        assert_string_equal(tlb_diagnostic_at(context, 0)->path, slips[i].path);
    }
}

/* Where one record's text ends and the next one's begins is told by neither: CR and LF stay apart. */
static void built_texts_do_not_run_together(void **state)
{
    (void)state;
    static const char text[] = "nff\nA\n0\r0\n\nB\n \n0\n0";
    tlb_document *document = open_text(text), *built;
    collected json = {0};
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    assert_int_equal(tlb_build(context, json.data, json.size, "test.json", &built), TLB_OK);
    assert_saved(built, text);
    tlb_document_free(built);
    tlb_document_free(document);
    free(json.data);
}

static void names_that_are_no_words_are_not_written(void **state)
{
    (void)state;
    static const char *const bad[] = {"two\nlines", " blank", "blank ", "a =b",        "com//ment",
                                      "",           "x=on",   "x = on", "version 2.1", "\x1a"};
    tlb_document *document = open_text(model);
    tlb_bytes bytes;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tlb_document_nff(document)->objects.data[0].name = (tlb_text){bad[i], (uint32_t)strlen(bad[i])};
        assert_int_equal(tlb_save_memory(document, &bytes), TLB_INVALID);
        assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_NAME), i + 1);
    }
    tlb_document_free(document);
}

/* Two objects' names, as they are read and as one sets them. */
static void names_may_have_blanks(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name, *shading, *renamed;
    } samples[] = {
        {"two words // comment\n", "two words", "", "a new name // comment\n"},
        {"two \twords = on \n", "two \twords", "on", "a new name = on \n"},
        {"two words= off\n", "two words", "off", "a new name= off\n"},
        {"x=yes =soft\n", "x=yes", "soft", "a new name =soft\n"},
        {"version 3\n", "version 3", "", "a new name\n"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char text[128], renamed[128];
        snprintf(text, sizeof text, "nff\nA\n0\n0\n%s0\n0\n", samples[i].line);
        snprintf(renamed, sizeof renamed, "nff\nA\n0\n0\n%s0\n0\n", samples[i].renamed);
        tlb_document *document = open_text(text);
        assert_int_equal(tlb_document_nff(document)->objects.count, 2);
        tlb_nff_object *x = &tlb_document_nff(document)->objects.data[1];
        assert_string_equal(x->name.data, samples[i].name);
        assert_int_equal(x->shading.size, strlen(samples[i].shading));
        assert_memory_equal(x->shading.data ? x->shading.data : "", samples[i].shading, x->shading.size);
        assert_saved(document, text);
        x->name = (tlb_text){"a new name", 10};
        assert_saved(document, renamed);
        tlb_document_free(document);
    }
}

/* What editors and old systems put around a text stays. */
static void marks_of_systems_are_kept(void **state)
{
    (void)state;
    static const char *const texts[] = {"\xef\xbb\xbfnff\nA\n0\n0\n", "nff\r\nA\r\n0\r\n0\r\n\x1a",
                                        "nff\nA\n0\n0\n\x1a what follows is no text"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tlb_document *document = open_text(texts[i]), *built;
        collected json = {0};
        assert_int_equal(tlb_document_nff(document)->objects.count, 1);
        assert_saved(document, texts[i]);
        assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
        assert_int_equal(tlb_build(context, json.data, json.size, "test.json", &built), TLB_OK);
        assert_saved(built, texts[i]);
        tlb_document_free(built);
        tlb_document_free(document);
        free(json.data);
    }
    static const char padded[] = "nff\nA\n0\n0\n\0\0\0";
    tlb_document *document = open_bytes(padded, sizeof padded, "test.nff");
    tlb_bytes bytes;
    assert_int_equal(tlb_save_memory(document, &bytes), TLB_OK);
    assert_int_equal(bytes.size, sizeof padded);
    tlb_document_free(document);
}

/* --- meaning ----------------------------------------------------------------------------------------- */

static void words_mean_what_the_description_says(void **state)
{
    (void)state;
    tlb_document *document = open_text("nff\nversion\n2 // an object called version\n"
                                       "1 2 3 0 0 1\n4 5 6 uv 1 2 norm 0 1 0\n0\n"
                                       "A=OFF\nmtable t.mat\n0\n2\n"
                                       "3 0 1 2 matid 4 _U_bark mirror trans 1 2 scale .5\n"
                                       "4 0 1 2 0 0x12345 -portal\n");
    const tlb_nff *nff = tlb_document_nff(document);
    assert_int_equal(nff->header.has, 0);
    assert_int_equal(nff->objects.count, 2);
    const tlb_nff_object *a = &nff->objects.data[0], *b = &nff->objects.data[1];
    assert_string_equal(a->name.data, "version");
    assert_int_equal(a->vertices.data[0].has, TLB_NFF_NORM);
    assert_true(a->vertices.data[0].norm[2] == 1);
    assert_int_equal(a->vertices.data[1].has, TLB_NFF_NORM | TLB_NFF_UV);
    assert_string_equal(b->name.data, "A");
    assert_string_equal(b->shading.data, "OFF");
    assert_string_equal(b->mtable.data, "t.mat");
    const tlb_nff_polygon *p = b->polygons.data;
    assert_int_equal(p[0].has, TLB_NFF_MATID);
    assert_int_equal(p[0].texture->kind, 'u');
    assert_int_equal(p[0].texture->has, TLB_NFF_MIRROR | TLB_NFF_TRANS | TLB_NFF_SCALE);
    assert_int_equal(p[1].color[0], 0x01);
    assert_int_equal(p[1].color[2], 0x45);
    assert_string_equal(p[1].portal.data, "portal");
    tlb_document_free(document);
}

static void short_colors_are_seventeen_times_their_digits(void **state)
{
    (void)state;
    tlb_document *document = open_text("nff\nA\n1\n0 0 0 rgb 0xfff\n1\n1 0 0xf8 both");
    const tlb_nff_object *x = tlb_document_nff(document)->objects.data;
    static const uint8_t expected[3] = {0, 255, 136}, number[3] = {0, 0x0f, 0xff};
    assert_memory_equal(x->polygons.data[0].color, expected, 3);
    assert_memory_equal(x->vertices.data[0].rgb, number, 3);
    tlb_document_free(document);
}

static tlb_files *bake_normals(tlb_document *document)
{
    option_text option = {"bake-normals", ""};
    tlb_convert_options options;
    assert_int_equal(options_from_text(context, &option, 1, &options), TLB_OK);
    tlb_files *files;
    assert_int_equal(tlb_convert(document, &tlb_format_nff, "b.nff", &options, &files), TLB_OK);
    return files;
}

static void automatic_normals_are_the_mean_of_the_polygons_around(void **state)
{
    (void)state;
    static const char text[] = "nff\nversion 2.1\nA\n4\n0 0 0 N // mean\n1 0 0\n0 1 0\n0 0 1\n2\n"
                               "3 0 1 2 0xfff\n3 0 2 3 0xfff\n";
    tlb_document *document = open_text(text);
    tlb_files *files = bake_normals(document);
    tlb_bytes bytes = files->data[0].bytes;
    static const char line[] = "0 0 0 norm 0.70710677 0 0.70710677 // mean\n";
    size_t at = (size_t)(strstr(text, "0 0 0") - text);
    assert_memory_equal(bytes.data, text, at);
    assert_memory_equal(bytes.data + at, line, sizeof line - 1);
    tlb_files_free(files);
    assert_saved(document, text);
    tlb_document_free(document);
}

/* A sheet of polygons that face both ways: what rounding leaves of their normals is no direction. */
static void opposite_polygons_have_no_automatic_normal(void **state)
{
    (void)state;
    static const char text[] = "nff\nversion 2.1\nA\n4\n0.2 0.9 0.1 N\n0.7 1.1 0.9 N\n1.5 1.9 1.6 N\n"
                               "1.0 1.7 0.8\n2\n4 0 1 2 3 0xfff\n3 0 2 1 0xfff\n";
    tlb_document *document = open_text(text);
    tlb_files *files = bake_normals(document);
    assert_int_equal(files->data[0].bytes.size, sizeof text - 1);
    assert_memory_equal(files->data[0].bytes.data, text, sizeof text - 1);
    tlb_files_free(files);
    tlb_document_free(document);
}

static void scenes_are_turned_upright(void **state)
{
    (void)state;
    tlb_scene *scene;
    tlb_document *document =
        open_text("nff\nA\n3\n1 2 3 uv 0 1\n2 2 3 uv 0 0\n1 3 3 uv 1 0\n1\n3 0 1 2 0xf00 _v_x\n");
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    const tlb_mesh *mesh = &scene->meshes[0];
    static const float at[3] = {1, -2, -3}, normal[3] = {0, 0, -1};
    for (int k = 0; k < 3; k++) {
        assert_true(mesh->positions[mesh->indices[0]][k] == at[k]);
        assert_true(mesh->normals[0][k] == normal[k]);
    }
    assert_true(mesh->uv[0][mesh->indices[0]][1] == 0);
    assert_true(scene->materials[0].unlit && scene->materials[0].placeholder &&
                !scene->materials[0].double_sided);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

static void polygons_that_are_not_convex_are_cut(void **state)
{
    (void)state;
    tlb_scene *scene; /* an arrow head: a fan from its first corner would cover the notch */
    tlb_document *document = open_text("nff\nA\n4\n0 0 0\n4 4 0\n0 1 0\n-4 4 0\n1\n4 1 2 3 0 0xf00\n");
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    const tlb_mesh *mesh = &scene->meshes[0];
    double area = 0;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->positions[mesh->indices[i]], *b = mesh->positions[mesh->indices[i + 1]],
                    *c = mesh->positions[mesh->indices[i + 2]];
        area += fabs((double)((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))) / 2;
    }
    assert_int_equal(mesh->index_count, 6);
    assert_true(fabs(area - 4) < 1e-6);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

/* --- refusals ---------------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *text;
    tlb_code code;
    uint64_t offset;
    const char *path;
} refusal;

static void wrong_words_are_refused_where_they_stand(void **state)
{
    (void)state;
    static const refusal refusals[] = {
        {"nff\nA\n1\n0 0 0 foo\n", TLB_CODE_BAD_WORD, 14, "objects[0].vertices[0]"},
        {"nff\nA\n1\n0 x 0\n0\n", TLB_CODE_BAD_NUMBER, 10, "objects[0].vertices[0].position"},
        {"nff\nA\n1\n0 0 0 rgb 12\n", TLB_CODE_BAD_NUMBER, 18, "objects[0].vertices[0].rgb"},
        {"nff\nA\n1\n0 0 0 N N\n0\n", TLB_CODE_BAD_WORD, 16, "objects[0].vertices[0].N"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 both\n", TLB_CODE_BAD_NUMBER, 24, "objects[0].polygons[0].color"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf rot 1\n", TLB_CODE_BAD_WORD, 24, "objects[0].polygons[0].rot"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0x1234567\n", TLB_CODE_BAD_NUMBER, 20, "objects[0].polygons[0].color"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf _x_y\n", TLB_CODE_BAD_WORD, 24, "objects[0].polygons[0].texture"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf _v_y _s_z\n", TLB_CODE_BAD_WORD, 29, "objects[0].polygons[0].texture"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf _v_y rot 1 scale 2 rot 1\n", TLB_CODE_BAD_WORD, 43,
         "objects[0].polygons[0].rot"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf _v_y mirror mirror\n", TLB_CODE_BAD_WORD, 36,
         "objects[0].polygons[0].mirror"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf -b -c\n", TLB_CODE_BAD_WORD, 27, "objects[0].polygons[0].portal"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf - // none\n", TLB_CODE_BAD_WORD, 26, "objects[0].polygons[0].portal"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 0xf id=1 id=1\n", TLB_CODE_BAD_WORD, 29, "objects[0].polygons[0].id"},
        {"nff\nA\n1\n0 0 0\n1\n1 0 matid 1 matid 1\n", TLB_CODE_BAD_WORD, 28, "objects[0].polygons[0].matid"},
        {"nff\nA\nmtable // none\n0\n0\n", TLB_CODE_BAD_WORD, 13, "objects[0].mtable"},
        {"nff\nA\n1\n0 0 0\n1\n4294967295 0 0xf\n", TLB_CODE_TRUNCATED, 16, "objects[0].polygons[0].indices"},
        {"nff\nA\n2147483648\n0 0 0\n0\n", TLB_CODE_TRUNCATED, 17, "objects[0].vertices"},
        {"nff\nA\n4294967296\n", TLB_CODE_BAD_NUMBER, 6, "objects[0].vertices"},
        {"nff\nA\n1\n", TLB_CODE_TRUNCATED, 8, "objects[0].vertices"},
        {"nff\nA\n0\n", TLB_CODE_TRUNCATED, 8, "objects[0].polygons"},
        {"nff\nA =B C\n0\n0\n", TLB_CODE_BAD_WORD, 9, "objects[0].name"},
        {"nff\nA =\n0\n0\n", TLB_CODE_BAD_WORD, 7, "objects[0].shading"},
        {"nff\nversion 2.1\nversion 2.1\n", TLB_CODE_BAD_WORD, 16, "version"},
        {"# sphere flake\nv\nfrom 1 2 3\n", TLB_CODE_NOT_SUPPORTED, 0, ""},
        {"\0\0\0\x05 anything", TLB_CODE_NOT_SUPPORTED, 0, ""},
        {"solid\n", TLB_CODE_BAD_SIGNATURE, 0, ""},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        tlb_document *document;
        size_t size = *r->text ? strlen(r->text) : 12;
        tlb_diagnostics_clear(context);
        assert_int_not_equal(tlb_open_memory(context, r->text, size, "test.nff", NULL, &document), TLB_OK);
        assert_int_equal(tlb_diagnostic_count(context), 1);
        const tlb_diagnostic *d = tlb_diagnostic_at(context, 0);
        if (d->code != r->code || d->offset != r->offset || strcmp(d->path, r->path) != 0)
            fail_msg("%zu: %s at %llu in \"%s\": %s", i, tlb_code_name(d->code),
                     (unsigned long long)d->offset, d->path, d->message);
    }
}

/* --- plain lines ------------------------------------------------------------------------------------- */

/* A text of lines as most files have them, with a character changed here and there. */
static size_t make_lines(char *text, uint32_t seed)
{
    static const char *const vertices[] = {"0 1 2",
                                           "-1.25 .5 3.",
                                           "0.123456 -7654.321 12345678",
                                           "1 2 3 norm 0 1 -0",
                                           "1 2 3 uv 0.5 1",
                                           "1.5 2 3 norm 0.408248276 0 1 uv 0 -1",
                                           "1e1 2 3",
                                           "1 2 3 rgb 0x102030",
                                           "1 2 3 N",
                                           "1 2 3 Norm 0 0 1"};
    static const char *const polygons[] = {"3 0 1 2 0xfff",           "3 2 1 0 0x80C0ff both",
                                           "4 0 1 2 0 0xabc _v_wall", "1 00000001 0xf",
                                           "3 0 1 2 0xffff",          "0 0x123456",
                                           "3 0 1 2 0xfff id=5",      "2 1 0 0xaBcDeF both both",
                                           "3 0 1 2 0Xfff",           "3 0 1 2 matid 1 0xfff"};
    static const char odd[] = " \n\r\t./-+0x9fE";
    enum { LINES = 6, KINDS = 10 };
    char *p = text + sprintf(text, "nff\nA\n%d\n", LINES);
    srand(seed);
    for (int i = 0; i < LINES; i++)
        p += sprintf(p, "%s\n", vertices[rand() % KINDS]);
    p += sprintf(p, "%d\n", LINES);
    for (int i = 0; i < LINES; i++)
        p += sprintf(p, "%s%s\n", polygons[rand() % KINDS], rand() % 8 ? "" : "\r");
    for (int i = rand() % 3; i > 0; i--)
        text[6 + rand() % (int)(p - text - 6)] = odd[rand() % (int)(sizeof odd - 1)];
    p += sprintf(p, "// the end of the text is far enough\n");
    return (size_t)(p - text);
}

/* With tabs for blanks no line is plain, and all stands where it stood. */
static void plain_lines_say_the_same_as_others(void **state)
{
    (void)state;
    int read = 0, refused = 0;
    for (uint32_t seed = 0; seed < 20000; seed++) {
        char texts[2][1024];
        tlb_document *documents[2];
        tlb_diagnostic found[2] = {{0}};
        char paths[2][128] = {{0}};
        size_t size = make_lines(texts[0], seed);
        for (size_t i = 0; i < size; i++)
            texts[1][i] = texts[0][i] == ' ' ? '\t' : texts[0][i];
        for (int i = 0; i < 2; i++) {
            tlb_diagnostics_clear(context);
            if (tlb_open_memory(context, texts[i], size, "a.nff", NULL, &documents[i]) != TLB_OK) {
                found[i] = *tlb_diagnostic_at(context, 0);
                strcpy(paths[i], found[i].path);
            }
        }
        if (!documents[0] != !documents[1] || found[0].code != found[1].code ||
            found[0].offset != found[1].offset || strcmp(paths[0], paths[1]) != 0 ||
            (documents[0] && !nff_equal(tlb_document_nff(documents[0]), tlb_document_nff(documents[1]))))
            fail_msg("%u: read as another:\n%.*s", seed, (int)size, texts[0]);
        read += documents[0] != NULL;
        refused += documents[0] == NULL;
        tlb_document_free(documents[0]);
        tlb_document_free(documents[1]);
    }
    assert_true(read > 1000 && refused > 1000);
}

/* --- hostile sizes ----------------------------------------------------------------------------------- */

static void long_lines_take_time_in_proportion(void **state)
{
    (void)state;
    enum { SIZE = 20000000 };
    static const char start[] = "nff\nA\n0\n1\n";
    char *text = malloc(SIZE);
    tlb_document *document;
    assert_non_null(text);
    memset(text, ' ', SIZE);
    memcpy(text, start, sizeof start - 1);
    int digits = sprintf(text + sizeof start - 1, "%d", (SIZE - 40) / 2);
    for (size_t i = sizeof start + (size_t)digits; i + 30 < SIZE; i += 2)
        text[i] = '0';
    assert_int_not_equal(tlb_open_memory(context, text, SIZE, "long.nff", NULL, &document), TLB_OK);
    memset(text + sizeof start - 1, 'x', SIZE - sizeof start);
    tlb_diagnostics_clear(context);
    assert_int_not_equal(tlb_open_memory(context, text, SIZE, "long.nff", NULL, &document), TLB_OK);
    memset(text + 4, 'x', SIZE - 4);
    tlb_diagnostics_clear(context);
    assert_int_not_equal(tlb_open_memory(context, text, SIZE, "long.nff", NULL, &document), TLB_OK);
    assert_true(tlb_memory_peak(context) < 16 * (uint64_t)SIZE);
    free(text);
}

/* --- real files -------------------------------------------------------------------------------------- */

/* The facts of the spec: HOME4 has 5,687 polygons, all with colors of three digits; none is drawn inside
 * out. */
static void corpus_files_are_what_they_are_known_for(void **state)
{
    (void)state;
    char folder[2048], path[4096];
    tlb_document *document;
    tlb_scene *scene;
    assert_non_null(corpus_folder("sense8", folder, sizeof folder));
    snprintf(path, sizeof path, "%s/HOME4.NFF", folder);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    const tlb_nff *nff = tlb_document_nff(document);
    assert_int_equal(nff->objects.count, 1);
    assert_int_equal(nff->objects.data[0].vertices.count, 8663);
    assert_int_equal(nff->objects.data[0].polygons.count, 5687);
    assert_true(nff->style.shortColors && nff->style.decimals == 6);
    collected json = {0};
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){collect, &json}), TLB_OK);
    collect(&json, "", 1);
    uint32_t spelled = 0;
    for (const char *at = json.data; (at = strstr(at, "\"spelling\"")); at++)
        spelled++;
    assert_int_equal(spelled, 14); /* the header, six halves rounded down, seven lines that end in a blank */
    free(json.data);
    tlb_document_free(document);
    snprintf(path, sizeof path, "%s/cokecan.nff", folder);
    assert_int_equal(tlb_open_path(context, path, NULL, &document), TLB_OK);
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    tlb_scene_stats stats = measured(context, scene);
    assert_true(stats.low[1] == 0 && stats.high[1] == 37); /* it stands upright */
    assert_int_equal(stats.triangles, 28);
    assert_int_equal(tlb_code_total(context, TLB_CODE_NFF_MATERIAL_LINE), 0);
    tlb_scene_free(scene);
    tlb_document_free(document);
}

static void many_objects_of_many_colors_take_memory_in_proportion(void **state)
{
    (void)state;
    enum { OBJECTS = 5000, LINE_MOST = 64 };
    char *text = malloc(OBJECTS * LINE_MOST), *at = text;
    assert_non_null(text);
    at += sprintf(at, "nff\n");
    for (int i = 0; i < OBJECTS; i++)
        at += sprintf(at, "A\n3\n0 0 0\n1 0 0\n0 1 0\n1\n3 0 1 2 0x%06x\n", 4096 + i);
    size_t size = (size_t)(at - text);
    tlb_document *document = open_bytes(text, size, "many.nff");
    tlb_scene *scene;
    assert_int_equal(tlb_document_scene(document, NULL, &scene), TLB_OK);
    assert_int_equal(scene->mesh_count, OBJECTS);
    assert_int_equal(scene->material_count, OBJECTS);
    assert_true(tlb_memory_peak(context) < 100 * size);
    tlb_scene_free(scene);
    tlb_document_free(document);
    free(text);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_spelling_is_read_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(documents_survive_bff, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scenes_hold_triangles_normals_colors_and_textures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edits_change_only_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_words_keep_comments_and_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_built_document_can_be_edited_as_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(built_texts_do_not_run_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_are_no_words_are_not_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_may_have_blanks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slips_in_json_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colors_below_textures_are_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faults_of_materials_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tables_of_materials_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(marks_of_systems_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_mean_what_the_description_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(short_colors_are_seventeen_times_their_digits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(automatic_normals_are_the_mean_of_the_polygons_around, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(opposite_polygons_have_no_automatic_normal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scenes_are_turned_upright, set_up, tear_down),
        cmocka_unit_test_setup_teardown(polygons_that_are_not_convex_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plain_lines_say_the_same_as_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_words_are_refused_where_they_stand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(corpus_files_are_what_they_are_known_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_objects_of_many_colors_take_memory_in_proportion, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(long_lines_take_time_in_proportion, set_up, tear_down),
    };
    return !choose_tests(argc, "sense8") ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
