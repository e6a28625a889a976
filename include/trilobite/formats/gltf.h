/* glTF 2.0 and GLB files as documents, with the names of the specification. Indices are TLB_NONE (-1) where
 * the file has none; arrays that are absent have a count of 0, objects that are absent are NULL, texts that
 * are absent have no data. Numbers have the specification's default where the file has none. */
#ifndef TRILOBITE_FORMATS_GLTF_H
#define TRILOBITE_FORMATS_GLTF_H

#include "trilobite/document.h"
#include "trilobite/options.h"
#include "trilobite/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What every object may have. */
#define TLB_GLTF_PROPERTY                                                                                    \
    tlb_value *extensions; /* TABLE, by name */                                                              \
    tlb_value *extras;     /* of any kind */                                                                 \
    tlb_value *other       /* TABLE: members that the specification does not name; NULL: none */

typedef TLB_ARRAY(double) tlb_gltf_number_array;
typedef TLB_ARRAY(uint32_t) tlb_gltf_index_array;

typedef struct tlb_gltf_asset {
    tlb_text version, generator, minVersion, copyright;
    TLB_GLTF_PROPERTY;
} tlb_gltf_asset;

typedef struct tlb_gltf_scene {
    tlb_text name;
    tlb_gltf_index_array nodes;
    TLB_GLTF_PROPERTY;
} tlb_gltf_scene;

typedef struct tlb_gltf_node {
    tlb_text name;
    tlb_gltf_index_array children;
    tlb_gltf_number_array translation, rotation, scale, matrix; /* 3, 4, 3, 16 */
    int32_t mesh, skin, camera;
    tlb_gltf_number_array weights;
    TLB_GLTF_PROPERTY;
} tlb_gltf_node;

typedef struct tlb_gltf_attribute {
    tlb_text semantic; /* "POSITION" */
    uint32_t accessor;
} tlb_gltf_attribute;

typedef TLB_ARRAY(tlb_gltf_attribute) tlb_gltf_attributes;

typedef struct tlb_gltf_primitive {
    tlb_gltf_attributes attributes;
    int32_t indices, material;
    uint32_t mode;                          /* 0 points to 6 triangle fan; default 4, triangles */
    TLB_ARRAY(tlb_gltf_attributes) targets; /* morph targets */
    TLB_GLTF_PROPERTY;
} tlb_gltf_primitive;

typedef struct tlb_gltf_mesh {
    tlb_text name;
    TLB_ARRAY(tlb_gltf_primitive) primitives;
    tlb_gltf_number_array weights;
    TLB_GLTF_PROPERTY;
} tlb_gltf_mesh;

typedef struct tlb_gltf_skin {
    tlb_text name;
    int32_t inverseBindMatrices, skeleton;
    tlb_gltf_index_array joints;
    TLB_GLTF_PROPERTY;
} tlb_gltf_skin;

typedef struct tlb_gltf_perspective {
    double yfov, znear, zfar, aspectRatio; /* zfar, aspectRatio: 0: absent */
    TLB_GLTF_PROPERTY;
} tlb_gltf_perspective;

typedef struct tlb_gltf_orthographic {
    double xmag, ymag, znear, zfar;
    TLB_GLTF_PROPERTY;
} tlb_gltf_orthographic;

typedef struct tlb_gltf_camera {
    tlb_text name, type; /* "perspective", "orthographic" */
    tlb_gltf_perspective *perspective;
    tlb_gltf_orthographic *orthographic;
    TLB_GLTF_PROPERTY;
} tlb_gltf_camera;

typedef struct tlb_gltf_channel_target {
    int32_t node;
    tlb_text path; /* "translation", "rotation", "scale", "weights", "pointer" */
    TLB_GLTF_PROPERTY;
} tlb_gltf_channel_target;

typedef struct tlb_gltf_channel {
    int32_t sampler;
    tlb_gltf_channel_target *target;
    TLB_GLTF_PROPERTY;
} tlb_gltf_channel;

typedef struct tlb_gltf_animation_sampler {
    int32_t input, output;
    tlb_text interpolation; /* "LINEAR" (also when absent), "STEP", "CUBICSPLINE" */
    TLB_GLTF_PROPERTY;
} tlb_gltf_animation_sampler;

typedef struct tlb_gltf_animation {
    tlb_text name;
    TLB_ARRAY(tlb_gltf_channel) channels;
    TLB_ARRAY(tlb_gltf_animation_sampler) samplers;
    TLB_GLTF_PROPERTY;
} tlb_gltf_animation;

/* textureInfo; of a normalTexture also scale, of an occlusionTexture strength. */
typedef struct tlb_gltf_texture_info {
    int32_t index;
    uint32_t texCoord;
    double scale, strength; /* 1 when absent */
    TLB_GLTF_PROPERTY;
} tlb_gltf_texture_info;

typedef struct tlb_gltf_pbr {
    tlb_gltf_number_array baseColorFactor; /* 4 */
    tlb_gltf_texture_info *baseColorTexture;
    double metallicFactor, roughnessFactor;
    tlb_gltf_texture_info *metallicRoughnessTexture;
    TLB_GLTF_PROPERTY;
} tlb_gltf_pbr;

typedef struct tlb_gltf_material {
    tlb_text name;
    tlb_gltf_pbr *pbrMetallicRoughness;
    tlb_gltf_texture_info *normalTexture, *occlusionTexture, *emissiveTexture;
    tlb_gltf_number_array emissiveFactor; /* 3 */
    tlb_text alphaMode;                   /* "OPAQUE" (also when absent), "MASK", "BLEND" */
    double alphaCutoff;
    bool doubleSided;
    TLB_GLTF_PROPERTY;
} tlb_gltf_material;

