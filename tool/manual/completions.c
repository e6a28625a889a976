/* Completions for bash, zsh and fish. */
#include "manual.h"

#include "tool.h"

#include <stdio.h>
#include <string.h>

/* All options of a command, with those of its formats. */
typedef struct see_all {
    const command *command;
    see_option *see;
} see_all;

static void see_group(void *user, const option_group *group)
{
    const see_all *all = user;
    option_group_each(all->command, group, all->see, (void *)all->command);
}

static void each_option(const command *c, see_option *see)
{
    see_all all = {c, see};
    options_each(c, see, (void *)c);
    option_groups_each(c, see_group, &all);
}

/* In quotes ' of a shell, with a backslash before `special`. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\'");
        else if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

/* --- bash ---------------------------------------------------------------------------------------------- */

static void bash_option(void *user, const option_info *o)
{
    (void)user;
    printf(" --%s", o->name);
}

void print_bash(void)
{
    printf("# bash completion for trilobite\n_trilobite()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} "
           "options=\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    for (const command *c = commands; c->name; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
    printf("\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (const command *c = commands; c->name; c++) {
        printf("    %s) options=\"", c->name);
        each_option(c, bash_option);
        printf("\" ;;\n");
    }
    printf("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
           "complete -o filenames -F _trilobite trilobite\n");
}

/* --- zsh ----------------------------------------------------------------------------------------------- */

static void zsh_option(void *user, const option_info *o)
{
    (void)user;
    printf("            '*--%s%s[", o->name, o->argument ? "=" : "");
    print_quoted(o->help, "[]\\");
    printf("]");
    if (o->argument) {
        printf(":");
        print_quoted(o->argument, ":\\");
        printf(":_files");
    }
    printf("' \\\n");
}

void print_zsh(void)
{
    printf("#compdef trilobite\n\nlocal curcontext=$curcontext state line\n"
           "_arguments -C '1: :->command' '*:: :->arguments'\ncase $state in\ncommand)\n"
           "    local -a names=(\n");
    for (const command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        print_quoted(c->help, ":\\");
        printf("'\n");
    }
    printf("    )\n    _describe command names\n    ;;\narguments)\n    case $words[1] in\n");
    for (const command *c = commands; c->name; c++) {
        printf("    %s)\n        _arguments \\\n", c->name);
        each_option(c, zsh_option);
        printf("            '*:file:_files'\n        ;;\n");
    }
    printf("    esac\n    ;;\nesac\n");
}

/* --- fish ---------------------------------------------------------------------------------------------- */

static void fish_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void fish_option(void *user, const option_info *o)
{
    const command *c = user;
    printf("complete -c trilobite -n '__fish_seen_subcommand_from %s'", c->name);
    if (o->letter)
        printf(" -s %c", o->letter);
    printf(" -l %s%s -d '", o->name, o->argument ? " -r" : "");
    fish_text(o->help);
    printf("'\n");
}

void print_fish(void)
{
    printf("# fish completion for trilobite\n");
    for (const command *c = commands; c->name; c++) {
        printf("complete -c trilobite -n __fish_use_subcommand -f -a %s -d '", c->name);
        fish_text(c->help);
        printf("'\n");
    }
    for (const command *c = commands; c->name; c++)
        each_option(c, fish_option);
}
