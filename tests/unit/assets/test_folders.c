/* Folders that cannot be listed, and whose listings are shared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "base/context.h"
#include "fault.h"
#include "virtual_files.h"

/* The module knows no volumes: whoever opens them stands above it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

typedef struct folder_fixture {
    virtual_files files;
    tlb_file_system plain; /* that of the files */
    const char *broken;    /* the folder that cannot be listed, and why */
    tlb_status failure;
    tlb_context *own;
    tlb_arena arena;
} folder_fixture;

static folder_fixture f;

static int set_up(void **state)
{
    (void)state;
    f = (folder_fixture){.own = tlb_context_create(NULL)};
    f.plain = virtual_file_system(&f.files);
    tlb_arena_init(&f.arena, f.own->account);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    tlb_arena_release(&f.arena);
    assert_int_equal(tlb_memory_now(f.own), 0);
    tlb_context_free(f.own);
    return 0;
}

/* The callbacks of the files, at other addresses. */
static tlb_path_kind kind(void *user, const char *path)
{
    return f.plain.kind(user, path);
}

static tlb_status size_of(void *user, const char *path, uint64_t *size)
{
    return f.plain.size(user, path, size);
}

static tlb_status read_part(void *user, const char *path, uint64_t offset, void *data, size_t size)
{
    return f.plain.read(user, path, offset, data, size);
}

static tlb_status list(void *user, const char *path, tlb_entry_sink entries)
{
    bool fails = f.broken && strcmp(path, f.broken) == 0;
    return fails ? f.failure : f.plain.list(user, path, entries);
}

static const void *map(void *user, const char *path, size_t *size)
{
    return f.plain.map(user, path, size);
}

static void unmap(void *user, const void *data, size_t size)
{
    f.plain.unmap(user, data, size);
}

static tlb_context *create(tlb_file_system files, tlb_directory_cache *cache)
{
    return tlb_context_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .files = files, .directory_cache = cache});
}

static void end(tlb_context *context)
{
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

/* Looks for a name in a folder, or beside a document. */
static tlb_status look_up(tlb_context *context, const char *folder, const char *document, const char *name)
{
    tlb_asset asset = {0};
    tlb_assets *assets = tlb_assets_create(context);
    tlb_status status = folder ? tlb_assets_add(assets, folder) : tlb_assets_add_beside(assets, document);
    if (!status)
        status = tlb_assets_look_up(assets, name, NULL, &asset);
    tlb_assets_free(assets);
    return status ? status : asset.path ? TLB_OK : TLB_NOT_FOUND;
}

/* --- folders that cannot be listed ------------------------------------------------------------------------
 */

static void add_game(void)
{
    static const char *const paths[] = {"data/game/maps/hall.dif", "data/game/maps/skins/below.png",
                                        "data/game/maps/walls/deep.png", "data/game/above.png"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        virtual_add_text(&f.arena, &f.files, paths[i], "file");
}

/* Reported, and the others are searched; but not for want of memory. */
static void a_folder_within_that_cannot_be_listed_is_left_out(void **state)
{
    static const tlb_status failures[] = {TLB_READ_FAILED, TLB_NOT_FOUND, TLB_NO_MEMORY};
    static const char *const messages[] = {"data/game/maps/skins: the file system cannot list it",
                                           "data/game/maps/skins: no such file or folder", "out of memory"};
    (void)state;
    add_game();
    tlb_file_system files = f.plain;
    files.list = list;
    f.broken = "data/game/maps/skins";
    for (int i = 0; i < 3; i++) {
        tlb_context *context = create(files, NULL);
        f.failure = failures[i];
        assert_int_equal(look_up(context, "data", NULL, "deep.png"), i < 2 ? TLB_OK : TLB_NO_MEMORY);
        assert_int_equal(tlb_diagnostic_count(context), 1);
        assert_string_equal(tlb_diagnostic_at(context, 0)->message, messages[i]);
        end(context);
    }
}

static void an_added_folder_that_cannot_be_listed_is_an_error(void **state)
{
    (void)state;
    add_game();
    tlb_file_system files = f.plain;
    files.list = list;
    f.broken = "data/game";
    f.failure = TLB_READ_FAILED;
    tlb_context *context = create(files, NULL);
    assert_int_equal(look_up(context, "data/game", NULL, "above.png"), TLB_READ_FAILED);
    assert_int_equal(tlb_diagnostic_count(context), 1);
    end(context);
}

/* Nobody asked for them. */
static void near_folders_that_cannot_be_listed_are_not_mentioned(void **state)
{
    static const struct {
        const char *broken;
        tlb_status failure;
        const char *name;
        tlb_status expected;
    } cases[] = {
        {"data/game", TLB_READ_FAILED, "above.png", TLB_NOT_FOUND},
        {"data/game", TLB_NOT_FOUND, "above.png", TLB_NOT_FOUND},
        {"data/game", TLB_READ_FAILED, "below.png", TLB_OK},
        {"data/game", TLB_NO_MEMORY, "above.png", TLB_NO_MEMORY},
        {"data/game/maps/skins", TLB_READ_FAILED, "below.png", TLB_NOT_FOUND},
        {"data/game/maps/skins", TLB_NOT_FOUND, "deep.png", TLB_OK},
        {"data/game/maps/skins", TLB_READ_FAILED, "above.png", TLB_OK},
    };
    (void)state;
    add_game();
    tlb_file_system files = f.plain;
    files.list = list;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_context *context = create(files, NULL);
        f.broken = cases[i].broken;
        f.failure = cases[i].failure;
        assert_int_equal(look_up(context, NULL, "data/game/maps/hall.dif", cases[i].name), cases[i].expected);
        assert_int_equal(tlb_diagnostic_count(context), cases[i].expected == TLB_NO_MEMORY);
        end(context);
    }
}

/* Each has its place: what is last, four documents' folders, and those that these are in. */
static void every_near_folder_is_searched(void **state)
{
    enum { DOCUMENTS = 4 };
    static const char *const found[] = {"below0.png", "below1.png", "below2.png", "below3.png",
                                        "above0.png", "above1.png", "above2.png", "above3.png"};
    (void)state;
    for (int i = 0; i < DOCUMENTS; i++) {
        virtual_add_text(&f.arena, &f.files, tlb_arena_printf(&f.arena, "%d/maps/hall.dif", i), "file");
        virtual_add_text(&f.arena, &f.files, tlb_arena_printf(&f.arena, "%d/maps/in/below%d.png", i, i),
                         "file");
        virtual_add_text(&f.arena, &f.files, tlb_arena_printf(&f.arena, "%d/above%d.png", i, i), "file");
    }
    virtual_add_text(&f.arena, &f.files, "last/last.png", "file");
    for (int last = 0; last < 2; last++) {
        tlb_context *context = create(f.plain, NULL);
        tlb_assets *assets = tlb_assets_create(context);
        tlb_asset asset;
        if (last)
            assert_int_equal(tlb_assets_add_last(assets, "last", 0), TLB_OK);
        for (int i = 0; i < DOCUMENTS; i++)
            assert_int_equal(tlb_assets_add_beside(assets, tlb_arena_printf(&f.arena, "%d/maps/hall.dif", i)),
                             TLB_OK);
        for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
            assert_int_equal(tlb_assets_look_up(assets, found[i], NULL, &asset), TLB_OK);
            assert_non_null(asset.path);
        }
        assert_int_equal(tlb_assets_look_up(assets, "last.png", NULL, &asset), TLB_OK);
        assert_int_equal(asset.path != NULL, last);
        tlb_assets_free(assets);
        end(context);
    }
}

