/* Files and folders. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>

#define NULL_DEVICE "NUL"
#define pipe(ends)  _pipe(ends, 64, _O_BINARY)
#else
#include <sys/stat.h>

#define NULL_DEVICE "/dev/null"
#endif

#include <cmocka.h>

#include "base/buffer.h"
#include "base/platform.h"
#include "temporary.h"

static const char *inside(folder_fixture *f, const char *name)
{
    return tlb_arena_printf(&f->arena, "%s/%s", f->folder, name);
}

static tlb_status save(folder_fixture *f, const char *path, const char *text, bool replace)
{
    return tlb_file_save(f->context, path, (tlb_bytes){(const uint8_t *)text, strlen(text)}, replace);
}

static void assert_holds(folder_fixture *f, const char *path, const char *text)
{
    uint8_t *data;
    size_t size;
    assert_int_equal(tlb_file_read(f->context, path, &data, &size), TLB_OK);
    assert_int_equal(size, strlen(text));
    if (size)
        assert_memory_equal(data, text, size);
    tlb_release(f->context->account, data, size);
}

static uint32_t entry_count(folder_fixture *f)
{
    tlb_entries entries;
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    return entries.count;
}

static void files_are_written_and_read(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file"), *empty = inside(f, "empty");
    assert_int_equal(save(f, path, "some text", false), TLB_OK);
    assert_holds(f, path, "some text");
    assert_int_equal(save(f, empty, "", false), TLB_OK);
    assert_holds(f, empty, "");
    assert_int_equal(entry_count(f), 2);
}

static void a_file_is_replaced_only_when_asked(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    assert_int_equal(save(f, path, "old", false), TLB_OK);
    assert_int_equal(save(f, path, "new", false), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_FILE_EXISTS), 1);
    assert_holds(f, path, "old");
    assert_int_equal(save(f, path, "new", true), TLB_OK);
    assert_holds(f, path, "new");
    assert_int_equal(entry_count(f), 1);
}

static void a_file_that_came_meanwhile_is_kept(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    tlb_file_writer *writer;
    assert_int_equal(tlb_file_create(f->context, path, false, &writer), TLB_OK);
    assert_true(tlb_file_write(writer, "mine", 4));
    assert_int_equal(tlb_path_kind_of(f->context, path), TLB_PATH_NONE);
    assert_int_equal(save(f, path, "theirs", false), TLB_OK);
    assert_int_equal(tlb_file_close(writer), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_FILE_EXISTS), 1);
    assert_holds(f, path, "theirs");
    assert_int_equal(entry_count(f), 1);
}

static void an_abandoned_file_is_gone(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    assert_int_equal(save(f, path, "old", false), TLB_OK);
    tlb_file_writer *writer;
    assert_int_equal(tlb_file_create(f->context, path, true, &writer), TLB_OK);
    assert_true(tlb_file_write(writer, "new", 3));
    assert_int_equal(entry_count(f), 2);
    tlb_file_abandon(writer);
    assert_holds(f, path, "old");
    assert_int_equal(entry_count(f), 1);
}

static void devices_are_written_to_in_place(void **state)
{
    folder_fixture *f = *state;
    assert_int_equal(save(f, NULL_DEVICE, "text", false), TLB_OK);
    assert_int_equal(tlb_path_kind_of(f->context, NULL_DEVICE), TLB_PATH_OTHER);
    assert_holds(f, NULL_DEVICE, "");
}

static void nothing_is_written_of_no_data(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    tlb_file_writer *writer;
    assert_int_equal(tlb_file_create(f->context, path, false, &writer), TLB_OK);
    assert_true(tlb_file_write(writer, NULL, 0));
    assert_false(tlb_file_write(writer, NULL, 4));
    assert_false(tlb_file_write(writer, "text", 4));
    assert_int_equal(tlb_file_close(writer), TLB_ARGUMENT);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_BAD_ARGUMENT), 1);
    assert_int_equal(entry_count(f), 0);
}

/* The write that fails is reported, once, and the end of the file says so again. */
static void full_devices_are_reported(void **state)
{
    folder_fixture *f = *state;
    tlb_file_writer *writer;
    if (tlb_path_kind_of(f->context, "/dev/full") != TLB_PATH_OTHER)
        skip();
    assert_int_equal(tlb_file_create(f->context, "/dev/full", false, &writer), TLB_OK);
    assert_false(tlb_file_write(writer, "text", 4));
    assert_false(tlb_file_write(writer, "text", 4));
    assert_int_equal(tlb_file_close(writer), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_WRITE), 1);
    assert_int_equal(tlb_file_create(f->context, inside(f, "none/file"), false, &writer), TLB_WRITE_FAILED);
    assert_null(writer);
    tlb_file_abandon(NULL);
}

