#include "options_text.h"

#include "core/options.h"

tlb_status options_from_text(tlb_context *context, const option_text *texts, size_t count,
                             tlb_convert_options *options)
{
    tlb_options *named = tlb_options_make(context, &context->session->arena);
    tlb_status status = named ? TLB_OK : TLB_NO_MEMORY;
    for (size_t i = 0; i < count && !status; i++)
        status = tlb_options_set(named, texts[i].name, texts[i].value);
    *options = named ? *tlb_options_get(named) : (tlb_convert_options)TLB_CONVERT_OPTIONS_INIT;
    return status;
}
