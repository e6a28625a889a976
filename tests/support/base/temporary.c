#ifndef _WIN32
#define _XOPEN_SOURCE 700
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "temporary.h"

#ifdef _WIN32

#include <windows.h>

#include "base/system.h"

const char *make_temporary_folder(tlb_arena *arena)
{
    static int count;
    const char *parent = getenv("TEMP");
    char *name;
    do /* numbers of processes come again, and a test that failed leaves its folder */
        name = tlb_arena_printf(arena, "%s/trilobite-%lu-%d", parent ? parent : ".", tlb_system_process(),
                                count++);
    while (name && !tlb_system_make_folder(name) && errno == EEXIST);
    for (char *c = name; c && *c; c++)
        *c = *c == '\\' ? '/' : *c;
    return name && tlb_system_kind(name) == TLB_PATH_FOLDER ? name : NULL;
}

/* Paths in it may be long. */
static void remove_empty(const char *folder)
{
    wchar_t wide[4096] = L"\\\\?\\", given[4096];
    MultiByteToWideChar(CP_UTF8, 0, folder, -1, given, 4096);
    GetFullPathNameW(given, 4000, wide + 4, NULL);
    RemoveDirectoryW(wide);
}

void remove_folder(const char *folder)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_arena arena;
    tlb_entries entries;
    tlb_arena_init(&arena, context->account);
    if (tlb_folder_list(context, &arena, folder, &entries) == TLB_OK)
        for (uint32_t i = 0; i < entries.count; i++) {
            const char *path = tlb_arena_printf(&arena, "%s/%s", folder, entries.data[i].name);
            if (entries.data[i].is_folder)
                remove_folder(path);
            else
                tlb_file_remove(path);
        }
    remove_empty(folder);
    tlb_arena_release(&arena);
    tlb_context_free(context);
}

#else

#include <ftw.h>

const char *make_temporary_folder(tlb_arena *arena)
{
    const char *parent = getenv("TMPDIR");
    char *name = tlb_arena_printf(arena, "%s/trilobite-XXXXXX", parent ? parent : "/tmp");
    return name ? mkdtemp(name) : NULL;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

void remove_folder(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif

bool begin_in_folder(tlb_context **context, tlb_arena *arena, const char **folder)
{
    *context = tlb_context_create(NULL);
    tlb_arena_init(arena, (*context)->account);
    *folder = make_temporary_folder(arena);
    return *folder != NULL;
}

void end_in_folder(tlb_context *context, tlb_arena *arena, const char *folder)
{
    remove_folder(folder);
    tlb_arena_release(arena);
    tlb_diagnostics_clear(context);
    assert_int_equal(tlb_memory_now(context), 0);
    tlb_context_free(context);
}

void put_in_folder(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

int begin_folder(void **state)
{
    static folder_fixture f;
    *state = &f;
    return begin_in_folder(&f.context, &f.arena, &f.folder) ? 0 : -1;
}

int end_folder(void **state)
{
    folder_fixture *f = *state;
    end_in_folder(f->context, &f->arena, f->folder);
    return 0;
}
