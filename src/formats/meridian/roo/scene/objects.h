/* What the server's programs place in a room: what the files that add it share. */
#ifndef TLB_FORMATS_MERIDIAN_ROO_SCENE_OBJECTS_H
#define TLB_FORMATS_MERIDIAN_ROO_SCENE_OBJECTS_H

#include "formats/meridian/kod/kod.h"
#include "formats/meridian/roo/scene/scene.h"

/* How a BGF is shown: upright on a rectangle, whose bottom is at 0. */
typedef struct roo_billboard {
    int32_t mesh;  /* TLB_NONE: the file is missing or damaged, or nothing is shown of it */
    double height; /* client units */
} roo_billboard;

typedef struct roo_objects {
    roo_scene *s;
    tlb_assets *assets; /* the folder of the programs */
    kod_tree tree;
    const kod_class *room;
    TLB_LIST(roo_billboard) billboards;
    tlb_index billboard_names;
    tlb_index classes_without; /* a picture; to how many of them there are */
    tlb_name_list names_without;
    uint32_t objects_without, objects_outside, exits_outside, exits_without;
} roo_objects;

/* How opaque something is drawn, in quarters. */
enum { ROO_OPAQUE = 4 };

/* The billboard of a BGF, made when it is met first; what is missing or damaged is reported then. */
tlb_status tlb_roo_find_billboard(roo_objects *o, const char *bgf, int opacity, roo_billboard *billboard);

#endif
