#include "util/windows.h"

#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

wchar_t *to_wide(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    return wide;
}

char *to_utf8(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *utf8 = size ? malloc((size_t)size) : NULL;
    if (utf8)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, size, NULL, NULL);
    return utf8;
}

wchar_t *to_wide_path(const char *path)
{
    static const wchar_t prefix[] = L"\\\\?\\";
    enum { PREFIX = sizeof prefix / sizeof *prefix - 1 };
    wchar_t *wide = to_wide(path);
    DWORD room = wide ? GetFullPathNameW(wide, 0, NULL, NULL) : 0;
    wchar_t *full = room ? malloc((room + PREFIX) * sizeof *full) : NULL;
    if (full && GetFullPathNameW(wide, room, full + PREFIX, NULL)) {
        bool is_plain = full[PREFIX] != L'\\'; /* C:\, not \\server */
        if (is_plain)
            wmemcpy(full, prefix, PREFIX);
        else
            wmemmove(full, full + PREFIX, room);
    }
    free(wide);
    return full;
}

static UINT code_page_before;

static void restore_console(void)
{
    SetConsoleOutputCP(code_page_before);
}

static void begin_streams(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    code_page_before = GetConsoleOutputCP();
    if (code_page_before && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

const char **begin_on_windows(int count, wchar_t **words)
{
    const char **texts = calloc((size_t)count + 1, sizeof *texts);
    bool done = texts != NULL;
    for (int i = 0; i < count && done; i++)
        done = (texts[i] = to_utf8(words[i])) != NULL;
    begin_streams();
    return done ? texts : NULL;
}
