/* The layout engine on a structure of its own: every direction, both byte orders, and what must fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json_read.h"
#include "base/value.h"
#include "layout/directions.h"

typedef struct item {
    uint8_t small;
    int16_t negative;
    float place[3];
} item;

typedef struct thing {
    uint32_t dialect;
    uint32_t narrow; /* two bytes on disk */
    double precise;
    bool has_extra;
    uint32_t extra;
    uint8_t flags;
    TLB_ARRAY(item) items;
    TLB_ARRAY(uint32_t) words; /* two bytes each on disk */
    TLB_ARRAY(tlb_vec2) pairs;
    item fixed[2];
    tlb_text name;
    tlb_bytes rest;
} thing;

static void walk_item(tlb_walk *w, item *x)
{
    WALK(w, x, small);
    if (x->small == 99)
        tlb_walk_refuse(w, sizeof x->small, TLB_CODE_BAD_VALUE, "small", "99 is no size");
    WALK_DEFAULT(w, x, negative, -1);
    WALK(w, x, negative);
    WALK_ROW(w, x, place);
}

static void walk_thing(tlb_walk *w, void **root)
{
    static const char *const dialects[] = {"plain", "odd", NULL};
    static const tlb_flag flags[] = {{"fast", 1, 1}, {"slow", 2, 2}, {0}};
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(thing)))) {
        tlb_walk_no_memory(w);
        return;
    }
    thing *x = *root;
    tlb_walk_signature(w, "signature", "THNG", 4);
    tlb_walk_choice(w, "dialect", &x->dialect, dialects);
    WALK_AS(w, x, narrow, TLB_U16);
    WALK(w, x, precise);
    walk_count(w, "numItems", &x->items.count, TLB_U8);
    WALK_ROWS(w, x, items, 15, i)
        walk_item(w, &x->items.data[i]);
    walk_count(w, "numWords", &x->words.count, TLB_U16);
    WALK_VALUES_AS(w, x, words, TLB_U16);
    walk_count(w, "numPairs", &x->pairs.count, TLB_U32);
    WALK_VECTORS(w, x, pairs);
    WALK_FIXED_ROWS(w, x, fixed, i)
        walk_item(w, &x->fixed[i]);
    walk_count(w, "length", &x->name.size, TLB_U8);
    tlb_walk_text(w, "name", &x->name);
    tlb_walk_has(w, "extra", &x->has_extra);
    if (x->has_extra)
        WALK(w, x, extra);
    WALK_FLAGS(w, x, flags, flags);
    if (w->direction == WALK_READ)
        x->rest.size = (size_t)(w->end - w->at);
    tlb_walk_bytes(w, "rest", &x->rest);
}

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_buffer written;
    item items[2];
    uint32_t words[3];
    tlb_vec2 pairs[2];
    thing thing;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (!f || !(f->context = tlb_context_create(NULL)))
        return 1;
    tlb_arena_init(&f->arena, f->context->account);
    f->written.account = f->context->account;
    f->items[0] = (item){1, -2, {0.5f, -0.0f, 1e30f}};
    f->items[1] = (item){255, 32767, {1, 2, 3}};
    f->words[0] = 1, f->words[1] = 0x1234, f->words[2] = 65535;
    f->pairs[1][0] = 7;
    f->thing = (thing){.dialect = 1, .narrow = 0x0102, .precise = 0.1, .fixed = {{1, 1, {0}}, {2, 2, {0}}}};
    f->thing.items.data = f->items, f->thing.items.count = 2;
    f->thing.words.data = f->words, f->thing.words.count = 3;
    f->thing.pairs.data = f->pairs, f->thing.pairs.count = 2;
    f->thing.name = (tlb_text){"caf\xe9", 4};
    f->thing.rest = (tlb_bytes){(const uint8_t *)"tail", 4};
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tlb_buffer_free(&f->written);
    tlb_arena_release(&f->arena);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    free(f);
    return 0;
}

