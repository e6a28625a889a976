/* Files of a context that has a file system of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/platform.h"
#include "virtual_files.h"

typedef struct fixture {
    tlb_context *context; /* with `files` */
    tlb_context *outer;   /* of the arena */
    tlb_arena arena;
    virtual_files files;
} fixture;

static int enter(void **state)
{
    static fixture f;
    f = (fixture){.outer = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.outer->account);
    f.context = tlb_context_create(&(tlb_context_options){.struct_size = sizeof(tlb_context_options),
                                                          .files = virtual_file_system(&f.files)});
    *state = &f;
    return f.context ? 0 : -1;
}

static int leave(void **state)
{
    fixture *f = *state;
    assert_int_equal(f->files.lent, 0);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    tlb_arena_release(&f->arena);
    tlb_context_free(f->outer);
    return 0;
}

static tlb_status read_file(tlb_context *context, const char *path, size_t *size)
{
    uint8_t *data;
    tlb_status status = tlb_file_read(context, path, &data, size);
    assert_true(!status || (!data && !*size));
    tlb_release(context->account, data, *size);
    return status;
}

static const char *last_message(tlb_context *context)
{
    size_t count = tlb_diagnostic_count(context);
    return count ? tlb_diagnostic_at(context, count - 1)->message : "";
}

static void all_callbacks_are_there_or_none(void **state)
{
    fixture *f = *state;
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    for (int i = 0; i < 5; i++) {
        options.files = virtual_file_system(&f->files);
        if (i == 0)
            options.files.kind = NULL;
        else if (i == 1)
            options.files.size = NULL;
        else if (i == 2)
            options.files.read = NULL;
        else if (i == 3)
            options.files.list = NULL;
        else
            options.files.unmap = NULL;
        assert_null(tlb_context_create(&options));
    }
    options.files = virtual_file_system(&f->files);
    options.files.map = NULL;
    options.files.unmap = NULL;
    tlb_context *context = tlb_context_create(&options);
    assert_non_null(context);
    tlb_context_free(context);
}

static void paths_arrive_in_one_spelling(void **state)
{
    static const char *const paths[][2] = {
        {"file", "file"},
        {"./file", "file"},
        {"a//b/./c/../file", "a/b/file"},
        {"a/..", "."},
        {"", "."},
        {".", "."},
        {"../file", "../file"},
        {"a/../../file", "../file"},
        {"../../x", "../../x"},
        {"/", "/"},
        {"/../file", "/file"},
        {"//a/", "/a"},
        {"/a/..", "/"},
        {"..hidden/.b", "..hidden/.b"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        tlb_path_kind_of(f->context, paths[i][0]);
        assert_string_equal(f->files.last, paths[i][1]);
    }
    enum { LONGEST = 4095 };
    char path[LONGEST + 2];
    memset(path, 'a', sizeof path);
    path[7] = '/';
    uint32_t calls = f->files.calls;
    for (size_t size = LONGEST; size <= LONGEST + 1; size++) {
        size_t read;
        path[size] = 0;
        assert_int_equal(read_file(f->context, path, &read), TLB_NOT_FOUND);
        assert_int_equal(f->files.calls, calls + 2); /* kind and size, of the first */
        assert_int_equal(strlen(f->files.last), LONGEST);
        path[size] = 'a';
    }
}

static void files_are_read(void **state)
{
    fixture *f = *state;
    size_t size;
    uint8_t *data;
    virtual_add_text(&f->arena, &f->files, "a/file", "text");
    virtual_add_text(&f->arena, &f->files, "a/empty", "");
    virtual_add_text(&f->arena, &f->files, "-", "a file like any other");
    assert_int_equal(tlb_file_read(f->context, "./a/file", &data, &size), TLB_OK);
    assert_int_equal(size, 4);
    assert_memory_equal(data, "text", 4);
    tlb_release(f->context->account, data, size);
    assert_int_equal(read_file(f->context, "a/empty", &size), TLB_OK);
    assert_int_equal(size, 0);
    assert_int_equal(read_file(f->context, "-", &size), TLB_OK);
    assert_int_equal(size, 21);
    assert_int_equal(tlb_path_kind_of(f->context, "a"), TLB_PATH_FOLDER);
    assert_int_equal(tlb_path_kind_of(f->context, "a/file"), TLB_PATH_FILE);
    assert_int_equal(tlb_path_kind_of(f->context, "b"), TLB_PATH_NONE);
    assert_int_equal(tlb_diagnostic_count(f->context), 0);
    assert_int_equal(read_file(f->context, "a", &size), TLB_READ_FAILED);
    assert_non_null(strstr(last_message(f->context), "a: it is a folder"));
    tlb_diagnostics_clear(f->context);
    assert_int_equal(read_file(f->context, "b/none", &size), TLB_NOT_FOUND);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_CANNOT_READ), 1);
    assert_non_null(strstr(last_message(f->context), "b/none"));
}

