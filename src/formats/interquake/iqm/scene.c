/* A model as a scene: joints as nodes and a skin, frames as keys, and the meshes (scene_meshes.c). */
#include "formats/interquake/iqm/scene.h"

#include "base/range.h"
#include "base/text.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"
#include "scene/build/name.h"
#include "scene/geometry/unit.h"

#include <float.h>
#include <math.h>

/* --- skeleton ---------------------------------------------------------------------------------------- */

/* 1 for what has no length. What packing has left of a rotation stays, so that it is packed the same again.
 */
static void make_unit(float q[4])
{
    if (tlb_is_rotation(q))
        return;
    float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] = length > 0 && isfinite(length) ? q[i] / length : i == 3;
}

void tlb_iqm_place(tlb_node *node, const float channels[TLB_IQM_CHANNELS])
{
    float pose[TLB_IQM_CHANNELS];
    for (uint32_t i = 0; i < TLB_IQM_CHANNELS; i++)
        pose[i] = tlb_finite(channels[i]);
    memcpy(node->translation, pose, sizeof node->translation);
    memcpy(node->rotation, pose + 3, sizeof node->rotation);
    memcpy(node->scale, pose + 7, sizeof node->scale);
    make_unit(node->rotation);
}

void tlb_iqm_rest(const tlb_iqm_joint *joint, float channels[TLB_IQM_CHANNELS])
{
    memcpy(channels, joint->translate, sizeof joint->translate);
    memcpy(channels + 3, joint->rotate, sizeof joint->rotate);
    memcpy(channels + 7, joint->scale, sizeof joint->scale);
}

static void set_pose(tlb_node *node, const float channels[TLB_IQM_CHANNELS])
{
    tlb_node place;
    tlb_iqm_place(&place, channels);
    iqm_turn(node->translation, place.translation);
    iqm_turn(node->rotation, place.rotation);
    node->rotation[3] = place.rotation[3];
    node->scale[0] = place.scale[0], node->scale[1] = place.scale[2], node->scale[2] = place.scale[1];
}

/* Joints are turned into nodes in their order, so a parent must come before its children. */
static int32_t parent_node(iqm_scene *s, uint32_t joint, int32_t parent, const char *list)
{
    if (parent >= 0 && (uint32_t)parent < joint)
        return s->first_joint + parent;
    if (parent >= 0)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, list,
                   "joint %u does not come after its parent %d", joint, parent);
    return s->root;
}

static bool add_joint(iqm_scene *s, uint32_t i)
{
    const tlb_iqm_joint *joint = &s->x->joints.data[i];
    const char *text = tlb_iqm_name(s->x, joint->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    tlb_node *node =
        name ? tlb_scene_add_node(s->scene, name, parent_node(s, i, joint->parent, "joints")) : NULL;
    if (!node)
        return false;
    float channels[TLB_IQM_CHANNELS];
    tlb_iqm_rest(joint, channels);
    set_pose(node, channels);
    return true;
}

/* Animations without a skeleton: joints have no names, and the pose of the first frame. */
static bool add_nameless(iqm_scene *s)
{
    float(*channels)[TLB_IQM_CHANNELS] = tlb_alloc_array(&s->work, s->x->poses.count, sizeof *channels);
    if (!channels)
        return false;
    tlb_iqm_frame(s->x, 0, channels);
    for (uint32_t i = 0; i < s->x->poses.count; i++) {
        const char *name = tlb_arena_printf(&s->work, "joint %u", i);
        int32_t parent = parent_node(s, i, s->x->poses.data[i].parent, "poses");
        tlb_node *node = name ? tlb_scene_add_node(s->scene, name, parent) : NULL;
        if (!node)
            return false;
        set_pose(node, channels[i]);
    }
    return true;
}

static bool add_skin(iqm_scene *s)
{
    float(*world)[16] = tlb_alloc_array(&s->work, s->scene->node_count, sizeof *world);
    s->skin = (int32_t)s->scene->skin_count;
    tlb_skin *skin = tlb_scene_add_skin(s->scene, s->scene->nodes[s->root].name);
    if (!world || !skin || !tlb_skin_reserve(s->scene, skin, s->joint_count))
        return false;
    tlb_scene_world_matrices(s->scene, world);
    for (uint32_t i = 0; i < s->joint_count; i++) {
        skin->joints[i] = s->first_joint + (int32_t)i;
        if (!tlb_matrix_invert((const float *)world[s->first_joint + (int32_t)i], skin->inverse_bind[i]))
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "joints",
                       "joint %u has a scale of zero and no inverse", i);
    }
    return true;
}

