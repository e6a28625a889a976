/* Tables of materials: the text files that "mtable" names (version 3.0). */
#ifndef TLB_FORMATS_SENSE8_NFF_MATERIALS_H
#define TLB_FORMATS_SENSE8_NFF_MATERIALS_H

#include "formats/sense8/nff/nff.h"

enum { NFF_MAT_AMBIENT = 1, NFF_MAT_SPECULAR = 2, NFF_MAT_SHININESS = 4 };

typedef struct nff_material {
    tlb_text name; /* empty: it has none */
    float ambient[3], diffuse[3], specular[3], emission[3];
    float shininess, opacity;
    uint8_t has; /* NFF_MAT_AMBIENT and so on: what a scene keeps as extras */
} nff_material;

typedef struct nff_material_table {
    TLB_LIST(nff_material) materials; /* numbered in the order of the file */
} nff_material_table;

/* Tried behind the names of textures and of tables; NULL at the end. */
extern const char *const nff_texture_extensions[], *const nff_table_extensions[];

/* Lines that are not understood are reported and left out; false when there is no memory. `name` is the
 * file's. */
bool nff_read_materials(tlb_context *context, tlb_arena *arena, const char *name, tlb_bytes file,
                        nff_material_table *table);

#endif