static void files_may_be_lent(void **state)
{
    fixture *f = *state;
    tlb_file_view view;
    virtual_add_text(&f->arena, &f->files, "file", "text");
    for (int lends = 0; lends < 2; lends++) {
        f->files.lends = lends;
        assert_int_equal(tlb_file_view_open(f->context, "file", &view), TLB_OK);
        assert_int_equal(f->files.lent, lends);
        assert_int_equal(view.data == f->files.list.data[0].bytes.data, lends);
        tlb_file_view_release(&view, view.data, view.size);
        assert_int_equal(view.size, 4);
        assert_memory_equal(view.data, "text", 4);
        tlb_file_view_close(f->context, &view);
        assert_int_equal(f->files.lent, 0);
    }
    assert_int_equal(tlb_file_view_open(f->context, "none", &view), TLB_NOT_FOUND);
}

/* --- failures ---------------------------------------------------------------------------------------- */

static void failures_name_the_path(void **state)
{
    static const struct {
        tlb_status failure, expected;
        tlb_code code;
    } cases[] = {
        {TLB_NOT_FOUND, TLB_NOT_FOUND, TLB_CODE_CANNOT_READ},
        {TLB_READ_FAILED, TLB_READ_FAILED, TLB_CODE_CANNOT_READ},
        {TLB_CANCELLED, TLB_READ_FAILED, TLB_CODE_CANNOT_READ},
        {(tlb_status)77, TLB_READ_FAILED, TLB_CODE_CANNOT_READ},
        {TLB_NO_MEMORY, TLB_NO_MEMORY, TLB_CODE_OUT_OF_MEMORY},
    };
    fixture *f = *state;
    virtual_add_text(&f->arena, &f->files, "folder/file", "text");
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        size_t size, k = i / 2;
        tlb_entries entries;
        tlb_diagnostics_clear(f->context);
        f->files.failure = cases[k].failure;
        assert_int_equal(i % 2 ? tlb_folder_list(f->context, &f->arena, "folder", &entries)
                               : read_file(f->context, "folder/file", &size),
                         cases[k].expected);
        assert_int_equal(tlb_diagnostic_count(f->context), 1);
        assert_int_equal(tlb_diagnostic_at(f->context, 0)->code, cases[k].code);
        if (cases[k].code == TLB_CODE_CANNOT_READ)
            assert_non_null(strstr(last_message(f->context), i % 2 ? "folder: " : "folder/file: "));
    }
}

/* A file system of one file that is as large as it is said to be. */
typedef struct liar {
    uint64_t size;
    uint64_t fails_at; /* the offset that cannot be read */
    uint32_t reads;
    bool idle;      /* reads fill nothing */
    bool cancelled; /* by the first read */
} liar;

static tlb_path_kind lie_about_kind(void *user, const char *path)
{
    (void)user, (void)path;
    return (tlb_path_kind)77;
}

static tlb_status lie_about_size(void *user, const char *path, uint64_t *size)
{
    (void)path;
    *size = ((liar *)user)->size;
    return TLB_OK;
}

static tlb_status lie_about_bytes(void *user, const char *path, uint64_t offset, void *data, size_t size)
{
    liar *l = user;
    (void)path;
    l->reads++;
    l->cancelled = true;
    if (l->fails_at >= offset && l->fails_at - offset < size)
        return TLB_READ_FAILED;
    if (!l->idle)
        memset(data, 'x', size);
    return TLB_OK;
}

