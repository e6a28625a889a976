/* Scenes on their way to IQE and IQM. */
#ifndef TLB_FORMATS_INTERQUAKE_MODEL_SCENE_H
#define TLB_FORMATS_INTERQUAKE_MODEL_SCENE_H

#include "base/index.h"
#include "core/image_files.h"
#include "formats/interquake/model/model.h"

/* Writes the model of a scene and the images that its materials name. A skeleton is made of the joints of
 * skins and of all nodes that are animated: a mesh without skin is moved by the joint above it. Animations
 * are sampled. What the formats have no word for is reported as dropped by `title`. */
tlb_status
iq_from_scene(const tlb_scene *scene, const tlb_conversion *conversion, tlb_output *output, const char *title,
              tlb_status (*write)(const iq_model *model, const tlb_conversion *conversion, tlb_buffer *out));

typedef struct iq_scene_maker {
    const tlb_scene *scene;
    tlb_context *context;
    tlb_arena *arena; /* the model's */
    const char *title;
    const bool *shown;
    tlb_image_file *images;
    iq_model *model;
    tlb_scene base;     /* what base poses and vertices are taken from */
    float (*world)[16]; /* of its nodes */
    int32_t *joint;     /* of each node; TLB_NONE: it is none */
    int32_t *mover;     /* of each node: the joint it moves with, itself or one above */
    int32_t still;      /* the joint of what nothing moves, TLB_NONE: there is none */
    uint64_t replaced;  /* numbers that were not finite */
    uint64_t crowded;   /* custom attributes of meshes for which there was no room */
} iq_scene_maker;

/* Y up to Z up: what iqm_turn undoes. */
static inline void iq_turn_back(float out[3], const float in[3])
{
    float z = in[2];
    out[0] = in[0], out[2] = in[1], out[1] = -z;
}

/* Each returns false without memory. */
bool iq_make_skeleton(iq_scene_maker *s);
bool iq_sample_animations(iq_scene_maker *s);
bool iq_make_scene_meshes(iq_scene_maker *s);

#endif
