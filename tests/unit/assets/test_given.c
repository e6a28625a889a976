/* Files that callers give: in memory, by a finder, and from a file system of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <archive.h>
#include <archive_entry.h>

#include "asset_folder.h"
#include "assets/textures.h"
#include "base/platform.h"
#include "base/context.h"
#include "files.h"
#include "virtual_files.h"

/* The module knows no volumes: whoever opens them stands above it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

static tlb_bytes bytes_of(const char *text)
{
    return (tlb_bytes){(const uint8_t *)text, strlen(text)};
}

/* --- memory ------------------------------------------------------------------------------------------ */

static void files_in_memory_are_found_as_others(void **state)
{
    asset_folder *f = *state;
    char name[] = "Walls/Brick.PNG";
    assert_int_equal(tlb_assets_add_memory(f->assets, name, bytes_of("brick")), TLB_OK);
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(tlb_assets_add_memory(f->assets, "empty.png", (tlb_bytes){0}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "floors\\brick.png", bytes_of("floor")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "walls/brick.png", bytes_of("second")), TLB_OK);
    assert_int_equal(f->assets->sources.count, 1);
    assert_finds(f, "brick.png", "Walls/Brick.PNG", "brick");
    assert_finds(f, "BRICK", "Walls/Brick.PNG", "brick");
    assert_finds(f, "c:\\game\\WALLS\\brick.bmp", "Walls/Brick.PNG", "brick");
    assert_finds(f, "floors/brick", "floors\\brick.png", "floor");
    assert_finds(f, "empty", "empty.png", "");
    assert_finds_nothing(f, "roof.png");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void places_are_searched_in_their_order(void **state)
{
    asset_folder *f = *state;
    put_text(f, "disk/wall.png", "disk");
    put_text(f, "disk/roof.png", "disk");
    put_text(f, "disk/door.png", "disk");
    assert_int_equal(tlb_assets_add_memory(f->assets, "wall.png", bytes_of("first")), TLB_OK);
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "disk")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "roof.png", bytes_of("last")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "big/door.png", bytes_of("last")), TLB_OK);
    assert_int_equal(f->assets->sources.count, 3);
    assert_finds(f, "wall.png", "wall.png", "first");
    assert_finds(f, "roof.png", "roof.png", "disk");
    assert_finds(f, "big/door.png", "big/door.png", "last");
}

/* --- finders ----------------------------------------------------------------------------------------- */

typedef struct shelf {
    const char *name, *text; /* what it has */
    tlb_status failure;
    bool lies;
    uint32_t asked;
    char last[64];
} shelf;

static tlb_status take(void *user, const char *name, tlb_bytes *bytes)
{
    shelf *s = user;
    static char lent[64];
    s->asked++;
    strncpy(s->last, name, sizeof s->last - 1);
    if (s->failure)
        return s->failure;
    if (strcmp(name, s->name) != 0)
        return TLB_NOT_FOUND;
    /* Valid until it is asked again. */
    strcpy(lent, s->text);
    *bytes = s->lies ? (tlb_bytes){NULL, 5} : bytes_of(lent);
    return TLB_OK;
}