static bool is_cancelled(void *user)
{
    return ((liar *)user)->cancelled;
}

static tlb_status list_nothing(void *user, const char *path, tlb_entry_sink entries)
{
    (void)user, (void)path, (void)entries;
    return TLB_OK;
}

static tlb_context *create_liars(liar *l, bool cancels)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.files = (tlb_file_system){.kind = lie_about_kind,
                                      .size = lie_about_size,
                                      .read = lie_about_bytes,
                                      .list = list_nothing,
                                      .user = l};
    if (cancels)
        options.cancel = (tlb_cancel){is_cancelled, l};
    return tlb_context_create(&options);
}

static void sizes_that_are_no_sizes_are_refused(void **state)
{
    static const uint64_t sizes[] = {UINT64_MAX, (uint64_t)1 << 62, ((uint64_t)16 << 30) + 1};
    (void)state;
    liar l = {0};
    tlb_context *context = create_liars(&l, false);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size;
        l.size = sizes[i];
        assert_int_equal(read_file(context, "file", &size), TLB_LIMIT);
    }
    assert_int_equal(l.reads, 0);
    assert_int_equal(tlb_path_kind_of(context, "file"), TLB_PATH_NONE);
    tlb_context_free(context);
}

static void what_is_not_filled_is_zero(void **state)
{
    static const uint8_t zeros[64] = {0};
    (void)state;
    liar l = {.size = sizeof zeros, .fails_at = UINT64_MAX, .idle = true};
    tlb_context *context = create_liars(&l, false);
    uint8_t *data;
    size_t size;
    assert_int_equal(tlb_file_read(context, "file", &data, &size), TLB_OK);
    assert_memory_equal(data, zeros, sizeof zeros);
    tlb_release(context->account, data, size);
    tlb_context_free(context);
}

static void long_files_are_read_in_parts(void **state)
{
    enum { PART = 64 << 20 };
    (void)state;
    liar l = {.size = PART + 10, .fails_at = UINT64_MAX};
    size_t size;
    tlb_context *context = create_liars(&l, false);
    assert_int_equal(read_file(context, "file", &size), TLB_OK);
    assert_int_equal(size, PART + 10);
    assert_int_equal(l.reads, 2);
    l.fails_at = PART + 9;
    assert_int_equal(read_file(context, "file", &size), TLB_READ_FAILED);
    assert_non_null(strstr(last_message(context), "file: the file system cannot read 10 of 67108874 bytes"));
    assert_int_equal(tlb_memory_now(context) < 65536, true);
    tlb_context_free(context);

    l = (liar){.size = PART + 10, .fails_at = UINT64_MAX};
    context = create_liars(&l, true);
    assert_int_equal(read_file(context, "file", &size), TLB_CANCELLED);
    assert_int_equal(l.reads, 1);
    tlb_context_free(context);
}

/* --- folders ----------------------------------------------------------------------------------------- */

/* A folder of one entry, many times. */
typedef struct strange {
    const char *name;
    tlb_path_kind kind;
    uint32_t times, added;
} strange;

static tlb_path_kind all_are_folders(void *user, const char *path)
{
    (void)user, (void)path;
    return TLB_PATH_FOLDER;
}

static tlb_status list_strange(void *user, const char *path, tlb_entry_sink entries)
{
    strange *s = user;
    (void)path;
    s->added = 0;
    /* It does not stop when it is told to. */
    for (uint32_t i = 0; i < s->times; i++)
        s->added += entries.add(entries.user, s->name, s->kind);
    return TLB_OK;
}

static tlb_context *create_strange(strange *s)
{
    tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
    options.files = (tlb_file_system){.kind = all_are_folders,
                                      .size = lie_about_size,
                                      .read = lie_about_bytes,
                                      .list = list_strange,
                                      .user = s};
    return tlb_context_create(&options);
}

static tlb_path_kind kind_of_strange(void *user, const char *path)
{
    (void)path;
    return ((const strange *)user)->kind;
}