static void pipes_are_read_to_their_end(void **state)
{
    folder_fixture *f = *state;
    int ends[2], standard = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "through a pipe", 14), 14);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    assert_holds(f, "-", "through a pipe");
    dup2(standard, STDIN_FILENO);
    close(standard);
}

static void failures_are_reported_with_their_reason(void **state)
{
    folder_fixture *f = *state;
    uint8_t *data;
    size_t size;
    const char *missing = inside(f, "missing");
    assert_int_equal(tlb_file_read(f->context, missing, &data, &size), TLB_NOT_FOUND);
    assert_null(data);
    const tlb_diagnostic *found = tlb_diagnostic_at(f->context, 0);
    assert_int_equal(found->code, TLB_CODE_CANNOT_READ);
    assert_non_null(strstr(found->message, "No such file"));
    assert_int_equal(tlb_file_read(f->context, f->folder, &data, &size), TLB_READ_FAILED);
    assert_int_equal(save(f, inside(f, "no/such/folder"), "text", true), TLB_WRITE_FAILED);
    assert_int_equal(save(f, f->folder, "text", true), TLB_WRITE_FAILED);
    tlb_entries entries;
    assert_int_equal(tlb_folder_list(f->context, &f->arena, missing, &entries), TLB_NOT_FOUND);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 3);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_WRITE), 2);
}

static void a_file_larger_than_the_limit_is_refused(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    assert_int_equal(save(f, path, "more than ten bytes", false), TLB_OK);
    tlb_context_options options = {.struct_size = sizeof options, .max_bytes = 10};
    tlb_context *tight = tlb_context_create(&options);
    uint8_t *data;
    size_t size;
    assert_int_equal(tlb_file_read(tight, path, &data, &size), TLB_LIMIT);
    assert_null(data);
    assert_int_equal(tlb_memory_now(tight), 0);
    tlb_context_free(tight);
}

static void files_of_folders_are_found_below_them(void **state)
{
    folder_fixture *f = *state;
    tlb_paths paths;
    assert_int_equal(tlb_folder_make(f->context, inside(f, "b/c")), TLB_OK);
    assert_int_equal(tlb_folder_make(f->context, inside(f, "empty")), TLB_OK);
    static const char *const names[] = {"a", "b/c/x", "b/y", "z"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(save(f, inside(f, names[i]), "text", false), TLB_OK);
    assert_int_equal(tlb_folder_files(f->context, &f->arena, f->folder, &paths), TLB_OK);
    assert_int_equal(paths.count, sizeof names / sizeof *names);
    for (size_t i = 0; i < paths.count; i++)
        assert_string_equal(paths.data[i], inside(f, names[i]));
    assert_int_equal(tlb_folder_files(f->context, &f->arena, inside(f, "absent"), &paths), TLB_NOT_FOUND);
    assert_int_equal(paths.count, 0);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 1);
}

static void folders_are_made_and_listed(void **state)
{
    folder_fixture *f = *state;
    assert_int_equal(tlb_folder_make(f->context, inside(f, "a/b/c")), TLB_OK);
    assert_int_equal(tlb_folder_make(f->context, inside(f, "a/b/")), TLB_OK);
    assert_int_equal(tlb_path_kind_of(f->context, inside(f, "a/b/c")), TLB_PATH_FOLDER);
    assert_int_equal(save(f, inside(f, "z"), "z", false), TLB_OK);
    assert_int_equal(save(f, inside(f, "M"), "M", false), TLB_OK);
    tlb_entries entries;
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    static const tlb_entry expected[] = {{"M", false}, {"a", true}, {"z", false}};
    assert_int_equal(entries.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(entries.data[i].name, expected[i].name);
        assert_int_equal(entries.data[i].is_folder, expected[i].is_folder);
    }
    assert_int_equal(tlb_folder_make(f->context, inside(f, "z/below")), TLB_WRITE_FAILED);
}

/* Whether a file of this folder is in the memory of the process, where that can be known. */
static bool is_mapped(const char *folder)
{
    char line[1024];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && fgets(line, sizeof line, maps))
        found = strstr(line, folder) != NULL;
    if (maps)
        fclose(maps);
    return found;
}

