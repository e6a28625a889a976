/* The times of keys: those of a sequence are at even distances, the same for all that it moves. */
#include "formats/torque/dts/from_scene/from_scene.h"

#include "scene/animation/channel.h"

#include <math.h>
#include <stdlib.h>

typedef struct grid {
    shape_maker *m;
    const tlb_animation *from;
    bool cyclic, jumps, opens;
    double duration;
    TLB_LIST(float) linear, steps; /* times of keys that glide, and of changes */
} grid;

static const double slack = 2e-3; /* in intervals: programs round times */

/* --- the times of the scene ----------------------------------------------------------------------------- */

static bool add_time(grid *g, bool step, float time)
{
    float *place = step ? TLB_PUSH(g->m->arena, &g->steps) : TLB_PUSH(g->m->arena, &g->linear);
    if (place)
        *place = time;
    return place != NULL;
}

static bool add_channel(grid *g, const tlb_channel *c, bool told)
{
    const shape_hint *hint = &g->m->hints[c->node];
    bool shows = c->target == TLB_TARGET_MORPHS || (c->target == TLB_TARGET_SCALE && !hint->scales);
    bool step = c->interpolation == TLB_STEP || shows;
    if (!c->key_count || hint->left_out ||
        (!told && c->target != TLB_TARGET_MORPHS && !tlb_shape_channel_changes(g->m, c)))
        return true;
    g->jumps |= step && !shows;
    g->jumps |=
        c->target == TLB_TARGET_MORPHS && c->interpolation == TLB_LINEAR; /* frames follow each other */
    g->opens |= tlb_channel_is_open(g->m->scene, c);
    for (uint32_t k = 0; k < c->key_count; k++)
        if (!add_time(g, step, c->times[k]))
            return false;
    return true;
}

static int by_time(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool collect(grid *g, bool told)
{
    for (uint32_t i = 0; i < g->from->channel_count; i++)
        if (!add_channel(g, &g->from->channels[i], told))
            return false;
    if (g->linear.count)
        qsort(g->linear.data, g->linear.count, sizeof *g->linear.data, by_time);
    return true;
}

/* --- how many intervals --------------------------------------------------------------------------------- */

static bool fits_linear(const grid *g, uint32_t intervals)
{
    for (uint32_t i = 0; i < g->linear.count; i++) {
        double at = (double)g->linear.data[i] / g->duration * intervals;
        if (!(fabs(at - round(at)) <= slack))
            return false;
    }
    return true;
}

/* Engines change half way between two keys. */
static bool fits_steps(const grid *g, uint32_t intervals)
{
    for (uint32_t i = 0; i < g->steps.count; i++) {
        double at = (double)g->steps.data[i] / g->duration * intervals, half = at - 0.5;
        bool ends = at <= slack || at >= intervals - slack;
        if (!ends && !(fabs(half - round(half)) <= slack))
            return false;
    }
    return true;
}

/* The fewest intervals for which all keys are at their ends; `even` is false when there are none. */
static uint32_t find_intervals(const grid *g, bool *even)
{
    enum { FRAMES = 30, FASTEST = 120 };
    double most = fmin(fmax(g->duration * FASTEST, FRAMES), SHAPE_MOST_KEYS - 1);
    uint32_t least = 1, found = 0, usual = (uint32_t)fmax(1, ceil(fmin(g->duration * FRAMES, most)));
    *even = true;
    for (uint32_t i = least; i <= (uint32_t)most && !found; i++)
        found = fits_linear(g, i) && fits_steps(g, i) ? i : 0;
    if (found && !g->jumps && !(g->cyclic && g->opens))
        return found;
    for (uint32_t i = least; i <= (uint32_t)most && !found; i++)
        found = fits_linear(g, i) ? i : 0;
    *even = found != 0;
    if (!found)
        return (uint32_t)fmin(2.0 * usual, most);
    return found >= usual ? found : found * ((usual + found - 1) / found); /* jumps are short */
}

/* The grid that the sequence had of which the animation was made. */
static bool find_told(const grid *g, uint32_t *keys)
{
    double number;
    bool told = tlb_hint_number(tlb_value_get(g->from->extras, "numKeys"), &number) && number >= 1 &&
                number <= SHAPE_MOST_KEYS && number == floor(number);
    if (!told)
        return false;
    *keys = (uint32_t)number;
    return fits_linear(g, g->cyclic || *keys == 1 ? *keys : *keys - 1);
}

/* --- times of keys -------------------------------------------------------------------------------------- */

/* Where a key of the scene is near it is there: what is read is then what it has. */
static bool set_times(const grid *g, made_sequence *to)
{
    uint32_t intervals = to->cyclic || to->keys == 1 ? to->keys : to->keys - 1, next = 0;
    double step = (double)to->duration / intervals;
    to->times = tlb_alloc_array(g->m->arena, to->keys, sizeof *to->times);
    for (uint32_t k = 0; to->times && k < to->keys; k++) {
        float time = k == intervals ? to->duration : (float)(k * step);
        to->times[k] = time;
        while (next < g->linear.count && (double)g->linear.data[next] < (double)time - slack * step)
            next++;
        if (next < g->linear.count && fabs((double)g->linear.data[next] - (double)time) <= slack * step)
            to->times[k] = g->linear.data[next];
    }
    return to->times != NULL;
}

/* --- turns between them -------------------------------------------------------------------------------- */

static float widest_between(const tlb_scene *a, const tlb_scene *b, const tlb_animation *from)
{
    float widest = 0;
    for (uint32_t i = 0; i < from->channel_count; i++) {
        const tlb_channel *c = &from->channels[i];
        if (c->target != TLB_TARGET_ROTATION)
            continue;
        const float *p = a->nodes[c->node].rotation, *q = b->nodes[c->node].rotation;
        float cosine = fabsf(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]);
        widest = fmaxf(widest, 2 * (float)acos((double)fminf(cosine, 1)));
    }
    return widest;
}

