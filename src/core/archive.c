/* Archives: their members, and paths that go into them. */
#include "core/archive.h"
#include "base/argument.h"

#include "base/index.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

struct tlb_archive_entries {
    tlb_arena arena;
    tlb_members members;
    tlb_index numbers;       /* of the members, by name */
    const char **file_names; /* NULL: not made yet */
    tlb_arena unpacked;      /* the member read last */
};

void tlb_archive_entries_free(tlb_document *document)
{
    struct tlb_archive_entries *h = document->entries;
    document->entries = NULL;
    if (!h)
        return;
    tlb_arena_release(&h->unpacked);
    tlb_arena_release(&h->arena);
    tlb_release(document->context->account, h, sizeof *h);
}

/* The first of several of one name is the one that counts, as in the engines. */
static tlb_status index_names(tlb_document *document, struct tlb_archive_entries *h)
{
    for (uint32_t i = 0; i < h->members.count; i++) {
        tlb_text key = tlb_name_key(&h->arena, h->members.data[i].name);
        int32_t *number = key.data ? tlb_index_find(&h->numbers, &h->arena, key.data, key.size) : NULL;
        if (!number)
            return tlb_report_memory(document->context, &h->arena);
        if (*number == TLB_INDEX_NEW)
            *number = (int32_t)i;
    }
    return TLB_OK;
}

static tlb_status list_members(tlb_document *document)
{
    tlb_context *context = document->context;
    if (document->entries) {
        document->entries->arena.failure = TLB_OK; /* of an earlier call */
        return TLB_OK;
    }
    if (!document->format->archive) {
        tlb_report(context, TLB_CODE_NOT_SUPPORTED, TLB_NO_OFFSET, NULL, "%s is not an archive format",
                   document->format->info.title);
        return TLB_UNSUPPORTED;
    }
    struct tlb_archive_entries *h = tlb_allocate(context->account, sizeof *h, NULL);
    if (!h)
        return tlb_report_memory(context, NULL);
    *h = (struct tlb_archive_entries){0};
    tlb_arena_init(&h->arena, context->account);
    tlb_arena_init(&h->unpacked, context->account);
    document->entries = h;
    tlb_status status = document->format->archive->list(document, &h->arena, &h->members);
    if (!status)
        status = index_names(document, h);
    if (status)
        tlb_archive_entries_free(document);
    return tlb_final_status(context, status);
}

tlb_status tlb_archive_list(tlb_document *document, tlb_members *members)
{
    TLB_REQUIRE(tlb_document_context(document), members);
    *members = (tlb_members){0};
    TLB_REQUIRE(NULL, document);
    tlb_status status = list_members(document);
    if (document->entries)
        *members = document->entries->members;
    return status;
}

/* "#3" is the member at place 3. */
static bool place_named(const char *name, uint32_t count, uint32_t *index)
{
    uint64_t place;
    const char *end = name + strlen(name);
    bool is_place = *name == '#' && tlb_read_u64(name + 1, end, &place) == end && place < count;
    if (is_place)
        *index = (uint32_t)place;
    return is_place;
}

tlb_status tlb_archive_find(tlb_document *document, const char *name, uint32_t *index)
{
    TLB_REQUIRE(NULL, document);
    TLB_REQUIRE(document->context, name);
    TLB_REQUIRE(document->context, index);
    tlb_status status = list_members(document);
    if (status)
        return status;
    struct tlb_archive_entries *h = document->entries;
    tlb_mark mark = tlb_arena_mark(&h->arena);
    tlb_text key = tlb_name_key(&h->arena, name);
    if (!key.data)
        return tlb_report_memory(document->context, &h->arena);
    const int32_t *number = tlb_index_look(&h->numbers, key.data, key.size);
    tlb_arena_rewind(&h->arena, mark);
    if (number)
        *index = (uint32_t)*number;
    return number || place_named(name, h->members.count, index) ? TLB_OK : TLB_NOT_FOUND;
}

tlb_status tlb_archive_read(tlb_document *document, uint32_t index, tlb_bytes *bytes)
{
    TLB_REQUIRE(tlb_document_context(document), bytes);
    *bytes = (tlb_bytes){0};
    TLB_REQUIRE(NULL, document);
    tlb_status status = list_members(document);
    if (status)
        return status;
    struct tlb_archive_entries *h = document->entries;
    if (index >= h->members.count) {
        tlb_report(document->context, TLB_CODE_BAD_OPTION, TLB_NO_OFFSET, NULL,
                   "member index %u out of range; number of members: %u", index, h->members.count);
        return TLB_ARGUMENT;
    }
    tlb_arena_release(&h->unpacked);
    tlb_arena_init(&h->unpacked, document->context->account);
    return tlb_final_status(document->context, document->format->archive->read(
                                                   document, &h->members.data[index], &h->unpacked, bytes));
}

bool tlb_archive_is_bomb(const tlb_document *document, uint64_t unpacked)
{
    enum { MOST_TIMES = 100, HARMLESS = 32 << 20 }; /* a few empty pictures may be 1000 times their archive */
    uint64_t size = document ? document->source.size : 0;
    return size && unpacked > HARMLESS && unpacked > MOST_TIMES * size;
}

/* --- patterns ---------------------------------------------------------------------------------------- */

static char fold(char c)
{
    return c == '\\' ? '/' : tlb_lower(c);
}

bool tlb_member_matches(const char *pattern, const char *name)
{
    if (!pattern || !name)
        return false;
    const char *star = NULL, *taken = name; /* the last star, and how far it reaches */
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            taken = name;
        } else if (*pattern && (*pattern == '?' || fold(*pattern) == fold(*name))) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++taken;
        } else
            return false;
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* --- names for files ------------------------------------------------------------------------------------ */