typedef struct tlb_gltf_texture {
    tlb_text name;
    int32_t sampler, source;
    TLB_GLTF_PROPERTY;
} tlb_gltf_texture;

typedef struct tlb_gltf_sampler {
    tlb_text name;
    uint32_t magFilter, minFilter; /* OpenGL's numbers; 0: absent */
    uint32_t wrapS, wrapT;         /* default 10497, REPEAT */
    TLB_GLTF_PROPERTY;
} tlb_gltf_sampler;

typedef struct tlb_gltf_image {
    tlb_text name, mimeType, uri;
    int32_t bufferView;
    TLB_GLTF_PROPERTY;
} tlb_gltf_image;

typedef struct tlb_gltf_sparse_indices {
    int32_t bufferView;
    uint32_t byteOffset, componentType;
    TLB_GLTF_PROPERTY;
} tlb_gltf_sparse_indices;

typedef struct tlb_gltf_sparse_values {
    int32_t bufferView;
    uint32_t byteOffset;
    TLB_GLTF_PROPERTY;
} tlb_gltf_sparse_values;

typedef struct tlb_gltf_sparse {
    uint32_t count;
    tlb_gltf_sparse_indices *indices;
    tlb_gltf_sparse_values *values;
    TLB_GLTF_PROPERTY;
} tlb_gltf_sparse;

typedef struct tlb_gltf_accessor {
    tlb_text name;
    int32_t bufferView;
    uint32_t byteOffset;
    uint32_t componentType; /* 5120 BYTE to 5126 FLOAT */
    bool normalized;
    uint32_t count;
    tlb_text type; /* "SCALAR", "VEC2" … "MAT4" */
    tlb_gltf_number_array min, max;
    tlb_gltf_sparse *sparse;
    TLB_GLTF_PROPERTY;
} tlb_gltf_accessor;

typedef struct tlb_gltf_buffer_view {
    tlb_text name;
    int32_t buffer;
    uint32_t byteOffset, byteLength, byteStride; /* byteStride 0: absent */
    uint32_t target; /* 34962 ARRAY_BUFFER, 34963 ELEMENT_ARRAY_BUFFER; 0: absent */
    TLB_GLTF_PROPERTY;
} tlb_gltf_buffer_view;

typedef struct tlb_gltf_buffer {
    tlb_text name, uri;
    uint32_t byteLength;
    TLB_GLTF_PROPERTY;
} tlb_gltf_buffer;

/* A chunk of a GLB after the JSON; the first of type TLB_GLTF_BIN is the first buffer's data. */
typedef struct tlb_gltf_chunk {
    uint32_t chunkType;
    tlb_bytes chunkData;
} tlb_gltf_chunk;

enum { TLB_GLTF_BIN = 0x004e4942 };

typedef struct tlb_gltf {
    tlb_gltf_asset *asset;
    int32_t scene;
    TLB_ARRAY(tlb_gltf_scene) scenes;
    TLB_ARRAY(tlb_gltf_node) nodes;
    TLB_ARRAY(tlb_gltf_mesh) meshes;
    TLB_ARRAY(tlb_gltf_skin) skins;
    TLB_ARRAY(tlb_gltf_camera) cameras;
    TLB_ARRAY(tlb_gltf_animation) animations;
    TLB_ARRAY(tlb_gltf_material) materials;
    TLB_ARRAY(tlb_gltf_texture) textures;
    TLB_ARRAY(tlb_gltf_sampler) samplers;
    TLB_ARRAY(tlb_gltf_image) images;
    TLB_ARRAY(tlb_gltf_accessor) accessors;
    TLB_ARRAY(tlb_gltf_buffer_view) bufferViews;
    TLB_ARRAY(tlb_gltf_buffer) buffers;
    TLB_ARRAY(tlb_text) extensionsUsed, extensionsRequired;
    TLB_GLTF_PROPERTY;
    /* Of a GLB. */
    uint32_t length; /* that the header has, where it is not that of the file; else 0 */
    TLB_ARRAY(tlb_gltf_chunk) chunks;
    tlb_bytes tail; /* bytes after the last chunk */
} tlb_gltf;

/* The document's own; NULL when it is of another format. */
TLB_API tlb_gltf *tlb_document_gltf(tlb_document *document);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef enum tlb_light_detail {
    TLB_DETAIL_DEFAULT, /* TLB_DETAIL_MODEL */
    TLB_DETAIL_FINE,    /* baked light in vertex colors on smaller triangles */
    TLB_DETAIL_MODEL    /* on the triangles of the model */
} tlb_light_detail;

/* For textures that were not found. */
typedef enum tlb_placeholder {
    TLB_PLACEHOLDER_DEFAULT, /* TLB_PLACEHOLDER_IMAGE */
    TLB_PLACEHOLDER_URI,     /* the file that is not there */
    TLB_PLACEHOLDER_IMAGE    /* a gray image */
} tlb_placeholder;

/* Of glTF and GLB. */
typedef struct tlb_gltf_write_options {
    tlb_format_options head;
    tlb_light_detail light_detail;
    tlb_switch rig;              /* moving parts become one mesh on a skeleton; default: yes */
    tlb_placeholder placeholder; /* of glTF */
    bool page;                   /* keep everything, for a page that hides and lights by itself */
    bool editable; /* for editing and converting back: everything as in the file, no light, no rig */
} tlb_gltf_write_options;

#define TLB_GLTF_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_gltf_write_options)

#ifdef __cplusplus
}
#endif
#endif
