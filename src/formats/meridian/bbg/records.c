/* The records of a .bbg, filled, traced or spelled again, as layout/words.h says. Line ends are blanks: a
 * record ends with its last word, and takes what is left of the line with it if that is blank. */
#include "formats/meridian/bbg/bbg.h"

#include "base/text.h"

#include <string.h>

bool tlb_bbg_next(tlb_words *t)
{
    while (words_next_line(t)) {
        if (*t->at != '\\' || !words_break(t, t->at + 1))
            return true;
        t->at++;
    }
    return false;
}

/* A word that would be a comment where a line begins is none. */
static void read_word(tlb_words *t, const char *name, tlb_text *text, const char *wanted)
{
    if (tlb_bbg_next(t) && *t->at != *BBG_COMMENT)
        tlb_words_text(t, name, text, tlb_words_peek(t).size);
    else
        tlb_words_fail_expected(t, name, wanted);
}

/* An array for what was read to scratch: that itself where it is lent. */
static void *keep(tlb_words *t, const void *scratch, uint32_t count, size_t size)
{
    if (t->lend)
        return (void *)(uintptr_t)scratch;
    void *kept = tlb_alloc_array(t->w->arena, count, size);
    if (!kept)
        tlb_walk_refused(t->w, t->w->arena->failure);
    else if (count)
        memcpy(kept, scratch, count * size);
    return kept;
}

/* --- options ------------------------------------------------------------------------------------------ */

static void read_option(tlb_words *t, void *record)
{
    tlb_bbg_option *x = record;
    read_word(t, "option", &x->option, "an option");
    if (!t->w->status && bbg_has_value(x->option))
        read_word(t, "value", &x->value, "the option's value");
    tlb_words_end_record(t);
}

static tlb_likeness compare_options(const void *one, const void *other)
{
    const tlb_bbg_option *a = one, *b = other;
    return tlb_likeness_of(bbg_has_value(a->option) == bbg_has_value(b->option),
                           tlb_same_text(a->option, b->option) && tlb_same_text(a->value, b->value));
}

static void write_option(tlb_speller *s, const void *record)
{
    const tlb_bbg_option *x = record;
    tlb_spell_text(s, x->option);
    if (!bbg_has_value(x->option))
        return;
    tlb_spell_word(s, " ");
    tlb_spell_text(s, x->value);
}

const tlb_record_kind tlb_bbg_option_kind = {.lead = "",
                                             .size = sizeof(tlb_bbg_option),
                                             .read = read_option,
                                             .compare = compare_options,
                                             .write = write_option};

/* --- counts ------------------------------------------------------------------------------------------- */

static void read_count(tlb_words *t, const char *name, bbg_count *x)
{
    tlb_bbg_next(t);
    words_u32s(t, name, &x->count, 1);
    tlb_words_end_record(t);
}

static void read_bitmap_count(tlb_words *t, void *record)
{
    read_count(t, "numBitmaps", record);
}

static void read_group_count(tlb_words *t, void *record)
{
    read_count(t, "numGroups", record);
}

static tlb_likeness compare_counts(const void *one, const void *other)
{
    const bbg_count *a = one, *b = other;
    return tlb_likeness_of(true, a->count == b->count);
}

static void write_count(tlb_speller *s, const void *record)
{
    const bbg_count *x = record;
    tlb_spell_u32s(s, &x->count, 1);
}

const tlb_record_kind tlb_bbg_bitmaps_kind = {.lead = "",
                                              .size = sizeof(bbg_count),
                                              .read = read_bitmap_count,
                                              .compare = compare_counts,
                                              .write = write_count,
                                              .field = "numBitmaps"};
const tlb_record_kind tlb_bbg_groups_kind = {.lead = "",
                                             .size = sizeof(bbg_count),
                                             .read = read_group_count,
                                             .compare = compare_counts,
                                             .write = write_count,
                                             .field = "numGroups"};

/* --- bitmaps ------------------------------------------------------------------------------------------ */

