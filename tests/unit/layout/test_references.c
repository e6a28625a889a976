/* Names in JSON where a field is a number, values that are kept as JSON, and lists that foresee their size.
 */
#include "one_arena.h"

#include "base/json_read.h"
#include "base/value.h"
#include "fault.h"
#include "layout/directions.h"
#include "layout/growth.h"
#include "layout/walk.h"

#include <stdlib.h>
#include <string.h>

typedef struct user {
    uint32_t use, word, other;
    tlb_value *extras;
} user;

/* Names, NULL at the end; "-" stands for one that has none. */
static const char *const *owner, *const *other_owner;
static bool texts;

static bool name_at(const void *names, uint32_t i, tlb_text *name, uint32_t *next)
{
    const char *const *all = names;
    if (!all[i])
        return false;
    *name = strcmp(all[i], "-") == 0 ? (tlb_text){0} : (tlb_text){all[i], (uint32_t)strlen(all[i])};
    *next = i + 1;
    return true;
}

static void walk_user(tlb_walk *w, void **root)
{
    static const tlb_naming nodes = {.what = "node", .at = name_at},
                            words = {.what = "word", .texts = true, .at = name_at};
    user *x = *root;
    walk_refers(w, texts ? &words : &nodes, owner);
    WALK(w, x, use);
    walk_refers(w, &words, owner);
    WALK(w, x, word);
    walk_refers(w, &nodes, other_owner);
    WALK(w, x, other);
    tlb_walk_value(w, "extras", &x->extras);
}

static const tlb_value *load(fixture *f, const char *json)
{
    tlb_value *table;
    tlb_json_error error;
    assert_int_equal(tlb_json_load(f->context, &f->arena, (tlb_bytes){(const uint8_t *)json, strlen(json)},
                                   &table, &error),
                     TLB_OK);
    return table;
}

static tlb_status build(fixture *f, user *x, const char *json)
{
    void *root = x;
    tlb_diagnostics_clear(f->context);
    return tlb_build_document(f->context, &f->arena, walk_user, &root, load(f, json));
}

static void assert_said(fixture *f, const char *path, const char *message)
{
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, path);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, message);
}

static void names_are_the_numbers_of_what_has_them(void **state)
{
    static const char *const names[] = {"a", "b", "-", "b", "c", NULL};
    fixture *f = *state;
    user x = {.use = 77};
    owner = names;
    texts = false;
    assert_int_equal(build(f, &x, "{\"use\": \"c\"}"), TLB_OK);
    assert_int_equal(x.use, 4);
    assert_int_equal(build(f, &x, "{\"use\": \"a\"}"), TLB_OK);
    assert_int_equal(x.use, 0);
    assert_int_equal(build(f, &x, "{\"use\": 3}"), TLB_OK);
    assert_int_equal(x.use, 3);
    assert_int_equal(build(f, &x, "{\"use\": \"b\"}"), TLB_INVALID);
    assert_said(f, "use", "several nodes are called \"b\", the first is 1; expected its index");
    assert_int_equal(build(f, &x, "{\"use\": \"d\"}"), TLB_INVALID);
    assert_said(f, "use", "unknown node \"d\"; there are: a, b, c");
    texts = true; /* of equal ones the first serves */
    assert_int_equal(build(f, &x, "{\"use\": \"b\"}"), TLB_OK);
    assert_int_equal(x.use, 1);
    texts = false;
    owner = (const char *const[]){"a", "a", NULL};
    assert_int_equal(build(f, &x, "{\"use\": \"a\"}"), TLB_INVALID);
    assert_said(f, "use", "several nodes are called \"a\", the first is 0; expected its index");
    owner = names + 5;
    assert_int_equal(build(f, &x, "{\"use\": \"a\"}"), TLB_INVALID);
    assert_said(f, "use", "unknown node \"a\"; there is none with a name");
}

