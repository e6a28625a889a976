#include "layout/directions.h"

#include "base/number.h"
#include "base/value.h"

typedef struct dump {
    tlb_json *json;
    const char *select; /* NULL: everything */
    uint32_t inside;    /* how many opened structures deep in the selected part */
    bool found;
} dump;

enum { SCALARS_PER_LINE = 16 };

static bool selected(const tlb_walk *w, const char *name)
{
    const dump *d = w->user;
    char path[TLB_PATH_MAX];
    tlb_walk_path(w, name, path, sizeof path);
    return strcmp(path, d->select) == 0;
}

/* The key to write a thing under; its parts are written when `*shown`. */
static const char *enter(tlb_walk *w, const char *path_name, const char *key, bool *shown)
{
    dump *d = w->user;
    *shown = !d->select || d->inside;
    if (*shown)
        return key;
    *shown = selected(w, path_name);
    d->found |= *shown;
    return NULL;
}

static void dump_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    dump *d = w->user;
    bool shown;
    const char *key = enter(w, NULL, name, &shown);
    if (!shown)
        return;
    d->inside++;
    if (shape != TLB_BARE)
        tlb_json_open(d->json, key, '{', shape == TLB_ROW);
}

static void dump_close(tlb_walk *w, tlb_shape shape)
{
    dump *d = w->user;
    if (!d->inside)
        return;
    d->inside--;
    if (shape != TLB_BARE)
        tlb_json_close(d->json);
}

static void dump_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    dump *d = w->user;
    bool shown;
    (void)count;
    const char *key = enter(w, name, name, &shown);
    if (!shown)
        return;
    d->inside++;
    tlb_json_open(d->json, key, '[', false);
}

static void dump_close_list(tlb_walk *w)
{
    dump_close(w, TLB_BLOCK);
}

static void dump_row(tlb_json *json, const char *key, tlb_type type, const void *values, size_t first,
                     size_t count)
{
    tlb_json_open(json, key, '[', true);
    for (size_t i = 0; i < count; i++)
        tlb_json_scalar(json, NULL, type, values, first + i);
    tlb_json_close(json);
}

/* What comes after the path of `name` in the selection: "[3]", "[3][1]". NULL: it leads elsewhere. */
static const char *rest_of_selection(const tlb_walk *w, const char *name)
{
    const dump *d = w->user;
    char path[TLB_PATH_MAX];
    size_t length = tlb_walk_path(w, name, path, sizeof path);
    bool leads_here = strncmp(path, d->select, length) == 0 && d->select[length] == '[';
    return leads_here ? d->select + length : NULL;
}

/* Over an index in brackets; NULL: there is none below `count`. */
static const char *take_index(const char *at, uint32_t count, uint32_t *index)
{
    uint64_t number;
    const char *after = at && *at == '[' ? tlb_read_u64(at + 1, at + strlen(at), &number) : NULL;
    if (!after || *after != ']' || number >= count)
        return NULL;
    *index = (uint32_t)number;
    return after + 1;
}

static void dump_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t count, bool row)
{
    dump *d = w->user;
    bool shown;
    uint32_t index;
    (void)disk;
    const char *key = enter(w, name, name, &shown);
    if (shown && row)
        dump_row(d->json, key, type, values, 0, count);
    else if (shown)
        tlb_json_scalar(d->json, key, type, values, 0);
    else if (row) {
        const char *end = take_index(rest_of_selection(w, name), count, &index);
        if (!end || *end)
            return;
        tlb_json_scalar(d->json, NULL, type, values, index);
        d->found = true;
    }
}

static void dump_element(tlb_json *json, tlb_type type, const void *values, uint32_t index, uint32_t columns)
{
    if (columns > 1)
        dump_row(json, NULL, type, values, (size_t)index * columns, columns);
    else
        tlb_json_scalar(json, NULL, type, values, index);
}

static void *dump_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                        uint32_t *rows, uint32_t columns)
{
    dump *d = w->user;
    bool shown;
    (void)disk;
    const char *key = enter(w, name, name, &shown);
    if (shown) {
        tlb_json_open(d->json, key, '[', false);
        for (uint32_t i = 0; i < *rows; i++) {
            if (columns == 1 && i % SCALARS_PER_LINE == 0)
                tlb_json_line(d->json);
            dump_element(d->json, type, values, i, columns);
        }
        tlb_json_close(d->json);
        return values;
    }
    uint32_t row, column;
    const char *at = take_index(rest_of_selection(w, name), *rows, &row);
    const char *end = columns > 1 ? take_index(at, columns, &column) : NULL;
    if (at && !*at)
        dump_element(d->json, type, values, row, columns);
    else if (end && !*end)
        tlb_json_scalar(d->json, NULL, type, values, (size_t)row * columns + column);
    d->found |= (at && !*at) || (end && !*end);
    return values;
}

static void dump_text(tlb_walk *w, const char *name, tlb_text *text)
{
    dump *d = w->user;
    bool shown;
    const char *key = enter(w, name, name, &shown);
    if (shown)
        tlb_json_text(d->json, key, text->data, text->size);
}

static void dump_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    dump *d = w->user;
    bool shown;
    const char *key = enter(w, name, name, &shown);
    if (shown)
        tlb_json_base64(d->json, key, bytes->data, bytes->size);
}

/* The value that the rest of a path leads to: ".key", "[3]". NULL: there is none. */
static const tlb_value *descend(const tlb_value *value, const char *path)
{
    while (value && *path) {
        const tlb_value *member = value->kind >= TLB_VALUE_LIST ? value->as.members.first : NULL;
        size_t size = *path == '.' ? strcspn(path + 1, ".[") : 0;
        uint32_t index;
        if (size && value->kind == TLB_VALUE_TABLE) {
            while (member && (strncmp(member->key, path + 1, size) != 0 || member->key[size]))
                member = member->next;
            path += 1 + size;
        } else if (value->kind == TLB_VALUE_LIST) {
            path = take_index(path, UINT32_MAX, &index);
            if (!path)
                return NULL;
            for (; member && index; index--)
                member = member->next;
        } else
            return NULL;
        value = member;
    }
    return value;
}

static void dump_value(tlb_walk *w, const char *name, tlb_value **value)
{
    dump *d = w->user;
    bool shown;
    const char *key = enter(w, name, name, &shown);
    if (shown) {
        tlb_value_write(d->json, key, *value);
        return;
    }
    char path[TLB_PATH_MAX];
    size_t length = tlb_walk_path(w, name, path, sizeof path);
    if (strncmp(path, d->select, length) != 0)
        return;
    const tlb_value *part = descend(*value, d->select + length);
    if (part)
        tlb_value_write(d->json, NULL, part);
    d->found |= part != NULL;
}

static const tlb_visitor dump_visitor = {
    .open = dump_open,
    .close = dump_close,
    .open_list = dump_open_list,
    .close_list = dump_close_list,
    .scalars = dump_scalars,
    .table = dump_table,
    .text = dump_text,
    .bytes = dump_bytes,
    .value = dump_value,
};

tlb_status tlb_dump_document(tlb_context *context, tlb_description *walk, void *root, const char *path,
                             tlb_json *json)
{
    dump d = {.json = json, .select = path && *path ? path : NULL};
    tlb_walk w = tlb_walk_visitor(context, NULL, &dump_visitor, &d);
    walk(&w, &root);
    if (w.status)
        return w.status;
    return d.select && !d.found && !json->out->status ? TLB_NOT_FOUND : TLB_OK;
}
