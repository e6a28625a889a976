/* The page that shows a model, as viewer/build.mjs makes it. */
#ifndef TLB_FORMATS_INTERCHANGE_HTML_PAGE_H
#define TLB_FORMATS_INTERCHANGE_HTML_PAGE_H

#include <stddef.h>

/* Ends with a NUL that `size` does not count. */
extern const char tlb_html_page[];
extern const size_t tlb_html_page_size;

#endif
