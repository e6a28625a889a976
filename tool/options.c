/* One table of options: parsing, help and which command takes which all come from it, and from the formats'
 * own options. */
#include "tool.h"

#include <popt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct option option;

/* Gives an option its value, NULL for one without; reports a value that it cannot have. */
typedef bool option_setter(options *o, const option *chosen, const char *value);

struct option {
    char letter;
    unsigned commands; /* command_bit */
    const char *name, *argument, *help;
    option_setter *set;
    size_t member; /* of options, which set_flag and set_text set */
};

/* --- values -------------------------------------------------------------------------------------------- */

static bool set_flag(options *o, const option *chosen, const char *value)
{
    (void)value;
    *(bool *)((char *)o + chosen->member) = true;
    return true;
}

static bool set_text(options *o, const option *chosen, const char *value)
{
    memcpy((char *)o + chosen->member, &value, sizeof value);
    return true;
}

static bool set_json_lines(options *o, const option *chosen, const char *value)
{
    (void)chosen, (void)value;
    o->json = o->jsonl = true;
    return true;
}

bool parse_format(const char *name, const tlb_format **format)
{
    *format = tlb_format_by_name(name);
    if (!*format)
        usage_error("unknown format \"%s\"; 'trilobite formats' lists them", name);
    return *format != NULL;
}

static bool parse_integer(const option *chosen, const char *word, int least, int most, int *value)
{
    unsigned long long number;
    if (!read_whole(word, (unsigned long long)most, &number) || number < (unsigned long long)least) {
        usage_error("--%s: invalid value \"%s\", expected an integer from %d to %d", chosen->name, word,
                    least, most);
        return false;
    }
    *value = (int)number;
    return true;
}

static bool set_from(options *o, const option *chosen, const char *value)
{
    (void)chosen;
    return parse_format(value, &o->from);
}

static bool set_to(options *o, const option *chosen, const char *value)
{
    (void)chosen;
    return parse_format(value, &o->to);
}

static bool set_jobs(options *o, const option *chosen, const char *value)
{
    o->jobs_set = true;
    return parse_integer(chosen, value, 0, 1024, &o->jobs);
}

static bool set_strip(options *o, const option *chosen, const char *value)
{
    int strip;
    if (!parse_integer(chosen, value, 0, 255, &strip))
        return false;
    o->strip = (size_t)strip;
    return true;
}

static bool set_sheet_columns(options *o, const option *chosen, const char *value)
{
    o->is_sheet = true;
    return parse_integer(chosen, value, 1, 10000, &o->sheet_columns);
}

static bool set_labels(options *o, const option *chosen, const char *value)
{
    o->is_sheet = true;
    o->no_labels = strcmp(value, "no") == 0;
    if (o->no_labels || strcmp(value, "yes") == 0)
        return true;
    usage_error("--%s: invalid value \"%s\", expected yes or no", chosen->name, value);
    return false;
}

/* "2/8" */
static bool set_shard(options *o, const option *chosen, const char *value)
{
    enum { MOST_SHARDS = 1000000, DIGITS = 8 };
    unsigned long long index = 0, count = 0;
    const char *slash = strchr(value, '/');
    char first[DIGITS];
    size_t size = slash ? (size_t)(slash - value) : sizeof first;
    if (size < sizeof first) {
        memcpy(first, value, size);
        first[size] = 0;
    }
    if (size >= sizeof first || !read_whole(first, MOST_SHARDS, &index) ||
        !read_whole(slash + 1, MOST_SHARDS, &count) || !index || index > count) {
        usage_error("--%s: invalid value \"%s\", expected I/N, I from 1 to N", chosen->name, value);
        return false;
    }
    o->shard.index = (unsigned)index;
    o->shard.count = (unsigned)count;
    return true;
}

static bool append(const option *chosen, const char **list, size_t *count, size_t most, const char *value)
{
    if (*count == most) {
        usage_error("too many --%s; at most %zu are supported", chosen->name, most);
        return false;
    }
    list[(*count)++] = value;
    return true;
}

static bool append_assets(options *o, const option *chosen, const char *value)
{
    return append(chosen, o->assets, &o->asset_count, MAX_ASSETS, value);
}

static bool append_removed(options *o, const option *chosen, const char *value)
{
    return append(chosen, o->removed, &o->removed_count, MAX_REMOVED, value);
}

static bool set_convert(options *o, const option *chosen, const char *value)
{
    if (tlb_options_set(o->named, chosen->name, value) == TLB_OK)
        return add_word(&o->converting, chosen->name);
    size_t count = o->context ? tlb_diagnostic_count(o->context) : 0;
    usage_error("--%s: %s", chosen->name,
                count ? tlb_diagnostic_at(o->context, count - 1)->message : "out of memory");
    return false;
}

/* --- the table ----------------------------------------------------------------------------------------- */

