/* Lists of documents that grow. A list has no capacity of its own, and may share its data with a copy of
 * itself: the document remembers, for each memory that it grew a list into, how much is used and how much
 * there is. An element is put in place only after the last one that was put there. */
#include "base/argument.h"
#include "core/format.h"

#include <string.h>

enum { FEWEST = 4, FEWEST_SLOTS = 16 };

typedef struct tlb_grown_list {
    const void *data; /* NULL: free */
    uint32_t used, capacity;
} tlb_grown_list;

/* The slot of some memory, or a free one. */
static tlb_grown_list *find(const tlb_grown_lists *lists, const void *data)
{
    uint32_t mask = lists->size - 1, at = (uint32_t)((uintptr_t)data >> 4) * 2654435761u >> 7;
    while (lists->slots[at & mask].data && lists->slots[at & mask].data != data)
        at++;
    return &lists->slots[at & mask];
}

/* A slot for new memory; at least half of them stay free. NULL without memory. */
static tlb_grown_list *add(tlb_document *document, const void *data)
{
    tlb_grown_lists *lists = &document->grown, grown = {.size = lists->size ? lists->size * 2 : FEWEST_SLOTS};
    if (lists->count >= lists->size / 2) {
        if (!(grown.slots = tlb_zalloc_array(&document->arena, grown.size, sizeof *grown.slots)))
            return NULL;
        for (uint32_t i = 0; i < lists->size; i++)
            if (lists->slots[i].data)
                *find(&grown, lists->slots[i].data) = lists->slots[i];
        grown.count = lists->count;
        *lists = grown;
    }
    lists->count++;
    return find(lists, data);
}

static tlb_grown_list *grow(tlb_document *document, const void *held, uint32_t count, size_t size)
{
    uint32_t capacity = count < FEWEST ? FEWEST : count > UINT32_MAX / 2 ? UINT32_MAX : count * 2;
    void *data = tlb_alloc_array(&document->arena, capacity, size);
    tlb_grown_list *list = data ? add(document, data) : NULL;
    if (!list)
        return NULL;
    if (count)
        memcpy(data, held, count * size);
    *list = (tlb_grown_list){data, count, capacity};
    return list;
}

void *tlb_array_append(tlb_document *document, void *data, uint32_t *count, size_t size)
{
    if (!document || !data || !count || !size)
        return NULL;
    char *held;
    memcpy(&held, data, sizeof held); /* the caller's pointer has a type of its own */
    if (*count == UINT32_MAX || (!held && *count))
        return NULL;
    tlb_grown_list *list = held && document->grown.size ? find(&document->grown, held) : NULL;
    if (!list || !list->data || list->used != *count || list->capacity == *count)
        list = grow(document, held, *count, size);
    if (!list)
        return NULL;
    held = (char *)(uintptr_t)list->data;
    memset(held + *count * size, 0, size);
    memcpy(data, &held, sizeof held);
    list->used = ++*count;
    return held + list->used * size - size;
}
