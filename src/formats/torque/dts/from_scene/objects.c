/* Objects: the meshes of one name on one node, in a slot for each detail. */
#include "base/text.h"
#include "formats/torque/dts/from_scene/from_scene.h"
#include "formats/torque/dts/geometry.h"

/* --- which there are ------------------------------------------------------------------------------------ */

static const char *name_of(shape_maker *m, uint32_t node)
{
    const tlb_node *from = &m->scene->nodes[node];
    const char *mesh = m->scene->meshes[from->mesh].name;
    return *from->name && m->hints[node].stem ? tlb_copy_text(m->arena, from->name, m->hints[node].stem).data
           : *mesh                            ? mesh
                                              : "object";
}

static made_object *add_object(shape_maker *m, uint32_t source, int32_t node, const char *name)
{
    if (m->objects.count >= SHAPE_MOST_ELEMENTS) {
        tlb_shape_refuse(m, "objects", (uint64_t)m->objects.count + 1, SHAPE_MOST_ELEMENTS);
        return NULL;
    }
    made_object *object = TLB_PUSH(m->arena, &m->objects);
    int32_t *slots = tlb_alloc_array(m->arena, m->details.count, sizeof *slots);
    name = tlb_shape_distinct_name(m, &m->object_names, name);
    if (!object || !slots || !name)
        return NULL;
    for (uint32_t i = 0; i < m->details.count; i++)
        slots[i] = TLB_NONE;
    *object = (made_object){name, node, source, slots};
    return object;
}

static bool is_free(const shape_maker *m, const made_object *object, uint32_t source)
{
    for (uint32_t d = 0; d < m->details.count; d++)
        if (shape_is_drawn_in(m, d, source) && object->slots[d] != TLB_NONE)
            return false;
    return true;
}

/* The object that has nothing yet where this node is drawn, of the `piece`th mesh that the node became. */
static made_object *object_for(shape_maker *m, uint32_t source, const char *name, uint32_t piece)
{
    enum { MOST_NAMESAKES = 64 };
    const tlb_node *from = &m->scene->nodes[source];
    int32_t node = tlb_shape_is_skinned(m->scene, from) ? TLB_NONE : m->hints[source].place;
    for (uint32_t time = 0; time < MOST_NAMESAKES; time++) {
        char *key = tlb_arena_printf(m->arena, "%d %d %d %u %u %s", (int)node, from->skin >= 0,
                                     m->hints[source].hidden, (unsigned)piece, (unsigned)time, name);
        for (char *at = key; at && *at; at++)
            *at = tlb_lower(*at);
        int32_t *known = key ? tlb_index_find(&m->objects_known, m->arena, key, strlen(key)) : NULL;
        if (!known)
            return NULL;
        if (*known == TLB_INDEX_NEW) {
            *known = (int32_t)m->objects.count;
            return add_object(m, source, node, name);
        }
        if (is_free(m, &m->objects.data[*known], source))
            return &m->objects.data[*known];
    }
    return add_object(m, source, node, name);
}

static bool is_drawn(const shape_maker *m, uint32_t node)
{
    for (uint32_t d = 0; d < m->details.count; d++)
        if (shape_is_drawn_in(m, d, node))
            return true;
    return false;
}

static bool add_node_meshes(shape_maker *m, uint32_t node)
{
    uint32_t first = m->meshes.count;
    const char *name = name_of(m, node);
    if (!name || !tlb_shape_make_meshes(m, node))
        return false;
    for (uint32_t i = first; i < m->meshes.count; i++) {
        made_object *object = object_for(m, node, name, i - first);
        if (!object)
            return false;
        for (uint32_t d = 0; d < m->details.count; d++)
            if (shape_is_drawn_in(m, d, node))
                object->slots[d] = (int32_t)i;
    }
    return true;
}

/* --- the lists ------------------------------------------------------------------------------------------ */

/* The same vertices as an earlier mesh has. */
static tlb_torque_mesh child_of(const tlb_torque_mesh *mesh, int32_t parent)
{
    tlb_torque_mesh child = *mesh;
    child.parentMesh = parent;
    child.verts.count = child.tverts.count = child.norms.count = child.encodedNorms.count = 0;
    child.tverts2.count = child.colors.count = 0;
    return child;
}

#define SAME_LISTS(a, b)                                                                                     \
    ((a).count == (b).count && tlb_same_bytes((a).data, (b).data, (a).count * sizeof *(a).data))

/* Meshes without a skin. Of the normals there are as many as of the vertices. */
static bool have_same_vertices(const tlb_torque_mesh *a, const tlb_torque_mesh *b)
{
    return !a->skin && !b->skin && a->verts.count && a->numFrames == b->numFrames &&
           SAME_LISTS(a->verts, b->verts) && SAME_LISTS(a->tverts, b->tverts) &&
           SAME_LISTS(a->tverts2, b->tverts2) && SAME_LISTS(a->colors, b->colors) &&
           SAME_LISTS(a->norms, b->norms);
}

/* Of a skin the numbers, in place of the lists. */
static tlb_torque_skin *child_skin(shape_maker *m, const tlb_torque_skin *skin)
{
    tlb_torque_skin *child = tlb_zalloc(m->arena, sizeof *child);
    if (child)
        *child = (tlb_torque_skin){.numInitialVerts = skin->initialVerts.count,
                                   .numInitialTransforms = skin->initialTransforms.count,
                                   .numWeights = skin->vertexIndex.count,
                                   .numNodeIndex = skin->nodeIndex.count};
    return child;
}

