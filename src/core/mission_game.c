/* The folder of the game that a mission belongs to. */
#include "base/text.h"
#include "core/mission.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FOLDERS = 6, MOST_NAMES = 16, PATH = 1024 };

/* A file that the mission names. */
typedef struct game_file {
    char name[MISSION_FILE_NAME];
    const char *path; /* in `name` */
    const char *const *extensions;
} game_file;

typedef struct game_search {
    tlb_context *context;
    tlb_arena work;
    game_file files[MOST_NAMES];
    int count;
} game_search;

/* --- as it is spelled ---------------------------------------------------------------------------------- */

/* Whether the end of a name, of two parts or more, is a file in this folder. */
static bool has_file(tlb_context *context, const char *folder, const char *name)
{
    char path[PATH];
    for (const char *end = name; strpbrk(end, "/\\"); end = strpbrk(end, "/\\") + 1)
        if (snprintf(path, sizeof path, "%s%s", folder, end) < (int)sizeof path &&
            tlb_path_kind_of(context, path) == TLB_PATH_FILE)
            return true;
    return false;
}

/* --- whatever the case --------------------------------------------------------------------------------- */

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

/* Whether a path leads from a folder, with these entries, to a file. */
static bool leads_to_file(game_search *s, const char *folder, const tlb_entries *entries, const char *path,
                          const char *const *extensions)
{
    char part[PATH], inner[PATH];
    size_t size = strcspn(path, "/\\");
    bool is_last = !path[size];
    if (size >= sizeof part)
        return false;
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

/* Whether the end of a name, of two parts or more, is a file in this folder. */
static bool has_one(game_search *s, const char *folder)
{
    tlb_entries entries;
    bool has = false;
    if (!list(s, folder, &entries))
        return false;
    for (int i = 0; i < s->count && !has; i++)
        for (const char *end = s->files[i].path; strpbrk(end, "/\\") && !has; end = strpbrk(end, "/\\") + 1)
            has = leads_to_file(s, folder, &entries, end, s->files[i].extensions);
    return has;
}

/* --- all ------------------------------------------------------------------------------------------------ */

/* The nearest folder above the mission's that has a file, as it is spelled; `file` NULL: any of the files,
 * whatever the case. NULL: none has, or memory was refused. */
static const char *find_folder(game_search *s, tlb_arena *arena, const char *mission, const char *file)
{
    const char *folder = tlb_arena_printf(arena, "%.*s./", (int)(tlb_path_base(mission) - mission), mission);
    for (int i = 0; i < MOST_FOLDERS && folder; i++) {
        if (file ? has_file(s->context, folder, file) : has_one(s, folder))
            return folder;
        folder = tlb_arena_printf(arena, "%s../", folder);
    }
    return NULL;
}

static void collect(game_search *s, const tlb_mission *mission, const tlb_mission_file *files)
{
    for (uint32_t i = 0; i < mission->objects.count; i++)
        for (const tlb_mission_file *file = files; file->field && s->count < MOST_NAMES; file++) {
            const tlb_mission_field *field = tlb_mission_find(&mission->objects.data[i], file->field);
            if (!field)
                continue;
            game_file *found = &s->files[s->count++];
            found->path = tlb_mission_file_name(field, found->name);
            found->extensions = file->extensions;
        }
}

/* Scripts are beside the folder of data. */
static tlb_status add_scripts(const tlb_conversion *conversion, const char *folder)
{
    static const char *const names[] = {"server", "scripts"};
    tlb_status status = TLB_OK;
    for (int i = 0; i < 2 && !status; i++) {
        const char *path = tlb_arena_printf(&conversion->assets->arena, "%s../%s", folder, names[i]);
        if (path && tlb_path_kind_of(conversion->context, path) == TLB_PATH_FOLDER)
            status = tlb_assets_add_last(conversion->assets, path, MOST_FOLDERS);
    }
    return status;
}

tlb_status tlb_mission_find_game(tlb_document *document, const tlb_mission *mission,
                                 const tlb_conversion *conversion, const tlb_mission_file *files)
{
    game_search s = {.context = conversion->context};
    tlb_arena *arena = &conversion->assets->arena;
    const char *folder = NULL;
    if (!document->beside)
        return TLB_OK;
    tlb_arena_init(&s.work, s.context->account);
    collect(&s, mission, files);
    for (int i = 0; i < s.count && !folder; i++)
        folder = find_folder(&s, arena, document->beside, s.files[i].path);
    if (!folder && s.count)
        folder = find_folder(&s, arena, document->beside, NULL);
    tlb_arena_release(&s.work);
    tlb_status status = folder ? tlb_assets_add_last(conversion->assets, folder, MOST_FOLDERS) : TLB_OK;
    return folder && !status ? add_scripts(conversion, folder) : status;
}
