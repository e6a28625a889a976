/* The two-way layout engine. A structure of a file is described once, as a
 * `static void walk_thing(tlb_walk *, thing *)` in the order and with the names of its format's description.
 * The same function then reads, writes, dumps as JSON, maps, finds offsets and builds from JSON. Conditions
 * are plain ifs on fields already walked. Field names are given once: the WALK macros take them from the
 * struct.
 *
 * Reading and writing are inline and check the bytes left at each step; the first failure is reported with
 * its path and offset, and everything after it is zero and silent, so descriptions need no error handling.
 * The other directions go through a tlb_visitor. */
#ifndef TLB_LAYOUT_WALK_H
#define TLB_LAYOUT_WALK_H

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/context.h"
#include "trilobite/value.h"

typedef enum tlb_type { TLB_U8, TLB_U16, TLB_U32, TLB_I8, TLB_I16, TLB_I32, TLB_F32, TLB_F64 } tlb_type;

/* What runs for every scalar of a file: worth a copy at each place. */
#if defined(__GNUC__)
#define WALK_INLINE static inline __attribute__((always_inline))
#else
#define WALK_INLINE static inline
#endif

static const uint8_t tlb_type_sizes[] = {1, 2, 4, 1, 2, 4, 4, 8};

/* A name of a flag, or of a value of several bits: those of `mask` are `value`. */
typedef struct tlb_flag {
    const char *name; /* NULL at the end of a table */
    uint32_t mask, value;
} tlb_flag;

/* What has names and is referred to by number: elements of a list, texts in a block of them. */
typedef struct tlb_naming {
    const char *what; /* "node" */
    bool texts;       /* there is nothing to it but the name: of equal ones the first serves */
    /* The name of number `i` of what `owner` has, and the number after it. False: it has no such. */
    bool (*at)(const void *owner, uint32_t i, tlb_text *name, uint32_t *next);
    bool indirect; /* a name is itself such a number, of texts */
} tlb_naming;

/* How a structure is laid out in JSON: a table over several lines, a table in one row, or, for a list's
 * element that is a single field, that field itself. */
typedef enum tlb_shape { TLB_BLOCK, TLB_ROW, TLB_BARE } tlb_shape;

typedef struct tlb_walk tlb_walk;

/* The slow directions. In each, w->offset is where the thing is in the file, and the path names it. */
typedef struct tlb_visitor {
    bool fills;  /* the visitor sets values (build, edit); otherwise it looks at them */
    bool edits;  /* it fills a document that there is: what is passed to it are the values that are held */
    bool counts; /* element counts are shown as fields */
    bool places; /* it needs offsets: they must be those of the file */
    void (*open)(tlb_walk *w, const char *name, tlb_shape shape); /* name NULL: a list's element */
    void (*close)(tlb_walk *w, tlb_shape shape);
    /* A list of structures; a filling visitor sets the count, and w->replaces for all new elements. */
    void (*open_list)(tlb_walk *w, const char *name, uint32_t *count);
    void (*close_list)(tlb_walk *w);
    /* One scalar, or a row of them, held as `type` and on disk as `disk`. */
    void (*scalars)(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values, uint32_t count,
                    bool row);
    /* rows x columns scalars. Gives the values back; a filling visitor allocates them and sets rows. */
    void *(*table)(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values, uint32_t *rows,
                   uint32_t columns);
    void (*text)(tlb_walk *w, const char *name, tlb_text *text);
    void (*bytes)(tlb_walk *w, const char *name, tlb_bytes *bytes);
    bool (*has)(tlb_walk *w, const char *name, bool present);
    /* A tree of values as JSON has it; a filling visitor puts another in its place, or changes members. */
    void (*value)(tlb_walk *w, const char *name, tlb_value **value);
    /* A visitor that fills goes on after a failure, from the end of the structure that it was in. */
    void (*recover)(tlb_walk *w);
} tlb_visitor;

typedef enum tlb_direction { WALK_READ, WALK_WRITE, WALK_VISIT } tlb_direction;

enum { WALK_DEPTH = 64 };

typedef struct tlb_frame {
    const char *name;
    int64_t index; /* of the element walked, -1 in a structure */
} tlb_frame;

#define WALK_NOWHERE UINT32_MAX

