/* Prints the manual page (as scdoc) or the completions for bash, from the command's own tables.
 *
 *     manual man|bash */
#include "tool.h"

#include <stdio.h>
#include <string.h>

/* --- the page ------------------------------------------------------------------------------------------ */

/* scdoc gives these a meaning. */
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

static void page_command(const command *c)
{
    printf("## ");
    print_escaped(c->name);
    printf(" ");
    print_escaped(c->words);
    printf("\n\n");
    print_escaped(c->help);
    printf("\n\n");
    options_each(c, page_option, NULL);
}

static void page(void)
{
    printf("trilobite(1)\n\n# NAME\n\ntrilobite - opens, checks, edits, converts and writes the 3D files of dead "
           "engines\n\n# SYNOPSIS\n\n*trilobite* _COMMAND_ [_OPTION_...] _FILE_...\n\n# COMMANDS\n\n");
    for (const command *c = commands; c->name; c++)
        page_command(c);
    printf("# OUTPUT\n\nData goes to standard output, findings to standard error as\n"
           "*file:0xOFFSET: severity[CODE] path: message*. *-* is standard input or output. An existing file is not\n"
           "overwritten without *--force*.\n\n# ENVIRONMENT\n\n*NO_COLOR*\n\tNo colours, even on a terminal.\n\n"
           "# EXIT STATUS\n\n0 done, 1 findings, 2 usage, 3 input cannot be read, 4 output cannot be written,\n"
           "5 internal.\n");
}

/* --- completions --------------------------------------------------------------------------------------- */

static void complete_option(void *user, const option_info *o)
{
    (void)user;
    printf(" --%s", o->name);
}

static void completions(void)
{
    printf("# bash completion for trilobite\n_trilobite()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    for (const command *c = commands; c->name; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
    printf("\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (const command *c = commands; c->name; c++) {
        printf("    %s) options=\"", c->name);
        options_each(c, complete_option, NULL);
        printf("\" ;;\n");
    }
    printf("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
           "complete -o filenames -F _trilobite trilobite\n");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "man") == 0)
        page();
    else if (strcmp(what, "bash") == 0)
        completions();
    else
        return EXIT_USAGE;
    return EXIT_DONE;
}
