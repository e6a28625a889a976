/* The rules of meshes. */
#include "formats/darkstar/dts/check.h"

/* --- frames ------------------------------------------------------------------------------------------- */

static void check_box(tlb_checker *c, const tlb_dts_mesh *m, const tlb_dts_frame *frame, uint32_t mesh,
                      uint32_t index)
{
    if (m->vertsPerFrame <= DTS_BOX_VERTICES)
        return;
    const uint8_t(*v)[4] = (const uint8_t(*)[4])m->vertices.data + frame->firstVert;
    uint8_t low[3] = {255, 255, 255}, high[3] = {0, 0, 0};
    for (int32_t i = DTS_BOX_VERTICES; i < m->vertsPerFrame; i++)
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = v[i][axis] < low[axis] ? v[i][axis] : low[axis];
            high[axis] = v[i][axis] > high[axis] ? v[i][axis] : high[axis];
        }
    if (memcmp(low, v[0], sizeof low) != 0 || memcmp(high, v[1], sizeof high) != 0)
        TLB_FIND(c, DTS_FRAME_BOX, tlb_at(c, "meshes[%u].vertices[%d]", mesh, frame->firstVert),
                 "frame %u: %u %u %u to %u %u %u, the vertices reach from %u %u %u to %u %u %u", index,
                 v[0][0], v[0][1], v[0][2], v[1][0], v[1][1], v[1][2], low[0], low[1], low[2], high[0],
                 high[1], high[2]);
}

static void check_frames(tlb_checker *c, const tlb_dts_mesh *m, uint32_t mesh)
{
    uint64_t left = DTS_LEAST + (uint64_t)m->vertices.count * DTS_SHARED;
    for (uint32_t i = 0; i < tlb_dts_frame_count(m); i++) {
        tlb_dts_frame frame;
        if (!tlb_dts_frame_of(m, i, &frame))
            TLB_FIND(c, DTS_FRAME_RANGE,
                     tlb_at(c, "meshes[%u].%s", mesh, m->frames.count ? "frames" : "vertsPerFrame"),
                     "frame %u: %d from %d on: there are %u vertices", i, m->vertsPerFrame, frame.firstVert,
                     m->vertices.count);
        else if (dts_afford(&left, (uint64_t)m->vertsPerFrame))
            check_box(c, m, &frame, mesh, i);
        if (!tlb_all_finite(frame.scale, 3) || !tlb_all_finite(frame.origin, 3))
            TLB_FIND(c, DTS_NOT_FINITE, tlb_at(c, "meshes[%u]", mesh), "frame %u: infinite or not a number",
                     i);
    }
}

/* --- faces -------------------------------------------------------------------------------------------- */

static void check_corner(tlb_checker *c, const tlb_dts_mesh *m, uint32_t mesh, uint32_t face, int32_t vertex,
                         int32_t texture)
{
    if (!dts_is_index(vertex, (uint32_t)(m->vertsPerFrame < 0 ? 0 : m->vertsPerFrame)))
        TLB_FIND(c, DTS_FACE_VERTEX, tlb_at(c, "meshes[%u].faces[%u]", mesh, face),
                 "%d: a frame has %d vertices", vertex, m->vertsPerFrame);
    else if (vertex < DTS_BOX_VERTICES)
        TLB_FIND(c, DTS_FACE_BOX, tlb_at(c, "meshes[%u].faces[%u]", mesh, face), "vertex %d", vertex);
    if (m->textureVerts.count)
        DTS_CHECK_INDEX(c, DTS_FACE_VERTEX, texture, m->textureVerts.count,
                        tlb_at(c, "meshes[%u].faces[%u]", mesh, face), "texture vertices");
}

static void check_faces(tlb_checker *c, const tlb_dts *shape, const tlb_dts_mesh *m, uint32_t mesh)
{
    for (uint32_t i = 0; i < m->faces.count; i++) {
        const tlb_dts_face *face = &m->faces.data[i];
        check_corner(c, m, mesh, i, face->vertIndex0, face->texIndex0);
        check_corner(c, m, mesh, i, face->vertIndex1, face->texIndex1);
        check_corner(c, m, mesh, i, face->vertIndex2, face->texIndex2);
        if (shape->hasMaterials && face->matIndex != -1)
            DTS_CHECK_INDEX(c, DTS_FACE_MATERIAL, face->matIndex, shape->materialList.materials.count,
                            tlb_at(c, "meshes[%u].faces[%u].matIndex", mesh, i), "materials");
    }
}

void dts_check_meshes(tlb_checker *c, const tlb_dts *shape)
{
    for (uint32_t i = 0; i < shape->meshes.count; i++) {
        const tlb_dts_mesh *m = &shape->meshes.data[i];
        check_frames(c, m, i);
        check_faces(c, shape, m, i);
        for (uint32_t k = 0; k < m->textureVerts.count; k++)
            TLB_CHECK_FINITE(c, DTS_NOT_FINITE, m->textureVerts.data[k], 2,
                             tlb_at(c, "meshes[%u].textureVerts[%u]", i, k));
    }
}
