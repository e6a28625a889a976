/* Conversion: a document as a scene, and as files of another format or of another version of its own. Errors:
 * as in trilobite/document.h. */
#ifndef TRILOBITE_CONVERT_H
#define TRILOBITE_CONVERT_H

#include "trilobite/document.h"
#include "trilobite/options.h"
#include "trilobite/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The document as a scene, to be freed with tlb_scene_free. What is dropped or missing is in the diagnostics.
 * `options` NULL: the defaults; `to` in them is ignored. TLB_ARGUMENT, with BAD_OPTION: an option has a
 * value that it, or the document, does not allow; a struct of options is of another format, sets members
 * without its size, or some that only newer versions of the library have. */
TLB_API tlb_status tlb_document_scene(tlb_document *document, const tlb_convert_options *options,
                                      tlb_scene **scene);

/* Files made by a conversion: the first is the one requested, others are written beside it. */
typedef struct tlb_file {
    const char *name; /* without folder */
    tlb_bytes bytes;
} tlb_file;

typedef struct tlb_files {
    tlb_file *data;
    uint32_t count;
} tlb_files;

/* Any document to any format: through the scene, or within one format (another version of it). `name` names
 * the first file. Free with tlb_files_free. Fails as tlb_document_scene does; TLB_ARGUMENT, the formats that
 * the document converts to being reported: the target is none of them; TLB_INVALID: a value does not fit the
 * target's field. */
TLB_API tlb_status tlb_convert(tlb_document *document, const tlb_format *target, const char *name,
                               const tlb_convert_options *options, tlb_files **files);
/* Reports OPTION_UNUSED for each option that is set and that a conversion of the document to `target` does
 * not use. tlb_convert and tlb_document_draw do so themselves; this is for who writes or draws the scene of a
 * document. The option is the diagnostic's remedy. TLB_ARGUMENT: a value is invalid. */
TLB_API tlb_status tlb_report_unused_options(tlb_document *document, const tlb_format *target,
                                             const tlb_convert_options *options);
/* A scene written in a format with TLB_CAN_IMPORT_SCENE; what the format cannot represent is reported as
 * DROPPED. `from` in the options is ignored. Free with tlb_files_free. Errors as for tlb_convert;
 * TLB_ARGUMENT also with SCENE_INVALID (tlb_scene_validate). */
TLB_API tlb_status tlb_scene_write(tlb_context *context, const tlb_scene *scene, const tlb_format *target,
                                   const char *name, const tlb_convert_options *options, tlb_files **files);
/* Why the scene cannot be written in the format whatever the options are, as a sentence in English about the
 * scene: "it has no triangles". NULL: it can be. tlb_convert and tlb_scene_write refuse such scenes with
 * TLB_ARGUMENT and report the reason; this is for who lists what a scene can be converted to. */
TLB_API const char *tlb_scene_obstacle(const tlb_scene *scene, const tlb_format *target);
TLB_API void tlb_files_free(tlb_files *files);
/* The same to the file at `path`, of the format that its extension names, with those beside it
 * (tlb_files_save). TLB_UNSUPPORTED: no format has the extension. */
TLB_API tlb_status tlb_scene_save(tlb_context *context, const tlb_scene *scene, const char *path,
                                  const tlb_convert_options *options, bool replace);

/* Saves files in a folder ("" or NULL: the current one) as one: all are written under temporary names first,
 * then they get their names, the first one last. Without `replace` an existing file is refused. When
 * anything fails, what was written is removed and what was replaced is restored: nothing has changed,
 * unless the file system fails again. A file that is replaced keeps its name throughout where the file
 * system has hard links, else it is absent for the moment between two renames. A process that is
 * killed leaves files NAME.PID-N.tmp: new ones, and those that it had replaced until then. Pipes and devices
 * are written to directly, which cannot be undone. TLB_ARGUMENT: a name has a folder or is empty;
 * TLB_WRITE_FAILED.
 */
TLB_API tlb_status tlb_files_save(tlb_context *context, const tlb_files *files, const char *folder,
                                  bool replace);

#ifdef __cplusplus
}
#endif
#endif
