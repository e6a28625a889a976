/* Deflate, by zlib: one call from memory to memory. */
#ifndef TLB_BASE_DEFLATE_H
#define TLB_BASE_DEFLATE_H

#include "base/buffer.h"

typedef enum tlb_deflate_wrapping {
    TLB_DEFLATE_ZLIB,
    TLB_DEFLATE_ZLIB_UNSUMMED, /* whose checksum nobody looks at, as there is another one: to inflate */
    TLB_DEFLATE_RAW
} tlb_deflate_wrapping;

enum { TLB_DEFLATE_AT_ITS_BEST = 1032 }; /* bytes out for one in */

/* `size` bytes to `out`. TLB_INVALID: the stream is damaged, or holds more or fewer. */
tlb_status tlb_inflate(tlb_account *account, tlb_deflate_wrapping wrapping, tlb_bytes packed, uint8_t *out,
                       size_t size);

/* Appended, as small as zlib makes it. At most 2 GiB. */
tlb_status tlb_deflate(tlb_account *account, tlb_deflate_wrapping wrapping, tlb_bytes bytes, tlb_buffer *out);

#endif
