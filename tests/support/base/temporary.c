#define _XOPEN_SOURCE 700

#include "temporary.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

const char *make_temporary_folder(tlb_arena *arena)
{
    const char *parent = getenv("TMPDIR");
    char *name = tlb_print(arena, "%s/trilobite-XXXXXX", parent ? parent : "/tmp");
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
