/* Folders: listed, and made. */
#include "base/system.h"
#include "base/argument.h"
#include "base/file_system.h"

#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const tlb_entry *)a)->name, ((const tlb_entry *)b)->name);
}

static tlb_status list_system(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries)
{
    tlb_status status = tlb_system_list(arena, path, entries);
    return status == TLB_READ_FAILED ? tlb_system_report(context, TLB_CODE_CANNOT_READ, path)
           : status                  ? tlb_report_memory(context, arena)
                                     : TLB_OK;
}

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries)
{
    *entries = (tlb_entries){0};
    tlb_status status = tlb_has_file_system(context) ? tlb_file_system_list(context, arena, path, entries)
                                                     : list_system(context, arena, path, entries);
    if (status)
        return status;
    if (entries->count)
        qsort(entries->data, entries->count, sizeof *entries->data, compare_entries);
    return TLB_OK;
}

tlb_status tlb_folder_make(tlb_context *context, const char *path)
{
    TLB_REQUIRE(NULL, context);
    TLB_REQUIRE(context, path);
    size_t size = strlen(path) + 1;
    tlb_status failure;
    char *part = tlb_allocate(context->account, size, &failure);
    if (!part)
        return tlb_report_failure(context, failure);
    memcpy(part, path, size);
    tlb_status status = TLB_OK;
    size_t root = tlb_path_root(path);
    for (size_t i = root ? root : 1; i < size && !status; i++) {
        if (part[i] && !tlb_is_separator(part[i]))
            continue;
        part[i] = 0;
        if (tlb_system_kind(part) != TLB_PATH_FOLDER && !tlb_system_make_folder(part) &&
            tlb_system_kind(part) != TLB_PATH_FOLDER)
            status = tlb_system_report(context, TLB_CODE_CANNOT_WRITE, part);
        part[i] = path[i];
    }
    tlb_release(context->account, part, size);
    return status;
}
