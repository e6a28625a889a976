/* Documents: a file of any format, opened. A document loses nothing: saved unmodified, its bytes are those it
 * was opened from.
 *
 * Typed access is declared in a header per format (trilobite/formats/dif.h …). What tlb_document_dif and the
 * like return belongs to the document: it may be read and changed, and changes are saved. Lists, texts and
 * bytes that are put into it must live as long as the document.
 *
 * Errors: a call that fails has reported why to the context, and its results are NULL or empty. Every call
 * that returns a tlb_status may return TLB_NO_MEMORY and TLB_LIMIT, and TLB_UNSUPPORTED when the format
 * cannot do it (tlb_format_info.abilities). Other errors are documented with each call. */
#ifndef TRILOBITE_DOCUMENT_H
#define TRILOBITE_DOCUMENT_H

#include "trilobite/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_format tlb_format;
typedef struct tlb_document tlb_document;

/* --- formats ----------------------------------------------------------------------------------------- */

typedef enum tlb_ability {
    TLB_CAN_READ = 1,  /* open */
    TLB_CAN_WRITE = 2, /* save, build */
    TLB_CAN_CHECK = 4,
    TLB_CAN_EXPORT_SCENE = 8,  /* to a scene */
    TLB_CAN_IMPORT_SCENE = 16, /* from a scene */
    TLB_CAN_QUERY = 32,
    TLB_CAN_CONVERT_VERSION = 64, /* other versions of itself */
    TLB_IS_ARCHIVE = 128,         /* an archive: trilobite/archive.h */
    TLB_IS_MODEL = 256            /* models or levels; others are images, palettes, materials, light */
} tlb_ability;

typedef struct tlb_option_info tlb_option_info; /* trilobite/options.h */

/* A struct of options that a format has; all zero: it has none. */
typedef struct tlb_options_type {
    const char *name; /* "tlb_dif_write_options" */
    size_t size;
} tlb_options_type;

/* A query of tlb_query, or an operation of tlb_operate. */
typedef struct tlb_query_info {
    const char *name;      /* the first word: "ray" */
    const char *arguments; /* the others, for people: "X Y Z X Y Z"; "" without */
    const char *help;      /* one sentence */
} tlb_query_info;

/* Bytes that files of a format begin with, for programs that find the type of a file by its content. */
typedef struct tlb_signature {
    const char *bytes; /* '?' is any byte; NULL: the end of the list */
    size_t size;
    size_t within; /* they begin at one of this many first bytes; 0: at the first */
} tlb_signature;

typedef struct tlb_format_info {
    const char *name;               /* "dif" */
    const char *title;              /* "Torque interior" */
    const char *family;             /* "torque" */
    const char *versions;           /* the supported versions, in words */
    const char *const *extensions;  /* lower case, without dot, NULL at the end */
    unsigned abilities;             /* tlb_ability */
    const tlb_option_info *options; /* NULL name at the end; NULL: none */
    tlb_options_type read_options, write_options;
    const tlb_query_info *queries; /* likewise */
    /* With TLB_CAN_WRITE: JSON for tlb_build of a document that is as small as tlb_check allows without
     * errors and warnings. NULL: that of tlb_document_create is. */
    const char *minimal;
    const tlb_query_info *operations; /* as queries */
    /* Any of these. NULL: there are none that no other files begin with. Text may have them after comments.
     */
    const tlb_signature *signatures;
} tlb_format_info;

/* The formats that this library was built with; constant, in any thread. NULL: `index` is not below the
 * count. */
TLB_API size_t tlb_format_count(void);
TLB_API const tlb_format *tlb_format_at(size_t index);
TLB_API const tlb_format *tlb_format_by_name(const char *name); /* NULL when unknown */
TLB_API const tlb_format *tlb_format_by_path(const char *path); /* by extension; NULL when unknown */
TLB_API const tlb_format_info *tlb_format_info_of(const tlb_format *format);

/* The format of some bytes, detected by content and, where that is ambiguous, by the name.
 * NULL: unknown. `name` may be NULL. */
TLB_API const tlb_format *tlb_probe(const void *data, size_t size, const char *name);
/* That of a file. Nothing is reported: a file that cannot be read is of the format that its extension names.
 */
TLB_API const tlb_format *tlb_probe_path(tlb_context *context, const char *path);

/* --- documents --------------------------------------------------------------------------------------- */

/* Opens bytes. They are not copied: they must stay as they are until the document is freed. `name` is for the
 * diagnostics and the names of what is made from the document; NULL: none. `format` NULL: probe.
 * Bytes in memory are untrusted: whatever `name` is, files that the document references are searched for only
 * in the assets of a conversion; tlb_assets_add_beside adds those of a folder. TLB_INVALID: not a file of its
 * format; TLB_UNSUPPORTED: of an unknown format, of one that is only written, or of a version that is not
 * read. */
