/* The decoder of -lh4-. */
#include "formats/meridian/bgf/lh4/lh4.h"

#include <string.h>

typedef struct reader {
    const uint8_t *at, *end;
    uint32_t window, held; /* bits that were taken from the stream and not used yet: the lowest `held` */
    bool damaged;
} reader;

static uint32_t take(reader *r, uint32_t width)
{
    for (; r->held < width; r->held += 8) {
        if (r->at == r->end) {
            r->damaged = true;
            return 0;
        }
        r->window = r->window << 8 | *r->at++;
    }
    r->held -= width;
    return r->window >> r->held & ((1u << width) - 1);
}

/* --- tables ------------------------------------------------------------------------------------------- */

/* A canonical code: by length, then by symbol. One symbol alone has a code of no bits. */
typedef struct table {
    uint16_t count[LH4_LONGEST_CODE + 1]; /* of codes with that length */
    uint16_t symbols[LH4_CODES];          /* in the order of their codes */
} table;

static void set_only(reader *r, table *t, uint32_t symbol, uint32_t symbols)
{
    r->damaged |= symbol >= symbols;
    *t = (table){.count = {1}, .symbols = {(uint16_t)symbol}};
}

/* All codes must be used, and each once. */
static void set_lengths(reader *r, table *t, const uint8_t *lengths, uint32_t symbols)
{
    uint16_t next[LH4_LONGEST_CODE + 2] = {0};
    uint32_t unused = 1;
    *t = (table){0};
    for (uint32_t i = 0; i < symbols; i++)
        if (lengths[i])
            t->count[lengths[i]]++;
    for (uint32_t length = 1; length <= LH4_LONGEST_CODE; length++) {
        r->damaged |= t->count[length] > unused * 2;
        unused = unused * 2 - t->count[length];
        next[length + 1] = (uint16_t)(next[length] + t->count[length]);
    }
    r->damaged |= unused > 0;
    for (uint32_t i = 0; i < symbols; i++)
        if (lengths[i])
            t->symbols[next[lengths[i]]++] = (uint16_t)i;
}

static uint32_t take_symbol(reader *r, const table *t)
{
    uint32_t code = 0, first = 0, index = 0;
    for (uint32_t length = 0; length <= LH4_LONGEST_CODE; length++) {
        if (code - first < t->count[length])
            return t->symbols[index + code - first];
        index += t->count[length];
        first = (first + t->count[length]) * 2;
        code = code * 2 + take(r, 1);
    }
    r->damaged = true;
    return 0;
}

static uint8_t take_length(reader *r)
{
    uint32_t length = take(r, 3);
    if (length == 7)
        while (take(r, 1) && length <= LH4_LONGEST_CODE)
            length++;
    r->damaged |= length > LH4_LONGEST_CODE;
    return r->damaged ? 0 : (uint8_t)length;
}

static void take_table(reader *r, table *t, uint32_t symbols, uint32_t width, uint32_t gap)
{
    uint8_t lengths[LH4_LENGTHS] = {0};
    uint32_t count = take(r, width);
    r->damaged |= count > symbols;
    if (!count)
        set_only(r, t, take(r, width), symbols);
    else if (!r->damaged) {
        for (uint32_t i = 0; i < count;) {
            lengths[i++] = take_length(r);
            if (i == gap)
                i += take(r, 2);
        }
        set_lengths(r, t, lengths, symbols);
    }
}

static uint32_t take_run(reader *r, uint32_t symbol)
{
    return symbol == 0 ? 1 : symbol == 1 ? 3 + take(r, 4) : 20 + take(r, LH4_CODE_BITS);
}

static void take_code_table(reader *r, table *t, const table *of_lengths)
{
    uint8_t lengths[LH4_CODES] = {0};
    uint32_t count = take(r, LH4_CODE_BITS);
    if (!count) {
        set_only(r, t, take(r, LH4_CODE_BITS), LH4_CODES);
        return;
    }
    r->damaged |= count > LH4_CODES;
    for (uint32_t i = 0; i < count && !r->damaged;) {
        uint32_t symbol = take_symbol(r, of_lengths);
        if (symbol < 3)
            i += take_run(r, symbol);
        else
            lengths[i++] = (uint8_t)(symbol - 2);
    }
    if (!r->damaged)
        set_lengths(r, t, lengths, LH4_CODES);
}

/* --- codes -------------------------------------------------------------------------------------------- */

typedef struct tables {
    table lengths, codes, distances;
} tables;

static uint32_t take_distance(reader *r, const table *distances)
{
    uint32_t bits = take_symbol(r, distances);
    return 1 + (bits < 2 ? bits : 1u << (bits - 1) | take(r, bits - 1));
}

/* Decodes the block that begins here to `out`, from `at` on, and returns where it ends. */
static size_t take_block(reader *r, tables *t, uint8_t *out, size_t at, size_t size)
{
    uint32_t codes = take(r, LH4_COUNT_BITS);
    take_table(r, &t->lengths, LH4_LENGTHS, LH4_LENGTH_BITS, LH4_GAP);
    if (!r->damaged)
        take_code_table(r, &t->codes, &t->lengths);
    if (!r->damaged)
        take_table(r, &t->distances, LH4_DISTANCES, LH4_DISTANCE_BITS, 0);
    r->damaged |= !codes;
    for (; codes && !r->damaged; codes--) {
        uint32_t code = take_symbol(r, &t->codes);
        uint32_t length = code < LH4_LITERALS ? 1 : code - LH4_LITERALS + LH4_SHORTEST;
        uint32_t distance = code < LH4_LITERALS ? 0 : take_distance(r, &t->distances);
        r->damaged |= length > size - at || distance > at;
        if (r->damaged)
            break;
        if (!distance)
            out[at++] = (uint8_t)code;
        for (size_t end = at + length; distance && at < end; at++)
            out[at] = out[at - distance];
    }
    return at;
}

bool tlb_bgf_lh4_decode(tlb_bytes stream, uint8_t *out, size_t size)
{
    reader r = {.at = stream.data, .end = stream.data + stream.size};
    tables t;
    for (size_t at = 0; at < size && !r.damaged;)
        at = take_block(&r, &t, out, at, size);
    return !r.damaged;
}
