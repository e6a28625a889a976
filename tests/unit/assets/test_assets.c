/* Files found in folders and archives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include <archive.h>
#include <archive_entry.h>

#include "asset_folder.h"
#include "base/platform.h"
#include "temporary.h"

/* The module knows no volumes: whoever opens them stands above it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

/* --- folders ----------------------------------------------------------------------------------------- */

static void names_are_found_whatever_their_spelling(void **state)
{
    asset_folder *f = *state;
    put_text(f, "Walls/Brick.PNG", "brick");
    put_text(f, "metal.panel.jpg", "metal");
    put_text(f, "empty.png", "");
    assert_finds_nothing(f, "brick.png");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    assert_finds(f, "brick.png", "Walls/Brick.PNG", "brick");
    assert_finds(f, "BRICK", "Walls/Brick.PNG", "brick");
    assert_finds(f, "c:\\game\\WALLS\\brick.bmp", "Walls/Brick.PNG", "brick");
    assert_finds(f, "other/place/brick.png", "Walls/Brick.PNG", "brick");
    assert_finds(f, "metal.panel", "metal.panel.jpg", "metal");
    assert_finds(f, "empty", "empty.png", "");
    assert_finds_nothing(f, "rick.png");
    assert_finds_nothing(f, "");
    assert_finds_nothing(f, "Walls/");
    assert_int_equal(tlb_severity_total(f->context, TLB_ERROR), 0);
}

static void names_in_latin_1_are_found_in_utf_8(void **state)
{
    asset_folder *f = *state;
    put_text(f, "T\xc3\xbcr.png", "door");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    assert_finds(f, "T\xfcr.png", "T\xc3\xbcr.png", "door");
    assert_finds(f, "t\xfcr.bmp", "T\xc3\xbcr.png", "door");
    assert_finds_nothing(f, "T\xf6r.png");
}

static void the_own_extension_comes_first(void **state)
{
    asset_folder *f = *state;
    put_text(f, "a.jpg", "jpg");
    put_text(f, "a.png", "png");
    put_text(f, "a.tga", "tga");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    assert_finds(f, "a.tga", "a.tga", "tga");
    assert_finds(f, "a.jpg", "a.jpg", "jpg");
    assert_finds(f, "a.bmp", "a.png", "png");
    assert_finds(f, "a", "a.png", "png");
}

/* With another extension, a name has 1023 characters at most. */
static void names_with_another_extension_have_an_end(void **state)
{
    enum { MOST = 1023 };
    asset_folder *f = *state;
    tlb_asset asset;
    static const char *const extensions[] = {"tga", NULL};
    for (int more = 0; more < 2; more++) {
        char name[MOST + 2];
        memset(name, 'n', sizeof name);
        memcpy(name + MOST - 3, ".tg", 4); /* not even as what it would be when cut */
        assert_int_equal(tlb_assets_add_memory(f->assets, name, (tlb_bytes){(const uint8_t *)"x", 1}),
                         TLB_OK);
        memset(name, 'n', sizeof name);
        memcpy(name + MOST - 4 + more, ".tga", 5);
        assert_int_equal(tlb_assets_add_memory(f->assets, name, (tlb_bytes){(const uint8_t *)"x", 1}),
                         TLB_OK);
        memcpy(name + MOST - 4 + more, ".png", 5);
        assert_int_equal(tlb_assets_look_up(f->assets, name, extensions, &asset), TLB_OK);
        assert_int_equal(asset.path != NULL, !more);
    }
}

static void the_longest_common_end_wins_then_the_first_added(void **state)
{
    asset_folder *f = *state;
    put_text(f, "one/x/wall.png", "one/x");
    put_text(f, "one/y/wall.png", "one/y");
    put_text(f, "two/y/wall.png", "two/y");
    put_text(f, "two/my/wall.png", "two/my");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "two")), TLB_OK);
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "one")), TLB_OK);
    assert_finds(f, "wall.png", "my/wall.png", "two/my");
    assert_finds(f, "y/wall.png", "y/wall.png", "two/y");
    assert_finds(f, "data/x/wall.png", "x/wall.png", "one/x");
    assert_finds(f, "data/Y/wall.png", "y/wall.png", "two/y");
}

