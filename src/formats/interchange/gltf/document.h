/* glTF and GLB as documents. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_DOCUMENT_H
#define TLB_FORMATS_INTERCHANGE_GLTF_DOCUMENT_H

#include "core/format.h"
#include "formats/interchange/gltf/fields/fields.h"

enum {
    GLB_MAGIC = 0x46546c67,
    GLB_VERSION = 2,
    GLB_JSON = 0x4e4f534a,
    GLB_BIN = TLB_GLTF_BIN,
    GLB_HEADER = 12,
    GLB_CHUNK_HEADER = 8
};

enum { GLTF_REST = 10 }; /* numbers of `rest` in extras: translation, rotation, scale */

extern const tlb_format tlb_format_glb, tlb_format_gltf;

/* The values are authoritative. The text of a file is kept for its spelling: as long as it still says the
 * same, it is what is written. */
typedef struct gltf_root {
    tlb_gltf gltf;
    bool binary;        /* GLB */
    tlb_bytes spelling; /* the JSON as the file has it, with what pads it; no data: there is none */
} gltf_root;

/* layout.c: all members of the JSON. */
void tlb_gltf_walk_members(gltf_fields *g, tlb_gltf *x);
/* dump, build, edit: with what is not in the JSON. */
void tlb_gltf_walk_document(tlb_walk *w, gltf_root *root);

/* read.c. The members of a text that has been parsed; `checker` may be NULL. `source` is where offsets count.
 */
tlb_status tlb_gltf_read_text(tlb_context *context, tlb_arena *arena, tlb_bytes source, tlb_bytes text,
                              tlb_gltf *x, tlb_checker *checker);
tlb_status tlb_gltf_read(tlb_document *document);
tlb_status tlb_glb_read(tlb_document *document);

/* write.c */
tlb_status tlb_gltf_write(tlb_context *context, void **root, tlb_buffer *out);
/* The JSON text that is written, without padding: the file's own, or canonical. */
tlb_status tlb_gltf_write_text(tlb_context *context, const gltf_root *root, tlb_buffer *out);
/* Whether the file's own text is what would be written of the values without it. */
bool tlb_gltf_is_canonical(tlb_context *context, const gltf_root *root, tlb_status *status);

/* trace.c: map and locate. */
void tlb_gltf_trace(tlb_walk *w, gltf_root *root);

tlb_status tlb_gltf_check(tlb_document *document);
/* check/nodes.c. Whether the axes of a 4 x 4 matrix are not at right angles. */
bool tlb_gltf_shears(const double *matrix);
tlb_status tlb_gltf_describe(tlb_document *document, tlb_summary *summary, tlb_value *table);
tlb_status tlb_gltf_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

#endif
