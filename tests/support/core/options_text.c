#include "options_text.h"

#include "base/context.h"

tlb_status options_from_text(tlb_context *context, const option_text *texts, size_t count,
                             tlb_convert_options *options)
{
    *options = (tlb_convert_options)TLB_CONVERT_OPTIONS_INIT;
    tlb_status status = TLB_OK;
    for (size_t i = 0; i < count && !status; i++) {
        const tlb_option_info *option = tlb_option_find(texts[i].name);
        status = option ? tlb_option_parse(context, &context->session->arena, option, texts[i].value, options)
                        : TLB_NOT_FOUND;
    }
    return status;
}
