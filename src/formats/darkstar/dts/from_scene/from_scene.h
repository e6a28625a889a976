/* A shape of version 8 from a scene: what the files that make it share.
 *
 * Places and turns stay in the scene's axes until they are packed: (x, y, z) of a scene is (x, -z, y) of a
 * shape. Functions that make something return false when there is no memory. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_FROM_SCENE_H
#define TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_FROM_SCENE_H

#include "base/index.h"
#include "formats/darkstar/dts/dts.h"
#include "writers/hints.h"
#include "writers/morph_frames.h"

/* What the largest mesh of the games has: a larger part is split. */
enum { DTS_MOST_VERTICES = 1669, DTS_MOST_FACES = 2064 };

/* What numbers of 16 and of 12 bits reach. */
enum { DTS_MOST_INDEX = INT16_MAX, DTS_MOST_MATERIALS = 4096, DTS_MOST_FRAMES = UINT16_MAX };
enum { DTS_MOST_LEVELS = 64 };

/* Of materials that vertex colors become. */
enum { DTS_MOST_COLORS = 16 };
typedef uint8_t dts_color[4];

/* Nodes of which one is shown at a time: see pictures.c. */
typedef enum dts_picture_kind { DTS_NO_PICTURE, DTS_PICTURE_AT_REST, DTS_PICTURE_LATER } dts_picture_kind;

typedef struct dts_picture {
    uint32_t node;
    uint32_t frame; /* of the texture: 0 as at rest, else 1 + its place in the group's */
} dts_picture;

typedef struct dts_picture_group {
    TLB_LIST(dts_picture) pictures; /* the first is at rest */
    TLB_LIST(uint32_t) frames;      /* nodes whose meshes have the texture coordinates of other frames */
    double last_frame;
} dts_picture_group;

/* What is known of a node of the scene before nodes of the shape are made. */
typedef struct dts_hint {
    int32_t level;    /* its own; TLB_NONE */
    bool in_level;    /* below a node that has one */
    float size;       /* of the level; 0: not known */
    bool hidden;      /* itself or below a hidden one */
    bool collision;   /* likewise */
    bool is_joint;    /* a skin names it */
    bool has_child;   /* that is no picture */
    bool has_picture; /* a child that is one */
    bool moves;       /* an animation moves or turns it */
    bool is_object;   /* a mesh on its parent's node */
    dts_picture_kind picture;
    uint32_t group;     /* of a picture with a mesh */
    bool wanted, shown; /* in the current pass: it, and its mesh */
    float scale[3];     /* at rest, or when it is shown if it is not at rest */
    float shape[9];     /* column-major: the scales of it and of the nodes above, within its turn */
    int32_t place;      /* its node of the shape in the current pass; TLB_NONE */
} dts_hint;

typedef struct dts_made_node {
    int32_t source; /* of the scene; TLB_NONE: made for the shape */
    int32_t parent;
    const char *name;
    float translation[3], rotation[4];
} dts_made_node;

typedef struct dts_made_object {
    int32_t node;
    uint32_t source; /* of the scene, with its mesh */
    uint32_t host;   /* the one that moves it: the source, or a joint */
    const char *name;
    float offset[3];
} dts_made_object;

/* A channel of a node; the next of the same node is `next` - 1, 0 at the end. Animations ascend. */
typedef struct dts_link {
    uint32_t animation, next;
    const tlb_channel *channel;
} dts_link;

typedef struct dts_maker {
    const tlb_conversion *conversion;
    const tlb_dts_write_options *options;
    tlb_context *context;
    const tlb_scene *scene;
    tlb_arena *arena;
    tlb_status status; /* why something could not be made, if it was not memory; reported */
    tlb_dts *shape;
    dts_hint *hints;          /* for each node of the scene */
    tlb_morph_frames *frames; /* likewise */
    float scale;              /* of the options */
    float turn[4];            /* to where shapes look */
    dts_link *links;
    uint32_t *first_link; /* for each node of the scene, as `next` */
    float slack, size;    /* with which keys are left out: of turns, and by the size of the shape of places */
    int32_t *stand_ins;   /* see plan.c */
    const tlb_dml_list *like; /* materials that the shape has, whether they are used or not; NULL: none */
    bool one_to_one;          /* the scene has the nodes of a shape: details are nodes of it */
    int32_t bounds_node;      /* of the scene; TLB_NONE: made */
    TLB_LIST(dts_picture_group) groups;
    TLB_LIST(dts_made_node) nodes;
    TLB_LIST(dts_made_object) objects;
    TLB_LIST(tlb_dts_mesh) meshes;
    TLB_LIST(tlb_dts_detail) details;
    TLB_LIST(tlb_dts_name) names;
    tlb_index names_known, objects_known;
    TLB_LIST(tlb_dts_transform) transforms;
    TLB_LIST(tlb_dts_sub_sequence) sub_sequences;
    TLB_LIST(tlb_dts_key_frame) key_frames;
    TLB_LIST(tlb_dts_frame_trigger) triggers;
    TLB_LIST(tlb_dml_material) materials;
    int32_t *material_of; /* for each material of the scene its number in the list; TLB_NONE: not used */
    int32_t *source_of;   /* for each of the list that of the scene; TLB_NONE: none */
    int32_t plain;        /* number of the material of faces without one */
    uint32_t material_count;
    uint32_t first_color; /* from this number on they are of vertex colors */
    struct dts_colors *colors;
    TLB_LIST(dts_color) face_colors, material_colors;
    TLB_LIST(int32_t) color_sources;
    const char **files; /* for each image of the scene that of its bitmap; NULL: it has none */
    /* What was changed or left out, to be told. */
    uint64_t replaced, flat, split, blended, cut_names, scaled, sheared, tinted;
    uint64_t skinned_vertices, shared_vertices, shared_triangles;
} dts_maker;

