/* The rules of tracks and keys. */
#include "formats/darkstar/dts_check.h"

typedef struct track_check {
    finder *f;
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

static void check_order(track_check *c, const tlb_dts_sub_sequence *s)
{
    finder *f = c->f;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool back = false;
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        float pos = c->shape->keyFrames.data[i].pos;
        if (!isfinite(pos))
            FIND(f, DTS_NOT_FINITE, find_at(f, "keyFrames[%u].pos", i), "infinite or not a number");
        else if (pos < 0 || pos > 1)
            FIND(f, DTS_KEY_POSITION, find_at(f, "keyFrames[%u].pos", i), "%g", (double)pos);
        if (!back && i > first && pos < c->shape->keyFrames.data[i - 1].pos) {
            FIND(f, DTS_KEY_ORDER, find_at(f, "keyFrames[%u].pos", i), "%g after %g", (double)pos,
                 (double)c->shape->keyFrames.data[i - 1].pos);
            back = true;
        }
    }
}

static void check_values(track_check *c, const tlb_dts_sub_sequence *s, const track_owner *owner)
{
    finder *f = c->f;
    uint32_t first = (uint32_t)s->firstKeyFrame;
    bool frames = owner->list[0] == 'o';
    for (uint32_t i = first; i < first + (uint32_t)s->numKeyFrames; i++) {
        tlb_dts_key key = tlb_dts_key_of(c->shape, &c->shape->keyFrames.data[i]);
        if (key.value >= owner->values && (!frames || key.frameMatters))
            FIND(f, DTS_KEY_VALUE, find_at(f, "keyFrames[%u].key", i),
                 "%u, in a track of %s[%u]: there are %u %s", key.value, owner->list, owner->index,
                 owner->values, owner->things);
    }
}

/* --- tracks ------------------------------------------------------------------------------------------- */

/* The rules of a track alone: once, however many share it. False when it has no keys to look at. */
static bool check_track(track_check *c, uint32_t index)
{
    finder *f = c->f;
    const tlb_dts_sub_sequence *s = &c->shape->subSequences.data[index];
    bool there = dts_within(s->firstKeyFrame, s->numKeyFrames, c->shape->keyFrames.count);
    if (c->visited[index])
        return there;
    c->visited[index] = 1;
    DTS_FIND_INDEX(f, DTS_TRACK_SEQUENCE, s->sequenceIdx, c->shape->sequences.count,
                   find_at(f, "subSequences[%u].sequenceIdx", index), "sequences");
    if (!there)
        FIND(f, DTS_KEYS, find_at(f, "subSequences[%u].firstKeyFrame", index),
             "%d from %d on: there are %u key frames", s->numKeyFrames, s->firstKeyFrame,
             c->shape->keyFrames.count);
    else if (!s->numKeyFrames)
        FIND(f, DTS_TRACK_EMPTY, find_at(f, "subSequences[%u].numKeyFrames", index), "0");
    else if (dts_afford(&c->keys_left, (uint64_t)s->numKeyFrames))
        check_order(c, s);
    return there;
}

static void check_tracks(track_check *c, int32_t first, int32_t count, const track_owner *owner)
{
    finder *f = c->f;
    const tlb_dts *shape = c->shape;
    if (!count)
        return;
    if (!dts_within(first, count, shape->subSequences.count)) {
        FIND(f, DTS_TRACKS, find_at(f, "%s[%u]", owner->list, owner->index),
             "%d from %d on: there are %u subsequences", count, first, shape->subSequences.count);
        return;
    }
    for (int32_t i = first; i < first + count && dts_afford(&c->tracks_left, 1); i++) {
        const tlb_dts_sub_sequence *s = &shape->subSequences.data[i];
        if (i > first && owner->list[0] != 's' && s->sequenceIdx <= s[-1].sequenceIdx)
            FIND(f, DTS_TRACK_ORDER, find_at(f, "subSequences[%d].sequenceIdx", i), "%d after %d, for %s[%u]",
                 s->sequenceIdx, s[-1].sequenceIdx, owner->list, owner->index);
        if (check_track(c, (uint32_t)i) && dts_afford(&c->keys_left, (uint64_t)s->numKeyFrames))
            check_values(c, s, owner);
    }
}

void dts_check_tracks(finder *f, const tlb_dts *shape)
{
    track_check c = {.f = f, .shape = shape};
    c.tracks_left = DTS_CHECK_LEAST + (uint64_t)shape->subSequences.count * DTS_CHECK_SHARED;
    c.keys_left = DTS_CHECK_LEAST + (uint64_t)shape->keyFrames.count * DTS_CHECK_SHARED;
    c.visited = finder_scratch(f, shape->subSequences.count, 1);
    if (!c.visited)
        return;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        check_tracks(&c, shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences,
                     &(track_owner){"nodes", i, shape->transforms.count, "transforms"});
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        const tlb_dts_object *o = &shape->objects.data[i];
        if (dts_is_index(o->meshIndex, shape->meshes.count))
            check_tracks(&c, o->firstSubSequence, o->numSubSequences,
                         &(track_owner){"objects", i, tlb_dts_frame_count(&shape->meshes.data[o->meshIndex]),
                                        "frames"});
    }
    for (uint32_t i = 0; i < shape->sequences.count; i++)
        check_tracks(&c, shape->sequences.data[i].firstIFLSubSequence,
                     shape->sequences.data[i].numIFLSubSequences,
                     &(track_owner){"sequences", i, shape->materialList.materials.count, "materials"});
}
