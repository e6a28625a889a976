/* A folder of files for a test, which goes with it, and assets to find them with. */
#ifndef TLB_TESTS_ASSET_FOLDER_H
#define TLB_TESTS_ASSET_FOLDER_H

#include "assets/assets.h"

typedef struct asset_folder {
    tlb_context *context;
    tlb_arena arena;
    const char *folder;
    tlb_assets *assets;
} asset_folder;

int enter_assets(void **state);
int leave_assets(void **state);

/* The path of a name in the folder. */
const char *inside(asset_folder *f, const char *name);
/* A new file of this text, with the folders above it. */
void put_text(asset_folder *f, const char *name, const char *text);

/* Searches with the extensions of pictures. */
void assert_finds(asset_folder *f, const char *name, const char *path, const char *text);
void assert_finds_nothing(asset_folder *f, const char *name);

/* As a job among many: with a context of its own. */
tlb_status find_alone(asset_folder *f, tlb_directory_cache *directory_cache, const char *place,
                      const char *name, uint64_t *unreadable);

/* Looks for files (NULL at the end) in the folder and in the archive, if there is one, with ever more
 * allocations until all are found. */
void assert_allocations_may_fail(const char *folder, const char *archive, const char *const *wanted);

#endif
