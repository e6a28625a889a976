/* What info and queries say, by formats of the test's own. */
#include "one_arena.h"

#include "core/mission.h"
#include "core/query.h"
#include "fault.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

static const tlb_mission_grammar grammar = {.keyword = "new", .has_parentheses = true};
static const tlb_mission_file mission_files[] = {
    {NULL, "file", "thing", NULL, NULL}, {"Item", "skin", "skin", NULL, NULL}, {.field = NULL}};

static tlb_status read_mission(tlb_document *document)
{
    return tlb_mission_open(document, &grammar);
}

static void walk_mission(tlb_walk *w, void **root)
{
    tlb_mission_visit(w, root, &grammar);
}

static tlb_status describe_mission(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    return tlb_mission_describe(document, summary, table, mission_files);
}

static tlb_status read_nothing(tlb_document *document)
{
    document->root = document;
    return TLB_OK;
}

/* All that a summary may have. */
static tlb_status describe_model(tlb_document *document, tlb_summary *summary, tlb_value *table)
{
    tlb_summary_set_version(summary, -3);
    summary->vertices = 5000000000;
    summary->triangles = 7;
    const tlb_box flat = {{5, 0, 3}, {5, 1, 6}}, box = {{1, 8, 3}, {4, 9, 6}};
    summary->bounds = document->source.size ? box : flat;
    for (int i = 0; i < 2; i++) {
        tlb_summary_add_name(summary, &summary->materials, "stone", 5);
        tlb_summary_add_name(summary, &summary->textures, "wall.png", 8 - (size_t)i);
        tlb_summary_add_name(summary, &summary->files, "", 0);
    }
    tlb_summary_add_animation(summary, (tlb_text){"walk", 4}, 0.5f);
    tlb_value_add_integer(&document->arena, table, "own", 9);
    return TLB_OK;
}

static tlb_status answer(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    tlb_value_add_text(&document->arena, table, "asked", word_count ? words[0] : "nothing");
    return TLB_OK;
}

static void name_places(tlb_document *document, tlb_value *list)
{
    tlb_value_add_text(&document->arena, list, NULL, "here");
}

static const tlb_query_info queries[] = {{.name = "where"}, {.name = NULL}};
static const tlb_format mission = {.info = {.name = "missions",
                                            .title = "Missions",
                                            .extensions = (const char *const[]){"mission", NULL},
                                            .abilities = TLB_CAN_READ},
                                   .read = read_mission,
                                   .walk = walk_mission,
                                   .describe = describe_mission},
                        model = {.info = {.name = "models",
                                          .title = "Models",
                                          .extensions = (const char *const[]){"model", NULL},
                                          .abilities = TLB_CAN_READ,
                                          .queries = queries,
                                          .operations = queries},
                                 .read = read_nothing,
                                 .describe = describe_model,
                                 .query = answer,
                                 .operate = answer,
                                 .query_places = name_places},
                        plain = {.info = {.name = "plain",
                                          .title = "Plain files",
                                          .extensions = (const char *const[]){"plain", NULL},
                                          .abilities = TLB_CAN_READ},
                                 .read = read_nothing};
static const tlb_format *const formats[] = {&mission, &model, &plain, NULL};

static tlb_document *open_text(tlb_context *context, const char *text, const tlb_format *format)
{
    tlb_document *document = NULL;
    context->session->formats = formats;
    if (tlb_open_memory(context, text, strlen(text), "a.file", format, &document))
        return NULL;
    return document;
}

static void assert_json(fixture *f, const tlb_value *value, const char *expected)
{
    collected text = {0};
    assert_int_equal(tlb_value_json(f->context, value, true, (tlb_sink){collect, &text}), TLB_OK);
    collect(&text, "", 1);
    assert_string_equal(text.data, expected);
    free(text.data);
}

/* --- info --------------------------------------------------------------------------------------------- */

static const char mission_text[] = "$first = 1;\n"
                                   "new Group(Top) {\n"
                                   "    file = \"top.dif\";\n"
                                   "    new Item(A) { file = \"data/a.dif\"; skin = \"red.png\"; };\n"
                                   "    new ITEM(B) { file = \"~/data/a.dif\"; scale = f(2) @ \"1\"; };\n"
                                   "    new Box(C) { skin = \"blue.png\"; file = \"b.dif\"; };\n"
                                   "};\n";

static void missions_say_what_is_in_them(void **state)
{
    fixture *f = *state;
    const tlb_value *info;
    tlb_document *document = open_text(f->context, mission_text, &mission);
    assert_non_null(document);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_json(f, tlb_value_get(info, "files"), "[\"top.dif\",\"data/a.dif\",\"red.png\",\"b.dif\"]");
    assert_json(f, tlb_value_get(info, "missions"),
                "{\"objects\":4,\"fields\":7,\"code\":2,\"classes\":{\"Group\":1,\"Item\":2,\"Box\":1}}");
    tlb_document_free(document);
}

