/* Animations. Curves of CUBICSPLINE become as many linear keys as keep them within a small distance. */
#include "formats/interchange/gltf/scene/scene.h"

#include "base/index.h"
#include "base/number.h"
#include "scene/geometry/finite.h"

#include <stdio.h>

enum { MORE_KEYS = 7 }; /* how often a segment is halved at most */

typedef struct sampler {
    const float *times, *values;
    uint32_t keys, width; /* values a key */
    bool cubic, step, rotates;
} sampler;

typedef TLB_LIST(float) floats;

typedef struct resampler {
    gltf_scene *s;
    const sampler *from;
    floats times, values;
    float tolerance;
    float *scratch; /* three rows */
    bool failed;
} resampler;

/* --- cubic splines ------------------------------------------------------------------------------------ */

static void evaluate(const sampler *c, uint32_t key, float time, float *out)
{
    uint32_t n = c->width;
    const float *a = c->values + (size_t)key * 3 * n, *b = a + 3 * (size_t)n;
    double span = (double)c->times[key + 1] - c->times[key], t = (time - c->times[key]) / span;
    double t2 = t * t, t3 = t2 * t, square = 0;
    for (uint32_t i = 0; i < n; i++) {
        double value = (2 * t3 - 3 * t2 + 1) * a[n + i] + span * (t3 - 2 * t2 + t) * a[2 * n + i] +
                       (-2 * t3 + 3 * t2) * b[n + i] + span * (t3 - t2) * b[i];
        out[i] = tlb_finite((float)value);
        square += value * value;
    }
    for (uint32_t i = 0; c->rotates && i < n && square > 0; i++)
        out[i] = tlb_finite((float)(out[i] / sqrt(square)));
}

static void push(resampler *r, float time, const float *values)
{
    float *at = TLB_PUSH(&r->s->work, &r->times);
    if (!at || !TLB_RESERVE(&r->s->work, &r->values, r->from->width)) {
        r->failed = true;
        return;
    }
    *at = time;
    memcpy(r->values.data + r->values.count, values, r->from->width * sizeof *values);
    r->values.count += r->from->width;
}

/* Whether the line between two times is as good as the curve, at a few places. */
static bool is_straight(resampler *r, uint32_t key, float from, float to, float *row)
{
    static const float places[] = {0.25f, 0.5f, 0.75f};
    uint32_t n = r->from->width;
    float *a = row, *b = row + n, *c = row + 2 * (size_t)n;
    bool straight = true;
    evaluate(r->from, key, from, a);
    evaluate(r->from, key, to, b);
    for (int k = 0; k < 3 && straight; k++) {
        evaluate(r->from, key, from + (to - from) * places[k], c);
        for (uint32_t i = 0; i < n && straight; i++)
            straight = fabsf(a[i] + (b[i] - a[i]) * places[k] - c[i]) <= r->tolerance;
    }
    return straight;
}

static void refine(resampler *r, uint32_t key, float from, float to, int depth)
{
    float middle = from + (to - from) / 2;
    if (depth == 0 || r->failed || !(middle > from) || !(to > middle) ||
        is_straight(r, key, from, to, r->scratch))
        return;
    refine(r, key, from, middle, depth - 1);
    evaluate(r->from, key, middle, r->scratch);
    push(r, middle, r->scratch);
    refine(r, key, middle, to, depth - 1);
}

static float tolerance_of(const sampler *c)
{
    static const float part = 2e-4f;
    float most = 1e-3f;
    for (uint32_t i = 0; i < c->keys; i++)
        for (uint32_t k = 0; k < c->width; k++) {
            float value = fabsf(c->values[((size_t)i * 3 + 1) * c->width + k]);
            most = value > most ? value : most;
        }
    return part * most;
}

static tlb_status resample(gltf_scene *s, sampler *c)
{
    resampler r = {.s = s, .from = c, .tolerance = tolerance_of(c)};
    r.scratch = tlb_alloc_array(&s->work, (size_t)c->width * 3, sizeof *r.scratch);
    if (!r.scratch)
        return tlb_report_memory(s->context, &s->work);
    for (uint32_t i = 0; i < c->keys && !r.failed; i++) {
        push(&r, c->times[i], c->values + ((size_t)i * 3 + 1) * c->width);
        if (i + 1 < c->keys)
            refine(&r, i, c->times[i], c->times[i + 1], MORE_KEYS);
    }
    if (r.failed)
        return tlb_report_memory(s->context, &s->work);
    *c = (sampler){.times = r.times.data, .values = r.values.data, .keys = r.times.count, .width = c->width};
    return TLB_OK;
}

/* --- channels ----------------------------------------------------------------------------------------- */

static tlb_status bad_sampler(gltf_scene *s, const char *path, const char *message)
{
    tlb_report(s->context, TLB_CODE_GLTF_ATTRIBUTES, TLB_NO_OFFSET, path, "%s", message);
    return TLB_INVALID;
}

