/* Files as they are written: under a temporary name until they are whole. */
#include "base/system.h"
#include "base/argument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 1000, TEMPORARY_SUFFIX = 48, CLOSED = -1 };

struct tlb_file_writer {
    tlb_context *context;
    char *target;    /* the file that is replaced: `path`, or what it is a link to */
    char *temporary; /* beside it; NULL: written to directly */
    size_t size;     /* of this memory */
    int handle;
    bool replace;
    bool exists;       /* the file that it replaces */
    tlb_status status; /* the first failure */
    char path[];
};

static tlb_status refuse(tlb_context *context, const char *path)
{
    tlb_report_remedy(context, TLB_CODE_FILE_EXISTS, TLB_NO_OFFSET, NULL, (tlb_remedy){"replace", NULL},
                      "%s already exists", path);
    return TLB_WRITE_FAILED;
}

/* The n-th temporary name in the folder of a file; `out` has room for the path and its suffix. */
static void name_temporary(const char *path, int n, char *out)
{
    size_t size = strlen(path);
    memcpy(out, path, size);
    snprintf(out + size, TEMPORARY_SUFFIX, ".%lu-%d.tmp", tlb_system_process(), n);
}

/* With an unused temporary name. */
static tlb_status create_temporary(tlb_file_writer *w)
{
    w->temporary = w->target + strlen(w->target) + 1;
    for (int i = 0; i < TRIES; i++) {
        name_temporary(w->target, i, w->temporary);
        w->handle = tlb_system_open(w->context->account, w->temporary, O_WRONLY | O_CREAT | O_EXCL);
        if (w->handle >= 0 || errno != EEXIST)
            break;
    }
    return w->handle < 0 ? tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path) : TLB_OK;
}

static tlb_status open_writer(tlb_file_writer *w)
{
    if (strcmp(w->path, "-") == 0) {
        w->handle = tlb_system_standard(true);
        return TLB_OK;
    }
    tlb_path_kind kind = tlb_system_kind(w->path);
    if (kind == TLB_PATH_OTHER) {
        w->handle = tlb_system_open(w->context->account, w->path, O_WRONLY);
        return w->handle < 0 ? tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path) : TLB_OK;
    }
    if (kind == TLB_PATH_FOLDER) {
        errno = EISDIR;
        return tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path);
    }
    if (kind == TLB_PATH_FILE && !w->replace)
        return refuse(w->context, w->path);
    tlb_status status = create_temporary(w);
    w->exists = kind == TLB_PATH_FILE;
    if (!status && w->exists)
        tlb_system_copy_mode(w->handle, w->path);
    return status;
}

static void free_writer(tlb_file_writer *w)
{
    tlb_release(w->context->account, w, w->size);
}

tlb_status tlb_file_create(tlb_context *context, const char *path, bool replace, tlb_file_writer **writer)
{
    TLB_REQUIRE(context, writer);
    *writer = NULL;
    TLB_REQUIRE(context, path);
    TLB_REQUIRE(NULL, context);
    char *followed = replace ? tlb_system_follow(path) : NULL;
    const char *target = followed ? followed : path;
    size_t length = strlen(path) + 1, target_length = strlen(target) + 1;
    /* The path, the target, and room for the target and the suffix of a temporary name. */
    size_t size = sizeof(tlb_file_writer) + length + 2 * target_length + TEMPORARY_SUFFIX;
    tlb_status failure;
    tlb_file_writer *made = tlb_allocate(context->account, size, &failure);
    if (!made) {
        free(followed);
        return tlb_report_failure(context, failure);
    }
    *made = (tlb_file_writer){.context = context, .size = size, .handle = CLOSED, .replace = replace};
    memcpy(made->path, path, length);
    made->target = memcpy(made->path + length, target, target_length);
    free(followed);
    tlb_status status = open_writer(made);
    if (status)
        free_writer(made);
    else
        *writer = made;
    return status;
}