/* By what they are names of, and by who has them; all that is wrong is said. */
static void each_list_of_names_is_its_own(void **state)
{
    static const char *const names[] = {"a", "b", "b", "c", NULL}, *const others[] = {"c", "b", NULL};
    fixture *f = *state;
    user x = {0};
    texts = false;
    owner = names;
    other_owner = others;
    assert_int_equal(build(f, &x, "{\"use\": \"c\", \"word\": \"b\", \"other\": \"b\"}"), TLB_OK);
    assert_true(x.use == 3 && x.word == 1 && x.other == 1);
    assert_int_equal(build(f, &x, "{\"use\": \"a\", \"word\": \"c\", \"other\": \"c\"}"), TLB_OK);
    assert_true(x.use == 0 && x.word == 3 && x.other == 0);
    assert_int_equal(build(f, &x, "{\"use\": \"b\", \"word\": \"x\", \"other\": \"a\"}"), TLB_INVALID);
    static const char *const said[][2] = {
        {"use", "several nodes are called \"b\", the first is 1; expected its index"},
        {"word", "unknown word \"x\"; there are: a, b, c"},
        {"other", "unknown node \"a\"; there are: c, b"}};
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(tlb_diagnostic_at(f->context, i)->path, said[i][0]);
        assert_string_equal(tlb_diagnostic_at(f->context, i)->message, said[i][1]);
    }
}

static tlb_status build_names(tlb_context *context, const void *subject, collected *made)
{
    static const char *const names[] = {"a", "b", NULL};
    user x = {0};
    void *root = &x;
    tlb_arena arena;
    tlb_arena_init(&arena, context->account);
    owner = other_owner = names;
    tlb_status status = tlb_build_document(context, &arena, walk_user, &root, subject);
    if (!status)
        collect(made, &x, offsetof(user, extras));
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), status == TLB_NO_MEMORY);
    tlb_arena_release(&arena);
    return status;
}

static void names_need_their_memory(void **state)
{
    fixture *f = *state;
    assert_refused_or_same(build_names, load(f, "{\"use\": \"b\", \"word\": \"a\", \"other\": \"b\"}"));
}

#define N10 "nnnnnnnnnn"
#define N40 N10 N10 N10 N10

/* Of 40 characters each at most, and as many as a message has room for. */
static void long_lists_of_names_are_cut(void **state)
{
    static const char *const fitting[] = {"0" N10 N10 N10 "nnnnnnnnn",
                                          N40 "n",
                                          "1" N10 N10 N10 "nnnnnnnnn",
                                          "2" N10 N10 N10 "nnnnnnnnn",
                                          "3" N10 N10 N10 "nnnnnnnnn",
                                          "4" N10 N10 "nnnn",
                                          NULL};
    static const char *const longer[] = {"0" N10 N10 N10 "nnnnnnnnn",
                                         "1" N10 N10 N10 "nnnnnnnnn",
                                         "2" N10 N10 N10 "nnnnnnnnn",
                                         "3" N10 N10 N10 "nnnnnnnnn",
                                         "4" N10 N10 "nnnnn",
                                         N40,
                                         N10 N10 N10 "x",
                                         NULL};
    static const char listed[] = "unknown node \"x\"; there are: 0" N10 N10 N10 "nnnnnnnnn, 1" N10 N10 N10
                                 "nnnnnnnnn, 2" N10 N10 N10 "nnnnnnnnn, 3" N10 N10 N10 "nnnnnnnnn";
    fixture *f = *state;
    user x = {0};
    char message[400];
    texts = false;
    for (int i = 0; i < 2; i++) {
        owner = i ? longer : fitting;
        assert_int_equal(build(f, &x, "{\"use\": \"x\"}"), TLB_INVALID);
        strcpy(message, listed);
        strcat(message, i ? ", ..." : ", 4" N10 N10 "nnnn");
        assert_said(f, "use", message);
    }
}

/* An edit may have either; what looks like a number is one there, and a name in JSON. */
static void edits_have_names_or_numbers(void **state)
{
    static const char *const names[] = {"12", "b", "1", NULL};
    fixture *f = *state;
    user x = {.use = 77};
    owner = names;
    texts = false;
    assert_int_equal(build(f, &x, "{\"use\": \"1\"}"), TLB_OK);
    assert_int_equal(x.use, 2);
    assert_int_equal(build(f, &x, "{\"use\": \"12\"}"), TLB_OK);
    assert_int_equal(x.use, 0);
    static const struct {
        const char *json;
        uint32_t use;
    } edits[] = {
        {"{\"use\": \"b\"}", 1}, {"{\"use\": \"12\"}", 12}, {"{\"use\": \"0x10\"}", 16}, {"{\"use\": 5}", 5}};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_user, &x, load(f, edits[i].json)),
                         TLB_OK);
        assert_int_equal(x.use, edits[i].use);
    }
}

/* Whose only node is called as its word says. */
static bool node_at(const void *node, uint32_t i, tlb_text *name, uint32_t *next)
{
    static const char *const words[] = {"a", "b"};
    if (i)
        return false;
    *name = (tlb_text){words[((const user *)node)->word], 1};
    *next = 1;
    return true;
}

