/* The files of a context that has a file system of its own (tlb_context_options.files). */
#ifndef TLB_BASE_FILE_SYSTEM_H
#define TLB_BASE_FILE_SYSTEM_H

#include "base/platform.h"

/* Whether its files are the operating system's is asked before each of these. NULL: they are. */
static inline bool tlb_has_file_system(const tlb_context *context)
{
    return context && context->session->files.kind;
}

tlb_path_kind tlb_file_system_kind(const tlb_context *context, const char *path);
/* As tlb_file_read. */
tlb_status tlb_file_system_read(tlb_context *context, const char *path, uint8_t **data, size_t *size);
/* All bytes of a file, until they are given back with `unmap`; NULL: it has to be read. */
const uint8_t *tlb_file_system_map(const tlb_context *context, const char *path, size_t *size);
/* As tlb_folder_list, unsorted. */
tlb_status tlb_file_system_list(tlb_context *context, tlb_arena *arena, const char *path,
                                tlb_entries *entries);

#endif