struct tlb_walk {
    tlb_direction direction;
    bool big_endian;
    tlb_status status;
    uint64_t failed_at; /* the offset, once status is set */
    uint32_t failed_in; /* the depth of that structure, then; WALK_NOWHERE: not to be recovered from */
    uint32_t faults;    /* VISIT, filling: all failures so far */
    tlb_context *context;
    tlb_arena *arena;           /* READ, and visitors that fill */
    const uint8_t *start;       /* READ */
    const uint8_t *at, *end;    /* READ: in the source; WRITE: in the memory of the buffer */
    tlb_buffer *buffer;         /* WRITE: its size is set by tlb_walk_finish */
    const tlb_visitor *visitor; /* VISIT */
    void *user;                 /* the visitor's */
    uint64_t offset;            /* VISIT */
    bool jumped;                /* VISIT: tlb_walk_seek was used, so offsets need not ascend */
    bool fresh;                 /* VISIT, filling: the structure is new; defaults are set before its fields */
    bool muted;                 /* VISIT, filling: what is walked follows from a fault that was reported */
    bool replaces;              /* VISIT, filling: see open_list */
    const tlb_flag *flags;      /* VISIT: the names of the scalar that comes next, or NULL */
    const tlb_naming *names;    /* VISIT: what the scalar or table that comes next refers to, or NULL */
    const void *owner;          /* of that */
    uint64_t extent;            /* VISIT: the length of scalars in a text, else 0: their types say it */
    uint32_t depth;
    tlb_frame frames[WALK_DEPTH];
};

/* A walk that reads `source`, one that writes to `buffer`, and one that a visitor follows. */
tlb_walk tlb_walk_reader(tlb_context *context, tlb_arena *arena, tlb_bytes source);
tlb_walk tlb_walk_writer(tlb_context *context, tlb_buffer *buffer);
tlb_walk tlb_walk_visitor(tlb_context *context, tlb_arena *arena, const tlb_visitor *visitor, void *user);
/* One that gives a new structure, all zero, the defaults of its description. */
tlb_walk tlb_walk_defaults(tlb_context *context, tlb_arena *arena);

/* WRITE: goes on at the end of a buffer; the one before has what was written to it. */
void tlb_walk_into(tlb_walk *w, tlb_buffer *buffer);
/* The walk's status. WRITE: the buffer has what was written; until then it does not know. */
tlb_status tlb_walk_finish(tlb_walk *w);

/* --- failure, paths ---------------------------------------------------------------------------------- */

/* Reports at the current offset and stops the walk; `name` may be NULL. Only the first failure counts. */
void tlb_walk_fail(tlb_walk *w, tlb_code code, const char *name, const char *format, ...) TLB_PRINTF(4, 5);
/* The same for a value that was walked already: it began `back` bytes before the current offset. */
void tlb_walk_refuse(tlb_walk *w, uint64_t back, tlb_code code, const char *name, const char *format, ...)
    TLB_PRINTF(5, 6);
/* Reports a value from JSON that the description does not allow; where fields are filled the walk goes on. */
void tlb_walk_fault(tlb_walk *w, const char *name, const char *format, ...) TLB_PRINTF(3, 4);
/* Reports why the walk's arena was refused memory, or, the second, another arena or a buffer. */
void tlb_walk_no_memory(tlb_walk *w);
void tlb_walk_refused(tlb_walk *w, tlb_status failure);
/* Where the walk is in the file. */
uint64_t tlb_walk_offset(const tlb_walk *w);
/* Goes on at another place of the file. When writing, the buffer has capacity for the whole file: a format
 * whose layout seeks has a `write` of its own, which reserves it before it walks. */
void tlb_walk_seek(tlb_walk *w, const char *name, uint64_t offset);
/* The path of `name` (may be NULL) in what is being walked, cut to fit; returns its length. */
size_t tlb_walk_path(const tlb_walk *w, const char *name, char *out, size_t size);
/* VISIT, filling: goes on after the structure that failed, where this is its end. */
void tlb_walk_recover(tlb_walk *w);

/* Whether the walk sets fields, of a new document or of one that there is. */
WALK_INLINE bool walk_fills(const tlb_walk *w)
{
    return w->direction == WALK_VISIT && w->visitor->fills;
}

/* Whether the walk makes JSON or builds from it: then facts are fields that are none in the file. */
WALK_INLINE bool walk_in_json(const tlb_walk *w)
{
    return w->direction == WALK_VISIT && !w->visitor->counts;
}

/* --- scalars ----------------------------------------------------------------------------------------- */

void tlb_walk_short(tlb_walk *w, const char *name, uint64_t wanted);
bool tlb_walk_make_room(tlb_walk *w, size_t size);
void tlb_walk_visit(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *value);

/* Whether so many bytes are left of the source or of the buffer's memory; a visitor has none. */
WALK_INLINE bool walk_has_room(const tlb_walk *w, size_t size)
{
    return (size_t)(w->end - w->at) >= size;
}

