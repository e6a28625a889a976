/* Structures whose fields lie in several streams of a file, each of which goes on at a place of its own.
 * There is one description as ever; it says with tlb_walk_stream which stream has the next field. Where
 * streams begin is known when they are read; else they are written first, which gives their sizes. */
#ifndef TLB_FORMATS_TORQUE_DTS_LAYOUT_STREAMS_H
#define TLB_FORMATS_TORQUE_DTS_LAYOUT_STREAMS_H

#include "layout/walk.h"

enum { WALK_STREAMS = 3 };

typedef struct tlb_stream {
    const uint8_t *next, *end; /* READ */
    tlb_buffer buffer;         /* WRITE: all of the stream */
    uint64_t offset;           /* VISIT */
} tlb_stream;

typedef struct tlb_streams {
    tlb_stream at[WALK_STREAMS]; /* that of the current one is the walk's own */
    uint32_t current;
} tlb_streams;

/* The walk goes on in another stream, after the last field that it had there. */
WALK_INLINE void tlb_walk_stream(tlb_walk *w, tlb_streams *streams, uint32_t stream)
{
    if (w->status || stream == streams->current)
        return;
    tlb_stream *from = &streams->at[streams->current], *to = &streams->at[stream];
    streams->current = stream;
    if (w->direction == WALK_READ) {
        from->next = w->at;
        from->end = w->end;
        w->at = to->next;
        w->end = to->end;
    } else if (w->direction == WALK_WRITE)
        tlb_walk_into(w, &to->buffer);
    else {
        from->offset = w->offset;
        w->offset = to->offset;
        w->jumped = true;
    }
}

/* What a stream has after its last field: padding to a multiple of four bytes, of whatever was in memory.
 * JSON shows it where it is not the zeros that are needed. */
void tlb_walk_padding(tlb_walk *w, const char *name, tlb_bytes *bytes);

/* The buffers. */
void tlb_streams_free(tlb_streams *streams);

#endif
