/* Missions in the grammars of the engines: read, written anew, and what is refused. */
#include "one_arena.h"

#include "layout/mission.h"

#include <stdio.h>
#include <string.h>

static const tlb_mission_grammar torque = {.keyword = "new", .indent = "   ", .has_parentheses = true},
                                 tribes = {.keyword = "instant", .indent = "\t"}, blocks = {.indent = "  "};

static tlb_mission_root *made(fixture *f, const tlb_mission_grammar *grammar)
{
    tlb_mission_root *root = tlb_mission_create(f->context, &f->arena, grammar);
    assert_non_null(root);
    tlb_diagnostics_clear(f->context);
    return root;
}

static tlb_mission_root *read_as(fixture *f, const tlb_mission_grammar *grammar, const char *text)
{
    tlb_mission_root *root = made(f, grammar);
    tlb_bytes source = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(tlb_mission_read(f->context, &f->arena, source, root), TLB_OK);
    return root;
}

static void assert_written(fixture *f, const tlb_mission_root *root, const char *expected)
{
    tlb_buffer out = {.account = f->context->account};
    assert_int_equal(tlb_mission_write(f->context, root, &out), TLB_OK);
    tlb_buffer_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected);
    tlb_buffer_free(&out);
}

static void assert_said(fixture *f, tlb_code code, const char *path, const char *message)
{
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    const tlb_diagnostic *d = tlb_diagnostic_at(f->context, 0);
    assert_string_equal(d->message, message);
    assert_string_equal(d->path, path);
    assert_int_equal(d->code, code);
}

static void assert_not_written(fixture *f, const tlb_mission_root *root, const char *path,
                               const char *message)
{
    tlb_buffer out = {.account = f->context->account};
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_mission_write(f->context, root, &out), TLB_INVALID);
    assert_said(f, TLB_CODE_BAD_VALUE, path, message);
    tlb_buffer_free(&out);
}

#define TEXT(text)                                                                                           \
    {                                                                                                        \
        (text), sizeof(text) - 1                                                                             \
    }

/* --- written anew ------------------------------------------------------------------------------------- */

/* A statement, an object with a field before and one after the object in it, one without a body. */
static tlb_mission_root *make_all(fixture *f, const tlb_mission_grammar *grammar)
{
    static tlb_mission_field statements[] = {
        {.kind = TLB_MISSION_CODE, .value = TEXT("f();")},
        {.kind = TLB_MISSION_CODE, .value = TEXT("g();"), .objects = 1},
        {.kind = TLB_MISSION_CODE, .value = TEXT("h();"), .objects = 2},
    };
    static tlb_mission_field outer[] = {
        {.type = TEXT("bool"), .name = TEXT("a"), .value = TEXT("1")},
        {.name = TEXT("b[0]"), .value = TEXT("x\\\"y"), .kind = TLB_MISSION_TAGGED, .objects = 1},
    };
    static tlb_mission_field inner[] = {
        {.name = TEXT("c"), .value = TEXT("1 + (2)"), .kind = TLB_MISSION_BARE}};
    static tlb_mission_object objects[] = {
        {.className = TEXT("Outer"), .name = TEXT("one"), .fields = {outer, 2}},
        {.depth = 1, .className = TEXT("Inner"), .fields = {inner, 1}},
        {.className = TEXT("Empty")},
    };
    tlb_mission_root *root = made(f, grammar);
    root->mission.objects.data = objects;
    root->mission.objects.count = 3;
    root->mission.statements.data = statements;
    root->mission.statements.count = 3;
    return root;
}

static void objects_are_written_as_the_engine_does(void **state)
{
    fixture *f = *state;
    assert_written(f, make_all(f, &torque),
                   "f();\nnew Outer(one) {\n   bool a = \"1\";\n   new Inner() {\n"
                   "      c = 1 + (2);\n   };\n   b[0] = 'x\\\"y';\n};\ng();\n"
                   "new Empty();\nh();\n");
    assert_written(f, make_all(f, &tribes),
                   "f();\ninstant Outer \"one\" {\n\tbool a = \"1\";\n"
                   "\tinstant Inner \"\" {\n\t\tc = 1 + (2);\n\t};\n"
                   "\tb[0] = 'x\\\"y';\n};\ng();\ninstant Empty \"\";\nh();\n");
    tlb_mission_root *root = make_all(f, &blocks);
    root->mission.crlf = 1;
    root->mission.tail = (tlb_text)TEXT("// end");
    assert_written(f, root,
                   "f();\r\nOuter {\r\n  bool a = \"1\";\r\n  Inner {\r\n    c = 1 + (2);\r\n  }\r\n"
                   "  b[0] = 'x\\\"y';\r\n}\r\ng();\r\nEmpty {\r\n}\r\nh();\r\n// end");
}

