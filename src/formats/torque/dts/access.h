/* Shapes and .dsq files alike, whatever their version: values of sequences, and the meshes of details. */
#ifndef TLB_FORMATS_TORQUE_DTS_ACCESS_H
#define TLB_FORMATS_TORQUE_DTS_ACCESS_H

#include "core/summary.h"
#include "trilobite/formats/dsq.h"

static inline bool shape_is_index(int64_t index, uint32_t count)
{
    return index >= 0 && index < (int64_t)count;
}

static inline bool shape_within(int64_t first, int64_t count, uint32_t size)
{
    return first >= 0 && count >= 0 && first + count <= (int64_t)size;
}

/* In tlb_torque_mesh.flags, of version 26 on. */
#define SHAPE_MESH_COLORS 0x08000000u
#define SHAPE_MESH_UV2    0x04000000u

/* How many numbers may be made of one of a file. */
enum { SHAPE_MOST_COPIES = 32 };

/* --- sequences ----------------------------------------------------------------------------------------- */

/* The lists that sequences' keys are in. */
typedef struct shape_lists {
    uint32_t version;
    uint32_t node_count, object_count;
    uint32_t at_rest; /* before version 22 the first node states are those at rest, and bases count them */
    const tlb_torque_node_state *states; /* versions 18 to 21 of .dsq, 18 of shapes; else NULL */
    const tlb_quat16 *rotations;
    const tlb_vec3 *translations;
    uint32_t rotation_count, translation_count; /* of `states` both are their number */
    TLB_ARRAY(float) uniform;
    TLB_ARRAY(tlb_vec3) aligned, factors;
    const tlb_quat16 *factor_turns; /* as many as factors */
    TLB_ARRAY(tlb_vec3) ground;
    const tlb_quat16 *ground_turns; /* as many as ground */
    TLB_ARRAY(tlb_torque_object_state) object_states;
    TLB_ARRAY(tlb_torque_trigger) triggers;
} shape_lists;

shape_lists tlb_shape_lists(const tlb_torque_shape *shape);
shape_lists tlb_dsq_lists(const tlb_dsq *dsq);

bool tlb_shape_has(const tlb_torque_set *set, uint32_t element);
/* Whether one of the three that have keys of an object's state. */
bool tlb_shape_has_state(const tlb_torque_sequence *q, uint32_t object);

bool tlb_shape_is_blend(const shape_lists *lists, const tlb_torque_sequence *q);
bool tlb_shape_is_cyclic(const shape_lists *lists, const tlb_torque_sequence *q);

/* The set of the nodes whose translations are keyed. */
const tlb_torque_set *tlb_shape_translated(const shape_lists *lists, const tlb_torque_sequence *q);

/* The value of an element at a key; false where it is outside the list. `rank` is how many elements before it
 * are in the set. Rotations are the usual quaternions, of unit length. */
bool tlb_shape_rotation(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank, uint32_t key,
                        float rotation[4]);
bool tlb_shape_translation(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank,
                           uint32_t key, float translation[3]);
/* `turned`: the scale is along axes that are turned, which is left out. */
bool tlb_shape_scale(const shape_lists *lists, const tlb_torque_sequence *q, uint32_t rank, uint32_t key,
                     float scale[3], bool *turned);
const tlb_torque_object_state *tlb_shape_state(const shape_lists *lists, const tlb_torque_sequence *q,
                                               uint32_t rank, uint32_t key);

/* The usual quaternion of a packed one; none for what is all zeros. */
void tlb_shape_turn(const tlb_quat16 packed, float rotation[4]);
/* A node's place within its parent at rest; none for what the lists do not have. */
void tlb_shape_rest(const tlb_torque_shape *shape, uint32_t node, float translation[3], float rotation[4]);

/* --- meshes -------------------------------------------------------------------------------------------- */

/* The mesh whose vertices a mesh uses: itself, or the last of its parents; NULL when one is none before it.
 */
const tlb_torque_mesh *tlb_shape_owner(const tlb_torque_shape *shape, const tlb_torque_mesh *mesh);
/* What an object has in the slot of a detail; NULL: nothing. */
const tlb_torque_mesh *tlb_shape_mesh_of(const tlb_torque_shape *shape, const tlb_torque_object *object,
                                         const tlb_torque_detail *detail);
/* Whether the detail shows the object: it is of the detail's sub-shape. */
bool tlb_shape_shows(const tlb_torque_shape *shape, const tlb_torque_detail *detail, uint32_t object);

/* describe.c. A row of `list` for info, and the sequence as one of the summary's animations. */
void tlb_torque_describe_sequence(tlb_summary *summary, tlb_value *list, const shape_lists *lists,
                                  const tlb_torque_sequence *q, tlb_text name);

#endif
