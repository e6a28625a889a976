/* A scene as a model: joints are the nodes that skins name or animations move. And what is lost on the way.
 */
#include "formats/interquake/model/from_scene.h"

#include "writers/reports.h"
#include "writers/hints.h"
#include "scene/inspect/losses.h"
#include "trilobite/scene.h"
#include "scene/animation/channel.h"
#include "scene/geometry/finite.h"
#include "scene/geometry/matrix.h"
#include "scene/inspect/shown.h"
#include "scene/transform/colors.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* --- joints ------------------------------------------------------------------------------------------ */

static bool *find_joints(const iq_scene_maker *s)
{
    const tlb_scene *scene = s->scene;
    bool *wanted = tlb_zalloc(s->arena, scene->node_count);
    if (!wanted)
        return NULL;
    for (uint32_t i = 0; i < scene->skin_count; i++)
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            wanted[scene->skins[i].joints[k]] = true;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++)
            if (scene->animations[i].channels[k].target != TLB_TARGET_MORPHS)
                wanted[scene->animations[i].channels[k].node] = true;
    return wanted;
}

/* Columns of unit length and their lengths; one of them mirrored where the matrix mirrors. */
static void split(const float m[16], iq_pose pose)
{
    float r[3][3]; /* columns */
    bool mirrors = tlb_matrix_determinant(m) < 0;
    memcpy(pose, m + 12, 3 * sizeof *pose);
    for (int k = 0; k < 3; k++) {
        const float *c = m + 4 * k;
        float length = sqrtf(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        pose[7 + k] = mirrors && k == 0 ? -length : length;
        for (int i = 0; i < 3; i++)
            r[k][i] = length > 0 ? c[i] / pose[7 + k] : (float)(i == k);
    }
    tlb_iqe_pose rows = {.count = 12};
    for (int i = 0; i < 9; i++)
        rows.values[3 + i] = r[i % 3][i / 3];
    rows.values[12] = rows.values[13] = rows.values[14] = 1;
    iq_pose rotation;
    tlb_iqe_channels(TLB_IQE_PM, &rows, rotation);
    memcpy(pose + 3, rotation + 3, 4 * sizeof *pose);
}

static bool is_at_rest(const tlb_node *node)
{
    const float *t = node->translation, *r = node->rotation, *s = node->scale;
    return t[0] == 0 && t[1] == 0 && t[2] == 0 && r[0] == 0 && r[1] == 0 && r[2] == 0 && s[0] == 1 &&
           s[1] == 1 && s[2] == 1;
}

/* A node's place in the space of the joint above it, and in the axes of IQE. */
static void set_pose(iq_scene_maker *s, const tlb_scene *posed, const float (*world)[16], uint32_t node,
                     iq_pose pose)
{
    const tlb_node *n = &posed->nodes[node];
    int32_t above = n->parent;
    bool direct = true; /* nothing between it and the joint above moves it */
    while (above >= 0 && s->joint[above] < 0) {
        direct &= is_at_rest(&posed->nodes[above]);
        above = posed->nodes[above].parent;
    }
    if (direct) {
        memcpy(pose, n->translation, sizeof n->translation);
        memcpy(pose + 3, n->rotation, sizeof n->rotation);
        memcpy(pose + 7, n->scale, sizeof n->scale);
    } else {
        float inverse[16], local[16];
        if (above >= 0) {
            tlb_matrix_invert(world[above], inverse);
            tlb_matrix_multiply(inverse, world[node], local);
        } else
            memcpy(local, world[node], sizeof local);
        split(local, pose);
    }
    for (int i = 0; i < TLB_IQM_CHANNELS; i++) {
        s->replaced += isfinite(pose[i]) ? 0 : 1;
        pose[i] = tlb_finite(pose[i]);
    }
    iq_turn_back(pose, pose);
    iq_turn_back(pose + 3, pose + 3);
    float y = pose[8];
    pose[8] = pose[9], pose[9] = y;
    for (int i = 0; i < TLB_IQM_CHANNELS; i++)
        pose[i] += 0.0f; /* 0 for -0 */
}

/* Whether a mesh that is shown has no joint to move with. */
static bool stands_still(const iq_scene_maker *s)
{
    for (uint32_t i = 0; i < s->scene->node_count; i++)
        if (tlb_shown_mesh(s->scene, s->shown, i) && s->mover[i] < 0 && s->scene->nodes[i].skin < 0)
            return true;
    return false;
}

static bool make_skeleton(iq_scene_maker *s)
{
    const tlb_scene *scene = s->scene;
    const bool *wanted = find_joints(s);
    uint32_t count = 0;
    s->joint = tlb_alloc_array(s->arena, scene->node_count, sizeof *s->joint);
    s->mover = tlb_alloc_array(s->arena, scene->node_count, sizeof *s->mover);
    s->still = TLB_NONE;
    if (!wanted || !s->joint || !s->mover)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        int32_t parent = scene->nodes[i].parent;
        s->joint[i] = wanted[i] ? (int32_t)count++ : TLB_NONE;
        s->mover[i] = wanted[i] ? s->joint[i] : parent >= 0 ? s->mover[parent] : TLB_NONE;
    }
    if (!count)
        return true;
    if (stands_still(s))
        s->still = (int32_t)count++;
    iq_joint *joints = tlb_alloc_array(s->arena, count, sizeof *joints);
    iq_pose *poses = tlb_alloc_array(s->arena, count, sizeof *poses);
    if (!joints || !poses)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const tlb_node *node = &scene->nodes[i];
        if (!wanted[i])
            continue;
        int32_t parent = node->parent < 0 ? TLB_NONE : s->mover[node->parent];
        joints[s->joint[i]] = (iq_joint){{node->name, (uint32_t)strlen(node->name)}, parent};
        set_pose(s, &s->base, (const float(*)[16])s->world, i, poses[s->joint[i]]);
    }
    if (s->still >= 0) {
        joints[s->still] = (iq_joint){{"still", 5}, TLB_NONE};
        memcpy(poses[s->still], (const iq_pose){0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, sizeof *poses);
    }
    s->model->joints.data = joints;
    s->model->joints.count = count;
    s->model->base_poses = (const iq_pose *)poses;
    return true;
}

