/* Catalogs of archives of files. */
#include "catalog/catalog.h"

#include "util/interrupt.h"
#include "util/paths.h"

#include <stdlib.h>
#include <string.h>

/* --- the files ----------------------------------------------------------------------------------------- */

/* "game/" and "game" are one folder; the root stays what it is. */
static char *without_slash(const options *o, const char *word)
{
    size_t size = strlen(word);
    while (size > 1 && (word[size - 1] == '/' || word[size - 1] == '\\'))
        size--;
    return tlb_arena_printf(o->arena, "%.*s", (int)size, word);
}

static tlb_status add_folder(const options *o, catalog_files *files, const char *folder)
{
    tlb_paths paths = {&folder, 1};
    tlb_path_kind kind = tlb_path_kind_of(o->context, folder);
    tlb_status status =
        kind == TLB_PATH_FILE ? TLB_OK : tlb_folder_files(o->context, o->arena, folder, &paths);
    for (size_t i = 0; i < paths.count; i++)
        if (!add_word(&files->all, paths.data[i]))
            return TLB_NO_MEMORY;
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Folders may be within each other. */
static void sort_once(word_list *list)
{
    size_t kept = 0;
    if (list->count)
        qsort(list->data, list->count, sizeof *list->data, by_name);
    for (size_t i = 0; i < list->count; i++)
        if (!kept || strcmp(list->data[kept - 1], list->data[i]) != 0)
            list->data[kept++] = list->data[i];
    list->count = kept;
}

/* A name that is no UTF-8 becomes one that is (catalog_text), which another file may have: that one stays. */
static exit_code leave_out_same(const options *o, word_list *list)
{
    word_list kept = {0};
    exit_code code = EXIT_DONE;
    for (size_t i = 0; i < list->count; i++) {
        const char *path = list->data[i], *name = catalog_text(o->arena, path, strlen(path));
        bool is_same = name && strcmp(name, path) != 0 &&
                       bsearch(&name, list->data, list->count, sizeof *list->data, by_name);
        if (is_same) {
            usage_error("%s is left out: another file has that name in a catalog", path);
            code = EXIT_INPUT;
        } else if (!name || !add_word(&kept, path)) {
            free(kept.data);
            return EXIT_INTERNAL;
        }
    }
    free(list->data);
    *list = kept;
    return code;
}

/* The catalog, and what SQLite has beside it while it works. */
static bool is_output(const options *o, const char *output, const char *path)
{
    const char *name = tlb_path_base(path);
    if (strncmp(name, tlb_path_base(output), strlen(tlb_path_base(output))) != 0)
        return false;
    char *absolute = path_absolute(o->arena, path);
    size_t size = strlen(output);
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; absolute && i < sizeof ends / sizeof *ends; i++)
        if (strncmp(absolute, output, size) == 0 && strcmp(absolute + size, ends[i]) == 0)
            return true;
    return false;
}

/* By FNV-1a of the path: the same on every machine, whatever else is in the folders. */
static bool in_shard(const options *o, const char *path)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (!o->shard.count)
        return true;
    for (; *path; path++)
        hash = (hash ^ (uint8_t)*path) * 0x100000001b3u;
    return hash % o->shard.count == o->shard.index - 1;
}

static bool choose_mine(const options *o, catalog_files *files)
{
    const char *output = is_standard(o->output) ? NULL : path_absolute(o->arena, o->output);
    size_t kept = 0;
    for (size_t i = 0; i < files->all.count; i++)
        if (!output || !is_output(o, output, files->all.data[i]))
            files->all.data[kept++] = files->all.data[i];
    files->all.count = kept;
    for (size_t i = 0; i < kept; i++)
        if (in_shard(o, files->all.data[i]) && !add_word(&files->mine, files->all.data[i]))
            return false;
    return true;
}

/* What cannot be listed is reported, and the rest is there. */
static exit_code find_files(const options *o, catalog_files *files)
{
    exit_code code = EXIT_DONE;
    files->folders = tlb_zalloc_array(o->arena, o->word_count, sizeof *files->folders);
    for (size_t i = 0; files->folders && i < o->word_count; i++) {
        char *folder = without_slash(o, o->words[i]);
        tlb_status status = folder ? add_folder(o, files, folder) : TLB_NO_MEMORY;
        files->folders[files->folder_count++] = (catalog_folder){folder, !status};
        exit_code listed = exit_code_of(status);
        code = listed > code ? listed : code;
    }
    report_diagnostics(o, o->context);
    tlb_diagnostics_clear(o->context);
    sort_once(&files->all);
    exit_code left_out = leave_out_same(o, &files->all);
    code = left_out > code ? left_out : code;
    return files->folders && choose_mine(o, files) ? code : EXIT_INTERNAL;
}

/* --- the verb ------------------------------------------------------------------------------------------ */

typedef enum kind { UNKNOWN, CSV, SQLITE } kind;

static kind kind_of(const char *path)
{
    const char *extension = tlb_path_extension(path);
    if (is_standard(path) || same_nocase(extension, "csv"))
        return CSV;
    bool sqlite =
        same_nocase(extension, "sqlite") || same_nocase(extension, "sqlite3") || same_nocase(extension, "db");
    return sqlite ? SQLITE : UNKNOWN;
}

#ifdef TOOL_WITH_SQLITE
enum { HAS_SQLITE = 1 };
#else
enum { HAS_SQLITE = 0 };

exit_code catalog_update(const options *o, const catalog_files *files)
{
    (void)files;
    usage_error("%s: this build has no SQLite; a catalog as .csv can be written", o->output);
    return EXIT_OUTPUT;
}

exit_code catalog_merge(const options *o)
{
    return catalog_update(o, NULL);
}
#endif

static exit_code make(const options *o, kind output)
{
    catalog_files files = {0};
    exit_code code = find_files(o, &files), made = EXIT_STOPPED;
    bool is_empty = code && !files.all.count; /* what was named was not there */
    if (code != EXIT_INTERNAL && !interrupted() && !is_empty)
        made = output == CSV ? catalog_write_csv(o, &files) : catalog_update(o, &files);
    free(files.all.data);
    free(files.mine.data);
    return is_empty || made < code ? code : made;
}

exit_code run_catalog(const options *o)
{
    kind output = o->output ? kind_of(o->output) : UNKNOWN;
    if (output == UNKNOWN) {
        usage_error("%s; a catalog is written to -o NAME.sqlite or NAME.csv",
                    o->output ? "unknown type of output" : "no output");
        return EXIT_USAGE;
    }
    if (o->merge && output == CSV) {
        usage_error("--merge makes an .sqlite of others");
        return EXIT_USAGE;
    }
    exit_code unused = report_unused(o->thumbnails && output == CSV, "thumbnails", "CSV has no pictures");
    options catalog = *o;
    catalog.all = true; /* diagnostics are counted in full */
    catalog.jobs = o->jobs_set ? o->jobs : 0;
    if (output == SQLITE && !HAS_SQLITE) /* is said before the folders are searched */
        return catalog_update(o, NULL);
    exit_code code = o->merge ? catalog_merge(&catalog) : make(&catalog, output);
    return code > unused ? code : unused;
}
