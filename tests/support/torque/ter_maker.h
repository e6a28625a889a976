/* Terrains of Torque: a valley, of every version. */
#ifndef TLB_TESTS_TER_MAKER_H
#define TLB_TESTS_TER_MAKER_H

#include "made.h"
#include "trilobite/formats/ter.h"

/* The documents need no initialising; they have no source. `size` is that of version 7, a multiple of 4; all
 * before it have 256. Materials of version 7 are pillar, brass and moss, with a hole at valley_hole(size) in
 * x and y; those before it floor, nothing, brick and at the end moss. */
void ter_make(tlb_document *document, tlb_context *context, uint32_t version, uint32_t size);

/* The height of a sample, as it is in the file. */
uint16_t valley_height(uint32_t size, uint32_t x, uint32_t y);
static inline uint32_t valley_hole(uint32_t size)
{
    return size / 4;
}

#endif
