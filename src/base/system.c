#include "base/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#include <windows.h>
#else
#include <locale.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

/* --- the two systems --------------------------------------------------------------------------------- */

#ifdef _WIN32

bool tlb_widen(const char *path, tlb_wide_path *wide)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, TLB_LONGEST_PATH))
        return true;
    errno = ENAMETOOLONG;
    return false;
}

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    tlb_wide_path wide;
    (void)account;
    return tlb_widen(path, &wide) ? _wopen(wide.text, flags | _O_BINARY, _S_IREAD | _S_IWRITE) : -1;
}

static int64_t read_some(int handle, void *data, size_t size)
{
    return _read(handle, data, (unsigned)size);
}

static int64_t write_some(int handle, const void *data, size_t size)
{
    return _write(handle, data, (unsigned)size);
}

bool tlb_system_close(int handle)
{
    return _close(handle) == 0;
}

int tlb_system_standard(bool output)
{
    int handle = _fileno(output ? stdout : stdin);
    _setmode(handle, _O_BINARY);
    return handle;
}

static tlb_path_kind kind_of(unsigned mode)
{
    unsigned type = mode & _S_IFMT;
    return type == _S_IFREG ? TLB_PATH_FILE : type == _S_IFDIR ? TLB_PATH_FOLDER : TLB_PATH_OTHER;
}

uint64_t tlb_system_size(int handle)
{
    struct _stat64 found;
    return _fstat64(handle, &found) == 0 && kind_of(found.st_mode) == TLB_PATH_FILE ? (uint64_t)found.st_size
                                                                                    : 0;
}

tlb_path_kind tlb_path_kind_of(const char *path)
{
    tlb_wide_path wide;
    struct _stat64 found;
    return path && tlb_widen(path, &wide) && _wstat64(wide.text, &found) == 0 ? kind_of(found.st_mode)
                                                                              : TLB_PATH_NONE;
}

/* Read instead. */
const void *tlb_system_map(tlb_account *account, const char *path, size_t *size)
{
    (void)account, (void)path, (void)size;
    return NULL;
}

void tlb_system_forget(const void *data, size_t size)
{
    (void)data, (void)size;
}

void tlb_system_unmap(const void *data, size_t size)
{
    (void)data, (void)size;
}

bool tlb_file_remove(const char *path)
{
    tlb_wide_path wide;
    return tlb_widen(path, &wide) && _wunlink(wide.text) == 0;
}

char *tlb_system_follow(const char *path)
{
    (void)path;
    return NULL;
}

/* Hard links exist on NTFS alone. */
bool tlb_system_link(const char *from, const char *to)
{
    tlb_wide_path wide_from, wide_to;
    if (!tlb_widen(from, &wide_from) || !tlb_widen(to, &wide_to))
        return false;
    if (CreateHardLinkW(wide_to.text, wide_from.text, NULL))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

bool tlb_file_move(const char *from, const char *to, bool replace)
{
    tlb_wide_path wide_from, wide_to;
    if (!tlb_widen(from, &wide_from) || !tlb_widen(to, &wide_to))
        return false;
    if (MoveFileExW(wide_from.text, wide_to.text, replace ? MOVEFILE_REPLACE_EXISTING : 0))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

bool tlb_system_make_folder(const char *path)
{
    tlb_wide_path wide;
    return tlb_widen(path, &wide) && _wmkdir(wide.text) == 0;
}

void tlb_system_copy_mode(int handle, const char *path)
{
    (void)handle;
    (void)path;
}

unsigned long tlb_system_process(void)
{
    return GetCurrentProcessId();
}

/* Libraries use wide characters here. */
void *tlb_utf8_enter(void)
{
    return NULL;
}

void tlb_utf8_leave(void *entered)
{
    (void)entered;
}

#else

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    int handle;
    do
        handle = open(path, flags | O_CLOEXEC, 0666);
    while (handle < 0 && errno == EINTR && !tlb_is_cancelled(account));
    return handle;
}

static int64_t read_some(int handle, void *data, size_t size)
{
    return read(handle, data, size);
}

static int64_t write_some(int handle, const void *data, size_t size)
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

tlb_path_kind tlb_path_kind_of(const char *path)
{
    struct stat found;
    return path && stat(path, &found) == 0 ? kind_of(found.st_mode) : TLB_PATH_NONE;
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
    return errno != EEXIST && tlb_path_kind_of(to) == TLB_PATH_NONE && rename(from, to) == 0;
}

bool tlb_system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
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

#endif

/* --- both -------------------------------------------------------------------------------------------- */

enum { LARGEST_TRANSFER = 64 << 20 }; /* of one call: between two of them it may be cancelled */

static size_t transfer(size_t left)
{
    return left < LARGEST_TRANSFER ? left : LARGEST_TRANSFER;
}

int64_t tlb_system_read(tlb_account *account, int handle, void *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        if (tlb_is_cancelled(account))
            return -1;
        int64_t got = read_some(handle, (uint8_t *)data + done, transfer(size - done));
        if (got > 0)
            done += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            return -1;
    }
    return (int64_t)done;
}

bool tlb_system_write(tlb_account *account, int handle, const void *data, size_t size)
{
    for (const uint8_t *p = data; size;) {
        if (tlb_is_cancelled(account))
            return false;
        int64_t wrote = write_some(handle, p, transfer(size));
        if (wrote > 0) {
            p += wrote;
            size -= (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR)
            return false;
    }
    return true;
}

tlb_status tlb_system_report(tlb_context *context, tlb_code code, const char *path)
{
    int reason = errno;
    bool named = strcmp(context->file, path) == 0,
         no_folder = code == TLB_CODE_CANNOT_WRITE && reason == ENOENT;
    tlb_report(context, code, TLB_NO_OFFSET, NULL, "%s%s%s", named ? "" : path, named ? "" : ": ",
               no_folder ? "no such folder or archive" : strerror(reason));
    return context->account->cancelled     ? TLB_CANCELLED
           : code == TLB_CODE_CANNOT_WRITE ? TLB_WRITE_FAILED
           : reason == ENOENT              ? TLB_NOT_FOUND
                                           : TLB_READ_FAILED;
}

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
