/* What tracks are made of: packed transforms, the channels of a node, their times, and the frames of meshes
 * that they show. */
#include "formats/darkstar/dts/from_scene/channels.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- transforms ---------------------------------------------------------------------------------------- */

/* Rounded, and again until what is read of it is packed to the same. */
static void pack_rotation(const float rotation[4], int16_t out[4])
{
    enum { ONE = 32767, TIMES = 16 };
    tlb_dts shape = {.pers = {.version = TLB_DTS_LAST_VERSION}};
    tlb_dts_transform packed = {.rot16 = {0}};
    float q[4] = {rotation[0], rotation[1], rotation[2], rotation[3]};
    tlb_dts_make_unit(q);
    for (int time = 0; time < TIMES; time++) {
        int16_t last[4];
        memcpy(last, packed.rot16, sizeof last);
        for (int i = 0; i < 4; i++) /* the conjugate */
            packed.rot16[i] = (int16_t)roundf((i < 3 ? -q[i] : q[i]) * ONE);
        if (memcmp(last, packed.rot16, sizeof last) == 0)
            break;
        memcpy(q, tlb_dts_transform_placement(&shape, &packed).rotation, sizeof q);
    }
    memcpy(out, packed.rot16, 4 * sizeof *out);
}

tlb_dts_transform tlb_dts_pack(dts_maker *m, const float translation[3], const float rotation[4])
{
    tlb_dts_transform packed = {.scale = {1, 1, 1}};
    float sane[4], turned[4];
    for (int i = 0; i < 4; i++)
        sane[i] = tlb_dts_sane(m, rotation[i]);
    dts_axes_from_scene(turned, sane);
    turned[3] = sane[3];
    pack_rotation(turned, packed.rot16);
    for (int i = 0; i < 3; i++)
        sane[i] = tlb_dts_sane(m, translation[i]);
    dts_axes_from_scene(packed.pos, sane);
    return packed;
}

/* --- channels ------------------------------------------------------------------------------------------ */

/* How many keys are not after a time. */
static uint32_t keys_to(const tlb_channel *c, float time)
{
    uint32_t low = 0, high = c->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->times[middle] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void tlb_dts_value_at(const tlb_channel *c, uint32_t width, float time, float *out)
{
    uint32_t count = keys_to(c, time), from = count ? count - 1 : 0;
    bool holds = !count || count == c->key_count || c->interpolation == TLB_STEP;
    const float *a = c->values + (size_t)from * width, *b = holds ? a : a + width;
    float part = holds ? 0 : (time - c->times[from]) / (c->times[from + 1] - c->times[from]);
    if (part == 0 || c->target != TLB_TARGET_ROTATION) {
        for (uint32_t i = 0; i < width; i++)
            out[i] = part == 0 ? a[i] : a[i] + (b[i] - a[i]) * part;
        return;
    }
    tlb_dts_placement x = DTS_NO_MOVE, y = DTS_NO_MOVE;
    memcpy(x.rotation, a, sizeof x.rotation);
    memcpy(y.rotation, b, sizeof y.rotation);
    x = tlb_dts_blend(&x, &y, part);
    memcpy(out, x.rotation, sizeof x.rotation);
}

/* The channel of a node in an animation: `from` is a link of the node's, not after those of the animation. */
const tlb_channel *tlb_dts_channel_for(const dts_maker *m, uint32_t from, uint32_t animation,
                                       tlb_target target)
{
    for (uint32_t at = from; at && m->links[at - 1].animation <= animation; at = m->links[at - 1].next) {
        const dts_link *link = &m->links[at - 1];
        if (link->animation == animation && link->channel->target == target && link->channel->key_count)
            return link->channel;
    }
    return NULL;
}

/* Lists the channels of each node, by animation. */
static bool link_channels(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    size_t count = 0;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        count += scene->animations[i].channel_count;
    uint32_t *last = tlb_zalloc_array(m->arena, scene->node_count, sizeof *last);
    m->first_link = tlb_zalloc_array(m->arena, scene->node_count, sizeof *m->first_link);
    m->links = tlb_alloc_array(m->arena, count, sizeof *m->links);
    if (!last || !m->first_link || !m->links || count >= UINT32_MAX)
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &scene->animations[i].channels[k];
            m->links[next++] = (dts_link){i, 0, c};
            uint32_t *place = last[c->node] ? &m->links[last[c->node] - 1].next : &m->first_link[c->node];
            *place = last[c->node] = next;
        }
    return true;
}

/* --- times --------------------------------------------------------------------------------------------- */

float tlb_dts_duration_of(const tlb_animation *animation)
{
    static const float frame = 1.0f / 30;
    return animation->duration > 0 && animation->duration < 1e6f ? animation->duration : frame;
}

