/* The encoder of -lh4-: lazy matches, blocks and tables as the archivers of its time made them. */
#include "formats/meridian/bgf/lh4/lh4.h"

#include <string.h>

enum {
    BLOCK_BYTES = 1 << 14, /* of codes in the original's buffer: 1 a literal, 3 a match, 1 for each group */
    GROUP = 8,             /* codes */
    GROUP_BYTES = 3 * GROUP
};

typedef struct token {
    uint16_t code, distance; /* less one */
} token;

typedef struct encoder {
    tlb_buffer *out;
    uint32_t window, held; /* bits that are not written yet: the lowest `held` */
    token tokens[BLOCK_BYTES];
    uint32_t count, bytes;
} encoder;

static void put(encoder *e, uint32_t width, uint32_t value)
{
    e->window = e->window << width | value;
    for (e->held += width; e->held >= 8; e->held -= 8)
        tlb_buffer_byte(e->out, (uint8_t)(e->window >> (e->held - 8)));
}

/* --- lengths of codes --------------------------------------------------------------------------------- */

/* A Huffman code of up to LH4_CODES symbols. `only` is the symbol that stands alone, or 0 without any. */
typedef struct huffman {
    uint32_t symbols, used, only;
    uint32_t frequency[2 * LH4_CODES]; /* of symbols, then of the nodes above them */
    uint16_t parent[2 * LH4_CODES];
    uint16_t heap[LH4_CODES + 1], size; /* the least frequent is at 1 */
    uint16_t order[LH4_CODES];          /* symbols, the least frequent first */
    uint8_t length[LH4_CODES];
    uint16_t code[LH4_CODES];
} huffman;

static void sift(huffman *h, uint32_t at)
{
    uint16_t moved = h->heap[at];
    for (uint32_t below; (below = 2 * at) <= h->size; at = below) {
        if (below < h->size && h->frequency[h->heap[below]] > h->frequency[h->heap[below + 1]])
            below++;
        if (h->frequency[moved] <= h->frequency[h->heap[below]])
            break;
        h->heap[at] = h->heap[below];
    }
    h->heap[at] = moved;
}

static void note_symbol(huffman *h, uint16_t node)
{
    if (node < h->symbols)
        h->order[h->used++] = node;
}

/* Joins the two least frequent nodes until one is left, which is returned. */
static uint32_t grow(huffman *h)
{
    uint32_t joined = h->symbols;
    for (uint32_t i = h->size / 2; i >= 1; i--)
        sift(h, i);
    for (; h->size > 1; joined++) {
        uint16_t first = h->heap[1];
        note_symbol(h, first);
        h->heap[1] = h->heap[h->size--];
        sift(h, 1);
        uint16_t second = h->heap[1];
        note_symbol(h, second);
        h->frequency[joined] = h->frequency[first] + h->frequency[second];
        h->parent[first] = h->parent[second] = (uint16_t)joined;
        h->heap[1] = (uint16_t)joined;
        sift(h, 1);
    }
    return joined - 1;
}

/* Codes that would be longer than LH4_LONGEST_CODE become as long, and shorter ones longer to make room for
 * them. */
static void limit_lengths(uint32_t count[LH4_LONGEST_CODE + 1])
{
    uint32_t excess = 0;
    for (uint32_t length = 1; length <= LH4_LONGEST_CODE; length++)
        excess += count[length] << (LH4_LONGEST_CODE - length);
    for (excess -= 1u << LH4_LONGEST_CODE; excess; excess--) {
        uint32_t length = LH4_LONGEST_CODE - 1;
        while (!count[length])
            length--;
        count[LH4_LONGEST_CODE]--;
        count[length]--;
        count[length + 1] += 2;
    }
}

static void assign_codes(huffman *h, const uint32_t count[LH4_LONGEST_CODE + 1])
{
    uint32_t next[LH4_LONGEST_CODE + 2] = {0};
    for (uint32_t length = 1; length <= LH4_LONGEST_CODE; length++)
        next[length + 1] = (next[length] + count[length]) * 2;
    for (uint32_t i = 0; i < h->symbols; i++)
        if (h->length[i])
            h->code[i] = (uint16_t)next[h->length[i]]++;
}

