/* The files of a folder and of those below it. */
#include "base/platform.h"
#include "base/argument.h"

#include <string.h>

typedef struct search {
    tlb_context *context;
    tlb_arena *arena;
    TLB_LIST(const char *) found;
    uint32_t folders;
    bool too_deep; /* it is reported of the first */
    tlb_status status;
} search;

/* A file system may have folders within themselves: the number of all ends it. */
static bool is_too_deep(search *s, const char *path, uint32_t depth)
{
    if (depth <= s->context->session->max_nesting)
        return false;
    if (!s->too_deep)
        tlb_report_path(s->context, TLB_CODE_NOT_SUPPORTED, path, "nested too deeply: it is passed over");
    s->too_deep = true;
    s->status = TLB_LIMIT;
    return true;
}

static bool is_too_many(search *s, const char *path)
{
    if (s->folders++ < TLB_MOST_FOLDERS)
        return false;
    tlb_report_path(s->context, TLB_CODE_NOT_SUPPORTED, path, "too many folders");
    s->status = TLB_LIMIT;
    return true;
}

/* False without memory, when it is cancelled, and after too many. */
static bool add_folder(search *s, const char *path, uint32_t depth)
{
    tlb_entries entries;
    if (is_too_many(s, path))
        return false;
    if (is_too_deep(s, path, depth))
        return true;
    size_t length = strlen(path);
    const char *separator = length && tlb_is_separator(path[length - 1]) ? "" : "/";
    tlb_status status = tlb_folder_list(s->context, s->arena, path, &entries);
    if (status)
        s->status = status;
    for (uint32_t i = 0; !status && i < entries.count; i++) {
        const char *full = tlb_arena_printf(s->arena, "%s%s%s", path, separator, entries.data[i].name);
        const char **place = full && !entries.data[i].is_folder ? TLB_PUSH(s->arena, &s->found) : NULL;
        if (place)
            *place = full;
        else if (!full || !entries.data[i].is_folder || !add_folder(s, full, depth + 1))
            return false;
    }
    return !tlb_is_fatal(status);
}

tlb_status tlb_folder_files(tlb_context *context, tlb_arena *arena, const char *path, tlb_paths *paths)
{
    TLB_REQUIRE(context, paths);
    *paths = (tlb_paths){0};
    TLB_REQUIRE(context, arena);
    TLB_REQUIRE(context, path);
    TLB_REQUIRE(NULL, context);
    search s = {.context = context, .arena = arena};
    tlb_status earlier = tlb_arena_begin(arena);
    add_folder(&s, path, 0);
    *paths = (tlb_paths){s.found.data, s.found.count};
    if (tlb_arena_end(arena, earlier) && !tlb_is_fatal(s.status))
        return tlb_report_memory(context, arena);
    return s.status;
}
