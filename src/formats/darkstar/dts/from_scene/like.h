/* A scene on the skeleton of a shape (--like): what the files that put it there share.
 *
 * The shape becomes a scene, and the meshes or one animation of the other scene, the model, take the place of
 * its own. Functions that make something return false when there is no memory. */
#ifndef TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_LIKE_H
#define TLB_FORMATS_DARKSTAR_DTS_FROM_SCENE_LIKE_H

#include "formats/darkstar/dts/from_scene/from_scene.h"

typedef struct dts_like {
    dts_maker source;          /* of the model: its hints and its turn */
    tlb_dts_placement *places; /* for each of its nodes where it is in the shape's scene, without scales */
    int32_t *match;            /* for each of its nodes that of the shape; TLB_NONE */
    int32_t *wanted;           /* likewise the detail that it is for */
    const char *title;         /* of the shape: its file */
    const tlb_dts *shape;
    tlb_scene *scene;        /* of the shape: its nodes and then its objects, each by its number */
    int32_t *details;        /* for each node of the shape the detail that it is in; TLB_NONE */
    tlb_dts_placement *rest; /* for each node and object of the shape */
    int32_t finest;          /* detail that is drawn */
    tlb_index names;
} dts_like;

/* What is looked for by name. */
typedef enum dts_named { DTS_NAMED_NODE, DTS_NAMED_OBJECT } dts_named;

/* The node or object that has the name: in the detail, and in another one if `anywhere`. Names differ in the
 * numbers at their ends, too, as those of details do. TLB_NONE: there is none. */
int32_t tlb_dts_like_find(dts_like *l, dts_named kind, int32_t detail, bool anywhere, const char *name);
/* The node of a detail of the shape. */
int32_t tlb_dts_like_root(const dts_like *l, int32_t detail);

/* like_meshes.c, like_sequence.c */
tlb_status tlb_dts_like_meshes(dts_like *l);
tlb_status tlb_dts_like_sequence(dts_like *l, const char *name);

#endif
