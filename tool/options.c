/* One table of options: parsing, help and which command takes which all come from it, and from the formats'
 * own options. */
#include "tool.h"

#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_id {
    HELP = 1,
    ALL,
    JSON,
    MAP,
    FORCE,
    JOBS,
    FROM,
    TO,
    ASSETS,
    CONVERT,
    FOLDER,
    COMPRESS,
    KIND,
    UPDATE,
    REMOVE
} option_id;

typedef struct option {
    option_id id;
    char letter;
    const char *name, *argument, *help;
    unsigned commands; /* command_bit */
} option;

static const option table[] = {
    {JSON, 0, "json", NULL, "machine-readable output",
     IN_INFO | IN_CHECK | IN_DUMP | IN_QUERY | IN_FORMATS | IN_LS},
    {ALL, 0, "all", NULL, "list every message, not only the first of each code", ~(unsigned)IN_FORMATS},
    {MAP, 0, "map", NULL, "offset, length, path and value of every field", IN_DUMP},
    {FORCE, 0, "force", NULL, "replace existing files", IN_BUILD | IN_CONVERT | IN_EXTRACT | IN_PACK},
    {JOBS, 'j', "jobs", "N", "process N files in parallel; 0: one per processor",
     IN_INFO | IN_CHECK | IN_ROUNDTRIP | IN_CONVERT | IN_EXTRACT},
    {FROM, 0, "from", "FORMAT", "format of the input (default: detected)",
     IN_INFO | IN_CHECK | IN_DUMP | IN_DIFF | IN_ROUNDTRIP | IN_CONVERT | IN_QUERY | IN_LS | IN_EXTRACT |
         IN_VIEW},
    {TO, 0, "to", "FORMAT", "format of the output (default: by its extension)", IN_CONVERT | IN_PACK},
    {ASSETS, 0, "assets", "DIR|ARCHIVE", "where to search for textures and other files; may be repeated",
     IN_CHECK | IN_CONVERT | IN_VIEW | IN_PACK},
    {FOLDER, 'C', "directory", "DIR", "output folder (default: the current one)", IN_EXTRACT},
    {COMPRESS, 0, "compress", "none|rle|lzh", "compression of the files (default: none)", IN_PACK},
    {KIND, 0, "kind", "pvol|vol", "kind of a new volume (default: pvol)", IN_PACK},
    {UPDATE, 0, "update", NULL,
     "add the files to OUT, or replace members of the same names; a PNG also replaces a bitmap of its name",
     IN_PACK},
    {REMOVE, 0, "remove", "PATTERN", "remove members from OUT first; may be repeated", IN_PACK},
};
enum { TABLE = sizeof table / sizeof *table, MOST = 128 };

/* The options of one command: the table's, then the formats'. */
typedef struct option_set {
    option list[MOST];
    const tlb_option_info *convert[MOST]; /* of CONVERT */
    struct poptOption popt[MOST + 2];
    int count;
} option_set;

static bool in_set(const option_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->list[i].name, name) == 0)
            return true;
    return false;
}

static void add(option_set *set, option o, const tlb_option_info *convert)
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
    set->convert[set->count] = convert;
    set->list[set->count++] = o;
}

/* Pictures are packed as bitmaps of the palette of what they replace, or of another. */
static bool takes(command_bit bit, const tlb_option_info *info)
{
    switch (bit) {
    case IN_CONVERT:
        return true;
    case IN_VIEW:
        return info->abilities & TLB_CAN_EXPORT_SCENE;
    case IN_BUILD:
        return info->abilities & TLB_CAN_CONVERT_VERSION;
    case IN_PACK:
        return strcmp(info->name, "palette") == 0;
    default:
        return false;
    }
}

static void collect(option_set *set, const command *c)
{
    memset(set, 0, sizeof *set);
    for (size_t i = 0; i < TABLE; i++)
        if (table[i].commands & c->bit)
            add(set, table[i], NULL);
    for (size_t f = 0; f < tlb_format_count(); f++) {
        const tlb_option_info *info = tlb_format_describe(tlb_format_at(f))->options;
        for (; info && info->name; info++)
            if (takes(c->bit, info))
                add(set, (option){CONVERT, 0, info->name, info->argument, info->help, 0}, info);
    }
    add(set, (option){HELP, 'h', "help", NULL, "show this help", 0}, NULL);
}

