#include "formats/torque/dif/string_pool.h"

#include "base/bytes.h"

/* The places whose runs of bytes share a hash, in ascending order. */
struct dif_pool_bucket {
    uint32_t first, last, count;
};

bool dif_pool_init(dif_string_pool *pool, tlb_arena *arena, uint32_t strings)
{
    enum { LEAST_BITS = 8, MOST_BITS = 20 };
    *pool = (dif_string_pool){.arena = arena, .bucket_bits = LEAST_BITS};
    while (pool->bucket_bits < MOST_BITS && UINT32_C(1) << pool->bucket_bits < strings)
        pool->bucket_bits++;
    pool->buckets = tlb_zalloc(arena, sizeof *pool->buckets << pool->bucket_bits);
    return pool->buckets != NULL;
}

static dif_pool_bucket *bucket_of(const dif_string_pool *pool, const uint8_t *run)
{
    uint64_t hash = tlb_get_le64(run) * UINT64_C(0x9e3779b97f4a7c15);
    return &pool->buckets[hash >> (64 - pool->bucket_bits)];
}

static void add_run(dif_string_pool *pool, uint32_t place)
{
    dif_pool_bucket *bucket = bucket_of(pool, pool->bytes.data + place);
    if (bucket->count++)
        pool->next.data[bucket->last] = place;
    else
        bucket->first = place;
    bucket->last = pool->next.data[place] = place;
}

static bool append(dif_string_pool *pool, const uint8_t *string, uint32_t size)
{
    if (!TLB_RESERVE(pool->arena, &pool->bytes, size) || !TLB_RESERVE(pool->arena, &pool->next, size))
        return false;
    memcpy(pool->bytes.data + pool->bytes.count, string, size);
    pool->bytes.count += size;
    while (pool->next.count + DIF_POOL_RUN <= pool->bytes.count)
        add_run(pool, pool->next.count++);
    return true;
}

/* Looks where the rarest run of the string stands. */
static bool find(const dif_string_pool *pool, const uint8_t *string, uint32_t size, uint32_t *offset)
{
    uint32_t rarest_at = 0;
    const dif_pool_bucket *rarest = bucket_of(pool, string);
    for (uint32_t at = 1; at + DIF_POOL_RUN <= size; at++) {
        const dif_pool_bucket *bucket = bucket_of(pool, string + at);
        if (bucket->count < rarest->count) {
            rarest = bucket;
            rarest_at = at;
        }
    }
    uint32_t place = rarest->first;
    for (uint32_t left = rarest->count; left; left--, place = pool->next.data[place]) {
        if (place < rarest_at)
            continue;
        *offset = place - rarest_at;
        if (size >= pool->bytes.count - *offset)
            return false;
        if (memcmp(pool->bytes.data + *offset, string, size) == 0)
            return true;
    }
    return false;
}

bool dif_pool_place(dif_string_pool *pool, const uint8_t *string, uint32_t size, uint32_t *offset)
{
    if (find(pool, string, size, offset))
        return true;
    *offset = pool->bytes.count;
    return append(pool, string, size);
}
