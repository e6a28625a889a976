/* Files as a whole: read, or mapped. */
#include "base/system.h"

#include <string.h>

#include "base/buffer.h"
#include "base/file_system.h"

enum { SMALLEST_READ = 64 * 1024 };

/* What is left in `handle`, after `head`, whose memory is handed over: for all whose size is not known
 * before. */
static tlb_status read_rest(tlb_account *account, int handle, tlb_buffer *head)
{
    for (;;) {
        size_t want = head->size > SMALLEST_READ ? head->size / 2 : SMALLEST_READ;
        uint8_t *place = tlb_buffer_grow(head, want);
        if (!place)
            return head->status;
        int64_t got = tlb_system_read(account, handle, place, want);
        if (got < 0)
            return TLB_READ_FAILED;
        head->size -= want - (size_t)got;
        if ((size_t)got < want)
            return TLB_OK;
    }
}

/* The buffer's bytes in memory of just their size. */
static tlb_status trim(tlb_account *account, tlb_buffer *buffer)
{
    if (buffer->size == buffer->capacity)
        return TLB_OK;
    tlb_status failure;
    uint8_t *data = buffer->size ? tlb_allocate(account, buffer->size, &failure) : NULL;
    if (buffer->size && !data)
        return failure;
    if (data)
        memcpy(data, buffer->data, buffer->size);
    tlb_release(account, buffer->data, buffer->capacity);
    buffer->data = data;
    buffer->capacity = buffer->size;
    return TLB_OK;
}

/* A file whose size the system reports takes one allocation and ends where it said. */
static tlb_status read_handle(tlb_account *account, int handle, tlb_buffer *buffer)
{
    uint64_t size = tlb_system_size(handle);
    if (size && size <= SIZE_MAX) {
        buffer->data = tlb_allocate(account, (size_t)size, &buffer->status);
        if (!buffer->data)
            return buffer->status;
        buffer->capacity = (size_t)size;
        int64_t got = tlb_system_read(account, handle, buffer->data, (size_t)size);
        if (got < 0)
            return TLB_READ_FAILED;
        buffer->size = (size_t)got;
        uint8_t more;
        int64_t left = tlb_system_read(account, handle, &more, 1);
        if (left < 0)
            return TLB_READ_FAILED;
        if (left == 0)
            return trim(account, buffer);
        tlb_buffer_byte(buffer, more);
    }
    tlb_status status = read_rest(account, handle, buffer);
    return status ? status : trim(account, buffer);
}

/* One that has something to read: /dev/null is as good as an empty file. */
static bool is_endless(tlb_account *account, int handle)
{
    uint8_t byte;
    return tlb_system_is_device(handle) && tlb_system_read(account, handle, &byte, 1) > 0;
}

bool tlb_is_standard_input(const tlb_context *context, const char *path)
{
    return strcmp(path, "-") == 0 && !tlb_has_file_system(context);
}

tlb_status tlb_file_read(tlb_context *context, const char *path, uint8_t **data, size_t *size)
{
    if (tlb_has_file_system(context))
        return tlb_file_system_read(context, path, data, size);
    *data = NULL;
    *size = 0;
    bool from_standard = tlb_is_standard_input(context, path);
    int handle =
        from_standard ? tlb_system_standard(false) : tlb_system_open(context->account, path, O_RDONLY);
    if (handle < 0)
        return tlb_system_report(context, TLB_CODE_CANNOT_READ, path);
    tlb_buffer buffer = {.account = context->account};
    bool endless = is_endless(context->account, handle);
    tlb_status status = endless ? TLB_READ_FAILED : read_handle(context->account, handle, &buffer);
    if (endless)
        tlb_report_path(context, TLB_CODE_CANNOT_READ, path, "it is a device, not a file");
    else if (status) {
        status = status == TLB_READ_FAILED ? tlb_system_report(context, TLB_CODE_CANNOT_READ, path)
                                           : tlb_report_failure(context, status);
        tlb_buffer_free(&buffer);
    }
    if (!from_standard)
        tlb_system_close(handle);
    *data = buffer.data;
    *size = buffer.size;
    return status;
}

/* False: it has to be read. */
static bool map_file(tlb_context *context, const char *path, tlb_file_view *view)
{
    bool is_own = tlb_has_file_system(context);
    if (!is_own && !context->session->map_files)
        return false;
    view->data = is_own ? tlb_file_system_map(context, path, &view->size)
                        : tlb_system_map(context->account, path, &view->size);
    view->origin = is_own ? TLB_BYTES_LENT : TLB_BYTES_MAPPED;
    return view->data;
}

tlb_status tlb_file_view_open(tlb_context *context, const char *path, tlb_file_view *view)
{
    if (map_file(context, path, view))
        return TLB_OK;
    uint8_t *data;
    tlb_status status = tlb_file_read(context, path, &data, &view->size);
    view->data = data;
    view->origin = TLB_BYTES_READ;
    return status;
}

static void unmap_file(const tlb_context *context, const tlb_file_view *view)
{
    const tlb_file_system *files = &context->session->files;
    if (view->origin == TLB_BYTES_LENT)
        files->unmap(files->user, view->data, view->size);
    else
        tlb_system_unmap(view->data, view->size);
}

void tlb_file_view_close(tlb_context *context, tlb_file_view *view)
{
    if (view->origin != TLB_BYTES_READ)
        unmap_file(context, view);
    else
        tlb_release(context->account, (void *)(uintptr_t)view->data, view->size);
    *view = (tlb_file_view){0};
}

void tlb_file_view_release(const tlb_file_view *view, const uint8_t *data, size_t size)
{
    if (view->origin == TLB_BYTES_MAPPED)
        tlb_system_forget(data, size);
}
