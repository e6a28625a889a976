/* Lines of NFF as most are, read at once: short numbers with one blank between them, and few kinds of words.
 * Whatever differs, and all that is wrong, is for the readers of lines.c and polygon_lines.c.
 *
 * Where the next line begins is looked for first, so that it does not wait for this one's numbers. */
#include "formats/sense8/nff/lines.h"
#include "base/number_short.h"

/* The end of the line at t->at; NULL: it is too long, or so close to the text's end that a short number might
 * be read beyond that. */
static const char *find_end(const tlb_words *t)
{
    enum { LONGEST = 256 };
    size_t left = (size_t)(t->end - t->at);
    const char *end = memchr(t->at, '\n', left < LONGEST ? left : LONGEST);
    return end && t->end - end >= TLB_SHORT_NUMBER ? end : NULL;
}

/* Whether the line's last word ended at p, then goes to the next line. */
static bool end_plain(tlb_words *t, const char *p, const char *end)
{
    if (p + (*p == '\r') != end)
        return false;
    t->last = p;
    t->at = end + 1;
    return true;
}

static inline bool is_word(const char *p, const char *word, size_t size)
{
    return memcmp(p, word, size) == 0;
}

/* `count` numbers from p on, a blank before each but the first. */
static INLINE const char *read_f32s(const char *p, float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i && *p++ != ' ')
            return NULL;
        p = tlb_short_f32(p, &values[i]);
        if (!p)
            return NULL;
    }
    return p;
}

bool tlb_nff_read_plain_vertex(tlb_words *t, tlb_nff_vertex *x)
{
    const char *end = find_end(t);
    const char *p = end ? read_f32s(t->at, x->position, 3) : NULL;
    if (p && is_word(p, " norm ", 6)) {
        p = read_f32s(p + 6, x->norm, 3);
        x->has |= TLB_NFF_NORM;
    }
    if (p && is_word(p, " uv ", 4)) {
        p = read_f32s(p + 4, x->uv, 2);
        x->has |= TLB_NFF_UV;
    }
    if (p && end_plain(t, p, end))
        return true;
    *x = (tlb_nff_vertex){.spelling = x->spelling};
    return false;
}

/* 0 to 15; other characters are more. */
static inline uint32_t hex_value(char c)
{
    return tlb_words_hex_digits[(uint8_t)c] - 1u;
}

/* 0xrrggbb or 0xrgb. */
static INLINE const char *read_color(const char *p, uint8_t color[3], uint32_t *digits)
{
    enum { SHORT = 3, LONG = 6 };
    bool is_short = hex_value(p[2 + SHORT]) > 15;
    uint32_t size = is_short ? 1 : 2, all = 0;
    if (p[0] != '0' || p[1] != 'x')
        return NULL;
    p += 2;
    for (int i = 0; i < 3; i++, p += size) {
        uint32_t high = hex_value(p[0]), low = is_short ? high : hex_value(p[1]);
        all |= high | low;
        color[i] = (uint8_t)(high << 4 | low);
    }
    *digits = is_short ? SHORT : LONG;
    return all <= 15 ? p : NULL;
}

/* `count` of them, a blank before each. */
static INLINE const char *read_indices(const char *p, uint32_t *indices, uint32_t count)
{
    for (uint32_t i = 0; p && i < count; i++)
        p = *p == ' ' ? tlb_short_u32(p + 1, &indices[i]) : NULL;
    return p;
}

bool tlb_nff_read_plain_polygon(tlb_words *t, tlb_nff_polygon *x)
{
    nff_reader *r = t->user;
    const char *end = find_end(t);
    uint32_t count, digits;
    uint8_t color[3];
    const char *p = end ? tlb_short_u32(t->at, &count) : NULL;
    if (!p || count > (size_t)(end - p) / 2)
        return false;
    uint32_t *indices = tlb_nff_take_indices(t, count);
    if (!indices)
        return true; /* the walk has ended */
    p = read_indices(p, indices, count);
    p = p && *p == ' ' ? read_color(p + 1, color, &digits) : NULL;
    bool both = p && is_word(p, " both", 5);
    if (!p || !end_plain(t, p + (both ? 5 : 0), end)) {
        r->indices -= count;
        r->left += count;
        return false;
    }
    x->indices.data = indices;
    x->indices.count = count;
    x->has = both ? TLB_NFF_COLOR | TLB_NFF_BOTH : TLB_NFF_COLOR;
    memcpy(x->color, color, sizeof color);
    if (!r->digits)
        r->digits = digits;
    return true;
}
