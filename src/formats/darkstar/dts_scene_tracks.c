/* The tracks of a shape by sequence: files have them by node and object. */
#include "formats/darkstar/dts_scene.h"

typedef struct listing {
    dts_scene *s;
    uint32_t *owners; /* for each subsequence what it is a track of, UNOWNED: nothing yet */
    uint32_t *counts; /* for each sequence */
} listing;

static const uint32_t UNOWNED = UINT32_MAX;

/* Exporters give each subsequence to one node or object; of several the first has it. */
static void own(listing *l, int32_t first, int32_t count, uint32_t target)
{
    const tlb_dts *shape = l->s->shape;
    if (count < 1)
        return;
    if (!dts_within(first, count, shape->subSequences.count)) {
        l->s->skipped++;
        return;
    }
    for (int32_t i = first; i < first + count; i++) {
        dts_track track;
        if (l->owners[i] != UNOWNED || !dts_track_at(&l->s->score, i, &track)) {
            l->s->skipped++;
            return; /* those behind it are not looked at: shared runs cost no more than once */
        }
        l->owners[i] = target;
        l->counts[shape->subSequences.data[i].sequenceIdx]++;
    }
}

static void own_all(listing *l)
{
    const tlb_dts *shape = l->s->shape;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        own(l, shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences, i);
    for (uint32_t i = 0; i < shape->objects.count; i++)
        own(l, shape->objects.data[i].firstSubSequence, shape->objects.data[i].numSubSequences,
            shape->nodes.count + i);
}

bool dts_list_tracks(dts_scene *s)
{
    const tlb_dts *shape = s->shape;
    uint32_t count = shape->subSequences.count, end = 0;
    listing l = {s, tlb_alloc_array(&s->work, count, sizeof *l.owners),
                 tlb_zalloc(&s->work, shape->sequences.count * sizeof *l.counts)};
    s->tracks = tlb_alloc_array(&s->work, count, sizeof *s->tracks);
    s->track_ends = l.counts;
    if (!l.owners || !l.counts || !s->tracks)
        return false;
    for (uint32_t i = 0; i < count; i++)
        l.owners[i] = UNOWNED;
    own_all(&l);
    for (uint32_t i = 0; i < shape->sequences.count; i++) { /* where each begins; then they are filled */
        uint32_t begin = end;
        end += l.counts[i];
        l.counts[i] = begin;
    }
    for (uint32_t i = 0; i < count; i++)
        if (l.owners[i] != UNOWNED)
            s->tracks[s->track_ends[shape->subSequences.data[i].sequenceIdx]++] =
                (dts_scene_track){(int32_t)i, l.owners[i]};
    return true;
}

const dts_scene_track *dts_tracks_of(const dts_scene *s, uint32_t sequence, uint32_t *count)
{
    uint32_t first = sequence ? s->track_ends[sequence - 1] : 0;
    *count = s->track_ends[sequence] - first;
    return s->tracks + first;
}

bool dts_hides_or_shows(const dts_scene *s, uint32_t object, const dts_track *track)
{
    bool rests = !(s->shape->objects.data[object].flags & TLB_DTS_OBJECT_INVISIBLE);
    for (uint32_t i = 0; i < track->count; i++) {
        tlb_dts_key key = tlb_dts_key_of(s->shape, &track->keys[i]);
        if (key.visibleMatters && key.visible != rests)
            return true;
    }
    return false;
}
