#include "layout/walk.h"

#include "base/number.h"
#include "base/text.h"

#include <stdio.h>

tlb_walk tlb_walk_reader(tlb_context *context, tlb_arena *arena, tlb_bytes source)
{
    return (tlb_walk){.direction = WALK_READ,
                      .context = context,
                      .arena = arena,
                      .start = source.data,
                      .at = source.data,
                      .end = source.size ? source.data + source.size : source.data};
}

tlb_walk tlb_walk_writer(tlb_context *context, tlb_buffer *buffer)
{
    tlb_walk w = {.direction = WALK_WRITE, .context = context};
    tlb_walk_into(&w, buffer);
    return w;
}

tlb_walk tlb_walk_visitor(tlb_context *context, tlb_arena *arena, const tlb_visitor *visitor, void *user)
{
    return (tlb_walk){.direction = WALK_VISIT,
                      .context = context,
                      .arena = arena,
                      .visitor = visitor,
                      .user = user,
                      .failed_in = WALK_NOWHERE,
                      .fresh = visitor->fills && !visitor->edits};
}

/* --- the buffer of a writer ------------------------------------------------------------------------- */

/* After a failure there is no room: what is written then is ignored. */
static void enter_buffer(tlb_walk *w)
{
    const tlb_buffer *b = w->buffer;
    w->at = b && b->data ? b->data + b->size : NULL;
    w->end = w->at && !w->status ? b->data + b->capacity : w->at;
}

void tlb_walk_into(tlb_walk *w, tlb_buffer *buffer)
{
    tlb_walk_finish(w);
    w->buffer = buffer;
    enter_buffer(w);
}

tlb_status tlb_walk_finish(tlb_walk *w)
{
    if (w->buffer && w->at)
        w->buffer->size = (size_t)(w->at - w->buffer->data);
    return w->status;
}

bool tlb_walk_make_room(tlb_walk *w, size_t size)
{
    if (!tlb_walk_finish(w))
        tlb_buffer_reserve(w->buffer, size);
    enter_buffer(w);
    return walk_has_room(w, size) && !w->buffer->status;
}

/* --- places ------------------------------------------------------------------------------------------- */

uint64_t tlb_walk_offset(const tlb_walk *w)
{
    switch (w->direction) {
    case WALK_READ:
        return (uint64_t)(w->at - w->start);
    case WALK_WRITE:
        return w->buffer->sent + (w->at ? (uint64_t)(w->at - w->buffer->data) : 0);
    case WALK_VISIT:
        return w->offset;
    }
    return 0;
}

void tlb_walk_seek(tlb_walk *w, const char *name, uint64_t offset)
{
    if (w->status)
        return;
    if (w->direction == WALK_WRITE)
        w->at = w->buffer->data + offset;
    else if (w->direction == WALK_VISIT) {
        w->offset = offset;
        w->jumped = true;
    } else if (offset > (uint64_t)(w->end - w->start))
        tlb_walk_fail(w, TLB_CODE_TRUNCATED, name, "offset %llu is after the end of the file (%llu)",
                      (unsigned long long)offset, (unsigned long long)(w->end - w->start));
    else if (w->start)
        w->at = w->start + offset;
}

size_t tlb_walk_path(const tlb_walk *w, const char *name, char *out, size_t size)
{
    char *at = out, *end = out + size - 1;
    for (uint32_t i = 0; i <= w->depth; i++) {
        const char *part = i < w->depth ? w->frames[i].name : name;
        if (!part)
            continue;
        if (at > out && at < end)
            *at++ = '.';
        while (*part && at < end)
            *at++ = *part++;
        if (i == w->depth || w->frames[i].index < 0 || end - at < TLB_NUMBER_MAX + 2)
            continue;
        *at++ = '[';
        at = tlb_write_u64(at, (uint64_t)w->frames[i].index);
        *at++ = ']';
    }
    *at = 0;
    return (size_t)(at - out);
}

void tlb_walk_visit(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *value)
{
    if (!w->status) {
        w->visitor->scalars(w, name, type, disk, value, 1, false);
        w->offset += tlb_type_sizes[disk];
    }
    w->flags = NULL;
    w->names = NULL;
}

