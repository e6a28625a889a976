#include "formats/torque/dif/query.h"

#include "core/query.h"
#include "formats/torque/dif/lights.h"

static void add_color(const tlb_query_call *q, tlb_value *table, const uint8_t color[3])
{
    tlb_value *list = tlb_add_list(q->arena, table, "color");
    for (int i = 0; i < 3; i++)
        tlb_add_integer(q->arena, list, NULL, color[i]);
}

static void add_state(const tlb_query_call *q, tlb_value *list, const tlb_dif_light_state *state)
{
    const tlb_dif_interior *x = q->subject;
    tlb_value *table = tlb_add_table(q->arena, list, NULL);
    add_color(q, table, (const uint8_t[]){state->red, state->green, state->blue});
    tlb_add_integer(q->arena, table, "activeTime", state->activeTime);
    tlb_value *surfaces = tlb_add_list(q->arena, table, "surfaces");
    for (uint32_t i = 0; i < state->dataCount; i++) {
        uint64_t data = (uint64_t)state->dataIndex + i;
        if (data < x->stateDatas.count)
            tlb_add_integer(q->arena, surfaces, NULL, x->stateDatas.data[data].surfaceIndex);
    }
}

tlb_status dif_answer_light(const tlb_query_call *q)
{
    const tlb_dif_interior *x = q->subject;
    uint64_t index;
    double seconds = 0;
    if (q->word_count < 1 || q->word_count > 2 || !tlb_word_whole(q->words[0], &index) ||
        (q->word_count == 2 && (!tlb_word_real(q->words[1], &seconds) || seconds < 0)))
        return tlb_query_refuse(q, "light", "a light is one whole number; a time in seconds may follow");
    if (index >= x->animatedLights.count)
        return tlb_query_refuse(q, q->words[0], "no such animated light");
    const tlb_dif_animated_light *light = &x->animatedLights.data[index];
    if (light->nameIndex < x->nameBuffers.count)
        tlb_add_bytes_text(q->arena, q->table, "name", dif_light_name(x, light));
    tlb_add_text(q->arena, q->table, "type", dif_light_type(light));
    tlb_add_bool(q->arena, q->table, "alarm", (light->flags & DIF_LIGHT_ALARM) != 0);
    tlb_add_integer(q->arena, q->table, "duration", light->duration);
    dif_light_moment moment;
    if (q->word_count == 2 && dif_light_at(x, light, seconds, &moment)) {
        tlb_add_integer(q->arena, q->table, "state", moment.state);
        add_color(q, q->table, moment.color);
    }
    tlb_value *states = tlb_add_list(q->arena, q->table, "states");
    for (uint32_t i = 0; i < light->stateCount && dif_light_state(x, light, i); i++)
        add_state(q, states, dif_light_state(x, light, i));
    return TLB_OK;
}
