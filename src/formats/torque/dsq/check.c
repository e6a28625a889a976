/* The rules of .dsq files. */
#include "formats/torque/dsq/dsq.h"

#include "formats/torque/dts/check.h"

tlb_status tlb_dsq_check(tlb_document *document)
{
    const tlb_dsq *x = document->root;
    tlb_checker c = tlb_checker_start(document->context, x);
    shape_lists lists = tlb_dsq_lists(x);
    for (uint32_t i = 0; i < x->nodeRotations.count; i++)
        tlb_torque_check_turn(&c, x->nodeRotations.data[i], tlb_at(&c, "nodeRotations[%u]", i));
    for (uint32_t i = 0; i < x->nodeStates.count; i++)
        tlb_torque_check_turn(&c, x->nodeStates.data[i].rotation, tlb_at(&c, "nodeStates[%u].rotation", i));
    for (uint32_t i = 0; i < x->sequences.count; i++)
        tlb_torque_check_sequence(&c, &lists, &x->sequences.data[i], i);
    return tlb_checker_end(&c);
}
