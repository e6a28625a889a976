#include "util/desktop.h"

#include <stdlib.h>

bool use_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return is_drawable(stream) && !(no_color && *no_color);
}
