#include "formats/interquake/compile/numbers.h"

#include <math.h>
#include <string.h>

uint16_t iq_half(float value)
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
        ((uint16_t *)to->data)[at] = iq_half(value);
    else if (to->format == TLB_IQM_FLOAT)
        ((float *)to->data)[at] = value;
    else
        ((double *)to->data)[at] = (double)value;
}

void iq_put(const iq_values *to, uint32_t first, uint32_t count, const float (*rows)[TLB_IQM_COMPONENTS])
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

uint32_t iq_greatest_whole(uint32_t format)
{
    static const uint32_t greatest[TLB_IQM_FORMATS] = {
        INT8_MAX, UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX, UINT32_MAX, 1u << 11, 1u << 24, UINT32_MAX};
    return greatest[format];
}

void iq_put_whole(const iq_values *to, uint32_t first, uint32_t count,
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

void iq_put_weights(const iq_values *to, uint32_t first, uint32_t count,
                    const float (*rows)[TLB_IQM_COMPONENTS])
{
    if (to->format >= TLB_IQM_HALF) {
        iq_put(to, first, count, rows);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        put_row_of_weights(to, ((size_t)first + i) * to->size, rows[i]);
}
