/* A scene as GLB. */
#ifndef TLB_MODERN_GLB_H
#define TLB_MODERN_GLB_H

#include "formats/format.h"

/* Into an empty buffer. What is left out or cannot be written is reported. */
tlb_status tlb_glb_write(tlb_context *context, const tlb_scene *scene, tlb_buffer *out);

#endif
