/* What the steps from a scene to a shape share: sane numbers, limits, names and places. */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"
#include "scene/geometry/unit.h"

#include <math.h>

/* --- numbers ------------------------------------------------------------------------------------------- */

float tlb_shape_sane(shape_maker *m, float value)
{
    static const float most = 1e9f;
    bool sane = value >= -most && value <= most;
    m->replaced += !sane;
    return sane ? value : 0;
}

bool tlb_shape_read_numbers(const tlb_value *list, float *out, int count)
{
    const tlb_value *of = list && list->kind == TLB_VALUE_LIST ? list->as.members.first : NULL;
    for (int i = 0; i < count; i++, of = of->next) {
        double number;
        if (!of || !tlb_hint_number(of, &number))
            return false;
        out[i] = (float)number;
    }
    return true;
}

void tlb_shape_refuse(shape_maker *m, const char *things, uint64_t count, uint64_t most)
{
    tlb_report(m->context, TLB_CODE_SHAPE_TOO_LARGE, TLB_NO_OFFSET, NULL, "%s: %llu or more, at most %llu",
               things, (unsigned long long)count, (unsigned long long)most);
    m->status = TLB_LIMIT;
}

/* --- names --------------------------------------------------------------------------------------------- */

static char *folded(tlb_arena *arena, const char *name)
{
    char *key = tlb_arena_printf(arena, "%s", name);
    for (char *at = key; at && *at; at++)
        *at = tlb_lower(*at);
    return key;
}

int32_t tlb_shape_name_number(shape_maker *m, const char *name)
{
    char *key = folded(m->arena, name);
    int32_t *known = key ? tlb_index_find(&m->names_known, m->arena, key, strlen(key)) : NULL;
    if (!known)
        return TLB_NONE;
    if (*known != TLB_INDEX_NEW)
        return *known;
    int32_t number = *known = (int32_t)m->names.count;
    tlb_text *made = TLB_PUSH(m->arena, &m->names);
    if (!made)
        return TLB_NONE;
    *made = (tlb_text){name, (uint32_t)strlen(name)};
    return number;
}

const char *tlb_shape_distinct_name(shape_maker *m, tlb_index *known, const char *name)
{
    const char *made = name;
    for (uint32_t number = 2; made; number++) {
        char *key = folded(m->arena, made);
        int32_t *next = key ? tlb_index_find(known, m->arena, key, strlen(key)) : NULL;
        if (!next)
            return NULL;
        if (*next == TLB_INDEX_NEW) {
            *next = 2;
            return made;
        }
        if (number == 2)
            number = (uint32_t)*next;
        *next = (int32_t)number + 1;
        made = tlb_arena_printf(m->arena, "%s_%u", name, number);
    }
    return NULL;
}

/* --- places -------------------------------------------------------------------------------------------- */

/* Toward zero, and again until what is read of it is rounded to the same. What a rounded rotation lacks in
 * length is more than `exact`, which is what a float may lack. */
void tlb_shape_pack_turn(const float rotation[4], tlb_quat16 out)
{
    enum { ONE = 32767, TIMES = 16 };
    static const float exact = 0.01f;
    float q[4];
    memcpy(q, rotation, sizeof q);
    memset(out, 0, sizeof(tlb_quat16));
    for (int time = 0; time < TIMES; time++) {
        tlb_quat16 last;
        memcpy(last, out, sizeof last);
        for (int i = 0; i < 4; i++) { /* the conjugate */
            float part = (i < 3 ? -q[i] : q[i]) * ONE;
            out[i] = (int16_t)fmaxf(-ONE, fminf(ONE, truncf(part + copysignf(exact, part))));
        }
        if (memcmp(last, out, sizeof last) == 0)
            break;
        tlb_shape_turn(out, q);
    }
}

static void sane_rotation(shape_maker *m, const float rotation[4], float out[4])
{
    float square = 0;
    for (int i = 0; i < 4; i++) {
        out[i] = tlb_shape_sane(m, rotation[i]);
        square += out[i] * out[i];
    }
    if (tlb_is_unit(out, 4))
        return;
    for (int i = 0; i < 4; i++)
        out[i] = square > 0 ? out[i] / sqrtf(square) : (float)(i == 3);
}

void tlb_shape_place_node(shape_maker *m, uint32_t node, const float translation[3], const float rotation[4],
                          shape_place *place)
{
    const float *above = m->hints[node].above;
    float moved[3], turned[4], sane[3];
    for (int i = 0; i < 3; i++)
        sane[i] = tlb_shape_sane(m, translation[i]);
    for (int i = 0; i < 3; i++)
        moved[i] = above[i] * sane[0] + above[3 + i] * sane[1] + above[6 + i] * sane[2];
    sane_rotation(m, rotation, turned);
    if (m->scene->nodes[node].parent < 0 && m->turn[3] < 1) {
        tlb_shape_rotate(m->turn, moved, moved);
        tlb_shape_multiply(m->turn, turned, turned);
    }
    *place = (shape_place){.scale = {1, 1, 1}};
    shape_axes_from_scene(place->translation, moved);
    shape_axes_from_scene(place->rotation, turned);
    place->rotation[3] = turned[3];
}
