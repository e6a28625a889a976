/* What the files of the ROO room offer each other. The public part is trilobite/roo.h. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_ROO_H
#define TLB_FORMATS_MERIDIAN_ROO_ROO_H

#include "core/format.h"
#include "trilobite/roo.h"

extern const tlb_format tlb_format_roo;

/* What depends on the version. */
typedef struct roo_layout {
    tlb_type real;               /* coordinates and planes: TLB_I32 or TLB_F32 */
    tlb_type length;             /* of client walls: TLB_U16 or TLB_F32 */
    tlb_type origin;             /* of slopes' textures: TLB_I32 or TLB_F32 */
    bool speed;                  /* sectors have an animation speed */
    bool monsterGrid, hiResGrid; /* the server section may have them */
} roo_layout;

roo_layout roo_layout_of(uint32_t version, tlb_roo_dialect dialect);

/* From the editor's map to client units. */
static inline void roo_to_client(const tlb_roo_box *box, double x, double y, double out[2])
{
    out[0] = (x - box->left) * TLB_ROO_EDITOR_UNIT;
    out[1] = (box->top - y) * TLB_ROO_EDITOR_UNIT;
}

/* roo_layout.c: the description. An encrypted room is walked as it stands in the file, its content in clear:
 * `roo_encrypt` and `roo_decrypt` are what happens between that and the file's bytes. */
void roo_walk(tlb_walk *w, void **root);
/* The field that holds a gap. */
const char *roo_gap_name(tlb_roo_gap gap);

/* roo_read.c */
tlb_status roo_read(tlb_document *document);
tlb_status roo_write(tlb_document *document, tlb_buffer *out);

tlb_status roo_check(tlb_document *document);
tlb_status roo_convert_version(tlb_document *document, const tlb_conversion *conversion, tlb_buffer *out);
tlb_status roo_describe(tlb_document *document, tlb_value *table);

#endif