/* The document's folder; else the folders in it, by name; else the one that it is in. */
static void near_folders_come_last(void **state)
{
    asset_folder *f = *state;
    put_text(f, "game/maps/hall.dif", "document");
    put_text(f, "game/maps/near.png", "near");
    put_text(f, "game/maps/a/near.png", "deeper");
    put_text(f, "game/maps/a/far.png", "far, in a");
    put_text(f, "game/maps/b/far.png", "far, in b");
    put_text(f, "game/far.png", "far, above");
    put_text(f, "game/above.png", "above");
    put_text(f, "game/maps/a/too/deep.png", "deep");
    put_text(f, "game/other/aside.png", "aside");
    put_text(f, "high.png", "high");
    put_text(f, "added/late.png", "added");
    put_text(f, "game/late.jpg", "above");
    put_text(f, "later/far.png", "added, when near folders were open");
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "game/maps/hall.dif")), TLB_OK);
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "added")), TLB_OK);
    assert_finds(f, "near", "near.png", "near");
    assert_int_equal(f->assets->sources.count, 2); /* nothing else was listed yet */
    assert_finds(f, "far.png", "a/far.png", "far, in a");
    assert_int_equal(f->assets->sources.count, 3);
    assert_finds(f, "b/far.png", "b/far.png", "far, in b");
    assert_finds(f, "above", "above.png", "above");
    assert_finds(f, "a/near", "near.png", "near"); /* whatever was looked for before */
    assert_finds(f, "late.jpg", "late.png", "added");
    assert_finds_nothing(f, "deep");
    assert_finds_nothing(f, "aside");
    assert_finds_nothing(f, "high");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "later")), TLB_OK);
    assert_finds(f, "far.png", "far.png", "added, when near folders were open");
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "no/such/hall.dif")), TLB_OK);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void near_folders_are_listed_once(void **state)
{
    asset_folder *f = *state;
    tlb_directory_cache *cache = tlb_directory_cache_create(NULL);
    put_text(f, "maps/hall.dif", "document");
    put_text(f, "maps/skins/wall.png", "wall");
    for (int i = 0; i < 2; i++) {
        tlb_context *context =
            tlb_context_create(&(tlb_context_options){sizeof(tlb_context_options), .directory_cache = cache});
        tlb_assets *assets = tlb_assets_create(context);
        tlb_asset asset;
        assert_int_equal(tlb_assets_add_beside(assets, inside(f, "maps/hall.dif")), TLB_OK);
        assert_int_equal(tlb_assets_look_up(assets, "wall.png", NULL, &asset), TLB_OK);
        assert_string_equal(asset.path, "skins/wall.png");
        /* Not there when it was listed. */
        put_text(f, i ? "maps/skins/other.png" : "maps/skins/roof.png", "roof");
        assert_int_equal(tlb_assets_look_up(assets, "roof.png", NULL, &asset), TLB_OK);
        assert_null(asset.path);
        tlb_assets_free(assets);
        tlb_context_free(context);
    }
    tlb_directory_cache_free(cache);
}

static bool is_good(tlb_bytes bytes)
{
    return bytes.size == 4 && memcmp(bytes.data, "good", 4) == 0;
}

/* Whatever the order of names and of places to look is, what is of no use is passed over. */
static void unfit_files_are_passed_over(void **state)
{
    asset_folder *f = *state;
    static const char *const extensions[] = {"png", "bmp", "tga", NULL};
    tlb_bytes bytes;
    const char *found;
    put_text(f, "maps/hall.dif", "document");
    put_text(f, "maps/wall.png", "bad");
    put_text(f, "maps/wall.bmp", "bad");
    put_text(f, "maps/skins/wall.tga", "good");
    put_text(f, "maps/floor.png", "bad");
    put_text(f, "maps/floor.bmp", "good"); /* beside it */
    put_text(f, "maps/roof.bmp", "first");
    put_text(f, "maps/roof.tga", "second");
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "maps/hall.dif")), TLB_OK);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall", extensions, is_good, &bytes, &found),
                     TLB_OK);
    assert_string_equal(found, "skins/wall.tga");
    assert_true(is_good(bytes));
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "floor", extensions, is_good, &bytes, &found),
                     TLB_OK);
    assert_string_equal(found, "floor.bmp");
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "roof", extensions, is_good, &bytes, &found),
                     TLB_OK);
    assert_string_equal(found, "roof.bmp"); /* to be reported */
    assert_int_equal(bytes.size, 5);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "door", extensions, is_good, &bytes, &found),
                     TLB_NOT_FOUND);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall", extensions, NULL, &bytes, &found), TLB_OK);
    assert_string_equal(found, "wall.png");
}

