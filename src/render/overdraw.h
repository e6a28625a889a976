/* How often the pixels of a picture would be drawn over, before they are: a small file can ask for hours. */
#ifndef TLB_RENDER_OVERDRAW_H
#define TLB_RENDER_OVERDRAW_H

#include "render/device.h"

/* TLB_LIMIT, and reported, when the triangles cover the picture too often; the work of drawing is counted. */
tlb_status tlb_overdraw_limit(tlb_context *context, const tlb_stage *stage, const tlb_camera *camera,
                              const tlb_picture *picture);

#endif
