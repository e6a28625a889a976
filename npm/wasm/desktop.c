/* util/desktop.h and the calls of the system that the command makes for itself, as the module's host has
 * them. */
#include "util/desktop.h"
#include "trilobite/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define IMPORT(name) __attribute__((import_module("desktop"), import_name(#name)))

/* Columns of the terminal that a handle is; 0: it is none. */
IMPORT(columns) unsigned host_columns(int handle);
/* A path made with malloc; NULL, and an error of <errno.h>: it could not be made. */
IMPORT(temporary_folder) char *host_temporary_folder(int *error);
IMPORT(browse) bool host_browse(const char *path);
/* The current folder, in at most `size` bytes with its NUL; false: it does not fit. */
IMPORT(current_folder) bool host_current_folder(char *path, size_t size);
/* What a file_stamp has; false: there is no such file. */
IMPORT(stamp) bool host_stamp(const char *path, double *size, char *modified, size_t room);
/* 0, or an error of <errno.h>. */
IMPORT(remove) int host_remove(const char *path);

int64_t milliseconds_now(void)
{
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool is_terminal(FILE *stream)
{
    return host_columns(fileno(stream)) != 0;
}

bool is_drawable(FILE *stream)
{
    const char *kind = getenv("TERM");
    return is_terminal(stream) && !(kind && strcmp(kind, "dumb") == 0);
}

size_t terminal_width(FILE *stream)
{
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

/* The host has done it (npm/src/trilobite.js). */
bool expand_pattern(tlb_arena *arena, const char *pattern, bool (*add)(void *user, const char *path),
                    void *user)
{
    (void)arena, (void)pattern, (void)add, (void)user;
    return false;
}

bool file_stamp_of(const char *path, file_stamp *stamp)
{
    double size;
    if (!host_stamp(path, &size, stamp->modified, sizeof stamp->modified))
        return false;
    stamp->size = (uint64_t)size;
    return true;
}

tlb_status file_stream(tlb_context *context, const char *path, tlb_sink sink)
{
    tlb_bytes bytes;
    tlb_status status = tlb_path_read(context, path, &bytes);
    if (status)
        return status;
    sink.write(sink.user, bytes.data, bytes.size);
    tlb_bytes_free(context, bytes);
    return TLB_OK;
}

void remove_path(const char *path)
{
    host_remove(path);
}

bool browse(const char *path)
{
    return host_browse(path);
}

/* In place of the C library's, which knows only folders that were opened before. */

char *getcwd(char *path, size_t size)
{
    return host_current_folder(path, size) ? path : NULL;
}