static tlb_status write_thing(fixture *f, void *root, bool big_endian)
{
    f->written.size = 0;
    tlb_walk w = tlb_walk_writer(f->context, &f->written);
    w.big_endian = big_endian;
    walk_thing(&w, &root);
    return tlb_walk_finish(&w);
}

static tlb_status read_bytes(fixture *f, tlb_bytes source, bool big_endian, void **root)
{
    *root = NULL;
    tlb_walk w = tlb_walk_reader(f->context, &f->arena, source);
    w.big_endian = big_endian;
    walk_thing(&w, root);
    return w.status;
}

static tlb_bytes copy_written(fixture *f)
{
    uint8_t *copy = tlb_alloc(&f->arena, f->written.size);
    assert_non_null(copy);
    memcpy(copy, f->written.data, f->written.size);
    return (tlb_bytes){copy, f->written.size};
}

static const tlb_diagnostic *only_finding(fixture *f)
{
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    return tlb_diagnostic_at(f->context, 0);
}

static void bytes_come_back_in_both_orders(void **state)
{
    fixture *f = *state;
    for (int big = 0; big < 2; big++) {
        void *root;
        assert_int_equal(write_thing(f, &f->thing, big), TLB_OK);
        tlb_bytes source = copy_written(f);
        assert_int_equal(source.data[4], big ? 1 : 2);     /* narrow = 0x0102 */
        assert_int_equal(source.data[18], big ? 0x3f : 0); /* items[0].place[0] = 0.5 */
        assert_int_equal(read_bytes(f, source, big, &root), TLB_OK);
        thing *x = root;
        assert_int_equal(x->narrow, 0x0102);
        assert_true(x->precise == 0.1);
        assert_int_equal(x->items.data[0].negative, -2);
        assert_memory_equal(x->items.data[0].place, f->items[0].place, sizeof f->items[0].place);
        assert_int_equal(x->words.data[1], 0x1234);
        assert_true(x->pairs.data[1][0] == 7);
        assert_int_equal(write_thing(f, root, big), TLB_OK);
        assert_int_equal(f->written.size, source.size);
        assert_memory_equal(f->written.data, source.data, source.size);
    }
}

static tlb_value *load(fixture *f, const char *text, size_t size)
{
    tlb_value *value;
    tlb_json_error error;
    tlb_bytes bytes = {(const uint8_t *)text, size};
    assert_int_equal(tlb_json_load(f->context, &f->arena, bytes, &value, &error), TLB_OK);
    return value;
}

/* Gives a member of a table another value. */
static void replace(fixture *f, tlb_value *table, const char *key, const char *text)
{
    tlb_value *member = (tlb_value *)(uintptr_t)tlb_value_get(table, key);
    tlb_value *other = load(f, text, strlen(text));
    if (!member)
        tlb_value_append(table, key, other);
    else {
        member->kind = other->kind;
        member->as = other->as;
    }
}

static tlb_value *dump(fixture *f, void *root, const char *path, tlb_status expected)
{
    tlb_buffer text = {.account = f->context->account};
    tlb_json json = {.out = &text};
    if (!path)
        tlb_json_open(&json, NULL, '{', false);
    assert_int_equal(tlb_dump_document(f->context, walk_thing, root, path, &json), expected);
    if (!path)
        tlb_json_close(&json);
    tlb_value *loaded = expected ? NULL : load(f, (const char *)text.data, text.size);
    tlb_buffer_free(&text);
    return loaded;
}

static void json_builds_the_same(void **state)
{
    fixture *f = *state;
    f->thing.has_extra = true;
    f->thing.extra = 9;
    assert_int_equal(write_thing(f, &f->thing, false), TLB_OK);
    tlb_bytes expected = copy_written(f);
    tlb_value *table = dump(f, &f->thing, NULL, TLB_OK);
    assert_string_equal(tlb_value_get(table, "dialect")->as.text.data, "odd");
    assert_non_null(tlb_value_get(tlb_value_get(table, "name"), "latin1"));
    void *root = NULL;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_OK);
    assert_int_equal(((thing *)root)->dialect, 1);
    assert_int_equal(write_thing(f, root, false), TLB_OK);
    assert_int_equal(f->written.size, expected.size);
    assert_memory_equal(f->written.data, expected.data, expected.size);
}

