#include "formats/torque/dif_query.h"

#include "formats/questions.h"

#include <math.h>
#include <string.h>

/* flags of an animated light */
enum { AMBIENT = 1, LOOP = 2, FLICKER = 4, ALARM = 8 };

static const char *type_of(uint16_t flags)
{
    static const char *const names[] = {"triggerable ramp",    "ambient",
                                        "triggerable loop",    "ambient loop",
                                        "triggerable flicker", "ambient flicker"};
    uint32_t type = flags & (AMBIENT | LOOP | FLICKER);
    return type < sizeof names / sizeof *names ? names[type] : "unknown";
}

static const tlb_dif_light_state *state_of(const tlb_dif_interior *x, const tlb_dif_animated_light *light,
                                           uint32_t i)
{
    uint64_t index = (uint64_t)light->stateIndex + i;
    return index < x->lightStates.count ? &x->lightStates.data[index] : NULL;
}

/* The state of a light at a time: a state holds until the next becomes active. A loop and a flicker begin
 * again after their duration; a ramp ends in its last state. */
static uint32_t state_at(const tlb_dif_interior *x, const tlb_dif_animated_light *light, double milliseconds)
{
    uint32_t found = 0;
    if (light->flags & (LOOP | FLICKER) && light->duration)
        milliseconds = fmod(milliseconds, light->duration);
    for (uint32_t i = 0; i < light->stateCount; i++) {
        const tlb_dif_light_state *state = state_of(x, light, i);
        if (state && state->activeTime <= milliseconds)
            found = i;
    }
    return found;
}

static void add_state(const tlb_question *q, tlb_value *list, const tlb_dif_light_state *state)
{
    const tlb_dif_interior *x = q->subject;
    tlb_value *table = tlb_add_table(q->arena, list, NULL);
    tlb_value *color = tlb_add_list(q->arena, table, "color");
    tlb_add_integer(q->arena, color, NULL, state->red);
    tlb_add_integer(q->arena, color, NULL, state->green);
    tlb_add_integer(q->arena, color, NULL, state->blue);
    tlb_add_integer(q->arena, table, "activeTime", state->activeTime);
    tlb_value *surfaces = tlb_add_list(q->arena, table, "surfaces");
    for (uint32_t i = 0; i < state->dataCount; i++) {
        uint64_t data = (uint64_t)state->dataIndex + i;
        if (data < x->stateDatas.count)
            tlb_add_integer(q->arena, surfaces, NULL, x->stateDatas.data[data].surfaceIndex);
    }
}

static void add_name(const tlb_question *q, uint32_t index)
{
    const tlb_dif_interior *x = q->subject;
    uint32_t size = 0;
    if (index >= x->nameBuffers.count)
        return;
    while (index + size < x->nameBuffers.count && x->nameBuffers.data[index + size])
        size++;
    tlb_add_bytes_text(q->arena, q->table, "name",
                       (tlb_text){(const char *)x->nameBuffers.data + index, size});
}

tlb_status dif_answer_light(const tlb_question *q)
{
    const tlb_dif_interior *x = q->subject;
    uint64_t index;
    double seconds = 0;
    if (q->word_count < 1 || q->word_count > 2 || !tlb_word_whole(q->words[0], &index) ||
        (q->word_count == 2 && (!tlb_word_real(q->words[1], &seconds) || seconds < 0)))
        return tlb_refuse(q, "light", "a light is one whole number; a time in seconds may follow");
    if (index >= x->animatedLights.count)
        return tlb_refuse(q, q->words[0], "no such animated light");
    const tlb_dif_animated_light *light = &x->animatedLights.data[index];
    add_name(q, light->nameIndex);
    tlb_add_text(q->arena, q->table, "type", type_of(light->flags));
    tlb_add_bool(q->arena, q->table, "alarm", (light->flags & ALARM) != 0);
    tlb_add_integer(q->arena, q->table, "duration", light->duration);
    if (q->word_count == 2)
        tlb_add_integer(q->arena, q->table, "state", state_at(x, light, seconds * 1000));
    tlb_value *states = tlb_add_list(q->arena, q->table, "states");
    for (uint32_t i = 0; i < light->stateCount; i++)
        if (state_of(x, light, i))
            add_state(q, states, state_of(x, light, i));
    return TLB_OK;
}