/* Whether the bytes on disk are those in memory. */
static bool same_bytes(const tlb_walk *w, tlb_type type, tlb_type disk)
{
    return type == disk && (tlb_type_sizes[type] == 1 || w->big_endian == TLB_BIG_ENDIAN_HOST);
}

static void swap_copy(void *to, const void *from, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < size; k++)
            ((uint8_t *)to)[i * size + k] = ((const uint8_t *)from)[i * size + size - 1 - k];
}

static void read_scalars(tlb_walk *w, void *to, const uint8_t *from, size_t count, tlb_type type,
                         tlb_type disk)
{
    if (!count)
        return;
    if (same_bytes(w, type, disk))
        memcpy(to, from, count * tlb_type_sizes[type]);
    else if (type == disk)
        swap_copy(to, from, count, tlb_type_sizes[type]);
    else if (type == TLB_U32 && disk == TLB_U16)
        for (size_t i = 0; i < count; i++)
            ((uint32_t *)to)[i] = w->big_endian ? tlb_get_be16(from + 2 * i) : tlb_get_le16(from + 2 * i);
    else if (type == TLB_U32)
        for (size_t i = 0; i < count; i++)
            ((uint32_t *)to)[i] = from[i];
    else
        for (size_t i = 0; i < count; i++)
            ((uint16_t *)to)[i] = from[i];
}

static void write_narrow(tlb_walk *w, const char *name, uint8_t *to, const void *from, size_t count,
                         tlb_type type, tlb_type disk)
{
    uint32_t seen = 0, most = disk == TLB_U8 ? UINT8_MAX : UINT16_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = type == TLB_U32 ? ((const uint32_t *)from)[i] : ((const uint16_t *)from)[i];
        seen = value > seen ? value : seen;
        if (disk == TLB_U8)
            to[i] = (uint8_t)value;
        else if (w->big_endian)
            tlb_put_be16(to + 2 * i, (uint16_t)value);
        else
            tlb_put_le16(to + 2 * i, (uint16_t)value);
    }
    if (seen > most)
        tlb_walk_refuse(w, count * tlb_type_sizes[disk], TLB_CODE_VALUE_TOO_LARGE, name,
                        "%u is larger than %u, the maximum in this list", seen, most);
}

static void write_scalars(tlb_walk *w, const char *name, const void *from, size_t count, tlb_type type,
                          tlb_type disk)
{
    uint8_t *to = count ? walk_put(w, count * tlb_type_sizes[disk]) : NULL;
    if (!to)
        return;
    if (same_bytes(w, type, disk))
        memcpy(to, from, count * tlb_type_sizes[type]);
    else if (type == disk)
        swap_copy(to, from, count, tlb_type_sizes[type]);
    else
        write_narrow(w, name, to, from, count, type, disk);
}

void tlb_walk_scalars_slow(tlb_walk *w, const char *name, tlb_type type, void *values, uint32_t count,
                           bool row)
{
    size_t size = count * (size_t)tlb_type_sizes[type];
    if (w->direction == WALK_READ) {
        const uint8_t *from = walk_take(w, name, size);
        if (from)
            read_scalars(w, values, from, count, type, type);
        else
            memset(values, 0, size);
    } else if (w->direction == WALK_WRITE)
        write_scalars(w, name, values, count, type, type);
    else {
        if (!w->status) {
            w->visitor->scalars(w, name, type, type, values, count, row);
            w->offset += size;
        }
        w->flags = NULL;
        w->names = NULL;
    }
}

void tlb_walk_signature(tlb_walk *w, const char *name, const char *bytes, size_t size)
{
    if (w->direction == WALK_READ) {
        if ((size_t)(w->end - w->at) >= size && memcmp(w->at, bytes, size) != 0)
            tlb_walk_fail(w, TLB_CODE_BAD_SIGNATURE, name, "the signature is missing");
        walk_take(w, name, size);
    } else if (w->direction == WALK_WRITE)
        write_scalars(w, name, bytes, size, TLB_U8, TLB_U8);
    else if (!w->status) {
        if (w->visitor->counts)
            w->visitor->bytes(w, name, &(tlb_bytes){(const uint8_t *)bytes, size});
        w->offset += size;
    }
}

