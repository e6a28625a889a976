/* What a scene has no word for: extras under the names of the description. */
#include "formats/darkstar/dts/scene/scene.h"

#include "base/text.h"

static void add_name(const dts_scene *s, tlb_value *table, const char *key, int32_t name)
{
    tlb_value_add_bytes_text(s->arena, table, key, tlb_dts_name_at(s->shape, name));
}

static void add_sequence_name(const dts_scene *s, tlb_value *table, const char *key, int32_t sequence)
{
    if (dts_is_index(sequence, s->shape->sequences.count))
        add_name(s, table, key, s->shape->sequences.data[sequence].name);
}

static void add_node_name(const dts_scene *s, tlb_value *table, const char *key, int32_t node)
{
    if (dts_is_index(node, s->shape->nodes.count))
        add_name(s, table, key, s->shape->nodes.data[node].name);
}

/* --- the shape ---------------------------------------------------------------------------------------- */

static void add_details(const dts_scene *s, tlb_value *table)
{
    tlb_value *list = tlb_value_add_list(s->arena, table, "details");
    for (uint32_t i = 0; i < s->shape->details.count; i++) {
        tlb_value *detail = tlb_value_add_table(s->arena, list, NULL);
        add_node_name(s, detail, "rootNode", s->shape->details.data[i].rootNode);
        tlb_value_add_single(s->arena, detail, "size", s->shape->details.data[i].size);
    }
}

static void add_transitions(const dts_scene *s, tlb_value *table)
{
    if (!s->shape->transitions.count)
        return;
    tlb_value *list = tlb_value_add_list(s->arena, table, "transitions");
    for (uint32_t i = 0; i < s->shape->transitions.count; i++) {
        const tlb_dts_transition *t = &s->shape->transitions.data[i];
        tlb_value *transition = tlb_value_add_table(s->arena, list, NULL);
        tlb_dts_placement moved = tlb_dts_transform_placement(s->shape, &t->transform);
        add_sequence_name(s, transition, "startSequence", t->startSequence);
        add_sequence_name(s, transition, "endSequence", t->endSequence);
        tlb_value_add_single(s->arena, transition, "startPosition", t->startPosition);
        tlb_value_add_single(s->arena, transition, "endPosition", t->endPosition);
        tlb_value_add_single(s->arena, transition, "duration", t->duration);
        tlb_value_add_singles(s->arena, transition, "rot", moved.rotation, 4);
        tlb_value_add_singles(s->arena, transition, "pos", moved.translation, 3);
    }
}

bool tlb_dts_describe_scene(dts_scene *s)
{
    const tlb_dts *shape = s->shape;
    float low[3], high[3];
    if (tlb_dts_bounds(s->conversion->context, shape, low, high))
        return false;
    tlb_value *extras = s->scene->extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "version", shape->pers.version);
    tlb_value_add_single(s->arena, extras, "radius", shape->radius);
    tlb_value_add_singles(s->arena, extras, "center", shape->center, 3);
    tlb_value_add_singles(s->arena, extras, "minBounds", low, 3);
    tlb_value_add_singles(s->arena, extras, "maxBounds", high, 3);
    if (shape->pers.version < 8)
        tlb_value_add_bool(s->arena, extras, "estimatedBounds", true);
    add_details(s, extras);
    add_node_name(s, extras, "alwaysNode", shape->alwaysNode);
    add_transitions(s, extras);
    return true;
}

/* --- sequences ---------------------------------------------------------------------------------------- */

static void add_triggers(const dts_scene *s, const tlb_dts_sequence *sequence, tlb_value *extras)
{
    if (sequence->numTriggerFrames < 1 ||
        !dts_within(sequence->firstTriggerFrame, sequence->numTriggerFrames, s->shape->frameTriggers.count))
        return;
    tlb_value *list = tlb_value_add_list(s->arena, extras, "frameTriggers");
    for (int32_t i = 0; i < sequence->numTriggerFrames; i++) {
        const tlb_dts_frame_trigger *from = &s->shape->frameTriggers.data[sequence->firstTriggerFrame + i];
        tlb_value *trigger = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_single(s->arena, trigger, "pos", from->pos);
        tlb_value_add_integer(s->arena, trigger, "value", from->value);
    }
}

