/* Output: bytes that grow in memory, or that are handed to a sink whenever the buffer is full. */
#ifndef TLB_BASE_BUFFER_H
#define TLB_BASE_BUFFER_H

#include "base/arena.h"

typedef struct tlb_buffer {
    tlb_account *account;
    /* When set, full buffers go here and the buffer stays small. False: the sink failed. */
    bool (*flush)(void *user, const void *data, size_t size);
    void *user;
    uint8_t *data;
    size_t size, capacity;
    uint64_t sent;     /* bytes that the sink has got */
    tlb_status status; /* the first failure; once set, everything written is ignored */
} tlb_buffer;

/* Reserves capacity for `size` more bytes; a failure is in the status. */
void tlb_buffer_reserve(tlb_buffer *buffer, size_t size);
/* The address of `size` more bytes for the caller to fill, or NULL after a failure. */
uint8_t *tlb_buffer_grow_slow(tlb_buffer *buffer, size_t size);
static inline uint8_t *tlb_buffer_grow(tlb_buffer *buffer, size_t size)
{
    if (size > buffer->capacity - buffer->size || buffer->status)
        return tlb_buffer_grow_slow(buffer, size);
    uint8_t *place = buffer->data + buffer->size;
    buffer->size += size;
    return place;
}
void tlb_buffer_append(tlb_buffer *buffer, const void *data, size_t size);
void tlb_buffer_text(tlb_buffer *buffer, const char *text);
void tlb_buffer_byte(tlb_buffer *buffer, uint8_t byte);
/* Sends what is left to the sink and returns the status. */
tlb_status tlb_buffer_finish(tlb_buffer *buffer);
void tlb_buffer_free(tlb_buffer *buffer);

#endif
