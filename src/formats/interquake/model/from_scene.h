/* A scene on its way into a model. */
#ifndef TLB_FORMATS_INTERQUAKE_MODEL_FROM_SCENE_H
#define TLB_FORMATS_INTERQUAKE_MODEL_FROM_SCENE_H

#include "base/index.h"
#include "writers/image_files.h"
#include "formats/interquake/model/model.h"

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
    uint64_t crowded;   /* custom attributes of meshes beyond those that there can be */
    uint32_t shortened; /* names */
} iq_scene_maker;

/* Y up to Z up: what iqm_turn undoes. */
static inline void iq_turn_back(float out[3], const float in[3])
{
    float z = in[2];
    out[0] = in[0], out[2] = in[1], out[1] = -z;
}

/* from_scene_meshes.c; false without memory. */
bool tlb_iq_add_scene_meshes(iq_scene_maker *s);
/* short_names.c, for IQM: names of the model, and of the images' files; false without memory. */
bool tlb_iq_shorten_names(iq_scene_maker *s);
bool tlb_iq_shorten_files(iq_scene_maker *s);

#endif
