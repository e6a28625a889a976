/* What the page calls. A page is one file looked at: its context, document and what was made of it. Each
 * call that gives a result leaves it in the page, until the next: page_result, page_result_size. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "trilobite/trilobite.h"

#define PAGE_EXPORT(name) __attribute__((export_name(#name))) name

typedef struct page {
    tlb_context *context;
    tlb_document *document;    /* NULL: it could not be opened */
    tlb_files *files;          /* of the last conversion */
    tlb_bytes loaded;          /* by page_load */
    struct page_kept *members; /* that replace others: the document needs their bytes */
    char *text;                /* the last result, where it is the page's own */
    size_t text_size, text_capacity;
    const void *result;
    size_t result_size;
} page;

/* What the library reads: files.c. */
extern const tlb_file_system page_files;

/* A value as the result, in JSON; it lies in `arena`, which is freed. NULL: it could not be made. */
tlb_status page_set_json(page *p, tlb_arena *arena, const tlb_value *value);

#endif
