/* Documents of a format of the test's own: a list of pairs and their sum. Saving, JSON, maps, differences,
 * and making anew what follows from the rest. */
#include "one_arena.h"

#include "core/format.h"
#include "fault.h"
#include "trilobite/edit.h"

#include <stdlib.h>
#include <string.h>

typedef struct pair {
    uint32_t key, value;
} pair;

typedef struct pairs {
    TLB_ARRAY(pair) list;
    uint32_t sum;
} pairs;

static void walk_pairs(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(pairs)))) {
        tlb_walk_no_memory(w);
        return;
    }
    pairs *x = *root;
    tlb_walk_signature(w, "signature", "PAIR", 4);
    walk_count(w, "count", &x->list.count, TLB_U32);
    WALK_BLOCKS(w, x, list, 8, i) {
        WALK(w, &x->list.data[i], key);
        WALK(w, &x->list.data[i], value);
    }
    WALK(w, x, sum);
}

/* The sum; values are twice their keys, pairs whose key is 99 go, and 7 asks for one more. */
static tlb_status update_pairs(tlb_document *document)
{
    pairs *x = document->root;
    bool more = false;
    uint32_t kept = 0;
    x->sum = 0;
    for (uint32_t i = 0; i < x->list.count; i++) {
        pair *p = &x->list.data[i];
        more |= p->key == 7;
        if (p->key == 99)
            continue;
        x->list.data[kept] = (pair){p->key, 2 * p->key};
        x->sum += x->list.data[kept++].value;
    }
    x->list.count = kept;
    if (!more)
        return TLB_OK;
    pair *grown = tlb_alloc_array(&document->arena, kept + 1, sizeof *grown);
    if (!grown)
        return tlb_report_memory(document->context, &document->arena);
    memcpy(grown, x->list.data, kept * sizeof *grown);
    grown[kept] = (pair){1, 2};
    x->list.data = grown;
    x->list.count++;
    x->sum += 2;
    return TLB_OK;
}

static const tlb_format own = {.info = {.name = "pairs",
                                        .title = "Pairs",
                                        .family = "test",
                                        .versions = "1",
                                        .extensions = (const char *const[]){"pairs", NULL},
                                        .abilities = TLB_CAN_READ | TLB_CAN_WRITE,
                                        .signatures = TLB_SIGNATURES(TLB_SIGNATURE("PAIR"))},
                               .walk = walk_pairs,
                               .update = update_pairs};
static const tlb_format fixed = {.info = {.name = "fixed",
                                          .title = "Fixed pairs",
                                          .family = "test",
                                          .versions = "1",
                                          .extensions = (const char *const[]){"fixed", NULL},
                                          .abilities = TLB_CAN_READ | TLB_CAN_WRITE},
                                 .walk = walk_pairs};

static const tlb_format sealed = {.info = {.name = "sealed",
                                           .title = "Sealed pairs",
                                           .family = "test",
                                           .versions = "1",
                                           .extensions = (const char *const[]){"sealed", NULL},
                                           .abilities = TLB_CAN_READ},
                                  .walk = walk_pairs};

static const tlb_format *const formats[] = {&own, &fixed, &sealed, NULL};

static int set_up_formats(void **state)
{
    set_up(state);
    ((fixture *)*state)->context->session->formats = formats;
    return 0;
}

static tlb_document *build(tlb_context *context, const char *json)
{
    tlb_document *document;
    assert_int_equal(tlb_build(context, json, strlen(json), "a.json", &document), TLB_OK);
    return document;
}

static void assert_said(fixture *f, uint32_t at, const char *code, const char *path, const char *message)
{
    const tlb_diagnostic *said = tlb_diagnostic_at(f->context, at);
    assert_non_null(said);
    assert_string_equal(tlb_code_name(said->code), code);
    assert_string_equal(said->path ? said->path : "", path);
    assert_string_equal(said->message, message);
}

static void assert_text(collected *text, const char *expected)
{
    collect(text, "", 1);
    assert_string_equal(text->data, expected);
    free(text->data);
    *text = (collected){0};
}

/* --- saving and JSON -------------------------------------------------------------------------------------
 */

static bool refuse(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return false;
}

