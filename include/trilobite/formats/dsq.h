/* Torque sequences (.dsq): animations in a file of their own, for every shape that has nodes of their names.
 */
#ifndef TRILOBITE_FORMATS_DSQ_H
#define TRILOBITE_FORMATS_DSQ_H

#include "trilobite/formats/torque_dts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sequences' sets are over the nodes of the file, their bases count in its lists. */
typedef struct tlb_dsq {
    uint32_t version; /* as of shapes */
    TLB_ARRAY(tlb_text) nodeNames;
    uint32_t numObjects;    /* 0: objects have no names here */
    uint32_t oldNumObjects; /* of the shape that was exported; where sequences' object states begin */
    TLB_ARRAY(tlb_torque_node_state) nodeStates; /* before version 22, in place of the next */
    TLB_ARRAY(tlb_quat16) nodeRotations;
    TLB_ARRAY(tlb_vec3) nodeTranslations;
    TLB_ARRAY(float) nodeUniformScales;
    TLB_ARRAY(tlb_vec3) nodeAlignedScales;
    TLB_ARRAY(tlb_quat16) nodeArbitraryScaleRots;
    TLB_ARRAY(tlb_vec3) nodeArbitraryScaleFactors;
    TLB_ARRAY(tlb_vec3) groundTranslations;
    TLB_ARRAY(tlb_quat16) groundRotations;
    TLB_ARRAY(tlb_torque_object_state) objectStates;
    TLB_ARRAY(tlb_torque_sequence) sequences;
    TLB_ARRAY(tlb_torque_trigger) triggers;
    tlb_bytes tail; /* what follows the triggers */
} tlb_dsq;

/* The document's own sequences; NULL when it is of another format. */
TLB_API tlb_dsq *tlb_document_dsq(tlb_document *document);

#ifdef __cplusplus
}
#endif
#endif
