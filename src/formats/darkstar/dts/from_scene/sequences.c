/* Animations as sequences. */
#include "formats/darkstar/dts/from_scene/channels.h"
#include "writers/stretch.h"

#include <math.h>

/* --- sequences ----------------------------------------------------------------------------------------- */

static bool add_triggers(dts_maker *m, const tlb_animation *animation, tlb_dts_sequence *sequence)
{
    const tlb_value *list = tlb_value_get(animation->extras, "frameTriggers");
    sequence->firstTriggerFrame = (int32_t)m->triggers.count;
    for (const tlb_value *of = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL; of;
         of = of->next) {
        double pos, value;
        if (!tlb_hint_number(tlb_value_get(of, "pos"), &pos) ||
            !tlb_hint_number(tlb_value_get(of, "value"), &value))
            continue;
        tlb_dts_frame_trigger *trigger = TLB_PUSH(m->arena, &m->triggers);
        if (!trigger)
            return false;
        *trigger = (tlb_dts_frame_trigger){(float)pos, (int32_t)value};
    }
    sequence->numTriggerFrames = (int32_t)m->triggers.count - sequence->firstTriggerFrame;
    if (!sequence->numTriggerFrames)
        sequence->firstTriggerFrame = 0;
    return true;
}

static bool make_sequences(dts_maker *m)
{
    const tlb_scene *scene = m->scene;
    tlb_dts *shape = m->shape;
    shape->sequences.data = tlb_zalloc_array(m->arena, scene->animation_count, sizeof *shape->sequences.data);
    shape->sequences.count = scene->animation_count;
    for (uint32_t i = 0; shape->sequences.data && i < scene->animation_count; i++) {
        const tlb_animation *from = &scene->animations[i];
        tlb_dts_sequence *sequence = &shape->sequences.data[i];
        const char *name = tlb_dts_fit_name(m, *from->name ? from->name : "sequence");
        double priority;
        if (!name)
            return false;
        sequence->name = tlb_dts_add_name(m, name);
        sequence->cyclic = from->loops;
        sequence->duration = tlb_dts_duration_of(from);
        sequence->priority =
            tlb_hint_number(tlb_value_get(from->extras, "priority"), &priority) ? (int32_t)priority : 0;
        if (sequence->name == TLB_NONE || !add_triggers(m, from, sequence))
            return false;
    }
    return shape->sequences.data != NULL;
}

/* Scales that change, but not from or to nothing. */
static void count_scales(dts_maker *m)
{
    for (uint32_t i = 0; i < m->scene->animation_count; i++)
        for (uint32_t k = 0; k < m->scene->animations[i].channel_count; k++) {
            const tlb_channel *c = &m->scene->animations[i].channels[k];
            bool changes = false;
            for (uint32_t key = 0; c->target == TLB_TARGET_SCALE && key < c->key_count; key++) {
                const float *scale = c->values + (size_t)key * 3, *rest = m->hints[c->node].scale;
                for (int axis = 0; axis < 3 && !tlb_scale_vanishes(scale); axis++)
                    changes |= fabsf(scale[axis] - rest[axis]) > 1e-3f * fabsf(rest[axis]);
            }
            m->scaled += changes;
        }
}

tlb_status tlb_dts_add_sequences(dts_maker *m)
{
    static const float least = 1.0f / 16384, most = 1.0f / 16;
    count_scales(m);
    if (!make_sequences(m) || !tlb_dts_make_tracks(m))
        return m->status ? m->status : tlb_report_memory(m->context, m->arena);
    uint32_t keys = m->key_frames.count;
    for (float slack = least; m->key_frames.count > DTS_MOST_INDEX && slack <= most; slack *= 2) {
        m->slack = slack;
        if (!tlb_dts_make_tracks(m))
            return tlb_report_memory(m->context, m->arena);
    }
    if (m->key_frames.count < keys)
        tlb_report(
            m->context, TLB_CODE_DTS_KEYS_REDUCED, TLB_NO_OFFSET, NULL,
            "%u of %u keys are kept, of at most %d; turns differ by up to %.2g degrees, places by %.2g m",
            m->key_frames.count, keys, DTS_MOST_INDEX, (double)(2 * m->slack * 57.29578f * 1.4142f),
            (double)(m->slack * m->size));
    if (m->key_frames.count > DTS_MOST_INDEX)
        tlb_dts_refuse(m, "keys of animations", m->key_frames.count, DTS_MOST_INDEX);
    else if (m->transforms.count > DTS_MOST_INDEX)
        tlb_dts_refuse(m, "transforms of nodes and keys", m->transforms.count, DTS_MOST_INDEX);
    else if (m->sub_sequences.count > DTS_MOST_INDEX)
        tlb_dts_refuse(m, "tracks of animations", m->sub_sequences.count, DTS_MOST_INDEX);
    return m->status;
}
