/* A shape from a scene: what the files that make it share.
 *
 * (x, y, z) of a scene is (x, -z, y) of a shape. Functions that make something return false when there is no
 * memory, or, `status` being set, when it is reported why not. */
#ifndef TLB_FORMATS_TORQUE_DTS_FROM_SCENE_FROM_SCENE_H
#define TLB_FORMATS_TORQUE_DTS_FROM_SCENE_FROM_SCENE_H

#include "base/index.h"
#include "base/text.h"
#include "formats/torque/dts/dts.h"
#include "formats/torque/dts/pose.h"
#include "writers/hints.h"
#include "writers/image_files.h"
#include "writers/morph_frames.h"

/* Engines have sets of so many bits; programs read the numbers of versions to 25 as signed ones. */
enum { SHAPE_MOST_ELEMENTS = 2048, SHAPE_MOST_NUMBER = INT16_MAX, SHAPE_WIDE_VERSION = 26 };
enum { SHAPE_MOST_LEVELS = 64, SHAPE_MOST_KEYS = 4096, SHAPE_MOST_FRAMES = 4096 };

/* What is known of a node of the scene before nodes of the shape are made. */
typedef struct shape_hint {
    int32_t level;    /* its own; TLB_NONE */
    float level_size; /* 0: not known */
    bool in_level;    /* below a node that has one */
    bool hidden;      /* itself or below a hidden one */
    bool left_out; /* likewise, of a layer that shapes do not have; or it only says what details there are */
    bool collision;
    const char *detail; /* of collision: the name of its detail; NULL: one of its own */
    uint32_t place_of_detail;
    size_t stem; /* the length of its name without what says its level */
    bool is_joint, has_child;
    bool moves;      /* an animation moves or turns it */
    bool scales;     /* an animation scales it, not only from and to nothing */
    bool switches;   /* an animation scales it to nothing, or it rests so */
    bool is_holder;  /* a mesh on its parent's node, or a skin */
    float scale[3];  /* at rest, or when it is shown if it is not at rest */
    float above[9];  /* of what is above it: see writers/stretch.h */
    float within[9]; /* for what is below it */
    int32_t place;   /* its node of the shape; TLB_NONE */
} shape_hint;

/* A triangle by the numbers of its corners, clockwise from where it is seen. */
typedef struct shape_face {
    uint32_t corners[3];
} shape_face;

typedef struct made_detail {
    const char *name;
    float size;
    int32_t level; /* of the scene; TLB_NONE: it is never drawn */
    uint32_t order;
} made_detail;

typedef struct made_mesh {
    tlb_torque_mesh mesh;
    int32_t place; /* in the list of the shape; TLB_NONE: not there yet */
} made_mesh;

typedef struct made_object {
    const char *name;
    int32_t node;    /* TLB_NONE: the shape */
    uint32_t source; /* of the scene, with its mesh */
    int32_t *slots;  /* for each detail the made mesh; TLB_NONE */
} made_object;

/* An animation, and the times of the keys that it gets. */
typedef struct made_sequence {
    const tlb_animation *from;
    bool cyclic, blend;
    bool told; /* it came from a sequence: what has a channel has a track */
    float duration;
    uint32_t keys;
    float *times;
} made_sequence;

typedef struct shape_maker {
    const tlb_conversion *conversion;
    const tlb_torque_dts_write_options *options;
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena *arena;
    tlb_status status; /* why something could not be made, if it was not memory; reported */
    tlb_torque_shape *shape;
    shape_hint *hints;        /* for each node of the scene */
    tlb_morph_frames *frames; /* likewise */
    float scale;              /* of the options */
    float turn[4];            /* to where shapes look */
    bool marked;              /* nodes of the scene are called as details */
    bool *shown;              /* for each level and node of the scene: whether it is drawn in it */
    TLB_LIST(made_detail) details;
    TLB_LIST(uint32_t) sources; /* for each node of the shape that of the scene */
    TLB_LIST(made_object) objects;
    TLB_LIST(made_mesh) meshes;
    TLB_LIST(made_sequence) sequences;
    tlb_index names_known, node_names, object_names, sequence_names, objects_known, nodes_known;
    TLB_LIST(tlb_text) names;
    TLB_LIST(tlb_torque_node) nodes;
    TLB_LIST(tlb_quat16) rests;
    TLB_LIST(tlb_vec3) rest_places;
    TLB_LIST(tlb_torque_mesh) mesh_list;
    TLB_LIST(tlb_quat16) rotations;
    TLB_LIST(tlb_vec3) translations;
    TLB_LIST(float) uniform_scales;
    TLB_LIST(tlb_vec3) aligned_scales;
    TLB_LIST(tlb_vec3) ground;
    TLB_LIST(tlb_quat16) ground_turns;
    TLB_LIST(tlb_torque_object_state) states;
    TLB_LIST(tlb_torque_trigger) triggers;
    int32_t *material_of; /* for each material of the scene its number in the list; TLB_NONE: none */
    uint32_t material_count;
    int32_t *material_sources; /* for each of the list that of the scene */
    tlb_scene pictures;        /* its images are the scene's, and one for each color */
    tlb_image_file *files;     /* of these */
    int32_t *picture_of;       /* for each material of the list; TLB_NONE: it has none of its own */
    /* What was changed or left out, to be reported. */
    uint64_t replaced, flat, sheared, held, tinted, mixed;
} shape_maker;

static inline void shape_axes_from_scene(float out[3], const float point[3])
{
    float z = point[1];
    out[1] = 0 - point[2]; /* 0, not -0 */
    out[0] = point[0];
    out[2] = z;
}

