/* UTF-8, letters, paths, base64. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void utf8_is_told_strictly(void **state)
{
    (void)state;
    static const char *const good[] = {
        "",
        "plain text of more than eight bytes",
        "\xc2\x80",
        "\xdf\xbf",
        "\xe0\xa0\x80",
        "\xed\x9f\xbf",
        "\xee\x80\x80",
        "\xef\xbf\xbf",
        "\xf0\x90\x80\x80",
        "\xf4\x8f\xbf\xbf",
        "12345678\303\24412345678",
    };
    static const char *const bad[] = {
        "\x80",
        "\xbf",
        "\xc3",
        "\xc3(",
        "\xc0\xaf",
        "\xc1\xbf",
        "\xe0\x9f\xbf",
        "\xe2\x82",
        "\xe2\x82(",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xf8\x88\x80\x80\x80",
        "\xff",
        "1234567\xff",
        "12345678\xc3",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(tlb_is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(tlb_is_utf8(bad[i], strlen(bad[i])));
    assert_true(tlb_is_utf8("a\0b", 3));
    assert_true(tlb_is_utf8(NULL, 0));
}

static void letters_are_compared_without_case(void **state)
{
    (void)state;
    assert_true(tlb_same_nocase("Brick_[01].PNG", "bRICK_[01].png"));
    assert_false(tlb_same_nocase("brick", "bricks"));
    assert_false(tlb_same_nocase("[", "{"));
    assert_false(tlb_same_nocase("\xc4", "\xe4"));
    assert_int_equal(tlb_hash_nocase(1, "WALL", 4), tlb_hash_nocase(1, "wall", 4));
    assert_int_not_equal(tlb_hash_nocase(1, "wall", 4), tlb_hash_nocase(1, "walk", 4));
    assert_int_not_equal(tlb_hash_nocase(1, "wall", 4), tlb_hash_nocase(2, "wall", 4));
}

static void paths_are_taken_apart(void **state)
{
    (void)state;
    assert_string_equal(tlb_path_base("a/b\\c.d/e.tar.gz"), "e.tar.gz");
    assert_string_equal(tlb_path_base("plain"), "plain");
    assert_string_equal(tlb_path_base("folder/"), "");
    assert_string_equal(tlb_path_extension("a/b.c/e.tar.gz"), "gz");
    assert_string_equal(tlb_path_extension("a/b.c/plain"), "");
    assert_string_equal(tlb_path_extension("a.b\\plain."), "");
}

static void base64_is_that_of_rfc_4648(void **state)
{
    (void)state;
    static const char *const vectors[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xfe", "+//+"},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        char text[16];
        uint8_t bytes[16];
        size_t size = strlen(vectors[i][0]), back;
        *tlb_base64_encode(text, vectors[i][0], size) = 0;
        assert_string_equal(text, vectors[i][1]);
        assert_int_equal(strlen(text), tlb_base64_size(size));
        assert_true(tlb_base64_decode(text, strlen(text), bytes, &back));
        assert_int_equal(back, size);
        assert_memory_equal(bytes, vectors[i][0], size);
    }
    static const char *const bad[] = {
        "Z", "Zg=", "Zg", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm9-", "Z=g="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t bytes[16];
        size_t size;
        assert_false(tlb_base64_decode(bad[i], strlen(bad[i]), bytes, &size));
    }
}

static void portable_paths_are_told_from_others(void **state)
{
    (void)state;
    static const char *const good[] = {"a",         "a.b",         "a/b",       "a\\b",        ".hidden",
                                       "two words", "com",         "com10",     "console.txt", "nullify",
                                       "a..b",      "caf\xc3\xa9", "@fx_1.bmp", "!water.bmp",  "-",
                                       "~",         "#3"};
    static const char *const bad[] = {
        "",       "/",           "/a",     "a/",       "a//b", ".",       "..",    "a/..",
        "../a",   "..\\a",       "a/./b",  "c:",       "c:/a", "C:\\a",   "a:b",   "a*",
        "a?",     "a|b",         "a<",     "a\"",      "a\n",  "\x1b[m",  "\x7f",  "a.",
        "a ",     "a. /b",       "con",    "CON.txt",  "nul ", "aux.a.b", "a/prn", "Com1",
        "LPT9.x", "com\xc2\xb2", "conin$", "con .txt", "com0", "\xff",    "\xc3"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!tlb_is_portable_path(good[i]))
            fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (tlb_is_portable_path(bad[i]))
            fail_msg("%s is taken", bad[i]);
    char name[202], path[1002];
    memset(name, 'a', sizeof name);
    name[201] = 0;
    assert_false(tlb_is_portable_path(name));
    name[200] = 0;
    assert_true(tlb_is_portable_path(name));
    for (size_t i = 0; i < sizeof path; i++)
        path[i] = i % 2 ? '/' : 'a';
    path[1001] = 0; /* ends in a name */
    assert_false(tlb_is_portable_path(path));
    path[1000] = 0;
    path[999] = 'a';
    assert_true(tlb_is_portable_path(path));
}

static void assert_printed(const char *text, size_t size, const char *expected)
{
    char shown[TLB_PRINTABLE * 64 + 1];
    *tlb_printable(text, size, shown) = 0;
    assert_string_equal(shown, expected);
}

