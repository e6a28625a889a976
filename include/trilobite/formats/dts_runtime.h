/* Playing a Darkstar shape: threads that run sequences, and what they make of nodes, objects and materials.
 *
 *     tlb_dts_instance *instance;
 *     tlb_dts_instance_create(context, shape, 1, &instance);
 *     tlb_dts_play(instance, 0, tlb_dts_find_sequence(shape, "walk"), 0);
 *     tlb_dts_advance(instance, 0, 0.04, NULL, 0);
 *     const tlb_dts_pose *pose = tlb_dts_evaluate(instance);
 *
 * A thread runs one sequence, or goes over from one to another in a transition. Threads are numbered; those
 * whose priority is the lowest number come first. A node follows the first thread whose sequence has a track
 * for it, and rests otherwise. Frame, texture frame and visibility of an object each come from the
 * first thread that has keys for them. Nothing is allocated but by tlb_dts_instance_create. An instance
 * belongs to one thread of execution at a time; the shape is only read and must stay as it is. Positions are
 * parts of a sequence, 0 to 1; placements are in the file's axes. */
#ifndef TRILOBITE_FORMATS_DTS_RUNTIME_H
#define TRILOBITE_FORMATS_DTS_RUNTIME_H

#include "trilobite/formats/dts.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlb_dts_instance tlb_dts_instance;

/* All threads are still, the root is where node 0 rests. TLB_NO_MEMORY, TLB_LIMIT. */
TLB_API tlb_status tlb_dts_instance_create(tlb_context *context, const tlb_dts *shape, uint32_t threads,
                                           tlb_dts_instance **instance);
TLB_API void tlb_dts_instance_free(tlb_dts_instance *instance);

/* --- threads ----------------------------------------------------------------------------------------- */

typedef struct tlb_dts_thread {
    int32_t sequence;   /* TLB_NONE: still */
    double position;    /* in the sequence */
    int32_t priority;   /* the sequence's; tlb_dts_set_priority changes it until another sequence runs */
    int32_t transition; /* that it is in, TLB_NONE: none; then the sequence is the one it comes from */
    double transitionPosition;
    int32_t pending; /* the transition that it waits for, or TLB_NONE */
} tlb_dts_thread;

/* NULL when there is no such thread. */
TLB_API const tlb_dts_thread *tlb_dts_thread_at(const tlb_dts_instance *instance, uint32_t thread);

/* Runs a sequence from a position on; TLB_NONE stops the thread. The root stays where it is. False when there
 * is no such thread or sequence. */
TLB_API bool tlb_dts_play(tlb_dts_instance *instance, uint32_t thread, int32_t sequence, double position);
TLB_API bool tlb_dts_set_priority(tlb_dts_instance *instance, uint32_t thread, int32_t priority);

/* Begins a transition immediately: from its start, or `backwards` from its end. */
TLB_API bool tlb_dts_begin_transition(tlb_dts_instance *instance, uint32_t thread, int32_t transition,
                                      bool backwards);
/* Has a transition begin when the thread next comes by where it starts in its first sequence, or, playing
 * backwards, where it ends in its second. TLB_NONE: no longer. */
TLB_API bool tlb_dts_await_transition(tlb_dts_instance *instance, uint32_t thread, int32_t transition);

/* Moves a thread on by `seconds`, back when they are negative: through the sequence, around the end of a
 * cyclic one, into a transition that is waited for and out of it again. When the thread is the one that node
 * 0 follows, the root moves as node 0 does in between. The values of the first `capacity` triggers met are
 * put into `triggers`, in the order they are met; returns how many were met. */
TLB_API uint64_t tlb_dts_advance(tlb_dts_instance *instance, uint32_t thread, double seconds,
                                 int32_t *triggers, uint32_t capacity);

/* Where node 0 has moved to, and a new place for it. */
TLB_API tlb_dts_placement tlb_dts_root(const tlb_dts_instance *instance);
TLB_API void tlb_dts_set_root(tlb_dts_instance *instance, const tlb_dts_placement *root);

/* --- the shape at a moment ---------------------------------------------------------------------------- */

