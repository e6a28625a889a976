/* What is in a shape, whatever its version. */
#include "formats/darkstar/dts/placement.h"
#include "formats/darkstar/dts/dts.h"

#include <math.h>
#include <string.h>

const float tlb_dts_normals[TLB_DTS_NORMALS][3] = {
#include "formats/darkstar/dts/normals.inc"
};

uint8_t tlb_dts_pack_normal(const float normal[3])
{
    int nearest = 0;
    float least = INFINITY;
    for (int i = 0; i < TLB_DTS_NORMALS; i++) {
        const float *n = tlb_dts_normals[i];
        float x = n[0] - normal[0], y = n[1] - normal[1], z = n[2] - normal[2];
        float distance = x * x + y * y + z * z;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return (uint8_t)nearest;
}

tlb_text tlb_dts_name_at(const tlb_dts *shape, int32_t name)
{
    if (!dts_is_index(name, shape->names.count))
        return (tlb_text){"", 0};
    const char *data = shape->names.data[name].data, *nul = memchr(data, 0, TLB_DTS_NAME);
    return (tlb_text){data, nul ? (uint32_t)(nul - data) : TLB_DTS_NAME};
}

tlb_dts_key tlb_dts_key_of(const tlb_dts *shape, const tlb_dts_key_frame *frame)
{
    enum { VISIBLE = 8, VISIBLE_MATTERS = 4, MATERIAL_MATTERS = 2, FRAME_MATTERS = 1 };
    if (shape->pers.version < 3)
        return (tlb_dts_key){.value = frame->key & 0x3fffffff,
                             .visible = frame->key >> 31,
                             .visibleMatters = frame->key >> 30 & 1,
                             .frameMatters = true};
    uint32_t bits = shape->pers.version >= 8 ? 12 : 28, flags = frame->matIndex >> bits;
    return (tlb_dts_key){.value = frame->key,
                         .material = frame->matIndex & ((1u << bits) - 1),
                         .visible = flags & VISIBLE,
                         .visibleMatters = flags & VISIBLE_MATTERS,
                         .frameMatters = flags & FRAME_MATTERS,
                         .materialMatters = flags & MATERIAL_MATTERS};
}

tlb_dts_placement dts_placement(const tlb_dts *shape, const tlb_dts_transform *t)
{
    tlb_dts_placement p;
    for (int i = 0; i < 4; i++) {
        float value = shape->pers.version >= 7 ? (float)t->rot16[i] / 32767 : t->rot[i];
        p.rotation[i] = i < 3 ? 0 - value : value;
    }
    dts_make_unit(p.rotation);
    memcpy(p.translation, t->pos, sizeof p.translation);
    return p;
}

tlb_dts_placement tlb_dts_placement_of(const tlb_dts *shape, int32_t transform)
{
    if (!dts_is_index(transform, shape->transforms.count))
        return DTS_NO_MOVE;
    return dts_placement(shape, &shape->transforms.data[transform]);
}

uint32_t tlb_dts_frame_count(const tlb_dts_mesh *mesh)
{
    return mesh->frames.count ? mesh->frames.count : 1;
}

bool tlb_dts_frame_of(const tlb_dts_mesh *mesh, uint32_t frame, tlb_dts_frame *out)
{
    bool there = frame < mesh->frames.count;
    if (!there && (frame || mesh->frames.count))
        return false;
    *out = there ? mesh->frames.data[frame] : (tlb_dts_frame){0};
    if (mesh->pers.version < 3) {
        memcpy(out->scale, mesh->scale, sizeof out->scale);
        memcpy(out->origin, mesh->origin, sizeof out->origin);
    }
    return dts_within(out->firstVert, mesh->vertsPerFrame, mesh->vertices.count);
}