static void a_finder_is_asked_once_for_each_name(void **state)
{
    asset_folder *f = *state;
    shelf s = {.name = "Walls\\brick.png", .text = "brick"};
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &s), TLB_OK);
    assert_int_equal(s.asked, 0);
    for (int i = 0; i < 3; i++) {
        assert_finds(f, "Walls\\brick.png", "Walls\\brick.png", "brick");
        assert_int_equal(s.asked, 1);
    }
    /* As it is, then with each of the two extensions, added and in place of its own. */
    for (int i = 0; i < 3; i++) {
        assert_finds_nothing(f, "roof.bmp");
        assert_int_equal(s.asked, 6);
        assert_string_equal(s.last, "roof.jpg");
    }
    assert_finds(f, "Walls\\brick.bmp", "Walls\\brick.png", "brick");
    assert_finds_nothing(f, "");
    assert_finds_nothing(f, "Walls/");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void a_finder_has_its_place(void **state)
{
    asset_folder *f = *state;
    shelf first = {.name = "b.png", .text = "first"}, second = {.name = "b.png", .text = "second"};
    put_text(f, "near/model.dif", "document");
    put_text(f, "near/below/d.png", "below");
    assert_int_equal(tlb_assets_add_memory(f->assets, "a.png", bytes_of("memory")), TLB_OK);
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &first), TLB_OK);
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &second), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "x/b.png", bytes_of("late")), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "c.png", bytes_of("late")), TLB_OK);
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "near/model.dif")), TLB_OK);
    assert_finds(f, "a.png", "a.png", "memory");
    assert_int_equal(first.asked, 0);
    assert_finds(f, "b.png", "b.png", "first");
    assert_int_equal(second.asked, 0);
    assert_finds(f, "c.png", "c.png", "late");
    assert_int_equal(second.asked, 1);
    assert_finds(f, "d.png", "below/d.png", "below");
    assert_finds(f, "x/b.png", "x/b.png", "late");
}

static void an_empty_answer_is_a_file(void **state)
{
    asset_folder *f = *state;
    shelf s = {.name = "a.png", .text = ""};
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &s), TLB_OK);
    assert_finds(f, "a.png", "a.png", "");
}

static bool is_good(tlb_bytes bytes)
{
    return bytes.size == 4 && memcmp(bytes.data, "good", 4) == 0;
}

static void an_unfit_answer_is_passed_over(void **state)
{
    asset_folder *f = *state;
    shelf s = {.name = "wall.png", .text = "bad"};
    tlb_bytes bytes;
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &s), TLB_OK);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall.png", NULL, is_good, &bytes, NULL), TLB_OK);
    assert_int_equal(bytes.size, 3);
    assert_int_equal(tlb_assets_add_memory(f->assets, "wall.png", bytes_of("good")), TLB_OK);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall.png", NULL, is_good, &bytes, NULL), TLB_OK);
    assert_true(is_good(bytes));
    assert_int_equal(s.asked, 1);
}

static void a_finder_that_fails_is_reported(void **state)
{
    static const struct {
        tlb_status failure, expected;
        bool lies;
        tlb_code code;
    } cases[] = {
        {TLB_READ_FAILED, TLB_READ_FAILED, false, TLB_CODE_CANNOT_READ},
        {TLB_CANCELLED, TLB_READ_FAILED, false, TLB_CODE_CANNOT_READ},
        {(tlb_status)77, TLB_READ_FAILED, false, TLB_CODE_CANNOT_READ},
        {TLB_OK, TLB_READ_FAILED, true, TLB_CODE_CANNOT_READ},
        {TLB_NO_MEMORY, TLB_NO_MEMORY, false, TLB_CODE_OUT_OF_MEMORY},
    };
    asset_folder *f = *state;
    shelf s = {.name = "walls/a.png", .text = "found"};
    tlb_arena arena;
    tlb_bytes bytes;
    tlb_arena_init(&arena, f->context->account);
    assert_int_equal(tlb_assets_add_finder(f->assets, take, &s), TLB_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tlb_diagnostics_clear(f->context);
        s.failure = cases[i].failure;
        s.lies = cases[i].lies;
        assert_int_equal(tlb_assets_find(f->assets, &arena, "walls/a.png", NULL, NULL, &bytes, NULL),
                         cases[i].expected);
        assert_int_equal(arena.failure, tlb_is_fatal(cases[i].expected) ? cases[i].expected : TLB_OK);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, cases[i].code);
        if (cases[i].code == TLB_CODE_CANNOT_READ)
            assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "walls/a.png: "));
    }
    tlb_arena_release(&arena);
    /* Asked again, it may know. */
    s.failure = TLB_OK;
    s.lies = false;
    assert_finds(f, "walls/a.png", "walls/a.png", "found");
}