WALK_INLINE const uint8_t *walk_take(tlb_walk *w, const char *name, size_t size)
{
    if (!walk_has_room(w, size)) {
        tlb_walk_short(w, name, size);
        return NULL;
    }
    w->at += size;
    return w->at - size;
}

/* The bytes at the walk are the buffer's: not those of a source, which are const. */
WALK_INLINE uint8_t *walk_put(tlb_walk *w, size_t size)
{
    if (!walk_has_room(w, size) && !tlb_walk_make_room(w, size))
        return NULL;
    w->at += size;
    return (uint8_t *)w->at - size;
}

/* One scalar, or a row of them. */
void tlb_walk_scalars_slow(tlb_walk *w, const char *name, tlb_type type, void *values, uint32_t count,
                           bool row);

WALK_INLINE void walk_scalars(tlb_walk *w, const char *name, tlb_type type, void *values, uint32_t count,
                              bool row)
{
    size_t size = count * (size_t)tlb_type_sizes[type];
    const uint8_t *p = w->at;
    if (!size || !walk_has_room(w, size) || w->big_endian != TLB_BIG_ENDIAN_HOST) {
        tlb_walk_scalars_slow(w, name, type, values, count, row);
        return;
    }
    w->at = p + size;
    if (w->direction == WALK_READ)
        memcpy(values, p, size);
    else
        memcpy((uint8_t *)p, values, size);
}

#define WALK_DEFINE_SCALAR(suffix, ctype, TYPE)                                                              \
    WALK_INLINE void walk_##suffix(tlb_walk *w, const char *name, ctype *value)                              \
    {                                                                                                        \
        walk_scalars(w, name, TYPE, value, 1, false);                                                        \
    }

WALK_DEFINE_SCALAR(u8, uint8_t, TLB_U8)
WALK_DEFINE_SCALAR(i8, int8_t, TLB_I8)
WALK_DEFINE_SCALAR(u16, uint16_t, TLB_U16)
WALK_DEFINE_SCALAR(i16, int16_t, TLB_I16)
WALK_DEFINE_SCALAR(u32, uint32_t, TLB_U32)
WALK_DEFINE_SCALAR(i32, int32_t, TLB_I32)
WALK_DEFINE_SCALAR(f32, float, TLB_F32)
WALK_DEFINE_SCALAR(f64, double, TLB_F64)

/* READ and WRITE of so many bits. */
#define WALK_DEFINE_BITS(bits)                                                                               \
    WALK_INLINE uint##bits##_t walk_read##bits(tlb_walk *w, const char *name)                                \
    {                                                                                                        \
        const uint8_t *p = walk_take(w, name, bits / 8);                                                     \
        return !p ? 0 : w->big_endian ? tlb_get_be##bits(p) : tlb_get_le##bits(p);                           \
    }                                                                                                        \
    WALK_INLINE void walk_write##bits(tlb_walk *w, uint##bits##_t raw)                                       \
    {                                                                                                        \
        uint8_t *p = walk_put(w, bits / 8);                                                                  \
        if (p && w->big_endian)                                                                              \
            tlb_put_be##bits(p, raw);                                                                        \
        else if (p)                                                                                          \
            tlb_put_le##bits(p, raw);                                                                        \
    }

WALK_DEFINE_BITS(8)
WALK_DEFINE_BITS(16)

/* A 32-bit field that the file holds as TLB_U8, TLB_U16 or TLB_U32. */
void tlb_walk_too_large(tlb_walk *w, const char *name, uint32_t value, uint32_t most);

WALK_INLINE void walk_as(tlb_walk *w, const char *name, uint32_t *value, tlb_type disk)
{
    uint32_t most = disk == TLB_U8 ? UINT8_MAX : UINT16_MAX;
    if (disk == TLB_U32)
        walk_u32(w, name, value);
    else if (w->direction == WALK_VISIT)
        tlb_walk_visit(w, name, TLB_U32, disk, value);
    else if (w->direction == WALK_READ)
        *value = disk == TLB_U8 ? walk_read8(w, name) : walk_read16(w, name);
    else {
        if (*value > most)
            tlb_walk_too_large(w, name, *value, most);
        if (disk == TLB_U8)
            walk_write8(w, (uint8_t)*value);
        else
            walk_write16(w, (uint16_t)*value);
    }
}

/* A signed one that the file holds as TLB_I16 or TLB_I32. */
void tlb_walk_misfit(tlb_walk *w, const char *name, int32_t value);

