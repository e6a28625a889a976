#include "base/index.h"

#include <string.h>

/* FNV-1a of the size and the last bytes: long keys are PNG files, which end in a checksum of their pixels. */
static uint32_t hash_of(const uint8_t *key, size_t size)
{
    enum { LAST = 64 };
    uint32_t hash = 0x811c9dc5u ^ (uint32_t)size;
    for (size_t i = size > LAST ? size - LAST : 0; i < size; i++)
        hash = (hash ^ key[i]) * 0x01000193u;
    return hash;
}

static uint32_t *head_of(const tlb_index *index, uint32_t hash)
{
    return &index->heads[hash & (index->head_count - 1)];
}

/* Twice the heads. False without memory. */
static bool grow(tlb_index *index, tlb_arena *arena)
{
    enum { FEWEST = 64 };
    uint32_t count = index->head_count ? 2 * index->head_count : FEWEST;
    uint32_t *heads = tlb_zalloc(arena, count * sizeof *heads);
    if (!heads)
        return false;
    index->heads = heads;
    index->head_count = count;
    for (uint32_t i = 0; i < index->entries.count; i++) {
        tlb_index_entry *entry = &index->entries.data[i];
        uint32_t *head = head_of(index, entry->hash);
        entry->next = *head;
        *head = i + 1;
    }
    return true;
}

int32_t *tlb_index_find(tlb_index *index, tlb_arena *arena, const void *key, size_t size)
{
    if (index->entries.count == index->head_count && !grow(index, arena))
        return NULL;
    uint32_t hash = hash_of(key, size), *head = head_of(index, hash);
    for (uint32_t at = *head; at; at = index->entries.data[at - 1].next) {
        tlb_index_entry *entry = &index->entries.data[at - 1];
        if (entry->hash == hash && entry->size == size && memcmp(entry->key, key, size) == 0)
            return &entry->value;
    }
    tlb_index_entry *entry = TLB_PUSH(arena, &index->entries);
    if (!entry)
        return NULL;
    *entry = (tlb_index_entry){key, size, hash, *head, TLB_INDEX_NEW};
    *head = index->entries.count;
    return &entry->value;
}
