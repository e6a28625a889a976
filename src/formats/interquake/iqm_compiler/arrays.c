/* Vertex arrays: which there are, as what they are stored, and their values. */
#include "formats/interquake/iqm_compiler/compile.h"

#include <math.h>
#include <string.h>

/* --- numbers ----------------------------------------------------------------------------------------- */

uint16_t tlb_iq_half(float value)
{
    enum { FRACTION = 13, INFINITE = 0x7c00 };
    uint32_t bits, sign;
    memcpy(&bits, &value, sizeof bits);
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return (uint16_t)(sign | INFINITE | 0x200);
    if (bits >= 0x477ff000) /* 65520, which rounds to 65536 */
        return (uint16_t)(sign | INFINITE);
    if (bits < 0x38800000) { /* 2^-14: below it halfs are multiples of 2^-24 */
        static const float multiples = 16777216.0f;
        float size;
        memcpy(&size, &bits, sizeof size);
        return (uint16_t)(sign | (uint32_t)nearbyintf(size * multiples));
    }
    bits -= 0x38000000;
    bits += 0xfff + (bits >> FRACTION & 1);
    return (uint16_t)(sign | bits >> FRACTION);
}

/* What 1 is stored as. */
static double unit_of(uint32_t format)
{
    static const double units[TLB_IQM_FORMATS] = {INT8_MAX,   UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX,
                                                  UINT32_MAX, 1,         1,         1};
    return units[format];
}

static bool is_signed(uint32_t format)
{
    return format == TLB_IQM_BYTE || format == TLB_IQM_SHORT || format == TLB_IQM_INT;
}

static int64_t fraction(double value, double unit, bool with_sign)
{
    double least = with_sign ? -1 : 0;
    double cut = value >= 1 ? 1 : value > least ? value : value <= least ? least : 0;
    return (int64_t)floor(cut * unit + 0.5);
}

static void put_integer(const iq_values *to, size_t at, int64_t value)
{
    switch (to->format) {
    case TLB_IQM_BYTE:
        ((int8_t *)to->data)[at] = (int8_t)value;
        break;
    case TLB_IQM_UBYTE:
        ((uint8_t *)to->data)[at] = (uint8_t)value;
        break;
    case TLB_IQM_SHORT:
        ((int16_t *)to->data)[at] = (int16_t)value;
        break;
    case TLB_IQM_USHORT:
        ((uint16_t *)to->data)[at] = (uint16_t)value;
        break;
    case TLB_IQM_INT:
        ((int32_t *)to->data)[at] = (int32_t)value;
        break;
    default:
        ((uint32_t *)to->data)[at] = (uint32_t)value;
    }
}

static void put_real(const iq_values *to, size_t at, float value)
{
    if (to->format == TLB_IQM_HALF)
        ((uint16_t *)to->data)[at] = tlb_iq_half(value);
    else if (to->format == TLB_IQM_FLOAT)
        ((float *)to->data)[at] = value;
    else
        ((double *)to->data)[at] = (double)value;
}

void tlb_iq_put_numbers(const iq_values *to, uint32_t first, uint32_t count,
                        const float (*rows)[TLB_IQM_COMPONENTS])
{
    bool real = to->format >= TLB_IQM_HALF, with_sign = is_signed(to->format);
    double unit = unit_of(to->format);
    size_t at = (size_t)first * to->size;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < to->size; k++, at++)
            if (real)
                put_real(to, at, rows[i][k]);
            else
                put_integer(to, at, fraction((double)rows[i][k], unit, with_sign));
}

/* The greatest whole number up to which a format holds all of them. */
static uint32_t greatest_whole(uint32_t format)
{
    static const uint32_t greatest[TLB_IQM_FORMATS] = {
        INT8_MAX, UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX, UINT32_MAX, 1u << 11, 1u << 24, UINT32_MAX};
    return greatest[format];
}

/* Whole numbers, which fit. */
static void put_whole(const iq_values *to, uint32_t first, uint32_t count,
                      const uint32_t (*rows)[TLB_IQM_COMPONENTS])
{
    size_t at = (size_t)first * to->size;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < to->size; k++, at++)
            if (to->format == TLB_IQM_DOUBLE)
                ((double *)to->data)[at] = rows[i][k];
            else if (to->format >= TLB_IQM_HALF)
                put_real(to, at, (float)rows[i][k]);
            else
                put_integer(to, at, rows[i][k]);
}

/* What rounding adds or takes goes to the strongest it can go to: by one each, from the first on. */
static void put_row_of_weights(const iq_values *to, size_t at, const float *row)
{
    int64_t weights[TLB_IQM_COMPONENTS], unit = (int64_t)unit_of(to->format), left = unit;
    for (uint32_t k = 0; k < to->size; k++)
        left -= weights[k] = fraction((double)row[k], (double)unit, false);
    bool none = left == unit;
    for (uint32_t k = 0; k < to->size; k++) {
        int64_t step = none ? 0 : left > 0 ? 1 : left < 0 && weights[k] > 0 ? -1 : 0;
        left -= step;
        put_integer(to, at + k, weights[k] + step);
    }
}