static bool push(tlb_walk *w, const char *name, int64_t index)
{
    if (w->depth == WALK_DEPTH || w->depth >= w->context->session->max_nesting) {
        tlb_walk_fail(w, TLB_CODE_NESTING_LIMIT, name, "structures are nested deeper than %u levels",
                      w->depth);
        return false;
    }
    w->frames[w->depth++] = (tlb_frame){name, index};
    return true;
}

void tlb_walk_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    if (!push(w, name, -1))
        return;
    if (w->direction == WALK_VISIT && !w->status)
        w->visitor->open(w, name, shape);
}

void tlb_walk_close(tlb_walk *w, tlb_shape shape)
{
    if (w->direction == WALK_VISIT) {
        tlb_walk_recover(w);
        if (!w->status)
            w->visitor->close(w, shape);
    }
    if (w->depth)
        w->depth--;
}

/* True when the file can hold `count` elements of `least` bytes; memory then stays in proportion to it. */
static bool affordable(tlb_walk *w, const char *name, uint64_t count, uint64_t least)
{
    uint64_t remaining = (uint64_t)(w->end - w->at), needed = count * (least ? least : 1);
    if (count <= remaining / (least ? least : 1))
        return true;
    tlb_walk_fail(w, TLB_CODE_TRUNCATED, name, "header claims %llu %s (at least %llu bytes); only %llu left",
                  (unsigned long long)count, tlb_plural(count, "element", "elements"),
                  (unsigned long long)needed, (unsigned long long)remaining);
    return false;
}

static void *allocate(tlb_walk *w, size_t count, size_t size)
{
    void *data = tlb_alloc_array(w->arena, count, size);
    if (!data)
        tlb_walk_no_memory(w);
    return data;
}

/* The list's elements as the visitor says: new ones, or those that there are with new ones after them. */
static void *fill_list(tlb_walk *w, void *held, uint32_t held_count, uint32_t *count, size_t size)
{
    bool same = held && !w->replaces && held_count == *count;
    uint32_t kept = held && !w->replaces ? held_count : 0;
    w->replaces = false;
    if (w->status || !*count || same) {
        *count = w->status ? 0 : *count;
        return *count ? held : NULL;
    }
    char *data = allocate(w, *count, size);
    if (!data) {
        *count = 0;
        return NULL;
    }
    if (kept)
        memcpy(data, held, kept * size);
    memset(data + kept * size, 0, (*count - kept) * size);
    return data;
}

void *tlb_walk_open_list(tlb_walk *w, const char *name, void *data, uint32_t *count, size_t size,
                         size_t least)
{
    if (w->direction == WALK_READ) {
        data = NULL;
        if (w->status ||
            (*count && (!affordable(w, name, *count, least) || !(data = allocate(w, *count, size)))))
            *count = 0;
        else if (*count)
            memset(data, 0, *count * size);
    } else if (w->direction == WALK_VISIT) {
        uint32_t held = *count;
        if (!w->status)
            w->visitor->open_list(w, name, count);
        if (w->visitor->fills)
            data = fill_list(w, data, held, count, size);
    }
    push(w, name, -1);
    return data;
}

void tlb_walk_open_fixed(tlb_walk *w, const char *name, uint32_t count)
{
    uint32_t found = count;
    if (w->direction == WALK_VISIT && !w->status)
        w->visitor->open_list(w, name, &found);
    w->replaces = false;
    if (found != count)
        tlb_walk_fault(w, name, "number of elements: %u, expected %u", found, count);
    push(w, name, -1);
}

void tlb_walk_next_visit(tlb_walk *w, uint32_t index, uint32_t count, tlb_shape shape)
{
    tlb_walk_recover(w);
    if (w->status)
        return;
    if (index)
        w->visitor->close(w, shape);
    if (index < count) {
        w->frames[w->depth - 1].index = index;
        w->visitor->open(w, NULL, shape);
    } else
        w->visitor->close_list(w);
}