static void kinds_that_are_unknown_are_none(void **state)
{
    static const struct {
        int given;
        tlb_path_kind kind;
    } kinds[] = {{-1, TLB_PATH_NONE},
                 {TLB_PATH_FILE, TLB_PATH_FILE},
                 {TLB_PATH_OTHER, TLB_PATH_OTHER},
                 {TLB_PATH_OTHER + 1, TLB_PATH_NONE}};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        strange s = {.kind = (tlb_path_kind)kinds[i].given};
        tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
        options.files = (tlb_file_system){.kind = kind_of_strange,
                                          .size = lie_about_size,
                                          .read = lie_about_bytes,
                                          .list = list_strange,
                                          .user = &s};
        tlb_context *context = tlb_context_create(&options);
        assert_int_equal(tlb_path_kind_of(context, "path"), kinds[i].kind);
        tlb_context_free(context);
    }
}

static void entries_are_names(void **state)
{
    static const struct {
        const char *name;
        tlb_path_kind kind;
        tlb_status status;
        uint32_t count;
    } cases[] = {
        {"file", TLB_PATH_FILE, TLB_OK, 2},         {"folder", TLB_PATH_FOLDER, TLB_OK, 2},
        {"pipe", TLB_PATH_OTHER, TLB_OK, 0},        {"nothing", TLB_PATH_NONE, TLB_OK, 0},
        {"odd", (tlb_path_kind)77, TLB_OK, 0},      {".", TLB_PATH_FOLDER, TLB_OK, 0},
        {"..", TLB_PATH_FOLDER, TLB_OK, 0},         {"", TLB_PATH_FILE, TLB_READ_FAILED, 0},
        {"a/b", TLB_PATH_FILE, TLB_READ_FAILED, 0}, {"/", TLB_PATH_FOLDER, TLB_READ_FAILED, 0},
        {NULL, TLB_PATH_FILE, TLB_READ_FAILED, 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strange s = {cases[i].name, cases[i].kind, 2, 0};
        tlb_entries entries;
        tlb_context *context = create_strange(&s);
        assert_int_equal(tlb_folder_list(context, &f->arena, "folder", &entries), cases[i].status);
        assert_int_equal(entries.count, cases[i].count);
        assert_int_equal(tlb_code_total(context, TLB_CODE_CANNOT_READ), cases[i].status != TLB_OK);
        tlb_context_free(context);
    }
}

static void lists_end(void **state)
{
    enum { MOST = 1 << 20 };
    static const tlb_path_kind kinds[] = {TLB_PATH_FILE, TLB_PATH_OTHER};
    fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        strange s = {"x", kinds[i], MOST, 0};
        tlb_entries entries;
        tlb_context *context = create_strange(&s);
        tlb_mark mark = tlb_arena_mark(&f->arena);
        assert_int_equal(tlb_folder_list(context, &f->arena, "folder", &entries), TLB_OK);
        s.times = MOST + 2;
        assert_int_equal(tlb_folder_list(context, &f->arena, "folder", &entries), TLB_LIMIT);
        assert_int_equal(s.added, MOST);
        assert_non_null(strstr(last_message(context), "folder: "));
        tlb_arena_rewind(&f->arena, mark);
        tlb_context_free(context);
    }
}

/* Each folder has two that are like itself. */
static tlb_status list_itself(void *user, const char *path, tlb_entry_sink entries)
{
    strange *s = user;
    (void)path;
    s->added++;
    entries.add(entries.user, "a", TLB_PATH_FOLDER);
    if (s->times == 2)
        entries.add(entries.user, "b", TLB_PATH_FOLDER);
    entries.add(entries.user, "file", TLB_PATH_FILE);
    return TLB_OK;
}

static void circles_of_folders_end(void **state)
{
    fixture *f = *state;
    for (uint32_t times = 1; times <= 2; times++) {
        strange s = {.times = times};
        tlb_paths paths;
        tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
        options.files = (tlb_file_system){.kind = all_are_folders,
                                          .size = lie_about_size,
                                          .read = lie_about_bytes,
                                          .list = list_itself,
                                          .user = &s};
        tlb_context *context = tlb_context_create(&options);
        assert_int_equal(tlb_folder_files(context, &f->arena, "folder", &paths), TLB_LIMIT);
        if (times == 1)
            assert_int_equal(s.added, 65); /* the first and those of 64 levels below it */
        assert_true(s.added < 1 << 18);
        assert_int_equal(tlb_code_total(context, TLB_CODE_NOT_SUPPORTED), times);
        tlb_context_free(context);
    }
}