#define FLAG(member) set_flag, offsetof(options, member)
#define TEXT(member) set_text, offsetof(options, member)
#define CALL(setter) setter, 0

static const option table[] = {
    {0,
     IN_INFO | IN_CHECK | IN_DUMP | IN_DIFF | IN_ROUNDTRIP | IN_CONVERT | IN_QUERY | IN_EDIT | IN_FORMATS |
         IN_LS,
     "json", NULL, "machine-readable output", FLAG(json)},
    {0, IN_INFO | IN_CHECK | IN_ROUNDTRIP | IN_CONVERT, "jsonl", NULL,
     "JSON, one line per file, written as soon as it is done", CALL(set_json_lines)},
    {'T', TAKES_MANY, "files-from", "FILE",
     "also process the files named in FILE, one per line; -: standard input", TEXT(list)},
    {0, TAKES_MANY, "null", NULL, "names in the file of -T end with NUL, as find -print0 writes them",
     FLAG(null)},
    {'r', TAKES_MANY & ~(unsigned)IN_PACK, "recursive", NULL,
     "process the files in folders and below that are of a known format, by content or extension",
     FLAG(recursive)},
    {0, IN_CONVERT, "skip-existing", NULL, "skip inputs whose output exists", FLAG(skip_existing)},
    {'q', ~(unsigned)IN_FORMATS, "quiet", NULL, "print errors only", FLAG(quiet)},
    {0, ~(unsigned)(IN_FORMATS | IN_CATALOG), "all", NULL,
     "list every message, not only the first of each code", FLAG(all)},
    {0, IN_DUMP, "map", NULL, "offset, length, path and value of every field", FLAG(map)},
    {0, IN_BUILD | IN_SET | IN_EDIT | IN_CONVERT | IN_EXTRACT | IN_PACK, "force", NULL,
     "replace existing files", FLAG(force)},
    {0, IN_CATALOG, "force", NULL, "also read files that have not changed; replace an existing .csv",
     FLAG(force)},
    {'j', IN_INFO | IN_CHECK | IN_ROUNDTRIP | IN_EXTRACT, "jobs", "N",
     "process N files in parallel; 0: one per processor", CALL(set_jobs)},
    {'j', IN_CONVERT, "jobs", "N",
     "process N files in parallel; 0: one per processor (default: 1; 0 for contact sheets and galleries)",
     CALL(set_jobs)},
    {'j', IN_CATALOG, "jobs", "N", "process N files in parallel (default: 0, one per processor)",
     CALL(set_jobs)},
    {0,
     IN_INFO | IN_CHECK | IN_DUMP | IN_SET | IN_EDIT | IN_DIFF | IN_ROUNDTRIP | IN_CONVERT | IN_QUERY |
         IN_LS | IN_EXTRACT | IN_VIEW,
     "from", "FORMAT", "format of the input (default: detected)", CALL(set_from)},
    {0, IN_CONVERT, "to", "FORMAT",
     "format of the output (default: by its extension, and by options that only one such format has)",
     CALL(set_to)},
    {0, IN_PACK, "to", "FORMAT", "format of the output (default: by its extension)", CALL(set_to)},
    {0, IN_CHECK | IN_CONVERT | IN_VIEW | IN_PACK | IN_CATALOG, "assets", "DIR|ARCHIVE",
     "where to search for textures and other files; may be repeated", CALL(append_assets)},
    {'o', IN_SET | IN_EDIT, "output", "OUT", "where to save (default: the file itself)", TEXT(output)},
    {'o', IN_CATALOG, "output", "OUT",
     "the catalog: NAME.sqlite, made or brought up to date, or NAME.csv, made anew", TEXT(output)},
    {0, IN_CATALOG, "thumbnails", NULL, "with a picture of each model, level and image", FLAG(thumbnails)},
    {0, IN_CATALOG, "shard", "I/N", "only the I-th of N parts of the files, to be merged", CALL(set_shard)},
    {0, IN_CATALOG, "merge", NULL, "take in catalogs, which are named in place of folders", FLAG(merge)},
    {'C', IN_EXTRACT, "directory", "DIR", "output folder (default: the current one); -: standard output",
     TEXT(folder)},
    {'O', IN_EXTRACT, "to-stdout", NULL, "write the members to standard output, one after the other",
     FLAG(to_stdout)},
    {0, IN_EXTRACT, "strip-components", "N", "leave out the first N folders of the names", CALL(set_strip)},
    {'l', IN_LS, "long", NULL, "also list index, offset, and date where there is one", FLAG(long_list)},
    {0, IN_PACK, "compress", "none|rle|lzh|deflate", "compression of the files (default: none)",
     TEXT(compression)},
    {0, IN_PACK, "kind", "pvol|vol", "kind of a new volume (default: pvol)", TEXT(kind)},
    {0, IN_PACK, "update", NULL,
     "add the files to OUT, or replace members of the same names; a PNG also replaces a bitmap of its name",
     FLAG(update)},
    {0, IN_PACK, "remove", "PATTERN", "remove members from OUT first; may be repeated", CALL(append_removed)},
    {0, IN_CONVERT, "sheet-columns", "N",
     "tiles in a row of a contact sheet (default: as many as make it 4:3)", CALL(set_sheet_columns)},
    {0, IN_QUERY, "engine", "torque", "answer as this engine's own code does (ray of DIF)", TEXT(engine)},
    {0, IN_CONVERT, "labels", "yes|no", "names under the tiles of a contact sheet (default: yes)",
     CALL(set_labels)},
};
enum { TABLE = sizeof table / sizeof *table, MOST = 128 };

