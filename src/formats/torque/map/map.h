/* What the files of the .map format share. The public part is trilobite/formats/map.h. */
#ifndef TLB_FORMATS_TORQUE_MAP_MAP_H
#define TLB_FORMATS_TORQUE_MAP_MAP_H

#include "core/format.h"
#include "layout/spelling.h"
#include "level/level.h"
#include "trilobite/formats/map.h"

extern const tlb_format tlb_format_map;

#define MAP_COMMENT "//"

/* A document's root. */
typedef struct map_root {
    tlb_map_file map; /* first: the address of one is that of the other */
    tlb_spellings spellings;
} map_root;

/* records.c: braces (a record without values), properties, faces */
extern const tlb_record_kind tlb_map_open_kind, tlb_map_close_kind, tlb_map_property_kind, tlb_map_face_kind;
/* Whether a name of a texture is written between them: then it must have none within. */
bool tlb_map_needs_quotes(tlb_text name);
/* To the next word, over lines and comments: its first character, 0 at the end. */
char tlb_map_next(tlb_words *t);

/* read.c */
tlb_status tlb_map_read(tlb_document *document);
void tlb_map_trace(tlb_walk *w, const map_root *root);
int tlb_map_probe(tlb_bytes source);
/* layout.c: the document as JSON. */
void tlb_map_walk(tlb_walk *w, map_root *root);
/* write.c */
void tlb_map_speller_init(tlb_speller *s, tlb_context *context, const map_root *root);
tlb_status tlb_map_write_text(tlb_context *context, const map_root *root, tlb_buffer *out);

tlb_status tlb_map_check(tlb_document *document);
/* Those fields of info that every level has. */
tlb_status tlb_map_describe_level(tlb_document *document, const tlb_level *level, tlb_summary *summary,
                                  tlb_value *table);
/* level.c */
/* The scene of the level that the document's format makes of it. */
tlb_status tlb_map_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
/* The images of the level's materials, where there are any. */
tlb_status tlb_map_find_images(tlb_level *level, const tlb_conversion *conversion);
/* One more detail of the level, from a map. The sizes and images of new materials are to be found
 * afterwards: texture coordinates are in pixels. */
tlb_status tlb_map_add_detail(tlb_document *document, tlb_level *level);
tlb_status tlb_map_to_level(tlb_document *document, tlb_level *level, const tlb_conversion *conversion);

#endif
