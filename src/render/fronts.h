/* Views that see more than backs. */
#ifndef TLB_RENDER_FRONTS_H
#define TLB_RENDER_FRONTS_H

#include "render/camera.h"

/* Turns a view from outside that would show nothing, as all faces look away from it, to the opposite side:
 * on the same height, or below where it was above. Where that is no better, it stays. */
void tlb_view_fronts(tlb_view *view, const tlb_stage *stage);

#endif
