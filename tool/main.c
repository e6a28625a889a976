#include "tool.h"

#include <stdio.h>
#include <string.h>

static void print_overview(FILE *out)
{
    fprintf(out, "Usage: trilobite COMMAND [OPTION...] FILE...\n\nOpens, checks, edits, converts and writes "
                 "the 3D files of legacy game engines.\n\n");
    for (const command *c = commands; c->name; c++)
        fprintf(out, "  %-10s %-19s %s\n", c->name, c->words, c->help);
    fprintf(out, "\n'trilobite COMMAND --help' lists the options of a command. - is standard input or "
                 "output.\nExit status: 0 success, 1 errors or differences found, 2 usage, 3 input cannot be "
                 "read,\n4 output cannot be written, 5 internal error.\n");
}

static const command *find_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static exit_code run(const command *c, int argc, const char **argv)
{
    options o;
    exit_code code = EXIT_USAGE;
    bool parsed = options_parse(&o, c, argc, argv);
    if (parsed && o.help) {
        options_help(c);
        code = EXIT_DONE;
    } else if (parsed && (o.word_count < c->least_words || o.word_count > c->most_words))
        usage_error("usage: trilobite %s [OPTION...] %s", c->name, c->words);
    else if (parsed) {
        expand_members(&o, c);
        code = c->run(&o);
    }
    options_free(&o);
    return code;
}

int main(int argc, const char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a line at a time, not a letter: there may be thousands */
    if (strcmp(name, "--version") == 0) {
        printf("trilobite %d.%d.%d\n", TLB_VERSION_MAJOR, TLB_VERSION_MINOR, TLB_VERSION_PATCH);
        return EXIT_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        const command *about = argc > 2 ? find_command(argv[2]) : NULL;
        if (about)
            options_help(about);
        else
            print_overview(stdout);
        return EXIT_DONE;
    }
    const command *c = find_command(name);
    if (!c) {
        if (*name)
            usage_error("unknown command \"%s\"", name);
        print_overview(stderr);
        return EXIT_USAGE;
    }
    exit_code code = run(c, argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout))
        return EXIT_OUTPUT;
    return (int)code;
}
