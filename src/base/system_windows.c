/* system.h on Windows. */
#include "base/system.h"

#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <windows.h>

enum { LONGEST_PATH = 4096 };

typedef struct wide_path {
    wchar_t text[LONGEST_PATH];
} wide_path;

bool tlb_is_separator(char c)
{
    return c == '/' || c == '\\';
}

static bool widen(const char *path, wide_path *wide)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, LONGEST_PATH))
        return true;
    errno = ENAMETOOLONG;
    return false;
}

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    wide_path wide;
    (void)account;
    return widen(path, &wide) ? _wopen(wide.text, flags | _O_BINARY, _S_IREAD | _S_IWRITE) : -1;
}

int64_t tlb_system_read_some(int handle, void *data, size_t size)
{
    return _read(handle, data, (unsigned)size);
}

int64_t tlb_system_write_some(int handle, const void *data, size_t size)
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

tlb_path_kind tlb_system_kind(const char *path)
{
    wide_path wide;
    struct _stat64 found;
    return widen(path, &wide) && _wstat64(wide.text, &found) == 0 ? kind_of(found.st_mode) : TLB_PATH_NONE;
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
    wide_path wide;
    return widen(path, &wide) && _wunlink(wide.text) == 0;
}

char *tlb_system_follow(const char *path)
{
    (void)path;
    return NULL;
}

/* Hard links exist on NTFS alone. */
bool tlb_system_link(const char *from, const char *to)
{
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    if (CreateHardLinkW(wide_to.text, wide_from.text, NULL))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

bool tlb_file_move(const char *from, const char *to, bool replace)
{
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    if (MoveFileExW(wide_from.text, wide_to.text, replace ? MOVEFILE_REPLACE_EXISTING : 0))
        return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : EACCES;
    return false;
}

bool tlb_system_make_folder(const char *path)
{
    wide_path wide;
    return widen(path, &wide) && _wmkdir(wide.text) == 0;
}

bool tlb_system_sync(int handle)
{
    return _commit(handle) == 0 || errno == EBADF || errno == EINVAL;
}

void tlb_system_sync_folder(const char *folder)
{
    (void)folder;
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

/* --- folders ----------------------------------------------------------------------------------------- */

static bool add_found(tlb_arena *arena, tlb_entries *entries, const WIN32_FIND_DATAW *found)
{
    char name[MAX_PATH * 3 + 1];
    int size = WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, sizeof name, NULL, NULL);
    bool is_folder = found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    bool is_link = found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
    if (size < 1 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || (is_folder && is_link))
        return true;
    tlb_text copy = tlb_copy_text(arena, name, (size_t)size - 1);
    tlb_entry *entry = copy.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){copy.data, is_folder};
    return entry;
}

tlb_status tlb_system_list(tlb_arena *arena, const char *path, tlb_entries *entries)
{
    wide_path wide;
    if (!widen(path, &wide))
        return TLB_READ_FAILED;
    size_t length = wcslen(wide.text);
    if (length + 3 > LONGEST_PATH) {
        errno = ENAMETOOLONG;
        return TLB_READ_FAILED;
    }
    wcscpy(wide.text + length, L"/*");
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(wide.text, &found);
    if (search == INVALID_HANDLE_VALUE) {
        errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
        return TLB_READ_FAILED;
    }
    tlb_status status = TLB_OK;
    do
        if (!add_found(arena, entries, &found))
            status = TLB_NO_MEMORY;
    while (!status && FindNextFileW(search, &found));
    FindClose(search);
    return status;
}

/* --- memory ------------------------------------------------------------------------------------------ */

void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}
