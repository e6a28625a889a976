/* Joints, and frames packed into 16 bits a channel. */
#include "formats/interquake/iqm_compiler/compile.h"

#include "scene/geometry/finite.h"

#include <math.h>
#include <string.h>

/* --- poses as they shall be -------------------------------------------------------------------------- */

static void set_pose(const iq_compiler *c, uint32_t joint, const iq_pose in, iq_pose out)
{
    tlb_iq_move_pose(c->placement, c->model->joints.data[joint].parent < 0, in, out);
    for (int i = 0; i < TLB_IQM_CHANNELS; i++)
        out[i] = tlb_finite(out[i]);
}

static void negate_rotation(iq_pose pose)
{
    for (int i = 3; i < 7; i++)
        pose[i] = -pose[i];
}

/* q and -q are the same rotation. A joint's has no positive w; those of frames are on the side of the frame
 * before them, in an animation's first frame of the joint, so that channels change little. */
static void face(const iq_pose before, iq_pose pose)
{
    if (before[3] * pose[3] + before[4] * pose[4] + before[5] * pose[5] + before[6] * pose[6] < 0)
        negate_rotation(pose);
}

static bool set_base(iq_compiler *c)
{
    const iq_model *m = c->model;
    c->base = tlb_alloc_array(c->work, m->joints.count, sizeof *c->base);
    for (uint32_t j = 0; c->base && j < m->joints.count; j++) {
        set_pose(c, j, m->base_poses[j], c->base[j]);
        if (c->base[j][6] > 0)
            negate_rotation(c->base[j]);
    }
    return c->base != NULL;
}

bool tlb_iq_make_joints(iq_compiler *c)
{
    const iq_model *m = c->model;
    tlb_iqm *x = c->made;
    if (!m->joints.count)
        return true;
    if (!set_base(c))
        return false;
    if (!x->meshes.count && !c->placement->joints)
        return true;
    x->joints.data = tlb_alloc_array(c->arena, m->joints.count, sizeof *x->joints.data);
    if (!x->joints.data)
        return false;
    for (uint32_t j = 0; j < m->joints.count; j++) {
        tlb_iqm_joint *joint = &x->joints.data[x->joints.count++];
        joint->parent = m->joints.data[j].parent;
        memcpy(joint->translate, c->base[j], sizeof joint->translate);
        memcpy(joint->rotate, c->base[j] + 3, sizeof joint->rotate);
        memcpy(joint->scale, c->base[j] + 7, sizeof joint->scale);
        if (!tlb_iq_pool_name(c, m->joints.data[j].name, &joint->name))
            return false;
    }
    return true;
}

/* The frames of all animations, one after the other: others are unused. */
static bool set_frames(iq_compiler *c)
{
    const iq_model *m = c->model;
    uint32_t joints = m->joints.count;
    iq_pose *out = c->frames = tlb_alloc_array(c->work, c->made->num_frames, joints * sizeof *out);
    for (uint32_t a = 0; c->frames && a < m->animations.count; a++) {
        const iq_animation *animation = &m->animations.data[a];
        const iq_pose *before = (const iq_pose *)c->base;
        for (uint32_t f = 0; f < animation->frame_count; f++) {
            const iq_pose *in = m->frames + ((size_t)animation->first_frame + f) * joints;
            for (uint32_t j = 0; j < joints; j++) {
                set_pose(c, j, in[j], out[j]);
                face(before[j], out[j]);
            }
            before = (const iq_pose *)out;
            out += joints;
        }
    }
    return c->frames != NULL;
}

/* --- packing ----------------------------------------------------------------------------------------- */

static float unpacked(float offset, float scale, float value)
{
    return offset + scale * value;
}

