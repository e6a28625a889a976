#include "layout/fields.h"

bool tlb_all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool is_shown(tlb_walk *w, const char *name, const uint8_t *bytes, uint32_t size)
{
    bool shown = !tlb_all_zero(bytes, size);
    tlb_walk_has(w, name, &shown);
    return shown || w->visitor->counts;
}

/* The bytes of a field in place, as tlb_walk_bytes has them elsewhere. */
static void visit_bytes(tlb_walk *w, const char *name, uint8_t *bytes, uint32_t size)
{
    tlb_bytes seen = {bytes, size};
    w->visitor->bytes(w, name, &seen);
    w->offset += size;
    if (w->status || !w->visitor->fills)
        return;
    if (seen.size == size)
        memmove(bytes, seen.data, size);
    else
        tlb_walk_fault(w, name, "number of bytes: %zu, expected %u", seen.size, size);
}

void tlb_walk_zeros(tlb_walk *w, const char *name, uint8_t *bytes, uint32_t size)
{
    if (w->direction != WALK_VISIT)
        walk_row(w, name, TLB_U8, bytes, size);
    else if (w->status || !size)
        return;
    else if (is_shown(w, name, bytes, size))
        visit_bytes(w, name, bytes, size);
    else
        w->offset += size;
}

void tlb_walk_gap(tlb_walk *w, const char *name, tlb_bytes *gap)
{
    bool some = gap->size != 0;
    tlb_walk_has(w, name, &some);
    if (some)
        tlb_walk_bytes(w, name, gap);
}

void tlb_walk_remaining(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    if (w->direction == WALK_READ)
        bytes->size = (size_t)(w->end - w->at);
    tlb_walk_gap(w, name, bytes);
}

void tlb_walk_fixed_name(tlb_walk *w, const char *name, const char *tail, char *field, uint32_t size)
{
    if (w->direction != WALK_VISIT) {
        walk_row(w, name, TLB_U8, field, size);
        return;
    }
    const char *nul = memchr(field, 0, size);
    const uint32_t held = nul ? (uint32_t)(nul - field) : size;
    tlb_text text = {field, held};
    tlb_walk_text(w, name, &text);
    if (w->visitor->fills && !w->status && text.data != field) {
        if (text.size > size) {
            tlb_walk_fault(w, name, "number of bytes: %u, expected at most %u", text.size, size);
            return;
        }
        memset(field, 0, held); /* what is after it stays */
        memcpy(field, text.data, text.size);
        if (text.size < size)
            field[text.size] = 0;
    }
    tlb_walk_zeros(w, tail, (uint8_t *)field + text.size, size - text.size);
}

bool tlb_names_in_block(const void *data, size_t size, uint32_t i, tlb_text *name, uint32_t *next)
{
    const char *text = i < size ? (const char *)data + i : NULL,
               *end = text ? memchr(text, 0, size - i) : NULL;
    if (!end)
        return false;
    *name = (tlb_text){text, (uint32_t)(end - text)};
    *next = i + name->size + 1;
    return true;
}
