/* A scene as GLB. */
#ifndef TLB_FORMATS_MODERN_GLTF_GLB_H
#define TLB_FORMATS_MODERN_GLTF_GLB_H

#include "core/format.h"

/* Into an empty buffer, with the options of the conversion; `name` is the file's without extension. What is
 * left out or cannot be written is reported. With the option "page" it is for the page (gltf_prepare.h). */
tlb_status tlb_glb_write(const tlb_conversion *conversion, const tlb_scene *scene, const char *name,
                         tlb_buffer *out);

#endif
