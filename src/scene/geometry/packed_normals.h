/* Normals in a byte: the numbers of 256 directions, which Darkstar and Torque have in common. */
#ifndef TLB_SCENE_GEOMETRY_PACKED_NORMALS_H
#define TLB_SCENE_GEOMETRY_PACKED_NORMALS_H

#include <stdint.h>

const float *tlb_packed_normal(uint8_t number);
/* The number of the nearest. */
uint8_t tlb_pack_normal(const float normal[3]);

#endif