typedef struct tlb_dts_object_state {
    uint32_t frame;        /* of the mesh */
    uint32_t textureFrame; /* faces use the texture vertices from textureFrame * textureVertsPerFrame on */
    bool visible;          /* its node is looked at apart */
} tlb_dts_object_state;

/* One element for each node, object and default material. */
typedef struct tlb_dts_pose {
    const tlb_dts_placement *local; /* nodes in their parents */
    const tlb_dts_placement *world; /* nodes in the shape */
    const bool *nodeVisible;        /* false: neither its objects nor what is below it are drawn */
    const tlb_dts_object_state *objects;
    const uint32_t *materials; /* faces of material m show materials[m] */
    uint32_t materialCount;
    const tlb_dts *shape; /* that it is of */
} tlb_dts_pose;

/* What all threads make of the shape now. It is the instance's and lasts until the next call. */
TLB_API const tlb_dts_pose *tlb_dts_evaluate(tlb_dts_instance *instance);

/* --- meshes at a moment ------------------------------------------------------------------------------- */

/* Whether a pose shows an object: it and its node are visible, and it has a mesh. What a detail leaves out,
 * tlb_dts_drawn_nodes knows. */
TLB_API bool tlb_dts_is_shown(const tlb_dts_pose *pose, uint32_t object);
/* The mesh that an object has; NULL: none. Its faces count vertices as the functions below do. */
TLB_API const tlb_dts_mesh *tlb_dts_mesh_of(const tlb_dts_pose *pose, uint32_t object);

/* Where vertices are. */
typedef enum tlb_dts_space {
    TLB_DTS_IN_SHAPE, /* as the pose moves them: in the space of the shape */
    TLB_DTS_IN_OBJECT /* as the mesh has them */
} tlb_dts_space;

/* A vertex of the frame that a pose shows of an object. Vertices 0 and 1 are the frame's box. `normal` may be
 * NULL. False: there is no such object, frame, vertex or space. */
TLB_API bool tlb_dts_vertex(const tlb_dts_pose *pose, uint32_t object, uint32_t vertex, tlb_dts_space space,
                            float position[3], float normal[3]);
/* All of them: the first `capacity`. `normals` may be NULL, and with a capacity of 0 `positions`, too.
 * Returns how many there are. */
TLB_API uint32_t tlb_dts_vertices(const tlb_dts_pose *pose, uint32_t object, tlb_dts_space space,
                                  tlb_vec3 *positions, tlb_vec3 *normals, uint32_t capacity);
/* The texture coordinates, u right and v down, of a face's texture vertex in the texture frame that a pose
 * shows of an object. False: there are none. */
TLB_API bool tlb_dts_texture_vertex(const tlb_dts_pose *pose, uint32_t object, int32_t texIndex, float uv[2]);

/* --- queries to a shape ------------------------------------------------------------------------------- */

/* By name, whatever the case of the letters; TLB_NONE when there is none. */
TLB_API int32_t tlb_dts_find_sequence(const tlb_dts *shape, const char *name);
/* The first from one sequence to another, TLB_NONE when there is none. */
TLB_API int32_t tlb_dts_find_transition(const tlb_dts *shape, int32_t startSequence, int32_t endSequence);

/* The triggers met when a sequence is played from one position to another: those of the direction, `from`
 * left out and `to` included. A cyclic sequence goes on beyond 0 and 1. Values as for tlb_dts_advance. */
TLB_API uint64_t tlb_dts_triggers_between(const tlb_dts *shape, int32_t sequence, double from, double to,
                                          int32_t *triggers, uint32_t capacity);

/* The detail to draw when the shape's radius covers so many pixels, TLB_NONE: nothing is drawn. A shape with
 * one detail always draws it. */
TLB_API int32_t tlb_dts_select_detail(const tlb_dts *shape, float pixels);
/* Sets for each node whether it is drawn: the detail's (TLB_NONE: none; of a shape without details from node
 * 1 on) and the one that always is, and what is below them. */
TLB_API void tlb_dts_drawn_nodes(const tlb_dts *shape, int32_t detail, bool *drawn);

#ifdef __cplusplus
}
#endif
#endif
