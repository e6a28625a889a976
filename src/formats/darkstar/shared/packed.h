/* Values that are compressed in a file: u32 size of what is packed, a stream of LZH, a zero byte. The walk of
 * the values runs as it would without:
 *
 *     packed_part part = {
 *         .name = "heights", .size = size, .stream_name = "heightsStream", .stream = &x->heightsStream};
 *     if (tlb_darkstar_packed_open(w, &part))
 *         WALK_VALUES(w, x, heights);
 *     tlb_darkstar_packed_close(w, &part);
 */
#ifndef TLB_FORMATS_DARKSTAR_SHARED_PACKED_H
#define TLB_FORMATS_DARKSTAR_SHARED_PACKED_H

#include "layout/walk.h"

typedef struct packed_part {
    const char *name;
    uint64_t size; /* of the values, in bytes */
    const char *stream_name;
    tlb_bytes *stream;               /* where the original program would have made another one */
    const uint8_t *start, *at, *end; /* READ: of the walk, after the part */
    bool located;                    /* VISIT: the stream is looked at, not the values */
    tlb_buffer *buffer, values;      /* WRITE */
} packed_part;

/* False: there is nothing to walk. */
bool tlb_darkstar_packed_open(tlb_walk *w, packed_part *part);
void tlb_darkstar_packed_close(tlb_walk *w, packed_part *part);

#endif
