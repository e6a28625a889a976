/* The manual page, as scdoc. */
#include "manual.h"

#include "tool.h"

#include <stdio.h>
#include <string.h>

/* scdoc gives these a meaning, but not in headings. */
static void print_escaped(const char *text)
{
    for (; *text; text++) {
        if (strchr("\\_*#~[]", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void page_option(void *user, const option_info *o)
{
    (void)user;
    if (o->letter)
        printf("*-%c*, ", o->letter);
    printf("*--%s*", o->name);
    if (o->argument) {
        printf(" _");
        print_escaped(o->argument);
        printf("_");
    }
    printf("\n\t");
    print_escaped(o->help);
    printf("\n\n");
}

static void page_option_name(void *user, const option_info *o)
{
    bool *first = user;
    printf("%s*--%s*", *first ? "" : ", ", o->name);
    *first = false;
}

static void page_group_names(void *user, const option_group *group)
{
    char title[OPTION_GROUP_TITLE];
    bool first = true;
    option_group_title(group, title);
    printf("_%s_\n\t", title);
    option_group_each(user, group, page_option_name, &first);
    printf("\n\n");
}

static void page_command(const command *c)
{
    printf("## %s %s\n\n", c->name, c->words);
    print_escaped(c->help);
    printf("\n\n");
    options_each(c, page_option, NULL);
    option_groups_each(c, page_group_names, (void *)c);
}

static void page_group(void *user, const option_group *group)
{
    char title[OPTION_GROUP_TITLE];
    option_group_title(group, title);
    printf("## convert %s\n\n", title);
    option_group_each(user, group, page_option, NULL);
}

static const tlb_format_info *format_at(size_t index)
{
    return tlb_format_info_of(tlb_format_at(index));
}

/* Queries, or operations. */
static void page_calls(const tlb_format_info *format, const tlb_query_info *q)
{
    if (!q)
        return;
    printf("## %s\n\n", format->name);
    for (; q->name; q++) {
        printf("*%s*", q->name);
        if (*q->arguments)
            printf(" ");
        print_escaped(q->arguments);
        printf("\n\t");
        print_escaped(q->help);
        printf("\n\n");
    }
}

static void page_example(const char *what, const char *line)
{
    printf("%s\n\n\t*", what);
    print_escaped(line);
    printf("*\n\n");
}

static void page_examples(void)
{
    printf("# EXAMPLES\n\n");
    page_example("Summarize and validate a file:", "trilobite info rooms.dif; trilobite check rooms.dif");
    page_example("Convert a model to glTF, with textures from a folder or a volume:",
                 "trilobite convert rooms.dif rooms.glb --assets textures --assets game.vol");
    page_example("Draw a member of a volume as a picture; files it references are found beside it:",
                 "trilobite convert game.vol/tank.dts tank.png --view three-quarter");
    page_example(
        "Convert every member of a kind, and every model of a folder, into a folder:",
        "trilobite convert 'game.vol/*.dts' models --to glb -j 0; trilobite convert -r game models --to glb");
    page_example("Summarize all files of a folder, a line of JSON each:",
                 "trilobite info -r game --jsonl > game.jsonl");
    page_example("Edit a field and rebuild the file:",
                 "trilobite dump rooms.dif > rooms.json; trilobite build rooms.json edited.dif");
    page_example("Compile a model, with the animation of another file:",
                 "trilobite convert guy.iqe guy.iqm --merge run.iqe --name run --fps 30");
    page_example("Find what a ray hits:", "trilobite query rooms.dif ray 0 3 2 0 3 -10");
}

void print_page(void)
{
    printf(
        "trilobite(1)\n\n# NAME\n\ntrilobite - opens, checks, edits, converts and writes the 3D files of "
        "legacy game "
        "engines\n\n# SYNOPSIS\n\n*trilobite* _COMMAND_ [_OPTION_...] _FILE_...\n\n"
        "# DESCRIPTION\n\nEvery byte of a file is understood and written back identical. *trilobite "
        "formats* lists "
        "the formats. They\nare detected by content; *--from* and *--to* name them. A path may go on into an "
        "archive: _x.vol/y.dts_ is a\nmember of a volume, and _x.vol/\\*.dts_, quoted, all whose names "
        "match.\n\n# COMMANDS\n\n");
    for (const command *c = commands; c->name; c++)
        page_command(c);
    printf("# OPTIONS OF FORMATS\n\nThe options for reading a format and for writing it, also to a scene or "
           "another version.\n\n");
    for (const command *c = commands; c->name; c++)
        if (c->bit == IN_CONVERT)
            option_groups_each(c, page_group, (void *)c);
    printf("# QUERIES\n\nThe queries of *query*, by format.\n\n");
    for (size_t i = 0; i < tlb_format_count(); i++)
        page_calls(format_at(i), format_at(i)->queries);
    printf("# OPERATIONS\n\nThe operations of *edit*, by format.\n\n");
    for (size_t i = 0; i < tlb_format_count(); i++)
        page_calls(format_at(i), format_at(i)->operations);
    page_examples();
    printf(
        "# OUTPUT\n\nData goes to standard output, diagnostics to standard error as\n"
        "*file:0xOFFSET: severity[CODE] path: message*; control characters are escaped. "
        "*check* prints\nthe first of each code and how many there are more, and each file that is missing, "
        "without *--all*. *-* is "
        "standard input or "
        "output; no files\nare written or searched for beside it. An existing file is not\noverwritten "
        "without "
        "*--force*.\n\n# ENVIRONMENT\n\n*NO_COLOR*\n\tNo "
        "colors, even on a terminal. *TERM* of _dumb_ means the same.\n\n"
        "*BROWSER*, *TMPDIR*\n\tOf *view*: what opens the page, and where it is put.\n\n"
        "# FILES\n\nTextures, palettes and other files that a model references are searched for in "
        "*--assets*, in the order given, in\nthe folder of the model or the archive that it is in, and in "
        "volumes there; then in the folders of that folder, and last in\nthe folder above it. The case of "
        "letters does not matter.\n\n"
        "# EXIT STATUS\n\n0 success, 1 errors or differences found or an option unused, 2 usage, 3 input "
        "cannot be read, 4 "
        "output cannot be written,\n"
        "5 internal error, 130 stopped by Ctrl-C.\n\n# SIGNALS\n\nCtrl-C (SIGINT), SIGTERM and SIGHUP stop "
        "the "
        "work: files that are\nbeing written are removed, finished ones stay and are reported. The second "
        "signal ends the command at once.\n");
}
