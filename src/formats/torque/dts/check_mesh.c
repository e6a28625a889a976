/* The rules of meshes. */
#include "formats/torque/dts/check.h"

static void check_finite(tlb_checker *c, const float *values, uint32_t count, uint32_t width,
                         const char *name)
{
    uint32_t bad = 0, first = 0;
    for (uint32_t i = 0; values && i < count; i++)
        if (!tlb_all_finite(values + (size_t)i * width, width))
            first = bad++ ? first : i;
    if (bad)
        TLB_FIND(c, SHAPE_NOT_FINITE, tlb_at(c, "%s[%u]", name, first), "%u of %u infinite or NaN", bad,
                 count);
}

/* A mesh that has lists: whether its frames are in them. */
static void check_vertices(tlb_checker *c, const tlb_torque_mesh *m, uint32_t verts, uint32_t tverts)
{
    const struct {
        const char *name;
        uint32_t count;
    } extra[] = {{"numTVerts2", m->tverts2.count}, {"numColors", m->colors.count}};
    bool sorted = m->meshType == TLB_TORQUE_SORTED_MESH;
    int64_t frames = m->numFrames, per_frame = m->vertsPerFrame;
    if (!sorted && verts && (frames < 1 || per_frame < 1 || frames * per_frame > (int64_t)verts))
        TLB_FIND(c, SHAPE_VERTICES, tlb_at(c, "vertsPerFrame"), "%lld frames of %lld, number of vertices: %u",
                 (long long)frames, (long long)per_frame, verts);
    if (!sorted && verts && tverts < per_frame)
        TLB_FIND(c, SHAPE_VERTICES, tlb_at(c, "numTVerts"), "%u, expected at least %lld", tverts,
                 (long long)per_frame);
    for (int i = 0; i < 2; i++)
        if (!sorted && verts && extra[i].count && extra[i].count < per_frame)
            TLB_FIND(c, SHAPE_VERTICES, tlb_at(c, "%s", extra[i].name), "%u, expected none or at least %lld",
                     extra[i].count, (long long)per_frame);
    check_finite(c, m->tverts2.data ? m->tverts2.data[0] : NULL, m->tverts2.count, 2, "tverts2");
    check_finite(c, m->verts.data ? m->verts.data[0] : NULL, m->verts.count, 3, "verts");
    check_finite(c, m->tverts.data ? m->tverts.data[0] : NULL, m->tverts.count, 2, "tverts");
}

static void check_primitives(tlb_checker *c, const tlb_torque_shape *x, const tlb_torque_mesh *m,
                             uint32_t verts)
{
    for (uint32_t i = 0; i < m->primitives.count; i++) {
        const tlb_torque_primitive *p = &m->primitives.data[i];
        uint32_t material = p->matIndex & TLB_TORQUE_MATERIAL_MASK;
        TLB_CHECK_RANGE(c, SHAPE_PRIMITIVE, p->start, p->numElements, m->indices.count,
                        tlb_at(c, "primitives[%u].numElements", i), "indices");
        if (!(p->matIndex & TLB_TORQUE_NO_MATERIAL))
            TLB_CHECK_INDEX(c, SHAPE_PRIMITIVE, material, x->materialList.names.count,
                            tlb_at(c, "primitives[%u].matIndex", i), "materials");
    }
    for (uint32_t i = 0; i < m->indices.count; i++)
        TLB_CHECK_INDEX(c, SHAPE_INDEX, m->indices.data[i], verts, tlb_at(c, "indices[%u]", i), "vertices");
}

static void check_weights(tlb_checker *c, const tlb_torque_skin *s, uint32_t verts)
{
    double *sums = tlb_scratch(c, verts, sizeof *sums);
    if (!sums)
        return;
    for (uint32_t i = 0; i < s->vertexIndex.count && i < s->weight.count; i++)
        if (shape_is_index(s->vertexIndex.data[i], verts))
            sums[s->vertexIndex.data[i]] += (double)s->weight.data[i];
    for (uint32_t i = 0; i < verts; i++)
        if (!(fabs(sums[i] - 1) < 0.01))
            TLB_FIND(c, SHAPE_WEIGHTS, tlb_at(c, "skin.weight"), "vertex %u: sum %g", i, sums[i]);
}

