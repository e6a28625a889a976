/* What only the system can do, besides trilobite/file.h. */
#ifndef TLB_BASE_PLATFORM_H
#define TLB_BASE_PLATFORM_H

#include "base/context.h"
#include "trilobite/file.h"

/* As malloc, and as its memory given back with free. Much at once comes in large pages where the system has
 * them: touching small ones for the first time takes longer than filling them. */
void *tlb_memory_allocate(size_t size);

/* Whether the path is standard input: "-", unless the context has a file system of its own. */
bool tlb_is_standard_input(const tlb_context *context, const char *path);

/* A whole file, pipe or device, or standard input. The memory goes back with
 * tlb_release(context->account, data, size); NULL when there are no bytes. TLB_NOT_FOUND, TLB_READ_FAILED,
 * TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status tlb_file_read(tlb_context *context, const char *path, uint8_t **data, size_t *size);

/* A whole file as `view` lends it, mapped where that can be: for files of which little may be looked at. Who
 * shortens a file meanwhile ends the program. Closed with tlb_file_view_close. The same failures. */
typedef enum tlb_bytes_origin {
    TLB_BYTES_READ,   /* memory of the context */
    TLB_BYTES_MAPPED, /* by the system */
    TLB_BYTES_LENT    /* by the context's file system */
} tlb_bytes_origin;

typedef struct tlb_file_view {
    const uint8_t *data;
    size_t size;
    tlb_bytes_origin origin;
} tlb_file_view;

tlb_status tlb_file_view_open(tlb_context *context, const char *path, tlb_file_view *view);
void tlb_file_view_close(tlb_context *context, tlb_file_view *view);
/* A part that will not be looked at soon takes no memory until it is. */
void tlb_file_view_release(const tlb_file_view *view, const uint8_t *data, size_t size);

/* Ends the writing before tlb_file_close or tlb_file_abandon: until then the writer takes no handle. Returns
 * its first failure. */
tlb_status tlb_file_finish(tlb_file_writer *writer);
/* The file that it makes or replaces: its path, or what that is a link to. */
const char *tlb_file_target(const tlb_file_writer *writer);
/* Whether it writes to a pipe or a device, which cannot be undone. */
bool tlb_file_is_direct(const tlb_file_writer *writer);

/* Gives a file that is about to be replaced a temporary name besides its own, from which it can be moved
 * back; where the file system has no hard links, instead of its own. `aside` is in `arena`; NULL: there is no
 * such file. */
tlb_status tlb_file_set_aside(tlb_context *context, tlb_arena *arena, const char *path, const char **aside);
/* Renames and removes a file, without a report. Without `replace`, a file that has the new name is an error.
 */
bool tlb_file_move(const char *from, const char *to, bool replace);
bool tlb_file_remove(const char *path);

/* Reports `code` with a reason, and the path unless it is the context's file. */
void tlb_report_path(tlb_context *context, tlb_code code, const char *path, const char *reason);

/* Whether it is a separator of paths on this system. */
bool tlb_is_separator(char c);
/* Of one search: more are refused. */
enum { TLB_MOST_FOLDERS = 1 << 18 };

/* A folder's files and folders by name, without what is neither and without links to folders. */
typedef struct tlb_entry {
    const char *name;
    bool is_folder;
} tlb_entry;

typedef TLB_LIST(tlb_entry) tlb_entries;

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries);

/* Until it is left, this thread's text functions take text for UTF-8: for libraries that convert names as the
 * locale says. NULL, and nothing is different, where there is no such locale. */
void *tlb_utf8_enter(void);
void tlb_utf8_leave(void *entered);

#endif
