/* Scenes that become Torque shapes, made by hand. */
#ifndef TLB_TESTS_SHAPE_SCENES_H
#define TLB_TESTS_SHAPE_SCENES_H

#include "animations.h"
#include "scenes.h"

/* The fixture, whose scene looks where shapes look, so that it is not turned. */
scene_fixture *facing(void **state);

/* A node with a square of its own. */
tlb_node *add_thing(tlb_scene *scene, const char *name, int32_t parent);

#endif
