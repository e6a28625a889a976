/* Sets of files saved as one: all or nothing, whatever fails. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/platform.h"
#include "temporary.h"
#include "trilobite/convert.h"

typedef struct fixture {
    tlb_context *context;
    tlb_arena arena;
    const char *folder;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){.context = tlb_context_create(NULL)};
    tlb_arena_init(&f.arena, f.context->account);
    f.folder = make_temporary_folder(&f.arena);
    *state = &f;
    return f.folder ? 0 : -1;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    remove_folder(f->folder);
    tlb_arena_release(&f->arena);
    tlb_diagnostics_clear(f->context);
    assert_int_equal(tlb_memory_now(f->context), 0);
    tlb_context_free(f->context);
    return 0;
}

static tlb_file file(const char *name, const char *text)
{
    return (tlb_file){name, {(const uint8_t *)text, strlen(text)}};
}

static tlb_status save(tlb_context *context, const char *folder, tlb_file *list, uint32_t count, bool replace)
{
    return tlb_files_save(context, &(tlb_files){list, count}, folder, replace);
}

/* What a folder holds, as "name=text name=text": of what is no file the name alone. */
static const char *contents(fixture *f)
{
    tlb_entries entries;
    const char *all = "";
    assert_int_equal(tlb_folder_list(f->context, &f->arena, f->folder, &entries), TLB_OK);
    for (uint32_t i = 0; i < entries.count; i++) {
        const char *name = entries.data[i].name;
        tlb_bytes bytes = {NULL, 0};
        if (!entries.data[i].is_folder)
            assert_int_equal(
                tlb_path_read(f->context, tlb_print(&f->arena, "%s/%s", f->folder, name), &bytes), TLB_OK);
        all = tlb_print(&f->arena, "%s%s%s%s%.*s", all, *all ? " " : "", name,
                        entries.data[i].is_folder ? "/" : "=", (int)bytes.size,
                        bytes.size ? (const char *)bytes.data : "");
        tlb_bytes_free(f->context, bytes);
    }
    return all;
}

static void all_are_saved_or_replaced(void **state)
{
    fixture *f = *state;
    tlb_file list[] = {file("a.gltf", "1"), file("a.bin", "2"), file("a.png", "")};
    assert_int_equal(save(f->context, f->folder, list, 3, false), TLB_OK);
    assert_string_equal(contents(f), "a.bin=2 a.gltf=1 a.png=");
    tlb_file next[] = {file("a.gltf", "3"), file("a.bin", "4"), file("b.png", "5")};
    assert_int_equal(save(f->context, tlb_print(&f->arena, "%s/", f->folder), next, 3, true), TLB_OK);
    assert_string_equal(contents(f), "a.bin=4 a.gltf=3 a.png= b.png=5");
    assert_int_equal(save(f->context, f->folder, NULL, 0, false), TLB_OK);
}

static void what_exists_is_refused(void **state)
{
    fixture *f = *state;
    tlb_file old[] = {file("a.bin", "old")}, list[] = {file("a.gltf", "1"), file("a.bin", "2")};
    assert_int_equal(save(f->context, f->folder, old, 1, false), TLB_OK);
    assert_int_equal(save(f->context, f->folder, list, 2, false), TLB_WRITE_FAILED);
    assert_int_equal(tlb_code_total(f->context, TLB_CODE_FILE_EXISTS), 1);
    assert_string_equal(contents(f), "a.bin=old");
}

/* A folder where a file is to be, no folder at all, one that nobody may write in. */
static void places_that_take_no_files(void **state)
{
    fixture *f = *state;
    tlb_file list[] = {file("a.gltf", "1"), file("there", "2"), file("a.bin", "3")};
    assert_int_equal(mkdir(tlb_print(&f->arena, "%s/there", f->folder), 0777), 0);
    assert_int_equal(save(f->context, f->folder, list, 3, true), TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "there/");
    assert_int_equal(save(f->context, tlb_print(&f->arena, "%s/none", f->folder), list, 3, true),
                     TLB_WRITE_FAILED);
    if (geteuid() == 0) /* who may write everywhere */
        return;
    assert_int_equal(chmod(f->folder, 0555), 0);
    tlb_status status = save(f->context, f->folder, list, 1, true);
    assert_int_equal(chmod(f->folder, 0755), 0);
    assert_int_equal(status, TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "there/");
}

static void names_are_without_folders(void **state)
{
    fixture *f = *state;
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
    fixture *f = *state;
    tlb_file list[] = {file("a", "1"), file("b", "2"), file("b", "3"), file("c", "4")};
    assert_int_equal(save(f->context, f->folder, list, 4, false), TLB_WRITE_FAILED);
    assert_string_equal(contents(f), "");
}

typedef struct failing {
    uint64_t left; /* requests until one is refused */
} failing;

static void *allocate(void *user, size_t size)
{
    failing *state = user;
    return state->left && state->left-- ? malloc(size) : NULL;
}

static void release(void *user, void *memory, size_t size)
{
    (void)user, (void)size;
    free(memory);
}

/* Memory is refused at every point in turn, also when some of the files have their names: then the old ones
 * are all there, and nothing else. */
static void whatever_memory_is_refused(void **state)
{
    fixture *f = *state;
    tlb_file old[] = {file("a", "old a"), file("b", "old b"), file("c", "old c")};
    tlb_file list[] = {file("a", "1"), file("b", "2"), file("c", "3"), file("d", "4")};
    assert_int_equal(save(f->context, f->folder, old, 3, false), TLB_OK);
    tlb_status status = TLB_NO_MEMORY;
    uint64_t first;
    for (first = 1; status; first++) {
        failing memory = {first};
        tlb_context *context = tlb_context_create(&(tlb_context_options){
            .struct_size = sizeof(tlb_context_options), .allocator = {allocate, release, &memory}});
        assert_non_null(context);
        status = save(context, f->folder, list, 4, true);
        tlb_context_free(context);
        assert_true(status == TLB_OK || status == TLB_NO_MEMORY);
        assert_string_equal(contents(f), status ? "a=old a b=old b c=old c" : "a=1 b=2 c=3 d=4");
    }
    assert_true(first > 4);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(all_are_saved_or_replaced),
        TEST(what_exists_is_refused),
        TEST(places_that_take_no_files),
        TEST(names_are_without_folders),
        TEST(a_failure_between_the_names_undoes_them),
        TEST(whatever_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
