/* Blocks of Darkstar's terrains inside. */
#ifndef TLB_FORMATS_DARKSTAR_DTB_DTB_H
#define TLB_FORMATS_DARKSTAR_DTB_DTB_H

#include "core/format.h"
#include "trilobite/formats/dtb.h"

#define DTB_TAG "GBLK"

extern const tlb_format tlb_format_dtb;

void tlb_dtb_walk(tlb_walk *w, void **root);
tlb_status tlb_dtb_check(tlb_document *document);

/* height_map.c: adds the heights as a picture; reports. */
tlb_status tlb_dtb_to_picture(const tlb_conversion *conversion, tlb_scene *scene, const tlb_dtb *x,
                              const char *name, tlb_arena *work);
tlb_status tlb_dtb_from_picture(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);

/* How many heights and luxels the sizes say. */
static inline uint32_t dtb_heights(const tlb_dtb *x)
{
    return ((uint32_t)x->sizeX + 1) * ((uint32_t)x->sizeY + 1);
}
static inline uint32_t dtb_luxels_a_side(const tlb_dtb *x)
{
    return x->lightScale < 0 ? 0 : ((uint32_t)x->sizeX << x->lightScale) + 1;
}
/* Meters a side of a square: its DTF says. Without that, as the games have them in blocks of this size. */
static inline float dtb_square_alone(const tlb_dtb *x)
{
    return x->sizeX >= 256 ? 8 : 32;
}

#endif
