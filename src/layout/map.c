/* The offset and value of every field, as lines of text. */
#include "layout/directions.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

/* A line that waits to be sorted. */
typedef struct map_line {
    uint64_t offset;
    size_t start, size;
} map_line;

/* Lines are written as they come until the walk jumps; from then on they are kept, and sorted at the end.
 * What comes before the first jump is a header, and comes before all else. */
typedef struct map {
    tlb_buffer *out;
    const char *select; /* NULL: everything */
    bool found;
    tlb_arena lines_arena;
    TLB_LIST(map_line) lines;
    tlb_buffer kept;
} map;

enum { VALUES_PER_LINE = 16, TEXT_SHOWN = 200 };

/* A path is in the selection when it is that path or goes on from it. */
static bool within(const char *path, const char *select)
{
    size_t length = strlen(select);
    return strncmp(path, select, length) == 0 &&
           (!path[length] || path[length] == '.' || path[length] == '[');
}

static tlb_buffer *target(map *m)
{
    return m->lines.count ? &m->kept : m->out;
}

static bool keep_line(tlb_walk *w, uint64_t offset)
{
    map *m = w->user;
    map_line *line = TLB_PUSH(&m->lines_arena, &m->lines);
    if (line)
        *line = (map_line){offset, m->kept.size, 0};
    else
        tlb_walk_refused(w, m->lines_arena.failure);
    return line != NULL;
}

/* Starts a line; false when it is not selected. */
static bool start_line(tlb_walk *w, const char *path, uint64_t offset, uint64_t length)
{
    map *m = w->user;
    if (m->select && !within(path, m->select))
        return false;
    m->found = true;
    if (w->jumped && !keep_line(w, offset))
        return false;
    char line[TLB_PATH_MAX + 64];
    int size = snprintf(line, sizeof line, "0x%08llx\t%llu\t%s\t", (unsigned long long)offset,
                        (unsigned long long)length, path);
    tlb_buffer_append(target(m), line, (size_t)size);
    return true;
}

static void end_line(map *m)
{
    tlb_buffer_byte(target(m), '\n');
    if (m->lines.count)
        m->lines.data[m->lines.count - 1].size = m->kept.size - m->lines.data[m->lines.count - 1].start;
}

static void show_scalars(map *m, tlb_type type, const void *values, size_t first, size_t count)
{
    tlb_json json = {.out = target(m), .compact = true};
    if (count > 1)
        tlb_json_open(&json, NULL, '[', true);
    for (size_t i = first; i < first + count; i++)
        tlb_json_scalar(&json, NULL, type, values, i);
    if (count > 1)
        tlb_json_close(&json);
}

static uint32_t integer_of(tlb_type type, const void *value)
{
    uint32_t result = 0;
    if (tlb_type_sizes[type] == 1)
        result = *(const uint8_t *)value;
    else if (tlb_type_sizes[type] == 2)
        result = *(const uint16_t *)value;
    else
        memcpy(&result, value, sizeof result);
    return result;
}

/* The names of the flags that are set, after one more tab. */
static void show_flags(tlb_walk *w, tlb_type type, const void *value)
{
    const char *between = "\t";
    uint32_t flags = w->flags ? integer_of(type, value) : 0;
    for (const tlb_flag *f = w->flags; f && f->name; f++) {
        if ((flags & f->mask) != f->value)
            continue;
        tlb_buffer_text(target(w->user), between);
        tlb_buffer_text(target(w->user), f->name);
        between = "|";
    }
}

static void map_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                        uint32_t count, bool row)
{
    char path[TLB_PATH_MAX];
    (void)row;
    tlb_walk_path(w, name, path, sizeof path);
    uint64_t length = w->extent ? w->extent : (uint64_t)count * tlb_type_sizes[disk];
    if (!start_line(w, path, w->offset, length))
        return;
    show_scalars(w->user, type, values, 0, count);
    show_flags(w, type, values);
    end_line(w->user);
}

/* A line a row of a table; a plain list in lines of several. */
static void *map_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                       uint32_t *rows, uint32_t columns)
{
    char path[TLB_PATH_MAX + 2 * TLB_NUMBER_MAX];
    size_t length = tlb_walk_path(w, name, path, TLB_PATH_MAX);
    uint32_t step = columns > 1 ? 1 : VALUES_PER_LINE;
    for (uint32_t i = 0; i < *rows; i += step) {
        uint32_t count = *rows - i < step ? *rows - i : step;
        char *at = path + length;
        *at++ = '[';
        at = tlb_write_u64(at, i);
        if (count > 1) {
            *at++ = '.', *at++ = '.';
            at = tlb_write_u64(at, i + count - 1);
        }
        *at++ = ']';
        *at = 0;
        size_t width = (size_t)columns * tlb_type_sizes[disk];
        if (!start_line(w, path, w->offset + i * width, count * width))
            continue;
        show_scalars(w->user, type, values, (size_t)i * columns, (size_t)count * columns);
        end_line(w->user);
    }
    return values;
}

static void map_text(tlb_walk *w, const char *name, tlb_text *text)
{
    map *m = w->user;
    char path[TLB_PATH_MAX];
    tlb_walk_path(w, name, path, sizeof path);
    if (!start_line(w, path, w->offset, w->extent ? w->extent : text->size))
        return;
    tlb_json json = {.out = target(m), .compact = true};
    tlb_json_text(&json, NULL, text->data, text->size < TEXT_SHOWN ? text->size : TEXT_SHOWN);
    end_line(m);
}

static void map_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    char path[TLB_PATH_MAX];
    tlb_walk_path(w, name, path, sizeof path);
    if (bytes->size && start_line(w, path, w->offset, bytes->size)) {
        tlb_buffer_text(target(w->user), "(bytes)");
        end_line(w->user);
    }
}

static void ignore_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    (void)w, (void)name, (void)shape;
}

static void ignore_close(tlb_walk *w, tlb_shape shape)
{
    (void)w, (void)shape;
}

static void ignore_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    (void)w, (void)name, (void)count;
}

static void ignore_close_list(tlb_walk *w)
{
    (void)w;
}

static const tlb_visitor map_visitor = {
    .counts = true,
    .places = true,
    .open = ignore_open,
    .close = ignore_close,
    .open_list = ignore_open_list,
    .close_list = ignore_close_list,
    .scalars = map_scalars,
    .table = map_table,
    .text = map_text,
    .bytes = map_bytes,
};

static int by_offset(const void *a, const void *b)
{
    const map_line *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void send_kept(map *m)
{
    if (m->lines.count)
        qsort(m->lines.data, m->lines.count, sizeof *m->lines.data, by_offset);
    for (uint32_t i = 0; i < m->lines.count; i++)
        tlb_buffer_append(m->out, m->kept.data + m->lines.data[i].start, m->lines.data[i].size);
}

tlb_status tlb_map_document(tlb_context *context, tlb_description *walk, void *root, const char *path,
                            tlb_buffer *out)
{
    map m = {.out = out, .select = path && *path ? path : NULL, .kept = {.account = context->account}};
    tlb_arena_init(&m.lines_arena, context->account);
    tlb_walk w = tlb_walk_visitor(context, NULL, &map_visitor, &m);
    walk(&w, &root);
    tlb_status status = w.status;
    if (!status && m.kept.status)
        status = tlb_report_failure(context, m.kept.status);
    if (!status)
        send_kept(&m);
    tlb_buffer_free(&m.kept);
    tlb_arena_release(&m.lines_arena);
    if (status)
        return status;
    return m.select && !m.found && !out->status ? TLB_NOT_FOUND : TLB_OK;
}