/* The rotation between keys that are next to each other, at most: engines mix rotations as numbers, which is
 * what a scene shows as long as it is small. */
static bool find_widest_turn(shape_maker *m, const made_sequence *q, float *widest)
{
    tlb_arena work[2];
    tlb_scene posed[2];
    bool done = true;
    *widest = 0;
    for (int i = 0; i < 2; i++)
        tlb_arena_init(&work[i], m->arena->account);
    for (uint32_t k = 0; k < q->keys && done; k++) {
        tlb_arena_release(&work[k % 2]);
        done = tlb_scene_at(m->scene, q->from, q->times[k], &work[k % 2], &posed[k % 2]);
        if (done && k)
            *widest = fmaxf(*widest, widest_between(&posed[0], &posed[1], q->from));
    }
    for (int i = 0; i < 2; i++) {
        tlb_arena_fail(m->arena, work[i].failure);
        tlb_arena_release(&work[i]);
    }
    return done;
}

/* --- all ------------------------------------------------------------------------------------------------ */

static bool add_sequence(shape_maker *m, const tlb_animation *from)
{
    static const float frame = 1.0f / 30, most = 1e6f, narrow = 0.2f;
    made_sequence *to = TLB_PUSH(m->arena, &m->sequences);
    bool timed = from->duration > 0 && from->duration < most, even = true;
    if (!to)
        return false;
    *to = (made_sequence){.from = from,
                          .cyclic = tlb_hint_is_true(tlb_value_get(from->extras, "cyclic"), from->loops),
                          .blend = tlb_hint_is_true(tlb_value_get(from->extras, "blend"), false),
                          .duration = timed ? from->duration : frame};
    grid g = {.m = m, .from = from, .cyclic = to->cyclic, .duration = (double)to->duration};
    if (!collect(&g, tlb_value_get(from->extras, "numKeys") != NULL))
        return false;
    to->told = find_told(&g, &to->keys);
    uint32_t intervals = to->told ? 0 : find_intervals(&g, &even);
    if (!to->told)
        to->keys = to->cyclic || (!g.linear.count && !g.steps.count) ? intervals : intervals + 1;
    float widest;
    if (!set_times(&g, to) || !find_widest_turn(m, to, &widest))
        return false;
    if (!to->told && widest > narrow && intervals > 0) {
        uint32_t times = (uint32_t)ceilf(widest / narrow);
        while (times > 1 && (uint64_t)intervals * times >= SHAPE_MOST_KEYS)
            times--;
        to->keys = to->cyclic ? intervals * times : intervals * times + 1;
        if (!set_times(&g, to))
            return false;
    }
    if (!even)
        tlb_report(m->context, TLB_CODE_SHAPE_RESAMPLED, TLB_NO_OFFSET, NULL,
                   "animation \"%.80s\": no even distance meets all keys; it has %u in %.3g s", from->name,
                   to->keys, (double)to->duration);
    return true;
}

bool tlb_shape_plan_sequences(shape_maker *m)
{
    for (uint32_t i = 0; i < m->scene->animation_count; i++)
        if (!add_sequence(m, &m->scene->animations[i]))
            return false;
    return true;
}
