/* What only the system can do. Paths are in the system's encoding, on Windows in UTF-8. Failures are reported
 * as CANNOT_READ, CANNOT_WRITE or FILE_EXISTS, with the system's reason. */
#ifndef TLB_BASE_PLATFORM_H
#define TLB_BASE_PLATFORM_H

#include "base/context.h"

#include <stdio.h>

typedef enum tlb_path_kind {
    TLB_PATH_NONE, /* nothing there, or nothing that may be looked at */
    TLB_PATH_FILE,
    TLB_PATH_FOLDER,
    TLB_PATH_OTHER /* a pipe, a device */
} tlb_path_kind;

tlb_path_kind tlb_path_look(const char *path);

/* As malloc, and as its memory given back with free. Much at once comes in large pages where the system has
 * them: touching small ones for the first time takes longer than filling them. */
void *tlb_memory_take(size_t size);

/* A whole file, pipe or device; "-" is standard input. The memory goes back with
 * tlb_release(&context->account, data, size); NULL when there are no bytes. TLB_NOT_FOUND, TLB_READ_FAILED,
 * TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status tlb_file_read(tlb_context *context, const char *path, uint8_t **data, size_t *size);

/* A whole file as `view` lends it, mapped where the system can: for files of which little may be looked at.
 * Who shortens a file meanwhile ends the program. Closed with tlb_file_view_close. The same failures. */
typedef struct tlb_file_view {
    const uint8_t *data;
    size_t size;
    bool mapped;
} tlb_file_view;

tlb_status tlb_file_view_open(tlb_context *context, const char *path, tlb_file_view *view);
void tlb_file_view_close(tlb_context *context, tlb_file_view *view);

/* Whether the system takes it for what stands between the names of a path. */
bool tlb_is_separator(char c);
/* The path of the file that a path goes on into, as "a/b.vol" is of "a/b.vol/c.dts", and behind its separator
 * what is meant in it. False: it goes into no file, or there is no memory. */
bool tlb_path_split(tlb_arena *arena, const char *path, const char **file, const char **inside);

/* A file being written. It stands under a temporary name in the folder it is meant for until it is closed;
 * standard output ("-"), pipes and devices are written to at once. */
typedef struct tlb_file_writer {
    tlb_context *context;
    const char *path;
    char *temporary; /* NULL when written to at once */
    size_t temporary_size;
    int handle;
    bool replace;
    tlb_status status;
} tlb_file_writer;

/* `path` must last until the writer is closed. Without `replace` a file that exists is refused. */
tlb_status tlb_file_create(tlb_context *context, tlb_file_writer *writer, const char *path, bool replace);
/* Has the type of tlb_sink.write and tlb_buffer.flush; `writer` is a tlb_file_writer. */
bool tlb_file_write(void *writer, const void *data, size_t size);
/* Ends the writing: with `keep`, and when nothing failed, the file takes its name, otherwise it is gone. */
tlb_status tlb_file_close(tlb_file_writer *writer, bool keep);

/* All three for bytes in memory. */
tlb_status tlb_file_save(tlb_context *context, const char *path, tlb_bytes bytes, bool replace);

/* A folder's files and folders by name, without what is neither and without links to folders. */
typedef struct tlb_entry {
    const char *name;
    bool is_folder;
} tlb_entry;

typedef TLB_LIST(tlb_entry) tlb_entries;

tlb_status tlb_folder_list(tlb_context *context, tlb_arena *arena, const char *path, tlb_entries *entries);
/* Makes a folder and those above it that do not exist. */
tlb_status tlb_folder_make(tlb_context *context, const char *path);

/* Whether a person looks at what is printed there. */
bool tlb_is_terminal(FILE *stream);

/* Until it is left, this thread's text functions take text for UTF-8: for libraries that convert names as the
 * locale says. NULL, and nothing is different, where there is no such locale. */
void *tlb_utf8_enter(void);
void tlb_utf8_leave(void *entered);

#endif