/* `columns`: of an output row; `width`: values a key. */
static tlb_status open_sampler(gltf_scene *s, const tlb_gltf_animation_sampler *from, const char *path,
                               uint32_t columns, uint32_t width, sampler *out)
{
    gltf_rows input, output;
    tlb_status status = tlb_gltf_rows_of(&s->data, from->input, path, &input);
    if (!status)
        status = tlb_gltf_rows_of(&s->data, from->output, path, &output);
    if (status)
        return status;
    out->cubic = gltf_is(from->interpolation, "CUBICSPLINE");
    out->step = gltf_is(from->interpolation, "STEP");
    uint64_t values = (uint64_t)input.count * width * (out->cubic ? 3 : 1);
    if (input.columns != 1 || output.columns != columns || (uint64_t)output.count * columns != values)
        return bad_sampler(s, path, "the numbers of keys and values do not match, or are of the wrong type");
    if ((status = tlb_gltf_spend(&s->data, (uint64_t)input.count + output.count, path)))
        return status;
    float *times = tlb_alloc_array(&s->work, input.count, sizeof *times);
    float *numbers = tlb_alloc_array(&s->work, values, sizeof *numbers);
    if (!times || !numbers)
        return tlb_report_memory(s->context, &s->work);
    tlb_gltf_floats(&input, 1, times);
    tlb_gltf_floats(&output, columns, numbers);
    out->times = times;
    out->values = numbers;
    out->keys = input.count;
    out->width = width;
    return out->cubic ? resample(s, out) : TLB_OK;
}

static void copy_keys(const sampler *from, float *times, float *values)
{
    memcpy(times, from->times, from->keys * sizeof *times);
    memcpy(values, from->values, (size_t)from->keys * from->width * sizeof *values);
}

static void set_duration(tlb_animation *animation, const sampler *keys)
{
    for (uint32_t i = 0; i < keys->keys; i++)
        if (keys->times[i] > animation->duration)
            animation->duration = keys->times[i];
}

static tlb_status add_node_channel(gltf_scene *s, tlb_animation *animation, const tlb_gltf_channel *from,
                                   const tlb_gltf_animation_sampler *keys, const char *path)
{
    static const struct {
        const char *path;
        tlb_target target;
        uint32_t width;
    } targets[] = {{"translation", TLB_TARGET_TRANSLATION, 3},
                   {"rotation", TLB_TARGET_ROTATION, 4},
                   {"scale", TLB_TARGET_SCALE, 3},
                   {"weights", TLB_TARGET_MORPHS, 0}};
    enum { TARGETS = sizeof targets / sizeof *targets };
    uint32_t i = 0;
    while (i < TARGETS && !gltf_is(from->target->path, targets[i].path))
        i++;
    if (i == TARGETS)
        return TLB_OK;
    if ((uint32_t)from->target->node >= s->x->nodes.count) {
        tlb_report(s->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET, path,
                   "node %d out of range; number of nodes: %u", from->target->node, s->x->nodes.count);
        return TLB_INVALID;
    }
    int32_t node = s->nodes[from->target->node], mesh = s->scene->nodes[node].mesh;
    uint32_t width = targets[i].width, columns = width;
    if (targets[i].target == TLB_TARGET_MORPHS) {
        width = mesh >= 0 ? s->scene->meshes[mesh].morph_count : 0;
        columns = 1;
        if (!width)
            return TLB_OK;
    }
    sampler row = {.rotates = targets[i].target == TLB_TARGET_ROTATION};
    tlb_status status = open_sampler(s, keys, path, columns, width, &row);
    if (status || !row.keys)
        return status;
    tlb_channel *channel = &animation->channels[animation->channel_count];
    *channel = (tlb_channel){
        .node = node, .target = targets[i].target, .interpolation = row.step ? TLB_STEP : TLB_LINEAR};
    if (!tlb_channel_reserve(s->scene, channel, row.keys))
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    copy_keys(&row, channel->times, channel->values);
    set_duration(animation, &row);
    animation->channel_count++;
    return TLB_OK;
}

/* The material and property of a pointer that scenes have; false: another one. */
static bool read_pointer(const gltf_scene *s, const tlb_value *pointer, tlb_material_channel *channel)
{
    static const char list[] = "/materials/";
    static const struct {
        const char *path;
        tlb_material_target target;
    } properties[] = {{"/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
                       TLB_MATERIAL_UV_OFFSET},
                      {"/pbrMetallicRoughness/baseColorFactor", TLB_MATERIAL_COLOR}};
    if (!pointer || pointer->kind != TLB_VALUE_TEXT ||
        strncmp(pointer->as.text.data, list, sizeof list - 1) != 0)
        return false;
    const char *at = pointer->as.text.data + sizeof list - 1,
               *end = pointer->as.text.data + pointer->as.text.size;
    uint32_t material;
    at = tlb_read_u32(at, end, &material);
    if (!at || material >= s->scene->material_count)
        return false;
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (strcmp(at, properties[i].path) == 0) {
            channel->material = (int32_t)material;
            channel->target = properties[i].target;
            return true;
        }
    return false;
}

