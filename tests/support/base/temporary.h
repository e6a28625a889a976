/* Folders for tests to write in. */
#ifndef TLB_TESTS_TEMPORARY_H
#define TLB_TESTS_TEMPORARY_H

#include "base/arena.h"

/* A new, empty folder under $TMPDIR or /tmp (Windows: %TEMP%); NULL when there is none to be had. */
const char *make_temporary_folder(tlb_arena *arena);
/* Removes it and all below it; links are not followed. */
void remove_folder(const char *folder);

/* Writes a file of the folder; the test fails where it cannot be. */
void put_in_folder(const char *folder, const char *name, const void *bytes, size_t size);

/* What a fixture with a folder begins and ends with; the end asserts that all memory is given back. False:
 * there is no folder to be had. */
bool begin_in_folder(tlb_context **context, tlb_arena *arena, const char **folder);
void end_in_folder(tlb_context *context, tlb_arena *arena, const char *folder);

/* A test's context and folder, as cmocka sets them up. */
typedef struct folder_fixture {
    tlb_context *context;
    tlb_arena arena;
    const char *folder;
} folder_fixture;

int begin_folder(void **state);
int end_folder(void **state);

#endif
