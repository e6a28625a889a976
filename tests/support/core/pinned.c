#include "pinned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

void pinned_put(pinned *p, const void *data, size_t size)
{
    if (size > p->capacity - p->size) {
        p->capacity = 2 * (p->size + size);
        p->data = realloc(p->data, p->capacity);
        assert_non_null(p->data);
    }
    if (size)
        memcpy(p->data + p->size, data, size);
    p->size += size;
}

void pinned_put_integer(pinned *p, unsigned width, int64_t value)
{
    uint8_t bytes[8];
    assert_true(value >= -(INT64_C(1) << (8 * width - 1)) && value < INT64_C(1) << 8 * width);
    for (unsigned i = 0; i < width; i++)
        bytes[p->big_endian ? width - 1 - i : i] = (uint8_t)((uint64_t)value >> 8 * i);
    pinned_put(p, bytes, width);
}

void pinned_put_float(pinned *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    pinned_put_integer(p, 4, bits);
}

void pinned_patch(pinned *p, size_t place, uint32_t value)
{
    size_t size = p->size;
    p->size = place;
    pinned_put_integer(p, 4, value);
    p->size = size;
}

void pinned_same_number(const pinned *p, double found, double expected, const char *field, const char *file,
                        int line)
{
    if (found != expected) {
        print_error("%s: %s is %.17g, expected %.17g\n", p->title, field, found, expected);
        _fail(file, line);
    }
}

void pinned_same_bytes(const pinned *p, const void *found, size_t found_size, const void *expected,
                       size_t size, const char *field, const char *file, int line)
{
    if (found_size != size || (size && memcmp(found, expected, size))) {
        print_error("%s: %s has %zu bytes, expected %zu%s\n", p->title, field, found_size, size,
                    found_size == size ? ", with other values" : "");
        _fail(file, line);
    }
}

void pinned_begin(pinned *p)
{
    p->context = tlb_context_create(NULL);
    p->reading = false;
    p->size = p->end = 0;
}

/* A copy of just the size, so that sanitizers see reads beyond it. */
static uint8_t *copy_of(const pinned *p, size_t size)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, p->data, size);
    return copy;
}

static tlb_status open_copy(tlb_document **document, tlb_context *context, const uint8_t *copy, size_t size,
                            const char *format)
{
    return tlb_open_memory(context, copy, size, NULL, tlb_format_by_name(format), document);
}

tlb_document *pinned_open(pinned *p, const char *format)
{
    tlb_document *document;
    assert_non_null(tlb_format_by_name(format));
    uint8_t *copy = copy_of(p, p->size);
    if (open_copy(&document, p->context, copy, p->size, format)) {
        print_diagnostics(p->context);
        fail_msg("%s: %s does not open", format, p->title);
    }
    p->reading = true;
    p->size = 0;
    return document;
}

void pinned_end(pinned *p, tlb_document *document, const char *format)
{
    tlb_bytes saved;
    tlb_document *shorter;
    size_t last = (p->end ? p->end : p->size) - 1;
    if (tlb_save_memory(document, &saved)) {
        print_diagnostics(p->context);
        fail_msg("%s: %s is not saved", format, p->title);
    }
    for (size_t i = 0; i < saved.size && i < p->size; i++)
        if (saved.data[i] != p->data[i])
            fail_msg("%s: %s is saved with %02x at %zu, expected %02x", format, p->title, saved.data[i], i,
                     p->data[i]);
    assert_int_equal(saved.size, p->size);
    const uint8_t *copy = tlb_document_source(document).data;
    tlb_document_free(document);
    free((void *)(uintptr_t)copy);

    uint8_t *cut = copy_of(p, last);
    if (!open_copy(&shorter, p->context, cut, last, format) && !p->may_be_cut)
        fail_msg("%s: %s opens without its last byte", format, p->title);
    tlb_document_free(shorter);
    free(cut);
    free(p->data);
    p->data = NULL;
    p->capacity = 0;
    tlb_context_free(p->context);
}