static void a_view_lends_a_file(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file"), *empty = inside(f, "empty");
    tlb_file_view view;
    assert_int_equal(save(f, path, "some text", false), TLB_OK);
    assert_int_equal(save(f, empty, "", false), TLB_OK);
    uint64_t before = tlb_memory_now(f->context);
    assert_int_equal(tlb_file_view_open(f->context, path, &view), TLB_OK);
    assert_int_equal(view.size, 9);
    assert_memory_equal(view.data, "some text", 9);
    tlb_file_view_close(f->context, &view);
    assert_false(is_mapped(f->folder));
    assert_int_equal(tlb_file_view_open(f->context, empty, &view), TLB_OK); /* nothing to be mapped */
    assert_int_equal(view.size, 0);
    tlb_file_view_close(f->context, &view);
    assert_int_equal(tlb_memory_now(f->context), before);
    assert_int_equal(tlb_file_view_open(f->context, inside(f, "absent"), &view), TLB_NOT_FOUND);
    assert_int_equal(tlb_file_view_open(f->context, f->folder, &view), TLB_READ_FAILED);
}

static void a_path_is_split_where_it_goes_into_a_file(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "a.vol"), *file, *in;
    assert_int_equal(save(f, path, "x", false), TLB_OK);
    assert_true(tlb_path_split(f->context, &f->arena, inside(f, "a.vol/b/c.dts"), &file, &in));
    assert_string_equal(file, path);
    assert_string_equal(in, "b/c.dts");
    assert_true(tlb_path_split(f->context, &f->arena, inside(f, "a.vol/"), &file, &in));
    assert_string_equal(in, "");
    static const char *const whole[] = {"a.vol", "absent", "absent/b", ""};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        assert_false(tlb_path_split(f->context, &f->arena, inside(f, whole[i]), &file, &in));
    assert_false(tlb_path_split(f->context, &f->arena, "-", &file, &in));
    assert_false(tlb_path_split(f->context, &f->arena, "/", &file, &in));
}

#ifndef _WIN32

static void a_replaced_file_keeps_its_mode(void **state)
{
    folder_fixture *f = *state;
    const char *path = inside(f, "file");
    struct stat found;
    assert_int_equal(save(f, path, "old", false), TLB_OK);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(save(f, path, "new", true), TLB_OK);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0640);
}

static void links_to_files_are_listed_and_others_not(void **state)
{
    folder_fixture *f = *state;
    tlb_entries entries;
    tlb_paths paths;
    assert_int_equal(tlb_folder_make(f->context, inside(f, "a")), TLB_OK);
    assert_int_equal(save(f, inside(f, "z"), "z", false), TLB_OK);
    assert_int_equal(symlink("z", inside(f, "link")), 0);
    assert_int_equal(symlink("a", inside(f, "folder-link")), 0);
    assert_int_equal(symlink("..", inside(f, "a/up")), 0);
    assert_int_equal(symlink("nothing", inside(f, "dangling")), 0);
    assert_int_equal(mkfifo(inside(f, "pipe"), 0600), 0);
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    assert_int_equal(entries.count, 3);
    assert_string_equal(entries.data[0].name, "a");
    assert_string_equal(entries.data[1].name, "link");
    assert_false(entries.data[1].is_folder);
    assert_int_equal(tlb_folder_files(f->context, &f->arena, f->folder, &paths), TLB_OK);
    assert_int_equal(paths.count, 2);
    assert_string_equal(paths.data[0], inside(f, "link"));
}

#endif

#define TEST(function) cmocka_unit_test_setup_teardown(function, begin_folder, end_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_are_written_and_read),
        TEST(a_file_is_replaced_only_when_asked),
        TEST(a_file_that_came_meanwhile_is_kept),
        TEST(an_abandoned_file_is_gone),
        TEST(devices_are_written_to_in_place),
        TEST(nothing_is_written_of_no_data),
        TEST(full_devices_are_reported),
        TEST(pipes_are_read_to_their_end),
        TEST(failures_are_reported_with_their_reason),
        TEST(a_file_larger_than_the_limit_is_refused),
        TEST(files_of_folders_are_found_below_them),
        TEST(folders_are_made_and_listed),
        TEST(a_view_lends_a_file),
        TEST(a_path_is_split_where_it_goes_into_a_file),
#ifndef _WIN32
        TEST(a_replaced_file_keeps_its_mode),
        TEST(links_to_files_are_listed_and_others_not),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
