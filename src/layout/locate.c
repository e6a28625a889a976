/* The offsets of diagnostics that a check has reported with a path only: one walk finds them all. */
#include "layout/directions.h"

#include "base/number.h"

#include <stdlib.h>

typedef struct locate {
    tlb_diagnostic **wanted; /* sorted by path */
    size_t count;
    uint32_t skipped; /* from this depth on nothing is wanted; 0: something may be */
    bool list;        /* until the list there ends, not only its element */
} locate;

static int by_path(const void *a, const void *b)
{
    return strcmp((*(tlb_diagnostic *const *)a)->path, (*(tlb_diagnostic *const *)b)->path);
}

/* The first wanted one whose path is not less than this one. */
static size_t lower_bound(const locate *l, const char *path)
{
    size_t low = 0, high = l->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(l->wanted[middle]->path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether nothing is wanted where the walk is. */
static bool is_skipped(locate *l, const tlb_walk *w)
{
    if (w->depth < l->skipped)
        l->skipped = 0;
    return l->skipped > 0;
}

/* Of something with a path: whether it or a part of it is wanted. */
static bool is_wanted(const locate *l, const tlb_walk *w, const char *name)
{
    char path[TLB_PATH_MAX];
    size_t length = tlb_walk_path(w, name, path, sizeof path), first = lower_bound(l, path);
    return first < l->count && strncmp(l->wanted[first]->path, path, length) == 0;
}

static void place(tlb_walk *w, const char *name)
{
    locate *l = w->user;
    char path[TLB_PATH_MAX];
    if (is_skipped(l, w))
        return;
    tlb_walk_path(w, name, path, sizeof path);
    for (size_t i = lower_bound(l, path); i < l->count && strcmp(l->wanted[i]->path, path) == 0; i++)
        if (l->wanted[i]->offset == TLB_NO_OFFSET)
            l->wanted[i]->offset = w->offset;
}

static void place_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    locate *l = w->user;
    (void)name;
    if (w->depth == l->skipped && !l->list)
        l->skipped = 0;
    if (is_skipped(l, w))
        return;
    if (shape != TLB_BARE)
        place(w, NULL);
    if (!is_wanted(l, w, NULL)) {
        l->skipped = w->depth;
        l->list = false;
    }
}

static void place_close(tlb_walk *w, tlb_shape shape)
{
    locate *l = w->user;
    (void)shape;
    if (w->depth == l->skipped && !l->list)
        l->skipped = 0;
}

static void place_open_list(tlb_walk *w, const char *name, uint32_t *count)
{
    locate *l = w->user;
    (void)count;
    if (is_skipped(l, w))
        return;
    place(w, name);
    if (!is_wanted(l, w, name)) {
        l->skipped = w->depth + 1;
        l->list = true;
    }
}

static void place_close_list(tlb_walk *w)
{
    locate *l = w->user;
    if (w->depth == l->skipped)
        l->skipped = 0;
}

static void place_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                          uint32_t count, bool row)
{
    (void)type, (void)disk, (void)values, (void)count, (void)row;
    place(w, name);
}

/* Elements are wanted as path[index]. */
static void *place_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t *rows, uint32_t columns)
{
    locate *l = w->user;
    char path[TLB_PATH_MAX];
    (void)type, (void)rows;
    if (is_skipped(l, w))
        return values;
    place(w, name);
    size_t length = tlb_walk_path(w, name, path, sizeof path - 1);
    path[length++] = '[';
    path[length] = 0;
    for (size_t i = lower_bound(l, path); i < l->count && strncmp(l->wanted[i]->path, path, length) == 0;
         i++) {
        const char *at = l->wanted[i]->path + length;
        uint64_t index;
        if (l->wanted[i]->offset == TLB_NO_OFFSET && tlb_read_u64(at, at + strlen(at), &index))
            l->wanted[i]->offset = w->offset + index * columns * tlb_type_sizes[disk];
    }
    return values;
}

static void place_text(tlb_walk *w, const char *name, tlb_text *text)
{
    (void)text;
    place(w, name);
}

static void place_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    (void)bytes;
    place(w, name);
}

static const tlb_visitor locate_visitor = {
    .places = true,
    .open = place_open,
    .close = place_close,
    .open_list = place_open_list,
    .close_list = place_close_list,
    .scalars = place_scalars,
    .table = place_table,
    .text = place_text,
    .bytes = place_bytes,
};

tlb_status tlb_locate_diagnostics(tlb_context *context, tlb_description *walk, void *root, size_t first)
{
    size_t most = context->session->diagnostics.count - first;
    if (!most)
        return TLB_OK;
    locate l = {.wanted = tlb_alloc_array(&context->session->arena, most, sizeof *l.wanted)};
    if (!l.wanted)
        return tlb_report_memory(context, &context->session->arena);
    for (size_t i = first; i < context->session->diagnostics.count; i++) {
        tlb_diagnostic *d = &context->session->diagnostics.data[i];
        if (*d->path && d->offset == TLB_NO_OFFSET)
            l.wanted[l.count++] = d;
    }
    if (!l.count)
        return TLB_OK;
    qsort(l.wanted, l.count, sizeof *l.wanted, by_path);
    tlb_report_mark mark = tlb_report_mark_get(context);
    tlb_walk w = tlb_walk_visitor(context, NULL, &locate_visitor, &l);
    walk(&w, &root);
    if (tlb_is_fatal(w.status))
        return w.status;
    /* A document that was changed so that it cannot be written has no offsets; the check has reported why. */
    if (w.status)
        tlb_report_rewind(context, &mark);
    return TLB_OK;
}
