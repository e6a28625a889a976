/* What the numbers of a model mean, whatever they are stored as. */
#include "formats/interquake/iqm/iqm.h"

#include <math.h>

const char *tlb_iqm_name(const tlb_iqm *x, uint32_t offset)
{
    if (!x)
        return "";
    return offset < x->text.size ? x->text.data + offset : "";
}

const tlb_iqm_vertexarray *tlb_iqm_array(const tlb_iqm *x, uint32_t type)
{
    if (!x)
        return NULL;
    for (uint32_t i = 0; i < x->vertexarrays.count; i++)
        if (x->vertexarrays.data[i].type == type && tlb_iqm_has_values(&x->vertexarrays.data[i]))
            return &x->vertexarrays.data[i];
    return NULL;
}

uint32_t tlb_iqm_component_size(uint32_t format)
{
    static const uint8_t sizes[TLB_IQM_FORMATS] = {1, 1, 2, 2, 4, 4, 2, 4, 8};
    return format < TLB_IQM_FORMATS ? sizes[format] : 0;
}

bool tlb_iqm_has_values(const tlb_iqm_vertexarray *a)
{
    return a->values && a->format < TLB_IQM_FORMATS && a->size - 1 < TLB_IQM_COMPONENTS;
}

static float from_half(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float size = exponent == 31 ? (fraction ? NAN : INFINITY)
                 : exponent     ? ldexpf((float)(fraction + 1024), exponent - 25)
                                : ldexpf((float)fraction, -24);
    return half & 0x8000 ? -size : size;
}

/* Integers are divided by the most that their type can be, and are then -1 at least. Those of 16 bits are
 * exact as floats, and the quotient is then the float nearest to the true one. */
#define CONVERT_SOME(count, real, number)                                                                    \
    for (size_t i = 0; i < (count); i++) {                                                                   \
        real value = number(from[i]) / most;                                                                 \
        out[i] = (float)(value < least ? least : value);                                                     \
    }
/* The loop of a fixed length becomes vector code. */
#define DEFINE_CONVERT(type, real, number)                                                                   \
    static void convert_##type(const type *restrict from, size_t count, real most, float *restrict out)      \
    {                                                                                                        \
        enum { BLOCK = 32 };                                                                                 \
        real least = most > 1 ? -1 : -INFINITY;                                                              \
        for (; count >= BLOCK; count -= BLOCK, from += BLOCK, out += BLOCK)                                  \
            CONVERT_SOME(BLOCK, real, number)                                                                \
        CONVERT_SOME(count, real, number)                                                                    \
    }
typedef uint16_t half_t;
DEFINE_CONVERT(int8_t, float, (float))
DEFINE_CONVERT(uint8_t, float, (float))
DEFINE_CONVERT(int16_t, float, (float))
DEFINE_CONVERT(uint16_t, float, (float))
DEFINE_CONVERT(int32_t, double, (double))
DEFINE_CONVERT(uint32_t, double, (double))
DEFINE_CONVERT(half_t, float, from_half)
DEFINE_CONVERT(float, float, (float))
DEFINE_CONVERT(double, double, (double))

static void convert(const tlb_iqm_vertexarray *a, size_t first, size_t count, bool whole, float *out)
{
    switch (a->format) {
    case TLB_IQM_BYTE:
        convert_int8_t((const int8_t *)a->values + first, count, whole ? 1 : INT8_MAX, out);
        break;
    case TLB_IQM_UBYTE:
        convert_uint8_t((const uint8_t *)a->values + first, count, whole ? 1 : UINT8_MAX, out);
        break;
    case TLB_IQM_SHORT:
        convert_int16_t((const int16_t *)a->values + first, count, whole ? 1 : INT16_MAX, out);
        break;
    case TLB_IQM_USHORT:
        convert_uint16_t((const uint16_t *)a->values + first, count, whole ? 1 : UINT16_MAX, out);
        break;
    case TLB_IQM_INT:
        convert_int32_t((const int32_t *)a->values + first, count, whole ? 1 : INT32_MAX, out);
        break;
    case TLB_IQM_UINT:
        convert_uint32_t((const uint32_t *)a->values + first, count, whole ? 1 : UINT32_MAX, out);
        break;
    case TLB_IQM_HALF:
        convert_half_t((const half_t *)a->values + first, count, 1, out);
        break;
    case TLB_IQM_FLOAT:
        convert_float((const float *)a->values + first, count, 1, out);
        break;
    default:
        convert_double((const double *)a->values + first, count, 1, out);
    }
}

