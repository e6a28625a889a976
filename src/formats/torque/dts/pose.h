/* A shape at a time of one of its sequences. */
#ifndef TLB_FORMATS_TORQUE_DTS_POSE_H
#define TLB_FORMATS_TORQUE_DTS_POSE_H

#include "formats/torque/dts/access.h"

/* A node within its parent: scaled, then turned, then moved. */
typedef struct shape_place {
    float translation[3], rotation[4], scale[3];
} shape_place;

/* All nodes of the shape; a blend sequence is played on top of the pose at rest. */
void tlb_shape_pose(const tlb_torque_shape *shape, const tlb_torque_sequence *q, double seconds,
                    shape_place *places);
/* All objects. */
void tlb_shape_object_states(const tlb_torque_shape *shape, const tlb_torque_sequence *q, double seconds,
                             tlb_torque_object_state *states);

/* A vector turned by a unit quaternion, and `a` after `b`. `out` may be one of both. */
void tlb_shape_rotate(const float q[4], const float v[3], float out[3]);
void tlb_shape_multiply(const float a[4], const float b[4], float out[4]);

#endif
