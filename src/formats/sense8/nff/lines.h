/* The lines of NFF, a kind of record each: how they are read and how they are spelled. */
#ifndef TLB_FORMATS_SENSE8_NFF_LINES_H
#define TLB_FORMATS_SENSE8_NFF_LINES_H

#include "formats/sense8/nff/nff.h"

/* What lines are read with, as words.user. */
typedef struct nff_reader {
    tlb_arena *arena;
    uint32_t *indices; /* memory for the next polygon's */
    size_t left;
    size_t ahead;    /* indices of the polygons that follow, if these are triangles */
    uint32_t *block; /* indices that are looked at and forgotten: taken from here each time */
    size_t block_size;
    tlb_nff_texture texture;
    const char *word;  /* that is being read */
    bool short_colors; /* canonically */
    uint32_t digits;   /* of the first polygon's color */
} nff_reader;

#define NFF_COMMENT "//"

extern const tlb_record_kind tlb_nff_header_kind;   /* tlb_nff_header */
extern const tlb_record_kind tlb_nff_object_kind;   /* tlb_nff_object: up to vertices.count */
extern const tlb_record_kind tlb_nff_vertex_kind;   /* tlb_nff_vertex */
extern const tlb_record_kind tlb_nff_polygons_kind; /* tlb_nff_object: polygons.count */
extern const tlb_record_kind tlb_nff_polygon_kind;  /* tlb_nff_polygon */

/* Over the word that a file begins with. */
bool tlb_nff_take_signature(tlb_words *t);
/* To the next object; false: the text ends. */
bool tlb_nff_next_object(tlb_words *t);
/* "on", "off", "flat" or "none", in whatever case. */
bool tlb_nff_is_shading(const char *text, size_t size);

/* To a record's first word; reported when there is none. */
bool tlb_nff_begin_record(tlb_words *t, const char *name);
/* Reports that the reader's word stands a second time. */
void tlb_nff_repeated(tlb_words *t, const char *name);
/* 0xrrggbb, of polygons also 0xrgb. */
void tlb_nff_read_color(tlb_words *t, const char *name, uint8_t color[3], bool may_be_short);

/* polygon_lines.c: a block of memory for indices of at least `count`. */
bool tlb_nff_allocate_indices(tlb_words *t, uint32_t count);

/* Memory for a polygon's indices; the text is long enough for so many. NULL, and the walk ends, without
 * memory. */
static inline uint32_t *nff_take_indices(tlb_words *t, uint32_t count)
{
    nff_reader *r = t->user;
    if (t->lend) {
        r->indices = r->block;
        r->left = r->block_size;
    }
    if ((count > r->left || !r->indices) && !tlb_nff_allocate_indices(t, count))
        return NULL;
    uint32_t *indices = r->indices;
    r->indices += count;
    r->left -= count;
    return indices;
}

/* Those that were taken last. */
static inline void nff_return_indices(tlb_words *t, uint32_t count)
{
    nff_reader *r = t->user;
    r->indices -= count;
    r->left += count;
}

/* READ of any line. */
void tlb_nff_read_vertex(tlb_words *t, tlb_nff_vertex *x);
void tlb_nff_read_polygon(tlb_words *t, tlb_nff_polygon *x);

/* plain.c: READ of lines as most are, until one is another or there are `most`; returns how many. What is in
 * the records after them is of no account. */
uint32_t tlb_nff_read_plain_vertices(tlb_words *t, tlb_nff_vertex *x, uint32_t most);
uint32_t tlb_nff_read_plain_polygons(tlb_words *t, tlb_nff_polygon *x, uint32_t most);

/* write.c: comparing records, and their canonical spellings. */
tlb_likeness tlb_nff_compare_headers(const void *a, const void *b);
tlb_likeness tlb_nff_compare_objects(const void *a, const void *b);
tlb_likeness tlb_nff_compare_vertices(const void *a, const void *b);
tlb_likeness tlb_nff_compare_polygon_counts(const void *a, const void *b);
tlb_likeness tlb_nff_compare_polygons(const void *a, const void *b);
void tlb_nff_spell_header(tlb_speller *s, const void *record);
void tlb_nff_spell_object(tlb_speller *s, const void *record);
void tlb_nff_spell_vertex(tlb_speller *s, const void *record);
void tlb_nff_spell_polygon_count(tlb_speller *s, const void *record);
void tlb_nff_spell_polygon(tlb_speller *s, const void *record);
/* RESPELL: a color is in [from, at), and `color` within the record that was read. */
void tlb_nff_respell_color(tlb_words *t, const char *from, const uint8_t color[3], bool is_short);

/* A speller for NFF, with a reader that forgets. */
void tlb_nff_speller_init(tlb_speller *s, nff_reader *reader, tlb_context *context, const nff_root *root,
                          tlb_arena *work);

#endif
