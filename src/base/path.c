#include "base/file_system.h"
#include "base/system.h"

tlb_path_kind tlb_path_kind_of(const tlb_context *context, const char *path)
{
    if (!path)
        return TLB_PATH_NONE;
    return tlb_has_file_system(context) ? tlb_file_system_kind(context, path) : tlb_system_kind(path);
}

bool tlb_path_split(const tlb_context *context, tlb_arena *arena, const char *path, const char **file,
                    const char **inside)
{
    if (!arena || !path || !file || !inside)
        return false;
    for (const char *end = path + tlb_path_root(path); *end; end++) {
        if (!tlb_is_separator(*end))
            continue;
        tlb_text front = tlb_copy_text(arena, path, (size_t)(end - path));
        tlb_path_kind kind = tlb_path_kind_of(context, front.data);
        if (kind == TLB_PATH_NONE)
            return false;
        if (kind == TLB_PATH_FILE) {
            *file = front.data;
            *inside = end + 1;
            return true;
        }
    }
    return false;
}