/* Keys as pairs of a position and a number. */
static void add_keys(const dts_scene *s, tlb_value *table, const dts_track *track, bool texture_frames)
{
    tlb_value *list = tlb_value_add_list(s->arena, table, "keyFrames");
    for (uint32_t i = 0; i < track->count; i++) {
        tlb_dts_key key = dts_key_of(s->shape, &track->keys[i]);
        if (texture_frames && !key.materialMatters)
            continue;
        tlb_value *pair = tlb_value_add_list(s->arena, list, NULL);
        tlb_value_add_single(s->arena, pair, NULL, track->keys[i].pos);
        tlb_value_add_integer(s->arena, pair, NULL, texture_frames ? key.material : key.value);
    }
}

/* The materials that a sequence shows in place of others. */
static void add_materials(dts_scene *s, const tlb_dts_sequence *sequence, tlb_value *extras)
{
    const tlb_dts *shape = s->shape;
    if (sequence->numIFLSubSequences < 1)
        return;
    if (!dts_within(sequence->firstIFLSubSequence, sequence->numIFLSubSequences, shape->subSequences.count)) {
        s->skipped++;
        return;
    }
    tlb_value *list = tlb_value_add_list(s->arena, extras, "IFLSubSequences");
    for (int32_t i = 0; i < sequence->numIFLSubSequences && s->ifl_left; i++, s->ifl_left--) {
        dts_track track;
        if (!tlb_dts_track_at(&s->score, sequence->firstIFLSubSequence + i, &track) ||
            track.count > s->keys_left)
            continue;
        s->keys_left -= track.count;
        tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
        tlb_value_add_integer(s->arena, table, "material", dts_key_of(shape, track.keys).material);
        add_keys(s, table, &track, false);
        s->ifl_tracks++;
    }
}

static bool changes_texture(const dts_scene *s, const dts_track *track)
{
    for (uint32_t i = 0; i < track->count; i++)
        if (dts_key_of(s->shape, &track->keys[i]).materialMatters)
            return true;
    return false;
}

/* The objects whose texture coordinates change. */
static void add_texture_frames(dts_scene *s, uint32_t sequence, tlb_value *extras)
{
    uint32_t count, nodes = s->shape->nodes.count;
    const dts_scene_track *tracks = tlb_dts_tracks_of(s, sequence, &count);
    tlb_value *list = NULL;
    for (uint32_t i = 0; i < count; i++) {
        dts_track track;
        if (tracks[i].target < nodes || !tlb_dts_track_at(&s->score, tracks[i].sub_sequence, &track) ||
            !changes_texture(s, &track) || track.count > s->keys_left)
            continue;
        s->keys_left -= track.count;
        if (!list)
            list = tlb_value_add_list(s->arena, extras, "textureFrames");
        tlb_value *table = tlb_value_add_table(s->arena, list, NULL);
        add_name(s, table, "object", s->shape->objects.data[tracks[i].target - nodes].name);
        add_keys(s, table, &track, true);
        s->texture_tracks++;
    }
}

void tlb_dts_describe_animation(dts_scene *s, uint32_t sequence, tlb_animation *animation)
{
    const tlb_dts_sequence *from = &s->shape->sequences.data[sequence];
    tlb_value *extras = animation->extras = tlb_value_table(s->arena);
    tlb_value_add_integer(s->arena, extras, "priority", from->priority);
    if (s->shape->pers.version >= 4)
        add_triggers(s, from, extras);
    if (s->shape->pers.version >= 5)
        add_materials(s, from, extras);
    add_texture_frames(s, sequence, extras);
}

void tlb_dts_report_losses(dts_scene *s)
{
    static const tlb_remedy flips = {"flips", "yes"};
    tlb_context *context = s->conversion->context;
    if (s->no_flips && s->ifl_tracks)
        tlb_report_remedy(
            context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "sequences", flips, "%u %s kept in extras only",
            s->ifl_tracks,
            tlb_plural(s->ifl_tracks, "track that changes materials is", "tracks that change materials are"));
    if (s->no_flips && s->texture_tracks)
        tlb_report_remedy(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "sequences", flips,
                          "%u %s kept in extras only", s->texture_tracks,
                          tlb_plural(s->texture_tracks, "track that changes texture coordinates is",
                                     "tracks that change texture coordinates are"));
    if (s->flips_skipped)
        tlb_report(context, TLB_CODE_DROPPED, TLB_NO_OFFSET, "sequences",
                   "%u %s too many pictures for the size of the file; only the first picture is used",
                   s->flips_skipped,
                   tlb_plural(s->flips_skipped, "mesh or track has", "meshes or tracks have"));
    if (s->skipped)
        tlb_report(context, TLB_CODE_DTS_SKIPPED, TLB_NO_OFFSET, NULL,
                   "%u %s an index out of range; left out", s->skipped,
                   tlb_plural(s->skipped, "face, object or track has", "faces, objects or tracks have"));
}
