/* The skeleton of a model from the joints, poses and weights of one or several documents: joints first, then
 * what moves them, then what they move. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_MODEL_SKELETON_H
#define TLB_FORMATS_INTERQUAKE_IQE_MODEL_SKELETON_H

#include "formats/interquake/iqe/model.h"

typedef TLB_LIST(iq_animation) iqe_animation_list;

typedef struct iqe_skeleton_maker {
    iqe_merge *m;
    uint32_t joint_count;
    iq_joint *joints;
    int32_t **places; /* by document: its joints as those of the skeleton, TLB_NONE: none of them */
    iq_pose *base_poses;
    bool *posed; /* which base poses were given */
    iqe_animation_list animations;
    iq_pose *frames;
    uint32_t frame_count;
} iqe_skeleton_maker;

/* The document that has the skeleton; the count when none has. */
uint32_t iqe_find_skeleton(const iqe_merge *m);
/* The joint that the nth joint of a document is, for poses and weights; TLB_NONE: none. */
int32_t iqe_skeleton_place(const iqe_skeleton_maker *k, uint32_t document, uint32_t n);

/* iqe_model_poses.c: base poses, animations and frames. False without memory. */
bool iqe_make_poses(iqe_skeleton_maker *k);
/* iqe_model_blends.c: which joints move a vertex. False without memory. */
bool iqe_merge_blends(iqe_skeleton_maker *k);

#endif
