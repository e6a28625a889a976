/* The tracks of sequences, and the names and materials that parts of a shape have in a scene. */
#include "formats/darkstar/dts/scene/scene.h"

#include "base/text.h"
#include "scene/build/name.h"

/* --- the tracks of a sequence -------------------------------------------------------------------------- */

/* Files have them by node and object. Copies of a figure, one a detail, share their tracks; files that share
 * without end are followed to a bound. */

enum { SHARED = 8, LEAST_BUDGET = 1 << 16 };

typedef struct listing {
    dts_scene *s;
    uint64_t tracks_left, keys_left;
    /* Told each track that the bounds allow. */
    void (*take)(struct listing *l, const tlb_dts_sub_sequence *from, dts_scene_track track);
    uint32_t skipped;
} listing;

static void list_target(listing *l, int32_t first, int32_t count, uint32_t target)
{
    const tlb_dts *shape = l->s->shape;
    if (count < 1)
        return;
    if (!dts_within(first, count, shape->subSequences.count)) {
        l->skipped++;
        return;
    }
    for (int32_t i = first; i < first + count && l->tracks_left; i++, l->tracks_left--) {
        dts_track track;
        if (!tlb_dts_track_at(&l->s->score, i, &track) || track.count > l->keys_left) {
            l->skipped++;
            continue;
        }
        l->keys_left -= track.count;
        l->take(l, &shape->subSequences.data[i], (dts_scene_track){i, target});
    }
}

static void list_all(listing *l)
{
    const tlb_dts *shape = l->s->shape;
    l->tracks_left = LEAST_BUDGET + (uint64_t)shape->subSequences.count * SHARED;
    l->keys_left = LEAST_BUDGET + (uint64_t)shape->keyFrames.count * SHARED;
    l->skipped = 0;
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        list_target(l, shape->nodes.data[i].firstSubSequence, shape->nodes.data[i].numSubSequences, i);
    for (uint32_t i = 0; i < shape->objects.count; i++)
        list_target(l, shape->objects.data[i].firstSubSequence, shape->objects.data[i].numSubSequences,
                    shape->nodes.count + i);
}

static void count_track(listing *l, const tlb_dts_sub_sequence *from, dts_scene_track track)
{
    (void)track;
    l->s->track_ends[from->sequenceIdx]++;
}

static void put_track(listing *l, const tlb_dts_sub_sequence *from, dts_scene_track track)
{
    l->s->tracks[l->s->track_ends[from->sequenceIdx]++] = track;
}

bool tlb_dts_list_tracks(dts_scene *s)
{
    uint32_t count = 0, sequences = s->shape->sequences.count;
    listing l = {.s = s, .take = count_track};
    s->track_ends = tlb_zalloc_array(&s->work, sequences, sizeof *s->track_ends);
    if (!s->track_ends)
        return false;
    list_all(&l);
    for (uint32_t i = 0; i < sequences; i++) { /* where each begins; putting them moves it to where it ends */
        uint32_t begin = count;
        count += s->track_ends[i];
        s->track_ends[i] = begin;
    }
    s->tracks = tlb_alloc_array(&s->work, count, sizeof *s->tracks);
    if (!s->tracks)
        return false;
    l.take = put_track;
    list_all(&l);
    s->skipped += l.skipped;
    return true;
}

const dts_scene_track *tlb_dts_tracks_of(const dts_scene *s, uint32_t sequence, uint32_t *count)
{
    uint32_t first = sequence ? s->track_ends[sequence - 1] : 0;
    *count = s->track_ends[sequence] - first;
    return s->tracks + first;
}

bool tlb_dts_hides_or_shows(const dts_scene *s, uint32_t object, const dts_track *track)
{
    bool rests = !(s->shape->objects.data[object].flags & TLB_DTS_OBJECT_INVISIBLE);
    for (uint32_t i = 0; i < track->count; i++) {
        tlb_dts_key key = dts_key_of(s->shape, &track->keys[i]);
        if (key.visibleMatters && key.visible != rests)
            return true;
    }
    return false;
}

/* --- names and materials ------------------------------------------------------------------------------- */

const char *tlb_dts_scene_name(dts_scene *s, int32_t name, const char *otherwise, uint32_t number)
{
    tlb_text text = tlb_dts_name_at(s->shape, name);
    return text.size ? tlb_scene_name(&s->work, text.data, text.size)
                     : tlb_arena_printf(&s->work, "%s %u", otherwise, number);
}

bool tlb_dts_find_material(dts_scene *s, int32_t material, uint32_t *index)
{
    *index = (uint32_t)(s->first_material + material);
    if (dts_is_index(material, s->shape->materialList.materials.count))
        return true;
    if (s->placeholder == TLB_NONE) {
        s->placeholder = (int32_t)s->scene->material_count;
        if (!tlb_scene_add_material(s->scene, "unnamed"))
            return false;
    }
    *index = (uint32_t)s->placeholder;
    return true;
}
