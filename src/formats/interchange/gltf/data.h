/* The binary data of a document: buffers, views, and accessors as rows of numbers. Everything is validated
 * before it is used, and what is wrong is reported at the path of the member. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_DATA_H
#define TLB_FORMATS_INTERCHANGE_GLTF_DATA_H

#include "formats/interchange/gltf/accessor.h"
#include "formats/interchange/gltf/document.h"

typedef struct gltf_buffer_data {
    tlb_bytes bytes;
    tlb_status status;
    bool tried;
} gltf_buffer_data;

typedef struct gltf_data {
    tlb_context *context;
    const tlb_gltf *gltf;
    tlb_assets *assets;        /* NULL: files beside are not read */
    tlb_arena *arena;          /* for buffers and what is unpacked; lives as long as this */
    gltf_buffer_data *buffers; /* by buffer */
    gltf_buffer_data *views;   /* by view: those that had to be unpacked */
    tlb_bytes *unpacked_rows;  /* by accessor: elements unpacked of a primitive; NULL: none yet */
    uint32_t *unpacked_from;   /* by accessor: the view that they are from */
    uint64_t size;             /* of the buffers that were met */
    uint64_t unpacked;         /* bytes of what was compressed */
    uint64_t budget;           /* elements that may still be made of them */
} gltf_data;

/* False: no memory, reported. */
bool tlb_gltf_data_init(gltf_data *d, tlb_context *context, tlb_arena *arena, const tlb_gltf *gltf,
                        tlb_assets *assets);

/* The bytes of a buffer, at least byteLength; of a view; what a URI leads to. Failures are reported, once for
 * each buffer. */
tlb_status tlb_gltf_buffer_bytes(gltf_data *d, uint32_t index, tlb_bytes *bytes);
tlb_status tlb_gltf_view_bytes(gltf_data *d, int64_t index, const char *path, tlb_bytes *bytes);
tlb_status tlb_gltf_uri_bytes(gltf_data *d, tlb_text uri, const char *path, tlb_bytes *bytes);
static inline bool gltf_is_data_uri(tlb_text uri)
{
    return uri.size >= 5 && memcmp(uri.data, "data:", 5) == 0;
}

/* An accessor whose elements are all there. Sparse ones are unpacked. */
typedef struct gltf_rows {
    const uint8_t *data;
    size_t stride;
    uint32_t count, columns, component_type, component_size;
    uint32_t column_pad; /* matrices of small components: the number of rows in a column whose end is padded;
                            else 0 */
    bool normalized;
} gltf_rows;

/* `path` is where the index stands ("meshes[0].primitives[0].indices"). */
tlb_status tlb_gltf_rows_of(gltf_data *d, int64_t accessor, const char *path, gltf_rows *rows);
/* A row's first `columns` values; those that the accessor does not have are left alone. Numbers that are not
 * finite become 0. */
void tlb_gltf_row(const gltf_rows *rows, uint32_t index, uint32_t columns, float *out);
/* All rows as `columns` floats each, which the accessor has. */
void tlb_gltf_floats(const gltf_rows *rows, uint32_t columns, float *out);
/* An integer of a row as it is. */
uint32_t tlb_gltf_integer(const gltf_rows *rows, uint32_t index, uint32_t column);

/* Takes elements off what the data may become: files whose accessors overlap become no larger than their data
 * allow. */
tlb_status tlb_gltf_spend(gltf_data *d, uint64_t elements, const char *path);
/* Allows compressed bytes to become this many, if these are at most `ratio` times as many, and elements to be
 * made of them. */
tlb_status tlb_gltf_inflate(gltf_data *d, uint64_t packed, uint64_t unpacked, uint32_t ratio,
                            const char *path);

#endif