static void parts_are_found_by_path(void **state)
{
    fixture *f = *state;
    tlb_value *part = dump(f, &f->thing, "items[1].negative", TLB_OK);
    assert_int_equal(part->as.integer, 32767);
    part = dump(f, &f->thing, "words[2]", TLB_OK);
    assert_int_equal(part->as.integer, 65535);
    part = dump(f, &f->thing, "pairs[1]", TLB_OK);
    assert_int_equal(tlb_value_list_size(part), 2);
    part = dump(f, &f->thing, "items[1].place[2]", TLB_OK);
    assert_true(part->as.real == 3 || part->as.integer == 3);
    part = dump(f, &f->thing, "pairs[1][0]", TLB_OK);
    assert_true(part->as.real == 7 || part->as.integer == 7);
    f->pairs[0][1] = 8, f->pairs[1][1] = 9.5f;
    part = dump(f, &f->thing, "pairs[1][1]", TLB_OK);
    assert_true(part->as.real == 9.5);
    static const char *const nowhere[] = {
        "items[2]",    "word",           "items[1].place[3]", "items[1].place[2]x", "pairs[1][2]",
        "pairs[2][0]", "pairs[1][0][0]", "words[2][0]",       "words[3]",           "words[]",
        "words[2"};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        dump(f, &f->thing, nowhere[i], TLB_NOT_FOUND);
}

static void the_map_covers_every_byte(void **state)
{
    fixture *f = *state;
    tlb_buffer map = {.account = f->context->account};
    assert_int_equal(write_thing(f, &f->thing, false), TLB_OK);
    assert_int_equal(tlb_map_document(f->context, walk_thing, &f->thing, NULL, &map), TLB_OK);
    tlb_buffer_byte(&map, 0);
    unsigned long expected = 0;
    for (char *line = (char *)map.data; *line; line = strchr(line, '\n') + 1) {
        char *after;
        assert_int_equal(strtoul(line, &after, 16), expected);
        expected += strtoul(after, NULL, 10);
    }
    assert_int_equal(expected, f->written.size);
    tlb_buffer_free(&map);
}

static void diagnostics_are_given_their_offsets(void **state)
{
    static const struct {
        const char *path;
        uint64_t offset;
    } wanted[] = {{"narrow", 4},          {"items", 15},    {"items[1]", 30},
                  {"items[1].place", 33}, {"words[2]", 51}, {"pairs[1]", 65}};
    fixture *f = *state;
    for (size_t i = 0; i < 6; i++)
        tlb_report(f->context, TLB_CODE_BAD_VALUE, TLB_NO_OFFSET, wanted[i].path, "wrong");
    assert_int_equal(tlb_locate_diagnostics(f->context, walk_thing, &f->thing, 0), TLB_OK);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(tlb_diagnostic_at(f->context, i)->offset, wanted[i].offset);
}

static void every_truncation_is_told_with_its_place(void **state)
{
    fixture *f = *state;
    f->thing.rest.size = 0;
    assert_int_equal(write_thing(f, &f->thing, false), TLB_OK);
    tlb_bytes source = copy_written(f);
    for (size_t size = 0; size < source.size; size++) {
        void *root;
        tlb_diagnostics_clear(f->context);
        assert_int_equal(read_bytes(f, (tlb_bytes){source.data, size}, false, &root), TLB_INVALID);
        const tlb_diagnostic *d = only_finding(f);
        assert_int_equal(d->code, TLB_CODE_TRUNCATED);
        assert_true(d->offset <= size && *d->path);
    }
}

