/* What the files of the DIF room offer each other. The public part is trilobite/dif.h. */
#ifndef TLB_FORMATS_TORQUE_DIF_DIF_H
#define TLB_FORMATS_TORQUE_DIF_DIF_H

#include "core/format.h"
#include "trilobite/dif.h"

extern const tlb_format tlb_format_dif;

/* Which dialect and version a structure is walked in. */
typedef struct dif_layout {
    uint32_t version; /* of the interior */
    tlb_type count;   /* winding counts, light map indices */
    tlb_type map;     /* light map rectangles */
    tlb_type leaf;    /* BSP children */
    bool unused, brushId, lightDirMaps;
} dif_layout;

dif_layout dif_layout_of(uint32_t version, tlb_dif_family family);

/* dif_layout.c: the description. */
void dif_walk(tlb_walk *w, void **root);
/* dif_read.c: tells the dialects apart by trial. */
tlb_status dif_read(tlb_document *document);

tlb_status dif_check(tlb_document *document);
tlb_status dif_describe(tlb_document *document, tlb_value *table);
tlb_status dif_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
tlb_status dif_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out);
tlb_status dif_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table);
extern const tlb_query_info dif_queries[];
extern const char *const dif_texture_extensions[];

#endif
