/* Documents: a file of any format, opened. A document loses nothing: saved unmodified it gives the bytes it
 * was opened from.
 *
 * Typed access stands in headers of its own (trilobite/dif.h …). What tlb_document_dif and its like give is
 * the document's: it may be read and changed, and is saved as it then stands. Lists, texts and bytes that are
 * put into it must live as long as the document.
 *
 * Errors: a call that fails has reported why to the context, and its results are NULL or empty. Every call
 * that gives a tlb_status may give TLB_NO_MEMORY and TLB_LIMIT; TLB_UNSUPPORTED when the format cannot do it
 * (tlb_format_info.abilities). What else may happen is said with each call. */
#ifndef TRILOBITE_DOCUMENT_H
#define TRILOBITE_DOCUMENT_H

#include "trilobite/base.h"
#include "trilobite/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_format tlb_format;
typedef struct tlb_document tlb_document;
typedef struct tlb_assets tlb_assets;

/* --- formats ----------------------------------------------------------------------------------------- */

typedef enum tlb_ability {
    TLB_CAN_READ = 1,  /* open */
    TLB_CAN_WRITE = 2, /* save, build */
    TLB_CAN_CHECK = 4,
    TLB_CAN_EXPORT_SCENE = 8,  /* to a scene */
    TLB_CAN_IMPORT_SCENE = 16, /* from a scene */
    TLB_CAN_QUERY = 32,
    TLB_CAN_CONVERT_VERSION = 64, /* other versions of itself */
    TLB_IS_ARCHIVE = 128          /* an archive: trilobite/archive.h */
} tlb_ability;

/* An option of a format's conversions or of its queries; the command offers it as --name. */
typedef struct tlb_option_info {
    const char *name, *argument; /* argument NULL: a switch */
    const char *help;
} tlb_option_info;

/* A question of tlb_query. */
typedef struct tlb_query_info {
    const char *name, *arguments, *help;
} tlb_query_info;

typedef struct tlb_format_info {
    const char *name;               /* "dif" */
    const char *title;              /* "Torque interior" */
    const char *family;             /* "torque" */
    const char *versions;           /* what of it is supported, in words */
    const char *const *extensions;  /* lower case, without dot, NULL at the end */
    unsigned abilities;             /* tlb_ability */
    const tlb_option_info *options; /* NULL name at the end; NULL: none */
    const tlb_query_info *queries;  /* likewise */
} tlb_format_info;

TLB_API size_t tlb_format_count(void);
TLB_API const tlb_format *tlb_format_at(size_t index);
TLB_API const tlb_format *tlb_format_by_name(const char *name); /* NULL when unknown */
TLB_API const tlb_format *tlb_format_by_path(const char *path); /* by extension; NULL when unknown */
TLB_API const tlb_format_info *tlb_format_describe(const tlb_format *format);

/* The format of some bytes, told by content and, where that leaves a choice or says nothing, by the name.
 * NULL: unknown. `name` may be NULL. */
TLB_API const tlb_format *tlb_probe(const void *data, size_t size, const char *name);

/* --- documents --------------------------------------------------------------------------------------- */

/* Opens bytes. They are not copied: they must stay as they are until the document is freed. `name` is for the
 * diagnostics and the names of what is made from the document; NULL: none. `format` NULL: probe.
 * What comes from memory may come from anybody: the files that it names are looked for nowhere, whatever its
 * `name`, but in the assets given to a conversion. tlb_assets_add_beside gives it those of a folder.
 * TLB_INVALID: not a file of its format; TLB_UNSUPPORTED: of no format, or of a version that is known only by
 * name. */
TLB_API tlb_status tlb_open_memory(tlb_document **document, tlb_context *context, const void *data,
                                   size_t size, const char *name, const tlb_format *format);
/* Opens a file, or the member of an archive ("x.vol/y.dts"); what it names is looked for beside it, of "-",
 * standard input, nowhere. An archive itself is mapped where the system
 * can: it must not be shortened while the document is open. Also TLB_NOT_FOUND, TLB_READ_FAILED. */
TLB_API tlb_status tlb_open_path(tlb_document **document, tlb_context *context, const char *path,
                                 const tlb_format *format);
TLB_API void tlb_document_free(tlb_document *document);

TLB_API const tlb_format *tlb_document_format(const tlb_document *document);
TLB_API const char *tlb_document_name(const tlb_document *document);
TLB_API tlb_bytes tlb_document_source(const tlb_document *document); /* the bytes it was opened from */
/* For what is put into the document: it lives as long. */
TLB_API tlb_arena *tlb_document_arena(tlb_document *document);

/* The document as bytes of its format. TLB_INVALID: a value does not fit its field; TLB_WRITE_FAILED: the
 * sink stopped. */
TLB_API tlb_status tlb_save(tlb_document *document, tlb_sink sink);
/* Saves in memory; the bytes are the document's and last until it is freed or saved again. */
TLB_API tlb_status tlb_save_memory(tlb_document *document, tlb_bytes *bytes);

/* Every field as JSON. `path` selects one part ("details[0].planes"), NULL: all. TLB_NOT_FOUND: no such
 * part. */
