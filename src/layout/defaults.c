/* New structures as their description has them: nothing is given, so that what the walk sets is the defaults.
 */
#include "layout/walk.h"

static void keep_shape(tlb_walk *w, tlb_shape shape)
{
    (void)w, (void)shape;
}

static void keep_open(tlb_walk *w, const char *name, tlb_shape shape)
{
    (void)w, (void)name, (void)shape;
}

static void keep_list(tlb_walk *w, const char *name, uint32_t *count)
{
    (void)w, (void)name, (void)count;
}

static void keep_list_end(tlb_walk *w)
{
    (void)w;
}

static void keep_scalars(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                         uint32_t count, bool row)
{
    (void)w, (void)name, (void)type, (void)disk, (void)values, (void)count, (void)row;
}

static void *keep_table(tlb_walk *w, const char *name, tlb_type type, tlb_type disk, void *values,
                        uint32_t *rows, uint32_t columns)
{
    (void)w, (void)name, (void)type, (void)disk, (void)rows, (void)columns;
    return values;
}

static void keep_text(tlb_walk *w, const char *name, tlb_text *text)
{
    (void)w, (void)name;
    *text = text->data ? *text : (tlb_text){"", 0};
}

static void keep_bytes(tlb_walk *w, const char *name, tlb_bytes *bytes)
{
    (void)w, (void)name, (void)bytes;
}

static bool keep_presence(tlb_walk *w, const char *name, bool present)
{
    (void)w, (void)name;
    return present;
}

static void keep_value(tlb_walk *w, const char *name, tlb_value **value)
{
    (void)w, (void)name, (void)value;
}

tlb_walk tlb_walk_defaults(tlb_context *context, tlb_arena *arena)
{
    static const tlb_visitor visitor = {.fills = true,
                                        .open = keep_open,
                                        .close = keep_shape,
                                        .open_list = keep_list,
                                        .close_list = keep_list_end,
                                        .scalars = keep_scalars,
                                        .table = keep_table,
                                        .text = keep_text,
                                        .bytes = keep_bytes,
                                        .has = keep_presence,
                                        .value = keep_value};
    return tlb_walk_visitor(context, arena, &visitor, NULL);
}
