#include "tool.h"

#include "util/interrupt.h"
#include "util/shortened.h"
#ifdef _WIN32
#include "util/windows.h"
#endif

#include <stdio.h>
#include <string.h>

static const command *find_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static exit_code refuse_command(const char *name)
{
    if (*name && tlb_path_kind_of(NULL, name) == TLB_PATH_FILE) {
        usage_error("%s is a file; name a command before it, as in \"trilobite info FILE\"; "
                    "\"trilobite help\" lists them",
                    name);
        return EXIT_USAGE;
    }
    if (*name)
        usage_error("unknown command \"%s\"", name);
    print_overview(stderr);
    return EXIT_USAGE;
}

static exit_code run_on_inputs(const command *c, options *o)
{
    exit_code code = gather_inputs(o, c);
    exit_code expanded = expand_members(o, c);
    code = expanded > code ? expanded : code;
    if (interrupted())
        return EXIT_STOPPED;
    if (c->bit & TAKES_MANY & ~(unsigned)IN_PACK && !o->input_count && !o->quiet && code == EXIT_DONE)
        usage_error("no file of a format that is read was found");
    /* An archive without some of its files would pass for complete. */
    exit_code done = code && c->bit == IN_PACK ? code : c->run(o);
    exit_code unused = report_unused(o->null && !o->list, "null", "it is for -T");
    code = unused > code ? unused : code;
    return done > code ? done : code;
}

static exit_code run(const command *c, int argc, const char **argv)
{
    options o;
    exit_code code = EXIT_USAGE;
    bool parsed = options_parse(&o, c, argc, argv);
    size_t least = c->least_words - (o.list && c->least_words);
    if (parsed && o.help) {
        code = print_help(c, o.words, o.word_count) ? EXIT_DONE : EXIT_USAGE;
    } else if (parsed && (o.word_count < least || o.word_count > c->most_words))
        usage_error("usage: trilobite %s [OPTION...] %s", c->name, c->words);
    else if (parsed)
        code = run_on_inputs(c, &o);
    options_free(&o);
    return code;
}

static exit_code run_word(int argc, const char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("trilobite %d.%d.%d\n", TLB_VERSION_MAJOR, TLB_VERSION_MINOR, TLB_VERSION_PATCH);
        return EXIT_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        const command *about = argc > 2 ? find_command(argv[2]) : NULL;
        if (about)
            return print_help(about, argv + 3, (size_t)argc - 3) ? EXIT_DONE : EXIT_USAGE;
        if (argc > 2)
            return refuse_command(argv[2]);
        print_overview(stdout);
        return EXIT_DONE;
    }
    const command *c = find_command(name);
    if (!c)
        return refuse_command(name);
    interrupt_watch();
    shortened_watch();
    return run(c, argc - 1, argv + 1);
}

static int start(int argc, const char **argv)
{
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a line at a time, not a letter: there may be thousands */
    exit_code code = run_word(argc, argv);
    if (interrupted()) {
        if (code == EXIT_STOPPED)
            progress_stopped();
        fflush(stdout);
        return interrupt_exit();
    }
    if (shortened()) {
        usage_error(SHORTENED);
        code = EXIT_INPUT;
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return EXIT_OUTPUT;
    return (int)code;
}

#ifdef _WIN32

/* gather_inputs expands *.dif, for inputs alone. */
int _dowildcard = 0;

int wmain(int argc, wchar_t **words)
{
    const char **argv = begin_on_windows(argc, words);
    return argv ? start(argc, argv) : EXIT_INTERNAL;
}

#else

int main(int argc, const char **argv)
{
    return start(argc, argv);
}

#endif
