/* The command `catalog`: which files, and where what is known of them goes. */
#ifndef TOOL_CATALOG_H
#define TOOL_CATALOG_H

#include "catalog/entry.h"

/* A word of the command line, and whether all below it could be listed. */
typedef struct catalog_folder {
    const char *path;
    bool is_complete;
} catalog_folder;

typedef struct catalog_files {
    word_list all;  /* sorted, each once */
    word_list mine; /* those of the shard */
    catalog_folder *folders;
    size_t folder_count;
} catalog_files;

/* A new file of rows, in the order of the paths. */
exit_code catalog_write_csv(const options *o, const catalog_files *files);
/* A new catalog, or one that is brought up to date. */
exit_code catalog_update(const options *o, const catalog_files *files);
/* Takes in the catalogs that the words name. */
exit_code catalog_merge(const options *o);

#endif
