/* Objects of a scene as brushes and meshes of a level. */
#ifndef TLB_LEVEL_OBJECTS_H
#define TLB_LEVEL_OBJECTS_H

#include "level/level.h"

/* Adds what a node's mesh is to the last entity: each connected part that is closed and convex, with one
 * material and one texture equation a plane, a brush; each other part a mesh of triangles. `world` is the
 * node's matrix. False: no memory. */
bool tlb_level_add_object(tlb_level *level, tlb_level_detail *detail, const tlb_scene *scene, int32_t node,
                          const float world[16], tlb_brush_kind kind, tlb_arena *work);

#endif
