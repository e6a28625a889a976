/* The meaning of one or several IQE files, whatever their text: what the compiler makes IQM of, and what IQM
 * and scenes become on their way to IQE.
 *
 * Resolved here, so that it need not be checked again:
 *   - indices of faces: relative ones, negative ones, those of further files; every corner is below
 *     vertex_count. Polygons are fans of triangles from their first corner. Faces that name what does not
 *     exist, or fewer than three corners, are left out (IQE_POLYGON_SKIPPED).
 *   - without any face, each three vertexes of a mesh are a triangle ("each group of 3 vertexes defines a
 *     triangle").
 *   - meshes: those of equal name and material are one; a run says which triangles are whose.
 *   - vertex arrays: NULL or vertex_count long; what a shorter one lacks has the description's defaults.
 *   - formats: the first vertexarray of a type that is valid, else the description's default.
 *   - poses: all three commands are translate, rotate (of unit length), scale. A joint without base pose is
 * at rest at its parent's origin. Each frame has joint_count poses.
 *   - joints: a parent comes before its children; blends and poses follow that order. Blends of joints that
 *     do not exist are gone where there are joints, those of negative index everywhere.
 *   - several files: vertexes, faces and meshes one after the other; the first file that has joints gives
 *     the skeleton, and the poses and blends of others go to the joints of the same name, or, where not one
 *     name is the same, to those of the same place. Formats, comment: of the first file that has them.
 * Left to the compiler: normals from smoothing, welding, merging and dropping degenerate triangles, tangents
 * and their signs, adjacency, choosing and normalising four weights, quantisation, hemispheres of rotations,
 * bounds, scale/rotate/translate, order for the vertex cache.
 *
 * Axes: right-handed, Z up, as in IQE and IQM. Triangles are clockwise seen from the front. Arrays of a
 * single IQE document are the document's own where nothing had to be changed: a model lasts as long as its
 * arena and its documents. Nothing may be written through it. */
#ifndef TLB_FORMATS_INTERQUAKE_MODEL_MODEL_H
#define TLB_FORMATS_INTERQUAKE_MODEL_MODEL_H

#include "core/format.h"
#include "trilobite/formats/iqe.h"
#include "trilobite/formats/iqm.h"

enum {
    IQ_ATTRIBUTES = 7, /* TLB_IQM_POSITION to TLB_IQM_COLOR */
    IQ_TYPES = IQ_ATTRIBUTES + TLB_IQE_CUSTOMS
};

/* How a vertex array is to be stored. By type; custom n at IQ_ATTRIBUTES + n. */
typedef struct iq_format {
    bool given;      /* a vertexarray says so; else it is the default, which the compiler may widen */
    uint32_t format; /* tlb_iqm_format */
    uint32_t size;   /* components, 1 to 4 */
    tlb_text name;   /* of a custom attribute */
} iq_format;

typedef struct iq_mesh {
    tlb_text name, material;
} iq_mesh;

/* What decides whether corners are smoothed. The set of a triangle is that of its run. */
typedef struct iq_smoothing {
    bool uv;
    int32_t group;
    float angle; /* degrees; 180: any */
} iq_smoothing;

/* Triangles in a row that belong to one mesh and have one set of parameters. */
typedef struct iq_run {
    uint32_t mesh, smoothing;
    uint32_t first_triangle, triangle_count;
} iq_run;

typedef struct iq_joint {
    tlb_text name;
    int32_t parent; /* less than its own index; -1: none */
} iq_joint;

/* translate 3, rotate 4 (x y z w), scale 3 */
typedef float iq_pose[TLB_IQM_CHANNELS];

typedef struct iq_animation {
    tlb_text name;
    float framerate;
    bool loop;
    uint32_t first_frame, frame_count; /* of the model's frames */
} iq_animation;

/* Where the things of a file begin: they end where the next file's begin. For messages. */
typedef struct iq_source {
    const char *name;
    uint32_t first_vertex, first_triangle, first_animation;
} iq_source;

