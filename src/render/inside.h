/* Where to stand to see a room from inside. */
#ifndef TLB_RENDER_INSIDE_H
#define TLB_RENDER_INSIDE_H

#include "render/camera.h"

/* Sets the point of a view from inside, above a floor and among walls that face it, and turns it to where
 * there is most to be seen. A stage without such a place has `found` false, and the view is as it was. False
 * without memory. */
bool tlb_inside_find(const tlb_stage *stage, tlb_arena *arena, tlb_view *view, bool *found);

/* Turns a view from outside into one from inside where all there is to be seen is inside: rooms hidden from
 * that view by outer sides, that are closed all around or hold most of what there is. False without memory.
 */
bool tlb_inside_sealed(const tlb_stage *stage, tlb_arena *arena, tlb_view *view, bool *sealed);

#endif
