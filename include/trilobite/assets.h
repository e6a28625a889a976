/* Assets: where to search for the files that documents reference.
 *
 * Places to search are folders, volumes, archives, files in memory and finders. They are searched in the
 * order added, for the base name that the document has, ignoring case; / and \ both separate folders. Of
 * several files of that name it is the one whose path shares most folders with the document's, and of those
 * the one added first. When there is none, other extensions are tried: those that the document's format knows
 * for the purpose. Folders, volumes and archives come from the context's file system
 * (tlb_context_options.files). */
#ifndef TRILOBITE_ASSETS_H
#define TRILOBITE_ASSETS_H

#include "trilobite/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_assets tlb_assets;

/* With nothing to search. Freed with tlb_assets_free, before the context. NULL: memory was refused. */
TLB_API tlb_assets *tlb_assets_create(tlb_context *context);
/* Adds a folder with all folders in it, a volume or an archive (zip, 7z, tar). Volumes and zip files (vl2,
 * pk3, zip) within a folder come after all that was added, and are opened only when a file is found nowhere
 * else. TLB_NOT_FOUND: the path does not exist; TLB_READ_FAILED, TLB_INVALID, TLB_UNSUPPORTED: it cannot be
 * read or is not an archive; TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_assets_add(tlb_assets *assets, const char *path);
/* Adds the files in the same folder as a document; none when there is no such folder. For a member of a
 * volume ("x.vol/y.dts") these are the volume's other members, then the files in the volume's folder.
 * What is found neither there nor in anything else that was added is searched for in the folders of that
 * folder, in the order of their names, and then in the folder above it; these are listed when the first such
 * file is searched for. What cannot be read there is not reported. */
TLB_API tlb_status tlb_assets_add_beside(tlb_assets *assets, const char *document_path);
/* Adds a file that is in memory, under a name that may have folders ("walls/brick.png"). The name is copied;
 * the bytes must stay as they are until tlb_assets_free. A volume's members are found in it, as in those of a
 * folder. TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_assets_add_memory(tlb_assets *assets, const char *name, tlb_bytes bytes);
/* Supplies a file by its name, as it is in the document, or with another extension: TLB_OK with its bytes,
 * which are copied when it returns; TLB_NOT_FOUND: it has none; TLB_NO_MEMORY. All else fails, is reported as
 * CANNOT_READ with the name, and ends the search. Case, folders and separators are for it to compare. */
typedef tlb_status (*tlb_asset_finder)(void *user, const char *name, tlb_bytes *bytes);
/* Adds a finder. It is asked for what was found in nothing added before it, once for each name, on the thread
 * of the call that needs the file; it may use other contexts, not that of the assets. What formats find
 * without a name, as palettes next to a bitmap and sequences next to a shape, it is not asked for.
 * TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_assets_add_finder(tlb_assets *assets, tlb_asset_finder find, void *user);
TLB_API void tlb_assets_free(tlb_assets *assets);

/* What is in folders and archives, listed once for the assets of many documents: those of the contexts whose
 * tlb_context_options name it, in any threads. A folder is listed when the first of them needs it. `options`
 * (may be NULL) has the limits for each listing, and an allocator and a file system that all those threads
 * may call; contexts with another file system than that (other callbacks, or another user) list for
 * themselves. NULL without memory. Freed after the contexts. */
typedef struct tlb_directory_cache tlb_directory_cache;
TLB_API tlb_directory_cache *tlb_directory_cache_create(const tlb_context_options *options);
TLB_API void tlb_directory_cache_free(tlb_directory_cache *directory_cache);

#ifdef __cplusplus
}
#endif
#endif
