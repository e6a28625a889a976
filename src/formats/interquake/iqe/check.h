/* The rules of IQE, in the order of its description. */
#ifndef TLB_FORMATS_INTERQUAKE_IQE_CHECK_H
#define TLB_FORMATS_INTERQUAKE_IQE_CHECK_H

#include "core/checker.h"
#include "formats/interquake/iqe/lines.h"

/* A document's commands being checked, one after the other. */
typedef struct iqe_checking {
    tlb_checker c; /* its part is the command */
    const tlb_iqe *iqe;
    uint32_t defined, mesh_first; /* vertexes so far, and before the last "mesh" */
    uint32_t meshes, faces;
    uint32_t formats;           /* types that a vertexarray defines, by bit */
    uint32_t joint;             /* joints so far */
    bool animated, framed;      /* an animation has begun, and a frame of it */
    uint32_t poses, base_poses; /* of this frame; before any animation */
    uint32_t frame;             /* the command that began it */
} iqe_checking;

void iqe_check_pose(iqe_checking *k, const iqe_line *line);
void iqe_check_joint(iqe_checking *k, const iqe_line *line);
void iqe_check_animation(iqe_checking *k, const iqe_line *line, uint32_t command);
/* The frame that ends where `command` stands. */
void iqe_check_frame(iqe_checking *k);
/* Joints whose parents lead back to them, or that share a name. */
void iqe_check_skeleton(iqe_checking *k);

void iqe_check_numbers(iqe_checking *k, const float *values, uint32_t count, const char *field);

#endif
