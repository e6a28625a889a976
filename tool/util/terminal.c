#include "util/desktop.h"

#include <stdlib.h>
#include <string.h>

bool is_drawable(FILE *stream)
{
    const char *kind = getenv("TERM");
    return is_terminal(stream) && !(kind && strcmp(kind, "dumb") == 0);
}

bool use_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return is_drawable(stream) && !(no_color && *no_color);
}
