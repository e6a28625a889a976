#include "base/deflate.h"

#include "base/arena.h"

#include <zlib.h>

/* zlib's memory: an arena that goes with the job. */
static void *allocate(void *arena, unsigned count, unsigned size)
{
    return tlb_alloc_array(arena, count, size);
}

static void release(void *arena, void *memory)
{
    (void)arena, (void)memory;
}

static tlb_status refusal(const tlb_arena *arena)
{
    return arena->failure ? arena->failure : TLB_NO_MEMORY;
}

static int window_bits(tlb_deflate_wrapping wrapping)
{
    return wrapping == TLB_DEFLATE_RAW ? -MAX_WBITS : MAX_WBITS;
}

static z_stream stream_of(tlb_arena *arena, tlb_bytes bytes)
{
    return (z_stream){.zalloc = allocate,
                      .zfree = release,
                      .opaque = arena,
                      .next_in = (Bytef *)(uintptr_t)bytes.data,
                      .avail_in = (uInt)bytes.size};
}

static tlb_status inflate_to(z_stream *stream, tlb_deflate_wrapping wrapping, const tlb_arena *work)
{
    if (inflateInit2(stream, window_bits(wrapping)) != Z_OK)
        return refusal(work);
    if (wrapping == TLB_DEFLATE_ZLIB_UNSUMMED)
        inflateValidate(stream, 0);
    int result = inflate(stream, Z_FINISH);
    bool exact = result == Z_STREAM_END && stream->avail_out == 0;
    inflateEnd(stream);
    return exact ? TLB_OK : result == Z_MEM_ERROR ? refusal(work) : TLB_INVALID;
}

tlb_status tlb_inflate(tlb_account *account, tlb_deflate_wrapping wrapping, tlb_bytes packed, uint8_t *out,
                       size_t size)
{
    if (packed.size > INT32_MAX || size > INT32_MAX)
        return TLB_INVALID;
    tlb_arena work;
    tlb_arena_init(&work, account);
    z_stream stream = stream_of(&work, packed);
    stream.next_out = out;
    stream.avail_out = (uInt)size;
    tlb_status status = inflate_to(&stream, wrapping, &work);
    tlb_arena_release(&work);
    return status;
}

/* Into memory for the worst case. */
static tlb_status deflate_to(z_stream *stream, tlb_deflate_wrapping wrapping, const tlb_arena *work,
                             tlb_buffer *out)
{
    if (deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits(wrapping), MAX_MEM_LEVEL - 1,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return refusal(work);
    size_t capacity = deflateBound(stream, stream->avail_in);
    stream->next_out = tlb_buffer_grow(out, capacity);
    stream->avail_out = (uInt)capacity;
    bool done = stream->next_out && deflate(stream, Z_FINISH) == Z_STREAM_END;
    if (done)
        out->size -= stream->avail_out;
    deflateEnd(stream);
    return done ? TLB_OK : out->status ? out->status : refusal(work);
}

tlb_status tlb_deflate(tlb_account *account, tlb_deflate_wrapping wrapping, tlb_bytes bytes, tlb_buffer *out)
{
    if (bytes.size > INT32_MAX)
        return TLB_LIMIT;
    tlb_arena work;
    tlb_arena_init(&work, account);
    z_stream stream = stream_of(&work, bytes);
    tlb_status status = deflate_to(&stream, wrapping, &work, out);
    tlb_arena_release(&work);
    return status;
}
