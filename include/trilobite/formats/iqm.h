/* Inter-Quake models (.iqm), versions 1 and 2: the document, typed. Names and order are those of the format's
 * own header; what each part means, and what real files do, is in docs/formats/iqm.md.
 *
 * Axes: right-handed, Z up. Triangles are clockwise seen from the front. UV origin top left, v down.
 * Rotations: quaternions x, y, z, w. Joints and poses are relative to their parents. */
#ifndef TRILOBITE_FORMATS_IQM_H
#define TRILOBITE_FORMATS_IQM_H

#include "trilobite/arena.h"
#include "trilobite/document.h"
#include "trilobite/options.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TLB_IQM_LAST_VERSION = 2,
    TLB_IQM_CHANNELS = 10,  /* of a pose: translate, rotate, scale; 9 in version 1, without w */
    TLB_IQM_COMPONENTS = 4, /* the most that a vertex array has */
    TLB_IQM_LOOP = 1        /* in an animation's flags */
};

/* What a vertex array contains; from TLB_IQM_CUSTOM on, the rest is the offset of its name in the text. */
typedef enum tlb_iqm_type {
    TLB_IQM_POSITION,
    TLB_IQM_TEXCOORD,
    TLB_IQM_NORMAL,
    TLB_IQM_TANGENT, /* w: the sign of the bitangent */
    TLB_IQM_BLENDINDEXES,
    TLB_IQM_BLENDWEIGHTS,
    TLB_IQM_COLOR,
    TLB_IQM_CUSTOM = 16
} tlb_iqm_type;

typedef enum tlb_iqm_format {
    TLB_IQM_BYTE,
    TLB_IQM_UBYTE,
    TLB_IQM_SHORT,
    TLB_IQM_USHORT,
    TLB_IQM_INT,
    TLB_IQM_UINT,
    TLB_IQM_HALF,
    TLB_IQM_FLOAT,
    TLB_IQM_DOUBLE,
    TLB_IQM_FORMATS
} tlb_iqm_format;

/* Names are offsets into the text. */
typedef struct tlb_iqm_mesh {
    uint32_t name, material;
    uint32_t first_vertex, num_vertexes;
    uint32_t first_triangle, num_triangles;
} tlb_iqm_mesh;

typedef struct tlb_iqm_vertexarray {
    uint32_t type; /* tlb_iqm_type */
    uint32_t flags;
    uint32_t format;    /* tlb_iqm_format */
    uint32_t size;      /* components of a vertex */
    uint32_t offset;    /* of the values in the file; set when the document is saved with another layout */
    const void *values; /* num_vertexes x size of the format's type, halfs as uint16_t; NULL when the format
                         * or the size is none that is known */
} tlb_iqm_vertexarray;

typedef uint32_t tlb_iqm_triangle[3];

/* The triangles at the edges 0-1, 1-2, 2-0; -1: none, or more than one. */
typedef int32_t tlb_iqm_adjacency[3];

typedef struct tlb_iqm_joint {
    uint32_t name;
    int32_t parent; /* -1: none */
    float translate[3];
    float rotate[4]; /* version 1 stores no w: it is computed, and not positive */
    float scale[3];
} tlb_iqm_joint;

/* How a joint's channels are packed in frames: channel i is channeloffset[i], and where bit i of the mask is
 * set channelscale[i] times the frame's next value is added. */
typedef struct tlb_iqm_pose {
    int32_t parent;
    uint32_t channelmask;
    float channeloffset[TLB_IQM_CHANNELS], channelscale[TLB_IQM_CHANNELS];
} tlb_iqm_pose;

typedef struct tlb_iqm_anim {
    uint32_t name;
    uint32_t first_frame, num_frames;
    float framerate; /* frames per second; 0: unknown */
    uint32_t flags;  /* TLB_IQM_LOOP */
} tlb_iqm_anim;

typedef struct tlb_iqm_bounds {
    float bbmin[3], bbmax[3];
    float xyradius, radius;
} tlb_iqm_bounds;

typedef struct tlb_iqm_extension {
    uint32_t name;
    uint32_t ofs_data, ofs_next;
    tlb_bytes data;
} tlb_iqm_extension;

/* Bytes that belong to no part: padding, mostly. */
typedef struct tlb_iqm_gap {
    uint32_t offset;
    tlb_bytes bytes;
} tlb_iqm_gap;

/* Counts that a list has are the list's. Offsets are those of parts in the file: a document whose parts
 * still fit there is saved so, any other gets the layout of the reference compiler, and its offsets with
 * it. The large lists are const: they may lie in the bytes that were opened. To change one, put another in
 * its place. */
