/* Equal rows, found by hashing. */
#include "formats/interquake/compile/parts.h"

#include <string.h>

static uint32_t word(const iq_rows *key, size_t i)
{
    uint32_t bits;
    memcpy(&bits, (const uint8_t *)key->data + i * sizeof bits, sizeof bits);
    return bits == 0x80000000 ? 0 : bits;
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

static uint64_t hash_row(const iq_rows *keys, uint32_t key_count, uint32_t row)
{
    uint64_t hash = 0;
    for (uint32_t k = 0; k < key_count; k++) {
        size_t at = (size_t)row * keys[k].words, end = at + keys[k].words;
        for (; at + 1 < end; at += 2)
            hash = mixed(hash, (uint64_t)word(&keys[k], at) << 32 | word(&keys[k], at + 1));
        if (at < end)
            hash = mixed(hash, word(&keys[k], at));
    }
    return mixed(hash, hash >> 32);
}

static bool equal(const iq_rows *keys, uint32_t key_count, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < key_count; k++) {
        size_t words = keys[k].words;
        for (size_t i = 0; i < words; i++)
            if (word(&keys[k], a * words + i) != word(&keys[k], b * words + i))
                return false;
    }
    return true;
}

/* A slot holds 1 + a row, and high bits of its hash, which tell most others apart without looking there. */
typedef struct slot {
    uint32_t row, check;
} slot;

bool iq_find_equal(tlb_arena *work, const iq_rows *keys, uint32_t key_count, uint32_t count, uint32_t *first)
{
    tlb_mark mark = tlb_arena_mark(work);
    size_t size = 1;
    while (size < (size_t)count + count / 2)
        size *= 2;
    slot *slots = tlb_zalloc(work, size * sizeof *slots);
    for (uint32_t i = 0; slots && i < count; i++) {
        uint64_t hash = hash_row(keys, key_count, i);
        uint32_t check = (uint32_t)(hash >> 32);
        size_t at = (size_t)hash & (size - 1);
        while (slots[at].row && (slots[at].check != check || !equal(keys, key_count, slots[at].row - 1, i)))
            at = (at + 1) & (size - 1);
        if (!slots[at].row)
            slots[at] = (slot){i + 1, check};
        first[i] = slots[at].row - 1;
    }
    tlb_arena_rewind(work, mark);
    return slots != NULL;
}
