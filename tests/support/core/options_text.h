/* Options of conversions as a command line gives them. */
#ifndef TEST_OPTIONS_TEXT_H
#define TEST_OPTIONS_TEXT_H

#include "trilobite/convert.h"

typedef struct option_text {
    const char *name, *value;
} option_text;

/* TLB_ARGUMENT, and reported: a value is none that its option may have. What it takes lives in the context.
 */
tlb_status options_from_text(tlb_context *context, const option_text *texts, size_t count,
                             tlb_convert_options *options);

/* The options of a format: .to = OPTIONS_OF(tlb_dif_write_options, .rebuild = true) */
#define OPTIONS_OF(type_, ...) (&(type_){.head = {sizeof(type_), #type_}, __VA_ARGS__}.head)

#endif
