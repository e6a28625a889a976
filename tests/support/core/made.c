#include "made.h"

#include <stdlib.h>

void *made_begin(tlb_document *document, tlb_context *context, const char *format, size_t size)
{
    *document = (tlb_document){.context = context, .format = tlb_format_by_name(format), .name = ""};
    document->saved.account = context->account;
    tlb_arena_init(&document->arena, context->account);
    document->root = made_take(document, 1, size);
    return document->root;
}

void *made_take(tlb_document *document, size_t count, size_t size)
{
    void *memory = tlb_zalloc_array(&document->arena, count, size);
    if (!memory)
        abort();
    return memory;
}

void made_end(tlb_document *document)
{
    tlb_buffer_free(&document->saved);
    tlb_arena_release(&document->arena);
}
