/* The records of a .csx: tags and attributes, filled, traced or spelled again, as layout/words.h says. It is
 * XML as Constructor writes it: elements with attributes, without text in them. Comments, instructions and
 * blanks belong to the record that is after them. */
#include "formats/torque/csx/csx.h"

#include "base/text.h"

#include <string.h>

static bool skip_to(tlb_words *t, const char *end)
{
    size_t size = strlen(end);
    for (const char *p = t->at; (size_t)(t->end - p) >= size; p++)
        if (memcmp(p, end, size) == 0) {
            t->at = p + size;
            return true;
        }
    return false;
}

static bool begins(const tlb_words *t, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(t->end - t->at) >= size && memcmp(t->at, text, size) == 0;
}

char tlb_csx_next(tlb_words *t)
{
    for (;;) {
        if (begins(t, "\xef\xbb\xbf")) /* the byte order mark */
            t->at += 3;
        while (t->at < t->end && (words_blank(*t->at) || *t->at == '\n' || *t->at == '\r'))
            t->at++;
        const char *from = t->at;
        const char *end = begins(t, "<!--") ? "-->" : begins(t, "<?") ? "?>" : NULL;
        if (!end)
            return t->at < t->end ? *t->at : 0;
        if (!skip_to(t, end)) {
            t->at = from;
            return *t->at;
        }
    }
}

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':' || (uint8_t)c >= 0x80;
}

static void read_name(tlb_words *t, tlb_text *name)
{
    const char *p = t->at;
    while (p < t->end && is_name_character(*p))
        p++;
    if (p == t->at)
        tlb_words_fail_expected(t, "name", "a name");
    else
        tlb_words_text(t, "name", name, (size_t)(p - t->at));
}

/* What is left of the line, if it is blank, is the record's. */
static void end_line(tlb_words *t)
{
    const char *at = t->at;
    bool more = t->w->status || words_more(t);
    t->at = at;
    if (!more)
        tlb_words_skip_rest(t, NULL);
    t->last = t->at;
}

/* --- tags -------------------------------------------------------------------------------------------- */

static void read_open(tlb_words *t, void *record)
{
    csx_tag *x = record;
    if (tlb_csx_next(t) != '<' || begins(t, "</")) {
        tlb_words_fail_expected(t, NULL, "an element");
        return;
    }
    t->at++;
    read_name(t, &x->name);
    t->last = t->at;
}

static void read_close(tlb_words *t, void *record)
{
    csx_tag *x = record;
    char next = tlb_csx_next(t);
    x->is_empty = begins(t, "/>");
    if (next != '>' && !x->is_empty)
        tlb_words_fail_expected(t, NULL, "an attribute, \">\" or \"/>\"");
    else
        t->at += x->is_empty ? 2 : 1;
    end_line(t);
}

static void read_end(tlb_words *t, void *record)
{
    csx_tag *x = record;
    tlb_csx_next(t);
    if (!begins(t, "</")) {
        tlb_words_fail_expected(t, NULL, "the end of the element");
        return;
    }
    t->at += 2;
    read_name(t, &x->name);
    if (!t->w->status && tlb_csx_next(t) != '>')
        tlb_words_fail_expected(t, NULL, "\">\"");
    else if (!t->w->status)
        t->at++;
    end_line(t);
}

/* The depth is of no account: the text of a tag keeps its indentation. */
static tlb_likeness compare_names(const void *one, const void *other)
{
    const csx_tag *a = one, *b = other;
    return tlb_likeness_of(true, tlb_same_text(a->name, b->name));
}

static tlb_likeness compare_closes(const void *one, const void *other)
{
    const csx_tag *a = one, *b = other;
    return a->is_empty == b->is_empty ? LIKE_SAME : LIKE_NOTHING;
}

static void indent(tlb_speller *s, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++)
        tlb_spell_word(s, "    ");
}

static void write_open(tlb_speller *s, const void *record)
{
    const csx_tag *x = record;
    indent(s, x->depth);
    tlb_spell_word(s, "<");
    tlb_spell_text(s, x->name);
}

static void write_close(tlb_speller *s, const void *record)
{
    const csx_tag *x = record;
    tlb_spell_word(s, x->is_empty ? " />" : ">");
    tlb_spell_line(s);
}

static void write_end(tlb_speller *s, const void *record)
{
    const csx_tag *x = record;
    indent(s, x->depth);
    tlb_spell_word(s, "</");
    tlb_spell_text(s, x->name);
    tlb_spell_word(s, ">");
    tlb_spell_line(s);
}

const tlb_record_kind tlb_csx_open_kind = {.lead = "",
                                           .size = sizeof(csx_tag),
                                           .read = read_open,
                                           .compare = compare_names,
                                           .write = write_open,
                                           .is_inline = true};
const tlb_record_kind tlb_csx_close_kind = {.lead = "",
                                            .size = sizeof(csx_tag),
                                            .read = read_close,
                                            .compare = compare_closes,
                                            .write = write_close,
                                            .field = "close",
                                            .is_inline = true};
const tlb_record_kind tlb_csx_end_kind = {.lead = "",
                                          .size = sizeof(csx_tag),
                                          .read = read_end,
                                          .compare = compare_names,
                                          .write = write_end,
                                          .field = "end",
                                          .is_inline = true};

/* --- attributes -------------------------------------------------------------------------------------- */

static void read_attribute(tlb_words *t, void *record)
{
    tlb_csx_attribute *x = record;
    tlb_csx_next(t);
    read_name(t, &x->name);
    if (t->w->status)
        return;
    if (tlb_csx_next(t) != '=') {
        tlb_words_fail_expected(t, "value", "\"=\"");
        return;
    }
    t->at++;
    char quote = tlb_csx_next(t);
    if (quote != '"' && quote != '\'') {
        tlb_words_fail_expected(t, "value", "a value in quotation marks");
        return;
    }
    const char *from = t->at + 1, *to = memchr(from, quote, (size_t)(t->end - from));
    if (!to)
        tlb_words_fail(t, TLB_CODE_TRUNCATED, "value", "the value has no quotation mark at its end");
    else if (memchr(from, quote == '"' ? '<' : '"', (size_t)(to - from)) ||
             memchr(from, '<', (size_t)(to - from)))
        tlb_words_fail(t, TLB_CODE_BAD_WORD, "value",
                       "the value has a \"<\" or a quotation mark; expected &lt; or &quot;");
    if (t->w->status)
        return;
    t->at = from;
    tlb_words_text(t, "value", &x->value, (size_t)(to - from));
    t->last = t->at = to + 1;
}

static tlb_likeness compare_attributes(const void *one, const void *other)
{
    const tlb_csx_attribute *a = one, *b = other;
    return tlb_likeness_of(true, tlb_same_text(a->name, b->name) && tlb_same_text(a->value, b->value));
}

static void write_attribute(tlb_speller *s, const void *record)
{
    const tlb_csx_attribute *x = record;
    tlb_spell_word(s, " ");
    tlb_spell_text(s, x->name);
    tlb_spell_word(s, "=\"");
    tlb_spell_text(s, x->value);
    tlb_spell_word(s, "\"");
}

const tlb_record_kind tlb_csx_attribute_kind = {.lead = "",
                                                .size = sizeof(tlb_csx_attribute),
                                                .read = read_attribute,
                                                .compare = compare_attributes,
                                                .write = write_attribute,
                                                .is_inline = true};
