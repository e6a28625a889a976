/* What the missions of the corpus name is found when it is among the files that they are given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"

enum { MOST_NAMES = 4096, MOST_NAME = 256, PATH = 4096, FORMATS = 3 };

typedef struct name_list {
    char names[MOST_NAMES][MOST_NAME]; /* without folders, in lower case */
    int count;
} name_list;

/* The missions of a format: how many there are, which files their objects name, a name counted once in each.
 */
typedef struct total {
    const char *format;
    int missions, found, missing;
} total;

static int failures;

static bool has_name(const name_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return true;
    return false;
}

static void add_name(name_list *list, const char *path, size_t size)
{
    char name[MOST_NAME];
    size_t from = size;
    while (from && path[from - 1] != '/' && path[from - 1] != '\\')
        from--;
    snprintf(name, sizeof name, "%.*s", (int)(size - from), path + from);
    for (char *p = name; *p; p++)
        *p = tlb_lower(*p);
    if (!has_name(list, name) && list->count < MOST_NAMES)
        memcpy(list->names[list->count++], name, sizeof name);
}

/* --- what there is -------------------------------------------------------------------------------------- */

static void add_members(name_list *list, const char *path)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *volume = NULL;
    tlb_members members;
    if (tlb_open_path(context, path, NULL, &volume) == TLB_OK && tlb_archive_list(volume, &members) == TLB_OK)
        for (uint32_t i = 0; i < members.count; i++)
            add_name(list, members.data[i].name, strlen(members.data[i].name));
    tlb_document_free(volume);
    tlb_context_free(context);
}

static void add_tree(name_list *list, const char *folder)
{
    file_list files = list_files(folder);
    for (size_t i = 0; i < files.count; i++) {
        const char *extension = tlb_path_extension(files.paths[i]);
        add_name(list, files.paths[i], strlen(files.paths[i]));
        if (tlb_same_nocase(extension, "vol") || tlb_same_nocase(extension, "ted"))
            add_members(list, files.paths[i]);
    }
    free_files(&files);
}

/* Whether a file of this name, or of it and an extension, is in the tree. */
static bool is_there(const name_list *tree, const char *name)
{
    for (int i = 0; i < tree->count; i++)
        if (strcmp(tree->names[i], name) == 0 || (strlen(name) == tlb_path_stem(tree->names[i]) &&
                                                  strncmp(tree->names[i], name, strlen(name)) == 0))
            return true;
    return false;
}

/* --- what is named and missing -------------------------------------------------------------------------- */

static void list_named(tlb_document *mission, name_list *named)
{
    const tlb_value *info, *files;
    if (tlb_info(mission, &info) != TLB_OK || !(files = tlb_value_get(info, "files")))
        return;
    for (const tlb_value *file = files->as.members.first; file; file = file->next)
        add_name(named, file->as.text.data, file->as.text.size);
}

/* Those of which it was reported that the mission misses them, but textures, which terrains and skies name.
 */
static void list_missing(const tlb_context *context, const char *mission, name_list *missing)
{
    for (size_t i = 0; i < tlb_diagnostic_count(context); i++) {
        const tlb_diagnostic *d = tlb_diagnostic_at(context, i);
        const char *quote = strchr(d->message, '"'), *end = strrchr(d->message, '"');
        if (strcmp(tlb_code_name(d->code), "ASSET_MISSING") == 0 && strcmp(d->file, mission) == 0 &&
            strncmp(d->message, "texture", strlen("texture")) != 0 && quote && end > quote)
            add_name(missing, quote + 1, (size_t)(end - quote - 1));
    }
}

static void fail(const char *path, const char *name, const char *what)
{
    fprintf(stderr, "%s: \"%s\": %s\n", path, name, what);
    failures++;
}

