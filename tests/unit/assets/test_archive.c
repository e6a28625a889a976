/* Archives in memory: what of them is a member, how it is unpacked, and what is said of those that fail. */
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

#include "assets/assets.h"
#include "base/context.h"
#include "fault.h"
#include "virtual_files.h"

/* The module knows no volumes: whoever opens them stands above it. */
tlb_assets *tlb_assets_create(tlb_context *context)
{
    return tlb_assets_make(context, NULL);
}

enum { BLOCK = 64 * 1024, CAPACITY = 1 << 20 };

typedef struct archive_fixture {
    virtual_files files;
    tlb_context *own, *context; /* of the archives, and of who reads them */
    tlb_arena arena, read;
    tlb_assets *assets;
    struct archive *archive;
    uint8_t *data;
    size_t size, bytes_in_locale;
} archive_fixture;

static int set_up(void **state)
{
    static archive_fixture f;
    f = (archive_fixture){.own = tlb_context_create(NULL), .bytes_in_locale = MB_CUR_MAX};
    f.context = tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                          .files = virtual_file_system(&f.files)});
    tlb_arena_init(&f.arena, f.own->account);
    tlb_arena_init(&f.read, f.context->account);
    f.assets = tlb_assets_create(f.context);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    archive_fixture *f = *state;
    assert_int_equal(MB_CUR_MAX, f->bytes_in_locale); /* the caller's locale stays */
    tlb_assets_free(f->assets);
    tlb_arena_release(&f->read);
    tlb_arena_release(&f->arena);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    tlb_context_free(f->own);
    return 0;
}

static void begin(archive_fixture *f, int (*format)(struct archive *))
{
    f->data = tlb_alloc(&f->arena, CAPACITY);
    f->archive = archive_write_new();
    assert_int_equal(format(f->archive), ARCHIVE_OK);
    assert_int_equal(archive_write_open_memory(f->archive, f->data, CAPACITY, &f->size), ARCHIVE_OK);
}

static void put(archive_fixture *f, const char *name, unsigned type, const void *bytes, size_t size)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)size);
    if (type == AE_IFLNK)
        archive_entry_set_symlink(entry, "first.png");
    assert_true(archive_write_header(f->archive, entry) >= ARCHIVE_WARN);
    archive_write_data(f->archive, bytes, size);
    archive_entry_free(entry);
}

static void end(archive_fixture *f, const char *path)
{
    assert_int_equal(archive_write_close(f->archive), ARCHIVE_OK);
    archive_write_free(f->archive);
    virtual_add(&f->arena, &f->files, path, (tlb_bytes){f->data, f->size});
}

static tlb_status find(archive_fixture *f, const char *name, tlb_bytes *bytes)
{
    return tlb_assets_find(f->assets, &f->read, name, NULL, NULL, bytes, NULL);
}

static void assert_finds(archive_fixture *f, const char *name, const void *expected, size_t size)
{
    tlb_bytes bytes;
    assert_int_equal(find(f, name, &bytes), TLB_OK);
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, expected, size);
}

static void assert_said(archive_fixture *f, const char *message)
{
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, TLB_CODE_CANNOT_READ);
    assert_string_equal(tlb_diagnostic_at(f->context, 0)->message, message);
    tlb_diagnostics_clear(f->context);
}

/* --- members ------------------------------------------------------------------------------------------ */

static void members_of_any_number_of_blocks_are_whole(void **state)
{
    static const size_t sizes[] = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 77};
    enum { MEMBERS = sizeof sizes / sizeof *sizes };
    static uint8_t pattern[4 * BLOCK];
    archive_fixture *f = *state;
    char name[16];
    for (uint32_t i = 0, hash = 1; i < sizeof pattern; i++) {
        hash = hash * 1664525 + 1013904223;
        pattern[i] = (uint8_t)(hash >> 24);
    }
    for (int zip = 0; zip < 2; zip++) {
        begin(f, zip ? archive_write_set_format_zip : archive_write_set_format_ustar);
        for (int i = 0; i < MEMBERS; i++) {
            snprintf(name, sizeof name, "%d-%d", zip, i);
            put(f, name, AE_IFREG, pattern + i, sizes[i]);
        }
        end(f, zip ? "a.zip" : "a.tar");
        assert_int_equal(tlb_assets_add(f->assets, zip ? "a.zip" : "a.tar"), TLB_OK);
        /* there and back, and each again */
        for (int step = 0; step < 4 * MEMBERS; step++) {
            int at = step / 2 % (2 * MEMBERS), i = at < MEMBERS ? at : 2 * MEMBERS - 1 - at;
            snprintf(name, sizeof name, "%d-%d", zip, i);
            assert_finds(f, name, pattern + i, sizes[i]);
        }
    }
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

