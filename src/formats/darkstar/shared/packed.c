#include "formats/darkstar/shared/packed.h"

#include "base/text.h"
#include "formats/darkstar/shared/lzh.h"

static bool unpacks_to(tlb_context *context, tlb_bytes stream, tlb_bytes values)
{
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    uint8_t *unpacked = tlb_alloc_array(&work, values.size, 1);
    bool equal = unpacked && tlb_darkstar_lzh_decode(stream, unpacked, values.size) + 1 == stream.size &&
                 memcmp(unpacked, values.data, values.size) == 0;
    tlb_arena_release(&work);
    return equal;
}

/* The stream of a part: the one that was stored as long as it holds the values, else a new one. */
static tlb_bytes pack(tlb_walk *w, const packed_part *part, tlb_buffer *made)
{
    tlb_bytes values = {part->values.data, part->values.size};
    if (part->stream->size && unpacks_to(w->context, *part->stream, values))
        return *part->stream;
    made->account = w->context->account;
    tlb_darkstar_lzh_encode(values, made);
    if (part->values.status || made->status)
        tlb_walk_refused(w, made->status ? made->status : part->values.status);
    return (tlb_bytes){made->data, made->size};
}

/* --- reading ------------------------------------------------------------------------------------------ */

/* The stream at the walk, once it is known to hold that many values; empty after a failure. */
static tlb_bytes find_stream(tlb_walk *w, const packed_part *part, uint8_t **values)
{
    tlb_bytes left = {w->at, (size_t)(w->end - w->at)};
    if (part->size > lzh_most(left.size)) {
        tlb_walk_short(w, part->name, part->size / 48);
        return (tlb_bytes){0};
    }
    *values = tlb_alloc_array(w->arena, (size_t)part->size, 1);
    if (!*values) {
        tlb_walk_no_memory(w);
        return (tlb_bytes){0};
    }
    size_t used = tlb_darkstar_lzh_decode(left, *values, (size_t)part->size) + 1;
    if (used > left.size) {
        tlb_walk_short(w, part->name, used);
        return (tlb_bytes){0};
    }
    return (tlb_bytes){left.data, used};
}

static void read_values(tlb_walk *w, packed_part *part)
{
    uint8_t *values = NULL;
    uint32_t size = 0;
    walk_count(w, part->name, &size, TLB_U32);
    if (!w->status && size != part->size)
        tlb_walk_refuse(w, sizeof size, TLB_CODE_BAD_VALUE, part->name, "%u bytes are packed, expected %llu",
                        size, (unsigned long long)part->size);
    if (w->status)
        return;
    tlb_bytes stream = find_stream(w, part, &values);
    if (w->status)
        return;
    tlb_buffer usual = {.account = w->context->account};
    tlb_darkstar_lzh_encode((tlb_bytes){values, size}, &usual);
    if (usual.status)
        tlb_walk_refused(w, usual.status);
    else if (usual.size != stream.size || !tlb_same_bytes(usual.data, stream.data, usual.size))
        *part->stream = stream;
    tlb_buffer_free(&usual);
    part->start = w->start;
    part->at = stream.data + stream.size;
    part->end = w->end;
    w->start = w->at = values;
    w->end = values + size;
}

/* --- a part ------------------------------------------------------------------------------------------- */

/* Whether offsets are asked for: values have none, so what is looked at is their stream. */
static bool is_located(const tlb_walk *w)
{
    return w->visitor->places && !w->visitor->fills;
}

bool tlb_darkstar_packed_open(tlb_walk *w, packed_part *part)
{
    if (w->status)
        return false;
    if (w->direction == WALK_READ)
        read_values(w, part);
    else if (w->direction == WALK_WRITE || is_located(w)) {
        part->located = w->direction == WALK_VISIT;
        part->values.account = w->context->account;
        part->buffer = w->buffer;
        tlb_walk_into(w, &part->values);
        w->direction = WALK_WRITE;
    }
    return !w->status;
}

static void show_stream(tlb_walk *w, const packed_part *part)
{
    bool shown = part->stream->size != 0;
    tlb_walk_has(w, part->stream_name, &shown);
    if (shown)
        tlb_walk_bytes(w, part->stream_name, part->stream);
}

void tlb_darkstar_packed_close(tlb_walk *w, packed_part *part)
{
    if (w->direction == WALK_READ && part->at) {
        w->start = part->start;
        w->at = part->at;
        w->end = part->end;
    } else if (w->direction == WALK_WRITE && part->values.account) {
        tlb_buffer made = {0};
        uint32_t size = (uint32_t)part->size;
        tlb_walk_into(w, part->buffer);
        w->direction = part->located ? WALK_VISIT : WALK_WRITE;
        tlb_bytes stream = {0};
        if (!w->status)
            stream = pack(w, part, &made);
        walk_count(w, "unpackedSize", &size, TLB_U32);
        tlb_walk_bytes(w, part->name, &stream);
        tlb_buffer_free(&made);
        tlb_buffer_free(&part->values);
    } else if (w->direction == WALK_VISIT && !w->status)
        show_stream(w, part);
}