/* Checks a mission, or converts it, with the assets of a folder; what is missing goes to the list. */
static void ask(const char *path, const char *folder, bool convert, name_list *named, name_list *missing)
{
    tlb_context_options context_options = TLB_CONTEXT_OPTIONS_INIT;
    context_options.max_per_code = UINT32_MAX;
    tlb_context *context = tlb_context_create(&context_options);
    tlb_assets *assets = tlb_assets_create(context);
    tlb_convert_options options = TLB_CONVERT_OPTIONS_INIT;
    tlb_document *mission = NULL;
    tlb_scene *scene = NULL;
    options.assets = assets;
    tlb_status status = tlb_assets_add(assets, folder);
    if (!status)
        status = tlb_open_path(context, path, NULL, &mission);
    if (!status)
        status =
            convert ? tlb_document_scene(mission, &options, &scene) : tlb_check_assets(mission, assets, NULL);
    if (status)
        fail(path, "", tlb_status_text(status));
    else
        list_missing(context, path, missing);
    if (!status && named)
        list_named(mission, named);
    tlb_scene_free(scene);
    tlb_document_free(mission);
    tlb_assets_free(assets);
    tlb_context_free(context);
}

/* The place of the mission's format in a list; -1: it cannot be read. */
static int format_of(const char *path, const total *totals)
{
    tlb_context *context = tlb_context_create(NULL);
    tlb_document *mission = NULL;
    const char *name = "";
    int place = FORMATS - 1;
    if (tlb_open_path(context, path, NULL, &mission) == TLB_OK)
        name = tlb_format_info_of(tlb_document_format(mission))->name;
    while (place >= 0 && strcmp(name, totals[place].format) != 0)
        place--;
    tlb_document_free(mission);
    tlb_context_free(context);
    return place;
}

/* Those without their game are given what there is of one of the same engine. */
static void choose_folder(const char *worlds, const char *path, const char *format, char folder[PATH])
{
    const char *game = path + strlen(worlds) + 1;
    if (strncmp(game, "missions/", strlen("missions/")) == 0)
        game = strcmp(format, "simg") == 0 ? "starsiege" : "marble";
    snprintf(folder, PATH, "%.*s/%.*s", (int)(PATH / 2), worlds, (int)strcspn(game, "/"), game);
}

static void test_mission(const char *path, const char *folder, total *sum)
{
    static name_list tree, named, missing, unplaced;
    static char listed[PATH];
    if (strcmp(listed, folder) != 0) {
        tree.count = 0;
        add_tree(&tree, folder);
        memcpy(listed, folder, strlen(folder) + 1);
    }
    named.count = missing.count = unplaced.count = 0;
    ask(path, folder, false, &named, &missing);
    ask(path, folder, true, NULL, &unplaced);
    for (int i = 0; i < unplaced.count; i++)
        if (!has_name(&missing, unplaced.names[i]))
            fail(path, unplaced.names[i], "check finds it, a conversion does not");
    for (int i = 0; i < missing.count; i++)
        if (is_there(&tree, missing.names[i]))
            fail(path, missing.names[i], "is there, and is not found");
    for (int i = 0; i < named.count; i++)
        sum->found += !has_name(&missing, named.names[i]);
    sum->missing += missing.count;
    sum->missions++;
}

int main(void)
{
    /* What Starsiege lacks are the files of 23 missions without their game. */
    static const total expected[FORMATS] = {{"mis", 60, 70, 115}, {"simg", 24, 7, 396}, {"tmis", 1, 36, 40}};
    total totals[FORMATS] = {{"mis", 0, 0, 0}, {"simg", 0, 0, 0}, {"tmis", 0, 0, 0}};
    char worlds[PATH], folder[PATH];
    if (!corpus_folder("worlds", worlds, PATH / 2))
        return SKIPPED;
    file_list files = corpus_files("worlds", "mis");
    for (size_t i = 0; i < files.count; i++) {
        int format = format_of(files.paths[i], totals);
        if (format < 0) {
            fail(files.paths[i], "", "cannot be read");
            continue;
        }
        choose_folder(worlds, files.paths[i], totals[format].format, folder);
        test_mission(files.paths[i], folder, &totals[format]);
    }
    free_files(&files);
    for (int i = 0; i < FORMATS; i++) {
        const total *sum = &totals[i];
        printf("%s: %d missions, %d files found, %d missing\n", sum->format, sum->missions, sum->found,
               sum->missing);
        failures += sum->missions != expected[i].missions || sum->found != expected[i].found ||
                    sum->missing != expected[i].missing;
    }
    return failures != 0;
}
