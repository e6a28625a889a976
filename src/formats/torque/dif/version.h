/* Changing a DIF file's version: what the files that do it share. Each step takes an interior from r->from to
 * r->to; the lists of the source are replaced, never written to. */
#ifndef TLB_FORMATS_TORQUE_DIF_VERSION_H
#define TLB_FORMATS_TORQUE_DIF_VERSION_H

#include "formats/torque/dif/dif.h"

typedef struct dif_reshaping {
    tlb_document made; /* context, arena and root of the result */
    tlb_dif_family from_family, to_family;
    int64_t version;   /* asked for; -1: each interior keeps its own */
    uint32_t from, to; /* of the interior at hand */
    const char *list;  /* where it stands */
    uint32_t index;
    tlb_status status; /* the first failure: no step follows it */
} dif_reshaping;

/* --- steps -------------------------------------------------------------------------------------------- */

void dif_reshape_edges(dif_reshaping *r, tlb_dif_interior *x);
/* Tangents, normals and binormals. */
void dif_reshape_frames(dif_reshaping *r, tlb_dif_interior *x);
void dif_reshape_lighting(dif_reshaping *r, tlb_dif_interior *x);

/* --- what steps do ------------------------------------------------------------------------------------ */

void dif_no_memory(dif_reshaping *r);
/* Memory for a list that replaces one of the source; NULL after a failure. */
void *dif_replace(dif_reshaping *r, size_t count, size_t size);
void *dif_replace_with_copy(dif_reshaping *r, const void *source, size_t count, size_t size);

/* Reports at a field of the interior. */
void dif_remark(const dif_reshaping *r, tlb_code code, const char *field, const char *what);
/* Reports that so many are lost; silent for none. */
void dif_dropped(const dif_reshaping *r, const char *field, uint32_t count);
void dif_drop_list(const dif_reshaping *r, const char *field, uint32_t *count);
#define DIF_DROP(r, x, field) dif_drop_list((r), #field, &(x)->field.count)
/* A field of a list's elements, where it is not 0. */
#define DIF_DROP_FIELD(r, x, list, field)                                                                    \
    do {                                                                                                     \
        uint32_t set_ = 0;                                                                                   \
        for (uint32_t i_ = 0; i_ < (x)->list.count; i_++)                                                    \
            set_ += (x)->list.data[i_].field != 0;                                                           \
        dif_dropped((r), #list "." #field, set_);                                                            \
    } while (0)

#endif
