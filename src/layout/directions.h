/* What a description gives besides reading and writing. `walk` is a format's description of its document. */
#ifndef TLB_LAYOUT_DIRECTIONS_H
#define TLB_LAYOUT_DIRECTIONS_H

#include "base/json.h"
#include "layout/walk.h"
#include "trilobite/value.h"

typedef void tlb_description(tlb_walk *w, void **root);

enum { TLB_PATH_MAX = 512 };

/* Every field as JSON into one open table; with a `path`, that part alone as the next value. TLB_NOT_FOUND:
 * there is no such part. What becomes of the text, its buffer says: that is not reported. */
tlb_status tlb_dump_document(tlb_context *context, tlb_description *walk, void *root, const char *path,
                             tlb_json *json);

/* The i-th of some values as the next of JSON. */
void tlb_json_scalar(tlb_json *json, const char *key, tlb_type type, const void *values, size_t i);

/* Fills `root` from the JSON that dump wrote; text and lists are allocated in `arena`. NULL is made, and what
 * JSON leaves out of a root that there is stays. All that is wrong is reported. */
tlb_status tlb_build_document(tlb_context *context, tlb_arena *arena, tlb_description *walk, void **root,
                              const tlb_value *table);

/* Gives the diagnostics (from index `first` on) that have a path and no offset the place of that part in the
 * JSON, or of what it would be in. */
void tlb_place_in_json(tlb_context *context, const char *json, size_t size, size_t first);

/* Assignments, "PATH=VALUE", as the JSON that changes a document, in `arena`. Otherwise NULL; TLB_INVALID:
 * what is no assignment is reported; TLB_NO_MEMORY. */
tlb_status tlb_assignments_json(tlb_context *context, tlb_arena *arena, const char *const *assignments,
                                size_t count, tlb_value **changes);
/* Sets the fields of a document that `changes` has. After a failure some are set. */
tlb_status tlb_edit_document(tlb_context *context, tlb_arena *arena, tlb_description *walk, void *root,
                             const tlb_value *changes);

/* A field, or a list of rows, and what stands for its values. */
typedef struct tlb_part_digest {
    const char *path;
    size_t name; /* where in the path the name of the part begins */
    uint64_t hash;
} tlb_part_digest;

typedef struct tlb_digest {
    tlb_arena *arena;
    TLB_LIST(tlb_part_digest) parts; /* in order */
} tlb_digest;

/* Those of a block follow each other. */
int tlb_order_parts(const tlb_part_digest *a, const tlb_part_digest *b);
tlb_status tlb_digest_document(tlb_context *context, tlb_description *walk, void *root, tlb_digest *digest);

/* A line a field: offset, length, path, value, and the names of flags, between tabs; the rest as above. */
tlb_status tlb_map_document(tlb_context *context, tlb_description *walk, void *root, const char *path,
                            tlb_buffer *out);

/* Fills in the offsets of diagnostics (from index `first` on) that have a path and none yet. */
tlb_status tlb_locate_diagnostics(tlb_context *context, tlb_description *walk, void *root, size_t first);

/* A line for each path at which two JSON values differ. */
void tlb_diff_json(const tlb_value *a, const tlb_value *b, tlb_buffer *out, uint64_t *differences);

#endif