/* --- what cannot be written --------------------------------------------------------------------------- */

static void depths_go_up_by_one(void **state)
{
    fixture *f = *state;
    tlb_mission_root *root = make_all(f, &torque);
    tlb_mission_object *objects = root->mission.objects.data;
    objects[2].depth = 3;
    assert_not_written(f, root, "objects[2].depth", "depth 3, expected 0 to 2");
    objects[2].depth = 2;
    assert_written(f, root,
                   "f();\nnew Outer(one) {\n   bool a = \"1\";\n   new Inner() {\n"
                   "      c = 1 + (2);\n      new Empty();\n   };\n   b[0] = 'x\\\"y';\n};\ng();\nh();\n");
    objects[2].depth = 0;
    objects[0].depth = 1;
    assert_not_written(f, root, "objects[0].depth", "depth 1, expected 0 to 0");
    objects[0].depth = 0;
}

static void nesting_has_a_limit(void **state)
{
    fixture *f = *state;
    tlb_mission_root *root = made(f, &blocks);
    static tlb_mission_object objects[MISSION_MOST_DEPTH + 2];
    for (uint32_t i = 0; i < MISSION_MOST_DEPTH + 2; i++)
        objects[i] = (tlb_mission_object){.depth = i, .className = TEXT("A")};
    root->mission.objects.data = objects;
    root->mission.objects.count = MISSION_MOST_DEPTH + 1;
    tlb_buffer out = {.account = f->context->account};
    assert_int_equal(tlb_mission_write(f->context, root, &out), TLB_OK);
    tlb_bytes source = {out.data, out.size};
    tlb_mission_root *again = made(f, &blocks);
    assert_int_equal(tlb_mission_read(f->context, &f->arena, source, again), TLB_OK);
    assert_int_equal(again->mission.objects.count, MISSION_MOST_DEPTH + 1);
    assert_int_equal(again->mission.objects.data[MISSION_MOST_DEPTH].depth, MISSION_MOST_DEPTH);
    root->mission.objects.count++;
    assert_not_written(f, root, "objects[65].depth", "depth 65, expected 0 to 64");
    tlb_buffer_free(&out);
    enum { DEEP = MISSION_MOST_DEPTH + 2 };
    char text[DEEP * 3 + 1];
    for (int i = 0; i < DEEP; i++)
        memcpy(text + 3 * i, "A{ ", 4);
    again = made(f, &blocks);
    assert_int_equal(
        tlb_mission_read(f->context, &f->arena, (tlb_bytes){(const uint8_t *)text, strlen(text)}, again),
        TLB_INVALID);
    assert_said(f, TLB_CODE_NESTING_LIMIT, "objects[65]", "objects are nested deeper than 64");
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->offset, 3 * 65 - 1); /* where the blank before it is */
}

