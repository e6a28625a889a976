/* Volumes that an opener knows: when they are opened, with what, and what is said of those that cannot be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "asset_folder.h"
#include "base/platform.h"
#include "base/text.h"
#include "fault.h"

/* --- an opener --------------------------------------------------------------------------------------- */

/* A volume "x.vol" has one member, "in_x.txt", whose text is "of x". */
typedef struct volume {
    char stem[32], text[64];
    tlb_listing listing;
} volume;

static char opened[1024]; /* a line for each: the base name, the size of its bytes, the tier */
static int closed;

static bool knows(const tlb_context *context, const char *path)
{
    (void)context;
    return tlb_same_nocase(tlb_path_extension(path), "vol");
}

static tlb_status read_volume(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                              tlb_bytes *bytes)
{
    const volume *v = self;
    (void)context;
    assert_int_equal(asset->place, 42);
    tlb_text copy = tlb_copy_text(arena, v->text, strlen(v->text));
    *bytes = (tlb_bytes){(const uint8_t *)copy.data, copy.size};
    return TLB_OK;
}

static void close_volume(void *self)
{
    (void)self;
    closed++;
}

static tlb_status open_volume(tlb_assets *assets, const char *path, tlb_bytes bytes)
{
    tlb_arena *arena = &assets->arena;
    const char *base = tlb_path_base(path);
    size_t size = strlen(opened);
    snprintf(opened + size, sizeof opened - size, "%s %zu%s %d\n", base, bytes.size,
             bytes.data ? "" : " unread", (int)assets->tier);
    if (strcmp(base, "bad.vol") == 0) {
        tlb_report(assets->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "the first reason");
        tlb_report(assets->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "the second reason");
        return TLB_READ_FAILED;
    }
    if (strcmp(base, "silent.vol") == 0)
        return TLB_UNSUPPORTED;
    if (strcmp(base, "full.vol") == 0)
        return TLB_LIMIT;
    volume *made = tlb_zalloc(arena, sizeof *made);
    snprintf(made->stem, sizeof made->stem, "%.*s", (int)tlb_path_stem(base), base);
    snprintf(made->text, sizeof made->text, "of %s", made->stem);
    made->listing.arena = arena;
    assert_int_equal(tlb_listing_add(assets->context, &made->listing,
                                     tlb_arena_printf(arena, "in_%s.txt", made->stem), 42),
                     TLB_OK);
    return tlb_assets_join(
        assets, (tlb_asset_source){
                    .read = read_volume, .close = close_volume, .self = made, .listing = &made->listing});
}

tlb_assets *tlb_assets_create(tlb_context *context)
{
    static const tlb_asset_opener opener = {knows, open_volume};
    *opened = 0;
    closed = 0;
    return tlb_assets_make(context, &opener);
}

static void assert_opened(const char *expected)
{
    assert_string_equal(opened, expected);
    *opened = 0;
}

static tlb_status look_up(asset_folder *f, const char *name)
{
    tlb_asset asset;
    tlb_status status = tlb_assets_look_up(f->assets, name, NULL, &asset);
    return status ? status : asset.path ? TLB_OK : TLB_NOT_FOUND;
}

/* --- when --------------------------------------------------------------------------------------------- */

static void an_added_volume_is_opened_at_once(void **state)
{
    asset_folder *f = *state;
    put_text(f, "a.VOL", "volume");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "a.VOL")), TLB_OK);
    assert_opened("a.VOL 0 unread 0\n");
    assert_int_equal(f->assets->sources.count, 1);
    assert_finds(f, "in_a.txt", "in_a.txt", "of a");
    assert_int_equal(closed, 0);
    tlb_assets_free(f->assets);
    assert_int_equal(closed, 1);
    f->assets = tlb_assets_create(f->context);
}

