/* A hash grid whose cells are a few times as wide as what is near. */
#include "level/weld.h"

#include <math.h>
#include <string.h>

enum { CELL = 8 }; /* in reaches */

/* FNV-1a of the cell. */
static uint64_t hash_of(const tlb_weld *weld, const double *cell)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < weld->dimensions; i++) {
        double coordinate = cell[i] + 0.0; /* -0 is 0 */
        uint64_t bits;
        memcpy(&bits, &coordinate, sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

static uint32_t *head_of(const tlb_weld *weld, uint64_t hash)
{
    return &weld->heads[hash & (weld->head_count - 1)];
}

static bool is_near(const tlb_weld *weld, const double *a, const double *b)
{
    for (uint32_t i = 0; i < weld->dimensions; i++)
        if (!(fabs(a[i] - b[i]) <= weld->reach))
            return false;
    return true;
}

/* Near ones may be in any cell that the box of `reach` around it touches. */
uint32_t tlb_weld_look(const tlb_weld *weld, const double *at)
{
    double low[TLB_WELD_MOST], high[TLB_WELD_MOST], cell[TLB_WELD_MOST];
    uint32_t first = TLB_WELD_NONE;
    for (uint32_t i = 0; i < weld->dimensions; i++) {
        low[i] = floor((at[i] - weld->reach) / (CELL * weld->reach));
        high[i] = floor((at[i] + weld->reach) / (CELL * weld->reach));
    }
    for (unsigned corner = 0; weld->head_count && corner < 1u << weld->dimensions; corner++) {
        bool is_other = true;
        for (uint32_t i = 0; i < weld->dimensions; i++) {
            bool is_high = corner >> i & 1;
            is_other &= !is_high || high[i] != low[i];
            cell[i] = is_high ? high[i] : low[i];
        }
        if (!is_other)
            continue;
        uint64_t hash = hash_of(weld, cell);
        for (uint32_t next = *head_of(weld, hash); next; next = weld->entries.data[next - 1].next) {
            const tlb_weld_entry *entry = &weld->entries.data[next - 1];
            if (entry->hash == hash && next - 1 < first && is_near(weld, entry->at, at))
                first = next - 1;
        }
    }
    return first;
}

static bool grow(tlb_weld *weld, tlb_arena *arena)
{
    enum { FEWEST = 256 };
    uint32_t count = weld->head_count ? 2 * weld->head_count : FEWEST;
    uint32_t *heads = tlb_zalloc_array(arena, count, sizeof *heads);
    if (!heads)
        return false;
    weld->heads = heads;
    weld->head_count = count;
    for (uint32_t i = 0; i < weld->entries.count; i++) {
        tlb_weld_entry *entry = &weld->entries.data[i];
        uint32_t *head = head_of(weld, entry->hash);
        entry->next = *head;
        *head = i + 1;
    }
    return true;
}

bool tlb_weld_find(tlb_weld *weld, tlb_arena *arena, const double *at, uint32_t *number)
{
    *number = tlb_weld_look(weld, at);
    if (*number != TLB_WELD_NONE)
        return true;
    if (weld->entries.count == weld->head_count && !grow(weld, arena))
        return false;
    *number = weld->entries.count;
    tlb_weld_entry *entry = TLB_PUSH(arena, &weld->entries);
    if (!entry)
        return false;
    double cell[TLB_WELD_MOST];
    *entry = (tlb_weld_entry){.next = 0};
    for (uint32_t i = 0; i < weld->dimensions; i++) {
        entry->at[i] = at[i];
        cell[i] = floor(at[i] / (CELL * weld->reach));
    }
    entry->hash = hash_of(weld, cell);
    uint32_t *head = head_of(weld, entry->hash);
    entry->next = *head;
    *head = *number + 1;
    return true;
}
