/* What a person who asks for help reads: a screen for a command, and a part for each format. */
#include "tool.h"

#include "util/desktop.h"

#include <string.h>

enum { LEFT = 28, MOST_DESCRIBED = 8 };

static void print_heading(const char *heading)
{
    bool color = use_color(stdout);
    printf("%s%s%s\n", color ? "\033[1m" : "", heading, color ? "\033[0m" : "");
}

/* Words as far as the line goes; those after it stand below the first. */
static void print_wrapped(const char *words, size_t column, size_t indent)
{
    size_t width = terminal_width(stdout);
    while (*words) {
        size_t size = strcspn(words, " ");
        bool breaks = column > indent && column + 1 + size > width;
        if (breaks)
            printf("\n%*s", (int)indent, "");
        else if (column > indent)
            putchar(' ');
        column = breaks ? indent : column + (column > indent);
        printf("%.*s", (int)size, words);
        column += size;
        words += size + (words[size] == ' ');
    }
    printf("\n");
}

static void print_option(void *user, const option_info *o)
{
    char left[80];
    (void)user;
    int size =
        snprintf(left, sizeof left, "  %c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                 o->letter ? "," : " ", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    if (size < LEFT)
        printf("%-*s", LEFT, left);
    else
        printf("%s\n%*s", left, LEFT, "");
    print_wrapped(o->help, LEFT, LEFT);
}

/* --- by format ----------------------------------------------------------------------------------------- */

typedef enum side { FROM = 1, TO = 2 } side;

typedef struct request {
    const command *command;
    const tlb_format_info *format; /* whose groups are printed; NULL: all */
    unsigned sides;                /* of side */
    size_t found;
} request;

static bool is_wanted(const request *r, const option_group *group)
{
    bool wanted = !r->format;
    if (!(r->sides & (group->to ? TO : FROM)))
        return false;
    for (size_t i = 0; i < group->count && !wanted; i++)
        wanted = group->formats[i] == r->format;
    return wanted;
}

static void print_group(void *user, const option_group *group)
{
    request *r = user;
    char title[OPTION_GROUP_TITLE + 1];
    if (!is_wanted(r, group))
        return;
    r->found++;
    option_group_title(group, title);
    printf("\n");
    print_heading(strcat(title, ":"));
    option_group_each(r->command, group, print_option, NULL);
}

static void add_name(void *user, const option_info *o)
{
    text_print(user, "%s--%s", ((text *)user)->size ? " " : "", o->name);
}

static void print_names(void *user, const option_group *group)
{
    const request *r = user;
    char title[OPTION_GROUP_TITLE];
    text names = {0};
    option_group_each(r->command, group, add_name, &names);
    text_byte(&names, 0);
    option_group_title(group, title);
    printf("  %-*s", LEFT - 2, title);
    if (!names.failed)
        print_wrapped(names.data, LEFT, LEFT);
    text_free(&names);
}

static void count_option(void *user, const option_info *o)
{
    (void)o;
    ++*(size_t *)user;
}

static void count_options(void *user, const option_group *group)
{
    request *r = user;
    option_group_each(r->command, group, count_option, &r->found);
}

static void print_index(const command *c)
{
    request r = {.command = c, .sides = FROM | TO};
    option_groups_each(c, count_options, &r);
    if (!r.found)
        return;
    if (r.found <= MOST_DESCRIBED) {
        option_groups_each(c, print_group, &r);
        return;
    }
    printf("\n");
    print_heading("Options of formats:");
    option_groups_each(c, print_names, &r);
    printf("\n'trilobite help %s FORMAT...' describes them; all: those of every format.\n", c->name);
}

static const tlb_format *named_format(const char *word)
{
    const tlb_format *format = tlb_format_by_name(word);
    return format ? format : tlb_format_by_path(word);
}

static bool names_format(const char *word)
{
    if (strcmp(word, "all") == 0 || named_format(word))
        return true;
    usage_error("unknown format \"%s\"; 'trilobite formats' lists them", word);
    return false;
}

static void print_format(const command *c, const char *word, unsigned sides)
{
    const tlb_format *format = named_format(word);
    request r = {c, format ? tlb_format_info_of(format) : NULL, sides, 0};
    option_groups_each(c, print_group, &r);
    if (!r.found)
        printf("\n%s has no options of the command %s.\n", format ? tlb_format_info_of(format)->name : word,
               c->name);
}

/* Paths are what would be converted: all but the last are read only, and that is written only. */
static unsigned sides_of(const command *c, const char *const *words, size_t word_count, size_t index)
{
    bool paths = c->bit == IN_CONVERT && word_count > 1;
    for (size_t i = 0; i < word_count && paths; i++)
        paths = strcmp(words[i], "all") != 0 && !tlb_format_by_name(words[i]);
    return !paths ? FROM | TO : index + 1 < word_count ? FROM : TO;
}

bool print_help(const command *c, const char *const *words, size_t word_count)
{
    for (size_t i = 0; i < word_count; i++)
        if (!names_format(words[i]))
            return false;
    printf("Usage: trilobite %s [OPTION...] %s\n\n%s\n\n", c->name, c->words, c->help);
    print_heading("Options:");
    options_each(c, print_option, NULL);
    for (size_t i = 0; i < word_count; i++)
        print_format(c, words[i], sides_of(c, words, word_count, i));
    if (!word_count)
        print_index(c);
    return true;
}

void print_overview(FILE *out)
{
    fprintf(out, "Usage: trilobite COMMAND [OPTION...] FILE...\n\nOpens, checks, edits, converts and writes "
                 "the 3D files of legacy game engines.\n\n");
    for (const command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %-20s %s\n", c->name, c->words, c->help);
    fprintf(out,
            "\n'trilobite COMMAND --help' lists the options of a command, 'trilobite help COMMAND "
            "FORMAT' those of\na format, 'trilobite -V' prints the version. - is standard input or output.\n"
            "Exit status: 0 success, 1 errors or differences found or an option unused, 2 usage, 3 input "
            "cannot\nbe read, 4 output cannot be written, 5 internal error, 130 stopped by Ctrl-C.\n");
}