static void read_number(tlb_words *t, const char *name, int32_t *value)
{
    const char *from = t->at, *after = words_read_i32(from, t->end, value);
    if (!after) {
        tlb_words_fail_expected(t, name, "a 32-bit integer");
        return;
    }
    t->at = after;
    if (t->task == WORDS_TRACE)
        tlb_words_show(t, name, from, TLB_I32, value, 1);
    else if (t->task == WORDS_RESPELL)
        tlb_words_respell(t, from, TLB_I32, value);
}

/* What a number may have after it. */
static void end_number(tlb_words *t, const char *name, char mark)
{
    if (t->w->status)
        return;
    t->at += t->at < t->end && *t->at == mark;
    if (!words_break(t, t->at))
        tlb_words_fail_expected(t, name, "a blank");
}

/* Two words: "[x," and "y]". */
static void read_point(tlb_words *t, const char *x_name, const char *y_name, int32_t *x, int32_t *y)
{
    if (!tlb_bbg_next(t) || *t->at != '[') {
        tlb_words_fail_expected(t, x_name, "a place such as [1, 2]");
        return;
    }
    t->at++;
    read_number(t, x_name, x);
    end_number(t, x_name, ',');
    if (t->w->status)
        return;
    if (!tlb_bbg_next(t)) {
        tlb_words_fail_expected(t, y_name, "the place's second number");
        return;
    }
    read_number(t, y_name, y);
    end_number(t, y_name, ']');
}

static const tlb_bbg_bitmap *wanted_bitmap(const tlb_words *t)
{
    return (const void *)t->wanted;
}

static void read_hotspots(tlb_words *t, tlb_bbg_bitmap *x)
{
    const bbg_scratch *scratch = t->user;
    tlb_bbg_hotspot *hotspots = ((bbg_scratch *)t->user)->hotspots;
    const char *at = t->at++;
    words_u32s(t, "numHotspots", &x->hotspots.count, 1);
    if (t->w->status)
        return;
    if (x->hotspots.count > BBG_MOST_HOTSPOTS) {
        t->at = at;
        tlb_words_fail(t, TLB_CODE_BAD_VALUE, "hotspots", "%u hotspots, expected at most %u",
                       x->hotspots.count, (unsigned)BBG_MOST_HOTSPOTS);
        return;
    }
    words_part outer =
        words_enter_part(t, hotspots, t->task == WORDS_RESPELL ? wanted_bitmap(t)->hotspots.data : NULL);
    words_enter(t, "hotspots");
    for (uint32_t i = 0; i < x->hotspots.count && !t->w->status; i++) {
        words_element(t, i);
        tlb_bbg_next(t);
        words_i32s(t, "number", &hotspots[i].number, 1);
        if (!t->w->status)
            read_point(t, "x", "y", &hotspots[i].x, &hotspots[i].y);
    }
    words_leave(t);
    words_leave_part(t, outer);
    x->hotspots.data = keep(t, scratch->hotspots, x->hotspots.count, sizeof *hotspots);
}

/* What comes next, without going there; 0: nothing. */
static char look(const tlb_words *t)
{
    tlb_words ahead = *t;
    return tlb_bbg_next(&ahead) ? *ahead.at : 0;
}

static void read_bitmap(tlb_words *t, void *record)
{
    tlb_bbg_bitmap *x = record;
    if (!tlb_bbg_next(t) || *t->at == '[' || *t->at == ':') {
        tlb_words_fail_expected(t, "file", "the name of a picture");
        return;
    }
    read_word(t, "file", &x->file, "the name of a picture");
    if (look(t) == '[')
        read_point(t, "xoff", "yoff", &x->xoff, &x->yoff);
    if (!t->w->status && look(t) == ':') {
        tlb_bbg_next(t);
        read_hotspots(t, x);
    }
    tlb_words_end_record(t);
}

/* One at 0, 0 may have no place in its text. */
static bool has_place(const tlb_bbg_bitmap *x)
{
    return x->xoff || x->yoff;
}