static void what_the_sink_does_not_take_is_an_error(void **state)
{
    static const uint8_t bytes[] = {'P', 'A', 'I', 'R', 1, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0};
    fixture *f = *state;
    collected text = {0};
    size_t given = 0;
    tlb_document *document =
        build(f->context, "{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 4}], \"sum\": 5}");
    assert_int_equal(tlb_save(document, (tlb_sink){collect, &text}), TLB_OK);
    assert_int_equal(text.size, sizeof bytes);
    assert_memory_equal(text.data, bytes, sizeof bytes);
    free(text.data);
    assert_int_equal(tlb_save(document, (tlb_sink){refuse, &given}), TLB_WRITE_FAILED);
    assert_int_equal(given, sizeof bytes);
    assert_int_equal(tlb_dump(document, NULL, (tlb_sink){refuse, &given}), TLB_WRITE_FAILED);
    assert_int_equal(tlb_map(document, NULL, (tlb_sink){refuse, &given}), TLB_WRITE_FAILED);
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_said(f, i, "CANNOT_WRITE", "", "the output accepts no more bytes");
    tlb_document_free(document);
}

static void syntax_errors_have_a_line_and_a_column(void **state)
{
    static const struct {
        const char *json, *place;
        size_t offset;
    } cases[] = {{"x", "line 1, column 1: ", 0},
                 {"{\"format\": x}", "line 1, column 12: ", 11},
                 {"{\n\"format\": x}", "line 2, column 11: ", 12},
                 {"{\n\n  \"format\":\n x}", "line 4, column 2: ", 16},
                 {"{\"format\": \"pairs\",\n \"sum\": 1\n", "line 3, column 1: ", 30}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document;
        assert_int_equal(tlb_build(f->context, cases[i].json, strlen(cases[i].json), "a.json", &document),
                         TLB_INVALID);
        assert_null(document);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        const tlb_diagnostic *said = tlb_diagnostic_at(f->context, 0);
        assert_int_equal(said->code, TLB_CODE_BAD_JSON);
        assert_int_equal(said->offset, cases[i].offset);
        assert_memory_equal(said->message, cases[i].place, strlen(cases[i].place));
        tlb_diagnostics_clear(f->context);
    }
}

static void documents_are_compared_by_field(void **state)
{
    fixture *f = *state;
    collected text = {0};
    uint64_t differences = 9;
    tlb_document *a = build(f->context, "{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 4}, "
                                        "{\"key\": 5, \"value\": 6}], \"sum\": 1}"),
                 *b = build(f->context, "{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 8}], "
                                        "\"sum\": 1}");
    assert_int_equal(tlb_diff(a, a, (tlb_sink){collect, &text}, &differences), TLB_OK);
    assert_int_equal(differences, 0);
    assert_text(&text, "");
    assert_int_equal(tlb_diff(a, b, (tlb_sink){collect, &text}, &differences), TLB_OK);
    assert_int_equal(differences, 2);
    assert_text(&text, "list[0].value: 4 != 8\n"
                       "list[1]: {\"key\":5,\"value\":6} != (absent)\n");
    tlb_document_free(a);
    tlb_document_free(b);
}

static tlb_status use_all(tlb_context *context, const void *subject, collected *made)
{
    static const char one[] = "{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 4}], \"sum\": 1}",
                      other[] = "{\"format\": \"pairs\", \"list\": [{\"key\": 7}, {\"key\": 99}]}";
    tlb_document *a, *b = NULL;
    uint64_t differences;
    (void)subject;
    context->session->formats = formats;
    tlb_sink sink = {collect, made};
    tlb_status status = tlb_build(context, one, sizeof one - 1, "a.json", &a);
    if (!status)
        status = tlb_build(context, other, sizeof other - 1, "b.json", &b);
    if (!status)
        status = tlb_diff(a, b, sink, &differences);
    if (!status)
        status = tlb_document_update(b);
    if (!status)
        status = tlb_edit(a, (const char *const[]){"list[+]={\"key\": 5}", "sum=9"}, 2);
    if (!status)
        status = tlb_dump(a, NULL, sink);
    if (!status)
        status = tlb_map(b, NULL, sink);
    if (!status)
        status = tlb_save(b, sink);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), status == TLB_NO_MEMORY);
    tlb_document_free(a);
    tlb_document_free(b);
    return status;
}

static void documents_need_their_memory(void **state)
{
    (void)state;
    assert_refused_or_same(use_all, NULL);
}

/* --- making anew
 * -------------------------------------------------------------------------------------------- */

