/* Short texts in pictures. */
#ifndef TLB_IMAGE_LABEL_H
#define TLB_IMAGE_LABEL_H

#include "trilobite/scene.h"

enum { TLB_LABEL_HEIGHT = 10 }; /* of a line, descenders included */

/* The text on a line of `width` pixels, its upper left corner at x, y of RGBA pixels; `scale` makes pixels of
 * the letters larger. What is too long is cut, what is not ASCII is drawn as question marks. */
void tlb_label_draw(tlb_image *image, const char *text, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t scale, const uint8_t color[4]);

#endif
