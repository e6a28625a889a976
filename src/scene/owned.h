/* What stands behind a tlb_scene: its memory. */
#ifndef TLB_SCENE_OWNED_H
#define TLB_SCENE_OWNED_H

#include "base/arena.h"
#include "trilobite/scene.h"

typedef struct tlb_owned_scene {
    tlb_scene scene; /* first: the address of one is that of the other */
    tlb_arena arena;
    uint32_t node_room, mesh_room, material_room, image_room, skin_room, camera_room, light_room,
        animation_room;
} tlb_owned_scene;

#endif
