/* desktop.h on Windows. */
#include "util/desktop.h"
#include "trilobite/archive.h"
#include "trilobite/file.h"
#include "util/windows.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>

#include <shellapi.h>

int64_t milliseconds_now(void)
{
    return (int64_t)GetTickCount64();
}

static HANDLE console_of(FILE *stream)
{
    return (HANDLE)_get_osfhandle(_fileno(stream));
}

/* Not the device NUL, which is a terminal to _isatty. */
bool is_terminal(FILE *stream)
{
    DWORD mode;
    return GetConsoleMode(console_of(stream), &mode);
}

/* Consoles before Windows 10 show what moves the cursor or is a color. */
bool is_drawable(FILE *stream)
{
    DWORD mode;
    HANDLE console = console_of(stream);
    return GetConsoleMode(console, &mode) &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING ||
            SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING));
}

size_t terminal_width(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    if (!GetConsoleScreenBufferInfo(console_of(stream), &about))
        return USUAL_WIDTH;
    int width = about.srWindow.Right - about.srWindow.Left + 1;
    return width < LEAST_WIDTH ? LEAST_WIDTH : (size_t)width;
}

/* Only its owner may look into a person's temporary folder. */
const char *temporary_folder(tlb_context *context, tlb_arena *arena)
{
    enum { TRIES = 1000 };
    wchar_t parent[MAX_PATH + 1];
    char *named = GetTempPathW(MAX_PATH + 1, parent) ? to_utf8(parent) : NULL, *path = NULL;
    bool made = false;
    for (int i = 0; named && i < TRIES && !made; i++) {
        path = tlb_arena_printf(arena, "%strilobite-%lu-%d", named, GetCurrentProcessId(), i);
        wchar_t *wide = path ? to_wide_path(path) : NULL;
        made = wide && CreateDirectoryW(wide, NULL);
        free(wide);
    }
    free(named);
    if (!made)
        tlb_report(context, TLB_CODE_CANNOT_WRITE, TLB_NO_OFFSET, NULL,
                   "cannot create a folder in the temporary folder");
    return made ? path : NULL;
}

static bool matches(const char *pattern, const char *name)
{
    bool is_itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return !is_itself && tlb_member_matches(strcmp(pattern, "*.*") == 0 ? "*" : pattern, name);
}

bool expand_pattern(tlb_arena *arena, const char *pattern, bool (*add)(void *user, const char *path),
                    void *user)
{
    const char *last = tlb_path_base(pattern);
    int folder = (int)(last - pattern);
    char *all = strpbrk(last, "*?") ? tlb_arena_printf(arena, "%.*s*", folder, pattern) : NULL;
    wchar_t *wide = all ? to_wide_path(all) : NULL;
    WIN32_FIND_DATAW found;
    HANDLE search = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    bool added = false;
    free(wide);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    do {
        char *name = to_utf8(found.cFileName);
        const char *path =
            name && matches(last, name) ? tlb_arena_printf(arena, "%.*s%s", folder, pattern, name) : NULL;
        free(name);
        added |= path && add(user, path);
    } while (FindNextFileW(search, &found));
    FindClose(search);
    return added;
}

bool file_stamp_of(const char *path, file_stamp *stamp)
{
    WIN32_FILE_ATTRIBUTE_DATA found;
    SYSTEMTIME when;
    wchar_t *wide = to_wide_path(path);
    bool there = wide && GetFileAttributesExW(wide, GetFileExInfoStandard, &found) &&
                 !(found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) &&
                 FileTimeToSystemTime(&found.ftLastWriteTime, &when);
    free(wide);
    if (!there)
        return false;
    enum { PER_SECOND = 10000000 };
    uint64_t ticks =
        (uint64_t)found.ftLastWriteTime.dwHighDateTime << 32 | found.ftLastWriteTime.dwLowDateTime;
    stamp->size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    snprintf(stamp->modified, sizeof stamp->modified, "%04d-%02d-%02dT%02d:%02d:%02d.%07uZ",
             when.wYear % 10000, when.wMonth % 100, when.wDay % 100, when.wHour % 100, when.wMinute % 100,
             when.wSecond % 100, (unsigned)(ticks % PER_SECOND));
    return true;
}

tlb_status file_stream(tlb_context *context, const char *path, tlb_sink sink)
{
    enum { PART = 65536 };
    char part[PART];
    DWORD size = 0;
    wchar_t *wide = to_wide_path(path);
    HANDLE file = wide ? CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                     OPEN_EXISTING, 0, NULL)
                       : INVALID_HANDLE_VALUE;
    free(wide);
    bool is_open = file != INVALID_HANDLE_VALUE, good = is_open;
    while (good && (good = ReadFile(file, part, PART, &size, NULL)) && size &&
           sink.write(sink.user, part, size))
        ;
    if (!good)
        tlb_report(context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s: error %lu of the system", path,
                   GetLastError());
    if (is_open)
        CloseHandle(file);
    return good ? TLB_OK : is_open ? TLB_READ_FAILED : TLB_NOT_FOUND;
}

void remove_path(const char *path)
{
    wchar_t *wide = to_wide_path(path);
    if (wide && !DeleteFileW(wide))
        RemoveDirectoryW(wide);
    free(wide);
}

bool browse(const char *path)
{
    enum { LAST_ERROR = 32 };
    wchar_t *wide = to_wide(path);
    for (wchar_t *c = wide; c && *c; c++)
        *c = *c == L'/' ? L'\\' : *c;
    bool shown = wide && (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > LAST_ERROR;
    free(wide);
    return shown;
}