static void many_files_are_indexed(void **state)
{
    asset_folder *f = *state;
    for (int i = 0; i < 1000; i++)
        put_text(f, tlb_arena_printf(&f->arena, "%d/file%d", i % 10, i),
                 tlb_arena_printf(&f->arena, "%d", i));
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    for (int i = 0; i < 1000; i++) {
        const char *name = tlb_arena_printf(&f->arena, "FILE%d", i);
        assert_finds(f, name, tlb_arena_printf(&f->arena, "%d/file%d", i % 10, i),
                     tlb_arena_printf(&f->arena, "%d", i));
    }
}

static void what_went_away_is_reported(void **state)
{
    asset_folder *f = *state;
    put_text(f, "inner/a.png", "a");
    assert_int_equal(tlb_assets_add(f->assets, f->folder), TLB_OK);
    remove_folder(inside(f, "inner"));
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "a.png", NULL, NULL, &bytes, NULL), TLB_NOT_FOUND);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 1);
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "inner")), TLB_NOT_FOUND);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 2);
}

/* --- archives ---------------------------------------------------------------------------------------- */

typedef struct sample {
    const char *name, *text;
} sample;

#define TEN_TIMES(text) text text text text text text text text text text

static const sample samples[] = {
    {"textures/Brick.png", "brick"},
    {"textures/other/brick.png", "other brick"},
    {"w\xc3\xa4nde/ziegel.png", "a name beyond ASCII"},
    {"empty.png", ""},
    {"../../outside.png", "named to lead outside"},
    {"long.txt", TEN_TIMES(TEN_TIMES("more than a block of the archive "))},
};

static const char *make_archive(asset_folder *f, const char *name, int (*format)(struct archive *),
                                int (*filter)(struct archive *))
{
    const char *path = inside(f, name);
    void *locale = tlb_utf8_enter();
    struct archive *archive = archive_write_new();
    assert_int_equal(format(archive), ARCHIVE_OK);
    assert_int_equal(filter(archive), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(archive, path), ARCHIVE_OK);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_update_pathname_utf8(entry, samples[i].name);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, (la_int64_t)strlen(samples[i].text));
        assert_true(archive_write_header(archive, entry) >= ARCHIVE_WARN);
        archive_write_data(archive, samples[i].text, strlen(samples[i].text));
        archive_entry_free(entry);
    }
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
    tlb_utf8_leave(locale);
    return path;
}

static const char *make_zip(asset_folder *f)
{
    return make_archive(f, "a.zip", archive_write_set_format_zip, archive_write_add_filter_none);
}

static void assert_holds_samples(asset_folder *f)
{
    assert_finds(f, "textures\\brick", samples[0].name, samples[0].text);
    assert_finds(f, "outside.png", samples[4].name, samples[4].text);
    assert_finds(f, "other/brick.png", samples[1].name, samples[1].text);
    assert_finds(f, "ziegel", samples[2].name, samples[2].text);
    assert_finds(f, "empty", samples[3].name, samples[3].text);
    assert_finds(f, "brick.png", samples[0].name, samples[0].text);
    assert_finds(f, "long.txt", samples[5].name, samples[5].text);
}

static void zip_is_read(void **state)
{
    asset_folder *f = *state;
    assert_int_equal(tlb_assets_add(f->assets, make_zip(f)), TLB_OK);
    assert_holds_samples(f);
}

static void sevenzip_is_read(void **state)
{
    asset_folder *f = *state;
    const char *path = make_archive(f, "a.7z", archive_write_set_format_7zip, archive_write_add_filter_none);
    assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
    assert_holds_samples(f);
}

static void tar_is_read_compressed_too(void **state)
{
    asset_folder *f = *state;
    const char *path =
        make_archive(f, "a.tgz", archive_write_set_format_ustar, archive_write_add_filter_gzip);
    assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
    assert_holds_samples(f);
    path = make_archive(f, "a.tar", archive_write_set_format_pax, archive_write_add_filter_none);
    assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
    assert_holds_samples(f);
}