TLB_API tlb_status tlb_dump(tlb_document *document, const char *path, tlb_sink sink);
/* The inverse: a document from what tlb_dump wrote (of the whole). `name` is that of the JSON, for
 * diagnostics. TLB_INVALID: it is no JSON, or not that of a document that can be saved and opened again. */
TLB_API tlb_status tlb_build(tlb_document **document, tlb_context *context, const char *json, size_t size,
                             const char *name);
/* A line a field: offset, length, path, value. `path` as for tlb_dump. */
TLB_API tlb_status tlb_map(tlb_document *document, const char *path, tlb_sink sink);
/* A line for each field path at which two documents differ; `differences` counts them. Of two archives a line
 * for each member that differs, and only where none does for fields. */
TLB_API tlb_status tlb_diff(tlb_document *a, tlb_document *b, tlb_sink sink, uint64_t *differences);

/* Every rule of the format; findings go to the context's diagnostics. TLB_OK also when there are some. A
 * lighting and an interior shape are held against the geometries beside them; those of a document from memory
 * against none. */
TLB_API tlb_status tlb_check(tlb_document *document);
/* The same, and besides whether the files that the document names (textures, material lists) are among the
 * assets, and what only these show. */
TLB_API tlb_status tlb_check_assets(tlb_document *document, tlb_assets *assets);

/* A TABLE of what the document is: version, counts, bounds, files needed. It lives in the document. */
TLB_API tlb_status tlb_info(tlb_document *document, const tlb_value **info);

/* The format's own questions (tlb_format_info.questions), as the command's `query` asks them. The answer
 * lives in the document. TLB_ARGUMENT: no such question, or not its arguments. */
TLB_API tlb_status tlb_query(tlb_document *document, const char *const *words, size_t word_count,
                             const tlb_value **answer);

/* --- conversion -------------------------------------------------------------------------------------- */

/* Where the files that a document names are looked for: folders, volumes and archives (zip, 7z, tar), in the
 * order added, whatever the case of the letters. Volumes within a folder come after all that was added, and
 * are opened only when a file is found nowhere else. NULL: no memory. TLB_NOT_FOUND: there is no such path.
 */
TLB_API tlb_assets *tlb_assets_create(tlb_context *context);
TLB_API tlb_status tlb_assets_add(tlb_assets *assets, const char *path);
/* The files that stand in the same folder as a document; none when there is no such folder. Beside a member
 * of a volume ("x.vol/y.dts") stand the volume's other members, then the files of its folder. */
TLB_API tlb_status tlb_assets_add_beside(tlb_assets *assets, const char *document_path);
TLB_API void tlb_assets_free(tlb_assets *assets);

/* What is in folders and archives, listed once for the assets of many documents: those of the contexts whose
 * tlb_context_options name it, in any threads. A folder is as it was when the first of them looked. `options`
 * (may be NULL) give the limits for each listing, and an allocator that all those threads may call. NULL
 * without memory. Freed after the contexts. */
typedef struct tlb_directory_cache tlb_directory_cache;
TLB_API tlb_directory_cache *tlb_directory_cache_create(const tlb_context_options *options);
TLB_API void tlb_directory_cache_free(tlb_directory_cache *listings);

/* A choice made for a conversion: a name of tlb_format_info.options or one of the general ones
 * ("lod": a number or "all"; "sequence": a name) and its value; a switch has the value "". */
typedef struct tlb_choice {
    const char *name, *value;
} tlb_choice;

/* Zero-initialise. */
typedef struct tlb_convert_options {
    tlb_assets *assets; /* NULL: what stands beside the document; of one from memory, nothing */
    const tlb_choice *choices;
    size_t choice_count;
} tlb_convert_options;

/* The document as a scene, to be freed with tlb_scene_free. What is dropped or missing is in the diagnostics.
 * TLB_ARGUMENT: a choice that the format offers has a value that it does not. */
TLB_API tlb_status tlb_document_scene(tlb_document *document, const tlb_convert_options *options,
                                      tlb_scene **scene);

/* Files made by a conversion: the first is the one asked for, others stand beside it. */
typedef struct tlb_file {
    const char *name;
    tlb_bytes bytes;
} tlb_file;

typedef struct tlb_files {
    tlb_file *data;
    uint32_t count;
} tlb_files;

/* Any document to any format: through the scene, or within one format (another version of it). `name` names
 * the first file. Free with tlb_files_free. Fails as tlb_document_scene does; TLB_INVALID: a value does not
 * fit the target's field. */
TLB_API tlb_status tlb_convert(tlb_document *document, const tlb_format *target, const char *name,
                               const tlb_convert_options *options, tlb_files **files);
/* A scene written in a format with TLB_CAN_IMPORT_SCENE. */
TLB_API tlb_status tlb_scene_write(tlb_context *context, const tlb_scene *scene, const tlb_format *target,
                                   const char *name, const tlb_convert_options *options, tlb_files **files);
TLB_API void tlb_files_free(tlb_files *files);

#ifdef __cplusplus
}
#endif
#endif
