/* libdraco's decoder, which is C++, for the files in C. */
#ifndef TLB_FORMATS_INTERCHANGE_GLTF_DRACO_H
#define TLB_FORMATS_INTERCHANGE_GLTF_DRACO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An attribute that is wanted: `components` of the type of glTF (5121 …) for each point. */
typedef struct gltf_draco_attribute {
    uint32_t id, component_type, components;
    void *out;
} gltf_draco_attribute;

typedef struct gltf_draco_mesh {
    const uint8_t *data;
    size_t size;
    uint32_t face_count, point_count; /* which the data must have */
    uint32_t *indices;                /* three for each face */
    gltf_draco_attribute *attributes;
    uint32_t attribute_count;
} gltf_draco_mesh;

/* What is wrong; NULL: everything is filled. *no_memory: the decoder got no memory. Nothing is larger than
 * the counts allow: they are compared with the header before anything is decoded. */
const char *tlb_draco_decode(const gltf_draco_mesh *mesh, bool *no_memory);

#ifdef __cplusplus
}
#endif

#endif