static void damaged_archives_are_reported(void **state)
{
    asset_folder *f = *state;
    put_text(f, "text.zip", "this is no archive");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "text.zip")), TLB_READ_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 1);

    uint8_t *data;
    size_t size;
    const char *path = make_zip(f);
    assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, path, (tlb_bytes){data, size / 2}, true), TLB_OK);
    tlb_release(f->context->account, data, size);
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "long.txt", NULL, NULL, &bytes, NULL),
                     TLB_READ_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 2);
}

/* Written anew, and shorter, after it was listed. */
static void missing_members_are_reported(void **state)
{
    enum { FIRST_MEMBER = 1024 };
    asset_folder *f = *state;
    uint8_t *data;
    size_t size;
    const char *path =
        make_archive(f, "a.tar", archive_write_set_format_ustar, archive_write_add_filter_none);
    assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, path, (tlb_bytes){data, FIRST_MEMBER}, true), TLB_OK);
    tlb_release(f->context->account, data, size);
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "outside.png", NULL, NULL, &bytes, NULL),
                     TLB_READ_FAILED);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "missing"));
}

/* --- the directory cache ------------------------------------------------------------------------------- */

static void a_listing_is_as_the_first_found_it(void **state)
{
    asset_folder *f = *state;
    uint64_t unreadable;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    put_text(f, "game/deep/early.png", "early");
    assert_int_equal(find_alone(f, directory_cache, "game", "early.png", &unreadable), TLB_OK);
    put_text(f, "game/late.png", "late");
    assert_int_equal(find_alone(f, directory_cache, "game", "late.png", &unreadable), TLB_NOT_FOUND);
    assert_int_equal(find_alone(f, NULL, "game", "late.png", &unreadable), TLB_OK);
    assert_int_equal(find_alone(f, directory_cache, "game", "early.png", &unreadable), TLB_OK);
    tlb_directory_cache_free(directory_cache);
}

/* The folder alone, and with those below it. */
static void how_deep_it_goes_makes_another_listing(void **state)
{
    asset_folder *f = *state;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    tlb_context *context = tlb_context_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .directory_cache = directory_cache});
    put_text(f, "game/deep/far.png", "far");
    for (uint32_t levels = 0; levels < 2; levels++) {
        tlb_assets *assets = tlb_assets_create(context);
        tlb_asset distant;
        assert_int_equal(tlb_assets_add_folder(assets, inside(f, "game"), levels), TLB_OK);
        assert_int_equal(tlb_assets_look_up(assets, "far.png", NULL, &distant), TLB_OK);
        assert_int_equal(distant.path != NULL, levels);
        tlb_assets_free(assets);
    }
    tlb_context_free(context);
    tlb_directory_cache_free(directory_cache);
}

static void *count_allocation(void *user, size_t size)
{
    *(size_t *)user += size;
    return malloc(size);
}

static void count_release(void *user, void *memory, size_t size)
{
    *(size_t *)user -= memory ? size : 0;
    free(memory);
}

/* There is one for each folder of an archive of files. */
static void a_listing_takes_no_more_than_it_needs(void **state)
{
    asset_folder *f = *state;
    uint64_t unreadable;
    size_t taken = 0;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .allocator = {count_allocation, count_release, &taken}});
    const size_t before = taken;
    put_text(f, "game/alone.png", "alone");
    assert_int_equal(find_alone(f, directory_cache, "game", "alone.png", &unreadable), TLB_OK);
    assert_true(taken > before);
    assert_true(taken - before < 500);
    tlb_directory_cache_free(directory_cache);
    assert_int_equal(taken, 0);
}

static void archives_are_listed_once_too(void **state)
{
    asset_folder *f = *state;
    uint64_t unreadable;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    make_archive(f, "a.tar", archive_write_set_format_pax, archive_write_add_filter_none);
    assert_int_equal(find_alone(f, directory_cache, "a.tar", "outside.png", &unreadable), TLB_OK);
    assert_int_equal(find_alone(f, directory_cache, "a.tar", "outside.png", &unreadable), TLB_OK);
    /* Nobody looks into it again for what it did not hold. */
    assert_int_equal(remove(inside(f, "a.tar")), 0);
    put_text(f, "a.tar", "this is no archive");
    assert_int_equal(find_alone(f, directory_cache, "a.tar", "absent.png", &unreadable), TLB_NOT_FOUND);
    assert_int_equal(find_alone(f, NULL, "a.tar", "absent.png", &unreadable), TLB_READ_FAILED);
    tlb_directory_cache_free(directory_cache);
}

