/* Compressed data: EXT_meshopt_compression (KHR_meshopt_compression) of views, KHR_draco_mesh_compression of
 * primitives, where the build has the libraries. Of an extension that the file does not require, the data
 * without it is used. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_COMPRESSION_H
#define TLB_FORMATS_INTERCHANGE_GLTF_COMPRESSION_H

#include "formats/interchange/gltf/data.h"

/* The compression of a view that has to be unpacked; NULL: none. Its name in *name. */
const tlb_value *tlb_gltf_view_compression(const tlb_gltf *x, uint32_t view, const char **name);
/* Whether the unpacked values are exactly those that were packed: no filter rounded them. */
bool tlb_gltf_is_exact(const tlb_gltf *x, uint32_t view);
/* A buffer whose data may be left out: that of views before they were compressed. */
bool tlb_gltf_is_fallback(const tlb_gltf_buffer *buffer);
/* The bytes of such a view. TLB_UNSUPPORTED, reported: this build cannot. */
tlb_status tlb_gltf_unpack_view(gltf_data *d, uint32_t view, const char *path, tlb_bytes *bytes);

/* Unpacks the accessors of a primitive that has to be; the others stay as they are. */
tlb_status tlb_gltf_unpack_primitive(gltf_data *d, const tlb_gltf_primitive *p, const char *path);

/* Whether extensionsRequired lists it. */
bool tlb_gltf_requires(const tlb_gltf *x, const char *extension);
/* A member that is an integer from 0 on; else `absent`. */
uint32_t tlb_gltf_member_integer(const tlb_value *table, const char *name, uint32_t absent);
/* Reports that the data is damaged, at the path. */
tlb_status tlb_gltf_refuse_compressed(gltf_data *d, const char *path, const char *message);
/* Reports that this build has not the library that unpacks the extension. */
tlb_status tlb_gltf_refuse_without(gltf_data *d, const char *path, const char *extension,
                                   const char *library);

#endif
