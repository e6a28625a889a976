/* Darkstar shapes: the .dts files of Starsiege and Starsiege: Tribes, TS::Shape version 1 to 8.
 *
 * A shape is a tree of nodes; objects hang meshes on nodes; sequences animate both. A sequence has a track
 * (subsequence) for each node or object that it moves, a run of `subSequences` that is a run of `keyFrames`.
 * Names are those of the format's description, which docs/formats/dts.md corrects where real files differ
 * from it.
 *
 * Axes: right-handed, X right, Y forward, Z up; meters. Fields that are -1 name nothing. What plays sequences
 * is in trilobite/formats/dts_runtime.h. */
#ifndef TRILOBITE_FORMATS_DTS_H
#define TRILOBITE_FORMATS_DTS_H

#include "trilobite/formats/dml.h"
#include "trilobite/document.h"
#include "trilobite/options.h"
#include "trilobite/formats/pers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_DTS_FIRST_VERSION = 1,
    TLB_DTS_LAST_VERSION = 8,
    TLB_DTS_LAST_MESH_VERSION = 3,
    TLB_DTS_NAME = 24,
    TLB_DTS_NORMALS = 256,
    TLB_DTS_BOX_VERTICES = 2 /* of each frame the first, which are its box and not drawn */
};

/* Integers are 16 bits wide in version 8 where they are 32 in others, unless said otherwise. */
typedef struct tlb_dts_node {
    int32_t name, parent; /* parents come before their children */
    int32_t numSubSequences, firstSubSequence;
    int32_t defaultTransform;
} tlb_dts_node;

typedef struct tlb_dts_sequence {
    int32_t name; /* 32 bits in every version, as all fields of a sequence */
    int32_t cyclic;
    float duration;                              /* seconds */
    int32_t priority;                            /* the lowest number wins a node or an object */
    int32_t firstTriggerFrame, numTriggerFrames; /* version 4 on */
    /* Version 5 on; the first is garbage when there are none. */
    int32_t numIFLSubSequences, firstIFLSubSequence;
} tlb_dts_sequence;

/* A track. Those of a node, an object or a sequence's materials are consecutive, ascending by sequence. */
typedef struct tlb_dts_sub_sequence {
    int32_t sequenceIdx, numKeyFrames, firstKeyFrame;
} tlb_dts_sub_sequence;

/* As in the file; tlb_dts_key_of takes it apart. */
typedef struct tlb_dts_key_frame {
    float pos; /* 0 to 1 in the sequence */
    uint32_t key;
    uint32_t matIndex; /* version 3 on */
} tlb_dts_key_frame;

/* A turn and a move of a node in its parent. The quaternion (x, y, z, w) is the conjugate of the usual
 * one. */
typedef struct tlb_dts_transform {
    float rot[4];     /* to version 6 */
    int16_t rot16[4]; /* version 7 on: rot, 32767 for 1 */
    float pos[3];
    float scale[3]; /* to version 7; the engine does not read it */
} tlb_dts_transform;

typedef struct tlb_dts_name {
    char data[TLB_DTS_NAME]; /* to its NUL */
} tlb_dts_name;

enum { TLB_DTS_OBJECT_INVISIBLE = 1 }; /* in tlb_dts_object.flags: not drawn unless a sequence shows it */

typedef struct tlb_dts_object {
    int16_t name;
    uint16_t flags;
    int32_t meshIndex; /* 32 bits in every version */
    int32_t nodeIndex;
    uint16_t pad;         /* version 8 */
    uint32_t offsetFlags; /* this and the next: to version 7; the engine does not read them */
    float offsetRot[9];
    float offset[3]; /* of the mesh in its node */
    int32_t numSubSequences, firstSubSequence;
} tlb_dts_object;

/* A way to draw the shape: the nodes from a root down. Sizes descend. */
typedef struct tlb_dts_detail {
    int32_t rootNode;
    float size; /* the least projected radius in pixels; 0 and less: not drawn, for collision or sight */
} tlb_dts_detail;

typedef struct tlb_dts_transition {
    int32_t startSequence, endSequence;
    float startPosition, endPosition;
    float duration;              /* seconds */
    tlb_dts_transform transform; /* how far the root moves */
} tlb_dts_transition;

typedef struct tlb_dts_frame_trigger {
    float pos; /* negative: of |pos|, when played backwards */
    int32_t value;
} tlb_dts_frame_trigger;

