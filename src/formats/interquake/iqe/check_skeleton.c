/* The rules of joints, poses and animations. */
#include "formats/interquake/iqe/check.h"

#include "base/index.h"

/* --- poses ------------------------------------------------------------------------------------------- */

void iqe_check_pose(iqe_checking *k, const iqe_line *line)
{
    const double rounding = 0.01;
    const tlb_iqe_pose *pose = &line->as.pose;
    float channels[10];
    iqe_check_numbers(k, pose->values, TLB_IQE_POSE, "values");
    bool usable = tlb_iqe_channels((tlb_iqe_word)line->word, pose, channels);
    double square = 1;
    if (line->word == TLB_IQE_PQ)
        for (int i = 3; i < 7; i++)
            square = (i == 3 ? 0 : square) + (double)pose->values[i] * (double)pose->values[i];
    if (!usable || fabs(square - 1) > rounding)
        TLB_FIND(&k->c, IQE_ROTATION, tlb_at(&k->c, ".values"), "its length is %g",
                 usable ? sqrt(square) : 0);
    if (channels[7] == 0 || channels[8] == 0 || channels[9] == 0)
        TLB_FIND(&k->c, IQE_SCALE, tlb_at(&k->c, ".values"), "%g %g %g", (double)channels[7],
                 (double)channels[8], (double)channels[9]);
    if (k->animated)
        k->poses++;
    else
        k->base_poses++;
}

/* --- animations -------------------------------------------------------------------------------------- */

void iqe_check_frame(iqe_checking *k)
{
    uint32_t joints = k->iqe->joint.count;
    size_t outer = k->c.part;
    k->c.part = 0; /* the finding belongs to the frame's own command */
    if (k->animated && k->poses && joints && k->poses != joints)
        TLB_FIND(&k->c, IQE_FRAME_POSES, tlb_at(&k->c, "commands[%u]", k->frame), "%u poses, %u joints",
                 k->poses, joints);
    k->c.part = outer;
    k->poses = 0;
}

void iqe_check_animation(iqe_checking *k, const iqe_line *line, uint32_t command)
{
    if (line->word == TLB_IQE_ANIMATION || line->word == TLB_IQE_FRAME) {
        if (k->animated && k->framed && !k->poses)
            TLB_FIND(&k->c, IQE_FRAME_EMPTY, tlb_at(&k->c, "%s", ""), "command %u began it", k->frame);
        iqe_check_frame(k);
        k->framed = line->word == TLB_IQE_FRAME;
        k->frame = command;
    }
    if (line->word == TLB_IQE_ANIMATION)
        k->animated = true;
    else if (!k->animated)
        TLB_FIND(&k->c, IQE_NO_ANIMATION, tlb_at(&k->c, "%s", ""), "\"%s\"", iqe_commands[line->word].word);
    if (line->word != TLB_IQE_FRAMERATE)
        return;
    iqe_check_numbers(k, &line->as.number, 1, "n");
    if (!(line->as.number >= 0))
        TLB_FIND(&k->c, IQE_RATE, tlb_at(&k->c, ".n"), "%g frames a second", (double)line->as.number);
}

/* --- joints ------------------------------------------------------------------------------------------ */

void iqe_check_joint(iqe_checking *k, const iqe_line *line)
{
    int32_t parent = line->as.joint.parent;
    uint32_t joint = k->joint++, joints = k->iqe->joint.count;
    if (parent >= 0 && ((uint32_t)parent >= joints || (uint32_t)parent == joint))
        TLB_FIND(&k->c, IQE_JOINT_PARENT, tlb_at(&k->c, ".parent"), "%d: this is joint %u of %u", parent,
                 joint, joints);
    else if (parent > (int32_t)joint)
        TLB_FIND(&k->c, IQE_JOINT_ORDER, tlb_at(&k->c, ".parent"), "joint %u has the parent %d", joint,
                 parent);
}

/* Each joint is looked at once: 1 on the way up, 2 known to lead to a root. */
static void check_circles(iqe_checking *k)
{
    uint32_t count = k->iqe->joint.count;
    uint8_t *state = tlb_scratch(&k->c, count, 1);
    const tlb_iqe_joint *joints = k->iqe->joint.data;
    for (uint32_t i = 0; i < count && state; i++) {
        uint32_t at = i;
        while (at < count && !state[at]) {
            state[at] = 1;
            at = joints[at].parent < 0 ? count : (uint32_t)joints[at].parent;
        }
        if (at < count && state[at] == 1 && (uint32_t)joints[at].parent != at)
            TLB_FIND(&k->c, IQE_JOINT_PARENT, tlb_at(&k->c, "commands"),
                     "the parents of joint %u lead back to it", at);
        for (at = i; at < count && state[at] == 1; at = (uint32_t)joints[at].parent)
            state[at] = 2;
    }
}

static void check_names(iqe_checking *k)
{
    tlb_index names = {0};
    for (uint32_t i = 0; i < k->iqe->joint.count && !k->c.status; i++) {
        tlb_text name = k->iqe->joint.data[i].name;
        int32_t *known = tlb_index_find(&names, &k->c.arena, name.size ? name.data : "", name.size);
        if (!known)
            k->c.status = tlb_report_memory(k->c.context);
        else if (*known == TLB_INDEX_NEW)
            *known = (int32_t)i;
        else
            TLB_FIND(&k->c, IQE_JOINT_NAME, tlb_at(&k->c, "commands"), "joints %d and %u are both \"%.*s\"",
                     *known, i, (int)(name.size < 40 ? name.size : 40), name.data);
    }
}

void iqe_check_skeleton(iqe_checking *k)
{
    uint32_t joints = k->iqe->joint.count;
    bool poses = k->iqe->pq.count || k->iqe->pm.count || k->iqe->pa.count;
    if (joints != k->base_poses && (joints || poses) &&
        !(k->iqe->animation.count && !k->base_poses && !joints))
        TLB_FIND(&k->c, IQE_BASE_POSES, tlb_at(&k->c, "commands"), "%u joints, %u base poses", joints,
                 k->base_poses);
    check_circles(k);
    check_names(k);
}
