#include "tool.h"

#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {"info", "FILE...", "what a file is: version, counts, bounds, files it needs", IN_INFO, 1, SIZE_MAX, run_info},
    {"check", "FILE...", "hold a file against every rule of its format", IN_CHECK, 1, SIZE_MAX, run_check},
    {"dump", "FILE [PATH]", "every field, as JSON or as a map of the bytes", IN_DUMP, 1, 2, run_dump},
    {"build", "IN.json OUT", "a file from what dump wrote", IN_BUILD, 2, 2, run_build},
    {"diff", "A B", "where two files differ, by field path", IN_DIFF, 2, 2, run_diff},
    {"roundtrip", "FILE...", "read and write back in memory: are the bytes the same?", IN_ROUNDTRIP, 1, SIZE_MAX,
     run_roundtrip},
    {"convert", "IN... OUT", "another format or version; several into a folder", IN_CONVERT, 2, SIZE_MAX, run_convert},
    {"query", "FILE [QUESTION...]", "the format's own questions; without one, what can be asked", IN_QUERY, 1, SIZE_MAX,
     run_query},
    {"formats", "", "what is read, written, converted", IN_FORMATS, 0, 0, run_formats},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_overview(FILE *out)
{
    fprintf(out, "Usage: trilobite COMMAND [OPTION...] FILE...\n\n"
                 "Opens, checks, edits, converts and writes the 3D files of dead engines.\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %-19s %s\n", commands[i].name, commands[i].words, commands[i].help);
    fprintf(out, "\n'trilobite COMMAND --help' tells a command's options. - is standard input or output.\n"
                 "Exit: 0 done, 1 findings, 2 usage, 3 input cannot be read, 4 output cannot be written, 5 internal.\n");
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
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
    else if (parsed)
        code = c->run(&o);
    options_free(&o);
    return code;
}

int main(int argc, const char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--version") == 0) {
        printf("trilobite %d.%d.%d\n", TLB_VERSION_MAJOR, TLB_VERSION_MINOR, TLB_VERSION_PATCH);
        return EXIT_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0) {
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
            usage_error("there is no command \"%s\"", name);
        print_overview(stderr);
        return EXIT_USAGE;
    }
    exit_code code = run(c, argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout))
        return EXIT_OUTPUT;
    return (int)code;
}