static bool parse_format(const char *name, const tlb_format **format)
{
    *format = tlb_format_by_name(name);
    if (!*format)
        usage_error("unknown format \"%s\"; 'trilobite formats' lists them", name);
    return *format != NULL;
}

static bool parse_jobs(const char *word, int *jobs)
{
    enum { MOST_JOBS = 1024 };
    unsigned long long number;
    if (!read_whole(word, MOST_JOBS, &number)) {
        usage_error("invalid --jobs \"%s\", expected an integer from 0 to %d", word, MOST_JOBS);
        return false;
    }
    *jobs = (int)number;
    return true;
}

static bool parse_value(options *o, const tlb_option_info *info, const char *value)
{
    if (o->context && o->arena && tlb_option_parse(o->context, o->arena, info, value, &o->convert) == TLB_OK)
        return true;
    size_t count = o->context ? tlb_diagnostic_count(o->context) : 0;
    usage_error("%s", count ? tlb_diagnostic_at(o->context, count - 1)->message : "out of memory");
    return false;
}

static bool apply(options *o, const option *chosen, const tlb_option_info *convert, const char *value)
{
    switch (chosen->id) {
    case HELP:
        o->help = true;
        return true;
    case ALL:
        o->all = true;
        return true;
    case JSON:
        o->json = true;
        return true;
    case MAP:
        o->map = true;
        return true;
    case FORCE:
        o->force = true;
        return true;
    case JOBS:
        return value && parse_jobs(value, &o->jobs);
    case FROM:
        return parse_format(value, &o->from);
    case TO:
        return parse_format(value, &o->to);
    case ASSETS:
        if (o->asset_count == MAX_ASSETS) {
            usage_error("too many --assets; at most %d are supported", MAX_ASSETS);
            return false;
        }
        o->assets[o->asset_count++] = value;
        return true;
    case FOLDER:
        o->folder = value;
        return true;
    case COMPRESS:
        o->compression = value;
        return true;
    case KIND:
        o->kind = value;
        return true;
    case UPDATE:
        o->update = true;
        return true;
    case REMOVE:
        if (o->removed_count == MAX_REMOVED) {
            usage_error("too many --remove; at most %d are supported", MAX_REMOVED);
            return false;
        }
        o->removed[o->removed_count++] = value;
        return true;
    case CONVERT:
        o->converts = true;
        return parse_value(o, convert, value);
    }
    return false;
}

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
        if (!apply(o, chosen, set->convert[found - 1], without_mark(value)))
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
    *o = (options){.jobs = 1, .convert = TLB_CONVERT_OPTIONS_INIT, .context = tlb_context_create(NULL)};
    o->arena = o->context ? tlb_arena_create(o->context) : NULL;
    if (!mark_numbers(o, argc, argv))
        return false;
    o->parser = poptGetContext(c->name, argc, (const char **)o->marked, set.popt, 0);
    return o->parser && parse_all(o, &set, o->parser) && keep_words(o, o->parser);
}

void options_free(options *o)
{
    free(o->words);
    tlb_arena_free(o->arena);
    tlb_context_free(o->context);
    for (char **marked = o->marked; marked && *marked; marked++)
        free(*marked);
    free(o->marked);
    for (size_t i = 0; i < o->kept_count; i++)
        free(o->kept[i]);
    poptFreeContext(o->parser);
}

void options_each(const command *c, void (*see)(void *user, const option_info *o), void *user)
{
    option_set set;
    collect(&set, c);
    for (int i = 0; i < set.count; i++)
        see(user,
            &(option_info){set.list[i].letter, set.list[i].name, set.list[i].argument, set.list[i].help});
}

static void print_option(void *user, const option_info *o)
{
    char left[64];
    (void)user;
    snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
             o->letter ? "," : " ", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    printf("  %-28s %s\n", left, o->help);
}

void options_help(const command *c)
{
    printf("Usage: trilobite %s [OPTION...] %s\n\nDescription: %s\n\n", c->name, c->words, c->help);
    options_each(c, print_option, NULL);
}