static void other_bytes_are_no_signature(void **state)
{
    fixture *f = *state;
    void *root;
    assert_int_equal(read_bytes(f, (tlb_bytes){(const uint8_t *)"THINGS", 6}, false, &root), TLB_INVALID);
    assert_int_equal(only_finding(f)->code, TLB_CODE_BAD_SIGNATURE);
    assert_int_equal(only_finding(f)->offset, 0);
}

static void values_too_large_are_not_written(void **state)
{
    fixture *f = *state;
    f->thing.narrow = 65536;
    assert_int_equal(write_thing(f, &f->thing, false), TLB_INVALID);
    assert_string_equal(only_finding(f)->path, "narrow");
    tlb_diagnostics_clear(f->context);
    f->thing.narrow = 0;
    f->words[1] = 65536;
    assert_int_equal(write_thing(f, &f->thing, false), TLB_INVALID);
    assert_int_equal(only_finding(f)->code, TLB_CODE_VALUE_TOO_LARGE);
    assert_string_equal(only_finding(f)->path, "words");
}

static void nesting_has_a_limit(void **state)
{
    fixture *f = *state;
    f->context->session->max_nesting = 0;
    assert_int_equal(write_thing(f, &f->thing, false), TLB_INVALID);
    assert_int_equal(only_finding(f)->code, TLB_CODE_NESTING_LIMIT);
    assert_string_equal(only_finding(f)->path, "items");
}

static void a_choice_without_a_name_is_not_dumped(void **state)
{
    fixture *f = *state;
    f->thing.dialect = 2;
    dump(f, &f->thing, NULL, TLB_INVALID);
    assert_string_equal(only_finding(f)->path, "dialect");
}

static void wrong_json_is_told_by_path(void **state)
{
    static const struct {
        const char *key, *value, *path;
    } wrong[] = {
        {"narrow", "65536", "narrow"},
        {"narrow", "1.5", "narrow"},
        {"precise", "\"a lot\"", "precise"},
        {"items", "{}", "items"},
        {"items", "[1]", "items[0]"},
        {"items", "[{\"small\": 256}]", "items[0].small"},
        {"pairs", "[[1]]", "pairs[0]"},
        {"fixed", "[]", "fixed"},
        {"dialect", "\"strange\"", "dialect"},
        {"rest", "\"no base64\"", "rest"},
        {"rest", "5", "rest"},
        {"name", "{\"latin1\": \"\\u0100\"}", "name"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_value *table = dump(f, &f->thing, NULL, TLB_OK);
        replace(f, table, wrong[i].key, wrong[i].value);
        void *root = NULL;
        tlb_diagnostics_clear(f->context);
        assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_INVALID);
        assert_int_equal(only_finding(f)->code, TLB_CODE_BAD_JSON);
        assert_string_equal(only_finding(f)->path, wrong[i].path);
    }
}

static void lists_can_be_longer_than_16_bits_count(void **state)
{
    enum { MANY = UINT16_MAX + 2 };
    fixture *f = *state;
    tlb_value *table = dump(f, &f->thing, NULL, TLB_OK);
    replace(f, table, "pairs", "[]");
    replace(f, table, "items", "[]");
    tlb_value *pairs = (tlb_value *)(uintptr_t)tlb_value_get(table, "pairs");
    tlb_value *items = (tlb_value *)(uintptr_t)tlb_value_get(table, "items");
    for (int i = 0; i < MANY; i++) {
        tlb_value *pair = tlb_value_add_list(&f->arena, pairs, NULL);
        tlb_value_add_integer(&f->arena, pair, NULL, i);
        tlb_value_add_integer(&f->arena, pair, NULL, 0);
        tlb_value_add_integer(&f->arena, tlb_value_add_table(&f->arena, items, NULL), "small", 1);
    }
    void *root = NULL;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_OK);
    const thing *x = root;
    assert_int_equal(x->pairs.count, MANY);
    assert_true(x->pairs.data[MANY - 1][0] == MANY - 1);
    assert_int_equal(x->items.count, MANY);
}

