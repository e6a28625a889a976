/* PNG within the room: a document of chunks, a writer of pictures, and what draws a scene of models. */
#ifndef TLB_FORMATS_MODERN_PNG_FORMAT_H
#define TLB_FORMATS_MODERN_PNG_FORMAT_H

#include "core/format.h"
#include "trilobite/png.h"

extern const tlb_format tlb_format_png;

void tlb_png_walk(tlb_walk *w, void **root);
tlb_status tlb_png_check(tlb_document *document);
/* NULL: there is none of this type. */
const tlb_png_chunk *tlb_png_find(const tlb_png *png, const char *type);

/* Whether the pixels unpack to what the header promises; those of very large pictures are believed to. The
 * header must be one that the check allows. `status` is TLB_OK but for want of memory. */
bool tlb_png_unpacks(tlb_context *context, const tlb_png *png, const tlb_png_header *header,
                     tlb_status *status);

/* png_draw.c, not in every build: pictures of models. */
tlb_status tlb_png_draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

#endif
