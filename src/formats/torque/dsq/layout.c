/* The layout of a .dsq: one stream. */
#include "formats/torque/dsq/dsq.h"

#include "formats/torque/dts/dts.h"
#include "layout/fields.h"

static void walk_states(tlb_walk *w, tlb_dsq *x)
{
    if (x->version < 22) {
        DTS_COUNT(w, x, "numNodeStates", nodeStates);
        WALK_ROWS(w, x, nodeStates, 20, i)
            tlb_torque_walk_node_state(w, &x->nodeStates.data[i]);
        return;
    }
    DTS_COUNT(w, x, "numNodeRotations", nodeRotations);
    WALK_VECTORS(w, x, nodeRotations);
    DTS_COUNT(w, x, "numNodeTranslations", nodeTranslations);
    WALK_VECTORS(w, x, nodeTranslations);
    DTS_COUNT(w, x, "numNodeUniformScales", nodeUniformScales);
    WALK_VALUES(w, x, nodeUniformScales);
    DTS_COUNT(w, x, "numNodeAlignedScales", nodeAlignedScales);
    WALK_VECTORS(w, x, nodeAlignedScales);
    DTS_COUNT(w, x, "numNodeArbitraryScales", nodeArbitraryScaleRots);
    WALK_VECTORS(w, x, nodeArbitraryScaleRots);
    DTS_ALONG(w, x, nodeArbitraryScaleFactors, x->nodeArbitraryScaleRots.count, WALK_VECTORS);
    DTS_COUNT(w, x, "numGroundFrames", groundTranslations);
    WALK_VECTORS(w, x, groundTranslations);
    DTS_ALONG(w, x, groundRotations, x->groundTranslations.count, WALK_VECTORS);
}

static void walk_file(tlb_walk *w, tlb_dsq *x)
{
    WALK_DEFAULT(w, x, version, TLB_TORQUE_VERSION);
    WALK(w, x, version);
    if ((x->version < TLB_TORQUE_FIRST_VERSION || x->version > TLB_TORQUE_LAST_VERSION) && !w->status) {
        tlb_walk_refuse(w, sizeof x->version, TLB_CODE_BAD_VERSION, "version",
                        "unknown version %u, expected %d to %d", x->version, TLB_TORQUE_FIRST_VERSION,
                        TLB_TORQUE_LAST_VERSION);
        return;
    }
    DTS_COUNT(w, x, "numNodes", nodeNames);
    WALK_BARE(w, x, nodeNames, 4, i)
        tlb_torque_walk_string(w, NULL, &x->nodeNames.data[i], TLB_U32);
    WALK(w, x, numObjects);
    if (x->numObjects && !w->status)
        tlb_walk_refuse(w, sizeof x->numObjects, TLB_CODE_NOT_SUPPORTED, "numObjects",
                        "%u names of objects, whose layout is not known, expected 0", x->numObjects);
    WALK(w, x, oldNumObjects);
    walk_states(w, x);
    DTS_COUNT(w, x, "numObjectStates", objectStates);
    WALK_ROWS(w, x, objectStates, 12, i)
        tlb_torque_walk_object_state(w, &x->objectStates.data[i]);
    DTS_COUNT(w, x, "numSequences", sequences);
    WALK_BLOCKS(w, x, sequences, 80, i) {
        tlb_torque_walk_string(w, "name", &x->sequences.data[i].name, TLB_U32);
        tlb_torque_walk_sequence(w, &x->sequences.data[i], x->version);
    }
    DTS_COUNT(w, x, "numTriggers", triggers);
    WALK_ROWS(w, x, triggers, 8, i)
        tlb_torque_walk_trigger(w, &x->triggers.data[i]);
    tlb_walk_remaining(w, "tail", &x->tail);
}

void tlb_dsq_walk(tlb_walk *w, void **root)
{
    if (!*root && !(*root = tlb_zalloc(w->arena, sizeof(tlb_dsq))))
        tlb_walk_no_memory(w);
    else
        walk_file(w, *root);
}

tlb_dsq *tlb_document_dsq(tlb_document *document)
{
    return document && document->format && document->format->walk == tlb_dsq_walk ? document->root : NULL;
}
