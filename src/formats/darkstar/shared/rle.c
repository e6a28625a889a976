/* RLE: decoding and coding. */
#include "formats/darkstar/shared/rle.h"

#include <string.h>

enum { RUN = 0x80, LONGEST = 0x7f, SHORTEST_RUN = 3, LITERALS_FULL = 126 };

size_t tlb_darkstar_rle_decode(tlb_bytes source, uint8_t *out, size_t size)
{
    const uint8_t *at = source.data;
    size_t left = source.size;
    while (size && left >= 2) {
        size_t wanted = *at & LONGEST, count = wanted < size ? wanted : size;
        bool run = (*at & RUN) != 0;
        at++, left--;
        if (run)
            memset(out, *at, count);
        else {
            count = count < left ? count : left;
            memcpy(out, at, count);
        }
        size_t used = run ? 1 : count;
        at += used, left -= used;
        out += count, size -= count;
    }
    if (!size)
        return source.size - left;
    memset(out, 0, size);
    return source.size + 1;
}

static size_t run_at(const uint8_t *data, size_t left)
{
    size_t most = left < LONGEST ? left : LONGEST, length = 1;
    while (length < most && data[length] == data[0])
        length++;
    return length;
}

static void flush(tlb_buffer *out, const uint8_t *literals, size_t count)
{
    if (!count)
        return;
    tlb_buffer_byte(out, (uint8_t)count);
    tlb_buffer_append(out, literals, count);
}

void tlb_darkstar_rle_encode(tlb_bytes source, tlb_buffer *out)
{
    size_t literals = 0, at = 0; /* how many of the bytes before `at` are not written yet */
    while (at < source.size) {
        size_t run = run_at(source.data + at, source.size - at);
        bool worth = run >= SHORTEST_RUN;
        if (!worth)
            literals += run;
        if (worth || literals >= LITERALS_FULL) {
            size_t end = worth ? at : at + run;
            flush(out, source.data + end - literals, literals);
            literals = 0;
        }
        if (worth) {
            tlb_buffer_byte(out, (uint8_t)(RUN | run));
            tlb_buffer_byte(out, source.data[at]);
        }
        at += run;
    }
    if (literals)
        flush(out, source.data + at - literals, literals);
}
