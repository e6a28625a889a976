/* Torque shapes (.dts, versions 18 to 28) and their sequences, which .dsq files have as well (dsq.h). The
 * format has nothing in common with Darkstar's of the same extension (dts.h).
 *
 * Names and order are those of the engine's source. Indices are -1 for none. Axes: right-handed, X right, Y
 * forward, Z up, meters; front faces are clockwise; V of texture coordinates goes down. Sources of the rules:
 * docs/formats/torque-dts.md. */
#ifndef TRILOBITE_FORMATS_TORQUE_DTS_H
#define TRILOBITE_FORMATS_TORQUE_DTS_H

#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_TORQUE_FIRST_VERSION = 18,
    TLB_TORQUE_LAST_VERSION = 28,
    TLB_TORQUE_VERSION = 24 /* what most programs write */
};

/* x, y, z, w, 32767 for 1: the conjugate of the usual rotation, v' = q* v q. */
typedef int16_t tlb_quat16[4];
typedef float tlb_matrix4[16]; /* in rows, for column vectors: elements 3, 7, 11 are the translation */

/* --- sequences --------------------------------------------------------------------------------------- */

enum {
    TLB_TORQUE_UNIFORM_SCALE = 1, /* in tlb_torque_sequence.flags, from version 22 on */
    TLB_TORQUE_ALIGNED_SCALE = 2,
    TLB_TORQUE_ARBITRARY_SCALE = 4,
    TLB_TORQUE_BLEND = 8, /* keys are relative to the pose below */
    TLB_TORQUE_CYCLIC = 16,
    TLB_TORQUE_MAKE_PATH = 32
};

/* Bit j of word i: element 32 * i + j. */
typedef struct tlb_torque_set {
    uint32_t unused; /* 0; exporters wrote 1 as well */
    TLB_ARRAY(uint32_t) words;
} tlb_torque_set;

/* The value of the r-th element of a set at key k is number base + r * numKeys + k of its array. */
typedef struct tlb_torque_sequence {
    int32_t nameIndex; /* of a shape */
    tlb_text name;     /* of a .dsq */
    uint32_t flags;    /* version 22 on */
    int32_t numKeys;
    float duration;                  /* seconds */
    uint8_t blend, cyclic, makePath; /* before version 22 */
    int32_t priority;
    int32_t firstGround, numGround;
    int32_t baseRotation, baseTranslation; /* before version 22 both are baseRotation */
    int32_t baseScale;                     /* version 22 on; in the array that the flags say */
    int32_t baseObjectState, baseDecalState;
    int32_t firstTrigger, numTriggers;
    float toolBegin;                                 /* the exporter's own */
    tlb_torque_set rotationMatters;                  /* of nodes */
    tlb_torque_set translationMatters, scaleMatters; /* version 22 on; before it is rotationMatters */
    tlb_torque_set decalMatters, iflMatters;         /* of decals, of image file lists */
    tlb_torque_set visMatters, frameMatters, matFrameMatters; /* of objects; their states are in the union */
} tlb_torque_sequence;

/* In tlb_torque_trigger.state, beside the bits 0 to 29 that are meant. */
#define TLB_TORQUE_TRIGGER_ON     0x80000000u
#define TLB_TORQUE_TRIGGER_INVERT 0x40000000u /* the other way round when played backwards */

typedef struct tlb_torque_trigger {
    uint32_t state;
    float pos; /* 0 to 1, of the sequence */
} tlb_torque_trigger;

/* Versions 18 to 21, of sequences also in .dsq. */
typedef struct tlb_torque_node_state {
    tlb_quat16 rotation;
    tlb_vec3 translation;
} tlb_torque_node_state;

/* --- materials --------------------------------------------------------------------------------------- */

