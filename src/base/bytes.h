/* Numbers in bytes, whatever the machine's own order. Compilers turn each into one instruction. */
#ifndef TLB_BASE_BYTES_H
#define TLB_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TLB_BIG_ENDIAN_HOST 1
#else
#define TLB_BIG_ENDIAN_HOST 0
#endif

static inline uint8_t tlb_swap8(uint8_t v)
{
    return v;
}

static inline uint16_t tlb_swap16(uint16_t v)
{
    return (uint16_t)(v << 8 | v >> 8);
}

static inline uint32_t tlb_swap32(uint32_t v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}

static inline uint64_t tlb_swap64(uint64_t v)
{
    return (uint64_t)tlb_swap32((uint32_t)v) << 32 | tlb_swap32((uint32_t)(v >> 32));
}

#define TLB_DEFINE_BYTES(bits)                                                                               \
    static inline uint##bits##_t tlb_get_le##bits(const void *p)                                             \
    {                                                                                                        \
        uint##bits##_t v;                                                                                    \
        memcpy(&v, p, sizeof v);                                                                             \
        return TLB_BIG_ENDIAN_HOST ? tlb_swap##bits(v) : v;                                                  \
    }                                                                                                        \
    static inline uint##bits##_t tlb_get_be##bits(const void *p)                                             \
    {                                                                                                        \
        return tlb_swap##bits(tlb_get_le##bits(p));                                                          \
    }                                                                                                        \
    static inline void tlb_put_le##bits(void *p, uint##bits##_t v)                                           \
    {                                                                                                        \
        v = TLB_BIG_ENDIAN_HOST ? tlb_swap##bits(v) : v;                                                     \
        memcpy(p, &v, sizeof v);                                                                             \
    }                                                                                                        \
    static inline void tlb_put_be##bits(void *p, uint##bits##_t v)                                           \
    {                                                                                                        \
        tlb_put_le##bits(p, tlb_swap##bits(v));                                                              \
    }

TLB_DEFINE_BYTES(8)
TLB_DEFINE_BYTES(16)
TLB_DEFINE_BYTES(32)
TLB_DEFINE_BYTES(64)

static inline float tlb_get_lef32(const void *p)
{
    uint32_t bits = tlb_get_le32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void tlb_put_lef32(void *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    tlb_put_le32(p, bits);
}

/* An array of 32-bit numbers, whole or real. */
static inline void tlb_put_array_le32(void *p, const void *numbers, size_t count)
{
    const uint8_t *from = (const uint8_t *)numbers;
    uint8_t *to = (uint8_t *)p;
    if (!TLB_BIG_ENDIAN_HOST) {
        memcpy(to, from, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++)
            to[4 * i + k] = from[4 * i + 3 - k];
}

#endif