/* --- animations -------------------------------------------------------------------------------------- */

enum { SLOWEST = 1, FASTEST = 60, USUAL = 24 };

/* Frames per second that meet the keys: what the closest two of them need. */
static float find_rate(const tlb_animation *animation, uint64_t *keys)
{
    float least = FLT_MAX;
    *keys = 0;
    for (uint32_t i = 0; i < animation->channel_count; i++) {
        const tlb_channel *c = &animation->channels[i];
        *keys += c->key_count;
        for (uint32_t k = 1; k < c->key_count && c->target != TLB_TARGET_MORPHS; k++) {
            float step = c->times[k] - c->times[k - 1];
            least = step > 0 && step < least ? step : least;
        }
    }
    if (least == FLT_MAX)
        return USUAL;
    float rate = 1 / least, whole = roundf(rate);
    rate = fabsf(rate - whole) < rate * 0.001f ? whole : rate;
    return rate < SLOWEST ? SLOWEST : rate > FASTEST ? FASTEST : rate;
}

/* The rate that the scene's file had, if the keys are at its frames: found in their times, it would be
 * another by rounding, each time the model is converted. */
static float rate_of_file(const tlb_animation *animation, float found)
{
    const tlb_value *value = tlb_value_get(animation->extras, "framerate");
    double rate;
    bool near = tlb_hint_number(value, &rate) && fabs(rate - (double)found) < (double)found * 0.001;
    return near ? (float)rate : found;
}

/* What changes at once takes a frame here. */
static bool has_steps(const tlb_channel *c)
{
    return c->interpolation == TLB_STEP && c->target != TLB_TARGET_MORPHS && c->key_count > 1;
}

/* Frames are close where something jumps: at steps, and between the end of a loop that ends elsewhere than it
 * began (who walks and is then put back) and its first frame. */
static float rate_of_jumps(const tlb_scene *scene, const tlb_animation *animation, float rate)
{
    bool jumps = false;
    for (uint32_t i = 0; i < animation->channel_count && !jumps; i++) {
        const tlb_channel *c = &animation->channels[i];
        bool glides = c->interpolation == TLB_LINEAR && c->target != TLB_TARGET_MORPHS;
        jumps = has_steps(c) || (animation->loops && glides && tlb_channel_is_open(scene, c));
    }
    return jumps && rate < USUAL ? rate * ceilf(USUAL / rate) : rate;
}

/* What loops ends where it begins: that frame is not written twice. Long rests are sampled more coarsely: no
 * more frames than the keys account for. */
