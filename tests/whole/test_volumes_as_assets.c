/* Files found in the volumes of a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "asset_folder.h"
#include "base/platform.h"
#include "vol_maker.h"

static void put_volume(asset_folder *f, const char *name, const char *member, const char *text)
{
    tlb_document *volume = vol_make(f->context, TLB_VOL_PVOL,
                                    (const vol_member[]){{member, text, NULL}, {"twin.bmp", text, "lzh"}}, 2);
    tlb_bytes bytes;
    put_text(f, name, "");
    assert_int_equal(tlb_save_memory(volume, &bytes), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, inside(f, name), bytes, true), TLB_OK);
    tlb_document_free(volume);
}

static void volumes_of_a_folder_are_opened_when_needed(void **state)
{
    asset_folder *f = *state;
    put_text(f, "game/loose.bmp", "loose");
    put_volume(f, "game/a.vol", "loose.bmp", "packed");
    put_volume(f, "game/deep/b.vol", "b.bmp", "from b");
    put_volume(f, "game/deep/c.VOL", "c.bmp", "from c");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "game")), TLB_OK);
    assert_int_equal(f->assets->waiting.count, 3);
    assert_finds(f, "loose.bmp", "loose.bmp", "loose");
    assert_int_equal(f->assets->opened, 0);
    assert_finds(f, "B.BMP", "b.bmp", "from b");
    uint32_t opened = f->assets->opened;
    assert_true(opened >= 1);
    assert_finds(f, "b.bmp", "b.bmp", "from b");
    assert_int_equal(f->assets->opened, opened);
    assert_finds_nothing(f, "nowhere.bmp");
    assert_int_equal(f->assets->opened, 3);
    assert_finds(f, "c.bmp", "c.bmp", "from c");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* A name as it is, even in a volume, comes before one with another extension. */
static void a_volume_comes_before_another_extension(void **state)
{
    asset_folder *f = *state;
    put_text(f, "wall.png", "loose");
    put_volume(f, "a.vol", "wall.bmp", "packed");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    assert_finds(f, "wall.bmp", "wall.bmp", "packed");
    assert_finds(f, "wall.tga", "wall.png", "loose");
}

static void a_volume_given_is_open_at_once(void **state)
{
    asset_folder *f = *state;
    put_volume(f, "first.vol", "a.bmp", "first");
    put_volume(f, "second.vol", "b.bmp", "second");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "first.vol")), TLB_OK);
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "second.vol")), TLB_OK);
    assert_finds(f, "twin.bmp", "twin.bmp", "first");
    assert_finds(f, "b.bmp", "b.bmp", "second");
    put_text(f, "bad.vol", "no volume");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "bad.vol")), TLB_INVALID);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_SIGNATURE), 1);
}

static void a_damaged_volume_is_left_out(void **state)
{
    asset_folder *f = *state;
    put_text(f, "bad.vol", "PVOL\xff\xff\xff\xff");
    put_volume(f, "good.vol", "a.bmp", "good");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    assert_finds_nothing(f, "nowhere");
    assert_finds(f, "a.bmp", "a.bmp", "good");
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_ARCHIVE_SKIPPED), 1);
    assert_int_equal(tlb_severity_total(f->context, TLB_ERROR), 0);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "bad.vol"));
}

static void a_volume_is_listed_once_too(void **state)
{
    asset_folder *f = *state;
    uint64_t unreadable;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    put_volume(f, "game/a.vol", "packed.bmp", "packed");
    for (int i = 0; i < 2; i++)
        assert_int_equal(find_alone(f, directory_cache, "game", "packed.bmp", &unreadable), TLB_OK);
    tlb_directory_cache_free(directory_cache);
}

static void every_allocation_may_fail(void **state)
{
    asset_folder *f = *state;
    put_text(f, "files/inner/file.png", "found");
    put_volume(f, "files/inner/a.vol", "other", "text");
    const char *wanted[] = {"inner/file", "twin.bmp", NULL};
    assert_allocations_may_fail(inside(f, "files"), NULL, wanted);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_assets, leave_assets)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(volumes_of_a_folder_are_opened_when_needed),
        TEST(a_volume_comes_before_another_extension),
        TEST(a_volume_given_is_open_at_once),
        TEST(a_damaged_volume_is_left_out),
        TEST(a_volume_is_listed_once_too),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