/* --- meshes ------------------------------------------------------------------------------------------ */

typedef uint8_t tlb_dts_packed_vertex[4]; /* x, y, z, and the number of a normal */

typedef struct tlb_dts_face {
    /* Clockwise, seen from outside. */
    int32_t vertIndex0, texIndex0, vertIndex1, texIndex1, vertIndex2, texIndex2;
    int32_t matIndex;
} tlb_dts_face;

/* A position is packed * scale + origin. */
typedef struct tlb_dts_frame {
    int32_t firstVert;         /* whose indices count from here: TLB_DTS_BOX_VERTICES come first */
    float scale[3], origin[3]; /* version 3; before that the mesh has them */
} tlb_dts_frame;

/* TS::CelAnimMesh, version 1 to 3. */
typedef struct tlb_dts_mesh {
    tlb_pers pers;
    int32_t vertsPerFrame;
    int32_t textureVertsPerFrame; /* version 2 on; all of them in version 1 */
    float scale[3], origin[3];    /* to version 2 */
    float radius;                 /* about the exporter's origin: no sphere that helps */
    TLB_ARRAY(tlb_dts_packed_vertex) vertices;
    TLB_ARRAY(tlb_vec2) textureVerts;
    TLB_ARRAY(tlb_dts_face) faces;
    TLB_ARRAY(tlb_dts_frame) frames; /* may be none to version 2: then there is one, from vertex 0 on */
} tlb_dts_mesh;

/* --- shape ------------------------------------------------------------------------------------------- */

typedef struct tlb_dts {
    tlb_pers pers; /* "TS::Shape" */
    float radius;
    float center[3];                  /* in the shape's space in version 8, in that of node 0 before */
    float minBounds[3], maxBounds[3]; /* version 8; tlb_dts_bounds knows those of others */
    TLB_ARRAY(tlb_dts_node) nodes;
    TLB_ARRAY(tlb_dts_sequence) sequences;
    TLB_ARRAY(tlb_dts_sub_sequence) subSequences;
    TLB_ARRAY(tlb_dts_key_frame) keyFrames;
    TLB_ARRAY(tlb_dts_transform) transforms;
    TLB_ARRAY(tlb_dts_name) names;
    TLB_ARRAY(tlb_dts_object) objects;
    TLB_ARRAY(tlb_dts_detail) details;
    TLB_ARRAY(tlb_dts_transition) transitions;      /* version 2 on */
    TLB_ARRAY(tlb_dts_frame_trigger) frameTriggers; /* version 4 on */
    int32_t defaultMaterials; /* version 5 on: those that faces name; what follows them is for sequences */
    int32_t alwaysNode;       /* version 6 on: drawn besides the detail; -1 in earlier ones */
    TLB_ARRAY(tlb_dts_mesh) meshes;
    uint32_t hasMaterials;
    tlb_dml_list materialList;
    tlb_bytes tail; /* after the chunk: exporters wrote over longer files and left their ends */
} tlb_dts;

/* The document's own DTS; NULL when it is of another format. */
TLB_API tlb_dts *tlb_document_dts(tlb_document *document);

/* The direction of a normal's number: x, y, z of unit length, of a table that the engine has. */
TLB_API const float *tlb_dts_normal(uint8_t number);
/* The number of the nearest one, of equals the first: what exporters write. */
TLB_API uint8_t tlb_dts_pack_normal(const float normal[3]);

/* A name's text, "" for an index out of range. It is not longer than TLB_DTS_NAME and is kept in the
 * document, without NUL when it fills its field. */
TLB_API tlb_text tlb_dts_name_at(const tlb_dts *shape, int32_t name);

/* A key taken apart, by the shape's version. */
typedef struct tlb_dts_key {
    /* Of a node's track a transform, of an object's a frame, of materials' what is shown. */
    uint32_t value;
    /* Of an object's track a frame of texture coordinates, of materials' which is replaced. */
    uint32_t material;
    bool visible;
    bool visibleMatters, frameMatters, materialMatters; /* of an object's track: what the key sets */
} tlb_dts_key;

/* The parts of a key of this shape; zeros for NULL. */
TLB_API tlb_dts_key tlb_dts_key_of(const tlb_dts *shape, const tlb_dts_key_frame *frame);