/* Folders without anything in them. */
static tlb_status list_many(void *user, const char *path, tlb_entry_sink entries)
{
    const strange *s = user;
    for (uint32_t i = 0; i < s->times && strcmp(path, "folder") == 0; i++)
        entries.add(entries.user, "a", TLB_PATH_FOLDER);
    return TLB_OK;
}

static void folders_are_counted(void **state)
{
    enum { MOST = 1 << 18 };
    fixture *f = *state;
    for (uint32_t more = 0; more < 2; more++) {
        strange s = {.times = MOST - 1 + more}; /* with the first */
        tlb_paths paths;
        tlb_context_options options = TLB_CONTEXT_OPTIONS_INIT;
        options.files = (tlb_file_system){.kind = all_are_folders,
                                          .size = lie_about_size,
                                          .read = lie_about_bytes,
                                          .list = list_many,
                                          .user = &s};
        tlb_context *context = tlb_context_create(&options);
        tlb_mark mark = tlb_arena_mark(&f->arena);
        assert_int_equal(tlb_folder_files(context, &f->arena, "folder", &paths), more ? TLB_LIMIT : TLB_OK);
        assert_string_equal(last_message(context), more ? "folder/a: too many folders" : "");
        tlb_arena_rewind(&f->arena, mark);
        tlb_context_free(context);
    }
}

/* Those beside them are listed. */
static void folders_that_are_too_deep_are_passed_over(void **state)
{
    fixture *f = *state;
    tlb_paths paths;
    char deep[256] = "top/b";
    for (size_t i = 0; i < 100; i++)
        strcat(deep, "/d");
    virtual_add_text(&f->arena, &f->files, "top/a/one", "");
    virtual_add_text(&f->arena, &f->files, strcat(deep, "/lost"), "");
    virtual_add_text(&f->arena, &f->files, "top/c/two", "");
    assert_int_equal(tlb_folder_files(f->context, &f->arena, "top", &paths), TLB_LIMIT);
    assert_int_equal(paths.count, 2);
    assert_string_equal(paths.data[1], "top/c/two");
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_NOT_SUPPORTED), 1);
}

static void folders_are_listed_by_name(void **state)
{
    fixture *f = *state;
    tlb_paths paths;
    virtual_add_text(&f->arena, &f->files, "top/b/two", "");
    virtual_add_text(&f->arena, &f->files, "top/a/one", "");
    virtual_add_text(&f->arena, &f->files, "top/b/one", "");
    virtual_add_text(&f->arena, &f->files, "other", "");
    assert_int_equal(tlb_folder_files(f->context, &f->arena, "top/", &paths), TLB_OK);
    assert_int_equal(paths.count, 3);
    assert_string_equal(paths.data[0], "top/a/one");
    assert_string_equal(paths.data[1], "top/b/one");
    assert_string_equal(paths.data[2], "top/b/two");
    assert_int_equal(tlb_folder_files(f->context, &f->arena, "none", &paths), TLB_NOT_FOUND);
}

/* What is written goes to the operating system's files. */
static void files_are_written_elsewhere(void **state)
{
    fixture *f = *state;
    assert_int_equal(tlb_file_save(f->context, "none/such/file", (tlb_bytes){0}, false), TLB_WRITE_FAILED);
    assert_int_equal(f->files.calls, 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_callbacks_are_there_or_none),
        TEST(paths_arrive_in_one_spelling),
        TEST(files_are_read),
        TEST(files_may_be_lent),
        TEST(failures_name_the_path),
        TEST(sizes_that_are_no_sizes_are_refused),
        TEST(what_is_not_filled_is_zero),
        TEST(long_files_are_read_in_parts),
        TEST(kinds_that_are_unknown_are_none),
        TEST(entries_are_names),
        TEST(lists_end),
        TEST(circles_of_folders_end),
        TEST(folders_are_counted),
        TEST(folders_that_are_too_deep_are_passed_over),
        TEST(folders_are_listed_by_name),
        TEST(files_are_written_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
