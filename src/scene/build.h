/* Making a scene. Lists grow in the scene's arena: a pointer returned is good until the next of its kind is
 * added; keep indexes. NULL means no memory, and the account says why. */
#ifndef TLB_SCENE_BUILD_H
#define TLB_SCENE_BUILD_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* A node at rest that holds nothing. The name is not copied. */
static inline tlb_node tlb_node_at_rest(const char *name, int32_t parent)
{
    return (tlb_node){.name = name,
                      .parent = parent,
                      .rotation = {0, 0, 0, 1},
                      .scale = {1, 1, 1},
                      .mesh = TLB_NONE,
                      .skin = TLB_NONE,
                      .camera = TLB_NONE,
                      .light = TLB_NONE,
                      .level = TLB_NONE};
}

tlb_scene *tlb_scene_create(tlb_account *account);
tlb_arena *tlb_scene_arena(tlb_scene *scene);

/* The index of each new thing is its count before the call. Fields start as zero but for the references
 * (TLB_NONE), scale 1, rotation identity, colour white. Names are copied. */
tlb_node *tlb_scene_add_node(tlb_scene *scene, const char *name, int32_t parent);
tlb_mesh *tlb_scene_add_mesh(tlb_scene *scene, const char *name);
tlb_material *tlb_scene_add_material(tlb_scene *scene, const char *name);
tlb_image *tlb_scene_add_image(tlb_scene *scene, const char *name);
tlb_skin *tlb_scene_add_skin(tlb_scene *scene, const char *name);
tlb_scene_camera *tlb_scene_add_camera(tlb_scene *scene, const char *name);
tlb_point_light *tlb_scene_add_light(tlb_scene *scene, const char *name);
tlb_animation *tlb_scene_add_animation(tlb_scene *scene, const char *name);

/* The index of a new material that is seen through, in a linear color; TLB_NONE without memory. */
int32_t tlb_scene_add_glass(tlb_scene *scene, const char *name, const float color[4]);

/* Allocates a mesh's arrays: positions and what `vertex_data` names. False without memory. */
typedef enum tlb_vertex_data {
    TLB_WITH_NORMALS = 1,
    TLB_WITH_UV0 = 2,
    TLB_WITH_UV1 = 4,
    TLB_WITH_COLORS = 8,
    TLB_WITH_SKIN = 16
} tlb_vertex_data;
bool tlb_mesh_reserve(tlb_scene *scene, tlb_mesh *mesh, uint32_t vertices, uint32_t indices, uint32_t parts,
                      unsigned vertex_data);

/* Sets normals from the triangles' planes, angle-weighted at shared vertices. */
void tlb_mesh_normals(tlb_mesh *mesh);

#endif
