/* What every part of the library shares: status, diagnostics, contexts, small types.
 *
 * Arguments: NULL for what is not said to be optional, numbers and enums out of range, structs of zeros and
 * documents of another format are answered, never undefined. What returns a tlb_status returns TLB_ARGUMENT,
 * with BAD_ARGUMENT reported, which names the function and the argument; there must be a context to report it
 * to, or a document or other object made with one. All else returns NULL, false, 0, TLB_NONE or an empty
 * struct, or does nothing. Results are NULL or empty then. Not noticed: pointers to what was freed, lists
 * that are shorter than their counts, and objects that the library did not make where it expects its own.
 *
 * Threads: a tlb_context and everything made with it belong to one thread at a time. Different contexts
 * are independent, whether or not they share a directory cache; the library keeps no global or thread-local
 * state. */
#ifndef TRILOBITE_BASE_H
#define TRILOBITE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TLB_VERSION_MAJOR 0
#define TLB_VERSION_MINOR 1
#define TLB_VERSION_PATCH 0

#if defined(_WIN32) && defined(TLB_BUILDING)
#define TLB_API __declspec(dllexport)
#elif defined(_WIN32) && defined(TLB_SHARED) /* by programs that link to the DLL */
#define TLB_API __declspec(dllimport)
#elif defined(__GNUC__)
#define TLB_API __attribute__((visibility("default")))
#else
#define TLB_API
#endif
#if defined(__MINGW32__) && !defined(__clang__) /* whose printf is not that of C */
#define TLB_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define TLB_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TLB_PRINTF(text, first)
#endif

/* The version of the library that runs: "0.1.0"; that of this header is TLB_VERSION_MAJOR … */
TLB_API const char *tlb_version(void);

/* The result of a call. On failure the context's diagnostics have the reason. */
typedef enum tlb_status {
    TLB_OK = 0,
    TLB_INVALID,      /* the input breaks its format */
    TLB_UNSUPPORTED,  /* known, but not supported */
    TLB_ARGUMENT,     /* invalid argument */
    TLB_NO_MEMORY,    /* the allocator returned NULL */
    TLB_LIMIT,        /* a limit of tlb_context_options was exceeded */
    TLB_NOT_FOUND,    /* a file or member does not exist */
    TLB_READ_FAILED,  /* the system could not read */
    TLB_WRITE_FAILED, /* the system could not write */
    TLB_CANCELLED     /* tlb_context_options.cancel said so */
} tlb_status;

/* A constant English phrase for a status; of any other number "unknown status". */
TLB_API const char *tlb_status_text(tlb_status status);

/* Bytes owned by something else. Text is NUL-terminated after `size` bytes; the bytes themselves may be
 * anything. A zeroed struct is the empty string. */
typedef struct tlb_text {
    const char *data;
    uint32_t size;
} tlb_text;

typedef struct tlb_bytes {
    const uint8_t *data;
    size_t size;
} tlb_bytes;

/* A counted array; data may be NULL when count is 0. */
#define TLB_ARRAY(type)                                                                                      \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint32_t count;                                                                                      \
    }

/* A callback that receives bytes. It returns false to stop: the call then returns TLB_WRITE_FAILED. */
typedef struct tlb_sink {
    bool (*write)(void *user, const void *data, size_t size);
    void *user;
} tlb_sink;

typedef float tlb_vec2[2];
typedef float tlb_vec3[3];
typedef float tlb_vec4[4];

/* --- diagnostics ------------------------------------------------------------------------------------ */

typedef enum tlb_severity { TLB_NOTE, TLB_WARNING, TLB_ERROR } tlb_severity;

typedef enum tlb_code {
#define TLB_CODE(number, name, severity, meaning) TLB_CODE_##name = number,
#include "trilobite/diagnostics.def"
#undef TLB_CODE
} tlb_code;

#define TLB_NO_OFFSET UINT64_MAX

/* An option, for programs to name in their own way: --light-time SECONDS, light_time=…, a field of a form. */
typedef struct tlb_remedy {
    const char *option; /* as in tlb_option_info.name; also "assets" and "replace". NULL: none */
    const char *value;  /* for it; in capitals, what has to be given: "SECONDS". NULL: none, or any */
} tlb_remedy;

/* One diagnostic. Its strings last until tlb_diagnostics_clear or tlb_context_free. */
typedef struct tlb_diagnostic {
    tlb_severity severity;
    tlb_code code;
    uint64_t offset;     /* from the start of the file; TLB_NO_OFFSET where there is none */
    const char *file;    /* the name the document was opened with; "" where there is none */
    const char *path;    /* field path, as in dump: details[0].surfaces[12].windingStart; "" for the whole */
    const char *message; /* what was found and what was expected */
    tlb_remedy remedy;   /* the option that helps; of BAD_OPTION and OPTION_UNUSED the one at fault */
} tlb_diagnostic;

/* All codes, in the order of their numbers: `index` from 0 to tlb_code_count() - 1, else 0. A number that is
 * no code, as one of a newer version of the library, is named "UNKNOWN" and of severity TLB_ERROR; all of
 * them have one total. */
