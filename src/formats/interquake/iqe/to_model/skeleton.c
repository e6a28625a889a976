/* The skeleton of a model from the joints, poses and weights of one or several documents: joints first, then
 * what moves them, then what they move. */
#include "formats/interquake/iqe/to_model/to_model.h"

#include "base/text.h"

#include <string.h>

typedef TLB_LIST(iq_animation) animation_list;

typedef struct skeleton_maker {
    iqe_merge *m;
    uint32_t joint_count;
    iq_joint *joints;
    int32_t **places; /* by document: its joints as those of the skeleton, TLB_NONE: none of them */
    iq_pose *base_poses;
    bool *posed; /* which base poses were given */
    animation_list animations;
    iq_pose *frames;
    uint32_t frame_count;
} skeleton_maker;

static const iq_pose at_rest = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};

/* --- joints ------------------------------------------------------------------------------------------ */

/* The document that has the skeleton; the count when none has. */
static uint32_t find_skeleton(const iqe_merge *m)
{
    uint32_t i = 0;
    while (i < m->count && !m->documents[i]->joint.count)
        i++;
    return i;
}

/* A parent that leads nowhere, or back to the joint, is none. By depth: each is one more than the
 * parent's. */
static bool find_parents(skeleton_maker *k, const tlb_iqe *x, uint32_t document, int32_t *parents)
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
        tlb_iqe_merge_report(k->m, document, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                             "%u %s, or would be their own ancestor", lost,
                             tlb_plural(lost, "parent index of joints is out of range",
                                        "parent indices of joints are out of range"));
    return true;
}

/* places[i]: where joint i comes, so that parents come first and else the order stays. */
static bool order_joints(skeleton_maker *k, const int32_t *parents, uint32_t count, int32_t *places)
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

static bool make_joints(skeleton_maker *k, uint32_t document)
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
static bool match_joints(skeleton_maker *k, tlb_index *names, uint32_t document)
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
    const int32_t *first = k->places[find_skeleton(k->m)];
    for (uint32_t i = 0; i < count && !found; i++)
        places[i] = i < k->joint_count ? first[i] : TLB_NONE;
    if (x->joint.count && !found)
        tlb_iqe_merge_report(k->m, document, TLB_CODE_IQE_JOINTS_DIFFER, UINT32_MAX,
                             "number of joints: %u, none with the name of a joint before", x->joint.count);
    k->places[document] = places;
    return true;
}

