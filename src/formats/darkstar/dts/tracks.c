/* Tracks: sorting their keys, finding them, and what they say at a position. */
#include "formats/darkstar/dts/dts.h"

#include "scene/geometry/finite.h"

#include <stdlib.h>
#include <string.h>

/* --- sorting ------------------------------------------------------------------------------------------ */

typedef struct numbered_key {
    tlb_dts_key_frame key;
    uint32_t number;
} numbered_key;

static int by_position(const void *a, const void *b)
{
    const numbered_key *x = a, *y = b;
    float p = tlb_finite(x->key.pos), q = tlb_finite(y->key.pos);
    if (p != q)
        return p < q ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void sort(tlb_dts_key_frame *keys, uint32_t count, numbered_key *work)
{
    for (uint32_t i = 0; i < count; i++)
        work[i] = (numbered_key){keys[i], i};
    qsort(work, count, sizeof *work, by_position);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = work[i].key;
}

/* How often the keys go back, up to each: a run is sorted when the number stays. */
static uint32_t *count_backs(const tlb_dts *shape, tlb_arena *arena)
{
    uint32_t count = shape->keyFrames.count, *backs = tlb_alloc_array(arena, count, sizeof *backs);
    const tlb_dts_key_frame *keys = shape->keyFrames.data;
    for (uint32_t i = 0; backs && i < count; i++)
        backs[i] = i ? backs[i - 1] + (tlb_finite(keys[i].pos) < tlb_finite(keys[i - 1].pos)) : 0;
    return backs;
}

static bool is_unsorted(const tlb_dts *shape, const tlb_dts_sub_sequence *s, const uint32_t *backs)
{
    return s->numKeyFrames > 1 && dts_within(s->firstKeyFrame, s->numKeyFrames, shape->keyFrames.count) &&
           backs[s->firstKeyFrame + s->numKeyFrames - 1] != backs[s->firstKeyFrame];
}

/* Sorts the tracks in a copy of the keys, which is made for the first that needs it. */
static bool sort_tracks(dts_score *score, const uint32_t *backs, tlb_arena *arena, tlb_arena *work)
{
    const tlb_dts *shape = score->shape;
    uint32_t count = shape->keyFrames.count;
    tlb_dts_key_frame *sorted = NULL;
    numbered_key *numbered = NULL;
    uint64_t budget =
        (uint64_t)count * 4; /* tracks that share keys, which no exporter writes, stay unsorted */
    for (uint32_t i = 0; i < shape->subSequences.count; i++) {
        const tlb_dts_sub_sequence *s = &shape->subSequences.data[i];
        if (!is_unsorted(shape, s, backs) || (uint64_t)s->numKeyFrames > budget)
            continue;
        if (!sorted) {
            sorted = tlb_alloc_array(arena, count, sizeof *sorted);
            numbered = tlb_alloc_array(work, count, sizeof *numbered);
            if (!sorted || !numbered)
                return false;
            memcpy(sorted, shape->keyFrames.data, count * sizeof *sorted);
            score->keys = sorted;
        }
        budget -= (uint64_t)s->numKeyFrames;
        sort(sorted + s->firstKeyFrame, (uint32_t)s->numKeyFrames, numbered);
    }
    return true;
}

bool tlb_dts_score_make(dts_score *score, const tlb_dts *shape, tlb_arena *arena)
{
    *score = (dts_score){shape, shape->keyFrames.data};
    tlb_arena work;
    tlb_arena_init(&work, arena->account);
    const uint32_t *backs = count_backs(shape, &work);
    bool made = backs && sort_tracks(score, backs, arena, &work);
    tlb_arena_release(&work);
    tlb_arena_fail(arena, work.failure);
    return made;
}

/* --- finding ------------------------------------------------------------------------------------------ */

bool tlb_dts_track_at(const dts_score *score, int32_t sub_sequence, dts_track *track)
{
    const tlb_dts *shape = score->shape;
    if (!dts_is_index(sub_sequence, shape->subSequences.count))
        return false;
    const tlb_dts_sub_sequence *s = &shape->subSequences.data[sub_sequence];
    if (s->numKeyFrames < 1 || !dts_within(s->firstKeyFrame, s->numKeyFrames, shape->keyFrames.count) ||
        !dts_is_index(s->sequenceIdx, shape->sequences.count))
        return false;
    *track = (dts_track){score->keys + s->firstKeyFrame, (uint32_t)s->numKeyFrames,
                         shape->sequences.data[s->sequenceIdx].cyclic != 0};
    return true;
}

bool tlb_dts_find_track(const dts_score *score, int32_t first, int32_t count, int32_t sequence,
                        dts_track *track)
{
    const tlb_dts *shape = score->shape;
    if (!dts_within(first, count, shape->subSequences.count))
        return false;
    int32_t low = first, high = first + count; /* those before low are of earlier sequences */
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (shape->subSequences.data[middle].sequenceIdx < sequence)
            low = middle + 1;
        else
            high = middle;
    }
    return low < first + count && shape->subSequences.data[low].sequenceIdx == sequence &&
           tlb_dts_track_at(score, low, track);
}

/* --- reading ------------------------------------------------------------------------------------------ */

/* How many keys are not after a position. */
static uint32_t passed(const dts_track *track, double position)
{
    uint32_t low = 0, high = track->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)tlb_finite(track->keys[middle].pos) <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t tlb_dts_key_at(const dts_track *track, double position)
{
    uint32_t count = passed(track, position);
    if (count)
        return count - 1;
    return track->cyclic ? track->count - 1 : 0;
}

/* Between which keys of a track a position is, and how far on the way from the first to the second. */
typedef struct moment {
    uint32_t from, to;
    float part;
} moment;

/* For what moves evenly, round the end of what is cyclic. */
static moment moment_at(const dts_track *track, double position)
{
    uint32_t count = passed(track, position), last = track->count - 1;
    if (!track->cyclic && (count == 0 || count > last))
        return (moment){count ? last : 0, count ? last : 0, 0};
    moment m = {count ? count - 1 : last, count > last ? 0 : count, 0};
    double from = (double)tlb_finite(track->keys[m.from].pos) - (count == 0);
    double to = (double)tlb_finite(track->keys[m.to].pos) + (count > last);
    if (to > from)
        m.part = (float)((position - from) / (to - from));
    return m;
}

tlb_dts_placement tlb_dts_node_of_key(const dts_score *score, const tlb_dts_key_frame *frame)
{
    tlb_dts_key key = dts_key_of(score->shape, frame);
    return tlb_dts_placement_of(score->shape, key.value > INT32_MAX ? TLB_NONE : (int32_t)key.value);
}

tlb_dts_placement tlb_dts_node_at(const dts_score *score, const dts_track *track, double position,
                                  bool *visible)
{
    moment m = moment_at(track, position);
    tlb_dts_placement from = tlb_dts_node_of_key(score, &track->keys[m.from]);
    *visible = dts_key_of(score->shape, &track->keys[m.from]).visible;
    if (m.part <= 0)
        return from;
    tlb_dts_placement to = tlb_dts_node_of_key(score, &track->keys[m.to]);
    return tlb_dts_blend(&from, &to, m.part);
}