static tlb_likeness compare_bitmaps(const void *one, const void *other)
{
    const tlb_bbg_bitmap *a = one, *b = other;
    bool same_place = a->xoff == b->xoff && a->yoff == b->yoff;
    bool same_hotspots = a->hotspots.count == b->hotspots.count;
    bool same = same_place && same_hotspots && tlb_same_text(a->file, b->file);
    for (uint32_t i = 0; i < a->hotspots.count && same; i++) {
        const tlb_bbg_hotspot *p = &a->hotspots.data[i], *q = &b->hotspots.data[i];
        same = p->number == q->number && p->x == q->x && p->y == q->y;
    }
    return tlb_likeness_of((same_place || has_place(a)) && same_hotspots, same);
}

static void spell_place(tlb_speller *s, int32_t x, int32_t y)
{
    tlb_spell_word(s, " [");
    tlb_spell_i32(s, x);
    tlb_spell_word(s, ", ");
    tlb_spell_i32(s, y);
    tlb_spell_word(s, "]");
}

static void write_bitmap(tlb_speller *s, const void *record)
{
    const tlb_bbg_bitmap *x = record;
    tlb_spell_text(s, x->file);
    if (has_place(x))
        spell_place(s, x->xoff, x->yoff);
    if (x->hotspots.count) {
        tlb_spell_word(s, " :");
        tlb_spell_u32s(s, &x->hotspots.count, 1);
    }
    for (uint32_t i = 0; i < x->hotspots.count; i++) {
        tlb_spell_word(s, " ");
        tlb_spell_i32(s, x->hotspots.data[i].number);
        spell_place(s, x->hotspots.data[i].x, x->hotspots.data[i].y);
    }
}

const tlb_record_kind tlb_bbg_bitmap_kind = {.lead = "",
                                             .size = sizeof(tlb_bbg_bitmap),
                                             .read = read_bitmap,
                                             .compare = compare_bitmaps,
                                             .write = write_bitmap};

/* --- groups ------------------------------------------------------------------------------------------- */

static const tlb_bbg_group *wanted_group(const tlb_words *t)
{
    return (const void *)t->wanted;
}

static void read_group(tlb_words *t, void *record)
{
    tlb_bbg_group *x = record;
    int32_t *indices = ((bbg_scratch *)t->user)->indices;
    tlb_bbg_next(t);
    const char *at = t->at;
    words_u32s(t, "count", &x->indices.count, 1);
    if (t->w->status)
        return;
    if (x->indices.count > BBG_MOST_WORDS) {
        t->at = at;
        tlb_words_fail(t, TLB_CODE_BAD_VALUE, "indices", "%u indices, expected at most %u", x->indices.count,
                       (unsigned)BBG_MOST_WORDS);
        return;
    }
    words_part outer =
        words_enter_part(t, indices, t->task == WORDS_RESPELL ? wanted_group(t)->indices.data : NULL);
    words_enter(t, "indices");
    for (uint32_t i = 0; i < x->indices.count && !t->w->status; i++) {
        words_element(t, i);
        tlb_bbg_next(t);
        words_i32s(t, NULL, &indices[i], 1);
    }
    words_leave(t);
    words_leave_part(t, outer);
    x->indices.data = keep(t, indices, x->indices.count, sizeof *indices);
    tlb_words_end_record(t);
}

static tlb_likeness compare_groups(const void *one, const void *other)
{
    const tlb_bbg_group *a = one, *b = other;
    bool shape = a->indices.count == b->indices.count;
    size_t size = a->indices.count * sizeof *a->indices.data;
    return tlb_likeness_of(shape, shape && (!size || memcmp(a->indices.data, b->indices.data, size) == 0));
}

static void write_group(tlb_speller *s, const void *record)
{
    const tlb_bbg_group *x = record;
    tlb_spell_u32s(s, &x->indices.count, 1);
    for (uint32_t i = 0; i < x->indices.count; i++) {
        tlb_spell_word(s, " ");
        tlb_spell_i32(s, x->indices.data[i]);
    }
}

const tlb_record_kind tlb_bbg_group_kind = {.lead = "",
                                            .size = sizeof(tlb_bbg_group),
                                            .read = read_group,
                                            .compare = compare_groups,
                                            .write = write_group};
