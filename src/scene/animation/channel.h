/* What the keys of a channel hold. */
#ifndef TLB_SCENE_ANIMATION_CHANNEL_H
#define TLB_SCENE_ANIMATION_CHANNEL_H

#include "trilobite/scene.h"

/* Numbers of a key: of morphs one for each that the node's mesh has. */
uint32_t tlb_channel_width(const tlb_scene *scene, const tlb_channel *channel);

/* Whether its value at the last key is another than at the first; a rotation may have the other sign. */
bool tlb_channel_is_open(const tlb_scene *scene, const tlb_channel *channel);

#endif
