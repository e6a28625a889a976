/* Assets: where to search for the files that documents reference. */
#ifndef TRILOBITE_ASSETS_H
#define TRILOBITE_ASSETS_H

#include "trilobite/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_assets tlb_assets;

/* With nothing to search. Freed with tlb_assets_free, before the context. NULL: memory was refused. */
TLB_API tlb_assets *tlb_assets_create(tlb_context *context);
/* Adds a place to search: a folder, volume or archive (zip, 7z, tar). They are searched in the order added,
 * ignoring case. Volumes within a folder come after all that was added, and are opened only when a file is
 * found nowhere else. TLB_NOT_FOUND: the path does not exist; TLB_READ_FAILED, TLB_INVALID, TLB_UNSUPPORTED:
 * it cannot be read or is not an archive; TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_assets_add(tlb_assets *assets, const char *path);
/* Adds the files in the same folder as a document; none when there is no such folder. For a member of a
 * volume ("x.vol/y.dts") these are the volume's other members, then the files in the volume's folder.
 * What is found neither there nor in anything else that was added is searched for in the folders of that
 * folder, in the order of their names, and then in the folder above it; these are listed when the first such
 * file is searched for. What cannot be read there is not reported. */
TLB_API tlb_status tlb_assets_add_beside(tlb_assets *assets, const char *document_path);
TLB_API void tlb_assets_free(tlb_assets *assets);

/* What is in folders and archives, listed once for the assets of many documents: those of the contexts whose
 * tlb_context_options name it, in any threads. A folder is listed when the first of them needs it. `options`
 * (may be NULL) has the limits for each listing, and an allocator that all those threads may call. NULL
 * without memory. Freed after the contexts. */
typedef struct tlb_directory_cache tlb_directory_cache;
TLB_API tlb_directory_cache *tlb_directory_cache_create(const tlb_context_options *options);
TLB_API void tlb_directory_cache_free(tlb_directory_cache *directory_cache);

#ifdef __cplusplus
}
#endif
#endif
