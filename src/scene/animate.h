/* A scene at a time of one of its animations. */
#ifndef TLB_SCENE_ANIMATE_H
#define TLB_SCENE_ANIMATE_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* `posed` becomes the scene `seconds` into the animation; NULL: at rest. It has nodes, morph weights and,
 * where they change, materials of its own, in `arena`, and shares everything else: it lasts as long as both,
 * and is not freed. What loops begins again after its end. False without memory. */
bool tlb_scene_at(const tlb_scene *scene, const tlb_animation *animation, float seconds, tlb_arena *arena,
                  tlb_scene *posed);

#endif
