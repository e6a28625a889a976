/* Textures as the family's engines and editors name them: mostly without an extension. */
#ifndef TLB_FORMATS_TORQUE_SHARED_TEXTURES_H
#define TLB_FORMATS_TORQUE_SHARED_TEXTURES_H

/* In the order in which engines look for them, then those of other editors and of Tribes 2; NULL at the end.
 */
extern const char *const tlb_torque_texture_extensions[];

#endif
