/* PNG: a document of chunks, a writer of pictures, and what draws a scene of models. */
#ifndef TLB_FORMATS_INTERCHANGE_PNG_PNG_H
#define TLB_FORMATS_INTERCHANGE_PNG_PNG_H

#include "core/format.h"
#include "trilobite/formats/png.h"

extern const tlb_format tlb_format_png;

void tlb_png_walk(tlb_walk *w, void **root);
tlb_status tlb_png_check(tlb_document *document);
/* NULL: there is none of this type. */
const tlb_png_chunk *tlb_png_find(const tlb_png *png, const char *type);

/* render_scene.c, not in every build: pictures of models. */
extern const tlb_option_info tlb_picture_options[];
tlb_status tlb_png_draw(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);
/* The first of them. */
tlb_status tlb_png_draw_pixels(const tlb_scene *scene, const tlb_conversion *conversion, tlb_bitmap **bitmap);

#endif
