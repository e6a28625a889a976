/* Parts of scenes that become shapes. */
#ifndef TRILOBITE_TESTS_DTS_SCENES_H
#define TRILOBITE_TESTS_DTS_SCENES_H

#include "animations.h"
#include "scene/build/build.h"

/* A triangle in the plane z = 0 with a corner at the origin, 2 wide and 1 high, seen from +z. */
tlb_mesh *add_wedge(tlb_scene *scene, int32_t material, unsigned vertex_data);
/* Targets in each of which the wedge is twice as large, and its normals lean to +x. */
void add_morphs(tlb_scene *scene, tlb_mesh *mesh, uint32_t count);

int32_t last_node(const tlb_scene *scene);

#endif
