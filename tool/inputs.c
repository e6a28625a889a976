/* What a command works on: the files named, those of a list (-T) and those of folders (-r). */
#include "tool.h"

#include "util/desktop.h"
#include "util/paths.h"

#include <stdlib.h>
#include <string.h>

bool add_word(word_list *list, const char *word)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        const char **data = realloc(list->data, capacity * sizeof *data);
        if (!data)
            return false;
        list->data = data;
        list->capacity = capacity;
    }
    if (word)
        list->data[list->count++] = word;
    return word != NULL;
}

/* --- the list of -T ----------------------------------------------------------------------------------- */

/* A name a line, or up to each NUL; empty ones are passed over. */
static bool add_names(const options *o, word_list *list, tlb_bytes names)
{
    const char *at = (const char *)names.data, *end = at + names.size;
    while (at < end) {
        const char *stop = memchr(at, o->null ? 0 : '\n', (size_t)(end - at));
        size_t size = (size_t)((stop ? stop : end) - at), length = size;
        if (!o->null && length && at[length - 1] == '\r')
            length--;
        if (length && !add_word(list, tlb_arena_printf(o->arena, "%.*s", (int)length, at)))
            return false;
        at += size + (stop != NULL);
    }
    return true;
}

static exit_code read_list(const options *o, word_list *list)
{
    tlb_bytes names;
    tlb_status status = tlb_path_read(o->context, o->list, &names);
    if (status) {
        report_diagnostics(o, o->context);
        return exit_code_of(status);
    }
    bool lines = o->null || !names.size || !memchr(names.data, 0, names.size);
    if (!lines)
        usage_error("%s: names end with NUL; use --null", o->list);
    bool added = !lines || add_names(o, list, names);
    tlb_bytes_free(o->context, names);
    return !lines ? EXIT_INPUT : added ? EXIT_DONE : EXIT_INTERNAL;
}

/* --- folders ------------------------------------------------------------------------------------------ */

/* Textures are no models: they are converted to pictures, not to models of a rectangle. */
static bool is_meant(const options *o, const command *c, const tlb_format *format)
{
    unsigned abilities = format ? tlb_format_info_of(format)->abilities : 0;
    bool to_model = o->to && tlb_format_info_of(o->to)->abilities & TLB_IS_MODEL;
    if (c->bit != IN_CONVERT)
        return abilities & TLB_CAN_READ;
    return abilities & (TLB_CAN_EXPORT_SCENE | TLB_CAN_CONVERT_VERSION) &&
           (abilities & TLB_IS_MODEL || !to_model);
}

/* An output folder within the one that is searched, from an earlier run. */
static bool is_output(const options *o, const char *folder, const char *path)
{
    const char *within = o->output_folder ? path_absolute(o->arena, folder) : NULL;
    const char *file = o->output_folder ? path_absolute(o->arena, path) : NULL;
    return within && file && path_below(within, o->output_folder) && path_below(o->output_folder, file);
}

/* Files that no format recognizes are passed over. */
static exit_code add_folder(const options *o, const command *c, word_list *list, const char *folder)
{
    tlb_paths paths;
    tlb_status status = tlb_folder_files(o->context, o->arena, folder, &paths);
    if (status)
        report_diagnostics(o, o->context);
    tlb_diagnostics_clear(o->context);
    job search = {.path = folder, .started = milliseconds_now()};
    bool added = true;
    progress_begin(o, 1);
    for (size_t i = 0; i < paths.count && added && !progress_tick(&search); i++) {
        if (is_output(o, folder, paths.data[i]))
            continue;
        const tlb_format *format = o->from ? o->from : tlb_probe_path(o->context, paths.data[i]);
        added = !is_meant(o, c, format) || add_word(list, paths.data[i]);
    }
    progress_end();
    return added ? exit_code_of(status) : EXIT_INTERNAL;
}

static exit_code add_input(const options *o, const command *c, word_list *list, const char *word)
{
    if (is_standard(word) || tlb_path_kind_of(o->context, word) != TLB_PATH_FOLDER)
        return add_word(list, word) ? EXIT_DONE : EXIT_INTERNAL;
    if (o->recursive)
        return add_folder(o, c, list, word);
    usage_error("%s is a folder; use -r for the files in it", word);
    return EXIT_INPUT;
}

/* --- all ---------------------------------------------------------------------------------------------- */

/* The folder that all inputs are in: where they are below it they are below an output folder. */
static bool find_root(options *o, const word_list *named)
{
    char *root = NULL;
    for (size_t i = 0; i < named->count; i++) {
        const char *word = named->data[i];
        char *path = is_standard(word) ? NULL : path_absolute(o->arena, word);
        if (is_standard(word))
            continue;
        if (!path)
            return false;
        char *name = strrchr(path, '/');
        if (name && tlb_path_kind_of(o->context, word) != TLB_PATH_FOLDER)
            *name = 0;
        if (root)
            path_cut_to_common(root, path);
        else
            root = path;
    }
    o->root = root;
    return true;
}

static exit_code higher(exit_code a, exit_code b)
{
    return a > b ? a : b;
}

static bool add_name(void *list, const char *word)
{
    return add_word(list, word);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A word, or what it is a pattern of where nobody has expanded it before. */
static bool add_named(const options *o, word_list *named, const char *word)
{
    size_t before = named->count;
    if (is_standard(word) || !expand_pattern(o->arena, word, add_name, named))
        return add_word(named, word);
    qsort(named->data + before, named->count - before, sizeof *named->data, by_name);
    return true;
}

/* The words from `first` to `end` are inputs. */
static exit_code gather(options *o, const command *c, size_t first, size_t end, word_list *named,
                        word_list *all)
{
    exit_code code = EXIT_DONE;
    bool added = true;
    for (size_t i = first; i < end && added; i++)
        added = add_named(o, named, o->words[i]);
    if (o->list)
        code = read_list(o, named);
    for (size_t i = 0; i < first && added; i++)
        added = add_word(all, o->words[i]);
    if (!added || !find_root(o, named))
        return EXIT_INTERNAL;
    for (size_t i = 0; i < named->count; i++)
        code = higher(code, c->bit == IN_PACK ? (add_word(all, named->data[i]) ? EXIT_DONE : EXIT_INTERNAL)
                                              : add_input(o, c, all, named->data[i]));
    o->input_count = all->count - first;
    for (size_t i = end; i < o->word_count && added; i++)
        added = add_word(all, o->words[i]);
    return added ? code : EXIT_INTERNAL;
}

exit_code gather_inputs(options *o, const command *c)
{
    word_list named = {0}, all = {0};
    bool converts = c->bit == IN_CONVERT;
    size_t end = o->word_count - converts;
    if (!(c->bit & TAKES_MANY) || !o->arena)
        return EXIT_DONE;
    o->listed = o->list || o->recursive;
    if (converts && !is_standard(o->words[end]))
        o->output_folder = path_absolute(o->arena, o->words[end]);
    exit_code code = gather(o, c, c->bit == IN_PACK, end, &named, &all);
    free(named.data);
    free(o->words);
    o->words = all.data;
    o->word_count = all.count;
    return code;
}