/* Also those with a default, and those of new elements. */
static void a_missing_field_is_zero_or_empty(void **state)
{
    fixture *f = *state;
    static const char json[] = "{\"narrow\": 7, \"items\": [{\"small\": 3}, {}]}";
    tlb_value *table = load(f, json, sizeof json - 1);
    void *root = NULL;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_OK);
    const thing *x = root;
    assert_int_equal(x->narrow, 7);
    assert_int_equal(x->items.count, 2);
    assert_int_equal(x->items.data[0].small, 3);
    assert_int_equal(x->items.data[0].negative, -1);
    assert_int_equal(x->items.data[1].small, 0);
    assert_int_equal(x->words.count, 0);
    assert_int_equal(x->name.size, 0);
    assert_false(x->has_extra);
}

/* Of the JSON, line by line: what the n-th diagnostic is about. */
static void all_faults_of_json_are_told_with_their_places(void **state)
{
    static const char json[] = "{\"narrow\": \"many\",\n"
                               " \"items\": [{\"small\": 300, \"place\": [0, 1]},\n"
                               "   {\"negative\": \"much\", \"more\": 1}],\n"
                               " \"dialect\": \"strange\", \"words\": [1, 65536]}";
    static const struct {
        const char *path, *at; /* the text that its offset is the beginning of */
    } expected[] = {
        {"dialect", "\"strange\""},   {"narrow", "\"many\""},        {"items[0].small", "300"},
        {"items[0].place", "[0, 1]"}, {"items[1].negative", "\"mu"}, {"items[1].more", "1}]"},
        {"words[1]", "65536"},
    };
    enum { COUNT = sizeof expected / sizeof *expected };
    fixture *f = *state;
    tlb_value *table = load(f, json, sizeof json - 1);
    void *root = NULL;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_INVALID);
    tlb_place_in_json(f->context, json, strlen(json), 0);
    assert_int_equal(tlb_diagnostic_count(f->context), COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(f->context, i);
        assert_string_equal(d->path, expected[i].path);
        assert_int_equal(d->offset, strstr(json, expected[i].at) - json);
    }
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 4)->message, "line 3, column 17: "));
}

/* A failure that the description reports ends its structure, not the walk. */
static void the_walk_goes_on_after_a_refused_structure(void **state)
{
    fixture *f = *state;
    static const char json[] = "{\"items\": [{\"small\": 99}, {\"small\": 1}, {\"small\": 99}], \"name\": 5}";
    tlb_value *table = load(f, json, sizeof json - 1);
    void *root = NULL;
    assert_int_equal(tlb_build_document(f->context, &f->arena, walk_thing, &root, table), TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->path, "items[0].small");
    assert_string_equal(tlb_diagnostic_at(f->context, 1)->path, "items[2].small");
    assert_string_equal(tlb_diagnostic_at(f->context, 2)->path, "name");
}

static tlb_status edit(fixture *f, const char *const *assignments, size_t count)
{
    tlb_value *changes;
    tlb_status status = tlb_assignments_json(f->context, &f->arena, assignments, count, &changes);
    if (!status)
        status = tlb_edit_document(f->context, &f->arena, walk_thing, &f->thing, changes);
    return status;
}

