/* How the records of a text format are spelled. A record says where its text begins in the document's text
 * (counted from 1, as `spelling`; 0: it has none). Written again it keeps that text as far as it still says
 * what the record says: the same values, all of it; other values, all but these; another shape (more words,
 * or fewer), the lines before it and its comment. Without a text, or where its values changed, the canonical
 * spelling is taken: the shortest numbers, or as many decimals as the file has throughout. */
#ifndef TLB_LAYOUT_SPELLING_H
#define TLB_LAYOUT_SPELLING_H

#include "layout/words.h"

/* The text that spellings count in: the source, or what a document was built with. There each text has its
 * length of four bytes before it. */
typedef struct tlb_spellings {
    char *data;
    uint32_t count, capacity; /* capacity 0: the source */
} tlb_spellings;

/* Those of a text that is read. */
static inline tlb_spellings tlb_spellings_of(tlb_bytes source)
{
    return (tlb_spellings){.data = (char *)(uintptr_t)source.data, .count = (uint32_t)source.size};
}

/* The spelling of a record that begins here. */
static inline uint32_t tlb_spelling_here(const tlb_words *t)
{
    return (uint32_t)(t->at - t->start) + 1;
}

/* Of two records. */
typedef enum tlb_likeness { LIKE_SAME, LIKE_SHAPE, LIKE_NOTHING } tlb_likeness;

static inline tlb_likeness tlb_likeness_of(bool shape, bool values)
{
    return !shape ? LIKE_NOTHING : values ? LIKE_SAME : LIKE_SHAPE;
}

typedef struct tlb_speller tlb_speller;

enum { SPELLING_RECORD_MOST = 256 };

/* A kind of record: some whole lines, or, where lines are shared (tlb_speller), some words. */
typedef struct tlb_record_kind {
    const char *lead; /* what the canonical spelling begins with: an empty line or nothing */
    size_t size;      /* of the struct, at most SPELLING_RECORD_MOST */
    void (*read)(tlb_words *t, void *record);
    tlb_likeness (*compare)(const void *a, const void *b);
    /* The words, canonically, without the end of their last line. */
    void (*write)(tlb_speller *s, const void *record);
    const char *field; /* of its text in JSON; NULL: "spelling" */
    bool is_inline;    /* `write` writes all, ends of lines too */
} tlb_record_kind;

/* TRACE: a record that begins here, as a row. */
void tlb_record_trace(tlb_words *t, const tlb_record_kind *kind, void *record);

struct tlb_speller {
    tlb_words words; /* over the old text */
    tlb_walk reader;
    tlb_buffer *out;
    const char *line; /* how lines end: "\n" or "\r\n" */
    bool has_lengths;
    bool shares_lines;     /* the format's: a record may end within a line, and another begin there */
    bool keeps_apart;      /* the format's: words of two records that meet would be one */
    const char *from, *to; /* old text that is to be copied, and was not yet */
    void *user;            /* the format's */
};

/* Set out, words.decimals and words.user afterwards. */
void tlb_speller_init(tlb_speller *s, tlb_context *context, const tlb_spellings *spellings,
                      const char *comment);
void tlb_spell(tlb_speller *s, const tlb_record_kind *kind, const void *record, uint32_t spelling);
/* Ends with old text that belongs to no record. */
void tlb_spell_end(tlb_speller *s, tlb_text tail);

/* For canonical spellings. */
void tlb_spell_word(tlb_speller *s, const char *word);
void tlb_spell_text(tlb_speller *s, tlb_text text);
/* Numbers with a blank between them. */
void tlb_spell_f32s(tlb_speller *s, const float *values, uint32_t count);
void tlb_spell_f64s(tlb_speller *s, const double *values, uint32_t count);
void tlb_spell_u32s(tlb_speller *s, const uint32_t *values, uint32_t count);
void tlb_spell_i32(tlb_speller *s, int32_t value);
void tlb_spell_line(tlb_speller *s);

/* JSON has the field "spelling" where a record's text is not the canonical one. `s` is for the walk's time;
 * its out must be empty and is left so. */
void tlb_walk_spelling(tlb_walk *w, tlb_speller *s, tlb_spellings *spellings, const tlb_record_kind *kind,
                       const void *record, uint32_t *spelling);

#endif
