/* What archives do for documents. */
#ifndef TLB_CORE_ARCHIVE_H
#define TLB_CORE_ARCHIVE_H

#include "core/format.h"

/* As tlb_path_read; archives are mapped. Closed with tlb_file_view_close. */
tlb_status tlb_path_view(tlb_context *context, const char *path, tlb_file_view *view);

/* The member of a name, for tlb_bytes_free; what is wrong with it is reported to `context`, which need not be
 * the archive's. */
tlb_status tlb_archive_copy(tlb_document *archive, const char *name, tlb_context *context, tlb_bytes *bytes);

void tlb_archive_entries_free(tlb_document *document);

/* Bytes that may be those of a mapped file were written: their memory can be used for others. */
void tlb_archive_release(tlb_document *document, const uint8_t *data, size_t size);
void tlb_archive_views_close(tlb_document *document);

/* A line for each member that only one of two archives has, or that is another, or packed otherwise, in the
 * second; those that cannot be read are passed over. `differences` is counted up. */
tlb_status tlb_archive_diff(tlb_document *a, tlb_document *b, tlb_buffer *out, uint64_t *differences);

#endif
