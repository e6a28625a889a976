/* What nodes and materials of a scene say of themselves, by their fields, extras and names: levels of detail,
 * collision, textures that are missing; and what writers of shapes take for what is not said. */
#ifndef TLB_WRITERS_HINTS_H
#define TLB_WRITERS_HINTS_H

#include "base/arena.h"
#include "trilobite/scene.h"

/* A number in extras whose size every format can have. */
static inline bool tlb_hint_number(const tlb_value *value, double *number)
{
    static const double most = 1e9;
    if (!value || (value->kind != TLB_VALUE_INTEGER && value->kind != TLB_VALUE_REAL))
        return false;
    *number = value->kind == TLB_VALUE_INTEGER ? (double)value->as.integer : value->as.real;
    return *number >= -most && *number <= most;
}

/* A boolean, or a number that is not 0; `otherwise` for all else. */
bool tlb_hint_is_true(const tlb_value *value, bool otherwise);

/* The length of a name without the number that Blender gives those that it had already: "hull.001". */
size_t tlb_plain_name_length(const char *name);
/* "_LOD2" at the end: 2; TLB_NONE without. `stem` is the length of what is before it. */
int32_t tlb_level_of_name(const char *name, size_t *stem);

/* By the conventions of other engines' tools, "UCX_thing" or "thing-col": what collides is a "hull" or the
 * "mesh"; NULL: nothing. `is_drawn`: it is seen as well. `stem` is the length without the suffix. */
const char *tlb_collision_of_name(const char *name, bool *is_drawn, size_t *stem);

/* The level of a node, TLB_NONE: it is always drawn. In a level (`in_level`) names do not count. `size` gets
 * the least pixels, 0: they are not known. */
int32_t tlb_level_of_node(const tlb_node *node, bool in_level, float *size);
/* Sorts levels, leaves each once, and returns how many there are. */
uint32_t tlb_distinct_levels(int32_t *levels, uint32_t count);
/* Where no level says its size: half of the finer one, the last 1. */
float tlb_usual_level_size(uint32_t order, uint32_t count);
/* For each parent (the first: none) the level of its children that is shown in place of `level`: itself, or
 * else the next finer, or else the finest there is. `levels` are those of the nodes, `stride` bytes apart. */
void tlb_find_stand_ins(const tlb_scene *scene, const int32_t *levels, size_t stride, int32_t level,
                        int32_t *stand_ins);

/* By its layer, its extras or, where these say nothing (`collision` may be false), its name. */
bool tlb_is_collision_node(const tlb_node *node);

/* The turn about Y that makes a scene look along -Z; one that does not say where it looks along +Z. */
void tlb_turn_along_z(const float facing[2], float turn[4]);

/* The file of a texture that was not there when the scene was made: only its name is kept. NULL: none. */
const char *tlb_missing_texture(tlb_arena *arena, const tlb_material *material);

#endif
