#include "base/buffer.h"

#include <string.h>

enum { SINK_BUFFER = 64 * 1024, TEXT_PER_STEP = 64 /* bytes */ };

static void send(tlb_buffer *buffer)
{
    if (buffer->size && !buffer->flush(buffer->user, buffer->data, buffer->size))
        buffer->status = TLB_WRITE_FAILED;
    buffer->sent += buffer->size;
    buffer->size = 0;
}

static bool ensure_capacity(tlb_buffer *buffer, size_t size)
{
    if (buffer->status)
        return false;
    buffer->status = tlb_work(buffer->account, 1 + (buffer->flush ? buffer->size / TEXT_PER_STEP : 0));
    if (!buffer->status && buffer->flush)
        send(buffer);
    if (buffer->status)
        return false;
    if (size <= buffer->capacity - buffer->size)
        return true;
    size_t wanted = buffer->capacity + buffer->capacity / 2, least = buffer->flush ? SINK_BUFFER : 256;
    if (size > SIZE_MAX - buffer->size)
        wanted = SIZE_MAX;
    else if (wanted < buffer->size + size)
        wanted = buffer->size + size;
    if (wanted < least)
        wanted = least;
    uint8_t *data = tlb_allocate(buffer->account, wanted, &buffer->status);
    if (!data)
        return false;
    if (buffer->size)
        memcpy(data, buffer->data, buffer->size);
    tlb_release(buffer->account, buffer->data, buffer->capacity);
    buffer->data = data;
    buffer->capacity = wanted;
    return true;
}

void tlb_buffer_reserve(tlb_buffer *buffer, size_t size)
{
    if (size > buffer->capacity - buffer->size)
        ensure_capacity(buffer, size);
}

uint8_t *tlb_buffer_grow_slow(tlb_buffer *buffer, size_t size)
{
    return ensure_capacity(buffer, size) ? tlb_buffer_grow(buffer, size) : NULL;
}

void tlb_buffer_append(tlb_buffer *buffer, const void *data, size_t size)
{
    if (!size)
        return;
    if (buffer->flush && size >= SINK_BUFFER) {
        tlb_buffer_finish(buffer);
        if (!buffer->status && !buffer->flush(buffer->user, data, size))
            buffer->status = TLB_WRITE_FAILED;
        buffer->sent += size;
        return;
    }
    uint8_t *place = tlb_buffer_grow(buffer, size);
    if (place)
        memcpy(place, data, size);
}

void tlb_buffer_text(tlb_buffer *buffer, const char *text)
{
    tlb_buffer_append(buffer, text, strlen(text));
}

void tlb_buffer_byte(tlb_buffer *buffer, uint8_t byte)
{
    tlb_buffer_append(buffer, &byte, 1);
}

tlb_status tlb_buffer_finish(tlb_buffer *buffer)
{
    if (!buffer->status && buffer->flush)
        send(buffer);
    return buffer->status;
}

void tlb_buffer_free(tlb_buffer *buffer)
{
    tlb_release(buffer->account, buffer->data, buffer->capacity);
    buffer->data = NULL;
    buffer->size = buffer->capacity = 0;
}