static void each_tells_of_what_cannot_be_listed(void **state)
{
    asset_folder *f = *state;
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    put_text(f, "text.zip", "this is no archive");
    for (int i = 0; i < 2; i++) {
        uint64_t unreadable;
        assert_int_equal(find_alone(f, directory_cache, "text.zip", "a", &unreadable), TLB_READ_FAILED);
        assert_int_equal(unreadable, 1);
    }
    tlb_directory_cache_free(directory_cache);
}

typedef struct look_into {
    tlb_directory_cache *directory_cache;
    const char **folders;
    int count;
} look_into;

/* Gives `user` back when a.png is in each. */
static void *look_into_all(void *user)
{
    const look_into *all = user;
    bool found = true;
    for (int i = 0; i < all->count; i++) {
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .directory_cache = all->directory_cache});
        tlb_assets *assets = tlb_assets_create(context);
        tlb_asset asset = {0};
        found = found && !tlb_assets_add(assets, all->folders[i]) &&
                !tlb_assets_look_up(assets, "a.png", NULL, &asset) && asset.path;
        tlb_assets_free(assets);
        tlb_context_free(context);
    }
    return found ? user : NULL;
}

/* Each folder is listed by whoever comes first, several at the same time or not. */
static void threads_share_listings(void **state)
{
    enum { FOLDERS = 4, THREADS = 8 };
    asset_folder *f = *state;
    const char *folders[FOLDERS];
    for (int i = 0; i < FOLDERS; i++) {
        put_text(f, tlb_arena_printf(&f->arena, "%d/a.png", i), "a");
        folders[i] = inside(f, tlb_arena_printf(&f->arena, "%d", i));
    }
    tlb_directory_cache *directory_cache = tlb_directory_cache_create(NULL);
    pthread_t threads[THREADS];
    look_into all = {directory_cache, folders, FOLDERS};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, look_into_all, &all), 0);
    for (int i = 0; i < THREADS; i++) {
        void *found;
        assert_int_equal(pthread_join(threads[i], &found), 0);
        assert_ptr_equal(found, &all);
    }
    tlb_directory_cache_free(directory_cache);
}

/* --- faults -------------------------------------------------------------------------------------------- */

/* Without memory for what is shared each lists for itself. */
static void a_cache_without_memory_is_passed_over(void **state)
{
    asset_folder *f = *state;
    uint64_t unreadable;
    put_text(f, "game/file.png", "found");
    for (uint64_t most = 1; most < 30; most++) {
        tlb_directory_cache *cache = tlb_directory_cache_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .max_allocations = most});
        if (cache)
            assert_int_equal(find_alone(f, cache, "game", "file.png", &unreadable), TLB_OK);
        tlb_directory_cache_free(cache);
    }
}

static void every_allocation_may_fail(void **state)
{
    asset_folder *f = *state;
    put_text(f, "files/inner/file.png", "found");
    const char *wanted[] = {"inner/file", "ziegel", NULL};
    assert_allocations_may_fail(inside(f, "files"), make_zip(f), wanted);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_assets, leave_assets)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_found_whatever_their_spelling),
        TEST(names_in_latin_1_are_found_in_utf_8),
        TEST(the_own_extension_comes_first),
        TEST(names_with_another_extension_have_an_end),
        TEST(the_longest_common_end_wins_then_the_first_added),
        TEST(near_folders_come_last),
        TEST(near_folders_are_listed_once),
        TEST(unfit_files_are_passed_over),
        TEST(many_files_are_indexed),
        TEST(what_went_away_is_reported),
        TEST(zip_is_read),
        TEST(sevenzip_is_read),
        TEST(tar_is_read_compressed_too),
        TEST(damaged_archives_are_reported),
        TEST(missing_members_are_reported),
        TEST(a_listing_is_as_the_first_found_it),
        TEST(how_deep_it_goes_makes_another_listing),
        TEST(a_listing_takes_no_more_than_it_needs),
        TEST(archives_are_listed_once_too),
        TEST(each_tells_of_what_cannot_be_listed),
        TEST(threads_share_listings),
        TEST(a_cache_without_memory_is_passed_over),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