/* --- file systems ------------------------------------------------------------------------------------ */

static tlb_context *create_virtual(virtual_files *files, tlb_directory_cache *cache)
{
    return tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                     .files = virtual_file_system(files),
                                                     .directory_cache = cache});
}

static tlb_status find_in(tlb_context *context, const char *place, const char *beside, const char *name,
                          char *text)
{
    tlb_arena arena;
    tlb_bytes bytes;
    tlb_assets *assets = tlb_assets_create(context);
    tlb_arena_init(&arena, context->account);
    tlb_status status = beside ? tlb_assets_add_beside(assets, beside) : TLB_OK;
    if (!status && place)
        status = tlb_assets_add(assets, place);
    if (!status)
        status = tlb_assets_find(assets, &arena, name, NULL, NULL, &bytes, NULL);
    if (!status) {
        memcpy(text, bytes.data, bytes.size);
        text[bytes.size] = 0;
    }
    tlb_arena_release(&arena);
    tlb_assets_free(assets);
    return status;
}

static void folders_are_those_of_the_file_system(void **state)
{
    asset_folder *f = *state;
    virtual_files files = {0};
    char text[64];
    virtual_add_text(&f->arena, &files, "game/maps/hall.dif", "document");
    virtual_add_text(&f->arena, &files, "game/maps/near.png", "near");
    virtual_add_text(&f->arena, &files, "game/maps/skins/below.png", "below");
    virtual_add_text(&f->arena, &files, "game/above.png", "above");
    virtual_add_text(&f->arena, &files, "added/deep/in/it.png", "added");
    virtual_add_text(&f->arena, &files, "alone.png", "alone");
    tlb_context *context = create_virtual(&files, NULL);
    assert_int_equal(find_in(context, NULL, "game/maps/hall.dif", "near.png", text), TLB_OK);
    assert_string_equal(text, "near");
    assert_int_equal(find_in(context, NULL, "game/maps/hall.dif", "below.png", text), TLB_OK);
    assert_string_equal(text, "below");
    assert_int_equal(find_in(context, NULL, "game/maps/hall.dif", "above.png", text), TLB_OK);
    assert_string_equal(text, "above");
    assert_int_equal(find_in(context, NULL, "hall.dif", "alone.png", text), TLB_OK);
    assert_string_equal(text, "alone");
    assert_int_equal(find_in(context, "added", NULL, "it.png", text), TLB_OK);
    assert_string_equal(text, "added");
    assert_int_equal(find_in(context, NULL, "game/maps/hall.dif", "none.png", text), TLB_NOT_FOUND);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    assert_int_equal(find_in(context, "none", NULL, "it.png", text), TLB_NOT_FOUND);
    assert_int_equal(tlb_code_total(context, TLB_CODE_CANNOT_READ), 1);
    tlb_context_free(context);
}

/* A zip of one file. */
static tlb_bytes make_zip(tlb_arena *arena, const char *name, const char *text)
{
    enum { CAPACITY = 4096 };
    uint8_t *data = tlb_alloc(arena, CAPACITY);
    size_t size = 0;
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    assert_int_equal(archive_write_set_format_zip(archive), ARCHIVE_OK);
    assert_int_equal(archive_write_open_memory(archive, data, CAPACITY, &size), ARCHIVE_OK);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)strlen(text));
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    archive_write_data(archive, text, strlen(text));
    archive_entry_free(entry);
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
    return (tlb_bytes){data, size};
}