/* Each text that its place does not allow, and what is said; the name of a class is asked first. */
static void texts_that_end_elsewhere_are_refused(void **state)
{
    static const struct {
        tlb_mission_field field;
        const char *path, *text;
    } wrong[] = {
        {{.value = TEXT("x")}, "statements[0].name", ""},
        {{.name = TEXT("a="), .value = TEXT("x")}, "statements[0].name", "a="},
        {{.name = TEXT("int a"), .value = TEXT("x")}, "statements[0].name", "int a"},
        {{.name = TEXT("a "), .value = TEXT("x")}, "statements[0].name", "a "},
        {{.name = TEXT("a"), .value = TEXT("x\ny")}, "statements[0].value", "x\ny"},
        {{.name = TEXT("a"), .value = TEXT("x\ry")}, "statements[0].value", "x\ry"},
        {{.name = TEXT("a"), .value = TEXT("x\"y")}, "statements[0].value", "x\"y"},
        {{.name = TEXT("a"), .value = TEXT("x'y"), .kind = TLB_MISSION_TAGGED}, "statements[0].value", "x'y"},
        {{.name = TEXT("a"), .value = TEXT("x\\")}, "statements[0].value", "x\\"},
        {{.name = TEXT("a"), .kind = TLB_MISSION_BARE}, "statements[0].value", ""},
        {{.name = TEXT("a"), .value = TEXT("x "), .kind = TLB_MISSION_BARE}, "statements[0].value", "x "},
        {{.name = TEXT("a"), .value = TEXT("x;"), .kind = TLB_MISSION_BARE}, "statements[0].value", "x;"},
        {{.name = TEXT("a"), .value = TEXT("x"), .kind = 4}, "statements[0].value", "x"},
        {{.kind = TLB_MISSION_CODE}, "statements[0].value", ""},
        {{.value = TEXT(" f();"), .kind = TLB_MISSION_CODE}, "statements[0].value", " f();"},
        {{.value = TEXT("f(); "), .kind = TLB_MISSION_CODE}, "statements[0].value", "f(); "},
        {{.type = TEXT("int"), .value = TEXT("f();"), .kind = TLB_MISSION_CODE}, "statements[0].type", "int"},
        {{.type = TEXT("a b"), .name = TEXT("a"), .value = TEXT("x")}, "statements[0].type", "a b"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[128];
        tlb_mission_field field = wrong[i].field;
        tlb_mission_root *root = made(f, &torque);
        root->mission.statements.data = &field;
        root->mission.statements.count = 1;
        snprintf(message, sizeof message, "\"%s\" cannot be written in a mission", wrong[i].text);
        assert_not_written(f, root, wrong[i].path, message);
    }
    tlb_mission_root *root = make_all(f, &torque);
    tlb_mission_object *object = &root->mission.objects.data[1];
    const tlb_mission_object kept = *object;
    object->className = (tlb_text)TEXT("In ner");
    object->name = (tlb_text)TEXT("a)");
    assert_not_written(f, root, "objects[1].className", "\"In ner\" cannot be written in a mission");
    object->className = kept.className;
    assert_not_written(f, root, "objects[1].name", "\"a)\" cannot be written in a mission");
    root->grammar = &tribes;
    assert_written(f, root,
                   "f();\ninstant Outer \"one\" {\n\tbool a = \"1\";\n"
                   "\tinstant Inner \"a)\" {\n\t\tc = 1 + (2);\n\t};\n"
                   "\tb[0] = 'x\\\"y';\n};\ng();\ninstant Empty \"\";\nh();\n");
    object->name = (tlb_text)TEXT("a\"");
    assert_not_written(f, root, "objects[1].name", "\"a\"\" cannot be written in a mission");
    *object = kept;
}

/* Eighty characters are shown; names may have 255. */
static void long_texts_are_cut(void **state)
{
    enum { SHOWN = 80, LONGEST = 255 };
    fixture *f = *state;
    char text[LONGEST + 2], message[160];
    tlb_mission_field field = {.name = TEXT("a"), .kind = TLB_MISSION_STRING};
    tlb_mission_root *root = made(f, &torque);
    root->mission.statements.data = &field;
    root->mission.statements.count = 1;
    memset(text, 'n', sizeof text);
    for (uint32_t size = SHOWN - 2; size <= SHOWN + 2; size++) {
        text[0] = '"';
        field.value = (tlb_text){text, size};
        snprintf(message, sizeof message, "\"%.*s\" cannot be written in a mission",
                 (int)(size < SHOWN ? size : SHOWN), text);
        assert_not_written(f, root, "statements[0].value", message);
    }
    text[0] = 'n';
    field.value = (tlb_text){"1", 1};
    field.name = (tlb_text){text, LONGEST};
    tlb_buffer out = {.account = f->context->account};
    assert_int_equal(tlb_mission_write(f->context, root, &out), TLB_OK);
    tlb_buffer_free(&out);
    field.name.size++;
    snprintf(message, sizeof message, "\"%.*s\" cannot be written in a mission", SHOWN, text);
    assert_not_written(f, root, "statements[0].name", message);
}

/* --- reading ------------------------------------------------------------------------------------------ */

static void grammars_know_their_objects(void **state)
{
    static const struct {
        const tlb_mission_grammar *grammar;
        const char *text;
        bool begins;
    } cases[] = {
        {&torque, "new A (", true},      {&torque, "// x\n NEW A(", true},
        {&torque, "newA (", false},      {&torque, "ne A(", false},
        {&torque, "new (", false},       {&torque, "new A", false},
        {&torque, "new A {", false},     {&torque, "", false},
        {&tribes, "instant A \"", true}, {&tribes, "instant A {", true},
        {&tribes, "instant A;", true},   {&tribes, "instant A (", false},
        {&blocks, "A {", true},          {&blocks, "A = 1;", false},
        {&blocks, "{", false},           {&blocks, "A", false},
        {&blocks, "}", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_bytes source = {(const uint8_t *)cases[i].text, strlen(cases[i].text)};
        assert_int_equal(tlb_mission_begins(source, cases[i].grammar), cases[i].begins);
    }
}

static void faults_are_told_where_they_are(void **state)
{
    static const struct {
        const tlb_mission_grammar *grammar;
        const char *text;
        tlb_code code;
        uint64_t offset;
        const char *path, *message;
    } cases[] = {
        {&torque, "new A() {", TLB_CODE_TRUNCATED, 9, "objects[0]", "the object has no \"}\" at its end"},
        {&torque, "new A() { new B(); x = 1;", TLB_CODE_TRUNCATED, 25, "objects[0]",
         "the object has no \"}\" at its end"},
        {&torque, "new A(b { }", TLB_CODE_BAD_WORD, 6, "objects[0].name", "expected a name and \")\""},
        {&torque, "new A(b] { }", TLB_CODE_BAD_WORD, 6, "objects[0].name", "expected a name and \")\""},
        {&torque, "new A() x", TLB_CODE_BAD_WORD, 8, "objects[0]", "expected \"{\" or \";\", found \"x\""},
        {&torque, "new A();\na = ;", TLB_CODE_BAD_WORD, 13, "statements[0].value",
         "expected a value, found \";\""},
        {&torque, "new A() { a = 1 }", TLB_CODE_BAD_WORD, 16, "objects[0].fields[0].value",
         "expected \";\", found \"}\""},
        {&torque, "new A() { b = 2; a = 1", TLB_CODE_TRUNCATED, 21, "objects[0].fields[1].value",
         "a string or bracket of the value, or the value, has no end"},
        {&tribes, "instant A \"b", TLB_CODE_TRUNCATED, 10, "objects[0].name",
         "the text has no quotation mark at its end"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_mission_root *root = made(f, cases[i].grammar);
        tlb_bytes source = {(const uint8_t *)cases[i].text, strlen(cases[i].text)};
        assert_int_equal(tlb_mission_read(f->context, &f->arena, source, root), TLB_INVALID);
        assert_said(f, cases[i].code, cases[i].path, cases[i].message);
        assert_int_equal(tlb_diagnostic_at(f->context, 0)->offset, cases[i].offset);
    }
}

/* Where nothing is changed. */
static void any_spelling_is_kept(void **state)
{
    static const char *const texts[] = {
        "",
        "// nothing",
        "new A(b){c=1;d='2';}e();new F();\n",
        "  new A ( \"b\" ) // x\r\n{ int c [1] = \"d\" ; // y\r\n /* z */ } ; f() ;\r\n// end",
        "NEW A();;\n}\n",
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_written(f, read_as(f, &torque, texts[i]), texts[i]);
    assert_int_equal(read_as(f, &torque, "a = 1;\r\n")->mission.crlf, 1);
    assert_int_equal(read_as(f, &torque, "a = 1;\n\r\n")->mission.crlf, 0);
    assert_int_equal(read_as(f, &torque, "\na = 1;\r\n")->mission.crlf, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(objects_are_written_as_the_engine_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(depths_go_up_by_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nesting_has_a_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_that_end_elsewhere_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_texts_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(grammars_know_their_objects, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faults_are_told_where_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_spelling_is_kept, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
