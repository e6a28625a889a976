/* Image files of the kinds that are read and not written. */
#ifndef TLB_TESTS_IMAGE_MAKER_H
#define TLB_TESTS_IMAGE_MAKER_H

#include "image/image.h"

/* Two pixels each: red and half-transparent or opaque blue. */
static const uint8_t bmp[] = {
    'B', 'M', 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0,                    /* offset 54 */
    40,  0,   0,  0, 2, 0, 0, 0, 1, 0, 0,  0, 1, 0, 24, 0, 0, 0, 0, 0, /* 2 x 1, 24 bits */
    8,   0,   0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0,
};
/* A red pixel above a blue one, the top row first. */
static const uint8_t top_down_bmp[] = {
    'B', 'M',  62,   0,    0,    0, 0, 0,  0, 0, 54, 0, 0, 0, 40,  0,   0,   0, 1, 0,   0,
    0,   0xfe, 0xff, 0xff, 0xff, 1, 0, 32, 0, 0, 0,  0, 0, 0, 0,   0,   0,   0, 0, 0,   0,
    0,   0,    0,    0,    0,    0, 0, 0,  0, 0, 0,  0, 0, 0, 255, 255, 255, 0, 0, 255,
};
static const uint8_t tga[] = {0, 0, 2, 0,  0,    0, 0, 0,   0,   0,   0, 0, 2,
                              0, 1, 0, 32, 0x28, 0, 0, 255, 255, 255, 0, 0, 128};
static const uint8_t gif[] = {
    'G', 'I',  'F', '8', '9', 'a', 2, 0, 1, 0, 0x80, 0, 0, 255,  0,    0, 0,    0,
    255, 0x2c, 0,   0,   0,   0,   2, 0, 1, 0, 0,    2, 2, 0x44, 0x0a, 0, 0x3b,
};

/* Gray all over: one block whose coefficients are 0. */
tlb_bytes gray_jpeg(tlb_arena *arena);

enum { SGI_WIDTH = 5, SGI_HEIGHT = 3, SGI_HEADER = 512, SGI_MOST = 4096 };

typedef struct sgi_sample {
    uint8_t runs, value_size;
    uint16_t dimension, channels;
} sgi_sample;

/* Each row begins with three equal values, as a row of runs shows them. */
uint8_t sgi_value(uint32_t channel, uint32_t y, uint32_t x);
tlb_bytes sgi_file(tlb_arena *arena, const sgi_sample *x);

#endif