static void archives_are_those_of_the_file_system(void **state)
{
    asset_folder *f = *state;
    virtual_files files = {0};
    char text[64];
    virtual_add(&f->arena, &files, "packs/a.zip", make_zip(&f->arena, "walls/brick.png", "brick"));
    virtual_add_text(&f->arena, &files, "packs/bad.zip", "no archive");
    virtual_add_text(&f->arena, &files, "packs/empty.zip", "");
    for (int lends = 0; lends < 2; lends++) {
        files.lends = lends;
        tlb_directory_cache *cache = tlb_directory_cache_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .files = virtual_file_system(&files)});
        for (int i = 0; i < 3; i++) {
            tlb_context *context = create_virtual(&files, i ? cache : NULL);
            assert_int_equal(find_in(context, "packs/a.zip", NULL, "BRICK.png", text), TLB_OK);
            assert_string_equal(text, "brick");
            assert_int_equal(find_in(context, "packs/bad.zip", NULL, "brick.png", text), TLB_READ_FAILED);
            assert_non_null(strstr(tlb_diagnostic_at(context, 0)->message, "packs/bad.zip: "));
            assert_int_not_equal(find_in(context, "packs/empty.zip", NULL, "brick.png", text), TLB_OK);
            tlb_diagnostics_clear(context);
            assert_int_equal(tlb_memory_now(context), 0);
            tlb_context_free(context);
        }
        tlb_directory_cache_free(cache);
        assert_int_equal(files.lent, 0);
    }
}

/* Once a file is found nowhere else. */
static void archives_in_folders_are_searched_last(void **state)
{
    asset_folder *f = *state;
    virtual_files files = {0};
    char text[64];
    virtual_add_text(&f->arena, &files, "game/walls/brick.png", "of the folder");
    virtual_add(&f->arena, &files, "game/base.VL2", make_zip(&f->arena, "walls/brick.png", "packed"));
    virtual_add(&f->arena, &files, "game/packs/more.zip", make_zip(&f->arena, "floor.png", "floor"));
    virtual_add(&f->arena, &files, "game/other.7z", make_zip(&f->arena, "roof.png", "roof"));
    virtual_add_text(&f->arena, &files, "game/bad.pk3", "no archive");
    tlb_context *context = create_virtual(&files, NULL);
    assert_int_equal(find_in(context, "game", NULL, "brick.png", text), TLB_OK);
    assert_string_equal(text, "of the folder");
    assert_int_equal(tlb_code_total(context, TLB_CODE_ARCHIVE_SKIPPED), 0);
    assert_int_equal(find_in(context, "game", NULL, "floor.png", text), TLB_OK);
    assert_string_equal(text, "floor");
    assert_int_equal(find_in(context, "game", NULL, "roof.png", text), TLB_NOT_FOUND);
    assert_int_not_equal(tlb_code_total(context, TLB_CODE_ARCHIVE_SKIPPED), 0);
    tlb_context_free(context);
}

static void a_cache_is_of_one_file_system(void **state)
{
    asset_folder *f = *state;
    virtual_files one = {0}, other = {0};
    char text[64];
    virtual_add_text(&f->arena, &one, "game/a.png", "one");
    virtual_add_text(&f->arena, &other, "game/b.png", "other");
    tlb_directory_cache *cache = tlb_directory_cache_create(&(tlb_context_options){
        .struct_size = sizeof(tlb_context_options), .files = virtual_file_system(&one)});
    tlb_context *first = create_virtual(&one, cache), *second = create_virtual(&other, cache);
    assert_int_equal(find_in(first, "game", NULL, "a.png", text), TLB_OK);
    assert_int_equal(find_in(second, "game", NULL, "b.png", text), TLB_OK);
    assert_int_equal(find_in(second, "game", NULL, "a.png", text), TLB_NOT_FOUND);
    /* It was listed before: not asked for again, nor seen anew. */
    virtual_add_text(&f->arena, &one, "game/late.png", "late");
    assert_int_equal(find_in(first, "game", NULL, "late.png", text), TLB_NOT_FOUND);
    virtual_add_text(&f->arena, &other, "game/late.png", "late");
    assert_int_equal(find_in(second, "game", NULL, "late.png", text), TLB_OK);
    tlb_context_free(first);
    tlb_context_free(second);
    tlb_directory_cache_free(cache);
}