bool tlb_dts_add_time(dts_maker *m, dts_times *times, float time, float duration)
{
    float *place = TLB_PUSH(m->arena, times);
    if (place)
        *place = time > 0 ? fminf(time, duration) : 0;
    return place != NULL;
}

bool tlb_dts_add_times(dts_maker *m, dts_times *times, const tlb_channel *c, float duration)
{
    for (uint32_t i = 0; c && i < c->key_count; i++) {
        if (!tlb_dts_add_time(m, times, c->times[i], duration))
            return false;
        bool jumps = c->interpolation == TLB_STEP && i && c->times[i] > 0 && c->target != TLB_TARGET_MORPHS &&
                     c->target != TLB_TARGET_SCALE;
        if (jumps && !tlb_dts_add_time(m, times, nextafterf(c->times[i], -INFINITY), duration))
            return false;
    }
    return true;
}

static int by_time(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void tlb_dts_sort_times(dts_times *times)
{
    uint32_t count = 0;
    qsort(times->data, times->count, sizeof *times->data, by_time);
    for (uint32_t i = 0; i < times->count; i++)
        if (!i || times->data[i] != times->data[i - 1])
            times->data[count++] = times->data[i];
    times->count = count;
}

/* The position that is read as this time, or else the nearest. */
float tlb_dts_position_of(float time, float duration)
{
    float nearest = (float)((double)time / (double)duration), tried = nearest;
    for (int i = 0; i < 5; i++) {
        if (tried <= 1 && (float)((double)tried * (double)duration) == time)
            return tried;
        tried = nearest;
        for (int step = 0; step <= i / 2; step++)
            tried = nextafterf(tried, i % 2 ? INFINITY : -INFINITY);
    }
    return nearest > 1 ? 1 : nearest;
}

/* --- frames of morph targets --------------------------------------------------------------------------- */

/* The number of the frame with these weights; a new one, if there may be. -1 without memory. */
static int32_t frame_of(dts_maker *m, tlb_morph_frames *frames, const float *weights, uint64_t *budget,
                        uint32_t cost)
{
    const int32_t *known = tlb_morph_frames_find(frames, weights);
    if (known)
        return *known;
    if (frames->weights.count >= DTS_MOST_FRAMES || cost > *budget) {
        m->blended++;
        return 0;
    }
    *budget -= cost;
    return tlb_morph_frames_add(m->arena, frames, weights);
}

/* Between keys that are mixed, as many frames as an eye needs. */
bool tlb_dts_add_morph_times(dts_maker *m, dts_times *times, const tlb_channel *c, uint32_t width,
                             float duration)
{
    static const float step = 1.0f / 15;
    enum { MOST = 64 };
    if (!tlb_dts_add_times(m, times, c, duration))
        return false;
    for (uint32_t i = 0; i + 1 < c->key_count && c->interpolation == TLB_LINEAR; i++) {
        const float *a = c->values + (size_t)i * width;
        float length = c->times[i + 1] - c->times[i];
        if (memcmp(a, a + width, width * sizeof *a) == 0 || !(length > 0) || !(length < duration * 2))
            continue;
        uint32_t count = (uint32_t)fminf(length / step, MOST);
        for (uint32_t k = 1; k < count; k++)
            if (!tlb_dts_add_time(m, times, c->times[i] + length * (float)k / (float)count, duration))
                return false;
    }
    return true;
}

static bool collect(dts_maker *m, const tlb_channel *c, float duration, uint64_t *budget)
{
    tlb_morph_frames *frames = &m->frames[c->node];
    const tlb_mesh *mesh = &m->scene->meshes[m->scene->nodes[c->node].mesh];
    dts_times times = {0};
    float *weights = tlb_alloc_array(m->arena, frames->width, sizeof *weights);
    if (!weights || !tlb_dts_add_morph_times(m, &times, c, frames->width, duration))
        return false;
    tlb_dts_sort_times(&times);
    for (uint32_t i = 0; i < times.count; i++) {
        tlb_dts_value_at(c, frames->width, times.data[i], weights);
        if (frame_of(m, frames, weights, budget, mesh->vertex_count) == TLB_NONE)
            return false;
    }
    return true;
}

bool tlb_dts_collect_frames(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    uint64_t budget = 1 << 24;
    m->frames = tlb_zalloc_array(m->arena, scene->node_count, sizeof *m->frames);
    if (!m->frames || !link_channels(m))
        return false;
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (!tlb_morph_frames_begin(m->arena, scene, &scene->nodes[i], &m->frames[i]))
            return false;
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &scene->animations[i].channels[k];
            if (c->target == TLB_TARGET_MORPHS && c->key_count && m->frames[c->node].width &&
                !collect(m, c, tlb_dts_duration_of(&scene->animations[i]), &budget))
                return false;
        }
    return true;
}
