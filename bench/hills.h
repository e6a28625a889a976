/* Hills over a square: two triangles for each of HILLS_SIDE x HILLS_SIDE, a million, smooth. */
#ifndef TLB_BENCH_HILLS_H
#define TLB_BENCH_HILLS_H

#include "trilobite/trilobite.h"

enum { HILLS_SIDE = 708 };

/* As a file of a format. */
tlb_files *write_hills(tlb_context *context, const char *format);

#endif
