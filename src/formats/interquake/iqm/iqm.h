/* What the files of the IQM format share. */
#ifndef TLB_FORMATS_INTERQUAKE_IQM_IQM_H
#define TLB_FORMATS_INTERQUAKE_IQM_IQM_H

#include "core/format.h"
#include "trilobite/formats/iqm.h"

extern const tlb_format tlb_format_iqm;

enum { IQM_MAGIC = 16, IQM_HEADER = 124 };

/* Bytes of an element on disk; joints and poses by version. */
enum {
    IQM_MESH = 24,
    IQM_VERTEXARRAY = 20,
    IQM_TRIANGLE = 12,
    IQM_ANIM = 20,
    IQM_BOUNDS = 32,
    IQM_EXTENSION = 16
};
static inline uint32_t iqm_rotations(const tlb_iqm *x)
{
    return x->version == 1 ? 3 : 4;
}
static inline uint32_t iqm_channels(const tlb_iqm *x)
{
    return iqm_rotations(x) + 6;
}
static inline uint32_t iqm_joint_size(const tlb_iqm *x)
{
    return 8 + 4 * iqm_channels(x);
}
static inline uint32_t iqm_pose_size(const tlb_iqm *x)
{
    return 8 + 8 * iqm_channels(x);
}

/* The w that version 1 leaves out: never positive. */
float tlb_iqm_implied_w(const float rotate[3]);

/* Whether an array's values can be read: programs may name a format or size that is none. */
bool tlb_iqm_has_values(const tlb_iqm_vertexarray *array);

/* Vertices are taken in batches of up to this many. */
enum { IQM_BATCH = 256 };
typedef float iqm_batch[IQM_BATCH][TLB_IQM_COMPONENTS];
/* Vertices as rows of floats, `step` apart. */
typedef struct iqm_rows {
    const float *data;
    uint32_t step;
} iqm_rows;
/* The array's own where they are floats and have enough components, else made as tlb_iqm_values does. */
iqm_rows tlb_iqm_rows_of(const tlb_iqm_vertexarray *array, uint32_t first, uint32_t count,
                         uint32_t components, bool whole, iqm_batch made);

enum { IQM_MOST_JOINTS = UINT16_MAX + 1 }; /* that vertices can name */
/* The influences of vertices, of which `size` are stored: weights sum 1. Those of joints that are not there
 * move nothing; what no joint moves stays with the first. */
void tlb_iqm_influences(iqm_rows index, iqm_rows weight, uint32_t count, uint32_t size, float joint_count,
                        uint16_t (*joints)[TLB_INFLUENCES], float (*weights)[TLB_INFLUENCES]);

/* Tried after the names of materials; NULL at the end. */
extern const char *const tlb_iqm_texture_extensions[];

/* How long an animation lasts: a loop has a key more than frames. */
float tlb_iqm_seconds(const tlb_iqm_anim *anim);
/* Its frames per second, of one that has none a usual one. */
float tlb_iqm_rate(const tlb_iqm_anim *anim);
/* Whether its frames are there. */
bool tlb_iqm_has_frames(const tlb_iqm *x, const tlb_iqm_anim *anim);
/* A joint's place in its parent, of its channels: finite, its rotation of unit length, in the file's axes. */
void tlb_iqm_place(tlb_node *node, const float channels[TLB_IQM_CHANNELS]);
/* The channels of a joint at rest. */
void tlb_iqm_rest(const tlb_iqm_joint *joint, float channels[TLB_IQM_CHANNELS]);
/* Whether a mesh has any that are not zero. */
bool tlb_iqm_has_texcoords(const tlb_iqm *x, const tlb_iqm_mesh *mesh);

/* How many of an array's first three components are all zero. */
uint32_t tlb_iqm_zero_vectors(const tlb_iqm_vertexarray *array, uint32_t first, uint32_t count);

/* The bytes of an array's values in the file; 0 when they cannot be read. */
uint64_t tlb_iqm_values_size(const tlb_iqm *x, const tlb_iqm_vertexarray *array);
uint64_t tlb_iqm_frames_size(const tlb_iqm *x);

/* file.c. Offsets are as the reference compiler chooses them, extensions last; gaps go. Returns the size. */
uint64_t tlb_iqm_lay_out(tlb_iqm *x);
tlb_status tlb_iqm_read(tlb_document *document);
tlb_status tlb_iqm_write(tlb_context *context, void **root, tlb_buffer *out);
void tlb_iqm_walk(tlb_walk *w, void **root);
tlb_status tlb_iqm_check(tlb_document *document);
/* `name`: of the file. */
tlb_status tlb_iqm_scene(const tlb_iqm *x, const char *name, tlb_scene *scene,
                         const tlb_conversion *conversion);
tlb_status tlb_iqm_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);
/* convert.c. From documents of the family; with options, from its own. */
tlb_status tlb_iqm_translate(tlb_document *source, const tlb_conversion *conversion, tlb_buffer *out);
tlb_status tlb_iqm_convert_version(tlb_document *source, const tlb_format *target,
                                   const tlb_conversion *conversion, tlb_buffer *out);
tlb_status tlb_iqm_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output);

#endif
