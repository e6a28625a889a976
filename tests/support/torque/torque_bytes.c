#include "torque_bytes.h"

double next_value(const pinned *p)
{
    return (double)((p->size * 7 + 3) % 30000 + 1);
}

#define SET(owner, set)                                                                                      \
    do {                                                                                                     \
        U32(owner, set.unused, 1);                                                                           \
        LIST(U32, owner, set.words, 0x80000001u, 5);                                                         \
    } while (0)

void sequence_bytes(pinned *p, const tlb_torque_sequence *q, uint32_t version)
{
    if (version >= 22)
        U32(q, flags, 0x18);
    N32(q, numKeys);
    NF(q, duration);
    if (version < 22) {
        U8(q, blend, 3);
        U8(q, cyclic, 4);
        U8(q, makePath, 5);
    }
    N32(q, priority);
    N32(q, firstGround);
    N32(q, numGround);
    N32(q, baseRotation);
    if (version >= 22) {
        N32(q, baseTranslation);
        N32(q, baseScale);
    } else if (p->reading)
        assert_int_equal(q->baseTranslation, q->baseRotation);
    N32(q, baseObjectState);
    N32(q, baseDecalState);
    N32(q, firstTrigger);
    N32(q, numTriggers);
    NF(q, toolBegin);
    SET(q, rotationMatters);
    if (version >= 22) {
        SET(q, translationMatters);
        SET(q, scaleMatters);
    }
    SET(q, decalMatters);
    SET(q, iflMatters);
    SET(q, visMatters);
    SET(q, frameMatters);
    SET(q, matFrameMatters);
}

void material_bytes(pinned *p, const tlb_torque_material_list *m, uint32_t version)
{
    U8(m, version, 1);
    COUNT(m, names, 2);
    STRING8(m, names.data[0], "oak");
    STRING8(m, names.data[1], "base.slate");
    PINNED_EACH(U32, m, flags.data, 0x80000003u, 0x47);
    PINNED_EACH(I32, m, reflectanceMaps.data, 0, -1);
    PINNED_EACH(I32, m, bumpMaps.data, -1, 7);
    PINNED_EACH(I32, m, detailMaps.data, -2, 8);
    if (version == 25)
        PINNED_EACH(U32, m, lightMaps.data, 9, 10);
    PINNED_EACH(F32, m, detailScales.data, 1, 0.5);
    if (version > 20)
        PINNED_EACH(F32, m, reflectionAmounts.data, 0.25, 0.125);
}
