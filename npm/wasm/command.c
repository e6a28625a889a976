/* The command in the module: its host calls command_run once, and calls nothing of the module after that. */
#include <stdlib.h>

int main(int argc, const char **argv);

/* Does not return: the host's proc_exit ends it. */
__attribute__((export_name("command_run"))) void command_run(int argc, const char **argv)
{
    exit(main(argc, argv));
}
