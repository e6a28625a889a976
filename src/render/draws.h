/* What is drawn of a stage, in which order, and how. */
#ifndef TLB_RENDER_DRAWS_H
#define TLB_RENDER_DRAWS_H

#include "base/context.h"
#include "render/programs.h"
#include "render/stage.h"
#include "scene/materials/texture.h"

/* The mesh of a node, brought into the world. */
typedef struct tlb_piece {
    uint32_t node;
    const tlb_mesh *mesh;
    uint32_t first_vertex; /* among the vertices of all pieces */
    bool mirrored;         /* its triangles must be turned around */
    bool tinted;           /* was hidden: has a color to tell it from others like it */
    bool loose;            /* so has each of its loose parts */
} tlb_piece;

/* A part of a piece's mesh. */
typedef struct tlb_draw {
    uint32_t piece, part;
    int32_t material; /* TLB_NONE: white */
    uint32_t look;    /* of its program */
    bool blended;     /* is drawn after the others, the farthest first */
    uint32_t first_index;
    float middle[3]; /* of those that are blended */
    double distance;
} tlb_draw;

typedef struct tlb_draws {
    tlb_piece *pieces;
    tlb_draw *list; /* what is not blended comes first */
    uint32_t piece_count, count, solid_count;
    uint32_t vertex_count, index_count;
    uint32_t uv_sets; /* that the vertices have; at least one */
} tlb_draws;

/* `has_image`: for each image of the scene, whether it can be shown; `black`: light maps are left out.
 * Indices follow each other in the order of the draws. What is made is in `arena`. The stage is within its
 * limits (tlb_stage_limit). */
tlb_status tlb_draws_plan(tlb_draws *draws, tlb_context *context, const tlb_stage *stage,
                          const bool *has_image, bool black, tlb_arena *arena);
/* Orders what is blended for a look from `position` against `back`. */
void tlb_draws_sort(tlb_draws *draws, const double position[3], const double back[3]);

#endif
