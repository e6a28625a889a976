/* Files written by hand, field by field, to test layouts: reader and writer share one description, so a round
 * trip alone does not find a mistake in it.
 *
 * A file is a function whose lines follow the format's published description, each with the width, the name
 * and the value of a field: U16(plane, normalIndex, 0x8123). It runs twice: the lines write bytes, and then
 * compare every field with what the library read from them. PIN does both, saves, compares the bytes,
 * and tries the file with other bytes after its end and without its last byte.
 *
 * The lines expect a `pinned *p` in sight; owners (`plane`) are NULL while `p->reading` is false. */
#ifndef TLB_TESTS_PINNED_H
#define TLB_TESTS_PINNED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trilobite/trilobite.h"

typedef struct pinned {
    char title[64];      /* what a failure names: "version 3" */
    const void *variant; /* what the lines depend on */
    bool reading;
    bool big_endian;
    uint8_t *data;
    size_t size, capacity;
    tlb_bytes tail;  /* bytes after the end; see TAIL */
    bool may_be_cut; /* the file opens also without its last byte */
    size_t end;      /* of what the format reads; see TAIL */
    tlb_context *context;
} pinned;

/* --- numbers -------------------------------------------------------------------------------------------- */

#define U8(owner, field, value)  PINNED_INTEGER(1, owner, field, value)
#define U16(owner, field, value) PINNED_INTEGER(2, owner, field, value)
#define U32(owner, field, value) PINNED_INTEGER(4, owner, field, value)
#define I8(owner, field, value)  PINNED_INTEGER(1, owner, field, value)
#define I16(owner, field, value) PINNED_INTEGER(2, owner, field, value)
#define I32(owner, field, value) PINNED_INTEGER(4, owner, field, value)

