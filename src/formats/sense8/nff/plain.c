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
    p = tlb_short_f32(p, values);
    for (uint32_t i = 1; p && i < count; i++)
        p = *p == ' ' ? tlb_short_f32(p + 1, &values[i]) : NULL;
    return p;
}

/* To the end of the last word; NULL: it is another line. */
static INLINE const char *read_vertex(const char *p, tlb_nff_vertex *x)
{
    p = read_f32s(p, x->position, 3);
    if (p && is_word(p, " norm ", 6)) {
        p = read_f32s(p + 6, x->norm, 3);
        x->has |= TLB_NFF_NORM;
    }
    if (p && is_word(p, " uv ", 4)) {
        p = read_f32s(p + 4, x->uv, 2);
        x->has |= TLB_NFF_UV;
    }
    return p;
}

uint32_t tlb_nff_read_plain_vertices(tlb_words *t, tlb_nff_vertex *x, uint32_t most)
{
    uint32_t count = 0;
    for (const char *end; count < most && (end = find_end(t)) != NULL; count++) {
        x[count] = (tlb_nff_vertex){.spelling = tlb_spelling_here(t)};
        const char *p = read_vertex(t->at, &x[count]);
        if (!p || !end_plain(t, p, end))
            break;
    }
    return count;
}

/* 0 to 15; other characters are more. */
static inline uint32_t hex_value(char c)
{
    return tlb_words_hex_digits[(uint8_t)c] - 1u;
}

/* Most polygons have the color of the one before them. */
typedef struct color_text {
    uint64_t text; /* 0xrrggbb; 0: another */
    uint8_t color[3];
    uint32_t digits;
} color_text;

/* 0xrrggbb or 0xrgb. */
static NOINLINE const char *read_new_color(const char *p, color_text *c)
{
    enum { SHORT = 3, LONG = 6 };
    bool is_short = hex_value(p[2 + SHORT]) > 15;
    uint32_t size = is_short ? 1 : 2, all = 0;
    c->text = is_short ? 0 : load_eight(p);
    if (p[0] != '0' || p[1] != 'x')
        return NULL;
    p += 2;
    for (int i = 0; i < 3; i++, p += size) {
        uint32_t high = hex_value(p[0]), low = is_short ? high : hex_value(p[1]);
        all |= high | low;
        c->color[i] = (uint8_t)(high << 4 | low);
    }
    c->digits = is_short ? SHORT : LONG;
    return all <= 15 ? p : NULL;
}

static INLINE const char *read_color(const char *p, color_text *c)
{
    return c->text && load_eight(p) == c->text ? p + 8 : read_new_color(p, c);
}

/* `count` of them, a blank before each. */
static INLINE const char *read_indices(const char *p, uint32_t *indices, uint32_t count)
{
    for (uint32_t i = 0; p && i < count; i++)
        p = *p == ' ' ? tlb_short_u32(p + 1, &indices[i]) : NULL;
    return p;
}

/* Of less than ten corners. */
static INLINE bool read_polygon(tlb_words *t, tlb_nff_polygon *x, color_text *c)
{
    nff_reader *r = t->user;
    const char *end = find_end(t);
    uint32_t count = end ? (uint32_t)(uint8_t)*t->at - '0' : 10;
    if (count > 9)
        return false;
    *x = (tlb_nff_polygon){.spelling = tlb_spelling_here(t)};
    uint32_t *indices = nff_take_indices(t, count);
    if (!indices)
        return false;
    const char *p = read_indices(t->at + 1, indices, count);
    p = p && *p == ' ' ? read_color(p + 1, c) : NULL;
    bool both = p && is_word(p, " both", 5);
    if (!p || !end_plain(t, p + (both ? 5 : 0), end)) {
        nff_return_indices(t, count);
        return false;
    }
    x->indices.data = indices;
    x->indices.count = count;
    x->has = both ? TLB_NFF_COLOR | TLB_NFF_BOTH : TLB_NFF_COLOR;
    memcpy(x->color, c->color, sizeof c->color);
    r->digits = r->digits ? r->digits : c->digits;
    return true;
}

uint32_t tlb_nff_read_plain_polygons(tlb_words *t, tlb_nff_polygon *x, uint32_t most)
{
    color_text color = {0};
    uint32_t count = 0;
    while (count < most && read_polygon(t, &x[count], &color))
        count++;
    return count;
}
