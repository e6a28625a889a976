/* Paths of Torque's moving interiors, in interiors and in missions. A path follower puts a sub-object, whose
 * geometry is where the level has it, at -offset + path(t) - path(0), as Torque does. It starts at a place of
 * the path (initialPosition, in milliseconds) and moves on (initialTargetPosition: -1 on and on, -2 on and on
 * backwards, otherwise the time at which it rests until a trigger sends it elsewhere). */
#ifndef TLB_FORMATS_TORQUE_SHARED_PATH_H
#define TLB_FORMATS_TORQUE_SHARED_PATH_H

#include "base/arena.h"
#include "trilobite/formats/dif.h"

typedef struct torque_path {
    const tlb_dif_path_follower *follower;
    double duration; /* milliseconds; the last way point's time is not part of it */
    double start;    /* where the follower starts, 0 to duration */
    int target;      /* -1, -2, or 0 */
} torque_path;

torque_path tlb_torque_path_of(const tlb_dif_path_follower *follower, double initial_position,
                               double initial_target_position);

/* Where the sub-object is moved to at first, in the file's axes. */
void tlb_torque_path_start(const torque_path *path, float out[3]);

/* Places of the sub-object, in the scene's axes, and their times in seconds, which ascend. */
typedef struct torque_path_keys {
    float *times, (*values)[3];
    uint32_t count;
} torque_path_keys;

/* All keys of the path, beginning where the follower starts; what loops goes through its end. None where a
 * place is no number, or there are fewer than two. False: no memory. */
bool tlb_torque_path_keys(tlb_arena *arena, const torque_path *path, torque_path_keys *keys);

/* The keys again and again until `duration` seconds, where the last round ends, or 4096 keys. There are two
 * at least. False: no memory. */
bool tlb_torque_path_repeat(tlb_arena *arena, float duration, torque_path_keys *keys);

#endif
