/* Queries of a shape, which its runtime answers. */
#include "formats/darkstar/dts/dts.h"

#include "core/query.h"

const tlb_query_info tlb_dts_queries[] = {
    {"pose", "SEQUENCE SECONDS", "nodes, objects and materials at a time of a sequence"},
    {"triggers", "SEQUENCE FROM TO",
     "the frame triggers passed between two times in seconds; backwards when TO is less"},
    {"detail", "PIXELS", "the detail that is drawn when the radius covers PIXELS, and its nodes"},
    {"transition", "SEQUENCE SEQUENCE SECONDS", "the pose at a time of the transition between two sequences"},
    {0},
};

enum { MOST_TRIGGERS = 1000 };

/* By name or number; TLB_NONE when there is none. */
static int32_t sequence_of(const tlb_dts *shape, const char *word)
{
    int32_t named = tlb_dts_find_sequence(shape, word);
    uint64_t index;
    if (named == TLB_NONE && tlb_word_whole(word, &index) && index < shape->sequences.count)
        return (int32_t)index;
    return named;
}

/* --- answers ------------------------------------------------------------------------------------------ */

static void add_placement(tlb_arena *arena, tlb_value *table, const tlb_dts_placement *placement)
{
    tlb_value_add_singles(arena, table, "rotation", placement->rotation, 4);
    tlb_value_add_singles(arena, table, "translation", placement->translation, 3);
}

static void add_name(const tlb_query_call *q, tlb_value *table, const char *key, int32_t name)
{
    const tlb_dts *shape = q->subject;
    tlb_value_add_bytes_text(q->arena, table, key, tlb_dts_name_at(shape, name));
}

static void add_pose(const tlb_query_call *q, const tlb_dts_pose *pose)
{
    const tlb_dts *shape = q->subject;
    tlb_arena *arena = q->arena;
    tlb_value *nodes = tlb_value_add_list(arena, q->table, "nodes");
    for (uint32_t i = 0; i < shape->nodes.count; i++) {
        tlb_value *node = tlb_value_add_table(arena, nodes, NULL);
        add_name(q, node, "name", shape->nodes.data[i].name);
        add_placement(arena, node, &pose->world[i]);
        tlb_value_add_bool(arena, node, "visible", pose->nodeVisible[i]);
    }
    tlb_value *objects = tlb_value_add_list(arena, q->table, "objects");
    for (uint32_t i = 0; i < shape->objects.count; i++) {
        tlb_value *object = tlb_value_add_table(arena, objects, NULL);
        add_name(q, object, "name", shape->objects.data[i].name);
        tlb_value_add_integer(arena, object, "frame", pose->objects[i].frame);
        tlb_value_add_integer(arena, object, "textureFrame", pose->objects[i].textureFrame);
        tlb_value_add_bool(arena, object, "visible", pose->objects[i].visible);
    }
    tlb_value *materials = tlb_value_add_list(arena, q->table, "materials");
    for (uint32_t i = 0; i < pose->materialCount; i++)
        tlb_value_add_integer(arena, materials, NULL, pose->materials[i]);
}

static void add_thread(const tlb_query_call *q, const tlb_dts_thread *thread)
{
    const tlb_dts *shape = q->subject;
    tlb_arena *arena = q->arena;
    add_name(q, q->table, "sequence", shape->sequences.data[thread->sequence].name);
    tlb_value_add_real(arena, q->table, "position", thread->position);
    if (thread->transition != TLB_NONE)
        tlb_value_add_real(arena, q->table, "transitionPosition", thread->transitionPosition);
}

/* Plays the query's thread so long, and answers with what comes of it. */
static void play(const tlb_query_call *q, tlb_dts_instance *instance, double seconds)
{
    tlb_dts_advance(instance, 0, seconds, NULL, 0);
    add_thread(q, tlb_dts_thread_at(instance, 0));
    add_pose(q, tlb_dts_evaluate(instance));
}

