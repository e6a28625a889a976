/* Archives altered. */
#include "core/archive.h"
#include "base/argument.h"

#include "base/index.h"
#include "base/text.h"

#include <string.h>

/* The members that are to be, while changes are applied one by one. */
typedef struct altered {
    tlb_document *document;
    tlb_arena arena;
    TLB_LIST(tlb_archive_entry) list; /* the name of one removed is NULL */
    tlb_index numbers;                /* in the list, by name: the first that is left */
    int32_t *following;               /* of each old member the next of its name, TLB_INDEX_NEW: none */
    uint32_t old_count;
} altered;

/* The place of a name's index, NULL without memory. */
static int32_t *number_of(altered *a, const char *name)
{
    tlb_text key = tlb_name_key(&a->arena, name);
    return key.data ? tlb_index_find(&a->numbers, &a->arena, key.data, key.size) : NULL;
}

static tlb_status add(altered *a, tlb_archive_entry entry, int32_t *number)
{
    tlb_archive_entry *place = TLB_PUSH(&a->arena, &a->list);
    if (!place)
        return tlb_report_memory(a->document->context, &a->arena);
    *place = entry;
    *number = (int32_t)a->list.count - 1;
    return TLB_OK;
}

static tlb_status begin(altered *a, tlb_members members)
{
    a->old_count = members.count;
    a->following = tlb_alloc_array(&a->arena, members.count, sizeof *a->following);
    tlb_status status = a->following ? TLB_OK : tlb_report_memory(a->document->context, &a->arena);
    for (uint32_t i = 0; i < members.count && !status; i++) {
        tlb_archive_entry *place = TLB_PUSH(&a->arena, &a->list);
        if (!place)
            return tlb_report_memory(a->document->context, &a->arena);
        *place = (tlb_archive_entry){.name = members.data[i].name, .kept = &members.data[i]};
    }
    for (uint32_t i = members.count; i-- > 0 && !status;) {
        int32_t *number = number_of(a, members.data[i].name);
        if (!number)
            return tlb_report_memory(a->document->context, &a->arena);
        a->following[i] = *number;
        *number = (int32_t)i;
    }
    return status;
}

static tlb_status refuse(altered *a, tlb_status status, const char *name, const char *why)
{
    tlb_report(a->document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL, "%s: %s", name, why);
    return status;
}

static const char *writable(const tlb_format *format, const char *compression)
{
    if (!compression)
        return format->archive->compressions[0];
    for (const char *const *known = format->archive->compressions; *known; known++)
        if (tlb_same_nocase(*known, compression))
            return *known;
    return NULL;
}

/* The bytes of a change, those of a file mapped. */
static tlb_status bytes_of(altered *a, const tlb_change *change, tlb_bytes *bytes)
{
    tlb_document *document = a->document;
    *bytes = change->bytes;
    if (!change->path)
        return TLB_OK;
    tlb_file_view *view = TLB_PUSH(&document->arena, &document->views);
    if (!view)
        return tlb_report_memory(document->context, &document->arena);
    *view = (tlb_file_view){0};
    tlb_status status = TLB_OK;
    if (tlb_path_kind_of(document->context, change->path) == TLB_PATH_FILE)
        status = tlb_file_view_open(document->context, change->path, view);
    else {
        status = tlb_path_read(document->context, change->path, bytes);
        *view = (tlb_file_view){.data = bytes->data, .size = bytes->size};
    }
    if (status)
        document->views.count--;
    else
        *bytes = (tlb_bytes){view->data, view->size};
    return status;
}

static bool is_within(const tlb_file_view *view, const uint8_t *data)
{
    return view->origin == TLB_BYTES_MAPPED && data >= view->data && data < view->data + view->size;
}

void tlb_archive_release(tlb_document *document, const uint8_t *data, size_t size)
{
    if (is_within(&document->file, data)) {
        tlb_file_view_release(&document->file, data, size);
        return;
    }
    for (uint32_t i = 0; i < document->views.count; i++)
        if (is_within(&document->views.data[i], data))
            tlb_file_view_release(&document->views.data[i], data, size);
}

void tlb_archive_views_close(tlb_document *document)
{
    for (uint32_t i = 0; i < document->views.count; i++)
        tlb_file_view_close(document->context, &document->views.data[i]);
    document->views.count = 0;
}

static tlb_status apply(altered *a, const tlb_change *change)
{
    const char *compression = writable(a->document->format, change->compression);
    int32_t *number = number_of(a, change->name);
    if (!number)
        return tlb_report_memory(a->document->context, &a->arena);
    tlb_archive_entry *there = *number == TLB_INDEX_NEW ? NULL : &a->list.data[*number];
    if (change->remove && !(there && there->name))
        return refuse(a, TLB_NOT_FOUND, change->name, "no such member to remove");
    if (change->remove) {
        there->name = NULL;
        if ((uint32_t)*number < a->old_count && a->following[*number] != TLB_INDEX_NEW)
            *number = a->following[*number];
        return TLB_OK;
    }
    if (!compression)
        return refuse(a, TLB_ARGUMENT, change->compression,
                      "members cannot be written with this compression");
    if (there && there->name && !there->kept)
        return refuse(a, TLB_ARGUMENT, change->name, "a member of this name was already added");
    if (!tlb_is_portable_path(change->name))
        return refuse(a, TLB_ARGUMENT, change->name, "the name is not portable as a file name");
    tlb_archive_entry entry = {.name = change->name, .compression = compression};
    tlb_status status = bytes_of(a, change, &entry.bytes);
    if (status)
        return status;
    if (!there)
        return add(a, entry, number);
    entry.old = there->name ? there->kept : NULL;
    *there = entry;
    return TLB_OK;
}

static tlb_status finish(altered *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->list.count; i++)
        if (a->list.data[i].name)
            a->list.data[count++] = a->list.data[i];
    tlb_status status = a->document->format->archive->assemble(a->document, a->list.data, count);
    if (!status)
        tlb_archive_entries_free(a->document);
    return status;
}

tlb_status tlb_archive_change(tlb_document *document, const tlb_change *changes, size_t count)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE_LIST(document->context, changes, count);
    for (size_t i = 0; i < count; i++) {
        TLB_REQUIRE(document->context, changes[i].name);
        TLB_REQUIRE_LIST(document->context, changes[i].bytes.data, changes[i].bytes.size);
    }
    tlb_members members;
    altered a = {.document = document};
    tlb_status status = tlb_archive_list(document, &members);
    if (status)
        return status;
    tlb_arena_init(&a.arena, document->context->account);
    status = begin(&a, members);
    for (size_t i = 0; i < count && !status; i++)
        status = apply(&a, &changes[i]);
    if (!status)
        status = finish(&a);
    tlb_arena_release(&a.arena);
    return tlb_final_status(document->context, status);
}
