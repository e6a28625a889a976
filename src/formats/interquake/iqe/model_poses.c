/* Base poses, animations and their frames. */
#include "formats/interquake/iqe/model_skeleton.h"

#include "base/text.h"

#include <string.h>

/* Following the commands of a document. */
typedef struct pose_reader {
    uint32_t document, nth; /* pose of the frame */
    uint32_t next[TLB_IQE_WORDS];
    bool animated, open; /* an animation has begun; its frame has a pose */
    uint32_t lost, missing;
} pose_reader;

static void end_frame(const iqe_skeleton_maker *k, pose_reader *r)
{
    uint32_t count = k->m->documents[r->document]->joint.count;
    count = count ? count : k->joint_count;
    if (r->open && r->nth < count)
        r->missing += count - r->nth;
    r->open = false;
    r->nth = 0;
}

static bool begin_animation(iqe_skeleton_maker *k, tlb_text name)
{
    iq_animation *made = TLB_PUSH(k->m->arena, &k->animations);
    if (made)
        *made = (iq_animation){.name = name, .first_frame = k->frame_count};
    return made != NULL;
}

/* A frame begins with its first pose: one without poses is none. */
static void begin_frame(iqe_skeleton_maker *k, pose_reader *r)
{
    r->open = true;
    k->animations.data[k->animations.count - 1].frame_count++;
    if (k->frames && k->joint_count)
        memcpy(k->frames + (size_t)k->frame_count * k->joint_count, k->base_poses,
               k->joint_count * sizeof *k->base_poses);
    k->frame_count++;
}

static void add_pose(iqe_skeleton_maker *k, pose_reader *r, tlb_iqe_word word, const tlb_iqe_pose *pose)
{
    if (r->animated && !r->open)
        begin_frame(k, r);
    int32_t place = iqe_skeleton_place(k, r->document, r->nth++);
    r->lost += place < 0;
    if (place < 0)
        return;
    if (r->animated && k->frames)
        tlb_iqe_channels(word, pose,
                         k->frames[(size_t)(k->frame_count - 1) * k->joint_count + (uint32_t)place]);
    else if (!r->animated && k->posed && !k->posed[place]) {
        tlb_iqe_channels(word, pose, k->base_poses[place]);
        k->posed[place] = true;
    }
}

static bool follow(iqe_skeleton_maker *k, pose_reader *r, uint32_t word)
{
    const tlb_iqe *x = k->m->documents[r->document];
    uint32_t n = r->next[word]++;
    iq_animation *animation = r->animated ? &k->animations.data[k->animations.count - 1] : NULL;
    switch (word) {
    case TLB_IQE_PQ:
        add_pose(k, r, TLB_IQE_PQ, &x->pq.data[n]);
        break;
    case TLB_IQE_PM:
        add_pose(k, r, TLB_IQE_PM, &x->pm.data[n]);
        break;
    case TLB_IQE_PA:
        add_pose(k, r, TLB_IQE_PA, &x->pa.data[n]);
        break;
    case TLB_IQE_ANIMATION:
        end_frame(k, r);
        r->animated = true;
        return begin_animation(k, x->animation.data[n]);
    case TLB_IQE_FRAME:
        if (r->animated)
            end_frame(k, r);
        break;
    case TLB_IQE_LOOP:
        if (animation)
            animation->loop = true;
        break;
    case TLB_IQE_FRAMERATE:
        if (animation)
            animation->framerate = x->framerate.data[n];
        break;
    default:
        break;
    }
    return true;
}

/* Twice: first to count frames, then, with memory for them, to fill them. */
static bool follow_all(iqe_skeleton_maker *k, bool report)
{
    k->frame_count = 0;
    k->animations.count = 0;
    for (uint32_t i = 0; i < k->m->count; i++) {
        const tlb_iqe *x = k->m->documents[i];
        pose_reader r = {.document = i};
        for (uint32_t c = 0; c < x->command_count; c++)
            if (!follow(k, &r, x->words[c]))
                return false;
        end_frame(k, &r);
        if (r.lost && report)
            iqe_merge_report(k->m, i, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX, "%u %s of joints that do not exist",
                             r.lost, tlb_plural(r.lost, "pose", "poses"));
        if (r.missing && report)
            iqe_merge_report(k->m, i, TLB_CODE_IQE_FILLED, UINT32_MAX, "%u %s", r.missing,
                             tlb_plural(r.missing, "pose that a frame lacks is the joint's base pose",
                                        "poses that frames lack are the joints' base poses"));
    }
    return true;
}

static uint64_t count_poses(const iqe_merge *m)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < m->count; i++)
        count += (uint64_t)m->documents[i]->pq.count + m->documents[i]->pm.count + m->documents[i]->pa.count;
    return count;
}

/* "NAME defines the name of the animation, and if unspecified, defaults to an unused dummy name for this
 * file." */
static bool name_animations(iqe_skeleton_maker *k)
{
    tlb_arena *arena = k->m->arena;
    tlb_index used = {0};
    uint32_t number = 0;
    for (uint32_t i = 0; i < k->animations.count; i++) {
        tlb_text name = k->animations.data[i].name;
        int32_t *place = tlb_index_find(&used, arena, name.size ? name.data : "", name.size);
        if (!place)
            return false;
        *place = 0;
    }
    for (uint32_t i = 0; i < k->animations.count; i++) {
        int32_t *place = NULL;
        for (bool found = k->animations.data[i].name.size != 0; !found; found = *place == TLB_INDEX_NEW) {
            const char *name = tlb_print(arena, "animation%u", number++);
            place = name ? tlb_index_find(&used, arena, name, strlen(name)) : NULL;
            if (!place)
                return false;
            k->animations.data[i].name = (tlb_text){name, (uint32_t)strlen(name)};
        }
        if (place)
            *place = 0;
    }
    return true;
}

/* Frames that hold hardly any of their poses are no animation: filling them would take memory that the files
 * do not account for. */
bool iqe_make_poses(iqe_skeleton_maker *k)
{
    enum { TIMES = 16, ANYWAY = 1 << 16 };
    if (!follow_all(k, false))
        return false;
    uint64_t wanted = (uint64_t)k->frame_count * k->joint_count;
    bool sparse = wanted > TIMES * count_poses(k->m) + ANYWAY;
    if (sparse)
        iqe_merge_report(k->m, 0, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                         "animations: %u frames of %u joints, and only %llu poses", k->frame_count,
                         k->joint_count, (unsigned long long)count_poses(k->m));
    if (!sparse && !(k->frames = tlb_alloc_array(k->m->arena, wanted, sizeof *k->frames)))
        return false;
    if (k->posed)
        memset(k->posed, 0, k->joint_count);
    if (!follow_all(k, !sparse))
        return false;
    if (sparse)
        k->animations.count = k->frame_count = 0;
    uint32_t without = 0;
    for (uint32_t i = 0; k->posed && i < k->joint_count; i++)
        without += !k->posed[i];
    if (without)
        iqe_merge_report(k->m, iqe_find_skeleton(k->m), TLB_CODE_IQE_FILLED, UINT32_MAX,
                         "%u joints without a base pose rest at their parents' origin", without);
    return name_animations(k);
}