static tlb_status answer_pose(const tlb_query_call *q)
{
    const tlb_dts *shape = q->subject;
    double seconds;
    if (q->word_count != 2 || !tlb_word_real(q->words[1], &seconds))
        return tlb_query_refuse(q, "pose", "expected a sequence and a time in seconds");
    int32_t sequence = sequence_of(shape, q->words[0]);
    if (sequence == TLB_NONE)
        return tlb_query_refuse(q, q->words[0], "no such sequence");
    tlb_dts_instance *instance;
    tlb_status status = tlb_dts_instance_create(q->document->context, shape, 1, &instance);
    if (status)
        return status;
    tlb_dts_play(instance, 0, sequence, 0);
    play(q, instance, seconds);
    tlb_dts_instance_free(instance);
    return TLB_OK;
}

static tlb_status answer_transition(const tlb_query_call *q)
{
    const tlb_dts *shape = q->subject;
    double seconds;
    if (q->word_count != 3 || !tlb_word_real(q->words[2], &seconds))
        return tlb_query_refuse(q, "transition", "expected two sequences and a time in seconds");
    int32_t from = sequence_of(shape, q->words[0]), to = sequence_of(shape, q->words[1]);
    if (from == TLB_NONE || to == TLB_NONE)
        return tlb_query_refuse(q, q->words[from != TLB_NONE], "no such sequence");
    int32_t transition = tlb_dts_find_transition(shape, from, to);
    if (transition == TLB_NONE)
        return tlb_query_refuse(q, q->words[1], "no transition between these sequences");
    tlb_dts_instance *instance;
    tlb_status status = tlb_dts_instance_create(q->document->context, shape, 1, &instance);
    if (status)
        return status;
    tlb_dts_begin_transition(instance, 0, transition, false);
    play(q, instance, seconds);
    tlb_dts_instance_free(instance);
    return TLB_OK;
}

static tlb_status answer_triggers(const tlb_query_call *q)
{
    const tlb_dts *shape = q->subject;
    tlb_arena *arena = q->arena;
    double from, to;
    if (q->word_count != 3 || !tlb_word_real(q->words[1], &from) || !tlb_word_real(q->words[2], &to))
        return tlb_query_refuse(q, "triggers", "expected a sequence and two times in seconds");
    int32_t sequence = sequence_of(shape, q->words[0]);
    if (sequence == TLB_NONE)
        return tlb_query_refuse(q, q->words[0], "no such sequence");
    double duration = (double)shape->sequences.data[sequence].duration;
    if (!(duration > 0))
        return tlb_query_refuse(q, q->words[0], "the duration of the sequence is zero");
    int32_t *met = tlb_alloc_array(arena, MOST_TRIGGERS, sizeof *met);
    if (!met)
        return tlb_report_memory(q->document->context, arena);
    uint64_t count =
        tlb_dts_triggers_between(shape, sequence, from / duration, to / duration, met, MOST_TRIGGERS);
    tlb_value_add_integer(arena, q->table, "count", (int64_t)count);
    tlb_value *list = tlb_value_add_list(arena, q->table, "triggers");
    for (uint32_t i = 0; i < count && i < MOST_TRIGGERS; i++)
        tlb_value_add_integer(arena, list, NULL, met[i]);
    return TLB_OK;
}

static tlb_status answer_detail(const tlb_query_call *q)
{
    const tlb_dts *shape = q->subject;
    tlb_arena *arena = q->arena;
    double pixels;
    if (q->word_count != 1 || !tlb_word_real(q->words[0], &pixels))
        return tlb_query_refuse(q, "detail", "expected a radius in pixels (one number)");
    bool *drawn = tlb_alloc_array(arena, shape->nodes.count, sizeof *drawn);
    if (!drawn)
        return tlb_report_memory(q->document->context, arena);
    int32_t detail = tlb_dts_select_detail(shape, (float)pixels);
    tlb_dts_drawn_nodes(shape, detail, drawn);
    tlb_value_add_integer(arena, q->table, "detail", detail);
    tlb_value *list = tlb_value_add_list(arena, q->table, "nodes");
    for (uint32_t i = 0; i < shape->nodes.count; i++)
        if (drawn[i])
            add_name(q, list, NULL, shape->nodes.data[i].name);
    return TLB_OK;
}

tlb_status tlb_dts_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_pose, answer_triggers, answer_detail,
                                                 answer_transition};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_dts_queries, answers);
}
