/* Animated lights: which state one is in, what color it has, where it falls, and the queries about it. */
#include "formats/darkstar/dil/dil.h"

#include "base/text.h"
#include "core/query.h"

#include <math.h>

static const float FULL = 65280; /* 255 in 8.8 fixed point */

static const tlb_dil_state *states_of(const tlb_dil *dil, const tlb_dil_light *light)
{
    int64_t end = (int64_t)light->stateIndex + light->stateCount;
    bool there = light->stateIndex >= 0 && light->stateCount > 0 && end <= (int64_t)dil->states.count;
    return there ? &dil->states.data[light->stateIndex] : NULL;
}

/* The color between a state and the next; after the last comes the first again, when the light has run its
 * duration. */
static void blend(const tlb_dil_state *a, const tlb_dil_state *b, double part, float color[3])
{
    const uint16_t from[3] = {a->red, a->green, a->blue}, to[3] = {b->red, b->green, b->blue};
    for (int i = 0; i < 3; i++)
        color[i] = (float)((double)from[i] + part * ((double)to[i] - (double)from[i])) / FULL;
}

bool tlb_dil_light_at(const tlb_dil *dil, uint32_t light, double seconds, tlb_dil_moment *moment)
{
    if (!dil || !moment)
        return false;
    const tlb_dil_light *l = light < dil->lights.count ? &dil->lights.data[light] : NULL;
    const tlb_dil_state *states = l ? states_of(dil, l) : NULL;
    if (!states || !isfinite(seconds) || seconds < 0)
        return false;
    double duration = l->duration > 0 && isfinite(l->duration) ? (double)l->duration : 0;
    double at = duration > 0 ? fmod(seconds, duration) : 0;
    int32_t state = 0;
    while (state + 1 < l->stateCount && (double)states[state + 1].time <= at)
        state++;
    int32_t next = state + 1 < l->stateCount ? state + 1 : 0;
    double begin = (double)states[state].time, end = next ? (double)states[next].time : duration;
    double part = end > begin ? (at - begin) / (end - begin) : 0;
    *moment = (tlb_dil_moment){.state = (uint32_t)(l->stateIndex + state)};
    blend(&states[state], &states[next], part > 0 ? part : 0, moment->color);
    return true;
}

bool tlb_dil_state_map(const tlb_dil *dil, uint32_t state, uint32_t number, uint32_t *surface,
                       const uint8_t **map)
{
    if (!dil || !surface || !map)
        return false;
    const tlb_dil_state *s = state < dil->states.count ? &dil->states.data[state] : NULL;
    if (!s || s->dataIndex < 0 || s->dataCount < 0 || number >= (uint32_t)s->dataCount ||
        (uint32_t)s->dataIndex + number >= dil->stateData.count)
        return false;
    const tlb_dil_state_data *d = &dil->stateData.data[(uint32_t)s->dataIndex + number];
    *map = NULL;
    *surface = (uint32_t)d->surface;
    if (d->surface < 0 || *surface >= dil->surfaces.count || d->mapIndex < 0)
        return true;
    const tlb_dil_surface *to = &dil->surfaces.data[d->surface];
    if ((uint64_t)d->mapIndex + (uint32_t)(to->w * to->h) <= dil->mapBytes.size)
        *map = dil->mapBytes.data + d->mapIndex;
    return true;
}

/* --- queries ------------------------------------------------------------------------------------------- */

const tlb_query_info tlb_dil_queries[] = {
    {"light", "LIGHT [SECONDS]", "an animated light, by name or index: its states, and its state at a time"},
    {0},
};

static bool find_light(const tlb_dil *dil, const char *word, uint32_t *light)
{
    uint64_t number;
    for (*light = 0; *light < dil->lights.count; ++*light) {
        const char *name = tlb_dil_name(dil, dil->lights.data[*light].nameOffset);
        if (name && tlb_same_nocase(name, word))
            return true;
    }
    if (!tlb_word_whole(word, &number) || number >= dil->lights.count)
        return false;
    *light = (uint32_t)number;
    return true;
}

static void add_flags(const tlb_query_call *q, uint32_t flags)
{
    static const char *const names[] = {"autostart", "loop", "random", "managed"};
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "animFlags");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (flags >> i & 1)
            tlb_value_add_text(q->arena, list, NULL, names[i]);
}

/* Colors are 0 to 1, as those between two states. */
static void add_color(const tlb_query_call *q, tlb_value *table, const tlb_dil_state *state)
{
    const float full = 65280; /* 255 in 8.8 fixed point */
    const float color[3] = {(float)state->red / full, (float)state->green / full, (float)state->blue / full};
    tlb_value_add_singles(q->arena, table, "color", color, 3);
}

static void add_states(const tlb_query_call *q, const tlb_dil_light *light)
{
    const tlb_dil *dil = q->subject;
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "states");
    for (int64_t i = 0; i < light->stateCount && light->stateIndex >= 0; i++) {
        int64_t number = light->stateIndex + i;
        if (number >= dil->states.count)
            return;
        tlb_value *table = tlb_value_add_table(q->arena, list, NULL);
        tlb_value_add_single(q->arena, table, "time", dil->states.data[number].time);
        add_color(q, table, &dil->states.data[number]);
    }
}

/* The surfaces that a state falls on. */
static void add_surfaces(const tlb_query_call *q, uint32_t state)
{
    const uint8_t *map;
    uint32_t surface;
    tlb_value *list = tlb_value_add_list(q->arena, q->table, "surfaces");
    for (uint32_t i = 0; tlb_dil_state_map(q->subject, state, i, &surface, &map); i++)
        tlb_value_add_integer(q->arena, list, NULL, surface);
}

static tlb_status answer_light(const tlb_query_call *q)
{
    const tlb_dil *dil = q->subject;
    tlb_dil_moment moment;
    uint32_t number;
    double seconds = 0;
    bool timed = q->word_count == 2;
    if (q->word_count < 1 || q->word_count > 2 || (timed && !tlb_word_real(q->words[1], &seconds)) ||
        seconds < 0)
        return tlb_query_refuse(
            q, "light", "expected a light (name or index) and optionally a time in seconds, 0 or more");
    if (!find_light(dil, q->words[0], &number))
        return tlb_query_refuse(q, "light", dil->lights.count ? "no such light" : "the file has no lights");
    const tlb_dil_light *light = &dil->lights.data[number];
    const char *name = tlb_dil_name(dil, light->nameOffset);
    tlb_value_add_integer(q->arena, q->table, "light", number);
    tlb_value_add_integer(q->arena, q->table, "id", light->id);
    if (name)
        tlb_value_add_bytes_text(q->arena, q->table, "name", (tlb_text){name, (uint32_t)strlen(name)});
    tlb_value_add_single(q->arena, q->table, "duration", light->duration);
    add_flags(q, light->animFlags);
    add_states(q, light);
    if (!tlb_dil_light_at(dil, number, seconds, &moment))
        return TLB_OK;
    tlb_value_add_real(q->arena, q->table, "seconds", seconds);
    tlb_value_add_integer(q->arena, q->table, "state", (int64_t)moment.state - light->stateIndex);
    tlb_value_add_singles(q->arena, q->table, "color", moment.color, 3);
    add_surfaces(q, moment.state);
    return TLB_OK;
}

tlb_status tlb_dil_query(tlb_document *document, const char *const *words, size_t word_count,
                         tlb_value *table)
{
    static tlb_query_handler *const answers[] = {answer_light};
    tlb_query_call q = tlb_query_begin(document, words, word_count, table);
    return tlb_query_dispatch(&q, tlb_dil_queries, answers);
}
