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
    assert_int_equal(tlb_hash_nocase("WALL", 4), tlb_hash_nocase("wall", 4));
    assert_int_not_equal(tlb_hash_nocase("wall", 4), tlb_hash_nocase("walk", 4));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_told_strictly),
        cmocka_unit_test(letters_are_compared_without_case),
        cmocka_unit_test(paths_are_taken_apart),
        cmocka_unit_test(base64_is_that_of_rfc_4648),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
