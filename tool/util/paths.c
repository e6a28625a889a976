#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "util/paths.h"
#include "util/text.h"

#include <string.h>

#ifdef _WIN32

#include "util/windows.h"

#include <stdlib.h>

char *path_absolute(tlb_arena *arena, const char *path)
{
    wchar_t *wide = to_wide_path(path);
    char *full = wide ? to_utf8(wide) : NULL;
    char *absolute =
        full ? tlb_arena_printf(arena, "%s", full + (strncmp(full, "\\\\?\\", 4) == 0 ? 4 : 0)) : NULL;
    free(wide);
    free(full);
    for (char *c = absolute; c && *c; c++)
        *c = *c == '\\' ? '/' : *c;
    size_t size = absolute ? strlen(absolute) : 0;
    if (size && absolute[size - 1] == '/')
        absolute[size - 1] = 0;
    return absolute;
}

/* Names differ by more than case. */
static bool same_letter(char a, char b)
{
    return same_start(&a, &b, 1);
}

#else

#include <unistd.h>

/* Adds the names of a path to one without a separator at its end. */
static char *add_names(char *begin, char *end, const char *path)
{
    while (*path) {
        size_t size = strcspn(path, "/\\");
        bool here = size == 1 && path[0] == '.', up = size == 2 && path[0] == '.' && path[1] == '.';
        while (up && end > begin && *--end != '/')
            ;
        if (size && !here && !up) {
            *end++ = '/';
            memcpy(end, path, size);
            end += size;
        }
        path += size + (path[size] != 0);
    }
    *end = 0;
    return end;
}

char *path_absolute(tlb_arena *arena, const char *path)
{
    char current[4096];
    if (*path == '/' || !getcwd(current, sizeof current))
        *current = 0;
    char *absolute = tlb_alloc(arena, strlen(current) + strlen(path) + 3);
    if (absolute)
        add_names(absolute, add_names(absolute, absolute, current), path);
    return absolute;
}

static bool same_letter(char a, char b)
{
    return a == b;
}

#endif

void path_cut_to_common(char *path, const char *other)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool ends = !path[i] || path[i] == '/', other_ends = !other[i] || other[i] == '/';
        if (ends && other_ends)
            same = i;
        if (!path[i] || !same_letter(path[i], other[i]))
            break;
    }
    path[same] = 0;
}

const char *path_below(const char *folder, const char *path)
{
    size_t size = 0;
    while (folder[size] && same_letter(folder[size], path[size]))
        size++;
    return !folder[size] && path[size] == '/' ? path + size + 1 : NULL;
}
