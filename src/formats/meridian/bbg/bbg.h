/* What the files of the .bbg format share. The public part is trilobite/formats/bbg.h. */
#ifndef TLB_FORMATS_MERIDIAN_BBG_BBG_H
#define TLB_FORMATS_MERIDIAN_BBG_BBG_H

#include "core/format.h"
#include "layout/spelling.h"
#include "trilobite/formats/bbg.h"

extern const tlb_format tlb_format_bbg;

#define BBG_COMMENT "#"

enum {
    BBG_MOST_HOTSPOTS = UINT8_MAX, /* a byte in BGF */
    BBG_MOST_WORDS = 9996,         /* makebgf reads 10,000, of which the command line has four */
    BBG_MOST_LINE = 498,           /* without its end */
    BBG_NAME = 31                  /* what makebgf keeps of a name */
};

/* What a record whose text is read again is filled with. */
typedef struct bbg_scratch {
    tlb_bbg_hotspot hotspots[BBG_MOST_HOTSPOTS];
    int32_t indices[BBG_MOST_WORDS];
} bbg_scratch;

/* A document's root. */
typedef struct bbg_root {
    tlb_bbg bbg; /* first: the address of one is that of the other */
    tlb_spellings spellings;
    bbg_scratch *scratch; /* `user` of its words */
} bbg_root;

/* NULL without memory. */
bbg_root *tlb_bbg_create(tlb_arena *arena);

/* --- records (records.c) ------------------------------------------------------------------------------- */

typedef struct bbg_count {
    uint32_t count;
} bbg_count;

extern const tlb_record_kind tlb_bbg_option_kind;                       /* tlb_bbg_option */
extern const tlb_record_kind tlb_bbg_bitmaps_kind, tlb_bbg_groups_kind; /* bbg_count */
extern const tlb_record_kind tlb_bbg_bitmap_kind;                       /* tlb_bbg_bitmap */
extern const tlb_record_kind tlb_bbg_group_kind;                        /* tlb_bbg_group */
/* To the next word, over ends of lines, comments and lone backslashes; false: there is none. */
bool tlb_bbg_next(tlb_words *t);
/* The letter of an option, 0 if it has none. */
static inline char bbg_letter(tlb_text option)
{
    return option.size > 1 ? option.data[1] : 0;
}
static inline bool bbg_has_value(tlb_text option)
{
    char letter = bbg_letter(option);
    return letter == 'o' || letter == 'n' || letter == 's';
}

/* read.c */
tlb_status tlb_bbg_read(tlb_document *document);
void tlb_bbg_trace(tlb_walk *w, const bbg_root *root);
int tlb_bbg_probe(tlb_bytes source);
/* layout.c: the document as JSON. */
void tlb_bbg_walk(tlb_walk *w, bbg_root *root);
/* write.c */
void tlb_bbg_speller_init(tlb_speller *s, tlb_context *context, const bbg_root *root);
tlb_status tlb_bbg_write_text(tlb_context *context, const bbg_root *root, tlb_buffer *out);

/* --- what it means -------------------------------------------------------------------------------------- */

/* What the options say, the last of each. */
typedef struct bbg_settings {
    tlb_text name; /* as much of it as is kept */
    uint32_t shrink;
    bool rotates, is_raw;
} bbg_settings;
bbg_settings tlb_bbg_settings_of(const tlb_bbg *bbg);

tlb_status tlb_bbg_check(tlb_document *document);
/* Reports what makebgf refuses; TLB_INVALID. */
tlb_status tlb_bbg_require_valid(tlb_context *context, const tlb_bbg *bbg);
tlb_status tlb_bbg_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_bbg_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status tlb_bbg_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

/* --- pictures (bmp.c): BMP with a byte for each pixel ------------------------------------------------ */

/* Whether it is one that makebgf reads: 256 colors, not compressed. */
bool tlb_bbg_is_bmp(tlb_bytes file);
/* Its image: indexed, with the game's palette, whatever the file's own is, and pixels in `arena`. */
tlb_status tlb_bbg_read_bmp(tlb_context *context, tlb_arena *arena, tlb_bytes file, tlb_image *image);
void tlb_bbg_write_bmp(const tlb_image *image, tlb_buffer *out);

#endif