/* The options of one command: the table's, then the formats'. */
typedef struct option_set {
    option list[MOST];
    struct poptOption popt[MOST + 2];
    int count;
} option_set;

static bool in_set(const option_set *set, const char *name)
{
    /* Backwards: formats of a family have the same ones. */
    for (int i = set->count; i-- > 0;)
        if (*set->list[i].name == *name && strcmp(set->list[i].name, name) == 0)
            return true;
    return false;
}

static void add(option_set *set, option o)
{
    if (set->count == MOST || in_set(set, o.name))
        return;
    set->popt[set->count] = (struct poptOption){
        .longName = o.name,
        .shortName = o.letter,
        .argInfo = o.argument ? POPT_ARG_STRING : POPT_ARG_NONE,
        .val = set->count + 1,
        .descrip = o.help,
        .argDescrip = o.argument,
    };
    set->list[set->count++] = o;
}

/* What the options of formats are for that a command uses. */
static unsigned uses_of(command_bit bit)
{
    switch (bit) {
    case IN_CONVERT:
        return TLB_CAN_EXPORT_SCENE | TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION;
    case IN_VIEW:
        return TLB_CAN_EXPORT_SCENE;
    case IN_BUILD:
        return TLB_CAN_CONVERT_VERSION;
    case IN_PACK:
        return TLB_CAN_IMPORT_SCENE;
    default:
        return 0;
    }
}

/* Pictures are packed as bitmaps of the palette of what they replace, or of another. */
static bool takes(command_bit bit, const tlb_option_info *info, unsigned abilities)
{
    return info->abilities & abilities & uses_of(bit) &&
           (bit != IN_PACK || strcmp(info->name, "palette") == 0);
}

static void collect(option_set *set, const command *c)
{
    memset(set, 0, sizeof *set);
    for (size_t i = 0; i < TABLE; i++)
        if (table[i].commands & c->bit)
            add(set, table[i]);
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_option_info *info = tlb_format_info_of(tlb_format_at(f))->options;
        for (; info && info->name; info++)
            if (takes(c->bit, info, ~0u))
                add(set, (option){0, 0, info->name, info->argument, info->help, CALL(set_convert)});
    }
    add(set, (option){'h', 0, "help", NULL, "show this help", FLAG(help)});
}

bool command_takes(const command *c, const char *name)
{
    for (size_t i = 0; i < TABLE; i++)
        if (table[i].commands & c->bit && strcmp(table[i].name, name) == 0)
            return true;
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_option_info *info = tlb_format_info_of(tlb_format_at(f))->options;
        for (; info && info->name; info++)
            if (takes(c->bit, info, ~0u) && strcmp(info->name, name) == 0)
                return true;
    }
    return false;
}

/* --- parsing ------------------------------------------------------------------------------------------- */

/* "-200" is a number, not options: popt sees it after a mark. */
enum { MARK = '\1' };

static const char *without_mark(const char *word)
{
    return word && *word == MARK ? word + 1 : word;
}

static bool parse_all(options *o, const option_set *set, poptContext parser)
{
    int found;
    while ((found = poptGetNextOpt(parser)) > 0) {
        const option *chosen = &set->list[found - 1];
        char *value = chosen->argument ? poptGetOptArg(parser) : NULL;
        if (chosen->argument && !value)
            return false;
        if (value && o->kept_count == MAX_KEPT) {
            free(value);
            usage_error("too many options");
            return false;
        }
        if (value)
            o->kept[o->kept_count++] = value;
        if (!chosen->set(o, chosen, without_mark(value)))
            return false;
    }
    if (found < -1) {
        usage_error("%s: %s", poptBadOption(parser, POPT_BADOPTION_NOALIAS), poptStrerror(found));
        return false;
    }
    return true;
}

static bool looks_negative(const char *word)
{
    return word[0] == '-' && ((word[1] >= '0' && word[1] <= '9') || word[1] == '.');
}

