/* Time: threads move on, triggers are met, the root moves along. A cyclic sequence is a line on which its
 * positions repeat with every whole number; `from` and `to` are places on it. */
#include "formats/darkstar/dts/runtime.h"

#include "formats/darkstar/dts/dts.h"

#include <math.h>

/* More rounds in one step than this are not distinguished. */
static const double MOST_ROUNDS = 1e15;

/* --- triggers ----------------------------------------------------------------------------------------- */

typedef struct trigger_run {
    const tlb_dts_frame_trigger *triggers;
    uint32_t count;
    bool cyclic;
    double from, to;
} trigger_run;

/* How far along the run a trigger is met for the first time, from 0 exclusively to |to - from|; a negative
 * number when it is not, or is of the other direction. */
static double first_meeting(const trigger_run *run, const tlb_dts_frame_trigger *trigger)
{
    bool back = run->to < run->from;
    double pos = fabs((double)trigger->pos);
    if ((trigger->pos < 0) != back || !(pos <= 1))
        return -1;
    double distance = back ? run->from - pos : pos - run->from;
    if (run->cyclic) {
        distance -= floor(distance);
        distance = distance > 0 ? distance : 1;
    }
    return distance > 0 && distance <= fabs(run->to - run->from) ? distance : -1;
}

static double rounds_within(const trigger_run *run, double first)
{
    return run->cyclic ? floor(fabs(run->to - run->from) - first) : 0;
}

/* The next meeting after `after` (and after trigger `last` at the same place); `*trigger` is whose. */
static double next_meeting(const trigger_run *run, double after, uint32_t last, uint32_t *trigger)
{
    double next = INFINITY;
    for (uint32_t i = 0; i < run->count; i++) {
        double first = first_meeting(run, &run->triggers[i]);
        if (first < 0)
            continue;
        double round = fmax(floor(after - first), 0);
        while (first + round < after || (first + round == after && i <= last))
            round++;
        if (round > rounds_within(run, first) || first + round >= next)
            continue;
        next = first + round;
        *trigger = i;
    }
    return next;
}

uint64_t tlb_dts_triggers_between(const tlb_dts *shape, int32_t sequence, double from, double to,
                                  int32_t *triggers, uint32_t capacity)
{
    if (!shape || (!triggers && capacity))
        return 0;
    if (!dts_is_index(sequence, shape->sequences.count) || !isfinite(from) || !isfinite(to))
        return 0;
    const tlb_dts_sequence *s = &shape->sequences.data[sequence];
    if (s->numTriggerFrames < 1 ||
        !dts_within(s->firstTriggerFrame, s->numTriggerFrames, shape->frameTriggers.count))
        return 0;
    trigger_run run = {shape->frameTriggers.data + s->firstTriggerFrame, (uint32_t)s->numTriggerFrames,
                       s->cyclic != 0, from, to};
    uint64_t met = 0;
    for (uint32_t i = 0; i < run.count; i++) {
        double first = first_meeting(&run, &run.triggers[i]);
        if (first >= 0)
            met += 1 + (uint64_t)fmin(rounds_within(&run, first), MOST_ROUNDS);
    }
    double at = 0;
    for (uint32_t i = 0, last = UINT32_MAX; i < capacity && i < met; i++) {
        at = next_meeting(&run, at, last, &last);
        triggers[i] = run.triggers[last].value;
    }
    return met;
}

/* --- the root ----------------------------------------------------------------------------------------- */

/* The thread whose track node 0 follows. */
static bool leads(tlb_dts_instance *instance, const tlb_dts_thread *thread)
{
    tlb_dts_placement placement;
    bool visible;
    if (!instance->score.shape->nodes.count)
        return false;
    tlb_dts_order_threads(instance);
    for (uint32_t i = 0; i < instance->thread_count; i++) {
        const tlb_dts_thread *other = &instance->threads[instance->order[i]];
        if (tlb_dts_thread_moves(instance, other, 0, &placement, &visible))
            return other == thread;
    }
    return false;
}

static void move_root(tlb_dts_instance *instance, const tlb_dts_placement *way)
{
    instance->root = tlb_dts_place_within(&instance->root, way);
    tlb_dts_make_unit(instance->root.rotation);
}

static tlb_dts_placement way_within(const dts_score *score, const dts_track *track, double from, double to)
{
    bool visible;
    tlb_dts_placement a = tlb_dts_node_at(score, track, from, &visible),
                      b = tlb_dts_node_at(score, track, to, &visible);
    return tlb_dts_way(&a, &b);
}

/* Along node 0's track, through the end of a cyclic sequence as often as it is passed. */
static void follow_track(tlb_dts_instance *instance, int32_t sequence, double from, double to)
{
    const tlb_dts_node *node = &instance->score.shape->nodes.data[0];
    dts_track track;
    if (!tlb_dts_find_track(&instance->score, node->firstSubSequence, node->numSubSequences, sequence,
                            &track))
        return;
    bool back = to < from;
    double first = back ? ceil(from) - 1 : floor(from), last = back ? ceil(to) - 1 : floor(to);
    double begin = back ? 1 : 0, end = 1 - begin, rounds = fabs(last - first);
    if (!track.cyclic || rounds < 1) {
        tlb_dts_placement way = way_within(&instance->score, &track, from - (track.cyclic ? first : 0),
                                           to - (track.cyclic ? first : 0));
        move_root(instance, &way);
        return;
    }
    tlb_dts_placement out = way_within(&instance->score, &track, from - first, end);
    tlb_dts_placement round = way_within(&instance->score, &track, begin, end);
    round = tlb_dts_repeat(round, (uint64_t)fmin(rounds - 1, MOST_ROUNDS));
    tlb_dts_placement in = way_within(&instance->score, &track, begin, to - last);
    move_root(instance, &out);
    move_root(instance, &round);
    move_root(instance, &in);
}

