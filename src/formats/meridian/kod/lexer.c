/* The words and signs of kod. */
#include "formats/meridian/kod/kod.h"

static bool is_blank(char c)
{
    /* A line that ends with \ goes on. */
    return (unsigned char)c <= ' ' || c == '\\';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (tlb_lower(c) >= 'a' && tlb_lower(c) <= 'z') || c == '_';
}

/* Over a comment, which may end with the text; p: there is none. */
static const char *skip_comment(const char *p, const char *end)
{
    if (end - p < 2 || p[0] != '/' || (p[1] != '/' && p[1] != '*'))
        return p;
    if (p[1] == '/') {
        const char *line = memchr(p, '\n', (size_t)(end - p));
        return line ? line : end;
    }
    for (p += 2; end - p >= 2; p++)
        if (p[0] == '*' && p[1] == '/')
            return p + 2;
    return end;
}

static const char *skip_blanks(const char *p, const char *end)
{
    for (const char *from = NULL; from != p;) {
        from = p;
        while (p < end && is_blank(*p))
            p++;
        p = skip_comment(p, end);
    }
    return p;
}

static const char *skip_word(const char *p, const char *end)
{
    while (p < end && (is_letter(*p) || is_digit(*p)))
        p++;
    return p;
}

/* To the closing quotation mark. */
static const char *skip_string(const char *p, const char *end)
{
    while (p < end && *p != '"')
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    return p;
}

void tlb_kod_next(kod_reader *r)
{
    const char *from = skip_blanks(r->at, r->end), *to = from;
    kod_token_kind kind = KOD_END;
    if (from == r->end)
        r->at = from;
    else if (*from == '"') {
        to = skip_string(++from, r->end);
        kind = KOD_STRING;
        r->at = to < r->end ? to + 1 : to;
    } else {
        kind = is_letter(*from) ? KOD_WORD : is_digit(*from) ? KOD_DIGITS : KOD_SIGN;
        r->at = to = kind == KOD_SIGN ? from + 1 : skip_word(from, r->end);
    }
    r->token = (kod_token){kind, {from, (uint32_t)(to - from)}};
}

bool tlb_kod_at_sign(const kod_reader *r, char sign)
{
    return r->token.kind == KOD_SIGN && *r->token.text.data == sign;
}

bool tlb_kod_at_word(const kod_reader *r, const char *word)
{
    return r->token.kind == KOD_WORD && kod_is(r->token.text, word);
}

bool tlb_kod_take_sign(kod_reader *r, char sign)
{
    bool found = tlb_kod_at_sign(r, sign);
    if (found)
        tlb_kod_next(r);
    return found;
}

bool tlb_kod_take_word(kod_reader *r, const char *word)
{
    bool found = tlb_kod_at_word(r, word);
    if (found)
        tlb_kod_next(r);
    return found;
}

void tlb_kod_skip_rest(kod_reader *r)
{
    for (uint32_t depth = 1; depth && r->token.kind != KOD_END; tlb_kod_next(r))
        if (r->token.kind == KOD_SIGN) {
            depth += strchr("([{", *r->token.text.data) != NULL;
            depth -= strchr(")]}", *r->token.text.data) != NULL;
        }
}

void tlb_kod_skip_group(kod_reader *r)
{
    tlb_kod_next(r);
    tlb_kod_skip_rest(r);
}

tlb_text tlb_kod_take_file(kod_reader *r)
{
    const char *from = r->token.text.data, *to = from;
    while (to < r->end && !is_blank(*to))
        to++;
    r->at = to;
    tlb_kod_next(r);
    return (tlb_text){from, (uint32_t)(to - from)};
}
