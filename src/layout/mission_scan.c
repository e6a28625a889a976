/* Words, strings and statements of the engines' scripts. */
#include "layout/mission.h"

#include <string.h>

static bool is_space(char c)
{
    return words_blank(c) || c == '\n' || c == '\r';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const char *skip_line(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/* Over a comment, which may end with the text; p: there is none. */
static const char *skip_comment(const char *p, const char *end)
{
    if (end - p < 2 || p[0] != '/' || (p[1] != '/' && p[1] != '*'))
        return p;
    if (p[1] == '/')
        return skip_line(p, end);
    for (p += 2; end - p >= 2; p++)
        if (p[0] == '*' && p[1] == '/')
            return p + 2;
    return end;
}

const char *tlb_mission_skip(const char *p, const char *end)
{
    for (const char *from = NULL; from != p;) {
        from = p;
        while (p < end && is_space(*p))
            p++;
        p = skip_comment(p, end);
    }
    return p;
}

const char *tlb_mission_skip_word(const char *p, const char *end)
{
    while (p < end && is_word(*p))
        p++;
    return p;
}

const char *tlb_mission_skip_string(const char *p, const char *end)
{
    char quote = *p++;
    for (; p < end && *p != '\n' && *p != '\r'; p++) {
        if (*p == quote)
            return p + 1;
        if (*p == '\\' && p + 1 < end)
            p++;
    }
    return NULL;
}

/* Over "[index]"s; p: there are none, or one has no end. */
static const char *skip_indices(const char *p, const char *end)
{
    for (;;) {
        const char *at = tlb_mission_skip(p, end), *last;
        if (at == end || *at != '[')
            return p;
        at = tlb_mission_skip_value(at + 1, end, &last);
        if (!at || at == end || *at != ']')
            return p;
        p = at + 1;
    }
}

const char *tlb_mission_skip_name(const char *p, const char *end, const char **name)
{
    *name = p;
    const char *after = tlb_mission_skip_word(p, end);
    const char *second = tlb_mission_skip(after, end), *after_second = tlb_mission_skip_word(second, end);
    if (after > p && second > after && after_second > second) {
        *name = second;
        after = after_second;
    }
    if (after == p)
        return NULL;
    after = skip_indices(after, end);
    const char *sign = tlb_mission_skip(after, end);
    return sign < end && *sign == '=' && (end - sign < 2 || sign[1] != '=') ? after : NULL;
}

const char *tlb_mission_skip_value(const char *p, const char *end, const char **last)
{
    uint32_t depth = 0;
    *last = p;
    for (;;) {
        p = tlb_mission_skip(p, end);
        if (p == end || (!depth && memchr(";)]}", *p, 4)))
            return depth ? NULL : p;
        if (*p == '"' || *p == '\'') {
            p = tlb_mission_skip_string(p, end);
            if (!p)
                return NULL;
        } else {
            depth += memchr("([{", *p, 3) != NULL;
            depth -= memchr(")]}", *p, 3) != NULL;
            p++;
        }
        *last = p;
    }
}

const char *tlb_mission_skip_code(const char *p, const char *end)
{
    uint32_t depth = 0;
    const char *const from = p, *after;
    while (p < end) {
        char c = *p;
        if (c == '"' || c == '\'') {
            after = tlb_mission_skip_string(p, end);
            p = after ? after : skip_line(p, end);
            continue;
        }
        if ((after = skip_comment(p, end)) != p) {
            p = after;
            continue;
        }
        if (c == '}' && !depth && p > from)
            return p;
        p++;
        if (memchr("([{", c, 3))
            depth++;
        else if (memchr(")]}", c, 3) && depth)
            depth--;
        if (depth || (c != ';' && c != '}'))
            continue;
        after = tlb_mission_skip(p, end);
        return c == '}' && after < end && *after == ';' ? after + 1 : p;
    }
    return end;
}

bool tlb_mission_is_plain(const tlb_mission_field *field)
{
    const char *p = field->value.data, *end = p + field->value.size;
    if (field->kind != TLB_MISSION_BARE)
        return field->kind != TLB_MISSION_CODE;
    double number;
    bool has_sign = p < end && *p == '+';
    return tlb_mission_skip_word(p, end) == end || tlb_read_f64(p + has_sign, end, &number) == end;
}
