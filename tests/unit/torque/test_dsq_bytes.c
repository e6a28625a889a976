/* Torque sequences against bytes written by hand. */
#include <stdio.h>

#include "torque_bytes.h"

static void dsq(pinned *p, const tlb_dsq *x)
{
    uint32_t version = *(const uint32_t *)p->variant;
    U32(x, version, version);
    COUNT(x, nodeNames, 2);
    U32(x, nodeNames.data[0].size, 7);
    BYTES(x, nodeNames.data[0], "Bip01 L");
    U32(x, nodeNames.data[1].size, 3);
    BYTES(x, nodeNames.data[1], "Eye");
    U32(x, numObjects, 0);
    U32(x, oldNumObjects, 25);
    if (version < 22) {
        COUNT(x, nodeStates, 2);
        for (int i = 0; i < 2; i++) {
            EACH(N16, x, nodeStates.data[i].rotation, 4);
            EACH(NF, x, nodeStates.data[i].translation, 3);
        }
    } else {
        COUNT(x, nodeRotations, 2);
        EACH_ROW(N16, x, nodeRotations, 2, 4);
        COUNT(x, nodeTranslations, 3);
        EACH_ROW(NF, x, nodeTranslations, 3, 3);
        COUNT(x, nodeUniformScales, 2);
        EACH(NF, x, nodeUniformScales.data, 2);
        COUNT(x, nodeAlignedScales, 1);
        EACH_ROW(NF, x, nodeAlignedScales, 1, 3);
        COUNT(x, nodeArbitraryScaleRots, 2);
        EACH_ROW(N16, x, nodeArbitraryScaleRots, 2, 4);
        EACH_ROW(NF, x, nodeArbitraryScaleFactors, 2, 3);
        COUNT(x, groundTranslations, 2);
        EACH_ROW(NF, x, groundTranslations, 2, 3);
        EACH_ROW(N16, x, groundRotations, 2, 4);
    }
    COUNT(x, objectStates, 1);
    NF(x, objectStates.data[0].vis);
    N32(x, objectStates.data[0].frameIndex);
    N32(x, objectStates.data[0].matFrameIndex);
    COUNT(x, sequences, 1);
    U32(x, sequences.data[0].name.size, 3);
    BYTES(x, sequences.data[0].name, "run");
    sequence_bytes(p, AT(x, sequences, 0), version);
    COUNT(x, triggers, 1);
    U32(x, triggers.data[0].state, 0x80000002u);
    NF(x, triggers.data[0].pos);
    TAIL(x, tail);
}

static void every_version(void **state)
{
    (void)state;
    for (uint32_t version = TLB_TORQUE_FIRST_VERSION; version <= TLB_TORQUE_LAST_VERSION; version++) {
        pinned p = {.variant = &version};
        snprintf(p.title, sizeof p.title, "version %u", (unsigned)version);
        PIN(&p, "dsq", tlb_document_dsq, dsq);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
