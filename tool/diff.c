#include "tool.h"

#include "util/desktop.h"

#include <stdio.h>
#include <string.h>

/* Lines of "PATH: A != B", in which strings are JSON's. */

static const char *after_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

/* Where `mark` is outside of strings; `end`: nowhere. */
static const char *find(const char *at, const char *end, const char *mark)
{
    size_t size = strlen(mark);
    while (at < end && ((size_t)(end - at) < size || memcmp(at, mark, size) != 0))
        at = *at == '"' ? after_string(at, end) : at + 1;
    return at;
}

static void add_part(tlb_arena *arena, tlb_value *row, const char *key, const char *from, const char *to)
{
    tlb_value_add_bytes_text(arena, row, key, (tlb_text){from, (uint32_t)(to - from)});
}

static void add_line(tlb_arena *arena, tlb_value *list, const char *line, const char *end)
{
    static const char colon[] = ": ", unequal[] = " != ";
    tlb_value *row = tlb_value_add_table(arena, list, NULL);
    const char *a = find(line, end, colon);
    add_part(arena, row, "path", line, a);
    a = end - a > 2 ? a + 2 : end;
    const char *b = find(a, end, unequal);
    add_part(arena, row, "a", a, b);
    add_part(arena, row, "b", end - b > 4 ? b + 4 : end, end);
}

static void report_lines(job *j, tlb_status status, const text *lines, uint64_t differences)
{
    tlb_value *table = begin_table(j);
    tlb_value_add_text(j->arena, table, "other", j->options->words[1]);
    tlb_value_add_text(j->arena, table, "status", tlb_status_text(status));
    tlb_value_add_integer(j->arena, table, "count", (int64_t)differences);
    tlb_value *list = tlb_value_add_list(j->arena, table, "differences");
    const char *end = lines->data + lines->size, *stop;
    for (const char *at = lines->data; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        add_line(j->arena, list, at, stop);
    }
    report_table(j, table);
}

/* The first value red, the second green. */
static void print_line(const char *line, const char *end)
{
    const char *a = find(line, end, ": "), *b = find(a, end, " != ");
    if (b == end) {
        printf("%.*s\n", (int)(end - line), line);
        return;
    }
    printf("%.*s\033[31m%.*s\033[0m != \033[32m%.*s\033[0m\n", (int)(a + 2 - line), line, (int)(b - a - 2),
           a + 2, (int)(end - b - 4), b + 4);
}

/* The whole lines of `lines`; what is left of it is the beginning of the next. */
static bool print_lines(void *user, const void *data, size_t size)
{
    text *lines = user;
    text_bytes(lines, data, size);
    const char *at = lines->data, *end = at + lines->size, *stop;
    if (lines->failed)
        return false;
    progress_clear();
    for (; (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1)
        print_line(at, stop);
    lines->size = (size_t)(end - at);
    memmove(lines->data, at, lines->size);
    return !ferror(stdout);
}

static bool collect(void *user, const void *data, size_t size)
{
    text *lines = user;
    text_bytes(lines, data, size);
    return !lines->failed;
}

static exit_code diff(job *j)
{
    bool json = j->options->json;
    bool (*write)(void *, const void *, size_t) = json                ? collect
                                                  : use_color(stdout) ? print_lines
                                                                      : write_stdout;
    text lines = {0};
    tlb_document *a, *b = NULL;
    uint64_t differences = 0;
    tlb_status status = open_job(j, &a);
    if (!status)
        status = tlb_open_path(j->context, j->options->words[1], j->options->from, &b);
    if (!status)
        status = tlb_diff(a, b, (tlb_sink){write, &lines}, &differences);
    if (json)
        report_lines(j, status, &lines, differences);
    j->out.failed |= lines.failed;
    text_free(&lines);
    tlb_document_free(a);
    tlb_document_free(b);
    return status ? exit_code_of(status) : differences ? EXIT_FOUND : EXIT_DONE;
}

exit_code run_diff(const options *o)
{
    return run_jobs(o, o->words, 1, diff, NULL, NULL);
}