static void walk_indirect(tlb_walk *w, void **root)
{
    static const tlb_naming nodes = {.what = "node", .at = node_at, .indirect = true},
                            words = {.what = "word", .texts = true, .at = name_at};
    user *x = *root;
    walk_refers(w, &nodes, x);
    WALK(w, x, use);
    walk_refers(w, &words, owner);
    WALK(w, x, word);
}

/* Names that are given by names are looked up after those; not at all where one of those is wrong. */
static void names_may_be_given_by_names(void **state)
{
    static const char *const names[] = {"a", "b", NULL};
    fixture *f = *state;
    user x = {.use = 7};
    void *root = &x;
    owner = names;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_indirect, &root,
                                        load(f, "{\"use\": \"b\", \"word\": \"b\"}")),
                     TLB_OK);
    assert_true(x.use == 0 && x.word == 1);
    x = (user){.use = 7};
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_indirect, &root,
                                        load(f, "{\"use\": \"b\", \"word\": \"c\"}")),
                     TLB_INVALID);
    assert_said(f, "word", "unknown word \"c\"; there are: a, b");
    assert_int_equal(x.use, 7);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_indirect, &root,
                                        load(f, "{\"use\": \"b\", \"word\": \"a\"}")),
                     TLB_INVALID);
    assert_said(f, "use", "unknown node \"b\"; there are: a");
}

static void elements_of_kept_arrays_are_not_set_alone(void **state)
{
    static const char *const none[] = {NULL};
    fixture *f = *state;
    user x = {0};
    owner = none;
    assert_int_equal(build(f, &x, "{\"use\": 1, \"extras\": [1, 2]}"), TLB_OK);
    assert_int_equal(
        tlb_edit_document(f->context, &f->arena, walk_user, &x, load(f, "{\"extras\": {\"0\": 3}}")),
        TLB_INVALID);
    assert_said(f, "extras", "elements of this array cannot be set alone; set the array");
    assert_int_equal(x.extras->kind, TLB_VALUE_LIST);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_user, &x, load(f, "{\"extras\": [5]}")),
                     TLB_OK);
    assert_int_equal(x.extras->as.members.first->as.integer, 5);
    assert_int_equal(tlb_edit_document(f->context, &f->arena, walk_user, &x, load(f, "{\"use\": 9}")),
                     TLB_OK);
    assert_int_equal(x.use, 9);
    assert_int_equal(x.extras->as.members.first->as.integer, 5);
}

static const tlb_value *member_of(const tlb_value *table, const char *key, tlb_value_kind kind)
{
    const tlb_value *value = tlb_value_get(table, key);
    assert_non_null(value);
    assert_int_equal(value->kind, kind);
    return value;
}

/* Words mean numbers and truth; members of tables that are not named stay, null removes one. */
static void edits_of_kept_tables_mean_what_they_say(void **state)
{
    static const char *const none[] = {NULL};
    fixture *f = *state;
    user x = {0};
    owner = none;
    assert_int_equal(
        build(f, &x,
              "{\"use\": 1, \"extras\": {\"bool\": 1, \"part\": {\"a\": 1, \"b\": 2}, \"flat\": 3, "
              "\"gone\": 4, \"deep\": {\"a\": 5}}}"),
        TLB_OK);
    assert_int_equal(
        tlb_edit_document(f->context, &f->arena, walk_user, &x,
                          load(f,
                               "{\"extras\": {\"bool\": \"true\", \"real\": \"-1.5\", \"integer\": \"7\", "
                               "\"word\": \"true!\", \"null\": \"null\", \"list\": \"[1]\", "
                               "\"part\": {\"b\": 9}, \"flat\": {\"c\": 6}, \"gone\": null, \"deep\": 8}}")),
        TLB_OK);
    assert_true(member_of(x.extras, "bool", TLB_VALUE_BOOL)->as.boolean);
    assert_true(member_of(x.extras, "real", TLB_VALUE_REAL)->as.real == -1.5);
    assert_int_equal(member_of(x.extras, "integer", TLB_VALUE_INTEGER)->as.integer, 7);
    assert_string_equal(member_of(x.extras, "word", TLB_VALUE_TEXT)->as.text.data, "true!");
    assert_string_equal(member_of(x.extras, "null", TLB_VALUE_TEXT)->as.text.data, "null");
    assert_string_equal(member_of(x.extras, "list", TLB_VALUE_TEXT)->as.text.data, "[1]");
    const tlb_value *part = member_of(x.extras, "part", TLB_VALUE_TABLE);
    assert_int_equal(member_of(part, "a", TLB_VALUE_INTEGER)->as.integer, 1);
    assert_int_equal(member_of(part, "b", TLB_VALUE_INTEGER)->as.integer, 9);
    const tlb_value *flat = member_of(x.extras, "flat", TLB_VALUE_TABLE);
    assert_int_equal(member_of(flat, "c", TLB_VALUE_INTEGER)->as.integer, 6);
    assert_int_equal(member_of(x.extras, "deep", TLB_VALUE_INTEGER)->as.integer, 8);
    assert_null(tlb_value_get(x.extras, "gone"));
}

