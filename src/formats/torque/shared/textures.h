/* Textures as the family's engines and editors name them: mostly without an extension. */
#ifndef TLB_FORMATS_TORQUE_SHARED_TEXTURES_H
#define TLB_FORMATS_TORQUE_SHARED_TEXTURES_H

#include "base/arena.h"

/* In the order in which engines look for them, then those of other editors and of Tribes 2; NULL at the end.
 */
extern const char *const tlb_torque_texture_extensions[];

/* What makes names those of one texture: without folder and extension, in small letters. Its data is NULL
 * without memory. */
tlb_text tlb_torque_texture_key(tlb_arena *arena, const char *name);

#endif
