/* The scene of a shape: what the files that make it share.
 *
 * Darkstar's axes are X right, Y forward, Z up; every place and turn becomes the scene's as it is written:
 * (x, y, z) becomes (x, z, -y). Values in extras are those of the file. Functions that make something return
 * false when there is no memory. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_SCENE_SCENE_H
#define TLB_FORMATS_DARKSTAR_DTS_SCENE_SCENE_H

#include "formats/darkstar/dts/dts.h"

/* A subsequence and what it is a track of. */
typedef struct dts_scene_track {
    int32_t sub_sequence;
    uint32_t target; /* a node; an object when it is after the nodes */
} dts_scene_track;

/* What sequences show in place of something: its numbers in ascending order, without what rests. */
typedef struct dts_scene_others {
    uint32_t *data, count;
} dts_scene_others;

/* Faces of a mesh that change their picture: to other materials, to other texture frames, or both. Each
 * picture is a mesh of the scene, (others of the frames + 1) x (others of the material + 1) of them; the
 * first is at rest. */
typedef struct dts_scene_flip {
    int32_t material; /* of the list; TLB_NONE: all faces whose material stays */
    int32_t first_mesh;
    const dts_scene_others *materials, *frames;
} dts_scene_flip;

/* The frames of a mesh that sequences use, as morphs. */
typedef struct dts_scene_mesh {
    int32_t mesh;     /* of the scene, TLB_NONE: it is not drawn */
    uint32_t *frames; /* in ascending order, without 0; their morphs have the same order */
    uint32_t frame_count;
    dts_scene_others texture_frames;
    uint32_t first_flip, flip_count;
} dts_scene_mesh;

typedef struct dts_scene {
    const tlb_conversion *conversion;
    const tlb_dts *shape;
    dts_score score;
    tlb_scene *scene;
    tlb_arena *arena; /* the scene's */
    tlb_arena work;   /* freed when the scene is made */
    uint64_t size;    /* about what the shape takes in a file */
    int32_t first_material;
    int32_t placeholder; /* the material for those that the list lacks, TLB_NONE until it is needed */
    int32_t *nodes;      /* for each node its node in the scene, TLB_NONE without */
    int32_t *objects;    /* likewise */
    dts_scene_mesh *meshes;
    dts_scene_others *replacements; /* for each material of the list the others that are shown in its place */
    TLB_LIST(dts_scene_flip) flips;
    int32_t *flip_nodes;                 /* for each object its first node for pictures; TLB_NONE */
    bool no_flips;                       /* the option */
    uint64_t flips_left;                 /* that pictures may still take: vertices and keys */
    uint32_t flips_skipped;              /* that took more */
    dts_scene_track *tracks;             /* by sequence, in the order of their nodes and objects */
    uint32_t *track_ends;                /* for each sequence */
    uint32_t *moving;                    /* for each subsequence its first channel from 1, or 0 */
    uint64_t weights_left;               /* that tables of morph weights may still take */
    uint32_t skipped;                    /* what refers to what does not exist */
    uint32_t ifl_tracks, texture_tracks; /* in extras */
    uint64_t ifl_left,
        keys_left; /* that extras may still take: files can name the same ones again and again */
} dts_scene;

static inline void dts_turn_axes(float out[3], const float point[3])
{
    out[0] = point[0];
    out[1] = point[2];
    out[2] = 0 - point[1]; /* 0, not -0 */
}

static inline void dts_turn_to_scene(float out[4], const float rotation[4])
{
    dts_turn_axes(out, rotation);
    out[3] = rotation[3];
}

/* A name of the file as text, in the work arena; printf's words with the number when it is empty. */
const char *tlb_dts_scene_name(dts_scene *s, int32_t name, const char *otherwise, uint32_t number);

/* tracks.c: lists the tracks by sequence. */
bool tlb_dts_list_tracks(dts_scene *s);
/* The tracks of a sequence, `*count` of them. */
const dts_scene_track *tlb_dts_tracks_of(const dts_scene *s, uint32_t sequence, uint32_t *count);
/* Whether a track has an object seen that is not at rest, or the other way round. */
bool tlb_dts_hides_or_shows(const dts_scene *s, uint32_t object, const dts_track *track);

/* meshes.c: the frames in use, and a mesh with its frames. `mesh` gets TLB_NONE when nothing is
 * drawn. */
bool tlb_dts_find_frames(dts_scene *s);
bool tlb_dts_draw_mesh(dts_scene *s, uint32_t mesh, const char *name);

/* The scene's material of the list's, or one for those that the list lacks. False without memory. */
bool tlb_dts_find_material(dts_scene *s, int32_t material, uint32_t *index);

/* flips.c: finds the pictures that sequences show in place of others; makes meshes of those of a
 * mesh, of whose vertices `texture` is the texture vertex; nodes for those of an object. */
bool tlb_dts_find_flips(dts_scene *s);
bool tlb_dts_split_mesh(dts_scene *s, uint32_t mesh, const uint32_t *texture);
bool tlb_dts_add_flip_nodes(dts_scene *s, uint32_t object);
uint32_t tlb_dts_picture_count(const dts_scene *s, uint32_t object);
/* How many IFL tracks a sequence has; 0 when they are not there. */
uint32_t tlb_dts_count_ifl(const dts_scene *s, uint32_t sequence);
/* Takes a cost off what pictures may still take; false, and counted, where there is less left. */
bool tlb_dts_afford_flips(dts_scene *s, uint64_t cost);

static inline uint32_t dts_flip_pictures(const dts_scene_flip *flip)
{
    return (flip->materials->count + 1) * (flip->frames->count + 1);
}

/* The mesh of an object; NULL: none. */
static inline const dts_scene_mesh *dts_scene_mesh_of(const dts_scene *s, uint32_t object)
{
    int32_t mesh = s->shape->objects.data[object].meshIndex;
    return dts_is_index(mesh, s->shape->meshes.count) ? &s->meshes[mesh] : NULL;
}

/* flip_channels.c: the channels of the pictures in a sequence. `capacity` is that of the channels of the
 * animation. */
bool tlb_dts_add_flip_channels(dts_scene *s, uint32_t sequence, tlb_animation *animation, uint32_t *capacity);

/* animations.c: sequences as animations. */
bool tlb_dts_add_animations(dts_scene *s);
/* What changes at keys, in steps: at the beginning, and at the keys after it. */
typedef struct dts_steps {
    const tlb_dts_key_frame *first, *later;
    uint32_t count; /* with the first */
} dts_steps;
dts_steps tlb_dts_steps_of(const dts_track *track, float duration);

static inline const tlb_dts_key_frame *dts_step(const dts_steps *steps, uint32_t index)
{
    return index ? &steps->later[index - 1] : steps->first;
}

static inline double dts_step_time(const dts_steps *steps, uint32_t index, float duration)
{
    return index ? (double)steps->later[index - 1].pos * (double)duration : 0;
}

/* extras.c: what a scene has no word for. */
bool tlb_dts_describe_scene(dts_scene *s);
void tlb_dts_describe_animation(dts_scene *s, uint32_t sequence, tlb_animation *animation);
void tlb_dts_report_losses(dts_scene *s);

#endif
