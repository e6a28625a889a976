/* Objects of a scene as brushes and meshes of a level. */
#ifndef TLB_LEVEL_OBJECTS_H
#define TLB_LEVEL_OBJECTS_H

#include "level/level.h"

typedef struct tlb_level_object {
    const tlb_scene *scene;
    int32_t node;              /* one with a mesh */
    const float (*world)[16];  /* of all nodes */
    const uint32_t *materials; /* of the level, for each of the scene */
    tlb_brush_kind kind;
} tlb_level_object;

/* Adds what an object is to the last entity: each connected part that is closed and convex, with one material
 * and one texture equation a plane, a brush; each other part a mesh of triangles. False: no memory. */
bool tlb_level_add_object(tlb_level *level, tlb_level_detail *detail, const tlb_level_object *object,
                          tlb_arena *work);

#endif
