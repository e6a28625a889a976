/* The stored objects of Darkstar, written by hand: what surrounds a body.
 *
 *     size_t object = pers_open(p, PART(x, pers), "TS::Shape", 8);
 *     ... the body ...
 *     pers_close(p, PART(x, pers), object, PERS_WHOLE);
 */
#ifndef TLB_TESTS_PINNED_PERS_H
#define TLB_TESTS_PINNED_PERS_H

#include <string.h>

#include "pinned.h"

/* The place of the size, which counts from what follows it. */
static inline size_t pers_open(pinned *p, const tlb_pers *pers, const char *className, int32_t version)
{
    RAW("PERS");
    size_t size = p->size;
    pinned_put_integer(p, 4, 0);
    U16(pers, className.size, strlen(className));
    PINNED_BYTES(pers, className, className, strlen(className));
    if (strlen(className) % 2)
        U8(pers, namePad, 0x5a);
    I32(pers, version, version);
    return size;
}

/* An object that is the file has no pad; one within another is padded to 2 bytes, or to 4 if bit 31 of the
 * size says so. */
enum { PERS_WHOLE, PERS_WITHIN = 2, PERS_WITHIN_ALIGNED = 4 };

static inline void pers_close(pinned *p, const tlb_pers *pers, size_t object, uint32_t step)
{
    static const uint8_t pad[3] = {0xb1, 0xb2, 0xb3};
    uint32_t size = (uint32_t)(p->size - object - 4);
    pinned_patch(p, object, step == PERS_WITHIN_ALIGNED ? size | 0x80000000 : size);
    IS(pers, size, size);
    IS(pers, alignedTo4, step == PERS_WITHIN_ALIGNED);
    if (step)
        PINNED_BYTES(pers, pad, pad, (step - size % step) % step);
}

#endif
