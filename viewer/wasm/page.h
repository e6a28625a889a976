/* What the page calls. A tlb_page is one file looked at: its context, document and what was made of it. Each
 * call that gives a result leaves it in the page, until the next: page_result, page_result_size. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "base/buffer.h"
#include "base/context.h"
#include "base/json.h"
#include "trilobite/trilobite.h"

#define PAGE_EXPORT(name) __attribute__((export_name(#name))) name

typedef struct page {
    tlb_context *context;
    tlb_document *document; /* NULL: it could not be opened */
    tlb_files *files;       /* of the last conversion */
    tlb_buffer out;
    tlb_bytes loaded; /* by page_load */
    const void *result;
    size_t result_size;
} page;

/* Forgets the last result; the next is written with the JSON returned, and ended with page_json_end. */
tlb_json page_json(page *p);
tlb_status page_json_end(page *p);
void page_text(tlb_json *json, const char *key, const char *text);

#endif
