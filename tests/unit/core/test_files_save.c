/* Sets of files saved as one: all or nothing, whatever fails. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cmocka.h>

#include "base/platform.h"
#include "fault.h"
#include "temporary.h"
#include "trilobite/convert.h"

static tlb_file file(const char *name, const char *text)
{
    return (tlb_file){name, {(const uint8_t *)text, strlen(text)}};
}

static tlb_status save(tlb_context *context, const char *folder, tlb_file *list, uint32_t count, bool replace)
{
    return tlb_files_save(context, &(tlb_files){list, count}, folder, replace);
}

/* What a folder holds, as "name=text name=text": of what is no file the name alone. */
static const char *contents(folder_fixture *f)
{
    tlb_entries entries;
    const char *all = "";
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    for (uint32_t i = 0; i < entries.count; i++) {
        const char *name = entries.data[i].name;
        tlb_bytes bytes = {NULL, 0};
        if (!entries.data[i].is_folder)
            assert_int_equal(
                tlb_path_read(f->context, tlb_arena_printf(&f->arena, "%s/%s", f->folder, name), &bytes),
                TLB_OK);
        all = tlb_arena_printf(&f->arena, "%s%s%s%s%.*s", all, *all ? " " : "", name,
                               entries.data[i].is_folder ? "/" : "=", (int)bytes.size,
                               bytes.size ? (const char *)bytes.data : "");
        tlb_bytes_free(f->context, bytes);
    }
    return all;
}

static void all_are_saved_or_replaced(void **state)
{
    folder_fixture *f = *state;
    tlb_file list[] = {file("a.gltf", "1"), file("a.bin", "2"), file("a.png", "")};
    assert_int_equal(save(f->context, f->folder, list, 3, false), TLB_OK);
    assert_string_equal(contents(f), "a.bin=2 a.gltf=1 a.png=");
    tlb_file next[] = {file("a.gltf", "3"), file("a.bin", "4"), file("b.png", "5")};
    assert_int_equal(save(f->context, tlb_arena_printf(&f->arena, "%s/", f->folder), next, 3, true), TLB_OK);
    assert_string_equal(contents(f), "a.bin=4 a.gltf=3 a.png= b.png=5");
    assert_int_equal(save(f->context, f->folder, NULL, 0, false), TLB_OK);
}

static void what_exists_is_refused(void **state)
{
    folder_fixture *f = *state;
    tlb_file old[] = {file("a.bin", "old")}, list[] = {file("a.gltf", "1"), file("a.bin", "2")};
    assert_int_equal(save(f->context, f->folder, old, 1, false), TLB_OK);
    assert_int_equal(save(f->context, f->folder, list, 2, false), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_FILE_EXISTS), 1);
    assert_string_equal(contents(f), "a.bin=old");
}

/* A folder where a file is to be, no folder at all. */
static void places_that_take_no_files(void **state)
{
    folder_fixture *f = *state;
    tlb_file list[] = {file("a.gltf", "1"), file("there", "2"), file("a.bin", "3")};
    assert_int_equal(tlb_folder_make(f->context, tlb_arena_printf(&f->arena, "%s/there", f->folder)), TLB_OK);
    assert_int_equal(save(f->context, f->folder, list, 3, true), TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "there/");
    assert_int_equal(save(f->context, tlb_arena_printf(&f->arena, "%s/none", f->folder), list, 3, true),
                     TLB_WRITE_FAILED);
}

static void names_are_without_folders(void **state)
{
    folder_fixture *f = *state;
    static const char *const names[] = {"../a", "b/a", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tlb_file list[] = {file("first", "1"), file(names[i], "2")};
        assert_int_equal(save(f->context, f->folder, list, 2, true), TLB_ARGUMENT);
    }
    assert_string_equal(contents(f), "");
}

/* The second "b" fails when the first has its name already. */
static void a_failure_between_the_names_undoes_them(void **state)
{
    folder_fixture *f = *state;
    tlb_file list[] = {file("a", "1"), file("b", "2"), file("b", "3"), file("c", "4")};
    assert_int_equal(save(f->context, f->folder, list, 4, false), TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "");
}

/* Saves to files of which there are `before`, with memory that ends at every point in turn: then the old ones
 * are all there, and nothing else. */
static void assert_all_or_nothing(folder_fixture *f, tlb_file *list, uint32_t count, const char *before,
                                  const char *after)
{
    tlb_status status = TLB_NO_MEMORY;
    uint64_t first;
    for (first = 1; status; first++) {
        uint64_t left = first;
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = scarce_allocator(&left)});
        assert_non_null(context);
        status = save(context, f->folder, list, count, true);
        tlb_context_free(context);
        assert_true(status == TLB_OK || status == TLB_NO_MEMORY);
        assert_string_equal(contents(f), status ? before : after);
    }
    assert_true(first > count);
}

static void whatever_memory_is_refused(void **state)
{
    folder_fixture *f = *state;
    tlb_file old[] = {file("a", "old a"), file("b", "old b"), file("c", "old c")};
    tlb_file list[] = {file("a", "1"), file("b", "2"), file("c", "3"), file("d", "4")};
    assert_int_equal(save(f->context, f->folder, old, 3, false), TLB_OK);
    assert_all_or_nothing(f, list, 4, "a=old a b=old b c=old c", "a=1 b=2 c=3 d=4");
}

#ifndef _WIN32

static void a_folder_that_nobody_may_write_in(void **state)
{
    folder_fixture *f = *state;
    tlb_file list[] = {file("a.gltf", "1")};
    if (geteuid() == 0) /* who may write everywhere */
        skip();
    assert_int_equal(chmod(f->folder, 0555), 0);
    tlb_status status = save(f->context, f->folder, list, 1, true);
    assert_int_equal(chmod(f->folder, 0755), 0);
    assert_int_equal(status, TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "");
}

static void a_link_stays_and_its_file_is_replaced(void **state)
{
    folder_fixture *f = *state;
    const char *link = tlb_arena_printf(&f->arena, "%s/b", f->folder);
    tlb_file old[] = {file("a", "old a"), file("z", "old z")};
    tlb_file list[] = {file("a", "1"), file("b", "2"), file("c", "3")};
    struct stat found;
    assert_int_equal(save(f->context, f->folder, old, 2, false), TLB_OK);
    assert_int_equal(symlink("z", link), 0);
    assert_all_or_nothing(f, list, 3, "a=old a b=old z z=old z", "a=1 b=2 c=3 z=2");
    assert_int_equal(lstat(link, &found), 0);
    assert_true(S_ISLNK(found.st_mode));
}

#endif

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_folder, end_folder)
    const struct CMUnitTest tests[] = {
        TEST(all_are_saved_or_replaced),
        TEST(what_exists_is_refused),
        TEST(places_that_take_no_files),
        TEST(names_are_without_folders),
        TEST(a_failure_between_the_names_undoes_them),
        TEST(whatever_memory_is_refused),
#ifndef _WIN32
        TEST(a_folder_that_nobody_may_write_in),
        TEST(a_link_stays_and_its_file_is_replaced),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