static void an_edit_sets_what_it_names(void **state)
{
    static const char *const assignments[] = {
        "narrow=0x10",
        "items[1].place[2]=-7.5",
        "items[0]={\"negative\": 9}",
        "items[+]={\"small\": 4}",
        "items[+]={}",
        "words[0..1]=[5, 6]",
        "words[+]=8",
        "pairs[1]=[3, 4]",
        "pairs[0][1]=2",
        "fixed[1].small=40",
        "name=12 = 3",
        "dialect=plain",
        "extra=77",
    };
    fixture *f = *state;
    const thing *x = &f->thing;
    assert_int_equal(edit(f, assignments, sizeof assignments / sizeof *assignments), TLB_OK);
    assert_int_equal(x->narrow, 16);
    assert_true(x->precise == 0.1);
    assert_int_equal(x->items.count, 4);
    assert_true(x->items.data[1].place[2] == -7.5f && x->items.data[1].place[1] == 2);
    assert_int_equal(x->items.data[0].small, 1);
    assert_int_equal(x->items.data[0].negative, 9);
    assert_int_equal(x->items.data[2].small, 4);
    assert_int_equal(x->items.data[3].negative, -1); /* its default */
    assert_int_equal(x->words.count, 4);
    assert_int_equal(x->words.data[0], 5);
    assert_int_equal(x->words.data[2], 65535);
    assert_int_equal(x->words.data[3], 8);
    assert_int_equal(f->words[0], 1); /* values may be the source's own: they are not written to */
    assert_true(x->pairs.data[1][0] == 3 && x->pairs.data[0][0] == 0 && x->pairs.data[0][1] == 2);
    assert_int_equal(x->fixed[1].small, 40);
    assert_int_equal(x->fixed[1].negative, 2);
    assert_string_equal(x->name.data, "12 = 3");
    assert_int_equal(x->dialect, 0);
    assert_true(x->has_extra && x->extra == 77);
    assert_int_equal(edit(f, (const char *const[]){"extra=null", "items=[{}]"}, 2), TLB_OK);
    assert_false(x->has_extra);
    assert_int_equal(x->items.count, 1);
    assert_int_equal(x->items.data[0].small, 0);
}

