/* util/desktop.h and the calls of the system that the command makes for itself, as the module's host has
 * them. */
#include "util/desktop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IMPORT(name) __attribute__((import_module("desktop"), import_name(#name)))

/* Columns of the terminal that a handle is; 0: it is none. */
IMPORT(columns) unsigned host_columns(int handle);
/* A path made with malloc; NULL, and an error of <errno.h>: it could not be made. */
IMPORT(temporary_folder) char *host_temporary_folder(int *error);
IMPORT(browse) bool host_browse(const char *path);
/* The current folder, in at most `size` bytes with its NUL; false: it does not fit. */
IMPORT(current_folder) bool host_current_folder(char *path, size_t size);
/* 0, or an error of <errno.h>. */
IMPORT(remove) int host_remove(const char *path);

bool is_terminal(FILE *stream)
{
    return host_columns(fileno(stream)) != 0;
}

size_t terminal_width(FILE *stream)
{
    enum { USUAL_WIDTH = 100, LEAST_WIDTH = 60 };
    size_t columns = host_columns(fileno(stream));
    return !columns ? USUAL_WIDTH : columns < LEAST_WIDTH ? LEAST_WIDTH : columns;
}

const char *temporary_folder(tlb_context *context, tlb_arena *arena)
{
    int error = ENOMEM;
    char *made = host_temporary_folder(&error);
    char *path = made ? tlb_arena_printf(arena, "%s", made) : NULL;
    if (!path)
        tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL, "the temporary folder: %s",
                   strerror(error));
    free(made);
    return path;
}

bool browse(const char *path)
{
    return host_browse(path);
}

/* In place of the C library's, which know folders that were opened before alone. */

char *getcwd(char *path, size_t size)
{
    return host_current_folder(path, size) ? path : NULL;
}

int remove(const char *path)
{
    errno = host_remove(path);
    return errno ? -1 : 0;
}
