/* The rules of glTF: what the files of the check share. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_CHECK_CHECK_H
#define TLB_FORMATS_INTERCHANGE_GLTF_CHECK_CHECK_H

#include "formats/interchange/gltf/data.h"

/* What an accessor is used for; a view then has only such. */
typedef enum gltf_use {
    GLTF_UNUSED,
    GLTF_VERTEX_DATA,
    GLTF_INDEX_DATA,
    GLTF_MATRICES,
    GLTF_TIMES,
    GLTF_KEYS,
    GLTF_IMAGE_DATA,
    GLTF_SPARSE_DATA
} gltf_use;

typedef struct gltf_checker {
    tlb_checker c;
    const tlb_gltf *x;
    gltf_data data;
    uint8_t *accessor_use, *view_use; /* gltf_use */
    int32_t *view_owner; /* by view: the accessor of vertices that it has, TLB_NONE, or -2: several */
    int32_t *parents;    /* by node */
} gltf_checker;

/* False, and reported at the path: there is no such element. Negative ones are absent, and good. */
bool tlb_gltf_check_index(gltf_checker *g, int64_t index, uint32_t count, const char *things,
                          const char *path);
/* An accessor with elements that can be read, of known types; NULL: reported elsewhere. */
const tlb_gltf_accessor *tlb_gltf_sound(gltf_checker *g, int64_t index);
void tlb_gltf_use(gltf_checker *g, int64_t accessor, gltf_use use, const char *path);

/* The rows of a sound accessor that has data, of at least `columns` numbers; false: reported elsewhere. */
bool tlb_gltf_open_rows(gltf_checker *g, int64_t accessor, uint32_t columns, gltf_rows *rows);

void tlb_gltf_check_primitives(gltf_checker *g, uint32_t mesh);
void tlb_gltf_check_animation(gltf_checker *g, uint32_t index);
void tlb_gltf_check_skins(gltf_checker *g);
void tlb_gltf_check_nodes(gltf_checker *g);
/* The data of all accessors: their bounds, and finite numbers. */
void tlb_gltf_check_accessor_data(gltf_checker *g);

/* Accessor `index` is of one of these: a type, then its component types, 'n' after what must be normalized.
 */
typedef struct gltf_shape {
    const char *type;
    uint32_t component;
    bool normalized;
} gltf_shape;
bool tlb_gltf_has_shape(const tlb_gltf_accessor *a, const gltf_shape *shapes, size_t count);
/* Unless it is missing, one of the words, NULL at their end. */
void tlb_gltf_check_word(gltf_checker *g, tlb_text text, const char *const *words, const char *path);
/* materials.c: and textures and samplers. */
void tlb_gltf_check_materials(gltf_checker *g);

#endif
