/* system.h on POSIX. */
#define _DEFAULT_SOURCE   /* madvise, d_type */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64

#include "base/system.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    int handle;
    do
        handle = open(path, flags | O_CLOEXEC, 0666);
    while (handle < 0 && errno == EINTR && !tlb_work(account, 1));
    return handle;
}

int64_t tlb_system_read_some(int handle, void *data, size_t size)
{
    return read(handle, data, size);
}

int64_t tlb_system_write_some(int handle, const void *data, size_t size)
{
    return write(handle, data, size);
}

bool tlb_system_close(int handle)
{
    return close(handle) == 0;
}

int tlb_system_standard(bool output)
{
    return output ? STDOUT_FILENO : STDIN_FILENO;
}

static tlb_path_kind kind_of(mode_t mode)
{
    return S_ISREG(mode) ? TLB_PATH_FILE : S_ISDIR(mode) ? TLB_PATH_FOLDER : TLB_PATH_OTHER;
}

uint64_t tlb_system_size(int handle)
{
    struct stat found;
    return fstat(handle, &found) == 0 && S_ISREG(found.st_mode) ? (uint64_t)found.st_size : 0;
}

bool tlb_system_is_device(int handle)
{
    struct stat found;
    bool known = fstat(handle, &found) == 0;
    return known && (S_ISCHR(found.st_mode) || S_ISBLK(found.st_mode)) && !isatty(handle);
}

tlb_path_kind tlb_system_kind(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 ? kind_of(found.st_mode) : TLB_PATH_NONE;
}

/* NULL: it cannot be mapped. */
const void *tlb_system_map(tlb_account *account, const char *path, size_t *size)
{
    int handle = tlb_system_open(account, path, O_RDONLY);
    if (handle < 0)
        return NULL;
    uint64_t found = tlb_system_size(handle);
    void *data = found && found <= SIZE_MAX ? mmap(NULL, (size_t)found, PROT_READ, MAP_PRIVATE, handle, 0)
                                            : MAP_FAILED;
    tlb_system_close(handle);
    *size = (size_t)found;
    return data == MAP_FAILED ? NULL : data;
}

/* Pages that are in it as a whole. */
void tlb_system_forget(const void *data, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = ((uintptr_t)data + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)data + size) & ~(page - 1);
    if (end > begin)
        (void)madvise((void *)begin, end - begin, MADV_DONTNEED);
}

void tlb_system_unmap(const void *data, size_t size)
{
    munmap((void *)(uintptr_t)data, size);
}

bool tlb_file_remove(const char *path)
{
    return unlink(path) == 0;
}

char *tlb_system_follow(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 && S_ISLNK(found.st_mode) ? realpath(path, NULL) : NULL;
}

bool tlb_system_link(const char *from, const char *to)
{
    return link(from, to) == 0;
}

bool tlb_file_move(const char *from, const char *to, bool replace)
{
    if (replace)
        return rename(from, to) == 0;
    if (tlb_system_link(from, to))
        return tlb_file_remove(from);
    /* File systems without hard links: the look and the renaming are then two steps. */
    return errno != EEXIST && tlb_system_kind(to) == TLB_PATH_NONE && rename(from, to) == 0;
}

bool tlb_system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool tlb_system_sync(int handle)
{
    return fsync(handle) == 0 || errno == EINVAL || errno == ENOTSUP;
}

void tlb_system_sync_folder(const char *folder)
{
    int handle = open(folder, O_RDONLY | O_CLOEXEC);
    if (handle < 0)
        return;
    (void)fsync(handle);
    close(handle);
}

/* A file that is replaced hands on who may read it. */
void tlb_system_copy_mode(int handle, const char *path)
{
    struct stat found;
    if (stat(path, &found) == 0)
        (void)fchmod(handle, found.st_mode & 0777);
}

unsigned long tlb_system_process(void)
{
    return (unsigned long)getpid();
}

void *tlb_utf8_enter(void)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return utf8 ? (void *)uselocale(utf8) : NULL;
}

void tlb_utf8_leave(void *entered)
{
    if (entered)
        freelocale(uselocale((locale_t)entered));
}

/* --- folders ----------------------------------------------------------------------------------------- */

/* File or folder, links to files included; 0 for what is neither. Most systems have it in the entry: a call
 * for each takes ten times as long. */
static mode_t entry_kind(DIR *folder, const struct dirent *entry)
{
#ifdef DT_REG
    if (entry->d_type == DT_REG)
        return S_IFREG;
    if (entry->d_type == DT_DIR)
        return S_IFDIR;
#endif
    struct stat found;
    if (fstatat(dirfd(folder), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    bool is_link = S_ISLNK(found.st_mode);
    if (is_link && fstatat(dirfd(folder), entry->d_name, &found, 0) != 0)
        return 0;
    return S_ISREG(found.st_mode) ? S_IFREG : S_ISDIR(found.st_mode) && !is_link ? S_IFDIR : 0;
}

static bool add_found(tlb_arena *arena, tlb_entries *entries, DIR *folder, const struct dirent *found)
{
    const char *name = found->d_name;
    mode_t kind = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ? 0 : entry_kind(folder, found);
    if (!kind)
        return true;
    tlb_text copy = tlb_copy_text(arena, name, strlen(name));
    tlb_entry *entry = copy.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){copy.data, kind == S_IFDIR};
    return entry;
}

tlb_status tlb_system_list(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    DIR *folder = opendir(path);
    if (!folder)
        return TLB_READ_FAILED;
    tlb_status status = TLB_OK;
    errno = 0;
    for (struct dirent *found; !status && (found = readdir(folder)); errno = 0)
        if (!add_found(arena, entries, folder, found))
            status = TLB_NO_MEMORY;
    if (!status && errno)
        status = TLB_READ_FAILED;
    int reason = errno;
    closedir(folder);
    errno = reason;
    return status;
}

/* --- memory ------------------------------------------------------------------------------------------ */

#ifdef MADV_HUGEPAGE
void *tlb_memory_allocate(size_t size)
{
    enum { LARGE_PAGE = 2 << 20, LARGE = 2 * LARGE_PAGE };
    void *memory;
    if (size < LARGE)
        return malloc(size);
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        return NULL;
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}
#else
void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}
#endif