WALK_INLINE void walk_as_signed(tlb_walk *w, const char *name, int32_t *value, tlb_type disk)
{
    if (disk == TLB_I32)
        walk_i32(w, name, value);
    else if (w->direction == WALK_VISIT)
        tlb_walk_visit(w, name, TLB_I32, disk, value);
    else if (w->direction == WALK_READ)
        *value = (int16_t)walk_read16(w, name);
    else {
        if (*value != (int16_t)*value)
            tlb_walk_misfit(w, name, *value);
        walk_write16(w, (uint16_t)*value);
    }
}

/* Says what the scalar or table that comes next refers to by number: JSON that is built may have the names
 * there. They are looked up when all is walked, so `owner` has to stay. */
WALK_INLINE void walk_refers(tlb_walk *w, const tlb_naming *names, const void *owner)
{
    if (w->direction == WALK_VISIT) {
        w->names = names;
        w->owner = owner;
    }
}

/* A fixed row of scalars of one type: a vector, a box, a matrix. */
WALK_INLINE void walk_row(tlb_walk *w, const char *name, tlb_type type, void *values, uint32_t count)
{
    walk_scalars(w, name, type, values, count, true);
}

/* The number of elements of a list that follows. JSON does not show it: there the list's length says it. */
WALK_INLINE void walk_count(tlb_walk *w, const char *name, uint32_t *count, tlb_type disk)
{
    if (w->direction != WALK_VISIT || w->visitor->counts)
        walk_as(w, name, count, disk);
    else
        w->offset += tlb_type_sizes[disk];
}

/* Bytes that are required here. Shown nowhere; BAD_SIGNATURE when others do. */
void tlb_walk_signature(tlb_walk *w, const char *name, const char *bytes, size_t size);

/* --- structures and lists ---------------------------------------------------------------------------- */

void tlb_walk_open(tlb_walk *w, const char *name, tlb_shape shape);
void tlb_walk_close(tlb_walk *w, tlb_shape shape);

/* Takes the list's data and gives it back, allocated when it is read or built. `least` is the fewest bytes
 * an element takes on disk: a count that the file cannot hold fails before anything is allocated. */
void *tlb_walk_open_list(tlb_walk *w, const char *name, void *data, uint32_t *count, size_t size,
                         size_t least);
void tlb_walk_next_visit(tlb_walk *w, uint32_t index, uint32_t count, tlb_shape shape);

WALK_INLINE bool walk_next(tlb_walk *w, uint32_t index, uint32_t count, tlb_shape shape)
{
    if (w->direction == WALK_VISIT)
        tlb_walk_next_visit(w, index, count, shape);
    bool more = index < count && !w->status;
    if (more)
        w->frames[w->depth - 1].index = index;
    else if (w->depth)
        w->depth--;
    return more;
}

/* for-loops over a TLB_ARRAY of structures whose count is known: each element is a block of JSON, a row, or
 * bare, the value of its only field (WALK_NAME is two: the name, and what follows its NUL). */
#define WALK_LOOP(w, x, field, least, i, shape)                                                              \
    for (uint32_t i = ((x)->field.data = tlb_walk_open_list((w), #field, (x)->field.data, &(x)->field.count, \
                                                            sizeof *(x)->field.data, (least)),               \
                      0);                                                                                    \
         walk_next((w), i, (x)->field.count, (shape)); i++)
#define WALK_BLOCKS(w, x, field, least, i) WALK_LOOP(w, x, field, least, i, TLB_BLOCK)
#define WALK_ROWS(w, x, field, least, i)   WALK_LOOP(w, x, field, least, i, TLB_ROW)
#define WALK_BARE(w, x, field, least, i)   WALK_LOOP(w, x, field, least, i, TLB_BARE)

