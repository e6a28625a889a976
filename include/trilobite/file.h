/* Files, as the library reads and writes them. Paths are in the system's encoding, on Windows in UTF-8; a
 * path may go on into an archive ("x.vol/y.dts"). Files are read from the file system of the context
 * (tlb_context_options.files), and written to the operating system's. Failures are reported as CANNOT_READ,
 * CANNOT_WRITE or FILE_EXISTS, with the system's reason. */
#ifndef TRILOBITE_FILE_H
#define TRILOBITE_FILE_H

#include "trilobite/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of what is at the path; links are followed. Archives are files, and their members nothing. A context of
 * NULL means the operating system's files. */
TLB_API tlb_path_kind tlb_path_kind_of(const tlb_context *context, const char *path);

/* Both point into the path; / and \ separate. */
TLB_API const char *tlb_path_base(const char *path); /* after the last separator */
TLB_API const char *
tlb_path_extension(const char *path); /* after the last dot of the base name; "" without */

/* Splits a path that goes on into a file: "a/b.vol/c.dts" into "a/b.vol" and "c.dts". Both live in `arena` or
 * the path. False: it goes into no file, or there is no memory. A context of NULL means the operating
 * system's files. */
TLB_API bool tlb_path_split(const tlb_context *context, tlb_arena *arena, const char *path, const char **file,
                            const char **inside);

/* The bytes of a file, of the member that a path goes to ("x.vol/y.dts"), or of standard input ("-"); freed
 * with tlb_bytes_free. TLB_NOT_FOUND, TLB_READ_FAILED, and the errors of opening the archive. */
TLB_API tlb_status tlb_path_read(tlb_context *context, const char *path, tlb_bytes *bytes);
TLB_API void tlb_bytes_free(tlb_context *context, tlb_bytes bytes);

/* A file being written. It has a temporary name in its folder ("NAME.PID-N.tmp") until tlb_file_close gives
 * it its own, so a reader never finds half of it; a process that is killed leaves that file behind. Standard
 * output ("-"), pipes and devices are written to directly. A writer is used by the thread of its context and
 * ended, by close or abandon, before the context is freed. */
typedef struct tlb_file_writer tlb_file_writer;

/* Begins a file at `path`, which is copied. With `replace` an existing file is replaced when the writer is
 * closed, and its access rights are kept; a symbolic link stays, and the file that it leads to is replaced
 * (on Windows the link). Without, an existing file is an error, then and now. `writer` is NULL on failure.
 * TLB_WRITE_FAILED (FILE_EXISTS, CANNOT_WRITE), TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_file_create(tlb_context *context, const char *path, bool replace,
                                   tlb_file_writer **writer);
/* Appends bytes; false after a failure, which is reported once and returned by tlb_file_close. It has the
 * type of tlb_sink.write: {tlb_file_write, writer}. */
TLB_API bool tlb_file_write(void *writer, const void *data, size_t size);
/* Ends the file, gives it its name and frees the writer. When that or a write before it failed, the file is
 * removed and what had its name is unchanged. TLB_WRITE_FAILED. */
TLB_API tlb_status tlb_file_close(tlb_file_writer *writer);
/* Removes the file and frees the writer. What was written directly stays. NULL is allowed. */
TLB_API void tlb_file_abandon(tlb_file_writer *writer);
/* Create, write and close, for bytes in memory. */
TLB_API tlb_status tlb_file_save(tlb_context *context, const char *path, tlb_bytes bytes, bool replace);

typedef struct tlb_paths {
    const char *const *data;
    size_t count;
} tlb_paths;

/* The files of a folder and of all folders below it, sorted by name, in `arena`. Links to folders are not
 * followed; pipes and devices are left out. A folder that cannot be listed, or is nested deeper than
 * max_nesting, is reported, and the others are listed all the same: TLB_NOT_FOUND, TLB_READ_FAILED,
 * TLB_LIMIT. It ends without memory (TLB_NO_MEMORY) and after 262,144 folders (TLB_LIMIT). */
TLB_API tlb_status tlb_folder_files(tlb_context *context, tlb_arena *arena, const char *path,
                                    tlb_paths *paths);

/* Makes a folder and those above it that do not exist. TLB_WRITE_FAILED (CANNOT_WRITE), TLB_NO_MEMORY,
 * TLB_LIMIT. */
TLB_API tlb_status tlb_folder_make(tlb_context *context, const char *path);

#ifdef __cplusplus
}
#endif
#endif
