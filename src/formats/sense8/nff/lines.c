/* Lines of NFF read: filled, traced or spelled again, as layout/words.h says. Polygons are a file of their
 * own. */
#include "formats/sense8/nff/lines.h"
#include "base/text.h"

void tlb_nff_repeated(tlb_words *t, const char *name)
{
    const nff_reader *r = t->user;
    t->at = r->word;
    tlb_words_fail(t, TLB_CODE_BAD_WORD, name, "\"%s\" is repeated", name);
}

bool tlb_nff_begin_record(tlb_words *t, const char *name)
{
    if (words_next_line(t))
        return true;
    tlb_words_fail(t, TLB_CODE_TRUNCATED, name, "found the end of the file");
    return false;
}

/* --- header ------------------------------------------------------------------------------------------ */

/* A line of the header: its word, and a number after it. An object may be called like the word. */
static bool take_keyword(tlb_words *t, const char *word)
{
    const char *at = t->at;
    float number;
    if (tlb_words_take(t, word) && words_more(t) && tlb_read_f32(t->at, t->end, &number))
        return true;
    t->at = at;
    return false;
}

static void read_header_line(tlb_words *t, tlb_nff_header *x, uint8_t has, const char *name, float *values,
                             uint32_t count)
{
    if (x->has & has) {
        tlb_nff_repeated(t, name);
        return;
    }
    x->has = (uint8_t)(x->has | has);
    words_f32s(t, name, values, count);
    words_end_line(t, name);
}

bool tlb_nff_take_signature(tlb_words *t)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, by later editors */
    if (t->end - t->at >= 3 && memcmp(t->at, mark, 3) == 0)
        t->at += 3;
    return words_next_line(t) && tlb_words_take(t, "nff");
}

/* "version n.nn": a new one has a decimal, whatever the vertices have. */
static void read_version(tlb_words *t, tlb_nff_header *x)
{
    int decimals = t->decimals;
    t->decimals = 1;
    read_header_line(t, x, TLB_NFF_VERSION, "version", &x->version, 1);
    t->decimals = decimals;
}

static void read_header(tlb_words *t, void *record)
{
    tlb_nff_header *x = record;
    if (!tlb_nff_take_signature(t)) {
        tlb_words_fail(t, TLB_CODE_BAD_SIGNATURE, NULL, "expected a file that begins with the word \"nff\"");
        return;
    }
    words_end_line(t, NULL);
    const char *end = t->at;
    nff_reader *r = t->user;
    while (!t->w->status && words_next_line(t)) {
        r->word = t->at;
        if (take_keyword(t, "version"))
            read_version(t, x);
        else if (take_keyword(t, "viewpos"))
            read_header_line(t, x, TLB_NFF_VIEWPOS, "viewpos", x->viewpos, 3);
        else if (take_keyword(t, "viewdir"))
            read_header_line(t, x, TLB_NFF_VIEWDIR, "viewdir", x->viewdir, 3);
        else
            break;
        end = t->at;
    }
    if (!t->w->status)
        t->at = end; /* what is before the first object is the object's */
}

/* --- object ------------------------------------------------------------------------------------------ */

bool tlb_nff_is_shading(const char *text, size_t size)
{
    static const char *const known[] = {"on", "off", "flat", "none"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == size) {
            size_t k = 0;
            while (k < size && tlb_lower(text[k]) == known[i][k])
                k++;
            if (k == size)
                return true;
        }
    return false;
}

/* Old systems end texts with Ctrl-Z, or fill them up with zeros. */
static bool ends_text(char c)
{
    return c == 0x1a || c == 0;
}

bool tlb_nff_next_object(tlb_words *t)
{
    return words_next_line(t) && !ends_text(*t->at);
}

/* A name is all words of its line up to one that begins with '=', or up to the '=' of a shading that is
 * known. */
static size_t name_size(const tlb_words *t)
{
    const char *p = t->at, *end = p, *word;
    while (!words_ends(t, p) && (p == t->at || *p != '=')) {
        while (!words_break(t, p))
            p++;
        end = p;
        while (p < t->end && words_blank(*p))
            p++;
    }
    for (p = end; p > t->at + 1 && p[-1] != '=';)
        p--;
    for (word = p; word < end && words_blank(*word);)
        word++;
    bool shaded = p > t->at + 1 && tlb_nff_is_shading(word, (size_t)(end - word));
    return (size_t)((shaded ? p - 1 : end) - t->at);
}

bool tlb_nff_is_name(tlb_text name, bool first)
{
    tlb_words t;
    tlb_words_init(&t, NULL, (tlb_bytes){(const uint8_t *)name.data, name.size}, NFF_COMMENT);
    bool heads =
        first && (take_keyword(&t, "version") || take_keyword(&t, "viewpos") || take_keyword(&t, "viewdir"));
    return !heads && !words_break(&t, t.at) && !ends_text(*t.at) && name_size(&t) == name.size;
}

/* NAME, NAME=on or NAME =on. */
static void read_name(tlb_words *t, tlb_nff_object *x)
{
    tlb_words_text(t, "name", &x->name, name_size(t));
    if (words_more(t) && *t->at == '=') {
        t->at++;
        if (words_more(t))
            tlb_words_text(t, "shading", &x->shading, tlb_words_peek(t).size);
        else
            tlb_words_fail(t, TLB_CODE_BAD_WORD, "shading", "expected a word after \"=\"");
    }
    words_end_line(t, "name");
}

