/* The fields that ROO structures are made of: reals, counts, gaps, padded text. */
#include "formats/meridian/roo/fields.h"

#include <math.h>

enum { F32_FRACTION = 23, F64_FRACTION = 52, FRACTION_GAP = F64_FRACTION - F32_FRACTION };

double tlb_roo_widen_nan(uint32_t bits)
{
    uint64_t wide = (uint64_t)(bits >> 31) << 63 | (uint64_t)0x7ff << F64_FRACTION |
                    (uint64_t)(bits & 0x7fffff) << FRACTION_GAP;
    double value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

uint32_t tlb_roo_narrow(double value)
{
    uint64_t wide;
    uint32_t bits;
    memcpy(&wide, &value, sizeof wide);
    if (isnan(value)) {
        uint32_t fraction = (uint32_t)(wide >> FRACTION_GAP) & 0x7fffff;
        return (uint32_t)(wide >> 32 & 0x80000000u) | 0x7f800000u | (fraction ? fraction : 0x400000u);
    }
    float narrow = (float)value;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static bool is_whole(double value, double least, double most)
{
    return value >= least && value <= most && value == (double)(int64_t)value;
}

uint32_t tlb_roo_encode(tlb_walk *w, const char *name, double value, tlb_type disk)
{
    double least = disk == TLB_U16 ? 0 : INT32_MIN, most = disk == TLB_U16 ? UINT16_MAX : INT32_MAX;
    if (disk == TLB_F32)
        return tlb_roo_narrow(value);
    if (!is_whole(value, least, most)) {
        tlb_walk_fail(w, TLB_CODE_VALUE_TOO_LARGE, name,
                      "%.9g is not an integer from %.0f to %.0f, as this version requires", value, least,
                      most);
        return 0;
    }
    return disk == TLB_U16 ? (uint32_t)value : (uint32_t)(int32_t)value;
}

static double decode(uint32_t bits, tlb_type disk)
{
    return disk == TLB_F32 ? roo_widen(bits) : disk == TLB_I32 ? (double)(int32_t)bits : (double)bits;
}

static void visit_reals(tlb_walk *w, const char *name, double *values, uint32_t count, tlb_type disk,
                        bool row)
{
    uint32_t bits[ROO_MOST_REALS] = {0};
    uint16_t narrow = 0;
    void *shown = disk == TLB_U16 ? (void *)&narrow : bits;
    for (uint32_t i = 0; i < count && !w->fresh; i++)
        bits[i] = tlb_roo_encode(w, name, values[i], disk);
    if (w->status)
        return;
    narrow = (uint16_t)bits[0];
    w->visitor->scalars(w, name, disk, disk, shown, count, row);
    w->offset += (uint64_t)count * tlb_type_sizes[disk];
    for (uint32_t i = 0; i < count && w->visitor->fills; i++)
        values[i] = w->status ? 0 : decode(disk == TLB_U16 ? narrow : bits[i], disk);
}

void tlb_roo_reals_slow(tlb_walk *w, const char *name, double *values, uint32_t count, tlb_type disk,
                        bool row)
{
    size_t width = tlb_type_sizes[disk];
    if (w->direction == WALK_VISIT) {
        visit_reals(w, name, values, count, disk, row);
        return;
    }
    if (w->direction == WALK_READ) {
        const uint8_t *from = walk_take(w, name, count * width);
        for (uint32_t i = 0; i < count; i++)
            values[i] = !from        ? 0
                        : width == 2 ? tlb_get_le16(from + i * width)
                                     : decode(tlb_get_le32(from + i * width), disk);
        return;
    }
    uint8_t *to = walk_put(w, count * width);
    for (uint32_t i = 0; i < count && to; i++) {
        uint32_t bits = tlb_roo_encode(w, name, values[i], disk);
        if (width == 2)
            tlb_put_le16(to + i * width, (uint16_t)bits);
        else
            tlb_put_le32(to + i * width, bits);
    }
}

void tlb_roo_fact(tlb_walk *w, const char *name, uint32_t *value)
{
    if (w->direction != WALK_VISIT || w->visitor->counts || w->status)
        return;
    bool present = *value != 0;
    tlb_walk_has(w, name, &present);
    if (present)
        w->visitor->scalars(w, name, TLB_U32, TLB_U32, value, 1, false);
}

void tlb_roo_walk_gap(tlb_walk *w, const char *name, tlb_bytes *gap, uint64_t start)
{
    if (w->direction == WALK_READ && !w->status) {
        uint64_t here = tlb_walk_offset(w);
        if (start < here || start - here > (uint64_t)(w->end - w->at)) {
            tlb_walk_fail(w, TLB_CODE_ROO_SECTION, NULL,
                          "section offset %llu is outside the range %llu (end of the previous part) to %llu "
                          "(end of the file)",
                          (unsigned long long)start, (unsigned long long)here,
                          (unsigned long long)(w->end - w->start));
            return;
        }
        gap->size = (size_t)(start - here);
    }
    bool present = gap->size != 0;
    tlb_walk_has(w, name, &present);
    if (present)
        tlb_walk_bytes(w, name, gap);
}

void tlb_roo_walk_padded(tlb_walk *w, const char *name, const char *tail, tlb_text *text)
{
    static const uint8_t zeros[ROO_PADDED];
    if (w->direction == WALK_READ) {
        text->size = ROO_PADDED;
        tlb_walk_text(w, name, text);
        while (text->size && !text->data[text->size - 1])
            text->size--;
        return;
    }
    tlb_walk_text(w, name, text);
    if (text->size > ROO_PADDED) {
        tlb_walk_refuse(w, text->size, TLB_CODE_VALUE_TOO_LARGE, name, "length %u, expected at most %d",
                        text->size, ROO_PADDED);
        return;
    }
    tlb_bytes rest = {zeros, ROO_PADDED - text->size};
    if (w->direction == WALK_WRITE || w->visitor->counts)
        tlb_walk_bytes(w, tail, &rest);
    else
        w->offset += rest.size;
}
