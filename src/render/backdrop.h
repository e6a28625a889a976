/* What is behind the model. */
#ifndef TLB_RENDER_BACKDROP_H
#define TLB_RENDER_BACKDROP_H

#include <stdint.h>

/* R, G, B, A at the picture's upper and lower edge. */
typedef struct tlb_backdrop {
    uint8_t top[4], bottom[4];
} tlb_backdrop;

/* Its color in row `y` of `height`, the uppermost being 0. */
void tlb_backdrop_color(const tlb_backdrop *backdrop, uint32_t y, uint32_t height, uint8_t out[4]);

/* Puts pixels whose colors are multiplied by their alpha before a color that is not. Neither is the result.
 */
void tlb_backdrop_behind(const uint8_t color[4], const uint8_t *pixels, uint32_t count, uint8_t *out);

#endif
