/* base/platform.h where files are what was dropped on the page. Nothing is written. A file's bytes are
 * fetched when it is opened; views of one file share them, so that the members of a volume that is open cost
 * nothing more. */
#include "base/platform.h"

#include <stdlib.h>
#include <string.h>

#include "imports.h"

tlb_path_kind tlb_path_kind_of(const char *path)
{
    return (tlb_path_kind)page_look(path);
}

void *tlb_memory_allocate(size_t size)
{
    return malloc(size);
}

static tlb_status cannot(tlb_context *context, const char *path, const char *reason)
{
    bool named = strcmp(context->file, path) == 0;
    tlb_report(context, TLB_CODE_CANNOT_READ, TLB_NO_OFFSET, NULL, "%s%s%s", named ? "" : path,
               named ? "" : ": ", reason);
    return TLB_READ_FAILED;
}

static tlb_status no_memory(tlb_context *context)
{
    tlb_account_refuse(context->account, TLB_NO_MEMORY);
    tlb_report_memory(context);
    return TLB_NO_MEMORY;
}

static tlb_status find_size(tlb_context *context, const char *path, size_t *size)
{
    if (tlb_path_kind_of(path) == TLB_PATH_NONE) {
        cannot(context, path, "No such file");
        return TLB_NOT_FOUND;
    }
    double found = page_size(path);
    if (found < 0)
        return cannot(context, path, "it cannot be read");
    if (found > INT32_MAX)
        return cannot(context, path, "larger than 2 GiB");
    *size = (size_t)found;
    return TLB_OK;
}

tlb_status tlb_file_read(tlb_context *context, const char *path, uint8_t **data, size_t *size)
{
    *data = NULL;
    *size = 0;
    tlb_status status = find_size(context, path, size);
    if (status || !*size)
        return status;
    *data = tlb_allocate(context->account, *size);
    if (!*data)
        return tlb_report_memory(context);
    if (page_read(path, *data))
        return TLB_OK;
    tlb_release(context->account, *data, *size);
    *data = NULL;
    return cannot(context, path, "it cannot be read");
}

/* --- views ------------------------------------------------------------------------------------------- */

typedef struct shared_view {
    struct shared_view *next;
    char *path;
    uint8_t *data;
    size_t size;
    uint32_t users;
} shared_view;

static shared_view *views;

static shared_view *find_view(const char *path)
{
    shared_view *view = views;
    while (view && strcmp(view->path, path) != 0)
        view = view->next;
    return view;
}

static void free_view(shared_view *view)
{
    free(view->data);
    free(view->path);
    free(view);
}

static tlb_status make_view(tlb_context *context, const char *path, shared_view **made)
{
    size_t size;
    tlb_status status = find_size(context, path, &size);
    if (status)
        return status;
    shared_view *view = calloc(1, sizeof *view);
    if (!view)
        return no_memory(context);
    *view = (shared_view){.next = views, .path = strdup(path), .data = malloc(size + 1), .size = size};
    if (!view->path || !view->data)
        status = no_memory(context);
    else if (!page_read(path, view->data))
        status = cannot(context, path, "it cannot be read");
    if (status)
        free_view(view);
    else
        *made = views = view;
    return status;
}

tlb_status tlb_file_view_open(tlb_context *context, const char *path, tlb_file_view *view)
{
    shared_view *shared = find_view(path);
    tlb_status status = shared ? TLB_OK : make_view(context, path, &shared);
    *view = (tlb_file_view){0};
    if (status)
        return status;
    shared->users++;
    *view = (tlb_file_view){shared->data, shared->size, true};
    return TLB_OK;
}

static void leave_view(const uint8_t *data)
{
    shared_view **place = &views;
    while ((*place)->data != data)
        place = &(*place)->next;
    shared_view *view = *place;
    if (--view->users)
        return;
    *place = view->next;
    free_view(view);
}

void tlb_file_view_close(tlb_context *context, tlb_file_view *view)
{
    if (view->mapped)
        leave_view(view->data);
    else
        tlb_release(context->account, (void *)(uintptr_t)view->data, view->size);
    *view = (tlb_file_view){0};
}

/* What is dropped is in memory anyway. */
void tlb_file_view_release(const tlb_file_view *view, const uint8_t *data, size_t size)
{
    (void)view, (void)data, (void)size;
}

/* --- folders ----------------------------------------------------------------------------------------- */

static bool add_entry(tlb_arena *arena, tlb_entries *entries, const char *line, size_t size)
{
    bool is_folder = line[size - 1] == '/';
    tlb_text name = tlb_copy_text(arena, line, size - is_folder);
    tlb_entry *entry = name.data ? TLB_PUSH(arena, entries) : NULL;
    if (entry)
        *entry = (tlb_entry){name.data, is_folder};
    return entry;
}

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries)
{
    *entries = (tlb_entries){0};
    if (tlb_path_kind_of(path) != TLB_PATH_FOLDER)
        return cannot(context, path, "No such folder");
    char *lines = page_list(path);
    if (!lines)
        return no_memory(context);
    bool room = true;
    for (const char *line = lines, *end; room && (end = strchr(line, '\n')); line = end + 1)
        room = add_entry(arena, entries, line, (size_t)(end - line));
    free(lines);
    return room ? TLB_OK : tlb_report_memory(context);
}
