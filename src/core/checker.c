#include "core/checker.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tlb_checker tlb_checker_start(tlb_context *context, const void *root)
{
    tlb_checker c = {.context = context, .root = root};
    tlb_arena_init(&c.arena, context->account);
    return c;
}

tlb_status tlb_checker_end(tlb_checker *c)
{
    tlb_arena_release(&c->arena);
    return c->status;
}

static size_t write_path(tlb_checker *c, const char *format, va_list arguments)
{
    int length = vsnprintf(c->path + c->part, sizeof c->path - c->part, format, arguments);
    size_t end = c->part + (length < 0 ? 0 : (size_t)length);
    return end < sizeof c->path ? end : sizeof c->path - 1;
}

const char *tlb_at(tlb_checker *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_path(c, format, arguments);
    va_end(arguments);
    return c->path;
}

size_t tlb_enter(tlb_checker *c, const char *format, ...)
{
    size_t outer = c->part;
    va_list arguments;
    va_start(arguments, format);
    c->part = write_path(c, format, arguments);
    va_end(arguments);
    return outer;
}

void tlb_check_file(tlb_checker *c, const char *kind, const char *name, const char *const *extensions,
                    const char *path)
{
    tlb_asset asset;
    if (!c->assets || !*name || c->status)
        return;
    tlb_text key = tlb_name_key(&c->arena, name);
    int32_t *met = key.data ? tlb_index_find(&c->files, &c->arena, key.data, key.size) : NULL;
    if (!met) {
        c->status = tlb_report_memory(c->context, &c->arena);
        return;
    }
    if (*met != TLB_INDEX_NEW)
        return;
    *met = 0;
    tlb_status status = tlb_assets_look_up(c->assets, name, extensions, &asset);
    if (status)
        c->status = status;
    else if (!asset.path)
        tlb_report_missing(c->context, path, kind, name);
}

void tlb_check_tail(tlb_checker *c, tlb_bytes tail)
{
    if (tail.size)
        TLB_FIND(c, TRAILING_BYTES, tlb_at(c, "tail"), "%zu %s", tail.size,
                 tlb_plural(tail.size, "byte follows the end", "bytes follow the end"));
}

void *tlb_scratch(tlb_checker *c, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(&c->arena, count, size);
    if (memory)
        memset(memory, 0, count * size);
    else if (!c->status)
        c->status = tlb_report_memory(c->context, &c->arena);
    return memory;
}
