/* The command in the module: its host calls command_run once, and calls nothing of the module after that. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, const char **argv);

/* Does not return: the host's proc_exit ends it. */
__attribute__((export_name("command_run"))) void command_run(int argc, const char **argv)
{
    static char buffer[4096];
    /* The C library would write the first line at once: before what was printed to standard error meanwhile.
     */
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    exit(main(argc, argv));
}
