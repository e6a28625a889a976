/* A mission that becomes a scene, of files in memory or in a folder. */
#ifndef TLB_TESTS_MISSION_WORLD_H
#define TLB_TESTS_MISSION_WORLD_H

#include "trilobite/trilobite.h"

typedef struct world {
    tlb_context *context;
    tlb_assets *assets;
    tlb_document *document;
    tlb_scene *scene;
} world;

void begin_world(world *w);
void add_file(world *w, const char *name, const char *text);
/* Converts the text of a mission; `show` with the defaults. */
void show_with(world *w, const char *text, tlb_convert_options options);
void show(world *w, const char *text);
void end_world(world *w);

/* The test fails where there is none. */
const tlb_node *node_of(const world *w, const char *name);
/* Meshes of the nodes below one. */
uint32_t meshes_below(const world *w, const char *name);

#endif
