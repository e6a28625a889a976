/* Contexts for tests of modules that know no formats: the registry's stands above them. */
#include "base/context.h"

tlb_context *tlb_context_create(const tlb_context_options *options)
{
    static const struct tlb_format *const none[] = {NULL};
    return tlb_context_make(options, none);
}
