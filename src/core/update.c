/* Making anew what follows from the rest of a document, and telling what changed by it. */
#include "base/argument.h"
#include "base/text.h"
#include "core/format.h"
#include "layout/directions.h"

#include <string.h>

/* A note for each block: its fields follow each other. */
typedef struct note {
    tlb_context *context;
    char path[TLB_PATH_MAX];
    tlb_name_list names;
} note;

static void finish(note *n)
{
    if (n->names.size)
        tlb_report(n->context, TLB_CODE_UPDATED, TLB_NO_OFFSET, n->path, "made anew: %s", n->names.text);
    n->names = (tlb_name_list){0};
}

static void add_field(note *n, const tlb_part_digest *part)
{
    size_t length = part->name ? part->name - 1 : 0; /* less the dot */
    if (strlen(n->path) != length || memcmp(n->path, part->path, length) != 0)
        finish(n);
    memcpy(n->path, part->path, length);
    n->path[length] = 0;
    tlb_name_list_add(&n->names, part->path + part->name);
}

static void report_changes(tlb_context *context, const tlb_digest *before, const tlb_digest *after)
{
    note n = {.context = context};
    uint32_t i = 0, k = 0;
    while (i < before->parts.count || k < after->parts.count) {
        const tlb_part_digest *old = &before->parts.data[i], *made = &after->parts.data[k];
        int order = i == before->parts.count  ? 1
                    : k == after->parts.count ? -1
                                              : tlb_order_parts(old, made);
        if (order || old->hash != made->hash)
            add_field(&n, order < 0 ? old : made);
        i += order <= 0;
        k += order >= 0;
    }
    finish(&n);
}

static tlb_status update(tlb_document *document, tlb_arena *work)
{
    const tlb_format *format = document->format;
    tlb_digest before = {.arena = work}, after = {.arena = work};
    tlb_status status = tlb_digest_document(document->context, format->walk, document->root, &before);
    if (!status)
        status = format->update(document);
    if (!status)
        status = tlb_digest_document(document->context, format->walk, document->root, &after);
    if (!status)
        report_changes(document->context, &before, &after);
    return status;
}

tlb_status tlb_document_update(tlb_document *document)
{
    TLB_REQUIRE(NULL, document);
    tlb_context *context = document->context;
    if (!document->format->update) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL,
                   "%s: none of its fields is made from others", document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    tlb_arena work;
    tlb_arena_init(&work, context->account);
    tlb_status status = update(document, &work);
    tlb_arena_release(&work);
    return tlb_final_status(context, status);
}