TLB_API size_t tlb_code_count(void);
TLB_API tlb_code tlb_code_at(size_t index);
TLB_API size_t tlb_code_index(tlb_code code);        /* the inverse; tlb_code_count() of what is no code */
TLB_API const char *tlb_code_name(tlb_code code);    /* "DIF_SURFACE_WINDING" */
TLB_API const char *tlb_code_meaning(tlb_code code); /* one sentence, as in docs/DIAGNOSTICS.md */
TLB_API tlb_severity tlb_code_severity(tlb_code code);
TLB_API const char *tlb_severity_name(tlb_severity severity); /* "note", "warning", "error"; "unknown" */

/* --- files ------------------------------------------------------------------------------------------ */

typedef enum tlb_path_kind {
    TLB_PATH_NONE, /* nothing, or not accessible */
    TLB_PATH_FILE,
    TLB_PATH_FOLDER,
    TLB_PATH_OTHER /* a pipe, a device */
} tlb_path_kind;

/* Receives what is in a folder, one entry per call: a name without separators, which it copies, and a kind.
 * Entries that are neither files nor folders are left out. False: it accepts no more, and the list ends. */
typedef struct tlb_entry_sink {
    bool (*add)(void *user, const char *name, tlb_path_kind kind);
    void *user;
} tlb_entry_sink;

/* A file system in place of the operating system's. Whatever the library reads or lists by its path comes
 * from these callbacks: documents, volumes and other archives, assets, palettes and all else that documents
 * and options name. What it writes (tlb_file_create, tlb_folder_make and those that use them) goes to the
 * operating system, whose standard input ("-") is not read then.
 *
 * Paths are made of those that the caller gave and of names that were listed, and arrive in one spelling:
 * names separated by single /, without "." and "..", which only a path above the caller's begins with; "." is
 * the folder of paths without one. At most 4095 bytes: what is longer is not found.
 *
 * `size`, `read` and `list` return TLB_OK, TLB_NOT_FOUND or TLB_NO_MEMORY; all else means TLB_READ_FAILED. A
 * failure is reported as CANNOT_READ with the path, and is what the call of the library returns, if it needs
 * the file. Callbacks run on the thread of that call and may use other contexts, but not the one that calls
 * them. Contexts in several threads may share a file system that is thread-safe. */
typedef struct tlb_file_system {
    tlb_path_kind (*kind)(void *user, const char *path);
    /* Of a file, in bytes. */
    tlb_status (*size)(void *user, const char *path, uint64_t *size);
    /* Fills `data` with the `size` bytes of a file from `offset` on, which are within its size. Long files
     * are read in parts; between two of them the call may be cancelled. What is not filled is zero. */
    tlb_status (*read)(void *user, const char *path, uint64_t offset, void *data, size_t size);
    /* Of a folder: calls entries.add(entries.user, name, kind) for each entry, in any order; 1,048,576 at
     * most. */
    tlb_status (*list)(void *user, const char *path, tlb_entry_sink entries);
    /* Optional, both or neither. `map` lends all bytes of a file until `unmap`, for archives, of which little
     * may be needed; they do not count as memory of the context. NULL: the file is read. */
    const void *(*map)(void *user, const char *path, size_t *size);
    void (*unmap)(void *user, const void *data, size_t size);
    void *user;
} tlb_file_system;

/* --- context ---------------------------------------------------------------------------------------- */

/* Replaces malloc and free: both or neither. All memory of the library comes from it, and that of libpng and
 * zlib. From malloc come: that of stb_image, of which the most that it may take is counted in max_bytes
 * before it runs; and, not counted, that of libarchive while an archive (zip, 7z, tar) is open, of Draco
 * while it decodes a mesh, of assimp, and of OpenGL. `allocate` returns memory aligned for any type, or NULL;
 * `release` gets the size that was requested. Contexts in several threads may share one if it is thread-safe.
 */
typedef struct tlb_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} tlb_allocator;

/* Called during long calls, on their thread, many times a second: it looks at a flag or a clock, and calls
 * nothing of this library. Once it returns true, the call that it interrupts frees what it made, removes the
 * file that it was writing, reports nothing more, and returns TLB_CANCELLED (or NULL, where it returns no
 * status). Documents and scenes that it did not change stay as they are; one that it was changing can only be
 * freed. It may be called again before the call returns, and then keeps returning true. */
typedef struct tlb_cancel {
    bool (*is_cancelled)(void *user); /* NULL: calls are never cancelled */
    void *user;
} tlb_cancel;

/* Work is counted in steps, each of about a microsecond: a request for memory, 1024 bytes that are read, some
 * rays or texels. The same calls take the same number of steps, whatever else the machine does; other
 * versions of the library, and machines of other word sizes, count a little differently. Once a context's
 * calls have done more than max_work, the call under way ends as if it were cancelled (tlb_cancel), but
 * returns TLB_LIMIT and reports WORK_LIMIT, and so does each call after it until tlb_work_clear. For
 * untrusted files: docs/SECURITY.md. */

