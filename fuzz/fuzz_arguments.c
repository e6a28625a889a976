/* The command's arguments: the first line is a verb, each of the others a word of it. They are parsed, and
 * nothing is done. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static const command *find(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = malloc(size + 1);
    const char *words[MOST];
    int count = 0;
    options o;
    if (!line)
        return 0;
    if (size)
        memcpy(line, data, size);
    line[size] = 0;
    for (char *next = line; next && count < MOST;) {
        words[count++] = next;
        next = strchr(next, '\n');
        if (next)
            *next++ = 0;
    }
    const command *c = find(words[0]);
    if (c) {
        (void)options_parse(&o, c, count, words);
        options_free(&o);
    }
    free(line);
    return 0;
}
