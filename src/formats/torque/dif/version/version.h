/* Changing a DIF file's version: what the files that do it share. Each step takes an interior from r->from to
 * r->to; the lists of the source are replaced, never written to. */
#ifndef TLB_FORMATS_TORQUE_DIF_VERSION_VERSION_H
#define TLB_FORMATS_TORQUE_DIF_VERSION_VERSION_H

#include "formats/torque/dif/dif.h"

typedef struct dif_converter {
    tlb_document made; /* context, arena and root of the result */
    tlb_dif_family from_family, to_family;
    int64_t version;   /* wanted; -1: each interior keeps its own */
    uint32_t from, to; /* of the interior at hand */
    bool rebuild;
    const char *list; /* where it is */
    uint32_t index;
    tlb_status status; /* the first failure: no step follows it */
} dif_converter;

/* --- steps -------------------------------------------------------------------------------------------- */

void tlb_dif_convert_edges(dif_converter *r, tlb_dif_interior *x);
/* Tangents, normals and binormals. */
void tlb_dif_convert_frames(dif_converter *r, tlb_dif_interior *x);
void tlb_dif_convert_lighting(dif_converter *r, tlb_dif_interior *x);

/* --- renewing, after surfaces or planes changed ------------------------------------------------------ */

/* The edges of an interior from its surfaces, in versions with edges. False without memory, like the next. */
bool tlb_dif_make_edges(tlb_arena *arena, tlb_dif_interior *x);
/* The same of an interior that has some. */
bool tlb_dif_renew_edges(tlb_arena *arena, tlb_dif_interior *x);
/* Flat frames for the surfaces that are marked, and for those that have none, in versions with frames. */
bool tlb_dif_renew_frames(tlb_arena *arena, tlb_dif_interior *x, uint8_t *turned);

/* --- what steps do ------------------------------------------------------------------------------------ */

void tlb_dif_no_memory(dif_converter *r);
/* Memory for a list that replaces one of the source; NULL after a failure. */
void *tlb_dif_replace(dif_converter *r, size_t count, size_t size);
void *tlb_dif_replace_with_copy(dif_converter *r, const void *source, size_t count, size_t size);

/* Reports at a field of the interior. */
void tlb_dif_remark(const dif_converter *r, tlb_code code, const char *field, const char *what);
/* Reports that so many are lost; silent for none. */
void tlb_dif_dropped(const dif_converter *r, const char *field, uint32_t count);
void tlb_dif_drop_list(const dif_converter *r, const char *field, uint32_t *count);
#define DIF_DROP(r, x, field) tlb_dif_drop_list((r), #field, &(x)->field.count)
/* A field of a list's elements, where it is not 0. */
#define DIF_DROP_FIELD(r, x, list, field)                                                                    \
    do {                                                                                                     \
        uint32_t set_ = 0;                                                                                   \
        for (uint32_t i_ = 0; i_ < (x)->list.count; i_++)                                                    \
            set_ += (x)->list.data[i_].field != 0;                                                           \
        tlb_dif_dropped((r), #list "." #field, set_);                                                        \
    } while (0)

#endif