/* Each folder has two that are like itself. */
static tlb_path_kind is_folder(void *user, const char *path)
{
    (void)user, (void)path;
    return TLB_PATH_FOLDER;
}

static tlb_status size_of(void *user, const char *path, uint64_t *size)
{
    (void)user, (void)path;
    *size = 0;
    return TLB_OK;
}

static tlb_status read_none(void *user, const char *path, uint64_t offset, void *data, size_t size)
{
    (void)user, (void)path, (void)offset, (void)data, (void)size;
    return TLB_OK;
}

static tlb_status list_itself(void *user, const char *path, tlb_entry_sink entries)
{
    uint32_t *lists = user;
    (void)path;
    (*lists)++;
    entries.add(entries.user, "a", TLB_PATH_FOLDER);
    entries.add(entries.user, "b", TLB_PATH_FOLDER);
    return TLB_OK;
}

static tlb_path_kind kind_of_many(void *user, const char *path)
{
    (void)user;
    return strstr(path, ".png") ? TLB_PATH_FILE : TLB_PATH_FOLDER;
}

static tlb_status list_many(void *user, const char *path, tlb_entry_sink entries)
{
    const uint32_t *files = user;
    char name[32];
    for (uint32_t i = 0; i < *files && strcmp(path, ".") == 0; i++) {
        snprintf(name, sizeof name, "%06u.png", i);
        entries.add(entries.user, name, TLB_PATH_FILE);
    }
    return TLB_OK;
}

/* Of a folder that nobody asked for, 65536 files. */
static void a_near_folder_has_so_many_files(void **state)
{
    (void)state;
    uint32_t files = 65537;
    char text[64];
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.files = (tlb_file_system){
        .kind = kind_of_many, .size = size_of, .read = read_none, .list = list_many, .user = &files};
    tlb_context *context = tlb_context_create(&options);
    assert_int_equal(find_in(context, NULL, "game/hall.dif", "065535.png", text), TLB_OK);
    assert_int_equal(find_in(context, NULL, "game/hall.dif", "065536.png", text), TLB_NOT_FOUND);
    assert_int_equal(tlb_diagnostic_count(context), 0);
    tlb_context_free(context);
}

static void circles_of_folders_end(void **state)
{
    enum { MOST = 1 << 18 };
    (void)state;
    uint32_t lists = 0;
    char text[64];
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.files = (tlb_file_system){
        .kind = is_folder, .size = size_of, .read = read_none, .list = list_itself, .user = &lists};
    tlb_context *context = tlb_context_create(&options);
    assert_int_equal(find_in(context, "game", NULL, "a.png", text), TLB_LIMIT);
    assert_int_equal(lists, MOST);
    assert_true(tlb_memory_peak(context) < 1 << 20);
    lists = 0;
    assert_int_equal(find_in(context, NULL, "game/hall.dif", "a.png", text), TLB_NOT_FOUND);
    assert_true(lists < 10);
    tlb_context_free(context);
}

