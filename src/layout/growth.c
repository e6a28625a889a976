#include "layout/growth.h"

/* What the whole text will need if it goes on as since the list began, but not many times more than there is.
 */
static uint32_t foresee(const tlb_growth *g, uint32_t count, const char *began)
{
    enum { FEW = 1024 };
    if (!g->start || count < FEW || g->at <= began)
        return 0;
    double rest = 1.02 * count * (double)(g->end - g->at) / (double)(g->at - began) + FEW;
    double most = (double)g->most_times * count, whole = count + (rest < most ? rest : most);
    return whole < UINT32_MAX ? (uint32_t)whole : 0;
}

bool tlb_growth_reserve(const tlb_growth *growth, void *data, uint32_t count, tlb_grown *memory,
                        uint32_t extra, size_t size)
{
    if (memory->capacity - count >= extra)
        return true;
    if (!memory->began)
        memory->began = growth->at;
    uint32_t wanted = foresee(growth, count, memory->began);
    extra = wanted > count && wanted - count > extra ? wanted - count : extra;
    return tlb_list_reserve(growth->arena, data, count, &memory->capacity, extra, size);
}
