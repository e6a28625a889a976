/* What the files of the Sense8 room offer each other. The public part is trilobite/nff.h. */
#ifndef TLB_FORMATS_SENSE8_NFF_NFF_H
#define TLB_FORMATS_SENSE8_NFF_NFF_H

#include "core/format.h"
#include "layout/spelling.h"
#include "trilobite/nff.h"

#include <string.h>

extern const tlb_format tlb_format_nff, tlb_format_bff;

/* A document's root. */
typedef struct nff_root {
    tlb_nff nff; /* first: the address of one is that of the other */
    tlb_spellings spellings;
} nff_root;

/* nff_walk.c: the document as JSON, and as bytes BFF's layout. */
void nff_walk_model(tlb_walk *w, nff_root *root, bool spelled);
nff_root *nff_create(tlb_arena *arena);

/* nff_read.c */
tlb_status nff_read(tlb_document *document);
void nff_trace(tlb_walk *w, const nff_root *root);
/* nff_write.c */
tlb_status nff_write_text(tlb_context *context, const nff_root *root, tlb_buffer *out);

tlb_status nff_check(tlb_document *document);
tlb_status nff_describe(tlb_document *document, tlb_value *table);
tlb_status nff_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

/* nff_write.c: a root in the bytes of either format. */
tlb_status nff_save(tlb_context *context, const tlb_format *format, nff_root *root, tlb_buffer *out);
/* nff_versions.c */
bool nff_is_version(float version);
/* The choice "nff-version", where it was made. False, and reported: there is no such version. */
bool nff_chosen_version(const tlb_conversion *conversion, float *version);
/* What a version calls an object's shading that is spelled as others have it; NULL: it is right, or unknown.
 */
const char *nff_shading_of(float version, tlb_text shading);
/* What is changed is in `arena`; what cannot be said is reported. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status nff_to_version(tlb_context *context, tlb_arena *arena, tlb_nff *nff, float version);
/* nff_query.c */
extern const tlb_query_info nff_queries[];
tlb_status nff_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);
/* nff_reshape.c */
extern const tlb_option_info nff_options[];
tlb_status nff_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out);
/* nff_receive.c: in the bytes of `format`. */
tlb_status nff_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                          const tlb_format *format);
/* Whether a text can be the name of an object, the first behind the header or a later one. */
bool nff_is_name(tlb_text text, bool first);

static inline bool nff_same_text(tlb_text a, tlb_text b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

#endif