static void wrong_edits_are_all_told(void **state)
{
    static const struct {
        const char *assignment, *path, *message;
    } wrong[] = {
        {"narrow=70000", "narrow", "expected an integer from 0 to 65535, found \"70000\""},
        {"narrow.part=1", "narrow", "a single value, an integer from 0 to 65535, without parts"},
        {"items[2].small=1", "items", "index 2 is out of range; number of elements: 2"},
        {"items[0].smal=1", "items[0].smal", "no such field; there are: small, negative, place"},
        {"items.small=1", "items", "expected an index in brackets, as in items[0], found \".small\""},
        {"items[0].place[3]=1", "items[0].place", "index 3 is out of range; number of elements: 3"},
        {"items[0].place=[1]", "items[0].place", "expected an array of 3 numbers"},
        {"words[1]=x", "words[1]", "expected an integer from 0 to 65535, found \"x\""},
        {"items[0].place[+]=1", "items[0].place", "a row of 3 numbers cannot grow"},
        {"fixed[+]={}", "fixed", "number of elements: 3, expected 2"},
        {"dialect=strange", "dialect", "unknown name \"strange\"; there are: plain, odd"},
        {"numItems=1", "numItems", "no such field; there are: dialect, narrow"},
        {"narrow", "", "narrow: expected PATH=VALUE"},
        {"=1", "", "=1: expected PATH=VALUE"},
        {"items[x].small=1", "", "items[x].small=1: expected [INDEX], [FIRST..LAST] or [+]"},
        {"items[0]xsmall=1", "", "items[0]xsmall=1: expected ., [ or = after ]"},
        {"name=\xff", "", "the value is not UTF-8"},
        {"items[+].small=1", "", "items[+].small=1: [+] and ranges are the end of a path"},
        {"items[0]={\"small\": }", "", "column "},
        {"words[0..1]=[1]", "", "expected an array of 2 values"},
        {"words[1..2]=[1]", "", "expected an array of 2 values"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_diagnostics_clear(f->context);
        assert_int_equal(edit(f, &wrong[i].assignment, 1), TLB_INVALID);
        assert_int_equal(only_finding(f)->code, TLB_CODE_BAD_EDIT);
        assert_string_equal(only_finding(f)->path, wrong[i].path);
        assert_non_null(strstr(only_finding(f)->message, wrong[i].message));
    }
    tlb_diagnostics_clear(f->context);
    assert_int_equal(edit(f, (const char *const[]){"narrow=x", "items[9].small=1", "none=1"}, 3),
                     TLB_INVALID);
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(edit(f, (const char *const[]){"narrow=1", "narrow=2"}, 2), TLB_INVALID);
    assert_non_null(strstr(only_finding(f)->message, "it is set by another assignment"));
}

enum { WIDE = 30, LONG = 62 };
static char wide_names[WIDE][LONG + 1]; /* fields of numbers; every other one is like the first */

static void walk_wide(tlb_walk *w, void **root)
{
    if (!*root)
        *root = tlb_zalloc_array(w->arena, WIDE, sizeof(uint32_t));
    for (uint32_t i = 0; i < WIDE && *root; i++)
        walk_u32(w, wide_names[i], (uint32_t *)*root + i);
}

/* Of many fields those are listed that begin as the wrong name does, and of long ones as many as fit, whole.
 */
static void similar_fields_are_listed(void **state)
{
    static const char json[] = "{\"PIgs\": 1}";
    fixture *f = *state;
    char expected[700] = "no such field; similar: ";
    void *root = NULL;
    for (int i = 0; i < WIDE; i++) {
        memset(wide_names[i], 'x', LONG);
        memcpy(wide_names[i], i % 2 ? "pit" : "pig", 3);
        wide_names[i][LONG - 1] = (char)('A' + i);
        if (i % 2 == 0 && i < 18) /* 9 * 62 + 8 * 2 = 574 bytes */
            strcat(strcat(expected, wide_names[i]), ", ");
    }
    strcat(expected, "...");
    assert_int_equal(
        tlb_build_document(f->context, &f->arena, walk_wide, &root, load(f, json, sizeof json - 1)),
        TLB_INVALID);
    assert_string_equal(only_finding(f)->path, "PIgs");
    assert_string_equal(only_finding(f)->message, expected);
}

/* Whichever of its requests for memory fails, that is told. */
static void a_lack_of_memory_is_no_wrong_edit(void **state)
{
    static const char *const assignments[] = {"items[0].small=4", "items[+]={\"small\": [1, 2]}",
                                              "words[0..1]=[5, 6]", "name=twelve"};
    fixture *f = *state;
    tlb_value *changes = NULL;
    uint64_t limit = f->context->account->max_allocations;
    for (uint64_t allowed = 0; !changes; allowed++) {
        tlb_diagnostics_clear(f->context);
        tlb_arena arena;
        tlb_arena_init(&arena, f->context->account);
        f->context->account->max_allocations = f->context->account->allocations + allowed;
        tlb_status status = tlb_assignments_json(f->context, &arena, assignments, 4, &changes);
        f->context->account->max_allocations = limit;
        tlb_arena_release(&arena);
        assert_int_equal(status, changes ? TLB_OK : TLB_LIMIT);
        assert_int_equal(tlb_severity_total(f->context, TLB_ERROR), !changes);
        assert_int_equal(tlb_code_total(f->context, TLB_CODE_MEMORY_LIMIT), !changes);
    }
}

/* Tens of thousands of assignments, and members, are looked up in an index. */
static void a_range_may_be_long(void **state)
{
    enum { MANY = 60000 };
    fixture *f = *state;
    char *text = malloc(3 * MANY + 100), *end = text + sprintf(text, "words[0..%d]=[0", MANY - 1);
    for (int i = 1; i < MANY; i++)
        end += sprintf(end, ",%d", i % 10);
    strcpy(end, "]");
    f->thing.words.data = tlb_zalloc_array(&f->arena, MANY, sizeof *f->thing.words.data);
    f->thing.words.count = MANY;
    assert_int_equal(edit(f, (const char *const[]){text}, 1), TLB_OK);
    assert_int_equal(f->thing.words.data[MANY - 1], (MANY - 1) % 10);
    free(text);
}

static void flags_may_be_names(void **state)
{
    static const struct {
        const char *value;
        uint8_t flags;
        bool known;
    } values[] = {{"\"fast | 0x10\"", 0x11, true},
                  {"\"fast | slow\"", 3, true},
                  {"\"  slow|fast  \"", 3, true},
                  {"[\"fast\", \"slow\"]", 3, true},
                  {"[]", 0, true},
                  {"3", 3, true},
                  {"\"fas\"", 0, false},
                  {"[1]", 0, false},
                  {"\"fast||slow\"", 0, false},
                  {"\"\"", 0, false}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        tlb_value *table = tlb_value_table(&f->arena);
        replace(f, table, "flags", values[i].value);
        void *root = NULL;
        tlb_diagnostics_clear(f->context);
        tlb_status status = tlb_build_document(f->context, &f->arena, walk_thing, &root, table);
        assert_int_equal(status, values[i].known ? TLB_OK : TLB_INVALID);
        if (values[i].known)
            assert_int_equal(((thing *)root)->flags, values[i].flags);
        else
            assert_non_null(strstr(only_finding(f)->message, "names with | between them: fast, slow"));
    }
    assert_int_equal(edit(f, (const char *const[]){"flags=slow"}, 1), TLB_OK);
    assert_int_equal(f->thing.flags, 2);
}

static void differences_are_told_by_path(void **state)
{
    fixture *f = *state;
    tlb_buffer text = {.account = f->context->account};
    uint64_t differences;
    tlb_value *a = dump(f, &f->thing, NULL, TLB_OK);
    f->items[0].place[1] = 0; /* it was -0 */
    f->thing.words.count = 2;
    tlb_value *b = dump(f, &f->thing, NULL, TLB_OK);
    tlb_diff_json(a, b, &text, &differences);
    tlb_buffer_byte(&text, 0);
    assert_int_equal(differences, 2);
    assert_non_null(strstr((char *)text.data, "items[0].place[1]: "));
    assert_non_null(strstr((char *)text.data, "words[2]: 65535 != (absent)\n"));
    tlb_buffer_free(&text);
}

static void members_of_tables_are_compared_by_their_keys(void **state)
{
    static const char a[] = "{\"x\": {\"one\": 1, \"two\": [2, \"b\"], \"three\": 3.5}, \"only\": null}";
    static const char b[] = "{\"x\": {\"three\": 3.5, \"four\": {}, \"one\": true, \"two\": [2, \"b\"]}}";
    fixture *f = *state;
    tlb_buffer text = {.account = f->context->account};
    uint64_t differences;
    tlb_diff_json(load(f, a, sizeof a - 1), load(f, b, sizeof b - 1), &text, &differences);
    tlb_buffer_byte(&text, 0);
    assert_int_equal(differences, 3);
    assert_string_equal((char *)text.data,
                        "x.one: 1 != true\nx.four: (absent) != {}\nonly: null != (absent)\n");
    tlb_diff_json(load(f, b, sizeof b - 1), load(f, b, sizeof b - 1), &text, &differences);
    assert_int_equal(differences, 0);
    tlb_buffer_free(&text);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bytes_come_back_in_both_orders),
        TEST(json_builds_the_same),
        TEST(parts_are_found_by_path),
        TEST(the_map_covers_every_byte),
        TEST(diagnostics_are_given_their_offsets),
        TEST(every_truncation_is_told_with_its_place),
        TEST(other_bytes_are_no_signature),
        TEST(values_too_large_are_not_written),
        TEST(nesting_has_a_limit),
        TEST(a_choice_without_a_name_is_not_dumped),
        TEST(wrong_json_is_told_by_path),
        TEST(lists_can_be_longer_than_16_bits_count),
        TEST(a_missing_field_is_zero_or_empty),
        TEST(all_faults_of_json_are_told_with_their_places),
        TEST(the_walk_goes_on_after_a_refused_structure),
        TEST(an_edit_sets_what_it_names),
        TEST(wrong_edits_are_all_told),
        TEST(similar_fields_are_listed),
        TEST(a_lack_of_memory_is_no_wrong_edit),
        TEST(a_range_may_be_long),
        TEST(flags_may_be_names),
        TEST(differences_are_told_by_path),
        TEST(members_of_tables_are_compared_by_their_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