/* Of the frequencies of all symbols. */
static void make_code(huffman *h)
{
    uint32_t count[LH4_LONGEST_CODE + 1] = {0};
    uint8_t depth[2 * LH4_CODES] = {0};
    for (uint32_t i = 0; i < h->symbols; i++)
        if (h->frequency[i])
            h->heap[++h->size] = (uint16_t)i;
    h->only = h->heap[1];
    if (h->size < 2)
        return;
    uint32_t root = grow(h);
    for (uint32_t node = root; node-- > 0;) {
        if (!h->frequency[node])
            continue;
        depth[node] = depth[h->parent[node]] + 1;
        if (node < h->symbols)
            count[depth[node] < LH4_LONGEST_CODE ? depth[node] : LH4_LONGEST_CODE]++;
    }
    limit_lengths(count);
    uint32_t next = 0;
    for (uint32_t length = LH4_LONGEST_CODE; length > 0; length--)
        for (uint32_t i = 0; i < count[length]; i++)
            h->length[h->order[next++]] = (uint8_t)length;
    assign_codes(h, count);
}

static void put_symbol(encoder *e, const huffman *h, uint32_t symbol)
{
    put(e, h->length[symbol], h->code[symbol]);
}

/* --- tables ------------------------------------------------------------------------------------------- */

static uint32_t count_without_last_zeros(const huffman *h)
{
    uint32_t count = h->symbols;
    while (!h->length[count - 1])
        count--;
    return count;
}

static void put_only(encoder *e, uint32_t width, uint32_t symbol)
{
    put(e, width, 0);
    put(e, width, symbol);
}

static void put_table(encoder *e, const huffman *h, uint32_t width, uint32_t gap)
{
    if (!h->used) {
        put_only(e, width, h->only);
        return;
    }
    uint32_t count = count_without_last_zeros(h);
    put(e, width, count);
    for (uint32_t i = 0; i < count;) {
        uint32_t length = h->length[i++];
        if (length < 7)
            put(e, 3, length);
        else
            put(e, length - 3, (1u << (length - 3)) - 2);
        if (i == gap) {
            while (i < 2 * LH4_GAP && !h->length[i])
                i++;
            put(e, 2, i - gap);
        }
    }
}

/* How the lengths of codes are spelled: symbols of the table of lengths, with the bits that follow them. */
typedef struct spelling {
    struct {
        uint8_t symbol, width;
        uint16_t extra;
    } parts[LH4_CODES];
    uint32_t count;
} spelling;

static void spell(spelling *s, uint32_t symbol, uint32_t width, uint32_t extra)
{
    s->parts[s->count].symbol = (uint8_t)symbol;
    s->parts[s->count].width = (uint8_t)width;
    s->parts[s->count++].extra = (uint16_t)extra;
}

static void spell_zeros(spelling *s, uint32_t count)
{
    if (count >= 20) {
        spell(s, 2, LH4_CODE_BITS, count - 20);
        return;
    }
    if (count == 19) {
        spell(s, 0, 0, 0);
        count--;
    }
    if (count >= 3)
        spell(s, 1, 4, count - 3);
    else
        for (; count; count--)
            spell(s, 0, 0, 0);
}

static void put_code_table(encoder *e, const huffman *codes)
{
    if (!codes->used) {
        put_only(e, LH4_LENGTH_BITS, 0);
        put_only(e, LH4_CODE_BITS, codes->only);
        return;
    }
    spelling s = {.count = 0};
    huffman lengths = {.symbols = LH4_LENGTHS};
    uint32_t count = count_without_last_zeros(codes), zeros = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!codes->length[i]) {
            zeros++;
            continue;
        }
        spell_zeros(&s, zeros);
        spell(&s, codes->length[i] + 2u, 0, 0);
        zeros = 0;
    }
    for (uint32_t i = 0; i < s.count; i++)
        lengths.frequency[s.parts[i].symbol]++;
    make_code(&lengths);
    put_table(e, &lengths, LH4_LENGTH_BITS, LH4_GAP);
    put(e, LH4_CODE_BITS, count);
    for (uint32_t i = 0; i < s.count; i++) {
        put_symbol(e, &lengths, s.parts[i].symbol);
        put(e, s.parts[i].width, s.parts[i].extra);
    }
}