static bool mark_numbers(options *o, int argc, const char **argv)
{
    o->marked = calloc((size_t)argc + 1, sizeof *o->marked);
    for (int i = 0; o->marked && i < argc; i++) {
        o->marked[i] = malloc(strlen(argv[i]) + 2);
        if (!o->marked[i])
            return false;
        char *at = o->marked[i];
        if (looks_negative(argv[i]))
            *at++ = MARK;
        strcpy(at, argv[i]);
    }
    return o->marked != NULL;
}

static bool keep_words(options *o, poptContext parser)
{
    const char **words = poptGetArgs(parser);
    while (words && words[o->word_count])
        o->word_count++;
    o->words = calloc(o->word_count + 1, sizeof *o->words);
    if (!o->words)
        return false;
    for (size_t i = 0; words && i < o->word_count; i++)
        o->words[i] = without_mark(words[i]);
    return true;
}

bool options_parse(options *o, const command *c, int argc, const char **argv)
{
    option_set set;
    collect(&set, c);
    *o = (options){.command = c, .jobs = 1, .context = create_context()};
    o->arena = o->context ? tlb_arena_create(o->context) : NULL;
    o->named = o->context ? tlb_options_create(o->context) : NULL;
    if (!o->named || !mark_numbers(o, argc, argv))
        return false;
    o->parser = poptGetContext(c->name, argc, (const char **)o->marked, set.popt, 0);
    return o->parser && parse_all(o, &set, o->parser) && keep_words(o, o->parser);
}

void options_free(options *o)
{
    free(o->words);
    free(o->converting.data);
    tlb_options_free(o->named);
    tlb_arena_free(o->arena);
    tlb_context_free(o->context);
    for (char **marked = o->marked; marked && *marked; marked++)
        free(*marked);
    free(o->marked);
    for (size_t i = 0; i < o->kept_count; i++)
        free(o->kept[i]);
    poptFreeContext(o->parser);
}

void options_each(const command *c, see_option *see, void *user)
{
    for (size_t i = 0; i < TABLE; i++)
        if (table[i].commands & c->bit)
            see(user, &(option_info){table[i].letter, table[i].name, table[i].argument, table[i].help});
    see(user, &(option_info){'h', "help", NULL,
                             uses_of(c->bit) ? "show this help; with names of formats, their options"
                                             : "show this help"});
}

/* --- by format ----------------------------------------------------------------------------------------- */

static const tlb_option_info *next_option(const command *c, const tlb_option_info *info, bool to)
{
    unsigned abilities = to ? TLB_CAN_IMPORT_SCENE | TLB_CAN_CONVERT_VERSION : TLB_CAN_EXPORT_SCENE;
    while (info && info->name && !takes(c->bit, info, abilities))
        info++;
    return info && info->name ? info : NULL;
}

void option_group_each(const command *c, const option_group *group, see_option *see, void *user)
{
    const tlb_option_info *info = next_option(c, group->formats[0]->options, group->to);
    for (; info; info = next_option(c, info + 1, group->to))
        see(user, &(option_info){0, info->name, info->argument, info->help});
}

static bool same_options(const command *c, const tlb_format_info *a, const tlb_format_info *b, bool to)
{
    const tlb_option_info *x = next_option(c, a->options, to), *y = next_option(c, b->options, to);
    while (x && y && strcmp(x->name, y->name) == 0) {
        x = next_option(c, x + 1, to);
        y = next_option(c, y + 1, to);
    }
    return !x && !y;
}

/* With the formats after it that have the same options; false: there are none, or an earlier one has them. */
static bool make_group(const command *c, size_t first, bool to, option_group *group)
{
    const tlb_format_info *info = tlb_format_info_of(tlb_format_at(first));
    *group = (option_group){.to = to};
    if (!next_option(c, info->options, to))
        return false;
    for (size_t i = 0; i < tlb_format_count(); i++) {
        const tlb_format_info *other = tlb_format_info_of(tlb_format_at(i));
        if (!same_options(c, info, other, to) || group->count == MAX_GROUP)
            continue;
        if (i < first)
            return false;
        group->formats[group->count++] = other;
    }
    return true;
}

void option_groups_each(const command *c, void (*see)(void *user, const option_group *group), void *user)
{
    option_group group;
    for (size_t i = 0; i < tlb_format_count(); i++)
        for (int to = 0; to < 2; to++)
            if (make_group(c, i, to, &group))
                see(user, &group);
}

void option_group_title(const option_group *group, char title[OPTION_GROUP_TITLE])
{
    int size = snprintf(title, OPTION_GROUP_TITLE, "%s", group->to ? "to" : "from");
    for (size_t i = 0; i < group->count && size < OPTION_GROUP_TITLE; i++)
        size += snprintf(title + size, (size_t)(OPTION_GROUP_TITLE - size), "%s %s", i ? "," : "",
                         group->formats[i]->name);
}
