/* Patterns for names of members. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trilobite/archive.h"

static void patterns_match_without_case(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *name;
        bool matches;
    } cases[] = {
        {"*", "", true},
        {"*", "anything", true},
        {"", "", true},
        {"", "a", false},
        {"*.DTS", "tank.dts", true},
        {"*.dts", "tank.dts.bak", false},
        {"t?nk", "TANK", true},
        {"t?nk", "tnk", false},
        {"a*b*c", "aXbYbZc", true},
        {"a*b*c", "aXbYbZ", false},
        {"**a", "bca", true},
        {"a*", "a", true},
        {"a?", "a", false},
        {"x/*.bmp", "X\\y.BMP", true},
        {"abc", "abcd", false},
        {"abcd", "abc", false},
        {"[a]", "a", false},
        {"[a]", "[A]", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (tlb_member_matches(cases[i].pattern, cases[i].name) != cases[i].matches)
            fail_msg("%s, %s", cases[i].pattern, cases[i].name);
    assert_false(tlb_member_matches(NULL, "a"));
    assert_false(tlb_member_matches("*", NULL));
    /* Many stars cost no more than their number times the name. */
    char pattern[200], name[2000];
    for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = i % 2 ? 'a' : '*';
    memset(name, 'a', sizeof name);
    pattern[sizeof pattern - 1] = 'b';
    pattern[sizeof pattern - 2] = 0;
    name[sizeof name - 1] = 0;
    assert_true(tlb_member_matches(pattern, name));
    pattern[sizeof pattern - 3] = 'b';
    assert_false(tlb_member_matches(pattern, name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(patterns_match_without_case)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
