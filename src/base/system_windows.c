/* system.h on Windows. */
#include "base/system.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

/* --- paths ------------------------------------------------------------------------------------------- */

enum { LONGEST_PATH = 4096 };

typedef struct wide_path {
    wchar_t text[LONGEST_PATH];
} wide_path;

bool tlb_is_separator(char c)
{
    return c == '/' || c == '\\';
}

static const char *skip_name(const char *path)
{
    while (*path && !tlb_is_separator(*path))
        path++;
    return path;
}

/* C:\ or \\server\share\; \\?\C:\ or \\?\UNC\server\share\ where a program spelled it out. */
size_t tlb_path_root(const char *path)
{
    const char *end = path;
    if (tlb_is_separator(path[0]) && tlb_is_separator(path[1])) {
        bool is_spelled = (path[2] == '?' || path[2] == '.') && tlb_is_separator(path[3]);
        int names = !is_spelled || _strnicmp(path + 4, "UNC", 3) == 0 ? 2 : 1;
        end += is_spelled ? names == 2 ? 7 : 3 : 1;
        while (names-- && *end)
            end = skip_name(end + 1);
    } else if (*path && path[1] == ':')
        end += 2;
    return (size_t)(end - path) + tlb_is_separator(*end);
}

/* errno for the last failure of a call that leaves it alone. Always false. */
static bool refuse(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_NOT_READY:
        errno = ENOENT;
        break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DIRECTORY:
        errno = ENOTDIR;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    case ERROR_INVALID_NAME:
        errno = EINVAL;
        break;
    default:
        errno = EACCES;
    }
    return false;
}

const char *tlb_system_reason(int reason)
{
    return reason == EACCES ? "Permission denied, or open in another program" /* which Windows does not say */
           : reason == EINVAL ? "Windows has no such names"
                              : strerror(reason);
}

/* The path from its root on. One that is long gets the prefix without which calls refuse it; they take what
 * follows that as it is. Devices (NUL) become \\.\NUL. */
static bool widen(const char *path, wide_path *wide)
{
    enum { LONGEST_PLAIN = MAX_PATH - sizeof "12345678.123" }; /* of a folder that is made */
    static const wchar_t prefix[] = L"\\\\?\\", share_prefix[] = L"\\\\?\\UNC\\";
    wide_path given;
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, given.text, LONGEST_PATH)) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
        return false;
    }
    const size_t room = LONGEST_PATH - sizeof share_prefix / sizeof *share_prefix;
    wchar_t *full = wide->text + (LONGEST_PATH - room);
    DWORD length = GetFullPathNameW(given.text, (DWORD)room, full, NULL);
    if (!length || length >= room) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return false;
    }
    bool is_share = full[0] == L'\\' && full[1] == L'\\',
         is_spelled = is_share && (full[2] == L'?' || full[2] == L'.');
    const wchar_t *front = length < LONGEST_PLAIN || is_spelled ? L"" : is_share ? share_prefix : prefix;
    size_t skipped = *front && is_share ? 2 : 0, front_length = wcslen(front);
    memmove(wide->text + front_length, full + skipped, (length - skipped + 1) * sizeof *full);
    memcpy(wide->text, front, front_length * sizeof *front);
    return true;
}

static bool is_device(const wide_path *wide)
{
    return wcsncmp(wide->text, L"\\\\.\\", 4) == 0;
}

/* --- files ------------------------------------------------------------------------------------------- */

int tlb_system_open(tlb_account *account, const char *path, int flags)
{
    wide_path wide;
    (void)account;
    if (!widen(path, &wide))
        return -1;
    int handle = _wopen(wide.text, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    if (handle < 0 && errno == EACCES && tlb_system_kind(path) == TLB_PATH_FOLDER)
        errno = EISDIR;
    return handle;
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

uint64_t tlb_system_size(int handle)
{
    LARGE_INTEGER size;
    HANDLE file = (HANDLE)_get_osfhandle(handle);
    return GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size) ? (uint64_t)size.QuadPart : 0;
}

bool tlb_system_is_device(int handle)
{
    (void)handle;
    return false;
}

/* What a link leads to. */
static DWORD attributes_behind(const wide_path *wide)
{
    enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };
    BY_HANDLE_FILE_INFORMATION found = {.dwFileAttributes = INVALID_FILE_ATTRIBUTES};
    HANDLE file = CreateFileW(wide->text, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return INVALID_FILE_ATTRIBUTES;
    GetFileInformationByHandle(file, &found);
    CloseHandle(file);
    return found.dwFileAttributes;
}

tlb_path_kind tlb_system_kind(const char *path)
{
    wide_path wide;
    if (!widen(path, &wide))
        return TLB_PATH_NONE;
    if (is_device(&wide))
        return TLB_PATH_OTHER;
    DWORD attributes = GetFileAttributesW(wide.text);
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT)
        attributes = attributes_behind(&wide);
    return attributes == INVALID_FILE_ATTRIBUTES   ? TLB_PATH_NONE
           : attributes & FILE_ATTRIBUTE_DIRECTORY ? TLB_PATH_FOLDER
                                                   : TLB_PATH_FILE;
}

/* A file that is mapped cannot be replaced here: it is read. */
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
    return widen(path, &wide) && (DeleteFileW(wide.text) || refuse());
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
    return widen(from, &wide_from) && widen(to, &wide_to) &&
           (CreateHardLinkW(wide_to.text, wide_from.text, NULL) || refuse());
}

/* Scanners for viruses open a file that was just written, for a moment. */
bool tlb_file_move(const char *from, const char *to, bool replace)
{
    enum { TRIES = 10, PAUSE = 20 }; /* milliseconds */
    wide_path wide_from, wide_to;
    if (!widen(from, &wide_from) || !widen(to, &wide_to))
        return false;
    for (int i = 0;; i++) {
        if (MoveFileExW(wide_from.text, wide_to.text, replace ? MOVEFILE_REPLACE_EXISTING : 0))
            return true;
        DWORD reason = GetLastError();
        bool is_in_use = reason == ERROR_SHARING_VIOLATION || reason == ERROR_ACCESS_DENIED;
        if (!is_in_use || i == TRIES)
            return refuse();
        Sleep(PAUSE);
    }
}

bool tlb_system_make_folder(const char *path)
{
    wide_path wide;
    return widen(path, &wide) && (CreateDirectoryW(wide.text, NULL) || refuse());
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
    bool ends = length && wide.text[length - 1] == L'\\';
    if (length + sizeof "\\*" > LONGEST_PATH) {
        errno = ENAMETOOLONG;
        return TLB_READ_FAILED;
    }
    wcscpy(wide.text + length, ends ? L"*" : L"\\*");
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileExW(wide.text, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, 0);
    if (search == INVALID_HANDLE_VALUE) {
        refuse();
        return TLB_READ_FAILED;
    }
    tlb_status status = TLB_OK;
    do
        if (!add_found(arena, entries, &found))
            status = TLB_NO_MEMORY;
    while (!status && FindNextFileW(search, &found));
    if (!status && GetLastError() != ERROR_NO_MORE_FILES) {
        refuse();
        status = TLB_READ_FAILED;
    }
    FindClose(search);
    return status;
}

/* --- memory ------------------------------------------------------------------------------------------ */

void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}