/* The scale with which the highest value comes out as it is, where there is one. */
static float nearest_scale(float low, float high)
{
    float scale = (float)(((double)high - (double)low) / UINT16_MAX);
    float others[] = {scale, nextafterf(scale, INFINITY), nextafterf(scale, 0)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (unpacked(low, others[i], UINT16_MAX) == high)
            return others[i];
    return scale;
}

/* That of the values as they come out: packed once more, they are packed the same. */
static float find_scale(float low, float high)
{
    return nearest_scale(low, unpacked(low, nearest_scale(low, high), UINT16_MAX));
}

static void set_range(const iq_compiler *c, uint32_t joint, uint32_t channel, tlb_iqm_pose *pose)
{
    static const double least = 1e-10; /* channels that change less are constant */
    uint32_t joints = c->model->joints.count;
    float low = c->frames[joint][channel], high = low;
    for (uint32_t f = 1; f < c->made->num_frames; f++) {
        float value = c->frames[(size_t)f * joints + joint][channel];
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    pose->channeloffset[channel] = low + 0.0f; /* 0 for -0 */
    if ((double)high - (double)low > least) {
        pose->channelscale[channel] = find_scale(low, high);
        pose->channelmask |= 1u << channel;
    }
}

static uint16_t nearest_step(float value, float offset, float scale)
{
    double steps = ((double)value - (double)offset) / (double)scale + 0.5;
    return steps >= UINT16_MAX ? UINT16_MAX : (uint16_t)steps;
}

/* Where steps are less than what a float resolves at the offset, several come out as one value: the one that
 * this is packed as. */
static uint16_t packed(float value, float offset, float scale)
{
    uint16_t step = nearest_step(value, offset, scale);
    return nearest_step(unpacked(offset, scale, step), offset, scale);
}

static void pack_joint(const iq_compiler *c, uint32_t joint, uint16_t **out)
{
    const tlb_iqm *x = c->made;
    const tlb_iqm_pose *pose = &x->poses.data[joint];
    for (uint32_t channel = 0; channel < TLB_IQM_CHANNELS; channel++) {
        if (!(pose->channelmask >> channel & 1))
            continue;
        uint16_t *to = (*out)++;
        for (uint32_t f = 0; f < x->num_frames; f++, to += x->num_framechannels)
            *to = packed(c->frames[(size_t)f * x->poses.count + joint][channel], pose->channeloffset[channel],
                         pose->channelscale[channel]);
    }
}

static bool pack(iq_compiler *c)
{
    const iq_model *m = c->model;
    tlb_iqm *x = c->made;
    x->poses.data = tlb_alloc_array(c->arena, m->joints.count, sizeof *x->poses.data);
    if (!x->poses.data)
        return false;
    for (uint32_t j = 0; j < m->joints.count; j++) {
        tlb_iqm_pose *pose = &x->poses.data[x->poses.count++];
        *pose = (tlb_iqm_pose){.parent = m->joints.data[j].parent};
        for (uint32_t channel = 0; channel < TLB_IQM_CHANNELS; channel++)
            set_range(c, j, channel, pose);
        for (uint32_t bits = pose->channelmask; bits; bits &= bits - 1)
            x->num_framechannels++;
    }
    uint16_t *out = tlb_alloc_array(c->arena, x->num_frames, x->num_framechannels * sizeof *out);
    x->frames = out;
    for (uint32_t j = 0; out && j < m->joints.count; j++)
        pack_joint(c, j, &out);
    return x->frames != NULL;
}

bool tlb_iq_make_frames(iq_compiler *c)
{
    const iq_model *m = c->model;
    tlb_iqm *x = c->made;
    x->anims.data = tlb_alloc_array(c->arena, m->animations.count, sizeof *x->anims.data);
    if (!x->anims.data)
        return false;
    for (uint32_t a = 0; a < m->animations.count; a++) {
        const iq_animation *from = &m->animations.data[a];
        tlb_iqm_anim *anim = &x->anims.data[x->anims.count];
        if (!from->frame_count)
            continue;
        *anim = (tlb_iqm_anim){.first_frame = x->num_frames,
                               .num_frames = from->frame_count,
                               .framerate = from->framerate,
                               .flags = from->loop ? TLB_IQM_LOOP : 0};
        if (!tlb_iq_pool_name(c, from->name, &anim->name))
            return false;
        x->num_frames += from->frame_count;
        x->anims.count++;
    }
    tlb_mark mark = tlb_arena_mark(c->work);
    bool done = !x->num_frames || !m->joints.count || (set_frames(c) && pack(c));
    tlb_arena_rewind(c->work, mark);
    return done;
}
