/* Formats that libassimp reads, as scenes. */
#ifndef TLB_FORMATS_FOREIGN_FOREIGN_H
#define TLB_FORMATS_FOREIGN_FOREIGN_H

#include "core/format.h"

#include <assimp/scene.h>

/* The whole of a file; assimp reads it anew for each scene. */
typedef struct foreign_root {
    tlb_bytes data;
} foreign_root;

/* import.c: what assimp makes of the document, to be given to aiReleaseImport. Only the document and its
 * assets are read (NULL: the document alone). NULL: reported in *status. */
const struct aiScene *tlb_foreign_import(tlb_document *document, tlb_assets *assets, tlb_status *status);

typedef struct foreign_scene {
    tlb_context *context;
    tlb_assets *assets;
    const struct aiScene *from;
    tlb_scene *scene;
    tlb_arena work;    /* until the scene is made */
    int32_t *meshes;   /* by mesh of assimp: TLB_NONE: it has no triangles */
    tlb_index by_name; /* nodes: 1 + the index of the first one of a name */
} foreign_scene;

/* False: no memory. */
bool tlb_foreign_add_materials(foreign_scene *s);
bool tlb_foreign_add_meshes(foreign_scene *s);
bool tlb_foreign_add_nodes(foreign_scene *s); /* with skins, cameras and lights */
bool tlb_foreign_add_animations(foreign_scene *s);
/* The node of this name; TLB_NONE: there is none. */
int32_t tlb_foreign_node(foreign_scene *s, const struct aiString *name);

tlb_status tlb_foreign_to_scene(tlb_document *document, tlb_scene *scene, const tlb_conversion *conversion);

#endif