static bool add_skeleton(iqm_scene *s)
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

/* --- animations -------------------------------------------------------------------------------------- */

/* Frames as keys. A channel that no frame changes has no keys when the node rests there, else one. */

/* What an animation without a rate is shown at. */
static const float default_rate = 24;

/* A target's first channel among the ten of a pose, and how many there are. */
static const struct {
    tlb_target target;
    uint32_t first, count;
} targets[] = {{TLB_TARGET_TRANSLATION, 0, 3}, {TLB_TARGET_ROTATION, 3, 4}, {TLB_TARGET_SCALE, 7, 3}};
enum { TARGETS = sizeof targets / sizeof *targets };

static const float *node_value(const tlb_node *node, tlb_target target)
{
    return target == TLB_TARGET_TRANSLATION ? node->translation
           : target == TLB_TARGET_ROTATION  ? node->rotation
                                            : node->scale;
}

/* Whether frames can move any of a pose's channels of a target. */
static bool moves(const iqm_scene *s, uint32_t pose, uint32_t target)
{
    uint32_t packed = iqm_channels(s->x) < TLB_IQM_CHANNELS;
    uint32_t first = targets[target].first - (packed && targets[target].target == TLB_TARGET_SCALE);
    uint32_t count = targets[target].count - (packed && targets[target].target == TLB_TARGET_ROTATION);
    return (s->x->poses.data[pose].channelmask >> first & ((1u << count) - 1)) != 0;
}

/* The animation's frames, and again the first after the last when it loops: there it begins anew. */
static uint32_t key_count(const tlb_iqm_anim *anim)
{
    return anim->num_frames + (anim->flags & TLB_IQM_LOOP && anim->num_frames > 1);
}

float tlb_iqm_rate(const tlb_iqm_anim *anim)
{
    return anim->framerate > 0 && anim->framerate <= FLT_MAX ? anim->framerate : default_rate;
}

typedef struct frame_keys {
    const tlb_iqm_anim *anim;
    tlb_animation *animation;
    tlb_channel *channels; /* of pose p and target t at [p * TARGETS + t]; without keys: not needed */
    float *times;
} frame_keys;

static bool add_channels(iqm_scene *s, frame_keys *k)
{
    uint32_t frames = key_count(k->anim),
             poses = s->joint_count < s->x->poses.count ? s->joint_count : s->x->poses.count;
    k->channels = tlb_zalloc_array(&s->work, poses, TARGETS * sizeof *k->channels);
    k->times = tlb_alloc_array(s->arena, frames, sizeof *k->times);
    if (!k->channels || !k->times)
        return false;
    for (uint32_t i = 0; i < frames; i++)
        k->times[i] = (float)i / tlb_iqm_rate(k->anim);
    for (uint32_t i = 0; i < poses * TARGETS; i++) {
        tlb_channel *c = &k->channels[i];
        bool moving = s->x->frames && frames > 1 && moves(s, i / TARGETS, i % TARGETS);
        *c = (tlb_channel){.node = s->first_joint + (int32_t)(i / TARGETS),
                           .target = targets[i % TARGETS].target,
                           .interpolation = TLB_LINEAR,
                           .key_count = moving ? frames : 1,
                           .times = k->times};
        c->values = tlb_alloc_array(s->arena, c->key_count, targets[i % TARGETS].count * sizeof(float));
        if (!c->values)
            return false;
    }
    return true;
}

