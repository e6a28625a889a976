/* What rules of formats report with. */
#include "one_arena.h"

#include "core/checker.h"
#include "fault.h"

#include <string.h>

static const tlb_diagnostic *said(fixture *f, uint32_t at, const char *code, const char *path)
{
    const tlb_diagnostic *found = tlb_diagnostic_at(f->context, at);
    assert_non_null(found);
    assert_string_equal(tlb_code_name(found->code), code);
    assert_string_equal(found->path, path);
    return found;
}

static void paths_begin_with_that_of_the_part(void **state)
{
    fixture *f = *state;
    tlb_checker c = tlb_checker_start(f->context, f);
    assert_ptr_equal(c.root, f);
    assert_string_equal(tlb_at(&c, "name"), "name");
    size_t outer = tlb_enter(&c, "details[%u].", 3);
    assert_int_equal(outer, 0);
    assert_string_equal(tlb_at(&c, "planes[%u]", 12), "details[3].planes[12]");
    size_t part = tlb_enter(&c, "lists[0].");
    assert_int_equal(part, 11);
    assert_string_equal(tlb_at(&c, "x"), "details[3].lists[0].x");
    c.part = part;
    assert_string_equal(tlb_at(&c, "y"), "details[3].y");
    c.part = outer;
    assert_string_equal(tlb_at(&c, "z"), "z");
    assert_int_equal(tlb_checker_end(&c), TLB_OK);
}

static void long_paths_are_cut(void **state)
{
    enum { MOST = 255 };
    fixture *f = *state;
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    for (int size = MOST - 1; size < MOST + 3; size++) {
        tlb_checker c = tlb_checker_start(f->context, NULL);
        assert_int_equal(strlen(tlb_at(&c, "%.*s", size, name)), size < MOST ? size : MOST);
        assert_int_equal(tlb_enter(&c, "%.*s", size, name), 0);
        assert_int_equal(c.part, size < MOST ? size : MOST);
        assert_int_equal(strlen(tlb_at(&c, "x")), MOST);
        assert_int_equal(tlb_enter(&c, "x"), size < MOST ? size : MOST);
        assert_int_equal(c.part, MOST);
        assert_int_equal(tlb_checker_end(&c), TLB_OK);
    }
}

static void bytes_at_the_end_are_counted(void **state)
{
    fixture *f = *state;
    static const uint8_t bytes[2];
    tlb_checker c = tlb_checker_start(f->context, NULL);
    for (size_t size = 0; size < 3; size++)
        tlb_check_tail(&c, (tlb_bytes){bytes, size});
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    assert_string_equal(said(f, 0, "TRAILING_BYTES", "tail")->message, "1 byte follows the end");
    assert_string_equal(said(f, 1, "TRAILING_BYTES", "tail")->message, "2 bytes follow the end");
    assert_int_equal(tlb_checker_end(&c), TLB_OK);
}

static void common_rules_have_edges(void **state)
{
    fixture *f = *state;
    static const float numbers[] = {1, -1e38f, INFINITY, NAN};
    tlb_checker c = tlb_checker_start(f->context, NULL);
    TLB_CHECK_INDEX(&c, BAD_VALUE, 4u, 5u, "a", "nodes");
    TLB_CHECK_INDEX(&c, BAD_VALUE, 5u, 5u, "b", "nodes");
    TLB_CHECK_RANGE(&c, BAD_VALUE, 2u, 3u, 5u, "c", "words");
    TLB_CHECK_RANGE(&c, BAD_VALUE, 3u, 3u, 5u, "d", "words");
    TLB_CHECK_RANGE(&c, BAD_VALUE, UINT32_MAX, 2u, 5u, "e", "words");
    TLB_CHECK_FINITE(&c, BAD_VALUE, numbers, 2, "f");
    TLB_CHECK_FINITE(&c, BAD_VALUE, numbers, 3, "g");
    TLB_CHECK_FINITE(&c, BAD_VALUE, numbers + 3, 1, "h");
    assert_int_equal(tlb_diagnostic_count(f->context), 5);
    assert_string_equal(said(f, 0, "BAD_VALUE", "b")->message, "index 5 out of range; number of nodes: 5");
    assert_string_equal(said(f, 1, "BAD_VALUE", "d")->message,
                        "range of 3 from 3 on exceeds words (length 5)");
    assert_string_equal(said(f, 2, "BAD_VALUE", "e")->message,
                        "range of 2 from 4294967295 on exceeds words (length 5)");
    assert_string_equal(said(f, 3, "BAD_VALUE", "g")->message, "infinite or NaN");
    said(f, 4, "BAD_VALUE", "h");
    assert_int_equal(tlb_checker_end(&c), TLB_OK);
}

