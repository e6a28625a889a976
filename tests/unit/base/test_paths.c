/* Paths as people have them: in any script, long, and spelled as Windows does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#ifdef _WIN32
#include <windows.h>
#endif

#include "base/platform.h"
#include "base/system.h"
#include "temporary.h"

/* A file in a folder that is made for it: listed, moved, split from what is in it, and removed. */
static void assert_usable(folder_fixture *f, const char *folder, const char *name)
{
    const char *path = tlb_arena_printf(&f->arena, "%s/%s", folder, name), *file, *in;
    const char *other = tlb_arena_printf(&f->arena, "%s/other", folder);
    const char *member = tlb_arena_printf(&f->arena, "%s/a/b", path);
    tlb_entries entries;
    uint8_t *data;
    size_t size;
    assert_int_equal(tlb_folder_make(f->context, folder), TLB_OK);
    assert_int_equal(tlb_path_kind_of(f->context, folder), TLB_PATH_FOLDER);
    assert_int_equal(tlb_file_save(f->context, path, (tlb_bytes){(const uint8_t *)"old", 3}, false), TLB_OK);
    assert_int_equal(tlb_file_save(f->context, path, (tlb_bytes){(const uint8_t *)"new", 3}, true), TLB_OK);
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(size, 3);
    assert_memory_equal(data, "new", 3);
    tlb_release(f->context->account, data, size);
    assert_int_equal(tlb_folder_list(f->context, &f->arena, folder, &entries), TLB_OK);
    assert_int_equal(entries.count, 1);
    assert_string_equal(entries.data[0].name, name);
    assert_true(tlb_path_split(f->context, &f->arena, member, &file, &in));
    assert_string_equal(file, path);
    assert_string_equal(in, "a/b");
    assert_true(tlb_system_link(path, other));
    assert_true(tlb_file_remove(other));
    assert_int_equal(tlb_file_save(f->context, other, (tlb_bytes){NULL, 0}, false), TLB_OK);
    assert_false(tlb_file_move(path, other, false));
    assert_int_equal(errno, EEXIST);
    assert_true(tlb_file_remove(other));
    assert_true(tlb_file_move(path, other, false));
    assert_true(tlb_file_remove(other));
    assert_int_equal(tlb_path_kind_of(f->context, path), TLB_PATH_NONE);
}

static void names_are_in_any_script(void **state)
{
    folder_fixture *f = *state;
    const char *folder = tlb_arena_printf(&f->arena, "%s/%s", f->folder, "\u0414\u043e\u043c \u00e9");
    assert_usable(f, folder, "\u5bb6 \U0001f41a.dif");
}

/* Windows alone refuses more than 260 characters, where it is not told better. */
static void paths_are_long(void **state)
{
    folder_fixture *f = *state;
    const char *folder = f->folder;
    for (int i = 0; i < 20; i++)
        folder = tlb_arena_printf(&f->arena, "%s/a folder in another folder", folder);
    assert_true(strlen(folder) > 500);
    assert_usable(f, folder, "file.vol");
    assert_usable(f, tlb_arena_printf(&f->arena, "%s/../%s", folder, "\u00fcber"), "file.vol");
}

#ifdef _WIN32

static void roots_are_neither_made_nor_looked_for(void **state)
{
    static const struct {
        const char *path;
        size_t root;
    } roots[] = {{"", 0},
                 {"a\\b", 0},
                 {"\\a", 1},
                 {"/a", 1},
                 {"C:", 2},
                 {"C:a", 2},
                 {"C:\\a", 3},
                 {"c:/a", 3},
                 {"\\\\server\\share", 14},
                 {"\\\\server\\share\\a", 15},
                 {"//server/share/a", 15},
                 {"\\\\?\\C:\\a", 7},
                 {"\\\\?\\UNC\\server\\share\\a", 21},
                 {"\\\\.\\pipe\\a", 9},
                 {"\\\\server", 8}};
    (void)state;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        assert_int_equal(tlb_path_root(roots[i].path), roots[i].root);
}

/* From the drive on, with \ between names, as programs spell paths for themselves. */
static void paths_begin_with_a_drive(void **state)
{
    folder_fixture *f = *state;
    char full[4096];
    assert_true(GetFullPathNameA(f->folder, sizeof full, full, NULL) != 0);
    assert_int_equal(full[1], ':');
    assert_usable(f, tlb_arena_printf(&f->arena, "%s\\a\\b", full), "file.vol");
    assert_usable(f, tlb_arena_printf(&f->arena, "\\\\?\\%s\\c\\d", full), "file.vol");
}

static void a_file_that_another_program_has_open_is_kept(void **state)
{
    folder_fixture *f = *state;
    const char *path = tlb_arena_printf(&f->arena, "%s/file", f->folder);
    tlb_bytes old = {(const uint8_t *)"old", 3}, new = {(const uint8_t *)"new", 3};
    tlb_entries entries;
    assert_int_equal(tlb_file_save(f->context, path, old, false), TLB_OK);
    HANDLE other = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(other != INVALID_HANDLE_VALUE);
    assert_int_equal(tlb_file_save(f->context, path, new, true), TLB_WRITE_FAILED);
    assert_non_null(strstr(tlb_diagnostic_at(f->context, 0)->message, "another program"));
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    assert_int_equal(entries.count, 1);
    CloseHandle(other);
    assert_int_equal(tlb_file_save(f->context, path, new, true), TLB_OK);
}

#endif

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin_folder, end_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_in_any_script),
        TEST(paths_are_long),
#ifdef _WIN32
        TEST(roots_are_neither_made_nor_looked_for),
        TEST(paths_begin_with_a_drive),
        TEST(a_file_that_another_program_has_open_is_kept),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