static iq_animation plan(const tlb_scene *scene, const tlb_animation *animation)
{
    enum { TIMES = 16, ANYWAY = 1024 };
    uint64_t keys;
    iq_animation plan = {.name = {animation->name, (uint32_t)strlen(animation->name)},
                         .loop = animation->loops};
    plan.framerate = rate_of_jumps(scene, animation, rate_of_file(animation, find_rate(animation, &keys)));
    double duration =
        animation->duration > 0 && isfinite(animation->duration) ? (double)animation->duration : 0;
    double most = (double)keys * TIMES + ANYWAY, frames = duration * (double)plan.framerate;
    if (frames > most) {
        plan.framerate = (float)(most / duration);
        frames = most;
    }
    plan.frame_count = (uint32_t)floor(frames + 0.5) + (plan.loop ? 0 : 1);
    plan.frame_count += plan.frame_count == 0;
    return plan;
}

static bool sample(iq_scene_maker *s, const tlb_animation *animation, const iq_animation *made,
                   tlb_arena *work, iq_pose *out)
{
    const tlb_scene *scene = s->scene;
    float(*world)[16] = tlb_alloc_array(work, scene->node_count, sizeof *world);
    tlb_mark mark = tlb_arena_mark(work);
    for (uint32_t f = 0; f < made->frame_count && world; f++, out += s->model->joints.count) {
        tlb_scene posed;
        float time = (float)((double)f / (double)made->framerate);
        if (!tlb_scene_at(scene, animation, time < animation->duration ? time : animation->duration, work,
                          &posed))
            return false;
        tlb_scene_world_matrices(&posed, world);
        memcpy(out, s->model->base_poses, s->model->joints.count * sizeof *out);
        for (uint32_t i = 0; i < scene->node_count; i++)
            if (s->joint[i] >= 0)
                set_pose(s, &posed, (const float(*)[16])world, i, out[s->joint[i]]);
        tlb_arena_rewind(work, mark);
    }
    return world != NULL;
}

static bool moves_joints(const tlb_animation *animation)
{
    for (uint32_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].target != TLB_TARGET_MORPHS)
            return true;
    return false;
}

static bool sample_animations(iq_scene_maker *s)
{
    enum { MOST_POSES = 1 << 22 };
    const tlb_scene *scene = s->scene;
    iq_animation *made = tlb_alloc_array(s->arena, scene->animation_count, sizeof *made);
    const tlb_animation **from = tlb_alloc_array(s->arena, scene->animation_count, sizeof *from);
    uint32_t joints = s->model->joints.count, count = 0, frames = 0;
    if (!made || !from)
        return false;
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        iq_animation next = plan(scene, &scene->animations[i]);
        bool fits = moves_joints(&scene->animations[i]) &&
                    ((uint64_t)frames + next.frame_count) * joints <= MOST_POSES;
        if (!fits) {
            tlb_report(s->context, TLB_CODE_DROPPED, TLB_NO_OFFSET, NULL,
                       "animation \"%s\" moves no node, or has too many frames", next.name.data);
            continue;
        }
        next.first_frame = frames;
        frames += next.frame_count;
        from[count] = &scene->animations[i];
        made[count++] = next;
    }
    iq_pose *poses = tlb_alloc_array(s->arena, frames, joints * sizeof *poses);
    tlb_arena work;
    tlb_arena_init(&work, s->arena->account);
    bool done = poses != NULL;
    for (uint32_t i = 0; i < count && done; i++)
        done = sample(s, from[i], &made[i], &work, poses + (size_t)made[i].first_frame * joints);
    tlb_arena_release(&work);
    s->model->animations.data = made;
    s->model->animations.count = count;
    s->model->frame_count = frames;
    s->model->frames = (const iq_pose *)poses;
    return done;
}

/* --- all --------------------------------------------------------------------------------------------- */

static tlb_status make_images(iq_scene_maker *s, const char *stem)
{
    const tlb_scene *scene = s->scene;
    bool *wanted = tlb_zalloc_array(s->arena, scene->image_count, sizeof *wanted);
    if (!wanted)
        return tlb_report_memory(s->context, s->arena);
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (scene->materials[i].texture.image >= 0 && !scene->materials[i].placeholder)
            wanted[scene->materials[i].texture.image] = true;
    return tlb_make_image_files(s->context, s->arena, scene, wanted, stem, &s->images);
}

/* The scene at rest, but what rests at no size and grows in an animation has its full one: from flat vertices
 * it could not grow. */
