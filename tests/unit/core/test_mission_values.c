/* Values of a mission's fields: the files that they name, and numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/mission.h"

static tlb_text text_of(const char *text)
{
    return (tlb_text){text, (uint32_t)strlen(text)};
}

static tlb_mission_field field_of(tlb_mission_kind kind, const char *value)
{
    return (tlb_mission_field){.name = text_of("file"), .kind = kind, .value = text_of(value)};
}

static void files_are_named_below_the_games_folder(void **state)
{
    static const struct {
        tlb_mission_kind kind;
        const char *value, *name;
    } cases[] = {
        {TLB_MISSION_STRING, "data/a.dif", "data/a.dif"},
        {TLB_MISSION_STRING, "~/data/a.dif", "data/a.dif"},
        {TLB_MISSION_STRING, "./a.dif", "a.dif"},
        {TLB_MISSION_STRING, ".\\\\a.dif", "a.dif"},
        {TLB_MISSION_STRING, "../../a.dif", "a.dif"},
        {TLB_MISSION_STRING, "~", ""},
        {TLB_MISSION_STRING, ".hidden/a.dif", ".hidden/a.dif"},
        {TLB_MISSION_STRING, "./.a.dif", ".a.dif"},
        {TLB_MISSION_STRING, ".", "."},
        {TLB_MISSION_STRING, "a\\\\b.dif", "a\\b.dif"},
        {TLB_MISSION_STRING, "a\\\"b", "a\"b"},
        {TLB_MISSION_STRING, "end\\", "end\\"},
        {TLB_MISSION_STRING, "", ""},
        {TLB_MISSION_BARE, "$folder @ \"/data/\" @ \"a.dif\"", "data/a.dif"},
        {TLB_MISSION_BARE, "\"a\\\"b\" @ x", "a\"b"},
        {TLB_MISSION_BARE, "$folder", ""},
    };
    char name[MISSION_FILE_NAME];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_mission_field field = field_of(cases[i].kind, cases[i].value);
        assert_string_equal(tlb_mission_file_name(&field, name), cases[i].name);
    }
}

/* 255 characters are kept. */
static void long_names_are_cut(void **state)
{
    enum { LONG = MISSION_FILE_NAME + 50 };
    char value[LONG + 1], name[MISSION_FILE_NAME];
    (void)state;
    for (int i = 0; i < LONG; i++)
        value[i] = (char)('a' + i % 26);
    value[LONG] = 0;
    for (size_t size = MISSION_FILE_NAME - 2; size < MISSION_FILE_NAME + 2; size++) {
        tlb_mission_field field = field_of(TLB_MISSION_STRING, value);
        field.value.size = (uint32_t)size;
        size_t kept = size < MISSION_FILE_NAME ? size : MISSION_FILE_NAME - 1;
        assert_ptr_equal(tlb_mission_file_name(&field, name), name);
        assert_int_equal(strlen(name), kept);
        assert_memory_equal(name, value, kept);
    }
}

static void numbers_are_read_until_one_is_none(void **state)
{
    static const struct {
        const char *value;
        uint32_t most, count;
        double numbers[4];
    } cases[] = {
        {"1 2 3", 3, 3, {1, 2, 3}},      {"1 2 3", 2, 2, {1, 2}}, {"  -1.5\t2e3 ", 3, 2, {-1.5, 2000}},
        {"1 two 3", 3, 1, {1}},          {"", 3, 0, {0}},         {"x", 3, 0, {0}},
        {"4 5 6 7", 4, 4, {4, 5, 6, 7}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double numbers[5] = {9, 9, 9, 9, 9};
        assert_int_equal(tlb_mission_read_numbers(text_of(cases[i].value), numbers, cases[i].most),
                         cases[i].count);
        for (uint32_t k = 0; k < cases[i].count; k++)
            assert_true(numbers[k] == cases[i].numbers[k]);
        assert_true(numbers[cases[i].most] == 9);
    }
    assert_int_equal(tlb_mission_read_numbers((tlb_text){0}, NULL, 3), 0);
}

static void shout(char *name)
{
    for (; *name; name++)
        *name = *name == 'a' ? 'A' : *name;
}

static void files_are_those_of_the_rules_class(void **state)
{
    tlb_mission_field fields[] = {field_of(TLB_MISSION_STRING, "~/data/a.dif")};
    tlb_mission_object object = {.className = text_of("InteriorInstance")};
    object.fields.data = fields;
    object.fields.count = 1;
    const struct {
        tlb_mission_file rule;
        const char *name;
    } cases[] = {
        {{.className = NULL, .field = "file"}, "data/a.dif"},
        {{.className = "interiorinstance", .field = "FILE"}, "data/a.dif"},
        {{.className = "InteriorInstance", .field = "file", .edit = shout}, "dAtA/A.dif"},
        {{.className = "Interior", .field = "file"}, NULL},
        {{.className = NULL, .field = "other"}, NULL},
    };
    char name[MISSION_FILE_NAME];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tlb_mission_field *field = NULL;
        const char *found = tlb_mission_file_of(&object, &cases[i].rule, name, &field);
        assert_string_equal(found ? found : "none", cases[i].name ? cases[i].name : "none");
        assert_ptr_equal(field, found ? fields : NULL);
    }
    assert_true(tlb_mission_is_any(&object, (const char *const[]){"Sky", "interiorInstance", NULL}));
    assert_false(tlb_mission_is_any(&object, (const char *const[]){"Sky", "Interior", NULL}));
    assert_false(tlb_mission_is_any(&object, (const char *const[]){NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_are_named_below_the_games_folder),
                                       cmocka_unit_test(long_names_are_cut),
                                       cmocka_unit_test(numbers_are_read_until_one_is_none),
                                       cmocka_unit_test(files_are_those_of_the_rules_class)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
