#include "formats/torque/dts/geometry.h"

/* --- vertices ------------------------------------------------------------------------------------------ */

enum { BUFFER_VERSION = 27, BUFFER_NORMAL = 16, BUFFER_UV = 40, BUFFER_VERTEX = 48 }; /* bytes */

static shape_vertices of_buffer(const tlb_torque_shape *x, const tlb_torque_mesh *m)
{
    const uint8_t *data = x->vertexBuffer.data.data;
    uint64_t bytes = (uint64_t)(uint32_t)m->numVertsInBuffer * (uint32_t)m->vertSize;
    if (m->vertOffset < 0 || m->numVertsInBuffer < 0 || m->vertSize < BUFFER_VERTEX ||
        (uint64_t)m->vertOffset + bytes > x->vertexBuffer.data.count)
        return (shape_vertices){0};
    data += m->vertOffset;
    uint32_t uvs2 = x->vertexBuffer.texCoordOffset;
    bool second = m->flags & SHAPE_MESH_UV2 && uvs2 + sizeof(tlb_vec2) <= (uint32_t)m->vertSize;
    return (shape_vertices){.positions = data,
                            .normals = data + BUFFER_NORMAL,
                            .uvs = data + BUFFER_UV,
                            .uvs2 = second ? data + uvs2 : NULL,
                            .stride = (size_t)m->vertSize,
                            .uv_stride = (size_t)m->vertSize,
                            .uv2_stride = (size_t)m->vertSize,
                            .count = (uint32_t)m->numVertsInBuffer,
                            .uv_count = (uint32_t)m->numVertsInBuffer,
                            .uv2_count = second ? (uint32_t)m->numVertsInBuffer : 0};
}

shape_vertices tlb_shape_vertices(const tlb_torque_shape *x, const tlb_torque_mesh *m)
{
    const tlb_torque_mesh *owner = tlb_shape_owner(x, m);
    if (!owner)
        return (shape_vertices){0};
    if (x->version >= BUFFER_VERSION && x->vertexBuffer.data.count)
        return of_buffer(x, m);
    bool skinned = owner->skin && owner->skin->initialVerts.count;
    const void *verts = skinned ? (void *)owner->skin->initialVerts.data : (void *)owner->verts.data;
    const void *norms = skinned ? (void *)owner->skin->initialNorms.data : (void *)owner->norms.data;
    uint32_t count = skinned ? owner->skin->initialVerts.count : owner->verts.count;
    uint32_t norm_count = skinned ? owner->skin->initialNorms.count : owner->norms.count;
    return (shape_vertices){.positions = verts,
                            .normals = norm_count == count ? norms : NULL,
                            .uvs = (const void *)owner->tverts.data,
                            .uvs2 = (const void *)owner->tverts2.data,
                            .colors = owner->colors.data,
                            .stride = sizeof(tlb_vec3),
                            .uv_stride = sizeof(tlb_vec2),
                            .uv2_stride = sizeof(tlb_vec2),
                            .count = count,
                            .uv_count = owner->tverts.count,
                            .uv2_count = owner->tverts2.count,
                            .color_count = owner->colors.count};
}

uint32_t tlb_shape_frames(const tlb_torque_mesh *m, uint32_t vertex_count)
{
    bool there = m->numFrames > 1 && m->vertsPerFrame > 0 &&
                 (uint64_t)m->numFrames * (uint32_t)m->vertsPerFrame <= vertex_count;
    return there ? (uint32_t)m->numFrames : 1;
}

/* --- triangles ----------------------------------------------------------------------------------------- */

static bool is_list(const tlb_torque_primitive *p)
{
    uint32_t type = p->matIndex & TLB_TORQUE_PRIMITIVE_MASK;
    return type != TLB_TORQUE_STRIP && type != TLB_TORQUE_FAN;
}

uint32_t tlb_shape_triangle_count(const tlb_torque_primitive *p)
{
    return is_list(p) ? p->numElements / 3 : p->numElements < 3 ? 0 : p->numElements - 2;
}

void tlb_shape_corners(const tlb_torque_primitive *p, const uint32_t *indices, uint32_t i, uint32_t out[3])
{
    uint32_t type = p->matIndex & TLB_TORQUE_PRIMITIVE_MASK;
    bool fan = type == TLB_TORQUE_FAN, turned = type == TLB_TORQUE_STRIP && i % 2;
    uint32_t first = is_list(p) ? 3 * i : i;
    out[0] = indices[fan ? 0 : turned ? first + 1 : first];
    out[1] = indices[turned ? first : first + 1];
    out[2] = indices[first + 2];
}

static bool each_sorted(const tlb_torque_mesh *m, shape_primitive_sink *each, void *user)
{
    const tlb_torque_sorted *sorted = m->sorted;
    uint32_t count = sorted->clusters.count;
    int32_t at = sorted->startCluster.count ? sorted->startCluster.data[0] : -1;
    for (uint32_t steps = 0; steps < count && shape_is_index(at, count); steps++) {
        const tlb_torque_cluster *k = &sorted->clusters.data[at];
        for (int64_t i = k->startPrimitive; i < k->endPrimitive; i++)
            if (!shape_is_index(i, m->primitives.count))
                break;
            else if (!each(user, &m->primitives.data[i]))
                return false;
        at = k->frontCluster;
    }
    return true;
}

bool tlb_shape_each_primitive(const tlb_torque_mesh *m, shape_primitive_sink *each, void *user)
{
    if (m->sorted)
        return each_sorted(m, each, user);
    for (uint32_t i = 0; i < m->primitives.count; i++)
        if (!each(user, &m->primitives.data[i]))
            return false;
    return true;
}
