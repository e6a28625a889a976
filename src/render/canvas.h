/* What is drawn on: four samples a pixel, two by two. That smooths textures and cut-outs as well as edges,
 * and software renderers do it faster than multisampling. */
#ifndef TLB_RENDER_CANVAS_H
#define TLB_RENDER_CANVAS_H

#include "render/gl_context.h"

enum { TLB_CANVAS_SCALE = 2 }; /* samples a pixel, across and down */

typedef struct tlb_canvas {
    uint32_t width, height; /* in pixels */
    GLuint samples, sample_color, sample_depth;
    GLuint pixels, pixel_color;
} tlb_canvas;

/* Gives the canvas this size and makes its samples what is drawn on. */
tlb_status tlb_canvas_open(tlb_canvas *canvas, tlb_context *context, uint32_t width, uint32_t height);

/* The pixels from the bottom left corner, R, G, B multiplied by A, the lowest row first. */
void tlb_canvas_read(const tlb_canvas *canvas, uint32_t width, uint32_t height, uint8_t *to);

#endif
