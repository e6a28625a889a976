/* What the nodes of a scene are in a level, by their names and extras (docs/formats/map.md). */
#ifndef TLB_LEVEL_NODES_H
#define TLB_LEVEL_NODES_H

#include "level/level.h"

typedef enum tlb_node_role {
    TLB_ROLE_NONE,
    TLB_ROLE_OBJECT, /* a brush or mesh, of `kind` */
    TLB_ROLE_GROUP,  /* above objects, with the class of their kind */
    TLB_ROLE_DETAIL, /* a level of detail, above its objects */
    TLB_ROLE_MOVER,  /* a Door_Elevator, which may be an object too */
    TLB_ROLE_PATH,   /* a way point */
    TLB_ROLE_LIGHT,
    TLB_ROLE_ENTITY,
    TLB_ROLE_BUILT /* would be an entity, but what it looks like is below it, and in the level */
} tlb_node_role;

/* `mover`, `group`: the nodes that it is below, TLB_NONE without. */
typedef struct tlb_node_use {
    tlb_node_role role;
    tlb_brush_kind kind;
    uint32_t detail;
    int32_t mover, group;
    bool has_objects; /* of a group: those that are of its kind */
    bool is_above_mesh;
    bool taken;              /* it is part of the level */
    const tlb_channel *path; /* of a mover: its animation, if that is its path; NULL */
} tlb_node_use;

/* Of each node of the scene, all before anything is taken. Parents are before their children. */
void tlb_level_find_uses(const tlb_scene *scene, tlb_node_use *uses);

/* Reports what no node brought into the level (losses.c). */
void tlb_level_report_losses(tlb_context *context, const tlb_scene *scene, const tlb_node_use *uses,
                             const char *title);

/* The class that a node says of itself: extras win over its name. NULL: none. */
const char *tlb_level_class_of(const tlb_node *node);
/* Whether a node is a level of detail: its number, and the pixels from which it is drawn. */
bool tlb_level_is_detail(const tlb_node *node, uint32_t *number, double *pixels);

#endif