static void compressed_archives_are_read(void **state)
{
    static int (*const filters[])(struct archive *) = {
        archive_write_add_filter_none, archive_write_add_filter_gzip, archive_write_add_filter_bzip2,
        archive_write_add_filter_xz, archive_write_add_filter_zstd};
    archive_fixture *f = *state;
    char name[16], path[16];
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        snprintf(name, sizeof name, "file%zu", i);
        snprintf(path, sizeof path, "a%zu.tar", i);
        f->data = tlb_alloc(&f->arena, CAPACITY);
        f->archive = archive_write_new();
        assert_int_equal(archive_write_set_format_ustar(f->archive), ARCHIVE_OK);
        assert_int_equal(filters[i](f->archive), ARCHIVE_OK);
        assert_int_equal(archive_write_open_memory(f->archive, f->data, CAPACITY, &f->size), ARCHIVE_OK);
        put(f, name, AE_IFREG, path, strlen(path));
        end(f, path);
        assert_int_equal(tlb_assets_add(f->assets, path), TLB_OK);
        assert_finds(f, name, path, strlen(path));
    }
}

/* Other entries are none, but have their place. */
static void members_are_regular_files(void **state)
{
    archive_fixture *f = *state;
    tlb_bytes bytes;
    tlb_asset asset;
    begin(f, archive_write_set_format_pax);
    put(f, "first.png", AE_IFREG, "first", 5);
    put(f, "folder.png", AE_IFDIR, NULL, 0);
    put(f, "link.png", AE_IFLNK, NULL, 0);
    put(f, "last.png", AE_IFREG, "last", 4);
    end(f, "a.tar");
    assert_int_equal(tlb_assets_add(f->assets, "a.tar"), TLB_OK);
    assert_int_equal(f->assets->sources.data[0].listing->members.count, 2);
    assert_int_equal(find(f, "folder.png", &bytes), TLB_NOT_FOUND);
    assert_int_equal(find(f, "link.png", &bytes), TLB_NOT_FOUND);
    assert_int_equal(tlb_assets_look_up(f->assets, "first.png", NULL, &asset), TLB_OK);
    assert_int_equal(asset.place, 0);
    assert_int_equal(tlb_assets_look_up(f->assets, "last.png", NULL, &asset), TLB_OK);
    assert_int_equal(asset.place, 3);
    assert_finds(f, "last.png", "last", 4);
    assert_finds(f, "first.png", "first", 5);
}

