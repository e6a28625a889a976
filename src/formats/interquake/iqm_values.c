/* What the numbers of a model mean, whatever they are stored as. */
#include "formats/interquake/iqm_room.h"

#include <math.h>

const char *tlb_iqm_name(const tlb_iqm *x, uint32_t offset)
{
    return offset < x->text.size ? x->text.data + offset : "";
}

const tlb_iqm_vertexarray *tlb_iqm_array(const tlb_iqm *x, uint32_t type)
{
    for (uint32_t i = 0; i < x->vertexarrays.count; i++)
        if (x->vertexarrays.data[i].type == type && x->vertexarrays.data[i].values)
            return &x->vertexarrays.data[i];
    return NULL;
}

uint32_t tlb_iqm_component_size(uint32_t format)
{
    static const uint8_t sizes[TLB_IQM_FORMATS] = {1, 1, 2, 2, 4, 4, 2, 4, 8};
    return format < TLB_IQM_FORMATS ? sizes[format] : 0;
}

static float from_half(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float size = exponent == 31 ? (fraction ? NAN : INFINITY)
                 : exponent     ? ldexpf((float)(fraction + 1024), exponent - 25)
                                : ldexpf((float)fraction, -24);
    return half & 0x8000 ? -size : size;
}

/* The most a format's integers can be: what 1 is stored as. */
static const double greatest[TLB_IQM_FORMATS] = {INT8_MAX,   UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX,
                                                 UINT32_MAX, 1,         1,         1};

static double component(const tlb_iqm_vertexarray *a, size_t i)
{
    switch (a->format) {
    case TLB_IQM_BYTE:
        return ((const int8_t *)a->values)[i];
    case TLB_IQM_UBYTE:
        return ((const uint8_t *)a->values)[i];
    case TLB_IQM_SHORT:
        return ((const int16_t *)a->values)[i];
    case TLB_IQM_USHORT:
        return ((const uint16_t *)a->values)[i];
    case TLB_IQM_INT:
        return ((const int32_t *)a->values)[i];
    case TLB_IQM_UINT:
        return ((const uint32_t *)a->values)[i];
    case TLB_IQM_HALF:
        return (double)from_half(((const uint16_t *)a->values)[i]);
    case TLB_IQM_FLOAT:
        return (double)((const float *)a->values)[i];
    default:
        return ((const double *)a->values)[i];
    }
}

/* What most arrays are. */
static void copy_floats(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count,
                        float (*out)[TLB_IQM_COMPONENTS])
{
    const float *values = (const float *)a->values + (size_t)first * a->size;
    for (uint32_t i = 0; i < count; i++, values += a->size)
        for (uint32_t k = 0; k < TLB_IQM_COMPONENTS; k++)
            out[i][k] = k < a->size ? values[k] : k == TLB_IQM_COMPONENTS - 1;
}

void tlb_iqm_values(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count, bool whole,
                    float (*out)[TLB_IQM_COMPONENTS])
{
    if (a->format == TLB_IQM_FLOAT) {
        copy_floats(a, first, count, out);
        return;
    }
    double most = whole ? 1 : greatest[a->format];
    for (uint32_t i = 0; i < count; i++) {
        size_t at = ((size_t)first + i) * a->size;
        for (uint32_t k = 0; k < TLB_IQM_COMPONENTS; k++) {
            double value = k < a->size ? component(a, at + k) / most : k == TLB_IQM_COMPONENTS - 1;
            out[i][k] = (float)(most > 1 && value < -1 ? -1 : value);
        }
    }
}

uint32_t iqm_zero_vectors(const tlb_iqm_vertexarray *a, uint32_t first, uint32_t count)
{
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < count; i++) {
        float v[1][TLB_IQM_COMPONENTS];
        tlb_iqm_values(a, first + i, 1, true, v);
        zeros += v[0][0] == 0 && v[0][1] == 0 && v[0][2] == 0;
    }
    return zeros;
}

float iqm_implied_w(const float r[3])
{
    float rest = 1 - r[0] * r[0] - r[1] * r[1] - r[2] * r[2];
    return rest > 0 ? -sqrtf(rest) : 0;
}

void iqm_unpack(uint32_t channels, const float *packed, float out[TLB_IQM_CHANNELS])
{
    enum { W = 6 };
    uint32_t rest = channels < TLB_IQM_CHANNELS ? W : W + 1;
    memcpy(out, packed, rest * sizeof *out);
    if (rest == W)
        out[W] = iqm_implied_w(packed + 3);
    memcpy(out + W + 1, packed + rest, 3 * sizeof *out);
}

void tlb_iqm_frame(const tlb_iqm *x, uint32_t frame, float (*out)[TLB_IQM_CHANNELS])
{
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
        iqm_unpack(channels, packed, out[p]);
    }
}
