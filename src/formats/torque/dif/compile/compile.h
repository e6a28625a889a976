/* Compiling a level to interiors: what its files share. Steps do nothing after the first failure. */
#ifndef TLB_FORMATS_TORQUE_DIF_COMPILE_COMPILE_H
#define TLB_FORMATS_TORQUE_DIF_COMPILE_COMPILE_H

#include "formats/torque/dif/dif.h"
#include "level/solid.h"

#include <float.h>
#include <math.h>

#define DIF_NOT_WRITTEN UINT32_MAX

/* The first of the materials of every interior: those that are never drawn. */
enum { DIF_PSEUDO_MATERIALS = 4 };

typedef struct dif_compiler {
    tlb_document made; /* context, arena and root of the result */
    const tlb_level *level;
    const tlb_conversion *conversion;
    uint32_t version;
    tlb_dif_family family;
    tlb_status status; /* the first failure */
    tlb_arena scratch; /* goes back after each interior */

    /* the interior at hand */
    tlb_dif_interior *x;
    const tlb_solid *solid;
    uint32_t detail, mover; /* mover: an entity of the detail, or TLB_SOLID_WORLD */
    /* Of each material of the level, face, point and plane of the solid: its number in the interior, or
     * DIF_NOT_WRITTEN. A face's has DIF_NULL_SURFACE when it is that of a null surface. */
    uint32_t *material_of, *surface_of, *point_of, *plane_of;
    uint32_t *face_of, *null_face_of; /* of each surface and null surface */
    bool *mirrors;                    /* for each face; NULL: none is one */
} dif_compiler;

/* --- steps, each in a file of its own ------------------------------------------------------------------ */

/* The hulls of brushes (hulls.c). */
void tlb_dif_compile_hulls(dif_compiler *c);
/* Which faces become which surfaces; materials. */
void tlb_dif_order_surfaces(dif_compiler *c);
/* Surfaces, null surfaces, their windings and texture equations; points and planes are numbered. */
void tlb_dif_compile_surfaces(dif_compiler *c);
/* Rectangles of the surfaces on sheets, and the sheets. */
void tlb_dif_compile_light_maps(dif_compiler *c);
/* Which faces are mirrors, and the mirrors of the interior, whose surfaces are the last ones. */
void tlb_dif_find_mirrors(dif_compiler *c);
void tlb_dif_compile_mirrors(dif_compiler *c);
/* Movers, triggers and game entities of the first detail. */
void tlb_dif_compile_objects(dif_compiler *c);

/* --- what steps do ------------------------------------------------------------------------------------- */

void tlb_dif_compile_failed(dif_compiler *c);
/* Cleared memory for the result; NULL after a failure. */
void *tlb_dif_compile_alloc(dif_compiler *c, size_t count, size_t size);
/* The same for the time of the interior. */
void *tlb_dif_compile_scratch(dif_compiler *c, size_t count, size_t size);
/* Sets count and data of an array of the document. */
#define DIF_MAKE_ARRAY(c, array, length)                                                                     \
    ((array)->data = tlb_dif_compile_alloc((c), (length), sizeof *(array)->data),                            \
     (array)->count = (array)->data ? (length) : 0, (array)->data != NULL)

/* Whether a version's indices can address so many; else reports it with `source`, the first that they cannot;
 * NULL: it is no single brush. */
bool tlb_dif_can_address(dif_compiler *c, const char *what, uint32_t count, uint32_t most,
                         const tlb_solid_source *source);
/* Where a part of the solid comes from. */
const char *tlb_dif_place_of(const dif_compiler *c, const tlb_solid_source *source,
                             char place[TLB_LEVEL_PLACE]);
/* An interior of a detail's world, or of a mover, before anything is in it; and as its solid is. */
void tlb_dif_begin_interior(dif_compiler *c, uint32_t detail, uint32_t mover, tlb_dif_interior *x);
void tlb_dif_compile_part(dif_compiler *c, uint32_t detail, uint32_t mover, tlb_dif_interior *x);

/* Engines collide with the first detail only. */
static inline bool dif_has_hulls(const dif_compiler *c)
{
    return c->detail == 0;
}

#endif