/* The box of the shape. From version 8 on it is the file's. Before it is an estimate: what the finest detail
 * takes up at rest, as far as the sphere of center and radius goes. TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_dts_bounds(tlb_context *context, const tlb_dts *shape, float minBounds[3],
                                  float maxBounds[3]);

/* A transform relative to the parent, or to the shape: rotated, then translated. */
typedef struct tlb_dts_placement {
    float rotation[4]; /* x, y, z, w, the usual way round: v' = q v q* */
    float translation[3];
} tlb_dts_placement;

/* The identity when `transform` names nothing. */
TLB_API tlb_dts_placement tlb_dts_placement_of(const tlb_dts *shape, int32_t transform);

/* A frame of a mesh, whatever its version: where its vertices begin, and how they are unpacked. False when
 * they are not all there. */
TLB_API bool tlb_dts_frame_of(const tlb_dts_mesh *mesh, uint32_t frame, tlb_dts_frame *out);
TLB_API uint32_t tlb_dts_frame_count(const tlb_dts_mesh *mesh); /* at least 1 */

/* --- making one --------------------------------------------------------------------------------------- */

/* Each adds a part to the document's shape, with what it needs, and returns it to be filled further: its
 * number is the count of its list less 1 (tlb_dts_add_detail alone keeps an order), its address good until
 * the next of its kind is added. NULL: the document is of another format, a number is out of range, or memory
 * is refused (tlb_report_memory). Names longer than TLB_DTS_NAME are cut. A shape begins with the node
 * "bounds", on which all others are; tlb_document_update sets its box, center and radius. */

/* On a parent, TLB_NONE: none; at rest in its parent's place, by a transform of its own. */
TLB_API tlb_dts_node *tlb_dts_add_node(tlb_document *document, const char *name, int32_t parent);
/* Shows a mesh on a node. */
TLB_API tlb_dts_object *tlb_dts_add_object(tlb_document *document, const char *name, int32_t node,
                                           int32_t mesh);
/* After those that are larger. */
TLB_API tlb_dts_detail *tlb_dts_add_detail(tlb_document *document, int32_t rootNode, float size);
/* Of a texture, for faces to name. Those for sequences alone are added after all others, and taken off
 * `defaultMaterials`. */
TLB_API tlb_dml_material *tlb_dts_add_material(tlb_document *document, const char *file);
TLB_API tlb_dts_mesh *tlb_dts_add_mesh(tlb_document *document);
/* The next frame of a mesh: `count` vertices, as many as in its other frames, packed into bytes within their
 * box. Normals are of unit length; NULL: all up. */
TLB_API tlb_dts_frame *tlb_dts_add_frame(tlb_document *document, tlb_dts_mesh *mesh,
                                         const tlb_vec3 *positions, const tlb_vec3 *normals, uint32_t count);
/* A triangle, clockwise seen from outside, of three vertices of tlb_dts_add_frame (it is they that are
 * counted, without the box) and three texture vertices, NULL: the same numbers. TLB_APPEND adds to
 * textureVerts; textureVertsPerFrame is theirs to be set. */
TLB_API tlb_dts_face *tlb_dts_add_face(tlb_document *document, tlb_dts_mesh *mesh, const uint32_t vertices[3],
                                       const uint32_t textureVertices[3], int32_t material);
/* A sequence, and a track of a node in it: `keys` key frames, evenly from its begin to its end, each with a
 * transform of its own as at rest, whose number is its `key`. Returns the first of them. A node has one track
 * in a sequence. */
TLB_API tlb_dts_sequence *tlb_dts_add_sequence(tlb_document *document, const char *name, float duration);
TLB_API tlb_dts_key_frame *tlb_dts_add_track(tlb_document *document, int32_t node, int32_t sequence,
                                             uint32_t keys);
/* The inverse of tlb_dts_placement_of, rounded as the version stores it. False: no such transform. */
TLB_API bool tlb_dts_set_placement(tlb_dts *shape, int32_t transform, const tlb_dts_placement *placement);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef struct tlb_dts_write_options {
    tlb_format_options head;
    tlb_optional_real scale;
    tlb_switch bitmaps;   /* write the textures beside the shape; default: yes */
    const char *like;     /* path of the shape to replace the meshes of */
    const char *sequence; /* of `like`: the name of the one to replace instead */
} tlb_dts_write_options;

#define TLB_DTS_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_dts_write_options)

#ifdef __cplusplus
}
#endif
#endif
