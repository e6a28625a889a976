/* Files, as the library reads and writes them. Paths are in the system's encoding, on Windows in UTF-8; a
 * path may go on into an archive ("x.vol/y.dts"). Failures are reported as CANNOT_READ, CANNOT_WRITE or
 * FILE_EXISTS, with the system's reason. */
#ifndef TRILOBITE_FILE_H
#define TRILOBITE_FILE_H

#include "trilobite/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tlb_path_kind {
    TLB_PATH_NONE, /* nothing, or not accessible */
    TLB_PATH_FILE,
    TLB_PATH_FOLDER,
    TLB_PATH_OTHER /* a pipe, a device */
} tlb_path_kind;

TLB_API tlb_path_kind tlb_path_kind_of(const char *path);

/* Both point into the path; / and \ separate. */
TLB_API const char *tlb_path_base(const char *path); /* after the last separator */
TLB_API const char *
tlb_path_extension(const char *path); /* after the last dot of the base name; "" without */

/* Splits a path that goes on into a file: "a/b.vol/c.dts" into "a/b.vol" and "c.dts". Both live in `arena` or
 * the path. False: it goes into no file, or there is no memory. */
TLB_API bool tlb_path_split(tlb_arena *arena, const char *path, const char **file, const char **inside);

/* The bytes of a file, or of the member that a path goes to ("x.vol/y.dts"); freed with
 * tlb_bytes_free. TLB_NOT_FOUND, TLB_READ_FAILED, and the errors of opening the archive. */
TLB_API tlb_status tlb_path_read(tlb_context *context, const char *path, tlb_bytes *bytes);
TLB_API void tlb_bytes_free(tlb_context *context, tlb_bytes bytes);

/* A file being written. It has a temporary name in its folder until it is closed; standard output
 * ("-"), pipes and devices are written to at once. */
typedef struct tlb_file_writer {
    tlb_context *context;
    const char *path;
    char *temporary; /* NULL when written to at once */
    size_t temporary_size;
    int handle;
    bool replace;
    tlb_status status;
} tlb_file_writer;

/* `path` must last until the writer is closed. Without `replace`, an existing file is an error.
 * TLB_WRITE_FAILED. */
TLB_API tlb_status tlb_file_create(tlb_context *context, const char *path, bool replace,
                                   tlb_file_writer *writer);
/* Has the type of tlb_sink.write; `writer` is a tlb_file_writer. */
TLB_API bool tlb_file_write(void *writer, const void *data, size_t size);
/* Ends the writing: with `keep`, and when nothing failed, the file gets its name, otherwise it is removed. */
TLB_API tlb_status tlb_file_close(tlb_file_writer *writer, bool keep);
/* All three for bytes in memory. */
TLB_API tlb_status tlb_file_save(tlb_context *context, const char *path, tlb_bytes bytes, bool replace);

/* Makes a folder and those above it that do not exist. */
TLB_API tlb_status tlb_folder_make(tlb_context *context, const char *path);

#ifdef __cplusplus
}
#endif
#endif
