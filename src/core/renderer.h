/* The inside of trilobite/render.h's renderer: a place for what the module that draws keeps, of which core
 * knows nothing. */
#ifndef TLB_CORE_RENDERER_H
#define TLB_CORE_RENDERER_H

#include "base/context.h"
#include "trilobite/render.h"

struct tlb_renderer {
    tlb_context *context; /* of the memory; nothing is reported to it */
    void *device;         /* NULL before the first picture */
    void (*free)(void *device);
};

#endif
