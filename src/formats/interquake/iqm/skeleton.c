/* Joints as nodes and a skin. */
#include "formats/interquake/iqm/scene.h"

#include "scene/finite.h"
#include "scene/matrix.h"
#include "scene/name.h"

#include <math.h>

void iqm_set_pose(tlb_node *node, const float channels[TLB_IQM_CHANNELS])
{
    float pose[TLB_IQM_CHANNELS];
    for (uint32_t i = 0; i < TLB_IQM_CHANNELS; i++)
        pose[i] = tlb_finite(channels[i]);
    iqm_turn(node->translation, pose);
    iqm_turn(node->rotation, pose + 3);
    node->rotation[3] = pose[6];
    iqm_unit(node->rotation);
    node->scale[0] = pose[7], node->scale[1] = pose[9], node->scale[2] = pose[8];
}

/* Joints are turned into nodes in their order, so a parent must stand before its children. */
static int32_t parent_node(iqm_scene *s, uint32_t joint, int32_t parent, const char *list)
{
    if (parent >= 0 && (uint32_t)parent < joint)
        return s->first_joint + parent;
    if (parent >= 0)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, list,
                   "joint %u has the parent %d, which is not before it", joint, parent);
    return s->root;
}

static bool add_joint(iqm_scene *s, uint32_t i)
{
    const tlb_iqm_joint *joint = &s->x->joints.data[i];
    const char *text = tlb_iqm_name(s->x, joint->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    tlb_node *node = name ? tlb_add_node(s->scene, name, parent_node(s, i, joint->parent, "joints")) : NULL;
    if (!node)
        return false;
    float channels[TLB_IQM_CHANNELS];
    memcpy(channels, joint->translate, sizeof joint->translate);
    memcpy(channels + 3, joint->rotate, sizeof joint->rotate);
    memcpy(channels + 7, joint->scale, sizeof joint->scale);
    iqm_set_pose(node, channels);
    return true;
}

/* Animations without a skeleton: joints have no names, and stand as in the first frame. */
static bool add_nameless(iqm_scene *s)
{
    float(*channels)[TLB_IQM_CHANNELS] = tlb_alloc_array(&s->work, s->x->poses.count, sizeof *channels);
    if (!channels)
        return false;
    tlb_iqm_frame(s->x, 0, channels);
    for (uint32_t i = 0; i < s->x->poses.count; i++) {
        const char *name = tlb_print(&s->work, "joint %u", i);
        int32_t parent = parent_node(s, i, s->x->poses.data[i].parent, "poses");
        tlb_node *node = name ? tlb_add_node(s->scene, name, parent) : NULL;
        if (!node)
            return false;
        iqm_set_pose(node, channels[i]);
    }
    return true;
}

static bool add_skin(iqm_scene *s)
{
    float(*world)[16] = tlb_alloc_array(&s->work, s->scene->node_count, sizeof *world);
    s->skin = (int32_t)s->scene->skin_count;
    tlb_skin *skin = tlb_add_skin(s->scene, s->scene->nodes[s->root].name);
    if (!world || !skin)
        return false;
    skin->joints = tlb_alloc_array(s->arena, s->joint_count, sizeof *skin->joints);
    skin->inverse_bind = tlb_alloc_array(s->arena, s->joint_count, sizeof *skin->inverse_bind);
    if (!skin->joints || !skin->inverse_bind)
        return false;
    skin->joint_count = s->joint_count;
    tlb_scene_world_matrices(s->scene, world);
    for (uint32_t i = 0; i < s->joint_count; i++) {
        skin->joints[i] = s->first_joint + (int32_t)i;
        if (!tlb_matrix_invert((const float *)world[s->first_joint + (int32_t)i], skin->inverse_bind[i]))
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "joints",
                       "joint %u flattens what it moves", i);
    }
    return true;
}

bool iqm_show_skeleton(iqm_scene *s)
{
    s->first_joint = (int32_t)s->scene->node_count;
    s->joint_count = s->x->joints.count;
    if (!s->joint_count) {
        s->joint_count = s->x->poses.count;
        return !s->joint_count || add_nameless(s);
    }
    for (uint32_t i = 0; i < s->joint_count; i++)
        if (!add_joint(s, i))
            return false;
    return add_skin(s);
}