/* --- blocks ------------------------------------------------------------------------------------------- */

static uint32_t bits_of(uint32_t number)
{
    uint32_t bits = 0;
    for (; number; number >>= 1)
        bits++;
    return bits;
}

static void put_tokens(encoder *e, const huffman *codes, const huffman *distances)
{
    for (uint32_t i = 0; i < e->count; i++) {
        const token *t = &e->tokens[i];
        put_symbol(e, codes, t->code);
        if (t->code < LH4_LITERALS)
            continue;
        uint32_t bits = bits_of(t->distance);
        put_symbol(e, distances, bits);
        if (bits > 1)
            put(e, bits - 1, t->distance & ((1u << (bits - 1)) - 1));
    }
}

static void put_block(encoder *e)
{
    huffman codes = {.symbols = LH4_CODES}, distances = {.symbols = LH4_DISTANCES};
    for (uint32_t i = 0; i < e->count; i++) {
        codes.frequency[e->tokens[i].code]++;
        if (e->tokens[i].code >= LH4_LITERALS)
            distances.frequency[bits_of(e->tokens[i].distance)]++;
    }
    make_code(&codes);
    make_code(&distances);
    put(e, LH4_COUNT_BITS, e->count);
    put_code_table(e, &codes);
    put_table(e, &distances, LH4_DISTANCE_BITS, 0);
    put_tokens(e, &codes, &distances);
    e->count = e->bytes = 0;
}

static void add_token(encoder *e, token t)
{
    if (e->count % GROUP == 0) {
        if (e->bytes >= BLOCK_BYTES - GROUP_BYTES)
            put_block(e);
        e->bytes++;
    }
    e->tokens[e->count++] = t;
    e->bytes += t.code < LH4_LITERALS ? 1 : 3;
}

/* --- matches ------------------------------------------------------------------------------------------ */

static void cut(lh4_match *match, size_t rest)
{
    if (match->length > rest)
        match->length = (uint32_t)rest;
}

/* A match is taken unless the next place has a longer one. */
static void encode(encoder *e, lh4_finder *finder, tlb_bytes source)
{
    lh4_match match = {0};
    tlb_bgf_lh4_find(finder, &match);
    cut(&match, source.size);
    for (size_t at = 0; at < source.size;) {
        lh4_match last = match;
        tlb_bgf_lh4_find(finder, &match);
        cut(&match, source.size - at - 1);
        if (match.length > last.length || last.length < LH4_SHORTEST) {
            add_token(e, (token){.code = source.data[at++]});
            continue;
        }
        add_token(e, (token){.code = (uint16_t)(LH4_LITERALS + last.length - LH4_SHORTEST),
                             .distance = (uint16_t)(at - last.start - 1)});
        for (uint32_t i = 1; i < last.length; i++)
            tlb_bgf_lh4_find(finder, &match);
        at += last.length;
        cut(&match, source.size - at);
    }
    put_block(e);
    put(e, 7, 0);
}

/* What the original's buffer has after the end: what was there a window before, and zeros at first. */
static uint8_t *copy_with_end(tlb_arena *arena, tlb_bytes source)
{
    uint8_t *bytes = tlb_zalloc(arena, source.size + LH4_LONGEST);
    if (!bytes)
        return NULL;
    memcpy(bytes, source.data, source.size);
    for (size_t i = source.size; i < source.size + LH4_LONGEST; i++)
        bytes[i] = i < LH4_WINDOW + LH4_LONGEST ? 0 : bytes[i - LH4_WINDOW];
    return bytes;
}

tlb_status tlb_bgf_lh4_encode(tlb_account *account, tlb_bytes source, tlb_buffer *out)
{
    tlb_arena arena;
    tlb_arena_init(&arena, account);
    uint8_t *bytes = copy_with_end(&arena, source);
    lh4_finder *finder = bytes ? tlb_bgf_lh4_finder(&arena, bytes) : NULL;
    encoder *e = finder ? tlb_zalloc(&arena, sizeof *e) : NULL;
    if (e) {
        e->out = out;
        encode(e, finder, source);
    }
    tlb_status status = e ? out->status : arena.failure;
    tlb_arena_release(&arena);
    return status;
}
