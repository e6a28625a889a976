/* What the files of NFF and BFF share. The public part is trilobite/formats/nff.h. */
#ifndef TLB_FORMATS_SENSE8_NFF_NFF_H
#define TLB_FORMATS_SENSE8_NFF_NFF_H

#include "base/text.h"
#include "core/format.h"
#include "layout/spelling.h"
#include "trilobite/formats/nff.h"

#include <string.h>

extern const tlb_format tlb_format_nff, tlb_format_bff;

/* A document's root. */
typedef struct nff_root {
    tlb_nff nff; /* first: the address of one is that of the other */
    tlb_spellings spellings;
    bool was_bff; /* read from bytes in our own layout of BFF */
} nff_root;

/* layout.c: the document as JSON, and as bytes BFF's layout. */
void tlb_nff_walk_model(tlb_walk *w, nff_root *root, bool spelled);
nff_root *tlb_nff_create(tlb_arena *arena);

/* read.c */
tlb_status tlb_nff_read(tlb_document *document);
void tlb_nff_trace(tlb_walk *w, const nff_root *root);
/* write.c */
tlb_status tlb_nff_write_text(tlb_context *context, const nff_root *root, tlb_buffer *out);

tlb_status tlb_nff_check(tlb_document *document);
tlb_status tlb_nff_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_nff_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* version.c */
bool tlb_nff_is_version(float version);
/* The option "nff-version", 0 where it is not set. False, and reported: there is no such version. */
bool tlb_nff_chosen_version(const tlb_conversion *conversion, float *version);
/* What a version calls an object's shading that is spelled as others have it; NULL: it is right, or unknown.
 */
const char *tlb_nff_shading_of(float version, tlb_text shading);
/* What is changed is in `arena`; what cannot be said is reported. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status tlb_nff_to_version(tlb_context *context, tlb_arena *arena, tlb_nff *nff, float version);
/* query.c */
extern const tlb_query_info tlb_nff_queries[];
tlb_status tlb_nff_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table);
extern const tlb_option_info tlb_nff_options[];
#define TLB_NFF_MINIMAL(name)                                                                                \
    TLB_JSON({                                                                                               \
        "format" : name,                                                                                     \
        "header" : {"version" : 3},                                                                          \
        "objects" : [ {                                                                                      \
            "name" : "object",                                                                               \
            "vertices" :                                                                                     \
                [ {"position" : [ 0, 0, 0 ]}, {"position" : [ 1, 0, 0 ]}, {"position" : [ 0, 1, 0 ]} ],      \
            "polygons" : [ {"indices" : [ 0, 1, 2 ], "color" : [ 255, 255, 255 ]} ]                          \
        } ]                                                                                                  \
    })
tlb_status tlb_nff_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out);
/* from_scene.c: in the bytes of `format`. */
tlb_status tlb_nff_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                              const tlb_format *format);
/* Whether a text can be the name of an object, the first after the header or a later one. */
bool tlb_nff_is_name(tlb_text text, bool first);

/* Tried after the names of textures and of tables; NULL at the end. */
extern const char *const tlb_nff_texture_extensions[];
extern const char *const tlb_nff_table_extensions[];

/* --- normals of polygons, and those that vertices get from the polygons around them ----------------- */

/* Whether a polygon can be drawn: three corners or more, all of them there, all numbers finite. */
bool tlb_nff_can_draw(const tlb_nff_object *x, const tlb_nff_polygon *polygon);
/* Its corners' positions; `corners` is large enough for them. */
void tlb_nff_corners(const tlb_nff_object *x, const tlb_nff_polygon *polygon, float (*corners)[3]);
/* Of unit length; false: it has no area. */
bool tlb_nff_polygon_normal(const float (*corners)[3], uint32_t count, float normal[3]);

/* The most corners that a polygon of the object has. */
uint32_t tlb_nff_most_corners(const tlb_nff_object *x);

/* For each vertex with "N" the mean of the normals of the polygons that name it; zero where there are none
 * with an area. Others are left as they are. `corners` is large enough for tlb_nff_most_corners. */
void tlb_nff_automatic_normals(const tlb_nff_object *x, float (*corners)[3], float (*normals)[3]);

/* --- what marks a BFF of ours: docs/formats/bff.md -------------------------------------------------- */

#define BFF_SIGNATURE "bnff"
enum { BFF_LAYOUT = 1 };

#endif