bool tlb_file_write(void *writer, const void *data, size_t size)
{
    tlb_file_writer *w = writer;
    if (!w)
        return false;
    if (!data && size && !w->status)
        w->status = tlb_refuse_argument(w->context, __func__, "data", "must not be NULL");
    if (!w->status && !tlb_system_write(w->context->account, w->handle, data, size))
        w->status = tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path);
    return !w->status;
}

/* The file that is replaced may be the only one: the new one is on the disk before it goes. */
tlb_status tlb_file_finish(tlb_file_writer *w)
{
    bool closes = w->handle != CLOSED && strcmp(w->path, "-") != 0;
    if (closes && w->exists && !w->status && !tlb_system_sync(w->handle))
        w->status = tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path);
    if (closes && !tlb_system_close(w->handle) && !w->status)
        w->status = tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path);
    w->handle = CLOSED;
    return w->status;
}

const char *tlb_file_target(const tlb_file_writer *w)
{
    return w->target;
}

bool tlb_file_is_direct(const tlb_file_writer *w)
{
    return !w->temporary;
}

/* Its temporary name is not needed any more. */
static void sync_folder(tlb_file_writer *w)
{
    size_t size = (size_t)(tlb_path_base(w->target) - w->target);
    memcpy(w->temporary, size ? w->target : "./", size ? size : 2);
    w->temporary[size ? size : 2] = 0;
    tlb_system_sync_folder(w->temporary);
}

static tlb_status place(tlb_file_writer *w)
{
    tlb_status stopped = tlb_work(w->context->account, 1);
    if (stopped)
        return tlb_report_failure(w->context, stopped);
    if (tlb_file_move(w->temporary, w->target, w->replace)) {
        if (w->exists)
            sync_folder(w);
        return TLB_OK;
    }
    bool exists = !w->replace && (errno == EEXIST || tlb_system_kind(w->path) != TLB_PATH_NONE);
    return exists ? refuse(w->context, w->path)
                  : tlb_system_report(w->context, TLB_CODE_CANNOT_WRITE, w->path);
}

tlb_status tlb_file_close(tlb_file_writer *w)
{
    TLB_REQUIRE(NULL, w);
    tlb_status status = tlb_file_finish(w);
    if (!status && w->temporary)
        status = place(w);
    if (status && w->temporary)
        tlb_file_remove(w->temporary);
    free_writer(w);
    return status;
}

void tlb_file_abandon(tlb_file_writer *w)
{
    if (!w)
        return;
    w->exists = false; /* there is nothing to wait for */
    tlb_file_finish(w);
    if (w->temporary)
        tlb_file_remove(w->temporary);
    free_writer(w);
}

tlb_status tlb_file_save(tlb_context *context, const char *path, tlb_bytes bytes, bool replace)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, path);
    TLB_REQUIRE_LIST(context, bytes.data, bytes.size);
    tlb_file_writer *writer;
    tlb_status status = tlb_file_create(context, path, replace, &writer);
    if (!writer)
        return status;
    tlb_file_write(writer, bytes.data, bytes.size);
    return tlb_file_close(writer);
}

tlb_status tlb_file_set_aside(tlb_context *context, tlb_arena *arena, const char *path, const char **aside)
{
    *aside = NULL;
    if (tlb_system_kind(path) != TLB_PATH_FILE)
        return TLB_OK;
    char *name = tlb_alloc(arena, strlen(path) + TEMPORARY_SUFFIX);
    if (!name)
        return tlb_report_memory(context, arena);
    bool done = false;
    for (int i = 0; i < TRIES && !done; i++) {
        name_temporary(path, i, name);
        done = tlb_system_link(path, name);
        if (!done && errno == EEXIST)
            continue;
        done = done || tlb_file_move(path, name, false);
        break;
    }
    if (!done)
        return tlb_system_report(context, TLB_CODE_CANNOT_WRITE, path);
    *aside = name;
    return TLB_OK;
}