/* --- files ------------------------------------------------------------------------------------------- */

static const char *const extensions[] = {"png", NULL};

static tlb_assets *assets_with_wall(tlb_context *context)
{
    tlb_assets *assets = tlb_assets_create(context);
    if (assets && tlb_assets_add_memory(assets, "wall.png", (tlb_bytes){(const uint8_t *)"x", 1})) {
        tlb_assets_free(assets);
        return NULL;
    }
    return assets;
}

static void missing_files_are_reported_once(void **state)
{
    fixture *f = *state;
    tlb_checker c = tlb_checker_start(f->context, NULL);
    tlb_check_file(&c, "texture", "none", extensions, "materials[0]"); /* nobody says where they are */
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    c.assets = assets_with_wall(f->context);
    tlb_check_file(&c, "texture", "wall", extensions, "materials[0]");
    tlb_check_file(&c, "texture", "", extensions, "materials[1]");
    tlb_check_file(&c, "texture", "skins/none", extensions, "materials[2]");
    tlb_check_file(&c, "texture", "SKINS\\none", extensions, "materials[3]");
    tlb_check_file(&c, "sound", "wall.wav", NULL, "sounds[4]");
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    const tlb_diagnostic *first = said(f, 0, "ASSET_MISSING", "materials[2]");
    assert_string_equal(first->message, "texture \"skins/none\" not found");
    assert_string_equal(first->remedy.option, "assets");
    assert_string_equal(said(f, 1, "ASSET_MISSING", "sounds[4]")->message, "sound \"wall.wav\" not found");
    c.status = TLB_LIMIT;
    tlb_check_file(&c, "texture", "another", extensions, "materials[5]");
    assert_int_equal(tlb_diagnostic_count(f->context), 2);
    tlb_assets_free(c.assets);
    assert_int_equal(tlb_checker_end(&c), TLB_LIMIT);
}

static tlb_status fail_to_find(void *user, const char *name, tlb_bytes *bytes)
{
    (void)user, (void)name, (void)bytes;
    return TLB_READ_FAILED;
}

static void what_keeps_files_from_being_found_ends_the_check(void **state)
{
    fixture *f = *state;
    tlb_checker c = tlb_checker_start(f->context, NULL);
    c.assets = tlb_assets_create(f->context);
    assert_int_equal(tlb_assets_add_finder(c.assets, fail_to_find, NULL), TLB_OK);
    tlb_check_file(&c, "texture", "one", extensions, "materials[0]");
    tlb_check_file(&c, "texture", "two", extensions, "materials[1]");
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_string_equal(said(f, 0, "CANNOT_READ", "")->message, "one: the finder failed");
    tlb_assets_free(c.assets);
    assert_int_equal(tlb_checker_end(&c), TLB_READ_FAILED);
}

static tlb_status check_and_take(tlb_context *context, const void *subject, collected *made)
{
    tlb_checker c = tlb_checker_start(context, NULL);
    (void)subject;
    c.assets = assets_with_wall(context);
    if (!c.assets)
        return TLB_NO_MEMORY;
    const uint8_t *scratch = tlb_scratch(&c, 3, 5);
    assert_int_equal(!scratch, c.status == TLB_NO_MEMORY);
    if (scratch)
        collect(made, scratch, 15);
    tlb_check_file(&c, "texture", "wall", extensions, "materials[0]");
    tlb_check_file(&c, "texture", "none", extensions, "materials[1]");
    assert_true(c.status || tlb_code_total(context, TLB_CODE_ASSET_MISSING) == 1);
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), c.status == TLB_NO_MEMORY);
    tlb_assets_free(c.assets);
    return tlb_checker_end(&c);
}

static void checks_need_their_memory(void **state)
{
    fixture *f = *state;
    (void)f;
    assert_refused_or_same(check_and_take, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(paths_begin_with_that_of_the_part), TEST(long_paths_are_cut),
        TEST(bytes_at_the_end_are_counted),      TEST(common_rules_have_edges),
        TEST(missing_files_are_reported_once),   TEST(what_keeps_files_from_being_found_ends_the_check),
        TEST(checks_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
