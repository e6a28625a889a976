#include "base/index.h"

#include "base/text.h"

#include <string.h>

/* FNV-1a of the size and the bytes; of long keys, which are PNG files and end in a checksum, of the last
 * ones. */
static uint32_t hash_of(const tlb_index *index, const uint8_t *key, size_t size)
{
    enum { LONG = 1024, LAST = 64 };
    uint32_t hash = index->seed ^ (uint32_t)size;
    for (size_t i = size > LONG ? size - LAST : 0; i < size; i++)
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
    uint32_t *heads = tlb_zalloc_array(arena, count, sizeof *heads);
    if (!heads)
        return false;
    if (!index->heads)
        index->seed = tlb_hash_seed(heads);
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

static tlb_index_entry *look(const tlb_index *index, const void *key, size_t size, uint32_t hash)
{
    for (uint32_t at = *head_of(index, hash); at; at = index->entries.data[at - 1].next) {
        tlb_index_entry *entry = &index->entries.data[at - 1];
        if (entry->hash == hash && entry->size == size && memcmp(entry->key, key, size) == 0)
            return entry;
    }
    return NULL;
}

const int32_t *tlb_index_look(const tlb_index *index, const void *key, size_t size)
{
    tlb_index_entry *entry = index->head_count ? look(index, key, size, hash_of(index, key, size)) : NULL;
    return entry ? &entry->value : NULL;
}

int32_t *tlb_index_find(tlb_index *index, tlb_arena *arena, const void *key, size_t size)
{
    if (index->entries.count == index->head_count && !grow(index, arena))
        return NULL;
    uint32_t hash = hash_of(index, key, size), *head = head_of(index, hash);
    tlb_index_entry *met = look(index, key, size, hash);
    if (met)
        return &met->value;
    tlb_index_entry *entry = TLB_PUSH(arena, &index->entries);
    if (!entry)
        return NULL;
    *entry = (tlb_index_entry){key, size, hash, *head, TLB_INDEX_NEW};
    *head = index->entries.count;
    return &entry->value;
}

tlb_text tlb_name_key(tlb_arena *arena, const char *name)
{
    tlb_text key = tlb_copy_text(arena, name, strlen(name));
    for (char *c = (char *)(uintptr_t)key.data; c && *c; c++)
        *c = *c == '\\' ? '/' : tlb_lower(*c);
    return key;
}
