#include "formats/torque/dts/layout/streams.h"

#include "layout/fields.h"

enum { WORD = 4 };

void tlb_walk_padding(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    static const uint8_t zeros[WORD];
    if (w->direction == WALK_READ) {
        bytes->size = (size_t)(w->end - w->at);
        tlb_walk_bytes(w, name, bytes);
        if (bytes->size < WORD && tlb_all_zero(bytes->data, bytes->size))
            *bytes = (tlb_bytes){0};
        return;
    }
    bool some = bytes->size != 0;
    tlb_walk_has(w, name, &some);
    if (some)
        tlb_walk_bytes(w, name, bytes);
    tlb_bytes missing = {zeros, (WORD - (size_t)tlb_walk_offset(w) % WORD) % WORD};
    if (w->direction == WALK_WRITE || w->visitor->counts)
        tlb_walk_bytes(w, name, &missing);
}

void tlb_streams_free(tlb_streams *streams)
{
    for (int i = 0; i < WALK_STREAMS; i++)
        tlb_buffer_free(&streams->at[i].buffer);
}