/* --- threads ------------------------------------------------------------------------------------------ */

typedef struct advance {
    tlb_dts_instance *instance;
    tlb_dts_thread *thread;
    double seconds; /* left to go */
    int32_t *triggers;
    uint32_t capacity;
    uint64_t met;
} advance;

/* Where on the way a pending transition begins, in the direction of travel; false when that is not on it. */
static bool meets_transition(const advance *a, const tlb_dts_sequence *sequence, double to, double *at)
{
    const tlb_dts_thread *t = a->thread;
    if (t->pending == TLB_NONE)
        return false;
    const tlb_dts_transition *way = &a->instance->score.shape->transitions.data[t->pending];
    bool back = a->seconds < 0;
    if (t->sequence != (back ? way->endSequence : way->startSequence))
        return false;
    double pos = (double)(back ? way->endPosition : way->startPosition);
    if (!isfinite(pos))
        return false;
    if (sequence->cyclic)
        pos += back ? floor(t->position - pos) : ceil(t->position - pos);
    *at = pos;
    return back ? pos <= t->position && pos >= to : pos >= t->position && pos <= to;
}

static void pass(advance *a, double to)
{
    tlb_dts_thread *t = a->thread;
    const tlb_dts *shape = a->instance->score.shape;
    uint32_t taken = a->met < a->capacity ? (uint32_t)a->met : a->capacity;
    a->met += tlb_dts_triggers_between(shape, t->sequence, t->position, to,
                                       taken < a->capacity ? a->triggers + taken : NULL, a->capacity - taken);
    if (leads(a->instance, t))
        follow_track(a->instance, t->sequence, t->position, to);
    t->position = to;
    if (shape->sequences.data[t->sequence].cyclic && (to < 0 || to >= 1))
        t->position = to - floor(to);
}

/* Through the sequence, to where the time or the sequence ends or a transition begins. */
static void run_sequence(advance *a)
{
    tlb_dts_thread *t = a->thread;
    const tlb_dts_sequence *s = &a->instance->score.shape->sequences.data[t->sequence];
    bool back = a->seconds < 0;
    double duration = s->duration > 0 ? (double)s->duration : 0;
    double to = duration > 0 ? t->position + a->seconds / duration : s->cyclic ? t->position : (back ? 0 : 1);
    to = fmin(fmax(to, -MOST_ROUNDS), MOST_ROUNDS);
    if (!s->cyclic)
        to = fmin(fmax(to, 0), 1);
    double at;
    bool turns = meets_transition(a, s, to, &at);
    if (turns) {
        double left = a->seconds - (at - t->position) * duration;
        a->seconds = (left < 0) == back ? left : 0;
        to = at;
    }
    pass(a, to);
    if (!turns) {
        a->seconds = 0;
        return;
    }
    t->transition = t->pending;
    t->transitionPosition = back ? 1 : 0;
    t->pending = TLB_NONE;
}

/* Part of the way that a transition moves the root. */
static void follow_transition(advance *a, const tlb_dts_transition *way, double from, double to)
{
    const tlb_dts_placement nowhere = DTS_NO_MOVE;
    tlb_dts_placement whole = tlb_dts_transform_placement(a->instance->score.shape, &way->transform);
    tlb_dts_placement begin = tlb_dts_blend(&nowhere, &whole, (float)from);
    tlb_dts_placement end = tlb_dts_blend(&nowhere, &whole, (float)to), moved = tlb_dts_way(&begin, &end);
    move_root(a->instance, &moved);
}

/* To the end of the transition, or of the time. */
static void run_transition(advance *a)
{
    tlb_dts_thread *t = a->thread;
    const tlb_dts_transition *way = &a->instance->score.shape->transitions.data[t->transition];
    double duration = way->duration > 0 ? (double)way->duration : 0, from = t->transitionPosition;
    double goal = a->seconds < 0 ? 0 : 1, needed = (goal - from) * duration;
    bool arrives = fabs(needed) <= fabs(a->seconds);
    double to = arrives ? goal : from + a->seconds / duration;
    if (leads(a->instance, t))
        follow_transition(a, way, from, to);
    t->transitionPosition = to;
    a->seconds = arrives ? a->seconds - needed : 0;
    if (!arrives)
        return;
    int32_t pending = t->pending;
    bool back = goal == 0;
    tlb_dts_play(a->instance, (uint32_t)(t - a->instance->threads),
                 back ? way->startSequence : way->endSequence,
                 (double)(back ? way->startPosition : way->endPosition));
    t->pending = pending;
}

uint64_t tlb_dts_advance(tlb_dts_instance *instance, uint32_t thread, double seconds, int32_t *triggers,
                         uint32_t capacity)
{
    if (!instance || (!triggers && capacity))
        return 0;
    if (thread >= instance->thread_count || !isfinite(seconds))
        return 0;
    advance a = {.instance = instance,
                 .thread = &instance->threads[thread],
                 .seconds = seconds,
                 .triggers = triggers,
                 .capacity = capacity};
    while (a.seconds != 0 && a.thread->sequence != TLB_NONE)
        if (a.thread->transition != TLB_NONE)
            run_transition(&a);
        else
            run_sequence(&a);
    return a.met;
}