typedef struct tlb_iqm {
    uint32_t version, filesize, flags;
    tlb_text text; /* NUL-terminated strings */
    TLB_ARRAY(tlb_iqm_mesh) meshes;
    uint32_t num_vertexes;
    TLB_ARRAY(tlb_iqm_vertexarray) vertexarrays;
    TLB_ARRAY(const tlb_iqm_triangle) triangles;
    TLB_ARRAY(const tlb_iqm_adjacency) adjacency; /* one a triangle, or none */
    TLB_ARRAY(tlb_iqm_joint) joints;
    TLB_ARRAY(tlb_iqm_pose) poses;
    TLB_ARRAY(tlb_iqm_anim) anims;
    uint32_t num_frames, num_framechannels;
    const uint16_t *frames;           /* num_frames x num_framechannels */
    TLB_ARRAY(tlb_iqm_bounds) bounds; /* one per frame, or none */
    tlb_text comment;
    TLB_ARRAY(tlb_iqm_extension) extensions;
    uint32_t ofs_text, ofs_meshes, ofs_vertexarrays, ofs_triangles, ofs_adjacency, ofs_joints, ofs_poses,
        ofs_anims, ofs_frames, ofs_bounds, ofs_comment, ofs_extensions;
    TLB_ARRAY(tlb_iqm_gap) gaps; /* by offset */
} tlb_iqm;

/* The document's own IQM; NULL when it is of another format. */
TLB_API tlb_iqm *tlb_document_iqm(tlb_document *document);

/* The string at an offset of the text; "" where there is none. It is the document's. */
TLB_API const char *tlb_iqm_name(const tlb_iqm *iqm, uint32_t offset);
/* The first array of a type with values, NULL: none. */
TLB_API const tlb_iqm_vertexarray *tlb_iqm_array(const tlb_iqm *iqm, uint32_t type);
/* The bytes of a component; 0: an unknown format. */
TLB_API uint32_t tlb_iqm_component_size(uint32_t format);
/* The values of `count` vertices from `first` on, four for each, as numbers: integers are fractions of their
 * range (-1 to 1, 0 to 1) unless `whole`. Components that the array lacks are 0, the fourth 1;
 * an array without values, or of an unknown format or size, lacks all. */
TLB_API void tlb_iqm_values(const tlb_iqm_vertexarray *array, uint32_t first, uint32_t count, bool whole,
                            float (*out)[TLB_IQM_COMPONENTS]);
/* The channels of all poses in a frame: translate 3, rotate 4, scale 3, of either version. Values that the
 * frame does not have are 0. */
TLB_API void tlb_iqm_frame(const tlb_iqm *iqm, uint32_t frame, float (*out)[TLB_IQM_CHANNELS]);

/* --- a model at a time --------------------------------------------------------------------------------- */

/* Where the joints of a model are at a time of an animation. Everything is in the file's axes.
 *
 *     tlb_iqm_skeleton skeleton;
 *     if (!tlb_iqm_skeleton_at(iqm, tlb_iqm_find_anim(iqm, "walk"), 0.5, arena, &skeleton))
 *         return TLB_NO_MEMORY;
 *     tlb_iqm_vertices(&skeleton, mesh, positions, normals, uvs, iqm->meshes.data[mesh].num_vertexes); */
typedef struct tlb_iqm_skeleton {
    const tlb_iqm *iqm; /* that it is of: it is only read, and must stay as it is */
    uint32_t joint_count;
    const float (*world)[16]; /* joints in the model: matrices, column-major */
    const float (*skin)[16];  /* from a vertex at rest to where a joint moves it; NULL: no joints */
} tlb_iqm_skeleton;

/* By name; -1 when there is none. */
TLB_API int32_t tlb_iqm_find_anim(const tlb_iqm *iqm, const char *name);
/* The joints `seconds` into an animation, -1: at rest; of a model that has none its poses, at rest as in its
 * first frame. What loops begins again after its end, others stay there. The lists of `skeleton` are in
 * `arena`. False: no such animation, its frames are not there, no finite time, or no memory. */
TLB_API bool tlb_iqm_skeleton_at(const tlb_iqm *iqm, int32_t anim, double seconds, tlb_arena *arena,
                                 tlb_iqm_skeleton *skeleton);
/* The first `capacity` vertices of a mesh, moved by the joints; each array may be NULL. Normals are of unit
 * length, and zero where the file has none, as are texture coordinates. Returns how many there are. */
TLB_API uint32_t tlb_iqm_vertices(const tlb_iqm_skeleton *skeleton, uint32_t mesh, tlb_vec3 *positions,
                                  tlb_vec3 *normals, tlb_vec2 *uvs, uint32_t capacity);
/* The first `capacity` triangles of a mesh, clockwise, as tlb_iqm_vertices counts vertices; those with other
 * vertices than the mesh's are left out. Returns how many there are. */
TLB_API uint32_t tlb_iqm_triangles(const tlb_iqm *iqm, uint32_t mesh, tlb_iqm_triangle *triangles,
                                   uint32_t capacity);

/* --- options of conversions ----------------------------------------------------------------------------- */

typedef struct tlb_iqm_write_options {
    tlb_format_options head;
    tlb_optional_real scale;
    tlb_vec3 rotate; /* degrees, about x, then y, then z */
    tlb_vec3 translate;
    bool joints; /* write joints even without meshes */
    tlb_clip_options clip;
    tlb_merge_list merges; /* files whose meshes and animations are added */
} tlb_iqm_write_options;

#define TLB_IQM_WRITE_OPTIONS_INIT TLB_FORMAT_OPTIONS_INIT(tlb_iqm_write_options)

#ifdef __cplusplus
}
#endif
#endif