static void summaries_have_each_name_once(void **state)
{
    fixture *f = *state;
    const tlb_value *info;
    tlb_document *document = open_text(f->context, "four", &model);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_json(f, info,
                "{\"format\":\"models\",\"title\":\"Models\",\"size\":4,\"version\":\"-3\","
                "\"vertices\":5000000000,\"triangles\":7,\"bounds\":{\"min\":[1,8,3],\"max\":[4,9,6]},"
                "\"materials\":[\"stone\"],\"textures\":[\"wall.png\",\"wall.pn\"],\"files\":[],"
                "\"animations\":[{\"name\":\"walk\",\"seconds\":0.5}],\"models\":{\"own\":9}}");
    tlb_document_free(document);
    document = open_text(f->context, "", &model);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_json(f, tlb_value_get(info, "bounds"), "{\"min\":[5,0,3],\"max\":[5,1,6]}");
    tlb_document_free(document);
    document = open_text(f->context, "", &plain);
    assert_int_equal(tlb_info(document, &info), TLB_OK);
    assert_json(f, info,
                "{\"format\":\"plain\",\"title\":\"Plain files\",\"size\":0,\"version\":null,"
                "\"vertices\":0,\"triangles\":0,\"bounds\":null,\"materials\":[],\"textures\":[],"
                "\"files\":[],\"animations\":[],\"plain\":{}}");
    tlb_document_free(document);
}

static tlb_status tell(tlb_context *context, const void *subject, collected *made)
{
    const tlb_format *format = subject;
    const tlb_value *info;
    tlb_document *document = open_text(context, mission_text, format);
    if (!document)
        return TLB_NO_MEMORY;
    tlb_status status = tlb_info(document, &info);
    if (!status)
        status = tlb_value_json(context, info, true, (tlb_sink){collect, made});
    tlb_document_free(document);
    return status;
}

static void info_needs_its_memory(void **state)
{
    (void)state;
    assert_refused_or_same(tell, &mission);
    assert_refused_or_same(tell, &model);
}

/* --- queries ------------------------------------------------------------------------------------------- */

static void formats_with_queries_answer_them(void **state)
{
    static const char *const words[] = {"where"};
    fixture *f = *state;
    const tlb_value *told;
    tlb_document *document = open_text(f->context, "", &model);
    assert_int_equal(tlb_query(document, words, 1, &told), TLB_OK);
    assert_json(f, told, "{\"asked\":\"where\"}");
    assert_int_equal(tlb_operate(document, words, 1, &told), TLB_OK);
    assert_json(f, told, "{\"asked\":\"where\"}");
    assert_int_equal(tlb_query_places(document, &told), TLB_OK);
    assert_json(f, told, "[\"here\"]");
    tlb_document_free(document);
    document = open_text(f->context, "", &plain);
    assert_int_equal(tlb_query_places(document, &told), TLB_OK);
    assert_json(f, told, "[]");
    assert_int_equal(tlb_query(document, words, 1, &told), TLB_ARGUMENT);
    assert_null(told);
    assert_int_equal(tlb_operate(document, words, 1, &told), TLB_ARGUMENT);
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message,
                        "Plain files has no queries; formats with queries: models");
    assert_string_equal(tlb_diagnostic_at(f->context, 1)->message,
                        "Plain files has no operations; formats with operations: models");
    static const tlb_format *const without[] = {&plain, NULL};
    f->context->session->formats = without;
    assert_int_equal(tlb_query(document, words, 1, &told), TLB_ARGUMENT);
    assert_string_equal(tlb_diagnostic_at(f->context, 2)->message,
                        "Plain files has no queries; formats with queries: ");
    tlb_document_free(document);
}

static void words_must_be_there(void **state)
{
    static const char *const words[][2] = {{NULL, "x"}, {"x", NULL}};
    fixture *f = *state;
    const tlb_value *told;
    tlb_document *document = open_text(f->context, "", &model);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tlb_query(document, words[i], 2, &told), TLB_ARGUMENT);
        assert_int_equal(tlb_operate(document, words[i], 2, &told), TLB_ARGUMENT);
    }
    tlb_document_free(document);
}

static void ground_is_told_by_its_square(void **state)
{
    static const tlb_ground level = {.height = 2.5f, .slope_x = 0, .slope_y = 0},
                            slope = {.height = 1, .slope_x = 2, .slope_y = -2};
    static const struct {
        const tlb_ground *ground;
        const char *told;
    } cases[] = {{NULL, "{\"square\":[3,70000],\"hole\":true}"},
                 {&level, "{\"square\":[3,70000],\"hole\":false,\"height\":2.5,\"normal\":[0,0,1]}"},
                 {&slope,
                  "{\"square\":[3,70000],\"hole\":false,\"height\":1,\"normal\":[-0.6666667,0.6666667,"
                  "0.33333334]}"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_query_call q = {.arena = &f->arena, .table = tlb_value_table(&f->arena)};
        tlb_add_ground(&q, 3, 70000, cases[i].ground);
        assert_json(f, q.table, cases[i].told);
    }
}

static void hits_are_told_by_their_place(void **state)
{
    static const float point[3] = {1, 2, 3}, normal[3] = {0, 0, -1};
    fixture *f = *state;
    const tlb_query_call q = {.arena = &f->arena, .table = tlb_value_table(&f->arena)};
    tlb_add_hit(&q, true, 0.25f, point, normal);
    assert_json(f, q.table, "{\"startSolid\":true,\"t\":0.25,\"point\":[1,2,3],\"normal\":[0,0,-1]}");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(missions_say_what_is_in_them), TEST(summaries_have_each_name_once),
        TEST(info_needs_its_memory),        TEST(formats_with_queries_answer_them),
        TEST(words_must_be_there),          TEST(ground_is_told_by_its_square),
        TEST(hits_are_told_by_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
