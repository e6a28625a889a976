/* Questions to a shape: what its runtime answers. */
#include "base/number.h"
#include "formats/darkstar/dts_room.h"

#include <math.h>
#include <string.h>

const tlb_question_info dts_questions[] = {
    {"pose", "SEQUENCE SECONDS", "nodes, objects and materials when a sequence has played so long"},
    {"triggers", "SEQUENCE FROM TO",
     "the frame triggers met between two times, in seconds; backwards when TO is less"},
    {"detail", "PIXELS", "the detail that is drawn when the radius covers so many pixels, and its nodes"},
    {"transition", "SEQUENCE SEQUENCE SECONDS", "the pose so long after the transition between two began"},
    {0},
};

enum { MOST_TRIGGERS = 1000 };

typedef struct question {
    tlb_document *document;
    const tlb_dts *shape;
    const char *const *words; /* behind the question's name */
    size_t word_count;
    tlb_value *table;
} question;

static tlb_status refuse(const question *q, const char *word, const char *reason)
{
    tlb_report(q->document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", word, reason);
    return TLB_ARGUMENT;
}

/* --- words -------------------------------------------------------------------------------------------- */

static bool number(const char *word, double *value)
{
    const char *end = word + strlen(word);
    return tlb_read_f64(word, end, value) == end && isfinite(*value);
}

/* By name or number; TLB_NONE when there is none. */
static int32_t sequence_of(const tlb_dts *shape, const char *word)
{
    int32_t named = tlb_dts_find_sequence(shape, word);
    const char *end = word + strlen(word);
    uint64_t index;
    if (named == TLB_NONE && tlb_read_u64(word, end, &index) == end && word != end &&
        index < shape->sequences.count)
        return (int32_t)index;
    return named;
}

/* --- answers ------------------------------------------------------------------------------------------ */

static void add_placement(tlb_arena *arena, tlb_value *table, const tlb_dts_placement *placement)
{
    tlb_add_singles(arena, table, "rotation", placement->rotation, 4);
    tlb_add_singles(arena, table, "translation", placement->translation, 3);
}

static void add_name(const question *q, tlb_value *table, const char *key, int32_t name)
{
    tlb_add_bytes_text(&q->document->arena, table, key, tlb_dts_name_at(q->shape, name));
}

static void add_pose(const question *q, const tlb_dts_pose *pose)
{
    tlb_arena *arena = &q->document->arena;
    tlb_value *nodes = tlb_add_list(arena, q->table, "nodes");
    for (uint32_t i = 0; i < q->shape->nodes.count; i++) {
        tlb_value *node = tlb_add_table(arena, nodes, NULL);
        add_name(q, node, "name", q->shape->nodes.data[i].name);
        add_placement(arena, node, &pose->world[i]);
        tlb_add_bool(arena, node, "visible", pose->nodeVisible[i]);
    }
    tlb_value *objects = tlb_add_list(arena, q->table, "objects");
    for (uint32_t i = 0; i < q->shape->objects.count; i++) {
        tlb_value *object = tlb_add_table(arena, objects, NULL);
        add_name(q, object, "name", q->shape->objects.data[i].name);
        tlb_add_integer(arena, object, "frame", pose->objects[i].frame);
        tlb_add_integer(arena, object, "textureFrame", pose->objects[i].textureFrame);
        tlb_add_bool(arena, object, "visible", pose->objects[i].visible);
    }
    tlb_value *materials = tlb_add_list(arena, q->table, "materials");
    for (uint32_t i = 0; i < pose->materialCount; i++)
        tlb_add_integer(arena, materials, NULL, pose->materials[i]);
}

static void add_thread(const question *q, const tlb_dts_thread *thread)
{
    tlb_arena *arena = &q->document->arena;
    add_name(q, q->table, "sequence", q->shape->sequences.data[thread->sequence].name);
    tlb_add_real(arena, q->table, "position", thread->position);
    if (thread->transition != TLB_NONE)
        tlb_add_real(arena, q->table, "transitionPosition", thread->transitionPosition);
}

/* Plays the question's thread so long, and answers with what comes of it. */
static void play(const question *q, tlb_dts_instance *instance, double seconds)
{
    tlb_dts_advance(instance, 0, seconds, NULL, 0);
    add_thread(q, tlb_dts_thread_at(instance, 0));
    add_pose(q, tlb_dts_evaluate(instance));
}

static tlb_status answer_pose(const question *q)
{
    double seconds;
    if (q->word_count != 2 || !number(q->words[1], &seconds))
        return refuse(q, "pose", "a sequence and a time in seconds");
    int32_t sequence = sequence_of(q->shape, q->words[0]);
    if (sequence == TLB_NONE)
        return refuse(q, q->words[0], "no such sequence");
    tlb_dts_instance *instance;
    tlb_status status = tlb_dts_instance_create(&instance, q->document->context, q->shape, 1);
    if (status)
        return status;
    tlb_dts_play(instance, 0, sequence, 0);
    play(q, instance, seconds);
    tlb_dts_instance_free(instance);
    return TLB_OK;
}

static tlb_status answer_transition(const question *q)
{
    double seconds;
    if (q->word_count != 3 || !number(q->words[2], &seconds))
        return refuse(q, "transition", "two sequences and a time in seconds");
    int32_t from = sequence_of(q->shape, q->words[0]), to = sequence_of(q->shape, q->words[1]);
    if (from == TLB_NONE || to == TLB_NONE)
        return refuse(q, q->words[from != TLB_NONE], "no such sequence");
    int32_t transition = tlb_dts_find_transition(q->shape, from, to);
    if (transition == TLB_NONE)
        return refuse(q, q->words[1], "no transition leads there");
    tlb_dts_instance *instance;
    tlb_status status = tlb_dts_instance_create(&instance, q->document->context, q->shape, 1);
    if (status)
        return status;
    tlb_dts_begin_transition(instance, 0, transition, false);
    play(q, instance, seconds);
    tlb_dts_instance_free(instance);
    return TLB_OK;
}

static tlb_status answer_triggers(const question *q)
{
    tlb_arena *arena = &q->document->arena;
    double from, to;
    if (q->word_count != 3 || !number(q->words[1], &from) || !number(q->words[2], &to))
        return refuse(q, "triggers", "a sequence and two times in seconds");
    int32_t sequence = sequence_of(q->shape, q->words[0]);
    if (sequence == TLB_NONE)
        return refuse(q, q->words[0], "no such sequence");
    double duration = (double)q->shape->sequences.data[sequence].duration;
    if (!(duration > 0))
        return refuse(q, q->words[0], "the sequence lasts no time");
    int32_t *met = tlb_alloc_array(arena, MOST_TRIGGERS, sizeof *met);
    if (!met)
        return tlb_report_memory(q->document->context);
    uint64_t count =
        tlb_dts_triggers_between(q->shape, sequence, from / duration, to / duration, met, MOST_TRIGGERS);
    tlb_add_integer(arena, q->table, "count", (int64_t)count);
    tlb_value *list = tlb_add_list(arena, q->table, "triggers");
    for (uint32_t i = 0; i < count && i < MOST_TRIGGERS; i++)
        tlb_add_integer(arena, list, NULL, met[i]);
    return TLB_OK;
}

static tlb_status answer_detail(const question *q)
{
    tlb_arena *arena = &q->document->arena;
    double pixels;
    if (q->word_count != 1 || !number(q->words[0], &pixels))
        return refuse(q, "detail", "a radius in pixels");
    bool *drawn = tlb_alloc_array(arena, q->shape->nodes.count, sizeof *drawn);
    if (!drawn)
        return tlb_report_memory(q->document->context);
    int32_t detail = tlb_dts_select_detail(q->shape, (float)pixels);
    tlb_dts_drawn_nodes(q->shape, detail, drawn);
    tlb_add_integer(arena, q->table, "detail", detail);
    tlb_value *list = tlb_add_list(arena, q->table, "nodes");
    for (uint32_t i = 0; i < q->shape->nodes.count; i++)
        if (drawn[i])
            add_name(q, list, NULL, q->shape->nodes.data[i].name);
    return TLB_OK;
}

tlb_status dts_query(tlb_document *document, const char *const *words, size_t word_count, tlb_value *table)
{
    static const struct {
        const char *name;
        tlb_status (*answer)(const question *q);
    } questions[] = {{"pose", answer_pose},
                     {"triggers", answer_triggers},
                     {"detail", answer_detail},
                     {"transition", answer_transition}};
    question q = {.document = document, .shape = document->root, .table = table};
    if (!word_count)
        return refuse(&q, "query", "a question is missing: pose, triggers, detail or transition");
    q.words = words + 1;
    q.word_count = word_count - 1;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(words[0], questions[i].name) == 0) {
            document->arena.account->failure = TLB_OK; /* the only trace of values that found no memory */
            tlb_status status = questions[i].answer(&q);
            return !status && document->arena.account->failure ? tlb_report_memory(document->context)
                                                               : status;
        }
    return refuse(&q, words[0], "no such question; they are pose, triggers, detail and transition");
}