static void what_was_made_anew_is_told(void **state)
{
    static const struct {
        const char *json;
        const char *said[3][2]; /* path and message */
    } cases[] = {
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 6}], \"sum\": 6}", {{NULL}}},
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 6}], \"sum\": 5}",
         {{"", "made anew: sum"}}},
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 4}, {\"key\": 4, \"value\": 8}], "
         "\"sum\": 5}",
         {{"", "made anew: sum"}, {"list[0]", "made anew: value"}}},
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 6}, {\"key\": 99, \"value\": 8}], "
         "\"sum\": 6}",
         {{"", "made anew: list"}, {"list[1]", "made anew: key, value"}}},
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 3, \"value\": 4}, {\"key\": 4, \"value\": 9}], "
         "\"sum\": 14}",
         {{"list[0]", "made anew: value"}, {"list[1]", "made anew: value"}}},
        {"{\"format\": \"pairs\", \"list\": [{\"key\": 7, \"value\": 14}], \"sum\": 16}",
         {{"", "made anew: list"}, {"list[1]", "made anew: key, value"}}},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document = build(f->context, cases[i].json);
        assert_int_equal(tlb_document_update(document), TLB_OK);
        uint32_t count = 0;
        for (; count < 3 && cases[i].said[count][0]; count++)
            assert_said(f, count, "UPDATED", cases[i].said[count][0], cases[i].said[count][1]);
        assert_int_equal(tlb_diagnostic_count(f->context), count);
        tlb_document_free(document);
        tlb_diagnostics_clear(f->context);
    }
}

static void formats_without_it_make_nothing_anew(void **state)
{
    fixture *f = *state;
    tlb_document *document = build(f->context, "{\"format\": \"fixed\"}");
    assert_int_equal(tlb_document_update(document), TLB_UNSUPPORTED);
    assert_said(f, 0, "NOT_SUPPORTED", "", "Fixed pairs: none of its fields is made from others");
    tlb_document_free(document);
}

static void what_cannot_be_written_is_not_edited(void **state)
{
    fixture *f = *state;
    static const uint8_t bytes[] = {'P', 'A', 'I', 'R', 0, 0, 0, 0, 0, 0, 0, 0};
    tlb_document *document;
    assert_int_equal(tlb_open_memory(f->context, bytes, sizeof bytes, "a.sealed", &sealed, &document),
                     TLB_OK);
    assert_int_equal(tlb_edit(document, (const char *const[]){"sum=1"}, 1), TLB_UNSUPPORTED);
    assert_said(f, 0, "NOT_SUPPORTED", "", "Sealed pairs cannot be edited");
    tlb_document_free(document);
}

static void edits_are_made_together_or_not_at_all(void **state)
{
    fixture *f = *state;
    collected text = {0};
    tlb_document *document = build(f->context, "{\"format\": \"fixed\", \"sum\": 5}");
    assert_int_equal(tlb_edit(document, (const char *const[]){"sum=6", "list[3].key=1"}, 2), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_dump(document, "sum", (tlb_sink){collect, &text}), TLB_OK);
    assert_text(&text, "5\n");
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_edit(document, (const char *const[]){"sum=6", "list[+]={\"key\": 1}"}, 2), TLB_OK);
    assert_int_equal(tlb_dump(document, "sum", (tlb_sink){collect, &text}), TLB_OK);
    assert_text(&text, "6\n");
    tlb_document_free(document);
}

static void a_format_must_be_known(void **state)
{
    static const struct {
        const char *json, *message;
    } cases[] = {
        {"{\"format\": \"none\"}",
         "line 1, column 12: unknown format \"none\"; formats that are built: pairs, fixed, sealed"},
        {"{\"sum\": 1}", "line 1, column 1: missing; formats that are built: pairs, fixed, sealed"},
        {"{\"format\": 5}", "line 1, column 12: missing; formats that are built: pairs, fixed, sealed"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_document *document;
        assert_int_equal(tlb_build(f->context, cases[i].json, strlen(cases[i].json), "a.json", &document),
                         TLB_INVALID);
        assert_null(document);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_said(f, 0, "BAD_JSON", "format", cases[i].message);
        tlb_diagnostics_clear(f->context);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_formats, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_the_sink_does_not_take_is_an_error),
        TEST(syntax_errors_have_a_line_and_a_column),
        TEST(documents_are_compared_by_field),
        TEST(documents_need_their_memory),
        TEST(what_was_made_anew_is_told),
        TEST(formats_without_it_make_nothing_anew),
        TEST(what_cannot_be_written_is_not_edited),
        TEST(edits_are_made_together_or_not_at_all),
        TEST(a_format_must_be_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
