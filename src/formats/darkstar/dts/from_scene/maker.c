/* What the steps from a scene to a shape share: sane numbers, limits, names and places. */
#include "formats/darkstar/dts/from_scene/from_scene.h"

#include "scene/transform/short_names.h"

#include <math.h>
#include <string.h>

float tlb_dts_sane(dts_maker *m, float value)
{
    static const float most = 1e9f;
    bool sane = value >= -most && value <= most;
    m->replaced += !sane;
    return sane ? value : 0;
}

void tlb_dts_refuse(dts_maker *m, const char *things, uint64_t count, uint64_t most)
{
    tlb_report(m->context, TLB_CODE_DTS_TOO_LARGE, TLB_NO_OFFSET, NULL, "%s: %llu or more, at most %llu",
               things, (unsigned long long)count, (unsigned long long)most);
    m->status = TLB_LIMIT;
}

const char *tlb_dts_fit_name(dts_maker *m, const char *name)
{
    if (strlen(name) < TLB_DTS_NAME)
        return name;
    m->cut_names++;
    return tlb_distinct_name(m->arena, &m->objects_known, name, TLB_DTS_NAME - 1);
}

int32_t tlb_dts_add_name(dts_maker *m, const char *name)
{
    size_t size = strlen(name);
    int32_t *known = tlb_index_find(&m->names_known, m->arena, name, size);
    if (!known)
        return TLB_NONE;
    if (*known != TLB_INDEX_NEW)
        return *known;
    int32_t number = *known = (int32_t)m->names.count;
    tlb_dts_name *made = TLB_PUSH(m->arena, &m->names);
    if (!made)
        return TLB_NONE;
    *made = (tlb_dts_name){{0}};
    memcpy(made->data, name, size < TLB_DTS_NAME ? size : TLB_DTS_NAME - 1);
    return number;
}

void tlb_dts_place(dts_maker *m, uint32_t node, const float translation[3], const float rotation[4],
                   dts_made_node *made)
{
    const tlb_node *from = &m->scene->nodes[node];
    float root[9] = {m->scale, 0, 0, 0, m->scale, 0, 0, 0, m->scale};
    const float *above = from->parent < 0 ? root : m->hints[from->parent].shape;
    tlb_dts_placement turn = DTS_NO_MOVE, placed = DTS_NO_MOVE;
    for (int i = 0; i < 3; i++)
        placed.translation[i] =
            above[i] * translation[0] + above[3 + i] * translation[1] + above[6 + i] * translation[2];
    memcpy(placed.rotation, rotation, sizeof placed.rotation);
    memcpy(turn.rotation, m->turn, sizeof turn.rotation);
    if (m->one_to_one && from->parent < 0 && m->turn[3] < 1)
        placed = tlb_dts_place_within(&turn, &placed);
    memcpy(made->translation, placed.translation, sizeof made->translation);
    memcpy(made->rotation, placed.rotation, sizeof made->rotation);
}