/* The shorter way from the key before. */
static void keep_hemisphere(const float *before, float *q)
{
    if (before[0] * q[0] + before[1] * q[1] + before[2] * q[2] + before[3] * q[3] < 0)
        for (int i = 0; i < 4; i++)
            q[i] = -q[i];
}

static void set_keys(iqm_scene *s, frame_keys *k, uint32_t key, float (*frame)[TLB_IQM_CHANNELS])
{
    uint32_t poses = s->joint_count < s->x->poses.count ? s->joint_count : s->x->poses.count;
    for (uint32_t p = 0; p < poses; p++) {
        tlb_node posed;
        set_pose(&posed, frame[p]);
        for (uint32_t t = 0; t < TARGETS; t++) {
            tlb_channel *c = &k->channels[p * TARGETS + t];
            if (key >= c->key_count)
                continue;
            float *value = c->values + key * targets[t].count;
            memcpy(value, node_value(&posed, c->target), targets[t].count * sizeof *value);
            if (key && c->target == TLB_TARGET_ROTATION)
                keep_hemisphere(value - 4, value);
        }
    }
}

/* A pose that stays at rest, for as long as the animation lasts: without any channel it would be gone. */
static bool keep_rest(iqm_scene *s, frame_keys *k)
{
    const tlb_channel *first = &k->channels[0];
    tlb_channel *rest = &k->animation->channels[0];
    uint32_t keys = k->animation->duration > 0 ? 2 : 1;
    float *times = tlb_zalloc_array(s->arena, keys, sizeof *times);
    float(*values)[3] = tlb_alloc_array(s->arena, keys, sizeof *values);
    if (!times || !values)
        return false;
    times[keys - 1] = k->animation->duration;
    for (uint32_t i = 0; i < keys; i++)
        memcpy(values[i], first->values, sizeof *values);
    *rest = (tlb_channel){.node = first->node,
                          .target = first->target,
                          .interpolation = TLB_LINEAR,
                          .key_count = keys,
                          .times = times,
                          .values = values[0]};
    k->animation->channel_count = 1;
    return true;
}

/* Keeps the channels that say anything: more than one key, or another value than at rest. */
static bool keep_channels(iqm_scene *s, frame_keys *k)
{
    uint32_t poses = s->joint_count < s->x->poses.count ? s->joint_count : s->x->poses.count;
    tlb_channel *kept = tlb_alloc_array(s->arena, (size_t)poses * TARGETS, sizeof *kept);
    if (!kept)
        return false;
    k->animation->channels = kept;
    for (uint32_t i = 0; i < poses * TARGETS; i++) {
        const tlb_channel *c = &k->channels[i];
        const float *rest = node_value(&s->scene->nodes[c->node], c->target);
        if (c->key_count > 1 || memcmp(c->values, rest, targets[i % TARGETS].count * sizeof *rest) != 0)
            k->animation->channels[k->animation->channel_count++] = *c;
    }
    return k->animation->channel_count || !poses || keep_rest(s, k);
}

float tlb_iqm_seconds(const tlb_iqm_anim *anim)
{
    return anim->num_frames ? (float)(key_count(anim) - 1) / tlb_iqm_rate(anim) : 0;
}

bool tlb_iqm_has_frames(const tlb_iqm *x, const tlb_iqm_anim *anim)
{
    return anim->num_frames && tlb_within(anim->first_frame, anim->num_frames, x->num_frames);
}