/* Start from TLB_CONTEXT_OPTIONS_INIT; a zero means the default given. A struct of zeros is all defaults. */
typedef struct tlb_context_options {
    size_t struct_size;       /* sizeof(tlb_context_options); 0: no member is set */
    tlb_allocator allocator;  /* malloc and free */
    uint64_t max_bytes;       /* memory allocated at one time: 16 GiB (tlb_allocator) */
    uint64_t max_allocations; /* no limit */
    uint32_t max_nesting;     /* structures within structures: 64 */
    uint32_t max_per_code;    /* diagnostics kept per code and document; others are only counted: 20 */
    struct tlb_directory_cache *directory_cache; /* of folders, shared with other contexts (assets.h): none */
    tlb_cancel cancel;                           /* whether calls are to end early: never */
    tlb_file_system files;                       /* where files are read from: the operating system */
    uint64_t max_work;                           /* steps of work until tlb_work_clear: no limit */
    /* Files of archives are mapped into memory rather than read: one of many GB takes little. Where another
     * program shortens such a file meanwhile, the system ends this one with SIGBUS, unless it handles that:
     * they are read. */
    bool map_files;
} tlb_context_options;

#ifdef __cplusplus
#define TLB_CONTEXT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        sizeof(tlb_context_options)                                                                          \
    }
#else
#define TLB_CONTEXT_OPTIONS_INIT                                                                             \
    {                                                                                                        \
        .struct_size = sizeof(tlb_context_options)                                                           \
    }
#endif

typedef struct tlb_context tlb_context;
typedef struct tlb_arena tlb_arena; /* arena.h */

/* NULL options: all defaults. Returns NULL when there is no memory, or options set members without their
 * size, some that this library is too old for, or a part of the callbacks of `files`. */
TLB_API tlb_context *tlb_context_create(const tlb_context_options *options);
/* Frees the context and its diagnostics. Documents and scenes made with it must have been freed before. */
TLB_API void tlb_context_free(tlb_context *context);

/* Diagnostics kept so far, in the order they were reported. The pointer is valid until the next one is added;
 * NULL: `index` is not below the count. */
TLB_API size_t tlb_diagnostic_count(const tlb_context *context);
TLB_API const tlb_diagnostic *tlb_diagnostic_at(const tlb_context *context, size_t index);
/* The number reported of a severity or of a code, kept or not: about a document, where the context is one's
 * (tlb_document_context), else in all. */
TLB_API uint64_t tlb_severity_total(const tlb_context *context, tlb_severity severity);
TLB_API uint64_t tlb_code_total(const tlb_context *context, tlb_code code);
TLB_API void tlb_diagnostics_clear(tlb_context *context);
/* Adds a diagnostic, about the document that the context is of (tlb_document_context) or no file: for callers
 * who check or convert for themselves. `format` is printf's, NULL: the code's meaning; a message is cut after
 * 1023 bytes. `path` may be NULL, `offset` TLB_NO_OFFSET. Without memory for its text a diagnostic is
 * counted, and kept with less of it. */
TLB_API void tlb_report(tlb_context *context, tlb_code code, uint64_t offset, const char *path,
                        const char *format, ...) TLB_PRINTF(5, 6);
/* The same with a remedy, whose strings are copied. */
TLB_API void tlb_report_remedy(tlb_context *context, tlb_code code, uint64_t offset, const char *path,
                               tlb_remedy remedy, const char *format, ...) TLB_PRINTF(6, 7);

/* Reports, after a call that returned NULL or false, why the arena that it works in was refused memory:
 * OUT_OF_MEMORY or MEMORY_LIMIT. Returns TLB_NO_MEMORY or TLB_LIMIT, for the caller to return; TLB_CANCELLED,
 * and reports nothing, where memory was refused because the call is cancelled. `arena` is that of the
 * document or scene, or the caller's own; NULL: what could not be made would have had it (tlb_arena_create,
 * tlb_scene_create). */
TLB_API tlb_status tlb_report_memory(tlb_context *context, const tlb_arena *arena);
/* The same where the status is known: other statuses are returned, and not reported. */
TLB_API tlb_status tlb_report_failure(tlb_context *context, tlb_status status);

/* Paths and messages contain text from files as it is. This escapes it for one line of a terminal: control
 * characters, marks of direction, characters without width and invalid UTF-8 become \xNN, \uNNNN or
 * \UNNNNNNNN. Writes at most TLB_PRINTABLE bytes for each byte, and returns their end; no NUL. */
enum { TLB_PRINTABLE = 4 };
TLB_API char *tlb_printable(const char *text, size_t size, char *out);

/* Bytes allocated now by everything made with the context, and the maximum at one time. */
TLB_API uint64_t tlb_memory_now(const tlb_context *context);
TLB_API uint64_t tlb_memory_peak(const tlb_context *context);
/* The steps of work that calls with the context took, since it was made or cleared (max_work). */
TLB_API uint64_t tlb_work_done(const tlb_context *context);
TLB_API void tlb_work_clear(tlb_context *context);

#ifdef __cplusplus
}
#endif
#endif