/* Latin-1, which is no UTF-8. */
static void names_may_be_any_bytes(void **state)
{
    archive_fixture *f = *state;
    begin(f, archive_write_set_format_ustar);
    put(f, "walls/T\xfcr.png", AE_IFREG, "door", 4);
    put(f, "walls/wall.png", AE_IFREG, "wall", 4);
    end(f, "a.tar");
    assert_int_equal(tlb_assets_add(f->assets, "a.tar"), TLB_OK);
    assert_int_equal(f->assets->sources.data[0].listing->members.count, 2);
    assert_finds(f, "T\xfcr.png", "door", 4);
    assert_finds(f, "wall.png", "wall", 4);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* Read in their order, the archive is gone through once. */
static void the_next_member_is_reached_by_going_on(void **state)
{
    archive_fixture *f = *state;
    begin(f, archive_write_set_format_ustar);
    put(f, "a", AE_IFREG, "first", 5);
    put(f, "b", AE_IFREG, "second", 6);
    put(f, "c", AE_IFREG, "third", 5);
    end(f, "a.tar");
    assert_int_equal(tlb_assets_add(f->assets, "a.tar"), TLB_OK);
    assert_finds(f, "a", "first", 5);
    uint32_t calls = f->files.calls;
    assert_finds(f, "b", "second", 6);
    assert_finds(f, "c", "third", 5);
    assert_int_equal(f->files.calls, calls);
    assert_finds(f, "c", "third", 5);
    assert_true(f->files.calls > calls);
}

/* Told to be UTF-8, which it is not: libarchive warns, and has no name for it. */
static void members_without_a_name_are_passed_over(void **state)
{
    archive_fixture *f = *state;
    begin(f, archive_write_set_format_zip);
    put(f, "first.png", AE_IFREG, "first", 5);
    put(f, "T\xfcr.png", AE_IFREG, "door", 4);
    put(f, "last.png", AE_IFREG, "last", 4);
    end(f, "a.zip");
    for (size_t i = 0; i + 10 < f->size; i++) {
        bool local = memcmp(f->data + i, "PK\3\4", 4) == 0, central = memcmp(f->data + i, "PK\1\2", 4) == 0;
        if (local || central)
            f->data[i + (local ? 7 : 9)] |= 8;
    }
    assert_int_equal(tlb_assets_add(f->assets, "a.zip"), TLB_OK);
    assert_finds(f, "first.png", "first", 5);
    assert_finds(f, "last.png", "last", 4);
    assert_int_equal(f->assets->sources.data[0].listing->members.count, 2);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* Of which the folder has no other volumes. */
static void an_archive_is_searched_for_its_own_documents(void **state)
{
    archive_fixture *f = *state;
    begin(f, archive_write_set_format_ustar);
    put(f, "maps/hall.dif", AE_IFREG, "hall", 4);
    put(f, "wall.png", AE_IFREG, "wall", 4);
    end(f, "packs/a.tar");
    virtual_add_text(&f->arena, &f->files, "packs/near.png", "near");
    virtual_add_text(&f->arena, &f->files, "above.png", "above");
    assert_int_equal(tlb_assets_add_beside(f->assets, "packs/a.tar/maps/hall.dif"), TLB_OK);
    assert_int_equal(f->assets->waiting.count, 0);
    assert_int_equal(f->assets->sources.count, 2);
    assert_finds(f, "wall.png", "wall", 4);
    assert_finds(f, "near.png", "near", 4);
    assert_finds(f, "above.png", "above", 5);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
}

/* --- what fails ---------------------------------------------------------------------------------------- */

static void other_files_are_no_archives(void **state)
{
    archive_fixture *f = *state;
    virtual_add_text(&f->arena, &f->files, "packs/text.zip", "this is no archive");
    assert_int_equal(tlb_assets_add(f->assets, "packs/text.zip"), TLB_READ_FAILED);
    assert_said(f, "packs/text.zip: Unrecognized archive format");
    assert_int_equal(f->assets->sources.count, 0);
}

/* The archive is written anew, and other, after it was listed. */
static void members_that_went_away_are_named(void **state)
{
    archive_fixture *f = *state;
    tlb_bytes bytes;
    begin(f, archive_write_set_format_ustar);
    put(f, "first.png", AE_IFREG, "first", 5);
    put(f, "walls/last.png", AE_IFREG, "last", 4);
    end(f, "packs/a.tar");
    assert_int_equal(tlb_assets_add(f->assets, "packs/a.tar"), TLB_OK);
    begin(f, archive_write_set_format_ustar);
    put(f, "first.png", AE_IFREG, "again", 5);
    end(f, "unused");
    f->files.list.data[0].bytes = f->files.list.data[1].bytes;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(find(f, "last.png", &bytes), TLB_READ_FAILED);
        assert_said(f, "packs/a.tar/walls/last.png: it is missing, although the archive listed it before");
        assert_finds(f, "first.png", "again", 5);
    }
}

static void members_that_end_early_are_named(void **state)
{
    static const uint8_t zeros[2 * BLOCK];
    enum { HEADER = 512 };
    archive_fixture *f = *state;
    tlb_bytes bytes;
    begin(f, archive_write_set_format_ustar);
    put(f, "walls/large.png", AE_IFREG, zeros, sizeof zeros);
    put(f, "walls/next.png", AE_IFREG, "next", 4);
    end(f, "packs/a.tar");
    assert_int_equal(tlb_assets_add(f->assets, "packs/a.tar"), TLB_OK);
    f->files.list.data[0].bytes.size = HEADER + BLOCK + 5;
    assert_int_equal(find(f, "large.png", &bytes), TLB_READ_FAILED);
    assert_int_equal(tlb_diagnostic_count(f->context), 1);
    assert_memory_equal(tlb_diagnostic_at(f->context, 0)->message, "packs/a.tar/walls/large.png: ", 29);
    /* whole again, it is read from its beginning */
    f->files.list.data[0].bytes.size = f->size;
    assert_finds(f, "next.png", "next", 4);
    assert_finds(f, "large.png", zeros, sizeof zeros);
}

/* Whoever asks for a file sees by his arena that it may be there. */
static tlb_status find_all(tlb_context *context, const void *subject, collected *made)
{
    static const char *const names[] = {"last", "first", "none"};
    tlb_arena arena;
    tlb_bytes bytes;
    context->session->files = virtual_file_system((virtual_files *)(uintptr_t)subject);
    tlb_arena_init(&arena, context->account);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_status status = assets ? tlb_assets_add(assets, "a.tar") : TLB_NO_MEMORY;
    for (int i = 0; i < 3 && !status; i++) {
        status = tlb_assets_find(assets, &arena, names[i], NULL, NULL, &bytes, NULL);
        assert_int_equal(arena.failure, status == TLB_NOT_FOUND ? TLB_OK : status);
        if (!status)
            collect(made, bytes.data, bytes.size);
        assert_true(i == 2 || status != TLB_NOT_FOUND);
        status = status == TLB_NOT_FOUND ? TLB_OK : status;
    }
    assert_int_equal(tlb_code_total(context, TLB_CODE_OUT_OF_MEMORY), assets && status);
    tlb_assets_free(assets);
    tlb_arena_release(&arena);
    return status;
}

static void archives_need_their_memory(void **state)
{
    archive_fixture *f = *state;
    begin(f, archive_write_set_format_ustar);
    put(f, "first", AE_IFREG, "first", 5);
    put(f, "last", AE_IFREG, "last", 4);
    end(f, "a.tar");
    assert_refused_or_same(find_all, &f->files);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(members_of_any_number_of_blocks_are_whole),
        TEST(compressed_archives_are_read),
        TEST(an_archive_is_searched_for_its_own_documents),
        TEST(members_are_regular_files),
        TEST(names_may_be_any_bytes),
        TEST(the_next_member_is_reached_by_going_on),
        TEST(members_without_a_name_are_passed_over),
        TEST(other_files_are_no_archives),
        TEST(members_that_went_away_are_named),
        TEST(members_that_end_early_are_named),
        TEST(archives_need_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