static void check_skin(tlb_checker *c, const tlb_torque_shape *x, const tlb_torque_skin *s, uint32_t verts)
{
    uint32_t bones = s->nodeIndex.count;
    if (s->initialTransforms.count != bones || s->boneIndex.count != s->vertexIndex.count ||
        s->weight.count != s->vertexIndex.count)
        TLB_FIND(c, SHAPE_SKIN, tlb_at(c, "skin"),
                 "%u transforms of %u bones; %u vertices, %u bones and %u values of weights",
                 s->initialTransforms.count, bones, s->vertexIndex.count, s->boneIndex.count,
                 s->weight.count);
    for (uint32_t i = 0; i < bones; i++)
        if (!shape_is_index(s->nodeIndex.data[i], x->nodes.count))
            TLB_FIND(c, SHAPE_SKIN, tlb_at(c, "skin.nodeIndex[%u]", i), "%d, number of nodes: %u",
                     (int)s->nodeIndex.data[i], x->nodes.count);
    for (uint32_t i = 0; i < s->boneIndex.count; i++)
        if (!shape_is_index(s->boneIndex.data[i], bones))
            TLB_FIND(c, SHAPE_SKIN, tlb_at(c, "skin.boneIndex[%u]", i), "%d, number of bones: %u",
                     (int)s->boneIndex.data[i], bones);
    for (uint32_t i = 0; i < s->vertexIndex.count; i++)
        if (!shape_is_index(s->vertexIndex.data[i], verts))
            TLB_FIND(c, SHAPE_SKIN, tlb_at(c, "skin.vertexIndex[%u]", i), "%d, number of vertices: %u",
                     (int)s->vertexIndex.data[i], verts);
    check_weights(c, s, verts);
}

static void check_sorted(tlb_checker *c, const tlb_torque_mesh *m, const tlb_torque_sorted *s)
{
    uint32_t count = s->clusters.count;
    for (uint32_t i = 0; i < count; i++) {
        const tlb_torque_cluster *k = &s->clusters.data[i];
        if (k->startPrimitive < 0 || k->endPrimitive < k->startPrimitive ||
            k->endPrimitive > (int64_t)m->primitives.count)
            TLB_FIND(c, SHAPE_CLUSTER, tlb_at(c, "sorted.clusters[%u].endPrimitive", i),
                     "%d to %d, number of primitives: %u", (int)k->startPrimitive, (int)k->endPrimitive,
                     m->primitives.count);
        if (k->frontCluster >= (int64_t)count || k->backCluster >= (int64_t)count)
            TLB_FIND(c, SHAPE_CLUSTER, tlb_at(c, "sorted.clusters[%u].frontCluster", i),
                     "%d and %d, number of clusters: %u", (int)k->frontCluster, (int)k->backCluster, count);
    }
    for (uint32_t i = 0; i < s->startCluster.count; i++)
        if (!shape_is_index(s->startCluster.data[i], count))
            TLB_FIND(c, SHAPE_CLUSTER, tlb_at(c, "sorted.startCluster[%u]", i), "%d, number of clusters: %u",
                     (int)s->startCluster.data[i], count);
}

static void check_mesh(tlb_checker *c, const tlb_torque_shape *x, const tlb_torque_mesh *m)
{
    const tlb_torque_mesh *owner = tlb_shape_owner(x, m);
    if (m->meshType == TLB_TORQUE_NULL_MESH || m->meshType == TLB_TORQUE_DECAL_MESH)
        return;
    if (!owner) {
        TLB_FIND(c, SHAPE_MESH_PARENT, tlb_at(c, "parentMesh"), "%d does not come before the mesh",
                 (int)m->parentMesh);
        return;
    }
    const tlb_torque_skin *skin = owner->skin;
    bool buffered = x->version >= 27 && x->vertexBuffer.data.count;
    uint32_t verts = skin && skin->initialVerts.count ? skin->initialVerts.count : owner->verts.count;
    if (buffered)
        verts = shape_within(0, m->numVertsInBuffer, x->vertexBuffer.data.count)
                    ? (uint32_t)m->numVertsInBuffer
                    : 0;
    else if (m->numVerts > owner->verts.count || m->numTVerts > owner->tverts.count)
        TLB_FIND(c, SHAPE_MESH_PARENT, tlb_at(c, "numVerts"),
                 "%u vertices and %u texture vertices, number of the parent's: %u and %u", m->numVerts,
                 m->numTVerts, owner->verts.count, owner->tverts.count);
    if (owner == m && !buffered)
        check_vertices(c, m, verts, m->tverts.count);
    check_primitives(c, x, m, verts);
    if (m->skin && owner == m)
        check_skin(c, x, m->skin, verts);
    if (m->sorted)
        check_sorted(c, m, m->sorted);
}

void tlb_torque_check_meshes(tlb_checker *c, const tlb_torque_shape *x)
{
    for (uint32_t i = 0; i < x->meshes.count; i++) {
        size_t part = tlb_enter(c, "meshes[%u].", i);
        check_mesh(c, x, &x->meshes.data[i]);
        c->part = part;
    }
    for (uint32_t i = 0; i < x->skins.count; i++) {
        size_t part = tlb_enter(c, "skins[%u].", i);
        check_mesh(c, x, &x->skins.data[i]);
        c->part = part;
    }
}