TLB_API tlb_status tlb_open_memory(tlb_context *context, const void *data, size_t size, const char *name,
                                   const tlb_format *format, tlb_document **document);
/* Opens a file, the member of an archive ("x.vol/y.dts"), or standard input ("-"); files that it references
 * are searched for beside it (of "-" nowhere). An archive itself is mapped where the system can: it must not
 * be shortened while the document is open. Also TLB_NOT_FOUND, TLB_READ_FAILED. */
TLB_API tlb_status tlb_open_path(tlb_context *context, const char *path, const tlb_format *format,
                                 tlb_document **document);
/* A new document of a format with TLB_CAN_WRITE, of the version that programs write most, and without a name.
 * It can be saved, and tlb_check finds no errors in it. It is empty where its format allows that; else as
 * small as can be: an image of one pixel (BMP, PBMP, PNG), black palettes, a terrain of one square or block
 * (DTB, DTF), the index of one interior (DIS), a scene without brushes (CSX). A DIF alone is empty and has an
 * error: it needs a detail, by tlb_dif_add_interior. Its typed root (tlb_document_dif …) is there to be
 * filled: lists by TLB_APPEND, texts and bytes from tlb_document_arena.
 * `kind`: of archives, a name of the format's own ("pvol", "vol"), NULL the usual one; else NULL.
 * TLB_UNSUPPORTED: it is not written, or only from scenes; TLB_ARGUMENT: unknown kind. */
TLB_API tlb_status tlb_document_create(tlb_context *context, const tlb_format *format, const char *kind,
                                       tlb_document **document);
TLB_API void tlb_document_free(tlb_document *document);

/* The format it is of; NULL only of NULL. */
TLB_API const tlb_format *tlb_document_format(const tlb_document *document);
/* The name or the path it was opened with; "" without. */
TLB_API const char *tlb_document_name(const tlb_document *document);
/* The bytes it was opened from; empty when it was not opened. */
TLB_API tlb_bytes tlb_document_source(const tlb_document *document);
/* The context it was opened with, as far as memory and diagnostics go; what is reported to this one is about
 * the document. It lasts as long as the document. */
TLB_API tlb_context *tlb_document_context(tlb_document *document);
/* For what is put into the document: it lives as long. */
TLB_API tlb_arena *tlb_document_arena(tlb_document *document);

/* --- changing it ------------------------------------------------------------------------------------- */

/* Adds an element to the end of a list of a document, a pointer to TLB_ARRAY(type) or alike, which is
 * evaluated more than once: the element's address, which is cleared, or NULL where memory is refused
 * (tlb_report_memory). The list may be as it was opened, empty, or a copy of another. It moves when it grows,
 * so the addresses of its other elements do not stay. Parts that are more than zeros have functions of their
 * own in the headers of the formats (tlb_dts_add_node …). */
#ifdef __cplusplus
#define TLB_APPEND(document, list)                                                                           \
    static_cast<decltype((list)->data)>(                                                                     \
        tlb_array_append((document), &(list)->data, &(list)->count, sizeof *(list)->data))
#else
#define TLB_APPEND(document, list)                                                                           \
    tlb_array_append((document), &(list)->data, &(list)->count, sizeof *(list)->data)
#endif
/* What TLB_APPEND is: `data` is the address of the list's pointer, `size` that of an element. */
TLB_API void *tlb_array_append(tlb_document *document, void *data, uint32_t *count, size_t size);

/* Makes anew what follows from other fields, after some were changed: of DIF bounds, planes that polygons
 * left, BSP tree, zones, hulls, strings and bins; of ROO sidedefs, BSP tree, client walls, slopes, grids and
 * the checksum, from the editor's walls; of Darkstar DTS box, center and radius; of BGF the most
 * indices of a group. What changed is reported: a note UPDATED at each part, which names the fields. What is
 * as it should be stays as it is. TLB_UNSUPPORTED: nothing of the format follows from the rest, or is not
 * made by this library. TLB_INVALID: the document does not allow it, and is unchanged, as after all other
 * errors. */
TLB_API tlb_status tlb_document_update(tlb_document *document);

/* --- saving ------------------------------------------------------------------------------------------ */

/* The document as bytes of its format. TLB_INVALID: a value does not fit its field; TLB_WRITE_FAILED: the
 * sink stopped. */
TLB_API tlb_status tlb_save(tlb_document *document, tlb_sink sink);
/* Saves to a file; the old one is there until the new one is complete. Archives are written member by member,
 * in little memory. Without `replace`, an existing file is an error. Also TLB_WRITE_FAILED. */
TLB_API tlb_status tlb_save_path(tlb_document *document, const char *path, bool replace);
/* Saves in memory; the bytes are the document's and last until it is freed or saved again. */
TLB_API tlb_status tlb_save_memory(tlb_document *document, tlb_bytes *bytes);

#ifdef __cplusplus
}
#endif
#endif
