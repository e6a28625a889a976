#include "core/renderer.h"

tlb_renderer *tlb_renderer_create(const tlb_context_options *options)
{
    tlb_context *context = tlb_context_make(options, NULL);
    tlb_renderer *renderer = context ? tlb_zalloc(&context->session->arena, sizeof *renderer) : NULL;
    if (renderer)
        renderer->context = context;
    else
        tlb_context_free(context);
    return renderer;
}

void tlb_renderer_free(tlb_renderer *renderer)
{
    if (!renderer)
        return;
    if (renderer->device)
        renderer->free(renderer->device);
    tlb_context_free(renderer->context);
}
