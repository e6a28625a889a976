/* Where in a JSON text the parts are that diagnostics name by their paths. */
#include "layout/directions.h"

#include <stdio.h>

typedef struct search {
    const char *start, *at, *end; /* of a text that was read without an error */
    tlb_diagnostic **wanted;
    size_t count;
    char path[TLB_PATH_MAX];
} search;

static void skip_blanks(search *s)
{
    while (s->at < s->end && strchr(" \t\r\n,:", *s->at) && *s->at)
        s->at++;
}

/* The string that begins here, without its quotation marks. */
static tlb_text skip_string(search *s)
{
    const char *from = ++s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' ? 2 : 1;
    tlb_text text = {from, (uint32_t)(s->at - from)};
    s->at += s->at < s->end;
    return text;
}

/* Places what is this part or, until that is met, inside it. Whether anything is inside. */
static bool place(search *s, size_t length)
{
    bool inside = false;
    for (size_t i = 0; i < s->count; i++) {
        const char *path = s->wanted[i]->path;
        if (strncmp(path, s->path, length) != 0)
            continue;
        if (path[length] && length && path[length] != '.' && path[length] != '[')
            continue;
        s->wanted[i]->offset = (uint64_t)(s->at - s->start);
        inside = inside || path[length];
    }
    return inside;
}

/* The path with one more part, cut to fit; the new length. */
static size_t extend(search *s, size_t length, const char *format, int size, const char *name, size_t index)
{
    int n = name ? snprintf(s->path + length, sizeof s->path - length, format, size, name)
                 : snprintf(s->path + length, sizeof s->path - length, format, index);
    return n > 0 && (size_t)n < sizeof s->path - length ? length + (size_t)n : length;
}

static void skip_value(search *s)
{
    int depth = 0;
    do {
        skip_blanks(s);
        if (s->at >= s->end)
            return;
        if (*s->at == '"') {
            skip_string(s);
            continue;
        }
        depth += *s->at == '[' || *s->at == '{';
        depth -= *s->at == ']' || *s->at == '}';
        bool is_word = !strchr("[]{}", *s->at);
        s->at++;
        while (is_word && s->at < s->end && !strchr(" \t\r\n,:[]{}\"", *s->at))
            s->at++;
    } while (depth > 0);
}

static void search_value(search *s, size_t length)
{
    skip_blanks(s);
    bool inside = s->at < s->end && place(s, length);
    if (!inside || (*s->at != '{' && *s->at != '[')) {
        skip_value(s);
        return;
    }
    bool is_object = *s->at++ == '{';
    for (size_t i = 0; skip_blanks(s), s->at < s->end && *s->at != '}' && *s->at != ']'; i++) {
        size_t inner;
        if (is_object) {
            tlb_text key = skip_string(s);
            inner = extend(s, length, length ? ".%.*s" : "%.*s", (int)key.size, key.data, 0);
        } else
            inner = extend(s, length, "[%zu]", 0, NULL, i);
        search_value(s, inner);
        s->path[length] = 0;
    }
    s->at += s->at < s->end;
}

/* The line and the column before the message. */
static void say_line(tlb_context *context, const char *json, tlb_diagnostic *d)
{
    const char *at = json + d->offset, *line = json;
    uint32_t lines = 1;
    for (const char *c = json; c < at; c++)
        if (*c == '\n') {
            lines++;
            line = c + 1;
        }
    const char *message = tlb_arena_printf(&context->session->arena, "line %u, column %zu: %s", lines,
                                           (size_t)(at - line) + 1, d->message);
    d->message = message ? message : d->message;
}

void tlb_place_in_json(tlb_context *context, const char *json, size_t size, size_t first)
{
    size_t most = context->session->diagnostics.count - first;
    search s = {.start = json, .at = json, .end = json + size};
    s.wanted = most ? tlb_alloc_array(&context->session->arena, most, sizeof *s.wanted) : NULL;
    for (size_t i = 0; i < most && s.wanted; i++) {
        tlb_diagnostic *d = &context->session->diagnostics.data[first + i];
        if (*d->path && d->offset == TLB_NO_OFFSET)
            s.wanted[s.count++] = d;
    }
    if (!s.count)
        return;
    search_value(&s, 0);
    for (size_t i = 0; i < s.count; i++)
        if (s.wanted[i]->offset != TLB_NO_OFFSET)
            say_line(context, json, s.wanted[i]);
}
