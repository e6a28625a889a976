/* Scenes at random: everything that a scene can hold, in sizes and mixtures that nobody thought of. They are
 * valid. Without memory the test program ends. */
#ifndef TLB_TESTS_RANDOM_SCENE_H
#define TLB_TESTS_RANDOM_SCENE_H

#include "trilobite/scene_build.h"

/* The same for the same seed, on every machine: its numbers are eighths, its turns of five kinds. */
tlb_scene *random_scene(tlb_context *context, uint32_t seed);

#endif