static bool add_animation(iqm_scene *s, const tlb_iqm_anim *anim, float duration,
                          float (*frame)[TLB_IQM_CHANNELS])
{
    const char *text = tlb_iqm_name(s->x, anim->name), *name = tlb_scene_name(&s->work, text, strlen(text));
    tlb_animation *animation = name ? tlb_scene_add_animation(s->scene, name) : NULL;
    frame_keys keys = {.anim = anim, .animation = animation};
    if (!animation || !add_channels(s, &keys))
        return false;
    uint32_t count = key_count(anim);
    animation->loops = (anim->flags & TLB_IQM_LOOP) != 0;
    animation->duration = duration;
    animation->extras = tlb_value_table(s->arena);
    tlb_value_add_single(s->arena, animation->extras, "framerate", tlb_finite(anim->framerate));
    for (uint32_t i = 0; i < count; i++) {
        tlb_iqm_frame(s->x, anim->first_frame + i % anim->num_frames, frame);
        set_keys(s, &keys, i, frame);
    }
    return keep_channels(s, &keys);
}

static bool add_animations(iqm_scene *s)
{
    /* Animations may share frames, hostile ones without end. */
    enum { SHARING = 16 };
    uint64_t budget = (uint64_t)s->x->num_frames * SHARING;
    bool stored = tlb_iqm_frames_size(s->x) != 0;
    float(*frame)[TLB_IQM_CHANNELS] = tlb_alloc_array(&s->work, s->x->poses.count, sizeof *frame);
    for (uint32_t i = 0; frame && i < s->x->anims.count; i++) {
        tlb_iqm_anim anim = s->x->anims.data[i];
        if (!tlb_iqm_has_frames(s->x, &anim) || anim.num_frames > budget) {
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "anims",
                       "animation %u has a frame range out of range", i);
            continue;
        }
        float duration = tlb_iqm_seconds(&anim);
        if (!stored) /* every frame is the same */
            anim.num_frames = 1;
        budget -= anim.num_frames;
        if (!add_animation(s, &anim, duration, frame))
            return false;
    }
    return frame != NULL;
}

/* --- all --------------------------------------------------------------------------------------------- */

/* What a scene has no place for. */
static void describe(iqm_scene *s)
{
    const tlb_iqm *x = s->x;
    tlb_value *extras = s->scene->nodes[s->root].extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "version", x->version);
    if (x->flags)
        tlb_value_add_integer(s->arena, extras, "flags", x->flags);
    if (x->comment.size)
        tlb_value_add_text(s->arena, extras, "comment", x->comment.data);
    for (uint32_t i = 0; i < x->extensions.count; i++)
        tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "extensions",
                   "extension \"%s\" is not supported", tlb_iqm_name(x, x->extensions.data[i].name));
}

static bool fill_scene(iqm_scene *s, const char *name)
{
    s->root = (int32_t)s->scene->node_count;
    if (!tlb_scene_add_node(s->scene, name, TLB_NONE))
        return false;
    describe(s);
    return add_skeleton(s) && tlb_iqm_add_meshes(s) && add_animations(s);
}

tlb_status tlb_iqm_scene(const tlb_iqm *x, const char *name, tlb_scene *scene,
                         const tlb_conversion *conversion)
{
    tlb_context *context = conversion->context;
    iqm_scene s = {.x = x,
                   .context = context,
                   .conversion = conversion,
                   .scene = scene,
                   .arena = tlb_scene_arena(scene),
                   .textures = {.context = context,
                                .assets = conversion->assets,
                                .scene = scene,
                                .work = &s.work,
                                .extensions = tlb_iqm_texture_extensions},
                   .skin = TLB_NONE};
    tlb_arena_init(&s.work, context->account);
    const char *stem = tlb_scene_name(&s.work, tlb_path_base(name), tlb_path_stem(name));
    bool shown = stem && fill_scene(&s, stem);
    tlb_arena_fail(s.arena, s.work.failure);
    tlb_status status = shown ? TLB_OK : tlb_report_memory(context, s.arena);
    tlb_arena_release(&s.work);
    return status;
}

tlb_status tlb_iqm_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion)
{
    return tlb_iqm_scene(document->root, document->name, scene, conversion);
}