/* By name, one after the other, until one has it. */
static void volumes_of_folders_wait_until_they_are_needed(void **state)
{
    asset_folder *f = *state;
    static const char *const extensions[] = {"txt", NULL};
    tlb_asset asset;
    put_text(f, "game/a.vol", "volume");
    put_text(f, "game/inner/b.vol", "volume");
    put_text(f, "game/c.vol", "volume");
    put_text(f, "game/file.txt", "file");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "game")), TLB_OK);
    assert_int_equal(f->assets->waiting.count, 3);
    assert_finds(f, "file.txt", "file.txt", "file");
    assert_opened("");
    assert_finds(f, "in_a.txt", "in_a.txt", "of a");
    assert_opened("a.vol 0 unread 0\n");
    assert_finds(f, "in_a.txt", "in_a.txt", "of a");
    assert_opened("");
    assert_int_equal(look_up(f, "in_b.txt"), TLB_OK);
    assert_opened("c.vol 0 unread 0\nb.vol 0 unread 0\n");
    assert_int_equal(f->assets->opened, 3);
    assert_int_equal(look_up(f, "none.txt"), TLB_NOT_FOUND);
    assert_opened("");
    assert_int_equal(tlb_assets_look_up(f->assets, "in_c", extensions, &asset), TLB_OK);
    assert_string_equal(asset.path, "in_c.txt");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void volumes_in_memory_are_given_their_bytes(void **state)
{
    asset_folder *f = *state;
    static const uint8_t bytes[5] = {1, 2, 3, 4, 5};
    assert_int_equal(tlb_assets_add_memory(f->assets, "packs/a.vol", (tlb_bytes){bytes, 5}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "file.txt", (tlb_bytes){bytes, 5}), TLB_OK);
    assert_int_equal(tlb_assets_add_memory(f->assets, "empty.vol", (tlb_bytes){0}), TLB_OK);
    assert_int_equal(f->assets->waiting.count, 2);
    assert_string_equal(f->assets->waiting.data[0].path, "packs/a.vol");
    assert_int_equal(look_up(f, "file.txt"), TLB_OK);
    assert_opened("");
    assert_finds(f, "in_a.txt", "in_a.txt", "of a");
    assert_opened("a.vol 5 0\n");
    assert_int_equal(look_up(f, "in_empty.txt"), TLB_OK);
    assert_opened("empty.vol 0 0\n");
}

/* The document's own folder, then the folders in it, then the one above. */
static void near_volumes_are_opened_tier_by_tier(void **state)
{
    asset_folder *f = *state;
    put_text(f, "game/maps/hall.dif", "document");
    put_text(f, "game/maps/own.vol", "volume");
    put_text(f, "game/maps/skins/below.vol", "volume");
    put_text(f, "game/above.vol", "volume");
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "game/maps/hall.dif")), TLB_OK);
    assert_opened("");
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_ADDED), TLB_OK);
    assert_opened("own.vol 0 unread 0\n");
    assert_int_equal(look_up(f, "in_below.txt"), TLB_OK);
    assert_opened("below.vol 0 unread 1\n");
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_BELOW), TLB_OK);
    assert_opened("");
    assert_int_equal(look_up(f, "in_above.txt"), TLB_OK);
    assert_opened("above.vol 0 unread 2\n");
    assert_int_equal(f->assets->tier, TLB_TIER_ADDED);
    static const tlb_tier tiers[] = {TLB_TIER_ADDED, TLB_TIER_ADDED, TLB_TIER_BELOW,
                                     TLB_TIER_BELOW, TLB_TIER_ABOVE, TLB_TIER_ABOVE};
    assert_int_equal(f->assets->sources.count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(f->assets->sources.data[i].tier, tiers[i]);
}

static void all_tiers_can_be_opened_at_once(void **state)
{
    asset_folder *f = *state;
    put_text(f, "far/levels/deep/deeper/d.vol", "volume");
    put_text(f, "far/levels/e.vol", "volume");
    assert_int_equal(tlb_assets_add_last(f->assets, inside(f, "far"), 2), TLB_OK);
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_BELOW), TLB_OK);
    assert_opened("");
    assert_int_equal(f->assets->sources.count, 0);
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_ABOVE), TLB_OK);
    assert_opened("e.vol 0 unread 2\n");
    assert_int_equal(f->assets->sources.count, 2);
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_ABOVE), TLB_OK);
    assert_int_equal(f->assets->sources.count, 2);
}

/* The volume that the document is a member of is added, and does not wait again in its folder. */
static void a_documents_own_volume_is_opened_once(void **state)
{
    asset_folder *f = *state;
    put_text(f, "game/a.vol", "volume");
    put_text(f, "game/b.vol", "volume");
    put_text(f, "game/c.vol", "volume");
    put_text(f, "game/file.txt", "file");
    put_text(f, "other/b.vol", "volume");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "other")), TLB_OK);
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "game/b.vol/in_b.txt")), TLB_OK);
    assert_opened("b.vol 0 unread 0\n");
    assert_int_equal(f->assets->waiting.count, 3); /* other's, and two of the folder */
    assert_string_equal(f->assets->waiting.data[0].path, inside(f, "other/b.vol"));
    assert_finds(f, "file.txt", "file.txt", "file");
    assert_opened("");
    assert_int_equal(tlb_assets_open_all(f->assets, TLB_TIER_ADDED), TLB_OK);
    assert_opened("b.vol 0 unread 0\na.vol 0 unread 0\nc.vol 0 unread 0\n");
}

