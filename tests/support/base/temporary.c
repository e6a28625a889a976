#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "temporary.h"

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
