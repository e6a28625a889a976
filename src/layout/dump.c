#include "layout/directions.h"

#include "base/number.h"

typedef struct dump {
    tlb_json *json;
    const char *select; /* NULL: everything */
    uint32_t inside;    /* how many opened structures deep in the selected part */
    bool found;
} dump;

enum { SCALARS_A_LINE = 16 };

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

static void dump_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t count, bool row)
{
    dump *d = w->user;
    bool shown;
    (void)disk;
    const char *key = enter(w, name, name, &shown);
    if (shown && row)
        dump_row(d->json, key, type, values, 0, count);
    else if (shown)
        tlb_json_scalar(d->json, key, type, values, 0);
}

/* The row that the selection names as path[index], or UINT32_MAX. */
static uint32_t selected_row(const tlb_walk *w, const char *name)
{
    const dump *d = w->user;
    char path[TLB_PATH_MAX];
    size_t length = tlb_walk_path(w, name, path, sizeof path);
    if (strncmp(path, d->select, length) != 0 || d->select[length] != '[')
        return UINT32_MAX;
    const char *at = d->select + length + 1, *end = at + strlen(at);
    uint64_t index;
    at = tlb_read_u64(at, end, &index);
    return at && strcmp(at, "]") == 0 && index < UINT32_MAX ? (uint32_t)index : UINT32_MAX;
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
            if (columns == 1 && i % SCALARS_A_LINE == 0)
                tlb_json_line(d->json);
            dump_element(d->json, type, values, i, columns);
        }
        tlb_json_close(d->json);
        return values;
    }
    uint32_t row = selected_row(w, name);
    if (row < *rows) {
        dump_element(d->json, type, values, row, columns);
        d->found = true;
    }
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

static const tlb_visitor dump_visitor = {
    .open = dump_open,
    .close = dump_close,
    .open_list = dump_open_list,
    .close_list = dump_close_list,
    .scalars = dump_scalars,
    .table = dump_table,
    .text = dump_text,
    .bytes = dump_bytes,
};

tlb_status tlb_dump_document(tlb_context *context, tlb_description *walk, void *root, const char *path,
                             tlb_json *json)
{
    dump d = {.json = json, .select = path && *path ? path : NULL};
    tlb_walk w = tlb_walk_visitor(context, NULL, &dump_visitor, &d);
    walk(&w, &root);
    if (w.status)
        return w.status;
    if (json->out->status)
        return json->out->status;
    return d.select && !d.found ? TLB_NOT_FOUND : TLB_OK;
}
