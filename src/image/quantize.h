/* Colors to the indices of a palette that is given, and smaller pictures for mip chains. */
#ifndef TLB_IMAGE_QUANTIZE_H
#define TLB_IMAGE_QUANTIZE_H

#include "image/image.h"

enum { TLB_QUANTIZE_CACHE = 4096 };

typedef struct tlb_quantizer {
    const uint8_t (*palette)[4];
    bool with_alpha;
    uint16_t count;      /* of colors that may be taken */
    bool reserved[256];  /* taken for the very color alone */
    uint8_t order[256];  /* these, by green, then by index */
    uint16_t first[256]; /* by green: the first of `order` that has as much */
    struct {
        uint32_t color; /* 0: none yet, or the color whose bytes are all 0 */
        uint8_t index;
        bool exact;
    } cache[TLB_QUANTIZE_CACHE];
} tlb_quantizer;

/* Colors marked in `excluded` (256, NULL: none) are never taken, but when all are. `with_alpha`: alpha is
 * part of a color, otherwise it is not looked at. */
void tlb_quantizer_init(tlb_quantizer *q, const uint8_t (*palette)[4], const bool *excluded, bool with_alpha);
/* Colors marked in `reserved` (256) are taken where the palette has the very color, but are never the
 * nearest; ignored when no color would be left. Called before the first color is looked for. */
void tlb_quantizer_reserve(tlb_quantizer *q, const bool *reserved);

/* The color itself where the palette has it, else the nearest; of several the lowest index. */
uint8_t tlb_quantize_color(tlb_quantizer *q, const uint8_t color[4], bool *exact);

/* Pixels whose alpha is below 128 become `transparent`, when that is not TLB_NONE. Returns how many of the
 * others have a color that the palette lacks. */
uint64_t tlb_quantize_pixels(tlb_quantizer *q, const uint8_t (*pixels)[4], size_t count, int32_t transparent,
                             uint8_t *indices);

/* The pixels of an image as R, G, B, A, decoded where it is still a file; reported when that fails. Those of
 * an RGBA image are lent. */
tlb_status tlb_image_rgba(tlb_context *context, tlb_arena *arena, const tlb_image *image,
                          const uint8_t (**pixels)[4], uint32_t *width, uint32_t *height);

/* A picture of half the width and height, each at least 1, every pixel the mean of those it covers; what is
 * transparent lends it no color. `half` has the capacity for it. */
void tlb_image_halve(const uint8_t (*pixels)[4], uint32_t width, uint32_t height, uint8_t (*half)[4]);

#endif