static void read_object(tlb_words *t, void *record)
{
    tlb_nff_object *x = record;
    if (!tlb_nff_begin_record(t, "name"))
        return;
    read_name(t, x);
    if (!tlb_nff_begin_record(t, "vertices"))
        return;
    if (tlb_words_take(t, "mtable")) {
        tlb_text word = words_more(t) ? tlb_words_peek(t) : (tlb_text){0};
        if (!word.size) {
            tlb_words_fail(t, TLB_CODE_BAD_WORD, "mtable", "expected the name of a material table");
            return;
        }
        tlb_words_text(t, "mtable", &x->mtable, word.size);
        words_end_line(t, "mtable");
        if (!tlb_nff_begin_record(t, "vertices"))
            return;
    }
    words_u32s(t, "vertices", &x->vertices.count, 1);
    words_end_line(t, "vertices");
}

static void read_polygons(tlb_words *t, void *record)
{
    tlb_nff_object *x = record;
    if (!tlb_nff_begin_record(t, "polygons"))
        return;
    words_u32s(t, "polygons", &x->polygons.count, 1);
    words_end_line(t, "polygons");
}

/* --- vertex ------------------------------------------------------------------------------------------ */

void tlb_nff_read_color(tlb_words *t, const char *name, uint8_t color[3], bool may_be_short)
{
    uint32_t value = 0, digits = 0;
    const char *from = words_more(t) ? t->at : t->end;
    tlb_words_hex(t, name, &value, &digits);
    if (t->w->status)
        return;
    if (value > 0xffffff) {
        t->at = from;
        tlb_words_no_number(t, name, "a color from 0x000000 to 0xffffff");
        return;
    }
    nff_reader *r = t->user;
    if (may_be_short && !r->digits)
        r->digits = digits;
    bool is_short = may_be_short && digits <= 3;
    for (int i = 0; i < 3; i++)
        color[i] = (uint8_t)(is_short ? (value >> (8 - 4 * i) & 15) * 17 : value >> (16 - 8 * i));
    if (t->task == WORDS_TRACE)
        tlb_words_show(t, name, from, TLB_U8, color, 3);
    else if (t->task == WORDS_RESPELL)
        tlb_nff_respell_color(t, from, color, is_short);
}

static void read_attribute(tlb_words *t, tlb_nff_vertex *x, uint8_t has, const char *name)
{
    if (x->has & has) {
        tlb_nff_repeated(t, name);
        return;
    }
    x->has = (uint8_t)(x->has | has);
    if (has == TLB_NFF_NORM)
        words_f32s(t, name, x->norm, 3);
    else if (has == TLB_NFF_RGB)
        tlb_nff_read_color(t, name, x->rgb, false);
    else if (has == TLB_NFF_UV)
        words_f32s(t, name, x->uv, 2);
}

/* A word of 0x and digits is a color without "rgb"; three numbers are a normal as before version 2.0. */
static void read_attributes(tlb_words *t, tlb_nff_vertex *x)
{
    nff_reader *r = t->user;
    float number;
    r->word = t->at;
    if (tlb_words_take(t, "norm"))
        read_attribute(t, x, TLB_NFF_NORM, "norm");
    else if (tlb_words_take(t, "uv"))
        read_attribute(t, x, TLB_NFF_UV, "uv");
    else if (tlb_words_take(t, "rgb") ||
             (t->end - t->at > 1 && t->at[0] == '0' && tlb_lower(t->at[1]) == 'x'))
        read_attribute(t, x, TLB_NFF_RGB, "rgb");
    else if (tlb_words_take(t, "N"))
        read_attribute(t, x, TLB_NFF_AUTO, "N");
    else if (tlb_read_f32(t->at, t->end, &number))
        read_attribute(t, x, TLB_NFF_NORM, "norm");
    else
        words_end_line(t, NULL); /* refuses the word */
}

void tlb_nff_read_vertex(tlb_words *t, tlb_nff_vertex *x)
{
    if (!tlb_nff_begin_record(t, "position"))
        return;
    words_f32s(t, "position", x->position, 3);
    while (words_more(t) && !t->w->status)
        read_attributes(t, x);
    words_end_line(t, NULL);
}

static void read_vertex(tlb_words *t, void *record)
{
    tlb_nff_vertex *x = record;
    if (t->task == WORDS_READ && tlb_nff_read_plain_vertices(t, x, 1))
        return;
    *x = (tlb_nff_vertex){.spelling = x->spelling};
    tlb_nff_read_vertex(t, x);
}

const tlb_record_kind tlb_nff_header_kind = {.lead = "",
                                             .size = sizeof(tlb_nff_header),
                                             .read = read_header,
                                             .compare = tlb_nff_compare_headers,
                                             .write = tlb_nff_spell_header};
const tlb_record_kind tlb_nff_object_kind = {.lead = "\n",
                                             .size = sizeof(tlb_nff_object),
                                             .read = read_object,
                                             .compare = tlb_nff_compare_objects,
                                             .write = tlb_nff_spell_object};
const tlb_record_kind tlb_nff_vertex_kind = {.lead = "",
                                             .size = sizeof(tlb_nff_vertex),
                                             .read = read_vertex,
                                             .compare = tlb_nff_compare_vertices,
                                             .write = tlb_nff_spell_vertex};
const tlb_record_kind tlb_nff_polygons_kind = {.lead = "",
                                               .size = sizeof(tlb_nff_object),
                                               .read = read_polygons,
                                               .compare = tlb_nff_compare_polygon_counts,
                                               .write = tlb_nff_spell_polygon_count};
