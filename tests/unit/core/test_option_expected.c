/* What messages say of the values that an option takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/options.h"

#include <float.h>
#include <string.h>

static void each_kind_says_what_it_takes(void **state)
{
    static const tlb_option_word one[] = {{"all", 1}, {0}}, two[] = {{"a", 1}, {"b", 2}, {0}},
                                 three[] = {{"a", 1}, {"b", 2}, {"c", 4}, {0}};
    static const struct {
        tlb_option_info option;
        const char *expected;
    } cases[] = {
        {{.kind = TLB_OPTION_TEXT}, "text"},
        {{.kind = TLB_OPTION_VECTOR}, "X,Y,Z"},
        {{.kind = TLB_OPTION_SIZE}, "WxH, each at least 1"},
        {{.kind = TLB_OPTION_COLOR}, "#rrggbb, #rrggbbaa or transparent"},
        {{.kind = TLB_OPTION_MERGE}, "a path"},
        {{.kind = TLB_OPTION_WORD, .words = one}, "all"},
        {{.kind = TLB_OPTION_WORD, .words = two}, "a or b"},
        {{.kind = TLB_OPTION_WORD, .words = three}, "a, b or c"},
        {{.kind = TLB_OPTION_BITS, .words = two}, "a or b, separated by commas"},
        {{.kind = TLB_OPTION_BITS, .words = three}, "a, b or c, separated by commas"},
        {{.kind = TLB_OPTION_INTEGER, .most = INT32_MAX}, "an integer of at least 0"},
        {{.kind = TLB_OPTION_INTEGER, .least = 2, .most = 5}, "an integer from 2 to 5"},
        {{.kind = TLB_OPTION_INTEGER, .least = 3, .most = 3}, "an integer from 3 to 3"},
        {{.kind = TLB_OPTION_INTEGER, .least = INT32_MIN, .most = 5}, "an integer"},
        {{.kind = TLB_OPTION_INTEGER, .words = one, .least = 1, .most = 9}, "all or an integer from 1 to 9"},
        {{.kind = TLB_OPTION_INTEGER, .words = two, .most = 9}, "a, b or an integer from 0 to 9"},
        {{.kind = TLB_OPTION_INTEGER, .words = two, .least = 1}, "a or b"},
        {{.kind = TLB_OPTION_REAL, .least = -0.5, .most = 1.25}, "a number from -0.5 to 1.25"},
        {{.kind = TLB_OPTION_REAL, .least = (double)FLT_MIN, .most = 9}, "a number above 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TLB_OPTION_EXPECTED];
        tlb_option_expected(&cases[i].option, text);
        assert_string_equal(text, cases[i].expected);
    }
}

/* Long lists of words are cut where the room ends. */
static void long_lists_are_cut(void **state)
{
    enum { WORD = 50, WORDS = 10 };
    char names[WORDS][WORD + 1] = {{0}}, text[TLB_OPTION_EXPECTED + 1];
    tlb_option_word words[WORDS + 1] = {{0}};
    (void)state;
    for (int i = 0; i < WORDS; i++) {
        memset(names[i], 'a' + i, WORD);
        words[i].name = names[i];
    }
    for (size_t first = 1; first <= WORD; first++) {
        memset(names[0], 'a', first);
        names[0][first] = 0;
        for (size_t count = 2; count <= WORDS; count++) {
            words[count].name = NULL;
            text[TLB_OPTION_EXPECTED] = '#';
            tlb_option_expected(&(tlb_option_info){.kind = TLB_OPTION_BITS, .words = words}, text);
            size_t whole = first + (count - 1) * WORD + strlen(" or ") + (count - 2) * strlen(", ") +
                           strlen(", separated by commas");
            assert_int_equal(strlen(text), whole < TLB_OPTION_EXPECTED ? whole : TLB_OPTION_EXPECTED - 1);
            assert_int_equal(text[TLB_OPTION_EXPECTED], '#');
            words[count].name = count < WORDS ? names[count] : NULL;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_says_what_it_takes),
        cmocka_unit_test(long_lists_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