static void kept_values_are_found_by_path(void **state)
{
    static const struct {
        const char *path, *json;
    } cases[] = {{"extras.b", "2"},      {"extras.ab.c[1]", "4"},  {"extras.abc", "6"},
                 {"extras.ab.c[2]", ""}, {"extras.ab.c[1].x", ""}, {"extras.c", ""}};
    static const char *const none[] = {NULL};
    fixture *f = *state;
    user x = {0};
    owner = none;
    assert_int_equal(build(f, &x, "{\"extras\": {\"a\": 1, \"ab\": {\"c\": [3, 4]}, \"b\": 2, \"abc\": 6}}"),
                     TLB_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_buffer text = {.account = f->context->account};
        tlb_json json = {.out = &text};
        tlb_status status = tlb_dump_document(f->context, walk_user, &x, cases[i].path, &json);
        assert_int_equal(status, *cases[i].json ? TLB_OK : TLB_NOT_FOUND);
        if (!status)
            assert_memory_equal(text.data, cases[i].json, strlen(cases[i].json));
        tlb_buffer_free(&text);
    }
}

/* --- growth ------------------------------------------------------------------------------------------------
 */

static void lists_foresee_what_the_text_will_need(void **state)
{
    static const char text[4000];
    static const struct {
        bool foresees;
        uint32_t count, at, end, most_times, extra, capacity;
    } cases[] = {
        /* 1.02 times 1024 for each thousand, and 1024 to spare */
        {true, 1024, 1000, 3000, 10, 1, 4136},
        {true, 1024, 1000, 3000, 3, 1, 4096}, /* no more than three times what there is */
        {true, 1024, 2000, 3000, 10, 1, 2570},
        {true, 1023, 1000, 3000, 10, 1, 2046}, /* too few to tell */
        {true, 1024, 0, 3000, 10, 1, 2048},    /* nothing read */
        {false, 1024, 1000, 3000, 10, 1, 2048},
        {true, 1024, 1000, 3000, 10, 5000, 6024},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_growth growth = {.arena = &f->arena,
                                   .start = cases[i].foresees ? text : NULL,
                                   .at = text + cases[i].at,
                                   .end = text + cases[i].end,
                                   .most_times = cases[i].most_times};
        tlb_grown memory = {.capacity = cases[i].count, .began = text};
        uint8_t *data = tlb_alloc(&f->arena, cases[i].count);
        memset(data, 7, cases[i].count);
        assert_true(tlb_growth_reserve(&growth, &data, cases[i].count, &memory, 0, 1));
        assert_int_equal(memory.capacity, cases[i].count);
        assert_true(tlb_growth_reserve(&growth, &data, cases[i].count, &memory, cases[i].extra, 1));
        assert_int_equal(memory.capacity, cases[i].capacity);
        assert_true(data[0] == 7 && data[cases[i].count - 1] == 7);
        data[memory.capacity - 1] = 1;
    }
    const tlb_growth growth = {.arena = &f->arena, .start = text, .at = text + 5, .end = text + 9};
    tlb_grown fresh = {0};
    uint8_t *data = NULL;
    assert_true(tlb_growth_reserve(&growth, &data, 0, &fresh, 1, 1));
    assert_ptr_equal(fresh.began, text + 5);
    assert_int_equal(fresh.capacity, 8);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_the_numbers_of_what_has_them),
        TEST(each_list_of_names_is_its_own),
        TEST(names_need_their_memory),
        TEST(long_lists_of_names_are_cut),
        TEST(names_may_be_given_by_names),
        TEST(edits_have_names_or_numbers),
        TEST(elements_of_kept_arrays_are_not_set_alone),
        TEST(edits_of_kept_tables_mean_what_they_say),
        TEST(kept_values_are_found_by_path),
        TEST(lists_foresee_what_the_text_will_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