/* In tlb_torque_material_list.flags. */
#define TLB_TORQUE_S_WRAP               0x00000001u
#define TLB_TORQUE_T_WRAP               0x00000002u
#define TLB_TORQUE_TRANSLUCENT          0x00000004u
#define TLB_TORQUE_ADDITIVE             0x00000008u
#define TLB_TORQUE_SUBTRACTIVE          0x00000010u
#define TLB_TORQUE_SELF_ILLUMINATING    0x00000020u
#define TLB_TORQUE_NEVER_ENV_MAP        0x00000040u
#define TLB_TORQUE_NO_MIP_MAP           0x00000080u
#define TLB_TORQUE_MIP_MAP_ZERO_BORDER  0x00000100u
#define TLB_TORQUE_IFL_MATERIAL         0x08000000u
#define TLB_TORQUE_IFL_FRAME            0x10000000u
#define TLB_TORQUE_DETAIL_MAP_ONLY      0x20000000u
#define TLB_TORQUE_BUMP_MAP_ONLY        0x40000000u
#define TLB_TORQUE_REFLECTANCE_MAP_ONLY 0x80000000u /* never drawn */

/* All lists are as long as that of names. */
typedef struct tlb_torque_material_list {
    uint8_t version;           /* 1: binary */
    TLB_ARRAY(tlb_text) names; /* of image files, mostly without extension; at most 255 bytes each */
    TLB_ARRAY(uint32_t) flags;
    TLB_ARRAY(int32_t) reflectanceMaps, bumpMaps, detailMaps; /* materials */
    TLB_ARRAY(uint32_t) lightMaps;                            /* version 25 */
    TLB_ARRAY(float) detailScales;
    TLB_ARRAY(float) reflectionAmounts; /* version 21 on */
} tlb_torque_material_list;

/* --- meshes ------------------------------------------------------------------------------------------ */

typedef enum tlb_torque_mesh_type {
    TLB_TORQUE_STANDARD_MESH,
    TLB_TORQUE_SKIN_MESH,
    TLB_TORQUE_DECAL_MESH,
    TLB_TORQUE_SORTED_MESH,
    TLB_TORQUE_NULL_MESH /* nothing but the type: an object has no mesh in a detail */
} tlb_torque_mesh_type;

/* In tlb_torque_primitive.matIndex. */
#define TLB_TORQUE_PRIMITIVE_MASK 0xC0000000u
#define TLB_TORQUE_TRIANGLES      0x00000000u
#define TLB_TORQUE_STRIP          0x40000000u
#define TLB_TORQUE_FAN            0x80000000u
#define TLB_TORQUE_INDEXED        0x20000000u
#define TLB_TORQUE_NO_MATERIAL    0x10000000u
#define TLB_TORQUE_MATERIAL_MASK  0x0FFFFFFFu

/* In tlb_torque_mesh.flags. */
#define TLB_TORQUE_BILLBOARD   0x80000000u /* turns to the camera */
#define TLB_TORQUE_BILLBOARD_Z 0x20000000u /* beside that: about Z only */

typedef struct tlb_torque_primitive {
    uint32_t start, numElements; /* indices; to 65535 before version 26 */
    uint32_t matIndex;
} tlb_torque_primitive;

typedef struct tlb_torque_skin {
    int32_t maxBones;         /* version 27 on, in place of the initial lists */
    uint32_t numInitialVerts; /* of a mesh with a parent, as the next three; others have them in the lists */
    uint32_t numInitialTransforms, numWeights, numNodeIndex;
    TLB_ARRAY(tlb_vec3) initialVerts;
    TLB_ARRAY(tlb_vec3) initialNorms;
    TLB_ARRAY(uint8_t) initialEncodedNorms;   /* version 22 on */
    TLB_ARRAY(tlb_matrix4) initialTransforms; /* inverse transforms of the bones at rest */
    TLB_ARRAY(int32_t) vertexIndex;           /* this and the next two have one length and go together */
    TLB_ARRAY(int32_t) boneIndex;             /* in initialTransforms and nodeIndex */
    TLB_ARRAY(float) weight;
    TLB_ARRAY(int32_t) nodeIndex; /* of the bones */
} tlb_torque_skin;

typedef struct tlb_torque_cluster {
    int32_t startPrimitive, endPrimitive;
    tlb_vec3 normal;
    float k;
    int32_t frontCluster, backCluster;
} tlb_torque_cluster;