static bool make_base(iq_scene_maker *s)
{
    const tlb_scene *scene = s->scene;
    tlb_node *nodes = tlb_alloc_array(s->arena, scene->node_count, sizeof *nodes);
    s->world = tlb_alloc_array(s->arena, scene->node_count, sizeof *s->world);
    if (!nodes || !s->world)
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++)
        nodes[i] = scene->nodes[i];
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t c = 0; c < scene->animations[i].channel_count; c++) {
            const tlb_channel *channel = &scene->animations[i].channels[c];
            float *scale = nodes[channel->node].scale;
            for (int k = 0; k < 3 && channel->target == TLB_TARGET_SCALE; k++)
                scale[k] = scale[k] == 0 ? 1 : scale[k];
        }
    s->base = *scene;
    s->base.nodes = nodes;
    tlb_scene_world_matrices(&s->base, s->world);
    return true;
}

/* That of an IQM is in the extras of the node above its joints. */
static void set_comment(iq_scene_maker *s)
{
    for (uint32_t i = 0; i < s->scene->node_count && !s->model->has_comment; i++) {
        const tlb_value *comment = tlb_value_get(s->scene->nodes[i].extras, "comment");
        s->model->has_comment = comment && comment->kind == TLB_VALUE_TEXT;
        if (s->model->has_comment)
            s->model->comment = comment->as.text;
    }
}

static bool make_model(iq_scene_maker *s)
{
    iq_source *source = tlb_zalloc(s->arena, sizeof *source);
    tlb_scene *separated = tlb_alloc(s->arena, sizeof *separated);
    if (!separated || !tlb_separate_colors(s->scene, s->arena, separated))
        return false;
    s->scene = separated;
    s->shown = tlb_scene_shown(s->scene, s->arena);
    if (!source || !s->shown || !make_base(s))
        return false;
    set_comment(s);
    source->name = s->context->file;
    s->model->sources.data = source;
    s->model->sources.count = 1;
    return make_skeleton(s) && tlb_iq_add_scene_meshes(s) && sample_animations(s);
}

static void report_losses(const iq_scene_maker *s)
{
    tlb_writing writing = {.context = s->context,
                           .scene = s->scene,
                           .shown = s->shown,
                           .title = s->title,
                           .moves = true,
                           .uv_sets = true,
                           .attributes = true};
    uint64_t glowing = 0, blended = 0;
    for (uint32_t i = 0; i < s->scene->material_count; i++) {
        const tlb_material *m = &s->scene->materials[i];
        glowing += m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0;
        blended += m->alpha_mode != TLB_ALPHA_OPAQUE || m->double_sided;
    }
    tlb_report_losses(&writing);
    tlb_report_loss(&writing, s->crowded, "more than ten custom vertex attributes with different names");
    tlb_report_loss(&writing, glowing, "emissive materials (without texture they get a brighter color)");
    tlb_report_loss(&writing, blended, "transparent or double-sided materials");
    tlb_report_not_finite(s->context, s->replaced);
    if (s->shortened)
        tlb_report(s->context, TLB_CODE_SCENE_LONG_NAME, TLB_NO_OFFSET, NULL,
                   "%u %s than 31 bytes and cut: raylib reads 32", (unsigned)s->shortened,
                   tlb_plural(s->shortened, "name is longer", "names are longer"));
}

tlb_status tlb_iq_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                             const char *title, bool short_names,
                             tlb_status (*write)(const iq_model *model, const tlb_conversion *conversion,
                                                 tlb_buffer *out))
{
    tlb_context *context = conversion->context;
    tlb_arena arena;
    iq_model model = {0};
    iq_scene_maker s = {.scene = scene, .context = context, .arena = &arena, .title = title, .model = &model};
    tlb_arena_init(&arena, context->account);
    tlb_status status = make_images(&s, tlb_output_stem(output));
    if (!status && ((short_names && !tlb_iq_shorten_files(&s)) || !make_model(&s) ||
                    (short_names && !tlb_iq_shorten_names(&s))))
        status = tlb_report_memory(context, &arena);
    tlb_buffer *out = status ? NULL : tlb_output_file(output, tlb_output_name(output));
    if (!status)
        status = out ? write(&model, conversion, out) : tlb_report_output(context, output, NULL);
    if (!status && out && out->status)
        status = tlb_report_failure(context, out->status);
    if (!status)
        status = tlb_put_image_files(context, s.images, scene->image_count, output);
    if (!status)
        report_losses(&s);
    tlb_arena_release(&arena);
    return status;
}