/* With / between folders. */
static const char *file_name(tlb_arena *arena, const char *name)
{
    char *copy = (char *)(uintptr_t)tlb_copy_text(arena, name, strlen(name)).data;
    for (char *c = copy; c && *c; c++)
        *c = *c == '\\' ? '/' : *c;
    return copy;
}

/* Takes a name, whatever the case. False: it is taken, or there is no memory. */
static bool take(struct tlb_archive_entries *h, tlb_index *taken, const char *name)
{
    tlb_text key = tlb_name_key(&h->arena, name);
    int32_t *number = key.data ? tlb_index_find(taken, &h->arena, key.data, key.size) : NULL;
    bool is_free = number && *number == TLB_INDEX_NEW;
    if (is_free)
        *number = 0;
    return is_free;
}

static void name_files(struct tlb_archive_entries *h, const char **names)
{
    tlb_index taken = {0};
    for (uint32_t i = 0; i < h->members.count; i++) {
        const char *name = h->members.data[i].name;
        names[i] = NULL;
        if (tlb_is_portable_path(name) && take(h, &taken, name))
            names[i] = file_name(&h->arena, name);
        const char *place = names[i] ? NULL : tlb_arena_printf(&h->arena, "#%u", i);
        if (place && take(h, &taken, place))
            names[i] = place;
    }
}

tlb_status tlb_archive_file_names(tlb_document *document, const char *const **names)
{
    TLB_REQUIRE(tlb_document_context(document), names);
    *names = NULL;
    TLB_REQUIRE(NULL, document);
    tlb_status status = list_members(document);
    struct tlb_archive_entries *h = document->entries;
    if (!h)
        return status;
    if (!h->file_names) {
        const char **made = tlb_alloc_array(&h->arena, h->members.count, sizeof *made);
        if (made)
            name_files(h, made);
        if (h->arena.failure) /* the only trace of names that found no memory */
            return tlb_report_memory(document->context, &h->arena);
        h->file_names = made;
    }
    *names = h->file_names;
    return TLB_OK;
}

/* --- paths into archives -------------------------------------------------------------------------------- */

static tlb_status copy_bytes(tlb_context *context, tlb_bytes from, tlb_bytes *bytes)
{
    tlb_status failure;
    uint8_t *copy = tlb_allocate(context->account, from.size, &failure);
    if (!copy)
        return tlb_report_failure(context, failure);
    if (from.size)
        memcpy(copy, from.data, from.size);
    *bytes = (tlb_bytes){copy, from.size};
    return TLB_OK;
}

/* What reading a member reported to the archive's context is of interest to who asked for the member. */
static void forward(tlb_document *archive, const tlb_report_mark *mark, tlb_context *context)
{
    const tlb_session *session = archive->context->session;
    tlb_context about = tlb_context_about(context, archive->name, NULL);
    for (uint32_t i = mark->count; i < session->diagnostics.count; i++) {
        const tlb_diagnostic *d = &session->diagnostics.data[i];
        tlb_report_remedy(&about, d->code, d->offset, d->path, d->remedy, "%s", d->message);
    }
    tlb_report_rewind(archive->context, mark);
}

tlb_status tlb_archive_copy(tlb_document *archive, const char *name, tlb_context *context, tlb_bytes *bytes)
{
    tlb_report_mark mark = tlb_report_mark_get(archive->context);
    tlb_bytes lent = {0};
    uint32_t index = 0;
    tlb_status status = tlb_archive_find(archive, name, &index);
    if (status == TLB_NOT_FOUND) {
        tlb_context about = tlb_context_about(context, *context->file ? context->file : archive->name, NULL);
        tlb_report(&about, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "no member \"%s\"", name);
        return status;
    }
    if (!status)
        status = tlb_archive_read(archive, index, &lent);
    if (archive->context->session != context->session)
        forward(archive, &mark, context);
    return status ? status : copy_bytes(context, lent, bytes);
}

static tlb_status read_member(tlb_context *context, const char *path, const char *inside, tlb_bytes *bytes)
{
    tlb_document *archive;
    tlb_status status = tlb_open_path(context, path, NULL, &archive);
    if (!status)
        status = tlb_archive_copy(archive, inside, context, bytes);
    tlb_document_free(archive);
    return status;
}

tlb_status tlb_path_read(tlb_context *context, const char *path, tlb_bytes *bytes)
{
    TLB_REQUIRE(context, bytes);
    *bytes = (tlb_bytes){0};
    TLB_REQUIRE(context, path);
    TLB_REQUIRE(NULL, context);
    const char *archive, *inside;
    tlb_arena names;
    tlb_status status;
    tlb_arena_init(&names, context->account);
    if (tlb_path_kind_of(context, path) == TLB_PATH_NONE &&
        tlb_path_split(context, &names, path, &archive, &inside))
        status = read_member(context, archive, inside, bytes);
    else {
        uint8_t *data;
        status = tlb_file_read(context, path, &data, &bytes->size);
        bytes->data = data;
    }
    tlb_arena_release(&names);
    return status;
}

void tlb_bytes_free(tlb_context *context, tlb_bytes bytes)
{
    if (!context)
        return;
    tlb_release(context->account, (void *)(uintptr_t)bytes.data, bytes.size);
}

tlb_status tlb_path_view(tlb_context *context, const char *path, tlb_file_view *view)
{
    const tlb_format *format = tlb_formats_by_path(context->session->formats, path);
    if (format && format->archive && tlb_path_kind_of(context, path) == TLB_PATH_FILE)
        return tlb_file_view_open(context, path, view);
    tlb_bytes bytes;
    tlb_status status = tlb_path_read(context, path, &bytes);
    *view = (tlb_file_view){.data = bytes.data, .size = bytes.size};
    return status;
}
