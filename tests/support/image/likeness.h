/* How alike two pictures look. */
#ifndef TLB_TESTS_LIKENESS_H
#define TLB_TESTS_LIKENESS_H

#include "image/image.h"

/* The greatest difference between the means of squares of 8 x 8 pixels of two RGBA pictures, from 0 to 255;
 * 255 when their sizes differ. What one pixel more or less covers at an edge, and noise, vanish in the means;
 * what is elsewhere, or of another color, does not. */
int unlikeness(const tlb_image *a, const tlb_image *b);

/* Two pictures of the same thing, from different drivers. */
enum { LOOKS_SAME = 6 };

#endif
