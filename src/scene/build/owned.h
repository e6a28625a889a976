/* The inside of a tlb_scene: its memory. */
#ifndef TLB_SCENE_BUILD_OWNED_H
#define TLB_SCENE_BUILD_OWNED_H

#include "base/arena.h"
#include "trilobite/scene.h"

typedef struct tlb_owned_scene {
    tlb_scene scene; /* first: the address of one is that of the other */
    tlb_arena arena;
    uint32_t node_capacity, mesh_capacity, material_capacity, image_capacity, skin_capacity, camera_capacity,
        light_capacity, animation_capacity;
} tlb_owned_scene;

#endif
