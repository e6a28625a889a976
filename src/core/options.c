#include "base/number.h"
#include "core/format.h"

#include <math.h>
#include <string.h>

const char *tlb_choice_text(const tlb_conversion *conversion, const char *name)
{
    const char *value = NULL;
    for (size_t i = conversion->choice_count; i-- > 0;)
        if (strcmp(conversion->choices[i].name, name) == 0) {
            value = conversion->choices[i].value;
            if (i < TLB_NOTED && conversion->context) /* without one nobody converts */
                conversion->context->asked |= UINT64_C(1) << i;
        }
    return value;
}

bool tlb_choice_made(const tlb_conversion *conversion, const char *name)
{
    return tlb_choice_text(conversion, name) != NULL;
}

bool tlb_choice_number(const tlb_conversion *conversion, const char *name, int64_t least, int64_t most,
                       int64_t *number)
{
    const char *text = tlb_choice_text(conversion, name);
    if (!text)
        return true;
    int64_t value;
    const char *end = text + strlen(text);
    if (tlb_read_i64(text, end, &value) == end && value >= least && value <= most) {
        *number = value;
        return true;
    }
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--%s is a whole number from %lld to %lld, not \"%s\"", name, (long long)least,
               (long long)most, text);
    return false;
}

bool tlb_choice_seconds(const tlb_conversion *conversion, const char *name, double *seconds)
{
    const char *text = tlb_choice_text(conversion, name);
    if (!text)
        return true;
    double value;
    const char *end = text + strlen(text);
    if (tlb_read_f64(text, end, &value) == end && isfinite(value) && value >= 0) {
        *seconds = value;
        return true;
    }
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
               "--%s is a number of seconds, not \"%s\"", name, text);
    return false;
}

bool tlb_choice_switch(const tlb_conversion *conversion, const char *name, bool *on)
{
    const char *text = tlb_choice_text(conversion, name);
    if (!text)
        return true;
    *on = strcmp(text, "yes") == 0;
    if (*on || strcmp(text, "no") == 0)
        return true;
    tlb_report(conversion->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "--%s is yes or no, not \"%s\"",
               name, text);
    return false;
}
