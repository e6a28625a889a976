/* Assignments, a line each, to a new document of the format that the first line names. The oracle: what is
 * edited is saved, opened again and saved the same; what is refused is reported, and the document stays. */
#include "trilobite/trilobite.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static void require(bool condition)
{
    if (!condition)
        abort();
}

static tlb_bytes saved(tlb_document *document)
{
    tlb_bytes bytes;
    require(tlb_save_memory(document, &bytes) == TLB_OK);
    uint8_t *copy = malloc(bytes.size + 1);
    require(copy != NULL);
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return (tlb_bytes){copy, bytes.size};
}

static bool same(tlb_bytes a, tlb_bytes b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

static void reopen(tlb_context *context, const tlb_format *format, tlb_bytes bytes)
{
    tlb_document *again;
    tlb_bytes again_bytes;
    require(tlb_open_memory(context, bytes.data, bytes.size, NULL, format, &again) == TLB_OK);
    require(tlb_save_memory(again, &again_bytes) == TLB_OK && same(bytes, again_bytes));
    tlb_document_free(again);
}

static void edit(tlb_context *context, tlb_document *document, const char *const *lines, size_t count)
{
    /* Some new documents cannot be opened before they are filled. */
    if (tlb_edit(document, NULL, 0) != TLB_OK)
        return;
    tlb_bytes before = saved(document);
    tlb_diagnostics_clear(context);
    tlb_status status = tlb_edit(document, lines, count);
    require(status != TLB_LIMIT && (status == TLB_OK || tlb_severity_total(context, TLB_ERROR) > 0));
    tlb_bytes after = saved(document);
    if (status)
        require(same(before, after));
    else
        reopen(context, tlb_document_format(document), after);
    free((void *)(uintptr_t)before.data);
    free((void *)(uintptr_t)after.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tlb_context_options limits = {.struct_size = sizeof limits,
                                  .max_work = 20 * 1000 * 1000,
                                  .max_bytes = 64 * 1024 * 1024 + 4096 * (uint64_t)size};
    char *text = malloc(size + 1);
    const char *lines[MOST];
    size_t count = 0;
    require(text != NULL);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    char *rest = strchr(text, '\n');
    for (char *next = rest; next && count < MOST; next = strchr(next, '\n')) {
        *next++ = 0;
        lines[count++] = next;
    }
    const tlb_format *format = tlb_format_by_name(text);
    tlb_context *context = tlb_context_create(&limits);
    tlb_document *document = NULL;
    require(context != NULL);
    if (format && tlb_document_create(context, format, NULL, &document) == TLB_OK)
        edit(context, document, lines, count);
    tlb_document_free(document);
    tlb_context_free(context);
    free(text);
    return 0;
}
