#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "util/paths.h"

#include <string.h>

#ifdef _WIN32
#include <direct.h>
#define getcwd _getcwd
#else
#include <unistd.h>
#endif

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

static bool is_absolute(const char *path)
{
    return is_separator(*path) || (*path && path[1] == ':');
}

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
    bool relative = !is_absolute(path);
    if (!relative || !getcwd(current, sizeof current))
        *current = 0;
    char *absolute = tlb_alloc(arena, strlen(current) + strlen(path) + 3);
    if (absolute)
        add_names(absolute, add_names(absolute, absolute, current), path);
    return absolute;
}

void path_cut_to_common(char *path, const char *other)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool ends = !path[i] || path[i] == '/', other_ends = !other[i] || other[i] == '/';
        if (ends && other_ends)
            same = i;
        if (!path[i] || path[i] != other[i])
            break;
    }
    path[same] = 0;
}

const char *path_below(const char *folder, const char *path)
{
    size_t size = strlen(folder);
    bool below = strncmp(folder, path, size) == 0 && path[size] == '/';
    return below ? path + size + 1 : NULL;
}
