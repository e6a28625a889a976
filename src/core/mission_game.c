/* The folders of the game that a mission belongs to. */
#include "base/text.h"
#include "core/mission.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FOLDERS = 6, MOST_NAMES = 64, PATH = 1024 };

/* A file that the mission names. */
typedef struct game_file {
    char name[MISSION_FILE_NAME];
    const char *path; /* in `name` */
    const char *const *extensions;
    bool is_found;
} game_file;

typedef struct game_search {
    tlb_context *context;
    tlb_arena work;
    game_file files[MOST_NAMES];
    int count;
} game_search;

/* --- a folder ------------------------------------------------------------------------------------------ */

/* What cannot be listed has nothing in it. */
static bool list(game_search *s, const char *folder, tlb_entries *entries)
{
    tlb_report_mark mark = tlb_report_mark_get(s->context);
    tlb_status status = tlb_folder_list(s->context, &s->work, folder, entries);
    if (status == TLB_READ_FAILED || status == TLB_NOT_FOUND)
        tlb_report_rewind(s->context, &mark);
    return status == TLB_OK;
}

/* Whether it is called `name`, or, being a file, so with one of the extensions. */
static bool is_called(const tlb_entry *entry, const char *name, const char *const *extensions)
{
    char whole[PATH];
    bool is = tlb_same_nocase(entry->name, name);
    for (; !is && !entry->is_folder && extensions && *extensions; extensions++)
        is = snprintf(whole, sizeof whole, "%s.%s", name, *extensions) < (int)sizeof whole &&
             tlb_same_nocase(entry->name, whole);
    return is;
}

/* Whether a path, the end of a name, leads from a folder, with these entries, to a file. */
static bool leads_to_file(game_search *s, const char *folder, const tlb_entries *entries, const char *path,
                          const char *const *extensions)
{
    char part[MISSION_FILE_NAME], inner[PATH];
    size_t size = strcspn(path, "/\\");
    bool is_last = !path[size];
    memcpy(part, path, size);
    part[size] = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const tlb_entry *entry = &entries->data[i];
        tlb_entries below;
        if (entry->is_folder == is_last || !is_called(entry, part, extensions))
            continue;
        if (is_last)
            return true;
        if (snprintf(inner, sizeof inner, "%s%s/", folder, entry->name) < (int)sizeof inner &&
            list(s, inner, &below) && leads_to_file(s, inner, &below, path + size + 1, extensions))
            return true;
    }
    return false;
}

/* Whether the end of a name, of two parts or more, is in this folder. */
static bool has_file(game_search *s, const char *folder, const tlb_entries *entries, const game_file *file)
{
    for (const char *end = file->path; strpbrk(end, "/\\"); end = strpbrk(end, "/\\") + 1)
        if (leads_to_file(s, folder, entries, end, file->extensions))
            return true;
    return false;
}

/* Whether the folder has files that none before it had. */
static bool has_more(game_search *s, const char *folder)
{
    tlb_entries entries;
    bool has = false;
    if (!list(s, folder, &entries))
        return false;
    for (int i = 0; i < s->count; i++)
        if (!s->files[i].is_found)
            has |= s->files[i].is_found = has_file(s, folder, &entries, &s->files[i]);
    return has;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static void collect_file(game_search *s, const tlb_mission_object *object, const tlb_mission_file *rule)
{
    game_file *added = &s->files[s->count];
    const tlb_mission_field *field;
    added->path = tlb_mission_file_of(object, rule, added->name, &field);
    added->extensions = rule->extensions;
    bool is_new = added->path && strpbrk(added->path, "/\\");
    for (int i = 0; i < s->count && is_new; i++)
        is_new = !tlb_same_nocase(s->files[i].path, added->path);
    s->count += is_new;
}

static void collect(game_search *s, const tlb_mission *mission, const tlb_mission_file *files)
{
    for (uint32_t i = 0; i < mission->objects.count; i++)
        for (const tlb_mission_file *file = files; file->field && s->count < MOST_NAMES; file++)
            collect_file(s, &mission->objects.data[i], file);
}

static bool is_all_found(const game_search *s)
{
    int found = 0;
    while (found < s->count && s->files[found].is_found)
        found++;
    return found == s->count;
}

/* Scripts are beside the folder of data. */
static tlb_status add_folder(game_search *s, tlb_assets *assets, const char *folder)
{
    static const char *const scripts[] = {"server", "scripts"};
    tlb_status status = tlb_assets_add_last(assets, folder, MOST_FOLDERS);
    for (int i = 0; i < 2 && !status; i++) {
        const char *path = tlb_arena_printf(&assets->arena, "%s../%s", folder, scripts[i]);
        if (path && tlb_path_kind_of(s->context, path) == TLB_PATH_FOLDER)
            status = tlb_assets_add_last(assets, path, MOST_FOLDERS);
    }
    return status;
}

static tlb_status add_folders(game_search *s, tlb_assets *assets, const char *mission)
{
    int size = (int)(tlb_path_base(mission) - mission);
    const char *folder = tlb_arena_printf(&assets->arena, "%.*s./", size, mission);
    tlb_status status = TLB_OK;
    for (int i = 0; i < MOST_FOLDERS && folder && !is_all_found(s) && !status; i++) {
        if (has_more(s, folder))
            status = add_folder(s, assets, folder);
        folder = tlb_arena_printf(&assets->arena, "%s../", folder);
    }
    return status;
}

tlb_status tlb_mission_find_game(const tlb_document *document, const tlb_mission *mission, tlb_assets *assets,
                                 const tlb_mission_file *files)
{
    game_search s = {.context = document->context};
    if (!document->beside)
        return TLB_OK;
    tlb_arena_init(&s.work, s.context->account);
    collect(&s, mission, files);
    tlb_status status = add_folders(&s, assets, document->beside);
    tlb_arena_release(&s.work);
    return status;
}