static bool fits_nothing(tlb_bytes bytes)
{
    (void)bytes;
    return false;
}

/* Only who asked for what fits is not to get it again. */
static void an_unfit_file_is_found_by_the_next(void **state)
{
    (void)state;
    virtual_add_text(&f.arena, &f.files, "game/wall.png", "wall");
    tlb_context *context = create(f.plain, NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_asset asset;
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_add(assets, "game"), TLB_OK);
    assert_int_equal(tlb_assets_find(assets, &f.arena, "wall.png", NULL, fits_nothing, &bytes, NULL), TLB_OK);
    assert_int_equal(tlb_assets_look_up(assets, "wall.png", NULL, &asset), TLB_OK);
    assert_string_equal(asset.path, "wall.png");
    tlb_assets_free(assets);
    end(context);
}

/* They are not even listed for it. */
static void near_folders_have_nothing_without_a_name(void **state)
{
    (void)state;
    add_game();
    tlb_context *context = create(f.plain, NULL);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_asset asset;
    assert_int_equal(tlb_assets_add_beside(assets, "data/game/maps/hall.dif"), TLB_OK);
    uint32_t calls = f.files.calls;
    assert_int_equal(tlb_assets_look_up(assets, "skins/", NULL, &asset), TLB_OK);
    assert_null(asset.path);
    assert_int_equal(f.files.calls, calls);
    assert_int_equal(tlb_assets_look_up(assets, "below.png", NULL, &asset), TLB_OK);
    assert_non_null(asset.path);
    assert_true(f.files.calls > calls);
    tlb_assets_free(assets);
    end(context);
}

/* --- what is shared
 * ----------------------------------------------------------------------------------------- */

/* Two file systems are one when all of their callbacks are, and what these are called with. */
static void a_cache_is_of_the_same_callbacks(void **state)
{
    (void)state;
    virtual_add_text(&f.arena, &f.files, "game/a.png", "file");
    for (int other = 0; other < 8; other++) {
        virtual_files copy = f.files;
        tlb_file_system files = f.plain;
        files.kind = other == 1 ? kind : files.kind;
        files.size = other == 2 ? size_of : files.size;
        files.read = other == 3 ? read_part : files.read;
        files.list = other == 4 ? list : files.list;
        files.map = other == 5 ? map : files.map;
        files.unmap = other == 6 ? unmap : files.unmap;
        files.user = other == 7 ? &copy : files.user;
        tlb_directory_cache *cache = tlb_directory_cache_create(
            &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .files = f.plain});
        tlb_context *first = create(f.plain, cache), *second = create(files, cache);
        assert_int_equal(look_up(first, "game", NULL, "a.png"), TLB_OK);
        uint32_t calls = f.files.calls, copied = copy.calls;
        assert_int_equal(look_up(second, "game", NULL, "a.png"), TLB_OK);
        /* asked for what it is, and listed where that is not known */
        assert_int_equal(f.files.calls - calls + copy.calls - copied, other ? 2 : 1);
        end(first);
        end(second);
        tlb_directory_cache_free(cache);
    }
}

