/* Names for the things of a scene: every writer can take them as they are. */
#ifndef TLB_SCENE_BUILD_NAME_H
#define TLB_SCENE_BUILD_NAME_H

#include "base/arena.h"

/* A NUL-terminated copy in UTF-8: bytes that are no UTF-8 are read as Latin-1, control characters become '_'.
 * NULL without memory. */
char *tlb_scene_name(tlb_arena *arena, const char *data, size_t size);

#endif
