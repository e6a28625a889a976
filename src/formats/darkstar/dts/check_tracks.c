/* The rules of tracks and keys. */
#include "formats/darkstar/dts/check.h"

typedef struct track_check {
    tlb_checker *c;
    const tlb_dts *shape;
    uint64_t tracks_left, keys_left;
    uint8_t *visited; /* for each subsequence: its own rules were applied */
} track_check;

/* Whose track it is, and what its keys may name. */
typedef struct track_owner {
    const char *list; /* "nodes", "objects", "sequences" */
    uint32_t index;
    uint32_t values;
    const char *things;
} track_owner;

/* --- keys --------------------------------------------------------------------------------------------- */

static void check_order(track_check *t, const tlb_dts_sub_sequence *s)
{
    tlb_checker *c = t->c;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool back = false;
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        float pos = t->shape->keyFrames.data[i].pos;
        if (!isfinite(pos))
            TLB_FIND(c, DTS_NOT_FINITE, tlb_at(c, "keyFrames[%u].pos", i), "infinite or not a number");
        else if (pos < 0 || pos > 1)
            TLB_FIND(c, DTS_KEY_POSITION, tlb_at(c, "keyFrames[%u].pos", i), "%g", (double)pos);
        if (!back && i > first && pos < t->shape->keyFrames.data[i - 1].pos) {
            TLB_FIND(c, DTS_KEY_ORDER, tlb_at(c, "keyFrames[%u].pos", i), "%g after %g", (double)pos,
                     (double)t->shape->keyFrames.data[i - 1].pos);
            back = true;
        }
    }
}

static void check_values(track_check *t, const tlb_dts_sub_sequence *s, const track_owner *owner)
{
    tlb_checker *c = t->c;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool frames = owner->list[0] == 'o';
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        tlb_dts_key key = tlb_dts_key_of(t->shape, &t->shape->keyFrames.data[i]);
        if (key.value >= owner->values && (!frames || key.frameMatters))
            TLB_FIND(c, DTS_KEY_VALUE, tlb_at(c, "keyFrames[%u].key", i),
                     "%u, in a track of %s[%u]: there are %u %s", key.value, owner->list, owner->index,
                     owner->values, owner->things);
    }
}

/* --- tracks ------------------------------------------------------------------------------------------- */

/* The rules of a track alone: once, however many share it. False when it has no keys to look at. */
static bool check_track(track_check *t, uint32_t index)
{
    tlb_checker *c = t->c;
    const tlb_dts_sub_sequence *s = &t->shape->subSequences.data[index];
    bool there = dts_within(s->firstKeyFrame, s->numKeyFrames, t->shape->keyFrames.count);
    if (t->visited[index])
        return there;
    t->visited[index] = 1;
    DTS_CHECK_INDEX(c, DTS_TRACK_SEQUENCE, s->sequenceIdx, t->shape->sequences.count,
                    tlb_at(c, "subSequences[%u].sequenceIdx", index), "sequences");
    if (!there)
        TLB_FIND(c, DTS_KEYS, tlb_at(c, "subSequences[%u].firstKeyFrame", index),
                 "%d from %d on: there are %u key frames", s->numKeyFrames, s->firstKeyFrame,
                 t->shape->keyFrames.count);
    else if (!s->numKeyFrames)
        TLB_FIND(c, DTS_TRACK_EMPTY, tlb_at(c, "subSequences[%u].numKeyFrames", index), "0");
    else if (dts_afford(&t->keys_left, (uint64_t)s->numKeyFrames))
        check_order(t, s);
    return there;
}

static void check_tracks(track_check *t, int32_t first, int32_t count, const track_owner *owner)
{
    tlb_checker *c = t->c;
    const tlb_dts *shape = t->shape;
    if (!count)
        return;
    if (!dts_within(first, count, shape->subSequences.count)) {
        TLB_FIND(c, DTS_TRACKS, tlb_at(c, "%s[%u]", owner->list, owner->index),
                 "%d from %d on: there are %u subsequences", count, first, shape->subSequences.count);
        return;
    }
    for (int32_t i = first; i < first + count && dts_afford(&t->tracks_left, 1); i++) {
        const tlb_dts_sub_sequence *s = &shape->subSequences.data[i];
        if (i > first && owner->list[0] != 's' && s->sequenceIdx <= s[-1].sequenceIdx)
            TLB_FIND(c, DTS_TRACK_ORDER, tlb_at(c, "subSequences[%d].sequenceIdx", i),
                     "%d after %d, for %s[%u]", s->sequenceIdx, s[-1].sequenceIdx, owner->list, owner->index);
        if (check_track(t, (uint32_t)i) && dts_afford(&t->keys_left, (uint64_t)s->numKeyFrames))
            check_values(t, s, owner);
    }
}

void dts_check_tracks(tlb_checker *c, const tlb_dts *shape)
{
    track_check t = {.c = c, .shape = shape};
    t.tracks_left = DTS_LEAST + (uint64_t)shape->subSequences.count * DTS_SHARED;
    t.keys_left = DTS_LEAST + (uint64_t)shape->keyFrames.count * DTS_SHARED;
    t.visited = tlb_scratch(c, shape->subSequences.count, 1);
    if (!t.visited)
        return;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        check_tracks(&t, shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences,
                     &(track_owner){"nodes", i, shape->transforms.count, "transforms"});
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (dts_is_index(o->meshIndex, shape->meshes.count))
            check_tracks(&t, o->firstSubSequence, o->numSubSequences,
                         &(track_owner){"objects", i, tlb_dts_frame_count(&shape->meshes.data[o->meshIndex]),
                                        "frames"});
    }
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        check_tracks(&t, shape->sequences.data[i].firstIFLSubSequence,
                     shape->sequences.data[i].numIFLSubSequences,
                     &(track_owner){"sequences", i, shape->materialList.materials.count, "materials"});
}
