#include "hash_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hash_line begin_line(tlb_context *context, const char *name)
{
    hash_line l = {.context = context};
    collect(&l.text, name, strlen(name));
    return l;
}

void add_view(hash_line *l, const char *view, tlb_status status, uint64_t hash)
{
    char text[64];
    hash_outcome(&hash, l->context, status);
    int length = snprintf(text, sizeof text, " %s:%08x", view, short_hash(hash));
    collect(&l->text, text, (size_t)length);
}

void end_line(hash_line *l)
{
    collect(&l->text, "\n", 2);
}

static const char *line_in(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (; *list; list = strchr(list, '\n') + 1)
        if (strncmp(list, name, length) == 0 && list[length] == ' ')
            return list;
    return NULL;
}

bool is_listed(const char *list, const char *name, const hash_line *made)
{
    const char *listed = line_in(list, name);
    if (listed && strncmp(listed, made->text.data, made->text.size - 1) == 0)
        return true;
    const char *end = listed ? strchr(listed, '\n') : NULL;
    size_t length = end ? (size_t)(end - listed) : 0;
    char *line = calloc(length + 1, 1);
    if (length)
        memcpy(line, listed, length);
    char *views = strdup(made->text.data + strlen(name));
    fprintf(stderr, "%s:", name);
    for (char *view = strtok(views, " \n"); view; view = strtok(NULL, " \n"))
        if (!strstr(line, view))
            fprintf(stderr, " %s", view);
    fputc('\n', stderr);
    free(views);
    free(line);
    return false;
}

size_t count_lines(const char *list)
{
    size_t lines = 0;
    for (; (list = strchr(list, '\n')); list++)
        lines++;
    return lines;
}