static tlb_status add_pointer_channel(gltf_scene *s, tlb_animation *animation, const tlb_gltf_channel *from,
                                      const tlb_gltf_animation_sampler *keys, const char *path)
{
    tlb_material_channel channel = {0};
    const tlb_value *pointer =
        tlb_value_get(tlb_value_get(from->target->extensions, "KHR_animation_pointer"), "pointer");
    if (!read_pointer(s, pointer, &channel)) {
        tlb_report(s->context, TLB_CODE_GLTF_SKIPPED, TLB_NO_OFFSET, path,
                   "the animation of another property is left out");
        return TLB_OK;
    }
    uint32_t width = channel.target == TLB_MATERIAL_COLOR ? 4 : 2;
    sampler row = {0};
    tlb_status status = open_sampler(s, keys, path, width, width, &row);
    if (status || !row.keys)
        return status;
    channel.interpolation = row.step ? TLB_STEP : TLB_LINEAR;
    if (!tlb_material_channel_reserve(s->scene, &channel, row.keys))
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    copy_keys(&row, channel.times, channel.values);
    animation->material_channels[animation->material_channel_count++] = channel;
    set_duration(animation, &row);
    return TLB_OK;
}

static tlb_status add_channel(gltf_scene *s, tlb_animation *animation, const tlb_gltf_animation *from,
                              uint32_t index, const char *path)
{
    const tlb_gltf_channel *channel = &from->channels.data[index];
    if (channel->sampler < 0 || (uint32_t)channel->sampler >= from->samplers.count) {
        tlb_report(s->context, TLB_CODE_GLTF_REFERENCE, TLB_NO_OFFSET, path,
                   "sampler %d out of range; number of samplers: %u", channel->sampler, from->samplers.count);
        return TLB_INVALID;
    }
    const tlb_gltf_animation_sampler *keys = &from->samplers.data[channel->sampler];
    if (!channel->target)
        return TLB_OK;
    if (gltf_is(channel->target->path, "pointer"))
        return add_pointer_channel(s, animation, channel, keys, path);
    return channel->target->node < 0 ? TLB_OK : add_node_channel(s, animation, channel, keys, path);
}

/* The extras of animations that the scene has under their names. */
typedef struct kept_extras {
    tlb_index by_name;
    TLB_LIST(const tlb_value *) list;
} kept_extras;

static bool find_kept(gltf_scene *s, kept_extras *kept)
{
    uint32_t shown = s->x->scene < 0 ? 0 : (uint32_t)s->x->scene;
    const tlb_value *all =
        shown < s->x->scenes.count ? tlb_value_get(s->x->scenes.data[shown].extras, "animations") : NULL;
    if (!all || all->kind != TLB_VALUE_TABLE)
        return true;
    for (const tlb_value *v = all->as.members.first; v; v = v->next) {
        int32_t *place = tlb_index_find(&kept->by_name, &s->work, v->key, strlen(v->key));
        const tlb_value **own = place ? TLB_PUSH(&s->work, &kept->list) : NULL;
        if (!own)
            return false;
        *own = v;
        *place = (int32_t)kept->list.count - 1;
    }
    return true;
}

/* Its own, or, where an editor has lost these, those that are kept. */
static const tlb_value *extras_of(const kept_extras *kept, const tlb_gltf_animation *animation)
{
    const int32_t *place = tlb_index_look(&kept->by_name, animation->name.data, animation->name.size);
    return !animation->extras && place && kept->list.data ? kept->list.data[*place] : animation->extras;
}

static tlb_status add_animation(gltf_scene *s, const kept_extras *kept, uint32_t index)
{
    static const char *const own[] = {"loops", "duration", "longName", NULL};
    const tlb_gltf_animation *from = &s->x->animations.data[index];
    const tlb_value *extras = extras_of(kept, from);
    const char *name = tlb_gltf_name_of(s, from->name, extras);
    tlb_animation *animation = name ? tlb_scene_add_animation(s->scene, name) : NULL;
    const tlb_value *loops = tlb_value_get(extras, "loops");
    uint32_t count = from->channels.count;
    if (!animation || !tlb_animation_reserve(s->scene, animation, count, count))
        return tlb_report_memory(s->context, tlb_scene_arena(s->scene));
    animation->channel_count = animation->material_channel_count = 0;
    animation->loops = tlb_gltf_is_true(loops);
    animation->extras = tlb_gltf_extras_of(s, extras, own);
    tlb_status status = TLB_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        char path[64];
        snprintf(path, sizeof path, "animations[%u].channels[%u]", index, i);
        status = add_channel(s, animation, from, i, path);
    }
    return status;
}

tlb_status tlb_gltf_add_animations(gltf_scene *s)
{
    kept_extras kept = {0};
    tlb_status status = find_kept(s, &kept) ? TLB_OK : tlb_report_memory(s->context, &s->work);
    for (uint32_t i = 0; i < s->x->animations.count && !status; i++)
        status = add_animation(s, &kept, i);
    return status;
}