/* In the order from back to front, for what is translucent. */
typedef struct tlb_torque_sorted {
    TLB_ARRAY(tlb_torque_cluster) clusters;
    TLB_ARRAY(int32_t) startCluster, firstVerts, numVerts, firstTVerts; /* of frames */
    uint32_t alwaysWriteDepth;
} tlb_torque_sorted;

typedef struct tlb_torque_decal_mesh {
    uint32_t emptyMesh[15]; /* this and emptyEnd in version 19: decals were made from meshes */
    TLB_ARRAY(tlb_torque_primitive) primitives;
    TLB_ARRAY(uint32_t) indices;
    uint32_t emptyEnd[3];
    TLB_ARRAY(int32_t) startPrimitive;
    TLB_ARRAY(tlb_vec4) texgenS, texgenT; /* one for each of startPrimitive */
    int32_t materialIndex;
} tlb_torque_decal_mesh;

/* A mesh with a parent uses the first vertices of that: it has numbers of them in place of lists. */
typedef struct tlb_torque_mesh {
    uint32_t meshType; /* tlb_torque_mesh_type */
    int32_t numFrames, numMatFrames;
    int32_t parentMesh; /* an earlier one */
    float bounds[6];    /* min, max */
    float center[3];
    int32_t radius;                                      /* whole meters; one exporter wrote a float there */
    int32_t vertOffset, numVertsInBuffer, vertSize;      /* version 27 on: in tlb_torque_shape.vertexBuffer */
    uint32_t numVerts, numTVerts, numTVerts2, numColors; /* used of the parent's, or all of its own */
    TLB_ARRAY(tlb_vec3) verts;
    TLB_ARRAY(tlb_vec2) tverts;
    TLB_ARRAY(tlb_vec2) tverts2; /* version 26 on, as are colors */
    TLB_ARRAY(uint32_t) colors;
    TLB_ARRAY(tlb_vec3) norms;
    TLB_ARRAY(uint8_t) encodedNorms; /* version 22 on; numbers of tlb_torque_normal */
    TLB_ARRAY(tlb_torque_primitive) primitives;
    TLB_ARRAY(uint32_t) indices;      /* to 65535 before version 26 */
    TLB_ARRAY(uint16_t) mergeIndices; /* of an abandoned technique */
    int32_t vertsPerFrame;
    uint32_t flags;
    tlb_torque_skin *skin; /* this and the next two: of meshes of that type, otherwise NULL */
    tlb_torque_sorted *sorted;
    tlb_torque_decal_mesh *decal;
} tlb_torque_mesh;

/* --- shape ------------------------------------------------------------------------------------------- */

/* Of nodes, objects, decals and image file lists: what the engine fills in when it loads them. In files it is
 * right, -1 or left as it was in memory. Version 18 does not have it. */
typedef struct tlb_torque_node {
    int32_t nameIndex, parentIndex;
    int32_t firstObject, firstChild, nextSibling; /* filled in */
} tlb_torque_node;

typedef struct tlb_torque_object {
    int32_t nameIndex;
    int32_t numMeshes, startMeshIndex; /* one for each detail, as far as there are */
    int32_t nodeIndex;
    int32_t nextSibling, firstDecal; /* filled in */
} tlb_torque_object;

typedef struct tlb_torque_decal {
    int32_t nameIndex, numMeshes, startMeshIndex, objectIndex;
    int32_t nextSibling; /* filled in */
} tlb_torque_decal;

/* A material whose images are listed in a text file. */
typedef struct tlb_torque_ifl {
    int32_t nameIndex, materialSlot;
    int32_t firstFrame, firstFrameOffTimeIndex, numFrames; /* filled in */
} tlb_torque_ifl;

typedef struct tlb_torque_object_state {
    float vis;
    int32_t frameIndex, matFrameIndex;
} tlb_torque_object_state;

typedef struct tlb_torque_detail {
    int32_t nameIndex;
    int32_t subShapeNum;          /* -1: a picture of the shape */
    int32_t objectDetailNum;      /* the slot in each object's meshes; of a picture, bits before version 26 */
    float size;                   /* the least size in pixels; negative: not drawn, for collision or sight */
    float averageError, maxError; /* version 19 on, as is polyCount */
    int32_t polyCount;
    int32_t bbDimension, bbDetailLevel; /* version 26 on, as the rest: of a picture */
    uint32_t bbEquatorSteps, bbPolarSteps;
    float bbPolarAngle;
    uint32_t bbIncludePoles;
} tlb_torque_detail;