/* Makes rows of four, in place, of rows of `size`. */
static void spread(float (*rows)[TLB_IQM_COMPONENTS], uint32_t count, uint32_t size)
{
    const float *from = rows[0];
    for (uint32_t i = count; i-- > 0;) {
        float row[TLB_IQM_COMPONENTS] = {0, 0, 0, 1};
        memcpy(row, from + (size_t)i * size, size * sizeof *row);
        memcpy(rows[i], row, sizeof row);
    }
}

void tlb_iqm_values(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count, bool whole,
                    float (*out)[TLB_IQM_COMPONENTS])
{
    if (!a || !out)
        return;
    uint32_t size = tlb_iqm_has_values(a) ? a->size : 0;
    if (size)
        convert(a, (size_t)first * size, (size_t)count * size, whole, out[0]);
    if (size < TLB_IQM_COMPONENTS)
        spread(out, count, size);
}

iqm_rows tlb_iqm_rows_of(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count, uint32_t components,
                         bool whole, iqm_batch made)
{
    if (a->format == TLB_IQM_FLOAT && a->size >= components)
        return (iqm_rows){(const float *)a->values + (size_t)first * a->size, a->size};
    tlb_iqm_values(a, first, count, whole, made);
    return (iqm_rows){made[0], TLB_IQM_COMPONENTS};
}

uint32_t tlb_iqm_zero_vectors(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count)
{
    uint32_t zeros = 0;
    for (uint32_t batch; count; first += batch, count -= batch) {
        iqm_batch made = {{0}};
        batch = count < IQM_BATCH ? count : IQM_BATCH;
        iqm_rows rows = tlb_iqm_rows_of(a, first, batch, 3, true, made);
        for (uint32_t i = 0; i < batch; i++, rows.data += rows.step)
            zeros += (rows.data[0] == 0) & (rows.data[1] == 0) & (rows.data[2] == 0);
    }
    return zeros;
}

float tlb_iqm_implied_w(const float r[3])
{
    float rest = 1 - r[0] * r[0] - r[1] * r[1] - r[2] * r[2];
    return rest > 0 ? -sqrtf(rest) : 0;
}

/* Channels of either version as translate 3, rotate 4, scale 3. */
static void unpack(uint32_t channels, const float *packed, float out[TLB_IQM_CHANNELS])
{
    enum { W = 6 };
    uint32_t rest = channels < TLB_IQM_CHANNELS ? W : W + 1;
    memcpy(out, packed, rest * sizeof *out);
    if (rest == W)
        out[W] = tlb_iqm_implied_w(packed + 3);
    memcpy(out + W + 1, packed + rest, 3 * sizeof *out);
}

void tlb_iqm_frame(const tlb_iqm *x, uint32_t frame, float (*out)[TLB_IQM_CHANNELS])
{
    if (!x || !out)
        return;
    uint32_t channels = iqm_channels(x), next = 0;
    const uint16_t *values =
        x->frames && frame < x->num_frames ? x->frames + (size_t)frame * x->num_framechannels : NULL;
    for (uint32_t p = 0; p < x->poses.count; p++) {
        const tlb_iqm_pose *pose = &x->poses.data[p];
        float packed[TLB_IQM_CHANNELS];
        for (uint32_t c = 0; c < channels; c++) {
            packed[c] = pose->channeloffset[c];
            if (!(pose->channelmask >> c & 1))
                continue;
            if (values && next < x->num_framechannels)
                packed[c] += pose->channelscale[c] * (float)values[next];
            next++;
        }
        unpack(channels, packed, out[p]);
    }
}