/* --- what cannot be opened ---------------------------------------------------------------------------- */

static void volumes_that_cannot_be_opened_are_left_out(void **state)
{
    asset_folder *f = *state;
    char message[512];
    put_text(f, "game/bad.vol", "volume");
    put_text(f, "game/silent.vol", "volume");
    put_text(f, "game/z.vol", "volume");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "game")), TLB_OK);
    tlb_report(f->context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "before");
    assert_finds(f, "in_z.txt", "in_z.txt", "of z");
    assert_opened("bad.vol 0 unread 0\nsilent.vol 0 unread 0\nz.vol 0 unread 0\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 3);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, "before");
    for (int i = 1; i < 3; i++) {
        snprintf(message, sizeof message, "%s/game/%s", f->folder,
                 i == 1 ? "bad.vol: the first reason" : "silent.vol: not supported");
        assert_int_equal(tlb_diagnostic_at(f->context, (uint32_t)i)->code, TLB_CODE_ARCHIVE_SKIPPED);
        assert_string_equal(tlb_diagnostic_at(f->context, (uint32_t)i)->message, message);
    }
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 1);
}

/* Nobody asked for them. */
static void near_ones_are_left_out_silently(void **state)
{
    asset_folder *f = *state;
    put_text(f, "maps/hall.dif", "document");
    put_text(f, "maps/skins/bad.vol", "volume");
    put_text(f, "maps/skins/silent.vol", "volume");
    assert_int_equal(tlb_assets_add_beside(f->assets, inside(f, "maps/hall.dif")), TLB_OK);
    assert_int_equal(look_up(f, "none.txt"), TLB_NOT_FOUND);
    assert_opened("bad.vol 0 unread 1\nsilent.vol 0 unread 1\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void a_limit_ends_the_search(void **state)
{
    asset_folder *f = *state;
    put_text(f, "game/full.vol", "volume");
    put_text(f, "game/z.vol", "volume");
    assert_int_equal(tlb_assets_add(f->assets, inside(f, "game")), TLB_OK);
    assert_int_equal(look_up(f, "in_z.txt"), TLB_LIMIT);
    assert_opened("full.vol 0 unread 0\n");
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void archives_are_known_by_their_names(void **state)
{
    static const struct {
        const char *path;
        bool known;
    } cases[] = {{"a.vol", true}, {"x/a.VL2", true}, {"a.pk3", true},      {"a.Zip", true},  {"a.7z", false},
                 {"zip", false},  {"a.", false},     {"a.zip.png", false}, {"a.zip2", false}};
    asset_folder *f = *state;
    tlb_assets *plain = tlb_assets_make(f->context, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(tlb_assets_knows_archive(f->assets, cases[i].path), cases[i].known);
        assert_int_equal(tlb_assets_knows_archive(plain, cases[i].path), cases[i].known && i);
    }
    tlb_assets_free(plain);
}

/* --- sources of the test's own -------------------------------------------------------------------------- */

typedef struct plain_source {
    tlb_listing listing;
    const char *text;
    int reads;
} plain_source;

static tlb_status read_plain(void *self, tlb_context *context, tlb_arena *arena, const tlb_asset *asset,
                             tlb_bytes *bytes)
{
    plain_source *s = self;
    (void)context, (void)arena, (void)asset;
    s->reads++;
    *bytes = (tlb_bytes){(const uint8_t *)s->text, strlen(s->text)};
    return TLB_OK;
}

static void join(asset_folder *f, plain_source *s, const char *name)
{
    s->listing.arena = &f->arena;
    assert_int_equal(tlb_listing_add(f->context, &s->listing, name, 0), TLB_OK);
    assert_int_equal(
        tlb_assets_join(
            f->assets,
            (tlb_asset_source){.read = read_plain, .close = close_volume, .self = s, .listing = &s->listing}),
        TLB_OK);
}

static tlb_status give_any(void *user, const char *name, tlb_bytes *bytes)
{
    (void)user;
    *bytes = (tlb_bytes){(const uint8_t *)name, strlen(name)};
    return TLB_OK;
}

static bool is_good(tlb_bytes bytes)
{
    return bytes.size == 4 && memcmp(bytes.data, "good", 4) == 0;
}

/* Each once, then the first of them again, as there is no other. */
static void unfit_files_are_read_once(void **state)
{
    asset_folder *f = *state;
    plain_source sources[] = {{.text = "bad"}, {.text = "worse"}, {.text = "good"}};
    tlb_bytes bytes;
    for (int count = 1; count <= 3; count++) {
        join(f, &sources[count - 1], "wall");
        for (int i = 0; i < 3; i++)
            sources[i].reads = 0;
        assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall", NULL, is_good, &bytes, NULL), TLB_OK);
        assert_string_equal((const char *)bytes.data, count < 3 ? "bad" : "good");
        assert_int_equal(sources[0].reads, count < 3 ? 2 : 1);
        assert_int_equal(sources[1].reads, count > 1);
        assert_int_equal(sources[2].reads, count > 2);
    }
}

/* More than 16 bits count: the last ones are found, passed over and closed as the others. */
static void there_may_be_many_sources(void **state)
{
    enum { MANY = 65537 };
    asset_folder *f = *state;
    static plain_source empty, last;
    tlb_asset asset;
    tlb_bytes bytes;
    empty = last = (plain_source){.text = "bad"};
    join(f, &empty, "other");
    for (int i = 1; i < MANY; i++)
        assert_int_equal(
            tlb_assets_join(f->assets, (tlb_asset_source){.close = close_volume, .listing = &empty.listing}),
            TLB_OK);
    join(f, &last, "wall");
    assert_int_equal(tlb_assets_look_up(f->assets, "wall", NULL, &asset), TLB_OK);
    assert_int_equal(asset.source, MANY);
    assert_int_equal(tlb_assets_find(f->assets, &f->arena, "wall", NULL, is_good, &bytes, NULL), TLB_OK);
    assert_int_equal(last.reads, 2);
    assert_int_equal(tlb_assets_add_finder(f->assets, give_any, NULL), TLB_OK);
    assert_int_equal(tlb_assets_look_up(f->assets, "roof", NULL, &asset), TLB_OK);
    assert_int_equal(asset.source, MANY + 1);
    assert_finds(f, "floor", "floor", "floor");
    tlb_assets_free(f->assets);
    assert_int_equal(closed, MANY + 1);
    f->assets = tlb_assets_create(f->context);
}

static void finders_may_answer_often(void **state)
{
    enum { MANY = 65537 };
    asset_folder *f = *state;
    tlb_asset asset;
    char name[16];
    assert_int_equal(tlb_assets_add_finder(f->assets, give_any, NULL), TLB_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "%u", i);
        assert_int_equal(tlb_assets_look_up(f->assets, name, NULL, &asset), TLB_OK);
        assert_int_equal(asset.place, i);
    }
    assert_finds(f, name, name, name);
}

/* What cannot be added is closed at once, all else in the end. */
static void sources_are_closed_whatever_happens(void **state)
{
    static const tlb_listing none;
    fault memory = {.failed = true};
    (void)state;
    for (uint64_t at = 0; memory.failed; at++) {
        memory = (fault){.at = at};
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = fault_allocator(&memory)});
        tlb_assets *assets = context ? tlb_assets_create(context) : NULL;
        if (assets) {
            tlb_status status =
                tlb_assets_join(assets, (tlb_asset_source){.close = close_volume, .listing = &none});
            assert_int_equal(status, memory.failed ? TLB_NO_MEMORY : TLB_OK);
            assert_int_equal(closed, memory.failed);
            tlb_assets_free(assets);
            assert_int_equal(closed, 1);
        }
        tlb_context_free(context);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_assets, leave_assets)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_added_volume_is_opened_at_once),
        TEST(volumes_of_folders_wait_until_they_are_needed),
        TEST(volumes_in_memory_are_given_their_bytes),
        TEST(near_volumes_are_opened_tier_by_tier),
        TEST(all_tiers_can_be_opened_at_once),
        TEST(a_documents_own_volume_is_opened_once),
        TEST(volumes_that_cannot_be_opened_are_left_out),
        TEST(near_ones_are_left_out_silently),
        TEST(a_limit_ends_the_search),
        TEST(archives_are_known_by_their_names),
        TEST(unfit_files_are_read_once),
        TEST(there_may_be_many_sources),
        TEST(finders_may_answer_often),
        TEST(sources_are_closed_whatever_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
