/* HTML pages that show a model. */
#ifndef TRILOBITE_FORMATS_HTML_H
#define TRILOBITE_FORMATS_HTML_H

#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_html_write_options {
    tlb_format_options head;
    tlb_view_option view; /* from where the page looks at first */
} tlb_html_write_options;

#define TLB_HTML_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_html_write_options)

#ifdef __cplusplus
}
#endif
#endif
