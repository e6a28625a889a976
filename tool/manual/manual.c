/* Writes the manual page, the completions of shells and the types of files into a folder.
 *
 *     manual FOLDER */
#include "manual.h"

#include "tool.h"

#include <stdio.h>

static const struct {
    const char *name;
    void (*print)(void);
} files[] = {
    {"trilobite.1.scd", print_page},      {"trilobite.bash", print_bash},
    {"trilobite.zsh", print_zsh},         {"trilobite.fish", print_fish},
    {"trilobite.xml", print_mime},        {"trilobite.magic", print_magic},
    {"trilobite.desktop", print_desktop}, {"trilobite.thumbnailer", print_thumbnailer},
};
enum { FILES = sizeof files / sizeof *files };

int main(int argc, char **argv)
{
    if (argc != 2)
        return EXIT_USAGE;
    for (size_t i = 0; i < FILES; i++) {
        char path[4096];
        int size = snprintf(path, sizeof path, "%s/%s", argv[1], files[i].name);
        if (size < 0 || (size_t)size >= sizeof path || !freopen(path, "w", stdout))
            return EXIT_OUTPUT;
        files[i].print();
        if (fflush(stdout) || ferror(stdout))
            return EXIT_OUTPUT;
    }
    return EXIT_DONE;
}