void *tlb_walk_table(tlb_walk *w, const char *name, void *data, uint32_t *rows, uint32_t columns,
                     tlb_type type, tlb_type disk)
{
    size_t width = (size_t)columns * tlb_type_sizes[disk];
    if (w->direction == WALK_READ) {
        data = NULL;
        if (w->status || !*rows || !affordable(w, name, *rows, width) ||
            !(data = allocate(w, *rows, (size_t)columns * tlb_type_sizes[type]))) {
            *rows = 0;
            return NULL;
        }
        size_t count = (size_t)*rows * columns;
        read_scalars(w, data, walk_take(w, name, *rows * width), count, type, disk);
    } else if (w->direction == WALK_WRITE)
        write_scalars(w, name, data, (size_t)*rows * columns, type, disk);
    else if (!w->status) {
        data = w->visitor->table(w, name, type, disk, data, rows, columns);
        w->offset += *rows * width;
    } else if (w->visitor->fills) {
        *rows = 0;
        data = NULL;
    }
    w->names = NULL;
    return data;
}

void *tlb_walk_borrowed(tlb_walk *w, const char *name, const void *data, uint32_t *rows, uint32_t columns,
                        tlb_type type)
{
    size_t size = tlb_type_sizes[type], width = columns * size;
    if (w->direction != WALK_READ || w->status || !*rows || !same_bytes(w, type, type) ||
        (uintptr_t)w->at % size != 0)
        return tlb_walk_table(w, name, (void *)data, rows, columns, type, type);
    if (!affordable(w, name, *rows, width)) {
        *rows = 0;
        return NULL;
    }
    return (void *)walk_take(w, name, *rows * width);
}

void tlb_walk_text(tlb_walk *w, const char *name, tlb_text *text)
{
    if (w->direction == WALK_READ) {
        const uint8_t *from = walk_take(w, name, text->size);
        *text = from ? tlb_copy_text(w->arena, (const char *)from, text->size) : (tlb_text){"", 0};
        if (!text->data) {
            *text = (tlb_text){"", 0};
            tlb_walk_no_memory(w);
        }
    } else if (w->direction == WALK_WRITE)
        write_scalars(w, name, text->data, text->size, TLB_U8, TLB_U8);
    else if (!w->status) {
        w->visitor->text(w, name, text);
        w->offset += text->size;
    }
    if (w->direction == WALK_VISIT && w->visitor->fills && w->status)
        *text = (tlb_text){"", 0};
}

void tlb_walk_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    if (w->direction == WALK_READ) {
        bytes->data = walk_take(w, name, bytes->size);
        if (!bytes->data)
            bytes->size = 0;
    } else if (w->direction == WALK_WRITE) {
        if (!tlb_walk_finish(w)) {
            tlb_buffer_append(w->buffer, bytes->data, bytes->size);
            enter_buffer(w);
        }
    } else if (!w->status) {
        w->visitor->bytes(w, name, bytes);
        w->offset += bytes->size;
    }
    if (w->direction == WALK_VISIT && w->visitor->fills && w->status)
        *bytes = (tlb_bytes){0};
}

void tlb_walk_has(tlb_walk *w, const char *name, bool *present)
{
    if (w->direction == WALK_VISIT && w->visitor->fills && !w->status)
        *present = w->visitor->has(w, name, *present);
}

void tlb_walk_value(tlb_walk *w, const char *name, tlb_value **value)
{
    bool present = *value != NULL;
    tlb_walk_has(w, name, &present);
    if (!present)
        *value = NULL;
    else if (!w->status)
        w->visitor->value(w, name, value);
}

static void refuse_name(tlb_walk *w, const char *name, const char *found, const char *const *names)
{
    char known[256];
    size_t length = 0;
    for (; *names && length < sizeof known; names++) {
        int added = snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "", *names);
        length += added > 0 ? (size_t)added : 0;
    }
    tlb_walk_fault(w, name, "unknown name \"%.40s\"; there are: %s", found, known);
}

void tlb_walk_choice(tlb_walk *w, const char *name, uint32_t *value, const char *const *names)
{
    if (w->direction != WALK_VISIT || w->visitor->counts || w->status)
        return;
    uint32_t known = 0;
    while (names[known])
        known++;
    if (*value >= known) {
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "unknown value %u, expected less than %u", *value, known);
        return;
    }
    tlb_text text = {names[*value], (uint32_t)strlen(names[*value])};
    w->visitor->text(w, name, &text);
    if (!w->visitor->fills || w->status)
        return;
    for (*value = 0; *value < known; ++*value)
        if (strcmp(names[*value], text.data) == 0)
            return;
    *value = 0;
    refuse_name(w, name, text.data, names);
}
