/* The codecs that ROO structures are made of. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_FIELDS_H
#define TLB_FORMATS_MERIDIAN_ROO_FIELDS_H

#include "layout/walk.h"

enum { ROO_MOST_REALS = 4 };

/* The double for a float: its bits come back from it, also those of a NaN, which a conversion by
 * the machine may change. */
double tlb_roo_widen_nan(uint32_t bits);
uint32_t tlb_roo_narrow(double value);

static inline double roo_widen(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value == value ? (double)value : tlb_roo_widen_nan(bits);
}

/* The bits of a value on disk; the walk fails when there are none. */
uint32_t tlb_roo_encode(tlb_walk *w, const char *name, double value, tlb_type disk);

/* Whether none of some values needs more care than the machine's own conversion. */
WALK_INLINE bool roo_encode(const double *values, uint32_t count, tlb_type disk, uint32_t *bits)
{
    double sum = 0;
    bool whole = true;
    for (uint32_t i = 0; i < count; i++)
        if (disk == TLB_F32) {
            float narrow = (float)values[i];
            memcpy(&bits[i], &narrow, sizeof narrow);
            sum += values[i];
        } else {
            bool fits = values[i] >= INT32_MIN && values[i] <= INT32_MAX;
            int32_t value = fits ? (int32_t)values[i] : 0;
            bits[i] = (uint32_t)value;
            whole = whole && values[i] == value;
        }
    return whole && sum == sum; /* of a NaN the sum is one, too */
}

/* Up to ROO_MOST_REALS doubles, on disk TLB_I32, TLB_F32 or TLB_U16; `row` is how JSON shows them: a list. */
void tlb_roo_reals_slow(tlb_walk *w, const char *name, double *values, uint32_t count, tlb_type disk,
                        bool row);

WALK_INLINE void roo_reals(tlb_walk *w, const char *name, double *values, uint32_t count, tlb_type disk,
                           bool row)
{
    size_t size = count * sizeof(uint32_t);
    uint32_t bits[ROO_MOST_REALS];
    if (disk == TLB_U16 || !walk_has_room(w, size))
        tlb_roo_reals_slow(w, name, values, count, disk, row);
    else if (w->direction == WALK_READ) {
        const uint8_t *from = walk_take(w, name, size);
        for (uint32_t i = 0; i < count; i++) {
            bits[i] = tlb_get_le32(from + i * sizeof *bits);
            values[i] = disk == TLB_I32 ? (double)(int32_t)bits[i] : roo_widen(bits[i]);
        }
    } else if (roo_encode(values, count, disk, bits)) {
        uint8_t *to = walk_put(w, size);
        for (uint32_t i = 0; i < count; i++)
            tlb_put_le32(to + i * sizeof *bits, bits[i]);
    } else
        tlb_roo_reals_slow(w, name, values, count, disk, row);
}

#define ROO_REAL(w, x, field, disk) roo_reals((w), #field, &(x)->field, 1, (disk), false)
#define ROO_REALS(w, x, field, disk)                                                                         \
    roo_reals((w), #field, (x)->field, sizeof(x)->field / sizeof(double), (disk), true)

/* A fact that JSON shows when it is not 0, and no byte of the file states. */
void tlb_roo_fact(tlb_walk *w, const char *name, uint32_t *value);

/* Bytes from here to `start`, where the next part begins; fails when that is already passed. */
void tlb_roo_walk_gap(tlb_walk *w, const char *name, tlb_bytes *gap, uint64_t start);

/* Text in a field of ROO_PADDED bytes, filled up with zeros, which the map alone shows, as `tail`. */
enum { ROO_PADDED = 64 };
void tlb_roo_walk_padded(tlb_walk *w, const char *name, const char *tail, tlb_text *text);

#endif