/* That of a picture at rest; NULL of any other node. */
static inline const dts_picture_group *dts_group_of(const dts_maker *m, uint32_t node)
{
    bool rests = m->hints[node].picture == DTS_PICTURE_AT_REST && m->scene->nodes[node].mesh >= 0;
    return rests ? &m->groups.data[m->hints[node].group] : NULL;
}

static inline void dts_axes_from_scene(float out[3], const float point[3])
{
    float z = point[1];
    out[1] = 0 - point[2]; /* 0, not -0 */
    out[0] = point[0];
    out[2] = z;
}

/* A number that a shape can have: 0 for what is none. */
float tlb_dts_sane(dts_maker *m, float value);
/* Reports that the shape would have `count` things of which it can have `most`, and sets the status. */
void tlb_dts_refuse(dts_maker *m, const char *things, uint64_t count, uint64_t most);

/* hints.c: what the scene says of its nodes. */
void tlb_dts_find_hints(dts_maker *m);

/* pictures.c: which pictures there are. */
bool tlb_dts_find_pictures(dts_maker *m);
/* How many materials are not only shown in place of others. */
int32_t tlb_dts_default_materials(const dts_maker *m);

/* like.c: the scene of the shape that --like names, changed as m's scene and the options say, and
 * its document; NULL without the option. Both are the caller's to free, also after a failure. */
tlb_status tlb_dts_scene_like(dts_maker *m, tlb_document **document, tlb_scene **scene);

/* plan.c: nodes, details and, by way of meshes.c, objects and meshes. */
tlb_status tlb_dts_plan(dts_maker *m);
/* The name, or one cut to what fits. NULL without memory. */
const char *tlb_dts_fit_name(dts_maker *m, const char *name);
/* The number of a name that fits. TLB_NONE without memory. */
int32_t tlb_dts_add_name(dts_maker *m, const char *name);
/* Where a node is with this place and this turn in its parent, without scales. */
void tlb_dts_place(dts_maker *m, uint32_t node, const float translation[3], const float rotation[4],
                   dts_made_node *made);

/* meshes.c: the objects that a node's mesh becomes on the nodes of the current pass. */
bool tlb_dts_add_objects(dts_maker *m, uint32_t node);

/* materials.c: which materials are used, and the list. */
bool tlb_dts_find_materials(dts_maker *m);
int32_t tlb_dts_material_number(const dts_maker *m, int32_t material);
bool tlb_dts_add_materials(dts_maker *m);
/* colors.c: the materials that vertex colors become, and that of a triangle of a part. */
bool tlb_dts_find_colors(dts_maker *m);
bool tlb_dts_is_colored(const dts_maker *m, const tlb_mesh *mesh, int32_t material);
int32_t tlb_dts_color_number(const dts_maker *m, const tlb_mesh *mesh, const tlb_part *part, uint32_t first);

/* channels.c: the frames that animations need, before meshes are made. */
bool tlb_dts_collect_frames(dts_maker *m);
/* The transform of a place and a turn in the scene's axes. */
tlb_dts_transform tlb_dts_pack(dts_maker *m, const float translation[3], const float rotation[4]);
/* tracks.c: whether a node and those above have a size at rest. */
bool tlb_dts_is_seen(const dts_maker *m, uint32_t node);
/* bounds.c: of the shape, whose lists are complete, box, center and radius. */
tlb_status tlb_dts_find_bounds(dts_maker *m);

/* sequences.c */
tlb_status tlb_dts_add_sequences(dts_maker *m);

#endif
