/* A shape of many moving parts as one mesh on a skeleton: what programs of animators expect. */
#ifndef TLB_SCENE_TRANSFORM_RIG_H
#define TLB_SCENE_TRANSFORM_RIG_H

#include "scene/transform/layers.h"

/* Each layer in which an animation moves more than one node gets a mesh, named `name`, of all its parts, each
 * moved by one joint; its nodes become the joints and keep their places, channels and names. Parts with
 * morphs or a skin of their own stay as they are. Layers that need none are left alone. What is made is in
 * `arena`, everything else is shared. False without memory. */
bool tlb_rig_layers(const tlb_layers *layers, const char *name, tlb_arena *arena, tlb_layers *rigged);

#endif
