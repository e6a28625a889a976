/* system.h where there are no files: none is found, and none is made. Contexts have file systems of their own
 * (tlb_context_options.files). */
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

bool tlb_is_separator(char c)
{
    return c == '/';
}

const char *tlb_system_reason(int reason)
{
    return strerror(reason);
}

size_t tlb_path_root(const char *path)
{
    return tlb_is_separator(*path);
}

static int refuse(void)
{
    errno = ENOSYS;
    return -1;
}

tlb_path_kind tlb_system_kind(const char *path)
{
    (void)path;
    return TLB_PATH_NONE;
}

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    (void)account, (void)path, (void)flags;
    return refuse();
}

int tlb_system_standard(bool output)
{
    (void)output;
    return refuse();
}

bool tlb_system_close(int handle)
{
    (void)handle;
    return false;
}

int64_t tlb_system_read_some(int handle, void *data, size_t size)
{
    (void)handle, (void)data, (void)size;
    return refuse();
}

int64_t tlb_system_write_some(int handle, const void *data, size_t size)
{
    (void)handle, (void)data, (void)size;
    return refuse();
}

uint64_t tlb_system_size(int handle)
{
    (void)handle;
    return 0;
}

bool tlb_system_is_device(int handle)
{
    (void)handle;
    return false;
}

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

tlb_status tlb_system_list(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    (void)arena, (void)path, (void)entries;
    refuse();
    return TLB_READ_FAILED;
}

bool tlb_file_remove(const char *path)
{
    (void)path;
    return refuse() == 0;
}

char *tlb_system_follow(const char *path)
{
    (void)path;
    return NULL;
}

bool tlb_system_link(const char *from, const char *to)
{
    (void)from, (void)to;
    return refuse() == 0;
}

bool tlb_file_move(const char *from, const char *to, bool replace)
{
    (void)from, (void)to, (void)replace;
    return refuse() == 0;
}

bool tlb_system_make_folder(const char *path)
{
    (void)path;
    return refuse() == 0;
}

bool tlb_system_sync(int handle)
{
    (void)handle;
    return true;
}

void tlb_system_sync_folder(const char *folder)
{
    (void)folder;
}

void tlb_system_copy_mode(int handle, const char *path)
{
    (void)handle, (void)path;
}

unsigned long tlb_system_process(void)
{
    return 0;
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
