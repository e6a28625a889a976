/* The scene of a shape: what the files that make it share.
 *
 * Torque's axes are X right, Y forward, Z up; every place and turn becomes the scene's as it is written:
 * (x, y, z) becomes (x, z, -y). Values in extras are those of the file. Functions that make something return
 * false when there is no memory. */
#ifndef TLB_FORMATS_TORQUE_DTS_SCENE_SCENE_H
#define TLB_FORMATS_TORQUE_DTS_SCENE_SCENE_H

#include "assets/textures.h"
#include "base/text.h"
#include "formats/torque/dts/access.h"
#include "formats/torque/dts/dts.h"
#include "scene/build/name.h"

/* What is less visible than this is not drawn. */
#define SHAPE_SEEN 0.01f

/* A mesh of an object in a detail, on a node of its own. */
typedef struct shape_drawn {
    uint32_t object;
    int32_t node; /* of the scene */
} shape_drawn;

typedef struct shape_scene {
    const tlb_conversion *conversion;
    const tlb_torque_shape *shape;
    const char *path; /* the file's */
    shape_lists lists;
    tlb_scene *scene;
    tlb_arena *arena;   /* the scene's */
    tlb_arena work;     /* freed when the scene is made */
    int32_t *nodes;     /* for each node its node in the scene */
    int32_t *materials; /* of the scene, for each of the list; TLB_NONE: never drawn */
    int32_t plain;      /* for what has none; TLB_NONE until it is needed */
    int32_t *meshes;    /* of the scene, for each of the shape; TLB_NONE until it is drawn */
    int32_t *skins;
    uint64_t
        left; /* numbers that morphs and keys may still take: files can name the same ones again and again */
    TLB_LIST(shape_drawn) drawn;
    bool *shown;         /* for each detail: whether it is drawn at some distance */
    float *level_sizes;  /* of the details that are */
    uint32_t skipped;    /* what refers to what does not exist, or would take too much */
    uint32_t influences; /* vertices with more than four */
    uint32_t turned;     /* keys of scales along other axes than the node's */
    uint32_t pictures;   /* details that are pictures of the shape */
    tlb_index listed;    /* pictures of image file lists: 1, the first of one, which is shown; 0 */
} shape_scene;

static inline void shape_turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

static inline void shape_turn_to_scene(float out[4], const float rotation[4])
{
    shape_turn_axes(out, rotation);
    out[3] = rotation[3];
}

/* Takes `cost` of what is left; false, and counted, when it is not there. */
static inline bool shape_afford(shape_scene *s, uint64_t cost)
{
    bool there = cost <= s->left;
    s->left -= there ? cost : 0;
    s->skipped += !there;
    return there;
}

/* A name of the file as text; printf's words with the number when it is empty. NULL without memory. */
static inline const char *shape_scene_name(shape_scene *s, tlb_text name, const char *otherwise,
                                           uint32_t number)
{
    return name.size ? tlb_scene_name(&s->work, name.data, name.size)
                     : tlb_arena_printf(&s->work, "%s %u", otherwise, number);
}

/* materials.c: all materials of the list, and the one of a primitive. */
tlb_status tlb_shape_add_materials(shape_scene *s);
/* `drawn`: false for what is never drawn. */
bool tlb_shape_find_material(shape_scene *s, uint32_t mat_index, bool *drawn, int32_t *material);

/* mesh.c: a mesh at rest, in the frame given, with its other frames as morphs when they are wanted.
 * `made` gets TLB_NONE when nothing is drawn. */
bool tlb_shape_draw_mesh(shape_scene *s, const tlb_torque_mesh *mesh, const char *name, bool frames,
                         int32_t *made);
/* skin.c: joints and weights of a skin's vertices, `vertices` of which became the scene's. */
bool tlb_shape_hang(shape_scene *s, const tlb_torque_mesh *mesh, const uint32_t *vertices, tlb_mesh *to);
bool tlb_shape_add_skin(shape_scene *s, const tlb_torque_mesh *mesh, const char *name, int32_t *skin);

/* sequences.c: sequences as animations. `nodes` are the shape's for those of the lists, TLB_NONE for
 * none. */
bool tlb_shape_add_sequence(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                            const int32_t *nodes, const char *name);
/* dsq.c: the sequences of .dsq files that belong to the shape of this name. */
tlb_status tlb_shape_add_files(shape_scene *s);

/* extras.c: what a scene has no word for. */
bool tlb_shape_describe_scene(shape_scene *s);
void tlb_shape_describe_sequence(shape_scene *s, const shape_lists *lists, const tlb_torque_sequence *q,
                                 tlb_animation *animation);
void tlb_shape_report_losses(shape_scene *s);

#endif
