/* What reading an interior's numbers comes down to, wherever it is done. */
#ifndef TLB_FORMATS_TORQUE_DIF_GEOMETRY_H
#define TLB_FORMATS_TORQUE_DIF_GEOMETRY_H

#include "base/arena.h"
#include "base/range.h"
#include "scene/plane.h"
#include "trilobite/dif.h"

enum { DIF_LAST_AXES = 5 }; /* of the light map axes in finalWord */

/* Marks null surfaces in lists of surfaces. */
#define DIF_NULL_SURFACE 0x80000000u
/* Marks those of a vehicle collision. */
#define DIF_VEHICLE_NULL_SURFACE 0x40000000u

/* The bits that make a BSP child a leaf, and a leaf a solid one. */
typedef struct dif_leaf_bits {
    uint32_t leaf, solid;
} dif_leaf_bits;

static inline dif_leaf_bits dif_leaf_bits_of(uint32_t version)
{
    return version >= 14 ? (dif_leaf_bits){0x80000, 0x40000} : (dif_leaf_bits){0x8000, 0x4000};
}

static inline uint32_t dif_axes_of(const tlb_dif_surface *surface)
{
    return surface->finalWord >> 13;
}

static inline uint32_t dif_plane_index(uint32_t planeIndex)
{
    return planeIndex & ~(uint32_t)TLB_DIF_PLANE_FLIPPED;
}

/* A force field or vehicle collision as an interior, whose lists are the part's own or in the arena. False
 * without memory. */
bool dif_force_field_interior(tlb_arena *arena, const tlb_dif_force_field *field, tlb_dif_interior *interior);
bool dif_vehicle_interior(tlb_arena *arena, const tlb_dif_vehicle_collision *collision,
                          tlb_dif_interior *interior);

/* For each surface whether a zone lists it: engines draw no other. NULL without memory. */
uint8_t *dif_surfaces_in_zones(tlb_arena *arena, const tlb_dif_interior *interior);

/* Where a number of a dictionary may begin: engines skip blanks before it. */
static inline const char *dif_skip_blanks(const char *text, const char *end)
{
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return text;
}

#endif
