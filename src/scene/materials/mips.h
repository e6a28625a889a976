/* A texture, and it halved again and again. */
#ifndef TLB_SCENE_MATERIALS_MIPS_H
#define TLB_SCENE_MATERIALS_MIPS_H

#include "scene/light/light.h"

enum { TLB_MIPS = 16 };

typedef struct tlb_mips {
    uint32_t count;
    tlb_light_map levels[TLB_MIPS];
} tlb_mips;

/* From the first level. False without memory. */
bool tlb_mips_make(tlb_arena *arena, tlb_mips *mips);

/* Blended between four texels of a level, where the texture's offset and wrapping lead; 0 to 255. */
void tlb_mips_at(const tlb_mips *mips, const tlb_texture *texture, const float uv[2], uint32_t level,
                 float out[4]);

#endif