/* The vertices of version 27 on, as the engine draws them: kept as they are. */
typedef struct tlb_torque_vertex_buffer {
    uint16_t texCoordOffset, boneOffset, colorOffset, numBoneBlocks, vertexSize;
    TLB_ARRAY(uint8_t) data;
} tlb_torque_vertex_buffer;

typedef struct tlb_torque_shape {
    uint8_t version, reserved;
    uint16_t exporterVersion;
    int32_t smallestVisibleSize, smallestVisibleDL; /* version 19 on */
    float radius, tubeRadius;
    float center[3];
    float bounds[6];                  /* min, max */
    TLB_ARRAY(tlb_torque_node) nodes; /* parents before their children */
    TLB_ARRAY(tlb_torque_object) objects;
    TLB_ARRAY(tlb_torque_decal) decals;
    TLB_ARRAY(tlb_torque_ifl) iflMaterials;
    TLB_ARRAY(int32_t) subShapeFirstNode, subShapeFirstObject, subShapeFirstDecal;
    TLB_ARRAY(int32_t) subShapeNumNodes, subShapeNumObjects, subShapeNumDecals; /* version 19 on */
    TLB_ARRAY(tlb_torque_node_state) nodeStates; /* version 18, in place of the next four */
    TLB_ARRAY(tlb_quat16) defaultRotations;      /* of nodes */
    TLB_ARRAY(tlb_vec3) defaultTranslations;
    TLB_ARRAY(tlb_vec3) nodeTranslations; /* of sequences */
    TLB_ARRAY(tlb_quat16) nodeRotations;
    TLB_ARRAY(float) nodeUniformScales; /* scales: version 22 on */
    TLB_ARRAY(tlb_vec3) nodeAlignedScales;
    TLB_ARRAY(tlb_vec3) nodeArbitraryScaleFactors;
    TLB_ARRAY(tlb_quat16) nodeArbitraryScaleRots;
    TLB_ARRAY(tlb_vec3) groundTranslations; /* ground: version 24 on */
    TLB_ARRAY(tlb_quat16) groundRotations;
    TLB_ARRAY(tlb_torque_object_state) objectStates; /* first those of objects at rest, then of sequences */
    TLB_ARRAY(int32_t) decalStates;
    TLB_ARRAY(tlb_torque_trigger) triggers;
    TLB_ARRAY(tlb_torque_detail) details;  /* sizes descend */
    tlb_torque_vertex_buffer vertexBuffer; /* version 27 on */
    TLB_ARRAY(tlb_torque_mesh) meshes;
    TLB_ARRAY(tlb_text) names;
    TLB_ARRAY(int32_t) detailFirstSkin, detailNumSkins; /* versions 19 to 22, as skins: of details */
    TLB_ARRAY(tlb_torque_mesh) skins;
    /* What follows in each buffer, where it is not zeros up to a word. */
    tlb_bytes padding32, padding16, padding8;
    TLB_ARRAY(tlb_torque_sequence) sequences;
    uint32_t gotMaterials; /* version 18: whether there is a list of materials */
    tlb_torque_material_list materialList;
    tlb_bytes tail; /* what follows the list of materials */
} tlb_torque_shape;

/* The document's own shape; NULL when it is of another format. */
TLB_API tlb_torque_shape *tlb_document_torque_dts(tlb_document *document);

/* A name's text; "" for an index out of range. */
TLB_API tlb_text tlb_torque_name_at(const tlb_torque_shape *shape, int32_t nameIndex);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef struct tlb_torque_dts_write_options {
    tlb_format_options head;
    tlb_optional_real scale;
    tlb_switch bitmaps;           /* write the textures beside the shape; default: yes */
    tlb_optional_integer version; /* 24 to 26; default: TLB_TORQUE_VERSION */
} tlb_torque_dts_write_options;

#define TLB_TORQUE_DTS_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_torque_dts_write_options)

#ifdef __cplusplus
}
#endif
#endif
