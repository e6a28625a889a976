#include "formats/checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tlb_checker tlb_checker_start(tlb_context *context, const void *root)
{
    tlb_checker c = {.context = context, .root = root};
    tlb_arena_init(&c.arena, &context->account);
    return c;
}

tlb_status tlb_checker_end(tlb_checker *c)
{
    tlb_arena_free(&c->arena);
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

void *tlb_scratch(tlb_checker *c, size_t count, size_t size)
{
    void *memory = tlb_alloc_array(&c->arena, count, size);
    if (memory)
        memset(memory, 0, count * size);
    else if (!c->status)
        c->status = tlb_report_memory(c->context);
    return memory;
}