static void terminals_get_no_orders(void **state)
{
    (void)state;
    assert_printed("wall \xc3\xa4\\b.bmp \xf0\x9f\x90\x8c", 18, "wall \xc3\xa4\\b.bmp \xf0\x9f\x90\x8c");
    assert_printed("a\x1b[31m\n\r\t\x7f\0z", 12, "a\\x1b[31m\\x0a\\x0d\\x09\\x7f\\x00z");
    assert_printed("\xc2\x9b\xc2\xa0", 4, "\\u009b\xc2\xa0");                           /* C1 */
    assert_printed("\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8", 9, "\\u202e\\u2066\\u2028"); /* direction, line */
    assert_printed("\x9b\xe4x\xc0\xaf\xe2\x80", 7, "\\x9b\\xe4x\\xc0\\xaf\\xe2\\x80");  /* no UTF-8 */
    assert_printed("a\xe2\x80\x8b\xef\xbb\xbf\xc2\xad", 9, "a\\u200b\\ufeff\\u00ad");   /* no width */
    assert_printed("\xf3\xa0\x81\x81", 4, "\\U000e0041");                               /* a tag */
    /* As long as is said. */
    char text[64], shown[TLB_PRINTABLE * sizeof text];
    for (int byte = 0; byte < 256; byte++) {
        memset(text, byte, sizeof text);
        assert_true(tlb_printable(text, sizeof text, shown) <= shown + sizeof shown);
    }
}

/* The first and the last of each range, and their neighbors. */
static void ranges_of_unprintable_characters_have_ends(void **state)
{
    static const uint32_t ranges[][2] = {
        {0x00, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        assert_true(tlb_is_unprintable(ranges[i][0]) && tlb_is_unprintable(ranges[i][1]));
        assert_true(!ranges[i][0] || !tlb_is_unprintable(ranges[i][0] - 1));
        assert_false(tlb_is_unprintable(ranges[i][1] + 1));
    }
}

static void sizes_are_two_numbers(void **state)
{
    static const struct {
        const char *text;
        bool is_size;
        uint32_t width, height;
    } cases[] = {
        {"1x1", true, 1, 1},
        {"640X480", true, 640, 480},
        {"4294967295x1", true, UINT32_MAX, 1},
        {"1x4294967295", true, 1, UINT32_MAX},
        {"4294967296x1", false, 0, 0},
        {"1x4294967296", false, 0, 0},
        {"0x1", false, 0, 0},
        {"1x0", false, 0, 0},
        {"1x", false, 0, 0},
        {"x1", false, 0, 0},
        {"1", false, 0, 0},
        {"1x1x", false, 0, 0},
        {"1*1", false, 0, 0},
        {"", false, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t width = 0, height = 0;
        assert_int_equal(tlb_read_size(cases[i].text, &width, &height), cases[i].is_size);
        assert_int_equal(width, cases[i].width);
        assert_int_equal(height, cases[i].height);
    }
}

static void lists_of_names_end_with_dots(void **state)
{
    tlb_name_list list = {0}, single = {0};
    char name[600];
    (void)state;
    tlb_name_list_add(&list, "turn");
    tlb_name_list_add(&list, "walk");
    assert_string_equal(list.text, "turn, walk");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    tlb_name_list_add(&list, name);
    assert_string_equal(list.text, "turn, walk, ...");
    tlb_name_list_add(&list, "run");
    assert_string_equal(list.text, "turn, walk, ...");
    tlb_name_list_add(&single, name);
    assert_string_equal(single.text, "the names are too long to list");
    /* Up to the end of the text, with what could be said of further ones. */
    for (size_t more = 0; more < 2; more++) {
        tlb_name_list one = {0}, two = {0};
        char exact[sizeof one.text];
        size_t size = sizeof one.text - sizeof ", ..." + more;
        memset(exact, 'n', sizeof exact);
        exact[size] = 0;
        tlb_name_list_add(&one, exact);
        assert_int_equal(one.is_cut, more);
        assert_int_equal(strcmp(one.text, exact) == 0, !more);
        exact[size - 3] = 0;
        tlb_name_list_add(&two, "a");
        tlb_name_list_add(&two, exact);
        assert_int_equal(two.is_cut, more);
        assert_string_equal(two.text + 3, more ? "..." : exact);
    }
    tlb_name_list full = {0};
    for (int i = 0; i < 1000; i++)
        tlb_name_list_add(&full, i % 2 ? "ab" : "c");
    assert_true(full.is_cut && strlen(full.text) == full.size && full.size < sizeof full.text);
    assert_string_equal(full.text + full.size - 5, ", ...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_told_strictly),
        cmocka_unit_test(letters_are_compared_without_case),
        cmocka_unit_test(paths_are_taken_apart),
        cmocka_unit_test(terminals_get_no_orders),
        cmocka_unit_test(ranges_of_unprintable_characters_have_ends),
        cmocka_unit_test(sizes_are_two_numbers),
        cmocka_unit_test(lists_of_names_end_with_dots),
        cmocka_unit_test(base64_is_that_of_rfc_4648),
        cmocka_unit_test(portable_paths_are_told_from_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
