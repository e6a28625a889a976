/* Files that are on no disk, as a file system of contexts. */
#ifndef TLB_TESTS_VIRTUAL_FILES_H
#define TLB_TESTS_VIRTUAL_FILES_H

#include "base/arena.h"

typedef struct virtual_file {
    const char *path;
    tlb_bytes bytes;
} virtual_file;

typedef struct virtual_files {
    TLB_LIST(virtual_file) list;
    uint32_t calls;     /* of all callbacks so far */
    uint32_t lent;      /* views that are not given back */
    bool lends;         /* whether map gives anything */
    char last[4096];    /* the path that was asked for last */
    tlb_status failure; /* what size, read and list return if it is set */
} virtual_files;

/* `files` and the bytes must last as long as the contexts. */
tlb_file_system virtual_file_system(virtual_files *files);
void virtual_add(tlb_arena *arena, virtual_files *files, const char *path, tlb_bytes bytes);
void virtual_add_text(tlb_arena *arena, virtual_files *files, const char *path, const char *text);

#endif
