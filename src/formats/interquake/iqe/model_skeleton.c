/* The joints of one or several documents as one skeleton. */
#include "formats/interquake/iqe/model_skeleton.h"

#include "base/text.h"

#include <string.h>

static const iq_pose at_rest = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};

uint32_t iqe_find_skeleton(const iqe_merge *m)
{
    uint32_t i = 0;
    while (i < m->count && !m->documents[i]->joint.count)
        i++;
    return i;
}

/* A parent that leads nowhere, or back to the joint, is none. Depths tell: each is one more than the
 * parent's. */
static bool find_parents(iqe_skeleton_maker *k, const tlb_iqe *x, uint32_t document, int32_t *parents)
{
    uint32_t count = x->joint.count, lost = 0;
    uint8_t *state = tlb_zalloc(k->m->arena, count); /* 1: on the way up, 2: leads to a root */
    if (!state)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = x->joint.data[i].parent;
        bool known = parent < 0 || (uint32_t)parent < count;
        parents[i] = known && parent >= 0 ? parent : -1;
        lost += !known;
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t at = (int32_t)i;
        while (at >= 0 && !state[at]) {
            state[at] = 1;
            if (parents[at] >= 0 && state[parents[at]] == 1) { /* a circle */
                parents[at] = -1;
                lost++;
            }
            at = parents[at];
        }
        for (at = (int32_t)i; at >= 0 && state[at] == 1; at = parents[at])
            state[at] = 2;
    }
    if (lost)
        iqe_merge_report(
            k->m, document, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX, "%u %s, or that the joints move themselves",
            lost,
            tlb_plural(lost, "parent of joints that does not exist", "parents of joints that do not exist"));
    return true;
}

/* places[i]: where joint i comes, so that parents come first and else the order stays. */
static bool order_joints(iqe_skeleton_maker *k, const int32_t *parents, uint32_t count, int32_t *places)
{
    uint32_t next = 0, *way = tlb_alloc_array(k->m->arena, count, sizeof *way);
    if (!way)
        return false;
    for (uint32_t i = 0; i < count; i++)
        places[i] = TLB_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        for (int32_t at = (int32_t)i; at >= 0 && places[at] < 0; at = parents[at])
            way[length++] = (uint32_t)at;
        while (length)
            places[way[--length]] = (int32_t)next++;
    }
    return true;
}

static bool make_joints(iqe_skeleton_maker *k, uint32_t document)
{
    const tlb_iqe *x = k->m->documents[document];
    uint32_t count = k->joint_count = x->joint.count;
    int32_t *parents = tlb_alloc_array(k->m->arena, count, sizeof *parents);
    int32_t *places = tlb_alloc_array(k->m->arena, count, sizeof *places);
    k->joints = tlb_alloc_array(k->m->arena, count, sizeof *k->joints);
    k->base_poses = tlb_alloc_array(k->m->arena, count, sizeof *k->base_poses);
    k->posed = tlb_zalloc(k->m->arena, count);
    if (!parents || !places || !k->joints || !k->base_poses || !k->posed ||
        !find_parents(k, x, document, parents) || !order_joints(k, parents, count, places))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = parents[i] < 0 ? -1 : places[parents[i]];
        k->joints[places[i]] = (iq_joint){x->joint.data[i].name, parent};
        memcpy(k->base_poses[i], at_rest, sizeof at_rest);
    }
    k->places[document] = places;
    return true;
}

/* Another document's joints are those of the same name, or of the same place where no name is the same. */
static bool match_joints(iqe_skeleton_maker *k, tlb_index *names, uint32_t document)
{
    const tlb_iqe *x = k->m->documents[document];
    uint32_t count = x->joint.count ? x->joint.count : k->joint_count, found = 0;
    int32_t *places = tlb_alloc_array(k->m->arena, count, sizeof *places);
    if (!places)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        tlb_text name = i < x->joint.count ? x->joint.data[i].name : (tlb_text){"", 0};
        int32_t *place = tlb_index_find(names, k->m->arena, name.size ? name.data : "", name.size);
        if (!place)
            return false;
        places[i] = *place == TLB_INDEX_NEW ? (*place = TLB_NONE) : *place;
        found += i < x->joint.count && places[i] >= 0;
    }
    const int32_t *first = k->places[iqe_find_skeleton(k->m)];
    for (uint32_t i = 0; i < count && !found; i++)
        places[i] = i < k->joint_count ? first[i] : TLB_NONE;
    if (x->joint.count && !found)
        iqe_merge_report(k->m, document, TLB_CODE_IQE_JOINTS_DIFFER, UINT32_MAX,
                         "%u joints, none with the name of one before", x->joint.count);
    k->places[document] = places;
    return true;
}

static bool make_skeleton(iqe_skeleton_maker *k)
{
    const iqe_merge *m = k->m;
    uint32_t document = iqe_find_skeleton(m);
    tlb_index names = {0};
    k->places = tlb_zalloc(m->arena, m->count * sizeof *k->places);
    if (!k->places || document == m->count)
        return k->places != NULL;
    if (!make_joints(k, document))
        return false;
    for (uint32_t i = 0; i < k->joint_count && m->count > 1; i++) {
        tlb_text name = k->joints[i].name;
        int32_t *place = tlb_index_find(&names, m->arena, name.size ? name.data : "", name.size);
        if (!place)
            return false;
        *place = *place == TLB_INDEX_NEW ? (int32_t)i : *place;
    }
    for (uint32_t i = 0; i < m->count; i++)
        if (i != document && !match_joints(k, &names, i))
            return false;
    return true;
}

int32_t iqe_skeleton_place(const iqe_skeleton_maker *k, uint32_t document, uint32_t n)
{
    uint32_t count = k->m->documents[document]->joint.count;
    return k->joint_count && n < (count ? count : k->joint_count) ? k->places[document][n] : TLB_NONE;
}

bool iqe_merge_skeleton(iqe_merge *m)
{
    iqe_skeleton_maker k = {.m = m};
    if (!make_skeleton(&k) || !iqe_make_poses(&k) || !iqe_merge_blends(&k))
        return false;
    iq_model *model = m->model;
    model->joints.data = k.joints;
    model->joints.count = k.joint_count;
    model->base_poses = (const iq_pose *)k.base_poses;
    model->animations.data = k.animations.data;
    model->animations.count = k.animations.count;
    model->frames = (const iq_pose *)k.frames;
    model->frame_count = k.frame_count;
    return true;
}
