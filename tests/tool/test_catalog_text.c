/* Names as catalogs have them: always UTF-8, and what they are looked for by. */
#include "catalog/entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static tlb_context *context;
static tlb_arena *arena;

static int begin(void **state)
{
    (void)state;
    context = tlb_context_create(NULL);
    arena = tlb_arena_create(context);
    return arena ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    tlb_arena_free(arena);
    tlb_context_free(context);
    return 0;
}

static void expect_text(const char *given, const char *expected)
{
    assert_string_equal(catalog_text(arena, given, strlen(given)), expected);
}

static void test_text(void **state)
{
    (void)state;
    expect_text("", "");
    expect_text("plain", "plain");
    expect_text("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf",
                "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf");
    static const char edges[] = "\xc2\x80 \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xf0\x90\x80\x80";
    expect_text(edges, edges);
    expect_text("caf\xe9", "caf\xc3\xa9");
    expect_text("\x80\xff", "\xc2\x80\xc3\xbf");
    assert_string_equal(catalog_text(arena, "end\0more", 8), "end");
    assert_string_equal(catalog_text(arena, "caf\xe9s", 4), "caf\xc3\xa9");
    assert_string_equal(catalog_text(arena, NULL, 0), "");
}

/* Cut, too long, surrogates, beyond Unicode: each is Latin-1. */
static void test_not_utf8(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\xc3",     "\xc0\x80",         "\xc1\xbf",         "\xe0\x9f\xbf",     "\xed\xa0\x80",
        "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf0\x9f\x98",
        "\xc3\x28"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *made = catalog_text(arena, texts[i], strlen(texts[i]));
        size_t high = 0;
        for (const char *at = texts[i]; *at; at++)
            high += (unsigned char)*at >= 0x80;
        assert_int_equal(strlen(made), strlen(texts[i]) + high);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(catalog_stem(arena, "Textures\\Wall.Old.PNG"), "wall.old");
    assert_string_equal(catalog_extension(arena, "Textures\\Wall.Old.PNG"), "png");
    assert_string_equal(catalog_stem(arena, "a.b/README"), "readme");
    assert_string_equal(catalog_extension(arena, "a.b/README"), "");
    assert_string_equal(catalog_stem(arena, ""), "");
    assert_string_equal(catalog_lower(arena, "Base.Wood"), "base.wood");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text, begin, end),
        cmocka_unit_test_setup_teardown(test_not_utf8, begin, end),
        cmocka_unit_test_setup_teardown(test_names, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
