/* The compiler: what a model becomes on its way to IQM. */
#ifndef TLB_FORMATS_INTERQUAKE_COMPILE_COMPILE_H
#define TLB_FORMATS_INTERQUAKE_COMPILE_COMPILE_H

#include "formats/interquake/compile/parts.h"
#include "formats/interquake/model/model.h"

#include "base/index.h"

/* What the choices of a conversion ask for; zero-initialised they ask for nothing. */
typedef struct iq_choices {
    float scale;     /* 0: 1 */
    float rotate[4]; /* a quaternion; all 0: none */
    float translate[3];
    bool joints;    /* joints also where there is no mesh */
    bool texcoords; /* zero ones where there are none: engines refuse models without */
} iq_choices;

/* Vertices as triangles use them: those of the model, or, where smoothing parts what the model has as one,
 * more. */
typedef struct iq_corners {
    uint32_t vertex_count;
    const uint32_t *source; /* vertices of the model; NULL: the same */
    const float (*normals)[3];
    const uint32_t (*triangles)[3];
} iq_corners;

/* The four strongest joints of a vertex, the strongest first. Weights sum to 1, or are all 0. */
typedef struct iq_blend {
    uint32_t joints[TLB_INFLUENCES];
    float weights[TLB_INFLUENCES];
} iq_blend;

typedef struct iq_compiler {
    const iq_model *model;
    const iq_choices *choices;
    tlb_context *context;
    tlb_arena *work;  /* each step gives back what no later one needs */
    tlb_arena *pool;  /* of names */
    tlb_arena *arena; /* what becomes part of the result */
    tlb_iqm *made;
    iq_corners corners;
    const iq_blend *blends; /* of the model's vertices; NULL: none */
    uint32_t *vertices;     /* of the result: which of the corners' they are */
    iq_pose *base;          /* of the joints, as chosen, as the following */
    iq_pose *frames;        /* until they are packed: of all animations, with rotations that do not flip */
    TLB_LIST(char) text;
    tlb_index names; /* to their offsets in the text */
} iq_compiler;

static inline uint32_t iq_source_vertex(const iq_corners *corners, uint32_t vertex)
{
    return corners->source ? corners->source[vertex] : vertex;
}

/* A vertex of the result as one of the model. */
static inline uint32_t iq_source_of(const iq_compiler *c, uint32_t vertex)
{
    return iq_source_vertex(&c->corners, c->vertices[vertex]);
}

/* The offset of a name in the text, which it is added to. False without memory. */
bool iq_pool(iq_compiler *c, tlb_text name, uint32_t *offset);

/* A point and a direction as the choices move them. */
void iq_move_point(const iq_choices *choices, const float in[3], float out[3]);
void iq_move_direction(const iq_choices *choices, const float in[3], float out[3]);
/* A joint's pose, in its parent or, of a root, in the world. */
void iq_move_pose(const iq_choices *choices, bool root, const iq_pose in, iq_pose out);

/* out[v]: the tangent of vertex v of the result, from positions, normals and texture coordinates. */
bool iq_find_tangents(const iq_compiler *c, float (*out)[4]);

/* The steps, in their order. False without memory. */
bool iq_make_corners(iq_compiler *c);
bool iq_choose_blends(iq_compiler *c);
bool iq_make_meshes(iq_compiler *c);
bool iq_make_adjacency(iq_compiler *c);
bool iq_make_joints(iq_compiler *c);
bool iq_make_arrays(iq_compiler *c);
bool iq_make_frames(iq_compiler *c);
bool iq_make_bounds(iq_compiler *c);

/* The IQM of a model, laid out, in `arena`. TLB_NO_MEMORY, TLB_LIMIT. */
tlb_status iq_compile(tlb_iqm *made, tlb_context *context, tlb_arena *arena, const iq_model *model,
                      const iq_choices *choices);
#endif