/* The same over an array of fixed length: coordBins[256]. */
void tlb_walk_open_fixed(tlb_walk *w, const char *name, uint32_t count);
#define WALK_FIXED_ROWS(w, x, field, i)                                                                      \
    for (uint32_t i = (tlb_walk_open_fixed((w), #field, sizeof(x)->field / sizeof(x)->field[0]), 0);         \
         walk_next((w), i, sizeof(x)->field / sizeof(x)->field[0], TLB_ROW); i++)

/* rows x columns scalars, held as `type`, on disk as `disk` (the same, or both unsigned integers). */
void *tlb_walk_table(tlb_walk *w, const char *name, void *data, uint32_t *rows, uint32_t columns,
                     tlb_type type, tlb_type disk);
/* The same for values that are never written to: read, they are the source's own where they lie there as the
 * machine needs them. The result is not const because before C23 const void cannot become const arrays. */
void *tlb_walk_borrowed(tlb_walk *w, const char *name, const void *data, uint32_t *rows, uint32_t columns,
                        tlb_type type);

/* --- text and bytes ---------------------------------------------------------------------------------- */

/* `size` bytes of text; the caller has walked the length into text->size. */
void tlb_walk_text(tlb_walk *w, const char *name, tlb_text *text);
/* bytes->size bytes, the caller knows how many. Read, they point into the source. */
void tlb_walk_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes);

/* For a part that a flag in the bytes marks and JSON by its presence: in JSON directions `present`
 * is whether the field is there; in others it stays. */
void tlb_walk_has(tlb_walk *w, const char *name, bool *present);

/* A fact that the bytes do not state, such as a dialect: in JSON one of `names` (NULL at the end), on disk
 * nothing. */
void tlb_walk_choice(tlb_walk *w, const char *name, uint32_t *value, const char *const *names);

/* VISIT: what a format of JSON does not describe; NULL: there is none. */
void tlb_walk_value(tlb_walk *w, const char *name, tlb_value **value);

/* --- names from the struct --------------------------------------------------------------------------- */

/* clang-format off */
#define WALK_SCALAR(value)                                                                                   \
    _Generic((value),                                                                                        \
        uint8_t *: walk_u8,                                                                                  \
        int8_t *: walk_i8,                                                                                   \
        uint16_t *: walk_u16,                                                                                \
        int16_t *: walk_i16,                                                                                 \
        uint32_t *: walk_u32,                                                                                \
        int32_t *: walk_i32,                                                                                 \
        float *: walk_f32,                                                                                   \
        double *: walk_f64)
#define WALK_TYPE(value)                                                                                     \
    _Generic((value),                                                                                        \
        uint8_t: TLB_U8,                                                                                     \
        int8_t: TLB_I8,                                                                                      \
        uint16_t: TLB_U16,                                                                                   \
        int16_t: TLB_I16,                                                                                    \
        uint32_t: TLB_U32,                                                                                   \
        int32_t: TLB_I32,                                                                                    \
        float: TLB_F32,                                                                                      \
        double: TLB_F64)

/* A scalar field, its type on disk that of the struct. */
#define WALK(w, x, field) WALK_SCALAR(&(x)->field)((w), #field, &(x)->field)
/* One whose bits have names. */
#define WALK_FLAGS(w, x, field, names) ((w)->flags = (names), WALK(w, x, field))
/* What a field of a new structure is unless it is given; before it is walked. */
#define WALK_DEFAULT(w, x, field, value) ((w)->fresh ? (void)((x)->field = (value)) : (void)0)
/* A uint32_t or int32_t field of another width on disk. */
#define WALK_AS(w, x, field, disk)                                                                           \
    _Generic(&(x)->field, uint32_t *: walk_as, int32_t *: walk_as_signed)((w), #field, &(x)->field, (disk))
/* clang-format on */
/* An array field: float box[6]. */
#define WALK_ROW(w, x, field)                                                                                \
    walk_row((w), #field, WALK_TYPE((x)->field[0]), (x)->field, sizeof(x)->field / sizeof(x)->field[0])
/* A TLB_ARRAY of scalars, and one of rows (TLB_ARRAY(tlb_vec3)), whose count is known. */
#define WALK_VALUES(w, x, field)                                                                             \
    ((x)->field.data = tlb_walk_table((w), #field, (x)->field.data, &(x)->field.count, 1,                    \
                                      WALK_TYPE((x)->field.data[0]), WALK_TYPE((x)->field.data[0])))
#define WALK_VALUES_AS(w, x, field, disk)                                                                    \
    ((x)->field.data = tlb_walk_table((w), #field, (x)->field.data, &(x)->field.count, 1,                    \
                                      WALK_TYPE((x)->field.data[0]), (disk)))
#define WALK_VECTORS(w, x, field)                                                                            \
    ((x)->field.data = tlb_walk_table((w), #field, (x)->field.data, &(x)->field.count,                       \
                                      sizeof(x)->field.data[0] / sizeof(x)->field.data[0][0],                \
                                      WALK_TYPE((x)->field.data[0][0]), WALK_TYPE((x)->field.data[0][0])))
/* A TLB_ARRAY of const rows. */
#define WALK_BORROWED(w, x, field)                                                                           \
    ((x)->field.data = tlb_walk_borrowed((w), #field, (x)->field.data, &(x)->field.count,                    \
                                         sizeof(x)->field.data[0] / sizeof(x)->field.data[0][0],             \
                                         WALK_TYPE((x)->field.data[0][0])))

#endif
