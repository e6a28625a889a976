/* Our own files: samples/, the fuzz targets' seeds and the files that must be refused. A family has a file here.
 * Whatever fails ends the program. */
#ifndef TLB_TESTS_SAMPLES_H
#define TLB_TESTS_SAMPLES_H

#include "formats/format.h"

typedef struct sampler {
    tlb_context *context;
    const char *root; /* the folder that gets them all */
} sampler;

/* `folder` is within the root: "samples", "fuzz/seeds/dif". */
void sample_save(sampler *s, const char *folder, const char *name, const void *data, size_t size);
void sample_document(sampler *s, const char *folder, const char *name, tlb_document *document);

/* Files of tests/invalid, made from a document by spoiling its bytes: the file is called `name` with the format's
 * extension, and beside it stands what must be reported: a code, an offset and a path. The offset is that of the
 * field at `path` in the map, `behind` bytes on. */
void sample_refuse_value(sampler *s, const char *name, tlb_document *document, const char *path, uint32_t value,
                         const char *code, size_t behind, const char *error_path);
void sample_refuse_byte(sampler *s, const char *name, tlb_document *document, const char *path, uint8_t value,
                        const char *code, size_t behind, const char *error_path);
/* `kept` bytes of the field are left. */
void sample_refuse_truncated(sampler *s, const char *name, tlb_document *document, const char *path, size_t kept,
                             const char *error_path);
/* Any bytes, called `file`. */
void sample_refuse(sampler *s, const char *file, const void *data, size_t size, const char *code, size_t offset,
                   const char *error_path);

void make_sense8_samples(sampler *s);
void make_torque_samples(sampler *s);
void make_interquake_samples(sampler *s);
void make_iqe_samples(sampler *s);

#endif
