/* What the files that write scenes share. */
#ifndef TLB_FORMATS_SENSE8_NFF_FROM_SCENE_H
#define TLB_FORMATS_SENSE8_NFF_FROM_SCENE_H

#include "formats/sense8/nff/nff.h"

/* A word of NFF that is most like the name. */
tlb_text nff_make_word(tlb_arena *arena, const char *name, const char *otherwise);

/* nff_receive_materials.c: those materials that polygons were found to need, in the order of their ids. */
typedef struct nff_table {
    uint32_t *ids; /* by material of the scene, counted from 1; 0: it has none */
    TLB_LIST(int32_t) materials;
} nff_table;

#define NFF_NO_ID UINT32_MAX

/* The id of a material, NFF_NO_ID when a colour says all of it. False without memory. */
bool nff_table_find(nff_table *table, tlb_arena *arena, const tlb_scene *scene, int32_t material,
                    uint32_t *id);
/* The table as a side file. False without memory. */
bool nff_table_write(const nff_table *table, tlb_arena *arena, const tlb_scene *scene, tlb_buffer *out);

#endif