void tlb_iq_put_weights(const iq_values *to, uint32_t first, uint32_t count,
                        const float (*rows)[TLB_IQM_COMPONENTS])
{
    if (to->format >= TLB_IQM_HALF) {
        tlb_iq_put_numbers(to, first, count, rows);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        put_row_of_weights(to, ((size_t)first + i) * to->size, rows[i]);
}

/* --- vertex arrays ----------------------------------------------------------------------------------- */

enum { BATCH = 256 };

typedef float batch[BATCH][TLB_IQM_COMPONENTS];

/* The numbers of some vertices of the result. */
typedef void source(const iq_compiler *c, uint32_t type, uint32_t first, uint32_t count, batch out);

static void take_positions(const iq_compiler *c, uint32_t type, uint32_t first, uint32_t count, batch out)
{
    (void)type;
    for (uint32_t i = 0; i < count; i++) {
        const float *p = c->model->positions[iq_source_of(c, first + i)];
        tlb_iq_move_point(c->placement, p, out[i]);
        out[i][3] = p[3];
    }
}

static void take_normals(const iq_compiler *c, uint32_t type, uint32_t first, uint32_t count, batch out)
{
    (void)type;
    for (uint32_t i = 0; i < count; i++) {
        tlb_iq_move_direction(c->placement, c->corners.normals[c->vertices[first + i]], out[i]);
        out[i][3] = 0;
    }
}

/* "sign(W) = sign(dot(cross(normal, tangent), bitangent))" */
static float bitangent_sign(const float n[3], const float t[6], uint8_t form)
{
    enum { WITH_SIGN = 4 };
    if (form <= WITH_SIGN)
        return t[3] < 0 ? -1 : 1;
    float x = n[1] * t[2] - n[2] * t[1], y = n[2] * t[0] - n[0] * t[2], z = n[0] * t[1] - n[1] * t[0];
    return x * t[3] + y * t[4] + z * t[5] < 0 ? -1 : 1;
}

static void take_tangents(const iq_compiler *c, uint32_t type, uint32_t first, uint32_t count, batch out)
{
    (void)type;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = iq_source_of(c, first + i);
        const float *t = c->model->tangents[v];
        tlb_iq_move_direction(c->placement, t, out[i]);
        out[i][3] = bitangent_sign(c->corners.normals[c->vertices[first + i]], t, c->model->tangent_forms[v]);
    }
}

static const float (*numbers_of(const iq_model *m, uint32_t type))[4]
{
    return type == TLB_IQM_TEXCOORD ? m->texcoords
           : type == TLB_IQM_COLOR  ? m->colors
                                    : m->customs[type - IQ_ATTRIBUTES];
}

static void take_numbers(const iq_compiler *c, uint32_t type, uint32_t first, uint32_t count, batch out)
{
    const float(*numbers)[4] = numbers_of(c->model, type);
    if (!numbers)
        memset(out, 0, count * sizeof *out);
    for (uint32_t i = 0; i < count && numbers; i++)
        memcpy(out[i], numbers[iq_source_of(c, first + i)], sizeof out[i]);
}

static void fill(const iq_compiler *c, const iq_values *to, uint32_t type, source *take)
{
    batch values;
    for (uint32_t at = 0; at < c->made->num_vertexes; at += BATCH) {
        uint32_t left = c->made->num_vertexes - at, count = left < BATCH ? left : BATCH;
        take(c, type, at, count, values);
        tlb_iq_put_numbers(to, at, count, (const float(*)[TLB_IQM_COMPONENTS])values);
    }
}

static bool fill_found_tangents(const iq_compiler *c, const iq_values *to)
{
    tlb_mark mark = tlb_arena_mark(c->work);
    float(*found)[TLB_IQM_COMPONENTS] = tlb_alloc_array(c->work, c->made->num_vertexes, sizeof *found);
    bool done = found && tlb_iq_find_tangents(c, found);
    for (uint32_t v = 0; done && v < c->made->num_vertexes; v++)
        tlb_iq_move_direction(c->placement, found[v], found[v]);
    if (done)
        tlb_iq_put_numbers(to, 0, c->made->num_vertexes, (const float(*)[TLB_IQM_COMPONENTS])found);
    tlb_arena_rewind(c->work, mark);
    return done;
}

static void fill_joints(const iq_compiler *c, const iq_values *to)
{
    for (uint32_t v = 0; v < c->made->num_vertexes; v++)
        put_whole(to, v, 1, &c->blends[iq_source_of(c, v)].joints);
}