/* The opacity beside its texture; 1 for what is not blended. */
static inline float shape_opacity(const tlb_material *material)
{
    bool blends = material->alpha_mode == TLB_ALPHA_BLEND || material->alpha_mode == TLB_ALPHA_ADD;
    return blends && material->color[3] >= 0 && material->color[3] < 1 ? material->color[3] : 1;
}

/* Whether a material has a color or an opacity beside its texture. */
static inline bool shape_is_tinted(const tlb_material *material)
{
    return (material->texture.image >= 0 || material->placeholder) &&
           (material->color[0] != 1 || material->color[1] != 1 || material->color[2] != 1 ||
            shape_opacity(material) != 1);
}

/* maker.c: a number that a shape can have: 0 for what is none. */
float tlb_shape_sane(shape_maker *m, float value);
/* So many numbers of a list in extras; false: it has none, or others. */
bool tlb_shape_read_numbers(const tlb_value *list, float *out, int count);
/* Reports that the shape would have `count` things of which it can have `most`, and sets the status. */
void tlb_shape_refuse(shape_maker *m, const char *things, uint64_t count, uint64_t most);
/* The number of a name, whatever the case of its letters. TLB_NONE without memory. */
int32_t tlb_shape_name_number(shape_maker *m, const char *name);
/* The name, with a number at its end if one of `known` is the same but for case. NULL without memory. */
const char *tlb_shape_distinct_name(shape_maker *m, tlb_index *known, const char *name);
/* A rotation of the file's axes as engines round it. */
void tlb_shape_pack_turn(const float rotation[4], tlb_quat16 out);
/* A node's place in its parent in the file's axes, where it has this place in the scene. */
void tlb_shape_place_node(shape_maker *m, uint32_t node, const float translation[3], const float rotation[4],
                          shape_place *place);

/* hints.c: what the scene says of its nodes. */
void tlb_shape_find_hints(shape_maker *m);
/* Whether it has the mesh of a skin that bends it. */
bool tlb_shape_is_skinned(const tlb_scene *scene, const tlb_node *node);
/* Whether a channel, but of morph targets, ever has another value than its node at rest. */
bool tlb_shape_channel_changes(const shape_maker *m, const tlb_channel *channel);
/* Whether the beginning of a name is this word, which has small letters. */
static inline bool shape_is_word(const char *name, size_t size, const char *word)
{
    bool same = strlen(word) == size;
    for (size_t i = 0; i < size && same; i++)
        same = tlb_lower(name[i]) == word[i];
    return same;
}
/* "Collision-1": -1, and the length before it; false without a number. */
bool tlb_shape_size_of_name(const char *name, int32_t *size, size_t *stem);

/* details.c: which there are, and what is drawn in which. */
bool tlb_shape_plan_details(shape_maker *m);
static inline bool shape_is_drawn_in(const shape_maker *m, uint32_t detail, uint32_t node)
{
    const shape_hint *hint = &m->hints[node];
    return hint->collision ? hint->place_of_detail == detail
                           : m->details.data[detail].level != TLB_NONE &&
                                 m->shown[(size_t)detail * m->scene->node_count + node];
}

/* nodes.c */
bool tlb_shape_make_nodes(shape_maker *m);

/* objects.c: objects with their meshes. */
bool tlb_shape_make_objects(shape_maker *m);
/* strips.c: puts faces in the order of strips, each face with its corners as the strip has them, then those
 * that no strip of some length takes. `lengths`, with room for as many as there are faces, has how many faces
 * are in each strip, at most `most`. */
bool tlb_shape_find_strips(tlb_arena *arena, shape_face *faces, uint32_t count, uint32_t most,
                           uint32_t *lengths, uint32_t *strips);
/* meshes.c: the meshes that a node's becomes, more than one where it has to be split, in m->meshes. */
bool tlb_shape_make_meshes(shape_maker *m, uint32_t node);
/* skins.c: from the space of a skinned mesh, in the file's axes, to that of the shape. */
bool tlb_shape_place_skin(shape_maker *m, const tlb_skin *skin, float place[16]);
/* Bones and weights of vertices of a mesh that was placed so. */
bool tlb_shape_bind_skin(shape_maker *m, const tlb_mesh *mesh, const tlb_skin *skin, const float place[16],
                         const uint32_t *vertices, uint32_t count, tlb_torque_skin *to);

/* materials.c */
bool tlb_shape_find_materials(shape_maker *m);
/* What primitives have: a number or none. In collision a color does not count. */
uint32_t tlb_shape_material_word(const shape_maker *m, int32_t material, bool collision);
tlb_status tlb_shape_make_materials(shape_maker *m);
tlb_status tlb_shape_write_textures(shape_maker *m, tlb_output *output);

/* grid.c: the times of keys. */
bool tlb_shape_plan_sequences(shape_maker *m);
/* frames.c: the frames that are shown at them. */
bool tlb_shape_plan_frames(shape_maker *m);
/* sequences.c, states.c: sequences with their keys; states of objects at rest and at keys. */
bool tlb_shape_make_rest_states(shape_maker *m);
bool tlb_shape_make_sequences(shape_maker *m);
bool tlb_shape_add_states(shape_maker *m, const made_sequence *from, tlb_torque_sequence *to);
/* A set with bits up to this one; false without memory. */
bool tlb_shape_put_in_set(shape_maker *m, tlb_torque_set *set, uint32_t element);

#endif