/* The mesh of a slot, which shares the vertices of what the object has before it. */
static bool add_mesh(shape_maker *m, const made_object *object, uint32_t slot)
{
    tlb_torque_mesh *to = TLB_PUSH(m->arena, &m->mesh_list);
    if (!to)
        return false;
    *to = (tlb_torque_mesh){.meshType = TLB_TORQUE_NULL_MESH, .parentMesh = TLB_NONE};
    if (object->slots[slot] == TLB_NONE)
        return true;
    made_mesh *made = &m->meshes.data[object->slots[slot]];
    int32_t parent = made->place;
    for (uint32_t i = 0; i < slot && parent == TLB_NONE; i++) {
        const made_mesh *earlier = object->slots[i] < 0 ? NULL : &m->meshes.data[object->slots[i]];
        if (earlier && earlier->mesh.parentMesh == TLB_NONE &&
            have_same_vertices(&earlier->mesh, &made->mesh))
            parent = earlier->place;
    }
    if (made->place == TLB_NONE)
        made->place = (int32_t)m->mesh_list.count - 1;
    *to = parent == TLB_NONE ? made->mesh : child_of(&made->mesh, parent);
    if (parent != TLB_NONE && to->skin && !(to->skin = child_skin(m, to->skin)))
        return false;
    return true;
}

static uint32_t triangles_of(const tlb_torque_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->primitives.count; i++)
        count += tlb_shape_triangle_count(&mesh->primitives.data[i]);
    return count;
}

static bool list_object(shape_maker *m, uint32_t index)
{
    const made_object *from = &m->objects.data[index];
    uint32_t count = m->details.count;
    int32_t name = tlb_shape_name_number(m, from->name);
    while (count && from->slots[count - 1] == TLB_NONE)
        count--;
    if (name == TLB_NONE)
        return false;
    m->shape->objects.data[index] = (tlb_torque_object){.nameIndex = name,
                                                        .numMeshes = (int32_t)count,
                                                        .startMeshIndex = (int32_t)m->mesh_list.count,
                                                        .nodeIndex = from->node,
                                                        .nextSibling = -1,
                                                        .firstDecal = -1};
    for (uint32_t d = 0; d < count; d++) {
        if (!add_mesh(m, from, d))
            return false;
        m->shape->details.data[d].polyCount +=
            (int32_t)triangles_of(&m->mesh_list.data[m->mesh_list.count - 1]);
    }
    return true;
}

static bool list_details(shape_maker *m)
{
    tlb_torque_shape *x = m->shape;
    x->details.data = tlb_zalloc_array(m->arena, m->details.count, sizeof *x->details.data);
    x->details.count = m->details.count;
    x->smallestVisibleDL = x->smallestVisibleSize = -1;
    for (uint32_t i = 0; x->details.data && i < m->details.count; i++) {
        int32_t name = tlb_shape_name_number(m, m->details.data[i].name);
        if (name == TLB_NONE)
            return false;
        x->details.data[i] = (tlb_torque_detail){.nameIndex = name,
                                                 .objectDetailNum = (int32_t)i,
                                                 .size = m->details.data[i].size,
                                                 .averageError = -1,
                                                 .maxError = -1};
        if (m->details.data[i].size >= 0) { /* the last of those that are drawn */
            x->smallestVisibleSize = (int32_t)m->details.data[i].size;
            x->smallestVisibleDL = (int32_t)i;
        }
    }
    return x->details.data != NULL;
}

static bool list_sub_shape(shape_maker *m)
{
    tlb_torque_shape *x = m->shape;
    int32_t *zeros = tlb_zalloc_array(m->arena, 4, sizeof *zeros), *counts;
    if (!zeros || !(counts = tlb_alloc_array(m->arena, 2, sizeof *counts)))
        return false;
    counts[0] = (int32_t)x->nodes.count;
    counts[1] = (int32_t)x->objects.count;
    x->subShapeFirstNode.data = zeros;
    x->subShapeFirstObject.data = zeros + 1;
    x->subShapeFirstDecal.data = zeros + 2;
    x->subShapeNumDecals.data = zeros + 3;
    x->subShapeNumNodes.data = counts;
    x->subShapeNumObjects.data = counts + 1;
    x->subShapeFirstNode.count = x->subShapeFirstObject.count = x->subShapeFirstDecal.count = 1;
    x->subShapeNumNodes.count = x->subShapeNumObjects.count = x->subShapeNumDecals.count = 1;
    return true;
}

bool tlb_shape_make_objects(shape_maker *m)
{
    tlb_torque_shape *x = m->shape;
    for (uint32_t i = 0; i < m->scene->node_count; i++)
        if (m->scene->nodes[i].mesh >= 0 && !m->hints[i].left_out && is_drawn(m, i) && !add_node_meshes(m, i))
            return false;
    x->objects.data = tlb_zalloc_array(m->arena, m->objects.count, sizeof *x->objects.data);
    x->objects.count = m->objects.count;
    if (!x->objects.data || !list_details(m))
        return false;
    for (uint32_t i = 0; i < m->objects.count; i++)
        if (!list_object(m, i))
            return false;
    x->meshes.data = m->mesh_list.data;
    x->meshes.count = m->mesh_list.count;
    return list_sub_shape(m);
}
