/* system.h in WebAssembly whose host has files: the module imports these functions from "system" (of the npm
 * package: npm/src/system.js). Those that fail return the negative number of an error of <errno.h>. */
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

#define IMPORT(name) __attribute__((import_module("system"), import_name(#name)))

/* A tlb_path_kind. */
IMPORT(kind) int tlb_host_kind(const char *path);
IMPORT(open) int tlb_host_open(const char *path, bool writes, bool creates);
IMPORT(close) int tlb_host_close(int handle);
IMPORT(read) int tlb_host_read(int handle, void *data, size_t size);
IMPORT(write) int tlb_host_write(int handle, const void *data, size_t size);
/* Of a file; 0 for anything else. */
IMPORT(size) double tlb_host_size(int handle);
/* Entries of a folder, each with a NUL, those of folders with a / before it; made with malloc. */
IMPORT(is_device) bool tlb_host_is_device(int handle);
IMPORT(list) int tlb_host_list(const char *path, char **names, size_t *size);
/* What a symbolic link leads to, made with malloc; NULL: it is none. */
IMPORT(follow) char *tlb_host_follow(const char *path);
IMPORT(link) int tlb_host_link(const char *from, const char *to);
IMPORT(rename) int tlb_host_rename(const char *from, const char *to);
IMPORT(remove) int tlb_host_remove(const char *path);
IMPORT(make_folder) int tlb_host_make_folder(const char *path);
IMPORT(copy_mode) int tlb_host_copy_mode(int handle, const char *path);
IMPORT(sync) int tlb_host_sync(int handle);
IMPORT(process) unsigned tlb_host_process(void);
/* Whether it is Windows, where paths have backslashes, too. */
IMPORT(is_windows) bool tlb_host_is_windows(void);

/* What the host returned: as it is, or -1 and errno. */
static int result_of(int returned)
{
    if (returned >= 0)
        return returned;
    errno = -returned;
    return -1;
}

const char *tlb_system_reason(int reason)
{
    return strerror(reason);
}

bool tlb_is_separator(char c)
{
    return c == '/' || (c == '\\' && tlb_host_is_windows());
}

size_t tlb_path_root(const char *path)
{
    const char *end = path;
    if (!tlb_host_is_windows())
        return tlb_is_separator(*path);
    if (tlb_is_separator(path[0]) && tlb_is_separator(path[1])) {
        end += 1; /* before the server, which is followed by the share */
        for (int names = 2; names && *end; names--)
            for (end++; *end && !tlb_is_separator(*end);)
                end++;
    } else if (*path && path[1] == ':')
        end += 2;
    return (size_t)(end - path) + tlb_is_separator(*end);
}

tlb_path_kind tlb_system_kind(const char *path)
{
    return (tlb_path_kind)tlb_host_kind(path);
}

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    (void)account;
    return result_of(tlb_host_open(path, (flags & O_ACCMODE) == O_WRONLY, flags & O_CREAT));
}

int tlb_system_standard(bool output)
{
    return output;
}

bool tlb_system_close(int handle)
{
    return result_of(tlb_host_close(handle)) == 0;
}

int64_t tlb_system_read_some(int handle, void *data, size_t size)
{
    return result_of(tlb_host_read(handle, data, size));
}

int64_t tlb_system_write_some(int handle, const void *data, size_t size)
{
    return result_of(tlb_host_write(handle, data, size));
}

uint64_t tlb_system_size(int handle)
{
    return (uint64_t)tlb_host_size(handle);
}

bool tlb_system_is_device(int handle)
{
    return tlb_host_is_device(handle);
}

/* Read instead. */
const void *tlb_system_map(tlb_account *account, const char *path, size_t *size)
{
    (void)account, (void)path, (void)size;
    return NULL;
}

void tlb_system_unmap(const void *data, size_t size)
{
    (void)data, (void)size;
}

void tlb_system_forget(const void *data, size_t size)
{
    (void)data, (void)size;
}

static bool add_found(tlb_arena *arena, tlb_entries *entries, const char *name, size_t size)
{
    bool is_folder = size && name[size - 1] == '/';
    tlb_text copy = tlb_copy_text(arena, name, size - is_folder);
    tlb_entry *entry = copy.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){copy.data, is_folder};
    return entry;
}

tlb_status tlb_system_list(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    char *names = NULL;
    size_t size = 0;
    if (result_of(tlb_host_list(path, &names, &size)) < 0)
        return errno == ENOMEM ? TLB_NO_MEMORY : TLB_READ_FAILED;
    tlb_status status = TLB_OK;
    for (const char *name = names; !status && name < names + size; name += strlen(name) + 1)
        if (!add_found(arena, entries, name, strlen(name)))
            status = TLB_NO_MEMORY;
    free(names);
    return status;
}

char *tlb_system_follow(const char *path)
{
    return tlb_host_follow(path);
}

bool tlb_system_link(const char *from, const char *to)
{
    return result_of(tlb_host_link(from, to)) == 0;
}

bool tlb_file_remove(const char *path)
{
    return result_of(tlb_host_remove(path)) == 0;
}

bool tlb_file_move(const char *from, const char *to, bool replace)
{
    if (replace)
        return result_of(tlb_host_rename(from, to)) == 0;
    if (tlb_system_link(from, to))
        return tlb_file_remove(from);
    /* File systems without hard links: the look and the renaming are then two steps. */
    return errno != EEXIST && tlb_system_kind(to) == TLB_PATH_NONE &&
           result_of(tlb_host_rename(from, to)) == 0;
}

bool tlb_system_make_folder(const char *path)
{
    return result_of(tlb_host_make_folder(path)) == 0;
}

bool tlb_system_sync(int handle)
{
    return result_of(tlb_host_sync(handle)) == 0;
}

/* Hosts have no way to. */
void tlb_system_sync_folder(const char *folder)
{
    (void)folder;
}

void tlb_system_copy_mode(int handle, const char *path)
{
    (void)tlb_host_copy_mode(handle, path);
}

unsigned long tlb_system_process(void)
{
    return tlb_host_process();
}

void *tlb_utf8_enter(void)
{
    return NULL;
}

void tlb_utf8_leave(void *entered)
{
    (void)entered;
}

void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}
