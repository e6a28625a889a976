#include "base/platform.h"

bool tlb_is_separator(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

bool tlb_path_split(tlb_arena *arena, const char *path, const char **file, const char **inside)
{
    if (!arena || !path || !file || !inside)
        return false;
    for (const char *end = path; *end; end++) {
        if (!tlb_is_separator(*end) || end == path)
            continue;
        tlb_text front = tlb_copy_text(arena, path, (size_t)(end - path));
        if (!front.data || tlb_path_kind_of(front.data) == TLB_PATH_NONE)
            return false;
        if (tlb_path_kind_of(front.data) == TLB_PATH_FILE) {
            *file = front.data;
            *inside = end + 1;
            return true;
        }
    }
    return false;
}