typedef struct iq_model {
    uint32_t vertex_count;
    const float (*positions)[4]; /* never NULL */
    const float (*texcoords)[4]; /* NULL: none, as the following; u, v, and what more was given */
    const float (*normals)[3];
    /* x y z and the sign, or x y z and the bitangent: tangent_forms says how many numbers count, 4 or 6, 0
     * where there is none. */
    const float (*tangents)[6];
    const uint8_t *tangent_forms;
    const float (*colors)[4];
    const float (*customs[TLB_IQE_CUSTOMS])[4];
    const int32_t *smooth_indices; /* vs */
    const tlb_iqe_span *blends;    /* of `weights`: any number, any order, as given */
    const tlb_iqe_weight *weights;

    uint32_t triangle_count;
    const uint32_t (*triangles)[3];
    /* By triangle: bit k: the edge from corner k to the next is flagged by fs, or is a diagonal of its
     * polygon. Corners at an edge unite when one of the two sides flags it. NULL: no fs anywhere. */
    const uint8_t *edge_flags;
    TLB_ARRAY(const iq_run) runs;
    TLB_ARRAY(const iq_mesh) meshes;
    TLB_ARRAY(const iq_smoothing) smoothings;
    iq_format formats[IQ_TYPES];

    TLB_ARRAY(const iq_joint) joints;
    const iq_pose *base_poses; /* one a joint */
    TLB_ARRAY(const iq_animation) animations;
    uint32_t frame_count;
    const iq_pose *frames; /* frame_count x joints.count */
    bool has_comment;
    tlb_text comment;
    TLB_ARRAY(const iq_source) sources;
} iq_model;

/* iqm/to_model.c: the model of an IQM. What IQE has no word for is reported as dropped. TLB_NO_MEMORY,
 * TLB_LIMIT. */
tlb_status tlb_iq_model_of_iqm(iq_model *model, tlb_context *context, tlb_arena *arena, const tlb_iqm *iqm);
/* iqe/from_model.c: the text of a model. TLB_INVALID: a name cannot be spelled; else TLB_NO_MEMORY,
 * TLB_LIMIT. */
tlb_status tlb_iq_write_iqe(const iq_model *model, tlb_context *context, tlb_buffer *out);

/* iqe/to_model/to_model.c: the model of some IQE documents, in `arena`. What was left out or filled up is
 * reported, with its path and its document's name. TLB_NO_MEMORY, TLB_LIMIT; nothing else stops it. */
tlb_status tlb_iq_model_of_iqe(iq_model *model, tlb_context *context, tlb_arena *arena,
                               const tlb_iqe *const *documents, const char *const *names, uint32_t count);

/* model/from_scene.c. Writes the model of a scene and the images that its materials name. A skeleton is made
 * of the joints of skins and of all nodes that are animated: a mesh without skin is moved by the joint above
 * it. Animations are sampled. What the formats have no word for is reported as dropped by `title`. Names are
 * cut where `short_names` says so. */
tlb_status tlb_iq_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output,
                             const char *title, bool short_names,
                             tlb_status (*write)(const iq_model *model, const tlb_conversion *conversion,
                                                 tlb_buffer *out));

/* --- the words of vertexarray (iqe/to_model/to_model.c) ---------------------------------------------- */

/* TLB_IQM_FORMATS for a word that is none. */
uint32_t tlb_iqe_find_component(tlb_text text);
const char *tlb_iqe_type_name(uint32_t type);
const char *tlb_iqe_component_name(uint32_t format);

/* What a type is stored as when no command says so. */
iq_format tlb_iqe_default_format(uint32_t type);
/* What a command selects; false: nothing, its type is unknown. */
bool tlb_iqe_read_format(const tlb_iqe_vertexarray *x, uint32_t *type, iq_format *format);

#endif