static bool make_skeleton(skeleton_maker *k)
{
    const iqe_merge *m = k->m;
    uint32_t document = find_skeleton(m);
    tlb_index names = {0};
    k->places = tlb_zalloc_array(m->arena, m->count, sizeof *k->places);
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

/* The joint that the nth joint of a document is, for poses and weights; TLB_NONE: none. */
static int32_t skeleton_place(const skeleton_maker *k, uint32_t document, uint32_t n)
{
    uint32_t count = k->m->documents[document]->joint.count;
    return k->joint_count && n < (count ? count : k->joint_count) ? k->places[document][n] : TLB_NONE;
}

/* --- poses ------------------------------------------------------------------------------------------- */

/* Following the commands of a document. */
typedef struct pose_reader {
    uint32_t document, nth; /* pose of the frame */
    uint32_t next[TLB_IQE_WORDS];
    bool animated, open; /* an animation has begun; its frame has a pose */
    uint32_t lost, missing;
} pose_reader;

static void end_frame(const skeleton_maker *k, pose_reader *r)
{
    uint32_t count = k->m->documents[r->document]->joint.count;
    count = count ? count : k->joint_count;
    if (r->open && r->nth < count)
        r->missing += count - r->nth;
    r->open = false;
    r->nth = 0;
}

static bool begin_animation(skeleton_maker *k, tlb_text name)
{
    iq_animation *made = TLB_PUSH(k->m->arena, &k->animations);
    if (made)
        *made = (iq_animation){.name = name, .first_frame = k->frame_count};
    return made != NULL;
}

/* A frame begins with its first pose: one without poses is none. */
static void begin_frame(skeleton_maker *k, pose_reader *r)
{
    r->open = true;
    k->animations.data[k->animations.count - 1].frame_count++;
    if (k->frames && k->joint_count)
        memcpy(k->frames + (size_t)k->frame_count * k->joint_count, k->base_poses,
               k->joint_count * sizeof *k->base_poses);
    k->frame_count++;
}

static void add_pose(skeleton_maker *k, pose_reader *r, tlb_iqe_word word, const tlb_iqe_pose *pose)
{
    if (r->animated && !r->open)
        begin_frame(k, r);
    int32_t place = skeleton_place(k, r->document, r->nth++);
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

static bool follow(skeleton_maker *k, pose_reader *r, uint32_t word)
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
static bool follow_all(skeleton_maker *k, bool report)
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
            tlb_iqe_merge_report(k->m, i, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                                 "%u %s with a joint index out of range", r.lost,
                                 tlb_plural(r.lost, "pose", "poses"));
        if (r.missing && report)
            tlb_iqe_merge_report(k->m, i, TLB_CODE_IQE_FILLED, UINT32_MAX, "%u %s", r.missing,
                                 tlb_plural(r.missing, "missing pose was replaced by the base pose",
                                            "missing poses were replaced by base poses"));
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
static bool name_animations(skeleton_maker *k)
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
            const char *name = tlb_arena_printf(arena, "animation%u", number++);
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

/* Base poses, animations and frames. Frames that hold hardly any of their poses are no animation: filling them
 * would take memory that the files do not account for. */
static bool make_poses(skeleton_maker *k)
{
    enum { TIMES = 16, ANYWAY = 1 << 16 };
    if (!follow_all(k, false))
        return false;
    uint64_t wanted = (uint64_t)k->frame_count * k->joint_count;
    bool sparse = wanted > TIMES * count_poses(k->m) + ANYWAY;
    if (sparse)
        tlb_iqe_merge_report(k->m, 0, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                             "animations left out: number of frames %u, of joints %u, but of poses only %llu",
                             k->frame_count, k->joint_count, (unsigned long long)count_poses(k->m));
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
        tlb_iqe_merge_report(k->m, find_skeleton(k->m), TLB_CODE_IQE_FILLED, UINT32_MAX,
                             "joints without a base pose: %u; they are placed at their parent's origin",
                             without);
    return name_animations(k);
}

/* --- blends ------------------------------------------------------------------------------------------ */

static bool is_plain(const skeleton_maker *k)
{
    const tlb_iqe *x = k->m->documents[0];
    if (k->m->count != 1 || x->vb.count != x->vp.count)
        return false;
    for (uint32_t i = 0; i < k->joint_count; i++)
        if (k->places[0][i] != (int32_t)i)
            return false;
    for (uint32_t i = 0; i < x->weights.count; i++)
        if (x->weights.data[i].index < 0 ||
            (k->joint_count && (uint32_t)x->weights.data[i].index >= k->joint_count))
            return false;
    return true;
}

/* The joint of a weight; less than 0: none. Without joints at all the numbers stay as they are. */
static int32_t joint_of(const skeleton_maker *k, uint32_t document, int32_t index)
{
    if (index < 0 || !k->joint_count)
        return index;
    return skeleton_place(k, document, (uint32_t)index);
}

static bool make_blends(skeleton_maker *k)
{
    iqe_merge *m = k->m;
    uint64_t count = 0, vertexes = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        vertexes += m->documents[i]->vb.count;
        for (uint32_t v = 0; v < m->documents[i]->vb.count; v++)
            count += m->documents[i]->vb.data[v].count;
    }
    if (!vertexes)
        return true;
    if (is_plain(k)) {
        m->model->blends = m->documents[0]->vb.data;
        m->model->weights = m->documents[0]->weights.data;
        return true;
    }
    tlb_iqe_span *blends = tlb_zalloc_array(m->arena, m->model->vertex_count, sizeof *blends),
                 *blend = blends;
    tlb_iqe_weight *weights = tlb_alloc_array(m->arena, count, sizeof *weights);
    if (!blends || !weights)
        return false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const tlb_iqe *x = m->documents[i];
        uint32_t lost = 0, rows = x->vb.count < x->vp.count ? x->vb.count : x->vp.count;
        if (x->vb.count && x->vb.count != x->vp.count)
            tlb_iqe_merge_report(m, i, TLB_CODE_IQE_FILLED, UINT32_MAX, "%u vb, but %u vp", x->vb.count,
                                 x->vp.count);
        for (uint32_t v = 0; v < rows; v++) {
            tlb_iqe_span from = x->vb.data[v];
            blend[v].first = used;
            for (uint32_t n = 0; n < from.count; n++) {
                tlb_iqe_weight w = x->weights.data[from.first + n];
                int32_t joint = joint_of(k, i, w.index);
                if (joint >= 0)
                    weights[used++] = (tlb_iqe_weight){joint, w.weight};
                lost += joint < 0;
            }
            blend[v].count = used - blend[v].first;
        }
        if (lost)
            tlb_iqe_merge_report(m, i, TLB_CODE_IQE_LEFT_OUT, UINT32_MAX,
                                 "%u %s with a joint index out of range", lost,
                                 tlb_plural(lost, "weight", "weights"));
        blend += x->vp.count;
    }
    m->model->blends = blends;
    m->model->weights = weights;
    return true;
}

/* --- all --------------------------------------------------------------------------------------------- */

bool tlb_iqe_merge_skeleton(iqe_merge *m)
{
    skeleton_maker k = {.m = m};
    if (!make_skeleton(&k) || !make_poses(&k) || !make_blends(&k))
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