static void each_folder_has_a_listing_of_its_own(void **state)
{
    (void)state;
    virtual_add_text(&f.arena, &f.files, "one/a.png", "file");
    virtual_add_text(&f.arena, &f.files, "two/b.png", "file");
    tlb_directory_cache *cache = tlb_directory_cache_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .files = f.plain});
    for (int i = 0; i < 2; i++) {
        tlb_context *context = create(f.plain, cache);
        assert_int_equal(look_up(context, "one", NULL, "a.png"), TLB_OK);
        assert_int_equal(look_up(context, "two", NULL, "b.png"), TLB_OK);
        assert_int_equal(look_up(context, "one", NULL, "b.png"), TLB_NOT_FOUND);
        assert_int_equal(look_up(context, "two", NULL, "a.png"), TLB_NOT_FOUND);
        end(context);
    }
    tlb_directory_cache_free(cache);
}

/* What was said while listing, each must say. */
static void what_finds_fault_is_not_shared(void **state)
{
    (void)state;
    add_game();
    tlb_file_system files = f.plain;
    files.list = list;
    f.broken = "data/game/maps/skins";
    f.failure = TLB_READ_FAILED;
    tlb_directory_cache *cache = tlb_directory_cache_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .files = files});
    for (int i = 0; i < 3; i++) {
        tlb_context *context = create(files, cache);
        assert_int_equal(look_up(context, "data", NULL, "deep.png"), TLB_OK);
        assert_int_equal(tlb_code_total(context, TLB_CODE_CANNOT_READ), 1);
        end(context);
    }
    tlb_directory_cache_free(cache);
}

/* More levels than 16 bits count are not those that these bits are. */
static void folders_may_be_very_deep(void **state)
{
    enum { DEEP = 65536 };
    (void)state;
    virtual_add_text(&f.arena, &f.files, "game/inner/a.png", "file");
    tlb_directory_cache *cache = tlb_directory_cache_create(
        &(tlb_context_options){.struct_size = sizeof(tlb_context_options), .files = f.plain});
    tlb_context *context = create(f.plain, cache);
    for (int deep = 1; deep >= 0; deep--) {
        tlb_assets *assets = tlb_assets_create(context);
        tlb_asset asset;
        assert_int_equal(tlb_assets_add_folder(assets, "game", deep ? DEEP : 0), TLB_OK);
        assert_int_equal(tlb_assets_look_up(assets, "a.png", NULL, &asset), TLB_OK);
        assert_int_equal(asset.path != NULL, deep);
        tlb_assets_free(assets);
    }
    end(context);
    tlb_directory_cache_free(cache);
}

/* Whoever asks for a file sees by his arena that it may be there. */
static tlb_status find_file(tlb_context *context, const void *subject, collected *made)
{
    tlb_arena arena;
    tlb_bytes bytes;
    const char *found;
    (void)subject;
    context->session->files = f.plain;
    tlb_arena_init(&arena, context->account);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_status status = assets ? tlb_assets_add_beside(assets, "data/game/maps/hall.dif") : TLB_NO_MEMORY;
    if (!status) {
        status = tlb_assets_find(assets, &arena, "above.png", NULL, NULL, &bytes, &found);
        assert_int_equal(arena.failure, status);
    }
    if (!status) {
        collect(made, bytes.data, bytes.size);
        collect(made, found, strlen(found));
    }
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), assets && status);
    tlb_assets_free(assets);
    tlb_arena_release(&arena);
    return status;
}

static void folders_need_their_memory(void **state)
{
    (void)state;
    add_game();
    assert_refused_or_same(find_file, NULL);
}

static void a_cache_needs_its_memory(void **state)
{
    fault memory = {.failed = true};
    (void)state;
    for (uint64_t at = 0; memory.failed; at++) {
        memory = (fault){.at = at};
        tlb_directory_cache *cache = tlb_directory_cache_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = fault_allocator(&memory)});
        assert_int_equal(!cache, memory.failed);
        tlb_directory_cache_free(cache);
    }
    assert_true(memory.made >= 2);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_folder_within_that_cannot_be_listed_is_left_out),
        TEST(an_added_folder_that_cannot_be_listed_is_an_error),
        TEST(near_folders_that_cannot_be_listed_are_not_mentioned),
        TEST(every_near_folder_is_searched),
        TEST(an_unfit_file_is_found_by_the_next),
        TEST(near_folders_have_nothing_without_a_name),
        TEST(a_cache_is_of_the_same_callbacks),
        TEST(each_folder_has_a_listing_of_its_own),
        TEST(what_finds_fault_is_not_shared),
        TEST(folders_may_be_very_deep),
        TEST(folders_need_their_memory),
        TEST(a_cache_needs_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