/* Where fewer joints are stored than move a vertex, theirs make up the whole. */
static void fill_weights(const iq_compiler *c, const iq_values *to)
{
    for (uint32_t v = 0; v < c->made->num_vertexes; v++) {
        float row[1][TLB_IQM_COMPONENTS], sum = 0;
        memcpy(row[0], c->blends[iq_source_of(c, v)].weights, sizeof row[0]);
        for (uint32_t k = 0; k < to->size; k++)
            sum += row[0][k];
        for (uint32_t k = 0; k < to->size && to->size < TLB_IQM_COMPONENTS && sum > 0; k++)
            row[0][k] /= sum;
        tlb_iq_put_weights(to, v, 1, (const float(*)[TLB_IQM_COMPONENTS])row);
    }
}

/* Joints beyond what a format can hold would turn into others. */
static void widen(const iq_compiler *c, tlb_iqm_vertexarray *array)
{
    uint32_t greatest = 0, wanted = array->format;
    for (uint32_t v = 0; v < c->made->num_vertexes; v++)
        for (uint32_t k = 0; k < array->size; k++) {
            uint32_t joint = c->blends[iq_source_of(c, v)].joints[k];
            greatest = joint > greatest ? joint : greatest;
        }
    if (greatest <= greatest_whole(wanted))
        return;
    array->format = greatest <= UINT8_MAX    ? TLB_IQM_UBYTE
                    : greatest <= UINT16_MAX ? TLB_IQM_USHORT
                                             : TLB_IQM_UINT;
    tlb_report(c->context, TLB_CODE_IQE_WIDENED, TLB_NO_OFFSET, "blendindexes",
               "joint index %u does not fit a format of %u bytes", greatest, tlb_iqm_component_size(wanted));
}

static bool has(const iq_compiler *c, uint32_t type)
{
    const iq_model *m = c->model;
    switch (type) {
    case TLB_IQM_POSITION:
    case TLB_IQM_NORMAL:
        return true;
    case TLB_IQM_TEXCOORD:
        return m->texcoords || c->placement->texcoords;
    case TLB_IQM_TANGENT:
        return m->tangents || m->texcoords;
    case TLB_IQM_BLENDINDEXES:
    case TLB_IQM_BLENDWEIGHTS:
        return c->blends != NULL;
    case TLB_IQM_COLOR:
        return m->colors != NULL;
    default:
        return m->customs[type - IQ_ATTRIBUTES] != NULL;
    }
}

static bool make_array(iq_compiler *c, uint32_t type)
{
    tlb_iqm *x = c->made;
    const iq_format *format = &c->model->formats[type];
    tlb_iqm_vertexarray *array = &x->vertexarrays.data[x->vertexarrays.count++];
    *array = (tlb_iqm_vertexarray){.type = type, .format = format->format, .size = format->size};
    if (type >= IQ_ATTRIBUTES) {
        if (!tlb_iq_pool_name(c, format->name, &array->type))
            return false;
        array->type += TLB_IQM_CUSTOM;
    }
    if (type == TLB_IQM_BLENDINDEXES)
        widen(c, array);
    iq_values to = {array->format, array->size, NULL};
    array->values = to.data =
        tlb_alloc_array(c->arena, (size_t)x->num_vertexes * to.size, tlb_iqm_component_size(to.format));
    if (!to.data)
        return false;
    switch (type) {
    case TLB_IQM_POSITION:
        fill(c, &to, type, take_positions);
        return true;
    case TLB_IQM_NORMAL:
        fill(c, &to, type, take_normals);
        return true;
    case TLB_IQM_TANGENT:
        if (!c->model->tangents)
            return fill_found_tangents(c, &to);
        fill(c, &to, type, take_tangents);
        return true;
    case TLB_IQM_BLENDINDEXES:
        fill_joints(c, &to);
        return true;
    case TLB_IQM_BLENDWEIGHTS:
        fill_weights(c, &to);
        return true;
    default:
        fill(c, &to, type, take_numbers);
        return true;
    }
}

/* Arrays are in the order of their types, which for customs are the offsets of their names. */
static void sort_arrays(tlb_iqm *x)
{
    for (uint32_t i = 1; i < x->vertexarrays.count; i++)
        for (uint32_t k = i; k > 0 && x->vertexarrays.data[k - 1].type > x->vertexarrays.data[k].type; k--) {
            tlb_iqm_vertexarray moved = x->vertexarrays.data[k];
            x->vertexarrays.data[k] = x->vertexarrays.data[k - 1];
            x->vertexarrays.data[k - 1] = moved;
        }
}

bool tlb_iq_make_arrays(iq_compiler *c)
{
    tlb_iqm *x = c->made;
    if (!x->num_vertexes)
        return true;
    x->vertexarrays.data = tlb_alloc_array(c->arena, IQ_TYPES, sizeof *x->vertexarrays.data);
    if (!x->vertexarrays.data)
        return false;
    for (uint32_t type = 0; type < IQ_TYPES; type++)
        if (has(c, type) && !make_array(c, type))
            return false;
    sort_arrays(x);
    return true;
}
