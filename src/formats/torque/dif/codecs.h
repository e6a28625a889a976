/* The codecs that DIF structures are made of: what their layout has of codecs.c. */
#ifndef TLB_FORMATS_TORQUE_DIF_CODECS_H
#define TLB_FORMATS_TORQUE_DIF_CODECS_H

#include "layout/walk.h"
#include "trilobite/formats/dif.h"

/* U32 count, then the elements. */
#define DIF_COUNT(w, x, name, field) walk_count((w), (name), &(x)->field.count, TLB_U32)

/* U8 length, then the bytes. `name` NULL: a list's element. */
void tlb_dif_walk_string(tlb_walk *w, const char *name, tlb_text *text);
/* U32 count, then pairs of strings. */
void tlb_dif_walk_dictionary(tlb_walk *w, tlb_dif_dictionary *properties);

/* A PNG file without a length: it goes to the end of its IEND chunk. */
void tlb_dif_walk_png(tlb_walk *w, const char *name, tlb_bytes *png);

/* A count that may carry bit 31: a parameter byte and narrower elements follow. */
void tlb_dif_walk_list(tlb_walk *w, const char *count_name, const char *name, const char *param_name,
                       tlb_dif_list *list, tlb_type plain);
#define DIF_LIST(w, x, count_name, field, plain)                                                             \
    tlb_dif_walk_list((w), (count_name), #field, #field "Param", &(x)->field, (plain))
/* The count word alone, for lists of other elements. Walks the parameter too. */
void tlb_dif_walk_flagged_count(tlb_walk *w, const char *count_name, const char *param_name, uint32_t *count,
                                bool *flagged, uint8_t *param);

/* The version of a list of materials, the only one that is known, their count, and a name for each. */
enum { DIF_BINARY_MATERIALS = 1 };
void tlb_dif_expect_binary_materials(tlb_walk *w, uint8_t version);
#define DIF_MATERIALS(w, x)                                                                                  \
    do {                                                                                                     \
        WALK_DEFAULT(w, x, materialListVersion, DIF_BINARY_MATERIALS);                                       \
        WALK(w, x, materialListVersion);                                                                     \
        tlb_dif_expect_binary_materials(w, (x)->materialListVersion);                                        \
        DIF_COUNT(w, x, "numMaterials", materials);                                                          \
        WALK_BARE(w, x, materials, 1, i_)                                                                    \
            tlb_dif_walk_string(w, NULL, &(x)->materials.data[i_]);                                          \
    } while (0)

/* While a dialect is being tried: stops the walk when the surfaces make no sense. */
void tlb_dif_doubt(tlb_walk *w, const tlb_dif_interior *x);

#endif
