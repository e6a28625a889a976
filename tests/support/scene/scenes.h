/* Scenes made by hand. Without memory the test program ends. */
#ifndef TLB_TESTS_SCENES_H
#define TLB_TESTS_SCENES_H

#include "base/context.h"
#include "scene/build/build.h"

typedef struct scene_fixture {
    tlb_context *context;
    tlb_arena arena;
    tlb_scene *scene;
} scene_fixture;

/* Around each test: an empty scene; in the end all memory is given back. */
int begin_scene(void **state);
int end_scene(void **state);

/* A scene with nothing in it. */
tlb_scene *make_empty(tlb_context *context);
/* One of everything that a scene can hold, and everything that a writer has to mend. */
tlb_scene *make_everything(tlb_context *context);

/* Adds a square of side 1 around the origin in the plane z = 0, seen from +z. */
tlb_mesh *add_square(tlb_scene *scene, const char *name, int32_t material, unsigned vertex_data);
/* `mesh` is the node's, TLB_NONE: it has none. */
tlb_node *add_node(tlb_scene *scene, const char *name, int32_t parent, int32_t mesh);
int32_t node_named(const tlb_scene *scene, const char *name);

/* tlb_scene_measure, which must not fail. */
tlb_scene_stats measured(tlb_context *context, const tlb_scene *scene);

#endif