#define F32(owner, field, value)                                                                             \
    do {                                                                                                     \
        float pinned_value = (float)(value);                                                                 \
        pinned_put_float(p, pinned_value);                                                                   \
        if (p->reading)                                                                                      \
            pinned_same_number(p, (double)(owner)->field, (double)pinned_value, #field, __FILE__, __LINE__); \
    } while (0)

/* Arrays of a fixed length: one value each. */
#define U8S(owner, field, ...)  PINNED_EACH(U8, owner, field, __VA_ARGS__)
#define I16S(owner, field, ...) PINNED_EACH(I16, owner, field, __VA_ARGS__)
#define F32S(owner, field, ...) PINNED_EACH(F32, owner, field, __VA_ARGS__)

/* A count of 32 bits, and the elements of one number each. */
#define COUNT(owner, list, value) U32(owner, list.count, value)
#define LIST(NUMBER, owner, list, ...)                                                                       \
    do {                                                                                                     \
        COUNT(owner, list, sizeof((double[]){__VA_ARGS__}) / sizeof(double));                                \
        PINNED_EACH(NUMBER, owner, list.data, __VA_ARGS__);                                                  \
    } while (0)
/* An element of a list whose count has been compared. */
#define AT(owner, list, index) (p->reading ? &(owner)->list.data[index] : NULL)
#define PART(owner, field)     (p->reading ? &(owner)->field : NULL)

/* What the file does not store: only compared. */
#define IS(owner, field, value)                                                                              \
    do {                                                                                                     \
        if (p->reading)                                                                                      \
            pinned_same_number(p, (double)(owner)->field, (double)(value), #field, __FILE__, __LINE__);      \
    } while (0)

#define ARE(owner, field, ...) PINNED_EACH(IS, owner, field, __VA_ARGS__)

/* --- bytes ---------------------------------------------------------------------------------------------- */

/* Of no field: tags, text between values. */
#define RAW(literal) pinned_put(p, literal, sizeof(literal) - 1)
/* A field with `data` and `size`: tlb_text, tlb_bytes. */
#define BYTES(owner, field, literal) PINNED_BYTES(owner, field, literal, sizeof(literal) - 1)
/* The same without bytes of its own: what has been written by other means. */
#define IS_BYTES(owner, field, bytes, count)                                                                 \
    do {                                                                                                     \
        if (p->reading)                                                                                      \
            pinned_same_bytes(p, (owner)->field.data, (owner)->field.size, bytes, count, #field, __FILE__,   \
                              __LINE__);                                                                     \
    } while (0)
/* With a count before it. */
#define STRING8(owner, field, literal)                                                                       \
    do {                                                                                                     \
        U8(owner, field.size, sizeof(literal) - 1);                                                          \
        BYTES(owner, field, literal);                                                                        \
    } while (0)
/* char[]: the literal and zeros. */
#define CHARS(owner, field, literal, length)                                                                 \
    do {                                                                                                     \
        char pinned_chars[length] = literal;                                                                 \
        pinned_put(p, pinned_chars, length);                                                                 \
        if (p->reading)                                                                                      \
            pinned_same_bytes(p, (owner)->field, sizeof(owner)->field, pinned_chars, length, #field,         \
                              __FILE__, __LINE__);                                                           \
    } while (0)
/* Bytes after the end are kept in a field. */
#define TAIL(owner, field)                                                                                   \
    do {                                                                                                     \
        p->end = p->size;                                                                                    \
        PINNED_BYTES(owner, field, p->tail.data, p->tail.size);                                              \
    } while (0)
/* A number of 32 bits in an earlier place, now that it is known. */
#define PATCH(place, value) pinned_patch(p, place, (uint32_t)(value))

/* --- the file ------------------------------------------------------------------------------------------- */

/* `accessor`: from the document to its root; tlb_document_dif, or, where the struct is not public, a function
 * of the test. */
#define PIN(p, format, accessor, file)                                                                       \
    do {                                                                                                     \
        static const uint8_t pinned_tail[] = {0xee, 0x01, 0xd1};                                             \
        for (size_t pinned_more = 0; pinned_more <= sizeof pinned_tail; pinned_more += sizeof pinned_tail) { \
            (p)->tail = (tlb_bytes){pinned_tail, pinned_more};                                               \
            PIN_ALONE(p, format, accessor, file);                                                            \
        }                                                                                                    \
    } while (0)
/* Of a format that has no end of its own. */
#define PIN_ALONE(p, format, accessor, file)                                                                 \
    do {                                                                                                     \
        pinned_begin(p);                                                                                     \
        file(p, NULL);                                                                                       \
        tlb_document *pinned_document = pinned_open(p, format);                                              \
        file(p, accessor(pinned_document));                                                                  \
        pinned_end(p, pinned_document, format);                                                              \
    } while (0)

void pinned_begin(pinned *p);
tlb_document *pinned_open(pinned *p, const char *format);
void pinned_end(pinned *p, tlb_document *document, const char *format);

void pinned_put(pinned *p, const void *data, size_t size);
void pinned_put_integer(pinned *p, unsigned width, int64_t value);
void pinned_put_float(pinned *p, float value);
void pinned_patch(pinned *p, size_t place, uint32_t value);
void pinned_same_number(const pinned *p, double found, double expected, const char *field, const char *file,
                        int line);
void pinned_same_bytes(const pinned *p, const void *found, size_t found_size, const void *expected,
                       size_t size, const char *field, const char *file, int line);

#define PINNED_INTEGER(width, owner, field, value)                                                           \
    do {                                                                                                     \
        int64_t pinned_value = (int64_t)(value);                                                             \
        pinned_put_integer(p, width, pinned_value);                                                          \
        if (p->reading)                                                                                      \
            pinned_same_number(p, (double)(owner)->field, (double)pinned_value, #field, __FILE__, __LINE__); \
    } while (0)
#define PINNED_EACH(NUMBER, owner, field, ...)                                                               \
    do {                                                                                                     \
        const double pinned_values[] = {__VA_ARGS__};                                                        \
        for (size_t pinned_i = 0; pinned_i < sizeof pinned_values / sizeof *pinned_values; pinned_i++)       \
            NUMBER(owner, field[pinned_i], pinned_values[pinned_i]);                                         \
    } while (0)
#define PINNED_BYTES(owner, field, bytes, count)                                                             \
    do {                                                                                                     \
        pinned_put(p, bytes, count);                                                                         \
        IS_BYTES(owner, field, bytes, count);                                                                \
    } while (0)

#endif
