/* Queries of a shape. */
#include "base/text.h"
#include "core/query.h"
#include "formats/torque/dts/dts.h"
#include "formats/torque/dts/pose.h"

#include <math.h>

const tlb_query_info tlb_torque_dts_queries[] = {
    {"pose", "SEQUENCE SECONDS", "nodes within their parents, and objects, at a time of a sequence"},
    {"triggers", "SEQUENCE FROM TO", "the triggers passed between two times in seconds, forward"},
    {"detail", "PIXELS", "the detail that is drawn when the radius covers PIXELS"},
    {0},
};

/* By name, whatever the case, or number; NULL when there is none. */
static const tlb_torque_sequence *sequence_of(const tlb_torque_shape *x, const char *word)
{
    size_t size = strlen(word);
    uint64_t index;
    for (uint32_t i = 0; i < x->sequences.count; i++) {
        tlb_text name = tlb_torque_name_at(x, x->sequences.data[i].nameIndex);
        if (name.size == size && tlb_same_nocase(name.data, word))
            return &x->sequences.data[i];
    }
    return tlb_word_whole(word, &index) && index < x->sequences.count ? &x->sequences.data[index] : NULL;
}

static tlb_status answer_pose(const tlb_query_call *q)
{
    const tlb_torque_shape *x = q->subject;
    tlb_arena *arena = q->arena;
    double seconds;
    if (q->word_count != 2 || !tlb_word_real(q->words[1], &seconds))
        return tlb_query_refuse(q, "pose", "expected a sequence and a time in seconds");
    const tlb_torque_sequence *sequence = sequence_of(x, q->words[0]);
    if (!sequence)
        return tlb_query_refuse(q, q->words[0], "no such sequence");
    shape_place *places = tlb_alloc_array(arena, x->nodes.count, sizeof *places);
    tlb_torque_object_state *states = tlb_alloc_array(arena, x->objects.count, sizeof *states);
    if (!places || !states)
        return tlb_report_memory(q->document->context, arena);
    tlb_shape_pose(x, sequence, seconds, places);
    tlb_shape_object_states(x, sequence, seconds, states);
    tlb_value *nodes = tlb_value_add_list(arena, q->table, "nodes");
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        tlb_value *node = tlb_value_add_table(arena, nodes, NULL);
        tlb_value_add_bytes_text(arena, node, "name", tlb_torque_name_at(x, x->nodes.data[i].nameIndex));
        tlb_value_add_singles(arena, node, "rotation", places[i].rotation, 4);
        tlb_value_add_singles(arena, node, "translation", places[i].translation, 3);
        tlb_value_add_singles(arena, node, "scale", places[i].scale, 3);
    }
    tlb_value *objects = tlb_value_add_list(arena, q->table, "objects");
    for (uint32_t i = 0; i < x->objects.count; i++) {
        tlb_value *object = tlb_value_add_table(arena, objects, NULL);
        tlb_value_add_bytes_text(arena, object, "name", tlb_torque_name_at(x, x->objects.data[i].nameIndex));
        tlb_value_add_single(arena, object, "vis", states[i].vis);
        tlb_value_add_integer(arena, object, "frame", states[i].frameIndex);
        tlb_value_add_integer(arena, object, "matFrame", states[i].matFrameIndex);
    }
    return TLB_OK;
}

/* How often a position from 0 to 1 is passed in (from, to], a sequence's time divided by its duration. */
static int64_t passes(double position, double from, double to, bool cyclic)
{
    if (!cyclic)
        return position > from && position <= to;
    return (int64_t)(floor(to - position) - floor(from - position));
}

static tlb_status answer_triggers(const tlb_query_call *q)
{
    enum { FARTHEST = 1000000 };
    const tlb_torque_shape *x = q->subject;
    tlb_arena *arena = q->arena;
    shape_lists lists = tlb_shape_lists(x);
    double from, to;
    if (q->word_count != 3 || !tlb_word_real(q->words[1], &from) || !tlb_word_real(q->words[2], &to) ||
        to < from || fabs(from) > FARTHEST || fabs(to) > FARTHEST)
        return tlb_query_refuse(q, "triggers", "expected a sequence and two times in seconds, ascending");
    const tlb_torque_sequence *sequence = sequence_of(x, q->words[0]);
    if (!sequence)
        return tlb_query_refuse(q, q->words[0], "no such sequence");
    double duration = (double)sequence->duration;
    if (!(duration > 0))
        return tlb_query_refuse(q, q->words[0], "the duration of the sequence is zero");
    tlb_value *list = tlb_value_add_list(arena, q->table, "triggers");
    if (!shape_within(sequence->firstTrigger, sequence->numTriggers, lists.triggers.count))
        return TLB_OK;
    for (int32_t i = 0; i < sequence->numTriggers; i++) {
        const tlb_torque_trigger *t = &lists.triggers.data[sequence->firstTrigger + i];
        int64_t times =
            passes((double)t->pos, from / duration, to / duration, tlb_shape_is_cyclic(&lists, sequence));
        if (times <= 0)
            continue;
        tlb_value *row = tlb_value_add_table(arena, list, NULL);
        tlb_value_add_integer(arena, row, "mask",
                              t->state & ~(TLB_TORQUE_TRIGGER_ON | TLB_TORQUE_TRIGGER_INVERT));
        tlb_value_add_bool(arena, row, "on", t->state & TLB_TORQUE_TRIGGER_ON);
        tlb_value_add_single(arena, row, "pos", t->pos);
        tlb_value_add_integer(arena, row, "times", times);
    }
    return TLB_OK;
}

/* The first that is larger on the screen than its size; else the last of those that are drawn at all. */
static tlb_status answer_detail(const tlb_query_call *q)
{
    const tlb_torque_shape *x = q->subject;
    tlb_arena *arena = q->arena;
    double pixels;
    int64_t found = TLB_NONE;
    if (q->word_count != 1 || !tlb_word_real(q->words[0], &pixels))
        return tlb_query_refuse(q, "detail", "expected a radius in pixels (one number)");
    for (uint32_t i = 0; i < x->details.count; i++) {
        if (!(x->details.data[i].size >= 0))
            continue;
        found = i;
        if (pixels > (double)x->details.data[i].size)
            break;
    }
    tlb_value_add_integer(arena, q->table, "detail", found);
    if (found != TLB_NONE)
        tlb_value_add_bytes_text(arena, q->table, "name",
                                 tlb_torque_name_at(x, x->details.data[found].nameIndex));
    return TLB_OK;
}

tlb_status tlb_torque_dts_query(tlb_document *document, const char *const *words, size_t word_count,
                                tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_pose, answer_triggers, answer_detail};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_torque_dts_queries, answers);
}