static void every_allocation_may_fail(void **state)
{
    asset_folder *f = *state;
    virtual_files files = {0};
    shelf s = {.name = "shelf.png", .text = "found"};
    tlb_status status = TLB_LIMIT;
    virtual_add_text(&f->arena, &files, "files/inner/file.png", "found");
    virtual_add(&f->arena, &files, "a.zip", make_zip(&f->arena, "zipped.png", "found"));
    for (uint64_t allowed = 1; status; allowed++) {
        static const char *const names[] = {"memory.png", "shelf.png", "file.png", "zipped.png"};
        tlb_context *context =
            tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                      .files = virtual_file_system(&files),
                                                      .max_allocations = allowed});
        tlb_arena arena;
        tlb_bytes bytes;
        tlb_arena_init(&arena, context->account);
        tlb_assets *assets = tlb_assets_create(context);
        status = assets ? tlb_assets_add_memory(assets, "memory.png", bytes_of("found")) : TLB_LIMIT;
        if (!status)
            status = tlb_assets_add_finder(assets, take, &s);
        if (!status)
            status = tlb_assets_add(assets, "files");
        if (!status)
            status = tlb_assets_add(assets, "a.zip");
        for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++) {
            status = tlb_assets_find(assets, &arena, names[i], NULL, NULL, &bytes, NULL);
            assert_true(status || (bytes.size == 5 && memcmp(bytes.data, "found", 5) == 0));
        }
        tlb_assets_free(assets);
        tlb_arena_release(&arena);
        assert_true(status == TLB_OK || status == TLB_LIMIT);
        tlb_diagnostics_clear(context);
        assert_int_equal(tlb_memory_now(context), 0);
        tlb_context_free(context);
        assert_true(allowed < 1000);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_assets, leave_assets)

/* --- textures ----------------------------------------------------------------------------------------- */

static bytes_copy add_picture(asset_folder *f, const char *name, const char *picture)
{
    bytes_copy bytes = load_file(picture);
    assert_int_equal(tlb_assets_add_memory(f->assets, name, (tlb_bytes){bytes.data, bytes.size}), TLB_OK);
    return bytes;
}

/* The size of the picture that a file finds under a name. */
static size_t found_size(asset_folder *f, const char *file, const char *name)
{
    static const char *const extensions[] = {"png", NULL};
    tlb_scene *scene = tlb_scene_create(f->context);
    tlb_arena work;
    int32_t place;
    tlb_arena_init(&work, f->context->account);
    tlb_textures textures = {.context = f->context,
                             .assets = f->assets,
                             .scene = scene,
                             .work = &work,
                             .extensions = extensions,
                             .beside = file};
    assert_true(tlb_texture_find(&textures, name, "materials", 0, &place));
    size_t size = scene->images[textures.found.data[place].image].encoded.size;
    tlb_arena_release(&work);
    tlb_scene_free(scene);
    return size;
}

static void textures_of_the_own_folder_come_first(void **state)
{
    asset_folder *f = *state;
    bytes_copy in_a = add_picture(f, "game/a/wood.png", "samples/textures/wood.png"),
               in_b = add_picture(f, "game/b/wood.png", "samples/textures/brick.png");
    assert_int_not_equal(in_a.size, in_b.size);
    assert_int_equal(found_size(f, NULL, "wood"), in_a.size);
    assert_int_equal(found_size(f, "game/a/x.dts", "wood"), in_a.size);
    assert_int_equal(found_size(f, "game/b/x.dts", "wood"), in_b.size);
    assert_int_equal(found_size(f, "game/b/x.dts", "wood.jpg"), in_b.size);
    assert_int_equal(found_size(f, "game\\b\\x.dts", "wood"), in_b.size);
    assert_int_equal(found_size(f, "game/c/x.dts", "wood"), in_a.size);
    assert_int_equal(found_size(f, "x.dts", "wood"), in_a.size);
    /* a name with folders says where */
    assert_int_equal(found_size(f, "game/b/x.dts", "a/wood"), in_a.size);
    free(in_a.data);
    free(in_b.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_in_memory_are_found_as_others),
        TEST(places_are_searched_in_their_order),
        TEST(a_finder_is_asked_once_for_each_name),
        TEST(a_finder_has_its_place),
        TEST(an_empty_answer_is_a_file),
        TEST(an_unfit_answer_is_passed_over),
        TEST(a_finder_that_fails_is_reported),
        TEST(folders_are_those_of_the_file_system),
        TEST(archives_are_those_of_the_file_system),
        TEST(archives_in_folders_are_searched_last),
        TEST(a_cache_is_of_one_file_system),
        TEST(circles_of_folders_end),
        TEST(a_near_folder_has_so_many_files),
        TEST(textures_of_the_own_folder_come_first),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
