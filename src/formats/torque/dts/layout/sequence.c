/* The layout of what shapes and .dsq files have in common, and of the list of materials. */
#include "formats/torque/dts/dts.h"

static const tlb_flag sequence_flags[] = {
    {"uniformScale", TLB_TORQUE_UNIFORM_SCALE, TLB_TORQUE_UNIFORM_SCALE},
    {"alignedScale", TLB_TORQUE_ALIGNED_SCALE, TLB_TORQUE_ALIGNED_SCALE},
    {"arbitraryScale", TLB_TORQUE_ARBITRARY_SCALE, TLB_TORQUE_ARBITRARY_SCALE},
    {"blend", TLB_TORQUE_BLEND, TLB_TORQUE_BLEND},
    {"cyclic", TLB_TORQUE_CYCLIC, TLB_TORQUE_CYCLIC},
    {"makePath", TLB_TORQUE_MAKE_PATH, TLB_TORQUE_MAKE_PATH},
    {0},
};

void tlb_torque_walk_string(tlb_walk *w, const char *name, tlb_text *text, tlb_type length)
{
    walk_count(w, "length", &text->size, length);
    tlb_walk_text(w, name, text);
}

void tlb_torque_expect(tlb_walk *w, const char *name, uint32_t count, uint32_t expected)
{
    if (count != expected)
        tlb_walk_fail(w, TLB_CODE_BAD_VALUE, name, "length %u, expected %u", count, expected);
}

static void walk_set(tlb_walk *w, const char *name, tlb_torque_set *s)
{
    tlb_walk_open(w, name, TLB_ROW);
    WALK(w, s, unused);
    DTS_COUNT(w, s, "numWords", words);
    WALK_VALUES(w, s, words);
    tlb_walk_close(w, TLB_ROW);
}
#define WALK_SET(w, s, field) walk_set((w), #field, &(s)->field)

void tlb_torque_walk_sequence(tlb_walk *w, tlb_torque_sequence *s, uint32_t version)
{
    bool flags = version >= 22;
    if (flags)
        WALK_FLAGS(w, s, flags, sequence_flags);
    WALK(w, s, numKeys);
    WALK(w, s, duration);
    if (!flags) {
        WALK(w, s, blend);
        WALK(w, s, cyclic);
        WALK(w, s, makePath);
    }
    WALK(w, s, priority);
    WALK(w, s, firstGround);
    WALK(w, s, numGround);
    WALK(w, s, baseRotation);
    if (flags) {
        WALK(w, s, baseTranslation);
        WALK(w, s, baseScale);
    } else
        s->baseTranslation = s->baseRotation;
    WALK(w, s, baseObjectState);
    WALK(w, s, baseDecalState);
    WALK(w, s, firstTrigger);
    WALK(w, s, numTriggers);
    WALK(w, s, toolBegin);
    WALK_SET(w, s, rotationMatters);
    if (flags) {
        WALK_SET(w, s, translationMatters);
        WALK_SET(w, s, scaleMatters);
    }
    WALK_SET(w, s, decalMatters);
    WALK_SET(w, s, iflMatters);
    WALK_SET(w, s, visMatters);
    WALK_SET(w, s, frameMatters);
    WALK_SET(w, s, matFrameMatters);
}

void tlb_torque_walk_node_state(tlb_walk *w, tlb_torque_node_state *s)
{
    WALK_ROW(w, s, rotation);
    WALK_ROW(w, s, translation);
}

void tlb_torque_walk_object_state(tlb_walk *w, tlb_torque_object_state *s)
{
    WALK(w, s, vis);
    WALK(w, s, frameIndex);
    WALK(w, s, matFrameIndex);
}

void tlb_torque_walk_trigger(tlb_walk *w, tlb_torque_trigger *t)
{
    static const tlb_flag states[] = {
        {"on", 0x80000000u, 0x80000000u}, {"invert", 0x40000000u, 0x40000000u}, {0}};
    WALK_FLAGS(w, t, state, states);
    WALK(w, t, pos);
}

/* --- materials ---------------------------------------------------------------------------------------- */

enum { BINARY_LIST = 1 };

void tlb_torque_walk_materials(tlb_walk *w, tlb_torque_material_list *m, uint32_t version)
{
    WALK_DEFAULT(w, m, version, BINARY_LIST);
    WALK(w, m, version);
    if (m->version != BINARY_LIST && !w->status)
        tlb_walk_refuse(w, sizeof m->version, TLB_CODE_NOT_SUPPORTED, "version",
                        "unknown version %u of the list of materials, expected 1 (binary)", m->version);
    DTS_COUNT(w, m, "numMaterials", names);
    WALK_BARE(w, m, names, 1, i)
        tlb_torque_walk_string(w, NULL, &m->names.data[i], TLB_U8);
    DTS_ALONG(w, m, flags, m->names.count, WALK_VALUES);
    DTS_ALONG(w, m, reflectanceMaps, m->names.count, WALK_VALUES);
    DTS_ALONG(w, m, bumpMaps, m->names.count, WALK_VALUES);
    DTS_ALONG(w, m, detailMaps, m->names.count, WALK_VALUES);
    if (version == 25)
        DTS_ALONG(w, m, lightMaps, m->names.count, WALK_VALUES);
    DTS_ALONG(w, m, detailScales, m->names.count, WALK_VALUES);
    if (version > 20)
        DTS_ALONG(w, m, reflectionAmounts, m->names.count, WALK_VALUES);
}
