/* A hash of each part of a document, to tell which of them changed. A part is a field of a block: a value, a
 * row, or a list of rows with all that is in them. */
#include "layout/directions.h"

#include <stdlib.h>

#define NO_PART UINT32_MAX
enum { MOST_OPEN = 2 * WALK_DEPTH + 2 };

typedef struct digesting {
    tlb_digest *digest;
    uint32_t part;              /* that is walked; NO_PART: between the fields of a block */
    uint32_t around[MOST_OPEN]; /* for each structure and list that is open the part that it is in */
    uint32_t open;
} digesting;

static void begin(tlb_walk *w, const char *name)
{
    digesting *d = w->user;
    char path[TLB_PATH_MAX];
    size_t length = tlb_walk_path(w, name, path, sizeof path);
    const char *last = name ? name : w->frames[w->depth - 1].name;
    const char *copy = tlb_copy_text(d->digest->arena, path, length).data;
    tlb_part_digest *part = copy ? TLB_PUSH(d->digest->arena, &d->digest->parts) : NULL;
    if (!part) {
        tlb_walk_refused(w, d->digest->arena->failure);
        return;
    }
    size_t size = last ? strlen(last) : 0;
    *part = (tlb_part_digest){copy, size < length ? length - size : 0, 14695981039346656037u};
    d->part = d->digest->parts.count - 1;
}

/* FNV-1a. */
static void add(tlb_walk *w, const void *data, size_t size)
{
    digesting *d = w->user;
    const uint8_t *bytes = data;
    uint64_t *hash = w->status ? NULL : &d->digest->parts.data[d->part].hash;
    for (size_t i = 0; hash && i < size; i++)
        *hash = (*hash ^ bytes[i]) * 1099511628211u;
}

static void enter(tlb_walk *w, const char *name, bool is_block)
{
    digesting *d = w->user;
    d->around[d->open++] = d->part;
    if (is_block)
        d->part = NO_PART;
    else if (d->part == NO_PART)
        begin(w, name);
}

static void leave(tlb_walk *w)
{
    digesting *d = w->user;
    d->part = d->around[--d->open];
}

static void digest_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    const digesting *d = w->user;
    enter(w, NULL, shape == TLB_BLOCK && (!name || d->part == NO_PART));
}

static void digest_close(tlb_walk *w, tlb_shape shape)
{
    (void)shape;
    leave(w);
}

static void digest_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    enter(w, name, false);
    add(w, count, sizeof *count);
}

/* A field of a block is a part of its own; others belong to the part that they are in. */
static void add_field(tlb_walk *w, const char *name, const void *data, size_t size)
{
    enter(w, name, false);
    add(w, &size, sizeof size);
    add(w, data, size);
    leave(w);
}

static void digest_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                           uint32_t count, bool row)
{
    (void)disk, (void)row;
    add_field(w, name, values, (size_t)count * tlb_type_sizes[type]);
}

static void *digest_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                          uint32_t *rows, uint32_t columns)
{
    (void)disk;
    add_field(w, name, values, (size_t)*rows * columns * tlb_type_sizes[type]);
    return values;
}

static void digest_text(tlb_walk *w, const char *name, tlb_text *text)
{
    add_field(w, name, text->data, text->size);
}

static void digest_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    add_field(w, name, bytes->data, bytes->size);
}

static bool digest_has(tlb_walk *w, const char *name, bool present)
{
    (void)w, (void)name;
    return present;
}

/* No format whose documents are updated has trees of values. */
static void digest_value(tlb_walk *w, const char *name, tlb_value **value)
{
    (void)w, (void)name, (void)value;
}

int tlb_order_parts(const tlb_part_digest *a, const tlb_part_digest *b)
{
    int order = memcmp(a->path, b->path, a->name < b->name ? a->name : b->name);
    order = order ? order : (a->name > b->name) - (a->name < b->name);
    return order ? order : strcmp(a->path + a->name, b->path + b->name);
}

static int by_place(const void *a, const void *b)
{
    const tlb_part_digest *x = a, *y = b;
    int order = tlb_order_parts(x, y);
    return order ? order : (x->hash > y->hash) - (x->hash < y->hash);
}

tlb_status tlb_digest_document(tlb_context *context, tlb_description *walk, void *root, tlb_digest *digest)
{
    static const tlb_visitor visitor = {.open = digest_open,
                                        .close = digest_close,
                                        .open_list = digest_open_list,
                                        .close_list = leave,
                                        .scalars = digest_scalars,
                                        .table = digest_table,
                                        .text = digest_text,
                                        .bytes = digest_bytes,
                                        .has = digest_has,
                                        .value = digest_value};
    digesting d = {.digest = digest, .part = NO_PART};
    tlb_walk w = tlb_walk_visitor(context, digest->arena, &visitor, &d);
    walk(&w, &root);
    if (!w.status && digest->parts.count)
        qsort(digest->parts.data, digest->parts.count, sizeof *digest->parts.data, by_place);
    return w.status;
}
